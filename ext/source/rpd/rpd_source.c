/* Files of rocmProfileData (RPD: trace.rpd), schema 2 and 3, as a kind of source. rpd.h lists the parts. A file may hold several processes; it is one
** source, whose rows have their own pid. Everything is read at first use, and again when the file has changed. */
#include <stddef.h>
#include "guid.h"
#include "registry.h"
#include "rpd.h"

/* ---- rows */

static int read_with(rocpd_whole_source *w, int (*read)(rocpd_rpd *f, rocpd_connection *c, rocpd_error *err), rocpd_error *err) {
  rocpd_rpd *f = (rocpd_rpd *)w;
  rocpd_connection *c;
  int rc = rocpd_database_borrow(w->source.session, &f->database, &c, err);
  if (rc != SQLITE_OK) return rc;
  rc = read(f, c, err);
  rocpd_database_give(w->source.session, c);
  return rc;
}

static int read_rows(rocpd_whole_source *w, rocpd_error *err) {
  rocpd_source_undamaged(&w->source); /* reading finds it again */
  return read_with(w, rocpd_rpd_read, err);
}

static int read_args(rocpd_whole_source *w, rocpd_error *err) { return read_with(w, rocpd_rpd_read_args, err); }

static void drop(rocpd_whole_source *w) {
  rocpd_rpd *f = (rocpd_rpd *)w;
  sqlite3_free(f->fault);
  f->fault = NULL;
  f->faults = 0;
  memset(f->count, 0, sizeof(f->count));
  f->database.state = 0;
}

#define ROWS(name) {&rocpd_rpd_##name, offsetof(rocpd_rpd, name), false}
static const rocpd_whole_rows rows[] = {ROWS(region), ROWS(kernel), ROWS(copy), ROWS(sample), ROWS(pmc_event),
                                        {&rocpd_rpd_arg, offsetof(rocpd_rpd, arg), true}};
static const rocpd_whole_class rpd_whole = {
    .rows = rows, .stores = sizeof(rows) / sizeof(*rows), .read = read_rows, .read_late = read_args, .drop = drop};

/* ---- opening, looking again */

static void rpd_close(rocpd_source *s) {
  rocpd_rpd *f = (rocpd_rpd *)s;
  rocpd_whole_free(&f->whole);
  rocpd_pairs_free(&f->counter);
  rocpd_source_free(s);
}

/* Appends the first row of a statement as text; *found: there is one. */
static int read_text(rocpd_connection *c, sqlite3_str *out, bool *found, rocpd_error *err, const char *format) {
  sqlite3_stmt *s;
  *found = false;
  int rc = rocpd_database_prepare(c, &s, err, format, c->schema);
  if (rc != SQLITE_OK) return rc;
  rc = sqlite3_step(s);
  for (int i = 0; rc == SQLITE_ROW && i < sqlite3_column_count(s); i++) sqlite3_str_appendf(out, "%s|", sqlite3_column_text(s, i));
  *found = rc == SQLITE_ROW;
  if (rc != SQLITE_ROW && rc != SQLITE_DONE) rocpd_fail(err, rc, "cannot read %s: %s", c->path, rocpd_database_reason(c->db, rc));
  sqlite3_finalize(s);
  return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static int is_rpd(rocpd_connection *c, bool *is, rocpd_error *err) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  int rc = read_text(c, text, is, err,
                     "SELECT 1 FROM \"%w\".sqlite_master WHERE type = 'table' AND rootpage > 0 AND name IN ('rocpd_api', 'rocpd_op', 'rocpd_string') "
                     "GROUP BY type HAVING count(*) = 3");
  sqlite3_free(sqlite3_str_finish(text));
  return rc;
}

/* Makes the guid from the first call and the first op, which do not change when a file grows. If a table lacks a column, reading reports it as damage. */
static int identify(rocpd_rpd *f, rocpd_connection *c, rocpd_error *err) {
  static const char *const first[] = {"SELECT pid, tid, start, \"end\", apiName_id FROM \"%w\".rocpd_api LIMIT 1",
                                      "SELECT gpuId, queueId, start, \"end\", description_id FROM \"%w\".rocpd_op LIMIT 1"};
  sqlite3_str *text = sqlite3_str_new(NULL);
  sqlite3_str_appendall(text, "rpd|");
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < 2; i++) {
    rocpd_error why = {0};
    bool found;
    rc = read_text(c, text, &found, &why, first[i]);
    if (rocpd_is_damage(rc)) rc = SQLITE_OK;
    else if (rc != SQLITE_OK) rocpd_fail_for(err, rc, &why);
    rocpd_error_clear(&why);
  }
  int size = sqlite3_str_length(text);
  char *done = sqlite3_str_finish(text);
  if (rc == SQLITE_OK && !done) rc = SQLITE_NOMEM;
  if (rc == SQLITE_OK) rocpd_guid_make(&f->whole.source, done, (size_t)size);
  sqlite3_free(done);
  return rocpd_fail_code(err, rc);
}

