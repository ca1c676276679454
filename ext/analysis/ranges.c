/* See ranges.h. */
#include "ranges.h"
#include "heap.h"
#include "marker.h"
#include "parallel.h"

enum { BLOCK = 512 };

/* ---- which rows are markers */

typedef struct marking {
  rocpd_ranges *ranges;
  rocpd_batch **batch;
  uint8_t **keep; /* [batches] */
  uint32_t first_row; /* first row of the batch */
} marking;

/* Reads columns with texts, one batch after the other and not in parallel: texts are numbered in the order in which they are read, and the numbers must be
** the same every time. */
static int read_texts(marking *m, size_t n, rocpd_error *err) {
  const rocpd_column *c;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    rc = rocpd_batch_column(m->batch[i], ROCPD_REGION_category, &c, err);
    if (rc == SQLITE_OK) rc = rocpd_batch_column(m->batch[i], ROCPD_REGION_name, &c, err);
  }
  return rc;
}

enum { PROGRAM = 1, MARKER };

/* Classifies categories by their ids; call it after the columns with categories have been read. */
static int find_categories(rocpd_ranges *r, rocpd_session *session, rocpd_error *err) {
  r->texts = (size_t)rocpd_string_count(session);
  if (!(r->marker = sqlite3_malloc64(r->texts + 1))) return rocpd_no_memory(err);
  for (size_t id = 0; id < r->texts; id++) {
    const rocz_domain *d = rocpd_domain_of(rocpd_string(session, (int64_t)id, NULL));
    r->marker[id] = !d ? 0 : d->sort == ROCZ_MARKERS ? MARKER : d->sort == ROCZ_FUNCTIONS ? PROGRAM : 0;
  }
  return SQLITE_OK;
}

static uint8_t whose(const rocpd_ranges *r, int64_t category) { return category >= 0 && (size_t)category < r->texts ? r->marker[category] : 0; }
static bool is_marker(const rocpd_ranges *r, int64_t category) { return whose(r, category) == MARKER; }

/* Finds, in parallel, the batches that may have markers, or calls with labels. */
static int look_for_markers(void *arg, size_t i, rocpd_error *err) {
  const marking *m = arg;
  const rocpd_column *category = m->batch[i]->column[ROCPD_REGION_category];
  int64_t v[BLOCK];
  for (uint32_t first = 0, rows = m->batch[i]->rows; first < rows && !m->ranges->marked[i]; first += BLOCK) {
    uint32_t n = rows - first < BLOCK ? rows - first : BLOCK;
    rocpd_column_get(category, first, n, v);
    for (uint32_t k = 0; k < n; k++) m->ranges->marked[i] |= whose(m->ranges, v[k]) != 0;
  }
  return SQLITE_OK;
}

static int mark_batch(marking *m, size_t i, rocpd_error *err) {
  rocpd_batch *b = m->batch[i];
  const rocpd_column *category = b->column[ROCPD_REGION_category], *function = b->column[ROCPD_REGION_name], *extdata = NULL;
  int64_t v[BLOCK], message;
  int rc = SQLITE_OK;
  if (!m->ranges->marked[i]) return SQLITE_OK;
  m->ranges->marked[i] = false;
  for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, b->rows, BLOCK)) > 0; first += n) {
    rocpd_column_get(category, first, n, v);
    for (uint32_t k = 0; rc == SQLITE_OK && k < n; k++) {
      if (!whose(m->ranges, v[k])) continue;
      if (!extdata) rc = rocpd_batch_column(b, ROCPD_REGION_extdata, &extdata, err);
      if (rc == SQLITE_OK) rc = rocpd_marker_message(b->source->session, &m->ranges->message, rocpd_column_at(extdata, first + k), &message, err);
      if (rc != SQLITE_OK || message == ROCPD_NULL) continue;
      m->ranges->marked[i] = true;
      if (!is_marker(m->ranges, v[k])) continue;
      int64_t name = rocpd_column_at(function, first + k);
      if (name != ROCPD_NULL && rocpd_is_shared_range(rocpd_string(b->source->session, name, NULL)))
        rc = rocpd_shared_ranges_add(&m->ranges->shared, b, m->first_row, first + k, err);
      if (!m->keep[i] && !(m->keep[i] = rocpd_zeroed(b->rows))) return rocpd_no_memory(err);
      m->keep[i][first + k] = 1;
    }
  }
  return rc;
}

