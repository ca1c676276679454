/* See calls.h. Batches are read in parallel: first they count the calls of each thread. Then each puts the numbers of its rows into place, in order; they
** mostly are, except for calls within calls. Finally the parts of each thread are merged, threads in parallel. */
#include "calls_walk.h"
#include <stdlib.h>
#include "bisect.h"
#include "calls_kept.h"
#include "parallel.h"
#include "scratch.h"

typedef struct call_piece { /* the calls of one thread in one batch */
  rocpd_source *source;
  int64_t nid, pid, tid, last;
  uint32_t batch, n, at;
  bool unended; /* some call has not ended */
  size_t thread;
} call_piece;

typedef struct call_part { /* the pieces of one batch */
  call_piece *piece;
  size_t n;
} call_part;

typedef struct nesting {
  rocpd_session *session;
  rocpd_calls *calls;
  const uint8_t *const *keep;
  call_part *part;     /* [batches] */
  call_piece **piece;  /* all pieces: those of one thread follow each other, in order of batches */
  size_t *first_piece; /* [threads + 1] first piece of each thread */
} nesting;

#define BLOCK 512
#define FEW 16 /* number of calls that are sorted by insertion */

/* ---- all rows */

static int compare_sources(const void *a, const void *b) {
  const struct rocpd_call_source *x = a, *y = b;
  return ROCPD_ORDER(x->source->number, y->source->number);
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
    if (rows >= UINT32_MAX)
      return rocpd_fail(err, SQLITE_TOOBIG, "%llu and more calls are too many to nest, expected less than 2^32", (unsigned long long)rows);
  }
  c->first_row[c->batches] = (uint32_t)rows;
  qsort(c->source, c->sources, sizeof *c->source, compare_sources);
  return SQLITE_OK;
}

/* ---- which threads */

static bool is_piece_of(const call_piece *p, int64_t nid, int64_t pid, int64_t tid) { return p->pid == pid && p->tid == tid && p->nid == nid; }

static int find_piece(call_part *p, rocpd_batch *b, uint32_t batch, int64_t nid, int64_t pid, int64_t tid, size_t *out, rocpd_error *err) {
  if (*out < p->n && is_piece_of(&p->piece[*out], nid, pid, tid)) return SQLITE_OK;
  for (*out = 0; *out < p->n; ++*out)
    if (is_piece_of(&p->piece[*out], nid, pid, tid)) return SQLITE_OK;
  const call_piece new = {.source = b->source, .nid = nid, .pid = pid, .tid = tid, .last = INT64_MIN, .batch = batch};
  return rocpd_fail_code(err, ROCPD_PUSH(p->piece, p->n, new));
}

/* Consecutive rows of a batch that are kept, have a start, and belong to one thread. */
typedef struct call_run {
  call_piece *piece;
  uint32_t first, n;
  const int64_t *start, *end; /* [n] */
} call_run;

/* Calls fn for each run; a piece is created at its first row. */
static int each_run(const nesting *m, size_t i, void (*fn)(void *arg, const call_run *run), void *arg, rocpd_error *err) {
  static const int column[] = {ROCPD_REGION_nid, ROCPD_REGION_pid, ROCPD_REGION_tid, ROCPD_REGION_start, ROCPD_REGION_end};
  enum { NID, PID, TID, START, END, WANTED };
  rocpd_batch *b = m->calls->batch[i];
  bool nodes = b->source->info.multi_process;
  const uint8_t *keep = m->keep ? m->keep[i] : NULL;
  const rocpd_column *c[WANTED];
  int64_t v[WANTED][BLOCK];
  size_t at = 0;
  int read = nodes ? NID : PID, rc = rocpd_batch_columns(b, column + read, WANTED - read, c + read, err);
  if (!nodes) memset(v[NID], 0, sizeof v[NID]);
  bool one_thread = rc == SQLITE_OK && rocpd_column_is_constant(c[PID]) && rocpd_column_is_constant(c[TID]) && (!nodes || rocpd_column_is_constant(c[NID]));
  for (uint32_t first = 0, n; rc == SQLITE_OK && first < b->rows; first += n) {
    n = b->rows - first < BLOCK ? b->rows - first : BLOCK;
    for (int k = read; k < WANTED; k++)
      if (k >= START || !one_thread || !first) rocpd_column_get(c[k], first, n, v[k]);
    for (uint32_t k = 0, from; rc == SQLITE_OK && k < n;) {
      if (v[START][from = k++] == ROCPD_NULL || (keep && !keep[first + from])) continue;
      while (k < n && v[START][k] != ROCPD_NULL && (!keep || keep[first + k]) &&
             (one_thread || (v[PID][k] == v[PID][from] && v[TID][k] == v[TID][from] && v[NID][k] == v[NID][from])))
        k++;
      rc = find_piece(&m->part[i], b, (uint32_t)i, v[NID][from], v[PID][from], v[TID][from], &at, err);
      if (rc == SQLITE_OK) fn(arg, &(call_run){&m->part[i].piece[at], first + from, k - from, &v[START][from], &v[END][from]});
    }
  }
  return rc;
}

