/* See usage.h. */
#include "usage.h"
#include "fill.h"
#include "report.h"
#include "terminal.h"
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- programs beside this one, which work without SQLite ---- */

static const struct program { const char *name, *about; } beside[] = {
  {"record", "PROGRAM ...: runs a program and records it"},
  {"python", "SCRIPT ...: runs a Python program and also records its functions"},
  {"ctl", "PID start|stop|flush|status: starts and stops recording a running program"},
  {"doctor", "[PROGRAM]: what is installed, and whether a program can be recorded"},
};
enum { BESIDE = sizeof beside / sizeof *beside };

const char *rocpd_beside_at(size_t i) { return i < BESIDE ? beside[i].name : NULL; }

bool rocpd_beside(const char *name, char **path) {
  char self[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  self[n > 0 ? n : 0] = 0;
  char *slash = strrchr(self, '/');
  if (slash) *slash = 0;
  *path = sqlite3_mprintf("%s/rocpd-%s", slash ? self : ".", name);
  return *path && access(*path, X_OK) == 0;
}

/* ---- rocpd --help ---- */

/* Appends a line: NAME, and what it is; on a narrow terminal without blanks between. */
static void add_line(sqlite3_str *out, const char *name, const char *about, int size, int width) {
  int indent = width < 60 ? 6 : 17, at = sqlite3_str_length(out);
  sqlite3_str_appendf(out, width < 60 ? "  %s  " : "  %-14s ", name);
  rocpd_wrap(out, about, size, sqlite3_str_length(out) - at, indent, width);
  sqlite3_str_appendchar(out, 1, '\n');
}

static void add_beside(sqlite3_str *out, int width) {
  bool any = false;
  for (size_t i = 0; i < BESIDE; i++) {
    char *path;
    if (rocpd_beside(beside[i].name, &path)) {
      if (!any) sqlite3_str_appendall(out, "\nRecord:\n");
      add_line(out, beside[i].name, beside[i].about, (int)strlen(beside[i].about), width), any = true;
    }
    sqlite3_free(path);
  }
}

static void add_reports(sqlite3_str *out, int width) {
  const char *name, *sql;
  sqlite3_str_appendall(out, "\nReports:\n");
  for (int i = 0; rocpd_report_at(i, &name, &sql); i++) {
    const char *about = sql + strlen("-- ") + strlen(name) + strlen(": ");
    add_line(out, name, about, (int)strcspn(about, "\n"), width);
  }
}

static int compare_names(const void *a, const void *b) { return strcmp((*(const rocpd_command *const *)a)->name, (*(const rocpd_command *const *)b)->name); }

/* Appends the commands that are not reports, by name. */
static void add_commands(sqlite3_str *out, int width) {
  const rocpd_command *sorted[100], *c;
  size_t n = 0;
  for (size_t i = 0; n < 100 && (c = rocpd_command_at(i)); i++)
    if (!rocpd_report_sql(c->name)) sorted[n++] = c;
  qsort(sorted, n, sizeof *sorted, compare_names);
  sqlite3_str_appendall(out, "\nOther commands:\n");
  for (size_t i = 0; i < n; i++) add_line(out, sorted[i]->name, sorted[i]->about, (int)strlen(sorted[i]->about), width);
}

static const char first_steps[] =
  "usage: rocpd COMMAND [OPTION...] [PATH...]\n"
  "       rocpd PATH...                   the same as rocpd summary PATH...\n"
  "\n"
  "Record a program, then ask what it did:\n"
  "   rocpd record ./app                  writes trace (the next time trace.2, ...)\n"
  "   rocpd trace                         where the time went\n"
  "   rocpd top                           which kernels took it\n"
  "   rocpd gaps                          why GPUs were idle\n"
  "   rocpd convert -o trace.pftrace      for https://ui.perfetto.dev\n"
  "   rocpd help gaps                     about a command, table, column, setting\n"
  "\n";
static const char path_text[] =
  "PATH is a .rocz file, a database of rocprofv3, an RPD file, a text file of rtg_tracer, a folder of these, a glob pattern, or an index.yaml of rocpd package. "
  "Without one it is the folder that rocpd record wrote last: trace, trace.2, ...\n";
static const char codes_text[] =
  "Exit codes: 0 done; 1 the trace or the query is at fault (nothing there, damaged, wrong SQL); 2 wrong options; 3 the answer counts as a "
  "failure (diff --fail-over).\n";

int rocpd_usage(FILE *to) {
  int width = rocpd_terminal_width();
  char *options = rocpd_options_help(ROCPD_REPORT_GROUPS | ROCPD_G_FILTERS, NULL);
  sqlite3_str *out = sqlite3_str_new(NULL);
  rocpd_fill(out, first_steps, width);
  rocpd_fill(out, path_text, width);
  add_beside(out, width);
  add_reports(out, width);
  add_commands(out, width);
  rocpd_fill(out, "\nOptions of reports (rocpd COMMAND --help lists those of each command):\n", width);
  sqlite3_str_appendf(out, "%s\n", options ? options : "");
  rocpd_fill(out, codes_text, width);
  char *text = sqlite3_str_finish(out);
  sqlite3_free(options);
  if (!text) return rocpd_say_no_memory();
  fputs(text, to);
  sqlite3_free(text);
  return ROCPD_DONE;
}

/* ---- rocpd NAME --help ---- */

int rocpd_help_of(const char *name) {
  const rocpd_command *c = rocpd_command_find(name);
  char *report = c && c->help ? NULL : rocpd_report_help(name);
  bool has_options = !c || c->groups || c->options;
  char *options = has_options ? rocpd_options_help(c ? c->groups : rocpd_report_groups(name), c ? c->options : NULL) : NULL;
  const char *about = report ? report : c && c->help ? c->help() : "";
  sqlite3_str *out = sqlite3_str_new(NULL);
  rocpd_fill(out, about, rocpd_is_terminal() ? rocpd_terminal_width() : 0);
  if (options) sqlite3_str_appendf(out, "\nOptions:\n%s", options);
  char *text = sqlite3_str_finish(out);
  sqlite3_free(report);
  sqlite3_free(options);
  if (!text) return rocpd_say_no_memory();
  fputs(text, stdout);
  sqlite3_free(text);
  return ROCPD_DONE;
}
