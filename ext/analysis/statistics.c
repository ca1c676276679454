/* Statistics by name in one pass over two columns. Each worker adds up into an
** array of its own, indexed by string id (dense, since strings are interned), and
** the arrays are added at the end. Sums of squares are exact, in 128 bits, so that
** the spread of equal durations is exactly 0. */
#include "statistics.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#define BLOCK 1024 /* rows gathered at a time: both columns stay in the first-level cache */

/* SQLite's allocator aligns to 8 bytes only. */
typedef __int128 sum128 __attribute__((aligned(8)));
typedef unsigned __int128 squares128 __attribute__((aligned(8)));

typedef struct slot {
  uint64_t rows, ended;
  sum128 sum;
  squares128 squares;
  int64_t min, max;
} slot;

/* Slots by name id + 1; 0 is for rows without a name. */
typedef struct table {
  slot *slot;
  size_t size;
  struct table *next;
} table;

typedef struct statistics_work {
  const rocpd_stat_input *input;
  rocpd_batch **batch; /* of all inputs' kinds */
  pthread_mutex_t lock; /* of idle */
  table *idle;          /* tables that no worker uses at the moment */
} statistics_work;

static int grow(table *t, size_t size, rocpd_error *err) {
  if (size <= t->size) return SQLITE_OK;
  if (size < 2 * t->size) size = 2 * t->size;
  slot *s = sqlite3_realloc64(t->slot, size * sizeof *s);
  if (!s) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu names", size);
  memset(s + t->size, 0, (size - t->size) * sizeof *s);
  for (size_t i = t->size; i < size; i++) s[i].min = INT64_MAX, s[i].max = INT64_MIN;
  t->slot = s, t->size = size;
  return SQLITE_OK;
}

static void add(slot *restrict s, const int64_t *restrict name, const int64_t *restrict duration, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    slot *p = &s[name[i] == ROCPD_NULL ? 0 : name[i] + 1];
    int64_t d = duration[i];
    p->rows++;
    if (d == ROCPD_NULL) continue;
    uint64_t size = d < 0 ? 0 - (uint64_t)d : (uint64_t)d;
    p->ended++;
    p->sum += d;
    p->squares += (unsigned __int128)size * size;
    if (d < p->min) p->min = d;
    if (d > p->max) p->max = d;
  }
}

static int64_t greatest_name(const rocpd_column *c, const int64_t *name, uint32_t n) {
  int64_t greatest = -1;
  if (c->dict) { /* few values: ask the dictionary once instead of each row */
    for (uint32_t i = 0; i < c->ndict; i++)
      if (c->dict[i] > greatest) greatest = c->dict[i];
    return greatest;
  }
  for (uint32_t i = 0; i < n; i++)
    if (name[i] > greatest) greatest = name[i];
  return greatest;
}

static int add_batch(table *t, rocpd_batch *b, const rocpd_stat_input *input, rocpd_error *err) {
  const rocpd_column *name, *duration;
  int rc = rocpd_batch_column(b, input->name, &name, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, input->duration, &duration, err);
  int64_t names[BLOCK], durations[BLOCK];
  for (uint32_t first = 0; rc == SQLITE_OK && first < b->rows; first += BLOCK) {
    uint32_t n = b->rows - first < BLOCK ? b->rows - first : BLOCK;
    rocpd_column_get(name, first, n, names);
    rocpd_column_get(duration, first, n, durations);
    if (first == 0 || !name->dict) rc = grow(t, (size_t)(greatest_name(name, names, n) + 2), err);
    if (rc == SQLITE_OK) add(t->slot, names, durations, n);
  }
  return rc;
}

static table *take(statistics_work *w) {
  pthread_mutex_lock(&w->lock);
  table *t = w->idle;
  if (t) w->idle = t->next;
  pthread_mutex_unlock(&w->lock);
  if (!t && (t = sqlite3_malloc64(sizeof *t))) memset(t, 0, sizeof *t);
  return t;
}

static int work_batch(void *arg, size_t i, rocpd_error *err) {
  statistics_work *w = arg;
  table *t = take(w);
  if (!t) return rocpd_no_memory(err);
  const rocpd_stat_input *input = w->input;
  while (input->kind != w->batch[i]->kind) input++;
  int rc = add_batch(t, w->batch[i], input, err);
  pthread_mutex_lock(&w->lock);
  t->next = w->idle, w->idle = t;
  pthread_mutex_unlock(&w->lock);
  return rc;
}

/* Whether the sum of squares may be more than its 128 bits hold. */
static bool squares_overflow(const slot *s) {
  long double greatest = fmaxl(fabsl((long double)s->min), fabsl((long double)s->max));
  return s->ended && greatest * greatest * (long double)s->ended >= 0x1p128L;
}

static double spread(const slot *s) {
  if (s->ended < 2 || squares_overflow(s)) return NAN;
  long double n = (long double)s->ended, mean = (long double)s->sum / n;
  long double variance = ((long double)s->squares - mean * (long double)s->sum) / (n - 1);
  return variance > 0 && s->min != s->max ? (double)sqrtl(variance) : 0;
}