int rocpd_ranges_make(rocpd_snapshot *s, bool all, rocpd_calls_maker *make, rocpd_ranges *out, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  marking m = {.ranges = out};
  size_t n = 0;
  memset(out, 0, sizeof *out);
  out->all = all;
  int rc = rocpd_snapshot_batches(rocpd_snapshot_whole(s), ROCPD_KIND_REGION, &m.batch, &n, err);
  if (rc == SQLITE_OK) rc = read_texts(&m, n, err);
  if (rc == SQLITE_OK) rc = find_categories(out, session, err);
  if (rc == SQLITE_OK && !(m.keep = rocpd_zeroed((n + 1) * sizeof *m.keep))) rc = rocpd_no_memory(err);
  if (rc == SQLITE_OK && !(out->marked = rocpd_zeroed(n + 1))) rc = rocpd_no_memory(err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, n, look_for_markers, &m, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; m.first_row += m.batch[i++]->rows)
    rc = rocpd_interrupted(session) ? rocpd_fail(err, SQLITE_INTERRUPT, "interrupted") : mark_batch(&m, i, err);
  rocpd_shared_ranges_sort(&out->shared);
  if (rc == SQLITE_OK) rc = make(s, all ? NULL : (const uint8_t *const *)m.keep, &out->calls, err);
  for (size_t i = 0; m.keep && i < n; i++) sqlite3_free(m.keep[i]);
  sqlite3_free(m.keep);
  if (rc != SQLITE_OK) rocpd_ranges_drop(out);
  return rc;
}

void rocpd_ranges_drop(rocpd_ranges *r) {
  rocpd_calls_drop(&r->calls);
  rocpd_map_free(&r->message);
  rocpd_shared_ranges_drop(&r->shared);
  sqlite3_free(r->marker), sqlite3_free(r->marked);
  memset(r, 0, sizeof *r);
}

/* ---- what ranges are called */

int rocpd_range_name_of(const rocpd_ranges *r, uint32_t row, int64_t *out, rocpd_error *err) {
  rocpd_call_reader category = {.calls = &r->calls, .column = ROCPD_REGION_category}, extdata = {.calls = &r->calls, .column = ROCPD_REGION_extdata};
  rocpd_call_reader function = {.calls = &r->calls, .column = ROCPD_REGION_name};
  int64_t v, text;
  int rc = rocpd_call_read_row(&category, row, &v, err);
  if (rc == SQLITE_OK && whose(r, v)) {
    rc = rocpd_call_read_row(&extdata, row, &text, err);
    uint64_t message = rc != SQLITE_OK || text == ROCPD_NULL ? 0 : rocpd_map_get(&r->message, (uint64_t)text, 0);
    if (message) return *out = (int64_t)message - 1, SQLITE_OK;
  }
  return rc == SQLITE_OK ? rocpd_call_read_row(&function, row, out, err) : rc;
}

int rocpd_range_name(const rocpd_ranges *r, uint32_t range, int64_t *out, rocpd_error *err) { return rocpd_range_name_of(r, r->calls.row[range], out, err); }

bool rocpd_range_is_program(const rocpd_ranges *r, uint32_t range) {
  int64_t category;
  return rocpd_call_value(&r->calls, range, ROCPD_REGION_category, &category, NULL) == SQLITE_OK && whose(r, category);
}

int rocpd_ranges_stated(const rocpd_ranges *r, rocpd_batch *b, uint8_t *stated, rocpd_error *err) {
  const rocpd_column *category, *extdata;
  int rc = rocpd_batch_column(b, ROCPD_REGION_category, &category, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, ROCPD_REGION_extdata, &extdata, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->rows; i++) {
    uint8_t of = whose(r, rocpd_column_at(category, i));
    int64_t text = of == MARKER ? rocpd_column_at(extdata, i) : ROCPD_NULL;
    stated[i] = of == PROGRAM || (text != ROCPD_NULL && rocpd_map_get(&r->message, (uint64_t)text, 0));
  }
  return rc;
}

/* ---- which of its name a range is */

