/* See measured.h. */
#include "measured.h"
#include "choice.h"
#include "intern.h"
#include "link.h"
#include "sweep.h"

/* A counter of an owner. */
typedef struct measured_counter {
  rocpd_counter counter;
  int64_t name, unit; /* string ids; unit may be ROCPD_NULL */
  size_t running; /* number of running kernels with values of this counter */
  bool changed;   /* in this step: the counter is in measuring.now */
} measured_counter;

/* A batch of a kind with values. */
typedef struct measured_batch {
  const struct value_kind *kind;
  rocpd_batch *batch;
  const rocpd_choice *choice; /* of the batch's source; NULL: all rows */
} measured_batch;

typedef struct measuring {
  rocpd_writer *w;
  rocpd_counter_write *write;
  rocpd_measured_owners of; /* values of other owners are left out */
  measured_batch *batch;
  size_t batches, batch_capacity;
  uint8_t *keep; /* [ROCPD_BATCH_ROWS] */
  rocpd_span *span; /* of the current batch */
  size_t spans, span_capacity;
  measured_counter *counter;
  size_t counters, counter_capacity;
  rocpd_map found;   /* (owner, name, whether kernels have its values) -> counter */
  uint32_t *now;     /* counters that change in this step */
  size_t changing, now_capacity;
  uint32_t owner;    /* the owner found last */
  uint64_t unplaced; /* number of values without a time */
} measuring;

/* ---- rows ---- */

/* The columns of kinds with values. */
enum { GUID, PID, AGENT, NAME, VALUE, FROM, TO, DISPATCH, XCC, ENGINE, INSTANCE, EVENT, PMC, NODE, UNIT, COLUMNS };
enum { NO_COLUMN = 255 };
typedef struct value_kind {
  uint8_t kind, column[COLUMNS];
} value_kind;
#define OF(K, column) ROCPD_##K##_##column
static const value_kind counters = {ROCPD_KIND_COUNTER, {OF(COUNTER, guid), OF(COUNTER, pid), OF(COUNTER, agent_abs_index), OF(COUNTER, counter_name),
  OF(COUNTER, value), OF(COUNTER, start), OF(COUNTER, end), OF(COUNTER, dispatch_id), NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN, OF(COUNTER, nid), NO_COLUMN}};
static const value_kind sampled = {ROCPD_KIND_SPM_COUNTER, {OF(SPM_COUNTER, guid), OF(SPM_COUNTER, pid), OF(SPM_COUNTER, agent_abs_index),
  OF(SPM_COUNTER, counter_name), OF(SPM_COUNTER, value), OF(SPM_COUNTER, timestamp), NO_COLUMN, OF(SPM_COUNTER, dispatch_id), OF(SPM_COUNTER, xcc),
  OF(SPM_COUNTER, shader_engine), OF(SPM_COUNTER, instance), NO_COLUMN, NO_COLUMN, OF(SPM_COUNTER, nid), NO_COLUMN}};
static const value_kind stated = {ROCPD_KIND_PMC_EVENT, {OF(PMC_EVENT, guid), OF(PMC_EVENT, pid), NO_COLUMN, OF(PMC_EVENT, counter_name),
  OF(PMC_EVENT, counter_value), OF(PMC_EVENT, start), NO_COLUMN, OF(PMC_EVENT, dispatch_id), NO_COLUMN, NO_COLUMN, NO_COLUMN, OF(PMC_EVENT, event_id),
  OF(PMC_EVENT, pmc_id), OF(PMC_EVENT, nid), NO_COLUMN}};

static const value_kind metrics = {ROCPD_KIND_METRIC, {OF(METRIC, guid), OF(METRIC, pid), OF(METRIC, agent_abs_index), OF(METRIC, track), OF(METRIC, value),
  OF(METRIC, timestamp), NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN, OF(METRIC, nid), OF(METRIC, unit)}};

typedef struct value_rows { /* rows of a batch */
  rocpd_batch *batch;
  const rocpd_column *column[COLUMNS]; /* NULL: the batch has none */
  int64_t *linked[4];                  /* for reported values: properties of the counter and of the event, one for each row */
} value_rows;
enum { LINKED_PID, LINKED_AGENT, LINKED_TIME, LINKED_NODE, LINKED };

static int64_t at(const value_rows *r, int column, uint32_t i) { return r->column[column] ? rocpd_column_at(r->column[column], i) : ROCPD_NULL; }

