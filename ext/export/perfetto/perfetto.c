/* rocpd_export_perfetto(path [, options]): a trace for ui.perfetto.dev and trace_processor. This file writes events; see perfetto.h. */
#include "counter.h"
#include "escape.h"
#include "format.h"
#include "measured.h"
#include "perfetto.h"

/* A track with at least this number of events begins a sequence, so that its texts have small numbers. */
enum { OWN_SEQUENCE = 8192 };

/* ---- sequences and lanes ---- */

/* The first packet has the clock and the labels of annotations. Sequence 1 belongs to the head. */
static int begin_sequence(rocpd_writer *w, int64_t start, rocpd_error *err) {
  rocpd_perfetto *f = w->state, *all = w->x->writers.at[0].state;
  rocpd_perfetto_sequence *s = &f->sequence;
  s->id = 2 + __atomic_fetch_add(&all->sequences, 1, __ATOMIC_RELAXED);
  s->clock = start;
  s->name.next = s->category.next = s->shared.next = 0;
  s->function.next = s->path.next = s->source.next = s->build_id.next = s->mapping.next = s->frame.next = s->stack.next = 0;
  s->stage.next = (uint32_t)w->x->layout.tracks; /* the numbers before are those of the queues */
  s->head_size = (int)(put_int(s->head, PACKET_SEQUENCE, s->id) - s->head);
  uint8_t *p = rocpd_buffer_reserve(&w->out, ROCPD_PERFETTO_LABELS_ROOM, err), *packet, *part;
  if (!p) return err->rc;
  p = begin_packet(p, &packet);
  p = put_int(p, PACKET_SEQUENCE, s->id);
  p = put_int(p, PACKET_FLAGS, STATE_CLEARED);
  p = put_int(p, PACKET_FIRST, 1);
  p = put_int(p, PACKET_TIMESTAMP, (uint64_t)start);
  p = put_int(p, PACKET_CLOCK_ID, CLOCK_BOOT);
  p = part = open_message(p, PACKET_DEFAULTS, 1);
  p = put_int(p, DEFAULTS_CLOCK_ID, CLOCK_SEQUENCE);
  close_message(part, p, 1);
  p = part = open_message(p, PACKET_CLOCK_SNAPSHOT, 1);
  p = rocpd_perfetto_clock(p, CLOCK_SEQUENCE, start, true);
  p = rocpd_perfetto_clock(p, CLOCK_BOOT, start, false);
  close_message(part, p, 1);
  p = part = open_message(p, PACKET_INTERNED, 4);
  p = rocpd_perfetto_labels(p, INTERNED_LABEL);
  if (w->x->option.gpu_packets) p = rocpd_perfetto_labels(p, INTERNED_ARGUMENT);
  close_message(part, p, 4);
  rocpd_buffer_commit(&w->out, end_packet(packet, p));
  return SQLITE_OK;
}

int rocpd_perfetto_begin(rocpd_writer *w, int64_t start, rocpd_error *err) {
  const rocpd_perfetto *f = w->state;
  return f->sequence.id ? SQLITE_OK : begin_sequence(w, start, err);
}

/* What the samples of a sequence are counted by. */
static uint8_t *put_sampling(uint8_t *p) {
  static const char name[] = "samples";
  uint8_t *defaults, *base;
  p = defaults = open_message(p, DEFAULTS_PERF_SAMPLE, 1);
  p = base = open_message(p, PERF_TIMEBASE, 1);
  p = put_text(p, TIMEBASE_NAME, name, sizeof name - 1);
  close_message(base, p, 1);
  close_message(defaults, p, 1);
  return p;
}

