/* A heap with the last in order on top, both for sorting and for keeping the first. */
#include "gap.h"

static bool before(const rocpd_gap *a, const rocpd_gap *b) {
  uint64_t x = rocpd_gap_length(a->start, a->end), y = rocpd_gap_length(b->start, b->end);
  if (x != y) return x > y;
  return a->start != b->start ? a->start < b->start : a->line < b->line;
}

static void swap(rocpd_gap *a, rocpd_gap *b) {
  rocpd_gap c = *a;
  *a = *b, *b = c;
}

static void sift(rocpd_gap *g, size_t i, size_t n) {
  for (size_t child; (child = 2 * i + 1) < n; i = child) {
    if (child + 1 < n && before(&g[child], &g[child + 1])) child++;
    if (!before(&g[i], &g[child])) return;
    swap(&g[i], &g[child]);
  }
}

static void make_heap(rocpd_gap *g, size_t n) {
  for (size_t i = n / 2; i-- > 0;) sift(g, i, n);
}

void rocpd_gaps_sort(rocpd_gap *g, size_t n, size_t want) {
  if (want > n) want = n;
  make_heap(g, want);
  for (size_t i = want; i < n; i++)
    if (before(&g[i], &g[0])) swap(&g[i], &g[0]), sift(g, 0, want);
  for (size_t i = want; i > 1; i--) swap(&g[0], &g[i - 1]), sift(g, 0, i - 1);
}

void rocpd_longest_add(rocpd_longest *l, const rocpd_gap *gap) {
  if (l->n < l->room) {
    l->gap[l->n++] = *gap;
    if (l->n < l->room) return;
    make_heap(l->gap, l->n);
  } else {
    if (!before(gap, &l->gap[0])) return;
    l->gap[0] = *gap;
    sift(l->gap, 0, l->n);
  }
  l->threshold = rocpd_gap_length(l->gap[0].start, l->gap[0].end);
}
