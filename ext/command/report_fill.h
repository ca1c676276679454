/* What stands in braces in a report's SQL, and --sort and --columns. */
#ifndef ROCPD_REPORT_FILL_H
#define ROCPD_REPORT_FILL_H
#include "report.h"

typedef struct rocpd_filled {
  char *sql;
  int64_t limit; /* rows to print: the statement gives one more where there are more; -1: all */
} rocpd_filled;

/* The statements of one section, ready to run. Free out->sql, also after a failure. */
int rocpd_report_fill(sqlite3 *db, const rocpd_settings *s, const rocpd_filling *fill, const char *sql, size_t bytes, rocpd_filled *out);
/* Has the report the columns that --sort and --columns name? ROCPD_DONE, or the exit code when it has said which one it lacks. */
int rocpd_report_check(sqlite3 *db, const rocpd_settings *s, const rocpd_filling *fill, const char *sql);

#endif
