/* The trace of a connection: its life, and its window. mount.c holds what is attached. */
#include "registry.h"
#include "trace_state.h"

int rocpd_trace_new(sqlite3 *db, rocpd_trace **out) {
  rocpd_trace *t = sqlite3_malloc64(sizeof(*t));
  if (!t) return SQLITE_NOMEM;
  *t = (rocpd_trace){.db = db, .refs = 1, .filter_keys = ROCPD_TAKES_ROWS};
  if (rocpd_session_new(db, &t->session) != SQLITE_OK) {
    sqlite3_free(t);
    return SQLITE_NOMEM;
  }
  rocpd_set_enter(t, &t->main);
  *out = t;
  return SQLITE_OK;
}

void rocpd_trace_ref(rocpd_trace *t) { t->refs++; }

void rocpd_trace_unref(rocpd_trace *t) {
  if (--t->refs > 0) return;
  rocpd_set_clear(t, &t->main);
  while (t->paths) {
    rocpd_set *next = t->paths->next;
    rocpd_set_clear(t, t->paths);
    sqlite3_free(t->paths);
    t->paths = next;
  }
  sqlite3_free(t->execution);
  sqlite3_free(t->looked_in);
  sqlite3_free(t->window);
  rocpd_filter_unref(t->filter);
  rocpd_session_free(t->session);
  sqlite3_free(t);
}

sqlite3 *rocpd_trace_db(const rocpd_trace *t) { return t->db; }
rocpd_session *rocpd_trace_session(const rocpd_trace *t) { return t->session; }
const char *rocpd_trace_looked_in(const rocpd_trace *t) { return t->looked_in; }

/* ---- the window */

const rocpd_window *rocpd_trace_window(const rocpd_trace *t) { return t->window; }

int rocpd_trace_set_window(rocpd_trace *t, const rocpd_window *window) { return rocpd_window_set(&t->window, window); }

/* ---- the filter */

rocpd_filter *rocpd_trace_filter(const rocpd_trace *t) { return t->filter; }

/* The sources of snapshots depend on the filter, so the snapshots are dropped. */
void rocpd_trace_set_filter(rocpd_trace *t, rocpd_filter *filter) {
  rocpd_trace_forget(t);
  rocpd_filter_unref(t->filter);
  t->filter = filter;
}

unsigned rocpd_trace_filter_by(rocpd_trace *t, unsigned keys) {
  unsigned before = t->filter_keys;
  t->filter_keys &= keys;
  return before;
}

void rocpd_trace_filter_restore(rocpd_trace *t, unsigned keys) { t->filter_keys = keys; }
unsigned rocpd_trace_filter_keys(const rocpd_trace *t) { return t->filter_keys & rocpd_filter_rows(t->filter); }

/* ---- the trace of a connection */

/* rocpd_self(pointer): writes the trace to where a C caller's pointer points. SQL cannot make such a pointer, so it cannot use the function. */
#define SELF_POINTER "rocpd_trace **"

static void self_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  rocpd_trace **out = sqlite3_value_pointer(argv[0], SELF_POINTER);
  if (out) *out = sqlite3_user_data(ctx);
}

ROCPD_FUNCTION(self) = {.name = "rocpd_self", .argc = 1, .flags = SQLITE_UTF8 | SQLITE_DIRECTONLY, .call = self_call};

rocpd_trace *rocpd_trace_of(sqlite3 *db) {
  sqlite3_stmt *stmt;
  rocpd_trace *t = NULL;
  if (sqlite3_prepare_v2(db, "SELECT rocpd_self(?1)", -1, &stmt, NULL) != SQLITE_OK) return NULL;
  if (sqlite3_bind_pointer(stmt, 1, &t, SELF_POINTER, NULL) == SQLITE_OK) sqlite3_step(stmt);
  sqlite3_finalize(stmt);
  return t;
}
