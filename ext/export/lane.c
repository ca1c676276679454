/* Turns a track's rows into events in time order, spread over lanes.
**
** In a lane of a thread, events nest: each lies within the one that is open when it begins. In a lane of a GPU track, events do not overlap. An event that
** does not fit goes to the first lane where it does, so a track without overlaps has one lane. */
#include "export.h"
#include "heap.h"
#include "launch.h"

/* Lanes with nesting are made one after the other, each from the events that did not fit the earlier ones. Beyond this number of lanes, the remaining events
** are spread without nesting, which costs O(log lanes) for each. */
#define NESTED_LANES 16

/* ---- order ---- */

/* On a thread, an outer event comes before inner ones that begin at the same time. */
static bool before(const rocpd_writer *w, const rocpd_item *a, const rocpd_item *b, bool nested) {
  if (a->start != b->start) return a->start < b->start;
  if (a->end != b->end) return nested ? a->end > b->end : a->end < b->end;
  if (nested) {
    const rocpd_export_batch *v = w->x->layout.batch;
    int64_t p = rocpd_column_at(v[a->batch].stack_id, a->row), q = rocpd_column_at(v[b->batch].stack_id, b->row);
    if (p != q) return p < q; /* calls are numbered as they begin */
  }
  return a->batch != b->batch ? a->batch < b->batch : a->row < b->row;
}

/* Memory for this number of items; it is reused, since fresh memory is slow. */
static int reserve_left(rocpd_writer *w, size_t items, rocpd_error *err) {
  if (items <= w->left_items) return SQLITE_OK;
  size_t count = w->left_items * 2 > items ? w->left_items * 2 : items + items / 16;
  sqlite3_free(w->left);
  w->left = rocpd_large_alloc(count * sizeof *w->left);
  w->left_items = w->left ? count : 0;
  return w->left ? SQLITE_OK : rocpd_no_memory(err);
}

/* Merge sort that makes use of sorted runs: rows are nearly sorted, calls by their ends, queues as several runs. */
static int sort_items(rocpd_writer *w, rocpd_item *item, size_t n, bool nested, rocpd_error *err) {
  enum { SMALL = 16 };
  for (size_t at = 0; at < n; at += SMALL) {
    size_t end = at + SMALL < n ? at + SMALL : n;
    for (size_t i = at + 1; i < end; i++) {
      if (!before(w, &item[i], &item[i - 1], nested)) continue; /* as for most */
      rocpd_item moved = item[i];
      size_t j = i;
      for (; j > at && before(w, &moved, &item[j - 1], nested); j--) item[j] = item[j - 1];
      item[j] = moved;
    }
  }
  rocpd_item *left = w->left; /* copy of the left half */
  int rc = SQLITE_OK;
  for (size_t width = SMALL; width < n && !rc; width *= 2) {
    rc = rocpd_writer_poll(w, 0, err);
    for (size_t at = 0; at + width < n && !rc; at += width * 2) {
      rocpd_item *a = item + at, *b = a + width;
      size_t nb = n - at - width < width ? n - at - width : width, skip = 0;
      if (!before(w, b, b - 1, nested)) continue;
      /* Items at the left end that are in place need not move. */
      for (size_t step = width; step; step /= 2)
        while (skip + step <= width && !before(w, b, a + skip + step - 1, nested)) skip += step;
      size_t na = width - skip;
      a += skip;
      if (na > w->left_items) {
        rc = reserve_left(w, na, err);
        if (rc) break;
        left = w->left;
      }
      memcpy(left, a, na * sizeof *a);
      rocpd_item *out = a;
      const rocpd_item *l = left, *left_end = left + na, *right_end = b + nb;
      while (l < left_end && b < right_end) *out++ = before(w, b, l, nested) ? *b++ : *l++;
      memcpy(out, l, (size_t)(left_end - l) * sizeof *l);
    }
  }
  return rocpd_fail_code(err, rc);
}

/* ---- rows ---- */