/* Begins a lane with its track, the default track of all events up to the next lane. */
static int begin_lane(rocpd_writer *w, const rocpd_track *t, size_t lane, rocpd_error *err) {
  rocpd_perfetto *f = w->state;
  const rocpd_export_layout *l = &w->x->layout;
  uint32_t number = rocpd_lane_number(w);
  uint64_t uuid = lane == 0 ? rocpd_perfetto_uuid(l, t) : 1 + l->processes + l->groups + l->tracks + number;
  int rc = rocpd_perfetto_describe(w, t, lane, uuid, err);
  uint8_t *p = rc ? NULL : rocpd_buffer_reserve(&w->out, 96, err), *packet, *defaults, *event;
  if (!p) return err->rc;
  p = packet = open_message(p, TRACE_PACKET, 1);
  p = put_int(p, PACKET_SEQUENCE, f->sequence.id);
  p = defaults = open_message(p, PACKET_DEFAULTS, 1);
  p = put_int(p, DEFAULTS_CLOCK_ID, CLOCK_SEQUENCE);
  p = event = open_message(p, DEFAULTS_TRACK_EVENT, 1);
  p = put_int(p, EVENT_TRACK, uuid);
  close_message(event, p, 1);
  if (t->class == ROCPD_EVENT_STACK) p = put_sampling(p);
  close_message(defaults, p, 1);
  close_message(packet, p, 1);
  rocpd_buffer_commit(&w->out, p);
  rocpd_perfetto_begin_flows(f);
  return SQLITE_OK;
}

/* ---- events ---- */

/* The annotation's first bytes are copied at once. */
static inline uint8_t *put_annotation(uint8_t *p, int label, int64_t value) {
  const uint8_t head[8] = {TAG(EVENT_ANNOTATION, BYTES), 0, TAG(ANNOTATION_NAME_IID, VARINT), (uint8_t)label, TAG(ANNOTATION_INT, VARINT)};
  memcpy(p, head, sizeof head);
  uint8_t *end = put_varint(p + 5, (uint64_t)value);
  p[1] = (uint8_t)(end - p - 2);
  return end;
}

/* The annotation for what an event shares with others. */
static inline uint8_t *put_shared(uint8_t *p, const rocpd_event_kind *kind, uint32_t iid) {
  const uint8_t head[8] = {TAG(EVENT_ANNOTATION, BYTES), 0, TAG(ANNOTATION_NAME_IID, VARINT), (uint8_t)(LABEL_SHARED + (kind - rocpd_event_kinds)),
                           (TAG(ANNOTATION_TEXT_IID, VARINT) & 0x7f) | 0x80, TAG(ANNOTATION_TEXT_IID, VARINT) >> 7};
  memcpy(p, head, sizeof head);
  uint8_t *end = put_varint(p + 6, iid);
  p[1] = (uint8_t)(end - p - 2);
  return end;
}

/* One annotation "arguments", a dictionary of texts. */
static int put_arguments(rocpd_writer *w, size_t first, size_t count, uint8_t **at, rocpd_error *err) {
  uint8_t *whole, *p = *at;
  p = whole = open_message(p, EVENT_ANNOTATION, 4);
  p = put_int(p, ANNOTATION_NAME_IID, LABEL_ARGUMENTS);
  for (size_t i = first; i < first + count; i++) {
    rocpd_argument_texts a;
    int rc = rocpd_argument_text(w->x, i, &a, err);
    if (rc) return rc;
    if (!a.value) continue;
    uint8_t *entry, *inner;
    p = entry = open_message(p, ANNOTATION_ENTRY, 4);
    p = inner = open_message(p, ANNOTATION_NAME, 4);
    p = (uint8_t *)rocpd_utf8_clean((char *)p, a.name, (size_t)a.name_size);
    close_message(inner, p, 4);
    p = inner = open_message(p, ANNOTATION_STRING, 4);
    p = (uint8_t *)rocpd_utf8_clean((char *)p, a.value, (size_t)a.value_size);
    close_message(inner, p, 4);
    close_message(entry, p, 4);
  }
  close_message(whole, p, 4);
  *at = p;
  return SQLITE_OK;
}

/* For the end packet of the innermost open slice. */
enum { END_ROOM = 64 };
static inline uint8_t *put_end(uint8_t *p, rocpd_perfetto_sequence *s, int64_t time) {
  static const uint8_t end[] = {TAG(PACKET_TRACK_EVENT, BYTES), 2, TAG(EVENT_TYPE, VARINT), SLICE_END};
  uint8_t *body;
  p = body = open_message(p, TRACE_PACKET, 1);
  p = rocpd_perfetto_event_head(p, s, time);
  memcpy(p, end, sizeof end);
  p += sizeof end;
  close_message(body, p, 1);
  return p;
}