static int open_file(const rocpd_source_class *class, rocpd_session *session, const char *path, const rocpd_open_options *options,
                     rocpd_connection *c, rocpd_source **out, rocpd_error *err) {
  rocpd_rpd *f = (rocpd_rpd *)rocpd_source_new(session, class, path, sizeof(*f));
  if (!f) return rocpd_no_memory(err);
  rocpd_whole_begin(&f->whole, &rpd_whole);
  f->whole.source.info.native |= ROCPD_KIND_BIT(ROCPD_KIND_PMC_INFO);
  f->skip = options->skip_damaged;
  f->whole.source.info.complete = true;
  f->whole.source.info.schema = options->schema ? sqlite3_mprintf("%s", options->schema) : NULL;
  f->whole.source.info.connection_thread_only = options->schema != NULL;
  f->database = (rocpd_database){.path = f->whole.source.path, .schema = f->whole.source.info.schema, .brief = options->brief};
  int rc = options->schema && !f->whole.source.info.schema ? rocpd_no_memory(err) : identify(f, c, err);
  if (rc == SQLITE_OK) *out = &f->whole.source;
  else rpd_close(&f->whole.source);
  return rc;
}

static int rpd_open(const rocpd_source_class *class, rocpd_session *session, const char *path, const rocpd_open_options *options, rocpd_source **out,
                    rocpd_error *err) {
  rocpd_connection *c;
  rocpd_database database = {.path = path, .schema = options->schema, .brief = options->brief};
  rocpd_stamp stamp = {0};
  bool is = false;
  *out = NULL;
  int rc = options->schema ? SQLITE_OK : rocpd_stamp_take(path, &stamp, err);
  if (rc == SQLITE_OK) rc = rocpd_database_borrow(session, &database, &c, err);
  if (rc != SQLITE_OK) return rc;
  rc = is_rpd(c, &is, err);
  if (rc == SQLITE_OK && is) rc = open_file(class, session, path, options, c, out, err);
  rocpd_database_give(session, c);
  if (*out) ((rocpd_rpd *)*out)->whole.stamp = stamp;
  return rc;
}

static int rpd_refresh(rocpd_source *s, bool *changed, rocpd_error *err) {
  rocpd_rpd *f = (rocpd_rpd *)s;
  f->database.brief = s->state.brief;
  if (s->info.schema) return SQLITE_OK; /* mount.c reopens databases that only the user's connection can read when they change */
  if (rocpd_database_is_lost(&f->database)) f->whole.stamp = (rocpd_stamp){0}; /* its former state cannot be read any more */
  return rocpd_whole_refresh(s, changed, err);
}

/* ---- health */

static int rpd_health(rocpd_source *s, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg) {
  static const char *const name[RPD_COUNTS] = {"ops without a call", "ops of several calls", "links to missing rows", "ends before starts"};
  rocpd_rpd *f = (rocpd_rpd *)s;
  int rc = rocpd_whole_look(&f->whole, emit, arg);
  for (int i = 0; rc == SQLITE_OK && i < RPD_COUNTS; i++) rc = emit(arg, name[i], f->count[i], i == RPD_OPS_SHARED ? "the first call counts" : NULL);
  for (size_t i = 0; rc == SQLITE_OK && i < f->faults; i++) {
    const rocpd_rpd_fault *x = &f->fault[i];
    char *detail = sqlite3_mprintf("table %s, column %s, first in row %lld: read as NULL", x->table, x->column, x->first_id);
    rc = detail ? emit(arg, ROCPD_WRONG_TYPE, x->count, detail) : SQLITE_NOMEM;
    sqlite3_free(detail);
  }
  return rc;
}

ROCPD_SOURCE_CLASS(rpd) = {.name = "rpd", .probe = rocpd_database_probe, .open = rpd_open, .close = rpd_close, .refresh = rpd_refresh,
                           .batches = rocpd_whole_batches, .forget = rocpd_whole_forget, .health = rpd_health};
