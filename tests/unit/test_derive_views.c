/* Views that are joined from base tables. The views of a generated database are the reference; databases with awkward ids are
** compared with left joins. */
#include "db.h"
#include "select_source.h"
#include "trace.h"
#include "test.h"
#include <unistd.h>

static char database[4096], trace[4096];

/* Compares all rows, with their types, of each of the database's views for which we have a table. */
static const char *const views[] = {"kernels", "regions", "region_args", "memory_copies", "processes", "threads", "code_objects", "kernel_symbols",
  "memory_allocations", "scratch_memory", "samples", "sample_regions", "events_args", "stream_args", "pmc_info", "pmc_events", "spm_counters", "hip_events",
  "graph_launches", "counters_collection"};

static int has(sqlite3 *db, const char *format, const char *name) {
  char *sql = sqlite3_mprintf(format, name);
  int n = (int)db_int(db, sql);
  sqlite3_free(sql);
  return n;
}

static void compare(sqlite3 *db, const char *view) {
  char *columns = NULL;
  sqlite3_stmt *stmt;
  char *sql = sqlite3_mprintf("SELECT group_concat('\"' || name || '\"', ', ') FROM pragma_table_info(%Q)", view);
  if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) == SQLITE_OK && sqlite3_step(stmt) == SQLITE_ROW)
    columns = sqlite3_mprintf("%s", sqlite3_column_text(stmt, 0));
  sqlite3_finalize(stmt);
  sqlite3_free(sql);
  char *theirs = sqlite3_mprintf("SELECT %s FROM main.\"%w\"", columns, view), *ours = sqlite3_mprintf("SELECT %s FROM \"trace_%w\"(%Q)", columns, view, trace);
  CHECK(db_same(db, view, ours, theirs, 1) >= 0);
  sqlite3_free(theirs), sqlite3_free(ours), sqlite3_free(columns);
}

static void compare_all(const char *options, int rows, int zones) {
  char *command = sqlite3_mprintf("rm -f '%s'; /usr/bin/python3 tests/helper/rocpd_gen.py '%s' %s", database, database, options);
  CHECK_INT(system(command), 0);
  sqlite3_free(command);
  CHECK_INT(select_write(trace, database, rows, zones), 0);
  sqlite3 *db = db_open(database);
  size_t compared = 0, n = sizeof views / sizeof *views;
  for (size_t i = 0; i < n; i++)
    if (has(db, "SELECT count(*) FROM main.sqlite_schema WHERE name = %Q", views[i]) &&
        has(db, "SELECT count(*) FROM pragma_module_list WHERE name = 'trace_' || %Q", views[i]))
      compare(db, views[i]), compared++;
  CHECK(compared >= n - 3); /* schema 3.0.0 has three fewer */
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  CHECK_INT(sqlite3_memory_used(), 0);
}

static void generated(void) { compare_all("--seed 3", 65536, 1); }
static void small_batches(void) { compare_all("--seed 4 --version 3.0.5", 37, 1); }
static void no_zones(void) { compare_all("--seed 5 --version 3.0.4 --style sys", 100, 0); }

/* ---- ids as no profiler writes them: what left joins by the first row say */

static sqlite3 *trace_of(const char *sql, int rows, int zones) {
  sqlite3 *db;
  unlink(database);
  CHECK_INT(sqlite3_open(database, &db), SQLITE_OK);
  CHECK_INT(db_run(db, sql), SQLITE_OK);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  CHECK_INT(select_write(trace, database, rows, zones), 0);
  db = db_open_trace(trace);
  return db;
}

static void close_db(sqlite3 *db) {
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  CHECK_INT(sqlite3_memory_used(), 0);
}

/* Regions and events whose ids follow a formula. */
#define REGIONS \
  "CREATE TABLE rocpd_region (id, guid, nid, pid, tid, start, end, name_id, event_id);" \
  "CREATE TABLE rocpd_event (id, guid, category_id, stack_id, parent_stack_id, correlation_id, extdata);" \
  "CREATE TABLE rocpd_string (id, guid, string);" \
  "CREATE TABLE rocpd_info_process (id, guid, nid, pid);" \
  "CREATE TABLE rocpd_arg (id, guid, event_id, position, type, name, value, extdata);"
#define MANY(n) "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " #n ") "

