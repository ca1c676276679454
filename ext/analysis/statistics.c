/* See statistics.h. */
#define _GNU_SOURCE /* qsort_r */
#include "statistics.h"
#include <math.h>
#include <stdlib.h>

typedef rocpd_stat_slot slot;

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

static int merge(void *to, const void *from, const void *arg) {
  slot *s = to;
  const slot *f = from;
  s->rows = rocpd_add_counts(s->rows, f->rows), s->ended = rocpd_add_counts(s->ended, f->ended), s->sum += f->sum, s->squares += f->squares;
  if (f->min < s->min) s->min = f->min;
  if (f->max > s->max) s->max = f->max;
  return SQLITE_OK;
}

/* ---- states: rows, ended; if any has ended min, max - min, and both halves of the sum and of the squares */

static void save(const void *from, rocpd_state_writer *to, const void *arg) {
  const slot *s = from;
  rocpd_state_put(to, s->rows);
  rocpd_state_put(to, s->ended);
  if (!s->ended) return;
  rocpd_state_put_signed(to, s->min);
  rocpd_state_put(to, (uint64_t)s->max - (uint64_t)s->min);
  rocpd_state_put(to, (uint64_t)s->sum);
  rocpd_state_put_signed(to, (int64_t)(s->sum >> 64));
  rocpd_state_put(to, (uint64_t)s->squares);
  rocpd_state_put(to, (uint64_t)(s->squares >> 64));
}

#define MOST_ROWS ((uint64_t)1 << 53) /* sums of so many durations are far from 128 bits */

static int load(void *to, rocpd_state_reader *from, const void *arg) {
  slot *s = to;
  s->rows = rocpd_state_get(from), s->ended = rocpd_state_get(from);
  from->bad |= s->rows > MOST_ROWS || s->ended > s->rows;
  if (from->bad || !s->ended) return SQLITE_OK;
  s->min = rocpd_state_get_signed(from);
  uint64_t width = rocpd_state_get(from), low = rocpd_state_get(from);
  s->max = (int64_t)((uint64_t)s->min + width);
  s->sum = (rocpd_sum128)((unsigned __int128)(uint64_t)rocpd_state_get_signed(from) << 64 | low);
  low = rocpd_state_get(from);
  s->squares = (rocpd_squares128)rocpd_state_get(from) << 64 | low;
  __int128 n = (__int128)s->ended;
  from->bad |= s->min == ROCPD_NULL || s->max < s->min || s->sum < s->min * n || s->sum > s->max * n;
  return SQLITE_OK;
}

const rocpd_group_class rocpd_statistics_class = {.size = sizeof(slot), .init = init, .add = add, .merge = merge, .save = save, .load = load};

bool rocpd_squares_overflow(const slot *s) {
  long double greatest = fmaxl(fabsl((long double)s->min), fabsl((long double)s->max));
  return s->ended && greatest * greatest * (long double)s->ended >= 0x1p128L;
}

double rocpd_stat_mean(const slot *s) { return s->ended ? (double)((long double)s->sum / (long double)s->ended) : 0; }

static long double deviation(const slot *s) {
  if (!s->ended || s->min == s->max) return 0;
  if (rocpd_squares_overflow(s)) return NAN;
  return fmaxl((long double)s->squares - (long double)s->sum / (long double)s->ended * (long double)s->sum, 0);
}

double rocpd_stat_deviation(const slot *s) { return (double)deviation(s); }

static double spread(const slot *s) { return s->ended < 2 || rocpd_squares_overflow(s) ? NAN : (double)sqrtl(deviation(s) / (long double)(s->ended - 1)); }

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
  return rocpd_snapshot_keep(s, &(rocpd_keeping){.owner = &saturated_groups, .data = known, .free_data = sqlite3_free}) ? SQLITE_OK : SQLITE_NOMEM;
}

/* The sort order of keys: texts by their position among all texts. */
typedef struct key_order {
  const uint32_t *position;
  size_t positions;
  uint64_t texts; /* bit k: key k is a text */
  int keys;
} key_order;

static int64_t order_of(const key_order *o, const rocpd_stat *x, int k) {
  int64_t v = x->key[k];
  return o->texts >> k & 1 && v >= 0 && (uint64_t)v < o->positions ? o->position[v] : v;
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
static int64_t fill(rocpd_statistics *st, size_t size) {
  const rocpd_group_table *t = &st->table;
  int64_t saturate = 0;
  st->n = 0;
  for (size_t i = 0; i < t->groups.n; i++) {
    const slot *s = (const slot *)(t->slot + i * size);
    int64_t sum = rocpd_saturated(s->sum), average = s->ended ? (int64_t)(s->sum / (rocpd_sum128)s->ended) : 0;
    saturate += sum != s->sum || rocpd_squares_overflow(s);
    st->stat[st->n++] =
      (rocpd_stat){&t->groups.key[i * (size_t)t->groups.keys], s->rows, s->ended, sum, average, s->min, s->max, spread(s), st->summed ? st->summed[i] : 0, i};
  }
  return saturate;
}

void rocpd_statistics_free(rocpd_statistics *st) {
  rocpd_group_table_free(&st->table);
  sqlite3_free(st->stat), sqlite3_free(st->place), sqlite3_free(st->summed);
  memset(st, 0, sizeof *st);
}

int rocpd_statistics_rank(rocpd_session *session, rocpd_statistics *st, size_t size, uint64_t texts, int64_t *saturated, rocpd_error *err) {
  key_order order = {.texts = texts, .keys = st->table.groups.keys};
  size_t groups = st->table.groups.n;
  int64_t saturate = 0;
  int rc = SQLITE_OK;
  sqlite3_free(st->stat), sqlite3_free(st->place);
  st->stat = sqlite3_malloc64((groups + 1) * sizeof *st->stat);
  st->place = sqlite3_malloc64((groups + 1) * sizeof *st->place);
  if (!st->stat || !st->place) rc = SQLITE_NOMEM;
  if (rc == SQLITE_OK && groups) rc = rocpd_string_positions(session, &order.position, &order.positions);
  if (rc == SQLITE_OK) saturate = fill(st, size), qsort_r(st->stat, st->n, sizeof *st->stat, compare, &order);
  for (size_t i = 0; rc == SQLITE_OK && i < st->n; i++) st->place[st->stat[i].group] = i;
  if (saturated) *saturated = saturate;
  return rocpd_fail_code(err, rc);
}

int rocpd_statistics_again(rocpd_snapshot *s, const rocpd_group_input *input, int keys, rocpd_statistics *st, rocpd_error *err) {
  int64_t saturated = 0;
  int rc = rocpd_statistics_rank(rocpd_snapshot_session(s), st, sizeof(slot), rocpd_key_texts(input, keys), &saturated, err);
  return rc == SQLITE_OK ? rocpd_fail_code(err, note_saturated(s, saturated)) : rc;
}

int rocpd_statistics_make(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, int keys, rocpd_statistics *out, rocpd_error *err) {
  memset(out, 0, sizeof *out);
  int rc = rocpd_group_pass(s, input, inputs, keys, &rocpd_statistics_class, NULL, &out->table, err);
  if (rc == SQLITE_OK) rc = rocpd_statistics_again(s, input, keys, out, err);
  if (rc != SQLITE_OK) rocpd_statistics_free(out);
  return rc;
}
