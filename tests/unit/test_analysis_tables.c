/* top, top_kernels, busy and gaps, compared with plain SQL on native copies of the base tables. The traces have random intervals:
** overlapping, nested, touching, empty, with ties. */
#include <pthread.h>
#include <sqlite3.h>
#include <unistd.h>
#include "db.h"
#include "fake.h"
#include "small.h"
#include "test.h"

/* Gives dispatches and copies random starts and lengths: one directly after the other (style 0), overlapping (1), crowded with
** ties and empty ones (2), in any order (3). */
static void scramble(tracegen_trace *t, int style) {
  for (size_t l = 0; l < t->lanes; l++) {
    tracegen_lane *lane = &t->lane[l];
    int duration, start;
    if (lane->kind == ROCZ_DISPATCH || lane->kind == ROCZ_COPY) duration = 1, start = 2;
    else continue;
    int64_t now = t->options.start_ns + 1000000;
    for (uint64_t i = 0; i < lane->rows; i++) {
      int64_t d = style == 2 ? test_draw(4) : 1 + test_draw(1000);
      if (style == 1 && test_draw(10) == 0) d *= 20;
      now += style == 0 ? (test_draw(3) ? 0 : test_draw(500)) : style == 1 ? test_draw(600) : style == 2 ? test_draw(3) : 0;
      lane->column[duration][i] = d;
      lane->column[start][i] = style == 3 ? t->options.start_ns + 1000000 + test_draw(200000) : now;
      if (style == 0) now += d;
    }
  }
}

static const char top_sql[] =
  "SELECT name, count(*), sum(d)/1000.0, (sum(d)/count(d))/1000.0, sum(d)*100.0/(SELECT sum(d) FROM %s), sum(d), min(d), max(d), count(*)-count(d) "
  "FROM (SELECT * FROM %s) GROUP BY name";
#define ALL "(SELECT name, duration AS d FROM n_kernels UNION ALL SELECT name, duration FROM n_memory_copies UNION ALL SELECT name, duration FROM n_regions)"
#define KERNELS "(SELECT name, duration AS d FROM n_kernels)"

static void compare_top(sqlite3 *db) {
  static const char list[] = "name, total_calls, total_duration, average, percentage, total_ns, min_ns, max_ns, unended";
  char *ours = sqlite3_mprintf("SELECT %s FROM top", list), *native = sqlite3_mprintf(top_sql, ALL, ALL);
  CHECK(db_same(db, "top", ours, native, 1) >= 0);
  sqlite3_free(ours), sqlite3_free(native);
  ours = sqlite3_mprintf("SELECT %s FROM top_kernels", list), native = sqlite3_mprintf(top_sql, KERNELS, KERNELS);
  CHECK(db_same(db, "top_kernels", ours, native, 1) >= 0);
  sqlite3_free(ours), sqlite3_free(native);
  /* Compares the spread, and the order. */
  CHECK_INT(db_int(db, "SELECT count(*) FROM top_kernels t JOIN (SELECT name, sum((d-m)*(d-m))/(count(d)-1) v FROM " KERNELS
                       " JOIN (SELECT name AS n, avg(d) m FROM " KERNELS " GROUP BY 1) ON n = name GROUP BY 1) USING (name) "
                       "WHERE abs(t.stddev_ns*t.stddev_ns - v) > 1e-6 * (v + 1)"), 0);
  CHECK_INT(db_int(db, "SELECT count(*) FROM (SELECT total_duration a, lag(total_duration) OVER () b FROM top) WHERE a > b"), 0);
}

/* Of several longest ones the one that starts first counts. */
#define LONGEST_OF(rows) \
  "SELECT name, CASE WHEN start IS NOT NULL THEN \"end\" END AS e, start AS s, row_number() OVER (PARTITION BY name ORDER BY start IS NULL, start, \"end\") AS place FROM (" rows ") " \
  "JOIN (SELECT name AS n, max(duration) AS most FROM (" rows ") GROUP BY 1) ON n IS name AND duration = most"
#define LONGEST(of, rows) \
  "SELECT count(*) FROM " of \
  " t LEFT JOIN (" LONGEST_OF(rows) ") n ON n.name IS t.name AND n.place = 1 WHERE t.longest_start IS NOT n.s OR t.longest_end IS NOT n.e"
#define ROWS_OF(table) "SELECT name, start, \"end\", duration FROM " table
#define ALL_ROWS ROWS_OF("n_kernels") " UNION ALL " ROWS_OF("n_memory_copies") " UNION ALL " ROWS_OF("n_regions")

