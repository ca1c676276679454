/* See renumber.h. Small tables (strings, nodes, threads, ...) have a map of their ids. Ids of events, and numbers of calls and dispatches, are moved as a
** range if there is room for it; otherwise they are mapped one by one. */
#define _GNU_SOURCE /* memmem() */
#include "renumber.h"
#include "hash.h"
#include "json.h"
#include "reference.h"

enum { AS_IT_IS, MOVED, MAPPED };

#define SMALL                                                                                                                              \
  (ROCPD_KIND_BIT(ROCPD_KIND_RAW_STRING) | ROCPD_KIND_BIT(ROCPD_KIND_RAW_NODE) | ROCPD_KIND_BIT(ROCPD_KIND_RAW_PROCESS) |                 \
   ROCPD_KIND_BIT(ROCPD_KIND_RAW_THREAD) | ROCPD_KIND_BIT(ROCPD_KIND_AGENT) | ROCPD_KIND_BIT(ROCPD_KIND_QUEUE) |                          \
   ROCPD_KIND_BIT(ROCPD_KIND_STREAM) | ROCPD_KIND_BIT(ROCPD_KIND_RAW_PMC) | ROCPD_KIND_BIT(ROCPD_KIND_RAW_CODE_OBJECT) |                  \
   ROCPD_KIND_BIT(ROCPD_KIND_RAW_KERNEL_SYMBOL) | ROCPD_KIND_BIT(ROCPD_KIND_RAW_TRACK))
#define LARGE                                                                                                                              \
  (ROCPD_KIND_BIT(ROCPD_KIND_RAW_EVENT) | ROCPD_KIND_BIT(ROCPD_KIND_RAW_ARG) | ROCPD_KIND_BIT(ROCPD_KIND_RAW_PMC_EVENT) |                 \
   ROCPD_KIND_BIT(ROCPD_KIND_RAW_REGION) | ROCPD_KIND_BIT(ROCPD_KIND_RAW_SAMPLE) | ROCPD_KIND_BIT(ROCPD_KIND_RAW_DISPATCH) |              \
   ROCPD_KIND_BIT(ROCPD_KIND_RAW_COPY) | ROCPD_KIND_BIT(ROCPD_KIND_RAW_ALLOCATE) | ROCPD_KIND_BIT(ROCPD_KIND_RAW_GRAPH_LAUNCH) |          \
   ROCPD_KIND_BIT(ROCPD_KIND_RAW_HIP_EVENT))

/* The id is column 0 in all tables. */
_Static_assert((int)ROCPD_RAW_EVENT_id == 0 && (int)ROCPD_AGENT_id == 0 && (int)ROCPD_RAW_STRING_id == 0, "ids come first");

int rocpd_renumber_space(int kind, int column) {
  if (column == 0) return kind;
  if (kind == ROCPD_KIND_RAW_EVENT && (column == ROCPD_RAW_EVENT_stack_id || column == ROCPD_RAW_EVENT_parent_stack_id)) return ROCPD_SPACE_STACK;
  if (kind == ROCPD_KIND_RAW_DISPATCH && column == ROCPD_RAW_DISPATCH_dispatch_id) return ROCPD_SPACE_DISPATCH;
  return rocpd_refers_to(kind, column);
}

/* Ids as values of a map, in which UINT64_MAX means none: INT64_MIN is not an id. */
#define NO_ID UINT64_MAX
static uint64_t stored(int64_t id) { return (uint64_t)id - (uint64_t)INT64_MIN - 1; }
static int64_t id_of(uint64_t value) { return (int64_t)(value + 1 + (uint64_t)INT64_MIN); }

static void given(rocpd_space *s, int64_t id) {
  if (!s->any || id < s->low) s->low = id;
  if (!s->any || id > s->high) s->high = id;
  s->any = true;
}

/* An id that is free: `wanted` if possible, else a new one. */
static int take_id(rocpd_space *s, int64_t wanted, int64_t *out) {
  *out = wanted;
  for (int64_t next = s->high; rocpd_map_get(&s->used, (uint64_t)*out, 0); *out = next) next = next == INT64_MAX ? 1 : next + 1;
  given(s, *out);
  return rocpd_map_set(&s->used, (uint64_t)*out, 1);
}

