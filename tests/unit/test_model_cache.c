/* The limit of memory for decoded columns: answers stay the same, memory does not grow, what was used last stays, and whatever
** depends on dropped columns is made again. */
#include "db.h"
#include "fake.h"
#include "small.h"
#include "test.h"
#include "trace.h"

static char chunks[4096], fakes[4096];

static const char *const queries[] = {
    "SELECT sum(start), sum(end), sum(duration), count(DISTINCT name), sum(tid) FROM regions",
    "SELECT sum(stack_id), sum(parent_stack_id), sum(grid_x), sum(lds_size), count(DISTINCT name) FROM kernels",
    "SELECT count(*), sum(k.start - r.start) FROM kernels k JOIN regions r ON r.stack_id = k.stack_id AND r.guid = k.guid",
    "SELECT sum(size), min(start), max(end) FROM memory_copies",
    "SELECT count(*), sum(id), count(DISTINCT value) FROM region_args",
    "SELECT sum(start), sum(name_id), sum(event_id) FROM rocpd_region",
    "SELECT count(*), sum(total_ns) FROM top", "SELECT sum(kernel_ns), sum(copy_ns) FROM busy", "SELECT count(*), sum(duration_ns) FROM gaps",
    "SELECT sum(id * start) FROM (SELECT id, start FROM regions ORDER BY duration DESC, id LIMIT 50)",
    "SELECT sum(rowid) FROM (SELECT rowid FROM kernels ORDER BY rowid LIMIT 10 OFFSET 200)"};
enum { QUERIES = sizeof(queries) / sizeof(*queries) };

static sqlite3 *open_both(void) {
  sqlite3 *db = db_open(":memory:");
  char *sql = sqlite3_mprintf("SELECT rocpd_attach(%Q), rocpd_attach(%Q, '{\"offset_ns\":77}')", chunks, fakes);
  CHECK_INT(db_run(db, sql), SQLITE_OK);
  sqlite3_free(sql);
  return db;
}

static sqlite3_int64 cached(sqlite3 *db) { return db_int(db, "SELECT sum(cached_bytes) FROM sources"); }

static char *answer(sqlite3 *db, int i) { return db_rows(db, queries[i], 0, NULL); }

