/* See nesting.h. */
#include "nesting.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "db.h"

enum { DEEPEST = 1000 };

typedef struct call {
  int64_t id, frame, end, own;
} call;

typedef struct thread {
  sqlite3 *db;
  sqlite3_stmt *find, *frame, *put;
  char guid[100];
  int64_t pid, tid, now;
  call open[DEEPEST]; /* the innermost last */
  int n;
} thread;

/* Calls of a thread in order; a call that has not ended lasts until the thread's last time. */
static const char calls[] =
  "WITH last AS (SELECT guid, pid, tid, max(max(start, ifnull(\"end\", start))) AS time FROM regions WHERE start IS NOT NULL GROUP BY 1, 2, 3) "
  "SELECT guid, pid, tid, id, CASE WHEN category LIKE 'MARKER%' THEN ifnull(extdata ->> '$.message', name) ELSE name END, start, max(start, ifnull(\"end\", time)) AS until "
  "FROM regions JOIN last USING (guid, pid, tid) WHERE start IS NOT NULL ORDER BY 1, 2, 3, start, until DESC, stack_id";

static int64_t one(sqlite3_stmt *q) {
  int64_t value = sqlite3_step(q) == SQLITE_ROW ? sqlite3_column_int64(q, 0) : -1;
  sqlite3_reset(q);
  return value;
}

/* The frame of a function below another one. */
static int64_t frame_of(thread *t, int64_t parent, sqlite3_value *name) {
  sqlite3_stmt *const both[] = {t->find, t->frame};
  for (int i = 0; i < 2; i++) {
    sqlite3_bind_text(both[i], 1, t->guid, -1, SQLITE_STATIC);
    if (parent) sqlite3_bind_int64(both[i], 2, parent);
    else sqlite3_bind_null(both[i], 2);
    sqlite3_bind_value(both[i], 3, name);
    sqlite3_bind_int64(both[i], 4, t->pid);
  }
  int64_t known = one(t->find);
  return known > 0 ? known : one(t->frame);
}

static int leave(thread *t, const call *c) {
  sqlite3_bind_text(t->put, 1, t->guid, -1, SQLITE_STATIC);
  sqlite3_bind_int64(t->put, 2, c->id), sqlite3_bind_int64(t->put, 3, c->frame), sqlite3_bind_int64(t->put, 4, c->own);
  int rc = sqlite3_step(t->put);
  sqlite3_reset(t->put);
  return rc != SQLITE_DONE;
}

/* Time passes: it is the innermost call's, if that is open. */
static int pass(thread *t, int64_t until) {
  int failed = 0;
  while (t->n && t->open[t->n - 1].end <= until) {
    call *c = &t->open[--t->n];
    if (c->end > t->now) c->own += c->end - t->now, t->now = c->end;
    failed |= leave(t, c);
  }
  if (t->n) t->open[t->n - 1].own += until - t->now;
  t->now = until;
  return failed;
}

static int enter(thread *t, sqlite3_stmt *q) {
  int64_t start = sqlite3_column_int64(q, 5);
  int failed = pass(t, start);
  call c = {
    .id = sqlite3_column_int64(q, 3), .end = sqlite3_column_int64(q, 6), .frame = frame_of(t, t->n ? t->open[t->n - 1].frame : 0, sqlite3_column_value(q, 4))};
  if (c.frame < 1 || t->n == DEEPEST) return 1;
  if (c.end <= start) return failed | leave(t, &c);
  t->open[t->n++] = c;
  return failed;
}

static int begin_thread(thread *t, sqlite3_stmt *q) {
  const char *guid = (const char *)sqlite3_column_text(q, 0);
  int64_t pid = sqlite3_column_int64(q, 1), tid = sqlite3_column_int64(q, 2);
  if (!strcmp(t->guid, guid) && t->pid == pid && t->tid == tid) return 0;
  int failed = pass(t, INT64_MAX);
  snprintf(t->guid, sizeof t->guid, "%s", guid);
  t->pid = pid, t->tid = tid, t->now = INT64_MIN;
  return failed;
}

int nesting_make(sqlite3 *db) {
  thread *t = calloc(1, sizeof *t);
  sqlite3_stmt *q = NULL;
  int rc,
    failed = db_run(
      db,
      "DROP TABLE IF EXISTS temp.nesting; DROP TABLE IF EXISTS temp.frames; CREATE TEMP TABLE nesting(guid, id, frame_id, own_ns, PRIMARY KEY(guid, id));"
      "CREATE TEMP TABLE frames(id INTEGER PRIMARY KEY, guid, pid, parent_frame_id, function); CREATE INDEX temp.frames_by ON frames(guid, parent_frame_id, function)");
  failed = failed || sqlite3_prepare_v2(db, "SELECT id FROM temp.frames WHERE guid = ?1 AND parent_frame_id IS ?2 AND function IS ?3", -1, &t->find, NULL) ||
    sqlite3_prepare_v2(db, "INSERT INTO temp.frames(guid, parent_frame_id, function, pid) VALUES (?1, ?2, ?3, ?4) RETURNING id", -1, &t->frame, NULL) ||
    sqlite3_prepare_v2(db, "INSERT INTO temp.nesting VALUES (?1, ?2, ?3, ?4)", -1, &t->put, NULL) || sqlite3_prepare_v2(db, calls, -1, &q, NULL);
  while (!failed && (rc = sqlite3_step(q)) != SQLITE_DONE) failed = rc != SQLITE_ROW || begin_thread(t, q) || enter(t, q);
  failed = failed || pass(t, INT64_MAX);
  if (failed) printf("# nesting: %s\n", sqlite3_errmsg(db));
  sqlite3_finalize(q), sqlite3_finalize(t->find), sqlite3_finalize(t->frame), sqlite3_finalize(t->put);
  free(t);
  return failed;
}
