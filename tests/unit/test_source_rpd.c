/* Files of rocmProfileData: a genuine one of schema 2, compared with its own views; one of schema 3 with everything in it;
** references to nothing; files that grow, are attached, or damaged. */
#define _GNU_SOURCE
#include "db.h"
#include "read_trace.h"
#include "test.h"
#include "trace.h"
#include <sys/stat.h>
#include <unistd.h>

#define GENUINE "tests/data/rpd/matmul_result.rpd"

static void same(sqlite3 *db, const char *ours, const char *theirs) { CHECK(db_same(db, NULL, ours, theirs, 1) > 0); }

/* ---- the genuine file, as the main database: its own views are beside ours */

static void calls(void) {
  sqlite3 *db = db_open(GENUINE);
  same(db, "SELECT id, pid, tid, start, \"end\", name FROM regions", "SELECT id, pid, tid, start, end, apiName FROM main.api");
  same(db, "SELECT id, group_concat(name || '=' || value, ' | ') FROM (SELECT * FROM region_args ORDER BY id, position) GROUP BY id",
       "SELECT id, args FROM main.api WHERE args <> ''");
  sqlite3_close(db);
}

static void ops(void) {
  sqlite3 *db = db_open(GENUINE);
  same(db,
       "SELECT id, agent_abs_index, start, \"end\", name FROM kernels UNION ALL "
       "SELECT id, coalesce(dst_agent_abs_index, src_agent_abs_index), start, \"end\", name FROM memory_copies",
       "SELECT id, gpuId, start, end, iif(description = '', opType, description) FROM main.op");
  same(
    db,
    "SELECT id, start, duration, grid_x, grid_y, grid_z, workgroup_x, workgroup_y, workgroup_z, lds_size, scratch_size, name FROM kernels WHERE grid_x NOT NULL",
    "SELECT id, start, duration, gridX, gridY, gridZ, workgroupX, workgroupY, workgroupZ, groupSegmentSize, privateSegmentSize, kernelName FROM main.kernel");
  same(db,
       "SELECT c.id, c.start, c.duration, c.size, '0x' || printf('%x', c.dst_address), '0x' || printf('%x', c.src_address), r.name "
       "FROM memory_copies c JOIN regions r USING (guid, stack_id)",
       "SELECT id, start, duration, size, dst, src, apiName FROM main.copyop o WHERE id IN (SELECT id FROM main.op WHERE opType LIKE 'Copy%')");
  same(db, "SELECT k.id, r.id FROM kernels k JOIN regions r USING (guid, stack_id) UNION ALL SELECT k.id, r.id FROM memory_copies k JOIN regions r USING (guid, stack_id)",
       "SELECT op_id, api_id FROM main.rocpd_api_ops");
  sqlite3_close(db);
}

/* RPD's top contains only work of the GPU. Ours, reached here as trace_top, contains calls, too. */
static void top(void) {
  sqlite3 *db = db_open(GENUINE);
#define OPS "(SELECT name, duration FROM kernels UNION ALL SELECT name, duration FROM memory_copies)"
  same(db,
       "SELECT name, count(*), sum(duration) / 1000, sum(duration) / count(*) / 1000, sum(duration) * 100.0 / (SELECT sum(duration) FROM " OPS ") FROM " OPS
       " GROUP BY name",
       "SELECT Name, TotalCalls, TotalDuration, Ave, Percentage FROM main.top");
  same(db, "SELECT t.name, t.total_calls, CAST(t.total_duration AS INT) FROM trace_top t JOIN main.top o ON o.Name = t.name",
       "SELECT Name, TotalCalls, TotalDuration FROM main.top");
  same(db, "SELECT start, \"end\", duration, counter_name, counter_value FROM pmc_events",
       "SELECT start, end, end - start, monitorType, value + 0.0 FROM main.rocpd_monitor");
  same(db, "SELECT kind, pid, rows FROM sources", "VALUES ('rpd', 1087077, 210)");
  CHECK_INT(db_int(db, "SELECT sum(value) FROM health WHERE source IS NOT NULL"), 0);
  sqlite3_close(db);
}

