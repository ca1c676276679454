/* Arranges the rows of all sources into tracks: one for each thread's calls, and
** by process and agent one for each queue's kernels and each kind of copy.
**
** A batch mostly belongs to one track as a whole (its key columns are constant);
** otherwise it is cut into ranges of neighbouring rows of one track. Only the ranges
** are kept here; lane.c turns a track's ranges into its events. */
#include "time_spec.h"
#include "export.h"
#include <stdio.h>
#include <stdlib.h>

const rocpd_event_kind rocpd_event_kinds[ROCPD_EVENT_CLASSES] = {
    [ROCPD_EVENT_REGION] = {ROCPD_KIND_REGION, ROCPD_REGION_guid, ROCPD_REGION_pid, ROCPD_REGION_start, ROCPD_REGION_end,
                            ROCPD_REGION_name, ROCPD_REGION_category, ROCPD_REGION_stack_id, false, 2,
                            {{"stack_id", ROCPD_REGION_stack_id, 1, false, false}, {"result", ROCPD_REGION_result, 1, false, true}}},
    [ROCPD_EVENT_KERNEL] = {ROCPD_KIND_KERNEL, ROCPD_KERNEL_guid, ROCPD_KERNEL_pid, ROCPD_KERNEL_start, ROCPD_KERNEL_end,
                            ROCPD_KERNEL_name, ROCPD_KERNEL_category, ROCPD_KERNEL_stack_id, true, 9,
                            {{"grid", ROCPD_KERNEL_grid_x, 3, true, false}, {"workgroup", ROCPD_KERNEL_workgroup_x, 3, true, false},
                             {"lds_size", ROCPD_KERNEL_lds_size, 1, true, false}, {"scratch_size", ROCPD_KERNEL_scratch_size, 1, true, false},
                             {"dispatch_id", ROCPD_KERNEL_dispatch_id, 1, false, false}, {"queue_id", ROCPD_KERNEL_queue_id, 1, false, false},
                             {"stream_id", ROCPD_KERNEL_stream_id, 1, false, false}, {"stack_id", ROCPD_KERNEL_stack_id, 1, false, false},
                             {"graph_exec_id", ROCPD_KERNEL_graph_exec_id, 1, false, true}}},
    [ROCPD_EVENT_COPY] = {ROCPD_KIND_COPY, ROCPD_COPY_guid, ROCPD_COPY_pid, ROCPD_COPY_start, ROCPD_COPY_end,
                          ROCPD_COPY_name, ROCPD_COPY_category, ROCPD_COPY_stack_id, false, 5,
                          {{"size", ROCPD_COPY_size, 1, false, false}, {"src_agent", ROCPD_COPY_src_agent_abs_index, 1, false, false},
                           {"dst_agent", ROCPD_COPY_dst_agent_abs_index, 1, false, false}, {"stream_id", ROCPD_COPY_stream_id, 1, false, false},
                           {"stack_id", ROCPD_COPY_stack_id, 1, false, false}}},
};

/* The columns that decide to which track a row belongs: guid and pid first. */
enum { MAX_KEYS = 7 };
static const struct { uint8_t keys, column[MAX_KEYS]; } track_keys[ROCPD_EVENT_CLASSES] = {
    [ROCPD_EVENT_REGION] = {3, {ROCPD_REGION_guid, ROCPD_REGION_pid, ROCPD_REGION_tid}},
    [ROCPD_EVENT_KERNEL] = {4, {ROCPD_KERNEL_guid, ROCPD_KERNEL_pid, ROCPD_KERNEL_agent_abs_index, ROCPD_KERNEL_queue_id}},
    [ROCPD_EVENT_COPY] = {7, {ROCPD_COPY_guid, ROCPD_COPY_pid, ROCPD_COPY_name, ROCPD_COPY_dst_agent_abs_index, ROCPD_COPY_src_agent_abs_index,
                              ROCPD_COPY_dst_agent_type, ROCPD_COPY_src_agent_type}},
};

/* ---- what has which number ---- */

enum key_kind { KEY_NONE, KEY_PROCESS, KEY_SHOWN_PID, KEY_GROUP, KEY_TRACK /* + class */ };
struct rocpd_key {
  uint32_t what, number;
  int64_t a, b;
};

