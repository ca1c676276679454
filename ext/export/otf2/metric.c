/* Writes values of counters as metrics, in separate locations, each with values in order of time. Measured counters (measured.h) are written one owner after
** the other, since each location with values has a file open. With the option `counters`, counters computed from events (counter.h) follow. */
#include "measured.h"
#include "otf2.h"

union OTF2_MetricValue_union {
  int64_t number;
  double real;
};

enum { OPEN = 16 }; /* number of locations open at once; each has a chunk of the library's memory */

typedef struct rocpd_otf2_metrics {
  rocpd_writer *w;
  rocpd_otf2_shared *s;
  struct metric_place {
    struct OTF2_EvtWriter_struct *out; /* NULL: not open */
    rocpd_otf2_place place;
    int64_t last; /* time of its last value */
  } open[OPEN];
} metrics;

static int end_place(metrics *m, struct metric_place *p, rocpd_error *err) {
  struct OTF2_EvtWriter_struct *out = p->out;
  p->out = NULL;
  return out ? rocpd_otf2_end_place(m->w, out, &p->place, err) : SQLITE_OK;
}

static int end_metrics(metrics *m, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (int i = 0; i < OPEN && !rc; i++) rc = end_place(m, &m->open[i], err);
  return rc;
}

/* The number of an owner's location group. */
static uint32_t group_of(const rocpd_export_layout *l, const rocpd_counter *c) {
  if (c->group == ROCPD_NO_GROUP && c->process >= l->processes) return rocpd_otf2_nobody(l);
  return rocpd_otf2_group(l, c->process, c->group);
}

/* Finds a location for a value: an open one, if the value comes after those that it has. */
static int find_place(metrics *m, const rocpd_counter *c, int64_t time, struct metric_place **out, rocpd_error *err) {
  const rocpd_export_layout *l = &m->w->x->layout;
  uint32_t group = group_of(l, c), owner = rocpd_measured_owner(l, c->group, c->process);
  struct metric_place *p = *out = &m->open[owner % OPEN];
  if (p->out && p->place.group == group && p->last <= time) return p->last = time, SQLITE_OK;
  int rc = end_place(m, p, err);
  if (rc) return rc;
  p->place = (rocpd_otf2_place){.name = "counters", .order = {UINT32_MAX, group}, .group = group, .type = ROCPD_OTF2_METRIC};
  p->last = time;
  return rocpd_otf2_begin_place(m->w, UINT64_MAX, &p->place, &p->out, err);
}

