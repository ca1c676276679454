/* A track's rows as events in time order, spread over lanes.
**
** In a lane of a thread, events nest: each lies within the one that is open when it
** begins. In a lane of a GPU track no two overlap. An event that does not fit goes
** to the first lane where it does, so a track without overlaps has one lane. */
#include "export.h"

/* Nested lanes are made one after the other, each from what did not fit before;
** beyond this many the rest is spread without nesting, which costs O(log lanes). */
#define NESTED_LANES 16

/* ---- order ---- */

/* On a thread an outer event stands before the inner ones that begin with it. */
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

/* Merge sort that finds ordered neighbours: rows come nearly in order, calls by
** their ends and queues in several runs. */
static int sort_items(rocpd_writer *w, rocpd_item *item, size_t n, bool nested, rocpd_error *err) {
  enum { SMALL = 16 };
  for (size_t at = 0; at < n; at += SMALL) {
    size_t end = at + SMALL < n ? at + SMALL : n;
    for (size_t i = at + 1; i < end; i++) {
      rocpd_item moved = item[i];
      size_t j = i;
      for (; j > at && before(w, &moved, &item[j - 1], nested); j--) item[j] = item[j - 1];
      item[j] = moved;
    }
  }
  rocpd_item *left = NULL; /* copy of the left half */
  size_t left_capacity = 0;
  int rc = SQLITE_OK;
  for (size_t width = SMALL; width < n && !rc; width *= 2) {
    rc = rocpd_writer_poll(w, 0, err);
    for (size_t at = 0; at + width < n && !rc; at += width * 2) {
      rocpd_item *a = item + at, *b = a + width;
      size_t nb = n - at - width < width ? n - at - width : width, skip = 0;
      if (!before(w, b, b - 1, nested)) continue;
      /* What is in place already at the left end need not move. */
      for (size_t step = width; step; step /= 2)
        while (skip + step <= width && !before(w, b, a + skip + step - 1, nested)) skip += step;
      size_t na = width - skip;
      a += skip;
      if (na > left_capacity) {
        rc = rocpd_array_reserve(&left, &left_capacity, na, sizeof *left);
        if (rc) break;
      }
      memcpy(left, a, na * sizeof *a);
      rocpd_item *out = a;
      const rocpd_item *l = left, *left_end = left + na, *right_end = b + nb;
      while (l < left_end && b < right_end) *out++ = before(w, b, l, nested) ? *b++ : *l++;
      memcpy(out, l, (size_t)(left_end - l) * sizeof *l);
    }
  }
  sqlite3_free(left);
  return rocpd_fail_code(err, rc);
}

/* ---- rows ---- */

typedef struct collector {
  rocpd_writer *w;
  rocpd_track *track;
  bool nested, sorted;
} collector;

/* One block of a range: up to BLOCK rows. */
enum { BLOCK = 1024 };
static int collect_block(collector *c, uint32_t batch, uint32_t first, uint32_t n) {
  rocpd_writer *w = c->w;
  const rocpd_export_batch *v = &w->x->layout.batch[batch];
  const rocpd_patterns *names = &w->x->option.names, *categories = &w->x->option.categories;
  int64_t start[BLOCK], end[BLOCK];
  rocpd_column_get(v->start, first, n, start);
  rocpd_column_get(v->end, first, n, end);
  rocpd_item *out = c->track->item + c->track->items;
  for (uint32_t i = 0; i < n; i++) {
    if (names->n || categories->n) {
      bool yes, also;
      if (rocpd_patterns_match(names, &w->names, w->x->session, rocpd_column_at(v->name, first + i), &yes)) return SQLITE_NOMEM;
      if (rocpd_patterns_match(categories, &w->categories, w->x->session, rocpd_column_at(v->category, first + i), &also))
        return SQLITE_NOMEM;
      if (!yes || !also) continue;
    }
    rocpd_item item = {start[i], end[i], batch, first + i};
    if (item.start == ROCPD_NULL) {
      w->count.without_start++;
      continue;
    }
    if (!rocpd_export_in_time(&w->x->option, item.start, item.end)) continue;
    bool unfinished = item.end == ROCPD_NULL, reversed = !unfinished && item.end < item.start;
    if (unfinished) item.end = INT64_MAX;
    if (reversed) item.end = item.start;
    w->count.unfinished += unfinished;
    w->count.ends_before_start += reversed;
    if (c->sorted && (c->track->items || out > c->track->item)) {
      const rocpd_item *last = out - 1;
      c->sorted = last->start < item.start || (last->start == item.start && (c->nested ? last->end > item.end : last->end <= item.end));
    }
    *out++ = item;
  }
  c->track->items = (size_t)(out - c->track->item);
  return SQLITE_OK;
}

