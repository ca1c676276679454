/* A heap with the last in order on top, both for sorting and for keeping the first. */
#include "gap.h"
#include "heap.h"

static bool before(const rocpd_gap *a, const rocpd_gap *b) {
  uint64_t x = rocpd_gap_length(a->start, a->end), y = rocpd_gap_length(b->start, b->end);
  if (x != y) return x > y;
  return a->start != b->start ? a->start < b->start : a->line < b->line;
}

static bool after(const void *a, const void *b) { return before(b, a); }
static const rocpd_heap_kind last_first = {sizeof(rocpd_gap), after};

void rocpd_gaps_sort(rocpd_gap *g, size_t n, size_t want) {
  size_t first = 0;
  for (size_t i = 0; i < n && want; i++) {
    rocpd_gap gap = g[i];
    if (i < want) {
      rocpd_heap_push(&last_first, g, &first, &gap);
    } else if (before(&gap, &g[0])) {
      g[i] = g[0];
      rocpd_heap_replace(&last_first, g, first, &gap);
    }
  }
  while (first) {
    rocpd_gap last = g[0];
    rocpd_heap_pop(&last_first, g, &first);
    g[first] = last;
  }
}

static void make_heap(rocpd_longest *l) {
  for (size_t n = 0; n < l->n;) {
    rocpd_gap gap = l->gap[n];
    rocpd_heap_push(&last_first, l->gap, &n, &gap);
  }
}

void rocpd_longest_add(rocpd_longest *l, const rocpd_gap *gap) {
  if (l->n < l->room) {
    l->gap[l->n++] = *gap;
    if (l->n < l->room) return;
    make_heap(l);
  } else if (before(gap, &l->gap[0])) {
    rocpd_heap_replace(&last_first, l->gap, l->n, gap);
  }
  l->threshold = rocpd_gap_length(l->gap[0].start, l->gap[0].end);
}
