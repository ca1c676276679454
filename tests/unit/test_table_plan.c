/* The plans of queries: what is pushed down, looked up by index and delivered in order is a contract. EXPLAIN QUERY PLAN shows
** the plan's text. */
#include <unistd.h>
#include "db.h"
#include "fake.h"
#include "test.h"

static sqlite3 *db;

/* The details of EXPLAIN QUERY PLAN, joined by " | ". */
static char *plan_of(const char *sql) {
  char *explain = sqlite3_mprintf("EXPLAIN QUERY PLAN %s", sql);
  sqlite3_stmt *s = NULL;
  sqlite3_str *out = sqlite3_str_new(NULL);
  if (sqlite3_prepare_v2(db, explain, -1, &s, NULL) != SQLITE_OK) sqlite3_str_appendf(out, "error: %s", sqlite3_errmsg(db));
  while (s && sqlite3_step(s) == SQLITE_ROW) {
    const char *detail = (const char *)sqlite3_column_text(s, 3), *index = strstr(detail, "VIRTUAL TABLE INDEX 0:");
    if (sqlite3_str_length(out)) sqlite3_str_appendall(out, " | ");
    if (index) sqlite3_str_appendf(out, "%.*s%s", (int)(index - detail), detail, index + strlen("VIRTUAL TABLE INDEX 0:"));
    else sqlite3_str_appendall(out, detail);
  }
  sqlite3_finalize(s);
  sqlite3_free(explain);
  return sqlite3_str_finish(out);
}

static const struct golden { const char *sql, *plan; } goldens[] = {
  {"SELECT * FROM kernels", "SCAN kernels SCAN"},
  {"SELECT * FROM kernels WHERE start >= 5 AND end < 10", "SCAN kernels start>=? end<?"},
  {"SELECT * FROM kernels WHERE name = 'a' ORDER BY start DESC LIMIT 3", "SCAN kernels name=? ORDER(-start)"},
  {"SELECT * FROM kernels WHERE name IN ('a', 'b') AND name IN ('b', 'c')", "SCAN kernels name=(...) name=(...)"},
  {"SELECT * FROM kernels WHERE name LIKE '%gemm%' AND category GLOB 'K*'", "SCAN kernels category>=? category<? category~~? name~?"},
  {"SELECT * FROM kernels WHERE end IS NULL AND tid IS NOT NULL", "SCAN kernels tid!=NULL end=NULL"},
  {"SELECT * FROM kernels WHERE tid <> 3 AND pid IS 5 AND nid IS NOT 6", "SCAN kernels tid!=? nid!==? pid==?"},
  {"SELECT * FROM kernels WHERE name = 'a' COLLATE NOCASE", "SCAN kernels SCAN"},
  {"SELECT * FROM kernels WHERE rowid = 7", "SCAN kernels INDEX(rowid) rowid=?"},
  {"SELECT * FROM kernels WHERE rowid BETWEEN 7 AND 9", "SCAN kernels rowid>=? rowid<=?"},
  {"SELECT * FROM kernels WHERE stack_id = 7", "SCAN kernels INDEX(stack_id) stack_id=?"},
  {"SELECT * FROM kernels WHERE stack_id IN (7, 8) AND guid = 'x'", "SCAN kernels INDEX(stack_id,guid) guid=? stack_id=(...)"},
  {"SELECT * FROM kernels k JOIN regions r ON r.stack_id = k.stack_id AND r.guid = k.guid WHERE k.name = 'a'",
   "SCAN k name=? | SCAN r INDEX(stack_id,guid) guid=? stack_id=?"},
  {"SELECT * FROM kernels k LEFT JOIN regions r USING (stack_id, guid)", "SCAN k SCAN | SCAN r INDEX(stack_id,guid) guid=? stack_id=? LEFT-JOIN"},
  {"SELECT * FROM regions r JOIN region_args a ON a.id = r.id AND a.guid = r.guid WHERE r.id = 5",
   "SCAN r INDEX(id) id=? | SCAN a INDEX(id,guid) id=? guid=?"},
  {"SELECT * FROM kernels WHERE id = 5 OR rowid = 7",
   "MULTI-INDEX OR | INDEX 1 | SCAN kernels INDEX(id) id=? | INDEX 2 | SCAN kernels INDEX(rowid) rowid=?"},
  {"SELECT name, count(*) FROM kernels GROUP BY name", "SCAN kernels ORDER(name)"},
  {"SELECT name, count(*) FROM kernels GROUP BY name ORDER BY name DESC", "SCAN kernels ORDER(-name)"},
  {"SELECT name, tid, count(*) FROM kernels GROUP BY name, tid", "SCAN kernels ORDER(name,tid)"},
  {"SELECT max(start) FROM kernels", "SEARCH kernels ORDER(-start)"},
  {"SELECT * FROM kernels ORDER BY name COLLATE NOCASE", "SCAN kernels SCAN | USE TEMP B-TREE FOR ORDER BY"},
  {"SELECT * FROM kernels ORDER BY start, duration DESC, rowid", "SCAN kernels ORDER(start,-duration,rowid)"},
  {"SELECT * FROM regions WHERE extdata = '{}'", "SCAN regions SCAN"}, /* NUMERIC affinity */
  {"SELECT * FROM gaps WHERE level = 'queue' AND duration_ns > 5 ORDER BY duration_ns DESC", "SCAN gaps level=? duration_ns>? ORDER(-duration_ns)"},
};

static void plans(void) {
  for (size_t i = 0; i < sizeof goldens / sizeof *goldens; i++) {
    char *got = plan_of(goldens[i].sql);
    if (strcmp(got, goldens[i].plan)) {
      test_failures++;
      printf("not ok %s\n  plan: %s\n  want: %s\n", goldens[i].sql, got, goldens[i].plan);
    }
    sqlite3_free(got);
  }
}

/* The path of a table may come from another table, which is then the outer one. */
static void path_from_a_table(void) {
  char *sql = sqlite3_mprintf("SELECT count(*), count(DISTINCT k.guid) FROM kernels(p.path) k, (SELECT value AS path FROM json_each(json_array('%s/plan.fake'))) p",
                              test_tmp());
  sqlite3_int64 n = db_int(db, sql);
  CHECK(n > 0);
  CHECK_INT(n, db_int(db, "SELECT count(*) FROM kernels"));
  CHECK_INT(db_int(db, "SELECT count(*) FROM kernels(NULL)"), 0);
  sqlite3_free(sql);
}

static void many_constraints(void) {
  sqlite3_str *s = sqlite3_str_new(NULL);
  sqlite3_str_appendall(s, "SELECT count(*) FROM kernels WHERE start >= 0");
  for (int i = 0; i < 70; i++) sqlite3_str_appendf(s, " AND start <> %d", i);
  char *sql = sqlite3_str_finish(s);
  CHECK_INT(db_int(db, sql), db_int(db, "SELECT count(*) FROM kernels WHERE start >= 0"));
  sqlite3_free(sql);
}

int main(void) {
  char path[4096];
  snprintf(path, sizeof path, "%s/plan.fake", test_tmp());
  CHECK_INT(fake_write(path, 5, 6, 400), 0);
  db = db_open_trace(path);
  RUN(plans);
  RUN(path_from_a_table);
  RUN(many_constraints);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  return test_result();
}
