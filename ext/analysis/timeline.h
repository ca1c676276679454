/* When an agent or a queue was busy: the union of the intervals of its kernels and
** copies, for each source on its own. */
#ifndef ROCPD_TIMELINE_H
#define ROCPD_TIMELINE_H
#include "gap.h"
#include "snapshot.h"

typedef struct rocpd_timeline {
  rocpd_source *source;
  int64_t agent;      /* its id, ROCPD_NULL not known */
  int64_t agent_type; /* interned "CPU" or "GPU", or ROCPD_NULL */
  int64_t queue;      /* ROCPD_NULL for the whole agent */
  uint64_t intervals; /* of the union; touching ones are one. 0: no activity with known times */
  int64_t first, last;        /* first start and last end */
  int64_t kernel_ns, copy_ns; /* length of the union of the kernels, of the copies */
  int64_t busy_ns;            /* of both */
} rocpd_timeline;

typedef struct rocpd_timelines {
  rocpd_timeline *line;
  size_t lines;
  rocpd_gap *gap; /* pauses between the intervals of a line, in no order: */
  size_t gaps;    /* where not all are wanted, at least the longest */
  uint64_t all_gaps; /* that there are */
} rocpd_timelines;

enum rocpd_timeline_level {
  /* Kernels and copies of each agent: a copy is every GPU's that takes part in it, a CPU's only
  ** when no GPU does. */
  ROCPD_LEVEL_AGENT,
  ROCPD_LEVEL_QUEUE /* kernels of each queue */
};

/* Timelines in order of source, agent, queue. Rows whose start or end is not known
** are left out; an end before its start counts as the start. Wanted are the `gaps`
** longest gaps of all lines, or all with ROCPD_ALL_GAPS. */
#define ROCPD_ALL_GAPS SIZE_MAX
int rocpd_timelines_make(rocpd_session *session, rocpd_snapshot *s, enum rocpd_timeline_level level, size_t gaps, rocpd_timelines *out,
                         rocpd_error *err);
void rocpd_timelines_drop(rocpd_timelines *t);

#endif