typedef struct name_counts { /* counts of names */
  rocpd_map slot;
  struct { uint64_t process; uint32_t times; } *count;
} name_counts;

static int count_name(name_counts *c, uint64_t process, int64_t name, uint32_t *times) {
  uint64_t slot = rocpd_map_get(&c->slot, (uint64_t)name, UINT64_MAX);
  if (slot == UINT64_MAX) {
    slot = c->slot.count;
    if (rocpd_array_push_reserve(&c->count, slot, sizeof *c->count) != SQLITE_OK || rocpd_map_set(&c->slot, (uint64_t)name, slot) != SQLITE_OK)
      return SQLITE_NOMEM;
    c->count[slot].process = 0;
  }
  if (c->count[slot].process != process) c->count[slot].process = process, c->count[slot].times = 0;
  *times = ++c->count[slot].times;
  return SQLITE_OK;
}

typedef struct thread_turn { /* a thread and its next range, for merging threads */
  const rocpd_call_thread *thread;
  rocpd_call_reader starts;
  uint32_t next;
  int64_t start;
} thread_turn;

static bool is_before(const void *a, const void *b) {
  const thread_turn *x = a, *y = b;
  return x->start != y->start ? x->start < y->start : x->thread < y->thread;
}
static const rocpd_heap_kind by_start = {sizeof(thread_turn), is_before};

/* Numbers the ranges of the process of threads first to end - 1. */
static int number_process(const rocpd_ranges *r, size_t first, size_t end, rocpd_session *session, name_counts *names, uint32_t *number, rocpd_error *err) {
  const rocpd_calls *c = &r->calls;
  rocpd_call_reader function = {.calls = c, .column = ROCPD_REGION_name};
  size_t n = 0;
  thread_turn *heap = sqlite3_malloc64((end - first) * sizeof *heap);
  int rc = heap ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = first; rc == SQLITE_OK && i < end; i++) {
    thread_turn turn = {.thread = &c->thread[i], .starts = {.calls = c, .column = ROCPD_REGION_start}, .next = c->thread[i].first};
    rc = rocpd_call_read(&turn.starts, turn.next, &turn.start, err);
    rocpd_heap_push(&by_start, heap, &n, &turn);
  }
  for (uint32_t i = 0; rc == SQLITE_OK && n; i++) {
    thread_turn turn = heap[0];
    uint32_t row = c->row[turn.next++];
    int64_t name;
    if (!(i & 0xffff) && rocpd_interrupted(session)) rc = rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
    if (rc == SQLITE_OK) rc = rocpd_range_read(r, &function, row, &name, err);
    if (rc == SQLITE_OK) rc = rocpd_fail_code(err, count_name(names, first + 1, name, &number[row]));
    bool more = turn.next < turn.thread->first + turn.thread->n;
    if (rc == SQLITE_OK && more) rc = rocpd_call_read(&turn.starts, turn.next, &turn.start, err);
    if (more) rocpd_heap_replace(&by_start, heap, n, &turn);
    else rocpd_heap_pop(&by_start, heap, &n);
  }
  sqlite3_free(heap);
  return rc;
}

int rocpd_ranges_number(const rocpd_ranges *r, rocpd_session *session, uint32_t *number, rocpd_error *err) {
  const rocpd_calls *c = &r->calls;
  name_counts names = {0};
  int rc = SQLITE_OK;
  for (size_t t = 0, end; rc == SQLITE_OK && t < c->threads; t = end) {
    for (end = t; end < c->threads && rocpd_is_of_process(&c->thread[end], &c->thread[t]);) end++;
    rc = number_process(r, t, end, session, &names, number, err);
  }
  rocpd_map_free(&names.slot);
  sqlite3_free(names.count);
  return rc;
}

/* ---- whose a kernel is */

/* Reads columns of the call at a place. */
static int call_values(rocpd_links *links, int64_t place, const int *column, int n, int64_t *v, rocpd_error *err) {
  return rocpd_batch_values(rocpd_link_batch(links, ROCPD_LINK_CALL_OF_STACK, place), column, n, rocpd_place_row(place), 1, v, 1, err);
}

