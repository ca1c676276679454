/* The files of reports, which are embedded, and what the comment at the beginning of one says: report.h. */
#ifndef ROCPD_REPORT_HEAD_H
#define ROCPD_REPORT_HEAD_H
#include <stdbool.h>

/* The SQL file of a report; NULL: there is none. */
const char *rocpd_report_sql(const char *name);
/* The i-th report in order of names: its name and SQL. False: there are fewer. */
bool rocpd_report_at(int i, const char **name, const char **sql);
/* Returns the line of the comment at the beginning of `sql` that begins with `mark` ("-- filters:"), after the mark; NULL: there is none. */
const char *rocpd_comment_line(const char *sql, const char *mark);

/* Returns its help, the comment at its beginning. The caller frees it by sqlite3_free(). */
char *rocpd_report_help(const char *name);
/* The groups of options (ROCPD_G_*) that a report takes. */
unsigned rocpd_report_groups(const char *name);
/* Why a report does not take a filter's option ("--gpu"): a text that ends with its line. NULL: it takes it, the option is another one, or nothing is said. */
const char *rocpd_report_refuses(const char *name, const char *option);

#endif
