/* rocpd_export_json(path [, options]): Chrome's JSON trace format, which chrome://tracing,
** ui.perfetto.dev, speedscope and many others read.
**
** Events and lanes are those of the Perfetto export. The format knows processes and
** threads only, so an agent as a process uses it becomes a "process" of its own
** and its lanes become "threads". Times are microseconds with three digits behind
** the point, so that nothing is lost. Integers beyond 2^53, which JavaScript
** cannot hold, are written as text. */
#include "export.h"

/* Text that is put together once and copied often. Padded, so that it can be
** copied in steps of 16 bytes. */
typedef struct json_piece {
  size_t offset;
  uint32_t size;
  bool made;
} json_piece;

enum { STEP = 16 };

enum { HEAD_ROOM = 80, LABEL_ROOM = 24, TIME_ROOM = 32, PHASE = 9 /* place of the phase in a head */ };

typedef struct json {
  bool first; /* the next event is the file's first: without a comma before it */
  char head[HEAD_ROOM]; /* of the lane's events, up to the time; the phase is X */
  uint32_t head_size;
  struct {
    char text[LABEL_ROOM]; /* `"label":` */
    uint32_t size;
  } label[ROCPD_MAX_FIELDS]; /* of the track's kind */
  int64_t pid, tid; /* of the lane */
  json_piece *name, *category, *signature; /* by string id, by string id, by number */
  size_t names, categories, signatures;
  char *pool; /* the pieces' bytes */
  size_t pool_used, pool_capacity;
} json;

enum { EVENT_ROOM = 1024, FLOW_ROOM = 256 };
/* Larger than any tid that Linux gives out: for lanes of threads that have none of their own. */
#define FIRST_OTHER_TID (1 << 30)

/* ---- numbers and text ---- */

static const char digits[] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869"
    "707172737475767778798081828384858687888990919293949596979899";

static inline char *put_unsigned(char *p, uint64_t v) {
  static const uint64_t power[] = {0, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000,
                                   1000000000000, 10000000000000, 100000000000000, 1000000000000000, 10000000000000000,
                                   100000000000000000, 1000000000000000000, 10000000000000000000u};
  /* 1233 / 4096 is a little more than log10(2). */
  int n = ((64 - __builtin_clzll(v | 1)) * 1233) >> 12;
  n += v >= power[n];
  n += n == 0;
  for (int at = n - 2; at >= 0; at -= 2, v /= 100) memcpy(p + at, digits + v % 100 * 2, 2);
  if (n & 1) *p = (char)('0' + v);
  return p + n;
}

static inline char *put_signed(char *p, int64_t v) {
  if (v >= 0) return put_unsigned(p, (uint64_t)v);
  *p++ = '-';
  return put_unsigned(p, -(uint64_t)v);
}

/* An integer as JSON: text when a double could not hold it. */
static inline char *put_int(char *p, int64_t v) {
  bool quote = v > (1LL << 53) || v < -(1LL << 53);
  if (quote) *p++ = '"';
  p = put_signed(p, v);
  if (quote) *p++ = '"';
  return p;
}

/* Nanoseconds as microseconds with a fraction. */
static inline char *put_time(char *p, int64_t ns) {
  uint64_t v = (uint64_t)ns;
  if (ns < 0) {
    *p++ = '-';
    v = -v;
  }
  uint32_t fraction = (uint32_t)(v % 1000);
  p = put_unsigned(p, v / 1000);
  p[0] = '.';
  p[1] = (char)('0' + fraction / 100);
  memcpy(p + 2, digits + fraction % 100 * 2, 2);
  return p + 4;
}

static inline char *put_bytes(char *p, const char *text, size_t size) {
  memcpy(p, text, size);
  return p + size;
}

#define PUT(p, literal) put_bytes(p, literal, sizeof(literal) - 1)

/* A piece; there must be room for STEP bytes more than it has. */
static inline char *put_piece(char *p, const json *f, const json_piece *c) {
  const char *from = f->pool + c->offset;
  for (size_t i = 0; i < c->size; i += STEP) memcpy(p + i, from + i, STEP);
  return p + c->size;
}

