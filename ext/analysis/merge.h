/* Reads the intervals of a slice in order of start, in rounds; a round covers some time. */
#ifndef ROCPD_MERGE_H
#define ROCPD_MERGE_H
#include "slice.h"
#include "sorted.h"

typedef struct rocpd_merger {
  rocpd_slice *slice;
  struct chain_cursor *cursor; /* of each chain */
  /* Intervals gathered from the chains; each chain has its own range of places. */
  int64_t *start, *end;
  uint32_t *row;                 /* row in the batch; NULL if rows are not wanted */
  const rocpd_stretch **stretch; /* stretch of each interval; NULL if rows are not wanted */
  unsigned bits;  /* number of bits of a place */
  rocpd_sorted *list; /* room for one list a chain */
  uint64_t *room; /* room for the keys of the lists */
  size_t twin;    /* half of that room */
  /* The intervals of this round, by class, one list behind the other in the first half of the room. Intervals that start together are in the order of the
  ** chains. */
  int64_t base;
  rocpd_sorted of[ROCPD_CLASSES];
  rocpd_sorted all; /* all intervals of the round, for rocpd_merger_next() */
  size_t next;
} rocpd_merger;

/* A key consists of the time from the round's base to the interval's start, and the interval's place. */
static inline int64_t rocpd_key_start(const rocpd_merger *m, uint64_t key) { return (int64_t)((uint64_t)m->base + (key >> m->bits)); }
static inline size_t rocpd_key_place(const rocpd_merger *m, uint64_t key) { return key & ((1ull << m->bits) - 1); }

/* Opens a merger; after an error it is closed already. */
int rocpd_merger_open(rocpd_slice *s, bool rows, rocpd_merger *out, rocpd_error *err);
/* Reads the next round, with at least one interval; false: there are none left. */
bool rocpd_merger_round(rocpd_merger *m);
void rocpd_merger_close(rocpd_merger *m);

/* For a merger opened with rows: reads the next interval; false: there are none left. */
typedef struct rocpd_met {
  int64_t start, end; /* end >= start */
  const rocpd_stretch *stretch;
  uint32_t row; /* of its batch */
} rocpd_met;
bool rocpd_merger_next(rocpd_merger *m, rocpd_met *out);

#endif
