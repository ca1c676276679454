/* Cache of expensive rows, shared by all uses of a computed table within a snapshot: by the next statement, and by statements that use the table twice. */
#ifndef ROCPD_TABLE_KEPT_H
#define ROCPD_TABLE_KEPT_H
#include "table.h"

typedef struct rocpd_kept_table rocpd_kept_table;

/* Returns the table's rows for these arguments (as rows() takes them), computing them if needed. If *kept is set, it owns the rows: do not free *out, but
** release *kept. If *kept is NULL, nothing was cached and the caller frees *out. */
int rocpd_table_kept_rows(const rocpd_table *t, int args, rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_kept_table **kept,
                          rocpd_error *err);
/* Release it before the snapshot. NULL is allowed. */
void rocpd_table_kept_release(rocpd_kept_table *kept);

#endif
