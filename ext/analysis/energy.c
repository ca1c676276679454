/* See energy.h. The kernels and copies of each GPU are taken in order of time. Running sums grow by what each moment costs one of the kernels and copies
** that run. A kernel gets the difference of these sums between its end and its start. So it takes a time that grows with the logarithm of the number of
** those that run at once. */
#include "energy.h"
#include <math.h>
#include <stdlib.h>
#include "device.h"
#include "heap.h"
#include "owner.h"
#include "sum.h"
#include "window.h"

#define LONGEST_NS 2000000000 /* a value counts no longer than this: the collector reads one each second at least */

const char *const rocpd_energy_kinds[] = {[ROCPD_ENERGY_KERNEL] = "kernel", [ROCPD_ENERGY_COPY] = "copy", [ROCPD_ENERGY_BUSY] = "busy",
                                          [ROCPD_ENERGY_IDLE] = "idle"};

typedef struct energy_span { /* of a kernel or copy on a GPU */
  int64_t start, end;
  uint32_t gpu, row;
} energy_span;

typedef struct energy_power { /* a value, which counts until `until`; then it is not known */
  int64_t at, until;
  double watts, change; /* change: to the next one, without a sign */
  uint32_t gpu;
  size_t order; /* that of the rows */
} energy_power;

typedef struct energy_sums { double ns, unknown_ns, joules, error; } energy_sums;

typedef struct energy_gpu {
  const rocpd_device *device; /* NULL: its file does not describe it */
  rocpd_source *source;
  int64_t agent;
} energy_gpu;

typedef struct energy_making {
  rocpd_snapshot *s;
  rocpd_energy_of of;
  enum rocpd_energy_by by;
  int64_t gpu_type; /* interned */
  const rocpd_device *device;
  size_t devices;
  rocpd_groups gpus; /* device, or source and agent where there is none */
  energy_gpu *gpu;
  size_t gpu_room;
  rocpd_groups groups; /* of rows: kind and two more keys; not by event */
  rocpd_energy_row *row;
  size_t rows, row_room;
  energy_span *span;
  size_t spans, span_room;
  energy_power *power;
  size_t powers, power_room;
  size_t row_of_idle;
} energy_making;

/* ---- GPUs and rows */

static int find_gpu(energy_making *m, rocpd_source *source, int64_t agent, uint32_t *out, rocpd_error *err) {
  const rocpd_device *d = rocpd_device_of(m->device, m->devices, source, agent);
  int64_t group;
  size_t known = m->gpus.n;
  int rc = rocpd_group_add(&m->gpus, (int64_t[]){d ? d->device : ROCPD_NULL, d ? 0 : source->number, d ? 0 : agent}, &group, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_array_reserve(&m->gpu, &m->gpu_room, m->gpus.n, sizeof *m->gpu));
  if (rc == SQLITE_OK && m->gpus.n > known) m->gpu[group] = (energy_gpu){d, source, agent};
  *out = (uint32_t)group;
  return rc;
}

static const rocpd_energy_row nothing = {.name = ROCPD_NULL, .run = ROCPD_NULL, .rank = ROCPD_NULL, .id = ROCPD_NULL, .pid = ROCPD_NULL,
                                         .start = ROCPD_NULL, .guid = ROCPD_NULL, .device = ROCPD_NULL, .agent = ROCPD_NULL,
                                         .calls = ROCPD_NULL, .total_ns = ROCPD_NULL};

static int add_row(energy_making *m, const rocpd_energy_row *row, rocpd_error *err) {
  if (m->rows >= UINT32_MAX) return rocpd_fail(err, SQLITE_TOOBIG, "energy: too many kernels and copies");
  return rocpd_fail_code(err, ROCPD_APPEND(m->row, m->rows, m->row_room, *row));
}

/* A row that is about a GPU. */
static rocpd_energy_row row_of_gpu(const energy_making *m, enum rocpd_energy_kind kind, uint32_t gpu) {
  rocpd_energy_row row = nothing;
  const energy_gpu *g = &m->gpu[gpu];
  row.kind = kind, row.source = g->source, row.agent = g->agent, row.device = g->device ? g->device->device : ROCPD_NULL;
  return row;
}

/* ---- kernels and copies */

typedef struct energy_columns {
  rocpd_owner_columns owner;
  const rocpd_column *name, *run, *rank, *id, *pid, *guid;
} energy_columns;