static int collect_rows(rocpd_writer *w, rocpd_track *t, bool nested, rocpd_error *err) {
  uint64_t rows = 0;
  for (size_t i = 0; i < t->ranges; i++) rows += t->range[i].rows;
  /* Fresh memory costs more than what is written to it: the last thread's is used again. */
  if (w->spare_items < rows) {
    sqlite3_free(w->spare);
    w->spare = sqlite3_malloc64(rows * sizeof *t->item);
    w->spare_items = rows;
  }
  t->item = w->spare;
  t->item_capacity = w->spare_items;
  w->spare = NULL;
  w->spare_items = 0;
  if (!t->item) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for the %llu events of one track", (unsigned long long)rows);
  collector c = {w, t, nested, true};
  uint32_t since = 0;
  for (size_t i = 0; i < t->ranges; i++) {
    const rocpd_row_range *r = &t->range[i];
    for (uint32_t done = 0; done < r->rows; done += BLOCK) {
      uint32_t n = r->rows - done < BLOCK ? r->rows - done : BLOCK;
      if (collect_block(&c, r->batch, r->first + done, n)) return rocpd_no_memory(err);
      since += n;
    }
    if (since >= ROCPD_BATCH_ROWS) {
      int rc = rocpd_writer_poll(w, since, err);
      if (rc) return rc;
      since = 0;
    }
  }
  int rc = rocpd_writer_poll(w, since, err);
  return rc || c.sorted ? rc : sort_items(w, t->item, t->items, nested, err);
}

/* ---- lanes ---- */

static int end_lane(rocpd_track *t, size_t end, rocpd_error *err) {
  int rc = rocpd_array_reserve(&t->lane_end, &t->lane_capacity, t->lanes + 1, sizeof *t->lane_end);
  if (rc) return rocpd_fail_code(err, rc);
  t->lane_end[t->lanes++] = end;
  return SQLITE_OK;
}

/* Heap of int64_t keys with a number each; the least key on top. */
typedef struct heap_entry {
  int64_t key;
  uint32_t lane;
} heap_entry;

