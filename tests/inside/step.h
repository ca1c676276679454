/* Stops a thread at each instruction of something that it does, in turn:
**
**   step_for(stop, stride);
**   while (step_next())
**     STEP(what);
**
** This does `what` again and again. Each time it runs up to the next instruction (or the next STRIDEth), calls `stop` there in a
** signal handler, and does the rest. `stop` may refuse to stop there: then it is asked at the following instruction.
**
** The first time nothing is stopped. A few times all instructions are counted, by the processor's trap after each (10 us), and
** the longest path is kept. From then on a breakpoint leads to the instruction, or near to it, so there are few traps. If `what`
** took another path and never met the breakpoint, it is done once more with a trap after each instruction (unless `varies` is
** set). */
#ifndef INSIDE_STEP_H
#define INSIDE_STEP_H
#include <stdbool.h>
#if defined(__x86_64__)
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#define STEPS 1 /* the processor can be single-stepped */
#define STEP_TRAP_FLAG 0x100
#define STEP_BREAKPOINT 0xcc
#define STEP_MAX (1 << 18)
#if defined(__SANITIZE_ADDRESS__)
#define STEP_WIDER 5 /* the sanitizer's instructions make the code longer by this factor */
#else
#define STEP_WIDER 1
#endif
enum { STEP_COUNTS = 3 };

static struct {
  bool (*stop)(ucontext_t *interrupted);
  bool ours_only;         /* stops at no instruction of a library */
  bool varies;            /* the path differs from time to time: instructions that are not met are skipped */
  long stride, target;    /* number of the instruction to stop at; 0 or less: counting; -STEP_COUNTS: neither */
  long known, here;       /* number of instructions; number of the present one */
  bool reached, by_traps; /* `stop` has stopped it; every instruction traps, since the breakpoint was not met */
  uintptr_t now[STEP_MAX]; /* address of the n-th instruction, in the present run */
  uintptr_t at[STEP_MAX];  /* the same, on the longest path */
  uint32_t times[STEP_MAX]; /* how often the longest path met that address before */
  uint8_t *_Atomic breakpoint;
  uint8_t original;
  uint32_t pass;          /* how many times the breakpoint must be passed without stopping */
  long passed_at;         /* number of the instruction that has the breakpoint */
  bool passing;
  pthread_t thread;
} step;

extern char __executable_start[], etext[];
static inline bool step_is_ours(uintptr_t at) { return at - (uintptr_t)__executable_start < (uintptr_t)(etext - __executable_start); }

/* The collector blocks all signals now and then. This version leaves out SIGTRAP. */
int sigfillset(sigset_t *set) {
  memset(set, 0xff, sizeof *set);
  return sigdelset(set, SIGTRAP);
}

/* ---- the way to an instruction ---- */

static void step_break(uint8_t *at) {
  *(volatile uint8_t *)at = STEP_BREAKPOINT;
  atomic_store(&step.breakpoint, at);
}
static void step_unbreak(void) {
  uint8_t *at = atomic_load(&step.breakpoint);
  if (at)
    *(volatile uint8_t *)at = step.original;
  atomic_store(&step.breakpoint, NULL);
}

/* Sets the breakpoint that causes the fewest traps: 2 for each time that it is passed, and 1 for each instruction after it.
** False: no breakpoint saves traps. */
static bool step_plan(void) {
  long best = 0, least = step.target;
  for (long n = step.target; n > 0 && step.target - n < least; n--) {
    long traps = 2L * step.times[n] + step.target - n;
    if (traps < least && step_is_ours(step.at[n]))
      least = traps, best = n;
  }
  if (!best)
    return false;
  step.pass = step.times[best];
  step.passed_at = best;
  step.original = *(uint8_t *)step.at[best];
  step_break((uint8_t *)step.at[best]);
  return true;
}

/* ---- at an instruction ---- */

