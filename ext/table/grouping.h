/* What kernels and copies are grouped by in tables: the columns that tell the group of a row. */
#ifndef ROCPD_TABLE_GROUP_H
#define ROCPD_TABLE_GROUP_H
#include "rows.h"
#include "timeline.h"

/* As the first columns of a table: among their numbers, among their definitions. */
#define ROCPD_GROUP DEVICE, AGENT, TYPE, QUEUE, STREAM, PID, RANK, GUID, SOURCE, RUN, HOST
#define ROCPD_GROUP_COLUMNS \
  [DEVICE] = {"device", "TEXT", ROCPD_TEXT, 0}, [AGENT] = {"agent_id", "INTEGER", ROCPD_INT, 0}, [TYPE] = {"type", "TEXT", ROCPD_TEXT, 0}, \
  [QUEUE] = {"queue_id", "INTEGER", ROCPD_INT, 0}, [STREAM] = {"stream_id", "INTEGER", ROCPD_INT, 0}, [PID] = {"pid", "INTEGER", ROCPD_INT, 0}, \
  [RANK] = {"rank", "INTEGER", ROCPD_INT, 0}, [GUID] = {"guid", "TEXT", ROCPD_TEXT, ROCPD_C_HIDDEN}, [SOURCE] = {"source", "TEXT", ROCPD_TEXT, ROCPD_C_HIDDEN}, \
  [RUN] = {"run", "TEXT", ROCPD_TEXT, ROCPD_C_HIDDEN}, [HOST] = {"host", "TEXT", ROCPD_TEXT, ROCPD_C_HIDDEN}

/* The level of an argument; false: it is none of these. */
#define ROCPD_GROUP_LEVELS "'device', 'agent', 'queue', 'stream', 'process', 'rank'"
bool rocpd_group_level(const char *by, enum rocpd_timeline_level *level);
/* The values of these columns in the rows of a timeline; `whose` is that of the last one. Connection's thread. */
int rocpd_group_fill(rocpd_snapshot *s, enum rocpd_timeline_level level, const rocpd_timeline *l, rocpd_identity *whose, int64_t *value, rocpd_error *err);

#endif