static int load_columns(rocpd_batch *b, energy_columns *c, rocpd_error *err) {
  const struct { const char *name; const rocpd_column **to; } list[] = {{"name", &c->name}, {"run", &c->run}, {"rank", &c->rank},
                                                                        {"id", &c->id}, {"pid", &c->pid}, {"guid", &c->guid}};
  int rc = rocpd_owner_columns_load(b, ROCPD_LEVEL_AGENT, &c->owner, err);
  for (size_t i = 0; rc == SQLITE_OK && i < sizeof list / sizeof *list; i++)
    rc = rocpd_batch_column(b, rocpd_kind_column(b->kind, list[i].name), list[i].to, err);
  return rc;
}

/* Finds the row that a kernel or copy belongs to, or makes it. */
static int find_row(energy_making *m, rocpd_batch *b, const energy_columns *c, uint32_t i, uint32_t gpu, uint32_t *out, rocpd_error *err) {
  rocpd_energy_row row = nothing;
  int64_t key[3] = {ROCPD_ENERGY_BUSY, 0, 0}, group;
  size_t known = m->groups.n;
  row.kind = b->kind == ROCPD_KIND_KERNEL ? ROCPD_ENERGY_KERNEL : ROCPD_ENERGY_COPY, row.calls = row.total_ns = 0;
  if (m->by == ROCPD_ENERGY_BY_KERNEL) {
    key[0] = row.kind, key[1] = row.name = rocpd_column_at(c->name, i);
  } else if (m->by == ROCPD_ENERGY_BY_DEVICE) {
    row = row_of_gpu(m, ROCPD_ENERGY_BUSY, gpu), row.calls = row.total_ns = 0, key[1] = gpu;
  } else if (m->by == ROCPD_ENERGY_BY_RANK) {
    row.kind = ROCPD_ENERGY_BUSY, key[1] = row.run = rocpd_column_at(c->run, i), key[2] = row.rank = rocpd_column_at(c->rank, i);
  } else {
    const enum rocpd_energy_kind kind = row.kind;
    row = row_of_gpu(m, kind, gpu), row.calls = row.total_ns = 0;
    row.name = rocpd_column_at(c->name, i), row.run = rocpd_column_at(c->run, i), row.rank = rocpd_column_at(c->rank, i);
    row.id = rocpd_column_at(c->id, i), row.pid = rocpd_column_at(c->pid, i), row.start = rocpd_column_at(c->owner.start, i);
    row.guid = rocpd_column_at(c->guid, i);
    *out = (uint32_t)m->rows;
    return add_row(m, &row, err);
  }
  int rc = rocpd_group_add(&m->groups, key, &group, err);
  *out = (uint32_t)group;
  return rc == SQLITE_OK && m->groups.n > known ? add_row(m, &row, err) : rc;
}

/* A copy between two GPUs is one call of its row, and has a share of both. */
static int add_activity(energy_making *m, rocpd_batch *b, const energy_columns *c, uint32_t i, rocpd_error *err) {
  int64_t agent[2], start = rocpd_column_at(c->owner.start, i), end = rocpd_column_at(c->owner.end, i);
  int gpus = rocpd_gpus_of(&c->owner, i, m->gpu_type, agent), rc = SQLITE_OK;
  bool timed = start != ROCPD_NULL && end != ROCPD_NULL;
  uint32_t row = 0, gpu = 0;
  for (int g = 0; rc == SQLITE_OK && g < gpus; g++) {
    rc = find_gpu(m, b->source, agent[g], &gpu, err);
    if (rc == SQLITE_OK && (!g || m->by == ROCPD_ENERGY_BY_DEVICE)) {
      rc = find_row(m, b, c, i, gpu, &row, err);
      if (rc == SQLITE_OK) m->row[row].calls++, m->row[row].total_ns = rocpd_add(m->row[row].total_ns, timed && end > start ? end - start : 0);
    }
    if (rc == SQLITE_OK && timed)
      rc = rocpd_fail_code(err, ROCPD_APPEND(m->span, m->spans, m->span_room, (energy_span){start, rocpd_later(start, end), gpu, row}));
  }
  return rc;
}

static int read_activities(energy_making *m, rocpd_error *err) {
  rocpd_batch **batch = NULL;
  size_t n = 0;
  int rc = rocpd_owner_batches(m->s, ROCPD_LEVEL_AGENT, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    energy_columns c;
    rc = load_columns(batch[i], &c, err);
    for (uint32_t k = 0; rc == SQLITE_OK && k < batch[i]->rows; k++) rc = add_activity(m, batch[i], &c, k, err);
  }
  sqlite3_free(batch);
  return rc;
}

/* ---- power */

const rocpd_energy_of rocpd_energy_power = {"GPU Current Power", false};

/* The track is "OF [0] (S)". */
static bool is_track(const char *text, const char *of) { return !strncmp(text, of, strlen(of)) && !strncmp(text + strlen(of), " [", 2); }

