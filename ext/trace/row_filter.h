/* The rows of chosen GPUs, kernels and streams (filter.h).
**
** Kernels, copies, HIP events, graph launches, barriers and allocations are chosen by themselves. What belongs to one of them goes with it: rows of base tables,
** launches, counter values, events and their arguments. Everything else, as calls and whatever only describes, stays.
** A copy is chosen by either of its GPUs; it keeps the chosen ones busy only: see rocpd_batch.owner_type. */
#ifndef ROCPD_ROW_FILTER_H
#define ROCPD_ROW_FILTER_H
#include "filter.h"

typedef struct rocpd_row_filter rocpd_row_filter;

/* For the rows of a snapshot without window, and of the session that it is of. Holds the filter. Connection's thread; for workers it does not change. */
int rocpd_row_filter_new(rocpd_session *session, rocpd_snapshot *whole, rocpd_filter *f, rocpd_row_filter **out, rocpd_error *err);
void rocpd_row_filter_free(rocpd_row_filter *r);
const rocpd_filter *rocpd_row_filter_of(const rocpd_row_filter *r);

/* May rows of the kind be left out? */
bool rocpd_row_filter_limits(const rocpd_row_filter *r, int kind);
/* The kind whose chosen rows those of a kind belong to; ROCPD_KIND_NONE: it has no such kind. */
int rocpd_row_filter_owner(int kind);
/* Kinds of events, if rows of a kind are left out with the events that they are of; 0: they are not. */
rocpd_kind_set rocpd_row_filter_events(int kind);

/* Of n batches of one kind those with chosen rows, in a new array (NULL when none) with one reference each; where all are chosen the batch itself.
** other: of kinds with an owner its chosen rows, of kinds with events all rows of these kinds. Connection's thread. */
int rocpd_row_filter_batches(rocpd_row_filter *r, rocpd_batch **batch, size_t n, rocpd_batch *const *other, size_t others,
                             rocpd_batch ***out, size_t *n_out, rocpd_error *err);

/* Is it a chosen GPU? Also true where GPUs are not chosen, or there is no filter (NULL). */
bool rocpd_row_filter_takes(const rocpd_row_filter *r, const rocpd_source *source, int64_t agent);

#endif
