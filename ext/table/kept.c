/* See kept.h. The key of rows is the number of a text with all arguments. Rows count with all their columns, even those that are not made yet. */
#include "kept.h"
#include "category.h"

static void free_rows(void *data) {
  rocpd_rows *rows = data;
  if (rows->free_rows) rows->free_rows(rows);
  sqlite3_free(rows);
}

static int key_of(rocpd_session *session, int args, const char *const *arg, int64_t *key) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  sqlite3_str_appendchar(text, 1, '(');
  for (int i = 0; i < args; i++) sqlite3_str_appendf(text, "%Q,", arg[i]);
  return rocpd_intern_str(session, text, key);
}

static int make(const rocpd_table *t, rocpd_snapshot *s, const char *const *arg, int64_t key, rocpd_kept **kept, rocpd_error *err) {
  rocpd_rows *rows = sqlite3_malloc64(sizeof *rows);
  if (!rows) return rocpd_no_memory(err);
  *rows = (rocpd_rows){0};
  int rc = t->rows(s, arg, rows, err);
  if (rc != SQLITE_OK) return sqlite3_free(rows), rc;
  int64_t bytes = (int64_t)(rows->rows * (uint64_t)t->columns * sizeof(int64_t)); /* rows are fewer than memory has bytes */
  *kept = rocpd_snapshot_keep(s, &(rocpd_keeping){.owner = t, .key = key, .data = rows, .bytes = bytes, .free_data = free_rows, .until = ROCPD_KEPT_IN_USE});
  return *kept ? SQLITE_OK : rocpd_no_memory(err);
}

int rocpd_table_kept_rows(const rocpd_table *t, int args, rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_kept **kept, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  int64_t key;
  *kept = NULL;
  if (t->kept == ROCPD_KEPT_NOT || (t->kept == ROCPD_KEPT_BY_CATEGORY && rocpd_categories_of_user(session))) return t->rows(s, arg, out, err);
  int rc = rocpd_fail_code(err, key_of(session, args, arg, &key));
  if (rc == SQLITE_OK && !(*kept = rocpd_snapshot_use(s, t, key))) rc = make(t, s, arg, key, kept, err);
  if (rc == SQLITE_OK) *out = *(const rocpd_rows *)rocpd_kept_data(*kept);
  return rc;
}
