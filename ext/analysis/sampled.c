/* See sampled.h. Threads add up shares of the batches into tables of their own, which are joined and sorted; then the times of each thread are distributed. */
#include "sampled_row.h"
#include <stdlib.h>
#include "intern.h"
#include "map.h"
#include "parallel.h"
#include "sum.h"
#include "summed.h"

static const int row_columns[ROCPD_SAMPLED_COLUMNS] = {
  ROCPD_STACK_pid, ROCPD_STACK_tid, ROCPD_STACK_frame_id, ROCPD_STACK_weight, ROCPD_STACK_state, ROCPD_STACK_syscall, ROCPD_STACK_start, ROCPD_STACK_end,
  ROCPD_STACK_cpu_ns, ROCPD_STACK_wait_ns};

int rocpd_sampled_states(rocpd_session *session, int64_t state[ROCPD_SAMPLED_STATES]) {
  static const char *const text[] = {"running", "kernel", "runnable", "blocked"};
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < ROCPD_SAMPLED_STATES; i++) rc = rocpd_intern(session, text[i], -1, &state[i]);
  return rc;
}

int rocpd_sampled_share_read(rocpd_batch **batch, size_t batches, size_t number, size_t shares, int (*fn)(void *arg, const int64_t *v, uint32_t n), void *arg,
                             rocpd_error *err) {
  int64_t *value = sqlite3_malloc64(ROCPD_SAMPLED_COLUMNS * ROCPD_SAMPLED_BLOCK * sizeof *value);
  int rc = value ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t b = batches * number / shares; rc == SQLITE_OK && b < batches * (number + 1) / shares; b++) {
    const rocpd_column *c;
    if (!batch[b]->rows) rc = rocpd_batch_column(batch[b], ROCPD_STACK_tid, &c, err);
    for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, batch[b]->rows, ROCPD_SAMPLED_BLOCK)) > 0; first += n) {
      rc = rocpd_batch_values(batch[b], row_columns, ROCPD_SAMPLED_COLUMNS, first, n, value, ROCPD_SAMPLED_BLOCK, err);
      if (rc == SQLITE_OK) rc = rocpd_fail_code(err, fn(arg, value, n));
    }
  }
  sqlite3_free(value);
  return rc;
}

typedef struct thread_sums {
  int64_t pid, tid;
  rocpd_sum128 length, cpu, wait;
} thread_sums;

enum { RECENT = 64, MOST_THREADS = 1 << 18 };

/* What one worker adds up. Most rows are of stacks that it has met, in a table too large for the processor's caches, so the table has nothing but the key
** and the number of samples. */
typedef struct share {
  rocpd_map thread_of; /* pid << 32 ^ tid, or a number after it if several threads have that -> place */
  thread_sums *thread;
  size_t threads, thread_room;
  uint32_t recent[RECENT]; /* places of threads, by tid */
  rocpd_map samples;   /* stack_key() -> number */
} share;

static uint64_t stack_key(uint32_t thread, enum rocpd_sampled_state state, uint32_t syscall, uint32_t frame) {
  return (uint64_t)thread << 46 | (uint64_t)state << 44 | (uint64_t)syscall << 32 | frame;
}

typedef struct adding {
  const rocpd_frame_tree *tree;
  const rocpd_sampled_time *time; /* NULL: any */
  bool by_syscall;
  rocpd_batch **batch;
  size_t batches, shares;
  share *of;
  int64_t state[ROCPD_SAMPLED_STATES]; /* interned */
} adding;

/* ---- adding up */

static int thread_at(share *w, int64_t pid, int64_t tid, uint32_t *out) {
  uint32_t *recent = &w->recent[(uint64_t)tid % RECENT];
  if (*recent < w->threads && w->thread[*recent].tid == tid && w->thread[*recent].pid == pid) return *out = *recent, SQLITE_OK;
  uint64_t key = (uint64_t)pid << 32 ^ (uint64_t)tid, at = rocpd_map_get(&w->thread_of, key, UINT64_MAX);
  while (at != UINT64_MAX && (w->thread[at].pid != pid || w->thread[at].tid != tid)) at = rocpd_map_get(&w->thread_of, ++key, UINT64_MAX);
  if (at == UINT64_MAX) {
    if (w->threads == MOST_THREADS) return SQLITE_TOOBIG;
    int rc = rocpd_map_set(&w->thread_of, key, at = w->threads);
    if (rc == SQLITE_OK) rc = ROCPD_APPEND(w->thread, w->threads, w->thread_room, (thread_sums){.pid = pid, .tid = tid});
    if (rc != SQLITE_OK) return rc;
  }
  *out = *recent = (uint32_t)at;
  return SQLITE_OK;
}

