/* See chain.h. A slice needs the last ends of activities before it: rocpd_slice_before(). */
#include "chain.h"
#include <stdlib.h>
#include "bisect.h"
#include "heap.h"

#define BLOCK 128

static int64_t start_at(const rocpd_stretch *s, uint32_t i) { return rocpd_column_at(s->start, s->row ? s->row[i] : i); }

int rocpd_stretch_of_batch(rocpd_batch *b, const rocpd_column *start, const rocpd_column *end, rocpd_stretch *out, rocpd_error *err) {
  bool in_order;
  *out = (rocpd_stretch){.start = start, .end = end, .n = b->rows, .class = ROCPD_COMPUTE, .batch = b};
  int rc = rocpd_batch_in_order(b, &in_order, err);
  if (rc != SQLITE_OK || in_order) return rc;
  if (!(out->row = sqlite3_malloc64(((uint64_t)b->rows + 1) * sizeof *out->row))) return rocpd_no_memory(err);
  out->n = 0;
  for (uint32_t i = 0; i < b->rows; i++)
    if (rocpd_column_at(start, i) != ROCPD_NULL) out->row[out->n++] = (rocpd_row)i;
  rc = rocpd_sort_by_start(start, out->row, out->n, err);
  if (rc != SQLITE_OK || !out->n) sqlite3_free(out->row), out->row = NULL;
  return rc;
}

uint32_t rocpd_stretch_gather(const rocpd_stretch *s, uint32_t first, uint32_t n, int64_t *start, int64_t *end, uint32_t *row) {
  if (s->row) {
    for (uint32_t i = 0; i < n; i++) start[i] = rocpd_column_at(s->start, s->row[first + i]);
    for (uint32_t i = 0; i < n; i++) end[i] = rocpd_column_at(s->end, s->row[first + i]);
  } else {
    rocpd_column_get(s->start, first, n, start);
    rocpd_column_get(s->end, first, n, end);
  }
  for (uint32_t i = 0; row && i < n; i++) row[i] = s->row ? s->row[first + i] : first + i;
  if (!s->unended) return n;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n; i++) {
    start[kept] = start[i], end[kept] = end[i];
    if (row) row[kept] = row[i];
    kept += end[i] != ROCPD_NULL;
  }
  return kept;
}

/* ---- chains ---- */

static int compare_stretches(const void *a, const void *b) {
  const rocpd_stretch *x = a, *y = b;
  if (x->class != y->class) return x->class < y->class ? -1 : 1;
  int64_t s = start_at(x, 0), t = start_at(y, 0);
  if (s != t) return s < t ? -1 : 1;
  return x->lane < y->lane ? -1 : x->lane > y->lane;
}

/* Numbers each stretch's chain: it continues the chain that ends first, if it begins after that. So there are not more chains than stretches of a class that
** overlap, whatever their lanes are. Returns the number of chains. */
static size_t number_chains(const rocpd_stretch *s, size_t n, rocpd_heap_entry *heap, size_t *chain) {
  size_t chains = 0, open = 0;
  for (size_t i = 0; i < n; i++) {
    if (i && s[i].class != s[i - 1].class) open = 0;
    int64_t last = start_at(&s[i], s[i].n - 1);
    if (open && heap[0].key <= start_at(&s[i], 0)) {
      chain[i] = heap[0].number;
      rocpd_heap_replace(&rocpd_by_key, heap, open, &(rocpd_heap_entry){last, chain[i]});
    } else {
      chain[i] = chains++;
      rocpd_heap_push(&rocpd_by_key, heap, &open, &(rocpd_heap_entry){last, chain[i]});
    }
  }
  return chains;
}

