/* rocpd summary as AMD's rocpd has it (summary -i ..., or with one of its options): with the same names, columns, units and files. Each kind of row gives
** one summary, on the console or in a file such as FOLDER/NAME_kernels_summary.csv. */
#include "summary_amd.h"
#include "domain_sql.h"
#include "print.h"
#include "run.h"
#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct summarising {
  rocpd_run run;
  const rocpd_settings *settings;
  const rocpd_summary_options *options;
  const char *format; /* console, csv, json, html, md */
  char *folder, *prefix;
} summarising;

/* ---- what there is a summary of */

typedef struct kind {
  char *name, *source, *column; /* name in files; SQL of the rows; column by which they are grouped */
} kind;
typedef struct kinds {
  kind *kind;
  size_t n;
  int rc;
} kinds;

/* Did the user ask for this category? "hip" names hip, hips, hip_api and hips_api. */
static bool is_wanted(const summarising *s, const char *name) {
  if (!s->options->categories) return true;
  for (size_t i = 0; i < s->options->categories; i++) {
    const char *c = s->options->category[i];
    size_t n = strlen(c);
    if (sqlite3_strnicmp(name, c, (int)n) != 0) continue;
    const char *rest = name + n + (name[n] == 's');
    if (!name[n] || name[n] == '_' || !*rest || *rest == '_') return true;
  }
  return false;
}

static void add_kind(kinds *k, const char *name, char *source, const char *column) {
  if (!k->rc) k->rc = rocpd_array_push_reserve(&k->kind, k->n, sizeof *k->kind);
  if (k->rc) {
    sqlite3_free(source);
    return;
  }
  kind *new = &k->kind[k->n++];
  *new = (kind){sqlite3_mprintf("%s", name), source, sqlite3_mprintf("%s", column)};
  if (!new->name || !new->source || !new->column) k->rc = SQLITE_NOMEM;
}

static void add_tables(const summarising *s, kinds *k) {
  static const char *const tables[][2] = {{"kernels", "name"}, {"memory_copies", "name"}, {"memory_allocations", "type"}, {"scratch_memory", "operation"},
                                          {"hip_events", "name"}, {"graph_launches", "name"}};
  bool all = s->options->categories == 1 && strcmp(s->options->category[0], "NONE") == 0;
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    const char *name = tables[i][0], *shown = s->options->kernel_names;
    if (!all && !is_wanted(s, name)) continue;
    if (i == 0 && shown)
      add_kind(k, name,
               sqlite3_mprintf("(SELECT k.*, k.host, coalesce(s.%s, k.name) AS shown FROM kernels AS k LEFT JOIN kernel_symbols AS s ON s.id = k.kernel_id "
                               "AND s.guid = k.guid)", shown), "shown");
    else add_kind(k, name, sqlite3_mprintf("%s", name), tables[i][1]);
  }
}

/* A category is any text from the trace. Calls are grouped by the part of it before the first underscore. */
#define CATEGORY "replace(replace(lower(category), char(124), '_'), char(10), '_')"
static const char groups[] =
    "WITH c AS (SELECT DISTINCT " CATEGORY " AS c FROM regions_and_samples WHERE category IS NOT NULL), "
    "p AS (SELECT CASE WHEN c LIKE 'rocm\\_%' ESCAPE '\\' THEN 'rocm_' ELSE '' END AS p, c FROM c) "
    "SELECT DISTINCT CASE WHEN c LIKE '%marker%' THEN 'marker' ELSE p || substr(substr(c, length(p) + 1) || '_', 1, instr(substr(c, length(p) + 1) || '_', "
    "'_') - 1) END FROM p ORDER BY 1";
static const char markers[] =
    "(SELECT m.guid, m.nid, m.pid, m.host, CASE WHEN json_valid(m.extdata) THEN json_extract(m.extdata, '$.message') END AS name, m.duration "
    "FROM regions_and_samples AS m WHERE rocpd_domain(m.category) = 'markers')";

static char *markers_of(void) {
  sqlite3_str *sql = sqlite3_str_new(NULL);
  rocpd_domain_sql(sql, markers);
  return sqlite3_str_finish(sql);
}

