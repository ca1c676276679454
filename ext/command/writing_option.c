/* Options of convert, merge, trim and report, and the options of the library's exports that are made from them. SQLite makes all the JSON. */
#include "writing.h"
#include <unistd.h>

/* ---- options as JSON */

int rocpd_write_choose(rocpd_write_keys *k, const char *key, char *json) {
  if (!json || rocpd_array_reserve(&k->key, &k->capacity, k->n + 1, sizeof *k->key)) {
    sqlite3_free(json);
    return rocpd_say_no_memory();
  }
  k->key[k->n++] = (rocpd_write_key){key, json};
  return ROCPD_DONE;
}

static void free_keys(rocpd_write_keys *k) {
  for (size_t i = 0; i < k->n; i++) sqlite3_free(k->key[i].json);
  sqlite3_free(k->key);
  *k = (rocpd_write_keys){0};
}

void rocpd_writing_free(rocpd_writing *w) {
  free_keys(&w->chosen), free_keys(&w->shown), free_keys(&w->pattern);
  for (size_t i = 0; i < w->targets; i++) sqlite3_free(w->target[i].path), sqlite3_free(w->target[i].name);
  sqlite3_free(w->target), sqlite3_free(w->to), sqlite3_free(w->out), sqlite3_free(w->whole);
  rocpd_settings_free(&w->s);
}

/* Appends rows of key and value; if a key occurs twice, the later one wins. */
static void add_keys(sqlite3_str *sql, const rocpd_write_keys *k) {
  for (size_t i = 0; k && i < k->n; i++) sqlite3_str_appendf(sql, " UNION ALL SELECT %Q, %s", k->key[i].key, k->key[i].json);
}

static void add_patterns(sqlite3_str *sql, const rocpd_write_keys *k) {
  for (size_t i = 0; i < k->n; i++) sqlite3_str_appendf(sql, "%s%s", i ? ", " : " UNION ALL SELECT 'names', json_array(", k->key[i].json);
  if (k->n) sqlite3_str_appendall(sql, ")");
}

/* Appends options that only some formats have. A format without one is written without it, with a message, so that one command line serves several formats. */
static void add_shown(sqlite3_str *sql, const rocpd_writing *w, const rocpd_export_format *f) {
  for (size_t i = 0; i < w->shown.n; i++) {
    const rocpd_write_key *k = &w->shown.key[i];
    if (rocpd_format_has(f, k->key)) sqlite3_str_appendf(sql, " UNION ALL SELECT %Q, %s", k->key, k->json);
    else rocpd_say_failure(ROCPD_DONE, "%s has no %s: it is written without", rocpd_format_name(f), k->key);
  }
}

/* *is: the text is JSON. Other text is passed to the library unchanged, whose message says what is wrong. */
static int is_json(rocpd_run *r, const char *text, bool *is) {
  sqlite3_stmt *q = NULL;
  int rc = sqlite3_prepare_v2(r->db, "SELECT json(?)", -1, &q, NULL);
  if (!rc) rc = sqlite3_bind_text(q, 1, text, -1, SQLITE_STATIC);
  *is = !rc && sqlite3_step(q) == SQLITE_ROW;
  sqlite3_finalize(q);
  return rc ? rocpd_run_failed(r, sqlite3_errmsg(r->db)) : ROCPD_DONE;
}

int rocpd_write_json(rocpd_run *r, const rocpd_writing *w, const rocpd_target *t, const rocpd_write_keys *more, char **json) {
  bool is = true;
  int code = w->object ? is_json(r, w->object, &is) : ROCPD_DONE;
  *json = NULL;
  if (code != ROCPD_DONE) return code;
  if (!is) return (*json = sqlite3_mprintf("%s", w->object)) ? ROCPD_DONE : rocpd_say_no_memory();
  sqlite3_str *sql = sqlite3_str_new(r->db);
  sqlite3_str_appendf(sql, "SELECT json_group_object(key, json(value)) FROM (SELECT 'allow_empty' AS key, '%s' AS value", w->allow_empty ? "true" : "false");
  if (w->object)
    sqlite3_str_appendf(sql, " UNION ALL SELECT key, CASE WHEN type IN ('object', 'array') THEN value WHEN type IN ('true', 'false', 'null') "
                        "THEN type ELSE json_quote(value) END FROM json_each(%Q)", w->object);
  add_keys(sql, &w->chosen);
  add_patterns(sql, &w->pattern);
  if (w->s.input || w->s.overwrite) sqlite3_str_appendall(sql, " UNION ALL SELECT 'overwrite', 'true'");
  add_shown(sql, w, t->format);
  if (t->name) sqlite3_str_appendf(sql, " UNION ALL SELECT 'name', json_quote(%Q)", t->name);
  add_keys(sql, more);
  sqlite3_str_appendchar(sql, 1, ')');
  char *text = sqlite3_str_finish(sql);
  code = text ? rocpd_run_text(r, json, "%s", text) : rocpd_say_no_memory();
  sqlite3_free(text);
  return code;
}

