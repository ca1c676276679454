/* See launch.h. */
#include "launch.h"

int rocpd_launch_calls(rocpd_snapshot *s, rocpd_source *source, rocpd_links **out, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  s = rocpd_snapshot_whole(s);
  int rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_REGION, &batch, &n, err); /* batches that are made from others are made now */
  return rc == SQLITE_OK ? rocpd_links_of(s, source, out, err) : rc;
}

static int stack_column(rocpd_batch *b, const rocpd_column **out, rocpd_error *err) {
  int column = b->kind == ROCPD_KIND_KERNEL ? ROCPD_KERNEL_stack_id : b->kind == ROCPD_KIND_COPY ? ROCPD_COPY_stack_id : rocpd_kind_column(b->kind, "stack_id");
  return rocpd_batch_column(b, column, out, err);
}

static int stack_ids(rocpd_batch *b, uint32_t first, uint32_t n, int64_t *out, rocpd_error *err) {
  const rocpd_column *c;
  int rc = stack_column(b, &c, err);
  if (rc == SQLITE_OK) rocpd_column_get(c, first, n, out);
  return rc;
}

int rocpd_launch_values(rocpd_links *calls, rocpd_batch *b, uint32_t first, uint32_t n, int column, int64_t *out, rocpd_error *err) {
  int rc = stack_ids(b, first, n, out, err);
  return rc == SQLITE_OK ? rocpd_link_map(calls, ROCPD_LINK_CALL_OF_STACK, column, out, n, err) : rc;
}

int rocpd_launch_places(rocpd_links *calls, rocpd_batch *b, uint32_t first, uint32_t n, int64_t *out, rocpd_error *err) {
  int rc = stack_ids(b, first, n, out, err);
  return rc == SQLITE_OK ? rocpd_link_find(calls, ROCPD_LINK_CALL_OF_STACK, out, n, err) : rc;
}

int rocpd_launch_places_of(rocpd_links *calls, rocpd_batch *const *batch, const uint32_t *row, uint32_t n, int64_t *out, rocpd_error *err) {
  const rocpd_column *c = NULL;
  int rc = SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
    if (!i || batch[i] != batch[i - 1]) rc = stack_column(batch[i], &c, err);
    if (rc == SQLITE_OK) out[i] = rocpd_column_at(c, row[i]);
  }
  return rc == SQLITE_OK ? rocpd_link_find(calls, ROCPD_LINK_CALL_OF_STACK, out, n, err) : rc;
}
