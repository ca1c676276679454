/* rocpd help: explains a command, report, table, column, function, setting or topic. */
#include "help.h"
#include "complete.h"
#include "domains.h"
#include "fill.h"
#include "report.h"
#include "terminal.h"
#include "usage.h"
#include <ctype.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- commands ---- */

static bool is_command(const char *name) { return rocpd_command_find(name) || rocpd_report_sql(name); }

/* Runs rocpd-NAME --help; false: there is no such program. */
static bool ask_beside(const char *name) {
  extern char **environ;
  char *path;
  pid_t pid;
  bool found = false;
  for (size_t i = 0; !found && rocpd_beside_at(i); i++) found = strcmp(rocpd_beside_at(i), name) == 0;
  if (!found) return false;
  found = rocpd_beside(name, &path);
  char *const argv[] = {path, "--help", NULL};
  fflush(stdout);
  if (found && !posix_spawn(&pid, path, NULL, NULL, argv, environ)) waitpid(pid, NULL, 0);
  sqlite3_free(path);
  return found;
}

/* ---- settings: lines of the page `settings`, NAME DEFAULT WHAT, in columns; and domains ---- */

enum { NAME_WIDTH = 34, DEFAULT_WIDTH = 21 };

/* Returns the line of a setting in the page, regardless of case; NULL: there is none. */
static const char *setting_line(const char *name) {
  const char *page = rocpd_help_find("topics", "settings"), *fence = page ? strstr(page, "```console") : NULL, *line = fence ? strchr(fence, '\n') + 1 : "";
  size_t n = strlen(name);
  for (; *line && strncmp(line, "```", 3) != 0; line += strcspn(line, "\n"), line += *line == '\n') {
    if (n && sqlite3_strnicmp(line, name, (int)n) == 0 && line[n] == ' ' && strcspn(line, "\n") > NAME_WIDTH) return line;
  }
  return NULL;
}

static void add_meaning(sqlite3_str *out, const char *text, size_t size, int width) {
  char *meaning = sqlite3_mprintf("%.*s\n", (int)size, text);
  if (meaning) rocpd_fill(out, meaning, width);
  sqlite3_free(meaning);
  sqlite3_str_appendall(out, "(rocpd help settings lists all)\n");
}

static bool add_domain(sqlite3_str *out, const char *name, int width) {
  const rocz_domain *d = rocz_domains;
  while (d->name && (!d->help || sqlite3_stricmp(d->name, name))) d++;
  if (!d->name) return false;
  sqlite3_str_appendf(out, "%s%s: a domain of COLLECT_DOMAINS, %s by default\n", sqlite3_str_length(out) ? "\n" : "", d->name, d->standard ? "on" : "off");
  add_meaning(out, d->help, strlen(d->help), width);
  return true;
}

/* Appends the explanation of a setting or domain; false: there is none of this name. */
static bool add_setting(sqlite3_str *out, const char *name, int width) {
  const char *line = setting_line(name);
  if (!line) return add_domain(out, name, width);
  size_t n = strcspn(line, "\n"), of_name = strcspn(line, " ");
  const char *value = line + NAME_WIDTH, *text = value + DEFAULT_WIDTH;
  if (n < NAME_WIDTH + DEFAULT_WIDTH) text = line + n;
  int size = (int)strcspn(value, " \n");
  sqlite3_str_appendf(out, "%s%.*s: ", sqlite3_str_length(out) ? "\n" : "", (int)of_name, line);
  sqlite3_str_appendf(out, size ? "a setting of the collector (default: %.*s)\n" : "a setting of the collector\n", size, value);
  add_meaning(out, text, (size_t)(line + n - text), width);
  return true;
}

/* ---- tables, functions, topics and columns: what the library says ---- */

/* Appends the help pages of a name; *found: there is one. */
static int add_pages(sqlite3_str *out, rocpd_run *r, const char *name, int width, bool *found) {
  *found = rocpd_help_find("tables", name) || rocpd_help_find("functions", name) || rocpd_help_find("topics", name);
  if (!*found) return ROCPD_DONE;
  char *text;
  int code = rocpd_run_text(r, &text, "SELECT rocpd_help(%Q)", name);
  if (text) {
    if (sqlite3_str_length(out)) sqlite3_str_appendchar(out, 1, '\n');
    rocpd_fill(out, text, width);
  }
  sqlite3_free(text);
  return code;
}