/* ---- pieces ---- */

/* table[number], empty if it is new. */
static int find_piece(json_piece **table, size_t *size, uint64_t number, json_piece **out) {
  if (number >= *size) {
    size_t old = *size;
    if (rocpd_array_reserve(table, size, (size_t)number + 1, sizeof **table)) return SQLITE_NOMEM;
    memset(*table + old, 0, (*size - old) * sizeof **table);
  }
  *out = *table + number;
  return SQLITE_OK;
}

static char *begin_piece(json *f, json_piece *c, size_t room) {
  if (rocpd_array_reserve(&f->pool, &f->pool_capacity, f->pool_used + room + STEP, 1)) return NULL;
  c->offset = f->pool_used;
  return f->pool + f->pool_used;
}

static void end_piece(json *f, json_piece *c, const char *end) {
  c->size = (uint32_t)(end - (f->pool + c->offset));
  c->made = true;
  f->pool_used = c->offset + c->size;
  memset(f->pool + f->pool_used, ' ', STEP);
}

/* The piece `,"key":"text"` of a string. */
static int text_piece(rocpd_writer *w, const char *key, int64_t id, json_piece **table, size_t *size, json_piece **out, rocpd_error *err) {
  json *f = w->state;
  /* NULL has the last place before the strings: number 0. */
  uint64_t number = id == ROCPD_NULL ? 0 : (uint64_t)id + 1;
  if (number < *size && (*table)[number].made) {
    *out = *table + number;
    return SQLITE_OK;
  }
  int64_t length = 0;
  const char *text = id == ROCPD_NULL ? "" : rocpd_string(w->x->session, id, &length);
  char *p = NULL;
  if (!find_piece(table, size, number, out)) p = begin_piece(f, *out, strlen(key) + 6 + (size_t)length * 6);
  if (!p) return rocpd_no_memory(err);
  p = PUT(p, ",\"");
  p = put_bytes(p, key, strlen(key));
  p = PUT(p, "\":\"");
  p = rocpd_json_escape(p, text, (size_t)length);
  *p++ = '"';
  end_piece(f, *out, p);
  return SQLITE_OK;
}

/* `"label":value,` of a field of the signature; nothing for NULL. */
static char *put_signature_field(char *p, const char *label, const int64_t *value, int count) {
  char *begin = p, list = count > 1;
  bool any = false;
  *p++ = '"';
  p = put_bytes(p, label, strlen(label));
  p = PUT(p, "\":");
  if (list) *p++ = '[';
  for (int i = 0; i < count; i++) {
    if (value[i] == ROCPD_NULL) continue;
    if (any) *p++ = ',';
    any = true;
    p = put_int(p, value[i]);
  }
  if (list) *p++ = ']';
  *p++ = ',';
  return any ? p : begin;
}

static int encode_signature(rocpd_writer *w, uint32_t number, rocpd_error *err) {
  json *f = w->state;
  json_piece *out;
  char *p = NULL;
  if (!find_piece(&f->signature, &f->signatures, number, &out)) p = begin_piece(f, out, EVENT_ROOM);
  if (!p) return rocpd_no_memory(err);
  const rocpd_event_kind *kind = &rocpd_event_kinds[ROCPD_EVENT_KERNEL];
  const int64_t *value = w->signatures.value[number];
  for (int i = 0; i < kind->fields; i++) {
    if (!kind->field[i].signature) continue;
    p = put_signature_field(p, kind->field[i].label, value, kind->field[i].count);
    value += kind->field[i].count;
  }
  end_piece(f, out, p);
  return SQLITE_OK;
}

/* ---- names of processes and lanes ---- */

