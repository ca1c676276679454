/* rocpd_export_json(path [, options]): Chrome's JSON trace format, which chrome://tracing, ui.perfetto.dev, speedscope and many others read. This file
** writes events; see json_write.h.
**
** Events and lanes are those of the Perfetto export. The format only has processes and threads: the option arrange says what an agent and its lanes become.
**
** An arrow is a number that a call shares with everything that it launched (bind_id, flow_out and flow_in). Readers follow it in order of time, and only
** between complete events. So there are separate events for an arrow if the launched work starts before its call (because the GPU's clock is ahead), or if
** one of the two has no end; they begin at the earlier of the two. Work that never started is an instant, to which no arrow can lead. */
#include "bisect.h"
#include "format.h"
#include "json_write.h"
#include <math.h>

/* rocpd_flow.way: the arrow is part of the two events, or an event from the call or to it, or not drawn. */
enum { ARROW_BOUND, ARROW_TO_LAUNCHED, ARROW_TO_CALL, ARROW_NONE };

enum { FLOW_ROOM = 256 };

static void make_labels(rocpd_json_state *f) {
  if (f->label[0][0].size) return;
  for (int class = 0; class < ROCPD_EVENT_CLASSES; class++)
    for (int i = 0; i < rocpd_event_kinds[class].fields; i++) {
      sqlite3_snprintf(JSON_LABEL_ROOM, f->label[class][i].text, "\"%s\":", rocpd_event_kinds[class].field[i].label);
      f->label[class][i].size = (uint32_t)strlen(f->label[class][i].text);
      f->texts[class] |= rocpd_event_kinds[class].field[i].text;
    }
}

static void begin_lane(rocpd_writer *w) {
  rocpd_json_state *f = w->state;
  make_labels(f);
  f->base = rocpd_export_first_time(w->x);
  rocpd_lane_number(w);
  for (int d = 0; d < ROCZ_GROUPS; d++) f->head[d].size = 0;
}

/* ---- arrows ---- */

/* Decides how each arrow of a call is drawn. *bound: at least one is part of the call's event. Returns the number of separate ones. */
static size_t mark_arrows(rocpd_writer *w, const rocpd_item *call, size_t first, size_t n, bool *bound) {
  rocpd_flows *f = &w->x->flows;
  size_t others = 0;
  for (size_t i = first; i < first + n; i++) {
    rocpd_flow_entry to = f->entry[i];
    rocpd_flow *flow = &f->of_item[to.item];
    int64_t start = rocpd_launch_start(w->x, to.item);
    flow->way = start == ROCPD_NULL ? ARROW_NONE : start < call->start ? ARROW_TO_CALL : call->end == INT64_MAX || to.endless ? ARROW_TO_LAUNCHED : ARROW_BOUND;
    if (flow->way == ARROW_BOUND) flow->id = (uint32_t)first + 1, *bound = true;
    else others += flow->way != ARROW_NONE;
  }
  return others;
}

/* The arrow's number in its event. Readers count separate arrows from 0; these numbers come after those. */
static inline char *put_bound(char *p, rocpd_json_state *s, const rocpd_flows *f, uint32_t id, bool out) {
  p = PUT(p, ",\"bind_id\":");
  p = rocpd_put_near(p, f->n + id, s->bound);
  return out ? PUT(p, ",\"flow_out\":true") : PUT(p, ",\"flow_in\":true");
}

/* An event's head with its time. */
static inline char *put_head(char *p, rocpd_json_state *f, const rocpd_json_head *head, char phase, int64_t time) {
  memcpy(p, head->text, JSON_HEAD_ROOM); /* a fixed size copies faster */
  p[JSON_PHASE] = phase;
  return put_near_time(p + head->size, f->base, time, &f->time);
}