/* ---- rows that are merged with equal ones of other sources */

static int string_id(rocpd_renumber *r, int64_t id, int64_t text, int64_t *out) {
  uint64_t known = rocpd_map_get(&r->string, (uint64_t)text, NO_ID);
  *out = id_of(known);
  if (known != NO_ID) return SQLITE_OK;
  int rc = take_id(&r->space[ROCPD_KIND_RAW_STRING], id, out);
  return rc ? rc : rocpd_map_set(&r->string, (uint64_t)text, stored(*out));
}

static bool hash_taken(const rocpd_renumber *r, int64_t hash) {
  for (size_t i = 0; i < r->nodes; i++)
    if (r->node[i].hash == hash) return true;
  return false;
}

static bool machine_taken(const rocpd_renumber *r, const char *machine) {
  for (size_t i = 0; i < r->nodes; i++)
    if (strcmp(r->node[i].machine, machine) == 0) return true;
  return false;
}

bool rocpd_renumber_first(rocpd_renumber *r, int kind, int64_t id, const rocpd_merged_node **node, int *rc) {
  int64_t now;
  bool found;
  *rc = rocpd_renumber_get(r, kind, id, false, &now, &found);
  if (kind == ROCPD_KIND_RAW_NODE) {
    for (size_t i = 0; i < r->nodes; i++) {
      if (r->node[i].id != now || r->node[i].written) continue;
      r->node[i].written = true;
      *node = &r->node[i];
      return true;
    }
    return false;
  }
  if (*rc || rocpd_map_get(&r->string_done, (uint64_t)now, 0)) return false;
  *rc = rocpd_map_set(&r->string_done, (uint64_t)now, 1);
  return *rc == SQLITE_OK;
}

static int64_t column_value(rocpd_batch *b, int column, uint32_t row, int *rc, rocpd_error *err) {
  const rocpd_column *c;
  if (*rc == SQLITE_OK) *rc = rocpd_batch_column(b, column, &c, err);
  return *rc == SQLITE_OK ? rocpd_column_at(c, row) : ROCPD_NULL;
}

/* ---- machines */

/* Whether a process of the source on its machine `id` has the same number as one on n. With `add`, adds their numbers to n instead. */
static int pids_of_node(rocpd_renumber *r, int64_t id, rocpd_merged_node *n, bool add, bool *taken, rocpd_error *err) {
  int rc = SQLITE_OK, full = SQLITE_OK;
  *taken = false;
  for (size_t i = 0; !rc && i < r->processes; i++)
    for (uint32_t row = 0; !rc && !full && row < r->process[i]->rows; row++) {
      int64_t nid = column_value(r->process[i], ROCPD_RAW_PROCESS_nid, row, &rc, err);
      int64_t pid = column_value(r->process[i], ROCPD_RAW_PROCESS_pid, row, &rc, err);
      if (rc || nid != id) continue;
      if (add) full = rocpd_map_set(&n->pids, (uint64_t)pid, 1);
      else *taken |= rocpd_map_get(&n->pids, (uint64_t)pid, 0);
    }
  return full ? rocpd_no_memory(err) : rc;
}

/* Adds a machine. Its machine id gets a suffix if another machine has it. */
static int new_node(rocpd_renumber *r, int64_t id, int64_t machine, int64_t host, int64_t hash) {
  const char *text = machine == ROCPD_NULL ? "" : rocpd_string(r->session, machine, NULL);
  const char *name = host == ROCPD_NULL ? "" : rocpd_string(r->session, host, NULL);
  char *written = sqlite3_mprintf("%s", text);
  for (int n = 1; written && machine_taken(r, written); n++) {
    sqlite3_free(written);
    written = n == 1 ? sqlite3_mprintf("%s@%s", text, name) : sqlite3_mprintf("%s@%s.%d", text, name, n);
  }
  int64_t now;
  int rc = written ? rocpd_array_push_reserve(&r->node, r->nodes, sizeof *r->node) : SQLITE_NOMEM;
  if (!rc) rc = take_id(&r->space[ROCPD_KIND_RAW_NODE], id, &now);
  if (rc) {
    sqlite3_free(written);
    return rc;
  }
  if (hash == ROCPD_NULL) hash = (int64_t)(rocz_hash(written, strlen(written)) >> 1);
  while (hash_taken(r, hash)) hash = hash == INT64_MAX ? 0 : hash + 1;
  r->node[r->nodes++] = (rocpd_merged_node){.machine_id = machine, .host = host, .id = now, .hash = hash, .machine = written};
  return SQLITE_OK;
}

