/* Reports: files of ext/command/report, which are in the program, and any other SQL.
**
** A report begins with a comment: "-- NAME: what it is", its help, "-- domains: D, ..." whose absence explains that it has no rows. Its statements
** follow, each behind "-- section: KEY | TITLE | NOTE", or the only one without. "-- keep: COLUMN, ..." in the comment at the begin of a section (without sections: of
** the report) names columns by importance: what it does not name, or names late, is left out first where the terminal is narrow. In braces stand {limit} and {limit:N}
** (rows, N where the user says nothing; 0: all), {name COLUMN} (kernels' names as the user wants them),
** {time COLUMN NAME} (NAME_ns, a time since the trace's begin; with --absolute NAME, as it is), {a}, {b}, {by}, {over} (of diff). */
#ifndef ROCPD_REPORT_H
#define ROCPD_REPORT_H
#include "run.h"

/* The SQL file of a report; NULL: there is none. */
const char *rocpd_report_sql(const char *name);
/* Its help: the comment at its head. sqlite3_malloc'd. */
char *rocpd_report_help(const char *name);
/* All of them, in the order of their names: name and first line. False: there is no i-th. */
bool rocpd_report_at(int i, const char **name, const char **sql);

/* What stands for {a} and so on: NULL-ended pairs of a key and an SQL text. */
typedef struct rocpd_filling { const char *key, *sql; } rocpd_filling;
/* Runs the statements of a report, or with `raw` those of a user (values as they are, nothing is filled in), and prints their rows on `out` as s asks for.
** Says what is missing, what is damaged, that there are more rows. The exit code. */
int rocpd_report_run(rocpd_run *r, const rocpd_settings *s, const char *sql, bool raw, const rocpd_filling *fill, void *out /* FILE */);

#endif