static void count_run(void *arg, const call_run *run) {
  int64_t last = run->piece->last;
  bool unended = run->piece->unended;
  for (uint32_t i = 0; i < run->n; i++) last = rocpd_later(last, rocpd_later(run->start[i], run->end[i])), unended |= run->end[i] == ROCPD_NULL;
  run->piece->n += run->n, run->piece->last = last, run->piece->unended = unended;
}

static int count_batch(void *arg, size_t i, rocpd_error *err) {
  const nesting *m = arg;
  return m->keep && !m->keep[i] ? SQLITE_OK : each_run(m, i, count_run, NULL, err);
}

typedef struct thread_key {
  const rocpd_source *source;
  int64_t nid, pid, tid;
} thread_key;

static int compare_threads(const thread_key *a, const thread_key *b) {
  return ROCPD_ORDER(a->source->number, b->source->number) ?: ROCPD_ORDER(a->nid, b->nid) ?: ROCPD_ORDER(a->pid, b->pid) ?: ROCPD_ORDER(a->tid, b->tid);
}

static thread_key key_of_piece(const call_piece *p) { return (thread_key){p->source, p->nid, p->pid, p->tid}; }
static thread_key key_of_thread(const rocpd_call_thread *t) { return (thread_key){t->source, t->nid, t->pid, t->tid}; }

static int compare_pieces(const void *a, const void *b) {
  const call_piece *x = *(call_piece *const *)a, *y = *(call_piece *const *)b;
  const thread_key a_key = key_of_piece(x), b_key = key_of_piece(y);
  return compare_threads(&a_key, &b_key) ?: ROCPD_ORDER(x->batch, y->batch);
}

/* Places the pieces, those of one thread together. */
static int place_pieces(nesting *m, rocpd_error *err) {
  rocpd_calls *c = m->calls;
  size_t n = 0, k = 0;
  for (size_t i = 0; i < c->batches; i++) n += m->part[i].n;
  m->piece = sqlite3_malloc64((n + 1) * sizeof *m->piece);
  m->first_piece = sqlite3_malloc64((n + 1) * sizeof *m->first_piece);
  c->thread = sqlite3_malloc64((n + 1) * sizeof *c->thread);
  if (!m->piece || !m->first_piece || !c->thread) return rocpd_no_memory(err);
  for (size_t i = 0; i < c->batches; i++)
    for (size_t j = 0; j < m->part[i].n; j++) m->piece[k++] = &m->part[i].piece[j];
  qsort(m->piece, n, sizeof *m->piece, compare_pieces);
  for (size_t i = 0; i < n; i++) {
    call_piece *p = m->piece[i];
    rocpd_call_thread *t = c->threads ? &c->thread[c->threads - 1] : NULL;
    const thread_key key = key_of_piece(p), last = t ? key_of_thread(t) : key;
    if (!t || compare_threads(&last, &key)) {
      m->first_piece[c->threads] = i;
      *(t = &c->thread[c->threads++]) = (rocpd_call_thread){.source = p->source, .nid = p->nid, .pid = p->pid, .tid = p->tid, .last = p->last, .first = c->n};
    }
    p->at = c->n, p->thread = c->threads - 1;
    t->n += p->n, t->last = rocpd_later(t->last, p->last), c->n += p->n;
  }
  m->first_piece[c->threads] = n;
  return SQLITE_OK;
}

