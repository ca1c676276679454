/* modules, frames, stacks: call stacks, each stored once as a node of a trie.
**
**    SELECT frame_id, sum(weight) FROM stacks GROUP BY 1; */
#include "table.h"

ROCPD_TABLE(modules) = {.name = "modules", .kind = ROCPD_KIND_MODULE};
ROCPD_TABLE(frames) = {.name = "frames", .kind = ROCPD_KIND_FRAME};
ROCPD_TABLE(stacks) = {.name = "stacks", .kind = ROCPD_KIND_STACK};