/* ---- taking them */

#define TAKE(name) static int name(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more)

/* Takes an option without a value; its JSON is in the table. */
TAKE(take_shown) {
  static const char *const word[][3] = {{"--kernel-rename", "kernel_names", "json_quote('range')"}, {"--group-by-queue", "group_by", "json_quote('queue')"},
    {"--args", "args", "'true'"},
    {"--annotate-args", "args", "'true'"}, {"--no-flows", "flows", "'false'"}, {"--counters", "counters", "'true'"}, {"--compress", "compress", "'true'"}};
  rocpd_writing *w = command;
  size_t i = 0;
  while (strcmp(word[i][0], option)) i++;
  return rocpd_write_choose(&w->shown, word[i][1], sqlite3_mprintf("%s", word[i][2]));
}

TAKE(take_agent_index) {
  static const char *const word[] = {"absolute", "relative", "type-relative"};
  rocpd_writing *w = command;
  for (size_t i = 0; i < sizeof word / sizeof *word; i++)
    if (!strcmp(argv[0], word[i])) return rocpd_write_choose(&w->shown, "agent_index", sqlite3_mprintf("json_quote(%Q)", word[i]));
  return rocpd_wrong("%s expects absolute, relative or type-relative, not '%s'", option, argv[0]);
}

TAKE(take_names) {
  if (strcmp(argv[0], "short") && strcmp(argv[0], "full")) return rocpd_wrong("--names expects short or full, not '%s'", argv[0]);
  rocpd_writing *w = command;
  return rocpd_write_choose(&w->shown, "kernel_names", sqlite3_mprintf("json_quote(%Q)", argv[0]));
}

/* Turns a comma-separated list into an array of texts. */
TAKE(take_categories) {
  rocpd_writing *w = command;
  sqlite3_str *list = sqlite3_str_new(NULL);
  const char *p = argv[0];
  for (int first = 1;; first = 0) {
    int n = (int)strcspn(p, ",");
    char *one = sqlite3_mprintf("%.*s", n, p);
    sqlite3_str_appendf(list, "%s%Q", first ? "json_array(" : ", ", one ? one : "");
    sqlite3_free(one);
    if (!p[n]) break;
    p += n + 1;
  }
  sqlite3_str_appendchar(list, 1, ')');
  return rocpd_write_choose(&w->chosen, "categories", sqlite3_str_finish(list));
}

TAKE(take_name) {
  rocpd_writing *w = command;
  return rocpd_write_choose(&w->pattern, "names", sqlite3_mprintf("%Q", argv[0]));
}

TAKE(take_agents) {
  rocpd_settings list = {0};
  rocpd_writing *w = command;
  int code = rocpd_settings_add_filter(&list, ROCPD_FILTER_PID, option, argv[0]);
  if (code == ROCPD_DONE) code = rocpd_write_choose(&w->chosen, "agents", sqlite3_mprintf("'[%s]'", list.filter[ROCPD_FILTER_PID]));
  rocpd_settings_free(&list);
  return code;
}

TAKE(take_processes) { return rocpd_settings_add_filter(s, strncmp(option, "--rank", 6) ? ROCPD_FILTER_PID : ROCPD_FILTER_RANK, option, argv[0]); }

TAKE(take_min_duration) {
  int64_t ns;
  rocpd_writing *w = command;
  if (!rocpd_number(argv[0], &ns)) return rocpd_wrong("%s expects a number, not '%s'", option, argv[0]);
  return rocpd_write_choose(&w->chosen, "min_duration_ns", sqlite3_mprintf("'%lld'", (long long)ns));
}