/* The time at which an event that never started is shown: its end if that is known, else the start of its call, else the last time of the trace. */
static int time_of_unstarted(rocpd_writer *w, const rocpd_export_batch *v, uint32_t row, int64_t end, int64_t *out, rocpd_error *err) {
  int64_t time = end;
  int rc = end == ROCPD_NULL && v->calls ? rocpd_launch_values(v->calls, v->batch, row, 1, ROCPD_REGION_start, &time, err) : SQLITE_OK;
  *out = time == ROCPD_NULL ? w->x->layout.max_time == INT64_MIN ? 0 : w->x->layout.max_time : time;
  return rc;
}

typedef struct collector {
  rocpd_writer *w;
  rocpd_track *track;
  const rocpd_time_slice *slice; /* NULL: all */
  bool nested, sorted, holds;
  rocpd_item held; /* the latest event, if `holds` */
} collector;

/* Whether the batch may have rows in the slice. */
static bool may_have(const rocpd_export_batch *v, const rocpd_time_slice *s) {
  const rocpd_batch *b = v->batch;
  return !s || v->unstarted || b->min_time > b->max_time || (b->max_time >= s->from && b->min_time < s->to);
}

static bool is_in(const rocpd_time_slice *s, int64_t start, int64_t end) { return !s || (start >= s->from && start < s->to && end >= s->ends_from); }

static bool in_order(int64_t start, int64_t end, int64_t next_start, int64_t next_end, bool nested) {
  return start < next_start || (start == next_start && (nested ? end > next_end : end <= next_end));
}

/* Gives events that never started a time, and removes those outside the slice. Returns the number of remaining ones; -1: error. */
static int find_times(const collector *c, const rocpd_export_batch *v, uint32_t *row, int64_t *start, int64_t *end, int n, rocpd_error *err) {
  int taken = 0;
  for (int i = 0; i < n; i++) {
    if (start[i] == ROCPD_NULL) {
      if (time_of_unstarted(c->w, v, row[i], end[i], &start[i], err)) return -1;
      end[i] = start[i];
    }
    if (!is_in(c->slice, start[i], end[i])) continue;
    row[taken] = row[i], start[taken] = start[i], end[taken++] = end[i];
  }
  return taken;
}

/* Calls come in order of their ends, an outer call after its inner ones. The latest event is held back, and those that begin before it pass. This sorts
** outer calls that have one inner call at a time. Which events pass is unpredictable, so no branch may depend on it. */
static void put_items(collector *c, uint32_t batch, const uint32_t *row, const int64_t *start, const int64_t *end, int n) {
  if (!n) return;
  const bool nested = c->nested;
  rocpd_item *out = c->track->item + c->track->items;
  int i = 0;
  if (!c->holds) c->held = (rocpd_item){start[0], end[0], batch, row[0]}, c->holds = true, i++;
  int64_t held_start = c->held.start, held_end = c->held.end, last_start = INT64_MIN, last_end = 0;
  uint64_t held_row = (uint64_t)c->held.row << 32 | c->held.batch;
  if (c->track->items) last_start = out[-1].start, last_end = out[-1].end;
  for (; i < n; i++) {
    int64_t own_start = start[i], own_end = end[i];
    uint64_t own_row = (uint64_t)row[i] << 32 | batch;
    uint64_t passes = 0 - (uint64_t)(own_start < held_start);
    if (own_start == held_start && nested && own_end > held_end) passes = UINT64_MAX;
    uint64_t s = ((uint64_t)own_start ^ (uint64_t)held_start) & passes, e = ((uint64_t)own_end ^ (uint64_t)held_end) & passes,
             r = (own_row ^ held_row) & passes;
    int64_t next_start = (int64_t)((uint64_t)held_start ^ s), next_end = (int64_t)((uint64_t)held_end ^ e);
    held_row ^= r;
    *out++ = (rocpd_item){next_start, next_end, (uint32_t)held_row, (uint32_t)(held_row >> 32)};
    held_start = (int64_t)((uint64_t)own_start ^ s), held_end = (int64_t)((uint64_t)own_end ^ e), held_row = own_row ^ r;
    if (next_start <= last_start) c->sorted &= in_order(last_start, last_end, next_start, next_end, nested);
    last_start = next_start, last_end = next_end;
  }
  c->held = (rocpd_item){held_start, held_end, (uint32_t)held_row, (uint32_t)(held_row >> 32)};
  c->track->items = (size_t)(out - c->track->item);
}

