/* rocpd doctor's reader of ELF files (collector/command/elf_file.c): whatever a file is, it says something of it, and reads nothing beyond it.
**
** The corpus is made by tests/fuzz/make_elf.py: of 64 and 32 bits, of both orders of bytes, with a loader, libraries, a RUNPATH and notes; and each with
** lengths that point outside. */
#include "elf_file.h"
#include <elf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t bytes;
static void taken(const char *text, void *arg) {
  (void)arg;
  bytes += strlen(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const int64_t tags[] = {DT_NEEDED, DT_RPATH, DT_RUNPATH, DT_SONAME};
  collect_elf e;
  if (collect_elf_open_memory(&e, data, size)) {
    char *texts[] = {collect_elf_interpreter(&e), collect_elf_note(&e, "rocpd", 1), collect_elf_note(&e, "GNU", 1), collect_elf_text(&e, DT_SONAME)};
    bytes += collect_elf_is_static(&e);
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
      collect_elf_each(&e, tags[i], taken, NULL);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
      free(texts[i]);
  }
  collect_elf_close(&e);
  return 0;
}
