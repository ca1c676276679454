/* Pages and their tables; see help.h. And SQL function rocpd_help:
**
**    SELECT rocpd_help();          -- what there is help about
**    SELECT rocpd_help('busy');    -- a table, function or topic */
#include "help.h"
#include "function.h"
#include "registry.h"

const char *rocpd_help_find(const char *folder, const char *name) {
  size_t n = strlen(folder);
  for (const rocpd_help_page *p = rocpd_help_pages; p->name; p++)
    if (strncmp(p->name, folder, n) == 0 && p->name[n] == '/' && sqlite3_stricmp(p->name + n + 1, name) == 0) return p->text;
  return NULL;
}

const char *rocpd_help_summary(const char *page, int *size) {
  const char *end = page + strcspn(page, "\n"), *p = strstr(page, ": ");
  p = p && p < end ? p + 2 : end;
  *size = (int)(end - p);
  return p;
}

static const char *next_line(const char *line) {
  line += strcspn(line, "\n");
  return *line ? line + 1 : line;
}

/* The cells of "| a | b | c |", without the blanks around them, the first without quotes. */
static void read_row(const char *line, rocpd_help_row *row) {
  const char *end = line + strcspn(line, "\n");
  for (int i = 0; i < 3; i++) {
    if (line < end) line++;
    const char *from = line;
    while (line < end && *line != '|') line++;
    const char *to = line;
    while (from < to && (*from == ' ' || (!i && *from == '`'))) from++;
    while (to > from && (to[-1] == ' ' || (!i && to[-1] == '`'))) to--;
    row->cell[i] = from;
    row->size[i] = (int)(to - from);
  }
}

static bool is_header(const char *line, const char *kind) {
  size_t n = strlen(kind);
  return strncmp(line, "| ", 2) == 0 && strncmp(line + 2, kind, n) == 0 && strncmp(line + 2 + n, " |", 2) == 0;
}

bool rocpd_help_next(const char **at, const char *kind, rocpd_help_row *row) {
  const char *p = *at;
  while (*p && *p != '|') {
    while (*p && !is_header(p, kind)) p = next_line(p);
    p = next_line(next_line(p)); /* also skips the line of dashes below */
  }
  if (*p) read_row(p, row);
  *at = next_line(p);
  return *p;
}

static bool find_column(const char *page, const char *column, rocpd_help_row *row) {
  while (page && rocpd_help_next(&page, "column", row))
    if (row->size[0] == (int)strlen(column) && sqlite3_strnicmp(row->cell[0], column, row->size[0]) == 0) return true;
  return false;
}

bool rocpd_help_column(const char *page, const char *column, rocpd_help_row *row) {
  if (find_column(page, column, row)) return true;
  for (const rocpd_help_page *p = rocpd_help_pages; p->name; p++)
    if (strcmp(p->name, "columns") == 0) return find_column(p->text, column, row);
  return false;
}

/* ---- the function ---- */

/* Appends a page without its tables of columns and arguments, which rocpd_tables has. */
static void add_page(sqlite3_str *out, const char *page) {
  sqlite3_str_appendf(out, "%s%.*s\n", sqlite3_str_length(out) ? "\n" : "", (int)strcspn(page + 2, "\n"), page + 2);
  for (const char *p = next_line(page); *p;) {
    if (is_header(p, "column") || is_header(p, "argument"))
      while (*p == '|') p = next_line(p);
    else {
      const char *next = next_line(p);
      if (next > p + 1 || *next != '|') sqlite3_str_append(out, p, (int)(next - p));
      else if (!is_header(next, "column") && !is_header(next, "argument")) sqlite3_str_appendchar(out, 1, '\n');
      p = next;
    }
  }
}

