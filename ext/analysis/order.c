/* Merge sort, because qsort_r may allocate memory. Halves that are sorted already, as rows mostly are, are not touched. */
#include "order.h"

enum { FEW = 8 };

static void sort_few(rocpd_row *row, uint32_t n, const int64_t *key) {
  for (uint32_t i = 1; i < n; i++) {
    rocpd_row r = row[i];
    uint32_t k = i;
    for (; k && key[row[k - 1]] > key[r]; k--) row[k] = row[k - 1];
    row[k] = r;
  }
}

static void sort(rocpd_row *row, rocpd_row *spare, uint32_t n, const int64_t *key) {
  if (n <= FEW) {
    sort_few(row, n, key);
    return;
  }
  uint32_t half = n / 2, x = 0, y = half, k = 0;
  sort(row, spare, half, key);
  sort(row + half, spare + half, n - half, key);
  if (key[row[half - 1]] <= key[row[half]]) return;
  while (x < half || y < n) {
    bool left = y >= n || (x < half && key[row[x]] <= key[row[y]]);
    spare[k++] = row[left ? x++ : y++];
  }
  memcpy(row, spare, n * sizeof *row);
}

int rocpd_sort_by_key(const int64_t *key, rocpd_row *row, uint32_t n, rocpd_error *err) {
  rocpd_row *spare = sqlite3_malloc64((uint64_t)n * sizeof *spare + 1);
  if (!spare) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for the order of %u rows", n);
  sort(row, spare, n, key);
  sqlite3_free(spare);
  return SQLITE_OK;
}

int rocpd_sort_by_start(const rocpd_column *start, rocpd_row *row, uint32_t n, rocpd_error *err) {
  uint32_t rows = 0; /* number of rows whose starts are needed */
  for (uint32_t i = 0; i < n; i++) rows = row[i] >= rows ? row[i] + 1u : rows;
  int64_t *value = sqlite3_malloc64((uint64_t)rows * sizeof *value + 1);
  if (!value) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for the order of %u rows", n);
  rocpd_column_get(start, 0, rows, value);
  int rc = rocpd_sort_by_key(value, row, n, err);
  sqlite3_free(value);
  return rc;
}