static void same_answers(void) {
  sqlite3 *db = open_both();
  char *want[QUERIES];
  for (int i = 0; i < QUERIES; i++) want[i] = answer(db, i);
  sqlite3_int64 all = cached(db), most = 0, before = sqlite3_memory_used();
  CHECK(all > 4 << 20);
  CHECK_INT(db_int(db, "SELECT rocpd_config('cache_mb', 1)"), 1);
  CHECK_INT(db_int(db, "SELECT rocpd_config('cache_mb')"), 1);
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < QUERIES; i++) {
      char *got = answer(db, (i * 7 + round) % QUERIES);
      CHECK_TEXT(got, want[(i * 7 + round) % QUERIES]);
      sqlite3_free(got);
      sqlite3_int64 now = cached(db); /* the statement begins below the limit */
      if (now > most) most = now;
      if (round) CHECK(sqlite3_memory_used() < before - all / 2);
    }
  CHECK(most <= 1 << 20);
  /* Also under a window, and if nothing is kept. */
  CHECK_INT(db_int(db, "SELECT rocpd_config('cache_mb', 0)"), 0);
  CHECK_INT(db_run(db, "SELECT rocpd_window('20%', '70%')"), SQLITE_OK);
  sqlite3_int64 in = db_int(db, "SELECT count(*) FROM regions");
  for (int i = 0; i < 3; i++)
    CHECK_INT(db_int(db, "SELECT count(*) FROM regions WHERE start > 0 AND name >= ''"), db_int(db, "SELECT sum(start > 0 AND name >= '') FROM regions"));
  CHECK_INT(db_int(db, "SELECT count(*) FROM regions"), in);
  CHECK_INT(cached(db), 0);
  CHECK_INT(db_run(db, "SELECT rocpd_window()"), SQLITE_OK);
  for (int i = 0; i < QUERIES; i++) {
    char *got = answer(db, i);
    CHECK_TEXT(got, want[i]);
    sqlite3_free(got);
    sqlite3_free(want[i]);
  }
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* An open statement keeps what it reads; a prepared one begins anew. */
static void open_statements(void) {
  sqlite3 *db = open_both();
  sqlite3_stmt *s = NULL;
  sqlite3_int64 sum = db_int(db, "SELECT sum(start) FROM regions"), got = 0;
  CHECK_INT(db_int(db, "SELECT rocpd_config('cache_mb', 0)"), 0);
  CHECK_INT(sqlite3_prepare_v2(db, "SELECT start FROM regions", -1, &s, NULL), SQLITE_OK);
  for (int run = 0; run < 2; run++) {
    got = 0;
    for (int i = 0; sqlite3_step(s) == SQLITE_ROW; i++) {
      got += sqlite3_column_int64(s, 0);
      if (i % 10000 == 7) CHECK(db_int(db, "SELECT max(duration) FROM kernels") >= 0);
    }
    CHECK_INT(got, sum);
    sqlite3_reset(s);
    CHECK_INT(db_int(db, "SELECT count(*) FROM processes WHERE pid IS NULL AND guid IS NULL"), 0);
  }
  sqlite3_finalize(s);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* Of two kinds, the one that was read last stays. */
static void last_used_stays(void) {
  sqlite3 *db = db_open_trace(chunks);
  db_int(db, "SELECT sum(start) FROM kernels");
  sqlite3_int64 kernels = cached(db);
  db_int(db, "SELECT sum(start), sum(duration), sum(stack_id) FROM regions");
  sqlite3_int64 both = cached(db);
  CHECK(both > kernels + (1 << 20));
  db_int(db, "SELECT sum(start) FROM kernels");
  CHECK(kernels < 3 << 19 && both > 2 << 20);
  CHECK_INT(db_int(db, "SELECT rocpd_config('cache_mb', 2)"), 2);
  db_int(db, "SELECT count(*) FROM processes"); /* makes the cache drop columns */
  sqlite3_int64 left = cached(db);
  db_int(db, "SELECT sum(start) FROM kernels");
  CHECK_INT(cached(db), left); /* nothing was decoded */
  db_int(db, "SELECT sum(start), sum(duration), sum(stack_id) FROM regions");
  CHECK_INT(db_run(db, "SELECT rocpd_config('cache_mb', 1000)"), SQLITE_OK);
  CHECK(cached(db) > left);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* Whether a column of the first calls is gone after everything was dropped. */
static bool goes(sqlite3 *db) {
  rocpd_snapshot *s;
  rocpd_batch **batch;
  const rocpd_column *c = NULL;
  size_t n = 0;
  rocpd_error err = {0};
  CHECK_INT(rocpd_trace_snapshot(rocpd_trace_of(db), &s, &err), SQLITE_OK);
  rocpd_session *session = rocpd_snapshot_session(s);
  CHECK_INT(rocpd_snapshot_batches(s, ROCPD_KIND_RAW_REGION, &batch, &n, &err), SQLITE_OK);
  CHECK(n > 0);
  CHECK_INT(rocpd_batch_column(batch[0], ROCPD_RAW_REGION_start, &c, &err), SQLITE_OK);
  CHECK(c && c == batch[0]->column[ROCPD_RAW_REGION_start]);
  rocpd_keep_set_limit(session, 0);
  rocpd_keep_trim(session);
  bool gone = !batch[0]->column[ROCPD_RAW_REGION_start];
  rocpd_snapshot_release(s);
  return gone;
}

/* What only the connection can read stays, since other threads may ask for it at any time. */
static void of_the_connection(void) {
  sqlite3 *db = db_open(":memory:");
  CHECK_INT(db_run(db, "CREATE TABLE rocpd_string_x (id INTEGER PRIMARY KEY, string TEXT)"), SQLITE_OK);
  CHECK_INT(db_run(db, "CREATE TABLE rocpd_region_x (id INTEGER PRIMARY KEY, name_id INTEGER, start INTEGER, \"end\" INTEGER)"), SQLITE_OK);
  CHECK_INT(db_run(db, "INSERT INTO rocpd_string_x VALUES (1, 'a'), (2, 'b')"), SQLITE_OK);
  CHECK_INT(db_run(db, "INSERT INTO rocpd_region_x VALUES (1, 1, 10, 20), (2, 2, 15, 17), (3, 1, 30, 70)"), SQLITE_OK);
  CHECK(!goes(db));
  char *got = db_rows(db, "SELECT sum(start), sum(duration), group_concat(name) FROM regions", 0, NULL);
  CHECK_TEXT(got, "i55|i52|ta,b,a|\n");
  sqlite3_free(got);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  db = db_open_trace(chunks); /* other columns are dropped */
  CHECK(goes(db));
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* Columns of a batch that others refer to stay. */
static void of_several(void) {
  sqlite3 *db = db_open_trace(chunks);
  rocpd_snapshot *s;
  rocpd_batch **batch;
  const rocpd_column *c = NULL;
  size_t n = 0;
  rocpd_error err = {0};
  CHECK_INT(rocpd_trace_snapshot(rocpd_trace_of(db), &s, &err), SQLITE_OK);
  CHECK_INT(rocpd_snapshot_batches(s, ROCPD_KIND_REGION, &batch, &n, &err), SQLITE_OK);
  CHECK_INT(rocpd_batch_column(batch[0], ROCPD_REGION_start, &c, &err), SQLITE_OK);
  batch[0]->refs++;
  CHECK(!rocpd_cache_forget(batch[0]));
  CHECK(batch[0]->column[ROCPD_REGION_start] == c);
  rocpd_batch_unref(batch[0]);
  CHECK(rocpd_cache_forget(batch[0]));
  CHECK(!batch[0]->column[ROCPD_REGION_start]);
  rocpd_snapshot_release(s);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* Data about the host that are kept for causes of pauses read columns. An export drops these meanwhile, if all have a start and
** not all fit. */
static void after_an_export(void) {
  static const char causes[] = "SELECT * FROM idle_summary";
  char path[4096];
  tracegen_options o = small_options(220000, 6);
  o.open = false;
  snprintf(path, sizeof(path), "%s/started.rocz", test_tmp());
  CHECK(!tracegen_write(path, &o));
  sqlite3 *db = db_open_trace(path);
  char *want = db_rows(db, causes, 0, NULL), *sql = sqlite3_mprintf("SELECT length(rocpd_export_json('%s/cache.json')) > 0", test_tmp());
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  db = db_open_trace(path);
  CHECK_INT(db_int(db, "SELECT rocpd_config('cache_mb', 6)"), 6);
  CHECK(db_int(db, "SELECT count(*) FROM gaps WHERE cause IS NOT NULL") > 0);
  CHECK_INT(db_int(db, sql), 1);
  char *got = db_rows(db, causes, 0, NULL);
  CHECK_TEXT(got, want);
  sqlite3_free(got), sqlite3_free(want), sqlite3_free(sql);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void refused(void) {
  sqlite3 *db = db_open(":memory:");
  CHECK(db_int(db, "SELECT rocpd_config('cache_mb')") > 0);
  static const char *const wrong[] = {"SELECT rocpd_config('cache_mb', -1)", "SELECT rocpd_config('cache_mb', 'x')", "SELECT rocpd_config('cache')",
                                      "SELECT rocpd_config(NULL)", "SELECT rocpd_config('cache_mb', 9223372036854775807)"};
  for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) CHECK_INT(sqlite3_exec(db, wrong[i], NULL, NULL, NULL), SQLITE_ERROR);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

int main(void) {
  snprintf(chunks, sizeof(chunks), "%s/cache.rocz", test_tmp());
  snprintf(fakes, sizeof(fakes), "%s/cache.fake", test_tmp());
  const char *failed = small_trace(chunks, 220000, 5);
  if (failed) { printf("not ok %s: %s\n", chunks, failed); return 1; }
  CHECK_INT(fake_write(fakes, 9, 3, 100), 0);
  RUN(same_answers);
  RUN(open_statements);
  RUN(last_used_stays);
  RUN(of_the_connection);
  RUN(of_several);
  RUN(after_an_export);
  RUN(refused);
  return test_result();
}
