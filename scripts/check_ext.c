/* Checks the extension, as the last step of its build, for mistakes that would otherwise be noticed only in use. Prints the file, line
** and reason of each.
**
** Usage: check_ext BUILD/rocpd.so sql/NAME.sql... ext/FOLDER/NAME.c... */
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

/* ---- names that two files define. A second function of a name would replace the first, a second source would never be asked, both without an error. */

static const struct { const char *macro, *what; } kinds[] = {
  {"ROCPD_TABLE(", "table"}, {"ROCPD_FUNCTION(", "SQL function"}, {"ROCPD_SOURCE_CLASS(", "source"}, {"ROCPD_EXPORT_FORMAT(", "export format"}};
enum { TABLE, FUNCTION, SOURCE, FORMAT, KINDS };

typedef struct definition {
  int kind, arguments; /* of a function */
  char name[128];
  const char *file;
  int line;
} definition;
static definition *defined;
static size_t definitions;

static void define(int kind, const char *name, size_t size, int arguments, const char *file, int line) {
  definition d = {.kind = kind, .arguments = arguments, .file = file, .line = line};
  snprintf(d.name, sizeof d.name, "%.*s", (int)size, name);
  for (size_t i = 0; i < definitions; i++)
    if (defined[i].kind == kind && defined[i].arguments == arguments && !sqlite3_stricmp(defined[i].name, d.name))
      fault(file, line, "defines the %s %s, as %s:%d does: give one of them another name", kinds[kind].what, d.name, defined[i].file, defined[i].line);
  definition *more = realloc(defined, (definitions + 1) * sizeof *defined);
  if (!more) exit(2);
  defined = more;
  defined[definitions++] = d;
}

/* What a C file registers. A name that a macro of the file makes is not seen. */
static void read_definitions(const char *path, const char *text) {
  for (int kind = 0; kind < KINDS; kind++) {
    for (const char *at = text; (at = strstr(at, kinds[kind].macro)); at++) {
      const char *id = at + strlen(kinds[kind].macro), *end = strstr(id, "};"), *name = strstr(id, ".name = \""), *argc = strstr(id, ".argc = ");
      int line = 1;
      for (const char *p = text; p < at; p++) line += *p == '\n';
      if (kind == FORMAT) name = id;
      else if (!end || !name || name > end) continue;
      else name += strlen(".name = \"");
      define(kind, name, strcspn(name, "\")"), kind == FUNCTION && argc && argc < end ? atoi(argc + strlen(".argc = ")) : 0, path, line);
    }
  }
}

/* ---- tables of sql/ */

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

/* The types in the lines "-- columns: a INTEGER, b," and "--   c TEXT". SQLite would take any word for a type. */
static void check_types(const char *path, const char *text) {
  static const char head[] = "-- columns:", next[] = "--   ";
  const char *at = strstr(text, head);
  int line = 1;
  for (const char *p = text; at && p < at; p++) line += *p == '\n';
  for (size_t skip = sizeof head - 1; at && (skip == sizeof head - 1 || !strncmp(at, next, skip)); skip = sizeof next - 1, line++) {
    const char *end = at + strcspn(at, "\n");
    for (at += skip; at < end; at += strcspn(at, ",\n") + 1) {
      char item[256], name[128], type[128];
      snprintf(item, sizeof item, "%.*s", (int)strcspn(at, ",\n"), at);
      if (sscanf(item, "%127s %127s", name, type) == 2 && strcmp(type, "TEXT") && strcmp(type, "INTEGER") && strcmp(type, "BIGINT") && strcmp(type, "REAL"))
        fault(path, line, "the column %s has the type %s: write TEXT, INTEGER, BIGINT, REAL or no type", name, type);
    }
    at = *end ? end + 1 : NULL;
  }
}

/* Calls fn for each word of a line "-- HEAD: WORD, WORD". */
static void each_word(const char *text, const char *head, void (*fn)(void *arg, int line, const char *word), void *arg) {
  const char *at = strstr(text, head), *end;
  int line = 1;
  if (!at) return;
  for (const char *p = text; p < at; p++) line += *p == '\n';
  end = at + strcspn(at, "\n");
  for (at += strlen(head); at < end; at += strcspn(at, ",\n") + 1) {
    char word[128] = "";
    if (sscanf(at, "%127[^,\n]", word) == 1) fn(arg, line, word + strspn(word, " "));
  }
}

/* The keys of rocpd_filter(). Any other word has no effect. */
static void check_key(void *path, int line, const char *word) {
  if (strcmp(word, "gpu") && strcmp(word, "kernel") && strcmp(word, "stream"))
    fault(path, line, "'%s' is no key of rocpd_filter(): write gpu, kernel or stream", word);
}

typedef struct search { const char *word; int found; } search;
static void look(void *arg, int line, const char *word) {
  search *s = arg;
  (void)line;
  if (!sqlite3_stricmp(word, s->word)) s->found = 1;
}

/* Each :NAME of the SELECT is a declared argument. (Otherwise the table fails at its first use: statement.c.) */
static void check_arguments(const char *path, const char *text, sqlite3_stmt *q) {
  for (int i = 1; i <= sqlite3_bind_parameter_count(q); i++) {
    const char *name = sqlite3_bind_parameter_name(q, i);
    search s = {.word = name ? name + 1 : "?"};
    each_word(text, "-- arguments:", look, &s);
    if (!s.found) fault(path, 0, "uses %s, which no line '-- arguments: NAME, ...' declares", name ? name : "?");
  }
}

