/* region_args: one row for each recorded argument of a call (COLLECT_ARGS=1).
**
**    SELECT name, value FROM region_args WHERE id = 1099511627777 ORDER BY position;
**    SELECT r.name, a.value FROM regions r
**      JOIN region_args a ON a.id = r.id AND a.guid = r.guid AND a.name = 'sizeBytes';
**
** id is the region's. type is the C type, value the text of the argument. Hidden:
** position (from 0), source, run, host, rank. */
#include "table.h"

ROCPD_TABLE(region_args) = {.name = "region_args", .kind = ROCPD_KIND_ARG};
