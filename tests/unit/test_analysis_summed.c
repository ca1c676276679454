/* Events that are known as sums only: top, top_kernels, top_by, histogram and calls say of the sums of a trace what they say of its rows. Tables that need
** the times of each event refuse. */
#include "aggregate.h"
#include "db.h"
#include "select_source.h"
#include "small.h"
#include "test.h"
#include <stdlib.h>

static char trace[2][4000], sums[2][4000], binned[4000], beside[4000];

static void add_up(const char *name, int part, const aggregate_options *options, char *path) {
  char database[4000];
  snprintf(path, 4000, "%s/%s.select", test_tmp(), name);
  snprintf(database, sizeof database, "%s/%s.db", test_tmp(), name);
  sqlite3 *db = db_open_trace(trace[part]);
  CHECK_INT(aggregate_write(db, database, options), 0);
  sqlite3_close(db);
  CHECK_INT(select_write(path, database, 500, 0), 0);
}

static void make_traces(void) {
  for (int i = 0; i < 2; i++) {
    tracegen_options o = small_options(3000, 31 + (uint64_t)i);
    o.pid = 1000 + (uint32_t)i, o.arguments = false;
    snprintf(trace[i], sizeof trace[i], "%s/part%d.rocz", test_tmp(), i);
    CHECK(!tracegen_write(trace[i], &o));
    add_up(i ? "sums1" : "sums0", i, &(aggregate_options){0}, sums[i]);
  }
  add_up("binned", 0, &(aggregate_options){.bins = 1}, binned);
  add_up("beside", 0, &(aggregate_options){.has_rows = 1}, beside);
}

static sqlite3 *open_two(const char *a, const char *b) {
  sqlite3 *db = db_open_trace(a);
  if (b) CHECK_INT(db_attach(db, b), SQLITE_OK);
  return db;
}

static void same_rows(sqlite3 *a, sqlite3 *b, const char *sql) {
  int n;
  char *x = db_rows(a, sql, 0, &n), *y = db_rows(b, sql, 0, NULL);
  bool same = n > 0 && !strcmp(x, y);
  if (!same) printf("# %s\n# rows: %.600s\n# sums: %.600s\n", sql, x, y);
  CHECK(same);
  sqlite3_free(x), sqlite3_free(y);
}

#define FIGURES "total_calls, total_duration, average, percentage, total_ns, average_ns, min_ns, max_ns, stddev_ns, unended, cv, longest_start, longest_end"
static const char *const top_queries[] = {
  "SELECT name, " FIGURES " FROM top", "SELECT name, " FIGURES " FROM top_kernels", "SELECT name, rank, " FIGURES " FROM top WHERE \"by\" = 'rank'",
  "SELECT name, pid, guid, source, run, host, " FIGURES " FROM top WHERE \"by\" = 'process'", "SELECT name, " FIGURES " FROM top_by('kernel')",
  "SELECT name, " FIGURES " FROM top_by('copy')", "SELECT name, " FIGURES " FROM top_by('region')", "SELECT name, id, pid, guid, source, " FIGURES " FROM top_by('thread')",
  "SELECT name, id, agent_id, pid, guid, " FIGURES " FROM top_by('queue')", "SELECT name, id, pid, guid, " FIGURES " FROM top_by('stream')",
  "SELECT agent_id, guid, " FIGURES " FROM top_by('agent')", "SELECT pid, guid, " FIGURES " FROM top_by('process')", "SELECT rank, " FIGURES " FROM top_by('rank')"};
enum { TOPS = sizeof top_queries / sizeof *top_queries };

static void tops(void) {
  sqlite3 *rows = open_two(trace[0], trace[1]), *all = open_two(sums[0], sums[1]), *mixed = open_two(trace[0], sums[1]);
  for (int i = 0; i < TOPS; i++) same_rows(rows, all, top_queries[i]), same_rows(rows, mixed, top_queries[i]);
  CHECK_INT(db_int(all, "SELECT count(median_ns) + count(p90_ns) + count(p99_ns) + count(busy_share) + count(grid) FROM top"), 0);
  /* A name that only rows know has its median; a kernel's share of a busy time that is not known is not. */
  CHECK(db_int(mixed, "SELECT count(median_ns) FROM top WHERE \"by\" = 'process'") > 5);
  CHECK_INT(db_int(mixed, "SELECT count(busy_share) FROM top"), 0);
  sqlite3_close(rows), sqlite3_close(all), sqlite3_close(mixed);
}

static void call_trees(void) {
  static const char *const queries[] = {
    "SELECT name, depth, calls, inclusive_ns, exclusive_ns, min_ns, max_ns, share, exclusive_share, unended, call_path, node, parent_node, pid, tid, outermost_ns, run, host, rank FROM calls",
    "SELECT name, depth, calls, inclusive_ns, exclusive_ns, min_ns, max_ns, unended, call_path, node, parent_node, outermost_ns, run, host, rank FROM calls WHERE level = 'process'",
    "SELECT name, depth, node, printf('%.9g', mean_ns), printf('%.7g', stddev_ns), mean_ns IS NULL, stddev_ns IS NULL FROM calls",
    "SELECT name, depth, node, printf('%.9g', mean_ns), printf('%.7g', stddev_ns), mean_ns IS NULL, stddev_ns IS NULL FROM calls WHERE level = 'process'",
    "SELECT name, depth, kind, calls, launched, gpu_ns, inclusive_ns, exclusive_ns, min_ns, max_ns, share, unended, call_path, node, parent_node, tid, outermost_ns, run, host, rank "
    "FROM calls WHERE show = 'gpu'",
    "SELECT name, depth, kind, calls, launched, gpu_ns, inclusive_ns, exclusive_ns, min_ns, max_ns, share, unended, call_path, node, parent_node, outermost_ns, run, host, rank FROM calls "
    "WHERE level = 'process' AND show = 'gpu'",
    "SELECT name, depth, node, printf('%.9g', mean_ns), printf('%.7g', stddev_ns), mean_ns IS NULL, stddev_ns IS NULL FROM calls WHERE show = 'gpu'",
    "SELECT name, call_path, total_calls, total_ns, min_ns, max_ns, unended FROM top_by('path') ORDER BY total_ns DESC, name, call_path",
    "SELECT name, call_path, total_calls, total_ns, min_ns, max_ns, unended FROM top_kernels ORDER BY total_ns DESC, name, call_path",
    "SELECT name, calls, inclusive_ns, exclusive_ns, share, mean_ns, min_ns, max_ns FROM api_overhead"};
  sqlite3 *rows = open_two(trace[0], trace[1]), *all = open_two(sums[0], sums[1]), *mixed = open_two(trace[0], sums[1]);
  CHECK(db_int(rows, "SELECT max(depth) FROM calls") > 1);
  CHECK(db_int(rows, "SELECT sum(unended) FROM calls") > 0);
  CHECK(db_int(rows, "SELECT max(depth) FROM calls WHERE show = 'gpu' AND kind = 'kernel'") > 1);
  for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) same_rows(rows, all, queries[i]), same_rows(rows, mixed, queries[i]);
  sqlite3_close(rows), sqlite3_close(all), sqlite3_close(mixed);
}