/* What is known about an event before it is written. */
typedef struct event {
  int64_t time;
  uint32_t row;
  uint8_t type;
  bool never_started;
  int64_t around; /* stack_id of the enclosing slice */
  const rocpd_perfetto_title *title;
  uint32_t shared;                 /* iid of the shared text */
  size_t flows, first_flow;        /* for a call: the entries of the flows for what it launched */
  const rocpd_flow *launched;      /* for launched work: the arrow from its call; else NULL */
  size_t arguments, first_argument, room; /* room: most bytes of the arguments */
} event;

/* The annotations that no other event shares. Launched work has the thread and stack_id of its call at the other end of its arrow. If it is all that the
** call launched, its number is left out, too. */
static inline uint8_t *put_fields(uint8_t *p, const rocpd_perfetto_open *o, uint32_t k, const event *e) {
  int launched = !e->launched ? 0 : e->launched->alone ? WITHOUT_LAUNCHED | WITHOUT_ALONE : WITHOUT_LAUNCHED;
  for (int i = 0, n = o->alone.n; i < n; i++) {
    int64_t value = o->block.field[o->alone.place[i]][k];
    int without = o->alone.without[i];
    if (value == ROCPD_NULL || without & launched || (!value && without & WITHOUT_ZERO)) continue;
    if (without & WITHOUT_AROUND && value == e->around) continue; /* the nesting shows it */
    p = put_annotation(p, o->alone.number[i], value);
  }
  return p;
}

/* Arrows to launched work. If there may be GPU packets, which are not read while the call is written, the call also names the launched work by number:
** readers use whichever the other end has. */
static uint8_t *put_flows(uint8_t *p, const rocpd_export *x, const event *e) {
  for (size_t i = e->first_flow; i < e->first_flow + e->flows; i++) p = put_int(p, EVENT_FLOW, x->flows.of_item[x->flows.entry[i].item].id);
  if (!x->option.gpu_packets) return p;
  int width = e->flows < 16 ? 1 : 4;
  uint8_t *numbers;
  p = numbers = open_message(p, EVENT_STAGES, width);
  for (size_t i = e->first_flow; i < e->first_flow + e->flows; i++) p = put_int(p, STAGES_SUBMITTED, (uint64_t)x->flows.entry[i].item + 1);
  close_message(numbers, p, width);
  return p;
}

/* An event of at most `most` bytes; the lengths of its messages take `width` bytes. */
static inline __attribute__((always_inline)) int put_event(rocpd_writer *w, const rocpd_block *b, uint32_t k, const event *e, size_t most, int width,
                                                           rocpd_error *err) {
  rocpd_perfetto *f = w->state;
  int rc = SQLITE_OK;
  uint8_t *p = rocpd_buffer_reserve(&w->out, most + 64, err), *packet, *body;
  if (!p) return err->rc;
  p = packet = open_message(p, TRACE_PACKET, width);
  p = rocpd_perfetto_event_head(p, &f->sequence, e->time);
  p = body = open_message(p, PACKET_TRACK_EVENT, width);
  memcpy(p, e->title->bytes, ROCPD_TITLE_ROOM); /* only the first `size` bytes count */
  p[1] = e->type;
  p = put_fields(p + e->title->size, f->now, k, e);
  if (e->shared) p = put_shared(p, b->batch->event, e->shared);
  if (e->never_started) p = put_annotation(p, LABEL_NEVER_STARTED, 1);
  if (e->flows) p = put_flows(p, w->x, e);
  if (e->launched) p = put_int(p, e->launched->way, e->launched->id);
  if (e->arguments) rc = put_arguments(w, e->first_argument, e->arguments, &p, err);
  if (rc) return rc;
  close_message(body, p, width);
  close_message(packet, p, width);
  rocpd_buffer_commit(&w->out, p);
  return SQLITE_OK;
}

static __attribute__((noinline)) int put_long_event(rocpd_writer *w, const rocpd_block *b, uint32_t k, const event *e, size_t most, rocpd_error *err) {
  return put_event(w, b, k, e, most, most < 16384 ? 2 : 4, err);
}

