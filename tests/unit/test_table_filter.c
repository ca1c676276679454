/* Texts that columns are compared with. Searching for a text keeps nothing in memory, and finds it even if the columns with it
** are decoded after it was given. */
#include "db.h"
#include "small.h"
#include "test.h"

static char first[4096], second[4096];

static sqlite3 *open_cold(void) {
  sqlite3 *db = db_open(":memory:");
  CHECK_INT(db_run(db, db_format("SELECT rocpd_attach(%Q), rocpd_attach(%Q)", first, second)), SQLITE_OK);
  return db;
}

/* Runs the statement with `n` different texts that occur nowhere. */
static void look_for(sqlite3 *db, const char *sql, int from, int n) {
  sqlite3_stmt *s = NULL;
  char text[64];
  CHECK_INT(sqlite3_prepare_v2(db, sql, -1, &s, NULL), SQLITE_OK);
  for (int i = from; i < from + n; i++) {
    snprintf(text, sizeof(text), "no name of anything, but number %d", i);
    sqlite3_bind_text(s, 1, text, -1, SQLITE_TRANSIENT);
    if (sqlite3_step(s) == SQLITE_ERROR) CHECK(!"the statement runs");
    sqlite3_reset(s);
  }
  sqlite3_finalize(s);
}

static void nothing_is_kept(void) {
  static const char *const statements[] = {
      "SELECT count(*) FROM threads WHERE name = ?1", "SELECT count(*) FROM threads WHERE name IN (?1, ?1 || 'x', 'y')",
      "SELECT count(*) FROM threads WHERE name <> ?1", "SELECT count(*) FROM threads WHERE guid = ?1 AND tid = 3",
      "SELECT count(*) FROM health WHERE name IS ?1", "SELECT count(*) FROM rocpd_string WHERE id = 3 AND guid = ?1"};
  sqlite3 *db = open_cold();
  for (size_t i = 0; i < sizeof(statements) / sizeof(*statements); i++) look_for(db, statements[i], 0, 10);
  sqlite3_int64 before = sqlite3_memory_used();
  for (size_t i = 0; i < sizeof(statements) / sizeof(*statements); i++) look_for(db, statements[i], 100, 2000);
  sqlite3_int64 kept = sqlite3_memory_used() - before;
  if (kept > 100000) printf("# %lld bytes are kept\n", (long long)kept);
  CHECK(kept <= 100000);
  /* A long list is freed with its statement, too. */
  const char *list = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
                     "SELECT count(*) FROM threads WHERE name IN (SELECT 'nobody ' || i FROM n)";
  CHECK_INT(db_int(db, list), 0);
  before = sqlite3_memory_used();
  CHECK_INT(db_int(db, list), 0);
  CHECK(sqlite3_memory_used() - before < 100000);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* Markers are found by name; the error names one that does not exist. */
static void no_marker_is_kept(void) {
  sqlite3 *db = open_cold();
  sqlite3_int64 before = 0;
  for (int i = 0; i < 1500; i++) {
    if (i == 10) before = sqlite3_memory_used();
    CHECK(strstr(db_text(db, db_format("SELECT rocpd_window('no such marker, nor its number %d')", i)), "no such marker"));
  }
  CHECK(sqlite3_memory_used() - before < 100000);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* Each on a connection that has decoded nothing yet. SQLite itself decides conditions behind a +. */
static void found_when_cold(void) {
  sqlite3 *db = open_cold();
  char *late = sqlite3_mprintf("%s", db_text(db, "SELECT value FROM region_args GROUP BY value ORDER BY min(rowid) DESC LIMIT 1"));
  char *often = sqlite3_mprintf("%s", db_text(db, "SELECT value FROM region_args GROUP BY value ORDER BY count(*) DESC LIMIT 1"));
  sqlite3_close(db);
  static const char *const conditions[] = {
      "value = %Q", "value = %Q OR value = %Q", "value IN (%Q, 'nobody')", "value IN ('nobody', %Q, %Q)", "value <> %Q", "value IS %Q", "value IS NOT %Q",
      "value IN (SELECT %Q UNION SELECT 'a' || tid FROM threads)", "value <> %Q AND value <> %Q"};
  static const char *const order[] = {"", " ORDER BY id, rowid", " ORDER BY value, rowid"};
  for (size_t i = 0; i < sizeof(conditions) / sizeof(*conditions) * 3; i++) {
    char *ours = sqlite3_mprintf(conditions[i / 3], late, often), *theirs = sqlite3_mprintf("%s", ours);
    ours = sqlite3_mprintf("SELECT rowid, value FROM region_args WHERE %z%s", ours, order[i % 3]);
    for (char *p; (p = strstr(theirs, "value "));) {
      char *with = sqlite3_mprintf("%.*s+VALUE %s", (int)(p - theirs), theirs, p + 6);
      sqlite3_free(theirs);
      theirs = with;
    }
    theirs = sqlite3_mprintf("SELECT rowid, value FROM region_args WHERE %z%s", theirs, order[i % 3]);
    db = open_cold();
    CHECK(db_same(db, ours, ours, theirs, i % 3 == 0) > 0);
    CHECK_INT(sqlite3_close(db), SQLITE_OK);
    sqlite3_free(ours);
    sqlite3_free(theirs);
  }
  sqlite3_free(late);
  sqlite3_free(often);
}

/* While a statement reads the first file's rows, another one decodes those of the second. */
static void found_when_another_decodes(void) {
  sqlite3 *db = open_cold();
  char *early =
    sqlite3_mprintf("%s", db_text(db, "SELECT value FROM region_args GROUP BY value HAVING count(DISTINCT source) = 1 ORDER BY min(rowid) LIMIT 1"));
  char *late =
    sqlite3_mprintf("%s", db_text(db, "SELECT value FROM region_args GROUP BY value HAVING count(DISTINCT source) = 1 ORDER BY min(rowid) DESC LIMIT 1"));
  sqlite3_int64 rows = 0, want = db_int(db, db_format("SELECT count(*) FROM region_args WHERE +value IN (%Q, %Q)", early, late));
  sqlite3_close(db);
  db = open_cold();
  sqlite3_stmt *s = NULL;
  CHECK_INT(sqlite3_prepare_v2(db, db_format("SELECT rowid FROM region_args WHERE value IN (%Q, %Q)", early, late), -1, &s, NULL), SQLITE_OK);
  CHECK_INT(sqlite3_step(s), SQLITE_ROW);
  CHECK(db_int(db, "SELECT count(DISTINCT value) FROM region_args") > 1);
  do rows++;
  while (sqlite3_step(s) == SQLITE_ROW);
  CHECK_INT(rows, want);
  sqlite3_finalize(s);
  sqlite3_free(early);
  sqlite3_free(late);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

int main(void) {
  snprintf(first, sizeof(first), "%s/filter_1.rocz", test_tmp());
  snprintf(second, sizeof(second), "%s/filter_2.rocz", test_tmp());
  const char *failed = small_trace(first, 8000, 5);
  if (!failed) failed = small_trace(second, 8000, 6);
  if (failed) { printf("not ok %s\n", failed); return 1; }
  RUN(nothing_is_kept);
  RUN(no_marker_is_kept);
  RUN(found_when_cold);
  RUN(found_when_another_decodes);
  return test_result();
}