/* A tree small enough to be added up by hand. Thread 8: a calls b, which calls a. a's first place has two rows; one call of its second has not ended.
** Thread 9: b is in a, which no row counts. */
static const char small_tree[] =
  "CREATE TABLE t.frames(id, guid, pid, parent_frame_id, function);"
  "INSERT INTO t.frames VALUES (1, 'g', 7, NULL, 'a'), (2, 'g', 7, 1, 'b'), (3, 'g', 7, 2, 'a');"
  "CREATE TABLE t.aggregated(id, guid, pid, tid, rows_of, category, name, frame_id, start, \"end\", calls, ended, sum_ns, min_ns, max_ns, squares_high, squares_low, own_ns);"
  "INSERT INTO t.aggregated VALUES (1, 'g', 7, 8, 'regions', 'HIP_RUNTIME_API', 'a', 1, 1000, 1100, 1, 1, 100, 100, 100, 0, 10000, 40),"
  " (2, 'g', 7, 8, 'regions', 'HIP_RUNTIME_API', 'a', 1, 1200, 1260, 1, 1, 60, 60, 60, 0, 3600, 60), (3, 'g', 7, 8, 'regions', 'HSA_CORE_API', 'b', 2, 1000, 1060, 1, 1, 60, 60, 60, 0, 3600, 10),"
  " (4, 'g', 7, 8, 'regions', 'HIP_RUNTIME_API', 'a', 3, 1000, 1050, 2, 1, 50, 50, 50, 0, 2500, 50), (5, 'g', 7, 9, 'regions', 'HSA_CORE_API', 'b', 2, 1300, NULL, 1, 0, NULL, NULL, NULL, 0, 0, 5);"
  "UPDATE t.aggregated SET guid = (SELECT guid FROM sources), pid = 1000; UPDATE t.frames SET guid = (SELECT guid FROM sources), pid = 1000;";

/* Opens that tree after a change. */
static sqlite3 *open_small(const char *change) {
  char database[4000], path[4000];
  snprintf(database, sizeof database, "%s/small.db", test_tmp());
  snprintf(path, sizeof path, "%s/small.select", test_tmp());
  remove(database);
  sqlite3 *db = db_open_trace(trace[0]);
  CHECK_INT(db_run(db, db_format("ATTACH %Q AS t", database)), SQLITE_OK);
  CHECK_INT(db_run(db, small_tree), SQLITE_OK);
  if (change) CHECK_INT(db_run(db, change), SQLITE_OK);
  sqlite3_close(db);
  CHECK_INT(select_write(path, database, 500, 0), 0);
  return db_open_trace(path);
}

/* Kernels and copies by the path of the calls that launched them. */
static void launch_paths(void) {
  static const char *const queries[] = {
    "SELECT name, kind, found, samples, gpu_ns, sampled_ns, share, call_path, stack, launches FROM launch_stacks ORDER BY kind, name, call_path",
    "SELECT name, kind, found, gpu_ns, call_path, launches, pid, tid FROM launch_stacks('thread') ORDER BY kind, name, call_path, pid, tid"};
  sqlite3 *rows = open_two(trace[0], trace[1]), *all = open_two(sums[0], sums[1]), *mixed = open_two(trace[0], sums[1]);
  CHECK(db_int(rows, "SELECT count(*) FROM launch_stacks WHERE call_path IS NOT NULL AND kind = 'kernel'") > 1);
  for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) same_rows(rows, all, queries[i]), same_rows(rows, mixed, queries[i]);
  sqlite3_close(rows), sqlite3_close(all), sqlite3_close(mixed);
  sqlite3 *db = open_small("INSERT INTO t.aggregated SELECT 6, guid, pid, 8, 'kernels', 'KERNEL_DISPATCH', 'k', 3, 1000, 1060, 3, 2, 50, 20, 30, 0, 1300, NULL FROM t.aggregated LIMIT 1;"
                           "INSERT INTO t.aggregated SELECT 7, guid, pid, NULL, 'kernels', 'KERNEL_DISPATCH', 'k', NULL, 1000, 1060, 1, 1, 7, 7, 7, 0, 49, NULL FROM t.aggregated LIMIT 1");
  CHECK_INT(db_same(db, NULL, "SELECT name, kind, found, gpu_ns, call_path, launches, stack, pid, tid FROM launch_stacks('thread')",
    "VALUES ('k', 'kernel', 'path', 50, 'a / b / a', 2, NULL, 1000, 8), ('k', 'kernel', 'none', 7, NULL, 1, NULL, 1000, NULL)", 0), 2);
  CHECK_INT(db_run(db, "SELECT rocpd_window(1000, 1050)"), SQLITE_OK);
  CHECK(strstr(db_text(db, "SELECT * FROM launch_stacks"), "launch_stacks: 3 events 'k' are known as a sum only (table aggregated), which the time window would divide"));
  sqlite3_close(db);
}

