/* The columns that say which group of kernels and copies a row is about: the first columns of the tables gpu_time and concurrency. */
#ifndef ROCPD_TABLE_GROUP_H
#define ROCPD_TABLE_GROUP_H
#include "rows.h"
#include "timeline.h"

/* The list of a table's columns begins with these. */
#define ROCPD_GROUP_COLUMNS(C, H) \
  C(DEVICE, device, TEXT) C(AGENT, agent_id, INTEGER) C(TYPE, type, TEXT) C(QUEUE, queue_id, INTEGER) C(STREAM, stream_id, INTEGER) \
  C(PID, pid, INTEGER) C(RANK, rank, INTEGER) H(GUID, guid, TEXT) H(SOURCE, source, TEXT) H(RUN, run, TEXT) H(HOST, host, TEXT)

/* Finds the level that an argument `by` names; false if it names none of these. */
#define ROCPD_GROUP_LEVELS "'device', 'agent', 'queue', 'stream', 'process', 'rank'"
bool rocpd_group_level(const char *by, enum rocpd_timeline_level *level);
/* For rocpd_table.takes_of: groups of streams are right if the filter leaves streams out. arg[0] is `by`. */
unsigned rocpd_group_takes(const char *const *arg);
/* Sets these columns of a row to those of a timeline. `whose` caches the identity of the last row; zero it at first. Connection's thread. */
int rocpd_group_fill(rocpd_snapshot *s, enum rocpd_timeline_level level, const rocpd_timeline *l, rocpd_identity *whose, int64_t *value, rocpd_error *err);

#endif
