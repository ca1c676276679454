/* The trace of a connection: its life, its window and filter, and its current snapshot. mount.c has what is attached, snapshot.c the life of a snapshot. */
#include "frame_names.h"
#include "map.h"
#include "origins.h"
#include "process_filter.h"
#include "registry.h"
#include "same.h"
#include "snapshot_state.h"

/* ---- life */

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

/* ---- the current snapshot
**
** Of what is attached to the connection, or of a path that was given to a table. Both are sets of mounts. current_snapshot() enters the epoch, brings the set
** up to date, and takes the snapshot that the set has, or a new one if files changed. Data about sources that have not changed pass to the new one.
** Connection's thread. */

static void forget_windowed(rocpd_set *set) {
  if (set->windowed) rocpd_snapshot_drop(set->windowed);
  set->windowed = NULL;
}

static bool same_window(const rocpd_window *a, const rocpd_window *b) {
  return a && b ? a->start == b->start && a->end == b->end && a->overlap == b->overlap : a == b;
}

/* The set's snapshot, limited by the connection's window and its filter of rows if it has them. */
static int set_limits(rocpd_trace *t, rocpd_set *set, rocpd_snapshot **out, rocpd_error *err) {
  const rocpd_window *w = set->window ? set->window : t->window;
  rocpd_filter *f = rocpd_filter_rows(t->filter) ? t->filter : NULL;
  rocpd_snapshot *s = set->windowed;
  *out = set->snapshot;
  bool good = s && s->whole == set->snapshot && same_window(s->window, w) && rocpd_row_filter_of(s->filter) == f;
  if (!good) forget_windowed(set);
  if (!w && !f) return SQLITE_OK;
  int rc = good ? SQLITE_OK : rocpd_snapshot_limit(set->snapshot, w, f, ROCPD_TAKES_ROWS, &set->windowed, err);
  return rc == SQLITE_OK ? rocpd_snapshot_by(set->windowed, t->filter_keys, out, err) : rc;
}

/* Lists the set's sources, with a reference each, and which of them must not be left out. Mounts may share a file, and symbolic links may lead to the same
** one: each is listed once. */
static int list_sources(rocpd_snapshot *s, const rocpd_set *set, bool *keep) {
  rocpd_map seen = {0}; /* number of a source -> its place */
  int rc = SQLITE_OK;
  for (size_t i = 0; i < set->mounts; i++)
    for (size_t j = 0; rc == SQLITE_OK && j < set->mount[i].sources; j++) {
      rocpd_source *one = set->mount[i].source[j];
      uint64_t place = rocpd_map_get(&seen, one->number, s->sources);
      keep[place] |= set->mount[i].options.keep_same;
      if (place < s->sources) continue;
      rocpd_source_ref(one);
      s->source[s->sources++] = one;
      rc = rocpd_map_set(&seen, one->number, place);
    }
  rocpd_map_free(&seen);
  return rc;
}

/* Copies what is known about the set besides its sources. */
static int note_set(rocpd_snapshot *s, const rocpd_set *set) {
  if (set != &s->trace->main && !(s->path = sqlite3_mprintf("%s", set->mount[0].path))) return SQLITE_NOMEM;
  for (size_t i = 0; i < set->mounts; i++) {
    const rocpd_listing *l = &set->mount[i].listing;
    if (!l->unreadable) continue;
    if (rocpd_array_push_reserve(&s->left_out, s->left_outs, sizeof(*s->left_out)) != SQLITE_OK) return SQLITE_NOMEM;
    rocpd_left_out *out = &s->left_out[s->left_outs++];
    *out = (rocpd_left_out){l->unreadable, sqlite3_mprintf("%s", l->why)};
    if (!out->why) return SQLITE_NOMEM;
  }
  return SQLITE_OK;
}

static int snapshot_of_set(rocpd_trace *t, const rocpd_set *set, rocpd_snapshot **out, rocpd_error *err) {
  size_t n = 0;
  for (size_t i = 0; i < set->mounts; i++) n += set->mount[i].sources;
  bool *keep = rocpd_zeroed(n + 1);
  rocpd_snapshot *s = keep ? rocpd_snapshot_new(t, n) : NULL;
  int rc = SQLITE_NOMEM;
  if (s) {
    rc = list_sources(s, set, keep);
    if (rc == SQLITE_OK && rocpd_filter_processes(t->filter)) rc = rocpd_process_filter_sources(s, t->filter, keep, err);
    if (rc == SQLITE_OK) rc = note_set(s, set);
    if (rc == SQLITE_OK) rc = rocpd_same_leave_out(s, keep, err);
  }
  sqlite3_free(keep);
  if (rc == SQLITE_OK) *out = s;
  else if (s) rocpd_snapshot_drop(s);
  return rocpd_fail_code(err, rc);
}

/* Moves data about sources that have not changed from the set's snapshot, which has no other user, to the new one. */
static void inherit(rocpd_snapshot *s, const rocpd_set *set) {
  rocpd_snapshot *old = set->snapshot;
  if (!old || old->refs > 1 || !rocpd_lists_reserve(s, old)) return;
  size_t from = 0; /* the order is mostly the same */
  for (size_t i = 0; i < s->sources; i++) {
    for (size_t tried = 0; tried < old->sources && old->source[from % old->sources] != s->source[i]; tried++) from++;
    if (!old->sources || old->source[from %= old->sources] != s->source[i]) continue;
    if (s->source[i]->state.changed_epoch <= set->built_epoch) {
      rocpd_lists_move(s, i, old, from);
      rocpd_kept_move(s, old, s->source[i]);
    }
  }
}