/* Appends the help of COLUMN or TABLE.COLUMN: each meaning, and the tables in which the column has it. */
static int add_column(sqlite3_str *out, rocpd_run *r, const char *name, int width, bool *found) {
  const char *point = strchr(name, '.'), *column = point ? point + 1 : name;
  char *table = point ? sqlite3_mprintf("%.*s", (int)(point - name), name) : NULL;
  sqlite3_stmt *q = NULL;
  int rc = sqlite3_prepare_v2(r->db,
    "SELECT column_name, unit, meaning, group_concat(table_name, ', '), count(*), max(argument) FROM (SELECT * FROM rocpd_tables WHERE column_name = ?1 COLLATE NOCASE AND"
    " (?2 IS NULL OR table_name = ?2 COLLATE NOCASE) ORDER BY table_name) GROUP BY unit, meaning ORDER BY count(*) DESC, 4", -1, &q, NULL);
  if (rc == SQLITE_OK) sqlite3_bind_text(q, 1, column, -1, SQLITE_STATIC), sqlite3_bind_text(q, 2, table, -1, SQLITE_STATIC);
  while (rc == SQLITE_OK && (rc = sqlite3_step(q)) == SQLITE_ROW) {
    const char *unit = (const char *)sqlite3_column_text(q, 1), *meaning = (const char *)sqlite3_column_text(q, 2);
    char *text = sqlite3_mprintf("%s: %s%s%s%s\n\n%s of %s\n", sqlite3_column_text(q, 0), meaning ? meaning : "", unit ? " (" : "", unit ? unit : "",
                                 unit ? ")" : "",
                                 sqlite3_column_int(q, 5) ? "Argument" : "Column", sqlite3_column_text(q, 3));
    if (sqlite3_str_length(out)) sqlite3_str_appendchar(out, 1, '\n');
    if (text) rocpd_fill(out, text, width);
    rc = text ? SQLITE_OK : SQLITE_NOMEM;
    sqlite3_free(text);
    *found = true;
  }
  int ended = sqlite3_finalize(q);
  sqlite3_free(table);
  return rc == SQLITE_DONE && ended == SQLITE_OK ? ROCPD_DONE : rocpd_run_failed(r, sqlite3_errmsg(r->db));
}

/* ---- nothing is known of it ---- */

typedef struct help_names {
  char **name; /* sqlite3_malloc'd */
  size_t count;
} help_names;

/* Adds a name of `size` bytes; -1: up to its end. */
static void add_name(help_names *all, const char *name, int size) {
  char *text = size < 0 ? sqlite3_mprintf("%s", name) : sqlite3_mprintf("%.*s", size, name);
  if (text && rocpd_array_push_reserve(&all->name, all->count, sizeof *all->name) == SQLITE_OK) all->name[all->count++] = text;
  else sqlite3_free(text);
}

/* Collects all names that have help. */
static void add_names(help_names *all, rocpd_run *r) {
  const rocpd_command *c;
  const char *name, *sql;
  for (size_t i = 0; (c = rocpd_command_at(i)); i++) add_name(all, c->name, -1);
  for (int i = 0; rocpd_report_at(i, &name, &sql); i++) add_name(all, name, -1);
  for (size_t i = 0; rocpd_beside_at(i); i++) add_name(all, rocpd_beside_at(i), -1);
  for (const rocpd_help_page *p = rocpd_help_pages; p->name; p++)
    if (strchr(p->name, '/')) add_name(all, strchr(p->name, '/') + 1, -1); /* the list of columns is no page by itself */
  const char *page = rocpd_help_find("topics", "settings");
  for (const char *at = page; at && (at = strstr(at, "COLLECT_")); at += 8) {
    int size = (int)strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
    if (at[size - 1] != '_') add_name(all, at, size); /* not the beginning of several, as in COLLECT_* */
  }
  sqlite3_stmt *q = NULL;
  if (sqlite3_prepare_v2(r->db, "SELECT DISTINCT column_name FROM rocpd_tables WHERE column_name IS NOT NULL", -1, &q, NULL) == SQLITE_OK)
    while (sqlite3_step(q) == SQLITE_ROW) add_name(all, (const char *)sqlite3_column_text(q, 0), -1);
  sqlite3_finalize(q);
}