static char *calls_of(const char *group) {
  sqlite3_str *pattern = sqlite3_str_new(NULL);
  for (const char *c = group; *c; c++) {
    if (strchr("\\%_", *c)) sqlite3_str_appendchar(pattern, 1, '\\');
    sqlite3_str_append(pattern, c, 1);
  }
  char *escaped = sqlite3_str_finish(pattern);
  char *sql = sqlite3_mprintf("(SELECT *, host FROM regions_and_samples WHERE " CATEGORY " = %Q OR " CATEGORY " LIKE '%q\\_%%' ESCAPE '\\')", group, escaped ? escaped : "");
  sqlite3_free(escaped);
  return sql;
}

static void add_groups(summarising *s, kinds *k) {
  sqlite3_stmt *q = NULL;
  int rc = sqlite3_prepare_v2(s->run.db, groups, -1, &q, NULL);
  while (!rc && !k->rc && (rc = sqlite3_step(q)) == SQLITE_ROW) {
    rc = SQLITE_OK;
    const char *group = (const char *)sqlite3_column_text(q, 0);
    if (!group) continue;
    bool is_marker = !*group || strcmp(group, "marker") == 0;
    if (!is_wanted(s, is_marker ? "marker" : group)) continue;
    add_kind(k, is_marker ? "markers" : group, is_marker ? markers_of() : calls_of(group), "name");
  }
  if (!k->rc && rc != SQLITE_DONE) k->rc = rc;
  sqlite3_finalize(q);
}

static void free_kinds(kinds *k) {
  for (size_t i = 0; i < k->n; i++) {
    sqlite3_free(k->kind[i].name);
    sqlite3_free(k->kind[i].source);
    sqlite3_free(k->kind[i].column);
  }
  sqlite3_free(k->kind);
}

/* ---- the queries */

#define FIGURES "count(*) AS Calls, sum(duration) AS \"DURATION (nsec)\", avg(duration) AS \"AVERAGE (nsec)\", "
#define SPREAD "min(duration) AS \"MIN (nsec)\", max(duration) AS \"MAX (nsec)\", stddev(duration) AS STD_DEV"

static char *summary_of(const kind *k, bool by_rank) {
  if (by_rank) /* one summary per process */
    return sqlite3_mprintf("WITH s AS (SELECT guid, nid, pid, host, %s AS name, duration FROM %s), t AS (SELECT guid, sum(duration) AS ns FROM s GROUP BY guid) "
                           "SELECT pid AS ProcessID, host AS Hostname, name AS Name, " FIGURES "sum(duration) * 100.0 / t.ns AS \"PERCENT (INC)\", " SPREAD
                           " FROM s JOIN t USING (guid) GROUP BY guid, nid, name ORDER BY pid, sum(duration) DESC", k->column, k->source);
  return sqlite3_mprintf("WITH s AS (SELECT %s AS name, duration FROM %s) SELECT name AS Name, " FIGURES
                         "sum(duration) * 100.0 / (SELECT sum(duration) FROM s) AS \"PERCENT (INC)\", " SPREAD " FROM s GROUP BY name "
                         "ORDER BY sum(duration) DESC", k->column, k->source);
}

static char *upper(const char *text) {
  char *out = sqlite3_mprintf("%s", text);
  for (char *c = out; c && *c; c++) *c = (char)(*c >= 'a' && *c <= 'z' ? *c - 32 : (unsigned char)*c < ' ' || *c == 0x7f ? '?' : *c);
  return out;
}