/* Compares with SQLite's left joins of the same tables; the ids are unique. */
static void against_sqlite(const char *fill, int rows, int zones) {
  char *sql = sqlite3_mprintf("%s%s", REGIONS, fill);
  sqlite3 *db = trace_of(sql, rows, zones), *base;
  sqlite3_free(sql);
  CHECK_INT(sqlite3_open(database, &base), SQLITE_OK);
  int theirs, ours;
  char *want = db_rows(base,
                       "SELECT r.id, s.string, p.pid, e.stack_id, c.string, r.end - r.start FROM rocpd_region r LEFT JOIN rocpd_event e ON e.id = r.event_id"
                       " LEFT JOIN rocpd_string s ON s.id = r.name_id LEFT JOIN rocpd_string c ON c.id = e.category_id"
                       " LEFT JOIN rocpd_info_process p ON p.id = r.pid",
                       1, &theirs);
  char *got = db_rows(db, "SELECT id, name, pid, stack_id, category, duration FROM regions", 1, &ours);
  CHECK_INT(ours, theirs);
  CHECK(strcmp(want, got) == 0);
  sqlite3_free(want), sqlite3_free(got);
  want = db_rows(base, "SELECT r.id, a.name FROM rocpd_arg a JOIN rocpd_region r ON r.event_id = a.event_id", 1, &theirs);
  got = db_rows(db, "SELECT id, name FROM region_args", 1, &ours);
  CHECK_INT(ours, theirs);
  CHECK(strcmp(want, got) == 0);
  sqlite3_free(want), sqlite3_free(got);
  /* Picked rows are found by their own row ids. */
  CHECK_INT(db_int(db, "SELECT count(DISTINCT rowid) FROM region_args"), ours);
  CHECK_INT(db_int(db, "SELECT count(*) FROM region_args a JOIN region_args b ON b.rowid = a.rowid WHERE a.event_id = b.event_id AND a.name = b.name"), ours);
  CHECK_INT(db_int(db, "SELECT count(*) FROM region_args a WHERE rowid > (SELECT avg(rowid) FROM region_args)"
                       " OR rowid <= (SELECT avg(rowid) FROM region_args)"), ours);
  CHECK_INT(sqlite3_close(base), SQLITE_OK);
  close_db(db);
}

#define ARGS "INSERT INTO rocpd_arg SELECT i, 'g', i * 7 % 1500, i % 3, 't', 'a' || i, 'v', '{}' FROM (" MANY(2000) "SELECT i FROM n);"
#define STRINGS(id) "INSERT INTO rocpd_string SELECT " id ", 'g', 's' || i FROM (" MANY(400) "SELECT i FROM n);"

static void ids_in_any_order(void) {
  for (int zones = 0; zones < 2; zones++) {
    against_sqlite(STRINGS("i") "INSERT INTO rocpd_info_process VALUES (7, 'g', 1, 70), (8, 'g', 1, 80);"
                                "INSERT INTO rocpd_event SELECT (i * 577) % 1009, 'g', i % 500, i, 0, 0, '{}' FROM (" MANY(
                                  1009) "SELECT i FROM n);"
                                        "INSERT INTO rocpd_region SELECT i, 'g', 1, 7 + i % 3, 1, i, i + 5, i % 450, (i * 31) % 1200 FROM (" MANY(
                                          1000) "SELECT i FROM n);" ARGS,
                   64, zones);
    /* far apart, so there are neither dictionaries nor plain indexes */
    against_sqlite(STRINGS("i * 1000000007") "INSERT INTO rocpd_info_process VALUES (4000000000, 'g', 1, 70), (-5, 'g', 1, 80);"
                   "INSERT INTO rocpd_event SELECT ((i * 577) % 1009) * 900000000001, 'g', (i % 500) * 1000000007, i, 0, 0, '{}' FROM (" MANY(1009) "SELECT i FROM n);"
                   "INSERT INTO rocpd_region SELECT i, 'g', 1, CASE i % 3 WHEN 0 THEN 4000000000 WHEN 1 THEN -5 ELSE 3 END, 1, i, i + 5, (i % 450) * 1000000007,"
                   " ((i * 31) % 1200) * 900000000001 FROM (" MANY(1000) "SELECT i FROM n);" ARGS, 64, zones);
    /* ascending, with gaps, NULLs and ids that refer to nothing */
    against_sqlite(STRINGS("i * 3") "INSERT INTO rocpd_info_process VALUES (1, 'g', 1, 70);"
                   "INSERT INTO rocpd_event SELECT i * 2, 'g', nullif(i % 5, 4) * 3, i, 0, 0, '{}' FROM (" MANY(1009) "SELECT i FROM n);"
                   "INSERT INTO rocpd_region SELECT i, 'g', 1, nullif(i % 7 > 3, 0), 1, i, nullif(i % 10, 0) + i, i, nullif(i * 3 / 2, 9) FROM (" MANY(1000) "SELECT i FROM n);" ARGS, 100, zones);
  }
}