/* Collects ranges of one batch that span at most ROCPD_SELECT rows. */
static int collect_ranges(collector *c, const rocpd_row_range *range, size_t ranges, rocpd_error *err) {
  const rocpd_export_batch *v = &c->w->x->layout.batch[range->batch];
  int64_t start[ROCPD_SELECT], end[ROCPD_SELECT];
  uint32_t row[ROCPD_SELECT];
  int taken = rocpd_export_select_ranges(c->w, v, range, ranges, row, start, end);
  if (taken < 0) return rocpd_no_memory(err);
  c->w->count.events[v->event - rocpd_event_kinds] += (uint64_t)taken;
  if (c->slice || v->unstarted) taken = find_times(c, v, row, start, end, taken, err);
  if (taken < 0) return err->rc;
  put_items(c, range->batch, row, start, end, taken);
  return SQLITE_OK;
}

/* Puts the last event. */
static void put_held(collector *c) {
  rocpd_track *t = c->track;
  if (!c->holds) return;
  rocpd_item *out = &t->item[t->items++];
  *out = c->held;
  if (t->items > 1) c->sorted &= in_order(out[-1].start, out[-1].end, out->start, out->end, c->nested);
}

/* The number of ranges that can be read together. In a queue, the rows of one stream are many short ranges, between those of other streams. */
static size_t read_together(const rocpd_row_range *range, size_t n) {
  enum { OTHERS = 8 }; /* at most this number of rows is read for each row that is needed */
  uint32_t rows = range[0].rows;
  size_t taken = 1;
  for (; taken < n && range[taken].batch == range[0].batch && range[taken].first > range[taken - 1].first; taken++) {
    uint32_t reach = range[taken].first + range[taken].rows - range[0].first;
    rows += range[taken].rows;
    if (reach > ROCPD_SELECT || reach / OTHERS > rows) break;
  }
  return taken;
}

static int collect_all(collector *c, rocpd_error *err) {
  const rocpd_track *t = c->track;
  uint32_t since = 0;
  int rc = SQLITE_OK;
  for (size_t i = 0, taken; i < t->ranges && !rc; i += taken) {
    const rocpd_row_range *r = &t->range[i];
    taken = 1;
    if (!may_have(&c->w->x->layout.batch[r->batch], c->slice)) continue;
    if (r->rows <= ROCPD_SELECT) taken = read_together(r, t->ranges - i);
    if (r->rows <= ROCPD_SELECT) rc = collect_ranges(c, r, taken, err);
    for (uint32_t done = 0; r->rows > ROCPD_SELECT && done < r->rows && !rc; done += ROCPD_SELECT)
      rc = collect_ranges(c, &(rocpd_row_range){r->batch, r->first + done, r->rows - done < ROCPD_SELECT ? r->rows - done : ROCPD_SELECT}, 1, err);
    for (size_t k = 0; k < taken; k++) since += r[k].rows;
    if (since < ROCPD_BATCH_ROWS || rc) continue;
    rc = rocpd_writer_poll(c->w, since, err);
    since = 0;
  }
  return rc ? rc : rocpd_writer_poll(c->w, since, err);
}

/* Whether the range is the first of its batch. */
static bool begins_batch(const rocpd_track *t, size_t i) { return i == 0 || t->range[i].batch != t->range[i - 1].batch; }

static bool opens_batch(const rocpd_export *x, const rocpd_track *t, size_t i) {
  return begins_batch(t, i) && may_have(&x->layout.batch[t->range[i].batch], &t->slice);
}

