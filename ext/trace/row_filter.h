/* The rows of chosen GPUs, kernels and streams (filter.h).
**
** Kernels, copies, HIP events, graph launches, barriers and allocations are chosen by themselves. What belongs to one of them goes with it: rows of base
** tables, launches, counter values, events and their arguments. Everything else stays: calls, and rows that describe, such as threads. A copy is chosen by
** either of its GPUs; it keeps the chosen ones busy only: see rocpd_batch.owner_type. */
#ifndef ROCPD_ROW_FILTER_H
#define ROCPD_ROW_FILTER_H
#include "filter.h"

typedef struct rocpd_row_filter rocpd_row_filter;

/* A row filter for a snapshot without a window, by these keys of the filter (ROCPD_TAKES_GPU and so on). It holds a reference to the filter. Connection's
** thread; workers may read it, since it does not change. */
int rocpd_row_filter_new(rocpd_session *session, rocpd_snapshot *whole, rocpd_filter *f, unsigned keys, rocpd_row_filter **out, rocpd_error *err);
void rocpd_row_filter_free(rocpd_row_filter *r);
/* NULL for NULL. */
rocpd_filter *rocpd_row_filter_of(const rocpd_row_filter *r);
/* The keys by which it chooses; 0 for NULL. */
unsigned rocpd_row_filter_keys(const rocpd_row_filter *r);
/* The keys that rows of a kind can be chosen by: a copy has no kernel's name. */
unsigned rocpd_row_filter_keys_of(int kind);

/* True if rows of the kind may be left out. */
bool rocpd_row_filter_limits(const rocpd_row_filter *r, int kind);
/* The kind whose rows decide whether rows of this kind are chosen; ROCPD_KIND_NONE: there is none. */
int rocpd_row_filter_owner(int kind);
/* The kinds of events with which rows of this kind are left out; 0: there are none. */
rocpd_kind_set rocpd_row_filter_events(int kind);

/* Returns those of n batches of one kind that have chosen rows, in a new array (NULL when none) with one reference each. A batch whose rows are all
** chosen is passed on unchanged. other: for kinds with an owner its chosen rows, for kinds with events all rows of these. Connection's thread. */
int rocpd_row_filter_batches(rocpd_row_filter *r, rocpd_batch **batch, size_t n, rocpd_batch *const *other, size_t others,
                             rocpd_batch ***out, size_t *n_out, rocpd_error *err);

/* True if the agent is a chosen GPU, if GPUs are not chosen, or if r is NULL. */
bool rocpd_row_filter_takes(const rocpd_row_filter *r, const rocpd_source *source, int64_t agent);

#endif
