/* See sightings.h. Worker threads collect the rows of shares of the batches, by thread; then the rows of each thread are joined. Files mostly have them in
** order. */
#include "sightings.h"
#include <stdlib.h>
#include "bisect.h"
#include "intern.h"
#include "map.h"
#include "parallel.h"
#include "runtime_frames.h"
#include "sampled_row.h"
#include "sum.h"

typedef struct some_rows { /* of one thread in one share */
  int64_t pid, tid;
  bool wanted;
  rocpd_sighting *row;
  size_t n, room;
  rocpd_sum128 length, cpu, wait;
  uint64_t samples[ROCPD_SAMPLED_STATES];
} some_rows;

typedef struct share {
  some_rows *thread;
  size_t threads, last;
  rocpd_map of; /* pid << 32 ^ tid, or a number after it if several threads have that -> thread */
} share;

typedef struct collecting {
  rocpd_sightings *out;
  rocpd_source *source;
  rocpd_frame_tree frames;
  uint32_t *stack;  /* [frames.n] */
  rocpd_map wanted; /* pid << 32 ^ tid of threads that make calls */
  rocpd_batch **batch;
  size_t batches, shares;
  share *share;
  int64_t state[ROCPD_SAMPLED_STATES]; /* interned */
} collecting;

static uint64_t key_of(int64_t pid, int64_t tid) { return (uint64_t)pid << 32 ^ (uint64_t)tid; }

/* ---- a share */

static int thread_at(const collecting *c, share *w, int64_t pid, int64_t tid, some_rows **out) {
  uint64_t key = key_of(pid, tid), at = w->last;
  if (at >= w->threads || w->thread[at].tid != tid || w->thread[at].pid != pid) {
    at = rocpd_map_get(&w->of, key, UINT64_MAX);
    while (at != UINT64_MAX && (w->thread[at].pid != pid || w->thread[at].tid != tid)) at = rocpd_map_get(&w->of, ++key, UINT64_MAX);
  }
  if (at == UINT64_MAX) {
    int rc = rocpd_map_set(&w->of, key, at = w->threads);
    const some_rows none = {.pid = pid, .tid = tid, .wanted = rocpd_map_get(&c->wanted, key_of(pid, tid), 0) > 0};
    if (rc == SQLITE_OK) rc = ROCPD_PUSH(w->thread, w->threads, none);
    if (rc != SQLITE_OK) return rc;
  }
  *out = &w->thread[w->last = at];
  return SQLITE_OK;
}

static int add_row(const collecting *c, share *w, const int64_t *v, uint32_t i) {
#define V(column) v[ROCPD_SAMPLED_##column * ROCPD_SAMPLED_BLOCK + i]
  some_rows *t;
  int rc = thread_at(c, w, V(OF_PID), V(OF_TID), &t);
  if (rc != SQLITE_OK || !t->wanted) return rc;
  rocpd_sampled_row r = rocpd_sampled_row_at(c->state, v, i);
  t->length += r.length, t->cpu += r.cpu, t->wait += r.wait;
  t->samples[r.state] = rocpd_add_counts(t->samples[r.state], r.weight);
  if (V(START) == ROCPD_NULL || V(END) == ROCPD_NULL || V(END) < V(START)) return SQLITE_OK;
  uint32_t frame = rocpd_frame_tree_find(&c->frames, V(FRAME)), most = (1u << 30) - 1;
  return ROCPD_APPEND(t->row, t->n, t->room, (rocpd_sighting){V(START), V(END), frame == ROCPD_NO_FRAME ? ROCPD_NO_STACK : c->stack[frame],
                                                              r.weight < most ? (uint32_t)r.weight & most : most, r.state});
#undef V
}

typedef struct share_collecting { const collecting *c; share *w; } share_collecting;
static int collect_block(void *arg, const int64_t *v, uint32_t n) {
  const share_collecting *s = arg;
  int rc = SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_row(s->c, s->w, v, i);
  return rc;
}

