/* See known_time.h. */
#include "known_time.h"

/* Counts unknown times: those in start columns, and those in other columns. */
struct rocpd_unknown_times {
  int64_t starts[ROCPD_KIND_COUNT], others[ROCPD_KIND_COUNT]; /* atomic */
};

/* ---- counting */

static struct rocpd_unknown_times *counts_of(rocpd_source *s) {
  struct rocpd_unknown_times *have = __atomic_load_n(&s->faults.unknown_times, __ATOMIC_ACQUIRE);
  if (have) return have;
  struct rocpd_unknown_times *made = rocpd_zeroed(sizeof(*made));
  if (!made) return NULL;
  if (__atomic_compare_exchange_n(&s->faults.unknown_times, &have, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return made;
  sqlite3_free(made); /* another thread made it first */
  return have;
}

static int count(rocpd_batch *b, int index, int64_t n) {
  uint64_t bit = (uint64_t)1 << index;
  struct rocpd_unknown_times *counts = counts_of(b->source);
  if (!counts) return SQLITE_NOMEM;
  if (__atomic_fetch_or(&b->times_counted, bit, __ATOMIC_RELAXED) & bit) return SQLITE_OK;
  bool is_start = rocpd_kinds[b->kind].column[index].flags & ROCPD_C_START;
  __atomic_fetch_add(is_start ? &counts->starts[b->kind] : &counts->others[b->kind], n, __ATOMIC_RELAXED);
  return SQLITE_OK;
}

int rocpd_unknown_times_each(rocpd_source *s, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg) {
  const struct rocpd_unknown_times *counts = __atomic_load_n(&s->faults.unknown_times, __ATOMIC_ACQUIRE);
  int rc = SQLITE_OK;
  for (int k = 0; counts && rc == SQLITE_OK && k < ROCPD_KIND_COUNT; k++) {
    int64_t starts = __atomic_load_n(&counts->starts[k], __ATOMIC_RELAXED), others = __atomic_load_n(&counts->others[k], __ATOMIC_RELAXED);
    if (!starts && !others) continue;
    char *detail = sqlite3_mprintf("table %s: %lld starts and %lld other times are 0, or long before the trace began: read as NULL", rocpd_kinds[k].name,
                                   (long long)starts, (long long)others);
    rc = detail ? emit(arg, ROCPD_UNKNOWN_TIMES, starts + others, detail) : SQLITE_NOMEM;
    sqlite3_free(detail);
  }
  return rc;
}

int rocpd_source_health(rocpd_source *s, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg) {
  int rc = s->class->health ? s->class->health(s, emit, arg) : SQLITE_OK;
  return rc == SQLITE_OK ? rocpd_unknown_times_each(s, emit, arg) : rc;
}

/* ---- columns */

static bool is_own(const rocpd_batch *b) { return !b->shares && !(rocpd_kinds[b->kind].flags & ROCPD_K_LIFETIME); }

static int64_t began(const rocpd_batch *b) { return __atomic_load_n(&b->source->info.began_ns, __ATOMIC_RELAXED); }

/* Replaces *c by a column of these values, and frees the old one. */
static int replace(rocpd_column **c, const int64_t *value, uint32_t rows) {
  rocpd_column *made = rocpd_column_of(value, rows);
  if (!made) return SQLITE_NOMEM;
  sqlite3_free(*c);
  *c = made;
  return SQLITE_OK;
}

static int clear_times(rocpd_batch *b, int index, int64_t *v, rocpd_column **c) {
  int64_t n = 0, from = began(b);
  rocpd_column_get(*c, 0, b->rows, v);
  for (uint32_t i = 0; i < b->rows; i++) {
    if (v[i] == ROCPD_NULL || rocpd_time_is_known(v[i], from)) continue;
    v[i] = ROCPD_NULL;
    n++;
  }
  int rc = count(b, index, n);
  return rc == SQLITE_OK ? replace(c, v, b->rows) : rc;
}

/* Sets durations to NULL where the start or the end is unknown. */
static int clear_durations(const rocpd_batch *b, int64_t *v, rocpd_column **c, const rocpd_column *start, const rocpd_column *end) {
  rocpd_column_get(*c, 0, b->rows, v);
  for (uint32_t i = 0; i < b->rows; i++)
    if (rocpd_column_at(start, i) == ROCPD_NULL || rocpd_column_at(end, i) == ROCPD_NULL) v[i] = ROCPD_NULL;
  return replace(c, v, b->rows);
}

bool rocpd_doubts_duration(const rocpd_batch *b, int index, const rocpd_column *c) {
  if (!is_own(b) || rocpd_column_only_nulls(c)) return false;
  const rocpd_kind *kind = &rocpd_kinds[b->kind];
  return kind->start >= 0 && kind->end >= 0 && !rocpd_batch_bounds_hold(b) && strcmp(kind->column[index].name, "duration") == 0;
}

int rocpd_known_times(rocpd_batch *b, int index, rocpd_column **c) {
  bool is_time = rocpd_kinds[b->kind].column[index].flags & ROCPD_C_TIMES;
  if (!is_time || !is_own(b) || rocpd_column_only_nulls(*c) || rocpd_time_is_known((*c)->min, began(b))) return SQLITE_OK;
  int64_t *v = sqlite3_malloc64((uint64_t)b->rows * sizeof(*v) + 1);
  int rc = v ? clear_times(b, index, v, c) : SQLITE_NOMEM;
  sqlite3_free(v);
  return rc;
}

int rocpd_known_durations(const rocpd_batch *b, const rocpd_column *start, const rocpd_column *end, rocpd_column **c) {
  int64_t *v = sqlite3_malloc64((uint64_t)b->rows * sizeof(*v) + 1);
  int rc = v ? clear_durations(b, v, c, start, end) : SQLITE_NOMEM;
  sqlite3_free(v);
  return rc;
}

bool rocpd_batch_bounds_hold(const rocpd_batch *b) {
  if (!rocpd_is_time(b->min_time) || !rocpd_is_time(b->max_time)) return false;
  while (b->shares) b = b->shares;
  return !is_own(b) || rocpd_time_is_known(b->min_time, began(b));
}
