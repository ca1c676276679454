/* rocpd rpt: prints the report of rtg_tracer's rpt, with the same options. */
#include "usage.h"
#include "report_fill.h"
#include "run.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_BOUNDS = 100 };

typedef struct rpt_options {
  bool no_barriers, no_gaps;
  int64_t most; /* --topn; 0: all */
  int64_t bound[MOST_BOUNDS]; /* upper bounds of the classes of pauses, in us, ascending */
  int bounds;
} rpt_options;

static int take_no_gaps(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  ((rpt_options *)command)->no_gaps = true;
  return ROCPD_DONE;
}
static int take_no_barriers(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  ((rpt_options *)command)->no_barriers = true;
  return ROCPD_DONE;
}
static int take_most(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  rpt_options *o = command;
  if (strcmp(argv[0], "-1") == 0) o->most = 0;
  else if (!rocpd_number(argv[0], &o->most)) return rocpd_wrong("%s expects a number, not '%s'", option, argv[0]);
  return ROCPD_DONE;
}
static int compare(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}
static int take_bounds(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  rpt_options *o = command;
  o->bounds = 0;
  while (o->bounds < MOST_BOUNDS && argv[o->bounds] && rocpd_number(argv[o->bounds], &o->bound[o->bounds])) o->bounds++;
  if (!o->bounds) return rocpd_wrong("%s expects bounds in us, not '%s'", option, argv[0]);
  if (o->bounds == MOST_BOUNDS) return rocpd_wrong("%s takes less than %d bounds", option, MOST_BOUNDS);
  qsort(o->bound, (size_t)o->bounds, sizeof *o->bound, compare);
  *more = o->bounds - 1;
  return ROCPD_DONE;
}

static const rocpd_command_option options[] = {
    {"--no_gaps --no-gaps", NULL, take_no_gaps, "without pauses: percentages are of the busy time"},
    {"--ignore_barriers --ignore-barriers", NULL, take_no_barriers, "without barriers"},
    {"--gaps", "US...", take_bounds, "bounds of the pauses' classes in us (default: 10 20 50 100 1000 10000 100000)"},
    {"--topn", "N", take_most, "rows of each resource (default: 20; 0 or -1: all)"},
    {NULL, NULL, NULL, NULL},
};
enum { GROUPS = ROCPD_G_TRACE | ROCPD_G_WINDOW | ROCPD_G_PROCESS | ROCPD_G_GPU };

/* Returns SQL for the class of a pause; the caller frees it. */
static char *classes_of(const rpt_options *o) {
  sqlite3_str *sql = sqlite3_str_new(NULL);
  sqlite3_str_appendall(sql, "CASE");
  for (int i = 0; i < o->bounds; i++) {
    sqlite3_str_appendf(sql, " WHEN start - before < %lld * 1000 THEN 'gap ", (long long)o->bound[i]);
    if (i) sqlite3_str_appendf(sql, "%lldus-%lldus'", (long long)o->bound[i - 1], (long long)o->bound[i]);
    else sqlite3_str_appendf(sql, "<%lldus'", (long long)o->bound[i]);
  }
  sqlite3_str_appendf(sql, " ELSE 'gap >=%lldus' END", (long long)o->bound[o->bounds - 1]);
  return sqlite3_str_finish(sql);
}

static int print_lines(rocpd_run *r, const char *sql) {
  int rc = SQLITE_OK;
  while (*sql && !rc) {
    sqlite3_stmt *q = NULL;
    rc = sqlite3_prepare_v2(r->db, sql, -1, &q, &sql);
    while (!rc && q && (rc = sqlite3_step(q)) == SQLITE_ROW) {
      rocpd_doing_end();
      printf("%s\n", (const char *)sqlite3_column_text(q, 0));
      rc = SQLITE_OK;
    }
    if (rc == SQLITE_DONE) rc = SQLITE_OK;
    int ended = sqlite3_finalize(q);
    if (!rc) rc = ended;
  }
  return rc;
}

static int print_report(rocpd_run *r, const rocpd_settings *s, const rpt_options *o) {
  char *classes = classes_of(o), *most = sqlite3_mprintf("%lld", (long long)o->most);
  rocpd_filling fill[] = {{"bucket", classes}, {"barriers", o->no_barriers ? "0" : "1"}, {"gaps", o->no_gaps ? "0" : "1"}, {"topn", most},
                          {"all_gpus", s->filter[ROCPD_FILTER_GPU] ? "0" : "1"}, {NULL, NULL}};
  rocpd_filled f = {0};
  const char *sql = rocpd_report_sql("rpt");
  int rc = classes && most ? rocpd_report_fill(r->db, s, fill, sql, strlen(sql), &f) : SQLITE_NOMEM, code;
  rocpd_doing_begin("reading the trace");
  if (!rc) rc = print_lines(r, f.sql);
  rocpd_doing_end();
  if (rc) code = rocpd_run_failed(r, rc == SQLITE_NOMEM ? "out of memory" : sqlite3_errmsg(r->db));
  else code = fflush(stdout) ? rocpd_say_failure(ROCPD_NO_ANSWER, "cannot write the output: %s", strerror(errno)) : rocpd_run_say_losses(r);
  sqlite3_free(f.sql);
  sqlite3_free(classes);
  sqlite3_free(most);
  return code;
}

static int run(int argc, char **argv) {
  rpt_options own = {.most = 20, .bound = {10, 20, 50, 100, 1000, 10000, 100000}, .bounds = 7};
  rocpd_settings s;
  rocpd_run r = {0};
  bool help;
  int code = rocpd_read_options(argc, argv, GROUPS, options, &own, &s, &help);
  if (code == ROCPD_DONE && help) code = rocpd_help_of("rpt");
  else {
    if (code == ROCPD_DONE) code = rocpd_run_open(&r, &s, true);
    if (code == ROCPD_DONE) code = print_report(&r, &s, &own);
    rocpd_run_close(&r);
  }
  rocpd_settings_free(&s);
  return code;
}
static const rocpd_command rpt = {.name = "rpt", .run = run, .groups = GROUPS, .options = options};
ROCPD_COMMAND(rpt);
