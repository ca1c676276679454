/* Cache of expensive rows, shared by all uses of a computed table within a snapshot: by the next statement, and by statements that use the table twice. */
#ifndef ROCPD_TABLE_KEPT_H
#define ROCPD_TABLE_KEPT_H
#include "table.h"

/* Returns the table's rows for these arguments (as rows() takes them), computing them if needed. If *kept is set, it owns the rows: do not free *out, but
** call rocpd_kept_release(*kept) before the snapshot is released. If *kept is NULL, nothing was cached and the caller frees *out. */
int rocpd_table_kept_rows(const rocpd_table *t, int args, rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_kept **kept, rocpd_error *err);

#endif