/* If several rows have an id, the first one counts, and no row is multiplied. */
static void doubled_ids(void) {
  sqlite3 *db = trace_of(REGIONS "INSERT INTO rocpd_string VALUES (1, 'g', 'first'), (2, 'g', 'two'), (1, 'g', 'second');"
                         "INSERT INTO rocpd_event VALUES (1, 'g', 1, 10, 0, 0, '{}'), (1, 'g', 2, 20, 0, 0, '{}'), (2, 'g', 2, 30, 0, 0, '{}');"
                         "INSERT INTO rocpd_region VALUES (1, 'g', 1, 1, 1, 5, 6, 1, 1), (2, 'g', 1, 1, 1, 5, 6, 2, 2), (3, 'g', 1, 1, 1, 5, 6, 1, 2);"
                         "INSERT INTO rocpd_arg VALUES (1, 'g', 2, 0, 't', 'n', 'v', '{}');", 2, 1);
  char *got = db_rows(db, "SELECT id, name, category, stack_id FROM regions", 0, NULL);
  CHECK_TEXT(got, "i1|tfirst|tfirst|i10|\ni2|ttwo|ttwo|i30|\ni3|tfirst|ttwo|i30|\n");
  sqlite3_free(got);
  got = db_rows(db, "SELECT id, name FROM region_args", 0, NULL);
  CHECK_TEXT(got, "i2|tn|\n");
  sqlite3_free(got);
  close_db(db);
}

/* A query for names and times reads no events. */
static void only_what_is_needed(void) {
  sqlite3 *db = trace_of(REGIONS "INSERT INTO rocpd_string VALUES (1, 'g', 'a');"
                         "INSERT INTO rocpd_event SELECT i, 'g', 1, i, 0, 0, '{}' FROM (" MANY(1000) "SELECT i FROM n);"
                         "INSERT INTO rocpd_region SELECT i, 'g', 1, 1, 1, i, i + 1, 1, i FROM (" MANY(1000) "SELECT i FROM n);", 100, 1);
  for (int k = 0; k < ROCPD_KIND_COUNT; k++) select_decoded(k);
  CHECK_INT(db_int(db, "SELECT sum(duration) FROM regions GROUP BY name"), 1000);
  CHECK_INT(select_decoded(ROCPD_KIND_RAW_EVENT), 0);
  CHECK_INT(select_decoded(ROCPD_KIND_RAW_REGION), 30);
  CHECK_INT(db_int(db, "SELECT count(*) FROM top"), 1);
  CHECK_INT(select_decoded(ROCPD_KIND_RAW_REGION) + select_decoded(ROCPD_KIND_RAW_EVENT), 0);
  CHECK_INT(db_int(db, "SELECT stack_id FROM regions WHERE id = 777"), 777);
  CHECK(select_decoded(ROCPD_KIND_RAW_EVENT) <= 2); /* zones lead to one batch */
  close_db(db);
}

/* Malformed JSON gives NULL and a row of health, never an error. */
static void malformed_json(void) {
  sqlite3 *db = trace_of("CREATE TABLE rocpd_info_code_object (id, guid, nid, pid, extdata);"
                         "INSERT INTO rocpd_info_code_object VALUES (1, 'g', 1, 1, '{\"size\":88,\"memory_size\":1e3,\"storage_type\":\"x\"}'),"
                         " (2, 'g', 1, 1, '{\"size\":'), (3, 'g', 1, 1, NULL), (4, 'g', 1, 1, '{\"size\":null}'), (5, 'g', 1, 1, '');", 100, 1);
  char *got = db_rows(db, "SELECT id, code_object_size, storage_type, memory_size FROM code_objects", 0, NULL);
  CHECK_TEXT(got, "i1|i88|n|i1000|\ni2|n|n|n|\ni3|n|n|n|\ni4|n|n|n|\ni5|n|n|n|\n");
  sqlite3_free(got);
  got =
    db_rows(db, "SELECT name, detail LIKE 'first: rocpd_info_code_object.extdata, rowid %' FROM health WHERE name = 'malformed JSON' AND value > 0", 0, NULL);
  CHECK_TEXT(got, "tmalformed JSON|i1|\n");
  sqlite3_free(got);
  close_db(db);
}

