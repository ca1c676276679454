/* Allocations with their frees, paired by address. */
#ifndef ROCPD_LIFETIME_H
#define ROCPD_LIFETIME_H
#include "snapshot.h"

typedef struct rocpd_memory_row { /* of memory_allocations */
  rocpd_batch *batch; /* NULL: there is no row */
  uint32_t row;
  bool outside; /* the row is outside the time window */
} rocpd_memory_row;

/* Reads a column of the row; ROCPD_NULL if there is no row. */
int rocpd_memory_value(const rocpd_memory_row *at, int column, int64_t *out, rocpd_error *err);

enum rocpd_memory_state {
  ROCPD_MEMORY_FREED,
  ROCPD_MEMORY_LIVE,     /* not freed when recording ended */
  ROCPD_MEMORY_REPLACED, /* the address was allocated again, so the memory was freed at an unknown time */
  ROCPD_MEMORY_FOREIGN   /* only the free was recorded: it was allocated before recording began */
};

typedef struct rocpd_lifetime {
  rocpd_memory_row given, taken;
  int64_t level; /* interned: REAL, VIRTUAL, or POOL (part of memory that is REAL already); ROCPD_NULL: unknown */
  int64_t address, size; /* size is ROCPD_NULL if only the free was recorded */
  int64_t allocated;     /* when the allocating call returned */
  int64_t freed;         /* when the freeing call began or, if it was replaced, when the address was allocated again; else ROCPD_NULL */
  enum rocpd_memory_state state;
} rocpd_lifetime;

/* Finds the lifetimes of the whole trace, or of the GPUs that the filter takes, in order of file and row of the allocation (or of the
** free if there is no other): *n in a new array (sqlite3_free). Scratch memory, and rows whose time or address is unknown, are left out. Batches are those of
** the snapshot without a window. Connection's thread. */
int rocpd_lifetimes(rocpd_snapshot *s, rocpd_lifetime **out, size_t *n, rocpd_error *err);

#endif