/* A metadata event: {"ph":"M",...,"name":kind,"args":{key:text or number}}. */
static int write_metadata(rocpd_writer *w, int64_t pid, int64_t tid, const char *kind, const char *key, const char *text, int64_t number,
                          rocpd_error *err) {
  json *f = w->state;
  size_t size = text ? strlen(text) : 0;
  char *p = (char *)rocpd_buffer_reserve(&w->out, 256 + size * 6, err);
  if (!p) return err->rc;
  if (!f->first) *p++ = ',';
  f->first = false;
  p = PUT(p, "\n{\"ph\":\"M\",\"pid\":");
  p = put_signed(p, pid);
  p = PUT(p, ",\"tid\":");
  p = put_signed(p, tid);
  p = PUT(p, ",\"name\":\"");
  p = put_bytes(p, kind, strlen(kind));
  p = PUT(p, "\",\"args\":{\"");
  p = put_bytes(p, key, strlen(key));
  p = PUT(p, "\":");
  if (text) {
    *p++ = '"';
    p = rocpd_json_escape(p, text, size);
    *p++ = '"';
  } else {
    p = put_signed(p, number);
  }
  p = PUT(p, "}}");
  rocpd_buffer_commit(&w->out, (uint8_t *)p);
  return SQLITE_OK;
}

static int write_process(rocpd_writer *w, int64_t pid, const char *name, int64_t rank, rocpd_error *err) {
  int rc = write_metadata(w, pid, 0, "process_name", "name", name, 0, err);
  return rc ? rc : write_metadata(w, pid, 0, "process_sort_index", "sort_index", NULL, rank, err);
}

static int begin_trace(rocpd_writer *w, rocpd_error *err) {
  json *f = w->state;
  rocpd_export_layout *l = &w->x->layout;
  f->first = true;
  char *p = (char *)rocpd_buffer_reserve(&w->out, 512, err);
  if (!p) return err->rc;
  p = PUT(p, "{\"displayTimeUnit\":\"ns\",\n\"otherData\":{\"clock\":\"BOOTTIME\"");
  size_t sources;
  rocpd_source **source = rocpd_snapshot_sources(w->x->snapshot, &sources);
  for (size_t i = 0; i < sources; i++) {
    if (rocpd_source_wall_offset_ns(source[i]) == ROCPD_NULL) continue;
    p = PUT(p, ",\"add_for_utc_ns\":\"");
    p = put_signed(p, rocpd_source_wall_offset_ns(source[i]));
    *p++ = '"';
    break;
  }
  p = PUT(p, "},\n\"traceEvents\":[");
  rocpd_buffer_commit(&w->out, (uint8_t *)p);

  int rc = SQLITE_OK;
  int64_t per_process = (int64_t)l->groups + 1;
  for (size_t i = 0; i < l->processes && !rc; i++) {
    const rocpd_export_process *process = &l->process[i];
    rc = write_process(w, process->shown_pid, process->name, (int64_t)i * per_process, err);
    if (!rc && process->label) rc = write_metadata(w, process->shown_pid, 0, "process_labels", "labels", process->label, 0, err);
  }
  for (size_t i = 0; i < l->groups && !rc; i++) {
    const rocpd_export_process *process = &l->process[l->group[i].process];
    char *name = l->processes == 1 ? sqlite3_mprintf("%s", l->group[i].name)
                                   : sqlite3_mprintf("%s of %s %d", l->group[i].name, process->name, process->shown_pid);
    rc = name ? write_process(w, l->group[i].shown_pid, name, (int64_t)l->group[i].process * per_process + (int64_t)i + 1, err)
              : rocpd_no_memory(err);
    sqlite3_free(name);
  }
  return rc;
}

