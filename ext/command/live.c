/* rocpd live: shows what a running program has done so far, on a screen that is redrawn regularly; without a terminal, it prints one summary. */
#include "answer.h"
#include "usage.h"
#include "print.h"
#include "report_fill.h"
#include "screen.h"
#include "terminal.h"
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Queries of the tabs, in the form of reports, so that --sort and the number of lines can be filled in. */
static const struct tab {
  const char *name, *sql;
} tabs[] = {
  {"kernels", "SELECT {name name} AS kernel, total_calls AS calls, total_ns AS time_ns, percentage / 100 AS share, average_ns AS mean_ns, min_ns, max_ns "
   "FROM top_kernels ORDER BY total_ns DESC LIMIT {limit};"},
  {"GPUs", "SELECT gpu, busy_ns, run_ns AS of_ns, share, kernel_ns, copy_ns, overlap_ns, idle_ns FROM utilisation('device') WHERE type = 'GPU' "
   "ORDER BY host, length(gpu), gpu LIMIT {limit};"},
  {"calls", "SELECT name AS call, total_calls AS calls, total_ns AS time_ns, percentage / 100 AS share, average_ns AS mean_ns, max_ns FROM top_by('region') "
   "ORDER BY total_ns DESC LIMIT {limit};"},
  {"ranks", "SELECT rank, compute_ns, late_ns, wait_ns, communication_ns, copy_ns, idle_ns, busy_share, skew AS off_share FROM ranks ORDER BY run, rank LIMIT {limit};"},
};
enum { TABS = sizeof tabs / sizeof *tabs, HEAD_LINES = 2 };

typedef struct live {
  rocpd_run run;
  rocpd_settings settings;
  int pid; /* process id; 0: a folder is shown */
  bool has_ended;
  int tab, sort[TABS]; /* of each tab: the number of the sort column, from 1; 0: the order of the query */
  bool ascending[TABS];
  int columns; /* number of columns of the shown tab */
} live;

/* ---- what is shown ---- */

/* Describes the size of the trace so far; sqlite3_malloc'd. */
static char *span_of(live *l) {
  char *span = NULL;
  if (rocpd_run_text(&l->run, &span, "SELECT printf('%%d events, %%.1f s', sum(rows), (max(\"end\") - min(start)) / 1e9) FROM sources") != ROCPD_DONE)
    return NULL;
  return span;
}

/* Prints the two head lines: the trace and its size; the tabs and the sort column. */
static void add_head(live *l, FILE *out, const char *sorted, int width) {
  char *span = span_of(l),
       *head = sqlite3_mprintf("%s%s%s%s", l->pid ? "" : l->run.path[0], span ? (l->pid ? "" : ": ") : "", span ? span : "", l->has_ended ? ", ended" : "");
  int used = l->pid ? fprintf(out, "process %d: ", l->pid) : 0, left = width - used;
  if (left > 0) fprintf(out, "%.*s\n", left, head ? head : "");
  for (int i = 0; i < TABS; i++) fprintf(out, i == l->tab ? "\033[7m %d %s \033[0m" : " %d %s ", i + 1, tabs[i].name);
  int room = width - 40;
  if (sorted && room > 12) fprintf(out, "  by %.*s %s", room - 6, sorted, l->ascending[l->tab] ? "^" : "v");
  fprintf(out, "\n");
  sqlite3_free(span);
  sqlite3_free(head);
}

/* Returns the sort column in the form of --sort; NULL: none. The caller frees it. */
static char *sort_of(live *l, const char *sql, char **column) {
  rocpd_settings plain = l->settings;
  rocpd_filled f = {NULL, 0};
  sqlite3_stmt *q = NULL;
  char *sort = NULL;
  plain.sort = NULL, *column = NULL;
  if (!rocpd_report_fill(l->run.db, &plain, NULL, sql, strlen(sql), &f) && !sqlite3_prepare_v2(l->run.db, f.sql, -1, &q, NULL)) {
    int *by = &l->sort[l->tab];
    l->columns = sqlite3_column_count(q);
    *by = *by < 0 ? l->columns : *by > l->columns ? 0 : *by;
    if (*by) *column = sqlite3_mprintf("%s", sqlite3_column_name(q, *by - 1));
    if (*column) sort = sqlite3_mprintf("%s%s", l->ascending[l->tab] ? "-" : "", *column);
  }
  sqlite3_finalize(q);
  sqlite3_free(f.sql);
  return sort;
}

