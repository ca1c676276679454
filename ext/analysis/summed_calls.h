/* Calls that are known as sums only (summed.h), with their places in the call tree: each is the place of a frame, whose parents are the frames of the
** enclosing calls. */
#ifndef ROCPD_SUMMED_CALLS_H
#define ROCPD_SUMMED_CALLS_H
#include "snapshot.h"

#define ROCPD_NO_PLACE UINT32_MAX

typedef struct rocpd_summed_place {
  uint32_t parent; /* a smaller number; ROCPD_NO_PLACE: the thread itself */
  int64_t name;    /* ROCPD_NULL: the frame has none */
} rocpd_summed_place;

typedef struct rocpd_summed_call { /* one row of `aggregated` */
  rocpd_source *source;
  int64_t nid, pid, tid;            /* nid: rocpd_node_at() */
  int64_t guid, run, host, rank;
  int64_t category, start, end;
  uint32_t place;                   /* of the calls themselves, or of those that launched the kernels or copies */
  int kind;                         /* ROCPD_KIND_REGION, _KERNEL or _COPY */
  int64_t launched_name;            /* of kernels and copies, interned */
  uint64_t calls, ended;            /* calls: with those that have not ended */
  int64_t sum_ns, own_ns, min_ns, max_ns;
  double mean, squares;             /* squares: sum of squared differences from the mean; NaN: too large */
} rocpd_summed_call;

typedef struct rocpd_summed_calls {
  rocpd_summed_call *call; /* in order of source, nid, pid, tid */
  size_t n;
  rocpd_summed_call *launched; /* kernels and copies, in the same order; without a known call, place and tid are ROCPD_NO_PLACE and ROCPD_NULL; own_ns is 0 */
  size_t launches;
  rocpd_summed_place *place; /* parents before their children; those of one source have their own */
  uint32_t places;
} rocpd_summed_calls;

/* Finds the calls in the snapshot's time window; with `gpu`, also the kernels and copies. It is an error if calls have no place or no own time, or if frames contradict themselves; and what is one
** for rocpd_summed_each(). Drop *out also after a failure. Connection's thread. */
int rocpd_summed_calls_make(rocpd_snapshot *s, const char *table, bool gpu, rocpd_summed_calls *out, rocpd_error *err);
void rocpd_summed_calls_drop(rocpd_summed_calls *c);

#endif