/* ---- made files */

static char path[4096];

static sqlite3 *open_made(const char *name) {
  snprintf(path, sizeof path, "%s/%s", test_tmp(), name);
  return db_open_trace(path);
}

static void change(const char *name, const char *sql) {
  sqlite3 *db;
  snprintf(path, sizeof path, "%s/%s", test_tmp(), name);
  CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
  CHECK_INT(db_run(db, sql), SQLITE_OK);
  sqlite3_close(db);
}

/* The tables of schema 3, with two processes, and a row of everything. */
static const char schema_3[] =
    "BEGIN; CREATE TABLE rocpd_metadata(id INTEGER PRIMARY KEY, tag, value);"
    "CREATE TABLE rocpd_string(id INTEGER PRIMARY KEY, string); CREATE TABLE rocpd_ustring(id INTEGER PRIMARY KEY, string);"
    "CREATE TABLE rocpd_api(id INTEGER PRIMARY KEY, pid, tid, start, \"end\", apiName_id, category_id, domain_id, args_id);"
    "CREATE TABLE rocpd_op(id INTEGER PRIMARY KEY, gpuId, queueId, sequenceId, start, \"end\", description_id, opType_id);"
    "CREATE TABLE rocpd_api_ops(id INTEGER PRIMARY KEY, api_id, op_id);"
    "CREATE TABLE rocpd_kernelapi(api_ptr_id INTEGER PRIMARY KEY, stream, gridX, gridY, gridZ, workgroupX, workgroupY, workgroupZ, groupSegmentSize, "
    "privateSegmentSize, kernelName_id);"
    "CREATE TABLE rocpd_copyapi(api_ptr_id INTEGER PRIMARY KEY, stream, size, width, height, kind, dst, src, dstDevice, srcDevice, sync, pinned);"
    "CREATE TABLE rocpd_monitor(id INTEGER PRIMARY KEY, deviceType, deviceId, monitorType, start, \"end\", value);"
    "CREATE TABLE rocpd_counter(id INTEGER PRIMARY KEY, value, op_id, name_id);"
    "CREATE TABLE rocpd_stackframe(id INTEGER PRIMARY KEY, api_ptr_id, depth, name_id);"
    "INSERT INTO rocpd_string VALUES (1, ''), (2, 'UserMarker'), (3, 'hipLaunchKernel'), (4, 'hipGraphLaunch'), (5, 'aten::mm'), (6, 'python'), "
    "(7, 'KernelExecution'), (8, 'CopyDeviceToDevice'), (9, '_Z4gemmPf'), (10, 'Barrier'), (11, 'SQ_WAVES'), (12, 'main'), (13, 'train \"x\"'), (14, 'hipMemcpy2D');"
    "INSERT INTO rocpd_ustring VALUES (1, ''), (2, 'step \"1\"'), (3, 'mark | a=b'), (4, 'a = 1 | b=2 x | c='), (5, 'a=1 | free text'), (6, 'x|y=3');"
    "INSERT INTO rocpd_api VALUES (1, 10, 11, 100, 900, 2, 1, 1, 2), (2, 10, 11, 150, 150, 2, 1, 1, 3), (3, 10, 11, 200, 220, 3, 1, 1, 4), "
    "(4, 20, 21, 300, 330, 4, 1, 1, 5), (5, 20, 21, 400, 480, 5, 6, 1, 6), (6, 20, 21, 500, 520, 14, 1, 1, 1);"
    "INSERT INTO rocpd_kernelapi VALUES (3, '0x0', 2, 3, 4, 64, 1, 1, 512, 16, 9), (4, '0x7f00', 1, 1, 1, 32, 1, 1, 0, 0, 9);"
    "INSERT INTO rocpd_copyapi VALUES (6, '0x7f00', '', 10, 20, 3, '0x10', '0x20', 0, 0, 0, 0);"
    "INSERT INTO rocpd_op VALUES (1, 0, 1, 0, 1000, 1100, 9, 7), (2, 1, 1, 0, 1200, 1300, 9, 7), (3, 1, 1, 0, 1300, 1400, 9, 7), (4, 1, 0, 0, 1500, 1600, 1, 8), "
    "(5, 0, 1, 0, 1700, 1800, 1, 10), (6, 0, 2, 0, 1900, 1950, 9, 7);"
    "INSERT INTO rocpd_api_ops VALUES (1, 3, 1), (2, 4, 2), (3, 4, 3), (4, 6, 4), (5, 4, 1);"
    "INSERT INTO rocpd_counter VALUES (1, 64, 2, 11), (2, 65.5, 99, 11);"
    "INSERT INTO rocpd_stackframe VALUES (1, 3, 0, 13), (2, 3, 1, 12), (3, 4, 0, 12);"
    "INSERT INTO rocpd_monitor VALUES (1, 'gpu', 1, 'sclk', 100, 200, '1700'), (2, 'gpu', 0, 'sclk', 100, 200, 'fast'); COMMIT;";