/* Prints as many rows as fit. */
static int print_rows(live *l, FILE *out, const char *sql, int64_t limit, int width) {
  const rocpd_print_style style = {"table", width, rocpd_terminal_colour(), false};
  rocpd_printer *p = rocpd_printer_new(out, &style);
  sqlite3_stmt *q = NULL;
  int rc = p ? sqlite3_prepare_v2(l->run.db, sql, -1, &q, NULL) : SQLITE_NOMEM;
  for (int64_t row = 0; row < limit && rc == SQLITE_OK && (rc = sqlite3_step(q)) == SQLITE_ROW; row++, rc = SQLITE_OK) {
    const char *names[32];
    bool first = !row;
    int n = sqlite3_column_count(q);
    for (int i = 0; first && i < n && i < 32; i++) names[i] = sqlite3_column_name(q, i);
    if (first) rocpd_print_columns(p, n, names, NULL);
    rocpd_print_row(p, q);
  }
  int ended = sqlite3_finalize(q);
  if (p) rocpd_printer_finish(p, true);
  return rc == SQLITE_DONE || rc == SQLITE_OK ? ended : rc;
}

/* Draws the screen. An error (a file may just be created) is shown, and may be gone the next time. */
static void draw(live *l) {
  int lines, width;
  char *text = NULL, *column;
  size_t size = 0;
  rocpd_screen_size(&lines, &width);
  FILE *out = open_memstream(&text, &size);
  if (!out) return;
  l->settings.limit = lines > HEAD_LINES + 3 ? lines - HEAD_LINES - 2 : 1;
  l->settings.has_limit = true;
  const char *sql = tabs[l->tab].sql;
  rocpd_filled f = {NULL, 0};
  char *sort = sort_of(l, sql, &column);
  l->settings.sort = sort;
  add_head(l, out, column, width);
  int rc = rocpd_report_fill(l->run.db, &l->settings, NULL, sql, strlen(sql), &f);
  if (rc == SQLITE_OK) rc = print_rows(l, out, f.sql, f.limit, width);
  if (rc != SQLITE_OK) fprintf(out, "%.*s\n", width, sqlite3_errmsg(l->run.db));
  fprintf(out, "\033[2m%.*s\033[0m", width, "q quit  Tab or 1-4 tables  Left Right sort by  Up Down order");
  fclose(out);
  if (!rocpd_caught()) rocpd_screen_show(text);
  free(text);
  l->settings.sort = NULL;
  sqlite3_free(sort);
  sqlite3_free(column);
  sqlite3_free(f.sql);
}

/* ---- the loop ---- */

static int64_t cpu_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}
static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Handles a key; false: the user quits. */
static bool take_key(live *l, int key, bool *changed) {
  *changed = true;
  switch (key) {
    case 'q': case 'Q': case SCREEN_ENDED: return false;
    case '\t': l->tab = (l->tab + 1) % TABS; break;
    case SCREEN_BACKTAB: l->tab = (l->tab + TABS - 1) % TABS; break;
    case SCREEN_LEFT: l->sort[l->tab]--; break;
    case SCREEN_RIGHT: l->sort[l->tab]++; break;
    case SCREEN_UP: l->ascending[l->tab] = true; break;
    case SCREEN_DOWN: l->ascending[l->tab] = false; break;
    case SCREEN_RESIZED: break;
    default:
      *changed = key > '0' && key <= '0' + TABS;
      if (*changed) l->tab = key - '1';
  }
  return true;
}

static void attach_again(live *l) {
  for (size_t i = 0; i < l->run.paths; i++) { /* attaches new files, too; one that is just being created follows the next time */
    sqlite3_stmt *q = NULL;
    char *sql = l->settings.attach ? sqlite3_mprintf("SELECT rocpd_attach(%Q, %Q)", l->run.path[i], l->settings.attach) :
                                     sqlite3_mprintf("SELECT rocpd_attach(%Q)", l->run.path[i]);
    if (sql && !sqlite3_prepare_v2(l->run.db, sql, -1, &q, NULL)) sqlite3_step(q);
    sqlite3_finalize(q);
    sqlite3_free(sql);
  }
}

/* Redraws every two seconds, or less often, so that it uses less than 1 % of a core. */
static void show_until_end(live *l) {
  enum { EACH_MS = 2000, SHARE = 100 };
  bool goes_on = true;
  while (goes_on && !l->has_ended) {
    int64_t begun = cpu_ms();
    l->has_ended = l->pid && kill(l->pid, 0) && errno == ESRCH;
    attach_again(l);
    draw(l);
    int64_t each = (cpu_ms() - begun) * SHARE, next = now_ms() + (each > EACH_MS ? each : EACH_MS);
    for (bool changed = false; goes_on && !changed && !l->has_ended && now_ms() < next;)
      goes_on = take_key(l, rocpd_screen_key((int)(next - now_ms())), &changed);
  }
}

/* ---- which program ---- */

