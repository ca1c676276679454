/* Runs reports, which are embedded files of ext/command/report, and SQL of the user.
**
** A report begins with a comment: "-- NAME: summary", its help, and "-- domains: D, ...", the domains without which it has no rows. "-- filters: gpu, kernel,
** stream" names the options of filters that it takes besides --rank and --pid, and "-- refuses: TEXT" says why it takes no others. Its statements follow,
** each after a line "-- section: KEY | TITLE | NOTE"; a single statement needs none. What filters do to a section: report_filter.h. "-- keep: COLUMN, ..."
** in the comment at the beginning of a section (or of a report without sections) names columns by importance: on a narrow terminal, columns that it names
** late, or not at all, are left out first. "-- left out: ..." there leaves a section out that has no rows.
** Placeholders are filled in: {limit} and {limit:N} (number of rows, N if the user gives none; 0: all), {name COLUMN} (kernel names, short or full),
** {time COLUMN NAME} (a column NAME_ns with the time since the trace's beginning; with --absolute a column NAME with the time itself), and for diff {a}, {b},
** {by}, {over}. */
#ifndef ROCPD_REPORT_H
#define ROCPD_REPORT_H
#include "report_head.h"
#include "run.h"

/* Values of the placeholders {a} and so on: pairs of a key and an SQL text, ended by a key NULL. */
typedef struct rocpd_filling { const char *key, *sql; } rocpd_filling;
/* Runs the statements of a report, or with `raw` those of a user (values unchanged, nothing filled in), and prints their rows on `out` in the format of s.
** Says on stderr what the trace lacks, what is damaged, and if there are more rows. Returns the exit code. */
int rocpd_report_run(rocpd_run *r, const rocpd_settings *s, const char *sql, bool raw, const rocpd_filling *fill, void *out /* FILE */);

#endif
