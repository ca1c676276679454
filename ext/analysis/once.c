/* See once.h. Sorted runs are merged in pairs until one is left. */
#include "once.h"
#include "parallel.h"

static inline bool is_before(const rocpd_once_row *a, const rocpd_once_row *b) {
  if (a->lane != b->lane) return a->lane < b->lane;
  if (a->start != b->start) return a->start < b->start;
  return a->end != b->end ? a->end < b->end : a->id < b->id;
}

/* Finds the first row of each run, followed by n. */
static int find_runs(const rocpd_once_row *row, size_t n, size_t **first, size_t *runs) {
  size_t room = 0;
  *first = NULL, *runs = 0;
  for (size_t i = 0; i <= n; i++) {
    if (i && i < n && !is_before(&row[i], &row[i - 1])) continue;
    if (rocpd_array_reserve(first, &room, *runs + 1, sizeof **first) != SQLITE_OK) return SQLITE_NOMEM;
    (*first)[*runs] = i, *runs += i < n;
  }
  return SQLITE_OK;
}

static void merge(const rocpd_once_row *a, const rocpd_once_row *a_end, const rocpd_once_row *b, const rocpd_once_row *b_end, rocpd_once_row *out) {
  while (a < a_end && b < b_end) *out++ = is_before(b, a) ? *b++ : *a++;
  memcpy(out, a, (size_t)(a_end - a) * sizeof *a), out += a_end - a;
  memcpy(out, b, (size_t)(b_end - b) * sizeof *b);
}

/* Merges runs in pairs; returns their new number. */
static size_t merge_runs(const rocpd_once_row *from, size_t *first, size_t runs, rocpd_once_row *to) {
  size_t left = 0, n = first[runs];
  for (size_t i = 0; i < runs; i += 2) {
    size_t begin = first[i], middle = first[i + 1], end = i + 1 < runs ? first[i + 2] : middle;
    merge(from + begin, from + middle, from + middle, from + end, to + begin);
    first[left++] = begin;
  }
  first[left] = n;
  return left;
}

int rocpd_once_sort(rocpd_session *session, rocpd_once_row *row, size_t n, rocpd_error *err) {
  size_t *first, runs;
  rocpd_once_row *room = NULL, *from = row;
  int rc = rocpd_fail_code(err, find_runs(row, n, &first, &runs));
  if (rc == SQLITE_OK && runs > 1 && !(room = rocpd_large_alloc(n * sizeof *room))) rc = rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu rows", n);
  for (rocpd_once_row *to = room; rc == SQLITE_OK && runs > 1; from = to, to = from == row ? room : row) {
    runs = merge_runs(from, first, runs, to);
    if (rocpd_interrupted(session)) rc = rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
  }
  if (rc == SQLITE_OK && from != row) memcpy(row, from, n * sizeof *row);
  sqlite3_free(room), sqlite3_free(first);
  return rc;
}