/* Checks what needs no tables: that the text is SQL and states its columns. A faulty view would keep the extension from loading. */
static int check_text(sqlite3 *db, const char *path, const char *text) {
  int before = faults;
  sqlite3_stmt *q = NULL;
  int rc = sqlite3_prepare_v2(db, text, -1, &q, NULL);
  if (rc && (strstr(sqlite3_errmsg(db), "syntax error") || strstr(sqlite3_errmsg(db), "incomplete") || strstr(sqlite3_errmsg(db), "unrecognized"))) fault(path, line_of_error(db, text), "%s", sqlite3_errmsg(db));
  sqlite3_finalize(q);
  if (!is_view(text) && !strstr(text, "-- columns:")) fault(path, 1, "has no line '-- columns: NAME [TYPE], ...' with the columns of its SELECT");
  check_types(path, text);
  each_word(text, "-- takes:", check_key, (void *)path);
  each_word(text, "-- ignores:", check_key, (void *)path);
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
  if (q) check_arguments(path, text, q);
  sqlite3_free(sql);
  sqlite3_finalize(q);
  sqlite3_finalize(table);
  snprintf(page, sizeof page, "ext/help/tables/%s.md", name);
  FILE *file = fopen(page, "r");
  if (file) fclose(file);
  else fault(path, 0, "the help page %s is missing", page);
}

/* ---- help pages */

/* Whether the row of a page, a line that begins with '|', is of a column; *cell: its first cell. */
static int is_of_column(const char *line, int *inside, char *cell, size_t size) {
  const char *from = line + 1 + strspn(line + 1, " `");
  if (*line != '|') return *inside = 0;
  snprintf(cell, size, "%.*s", (int)strcspn(from, " `|\n"), from);
  if (!strcmp(cell, "column")) return *inside = 1, 0;
  return *inside && strncmp(cell, "---", 3);
}

/* Every row of the page's list of columns is of a column that the table has. */
static void check_rows(sqlite3_stmt *has, const char *table, const char *page, FILE *file) {
  char line[4096], cell[128];
  for (int n = 1, inside = 0; fgets(line, sizeof line, file); n++) {
    if (!is_of_column(line, &inside, cell, sizeof cell)) continue;
    sqlite3_bind_text(has, 1, table, -1, SQLITE_STATIC);
    sqlite3_bind_text(has, 2, cell, -1, SQLITE_STATIC);
    if (sqlite3_step(has) != SQLITE_ROW) fault(page, n, "describes a column %s, which the table %s does not have: correct or remove this row", cell, table);
    sqlite3_reset(has);
  }
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
  sqlite3_stmt *q = NULL;
  if (sqlite3_prepare_v2(db, sql, -1, &q, NULL)) fault("scripts/check_ext.c", 0, "%s", sqlite3_errmsg(db));
  return q;
}

/* Every table has a page, which describes its columns and no others. */
static void check_pages(sqlite3 *db) {
  char page[512];
  if (sqlite3_exec(db, "CREATE TABLE described AS SELECT table_name, column_name, meaning FROM rocpd_tables WHERE column_name NOT NULL", NULL, NULL, NULL))
    fault("scripts/check_ext.c", 0, "%s", sqlite3_errmsg(db)); /* once, since rocpd_tables is computed for each query */
  sqlite3_stmt *q = prepare(db, "SELECT name FROM temp.sqlite_master WHERE type IN ('table', 'view')");
  sqlite3_stmt *has = prepare(db, "SELECT 1 FROM described WHERE table_name = ?1 AND column_name = ?2");
  while (q && has && sqlite3_step(q) == SQLITE_ROW) {
    const char *table = (const char *)sqlite3_column_text(q, 0);
    snprintf(page, sizeof page, "ext/help/tables/%s.md", table);
    FILE *file = fopen(page, "r");
    if (!file) fault(page, 0, "is missing: it begins with '# %s: SUMMARY', and has a row '| column | unit | meaning |' for each column that ext/help/columns.md does not describe", table);
    else check_rows(has, table, page, file), fclose(file);
  }
  sqlite3_finalize(q);
  sqlite3_finalize(has);
  q = prepare(db, "SELECT table_name, group_concat(column_name, ', ') FROM described WHERE coalesce(meaning, '') = '' GROUP BY 1");
  while (q && sqlite3_step(q) == SQLITE_ROW) {
    snprintf(page, sizeof page, "ext/help/tables/%s.md", (const char *)sqlite3_column_text(q, 0));
    fault(page, 0, "does not describe: %s; add a row '| column | unit | meaning |' for each", (const char *)sqlite3_column_text(q, 1));
  }
  sqlite3_finalize(q);
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
  for (int i = 2; i < argc && text; i++) {
    char name[256];
    size_t size = strlen(argv[i]);
    if (!(text[i] = read_file(argv[i]))) continue;
    if (size > 2 && !strcmp(argv[i] + size - 2, ".c")) {
      read_definitions(argv[i], text[i]);
      free(text[i]), text[i] = NULL;
      continue;
    }
    name_of(argv[i], name, sizeof name);
    define(TABLE, name, strlen(name), 0, argv[i], 1);
    check_text(db, argv[i], text[i]);
  }
  if (!faults) load(db, argv[1]);
  int loaded = !faults;
  for (int i = 2; i < argc && loaded; i++)
    if (text[i]) check_table(db, argv[i], text[i]);
  if (!faults) check_pages(db), check_functions(db);
  for (int i = 2; i < argc && text; i++) free(text[i]);
  free(text);
  free(defined);
  sqlite3_close(db);
  return faults > 0;
}
