/* The version, as a note in the library's file. rocpd doctor reads it without running the library. */
#include "collect.h"

__asm__(".pushsection .note.rocpd,\"a\",@note\n"
        ".balign 4\n"
        ".long 6, 2f - 1f, 1\n"
        ".asciz \"rocpd\"\n"
        ".balign 4\n"
        "1: .asciz \"" ROCPD_VERSION "\"\n"
        "2: .balign 4\n"
        ".popsection\n");
