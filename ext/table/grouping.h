/* The columns that say which group of kernels and copies a row is about: the first columns of the tables gpu_time and concurrency. */
#ifndef ROCPD_TABLE_GROUP_H
#define ROCPD_TABLE_GROUP_H
#include "rows.h"
#include "timeline.h"

/* Use both at the beginning of a table's columns: ROCPD_GROUP in the enum of their numbers, ROCPD_GROUP_COLUMNS in their definitions. */
#define ROCPD_GROUP DEVICE, AGENT, TYPE, QUEUE, STREAM, PID, RANK, GUID, SOURCE, RUN, HOST
#define ROCPD_GROUP_COLUMNS \
  [DEVICE] = {"device", "TEXT", ROCPD_TEXT, 0}, [AGENT] = {"agent_id", "INTEGER", ROCPD_INT, 0}, [TYPE] = {"type", "TEXT", ROCPD_TEXT, 0}, \
  [QUEUE] = {"queue_id", "INTEGER", ROCPD_INT, 0}, [STREAM] = {"stream_id", "INTEGER", ROCPD_INT, 0}, [PID] = {"pid", "INTEGER", ROCPD_INT, 0}, \
  [RANK] = {"rank", "INTEGER", ROCPD_INT, 0}, [GUID] = {"guid", "TEXT", ROCPD_TEXT, ROCPD_C_HIDDEN}, [SOURCE] = {"source", "TEXT", ROCPD_TEXT, ROCPD_C_HIDDEN}, \
  [RUN] = {"run", "TEXT", ROCPD_TEXT, ROCPD_C_HIDDEN}, [HOST] = {"host", "TEXT", ROCPD_TEXT, ROCPD_C_HIDDEN}

/* Finds the level that an argument `by` names; false if it names none of these. */
#define ROCPD_GROUP_LEVELS "'device', 'agent', 'queue', 'stream', 'process', 'rank'"
bool rocpd_group_level(const char *by, enum rocpd_timeline_level *level);
/* For rocpd_table.takes_of: groups of streams are right if the filter leaves streams out. arg[0] is `by`. */
unsigned rocpd_group_takes(const char *const *arg);
/* Sets these columns of a row to those of a timeline. `whose` caches the identity of the last row; zero it at first. Connection's thread. */
int rocpd_group_fill(rocpd_snapshot *s, enum rocpd_timeline_level level, const rocpd_timeline *l, rocpd_identity *whose, int64_t *value, rocpd_error *err);

#endif
