/* See calls.h. Batches are looked at in parallel: how many calls of which threads they have. Then each writes them where they
** belong, and threads, in parallel, put theirs in order, which they mostly are, and find out what is in what. */
#include "calls.h"
#include <stdlib.h>
#include "parallel.h"

typedef struct call_piece { /* the calls of one thread in one batch */
  rocpd_source *source;
  int64_t pid, tid;
  uint32_t batch, n, at;
} call_piece;

typedef struct call_part { /* what one batch has */
  call_piece *piece;
  size_t n;
} call_part;

typedef struct nesting {
  rocpd_calls *calls;
  call_part *part;
  const uint8_t *const *keep;
} nesting;

/* ---- which threads */

#define BLOCK 512

static int find_piece(call_part *p, rocpd_batch *b, uint32_t batch, int64_t pid, int64_t tid, size_t *out, rocpd_error *err) {
  if (*out < p->n && p->piece[*out].pid == pid && p->piece[*out].tid == tid) return SQLITE_OK;
  for (*out = 0; *out < p->n; ++*out)
    if (p->piece[*out].pid == pid && p->piece[*out].tid == tid) return SQLITE_OK;
  if (rocpd_array_push_reserve(&p->piece, p->n, sizeof *p->piece) != SQLITE_OK) return rocpd_no_memory(err);
  p->piece[p->n++] = (call_piece){.source = b->source, .pid = pid, .tid = tid, .batch = batch};
  return SQLITE_OK;
}

typedef struct call_columns {
  const rocpd_column *pid, *tid, *start, *end, *stack_id;
} call_columns;

static int load_columns(rocpd_batch *b, call_columns *c, rocpd_error *err) {
  int rc = rocpd_batch_column(b, ROCPD_REGION_pid, &c->pid, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, ROCPD_REGION_tid, &c->tid, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, ROCPD_REGION_stack_id, &c->stack_id, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, ROCPD_REGION_start, &c->start, err);
  return rc == SQLITE_OK ? rocpd_batch_column(b, ROCPD_REGION_end, &c->end, err) : rc;
}

/* For each row with a start that is kept fn(arg, piece, row, start, end); pieces come into being as their first row is met. */
static int each_row(rocpd_batch *b, call_part *p, uint32_t batch, const uint8_t *keep, void (*fn)(void *arg, call_piece *piece, uint32_t row, int64_t start, int64_t end), void *arg, rocpd_error *err) {
  call_columns c;
  int64_t pid[BLOCK], tid[BLOCK], start[BLOCK], end[BLOCK];
  size_t at = 0;
  int rc = load_columns(b, &c, err);
  for (uint32_t first = 0; rc == SQLITE_OK && first < b->rows; first += BLOCK) {
    uint32_t n = b->rows - first < BLOCK ? b->rows - first : BLOCK;
    rocpd_column_get(c.pid, first, n, pid), rocpd_column_get(c.tid, first, n, tid);
    rocpd_column_get(c.start, first, n, start), rocpd_column_get(c.end, first, n, end);
    for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
      if (start[i] == ROCPD_NULL || (keep && !keep[first + i])) continue;
      rc = find_piece(p, b, batch, pid[i], tid[i], &at, err);
      if (rc == SQLITE_OK) fn(arg, &p->piece[at], first + i, start[i], end[i]);
    }
  }
  return rc;
}

static void count_row(void *arg, call_piece *p, uint32_t row, int64_t start, int64_t end) { p->n++; }

static int count_batch(void *arg, size_t i, rocpd_error *err) {
  nesting *m = arg;
  rocpd_batch *b = m->calls->batch[i];
  call_columns c;
  size_t at = 0;
  if (m->keep && !m->keep[i]) return SQLITE_OK;
  int rc = load_columns(b, &c, err);
  if (rc != SQLITE_OK || !b->rows) return rc;
  if (m->keep || !rocpd_column_is_constant(c.pid) || !rocpd_column_is_constant(c.tid) || rocpd_column_may_be_null(c.start))
    return each_row(b, &m->part[i], (uint32_t)i, m->keep ? m->keep[i] : NULL, count_row, NULL, err);
  rc = find_piece(&m->part[i], b, (uint32_t)i, rocpd_column_at(c.pid, 0), rocpd_column_at(c.tid, 0), &at, err);
  if (rc == SQLITE_OK) m->part[i].piece[0].n = b->rows;
  return rc;
}

static int compare_threads(const rocpd_source *a, int64_t a_pid, int64_t a_tid, const rocpd_source *b, int64_t b_pid, int64_t b_tid) {
  if (a->number != b->number) return a->number < b->number ? -1 : 1;
  if (a_pid != b_pid) return a_pid < b_pid ? -1 : 1;
  return a_tid < b_tid ? -1 : a_tid > b_tid;
}

