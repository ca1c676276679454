/* The time window, compared with plain SQL on native copies: random windows, both modes, all kinds of a source as awkward as the
** contract allows; row ids, lookups and order among the rows that are left; busy and gaps, cut to the window; edges given in
** percent and by name. */
#include "db.h"
#include "fake.h"
#include "small.h"
#include "test.h"

static char folder[4000];

static const struct { int kind; const char *name;
} kinds[] = {{ROCPD_KIND_KERNEL, "kernels"},        {ROCPD_KIND_REGION, "regions"},
             {ROCPD_KIND_COPY, "memory_copies"},    {ROCPD_KIND_ARG, "region_args"},
             {ROCPD_KIND_PROCESS, "processes"},     {ROCPD_KIND_THREAD, "threads"},
             {ROCPD_KIND_SAMPLE, "samples"},        {ROCPD_KIND_ALLOCATION, "memory_allocations"},
             {ROCPD_KIND_PMC_EVENT, "pmc_events"},  {ROCPD_KIND_RAW_DISPATCH, "rocpd_kernel_dispatch"},
             {ROCPD_KIND_RAW_EVENT, "rocpd_event"}, {ROCPD_KIND_CODE_OBJECT, "code_objects"},
             {ROCPD_KIND_AGENT, "rocpd_info_agent"}};
enum { KINDS = sizeof(kinds) / sizeof(*kinds) };

/* The rows of n_NAME that are in the window, as SQL. */
static char *expected(const char *name, int64_t start, int64_t end, int inclusive) {
  static const char *const intervals[] = {"kernels", "regions", "memory_copies", "memory_allocations", "pmc_events", "rocpd_kernel_dispatch"};
  bool timed = false, args = strcmp(name, "region_args") == 0;
  for (size_t i = 0; i < sizeof(intervals) / sizeof(*intervals); i++) timed |= strcmp(name, intervals[i]) == 0;
  char *in = strcmp(name, "samples") == 0 ? sqlite3_mprintf("timestamp BETWEEN %lld AND %lld", start, end)
             : inclusive ? sqlite3_mprintf("start >= %lld AND end <= %lld", start, end) : sqlite3_mprintf("start <= %lld AND end >= %lld", end, start);
  char *sql = timed || strcmp(name, "samples") == 0  ? sqlite3_mprintf("SELECT rowid AS r, * FROM n_%s WHERE %s", name, in)
              : args ? sqlite3_mprintf("SELECT rowid AS r, * FROM n_region_args a WHERE (id, guid) IN (SELECT id, guid FROM n_regions WHERE %s)", in)
                     : sqlite3_mprintf("SELECT rowid AS r, * FROM n_%s", name);
  sqlite3_free(in);
  return sql;
}

static char *columns_of(sqlite3 *db, const char *name) {
  sqlite3_stmt *s;
  char *list = sqlite3_mprintf("rowid AS r");
  sqlite3_prepare_v2(db, "SELECT name FROM pragma_table_info(?1)", -1, &s, NULL);
  sqlite3_bind_text(s, 1, db_format("n_%s", name), -1, SQLITE_TRANSIENT);
  while (sqlite3_step(s) == SQLITE_ROW) list = sqlite3_mprintf("%z, \"%w\"", list, sqlite3_column_text(s, 0));
  sqlite3_finalize(s);
  return list;
}

