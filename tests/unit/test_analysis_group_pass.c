/* Groups by keys of every number and kind agree with SQLite's GROUP BY: also where many values of one key share a place in the memo. */
#include "db.h"
#include "memory.h"
#include "schema.h"
#include "small.h"
#include "statistics.h"
#include "test.h"
#include "trace.h"

static const char *trace_path(void) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/groups.rocz", test_tmp());
  return path;
}

/* Whether the groups of a kind's rows by these columns are as SQLite says. */
static void same_groups(sqlite3 *db, rocpd_snapshot *s, const char *table, const char *by, const rocpd_group_input *input, int keys) {
  rocpd_statistics st;
  char *inner = sqlite3_mprintf("SELECT count(*) AS n, sum(duration) AS d FROM %s GROUP BY %s", table, by);
  char *count = sqlite3_mprintf("SELECT count(*) FROM (%s)", inner), *squares = sqlite3_mprintf("SELECT sum(n * n) FROM (%s)", inner),
       *sum = sqlite3_mprintf("SELECT sum(d) FROM (%s)", inner);
  CHECK_INT(rocpd_statistics_make(s, input, 1, keys, &st, NULL), SQLITE_OK);
  int64_t row_squares = 0, sum_ns = 0;
  for (size_t i = 0; i < st.n; i++) row_squares += (int64_t)(st.stat[i].rows * st.stat[i].rows), sum_ns += st.stat[i].sum_ns;
  CHECK_INT((int64_t)st.n, db_int(db, count));
  CHECK_INT(row_squares, db_int(db, squares)); /* so that a row in the wrong group shows */
  CHECK_INT(sum_ns, db_int(db, sum));
  if (test_failures) printf("# %s by %s\n", table, by);
  rocpd_statistics_free(&st);
  sqlite3_free(inner), sqlite3_free(count), sqlite3_free(squares), sqlite3_free(sum);
}

int main(void) {
  tracegen_options o = small_options(20000, 7);
  o.threads = 3, o.queues = 3, o.names = 5, o.agents = 1, o.tick_ns = 1000;
  CHECK_TEXT(tracegen_write(trace_path(), &o) ? "failed" : "written", "written");
  sqlite3 *db = db_open_trace(trace_path());
  rocpd_snapshot *s;
  CHECK_INT(rocpd_trace_snapshot(rocpd_trace_of(db), &s, NULL), SQLITE_OK);
  CHECK(db_int(db, "SELECT count(DISTINCT start) FROM kernels") > 2000); /* more than places of the memo */
#define KERNELS(by, keys, ...) \
  same_groups(db, s, "kernels", by, &(rocpd_group_input){.kind = ROCPD_KIND_KERNEL, .duration = ROCPD_KERNEL_duration, .key = {__VA_ARGS__}}, keys)
  KERNELS("name", 1, ROCPD_KERNEL_name);
  KERNELS("queue_id", 1, ROCPD_KERNEL_queue_id);
  KERNELS("start", 1, ROCPD_KERNEL_start);
  KERNELS("name, queue_id", 2, ROCPD_KERNEL_name, ROCPD_KERNEL_queue_id);
  KERNELS("queue_id, start", 2, ROCPD_KERNEL_queue_id, ROCPD_KERNEL_start);
  KERNELS("start, queue_id", 2, ROCPD_KERNEL_start, ROCPD_KERNEL_queue_id);
  KERNELS("queue_id, tid, start", 3, ROCPD_KERNEL_queue_id, ROCPD_KERNEL_tid, ROCPD_KERNEL_start);
  KERNELS("name, queue_id, start", 3, ROCPD_KERNEL_name, ROCPD_KERNEL_queue_id, ROCPD_KERNEL_start);
  KERNELS("name, tid, start", 3, ROCPD_KERNEL_name, ROCPD_KERNEL_tid, ROCPD_KERNEL_start);
  KERNELS("name, stream_id, start", 3, ROCPD_KERNEL_name, ROCPD_KERNEL_stream_id, ROCPD_KERNEL_start);
  KERNELS("name, graph_node_id, start", 3, ROCPD_KERNEL_name, ROCPD_KERNEL_graph_node_id, ROCPD_KERNEL_start);
  KERNELS("name, queue_id, tid, start", 4, ROCPD_KERNEL_name, ROCPD_KERNEL_queue_id, ROCPD_KERNEL_tid, ROCPD_KERNEL_start);
#define REGIONS(by, keys, ...) \
  same_groups(db, s, "regions", by, &(rocpd_group_input){.kind = ROCPD_KIND_REGION, .duration = ROCPD_REGION_duration, .key = {__VA_ARGS__}}, keys)
  REGIONS("name, tid", 2, ROCPD_REGION_name, ROCPD_REGION_tid);
  REGIONS("name, tid, start", 3, ROCPD_REGION_name, ROCPD_REGION_tid, ROCPD_REGION_start);
  REGIONS("name, result, start", 3, ROCPD_REGION_name, ROCPD_REGION_result, ROCPD_REGION_start);
  REGIONS("category, tid, start", 3, ROCPD_REGION_category, ROCPD_REGION_tid, ROCPD_REGION_start);
  rocpd_snapshot_release(s);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  return test_result();
}
