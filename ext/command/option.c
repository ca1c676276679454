/* See option.h. */
#include "option.h"
#include "launcher.h"
#include "report_head.h"
#include "terminal.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- values ---- */

/* Reads a number of at most 18 digits, so that later arithmetic fits into 64 bits. */
static bool digits(const char *text, size_t n, size_t most, int64_t *out) {
  if (!n || n > most || strspn(text, "0123456789") < n) return false;
  *out = 0;
  for (size_t i = 0; i < n; i++) *out = *out * 10 + (text[i] - '0');
  return true;
}

bool rocpd_number(const char *text, int64_t *out) { return digits(text, strlen(text), 18, out); }

bool rocpd_bytes(const char *text, int64_t *out) {
  size_t n = strlen(text);
  static const char unit[] = "KkMmGg";
  const char *u = n && text[n - 1] ? strchr(unit, text[n - 1]) : NULL;
  if (!digits(text, n - (u != NULL), 13 - (u != NULL), out)) return false;
  if (u) *out <<= 10 * ((u - unit) / 2 + 1);
  return true;
}

/* Turns a time into SQL. A number is in ns, and its fraction is cut off; any other text is parsed by the library. */
char *rocpd_time_sql(const char *text) {
  size_t whole = strspn(text, "0123456789"), n = whole;
  if (!*text) return sqlite3_mprintf("NULL");
  if (whole && text[n] == '.') n += 1 + strspn(text + n + 1, "0123456789");
  return whole && !text[n] ? sqlite3_mprintf("%.*s", (int)whole, text) : sqlite3_mprintf("%Q", text);
}

char *rocpd_filled_name(const char *text) {
  char host[256] = "", pid[16], ppid[16];
  gethostname(host, sizeof host - 1);
  snprintf(pid, sizeof pid, "%d", (int)getpid());
  snprintf(ppid, sizeof ppid, "%d", (int)getppid());
  const char *rank = rocz_launcher_rank();
  const struct { const char *key, *value; } filled[] = {{"%pid%", pid}, {"%ppid%", ppid}, {"%hostname%", host}, {"%rank%", rank ? rank : "0"}};
  sqlite3_str *out = sqlite3_str_new(NULL);
  while (*text) {
    size_t i = 0, n = sizeof filled / sizeof *filled;
    while (i < n && strncmp(text, filled[i].key, strlen(filled[i].key)) != 0) i++;
    if (i < n) sqlite3_str_appendall(out, filled[i].value), text += strlen(filled[i].key);
    else sqlite3_str_appendchar(out, 1, *text++);
  }
  bool empty = !sqlite3_str_length(out) && !sqlite3_str_errcode(out);
  char *name = sqlite3_str_finish(out);
  return empty ? sqlite3_mprintf("") : name;
}

char *rocpd_output_folder(const rocpd_settings *s) {
  const char *said = s->folder && *s->folder ? s->folder : getenv("ROCPD_OUTPUT_PATH");
  return rocpd_filled_name(said && *said ? said : "./rocpd-output-data");
}

/* ---- options of groups ---- */

static int take_input(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  s->input = true;
  return rocpd_settings_add_path(s, argv[0]);
}
static int take_attach(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  s->attach = argv[0];
  return ROCPD_DONE;
}
static int take_nothing(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) { return ROCPD_DONE; }

static int set_time(char **time, const char *text) {
  sqlite3_free(*time);
  *time = rocpd_time_sql(text);
  return *time ? ROCPD_DONE : rocpd_say_no_memory();
}
static int take_window(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  const char *comma = strchr(argv[0], ',');
  if (!comma || !argv[0][1]) return rocpd_wrong("--window expects START,END, not '%s'", argv[0]);
  if (s->range || (s->start && !s->has_window) || (s->end && !s->has_window)) return rocpd_wrong("give only one of --window, --range, and --start with --end");
  char *first = sqlite3_mprintf("%.*s", (int)(comma - argv[0]), argv[0]);
  int code = first ? set_time(&s->start, first) : rocpd_say_no_memory();
  sqlite3_free(first);
  if (code == ROCPD_DONE) code = set_time(&s->end, comma + 1);
  s->has_window = true;
  return code;
}
static int take_range(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  if (!*argv[0]) return rocpd_wrong("--range expects a name");
  if (s->start || s->end) return rocpd_wrong("give only one of --window, --range, and --start with --end");
  s->range = argv[0];
  return ROCPD_DONE;
}
static int take_end(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  bool first = strncmp(option, "--start", 7) == 0;
  if (s->range || s->has_window) return rocpd_wrong("give only one of --window, --range, and --start with --end");
  if (first ? s->start : s->end) return rocpd_wrong("give only one of %s", first ? "--start and --start-marker" : "--end and --end-marker");
  return set_time(first ? &s->start : &s->end, argv[0]);
}
static int take_inclusive(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  static const char *const word[] = {"true", "yes", "1", "t", "y", "false", "no", "0", "f", "n"};
  for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
    if (sqlite3_stricmp(argv[0], word[i])) continue;
    s->inclusive = i < 5 ? "1" : "0";
    return ROCPD_DONE;
  }
  return rocpd_wrong("--inclusive expects true or false, not '%s'", argv[0]);
}
static int take_last_run(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  s->last_run = true;
  return ROCPD_DONE;
}

