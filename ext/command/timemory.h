/* The call tree as timemory has it: flat, of threads, processes or all together, as the difference of two traces; as text, or as the JSON that hatchet
** reads. The figures are those of the table calls, with kernels and copies. Functions return exit codes, and have said what is wrong. */
#ifndef ROCPD_TIMEMORY_H
#define ROCPD_TIMEMORY_H
#include "run.h"

typedef struct rocpd_timemory_wish {
  const char *by;    /* "thread", "process", or "all" */
  bool flat;         /* each name once, below its thread or process */
  bool json;
  const char *other; /* a path that tables take: figures are those of the trace less those of this one; NULL: none */
} rocpd_timemory_wish;

/* Prints the metrics trip_count and wall_clock on stdout; in text, rows of kernels and copies have gpu_time in place of the latter. In JSON that is a metric of
** its own. */
int rocpd_timemory_print(rocpd_run *r, const rocpd_timemory_wish *wish);

#endif