static int collect_share(void *arg, size_t number, rocpd_error *err) {
  const collecting *c = arg;
  return rocpd_sampled_share_read(c->batch, c->batches, number, c->shares, collect_block, &(share_collecting){c, &c->share[number]}, err);
}

/* ---- joining */

static int compare_rows(const void *a, const void *b) {
  const rocpd_sighting *x = a, *y = b;
  return ROCPD_ORDER(x->end, y->end) ?: ROCPD_ORDER(x->start, y->start) ?: ROCPD_ORDER(x->stack, y->stack) ?: ROCPD_ORDER(x->state, y->state);
}

static void sort_rows(rocpd_seen_thread *t) {
  size_t sorted = 1;
  while (sorted < t->n && compare_rows(&t->row[sorted - 1], &t->row[sorted]) <= 0) sorted++;
  if (sorted < t->n) qsort(t->row, t->n, sizeof *t->row, compare_rows);
}

/* What a sample of each state stands for: its part of the sum of its state and, of a sum whose states have no sample, of that, too. */
static void find_parts(const some_rows *x, double part[ROCPD_SAMPLED_STATES]) {
  enum { RUN, WAIT, REST, SUMS };
  static const uint8_t sum_of[ROCPD_SAMPLED_STATES] = {RUN, RUN, WAIT, REST};
  rocpd_sum128 rest = x->length - x->cpu - x->wait;
  double ns[SUMS] = {(double)rocpd_saturated(x->cpu), (double)rocpd_saturated(x->wait), rest > 0 ? (double)rocpd_saturated(rest) : 0};
  double samples[SUMS] = {0}, all = 0;
  for (int k = 0; k < ROCPD_SAMPLED_STATES; k++) samples[sum_of[k]] += (double)x->samples[k], all += (double)x->samples[k];
  for (int k = 0; k < ROCPD_SAMPLED_STATES; k++) {
    part[k] = samples[sum_of[k]] > 0 ? ns[sum_of[k]] / samples[sum_of[k]] : 0;
    for (int i = 0; i < SUMS; i++) part[k] += samples[i] > 0 || all <= 0 ? 0 : ns[i] / all;
  }
}

/* Adds the rows of a thread in a share to those of the shares before it. */
static int join_rows(some_rows *to, some_rows *from) {
  int rc = SQLITE_OK;
  if (!to->n) {
    sqlite3_free(to->row);
    to->row = from->row, to->n = from->n, to->room = from->room;
    from->row = NULL, from->n = from->room = 0;
  } else if (from->n) {
    rc = rocpd_array_reserve(&to->row, &to->room, to->n + from->n, sizeof *to->row);
    if (rc == SQLITE_OK) memcpy(to->row + to->n, from->row, from->n * sizeof *to->row), to->n += from->n;
    sqlite3_free(from->row);
    from->row = NULL, from->n = 0;
  }
  to->length += from->length, to->cpu += from->cpu, to->wait += from->wait;
  for (int k = 0; k < ROCPD_SAMPLED_STATES; k++) to->samples[k] = rocpd_add_counts(to->samples[k], from->samples[k]);
  return rc;
}

static int join_shares(collecting *c) {
  share *all = &c->share[0];
  int rc = SQLITE_OK;
  for (size_t i = 1; rc == SQLITE_OK && i < c->shares; i++)
    for (size_t k = 0; rc == SQLITE_OK && k < c->share[i].threads; k++) {
      some_rows *from = &c->share[i].thread[k], *to;
      rc = thread_at(c, all, from->pid, from->tid, &to);
      if (rc == SQLITE_OK) rc = join_rows(to, from);
    }
  for (size_t k = 0; rc == SQLITE_OK && k < all->threads; k++) {
    some_rows *x = &all->thread[k];
    rocpd_seen_thread t = {.source = c->source, .pid = x->pid, .tid = x->tid, .row = x->row, .n = x->n};
    if (!x->wanted) continue;
    find_parts(x, t.part_ns);
    rc = ROCPD_PUSH(c->out->thread, c->out->threads, t);
    if (rc == SQLITE_OK) x->row = NULL, sort_rows(&t);
  }
  return rc;
}