static void call_tree_by_hand(void) {
  sqlite3 *db = open_small(NULL);
  CHECK_INT(db_same(db, NULL, "SELECT name, depth, calls, inclusive_ns, exclusive_ns, mean_ns, min_ns, max_ns, round(stddev_ns, 6), unended, call_path, node, parent_node, tid, outermost_ns FROM calls",
    "VALUES ('thread 8', 0, NULL, 160, 0, NULL, NULL, NULL, NULL, NULL, '', 1, NULL, 8, 160), ('a', 1, 2, 160, 100, 80.0, 60, 100, 28.284271, 0, 'a', 2, 1, 8, 160),"
    " ('b', 2, 1, 60, 10, 60.0, 60, 60, NULL, 0, 'a / b', 3, 2, 8, 60), ('a', 3, 2, 50, 50, 50.0, 50, 50, NULL, 1, 'a / b / a', 4, 3, 8, 0),"
    " ('thread 9', 0, NULL, 5, 0, NULL, NULL, NULL, NULL, NULL, '', 5, NULL, 9, 5), ('a', 1, 0, 0, 0, NULL, NULL, NULL, NULL, 0, 'a', 6, 5, 9, 0),"
    " ('b', 2, 1, 0, 5, NULL, NULL, NULL, NULL, 1, 'a / b', 7, 6, 9, 0)", 0), 7);
  CHECK_INT(db_same(db, NULL, "SELECT name, depth, calls, inclusive_ns, exclusive_ns, unended, outermost_ns FROM calls WHERE level = 'process'",
    "VALUES ('process 1000', 0, NULL, 165, 0, NULL, 165), ('a', 1, 2, 160, 100, 0, 160), ('b', 2, 2, 60, 15, 1, 60), ('a', 3, 2, 50, 50, 1, 0)", 0), 4);
  /* A window with whole sums; one that divides a sum. */
  CHECK_INT(db_run(db, "SELECT rocpd_window(1110, 1270)"), SQLITE_OK);
  CHECK_INT(db_same(db, NULL, "SELECT name, calls, inclusive_ns, exclusive_ns FROM calls", "VALUES ('thread 8', NULL, 60, 0), ('a', 1, 60, 60)", 0), 2);
  CHECK_INT(db_run(db, "SELECT rocpd_window(1110, 1400)"), SQLITE_OK); /* with a call that has not ended, which is in no window */
  CHECK_INT(db_same(db, NULL, "SELECT name, calls, inclusive_ns, exclusive_ns FROM calls", "VALUES ('thread 8', NULL, 60, 0), ('a', 1, 60, 60)", 0), 2);
  CHECK_INT(db_run(db, "SELECT rocpd_window(1000, 1400)"), SQLITE_OK);
  CHECK_INT(db_same(db, NULL, "SELECT name, total_calls, total_ns, unended FROM top ORDER BY 1", "VALUES ('a', 3, 210, 0), ('b', 1, 60, 0)", 0), 2);
  CHECK(strstr(db_text(db, "SELECT * FROM calls"), "calls: 1 events 'a' are known as a sum only (table aggregated), which the time window would divide"));
  CHECK_INT(db_run(db, "SELECT rocpd_window(1010, 1270)"), SQLITE_OK);
  CHECK(strstr(db_text(db, "SELECT * FROM calls"), "calls: 1 events 'a' are known as a sum only (table aggregated), which the time window would divide"));
  sqlite3_close(db);
}

/* Sums that nearly fill 64 bits saturate; so do counts. Deep trees are no deeper than memory. */
static void extreme_trees(void) {
  sqlite3 *db = open_small("UPDATE t.aggregated SET calls = 9223372036854775807, ended = 9223372036854775807, min_ns = 1, max_ns = 1, sum_ns = 9223372036854775807, squares_low = 9223372036854775807, "
                           "own_ns = 9223372036854775807, \"end\" = start + 10");
  CHECK_INT(db_same(db, NULL, "SELECT name, depth, calls, inclusive_ns, exclusive_ns, mean_ns, stddev_ns, share, outermost_ns, unended FROM calls WHERE tid = 8",
    "VALUES ('thread 8', 0, NULL, 9223372036854775807, 0, NULL, NULL, 1.0, 9223372036854775807, NULL), ('a', 1, 9223372036854775807, 9223372036854775807, 9223372036854775807, 1.0, 0.0, 1.0, 9223372036854775807, 0),"
    " ('b', 2, 9223372036854775807, 9223372036854775807, 9223372036854775807, 1.0, 0.0, 1.0, 9223372036854775807, 0), ('a', 3, 9223372036854775807, 9223372036854775807, 9223372036854775807, 1.0, 0.0, 1.0, 0, 0)", 0), 4);
  CHECK_INT(db_same(db, NULL, "SELECT name, calls, inclusive_ns, exclusive_ns, share, mean_ns FROM api_overhead",
    "VALUES ('a', 9223372036854775807, 9223372036854775807, 9223372036854775807, 0.5, 1.0), ('b', 9223372036854775807, 9223372036854775807, 9223372036854775807, 0.5, 1.0)", 0), 2);
  char path[4100];
  snprintf(path, sizeof path, "%s/extreme", test_tmp());
  CHECK_TEXT(db_text(db, db_format("SELECT rocpd_export_folded(%Q) ->> 'events'", path)), "9223372036854775807");
  sqlite3_close(db);
  db = open_small("DELETE FROM t.aggregated; DELETE FROM t.frames");
  CHECK_INT(db_int(db, "SELECT count(*) FROM calls"), 0);
  sqlite3_close(db);
  db = open_small("UPDATE t.aggregated SET calls = 0, ended = 0, own_ns = 0");
  CHECK_INT(db_int(db, "SELECT count(*) + (SELECT count(*) FROM gaps) FROM calls"), 0);
  sqlite3_close(db);
  db = open_small("DELETE FROM t.frames; WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO t.frames SELECT i, (SELECT guid FROM t.aggregated), 1000, nullif(i - 1, 0), "
                  "'f' || i % 7 FROM n; UPDATE t.aggregated SET frame_id = 20000 - id");
  CHECK_INT(db_same(db, NULL, "SELECT count(*), max(depth), sum(calls), sum(exclusive_ns) FROM calls", "VALUES (39996, 19999, 6, 165)", 0), 1);
  sqlite3_close(db);
}

