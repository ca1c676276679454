/* Allocations with their frees, paired by address. */
#ifndef ROCPD_LIFETIME_H
#define ROCPD_LIFETIME_H
#include "snapshot.h"

typedef struct rocpd_memory_row { /* of memory_allocations */
  rocpd_batch *batch; /* NULL: there is none */
  uint32_t row;
  bool outside; /* of the time window */
} rocpd_memory_row;

/* Its value in a column; ROCPD_NULL where there is no row. */
int rocpd_memory_value(const rocpd_memory_row *at, int column, int64_t *out, rocpd_error *err);

enum rocpd_memory_state {
  ROCPD_MEMORY_FREED,
  ROCPD_MEMORY_LIVE,     /* not freed at the end */
  ROCPD_MEMORY_REPLACED, /* the address was given again, so it was freed, but by whom and when is not known */
  ROCPD_MEMORY_FOREIGN   /* freed only: it was given before the recording began */
};

typedef struct rocpd_lifetime {
  rocpd_memory_row given, taken;
  int64_t level; /* interned: REAL, VIRTUAL, or POOL: out of memory that is REAL already; ROCPD_NULL not known */
  int64_t address, size; /* size ROCPD_NULL where only its end is known */
  int64_t allocated;     /* when the allocating call returned */
  int64_t freed;         /* when the freeing call began, or where it was replaced, the other one was allocated; else ROCPD_NULL */
  enum rocpd_memory_state state;
} rocpd_lifetime;

/* Those of the whole trace, in order of file and row (of the free where there is no other): *n in a new array (sqlite3_free). Scratch memory is
** left out, and rows whose time or address is not known. The batches are those of the whole snapshot. Connection's thread. */
int rocpd_lifetimes(rocpd_snapshot *s, rocpd_lifetime **out, size_t *n, rocpd_error *err);

#endif