/* ---- a source */

static int find_wanted(collecting *c, const rocpd_host *host) {
  const rocpd_calls *calls = rocpd_host_calls(host);
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < calls->threads; i++)
    if (calls->thread[i].source == c->source) rc = rocpd_map_set(&c->wanted, key_of(calls->thread[i].pid, calls->thread[i].tid), 1);
  return rc;
}

static int add_source(rocpd_sightings *out, rocpd_snapshot *s, const rocpd_host *host, rocpd_source *source, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  collecting c = {.out = out, .source = source};
  int rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_STACK, &c.batch, &c.batches, err);
  if (rc != SQLITE_OK || !c.batches) return rc;
  rc = rocpd_fail_code(err, find_wanted(&c, host));
  if (rc == SQLITE_OK) rc = rocpd_frame_tree_make(s, source, &c.frames, err);
  if (rc == SQLITE_OK) rc = rocpd_stack_set_add(&out->stacks, &c.frames, &c.stack, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_sampled_states(session, c.state));
  c.shares = (size_t)rocpd_parallel_threads(session);
  if (c.shares > c.batches) c.shares = c.batches;
  c.share = rocpd_zeroed(c.shares * sizeof *c.share);
  if (rc == SQLITE_OK && !c.share) rc = rocpd_no_memory(err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, c.shares, collect_share, &c, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, join_shares(&c));
  for (size_t i = 0; c.share && i < c.shares; i++) {
    for (size_t k = 0; k < c.share[i].threads; k++) sqlite3_free(c.share[i].thread[k].row);
    sqlite3_free(c.share[i].thread);
    rocpd_map_free(&c.share[i].of);
  }
  sqlite3_free(c.share), sqlite3_free(c.stack);
  rocpd_map_free(&c.wanted);
  rocpd_frame_tree_free(&c.frames);
  return rc;
}

/* Callers have smaller numbers. */
static int order_stacks(rocpd_sightings *x, rocpd_session *session) {
  size_t n = x->stacks.of.n;
  int64_t module = ROCPD_NULL; /* of the last stack */
  bool of_program = false;
  uint32_t first = 0, *next = sqlite3_malloc64((n + 1) * sizeof *next); /* the place of each stack's next callee */
  x->order = sqlite3_malloc64((n + 1) * sizeof *x->order), x->below = sqlite3_malloc64((n + 1) * sizeof *x->below);
  x->is_program = sqlite3_malloc64(n + 1);
  if (!next || !x->order || !x->below || !x->is_program) return sqlite3_free(next), SQLITE_NOMEM;
  for (size_t i = 0; i < n; i++) x->below[i] = 1;
  for (size_t i = n; i-- > 0;) {
    int64_t caller = rocpd_stack_keys(&x->stacks, (uint32_t)i)[ROCPD_STACK_CALLER];
    if (caller != ROCPD_NULL) x->below[caller] += x->below[i];
  }
  for (size_t i = 0; i < n; i++) {
    int64_t caller = rocpd_stack_keys(&x->stacks, (uint32_t)i)[ROCPD_STACK_CALLER];
    uint32_t *place = caller == ROCPD_NULL ? &first : &next[caller];
    x->order[i] = *place;
    next[i] = *place + 1;
    *place += x->below[i];
    const int64_t *key = rocpd_stack_keys(&x->stacks, (uint32_t)i);
    if (!i || key[ROCPD_STACK_IN_MODULE] != module) of_program = rocpd_module_is_of_program(session, module = key[ROCPD_STACK_IN_MODULE]);
    x->is_program[i] = of_program && key[ROCPD_STACK_FUNCTION] != ROCPD_NULL;
  }
  sqlite3_free(next);
  return SQLITE_OK;
}

