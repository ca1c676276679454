/* See times.h. */
#include "times.h"
#include "parallel.h"

static int read_columns(void *arg, size_t i, rocpd_error *err) {
  rocpd_timed_batch *b = &((rocpd_times *)arg)->batch[i];
  return rocpd_batch_times(b->batch, &b->start, &b->end, err);
}

static int find_pages(rocpd_times *t, rocpd_error *err) {
  uint32_t pages = (t->n >> ROCPD_TIMES_PAGE) + 1;
  if (!(t->page = sqlite3_malloc64((uint64_t)pages * sizeof *t->page))) return rocpd_no_memory(err);
  for (uint32_t p = 0, i = 0; p < pages; p++) {
    while (i + 1 < t->batches && t->batch[i + 1].first <= p << ROCPD_TIMES_PAGE) i++;
    t->page[p] = i;
  }
  return SQLITE_OK;
}

int rocpd_times_make(rocpd_session *session, rocpd_batch *const *batch, size_t n, rocpd_batch *const *more, size_t n_more, rocpd_times *out, rocpd_error *err) {
  uint64_t rows = 0;
  *out = (rocpd_times){.batch = sqlite3_malloc64((n + n_more + 1) * sizeof *out->batch)};
  if (!out->batch) return rocpd_no_memory(err);
  for (size_t i = 0; i < n + n_more && rows <= INT32_MAX; i++) {
    rocpd_batch *b = i < n ? batch[i] : more[i - n];
    out->batch[out->batches++] = (rocpd_timed_batch){.batch = b, .first = (uint32_t)rows, .rows = b->rows};
    rows += b->rows;
  }
  out->n = (uint32_t)rows;
  int rc = rows <= INT32_MAX ? SQLITE_OK : rocpd_fail(err, SQLITE_TOOBIG, "%s: too many rows, expected less than 2^31", out->batch->batch->source->path);
  if (rc == SQLITE_OK) rc = find_pages(out, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, out->batches, read_columns, out, err);
  if (rc != SQLITE_OK) rocpd_times_drop(out);
  return rc;
}

void rocpd_times_drop(rocpd_times *t) {
  sqlite3_free(t->batch), sqlite3_free(t->page);
  *t = (rocpd_times){0};
}
