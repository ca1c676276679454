/* See report_fill.h. */
#include "domain_sql.h"
#include "report_fill.h"
#include "print_rows.h"

enum { USUAL_LIMIT = 20 };

/* ---- braces */

/* Returns the number of rows for {limit} or {limit:N}; -1: all. */
static int64_t limit_of(const rocpd_settings *s, const char *key, size_t bytes) {
  if (s->has_limit) return s->limit;
  int64_t usual = USUAL_LIMIT;
  if (bytes > 6) {
    usual = 0;
    for (size_t i = 6; i < bytes && key[i] >= '0' && key[i] <= '9'; i++) usual = usual * 10 + (key[i] - '0');
  }
  return usual ? usual : -1;
}
static bool is_limit(const char *key, size_t bytes) { return bytes >= 5 && memcmp(key, "limit", 5) == 0 && (bytes == 5 || key[5] == ':'); }

/* Fills in {time COLUMN NAME}: the time since the begin of the trace, or with --absolute the time itself. */
static void fill_time(sqlite3_str *out, const rocpd_settings *s, const char *text, size_t bytes) {
  const char *blank = memchr(text, ' ', bytes);
  int column = (int)(blank ? (size_t)(blank - text) : bytes), name = blank ? (int)bytes - column - 1 : column;
  const char *called = blank ? blank + 1 : text;
  if (s->absolute) sqlite3_str_appendf(out, "%.*s AS \"%.*s\"", column, text, name, called);
  else sqlite3_str_appendf(out, "%.*s - %s AS \"%.*s_ns\"", column, text, rocpd_run_begin_sql(s), name, called);
}

/* Fills in a key; false: it is not a key, and stays as it is. */
static bool fill_key(sqlite3_str *out, const rocpd_settings *s, const rocpd_filling *fill, const char *key, size_t bytes) {
  if (is_limit(key, bytes)) {
    sqlite3_str_appendf(out, "%lld", limit_of(s, key, bytes));
    return true;
  }
  if (bytes > 5 && memcmp(key, "name ", 5) == 0) {
    bool full = s->names && strcmp(s->names, "full") == 0;
    sqlite3_str_appendf(out, full ? "rocpd_demangle(%.*s)" : "rocpd_short_name(%.*s, 'distinct')", (int)bytes - 5, key + 5);
    return true;
  }
  if (bytes > 5 && memcmp(key, "time ", 5) == 0) {
    fill_time(out, s, key + 5, bytes - 5);
    return true;
  }
  for (; fill && fill->key; fill++)
    if (strlen(fill->key) == bytes && memcmp(fill->key, key, bytes) == 0) {
      sqlite3_str_appendall(out, fill->sql);
      return true;
    }
  return false;
}

static void fill_braces(sqlite3_str *out, const rocpd_settings *s, const rocpd_filling *fill, const char *sql, size_t bytes) {
  const char *end = sql + bytes;
  while (sql < end) {
    const char *open = memchr(sql, '{', (size_t)(end - sql)), *close = open ? memchr(open, '}', (size_t)(end - open)) : NULL;
    if (!close) break;
    sqlite3_str_append(out, sql, (int)(open - sql));
    bool known = fill_key(out, s, fill, open + 1, (size_t)(close - open - 1));
    if (!known) sqlite3_str_appendchar(out, 1, '{');
    sql = known ? close + 1 : open + 1;
  }
  sqlite3_str_append(out, sql, (int)(end - sql));
}

/* ---- the limit at the end of a section's statement */

/* Removes "LIMIT {limit...};" from the end, and returns its key. NULL: the end is different; then only the semicolon is removed. */
static const char *cut_limit(const char *sql, size_t *bytes, size_t *key_bytes) {
  size_t end = *bytes;
  while (end && strchr(" \n;", sql[end - 1])) end--;
  *bytes = end;
  if (!end || sql[end - 1] != '}') return NULL;
  size_t open = end - 1;
  while (open && sql[open] != '{') open--;
  static const char word[] = "LIMIT ";
  size_t before = sizeof word - 1;
  if (!is_limit(sql + open + 1, end - 1 - (open + 1)) || open < before || memcmp(sql + open - before, word, before) != 0) return NULL;
  *key_bytes = end - 1 - (open + 1);
  *bytes = open - before;
  return sql + open + 1;
}

