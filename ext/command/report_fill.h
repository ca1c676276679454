/* Fills in the placeholders of a report's SQL, and applies --sort and --columns. */
#ifndef ROCPD_REPORT_FILL_H
#define ROCPD_REPORT_FILL_H
#include "report.h"

typedef struct rocpd_filled {
  char *sql;
  int64_t limit; /* number of rows to print; the statement returns one more if there are more. -1: all */
} rocpd_filled;

/* Makes the statements of one section ready to run. The caller frees out->sql by sqlite3_free(), also after a failure. */
int rocpd_report_fill(sqlite3 *db, const rocpd_settings *s, const rocpd_filling *fill, const char *sql, size_t bytes, rocpd_filled *out);
/* Checks that the report has the columns that --sort and --columns name. ROCPD_DONE, or an exit code after saying which one is missing. */
int rocpd_report_check(sqlite3 *db, const rocpd_settings *s, const rocpd_filling *fill, const char *sql);

#endif
