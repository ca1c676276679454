/* The events of lanes. */
#include "moment.h"
#include "otf2.h"
#include <stdlib.h>
#include <sys/stat.h>

typedef struct open_region {
  uint32_t region;
  uint32_t window;
  uint64_t copy; /* 0: it is none, or what it moves is not known */
} open_region;

typedef struct otf2_lane {
  rocpd_writer *w;
  rocpd_otf2_shared *s;
  struct OTF2_EvtWriter_struct *out;
  struct OTF2_AttributeList_struct *list;
  rocpd_track track; /* of this lane only */
  rocpd_block block;
  size_t first; /* of the block's items */
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

/* The event's values. */
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
  if (!code && v->event->signatures) code = add_signature(l, v->event, of_field, l->w->signatures.value[b->signature[k]]);
  return code ? rocpd_otf2_failed(l->w, code, err) : SQLITE_OK;
}

/* How many of a call's arguments from `first` on, before `index`, have the same name as that. */
static int count_earlier(const rocpd_arguments *a, size_t first, size_t index, int64_t name, uint32_t *earlier, rocpd_error *err) {
  const rocpd_column *c;
  *earlier = 0;
  for (size_t i = first; i < index; i++) {
    if (rocpd_batch_column(a->batch[a->entry[i].batch], ROCPD_ARG_name, &c, err)) return err->rc;
    *earlier += rocpd_column_at(c, a->entry[i].row) == name;
  }
  return SQLITE_OK;
}

/* One argument of a call; `first`: the first of the call's. */
static int add_argument(otf2_lane *l, size_t first, size_t index, rocpd_error *err) {
  const rocpd_arguments *a = &l->w->x->arguments;
  const rocpd_argument *e = &a->entry[index];
  const rocpd_column *name, *value;
  uint32_t attribute, number, earlier = (uint32_t)(index - first);
  int rc = rocpd_batch_column(a->batch[e->batch], ROCPD_ARG_name, &name, err);
  if (!rc) rc = rocpd_batch_column(a->batch[e->batch], ROCPD_ARG_value, &value, err);
  if (rc || rocpd_column_at(value, e->row) == ROCPD_NULL) return rc;
  int64_t id = rocpd_column_at(name, e->row);
  if (id != ROCPD_NULL && !*rocpd_string(l->w->x->session, id, NULL)) id = ROCPD_NULL;
  if (id != ROCPD_NULL) rc = count_earlier(a, first, index, id, &earlier, err);
  if (!rc) rc = rocpd_otf2_number(l->w, ROCPD_OTF2_ARGUMENTS, rocpd_otf2_argument_key(id, earlier), &attribute, err);
  if (!rc) rc = rocpd_otf2_string(l->w, rocpd_column_at(value, e->row), &number, err);
  int code = rc ? 0 : l->s->lib.AttributeList_AddStringRef(l->list, l->s->attributes + attribute, number);
  return code ? rocpd_otf2_failed(l->w, code, err) : rc;
}

static int add_arguments(otf2_lane *l, const rocpd_item *it, rocpd_error *err) {
  size_t first, n;
  int rc = rocpd_arguments_take(l->w, l->block.batch, l->track.process, it->row, &first, &n, err);
  if (n > ROCPD_OTF2_ARGUMENTS_OF_CALL) {
    rc = rocpd_export_warn(l->w->x, err, "calls with more than %d arguments, of which the first are there", ROCPD_OTF2_ARGUMENTS_OF_CALL);
    n = ROCPD_OTF2_ARGUMENTS_OF_CALL;
  }
  for (size_t i = first; i < first + n && !rc; i++) rc = add_argument(l, first, i, err);
  return rc;
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
  }
  uint32_t k = (uint32_t)(item - l->first), region = 0;
  int class = (int)(l->block.batch->event - rocpd_event_kinds);
  if (!rc) rc = rocpd_otf2_region(l->w, class, l->block.name[k], l->block.category[k], &region, err);
  if (!rc) rc = add_attributes(l, k, it, class, err);
  if (!rc && class == ROCPD_EVENT_REGION && l->w->x->arguments.n) rc = add_arguments(l, it, err);
  if (rc) return rc;
  open_region *open = &l->open[l->depth++];
  *open = (open_region){.region = region};
  l->events++;
  int code = l->s->lib.EvtWriter_Enter(l->out, l->list, rocpd_otf2_time(l->s, it->start), region);
  if (code) return rocpd_otf2_failed(l->w, code, err);
  return class == ROCPD_EVENT_COPY ? begin_copy(l, it, open, err) : SQLITE_OK;
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
  while (!rc && l->depth) { /* what never ended must be left: when all ends, and it says so */
    int code = l->s->lib.AttributeList_AddInt64(l->list, ROCPD_OTF2_UNFINISHED, 1);
    rc = code ? rocpd_otf2_failed(l->w, code, err) : leave(l, l->w->x->layout.max_time, l->list, err);
  }
  return rc;
}

