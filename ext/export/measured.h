/* Values that somebody measured: counters of kernels (counters_collection), what was sampled while they ran (spm_counters), and what samples, calls and
** the program itself state (pmc_events). Each is a counter of its agent, where it has one, else of its process. */
#ifndef ROCPD_MEASURED_H
#define ROCPD_MEASURED_H
#include "counter.h"

/* All of them, as rocpd_export_counters(): `real` says that the value is `number`. A kernel's value lasts as long as the kernel, those of several are added
** up, and it is 0 between them; any other lasts until the next one. */
int rocpd_export_measured(rocpd_writer *w, rocpd_counter_write *write, rocpd_error *err);

#endif
