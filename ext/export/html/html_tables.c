/* Writes the results of queries that a report contains: each is a query of ext/export/html/tables, whose rows are a blob. Queries of
** ext/export/html/compare, about two traces, have a parameter: the path of the second one. */
#include "html.h"
#include "function.h"
#include "summed_events.h"

/* Rows beyond these are left out; the page states the total. */
enum { MOST_ROWS = 20000 };

static void put_cell(sqlite3_str *out, sqlite3_stmt *s, int i) {
  int64_t v;
  double real;
  switch (sqlite3_column_type(s, i)) {
    case SQLITE_INTEGER:
      v = sqlite3_column_int64(s, i);
      sqlite3_str_appendf(out, v > 1LL << 53 || v < -(1LL << 53) ? "\"%lld\"" : "%lld", v);
      break;
    case SQLITE_FLOAT:
      real = sqlite3_column_double(s, i);
      if (real - real == 0) sqlite3_str_appendf(out, "%!.15g", real);
      else sqlite3_str_appendall(out, "null");
      break;
    case SQLITE_TEXT: rocpd_html_json_text(out, (const char *)sqlite3_column_text(s, i), (size_t)sqlite3_column_bytes(s, i)); break;
    default: sqlite3_str_appendall(out, "null");
  }
}

static int put_rows(rocpd_writer *w, sqlite3_stmt *s, sqlite3_str *out, int64_t *rows, int64_t *all, rocpd_error *err) {
  int rc, columns = sqlite3_column_count(s);
  sqlite3_str_appendchar(out, 1, '[');
  while ((rc = sqlite3_step(s)) == SQLITE_ROW) {
    if ((*all)++ >= MOST_ROWS) continue;
    sqlite3_str_appendall(out, (*rows)++ ? ",[" : "[");
    for (int i = 0; i < columns; i++) {
      if (i) sqlite3_str_appendchar(out, 1, ',');
      put_cell(out, s, i);
    }
    sqlite3_str_appendchar(out, 1, ']');
    if (rocpd_writer_poll(w, 0, err)) return err->rc;
  }
  sqlite3_str_appendchar(out, 1, ']');
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static void put_columns(sqlite3_str *out, sqlite3_stmt *s) {
  sqlite3_str_appendall(out, ",\"columns\":[");
  for (int i = 0; i < sqlite3_column_count(s); i++) {
    const char *name = sqlite3_column_name(s, i);
    if (i) sqlite3_str_appendchar(out, 1, ',');
    rocpd_html_json_text(out, name, name ? strlen(name) : 0);
  }
  sqlite3_str_appendchar(out, 1, ']');
}

/* Returns the text after `-- KEY: ` in one of the first lines. */
static const char *said(const char *text, const char *key, size_t *size) {
  size_t n = strlen(key);
  for (; !strncmp(text, "-- ", 3); text += strcspn(text, "\n") + 1) {
    *size = strcspn(text, "\n");
    if (!strncmp(text + 3, key, n)) return *size -= 3 + n, text + 3 + n;
  }
  *size = 0;
  return NULL;
}

/* If a query fails for another reason than memory or an interrupt, the page says why there are no rows. */
static int put_answer(rocpd_writer *w, sqlite3_stmt *s, sqlite3_str *out, const char *why, size_t why_size, rocpd_error *err) {
  rocpd_html_bytes bytes = {0};
  rocpd_error failed = {0};
  int64_t rows = 0, all = 0, blob = -1;
  sqlite3_str *json = sqlite3_str_new(NULL);
  int rc = put_rows(w, s, json, &rows, &all, &failed), text = sqlite3_str_errcode(json);
  bytes.n = (size_t)sqlite3_str_length(json);
  bytes.byte = (uint8_t *)sqlite3_str_finish(json);
  if (text || rocpd_is_stop(rc)) rc = rocpd_fail_code(err, text ? text : rc);
  else if (rc) rows = 0, why = sqlite3_errmsg(w->x->db), why_size = strlen(why), rc = SQLITE_OK;
  if (!rc && rows) rc = rocpd_html_blob(w, &bytes, &blob, err);
  sqlite3_str_appendf(out, ",\"rows\":%lld,\"all\":%lld,\"blob\":%lld,\"why\":", rows, all, blob);
  rocpd_html_json_text(out, rows ? NULL : why ? why : "", why_size);
  sqlite3_free(bytes.byte);
  rocpd_error_clear(&failed);
  return rc;
}

static int put_table(rocpd_writer *w, const struct rocpd_html_file *file, sqlite3_str *out, rocpd_error *err) {
  size_t title_size, why_size;
  const char *name = strchr(file->name, '_'), *title = said(file->text, "Title: ", &title_size), *why = said(file->text, "Needs: ", &why_size);
  sqlite3_stmt *s = NULL;
  char *query = rocpd_html_query(file->text);
  int rc = query ? sqlite3_prepare_v2(w->x->db, query, -1, &s, NULL) : SQLITE_NOMEM;
  sqlite3_free(query);
  if (rc) return rocpd_fail(err, rc, "table %s of the report: %s", file->name, sqlite3_errmsg(w->x->db));
  char *sql = NULL; /* the query as a user can run it */
  rc = sqlite3_bind_parameter_count(s) ? sqlite3_bind_text(s, 1, w->x->option.compare, -1, SQLITE_STATIC) : SQLITE_OK;
  if (!rc && !(sql = rocpd_html_other_sql(w->x, s))) rc = SQLITE_NOMEM;
  name = name ? name + 1 : file->name;
  sqlite3_str_appendall(out, sqlite3_str_length(out) ? ",{\"name\":" : "{\"name\":");
  rocpd_html_json_text(out, name, strlen(name));
  sqlite3_str_appendall(out, ",\"title\":");
  rocpd_html_json_text(out, title ? title : "", title_size);
  sqlite3_str_appendall(out, ",\"sql\":");
  rocpd_html_json_text(out, sql, sql ? strlen(sql) : 0);
  put_columns(out, s);
  rc = rc ? rocpd_fail_code(err, rc) : put_answer(w, s, out, why, why_size, err);
  sqlite3_str_appendchar(out, 1, '}');
  sqlite3_finalize(s), sqlite3_free(sql);
  return rc;
}

static int put_tables(rocpd_writer *w, const char *folder, sqlite3_str *out, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (const struct rocpd_html_file *f = rocpd_html_files; f->name && !rc; f++)
    if (!strncmp(f->name, folder, strlen(folder))) rc = put_table(w, f, out, err);
  return rc;
}

/* Runs the queries that compare; they are limited to the selected time of each trace. */
static int put_differences(rocpd_writer *w, sqlite3_str *out, rocpd_error *err) {
  rocpd_error none = {0};
  int rc = rocpd_html_other_window(w->x, true, err);
  if (!rc) rc = put_tables(w, "compare/", out, err);
  rocpd_html_other_window(w->x, false, &none);
  rocpd_error_clear(&none);
  return rc;
}

/* Without an event on the time line, a report is not empty if its tables tell of some: of sums, or of sampled stacks. */
static int count_told(rocpd_export *x, rocpd_error *err) {
  int64_t events = 0;
  rocpd_batch **batch;
  size_t n;
  int rc = rocpd_summed_events(x->snapshot, ROCPD_KIND_NONE, &events, err);
  x->result.told = (uint64_t)events;
  if (!rc) rc = rocpd_snapshot_batches(x->snapshot, ROCPD_KIND_STACK, &batch, &n, err);
  for (size_t i = 0; !rc && i < n; i++) x->result.told += batch[i]->rows;
  return rc;
}

int rocpd_html_tables(rocpd_writer *w, char **text, rocpd_error *err) {
  sqlite3_str *out = sqlite3_str_new(NULL);
  bool wanted = w->x->option.tables;
  int rc = wanted && w->x->other.snapshot ? put_differences(w, out, err) : SQLITE_OK;
  if (!rc && wanted) rc = put_tables(w, "tables/", out, err);
  if (!rc && wanted) rc = count_told(w->x, err);
  if (!rc) rc = rocpd_fail_code(err, sqlite3_str_errcode(out));
  bool none = !sqlite3_str_length(out);
  *text = sqlite3_str_finish(out);
  if (!rc && none) *text = sqlite3_mprintf("");
  return rc || *text ? rc : rocpd_no_memory(err);
}
