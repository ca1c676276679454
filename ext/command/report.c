/* See report.h. */
#include "report.h"
#include "print_rows.h"
#include "report_fill.h"
#include "report_filter.h"
#include "terminal.h"
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- comments */

static const char *next_line(const char *at) {
  at += strcspn(at, "\n");
  return at + (*at == '\n');
}
static bool begins_with(const char *text, const char *word) { return strncmp(text, word, strlen(word)) == 0; }

/* Returns the list of important columns from the comment (-- keep:) at the begin of a section; "": none, NULL: no memory. The caller frees it. */
static char *keep_of(const char *sql) {
  const char *list = rocpd_comment_line(sql, "-- keep: ");
  return sqlite3_mprintf("%.*s", list ? (int)strcspn(list, "\n") : 0, list ? list : "");
}

/* ---- running one */

typedef struct running {
  rocpd_run *run;
  const rocpd_settings *settings;
  const rocpd_filling *fill;
  int code; /* not ROCPD_DONE: something went wrong, and has been said */
  bool raw, to_user, begun; /* begun: output has begun */
  bool on_terminal;         /* tables are printed there */
  rocpd_printer *printer;
  const char *domains; /* from the report's first lines; NULL: none */
  bool any_empty;
  bool any_answered;
  char *refused; /* why the first section that was refused was; NULL: none was */
  unsigned filters; /* those of rows that are set: report_filter.h */
  char *more; /* lines for stderr about sections with more rows than the limit */
} running;

/* Before the first row, removes the progress line and starts the pager. */
static void begin_output(running *w) {
  if (!w->begun) {
    rocpd_doing_end();
    if (w->to_user && strcmp(w->settings->format, "table") == 0) rocpd_pager_begin();
  }
  w->begun = true;
}

typedef struct section {
  char *key, *title, *note; /* NULL: the report has no sections */
  bool begun;               /* its title is printed */
  bool left_out;            /* if it has no rows */
  char *filter_note;        /* what a filter means for it; NULL: nothing */
  char *keep;               /* important columns; NULL: none are listed, or the user chose columns */
} section;
static void free_section(section *s) {
  sqlite3_free(s->key);
  sqlite3_free(s->title);
  sqlite3_free(s->note);
  sqlite3_free(s->filter_note);
  sqlite3_free(s->keep);
  memset(s, 0, sizeof *s);
}

/* Returns the next part of a line up to '|', without blanks at its ends. The caller frees it. */
static char *part_of(const char **at, const char *end) {
  const char *bar = memchr(*at, '|', (size_t)(end - *at)), *stop = bar ? bar : end, *from = *at;
  while (from < stop && *from == ' ') from++;
  *at = bar ? bar + 1 : end;
  while (stop > from && stop[-1] == ' ') stop--;
  return sqlite3_mprintf("%.*s", (int)(stop - from), from);
}
static const char section_mark[] = "-- section: ";
static int read_section(const char *line, section *s) {
  const char *at = line + strlen(section_mark), *end = at + strcspn(at, "\n");
  free_section(s);
  s->key = part_of(&at, end);
  s->title = part_of(&at, end);
  s->note = part_of(&at, end);
  return s->key && s->title && s->note ? SQLITE_OK : SQLITE_NOMEM;
}

static int print_columns(running *w, sqlite3_stmt *q, const char *keep) {
  int n = sqlite3_column_count(q);
  const char **names = sqlite3_malloc64((sqlite3_uint64)(n ? n : 1) * sizeof *names);
  if (!names) return SQLITE_NOMEM;
  for (int i = 0; i < n; i++) names[i] = sqlite3_column_name(q, i) ? sqlite3_column_name(q, i) : "";
  rocpd_print_columns(w->printer, n, names, keep);
  sqlite3_free(names);
  return SQLITE_OK;
}

/* Adds a line for stderr: "TITLE: ...". */
static int say_later(running *w, const section *s, const char *format, ...) {
  const char *title = s->key ? strcmp(w->settings->format, "json") == 0 ? s->key : s->title : "";
  va_list values;
  va_start(values, format);
  char *text = sqlite3_vmprintf(format, values);
  va_end(values);
  w->more = text ? sqlite3_mprintf("%z%s%s%s\n", w->more, title, *title ? ": " : "", text) : NULL;
  sqlite3_free(text);
  return w->more ? SQLITE_OK : SQLITE_NOMEM;
}

static int say_more(running *w, const section *s, int64_t limit) {
  rocpd_print_more(w->printer, limit);
  if (strcmp(w->settings->format, "table") == 0) return SQLITE_OK;
  return say_later(w, s, "there are more rows than the %lld shown (-n 0: all)", (long long)limit);
}

