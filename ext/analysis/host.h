/* What threads of the host were in, as time goes on: their calls (calls.h) but for markers: what a program says of itself does not keep it from launching. */
#ifndef ROCPD_HOST_H
#define ROCPD_HOST_H
#include "calls.h"
#include "waits.h"

/* Of all threads. It stays with the snapshot for the next who asks, where that has room for it, and is to be released before the snapshot is (NULL is
** allowed). Connection's thread; all that follows is thread safe. */
typedef struct rocpd_host rocpd_host;
int rocpd_host_take(rocpd_snapshot *s, rocpd_host **out, rocpd_error *err);
void rocpd_host_release(rocpd_host *h);

/* The call that launched a kernel or copy. */
typedef struct rocpd_host_launch {
  const rocpd_call_thread *thread; /* NULL: none was recorded */
  int64_t start, end, name;        /* end INT64_MAX: not known */
} rocpd_host_launch;

/* Of n rows of one source, row[i] of batch[i]. */
int rocpd_host_launches(const rocpd_host *h, rocpd_batch *const *batch, const uint32_t *row, uint32_t n, rocpd_host_launch *out, rocpd_error *err);

typedef struct rocpd_host_call {
  int64_t end, name;
} rocpd_host_call;

/* Calls that are read one after the other are mostly of one batch. Zeroed at first. */
typedef struct rocpd_host_reader {
  const struct host_batch *batch;
  uint32_t first, n; /* its rows */
} rocpd_host_reader;

/* A thread, at a time that goes on. */
typedef struct rocpd_host_walk {
  const rocpd_host *host;
  const rocpd_call_thread *thread;
  rocpd_host_call *open; /* [n] calls that are open at the time, in their order: the outermost first */
  size_t n;
  uint32_t next;         /* the first call that starts later, and its times */
  int64_t start, end;    /* start INT64_MAX: there is none */
  rocpd_host_reader reader;
} rocpd_host_walk;

/* Begin at a time, with zeros but for host and thread; on to a later one, or the same. Leave it also after an error. */
int rocpd_host_enter(rocpd_host_walk *w, int64_t time, rocpd_error *err);
int rocpd_host_go_on(rocpd_host_walk *w, int64_t time, rocpd_error *err);
void rocpd_host_leave(rocpd_host_walk *w);
/* Is the thread waiting in one of the calls that are open? */
bool rocpd_host_waits(const rocpd_host_walk *w);
/* How much of the time from there to `to` it spends in calls, and the name of the outermost one with the most of it: ROCPD_NULL none. Later one
** can go on from `to`. */
int rocpd_host_spend(rocpd_host_walk *w, int64_t from, int64_t to, int64_t *ns, int64_t *longest, rocpd_error *err);

#endif
