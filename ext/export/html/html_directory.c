/* Writes the directory of a report. See html.h. */
#include "html.h"

static void put_text(sqlite3_str *out, const char *text) { rocpd_html_json_text(out, text, text ? strlen(text) : 0); }

/* Appends a number, or null. */
static void put_number(sqlite3_str *out, int64_t number) {
  if (number == ROCPD_NULL) sqlite3_str_appendall(out, "null");
  else sqlite3_str_appendf(out, "%lld", number);
}
/* Appends a number that a double may not represent exactly, as a text. */
static void put_large(sqlite3_str *out, int64_t number) {
  if (number == ROCPD_NULL) sqlite3_str_appendall(out, "null");
  else sqlite3_str_appendf(out, "\"%lld\"", number);
}

static void put_numbers(sqlite3_str *out, const rocpd_html_numbers *a) {
  sqlite3_str_appendchar(out, 1, '[');
  for (size_t i = 0; i < a->n; i++) {
    if (i) sqlite3_str_appendchar(out, 1, ',');
    put_number(out, a->number[i]);
  }
  sqlite3_str_appendchar(out, 1, ']');
}

#define COMMA(i) ((i) ? "," : "")

/* Each trace numbers its processes and groups; in the file, those of the second trace continue the numbers of the first. */
typedef struct trace_part {
  rocpd_export *x;
  int number;
  size_t process, group; /* numbers of its first process and group */
  const char *comma;     /* separator in the list that is being written */
} trace_part;

/* The separator before the next element of a list that continues from trace to trace. */
static const char *comma_of(trace_part *t) {
  const char *comma = t->comma;
  t->comma = ",";
  return comma;
}

static void put_sources(sqlite3_str *out, const rocpd_export *x) {
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(x->snapshot, &n);
  sqlite3_str_appendall(out, ",\"sources\":[");
  for (size_t i = 0; i < n; i++) {
    sqlite3_str_appendf(out, "%s{\"path\":", COMMA(i));
    put_text(out, source[i]->path);
    sqlite3_str_appendall(out, ",\"host\":");
    put_text(out, source[i]->info.host);
    sqlite3_str_appendchar(out, 1, '}');
  }
  sqlite3_str_appendchar(out, 1, ']');
}

static void put_strings(sqlite3_str *out, rocpd_export *x) {
  const rocpd_html_heads *h = &rocpd_html_shared(x)->heads;
  sqlite3_str_appendall(out, ",\"strings\":[");
  for (size_t i = 0; i < h->strings.n; i++) {
    sqlite3_str_appendall(out, COMMA(i));
    put_text(out, rocpd_string(x->session, h->strings.number[i], NULL));
  }
  sqlite3_str_appendall(out, "],\"heads\":");
  put_numbers(out, &h->heads);
}

static void put_classes(sqlite3_str *out) {
  static const char *const name[ROCPD_EVENT_CLASSES] = {"region", "kernel", "copy", "allocation", "scratch", "sample", "stack"};
  sqlite3_str_appendall(out, ",\"classes\":[");
  for (int class = 0; class < ROCPD_EVENT_CLASSES; class++) {
    const rocpd_event_kind *e = &rocpd_event_kinds[class];
    const char *comma = "";
    sqlite3_str_appendf(out, "%s{\"name\":\"%s\",\"fields\":[", COMMA(class), name[class]);
    for (int f = 0; f < e->fields; f++)
      if (!e->field[f].signature) sqlite3_str_appendf(out, "%s\"%s\"", comma, e->field[f].label), comma = ",";
    sqlite3_str_appendall(out, "],\"text\":["), comma = "";
    for (int f = 0; f < e->fields; f++)
      if (!e->field[f].signature) sqlite3_str_appendf(out, "%s%s", comma, e->field[f].text ? "true" : "false"), comma = ",";
    sqlite3_str_appendall(out, "],\"signature\":["), comma = "";
    for (int f = 0; f < e->fields; f++)
      if (e->field[f].signature) sqlite3_str_appendf(out, "%s[\"%s\",%d]", comma, e->field[f].label, e->field[f].count), comma = ",";
    sqlite3_str_appendall(out, "]}");
  }
  sqlite3_str_appendchar(out, 1, ']');
}

