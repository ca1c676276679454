/* A preloaded library with glibc's start of programs as it was before 2.34. It ran a program's constructors through the function
** that the program passed, and none if the program passed none. */
#define _GNU_SOURCE
#include <dlfcn.h>

typedef void construct(int argc, char **argv, char **environment);
typedef int start(int (*run)(int, char **, char **), int argc, char **argv, construct *init, void (*fini)(void), void (*unload)(void), void *stack);

static void construct_nothing(int argc, char **argv, char **environment) { (void)argc, (void)argv, (void)environment; }

int __libc_start_main(int (*run)(int, char **, char **), int argc, char **argv, construct *init, void (*fini)(void), void (*unload)(void), void *stack) {
#ifdef __aarch64__
  start *real = (start *)dlvsym(RTLD_NEXT, "__libc_start_main", "GLIBC_2.17");
#else
  start *real = (start *)dlvsym(RTLD_NEXT, "__libc_start_main", "GLIBC_2.2.5");
#endif
  return real(run, argc, argv, init ? init : construct_nothing, fini, unload, stack);
}
