/* The union of sorted lanes, cut into slices and merged side by side, against the same by
** sorting all intervals: many lanes, ties, touching and empty intervals, ends before
** starts and missing ones, rows in lists, times too far apart for one base of keys; and
** the longest gaps against all of them. */
#include <stdlib.h>
#include "merge.h"
#include "test.h"

#define LANES 20
#define MOST 700 /* rows of a stretch */
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
  interval all[2][LANES * STRETCHES * MOST]; /* of kernels, of copies */
  size_t intervals[2];
} lanes;

/* Which steps there are between starts, and lengths. */
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

static void add_stretch(lanes *l, uint32_t lane, bool copies, const style *how, int64_t *now) {
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
    l->all[copies][l->intervals[copies]++] = (interval){*now, l->end[k][i] > *now ? l->end[k][i] : *now};
  }
  l->column[k][0] = column_of(l->start[k], rows), l->column[k][1] = column_of(l->end[k], rows);
  l->stretch[k] = (rocpd_stretch){.start = &l->column[k][0], .end = &l->column[k][1], .row = listed ? l->row[k] : NULL,
                                  .n = used, .lane = lane, .copies = copies};
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
static interval both[2 * LANES * STRETCHES * MOST];
static rocpd_gap want[LANES * STRETCHES * MOST], got[LANES * STRETCHES * MOST * 2];

/* Merge in `slices` slices, each with room for that many gaps; compares with what is wanted. */
static void merge(size_t slices, size_t room, size_t gaps, int64_t busy, int64_t kernels, int64_t copies) {
  rocpd_chains c;
  rocpd_slice s[8] = {{0}};
  rocpd_error err = {0};
  rocpd_timeline line = {.first = INT64_MAX, .last = INT64_MIN};
  CHECK_INT(rocpd_chains_open(made.stretch, made.n, &c, &err), SQLITE_OK);
  CHECK_INT(rocpd_slices(&c, s, slices, &err), SQLITE_OK);
  uint64_t rows = 0;
  for (size_t i = 0; i < slices; i++) rows += rocpd_slice_rows(&s[i]);
  CHECK_INT((int64_t)rows, (int64_t)c.intervals);
  size_t n = 0, each = sizeof got / sizeof *got / 8;
  if (room > each) room = sizeof got / sizeof *got / slices;
  for (size_t i = 0; i < slices; i++)
    s[i].longest = (rocpd_longest){.gap = got + i * room, .room = room, .threshold = room ? 0 : UINT64_MAX};
  for (size_t i = 0; i < slices; i += ROCPD_ABREAST)
    CHECK_INT(rocpd_slices_merge(&s[i], slices - i < ROCPD_ABREAST ? slices - i : ROCPD_ABREAST, &err), SQLITE_OK);
  for (size_t i = 0; i < slices; i++) {
    rocpd_slice_add(&s[i], &line);
    memmove(got + n, s[i].longest.gap, s[i].longest.n * sizeof *got);
    n += s[i].longest.n;
    rocpd_slice_close(&s[i]);
  }
  rocpd_chains_close(&c);
  CHECK_INT(line.busy_ns, busy);
  CHECK_INT(line.kernel_ns, kernels);
  CHECK_INT(line.copy_ns, copies);
  CHECK_INT((int64_t)line.intervals, made.intervals[0] + made.intervals[1] ? (int64_t)gaps + 1 : 0);
  size_t first = room < gaps ? room : gaps, wrong = 0;
  CHECK(n >= first);
  rocpd_gaps_sort(got, n, first);
  for (size_t i = 0; n >= first && i < first; i++) wrong += got[i].start != want[i].start || got[i].end != want[i].end;
  CHECK_INT((int64_t)wrong, 0);
}

static void compare(const style *how, uint64_t seed) {
  state = seed * 7919 + 1;
  made.n = made.intervals[0] = made.intervals[1] = 0;
  uint32_t n = 1 + (uint32_t)draw(LANES);
  for (uint32_t lane = 0; lane < n; lane++) {
    int64_t now = -(1ll << 60) + (int64_t)draw(1000);
    for (uint64_t k = draw(STRETCHES) + 1; k > 0; k--) add_stretch(&made, lane / 2, lane & 1, how, &now);
  }
  size_t gaps, kernels = made.intervals[0], copies = made.intervals[1];
  int64_t alone[2] = {unite(made.all[0], kernels, want, &gaps), unite(made.all[1], copies, want, &gaps)};
  memcpy(both, made.all[0], kernels * sizeof *both), memcpy(both + kernels, made.all[1], copies * sizeof *both);
  int64_t busy = unite(both, kernels + copies, want, &gaps);
  for (size_t slices = 1; slices <= 8; slices++)
    merge(slices, slices % 3 == 0 ? 0 : slices % 3 == 1 ? SIZE_MAX : 10, gaps, busy, alone[0], alone[1]);
}

static void ties(void) { for (uint64_t i = 0; i < 20; i++) compare(&styles[0], i); }
static void gaps(void) { for (uint64_t i = 0; i < 20; i++) compare(&styles[1], i); }
static void missing_ends(void) { for (uint64_t i = 0; i < 20; i++) compare(&styles[2], i); }
static void far_apart(void) { for (uint64_t i = 0; i < 20; i++) compare(&styles[3], i); }
static void all_far_apart(void) { for (uint64_t i = 0; i < 20; i++) compare(&styles[4], i); }

int main(void) {
  RUN(ties);
  RUN(gaps);
  RUN(missing_ends);
  RUN(far_apart);
  RUN(all_far_apart);
  return test_result();
}
