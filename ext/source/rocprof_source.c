/* Databases of rocprofv3 and rocprofiler-systems (rocpd schema 3) as a kind of source.
** Only base tables are read, through connections of our own (database.h); the file's views
** are never used. See rocprof.h for how it is divided. */
#include "json.h"
#include "rank.h"
#include "registry.h"
#include "rocprof.h"
#include "rocz.h"

static int database_probe(const char *path, const uint8_t *head, size_t n) { return n >= 16 && memcmp(head, "SQLite format 3", 16) == 0; }

static void rocprof_close(rocpd_source *s) {
  rocpd_rocprof *f = (rocpd_rocprof *)s;
  rocpd_rocprof_batches_drop(f);
  rocpd_rocprof_set_clear(&f->set);
  sqlite3_free(f->fault);
  sqlite3_free(f->damage);
  pthread_mutex_destroy(&f->mutex);
  rocpd_source_free(s);
}

/* ---- faults */

int rocpd_rocprof_count_fault(rocpd_rocprof *f, int kind, int column, int64_t rowid) {
  int rc = SQLITE_OK;
  pthread_mutex_lock(&f->mutex);
  size_t i = 0;
  while (i < f->faults && (f->fault[i].kind != kind || f->fault[i].column != column)) i++;
  if (i == f->faults) {
    rocpd_rocprof_fault *more = sqlite3_realloc64(f->fault, (f->faults + 1) * sizeof(*more));
    if (more) {
      f->fault = more;
      f->fault[f->faults++] = (rocpd_rocprof_fault){kind, column, 0, rowid};
    } else {
      rc = SQLITE_NOMEM;
    }
  }
  if (rc == SQLITE_OK) {
    f->fault[i].count++;
    if (rowid < f->fault[i].first_rowid) f->fault[i].first_rowid = rowid;
  }
  pthread_mutex_unlock(&f->mutex);
  return rc;
}

bool rocpd_rocprof_is_damage(int rc) {
  int kind = rc & 0xff;
  if (rc == SQLITE_IOERR_NOMEM) return false;
  return kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB || kind == SQLITE_IOERR || kind == SQLITE_TOOBIG || kind == SQLITE_ERROR;
}

void rocpd_rocprof_skip(rocpd_rocprof *f, rocpd_error *err) {
  pthread_mutex_lock(&f->mutex);
  f->damages++;
  if (!f->damage) {
    f->damage = err->message;
    err->message = NULL;
  }
  pthread_mutex_unlock(&f->mutex);
  rocpd_error_clear(err);
}

/* ---- what a set says of itself */

static int copy_text(char **out, sqlite3_stmt *stmt, int i) {
  const char *text = (const char *)sqlite3_column_text(stmt, i);
  sqlite3_free(*out);
  *out = text ? sqlite3_mprintf("%s", text) : NULL;
  return text && !*out ? SQLITE_NOMEM : SQLITE_OK;
}