/* Filters: values separated by commas. If an option is given again, it adds values. */

/* The length of a value: to the next comma that is not in brackets, as in gemm<float, 4>(float*, int). */
static size_t value_length(const char *text) {
  int depth = 0;
  size_t n = 0;
  for (; text[n] && (text[n] != ',' || depth); n++) depth += strchr("<([{", text[n]) ? 1 : strchr(">)]}", text[n]) && depth ? -1 : 0;
  return n;
}

int rocpd_settings_add_filter(rocpd_settings *s, int key, const char *option, const char *values) {
  int code = ROCPD_DONE;
  bool numbers = key == ROCPD_FILTER_RANK || key == ROCPD_FILTER_PID;
  sqlite3_str *list = sqlite3_str_new(NULL);
  if (s->filter[key]) sqlite3_str_appendall(list, s->filter[key]);
  for (const char *at = values; code == ROCPD_DONE; at++) {
    int64_t number;
    size_t n = numbers ? strcspn(at, ",") : value_length(at);
    if (!n || (numbers && !digits(at, n, 18, &number)))
      code = rocpd_wrong("%s expects %s, not '%s'", option, numbers ? "numbers" : "values separated by commas", values);
    sqlite3_str_appendf(list, numbers ? "%s%.*s" : "%s'%.*q'", sqlite3_str_length(list) ? ", " : "", (int)n, at);
    if (!*(at += n)) break;
  }
  sqlite3_free(s->filter[key]);
  s->filter[key] = sqlite3_str_finish(list);
  return code != ROCPD_DONE || s->filter[key] ? code : rocpd_say_no_memory();
}

static int take_filter(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  int key = 0;
  while (strcmp(rocpd_filter_keys[key], option + 2) != 0) key++;
  return rocpd_settings_add_filter(s, key, option, argv[0]);
}

int rocpd_take_limit(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  if (!rocpd_number(argv[0], &s->limit)) return rocpd_wrong("%s expects a number, not '%s'", option, argv[0]);
  if (!s->limit) s->limit = -1;
  s->has_limit = true;
  return ROCPD_DONE;
}
int rocpd_take_names(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  if (strcmp(argv[0], "short") != 0 && strcmp(argv[0], "full") != 0) return rocpd_wrong("--names expects short or full, not '%s'", argv[0]);
  s->names = argv[0];
  return ROCPD_DONE;
}
static int take_absolute(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  s->absolute = true;
  return ROCPD_DONE;
}
static int take_format(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  static const char *const format[] = {"csv", "json", "markdown", "html"};
  for (size_t i = 0; i < sizeof format / sizeof *format; i++)
    if (strcmp(option + 2, format[i]) == 0) s->format = format[i]; /* (`option` is gone when this returns) */
  return ROCPD_DONE;
}
static int take_overwrite(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  s->overwrite = true;
  return ROCPD_DONE;
}
int rocpd_take_amd_folder(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  s->folder = argv[0];
  return ROCPD_DONE;
}
int rocpd_take_amd_format(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  s->to = argv[0];
  return ROCPD_DONE;
}
/* Options whose value stays as it is. */
#define TEXT(field)                                                                                                               \
  static int take_##field(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {                   \
    if (!*argv[0]) return rocpd_wrong("%s expects a value", option);                                                                \
    s->field = argv[0];                                                                                                           \
    return ROCPD_DONE;                                                                                                            \
  }