static int compare_pieces(const void *a, const void *b) {
  const call_piece *x = *(call_piece *const *)a, *y = *(call_piece *const *)b;
  int order = compare_threads(x->source, x->pid, x->tid, y->source, y->pid, y->tid);
  return order ? order : x->batch < y->batch ? -1 : x->batch > y->batch;
}

/* Pieces get their places: those of one thread together. */
static int place_pieces(nesting *m, rocpd_error *err) {
  rocpd_calls *c = m->calls;
  size_t n = 0, k = 0;
  for (size_t i = 0; i < c->batches; i++) n += m->part[i].n;
  call_piece **list = sqlite3_malloc64((n + 1) * sizeof *list);
  c->thread = sqlite3_malloc64((n + 1) * sizeof *c->thread);
  if (!list || !c->thread) return sqlite3_free(list), rocpd_no_memory(err);
  for (size_t i = 0; i < c->batches; i++)
    for (size_t j = 0; j < m->part[i].n; j++) list[k++] = &m->part[i].piece[j];
  qsort(list, n, sizeof *list, compare_pieces);
  for (size_t i = 0; i < n; i++) {
    const call_piece *p = list[i];
    rocpd_call_thread *t = c->threads ? &c->thread[c->threads - 1] : NULL;
    if (!t || compare_threads(t->source, t->pid, t->tid, p->source, p->pid, p->tid))
      *(t = &c->thread[c->threads++]) = (rocpd_call_thread){.source = p->source, .pid = p->pid, .tid = p->tid, .first = c->n};
    list[i]->at = c->n;
    t->n += p->n, c->n += p->n;
  }
  sqlite3_free(list);
  return SQLITE_OK;
}

/* ---- their calls */

typedef struct call_writing {
  rocpd_calls *calls;
  int64_t batch;
} call_writing;

static void write_row(void *arg, call_piece *p, uint32_t row, int64_t start, int64_t end) {
  const call_writing *w = arg;
  uint32_t i = p->at++;
  w->calls->start[i] = start, w->calls->end[i] = end, w->calls->place[i] = w->batch << 16 | row;
}

static int write_batch(void *arg, size_t i, rocpd_error *err) {
  nesting *m = arg;
  rocpd_calls *c = m->calls;
  rocpd_batch *b = c->batch[i];
  call_part *p = &m->part[i];
  call_writing w = {c, (int64_t)i};
  call_columns column;
  if (!p->n) return SQLITE_OK;
  if (p->n > 1 || p->piece[0].n != b->rows) return each_row(b, p, (uint32_t)i, m->keep ? m->keep[i] : NULL, write_row, &w, err);
  uint32_t at = p->piece[0].at;
  int rc = load_columns(b, &column, err);
  if (rc != SQLITE_OK) return rc;
  rocpd_column_get(column.start, 0, b->rows, c->start + at);
  rocpd_column_get(column.end, 0, b->rows, c->end + at);
  for (uint32_t k = 0; k < b->rows; k++) c->place[at + k] = (int64_t)i << 16 | k;
  return SQLITE_OK;
}

/* Ends that are there, and not before the start. */
static void complete_ends(rocpd_calls *c, const rocpd_call_thread *t) {
  int64_t last = INT64_MIN, *start = c->start + t->first, *end = c->end + t->first;
  for (uint32_t i = 0; i < t->n; i++) {
    if (start[i] > last) last = start[i];
    if (end[i] > last) last = end[i]; /* NULL is less than any time */
  }
  for (uint32_t i = 0; i < t->n; i++) {
    if (end[i] == ROCPD_NULL) end[i] = last;
    if (end[i] < start[i]) end[i] = start[i];
  }
}

static int64_t stack_of(const rocpd_calls *c, uint32_t i) {
  return rocpd_column_at(c->batch[rocpd_place_batch(c->place[i])]->column[ROCPD_REGION_stack_id], rocpd_place_row(c->place[i]));
}

static inline bool in_order(const rocpd_calls *c, uint32_t a, uint32_t b) {
  if (c->start[a] != c->start[b]) return c->start[a] < c->start[b];
  return c->end[a] != c->end[b] ? c->end[a] > c->end[b] : stack_of(c, a) <= stack_of(c, b);
}