static struct rocpd_key *key_slot(const rocpd_export_layout *l, uint32_t what, int64_t a, int64_t b) {
  uint64_t h = ((uint64_t)a * 0x9e3779b97f4a7c15u ^ (uint64_t)b) * 0xbf58476d1ce4e5b9u + what * 0x94d049bb133111ebu;
  for (size_t i = (h ^ h >> 31) & (l->key_slots - 1);; i = (i + 1) & (l->key_slots - 1)) {
    struct rocpd_key *k = &l->key[i];
    if (!k->what || (k->what == what && k->a == a && k->b == b)) return k;
  }
}

/* The slot of a key, empty (what == 0) if it is new: then the caller fills it. */
static int key_find(rocpd_export_layout *l, uint32_t what, int64_t a, int64_t b, struct rocpd_key **out) {
  if (l->keys * 2 >= l->key_slots) {
    rocpd_export_layout bigger = {.key_slots = l->key_slots ? l->key_slots * 2 : 256};
    bigger.key = sqlite3_malloc64(bigger.key_slots * sizeof *bigger.key);
    if (!bigger.key) return SQLITE_NOMEM;
    memset(bigger.key, 0, bigger.key_slots * sizeof *bigger.key);
    for (size_t i = 0; i < l->key_slots; i++)
      if (l->key[i].what) *key_slot(&bigger, l->key[i].what, l->key[i].a, l->key[i].b) = l->key[i];
    sqlite3_free(l->key);
    l->key = bigger.key;
    l->key_slots = bigger.key_slots;
  }
  *out = key_slot(l, what, a, b);
  return SQLITE_OK;
}

static void key_fill(rocpd_export_layout *l, struct rocpd_key *k, uint32_t what, int64_t a, int64_t b, size_t number) {
  *k = (struct rocpd_key){what, (uint32_t)number, a, b};
  l->keys++;
}

/* ---- processes ---- */

/* sqlite3_mprintf with the result made valid UTF-8. */
static char *clean_printf(const char *format, ...) {
  va_list args;
  va_start(args, format);
  char *raw = sqlite3_vmprintf(format, args);
  va_end(args);
  if (!raw) return NULL;
  size_t size = strlen(raw);
  char *out = sqlite3_malloc64(size * 3 + 1);
  if (out) *rocpd_utf8_clean(out, raw, size) = 0;
  sqlite3_free(raw);
  return out;
}

/* Real pids are kept. Where two processes have the same one (on two hosts, or one
** after the other) the later gets a number that no Linux system gives out. */
static int choose_pid(rocpd_export_layout *l, int64_t pid, int32_t *shown) {
  for (int64_t next = pid > 0 && pid <= INT32_MAX ? pid : 1 << 30;; next = next < 1 << 30 ? 1 << 30 : next + 1) {
    struct rocpd_key *k;
    int rc = key_find(l, KEY_SHOWN_PID, next, 0, &k);
    if (rc) return rc;
    if (k->what) continue;
    key_fill(l, k, KEY_SHOWN_PID, next, 0, 0);
    *shown = (int32_t)next;
    return SQLITE_OK;
  }
}

static int process_find(rocpd_export_layout *l, int64_t guid, int64_t pid, uint32_t *number) {
  struct rocpd_key *k;
  int rc = key_find(l, KEY_PROCESS, guid, pid, &k);
  if (rc) return rc;
  if (k->what) {
    *number = k->number;
    return SQLITE_OK;
  }
  rc = rocpd_array_reserve(&l->process, &l->process_capacity, l->processes + 1, sizeof *l->process);
  if (rc) return rc;
  *number = (uint32_t)l->processes;
  rocpd_export_process *p = &l->process[l->processes++];
  *p = (rocpd_export_process){.guid = guid, .pid = pid, .start_ns = ROCPD_NULL};
  key_fill(l, k, KEY_PROCESS, guid, pid, *number); /* before the table may move */
  return choose_pid(l, pid, &p->shown_pid);
}

/* Several columns of a batch of an info kind. */
static int columns_of(rocpd_batch *b, const int *index, int n, const rocpd_column **out, rocpd_error *err) {
  for (int i = 0; i < n; i++) {
    int rc = rocpd_batch_column(b, index[i], &out[i], err);
    if (rc) return rc;
  }
  return SQLITE_OK;
}

