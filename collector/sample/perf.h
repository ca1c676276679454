/* Samples of running threads by the kernel's performance events (perf_event_open): the kernel stops nothing and sends nothing, but copies the thread's
** registers and the top of its stack into a ring at each sample. The sampler's thread empties the rings and walks the copies.
**
** The clock is the thread's CPU time, or an event that COLLECT_SAMPLE_EVENT names, with its period. Without rights for the kernel (perf_event_paranoid 2)
** the kernel drops samples that it would take inside system calls. */
#ifndef COLLECT_SAMPLE_PERF_H
#define COLLECT_SAMPLE_PERF_H
#include "slot.h"

/* COLLECT_SAMPLE_SOURCE and COLLECT_SAMPLE_EVENT ask for events. */
bool sample_perf_wanted(void);
/* Which setting decides about that, and how, for a message. */
const char *sample_perf_why(void);

/* Whether the thread has a CPU, and if not, why: others took it, or the thread had to wait for something (which may have come since). */
enum { RING_ON_CPU, RING_PREEMPTED, RING_LEFT };
typedef struct sample_ring {
  void *map; /* NULL: none */
  int fd;
  uint32_t bytes;
  bool kernel;
  uint8_t is;       /* RING_*, by what has been taken out */
  int64_t since_ns; /* BOOTTIME */
} sample_ring;
/* Opens the event of a thread, with samples each `period_ns` of CPU time. False: the kernel refuses it (errno). */
bool sample_ring_open(sample_ring *r, pid_t tid, uint64_t period_ns);
void sample_ring_close(sample_ring *r);

typedef struct sample_event {
  int64_t ns;       /* BOOTTIME */
  bool in_kernel;
  uint8_t why;      /* why the walk ended */
  uint32_t frames;
  uint64_t *frame;  /* as collect_walk() stores them; valid until the next call */
  uintptr_t sp;
} sample_event;
/* Takes the next sample out of the ring. False: there is none. *lost grows by the samples for which the ring had no room. */
bool sample_ring_next(sample_ring *r, sample_event *e, uint64_t *lost);
/* Whether there may be one. */
bool sample_ring_has(const sample_ring *r);
/* What the samples count, for a message: "task-clock", or the event as given. */
const char *sample_perf_name(void);

#endif