/* Returns SQL for the rows of all summaries; the caller frees it. */
static char *domains_of(const kinds *k, bool by_rank) {
  sqlite3_str *all = sqlite3_str_new(NULL);
  for (size_t i = 0; i < k->n; i++) {
    char *name = upper(k->kind[i].name), *query = summary_of(&k->kind[i], by_rank);
    if (name && query) sqlite3_str_appendf(all, "%sSELECT %Q AS domain, * FROM (%s)", i ? " UNION ALL " : "", name, query);
    sqlite3_free(name);
    sqlite3_free(query);
  }
  char *rows = sqlite3_str_finish(all);
  const char *rank = by_rank ? "ProcessID, Hostname, " : "";
  char *sql = sqlite3_mprintf("WITH a AS (%s), g AS (SELECT %sdomain AS Name, sum(Calls) AS Calls, sum(\"DURATION (nsec)\") AS d, sum(\"AVERAGE (nsec)\") AS m, "
                              "min(\"MIN (nsec)\") AS least, "
                              "max(\"MAX (nsec)\") AS most, sum(STD_DEV) AS dev FROM a GROUP BY domain%s) "
                              "SELECT %sName, Calls, d AS \"DURATION (nsec)\", m AS \"AVERAGE (nsec)\", d * 100.0 / (SELECT sum(d) FROM g AS o%s) AS \"PERCENT (INC)\", "
                              "least AS \"MIN (nsec)\", most AS \"MAX (nsec)\", dev AS STD_DEV FROM g WHERE d IS NOT NULL ORDER BY %sd DESC",
                              rows ? rows : "", rank, by_rank ? ", ProcessID, Hostname" : "", rank, by_rank ? " WHERE o.ProcessID = g.ProcessID AND o.Hostname = g.Hostname" : "",
                              by_rank ? "ProcessID, " : "");
  sqlite3_free(rows);
  return sql;
}

/* ---- writing them */

