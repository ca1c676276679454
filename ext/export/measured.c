/* See measured.h. All values become changes of counters, which are sorted by counter and time. */
#include "measured.h"
#include "intern.h"
#include "link.h"
#include <stdlib.h>

/* What happens to a counter. At one time what ends does so before something begins, but nothing before it has begun. */
enum what { END, BEGIN, END_AT_ONCE, SET };

typedef struct value_change {
  uint32_t owner : 30, what : 2; /* owner: a group of the layout; behind these the processes, and the last is nobody */
  uint32_t order;                /* of rows */
  int64_t name, time;            /* name: a string id */
  double value;
} value_change;

typedef struct measuring {
  rocpd_writer *w;
  rocpd_counter_write *write;
  value_change *change;
  size_t n, capacity;
  uint32_t owner;    /* that was found last */
  uint64_t unplaced; /* values without a time */
} measuring;

/* ---- rows ---- */

/* The columns of the kinds that have values. */
enum { GUID, PID, AGENT, NAME, VALUE, FROM, TO, DISPATCH, XCC, ENGINE, INSTANCE, EVENT, PMC, COLUMNS };
enum { NO_COLUMN = 255 };
typedef struct value_kind {
  uint8_t kind, column[COLUMNS];
} value_kind;
#define OF(K, column) ROCPD_##K##_##column
static const value_kind counters = {ROCPD_KIND_COUNTER, {OF(COUNTER, guid), OF(COUNTER, pid), OF(COUNTER, agent_abs_index), OF(COUNTER, counter_name),
  OF(COUNTER, value), OF(COUNTER, start), OF(COUNTER, end), OF(COUNTER, dispatch_id), NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN}};
static const value_kind sampled = {ROCPD_KIND_SPM_COUNTER, {OF(SPM_COUNTER, guid), OF(SPM_COUNTER, pid), OF(SPM_COUNTER, agent_abs_index),
  OF(SPM_COUNTER, counter_name), OF(SPM_COUNTER, value), OF(SPM_COUNTER, timestamp), NO_COLUMN, OF(SPM_COUNTER, dispatch_id), OF(SPM_COUNTER, xcc),
  OF(SPM_COUNTER, shader_engine), OF(SPM_COUNTER, instance), NO_COLUMN, NO_COLUMN}};
static const value_kind stated = {ROCPD_KIND_PMC_EVENT, {OF(PMC_EVENT, guid), OF(PMC_EVENT, pid), NO_COLUMN, OF(PMC_EVENT, counter_name),
  OF(PMC_EVENT, counter_value), OF(PMC_EVENT, start), NO_COLUMN, OF(PMC_EVENT, dispatch_id), NO_COLUMN, NO_COLUMN, NO_COLUMN, OF(PMC_EVENT, event_id),
  OF(PMC_EVENT, pmc_id)}};

typedef struct value_rows { /* of a batch */
  rocpd_batch *batch;
  const rocpd_column *column[COLUMNS]; /* NULL: it has none */
  int64_t *linked[3];                  /* of what is stated: what its counter and its event say, one value for each row */
} value_rows;
enum { LINKED_PID, LINKED_AGENT, LINKED_TIME };

static int64_t at(const value_rows *r, int column, uint32_t i) { return r->column[column] ? rocpd_column_at(r->column[column], i) : ROCPD_NULL; }

/* Each value of the column by one link, or two. */
static int follow(const value_rows *r, rocpd_links *l, int column, const int *hop, int hops, int64_t *out, rocpd_error *err) {
  int rc = SQLITE_OK;
  rocpd_column_get(r->column[column], 0, r->batch->rows, out);
  for (int i = 0; !rc && i < hops; i++) rc = rocpd_link_map(l, hop[2 * i], hop[2 * i + 1], out, r->batch->rows, err);
  return rc;
}

/* A stated value has the time of its sample, or else of its call. */
static int link_rows(measuring *m, value_rows *r, rocpd_source *source, rocpd_error *err) {
  static const int pid[] = {ROCPD_LINK_PMC, ROCPD_RAW_PMC_pid, ROCPD_LINK_PROCESS, ROCPD_RAW_PROCESS_pid};
  static const int agent[] = {ROCPD_LINK_PMC, ROCPD_RAW_PMC_agent_id, ROCPD_LINK_AGENT, ROCPD_AGENT_absolute_index};
  static const int sample[] = {ROCPD_LINK_SAMPLE_OF_EVENT, ROCPD_RAW_SAMPLE_timestamp}, call[] = {ROCPD_LINK_CALL_OF_EVENT, ROCPD_REGION_start};
  rocpd_links *l;
  uint32_t n = r->batch->rows;
  int64_t *space = sqlite3_malloc64(4 * (uint64_t)n * sizeof *space), *of_call = space + 3 * (size_t)n;
  int rc = space ? rocpd_links_of(m->w->x->snapshot, source, &l, err) : rocpd_no_memory(err);
  for (int i = 0; i < 3; i++) r->linked[i] = space ? space + i * (size_t)n : NULL;
  if (!rc) rc = follow(r, l, PMC, pid, 2, r->linked[LINKED_PID], err);
  if (!rc) rc = follow(r, l, PMC, agent, 2, r->linked[LINKED_AGENT], err);
  if (!rc) rc = follow(r, l, EVENT, sample, 1, r->linked[LINKED_TIME], err);
  if (!rc) rc = follow(r, l, EVENT, call, 1, of_call, err);
  for (uint32_t i = 0; !rc && i < n; i++)
    if (r->linked[LINKED_TIME][i] == ROCPD_NULL) r->linked[LINKED_TIME][i] = of_call[i];
  return rc;
}

