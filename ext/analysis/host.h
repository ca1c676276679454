/* What host threads were in at successive times, in two layers. One layer is their calls (calls.h) without markers and Python functions, since these do not
** keep a program from launching. The other is these markers and functions, which say what the program did meanwhile. */
#ifndef ROCPD_HOST_H
#define ROCPD_HOST_H
#include "ranges.h"
#include "waits.h"

enum rocpd_host_layer { ROCPD_HOST_CALLS, ROCPD_HOST_RANGES, ROCPD_HOST_LAYERS };

/* Of all threads. It stays with the snapshot for the next who asks, where that has room for it, and is to be released before the snapshot is (NULL is
** allowed). Connection's thread; all that follows is thread safe. */
typedef struct rocpd_host rocpd_host;
int rocpd_host_take(rocpd_snapshot *s, rocpd_host **out, rocpd_error *err);
/* Pauses of something less than a GPU will be asked about, in which others of it may be at work. Connection's thread, before. */
int rocpd_host_look_within(rocpd_host *h, rocpd_snapshot *s, rocpd_error *err);
void rocpd_host_release(rocpd_host *h);

/* The call that launched a kernel or copy. */
typedef struct rocpd_host_launch {
  const rocpd_call_thread *thread; /* NULL: none was recorded */
  int64_t start, end, name;        /* end INT64_MAX: not known */
  int64_t waited_until;            /* of the kernel or copy: rocpd_told_end() */
} rocpd_host_launch;

/* Of n rows of one source, row[i] of batch[i]. */
int rocpd_host_launches(const rocpd_host *h, rocpd_batch *const *batch, const uint32_t *row, uint32_t n, rocpd_host_launch *out, rocpd_error *err);

typedef struct rocpd_host_call {
  int64_t start, end; /* end INT64_MAX: not known */
  int64_t name;       /* of the function; of a range see rocpd_host_range_name() */
  uint32_t row;
} rocpd_host_call;

/* Calls that are read one after the other are mostly of one batch. Zeroed at first. */
typedef struct rocpd_host_reader {
  const struct host_batch *batch;
  uint32_t first, n; /* its rows */
} rocpd_host_reader;

#define ROCPD_HOST_AHEAD 64 /* at most */

/* A thread in one of the layers, at a time that goes on. */
typedef struct rocpd_host_walk {
  const rocpd_host *host;
  const rocpd_call_thread *thread; /* of the layer */
  enum rocpd_host_layer layer;
  rocpd_host_call *open; /* [n] calls that are open at the time, in their order: the outermost first */
  size_t n, room;
  uint32_t next;         /* the first call that starts later, and its times */
  int64_t start, end;    /* start INT64_MAX: there is none */
  rocpd_host_reader reader;
  struct { uint32_t first, n; int64_t start[ROCPD_HOST_AHEAD], end[ROCPD_HOST_AHEAD]; } ahead; /* calls of one batch that have been read */
} rocpd_host_walk;

/* Begin at a time, with zeros but for host, thread and layer; on to a later one, or the same. Leave it also after an error. */
int rocpd_host_enter(rocpd_host_walk *w, int64_t time, rocpd_error *err);
int rocpd_host_go_on(rocpd_host_walk *w, int64_t time, rocpd_error *err);
void rocpd_host_leave(rocpd_host_walk *w);
/* The next call, which starts later, is passed. It is among the open ones then if it is open at `time`, to or beyond which the walk goes on before any other look at them. */
int rocpd_host_pass(rocpd_host_walk *w, int64_t time, rocpd_error *err);
/* The call that rocpd_host_pass() would pass, where there is one (w->start). */
rocpd_host_call rocpd_host_next(const rocpd_host_walk *w);

/* Is it a call of a function that waits for the GPU? */
bool rocpd_host_waits(const rocpd_host *h, int64_t name);
/* Was the thread's process at work on any GPU between two times in a pause of one? */
bool rocpd_host_works(const rocpd_host *h, const rocpd_call_thread *thread, int64_t from, int64_t to);
/* The thread of a launch in the layer of ranges; NULL: it has none. */
const rocpd_call_thread *rocpd_host_ranges(const rocpd_host *h, const rocpd_call_thread *thread);
/* A marker's message, a Python function or its label. */
int rocpd_host_range_name(const rocpd_host *h, uint32_t row, int64_t *out, rocpd_error *err);

#endif
