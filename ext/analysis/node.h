/* The node (machine) of a row, which distinguishes processes with the same pid in a merged file. Files of one process need none. */
#ifndef ROCPD_NODE_H
#define ROCPD_NODE_H
#include "source.h"

/* The node of a row; 0 if its file has one process. `nid` is the column; it is not read then. */
static inline int64_t rocpd_node_at(const rocpd_source *s, const rocpd_column *nid, uint32_t row) {
  return s->info.multi_process ? rocpd_column_at(nid, row) : 0;
}

#endif