/* The thread is about to execute the instruction at this address. */
static void step_at(ucontext_t *interrupted, uintptr_t at) {
  greg_t *flags = &interrupted->uc_mcontext.gregs[REG_EFL], before = *flags;
  if (step.ours_only && !step_is_ours(at))
    return;
  step.here++;
  if (step.target <= 0 && step.here < STEP_MAX)
    step.now[step.here] = at;
  if (step.target <= 0 || step.here < step.target)
    return;
  *flags &= ~STEP_TRAP_FLAG; /* `stop` may not return */
  step.reached = true;
  step.reached = step.stop(interrupted);
  if (!step.reached)
    *flags = before;
}

static void step_broken(ucontext_t *interrupted) {
  greg_t *g = interrupted->uc_mcontext.gregs;
  uintptr_t at = (uintptr_t)--g[REG_RIP];
  if (!pthread_equal(pthread_self(), step.thread)) { /* another thread has met the breakpoint: it waits until that is removed */
    sched_yield();
    return;
  }
  step_unbreak();
  g[REG_EFL] |= STEP_TRAP_FLAG;
  if (step.pass) {
    step.pass--;
    step.passing = true;
  } else {
    step.here = step.passed_at - 1;
    step_at(interrupted, at);
  }
}

static void step_trapped(int sig, siginfo_t *info, void *context) {
  ucontext_t *interrupted = context;
  (void)sig;
  if (info->si_code == SI_KERNEL) {
    step_broken(interrupted);
  } else if (step.passing) {
    step.passing = false;
    interrupted->uc_mcontext.gregs[REG_EFL] &= ~STEP_TRAP_FLAG;
    step_break((uint8_t *)step.at[step.passed_at]);
  } else {
    step_at(interrupted, (uintptr_t)interrupted->uc_mcontext.gregs[REG_RIP]);
  }
}

/* ---- all of it ---- */

static void step_for(bool (*stop)(ucontext_t *interrupted), long stride) {
  struct sigaction a = {.sa_sigaction = step_trapped, .sa_flags = SA_SIGINFO};
  uintptr_t text = (uintptr_t)__executable_start & -4096;
  step.stop = stop;
  step.stride = stride * STEP_WIDER;
  step.target = -STEP_COUNTS - 1;
  sigaction(SIGTRAP, &a, NULL);
  if (mprotect((void *)text, (uintptr_t)etext - text, PROT_READ | PROT_WRITE | PROT_EXEC)) {
    perror("mprotect");
    exit(6);
  }
}

/* A counting run has ended. If it was the longest, keeps its path, and how often each address was met before. */
static void step_counted(void) {
  enum { SLOTS = 4 * STEP_MAX };
  if (step.here <= step.known || step.here >= STEP_MAX)
    return;
  step.known = step.here;
  uint32_t *last = calloc(SLOTS, sizeof *last);
  for (long n = 1; n <= step.known; n++) {
    size_t i = (step.now[n] * 0x9e3779b97f4a7c15u >> 32) % SLOTS;
    while (last[i] && step.now[last[i]] != step.now[n])
      i = (i + 1) % SLOTS;
    step.at[n] = step.now[n];
    step.times[n] = last[i] ? step.times[last[i]] + 1 : 0;
    last[i] = (uint32_t)n;
  }
  free(last);
}

/* False: all instructions have had their turn. */
static bool step_next(void) {
  if (step.target > 0 && !step.reached && !step.by_traps && !step.varies) {
    step.by_traps = true; /* repeats it */
    return true;
  }
  if (step.target <= 0)
    step_counted();
  step.by_traps = false;
  step.target += step.target < 0 ? 1 : step.stride;
  return step.target <= 0 || step.target <= step.known;
}

/* True: traps from the first instruction on. */
static bool step_begin(void) {
  step.here = 0;
  step.reached = step.passing = false;
  step.thread = pthread_self();
  return step.by_traps || (step.target > 0 ? !step_plan() : step.target > -STEP_COUNTS);
}
static void step_end(void) { step_unbreak(); }

#define STEP(what) do { \
    uint64_t step_flags = step_begin() ? STEP_TRAP_FLAG : 0; \
    __asm__ volatile("pushfq; orq %0, (%%rsp); popfq" :: "r"(step_flags) : "memory", "cc"); \
    what; \
    __asm__ volatile("pushfq; andq $~0x100, (%%rsp); popfq" ::: "memory", "cc"); \
    step_end(); \
  } while (0)

#endif
#endif