/* Chooses the lane's pid and tid, names it, and prepares the head of its events. */
static int begin_lane(rocpd_writer *w, const rocpd_track *t, size_t lane, rocpd_error *err) {
  json *f = w->state;
  uint32_t number = rocpd_lane_number(w);
  if (t->group != ROCPD_NO_GROUP) {
    f->pid = w->x->layout.group[t->group].shown_pid;
    f->tid = (int64_t)(t->first_lane + lane) + 1;
  } else {
    f->pid = w->x->layout.process[t->process].shown_pid;
    f->tid = lane == 0 && t->key > 0 && t->key <= INT32_MAX ? t->key : FIRST_OTHER_TID + (int64_t)number;
  }
  int rc = write_metadata(w, f->pid, f->tid, "thread_name", "name", t->name, 0, err);
  if (!rc && t->group != ROCPD_NO_GROUP) rc = write_metadata(w, f->pid, f->tid, "thread_sort_index", "sort_index", NULL, f->tid, err);
  const rocpd_event_kind *kind = &rocpd_event_kinds[t->class];
  for (int i = 0; i < kind->fields; i++) {
    sqlite3_snprintf(LABEL_ROOM, f->label[i].text, "\"%s\":", kind->field[i].label);
    f->label[i].size = (uint32_t)strlen(f->label[i].text);
  }
  char *p = PUT(f->head, ",\n{\"ph\":\"X\",\"pid\":");
  p = put_signed(p, f->pid);
  p = PUT(p, ",\"tid\":");
  p = put_signed(p, f->tid);
  p = PUT(p, ",\"ts\":");
  f->head_size = (uint32_t)(p - f->head);
  return rc;
}

/* ---- events ---- */

/* An event's head with its time, which is given as text. */
static inline char *put_head(char *p, const json *f, char phase, const char *time, size_t time_size) {
  memcpy(p, f->head, HEAD_ROOM); /* a fixed size copies faster */
  p[PHASE] = phase;
  p += f->head_size;
  memcpy(p, time, TIME_ROOM);
  return p + time_size;
}

/* One end of an arrow: phase s at the launch, f at what it launched. */
static inline char *put_flow(char *p, const json *f, char phase, const char *time, size_t time_size, uint64_t flow) {
  p = put_head(p, f, phase, time, time_size);
  p = PUT(p, ",\"id\":");
  p = put_unsigned(p, flow);
  p = PUT(p, ",\"name\":\"launch\",\"cat\":\"flow\"");
  if (phase == 'f') p = PUT(p, ",\"bp\":\"e\"");
  *p++ = '}';
  return p;
}

/* `"arguments":{...}` of a call. */
static int put_arguments(rocpd_writer *w, size_t first, size_t count, char **at, rocpd_error *err) {
  char *p = PUT(*at, "\"arguments\":{");
  for (size_t i = first; i < first + count; i++) {
    rocpd_argument_texts a;
    int rc = rocpd_argument_text(w->x, i, &a, err);
    if (rc) return rc;
    if (!a.value) continue;
    if (p[-1] != '{') *p++ = ',';
    *p++ = '"';
    p = rocpd_json_escape(p, a.name, (size_t)a.name_size);
    p = PUT(p, "\":\"");
    p = rocpd_json_escape(p, a.value, (size_t)a.value_size);
    *p++ = '"';
  }
  *p++ = '}';
  *at = p;
  return SQLITE_OK;
}

