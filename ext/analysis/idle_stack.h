/* What threads of the host were doing while GPUs waited for them, by sampled stack. See ext/help/tables/idle_stacks.md. */
#ifndef ROCPD_IDLE_STACK_H
#define ROCPD_IDLE_STACK_H
#include "cause.h"
#include "sightings.h"

typedef struct rocpd_idle_stack {
  size_t line;           /* timeline of the agent */
  const rocpd_call_thread *thread; /* that launched the next work */
  enum rocpd_cause cause;
  int64_t host_call;     /* ROCPD_NULL: none */
  uint32_t stack;        /* number of the stack, or ROCPD_NO_STACK */
  uint64_t samples;      /* 0: time without a sample, which is unseen_ns */
  int64_t ns[ROCPD_SAMPLED_STATES];
  int64_t unseen_ns;
} rocpd_idle_stack;

typedef struct rocpd_idle_stacks { /* zeroed: empty */
  rocpd_timelines lines;
  rocpd_host *host;
  const rocpd_sightings *seen;
  rocpd_idle_stack *stack; /* by line, thread, cause, call and stack; that without a sample is last */
  size_t n;
} rocpd_idle_stacks;

/* Pauses that overlap start to end, and begin from `from` on and before `to`; NULL: all. Drop them, also after an error. Connection's thread. */
int rocpd_idle_stacks_make(rocpd_snapshot *s, const rocpd_sampled_time *time, rocpd_idle_stacks *out, rocpd_error *err);
void rocpd_idle_stacks_drop(rocpd_idle_stacks *x);

#endif