static void compare_longest(sqlite3 *db, bool all) {
  if (all) CHECK_INT(db_int(db, LONGEST("top", ALL_ROWS)), 0);
  CHECK_INT(db_int(db, LONGEST("top_by('copy')", ROWS_OF("n_memory_copies"))), 0);
  CHECK(db_int(db, "SELECT count(longest_start) FROM top_by('copy')") > 0);
}

#define KERNEL_ROWS "SELECT source, agent_id AS a, agent_type AS type, %s AS queue, 0 AS kind, id, name, start, \"end\", r FROM n_kernels"

#define QUANTILES(of) \
  "SELECT count(*) FROM " of \
  " t JOIN (SELECT name, median(d) AS p50, percentile(d, 90) AS p90, percentile(d, 99) AS p99 FROM %s GROUP BY 1) n ON n.name IS t.name " \
  "WHERE abs(t.median_ns - n.p50) + abs(t.p90_ns - n.p90) + abs(t.p99_ns - n.p99) > 1e-3 OR (t.median_ns IS NULL) <> (n.p50 IS NULL) OR (t.p99_ns IS NULL) <> (n.p99 IS NULL)"

static void compare_quantiles(sqlite3 *db, bool all) {
  if (all) CHECK_INT(db_int(db, db_format(QUANTILES("top"), ALL)), 0);
  CHECK_INT(db_int(db, db_format(QUANTILES("top_kernels"), KERNELS)), 0);
  CHECK_INT(db_int(db, "SELECT count(*) - count(median_ns) FROM top ORDER BY p99_ns"), db_int(db, "SELECT count(*) FROM top WHERE unended = total_calls"));
}

/* Finds islands by window functions: an activity begins an island if all before it have ended. */
static void islands(sqlite3 *db, const char *queue, const char *copies) {
  char *kernels = sqlite3_mprintf(KERNEL_ROWS, queue);
  char *sql = sqlite3_mprintf(
    "CREATE TEMP TABLE activity AS SELECT * FROM (%s %s) WHERE start IS NOT NULL AND \"end\" IS NOT NULL;"
    "CREATE INDEX temp.by_end ON activity(a, \"end\", start, kind, r); CREATE INDEX temp.by_start ON activity(a, start, kind, r);"
    "CREATE TEMP TABLE island AS SELECT source, a AS agent, min(type) AS type, queue, min(start) AS s, max(e) AS e FROM ("
    " SELECT *, sum(new) OVER (PARTITION BY source, a, queue ORDER BY start, e ROWS UNBOUNDED PRECEDING) AS n FROM ("
    "  SELECT *, \"end\" AS e, start > ifnull(max(\"end\") OVER (PARTITION BY source, a, queue ORDER BY start, \"end\" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), -1) AS new FROM activity)"
    ") GROUP BY source, a, queue, n;", kernels, copies);
  db_run(db, "DROP TABLE IF EXISTS temp.activity; DROP TABLE IF EXISTS temp.island");
  db_run(db, sql);
  sqlite3_free(sql), sqlite3_free(kernels);
}

/* A copy belongs to every GPU that takes part in it, or to a CPU if no GPU does. */
#define COPIES_OF_BOTH \
  "UNION ALL SELECT source, dst_agent_id, dst_agent_type, NULL, 1, id, name, start, \"end\", r FROM n_memory_copies WHERE dst_agent_type = 'GPU' OR src_agent_type IS NOT 'GPU' " \
  "UNION ALL SELECT source, src_agent_id, src_agent_type, NULL, 1, id, name, start, \"end\", r FROM n_memory_copies WHERE src_agent_type = 'GPU' AND (dst_agent_type IS NOT 'GPU' OR src_agent_id <> dst_agent_id)"

static void compare_busy(sqlite3 *db, const char *who) {
  islands(db, "NULL", COPIES_OF_BOTH);
  char *ours = sqlite3_mprintf(
    "SELECT %sGpuTime, WallTime, round(Busy, 9), intervals FROM (SELECT agent_id AS agent, type, GpuTime, WallTime, Busy, intervals FROM busy WHERE intervals)",
    who);
  char *native =
    sqlite3_mprintf("SELECT %ssum(e - s), w, round(sum(e - s) * 1.0 / w, 9), count(*) FROM island JOIN (SELECT source, max(\"end\") - min(start) AS w "
                    "FROM activity GROUP BY 1) USING (source) GROUP BY source, agent",
                    who);
  CHECK(db_same(db, "busy", ours, native, 1) >= 0);
  db_run(db, "DROP TABLE IF EXISTS temp.whole; CREATE TEMP TABLE whole AS SELECT agent AS a, max(e) - min(s) AS span FROM island GROUP BY source, agent");
  CHECK(db_same(db, "busy and the gaps are the whole time",
                "SELECT agent_id, GpuTime + coalesce((SELECT sum(duration_ns) FROM gaps WHERE gaps.agent_id IS busy.agent_id), 0) FROM busy WHERE intervals",
                "SELECT a, span FROM whole", 1) >= 0);
  sqlite3_free(ours), sqlite3_free(native);
}