static bool is_text(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

static int find_member(rocpd_otf2_shared *s, const rocpd_counter *c, uint32_t *number) {
  for (*number = 0; *number < s->members; ++*number)
    if (!strcmp(s->member[*number].name, c->name) && s->member[*number].bytes == c->bytes && s->member[*number].real == c->real &&
        is_text(s->member[*number].unit, c->unit))
      return SQLITE_OK;
  if (rocpd_array_push_reserve(&s->member, s->members, sizeof *s->member)) return SQLITE_NOMEM;
  rocpd_otf2_member *m = &s->member[s->members];
  *m = (rocpd_otf2_member){sqlite3_mprintf("%s", c->name), c->unit ? sqlite3_mprintf("%s", c->unit) : NULL, c->bytes, c->real};
  if (m->name && (m->unit || !c->unit)) return s->members++, SQLITE_OK;
  sqlite3_free(m->name), sqlite3_free(m->unit);
  return SQLITE_NOMEM;
}

/* Finds the series of the counter at a location; its number is the counter's id - 1. */
static int find_series(metrics *m, rocpd_counter *c, const rocpd_otf2_place *p, rocpd_error *err) {
  rocpd_otf2_shared *s = m->s;
  rocpd_otf2_series one = {.place = p->number, .group = p->group};
  if (c->id && s->series[c->id - 1].place == p->number) return SQLITE_OK;
  if (find_member(s, c, &one.member) || rocpd_array_push_reserve(&s->series, s->all_series, sizeof *s->series)) return rocpd_no_memory(err);
  s->series[s->all_series++] = one;
  c->id = s->all_series;
  return SQLITE_OK;
}

/* Writes a value, and extends the clock's span to its time. (Times are shifted already, as the first event requires.) */
static int write_counter(rocpd_writer *w, rocpd_counter *c, int64_t time, rocpd_error *err) {
  metrics *m = ((rocpd_otf2 *)w->state)->metrics;
  rocpd_export_layout *l = &w->x->layout;
  struct metric_place *p;
  if (time < (int64_t)m->s->shift) return rocpd_export_warn(w->x, err, "values of counters from before all events and before 0 are left out");
  if (time < l->min_time) l->min_time = time;
  if (time > l->max_time) l->max_time = time;
  int rc = find_place(m, c, time, &p, err);
  if (!rc) rc = find_series(m, c, &p->place, err);
  if (rc) return rc;
  p->place.events++;
  uint8_t type = c->real ? ROCPD_OTF2_DOUBLE : ROCPD_OTF2_INT64;
  union OTF2_MetricValue_union value = {.number = c->value};
  if (c->real) value.real = c->number;
  int code = m->s->lib.EvtWriter_Metric(p->out, NULL, rocpd_otf2_time(m->s, time), (uint32_t)(c->id - 1) * 2 + 1, 1, &type, &value);
  return code ? rocpd_otf2_failed(w, code, err) : SQLITE_OK;
}

static int write_measured(metrics *m, rocpd_error *err) {
  const rocpd_export_layout *l = &m->w->x->layout;
  uint32_t owners = rocpd_measured_owner(l, ROCPD_NO_GROUP, (uint32_t)l->processes) + 1;
  int rc = SQLITE_OK;
  for (uint32_t first = 0; first < owners && !rc; first += OPEN) {
    rc = rocpd_export_measured_of(m->w, (rocpd_measured_owners){first, first + OPEN}, write_counter, err);
    if (!rc) rc = end_metrics(m, err);
  }
  return rc;
}

int rocpd_otf2_write_metrics(rocpd_writer *w, rocpd_error *err) {
  metrics m = {.w = w, .s = rocpd_otf2_all(w)};
  rocpd_otf2_begin();
  ((rocpd_otf2 *)w->state)->metrics = &m;
  int rc = write_measured(&m, err);
  if (!rc && w->x->option.counters) rc = rocpd_export_counters(w, write_counter, err);
  return rc ? rc : end_metrics(&m, err);
}

/* ---- definitions: series have a class and an instance of it each, of even and odd numbers */

void rocpd_otf2_define_metrics(rocpd_otf2_definitions *d) {
  const rocpd_otf2_shared *s = d->s;
  uint32_t bytes = s->members ? rocpd_otf2_define_text(d, "bytes") : 0, count = s->members ? rocpd_otf2_define_text(d, "#") : 0;
  for (uint32_t i = 0; i < s->members && !d->err->rc; i++) {
    const rocpd_otf2_member *m = &s->member[i];
    uint32_t name = rocpd_otf2_define_text(d, m->name), unit = m->unit ? rocpd_otf2_define_text(d, m->unit) : m->bytes ? bytes : count;
    ROCPD_OTF2_DEFINE(d, MetricMember, i, name, d->none, ROCPD_OTF2_METRIC_OTHER, ROCPD_OTF2_ABSOLUTE_NEXT,
                      m->real ? ROCPD_OTF2_DOUBLE : ROCPD_OTF2_INT64, ROCPD_OTF2_DECIMAL, 0, unit);
  }
  for (uint32_t i = 0; i < s->all_series && !d->err->rc; i++) {
    const rocpd_otf2_series *one = &s->series[i];
    ROCPD_OTF2_DEFINE(d, MetricClass, i * 2, 1, &one->member, ROCPD_OTF2_ASYNCHRONOUS, ROCPD_OTF2_RECORDER_GPU);
    ROCPD_OTF2_DEFINE(d, MetricInstance, i * 2 + 1, i * 2, one->place, ROCPD_OTF2_SCOPE_GROUP, d->group[one->group]);
  }
}
