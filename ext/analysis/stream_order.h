/* Order of kernels and copies across streams. If stream B waits for event e (hipStreamWaitEvent), it waits for what was in stream A when e was recorded
** (hipEventRecord). The starts of calls decide: work launched into a stream comes after everything launched into it before. */
#ifndef ROCPD_STREAM_ORDER_H
#define ROCPD_STREAM_ORDER_H
#include "map.h"
#include "stream_call.h"

typedef struct rocpd_stream_order { /* zeroed: no order is known */
  uint32_t *list; /* lists of numbers of kernels and copies, one after the other; each begins with its length */
  size_t size;
  rocpd_map of_activity, of_call; /* number of a kernel or copy -> list of what it comes after; id of a call that waits for a stream or event -> likewise */
} rocpd_stream_order;

/* Finds the order of the kernels and copies in `times` that overlap the time from `from` to `to`. Connection's thread. After an error nothing needs to be
** freed. */
int rocpd_stream_order_make(rocpd_snapshot *s, rocpd_source *source, const rocpd_times *times, const rocpd_used_gpus *used, const rocpd_waiting *waiting,
                            int64_t from, int64_t to, rocpd_stream_order *out, rocpd_error *err);
void rocpd_stream_order_drop(rocpd_stream_order *o);

/* Lists what a kernel or copy comes after, besides earlier work in its queue and stream; *n of them. This and the next function are thread safe. */
static inline const uint32_t *rocpd_order_before(const rocpd_stream_order *o, uint32_t activity, uint32_t *n) {
  uint64_t at = rocpd_map_get(&o->of_activity, activity, UINT64_MAX);
  *n = at == UINT64_MAX ? 0 : o->list[at];
  return *n ? &o->list[at + 1] : NULL;
}
/* Lists what a call that waits for a stream or event waits for; false: unknown. */
static inline bool rocpd_order_awaited(const rocpd_stream_order *o, int64_t call, const uint32_t **list, uint32_t *n) {
  uint64_t at = rocpd_map_get(&o->of_call, (uint64_t)call, UINT64_MAX);
  if (at == UINT64_MAX) return false;
  *n = o->list[at], *list = &o->list[at + 1];
  return true;
}

#endif