/* Begins a section. Its title says what a filter means for it; where no title is printed, stderr does. */
static int begin_section(running *w, section *s) {
  s->begun = true;
  const char *note = s->filter_note;
  char *title = !s->key ? sqlite3_mprintf("Rows: %s", note ? note : "") : note ? sqlite3_mprintf("%s (%s)", s->title, note) : sqlite3_mprintf("%s", s->title);
  if (!title) return SQLITE_NOMEM;
  if (s->key) rocpd_print_section(w->printer, s->key, title, s->note);
  else if (note) rocpd_print_title(w->printer, title);
  sqlite3_free(title);
  bool silent = strcmp(w->settings->format, "json") == 0 || (!s->key && strcmp(w->settings->format, "csv") == 0);
  return note && silent ? say_later(w, s, "%s", note) : SQLITE_OK;
}

/* Has a section no answer because events are known as sums only? */
static bool is_refused(const running *w, const section *s, int rc) {
  return rc == SQLITE_ERROR && s->key && sqlite3_extended_errcode(w->run->db) == ROCPD_ERROR_SUMS;
}

/* Prints the first `limit` rows of a statement; -1: all. */
static int print_rows(running *w, sqlite3_stmt *q, section *s, int64_t limit) {
  int64_t rows = 0;
  int rc = sqlite3_step(q);
  if (is_refused(w, s, rc) || (rc == SQLITE_DONE && s->left_out)) return rc;
  begin_output(w);
  int failed = begin_section(w, s);
  if (failed) return failed;
  if (rc == SQLITE_ROW) {
    failed = print_columns(w, q, s->keep);
    if (failed) return failed;
  }
  for (; rc == SQLITE_ROW && (limit < 0 || rows < limit); rc = sqlite3_step(q), rows++) rocpd_print_row(w->printer, q);
  w->any_empty |= rows == 0;
  return rc == SQLITE_ROW ? say_more(w, s, limit) : rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* Runs the statements of a section. `limit` applies to the last one. */
static int run_statements(running *w, const char *sql, section *s, int64_t limit) {
  int rc = SQLITE_OK;
  while (*sql && rc == SQLITE_OK) {
    sqlite3_stmt *q = NULL;
    rc = sqlite3_prepare_v2(w->run->db, sql, -1, &q, &sql);
    if (rc || !q) continue;
    if (sqlite3_column_count(q)) rc = print_rows(w, q, s, limit);
    else while ((rc = sqlite3_step(q)) == SQLITE_ROW) { }
    if (rc == SQLITE_DONE) rc = SQLITE_OK;
    int ended = sqlite3_finalize(q);
    if (!rc) rc = ended;
  }
  return rc;
}

/* A section that has no answer says so in place of its rows, and the report goes on. */
static int refuse_section(running *w, section *s) {
  char *why = sqlite3_mprintf("%s", sqlite3_errmsg(w->run->db));
  bool streamed = strcmp(w->settings->format, "json") == 0 || strcmp(w->settings->format, "csv") == 0, printed = !s->begun && !streamed; /* as the note */
  if (!why) return SQLITE_NOMEM;
  if (!w->refused) w->refused = sqlite3_mprintf("%s", why);
  sqlite3_free(s->note), s->note = why;
  int rc = w->refused ? SQLITE_OK : SQLITE_NOMEM;
  begin_output(w);
  if (rc == SQLITE_OK && !s->begun) rc = begin_section(w, s);
  return rc == SQLITE_OK && !printed ? say_later(w, s, "%s", why) : rc;
}

static int run_section(running *w, const char *sql, size_t bytes, section *s) {
  rocpd_filled f;
  if (!w->settings->columns && !(s->keep = keep_of(sql))) return SQLITE_NOMEM;
  s->left_out = rocpd_comment_line(sql, "-- left out:") != NULL;
  w->code = rocpd_report_filter(w->run, w->settings, sql, &w->filters, &s->filter_note);
  if (w->code != ROCPD_DONE) return SQLITE_ABORT;
  int rc = rocpd_report_fill(w->run->db, w->settings, w->fill, sql, bytes, &f);
  if (!rc) rc = run_statements(w, f.sql, s, f.limit);
  w->any_answered |= !rc && s->key;
  if (is_refused(w, s, rc)) rc = refuse_section(w, s);
  sqlite3_free(f.sql);
  return rc;
}

static int run_sections(running *w, const char *sql) {
  section s = {0};
  int rc = SQLITE_OK;
  const char *from = sql;
  for (const char *at = sql;; at = next_line(at)) {
    bool is_mark = begins_with(at, section_mark);
    if (!is_mark && *at) continue;
    if (at > from) rc = run_section(w, from, (size_t)(at - from), &s);
    if (rc || !*at) break;
    rc = read_section(at, &s);
    if (rc) break;
    from = next_line(at);
  }
  free_section(&s);
  return rc;
}

/* ---- and what is said besides */

/* Explains an empty report: were the domains not recorded, or did nothing happen? */
static int print_why_empty(running *w, FILE *out) {
  const char *at = strstr(w->domains, ": ") + 2;
  sqlite3_str *list = sqlite3_str_new(NULL);
  for (const char *end = at + strcspn(at, "\n"); at < end; at += strspn(at, ", ")) {
    size_t n = strcspn(at, ",\n");
    sqlite3_str_appendf(list, "%s'%.*q'", sqlite3_str_length(list) ? ", " : "", (int)n, at);
    at += n;
  }
  /* That none occurred in one file says nothing if some did in another. */
  char *domains = sqlite3_str_finish(list);
  char *sql = domains ? sqlite3_mprintf("WITH c AS (SELECT domain, recorded, reason, ifnull(rows, 0) AS rows, max(rows) OVER (PARTITION BY domain) AS most FROM capabilities "
                                        "WHERE domain IN (%s)) SELECT DISTINCT '(' || domain || ': ' || reason || ')' FROM c "
                                        "WHERE rows = 0 AND reason IS NOT NULL AND NOT (recorded AND ifnull(most, 0) > 0)", domains) : NULL;
  sqlite3_stmt *q = NULL;
  int rc = sql ? sqlite3_prepare_v2(w->run->db, sql, -1, &q, NULL) : SQLITE_NOMEM;
  while (!rc && (rc = sqlite3_step(q)) == SQLITE_ROW) {
    const char *why = (const char *)sqlite3_column_text(q, 0);
    if (why) rocpd_print_folded(out, why, w->on_terminal ? rocpd_terminal_width() : 0);
    rc = why ? SQLITE_OK : SQLITE_NOMEM;
  }
  sqlite3_finalize(q);
  sqlite3_free(sql);
  sqlite3_free(domains);
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static int say_unwritten(int why) {
  if (why == EPIPE) return 128 + SIGPIPE; /* the reader has stopped reading */
  return rocpd_say_failure(ROCPD_NO_ANSWER, "cannot write the output: %s", strerror(why ? why : EIO));
}

/* After all rows, states what the trace lacks. */
static int say_what_is_missing(running *w, FILE *out) {
  int rc = SQLITE_OK;
  if (w->any_empty && w->domains && strcmp(w->settings->format, "table") == 0) rc = print_why_empty(w, out);
  if (w->to_user) rocpd_pager_end();
  else if (fflush(out)) return say_unwritten(errno);
  if (rc) return rocpd_run_failed(w->run, sqlite3_errmsg(w->run->db));
  for (char *line = w->more, *end; line && (end = strchr(line, '\n')); line = end + 1) {
    *end = 0;
    rocpd_say_failure(ROCPD_DONE, "%s", line);
  }
  int code = rocpd_run_say_losses(w->run);
  return w->raw ? ROCPD_DONE : code;
}

static const char *domains_of(const char *sql) {
  for (const char *at = sql; begins_with(at, "--"); at = next_line(at))
    if (begins_with(at, "-- domains: ")) return at;
  return NULL;
}

int rocpd_report_run(rocpd_run *r, const rocpd_settings *s, const char *sql, bool raw, const rocpd_filling *fill, void *out) {
  running w = {
    .run = r, .settings = s, .fill = fill, .raw = raw, .to_user = out == stdout, .filters = rocpd_filters_given(s), .domains = raw ? NULL : domains_of(sql)};
  bool on_terminal = w.to_user && strcmp(s->format, "table") == 0 && rocpd_is_terminal();
  rocpd_print_style style = {s->format, on_terminal ? ROCPD_AS_THE_TERMINAL : 0, on_terminal && rocpd_terminal_colour(), raw};
  w.on_terminal = on_terminal;
  int code = raw ? ROCPD_DONE : rocpd_report_check(r->db, s, fill, sql);
  if (code) return code;
  w.printer = rocpd_printer_new(out, &style);
  rocpd_doing_begin("reading the trace");
  int rc = !w.printer ? SQLITE_NOMEM : raw ? run_statements(&w, sql, &(section){0}, -1) : run_sections(&w, sql);
  char *message = rc ? sqlite3_mprintf("%s", rc == SQLITE_NOMEM ? "out of memory" : sqlite3_errmsg(r->db)) : NULL;
  rocpd_doing_end();
  if (rc == SQLITE_OK) begin_output(&w);
  bool written = !w.printer || rocpd_printer_finish(w.printer, rc == SQLITE_OK);
  int why = errno;
  if (rc || !written) rocpd_pager_end();
  if (w.code) code = w.code;
  else if (!rc && w.refused && !w.any_answered) code = rocpd_run_failed(r, w.refused);
  else if (rc) code = rocpd_run_failed(r, message ? message : "out of memory");
  else code = written ? say_what_is_missing(&w, out) : say_unwritten(why);
  sqlite3_free(message);
  sqlite3_free(w.more), sqlite3_free(w.refused);
  return code;
}
