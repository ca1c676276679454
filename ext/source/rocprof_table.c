/* Which sets of base tables a database has. Names decide: a base name, and behind it the
** set's suffix, "_" and the guid with "_" for "-" (rocprofv3), the same or 32 digits with or
** without the "_" (others), or nothing. Columns are found by name.
**
** The drafts of schema 4 have what rows of a track share in rocpd_track, times in
** rocpd_timestamp (4.0 only), and categories in rocpd_info_category: such columns are
** looked up by SQL, so that rows look as in schema 3. */
#include "rocprof.h"
#include <ctype.h>

bool rocpd_rocprof_is_base(int kind) { return strncmp(rocpd_kinds[kind].name, "rocpd_", 6) == 0; }

/* Is it "", "_..." or an id of 32 hexadecimal digits with any "-" or "_" in it? */
static bool is_suffix(const char *s) {
  if (!*s || *s == '_') return true;
  int digits = 0;
  for (; *s; s++) {
    if (isxdigit((unsigned char)*s)) digits++;
    else if (*s != '-' && *s != '_') return false;
  }
  return digits == 32;
}

/* The kind of a table by its name, or -1. */
static int kind_of(const char *name, const char **suffix) {
  int best = -1;
  size_t longest = 0;
  for (int k = 0; k < ROCPD_KIND_COUNT; k++) {
    size_t n = strlen(rocpd_kinds[k].name);
    if (n <= longest || !rocpd_rocprof_is_base(k) || strncmp(name, rocpd_kinds[k].name, n) || !is_suffix(name + n)) continue;
    best = k;
    longest = n;
  }
  if (best >= 0) *suffix = name + longest;
  return best;
}

static rocpd_rocprof_set *set_of(rocpd_rocprof_set **sets, size_t *n, const char *suffix) {
  for (size_t i = 0; i < *n; i++)
    if (strcmp((*sets)[i].suffix, suffix) == 0) return &(*sets)[i];
  rocpd_rocprof_set *more = sqlite3_realloc64(*sets, (*n + 1) * sizeof(*more));
  if (!more) return NULL;
  *sets = more;
  more += *n;
  memset(more, 0, sizeof(*more));
  more->suffix = sqlite3_mprintf("%s", suffix);
  if (!more->suffix) return NULL;
  (*n)++;
  return more;
}

/* Drafts of schema 4. */
static void add_reference(rocpd_rocprof_table *t, const char *name) {
  if (sqlite3_stricmp(name, "track_id") == 0) t->has_track_id = true;
  if (sqlite3_stricmp(name, "start_id") == 0) t->has_start_id = true;
  if (sqlite3_stricmp(name, "end_id") == 0) t->has_end_id = true;
  if (sqlite3_stricmp(name, "timestamp_id") == 0) t->has_timestamp_id = true;
}

static void add_column(rocpd_rocprof_table *t, int kind, const char *name, const char *type, int key, bool descending, int position) {
  const rocpd_kind *k = &rocpd_kinds[kind];
  for (int c = 0; c < k->columns - ROCPD_COMMON_COLUMNS; c++)
    if (sqlite3_stricmp(k->column[c].name, name) == 0) {
      t->has |= (uint64_t)1 << c;
      t->position[c] = (int16_t)position;
    }
  if (sqlite3_stricmp(name, "rowid") == 0) t->rowid_named = true;
  if (sqlite3_stricmp(name, "_rowid_") == 0) t->_rowid_named = true;
  if (sqlite3_stricmp(name, "oid") == 0) t->oid_named = true;
  add_reference(t, name);
  if (!key) return;
  t->keys++;
  /* INTEGER PRIMARY KEY DESC is a column beside the rowid. */
  t->id_is_rowid = sqlite3_stricmp(name, "id") == 0 && sqlite3_stricmp(type, "INTEGER") == 0 && t->keys == 1 && !descending;
}

const char *rocpd_rocprof_rowid(const rocpd_rocprof_table *t) {
  return !t->rowid_named ? "rowid" : !t->_rowid_named ? "_rowid_" : !t->oid_named ? "oid" : NULL;
}

