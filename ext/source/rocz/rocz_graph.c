/* graph_launches of a chunk file, made from the kernels of each launch. They are not recorded, so they cost the traced program nothing, and exist also for a
** killed process. A launch without kernels has no row.
**
** A launch begins with its first kernel, and ends with its last one; end is NULL while a kernel has not ended. Agent and queue are those of the kernel that
** began first. */
#include "rocz_file.h"

#define GRAPH_EVENT ((int64_t)7 << 60) /* event ids, distinct from those of kernels and copies */

typedef struct launch {
  int64_t stack, exec, kernels, start, end; /* end is NULL if a kernel has none */
  int64_t tid, queue, queue_name, agent, absolute, logical, type_index, type;
} launch;

typedef struct launches {
  launch *launch;
  size_t n;
  rocpd_map place; /* stack_id -> index */
} launches;

enum { EXEC, STACK, START, END, TID, QUEUE, QUEUE_NAME, AGENT, ABSOLUTE, LOGICAL, TYPE_INDEX, TYPE, COLUMNS };
static const int column_of[COLUMNS] = {
    [EXEC] = ROCPD_KERNEL_graph_exec_id, [STACK] = ROCPD_KERNEL_stack_id, [START] = ROCPD_KERNEL_start, [END] = ROCPD_KERNEL_end,
    [TID] = ROCPD_KERNEL_tid, [QUEUE] = ROCPD_KERNEL_queue_id, [QUEUE_NAME] = ROCPD_KERNEL_queue, [AGENT] = ROCPD_KERNEL_agent_id,
    [ABSOLUTE] = ROCPD_KERNEL_agent_abs_index, [LOGICAL] = ROCPD_KERNEL_agent_log_index, [TYPE_INDEX] = ROCPD_KERNEL_agent_type_index,
    [TYPE] = ROCPD_KERNEL_agent_type};

static int launch_of(launches *all, int64_t stack, launch **out) {
  uint64_t at = rocpd_map_get(&all->place, (uint64_t)stack, UINT64_MAX);
  if (at == UINT64_MAX) {
    at = all->n;
    if (rocpd_array_push_reserve(&all->launch, all->n, sizeof(*all->launch)) != SQLITE_OK || rocpd_map_set(&all->place, (uint64_t)stack, at) != SQLITE_OK)
      return SQLITE_NOMEM;
    all->launch[all->n++] = (launch){.stack = stack, .start = ROCPD_NULL, .end = INT64_MIN + 1};
  }
  *out = &all->launch[at];
  return SQLITE_OK;
}

static void kernel_add(launch *l, const rocpd_column *const *c, uint32_t i) {
  int64_t v[COLUMNS];
  for (int k = 0; k < COLUMNS; k++) v[k] = rocpd_column_at(c[k], i);
  if (!l->kernels || (v[START] != ROCPD_NULL && (l->start == ROCPD_NULL || v[START] < l->start))) {
    l->exec = v[EXEC], l->start = v[START], l->tid = v[TID], l->queue = v[QUEUE], l->queue_name = v[QUEUE_NAME];
    l->agent = v[AGENT], l->absolute = v[ABSOLUTE], l->logical = v[LOGICAL], l->type_index = v[TYPE_INDEX], l->type = v[TYPE];
  }
  if (v[END] == ROCPD_NULL || l->end == ROCPD_NULL) l->end = ROCPD_NULL;
  else if (v[END] > l->end) l->end = v[END];
  l->kernels++;
}

static int kernels_add(launches *all, rocpd_batch *kernels, rocpd_error *err) {
  const rocpd_column *c[COLUMNS];
  int rc = rocpd_batch_column(kernels, column_of[EXEC], &c[EXEC], err);
  if (rc != SQLITE_OK || c[EXEC]->max <= 0) return rc; /* mostly there are no graph launches */
  rc = rocpd_batch_columns(kernels, column_of + EXEC + 1, COLUMNS - EXEC - 1, c + EXEC + 1, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < kernels->rows; i++) {
    launch *l = NULL;
    if (rocpd_column_at(c[EXEC], i) <= 0 || rocpd_column_at(c[STACK], i) == 0) continue; /* the call is unknown */
    rc = rocpd_fail_code(err, launch_of(all, rocpd_column_at(c[STACK], i), &l));
    if (rc == SQLITE_OK) kernel_add(l, c, i);
  }
  return rc;
}

/* ---- batches */