static const char *text_at(rocpd_session *session, const rocpd_column *c, uint32_t row) {
  int64_t id = rocpd_column_at(c, row);
  return id == ROCPD_NULL ? NULL : rocpd_string(session, id, NULL);
}

static int name_process(rocpd_export_process *p, const char *command, const char *host, int64_t rank, bool hosts) {
  const char *end = command ? strchr(command, ' ') : NULL;
  size_t size = !command ? 0 : end ? (size_t)(end - command) : strlen(command);
  const char *base = command;
  for (const char *c = command; c && c < command + size; c++)
    if (*c == '/' && c + 1 < command + size) base = c + 1;
  size -= (size_t)(base - command);
  p->name = size ? clean_printf("%.*s", (int)size, base) : clean_printf("process %lld", p->pid == ROCPD_NULL ? 0 : p->pid);
  p->command = clean_printf("%s", command ? command : "");
  char *label = sqlite3_mprintf("");
  if (label && rank != ROCPD_NULL && rank >= 0) label = sqlite3_mprintf("%zrank %lld", label, rank);
  if (label && hosts && host) label = sqlite3_mprintf("%z%son %s", label, *label ? " " : "", host);
  if (label && p->shown_pid != p->pid && p->pid != ROCPD_NULL) label = sqlite3_mprintf("%z%spid %lld", label, *label ? ", " : "", p->pid);
  if (label && *label) p->label = clean_printf("%s", label);
  bool ok = p->name && p->command && label && (!*label || p->label);
  sqlite3_free(label);
  return ok ? SQLITE_OK : SQLITE_NOMEM;
}

/* Do processes run on hosts of different names? */
static int find_hosts(rocpd_batch **batch, size_t batches, bool *several, rocpd_error *err) {
  int64_t host = ROCPD_NULL;
  *several = false;
  for (size_t i = 0; i < batches; i++) {
    const rocpd_column *c;
    int rc = rocpd_batch_column(batch[i], ROCPD_PROCESS_hostname, &c, err);
    if (rc) return rc;
    if (rocpd_column_only_nulls(c)) continue;
    *several |= c->min != c->max || (host != ROCPD_NULL && host != c->min);
    host = c->min;
  }
  return SQLITE_OK;
}

/* Names for the processes: from the table processes where it has them. */
static int name_processes(rocpd_export *x, rocpd_error *err) {
  rocpd_export_layout *l = &x->layout;
  rocpd_batch **batch;
  size_t batches;
  bool hosts;
  int rc = rocpd_snapshot_batches(x->snapshot, ROCPD_KIND_PROCESS, &batch, &batches, err);
  if (!rc) rc = find_hosts(batch, batches, &hosts, err);
  if (rc) return rc;
  static const int index[] = {ROCPD_PROCESS_guid, ROCPD_PROCESS_pid, ROCPD_PROCESS_command,
                              ROCPD_PROCESS_hostname, ROCPD_PROCESS_rank, ROCPD_PROCESS_start};
  for (size_t i = 0; i < batches; i++) {
    const rocpd_column *c[6];
    rc = columns_of(batch[i], index, 6, c, err);
    if (rc) return rc;
    for (uint32_t row = 0; row < batch[i]->rows; row++) {
      struct rocpd_key *k;
      rc = key_find(l, KEY_PROCESS, rocpd_column_at(c[0], row), rocpd_column_at(c[1], row), &k);
      if (rc) return rocpd_fail_code(err, rc);
      if (!k->what || l->process[k->number].name) continue; /* without events, or doubled */
      rocpd_export_process *p = &l->process[k->number];
      p->start_ns = rocpd_column_at(c[5], row);
      rc = name_process(p, text_at(x->session, c[2], row), text_at(x->session, c[3], row), rocpd_column_at(c[4], row), hosts);
      if (rc) return rocpd_fail_code(err, rc);
    }
  }
  for (size_t i = 0; i < l->processes; i++)
    if (!l->process[i].name && name_process(&l->process[i], NULL, NULL, ROCPD_NULL, false)) return rocpd_no_memory(err);
  return SQLITE_OK;
}