/* If a kept call has not ended, the last time of its thread counts, which may belong to a call that is not kept. */
static int find_last_times(const nesting *m, rocpd_error *err) {
  rocpd_calls *c = m->calls;
  nesting all = {.session = m->session, .calls = c};
  bool unended = false;
  int rc = SQLITE_OK;
  for (size_t i = 0; i < c->batches; i++)
    for (size_t j = 0; j < m->part[i].n; j++) unended |= m->part[i].piece[j].unended;
  if (!m->keep || !unended) return SQLITE_OK;
  if (!(all.part = rocpd_zeroed((c->batches + 1) * sizeof *all.part))) return rocpd_no_memory(err);
  rc = rocpd_parallel(all.session, c->batches, count_batch, &all, err);
  for (size_t i = 0; i < c->batches; i++) {
    for (size_t j = 0; rc == SQLITE_OK && j < all.part[i].n; j++) {
      const call_piece *p = &all.part[i].piece[j];
      rocpd_call_thread *t = (rocpd_call_thread *)rocpd_calls_thread(c, p->source, p->nid, p->pid, p->tid);
      if (t) t->last = rocpd_later(t->last, p->last);
    }
    sqlite3_free(all.part[i].piece);
  }
  sqlite3_free(all.part);
  return rc;
}

/* ---- the order of their calls */

/* The sort keys of rows. Of two rows that are compared, each is mostly compared with a series of others, so each has its own readers. */
typedef struct call_keys {
  const rocpd_calls *calls;
  const rocpd_call_thread *thread;
  const int64_t *start, *end; /* of a batch, end completed; NULL: of all, by: */
  rocpd_call_reader starts[2], ends[2];
  uint32_t first;
  rocpd_error *err;
  int rc;
} call_keys;

static inline int64_t value_of(call_keys *k, rocpd_call_reader *r, uint32_t row) {
  int64_t value = 0;
  int rc = rocpd_call_read_row(r, row, &value, k->err);
  if (rc != SQLITE_OK) k->rc = rc;
  return value;
}

static inline int64_t start_of(call_keys *k, int side, uint32_t row) { return k->start ? k->start[row - k->first] : value_of(k, &k->starts[side], row); }

static int64_t end_of(call_keys *k, int side, uint32_t row) {
  return k->end ? k->end[row - k->first] : rocpd_call_end(start_of(k, side, row), value_of(k, &k->ends[side], row), k->thread);
}

static bool tie_in_order(call_keys *k, uint32_t a, uint32_t b) {
  rocpd_call_reader stack = {.calls = k->calls, .column = ROCPD_REGION_stack_id};
  int64_t end[] = {end_of(k, 0, a), end_of(k, 1, b)};
  return end[0] != end[1] ? end[0] > end[1] : value_of(k, &stack, a) <= value_of(k, &stack, b);
}

static inline bool in_order(call_keys *k, uint32_t a, uint32_t b) {
  int64_t start[] = {start_of(k, 0, a), start_of(k, 1, b)};
  return start[0] != start[1] ? start[0] < start[1] : tie_in_order(k, a, b);
}

/* Counts how many of n sorted rows come before one. */
static uint32_t rows_before(call_keys *k, const uint32_t *row, uint32_t n, uint32_t other) {
  return ROCPD_FIRST(i, 0, n, !in_order(k, row[i], other));
}

/* Merges row[0..half-1] and the other rows up to n, each sorted. spare has room for those of the first part that come after some of the second: mostly few. */
static void merge(call_keys *k, uint32_t *row, uint32_t half, uint32_t n, uint32_t *spare) {
  uint32_t to = rows_before(k, row, half, row[half]), aside = half - to, x = 0, y = half;
  memcpy(spare, row + to, aside * sizeof *row);
  while (x < aside) row[to++] = y < n && !in_order(k, spare[x], row[y]) ? row[y++] : spare[x++];
}