static inline int write_event(rocpd_writer *w, const rocpd_block *b, uint32_t k, const event *e, rocpd_error *err) {
  const rocpd_perfetto *f = w->state;
  size_t most = f->now->most + e->room;
  if (e->flows) most += (w->x->option.gpu_packets ? 24 : 12) * e->flows;
  return most < 128 ? put_event(w, b, k, e, most, 1, err) : put_long_event(w, b, k, e, most, err);
}

/* For a call: what it launched, and its arguments. */
static inline int look_up_call(rocpd_writer *w, const rocpd_track *t, const rocpd_block *b, uint32_t k, event *e, rocpd_error *err) {
  if (w->x->flows.n) rocpd_flows_take(&w->x->flows, &w->flow_cursor, t->process, b->stack_id[k], &e->first_flow, &e->flows);
  if (e->flows) rocpd_perfetto_number_flows(w, e->first_flow, e->flows, e->time - rocpd_export_shift(w->x));
  w->count.flows += e->flows;
  int rc = rocpd_arguments_take(w, b->batch, t->process, e->row, &e->first_argument, &e->arguments, err);
  if (rc || !e->arguments) return rc;
  rc = rocpd_arguments_size(w->x, e->first_argument, e->arguments, &e->room, err);
  e->room = e->room * 3 + e->arguments * 32 + 64;
  return rc;
}

static int make_title(rocpd_writer *w, int64_t name, int64_t category, rocpd_perfetto_title *t, rocpd_error *err) {
  rocpd_perfetto *f = w->state;
  uint32_t name_iid, category_iid;
  uint8_t bytes[32] = {TAG(EVENT_TYPE, VARINT)}, *p = bytes + 2; /* each event sets its own type */
  int rc = rocpd_perfetto_iid(w, INTERNED_NAME, name, &f->sequence.name, &name_iid, err);
  if (!rc) rc = rocpd_perfetto_iid(w, INTERNED_CATEGORY, category, &f->sequence.category, &category_iid, err);
  if (rc) return rc;
  if (name_iid) p = put_int(p, EVENT_NAME, name_iid);
  if (category_iid) p = put_int(p, EVENT_CATEGORY, category_iid);
  *t = (rocpd_perfetto_title){.name = name, .category = category, .sequence = f->sequence.id, .size = (uint8_t)(p - bytes)};
  memcpy(t->bytes, bytes, sizeof t->bytes);
  return SQLITE_OK;
}

static inline int find_title(rocpd_writer *w, int64_t name, int64_t category, const rocpd_perfetto_title **out, rocpd_error *err) {
  rocpd_perfetto *f = w->state;
  rocpd_perfetto_title *t = &f->title[(uint64_t)name % ROCPD_PERFETTO_TITLES];
  *out = t;
  return t->name == name && t->category == category && t->sequence == f->sequence.id ? SQLITE_OK : make_title(w, name, category, t, err);
}

/* Writes the begin of event k of the block, or an instant; `number` is its number among GPU events. */
static inline int begin_event(rocpd_writer *w, const rocpd_track *t, const rocpd_block *b, uint32_t k, event *e, size_t number, rocpd_error *err) {
  rocpd_perfetto *f = w->state;
  int rc = find_title(w, b->name[k], b->category[k], &e->title, err);
  if (!rc && (f->now->few.n || b->batch->event->signatures)) rc = rocpd_perfetto_shared_again(w, b, k, &e->shared, err);
  if (!rc && b->batch->event->kind == ROCPD_KIND_REGION) rc = look_up_call(w, t, b, k, e, err);
  if (t->group != ROCPD_NO_GROUP && w->x->flows.n && w->x->flows.of_item[number].id) e->launched = &w->x->flows.of_item[number];
  return rc ? rc : write_event(w, b, k, e, err);
}

