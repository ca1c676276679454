/* Sampled stacks of a source, added up by thread and stack, with the time that each stands for (ext/help/tables/hotspots.md says how it is attributed). */
#ifndef ROCPD_SAMPLED_H
#define ROCPD_SAMPLED_H
#include "frame_tree.h"

enum rocpd_sampled_state { ROCPD_SAMPLED_RUNNING, ROCPD_SAMPLED_KERNEL, ROCPD_SAMPLED_RUNNABLE, ROCPD_SAMPLED_BLOCKED, ROCPD_SAMPLED_STATES };
enum { ROCPD_NO_SYSCALL = 4095 }; /* numbers of system calls are less */

/* The samples of a thread at one frame and, if that is wanted and it was blocked, in one system call. */
typedef struct rocpd_sampled_stack {
  uint32_t thread, frame; /* places; ROCPD_NO_FRAME: unknown stack */
  uint32_t syscall;       /* ROCPD_NO_SYSCALL: none */
  uint64_t samples[ROCPD_SAMPLED_STATES];
  int64_t ns[ROCPD_SAMPLED_STATES];
} rocpd_sampled_stack;

typedef struct rocpd_sampled_thread {
  int64_t pid, tid;
  uint64_t samples[ROCPD_SAMPLED_STATES];
  int64_t cpu_ns, wait_ns, rest_ns; /* its exact times */
  size_t stacks;                    /* its stacks end before this place */
} rocpd_sampled_thread;

typedef struct rocpd_sampled { /* zeroed: empty */
  rocpd_sampled_thread *thread; /* by pid and tid */
  size_t threads;
  rocpd_sampled_stack *stack; /* thread by thread, by frame and syscall */
  size_t stacks;
} rocpd_sampled;

/* Rows that overlap start to end, and begin from `from` on and before `to`. */
typedef struct rocpd_sampled_time {
  int64_t start, end, from, to;
} rocpd_sampled_time;

/* The rows of `stacks` of a source in s, and samples that are known as sums only, of a time (NULL: any), with the places of frames in `tree`.
** by_syscall: stacks of blocked threads are told apart by their system calls, too; this changes no frame's time. Connection's thread. */
int rocpd_sampled_make(rocpd_snapshot *s, rocpd_source *source, const rocpd_frame_tree *tree, const rocpd_sampled_time *time, bool by_syscall,
                       rocpd_sampled *out, rocpd_error *err);
void rocpd_sampled_free(rocpd_sampled *x);

#endif
