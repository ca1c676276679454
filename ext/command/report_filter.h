/* What the options --gpu, --kernel and --stream do to a section of a report. Comments at its beginning (or at that of a report without sections) say it:
**
**    -- filters: gpu, stream            its statement runs with these filters; the others are removed while it does
**    -- shown: kernel, stream | TEXT    of these, if given: the answer is of all work, and the title says so: (of all work; TEXT --kernel gemm*)
**    -- all: TEXT                       if another one is given, the title says so: (all: TEXT)
**
** The same lines at the beginning of a report with sections hold for the options of the whole report (report.h). */
#ifndef ROCPD_REPORT_FILTER_H
#define ROCPD_REPORT_FILTER_H
#include "run.h"

/* The filters of GPUs, kernels and streams that the user gave: bits 1 << ROCPD_FILTER_GPU and so on. */
unsigned rocpd_filters_given(const rocpd_settings *s);
/* Removes from the connection, or sets again, filters according to the comments of a section. *keys: those that are set now. *note becomes what the title
** says, or NULL; the caller frees it. Exit code. */
int rocpd_report_filter(rocpd_run *r, const rocpd_settings *s, const char *sql, unsigned *keys, char **note);

#endif
