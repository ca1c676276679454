/* See entity_table.h. */
#include "entity_table.h"
#include "demangle.h"
#include "row_list.h"

/* ---- numbers */

static uint64_t mixed(int64_t a, int64_t b) {
  uint64_t x = (uint64_t)a * 0x9e3779b97f4a7c15u + (uint64_t)b;
  return (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
}

static int add_pair(rocpd_pairs *p, int64_t a, int64_t b, uint64_t key) {
  uint64_t index = rocpd_map_get(&p->of_a, (uint64_t)a, 0);
  int rc = rocpd_array_push_reserve(&p->pair, p->n, sizeof(*p->pair));
  if (rc == SQLITE_OK) rc = rocpd_map_set(&p->of_a, (uint64_t)a, index + 1);
  if (rc == SQLITE_OK) rc = rocpd_map_set(&p->place, key, p->n);
  if (rc == SQLITE_OK) p->pair[p->n++] = (rocpd_pair){a, b, (int64_t)index, ROCPD_NULL};
  return rc;
}

/* If two pairs have the same hash key, the next keys are tried. */
int rocpd_pair_number(rocpd_pairs *p, int64_t a, int64_t b, uint32_t *number) {
  *number = p->last;
  if (p->n && p->pair[p->last].a == a && p->pair[p->last].b == b) return SQLITE_OK;
  int rc = SQLITE_OK;
  for (uint64_t key = mixed(a, b);; key++) {
    *number = (uint32_t)rocpd_map_get(&p->place, key, p->n);
    if (*number == p->n) rc = add_pair(p, a, b, key);
    if (rc != SQLITE_OK || (p->pair[*number].a == a && p->pair[*number].b == b)) break;
  }
  if (rc == SQLITE_OK) p->last = *number;
  return rc;
}

void rocpd_pairs_free(rocpd_pairs *p) {
  sqlite3_free(p->pair);
  rocpd_map_free(&p->place);
  rocpd_map_free(&p->of_a);
}

/* ---- names */

int64_t rocpd_entity_agent_index(const rocpd_entity_table *c, uint32_t agent) {
  const rocpd_pair *p = &c->agent.pair[agent];
  return p->a ? p->index : p->b;
}

int64_t rocpd_entity_queue_id(const rocpd_entity_table *c, uint32_t queue) {
  return c->queue.pair[queue].b == ROCPD_NULL ? 0 : ROCPD_ENTITY_ID(queue);
}

int64_t rocpd_entity_stream_id(const rocpd_entity_table *c, uint32_t stream) { return c->stream.pair[stream].b ? ROCPD_ENTITY_ID(stream) : 0; }

int rocpd_entity_agent_name(rocpd_entity_table *c, uint32_t agent, int64_t *id) {
  rocpd_pair *p = &c->agent.pair[agent];
  int rc = p->name == ROCPD_NULL ? rocpd_intern_format(c->source->session, &p->name, "GPU %lld", rocpd_entity_agent_index(c, agent)) : SQLITE_OK;
  *id = p->name;
  return rc;
}

int rocpd_entity_queue_name(rocpd_entity_table *c, uint32_t queue, int64_t *id) {
  rocpd_pair *p = &c->queue.pair[queue];
  int rc = SQLITE_OK;
  if (p->name == ROCPD_NULL) rc = rocpd_intern_format(c->source->session, &p->name, p->b == ROCPD_NULL ? "Default Queue" : "Queue %lld", p->b);
  *id = p->name;
  return rc;
}

int rocpd_entity_stream_name(rocpd_entity_table *c, uint32_t stream, int64_t *id) {
  rocpd_pair *p = &c->stream.pair[stream];
  int rc = SQLITE_OK;
  if (p->name == ROCPD_NULL) rc = rocpd_intern_format(c->source->session, &p->name, p->b ? "Stream 0x%llx" : "Default Stream", p->b);
  *id = p->name;
  return rc;
}

int rocpd_entity_table_side(rocpd_entity_table *c, uint32_t agent, bool gpu, int64_t *side) {
  int rc = rocpd_intern(c->source->session, gpu ? "GPU" : "CPU", 3, &side[ROCPD_SIDE_TYPE]);
  side[ROCPD_SIDE_AGENT] = gpu ? ROCPD_ENTITY_ID(agent) : 0;
  side[ROCPD_SIDE_INDEX] = gpu ? rocpd_entity_agent_index(c, agent) : ROCPD_NULL;
  side[ROCPD_SIDE_DEVICE] = side[ROCPD_SIDE_TYPE];
  c->host |= !gpu;
  return rc == SQLITE_OK && gpu ? rocpd_entity_agent_name(c, agent, &side[ROCPD_SIDE_DEVICE]) : rc;
}

int rocpd_entity_table_symbol(rocpd_entity_table *c, int64_t name, uint32_t *number) {
  *number = (uint32_t)rocpd_map_get(&c->symbol_place, (uint64_t)name, c->symbols);
  if (*number < c->symbols) return SQLITE_OK;
  int rc = rocpd_array_push_reserve(&c->symbol, c->symbols, sizeof(*c->symbol));
  if (rc == SQLITE_OK) rc = rocpd_intern_owned(c->source->session, rocpd_demangled(rocpd_string(c->source->session, name, NULL)), -1,
                                               &c->symbol[c->symbols].shown);
  if (rc == SQLITE_OK) rc = rocpd_map_set(&c->symbol_place, (uint64_t)name, c->symbols);
  if (rc == SQLITE_OK) c->symbol[c->symbols++].name = name;
  return rc;
}

/* ---- rows */

static int process_rows(rocpd_entity_table *c, rocpd_row_list *l) {
  rocpd_map seen = {0};
  int rc = SQLITE_OK;
  c->source->info.pid = 0;
  for (uint32_t i = 0; rc == SQLITE_OK && i < c->thread.n; i++) {
    int64_t pid = c->thread.pair[i].a;
    if (rocpd_map_get(&seen, (uint64_t)pid, 1) == 0) continue;
    int64_t *v = rocpd_row_list_add(l);
    if (!v) rc = SQLITE_NOMEM;
    else rc = rocpd_map_set(&seen, (uint64_t)pid, 0);
    if (rc != SQLITE_OK) break;
    v[ROCPD_PROCESS_nid] = c->source->info.nid;
    v[ROCPD_PROCESS_pid] = pid;
    c->source->info.pid = l->rows == 1 ? pid : 0; /* if there are several, the source has no pid */
  }
  rocpd_map_free(&seen);
  return rc;
}

static int thread_rows(rocpd_entity_table *c, rocpd_row_list *l) {
  for (uint32_t i = 0; i < c->thread.n; i++) {
    int64_t *v = rocpd_row_list_add(l);
    if (!v) return SQLITE_NOMEM;
    v[ROCPD_THREAD_nid] = c->source->info.nid;
    v[ROCPD_THREAD_pid] = c->thread.pair[i].a;
    v[ROCPD_THREAD_tid] = c->thread.pair[i].b;
  }
  return SQLITE_OK;
}

/* The host's index among the agents is unknown. */
static int host_row(rocpd_entity_table *c, rocpd_row_list *l) {
  int64_t *v = rocpd_row_list_add(l);
  if (!v) return SQLITE_NOMEM;
  v[ROCPD_AGENT_id] = 0;
  v[ROCPD_AGENT_nid] = c->source->info.nid;
  v[ROCPD_AGENT_pid] = c->source->info.pid;
  int rc = rocpd_intern(c->source->session, "CPU", -1, &v[ROCPD_AGENT_type]);
  v[ROCPD_AGENT_name] = v[ROCPD_AGENT_type];
  return rc == SQLITE_OK ? rocpd_intern(c->source->session, "{}", -1, &v[ROCPD_AGENT_extdata]) : rc;
}

static int agent_rows(rocpd_entity_table *c, rocpd_row_list *l) {
  int rc = c->host ? host_row(c, l) : SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && i < c->agent.n; i++) {
    int64_t *v = rocpd_row_list_add(l);
    if (!v) return SQLITE_NOMEM;
    v[ROCPD_AGENT_id] = ROCPD_ENTITY_ID(i);
    v[ROCPD_AGENT_nid] = c->source->info.nid;
    v[ROCPD_AGENT_pid] = c->agent.pair[i].a ? c->agent.pair[i].a : c->source->info.pid;
    v[ROCPD_AGENT_absolute_index] = v[ROCPD_AGENT_logical_index] = v[ROCPD_AGENT_type_index] = rocpd_entity_agent_index(c, i);
    rc = rocpd_intern(c->source->session, "GPU", -1, &v[ROCPD_AGENT_type]);
    if (rc == SQLITE_OK) rc = rocpd_entity_agent_name(c, i, &v[ROCPD_AGENT_name]);
    if (rc == SQLITE_OK) rc = rocpd_intern_format(c->source->session, &v[ROCPD_AGENT_extdata], c->agent.pair[i].a ? "{\"handle\": %llu}" : "{}",
                                                  c->agent.pair[i].b);
  }
  return rc;
}

