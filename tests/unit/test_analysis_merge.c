/* The unions of sorted lanes, cut into slices and merged in parallel, compared with a sort of all intervals: many lanes, ties,
** touching and empty intervals, ends before starts, missing ends, picked rows, times too far apart for one base of keys. Also the
** longest gaps compared with all gaps, buckets of time, and the intervals one by one. */
#include <stdlib.h>
#include "merge.h"
#include "test.h"
#include "unite.h"

#define LANES 20
#define MOST 700 /* rows of a lane */
#define STRETCHES 3

static uint64_t state;
static uint64_t draw(uint64_t below) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (state >> 20) % below;
}

typedef struct interval { int64_t start, end; } interval;

typedef struct lanes {
  rocpd_stretch stretch[LANES * STRETCHES];
  rocpd_column column[LANES * STRETCHES][2];
  int64_t start[LANES * STRETCHES][MOST], end[LANES * STRETCHES][MOST];
  rocpd_row row[LANES * STRETCHES][MOST];
  size_t n;
  interval all[ROCPD_CLASSES][LANES * STRETCHES * MOST];
  size_t intervals[ROCPD_CLASSES];
} lanes;

/* Distances between starts, and lengths. */
typedef struct style { uint64_t step, length; int nulls, far; } style;
static const style styles[] = {
  {3, 3, 0, 0},           /* ties, touching */
  {1000, 900, 0, 0},      /* some overlap, many gaps */
  {1000, 20000, 5, 0},    /* few gaps, some have no end */
  {1000, 100, 0, 40},     /* far apart from time to time */
  {1ull << 51, 1000, 1, 0}, /* all far apart */
};

static rocpd_column column_of(const int64_t *v, uint32_t n) {
  rocpd_column c = {.width = 8, .data = v, .min = INT64_MAX, .max = INT64_MIN};
  for (uint32_t i = 0; i < n; i++) {
    if (v[i] == ROCPD_NULL) { c.nulls = true; continue; }
    c.min = v[i] < c.min ? v[i] : c.min, c.max = v[i] > c.max ? v[i] : c.max;
  }
  return c;
}

static void add_stretch(lanes *l, uint32_t lane, uint8_t class, const style *how, int64_t *now) {
  size_t k = l->n++;
  uint32_t rows = 1 + (uint32_t)draw(MOST), used = 0;
  bool listed = draw(3) == 0;
  for (uint32_t i = 0; i < rows; i++) {
    *now += (int64_t)draw(how->step);
    if (how->far && draw(10000) < (uint64_t)how->far) *now += 1ll << 57;
    l->start[k][i] = *now;
    l->end[k][i] = *now + (int64_t)draw(how->length) - (draw(20) ? 0 : 1);
    if (how->nulls && draw(100) < (uint64_t)how->nulls) l->end[k][i] = ROCPD_NULL;
    if (listed && draw(2)) continue;
    l->row[k][used++] = (rocpd_row)i;
    if (l->end[k][i] == ROCPD_NULL) continue;
    l->all[class][l->intervals[class]++] = (interval){*now, l->end[k][i] > *now ? l->end[k][i] : *now};
  }
  l->column[k][0] = column_of(l->start[k], rows), l->column[k][1] = column_of(l->end[k], rows);
  l->stretch[k] = (rocpd_stretch){.start = &l->column[k][0], .end = &l->column[k][1], .row = listed ? l->row[k] : NULL,
                                  .n = used, .lane = lane, .class = class};
  if (!used) l->n--;
}

static int by_start(const void *a, const void *b) {
  const interval *x = a, *y = b;
  return x->start < y->start ? -1 : x->start > y->start;
}

static int by_length(const void *a, const void *b) {
  const rocpd_gap *x = a, *y = b;
  if (x->end - x->start != y->end - y->start) return x->end - x->start > y->end - y->start ? -1 : 1;
  return x->start < y->start ? -1 : x->start > y->start;
}

static int64_t unite(interval *v, size_t n, rocpd_gap *gap, size_t *gaps) {
  int64_t covered = 0, reached = INT64_MIN;
  qsort(v, n, sizeof *v, by_start);
  *gaps = 0;
  for (size_t i = 0; i < n; i++) {
    if (i && v[i].start > reached) gap[(*gaps)++] = (rocpd_gap){reached, v[i].start, 0};
    int64_t from = i && v[i].start < reached ? reached : v[i].start;
    if (v[i].end > from) covered += v[i].end - from;
    if (!i || v[i].end > reached) reached = v[i].end;
  }
  qsort(gap, *gaps, sizeof *gap, by_length);
  return covered;
}

static lanes made;
static interval some[LANES * STRETCHES * MOST];
static rocpd_gap want[LANES * STRETCHES * MOST], got[LANES * STRETCHES * MOST * 2];
static int64_t wanted[ROCPD_UNIONS];
static size_t gaps;