/* ---- whose they are ---- */

static bool is_of(const rocpd_export_process *p, int64_t guid, int64_t pid) { return p->guid == guid && (pid == ROCPD_NULL || p->pid == pid); }

/* The group, process, or nobody. False: the options leave it out. A file that names no process for its devices has them once. */
static bool find_owner(measuring *m, int64_t guid, int64_t pid, int64_t agent, uint32_t *out) {
  const rocpd_export *x = m->w->x;
  const rocpd_export_layout *l = &x->layout;
  uint32_t groups = (uint32_t)l->groups;
  if (agent != ROCPD_NULL && !rocpd_numbers_match(&x->option.agents, agent)) return false;
  for (uint32_t i = 0; agent != ROCPD_NULL && i < groups; i++) {
    uint32_t g = (m->owner + i) % groups;
    if (l->group[g].agent != agent || !is_of(&l->process[l->group[g].process], guid, pid)) continue;
    *out = m->owner = g;
    return !l->process[l->group[g].process].left_out;
  }
  for (uint32_t i = 0; i < l->processes; i++) {
    if (!is_of(&l->process[i], guid, pid)) continue;
    *out = groups + i;
    return !l->process[i].left_out;
  }
  *out = groups + (uint32_t)l->processes;
  return !x->option.processes.n && !x->option.ranks.n;
}

/* A sampled value's counter has its place in the GPU in its name. */
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

/* ---- rows to changes ---- */

static int add(measuring *m, uint32_t owner, enum what what, int64_t name, int64_t time, double value, rocpd_error *err) {
  if (m->n == UINT32_MAX || rocpd_array_reserve(&m->change, &m->capacity, m->n + 1, sizeof *m->change)) return rocpd_no_memory(err);
  m->change[m->n] = (value_change){.owner = owner, .what = what, .order = (uint32_t)m->n, .name = name, .time = time, .value = value};
  m->n++;
  return SQLITE_OK;
}

static int add_row(measuring *m, const value_rows *r, uint32_t i, rocpd_error *err) {
  const rocpd_export_options *o = &m->w->x->option;
  bool of_kernel = r->column[TO];
  int64_t bits = at(r, VALUE, i), pid = at(r, PID, i), agent = at(r, AGENT, i), from = at(r, FROM, i), to = at(r, TO, i), name;
  uint32_t owner;
  if (bits == ROCPD_NULL) return SQLITE_OK;
  if (r->linked[0]) {
    if (pid == ROCPD_NULL) pid = r->linked[LINKED_PID][i];
    if (from == ROCPD_NULL) from = r->linked[LINKED_TIME][i];
    agent = r->linked[LINKED_AGENT][i];
  }
  if (!find_owner(m, at(r, GUID, i), pid, agent, &owner)) return SQLITE_OK;
  if (from == ROCPD_NULL) return m->unplaced++, SQLITE_OK;
  if (!rocpd_export_in_time(o, from, of_kernel ? to : from)) return SQLITE_OK;
  if (of_kernel && to != ROCPD_NULL && (to < from ? 0 : to - from) < o->min_duration_ns) return SQLITE_OK;
  int rc = name_of(m, r, i, &name, err);
  if (!rc) rc = add(m, owner, of_kernel ? BEGIN : SET, name, from, rocpd_real_of(bits), err);
  if (rc || !of_kernel || to == ROCPD_NULL) return rc;
  return add(m, owner, to > from ? END : END_AT_ONCE, name, to > from ? to : from, rocpd_real_of(bits), err);
}

/* What is of a kernel is in counters_collection; what was sampled without one, in pmc_events. */
static bool counts(const value_kind *k, const value_rows *r, uint32_t i) { return (k->kind != ROCPD_KIND_PMC_EVENT) == (at(r, DISPATCH, i) != ROCPD_NULL); }

static int add_batch(measuring *m, const value_kind *k, rocpd_batch *b, const rocpd_choice *choice, uint8_t *keep, rocpd_error *err) {
  value_rows r = {.batch = b};
  bool all = false;
  int rc = rocpd_choice_rows(choice, b, keep, &all, err);
  for (int c = 0; !rc && c < COLUMNS; c++)
    if (k->column[c] != NO_COLUMN) rc = rocpd_batch_column(b, k->column[c], &r.column[c], err);
  if (!rc && r.column[PMC]) rc = link_rows(m, &r, b->source, err);
  for (uint32_t i = 0; !rc && i < b->rows; i++)
    if ((all || keep[i]) && counts(k, &r, i)) rc = add_row(m, &r, i, err);
  sqlite3_free(r.linked[0]);
  return rc ? rc : rocpd_export_poll(m->w->x, 0, err);
}

