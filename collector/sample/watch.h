/* The threads that the sampler watches. The sampler's thread only, except sample_born(). */
#ifndef COLLECT_SAMPLE_WATCH_H
#define COLLECT_SAMPLE_WATCH_H
#include "perf.h"
#include "row.h"
#include "slot.h"
#include "task.h"

/* Why a running thread gets no signal. */
enum { SIGNAL_GOOD, SIGNAL_BLOCKED, SIGNAL_SMALL_STACK, SIGNAL_NEAR_END, SIGNAL_STACK_UNKNOWN, SIGNAL_NONE, SIGNAL_WHYS };

typedef struct sample_watch {
  pid_t tid;
  uint32_t number;       /* 0: the main thread; others in the order in which they were found */
  bool wanted;           /* COLLECT_SAMPLE_THREADS names it */
  bool based;            /* `last` is known */
  bool has_row;
  uint8_t unsignalled;   /* SIGNAL_*: why it got no signal when it was counted last */
  uint32_t seen;         /* the last search that found it */
  sample_files files;
  sample_slot *slot;     /* NULL: no memory */
  sample_ring ring;      /* of performance events */
  bool ring_tried;
  uint32_t ran_frame;    /* the stack of its last sample by an event */

  bool calls_too;        /* it makes traced calls: their lane has its row */
  uint32_t lane;         /* 0: it has no row yet (name.h) */
  char name[16];         /* as in its row */
  int64_t since_ns;      /* its start there: of its first sample; 0: it has none */
  int64_t name_ns;       /* when its name is to be read again */

  int64_t last_ns;       /* the end of its last row, or of the one in the making */
  sample_sched last;     /* and the counters at that time */
  uint64_t cpu_before, wait_before; /* CPU time and waiting time that rows have so far */
  uint32_t first_row, last_row; /* rows that wait, see queue.h */
  sample_row row;        /* being made: equal samples that follow each other */
  int64_t newest_ns;     /* start of its newest sample, */
  uint32_t newest_weight; /* and its weight */

  /* Where it was blocked at the last sample, which stays true as long as the scheduler's counters do not change. */
  bool blocked;
  int64_t blocked_ns;    /* since when */
  int64_t checked_ns;    /* when it was last seen there, and had not been woken */
  int32_t call;          /* the system call */
  uint32_t frame;
  uint64_t stack_id;

  int64_t waits_from;    /* when it was first seen ready to run with these counters; 0: never */
  sample_sched waits_at;
  bool often_waits;      /* for a CPU, when it was woken: */
  int64_t stays_ns, waits_ns; /* the time since it was found blocked, and what of it that was, the older the less */

  /* A signal was sent, and its answer is not a sample yet. */
  bool asked;
  int64_t asked_ns;
  sample_sched asked_at;
  bool asked_on_cpu;     /* it certainly had a CPU then */
  uint32_t late;         /* ticks at which there was no answer yet */
  int64_t late_ns;       /* the last of them */
  sample_sched late_at;  /* the counters at that time */

  int64_t mask_ns;       /* when its signal mask was read last; 0: never */
  uint64_t mask_cpu_ns;  /* the thread's CPU time then */
  int64_t mask_wait_ns;  /* for how much CPU time this holds, if it blocks our signal; for a second at most */
  bool masked;
  uintptr_t sp;          /* where its stack pointer was when seen last, 0: never */
} sample_watch;

/* Begins anew: nothing is watched. False: there is no /proc, or no memory. */
bool sample_watches_begin(void);
/* Finds threads that have begun and ended since. `all`: also if their number is the same. Calls `ended` before it forgets one. */
void sample_watches_find(bool all, void (*ended)(sample_watch *w));
uint32_t sample_watches(void);
sample_watch *sample_watch_at(uint32_t i);
/* Whether a running thread may get a signal now: SIGNAL_GOOD, or why not. */
int sample_watch_may(sample_watch *w, int64_t now, uint64_t cpu_ns);

#endif
