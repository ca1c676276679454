/* A thread that is single-stepped: after on_step(fn) STEP(what) calls fn at each instruction of `what`,
** in a signal handler, until that calls trap_end(). */
#ifndef INSIDE_STEP_H
#define INSIDE_STEP_H
#if defined(__x86_64__)
#include <signal.h>
#include <string.h>
#include <ucontext.h>

#define STEPS 1 /* the processor can */

/* The collector holds off all signals now and then: all but this one. */
int sigfillset(sigset_t *set) {
  memset(set, 0xff, sizeof *set);
  return sigdelset(set, SIGTRAP);
}

#define STEP(what) do { \
    __asm__ volatile("pushfq; orq $0x100, (%%rsp); popfq" ::: "memory", "cc"); \
    what; \
    __asm__ volatile("pushfq; andq $~0x100, (%%rsp); popfq" ::: "memory", "cc"); \
  } while (0)

static void trap_end(ucontext_t *interrupted) { interrupted->uc_mcontext.gregs[REG_EFL] &= ~0x100; }

static void (*on_trap)(ucontext_t *interrupted);
static void trapped(int sig, siginfo_t *info, void *context) { (void)sig, (void)info, on_trap(context); }
static void on_step(void (*fn)(ucontext_t *interrupted)) {
  struct sigaction a = {.sa_sigaction = trapped, .sa_flags = SA_SIGINFO};
  on_trap = fn;
  sigaction(SIGTRAP, &a, NULL);
}

#endif
#endif