static void put_processes(sqlite3_str *out, trace_part *t) {
  const rocpd_export *x = t->x;
  int64_t base = rocpd_html_of(x)->base;
  for (size_t i = 0; i < x->layout.processes; i++) {
    const rocpd_export_process *p = &x->layout.process[i];
    sqlite3_str_appendf(out, "%s{\"pid\":%d,\"name\":", comma_of(t), p->shown_pid);
    put_text(out, p->name);
    sqlite3_str_appendall(out, ",\"command\":");
    put_text(out, p->command);
    sqlite3_str_appendall(out, ",\"label\":");
    put_text(out, p->label);
    sqlite3_str_appendall(out, ",\"rank\":");
    put_number(out, p->rank < 0 ? ROCPD_NULL : p->rank);
    sqlite3_str_appendall(out, ",\"host\":");
    put_text(out, p->host);
    sqlite3_str_appendall(out, ",\"start\":");
    put_number(out, p->start_ns == ROCPD_NULL ? ROCPD_NULL : p->start_ns - base);
    sqlite3_str_appendf(out, ",\"trace\":%d}", t->number);
  }
}

static void put_groups(sqlite3_str *out, trace_part *t) {
  for (size_t i = 0; i < t->x->layout.groups; i++) {
    const rocpd_export_group *g = &t->x->layout.group[i];
    sqlite3_str_appendf(out, "%s{\"process\":%lld,\"name\":", comma_of(t), (int64_t)(t->process + g->process));
    put_text(out, g->name);
    sqlite3_str_appendall(out, ",\"about\":");
    put_text(out, g->about);
    sqlite3_str_appendf(out, ",\"gpu\":%s,\"agent\":", g->gpu ? "true" : "false");
    put_number(out, g->agent);
    sqlite3_str_appendchar(out, 1, '}');
  }
}

static const char *kind_of(const rocpd_track *t) {
  switch (t->class) {
    case ROCPD_EVENT_REGION: return "thread";
    case ROCPD_EVENT_STACK: return "samples";
    case ROCPD_EVENT_KERNEL: return t->stream ? "stream" : "queue";
    case ROCPD_EVENT_COPY: return "copies";
    case ROCPD_EVENT_ALLOCATION: return "allocations";
    default: return "scratch";
  }
}

static void put_lane(sqlite3_str *out, const rocpd_html_lane *l, int64_t base) {
  sqlite3_str_appendf(out, "{\"events\":%lld,\"first\":%lld,\"last\":%lld,\"depth\":%u,\"chunks\":", (int64_t)l->events, l->first - base, l->last - base,
                      l->depth);
  put_numbers(out, &l->chunks);
  sqlite3_str_appendf(out, ",\"stats\":%lld,\"pyramid\":%lld}", l->stats, l->pyramid);
}

static void put_tracks(sqlite3_str *out, trace_part *p) {
  const rocpd_export *x = p->x;
  const rocpd_html *all = rocpd_html_of(x);
  for (size_t i = 0; i < x->layout.tracks; i++) {
    const rocpd_track *t = &x->layout.track[i];
    if (!all->track[i].lanes) continue;
    sqlite3_str_appendf(out, "%s{\"name\":", comma_of(p));
    put_text(out, t->name);
    sqlite3_str_appendf(out, ",\"process\":%lld,\"group\":", (int64_t)(p->process + t->process));
    put_number(out, t->group == ROCPD_NO_GROUP ? ROCPD_NULL : (int64_t)(p->group + t->group));
    sqlite3_str_appendf(out, ",\"kind\":\"%s\",\"key\":", kind_of(t));
    put_number(out, t->group == ROCPD_NO_GROUP || t->class == ROCPD_EVENT_KERNEL ? t->key : ROCPD_NULL);
    sqlite3_str_appendall(out, ",\"lanes\":[");
    for (size_t k = 0; k < all->track[i].lanes; k++) sqlite3_str_appendall(out, COMMA(k)), put_lane(out, &all->track[i].lane[k], all->base);
    sqlite3_str_appendall(out, "]}");
  }
}

