/* Activities overlap, so the union of a class has fewer intervals than activities, mostly far fewer. In each round, the intervals of each class are replaced
** by those of their union, from which all other unions are made. */
#include "unite.h"
#include "merge.h"

static void reach_before(rocpd_slice *s) {
  int64_t class[ROCPD_CLASSES];
  rocpd_slice_before(s, class);
  for (int u = 0; u < ROCPD_UNIONS; u++) {
    s->reach[u] = (rocpd_reach){.last = INT64_MIN};
    for (int i = 0; i < ROCPD_CLASSES; i++)
      if (rocpd_classes_of[u] >> i & 1) s->reach[u].last = rocpd_later(s->reach[u].last, class[i]);
  }
}

typedef struct uniting {
  rocpd_merger m;
  rocpd_bucket_cursor bucket[ROCPD_UNIONS], parts[ROCPD_CLASSES];
} uniting;

/* Replaces a sorted list of intervals by their union: each interval of it has the key of its first member, at whose place its end is stored. There is no
** branch, since it is unpredictable where an interval begins. */
static void reduce(const rocpd_merger *m, rocpd_sorted *list) {
  int64_t last = INT64_MIN;
  size_t n = 0, first = 0;
  for (size_t i = 0; i < list->n; i++) {
    uint64_t key = list->at[i];
    size_t place = rocpd_key_place(m, key);
    int64_t start = rocpd_key_start(m, key), end = rocpd_later(m->end[place], start);
    bool begins = start > last;
    first = begins ? place : first;
    last = rocpd_later(end, last);
    list->at[n] = key; /* overwritten until the next interval begins */
    n += begins;
    m->end[first] = last;
  }
  list->n = n;
}

/* Adds a list to a union, whose last end may be after the list's beginning. The union of all activities also collects gaps, mostly only the few longest. */
static inline __attribute__((always_inline)) void add(uniting *w, const rocpd_sorted *list, int u, bool all, bool buckets) {
  const rocpd_merger *m = &w->m;
  rocpd_slice *s = m->slice;
  int64_t last = s->reach[u].last;
  uint64_t ns = (uint64_t)s->reach[u].ns;
  for (size_t i = 0; i < list->n; i++) {
    int64_t start = rocpd_key_start(m, list->at[i]), end = rocpd_later(m->end[rocpd_key_place(m, list->at[i])], start);
    int64_t from = rocpd_later(start, last), to = rocpd_later(end, last);
    if (all) {
      bool begins = start > last;
      s->intervals += begins;
      if (begins & (rocpd_gap_length(last, start) > s->longest.threshold)) rocpd_longest_add(&s->longest, &(rocpd_gap){last, start, s->line});
    }
    if (buckets) rocpd_bucket_cover(s->buckets, &w->bucket[u], (size_t)u, from, to);
    else ns += (uint64_t)to - (uint64_t)from;
    last = to;
  }
  s->reach[u] = (rocpd_reach){last, (int64_t)ns};
}

static void add_some(uniting *w, const rocpd_sorted *list, int u) {
  const rocpd_slice *s = w->m.slice;
  if (s->chains->same[u] != u) return;
  if (s->buckets) add(w, list, u, false, true);
  else add(w, list, u, false, false);
}

static void add_all(uniting *w, const rocpd_sorted *list) {
  if (w->m.slice->buckets) add(w, list, ROCPD_U_ALL, true, true);
  else add(w, list, ROCPD_U_ALL, true, false);
}

/* ---- all of them ---- */

/* Merges two lists of the round into the other half of the room. */
static rocpd_sorted both(const uniting *w, const rocpd_sorted *a, const rocpd_sorted *b) {
  return !a->n ? *b : !b->n ? *a : rocpd_sorted_merge(*a, *b, w->m.room + w->m.twin + 1);
}

static void add_both(uniting *w, const rocpd_sorted *a, const rocpd_sorted *b, int u) {
  if (w->m.slice->chains->same[u] != u) return;
  rocpd_sorted list = both(w, a, b);
  add_some(w, &list, u);
}

