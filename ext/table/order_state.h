/* Inside of the order of a cursor's rows: what order.c and order_sort.c share. It belongs to the cursor, which frees it by rocpd_table_order_free();
** connection's thread. */
#ifndef ROCPD_ORDER_STATE_H
#define ROCPD_ORDER_STATE_H
#include "module.h"

typedef struct rocpd_order_column {
  int column;
  bool descending;
  int type;
  int64_t min, max; /* bounds of the values that occur; for text, of their positions */
  uint64_t size;    /* max - min + 2: one for NULL; 0: 2^64 */
} rocpd_order_column;

typedef struct rocpd_sort_run {
  const sort_entry *next, *end;
  const rocpd_table_sort *of;
} rocpd_sort_run;

struct rocpd_table_sort {
  rocpd_table_cursor *cur;
  int columns, packed; /* the first `packed` make up the key */
  bool distinct;
  rocpd_order_column column[TABLE_MAX_ORDER];
  const uint32_t *position;
  uint64_t keys; /* number of possible keys; 2^64 - 1 also stands for more */
  /* The pairs, and the ends of the ranges that are still unsorted. */
  sort_entry *entry;
  size_t entries, capacity;
  size_t next, sorted; /* the next to give; entries before `sorted` are in order */
  size_t *later;
  size_t laters, later_capacity;
  uint64_t partitioned; /* number of entries that partitioning has passed over */
  /* Used instead if the entries are few ascending runs: the rest of each run, as a heap. */
  rocpd_sort_run *run;
  size_t runs, run_capacity;
  bool merges;
  bool has_last;
  sort_entry last; /* the last entry returned, for DISTINCT */
};

/* A value as a number in the order of values, NULL lowest. */
static inline int64_t rocpd_order_ordinal(const rocpd_table_sort *s, const rocpd_order_column *o, int64_t value) {
  if (value == ROCPD_NULL) return ROCPD_NULL;
  if (o->type == ROCPD_TEXT) return s->position[value];
  /* The bits of negative doubles are in descending order. */
  if (o->type == ROCPD_REAL && value < 0) return (int64_t)(~(uint64_t)value | 1ull << 63);
  return value;
}

/* order_sort.c: all pairs are there; rocpd_table_order_next() gives them in order from now on. SQLITE_NOMEM. */
int rocpd_table_order_sort(rocpd_table_sort *s);

#endif
