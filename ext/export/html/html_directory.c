/* The directory of a report: what stands in it and where. See html.h. */
#include "html.h"

/* So many bytes of a text from `at` on, or a few less: not in the middle of a character. */
static size_t piece_of(const char *at, size_t size, size_t most) {
  if (size <= most) return size;
  size_t n = most;
  while (n > most - 3 && ((uint8_t)at[n] & 0xc0) == 0x80) n--;
  return n;
}

void rocpd_html_json_text(sqlite3_str *out, const char *text, size_t size) {
  enum { PIECE = 512 };
  char escaped[PIECE * 6];
  if (!text) return sqlite3_str_appendall(out, "null");
  sqlite3_str_appendchar(out, 1, '"');
  for (size_t at = 0, n; at < size; at += n) {
    n = piece_of(text + at, size - at, PIECE);
    sqlite3_str_append(out, escaped, (int)(rocpd_json_escape(escaped, text + at, n) - escaped));
  }
  sqlite3_str_appendchar(out, 1, '"');
}
static void put_text(sqlite3_str *out, const char *text) { rocpd_html_json_text(out, text, text ? strlen(text) : 0); }

/* A number, or null. */
static void put_number(sqlite3_str *out, int64_t number) {
  if (number == ROCPD_NULL) sqlite3_str_appendall(out, "null");
  else sqlite3_str_appendf(out, "%lld", number);
}
/* A number that a double may not hold. */
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

