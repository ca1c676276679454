/* Databases of rocprofv3 and rocprofiler-systems (rocpd schema 3) as a kind of source. Only base tables are read, through separate connections (database.h);
** the file's views are never used. rocprof.h lists the parts. */
#include "registry.h"
#include "rocprof.h"

static void rocprof_close(rocpd_source *s) {
  rocpd_rocprof *f = (rocpd_rocprof *)s;
  rocpd_rocprof_batches_drop(f);
  rocpd_rocprof_set_clear(&f->set);
  sqlite3_free(f->fault), sqlite3_free(f->said);
  pthread_mutex_destroy(&f->mutex);
  pthread_mutex_destroy(&f->begin_mutex);
  rocpd_source_free(s);
}

/* ---- opening */

static void close_all(rocpd_source *first) {
  for (rocpd_source *s = first, *next; s; s = next) {
    next = s->sibling;
    rocprof_close(s);
  }
}

static int open_set(const rocpd_source_class *class, rocpd_session *session, const rocpd_database *state, const rocpd_open_options *options,
                    rocpd_rocprof_set *set, rocpd_source **out, rocpd_error *err) {
  rocpd_rocprof *f = (rocpd_rocprof *)rocpd_source_new(session, class, state->path, sizeof(*f));
  if (!f) return rocpd_no_memory(err);
  pthread_mutex_init(&f->mutex, NULL);
  pthread_mutex_init(&f->begin_mutex, NULL);
  f->set = rocpd_rocprof_set_take(set);
  f->skip = options->skip_damaged;
  f->base.info.schema = options->schema ? sqlite3_mprintf("%s", options->schema) : NULL;
  f->database = *state;
  f->database.path = f->base.path;
  f->database.schema = f->base.info.schema;
  int rc = options->schema && !f->base.info.schema ? rocpd_no_memory(err) : SQLITE_OK;
  if (rc == SQLITE_OK) rc = rocpd_rocprof_read_self(f, err);
  f->opened_damaged = f->base.faults.damages > 0;
  if (rc == SQLITE_OK) *out = &f->base;
  else rocprof_close(&f->base);
  return rc;
}

/* Opens the sources of a file, linked by `sibling`; none if it has no sets of tables. */
static int open_sets(const rocpd_source_class *class, rocpd_session *session, const char *path, const rocpd_open_options *options, rocpd_source **out,
                     rocpd_error *err) {
  rocpd_connection *c;
  rocpd_rocprof_set *set = NULL;
  rocpd_database database = {.path = path, .schema = options->schema, .brief = options->brief};
  rocpd_stamp stamp = {0};
  size_t n = 0;
  int rc = options->schema ? SQLITE_OK : rocpd_stamp_take(path, &stamp, err);
  if (rc == SQLITE_OK) rc = rocpd_database_borrow(session, &database, &c, err);
  if (rc != SQLITE_OK) return rc;
  rc = rocpd_rocprof_sets(session, c, &set, &n, err);
  rocpd_database_give(session, c);
  rocpd_source **at = out;
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    rc = open_set(class, session, &database, options, &set[i], at, err);
    if (rc != SQLITE_OK) break;
    ((rocpd_rocprof *)*at)->stamp = stamp;
    ((rocpd_rocprof *)*at)->sets = n;
    at = &(*at)->sibling;
  }
  rocpd_rocprof_sets_free(set, n);
  if (rc != SQLITE_OK) {
    close_all(*out);
    *out = NULL;
  }
  return rc;
}

/* If damage is to be skipped, a file that cannot be read at all becomes a source without tables, with a fact in health. */
static int open_damaged(const rocpd_source_class *class, rocpd_session *session, const char *path, rocpd_source **out, rocpd_error *why) {
  rocpd_rocprof *f = (rocpd_rocprof *)rocpd_source_new(session, class, path, sizeof(*f));
  if (!f) return SQLITE_NOMEM;
  pthread_mutex_init(&f->mutex, NULL);
  pthread_mutex_init(&f->begin_mutex, NULL);
  f->skip = true;
  f->path_id = f->host_id = f->run_id = f->guid_id = ROCPD_NULL;
  rocpd_error ignored = {0};
  if (rocpd_stamp_take(path, &f->stamp, &ignored) != SQLITE_OK) rocpd_error_clear(&ignored);
  rocpd_source_damaged(&f->base, why);
  *out = &f->base;
  return SQLITE_OK;
}

static int rocprof_open(const rocpd_source_class *class, rocpd_session *session, const char *path, const rocpd_open_options *options,
                        rocpd_source **out, rocpd_error *err) {
  rocpd_error why = {0};
  *out = NULL;
  int rc = open_sets(class, session, path, options, out, &why);
  if (rocpd_is_damage(rc) && options->skip_damaged) rc = open_damaged(class, session, path, out, &why);
  return rocpd_fail_for(err, rc, &why);
}

