/* Tells what host threads were doing at successive times, in two layers. One layer has their calls (calls.h) without markers and Python functions, since
** these do not keep a program from launching. The other has these markers and functions, which say what the program did meanwhile. */
#ifndef ROCPD_HOST_H
#define ROCPD_HOST_H
#include "ranges.h"
#include "waits.h"

enum rocpd_host_layer { ROCPD_HOST_CALLS, ROCPD_HOST_RANGES, ROCPD_HOST_LAYERS };

/* The layers of all threads. The snapshot keeps it for the next user. Release it before the snapshot; NULL is allowed. Call these two on the
** connection's thread; all functions below are thread safe. */
typedef struct rocpd_host rocpd_host;
int rocpd_host_take(rocpd_snapshot *s, rocpd_host **out, rocpd_error *err);
/* Call this first if pauses of a part of a GPU are examined, such as of a queue, during which other parts may work. Connection's thread. */
int rocpd_host_look_within(rocpd_host *h, rocpd_snapshot *s, rocpd_error *err);
void rocpd_host_release(rocpd_host *h);

/* The call that launched a kernel or copy. */
typedef struct rocpd_host_launch {
  const rocpd_call_thread *thread; /* NULL: the call was not recorded */
  int64_t start, end, name;        /* end INT64_MAX: not known */
  int64_t waited_until;            /* rocpd_told_end() of the kernel or copy */
} rocpd_host_launch;

/* Finds the launches of n rows of one source: row[i] of batch[i]. */
int rocpd_host_launches(const rocpd_host *h, rocpd_batch *const *batch, const uint32_t *row, uint32_t n, rocpd_host_launch *out, rocpd_error *err);

typedef struct rocpd_host_call {
  int64_t start, end; /* end INT64_MAX: not known */
  int64_t name;       /* name of the function; for a range see rocpd_host_range_name() */
  uint32_t row;
} rocpd_host_call;

/* Reads one call after the other, which are mostly in one batch. Zero it at first. */
typedef struct rocpd_host_reader {
  const struct host_batch *batch;
  uint32_t first, n; /* rows of the batch */
} rocpd_host_reader;

#define ROCPD_HOST_AHEAD 64 /* at most */

/* Walks through one layer of a thread in order of time. */
typedef struct rocpd_host_walk {
  const rocpd_host *host;
  const rocpd_call_thread *thread; /* the thread in this layer */
  enum rocpd_host_layer layer;
  rocpd_host_call *open; /* [n] calls that are open at the current time, the outermost first */
  size_t n, room;
  uint32_t next;         /* the first call that starts later; start and end: its times */
  int64_t start, end;    /* start INT64_MAX: there is none */
  rocpd_host_reader reader;
  struct { uint32_t first, n; int64_t start[ROCPD_HOST_AHEAD], end[ROCPD_HOST_AHEAD]; } ahead; /* calls of one batch that have been read */
} rocpd_host_walk;

/* Begin at a time, with all members zero except host, thread and layer; move on to the same time or a later one; end, also after an error. */
int rocpd_host_enter(rocpd_host_walk *w, int64_t time, rocpd_error *err);
int rocpd_host_go_on(rocpd_host_walk *w, int64_t time, rocpd_error *err);
void rocpd_host_leave(rocpd_host_walk *w);
/* Passes the next call, which starts later. It is then among the open calls if it is open at `time`. The walk must be moved to that time, or beyond, before
** the open calls are used again. */
int rocpd_host_pass(rocpd_host_walk *w, int64_t time, rocpd_error *err);
/* The call that rocpd_host_pass() would pass; there is one if w->start is not INT64_MAX. */
rocpd_host_call rocpd_host_next(const rocpd_host_walk *w);

/* The calls of the layer ROCPD_HOST_CALLS, with their threads. */
const rocpd_calls *rocpd_host_calls(const rocpd_host *h);
/* True if a function of this name waits for the GPU. */
bool rocpd_host_waits(const rocpd_host *h, int64_t name);
/* True if the thread's process had work running on any GPU between two times within a pause. */
bool rocpd_host_works(const rocpd_host *h, const rocpd_call_thread *thread, int64_t from, int64_t to);
/* The thread of a launch in the layer of ranges; NULL: it has no ranges. */
const rocpd_call_thread *rocpd_host_ranges(const rocpd_host *h, const rocpd_call_thread *thread);
/* The name of a range: a marker's message, a Python function, or its label. */
int rocpd_host_range_name(const rocpd_host *h, uint32_t row, int64_t *out, rocpd_error *err);

#endif
