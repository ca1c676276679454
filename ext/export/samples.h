/* Which sampled stacks the options of an export choose, for formats that add them up. */
#ifndef ROCPD_SAMPLES_H
#define ROCPD_SAMPLES_H
#include "export.h"
#include "sampled.h"

/* Do the options choose a process? x: a rocpd_export. */
bool rocpd_samples_take(const void *x, const rocpd_source *source, int64_t pid);
/* The time of the rows, in *out; NULL: the options choose none. */
const rocpd_sampled_time *rocpd_samples_time(const rocpd_export_options *o, rocpd_sampled_time *out);
/* n more samples are written. SQLITE_NOMEM. */
int rocpd_samples_count(rocpd_writer *w, uint64_t n);

#endif
