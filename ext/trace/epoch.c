/* Epochs: what a statement sees.
**
** Time is cut into epochs. In one epoch files are looked at once. A new one begins when nothing that used the last one is left: none of the statements that
** were running when a snapshot was asked for still runs, and no cursor holds a snapshot. So a statement sees one state however often its tables are opened,
** and later statements never see less. If nothing has changed, the next epochs use the same snapshot, with the indexes that are kept with it.
**
** This file decides when an epoch ends, by the list of running statements and the number of snapshots in use (rocpd_trace_state). rocpd_trace_forget() drops
** the snapshots that the sets hold for later. All of it is for the connection's thread. */
#include "snapshot_state.h"

/* One execution of a statement: from its first sqlite3_step to its end or reset. */
typedef struct execution {
  sqlite3_stmt *stmt;
  int number;
} execution;

static int execution_of(sqlite3_stmt *stmt) {
  return sqlite3_stmt_status(stmt, SQLITE_STMTSTATUS_RUN, 0);
}

/* Whether a statement of the list still runs. Statements of the list may have been finalized, so their pointers are only compared until one is found among
** the connection's statements. */
static bool any_running(const rocpd_trace *t) {
  for (sqlite3_stmt *stmt = sqlite3_next_stmt(t->db, NULL); stmt; stmt = sqlite3_next_stmt(t->db, stmt)) {
    if (!sqlite3_stmt_busy(stmt)) continue;
    for (size_t i = 0; i < t->executions; i++)
      if (t->execution[i].stmt == stmt && t->execution[i].number == execution_of(stmt)) return true;
  }
  return false;
}

/* Adds the statements that run now: the one that asks for the snapshot is among them. */
static int note_running(rocpd_trace *t) {
  for (sqlite3_stmt *stmt = sqlite3_next_stmt(t->db, NULL); stmt; stmt = sqlite3_next_stmt(t->db, stmt)) {
    if (!sqlite3_stmt_busy(stmt)) continue;
    size_t i = 0;
    while (i < t->executions && t->execution[i].stmt != stmt) i++;
    if (i == t->executions) {
      if (rocpd_array_push_reserve(&t->execution, t->executions, sizeof(*t->execution)) != SQLITE_OK) return SQLITE_NOMEM;
      t->executions++;
    }
    t->execution[i] = (execution){stmt, execution_of(stmt)};
  }
  return SQLITE_OK;
}

void rocpd_set_forget(rocpd_set *set) {
  if (set->windowed) rocpd_snapshot_drop(set->windowed);
  if (set->snapshot) rocpd_snapshot_drop(set->snapshot);
  set->windowed = set->snapshot = NULL;
}

static void drop(rocpd_keep *k) { rocpd_set_forget((rocpd_set *)((char *)k - offsetof(rocpd_set, keep))); }

void rocpd_set_enter(rocpd_trace *t, rocpd_set *set) { rocpd_keep_enter(t->session, &set->keep, ROCPD_KEEP_SETS, drop); }

void rocpd_trace_forget(rocpd_trace *t) {
  rocpd_set_forget(&t->main);
  for (rocpd_set *set = t->paths; set; set = set->next) rocpd_set_forget(set);
}

int rocpd_epoch_enter(rocpd_trace *t) {
  if (!t->open_snapshots && !any_running(t)) {
    rocpd_session_next_epoch(t->session);
    t->executions = 0;
    t->taken = 0;
    rocpd_keep_trim(t->session);
  }
  return note_running(t);
}

/* The statement that calls this is among those that are busy. */
bool rocpd_trace_is_read(const rocpd_trace *t) {
  int busy = 0;
  for (sqlite3_stmt *stmt = sqlite3_next_stmt(t->db, NULL); stmt && t->open_snapshots; stmt = sqlite3_next_stmt(t->db, stmt))
    busy += sqlite3_stmt_busy(stmt) != 0;
  return busy > 1;
}

int rocpd_trace_expect_unread(const rocpd_trace *t, rocpd_error *err) {
  if (!rocpd_trace_is_read(t)) return SQLITE_OK;
  return rocpd_fail(err, SQLITE_BUSY, "another statement that reads the trace is still running: read it to its end or reset it first");
}

bool rocpd_snapshot_is_alone(const rocpd_snapshot *s, const rocpd_snapshot *other) { return s->trace->open_snapshots == 1 + (other != NULL); }

bool rocpd_snapshot_begin_again(rocpd_trace *t, bool has_one) {
  if (t->taken != has_one || t->open_snapshots != has_one) return false;
  t->executions = 0;
  return true;
}
