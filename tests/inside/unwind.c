/* Walks of known stacks (walk.h): each case makes a stack whose functions it knows, and compares the walk with it.
**
** A stack is written as the names of its functions, innermost first. The functions of interest are external and not inlined, so that dladdr() finds them
** by the dynamic symbol table (-rdynamic). */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include "walk.h"

#define KEEP __attribute__((noinline, noclone, used, visibility("default")))
enum { DEPTH = 128 };

static void check(bool good, const char *what, const char *detail) {
  printf("%s %s", good ? "ok" : "not ok", what);
  if (!good)
    printf(": %s", detail);
  putchar('\n');
}

/* The stack that was walked last. */
static struct { uint64_t frame[DEPTH]; unsigned n; uint8_t why; } seen;

static const char *name_of(uint64_t frame) {
  Dl_info i;
  uintptr_t address = collect_walk_lookup(frame);
  return dladdr((void *)address, &i) && i.dli_sname ? i.dli_sname : "?";
}

/* Names of the frames, separated by blanks, until one that is in `last`. */
static const char *names(const char *last) {
  static char text[8192];
  size_t n = 0;
  text[0] = 0;
  for (unsigned i = 0; i < seen.n; i++) {
    const char *name = name_of(seen.frame[i]);
    n += (size_t)snprintf(text + n, n < sizeof text ? sizeof text - n : 0, "%s%s", i ? " " : "", name);
    if (last && !strcmp(name, last))
      break;
  }
  return text;
}

static void stack_bounds(uintptr_t *low, uintptr_t *high) {
  pthread_attr_t a;
  void *start;
  size_t size;
  pthread_getattr_np(pthread_self(), &a);
  pthread_attr_getstack(&a, &start, &size);
  pthread_attr_destroy(&a);
  *low = (uintptr_t)start;
  *high = *low + size;
}

static __thread uintptr_t stack_low, stack_high;

/* A handler that walks what it interrupted. */
static void handler(int sig, siginfo_t *info, void *context) {
  (void)sig, (void)info;
  const greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
  collect_walk_from from = {.pc = (uintptr_t)r[REG_RIP], .sp = (uintptr_t)r[REG_RSP], .bp = (uintptr_t)r[REG_RBP], .bp_known = true,
                            .low = stack_low, .high = stack_high, .copy = (const char *)stack_low};
  seen.n = collect_walk(&from, seen.frame, DEPTH, &seen.why);
}

static volatile int sink;

KEEP int leaf(int x) {
  raise(SIGUSR1);
  return sink += x;
}
KEEP int recursion(int depth) {
  if (!depth)
    return leaf(1) + 1;
  int r = recursion(depth - 1);
  return r + sink;
}

static void walk_recursion(void) {
  recursion(20);
  check(seen.why == COLLECT_WALK_OUTERMOST, "recursion: complete", collect_walk_end_text(seen.why));
  printf("# %u %s\n", seen.n, names(NULL));
}

int main(void) {
  stack_bounds(&stack_low, &stack_high);
  if (!collect_unwind_begin())
    return 3;
  struct sigaction s = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR1, &s, NULL);
  walk_recursion();
  for (uint32_t i = 0; i < collect_unwind_modules(); i++) {
    collect_unwind_about a;
    collect_unwind_module_about(i, &a);
    printf("# %u %s %lx %lx %u\n", i, a.path, (long)a.base, (long)a.low, a.build_id_size);
  }
  return 0;
}