typedef struct placed {
  rocpd_stat stat;
  uint32_t position; /* of the name: ties are in order of names */
} placed;

static int compare(const void *a, const void *b) {
  const placed *x = a, *y = b;
  if (x->stat.sum_ns != y->stat.sum_ns) return x->stat.sum_ns < y->stat.sum_ns ? 1 : -1;
  return x->position < y->position ? -1 : x->position > y->position;
}

static void merge(table *to, const table *from) {
  for (size_t i = 0; i < from->size; i++) {
    slot *s = &to->slot[i];
    const slot *f = &from->slot[i];
    s->rows += f->rows, s->ended += f->ended, s->sum += f->sum, s->squares += f->squares;
    if (f->min < s->min) s->min = f->min;
    if (f->max > s->max) s->max = f->max;
  }
}

static int64_t saturated(sum128 sum) { return sum > INT64_MAX ? INT64_MAX : sum < -INT64_MAX ? -INT64_MAX : (int64_t)sum; }

/* Returns for how many names something saturates. */
static int64_t fill(placed *r, const table *all, const uint32_t *position, size_t positions) {
  int64_t saturate = 0;
  size_t k = 0;
  for (size_t i = 0; i < all->size; i++) {
    const slot *s = &all->slot[i];
    if (!s->rows) continue;
    int64_t sum = saturated(s->sum), average = s->ended ? (int64_t)(s->sum / (sum128)s->ended) : 0;
    saturate += sum != s->sum || squares_overflow(s);
    r[k].stat = (rocpd_stat){i ? (int64_t)i - 1 : ROCPD_NULL, s->rows, s->ended, sum, average, s->min, s->max, spread(s)};
    r[k++].position = i && i - 1 < positions ? position[i - 1] + 1 : 0;
  }
  return saturate;
}

static const char saturated_names; /* owner of what is kept */

int64_t rocpd_statistics_saturated(rocpd_snapshot *s) {
  const int64_t *names = rocpd_snapshot_kept(s, &saturated_names, 0);
  return names ? *names : 0;
}

static int note_saturated(rocpd_snapshot *s, int64_t names) {
  int64_t *known = rocpd_snapshot_kept(s, &saturated_names, 0);
  if (known && *known < names) *known = names;
  if (known || !names) return SQLITE_OK;
  known = sqlite3_malloc64(sizeof *known);
  if (!known) return SQLITE_NOMEM;
  *known = names;
  return rocpd_snapshot_keep(s, &saturated_names, 0, known, sqlite3_free);
}

static int finish(rocpd_session *session, rocpd_snapshot *s, const table *all, rocpd_stat **out, size_t *n, rocpd_error *err) {
  const uint32_t *position = NULL;
  size_t positions = 0, count = 0;
  for (size_t i = 0; i < all->size; i++) count += all->slot[i].rows != 0;
  int rc = count ? rocpd_string_positions(session, &position, &positions) : SQLITE_OK;
  if (rc != SQLITE_OK) return rocpd_fail_code(err, rc);
  placed *r = sqlite3_malloc64((count + 1) * sizeof *r);
  rocpd_stat *stat = sqlite3_malloc64((count + 1) * sizeof *stat);
  if (!r || !stat) {
    sqlite3_free(r), sqlite3_free(stat);
    return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu names", count);
  }
  rc = note_saturated(s, fill(r, all, position, positions));
  qsort(r, count, sizeof *r, compare);
  for (size_t i = 0; i < count; i++) stat[i] = r[i].stat;
  sqlite3_free(r);
  if (rc != SQLITE_OK) {
    sqlite3_free(stat);
    return rocpd_no_memory(err);
  }
  *out = stat, *n = count;
  return SQLITE_OK;
}

int rocpd_statistics(rocpd_session *session, rocpd_snapshot *s, const rocpd_stat_input *input, int inputs, rocpd_stat **out,
                     size_t *n, rocpd_error *err) {
  statistics_work w = {.input = input, .lock = PTHREAD_MUTEX_INITIALIZER};
  table all = {0};
  int kind[ROCPD_KIND_COUNT];
  size_t batches;
  *out = NULL, *n = 0;
  for (int i = 0; i < inputs; i++) kind[i] = input[i].kind;
  int rc = rocpd_snapshot_batches_all(s, kind, inputs, false, &w.batch, &batches, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, batches, work_batch, &w, err);
  for (table *i = w.idle; i && rc == SQLITE_OK; i = i->next) {
    rc = grow(&all, i->size, err);
    if (rc == SQLITE_OK) merge(&all, i);
  }
  if (rc == SQLITE_OK) rc = finish(session, s, &all, out, n, err);
  for (table *i = w.idle, *next; i; i = next) {
    next = i->next;
    sqlite3_free(i->slot), sqlite3_free(i);
  }
  sqlite3_free(all.slot), sqlite3_free(w.batch);
  return rc;
}