/* ---- the whole, kept for the next who asks */

typedef struct kept_sightings {
  rocpd_sightings x; /* first */
  rocpd_kept *kept;
} kept_sightings;

static const char sightings_owner;

static int compare_threads(const void *a, const void *b) {
  const rocpd_seen_thread *x = a, *y = b;
  return ROCPD_ORDER(x->source->number, y->source->number) ?: ROCPD_ORDER(x->pid, y->pid) ?: ROCPD_ORDER(x->tid, y->tid);
}

static void free_sightings(void *data) {
  kept_sightings *k = data;
  for (size_t i = 0; i < k->x.threads; i++) sqlite3_free(k->x.thread[i].row);
  sqlite3_free(k->x.thread), sqlite3_free(k->x.order), sqlite3_free(k->x.below), sqlite3_free(k->x.is_program);
  rocpd_groups_free(&k->x.stacks.of);
  sqlite3_free(k);
}

static int make_kept(rocpd_snapshot *s, const rocpd_host *host, rocpd_kept **kept, rocpd_error *err) {
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  int64_t bytes = 0;
  kept_sightings *k = sqlite3_malloc64(sizeof *k);
  int rc = SQLITE_OK;
  if (!k) return rocpd_no_memory(err);
  *k = (kept_sightings){.x.stacks.of.keys = ROCPD_STACK_KEYS};
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_source(&k->x, s, host, source[i], err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, order_stacks(&k->x, rocpd_snapshot_session(s)));
  if (rc != SQLITE_OK) return free_sightings(k), rc;
  if (k->x.threads) qsort(k->x.thread, k->x.threads, sizeof *k->x.thread, compare_threads);
  for (size_t i = 0; i < k->x.threads; i++) bytes += (int64_t)(k->x.thread[i].n * sizeof *k->x.thread[i].row);
  const rocpd_groups *g = &k->x.stacks.of;
  bytes += (int64_t)(g->n * (ROCPD_STACK_KEYS * sizeof *g->key + 2 * sizeof *k->x.order + 1) + g->size * sizeof *g->index);
  const rocpd_keeping keeping = {.owner = &sightings_owner, .data = k, .bytes = bytes, .free_data = free_sightings, .until = ROCPD_KEPT_IN_USE};
  *kept = rocpd_snapshot_keep(s, &keeping);
  if (!*kept) return rocpd_no_memory(err);
  k->kept = *kept;
  return SQLITE_OK;
}

int rocpd_sightings_take(rocpd_snapshot *s, const rocpd_host *host, const rocpd_sightings **out, rocpd_error *err) {
  s = rocpd_snapshot_whole(s);
  rocpd_kept *kept = rocpd_snapshot_use(s, &sightings_owner, 0);
  int rc = kept ? SQLITE_OK : make_kept(s, host, &kept, err);
  *out = rc == SQLITE_OK ? &((kept_sightings *)rocpd_kept_data(kept))->x : NULL;
  return rc;
}

void rocpd_sightings_release(const rocpd_sightings *x) {
  if (x) rocpd_kept_release(((const kept_sightings *)x)->kept);
}

/* ---- looking up */

const rocpd_seen_thread *rocpd_sightings_of(const rocpd_sightings *x, const rocpd_call_thread *thread) {
  const rocpd_seen_thread key = {.source = thread->source, .pid = thread->pid, .tid = thread->tid};
  size_t i = ROCPD_FIRST(k, (size_t)0, x->threads, compare_threads(&x->thread[k], &key) >= 0);
  return i < x->threads && !compare_threads(&x->thread[i], &key) ? &x->thread[i] : NULL;
}

size_t rocpd_sightings_from(const rocpd_seen_thread *t, size_t near, int64_t time) {
  return ROCPD_FIRST_NEAR(k, near, (size_t)0, t->n, t->row[k].end >= time);
}

