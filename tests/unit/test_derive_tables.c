/* Base tables derived from the rows of chunk files. The views of a genuine rocprofv3 database, created as temporary views on our
** rocpd_* tables, must show the same rows as our own tables. */
#include "db.h"
#include "small.h"
#include "test.h"
#include <string.h>

static sqlite3 *open_traces(int files, bool open) {
  sqlite3 *db = db_open(":memory:");
  for (int i = 0; i < files; i++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%d-%d.rocz", test_tmp(), i, open);
    tracegen_options o = small_options(1500 + 500 * (uint64_t)i, (uint64_t)i + 1);
    o.open = open;
    o.pid = 4242 + (uint32_t)i / 2; /* two files have the same process and thread ids */
    const char *failed = tracegen_write(path, &o);
    CHECK(failed == NULL);
    CHECK_INT(db_attach(db, path), SQLITE_OK);
  }
  return db;
}

/* The view's text with another name, in temp, where our tables are found. */
static char *as_temporary(const char *name, const char *sql) {
  const char *body = strstr(sql, " AS");
  return sqlite3_mprintf("CREATE TEMP VIEW \"theirs_%w\"%s", name, body ? body : "");
}

/* Calls fn for each of upstream's views on base tables. */
static void each_view(sqlite3 *db, void (*fn)(sqlite3 *db, const char *name)) {
  sqlite3 *upstream = NULL;
  sqlite3_stmt *s = NULL;
  int views = 0;
  CHECK_INT(sqlite3_open_v2("tests/data/heliosr_146104_results.db", &upstream, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
  CHECK_INT(sqlite3_prepare_v2(upstream, "SELECT name, sql FROM sqlite_schema WHERE type = 'view' AND name NOT LIKE 'rocpd_%'", -1, &s, NULL), SQLITE_OK);
  while (sqlite3_step(s) == SQLITE_ROW) {
    const char *name = (const char *)sqlite3_column_text(s, 0);
    char *sql = as_temporary(name, (const char *)sqlite3_column_text(s, 1));
    CHECK_INT(db_run(db, sql), SQLITE_OK);
    sqlite3_free(sql);
    fn(db, name);
    views++;
  }
  sqlite3_finalize(s);
  sqlite3_close(upstream);
  CHECK_INT(views, 21);
}

static void same_columns(sqlite3 *db, const char *name) {
  char *theirs = sqlite3_mprintf("SELECT name FROM pragma_table_info('theirs_%q', 'temp')", name);
  char *ours = sqlite3_mprintf("SELECT name FROM pragma_table_info(%Q, 'temp')", name);
  CHECK(db_same(db, name, ours, theirs, 0) > 0);
  sqlite3_free(theirs), sqlite3_free(ours);
}

static void same_rows(sqlite3 *db, const char *name) {
  char *theirs = sqlite3_mprintf("SELECT * FROM \"theirs_%w\"", name), *ours = sqlite3_mprintf("SELECT * FROM \"%w\"", name);
  CHECK(db_same(db, name, ours, theirs, 1) >= 0);
  sqlite3_free(theirs), sqlite3_free(ours);
}

static sqlite3_int64 is_ours(sqlite3 *db, const char *name) {
  char *sql = sqlite3_mprintf("SELECT count(*) FROM sqlite_temp_schema WHERE name = %Q", name);
  sqlite3_int64 n = db_int(db, sql);
  sqlite3_free(sql);
  return n;
}

/* Our busy differs on purpose. */
static void compare_view(sqlite3 *db, const char *name) {
  if (strcmp(name, "busy") == 0 || !is_ours(db, name)) return;
  same_columns(db, name);
  same_rows(db, name);
}

/* Upstream's averages count calls and kernels without an end; ours do not. */
static void compare_open_view(sqlite3 *db, const char *name) {
  if (strncmp(name, "top", 3)) compare_view(db, name);
}

/* Upstream's threads multiplies the rows of files with equal process ids. */
static void compare_several(sqlite3 *db, const char *name) {
  if (strcmp(name, "threads")) compare_view(db, name);
}

static void one_file(void) {
  sqlite3 *db = open_traces(1, false);
  each_view(db, compare_view);
  CHECK(db_int(db, "SELECT count(*) FROM theirs_kernels") > 100);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  CHECK_INT(sqlite3_memory_used(), 0);
}

static void open_rows(void) {
  sqlite3 *db = open_traces(1, true);
  each_view(db, compare_open_view);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void several_files(void) {
  sqlite3 *db = open_traces(3, false);
  each_view(db, compare_several);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* Upstream has no rows for copies with an unknown side, for counters of a GPU that no kernel ran on, and for code objects of
** several files. */
static void compare_other(sqlite3 *db, const char *name) {
  if (strcmp(name, "memory_copies") == 0) {
    CHECK(db_same(db, name, "SELECT * FROM memory_copies WHERE src_agent_type NOT NULL", "SELECT * FROM theirs_memory_copies", 1) >= 0);
  } else if (strncmp(name, "pmc_", 4) && strcmp(name, "code_objects")) {
    compare_view(db, name);
  }
}

/* Texts of rtg_tracer, and files of rocmProfileData. */
static void other_formats(void) {
  static const char *const path[] = {"tests/data/rpd/matmul_result.rpd", "tests/data/rtg/case1", "tests/data/rtg/case2b", "tests/data/rtg/case3"};
  for (size_t i = 0; i < sizeof path / sizeof *path; i++) {
    sqlite3 *db = db_open_trace(path[i]);
    each_view(db, compare_other);
    CHECK_INT(db_int(db, "SELECT count(*) FROM theirs_kernels"), db_int(db, "SELECT count(*) FROM kernels"));
    CHECK_INT(sqlite3_close(db), SQLITE_OK);
    CHECK_INT(sqlite3_memory_used(), 0);
  }
}

/* What the foreign keys of a merged database require. */
static void keys_are_whole(void) {
  static const char *const unique[] = {"string", "info_node", "info_process", "info_thread", "info_agent", "info_queue", "info_stream",
    "info_code_object", "info_kernel_symbol", "track", "event", "arg", "region", "kernel_dispatch", "memory_copy", "metadata"};
  static const struct { const char *table, *column, *to; } link[] = {
    {"event", "category_id", "string"}, {"region", "name_id", "string"}, {"region", "event_id", "event"}, {"region", "tid", "info_thread"},
    {"arg", "event_id", "event"}, {"kernel_dispatch", "event_id", "event"}, {"kernel_dispatch", "agent_id", "info_agent"},
    {"kernel_dispatch", "kernel_id", "info_kernel_symbol"}, {"kernel_dispatch", "queue_id", "info_queue"},
    {"kernel_dispatch", "region_name_id", "string"}, {"memory_copy", "name_id", "string"}, {"memory_copy", "dst_agent_id", "info_agent"},
    {"memory_copy", "event_id", "event"}, {"info_kernel_symbol", "code_object_id", "info_code_object"},
    {"info_code_object", "agent_id", "info_agent"}, {"info_process", "nid", "info_node"}, {"info_thread", "pid", "info_process"}};
  sqlite3 *db = open_traces(3, true);
  for (size_t i = 0; i < sizeof unique / sizeof *unique; i++) {
    char *sql = sqlite3_mprintf("SELECT count(*) - (SELECT count(*) FROM (SELECT DISTINCT id, guid FROM rocpd_%s)) FROM rocpd_%s", unique[i], unique[i]);
    CHECK_INT(db_int(db, sql), 0);
    sqlite3_free(sql);
  }
  for (size_t i = 0; i < sizeof link / sizeof *link; i++) {
    char *sql = sqlite3_mprintf("SELECT count(*) FROM rocpd_%s f WHERE NOT EXISTS (SELECT 1 FROM rocpd_%s t WHERE t.id = f.%s AND t.guid = f.guid)",
                                link[i].table, link[i].to, link[i].column);
    sqlite3_int64 lost = db_int(db, sql);
    if (lost) test_failures++, printf("not ok %lld rows of rocpd_%s have no rocpd_%s\n", lost, link[i].table, link[i].to);
    sqlite3_free(sql);
  }
  CHECK_INT(db_int(db, "SELECT count(*) FROM rocpd_metadata WHERE tag = 'uuid' AND value = '_' || replace(guid, '-', '_')"), 3);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  CHECK_INT(sqlite3_memory_used(), 0);
}

/* sources, compared with the tables, for chunk files and databases. A query that does not ask for rows and times gets the other
** columns without reading them. */
static void sources_add_up(void) {
  static const char *const all = "(SELECT guid, start, \"end\" FROM kernels UNION ALL SELECT guid, start, \"end\" FROM memory_copies UNION ALL "
    "SELECT guid, start, \"end\" FROM regions_and_samples UNION ALL SELECT guid, start, \"end\" FROM memory_allocations)";
  sqlite3 *db = open_traces(2, true);
  char *made = sqlite3_mprintf("/usr/bin/python3 tests/helper/rocpd_gen.py '%s/sets.db' --sets 3 --seed 7", test_tmp());
  char *attach = sqlite3_mprintf("SELECT rocpd_attach('%q/sets.db')", test_tmp());
  CHECK_INT(system(made), 0);
  CHECK_INT(db_run(db, attach), SQLITE_OK);
  char *sql = sqlite3_mprintf("SELECT guid, count(*), min(start), max(max(ifnull(start, \"end\"), ifnull(\"end\", start))) FROM %s GROUP BY guid", all);
  CHECK(db_same(db, "sources", "SELECT guid, rows, start, \"end\" FROM sources", sql, 1) > 0);
  CHECK_INT(db_int(db, "SELECT count(*) FROM sources WHERE host IS NOT NULL AND pid > 0 AND command <> '' AND kind IN ('rocz', 'rocprofv3')"), 5);
  CHECK_INT(db_int(db, "SELECT count(*) FROM sources WHERE rows > 100 AND start > 0 AND \"end\" > start"), 5);
  sqlite3_free(made), sqlite3_free(attach), sqlite3_free(sql);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  CHECK_INT(sqlite3_memory_used(), 0);
}

/* The start of each row, in the order of the rows. */
static int in_order(sqlite3 *db, const char *sql, int *rows) {
  sqlite3_stmt *s = NULL;
  sqlite3_int64 last = 0;
  int ordered = sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK;
  for (*rows = 0; sqlite3_step(s) == SQLITE_ROW; (*rows)++) {
    ordered &= sqlite3_column_int64(s, 0) >= last;
    last = sqlite3_column_int64(s, 0);
  }
  sqlite3_finalize(s);
  return ordered;
}

/* scratch_memory is ordered like upstream's view, over all files, which overlap here. */
static void scratch_in_order(void) {
  sqlite3 *db = db_open(":memory:");
  for (int i = 0; i < 2; i++) {
    char *made = sqlite3_mprintf("/usr/bin/python3 tests/helper/rocpd_gen.py '%s/scratch%d.db' --seed %d", test_tmp(), i, i + 20);
    char *attach = sqlite3_mprintf("SELECT rocpd_attach('%q/scratch%d.db')", test_tmp(), i);
    CHECK_INT(system(made), 0);
    CHECK_INT(db_run(db, attach), SQLITE_OK);
    sqlite3_free(made), sqlite3_free(attach);
  }
  int rows;
  CHECK(in_order(db, "SELECT start FROM scratch_memory", &rows));
  CHECK(rows > 10);
  CHECK_INT(db_int(db, "SELECT count(*) FROM scratch_memory"), rows);
  CHECK(in_order(db, "SELECT start FROM scratch_memory WHERE queue_id >= 0 AND tid > 0", &rows));
  CHECK(in_order(db, "SELECT size FROM scratch_memory ORDER BY size", &rows));
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  CHECK_INT(sqlite3_memory_used(), 0);
}

int main(void) {
  RUN(one_file);
  RUN(open_rows);
  RUN(several_files);
  RUN(other_formats);
  RUN(keys_are_whole);
  RUN(sources_add_up);
  RUN(scratch_in_order);
  return test_result();
}