/* What is wrong with calls or frames is said, with the file. */
static void wrong_trees(void) {
  static const struct { const char *change, *said; } wrong[] = {
    {"UPDATE t.aggregated SET frame_id = NULL WHERE id = 4", "calls: 2 events 'a' are known as sums only (table aggregated), without their frame_id"},
    {"UPDATE t.aggregated SET own_ns = NULL WHERE id = 4", "calls: 2 events 'a' are known as sums only (table aggregated), without their own_ns"},
    {"UPDATE t.aggregated SET own_ns = -1 WHERE id = 4", "small.select: row 4 of aggregated contradicts itself ('a')"},
    {"UPDATE t.aggregated SET own_ns = 101 WHERE id = 1", "small.select: row 1 of aggregated contradicts itself ('a')"},
    {"UPDATE t.aggregated SET frame_id = 4 WHERE id = 4", "small.select: aggregated has calls in frame 4, which does not exist"},
    {"UPDATE t.frames SET parent_frame_id = 0 WHERE id = 2", "small.select: frame 2 has parent 0, which does not exist"},
    {"UPDATE t.frames SET parent_frame_id = 3 WHERE id = 1", "small.select: frame 1 has parent 3, which should be less"},
    {"UPDATE t.frames SET parent_frame_id = 2 WHERE id = 2", "small.select: frame 2 has parent 2, which should be less"},
    {"DELETE FROM t.frames", "small.select: aggregated has calls in frame 1, which does not exist"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    sqlite3 *db = open_small(wrong[i].change);
    const char *got = db_text(db, "SELECT * FROM calls");
    if (!strstr(got, wrong[i].said)) printf("# %s: %s\n", wrong[i].change, got);
    CHECK(strstr(got, wrong[i].said));
    sqlite3_close(db);
  }
}

static void exported(void) {
  char copy[4000];
  snprintf(copy, sizeof copy, "%s/copy.rocz", test_tmp());
  sqlite3 *rows = open_two(trace[0], NULL), *all = open_two(sums[0], NULL);
  /* Sums are not nothing. */
  CHECK_INT(db_int(all, db_format("SELECT result ->> 'events' = rows AND result ->> 'others' = rows AND result NOT LIKE '%%no event is in it%%' "
                                  "FROM sources, (SELECT rocpd_export_rocz(%Q, '{\"allow_empty\":false}') AS result)", copy)), 1);
  sqlite3_close(all);
  all = open_two(copy, NULL);
  same_rows(rows, all, top_queries[0]);
  CHECK_INT(db_int(all, "SELECT count(*) FROM health WHERE name LIKE 'unknown%' OR name = 'damaged'"), 0);
  sqlite3_close(rows), sqlite3_close(all);
}

static void histograms(void) {
  sqlite3 *rows = open_two(trace[0], NULL), *all = open_two(binned, NULL), *wide = open_two(sums[0], NULL);
  same_rows(rows, all, "SELECT * FROM histogram");
  same_rows(rows, all, "SELECT * FROM histogram WHERE \"by\" = 'copy'");
  same_rows(rows, all, "SELECT * FROM histogram WHERE bins = '1000,50000'");
  same_rows(rows, all, top_queries[0]);
  same_rows(rows, wide, "SELECT * FROM histogram WHERE bins = '1000000000'");
  CHECK(strstr(db_text(wide, "SELECT * FROM histogram"), "are known as a sum only (table aggregated), from"));
  CHECK(strstr(db_text(all, "SELECT * FROM histogram WHERE bins = 'log2'"), "which is more than one bin"));
  sqlite3_close(rows), sqlite3_close(all), sqlite3_close(wide);
}

static int read_lines(const char *path, char *line[], int most) {
  static char text[100000];
  FILE *f = fopen(path, "r");
  int n = 0;
  while (f && n < most && fgets(text, sizeof text, f)) line[n++] = sqlite3_mprintf("%s", text);
  if (f) fclose(f);
  return n;
}

static int compare_lines(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Have two files the same lines? */
static bool same_text(const char *a, const char *b, bool sorted) {
  enum { MOST = 1000 };
  char *line[2][MOST];
  int n = read_lines(a, line[0], MOST), m = read_lines(b, line[1], MOST), same = n == m && n > 5 && n < MOST, at = 0;
  if (sorted) qsort(line[0], (size_t)n, sizeof *line[0], compare_lines), qsort(line[1], (size_t)m, sizeof *line[1], compare_lines);
  while (same && at < n && !strcmp(line[0][at], line[1][at])) at++;
  if (same && at < n) printf("# %s# %s", line[0][at], line[1][at]);
  for (int i = 0; i < n; i++) sqlite3_free(line[0][i]);
  for (int i = 0; i < m; i++) sqlite3_free(line[1][i]);
  return same && at == n;
}

/* Exports that add calls up say of sums what they say of rows. */
static void added_up(void) {
  static const char *const exports[] = {"rocpd_export_text(%Q, '{\"form\":\"profile\",\"overwrite\":true}')", "rocpd_export_text(%Q, '{\"form\":\"profile\",\"level\":\"process\",\"overwrite\":true}')",
    "rocpd_export_text(%Q, '{\"form\":\"profile\",\"metric\":\"trip_count\",\"overwrite\":true}')", "rocpd_export_folded(%Q, '{\"overwrite\":true}')",
    "rocpd_export_folded(%Q, '{\"value\":\"calls\",\"overwrite\":true}')", "rocpd_export_svg(%Q, '{\"overwrite\":true}')",
    "rocpd_export_text(%Q, '{\"form\":\"profile\",\"names\":\"hip*\",\"overwrite\":true}')", "rocpd_export_folded(%Q, '{\"categories\":\"HSA*\",\"overwrite\":true}')",
    "rocpd_export_folded(%Q, '{\"processes\":1001,\"overwrite\":true}')"};
  sqlite3 *db[3] = {open_two(trace[0], trace[1]), open_two(sums[0], sums[1]), open_two(trace[0], sums[1])};
  char path[3][4000], sql[4000];
  for (size_t i = 0; i < sizeof exports / sizeof *exports; i++)
    for (int k = 0; k < 3; k++) {
      static const char fields[] = "SELECT result ->> '$.events' || ' ' || (result ->> '$.categories') FROM (SELECT %s AS result)";
      static char counts[1000];
      snprintf(path[k], sizeof path[k], "%s/added_up.%d", test_tmp(), k);
      snprintf(sql, sizeof sql, fields, exports[i]);
      const char *got = db_text(db[k], db_format(sql, path[k]));
      if (!k) snprintf(counts, sizeof counts, "%s", got);
      if (!k || strcmp(got, counts)) CHECK_TEXT(got, counts);
      if (k) CHECK(same_text(path[0], path[k], strstr(exports[i], "folded")));
    }
  for (int k = 0; k < 3; k++) sqlite3_close(db[k]);
}

/* Options choose whole sums; those that they would divide are left out. */
static void chosen_sums(void) {
  static const struct { const char *options, *said; } want[] = {
    {"{}", "6 []"}, {"{\"names\":\"b\"}", "2 []"}, {"{\"categories\":\"HIP*\"}", "4 []"}, {"{\"processes\":1}", "0 "}, {"{\"min_duration_ns\":50}", "6 []"},
    {"{\"min_duration_ns\":51}", "4 [\"2 events are left out: they are known as sums only (table aggregated)\"]"},
    {"{\"min_duration_ns\":101}", "1 [\"2 events are left out: they are known as sums only (table aggregated)\"]"},
    {"{\"start\":1110,\"end\":1280}", "1 [\"2 events are left out: they are known as sums only (table aggregated)\"]"},
    {"{\"start\":1000,\"end\":1100}", "2 [\"2 events are left out: they are known as sums only (table aggregated)\"]"},
    {"{\"start\":900}", "6 []"}};
  sqlite3 *db = open_small(NULL);
  char path[4100];
  snprintf(path, sizeof path, "%s/chosen", test_tmp());
  for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
    char got[1000];
    snprintf(got, sizeof got, "%s", db_text(db, db_format("SELECT r ->> 'events' || ' ' || (r ->> 'warnings') FROM (SELECT rocpd_export_folded(%Q, json_patch(%Q, '{\"overwrite\":true}')) AS r)", path, want[i].options)));
    if (strncmp(got, want[i].said, strlen(want[i].said))) printf("# %s: %s\n", want[i].options, got);
    got[strlen(want[i].said)] = 0;
    CHECK_TEXT(got, want[i].said);
  }
  sqlite3_close(db);
}

/* Others leave sums out, and say so once. */
static void left_out(void) {
  static const char *const formats[] = {"json", "perfetto", "otf2", "ctf", "db", "csv", "text", "folded"};
  sqlite3 *mixed = open_two(trace[0], sums[1]);
  int64_t events = db_int(mixed, "SELECT sum(calls) FROM aggregated"), calls = db_int(mixed, "SELECT sum(calls) FROM aggregated WHERE rows_of = 'regions'");
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    bool adds = !strcmp(formats[i], "folded");
    char wanted[200], path[4100];
    snprintf(wanted, sizeof wanted, "1 %lld events are left out: they are known as sums only (table aggregated)", (long long)(adds ? events - calls : events));
    snprintf(path, sizeof path, "%s/left_out.%s", test_tmp(), formats[i]);
    CHECK_TEXT(db_text(mixed, db_format("SELECT count(*) || ' ' || group_concat(value) FROM (SELECT rocpd_export_%s(%Q) AS r), json_each(r, '$.warnings') WHERE value LIKE '%%sums%%'", formats[i], path)), wanted);
  }
  /* Which is not the same as an empty trace. */
  char path[4100];
  sqlite3 *all = open_two(sums[0], NULL);
  snprintf(path, sizeof path, "%s/left_out.none", test_tmp());
  CHECK_TEXT(db_text(all, db_format("SELECT rocpd_export_json(%Q, '{\"allow_empty\":false}')", path)),
             db_format("rocpd_export_json: nothing is written: the %lld events of the trace are known as sums only (table aggregated), and this format shows none of them; "
                       "the option {\"allow_empty\":true} writes the file anyway", db_int(all, "SELECT sum(calls) FROM aggregated")));
  snprintf(path, sizeof path, "%s/left_out.page", test_tmp());
  CHECK(strstr(db_text(all, db_format("SELECT rocpd_export_html(%Q, '{\"allow_empty\":false}')", path)),
               "events are known as sums only (table aggregated): the tables include them as far as they can, the time line does not"));
  sqlite3_close(all);
  snprintf(path, sizeof path, "%s/left_out.rocz", test_tmp());
  CHECK_TEXT(db_text(mixed, db_format("SELECT rocpd_export_rocz(%Q) ->> '$.warnings'", path)), "[]");
  sqlite3_close(mixed);
}