void rocpd_rocprof_set_clear(rocpd_rocprof_set *s) {
  for (int k = 0; k < ROCPD_KIND_COUNT; k++) {
    sqlite3_free(s->table[k].name);
    for (int c = 0; c < 64; c++) sqlite3_free(s->table[k].expression[c]);
  }
  sqlite3_free(s->timestamp);
  sqlite3_free(s->category);
  sqlite3_free(s->suffix);
}

void rocpd_rocprof_sets_free(rocpd_rocprof_set *set, size_t n) {
  for (size_t i = 0; i < n; i++) rocpd_rocprof_set_clear(&set[i]);
  sqlite3_free(set);
}

rocpd_rocprof_set rocpd_rocprof_set_take(rocpd_rocprof_set *set) {
  rocpd_rocprof_set taken = *set;
  memset(set, 0, sizeof(*set));
  return taken;
}

/* RPD has tables of the same names: rocpd_string and rocpd_metadata. */
static bool is_complete(const rocpd_rocprof_set *s) {
  bool has_names = s->table[ROCPD_KIND_RAW_STRING].name || s->table[ROCPD_KIND_RAW_METADATA].name, has_more = false;
  for (int k = 0; k < ROCPD_KIND_COUNT; k++)
    if (k != ROCPD_KIND_RAW_STRING && k != ROCPD_KIND_RAW_METADATA && s->table[k].name) has_more = true;
  return has_names && has_more;
}

/* ---- schema 4 */

/* Tables that no kind is for. */
static int add_other(const char *name, rocpd_rocprof_set **sets, size_t *n) {
  static const char *const known[] = {"rocpd_timestamp", "rocpd_info_category"};
  for (int i = 0; i < 2; i++) {
    size_t size = strlen(known[i]);
    if (strncmp(name, known[i], size) || !is_suffix(name + size)) continue;
    rocpd_rocprof_set *set = set_of(sets, n, name + size);
    char **to = set ? i ? &set->category : &set->timestamp : NULL;
    if (to && !*to) *to = sqlite3_mprintf("%s", name);
    return to && *to ? SQLITE_OK : SQLITE_NOMEM;
  }
  return SQLITE_OK;
}

/* What a column that the table lacks is in schema 4; NULL: nothing. */
static char *expression_of(const rocpd_rocprof_set *s, const rocpd_rocprof_table *t, int kind, int column, const char *schema) {
  const char *name = rocpd_kinds[kind].column[column].name;
  static const char *const shared[] = {"nid", "pid", "tid", "agent_id", "queue_id", "stream_id"};
  const char *reference = strcmp(name, "start") == 0 && t->has_start_id ? "start_id" : strcmp(name, "end") == 0 && t->has_end_id ? "end_id" :
                          strcmp(name, "timestamp") == 0 && t->has_timestamp_id ? "timestamp_id" : NULL;
  if (reference && s->timestamp) return sqlite3_mprintf("(SELECT value FROM \"%w\".\"%w\" WHERE id = t.%s)", schema, s->timestamp, reference);
  if (!t->has_track_id || !s->table[ROCPD_KIND_RAW_TRACK].name) return NULL;
  for (size_t i = 0; i < sizeof(shared) / sizeof(*shared); i++)
    if (strcmp(name, shared[i]) == 0) return sqlite3_mprintf("(SELECT %s FROM \"%w\".\"%w\" WHERE id = t.track_id)", name, schema, s->table[ROCPD_KIND_RAW_TRACK].name);
  return NULL;
}

static int add_expression(rocpd_rocprof_table *t, int column, char *text) {
  if (!text) return SQLITE_NOMEM;
  t->expression[column] = text;
  t->has |= (uint64_t)1 << column;
  return SQLITE_OK;
}

