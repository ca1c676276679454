/* See told.h. */
#include "told.h"
#include "part.h"
#include "stream_order.h"

/* State for one process. */
typedef struct telling {
  rocpd_told *told;
  rocpd_times times;
  rocpd_used_gpus used;
  rocpd_stream_order order;
} telling;

static uint64_t key_of(const rocpd_batch *b, uint32_t row) {
  return rocpd_batch_rowid(b, row) << 1 | (b->kind == ROCPD_KIND_COPY);
}

/* The end of a kernel or copy; ROCPD_NULL: one of its times is unknown. */
static int64_t end_of(const rocpd_times *t, uint32_t number) {
  const rocpd_timed_batch *b = rocpd_times_at(t, number);
  int64_t start = rocpd_column_at(b->start, number - b->first), end = rocpd_column_at(b->end, number - b->first);
  return start == ROCPD_NULL || end == ROCPD_NULL ? ROCPD_NULL : end < start ? start : end;
}

/* Finds what a kernel or copy waited for. If, because of clock errors, that ends after it started, nothing is known about the wait. */
static int tell(telling *x, uint32_t number) {
  const rocpd_timed_batch *b = rocpd_times_at(&x->times, number);
  int64_t start = rocpd_column_at(b->start, number - b->first), last = INT64_MIN;
  uint32_t n;
  const uint32_t *before = rocpd_order_before(&x->order, number, &n);
  for (uint32_t i = 0; i < n && start != ROCPD_NULL; i++) {
    int64_t end = end_of(&x->times, before[i]);
    if (end != ROCPD_NULL && end <= start && end > last) last = end;
  }
  return last == INT64_MIN ? SQLITE_OK : rocpd_map_set(&x->told->end, key_of(b->batch, number - b->first), (uint64_t)last);
}

static int tell_all(telling *x, rocpd_error *err) {
  const rocpd_map *m = &x->order.of_activity;
  int rc = SQLITE_OK;
  for (uint64_t i = 0; rc == SQLITE_OK && m->count && i <= m->mask; i++)
    if (m->entry[i].value_plus_1) rc = tell(x, (uint32_t)m->entry[i].key);
  return rocpd_fail_code(err, rc);
}

static int add_process(rocpd_told *told, const rocpd_part *p, const rocpd_waiting *waiting, rocpd_error *err) {
  telling x = {.told = told};
  rocpd_batch **kernel, **copy;
  size_t kernels, copies;
  int rc = rocpd_snapshot_batches_of(p->snapshot, p->source, ROCPD_KIND_KERNEL, &kernel, &kernels, err);
  if (rc == SQLITE_OK) rc = rocpd_snapshot_batches_of(p->snapshot, p->source, ROCPD_KIND_COPY, &copy, &copies, err);
  if (rc == SQLITE_OK) rc = rocpd_times_make(rocpd_snapshot_session(p->snapshot), kernel, kernels, copy, copies, &x.times, err);
  if (rc == SQLITE_OK) rc = rocpd_used_gpus_make(p->snapshot, p->source, &x.times, &x.used, err);
  if (rc == SQLITE_OK) rc = rocpd_stream_order_make(p->snapshot, p->source, &x.times, &x.used, waiting, -ROCPD_MAX_TIME, ROCPD_MAX_TIME, &x.order, err);
  if (rc == SQLITE_OK) rc = tell_all(&x, err);
  rocpd_stream_order_drop(&x.order), rocpd_used_gpus_drop(&x.used), rocpd_times_drop(&x.times);
  return rc;
}

int rocpd_told_make(rocpd_snapshot *s, const rocpd_waiting *waiting, rocpd_told *out, rocpd_error *err) {
  rocpd_part *part = NULL;
  size_t n = 0, tells = 0;
  *out = (rocpd_told){0};
  while (tells < waiting->n && waiting->kind[tells] != ROCPD_ORDERS_STREAM) tells++;
  if (tells == waiting->n) return SQLITE_OK;
  int rc = rocpd_parts_list(s, &part, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_process(out, &part[i], waiting, err);
  sqlite3_free(part);
  if (rc != SQLITE_OK) rocpd_told_drop(out);
  return rc;
}

void rocpd_told_drop(rocpd_told *t) { rocpd_map_free(&t->end); }

int64_t rocpd_told_end(const rocpd_told *t, const rocpd_batch *b, uint32_t row) {
  return t->end.count ? (int64_t)rocpd_map_get(&t->end, key_of(b, row), (uint64_t)INT64_MIN) : INT64_MIN;
}
