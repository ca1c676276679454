/* See once.h. */
#include "once.h"
#include "parallel.h"
#include "sort.h"

enum { INTERRUPT_EVERY = 65536 };

static bool is_before(const void *x, const void *y) {
  const rocpd_once_row *a = x, *b = y;
  if (a->lane != b->lane) return a->lane < b->lane;
  if (a->start != b->start) return a->start < b->start;
  return a->end != b->end ? a->end < b->end : a->id < b->id;
}

static const rocpd_sort_kind by_time = {sizeof(rocpd_once_row), is_before};

static int sort(rocpd_once_row *row, size_t n, rocpd_error *err) {
  size_t i = 1;
  while (i < n && !is_before(&row[i], &row[i - 1])) i++;
  if (i >= n) return SQLITE_OK;
  rocpd_once_row *spare = rocpd_large_alloc(n * sizeof *spare);
  if (!spare) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu rows", n);
  rocpd_sort(&by_time, row, spare, n);
  sqlite3_free(spare);
  return SQLITE_OK;
}

int rocpd_once_each(rocpd_session *session, rocpd_once_row *row, size_t n, int (*fn)(void *arg, const rocpd_once_row *x, int64_t once, rocpd_error *err),
                    void *arg, rocpd_error *err) {
  int64_t reached = ROCPD_NULL; /* last end so far in the lane */
  int rc = sort(row, n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    const rocpd_once_row *x = &row[i];
    if (i && x->lane != x[-1].lane) reached = ROCPD_NULL;
    int64_t from = rocpd_later(x->start, reached);
    bool known = x->start != ROCPD_NULL && x->end != ROCPD_NULL;
    reached = rocpd_later(reached, x->end);
    rc = fn(arg, x, !known ? ROCPD_NULL : x->end > from ? x->end - from : 0, err);
    if (rc == SQLITE_OK && i % INTERRUPT_EVERY == 0 && rocpd_interrupted(session)) rc = rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
  }
  return rc;
}
