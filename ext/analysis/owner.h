/* The owners of a kernel or copy: the agents (or queue, stream, process, rank) that it keeps busy. */
#ifndef ROCPD_OWNER_H
#define ROCPD_OWNER_H
#include "timeline.h"

/* What tells it, of one batch. `part` is there where the level divides agents or goes beyond them, `run` at level rank, and at level process
** it is the node: in a merged database processes of two may have one number; `host` is there at level rank where rows of the file are of several
** processes; `other` is the source of copies. */
typedef struct rocpd_owner_columns {
  const rocpd_column *start, *end, *agent, *type, *part, *run, *host, *other, *other_type;
} rocpd_owner_columns;

int rocpd_owner_columns_load(rocpd_batch *b, enum rocpd_timeline_level level, rocpd_owner_columns *c, rocpd_error *err);

/* Does the level tell agents apart? */
static inline bool rocpd_level_of_agents(enum rocpd_timeline_level level) { return level != ROCPD_LEVEL_PROCESS && level != ROCPD_LEVEL_RANK; }

typedef struct rocpd_owner {
  int64_t agent, type;
} rocpd_owner;

/* The one or two owners of an activity on `agent`; `other` is a copy's source, with
** other_type ROCPD_NULL where it does not count. A CPU only waits when a GPU takes part. */
static inline int rocpd_owners(rocpd_owner agent, rocpd_owner other, int64_t gpu, rocpd_owner out[2]) {
  bool from_gpu = other.type == gpu;
  out[0] = from_gpu && agent.type != gpu ? other : agent;
  out[1] = other;
  return 1 + (from_gpu && agent.type == gpu && other.agent != agent.agent);
}

/* The GPUs that a row kept busy, two of a copy between GPUs; how many. Agents of unknown type count. */
static inline int rocpd_gpus_of(const rocpd_owner_columns *c, uint32_t row, int64_t gpu, int64_t out[2]) {
  rocpd_owner agent = {rocpd_column_at(c->agent, row), rocpd_column_at(c->type, row)}, owner[2] = {agent};
  int n = 0, owners = 1;
  if (c->other) owners = rocpd_owners(agent, (rocpd_owner){rocpd_column_at(c->other, row), rocpd_column_at(c->other_type, row)}, gpu, owner);
  for (int i = 0; i < owners; i++)
    if (owner[i].agent != ROCPD_NULL && (owner[i].type == ROCPD_NULL || owner[i].type == gpu)) out[n++] = owner[i].agent;
  return n;
}

/* The order of agents: by source, then by id. */
static inline int rocpd_agent_order(const rocpd_source *s, int64_t agent, const rocpd_source *t, int64_t other) {
  if (s->number != t->number) return s->number < t->number ? -1 : 1;
  return agent < other ? -1 : agent > other;
}

/* The batches of the kinds that count at this level, kernels first: *n of them in a
** new array (sqlite3_free). What lies across an end of the time window is cut there. */
int rocpd_owner_batches(rocpd_snapshot *s, enum rocpd_timeline_level level, rocpd_batch ***out, size_t *n, rocpd_error *err);

#endif