/* Asks rocpd-ctl PID status for the file that the process writes; the caller frees *file. Returns the exit code. */
static int ask_ctl(const char *pid, char **file) {
  char *program, text[4096];
  *file = NULL;
  if (!rocpd_beside("ctl", &program)) {
    sqlite3_free(program);
    return rocpd_wrong("rocpd-ctl is not installed: give the folder that process %s writes to", pid);
  }
  int ends[2], status = -1;
  if (pipe(ends)) return sqlite3_free(program), rocpd_say_failure(ROCPD_NO_ANSWER, "%s", strerror(errno));
  char *const argv[] = {program, (char *)pid, "status", NULL};
  extern char **environ;
  posix_spawn_file_actions_t to;
  pid_t child;
  posix_spawn_file_actions_init(&to);
  posix_spawn_file_actions_adddup2(&to, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&to, ends[1], STDERR_FILENO);
  posix_spawn_file_actions_addclose(&to, ends[0]);
  bool ran = !posix_spawn(&child, program, &to, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&to);
  close(ends[1]);
  size_t n = 0;
  for (ssize_t got; n < sizeof text - 1 && (got = read(ends[0], text + n, sizeof text - 1 - n)) > 0;) n += (size_t)got;
  close(ends[0]);
  text[n] = 0;
  if (ran) waitpid(child, &status, 0);
  sqlite3_free(program);
  text[strcspn(text, "\n")] = 0;
  const char *path = strchr(text, '/'), *said = strncmp(text, "rocpd-ctl: ", 11) == 0 ? text + 11 : text;
  if (!ran || !WIFEXITED(status) || WEXITSTATUS(status) || !path) return rocpd_say_failure(ROCPD_NO_ANSWER, "%s", *said ? said : "rocpd-ctl did not run");
  *file = sqlite3_mprintf("%s", path);
  return *file ? ROCPD_DONE : rocpd_say_no_memory();
}

/* Finds the file to show. A number that is not the name of a file is a process id. */
static int find_program(live *l, char **file) {
  const char *target = l->settings.paths ? l->settings.path[0] : NULL;
  int64_t pid;
  *file = NULL;
  if (l->settings.paths > 1 || !target || !rocpd_number(target, &pid) || access(target, F_OK) == 0) return ROCPD_DONE;
  int code = ask_ctl(target, file);
  l->pid = (int)pid;
  if (code == ROCPD_DONE) l->settings.path[0] = *file;
  return code;
}

/* ---- the command ---- */

enum { GROUPS = ROCPD_G_TRACE | ROCPD_G_FORMAT };
static const rocpd_command_option options[] = {
  {"-n --limit", "N", rocpd_take_limit, "rows of the summary, where there is no terminal"},
  {"--names", "short|full", rocpd_take_names, "kernel names without arguments and scopes, or in full (default: short)"},
  {NULL, NULL, NULL, NULL},
};

static const char *help(void) {
  return "rocpd live PID|FOLDER: what a running program has done so far, until it ends\n"
         "\n"
         "A screen with tables of kernels, GPUs, calls and ranks. It is drawn every two seconds, or less often where reading the\n"
         "trace takes longer than 1 % of that. Keys: Tab or 1 to 4 choose the table, Left and Right the column that sorts it, Up and\n"
         "Down the order, q ends. Where stdout is no terminal, or with --csv and so on, it prints one summary.\n"
         "\n"
         "   rocpd live 4711\n"
         "   rocpd live trace.2\n"
         "   rocpd live 4711 --json | jq .kernels\n";
}

static int show(live *l) {
  int code = rocpd_run_open(&l->run, &l->settings, true);
  l->run.losses_asked = true; /* the trace is incomplete anyway, since it is still being written */
  if (code != ROCPD_DONE) return code;
  if (l->settings.out || strcmp(l->settings.format, "table") != 0 || !rocpd_screen_begin())
    return rocpd_answer(&l->run, &l->settings, rocpd_report_sql("summary"), false, NULL);
  show_until_end(l);
  rocpd_screen_end();
  if (l->has_ended) printf("process %d has ended\n", l->pid);
  return rocpd_caught() ? 128 + rocpd_caught() : ROCPD_DONE;
}

static int run(int argc, char **argv) {
  live l = {.pid = 0};
  bool wants_help;
  char *file = NULL;
  int code = rocpd_read_options(argc, argv, GROUPS, options, NULL, &l.settings, &wants_help);
  if (code == ROCPD_DONE && wants_help) code = rocpd_help_of("live");
  else {
    if (code == ROCPD_DONE) code = rocpd_answer_format(&l.settings);
    if (code == ROCPD_DONE) code = find_program(&l, &file);
    if (code == ROCPD_DONE) code = show(&l);
    rocpd_run_close(&l.run);
  }
  rocpd_settings_free(&l.settings);
  sqlite3_free(file);
  return code;
}

static const rocpd_command live_command = {"live", "PID|FOLDER: what a running program has done so far, updated continuously", run, help, GROUPS, options};
ROCPD_COMMAND(live_command);