/* ---- --sort and --columns */

/* Returns the column of a statement that has the name; NULL: none. */
static const char *column_called(sqlite3_stmt *q, const char *name, size_t bytes) {
  for (int i = 0; i < sqlite3_column_count(q); i++)
    if (rocpd_is_called(sqlite3_column_name(q, i), name, bytes)) return sqlite3_column_name(q, i);
  return NULL;
}
static const char *sort_name(const rocpd_settings *s, bool *ascending) {
  *ascending = *s->sort == '-';
  return s->sort + *ascending;
}

/* Appends SELECT with the chosen columns that the statement has. */
static void choose_columns(sqlite3_str *out, sqlite3_stmt *q, const char *names) {
  int found = 0;
  for (const char *at = names; at && *at; at += *at == ',') {
    size_t n = strcspn(at, ",");
    const char *column = column_called(q, at, n);
    if (column) sqlite3_str_appendf(out, "%s\"%w\"", found++ ? ", " : "SELECT ", column);
    at += n;
  }
  if (!names) sqlite3_str_appendall(out, "SELECT *");
}

/* Wraps a statement in one that sorts it or selects columns. If it has none of the chosen columns, the result is empty. */
static int wrap(sqlite3 *db, const rocpd_settings *s, rocpd_filled *f) {
  sqlite3_stmt *q = NULL;
  int rc = sqlite3_prepare_v2(db, f->sql, -1, &q, NULL);
  if (rc || !q || !sqlite3_column_count(q)) return sqlite3_finalize(q), rc;
  bool ascending = false;
  const char *name = s->sort ? sort_name(s, &ascending) : NULL, *column = name ? column_called(q, name, strlen(name)) : NULL;
  sqlite3_str *out = sqlite3_str_new(db);
  choose_columns(out, q, s->columns);
  if (sqlite3_str_length(out)) sqlite3_str_appendf(out, " FROM (%s\n)", f->sql);
  if (sqlite3_str_length(out) && column) /* by default, numbers are sorted from the largest, and texts from A */
    sqlite3_str_appendf(out, " ORDER BY typeof(\"%w\") = 'null', CASE WHEN typeof(\"%w\") <> 'text' THEN \"%w\" END %s, \"%w\" COLLATE NOCASE %s", column,
                        column, column,
                        ascending ? "ASC" : "DESC", column, ascending ? "DESC" : "ASC");
  if (sqlite3_str_length(out) && s->sort && f->limit >= 0) sqlite3_str_appendf(out, " LIMIT %lld", f->limit + 1);
  sqlite3_finalize(q);
  sqlite3_free(f->sql);
  f->sql = sqlite3_str_length(out) ? sqlite3_str_finish(out) : (sqlite3_free(sqlite3_str_finish(out)), sqlite3_mprintf(""));
  return f->sql ? SQLITE_OK : SQLITE_NOMEM;
}

int rocpd_report_fill(sqlite3 *db, const rocpd_settings *s, const rocpd_filling *fill, const char *sql, size_t bytes, rocpd_filled *out) {
  size_t key_bytes = 0;
  const char *key = cut_limit(sql, &bytes, &key_bytes);
  out->limit = key ? limit_of(s, key, key_bytes) : -1;
  sqlite3_str *text = sqlite3_str_new(db);
  fill_braces(text, s, fill, sql, bytes);
  if (key) sqlite3_str_appendf(text, "LIMIT %lld", s->sort || out->limit < 0 ? -1 : out->limit + 1);
  char *filled = sqlite3_str_finish(text);
  if (!filled) return SQLITE_NOMEM;
  text = sqlite3_str_new(db);
  rocpd_domain_sql(text, filled);
  sqlite3_free(filled);
  out->sql = sqlite3_str_finish(text);
  if (!out->sql) return SQLITE_NOMEM;
  return s->sort || s->columns ? wrap(db, s, out) : SQLITE_OK;
}

