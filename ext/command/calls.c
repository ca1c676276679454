/* rocpd calls: the report, or the difference of two call trees; with --timemory, the call tree as timemory prints it (timemory.c). */
#include "answer.h"
#include "timemory.h"
#include "usage.h"
#include <stdio.h>

typedef struct calls_options {
  bool timemory, flat;
  const char *by, *other;
} calls_options;

static int take_timemory(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  ((calls_options *)command)->timemory = true;
  return ROCPD_DONE;
}
static int take_by(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  const char *by = argv[0];
  if (strcmp(by, "thread") != 0 && strcmp(by, "process") != 0 && strcmp(by, "all") != 0)
    return rocpd_wrong("%s expects thread, process or all, not '%s'", option, by);
  ((calls_options *)command)->by = by;
  return ROCPD_DONE;
}

static int take_flat(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  ((calls_options *)command)->flat = true;
  return ROCPD_DONE;
}
static int take_other(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  ((calls_options *)command)->other = argv[0];
  return ROCPD_DONE;
}

enum { GROUPS = ROCPD_REPORT_GROUPS };
static const rocpd_command_option options[] = {
    {"--timemory", NULL, take_timemory, "as timemory's trip_count and wall_clock have it"},
    {"--by", "thread|process|all", take_by, "with --timemory: of each thread (default), threads of a process together, or all processes together"},
    {"--flat", NULL, take_flat, "with --timemory: each name once, without the call tree"},
    {"--diff", "OTHER", take_other, "the difference: figures of the trace less those of another one"},
    {NULL, NULL, NULL, NULL},
};

/* Says what is wrong in the use of the options that belong to --timemory. */
static int check(const rocpd_settings *s, const calls_options *own) {
  const char *needs = own->timemory ? NULL : own->by ? "--by" : own->flat ? "--flat" : NULL;
  if (needs) return rocpd_wrong("%s needs --timemory", needs);
  if (own->timemory && (s->out || (strcmp(s->format, "table") != 0 && strcmp(s->format, "json") != 0)))
    return rocpd_wrong("--timemory prints text or JSON; rocpd convert -f text writes text to a file");
  return ROCPD_DONE;
}

/* What --diff shows without --timemory. {a}: the other trace. */
static const char difference[] =
  "-- keep: call_path, difference_ns, exclusive_a_ns, exclusive_b_ns, calls_a, calls_b, only_in\n"
  "SELECT call_path, calls_a, calls_b, exclusive_a_ns, exclusive_b_ns, exclusive_delta_ns AS difference_ns, inclusive_a_ns, inclusive_b_ns, "
  "delta_ns AS inclusive_difference_ns, only_in FROM call_diff({a}, '') ORDER BY abs(exclusive_delta_ns) DESC, node LIMIT {limit};\n";

static int print_calls(rocpd_run *r, const rocpd_settings *s, const char *other) {
  char *a = other ? sqlite3_mprintf("%Q", other) : NULL;
  if (other && !a) return rocpd_say_no_memory();
  const rocpd_filling fill[] = {{"a", a}, {NULL, NULL}};
  int code = rocpd_answer(r, s, other ? difference : rocpd_report_sql("calls"), false, other ? fill : NULL);
  sqlite3_free(a);
  return code;
}

static int answer(rocpd_settings *s, const calls_options *own) {
  rocpd_run r = {0};
  char **other = NULL;
  size_t others = 0;
  int code = rocpd_answer_format(s);
  if (code == ROCPD_DONE) code = check(s, own);
  if (code == ROCPD_DONE && own->other) code = rocpd_paths_find(own->other, &other, &others);
  if (code == ROCPD_DONE && own->other && others != 1)
    code = rocpd_say_failure(ROCPD_NO_ANSWER, "%s lists %d files: give the folder that they are in", own->other, (int)others);
  if (code == ROCPD_DONE) code = rocpd_run_open(&r, s, true);
  rocpd_timemory_wish wish = {own->by ? own->by : "thread", own->flat, s->format && strcmp(s->format, "json") == 0, others ? other[0] : NULL};
  if (code == ROCPD_DONE && !own->timemory) code = print_calls(&r, s, wish.other);
  else if (code == ROCPD_DONE) code = rocpd_timemory_print(&r, &wish);
  rocpd_run_close(&r);
  rocpd_paths_free(other, others);
  return code;
}

static int run(int argc, char **argv) {
  calls_options own = {0};
  rocpd_settings s;
  bool help;
  int code = rocpd_read_options(argc, argv, GROUPS, options, &own, &s, &help);
  if (code == ROCPD_DONE) code = help ? rocpd_help_of("calls") : answer(&s, &own);
  rocpd_settings_free(&s);
  return code;
}

static const rocpd_command calls = {.name = "calls", .run = run, .groups = GROUPS, .options = options};
ROCPD_COMMAND(calls);