static int add_samples(share *w, uint64_t key, uint64_t n) {
  rocpd_map_entry *e = w->samples.count ? &w->samples.entry[rocpd_map_slot(&w->samples, key)] : NULL;
  if (!e || !e->value_plus_1) return rocpd_map_set(&w->samples, key, n);
  e->value_plus_1 = rocpd_add_counts(e->value_plus_1 - 1, n) + 1;
  return SQLITE_OK;
}

/* A row without a start is in no time. */
static bool is_in(const rocpd_sampled_time *t, int64_t start, int64_t end) {
  return start != ROCPD_NULL && start >= t->from && start < t->to && start <= t->end && (end == ROCPD_NULL || end >= t->start);
}

typedef struct addend {
  uint64_t key, n; /* stack_key() and number of samples */
} addend;

/* Adds the times of a row, or of a sum of rows, to its thread; returns what its samples are to be added to. */
static int add_times(const adding *x, share *w, int64_t pid, int64_t tid, int64_t frame, int64_t syscall, const rocpd_sampled_row *r, addend *out) {
  uint32_t thread, in = ROCPD_NO_SYSCALL;
  int rc = thread_at(w, pid, tid, &thread);
  if (rc != SQLITE_OK) return rc;
  if (x->by_syscall && r->state == ROCPD_SAMPLED_BLOCKED && syscall >= 0 && syscall < ROCPD_NO_SYSCALL) in = (uint32_t)syscall;
  thread_sums *t = &w->thread[thread];
  t->length += r->length, t->cpu += r->cpu, t->wait += r->wait;
  *out = (addend){stack_key(thread, r->state, in, rocpd_frame_tree_find(x->tree, frame)), r->weight};
  return SQLITE_OK;
}

/* Adds n rows: their times first, then their samples. The table's entries are all over the memory, so some are on their way while others are added to. */
static int add_block(const adding *x, share *w, const int64_t *v, uint32_t n) {
#define V(column) v[ROCPD_SAMPLED_##column * ROCPD_SAMPLED_BLOCK + i]
  enum { AHEAD = 16 };
  addend add[ROCPD_SAMPLED_BLOCK];
  uint32_t adds = 0;
  int rc = SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
    if (x->time && !is_in(x->time, V(START), V(END))) continue;
    rocpd_sampled_row r = rocpd_sampled_row_at(x->state, v, i);
    rc = add_times(x, w, V(OF_PID), V(OF_TID), V(FRAME), V(SYSCALL), &r, &add[adds++]);
  }
  for (uint32_t i = 0; rc == SQLITE_OK && i < adds; i++) {
    if (adds - i > AHEAD) rocpd_map_prefetch(&w->samples, add[i + AHEAD].key);
    rc = add_samples(w, add[i].key, add[i].n);
  }
  return rc;
#undef V
}

typedef struct share_adding { const adding *x; share *w; } share_adding;
static int add_share_block(void *arg, const int64_t *v, uint32_t n) {
  const share_adding *s = arg;
  return add_block(s->x, s->w, v, n);
}

/* Adds up one share of the batches. */
static int add_share(void *arg, size_t number, rocpd_error *err) {
  const adding *x = arg;
  return rocpd_sampled_share_read(x->batch, x->batches, number, x->shares, add_share_block, &(share_adding){x, &x->of[number]}, err);
}

/* ---- sums */

enum { S_PID, S_TID, S_FRAME, S_WEIGHT, S_SYSCALL, S_CPU, S_WAIT, S_START, S_END, SUM_COLUMNS };
static const int sum_columns[SUM_COLUMNS] = {ROCPD_AGGREGATE_pid, ROCPD_AGGREGATE_tid, ROCPD_AGGREGATE_frame_id, ROCPD_AGGREGATE_weight,
  ROCPD_AGGREGATE_syscall, ROCPD_AGGREGATE_cpu_ns, ROCPD_AGGREGATE_wait_ns, ROCPD_AGGREGATE_start, ROCPD_AGGREGATE_end};

/* Whether rows from start to end are in a time: all of them, or none; *divided: neither is known. */
static bool all_in(const rocpd_sampled_time *t, int64_t start, int64_t end, bool *divided) {
  bool known = start != ROCPD_NULL && end != ROCPD_NULL;
  bool all = known && start >= t->from && end <= t->to && start >= t->start && end <= t->end;
  *divided = known && !all && end >= t->from && start < t->to && end >= t->start && start <= t->end;
  return all;
}

