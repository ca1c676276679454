/* Launches by kernel and call, in batches: their times, and what is wrong with them. `launches`, whose columns would have to be made and kept, is not read. */
#ifndef ROCPD_LAUNCH_BATCH_H
#define ROCPD_LAUNCH_BATCH_H
#include "link.h"
#include "longest.h"
#include "map.h"

/* Times of a launch: durations, then when its call started. */
enum {
  ROCPD_CALL_TIME, ROCPD_QUEUE_TIME, ROCPD_KERNEL_TIME, ROCPD_TOTAL_TIME, ROCPD_LAUNCH_TIMES, ROCPD_CALL_START = ROCPD_LAUNCH_TIMES, ROCPD_LAUNCH_STORED,
  ROCPD_LAUNCH_NAMES = 2, /* of the kernel and of the call */
};
/* The class of a launch: the first of these that applies, from ROCPD_SLOW_CALL on. */
enum { ROCPD_LAUNCH_WELL, ROCPD_SLOW_CALL, ROCPD_LATE_START, ROCPD_SHORT_KERNEL, ROCPD_LAUNCH_CLASSES };

typedef struct rocpd_launch_group { /* rows of one group in one batch, with times of one clock */
  int64_t name[ROCPD_LAUNCH_NAMES], clock;
  uint32_t other; /* place of the next of these names, with another clock; 0: there is none */
  uint64_t classed[ROCPD_LAUNCH_CLASSES];
  uint32_t n, first, next; /* index of their first time; next: where the next one goes */
  int64_t longest_ns;      /* in all, and when that was */
  rocpd_longest_row longest;
} rocpd_launch_group;

typedef struct rocpd_launch_batch {
  rocpd_batch *batch;
  struct rocpd_launch_source *source;
  int64_t *place;   /* [rows] places of the calls; freed when their times have been read */
  rocpd_launch_group *group;
  size_t groups;
  rocpd_map number; /* of the first group of names */
  rocpd_column *time[ROCPD_LAUNCH_STORED]; /* group by group */
} rocpd_launch_batch;

typedef struct rocpd_launch_batches {
  struct rocpd_launch_source {
    rocpd_source *source;
    rocpd_links *calls;
    rocpd_batch **batch;
    uint8_t *met;  /* [batches] which batches of calls have some of these; atomic */
    size_t batches;
    int64_t clock; /* of its times, or with `clocks` of those of processes that have no host */
    bool clocks;
  } *source;
  size_t sources;
  rocpd_launch_batch *part;
  size_t parts;
  int64_t slow_ns, late_ns;
} rocpd_launch_batches;

/* Reads the launches of a snapshot. A call longer than slow_ns, or a kernel that waits longer than late_ns after it, has a class. After an error *out needs no
** freeing. Connection's thread. */
int rocpd_launch_batches_make(rocpd_snapshot *s, int64_t slow_ns, int64_t late_ns, rocpd_launch_batches *out, rocpd_error *err);
void rocpd_launch_batches_drop(rocpd_launch_batches *b);

#define ROCPD_NO_LAUNCH_GROUP UINT64_MAX
/* Returns the number of a group by its names; ROCPD_NO_LAUNCH_GROUP: there is no such group. */
uint64_t rocpd_launch_group_find(const rocpd_map *number, const int64_t name[ROCPD_LAUNCH_NAMES]);
/* Returns the number of a group by its names. If it is a new group, *is_new is set and its number is `groups`. SQLITE_OK or SQLITE_NOMEM. */
int rocpd_launch_group_number(rocpd_map *number, const int64_t name[ROCPD_LAUNCH_NAMES], size_t groups, uint64_t *out, bool *is_new);

#endif
