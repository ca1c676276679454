/* What was probably meant where SQL names something that is not there. */
#ifndef ROCPD_MEANT_H
#define ROCPD_MEANT_H
#include "run.h"

/* Of SQLite's message "no such table: kernel", the end "; did you mean kernels?", else "". Until the next rocpd_suggestion(). */
const char *rocpd_run_meant(rocpd_run *r, const char *message);

#endif