/* Sums of events that are rows, too, are left alone, and no table is refused. */
static void both(void) {
  sqlite3 *rows = open_two(trace[0], NULL), *all = open_two(trace[0], beside);
  CHECK(db_int(all, "SELECT count(*) FROM aggregated") > 20);
  same_rows(rows, all, top_queries[0]);
  same_rows(rows, all, "SELECT median_ns, busy_share FROM top");
  same_rows(rows, all, "SELECT GpuTime FROM busy WHERE GpuTime > 0");
  sqlite3_close(rows), sqlite3_close(all);
}

static void refused(void) {
  static const char *const tables[] = {"gaps", "busy", "gpu_time", "ranges", "python", "launch_summary", "critical_path", "idle_summary", "kernel_sequences", "copies", "advice",
    "iterations", "collectives", "run_time", "ranks"}; /* the last ones are made by SQL */
  sqlite3 *db = open_two(trace[1], sums[0]), *wide;
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    char wanted[100];
    snprintf(wanted, sizeof wanted, "%s needs the times of each event, but ", tables[i]);
    const char *got = db_text(db, db_format("SELECT count(*) FROM %s", tables[i]));
    if (!strstr(got, wanted)) printf("# %s: %s\n", tables[i], got);
    CHECK(strstr(got, wanted) && strstr(got, "are known as sums only (table aggregated)"));
  }
  CHECK(strstr(db_text(db, "SELECT * FROM top_by('grid')"), "are known as sums only (table aggregated), without their grid_x"));
  CHECK(strstr(db_text(db, "SELECT reason FROM capabilities WHERE domain = 'kernels' AND rows = 0"), "known as sums of"));
  CHECK(strstr(db_text(db, "SELECT detail FROM health WHERE name = 'events known as sums'"), "aggregated"));
  /* Those of allocations need no other events. */
  CHECK_INT(db_int(wide = open_small(NULL), "SELECT (SELECT count(*) FROM allocations) + (SELECT count(*) FROM leaks) + (SELECT count(*) FROM memory_peak)"), 0);
  sqlite3_close(wide);
  CHECK(strstr(db_text(db, db_format("SELECT count(*) FROM iterations WHERE path = %Q", sums[0])), "are known as sums only"));
  CHECK(strchr(db_text(db, db_format("SELECT 'yes ' || count(*) FROM iterations WHERE path = %Q", trace[1])), 'y'));
  sqlite3_close(db);
}