/* Compares a row of gaps with its activities: names and ids by the rules in neighbour.h. */
#define NEIGHBOURS(agent_queue) \
  "(SELECT name FROM activity x WHERE x.source = g.source AND " agent_queue " AND x.\"end\" = g.s ORDER BY start DESC, kind, r DESC LIMIT 1)," \
  "(SELECT name FROM activity x WHERE x.source = g.source AND " agent_queue " AND x.start = g.e ORDER BY kind, r LIMIT 1)," \
  "(SELECT id FROM activity x WHERE x.source = g.source AND " agent_queue " AND x.start = g.e ORDER BY kind, r LIMIT 1)"

#define GAPS "DROP TABLE IF EXISTS temp.g; CREATE TEMP TABLE g AS SELECT source, agent, queue, lag(e) OVER w AS s, s AS e " \
  "FROM island WINDOW w AS (PARTITION BY source, agent, queue ORDER BY s)"

/* Rows are in order, however many are read, though the first ones are computed separately. */
static void compare_order(sqlite3 *db, const char *level) {
  char *order = sqlite3_mprintf(
    "SELECT count(*) FROM (SELECT duration_ns d, start s, agent_id a, lag(duration_ns) OVER () pd, lag(start) OVER () ps, lag(agent_id) OVER () pa "
    "FROM gaps WHERE level = %Q) WHERE d > pd OR (d = pd AND (s < ps OR (s = ps AND a < pa)))",
    level);
  CHECK_INT(db_int(db, order), 0);
  sqlite3_free(order);
  static const int limits[] = {1, 10, 60, 90, 500};
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    char *first = sqlite3_mprintf("SELECT count(*) FROM (SELECT * FROM (SELECT agent_id, queue_id, start, \"end\" FROM gaps WHERE level = %Q LIMIT %d) EXCEPT "
      "SELECT * FROM (SELECT agent, queue, s, e FROM g WHERE s IS NOT NULL ORDER BY e - s DESC, s, agent, queue LIMIT %d))", level, limits[i], limits[i]);
    CHECK_INT(db_int(db, first), 0);
    sqlite3_free(first);
  }
}

static void compare_gaps(sqlite3 *db, const char *level) {
  int queue = !strcmp(level, "queue");
  if (queue) islands(db, "queue_id", "");
  else islands(db, "NULL", COPIES_OF_BOTH);
  db_run(db, GAPS);
  char *ours = sqlite3_mprintf("SELECT agent_id, queue_id, start, \"end\", duration_ns, before_name, after_name, after_id FROM gaps WHERE level = %Q", level);
  char *native = sqlite3_mprintf("SELECT agent, queue, s, e, e - s, " NEIGHBOURS("x.a IS g.agent AND x.queue IS g.queue") " FROM g WHERE s IS NOT NULL");
  int rows = db_same(db, level, ours, native, 1);
  CHECK(test_soak() || rows > 0); /* in the long form some traces have no gaps */
  sqlite3_free(ours), sqlite3_free(native);
  compare_order(db, level);
}

/* Opens a file on a connection of its own, with native copies of its tables. */
static sqlite3 *attach(const char *path) {
  sqlite3 *db = db_open_trace(path);
  static const char *const tables[] = {"kernels", "regions", "memory_copies"};
  for (int i = 0; i < 3; i++) {
    char *copy = sqlite3_mprintf("CREATE TABLE n_%s AS SELECT rowid AS r, 'the file' AS source, %s FROM temp.%s", tables[i],
      i == 0 ? "id, name, agent_id, agent_type, queue_id, start, \"end\", duration" : i == 1 ? "id, name, start, \"end\", duration"
      : "id, name, dst_agent_id, dst_agent_type, src_agent_id, src_agent_type, start, \"end\", duration", tables[i]);
    CHECK_INT(db_run(db, copy), SQLITE_OK);
    sqlite3_free(copy);
  }
  return db;
}