static void everything(void) {
  change("made.rpd", schema_3);
  sqlite3 *db = open_made("made.rpd");
  same(db, "SELECT id, pid, tid, category, name, duration, extdata ->> 'message', call_stack FROM regions",
       "VALUES (1, 10, 11, 'MARKER_CORE_RANGE_API', 'UserMarker', 800, 'step \"1\"', '{}'), "
       "(3, 10, 11, 'HIP_RUNTIME_API_EXT', 'hipLaunchKernel', 20, NULL, '[\"train \\\"x\\\"\", \"main\"]'), "
       "(4, 20, 21, 'HIP_RUNTIME_API_EXT', 'hipGraphLaunch', 30, NULL, '[\"main\"]'), (5, 20, 21, 'python', 'aten::mm', 80, NULL, '{}'), "
       "(6, 20, 21, 'HIP_RUNTIME_API_EXT', 'hipMemcpy2D', 20, NULL, '{}'), (2305843009213693957, NULL, NULL, 'BARRIER_PACKET', 'Barrier', 100, NULL, '{}')");
  same(db, "SELECT id, timestamp, name, extdata ->> 'message' FROM samples", "VALUES (2, 150, 'UserMarker', 'mark | a=b')");
  same(db, "SELECT id, name, pid, tid, agent_abs_index, queue, stream, duration, grid_y, workgroup_x, lds_size, stack_id FROM kernels",
       "VALUES (1, 'gemm(float*)', 10, 11, 0, 'Queue 1', 'Default Stream', 100, 3, 64, 512, 3), "
       "(2, 'gemm(float*)', 20, 21, 1, 'Queue 1', 'Stream 0x7f00', 100, 1, 32, 0, 4), "
       "(3, 'gemm(float*)', 20, 21, 1, 'Queue 1', 'Stream 0x7f00', 100, 1, 32, 0, 4), "
       "(6, 'gemm(float*)', NULL, NULL, 0, 'Queue 2', 'Default Stream', 50, NULL, NULL, NULL, 0)");
  same(db, "SELECT name, size, dst_address, src_address, dst_agent_abs_index, src_agent_abs_index, stream_name, pid FROM memory_copies",
       "VALUES ('CopyDeviceToDevice', 200, 16, 32, 1, 1, 'Stream 0x7f00', 20)");
  same(db, "SELECT id, position, name, value FROM region_args",
       "VALUES (3, 0, 'a', '1'), (3, 1, 'b', '2 x'), (3, 2, 'c', ''), (4, 0, '', 'a=1 | free text'), (5, 0, '', 'x|y=3')");
  same(db, "SELECT counter_name, counter_value, start, dispatch_id, name, category FROM pmc_events",
       "VALUES ('SQ_WAVES', 64.0, 1200, 2, 'gemm(float*)', 'COUNTER_COLLECTION'), ('SQ_WAVES', 65.5, NULL, 99, NULL, 'COUNTER_COLLECTION'), "
       "('sclk', 1700.0, 100, NULL, 'gpu', 'MONITOR'), ('sclk', NULL, 100, NULL, 'gpu', 'MONITOR')");
  same(db, "SELECT pid FROM processes", "VALUES (10), (20)");
  same(db, "SELECT pid, tid FROM threads", "VALUES (10, 11), (20, 21)");
  same(db, "SELECT kernel_name, display_name FROM kernel_symbols", "VALUES ('_Z4gemmPf', 'gemm(float*)')");
  same(db, "SELECT name, value, detail FROM health WHERE value AND source IS NOT NULL",
       "VALUES ('ops without a call', 2, NULL), ('ops of several calls', 1, 'the first call counts'), ('links to missing rows', 1, NULL), ('kernels without launch', 1, 'no traced call launched them'), "
       "('wrong type', 1, 'table rocpd_monitor, column value, first in row 2: read as NULL')");
  sqlite3_close(db);
}

