/* Stacks for flame graphs: processes, their threads, their calls as they nest, and, for the value "gpu", the kernels and copies that these launched; for
** "agent" processes, the agents that they use, their streams or queues, and kernels and copies. */
#ifndef ROCPD_STACKS_H
#define ROCPD_STACKS_H
#include "frame_tree.h"
#include "writer.h"

typedef struct rocpd_frame {
  uint32_t parent, depth; /* a process: ROCPD_NO_FRAME, 0 */
  int64_t name;           /* a string id */
  int64_t own, all;       /* ns, or calls: its own, and with what is below it */
  int64_t own_before, all_before; /* with the option `before`: the same in that run */
} rocpd_frame;

typedef struct rocpd_stacks {
  rocpd_frame *frame; /* depth first */
  uint32_t n;
  size_t capacity;
} rocpd_stacks;

/* Of the option `value`: "host", the own times of the calls that the options choose, as the table calls has them (exclusive_ns); "gpu", the durations of the
** kernels and copies that they choose below the calls that launched them; "calls", how many calls there are; "samples", how many sampled stacks, each frame
** of which is a call, end in a frame; "agent", the durations of kernels and copies where they ran; "wall", "running", "runnable" and "blocked", the time of
** sampled stacks, whole or in that state (sampled_tree.h). Where none is said it is "host" or, if there are no calls at all, "agent" or, if there is no work
** of GPUs either, "wall": the option has it then, and a warning. Counts what was chosen. */
int rocpd_stacks_make(rocpd_writer *w, rocpd_stacks *out, rocpd_error *err);
static inline bool rocpd_stacks_are_times(int value) { return value == ROCPD_VALUE_HOST || value == ROCPD_VALUE_GPU || value >= ROCPD_VALUE_AGENT; }
/* The same for sampled stacks alone, without `all` (stacks_sampled.c). */
int rocpd_stacks_of_samples(rocpd_writer *w, rocpd_stacks *out, rocpd_error *err);
void rocpd_stacks_free(rocpd_stacks *s);

#endif
