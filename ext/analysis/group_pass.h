/* A parallel pass over rows that adds each to the data of its group; the threads' results are merged at the end. */
#ifndef ROCPD_GROUP_PASS_H
#define ROCPD_GROUP_PASS_H
#include "groups.h"

typedef struct rocpd_group_class {
  size_t size; /* of what is kept for a group */
  void (*init)(void *slots, size_t n, const void *arg);
  /* Add n rows; slot is that of group 0. A duration is ROCPD_NULL where the row has no end. */
  void (*add)(void *slot, const int64_t *group, const int64_t *duration, uint32_t n, const void *arg);
  void (*merge)(void *to, const void *from, const void *arg);
} rocpd_group_class;

/* Groups, and what is kept for each. */
typedef struct rocpd_group_table {
  rocpd_groups groups;
  char *slot;
  size_t room; /* slots that there are */
} rocpd_group_table;

void rocpd_group_table_free(rocpd_group_table *t);

/* Of the rows of all inputs by their first `keys` keys. On an error nothing is left in out. */
int rocpd_group_pass(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, int keys, const rocpd_group_class *class, const void *arg,
                     rocpd_group_table *out, rocpd_error *err);
/* A block of rows in a second pass. */
typedef struct rocpd_grouped {
  rocpd_batch *batch;
  size_t number;   /* of the batch, among `batches` of all inputs' kinds: rocpd_snapshot_batches_all() gives them in this order */
  uint32_t first;  /* row of the batch */
  uint32_t n;
  const uint16_t *row; /* of each, counted from the first, where an input skips some; NULL: one after the other */
  const int64_t *group, *duration;
} rocpd_grouped;

/* A second pass, over rows whose groups are known: blocks of those that are in one. Workers' threads call fn, for a batch one after the other. */
int rocpd_group_again(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, const rocpd_groups *groups,
                      int (*fn)(void *arg, const rocpd_grouped *rows, rocpd_error *err), void *arg, rocpd_error *err);

#endif
