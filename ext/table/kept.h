/* Rows of computed tables that are dear, kept with the snapshot that they were made of: for the next statement, and for those that have the table twice. */
#ifndef ROCPD_TABLE_KEPT_H
#define ROCPD_TABLE_KEPT_H
#include "table.h"

typedef struct table_kept table_kept;

/* The rows of the table for these arguments (as rows() takes them), made if they are not there. *out, whose rows stay those of *kept, is not to be freed, but
** *kept released; *kept NULL: nothing is kept, and *out is the caller's. */
int table_kept_rows(const rocpd_table *t, int args, rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, table_kept **kept, rocpd_error *err);
/* Before the snapshot is. NULL is allowed. */
void table_kept_release(table_kept *kept);

#endif