/* ---- are the columns there? */

static bool in_list(const char **names, size_t n, const char *name, size_t bytes) {
  for (size_t i = 0; i < n; i++)
    if (rocpd_is_called(names[i], name, bytes)) return true;
  return false;
}

/* Returns "its columns: a, b", each once; the caller frees it. NULL: no memory. */
static char *listed(const char **names, size_t n) {
  sqlite3_str *list = sqlite3_str_new(NULL);
  for (size_t i = 0; i < n; i++)
    if (!in_list(names, i, names[i], strlen(names[i]))) sqlite3_str_appendf(list, "%s%s", i ? ", " : "its columns: ", names[i]);
  return sqlite3_str_finish(list);
}

/* Reports the first column of an option that no statement has. */
static int check_names(const char *option, const char *list, const char **names, size_t n) {
  for (const char *at = list; *at; at += *at == ',') {
    size_t bytes = strcspn(at, ",");
    if (!in_list(names, n, at, bytes)) {
      char *given = sqlite3_mprintf("%.*s", (int)bytes, at);
      const char *meant = given ? rocpd_suggest(given, names) : NULL;
      char *others = meant ? sqlite3_mprintf("did you mean '%s'?", meant) : listed(names, n);
      int code = given && others ? rocpd_wrong("%s: the report has no column '%s' (%s)", option, given, others) : rocpd_say_no_memory();
      sqlite3_free(others);
      sqlite3_free(given);
      return code;
    }
    at += bytes;
  }
  return ROCPD_DONE;
}

/* Lists the columns of all statements; NULL ends the list. The caller frees the names and the array. */
static int all_columns(sqlite3 *db, const char *sql, char ***names, size_t *n) {
  int rc = SQLITE_OK;
  while (*sql && !rc) {
    sqlite3_stmt *q = NULL;
    rc = sqlite3_prepare_v2(db, sql, -1, &q, &sql);
    for (int i = 0; !rc && q && i < sqlite3_column_count(q); i++) {
      rc = rocpd_array_push_reserve(names, *n, sizeof **names);
      if (!rc && !((*names)[(*n)++] = sqlite3_mprintf("%s", sqlite3_column_name(q, i)))) rc = SQLITE_NOMEM;
    }
    sqlite3_finalize(q);
  }
  if (!rc) rc = rocpd_array_push_reserve(names, *n, sizeof **names);
  if (!rc) (*names)[*n] = NULL;
  return rc;
}

int rocpd_report_check(sqlite3 *db, const rocpd_settings *s, const rocpd_filling *fill, const char *sql) {
  if (!s->sort && !s->columns) return ROCPD_DONE;
  rocpd_settings plain = *s;
  plain.sort = plain.columns = NULL;
  rocpd_filled f = {0};
  char **names = NULL;
  size_t n = 0;
  int rc = rocpd_report_fill(db, &plain, fill, sql, strlen(sql), &f), code = ROCPD_DONE;
  if (!rc) rc = all_columns(db, f.sql, &names, &n);
  bool ascending;
  if (rc) code = rocpd_say_failure(ROCPD_NO_ANSWER, "%s", sqlite3_errmsg(db));
  else if (s->columns) code = check_names("--columns", s->columns, (const char **)names, n);
  if (!code && !rc && s->sort) code = check_names("--sort", sort_name(s, &ascending), (const char **)names, n);
  for (size_t i = 0; i < n; i++) sqlite3_free(names[i]);
  sqlite3_free(names);
  sqlite3_free(f.sql);
  return code;
}
