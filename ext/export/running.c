/* What runs on agents: kernels, and copies with their bytes. The batches of an agent are merged: each is read when the first time that it has comes, so that
** only those that overlap are held, and of what has begun only the end. See counter.h. */
#include "counter.h"
#include "heap.h"
#include <stdlib.h>

enum { RUNNING, IN_FLIGHT, COPIED };

typedef struct held_batch { /* its events of the group, in the order of their starts; freed with the last */
  rocpd_item *item;
  int64_t *size; /* bytes of each; NULL: kernels */
  size_t items, next;
} held_batch;

typedef struct coming_batch {
  int64_t from; /* none of its events starts earlier */
  uint32_t batch;
} coming_batch;

/* Kernels end without bytes, copies with theirs. */
enum { KERNEL_ENDS = -1 };

typedef struct running_merge { /* of the tracks of a group */
  rocpd_writer *w;
  const rocpd_track *track;
  size_t tracks;
  coming_batch *coming; /* in the order of time */
  size_t batches, batch_capacity, read;
  held_batch *held;         /* [batches] */
  rocpd_heap_entry *starts; /* the next of each held batch */
  rocpd_heap_entry *ends;   /* of what has begun */
  size_t starting, ending, end_capacity;
  rocpd_counter counter[ROCPD_RUNNING_COUNTERS];
} running_merge;

static bool is_counted(const rocpd_track *t) { return t->class == ROCPD_EVENT_KERNEL || t->class == ROCPD_EVENT_COPY; }

/* ---- which batches */

static int compare_coming(const void *a, const void *b) {
  const coming_batch *x = a, *y = b;
  return x->from != y->from ? x->from < y->from ? -1 : 1 : x->batch < y->batch ? -1 : x->batch > y->batch;
}

static int list_batches(running_merge *m, rocpd_error *err) {
  const rocpd_export_layout *l = &m->w->x->layout;
  int rc = SQLITE_OK;
  for (const rocpd_track *t = m->track; t < m->track + m->tracks; t++)
    for (size_t i = 0; is_counted(t) && i < t->ranges && !rc; i++) {
      const rocpd_batch *b = l->batch[t->range[i].batch].batch;
      if (i && t->range[i].batch == t->range[i - 1].batch) continue;
      rc = rocpd_fail_code(err, rocpd_array_reserve(&m->coming, &m->batch_capacity, m->batches + 1, sizeof *m->coming));
      if (!rc) m->coming[m->batches++] = (coming_batch){b->min_time > b->max_time ? INT64_MIN : b->min_time, t->range[i].batch};
    }
  if (rc || !m->batches) return rc;
  qsort(m->coming, m->batches, sizeof *m->coming, compare_coming);
  size_t n = 0;
  for (size_t i = 0; i < m->batches; i++) /* one may have events of several tracks */
    if (!n || m->coming[i].batch != m->coming[n - 1].batch) m->coming[n++] = m->coming[i];
  m->batches = n;
  m->held = sqlite3_malloc64(n * sizeof *m->held);
  m->starts = sqlite3_malloc64(n * sizeof *m->starts);
  return m->held && m->starts ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu batches of an agent", n);
}

/* ---- reading one */

/* The track's first range of the batch, or of a later one: they stand in the order of batches. */
static size_t find_range(const rocpd_track *t, uint32_t batch) {
  size_t low = 0, high = t->ranges;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (t->range[middle].batch < batch) low = middle + 1;
    else high = middle;
  }
  return low;
}

static int find_rows(const running_merge *m, uint32_t batch, rocpd_track *rows, rocpd_error *err) {
  *rows = (rocpd_track){.name = "a batch"};
  int rc = SQLITE_OK;
  for (const rocpd_track *t = m->track; t < m->track + m->tracks; t++)
    for (size_t i = find_range(t, batch); is_counted(t) && i < t->ranges && t->range[i].batch == batch && !rc; i++) {
      rc = rocpd_fail_code(err, rocpd_array_reserve(&rows->range, &rows->range_capacity, rows->ranges + 1, sizeof *rows->range));
      if (!rc) rows->range[rows->ranges++] = t->range[i];
    }
  return rc;
}

/* Keeps what has started, with the bytes of copies: those that say how many. */
static int keep_events(running_merge *m, const rocpd_export_batch *v, rocpd_track *rows, held_batch *out, rocpd_error *err) {
  const rocpd_column *size = NULL;
  bool copies = v->event->kind == ROCPD_KIND_COPY && rows->items;
  int rc = copies ? rocpd_batch_column(v->batch, ROCPD_COPY_size, &size, err) : SQLITE_OK;
  *out = (held_batch){0};
  if (!rc && copies && !(out->size = sqlite3_malloc64(rows->items * sizeof *out->size))) rc = rocpd_no_memory(err);
  for (size_t i = 0; i < rows->items && !rc; i++) {
    int64_t bytes = copies ? rocpd_column_at(size, rows->item[i].row) : 0;
    if (rocpd_never_started(v, rows->item[i].row) || bytes < 0) continue; /* ROCPD_NULL is below 0, too */
    if (copies) out->size[out->items] = bytes;
    rows->item[out->items++] = rows->item[i];
  }
  if (!rc && out->items) out->item = rows->item, rows->item = NULL, rows->item_capacity = 0;
  else sqlite3_free(out->size);
  return rc;
}

