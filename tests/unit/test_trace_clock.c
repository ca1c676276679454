/* Sources whose times are moved by hand: every table shows them moved, in whatever way its rows were made, and nothing else
** changes. Windows and time lines follow. Also ranks by path. */
#include <sys/stat.h>
#include "db.h"
#include "fake.h"
#include "rank.h"
#include "small.h"
#include "test.h"

static char folder[3000];

static int is_time(const char *column) {
  static const char *const names[] = {"start",          "end",        "END",           "timestamp",  "init",        "fini",      "call_start", "call_end",
                                      "kernel_start",   "kernel_end", "gpu_start",     "gpu_end",    "range_start", "range_end", "allocated",  "freed",
                                      "peak_timestamp", "work_end",   "longest_start", "longest_end"};
  for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
    if (strcmp(column, names[i]) == 0) return 1;
  return 0;
}

/* In other columns of times the fake source has any numbers: when moved, some are not valid times any more. */
static int odd_times;

/* A SELECT of all columns of the table, hidden ones too, with `less` subtracted from times. */
static char *select_all(sqlite3 *db, const char *table, long long less) {
  sqlite3_stmt *s;
  sqlite3_str *sql = sqlite3_str_new(NULL);
  sqlite3_str_appendall(sql, "SELECT 0");
  sqlite3_prepare_v2(db,
                     "SELECT name FROM pragma_table_xinfo(?1, 'temp') WHERE name <> 'path' AND NOT (?2 AND (name IN ('init', 'fini', 'call_start', 'call_end')"
                     " OR (?1 IN ('launch_summary', 'aggregated') AND name IN ('longest_start', 'longest_end'))))" /* which are times of one call */
                     " AND name NOT IN (SELECT column_name FROM main.arguments WHERE table_name = ?1) GROUP BY lower(name)",
                     -1, &s, NULL);
  sqlite3_bind_text(s, 1, table, -1, SQLITE_STATIC);
  sqlite3_bind_int(s, 2, odd_times);
  while (sqlite3_step(s) == SQLITE_ROW) {
    const char *name = (const char *)sqlite3_column_text(s, 0);
    if (is_time(name)) sqlite3_str_appendf(sql, ", \"%w\" - (%lld) AS \"%w\"", name, less, name);
    else sqlite3_str_appendf(sql, ", \"%w\"", name);
  }
  sqlite3_finalize(s);
  sqlite3_str_appendf(sql, " FROM temp.\"%w\"", table);
  return sqlite3_str_finish(sql);
}

static const char *const skipped[] = {"sources", "health", "diff", "advice", "rocpd_tables", NULL}; /* their times are in words, or they have none */

static void each_table(sqlite3 *db, void (*use)(sqlite3 *db, const char *table, long long arg), long long arg) {
  sqlite3_stmt *s;
  sqlite3_prepare_v2(db, "SELECT name FROM temp.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'old%'", -1, &s, NULL);
  while (sqlite3_step(s) == SQLITE_ROW) {
    int skip = 0;
    for (int i = 0; skipped[i]; i++) skip |= !strcmp(skipped[i], (const char *)sqlite3_column_text(s, 0));
    char *name = sqlite3_mprintf("%s", sqlite3_column_text(s, 0));
    if (!skip) use(db, name, arg);
    sqlite3_free(name);
  }
  sqlite3_finalize(s);
}

static void keep(sqlite3 *db, const char *table, long long arg) {
  char *all = select_all(db, table, 0);
  CHECK_INT(db_run(db, db_format("CREATE TABLE main.\"old_%w\" AS %s", table, all)), SQLITE_OK);
  sqlite3_free(all);
}

static void compare(sqlite3 *db, const char *table, long long offset) {
  char *all = select_all(db, table, offset);
  sqlite3_int64 lost = db_int(db, db_format("SELECT count(*) FROM (SELECT * FROM main.\"old_%w\" EXCEPT %s)", table, all));
  sqlite3_int64 extra = db_int(db, db_format("SELECT count(*) FROM (%s EXCEPT SELECT * FROM main.\"old_%w\")", all, table));
  if (lost || extra) printf("table %s, offset %lld\n", table, offset);
  CHECK_INT(lost, 0);
  CHECK_INT(extra, 0);
  sqlite3_free(all);
}

