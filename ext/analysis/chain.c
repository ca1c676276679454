/* See chain.h. */
#include "chain.h"
#include <stdlib.h>
#include "heap.h"

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
  return ROCPD_ORDER(s, t) ?: ROCPD_ORDER(x->lane, y->lane);
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
