/* rocpd --complete WHAT [NAME]: prints words for the completion in shells (scripts/completion), one per line. */
#include "complete.h"
#include "domains.h"
#include "help.h"
#include "report_fill.h"
#include "usage.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* Prints the commands and reports; with `programs` also the programs installed beside this one. */
static int print_commands(bool programs) {
  const char *names[256], *name, *sql;
  size_t n = 0;
  const rocpd_command *c;
  for (size_t i = 0; n < 100 && (c = rocpd_command_at(i)); i++)
    if (!rocpd_report_sql(c->name)) names[n++] = c->name;
  for (int i = 0; n < 200 && rocpd_report_at(i, &name, &sql); i++) names[n++] = name;
  for (size_t i = 0; programs && rocpd_beside_at(i); i++) {
    char *path;
    if (rocpd_beside(rocpd_beside_at(i), &path)) names[n++] = rocpd_beside_at(i);
    sqlite3_free(path);
  }
  qsort(names, n, sizeof *names, compare);
  for (size_t i = 0; i < n; i++) puts(names[i]);
  return ROCPD_DONE;
}

static int print_options(const char *name) {
  const rocpd_command *c = rocpd_command_find(name);
  if (c || rocpd_report_sql(name)) rocpd_options_print(c ? c->groups : rocpd_report_groups(name), c ? c->options : NULL);
  return ROCPD_DONE;
}

/* Prints a name unless it is among the lines of `seen`, and adds it there. */
static void print_new(sqlite3_str *seen, const char *name) {
  char *line = sqlite3_mprintf("\n%s\n", name);
  if (line && !strstr(sqlite3_str_value(seen), line)) {
    puts(name);
    sqlite3_str_appendall(seen, line);
  }
  sqlite3_free(line);
}

/* Prints the columns of all statements of a report. */
static int print_columns(const char *name) {
  rocpd_run r = {0};
  rocpd_settings s = {.limit = -1};
  rocpd_filled f = {NULL, 0};
  static const rocpd_filling fill[] = {{"a", "''"}, {"b", "''"}, {"by", "'kernel'"}, {NULL, NULL}};
  const char *sql = rocpd_report_sql(name), *at;
  sqlite3_str *seen = sqlite3_str_new(NULL);
  sqlite3_str_appendall(seen, "\n");
  int code = sql ? rocpd_run_open(&r, &s, false) : ROCPD_NO_ANSWER;
  if (code == ROCPD_DONE && !rocpd_report_fill(r.db, &s, fill, sql, strlen(sql), &f))
    for (at = f.sql; *at;) {
      sqlite3_stmt *q = NULL;
      if (sqlite3_prepare_v2(r.db, at, -1, &q, &at)) break;
      for (int i = 0; q && i < sqlite3_column_count(q); i++) print_new(seen, sqlite3_column_name(q, i));
      sqlite3_finalize(q);
    }
  sqlite3_free(f.sql);
  sqlite3_free(sqlite3_str_finish(seen));
  rocpd_run_close(&r);
  return code;
}

static int print_domains(void) {
  for (const rocz_domain *d = rocz_domains; d->name; d++)
    if (d->help) puts(d->name);
  return ROCPD_DONE;
}

/* Prints the names COLLECT_* of the page `settings`. */
static int print_settings(void) {
  const char *page = rocpd_help_find("topics", "settings"), *line = page ? strstr(page, "```console") : NULL;
  line = line ? strchr(line, '\n') + 1 : "";
  for (; *line && strncmp(line, "```", 3) != 0; line += strcspn(line, "\n"), line += *line == '\n')
    if (strncmp(line, "COLLECT_", 8) == 0) printf("%.*s\n", (int)strcspn(line, " \n"), line);
  return ROCPD_DONE;
}

/* Does the process write a trace? */
static bool is_recorded(const char *pid) {
  char path[64], *line = NULL;
  size_t room = 0;
  bool found = false;
  snprintf(path, sizeof path, "/proc/%.20s/maps", pid);
  FILE *maps = fopen(path, "re");
  while (maps && !found && getline(&line, &room, maps) > 0) found = strstr(line, ".rocz.live\n") != NULL;
  if (maps) fclose(maps);
  free(line);
  return found;
}

static int print_processes(void) {
  DIR *d = opendir("/proc");
  for (struct dirent *e; d && (e = readdir(d));)
    if (*e->d_name >= '1' && *e->d_name <= '9' && is_recorded(e->d_name)) puts(e->d_name);
  if (d) closedir(d);
  return ROCPD_DONE;
}

int rocpd_complete(int argc, char **argv) {
  const char *what = argc ? argv[0] : "all", *name = argc > 1 ? argv[1] : "";
  if (strcmp(what, "commands") == 0) return print_commands(false);
  if (strcmp(what, "all") == 0) return print_commands(true);
  if (strcmp(what, "options") == 0) return print_options(name);
  if (strcmp(what, "columns") == 0) return print_columns(name);
  if (strcmp(what, "settings") == 0) return print_settings();
  if (strcmp(what, "domains") == 0) return print_domains();
  if (strcmp(what, "pids") == 0) return print_processes();
  if (strcmp(what, "help") == 0) return rocpd_help_print_names();
  return ROCPD_WRONG_USE;
}
