/* To be preloaded: one allocation of libotf2's own fails, by a number that fail_malloc_at() sets; with `others` all after it, too. 0: none fails. Copies of
** texts do not fail: OTF2_Archive_SetProperty() does not look whether it got one. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>

void *__libc_malloc(size_t size), *__libc_calloc(size_t n, size_t size), *__libc_realloc(void *p, size_t size);
static long at, done, all;
static int on;

void fail_malloc_at(long n, long others) {
  at = n, all = others, done = 0;
  __atomic_store_n(&on, 1, __ATOMIC_SEQ_CST);
}

/* Ends the counting, too. */
long mallocs_done(void) {
  __atomic_store_n(&on, 0, __ATOMIC_SEQ_CST);
  return __atomic_load_n(&done, __ATOMIC_SEQ_CST);
}

static int fails(const void *caller) {
  Dl_info i;
  if (!__atomic_load_n(&on, __ATOMIC_SEQ_CST) || !dladdr(caller, &i) || !i.dli_fname) return 0;
  if (!strstr(i.dli_fname, "libopen-trace-format2.") && !strstr(i.dli_fname, "libotf2.")) return 0;
  if (i.dli_sname && strstr(i.dli_sname, "CStr_dup")) return 0;
  long n = __atomic_add_fetch(&done, 1, __ATOMIC_SEQ_CST);
  if (!at || (n != at && (!all || n < at))) return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) { return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(n, size); }
void *realloc(void *p, size_t size) { return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(p, size); }
