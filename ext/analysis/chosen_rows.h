/* The kernels and copies that the filter of a snapshot chooses: for answers about the whole trace that show, or add up, only what concerns these. */
#ifndef ROCPD_CHOSEN_ROWS_H
#define ROCPD_CHOSEN_ROWS_H
#include "snapshot.h"

/* It is kept with its snapshot. */
typedef struct rocpd_chosen_rows rocpd_chosen_rows;

/* *out: those in the snapshot's time window; NULL: it has no filter, so all are chosen. If kernels are chosen by name, no copy is: it has no such name.
** Connection's thread; workers may then ask whether rows are chosen. */
int rocpd_chosen_rows_of(rocpd_snapshot *s, const rocpd_chosen_rows **out, rocpd_error *err);
/* True if a kernel or copy is chosen, and for c = NULL. Its batch may be of any snapshot of the trace. */
bool rocpd_row_is_chosen(const rocpd_chosen_rows *c, const rocpd_batch *b, uint32_t row);
/* The same for an id, with its kind (ROCPD_KIND_KERNEL or _COPY; no row of another kind is chosen) and its guid, interned. */
bool rocpd_id_is_chosen(const rocpd_chosen_rows *c, int kind, int64_t guid, int64_t id);

#endif