/* The machine for the source's machine `id`: one with this machine id and host name on which no process has a number of its processes; else a new one. */
static int node_id(rocpd_renumber *r, int64_t id, rocpd_batch *b, uint32_t row, int64_t *out, rocpd_error *err) {
  int rc = SQLITE_OK;
  bool taken;
  int64_t machine = column_value(b, ROCPD_RAW_NODE_machine_id, row, &rc, err), host = column_value(b, ROCPD_RAW_NODE_hostname, row, &rc, err);
  int64_t hash = column_value(b, ROCPD_RAW_NODE_hash, row, &rc, err);
  rocpd_merged_node *found = NULL;
  for (size_t i = 0; !rc && !found && i < r->nodes; i++) {
    if (r->node[i].machine_id != machine || r->node[i].host != host) continue;
    rc = pids_of_node(r, id, &r->node[i], false, &taken, err);
    if (!taken) found = &r->node[i];
  }
  if (!rc && !found) {
    if (new_node(r, id, machine, host, hash)) return rocpd_no_memory(err);
    found = &r->node[r->nodes - 1];
  }
  if (!rc) rc = pids_of_node(r, id, found, true, &taken, err);
  if (!rc) *out = found->id;
  return rc;
}

/* ---- the ids of one source */

/* The space whose ids are moved together with those of this one. */
static int moved_as(int space) { return space == ROCPD_KIND_RAW_REGION || space == ROCPD_KIND_RAW_SAMPLE ? ROCPD_SPACE_STACK : space; }

static int map_row(rocpd_renumber *r, int kind, rocpd_batch *b, uint32_t row, rocpd_error *err) {
  rocpd_space *s = &r->space[kind];
  int rc = SQLITE_OK;
  int64_t id = column_value(b, 0, row, &rc, err), now = 0;
  if (rc || id == ROCPD_NULL) return rc;
  int full = SQLITE_OK;
  if (kind == ROCPD_KIND_RAW_STRING) {
    int64_t text = column_value(b, ROCPD_RAW_STRING_string, row, &rc, err);
    if (text == ROCPD_NULL) full = rocpd_intern(r->session, "", 0, &text);
    if (!rc && !full) full = string_id(r, id, text, &now);
  } else if (kind == ROCPD_KIND_RAW_NODE) {
    rc = node_id(r, id, b, row, &now, err);
    r->any_node = now;
  } else {
    full = take_id(s, id, &now);
    if (kind == ROCPD_KIND_RAW_PROCESS) r->any_process = now;
  }
  if (!rc && !full) full = rocpd_map_set(&s->map, (uint64_t)id, stored(now));
  return full ? rocpd_no_memory(err) : rc;
}

static int map_rows(rocpd_renumber *r, int kind, rocpd_batch **batch, size_t n, rocpd_error *err) {
  int rc = SQLITE_OK;
  r->space[kind].mode = MAPPED;
  for (size_t i = 0; !rc && i < n; i++)
    for (uint32_t row = 0; !rc && row < batch[i]->rows; row++) rc = map_row(r, kind, batch[i], row, err);
  return rc;
}

static int widen(rocpd_space *s, rocpd_batch **batch, size_t n, int column, rocpd_error *err) {
  const rocpd_column *c;
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < n; i++) {
    rc = rocpd_batch_column(batch[i], column, &c, err);
    if (rc || rocpd_column_only_nulls(c)) continue;
    if (c->min < s->min) s->min = c->min;
    if (c->max > s->max) s->max = c->max;
  }
  return rc;
}