/* Adds a row of a queue or stream. */
static int handle_row(rocpd_entity_table *c, rocpd_row_list *l, int64_t id, int64_t pid, int64_t name) {
  int64_t *v = rocpd_row_list_add(l);
  if (!v) return SQLITE_NOMEM;
  v[ROCPD_QUEUE_id] = id;
  v[ROCPD_QUEUE_nid] = c->source->info.nid;
  v[ROCPD_QUEUE_pid] = pid;
  v[ROCPD_QUEUE_name] = name;
  return rocpd_intern(c->source->session, "{}", -1, &v[ROCPD_QUEUE_extdata]);
}
_Static_assert((int)ROCPD_QUEUE_name == (int)ROCPD_STREAM_name && (int)ROCPD_QUEUE_extdata == (int)ROCPD_STREAM_extdata, "handle_row() serves both");

/* Adds number 0, for rows that name none. */
static int default_row(rocpd_entity_table *c, rocpd_row_list *l, const char *text) {
  int64_t name;
  int rc = rocpd_intern(c->source->session, text, -1, &name);
  return rc == SQLITE_OK ? handle_row(c, l, 0, c->source->info.pid, name) : rc;
}

static int queue_rows(rocpd_entity_table *c, rocpd_row_list *l) {
  int64_t name;
  int rc = default_row(c, l, "Default Queue");
  for (uint32_t i = 0; rc == SQLITE_OK && i < c->queue.n; i++) {
    if (rocpd_entity_queue_id(c, i) == 0) continue;
    int64_t pid = c->agent.pair[c->queue.pair[i].a].a;
    rc = rocpd_entity_queue_name(c, i, &name);
    if (rc == SQLITE_OK) rc = handle_row(c, l, rocpd_entity_queue_id(c, i), pid ? pid : c->source->info.pid, name);
  }
  return rc;
}