static int open_batches(rocpd_export *x, rocpd_track *t, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (; !rc && t->opened < t->ranges; t->opened++)
    if (opens_batch(x, t, t->opened)) rc = rocpd_view_open(x, &x->layout.batch[t->range[t->opened].batch], err);
  return rc;
}

int rocpd_track_each_open(const rocpd_export *x, const rocpd_track *t, int (*each)(void *arg, uint32_t batch, rocpd_error *err), void *arg, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < t->opened; i++)
    if (opens_batch(x, t, i)) rc = each(arg, t->range[i].batch, err);
  return rc;
}

static void close_batches(rocpd_export *x, rocpd_track *t) {
  for (size_t i = 0; i < t->opened; i++)
    if (opens_batch(x, t, i)) rocpd_view_close(x, &x->layout.batch[t->range[i].batch]);
  t->opened = 0;
}

int rocpd_track_sort(rocpd_writer *w, rocpd_track *t, bool nested, const rocpd_time_slice *slice, rocpd_error *err) {
  uint64_t rows = 0;
  for (size_t i = 0; i < t->ranges; i++)
    if (may_have(&w->x->layout.batch[t->range[i].batch], slice)) rows += t->range[i].rows;
  if (!rows) return SQLITE_OK;
  /* Mapping fresh memory takes longer than writing to it, so the memory of the last track is reused. */
  if (!t->place && w->spare_items < rows) {
    sqlite3_free(w->spare);
    w->spare_items = rows + rows / 16; /* the next track may have a few more */
    w->spare = rocpd_large_alloc(w->spare_items * sizeof *t->item);
  }
  t->item = t->place ? t->place : w->spare;
  t->item_capacity = t->place ? rows : w->spare_items;
  if (!t->place) w->spare = NULL, w->spare_items = 0;
  t->slice = slice ? *slice : (rocpd_time_slice){INT64_MIN, INT64_MAX, INT64_MIN};
  if (!t->item) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for the %llu events of one track", (unsigned long long)rows);
  int rc = open_batches(w->x, t, err);
  if (rc) return rc;
  collector c = {.w = w, .track = t, .slice = slice, .nested = nested, .sorted = true};
  rc = collect_all(&c, err);
  put_held(&c);
  return rc || c.sorted ? rc : sort_items(w, t->item, t->items, nested, err);
}

/* ---- lanes ---- */

static int end_lane(rocpd_track *t, size_t end, rocpd_error *err) {
  int rc = rocpd_array_reserve(&t->lane_end, &t->lane_capacity, t->lanes + 1, sizeof *t->lane_end);
  if (rc) return rocpd_fail_code(err, rc);
  t->lane_end[t->lanes++] = end;
  return SQLITE_OK;
}

enum { FEW_LANES = 8 };

/* Finds lanes for items as long as a few lanes suffice; returns the number of these items. *lanes: number of lanes; end: of each lane. */
static size_t few_lanes(const rocpd_item *item, size_t n, uint32_t *lane, uint32_t *lanes, int64_t *end) {
  uint32_t used = 0;
  size_t i = 0;
  for (; i < n; i++) {
    uint32_t k = 0;
    while (k < used && end[k] > item[i].start) k++;
    if (k == FEW_LANES) break;
    lane[i] = k, end[k] = item[i].end;
    used += k == used;
  }
  *lanes = used;
  return i;
}

/* Two heaps of lanes: busy ones by their end, idle ones by number. */
typedef struct lane_heaps {
  rocpd_heap_entry *busy, *idle;
  size_t busy_n, idle_n, busy_capacity, idle_capacity;
} lane_heaps;

static int reserve_lanes(lane_heaps *h, size_t lanes) {
  int rc = rocpd_array_reserve(&h->busy, &h->busy_capacity, lanes, sizeof *h->busy);
  return rc ? rc : rocpd_array_reserve(&h->idle, &h->idle_capacity, lanes, sizeof *h->idle);
}