/* Appends a double; JSON has neither infinities nor NaN. */
static void put_real(sqlite3_str *out, double number) {
  if (number - number == 0) sqlite3_str_appendf(out, "%!.17g", number);
  else sqlite3_str_appendall(out, "null");
}

static void put_counters(sqlite3_str *out, trace_part *p) {
  const rocpd_export *x = p->x;
  const rocpd_html *all = rocpd_html_of(x);
  for (size_t i = 0; i < all->counters; i++) {
    const rocpd_html_counter *c = &all->counter[i];
    bool grouped = c->about.group != ROCPD_NO_GROUP;
    uint32_t process = grouped ? x->layout.group[c->about.group].process : c->about.process;
    sqlite3_str_appendf(out, "%s{\"name\":", comma_of(p));
    put_text(out, c->about.name);
    sqlite3_str_appendall(out, ",\"process\":");
    put_number(out, process < x->layout.processes ? (int64_t)(p->process + process) : ROCPD_NULL);
    sqlite3_str_appendall(out, ",\"group\":");
    put_number(out, grouped ? (int64_t)(p->group + c->about.group) : ROCPD_NULL);
    sqlite3_str_appendf(out, ",\"rank\":%lld,\"trace\":%d,\"bytes\":%s,\"real\":%s,\"values\":%lld,\"low\":", c->about.rank, p->number,
                        c->about.bytes ? "true" : "false", c->about.real ? "true" : "false", c->values);
    put_real(out, c->low);
    sqlite3_str_appendall(out, ",\"high\":");
    put_real(out, c->high);
    sqlite3_str_appendall(out, ",\"blobs\":");
    put_numbers(out, &c->blobs);
    sqlite3_str_appendchar(out, 1, '}');
  }
}

/* ---- of all traces */

static bool has_times(const rocpd_export *x) { return x->layout.min_time <= x->layout.max_time; }
static void put_bounds(sqlite3_str *out, bool any, int64_t first, int64_t last) {
  if (any) sqlite3_str_appendf(out, "[%lld,%lld]", first, last);
  else sqlite3_str_appendall(out, "null");
}

static bool has_events(const rocpd_export *x) {
  for (size_t i = 0; i < x->layout.tracks; i++)
    if (rocpd_html_of(x)->track[i].lanes) return true;
  return false;
}

/* If no event has a time, all are at 0. */
static void put_span(sqlite3_str *out, rocpd_export *const *of, int n) {
  int64_t first = INT64_MAX, last = INT64_MIN;
  bool events = false;
  for (int i = 0; i < n; i++) {
    int64_t base = rocpd_html_of(of[i])->base;
    events |= has_events(of[i]);
    if (!has_times(of[i])) continue;
    if (of[i]->layout.min_time - base < first) first = of[i]->layout.min_time - base;
    if (of[i]->layout.max_time - base > last) last = of[i]->layout.max_time - base;
  }
  if (first > last) first = last = 0;
  else events = true;
  put_bounds(out, events, first, last);
}

static void put_wall(sqlite3_str *out, const rocpd_export *x) {
  sqlite3_str_appendall(out, ",\"wall\":");
  put_large(out, rocpd_export_wall_offset(x));
}

static void put_window(sqlite3_str *out, const rocpd_export_options *o) {
  sqlite3_str_appendall(out, ",\"window\":");
  if (!rocpd_export_by_time(o)) return sqlite3_str_appendall(out, "null");
  sqlite3_str_appendchar(out, 1, '[');
  put_large(out, o->start.ns == INT64_MIN ? ROCPD_NULL : o->start.ns);
  sqlite3_str_appendchar(out, 1, ',');
  put_large(out, o->end.ns == INT64_MAX ? ROCPD_NULL : o->end.ns);
  sqlite3_str_appendchar(out, 1, ']');
}

