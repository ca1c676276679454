/* The rows that a record of a SUMS segment stands for (rocz.h): the process writes them to chunks at the end, and readers make them of
** the live file before. */
#ifndef ROCZ_SUM_ROW_H
#define ROCZ_SUM_ROW_H
#include "rocz.h"

/* Fills in a row of ROCZ_OWN_SUMS. False: nothing was counted, so there is none. `is_wide`: the record is a
** rocz_wide_sum_record. `has_rows`: the events are rows, too. */
bool rocz_sum_row(const rocz_sum_record *r, bool is_wide, bool has_rows, int64_t row[ROCZ_SUM_COLUMNS]);

#endif
