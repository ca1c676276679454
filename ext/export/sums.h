/* Events that are known as sums only (table aggregated), in exports. Formats that add calls up take sums of calls, too; all other formats leave sums out. */
#ifndef ROCPD_SUMS_H
#define ROCPD_SUMS_H
#include "summed_calls.h"

typedef struct rocpd_export rocpd_export; /* export.h */

typedef struct rocpd_export_sums {
  rocpd_summed_calls calls; /* those that the options choose; the options may still leave out their processes */
  uint64_t settled;         /* events that are not left out for being sums: they are taken, or the options do not choose them */
  int64_t left_out;         /* set by rocpd_export_warn_of_sums() */
} rocpd_export_sums;

/* Finds the calls, if the format adds calls up; else there are none. Connection's thread. */
int rocpd_export_sums_make(rocpd_export *x, rocpd_error *err);
void rocpd_export_sums_free(rocpd_export_sums *s);
/* Adds a warning with the number of events that are left out for being sums; or, in formats that keep all, that are there although time or options would
** choose others. After all is written. */
int rocpd_export_warn_of_sums(rocpd_export *x, rocpd_error *err);

#endif
