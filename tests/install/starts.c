/* Prints what runs before and after main, with its arguments, and reports a wrong alignment of the stack. Ends with 3. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void say(const char *what, int argc, char **argv, char **environment) {
  _Alignas(16) char aligned[16];
  uintptr_t at;
  __asm__ volatile("" : "=r"(at) : "0"(aligned)); /* the compiler would otherwise assume that it is aligned */
  printf("%s:", what);
  for (int i = 0; i < argc; i++) printf(" %s", i ? argv[i] : argv[0] + 2);
  puts(at % 16 ? " (the stack is not aligned)" : environment != argv + argc + 1 ? " (another environment)" : "");
  fflush(stdout);
}

static void before(int argc, char **argv, char **environment) { say("before", argc, argv, environment); }
__attribute__((section(".preinit_array"), used)) static void (*const before_all)(int, char **, char **) = before;
__attribute__((constructor(200))) static void first(int argc, char **argv, char **environment) { say("first", argc, argv, environment); }
__attribute__((constructor)) static void second(int argc, char **argv, char **environment) { say("second", argc, argv, environment); }
__attribute__((destructor)) static void last(void) { puts("last"); }
static void at_exit(void) { puts("exit"); }

int main(void) {
  atexit(at_exit);
  puts("main");
  return 3;
}
