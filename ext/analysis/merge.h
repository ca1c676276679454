/* The intervals of a slice in order of their starts: round by round, each of some time. */
#ifndef ROCPD_MERGE_H
#define ROCPD_MERGE_H
#include "chain.h"
#include "sorted.h"

typedef struct rocpd_merger {
  rocpd_slice *slice;
  struct chain_cursor *cursor; /* of each chain */
  /* Intervals that are gathered from the chains, each chain's at places of its own. */
  int64_t *start, *end;
  uint32_t *row;                 /* of the batch; NULL where rows are not wanted */
  const rocpd_stretch **stretch; /* likewise */
  unsigned bits;  /* that a place needs */
  rocpd_sorted *list; /* room for one of each chain */
  uint64_t *room; /* for the lists' keys */
  size_t twin;    /* half of it */
  /* This round's intervals of each class, that lie one behind the other in the first half of the room. Those that start together are
  ** in the order of the chains. */
  int64_t base;
  rocpd_sorted of[ROCPD_CLASSES];
  rocpd_sorted all; /* for rocpd_merger_next() */
  size_t next;
} rocpd_merger;

/* A key is the time of an interval's start since the round's base, and its place. */
static inline int64_t rocpd_key_start(const rocpd_merger *m, uint64_t key) { return (int64_t)((uint64_t)m->base + (key >> m->bits)); }
static inline size_t rocpd_key_place(const rocpd_merger *m, uint64_t key) { return key & ((1ull << m->bits) - 1); }

/* Closes it on error. */
int rocpd_merger_open(rocpd_slice *s, bool rows, rocpd_merger *out, rocpd_error *err);
/* The next intervals, at least one; false when there is none left. */
bool rocpd_merger_round(rocpd_merger *m);
void rocpd_merger_close(rocpd_merger *m);

/* For those who want each interval, of a merger that was opened with rows: the next one; false when there is none left. */
typedef struct rocpd_met {
  int64_t start, end; /* end >= start */
  const rocpd_stretch *stretch;
  uint32_t row; /* of its batch */
} rocpd_met;
bool rocpd_merger_next(rocpd_merger *m, rocpd_met *out);

#endif
