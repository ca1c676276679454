/* Checks the extension, as the last step of its build, for mistakes that would otherwise be noticed only in use. Prints the file, line
** and reason of each.
**
** Usage: check_ext BUILD/rocpd.so sql/NAME.sql... */
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int sqlite3_error_offset(sqlite3 *db) __attribute__((weak)); /* since SQLite 3.38 */

static int faults;

static void fault(const char *file, int line, const char *format, ...) {
  va_list values;
  va_start(values, format);
  if (line) fprintf(stderr, "%s:%d: ", file, line);
  else fprintf(stderr, "%s: ", file);
  vfprintf(stderr, format, values);
  fputc('\n', stderr);
  va_end(values);
  faults++;
}

static char *read_file(const char *path) {
  FILE *file = fopen(path, "r");
  char *text = malloc(1 << 20);
  size_t n = file && text ? fread(text, 1, (1 << 20) - 1, file) : 0;
  if (!n) fault(path, 0, "cannot be read");
  if (text) text[n] = 0;
  if (file) fclose(file);
  return text;
}

static int line_of_error(sqlite3 *db, const char *text) {
  int at = sqlite3_error_offset ? sqlite3_error_offset(db) : -1, line = 1;
  for (int i = 0; i < at; i++) line += text[i] == '\n';
  return at < 0 ? 0 : line;
}

/* Copies NAME of the path sql/NAME.sql. */
static void name_of(const char *path, char *name, size_t size) {
  const char *slash = strrchr(path, '/');
  snprintf(name, size, "%s", slash ? slash + 1 : path);
  name[strcspn(name, ".")] = 0;
}

static int is_view(const char *text) {
  while (*text == '-' || *text == '\n') text += strcspn(text, "\n") + 1;
  return sqlite3_strnicmp(text, "CREATE", 6) == 0;
}

/* Checks what needs no tables: that the text is SQL and states its columns. A faulty view would keep the extension from loading. */
static int check_text(sqlite3 *db, const char *path, const char *text) {
  int before = faults;
  sqlite3_stmt *q = NULL;
  int rc = sqlite3_prepare_v2(db, text, -1, &q, NULL);
  if (rc && (strstr(sqlite3_errmsg(db), "syntax error") || strstr(sqlite3_errmsg(db), "incomplete") || strstr(sqlite3_errmsg(db), "unrecognized"))) fault(path, line_of_error(db, text), "%s", sqlite3_errmsg(db));
  sqlite3_finalize(q);
  if (!is_view(text) && !strstr(text, "-- columns:")) fault(path, 1, "has no line '-- columns: NAME [TYPE], ...' with the columns of its SELECT");
  return faults == before;
}

/* Checks what needs the tables: that all names exist, that the number of columns is as stated, and that there is a help page. */
static void check_table(sqlite3 *db, const char *path, const char *text) {
  char name[256], *sql, page[512];
  name_of(path, name, sizeof name);
  sqlite3_stmt *q = NULL, *table = NULL; /* q: not for views, which exist already */
  if (!is_view(text) && sqlite3_prepare_v2(db, text, -1, &q, NULL)) fault(path, line_of_error(db, text), "%s", sqlite3_errmsg(db));
  sql = sqlite3_mprintf("SELECT * FROM \"%w\"", name);
  if (sqlite3_prepare_v2(db, sql, -1, &table, NULL)) fault(path, 0, "%s", sqlite3_errmsg(db));
  else if (q && sqlite3_column_count(q) != sqlite3_column_count(table))
    fault(path, 0, "the line '-- columns:' has %d columns, the SELECT %d", sqlite3_column_count(table), sqlite3_column_count(q));
  sqlite3_free(sql);
  sqlite3_finalize(q);
  sqlite3_finalize(table);
  snprintf(page, sizeof page, "ext/help/tables/%s.md", name);
  FILE *file = fopen(page, "r");
  if (file) fclose(file);
  else fault(path, 0, "the help page %s is missing", page);
}

/* Commands know functions, such as exporters, by their help pages. */
static void check_functions(sqlite3 *db) {
  sqlite3_stmt *q = NULL;
  if (sqlite3_prepare_v2(db, "SELECT DISTINCT name FROM pragma_function_list WHERE name LIKE 'rocpd\\_%' ESCAPE '\\'", -1, &q, NULL)) return; /* an old SQLite */
  while (sqlite3_step(q) == SQLITE_ROW) {
    char page[512];
    snprintf(page, sizeof page, "ext/help/functions/%s.md", (const char *)sqlite3_column_text(q, 0));
    FILE *file = fopen(page, "r");
    if (file) fclose(file);
    else fault(page, 0, "is missing: without this help page no command knows the function %s", (const char *)sqlite3_column_text(q, 0));
  }
  sqlite3_finalize(q);
}

static void load(sqlite3 *db, const char *library) {
  char *message = NULL;
  sqlite3_enable_load_extension(db, 1);
  if (sqlite3_load_extension(db, library, "sqlite3_rocpd_init", &message)) fault(library, 0, "cannot be loaded: %s", message ? message : "no reason was given");
  sqlite3_free(message);
}

int main(int argc, char **argv) {
  sqlite3 *db;
  if (argc < 2 || sqlite3_open(":memory:", &db)) return 2;
  char **text = calloc((size_t)argc, sizeof *text);
  for (int i = 2; i < argc && text; i++)
    if ((text[i] = read_file(argv[i]))) check_text(db, argv[i], text[i]);
  if (!faults) load(db, argv[1]);
  for (int i = 2; i < argc && !faults; i++) check_table(db, argv[i], text[i]);
  if (!faults) check_functions(db);
  for (int i = 2; i < argc && text; i++) free(text[i]);
  free(text);
  sqlite3_close(db);
  return faults > 0;
}
