/* A preloaded library that wraps a function of the C library, found by RTLD_NEXT. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int puts(const char *text) {
  int (*next)(const char *) = (int (*)(const char *))dlsym(RTLD_NEXT, "puts");
  return next == puts ? -1 : next(text);
}
void *malloc(size_t n) {
  static void *(*next)(size_t);
  if (!next)
    next = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
  return next(n);
}
__attribute__((destructor)) static void end(void) { dprintf(2, "wrapping %d\n", puts("wrapped") >= 0); }
