/* launches: kernels, with columns of the calls that launched them. */
#include "view.h"

#define L(column) [ROCPD_LAUNCH_##column]
#define SAME_AS(column) L(column) = SAME(ROCPD_KERNEL_##column)
#define CALL(column) LINK_OWN(ROCPD_LAUNCH_stack_id, CALL_OF_STACK, ROCPD_REGION_##column)

/* Thresholds of the classes of a launch, ns. */
#define SLOW_CALL 50000
#define LATE_START 100000

enum { BLOCK = 512 };

/* From the end of the call to the start of the kernel. A kernel may start while its call is still running. */
static int queue_ns(rocpd_batch *b, int64_t *out, rocpd_error *err) {
  static const int of[] = {ROCPD_LAUNCH_call_end, ROCPD_LAUNCH_kernel_start};
  int64_t v[2][BLOCK];
  int rc = SQLITE_OK;
  for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, b->rows, BLOCK)) > 0; first += n) {
    rc = rocpd_batch_values(b, of, 2, first, n, v[0], BLOCK, err);
    for (uint32_t i = 0; i < n; i++) out[first + i] = v[0][i] == ROCPD_NULL || v[1][i] == ROCPD_NULL || v[1][i] < v[0][i] ? ROCPD_NULL : v[1][i] - v[0][i];
  }
  return rc;
}

/* The first class that applies; NULL is less than any time. */
static int class_of(rocpd_batch *b, int64_t *out, rocpd_error *err) {
  static const int of[] = {ROCPD_LAUNCH_call_ns, ROCPD_LAUNCH_queue_ns, ROCPD_LAUNCH_kernel_ns};
  static const char *const name[] = {"slow call", "late start", "short kernel"};
  int64_t v[3][BLOCK], class[3];
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < 3; i++) rc = rocpd_intern(b->source->session, name[i], -1, &class[i]);
  for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, b->rows, BLOCK)) > 0; first += n) {
    rc = rocpd_batch_values(b, of, 3, first, n, v[0], BLOCK, err);
    for (uint32_t i = 0; i < n; i++)
      out[first + i] = v[0][i] > SLOW_CALL ? class[0] : v[1][i] > LATE_START ? class[1] : v[2][i] != ROCPD_NULL && v[2][i] < v[0][i] ? class[2] : ROCPD_NULL;
  }
  return rocpd_fail_code(err, rc);
}

static const rocpd_view_column launches[ROCPD_LAUNCH_COLUMNS] = {
    SAME_AS(guid), SAME_AS(pid), SAME_AS(dispatch_id), SAME_AS(stack_id), SAME_AS(agent_abs_index), SAME_AS(queue_id), SAME_AS(stream_id), SAME_AS(id),
    SAME_AS(agent_id), L(kernel) = SAME(ROCPD_KERNEL_name), L(kernel_start) = SAME(ROCPD_KERNEL_start), L(kernel_end) = SAME(ROCPD_KERNEL_end),
    L(tid) = CALL(tid), L(call) = CALL(name), L(call_start) = CALL(start), L(call_end) = CALL(end),
    L(latency_ns) = DIFFERENCE(ROCPD_LAUNCH_kernel_start, ROCPD_LAUNCH_call_start), L(call_ns) = CALL(duration), L(kernel_ns) = SAME(ROCPD_KERNEL_duration),
    L(queue_ns) = COMPUTED_OWN(queue_ns), L(total_ns) = DIFFERENCE(ROCPD_LAUNCH_kernel_end, ROCPD_LAUNCH_call_start), L(class) = COMPUTED_OWN(class_of)};

static const rocpd_view view_launches = {.kind = ROCPD_KIND_LAUNCH, .parent = ROCPD_KIND_KERNEL, .column = launches};

/* Makes the calls first if they are derived, so that kernels find them. */
static int make_launches(rocpd_snapshot *s, rocpd_source *source, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  rocpd_batch **calls;
  size_t n_calls;
  int rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_REGION, &calls, &n_calls, err);
  return rc == SQLITE_OK ? rocpd_view_make(&view_launches, s, source, out, n, err) : rc;
}
ROCPD_DERIVER(launches) = {.kind = ROCPD_KIND_LAUNCH, .view = &view_launches, .views = 1, .make = make_launches};