/* The guid: by the metadata, else by the tables' names. */
static int read_guid(rocpd_rocprof *f, const rocpd_connection *c, rocpd_error *err) {
  const rocpd_rocprof_table *t = &f->set.table[ROCPD_KIND_RAW_METADATA];
  const uint64_t wanted = (uint64_t)1 << ROCPD_RAW_METADATA_tag | (uint64_t)1 << ROCPD_RAW_METADATA_value;
  const char *suffix = f->set.suffix + (f->set.suffix[0] == '_');
  sqlite3_snprintf(sizeof(f->base.guid), f->base.guid, "%s", suffix);
  for (char *p = f->base.guid; *p; p++)
    if (*p == '_') *p = '-';
  if (!t->name || (t->has & wanted) != wanted) return SQLITE_OK;
  sqlite3_stmt *stmt;
  int rc = rocpd_database_prepare(c->db, c->path, &stmt, err, "SELECT value FROM \"%w\".\"%w\" WHERE tag IN ('guid', 'upid') ORDER BY tag LIMIT 1", c->schema, t->name);
  if (rc != SQLITE_OK) return rc;
  rc = sqlite3_step(stmt);
  const char *guid = rc == SQLITE_ROW ? (const char *)sqlite3_column_text(stmt, 0) : NULL;
  if (guid && *guid && strlen(guid) < sizeof(f->base.guid)) sqlite3_snprintf(sizeof(f->base.guid), f->base.guid, "%s", guid);
  if (rc != SQLITE_ROW && rc != SQLITE_DONE) rocpd_fail(err, rc, "%s: table %s: %s", f->base.path, t->name, sqlite3_errmsg(c->db));
  sqlite3_finalize(stmt);
  return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* A file is one process's; a merged one has several: then none is said. */
static int read_process(rocpd_rocprof *f, const rocpd_connection *c, rocpd_error *err) {
  const rocpd_rocprof_table *t = &f->set.table[ROCPD_KIND_RAW_PROCESS];
  static const int column[] = {ROCPD_RAW_PROCESS_pid,   ROCPD_RAW_PROCESS_ppid, ROCPD_RAW_PROCESS_nid,
                               ROCPD_RAW_PROCESS_start, ROCPD_RAW_PROCESS_end,  ROCPD_RAW_PROCESS_command};
  if (!t->name) return SQLITE_OK;
  sqlite3_str *list = sqlite3_str_new(NULL);
  for (size_t i = 0; i < sizeof(column) / sizeof(*column); i++)
    sqlite3_str_appendf(list, t->has >> column[i] & 1 ? "%s\"%w\"" : "%sNULL", i ? ", " : "", rocpd_kinds[ROCPD_KIND_RAW_PROCESS].column[column[i]].name);
  char *columns = sqlite3_str_finish(list);
  if (!columns) return rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  sqlite3_stmt *stmt;
  int rc = rocpd_database_prepare(c->db, c->path, &stmt, err, "SELECT %s FROM \"%w\".\"%w\" LIMIT 2", columns, c->schema, t->name);
  sqlite3_free(columns);
  if (rc != SQLITE_OK) return rc;
  int rows = 0;
  while ((rc = sqlite3_step(stmt)) == SQLITE_ROW && ++rows == 1) {
    f->base.pid = sqlite3_column_int64(stmt, 0);
    f->base.ppid = sqlite3_column_int64(stmt, 1);
    f->base.nid = sqlite3_column_int64(stmt, 2);
    f->base.start_ns = sqlite3_column_int64(stmt, 3);
    f->base.end_ns = sqlite3_column_int64(stmt, 4);
    rc = copy_text(&f->base.command, stmt, 5);
    if (rc != SQLITE_OK) break;
  }
  if (rows > 1) {
    f->base.pid = f->base.ppid = f->base.start_ns = f->base.end_ns = 0;
    sqlite3_free(f->base.command);
    f->base.command = NULL;
  }
  if (rc == SQLITE_DONE || rc == SQLITE_ROW) rc = SQLITE_OK;
  else rocpd_fail(err, rc, "%s: table %s: %s", f->base.path, t->name, sqlite3_errmsg(c->db));
  sqlite3_finalize(stmt);
  return rc;
}

static int read_host(rocpd_rocprof *f, const rocpd_connection *c, rocpd_error *err) {
  const rocpd_rocprof_table *t = &f->set.table[ROCPD_KIND_RAW_NODE];
  if (!t->name || !(t->has >> ROCPD_RAW_NODE_hostname & 1)) return SQLITE_OK;
  sqlite3_stmt *stmt;
  int rc = rocpd_database_prepare(c->db, c->path, &stmt, err, "SELECT min(hostname) FROM \"%w\".\"%w\" HAVING count(DISTINCT hostname) = 1", c->schema, t->name);
  if (rc != SQLITE_OK) return rc;
  rc = sqlite3_step(stmt);
  int failed = rc == SQLITE_ROW ? copy_text(&f->base.host, stmt, 0) : SQLITE_OK;
  if (rc != SQLITE_ROW && rc != SQLITE_DONE) failed = rocpd_fail(err, rc, "%s: table %s: %s", f->base.path, t->name, sqlite3_errmsg(c->db));
  sqlite3_finalize(stmt);
  return failed;
}

/* The rank of the process, by its environment, which is JSON. */
static int read_rank(rocpd_rocprof *f, const rocpd_connection *c, rocpd_error *err) {
  const rocpd_rocprof_table *t = &f->set.table[ROCPD_KIND_RAW_PROCESS];
  if (!t->name || !(t->has >> ROCPD_RAW_PROCESS_environment & 1)) return SQLITE_OK;
  sqlite3_str *list = sqlite3_str_new(NULL);
  for (const char *const *variable = rocpd_rank_variables; *variable; variable++) sqlite3_str_appendf(list, ", '$.%s'", *variable);
  char *paths = sqlite3_str_finish(list);
  if (!paths) return rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  sqlite3_stmt *stmt;
  int rc = rocpd_database_prepare(c->db, c->path, &stmt, err,
                                  "SELECT value FROM json_each((SELECT CASE WHEN count(*) = 1 THEN json_extract(max(environment)%s) END"
                                  " FROM \"%w\".\"%w\" WHERE json_valid(environment))) ORDER BY key",
                                  paths, c->schema, t->name);
  sqlite3_free(paths);
  if (rc != SQLITE_OK) return rc;
  while (f->base.rank < 0 && (rc = sqlite3_step(stmt)) == SQLITE_ROW) f->base.rank = rocpd_rank_of_text((const char *)sqlite3_column_text(stmt, 0));
  if (rc == SQLITE_DONE || rc == SQLITE_ROW) rc = SQLITE_OK;
  else rocpd_fail(err, rc, "%s: table %s: %s", f->base.path, t->name, sqlite3_errmsg(c->db));
  sqlite3_finalize(stmt);
  return rc;
}

/* What rocpd_export_db wrote of the file that the process came from, which schema 3 has no
** columns for. */
static int read_origin(rocpd_rocprof *f, const rocpd_connection *c, rocpd_error *err) {
  const rocpd_rocprof_table *t = &f->set.table[ROCPD_KIND_RAW_PROCESS];
  if (!t->name || !(t->has >> ROCPD_RAW_PROCESS_extdata & 1)) return SQLITE_OK;
  sqlite3_stmt *stmt;
  int rc = rocpd_database_prepare(c->db, c->path, &stmt, err,
                                  "SELECT json_extract(e, '$.rocpd_source.rank'), json_extract(e, '$.rocpd_source.wall_offset_ns')"
                                  " FROM (SELECT max(extdata) AS e, count(*) AS n FROM \"%w\".\"%w\") WHERE n = 1 AND json_valid(e)",
                                  c->schema, t->name);
  if (rc != SQLITE_OK) return rc;
  rc = sqlite3_step(stmt);
  if (rc == SQLITE_ROW && f->base.rank < 0) f->base.rank = rocpd_rank_of_text((const char *)sqlite3_column_text(stmt, 0));
  if (rc == SQLITE_ROW && sqlite3_column_type(stmt, 1) == SQLITE_INTEGER && rocz_is_time(sqlite3_column_int64(stmt, 1)))
    f->base.wall_offset_ns = sqlite3_column_int64(stmt, 1);
  if (rc == SQLITE_DONE || rc == SQLITE_ROW) rc = SQLITE_OK;
  else rocpd_fail(err, rc, "%s: table %s: %s", f->base.path, t->name, sqlite3_errmsg(c->db));
  sqlite3_finalize(stmt);
  return rc;
}

static int intern_or_null(rocpd_trace *t, const char *text, int64_t *id) {
  *id = ROCPD_NULL;
  return text && *text ? rocpd_intern(t, text, -1, id) : SQLITE_OK;
}

/* What is in a text too long to look into is not known, and health says so; other damage is
** an error, unless it is to be skipped. */
static int read_self_by(int (*read)(rocpd_rocprof *f, const rocpd_connection *c, rocpd_error *err), rocpd_rocprof *f, const rocpd_connection *c,
                        rocpd_error *err) {
  rocpd_error why = {0};
  int rc = read(f, c, &why);
  if ((rc & 0xff) == SQLITE_TOOBIG || (f->skip && rocpd_rocprof_is_damage(rc))) {
    rocpd_rocprof_skip(f, &why);
    return SQLITE_OK;
  }
  if (rc != SQLITE_OK) rocpd_fail(err, rc, "%s", why.message ? why.message : "out of memory");
  rocpd_error_clear(&why);
  return rc;
}

static int read_self(rocpd_rocprof *f, const rocpd_connection *c, rocpd_error *err) {
  static int (*const reads[])(rocpd_rocprof *, const rocpd_connection *, rocpd_error *) = {read_guid, read_process, read_rank, read_origin, read_host};
  rocpd_trace *t = f->base.trace;
  int rc = SQLITE_OK, limit = sqlite3_limit(c->db, SQLITE_LIMIT_LENGTH, ROCPD_JSON_BYTES);
  for (size_t i = 0; rc == SQLITE_OK && i < sizeof(reads) / sizeof(*reads); i++) rc = read_self_by(reads[i], f, c, err);
  sqlite3_limit(c->db, SQLITE_LIMIT_LENGTH, limit);
  if (rc == SQLITE_OK) rc = intern_or_null(t, f->base.path, &f->path_id);
  if (rc == SQLITE_OK) rc = intern_or_null(t, f->base.host, &f->host_id);
  if (rc == SQLITE_OK) rc = intern_or_null(t, f->base.guid, &f->guid_id);
  f->run_id = ROCPD_NULL;
  f->base.complete = true;
  f->base.own_thread = f->base.schema != NULL;
  for (int k = 0; k < ROCPD_KIND_COUNT; k++)
    if (f->set.table[k].name) f->base.native |= ROCPD_KIND_BIT(k);
  return rc;
}

/* ---- opening */

static const rocpd_source_class rocpd_rocprofv3_of_rocpd_sources;

static void close_all(rocpd_source *first) {
  for (rocpd_source *s = first, *next; s; s = next) {
    next = s->sibling;
    rocprof_close(s);
  }
}

static int open_set(rocpd_trace *t, const char *path, const rocpd_open_options *options, rocpd_rocprof_set *set, const rocpd_connection *c, rocpd_source **out,
                    rocpd_error *err) {
  rocpd_rocprof *f = (rocpd_rocprof *)rocpd_source_new(t, &rocpd_rocprofv3_of_rocpd_sources, path, sizeof(*f));
  if (!f) return rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  pthread_mutex_init(&f->mutex, NULL);
  f->set = rocpd_rocprof_set_take(set);
  f->skip = options->skip_damaged;
  f->base.schema = options->schema ? sqlite3_mprintf("%s", options->schema) : NULL;
  int rc = options->schema && !f->base.schema ? rocpd_fail(err, SQLITE_NOMEM, "out of memory") : SQLITE_OK;
  if (rc == SQLITE_OK) rc = read_self(f, c, err);
  if (rc == SQLITE_OK) *out = &f->base;
  else rocprof_close(&f->base);
  return rc;
}

/* The sources of a file, linked by `sibling`: none when it has no sets of tables. */
static int open_sets(rocpd_trace *t, const char *path, const rocpd_open_options *options, rocpd_source **out, rocpd_error *err) {
  rocpd_connection *c;
  rocpd_rocprof_set *set = NULL;
  rocpd_stamp stamp = {0};
  size_t n = 0;
  int rc = options->schema ? SQLITE_OK : rocpd_stamp_take(path, &stamp, err);
  if (rc == SQLITE_OK) rc = rocpd_database_borrow(t, path, options->schema, &c, err);
  if (rc != SQLITE_OK) return rc;
  rc = rocpd_rocprof_sets(c, &set, &n, err);
  rocpd_source **at = out;
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    rc = open_set(t, path, options, &set[i], c, at, err);
    if (rc != SQLITE_OK) break;
    ((rocpd_rocprof *)*at)->stamp = stamp;
    ((rocpd_rocprof *)*at)->sets = n;
    at = &(*at)->sibling;
  }
  rocpd_rocprof_sets_free(set, n);
  rocpd_database_give(t, c);
  if (rc != SQLITE_OK) {
    close_all(*out);
    *out = NULL;
  }
  return rc;
}

