/* code_objects: one row for each code object that was loaded onto an agent.
**
**    SELECT uri, load_size FROM code_objects ORDER BY load_size DESC;
**
** Hidden: source, run, host, rank. */
#include "table.h"

ROCPD_TABLE(code_objects) = {.name = "code_objects", .kind = ROCPD_KIND_CODE_OBJECT};