/* One end of a separate arrow: phase s at its begin, f at its end. */
static char *put_flow(char *p, rocpd_json_state *f, const rocpd_json_head *head, bool begin, int64_t time, uint64_t id) {
  p = put_head(p, f, head, begin ? 's' : 'f', time);
  p = PUT(p, ",\"id\":");
  p = rocpd_put_unsigned(p, id);
  p = PUT(p, ",\"name\":\"launch\",\"cat\":\"flow\"");
  if (!begin) p = PUT(p, ",\"bp\":\"e\"");
  *p++ = '}';
  return p;
}

/* ---- arguments and fields ---- */

/* `"arguments":{...}` of a call. */
static int put_arguments(rocpd_writer *w, size_t first, size_t count, char **at, rocpd_error *err) {
  char *p = PUT(*at, "\"arguments\":{");
  for (size_t i = first; i < first + count; i++) {
    rocpd_argument_texts a;
    int rc = rocpd_argument_text(w->x, i, &a, err);
    if (rc) return rc;
    if (!a.value) continue;
    if (p[-1] != '{') *p++ = ',';
    p = put_quoted(p, a.name, (size_t)a.name_size);
    *p++ = ':';
    p = put_quoted(p, a.value, (size_t)a.value_size);
  }
  *p++ = '}';
  *at = p;
  return SQLITE_OK;
}

static char *put_text(char *p, rocpd_session *session, int64_t id) {
  int64_t size;
  const char *text = rocpd_string(session, id, &size);
  return put_quoted(p, text, (size_t)size);
}

/* What all events of a block have in common is made once for the block. The thread and stack_id of the launching call are left out of launched work: they
** are at the other end of its arrow. */
static void plan_fields(rocpd_json_state *f, const rocpd_block *b) {
  const rocpd_export_batch *v = b->batch;
  int class = (int)(v->event - rocpd_event_kinds);
  struct rocpd_json_fields *plan = &f->fields;
  char *p = plan->alike;
  plan->own = plan->of_call = 0;
  for (int i = 0; i < v->owns; i++) {
    int own = v->own[i];
    const rocpd_export_field *field = &v->event->field[own];
    const int64_t *value = b->field[i];
    uint32_t same = 1;
    while (same < b->n && value[same] == value[0]) same++;
    bool alike = same == b->n;
    if (alike && (*value == ROCPD_NULL || (!*value && field->not_zero))) continue;
    if (alike && !field->text && !field->of_call) {
      p = put_bytes(p, f->label[class][own].text, f->label[class][own].size);
      p = put_int(p, *value);
      *p++ = ',';
      continue;
    }
    struct rocpd_json_field *out = field->of_call ? &plan->field[ROCPD_MAX_FIELDS - ++plan->of_call] : &plan->field[plan->own++];
    *out = (struct rocpd_json_field){value, &f->label[class][own], &f->front[class][own], field->text, field->not_zero};
  }
  plan->size = (size_t)(p - plan->alike);
}

static inline char *put_field(rocpd_session *session, char *p, const struct rocpd_json_field *field, uint32_t k) {
  int64_t value = field->value[k];
  if (value == ROCPD_NULL || (!value && field->not_zero)) return p;
  memcpy(p, field->label->text, JSON_LABEL_ROOM);
  p += field->label->size;
  if (field->text) p = put_text(p, session, value);
  else if ((uint64_t)value < 1000000) p = rocpd_put_short(p, (uint32_t)value);
  else if (value < 0 || value > 1LL << 53) p = put_int(p, value);
  else p = rocpd_put_long(p, (uint64_t)value, field->front);
  *p++ = ',';
  return p;
}

/* The fields that are not part of the signature. */
static char *put_fields(rocpd_writer *w, char *p, uint32_t k, bool launched) {
  const struct rocpd_json_fields *plan = &((const rocpd_json_state *)w->state)->fields;
  for (int i = 0; i < plan->own; i++) p = put_field(w->x->session, p, &plan->field[i], k);
  for (int i = 1; i <= plan->of_call && !launched; i++) p = put_field(w->x->session, p, &plan->field[ROCPD_MAX_FIELDS - i], k);
  return rocpd_copy_steps(p, plan->alike, plan->size);
}

