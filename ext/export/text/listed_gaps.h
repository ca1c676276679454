/* Pauses of GPUs as lines of a listing. */
#ifndef ROCPD_LISTED_GAPS_H
#define ROCPD_LISTED_GAPS_H
#include "line.h"
#include "options.h"
#include "timeline.h"

typedef struct rocpd_listed_gaps {
  rocpd_gap *gap; /* in order of their starts */
  size_t n, next; /* next: for the reader */
  const char **process, **track; /* [lines] as what they are shown */
  size_t lines;
  int64_t category;
  const rocpd_numbers *bound; /* us */
  int64_t *name;  /* [bounds + 1] */
} rocpd_listed_gaps;

/* Of each agent those that the table gaps has, unless the options choose others by time, length or agent. Drop it also after a failure. */
int rocpd_listed_gaps_make(rocpd_export *x, rocpd_listed_gaps *out, rocpd_error *err);
rocpd_line rocpd_listed_gap(const rocpd_listed_gaps *g, const rocpd_gap *gap);
void rocpd_listed_gaps_drop(rocpd_listed_gaps *g);

#endif
