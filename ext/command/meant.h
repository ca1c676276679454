/* Suggests what was meant if SQL names a table, column or function that does not exist. */
#ifndef ROCPD_MEANT_H
#define ROCPD_MEANT_H
#include "run.h"

/* For SQLite's message "no such table: kernel", returns "; did you mean kernels?"; "" if nothing is close. Valid until the next rocpd_suggestion(). */
const char *rocpd_run_meant(rocpd_run *r, const char *message);

#endif