/* rocpd_tables says of each table whether it is refused, and capabilities says where that is said. */
static void refused_tables(void) {
  char path[4000];
  add_up("all", 0, &(aggregate_options){.allocations = 1}, path);
  sqlite3 *db = open_two(path, NULL), *rows = open_two(trace[0], NULL);
  sqlite3_stmt *q;
  int tables = 0, refusals = 0;
  CHECK_INT(sqlite3_prepare_v2(rows, "SELECT table_name, needs_rows FROM rocpd_tables WHERE column_name IS NULL", -1, &q, NULL), SQLITE_OK);
  for (; sqlite3_step(q) == SQLITE_ROW; tables++) {
    const char *name = (const char *)sqlite3_column_text(q, 0), *got = db_text(db, db_format("SELECT * FROM \"%w\" LIMIT 1", name));
    int refused = strstr(got, "needs the times of each event") != NULL;
    refusals += refused;
    if (sqlite3_column_int(q, 1) != refused) printf("# %s: %s\n", name, got);
    CHECK_INT(sqlite3_column_int(q, 1), refused);
    CHECK_INT(strstr(db_text(rows, db_format("SELECT * FROM \"%w\" LIMIT 1", name)), "needs the times of each event") != NULL, 0);
  }
  sqlite3_finalize(q);
  if (tables < 60 || refusals < 30) printf("# %d of %d\n", refusals, tables);
  CHECK(tables >= 60 && refusals >= 30);
  CHECK_INT(db_int(rows, "SELECT count(needs_rows) FROM rocpd_tables WHERE column_name IS NOT NULL"), 0);
  CHECK_TEXT(db_text(db, "SELECT recorded || ' ' || (rows IS NULL) || ' ' || replace(reason, (SELECT sum(calls) FROM aggregated), 'N') FROM capabilities WHERE domain = 'tables'"),
    "0 1 tables that need the times of each event are refused, since N events are known as sums only: SELECT table_name FROM rocpd_tables WHERE needs_rows");
  CHECK_INT(db_int(rows, "SELECT count(*) FROM capabilities WHERE domain = 'tables'"), 0);
  sqlite3_close(db), sqlite3_close(rows);
}

static void windows_and_filters(void) {
  sqlite3 *db = open_two(sums[0], NULL);
  int64_t first = db_int(db, "SELECT min(start) FROM aggregated"), last = db_int(db, "SELECT max(\"end\") FROM aggregated");
  int64_t calls = db_int(db, "SELECT sum(total_calls) FROM top_kernels");
  CHECK(calls > 100);
  CHECK_INT(db_run(db, db_format("SELECT rocpd_window(%lld, %lld)", first, last)), SQLITE_OK);
  CHECK_INT(db_int(db, "SELECT sum(total_calls) FROM top_kernels WHERE unended = 0") > 0, 1);
  CHECK_INT(db_run(db, db_format("SELECT rocpd_window(%lld, %lld)", last + 10, last + 20)), SQLITE_OK);
  CHECK_INT(db_int(db, "SELECT count(*) FROM top_kernels WHERE unended = 0"), 0);
  CHECK_INT(db_run(db, db_format("SELECT rocpd_window(%lld, %lld)", first, (first + last) / 2)), SQLITE_OK);
  CHECK(strstr(db_text(db, "SELECT * FROM top_kernels"), "which the time window would divide"));
  CHECK_INT(db_run(db, "SELECT rocpd_window()"), SQLITE_OK);
  CHECK_INT(db_int(db, "SELECT sum(total_calls) FROM top_kernels"), calls);
  CHECK_INT(db_run(db, "SELECT rocpd_filter('{\"gpu\":0}')"), SQLITE_OK);
  CHECK(strstr(db_text(db, "SELECT * FROM top_kernels"), "among which rocpd_filter() cannot choose"));
  sqlite3_close(db);
}

/* Sums that contradict themselves are said to be damaged, with the file and the row. */
static void contradictions(void) {
  static const char *const change[] = {"ended = calls + 1", "calls = -1, ended = 0", "min_ns = max_ns + 1", "sum_ns = min_ns * ended - 1", "sum_ns = max_ns * ended + 1", "min_ns = NULL",
    "squares_high = 0, squares_low = 0", "squares_high = 1", "squares_high = NULL"};
  char database[4000], path[4000];
  snprintf(database, sizeof database, "%s/bad.db", test_tmp());
  snprintf(path, sizeof path, "%s/bad.select", test_tmp());
  sqlite3 *written = db_open_trace(trace[0]);
  CHECK_INT(aggregate_write(written, database, &(aggregate_options){0}), 0);
  CHECK_INT(db_run(written, db_format("ATTACH %Q AS bad", database)), SQLITE_OK);
  CHECK_INT(db_run(written, "CREATE TEMP TABLE right_row AS SELECT * FROM bad.aggregated WHERE id = 3"), SQLITE_OK);
  for (size_t i = 0; i < sizeof change / sizeof *change; i++) {
    CHECK_INT(db_run(written, "DELETE FROM bad.aggregated WHERE id = 3; INSERT INTO bad.aggregated SELECT * FROM right_row"), SQLITE_OK);
    CHECK_INT(db_run(written, db_format("UPDATE bad.aggregated SET %s WHERE id = 3", change[i])), SQLITE_OK);
    CHECK_INT(select_write(path, database, 500, 0), 0);
    sqlite3 *db = db_open_trace(path);
    const char *got = db_text(db, "SELECT * FROM top_kernels");
    if (!strstr(got, "row 3 of aggregated contradicts itself")) printf("# %s: %s\n", change[i], got);
    CHECK(strstr(got, "row 3 of aggregated contradicts itself"));
    sqlite3_close(db);
  }
  sqlite3_close(written);
}