static int read_bytes(const char *option, const char *text, int64_t *out) {
  return rocpd_bytes(text, out) ? ROCPD_DONE : rocpd_wrong("%s expects a number, not '%s'", option, text);
}

TAKE(take_size) { return read_bytes(option, argv[0], &((rocpd_writing *)command)->size); }

TAKE(take_max_bytes) {
  rocpd_writing *w = command;
  int code = read_bytes(option, argv[0], &w->most_bytes);
  return code == ROCPD_DONE ? rocpd_write_choose(&w->chosen, "max_bytes", sqlite3_mprintf("'%lld'", (long long)w->most_bytes)) : code;
}

TAKE(take_split) {
  rocpd_writing *w = command;
  int64_t n;
  bool by = !strcmp(argv[0], "process") || !strcmp(argv[0], "rank");
  if (!by && (!rocpd_number(argv[0], &n) || n < 1 || n > 10000)) return rocpd_wrong("%s expects process, rank, or a number from 1 to 10000", option);
  w->split = argv[0];
  return rocpd_write_choose(&w->chosen, "split", by ? sqlite3_mprintf("json_quote(%Q)", argv[0]) : sqlite3_mprintf("'%lld'", (long long)n));
}

/* Takes blanks, or text in braces, which the library parses. */
TAKE(take_object) {
  const char *p = argv[0] + strspn(argv[0], " \t\r\n"), *end = p + strlen(p);
  while (end > p && strchr(" \t\r\n", end[-1])) end--;
  if (p < end && (*p != '{' || end[-1] != '}')) return rocpd_wrong("%s expects a JSON object, not '%s'", option, argv[0]);
  ((rocpd_writing *)command)->object = p < end ? argv[0] : NULL;
  return ROCPD_DONE;
}

/* Is it a format? The name of an existing file is a path. */
static bool is_format(const char *word) { return rocpd_format_find(word) && access(word, F_OK); }

/* Takes formats; as in AMD's rocpd, they may be separate words. */
TAKE(take_formats) {
  rocpd_writing *w = command;
  sqlite3_free(w->to);
  w->to = sqlite3_mprintf("%s", argv[0]);
  while (w->to && !strcmp(w->command, "convert") && argv[0] && argv[*more + 1] && is_format(argv[*more + 1]))
    w->to = sqlite3_mprintf("%z,%s", w->to, argv[++*more]);
  return w->to ? ROCPD_DONE : rocpd_say_no_memory();
}

TAKE(take_compare) {
  rocpd_writing *w = command;
  bool other = !strcmp(option, "--compare");
  w->compares |= other;
  return rocpd_write_choose(&w->chosen, other ? "compare" : "align", sqlite3_mprintf("json_quote(%Q)", argv[0]));
}

TAKE(take_no_tables) { return rocpd_write_choose(&((rocpd_writing *)command)->chosen, "tables", sqlite3_mprintf("'false'")); }
TAKE(take_from_start) { return ((rocpd_writing *)command)->from_start = true, ROCPD_DONE; }
TAKE(take_allow_empty) { return ((rocpd_writing *)command)->allow_empty = true, ROCPD_DONE; }
TAKE(take_list_formats) { return ((rocpd_writing *)command)->list_formats = true, ROCPD_DONE; }
TAKE(take_open) { return ((rocpd_writing *)command)->open = true, ROCPD_DONE; }
TAKE(take_json) { return ((rocpd_writing *)command)->json = true, ROCPD_DONE; }
TAKE(take_nothing) { return ROCPD_DONE; }

/* Takes the words that AMD's option accepts. */
TAKE(take_backend) {
  static const char *const word[] = {"auto", "pandas", "native"};
  for (const char *const *p = (const char *const *)argv;; p++) {
    size_t i = 0;
    while (*p && i < 3 && strcmp(*p, word[i])) i++;
    if (*p && i < 3) continue;
    *more = p > (const char *const *)argv ? (int)(p - (const char *const *)argv) - 1 : 0;
    return p > (const char *const *)argv ? ROCPD_DONE : rocpd_wrong("%s expects auto, pandas or native, not '%s'", option, argv[0]);
  }
}