/* Merge sort of numbers of calls; halves that are in order already are left alone. */
static void sort(const rocpd_calls *c, uint32_t *order, uint32_t *spare, uint32_t n) {
  if (n < 2) return;
  uint32_t half = n / 2, x = 0, y = half, k = 0;
  sort(c, order, spare, half);
  sort(c, order + half, spare + half, n - half);
  if (in_order(c, order[half - 1], order[half])) return;
  while (x < half || y < n) {
    bool left = y >= n || (x < half && in_order(c, order[x], order[y]));
    spare[k++] = order[left ? x++ : y++];
  }
  memcpy(order, spare, n * sizeof *order);
}

static int put_in_order(rocpd_calls *c, const rocpd_call_thread *t, rocpd_error *err) {
  int64_t *list[] = {c->start, c->end, c->place};
  uint32_t i = t->first + 1;
  while (i < t->first + t->n && in_order(c, i - 1, i)) i++;
  if (i >= t->first + t->n) return SQLITE_OK;
  uint32_t *order = sqlite3_malloc64((uint64_t)t->n * 2 * sizeof *order);
  int64_t *value = sqlite3_malloc64((uint64_t)t->n * sizeof *value);
  if (!order || !value) return sqlite3_free(order), sqlite3_free(value), rocpd_no_memory(err);
  for (i = 0; i < t->n; i++) order[i] = t->first + i;
  sort(c, order, order + t->n, t->n);
  for (int k = 0; k < 3; k++) {
    for (i = 0; i < t->n; i++) value[i] = list[k][order[i]];
    memcpy(list[k] + t->first, value, t->n * sizeof *value);
  }
  sqlite3_free(order), sqlite3_free(value);
  return SQLITE_OK;
}

/* The time from *now to `until` is the last open call's, as long as there is one; those that have ended by then are left. */
static uint32_t spend(rocpd_calls *c, uint32_t top, int64_t *now, int64_t until) {
  while (top != ROCPD_NO_CALL && *now < until) {
    int64_t end = c->end[top] < until ? c->end[top] : until;
    if (end > *now) c->own_ns[top] += end - *now, *now = end;
    if (c->end[top] <= *now) top = c->parent[top];
  }
  *now = until;
  return rocpd_call_open(c, top, until);
}

static int nest_thread(void *arg, size_t i, rocpd_error *err) {
  rocpd_calls *c = ((nesting *)arg)->calls;
  const rocpd_call_thread *t = &c->thread[i];
  uint32_t top = ROCPD_NO_CALL;
  int64_t now = 0;
  complete_ends(c, t);
  int rc = put_in_order(c, t, err);
  if (rc != SQLITE_OK) return rc;
  for (uint32_t k = t->first; k < t->first + t->n; k++) {
    c->own_ns[k] = 0;
    c->parent[k] = top = spend(c, top, &now, c->start[k]);
    if (c->end[k] > c->start[k]) top = k;
    c->of_row[c->first_row[rocpd_place_batch(c->place[k])] + rocpd_place_row(c->place[k])] = k;
  }
  spend(c, top, &now, INT64_MAX);
  return SQLITE_OK;
}

static int make_room(rocpd_calls *c, rocpd_error *err) {
  uint64_t n = (uint64_t)c->n + 1;
  c->start = sqlite3_malloc64(n * sizeof *c->start), c->end = sqlite3_malloc64(n * sizeof *c->end);
  c->place = sqlite3_malloc64(n * sizeof *c->place), c->own_ns = sqlite3_malloc64(n * sizeof *c->own_ns);
  c->parent = sqlite3_malloc64(n * sizeof *c->parent);
  c->of_row = sqlite3_malloc64(((uint64_t)c->first_row[c->batches] + 1) * sizeof *c->of_row);
  if (!c->start || !c->end || !c->place || !c->own_ns || !c->parent || !c->of_row) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u calls", c->n);
  memset(c->of_row, 0xff, (uint64_t)c->first_row[c->batches] * sizeof *c->of_row);
  return SQLITE_OK;
}

static int compare_sources(const void *a, const void *b) {
  const struct rocpd_call_source *x = a, *y = b;
  return x->source->number < y->source->number ? -1 : x->source->number > y->source->number;
}

static int number_rows(rocpd_calls *c, rocpd_error *err) {
  uint64_t rows = 0;
  c->first_row = sqlite3_malloc64((c->batches + 1) * sizeof *c->first_row);
  c->source = sqlite3_malloc64((c->batches + 1) * sizeof *c->source);
  if (!c->first_row || !c->source) return rocpd_no_memory(err);
  for (size_t i = 0; i < c->batches; i++) {
    if (!c->sources || c->source[c->sources - 1].source != c->batch[i]->source) c->source[c->sources++] = (struct rocpd_call_source){c->batch[i]->source, i};
    c->first_row[i] = (uint32_t)rows;
    rows += c->batch[i]->rows;
    if (rows >= UINT32_MAX) return rocpd_fail(err, SQLITE_TOOBIG, "%llu and more calls are too many to be nested, expected less than 2^32", (unsigned long long)rows);
  }
  c->first_row[c->batches] = (uint32_t)rows;
  qsort(c->source, c->sources, sizeof *c->source, compare_sources);
  return SQLITE_OK;
}

