/* rocpd convert, merge and trim, and the code that all commands which write files share. */
#include "usage.h"
#include "writing.h"
#include <stdio.h>

/* Turns the window into options of the export, which apply to each of two compared traces; a window of the connection would use the times of only one. */
static int window_as_options(rocpd_writing *w) {
  rocpd_settings *s = &w->s;
  int code = ROCPD_DONE;
  if (s->range) code = rocpd_write_choose(&w->chosen, "marker", sqlite3_mprintf("json_quote(%Q)", s->range));
  if (code == ROCPD_DONE && s->start && strcmp(s->start, "NULL")) code = rocpd_write_choose(&w->chosen, "start", sqlite3_mprintf("json_quote(%s)", s->start));
  if (code == ROCPD_DONE && s->end && strcmp(s->end, "NULL")) code = rocpd_write_choose(&w->chosen, "end", sqlite3_mprintf("json_quote(%s)", s->end));
  sqlite3_free(s->start), sqlite3_free(s->end);
  s->start = s->end = NULL, s->range = NULL, s->has_window = false;
  return code;
}

static int write_target(rocpd_run *r, const rocpd_writing *w, const rocpd_target *t) {
  rocpd_write_keys part = {0};
  char *json = NULL, *result = NULL;
  int code = rocpd_write_is_free(w, t);
  if (code == ROCPD_DONE) code = rocpd_write_fit(r, w, t, &part);
  if (code == ROCPD_DONE) code = rocpd_write_json(r, w, t, &part, &json);
  rocpd_doing_end();
  if (code == ROCPD_DONE) code = rocpd_write_call(r, w, t->format, t->path, json, &result);
  if (code == ROCPD_DONE) code = rocpd_write_say(r, w, t, result);
  for (size_t i = 0; i < part.n; i++) sqlite3_free(part.key[i].json);
  sqlite3_free(part.key), sqlite3_free(json), sqlite3_free(result);
  return code;
}

/* Counts the rows of the trace before the filter and the window are set, so that the final message can state how many were left out. Of two traces, either
** may have nothing that a value of the filter matches. */
static int open_counted(rocpd_run *r, rocpd_writing *w) {
  rocpd_settings whole = w->s;
  whole.start = whole.end = NULL, whole.range = NULL;
  memset(whole.filter, 0, sizeof whole.filter);
  w->s.filter_may_be_empty = w->allow_empty || w->compares;
  int code = rocpd_run_open(r, &whole, true);
  if (code == ROCPD_DONE && !w->as_function && !w->json && !w->compares) code = rocpd_run_text(r, &w->whole, "SELECT sum(rows) FROM sources");
  if (code == ROCPD_DONE) code = rocpd_run_set_filter(r, &w->s, ROCPD_ALL_FILTERS);
  return code == ROCPD_DONE ? rocpd_run_set_window(r, &w->s) : code;
}

int rocpd_write_all(rocpd_writing *w) {
  rocpd_run r;
  int code = rocpd_write_check(w);
  if (code == ROCPD_DONE && w->compares) code = window_as_options(w);
  if (code == ROCPD_DONE) code = rocpd_write_targets(w);
  if (code != ROCPD_DONE) return code;
  rocpd_doing_begin("reading the trace");
  code = open_counted(&r, w);
  if (code == ROCPD_DONE) code = rocpd_write_make_folders(w);
  for (size_t i = 0; code == ROCPD_DONE && i < w->targets; i++) code = write_target(&r, w, &w->target[i]);
  if (code == ROCPD_DONE) code = rocpd_run_say_losses(&r);
  rocpd_run_close(&r);
  return code;
}

int rocpd_write_command(const char *command, const rocpd_command_option *options, const char *to, int argc, char **argv, rocpd_writing *w) {
  bool help;
  *w = (rocpd_writing){.command = command};
  if (to && !(w->to = sqlite3_mprintf("%s", to))) return rocpd_say_no_memory();
  int code = rocpd_read_options(argc, argv, ROCPD_WRITE_GROUPS, options, w, &w->s, &help);
  if (code != ROCPD_DONE) return code;
  if (help) return rocpd_help_of(command);
  if (!w->list_formats) return rocpd_write_all(w);
  char *names = rocpd_format_names(command, ",");
  if (names) puts(names);
  sqlite3_free(names);
  return names ? ROCPD_DONE : rocpd_say_no_memory();
}

