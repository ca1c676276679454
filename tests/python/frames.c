/* A library of the collector's objects, for LD_PRELOAD, with functions that frames.py calls: the calling thread's stack as a signal handler sees it, and
** that of a blocked thread, with Python's frames in place of the interpreter's own. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>
#include "core.h"
#include "interpreter.h"

enum { MAX = 2048 };
static uint64_t native[MAX], words[MAX], merged[MAX];
static unsigned natives, interpreted;
static char scratch[COLLECT_INTERPRETER_SCRATCH];

__attribute__((constructor)) static void want(void) { atomic_store(&collect_interpreter_wanted, true); }

static __thread uintptr_t low, high; /* the stack's bounds */
static void stack_find(void) {
  pthread_attr_t a;
  void *start;
  size_t size;
  pthread_getattr_np(pthread_self(), &a);
  pthread_attr_getstack(&a, &start, &size);
  pthread_attr_destroy(&a);
  low = (uintptr_t)start, high = low + size;
}

static void handler(int sig, siginfo_t *info, void *context) {
  (void)sig, (void)info;
  const greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
  uint8_t why;
  collect_walk_from from = {.pc = (uintptr_t)r[REG_RIP], .sp = (uintptr_t)r[REG_RSP], .bp = (uintptr_t)r[REG_RBP], .bp_known = true,
                            .low = low, .high = high, .copy = (const char *)low};
  natives = collect_walk(&from, native, MAX, &why);
  interpreted = collect_interpreter_now.frames ? collect_interpreter_now.frames(collect_interpreter_now.here(), words, MAX, scratch) : 0;
}

static size_t text_write(char *out, size_t room, const uint64_t *word, unsigned n) {
  uintptr_t begin = collect_interpreter_now.low, end = collect_interpreter_now.high;
  size_t size = 0;
  for (unsigned i = 0; i < n; i++) {
    collect_interpreter_about a;
    if (word[i] >> 63 || !(word[i] & COLLECT_WALK_INTERPRETED)) {
      uint64_t at = collect_walk_lookup(word[i]);
      if (at >= begin && at < end)
        size += (size_t)snprintf(out + size, room - size, "loop\n");
    } else if (collect_interpreter_now.about(word[i], &a))
      size += (size_t)snprintf(out + size, room - size, "%s|%s|%u\n", a.function, a.file, a.line);
    else
      size += (size_t)snprintf(out + size, room - size, "?\n");
  }
  return size;
}

/* Stores a line "function|file|line" for each frame of Python, innermost first, and "loop" for each native frame of the loop that is left. Returns their
** size in bytes. */
COLLECT_EXPORT size_t frames_here(char *out, size_t room) {
  static int (*volatile raise_signal)(int) = raise;
  struct sigaction s = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
  collect_unwind_begin();
  collect_unwind_changed();
  stack_find();
  sigaction(SIGUSR2, &s, NULL);
  raise_signal(SIGUSR2);
  if (!interpreted)
    return 0;
  collect_interpreter_now.resolve(words, interpreted);
  return text_write(out, room, merged, collect_interpreter_merge(native, natives, words, interpreted, merged, MAX));
}
/* Whether code that cannot be read leaves what is before and behind it alone. */
COLLECT_EXPORT int frames_gap(void) {
  static int (*volatile raise_signal)(int) = raise;
  collect_interpreter_about a;
  raise_signal(SIGUSR2);
  uint64_t three[] = {words[0], COLLECT_WALK_INTERPRETED | 0x1000, words[0]};
  collect_interpreter_now.resolve(three, 3);
  return collect_interpreter_now.about(three[0], &a) && !collect_interpreter_now.about(three[1], &a) && collect_interpreter_now.about(three[2], &a);
}
COLLECT_EXPORT size_t frames_of(int tid, uintptr_t self, char *out, size_t room) {
  const void *state = collect_interpreter_now.state_of(tid, self);
  interpreted = state ? collect_interpreter_now.frames(state, words, MAX, scratch) : 0;
  collect_interpreter_now.resolve(words, interpreted);
  unsigned n = 0;
  for (unsigned i = 0; i < interpreted; i++)
    if ((words[i] & COLLECT_INTERPRETER_NUMBER) != COLLECT_INTERPRETER_NONE)
      merged[n++] = words[i];
  return text_write(out, room, merged, n);
}
/* The time of reading the frames, in ns, the least of some. */
COLLECT_EXPORT int64_t frames_cost(void) {
  int64_t least = INT64_MAX;
  for (int i = 0; i < 200; i++) {
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    collect_interpreter_now.frames(collect_interpreter_now.here(), words, MAX, scratch);
    clock_gettime(CLOCK_MONOTONIC, &b);
    int64_t ns = (b.tv_sec - a.tv_sec) * 1000000000 + b.tv_nsec - a.tv_nsec;
    least = ns < least ? ns : least;
  }
  return least;
}

/* ---- signals at any moment ---- */

static volatile unsigned storms, matched;
static void storm(int sig, siginfo_t *info, void *context) {
  handler(sig, info, context);
  unsigned loops = 0, lasts = 0;
  for (unsigned i = 0; i < natives; i++) {
    uint64_t at = collect_walk_lookup(native[i]);
    loops += at >= collect_interpreter_now.low && at < collect_interpreter_now.high;
  }
  for (unsigned i = 0; i < interpreted; i++)
    lasts += (words[i] & COLLECT_INTERPRETER_LAST) != 0;
  storms++;
  matched += loops == lasts;
}
COLLECT_EXPORT void frames_storm_begin(void) {
  struct sigaction s = {.sa_sigaction = storm, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigaction(SIGALRM, &s, NULL);
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 500}, {0, 500}}, NULL);
}
/* Returns the number of signals; *same: of those with as many native frames of the loop as Python's frames ask for. */
COLLECT_EXPORT unsigned frames_storm_end(unsigned *same) {
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
  *same = matched;
  return storms;
}