/* True if the file still has the sets of the source and its siblings, with the same tables. Then only rows are read again; else the file is opened again. */
static bool same_sets(const rocpd_rocprof *f, const rocpd_rocprof_set *set, size_t n) {
  size_t found = 0;
  if (!f->set.suffix) return false; /* nothing of the file could be read */
  for (size_t i = 0; i < n; i++) {
    if (strcmp(set[i].suffix, f->set.suffix)) continue;
    found++;
    for (int k = 0; k < ROCPD_KIND_COUNT; k++) {
      const rocpd_rocprof_table *a = &set[i].table[k], *b = &f->set.table[k];
      if (!a->name != !b->name || a->root != b->root || a->layout != b->layout) return false;
    }
  }
  return found == 1 && n == f->sets;
}

/* Rows that were read before stay in snapshots; rows read from now on are of the new state. */
static int rocprof_refresh(rocpd_source *s, bool *changed, rocpd_error *err) {
  rocpd_rocprof *f = (rocpd_rocprof *)s;
  rocpd_connection *c;
  rocpd_rocprof_set *set;
  size_t n;
  /* mount.c reopens databases that only the user's connection can read when they change. */
  if (s->info.schema || (!rocpd_database_is_lost(&f->database) && rocpd_stamp_holds(s->path, &f->stamp))) return SQLITE_OK;
  rocpd_database database = {.path = s->path, .brief = s->state.brief};
  rocpd_stamp stamp;
  int rc = rocpd_stamp_take(s->path, &stamp, err);
  if (rc == SQLITE_OK) rc = rocpd_database_borrow(s->session, &database, &c, err);
  if (rc != SQLITE_OK) return rc;
  rocpd_error why = {0};
  rc = rocpd_rocprof_sets(s->session, c, &set, &n, &why);
  rocpd_database_give(s->session, c);
  /* Opening the file again reports damage. Damage met while reading is met again, if it is still there. */
  s->info.outdated = rc != SQLITE_OK || f->opened_damaged || !same_sets(f, set, n);
  if (!s->info.outdated) rocpd_source_undamaged(s);
  rocpd_rocprof_sets_free(set, n);
  rocpd_error_clear(&why);
  rocpd_rocprof_batches_drop(f);
  rocpd_rocprof_forget_begin(f);
  f->faults = 0;
  f->stamp = stamp;
  f->database = database;
  *changed = true;
  return SQLITE_OK;
}

static int rocprof_batches(rocpd_source *s, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  return rocpd_rocprof_batches((rocpd_rocprof *)s, kind, out, n, err);
}

static int rocprof_range(rocpd_source *s, int kind, int64_t low, int64_t high, rocpd_batch **out, rocpd_error *err) {
  return rocpd_rocprof_range((rocpd_rocprof *)s, kind, low, high, out, err);
}

/* Reports base tables of schema 3.0.0 that the set lacks. */
static int say_missing(const rocpd_rocprof *f, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg) {
  sqlite3_str *names = sqlite3_str_new(NULL);
  int n = 0;
  for (int k = 0; k < ROCPD_KIND_COUNT; k++) {
    if (!rocpd_rocprof_is_base(k) || rocpd_kinds[k].flags & ROCPD_K_LATER || f->set.table[k].name) continue;
    sqlite3_str_appendf(names, "%s%s", n++ ? ", " : "", rocpd_kinds[k].name);
  }
  char *text = sqlite3_str_finish(names);
  int rc = !n ? SQLITE_OK : text ? emit(arg, "missing tables", n, text) : SQLITE_NOMEM;
  sqlite3_free(text);
  return rc;
}

static int rocprof_health(rocpd_source *s, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg) {
  rocpd_rocprof *f = (rocpd_rocprof *)s;
  int rc = f->set.suffix ? say_missing(f, emit, arg) : SQLITE_OK; /* if there is no suffix, nothing of the file could be read */
  if (rc == SQLITE_OK) rc = rocpd_rocprof_say_health(f, emit, arg);
  for (size_t i = 0; rc == SQLITE_OK && i < f->faults; i++) {
    const rocpd_rocprof_fault *x = &f->fault[i];
    char *detail = sqlite3_mprintf("table %s, column %s, first at rowid %lld: read as NULL", f->set.table[x->kind].name,
                                   rocpd_kinds[x->kind].column[x->column].name, x->first_rowid);
    rc = detail ? emit(arg, ROCPD_WRONG_TYPE, x->count, detail) : SQLITE_NOMEM;
    sqlite3_free(detail);
  }
  return rc;
}

ROCPD_SOURCE_CLASS(rocprofv3) = {
    .name = "rocprofv3",
    .probe = rocpd_database_probe,
    .open = rocprof_open,
    .close = rocprof_close,
    .refresh = rocprof_refresh,
    .batches = rocprof_batches,
    .range = rocprof_range,
    .batch = {.decode = rocpd_rocprof_decode, .free = rocpd_rocprof_batch_free},
    .health = rocprof_health,
    .domains = rocpd_rocprof_domains,
};