TEXT(sort)
TEXT(columns)
TEXT(to)
TEXT(out)
TEXT(folder)

static const struct group_option { unsigned group; rocpd_command_option option; } group_option[] = {
  {ROCPD_G_TRACE, {"-i --input", "PATH...", take_input, "the trace, as in AMD's rocpd"}},
  {ROCPD_G_TRACE, {"-a --attach", "JSON", take_attach, "options of rocpd_attach: {\"damaged\":\"skip\"}, {\"rank\":\"rank%d/*.db\"}"}},
  {ROCPD_G_TRACE, {"--automerge-limit", "N", take_nothing, NULL}}, /* there is no limit of files */
  {ROCPD_G_WINDOW, {"--window", "START,END", take_window,
    "a part of the trace: ns, 10%, the name of a marker, 10ms or 1.2s from its start, or a time of day, 12:30:05.2 (UTC)"}},
  {ROCPD_G_WINDOW, {"--range", "NAME[/N]", take_range, "the time of a marker range, or of the N-th range of this name"}},
  {ROCPD_G_WINDOW, {"--start --start-marker", "TIME", take_end, "the start of the window, as in AMD's rocpd"}},
  {ROCPD_G_WINDOW, {"--end --end-marker", "TIME", take_end, "the end of the window, as in AMD's rocpd"}},
  {ROCPD_G_WINDOW, {"--inclusive", "BOOL", take_inclusive, "true: only rows that lie entirely in the window; false: also rows that overlap it"}},
  {ROCPD_G_WINDOW, {"--last-run", NULL, take_last_run, "only the last of several runs in one folder"}},
  {ROCPD_G_PROCESS, {"--rank", "N,...", take_filter, "only these ranks, as if the trace had no others"}},
  {ROCPD_G_PROCESS, {"--pid", "PID,...", take_filter, "only these processes"}},
  {ROCPD_G_GPU, {"--gpu", "GPU,...", take_filter, "only these GPUs: numbers, or patterns for names as in the column gpu ('node7 *')"}},
  {ROCPD_G_KERNEL, {"--kernel", "PATTERN,...", take_filter, "only kernels with these names: 'gemm*', '*conv*'"}},
  {ROCPD_G_STREAM, {"--stream", "STREAM,...", take_filter, "only these streams: ids, or patterns for their names"}},
  {ROCPD_G_ROWS, {"-n --limit", "N", rocpd_take_limit, "at most N rows (default: 20; 0: all)"}},
  {ROCPD_G_ROWS, {"--names", "short|full", rocpd_take_names, "kernel names without arguments and scopes, or in full (default: short)"}},
  {ROCPD_G_ROWS, {"--sort", "COLUMN", take_sort, "order by a column, the largest first; -COLUMN: the smallest first"}},
  {ROCPD_G_ROWS, {"--columns", "A,B,...", take_columns, "these columns only"}},
  {ROCPD_G_ROWS, {"--absolute", NULL, take_absolute, "times in ns as in the trace, not relative to its start"}},
  {ROCPD_G_FORMAT, {"--csv", NULL, take_format, "CSV; the default is a table as wide as the terminal"}},
  {ROCPD_G_FORMAT, {"--json", NULL, take_format, "JSON"}},
  {ROCPD_G_FORMAT, {"--markdown", NULL, take_format, "Markdown"}},
  {ROCPD_G_FORMAT, {"--html", NULL, take_format, "HTML"}},
  {ROCPD_G_FORMAT, {"-f --format --output-format", "FORMAT", take_to, "console, csv, json, markdown or html"}},
  {ROCPD_G_FORMAT, {"-o --output --output-file", "FILE", take_out, "write to FILE; its suffix gives the format if no option does"}},
  {ROCPD_G_WRITE, {"-o --output --output-file", "OUT", take_out, "the file or folder to write"}},
  {ROCPD_G_WRITE, {"-d --output-path", "FOLDER", take_folder, "the folder to write to"}},
  {ROCPD_G_WRITE, {"--overwrite", NULL, take_overwrite, "replace existing files"}},
};
enum { GROUP_OPTIONS = sizeof group_option / sizeof *group_option };

/* ---- reading ---- */

void rocpd_settings_free(rocpd_settings *s) {
  sqlite3_free(s->path);
  sqlite3_free(s->start);
  sqlite3_free(s->end);
  for (int i = 0; i < ROCPD_FILTERS; i++) sqlite3_free(s->filter[i]);
  *s = (rocpd_settings){0};
}