int rocpd_calls_make(rocpd_snapshot *s, const uint8_t *const *keep, rocpd_calls *out, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  nesting m = {.calls = out, .keep = keep};
  memset(out, 0, sizeof *out);
  int rc = rocpd_snapshot_batches(rocpd_snapshot_whole(s), ROCPD_KIND_REGION, &out->batch, &out->batches, err);
  if (rc == SQLITE_OK) rc = number_rows(out, err);
  if (rc == SQLITE_OK && !(m.part = sqlite3_malloc64((out->batches + 1) * sizeof *m.part))) rc = rocpd_no_memory(err);
  if (rc == SQLITE_OK) {
    memset(m.part, 0, (out->batches + 1) * sizeof *m.part);
    rc = rocpd_parallel(session, out->batches, count_batch, &m, err);
  }
  if (rc == SQLITE_OK) rc = place_pieces(&m, err);
  if (rc == SQLITE_OK) rc = make_room(out, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, out->batches, write_batch, &m, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, out->threads, nest_thread, &m, err);
  for (size_t i = 0; m.part && i < out->batches; i++) sqlite3_free(m.part[i].piece);
  sqlite3_free(m.part);
  if (rc != SQLITE_OK) rocpd_calls_drop(out);
  return rc;
}

void rocpd_calls_drop(rocpd_calls *c) {
  sqlite3_free(c->first_row), sqlite3_free(c->thread), sqlite3_free(c->start), sqlite3_free(c->end), sqlite3_free(c->place);
  sqlite3_free(c->own_ns), sqlite3_free(c->parent), sqlite3_free(c->of_row), sqlite3_free(c->source);
  memset(c, 0, sizeof *c);
}

/* ---- looking up */

const rocpd_call_thread *rocpd_calls_thread(const rocpd_calls *c, const rocpd_source *source, int64_t pid, int64_t tid) {
  size_t low = 0, high = c->threads;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const rocpd_call_thread *t = &c->thread[middle];
    int order = compare_threads(t->source, t->pid, t->tid, source, pid, tid);
    if (!order) return t;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return NULL;
}

const rocpd_call_thread *rocpd_calls_thread_of(const rocpd_calls *c, uint32_t call) {
  size_t low = 0, high = c->threads; /* the last one that begins at `call` or before, and has any */
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (c->thread[middle].first <= call) low = middle;
    else high = middle;
  }
  return &c->thread[low];
}

uint32_t rocpd_call_at(const rocpd_calls *c, const rocpd_call_thread *t, int64_t time) {
  uint32_t low = t->first, high = t->first + t->n; /* the first call that starts later */
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (c->start[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low > t->first ? rocpd_call_open(c, low - 1, time) : ROCPD_NO_CALL;
}

int rocpd_call_value(const rocpd_calls *c, uint32_t call, int column, int64_t *out, rocpd_error *err) {
  const rocpd_column *values;
  int rc = rocpd_batch_column(c->batch[rocpd_place_batch(c->place[call])], column, &values, err);
  if (rc == SQLITE_OK) *out = rocpd_column_at(values, rocpd_place_row(c->place[call]));
  return rc;
}

static size_t first_batch(const rocpd_calls *c, rocpd_source *source) {
  const struct rocpd_call_source key = {source, 0}, *found = c->sources ? bsearch(&key, c->source, c->sources, sizeof key, compare_sources) : NULL;
  return found ? found->batch : 0; /* one without regions has no places of them */
}

int rocpd_calls_launching(const rocpd_calls *c, rocpd_links *links, rocpd_batch *b, uint32_t first, uint32_t n, uint32_t *out, rocpd_error *err) {
  int64_t place[BLOCK];
  size_t batch = first_batch(c, b->source);
  for (uint32_t done = 0; done < n; done += BLOCK) {
    uint32_t some = n - done < BLOCK ? n - done : BLOCK;
    int rc = rocpd_launch_places(links, b, first + done, some, place, err);
    if (rc != SQLITE_OK) return rc;
    for (uint32_t i = 0; i < some; i++)
      out[done + i] = place[i] == ROCPD_NULL ? ROCPD_NO_CALL : c->of_row[c->first_row[batch + rocpd_place_batch(place[i])] + rocpd_place_row(place[i])];
  }
  return SQLITE_OK;
}
