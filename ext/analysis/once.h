/* Counts time that several rows share once: for the first of them by start, end and id. */
#ifndef ROCPD_ONCE_H
#define ROCPD_ONCE_H
#include "snapshot.h"

typedef struct rocpd_once_row {
  int64_t start, end, id; /* ROCPD_NULL: unknown; sorts before all other values */
  uint32_t lane;          /* only rows of the same lane share time */
  uint32_t row;           /* for the caller */
} rocpd_once_row;

/* Sorts rows by lane and times, and calls fn for each in this order. `once`: the part of its time that no earlier row of its lane covers; ROCPD_NULL: its times
** are unknown. Sorting costs little where rows are in order already, as those of a thread mostly are. Connection's thread. */
int rocpd_once_each(rocpd_session *session, rocpd_once_row *row, size_t n, int (*fn)(void *arg, const rocpd_once_row *x, int64_t once, rocpd_error *err),
                    void *arg, rocpd_error *err);

#endif