/* Decides where the ids [min, max] go: they are kept, moved above all others, or mapped one by one. */
static void place_range(rocpd_space *s) {
  s->mode = AS_IT_IS;
  if (s->min > s->max) return;
  if (s->any && s->min <= s->high && s->max >= s->low) {
    s->mode = MOVED;
    if (__builtin_sub_overflow(s->high, s->min, &s->offset) || __builtin_add_overflow(s->offset, 1, &s->offset)) s->mode = MAPPED;
    int64_t top;
    if (s->mode == MOVED && __builtin_add_overflow(s->max, s->offset, &top)) s->mode = MAPPED;
  }
  if (s->mode == MAPPED) return;
  given(s, s->mode == MOVED ? s->min + s->offset : s->min);
  given(s, s->mode == MOVED ? s->max + s->offset : s->max);
}

/* Ids with gaps between the first and the last, in a table to which others refer. */
static int know_rows(rocpd_space *s, rocpd_batch **batch, size_t n, rocpd_error *err) {
  uint64_t rows = 0;
  int64_t value[1024];
  for (size_t i = 0; i < n; i++) rows += batch[i]->rows;
  if (s->min > s->max || (uint64_t)s->max - (uint64_t)s->min + 1 == rows) return SQLITE_OK;
  s->exact = true;
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < n; i++) {
    const rocpd_column *c;
    rc = rocpd_batch_column(batch[i], 0, &c, err);
    for (uint32_t first = 0, count; !rc && (count = rocpd_rows_from(first, batch[i]->rows, 1024)) > 0; first += count) {
      rocpd_column_get(c, first, count, value);
      for (uint32_t k = 0; !rc && k < count; k++) rc = rocpd_map_set(&s->known, (uint64_t)value[k], 1);
      rocpd_fail_code(err, rc);
    }
  }
  return rc;
}

int rocpd_renumber_source(rocpd_renumber *r, rocpd_snapshot *snapshot, rocpd_source *source, rocpd_error *err) {
  for (int k = 0; k < ROCPD_SPACES; k++) {
    rocpd_map_free(&r->space[k].map);
    rocpd_map_free(&r->space[k].known);
    rocpd_map_free(&r->space[k].made);
    r->space[k].map = r->space[k].known = r->space[k].made = (rocpd_map){0};
    r->space[k].exact = false;
    r->space[k].unknown = 0;
    r->space[k].min = INT64_MAX;
    r->space[k].max = INT64_MIN;
  }
  r->any_node = r->any_process = ROCPD_NULL;
  int rc = rocpd_snapshot_batches_of(snapshot, source, ROCPD_KIND_RAW_PROCESS, &r->process, &r->processes, err);
  for (int k = 0; !rc && k < ROCPD_KIND_COUNT; k++) {
    rocpd_batch **batch;
    size_t n;
    if (!((SMALL | LARGE) & ROCPD_KIND_BIT(k))) continue;
    rc = rocpd_snapshot_batches_of(snapshot, source, k, &batch, &n, err);
    if (rc) break;
    if (SMALL & ROCPD_KIND_BIT(k)) rc = map_rows(r, k, batch, n, err);
    else rc = widen(&r->space[k], batch, n, 0, err);
    if (!rc && moved_as(k) != k) rc = widen(&r->space[moved_as(k)], batch, n, 0, err);
    /* Derived rows are complete. */
    bool referred = k == ROCPD_KIND_RAW_EVENT || k == ROCPD_KIND_RAW_SAMPLE;
    if (!rc && referred && source->info.native & ROCPD_KIND_BIT(k)) rc = know_rows(&r->space[k], batch, n, err);
    if (!rc && k == ROCPD_KIND_RAW_DISPATCH) rc = widen(&r->space[ROCPD_SPACE_DISPATCH], batch, n, ROCPD_RAW_DISPATCH_dispatch_id, err);
    if (!rc && k == ROCPD_KIND_RAW_EVENT) rc = widen(&r->space[ROCPD_SPACE_STACK], batch, n, ROCPD_RAW_EVENT_stack_id, err);
    if (!rc && k == ROCPD_KIND_RAW_EVENT) rc = widen(&r->space[ROCPD_SPACE_STACK], batch, n, ROCPD_RAW_EVENT_parent_stack_id, err);
  }
  for (int k = 0; k < ROCPD_SPACES; k++)
    if (moved_as(k) == k && (k >= ROCPD_KIND_COUNT || LARGE & ROCPD_KIND_BIT(k))) place_range(&r->space[k]);
  return rc;
}