/* Opens the batch of the first of n events. */
static int open_batch(rocpd_writer *w, const rocpd_item *item, size_t n, rocpd_error *err) {
  rocpd_perfetto *f = w->state;
  const rocpd_export_batch *v = &w->x->layout.batch[item->batch];
  rocpd_perfetto_open *o = f->open;
  while (o < f->open + ROCPD_PERFETTO_OPEN && o->sorted != v) o++;
  if (o == f->open + ROCPD_PERFETTO_OPEN) {
    o = &f->open[f->next_open];
    f->next_open = (f->next_open + 1) % ROCPD_PERFETTO_OPEN;
    rocpd_perfetto_sort_fields(o, v);
    o->batch = item->batch;
    o->most = 64 + 15 * (size_t)o->alone.n;
    o->next = o->block.n = 0;
  }
  f->now = o;
  if (o->next < o->block.n) return SQLITE_OK;
  o->next = 0;
  return rocpd_block_ahead(w, item, n, &o->block) ? rocpd_no_memory(err) : SQLITE_OK;
}

static void close_all(rocpd_perfetto *f) {
  for (int i = 0; i < ROCPD_PERFETTO_OPEN; i++) f->open[i].sorted = NULL, f->open[i].next = f->open[i].block.n = 0;
  f->now = &f->open[0];
}

/* `stages`: some of the track's events are written as GPU packets; the others are written here. */
static int write_lane(rocpd_writer *w, const rocpd_track *t, size_t lane, size_t first, size_t end, bool stages, rocpd_error *err) {
  rocpd_perfetto *f = w->state;
  int64_t open[ROCPD_MAX_DEPTH + 1], call[ROCPD_MAX_DEPTH + 1], shift = rocpd_export_shift(w->x);
  size_t depth = 0;
  uint8_t *p;
  while (stages && first < end && rocpd_perfetto_is_stage(w->x, t, &t->item[first])) first++;
  if (first == end) return SQLITE_OK;
  int rc = begin_lane(w, t, lane, err);
  close_all(f);
  for (size_t i = first; i < end && !rc; i++) {
    const rocpd_item *it = &t->item[i];
    if (f->now->next == f->now->block.n || f->now->batch != it->batch) rc = open_batch(w, it, end - i, err);
    if (rc) break;
    const rocpd_block *b = &f->now->block;
    uint32_t k = f->now->next++;
    if (stages && rocpd_perfetto_is_stage(w->x, t, it)) continue;
    if (depth && open[depth - 1] <= it->start) {
      if (!(p = rocpd_buffer_reserve(&w->out, depth * END_ROOM, err))) return err->rc;
      do p = put_end(p, &f->sequence, open[--depth] + shift);
      while (depth && open[depth - 1] <= it->start);
      rocpd_buffer_commit(&w->out, p);
    }
    event e = {.time = it->start + shift, .row = it->row, .type = SLICE_BEGIN, .never_started = rocpd_never_started(b->batch, it->row),
               .around = depth ? call[depth - 1] : ROCPD_NULL};
    if (b->batch->event->kind == ROCPD_KIND_SAMPLE || e.never_started) e.type = INSTANT;
    else open[depth] = it->end, call[depth++] = b->stack_id[k];
    rc = begin_event(w, t, b, k, &e, t->first_item + i, err);
    if (!rc && t->class == ROCPD_EVENT_STACK) rc = rocpd_perfetto_samples(w, t, it, err);
    if (!rc && i % ROCPD_BLOCK_EVENTS == 0) rc = rocpd_writer_poll(w, i - first < ROCPD_BLOCK_EVENTS ? i - first + 1 : ROCPD_BLOCK_EVENTS, err);
  }
  if (rc || !(p = rocpd_buffer_reserve(&w->out, (depth + 1) * END_ROOM, err))) return err->rc;
  while (depth--) /* slices that never ended stay open, and so do those around them */
    if (open[depth] != INT64_MAX) p = put_end(p, &f->sequence, open[depth] + shift);
  rocpd_buffer_commit(&w->out, p);
  return SQLITE_OK;
}