/* Maps each value of the column through one or two links. */
static int follow(const value_rows *r, rocpd_links *l, int column, const int *hop, int hops, int64_t *out, rocpd_error *err) {
  int rc = SQLITE_OK;
  rocpd_column_get(r->column[column], 0, r->batch->rows, out);
  for (int i = 0; !rc && i < hops; i++) rc = rocpd_link_map(l, hop[2 * i], hop[2 * i + 1], out, r->batch->rows, err);
  return rc;
}

/* A reported value has the time of its sample, else that of its call. */
static int link_rows(measuring *m, value_rows *r, rocpd_source *source, rocpd_error *err) {
  static const int pid[] = {ROCPD_LINK_PMC, ROCPD_RAW_PMC_pid, ROCPD_LINK_PROCESS, ROCPD_RAW_PROCESS_pid};
  static const int agent[] = {ROCPD_LINK_PMC, ROCPD_RAW_PMC_agent_id, ROCPD_LINK_AGENT, ROCPD_AGENT_absolute_index};
  static const int node[] = {ROCPD_LINK_PMC, ROCPD_RAW_PMC_nid};
  static const int sample[] = {ROCPD_LINK_SAMPLE_OF_EVENT, ROCPD_RAW_SAMPLE_timestamp}, call[] = {ROCPD_LINK_CALL_OF_EVENT, ROCPD_REGION_start};
  rocpd_links *l;
  uint32_t n = r->batch->rows;
  int64_t *space = sqlite3_malloc64((LINKED + 1) * (uint64_t)n * sizeof *space), *of_call = space + LINKED * (size_t)n;
  int rc = space ? rocpd_links_of(m->w->x->snapshot, source, &l, err) : rocpd_no_memory(err);
  for (int i = 0; i < LINKED; i++) r->linked[i] = space ? space + i * (size_t)n : NULL;
  if (!rc) rc = follow(r, l, PMC, pid, 2, r->linked[LINKED_PID], err);
  if (!rc) rc = follow(r, l, PMC, agent, 2, r->linked[LINKED_AGENT], err);
  if (!rc) rc = follow(r, l, PMC, node, 1, r->linked[LINKED_NODE], err);
  if (!rc) rc = follow(r, l, EVENT, sample, 1, r->linked[LINKED_TIME], err);
  if (!rc) rc = follow(r, l, EVENT, call, 1, of_call, err);
  for (uint32_t i = 0; !rc && i < n; i++)
    if (r->linked[LINKED_TIME][i] == ROCPD_NULL) r->linked[LINKED_TIME][i] = of_call[i];
  return rc;
}

/* ---- owners ---- */

/* The owner of a value, according to its row; ROCPD_NULL: not stated. */
typedef struct value_owner {
  int64_t guid, nid, pid, agent; /* nid: rocpd_node_at() */
} value_owner;

static bool is_of(const rocpd_export_process *p, const value_owner *v) {
  return p->guid == v->guid && (v->nid == ROCPD_NULL || p->nid == v->nid) && (v->pid == ROCPD_NULL || p->pid == v->pid);
}

/* Finds the owner: a group, a process, or nobody. False: the options leave it out. If a file names no process for its devices, one of the groups of the
** agent is the owner. */
static bool find_any_owner(measuring *m, const value_owner *v, uint32_t *out) {
  const rocpd_export *x = m->w->x;
  const rocpd_export_layout *l = &x->layout;
  uint32_t groups = (uint32_t)l->groups;
  if (v->agent != ROCPD_NULL && !rocpd_numbers_match(&x->option.agents, v->agent)) return false;
  for (uint32_t i = 0; v->agent != ROCPD_NULL && i < groups; i++) {
    uint32_t g = (m->owner + i) % groups;
    if (l->group[g].agent != v->agent || !is_of(&l->process[l->group[g].process], v)) continue;
    *out = m->owner = g;
    return !l->process[l->group[g].process].left_out;
  }
  for (uint32_t i = 0; i < l->processes; i++) {
    if (!is_of(&l->process[i], v)) continue;
    *out = groups + i;
    return !l->process[i].left_out;
  }
  *out = groups + (uint32_t)l->processes;
  return !x->option.processes.n && !x->option.ranks.n;
}

static bool find_owner(measuring *m, const value_owner *v, uint32_t *out) {
  return find_any_owner(m, v, out) && *out >= m->of.first && *out < m->of.end;
}

