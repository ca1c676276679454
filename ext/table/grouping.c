/* See grouping.h. */
#include "grouping.h"
#include "owner.h"

enum { ROCPD_GROUP_COLUMNS(ROCPD_COLUMN_NUMBER, ROCPD_COLUMN_NUMBER) };

bool rocpd_group_level(const char *by, enum rocpd_timeline_level *level) {
  static const struct { const char *name; enum rocpd_timeline_level level; } levels[] = {
    {"device", ROCPD_LEVEL_DEVICE}, {"agent", ROCPD_LEVEL_AGENT}, {"queue", ROCPD_LEVEL_QUEUE}, {"stream", ROCPD_LEVEL_STREAM},
    {"process", ROCPD_LEVEL_PROCESS}, {"rank", ROCPD_LEVEL_RANK}};
  for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
    if (!strcmp(by, levels[i].name)) return *level = levels[i].level, true;
  return false;
}

unsigned rocpd_group_takes(const char *const *arg) { return arg[0] && !strcmp(arg[0], "stream") ? ROCPD_TAKES_STREAM : 0; }

int rocpd_group_fill(rocpd_snapshot *s, enum rocpd_timeline_level level, const rocpd_timeline *l, rocpd_identity *whose, int64_t *value, rocpd_error *err) {
  int rc = rocpd_identify(whose, s, l->source, l->agent, err);
  if (rc != SQLITE_OK) return rc;
  bool agents = rocpd_level_of_agents(level), device = level == ROCPD_LEVEL_DEVICE;
  const int64_t group[] = {
    [DEVICE] = agents ? l->name : ROCPD_NULL,
    [AGENT] = agents && !l->several ? l->agent : ROCPD_NULL,
    [TYPE] = agents ? l->agent_type : ROCPD_NULL,
    [QUEUE] = level == ROCPD_LEVEL_QUEUE ? l->part : ROCPD_NULL,
    [STREAM] = level == ROCPD_LEVEL_STREAM ? l->part : ROCPD_NULL,
    [PID] = level == ROCPD_LEVEL_PROCESS ? l->part : ROCPD_NULL,
    [RANK] = level == ROCPD_LEVEL_RANK ? l->part : l->several ? ROCPD_NULL : whose->origin.rank,
    [RUN] = level == ROCPD_LEVEL_RANK ? l->name : l->several ? ROCPD_NULL : whose->origin.run,
    [GUID] = l->several ? ROCPD_NULL : whose->guid,
    [SOURCE] = l->several ? ROCPD_NULL : whose->path,
    [HOST] = level == ROCPD_LEVEL_RANK ? l->host : l->several && !device ? ROCPD_NULL : whose->origin.host,
  };
  memcpy(value, group, sizeof group);
  return SQLITE_OK;
}