#define WHICH_EVENTS \
  {"--categories", "GLOB,...", take_categories, "only events of these categories"}, \
  {"--name", "GLOB", take_name, "only events whose name matches, calls and copies as well as kernels; may be given several times"}, \
  {"--agents", "N,...", take_agents, "as --gpu, by absolute indexes of agents"}, \
  {"--processes --ranks", "N,...", take_processes, "older names of --pid and --rank"}, \
  {"--min-duration", "NS", take_min_duration, "leave out shorter events"}, \
  {"--allow-empty", NULL, take_allow_empty, "write the file even if no event matches, and exit with 0"}
#define HOW_MUCH \
  {"--size", "BYTES", take_size, "keep the end of the trace, as much as fits into BYTES (5000, 100K, 20M, 1G). To find it, parts are written beside OUT and removed again"}, \
  {"--from-start", NULL, take_from_start, "with --size: keep the beginning of the trace"}, \
  {"--split", "N|process|rank", take_split, "N parts of equal time, NAME-001.json, NAME-002.json, ...; or a part for each process or rank, " \
   "NAME-process-PID.json. An event is in the part " \
   "during which it begins"}, \
  {"--max-bytes", "BYTES", take_max_bytes, "as many parts in time as needed, none larger than BYTES"}
#define HOW_SHOWN \
  {"--names", "short|full", take_names, "kernel names without arguments and scopes, or in full (default)"}, \
  {"--kernel-rename", NULL, take_shown, "show kernels under the name of the marker range in which they were launched"}, \
  {"--agent-index-value", "WORD", take_agent_index, "absolute, relative or type-relative: how agents are numbered"}, \
  {"--group-by-queue", NULL, take_shown, "show kernels by queue, not by stream"}, \
  {"--args --annotate-args", NULL, take_shown, "write the arguments of calls"}, \
  {"--no-flows", NULL, take_shown, "write no arrows from launches to kernels"}, \
  {"--counters", NULL, take_shown, "write counters: running kernels, bytes in copies, allocated bytes, and measured counters"}, \
  {"--compress", NULL, take_shown, "write a compressed file, if readers of the format support it"}, \
  {"--options", "JSON", take_object, "options of rocpd_export_FORMAT; options of the command take precedence"}, \
  {"--json", NULL, take_json, "print what was written as JSON on stdout"}
/* These options are accepted and have no effect: there is neither a limit nor a buffer. */
#define OF_AMD \
  {"--annotate-pmc --no-annotate-kfd", NULL, take_nothing, NULL}, {"--export-backend", "WORD...", take_backend, NULL}, \
  {"--perfetto-backend --perfetto-buffer-size --perfetto-buffer-fill-policy --perfetto-shmem-size-hint", "VALUE", take_nothing, NULL}, {0}

const rocpd_command_option rocpd_write_options[] = {
  {"-f --format --output-format", "FORMAT,...", take_formats, "formats (rocpd convert --formats lists them); not needed if the suffix of OUT gives it"},
  {"--formats", NULL, take_list_formats, "list the formats, and write nothing"},
  WHICH_EVENTS, HOW_MUCH, HOW_SHOWN, OF_AMD};
const rocpd_command_option rocpd_page_options[] = {
  {"--open", NULL, take_open, "open the report in a browser"},
  {"--no-tables", NULL, take_no_tables, "only the time line; takes less than half the time"},
  {"--compare", "OTHER", take_compare,
   "show another trace (file, folder or glob) below on the time line, and a page of the differences. A window then applies to both traces, on "
   "the time line and in the differences; other tables are of the whole traces"},
  {"--align", "MARKER", take_compare,
   "with --compare: align both traces at this marker (MARKER/N: the N-th); without it they are aligned at their first events, or at the window"},
  WHICH_EVENTS, HOW_MUCH, HOW_SHOWN, OF_AMD};

int rocpd_write_check(const rocpd_writing *w) {
  const rocpd_settings *s = &w->s;
  if (!strcmp(w->command, "trim") && !s->start && !s->end && !s->range && !s->last_run && !w->size)
    return rocpd_wrong("say which part: --window, --range, --size or --last-run");
  if (!!w->split + !!w->size + !!w->most_bytes > 1) return rocpd_wrong("give only one of --split, --size and --max-bytes");
  if (w->from_start && !w->size) return rocpd_wrong("--from-start needs --size");
  return ROCPD_DONE;
}
