/* To be preloaded: a disk of which one write fails, by a number that fail_write_at() sets; fclose() counts, too. With `all` those after it fail as well. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static long at, done, all;
void fail_write_at(long n, long others) { at = n, all = others, __atomic_store_n(&done, 0, __ATOMIC_SEQ_CST); }
long writes_done(void) { return __atomic_load_n(&done, __ATOMIC_SEQ_CST); }

/* Is it of an export, and to fail? */
static int fails(FILE *f) {
  char link[64], path[4096] = "";
  snprintf(link, sizeof link, "/proc/self/fd/%d", fileno(f));
  if (readlink(link, path, sizeof path - 1) < 0 || !strstr(path, ".rocpd-export-")) return 0;
  long n = __atomic_add_fetch(&done, 1, __ATOMIC_SEQ_CST);
  return at && (n == at || (all && n > at));
}

size_t fwrite(const void *bytes, size_t size, size_t n, FILE *f) {
  size_t (*next)(const void *, size_t, size_t, FILE *) = (size_t(*)(const void *, size_t, size_t, FILE *))dlsym(RTLD_NEXT, "fwrite");
  if (fails(f)) return errno = ENOSPC, (size_t)0;
  return next(bytes, size, n, f);
}

int fclose(FILE *f) {
  int (*next)(FILE *) = (int (*)(FILE *))dlsym(RTLD_NEXT, "fclose");
  if (!fails(f)) return next(f);
  next(f);
  return errno = ENOSPC, EOF;
}