/* What the batches of a new snapshot are shown by, which only the connection's thread may make, is made before any of them is asked for. */
static int prepare_batches(rocpd_snapshot *s, const rocpd_filter *filter, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < s->sources; i++) {
    rocpd_source *source = s->source[i];
    if (source->info.multi_process) rc = rocpd_origins_make(s, source, err);
    if (rc == SQLITE_OK && source->info.native & ROCPD_KIND_BIT(ROCPD_KIND_FRAME)) rc = rocpd_frame_names_make(s, source, err);
  }
  return rc == SQLITE_OK && rocpd_filter_processes(filter) ? rocpd_process_filter_lists(s, filter, err) : rc;
}

/* Replaces the set's snapshot by one of what its mounts have now. */
static int renew_snapshot(rocpd_trace *t, rocpd_set *set, rocpd_error *err) {
  rocpd_snapshot *s = NULL;
  int rc = snapshot_of_set(t, set, &s, err);
  set->changed = true; /* until it is whole */
  if (rc != SQLITE_OK) return rc;
  forget_windowed(set);
  inherit(s, set);
  rocpd_set_forget(set);
  set->snapshot = s;
  set->built_epoch = rocpd_session_epoch(t->session);
  rc = prepare_batches(s, t->filter, err);
  set->changed = rc != SQLITE_OK;
  return rc;
}

/* Looks at the files once in an epoch. */
static int bring_up_to_date(rocpd_trace *t, rocpd_set *set, rocpd_error *err) {
  bool changed = false;
  if (set->snapshot && !set->changed && set->epoch == rocpd_session_epoch(t->session)) return SQLITE_OK;
  int rc = rocpd_set_update(t, set, &changed, err);
  return rc == SQLITE_OK && (changed || !set->snapshot) ? renew_snapshot(t, set, err) : rc;
}

static int current_snapshot(rocpd_trace *t, rocpd_set *set, rocpd_snapshot **out, rocpd_error *err) {
  int rc = rocpd_fail_code(err, rocpd_epoch_enter(t));
  if (rc == SQLITE_OK) rc = bring_up_to_date(t, set, err);
  if (rc == SQLITE_OK) rc = set_limits(t, set, out, err);
  if (rc != SQLITE_OK) {
    if (!t->open_snapshots) rocpd_session_idle(t->session);
    return rc;
  }
  rocpd_keep_touch(&set->keep);
  (*out)->refs++;
  t->open_snapshots++;
  t->taken++;
  return SQLITE_OK;
}

int rocpd_trace_snapshot(rocpd_trace *t, rocpd_snapshot **out, rocpd_error *err) {
  return current_snapshot(t, &t->main, out, err);
}

/* ---- tables with a path
**
** Each path has a set of its own, with one mount, which stays open after the query. If more than PATH_SETS sets are unused, the least recently used ones are
** closed. */

#define PATH_SETS 16 /* unused sets of tables with a path that stay open */

static bool is_held(const rocpd_set *set) {
  int own = 1 + (set->windowed && set->windowed->whole == set->snapshot); /* references held by the set itself */
  return (set->snapshot && set->snapshot->refs > own) || (set->windowed && set->windowed->refs > 1);
}

/* Closes the least recently used of the unused sets beyond the limit. */
static void sets_trim(rocpd_trace *t) {
  for (;;) {
    size_t n = 0;
    rocpd_set **oldest = NULL;
    for (rocpd_set **p = &t->paths; *p; p = &(*p)->next) {
      if (is_held(*p)) continue;
      n++;
      if (!oldest || (*p)->keep.used < (*oldest)->keep.used) oldest = p;
    }
    if (n <= PATH_SETS) return;
    rocpd_set *set = *oldest;
    *oldest = set->next;
    rocpd_set_clear(t, set);
    sqlite3_free(set);
  }
}

static int set_of_path(rocpd_trace *t, const char *path, rocpd_set **out) {
  size_t literal;
  char *absolute = rocpd_absolute(path, &literal);
  if (!absolute) return SQLITE_NOMEM;
  rocpd_set *set = t->paths;
  while (set && (strcmp(set->mount[0].path, absolute) || set->mount[0].literal != literal)) set = set->next;
  if (!set) {
    set = rocpd_zeroed(sizeof(*set));
    rocpd_mount *mount = rocpd_zeroed(sizeof(*mount));
    if (!set || !mount) {
      sqlite3_free(set);
      sqlite3_free(mount);
      sqlite3_free(absolute);
      return SQLITE_NOMEM;
    }
    mount->path = absolute;
    mount->literal = literal;
    set->mount = mount;
    set->mounts = 1;
    rocpd_set_enter(t, set);
    set->next = t->paths;
    t->paths = set;
  } else {
    sqlite3_free(absolute);
  }
  rocpd_keep_touch(&set->keep);
  *out = set;
  return SQLITE_OK;
}

int rocpd_trace_set_window_of(rocpd_trace *t, const char *path, const rocpd_window *window) {
  rocpd_set *set;
  int rc = set_of_path(t, path, &set);
  return rc == SQLITE_OK ? rocpd_window_set(&set->window, window) : rc;
}

int rocpd_trace_snapshot_of(rocpd_trace *t, const char *path, rocpd_snapshot **out, rocpd_error *err) {
  if (!path || !*path) return rocpd_trace_snapshot(t, out, err);
  rocpd_set *set;
  int rc = set_of_path(t, path, &set);
  if (rc != SQLITE_OK) return rocpd_fail_code(err, rc);
  rc = current_snapshot(t, set, out, err);
  if (rc == SQLITE_OK && !set->mount[0].sources) {
    rc = rocpd_listing_expect(&set->mount[0].listing, set->mount[0].path, err);
    if (rc != SQLITE_OK) {
      rocpd_snapshot_release(*out);
      set->mount[0].listed = false;
    }
  }
  sets_trim(t);
  return rc;
}

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