int rocpd_settings_add_path(rocpd_settings *s, const char *path) {
  if (!*path) return rocpd_wrong("an empty path");
  if (ROCPD_APPEND(s->path, s->paths, s->path_capacity, path) != SQLITE_OK) return rocpd_say_no_memory();
  return ROCPD_DONE;
}

static bool is_named(const rocpd_command_option *o, const char *name, size_t n) {
  for (const char *at = o->names; *at; at += strspn(at, " ")) {
    size_t size = strcspn(at, " ");
    if (size == n && memcmp(at, name, n) == 0) return true;
    at += size;
  }
  return false;
}

static const rocpd_command_option *find(unsigned groups, const rocpd_command_option *own, const char *name, size_t n) {
  for (; own && own->names; own++)
    if (is_named(own, name, n)) return own;
  for (int i = 0; i < GROUP_OPTIONS; i++)
    if ((groups & group_option[i].group) && is_named(&group_option[i].option, name, n)) return &group_option[i].option;
  return NULL;
}

bool rocpd_options_have(unsigned groups, const rocpd_command_option *own, const char *name) { return find(groups, own, name, strlen(name)) != NULL; }

/* Calls f with each option name. */
static void each_name(unsigned groups, const rocpd_command_option *own, void (*f)(void *arg, const char *name, int size), void *arg) {
  for (int i = -1; i < GROUP_OPTIONS;) {
    const rocpd_command_option *o = i < 0 ? own && own->names ? own++ : NULL : (groups & group_option[i].group) ? &group_option[i].option : NULL;
    if (i >= 0 || !o) i++;
    for (const char *at = o ? o->names : ""; *at; at += strspn(at, " ")) {
      int size = (int)strcspn(at, " ");
      f(arg, at, size);
      at += size;
    }
  }
}

static void print_name(void *arg, const char *name, int size) { printf("%.*s\n", size, name); }
void rocpd_options_print(unsigned groups, const rocpd_command_option *own) {
  each_name(groups, own, print_name, NULL);
  puts("-h\n--help");
}

typedef struct option_names { char *text[256]; int count; } option_names;
static void add_name(void *arg, const char *name, int size) {
  option_names *all = arg;
  if (all->count < 255 && (all->text[all->count] = sqlite3_mprintf("%.*s", size, name))) all->count++;
}

/* Returns a command that has the option, preferably convert or a report; NULL: none has it. */
static const char *has_it(const char *name) {
  const rocpd_command *c = rocpd_command_find("convert");
  size_t n = strlen(name);
  if (c && find(c->groups & ROCPD_G_WRITE, c->options, name, n)) return c->name;
  if (find(ROCPD_REPORT_GROUPS | ROCPD_G_FILTERS, NULL, name, n)) return "top";
  for (size_t i = 0; (c = rocpd_command_at(i)); i++)
    if (find(0, c->options, name, n)) return c->name;
  return NULL;
}

static int refuse(unsigned groups, const rocpd_command_option *own, const char *option, size_t n) {
  option_names all = {.count = 0};
  char *name = sqlite3_mprintf("%.*s", (int)n, option);
  const char *other = name ? has_it(name) : NULL, *command = strchr(rocpd_said_by, ' '),
             *why = name && command ? rocpd_report_refuses(command + 1, name) : NULL;
  if (!name) return rocpd_say_no_memory();
  each_name(groups, own, add_name, &all);
  add_name(&all, "--help", 6);
  all.text[all.count] = NULL;
  if (why) rocpd_wrong("%s is not an option of this command: %.*s (%s --help)", name, (int)strcspn(why, "\n"), why, rocpd_said_by);
  else if (other) rocpd_wrong("%s is not an option of this command; rocpd %s has it (%s --help)", name, other, rocpd_said_by);
  else rocpd_wrong("%s is not an option%s (%s --help)", name, name[1] == '-' ? rocpd_suggestion(name, (const char *const *)all.text) : "", rocpd_said_by);
  for (int i = 0; i < all.count; i++) sqlite3_free(all.text[i]);
  sqlite3_free(name);
  return ROCPD_WRONG_USE;
}

