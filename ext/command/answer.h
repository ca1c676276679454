/* Shared by reports, query and diff: prints the rows of a trace on stdout or to a file, in the requested format. Functions return exit codes, and have said
** what is wrong. */
#ifndef ROCPD_ANSWER_H
#define ROCPD_ANSWER_H
#include "report.h"

/* Sets s->format from --csv and the like, from -f, or from the ending of -o. Exit code. */
int rocpd_answer_format(rocpd_settings *s);
/* Runs rocpd_report_run() on stdout (through the pager if it is a terminal) or to the file of -o. After a failure that file is as it was. Exit code. */
int rocpd_answer(rocpd_run *r, const rocpd_settings *s, const char *sql, bool raw, const rocpd_filling *fill);
/* Runs the report `name` on the trace that s names. Exit code. */
int rocpd_answer_trace(const char *name, rocpd_settings *s);
/* Runs the report `name` with the command line that follows the name. Exit code. */
int rocpd_answer_report(const char *name, int argc, char **argv);

#endif
