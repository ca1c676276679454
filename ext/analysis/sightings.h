/* Samples of threads that make calls, in order of time: what was such a thread doing at some moment? ext/help/tables/idle_stacks.md says which moments
** samples are of, and how much time one stands for. */
#ifndef ROCPD_SIGHTINGS_H
#define ROCPD_SIGHTINGS_H
#include "host.h"
#include "sampled.h"
#include "span.h"
#include "stack_set.h"

/* A row of `stacks`: samples with the same stack and state. */
typedef struct rocpd_sighting {
  int64_t start, end; /* end >= start */
  uint32_t stack;     /* number of the stack, or ROCPD_NO_STACK */
  uint32_t samples : 30, state : 2; /* state: enum rocpd_sampled_state */
} rocpd_sighting;

typedef struct rocpd_seen_thread {
  const rocpd_source *source;
  int64_t pid, tid;
  rocpd_sighting *row; /* [n] by end */
  size_t n;
  double part_ns[ROCPD_SAMPLED_STATES]; /* the time that a sample of this state stands for in `hotspots` */
} rocpd_seen_thread;

typedef struct rocpd_sightings {
  rocpd_seen_thread *thread; /* by source, pid and tid */
  size_t threads;
  rocpd_stack_set stacks;
  uint32_t *order, *below; /* of each stack: its place depth first, callers before callees, and the number of stacks below it, itself included */
  uint8_t *is_program; /* [stacks] whether its innermost function is one of the program, and has a name */
} rocpd_sightings;

/* The samples of the whole trace. The snapshot keeps them for the next user. Release them before the snapshot; NULL is allowed. Connection's thread; the
** functions below are thread safe. */
int rocpd_sightings_take(rocpd_snapshot *s, const rocpd_host *host, const rocpd_sightings **out, rocpd_error *err);
void rocpd_sightings_release(const rocpd_sightings *x);

/* NULL: the thread was not sampled. */
const rocpd_seen_thread *rocpd_sightings_of(const rocpd_sightings *x, const rocpd_call_thread *thread);
/* The first row that ends at a time or later; t->n: there is none. `near` is a guess: the last answer. */
size_t rocpd_sightings_from(const rocpd_seen_thread *t, size_t near, int64_t time);
/* Number of samples of a row at `from` or later, and before `to`. */
uint32_t rocpd_samples_within(const rocpd_sighting *x, int64_t from, int64_t to);

/* The innermost function on which more than half of the samples within these times agree (ext/help/tables/gaps.md). */
typedef struct rocpd_agreement { /* zeroed at first */
  int64_t function; /* ROCPD_NULL: there is none */
  uint64_t samples; /* all within the times */
  /* room, used again by the next search; free it by sqlite3_free() */
  struct rocpd_agreeing *some;
  size_t room;
} rocpd_agreement;
int rocpd_samples_agree(const rocpd_sightings *x, const rocpd_seen_thread *t, size_t *near, const rocpd_spans *times, rocpd_agreement *out, rocpd_error *err);

#endif