/* For a sampled value, the name of the counter includes its place in the GPU. */
static int name_of(measuring *m, const value_rows *r, uint32_t i, int64_t *name, rocpd_error *err) {
  static const struct { int column; const char *label; } part[] = {{XCC, "XCC"}, {ENGINE, "SE"}, {INSTANCE, "instance"}};
  *name = at(r, NAME, i);
  if (*name == ROCPD_NULL) return rocpd_intern(m->w->x->session, "unknown counter", -1, name) ? rocpd_no_memory(err) : SQLITE_OK;
  if (!r->column[XCC]) return SQLITE_OK;
  sqlite3_str *s = sqlite3_str_new(NULL);
  sqlite3_str_appendall(s, rocpd_string(m->w->x->session, *name, NULL));
  int parts = 0;
  for (int k = 0; k < 3; k++) {
    int64_t number = at(r, part[k].column, i);
    if (number != ROCPD_NULL) sqlite3_str_appendf(s, "%s%s %lld", parts++ ? ", " : " [", part[k].label, number);
  }
  if (parts) sqlite3_str_appendall(s, "]");
  return rocpd_intern_str(m->w->x->session, s, name) ? rocpd_no_memory(err) : SQLITE_OK;
}

/* ---- rows to spans ---- */

enum { RANK = ROCPD_RUNNING_COUNTERS + 1 }; /* after the counters of counter.c */

/* A counter's unit is that of its first value. */
static int find_counter(measuring *m, uint32_t owner, int64_t name, int64_t unit, bool of_kernels, uint32_t *out, rocpd_error *err) {
  const rocpd_export_layout *l = &m->w->x->layout;
  uint64_t key = (uint64_t)owner << 34 ^ (uint64_t)name << 1 ^ of_kernels, known = rocpd_map_get(&m->found, key, UINT64_MAX);
  *out = (uint32_t)known;
  if (known != UINT64_MAX) return SQLITE_OK;
  if (m->counters == UINT32_MAX || rocpd_array_reserve(&m->counter, &m->counter_capacity, m->counters + 1, sizeof *m->counter)) return rocpd_no_memory(err);
  rocpd_counter c = {.real = true, .rank = RANK + !of_kernels, .group = owner < l->groups ? owner : ROCPD_NO_GROUP};
  c.process = owner < l->groups ? l->group[owner].process : owner - (uint32_t)l->groups;
  m->counter[m->counters] = (measured_counter){.counter = c, .name = name, .unit = unit};
  *out = (uint32_t)m->counters++;
  return rocpd_fail_code(err, rocpd_map_set(&m->found, key, *out));
}

static int add_row(measuring *m, const value_rows *r, uint32_t i, rocpd_error *err) {
  const rocpd_export_options *o = &m->w->x->option;
  bool of_kernel = r->column[TO];
  int64_t bits = at(r, VALUE, i), pid = at(r, PID, i), agent = at(r, AGENT, i), from = at(r, FROM, i), to = at(r, TO, i), name;
  uint32_t owner, counter;
  if (bits == ROCPD_NULL) return SQLITE_OK;
  if (r->linked[0]) {
    if (pid == ROCPD_NULL) pid = r->linked[LINKED_PID][i];
    if (from == ROCPD_NULL) from = r->linked[LINKED_TIME][i];
    agent = r->linked[LINKED_AGENT][i];
  }
  int64_t nid = r->batch->source->info.multi_process ? at(r, NODE, i) : 0;
  if (nid == ROCPD_NULL && r->linked[LINKED_NODE]) nid = r->linked[LINKED_NODE][i];
  if (!find_owner(m, &(value_owner){at(r, GUID, i), nid, pid, agent}, &owner)) return SQLITE_OK;
  if (from == ROCPD_NULL) return m->unplaced++, SQLITE_OK;
  if (!rocpd_export_in_time(o, from, of_kernel ? to : from)) return SQLITE_OK;
  if (of_kernel && to != ROCPD_NULL && (to < from ? 0 : to - from) < o->min_duration_ns) return SQLITE_OK;
  int rc = name_of(m, r, i, &name, err);
  if (!rc) rc = find_counter(m, owner, name, at(r, UNIT, i), of_kernel, &counter, err);
  if (!rc) rc = rocpd_fail_code(err, rocpd_array_reserve(&m->span, &m->span_capacity, m->spans + 1, sizeof *m->span));
  if (rc) return rc;
  to = to == ROCPD_NULL ? INT64_MAX : to < from ? from : to;
  m->span[m->spans] = (rocpd_span){.from = from, .to = to, .value = bits, .of = counter, .order = (uint32_t)m->spans};
  m->spans++;
  return SQLITE_OK;
}

