/* The one limit of what is kept for the next question (keep.h): least recently used things go first, whatever they are; things in use stay; what lives as long
** as something else goes with it. Then the same through SQL, with columns, indexes, links, rows and orders of calls. */
#include "db.h"
#include "keep.h"
#include "session_state.h"
#include "small.h"
#include "test.h"
#include "trace.h"

typedef struct thing {
  rocpd_keep keep;
  struct thing *of; /* goes with this one */
} thing;

static sqlite3 *memory;
static rocpd_session *session;
static thing *t[6];
static char gone[16]; /* numbers of the things that are gone, in order */

static void go(int i) {
  rocpd_keep_leave(&t[i]->keep);
  gone[strlen(gone)] = (char)('0' + i);
  sqlite3_free(t[i]);
  t[i] = NULL;
}

static void drop(rocpd_keep *k) {
  for (int i = 0; i < 6; i++)
    if (t[i] && t[i]->of == (thing *)k) go(i);
  for (int i = 0; i < 6; i++)
    if (t[i] == (thing *)k) return go(i);
  CHECK(!"a thing that is gone is dropped");
}

static void begin(int64_t limit) {
  CHECK_INT(sqlite3_open(":memory:", &memory), SQLITE_OK);
  CHECK_INT(rocpd_session_new(memory, &session), SQLITE_OK);
  rocpd_keep_set_limit(session, limit);
  memset(gone, 0, sizeof gone);
  for (int i = 0; i < 6; i++) memset(t[i] = sqlite3_malloc64(sizeof(thing)), 0, sizeof(thing));
}

static void end(void) {
  for (int i = 0; i < 6; i++)
    if (t[i]) go(i);
  CHECK_INT(rocpd_keep_all_bytes(session), 0);
  rocpd_session_free(session);
  CHECK_INT(sqlite3_close(memory), SQLITE_OK);
}

static void enter(int i, enum rocpd_keep_kind kind, int64_t bytes) {
  rocpd_keep_enter(session, &t[i]->keep, kind, drop);
  rocpd_keep_count(&t[i]->keep, bytes);
  rocpd_keep_touch(&t[i]->keep);
}

static void by_use(void) {
  begin(100);
  enter(0, ROCPD_KEEP_ANSWERS, 25);
  rocpd_session_next_epoch(session);
  enter(1, ROCPD_KEEP_INDEXES, 25);
  rocpd_session_next_epoch(session);
  enter(2, ROCPD_KEEP_COLUMNS, 25), enter(3, ROCPD_KEEP_ANSWERS, 25);
  rocpd_keep_trim(session);
  CHECK_TEXT(gone, ""); /* all fit */
  rocpd_session_next_epoch(session);
  rocpd_keep_touch(&t[0]->keep);
  enter(4, ROCPD_KEEP_INDEXES, 1);
  CHECK_INT(rocpd_keep_all_bytes(session), 101);
  rocpd_keep_trim(session);
  CHECK_TEXT(gone, "12"); /* down to three quarters: 0 was used since */
  CHECK_INT(rocpd_keep_all_bytes(session), 51);
  CHECK_INT(rocpd_keep_bytes(session, ROCPD_KEEP_ANSWERS), 50);
  rocpd_keep_set_limit(session, 0);
  rocpd_keep_trim(session);
  CHECK_TEXT(gone, "12340");
  end();
}

/* Of one epoch: columns, those made of others first; indexes; answers in the order of use; sets. */
static void within_an_epoch(void) {
  begin(0);
  enter(0, ROCPD_KEEP_ANSWERS, 10), enter(1, ROCPD_KEEP_INDEXES, 10), enter(2, ROCPD_KEEP_SETS, 10), enter(3, ROCPD_KEEP_COLUMNS, 10);
  enter(4, ROCPD_KEEP_COLUMNS, 10), enter(5, ROCPD_KEEP_ANSWERS, 10);
  t[4]->keep.depth = 1;
  rocpd_keep_touch(&t[0]->keep);
  rocpd_keep_trim(session);
  CHECK_TEXT(gone, "431502");
  end();
}

/* What is in use stays, and what nobody can make again; both count. */
static void in_use(void) {
  begin(30);
  enter(0, ROCPD_KEEP_ANSWERS, 20), enter(1, ROCPD_KEEP_INDEXES, 20), enter(2, ROCPD_KEEP_INDEXES, 20);
  t[0]->keep.users = 2;
  t[1]->keep.drop = NULL;
  rocpd_keep_trim(session);
  CHECK_TEXT(gone, "2");
  CHECK_INT(rocpd_keep_all_bytes(session), 40);
  rocpd_keep_release(&t[0]->keep), rocpd_keep_release(&t[0]->keep);
  CHECK_TEXT(gone, "2"); /* answers fit */
  rocpd_keep_trim(session);
  CHECK_TEXT(gone, "20");
  CHECK_INT(rocpd_keep_all_bytes(session), 20);
  end();
}

/* A set takes others of the list with it. */
static void with_a_set(void) {
  begin(10);
  enter(0, ROCPD_KEEP_SETS, 0);
  rocpd_session_next_epoch(session);
  enter(1, ROCPD_KEEP_INDEXES, 50), enter(2, ROCPD_KEEP_ANSWERS, 5), enter(3, ROCPD_KEEP_ANSWERS, 1);
  t[1]->of = t[2]->of = t[0];
  rocpd_keep_trim(session);
  CHECK_TEXT(gone, "120");
  CHECK_INT(rocpd_keep_all_bytes(session), 1);
  end();
}

