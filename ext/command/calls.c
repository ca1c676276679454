/* rocpd calls: the report; with --timemory, the call tree as timemory prints it, which is a variant of the format text of rocpd convert. */
#include "answer.h"
#include "usage.h"
#include <stdio.h>

typedef struct calls_options {
  bool timemory;
  const char *by;
} calls_options;

static int take_timemory(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  ((calls_options *)command)->timemory = true;
  return ROCPD_DONE;
}
static int take_by(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  const char *by = argv[0];
  if (strcmp(by, "thread") != 0 && strcmp(by, "process") != 0) return rocpd_wrong("%s expects thread or process, not '%s'", option, by);
  ((calls_options *)command)->by = by;
  return ROCPD_DONE;
}

enum { GROUPS = ROCPD_REPORT_GROUPS };
static const rocpd_command_option options[] = {
    {"--timemory", NULL, take_timemory, "as timemory's trip_count and wall_clock have it"},
    {"--by", "thread|process", take_by, "with --timemory: of each thread (default), or threads of a process together"},
    {NULL, NULL, NULL, NULL},
};

static int print_timemory(rocpd_run *r, const char *by) {
  static const char *const metric[] = {"trip_count", "wall_clock"};
  int code = ROCPD_DONE;
  rocpd_doing_begin("reading the trace");
  for (int i = 0; i < 2 && code == ROCPD_DONE; i++)
    code = rocpd_run_sql(r, "SELECT rocpd_export_text('/dev/stdout', json_object('form', 'profile', 'level', %Q, 'metric', %Q))", by, metric[i]);
  rocpd_doing_end();
  return code == ROCPD_DONE ? rocpd_run_say_losses(r) : code;
}

static int answer(rocpd_settings *s, const calls_options *own) {
  rocpd_run r = {0};
  int code = own->by && !own->timemory ? rocpd_wrong("--by needs --timemory") : rocpd_answer_format(s);
  if (code == ROCPD_DONE && own->timemory && (s->out || strcmp(s->format, "table") != 0)) code = rocpd_wrong("--timemory prints text; rocpd convert -f text writes it to a file");
  if (code == ROCPD_DONE) code = rocpd_run_open(&r, s, true);
  if (code == ROCPD_DONE) code = own->timemory ? print_timemory(&r, own->by ? own->by : "thread") : rocpd_answer(&r, s, rocpd_report_sql("calls"), false, NULL);
  rocpd_run_close(&r);
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
