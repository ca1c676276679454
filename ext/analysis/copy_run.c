/* See copy_run.h. */
#define _GNU_SOURCE /* qsort_r */
#include "copy_run.h"
#include <stdlib.h>

static int by_start(const void *a, const void *b, void *arg) {
  const int64_t *start = arg;
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  if (start[x] != start[y]) return start[x] < start[y] ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* The rows of each lane, in order of their starts; *first: of each lane, and one more. */
static int find_order(const rocpd_copy_items *c, uint32_t *order, uint64_t **first, uint32_t *lanes) {
  *lanes = 0;
  for (uint64_t i = 0; i < c->n; i++) *lanes = c->lane[i] >= *lanes ? c->lane[i] + 1 : *lanes;
  uint64_t *f = *first = sqlite3_malloc64(((uint64_t)*lanes + 2) * sizeof *f);
  if (!f) return SQLITE_NOMEM;
  memset(f, 0, ((uint64_t)*lanes + 2) * sizeof *f);
  for (uint64_t i = 0; i < c->n; i++) f[c->lane[i] + 2]++;
  for (uint32_t l = 0; l < *lanes; l++) f[l + 2] += f[l + 1];
  for (uint64_t i = 0; i < c->n; i++) order[f[c->lane[i] + 1]++] = (uint32_t)i;
  for (uint32_t l = 0; l < *lanes; l++) {
    uint64_t i = f[l] + 1;
    while (i < f[l + 1] && c->start[order[i]] >= c->start[order[i - 1]]) i++;
    if (i < f[l + 1]) qsort_r(order + f[l], f[l + 1] - f[l], sizeof *order, by_start, (void *)c->start);
  }
  return SQLITE_OK;
}

static bool is_small(const rocpd_copy_items *c, uint32_t row, int64_t small) {
  return c->start[row] != ROCPD_NULL && c->end[row] != ROCPD_NULL && c->size[row] != ROCPD_NULL && c->size[row] <= small;
}

static void find_runs(const rocpd_copy_items *c, const uint32_t *row, uint64_t n, int64_t small, int64_t within, int64_t *run) {
  for (uint64_t i = 0, next; i < n; i = next) {
    int64_t reached = c->end[row[i]];
    next = i + 1;
    while (is_small(c, row[i], small) && next < n && is_small(c, row[next], small) && c->start[row[next]] - reached <= within) {
      if (c->end[row[next]] > reached) reached = c->end[row[next]];
      next++;
    }
    for (uint64_t k = i; k < next; k++) run[row[k]] = (int64_t)(next - i);
  }
}

int rocpd_copy_runs(const rocpd_copy_items *c, int64_t small, int64_t within, int64_t *run) {
  uint32_t *order = sqlite3_malloc64((c->n + 1) * sizeof *order), lanes;
  uint64_t *first = NULL;
  int rc = order ? find_order(c, order, &first, &lanes) : SQLITE_NOMEM;
  for (uint32_t l = 0; rc == SQLITE_OK && l < lanes; l++) find_runs(c, order + first[l], first[l + 1] - first[l], small, within, run);
  sqlite3_free(order), sqlite3_free(first);
  return rc;
}
