/* See range_gpu.h. Kernels are met in the order of their starts, so that the union of those of a range needs to know of it no more than its last end. */
#include "range_gpu.h"
#include "parallel.h"
#include "sum.h"

enum { BLOCK = 512 };

/* ---- whose kernels are */

typedef struct finding {
  const rocpd_ranges *ranges;
  rocpd_ranged_kernels *kernels;
  rocpd_links **links; /* [batches] */
  uint64_t *first;     /* row of each */
} finding;

static int find_of_batch(void *arg, size_t i, rocpd_error *err) {
  finding *f = arg;
  rocpd_batch *b = f->kernels->batch[i];
  const rocpd_column *c;
  int rc = rocpd_batch_column(b, ROCPD_KERNEL_start, &c, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, ROCPD_KERNEL_end, &c, err);
  return rc == SQLITE_OK ? rocpd_ranges_of(f->ranges, f->links[i], b, 0, b->rows, f->kernels->range + f->first[i], f->kernels->launched + f->first[i], err) : rc;
}

int rocpd_ranged_kernels_make(rocpd_snapshot *s, const rocpd_ranges *r, rocpd_ranged_kernels *k, rocpd_error *err) {
  finding f = {.ranges = r, .kernels = k};
  memset(k, 0, sizeof *k);
  int rc = rocpd_snapshot_batches(s, ROCPD_KIND_KERNEL, &k->batch, &k->batches, err);
  if (rc != SQLITE_OK) return rc;
  f.links = sqlite3_malloc64((k->batches + 1) * sizeof *f.links);
  f.first = sqlite3_malloc64((k->batches + 1) * sizeof *f.first);
  if (!f.links || !f.first) rc = rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < k->batches; k->n += k->batch[i++]->rows) {
    f.first[i] = k->n;
    if (i && k->batch[i]->source == k->batch[i - 1]->source) f.links[i] = f.links[i - 1];
    else rc = rocpd_launch_calls(s, k->batch[i]->source, &f.links[i], err);
  }
  if (rc == SQLITE_OK) {
    k->range = sqlite3_malloc64((k->n + 1) * sizeof *k->range);
    k->launched = sqlite3_malloc64((k->n + 1) * sizeof *k->launched);
    if (!k->range || !k->launched) rc = rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu kernels", (unsigned long long)k->n);
  }
  if (rc == SQLITE_OK) rc = rocpd_parallel(rocpd_snapshot_session(s), k->batches, find_of_batch, &f, err);
  sqlite3_free(f.links), sqlite3_free(f.first);
  if (rc != SQLITE_OK) rocpd_ranged_kernels_drop(k);
  return rc;
}

void rocpd_ranged_kernels_drop(rocpd_ranged_kernels *k) {
  sqlite3_free(k->range), sqlite3_free(k->launched);
  memset(k, 0, sizeof *k);
}

/* ---- their time */

typedef struct ranged { /* a kernel */
  int64_t start, end, launched;
  uint32_t range;
} ranged;

/* Merge sort; queues are in order already. */
static void sort_ranged(ranged *k, ranged *spare, uint64_t n) {
  if (n < 2) return;
  uint64_t half = n / 2, x = 0, y = half, at = 0;
  sort_ranged(k, spare, half), sort_ranged(k + half, spare + half, n - half);
  if (k[half - 1].start <= k[half].start) return;
  while (x < half || y < n) {
    bool left = y >= n || (x < half && k[x].start <= k[y].start);
    spare[at++] = k[left ? x++ : y++];
  }
  memcpy(k, spare, n * sizeof *k);
}

static void add_kernel(rocpd_kernel_sum *s, const ranged *k) {
  s->kernels++;
  if (k->start == ROCPD_NULL) return;
  s->sum_ns = rocpd_add(s->sum_ns, k->end - k->start);
  int64_t from = k->start > s->last ? k->start : s->last;
  if (k->end > from) s->union_ns += k->end - from;
  if (k->end > s->last) s->last = k->end;
}

/* To all ranges that were open when its call began: how many. */
static uint64_t add_to_ranges(const rocpd_ranges *r, rocpd_range_gpu *g, const ranged *k) {
  uint64_t n = 0;
  add_kernel(&g[k->range].own, k);
  for (uint32_t i = k->range; i != ROCPD_NO_CALL; i = rocpd_call_open(&r->calls, r->calls.parent[i], k->launched), n++) {
    add_kernel(&g[i].all, k);
    if (k->start != ROCPD_NULL && k->start < g[i].first) g[i].first = k->start;
  }
  return n;
}

/* Deeply nested ranges make it much. */
static int add_kernels(rocpd_session *session, const rocpd_ranges *r, rocpd_range_gpu *g, const ranged *k, uint64_t n, rocpd_error *err) {
  for (uint64_t i = 0, done = 0; i < n; i++) {
    done += add_to_ranges(r, g, &k[i]);
    if (done < 1 << 20) continue;
    if (rocpd_interrupted(session)) return rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
    done = 0;
  }
  return SQLITE_OK;
}

static uint64_t list_kernels(const rocpd_ranged_kernels *from, ranged *to) {
  int64_t start[BLOCK], end[BLOCK];
  uint64_t row = 0, n = 0;
  for (size_t i = 0; i < from->batches; i++)
    for (uint32_t first = 0; first < from->batch[i]->rows; first += BLOCK) {
      uint32_t some = from->batch[i]->rows - first < BLOCK ? from->batch[i]->rows - first : BLOCK;
      rocpd_column_get(from->batch[i]->column[ROCPD_KERNEL_start], first, some, start);
      rocpd_column_get(from->batch[i]->column[ROCPD_KERNEL_end], first, some, end);
      for (uint32_t k = 0; k < some; k++, row++) {
        if (from->range[row] == ROCPD_NO_CALL) continue;
        bool known = start[k] != ROCPD_NULL && end[k] != ROCPD_NULL;
        to[n++] = (ranged){known ? start[k] : ROCPD_NULL, end[k] > start[k] ? end[k] : start[k], from->launched[row], from->range[row]};
      }
    }
  return n;
}

int rocpd_range_gpu_make(rocpd_snapshot *s, const rocpd_ranges *r, rocpd_range_gpu **out, rocpd_error *err) {
  rocpd_ranged_kernels kernels;
  int rc = rocpd_ranged_kernels_make(s, r, &kernels, err);
  if (rc != SQLITE_OK) return rc;
  ranged *k = sqlite3_malloc64((kernels.n + 1) * sizeof *k), *spare = sqlite3_malloc64((kernels.n + 1) * sizeof *spare);
  *out = sqlite3_malloc64(((uint64_t)r->calls.n + 1) * sizeof **out);
  if (!k || !spare || !*out) {
    rc = rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu kernels and %u ranges", (unsigned long long)kernels.n, r->calls.n);
  } else {
    for (uint32_t i = 0; i < r->calls.n; i++) (*out)[i] = (rocpd_range_gpu){.all = {.last = INT64_MIN}, .own = {.last = INT64_MIN}, .first = INT64_MAX};
    uint64_t n = list_kernels(&kernels, k);
    sort_ranged(k, spare, n);
    rc = add_kernels(rocpd_snapshot_session(s), r, *out, k, n, err);
  }
  if (rc != SQLITE_OK) sqlite3_free(*out), *out = NULL;
  sqlite3_free(k), sqlite3_free(spare);
  rocpd_ranged_kernels_drop(&kernels);
  return rc;
}
