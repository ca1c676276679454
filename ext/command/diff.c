/* rocpd diff: compares the times of two traces. */
#include "answer.h"
#include "usage.h"
#include <stdlib.h>

typedef struct trace_pair {
  const char *by; /* NULL: not chosen */
  char over[32]; /* threshold of --fail-over in percent; "": none */
} trace_pair;

static int take_input(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) { return rocpd_settings_add_path(s, argv[0]); }

static int take_by(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  static const char *const known[] = {"kernel", "region", "copy", "marker", "function", NULL};
  trace_pair *d = command;
  for (int i = 0; known[i]; i++)
    if (strcmp(argv[0], known[i]) == 0) return d->by = known[i], ROCPD_DONE;
  return rocpd_wrong("--by expects kernel, region, copy, marker or function, not '%s'%s", argv[0], rocpd_suggestion(argv[0], known));
}

/* Reads the threshold: 5 or 2.5, with or without a percent sign. */
static int take_over(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  trace_pair *d = command;
  const char *text = argv[0];
  size_t n = strspn(text, "0123456789.");
  const char *point = memchr(text, '.', n);
  bool one_point = !point || !memchr(point + 1, '.', n - (size_t)(point + 1 - text));
  if (!n || (n == 1 && point) || n >= sizeof d->over || !one_point || strcmp(text + n, text[n] ? "%" : "") != 0)
    return rocpd_wrong("--fail-over expects a percentage, not '%s'", text);
  memcpy(d->over, text, n);
  d->over[n] = 0;
  return ROCPD_DONE;
}

enum { GROUPS = ROCPD_G_ROWS | ROCPD_G_FORMAT | ROCPD_G_FILTERS };
static const rocpd_command_option options[] = {
  {"--by", "WHAT", take_by, "kernel, region (calls), copy, marker or function (sampled stacks); default: kernel, or function if there are only samples"},
  {"--fail-over", "PERCENT", take_over, "exit code 3 where a kernel, or all together, take more than so much longer in the second trace"},
  {"-i --input", "PATH...", take_input, "the two traces, as in AMD's rocpd"},
  {NULL, NULL, NULL, NULL},
};

/* Turns a path into one that rocpd_attach accepts; it must stand for one file, folder or glob. */
static int find_trace(const char *path, char **trace) {
  char **found = NULL;
  size_t n = 0;
  int code = rocpd_paths_find(path, &found, &n);
  if (code == ROCPD_DONE && n != 1) code = rocpd_say_failure(ROCPD_NO_ANSWER, "%s lists %d files: give the folder that they are in", path, (int)n);
  if (code == ROCPD_DONE) *trace = found[0], found[0] = NULL;
  rocpd_paths_free(found, n);
  return code;
}

/* Decides the exit code for --fail-over. If there is nothing to compare, the check fails. */
static int judge(rocpd_run *r, const trace_pair *d, const char *a, const char *b) {
  char *slower = NULL, *none = NULL;
  int code = rocpd_run_text(r, &slower, "SELECT rocpd_regressed(%Q, %Q, %s)", a, b, d->over);
  if (code == ROCPD_DONE)
    code = rocpd_run_text(r, &none, "SELECT CASE WHEN ifnull(sum(calls_a), 0) = 0 THEN %Q WHEN sum(calls_b) = 0 THEN %Q END FROM diff(%Q, %Q, 'kernel')", a, b,
                          a, b);
  if (code == ROCPD_DONE && none) code = rocpd_say_failure(ROCPD_NO_ANSWER, "%s: no kernel in it to compare", none);
  if (code == ROCPD_DONE && slower && strcmp(slower, "0") != 0)
    code = rocpd_say_failure(ROCPD_FOUND, "more than %s %% slower: %s (kernels, and 1 for all together)", d->over, slower);
  sqlite3_free(slower);
  sqlite3_free(none);
  return code;
}

/* What --by function shows: samples have no durations of calls, so neither has this. */
static const char functions[] =
  "-- keep: function, difference_ns, ratio, self_a_ns, self_b_ns, cpu_difference_ns, module, samples_a, samples_b\n"
  "SELECT coalesce({name function}, '(unknown)') AS function, module, samples_a, samples_b, self_a_ns, self_b_ns, delta_ns AS difference_ns, round(ratio, 3) AS ratio, "
  "running_delta_ns AS cpu_difference_ns, only_in FROM hotspot_diff({a}, {b}) WHERE self_a_ns OR self_b_ns ORDER BY abs(delta_ns) DESC LIMIT {limit};\n";

