/* The databases of the connection (main and attached ones) that are traces. A database is read like any other file if that shows the same rows. If not, the
** connection itself reads it: a database without a file (":memory:", deserialised), with another VFS, held exclusively, or with uncommitted changes. */
#define _GNU_SOURCE
#include "newer.h"
#include "stamp.h"
#include "trace_state.h"
#include <sys/stat.h>

int rocpd_attached_each(rocpd_trace *t, int (*fn)(void *arg, const char *schema, const char *file), void *arg) {
  sqlite3_stmt *stmt;
  int rc = sqlite3_prepare_v2(t->db, "PRAGMA database_list", -1, &stmt, NULL);
  if (rc != SQLITE_OK) return rc;
  while ((rc = sqlite3_step(stmt)) == SQLITE_ROW) {
    const char *schema = (const char *)sqlite3_column_text(stmt, 1);
    if (!schema || strcmp(schema, "temp") == 0) continue;
    const char *file = sqlite3_db_filename(t->db, schema);
    rc = fn(arg, schema, file ? file : "");
    if (rc != SQLITE_OK) break;
  }
  sqlite3_finalize(stmt);
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

int rocpd_attached_new(const char *schema, const char *file, rocpd_attached **out) {
  rocpd_attached *a = sqlite3_malloc64(sizeof(*a));
  if (!a) return SQLITE_NOMEM;
  *a = (rocpd_attached){.schema = sqlite3_mprintf("%s", schema), .file = sqlite3_mprintf("%s", file)};
  *out = a;
  if (a->schema && a->file) return SQLITE_OK;
  rocpd_attached_free(a);
  return SQLITE_NOMEM;
}

void rocpd_attached_free(rocpd_attached *a) {
  if (!a) return;
  sqlite3_free(a->schema);
  sqlite3_free(a->file);
  sqlite3_free(a);
}

/* A key that changes when the database changes: SQLite's own count for this connection, the number of rows that it changed, and the file's time, which shows
** changes by others that SQLite has not seen yet. */
static void read_key(rocpd_trace *t, const rocpd_attached *a, int64_t key[ROCPD_ATTACHED_KEY]) {
  unsigned version = 0;
  struct stat st;
  sqlite3_file_control(t->db, a->schema, SQLITE_FCNTL_DATA_VERSION, &version);
  memset(key, 0, ROCPD_ATTACHED_KEY * sizeof(*key));
  key[0] = version;
  key[1] = sqlite3_total_changes(t->db);
  if (!*a->file || stat(a->file, &st) != 0) return;
  key[2] = rocpd_timespec_ns(st.st_mtim);
  key[3] = st.st_size;
}

/* Whether the first row of a statement about the schema is the text `wanted`. */
static int ask(rocpd_trace *t, const char *format, const char *schema, const char *wanted, bool *is) {
  char *sql = sqlite3_mprintf(format, schema);
  sqlite3_stmt *stmt;
  if (!sql) return SQLITE_NOMEM;
  int rc = sqlite3_prepare_v2(t->db, sql, -1, &stmt, NULL);
  sqlite3_free(sql);
  if (rc != SQLITE_OK) return rc;
  rc = sqlite3_step(stmt);
  const char *text = rc == SQLITE_ROW ? (const char *)sqlite3_column_text(stmt, 0) : NULL;
  *is = text && strcmp(text, wanted) == 0;
  return sqlite3_finalize(stmt);
}

static int needs_connection(rocpd_trace *t, const rocpd_attached *a, bool writing, bool *needs) {
  sqlite3_vfs *vfs = NULL;
  *needs = true;
  if (!*a->file || writing) return SQLITE_OK;
  int rc = sqlite3_file_control(t->db, a->schema, SQLITE_FCNTL_VFS_POINTER, &vfs);
  if (rc != SQLITE_OK || !vfs || strcmp(vfs->zName, "unix")) return SQLITE_OK;
  return ask(t, "PRAGMA \"%w\".locking_mode", a->schema, "exclusive", needs);
}

int rocpd_attached_look(rocpd_trace *t, rocpd_attached *a, bool *changed) {
  int64_t key[ROCPD_ATTACHED_KEY];
  bool writing = rocpd_is_writing(t->db, a->schema), candidate = false, direct = false;
  read_key(t, a, key);
  *changed = false;
  if (a->looked && !writing && !a->writing && memcmp(key, a->key, sizeof(key)) == 0) return SQLITE_OK;
  int rc = ask(t, "SELECT 'yes' FROM \"%w\".sqlite_master WHERE type = 'table' AND rootpage > 0 AND name GLOB 'rocpd_*' LIMIT 1", a->schema, "yes", &candidate);
  if (rc == SQLITE_OK && candidate) rc = needs_connection(t, a, writing, &direct);
  if (rocpd_is_stop(rc)) return rc;
  /* Locked, or not a database: what is known stays, and the next look asks again. */
  if (rc != SQLITE_OK) return SQLITE_OK;
  *changed = candidate != a->candidate || direct != a->direct || direct;
  a->candidate = candidate;
  a->direct = direct;
  a->writing = writing;
  a->looked = true;
  read_key(t, a, a->key);
  return SQLITE_OK;
}