static int add_kind(measuring *m, const value_kind *k, rocpd_source *source, const rocpd_choice *choice, uint8_t *keep, rocpd_error *err) {
  static const uint8_t linked[] = {ROCPD_KIND_RAW_PMC, ROCPD_KIND_AGENT, ROCPD_KIND_RAW_PROCESS, ROCPD_KIND_RAW_SAMPLE, ROCPD_KIND_REGION};
  rocpd_snapshot *s = m->w->x->snapshot;
  rocpd_batch **batch, **other;
  size_t n, some;
  int rc = rocpd_snapshot_batches_of(s, source, k->kind, &batch, &n, err);
  for (size_t i = 0; !rc && n && k->column[PMC] != NO_COLUMN && i < sizeof linked; i++) rc = rocpd_snapshot_batches_of(s, source, linked[i], &other, &some, err);
  for (size_t i = 0; !rc && i < n; i++) rc = add_batch(m, k, batch[i], choice, keep, err);
  return rc;
}

static int add_source(measuring *m, rocpd_source *source, uint8_t *keep, rocpd_error *err) {
  rocpd_choice *choice = NULL;
  int rc = rocpd_choice_make(m->w->x, source, &choice, err);
  if (!rc) rc = add_kind(m, &counters, source, choice, keep, err);
  if (!rc) rc = add_kind(m, &sampled, source, choice, keep, err);
  if (!rc) rc = add_kind(m, &stated, source, choice, keep, err);
  rocpd_choice_free(choice);
  return rc;
}

/* ---- changes to values ---- */

static int compare_counters(const value_change *x, const value_change *y) {
#define BY(a, b) if ((a) != (b)) return (a) < (b) ? -1 : 1
  BY(x->owner, y->owner);
  BY(x->what == SET, y->what == SET);
  BY(x->name, y->name);
  return 0;
}

static int compare(const void *a, const void *b) {
  const value_change *x = a, *y = b;
  int order = compare_counters(x, y);
  if (order) return order;
  BY(x->time, y->time);
  BY(x->what, y->what);
  BY(x->order, y->order);
#undef BY
  return 0;
}

/* The values of one counter. Sums of doubles may not come back to 0 by themselves. */
static int write_values(measuring *m, const value_change *c, size_t n, rocpd_error *err) {
  const rocpd_export_layout *l = &m->w->x->layout;
  enum { RANK = 4 }; /* behind those of counter.c */
  rocpd_counter out = {.name = rocpd_string(m->w->x->session, c->name, NULL), .real = true, .rank = RANK + (c->what == SET)};
  out.group = c->owner < l->groups ? c->owner : ROCPD_NO_GROUP;
  out.process = c->owner < l->groups ? l->group[c->owner].process : c->owner - (uint32_t)l->groups;
  size_t running = 0;
  int rc = SQLITE_OK;
  for (size_t i = 0; i < n && !rc; i++) {
    if (c[i].what == SET) out.number = c[i].value;
    else if (c[i].what == BEGIN) out.number += c[i].value, running++;
    else out.number = --running ? out.number - c[i].value : 0;
    bool last = c[i].what == SET || i + 1 == n || c[i + 1].time != c[i].time || (c[i + 1].what == END_AT_ONCE && c[i].what != END_AT_ONCE);
    if (last && rocpd_export_in_time(&m->w->x->option, c[i].time, c[i].time)) rc = m->write(m->w, &out, c[i].time, err);
    if (!rc && !(i & 0xfff)) rc = rocpd_export_poll(m->w->x, 0, err);
  }
  return rc;
}

int rocpd_export_measured(rocpd_writer *w, rocpd_counter_write *write, rocpd_error *err) {
  measuring m = {.w = w, .write = write};
  size_t sources;
  rocpd_source **source = rocpd_snapshot_sources(w->x->snapshot, &sources);
  uint8_t *keep = sqlite3_malloc64(ROCPD_BATCH_ROWS);
  int rc = keep ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = 0; i < sources && !rc; i++) rc = add_source(&m, source[i], keep, err);
  if (!rc && m.n) qsort(m.change, m.n, sizeof *m.change, compare);
  for (size_t first = 0, end; first < m.n && !rc; first = end) {
    for (end = first + 1; end < m.n && !compare_counters(&m.change[first], &m.change[end]); end++) continue;
    rc = write_values(&m, m.change + first, end - first, err);
  }
  if (!rc && m.unplaced) rc = rocpd_export_warn(w->x, err, "%llu values of counters have no time, and are left out", (unsigned long long)m.unplaced);
  sqlite3_free(m.change), sqlite3_free(keep);
  return rc;
}