/* A filter of rows must be able to change what is compared. */
static int check_filters(const trace_pair *d, const rocpd_settings *s) {
  bool copies = d->by && strcmp(d->by, "copy") == 0, kernels = !d->by || strcmp(d->by, "kernel") == 0;
  if (!kernels && s->filter[ROCPD_FILTER_KERNEL]) return rocpd_wrong("--kernel needs --by kernel");
  if (!kernels && !copies && (s->filter[ROCPD_FILTER_GPU] || s->filter[ROCPD_FILTER_STREAM]))
    return rocpd_wrong("--%s needs --by kernel or --by copy: calls, markers and functions belong to no GPU", s->filter[ROCPD_FILTER_GPU] ? "gpu" : "stream");
  return ROCPD_DONE;
}

static bool has_filter(const rocpd_settings *s) {
  for (int i = 0; i < ROCPD_FILTERS; i++)
    if (s->filter[i]) return true;
  return false;
}

/* Sets the filter. What it names must be in one of the traces: both are attached, so that it is looked for there. */
static int set_filter(rocpd_run *r, const rocpd_settings *s, const char *a, const char *b) {
  int code = has_filter(s) ? rocpd_run_sql(r, "SELECT rocpd_attach(%Q), rocpd_attach(%Q)", a, b) : ROCPD_DONE;
  return code == ROCPD_DONE ? rocpd_run_set_filter(r, s, ROCPD_ALL_FILTERS) : code;
}

/* Decides what is compared, if that is not said: kernels, unless neither trace has one, and either has sampled stacks. */
static int choose(rocpd_run *r, trace_pair *d, const rocpd_settings *s, const char *a, const char *b) {
  char *functions_only = NULL;
  bool open = !d->by && !*d->over && !has_filter(s);
  int code = open ? rocpd_run_text(r, &functions_only, "SELECT 'yes' WHERE NOT EXISTS (SELECT 1 FROM diff(%Q, %Q, 'kernel')) AND EXISTS (SELECT 1 FROM hotspot_diff(%Q, %Q))",
                                   a, b, a, b)
                  : ROCPD_DONE;
  if (!d->by) d->by = functions_only ? "function" : "kernel";
  sqlite3_free(functions_only);
  return code;
}

static int answer(rocpd_run *r, const trace_pair *d, const rocpd_settings *s, const char *a, const char *b) {
  char *first = sqlite3_mprintf("%Q", a), *second = sqlite3_mprintf("%Q", b), *by = sqlite3_mprintf("%Q", d->by);
  const rocpd_filling fill[] = {{"a", first}, {"b", second}, {"by", by}, {NULL, NULL}};
  bool of_functions = strcmp(d->by, "function") == 0;
  int code = first && second && by ? rocpd_answer(r, s, of_functions ? functions : rocpd_report_sql("diff"), false, fill) : rocpd_say_no_memory();
  sqlite3_free(first), sqlite3_free(second), sqlite3_free(by);
  return code;
}

static int compare(trace_pair *d, const rocpd_settings *s, const char *a, const char *b) {
  rocpd_run r = {0};
  char *losses = sqlite3_mprintf("(SELECT * FROM losses(%Q) UNION ALL SELECT * FROM losses(%Q))", a, b),
       *sources = sqlite3_mprintf(
         "(SELECT source, rows, same_as, rows_twice FROM sources(%Q) UNION ALL SELECT source, rows, same_as, rows_twice FROM sources(%Q))", a, b);
  int code = losses && sources ? rocpd_run_open(&r, s, false) : rocpd_say_no_memory();
  r.losses = losses, r.sources = sources;
  if (code == ROCPD_DONE) code = choose(&r, d, s, a, b);
  if (code == ROCPD_DONE) code = set_filter(&r, s, a, b);
  if (code == ROCPD_DONE) code = answer(&r, d, s, a, b);
  if (code == ROCPD_DONE && *d->over) code = judge(&r, d, a, b);
  rocpd_run_close(&r);
  sqlite3_free(losses), sqlite3_free(sources);
  return code;
}

static int run(int argc, char **argv) {
  trace_pair d = {NULL, ""};
  rocpd_settings s;
  bool wants_help;
  char *a = NULL, *b = NULL;
  int code = rocpd_read_options(argc, argv, GROUPS, options, &d, &s, &wants_help);
  if (code == ROCPD_DONE && wants_help) code = rocpd_help_of("diff");
  else if (code == ROCPD_DONE) {
    if (s.paths != 2) code = rocpd_wrong("needs two traces: rocpd diff A B");
    if (code == ROCPD_DONE) code = check_filters(&d, &s);
    if (code == ROCPD_DONE) code = rocpd_answer_format(&s);
    if (code == ROCPD_DONE) code = find_trace(s.path[0], &a);
    if (code == ROCPD_DONE) code = find_trace(s.path[1], &b);
    if (code == ROCPD_DONE) code = compare(&d, &s, a, b);
  }
  sqlite3_free(a);
  sqlite3_free(b);
  rocpd_settings_free(&s);
  return code;
}

static const rocpd_command diff_command = {"diff", "A B: what takes longer in one trace than in another", run, NULL, GROUPS, options};
ROCPD_COMMAND(diff_command);