/* Values of kernels are in counters_collection; values sampled without a kernel in pmc_events. */
static bool counts(const value_kind *k, const value_rows *r, uint32_t i) {
  return k == &metrics || (k->kind != ROCPD_KIND_PMC_EVENT) == (at(r, DISPATCH, i) != ROCPD_NULL);
}

static int read_batch(void *arg, uint32_t number, rocpd_span **span, size_t *n, rocpd_error *err) {
  measuring *m = arg;
  const measured_batch *b = &m->batch[number];
  value_rows r = {.batch = b->batch};
  bool all = false;
  int rc = rocpd_choice_rows(b->choice, b->batch, m->keep, &all, err);
  for (int c = 0; !rc && c < COLUMNS; c++)
    if (b->kind->column[c] != NO_COLUMN) rc = rocpd_batch_column(b->batch, b->kind->column[c], &r.column[c], err);
  if (!rc && r.column[PMC]) rc = link_rows(m, &r, b->batch->source, err);
  for (uint32_t i = 0; !rc && i < b->batch->rows; i++)
    if ((all || m->keep[i]) && counts(b->kind, &r, i)) rc = add_row(m, &r, i, err);
  sqlite3_free(r.linked[0]);
  rocpd_export_let_go(m->w->x, b->batch);
  *span = m->span, *n = m->spans;
  m->span = NULL, m->spans = m->span_capacity = 0;
  return rc ? rc : rocpd_export_poll(m->w->x, 0, err);
}

/* ---- which batches ---- */

/* Whether one of the owners may have rows in the batch. Mostly all rows have one guid. */
static int may_have(const measuring *m, const value_kind *k, rocpd_batch *b, bool *may, rocpd_error *err) {
  const rocpd_export_layout *l = &m->w->x->layout;
  const rocpd_column *guid;
  uint32_t nobody = (uint32_t)(l->groups + l->processes), end = m->of.end <= nobody ? m->of.end : nobody;
  *may = m->of.end > nobody;
  int rc = *may ? SQLITE_OK : rocpd_batch_column(b, k->column[GUID], &guid, err);
  if (rc || *may) return rc;
  *may = b->rows && !rocpd_column_is_constant(guid);
  for (uint32_t i = m->of.first; b->rows && !*may && i < end; i++)
    *may = l->process[i < l->groups ? l->group[i].process : i - (uint32_t)l->groups].guid == rocpd_column_at(guid, 0);
  return SQLITE_OK;
}

static int add_kind(measuring *m, rocpd_sweep *s, const value_kind *k, rocpd_source *source, const rocpd_choice *choice, rocpd_error *err) {
  static const uint8_t linked[] = {ROCPD_KIND_RAW_PMC, ROCPD_KIND_AGENT, ROCPD_KIND_RAW_PROCESS, ROCPD_KIND_RAW_SAMPLE, ROCPD_KIND_REGION};
  rocpd_export *x = m->w->x;
  rocpd_batch **batch, **other;
  size_t n, some;
  bool links = k->column[PMC] != NO_COLUMN; /* the times come through these links, so they are unknown */
  int rc = rocpd_snapshot_batches_of(x->snapshot, source, k->kind, &batch, &n, err);
  for (size_t i = 0; !rc && n && links && i < sizeof linked; i++) rc = rocpd_snapshot_batches_of(x->snapshot, source, linked[i], &other, &some, err);
  for (size_t i = 0; !rc && i < n; i++) {
    int64_t from = INT64_MIN;
    bool may;
    rc = may_have(m, k, batch[i], &may, err);
    if (!rc && !may) continue;
    if (!rc && !links) rc = rocpd_sweep_first(x->session, batch[i], &from, err);
    if (!rc) rc = rocpd_fail_code(err, rocpd_array_reserve(&m->batch, &m->batch_capacity, m->batches + 1, sizeof *m->batch));
    if (!rc) m->batch[m->batches] = (measured_batch){k, batch[i], choice};
    if (!rc) rc = rocpd_sweep_add(s, from, (uint32_t)m->batches++, err);
    if (!rc) rocpd_export_let_go(x, batch[i]);
  }
  return rc;
}