/* Appends the member `traces` of a comparison. */
static void put_traces(sqlite3_str *out, const rocpd_export *x, rocpd_export *const *of, int n) {
  sqlite3_str_appendall(out, ",\"traces\":[");
  for (int i = 0; n > 1 && i < n; i++) {
    const rocpd_export *one = of[i];
    int64_t base = rocpd_html_of(one)->base;
    sqlite3_str_appendf(out, "%s{\"path\":", COMMA(i));
    put_text(out, i ? x->option.compare : NULL);
    sqlite3_str_appendf(out, ",\"base\":\"%lld\",\"span\":", base);
    put_bounds(out, has_times(one), one->layout.min_time - base, one->layout.max_time - base);
    put_window(out, i ? &x->other.option : &x->option);
    put_wall(out, one);
    put_sources(out, one);
    sqlite3_str_appendf(out, ",\"counts\":{%s}}", rocpd_html_counts(x, i));
  }
  sqlite3_str_appendall(out, "],\"align\":");
  put_text(out, x->option.align);
  sqlite3_str_appendall(out, ",\"by\":");
  put_text(out, n < 2 ? NULL : x->option.align ? "marker" : x->option.start.ns != INT64_MIN ? "window" : "event");
}

static void put_lists(sqlite3_str *out, rocpd_export *const *of, int n) {
  static const struct { const char *name; void (*put)(sqlite3_str *, trace_part *); } list[] = {
    {"processes", put_processes}, {"groups", put_groups}, {"tracks", put_tracks}, {"counters", put_counters}};
  for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
    trace_part t = {.comma = ""};
    sqlite3_str_appendf(out, ",\"%s\":[", list[k].name);
    for (; t.number < n; t.number++) {
      t.x = of[t.number];
      list[k].put(out, &t);
      t.process += t.x->layout.processes, t.group += t.x->layout.groups;
    }
    sqlite3_str_appendchar(out, 1, ']');
  }
}

static void put_all(sqlite3_str *out, rocpd_export *x, const char *counts, const char *tables) {
  rocpd_export *of[2];
  int n = rocpd_html_traces(x, of);
  sqlite3_str_appendf(out, "{\"version\":1,\"rocpd\":\"%s\",\"base\":\"%lld\",\"span\":", ROCPD_VERSION, rocpd_html_of(x)->base);
  put_span(out, of, n);
  put_wall(out, x);
  sqlite3_str_appendf(out, ",\"chosen\":%s,\"counts\":{%s},\"warnings\":[%s]", rocpd_export_chooses(&x->option) ? "true" : "false", counts,
                      x->result.warnings ? x->result.warnings : "");
  put_sources(out, x);
  put_traces(out, x, of, n);
  put_strings(out, x);
  put_classes(out);
  put_lists(out, of, n);
  sqlite3_str_appendf(out, ",\"tables\":[%s]}", tables);
}

int rocpd_html_directory(rocpd_writer *w, const char *tables, rocpd_error *err) {
  char *counts = rocpd_export_counts(w->x);
  if (!counts) return rocpd_no_memory(err);
  sqlite3_str *out = sqlite3_str_new(NULL);
  put_all(out, w->x, counts, tables);
  sqlite3_free(counts);
  int rc = sqlite3_str_errcode(out);
  rocpd_html_bytes bytes = {.n = (size_t)sqlite3_str_length(out)};
  bytes.byte = (uint8_t *)sqlite3_str_finish(out);
  rc = rocpd_fail_code(err, rc);
  if (!rc) rc = rocpd_html_named_blob(w, "directory", &bytes, err);
  sqlite3_free(bytes.byte);
  return rc;
}
