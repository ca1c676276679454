/* Queries on a file while it is written, and after its process was killed: every row comes once, none is missing, a statement
** sees one state, and later statements never see fewer rows. */
#include <fcntl.h>
#include <pthread.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "db.h"
#include "live_writer.h"
#include "test.h"

static char path[512];
static sqlite3 *db;
static live_writer *writer;
static _Atomic int stop, lanes_running;

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void pause_ns(long ns) { nanosleep(&(struct timespec){0, ns}, NULL); }

/* Bursts of calls, with long calls inside each other in between. */
static void *lane_main(void *arg) {
  uint32_t lane = (uint32_t)(uintptr_t)arg;
  for (unsigned i = 0; !atomic_load(&stop); i++) {
    if (i % 8) {
      live_writer_call(writer, lane);
    } else {
      live_writer_begin(writer, lane);
      pause_ns(100000);
      live_writer_begin(writer, lane);
      pause_ns(200000);
      live_writer_end(writer, lane);
      pause_ns(100000);
      live_writer_end(writer, lane);
    }
    if (lane == 1) live_writer_dispatch(writer, i % 7);
  }
  if (lane == 1) live_writer_dispatch(writer, 0);
  atomic_fetch_sub(&lanes_running, 1);
  return NULL;
}

static void *drain_main(void *arg) {
  while (atomic_load(&lanes_running)) {
    live_writer_drain(writer, false);
    pause_ns(300000);
  }
  return NULL;
}

static void open_db(void) {
  db = db_open_trace(path);
}

/* What one statement sees, all in one state. Rows that contradict what the writer writes are counted in `wrong`. */
typedef struct state {
  sqlite3_int64 calls, distinct, span, ended, arguments, wanted_arguments, kernels, kernels_distinct, kernels_span, timed, wrong, unlinked;
} state;

static const char state_sql[] =
  "WITH r AS MATERIALIZED (SELECT id, id & 0xffffffffff AS s, id >> 40 AS l, start, \"end\" AS e, duration, name, tid, result, parent_stack_id AS p FROM regions),"
  " k AS MATERIALIZED (SELECT dispatch_id AS d, start, \"end\" AS e, name, grid_x, lds_size, stack_id, queue_id, tid FROM kernels)"
  " SELECT (SELECT count(*) FROM r), (SELECT count(DISTINCT id) FROM r), (SELECT sum(m) FROM (SELECT max(s) AS m FROM r GROUP BY l)),"
  "  (SELECT count(e) FROM r), (SELECT count(*) FROM region_args), (SELECT 2*count(*) FROM r WHERE e IS NOT NULL AND s % 4 = 0),"
  "  (SELECT count(*) FROM k), (SELECT count(DISTINCT d) FROM k), (SELECT ifnull(max(d), 0) FROM k), (SELECT count(start) FROM k),"
  "  (SELECT count(*) FROM r WHERE start IS NOT 5000000000000+s*1000 OR name IS NOT 'function'||(1+s%3) OR tid IS NOT 1000+l"
  "     OR (e IS NOT NULL AND (result IS NOT s OR e-start IS NOT duration OR e NOT IN (start+500, start+1700)))"
  "     OR (e IS NULL AND duration IS NOT NULL) OR (p AND p IS NOT id-1))"
  "  + (SELECT count(*) FROM k WHERE name IS NOT iif(d%2, 'two', 'one(int)') OR grid_x IS NOT d%5+1 OR lds_size IS NOT 128 OR queue_id IS NOT 1 OR tid IS NOT 1001"
  "     OR stack_id IS NOT (1<<40)+d OR (start IS NOT NULL AND (start IS NOT 5000000000000+d*1000 OR e IS NOT start+250)) OR (start IS NULL) <> (e IS NULL))"
  "  + (SELECT count(*) FROM region_args WHERE value IS NOT ''||iif(name = 'number', id & 0xffffffffff, id >> 40)),"
  "  (SELECT count(*) FROM k LEFT JOIN r ON r.id = k.stack_id WHERE r.id IS NULL)";

