/* When an agent or a queue was busy, or whatever activities are grouped by: the union of the intervals of its
** kernels and copies. */
#ifndef ROCPD_TIMELINE_H
#define ROCPD_TIMELINE_H
#include "bucket.h"
#include "gap.h"
#include "snapshot.h"

/* SQLite's allocator aligns to 8 bytes only. */
typedef unsigned __int128 rocpd_sum __attribute__((aligned(8)));

typedef struct rocpd_timeline {
  rocpd_source *source; /* of several the first */
  bool several;         /* sources or, at level device, agents */
  int64_t agent;        /* its id, ROCPD_NULL not known; of several, and of a process or rank, the first */
  int64_t agent_type;   /* interned "CPU" or "GPU", or ROCPD_NULL */
  int64_t part;         /* the id of the queue or stream, or the process or rank; ROCPD_NULL for the whole agent */
  int64_t name;         /* interned: the device, or the run of a rank; the node of a process; else ROCPD_NULL */
  int64_t host;         /* interned: of a rank the machine; ROCPD_NULL: several, or not known, or another level */
  uint64_t intervals;   /* of the union; touching ones are one. 0: no activity with known times */
  int64_t first, last;  /* first start and last end */
  int64_t ns[ROCPD_UNIONS]; /* lengths */
  rocpd_sum durations;  /* of all activities, added up */
  rocpd_bucket *bucket; /* [buckets] */
  struct rocpd_levels *levels; /* concurrency.h */
} rocpd_timeline;

typedef struct rocpd_timelines {
  rocpd_timeline *line;
  size_t lines;
  rocpd_gap *gap; /* pauses between the intervals of a line: all in the order of lines and times; */
  size_t gaps;    /* where not all are wanted, at least the longest, in no order */
  uint64_t all_gaps; /* that there are */
  int64_t base;      /* first start of any kernel or copy: buckets begin there */
  size_t buckets;    /* that are needed up to the last end of any */
} rocpd_timelines;

enum rocpd_timeline_level {
  /* Kernels and copies of each agent: a copy is every GPU's that takes part in it, a CPU's only
  ** when no GPU does. */
  ROCPD_LEVEL_AGENT,
  ROCPD_LEVEL_QUEUE,   /* kernels of each queue */
  ROCPD_LEVEL_STREAM,  /* kernels and copies of each stream and agent */
  ROCPD_LEVEL_DEVICE,  /* of all agents that are one device (device.h), in all sources */
  ROCPD_LEVEL_PROCESS, /* of each process, on all agents */
  ROCPD_LEVEL_RANK     /* of each run and rank, in all sources */
};

typedef struct rocpd_timeline_wish {
  enum rocpd_timeline_level level;
  size_t gaps;      /* the longest of all lines, or ROCPD_ALL_GAPS */
  bool parts;       /* all unions and the durations; else those of kernels and of copies only */
  bool computing;   /* of kernels that compute only: no copies, neither collectives nor kernels that copy. For rocpd_pieces_make() */
  bool idle;        /* lines also for GPUs without activity, none for other agents that have none */
  bool levels;      /* how many run at once */
  const struct rocpd_pause_reader *pauses; /* who gets all gaps with what came before and after each: pause.h. Then of the unions there is that of all only */
  int64_t width_ns; /* of buckets, 1 to 2^62; 0: none. With buckets there is nothing else in a line than they and its times */
} rocpd_timeline_wish;

/* Timelines in order of source, agent, part. Rows whose start or end is not known
** are left out; an end before its start counts as the start. */
#define ROCPD_ALL_GAPS SIZE_MAX
#define ROCPD_MOST_BUCKETS 10000000 /* of all lines: more are refused */
int rocpd_timelines_make(rocpd_snapshot *s, const rocpd_timeline_wish *wish, rocpd_timelines *out, rocpd_error *err);
void rocpd_timelines_drop(rocpd_timelines *t);

#endif
