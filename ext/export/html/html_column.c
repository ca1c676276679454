/* Columns of blobs: see html.h. Numbers that are close to each other, or grow evenly, take few bytes. Bytes of the same significance stand together, since
** they are mostly similar. */
#include "html.h"
#include "loops.h"

typedef struct column_shape { /* the shape of a column, from its values that are not NULL */
  int64_t first, base[2]; /* base of the values, and of the steps between them */
  uint64_t most[2];
  size_t nulls;
  bool steps;             /* all steps fit 64 bits */
} column_shape;

/* Number of values processed at a time, which fit the processor's cache. */
enum { SOME = ROCZ_BLOCK };

static unsigned width_of(uint64_t most) { return most ? (unsigned)(71 - __builtin_clzll(most)) / 8 : 0; }

/* True if numbers up to `steps` take fewer bytes than numbers up to `values`. */
static bool is_less(uint64_t steps, uint64_t values) { return width_of(steps) < width_of(values) || (width_of(steps) == width_of(values) && steps < values); }

/* Finds the shape of values without NULLs and without steps that exceed 64 bits. Mostly the first few steps show that steps are no gain. */
static void look_fast(const rocz_loops *loops, const int64_t *value, size_t n, column_shape *s, int64_t low, int64_t high) {
  int64_t low_step = n > 1 ? INT64_MAX : 0, high_step = n > 1 ? INT64_MIN : 0, least, most;
  uint64_t step[SOME], span = (uint64_t)high - (uint64_t)low;
  *s = (column_shape){.first = value[0], .base = {low, 0}, .most = {span, 0}, .steps = true};
  for (size_t from = 1; from < n && s->steps; from += SOME) {
    size_t some = n - from < SOME ? n - from : SOME;
    loops->step(value + from, (uint32_t)some, 0, step);
    loops->range((const int64_t *)step, (uint32_t)some, &least, &most);
    low_step = rocpd_earlier(low_step, least), high_step = rocpd_later(high_step, most);
    s->steps = is_less((uint64_t)high_step - (uint64_t)low_step, span);
  }
  s->base[1] = low_step, s->most[1] = (uint64_t)high_step - (uint64_t)low_step;
}

/* Copies the values that are not NULL; returns their number. NULLs are unpredictable, so no branch depends on them. */
static size_t leave_out(const int64_t *value, size_t n, int64_t *out) {
  size_t some = 0;
  for (size_t i = 0; i < n; i++) out[some] = value[i], some += value[i] != ROCPD_NULL;
  return some;
}

/* Finds the shape of values with NULLs, at least one of which is not NULL. False: steps may exceed 64 bits. */
static bool look_over(const rocz_loops *loops, const int64_t *value, size_t n, column_shape *s) {
  int64_t own[SOME + 1], low = INT64_MAX, high = INT64_MIN, low_step = INT64_MAX, high_step = INT64_MIN, least, most;
  uint64_t step[SOME];
  size_t seen = 0;
  for (size_t from = 0; from < n; from += SOME) { /* own[0]: the last value before these */
    size_t some = leave_out(value + from, n - from < SOME ? n - from : SOME, own + 1), first = seen == 0;
    if (!some) continue;
    if (first) s->first = own[1];
    loops->range(own + 1, (uint32_t)some, &least, &most);
    low = rocpd_earlier(low, least), high = rocpd_later(high, most);
    loops->step(own + 1 + first, (uint32_t)(some - first), 0, step);
    loops->range((const int64_t *)step, (uint32_t)(some - first), &least, &most);
    low_step = rocpd_earlier(low_step, least), high_step = rocpd_later(high_step, most);
    seen += some, own[0] = own[some];
  }
  if (low_step > high_step) low_step = high_step = 0;
  s->nulls = n - seen, s->steps = true;
  s->base[0] = low, s->base[1] = low_step;
  s->most[0] = (uint64_t)high - (uint64_t)low, s->most[1] = (uint64_t)high_step - (uint64_t)low_step;
  return low > INT64_MIN / 2;
}

/* Any. */
static void look_slowly(const int64_t *value, size_t n, column_shape *s) {
  int64_t low = INT64_MAX, high = INT64_MIN, low_step = INT64_MAX, high_step = INT64_MIN, step;
  size_t first = 0, nulls = 0;
  bool steps = true;
  while (first < n && value[first] == ROCPD_NULL) first++;
  *s = (column_shape){.nulls = first, .steps = true};
  if (first == n) return;
  int64_t before = s->first = low = high = value[first];
  for (size_t i = first + 1; i < n; i++) {
    int64_t v = value[i];
    bool null = v == ROCPD_NULL, far = __builtin_sub_overflow(v, before, &step), none = null | far;
    nulls += null, steps &= null | !far;
    low = rocpd_earlier(low, null ? INT64_MAX : v), high = rocpd_later(high, v);
    low_step = rocpd_earlier(low_step, none ? INT64_MAX : step), high_step = rocpd_later(high_step, none ? INT64_MIN : step);
    before = null ? before : v;
  }
  if (low_step > high_step) low_step = high_step = 0;
  s->nulls += nulls, s->steps = steps;
  s->base[0] = low, s->base[1] = low_step;
  s->most[0] = (uint64_t)high - (uint64_t)low, s->most[1] = (uint64_t)high_step - (uint64_t)low_step;
}

