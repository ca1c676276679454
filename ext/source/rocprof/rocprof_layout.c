/* Finds where a base table has its columns. SQLite needs 1.5 ms to tell this for the tables of a file. So the layout of a table is kept with its CREATE
** TABLE text, and reused for tables with the same text in other files. */
#include "rocprof.h"
#include <ctype.h>

/* Notes columns of the drafts of schema 4. */
static void add_reference(rocpd_table_layout *l, const char *name) {
  if (sqlite3_stricmp(name, "track_id") == 0) l->has_track_id = true;
  if (sqlite3_stricmp(name, "start_id") == 0) l->has_start_id = true;
  if (sqlite3_stricmp(name, "end_id") == 0) l->has_end_id = true;
  if (sqlite3_stricmp(name, "timestamp_id") == 0) l->has_timestamp_id = true;
}

static void add_column(rocpd_table_layout *l, int kind, const char *name, const char *type, int key, bool descending, int position) {
  const rocpd_kind *k = &rocpd_kinds[kind];
  for (int c = 0; c < k->own; c++)
    if (sqlite3_stricmp(k->column[c].name, name) == 0) {
      l->has |= (uint64_t)1 << c;
      l->position[c] = (int16_t)position;
    }
  if (sqlite3_stricmp(name, "rowid") == 0) l->rowid_named = true;
  if (sqlite3_stricmp(name, "_rowid_") == 0) l->_rowid_named = true;
  if (sqlite3_stricmp(name, "oid") == 0) l->oid_named = true;
  add_reference(l, name);
  if (!key) return;
  l->keys++;
  /* INTEGER PRIMARY KEY DESC is a column beside the rowid. */
  l->id_is_rowid = sqlite3_stricmp(name, "id") == 0 && sqlite3_stricmp(type, "INTEGER") == 0 && l->keys == 1 && !descending;
}

const char *rocpd_table_layout_rowid(const rocpd_table_layout *l) {
  return !l->rowid_named ? "rowid" : !l->_rowid_named ? "_rowid_" : !l->oid_named ? "oid" : NULL;
}

/* ---- by the text */

/* True if the suffix is a guid, which cannot be mistaken for another name in the text. */
static bool is_guid(const char *suffix) {
  int digits = 0;
  for (; *suffix; suffix++) {
    if (isxdigit((unsigned char)*suffix)) digits++;
    else if (*suffix != '_') return false;
  }
  return digits >= 32;
}

/* True if the guid begins here, with "_" or "-" between its parts. */
static bool is_guid_at(const char *text, const char *guid, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (text[i] != guid[i] && !(guid[i] == '_' && text[i] == '-')) return false;
  return true;
}

/* Returns the text with the guid replaced by one character: it differs between files, in names of tables and in the default of a column. */
static char *key_of(const char *sql, const char *suffix) {
  if (!is_guid(suffix)) return sqlite3_mprintf("%s", sql);
  const char *guid = suffix + (suffix[0] == '_');
  size_t size = strlen(guid);
  char *key = sqlite3_malloc64(strlen(sql) + 1), *to = key;
  while (key && *sql) {
    bool found = is_guid_at(sql, guid, size);
    *to++ = found ? '\1' : *sql;
    sql += found ? size : 1;
  }
  if (key) *to = 0;
  return key;
}

static int ask_sqlite(rocpd_table_layout *l, rocpd_connection *c, int kind, const char *name, const char *sql, rocpd_error *err) {
  sqlite3_stmt *stmt;
  bool descending = sqlite3_strlike("% DESC%", sql, 0) == 0;
  int rc = rocpd_database_prepare(c, &stmt, err, "SELECT name, type, pk, cid, hidden FROM pragma_table_xinfo(%Q, %Q) ORDER BY cid", name, c->schema);
  if (rc != SQLITE_OK) return rc;
  while ((rc = sqlite3_step(stmt)) == SQLITE_ROW) {
    const char *column = (const char *)sqlite3_column_text(stmt, 0), *type = (const char *)sqlite3_column_text(stmt, 1);
    if (!column) break;
    l->columns++;
    if (sqlite3_column_int(stmt, 4)) l->has_generated = true;
    add_column(l, kind, column, type ? type : "", sqlite3_column_int(stmt, 2), descending, sqlite3_column_int(stmt, 3));
  }
  if (rc == SQLITE_DONE) rc = SQLITE_OK;
  else if (rc == SQLITE_ROW) rc = SQLITE_NOMEM;
  if (rc != SQLITE_OK) rocpd_fail(err, rc, "cannot read the columns of %s in %s: %s", name, c->path, rocpd_database_reason(c->db, rc));
  sqlite3_finalize(stmt);
  return rc;
}

/* The layouts that this session has met. Connection's thread only. */
typedef struct known_layouts {
  rocpd_table_layout *of[ROCPD_KIND_COUNT];
} known_layouts;

static void layouts_free(void *data) {
  known_layouts *known = data;
  for (int k = 0; k < ROCPD_KIND_COUNT; k++)
    for (rocpd_table_layout *l; (l = known->of[k]); sqlite3_free(l)) {
      known->of[k] = l->next;
      sqlite3_free(l->key);
    }
}

static const rocpd_slot_class layouts_class = {.size = sizeof(known_layouts), .free = layouts_free};

int rocpd_table_layout_of(rocpd_session *session, rocpd_connection *c, int kind, const char *name, const char *suffix, const char *sql,
                          const rocpd_table_layout **out, rocpd_error *err) {
  known_layouts *known = rocpd_session_slot(session, &layouts_class);
  char *key = known ? key_of(sql, suffix) : NULL;
  if (!key) return rocpd_no_memory(err);
  for (rocpd_table_layout *l = known->of[kind]; l; l = l->next)
    if (strcmp(l->key, key) == 0) {
      sqlite3_free(key);
      *out = l;
      return SQLITE_OK;
    }
  rocpd_table_layout *l = sqlite3_malloc64(sizeof(*l));
  if (l) *l = (rocpd_table_layout){.key = key};
  int rc = l ? ask_sqlite(l, c, kind, name, sql, err) : rocpd_no_memory(err);
  if (rc != SQLITE_OK) {
    sqlite3_free(l);
    sqlite3_free(key);
    return rc;
  }
  l->next = known->of[kind];
  known->of[kind] = l;
  *out = l;
  return SQLITE_OK;
}