static int read_power_of(energy_making *m, rocpd_batch *b, rocpd_error *err) {
  static const int wanted[] = {ROCPD_METRIC_agent_id, ROCPD_METRIC_track, ROCPD_METRIC_timestamp, ROCPD_METRIC_value};
  const rocpd_column *c[4];
  int64_t last = ROCPD_NULL;
  bool is_power = false;
  int rc = rocpd_batch_columns(b, wanted, 4, c, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->rows; i++) {
    int64_t agent = rocpd_column_at(c[0], i), track = rocpd_column_at(c[1], i), at = rocpd_column_at(c[2], i), value = rocpd_column_at(c[3], i);
    if (track != last) is_power = track != ROCPD_NULL && is_track(rocpd_string(b->source->session, track, NULL), m->of.track), last = track;
    if (!is_power || agent == ROCPD_NULL || at == ROCPD_NULL || value == ROCPD_NULL || !isfinite(rocpd_real_of(value))) continue;
    if (!rocpd_snapshot_takes(m->s, b->source, agent)) continue;
    uint32_t gpu = 0;
    rc = find_gpu(m, b->source, agent, &gpu, err);
    const energy_power p = {.at = at, .watts = rocpd_real_of(value), .gpu = gpu, .order = m->powers};
    if (rc == SQLITE_OK) rc = rocpd_fail_code(err, ROCPD_APPEND(m->power, m->powers, m->power_room, p));
  }
  return rc;
}

static int compare_power(const void *a, const void *b) {
  const energy_power *x = a, *y = b;
  return ROCPD_ORDER(x->gpu, y->gpu) ?: ROCPD_ORDER(x->at, y->at) ?: ROCPD_ORDER(x->order, y->order);
}

/* Says when each value counts, and keeps the parts in the time window. */
static void cut_power(energy_making *m) {
  const rocpd_window *w = rocpd_snapshot_window(m->s);
  size_t kept = 0;
  if (m->powers) qsort(m->power, m->powers, sizeof *m->power, compare_power);
  for (size_t i = 0; i + 1 < m->powers; i++) {
    energy_power p = m->power[i];
    const energy_power next = m->power[i + 1];
    if (next.gpu != p.gpu) continue;
    p.change = fabs(next.watts - p.watts);
    if (m->of.before) p.watts = next.watts, p.until = next.at, p.at = rocpd_later(p.at, next.at - LONGEST_NS);
    else p.until = rocpd_earlier(next.at, p.at + LONGEST_NS);
    if (w) p.at = rocpd_later(p.at, w->start), p.until = rocpd_earlier(p.until, w->end);
    if (p.at < p.until) m->power[kept++] = p;
  }
  m->powers = kept;
}

