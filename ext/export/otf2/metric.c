/* Values of counters as metrics, in locations of their own, each of which has values in the order of time: hardware counters of kernels when these end, and
** those that were read while kernels ran; and, with the option `counters`, what the tracks' events make (counter.h). */
#include "counter.h"
#include "otf2.h"
#include <stdlib.h>

union OTF2_MetricValue_union {
  int64_t number;
  double real;
};

typedef struct rocpd_otf2_metrics {
  rocpd_writer *w;
  rocpd_otf2_shared *s;
  struct OTF2_EvtWriter_struct *out; /* of the place; NULL: there is none */
  rocpd_otf2_place place;
  int64_t last; /* its last time */
} metrics;

static int end_metrics(metrics *m, rocpd_error *err) {
  struct OTF2_EvtWriter_struct *out = m->out;
  m->out = NULL;
  return out ? rocpd_otf2_end_place(m->w, out, &m->place, err) : SQLITE_OK;
}

/* The place that takes a value: the one that is open, if the value comes after what it has. */
static int find_place(metrics *m, uint32_t group, int64_t time, rocpd_error *err) {
  uint32_t in = (uint32_t)m->w->x->layout.processes + group;
  if (m->out && m->place.group == in && m->last <= time) return m->last = time, SQLITE_OK;
  int rc = end_metrics(m, err);
  if (rc) return rc;
  m->place = (rocpd_otf2_place){.name = "counters", .order = {UINT32_MAX, group}, .number = rocpd_lane_number(m->w), .group = in, .type = ROCPD_OTF2_METRIC};
  m->last = time;
  m->out = m->s->lib.Archive_GetEvtWriter(m->s->archive.at, m->place.number);
  return m->out ? SQLITE_OK : rocpd_otf2_failed(m->w, 0, err);
}

static int find_member(rocpd_otf2_shared *s, const char *name, bool bytes, bool real, uint32_t *number) {
  for (*number = 0; *number < s->members; ++*number)
    if (!strcmp(s->member[*number].name, name) && s->member[*number].bytes == bytes && s->member[*number].real == real) return SQLITE_OK;
  if (rocpd_array_push_reserve(&s->member, s->members, sizeof *s->member)) return SQLITE_NOMEM;
  s->member[s->members] = (rocpd_otf2_member){sqlite3_mprintf("%s", name), bytes, real};
  return s->member[s->members].name ? s->members++, SQLITE_OK : SQLITE_NOMEM;
}

/* What of the name has values at the open place: its number. */
static int add_series(metrics *m, const char *name, bool bytes, bool real, uint32_t *number, rocpd_error *err) {
  rocpd_otf2_shared *s = m->s;
  rocpd_otf2_series one = {.place = m->place.number, .group = m->place.group};
  if (find_member(s, name, bytes, real, &one.member) || rocpd_array_push_reserve(&s->series, s->all_series, sizeof *s->series)) return rocpd_no_memory(err);
  *number = (uint32_t)s->all_series;
  s->series[s->all_series++] = one;
  return SQLITE_OK;
}

static int write_value(metrics *m, struct OTF2_AttributeList_struct *list, uint32_t series, uint8_t type, union OTF2_MetricValue_union value, rocpd_error *err) {
  m->place.events++;
  int code = m->s->lib.EvtWriter_Metric(m->out, list, rocpd_otf2_time(m->s, m->last), series * 2 + 1, 1, &type, &value);
  return code ? rocpd_otf2_failed(m->w, code, err) : SQLITE_OK;
}

/* ---- what the tracks' events make */

static int write_counter(rocpd_writer *w, rocpd_counter *c, int64_t time, rocpd_error *err) {
  metrics *m = ((rocpd_otf2 *)w->state)->metrics;
  uint32_t series = (uint32_t)c->id - 1;
  int rc = find_place(m, c->group, time, err);
  if (!rc && !c->id) rc = add_series(m, c->name, c->bytes, false, &series, err);
  c->id = (uint64_t)series + 1;
  return rc ? rc : write_value(m, NULL, series, ROCPD_OTF2_INT64, (union OTF2_MetricValue_union){.number = c->value}, err);
}