/* A file that cannot be read at all, where damage is to be skipped: a source without
** tables, which says so in health. */
static int open_damaged(rocpd_trace *t, const char *path, rocpd_source **out, rocpd_error *why) {
  rocpd_rocprof *f = (rocpd_rocprof *)rocpd_source_new(t, &rocpd_rocprofv3_of_rocpd_sources, path, sizeof(*f));
  if (!f) return SQLITE_NOMEM;
  pthread_mutex_init(&f->mutex, NULL);
  f->skip = true;
  f->path_id = f->host_id = f->run_id = f->guid_id = ROCPD_NULL;
  rocpd_error ignored = {0};
  if (rocpd_stamp_take(path, &f->stamp, &ignored) != SQLITE_OK) rocpd_error_clear(&ignored);
  rocpd_rocprof_skip(f, why);
  *out = &f->base;
  return SQLITE_OK;
}

static int rocprof_open(rocpd_trace *t, const char *path, const rocpd_open_options *options, rocpd_source **out, rocpd_error *err) {
  rocpd_error why = {0};
  *out = NULL;
  int rc = open_sets(t, path, options, out, &why);
  if (rocpd_rocprof_is_damage(rc) && options->skip_damaged) rc = open_damaged(t, path, out, &why);
  if (rc != SQLITE_OK) rocpd_fail(err, rc, "%s", why.message ? why.message : "out of memory");
  rocpd_error_clear(&why);
  return rc;
}