static void one(int style, uint64_t seed, uint64_t events) {
  char path[4096];
  snprintf(path, sizeof path, "%s/analysis%d.rocz", test_tmp(), style);
  tracegen_options o = small_options(events, seed);
  if (events > 10000) o.chunk_rows = 20000;
  if (style == 2) o.chunk_rows = 16; /* puts ties into different batches */
  tracegen_trace *t = tracegen_make(&o);
  test_seed = seed * 77 + (uint64_t)style + 1;
  scramble(t, style);
  const char *failed = tracegen_write_trace(t, path);
  tracegen_free(t);
  CHECK_TEXT(failed ? failed : "", "");
  sqlite3 *db = attach(path);
  compare_top(db);
  compare_quantiles(db, events < 10000);
  compare_longest(db, events < 10000);
  compare_busy(db, "agent, type, ");
  compare_gaps(db, "agent");
  compare_gaps(db, "queue");
  CHECK_INT(db_int(db, "SELECT count(*) FROM gaps LIMIT 1"), db_int(db, "SELECT count(*) FROM (SELECT * FROM gaps)"));
  char *bad = db_rows(db, "SELECT * FROM gaps WHERE level = 'nothing'", 0, NULL);
  CHECK(strstr(bad, "'agent' or 'queue'") != NULL);
  sqlite3_free(bad);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void in_order(void) { one(0, 1, 1500); }
static void overlapping(void) { one(1, 2, 1500); }
static void ties(void) { one(2, 3, 1500), one(2, 4, 1500); }
/* Makes enough rows for a timeline to be cut into slices for several threads. */
static void many(void) { one(1, 5, test_soak() ? 900000 : 300000); }
static void any_order(void) { one(3, 4, 1500); }

/* Columns of every form, unknown times, unknown agents. */
static void awkward(void) {
  for (uint64_t seed = 1; seed <= (test_soak() ? 10 : 6); seed++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/awkward%d.fake", test_tmp(), (int)seed);
    CHECK_INT(fake_write(path, seed, 1 + (int)seed % 3, 40 << seed % 4), 0);
    sqlite3 *db = attach(path);
    compare_quantiles(db, true);
    compare_longest(db, true);
    compare_busy(db, "agent, ");
    char *ours = "SELECT agent_id, start, \"end\", duration_ns FROM gaps", *native = "SELECT agent, s, e, e - s FROM g WHERE s IS NOT NULL";
    islands(db, "NULL", COPIES_OF_BOTH);
    db_run(db, GAPS);
    CHECK(db_same(db, "gaps of the fake source", ours, native, 1) >= 0);
    compare_order(db, "agent");
    CHECK_INT(sqlite3_close(db), SQLITE_OK);
  }
}

static void *interrupt_soon(void *db) {
  usleep(2000);
  sqlite3_interrupt(db);
  return NULL;
}

/* The answer is complete, or there is none. */
static void interrupted(void) {
  char path[4096];
  snprintf(path, sizeof path, "%s/interrupted.rocz", test_tmp());
  tracegen_options o = small_options(300000, 9);
  const char *failed = tracegen_write(path, &o);
  CHECK_TEXT(failed ? failed : "", "");
  sqlite3 *db = db_open_trace(path);
  const char *all = "SELECT count(*), sum(duration_ns), sum(after_id) FROM gaps WHERE duration_ns > 0";
  char *want = db_rows(db, all, 0, NULL);
  for (int i = 0; i < 20; i++) {
    pthread_t thread;
    CHECK_INT(pthread_create(&thread, NULL, interrupt_soon, db), 0);
    char *got = db_rows(db, all, 0, NULL);
    CHECK(!strcmp(got, want) || strstr(got, "interrupted"));
    pthread_join(thread, NULL);
    sqlite3_free(got);
  }
  sqlite3_free(want);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void nothing(void) {
  sqlite3 *db = db_open(":memory:");
  CHECK_INT(db_int(db, "SELECT (SELECT count(*) FROM top) + (SELECT count(*) FROM busy) + (SELECT count(*) FROM gaps) + (SELECT count(*) FROM top_kernels)"),
            0);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

int main(void) {
  RUN(nothing);
  RUN(in_order);
  RUN(overlapping);
  RUN(ties);
  RUN(any_order);
  RUN(many);
  RUN(awkward);
  RUN(interrupted);
  for (int i = 0; test_soak() && i < 200; i++) one(i % 4, (uint64_t)i + 10, 1500);
  return test_result();
}