/* ---- hardware counters */

typedef struct measured {
  uint32_t group;
  int64_t name, time, dispatch, value; /* value: bits of a double */
} measured;

typedef struct all_measured {
  measured *at;
  size_t n, capacity;
  uint32_t group; /* the last one's */
} all_measured;

static int compare_measured(const void *a, const void *b) {
  const measured *x = a, *y = b;
#define BY(field) if (x->field != y->field) return x->field < y->field ? -1 : 1
  BY(group);
  BY(time);
  BY(dispatch);
  BY(name);
  BY(value);
#undef BY
  return 0;
}

/* Both kinds have these columns by their names; the last one differs. */
static int add_batch(rocpd_writer *w, const rocpd_choice *choice, rocpd_batch *b, all_measured *r, rocpd_error *err) {
  static const char *const name[] = {"guid", "pid", "agent_abs_index", "counter_name", "dispatch_id", "value"};
  const rocpd_column *c[7];
  uint8_t *keep = sqlite3_malloc64(b->rows + 1);
  bool all = true;
  int rc = keep ? rocpd_choice_rows(choice, b, keep, &all, err) : rocpd_no_memory(err);
  for (int i = 0; i < 6 && !rc; i++) rc = rocpd_batch_column(b, rocpd_kind_column(b->kind, name[i]), &c[i], err);
  if (!rc) rc = rocpd_batch_column(b, rocpd_kinds[b->kind].end, &c[6], err);
  if (!rc && rocpd_array_reserve(&r->at, &r->capacity, r->n + b->rows, sizeof *r->at)) rc = rocpd_no_memory(err);
  for (uint32_t i = 0; i < b->rows && !rc; i++) {
    int64_t v[7];
    for (int k = 0; k < 7; k++) v[k] = rocpd_column_at(c[k], i);
    if ((!all && !keep[i]) || v[3] == ROCPD_NULL || v[5] == ROCPD_NULL || v[6] == ROCPD_NULL) continue;
    uint32_t group = rocpd_export_group_find(&w->x->layout, v[0], v[1], v[2], r->group);
    if (group == ROCPD_NO_GROUP || !rocpd_numbers_match(&w->x->option.agents, v[2])) continue;
    r->group = group;
    r->at[r->n++] = (measured){group, v[3], v[6], v[4], v[5]};
  }
  sqlite3_free(keep);
  return rc ? rc : rocpd_export_poll(w->x, 0, err);
}

static int read_all(rocpd_writer *w, all_measured *r, rocpd_error *err) {
  static const int kinds[] = {ROCPD_KIND_COUNTER, ROCPD_KIND_SPM_COUNTER};
  size_t sources, n;
  rocpd_source **source = rocpd_snapshot_sources(w->x->snapshot, &sources);
  int rc = SQLITE_OK;
  for (size_t i = 0; i < sources && !rc; i++) {
    rocpd_choice *choice = NULL;
    for (int k = 0; k < 2 && !rc; k++) {
      rocpd_batch **batch;
      rc = rocpd_snapshot_batches_of(w->x->snapshot, source[i], kinds[k], &batch, &n, err);
      if (!rc && n && !choice) rc = rocpd_choice_make(w->x, source[i], &choice, err);
      for (size_t b = 0; b < n && !rc; b++) rc = add_batch(w, choice, batch[b], r, err);
    }
    rocpd_choice_free(choice);
  }
  return rc;
}