int rocpd_range_launches(rocpd_links *links, rocpd_batch *b, uint32_t first, uint32_t n, rocpd_range_launch *out, rocpd_error *err) {
  static const int column[] = {ROCPD_REGION_start, ROCPD_REGION_pid, ROCPD_REGION_tid, ROCPD_REGION_nid};
  int64_t place[BLOCK];
  int rc = SQLITE_OK;
  for (uint32_t done = 0, some; rc == SQLITE_OK && (some = rocpd_rows_from(done, n, BLOCK)) > 0; done += some) {
    rc = rocpd_launch_places(links, b, first + done, some, place, err);
    for (uint32_t i = 0; rc == SQLITE_OK && i < some; i++) {
      int64_t v[4] = {ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, 0};
      if (place[i] != ROCPD_NULL) rc = call_values(links, place[i], column, b->source->info.multi_process ? 4 : 3, v, err);
      out[done + i] = (rocpd_range_launch){.start = v[0], .nid = v[3], .pid = v[1], .tid = v[2]};
    }
  }
  return rc;
}

/* State for finding the ranges of kernels. A kernel's thread is mostly that of the one before. */
typedef struct range_search {
  const rocpd_ranges *ranges;
  rocpd_source *source;
  bool own, any;
  int64_t nid, pid, tid;
  const rocpd_call_thread *thread;
} range_search;

static uint32_t range_at(range_search *s, const rocpd_range_launch *x) {
  const rocpd_calls *c = &s->ranges->calls;
  if (x->start == ROCPD_NULL) return ROCPD_NO_CALL;
  if (!s->any || x->pid != s->pid || x->tid != s->tid || x->nid != s->nid) {
    s->thread = rocpd_calls_thread(c, s->source, x->nid, x->pid, x->tid);
    s->any = true, s->nid = x->nid, s->pid = x->pid, s->tid = x->tid;
  }
  uint32_t range = s->thread ? rocpd_call_at(c, s->thread, x->start) : ROCPD_NO_CALL;
  if (range != ROCPD_NO_CALL) return c->row[range];
  if (s->own) return ROCPD_NO_CALL;
  rocpd_shared_open open = rocpd_shared_ranges_at(&s->ranges->shared, s->source, x->nid, x->pid, x->start);
  const rocpd_shared_range *shared = rocpd_shared_next(&open);
  return shared ? shared->row : ROCPD_NO_CALL;
}

static int by_time(range_search *s, rocpd_links *links, rocpd_batch *b, uint32_t first, uint32_t n, uint32_t *out, int64_t *launched, rocpd_error *err) {
  rocpd_range_launch launch[BLOCK];
  int rc = rocpd_range_launches(links, b, first, n, launch, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
    out[i] = range_at(s, &launch[i]);
    if (launched) launched[i] = launch[i].start;
  }
  return rc;
}

/* Finds ranges if all calls are ranges; a call with an unknown start is not one. */
static int by_call(range_search *s, rocpd_links *links, rocpd_batch *b, uint32_t first, uint32_t n, uint32_t *out, int64_t *launched, rocpd_error *err) {
  static const int column[] = {ROCPD_REGION_start};
  const uint32_t *first_row = rocpd_calls_first_rows(&s->ranges->calls, s->source);
  int64_t place[BLOCK];
  int rc = rocpd_launch_places(links, b, first, n, place, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
    int64_t start = ROCPD_NULL;
    if (place[i] != ROCPD_NULL) rc = call_values(links, place[i], column, 1, &start, err);
    out[i] = start == ROCPD_NULL ? ROCPD_NO_CALL : first_row[rocpd_place_batch(place[i])] + rocpd_place_row(place[i]);
    if (launched) launched[i] = start;
  }
  return rc;
}

int rocpd_ranges_of(const rocpd_ranges *r, rocpd_links *links, rocpd_batch *b, uint32_t first, uint32_t n, bool own, uint32_t *out, int64_t *launched,
                    rocpd_error *err) {
  range_search s = {.ranges = r, .source = b->source, .own = own};
  int rc = SQLITE_OK;
  for (uint32_t done = 0, some; rc == SQLITE_OK && (some = rocpd_rows_from(done, n, BLOCK)) > 0; done += some) {
    rc = (r->all ? by_call : by_time)(&s, links, b, first + done, some, out + done, launched ? launched + done : NULL, err);
  }
  return rc;
}