/* ---- groups and tracks ---- */

static int group_find(rocpd_export_layout *l, uint32_t process, int64_t agent, uint32_t *number) {
  struct rocpd_key *k;
  int rc = key_find(l, KEY_GROUP, process, agent, &k);
  if (rc) return rc;
  if (!k->what) {
    rc = rocpd_array_reserve(&l->group, &l->group_capacity, l->groups + 1, sizeof *l->group);
    if (rc) return rc;
    key_fill(l, k, KEY_GROUP, process, agent, l->groups);
    l->group[l->groups++] = (rocpd_export_group){.process = process, .agent = agent};
  }
  *number = k->number;
  return SQLITE_OK;
}

/* The track of a row with these values of the key columns. */
static int track_find(rocpd_export *x, int class, const int64_t *key, uint32_t *number) {
  rocpd_export_layout *l = &x->layout;
  rocpd_track t = {.class = (uint8_t)class, .group = ROCPD_NO_GROUP, .key = key[2]};
  int rc = process_find(l, key[0], key[1], &t.process);
  if (rc) return rc;
  if (class != ROCPD_EVENT_REGION) {
    int64_t agent = key[2];
    if (class == ROCPD_EVENT_KERNEL) {
      t.key = key[3];
    } else {
      /* A copy is shown with the GPU that takes part, the receiving one of two. */
      int64_t gpu = rocpd_intern_find(x->session, "GPU", 3);
      agent = key[5] == gpu || key[6] != gpu ? key[3] : key[4];
    }
    rc = group_find(l, t.process, agent, &t.group);
    if (rc) return rc;
  }
  int64_t owner = class == ROCPD_EVENT_REGION ? t.process : t.group;
  struct rocpd_key *k;
  rc = key_find(l, KEY_TRACK + (uint32_t)class, owner, t.key, &k);
  if (rc) return rc;
  if (!k->what) {
    rc = rocpd_array_reserve(&l->track, &l->track_capacity, l->tracks + 1, sizeof *l->track);
    if (rc) return rc;
    key_fill(l, k, KEY_TRACK + (uint32_t)class, owner, t.key, l->tracks);
    l->track[l->tracks++] = t;
  }
  *number = k->number;
  return SQLITE_OK;
}

/* Names of the agents, which name the groups: "GPU 0 gfx90a". */
static int name_groups(rocpd_export *x, rocpd_error *err) {
  rocpd_export_layout *l = &x->layout;
  rocpd_batch **batch;
  size_t batches;
  int rc = rocpd_snapshot_batches(x->snapshot, ROCPD_KIND_AGENT, &batch, &batches, err);
  if (rc) return rc;
  static const int index[] = {ROCPD_AGENT_guid, ROCPD_AGENT_absolute_index, ROCPD_AGENT_type, ROCPD_AGENT_type_index, ROCPD_AGENT_name};
  for (size_t i = 0; i < batches; i++) {
    const rocpd_column *c[5];
    rc = columns_of(batch[i], index, 5, c, err);
    if (rc) return rc;
    for (uint32_t row = 0; row < batch[i]->rows; row++) {
      int64_t guid = rocpd_column_at(c[0], row), agent = rocpd_column_at(c[1], row), number = rocpd_column_at(c[3], row);
      const char *type = text_at(x->session, c[2], row), *name = text_at(x->session, c[4], row);
      for (size_t g = 0; g < l->groups; g++) {
        if (l->group[g].name || l->group[g].agent != agent || l->process[l->group[g].process].guid != guid) continue;
        l->group[g].name =
          clean_printf("%s %lld%s%s", type ? type : "agent", number == ROCPD_NULL ? agent : number, name ? " " : "", name ? name : "");
        if (!l->group[g].name) return rocpd_no_memory(err);
      }
    }
  }
  for (size_t g = 0; g < l->groups; g++) {
    if (choose_pid(l, ROCPD_NULL, &l->group[g].shown_pid)) return rocpd_no_memory(err);
    if (l->group[g].name) continue;
    l->group[g].name = l->group[g].agent == ROCPD_NULL ? clean_printf("unknown agent") : clean_printf("agent %lld", l->group[g].agent);
    if (!l->group[g].name) return rocpd_no_memory(err);
  }
  return SQLITE_OK;
}