/* What was measured of a group, in the order of time. */
static int write_group(metrics *m, struct OTF2_AttributeList_struct *list, const measured *r, size_t n, rocpd_error *err) {
  rocpd_map known = {0};
  int rc = SQLITE_OK;
  for (size_t i = 0; i < n && !rc; i++) {
    uint32_t series = (uint32_t)rocpd_map_get(&known, (uint64_t)r[i].name, UINT32_MAX);
    union OTF2_MetricValue_union value = {.number = r[i].value};
    rc = find_place(m, r[i].group, r[i].time, err);
    if (!rc && series == UINT32_MAX) {
      rc = add_series(m, rocpd_string(m->w->x->session, r[i].name, NULL), false, true, &series, err);
      if (!rc) rc = rocpd_fail_code(err, rocpd_map_set(&known, (uint64_t)r[i].name, series));
    }
    int code = rc || r[i].dispatch == ROCPD_NULL ? 0 : m->s->lib.AttributeList_AddInt64(list, ROCPD_OTF2_DISPATCH, r[i].dispatch);
    if (code) rc = rocpd_otf2_failed(m->w, code, err);
    if (!rc) rc = write_value(m, list, series, ROCPD_OTF2_DOUBLE, value, err);
    if (!rc && !(i & 0xfff)) rc = rocpd_export_poll(m->w->x, 0, err);
  }
  rocpd_map_free(&known);
  return rc;
}

static int write_measured(metrics *m, struct OTF2_AttributeList_struct *list, rocpd_error *err) {
  all_measured r = {0};
  int rc = read_all(m->w, &r, err);
  if (!rc && r.n) qsort(r.at, r.n, sizeof *r.at, compare_measured);
  for (size_t first = 0, end; first < r.n && !rc; first = end) {
    for (end = first; end < r.n && r.at[end].group == r.at[first].group;) end++;
    rc = write_group(m, list, r.at + first, end - first, err);
  }
  sqlite3_free(r.at);
  return rc;
}

int rocpd_otf2_write_metrics(rocpd_writer *w, rocpd_error *err) {
  rocpd_otf2_shared *s = rocpd_otf2_all(w);
  metrics m = {.w = w, .s = s};
  struct OTF2_AttributeList_struct *list = s->lib.AttributeList_New();
  int rc = list ? write_measured(&m, list, err) : rocpd_no_memory(err);
  ((rocpd_otf2 *)w->state)->metrics = &m;
  if (!rc && w->x->option.counters) rc = rocpd_export_counters(w, write_counter, err);
  if (!rc) rc = end_metrics(&m, err);
  if (list) s->lib.AttributeList_Delete(list);
  return rc;
}

/* ---- definitions: series have a class and an instance of it each, of even and odd numbers */

void rocpd_otf2_define_metrics(rocpd_otf2_definitions *d) {
  const rocpd_otf2_shared *s = d->s;
  uint32_t bytes = s->members ? rocpd_otf2_define_text(d, "bytes") : 0, count = s->members ? rocpd_otf2_define_text(d, "#") : 0;
  for (uint32_t i = 0; i < s->members && !d->err->rc; i++) {
    const rocpd_otf2_member *m = &s->member[i];
    uint32_t name = rocpd_otf2_define_text(d, m->name);
    ROCPD_OTF2_DEFINE(d, MetricMember, i, name, d->none, ROCPD_OTF2_METRIC_OTHER, m->real ? ROCPD_OTF2_ABSOLUTE_LAST : ROCPD_OTF2_ABSOLUTE_NEXT,
                      m->real ? ROCPD_OTF2_DOUBLE : ROCPD_OTF2_INT64, ROCPD_OTF2_DECIMAL, 0, m->bytes ? bytes : count);
  }
  for (uint32_t i = 0; i < s->all_series && !d->err->rc; i++) {
    const rocpd_otf2_series *one = &s->series[i];
    ROCPD_OTF2_DEFINE(d, MetricClass, i * 2, 1, &one->member, ROCPD_OTF2_ASYNCHRONOUS, ROCPD_OTF2_RECORDER_GPU);
    ROCPD_OTF2_DEFINE(d, MetricInstance, i * 2 + 1, i * 2, one->place, ROCPD_OTF2_SCOPE_GROUP, d->group[one->group]);
  }
}
