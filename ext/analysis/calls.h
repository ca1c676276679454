/* What threads did: their calls (all regions: traced functions and marker ranges), and how they nest.
**
** The calls of a thread are sorted by start. Among calls that start together the longest comes first, then the lowest stack_id. A call is open from its start
** up to, but not including, its end. An end before the start counts as the start. An unknown end counts as the thread's last time; since later calls may still
** lie in it, look-ups find such a call open for ever. The parent of a call is the last one before it among the calls open at its start. If calls contain each
** other, as functions do, the parent is the caller. Ranges that a program starts and stops freely may overlap. In all cases the calls open at a time are the
** last one that began by then, if still open, and those of its ancestors that are still open. A call's own (exclusive) time is the time in which it is the
** last of the open calls. The own times of a thread's calls add up to the time in which it is in any call.
**
** Calls are those of the whole trace, whatever the time window. */
#ifndef ROCPD_CALLS_H
#define ROCPD_CALLS_H
#include "launch.h"
#include "node.h"

#define ROCPD_NO_CALL UINT32_MAX

typedef struct rocpd_call_thread {
  rocpd_source *source;
  int64_t nid, pid, tid; /* nid: rocpd_node_at() */
  int64_t last;      /* last time of the thread */
  uint32_t first, n; /* its calls */
} rocpd_call_thread;

typedef struct rocpd_calls {
  rocpd_batch **batch; /* batches of all regions of the trace */
  size_t batches;
  uint32_t *first_row; /* [batches + 1] number of each batch's first row, counted over all batches */
  struct rocpd_call_source { rocpd_source *source; size_t batch; } *source; /* first batch of each source, in order of source numbers */
  size_t sources;
  /* Set by rocpd_calls_order(): */
  rocpd_call_thread *thread; /* in order of source, nid, pid, tid */
  size_t threads;
  uint32_t n;          /* calls; [n]: */
  uint32_t *row;       /* row among all regions */
  /* Set by rocpd_calls_make(): */
  int64_t *start, *end; /* INT64_MAX: the call has not ended */
  uint32_t *parent;    /* ROCPD_NO_CALL: none */
  rocpd_kept *kept;    /* owner of the order and of the rows; NULL: this struct owns them */
} rocpd_calls;

/* Each of these functions does more than the one before. Some users need no times of calls, others read them in order (rocpd_calls_walk()); only random
** access needs the arrays of rocpd_calls_make(). With `keep`, only rows with keep[batch][row] != 0 are calls; keep[batch] NULL: none of that batch. The last
** time of a thread is that of all its rows. Connection's thread. */
int rocpd_calls_rows(rocpd_snapshot *s, const uint8_t *const *keep, rocpd_calls *out, rocpd_error *err);
int rocpd_calls_order(rocpd_snapshot *s, const uint8_t *const *keep, rocpd_calls *out, rocpd_error *err);
int rocpd_calls_make(rocpd_snapshot *s, const uint8_t *const *keep, rocpd_calls *out, rocpd_error *err);
void rocpd_calls_drop(rocpd_calls *c);
/* Frees all but what is needed to find the calls that launched something. */
void rocpd_calls_forget_order(rocpd_calls *c);

/* ---- one after the other */

typedef struct rocpd_open_call {
  uint32_t call, row;
  uint32_t depth;         /* number of calls around it; x[-1] is its parent, or ROCPD_NO_CALL at depth 0 */
  int64_t start, end;
  int64_t stated_end;     /* the end in the row */
  int64_t own_ns;         /* own time so far; complete when the call is left */
  uint64_t data;          /* for the visitor; 0 in the entry that is not a call */
} rocpd_open_call;

typedef struct rocpd_call_visitor {
  int (*enter)(void *arg, rocpd_open_call *x, rocpd_error *err);
  void (*leave)(void *arg, const rocpd_open_call *x); /* may be NULL */
  void *arg;
  bool clips;             /* own time counts only between these: */
  int64_t from, to;
} rocpd_call_visitor;

/* Visits the calls of a thread in order; each is left when its own time is over. Thread safe. */
int rocpd_calls_walk(const rocpd_calls *c, const rocpd_call_thread *t, const rocpd_call_visitor *v, rocpd_error *err);
/* Visits the calls of all threads, in parallel. */
int rocpd_calls_walk_all(const rocpd_calls *c, rocpd_session *session, const rocpd_call_visitor *v, rocpd_error *err);

/* ---- looking up */

/* Finds a thread; NULL: it has no calls. */
const rocpd_call_thread *rocpd_calls_thread(const rocpd_calls *c, const rocpd_source *source, int64_t nid, int64_t pid, int64_t tid);
/* True if two threads belong to one process. */
static inline bool rocpd_is_of_process(const rocpd_call_thread *a, const rocpd_call_thread *b) {
  return a->source == b->source && a->nid == b->nid && a->pid == b->pid;
}
/* The thread of a call. */
const rocpd_call_thread *rocpd_calls_thread_of(const rocpd_calls *c, uint32_t call);
/* The innermost call of a thread that is open at a time. */
uint32_t rocpd_call_at(const rocpd_calls *c, const rocpd_call_thread *t, int64_t time);
/* The call itself, or the innermost one around it that is open at that time. */
static inline uint32_t rocpd_call_open(const rocpd_calls *c, uint32_t call, int64_t time) {
  while (call != ROCPD_NO_CALL && c->end[call] <= time) call = c->parent[call];
  return call;
}

/* The batch that a row is in. */
size_t rocpd_calls_batch(const rocpd_calls *c, uint32_t row);
/* Reads a column of regions for a call. Thread safe. */
int rocpd_call_value(const rocpd_calls *c, uint32_t call, int column, int64_t *out, rocpd_error *err);
/* Reads a column for one row or call after the other. These are mostly in one batch, or alternately in two, since writers separate a thread's calls by API. */
typedef struct rocpd_call_reader {
  const rocpd_calls *calls;
  int column;
  struct rocpd_read_batch {
    size_t number;
    uint32_t first, n; /* rows of the batch; 0 at first */
    const rocpd_column *values;
  } batch, before;
} rocpd_call_reader;

int rocpd_call_reader_enter(rocpd_call_reader *r, uint32_t row, rocpd_error *err);
static inline int rocpd_call_read_row(rocpd_call_reader *r, uint32_t row, int64_t *out, rocpd_error *err) {
  int rc = row - r->batch.first < r->batch.n ? SQLITE_OK : rocpd_call_reader_enter(r, row, err);
  if (rc == SQLITE_OK) *out = rocpd_column_at(r->batch.values, row - r->batch.first);
  return rc;
}
static inline int rocpd_call_read(rocpd_call_reader *r, uint32_t call, int64_t *out, rocpd_error *err) {
  return rocpd_call_read_row(r, r->calls->row[call], out, err);
}

/* The first rows of a source's batches. The row of a place (link.h) is that of its batch plus its row in the batch. */
const uint32_t *rocpd_calls_first_rows(const rocpd_calls *c, rocpd_source *source);
/* Finds the rows of the calls that launched rows first to first + n - 1 of a batch of kernels or copies; ROCPD_NO_CALL: the call was not traced. `links`:
** rocpd_launch_calls() of the batch's source. Thread safe. */
int rocpd_calls_launching_rows(const rocpd_calls *c, rocpd_links *links, rocpd_batch *b, uint32_t first, uint32_t n, uint32_t *out, rocpd_error *err);

#endif
