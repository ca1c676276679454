/* The owners of a kernel or copy: the agents (or queue, stream, process, rank) that it keeps busy. */
#ifndef ROCPD_OWNER_H
#define ROCPD_OWNER_H
#include "timeline.h"

/* The columns of a batch that determine owners. `part` is set if the level divides agents or spans several. `run` is set at level rank; at level process it
** is the node, since a merged database may have processes with one pid on two machines. `host` is set at level rank if the file has several processes.
** `other` is the source agent of copies. */
typedef struct rocpd_owner_columns {
  const rocpd_column *start, *end, *agent, *type, *part, *run, *host, *other, *other_type;
} rocpd_owner_columns;

int rocpd_owner_columns_load(rocpd_batch *b, enum rocpd_timeline_level level, rocpd_owner_columns *c, rocpd_error *err);

/* True if the level distinguishes agents. */
static inline bool rocpd_level_of_agents(enum rocpd_timeline_level level) { return level != ROCPD_LEVEL_PROCESS && level != ROCPD_LEVEL_RANK; }

typedef struct rocpd_owner {
  int64_t agent, type;
} rocpd_owner;

/* Finds the one or two owners of an activity on `agent`. `other` is the source of a copy; its type is ROCPD_NULL if it does not count. A CPU is an owner
** only if no GPU takes part. */
static inline int rocpd_owners(rocpd_owner agent, rocpd_owner other, int64_t gpu, rocpd_owner out[2]) {
  bool from_gpu = other.type == gpu;
  out[0] = from_gpu && agent.type != gpu ? other : agent;
  out[1] = other;
  return 1 + (from_gpu && agent.type == gpu && other.agent != agent.agent);
}

/* Finds the GPUs that a row kept busy, two for a copy between GPUs; returns their number. Agents of unknown type count. */
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
  return ROCPD_ORDER(s->number, t->number) ?: ROCPD_ORDER(agent, other);
}

/* Lists the batches of the kinds that count at this level, kernels first: *n in a new array (sqlite3_free). Rows are cut at the bounds of the time window. */
int rocpd_owner_batches(rocpd_snapshot *s, enum rocpd_timeline_level level, rocpd_batch ***out, size_t *n, rocpd_error *err);

#endif