/* "MEMORY_COPY_HOST_TO_DEVICE" reads as "copies HOST_TO_DEVICE". */
static char *copies_name(rocpd_session *session, int64_t id) {
  static const char prefix[] = "MEMORY_COPY_";
  const char *name = id == ROCPD_NULL ? "" : rocpd_string(session, id, NULL);
  if (!strncmp(name, prefix, sizeof prefix - 1)) name += sizeof prefix - 1;
  return clean_printf("copies %s", name);
}

static int name_threads(rocpd_export *x, rocpd_error *err) {
  rocpd_export_layout *l = &x->layout;
  rocpd_batch **batch;
  size_t batches;
  int rc = rocpd_snapshot_batches(x->snapshot, ROCPD_KIND_THREAD, &batch, &batches, err);
  if (rc) return rc;
  static const int index[] = {ROCPD_THREAD_guid, ROCPD_THREAD_pid, ROCPD_THREAD_tid, ROCPD_THREAD_name};
  for (size_t i = 0; i < batches; i++) {
    const rocpd_column *c[4];
    rc = columns_of(batch[i], index, 4, c, err);
    if (rc) return rc;
    for (uint32_t row = 0; row < batch[i]->rows; row++) {
      const char *name = text_at(x->session, c[3], row);
      struct rocpd_key *k;
      rc = key_find(l, KEY_PROCESS, rocpd_column_at(c[0], row), rocpd_column_at(c[1], row), &k);
      if (!rc && k->what) rc = key_find(l, KEY_TRACK + ROCPD_EVENT_REGION, k->number, rocpd_column_at(c[2], row), &k);
      if (rc) return rocpd_fail_code(err, rc);
      if (!k->what || !name || !*name || l->track[k->number].name) continue;
      l->track[k->number].name = clean_printf("%s", name);
      if (!l->track[k->number].name) return rocpd_no_memory(err);
    }
  }
  return SQLITE_OK;
}

static int name_tracks(rocpd_export *x, rocpd_error *err) {
  int rc = name_threads(x, err);
  for (size_t i = 0; !rc && i < x->layout.tracks; i++) {
    rocpd_track *t = &x->layout.track[i];
    const rocpd_export_process *p = &x->layout.process[t->process];
    if (t->name) continue;
    if (t->class == ROCPD_EVENT_COPY) t->name = copies_name(x->session, t->key);
    else if (t->class == ROCPD_EVENT_REGION && t->key == p->pid) t->name = clean_printf("%s", p->name); /* the main thread */
    else if (t->key == ROCPD_NULL) t->name = clean_printf("unknown %s", t->class == ROCPD_EVENT_KERNEL ? "queue" : "thread");
    else t->name = clean_printf("%s %lld", t->class == ROCPD_EVENT_KERNEL ? "queue" : "thread", t->key);
    if (!t->name) rc = rocpd_no_memory(err);
  }
  return rc;
}

/* Written in this order: by process, its threads before its agents' tracks. */
static int compare_tracks(const void *a, const void *b) {
  const rocpd_track *x = a, *y = b;
#define BY(field) if (x->field != y->field) return x->field < y->field ? -1 : 1
  BY(process);
  if (x->group != y->group) return x->group + 1 < y->group + 1 ? -1 : 1; /* ROCPD_NO_GROUP + 1 is 0 */
  BY(class);
  BY(key);
#undef BY
  return 0;
}

/* ---- batches ---- */

typedef struct decode_job {
  rocpd_export *x;
  size_t columns; /* tasks for each batch */
} decode_job;

/* The columns of a batch in one list: index of the schema, and where it goes. */
static int view_column(const rocpd_event_kind *e, rocpd_export_batch *v, size_t i, const rocpd_column ***where) {
  const int plain[] = {e->start, e->end, e->name, e->category, e->stack_id};
  const rocpd_column **place[] = {&v->start, &v->end, &v->name, &v->category, &v->stack_id};
  if (i < 5) {
    *where = place[i];
    return plain[i];
  }
  i -= 5;
  size_t field = i / 3, part = i % 3;
  if (field >= e->fields || part >= e->field[field].count) return -1;
  *where = &v->field[field][part];
  return e->field[field].column + (int)part;
}

