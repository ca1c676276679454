/* rocpd query: prints the rows of any SQL. */
#include "answer.h"
#include "usage.h"
#include "shell.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

typedef struct query {
  const char *sql, *script;
} query;

static int take_sql(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  ((query *)command)->sql = argv[0];
  return ROCPD_DONE;
}
static int take_script(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  ((query *)command)->script = argv[0];
  return ROCPD_DONE;
}
static int refuse_limit(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  return rocpd_wrong("-n is for reports; in SQL use LIMIT %s", argv[0]);
}
static int refuse_mail(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more) {
  return rocpd_wrong("%s is not supported: --format csv, html, json or md writes a file that other programs can mail", option);
}

enum { GROUPS = ROCPD_G_TRACE | ROCPD_G_WINDOW | ROCPD_G_FORMAT | ROCPD_G_FILTERS };
static const rocpd_command_option options[] = {
  {"--query", "SQL", take_sql, "the query; all other arguments are then paths"},
  {"--script", "FILE", take_script, "SQL to run first, such as your own views and tables; its rows are not printed"},
  {"-f --format --output-format", "FORMAT", rocpd_take_amd_format, "console, or as AMD's rocpd: csv, html, json or md writes the file FOLDER/NAME.FORMAT"},
  {"-d --output-path", "FOLDER", rocpd_take_amd_folder, "with -f: the folder to write to (default: ./rocpd-output-data)"},
  {"-n --limit", "N", refuse_limit, NULL},
  {"--email-to --email-from --email-subject --smtp-server --smtp-port --smtp-user --smtp-password --template-path", "VALUE", refuse_mail, NULL},
  {"--zip-attachments --inline-preview", NULL, refuse_mail, NULL},
  {NULL, NULL, NULL, NULL},
};

static const char *help(void) {
  return "rocpd query [OPTION...] [PATH...] SQL\n"
         "rocpd query -i PATH... --query SQL: the rows of the query, values as they are\n"
         "\n"
         "Without PATH it reads the last recording. Without SQL it starts rocpd shell, a prompt. `rocpd help` lists the tables.\n"
         "\n"
         "   rocpd query trace \"SELECT name, duration FROM kernels ORDER BY duration DESC LIMIT 5\"\n"
         "   rocpd query trace --csv -o calls.csv \"SELECT name, count(*) AS calls FROM regions GROUP BY name\"\n"
         "   rocpd query --window 1.2s,1.8s run1 run2 \"SELECT gpu, sum(duration_ns) FROM gaps GROUP BY gpu\"\n";
}

/* ---- the words ---- */

static bool begins_as_sql(const char *text) {
  static const char *const word[] = {"SELECT", "WITH", "VALUES", "EXPLAIN", "PRAGMA", "CREATE"};
  text += strspn(text, " \t\n(");
  size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  for (size_t i = 0; i < sizeof word / sizeof *word; i++)
    if (n == strlen(word[i]) && text[n] && strchr(" \t\n(*'\"", text[n]) && sqlite3_strnicmp(text, word[i], (int)n) == 0) return true;
  return false;
}

/* Finds the SQL. Without --query it is the last word; if it is the only word, the newest trace is read. *no_sql: there is only a path. */
static int find_sql(query *q, rocpd_settings *s, bool *no_sql) {
  struct stat st;
  *no_sql = false;
  if (q->sql) return ROCPD_DONE;
  for (size_t i = 0; i + 1 < s->paths; i++)
    if (begins_as_sql(s->path[i]) && stat(s->path[i], &st) != 0 && stat(s->path[s->paths - 1], &st) == 0)
      return rocpd_wrong("the path comes first: rocpd query %s \"%s\"", s->path[s->paths - 1], s->path[i]);
  bool only_sql = s->paths == 1 && begins_as_sql(s->path[0]) && stat(s->path[0], &st) != 0;
  if (s->paths < 2 && !only_sql) return *no_sql = true, ROCPD_DONE;
  q->sql = s->path[--s->paths];
  if (*q->sql == '.') return rocpd_wrong("%s is for the sqlite3 shell: rocpd shell %s %s", q->sql, s->path[0], q->sql);
  return ROCPD_DONE;
}