static void row_fill(rocpd_rocz_file *f, rocpd_rocz_batch *b, uint32_t i, const launch *l, int64_t id, int64_t name) {
  int64_t v[ROCPD_GRAPH_LAUNCH_COLUMNS], wall = f->base.info.wall_offset_ns;
  bool timed = l->start != ROCPD_NULL, ended = timed && l->end != ROCPD_NULL;
  for (int c = 0; c < ROCPD_GRAPH_LAUNCH_COLUMNS; c++) v[c] = ROCPD_NULL;
  v[ROCPD_GRAPH_LAUNCH_id] = id;
  v[ROCPD_GRAPH_LAUNCH_event_id] = GRAPH_EVENT + id;
  v[ROCPD_GRAPH_LAUNCH_tid] = l->tid;
  v[ROCPD_GRAPH_LAUNCH_agent_id] = l->agent;
  v[ROCPD_GRAPH_LAUNCH_agent_abs_index] = l->absolute;
  v[ROCPD_GRAPH_LAUNCH_agent_log_index] = l->logical;
  v[ROCPD_GRAPH_LAUNCH_agent_type_index] = l->type_index;
  v[ROCPD_GRAPH_LAUNCH_agent_type] = l->type;
  v[ROCPD_GRAPH_LAUNCH_queue_id] = l->queue;
  v[ROCPD_GRAPH_LAUNCH_queue] = l->queue_name;
  v[ROCPD_GRAPH_LAUNCH_name] = name;
  v[ROCPD_GRAPH_LAUNCH_start] = l->start;
  v[ROCPD_GRAPH_LAUNCH_end] = ended ? l->end : ROCPD_NULL;
  v[ROCPD_GRAPH_LAUNCH_duration] = ended ? l->end - l->start : ROCPD_NULL;
  v[ROCPD_GRAPH_LAUNCH_graph_exec_id] = l->exec;
  v[ROCPD_GRAPH_LAUNCH_kernel_dispatch_count] = l->kernels;
  v[ROCPD_GRAPH_LAUNCH_stack_id] = v[ROCPD_GRAPH_LAUNCH_parent_stack_id] = l->stack;
  v[ROCPD_GRAPH_LAUNCH_corr_id] = 0;
  if (timed && wall != ROCPD_NULL && __builtin_add_overflow(l->start, wall, &v[ROCPD_GRAPH_LAUNCH_wall_ns])) v[ROCPD_GRAPH_LAUNCH_wall_ns] = ROCPD_NULL;
  for (int c = 0; c < ROCPD_GRAPH_LAUNCH_COLUMNS; c++) {
    rocpd_rocz_common_value(f, ROCPD_KIND_GRAPH_LAUNCH, c, &v[c]);
    b->value[(uint64_t)c * b->base.rows + i] = v[c];
  }
  if (timed && l->start < b->base.min_time) b->base.min_time = l->start;
  if (timed && l->start > b->base.max_time) b->base.max_time = l->start;
  if (ended && l->end > b->base.max_time) b->base.max_time = l->end;
}

static int batch_add(rocpd_rocz_file *f, const launches *all, size_t first, rocpd_rocz_batches *l) {
  rocpd_rocz_batch *b = rocpd_rocz_batch_new(f, ROCPD_KIND_GRAPH_LAUNCH, 0, 0);
  int64_t name;
  if (!b) return SQLITE_NOMEM;
  b->order = first;
  b->base.rows = (uint32_t)(all->n - first < ROCPD_BATCH_ROWS ? all->n - first : ROCPD_BATCH_ROWS);
  b->base.first_rowid += (int64_t)first;
  b->value = sqlite3_malloc64((uint64_t)b->base.rows * ROCPD_GRAPH_LAUNCH_COLUMNS * sizeof(*b->value));
  int rc = b->value ? rocpd_intern(f->base.session, "Graph Execution", -1, &name) : SQLITE_NOMEM;
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->base.rows; i++) row_fill(f, b, i, &all->launch[first + i], (int64_t)first + i + 1, name);
  if (rc == SQLITE_OK) return rocpd_rocz_batches_add(l, b);
  rocpd_batch_unref(&b->base);
  return rc;
}

/* Adds a batch for rows that cannot be made, because their kernels cannot be read. */
static int broken_add(rocpd_rocz_file *f, const char *text, rocpd_rocz_batches *l) {
  rocpd_rocz_batch *b = rocpd_rocz_batch_new(f, ROCPD_KIND_GRAPH_LAUNCH, 0, UINT32_MAX);
  if (!b) return SQLITE_NOMEM;
  b->broken = sqlite3_mprintf("%s", text ? text : "damaged");
  if (b->broken) return rocpd_rocz_batches_add(l, b);
  rocpd_batch_unref(&b->base);
  return SQLITE_NOMEM;
}

int rocpd_rocz_graph_batches(rocpd_rocz_file *f, rocpd_batch **kernel, size_t n, int rc, rocpd_error *why, rocpd_rocz_batches *l, rocpd_error *err) {
  launches all = {0};
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = kernels_add(&all, kernel[i], why);
  if (rc == SQLITE_CORRUPT) rc = rocpd_fail_code(err, broken_add(f, why->message, l));
  else if (rc != SQLITE_OK) rocpd_fail_for(err, rc, why);
  for (size_t i = 0; rc == SQLITE_OK && i < all.n; i += ROCPD_BATCH_ROWS) rc = rocpd_fail_code(err, batch_add(f, &all, i, l));
  sqlite3_free(all.launch);
  rocpd_map_free(&all.place);
  return rc;
}