static void put_sources(sqlite3_str *out, rocpd_export *x) {
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
  static const char *const name[ROCPD_EVENT_CLASSES] = {"region", "kernel", "copy", "allocation", "scratch", "sample"};
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

static void put_processes(sqlite3_str *out, const rocpd_export *x) {
  int64_t base = rocpd_export_first_time(x);
  sqlite3_str_appendall(out, ",\"processes\":[");
  for (size_t i = 0; i < x->layout.processes; i++) {
    const rocpd_export_process *p = &x->layout.process[i];
    sqlite3_str_appendf(out, "%s{\"pid\":%d,\"name\":", COMMA(i), p->shown_pid);
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
    sqlite3_str_appendchar(out, 1, '}');
  }
  sqlite3_str_appendall(out, "],\"groups\":[");
  for (size_t i = 0; i < x->layout.groups; i++) {
    const rocpd_export_group *g = &x->layout.group[i];
    sqlite3_str_appendf(out, "%s{\"process\":%u,\"name\":", COMMA(i), g->process);
    put_text(out, g->name);
    sqlite3_str_appendf(out, ",\"gpu\":%s,\"agent\":", g->gpu ? "true" : "false");
    put_number(out, g->agent);
    sqlite3_str_appendchar(out, 1, '}');
  }
  sqlite3_str_appendchar(out, 1, ']');
}

static const char *kind_of(const rocpd_track *t) {
  switch (t->class) {
    case ROCPD_EVENT_REGION: return "thread";
    case ROCPD_EVENT_KERNEL: return t->stream ? "stream" : "queue";
    case ROCPD_EVENT_COPY: return "copies";
    case ROCPD_EVENT_ALLOCATION: return "allocations";
    default: return "scratch";
  }
}

static void put_lane(sqlite3_str *out, const rocpd_html_lane *l, int64_t base) {
  sqlite3_str_appendf(out, "{\"events\":%lld,\"first\":%lld,\"last\":%lld,\"depth\":%u,\"chunks\":", (int64_t)l->events, l->first - base, l->last - base, l->depth);
  put_numbers(out, &l->chunks);
  sqlite3_str_appendf(out, ",\"stats\":%lld,\"pyramid\":%lld}", l->stats, l->pyramid);
}

static void put_tracks(sqlite3_str *out, rocpd_export *x) {
  const rocpd_html *all = rocpd_html_shared(x);
  const char *comma = "";
  sqlite3_str_appendall(out, ",\"tracks\":[");
  for (size_t i = 0; i < x->layout.tracks; i++) {
    const rocpd_track *t = &x->layout.track[i];
    if (!all->track[i].lanes) continue;
    sqlite3_str_appendf(out, "%s{\"name\":", comma), comma = ",";
    put_text(out, t->name);
    sqlite3_str_appendf(out, ",\"process\":%u,\"group\":", t->process);
    put_number(out, t->group == ROCPD_NO_GROUP ? ROCPD_NULL : (int64_t)t->group);
    sqlite3_str_appendf(out, ",\"kind\":\"%s\",\"key\":", kind_of(t));
    put_number(out, t->class == ROCPD_EVENT_REGION || t->class == ROCPD_EVENT_KERNEL ? t->key : ROCPD_NULL);
    sqlite3_str_appendall(out, ",\"lanes\":[");
    for (size_t k = 0; k < all->track[i].lanes; k++) sqlite3_str_appendall(out, COMMA(k)), put_lane(out, &all->track[i].lane[k], rocpd_export_first_time(x));
    sqlite3_str_appendall(out, "]}");
  }
  sqlite3_str_appendchar(out, 1, ']');
}

/* A double, as JSON has it: neither infinite nor none. */
static void put_real(sqlite3_str *out, double number) {
  if (number - number == 0) sqlite3_str_appendf(out, "%!.17g", number);
  else sqlite3_str_appendall(out, "null");
}

static void put_counters(sqlite3_str *out, rocpd_export *x) {
  const rocpd_html *all = rocpd_html_shared(x);
  sqlite3_str_appendall(out, ",\"counters\":[");
  for (size_t i = 0; i < all->counters; i++) {
    const rocpd_html_counter *c = &all->counter[i];
    bool grouped = c->about.group != ROCPD_NO_GROUP;
    uint32_t process = grouped ? x->layout.group[c->about.group].process : c->about.process;
    sqlite3_str_appendf(out, "%s{\"name\":", COMMA(i));
    put_text(out, c->about.name);
    sqlite3_str_appendall(out, ",\"process\":");
    put_number(out, process < x->layout.processes ? (int64_t)process : ROCPD_NULL);
    sqlite3_str_appendall(out, ",\"group\":");
    put_number(out, grouped ? (int64_t)c->about.group : ROCPD_NULL);
    sqlite3_str_appendf(out, ",\"bytes\":%s,\"real\":%s,\"values\":%lld,\"low\":", c->about.bytes ? "true" : "false", c->about.real ? "true" : "false", c->values);
    put_real(out, c->low);
    sqlite3_str_appendall(out, ",\"high\":");
    put_real(out, c->high);
    sqlite3_str_appendall(out, ",\"blobs\":");
    put_numbers(out, &c->blobs);
    sqlite3_str_appendchar(out, 1, '}');
  }
  sqlite3_str_appendchar(out, 1, ']');
}

static void put_all(sqlite3_str *out, rocpd_export *x, const char *counts, const char *tables) {
  bool any = x->layout.min_time <= x->layout.max_time;
  int64_t base = rocpd_export_first_time(x);
  sqlite3_str_appendf(out, "{\"version\":1,\"rocpd\":\"%s\",\"base\":\"%lld\",\"span\":", ROCPD_VERSION, base);
  if (any) sqlite3_str_appendf(out, "[0,%lld]", x->layout.max_time - base);
  else sqlite3_str_appendall(out, "null");
  sqlite3_str_appendall(out, ",\"wall\":");
  put_large(out, rocpd_export_wall_offset(x));
  sqlite3_str_appendf(out, ",\"chosen\":%s,\"counts\":{%s},\"warnings\":[%s]", rocpd_export_chooses(&x->option) ? "true" : "false", counts, x->warnings ? x->warnings : "");
  put_sources(out, x);
  put_strings(out, x);
  put_classes(out);
  put_processes(out, x);
  put_tracks(out, x);
  put_counters(out, x);
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
  if (!rc) rc = rocpd_html_named_blob(w, "directory", &bytes, false, err);
  sqlite3_free(bytes.byte);
  return rc;
}