/* Sorts stretches by chain, each in its order. */
static void put_in_chains(rocpd_chains *c, size_t n, const size_t *chain, rocpd_stretch *copy) {
  memcpy(copy, c->stretch, n * sizeof *copy);
  memset(c->first, 0, (n + 1) * sizeof *c->first);
  for (size_t i = 0; i < n; i++) c->first[chain[i] + 1]++;
  for (size_t k = 0; k < c->chains; k++) c->first[k + 1] += c->first[k];
  for (size_t i = 0; i < n; i++) c->stretch[c->first[chain[i]]++] = copy[i];
  for (size_t k = c->chains; k > 0; k--) c->first[k] = c->first[k - 1];
  c->first[0] = 0;
}

const unsigned rocpd_classes_of[ROCPD_UNIONS] = {
  [ROCPD_U_ALL] = ROCPD_OF_KERNELS | ROCPD_OF_COPIES,
  [ROCPD_U_KERNEL] = ROCPD_OF_KERNELS,
  [ROCPD_U_COPY] = ROCPD_OF_COPIES,
  [ROCPD_U_IN] = ROCPD_OF(COPY_IN) | ROCPD_OF(COPY_WITHIN),
  [ROCPD_U_OUT] = ROCPD_OF(COPY_OUT) | ROCPD_OF(COPY_WITHIN),
  [ROCPD_U_COMPUTE] = ROCPD_OF(COMPUTE),
  [ROCPD_U_COMMUNICATION] = ROCPD_OF(COMMUNICATION),
  [ROCPD_U_COMPUTE_COPY] = ROCPD_OF(COMPUTE) | ROCPD_OF_COPIES,
  [ROCPD_U_COMMUNICATION_COPY] = ROCPD_OF(COMMUNICATION) | ROCPD_OF_COPIES,
};

static void find_same(rocpd_chains *c) {
  for (uint8_t u = 0; u < ROCPD_UNIONS; u++)
    while ((rocpd_classes_of[c->same[u]] & c->there) != (rocpd_classes_of[u] & c->there)) c->same[u]++;
}

int rocpd_chains_open(rocpd_stretch *s, size_t n, bool parts, rocpd_chains *out, rocpd_error *err) {
  *out = (rocpd_chains){.stretch = s, .parts = parts};
  out->first = sqlite3_malloc64((n + 1) * sizeof *out->first);
  size_t *chain = sqlite3_malloc64((n + 1) * sizeof *chain);
  rocpd_heap_entry *heap = sqlite3_malloc64((n + 1) * sizeof *heap);
  rocpd_stretch *copy = sqlite3_malloc64((n + 1) * sizeof *copy);
  bool room = out->first && chain && heap && copy;
  for (size_t i = 0; room && i < n; i++) {
    s[i].unended = rocpd_column_may_be_null(s[i].end);
    out->there |= 1u << s[i].class;
    out->intervals += s[i].n;
  }
  if (room) {
    find_same(out);
    qsort(s, n, sizeof *s, compare_stretches);
    out->chains = number_chains(s, n, heap, chain);
    put_in_chains(out, n, chain, copy);
  } else rocpd_chains_close(out);
  sqlite3_free(chain), sqlite3_free(heap), sqlite3_free(copy);
  return room ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu lanes", n);
}

void rocpd_chains_close(rocpd_chains *c) { sqlite3_free(c->first), c->first = NULL; }

/* ---- slices ---- */

/* Finds the first row of a chain that starts at `time` or later. */
static rocpd_place place_of(const rocpd_chains *c, size_t chain, int64_t time) {
  rocpd_place p = {c->first[chain], 0};
  while (p.stretch < c->first[chain + 1] && start_at(&c->stretch[p.stretch], c->stretch[p.stretch].n - 1) < time) p.stretch++;
  if (p.stretch == c->first[chain + 1]) return p;
  p.row = ROCPD_FIRST(row, 0, c->stretch[p.stretch].n, start_at(&c->stretch[p.stretch], row) >= time);
  return p;
}