/* The classes of each union: two contain kernels, three copies. */
static const char *const classes_of[ROCPD_UNIONS] = {[ROCPD_U_ALL] = "01234", [ROCPD_U_KERNEL] = "01", [ROCPD_U_COPY] = "234", [ROCPD_U_IN] = "24",
  [ROCPD_U_OUT] = "34", [ROCPD_U_COMPUTE] = "0", [ROCPD_U_COMMUNICATION] = "1", [ROCPD_U_COMPUTE_COPY] = "0234", [ROCPD_U_COMMUNICATION_COPY] = "1234"};

/* Copies the intervals of a union that lie in [from, to), cut to it, to `some`. */
static size_t select_some(int in, int64_t from, int64_t to) {
  size_t n = 0;
  for (const char *c = classes_of[in]; *c; c++)
    for (size_t i = 0; i < made.intervals[*c - '0']; i++) {
      interval x = made.all[*c - '0'][i];
      if (x.start < from) x.start = from;
      if (x.end > to) x.end = to;
      if (x.start < x.end || (x.start == x.end && from == INT64_MIN)) some[n++] = x;
    }
  return n;
}

static void find_wanted(void) {
  for (int u = ROCPD_UNIONS - 1; u >= 0; u--) wanted[u] = unite(some, select_some(u, INT64_MIN, INT64_MAX), want, &gaps);
}

static rocpd_sum all_durations(void) {
  rocpd_sum sum = 0;
  for (int c = 0; c < ROCPD_CLASSES; c++)
    for (size_t i = 0; i < made.intervals[c]; i++) sum += (uint64_t)(made.all[c][i].end - made.all[c][i].start);
  return sum;
}

/* Merges in `slices` slices, each with room for this many gaps, and compares with the expected result. */
static void merge(size_t slices, size_t room, bool parts) {
  rocpd_chains c;
  rocpd_slice s[8] = {{0}};
  rocpd_error err = {0};
  rocpd_timeline line = {.first = INT64_MAX, .last = INT64_MIN};
  CHECK_INT(rocpd_chains_open(made.stretch, made.n, parts, &c, &err), SQLITE_OK);
  CHECK_INT(rocpd_slices(&c, s, slices, &err), SQLITE_OK);
  uint64_t rows = 0;
  for (size_t i = 0; i < slices; i++) rows += rocpd_slice_rows(&s[i]);
  CHECK_INT((int64_t)rows, (int64_t)c.intervals);
  size_t n = 0, each = sizeof got / sizeof *got / 8;
  if (room > each) room = sizeof got / sizeof *got / slices;
  for (size_t i = 0; i < slices; i++)
    s[i].longest = (rocpd_longest){.gap = got + i * room, .room = room, .threshold = room ? 0 : UINT64_MAX};
  for (size_t i = 0; i < slices; i++) CHECK_INT(rocpd_slice_merge(&s[i], &err), SQLITE_OK);
  for (size_t i = 0; i < slices; i++) {
    rocpd_slice_add(&s[i], &line);
    memmove(got + n, s[i].longest.gap, s[i].longest.n * sizeof *got);
    n += s[i].longest.n;
    rocpd_slice_close(&s[i]);
  }
  rocpd_chains_close(&c);
  for (int u = 0; u < (parts ? ROCPD_UNIONS : ROCPD_U_COPY + 1); u++) CHECK_INT(line.ns[u], wanted[u]);
  CHECK(line.durations == (parts ? all_durations() : 0));
  CHECK_INT((int64_t)line.intervals, select_some(ROCPD_U_ALL, INT64_MIN, INT64_MAX) ? (int64_t)gaps + 1 : 0);
  size_t first = room < gaps ? room : gaps, wrong = 0;
  CHECK(n >= first);
  rocpd_gaps_sort(got, n, first);
  for (size_t i = 0; n >= first && i < first; i++) wrong += got[i].start != want[i].start || got[i].end != want[i].end;
  CHECK_INT((int64_t)wrong, 0);
}

/* ---- buckets */

static rocpd_bucket bucket[5000];

static int64_t added_up(size_t n) {
  uint64_t sum = 0;
  for (size_t i = 0; i < n; i++) sum += (uint64_t)(some[i].end - some[i].start);
  return (int64_t)sum;
}

static void compare_buckets(const rocpd_chains *c, const rocpd_buckets *b) {
  static rocpd_gap not_wanted[LANES * STRETCHES * MOST];
  int64_t running = 0;
  size_t wrong = 0, none;
  for (size_t i = 0; i < b->n; i++) {
    int64_t from = b->base + (int64_t)(i * b->width), to = from + (int64_t)b->width;
    running += b->at[i].through;
    wrong += b->at[i].part_ns + running * (int64_t)b->width != added_up(select_some(ROCPD_U_ALL, from, to));
    for (int u = 0; u < ROCPD_UNIONS; u++) wrong += b->at[i].ns[c->same[u]] != unite(some, select_some(u, from, to), not_wanted, &none);
  }
  CHECK_INT((int64_t)wrong, 0);
}