/* Are the sets of the file still those of the source and its siblings, with the same
** tables? Then the rows are read again; else the file is opened anew. */
static bool same_sets(const rocpd_rocprof *f, const rocpd_rocprof_set *set, size_t n) {
  size_t found = 0;
  for (size_t i = 0; i < n; i++) {
    if (strcmp(set[i].suffix, f->set.suffix)) continue;
    found++;
    for (int k = 0; k < ROCPD_KIND_COUNT; k++) {
      const rocpd_rocprof_table *a = &set[i].table[k], *b = &f->set.table[k];
      if (!a->name != !b->name || a->root != b->root || a->has != b->has || a->id_is_rowid != b->id_is_rowid) return false;
    }
  }
  return found == 1 && n == f->sets;
}

/* Rows read before stay in snapshots; the next ones are of the new state. */
static int rocprof_refresh(rocpd_source *s, bool *changed, rocpd_error *err) {
  rocpd_rocprof *f = (rocpd_rocprof *)s;
  rocpd_connection *c;
  rocpd_rocprof_set *set;
  size_t n;
  /* What only the connection can read trace.c opens anew when it changes. */
  if (s->schema || rocpd_stamp_holds(s->path, &f->stamp)) return SQLITE_OK;
  rocpd_stamp stamp;
  int rc = rocpd_stamp_take(s->path, &stamp, err);
  if (rc == SQLITE_OK) rc = rocpd_database_borrow(s->trace, s->path, NULL, &c, err);
  if (rc != SQLITE_OK) return rc;
  rocpd_error why = {0};
  rc = rocpd_rocprof_sets(c, &set, &n, &why);
  rocpd_database_give(s->trace, c);
  /* Opening it anew says what there is to say of damage. */
  s->outdated = rc != SQLITE_OK || !same_sets(f, set, n);
  rocpd_rocprof_sets_free(set, n);
  rocpd_error_clear(&why);
  rocpd_rocprof_batches_drop(f);
  f->stamp = stamp;
  *changed = true;
  return SQLITE_OK;
}