/* In merged databases agents of several processes are in one table: their absolute indexes are not unique, but their ids are. */
static void merged_agents(void) {
  sqlite3 *db = trace_of(
    "CREATE TABLE rocpd_info_agent (id, guid, nid, pid, type, absolute_index);"
    "CREATE TABLE rocpd_kernel_dispatch (id, guid, nid, pid, agent_id, dispatch_id, queue_id, start, end);"
    "INSERT INTO rocpd_info_agent VALUES (10, 'g', 1, 1, 'GPU', 4), (20, 'g', 1, 2, 'GPU', 4);"
    "INSERT INTO rocpd_kernel_dispatch VALUES (1, 'g', 1, 1, 10, 1, 0, 100, 200), (2, 'g', 1, 2, 20, 1, 0, 150, 300), (3, 'g', 1, 1, 10, 2, 0, 180, 250);",
    100, 1);
  char *got = db_rows(db, "SELECT agent_id, type, GpuTime, WallTime FROM busy", 0, NULL);
  CHECK_TEXT(got, "i10|tGPU|i150|i200|\ni20|tGPU|i150|i200|\n");
  sqlite3_free(got);
  CHECK_INT(db_int(db, "SELECT count(*) FROM kernels WHERE agent_abs_index = 4"), 3);
  close_db(db);
}

/* What was made from a source stays when another one is attached: its batches, with their columns. */
static rocpd_batch *first_region(sqlite3 *db) {
  rocpd_snapshot *s;
  rocpd_batch **batch;
  size_t n = 0;
  CHECK_INT(rocpd_trace_snapshot(rocpd_trace_of(db), &s, NULL), SQLITE_OK);
  CHECK_INT(rocpd_snapshot_batches(s, ROCPD_KIND_REGION, &batch, &n, NULL), SQLITE_OK);
  rocpd_batch *b = n ? batch[0] : NULL;
  rocpd_snapshot_release(s);
  return b;
}

static void next_snapshot(void) {
  sqlite3 *db = trace_of(REGIONS "INSERT INTO rocpd_string VALUES (1, 'g', 'a');"
                         "INSERT INTO rocpd_event SELECT 2001 - i, 'g', 1, i, 0, 0, '{}' FROM (" MANY(2000) "SELECT i FROM n);"
                         "INSERT INTO rocpd_region SELECT i, 'g', 1, 1, 1, i, i + 1, 1, i FROM (" MANY(2000) "SELECT i FROM n);", 1000, 1);
  CHECK_INT(db_int(db, "SELECT max(stack_id) FROM regions WHERE category = 'a'"), 2000);
  rocpd_batch *before = first_region(db);
  char *sql = sqlite3_mprintf("SELECT rocpd_attach('tests/data/heliosr_146104_results.db')");
  CHECK_INT(db_run(db, sql), SQLITE_OK);
  sqlite3_free(sql);
  CHECK(first_region(db) == before);
  CHECK(before && before->column[ROCPD_REGION_stack_id]);
  CHECK_INT(db_int(db, "SELECT max(corr_id) FROM regions"), 0); /* follows a link for the first time */
  CHECK_INT(db_int(db, "SELECT count(*) FROM kernels"), 5);
  CHECK_INT(db_run(db, "SELECT rocpd_detach('tests/data/heliosr_146104_results.db')"), SQLITE_OK);
  CHECK_INT(db_int(db, "SELECT count(DISTINCT stack_id) FROM regions"), 2000);
  CHECK_INT(db_int(db, "SELECT count(*) FROM kernels"), 0);
  close_db(db);
}

int main(void) {
  snprintf(database, sizeof database, "%s/generated.db", test_tmp());
  snprintf(trace, sizeof trace, "%s/generated.select", test_tmp());
  RUN(generated);
  RUN(small_batches);
  RUN(no_zones);
  RUN(ids_in_any_order);
  RUN(doubled_ids);
  RUN(only_what_is_needed);
  RUN(malformed_json);
  RUN(merged_agents);
  RUN(next_snapshot);
  return test_result();
}