/* ---- locations */

int rocpd_otf2_count_bytes(rocpd_writer *w, const char *end, rocpd_error *err) {
  rocpd_export *x = w->x;
  const char *name = rocpd_otf2_all(w)->name;
  struct stat st;
  char *path = sqlite3_mprintf("%s/%s%s", x->folder.temp, name, end);
  int rc = !path ? rocpd_no_memory(err) : stat(path, &st) ? rocpd_fail(err, SQLITE_IOERR, "%s/%s%s was not written", x->folder.path, name, end) : SQLITE_OK;
  if (!rc) __atomic_add_fetch(&x->progress.written, (uint64_t)st.st_size, __ATOMIC_RELAXED);
  sqlite3_free(path);
  return rc;
}

/* Readers want a file of a location's own definitions, too, of which it has none. */
static int close_files(rocpd_otf2_shared *s, struct OTF2_EvtWriter_struct *out, uint32_t number) {
  struct OTF2_Archive_struct *a = s->archive.at;
  if (!out) out = s->lib.Archive_GetEvtWriter(a, number);
  struct OTF2_DefWriter_struct *own = out ? s->lib.Archive_GetDefWriter(a, number) : NULL;
  if (!own) return -1;
  int code = rocpd_otf2_closed(s->lib.Archive_CloseEvtWriter(a, out));
  return code ? code : rocpd_otf2_closed(s->lib.Archive_CloseDefWriter(a, own));
}

int rocpd_otf2_end_place(rocpd_writer *w, struct OTF2_EvtWriter_struct *out, const rocpd_otf2_place *p, rocpd_error *err) {
  rocpd_otf2_shared *s = rocpd_otf2_all(w);
  char end[40];
  int code = close_files(s, out, p->number);
  if (code) return rocpd_otf2_failed(w, code < 0 ? 0 : code, err);
  if (rocpd_otf2_archive_stopped(&s->archive)) return rocpd_fail(err, SQLITE_INTERRUPT, "interrupted"); /* another thread has the reason */
  pthread_mutex_lock(&w->x->mutex);
  int rc = rocpd_array_push_reserve(&s->place, s->places, sizeof *p);
  if (!rc) s->place[s->places++] = *p;
  pthread_mutex_unlock(&w->x->mutex);
  if (rc) return rocpd_no_memory(err);
  rc = rocpd_otf2_count_bytes(w, sqlite3_snprintf(sizeof end, end, "/%u.evt", p->number), err);
  return rc ? rc : rocpd_otf2_count_bytes(w, sqlite3_snprintf(sizeof end, end, "/%u.def", p->number), err);
}

static int compare_places(const void *a, const void *b) {
  const rocpd_otf2_place *x = a, *y = b;
  for (int i = 0; i < 2; i++)
    if (x->order[i] != y->order[i]) return x->order[i] < y->order[i] ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

void rocpd_otf2_order_places(rocpd_otf2_shared *s) {
  if (s->places) qsort(s->place, s->places, sizeof *s->place, compare_places);
}

static int write_lane(rocpd_writer *w, const rocpd_track *t, size_t number, size_t first, otf2_lane *l, rocpd_error *err) {
  const rocpd_export_layout *layout = &w->x->layout;
  rocpd_otf2_place here = {.name = t->name, .order = {(uint32_t)(t - layout->track), (uint32_t)number}, .number = rocpd_lane_number(w),
                           .group = rocpd_otf2_group(layout, t->process, t->group), .type = t->group == ROCPD_NO_GROUP ? ROCPD_OTF2_CPU_THREAD : ROCPD_OTF2_STREAM};
  l->w = w, l->s = rocpd_otf2_all(w), l->list = ((rocpd_otf2 *)w->state)->list;
  l->track = *t;
  l->track.item = t->item + first, l->track.items = t->lane_end[number] - first;
  l->track.lane_end = &l->track.items, l->track.lanes = 1;
  l->block.n = 0, l->first = l->depth = 0, l->events = l->copies = 0;
  l->out = l->s->lib.Archive_GetEvtWriter(l->s->archive.at, here.number);
  if (!l->out) return rocpd_otf2_failed(w, 0, err);
  int rc = write_events(l, err);
  here.events = l->events, here.copies = l->copies > 0;
  return rc ? rc : rocpd_otf2_end_place(w, l->out, &here, err);
}

int rocpd_otf2_write_track(rocpd_writer *w, const rocpd_track *t, rocpd_error *err) {
  rocpd_otf2 *f = w->state;
  rocpd_otf2_begin();
  if (!f->list) f->list = rocpd_otf2_all(w)->lib.AttributeList_New();
  otf2_lane *l = f->list ? sqlite3_malloc64(sizeof *l) : NULL;
  int rc = l ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = 0; i < t->lanes && !rc; i++) rc = write_lane(w, t, i, i ? t->lane_end[i - 1] : 0, l, err);
  sqlite3_free(l);
  return rc;
}