static int compare_names(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int rocpd_help_print_names(void) {
  rocpd_run r = {0};
  rocpd_settings s = {.limit = -1};
  help_names all = {NULL, 0};
  int code = rocpd_run_open(&r, &s, false);
  if (code == ROCPD_DONE) add_names(&all, &r);
  if (all.count) qsort(all.name, all.count, sizeof *all.name, compare_names);
  for (size_t i = 0; i < all.count; i++)
    if (!i || strcmp(all.name[i], all.name[i - 1]) != 0) puts(all.name[i]);
  rocpd_paths_free(all.name, all.count);
  rocpd_run_close(&r);
  return code;
}

/* How often words that begin with this text are in a page, regardless of case. */
static unsigned mentions(const char *page, const char *text) {
  int size = (int)strlen(text);
  unsigned n = 0;
  for (const char *p = page; *p; p++) n += !sqlite3_strnicmp(p, text, size) && (p == page || !isalnum((unsigned char)p[-1]));
  return n;
}

/* Appends "; it is in PAGE, PAGE": the pages that mention the text most often. False: none does. */
static bool add_mentions(sqlite3_str *out, const char *text) {
  enum { MOST = 3 };
  unsigned below = UINT_MAX, added = 0;
  while (*text && added < MOST) {
    unsigned most = 0;
    for (const rocpd_help_page *p = rocpd_help_pages; p->name; p++) {
      unsigned n = strchr(p->name, '/') ? mentions(p->text, text) : 0;
      most = n < below && n > most ? n : most;
    }
    if (!most) break;
    for (const rocpd_help_page *p = rocpd_help_pages; p->name && added < MOST; p++)
      if (strchr(p->name, '/') && mentions(p->text, text) == most)
        sqlite3_str_appendf(out, "%s%s", added++ ? ", " : "; it is in ", strchr(p->name, '/') + 1);
    below = most;
  }
  return added > 0;
}

static int say_unknown(rocpd_run *r, const char *name) {
  sqlite3_str *out = sqlite3_str_new(NULL);
  if (!add_mentions(out, name)) {
    help_names all = {NULL, 0};
    add_names(&all, r);
    add_name(&all, "", 0);
    char *last = all.count ? all.name[all.count - 1] : NULL;
    if (last) all.name[all.count - 1] = NULL;
    sqlite3_str_appendall(out, last ? rocpd_suggestion(strchr(name, '.') ? strchr(name, '.') + 1 : name, (const char *const *)all.name) : "");
    sqlite3_free(last);
    rocpd_paths_free(all.name, all.count - (last != NULL));
  }
  char *text = sqlite3_str_finish(out);
  rocpd_say_failure(ROCPD_NO_ANSWER, "no help on '%s'%s (rocpd help lists all)", name, text ? text : "");
  sqlite3_free(text);
  return ROCPD_NO_ANSWER;
}

/* ---- the command ---- */

static int print(sqlite3_str *out) {
  char *text = sqlite3_str_finish(out);
  if (!text) return ROCPD_DONE; /* nothing */
  rocpd_pager_begin();
  fputs(text, stdout);
  rocpd_pager_end();
  sqlite3_free(text);
  return ROCPD_DONE;
}

static int help_about(rocpd_run *r, const char *name) {
  int width = rocpd_is_terminal() ? rocpd_terminal_width() : 0;
  sqlite3_str *out = sqlite3_str_new(NULL);
  bool found = false, is_setting, is_page;
  int code = add_pages(out, r, name, width, &is_page);
  if (is_command(name)) code = rocpd_help_of(name), found = true;
  else found = ask_beside(name);
  if (found && is_page) putchar('\n');
  is_setting = add_setting(out, name, width);
  found |= is_page | is_setting;
  if (code == ROCPD_DONE && !found) code = add_column(out, r, name, width, &found);
  print(out);
  return code == ROCPD_DONE && !found ? say_unknown(r, name) : code;
}

/* Prints an overview of everything that has help. */
static int help_of_all(rocpd_run *r) {
  char *text;
  int code = rocpd_run_text(r, &text, "SELECT rocpd_help()");
  sqlite3_str *out = sqlite3_str_new(NULL);
  if (text) rocpd_fill(out, text, rocpd_is_terminal() ? rocpd_terminal_width() : 0);
  sqlite3_free(text);
  rocpd_pager_begin();
  rocpd_usage(stdout);
  print(out);
  rocpd_pager_end();
  return code;
}

static const char *help(void) {
  return "rocpd help [NAME]: help on a table, column, function, topic, command or setting, or a list of all\n"
         "\n"
         "   rocpd help                   lists all of them\n"
         "   rocpd help gaps              the report and the table gaps\n"
         "   rocpd help gaps.cause        a column of a table\n"
         "   rocpd help COLLECT_DOMAINS   a setting of the collector\n";
}

static int run(int argc, char **argv) {
  rocpd_settings s;
  rocpd_run r = {0};
  bool wants_help;
  int code = rocpd_read_options(argc, argv, 0, NULL, NULL, &s, &wants_help);
  if (code == ROCPD_DONE && wants_help) code = rocpd_help_of("help");
  else {
    if (code == ROCPD_DONE && s.paths > 1) code = rocpd_wrong("help takes one name");
    if (code == ROCPD_DONE) code = rocpd_run_open(&r, &s, false);
    r.losses_asked = true;
    if (code == ROCPD_DONE) code = s.paths ? help_about(&r, s.path[0]) : help_of_all(&r);
    rocpd_run_close(&r);
  }
  rocpd_settings_free(&s);
  return code;
}

static const rocpd_command help_command = {"help", "[NAME]: help on a table, column, function, topic, command or setting, or a list of all", run, help, 0,
                                           NULL};
ROCPD_COMMAND(help_command);