static int look(state *now) {
  sqlite3_stmt *s;
  int rc = sqlite3_prepare_v2(db, state_sql, -1, &s, NULL);
  if (rc == SQLITE_OK) rc = sqlite3_step(s);
  if (rc != SQLITE_ROW) {
    printf("not ok a look: %s\n", sqlite3_errmsg(db));
    test_failures++;
    sqlite3_finalize(s);
    return 0;
  }
  sqlite3_int64 *value = &now->calls;
  for (int i = 0; i < 12; i++) value[i] = sqlite3_column_int64(s, i);
  sqlite3_finalize(s);
  return 1;
}

static void check_state(const state *now, const state *before) {
  CHECK_INT(now->distinct, now->calls);   /* none comes twice */
  CHECK_INT(now->span, now->calls);       /* none is missing: the numbers have no gaps */
  CHECK_INT(now->arguments, now->wanted_arguments);
  CHECK_INT(now->kernels_distinct, now->kernels);
  CHECK_INT(now->kernels_span, now->kernels);
  CHECK_INT(now->wrong, 0);
  CHECK_INT(now->unlinked, 0);
  CHECK(now->calls >= before->calls && now->ended >= before->ended && now->arguments >= before->arguments);
  CHECK(now->kernels >= before->kernels && now->timed >= before->timed);
}

static void while_it_grows(void) {
  pthread_t thread[LIVE_LANES], drainer;
  writer = live_writer_open(path, (uint32_t)getpid());
  CHECK(writer != NULL);
  open_db();
  atomic_store(&stop, 0);
  atomic_store(&lanes_running, LIVE_LANES);
  for (uintptr_t l = 1; l <= LIVE_LANES; l++) pthread_create(&thread[l - 1], NULL, lane_main, (void *)l);
  pthread_create(&drainer, NULL, drain_main, NULL);
  double end = seconds() + (test_soak() ? 30 : 2);
  state before = {0}, now = {0};
  int looks = 0, failures = test_failures, open_seen = 0;
  while ((seconds() < end || looks < 5) && test_failures == failures && look(&now)) {
    check_state(&now, &before);
    open_seen += now.ended < now.calls;
    before = now;
    looks++;
  }
  atomic_store(&stop, 1);
  for (int l = 0; l < LIVE_LANES; l++) pthread_join(thread[l], NULL);
  pthread_join(drainer, NULL);
  live_writer_drain(writer, true);
  CHECK(look(&now));
  check_state(&now, &before);
  CHECK_INT(now.ended, now.calls);
  CHECK_INT(now.timed, now.kernels);
  CHECK_INT(db_int(db, "SELECT complete FROM sources"), 1);
  CHECK(now.calls > 0 && now.kernels > 0);
  CHECK(open_seen > 0);
  printf("%d looks, %d with calls in progress, %lld calls, %lld kernels\n", looks, open_seen, now.calls, now.kernels);
  sqlite3_close(db);
}

/* A child of a process that has ended: no process has its number. */
static uint32_t dead_pid(void) {
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) _exit(0);
  waitpid(pid, NULL, 0);
  return (uint32_t)pid;
}

/* Killed at any moment: what was committed is there, and so are the calls in progress. */
static void after_a_kill(void) {
  for (int drains = 0; drains < 3; drains++) {
    writer = live_writer_open(path, dead_pid());
    for (int i = 0; i < 100; i++) {
      live_writer_call(writer, 1 + (uint32_t)i % 2);
      if (i % 2 == 0) live_writer_dispatch(writer, 3);
      if (drains && i % (drains * 30) == 20) live_writer_drain(writer, false);
    }
    live_writer_begin(writer, 2);
    live_writer_begin(writer, 2); /* two in progress, one inside the other */
    live_writer_drop(writer);
    open_db();
    state now, none = {0};
    CHECK(look(&now));
    check_state(&now, &none);
    CHECK_INT(now.calls - now.ended, 2);
    /* 50 on each lane; every fifth makes another one inside. */
    CHECK_INT(db_int(db, "SELECT count(*) FROM regions WHERE parent_stack_id = 0 AND \"end\" IS NOT NULL"), 100);
    CHECK_INT(db_int(db, "SELECT parent_stack_id = id - 1 FROM regions WHERE \"end\" IS NULL ORDER BY id DESC LIMIT 1"), 1);
    CHECK_INT(now.kernels, 50);
    CHECK_INT(now.timed, 47);
    CHECK_INT(db_int(db, "SELECT recovered FROM sources"), 1);
    CHECK_INT(db_int(db, "SELECT complete FROM sources"), 0);
    CHECK_INT(db_int(db, "SELECT value FROM health WHERE name = 'open calls'"), 2);
    CHECK_INT(db_int(db, "SELECT value FROM health WHERE name = 'open dispatches'"), 3);
    sqlite3_close(db);
  }
}

