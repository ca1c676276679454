/* The times in which a process had work running on any GPU; used to tell whether a call had something to wait for. */
#ifndef ROCPD_AT_WORK_H
#define ROCPD_AT_WORK_H
#include "gap.h"
#include "snapshot.h"

typedef struct rocpd_at_work {
  bool made;
  struct rocpd_worker { const rocpd_source *source; int64_t nid, pid, first, last; size_t from, n; } *process; /* first start, last end, and its pauses: n
                                                                                                               ** from index `from` on */
  size_t processes;
  rocpd_gap *pause; /* pauses of one process after the other, in order of time */
} rocpd_at_work;

/* Sets *one: whether each source uses only one GPU. Nothing else runs then during a gap of that GPU. Connection's thread. */
int rocpd_has_one_gpu(rocpd_snapshot *s, bool *one, rocpd_error *err);
/* Computes the times for all processes of a snapshot. Connection's thread. */
int rocpd_at_work_make(rocpd_snapshot *s, rocpd_at_work *out, rocpd_error *err);
void rocpd_at_work_drop(rocpd_at_work *w);
/* True if a kernel or copy of the process ran at any moment between from and to; from < to. nid: rocpd_node_at(). Thread safe. */
bool rocpd_was_at_work(const rocpd_at_work *w, const rocpd_source *source, int64_t nid, int64_t pid, int64_t from, int64_t to);

#endif