/* Event k of the block; `number` is its number among GPU events. */
static int write_event(rocpd_writer *w, const rocpd_track *t, const rocpd_block *b, uint32_t k, const rocpd_item *it, size_t number,
                       rocpd_error *err) {
  json *f = w->state;
  const rocpd_export_batch *v = b->batch;
  bool region = t->class == ROCPD_EVENT_REGION;
  json_piece *name, *category;
  const json_piece *signature = NULL;
  size_t flows = 0, first_flow = 0, arguments = 0, first_argument = 0, room = 0;
  int rc = text_piece(w, "name", b->name[k], &f->name, &f->names, &name, err);
  if (!rc) rc = text_piece(w, "cat", b->category[k], &f->category, &f->categories, &category, err);
  if (!rc && v->event->signatures) {
    uint32_t s = b->signature[k];
    if (s >= f->signatures || !f->signature[s].made) rc = encode_signature(w, s, err);
    signature = &f->signature[s];
  }
  if (rc) return rc;
  if (region && w->x->flows.n) rocpd_flows_take(&w->x->flows, &w->flow_cursor, t->process, b->stack_id[k], &first_flow, &flows);
  if (region && w->x->arguments.n)
    rocpd_arguments_find(&w->x->arguments, &w->argument_cursor, t->process, b->stack_id[k], &first_argument, &arguments);
  if (arguments) rc = rocpd_arguments_size(w->x, first_argument, arguments, &room, err);
  if (rc) return rc;
  room = room * 6 + arguments * 16 + flows * FLOW_ROOM + name->size + category->size;

  char *p = (char *)rocpd_buffer_reserve(&w->out, EVENT_ROOM + room, err), time[TIME_ROOM];
  if (!p) return err->rc;
  size_t time_size = (size_t)(put_time(time, it->start) - time);
  bool ended = it->end != INT64_MAX;
  p = put_head(p, f, ended ? 'X' : 'B', time, time_size);
  if (ended) {
    p = PUT(p, ",\"dur\":");
    p = put_time(p, it->end - it->start);
  }
  p = put_piece(p, f, name);
  p = put_piece(p, f, category);
  p = PUT(p, ",\"args\":{");
  if (signature) p = put_piece(p, f, signature);
  for (int i = 0; i < v->owns; i++) {
    int64_t value = b->field[i][k];
    if (value == ROCPD_NULL || (!value && v->event->field[v->own[i]].not_zero)) continue;
    memcpy(p, f->label[v->own[i]].text, LABEL_ROOM);
    p = put_int(p + f->label[v->own[i]].size, value);
    *p++ = ',';
  }
  if (arguments) rc = put_arguments(w, first_argument, arguments, &p, err);
  else if (p[-1] == ',') p--;
  if (rc) return rc;
  p = PUT(p, "}}");
  for (size_t i = 0; i < flows; i++) p = put_flow(p, f, 's', time, time_size, first_flow + i + 1);
  if (!region && w->x->flows.n && w->x->flows.of_item[number].id) {
    p = put_flow(p, f, 'f', time, time_size, w->x->flows.of_item[number].id);
    w->count.flows++;
  }
  rocpd_buffer_commit(&w->out, (uint8_t *)p);
  return SQLITE_OK;
}

static int write_track(rocpd_writer *w, const rocpd_track *t, rocpd_error *err) {
  rocpd_block b;
  int rc = SQLITE_OK;
  size_t i = 0;
  for (size_t lane = 0; lane < t->lanes && !rc; lane++) {
    rc = begin_lane(w, t, lane, err);
    for (; i < t->lane_end[lane] && !rc; i += b.n) {
      if (rocpd_block_read(w, &t->item[i], t->lane_end[lane] - i, &b)) return rocpd_no_memory(err);
      for (uint32_t k = 0; k < b.n && !rc; k++) rc = write_event(w, t, &b, k, &t->item[i + k], t->first_item + i + k, err);
      if (!rc) rc = rocpd_writer_poll(w, b.n, err);
    }
  }
  return rc;
}

static int end_trace(rocpd_writer *w, rocpd_error *err) {
  char *p = (char *)rocpd_buffer_reserve(&w->out, 16, err);
  if (!p) return err->rc;
  rocpd_buffer_commit(&w->out, (uint8_t *)PUT(p, "\n]}\n"));
  return SQLITE_OK;
}

static void release(rocpd_writer *w) {
  json *f = w->state;
  sqlite3_free(f->name);
  sqlite3_free(f->category);
  sqlite3_free(f->signature);
  sqlite3_free(f->pool);
}

static const rocpd_export_format format = {"rocpd_export_json", sizeof(json), begin_trace, end_trace, write_track, release, NULL};

static void call(sqlite3_context *ctx, int argc, sqlite3_value **argv) { rocpd_export_call(&format, ctx, argc, argv); }

ROCPD_FUNCTION(export_json) = {.name = "rocpd_export_json", .argc = -1, .flags = SQLITE_UTF8 | SQLITE_DIRECTONLY, .call = call};