static int add_sum(void *arg, const rocpd_summed_row *r, rocpd_error *err) {
  const adding *x = arg;
  int64_t v[SUM_COLUMNS];
  bool divided = false;
  int rc = rocpd_batch_values(r->batch, sum_columns, SUM_COLUMNS, r->row, 1, v, 1, err);
  if (rc != SQLITE_OK || (x->time && !all_in(x->time, v[S_START], v[S_END], &divided))) return divided ? rocpd_summed_divided(r, "stacks", err) : rc;
  int64_t weight = v[S_WEIGHT] == ROCPD_NULL ? rocpd_saturated((rocpd_sum128)r->sums.rows) : v[S_WEIGHT];
  int64_t length = r->sums.ended ? rocpd_saturated(r->sums.sum) : 0;
  rocpd_sampled_row all = rocpd_sampled_row_of(x->state, r->name, length, v[S_CPU], v[S_WAIT], weight);
  addend add;
  rc = add_times(x, &x->of[0], v[S_PID], v[S_TID], v[S_FRAME], v[S_SYSCALL], &all, &add);
  return rocpd_fail_code(err, rc == SQLITE_OK ? add_samples(&x->of[0], add.key, add.n) : rc);
}

/* ---- joining */

static int join(share *to, const share *from) {
  int rc = SQLITE_OK;
  uint32_t *thread = sqlite3_malloc64((from->threads + 1) * sizeof *thread);
  if (!thread) return SQLITE_NOMEM;
  for (size_t i = 0; rc == SQLITE_OK && i < from->threads; i++) {
    const thread_sums *t = &from->thread[i];
    rc = thread_at(to, t->pid, t->tid, &thread[i]);
    if (rc == SQLITE_OK) to->thread[thread[i]].length += t->length, to->thread[thread[i]].cpu += t->cpu, to->thread[thread[i]].wait += t->wait;
  }
  for (uint64_t i = 0; rc == SQLITE_OK && from->samples.count && i <= from->samples.mask; i++) {
    const rocpd_map_entry *e = &from->samples.entry[i];
    uint64_t rest = e->key & (((uint64_t)1 << 46) - 1);
    if (e->value_plus_1) rc = add_samples(to, (uint64_t)thread[e->key >> 46] << 46 | rest, e->value_plus_1 - 1);
  }
  sqlite3_free(thread);
  return rc;
}

static int compare_keys(const void *a, const void *b) {
  const rocpd_map_entry *x = a, *y = b;
  uint64_t of_x = x->key & ~((uint64_t)3 << 44), of_y = y->key & ~((uint64_t)3 << 44);
  return ROCPD_ORDER(x->key >> 46, y->key >> 46) ?: ROCPD_ORDER((uint32_t)x->key, (uint32_t)y->key) ?: ROCPD_ORDER(of_x, of_y);
}

/* Makes the stacks of the table of samples, whose threads have the numbers `now`: sorts its entries, of which those of several states are one stack. */
static int make_stacks(share *all, const uint32_t *now, rocpd_sampled *out) {
  rocpd_map_entry *e = all->samples.entry;
  size_t n = 0;
  for (uint64_t i = 0; all->samples.count && i <= all->samples.mask; i++)
    if (e[i].value_plus_1) e[n++] = (rocpd_map_entry){(uint64_t)now[e[i].key >> 46] << 46 | (e[i].key & (((uint64_t)1 << 46) - 1)), e[i].value_plus_1};
  all->samples.count = 0;
  if (n) qsort(e, n, sizeof *e, compare_keys);
  out->stack = sqlite3_malloc64((n + 1) * sizeof *out->stack);
  for (size_t i = 0; out->stack && i < n; i++) {
    if (!i || compare_keys(&e[i - 1], &e[i]))
      out->stack[out->stacks++] = (rocpd_sampled_stack){.thread = (uint32_t)(e[i].key >> 46), .frame = (uint32_t)e[i].key, .syscall = (uint32_t)(e[i].key >> 32) & 4095};
    out->stack[out->stacks - 1].samples[e[i].key >> 44 & 3] = e[i].value_plus_1 - 1;
  }
  return out->stack ? SQLITE_OK : SQLITE_NOMEM;
}

typedef struct numbered {
  thread_sums of;
  uint32_t was;
} numbered;

static int compare_threads(const void *a, const void *b) {
  const numbered *x = a, *y = b;
  return ROCPD_ORDER(x->of.pid, y->of.pid) ?: ROCPD_ORDER(x->of.tid, y->of.tid);
}

/* Threads by number, and their stacks in this order: the result does not depend on how many worker threads there were. */
static int hand_over(share *all, rocpd_sampled *out) {
  size_t n = all->threads;
  numbered *order = sqlite3_malloc64((n + 1) * sizeof *order);
  uint32_t *now = sqlite3_malloc64((n + 1) * sizeof *now);
  out->thread = rocpd_zeroed((n + 1) * sizeof *out->thread);
  int rc = order && now && out->thread ? SQLITE_OK : SQLITE_NOMEM;
  if (rc == SQLITE_OK) {
    for (size_t i = 0; i < n; i++) order[i] = (numbered){all->thread[i], (uint32_t)i};
    qsort(order, n, sizeof *order, compare_threads);
    for (size_t i = 0; i < n; i++) {
      const thread_sums *t = &order[i].of;
      rocpd_sum128 rest = t->length - t->cpu - t->wait;
      now[order[i].was] = (uint32_t)i;
      out->thread[i] = (rocpd_sampled_thread){.pid = t->pid, .tid = t->tid, .cpu_ns = rocpd_saturated(t->cpu), .wait_ns = rocpd_saturated(t->wait),
                                              .rest_ns = rest > 0 ? rocpd_saturated(rest) : 0};
    }
    out->threads = n;
    rc = make_stacks(all, now, out);
  }
  sqlite3_free(order);
  sqlite3_free(now);
  return rc;
}