/* Counts that exceed 64 bits together do not wrap. */
static void many(void) {
  char database[4000], path[4000];
  snprintf(database, sizeof database, "%s/many.db", test_tmp());
  snprintf(path, sizeof path, "%s/many.select", test_tmp());
  sqlite3 *db = db_open_trace(trace[0]);
  CHECK_INT(aggregate_write(db, database, &(aggregate_options){0}), 0);
  CHECK_INT(db_run(db, db_format("ATTACH %Q AS many", database)), SQLITE_OK);
  CHECK_INT(db_run(db, "UPDATE many.aggregated SET name = 'k', calls = 9223372036854775807, ended = calls, min_ns = 1, max_ns = 1, sum_ns = 9223372036854775807, "
                       "squares_high = 0, squares_low = 9223372036854775807 WHERE rows_of = 'kernels'"), SQLITE_OK);
  CHECK_INT(db_run(db, "UPDATE many.aggregated SET ended = calls WHERE rows_of = 'kernels'"), SQLITE_OK);
  CHECK(db_int(db, "SELECT count(*) FROM many.aggregated WHERE rows_of = 'kernels'") > 2);
  sqlite3_close(db);
  CHECK_INT(select_write(path, database, 500, 0), 0);
  db = db_open_trace(path);
  CHECK(db_same(db, NULL, "SELECT name, total_calls, total_ns, unended FROM top_kernels", "VALUES ('k', 9223372036854775807, 9223372036854775807, 0)", 0) == 1);
  CHECK(db_same(db, NULL, "SELECT name, calls, total_ns, share FROM histogram WHERE \"by\" = 'kernel'", "VALUES ('k', 9223372036854775807, 9223372036854775807, 1.0)", 0) == 1);
  sqlite3_close(db);
}

/* ---- the other new kinds */

/* ---- compared */

static void compared(void) {
  static const char *const by[] = {"kernel", "region", "copy", "marker"};
  static const char figures[] = "SELECT name, calls_a, calls_b, total_a_ns, total_b_ns, delta_ns, ratio, average_a_ns, average_b_ns, only_in, longest_a_start, longest_a_end, "
                                "longest_b_start, longest_b_end FROM diff(%Q, %Q, %Q)";
  sqlite3 *db = db_open_trace(sums[0]); /* what the connection has does not matter */
  for (int i = 0; i < 4; i++) {
    int n;
    char *rows = db_rows(db, db_format(figures, trace[0], trace[1], by[i]), 0, &n);
    for (int side = 1; side < 4; side++) {
      char *got = db_rows(db, db_format(figures, side & 1 ? sums[0] : trace[0], side & 2 ? sums[1] : trace[1], by[i]), 0, NULL);
      if (strcmp(rows, got)) printf("# %s %d: %.300s\n# %.300s\n", by[i], side, rows, got);
      CHECK(!strcmp(rows, got));
      sqlite3_free(got);
    }
    CHECK(n > (i < 3 ? 2 : -1));
    sqlite3_free(rows);
  }
  static const char trees[] = "SELECT name, depth, calls_a, calls_b, inclusive_a_ns, inclusive_b_ns, delta_ns, exclusive_a_ns, exclusive_b_ns, exclusive_delta_ns, ratio, only_in, "
                              "call_path, node, parent_node FROM call_diff(%Q, %Q)";
  char *rows = db_rows(db, db_format(trees, trace[0], trace[1]), 0, NULL);
  for (int side = 1; side < 4; side++) {
    char *got = db_rows(db, db_format(trees, side & 1 ? sums[0] : trace[0], side & 2 ? sums[1] : trace[1]), 0, NULL);
    CHECK(strlen(rows) > 1000 && !strcmp(rows, got));
    sqlite3_free(got);
  }
  sqlite3_free(rows);
  CHECK(db_int(db, db_format("SELECT count(median_a_ns) + count(median_b_ns) + count(p_value) + count(b_longer) FROM diff(%Q, %Q)", trace[0], trace[1])) > 20);
  CHECK_INT(db_int(db, db_format("SELECT count(median_a_ns) + count(p_value) + count(b_longer) FROM diff(%Q, %Q)", sums[0], trace[1])), 0);
  CHECK_INT(db_int(db, db_format("SELECT count(*) = sum(calls_b > 0) FROM diff(%Q, %Q) WHERE median_b_ns IS NOT NULL", sums[0], trace[1])), 1);
  CHECK_INT(db_int(db, db_format("SELECT rocpd_regressed(%Q, %Q, 1)", sums[0], sums[1])), db_int(db, db_format(
    "SELECT (SELECT count(*) FROM diff(%Q, %Q) WHERE average_b_ns > average_a_ns * 1.01 AND total_b_ns * 100 >= s.b) + (s.b > s.a * 1.01) FROM "
    "(SELECT sum(total_a_ns) AS a, sum(total_b_ns) AS b FROM diff(%Q, %Q)) AS s", trace[0], trace[1], trace[0], trace[1])));
  sqlite3_close(db);
}

/* Has the file a line with both texts? */
static bool has_line(const char *path, const char *a, const char *b) {
  static char line[100000];
  bool has = false;
  FILE *f = fopen(path, "r");
  while (f && !has && fgets(line, sizeof line, f)) has = strstr(line, a) && strstr(line, b) && strstr(line, "\"ph\":\"C\"");
  if (f) fclose(f);
  return has;
}