static void in_buckets(size_t slices, size_t most) {
  rocpd_chains c;
  rocpd_slice s[8] = {{0}};
  rocpd_error err = {0};
  size_t n = select_some(ROCPD_U_ALL, INT64_MIN, INT64_MAX);
  int64_t last = INT64_MIN;
  rocpd_buckets b = {.base = INT64_MAX, .at = bucket};
  for (size_t i = 0; i < n; i++) {
    if (some[i].start < b.base) b.base = some[i].start;
    if (some[i].end > last) last = some[i].end;
  }
  if (!n) return;
  b.width = (uint64_t)(last - b.base) / most + 1, b.n = (uint64_t)(last - b.base) / b.width + 1;
  memset(bucket, 0, sizeof bucket);
  CHECK_INT(rocpd_chains_open(made.stretch, made.n, true, &c, &err), SQLITE_OK);
  CHECK_INT(rocpd_slices(&c, s, slices, &err), SQLITE_OK);
  for (size_t i = 0; i < slices; i++) s[i].buckets = &b, s[i].longest.threshold = UINT64_MAX;
  for (size_t i = 0; i < slices; i++) {
    CHECK_INT(rocpd_slice_merge(&s[i], &err), SQLITE_OK);
    rocpd_slice_close(&s[i]);
  }
  compare_buckets(&c, &b);
  rocpd_chains_close(&c);
}

/* ---- one by one */

static void one_by_one(void) {
  rocpd_chains c;
  rocpd_slice s = {0};
  rocpd_merger m;
  rocpd_error err = {0};
  static interval found[ROCPD_CLASSES][LANES * STRETCHES * MOST];
  size_t n[ROCPD_CLASSES] = {0};
  int64_t last = INT64_MIN;
  rocpd_met x;
  size_t wrong = 0;
  CHECK_INT(rocpd_chains_open(made.stretch, made.n, true, &c, &err), SQLITE_OK);
  CHECK_INT(rocpd_slices(&c, &s, 1, &err), SQLITE_OK);
  CHECK_INT(rocpd_merger_open(&s, true, &m, &err), SQLITE_OK);
  while (rocpd_merger_next(&m, &x)) {
    uint8_t class = x.stretch->class;
    int64_t end = rocpd_column_at(x.stretch->end, x.row);
    wrong += x.start < last || rocpd_column_at(x.stretch->start, x.row) != x.start || (end > x.start ? end : x.start) != x.end || end == ROCPD_NULL;
    last = x.start, found[class][n[class]++] = (interval){x.start, x.end};
  }
  CHECK_INT((int64_t)wrong, 0);
  rocpd_merger_close(&m), rocpd_slice_close(&s), rocpd_chains_close(&c);
  for (int k = 0; k < ROCPD_CLASSES; k++) {
    CHECK_INT((int64_t)n[k], (int64_t)made.intervals[k]);
    uint64_t sums[2] = {0};
    for (size_t i = 0; i < n[k]; i++)
      sums[0] += (uint64_t)found[k][i].start * 31 ^ (uint64_t)found[k][i].end, sums[1] += (uint64_t)made.all[k][i].start * 31 ^ (uint64_t)made.all[k][i].end;
    CHECK(sums[0] == sums[1]);
  }
}

static void compare(const style *how, uint64_t seed) {
  state = seed * 7919 + 1;
  made.n = 0;
  memset(made.intervals, 0, sizeof made.intervals);
  uint32_t n = 1 + (uint32_t)draw(LANES), classes = 1 + (uint32_t)draw(ROCPD_CLASSES), class = (uint32_t)draw(ROCPD_CLASSES);
  for (uint32_t lane = 0; lane < n; lane++) {
    int64_t now = -(1ll << 60) + (int64_t)draw(1000);
    for (uint64_t k = draw(STRETCHES) + 1; k > 0; k--) add_stretch(&made, lane / 2, (uint8_t)((class + lane % classes) % ROCPD_CLASSES), how, &now);
  }
  find_wanted();
  for (size_t slices = 1; slices <= 8; slices++) merge(slices, slices % 3 == 0 ? 0 : slices % 3 == 1 ? SIZE_MAX : 10, slices % 2);
  if (seed % 4 == 0) in_buckets(1 + seed % 8, 1 + draw(20)), in_buckets(1 + seed % 3, 1 + draw(200));
  one_by_one();
}

static void ties(void) { for (uint64_t i = 0; i < 20; i++) compare(&styles[0], i); }
static void many_gaps(void) { for (uint64_t i = 0; i < 20; i++) compare(&styles[1], i); }
static void missing_ends(void) { for (uint64_t i = 0; i < 20; i++) compare(&styles[2], i); }
static void far_apart(void) { for (uint64_t i = 0; i < 20; i++) compare(&styles[3], i); }
static void all_far_apart(void) { for (uint64_t i = 0; i < 20; i++) compare(&styles[4], i); }

int main(void) {
  RUN(ties);
  RUN(many_gaps);
  RUN(missing_ends);
  RUN(far_apart);
  RUN(all_far_apart);
  return test_result();
}