/* Whatever a row contains, neither it nor the others get lost. */
static void odd_values(void) {
  change("odd.rpd", schema_3);
  change("odd.rpd",
         "UPDATE rocpd_api SET start = 'x', apiName_id = 77 WHERE id = 3; UPDATE rocpd_api SET pid = NULL, tid = x'00' WHERE id = 4;"
         "UPDATE rocpd_op SET gpuId = 'a', opType_id = NULL, \"end\" = 9223372036854775807 WHERE id = 1; UPDATE rocpd_op SET \"end\" = 5 WHERE id = 2;"
         "INSERT INTO rocpd_api_ops VALUES (NULL, NULL, 6), (NULL, -1, 6); UPDATE rocpd_kernelapi SET stream = 'main' WHERE api_ptr_id = 4;"
         "DROP TABLE rocpd_copyapi; ALTER TABLE rocpd_op DROP COLUMN queueId; DROP TABLE rocpd_ustring");
  sqlite3 *db = open_made("odd.rpd");
  CHECK_INT(db_int(db, "SELECT count(*) FROM regions"), 6);
  CHECK_INT(db_int(db, "SELECT count(*) FROM kernels"), 4);
  same(db, "SELECT id, name, start, duration FROM regions WHERE id = 3", "VALUES (3, NULL, NULL, NULL)");
  same(db, "SELECT name, duration, agent_abs_index, queue_id FROM kernels WHERE id = 1", "VALUES ('gemm(float*)', NULL, NULL, 0)");
  same(db, "SELECT duration FROM kernels WHERE id = 2", "VALUES (-1195)");
  same(db, "SELECT name, value FROM health WHERE name = 'ends before starts'", "VALUES ('ends before starts', 1)");
  same(db, "SELECT substr(detail, 1, instr(detail, ', first')) FROM health WHERE name = 'wrong type'",
       "VALUES ('table rocpd_api, column start,'), ('table rocpd_api, column tid,'), ('table rocpd_op, column gpuId,'), ('table rocpd_op, column end,'), "
       "('table rocpd_kernelapi, column stream,'), ('table rocpd_monitor, column value,')");
  sqlite3_close(db);
}

/* Arguments belong to the process of their call, whatever its number is. */
static void odd_processes(void) {
  change("process.rpd", schema_3);
  change("process.rpd", "UPDATE rocpd_api SET pid = '12 apes'");
  sqlite3 *db = open_made("process.rpd");
  same(db, "SELECT DISTINCT a.pid FROM region_args a", "SELECT DISTINCT pid FROM regions WHERE pid NOT NULL");
  same(db, "SELECT count(*) > 0 FROM region_args a JOIN regions r ON r.id = a.id AND r.pid = a.pid", "VALUES (1)");
  sqlite3_close(db);
}