static int write_track(rocpd_writer *w, const rocpd_track *t, rocpd_error *err) {
  int64_t start = t->item[0].start + rocpd_export_shift(w->x);
  size_t first = 0, stages = 0;
  int rc = t->items >= OWN_SEQUENCE ? begin_sequence(w, start, err) : rocpd_perfetto_begin(w, start, err);
  if (!rc && w->x->option.gpu_packets && t->group != ROCPD_NO_GROUP) rc = rocpd_perfetto_stages(w, t, &stages, err);
  for (size_t lane = 0; lane < t->lanes && !rc; lane++) {
    rc = write_lane(w, t, lane, first, t->lane_end[lane], stages > 0, err);
    first = t->lane_end[lane];
  }
  return rc;
}

/* Readers hold values as doubles: integers that a double can represent are shorter as integers. */
static uint8_t *put_real(uint8_t *p, double v) {
  if (v >= -(double)(1LL << 53) && v <= (double)(1LL << 53) && v == (double)(int64_t)v) return put_int(p, EVENT_COUNTER, (uint64_t)(int64_t)v);
  p = put_varint(p, TAG(EVENT_REAL_COUNTER, FIXED));
  memcpy(p, &v, sizeof v);
  return p + sizeof v;
}

/* Describes the counter's track with its first value. */
static int write_counter(rocpd_writer *w, rocpd_counter *c, int64_t time, rocpd_error *err) {
  const rocpd_export_layout *l = &w->x->layout;
  rocpd_perfetto *f = w->state;
  int rc = SQLITE_OK;
  if (!c->id) {
    c->id = 1 + l->processes + l->groups + l->tracks + rocpd_lane_number(w);
    rc = rocpd_perfetto_describe_counter(w, c, err);
  }
  time += rocpd_export_shift(w->x);
  if (!rc && time < 0) return rocpd_export_warn(w->x, err, "values of counters from before 0, and before all events, are left out: readers drop them");
  if (!rc) rc = rocpd_perfetto_begin(w, time, err);
  if (rc) return rc;
  uint8_t *p = rocpd_buffer_reserve(&w->out, 96, err), *packet, *value;
  if (!p) return err->rc;
  p = packet = open_message(p, TRACE_PACKET, 1);
  p = rocpd_perfetto_event_head(p, &f->sequence, time);
  p = value = open_message(p, PACKET_TRACK_EVENT, 1);
  p = put_int(p, EVENT_TYPE, COUNTER);
  p = put_int(p, EVENT_TRACK, c->id);
  p = c->real ? put_real(p, c->number) : put_int(p, EVENT_COUNTER, (uint64_t)c->value);
  close_message(value, p, 1);
  close_message(packet, p, 1);
  rocpd_buffer_commit(&w->out, p);
  return SQLITE_OK;
}

static int begin_trace(rocpd_writer *w, rocpd_error *err) {
  for (int i = 0; w->x->option.compress && i < w->x->writers.n; i++) {
    rocpd_writer *one = &w->x->writers.at[i];
    one->out.pack = rocpd_perfetto_pack, one->out.packer = one->state;
  }
  int rc = rocpd_perfetto_head(w, err);
  if (!rc && w->x->option.gpu_packets) rc = rocpd_perfetto_gpus(w, err);
  if (!rc && w->x->option.counters) rc = rocpd_export_counters(w, write_counter, err);
  return rc || !w->x->option.counters ? rc : rocpd_export_measured(w, write_counter, err);
}

static void release(rocpd_writer *w) {
  rocpd_perfetto *f = w->state;
  if (!f) return;
  rocpd_perfetto_forget(&f->sequence);
  rocpd_perfetto_end_pack(f);
  sqlite3_free(f->gpu);
}

ROCPD_EXPORT_FORMAT(perfetto) = {
  .function = "rocpd_export_perfetto", .alias = "pftrace", .suffix = "pftrace",
  .needs = ROCPD_NEEDS_UNSTARTED | ROCPD_NEEDS_OWN_COLUMNS | ROCPD_NEEDS_LAUNCH_STARTS | ROCPD_NEEDS_STACKS, .state_size = sizeof(rocpd_perfetto),
  .options = ROCPD_O_TRACKS | ROCPD_O_CALLS | ROCPD_O_AGENTS | ROCPD_O_COMPRESS | ROCPD_O_COUNTERS | ROCPD_O_GPU_PACKETS,
  .begin = begin_trace, .track = write_track, .release = release};