static int run(const char *command, int argc, char **argv) {
  rocpd_writing w;
  int code = rocpd_write_command(command, rocpd_write_options, NULL, argc, argv, &w);
  rocpd_writing_free(&w);
  return code;
}

static int run_convert(int argc, char **argv) { return run("convert", argc, argv); }
static int run_merge(int argc, char **argv) { return run("merge", argc, argv); }
static int run_trim(int argc, char **argv) { return run("trim", argc, argv); }

static const char *help_convert(void) {
  return "rocpd convert [OPTION...] PATH... -o OUT: writes a trace in another format\n"
         "rocpd convert -f FORMAT[,FORMAT...] -i PATH... [-d FOLDER] [-o NAME]: the same, as AMD's rocpd takes it and names files\n"
         "\n"
         "OUT is a file, or a folder for a format that writes several files; - is stdout. With -i, -d or several formats, OUT is the beginning\n"
         "of the file names: FOLDER/NAME_results.pftrace, FOLDER/NAME_results.json, FOLDER/NAME_kernel_trace.csv. With -i, FOLDER is\n"
         "./rocpd-output-data unless -d is given, existing files are replaced, and %pid%, %ppid%, %hostname% and %rank% are filled in.\n"
         "A line on stderr says what was written. If no event matches, nothing is written and the exit code is 1.\n"
         "\n"
         "   rocpd convert trace -o trace.pftrace\n"
         "   rocpd convert trace -o gemm.json.gz --name '*gemm*' --window 10%,20%\n"
         "   rocpd convert -f csv,pftrace -i 1_results.db 2_results.db -d out -o both\n";
}

static const char *help_merge(void) {
  return "rocpd merge PATH... -o OUT: one file of many, a database (.db) or a chunk file (.rocz)\n"
         "rocpd merge -i PATH... [-d FOLDER] [-o NAME]: the same, as AMD's rocpd takes it: FOLDER/NAME.db (default: ./rocpd-output-data/merged.db)\n"
         "\n"
         "A line on stderr says what was written. `rocpd help merge` explains how ids and clocks of several files are combined.\n"
         "\n"
         "   rocpd merge trace -o trace.db\n"
         "   rocpd merge rank0 rank1 rank2 rank3 -o all.rocz\n"
         "   rocpd merge -i '*/*_results.db' -d merged -o job\n";
}

static const char *help_trim(void) {
  return "rocpd trim PATH... -o OUT PART: writes a part of a trace, as a chunk file (.rocz), a database (.db), or in any other format\n"
         "\n"
         "PART is a time (--window, --range, --start and --end), a size (--size), or the last run (--last-run). Calls and kernels that cross\n"
         "the edges of the time belong to the part. A line on stderr says what was written and how much was left out.\n"
         "\n"
         "   rocpd trim trace --window 40%,60% -o middle.rocz\n"
         "   rocpd trim trace --range step/3 -o step.db\n"
         "   rocpd trim trace --size 100M -o end.rocz\n";
}

static const rocpd_command convert = {
  "convert",          "PATH... -o OUT: the trace in another format, for a viewer or tool (rocpd convert --formats lists them)",
  run_convert,        help_convert,
  ROCPD_WRITE_GROUPS, rocpd_write_options};
static const rocpd_command merge = {
  "merge", "PATH... -o OUT: one file of many, a database (.db) or a chunk file (.rocz)", run_merge, help_merge, ROCPD_WRITE_GROUPS, rocpd_write_options};
static const rocpd_command trim = {
  "trim", "PATH... --window START,END -o OUT: a part of a trace", run_trim, help_trim, ROCPD_WRITE_GROUPS, rocpd_write_options};
ROCPD_COMMAND(convert);
ROCPD_COMMAND(merge);
ROCPD_COMMAND(trim);
