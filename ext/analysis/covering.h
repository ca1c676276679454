/* Finds the ranges of a thread that cover most of its time in given intervals. */
#ifndef ROCPD_COVERING_H
#define ROCPD_COVERING_H
#include "host.h"
#include "span.h"

typedef struct rocpd_covering {
  uint32_t row;
  int64_t ns; /* length that it covers of the times, without what ranges that began later cover */
} rocpd_covering;

/* Finds the ranges that cover more than half of the times, which are not empty: *n of them in a new array (sqlite3_free), the one that began last first. The
** walk must be at or before the first of the times, and moves to the last. Any two of these ranges share some of the times. */
int rocpd_covering_find(rocpd_host_walk *w, const rocpd_spans *t, rocpd_covering **out, size_t *n, rocpd_error *err);

#endif
