/* A stack that was just walked, and checks of it by names. Included by unwind.c and unwind_objects.h.
**
** A stack is written as the names of its functions, innermost first. The functions of interest are external and not inlined, so that dladdr() finds them
** by the dynamic symbol table (-rdynamic). */
#ifndef TEST_KNOWN_STACK_H
#define TEST_KNOWN_STACK_H
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
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

/* Names of the frames from `first` (NULL: the innermost) to `last` (NULL: the outermost), each once in a row, without those of functions that no table of
** symbols names. */
static const char *names(const char *first, const char *last) {
  static char text[8192];
  const char *before = "";
  size_t n = 0;
  text[0] = 0;
  for (unsigned i = 0; i < seen.n; i++) {
    const char *name = name_of(seen.frame[i]);
    if (first && strcmp(name, first))
      continue;
    first = NULL;
    if (strcmp(name, "?") && strcmp(name, before))
      n += (size_t)snprintf(text + n, n < sizeof text ? sizeof text - n : 0, "%s%s", n ? " " : "", before = name);
    if (last && !strcmp(name, last))
      break;
  }
  return text;
}
static unsigned count_of(const char *name) {
  unsigned n = 0;
  for (unsigned i = 0; i < seen.n; i++)
    n += !strcmp(name_of(seen.frame[i]), name);
  return n;
}

/* Checks the names of the stack that was walked last, and that it is complete. */
static void stack_is(const char *what, const char *first, const char *last, const char *wanted) {
  const char *got = names(first, last);
  bool complete = seen.why == COLLECT_WALK_OUTERMOST;
  check(complete && !strcmp(got, wanted), what, complete ? got : collect_walk_end_text(seen.why));
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

/* The same stack, with room for four frames. */
static __thread struct { unsigned n; uint8_t why; uint64_t frame[4], behind; } short_of_room;

/* A handler that walks what it interrupted. `other`: a second window. */
static __thread collect_walk_window other;
static void handler(int sig, siginfo_t *info, void *context) {
  (void)sig, (void)info;
  const greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
  collect_walk_from from = {.pc = (uintptr_t)r[REG_RIP], .sp = (uintptr_t)r[REG_RSP], .bp = (uintptr_t)r[REG_RBP], .bp_known = true,
                            .low = stack_low, .high = stack_high, .copy = (const char *)stack_low, .other = other, .registers = r};
  seen.n = collect_walk(&from, seen.frame, DEPTH, &seen.why);
  short_of_room.behind = 77;
  short_of_room.n = collect_walk(&from, short_of_room.frame, 4, &short_of_room.why);
}

static volatile unsigned sink; /* wraps */
static int (*volatile raise_signal)(int) = raise; /* glibc declares that raise() calls nothing of this file */
static int zero; /* the compiler does not know its value */

KEEP int leaf(int x) {
  raise_signal(SIGUSR1);
  sink += (unsigned)x;
  return x;
}

#endif