/* The rows of a query of three columns, as a list: NAME  MEANING (UNIT). */
static int add_list(sqlite3_str *out, sqlite3 *db, const char *title, const char *sql, const char *name) {
  sqlite3_stmt *q;
  int rc = sqlite3_prepare_v2(db, sql, -1, &q, NULL);
  if (rc != SQLITE_OK) return rc;
  if (name) sqlite3_bind_text(q, 1, name, -1, SQLITE_STATIC);
  for (int n = 0; sqlite3_step(q) == SQLITE_ROW; n++) {
    const char *what = (const char *)sqlite3_column_text(q, 0), *unit = (const char *)sqlite3_column_text(q, 1),
               *meaning = (const char *)sqlite3_column_text(q, 2);
    if (!n) sqlite3_str_appendf(out, "\n%s\n", title);
    sqlite3_str_appendf(out, "  %-22s  %s%s%s%s\n", what, meaning ? meaning : "", unit ? " (" : "", unit ? unit : "", unit ? ")" : "");
  }
  return sqlite3_finalize(q);
}

#define OF_TABLE "SELECT column_name, unit, meaning FROM trace_rocpd_tables WHERE table_name = ?1 COLLATE NOCASE AND column_name IS NOT NULL AND "

static int add_table(sqlite3_str *out, sqlite3 *db, const char *name) {
  int rc = add_list(out, db, "Columns", OF_TABLE "NOT hidden", name);
  if (rc == SQLITE_OK) rc = add_list(out, db, "Arguments", OF_TABLE "argument", name);
  return rc == SQLITE_OK ? add_list(out, db, "Hidden columns (select them by name)", OF_TABLE "hidden AND NOT argument", name) : rc;
}

static void add_pages(sqlite3_str *out, const char *title, const char *folder) {
  size_t n = strlen(folder);
  sqlite3_str_appendf(out, "\n%s\n", title);
  for (const rocpd_help_page *p = rocpd_help_pages; p->name; p++) {
    if (strncmp(p->name, folder, n) || p->name[n] != '/') continue;
    int size;
    const char *summary = rocpd_help_summary(p->text, &size);
    sqlite3_str_appendf(out, "  %-22s  %.*s\n", p->name + n + 1, size, summary);
  }
}

static int add_index(sqlite3_str *out, sqlite3 *db) {
  int rc =
    add_list(out, db, "Tables",
             "SELECT table_name, NULL, meaning FROM trace_rocpd_tables WHERE column_name IS NULL ORDER BY table_name GLOB 'rocpd_[^t]*', table_name", NULL);
  add_pages(out, "Functions", "functions");
  add_pages(out, "Topics", "topics");
  return rc;
}

/* Appends what there is about a name; *found: there was something. */
static int add_about(sqlite3_str *out, sqlite3 *db, const char *name, bool *found) {
  static const char *const folder[] = {"tables", "functions", "topics"};
  int rc = SQLITE_OK;
  for (int i = 0; i < 3 && rc == SQLITE_OK; i++) {
    const char *page = rocpd_help_find(folder[i], name);
    if (!page) continue;
    add_page(out, page);
    if (i == 0) rc = add_table(out, db, name);
    *found = true;
  }
  return rc;
}

static void help_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  sqlite3 *db = sqlite3_context_db_handle(ctx);
  const char *name = argc ? (const char *)sqlite3_value_text(argv[0]) : NULL;
  sqlite3_str *out = sqlite3_str_new(db);
  bool found = !name;
  int rc = name ? add_about(out, db, name, &found) : add_index(out, db);
  if (rc == SQLITE_OK) rc = sqlite3_str_errcode(out);
  char *text = sqlite3_str_finish(out);
  rocpd_error err = {0};
  if (rc == SQLITE_OK && !found) rc = rocpd_fail(&err, SQLITE_ERROR, "no help on '%s': SELECT rocpd_help() lists all texts", name);
  if (rc == SQLITE_OK) {
    rocpd_result_text(ctx, text);
    return;
  }
  sqlite3_free(text);
  rocpd_result_failure(ctx, "rocpd_help", rc, &err);
}

ROCPD_FUNCTION(help) = {.name = "rocpd_help", .argc = 0, .flags = SQLITE_UTF8 | SQLITE_DIRECTONLY, .call = help_call};
ROCPD_FUNCTION(help_about) = {.name = "rocpd_help", .argc = 1, .flags = SQLITE_UTF8 | SQLITE_DIRECTONLY, .call = help_call};