static int decode_one(void *arg, size_t i, rocpd_error *err) {
  decode_job *job = arg;
  rocpd_export_batch *v = &job->x->layout.batch[i / job->columns];
  const rocpd_column **where;
  int column = view_column(v->event, v, i % job->columns, &where);
  return column < 0 ? SQLITE_OK : rocpd_batch_column(v->batch, column, where, err);
}

/* Columns that are made of the same elements by dictionaries are equal in two rows
** if the elements are: then one of them stands for the whole launch signature. */
static void find_signature_code(rocpd_export_layout *l, rocpd_export_batch *v) {
  const rocpd_column *code = NULL;
  for (int f = 0; f < v->event->fields; f++)
    for (int i = 0; v->event->field[f].signature && i < v->event->field[f].count; i++) {
      const rocpd_column *c = v->field[f][i];
      if (rocpd_column_is_constant(c)) continue;
      if (!c->dict || c->low || (code && (c->data != code->data || c->width != code->width || c->base != code->base || c->step != code->step ||
                                c->nulls != code->nulls || c->ndict != code->ndict)))
        return;
      code = c;
    }
  if (!code || code->ndict > ROCPD_BATCH_ROWS) return;
  v->signature_code = code;
  v->first_code = l->codes;
  l->codes += code->ndict;
}

/* Fields that need a look at each row. */
static void find_own_fields(rocpd_export_batch *v) {
  for (uint8_t f = 0; f < v->event->fields; f++) {
    const rocpd_export_field *field = &v->event->field[f];
    const rocpd_column *c = v->field[f][0];
    int64_t first = rocpd_column_at(c, 0);
    bool nothing = (first == ROCPD_NULL || (field->not_zero && first == 0)) && rocpd_column_is_constant(c);
    if (!field->signature && !nothing) v->own[v->owns++] = f;
  }
}

/* True when the batch may have rows in the window. An event without an end goes
** on for ever, so earlier batches count when they have one. */
static int in_window(rocpd_export *x, rocpd_batch *b, const rocpd_event_kind *e, bool *in, rocpd_error *err) {
  const rocpd_column *end;
  *in = b->min_time > b->max_time || rocpd_export_in_time(&x->option, b->min_time, b->max_time);
  if (*in || !rocpd_export_in_time(&x->option, b->min_time, ROCPD_NULL)) return SQLITE_OK;
  int rc = rocpd_batch_column(b, e->end, &end, err);
  *in = !rc && rocpd_column_may_be_null(end);
  return rc;
}

/* Views of all batches of one class that may have rows in the window. */
static int add_views(rocpd_export *x, const rocpd_event_kind *e, rocpd_error *err) {
  rocpd_export_layout *l = &x->layout;
  rocpd_batch **batch;
  size_t batches;
  int rc = rocpd_snapshot_batches(x->snapshot, e->kind, &batch, &batches, err);
  for (size_t i = 0; !rc && i < batches; i++) {
    bool in;
    const rocpd_column *unreadable;
    rc = in_window(x, batch[i], e, &in, err);
    if (!rc && !batch[i]->rows) rc = rocpd_batch_column(batch[i], e->start, &unreadable, err);
    if (rc || !in || batch[i]->rows == 0) continue;
    rc = rocpd_array_reserve(&l->batch, &l->batch_capacity, l->batches + 1, sizeof *l->batch);
    if (rc) return rocpd_fail_code(err, rc);
    l->batch[l->batches++] = (rocpd_export_batch){.batch = batch[i], .event = e};
    l->rows += batch[i]->rows;
  }
  return rc;
}

/* The span of all rows. */
static int find_span(rocpd_export *x, rocpd_error *err) {
  rocpd_export_layout *l = &x->layout;
  l->min_time = INT64_MAX;
  l->max_time = INT64_MIN;
  for (int class = 0; class < ROCPD_EVENT_CLASSES; class++) {
    rocpd_batch **batch;
    size_t batches;
    int rc = rocpd_snapshot_batches(x->snapshot, rocpd_event_kinds[class].kind, &batch, &batches, err);
    if (!rc) rc = rocpd_batches_span(x->session, batch, batches, &l->min_time, &l->max_time, err);
    if (rc) return rc;
  }
  return SQLITE_OK;
}

