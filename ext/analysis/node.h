/* What tells processes of one number apart: the node that their rows name. Files of one process need none. */
#ifndef ROCPD_NODE_H
#define ROCPD_NODE_H
#include "source.h"

/* Of a row; 0 where its file is of one process. `nid` is the column, not looked at then. */
static inline int64_t rocpd_node_at(const rocpd_source *s, const rocpd_column *nid, uint32_t row) { return s->info.multi_process ? rocpd_column_at(nid, row) : 0; }

#endif