static int read_batch(running_merge *m, uint32_t batch, rocpd_error *err) {
  rocpd_writer *w = m->w;
  rocpd_counts counted = w->count;
  held_batch *out = &m->held[m->read];
  rocpd_track rows;
  int rc = find_rows(m, batch, &rows, err);
  w->again = true;
  if (!rc) rc = rocpd_track_sort(w, &rows, false, NULL, err);
  w->again = false, w->count = counted;
  if (!rc) rc = keep_events(m, &w->x->layout.batch[batch], &rows, out, err);
  rocpd_track_put_off(w, &rows);
  rocpd_export_forget_rows(&rows);
  if (!rc && out->items) rocpd_heap_push(&rocpd_by_key, m->starts, &m->starting, &(rocpd_heap_entry){out->item[0].start, m->read});
  return rc;
}

/* ---- what begins and ends */

static void count(running_merge *m, int64_t bytes, bool end) {
  rocpd_counter *c = m->counter;
  if (bytes == KERNEL_ENDS) c[RUNNING].value += end ? -1 : 1;
  else c[IN_FLIGHT].value = (int64_t)((uint64_t)c[IN_FLIGHT].value + (end ? -(uint64_t)bytes : (uint64_t)bytes));
  if (bytes != KERNEL_ENDS && end) c[COPIED].value = (int64_t)((uint64_t)c[COPIED].value + (uint64_t)bytes);
}

static int begin_next(running_merge *m, rocpd_error *err) {
  held_batch *h = &m->held[m->starts[0].number];
  int64_t bytes = h->size ? h->size[h->next] : KERNEL_ENDS, end = h->item[h->next++].end;
  if (h->next < h->items) {
    rocpd_heap_replace(&rocpd_by_key, m->starts, m->starting, &(rocpd_heap_entry){h->item[h->next].start, m->starts[0].number});
  } else {
    rocpd_heap_pop(&rocpd_by_key, m->starts, &m->starting);
    sqlite3_free(h->item), sqlite3_free(h->size);
  }
  count(m, bytes, false);
  if (end == INT64_MAX) return SQLITE_OK;
  int rc = rocpd_fail_code(err, rocpd_array_reserve(&m->ends, &m->end_capacity, m->ending + 1, sizeof *m->ends));
  if (!rc) rocpd_heap_push(&rocpd_by_key, m->ends, &m->ending, &(rocpd_heap_entry){end, (size_t)bytes});
  return rc;
}

/* *time: when something begins or ends next; false: nothing does. */
static bool next_time(const running_merge *m, int64_t *time) {
  *time = m->starting ? m->starts[0].key : INT64_MAX;
  if (m->ending && m->ends[0].key < *time) *time = m->ends[0].key;
  return m->starting || m->ending;
}

static int count_group(running_merge *m, rocpd_counter_write *write, rocpd_error *err) {
  int64_t time;
  int rc = list_batches(m, err);
  for (uint64_t turn = 0; !rc; turn++) {
    bool more = next_time(m, &time);
    for (; !rc && m->read < m->batches && (!more || m->coming[m->read].from <= time); more = next_time(m, &time)) {
      rc = read_batch(m, m->coming[m->read].batch, err);
      m->read++;
    }
    if (rc || !more) break;
    while (!rc && m->starting && m->starts[0].key == time) rc = begin_next(m, err);
    for (; m->ending && m->ends[0].key == time; rocpd_heap_pop(&rocpd_by_key, m->ends, &m->ending)) count(m, (int64_t)m->ends[0].number, true);
    for (int k = 0; k < ROCPD_RUNNING_COUNTERS && !rc; k++) rc = rocpd_counter_change(m->w, write, &m->counter[k], time, err);
    if (!rc && !(turn & 0xfff)) rc = rocpd_export_poll(m->w->x, 0, err);
  }
  for (size_t i = 0; i < m->starting; i++) sqlite3_free(m->held[m->starts[i].number].item), sqlite3_free(m->held[m->starts[i].number].size);
  sqlite3_free(m->coming), sqlite3_free(m->held), sqlite3_free(m->starts), sqlite3_free(m->ends);
  return rc;
}

/* The tracks of one group stand together. */
int rocpd_export_running(rocpd_writer *w, rocpd_counter_write *write, rocpd_error *err) {
  const rocpd_export_layout *l = &w->x->layout;
  int rc = SQLITE_OK;
  for (size_t first = 0, end; first < l->tracks && !rc; first = end) {
    uint32_t group = l->track[first].group;
    for (end = first + 1; end < l->tracks && l->track[end].group == group;) end++;
    if (group == ROCPD_NO_GROUP || !rocpd_export_takes(w->x, &l->track[first])) continue;
    running_merge m = {.w = w, .track = &l->track[first], .tracks = end - first,
                 .counter = {[RUNNING] = {.name = "running kernels", .group = group, .rank = RUNNING},
                             [IN_FLIGHT] = {.name = "bytes in copies", .bytes = true, .group = group, .rank = IN_FLIGHT},
                             [COPIED] = {.name = "bytes copied", .bytes = true, .group = group, .rank = COPIED}}};
    rc = count_group(&m, write, err);
  }
  return rc;
}
