/* The filters of rows that options choose: --rank, --pid, --gpu, --kernel and --stream. */
#ifndef ROCPD_FILTER_KEYS_H
#define ROCPD_FILTER_KEYS_H

/* Their numbers in rocpd_settings.filter. */
enum { ROCPD_FILTER_RANK, ROCPD_FILTER_PID, ROCPD_FILTER_GPU, ROCPD_FILTER_KERNEL, ROCPD_FILTER_STREAM, ROCPD_FILTERS };
/* Their names, which are the keys of rocpd_filter(). */
extern const char *const rocpd_filter_keys[ROCPD_FILTERS];
/* Returns the filters that a list of names begins with, up to the end of the line or '|': bits 1 << ROCPD_FILTER_GPU and so on. */
unsigned rocpd_filters_named(const char *list);

#endif
