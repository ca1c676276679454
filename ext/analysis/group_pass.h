/* A parallel pass over rows that adds each to the data of its group; the threads' results are merged at the end. */
#ifndef ROCPD_GROUP_PASS_H
#define ROCPD_GROUP_PASS_H
#include "group_key.h"
#include "groups.h"
#include "state_bytes.h"

typedef struct rocpd_group_class {
  size_t size; /* bytes of a group's data */
  void (*init)(void *slots, size_t n, const void *arg);
  /* Adds n rows to their groups; `slot` is the data of group 0. A duration is ROCPD_NULL if the row has no end. */
  void (*add)(void *slot, const int64_t *group, const int64_t *duration, uint32_t n, const void *arg);
  /* Adds the data of one group to another's. Returns SQLITE_OK or SQLITE_NOMEM; `to` is unchanged then. */
  int (*merge)(void *to, const void *from, const void *arg);
  /* For group_state.h: writes the data of a group, and reads them back into an initialized one. Contradictions set from->bad. NULL: there are no states. */
  void (*save)(const void *slot, rocpd_state_writer *to, const void *arg);
  int (*load)(void *slot, rocpd_state_reader *from, const void *arg);
  void (*drop)(void *slot); /* frees what the data own. NULL: they own nothing. Rows are not added to classes that have it */
} rocpd_group_class;

/* Groups, and the data of each. */
typedef struct rocpd_group_table {
  rocpd_groups groups;
  char *slot;
  size_t room; /* number of slots allocated */
} rocpd_group_table;

void rocpd_group_table_free(rocpd_group_table *t);
/* The same for a class whose data own memory. */
void rocpd_group_table_drop(rocpd_group_table *t, const rocpd_group_class *class);
/* Finds the group of keys, adding it if it is new: its data are initialized. */
int rocpd_group_table_add(rocpd_group_table *t, const rocpd_group_class *class, const void *arg, const int64_t *key, int64_t *group, rocpd_error *err);
/* Adds the groups of a table to another of the same session, class and number of keys. After an error, some of them are added. */
int rocpd_group_table_merge(rocpd_group_table *to, const rocpd_group_table *from, const rocpd_group_class *class, const void *arg, rocpd_error *err);

/* Groups the rows of all inputs by their first `keys` keys. After an error *out needs no freeing. */
int rocpd_group_pass(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, int keys, const rocpd_group_class *class, const void *arg,
                     rocpd_group_table *out, rocpd_error *err);
/* A block of rows in a second pass. */
typedef struct rocpd_grouped {
  rocpd_batch *batch;
  size_t number;   /* number of the batch among `batches` of all inputs' kinds, in the order of rocpd_snapshot_batches_all() */
  uint32_t first;  /* row of the batch */
  uint32_t n;
  const uint16_t *row; /* row numbers counted from `first`, if the input skips rows; NULL: rows follow each other */
  const int64_t *group, *duration;
} rocpd_grouped;

/* A second pass over rows whose groups are known: calls fn for blocks of rows that belong to groups. Worker threads call it; blocks of one batch come one
** after the other. */
int rocpd_group_again(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, const rocpd_groups *groups,
                      int (*fn)(void *arg, const rocpd_grouped *rows, rocpd_error *err), void *arg, rocpd_error *err);

#endif
