/* regions: one row for each traced call.
**
**    SELECT name, count(*), avg(duration) FROM regions GROUP BY name ORDER BY 3 DESC;
**    SELECT * FROM regions WHERE end IS NULL;                    -- calls that hung
**    SELECT name, result, count(*) FROM regions WHERE result <> 0 GROUP BY 1, 2;
**    SELECT c.* FROM regions p JOIN regions c                    -- calls inside calls
**      ON c.parent_stack_id = p.stack_id AND c.guid = p.guid WHERE p.name = 'hipFree';
**
** The 17 columns of rocpd 3.0.0's view. id = stack_id, unique in the process (guid).
** parent_stack_id is the traced call around it, or 0. Hidden: result (return value),
** wall_ns, source, run, host, rank. */
#include "table.h"

ROCPD_TABLE(regions) = {.name = "regions", .kind = ROCPD_KIND_REGION};
