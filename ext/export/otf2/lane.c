/* Writes the events of lanes. */
#include "moment.h"
#include "otf2.h"

typedef struct open_region {
  uint32_t region;
  uint32_t window;
  uint64_t copy; /* 0: it is not a copy, or the bytes that it moves are unknown */
} open_region;

typedef struct otf2_lane {
  rocpd_writer *w;
  rocpd_otf2_shared *s;
  struct OTF2_EvtWriter_struct *out;
  struct OTF2_AttributeList_struct *list;
  rocpd_track track; /* a track with this lane only */
  rocpd_block block;
  size_t first; /* index of the first item of the block */
  rocpd_otf2_where where; /* columns of the block's batch */
  open_region open[ROCPD_MAX_DEPTH + 1];
  size_t depth;
  uint64_t events, copies;
} otf2_lane;

/* ---- attributes */

static int add_signature(otf2_lane *l, const rocpd_event_kind *kind, const uint32_t *of_field, const int64_t *value) {
  const rocpd_otf2_library *lib = &l->s->lib;
  int code = 0;
  for (int i = 0; i < kind->fields && !code; i++) {
    const rocpd_export_field *f = &kind->field[i];
    for (int n = 0; f->signature && n < f->count && !code; n++, value++)
      if (*value != ROCPD_NULL) code = lib->AttributeList_AddInt64(l->list, of_field[i] + (uint32_t)n, *value);
  }
  return code;
}

/* Adds the event's values as attributes. */
static int add_attributes(otf2_lane *l, uint32_t k, const rocpd_item *it, int class, rocpd_error *err) {
  const rocpd_block *b = &l->block;
  const rocpd_export_batch *v = b->batch;
  const rocpd_otf2_library *lib = &l->s->lib;
  const uint32_t *of_field = l->s->of_field[class];
  uint32_t number;
  int code = 0, rc = rocpd_otf2_string(l->w, b->category[k], &number, err);
  if (rc) return rc;
  if (b->category[k] != ROCPD_NULL) code = lib->AttributeList_AddStringRef(l->list, ROCPD_OTF2_CATEGORY, number);
  if (!code && it->end == INT64_MAX) code = lib->AttributeList_AddInt64(l->list, ROCPD_OTF2_UNFINISHED, 1);
  if (!code && rocpd_never_started(v, it->row)) code = lib->AttributeList_AddInt64(l->list, ROCPD_OTF2_NEVER_STARTED, 1);
  for (int i = 0; i < v->owns && !code; i++) {
    int64_t value = b->field[i][k];
    const rocpd_export_field *f = &v->event->field[v->own[i]];
    if (value == ROCPD_NULL || (!value && f->not_zero)) continue;
    if (f->text && (rc = rocpd_otf2_string(l->w, value, &number, err))) return rc;
    code = f->text ? lib->AttributeList_AddStringRef(l->list, of_field[v->own[i]], number) : lib->AttributeList_AddInt64(l->list, of_field[v->own[i]], value);
  }
  if (!code && v->event->signatures) code = add_signature(l, v->event, of_field, rocpd_signature_values(&l->w->signatures, b->signature[k]));
  return code ? rocpd_otf2_failed(l->w, code, err) : SQLITE_OK;
}

static int add_source(otf2_lane *l, uint32_t row, uint32_t region, rocpd_error *err) {
  uint32_t number;
  bool has;
  int rc = rocpd_otf2_source(l->w, &l->where, row, region, &has, &number, err);
  int code = rc || !has ? 0 : l->s->lib.AttributeList_AddSourceCodeLocationRef(l->list, ROCPD_OTF2_SOURCE, number);
  return code ? rocpd_otf2_failed(l->w, code, err) : rc;
}

/* ---- events */

static int begin_copy(otf2_lane *l, const rocpd_item *it, open_region *open, rocpd_error *err) {
  rocpd_otf2_move m;
  bool moves;
  int rc = rocpd_otf2_move_of(l->w, &l->track, l->block.batch, it->row, &moves, &m, err);
  if (rc || !moves) return rc;
  uint64_t time = rocpd_otf2_time(l->s, it->start);
  open->copy = ++l->copies, open->window = m.window;
  l->events++;
  int code = m.get ? l->s->lib.EvtWriter_RmaGet(l->out, NULL, time, m.window, m.rank, m.bytes, open->copy)
                   : l->s->lib.EvtWriter_RmaPut(l->out, NULL, time, m.window, m.rank, m.bytes, open->copy);
  return code ? rocpd_otf2_failed(l->w, code, err) : SQLITE_OK;
}

static int enter(otf2_lane *l, size_t item, rocpd_error *err) {
  const rocpd_track *t = &l->track;
  const rocpd_item *it = &t->item[item];
  int rc = SQLITE_OK;
  if (item == l->first + l->block.n) {
    l->first = item;
    if (rocpd_block_read(l->w, it, t->items - item, &l->block)) return rocpd_no_memory(err);
    rc = rocpd_writer_poll(l->w, l->block.n, err);
    if (!rc) rc = rocpd_otf2_find_where(l->w, l->block.batch, &l->where, err);
  }
  uint32_t k = (uint32_t)(item - l->first), region = 0;
  int class = (int)(l->block.batch->event - rocpd_event_kinds);
  if (!rc) rc = rocpd_otf2_region(l->w, class, l->block.name[k], l->block.category[k], &region, err);
  if (!rc) rc = add_attributes(l, k, it, class, err);
  if (!rc && l->where.column[0]) rc = add_source(l, it->row, region, err);
  if (rc) return rc;
  open_region *open = &l->open[l->depth++];
  *open = (open_region){.region = region};
  l->events++;
  int code = l->s->lib.EvtWriter_Enter(l->out, l->list, rocpd_otf2_time(l->s, it->start), region);
  if (code) return rocpd_otf2_failed(l->w, code, err);
  if (class == ROCPD_EVENT_COPY) return begin_copy(l, it, open, err);
  if (class != ROCPD_EVENT_REGION || !rocpd_arguments_any(&l->w->x->arguments)) return SQLITE_OK;
  uint64_t arguments;
  rc = rocpd_otf2_write_arguments(l->w, l->out, l->block.batch, l->track.process, it, &arguments, err);
  l->events += arguments;
  return rc;
}