/* ROCPD_NULL is the least of all numbers. */
static column_shape look(const int64_t *value, size_t n) {
  column_shape s;
  const rocz_loops *loops = rocz_loops_find();
  int64_t low = INT64_MAX, high = INT64_MIN, least, most;
  bool same = value && n > 1 && value[0] == value[1] && loops->same(value, (uint32_t)n, value[0]);
  if (!value || (same && value[0] == ROCPD_NULL)) return (column_shape){.nulls = n, .steps = true};
  if (same) return (column_shape){.first = value[0], .base = {value[0], 0}, .steps = true};
  for (size_t from = 0; from < n; from += SOME) {
    loops->range(value + from, (uint32_t)(n - from < SOME ? n - from : SOME), &least, &most);
    low = rocpd_earlier(low, least), high = rocpd_later(high, most);
  }
  bool near = n && high < INT64_MAX / 2, nulls = low == ROCPD_NULL && high != ROCPD_NULL;
  if (near && low > INT64_MIN / 2) look_fast(loops, value, n, &s, low, high);
  else if (!near || !nulls || !look_over(loops, value, n, &s)) look_slowly(value, n, &s);
  return s;
}

static uint8_t *put_word(uint8_t *p, uint64_t word, int bytes) {
  for (int i = 0; i < bytes; i++) *p++ = (uint8_t)(word >> 8 * i);
  return p;
}

static uint8_t *put_nulls(uint8_t *p, const int64_t *value, size_t n) {
  for (size_t from = 0; from < n; from += 8) {
    unsigned bits = 0;
    for (size_t i = from; i < n && i < from + 8; i++) bits |= (unsigned)(value[i] == ROCPD_NULL) << (i - from);
    *p++ = (uint8_t)bits;
  }
  return p;
}

/* Computes x of some values from `from` on; *before: the last value before them that is not NULL. */
static void find_some(const rocz_loops *loops, const int64_t *value, size_t from, size_t some, const column_shape *s, bool delta, uint64_t *before,
                      uint64_t *x) {
  if (!s->nulls && !delta) return loops->plain(value + from, (uint32_t)some, s->base[0], x);
  if (!s->nulls) {
    bool first = from == 0; /* the first value has x = 0 */
    x[0] = 0;
    return loops->step(value + from + first, (uint32_t)some - first, s->base[1], x + first);
  }
  int64_t own[SOME + 1];
  uint64_t there[SOME + 1];
  size_t n = leave_out(value + from, some, own + 1), at = 0;
  own[0] = (int64_t)*before;
  if (delta) loops->step(own + 1, (uint32_t)n, s->base[1], there);
  else loops->plain(own + 1, (uint32_t)n, s->base[0], there);
  there[n] = 0;
  for (size_t i = 0; i < some; i++) {
    bool null = value[from + i] == ROCPD_NULL;
    x[i] = null ? 0 : there[at], at += !null;
  }
  *before = (uint64_t)own[n];
}

static uint8_t *put_planes(uint8_t *p, const int64_t *value, size_t n, const column_shape *s, bool delta, unsigned width) {
  const rocz_loops *loops = rocz_loops_find();
  uint64_t x[SOME], before = (uint64_t)s->first - (uint64_t)s->base[delta];
  for (size_t from = 0; from < n; from += SOME) {
    size_t some = n - from < SOME ? n - from : SOME;
    find_some(loops, value, from, some, s, delta, &before, x);
    loops->split(x, (uint32_t)some, width, p + from, n);
  }
  return p + width * n;
}

void rocpd_html_bytes_free(rocpd_html_bytes *b) { sqlite3_free(b->byte); }

int rocpd_html_column(rocpd_html_bytes *out, const int64_t *value, size_t n) {
  column_shape s = look(value, n);
  unsigned plain = width_of(s.most[0]), steps = width_of(s.most[1]);
  bool delta = s.steps && is_less(s.most[1], s.most[0]), all = n && s.nulls == n;
  unsigned width = delta ? steps : plain, nulls = all ? 1 : s.nulls ? 2 : 0;
  if (rocpd_array_reserve(&out->byte, &out->capacity, out->n + 24 + (n + 7) / 8 + width * n, 1)) return SQLITE_NOMEM;
  uint8_t *p = out->byte + out->n;
  const uint8_t head[4] = {delta, (uint8_t)width, (uint8_t)nulls, 0};
  memcpy(p, head, sizeof head);
  p = put_word(p + sizeof head, n, 4);
  p = put_word(p, delta ? (uint64_t)s.first : 0, 8);
  p = put_word(p, (uint64_t)s.base[delta], 8);
  if (nulls == 2) p = put_nulls(p, value, n);
  if (width && !all) p = put_planes(p, value, n, &s, delta, width);
  out->n = (size_t)(p - out->byte);
  return SQLITE_OK;
}