/* Finds the lane of an item; *lanes is the number of lanes. */
static int take_lane(lane_heaps *h, const rocpd_item *it, uint32_t *lanes, uint32_t *lane) {
  while (h->busy_n && h->busy[0].key <= it->start) {
    size_t free = h->busy[0].number;
    rocpd_heap_pop(&rocpd_by_key, h->busy, &h->busy_n);
    rocpd_heap_push(&rocpd_by_key, h->idle, &h->idle_n, &(rocpd_heap_entry){(int64_t)free, free});
  }
  if (!h->idle_n) {
    if (reserve_lanes(h, *lanes + 1u)) return SQLITE_NOMEM;
    rocpd_heap_push(&rocpd_by_key, h->idle, &h->idle_n, &(rocpd_heap_entry){*lanes, *lanes});
    ++*lanes;
  }
  *lane = (uint32_t)h->idle[0].number;
  rocpd_heap_pop(&rocpd_by_key, h->idle, &h->idle_n);
  rocpd_heap_push(&rocpd_by_key, h->busy, &h->busy_n, &(rocpd_heap_entry){it->end, *lane});
  return SQLITE_OK;
}

/* Finds the lanes of all items; if a few lanes suffice, no heap is needed. */
static int find_lanes(rocpd_writer *w, const rocpd_item *item, size_t n, uint32_t *lane, uint32_t *lanes, rocpd_error *err) {
  lane_heaps h = {0};
  int64_t end[FEW_LANES];
  size_t i = few_lanes(item, n, lane, lanes, end);
  int rc = i < n ? rocpd_fail_code(err, reserve_lanes(&h, *lanes)) : SQLITE_OK;
  for (uint32_t k = 0; i < n && !rc && k < *lanes; k++) rocpd_heap_push(&rocpd_by_key, h.busy, &h.busy_n, &(rocpd_heap_entry){end[k], k}); /* all are busy */
  for (; i < n && !rc; i++) {
    rc = rocpd_fail_code(err, take_lane(&h, &item[i], lanes, &lane[i]));
    if (!rc && (i & 0xffff) == 0) rc = rocpd_writer_poll(w, 0, err);
  }
  sqlite3_free(h.busy), sqlite3_free(h.idle);
  return rc ? rc : rocpd_writer_poll(w, 0, err);
}

/* Puts each item from `first` on into the lowest lane that is free when it starts. */
static int flat_lanes(rocpd_writer *w, rocpd_track *t, size_t first, rocpd_error *err) {
  size_t n = t->items - first;
  int64_t free_from = INT64_MIN;
  size_t alone = first;
  while (alone < t->items && t->item[alone].start >= free_from) free_from = t->item[alone++].end;
  if (alone == t->items) return end_lane(t, t->items, err);

  /* Reuses the memory of sorting: for each event's lane, and after that for all events. */
  size_t lane_items = n * sizeof(uint32_t) / sizeof *t->item + 1;
  int rc = reserve_left(w, lane_items + n, err);
  if (rc) return rc;
  uint32_t *lane = (uint32_t *)w->left, lanes;
  rocpd_item *out = w->left + lane_items;
  rc = find_lanes(w, t->item + first, n, lane, &lanes, err);
  size_t *count = rc ? NULL : sqlite3_malloc64((lanes + 1u) * sizeof *count);
  if (!rc && !count) rc = SQLITE_NOMEM;
  if (!rc) { /* puts the items in order of lanes, and within a lane in their order */
    memset(count, 0, (lanes + 1u) * sizeof *count);
    for (size_t i = 0; i < n; i++) count[lane[i] + 1]++;
    for (uint32_t k = 0; k < lanes; k++) count[k + 1] += count[k];
    for (size_t i = 0; i < n; i++) out[count[lane[i]]++] = t->item[first + i];
    memcpy(t->item + first, out, n * sizeof *out);
    for (uint32_t k = 0; k < lanes && !rc; k++) rc = end_lane(t, first + count[k], err);
  }
  sqlite3_free(count);
  return rocpd_fail_code(err, rc);
}

