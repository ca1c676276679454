/* See run.h. */
#include "run.h"
#include "meant.h"
#include "signals.h"
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

int sqlite3_rocpd_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);

/* ---- statements ---- */

/* Runs a statement to its end. *out becomes the first value of the first row, which the caller frees; `out` may be NULL. */
static int step_all(sqlite3_stmt *q, char **out) {
  int rc = sqlite3_step(q);
  const char *value = out && rc == SQLITE_ROW ? (const char *)sqlite3_column_text(q, 0) : NULL;
  if (value && !(*out = sqlite3_mprintf("%s", value))) rc = SQLITE_NOMEM;
  while (rc == SQLITE_ROW) rc = sqlite3_step(q);
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* Runs SQL without printing an error; returns SQLite's code. */
static int run_quietly(rocpd_run *r, char **out, const char *sql) {
  int rc = rocpd_caught() ? SQLITE_INTERRUPT : SQLITE_OK;
  if (out) *out = NULL;
  while (rc == SQLITE_OK && sql && *sql) {
    sqlite3_stmt *q;
    rc = sqlite3_prepare_v2(r->db, sql, -1, &q, &sql);
    if (rc != SQLITE_OK || !q) continue;
    rc = step_all(q, out);
    int ended = sqlite3_finalize(q);
    if (ended != SQLITE_OK) rc = ended;
  }
  return rc;
}

static int run(rocpd_run *r, char **out, const char *format, va_list values) {
  char *sql = sqlite3_vmprintf(format, values);
  if (!sql) return rocpd_say_no_memory();
  int rc = run_quietly(r, out, sql);
  sqlite3_free(sql);
  if (rc == SQLITE_NOMEM) return rocpd_say_no_memory();
  return rc == SQLITE_OK ? ROCPD_DONE : rocpd_run_failed(r, sqlite3_errmsg(r->db));
}

int rocpd_run_sql(rocpd_run *r, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int code = run(r, NULL, format, values);
  va_end(values);
  return code;
}

int rocpd_run_text(rocpd_run *r, char **out, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int code = run(r, out, format, values);
  va_end(values);
  return code;
}

/* ---- what is wrong, and what is missing ---- */

/* Rewrites an error of the library for the command line, with the names of its options. The caller frees it. */
static char *as_said(const char *message) {
  static const char attach[] = "rocpd_attach: ", filter[] = "rocpd_filter: ", option[] = "the option {\"overwrite\":true}";
  if (strncmp(message, attach, sizeof attach - 1) == 0) message += sizeof attach - 1;
  if (strncmp(message, filter, sizeof filter - 1) == 0) return sqlite3_mprintf("--%s", message + sizeof filter - 1);
  const char *at = strncmp(rocpd_said_by, "rocpd-", 6) == 0 ? NULL : strstr(message, option);
  return at ? sqlite3_mprintf("%.*s--overwrite%s", (int)(at - message), message, at + sizeof option - 1) : sqlite3_mprintf("%s", message);
}

/* Describes what was lost, by the tables losses and capabilities: files that could not be read, and what is unknown of others. Names at most three files. */
static const char losses_sql[] =
  "SELECT rocpd_window(); DROP TABLE IF EXISTS temp.lack; CREATE TEMP TABLE lack AS SELECT source, group_concat(detail, ', ') AS detail, max(loss = 'cut') AS cut "
  "FROM %s GROUP BY source";
static const char said_sql[] =
  "SELECT replace('the trace is not whole: ' || (SELECT group_concat(coalesce(source || ': ', '') || detail || coalesce(CASE WHEN cut THEN"
  " '; nothing is known of ' || (SELECT group_concat(domain, ', ') FROM capabilities AS c WHERE c.source = l.source AND reason LIKE 'unknown:%' "
  "AND domain <> 'launches') END, ''), '; ')"
  " FROM (SELECT * FROM temp.lack ORDER BY source LIMIT 3) AS l) || CASE WHEN n > 3 THEN '; and ' || (n - 3) || ' more files: rocpd health tells of all' "
  "ELSE '' END, char(10), ' ')"
  " FROM (SELECT count(*) AS n FROM temp.lack) WHERE n > 0";

/* Sets *said to what the trace lacks (NULL: nothing), and *none if no row could be read. Returns SQLite's code. */
static int ask_losses(rocpd_run *r, char **said, bool *none) {
  char *rows = NULL, *sql = sqlite3_mprintf(losses_sql, r->losses ? r->losses : "losses");
  *said = NULL, *none = false;
  int rc = sql ? run_quietly(r, NULL, sql) : SQLITE_NOMEM;
  sqlite3_free(sql);
  if (rc == SQLITE_OK) rc = run_quietly(r, said, said_sql);
  if (rc != SQLITE_OK || !*said) return rc;
  sql = sqlite3_mprintf("SELECT 1 FROM %s WHERE rows > 0 LIMIT 1", r->sources ? r->sources : "sources");
  rc = sql ? run_quietly(r, &rows, sql) : SQLITE_NOMEM;
  *none = rc == SQLITE_OK && !rows;
  sqlite3_free(rows);
  sqlite3_free(sql);
  return rc;
}

/* Two messages: sources whose rows are all in other files, and sources that share some rows. Each names at most three files. */
static const char once_sql[] =
  "SELECT replace('counted once: other files hold all rows of ' || (SELECT group_concat(source, ', ') FROM (SELECT source FROM %s WHERE same_as IS NOT NULL "
  "ORDER BY source LIMIT 3)) ||"
  " CASE WHEN n > 3 THEN ' and ' || (n - 3) || ' more files: rocpd health tells of all' ELSE '' END, char(10), ' ') FROM (SELECT count(*) AS n FROM %s "
  "WHERE same_as IS NOT NULL) WHERE n > 0";
static const char twice_sql[] =
  "SELECT replace('counted twice: rows that other files hold, too: ' || (SELECT group_concat(rows_twice || ' of ' || source, ', ') "
  "FROM (SELECT source, rows_twice FROM %s WHERE rows_twice > 0 ORDER BY source LIMIT 3)) ||"
  " CASE WHEN n > 3 THEN ' and of ' || (n - 3) || ' more files: rocpd health tells of all' ELSE '' END, char(10), ' ') FROM (SELECT count(*) AS n FROM %s "
  "WHERE rows_twice > 0) WHERE n > 0";

static int say_same(rocpd_run *r, const char *format) {
  const char *sources = r->sources ? r->sources : "sources";
  char *said = NULL, *sql = sqlite3_mprintf(format, sources, sources);
  int rc = sql ? run_quietly(r, &said, sql) : SQLITE_NOMEM;
  if (rc == SQLITE_OK && said) rocpd_say_failure(ROCPD_DONE, "%s", said);
  sqlite3_free(said);
  sqlite3_free(sql);
  return rc;
}

int rocpd_run_say_losses(rocpd_run *r) {
  if (r->losses_asked) return ROCPD_DONE;
  r->losses_asked = true;
  char *said;
  bool none;
  int rc = ask_losses(r, &said, &none), code = ROCPD_DONE;
  if (rc == SQLITE_OK && said) code = rocpd_say_failure(none ? ROCPD_NO_ANSWER : ROCPD_DONE, "%s", said);
  sqlite3_free(said);
  if (rc == SQLITE_OK) rc = say_same(r, once_sql);
  if (rc == SQLITE_OK) rc = say_same(r, twice_sql);
  if (rc == SQLITE_NOMEM) return rocpd_say_no_memory();
  return rc == SQLITE_OK ? code : rocpd_run_failed(r, sqlite3_errmsg(r->db));
}

static bool is_stdout_gone(void) {
  struct pollfd p = {.fd = STDOUT_FILENO};
  return poll(&p, 1, 0) > 0 && (p.revents & POLLERR);
}

int rocpd_run_failed(rocpd_run *r, const char *message) {
  int caught = rocpd_caught();
  if (r->to_stdout && is_stdout_gone()) return rocpd_doing_end(), 128 + SIGPIPE;
  char *said = as_said(message), *losses = NULL;
  bool none, asked = r->losses_asked;
  r->losses_asked = true;
  rocpd_doing_end();
  if (caught) {
    if (r->writes) rocpd_say_failure(ROCPD_NO_ANSWER, "interrupted");
  } else {
    if (!asked && ask_losses(r, &losses, &none) == SQLITE_OK && losses) rocpd_say_failure(ROCPD_NO_ANSWER, "%s", losses);
    rocpd_say_failure(ROCPD_NO_ANSWER, "%s%s", said ? said : "out of memory", said ? rocpd_run_meant(r, said) : "");
  }
  sqlite3_free(losses);
  sqlite3_free(said);
  return caught ? 128 + caught : ROCPD_NO_ANSWER;
}

/* ---- opening ---- */

static int connect(rocpd_run *r) {
  char *message = NULL;
  int rc = sqlite3_open(":memory:", &r->db);
  rocpd_interruptible(r->db);
  if (rc == SQLITE_OK) rc = sqlite3_rocpd_init(r->db, &message, sqlite3_api);
  if (rc == SQLITE_OK_LOAD_PERMANENTLY) rc = SQLITE_OK;
  if (rc != SQLITE_OK) rocpd_say_failure(ROCPD_NO_ANSWER, "%s", message ? message : r->db ? sqlite3_errmsg(r->db) : "out of memory");
  sqlite3_free(message);
  return rc == SQLITE_OK ? ROCPD_DONE : ROCPD_NO_ANSWER;
}

static void disconnect(rocpd_run *r) {
  rocpd_interruptible(NULL);
  sqlite3_close(r->db);
  r->db = NULL;
}

static int find_files(rocpd_run *r, const rocpd_settings *s) {
  if (!s->paths) return rocpd_paths_newest(&r->path, &r->paths);
  int code = ROCPD_DONE;
  for (size_t i = 0; code == ROCPD_DONE && i < s->paths; i++) code = rocpd_paths_find(s->path[i], &r->path, &r->paths);
  return code;
}

static int attach(rocpd_run *r, const rocpd_settings *s) {
  int code = ROCPD_DONE;
  bool asked = r->losses_asked;
  r->losses_asked = true; /* if attaching fails, that message says enough */
  for (size_t i = 0; code == ROCPD_DONE && i < r->paths; i++)
    code = s->attach ? rocpd_run_sql(r, "SELECT rocpd_attach(%Q, %Q)", r->path[i], s->attach) : rocpd_run_sql(r, "SELECT rocpd_attach(%Q)", r->path[i]);
  r->losses_asked = asked;
  return code;
}

/* Lists the files of the last run: the one that began last, and all whose times overlap, directly or through others. */
static int read_last_run(rocpd_run *r, char ***file, size_t *files) {
  sqlite3_stmt *q = NULL;
  int code = rocpd_run_sql(r, "CREATE TEMP TABLE life AS SELECT source, min(start) AS a, "
                           "max(CASE WHEN complete THEN \"end\" ELSE 9223372036854775807 END) AS z FROM sources GROUP BY source");
  if (code != ROCPD_DONE) return code;
  int rc = sqlite3_prepare_v2(r->db, "SELECT source FROM temp.life WHERE a >= (SELECT max(a) FROM temp.life AS l WHERE NOT EXISTS "
                              "(SELECT 1 FROM temp.life AS e WHERE e.a < l.a AND e.z >= l.a))", -1, &q, NULL);
  while (rc == SQLITE_OK && (rc = sqlite3_step(q)) == SQLITE_ROW) {
    char *name = sqlite3_mprintf("%s", (const char *)sqlite3_column_text(q, 0));
    rc = name ? rocpd_array_push_reserve(file, *files, sizeof **file) : SQLITE_NOMEM;
    if (rc == SQLITE_OK) (*file)[(*files)++] = name;
    else sqlite3_free(name);
  }
  int ended = sqlite3_finalize(q);
  if (rc == SQLITE_NOMEM) return rocpd_say_no_memory();
  return rc == SQLITE_DONE && ended == SQLITE_OK ? ROCPD_DONE : rocpd_run_failed(r, sqlite3_errmsg(r->db));
}

static int keep_last_run(rocpd_run *r, const rocpd_settings *s) {
  char **file = NULL;
  size_t files = 0;
  int code = read_last_run(r, &file, &files);
  if (code != ROCPD_DONE || !files) {
    rocpd_paths_free(file, files);
    return code;
  }
  rocpd_paths_free(r->path, r->paths);
  r->path = file, r->paths = files;
  disconnect(r);
  code = connect(r);
  return code == ROCPD_DONE ? attach(r, s) : code;
}

static bool has_window(const rocpd_settings *s) { return s->range || s->start || s->end; }

const char *rocpd_run_begin_sql(const rocpd_settings *s) { return has_window(s) ? "(SELECT ns FROM temp.trace_begin)" : "(SELECT min(start) FROM sources)"; }

int rocpd_run_set_filter(rocpd_run *r, const rocpd_settings *s, unsigned keys) {
  sqlite3_str *sql = sqlite3_str_new(r->db);
  bool any = false;
  for (int i = 0; i < ROCPD_FILTERS; i++) {
    any |= s->filter[i] != NULL;
    if (s->filter[i] && keys >> i & 1)
      sqlite3_str_appendf(sql, "%s'%s', json_array(%s)", sqlite3_str_length(sql) ? ", " : "SELECT rocpd_filter(json_object(", rocpd_filter_keys[i],
                          s->filter[i]);
  }
  if (any && !sqlite3_str_length(sql)) sqlite3_str_appendall(sql, "SELECT rocpd_filter(NULL)");
  else if (any) sqlite3_str_appendf(sql, "%s))", s->filter_may_be_empty ? ", 'allow_empty', json('true')" : "");
  bool failed = sqlite3_str_errcode(sql) != SQLITE_OK;
  char *text = sqlite3_str_finish(sql);
  int code = failed ? rocpd_say_no_memory() : text ? rocpd_run_sql(r, "%s", text) : ROCPD_DONE;
  sqlite3_free(text);
  return code;
}

/* Sets the window. Written files include events that cross its edges, as in exports with the options start and end; with AMD's options --start and --end
** they do not. */
int rocpd_run_set_window(rocpd_run *r, const rocpd_settings *s) {
  bool amd = (s->start || s->end) && !s->has_window;
  const char *crossing = (s->inclusive ? *s->inclusive == '0' : !s->whole_rows && !amd) ? ", 0" : "";
  int code = has_window(s) ? rocpd_run_sql(r, "CREATE TEMP TABLE trace_begin AS SELECT min(start) AS ns FROM sources") : ROCPD_DONE;
  if (code != ROCPD_DONE) return code;
  if (s->range) return rocpd_run_sql(r, "SELECT rocpd_window(%Q, %Q%s)", s->range, s->range, crossing);
  if (s->start || s->end) return rocpd_run_sql(r, "SELECT rocpd_window(%s, %s%s)", s->start ? s->start : "NULL", s->end ? s->end : "NULL", crossing);
  return ROCPD_DONE;
}

int rocpd_run_open(rocpd_run *r, const rocpd_settings *s, bool attaches) {
  *r = (rocpd_run){.writes = s && s->writes};
  rocpd_catch_signals();
  int code = attaches ? find_files(r, s) : ROCPD_DONE;
  if (code == ROCPD_DONE) code = connect(r);
  if (code != ROCPD_DONE || !attaches) return code;
  code = attach(r, s);
  if (code == ROCPD_DONE && s->last_run) code = keep_last_run(r, s);
  if (code == ROCPD_DONE) code = rocpd_run_set_filter(r, s, ROCPD_ALL_FILTERS);
  return code == ROCPD_DONE ? rocpd_run_set_window(r, s) : code;
}

void rocpd_run_close(rocpd_run *r) {
  rocpd_doing_end();
  disconnect(r);
  rocpd_paths_free(r->path, r->paths);
  *r = (rocpd_run){0};
}
