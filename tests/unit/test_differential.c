/* Random queries on each base table and on a native copy of it with the same
** declared types must give the same rows. */
#include <sqlite3.h>
#include "db.h"
#include "random_query.h"
#include "test.h"
#include "small.h"

static const char *const tables[] = {"kernels", "regions", "region_args", "memory_copies", "processes", "threads", "code_objects",
                                     "kernel_symbols", "rocpd_info_agent", "rocpd_info_queue", "rocpd_info_stream"};
#define TABLES (int)(sizeof tables / sizeof *tables)

/* main.n_NAME: all columns with their declared types, and the rowids. */
static int copy_table(sqlite3 *db, const query_table *t) {
  sqlite3_str *create = sqlite3_str_new(db), *list = sqlite3_str_new(db);
  sqlite3_stmt *s = NULL;
  char *sql = sqlite3_mprintf("SELECT name, type FROM pragma_table_xinfo(%Q, 'temp') WHERE name <> 'path'", t->name);
  int rc = sqlite3_prepare_v2(db, sql, -1, &s, NULL);
  sqlite3_free(sql);
  sqlite3_str_appendf(create, "CREATE TABLE main.\"n_%w\"(", t->name);
  for (int n = 0; rc == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW; n++) {
    sqlite3_str_appendf(create, "%s\"%w\" %s", n ? ", " : "", sqlite3_column_text(s, 0), sqlite3_column_text(s, 1));
    sqlite3_str_appendf(list, ", \"%w\"", sqlite3_column_text(s, 0));
  }
  sqlite3_finalize(s);
  sqlite3_str_appendall(create, ")");
  char *create_sql = sqlite3_str_finish(create), *columns = sqlite3_str_finish(list);
  if (rc == SQLITE_OK) rc = db_run(db, create_sql);
  sql = sqlite3_mprintf("INSERT INTO main.\"n_%w\"(rowid%s) SELECT rowid%s FROM temp.\"%w\"", t->name, columns, columns, t->name);
  if (rc == SQLITE_OK) rc = db_run(db, sql);
  sqlite3_free(sql), sqlite3_free(create_sql), sqlite3_free(columns);
  return rc;
}

/* One query on both; prints the first difference in full. */
static int compare(sqlite3 *db, const query *q, const char *a, const char *b) {
  char na[64], nb[64], va[64], vb[64];
  snprintf(na, sizeof na, "main.n_%s", a), snprintf(nb, sizeof nb, "main.n_%s", b);
  snprintf(va, sizeof va, "temp.%s", a), snprintf(vb, sizeof vb, "temp.%s", b);
  char *ours = query_text(q, va, vb), *native = query_text(q, na, nb);
  char *got = db_rows(db, ours, !q->ordered, NULL), *want = db_rows(db, native, !q->ordered, NULL);
  int same = !strcmp(got, want);
  if (!same) printf("not ok differs: %s\n  ours:   %.600s\n  native: %.600s\n", ours, got, want);
  sqlite3_free(ours), sqlite3_free(native), sqlite3_free(got), sqlite3_free(want);
  return same;
}

int main(void) {
  char path[4096];
  snprintf(path, sizeof path, "%s/diff.rocz", test_tmp());
  const char *failed_write = small_trace(path, 1200, 1);
  if (failed_write) { printf("not ok %s: %s\n", path, failed_write); return 1; }
  sqlite3 *db = db_open(":memory:");
  if (!db) return 1;
  char *attach = sqlite3_mprintf("SELECT rocpd_attach(%Q)", path);
  CHECK_INT(db_run(db, attach), SQLITE_OK);
  sqlite3_free(attach);
  query_table t[TABLES];
  for (int i = 0; i < TABLES; i++) {
    CHECK_INT(query_table_learn(db, "temp", tables[i], " path ", &t[i]), SQLITE_OK);
    CHECK_INT(copy_table(db, &t[i]), SQLITE_OK);
  }
  int queries = test_soak() ? 10000 : 1000;
  const char *fixed = getenv("SEED");
  for (int i = 0; i < TABLES && !(test_failures && !t[i].columns); i++) {
    uint64_t seed = fixed ? strtoull(fixed, NULL, 0) : 0x9e3779b97f4a7c15ull * (uint64_t)(i + 1);
    int failed = 0;
    for (int n = 0; n < queries && failed < 5; n++) {
      uint64_t before = seed;
      int other = (int)((seed >> 20) % TABLES);
      query q = query_random(&seed, &t[i], &t[other]);
      if (!compare(db, &q, tables[i], tables[other])) failed++, printf("  (table %s, SEED=%llu)\n", tables[i], (unsigned long long)before);
      sqlite3_free(q.text);
    }
    test_failures += failed;
    char *count = sqlite3_mprintf("SELECT count(*) FROM temp.%s", tables[i]);
    if (!failed) printf("ok %d queries on %s (%lld rows)\n", queries, tables[i], db_int(db, count));
    sqlite3_free(count);
    fflush(stdout);
  }
  for (int i = 0; i < TABLES; i++) query_table_free(&t[i]);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  CHECK_INT(sqlite3_memory_used(), 0);
  return test_result();
}
