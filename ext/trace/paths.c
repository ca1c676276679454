/* Tables with a path: each path has a set of its own, with one mount, which stays open after the query. If more than PATH_SETS sets are unused, the least
** recently used ones are closed. Connection's thread. */
#include "snapshot_state.h"

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
  rc = rocpd_set_snapshot(t, set, out, err);
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