static void growing(void) {
  change("grow.rpd", schema_3);
  sqlite3 *db = open_made("grow.rpd");
  CHECK_INT(db_int(db, "SELECT count(*) FROM kernels"), 4);
  char *guid = db_rows(db, "SELECT guid FROM sources", 0, NULL);
  change("grow.rpd", "INSERT INTO rocpd_op VALUES (7, 0, 1, 0, 2000, 2100, 9, 7); INSERT INTO rocpd_api_ops VALUES (6, 3, 7)");
  CHECK_INT(db_int(db, "SELECT count(*) FROM kernels"), 5);
  CHECK_INT(db_int(db, "SELECT stack_id FROM kernels WHERE id = 7"), 3);
  char *again = db_rows(db, "SELECT guid FROM sources", 0, NULL);
  CHECK_TEXT(again, guid);
  sqlite3_free(guid);
  sqlite3_free(again);
  char *attach = sqlite3_mprintf("ATTACH %Q AS x", path);
  CHECK_INT(db_run(db, attach), SQLITE_OK);
  CHECK_INT(db_int(db, "SELECT count(*) FROM kernels"), 5); /* the same file is one source */
  CHECK_INT(db_run(db, "BEGIN; DELETE FROM x.rocpd_op WHERE id > 5"), SQLITE_OK);
  CHECK_INT(db_int(db, "SELECT count(*) FROM kernels"), 3); /* changed by the same connection */
  CHECK_INT(db_run(db, "ROLLBACK"), SQLITE_OK);
  CHECK_INT(db_int(db, "SELECT count(*) FROM kernels"), 5);
  sqlite3_free(attach);
  sqlite3_close(db);
}

/* More rows than fit into a batch. */
static void many_rows(void) {
  change("many.rpd", schema_3);
  change("many.rpd", "WITH n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 75099) INSERT INTO rocpd_api SELECT i, 10, 11 + i % 2, i * 10, i * 10 + 5, 3, 1, 1, 4 FROM n;"
                     "INSERT INTO rocpd_op SELECT id, id % 3, 1, 0, start + 7, start + 9, 9, 7 FROM rocpd_api WHERE id >= 100;"
                     "INSERT INTO rocpd_api_ops SELECT id, id, id FROM rocpd_op WHERE id >= 100");
  sqlite3 *db = open_made("many.rpd");
  CHECK_INT(db_int(db, "SELECT count(*) FROM kernels k JOIN regions r USING (guid, stack_id) WHERE k.id >= 100 AND k.start = r.start + 7 AND k.id = r.id"),
            75000);
  CHECK_INT(db_int(db, "SELECT count(DISTINCT rowid) FROM regions"), 75006);
  CHECK_INT(db_int(db, "SELECT count(*) FROM region_args"), 225005);
  sqlite3_close(db);
}