/* ---- rows to tracks ---- */

static int add_range(rocpd_export *x, uint32_t track, uint32_t batch, uint32_t first, uint32_t rows) {
  rocpd_track *t = &x->layout.track[track];
  int rc = rocpd_array_reserve(&t->range, &t->range_capacity, t->ranges + 1, sizeof *t->range);
  if (!rc) t->range[t->ranges++] = (rocpd_row_range){batch, first, rows};
  return rc;
}

static int add_rows(rocpd_export *x, uint32_t batch, const rocpd_column *const *column, int keys, int class) {
  enum { BLOCK = 512 };
  uint32_t rows = x->layout.batch[batch].batch->rows, track = 0, begun = 0;
  int64_t now[MAX_KEYS] = {0}, block[MAX_KEYS][BLOCK];
  bool constant = true;
  for (int k = 0; k < keys; k++) {
    now[k] = rocpd_column_at(column[k], 0);
    constant &= rocpd_column_is_constant(column[k]);
  }
  int rc = track_find(x, class, now, &track);
  for (uint32_t first = 0; !constant && !rc && first < rows; first += BLOCK) {
    uint32_t n = rows - first < BLOCK ? rows - first : BLOCK;
    for (int k = 0; k < keys; k++) rocpd_column_get(column[k], first, n, block[k]);
    for (uint32_t i = 0; i < n && !rc; i++) {
      bool same = true;
      for (int k = 0; k < keys; k++) same &= block[k][i] == now[k];
      if (same) continue;
      if (first + i > begun) rc = add_range(x, track, batch, begun, first + i - begun);
      begun = first + i;
      for (int k = 0; k < keys; k++) now[k] = block[k][i];
      if (!rc) rc = track_find(x, class, now, &track);
    }
  }
  return rc ? rc : add_range(x, track, batch, begun, rows - begun);
}

int rocpd_export_layout_make(rocpd_export *x, rocpd_error *err) {
  rocpd_export_layout *l = &x->layout;
  int rc = find_span(x, err);
  for (int class = 0; !rc && class < ROCPD_EVENT_CLASSES; class++) rc = add_views(x, &rocpd_event_kinds[class], err);
  decode_job job = {x, 5 + 3 * ROCPD_MAX_FIELDS};
  if (!rc) rc = rocpd_parallel(x->session, l->batches * job.columns, decode_one, &job, err);
  for (size_t i = 0; !rc && i < l->batches; i++) {
    rocpd_export_batch *v = &l->batch[i];
    int class = (int)(v->event - rocpd_event_kinds);
    const rocpd_column *key[MAX_KEYS];
    for (int k = 0; !rc && k < track_keys[class].keys; k++) rc = rocpd_batch_column(v->batch, track_keys[class].column[k], &key[k], err);
    if (rc) return rc;
    find_own_fields(v);
    find_signature_code(l, v);
    rc = add_rows(x, (uint32_t)i, key, track_keys[class].keys, class);
    if (rc) return rocpd_fail_code(err, rc);
    rc = rocpd_export_poll(x, 0, err);
  }
  if (!rc) rc = name_processes(x, err);
  if (!rc) rc = name_groups(x, err);
  if (!rc) rc = name_tracks(x, err);
  if (!rc && l->tracks) qsort(l->track, l->tracks, sizeof *l->track, compare_tracks);
  return rc;
}

void rocpd_export_layout_free(rocpd_export_layout *l) {
  for (size_t i = 0; i < l->processes; i++) {
    sqlite3_free(l->process[i].name);
    sqlite3_free(l->process[i].command);
    sqlite3_free(l->process[i].label);
  }
  for (size_t i = 0; i < l->groups; i++) sqlite3_free(l->group[i].name);
  for (size_t i = 0; i < l->tracks; i++) {
    sqlite3_free(l->track[i].item);
    sqlite3_free(l->track[i].lane_end);
    sqlite3_free(l->track[i].range);
    sqlite3_free(l->track[i].name);
  }
  sqlite3_free(l->batch);
  sqlite3_free(l->process);
  sqlite3_free(l->group);
  sqlite3_free(l->track);
  sqlite3_free(l->key);
}
