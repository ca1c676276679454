/* Time is cut into slices (reader.h), so that memory does not grow with the trace. What begins in a slice is collected and sorted by tracks, on all
** cores, and merged; what has begun stays in a heap until its end, whatever slice that is in. */
#include "moments.h"
#include "sum.h"

enum { LOST = UINT32_MAX }; /* in place of a batch */

typedef struct rocpd_order_open {
  int64_t start, end;
  uint64_t number; /* of the begin */
  uint32_t batch, row, stream;
} open_event;

/* ---- what is open ---- */

static bool ends_before(const void *a, const void *b) {
  const open_event *x = a, *y = b;
  return x->end != y->end ? x->end < y->end : x->number > y->number;
}
static const rocpd_heap_kind by_end = {sizeof(open_event), ends_before};

static int push_open(rocpd_order *o, const open_event *e, rocpd_error *err) {
  if (o->opens == o->open_capacity && rocpd_array_reserve(&o->open, &o->open_capacity, o->opens + 1, sizeof *o->open)) return rocpd_no_memory(err);
  rocpd_heap_push(&by_end, o->open, &o->opens, e);
  return SQLITE_OK;
}

/* ---- clocks ---- */

/* What is to be added to the track's times: its events are of one source. */
static int64_t ahead(const rocpd_order *o, size_t track) {
  const rocpd_track *t = &o->reader->x.layout.track[track];
  return t->ranges ? rocpd_reader_ahead(o->reader, t->range[0].batch) : 0;
}

/* A time on the track's own clock; INT64_MIN and INT64_MAX are before and after all. */
static int64_t own_time(int64_t time, int64_t ahead) {
  return time == INT64_MIN || time == INT64_MAX ? time : rocpd_saturated((rocpd_sum128)time - ahead);
}

/* ---- slices ---- */

static int sort_track(void *arg, size_t i, rocpd_error *err) {
  rocpd_order *o = arg;
  rocpd_export *x = &o->reader->x;
  rocpd_track *t = &o->track[i];
  if (!rocpd_export_takes(x, t)) return SQLITE_OK;
  rocpd_writer *w = rocpd_writer_take(x);
  int64_t by = ahead(o, i);
  const rocpd_time_slice slice = {own_time(o->slice.from, by), own_time(o->slice.to, by), own_time(o->slice.ends_from, by)};
  int rc = rocpd_track_sort(w, t, t->class == ROCPD_EVENT_REGION, &slice, err);
  if (!rc) rc = rocpd_ctf_plan_track(x, &o->reader->shared, t, err);
  rocpd_writer_give(w);
  return rc;
}

static void drop_items(rocpd_order *o) {
  for (size_t i = 0; i < o->reader->x.layout.tracks; i++)
    if (o->track[i].item) rocpd_track_leave(&o->reader->x.writers.at[0], &o->track[i], ROCPD_KEEP_ROWS);
}

static void push_track(rocpd_order *o, size_t i) {
  const rocpd_track *t = &o->track[i];
  if (o->next[i] < t->items) rocpd_heap_push(&rocpd_by_key, o->begin, &o->begins, &(rocpd_heap_entry){t->item[o->next[i]].start + ahead(o, i), i});
}

static int64_t loss_time(const rocpd_order *o, const rocpd_ctf_loss *l, int64_t time) { return time + rocpd_ctf_clock_ahead(&o->reader->shared, l->clock); }

static int64_t loss_begin(const rocpd_order *o, const rocpd_ctf_loss *l) {
  int64_t begin = loss_time(o, l, l->first);
  return begin < o->from && loss_time(o, l, l->last) >= o->from ? o->from : begin;
}

static void push_losses(rocpd_order *o) {
  const rocpd_ctf_shared *s = &o->reader->shared;
  for (size_t i = 0; i < s->losses; i++) {
    int64_t begin = loss_begin(o, &s->loss[i]), end = loss_time(o, &s->loss[i], s->loss[i].last);
    if (begin >= o->slice.from && begin < o->slice.to && end >= o->slice.ends_from)
      rocpd_heap_push(&rocpd_by_key, o->begin, &o->begins, &(rocpd_heap_entry){begin, o->reader->x.layout.tracks + i});
  }
}

static int load(rocpd_order *o, rocpd_time_slice slice, rocpd_error *err) {
  rocpd_export *x = &o->reader->x;
  drop_items(o);
  o->slice = slice, o->begins = 0;
  int rc = rocpd_parallel(x->session, x->layout.tracks, sort_track, o, err);
  for (size_t i = 0; !rc && i < x->layout.tracks; i++) {
    o->next[i] = 0;
    push_track(o, i);
  }
  if (!rc) push_losses(o);
  return rc;
}

static bool is_last(const rocpd_order *o) { return o->next_slice > o->reader->borders; }

static int load_next(rocpd_order *o, int64_t from, rocpd_error *err) {
  const rocpd_reader *r = o->reader;
  int64_t to = o->next_slice < r->borders ? r->border[o->next_slice] : INT64_MAX;
  o->next_slice++;
  return load(o, (rocpd_time_slice){from, to, INT64_MIN}, err);
}