/* ---- distributing */

enum { ANY_STATE = (1 << ROCPD_SAMPLED_STATES) - 1, RUN = 1 << ROCPD_SAMPLED_RUNNING | 1 << ROCPD_SAMPLED_KERNEL };

static rocpd_sum128 count_samples(const rocpd_sampled_stack *stack, size_t n, unsigned states) {
  rocpd_sum128 all = 0;
  for (size_t i = 0; i < n; i++)
    for (int k = 0; k < ROCPD_SAMPLED_STATES; k++)
      if (states >> k & 1) all += (rocpd_sum128)stack[i].samples[k];
  return all;
}

/* Distributes a time over the samples of these states or, if there are none, over all samples as time of the first of these states. The first k samples get
** k / all of it, rounded down, so nothing is lost. */
static void distribute(rocpd_sampled_stack *stack, size_t n, int64_t ns, unsigned states) {
  int instead = __builtin_ctz(states);
  rocpd_sum128 all = count_samples(stack, n, states), done = 0, given = 0;
  bool none = !all;
  if (none) all = count_samples(stack, n, states = ANY_STATE);
  for (size_t i = 0; all && i < n; i++)
    for (int k = 0; k < ROCPD_SAMPLED_STATES; k++) {
      if (!(states >> k & 1) || !stack[i].samples[k]) continue;
      done += (rocpd_sum128)stack[i].samples[k];
      rocpd_sum128 upto = ns * done / all;
      stack[i].ns[none ? instead : k] += (int64_t)(upto - given);
      given = upto;
    }
}

static void distribute_all(rocpd_sampled *x) {
  size_t first = 0;
  for (size_t t = 0; t < x->threads; t++) {
    rocpd_sampled_thread *of = &x->thread[t];
    size_t end = first;
    for (; end < x->stacks && x->stack[end].thread == t; end++)
      for (int k = 0; k < ROCPD_SAMPLED_STATES; k++) of->samples[k] = rocpd_add_counts(of->samples[k], x->stack[end].samples[k]);
    of->stacks = end;
    distribute(x->stack + first, end - first, of->cpu_ns, RUN);
    distribute(x->stack + first, end - first, of->wait_ns, 1u << ROCPD_SAMPLED_RUNNABLE);
    distribute(x->stack + first, end - first, of->rest_ns, 1u << ROCPD_SAMPLED_BLOCKED);
    first = end;
  }
}

/* ---- the whole */

static void share_free(share *w) {
  rocpd_map_free(&w->thread_of);
  rocpd_map_free(&w->samples);
  sqlite3_free(w->thread);
}

int rocpd_sampled_make(rocpd_snapshot *s, rocpd_source *source, const rocpd_frame_tree *tree, const rocpd_sampled_time *time, bool by_syscall,
                       rocpd_sampled *out, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  adding x = {.tree = tree, .time = time, .by_syscall = by_syscall};
  *out = (rocpd_sampled){0};
  int rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_STACK, &x.batch, &x.batches, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_sampled_states(session, x.state));
  if (rc != SQLITE_OK) return rc;
  x.shares = (size_t)rocpd_parallel_threads(session);
  if (x.shares > x.batches) x.shares = x.batches ? x.batches : 1;
  x.of = rocpd_zeroed(x.shares * sizeof *x.of);
  if (!x.of) return rocpd_no_memory(err);
  rc = rocpd_parallel(session, x.shares, add_share, &x, err);
  for (size_t i = 1; rc == SQLITE_OK && i < x.shares; i++) rc = rocpd_fail_code(err, join(&x.of[0], &x.of[i]));
  if (rc == SQLITE_OK) rc = rocpd_summed_each_of(s, source, "stacks", ROCPD_KIND_STACK, add_sum, &x, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, hand_over(&x.of[0], out));
  for (size_t i = 0; i < x.shares; i++) share_free(&x.of[i]);
  sqlite3_free(x.of);
  if (rc == SQLITE_OK) distribute_all(out);
  else rocpd_sampled_free(out);
  return rc;
}

void rocpd_sampled_free(rocpd_sampled *x) {
  sqlite3_free(x->thread);
  sqlite3_free(x->stack);
  *x = (rocpd_sampled){0};
}