/* Rows keep their rowids when they move into a chunk. */
static void rowids_stay(void) {
  writer = live_writer_open(path, (uint32_t)getpid());
  open_db();
  for (int i = 0; i < 60; i++) live_writer_call(writer, 1);
  db_run(db, "CREATE TABLE early AS SELECT rowid AS n, id FROM regions");
  live_writer_drain(writer, false);
  for (int i = 0; i < 60; i++) live_writer_call(writer, 1);
  live_writer_drain(writer, false);
  CHECK_INT(db_int(db, "SELECT count(*) FROM early e JOIN regions r ON r.rowid = e.n AND r.id = e.id"), db_int(db, "SELECT count(*) FROM early"));
  CHECK(db_int(db, "SELECT count(*) FROM early") >= 60);
  live_writer_drain(writer, true);
  sqlite3_close(db);
}

/* The offset of the first segment of this kind in the live file; 0: there is none. */
static uint64_t find_segment(int fd, uint16_t kind, rocz_segment *page) {
  for (uint64_t offset = ROCZ_PAGE; offset; offset = page->file_next) {
    if (pread(fd, page, sizeof(*page), (off_t)offset) != (ssize_t)sizeof(*page)) return 0;
    if (page->kind == kind) return offset;
  }
  return 0;
}

/* A row that finished without times has no end, as in chunks, and so has a row with impossible times. Call numbers out of range
** are damage. */
static void numbers_out_of_range(void) {
  char live[520];
  rocz_segment page;
  static const int64_t times[][2] = {{ROCZ_NULL, ROCZ_NULL}, {ROCZ_MAX_TIME, ROCZ_MAX_TIME}, {INT64_MIN + 1, INT64_MAX}};
  snprintf(live, sizeof(live), "%s.live", path);
  writer = live_writer_open(path, dead_pid());
  for (int i = 0; i < 8; i++) {
    live_writer_call(writer, 1);
    live_writer_dispatch(writer, 0);
  }
  live_writer_drop(writer);
  int fd = open(live, O_RDWR);
  CHECK(find_segment(fd, ROCZ_SEG_DISPATCHES, &page) > 0);
  for (size_t i = 0; i < 3; i++) {
    off_t at = (off_t)(page.data_offset + i * sizeof(rocz_dispatch_record) + offsetof(rocz_dispatch_record, start_ns));
    CHECK(pwrite(fd, times[i], 16, at) == 16);
  }
  open_db();
  CHECK_INT(db_int(db, "SELECT count(*) FROM kernels"), 8);
  CHECK_INT(db_int(db, "SELECT count(*) FROM kernels WHERE start IS NULL AND \"end\" IS NULL AND duration IS NULL"), 3);
  CHECK_INT(db_int(db, "SELECT count(*) FROM kernels WHERE duration = 250"), 5);
  CHECK_INT(db_int(db, "SELECT value FROM health WHERE name = 'open dispatches'"), 3);
  sqlite3_close(db);
  static const uint64_t numbers[] = {0, ((uint64_t)1 << ROCZ_STACK_SHIFT) + 1, UINT64_MAX};
  uint64_t calls = find_segment(fd, ROCZ_SEG_CALLS, &page);
  for (size_t i = 0; i < 3; i++) {
    CHECK(pwrite(fd, &numbers[i], 8, (off_t)(calls + offsetof(rocz_segment, next_sequence))) == 8);
    open_db();
    CHECK(sqlite3_exec(db, "SELECT count(*) FROM regions", NULL, NULL, NULL) == SQLITE_CORRUPT);
    CHECK(strstr(sqlite3_errmsg(db), "number of the next call") != NULL);
    sqlite3_close(db);
  }
  close(fd);
}