static void other_kinds(void) {
  char database[4000], path[4000], copy[4000];
  snprintf(database, sizeof database, "%s/kinds.db", test_tmp());
  snprintf(path, sizeof path, "%s/kinds.select", test_tmp());
  snprintf(copy, sizeof copy, "%s/kinds.rocz", test_tmp());
  sqlite3 *db = db_open_trace(trace[0]); /* the metrics are of its process */
  CHECK_INT(db_run(db, db_format("ATTACH %Q AS k", database)), SQLITE_OK);
  CHECK_INT(db_run(db,
    "CREATE TABLE k.metrics(id, pid, track, unit, owner, owner_id, agent_id, agent_abs_index, timestamp, value);"
    "INSERT INTO k.metrics VALUES (1, 7, 'CPU Frequency [0]', 'MHz', 'host', NULL, NULL, NULL, 1000006000100, 2400.5), (2, 7, 'Power', 'W', 'agent', 1, 1, 1, 1000006000150, 90.0),"
    "  (3, 7, 'CPU Frequency [0]', 'MHz', 'host', NULL, NULL, NULL, 1000006000200, 1200.0);"
    "CREATE TABLE k.modules(id, pid, file_path, build_id, load_base, load_size);"
    "INSERT INTO k.modules VALUES (1, 7, '/bin/app', 'ab12', 4096, 8192), (2, 7, '/lib/libm.so', NULL, 65536, 4096);"
    "CREATE TABLE k.frames(id, pid, parent_frame_id, module_id, offset, function, file, line, is_return);"
    "INSERT INTO k.frames VALUES (1, 7, NULL, 1, 16, 'main', 'app.c', 3, 1), (2, 7, 1, 1, 32, 'solve', 'app.c', 9, 1), (3, 7, 2, 2, 64, 'sin', NULL, NULL, 0), (4, 7, 1, 2, 64, 'sin', NULL, NULL, 0);"
    "CREATE TABLE k.stacks(id, pid, tid, category, start, \"end\", frame_id, weight, stack_id, state, syscall, cpu_ns, wait_ns);"
    "INSERT INTO k.stacks VALUES (1, 7, 8, 'SAMPLE', 1000006000110, 1000006000130, 3, 5, 0, 'running', NULL, 19, 1),"
    "  (2, 7, 8, 'SAMPLE', 1000006000130, 1000006000160, 4, 2, 0, 'blocked', 202, 3, 2), (3, 7, 9, 'SAMPLE', 1000006000165, 1000006000170, NULL, 1, 0, NULL, NULL, NULL, NULL)"), SQLITE_OK);
  static const char *const tables[] = {"metrics", "modules", "frames", "stacks"};
  const char *guid = db_text(db, "SELECT guid FROM sources");
  char owner[100];
  snprintf(owner, sizeof owner, "%s", guid);
  for (int i = 0; i < 4; i++) {
    CHECK_INT(db_run(db, db_format("ALTER TABLE k.%s ADD COLUMN guid", tables[i])), SQLITE_OK);
    CHECK_INT(db_run(db, db_format("UPDATE k.%s SET guid = %Q, pid = 1000", tables[i], owner)), SQLITE_OK);
  }
  sqlite3_close(db);
  CHECK_INT(select_write(path, database, 500, 0), 0);
  for (int round = 0; round < 2; round++) {
    db = db_open_trace(round ? copy : path);
    CHECK(db_same(db, NULL, "SELECT id, track, unit, owner, owner_id, agent_id, timestamp, value FROM metrics ORDER BY id",
      "VALUES (1, 'CPU Frequency [0]', 'MHz', 'host', NULL, NULL, 1000006000100, 2400.5), (2, 'Power', 'W', 'agent', 1, 1, 1000006000150, 90.0), (3, 'CPU Frequency [0]', 'MHz', 'host', NULL, NULL, 1000006000200, 1200.0)", 0) == 3);
    CHECK(db_same(db, NULL, "SELECT m.file_path, m.build_id, f.function, f.offset, f.file, f.line, f.is_return FROM frames f JOIN modules m ON m.guid = f.guid AND m.id = f.module_id WHERE f.id IN (2, 3) ORDER BY f.id",
      "VALUES ('/bin/app', 'ab12', 'solve', 32, 'app.c', 9, 1), ('/lib/libm.so', NULL, 'sin', 64, NULL, NULL, 0)", 0) == 2);
    CHECK(db_same(db, NULL, "WITH RECURSIVE path(guid, id, next, text) AS (SELECT guid, id, parent_frame_id, function FROM frames UNION ALL "
      "SELECT p.guid, p.id, f.parent_frame_id, f.function || ' / ' || p.text FROM path p JOIN frames f ON f.guid = p.guid AND f.id = p.next AND p.next < p.id) "
      "SELECT s.tid, s.\"end\", text, weight FROM stacks s JOIN path p ON p.guid = s.guid AND p.id = s.frame_id WHERE next IS NULL ORDER BY s.id",
      "VALUES (8, 1000006000130, 'main / solve / sin', 5), (8, 1000006000160, 'main / sin', 2)", 0) == 2);
    CHECK(db_same(db, NULL, "SELECT id, start, \"end\", frame_id, state, syscall, cpu_ns, wait_ns FROM stacks",
      "VALUES (1, 1000006000110, 1000006000130, 3, 'running', NULL, 19, 1), (2, 1000006000130, 1000006000160, 4, 'blocked', 202, 3, 2),"
      "  (3, 1000006000165, 1000006000170, NULL, NULL, NULL, NULL, NULL)", 0) == 3);
    CHECK(db_same(db, NULL, "SELECT rows, start, \"end\" FROM sources", "VALUES (6, 1000006000100, 1000006000200)", 0) == 1);
    CHECK_INT(db_run(db, "SELECT rocpd_window(1000006000105, 1000006000161)"), SQLITE_OK);
    CHECK(db_same(db, NULL, "SELECT (SELECT group_concat(id) FROM metrics), (SELECT group_concat(id) FROM stacks), (SELECT count(*) FROM frames)", "VALUES ('2', '1,2', 4)", 0) == 1);
    CHECK_INT(db_run(db, "SELECT rocpd_window()"), SQLITE_OK);
    if (!round) CHECK(strchr(db_text(db, db_format("SELECT rocpd_export_rocz(%Q)", copy)), '{'));
    CHECK_INT(db_attach(db, trace[0]), SQLITE_OK);
    char json[4100];
    snprintf(json, sizeof json, "%s/kinds.json", test_tmp());
    CHECK(strchr(db_text(db, db_format("SELECT rocpd_export_json(%Q, '{\"counters\":true}')", json)), '{'));
    CHECK(has_line(json, "\"CPU Frequency [0]\"", "2400.5"));
    CHECK(has_line(json, "\"Power\"", "90"));
    sqlite3_close(db);
  }
}

int main(void) {
  make_traces();
  RUN(tops);
  RUN(call_trees);
  RUN(launch_paths);
  RUN(call_tree_by_hand);
  RUN(extreme_trees);
  RUN(wrong_trees);
  RUN(exported);
  RUN(added_up);
  RUN(chosen_sums);
  RUN(left_out);
  RUN(histograms);
  RUN(both);
  RUN(refused);
  RUN(refused_tables);
  RUN(windows_and_filters);
  RUN(compared);
  RUN(contradictions);
  RUN(many);
  RUN(other_kinds);
  return test_result();
}