/* ---- moments ---- */

static int take_loss(rocpd_order *o, size_t loss, rocpd_order_moment *out, rocpd_error *err) {
  const rocpd_ctf_loss *l = &o->reader->shared.loss[loss];
  int64_t begin = o->begin[0].key, end = loss_time(o, l, l->last);
  uint32_t stream;
  int rc = rocpd_reader_find_loss(o->reader, loss, &stream, err);
  *out = (rocpd_order_moment){begin, end - begin, LOST, (uint32_t)loss, stream, ROCPD_LOSS_BEGIN};
  if (!rc) rc = push_open(o, &(open_event){begin, end, o->begun++, LOST, (uint32_t)loss, stream}, err);
  if (!rc) rocpd_heap_pop(&rocpd_by_key, o->begin, &o->begins);
  return rc;
}

/* Takes the event that begins next. */
static int take_begin(rocpd_order *o, rocpd_order_moment *out, rocpd_error *err) {
  size_t track = o->begin[0].number, tracks = o->reader->x.layout.tracks;
  if (track >= tracks) return take_loss(o, track - tracks, out, err);
  const rocpd_track *t = &o->track[track];
  enum { SOON = 4 };
  const rocpd_item *it = &t->item[o->next[track]++];
  __builtin_prefetch(it + SOON); /* tracks take turns */
  uint32_t stream;
  int rc = rocpd_reader_find_stream(o->reader, (uint32_t)track, it->batch, it->row, &stream, err);
  if (rc) return rc;
  bool never = rocpd_never_started(&o->reader->x.layout.batch[it->batch], it->row);
  bool no_end = it->end == INT64_MAX || never, point = rocpd_ctf_kinds[o->reader->shared.batch[it->batch].kind].point;
  int64_t by = ahead(o, track);
  *out = (rocpd_order_moment){it->start + by, no_end ? -1 : 0, it->batch, it->row, stream, CTF_START};
  if (!no_end && !point) rc = push_open(o, &(open_event){it->start + by, it->end + by, o->begun++, it->batch, it->row, stream}, err);
  if (o->next[track] < t->items) rocpd_heap_replace(&rocpd_by_key, o->begin, o->begins, &(rocpd_heap_entry){t->item[o->next[track]].start + by, track});
  else rocpd_heap_pop(&rocpd_by_key, o->begin, &o->begins);
  return rc;
}

int rocpd_order_next(rocpd_order *o, rocpd_order_moment *out, bool *more, rocpd_error *err) {
  while (!o->begins && !is_last(o)) {
    int rc = load_next(o, o->next_slice ? o->reader->border[o->next_slice - 1] : INT64_MIN, err);
    if (rc) return rc;
  }
  *more = o->begins || o->opens;
  if (!*more) return SQLITE_OK;
  if (!o->opens || (o->begins && o->begin[0].key < o->open[0].end)) return take_begin(o, out, err);
  open_event e = o->open[0];
  rocpd_heap_pop(&by_end, o->open, &o->opens);
  *out = (rocpd_order_moment){e.end, e.end - e.start, e.batch, e.row, e.stream, e.batch == LOST ? ROCPD_LOSS_END : CTF_END};
  return SQLITE_OK;
}

/* What is open at a time has begun before, and not ended. */
static int find_open(rocpd_order *o, int64_t time, rocpd_error *err) {
  rocpd_order_moment unseen;
  int rc = load(o, (rocpd_time_slice){INT64_MIN, time, time}, err);
  while (!rc && o->begins) rc = take_begin(o, &unseen, err);
  return rc;
}

int rocpd_order_seek(rocpd_order *o, int64_t time, rocpd_error *err) {
  const rocpd_reader *r = o->reader;
  o->opens = o->next_slice = 0, o->from = time;
  int rc = time == INT64_MIN ? SQLITE_OK : find_open(o, time, err);
  while (o->next_slice < r->borders && r->border[o->next_slice] <= time) o->next_slice++;
  return rc ? rc : load_next(o, time, err);
}

int rocpd_order_open(rocpd_reader *r, rocpd_order *o, rocpd_error *err) {
  size_t tracks = r->x.layout.tracks;
  *o = (rocpd_order){.reader = r, .from = INT64_MIN};
  o->track = sqlite3_malloc64(tracks * sizeof *o->track + 1);
  o->next = sqlite3_malloc64(tracks * sizeof *o->next + 1);
  o->begin = sqlite3_malloc64((tracks + r->shared.losses + 1) * sizeof *o->begin);
  if (!o->track || !o->next || !o->begin) {
    sqlite3_free(o->track);
    o->track = NULL;
    return rocpd_no_memory(err);
  }
  if (tracks) memcpy(o->track, r->x.layout.track, tracks * sizeof *o->track);
  return SQLITE_OK;
}

void rocpd_order_close(rocpd_order *o) {
  if (o->track) drop_items(o);
  sqlite3_free(o->track), sqlite3_free(o->next), sqlite3_free(o->begin), sqlite3_free(o->open);
  *o = (rocpd_order){0};
}