static int64_t cut_time(const rocpd_chains *c, uint64_t part, uint64_t parts) {
  size_t longest = 0;
  uint64_t most = 0;
  for (size_t k = 0; k < c->chains; k++) {
    uint64_t rows = 0;
    for (size_t i = c->first[k]; i < c->first[k + 1]; i++) rows += c->stretch[i].n;
    if (rows > most) most = rows, longest = k;
  }
  uint64_t row = most * part / parts;
  for (size_t i = c->first[longest];; i++) {
    if (row < c->stretch[i].n) return start_at(&c->stretch[i], (uint32_t)row);
    row -= c->stretch[i].n;
  }
}

int rocpd_slices(const rocpd_chains *c, rocpd_slice *slice, size_t n, rocpd_error *err) {
  for (size_t i = 0; i < n; i++) {
    slice[i] = (rocpd_slice){.line = slice[i].line, .chains = c};
    slice[i].from = sqlite3_malloc64((2 * c->chains + 1) * sizeof *slice[i].from);
    if (!slice[i].from) {
      while (i--) rocpd_slice_close(&slice[i]);
      return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu lanes", c->chains);
    }
    slice[i].to = slice[i].from + c->chains;
    int64_t cut = i ? cut_time(c, i, n) : 0;
    for (size_t k = 0; k < c->chains; k++) {
      slice[i].from[k] = i ? place_of(c, k, cut) : (rocpd_place){c->first[k], 0};
      slice[i].to[k] = (rocpd_place){c->first[k + 1], 0};
      if (i) slice[i - 1].to[k] = slice[i].from[k];
    }
  }
  return SQLITE_OK;
}

uint64_t rocpd_slice_chain_rows(const rocpd_slice *s, size_t k) {
  uint64_t rows = 0;
  for (size_t i = s->from[k].stretch; i < s->to[k].stretch; i++) rows += s->chains->stretch[i].n;
  return rows + s->to[k].row - s->from[k].row;
}

uint64_t rocpd_slice_rows(const rocpd_slice *s) {
  uint64_t rows = 0;
  for (size_t k = 0; k < s->chains->chains; k++) rows += rocpd_slice_chain_rows(s, k);
  return rows;
}

void rocpd_slice_close(rocpd_slice *s) { sqlite3_free(s->from), s->from = NULL; }

/* The last end among the first n rows. */
static int64_t last_end(const rocpd_stretch *s, uint32_t n) {
  if (n == s->n && !s->row && !s->unended) return rocpd_later(s->end->max, start_at(s, n - 1));
  int64_t start[BLOCK], end[BLOCK], last = INT64_MIN;
  for (uint32_t row = 0; row < n; row += BLOCK) {
    uint32_t got = rocpd_stretch_gather(s, row, n - row < BLOCK ? n - row : BLOCK, start, end, NULL);
    for (uint32_t i = 0; i < got; i++) last = rocpd_later(last, end[i]);
    if (got) last = rocpd_later(last, start[got - 1]);
  }
  return last;
}

/* True if an end may be after `last`. The latest stretches are tested first; mostly only the first one may. */
static bool reaches(const rocpd_stretch *s, int64_t last) { return rocpd_later(s->end->max, s->start->max) > last; }

void rocpd_slice_before(const rocpd_slice *s, int64_t last[ROCPD_CLASSES]) {
  const rocpd_chains *c = s->chains;
  for (int i = 0; i < ROCPD_CLASSES; i++) last[i] = INT64_MIN;
  for (size_t k = 0; k < c->chains; k++) {
    rocpd_place to = s->from[k];
    if (to.stretch == c->first[k + 1]) to = (rocpd_place){to.stretch - 1, c->stretch[to.stretch - 1].n};
    for (size_t i = to.stretch + 1; i-- > c->first[k]; to.row = i > c->first[k] ? c->stretch[i - 1].n : 0) {
      const rocpd_stretch *x = &c->stretch[i];
      if (to.row && reaches(x, last[x->class])) last[x->class] = rocpd_later(last[x->class], last_end(x, to.row));
    }
  }
}