static void moved(sqlite3 *db, const char *path) {
  static const long long offsets[] = {1000, -123456789012, 0};
  CHECK_INT(db_attach(db, path), SQLITE_OK);
  CHECK_INT(db_run(db, "CREATE TABLE main.arguments AS SELECT table_name, column_name FROM rocpd_tables WHERE argument"), SQLITE_OK);
  each_table(db, keep, 0);
  for (size_t i = 0; i < sizeof(offsets) / sizeof(*offsets); i++) {
    CHECK_INT(db_run(db, db_format("SELECT rocpd_attach(%Q, json_object('offset_ns', %lld))", path, offsets[i])), SQLITE_OK);
    each_table(db, compare, offsets[i]);
    CHECK_INT(db_int(db, "SELECT max(offset_ns) FROM sources"), offsets[i]);
    CHECK_INT(
      db_int(db, "SELECT sum(start) FROM sources"),
      db_int(db,
             "SELECT sum(t) FROM (SELECT min(t) AS t FROM (SELECT guid, start AS t FROM regions UNION ALL"
             " SELECT guid, start FROM kernels UNION ALL SELECT guid, start FROM memory_copies UNION ALL SELECT guid, start FROM memory_allocations UNION ALL"
             " SELECT guid, timestamp FROM samples UNION ALL SELECT guid, end FROM kernels) GROUP BY guid)"));
    sqlite3_int64 from = db_int(db, "SELECT avg(start) FROM regions");
    sqlite3_int64 in = db_int(db, db_format("SELECT count(*) FROM regions WHERE start >= %lld AND end <= %lld", from, from + 100000));
    CHECK_INT(db_run(db, db_format("SELECT rocpd_window(%lld, %lld)", from, from + 100000)), SQLITE_OK);
    CHECK_INT(db_int(db, "SELECT count(*) FROM regions"), in);
    CHECK_INT(db_run(db, "SELECT rocpd_window()"), SQLITE_OK);
  }
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void fake_moved(void) {
  for (int i = 0; i < 2; i++) CHECK_INT(fake_write(db_format("%s/%d.fake", folder, i), 70 + (uint64_t)i, 3, 80), 0);
  odd_times = 1;
  char *glob = sqlite3_mprintf("%s/*.fake", folder);
  moved(db_open(":memory:"), glob);
  sqlite3_free(glob);
  odd_times = 0;
}

static void chunks_moved(void) {
  char path[3100];
  snprintf(path, sizeof(path), "%s/small.rocz", folder);
  const char *failed = small_trace(path, 3000, 3);
  CHECK(!failed);
  moved(db_open(":memory:"), path);
}

/* What others read does not change. If two paths name a file, the one with an offset counts. */
static void several(void) {
  sqlite3 *db = db_open(":memory:");
  sqlite3_stmt *open = NULL;
  char *one = sqlite3_mprintf("%s/0.fake", folder);
  CHECK_INT(db_run(db, db_format("SELECT rocpd_attach('%s/*.fake')", folder)), SQLITE_OK);
  sqlite3_int64 sum = db_int(db, "SELECT sum(start) FROM kernels"), rows = db_int(db, "SELECT count(start) FROM kernels WHERE guid = 'fake-70'");
  sqlite3_prepare_v2(db, "SELECT start FROM kernels", -1, &open, NULL);
  CHECK_INT(sqlite3_step(open), SQLITE_ROW);
  CHECK(strstr(db_text(db, db_format("SELECT rocpd_attach(%Q, '{\"offset_ns\":5}')", one)), "while another statement"));
  sqlite3_finalize(open);
  CHECK_TEXT(db_text(db, db_format("SELECT rocpd_attach(%Q, '{\"offset_ns\":5}')", one)), "1");
  CHECK_INT(db_int(db, "SELECT sum(start) FROM kernels"), sum + 5 * rows);
  CHECK_INT(db_int(db, db_format("SELECT sum(start) FROM kernels('%s/*.fake')", folder)), sum + 5 * rows); /* a file has one clock */
  CHECK_TEXT(db_text(db, db_format("SELECT rocpd_attach('%s/*.fake')", folder)), "2");
  CHECK_INT(db_int(db, "SELECT sum(start) FROM kernels"), sum + 5 * rows);
  CHECK_TEXT(db_text(db, db_format("SELECT rocpd_attach(%Q)", one)), "1");
  CHECK_INT(db_int(db, "SELECT sum(start) FROM kernels"), sum);
  CHECK(strstr(db_text(db, db_format("SELECT rocpd_attach(%Q, '{\"offset_ns\":\"x\"}')", one)), "must be an integer"));
  CHECK(strstr(db_text(db, db_format("SELECT rocpd_attach(%Q, '{\"offset_ns\":2305843009213693952}')", one)), "at most 73 years, not 2305843009213693952"));
  CHECK(strstr(db_text(db, db_format("SELECT rocpd_attach(%Q, '{\"offset_ns\":-2305843009213693952}')", one)), "at most 73 years, not -2305843009213693952"));
  CHECK_TEXT(db_text(db, db_format("SELECT rocpd_attach(%Q, '[]')", one)),
             "rocpd_attach: options: expected a JSON object, found array (known: damaged, offset_ns, rank, same)");
  CHECK_TEXT(db_text(db, db_format("SELECT rocpd_attach(%Q, '{\"offset\":5}')", one)),
             "rocpd_attach: unknown option \"offset\" (known: damaged, offset_ns, rank, same)");
  CHECK_TEXT(db_text(db, db_format("SELECT rocpd_attach(%Q, NULL)", one)), "1");
  sqlite3_free(one);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void write_trace(const char *name, const char *host, uint32_t pid, int64_t start, int64_t boot) {
  tracegen_options o = small_options(500, 3);
  o.host = host, o.pid = pid, o.start_ns = start, o.boot_ns = boot;
  CHECK(!tracegen_write(db_format("%s/%s", folder, name), &o));
}

/* Three processes that did the same at the same UTC time. Two of them were on one machine; the other machine was started an hour
** later, and a clock was set by a second meanwhile. */
static void by_wall_clock(void) {
  const int64_t second = 1000000000, boot = 1700000000 * second;
  write_trace("a.rocz", "n1", 10, 9000 * second, boot);
  write_trace("b.rocz", "n1", 11, 9000 * second, boot + second);
  write_trace("c.rocz", "n2", 12, 5400 * second, boot + 3600 * second);
  sqlite3 *db = db_open(":memory:");
  CHECK_TEXT(db_text(db, db_format("SELECT rocpd_attach('%s/?.rocz')", folder)), "3");
  CHECK_INT(db_int(db, "SELECT count(DISTINCT start) FROM sources"), 2);
  CHECK_INT(db_run(db, "CREATE TABLE was AS SELECT guid, id, start, wall_ns FROM regions"), SQLITE_OK);
  CHECK_INT(db_int(db, "SELECT count(*) FROM was WHERE wall_ns IS NULL"), 0);
  CHECK_TEXT(db_text(db, "SELECT rocpd_align()"), "[{\"host\":\"n1\",\"sources\":2,\"by\":\"reference\",\"offset_ns\":0},"
                                                  "{\"host\":\"n2\",\"sources\":1,\"by\":\"wall clock\",\"offset_ns\":3600000000000}]");
  CHECK_TEXT(db_text(db, "SELECT group_concat(offset_ns) FROM (SELECT offset_ns FROM sources ORDER BY source)"), "0,0,3600000000000");
  CHECK_INT(db_int(db, "SELECT count(DISTINCT start) FROM sources"), 1);
  CHECK_INT(db_int(db, "SELECT count(*) FROM regions r JOIN was w USING (guid, id) WHERE r.wall_ns <> w.wall_ns"), 0); /* UTC did not change */
  CHECK_INT(db_int(db, "SELECT count(*) FROM regions r JOIN was w USING (guid, id) WHERE r.start <> w.start + (r.host = 'n2') * 3600000000000"), 0);
  CHECK_INT(db_int(db, "SELECT count(DISTINCT start + wall_offset_ns) FROM sources WHERE host = 'n1' AND source LIKE '%a.rocz' OR host = 'n2'"), 1);
  CHECK_TEXT(db_text(db, db_format("SELECT rocpd_attach('%s/?.rocz')", folder)), "3");
  CHECK_INT(db_int(db, "SELECT sum(offset_ns) FROM sources"), 0);
  CHECK_INT(db_int(db, "SELECT count(*) FROM regions r JOIN was w USING (guid, id) WHERE r.start <> w.start OR r.wall_ns <> w.wall_ns"), 0);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* A database made from a chunk file has the rank and the wall clock, too. */
static void exported(void) {
  char *out = sqlite3_mprintf("%s/exported.db", folder);
  sqlite3 *db = db_open(":memory:");
  CHECK_TEXT(db_text(db, db_format("SELECT rocpd_attach('%s/b.rocz', '{\"offset_ns\":-99}')", folder)), "1");
  CHECK_TEXT(db_text(db, db_format("SELECT rocpd_export_db(%Q) ->> 'dangling'", out)), "0");
  sqlite3_int64 first = db_int(db, "SELECT min(start) FROM regions"), wall = db_int(db, "SELECT min(wall_ns) FROM regions"),
                rank = db_int(db, "SELECT rank FROM sources");
  CHECK(rank >= 0);
  CHECK_TEXT(db_text(db, db_format("SELECT rocpd_detach('%s/b.rocz')", folder)), "1");
  CHECK_TEXT(db_text(db, db_format("SELECT rocpd_attach(%Q)", out)), "1");
  CHECK_INT(db_int(db, "SELECT min(start) FROM regions"), first);
  CHECK_INT(db_int(db, "SELECT min(wall_ns) FROM regions"), wall);
  CHECK_INT(db_int(db, "SELECT max(rank) FROM kernels"), rank);
  sqlite3_free(out);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void ranks(void) {
  CHECK_INT(rocpd_rank_of_path("rank%d/run.db", "/a/rank12/run.db"), 12);
  CHECK_INT(rocpd_rank_of_path("rank%d/run.db", "/a/xrank12/run.db"), -1);
  CHECK_INT(rocpd_rank_of_path("*rank%d/*", "/a/xrank7/run.db"), 7);
  CHECK_INT(rocpd_rank_of_path("rank%d/*", "/a/rank7/b/run.db"), -1);
  CHECK_INT(rocpd_rank_of_path("rank%d/*/*", "/a/rank7/b/run.db"), 7);
  CHECK_INT(rocpd_rank_of_path("*.%d.??", "/a/rank7/b/run.003.db"), 3);
  CHECK_INT(rocpd_rank_of_path("/a/%d.db", "/a/5.db"), 5);
  CHECK_INT(rocpd_rank_of_text("17"), 17);
  CHECK_INT(rocpd_rank_of_text("17 "), -1);
  CHECK_INT(rocpd_rank_of_text(""), -1);
  CHECK(rocpd_rank_pattern_error("rank") && rocpd_rank_pattern_error("%d%d") && !rocpd_rank_pattern_error("%d"));
  sqlite3 *db = db_open(":memory:");
  CHECK_TEXT(db_text(db, db_format("SELECT rocpd_attach('%s/*.fake', '{\"rank\":\"%%d.fake\"}')", folder)), "2");
  CHECK_TEXT(db_text(db, "SELECT group_concat(DISTINCT rank) FROM (SELECT rank FROM kernels ORDER BY rank)"), "0,1");
  CHECK_TEXT(db_text(db, "SELECT group_concat(rank) FROM (SELECT rank FROM sources ORDER BY rank)"), "0,1");
  CHECK_INT(db_int(db, "SELECT count(*) FROM rocpd_info_agent WHERE rank = 1"), db_int(db, "SELECT count(*) FROM rocpd_info_agent WHERE guid = 'fake-71'"));
  CHECK_TEXT(db_text(db, db_format("SELECT rocpd_attach('%s/*.fake')", folder)), "2");
  CHECK_TEXT(db_text(db, "SELECT count(rank) FROM sources"), "0");
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

int main(void) {
  snprintf(folder, sizeof(folder), "%s", test_tmp());
  RUN(fake_moved);
  RUN(chunks_moved);
  RUN(several);
  RUN(by_wall_clock);
  RUN(exported);
  RUN(ranks);
  return test_result();
}
