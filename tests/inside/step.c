/* step OUTER INNER [grow]: a traced call is single-stepped, and at each of its instructions in turn a
** signal handler makes another: layers hip or hsa; with `grow` the handler's call finds the
** thread's ring filled often, on a new thread for each instruction. Looked at by test_step.sh: each call that was
** made is a row or is counted, and no row has what another call was given. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include "core.h"
#include "traced.h"

FUNCTION_POINTING(outer);
FUNCTION_POINTING(inner);
static uint32_t outer_layer, inner_layer;

WRAPPER_POINTING(call_outer, outer, outer_layer)
WRAPPER_POINTING(call_inner, inner, inner_layer)

/* The collector holds off all signals now and then: all but this one. */
int sigfillset(sigset_t *set) {
  memset(set, 0xff, sizeof *set);
  return sigdelset(set, SIGTRAP);
}

static long steps, target, inner_calls;
static bool grow;
#if defined(__x86_64__)
enum { TRAP_FLAG = 0x100 };
static void on_step(int sig, siginfo_t *info, void *context) {
  (void)sig, (void)info;
  ucontext_t *u = context;
  if (++steps != target)
    return;
  u->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
  if (grow)
    collect_private_of(collect_thread)->born_pos -= 4 * collect_thread->capacity;
  call_inner((int)(1000000 + ++inner_calls));
}
static __attribute__((noinline)) void stepped(int x) {
  __asm__ volatile("pushfq; orq $0x100, (%%rsp); popfq" ::: "memory", "cc");
  call_outer(x);
  __asm__ volatile("pushfq; andq $~0x100, (%%rsp); popfq" ::: "memory", "cc");
}
#endif

static int outer_calls;
static void *stepped_thread(void *unused) {
  call_outer(++outer_calls);
  stepped(++outer_calls);
  return unused;
}

static uint32_t layer_of(const char *name) { return !strcmp(name, "hip") ? COLLECT_HIP : COLLECT_HSA; }

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  outer_layer = layer_of(argv[1]);
  inner_layer = layer_of(argv[2]);
  call_outer(1);
  call_inner(1000000);
  outer_calls = 1;
  grow = argc > 3;
#if defined(__x86_64__)
  struct sigaction a = {.sa_sigaction = on_step, .sa_flags = SA_SIGINFO};
  sigaction(SIGTRAP, &a, NULL);
  do {
    steps = 0;
    target++;
    pthread_t thread;
    if (!grow)
      stepped(++outer_calls);
    else if (pthread_create(&thread, NULL, stepped_thread, NULL) == 0)
      pthread_join(thread, NULL);
  } while (steps >= target);
#endif
  printf("outer %d\ninner %ld\ninstructions %ld\n", outer_calls, inner_calls + 1, target - 1);
  return 0;
}
