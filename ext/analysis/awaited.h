/* What a waiting call waited for, by the rules of the table sync_cost (ext/help/tables/sync_cost.md). */
#ifndef ROCPD_AWAITED_H
#define ROCPD_AWAITED_H
#include "last_end.h"
#include "stream_order.h"

/* Tells when the call that launched a kernel or copy began; ROCPD_NULL: it was not traced. The number is that in rocpd_times. Returns false if it does not
** know; the time is then looked up. Any thread. */
typedef struct rocpd_launch_times {
  bool (*began)(void *arg, uint32_t number, int64_t *out);
  void *arg;
} rocpd_launch_times;

/* The rule that says what a call can have waited for. */
enum rocpd_known_by { ROCPD_BY_NOTHING, ROCPD_BY_CALL, ROCPD_BY_STREAM, ROCPD_BY_EVENT, ROCPD_BY_DEVICE, ROCPD_BY_THREAD, ROCPD_BY_PROCESS, ROCPD_KNOWN_BY };

/* State for one source. Once made, any thread may read it. */
typedef struct rocpd_awaiting {
  const rocpd_times *times;
  rocpd_used_gpus used;
  rocpd_ends ends;
  rocpd_stream_order order;
  rocpd_launch_times launched; /* may be set by the caller, and must live as long; began NULL: all times are looked up */
} rocpd_awaiting;

/* The position of a thread that looks up one call after the other; each thread needs its own. */
typedef struct rocpd_awaiting_place {
  rocpd_end_near *near;
  rocpd_link_reader *launch;
} rocpd_awaiting_place;
int rocpd_awaiting_begin(const rocpd_awaiting *a, rocpd_awaiting_place *out, rocpd_error *err);
void rocpd_awaiting_end(rocpd_awaiting_place *p);

/* `times` are the source's kernels and copies, and must live as long; those entirely outside the time from `from` to `to` do not take part in the order of
** streams. Connection's thread. After an error nothing needs to be freed. */
int rocpd_awaiting_make(rocpd_snapshot *s, rocpd_source *source, const rocpd_times *times, const rocpd_waiting *waiting, int64_t from, int64_t to,
                        rocpd_awaiting *out,
                        rocpd_error *err);
void rocpd_awaiting_drop(rocpd_awaiting *a);

/* A call that waits. */
typedef struct rocpd_wait {
  enum rocpd_wait_kind kind;
  int64_t began, start, end; /* start is later than began if only a part of the time is requested */
  int64_t key; /* its stack_id if it waits for what it launched, its id if it waits for its argument; else not used */
  int64_t pid, tid;
} rocpd_wait;

/* The kernel or copy that a call waited for. */
typedef struct rocpd_awaited {
  uint32_t number;        /* number of the kernel or copy; ROCPD_NO_ACTIVITY: none, or unknown */
  enum rocpd_known_by by;
  int64_t end;            /* of the kernel or copy */
} rocpd_awaited;

/* Finds what a call waited for. It is quick for calls that end about one after the other. */
int rocpd_find_awaited(const rocpd_awaiting *a, const rocpd_wait *w, rocpd_awaiting_place *place, rocpd_awaited *out, rocpd_error *err);

/* Lists of calls; the calls of a list are roughly in order of time. time() and read() describe the k-th call of a list; found() takes what it waited for.
** They are called in any thread, for different calls. */
typedef struct rocpd_wait_lists {
  size_t lists;
  const uint32_t *n; /* [lists] */
  void *arg;
  int64_t (*time)(void *arg, size_t list, uint32_t k);
  int (*read)(void *arg, size_t list, uint32_t k, rocpd_wait *out, rocpd_error *err);
  void (*found)(void *arg, size_t list, uint32_t k, const rocpd_wait *w, const rocpd_awaited *awaited);
} rocpd_wait_lists;
/* Finds what all calls waited for. Calls of all lists that are close in time are processed together, since they need the same kernels and copies.
** Connection's thread. */
int rocpd_awaited_all(const rocpd_awaiting *a, rocpd_session *session, const rocpd_wait_lists *lists, rocpd_error *err);

#endif