/* Its rows count as memory, too, and are read again after they were dropped. */
static void under_a_limit(void) {
  static const char *const queries[] = {"SELECT count(*), sum(rowid), sum(start), sum(tid), count(DISTINCT name) FROM regions",
                                        "SELECT count(*), sum(rowid), sum(end - start), sum(stack_id) FROM kernels",
                                        "SELECT count(*), sum(length(value)) FROM region_args",
                                        "SELECT count(*), sum(value) FROM health WHERE source IS NOT NULL", "SELECT count(*), sum(total_ns) FROM top"};
  enum { QUERIES = sizeof(queries) / sizeof(*queries) };
  char *want[QUERIES];
  sqlite3 *db = open_made("many.rpd");
  for (int i = 0; i < QUERIES; i++) want[i] = db_rows(db, queries[i], 0, NULL);
  sqlite3_int64 all = db_int(db, "SELECT sum(cached_bytes) FROM sources"), before = sqlite3_memory_used();
  if (all < 4 << 20) printf("# %lld bytes\n", (long long)all);
  CHECK(all > 4 << 20);
  CHECK_INT(db_int(db, "SELECT rocpd_config('cache_mb', 1)"), 1);
  CHECK(db_int(db, "SELECT sum(cached_bytes) FROM sources") <= 1 << 20);
  CHECK(sqlite3_memory_used() < before - (all - (2 << 20)));
  for (int i = 0; i < 2 * QUERIES; i++) {
    if (i == QUERIES) db_int(db, "SELECT rocpd_config('cache_mb', 0)");
    char *got = db_rows(db, queries[(i * 3) % QUERIES], 0, NULL);
    CHECK_TEXT(got, want[(i * 3) % QUERIES]);
    sqlite3_free(got);
  }
  for (int i = 0; i < QUERIES; i++) sqlite3_free(want[i]);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* How many bytes are freed if there is room for none. *all is the number before. */
static int64_t bytes_gone(sqlite3 *db, int64_t *all) {
  rocpd_session *session = rocpd_trace_session(rocpd_trace_of(db));
  CHECK(db_int(db, "SELECT count(name) FROM regions") > 0);
  *all = rocpd_keep_all_bytes(session);
  rocpd_keep_set_limit(session, 0);
  rocpd_keep_trim(session);
  return *all - rocpd_keep_all_bytes(session);
}

/* Makes a database in memory with the tables of a file. */
static sqlite3 *open_copy(const char *name) {
  sqlite3 *db = db_open(":memory:"), *file = NULL;
  snprintf(path, sizeof path, "%s/%s", test_tmp(), name);
  CHECK_INT(sqlite3_open(path, &file), SQLITE_OK);
  sqlite3_backup *copy = sqlite3_backup_init(db, "main", file, "main");
  CHECK_INT(sqlite3_backup_step(copy, -1), SQLITE_DONE);
  CHECK_INT(sqlite3_backup_finish(copy), SQLITE_OK);
  sqlite3_close(file);
  return db;
}

/* What only the connection can read stays, since other threads may ask for it at any time. */
static void of_the_connection(void) {
  int64_t all;
  change("own.rpd", schema_3);
  sqlite3 *db = open_copy("own.rpd");
  CHECK_INT(bytes_gone(db, &all), 0);
  CHECK(all > 1000);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  db = db_open_trace(GENUINE); /* others are dropped */
  CHECK(bytes_gone(db, &all) > all / 2);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* ---- damage: rows, or an error that names the file, but nothing else happens */

static void write_damaged(const uint8_t *data, size_t size) {
  snprintf(path, sizeof path, "%s/damaged.rpd", test_tmp());
  FILE *f = fopen(path, "w");
  CHECK(f && fwrite(data, 1, size, f) == size && fclose(f) == 0);
}

static void damaged(void) {
  FILE *f = fopen(GENUINE, "r");
  static uint8_t whole[1 << 17], copy[1 << 17];
  size_t size = fread(whole, 1, sizeof whole, f);
  fclose(f);
  sqlite3 *db = db_open(":memory:");
  uint64_t seed = 42;
  for (int i = 0, n = test_soak() ? 3000 : 200; i < n; i++) {
    memcpy(copy, whole, size);
    size_t left = i % 8 == 0 ? size * (size_t)i / (size_t)n : size;
    for (int k = 0; k < 1 + i % 40; k++) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      copy[100 + (seed >> 20) % (size - 100)] = (uint8_t)(seed >> 50);
    }
    write_damaged(copy, left);
    read_trace(db, path, &(rocpd_open_options){.skip_damaged = i % 2});
  }
  sqlite3_close(db);
  write_damaged(whole, size - 3 * 4096);
  db = db_open(":memory:");
  char *sql = sqlite3_mprintf("SELECT rocpd_attach(%Q)", path), *rows = db_rows(db, sql, 0, NULL);
  CHECK(strstr(rows, "error") && strstr(rows, "damaged.rpd"));
  sqlite3_free(sql);
  sqlite3_free(rows);
  sqlite3_close(db);
}

int main(void) {
  RUN(calls);
  RUN(ops);
  RUN(top);
  RUN(everything);
  RUN(odd_values);
  RUN(odd_processes);
  RUN(growing);
  RUN(many_rows);
  RUN(under_a_limit);
  RUN(of_the_connection);
  RUN(damaged);
  return test_result();
}