/* Names the output as AMD's rocpd does: -f csv writes FOLDER/NAME.csv. s->out points to *file then, which the caller frees. */
static int name_file(rocpd_settings *s, char **file) {
  *file = NULL;
  if (!s->to || strcmp(s->to, "console") == 0) return s->folder ? rocpd_wrong("-d is for -f FORMAT: the folder of the file that it writes") : ROCPD_DONE;
  const char *name = s->out ? s->out : getenv("ROCPD_OUTPUT_NAME");
  char *folder = rocpd_output_folder(s);
  if (!folder) return rocpd_say_no_memory();
  int code = rocpd_make_folders(folder) ? ROCPD_DONE : rocpd_say_failure(ROCPD_NO_ANSWER, "%s: cannot be made: %s", folder, strerror(errno));
  if (code == ROCPD_DONE &&
      !(s->out = *file = sqlite3_mprintf("%s/%s.%s", folder, name && *name ? name : "out", strcmp(s->to, "markdown") == 0 ? "md" : s->to)))
    code = rocpd_say_no_memory();
  sqlite3_free(folder);
  return code;
}

/* ---- running ---- */

static int read_file(const char *path, char **text) {
  FILE *f = fopen(path, "re");
  struct stat st;
  *text = NULL;
  if (!f || fstat(fileno(f), &st) || !S_ISREG(st.st_mode)) {
    if (f) fclose(f);
    return rocpd_say_failure(ROCPD_NO_ANSWER, "%s: no such file (in %s)", path, rocpd_paths_here());
  }
  *text = sqlite3_malloc64((uint64_t)st.st_size + 1);
  size_t n = *text ? fread(*text, 1, (size_t)st.st_size, f) : 0;
  fclose(f);
  if (!*text) return rocpd_say_no_memory();
  (*text)[n] = 0;
  return ROCPD_DONE;
}

static int ask(const query *q, rocpd_settings *s) {
  rocpd_run r = {0};
  char *file = NULL, *script = NULL;
  int code = rocpd_answer_format(s);
  if (code == ROCPD_DONE && q->script) code = read_file(q->script, &script);
  if (code == ROCPD_DONE) code = name_file(s, &file);
  if (code == ROCPD_DONE) code = rocpd_run_open(&r, s, true);
  r.losses_asked = true; /* users of SQL can query losses themselves */
  if (code == ROCPD_DONE && script) code = rocpd_run_sql(&r, "%s", script);
  if (code == ROCPD_DONE) code = rocpd_answer(&r, s, q->sql, true, NULL);
  if (code == ROCPD_DONE && file) puts(file);
  rocpd_run_close(&r);
  sqlite3_free(script);
  sqlite3_free(file);
  return code;
}

static int run(int argc, char **argv) {
  query q = {NULL, NULL};
  rocpd_settings s;
  bool wants_help, no_sql;
  if (argc && argv[0][0] == '-' && argv[0][1] != '-' && strlen(argv[0]) > 2) return rocpd_shell(argc, argv); /* these are options of the sqlite3 shell */
  int code = rocpd_read_options(argc, argv, GROUPS, options, &q, &s, &wants_help);
  s.whole_rows = true;
  if (code == ROCPD_DONE && wants_help) code = rocpd_help_of("query");
  else if (code == ROCPD_DONE && (code = find_sql(&q, &s, &no_sql)) == ROCPD_DONE) code = no_sql ? rocpd_shell(argc, argv) : ask(&q, &s);
  rocpd_settings_free(&s);
  return code;
}

static const rocpd_command query_command = {"query", "PATH... SQL: runs any query and prints its rows", run, help, GROUPS, options};
ROCPD_COMMAND(query_command);
