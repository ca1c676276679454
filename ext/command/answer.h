/* What reports, query and diff have in common: the rows of a trace on stdout or in a file, in the format that was asked for. */
#ifndef ROCPD_ANSWER_H
#define ROCPD_ANSWER_H
#include "report.h"

/* Puts the format into s->format, of --csv and so on, -f, or the ending of -o. Exit code. */
int rocpd_answer_format(rocpd_settings *s);
/* As rocpd_report_run(), on stdout (on a terminal by the pager), or on the file of -o, which is whole or as it was. Exit code. */
int rocpd_answer(rocpd_run *r, const rocpd_settings *s, const char *sql, bool raw, const rocpd_filling *fill);
/* A report by its name, of the trace that s names. Exit code. */
int rocpd_answer_trace(const char *name, rocpd_settings *s);
/* A report of a trace by its name, with the words behind it. */
int rocpd_answer_report(const char *name, int argc, char **argv);

#endif