static int stream_rows(rocpd_entity_table *c, rocpd_row_list *l) {
  int64_t name;
  int rc = default_row(c, l, "Default Stream");
  for (uint32_t i = 0; rc == SQLITE_OK && i < c->stream.n; i++) {
    if (rocpd_entity_stream_id(c, i) == 0) continue;
    rc = rocpd_entity_stream_name(c, i, &name);
    if (rc == SQLITE_OK) rc = handle_row(c, l, rocpd_entity_stream_id(c, i), c->source->info.pid, name);
  }
  return rc;
}

/* Kernels belong to a code object that the file does not name; its agent is known if there is only one agent. */
static int code_object_rows(rocpd_entity_table *c, rocpd_row_list *l) {
  if (!c->symbols) return SQLITE_OK;
  int64_t *v = rocpd_row_list_add(l);
  if (!v) return SQLITE_NOMEM;
  v[ROCPD_CODE_OBJECT_id] = 0;
  v[ROCPD_CODE_OBJECT_nid] = c->source->info.nid;
  v[ROCPD_CODE_OBJECT_pid] = c->source->info.pid;
  if (c->agent.n == 1) v[ROCPD_CODE_OBJECT_agent_abs_index] = rocpd_entity_agent_index(c, 0);
  return rocpd_intern(c->source->session, "", -1, &v[ROCPD_CODE_OBJECT_uri]);
}

static int symbol_rows(rocpd_entity_table *c, rocpd_row_list *l) {
  for (uint32_t i = 0; i < c->symbols; i++) {
    int64_t *v = rocpd_row_list_add(l);
    if (!v) return SQLITE_NOMEM;
    v[ROCPD_KERNEL_SYMBOL_id] = v[ROCPD_KERNEL_SYMBOL_kernel_id] = ROCPD_ENTITY_ID(i);
    v[ROCPD_KERNEL_SYMBOL_nid] = c->source->info.nid;
    v[ROCPD_KERNEL_SYMBOL_pid] = c->source->info.pid;
    v[ROCPD_KERNEL_SYMBOL_code_object_id] = 0;
    v[ROCPD_KERNEL_SYMBOL_kernel_name] = c->symbol[i].name;
    v[ROCPD_KERNEL_SYMBOL_display_name] = v[ROCPD_KERNEL_SYMBOL_formatted_kernel_name] = c->symbol[i].shown;
    v[ROCPD_KERNEL_SYMBOL_demangled_kernel_name] = c->symbol[i].shown;
  }
  return SQLITE_OK;
}

int rocpd_entity_table_rows(rocpd_entity_table *c) {
  static const struct {
    int kind;
    int (*rows)(rocpd_entity_table *c, rocpd_row_list *l);
  } part[] = {{ROCPD_KIND_PROCESS, process_rows}, {ROCPD_KIND_THREAD, thread_rows}, {ROCPD_KIND_AGENT, agent_rows},
              {ROCPD_KIND_QUEUE, queue_rows},     {ROCPD_KIND_STREAM, stream_rows}, {ROCPD_KIND_CODE_OBJECT, code_object_rows},
              {ROCPD_KIND_KERNEL_SYMBOL, symbol_rows}};
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < sizeof(part) / sizeof(*part); i++) {
    rocpd_row_list l;
    rc = rocpd_row_list_begin(&l, c->source, part[i].kind);
    if (rc == SQLITE_OK) rc = part[i].rows(c, &l);
    if (rc == SQLITE_OK) rc = rocpd_row_list_batches(&l, &c->info[part[i].kind].batch, &c->info[part[i].kind].batches);
    rocpd_row_list_end(&l);
  }
  return rc;
}

void rocpd_entity_table_drop(rocpd_entity_table *c) {
  for (int k = 0; k < ROCPD_KIND_COUNT; k++) {
    for (size_t i = 0; i < c->info[k].batches; i++) rocpd_batch_unref(c->info[k].batch[i]);
    sqlite3_free(c->info[k].batch);
    c->info[k].batch = NULL;
    c->info[k].batches = 0;
  }
}

void rocpd_entity_table_free(rocpd_entity_table *c) {
  rocpd_entity_table_drop(c);
  rocpd_pairs_free(&c->thread);
  rocpd_pairs_free(&c->agent);
  rocpd_pairs_free(&c->queue);
  rocpd_pairs_free(&c->stream);
  sqlite3_free(c->symbol);
  rocpd_map_free(&c->symbol_place);
}