/* Bytes that texts among these fields may take. */
static size_t fields_room(const rocpd_writer *w, const rocpd_block *b, uint32_t k) {
  size_t room = 0;
  for (int i = 0; i < b->batch->owns; i++) {
    int64_t size = 0;
    if (!b->batch->event->field[b->batch->own[i]].text || b->field[i][k] == ROCPD_NULL) continue;
    rocpd_string(w->x->session, b->field[i][k], &size);
    room += (size_t)size * 6;
  }
  return room;
}

/* ---- events ---- */

/* What an event is made from, besides its row. */
typedef struct json_event {
  const rocpd_item *item;
  rocpd_json_head *head;
  rocpd_json_piece *name, *signature; /* name: with the category; signature: NULL if there is none */
  int64_t call; /* ROCPD_NULL, or the name of the call if its event shows its kernel's name */
  const rocpd_flow *launched; /* NULL, or the arrow that leads to this event */
  bool bound, unstarted, touches;
  double until; /* end for readers, if the event touches another: see rocpd_json_put_touching() */
  size_t flows, first_flow, others /* number of separate arrows among the flows */, arguments, first_argument, room;
} json_event;

static int find_links(rocpd_writer *w, const rocpd_track *t, const rocpd_block *b, uint32_t k, json_event *e, rocpd_error *err) {
  if (w->x->flows.n) rocpd_flows_take(&w->x->flows, &w->flow_cursor, t->process, b->stack_id[k], &e->first_flow, &e->flows);
  if (e->flows) e->others = mark_arrows(w, e->item, e->first_flow, e->flows, &e->bound);
  int rc = rocpd_arguments_take(w, b->batch, t->process, e->item->row, &e->first_argument, &e->arguments, err);
  if (!rc && e->arguments) rc = rocpd_arguments_size(w->x, e->first_argument, e->arguments, &e->room, err);
  e->room = e->room * 6 + e->arguments * 16 + e->others * FLOW_ROOM;
  return rc;
}

/* The event to which a flow leads. */
static const rocpd_item *launched_item(const rocpd_export *x, size_t flow) {
  const rocpd_track *t = x->layout.track;
  size_t item = x->flows.entry[flow].item, of = ROCPD_FIRST(i, 1, x->layout.tracks, t[i].first_item > item) - 1;
  return &t[of].item[item - t[of].first_item];
}

/* Replaces the call's name by that of the only kernel that it launched. */
static int64_t kernel_for_call(rocpd_writer *w, int64_t name, json_event *e) {
  const rocpd_item *to = launched_item(w->x, e->first_flow);
  const rocpd_export_batch *v = &w->x->layout.batch[to->batch];
  int64_t kernel = v->event == &rocpd_event_kinds[ROCPD_EVENT_KERNEL] ? rocpd_column_at(v->name, to->row) : ROCPD_NULL, size = 0;
  if (kernel == ROCPD_NULL) return name;
  e->call = name;
  if (name != ROCPD_NULL) rocpd_string(w->x->session, name, &size);
  e->room += (size_t)size * 6;
  return kernel;
}

static int find_event(rocpd_writer *w, const rocpd_track *t, size_t lane, const rocpd_block *b, uint32_t k, json_event *e, rocpd_error *err) {
  rocpd_json_state *f = w->state;
  const rocpd_export_batch *v = b->batch;
  const rocpd_export_options *o = &w->x->option;
  int64_t name = b->name[k];
  int rc = v->event == &rocpd_event_kinds[ROCPD_EVENT_REGION] ? find_links(w, t, b, k, e, err) : SQLITE_OK;
  if (!rc && e->flows == 1 && o->launch_names == ROCPD_LAUNCH_KERNEL) name = kernel_for_call(w, name, e);
  rocpd_json_bound_pieces(f);
  if (!rc) rc = rocpd_json_name_of(w, name, b->category[k], &e->name, err);
  if (!rc && v->event->signatures) rc = rocpd_json_signature(w, b->signature[k], &e->signature, err);
  if (rc) return rc;
  int group = o->arrange == ROCPD_ARRANGE_DOMAIN && t->group == ROCPD_NO_GROUP ? e->name->group : ROCZ_GROUP_GPU;
  e->head = &f->head[group];
  e->room += e->name->size + (f->texts[v->event - rocpd_event_kinds] ? fields_room(w, b, k) : 0);
  return e->head->size ? SQLITE_OK : rocpd_json_make_head(w, t, lane, group, err);
}

