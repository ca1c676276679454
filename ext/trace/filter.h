/* The filter of a connection: which processes, GPUs, kernels and streams count. rocpd_filter() sets it, every snapshot that is taken afterwards obeys it.
**
** Processes are chosen as if the others were not attached (process_filter.h): their sources are not in the snapshot. GPUs, kernels and streams are chosen
** as a time window chooses rows (row_filter.h): rocpd_snapshot_batches() has the chosen rows, and rocpd_snapshot_whole() all rows, so that the causes of
** what the chosen ones did are found among all. */
#ifndef ROCPD_FILTER_H
#define ROCPD_FILTER_H
#include "match.h"
#include "snapshot.h"

/* An agent that is a chosen GPU. */
typedef struct rocpd_chosen_gpu {
  const rocpd_source *source;
  int64_t agent, node; /* its id, its absolute index */
} rocpd_chosen_gpu;

/* Finds the GPUs of a snapshot that the patterns choose, in order of source number and agent: *n in a new array (sqlite3_free). */
typedef int (*rocpd_find_gpus)(rocpd_snapshot *whole, const rocpd_patterns *gpus, rocpd_chosen_gpu **out, size_t *n, rocpd_error *err);

/* What the filter chooses by. An empty list chooses everything. A filter does not change once it is set; the trace and its snapshots hold references. */
typedef struct rocpd_filter {
  int refs;
  rocpd_numbers pids, ranks;
  rocpd_patterns gpus, kernels, streams;
  rocpd_find_gpus find_gpus; /* a higher layer knows the names of GPUs */
} rocpd_filter;

/* What a table's rows may be chosen by (rocpd_table.takes). */
enum { ROCPD_TAKES_GPU = 1, ROCPD_TAKES_KERNEL = 2, ROCPD_TAKES_STREAM = 4, ROCPD_TAKES_ROWS = 7 };
/* The ones of these that the filter uses; 0 for NULL. */
unsigned rocpd_filter_rows(const rocpd_filter *f);
/* SQLITE_ERROR if the filter uses something (`by`) that the table does not take (`takes`). */
int rocpd_filter_expect(const char *table, unsigned takes, unsigned by, rocpd_error *err);
/* True if it chooses processes. */
bool rocpd_filter_processes(const rocpd_filter *f);

/* *yes: one of the patterns matches a kernel's name as it stands in the trace, demangled, or shortened (demangle.h). SQLITE_NOMEM. */
int rocpd_kernel_matches(const rocpd_patterns *p, const char *name, bool *yes);
/* True if one of the patterns matches a stream's id or its name (may be NULL). */
bool rocpd_stream_matches(const rocpd_patterns *p, int64_t id, const char *name);

/* A new filter that limits nothing, with one reference; NULL: out of memory. */
rocpd_filter *rocpd_filter_new(void);
/* NULL is no filter. Connection's thread. */
rocpd_filter *rocpd_filter_ref(rocpd_filter *f);
void rocpd_filter_unref(rocpd_filter *f);

#endif
