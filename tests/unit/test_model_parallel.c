/* What worker threads share: the loop itself, interned strings, columns that are decoded at first use. Also run under
** ThreadSanitizer (tests/tsan). */
#include <pthread.h>
#include <unistd.h>
#include "db.h"
#include "fake.h"
#include "select_source.h"
#include "session_state.h"
#include "test.h"
#include "trace.h"

#define ITEMS 3000
#define TEXTS 500

static char path[4096];

/* ---- the loop ---- */

static int count_item(void *arg, size_t i, rocpd_error *err) {
  __atomic_fetch_add(&((int *)arg)[i], 1, __ATOMIC_RELAXED);
  return SQLITE_OK;
}

static int fail_item(void *arg, size_t i, rocpd_error *err) {
  __atomic_fetch_add((int *)arg, 1, __ATOMIC_RELAXED);
  return i == 7 ? rocpd_fail(err, SQLITE_CORRUPT, "item %zu", i) : SQLITE_OK;
}

static rocpd_session *outer;
static int nested_item(void *arg, size_t i, rocpd_error *err) { return rocpd_parallel(outer, 3, count_item, (int *)arg + 3 * i, err); }

static void loops(void) {
  sqlite3 *db = db_open(":memory:");
  rocpd_session *session = rocpd_trace_session(rocpd_trace_of(db));
  static int done[ITEMS];
  CHECK_INT(rocpd_parallel(session, ITEMS, count_item, done, NULL), SQLITE_OK);
  for (int i = 0; i < ITEMS; i++) if (done[i] != 1) CHECK_INT(done[i], 1);
  CHECK_INT(rocpd_parallel(session, 0, count_item, done, NULL), SQLITE_OK);
  rocpd_error err = {0};
  int calls = 0;
  CHECK_INT(rocpd_parallel(session, 1000000, fail_item, &calls, &err), SQLITE_CORRUPT);
  CHECK_TEXT(err.message, "item 7");
  CHECK(calls < 1000000); /* the other threads stopped early */
  rocpd_error_clear(&err);
  memset(done, 0, sizeof done);
  outer = session;
  CHECK_INT(rocpd_parallel(session, 100, nested_item, done, NULL), SQLITE_OK);
  for (int i = 0; i < 300; i++) if (done[i] != 1) CHECK_INT(done[i], 1);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* ---- what its own thread does beside it ---- */

enum { BESIDE_ITEMS = 40, BESIDE_LOOP = 64 };
typedef struct beside {
  pthread_t caller;
  bool waits; /* there are items until the thread's own part is done */
  bool done;  /* changed atomically */
  bool shared; /* another thread must do some of the inner loop; the caller waits for that */
  bool helped; /* and has done so; changed atomically */
  int own_rc, items[BESIDE_ITEMS], inner[BESIDE_LOOP];
  bool by_caller[BESIDE_LOOP];
  rocpd_session *session;
} beside;

static int beside_item(void *arg, size_t i, rocpd_error *err) {
  beside *b = arg;
  while (b->waits && !pthread_equal(pthread_self(), b->caller) && !__atomic_load_n(&b->done, __ATOMIC_ACQUIRE)) usleep(100);
  __atomic_fetch_add(&b->items[i], 1, __ATOMIC_RELAXED);
  return SQLITE_OK;
}

static int inner_item(void *arg, size_t i, rocpd_error *err) {
  beside *b = arg;
  __atomic_fetch_add(&b->inner[i], 1, __ATOMIC_RELAXED);
  b->by_caller[i] = pthread_equal(pthread_self(), b->caller);
  if (!b->by_caller[i]) __atomic_store_n(&b->helped, true, __ATOMIC_RELEASE);
  while (b->shared && !__atomic_load_n(&b->helped, __ATOMIC_ACQUIRE)) usleep(100);
  return SQLITE_OK;
}

static int beside_own(void *arg, rocpd_error *err) {
  beside *b = arg;
  CHECK(pthread_equal(pthread_self(), b->caller));
  /* If there are other threads, they do everything, and end. */
  bool others = rocpd_parallel_threads(b->session) > 1;
  for (int i = 0; others && !b->waits && i < BESIDE_ITEMS; i++)
    while (!__atomic_load_n(&b->items[i], __ATOMIC_RELAXED)) usleep(100);
  b->shared = others && !b->waits;
  while (b->shared && __atomic_load_n(&b->session->helpers, __ATOMIC_ACQUIRE)) usleep(100);
  int rc = rocpd_parallel(b->session, BESIDE_LOOP, inner_item, b, err), own = 0;
  for (int i = 0; i < BESIDE_LOOP; i++) own += b->by_caller[i];
  /* The inner loop gets the threads that the outer one has released, and no more. */
  CHECK(others && !b->waits ? own < BESIDE_LOOP : own == BESIDE_LOOP);
  __atomic_store_n(&b->done, true, __ATOMIC_RELEASE);
  return rc ? rc : b->own_rc ? rocpd_fail(err, b->own_rc, "its own") : SQLITE_OK;
}

static void besides(void) {
  sqlite3 *db = db_open(":memory:");
  rocpd_session *session = rocpd_trace_session(rocpd_trace_of(db));
  for (int way = 0; way < 3; way++) {
    beside b = {.caller = pthread_self(), .session = session, .waits = way == 1, .own_rc = way == 2 ? SQLITE_FULL : SQLITE_OK};
    rocpd_error err = {0};
    CHECK_INT(rocpd_parallel_beside(session, BESIDE_ITEMS, beside_item, beside_own, &b, &err), b.own_rc);
    if (way == 2) CHECK_TEXT(err.message, "its own");
    for (int i = 0; i < BESIDE_ITEMS && way < 2; i++) if (b.items[i] != 1) CHECK_INT(b.items[i], 1);
    for (int i = 0; i < BESIDE_LOOP; i++) if (b.inner[i] != 1) CHECK_INT(b.inner[i], 1);
    rocpd_error_clear(&err);
  }
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* ---- strings ---- */

typedef struct interning {
  rocpd_session *session;
  int64_t id[ITEMS];
} interning;

static int intern_item(void *arg, size_t i, rocpd_error *err) {
  interning *w = arg;
  char text[32];
  int size = snprintf(text, sizeof text, "%*zu", (int)(i % 7), i % TEXTS * 7919 % TEXTS);
  int rc = rocpd_intern(w->session, text, size, &w->id[i]);
  int64_t back_size;
  if (rc == SQLITE_OK && (memcmp(rocpd_string(w->session, w->id[i], &back_size), text, (size_t)size + 1) || back_size != size))
    rc = rocpd_fail(err, SQLITE_ERROR, "string %zu reads otherwise", i);
  return rc;
}

static void strings(void) {
  sqlite3 *db = db_open(":memory:");
  static interning w;
  w.session = rocpd_trace_session(rocpd_trace_of(db));
  rocpd_error err = {0};
  CHECK_INT(rocpd_parallel(w.session, ITEMS, intern_item, &w, &err), SQLITE_OK);
  for (size_t i = 0; i < ITEMS; i++) {
    int64_t before = w.id[i];
    CHECK_INT(intern_item(&w, i, &err), SQLITE_OK);
    if (w.id[i] != before) CHECK_INT(w.id[i], before);
  }
  CHECK_INT(rocpd_intern_find(w.session, "no such text", -1), -1);
  /* Ranks are in the order of memcmp. */
  const uint32_t *rank;
  size_t n;
  CHECK_INT(rocpd_string_positions(w.session, &rank, &n), SQLITE_OK);
  for (size_t a = 0; a + 1 < n; a++) {
    size_t b = (a * 31 + 7) % n;
    int64_t x_size, y_size;
    const char *x = rocpd_string(w.session, (int64_t)a, &x_size), *y = rocpd_string(w.session, (int64_t)b, &y_size);
    int c = memcmp(x, y, (size_t)(x_size < y_size ? x_size : y_size));
    if (!c) c = x_size < y_size ? -1 : x_size > y_size;
    if ((c < 0) != (rank[a] < rank[b])) CHECK_INT(rank[a], rank[b]);
  }
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* ---- columns ---- */

typedef struct decoding {
  rocpd_batch **batch;
  size_t batches;
  int64_t sum;
} decoding;

/* Several items use the same columns. */
static int decode_item(void *arg, size_t i, rocpd_error *err) {
  decoding *d = arg;
  rocpd_batch *b = d->batch[i / 8 % d->batches];
  const rocpd_column *c;
  int index = (int)(i / 8 / d->batches % (size_t)rocpd_kinds[b->kind].columns);
  int rc = rocpd_batch_column(b, index, &c, err);
  if (rc != SQLITE_OK) return rc;
  int64_t value[256], sum = 0;
  for (uint32_t first = 0; first < b->rows; first += 256) {
    uint32_t n = b->rows - first < 256 ? b->rows - first : 256;
    rocpd_column_get(c, first, n, value);
    for (uint32_t k = 0; k < n; k++) {
      if (value[k] != rocpd_column_at(c, first + k)) return rocpd_fail(err, SQLITE_ERROR, "column %d of batch %zu: get and at differ", index, i);
      if (value[k] != ROCPD_NULL && (value[k] < c->min || value[k] > c->max))
        return rocpd_fail(err, SQLITE_ERROR, "column %d of batch %zu: beyond min or max", index, i);
      sum += value[k] & 0xffff;
    }
  }
  __atomic_fetch_add(&d->sum, sum, __ATOMIC_RELAXED);
  return SQLITE_OK;
}

static void columns(void) {
  int64_t sum[2];
  for (int round = 0; round < 2; round++) {
    sqlite3 *db = db_open_trace(path);
    rocpd_snapshot *s;
    decoding d = {0};
    rocpd_error err = {0};
    CHECK_INT(rocpd_trace_snapshot(rocpd_trace_of(db), &s, &err), SQLITE_OK);
    CHECK_INT(rocpd_snapshot_batches(s, ROCPD_KIND_KERNEL, &d.batch, &d.batches, &err), SQLITE_OK);
    int rc = rocpd_parallel(rocpd_snapshot_session(s), d.batches * 8 * ROCPD_KERNEL_COLUMNS, decode_item, &d, &err);
    if (rc != SQLITE_OK) { test_failures++; printf("not ok %s\n", err.message); }
    sum[round] = d.sum;
    rocpd_error_clear(&err);
    rocpd_snapshot_release(s);
    CHECK_INT(sqlite3_close(db), SQLITE_OK);
  }
  CHECK_INT(sum[0], sum[1]);
}

/* ---- connections in threads ---- */

static void *query_thread(void *arg) {
  for (int i = 0; i < 3; i++) {
    sqlite3 *db = db_open_trace(path);
    *(sqlite3_int64 *)arg = db_int(db, "SELECT count(*) + sum(duration % 1000) FROM kernels k LEFT JOIN regions r USING (id, guid, duration)")
                            + db_int(db, "SELECT count(*) FROM (SELECT name FROM kernels ORDER BY name, start, id)")
                            + db_int(db, "SELECT sum(total_calls) FROM top");
    sqlite3_close(db);
  }
  return NULL;
}

static void connections(void) {
  pthread_t thread[3];
  sqlite3_int64 result[3];
  for (int i = 0; i < 3; i++) pthread_create(&thread[i], NULL, query_thread, &result[i]);
  for (int i = 0; i < 3; i++) pthread_join(thread[i], NULL);
  CHECK(result[0] != -1);
  CHECK_INT(result[1], result[0]);
  CHECK_INT(result[2], result[0]);
}

/* ---- views: links are made by whoever needs them first ---- */

static void links(void) {
  char database[4096], trace[4096];
  sqlite3 *db;
  snprintf(database, sizeof database, "%s/parallel.db", test_tmp());
  snprintf(trace, sizeof trace, "%s/parallel.select", test_tmp());
  unlink(database);
  CHECK_INT(sqlite3_open(database, &db), SQLITE_OK);
  CHECK_INT(db_run(db, "CREATE TABLE rocpd_string (id, guid, string); CREATE TABLE rocpd_event (id, guid, category_id, stack_id, extdata);"
                       "CREATE TABLE rocpd_region (id, guid, nid, pid, tid, start, end, name_id, event_id);"
                       "CREATE TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT i FROM n;"
                       "INSERT INTO rocpd_string SELECT i, 'g', 'name ' || i FROM n WHERE i <= 400;"
                       "INSERT INTO rocpd_event SELECT i * 17 % 5003, 'g', i % 400, i, '{}' FROM n;"
                       "INSERT INTO rocpd_region SELECT i, 'g', 1, 1, 1, i, i + 9, i * 7 % 401, i FROM n;"), SQLITE_OK);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  for (int zones = 0; zones < 2; zones++) {
    CHECK_INT(select_write(trace, database, 50, zones), 0);
    db = db_open_trace(trace);
    CHECK_INT(db_int(db, "SELECT count(*) FROM regions a JOIN regions b ON b.stack_id = a.stack_id WHERE a.id = b.id"), 4998);
    CHECK_INT(db_int(db, "SELECT count(*) FROM (SELECT category FROM regions ORDER BY category, name)"), 5000);
    CHECK_INT(db_int(db, "SELECT sum(total_calls) FROM top"), 5000);
    CHECK_INT(sqlite3_close(db), SQLITE_OK);
  }
}

/* ---- a database, several connections to it in several threads of each connection ---- */

static char database[4096];

static void database_write(void) {
  sqlite3 *db;
  unlink(database);
  CHECK_INT(sqlite3_open(database, &db), SQLITE_OK);
  CHECK_INT(db_run(db, "CREATE TABLE rocpd_string_x (id INTEGER PRIMARY KEY, string TEXT); CREATE TABLE rocpd_event_x (id INTEGER PRIMARY KEY, stack_id);"
                       "CREATE TABLE rocpd_region_x (id INTEGER PRIMARY KEY, name_id, event_id, start, \"end\", extdata);"
                       "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) INSERT INTO rocpd_string_x SELECT i, 'name ' || i FROM n;"
                       "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)"
                       "INSERT INTO rocpd_region_x SELECT i, 1 + i % 300, i, i * 10, i * 10 + 7, 'text ' || i FROM n;"
                       "INSERT INTO rocpd_event_x SELECT id, id * 2 FROM rocpd_region_x"), SQLITE_OK);
  sqlite3_close(db);
}

static void *database_thread(void *arg) {
  sqlite3 *db = db_open(":memory:");
  char *sql = sqlite3_mprintf(
    "SELECT sum(r.duration) + sum(r.stack_id) + count(DISTINCT r.name) + (SELECT count(DISTINCT extdata) FROM rocpd_region(%Q)) FROM regions(%Q) r", database,
    database);
  *(sqlite3_int64 *)arg = db_int(db, sql);
  sqlite3_free(sql);
  sqlite3_close(db);
  return NULL;
}

static void databases(void) {
  pthread_t thread[3];
  sqlite3_int64 result[3];
  snprintf(database, sizeof database, "%s/parallel.db", test_tmp());
  database_write();
  for (int i = 0; i < 3; i++) pthread_create(&thread[i], NULL, database_thread, &result[i]);
  for (int i = 0; i < 3; i++) {
    pthread_join(thread[i], NULL);
    CHECK_INT(result[i], 60000 * 7 + 60000LL * 60001 + 300 + 60000);
  }
}

int main(void) {
  snprintf(path, sizeof path, "%s/parallel.fake", test_tmp());
  CHECK_INT(fake_write(path, 3, 5, 300), 0);
  RUN(loops);
  RUN(besides);
  RUN(strings);
  RUN(columns);
  RUN(connections);
  RUN(links);
  RUN(databases);
  CHECK_INT(sqlite3_memory_used(), 0);
  return test_result();
}
