/* What threads did: their calls (all regions: traced functions and ranges of markers) as they nest.
**
** The calls of a thread stand in the order of their starts, of those that start together the longest first, then by stack_id, as they began.
** A call is open from its start until its end, the end itself not included; an end before the start counts as the start, and one that is not
** known as the last time that the thread has. The parent of a call is the one, of those open at its start, that comes last before it. Where calls
** contain each other, as functions do, that is the calling one; ranges that a program starts and stops as it likes may overlap. In all cases those
** open at a time are the last one that began by then and its ancestors, as far as they are still open. A call's own (exclusive) time is that in which
** it is the last of the open ones: the own times of a thread's calls add up to the time in which it is in any.
**
** They are those of the whole trace, whatever the time window. */
#ifndef ROCPD_CALLS_H
#define ROCPD_CALLS_H
#include "launch.h"

#define ROCPD_NO_CALL UINT32_MAX

typedef struct rocpd_call_thread {
  rocpd_source *source;
  int64_t pid, tid;
  uint32_t first, n; /* its calls */
} rocpd_call_thread;

typedef struct rocpd_calls {
  rocpd_batch **batch; /* all regions of the trace */
  size_t batches;
  uint32_t *first_row; /* of each batch, counted over all, and one more */
  rocpd_call_thread *thread; /* in order of source, pid, tid */
  size_t threads;
  uint32_t n;          /* calls; [n]: */
  int64_t *start, *end;
  int64_t *place;      /* batch << 16 | row */
  uint32_t *parent;    /* ROCPD_NO_CALL: none */
  int64_t *own_ns;
  uint32_t *of_row;    /* [all rows]: the call of a row; ROCPD_NO_CALL where its start is not known, or it was not kept */
  struct rocpd_call_source { rocpd_source *source; size_t batch; } *source; /* the first batch of each, by number */
  size_t sources;
} rocpd_calls;

/* With `keep`, only rows for which keep[batch][row] is not 0; keep[batch] NULL: none of that batch. Connection's thread. */
int rocpd_calls_make(rocpd_snapshot *s, const uint8_t *const *keep, rocpd_calls *out, rocpd_error *err);
void rocpd_calls_drop(rocpd_calls *c);

/* The thread, NULL: it has no calls. */
const rocpd_call_thread *rocpd_calls_thread(const rocpd_calls *c, const rocpd_source *source, int64_t pid, int64_t tid);
/* The thread of a call. */
const rocpd_call_thread *rocpd_calls_thread_of(const rocpd_calls *c, uint32_t call);
/* The innermost call of a thread that is open at a time. */
uint32_t rocpd_call_at(const rocpd_calls *c, const rocpd_call_thread *t, int64_t time);
/* The call itself or the nearest around it that is open then. */
static inline uint32_t rocpd_call_open(const rocpd_calls *c, uint32_t call, int64_t time) {
  while (call != ROCPD_NO_CALL && c->end[call] <= time) call = c->parent[call];
  return call;
}
/* A column of the regions for the call. Thread safe. */
int rocpd_call_value(const rocpd_calls *c, uint32_t call, int column, int64_t *out, rocpd_error *err);
/* The same for one call after the other, which are mostly of one batch. */
typedef struct rocpd_call_reader {
  const rocpd_calls *calls;
  int column;
  const rocpd_batch *batch; /* of the values; NULL at first */
  const rocpd_column *values;
} rocpd_call_reader;

static inline int rocpd_call_read(rocpd_call_reader *r, uint32_t call, int64_t *out, rocpd_error *err) {
  int64_t place = r->calls->place[call];
  rocpd_batch *b = r->calls->batch[rocpd_place_batch(place)];
  int rc = b == r->batch ? SQLITE_OK : rocpd_batch_column(b, r->column, &r->values, err);
  if (rc != SQLITE_OK) return rc;
  r->batch = b;
  *out = rocpd_column_at(r->values, rocpd_place_row(place));
  return SQLITE_OK;
}

/* Those that launched rows first to first + n - 1 of a batch of kernels or copies of the snapshot, ROCPD_NO_CALL where no traced call did;
** `links` are rocpd_launch_calls() of the batch's source. Thread safe. */
int rocpd_calls_launching(const rocpd_calls *c, rocpd_links *links, rocpd_batch *b, uint32_t first, uint32_t n, uint32_t *out, rocpd_error *err);

#endif