/* Insertion sort: a call that contains others follows them in a file, mostly not far away. */
static void sort_few(call_keys *k, uint32_t *row, uint32_t n) {
  for (uint32_t i = 1; i < n; i++) {
    uint32_t one = row[i], to = i;
    for (; to && !in_order(k, row[to - 1], one); to--) row[to] = row[to - 1];
    row[to] = one;
  }
}

static void sort(call_keys *k, uint32_t *row, uint32_t *spare, uint32_t n) {
  if (n <= FEW) {
    sort_few(k, row, n);
    return;
  }
  uint32_t half = n / 2;
  sort(k, row, spare, half), sort(k, row + half, spare, n - half);
  if (!in_order(k, row[half - 1], row[half])) merge(k, row, half, n, spare);
}

static int sort_piece(call_keys *k, uint32_t *row, uint32_t n, rocpd_error *err) {
  uint32_t i = 1;
  while (i < n && in_order(k, row[i - 1], row[i])) i++;
  if (i >= n) return k->rc;
  uint32_t *spare = sqlite3_malloc64((uint64_t)n * sizeof *spare);
  if (!spare) return rocpd_no_memory(err);
  sort(k, row, spare, n);
  sqlite3_free(spare);
  return k->rc;
}

typedef struct call_writing {
  const nesting *m;
  int64_t *start, *end; /* of the batch */
  uint32_t first;
} call_writing;

static void write_run(void *arg, const call_run *run) {
  const call_writing *w = arg;
  const rocpd_call_thread *t = &w->m->calls->thread[run->piece->thread];
  uint32_t *row = w->m->calls->row + run->piece->at;
  for (uint32_t i = 0; i < run->n; i++) {
    w->start[run->first + i] = run->start[i], w->end[run->first + i] = rocpd_call_end(run->start[i], run->end[i], t);
    row[i] = w->first + run->first + i;
  }
  run->piece->at += run->n;
}

static int order_batch(void *arg, size_t i, rocpd_error *err) {
  const nesting *m = arg;
  call_part *part = &m->part[i];
  uint32_t first = m->calls->first_row[i];
  if (!part->n) return SQLITE_OK;
  rocpd_scratch *s = rocpd_scratch_take(m->session);
  if (!s) return rocpd_no_memory(err);
  call_keys k = {.calls = m->calls, .start = s->values, .end = s->more, .first = first, .err = err};
  int rc = each_run(m, i, write_run, &(call_writing){m, s->values, s->more, first}, err);
  for (size_t j = 0; rc == SQLITE_OK && j < part->n; j++) {
    call_piece *p = &part->piece[j];
    p->at -= p->n;
    rc = sort_piece(&k, m->calls->row + p->at, p->n, err);
  }
  rocpd_scratch_give(m->session, s);
  return rc;
}

/* Merges the pieces of a thread, each of which is sorted. */
static int join_pieces(const nesting *m, call_keys *k, call_piece *const *p, size_t n, rocpd_error *err) {
  if (n < 2) return SQLITE_OK;
  int rc = join_pieces(m, k, p, n / 2, err);
  if (rc == SQLITE_OK) rc = join_pieces(m, k, p + n / 2, n - n / 2, err);
  uint32_t *row = m->calls->row + p[0]->at, half = p[n / 2]->at - p[0]->at, all = p[n - 1]->at + p[n - 1]->n - p[0]->at;
  if (rc != SQLITE_OK || in_order(k, row[half - 1], row[half])) return rc == SQLITE_OK ? k->rc : rc;
  uint32_t *spare = sqlite3_malloc64((uint64_t)(half - rows_before(k, row, half, row[half])) * sizeof *spare);
  if (!spare) return rocpd_no_memory(err);
  merge(k, row, half, all, spare);
  sqlite3_free(spare);
  return k->rc;
}