/* Moves the items of [first, t->items) that nest to the front; the others follow in the same order. *rest: the first of these. */
static int nest_lane(rocpd_track *t, size_t first, size_t *rest, rocpd_error *err) {
  int64_t open[ROCPD_MAX_DEPTH];
  size_t depth = 0, out = first, left = 0, capacity = 0;
  rocpd_item *later = NULL;
  for (size_t i = first; i < t->items; i++) {
    rocpd_item it = t->item[i];
    while (depth && open[depth - 1] <= it.start) depth--;
    if (depth == 0 || (depth < ROCPD_MAX_DEPTH && it.end <= open[depth - 1])) {
      open[depth++] = it.end;
      if (out < i) t->item[out] = it;
      out++;
      continue;
    }
    if (left == capacity) {
      int rc = rocpd_array_reserve(&later, &capacity, left + 1, sizeof *later);
      if (rc) {
        sqlite3_free(later);
        return rocpd_fail_code(err, rc);
      }
    }
    later[left++] = it;
  }
  if (left) memcpy(t->item + out, later, left * sizeof *later);
  sqlite3_free(later);
  *rest = out;
  return SQLITE_OK;
}

static int collect(rocpd_writer *w, rocpd_track *t, rocpd_error *err) {
  bool nested = t->class == ROCPD_EVENT_REGION;
  int rc = rocpd_track_sort(w, t, nested, NULL, err);
  size_t first = 0;
  for (int lane = 0; !rc && nested && lane < NESTED_LANES && first < t->items; lane++) {
    rc = nest_lane(t, first, &first, err);
    if (!rc) rc = end_lane(t, first, err);
  }
  if (!rc && first < t->items) rc = flat_lanes(w, t, first, err);
  return rc;
}

static int collect_again(rocpd_writer *w, rocpd_track *t, rocpd_error *err) {
  rocpd_counts counted = w->count;
  w->again = true;
  t->lanes = 0;
  int rc = collect(w, t, err);
  w->again = false;
  w->count = counted;
  return rc;
}

int rocpd_track_take(rocpd_writer *w, rocpd_track *t, rocpd_error *err) {
  if (t->keeps == ROCPD_KEEP_EVENTS) return open_batches(w->x, t, err);
  return t->keeps == ROCPD_KEEP_LANES ? collect_again(w, t, err) : collect(w, t, err);
}

void rocpd_track_keep_ranges(rocpd_track *t, size_t n) {
  if (!n) sqlite3_free(t->range), t->range = NULL;
  rocpd_row_range *less = n ? sqlite3_realloc64(t->range, n * sizeof *t->range) : NULL;
  if (less || !n) t->range = less, t->range_capacity = n;
  t->ranges = n;
}

/* Items know their rows, so one range for each batch is enough for code that only needs the batches. */
static void keep_batches(rocpd_track *t) {
  size_t n = 0;
  for (size_t i = 0; i < t->ranges; i++)
    if (n == 0 || t->range[i].batch != t->range[n - 1].batch) t->range[n++] = t->range[i];
  rocpd_track_keep_ranges(t, n);
}

/* Keeps the memory of its events for the next track. */
static void give_items(rocpd_writer *w, rocpd_track *t) {
  if (!t->place) {
    sqlite3_free(w->spare);
    w->spare = t->item;
    w->spare_items = t->item_capacity;
  }
  t->item = NULL;
  t->items = t->item_capacity = 0;
}

void rocpd_track_leave(rocpd_writer *w, rocpd_track *t, enum rocpd_track_keep keep) {
  close_batches(w->x, t);
  t->keeps = (uint8_t)keep;
  if (keep == ROCPD_KEEP_EVENTS && !w->x->option.counters) keep_batches(t);
  if (keep != ROCPD_KEEP_EVENTS) give_items(w, t);
  if (keep != ROCPD_KEEP_ROWS) return;
  sqlite3_free(t->lane_end);
  t->lane_end = NULL;
  t->lanes = t->lane_capacity = 0;
}