static void compare(sqlite3 *db, const char *name, int64_t start, int64_t end, int inclusive) {
  char *want = expected(name, start, end, inclusive), *columns = columns_of(db, name);
  char *got = sqlite3_mprintf("SELECT %s FROM %s", columns, name);
  CHECK_INT(db_int(db, db_format("SELECT count(*) FROM (%s)", got)), db_int(db, db_format("SELECT count(*) FROM (%s)", want)));
  CHECK_INT(db_int(db, db_format("SELECT count(*) FROM (%s EXCEPT %s)", got, want)), 0);
  CHECK_INT(db_int(db, db_format("SELECT count(*) FROM (%s EXCEPT %s)", want, got)), 0);
  /* Each row by its rowid, and the rows in that order. */
  CHECK_INT(db_int(db, db_format("SELECT count(*) FROM n_%s n WHERE (SELECT count(*) FROM %s t WHERE t.rowid = n.rowid) <> (n.rowid IN (SELECT r FROM (%s)))",
                                 name, name, want)),
            0);
  CHECK_INT(db_int(db, db_format("SELECT coalesce(sum(r), 0) FROM (SELECT rowid AS r FROM %s ORDER BY rowid DESC LIMIT 7)", name)),
            db_int(db, db_format("SELECT coalesce(sum(r), 0) FROM (SELECT r FROM (%s) ORDER BY r DESC LIMIT 7)", want)));
  CHECK_INT(db_int(db, db_format("SELECT count(*) FROM %s WHERE rowid > (SELECT avg(rowid) FROM n_%s)", name, name)),
            db_int(db, db_format("SELECT count(*) FROM (%s) WHERE r > (SELECT avg(rowid) FROM n_%s)", want, name)));
  sqlite3_free(want), sqlite3_free(columns), sqlite3_free(got);
}

/* The time that each agent's kernels take within the window. */
static void compare_busy(sqlite3 *db, int64_t start, int64_t end) {
  char *want = sqlite3_mprintf(
      "WITH i AS (SELECT guid, agent_id AS a, max(start, %lld) AS s, min(end, %lld) AS e FROM n_kernels WHERE start <= %lld AND end >= %lld),"
      " o AS (SELECT *, max(e) OVER (PARTITION BY guid, a ORDER BY s, e ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS m FROM i)"
      " SELECT guid, a, sum(CASE WHEN m IS NULL OR s >= m THEN e - s WHEN e > m THEN e - m ELSE 0 END) AS ns FROM o GROUP BY 1, 2", start, end, end, start);
  CHECK_INT(
    db_int(db, db_format("SELECT count(*) FROM (SELECT guid, agent_id, kernel_ns FROM busy WHERE kernel_ns > 0 EXCEPT SELECT guid, a, ns FROM (%s))", want)),
    0);
  CHECK_INT(db_int(db, db_format("SELECT count(*) FROM (SELECT guid, a, ns FROM (%s) WHERE ns > 0 EXCEPT SELECT guid, agent_id, kernel_ns FROM busy)", want)),
            0);
  CHECK_INT(db_int(db, db_format("SELECT count(*) FROM gaps WHERE start < %lld OR end > %lld OR before_id IS NULL OR after_id IS NULL", start, end)), 0);
  CHECK_INT(db_int(db, "SELECT coalesce((SELECT sum(GpuTime) FROM busy WHERE kernel_ns + copy_ns > 0), 0) <= coalesce((SELECT sum(WallTime) FROM busy), 0)"),
            1);
  sqlite3_free(want);
}

static sqlite3 *open_fake(void) {
  sqlite3 *db = db_open(":memory:");
  for (int i = 0; i < 3; i++) CHECK_INT(fake_write(db_format("%s/%d.fake", folder, i), 40 + (uint64_t)i, 4, i ? 60 : 300), 0);
  CHECK_INT(db_run(db, db_format("SELECT rocpd_attach('%s/*.fake')", folder)), SQLITE_OK);
  for (int k = 0; k < KINDS; k++) CHECK_INT(fake_native(db, rocpd_trace_of(db), kinds[k].kind, db_format("n_%s", kinds[k].name)), SQLITE_OK);
  return db;
}