/* In a running statement: only answers that nobody uses go, as long as all answers exceed the limit. */
static void while_running(void) {
  begin(100);
  enter(0, ROCPD_KEEP_COLUMNS, 500), enter(1, ROCPD_KEEP_ANSWERS, 60), enter(2, ROCPD_KEEP_ANSWERS, 40), enter(3, ROCPD_KEEP_ANSWERS, 30);
  rocpd_keep_touch(&t[1]->keep);
  for (int i = 1; i < 4; i++) t[i]->keep.users = 1;
  rocpd_keep_release(&t[1]->keep);
  CHECK_TEXT(gone, "1"); /* 130: the others are in use */
  rocpd_keep_release(&t[2]->keep), rocpd_keep_release(&t[3]->keep);
  CHECK_TEXT(gone, "1");
  enter(4, ROCPD_KEEP_ANSWERS, 50);
  t[4]->keep.users = 1;
  rocpd_keep_touch(&t[2]->keep);
  rocpd_keep_release(&t[4]->keep);
  CHECK_TEXT(gone, "13"); /* the least recently used one */
  end();
}

/* An answer that outlives its owner is freed by its last user, even after the session. */
static void without_owner(void) {
  begin(100);
  enter(0, ROCPD_KEEP_ANSWERS, 60);
  thing *left = t[0];
  left->keep.users = 2;
  rocpd_keep_leave(&left->keep);
  CHECK_INT(rocpd_keep_all_bytes(session), 0);
  rocpd_keep_release(&left->keep);
  CHECK_TEXT(gone, "");
  t[0] = NULL;
  end();
  memset(gone, 0, sizeof gone);
  t[0] = left;
  rocpd_keep_release(&left->keep);
  CHECK_TEXT(gone, "0");
}

/* ---- through SQL */

static const char *const queries[] = {
  "SELECT sum(start), sum(duration), sum(stack_id) FROM regions", "SELECT count(*), sum(k.start - r.start) FROM kernels k JOIN regions r ON r.id = k.stack_id",
  "SELECT count(*), sum(exclusive_ns) FROM calls", "SELECT sum(gaps), sum(idle_ns) FROM idle_summary", "SELECT sum(duration_ns), count(*) FROM copies"};
enum { QUERIES = sizeof queries / sizeof *queries };

static int64_t part(sqlite3 *db, enum rocpd_keep_kind kind) { return rocpd_keep_bytes(rocpd_trace_session(rocpd_trace_of(db)), kind); }
static int64_t kept(sqlite3 *db) { return rocpd_keep_all_bytes(rocpd_trace_session(rocpd_trace_of(db))); }

static void of_queries(void) {
  char path[4096], *want[QUERIES];
  snprintf(path, sizeof path, "%s/keep.rocz", test_tmp());
  CHECK(!small_trace(path, 100000, 5));
  sqlite3 *db = db_open_trace(path);
  for (int i = 0; i < QUERIES; i++) want[i] = db_rows(db, queries[i], 0, NULL);
  CHECK(part(db, ROCPD_KEEP_COLUMNS) > 1 << 20 && part(db, ROCPD_KEEP_INDEXES) > 1 << 19 && part(db, ROCPD_KEEP_ANSWERS) > 1 << 18);
  int64_t all = kept(db);
  for (int i = 0; i < QUERIES; i++) sqlite3_free(db_rows(db, queries[i], 0, NULL));
  CHECK_INT(kept(db), all); /* nothing was made again */
  /* One row of health has them all. */
  CHECK(db_int(db, "SELECT value FROM health WHERE name = 'bytes kept'") >= all);
  char *said = sqlite3_mprintf("SELECT detail LIKE '%%columns %lld, indexes and links %lld, computed rows and orders of calls %lld; at most %lld %%' "
                               "AND source IS NULL AND value = %lld FROM health WHERE name = 'bytes kept'",
                               part(db, ROCPD_KEEP_COLUMNS), part(db, ROCPD_KEEP_INDEXES), part(db, ROCPD_KEEP_ANSWERS),
                               rocpd_keep_limit(rocpd_trace_session(rocpd_trace_of(db))), kept(db));
  CHECK_INT(db_int(db, said), 1);
  sqlite3_free(said);
  for (int mb = 2; mb >= 0; mb--) {
    rocpd_keep_set_limit(rocpd_trace_session(rocpd_trace_of(db)), (int64_t)mb << 20);
    for (int i = 0; i < 2 * QUERIES; i++) {
      CHECK_INT(db_int(db, "SELECT 1 FROM rocpd_tables LIMIT 1"), 1); /* begins within the limit, and keeps nothing of its own */
      CHECK(kept(db) <= (int64_t)mb << 20);
      char *got = db_rows(db, queries[i * 3 % QUERIES], 0, NULL);
      CHECK_TEXT(got, want[i * 3 % QUERIES]);
      sqlite3_free(got);
    }
  }
  for (int i = 0; i < QUERIES; i++) sqlite3_free(want[i]);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

int main(void) {
  RUN(by_use);
  RUN(within_an_epoch);
  RUN(in_use);
  RUN(with_a_set);
  RUN(while_running);
  RUN(without_owner);
  RUN(of_queries);
  CHECK_INT(sqlite3_memory_used(), 0);
  return test_result();
}