static void heap_push(heap_entry *heap, size_t *n, heap_entry e) {
  size_t i = (*n)++;
  for (; i && e.key < heap[(i - 1) / 2].key; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
  heap[i] = e;
}

static heap_entry heap_pop(heap_entry *heap, size_t *n) {
  heap_entry top = heap[0], e = heap[--*n];
  size_t i = 0;
  for (size_t child; (child = 2 * i + 1) < *n; i = child) {
    if (child + 1 < *n && heap[child + 1].key < heap[child].key) child++;
    if (heap[child].key >= e.key) break;
    heap[i] = heap[child];
  }
  heap[i] = e;
  return top;
}

/* Items from `first` on, each on the lowest lane that is free when it starts. */
static int flat_lanes(rocpd_writer *w, rocpd_track *t, size_t first, rocpd_error *err) {
  size_t n = t->items - first;
  int64_t free_from = INT64_MIN;
  size_t alone = first;
  while (alone < t->items && t->item[alone].start >= free_from) free_from = t->item[alone++].end;
  if (alone == t->items) return end_lane(t, t->items, err);

  uint32_t *lane = sqlite3_malloc64(n * sizeof *lane);
  rocpd_item *out = sqlite3_malloc64(n * sizeof *out);
  heap_entry *busy = NULL, *idle = NULL;
  size_t busy_n = 0, idle_n = 0, busy_capacity = 0, idle_capacity = 0, *count = NULL;
  uint32_t lanes = 0;
  int rc = lane && out ? SQLITE_OK : SQLITE_NOMEM;
  for (size_t i = 0; i < n && !rc; i++) {
    const rocpd_item *it = &t->item[first + i];
    while (busy_n && busy[0].key <= it->start) {
      heap_entry e = heap_pop(busy, &busy_n);
      heap_push(idle, &idle_n, (heap_entry){e.lane, e.lane});
    }
    if (!idle_n) {
      rc = rocpd_array_reserve(&busy, &busy_capacity, lanes + 1u, sizeof *busy);
      if (!rc) rc = rocpd_array_reserve(&idle, &idle_capacity, lanes + 1u, sizeof *idle);
      if (rc) break;
      heap_push(idle, &idle_n, (heap_entry){lanes, lanes});
      lanes++;
    }
    lane[i] = heap_pop(idle, &idle_n).lane;
    heap_push(busy, &busy_n, (heap_entry){it->end, lane[i]});
    if ((i & 0xffff) == 0) rc = rocpd_writer_poll(w, 0, err);
  }
  if (!rc) {
    count = sqlite3_malloc64((lanes + 1u) * sizeof *count);
    if (!count) rc = SQLITE_NOMEM;
  }
  if (!rc) { /* place the items lane by lane, in each in order */
    memset(count, 0, (lanes + 1u) * sizeof *count);
    for (size_t i = 0; i < n; i++) count[lane[i] + 1]++;
    for (uint32_t k = 0; k < lanes; k++) count[k + 1] += count[k];
    for (size_t i = 0; i < n; i++) out[count[lane[i]]++] = t->item[first + i];
    memcpy(t->item + first, out, n * sizeof *out);
    for (uint32_t k = 0; k < lanes && !rc; k++) rc = end_lane(t, first + count[k], err);
  }
  sqlite3_free(lane);
  sqlite3_free(out);
  sqlite3_free(busy);
  sqlite3_free(idle);
  sqlite3_free(count);
  return rocpd_fail_code(err, rc);
}

/* Takes from items [first, t->items) what nests, in place; what does not follows
** behind in the same order. Returns where that begins. */
static int nest_lane(rocpd_track *t, size_t first, size_t *rest, rocpd_error *err) {
  int64_t open[ROCPD_MAX_DEPTH];
  size_t depth = 0, out = first, left = 0, capacity = 0;
  rocpd_item *later = NULL;
  for (size_t i = first; i < t->items; i++) {
    rocpd_item it = t->item[i];
    while (depth && open[depth - 1] <= it.start) depth--;
    if (depth == 0 || (depth < ROCPD_MAX_DEPTH && it.end <= open[depth - 1])) {
      open[depth++] = it.end;
      t->item[out++] = it;
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

int rocpd_track_collect(rocpd_writer *w, rocpd_track *t, rocpd_error *err) {
  bool nested = t->class == ROCPD_EVENT_REGION;
  int rc = collect_rows(w, t, nested, err);
  size_t first = 0;
  for (int lane = 0; !rc && nested && lane < NESTED_LANES && first < t->items; lane++) {
    rc = nest_lane(t, first, &first, err);
    if (!rc) rc = end_lane(t, first, err);
  }
  if (!rc && first < t->items) rc = flat_lanes(w, t, first, err);
  w->count.events[t->class] += t->items;
  return rc;
}

void rocpd_track_release(rocpd_writer *w, rocpd_track *t) {
  sqlite3_free(w->spare);
  w->spare = t->item;
  w->spare_items = t->item_capacity;
  sqlite3_free(t->lane_end);
  t->item = NULL;
  t->lane_end = NULL;
  t->items = t->lanes = t->lane_capacity = t->item_capacity = 0;
}
