/* Sums of squares are exact, in 128 bits, so that the spread of equal durations is exactly 0. */
#define _GNU_SOURCE /* qsort_r */
#include "statistics.h"
#include <math.h>
#include <stdlib.h>
#include "sum.h"

typedef unsigned __int128 squares128 __attribute__((aligned(8))); /* as rocpd_sum128 */

typedef struct slot {
  uint64_t rows, ended;
  rocpd_sum128 sum;
  squares128 squares;
  int64_t min, max;
} slot;

static void init(void *slots, size_t n, const void *arg) {
  slot *s = slots;
  memset(s, 0, n * sizeof *s);
  for (size_t i = 0; i < n; i++) s[i].min = INT64_MAX, s[i].max = INT64_MIN;
}

static void add(void *slots, const int64_t *restrict group, const int64_t *restrict duration, uint32_t n, const void *arg) {
  slot *restrict s = slots;
  for (uint32_t i = 0; i < n; i++) {
    slot *p = &s[group[i]];
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

static void merge(void *to, const void *from, const void *arg) {
  slot *s = to;
  const slot *f = from;
  s->rows += f->rows, s->ended += f->ended, s->sum += f->sum, s->squares += f->squares;
  if (f->min < s->min) s->min = f->min;
  if (f->max > s->max) s->max = f->max;
}

static const rocpd_group_class class = {.size = sizeof(slot), .init = init, .add = add, .merge = merge};

/* True if the sum of squares may exceed 128 bits. */
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

static const char saturated_groups; /* its address identifies the count that the snapshot keeps */

int64_t rocpd_statistics_saturated(rocpd_snapshot *s) {
  const int64_t *groups = rocpd_snapshot_kept(s, &saturated_groups, 0);
  return groups ? *groups : 0;
}

static int note_saturated(rocpd_snapshot *s, int64_t groups) {
  int64_t *known = rocpd_snapshot_kept(s, &saturated_groups, 0);
  if (known && *known < groups) *known = groups;
  if (known || !groups) return SQLITE_OK;
  known = sqlite3_malloc64(sizeof *known);
  if (!known) return SQLITE_NOMEM;
  *known = groups;
  return rocpd_snapshot_keep(s, &saturated_groups, 0, known, sqlite3_free);
}

/* The sort order of keys: texts by their position among all texts. */
typedef struct key_order {
  const uint32_t *position;
  size_t positions;
  const rocpd_group_input *input;
  int keys;
} key_order;

static int64_t order_of(const key_order *o, const rocpd_stat *x, int k) {
  int64_t v = x->key[k];
  return rocpd_key_is_text(o->input, k) && v >= 0 && (uint64_t)v < o->positions ? o->position[v] : v;
}

static int compare(const void *a, const void *b, void *order) {
  const rocpd_stat *x = a, *y = b;
  if (x->sum_ns != y->sum_ns) return x->sum_ns < y->sum_ns ? 1 : -1;
  const key_order *o = order;
  for (int k = 0; k < o->keys; k++) {
    int64_t i = order_of(o, x, k), j = order_of(o, y, k);
    if (i != j) return i < j ? -1 : 1;
  }
  return 0;
}

/* Returns the number of groups for which something saturates. */
static int64_t fill(rocpd_statistics *st, int keys) {
  const rocpd_group_table *t = &st->table;
  int64_t saturate = 0;
  for (size_t i = 0; i < t->groups.n; i++) {
    const slot *s = (const slot *)t->slot + i;
    int64_t sum = rocpd_saturated(s->sum), average = s->ended ? (int64_t)(s->sum / (rocpd_sum128)s->ended) : 0;
    saturate += sum != s->sum || squares_overflow(s);
    st->stat[st->n++] = (rocpd_stat){&t->groups.key[i * (size_t)keys], s->rows, s->ended, sum, average, s->min, s->max, spread(s), i};
  }
  return saturate;
}

void rocpd_statistics_free(rocpd_statistics *st) {
  rocpd_group_table_free(&st->table);
  sqlite3_free(st->stat), sqlite3_free(st->place);
  memset(st, 0, sizeof *st);
}

int rocpd_statistics_make(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, int keys, rocpd_statistics *out, rocpd_error *err) {
  memset(out, 0, sizeof *out);
  int rc = rocpd_group_pass(s, input, inputs, keys, &class, NULL, &out->table, err);
  if (rc != SQLITE_OK) return rc;
  key_order order = {.input = input, .keys = keys};
  size_t groups = out->table.groups.n;
  out->stat = sqlite3_malloc64((groups + 1) * sizeof *out->stat);
  out->place = sqlite3_malloc64((groups + 1) * sizeof *out->place);
  if (!out->stat || !out->place) rc = SQLITE_NOMEM;
  if (rc == SQLITE_OK && groups) rc = rocpd_string_positions(rocpd_snapshot_session(s), &order.position, &order.positions);
  if (rc == SQLITE_OK) rc = note_saturated(s, fill(out, keys));
  if (rc == SQLITE_OK) qsort_r(out->stat, out->n, sizeof *out->stat, compare, &order);
  for (size_t i = 0; rc == SQLITE_OK && i < out->n; i++) out->place[out->stat[i].group] = i;
  if (rc != SQLITE_OK) rocpd_statistics_free(out);
  return rocpd_fail_code(err, rc);
}