static int print_statement(sqlite3_stmt *q, FILE *out, const char *format) {
  rocpd_printer *p = rocpd_printer_new(out, &(rocpd_print_style){.format = format, .raw = true});
  int n = sqlite3_column_count(q), rc = p ? SQLITE_ROW : SQLITE_NOMEM;
  const char **names = p ? sqlite3_malloc64((sqlite3_uint64)n * sizeof *names) : NULL;
  if (names) {
    for (int i = 0; i < n; i++) names[i] = sqlite3_column_name(q, i);
    rocpd_print_columns(p, n, names, NULL);
  } else rc = SQLITE_NOMEM;
  for (; rc == SQLITE_ROW; rc = sqlite3_step(q)) rocpd_print_row(p, q);
  sqlite3_free(names);
  if (p && !rocpd_printer_finish(p, rc == SQLITE_DONE) && rc == SQLITE_DONE) rc = SQLITE_FULL;
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static int write_file(summarising *s, sqlite3_stmt *q, const char *name) {
  char *file = sqlite3_mprintf("%s/%s%s%s.%s", s->folder, s->prefix, *s->prefix ? "_" : "", name, s->format);
  if (!file) return rocpd_run_failed(&s->run, "out of memory");
  for (char *c = file + strlen(file) - strlen(name) - strlen(s->format) - 1; *c; c++)
    if (*c == '/') *c = '_';
  FILE *out = fopen(file, "w");
  int rc = out ? print_statement(q, out, strcmp(s->format, "md") == 0 ? "markdown" : s->format) : SQLITE_CANTOPEN, why = errno, code = ROCPD_DONE;
  if (out && fclose(out) && !rc) rc = SQLITE_FULL, why = errno;
  if (rc == SQLITE_CANTOPEN || rc == SQLITE_FULL) code = rocpd_say_failure(ROCPD_NO_ANSWER, "%s: %s", file, strerror(why));
  else if (rc) code = rocpd_run_failed(&s->run, sqlite3_errmsg(s->run.db));
  else printf("%s\n", file);
  sqlite3_free(file);
  return code;
}

/* Writes a summary; one without rows is left out. */
static int write_summary(summarising *s, const char *name, const char *sql) {
  sqlite3_stmt *q = NULL;
  int rc = sql ? sqlite3_prepare_v2(s->run.db, sql, -1, &q, NULL) : SQLITE_NOMEM, code = ROCPD_DONE;
  if (!rc) rc = sqlite3_step(q);
  if (rc == SQLITE_ROW) {
    rocpd_doing_end();
    rc = SQLITE_OK;
    if (strcmp(s->format, "console") == 0) {
      char *title = upper(name);
      printf("\n%s:\n", title ? title : "");
      sqlite3_free(title);
      rc = print_statement(q, stdout, "table");
    } else code = write_file(s, q, name);
  }
  if (rc == SQLITE_FULL) code = errno == EPIPE ? 128 + SIGPIPE : rocpd_say_failure(ROCPD_NO_ANSWER, "cannot write the output: %s", strerror(errno));
  else if (rc && rc != SQLITE_DONE) code = rocpd_run_failed(&s->run, rc == SQLITE_NOMEM ? "out of memory" : sqlite3_errmsg(s->run.db));
  sqlite3_finalize(q);
  return code;
}

static int write_all(summarising *s, const kinds *k, bool by_rank) {
  const char *ending = by_rank ? "_summary_by_rank" : "_summary";
  int code = ROCPD_DONE;
  for (size_t i = 0; i <= k->n && !code; i++) {
    bool domains = i == k->n;
    if (domains && (!s->options->domains || !k->n)) break;
    char *name = sqlite3_mprintf("%s%s", domains ? "domain" : k->kind[i].name, ending), *sql = domains ? domains_of(k, by_rank) : summary_of(&k->kind[i], by_rank);
    code = name ? write_summary(s, name, sql) : rocpd_run_failed(&s->run, "out of memory");
    sqlite3_free(name);
    sqlite3_free(sql);
  }
  return code;
}

static int open_places(summarising *s) {
  const char *name = s->settings->out ? s->settings->out : getenv("ROCPD_OUTPUT_NAME");
  s->prefix = sqlite3_mprintf("%s", name && *name ? name : "out");
  s->folder = rocpd_output_folder(s->settings);
  if (!s->prefix || !s->folder) return rocpd_say_failure(ROCPD_NO_ANSWER, "out of memory");
  bool made = strcmp(s->format, "console") == 0 || rocpd_make_folders(s->folder);
  return made ? ROCPD_DONE : rocpd_say_failure(ROCPD_NO_ANSWER, "%s: %s", s->folder, strerror(errno));
}

static const char *format_of(const char *to) {
  static const char *const known[][2] = {{"console", "console"}, {"csv", "csv"}, {"json", "json"}, {"html", "html"}, {"md", "md"}, {"markdown", "md"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!to || strcmp(to, known[i][0]) == 0) return known[i][1];
  return NULL;
}

/* AMD's summaries are made of rows, of which a trace of sums has none. */
static int expect_rows(rocpd_run *r) {
  char *sums = NULL;
  int code = rocpd_run_text(r, &sums, "SELECT rocpd_sum(calls) FROM aggregated WHERE calls > 0 AND coalesce(has_rows, 0) = 0");
  if (!code && sums) code = rocpd_say_failure(ROCPD_NO_ANSWER, "AMD's summary needs the times of each event, but %s events of this trace are known as sums "
                                              "only (table aggregated); rocpd summary without AMD's options includes them", sums);
  sqlite3_free(sums);
  return code;
}

int rocpd_summary_amd(const rocpd_settings *settings, const rocpd_summary_options *options) {
  summarising s = {.settings = settings, .options = options, .format = format_of(settings->to)};
  if (!s.format) return strcmp(settings->to, "pdf") == 0 ? rocpd_wrong("pdf is not supported: write html and print it")
                                                           : rocpd_wrong("%s is not a format: console, csv, html, json or md", settings->to);
  kinds k = {0};
  int code = rocpd_run_open(&s.run, settings, true);
  if (!code) code = expect_rows(&s.run);
  if (!code) {
    rocpd_doing_begin("reading the trace");
    add_tables(&s, &k);
    add_groups(&s, &k);
    if (k.rc) code = rocpd_run_failed(&s.run, k.rc == SQLITE_NOMEM ? "out of memory" : sqlite3_errmsg(s.run.db));
  }
  if (!code) code = open_places(&s);
  if (!code) code = write_all(&s, &k, false);
  if (!code && options->by_rank) code = write_all(&s, &k, true);
  rocpd_doing_end();
  if (!code && fflush(stdout)) code = rocpd_say_failure(ROCPD_NO_ANSWER, "cannot write the output: %s", strerror(errno));
  if (!code) code = rocpd_run_say_losses(&s.run);
  free_kinds(&k);
  sqlite3_free(s.folder);
  sqlite3_free(s.prefix);
  rocpd_run_close(&s.run);
  return code;
}