static bool refers_to(int kind, int to) { return rocpd_reference_column(kind, to) >= 0; }

/* The machine, process and code object for a placeholder row: never those of another source. */
static int add_missing(rocpd_renumber *r, int kind, int64_t now) {
  int64_t code_object = ROCPD_NULL;
  int rc = SQLITE_OK;
  if (kind == ROCPD_KIND_RAW_NODE && r->any_node == ROCPD_NULL) r->any_node = now;
  if (refers_to(kind, ROCPD_KIND_RAW_NODE) && r->any_node == ROCPD_NULL) rc = rocpd_renumber_unknown(r, ROCPD_KIND_RAW_NODE, &r->any_node);
  if (kind == ROCPD_KIND_RAW_PROCESS && r->any_process == ROCPD_NULL) r->any_process = now;
  if (!rc && refers_to(kind, ROCPD_KIND_RAW_PROCESS) && r->any_process == ROCPD_NULL)
    rc = rocpd_renumber_unknown(r, ROCPD_KIND_RAW_PROCESS, &r->any_process);
  if (!rc && refers_to(kind, ROCPD_KIND_RAW_CODE_OBJECT)) rc = rocpd_renumber_unknown(r, ROCPD_KIND_RAW_CODE_OBJECT, &code_object);
  if (!rc) rc = rocpd_array_reserve(&r->missing, &r->missing_capacity, r->missings + 1, sizeof *r->missing);
  if (!rc) r->missing[r->missings++] = (rocpd_missing){(uint8_t)kind, now, r->any_node, r->any_process, code_object};
  return rc;
}

/* An id for a missing row, the same for all rows that refer to it. */
static int note_missing(rocpd_renumber *r, int space, int64_t id, int64_t *out) {
  rocpd_space *s = &r->space[moved_as(space)];
  uint64_t known = rocpd_map_get(&s->made, (uint64_t)id, NO_ID);
  *out = id_of(known);
  if (known != NO_ID) return SQLITE_OK;
  int rc = SQLITE_OK;
  if (SMALL & ROCPD_KIND_BIT(space)) rc = take_id(s, id, out);
  else given(s, *out = s->high == INT64_MAX ? s->low - 1 : s->high + 1);
  if (!rc) rc = rocpd_map_set(&s->made, (uint64_t)id, stored(*out));
  return rc ? rc : add_missing(r, space, *out);
}

/* Its id is above all others: of equal rows, AMD's reader takes the first. */
int rocpd_renumber_unknown(rocpd_renumber *r, int kind, int64_t *out) {
  rocpd_space *s = &r->space[kind];
  int rc = SQLITE_OK;
  if (!s->unknown) {
    rc = take_id(s, s->any && s->high < INT64_MAX ? s->high + 1 : 1, &s->unknown);
    if (!rc) rc = add_missing(r, kind, s->unknown);
  }
  *out = s->unknown;
  return rc;
}

static bool exists(const rocpd_space *s, int space, int64_t id) {
  if (space < ROCPD_KIND_COUNT && SMALL & ROCPD_KIND_BIT(space)) return rocpd_map_get(&s->map, (uint64_t)id, NO_ID) != NO_ID;
  if (id < s->min || id > s->max) return false;
  return !s->exact || rocpd_map_get(&s->known, (uint64_t)id, 0);
}