/* A live file that is cut anywhere, or with any bit flipped, gives an error or true rows. */
/* Most of the file is room for records that were not written: in the short form every eighth place there is enough. */
static int nothing_in(const uint8_t *bytes, size_t at, size_t step, size_t size) {
  if (test_soak() || at / step % 8 == 0) return 0;
  for (size_t i = at < step ? 0 : at - step; i < at + step && i < size; i++)
    if (bytes[i]) return 0;
  return 1;
}

static void damaged_live_file(void) {
  char live[520];
  writer = live_writer_open(path, dead_pid());
  for (int i = 0; i < 40; i++) {
    live_writer_call(writer, 1 + (uint32_t)i % 2);
    live_writer_dispatch(writer, 2);
  }
  live_writer_drop(writer);
  snprintf(live, sizeof(live), "%s.live", path);
  FILE *f = fopen(live, "rb");
  static uint8_t bytes[1 << 18];
  size_t size = fread(bytes, 1, sizeof(bytes), f);
  fclose(f);
  size_t step = test_soak() ? 7 : 331;
  for (size_t cut = 0; cut < size; cut += step) {
    if (nothing_in(bytes, cut, step, size)) continue;
    unlink(live);
    f = fopen(live, "wb");
    fwrite(bytes, 1, cut, f);
    fclose(f);
    open_db();
    sqlite3_int64 n = 0;
    sqlite3_stmt *s;
    sqlite3_prepare_v2(db, "SELECT *, (SELECT count(*) FROM region_args), (SELECT count(*) FROM kernels) FROM regions", -1, &s, NULL);
    int rc;
    while ((rc = sqlite3_step(s)) == SQLITE_ROW) n++;
    CHECK(rc == SQLITE_DONE || rc == SQLITE_CORRUPT);
    CHECK(n <= 48);
    sqlite3_finalize(s);
    sqlite3_close(db);
  }
  for (size_t bit = 0; bit < size * 8; bit += step * 8 + 1) {
    if (nothing_in(bytes, bit / 8, step, size)) continue;
    bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    unlink(live);
    f = fopen(live, "wb");
    fwrite(bytes, 1, size, f);
    fclose(f);
    bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    open_db();
    /* Records in live buffers have no checksum, so a flipped bit of a value is not noticed. */
    sqlite3_exec(db, "SELECT count(*), sum(duration), max(name) FROM regions", NULL, NULL, NULL);
    sqlite3_exec(db, "SELECT count(*), sum(duration), max(name) FROM kernels", NULL, NULL, NULL);
    sqlite3_exec(db, "SELECT count(*), max(value) FROM region_args", NULL, NULL, NULL);
    sqlite3_close(db);
  }
}

/* Copies have no numbers: those in progress come after those that have ended. */
static void copies_in_progress(void) {
  live_writer *w = live_writer_open(path, 0x7ffffffe);
  live_writer_copies(w, 5, 3);
  live_writer_drop(w);
  open_db();
  char *got = db_rows(db, "SELECT id, size, \"end\" IS NULL FROM memory_copies ORDER BY size", 0, NULL);
  CHECK_TEXT(got, "i1|i100|i0|\ni2|i101|i0|\ni3|i102|i0|\ni4|i103|i1|\ni5|i104|i1|\n");
  sqlite3_free(got);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

int main(void) {
  snprintf(path, sizeof(path), "%s/live.rocz", test_tmp());
  RUN(while_it_grows);
  RUN(after_a_kill);
  RUN(rowids_stay);
  RUN(numbers_out_of_range);
  RUN(copies_in_progress);
  RUN(damaged_live_file);
  return test_result();
}