static int add_expressions(rocpd_rocprof_set *s, const char *schema) {
  int rc = SQLITE_OK;
  for (int k = 0; rc == SQLITE_OK && k < ROCPD_KIND_COUNT; k++) {
    rocpd_rocprof_table *t = &s->table[k];
    bool refers = t->has_track_id || t->has_start_id || t->has_end_id || t->has_timestamp_id;
    for (int c = 0; rc == SQLITE_OK && t->name && refers && c < rocpd_kinds[k].columns - ROCPD_COMMON_COLUMNS; c++) {
      char *text = t->has >> c & 1 ? NULL : expression_of(s, t, k, c, schema);
      if (text) rc = add_expression(t, c, text);
    }
  }
  rocpd_rocprof_table *event = &s->table[ROCPD_KIND_RAW_EVENT];
  const char *string = s->table[ROCPD_KIND_RAW_STRING].name;
  if (rc == SQLITE_OK && event->name && string && s->category && event->has >> ROCPD_RAW_EVENT_category_id & 1)
    rc = add_expression(event, ROCPD_RAW_EVENT_category_id,
                        sqlite3_mprintf("(SELECT s.id FROM \"%w\".\"%w\" g JOIN \"%w\".\"%w\" s ON s.string = g.name WHERE g.id = t.category_id)", schema,
                                        s->category, schema, string));
  return rc;
}

/* ---- reading */

/* One row of the statement below: a column of a table. */
static int add_row(sqlite3_stmt *stmt, rocpd_rocprof_set **sets, size_t *n) {
  const char *name = (const char *)sqlite3_column_text(stmt, 0), *suffix;
  const char *column = (const char *)sqlite3_column_text(stmt, 2), *type = (const char *)sqlite3_column_text(stmt, 3);
  int kind = name ? kind_of(name, &suffix) : -1;
  if (kind < 0) return name ? add_other(name, sets, n) : SQLITE_OK;
  rocpd_rocprof_set *set = set_of(sets, n, suffix);
  if (!set) return SQLITE_NOMEM;
  rocpd_rocprof_table *t = &set->table[kind];
  if (!t->name) {
    t->name = sqlite3_mprintf("%s", name);
    t->root = sqlite3_column_int64(stmt, 1);
    if (!t->name) return SQLITE_NOMEM;
  }
  if (!column) return SQLITE_OK;
  if (sqlite3_column_int(stmt, 7)) t->has_generated = true;
  add_column(t, kind, column, type ? type : "", sqlite3_column_int(stmt, 4), sqlite3_column_int(stmt, 5), sqlite3_column_int(stmt, 6));
  return SQLITE_OK;
}

int rocpd_rocprof_sets(const rocpd_connection *c, rocpd_rocprof_set **out, size_t *n, rocpd_error *err) {
  rocpd_rocprof_set *sets = NULL;
  sqlite3_stmt *stmt;
  *n = 0;
  int rc = rocpd_database_prepare(c->db, c->path, &stmt, err,
                                  "SELECT m.name, m.rootpage, c.name, c.type, c.pk, m.sql LIKE '%% DESC%%', c.cid, c.hidden "
                                  "FROM \"%w\".sqlite_master m, pragma_table_xinfo(m.name, %Q) c "
                                  "WHERE m.type = 'table' AND m.rootpage > 0 AND m.name GLOB 'rocpd_*' ORDER BY m.rowid, c.cid",
                                  c->schema, c->schema);
  if (rc != SQLITE_OK) return rc;
  while ((rc = sqlite3_step(stmt)) == SQLITE_ROW) {
    rc = add_row(stmt, &sets, n);
    if (rc != SQLITE_OK) break;
  }
  if (rc == SQLITE_DONE) rc = SQLITE_OK;
  else rocpd_fail(err, rc, "cannot read the tables of %s: %s", c->path, sqlite3_errmsg(c->db));
  sqlite3_finalize(stmt);
  for (size_t i = 0; rc == SQLITE_OK && i < *n; i++) rc = add_expressions(&sets[i], c->schema);
  size_t kept = 0;
  for (size_t i = 0; i < *n; i++) {
    if (is_complete(&sets[i])) sets[kept++] = sets[i];
    else rocpd_rocprof_set_clear(&sets[i]);
  }
  *n = kept;
  if (rc != SQLITE_OK) {
    rocpd_rocprof_sets_free(sets, *n);
    sets = NULL;
    *n = 0;
  }
  *out = sets;
  return rc;
}