int rocpd_renumber_get(rocpd_renumber *r, int space, int64_t id, bool required, int64_t *out, bool *found) {
  rocpd_space *s = &r->space[space];
  *found = true;
  *out = id;
  if (space == ROCPD_SPACE_STACK && id == 0) return SQLITE_OK; /* 0 means none */
  *found = exists(s, space, id);
  if (!*found) return required ? note_missing(r, space, id, out) : SQLITE_OK;
  s = &r->space[moved_as(space)];
  if (s->mode == MOVED) *out = id + s->offset;
  if (s->mode != MAPPED) return SQLITE_OK;
  uint64_t now = rocpd_map_get(&s->map, (uint64_t)id, NO_ID);
  *out = id_of(now);
  if (now != NO_ID) return SQLITE_OK;
  /* A range for which there was no room: ids are assigned in order. */
  *out = s->high == INT64_MAX ? s->low - 1 : s->high + 1;
  given(s, *out);
  return rocpd_map_set(&s->map, (uint64_t)id, stored(*out));
}

void rocpd_renumber_free(rocpd_renumber *r) {
  for (int k = 0; k < ROCPD_SPACES; k++) {
    rocpd_map_free(&r->space[k].map);
    rocpd_map_free(&r->space[k].known);
    rocpd_map_free(&r->space[k].made);
    rocpd_map_free(&r->space[k].used);
  }
  for (size_t i = 0; i < r->nodes; i++) {
    sqlite3_free(r->node[i].machine);
    rocpd_map_free(&r->node[i].pids);
  }
  rocpd_map_free(&r->string);
  rocpd_map_free(&r->string_done);
  sqlite3_free(r->node);
  sqlite3_free(r->missing);
}

/* ---- ids in JSON texts ---- */

static const struct reference {
  uint8_t kind, column;
  const char *key; /* "$.": path */
  uint8_t space;
} references[] = {
    {ROCPD_KIND_RAW_ARG, ROCPD_RAW_ARG_extdata, "$.stream_id", ROCPD_KIND_STREAM},
    {ROCPD_KIND_RAW_KERNEL_SYMBOL, ROCPD_RAW_KERNEL_SYMBOL_extdata, "$.kernel_id", ROCPD_KIND_RAW_KERNEL_SYMBOL},
    {ROCPD_KIND_RAW_KERNEL_SYMBOL, ROCPD_RAW_KERNEL_SYMBOL_extdata, "$.code_object_id", ROCPD_KIND_RAW_CODE_OBJECT},
    {ROCPD_KIND_RAW_CODE_OBJECT, ROCPD_RAW_CODE_OBJECT_extdata, "$.code_object_id", ROCPD_KIND_RAW_CODE_OBJECT}};
enum { REFERENCES = sizeof references / sizeof *references };

bool rocpd_json_has_ids(int kind, int column) {
  for (int i = 0; i < REFERENCES; i++)
    if (references[i].kind == kind && references[i].column == column) return true;
  return false;
}

static int move_one(rocpd_json_ids *j, const struct reference *to, int64_t *text) {
  rocpd_session *session = j->ids->session;
  int64_t size, old, now;
  bool found;
  const char *json = rocpd_string(session, *text, &size), *key = to->key + 2;
  if (!memmem(json, (size_t)size, key, strlen(key))) return SQLITE_OK;
  int rc = rocpd_json_value(session, *text, to->key, ROCPD_INT, &old, NULL);
  if (rc || old == ROCPD_NULL) return rc;
  rc = rocpd_renumber_get(j->ids, to->space, old, false, &now, &found);
  if (!found) now = j->alone ? old : ROCPD_NULL;
  j->dangling += now == ROCPD_NULL;
  return rc || now == old ? rc : rocpd_json_set(session, *text, to->key, now, text);
}

int rocpd_json_move_ids(rocpd_json_ids *j, int64_t text, int64_t *out) {
  *out = text;
  if (text == ROCPD_NULL) return SQLITE_OK;
  uint64_t known = rocpd_map_get(&j->text, (uint64_t)text, UINT64_MAX);
  if (known != UINT64_MAX) return *out = (int64_t)known, SQLITE_OK;
  int rc = SQLITE_OK;
  for (int i = 0; !rc && i < REFERENCES; i++)
    if (references[i].kind == j->kind && references[i].column == j->column) rc = move_one(j, &references[i], out);
  return rc ? rc : rocpd_map_set(&j->text, (uint64_t)text, (uint64_t)*out);
}