/* Merges the lists of n classes into their union. */
static rocpd_sorted unite(const uniting *w, rocpd_sorted *of, size_t n) {
  rocpd_sorted list = rocpd_sorted_merge_all(of, n, (ptrdiff_t)w->m.twin);
  reduce(&w->m, &list);
  return list;
}

static void run(uniting *w, uint8_t class) {
  const rocpd_merger *m = &w->m;
  rocpd_bucket_cursor c = w->parts[class];
  for (size_t i = 0; i < m->of[class].n; i++)
    rocpd_bucket_run(m->slice->buckets, &c, rocpd_key_start(m, m->of[class].at[i]), m->end[rocpd_key_place(m, m->of[class].at[i])]);
  w->parts[class] = c;
}

static void unite_round(uniting *w) {
  rocpd_sorted *of = w->m.of;
  bool parts = w->m.slice->chains->parts;
  for (uint8_t class = 0; class < ROCPD_CLASSES; class++) {
    if (w->m.slice->buckets) run(w, class);
    reduce(&w->m, &of[class]);
  }
  if (parts) {
    add_both(w, &of[ROCPD_COPY_IN], &of[ROCPD_COPY_WITHIN], ROCPD_U_IN);
    add_both(w, &of[ROCPD_COPY_OUT], &of[ROCPD_COPY_WITHIN], ROCPD_U_OUT);
  }
  rocpd_sorted copies = unite(w, of + ROCPD_COPY_IN, 3);
  add_some(w, &copies, ROCPD_U_COPY);
  if (parts) {
    add_some(w, &of[ROCPD_COMPUTE], ROCPD_U_COMPUTE);
    add_some(w, &of[ROCPD_COMMUNICATION], ROCPD_U_COMMUNICATION);
    add_both(w, &of[ROCPD_COMPUTE], &copies, ROCPD_U_COMPUTE_COPY);
    add_both(w, &of[ROCPD_COMMUNICATION], &copies, ROCPD_U_COMMUNICATION_COPY);
  }
  rocpd_sorted kernels = unite(w, of + ROCPD_COMPUTE, 2);
  add_some(w, &kernels, ROCPD_U_KERNEL);
  rocpd_sorted all = both(w, &kernels, &copies);
  add_all(w, &all);
}

/* The first interval of all has no gap before it. */
static void begin(uniting *w) {
  rocpd_slice *s = w->m.slice;
  rocpd_reach *all = &s->reach[ROCPD_U_ALL];
  s->start = w->m.base;
  if (all->last == INT64_MIN) all->last = s->start, s->intervals = 1;
}

static void begin_buckets(uniting *w) {
  for (int u = 0; u < ROCPD_UNIONS; u++) w->bucket[u].end = w->m.slice->buckets->width;
  for (int k = 0; k < ROCPD_CLASSES; k++) w->parts[k].end = w->m.slice->buckets->width;
}

static void end_buckets(uniting *w) {
  const rocpd_buckets *b = w->m.slice->buckets;
  for (size_t u = 0; u < ROCPD_UNIONS; u++) rocpd_bucket_flush(b, &w->bucket[u], u);
  for (int k = 0; k < ROCPD_CLASSES; k++) rocpd_bucket_flush(b, &w->parts[k], ROCPD_BUCKET_PARTS);
}

int rocpd_slice_merge(rocpd_slice *s, rocpd_error *err) {
  uniting w = {0};
  int rc = rocpd_merger_open(s, false, &w.m, err);
  if (rc != SQLITE_OK) return rc;
  reach_before(s);
  s->start = INT64_MAX;
  if (s->buckets) begin_buckets(&w);
  while (rocpd_merger_round(&w.m)) {
    if (s->start == INT64_MAX) begin(&w);
    unite_round(&w);
  }
  if (s->buckets) end_buckets(&w);
  s->end = s->reach[ROCPD_U_ALL].last;
  rocpd_merger_close(&w.m);
  return SQLITE_OK;
}

void rocpd_slice_add(const rocpd_slice *s, rocpd_timeline *line) {
  if (s->start < line->first) line->first = s->start;
  if (s->end > line->last) line->last = s->end;
  line->intervals += s->intervals;
  for (int u = 0; u < ROCPD_UNIONS; u++) line->ns[u] += s->reach[s->chains->same[u]].ns;
  line->durations += s->durations;
}