static int rocprof_batches(rocpd_source *s, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  return rocpd_rocprof_batches((rocpd_rocprof *)s, kind, out, n, err);
}

static int rocprof_range(rocpd_source *s, int kind, int64_t low, int64_t high, rocpd_batch **out, rocpd_error *err) {
  return rocpd_rocprof_range((rocpd_rocprof *)s, kind, low, high, out, err);
}

static int rocprof_health(rocpd_source *s, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg) {
  rocpd_rocprof *f = (rocpd_rocprof *)s;
  int rc = SQLITE_OK;
  if (f->damage) rc = emit(arg, "damaged", f->damages, f->damage);
  for (size_t i = 0; rc == SQLITE_OK && i < f->faults; i++) {
    const rocpd_rocprof_fault *x = &f->fault[i];
    char *detail = sqlite3_mprintf("table %s, column %s, first at rowid %lld: read as NULL", f->set.table[x->kind].name,
                                   rocpd_kinds[x->kind].column[x->column].name, x->first_rowid);
    rc = detail ? emit(arg, "wrong type", x->count, detail) : SQLITE_NOMEM;
    sqlite3_free(detail);
  }
  return rc;
}

ROCPD_SOURCE_CLASS(rocprofv3) = {
    .name = "rocprofv3",
    .probe = database_probe,
    .open = rocprof_open,
    .close = rocprof_close,
    .refresh = rocprof_refresh,
    .batches = rocprof_batches,
    .range = rocprof_range,
    .batch = {.decode = rocpd_rocprof_decode, .free = rocpd_rocprof_batch_free},
    .health = rocprof_health,
};