/* The event's args. */
static int put_args(rocpd_writer *w, uint32_t k, const json_event *e, char **at, rocpd_error *err) {
  bool annotated = w->x->option.annotations;
  if (!annotated && !e->unstarted && e->call == ROCPD_NULL && !e->arguments) return SQLITE_OK;
  char *p = PUT(*at, ",\"args\":{");
  if (annotated && e->signature) p = put_piece(p, w->state, e->signature);
  if (annotated) p = put_fields(w, p, k, e->launched && e->launched->way == ARROW_BOUND);
  if (e->unstarted) p = PUT(p, "\"never_started\":1,");
  if (e->call != ROCPD_NULL) {
    p = PUT(p, "\"call\":");
    p = put_text(p, w->x->session, e->call);
    *p++ = ',';
  }
  int rc = e->arguments ? put_arguments(w, e->first_argument, e->arguments, &p, err) : SQLITE_OK;
  if (p[-1] == ',') p--;
  *at = PUT(p, "}");
  return rc;
}

/* The separate arrows. */
static char *put_flows(rocpd_writer *w, char *p, const json_event *e) {
  const rocpd_flows *f = &w->x->flows;
  int64_t time = e->item->start;
  for (size_t i = e->first_flow; i < e->first_flow + e->flows && e->others; i++) {
    const rocpd_flow *flow = &f->of_item[f->entry[i].item];
    if (flow->way == ARROW_TO_LAUNCHED || flow->way == ARROW_TO_CALL) p = put_flow(p, w->state, e->head, flow->way == ARROW_TO_LAUNCHED, time, flow->id);
  }
  if (e->launched && e->launched->way != ARROW_BOUND) p = put_flow(p, w->state, e->head, e->launched->way == ARROW_TO_CALL, time, e->launched->id);
  return p;
}

/* Whether two events of a lane may have the same arguments. */
static bool may_be_alike(const rocpd_writer *w, const rocpd_block *b) {
  return !w->x->option.annotations || b->batch->event == &rocpd_event_kinds[ROCPD_EVENT_COPY];
}

static int write_event(rocpd_writer *w, const rocpd_block *b, uint32_t k, json_event *e, rocpd_error *err) {
  rocpd_json_state *f = w->state;
  const rocpd_item *it = e->item;
  char *p = (char *)rocpd_buffer_reserve(&w->out, JSON_EVENT_ROOM + e->room, err);
  if (!p) return err->rc;
  bool instant = e->unstarted || b->batch->event == &rocpd_event_kinds[ROCPD_EVENT_SAMPLE], ended = it->end != INT64_MAX;
  p = put_head(p, f, e->head, instant ? 'i' : ended ? 'X' : 'B', it->start);
  if (!instant && e->head->first == INT64_MAX) e->head->first = it->start;
  if (instant) {
    p = PUT(p, ",\"s\":\"t\"");
  } else if (ended) {
    p = PUT(p, ",\"dur\":");
    p = it->end == it->start ? PUT(p, JSON_NO_LENGTH) :
        e->touches           ? rocpd_json_put_touching(p, f->base, e->head->first, it->start, it->end, may_be_alike(w, b), &e->until) :
                               put_time(p, it->start, it->end);
  }
  p = put_piece(p, f, e->name);
  if (e->bound) p = put_bound(p, f, &w->x->flows, (uint32_t)e->first_flow + 1, true);
  if (e->launched && e->launched->way == ARROW_BOUND) p = put_bound(p, f, &w->x->flows, e->launched->id, false);
  int rc = put_args(w, k, e, &p, err);
  if (rc) return rc;
  *p++ = '}';
  rocpd_buffer_commit(&w->out, (uint8_t *)put_flows(w, p, e));
  return SQLITE_OK;
}