/* Number of samples before `time`. Those of a blocked thread follow each other: the k-th of n is at start + length * k / n, rounded down. Those of another one
** are those at the end, for which it waited for a CPU. */
static uint32_t samples_before(const rocpd_sighting *x, int64_t time) {
  if (time > x->end) return x->samples;
  if (time <= x->start || x->state != ROCPD_SAMPLED_BLOCKED) return 0;
  /* start + length * k / n < time, so length * k < (time - start) * n */
  rocpd_sum128 length = (rocpd_sum128)x->end - x->start, many = ((rocpd_sum128)time - x->start) * x->samples;
  return many ? (uint32_t)((many - 1) / length) : 0;
}

uint32_t rocpd_samples_within(const rocpd_sighting *x, int64_t from, int64_t to) { return samples_before(x, to) - samples_before(x, from); }

/* ---- what samples agree on */

typedef struct rocpd_agreeing { /* some samples */
  uint32_t stack, order;
  uint64_t upto; /* number of samples up to these, once they are sorted */
} agreeing;

static int compare_agreeing(const void *a, const void *b) {
  const agreeing *x = a, *y = b;
  return ROCPD_ORDER(x->order, y->order);
}

static int find_samples(const rocpd_sightings *x, const rocpd_seen_thread *t, size_t *near, const rocpd_spans *times, rocpd_agreement *out, size_t *n) {
  int rc = SQLITE_OK;
  *n = 0;
  for (size_t k = 0; rc == SQLITE_OK && k < times->n; k++) {
    *near = rocpd_sightings_from(t, *near, times->span[k].start);
    for (size_t i = *near; rc == SQLITE_OK && i < t->n; i++) {
      const rocpd_sighting *s = &t->row[i];
      uint32_t samples = rocpd_samples_within(s, times->span[k].start, times->span[k].end);
      const agreeing some = {s->stack, s->stack == ROCPD_NO_STACK ? UINT32_MAX : x->order[s->stack], samples};
      if (samples) rc = ROCPD_APPEND(out->some, *n, out->room, some);
      if (s->end >= times->span[k].end) break;
    }
  }
  return rc;
}

/* Number of samples whose stacks are before a place in the order. */
static uint64_t before_place(const agreeing *some, size_t n, uint64_t place) {
  size_t i = ROCPD_FIRST(k, (size_t)0, n, some[k].order >= place);
  return i ? some[i - 1].upto : 0;
}

/* Depth first, the stacks below a function stand together. If these are more than half of all, the sample in the middle is one of them. */
int rocpd_samples_agree(const rocpd_sightings *x, const rocpd_seen_thread *t, size_t *near, const rocpd_spans *times, rocpd_agreement *out, rocpd_error *err) {
  size_t n;
  int rc = find_samples(x, t, near, times, out, &n);
  agreeing *some = out->some;
  out->function = ROCPD_NULL, out->samples = 0;
  if (rc != SQLITE_OK || !n) return rocpd_fail_code(err, rc);
  if (n > 1) qsort(some, n, sizeof *some, compare_agreeing);
  for (size_t i = 0; i < n; i++) some[i].upto = out->samples = out->samples + some[i].upto;
  size_t middle = ROCPD_FIRST(k, (size_t)0, n, some[k].upto > out->samples / 2);
  for (int64_t at = some[middle].stack == ROCPD_NO_STACK ? ROCPD_NULL : some[middle].stack; at != ROCPD_NULL;) {
    const int64_t *key = rocpd_stack_keys(&x->stacks, (uint32_t)at);
    uint64_t place = x->order[at], below = before_place(some, n, place + x->below[at]) - before_place(some, n, place);
    if (below > out->samples - below && x->is_program[at]) return out->function = key[ROCPD_STACK_FUNCTION], SQLITE_OK;
    at = key[ROCPD_STACK_CALLER];
  }
  return SQLITE_OK;
}