static int add_source(measuring *m, rocpd_sweep *s, rocpd_source *source, rocpd_choice **choice, rocpd_error *err) {
  int rc = rocpd_choice_make(m->w->x, source, choice, err);
  if (!rc) rc = add_kind(m, s, &counters, source, *choice, err);
  if (!rc) rc = add_kind(m, s, &sampled, source, *choice, err);
  if (!rc) rc = add_kind(m, s, &stated, source, *choice, err);
  if (!rc) rc = add_kind(m, s, &metrics, source, *choice, err);
  return rc;
}

/* ---- spans to values ---- */

static int write_value(measuring *m, measured_counter *c, int64_t time, rocpd_error *err) {
  if (!rocpd_export_in_time(&m->w->x->option, time, time)) return SQLITE_OK;
  c->counter.name = rocpd_string(m->w->x->session, c->name, NULL);
  c->counter.unit = c->unit == ROCPD_NULL ? NULL : rocpd_string(m->w->x->session, c->unit, NULL);
  return m->write(m->w, &c->counter, time, err);
}

/* Writes the counters that changed at this time. */
static int write_changed(measuring *m, int64_t time, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = 0; i < m->changing && !rc; i++) {
    m->counter[m->now[i]].changed = false;
    rc = write_value(m, &m->counter[m->now[i]], time, err);
  }
  m->changing = 0;
  return rc;
}

/* A sum of doubles may not return to exactly 0, so it is set to 0. */
static int change_value(measuring *m, const rocpd_sweep_step *step, rocpd_error *err) {
  measured_counter *c = &m->counter[step->of];
  double value = rocpd_real_of(step->value);
  if (c->counter.rank != RANK) return c->counter.number = value, write_value(m, c, step->time, err);
  if (!step->end) c->counter.number += value, c->running++;
  else c->counter.number = --c->running ? c->counter.number - value : 0;
  if (c->changed) return SQLITE_OK;
  int rc = rocpd_fail_code(err, ROCPD_APPEND(m->now, m->changing, m->now_capacity, step->of));
  c->changed = !rc;
  return rc;
}

static int write_values(measuring *m, rocpd_sweep *s, rocpd_error *err) {
  rocpd_sweep_step step = {0}, before = {0};
  bool more = true;
  int rc = SQLITE_OK;
  for (uint64_t turn = 1; more && !rc; turn++) {
    rc = rocpd_sweep_next(s, &step, &more, err);
    /* The value of a kernel without length begins and ends at the same time, in two steps. */
    bool next = !more || step.time != before.time || (step.end && step.at_once && !(before.end && before.at_once));
    if (!rc && next) rc = write_changed(m, before.time, err);
    if (!rc && more) rc = change_value(m, &step, err);
    before = step;
    if (!rc && !(turn & 0xfff)) rc = rocpd_export_poll(m->w->x, 0, err);
  }
  return rc;
}

int rocpd_export_measured(rocpd_writer *w, rocpd_counter_write *write, rocpd_error *err) {
  return rocpd_export_measured_of(w, (rocpd_measured_owners){0, UINT32_MAX}, write, err);
}

int rocpd_export_measured_of(rocpd_writer *w, rocpd_measured_owners of, rocpd_counter_write *write, rocpd_error *err) {
  measuring m = {.w = w, .write = write, .of = of, .keep = sqlite3_malloc64(ROCPD_BATCH_ROWS)};
  rocpd_sweep s = {.read = read_batch, .arg = &m};
  size_t sources;
  rocpd_source **source = rocpd_snapshot_sources(w->x->snapshot, &sources);
  rocpd_choice **choice = sqlite3_malloc64((sources + 1) * sizeof *choice);
  int rc = m.keep && choice ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = 0; choice && i < sources; i++) choice[i] = NULL;
  for (size_t i = 0; i < sources && !rc; i++) rc = add_source(&m, &s, source[i], &choice[i], err);
  if (!rc) rc = write_values(&m, &s, err);
  if (!rc && m.unplaced) rc = rocpd_export_warn(w->x, err, "%llu values of counters have no time, and are left out", (unsigned long long)m.unplaced);
  for (size_t i = 0; choice && i < sources; i++) rocpd_choice_free(choice[i]);
  rocpd_sweep_free(&s);
  rocpd_map_free(&m.found);
  sqlite3_free(choice), sqlite3_free(m.batch), sqlite3_free(m.keep), sqlite3_free(m.span), sqlite3_free(m.counter), sqlite3_free(m.now);
  return rc;
}
