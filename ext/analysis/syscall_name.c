/* See syscall_name.h. */
#include "syscall_name.h"
#include <stddef.h>

enum { CALLS = 600 }; /* more than there are numbers */

/* A call that an architecture lacks has the number -1 there, and so the last place, which is never looked at. */
#if defined(__aarch64__)
#define SYSCALL(name, x86, arm) [(arm) < 0 ? CALLS : (arm)] = #name,
#else
#define SYSCALL(name, x86, arm) [(x86) < 0 ? CALLS : (x86)] = #name,
#endif
#pragma GCC diagnostic ignored "-Woverride-init"
static const char *const names[CALLS + 1] = {
#include "syscalls.def"
};

const char *rocpd_syscall_name(int64_t number) { return number >= 0 && number < CALLS ? names[number] : NULL; }