static void random_windows(void) {
  sqlite3 *db = open_fake();
  int64_t first = db_int(db, "SELECT min(start) FROM n_kernels"), last = db_int(db, "SELECT max(end) FROM n_kernels");
  for (int i = 0; i < (test_soak() ? 200 : 7); i++) {
    int64_t start = first - 1000 + test_draw(last - first + 2000), end = start + 1 + test_draw(i % 3 ? 20000 : last - first);
    int inclusive = (int)test_draw(2);
    CHECK_INT(db_run(db, db_format("SELECT rocpd_window(%lld, %lld, %d)", start, end, inclusive)), SQLITE_OK);
    for (int k = 0; k < KINDS; k++) compare(db, kinds[k].name, start, end, inclusive);
    compare_busy(db, start, end);
  }
  CHECK_INT(db_run(db, "SELECT rocpd_window()"), SQLITE_OK);
  for (int k = 0; k < KINDS; k++)
    CHECK_INT(db_int(db, db_format("SELECT count(*) FROM %s", kinds[k].name)), db_int(db, db_format("SELECT count(*) FROM n_%s", kinds[k].name)));
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* Indexes on id columns contain the rows in the window; without a window, all rows again. */
static void lookups(void) {
  sqlite3 *db = open_fake();
  const char *join = "SELECT count(*) FROM n_kernels n, kernels k WHERE k.stack_id = n.stack_id AND k.guid = n.guid";
  sqlite3_int64 all = db_int(db, join), start = db_int(db, "SELECT min(start) + 20000 FROM n_kernels");
  CHECK_INT(db_run(db, db_format("SELECT rocpd_window(%lld, %lld)", start, start + 60000)), SQLITE_OK);
  CHECK_INT(db_int(db, join), db_int(db, db_format("SELECT count(*) FROM n_kernels n, n_kernels k WHERE k.stack_id = n.stack_id AND k.guid = n.guid "
                                                "AND k.start >= %lld AND k.end <= %lld", start, start + 60000)));
  CHECK(db_int(db, join) < all);
  CHECK_INT(db_run(db, "SELECT rocpd_window()"), SQLITE_OK);
  CHECK_INT(db_int(db, join), all);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* Percent of the span, marker names, and what is refused. */
static void ends(void) {
  sqlite3 *db = open_fake();
  CHECK_INT(
    db_run(db,
           "CREATE TABLE times AS SELECT start, end FROM n_kernels UNION ALL SELECT start, end FROM n_regions UNION ALL SELECT start, end FROM n_memory_copies "
           "UNION ALL SELECT start, end FROM n_memory_allocations UNION ALL SELECT timestamp, timestamp FROM n_samples"),
    SQLITE_OK);
  int64_t first = db_int(db, "SELECT min(min(start), min(end)) FROM times"), last = db_int(db, "SELECT max(max(start), max(end)) FROM times");
  CHECK_INT(db_int(db, "SELECT rocpd_window(NULL, NULL) ->> 'start'"), first);
  CHECK_INT(db_int(db, "SELECT rocpd_window('10%', NULL) ->> 'end'"), last);
  CHECK_INT(db_int(db, "SELECT rocpd_window('25%', '50%') ->> 'start'"), first + (last - first) / 4);
  CHECK_INT(db_int(db, "SELECT rocpd_window('25%', '50%', 0) ->> 'end'"), first + (last - first) / 2); /* of the whole span, not of the last window */
  CHECK_INT(db_int(db, "SELECT rocpd_window('12345', 99999.7) ->> 'end'"), 99999);
  CHECK(strstr(db_text(db, "SELECT rocpd_window('50%', '50%')"), "is not after its start"));
  CHECK(strstr(db_text(db, "SELECT rocpd_window('50%', '101%')"), "between 0% and 100%"));
  CHECK(strstr(db_text(db, "SELECT rocpd_window('no such marker', NULL)"), "no region or sample has this"));
  CHECK_INT(db_int(db, "SELECT rocpd_window('25%', '50%', 0) ->> 'inclusive'"), 0);
  CHECK_INT(db_int(db, "SELECT rocpd_window('25%', '50%', NULL) ->> 'inclusive'"), 1);
  CHECK_TEXT(db_text(db, "SELECT rocpd_window('25%', '50%', 'yes')"), "rocpd_window: inclusive must be 1 or 0, not yes");
  CHECK_TEXT(db_text(db, "SELECT rocpd_window('25%', '50%', 2)"), "rocpd_window: inclusive must be 1 or 0, not 2");
  CHECK_INT(db_int(db, "SELECT rocpd_window('25%', '50%', 0) ->> 'inclusive'"), 0);
  /* Many rows of the fake source have this message. */
  const char *error = db_text(db, "SELECT rocpd_window('x', NULL)");
  CHECK_INT(atoll(error + strlen("rocpd_window: 'x': ")), db_int(db, "SELECT count(*) FROM (SELECT extdata, start FROM n_regions UNION ALL SELECT extdata, timestamp FROM n_samples) WHERE extdata ->> 'message' = 'x' AND start IS NOT NULL"));
  CHECK_INT(db_int(db, "SELECT rocpd_window((SELECT min(start) FROM kernels), NULL) ->> 'start'"), db_int(db, "SELECT min(start) FROM kernels"));
  sqlite3_stmt *open = NULL;
  sqlite3_prepare_v2(db, "SELECT name FROM regions", -1, &open, NULL);
  CHECK_INT(sqlite3_step(open), SQLITE_ROW);
  CHECK(strstr(db_text(db, "SELECT rocpd_window()"), "still running"));
  sqlite3_finalize(open);
  CHECK_TEXT(db_text(db, "SELECT rocpd_window()"), "NULL");
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* By the name of a call that occurs once, in a chunk file. Tables with a path obey, too. */
static void markers(void) {
  char path[4200];
  snprintf(path, sizeof(path), "%s/small.rocz", folder);
  CHECK_TEXT(small_trace(path, 5000, 7) ? small_trace(path, 5000, 7) : "", "");
  sqlite3 *db = db_open_trace(path);
  CHECK_INT(
    db_run(db, "CREATE TABLE r AS SELECT name, start, end FROM regions; CREATE TABLE once AS SELECT name, start, end FROM r GROUP BY name HAVING count(*) = 1"),
    SQLITE_OK);
  sqlite3_int64 all = db_int(db, "SELECT count(*) FROM r"), start, end;
  if (db_int(db, "SELECT count(*) FROM once WHERE end IS NOT NULL")) {
    start = db_int(db, "SELECT start FROM once WHERE end IS NOT NULL ORDER BY 1"), end = db_int(db, "SELECT end FROM once WHERE end IS NOT NULL ORDER BY 1");
    CHECK_INT(db_int(db, "SELECT rocpd_window((SELECT name FROM once WHERE end IS NOT NULL ORDER BY start), NULL) ->> 'start'"), start);
    CHECK(end >= start);
  }
  CHECK_INT(db_run(db, "SELECT rocpd_window('40%', '60%')"), SQLITE_OK);
  sqlite3_int64 some = db_int(db, "SELECT count(*) FROM regions");
  CHECK(some > 0 && some < all);
  CHECK_INT(db_int(db, db_format("SELECT count(*) FROM regions(%Q)", path)), some);
  CHECK_INT(db_int(db, "SELECT count(*) FROM rocpd_region"), some);
  CHECK_INT(db_int(db, "SELECT count(*) FROM region_args"),
            db_int(db, "SELECT count(*) FROM region_args a WHERE EXISTS (SELECT 1 FROM regions r WHERE r.id = a.id AND r.guid = a.guid)"));
  CHECK_INT(db_run(db, "SELECT rocpd_window()"), SQLITE_OK);
  CHECK_INT(db_int(db, "SELECT count(*) FROM regions"), all);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

int main(void) {
  snprintf(folder, sizeof(folder), "%s", test_tmp());
  RUN(random_windows);
  RUN(lookups);
  RUN(ends);
  RUN(markers);
  return test_result();
}