static int order_thread(void *arg, size_t i, rocpd_error *err) {
  const nesting *m = arg;
  call_keys k = {.calls = m->calls, .thread = &m->calls->thread[i], .err = err};
  for (int side = 0; side < 2; side++) {
    k.starts[side] = (rocpd_call_reader){.calls = m->calls, .column = ROCPD_REGION_start};
    k.ends[side] = (rocpd_call_reader){.calls = m->calls, .column = ROCPD_REGION_end};
  }
  return join_pieces(m, &k, m->piece + m->first_piece[i], m->first_piece[i + 1] - m->first_piece[i], err);
}

int rocpd_calls_rows(rocpd_snapshot *s, const uint8_t *const *keep, rocpd_calls *out, rocpd_error *err) {
  memset(out, 0, sizeof *out);
  int rc = rocpd_snapshot_batches(rocpd_snapshot_whole(s), ROCPD_KIND_REGION, &out->batch, &out->batches, err);
  if (rc == SQLITE_OK) rc = number_rows(out, err);
  if (rc != SQLITE_OK) rocpd_calls_drop(out);
  return rc;
}

static int order(rocpd_snapshot *s, const uint8_t *const *keep, rocpd_calls *out, rocpd_error *err) {
  nesting m = {.session = rocpd_snapshot_session(s), .calls = out, .keep = keep};
  int rc = rocpd_calls_rows(s, keep, out, err);
  if (rc != SQLITE_OK) return rc;
  if (!(m.part = rocpd_zeroed((out->batches + 1) * sizeof *m.part))) rc = rocpd_no_memory(err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(m.session, out->batches, count_batch, &m, err);
  if (rc == SQLITE_OK) rc = place_pieces(&m, err);
  if (rc == SQLITE_OK) rc = find_last_times(&m, err);
  if (rc == SQLITE_OK && !(out->row = sqlite3_malloc64(((uint64_t)out->n + 1) * sizeof *out->row)))
    rc = rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u calls", out->n);
  if (rc == SQLITE_OK) rc = rocpd_parallel(m.session, out->batches, order_batch, &m, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(m.session, out->threads, order_thread, &m, err);
  for (size_t i = 0; m.part && i < out->batches; i++) sqlite3_free(m.part[i].piece);
  sqlite3_free(m.part), sqlite3_free(m.piece), sqlite3_free(m.first_piece);
  if (rc != SQLITE_OK) rocpd_calls_drop(out);
  return rc;
}

static int order_all(rocpd_snapshot *s, rocpd_calls *out, rocpd_error *err) { return order(s, NULL, out, err); }

int rocpd_calls_order(rocpd_snapshot *s, const uint8_t *const *keep, rocpd_calls *out, rocpd_error *err) {
  return keep ? order(s, keep, out, err) : rocpd_calls_kept(s, order_all, out, err);
}

/* ---- one after the other */

int rocpd_calls_walk(const rocpd_calls *c, const rocpd_call_thread *t, const rocpd_call_visitor *v, rocpd_error *err) {
  return rocpd_calls_walk_with(c, t, *v, err);
}

typedef struct walking {
  const rocpd_calls *calls;
  const rocpd_call_visitor *visitor;
} walking;

static int walk_thread(void *arg, size_t i, rocpd_error *err) {
  const walking *w = arg;
  return rocpd_calls_walk(w->calls, &w->calls->thread[i], w->visitor, err);
}

int rocpd_calls_walk_all(const rocpd_calls *c, rocpd_session *session, const rocpd_call_visitor *v, rocpd_error *err) {
  return rocpd_parallel(session, c->threads, walk_thread, &(walking){c, v}, err);
}

/* ---- as they nest */

static int nest_call(void *arg, rocpd_open_call *x, rocpd_error *err) {
  rocpd_calls *c = arg;
  c->start[x->call] = x->start, c->end[x->call] = x->stated_end == ROCPD_NULL ? INT64_MAX : x->end, c->parent[x->call] = x[-1].call;
  return SQLITE_OK;
}

int rocpd_calls_make(rocpd_snapshot *s, const uint8_t *const *keep, rocpd_calls *c, rocpd_error *err) {
  int rc = rocpd_calls_order(s, keep, c, err);
  if (rc != SQLITE_OK) return rc;
  uint64_t n = (uint64_t)c->n + 1;
  c->start = sqlite3_malloc64(n * sizeof *c->start), c->end = sqlite3_malloc64(n * sizeof *c->end);
  c->parent = sqlite3_malloc64(n * sizeof *c->parent);
  if (!c->start || !c->end || !c->parent) rc = rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u calls", c->n);
  if (rc == SQLITE_OK) rc = rocpd_calls_walk_all(c, rocpd_snapshot_session(s), &(rocpd_call_visitor){.enter = nest_call, .arg = c}, err);
  if (rc != SQLITE_OK) rocpd_calls_drop(c);
  return rc;
}

/* ---- looking up */

const rocpd_call_thread *rocpd_calls_thread(const rocpd_calls *c, const rocpd_source *source, int64_t nid, int64_t pid, int64_t tid) {
  const thread_key wanted = {source, nid, pid, tid};
  thread_key key;
  size_t at = ROCPD_FIRST(i, 0, c->threads, (key = key_of_thread(&c->thread[i]), compare_threads(&key, &wanted) >= 0));
  if (at == c->threads) return NULL;
  key = key_of_thread(&c->thread[at]);
  return compare_threads(&key, &wanted) ? NULL : &c->thread[at];
}

const rocpd_call_thread *rocpd_calls_thread_of(const rocpd_calls *c, uint32_t call) {
  return &c->thread[ROCPD_FIRST(i, 1, c->threads, c->thread[i].first > call) - 1]; /* the last one that begins at `call` or before, and has any */
}

uint32_t rocpd_call_at(const rocpd_calls *c, const rocpd_call_thread *t, int64_t time) {
  uint32_t later = ROCPD_FIRST(call, t->first, t->first + t->n, c->start[call] > time);
  return later > t->first ? rocpd_call_open(c, later - 1, time) : ROCPD_NO_CALL;
}

size_t rocpd_calls_batch(const rocpd_calls *c, uint32_t row) {
  return ROCPD_FIRST(i, 1, c->batches, c->first_row[i] > row) - 1; /* the last one that begins there or before, and has any */
}

int rocpd_call_value(const rocpd_calls *c, uint32_t call, int column, int64_t *out, rocpd_error *err) {
  return rocpd_call_read(&(rocpd_call_reader){.calls = c, .column = column}, call, out, err);
}

int rocpd_call_reader_enter(rocpd_call_reader *r, uint32_t row, rocpd_error *err) {
  const rocpd_calls *c = r->calls;
  struct rocpd_read_batch x = r->before;
  r->before = r->batch;
  if (row - x.first >= x.n) {
    x.number = rocpd_calls_batch(c, row), x.first = c->first_row[x.number], x.n = c->batch[x.number]->rows;
    int rc = rocpd_batch_column(c->batch[x.number], r->column, &x.values, err);
    if (rc != SQLITE_OK) return rc;
  }
  r->batch = x;
  return SQLITE_OK;
}

const uint32_t *rocpd_calls_first_rows(const rocpd_calls *c, rocpd_source *source) {
  const struct rocpd_call_source key = {source, 0}, *found = c->sources ? bsearch(&key, c->source, c->sources, sizeof key, compare_sources) : NULL;
  return c->first_row + (found ? found->batch : 0); /* one without regions has no places of them */
}

int rocpd_calls_launching_rows(const rocpd_calls *c, rocpd_links *links, rocpd_batch *b, uint32_t first, uint32_t n, uint32_t *out, rocpd_error *err) {
  const uint32_t *first_row = rocpd_calls_first_rows(c, b->source);
  int64_t place[BLOCK];
  for (uint32_t done = 0, some; (some = rocpd_rows_from(done, n, BLOCK)) > 0; done += some) {
    int rc = rocpd_launch_places(links, b, first + done, some, place, err);
    if (rc != SQLITE_OK) return rc;
    for (uint32_t i = 0; i < some; i++)
      out[done + i] = place[i] == ROCPD_NULL ? ROCPD_NO_CALL : first_row[rocpd_place_batch(place[i])] + rocpd_place_row(place[i]);
  }
  return SQLITE_OK;
}
