/* Timelines: when an agent, a queue, or another group of activities was busy. This is the union of the intervals of its kernels and copies. */
#ifndef ROCPD_TIMELINE_H
#define ROCPD_TIMELINE_H
#include "bucket.h"
#include "gap.h"
#include "snapshot.h"

/* SQLite's allocator aligns to 8 bytes only. */
typedef unsigned __int128 rocpd_sum __attribute__((aligned(8)));

typedef struct rocpd_timeline {
  rocpd_source *source; /* the first one, if there are several */
  bool several;         /* it has several sources or, at level device, several agents */
  int64_t agent;        /* id of the agent, or of the first one; ROCPD_NULL: unknown */
  int64_t agent_type;   /* interned "CPU" or "GPU", or ROCPD_NULL */
  int64_t part;         /* id of the queue or stream, or the process or rank; ROCPD_NULL for a whole agent */
  int64_t name;         /* interned device, or run of a rank; node of a process; else ROCPD_NULL */
  int64_t host;         /* interned machine of a rank; ROCPD_NULL: several, unknown, or another level */
  uint64_t intervals;   /* number of intervals of the union, where touching ones count as one. 0: no activity has known times */
  int64_t first, last;  /* first start and last end */
  int64_t ns[ROCPD_UNIONS]; /* length of each union */
  rocpd_sum durations;  /* sum of the durations of all activities */
  rocpd_bucket *bucket; /* [buckets] */
  struct rocpd_levels *levels; /* concurrency.h */
} rocpd_timeline;

typedef struct rocpd_timelines {
  rocpd_timeline *line;
  size_t lines;
  rocpd_gap *gap; /* pauses between the intervals of a line: all in the order of lines and times; */
  size_t gaps;    /* if not all are wanted, at least the longest are here, in no order */
  uint64_t all_gaps; /* total number of gaps */
  int64_t base;      /* first start of any kernel or copy: buckets begin there */
  size_t buckets;    /* number of buckets up to the last end of any activity */
} rocpd_timelines;

enum rocpd_timeline_level {
  /* Kernels and copies of each agent. A copy counts for every GPU that takes part in it, for a CPU only if no GPU does. */
  ROCPD_LEVEL_AGENT,
  ROCPD_LEVEL_QUEUE,   /* kernels of each queue */
  ROCPD_LEVEL_STREAM,  /* kernels and copies of each stream and agent */
  ROCPD_LEVEL_DEVICE,  /* kernels and copies of each device (device.h), in all sources */
  ROCPD_LEVEL_PROCESS, /* kernels and copies of each process, on all agents */
  ROCPD_LEVEL_RANK     /* kernels and copies of each run and rank, in all sources */
};

typedef struct rocpd_timeline_wish {
  enum rocpd_timeline_level level;
  size_t gaps;      /* number of longest gaps over all lines, or ROCPD_ALL_GAPS */
  bool parts;       /* compute all unions and the durations; else only the unions of kernels and of copies */
  bool computing;   /* only kernels that compute: no copies, collectives, or kernels that copy. For rocpd_pieces_make() */
  bool idle;        /* make lines for GPUs without activity, too */
  bool levels;      /* compute how many run at once */
  const struct rocpd_pause_reader *pauses; /* receives all gaps with the activities around them: pause.h. Then of the unions there is that of all only */
  int64_t width_ns; /* width of buckets, 1 to 2^62; 0: no buckets. With buckets, a line has only these and its times */
} rocpd_timeline_wish;

/* Timelines are in order of source, agent, part. Rows with an unknown start or end are left out; an end before its start counts as the start. */
#define ROCPD_ALL_GAPS SIZE_MAX
#define ROCPD_MOST_BUCKETS 10000000 /* maximum number of buckets over all lines; more are refused */
int rocpd_timelines_make(rocpd_snapshot *s, const rocpd_timeline_wish *wish, rocpd_timelines *out, rocpd_error *err);
void rocpd_timelines_drop(rocpd_timelines *t);

#endif