/* Values before and after a time window count, too: the first one in it is not the first one. */
static int read_power(energy_making *m, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  int rc = rocpd_snapshot_batches(rocpd_snapshot_whole(m->s), ROCPD_KIND_METRIC, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = read_power_of(m, batch[i], err);
  if (rc == SQLITE_OK) cut_power(m);
  return rc;
}

/* ---- in order of time */

typedef struct energy_running { /* a kernel or copy that runs */
  int64_t end;
  uint32_t row;
  energy_sums before; /* the sums at its start */
} energy_running;

static bool ends_before(const void *a, const void *b) { return ((const energy_running *)a)->end < ((const energy_running *)b)->end; }
static const rocpd_heap_kind by_end = {sizeof(energy_running), ends_before};

typedef struct energy_sweep {
  const energy_power *power;
  size_t powers, at; /* at: the first one that counts from `time` on or later */
  energy_running *running;
  size_t n, room;
  energy_sums each; /* what it has cost each that runs all the time */
  energy_sums idle;
  int64_t time;
} energy_sweep;

static void add_time(energy_sums *s, double ns, const energy_power *p) {
  s->ns += ns;
  if (!p) s->unknown_ns += ns;
  else s->joules += p->watts * ns * 1e-9, s->error += p->change * ns * 1e-9;
}

/* Goes on to a time up to which the same ones run. */
static void pass(energy_sweep *x, int64_t to) {
  while (x->time < to) {
    while (x->at < x->powers && x->power[x->at].until <= x->time) x->at++;
    const energy_power *p = x->at < x->powers ? &x->power[x->at] : NULL;
    bool known = p && p->at <= x->time, between = p && (known || x->at);
    int64_t stop = p ? rocpd_earlier(to, known ? p->until : p->at) : to;
    double ns = (double)(stop - x->time);
    if (x->n) add_time(&x->each, ns / (double)x->n, known ? p : NULL);
    else if (between) add_time(&x->idle, ns, known ? p : NULL);
    x->time = stop;
  }
}

static void end_first(energy_making *m, energy_sweep *x) {
  const energy_running *r = x->running;
  rocpd_energy_row *row = &m->row[r->row];
  row->met += x->each.joules > r->before.joules;
  row->ns += x->each.ns - r->before.ns, row->unknown_ns += x->each.unknown_ns - r->before.unknown_ns;
  row->joules += x->each.joules - r->before.joules, row->error += x->each.error - r->before.error;
  rocpd_heap_pop(&by_end, x->running, &x->n);
}

static int sweep(energy_making *m, energy_sweep *x, const energy_span *span, size_t n, rocpd_error *err) {
  if (!n && !x->powers) return SQLITE_OK;
  x->time = rocpd_earlier(n ? span->start : INT64_MAX, x->powers ? x->power->at : INT64_MAX);
  for (size_t i = 0; i < n || x->n;) {
    if (x->n && (i == n || x->running->end <= span[i].start)) {
      pass(x, x->running->end);
      end_first(m, x);
      continue;
    }
    pass(x, span[i].start);
    if (rocpd_array_reserve(&x->running, &x->room, x->n + 1, sizeof *x->running) != SQLITE_OK) return rocpd_no_memory(err);
    rocpd_heap_push(&by_end, x->running, &x->n, &(energy_running){span[i].end, span[i].row, x->each});
    i++;
  }
  if (x->powers) pass(x, x->power[x->powers - 1].until);
  return SQLITE_OK;
}

static int compare_spans(const void *a, const void *b) {
  const energy_span *x = a, *y = b;
  return ROCPD_ORDER(x->gpu, y->gpu) ?: ROCPD_ORDER(x->start, y->start);
}

static int add_idle(energy_making *m, uint32_t gpu, const energy_sums *idle, rocpd_error *err) {
  bool own = m->by == ROCPD_ENERGY_BY_DEVICE;
  rocpd_energy_row row = own ? row_of_gpu(m, ROCPD_ENERGY_IDLE, gpu) : nothing;
  row.kind = ROCPD_ENERGY_IDLE;
  int rc = own || m->row_of_idle == SIZE_MAX ? add_row(m, &row, err) : SQLITE_OK;
  if (rc != SQLITE_OK) return rc;
  if (own || m->row_of_idle == SIZE_MAX) m->row_of_idle = m->rows - 1;
  rocpd_energy_row *to = &m->row[m->row_of_idle];
  to->ns += idle->ns, to->unknown_ns += idle->unknown_ns, to->joules += idle->joules, to->error += idle->error;
  return SQLITE_OK;
}

static int sweep_all(energy_making *m, rocpd_error *err) {
  energy_sweep x = {0};
  size_t span = 0, power = 0;
  int rc = SQLITE_OK;
  if (m->spans) qsort(m->span, m->spans, sizeof *m->span, compare_spans);
  for (uint32_t gpu = 0; rc == SQLITE_OK && gpu < m->gpus.n; gpu++) {
    size_t first_span = span, first_power = power;
    while (span < m->spans && m->span[span].gpu == gpu) span++;
    while (power < m->powers && m->power[power].gpu == gpu) power++;
    x = (energy_sweep){.power = m->power + first_power, .powers = power - first_power, .running = x.running, .room = x.room};
    rc = sweep(m, &x, m->span + first_span, span - first_span, err);
    if (rc == SQLITE_OK && x.powers) rc = add_idle(m, gpu, &x.idle, err);
  }
  sqlite3_free(x.running);
  return rc;
}

int rocpd_energy_make(rocpd_snapshot *s, const rocpd_energy_of *of, enum rocpd_energy_by by, rocpd_energy *out, rocpd_error *err) {
  energy_making m = {.s = s, .of = *of, .by = by, .gpus.keys = 3, .groups.keys = 3, .row_of_idle = SIZE_MAX};
  *out = (rocpd_energy){0};
  int rc = rocpd_fail_code(err, rocpd_intern(rocpd_snapshot_session(s), "GPU", -1, &m.gpu_type));
  if (rc == SQLITE_OK) rc = rocpd_devices(s, &m.device, &m.devices, err);
  if (rc == SQLITE_OK) rc = read_activities(&m, err);
  if (rc == SQLITE_OK) rc = read_power(&m, err);
  if (rc == SQLITE_OK) rc = sweep_all(&m, err);
  rocpd_groups_free(&m.gpus), rocpd_groups_free(&m.groups);
  sqlite3_free(m.gpu), sqlite3_free(m.span), sqlite3_free(m.power);
  if (rc == SQLITE_OK) *out = (rocpd_energy){m.row, m.rows};
  else sqlite3_free(m.row);
  return rc;
}

void rocpd_energy_drop(rocpd_energy *e) { sqlite3_free(e->row); }