static int leave(otf2_lane *l, int64_t at, struct OTF2_AttributeList_struct *list, rocpd_error *err) {
  const rocpd_otf2_library *lib = &l->s->lib;
  const open_region *open = &l->open[--l->depth];
  uint64_t time = rocpd_otf2_time(l->s, at);
  l->events += open->copy ? 2 : 1;
  int code = open->copy ? lib->EvtWriter_RmaOpCompleteBlocking(l->out, NULL, time, open->window, open->copy) : 0;
  if (!code) code = lib->EvtWriter_Leave(l->out, list, time, open->region);
  return code ? rocpd_otf2_failed(l->w, code, err) : SQLITE_OK;
}

static int write_events(otf2_lane *l, rocpd_error *err) {
  rocpd_moments m;
  rocpd_moment at;
  int rc = rocpd_moments_open(&l->track, &m, err);
  if (rc) return rc;
  while (!rc && rocpd_moments_next(&m, &at)) rc = at.end ? leave(l, at.time, NULL, err) : enter(l, at.item, err);
  rocpd_moments_close(&m);
  while (!rc && l->depth) { /* regions without an end are left at the end of the trace, with the attribute `unfinished` */
    int code = l->s->lib.AttributeList_AddInt64(l->list, ROCPD_OTF2_UNFINISHED, 1);
    rc = code ? rocpd_otf2_failed(l->w, code, err) : leave(l, l->w->x->layout.max_time, l->list, err);
  }
  return rc;
}

/* The maximum number of bytes of a track's events. */
static uint64_t bytes_of(const otf2_lane *l, size_t events) {
  enum { ATTRIBUTE = 15, BOTH_ENDS = 160, COPY = 120 };
  static const uint8_t thread[] = {ROCPD_EVENT_REGION, ROCPD_EVENT_SAMPLE},
                       other[] = {ROCPD_EVENT_KERNEL, ROCPD_EVENT_COPY, ROCPD_EVENT_ALLOCATION, ROCPD_EVENT_SCRATCH};
  bool on_thread = l->track.class == ROCPD_EVENT_REGION;
  uint64_t most = 0;
  for (size_t i = 0; i < (on_thread ? sizeof thread : sizeof other); i++) {
    const rocpd_event_kind *k = &rocpd_event_kinds[on_thread ? thread[i] : other[i]];
    uint64_t bytes = ROCPD_OTF2_FIRST_FIELD * ATTRIBUTE + BOTH_ENDS + COPY;
    for (int f = 0; f < k->fields; f++) bytes += k->field[f].count * ATTRIBUTE;
    if (bytes > most) most = bytes;
  }
  if (on_thread && rocpd_arguments_any(&l->w->x->arguments)) return UINT64_MAX;
  return most * events;
}

static int write_lane(rocpd_writer *w, const rocpd_track *t, size_t number, size_t first, otf2_lane *l, rocpd_error *err) {
  const rocpd_export_layout *layout = &w->x->layout;
  rocpd_otf2_place here = {.name = t->name,
                           .order = {(uint32_t)(t - layout->track), (uint32_t)number},
                           .group = rocpd_otf2_group(layout, t->process, t->group),
                           .type = t->group == ROCPD_NO_GROUP ? ROCPD_OTF2_CPU_THREAD : ROCPD_OTF2_STREAM};
  l->w = w, l->s = rocpd_otf2_all(w), l->list = ((rocpd_otf2 *)w->state)->list;
  l->track = *t;
  l->track.item = t->item + first, l->track.items = t->lane_end[number] - first;
  l->track.lane_end = &l->track.items, l->track.lanes = 1;
  l->block.n = 0, l->first = l->depth = 0, l->events = l->copies = 0;
  int rc = rocpd_otf2_begin_place(w, bytes_of(l, l->track.items), &here, &l->out, err);
  if (!rc) rc = write_events(l, err);
  here.events = l->events, here.copies = l->copies > 0;
  return rc ? rc : rocpd_otf2_end_place(w, l->out, &here, err);
}

int rocpd_otf2_write_track(rocpd_writer *w, const rocpd_track *t, rocpd_error *err) {
  rocpd_otf2 *f = w->state;
  rocpd_otf2_begin();
  if (!f->list) f->list = rocpd_otf2_all(w)->lib.AttributeList_New();
  otf2_lane *l = f->list ? sqlite3_malloc64(sizeof *l) : NULL;
  int rc = l ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = 0; i < t->lanes && !rc; i++)
    rc = t->class == ROCPD_EVENT_STACK ? rocpd_otf2_write_samples(w, t, i, err) : write_lane(w, t, i, i ? t->lane_end[i - 1] : 0, l, err);
  sqlite3_free(l);
  return rc;
}