struct json_open { /* an open event: its thread in the file, and its end for readers */
  const rocpd_json_head *head;
  double until;
};

static int write_track(rocpd_writer *w, const rocpd_track *t, rocpd_error *err) {
  const rocpd_flow *launched = t->group != ROCPD_NO_GROUP && w->x->flows.n ? w->x->flows.of_item + t->first_item : NULL;
  rocpd_block b;
  int rc = SQLITE_OK;
  size_t i = 0;
  if (t->class == ROCPD_EVENT_STACK) rc = rocpd_json_name_sampled(w, t, err);
  for (size_t lane = 0; lane < t->lanes && !rc; lane++) {
    int64_t open[ROCPD_MAX_DEPTH + 1] = {INT64_MIN}; /* ends of open events; the outermost level has none */
    struct json_open around[ROCPD_MAX_DEPTH + 1] = {{NULL, INFINITY}};
    size_t depth = 0;
    begin_lane(w);
    for (; i < t->lane_end[lane] && !rc; i += b.n) {
      if (rocpd_block_read(w, &t->item[i], t->lane_end[lane] - i, &b)) return rocpd_no_memory(err);
      plan_fields(w->state, &b);
      for (uint32_t k = 0; k < b.n && !rc; k++) {
        const rocpd_item *it = &t->item[i + k];
        while (depth && open[depth] <= it->start) depth--;
        json_event e = {.item = it, .call = ROCPD_NULL, .unstarted = rocpd_never_started(b.batch, it->row),
                        .touches = rocpd_json_touches(it, t->item + t->lane_end[lane], open[depth])};
        if (launched && launched[i + k].id && launched[i + k].way != ARROW_NONE) e.launched = &launched[i + k], w->count.flows++;
        if (!rc) rc = find_event(w, t, lane, &b, k, &e, err);
        e.until = INFINITY;
        for (size_t d = depth; e.touches && d && open[d] == it->end && e.until == INFINITY; d--)
          if (around[d].head == e.head) e.until = around[d].until;
        if (!rc) rc = write_event(w, &b, k, &e, err);
        if (it->end > it->start) open[++depth] = it->end, around[depth] = (struct json_open){e.head, e.until};
      }
      if (!rc) rc = rocpd_writer_poll(w, b.n, err);
    }
  }
  return rc;
}

static int end_trace(rocpd_writer *w, rocpd_error *err) {
  char *p = (char *)rocpd_buffer_reserve(&w->out, 16, err);
  if (!p) return err->rc;
  rocpd_buffer_commit(&w->out, (uint8_t *)PUT(p, "\n]"));
  int rc = rocpd_json_write_stacks(w, err);
  if (rc || !(p = (char *)rocpd_buffer_reserve(&w->out, 16, err))) return err->rc;
  rocpd_buffer_commit(&w->out, (uint8_t *)PUT(p, "}\n"));
  return SQLITE_OK;
}

static int begin_trace(rocpd_writer *w, rocpd_error *err) {
  int rc = rocpd_json_begin(w, err);
  return rc || !w->x->option.counters ? rc : rocpd_json_write_counters(w, err);
}

static void release(rocpd_writer *w) { rocpd_json_forget(w->state); }

ROCPD_EXPORT_FORMAT(json) = {
  .function = "rocpd_export_json", .alias = "chrome",
  .needs = ROCPD_NEEDS_GZIP | ROCPD_NEEDS_UNSTARTED | ROCPD_NEEDS_OWN_COLUMNS | ROCPD_NEEDS_LAUNCH_STARTS | ROCPD_NEEDS_STACKS,
  .options = ROCPD_O_TRACKS | ROCPD_O_CALLS | ROCPD_O_AGENTS | ROCPD_O_THREADS | ROCPD_O_COUNTERS, .state_size = sizeof(rocpd_json_state),
  .begin = begin_trace, .end = end_trace, .track = write_track, .release = release};