/* Reads an option and its values; *taken: how many words these are. */
static int read_option(char **argv, unsigned groups, const rocpd_command_option *own, void *command, rocpd_settings *s, int *taken) {
  const char *word = argv[0];
  bool is_long = word[1] == '-';
  size_t n = is_long ? strcspn(word, "=") : strlen(word);
  const rocpd_command_option *o = find(groups, own, word, n);
  const char *value = is_long && word[n] ? word + n + 1 : NULL;
  if (!o && !is_long && n > 2 && (o = find(groups, own, word, 2)) && o->value) value = word + 2, n = 2; /* -n5 */
  else if (!o || (value && !o->value && !is_long)) return refuse(groups, own, word, n);
  if (value && !o->value) return rocpd_wrong("%.*s takes no value", (int)n, word);
  char *name = sqlite3_mprintf("%.*s", (int)n, word);
  if (!name) return rocpd_say_no_memory();
  int code, more = 0;
  *taken = 1 + (o->value && !value);
  if (value) {
    char *const one[2] = {(char *)value, NULL};
    code = o->take(command, s, name, one, &more);
  } else if (o->value && !argv[1]) code = rocpd_wrong("%s expects a value", name);
  else {
    code = o->take(command, s, name, argv + 1, &more);
    *taken += more;
  }
  sqlite3_free(name);
  return code;
}

int rocpd_read_options(int argc, char **argv, unsigned groups, const rocpd_command_option *own, void *command, rocpd_settings *s, bool *help) {
  *s = (rocpd_settings){.limit = 20, .writes = groups & ROCPD_G_WRITE};
  *help = false;
  bool paths_only = false;
  int code = ROCPD_DONE, taken;
  for (int i = 0; code == ROCPD_DONE && i < argc; i += taken) {
    taken = 1;
    if (paths_only || argv[i][0] != '-' || !argv[i][1]) code = rocpd_settings_add_path(s, argv[i]);
    else if (strcmp(argv[i], "--") == 0) paths_only = true;
    else if (strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "--help") == 0) *help = true;
    else code = read_option(argv + i, groups, own, command, s, &taken);
  }
  return code;
}

/* ---- help ---- */

void rocpd_wrap(sqlite3_str *out, const char *text, int size, int column, int indent, int width) {
  bool begins = true; /* no word of the text is in this line yet */
  for (const char *end = text + size; text < end;) {
    int n = 0;
    while (text + n < end && text[n] != ' ') n++;
    if (!begins && column + 1 + n > width && column > indent) sqlite3_str_appendf(out, "\n%*s", indent, ""), column = indent, begins = true;
    if (!begins) sqlite3_str_appendchar(out, 1, ' '), column++;
    sqlite3_str_append(out, text, n);
    column += n, text += n, begins = false;
    while (text < end && *text == ' ') text++;
  }
}

/* Appends an option's line (-n, --limit N), with its explanation behind it or below it. */
static void add_option(sqlite3_str *out, const rocpd_command_option *o, int width) {
  int indent = width < 60 ? 10 : 26, at = sqlite3_str_length(out);
  if (!o->help) return;
  sqlite3_str_appendall(out, strncmp(o->names, "--", 2) == 0 ? "      " : "  ");
  for (const char *p = o->names; *p; p++) sqlite3_str_appendall(out, *p == ' ' ? ", " : (char[]){*p, 0});
  if (o->value) sqlite3_str_appendf(out, " %s", o->value);
  int column = sqlite3_str_length(out) - at;
  if (column + 2 <= indent) sqlite3_str_appendchar(out, indent - column, ' ');
  else sqlite3_str_appendf(out, "\n%*s", indent, "");
  rocpd_wrap(out, o->help, (int)strlen(o->help), indent, indent, width);
  sqlite3_str_appendchar(out, 1, '\n');
}

char *rocpd_options_help(unsigned groups, const rocpd_command_option *own) {
  sqlite3_str *out = sqlite3_str_new(NULL);
  int width = rocpd_terminal_width();
  for (const rocpd_command_option *o = own; o && o->names; o++) add_option(out, o, width);
  for (int i = 0; i < GROUP_OPTIONS; i++) {
    const rocpd_command_option *o = &group_option[i].option;
    if ((groups & group_option[i].group) && find(0, own, o->names, strcspn(o->names, " ")) == NULL) add_option(out, o, width);
  }
  sqlite3_str_appendall(out, "  -h, --help              this text\n");
  return sqlite3_str_finish(out);
}
