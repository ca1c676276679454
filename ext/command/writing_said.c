/* Reports what was written: a line for people, or JSON for programs. */
#include "writing.h"
#include "print_rows.h"
#include <stdio.h>

/* Fields of an export's result, as texts; NULL: missing. */
typedef struct said_result {
  char *bytes, *parts, *first, *last, *events, *left;
} said_result;

static int ask(rocpd_run *r, char **out, const char *result, const char *expression) {
  char *sql = sqlite3_mprintf("SELECT %s FROM (SELECT %Q AS r)", expression, result);
  int code = sql ? rocpd_run_text(r, out, "%s", sql) : rocpd_say_no_memory();
  sqlite3_free(sql);
  return code;
}

/* Counts the same kinds of events that the table sources counts as rows. */
#define EVENTS "(json_extract(r, '$.regions') + json_extract(r, '$.kernels') + json_extract(r, '$.copies') + json_extract(r, '$.allocations')" \
  " + ifnull(json_extract(r, '$.scratch'), 0) + json_extract(r, '$.samples') + ifnull(json_extract(r, '$.others'), 0))"

static int read_result(rocpd_run *r, const rocpd_writing *w, const char *result, said_result *s) {
  int code = ask(r, &s->bytes, result, "json_extract(r, '$.bytes')");
  if (code == ROCPD_DONE) code = ask(r, &s->parts, result, "json_array_length(r, '$.parts')");
  if (code == ROCPD_DONE && s->parts) code = ask(r, &s->first, result, "json_extract(r, '$.parts[0].path')");
  if (code == ROCPD_DONE && s->parts) code = ask(r, &s->last, result, "json_extract(r, '$.parts[' || (json_array_length(r, '$.parts') - 1) || '].path')");
  if (code == ROCPD_DONE) code = ask(r, &s->events, result, EVENTS);
  char *left = code == ROCPD_DONE && w->whole ? sqlite3_mprintf("nullif(max(%s - " EVENTS ", 0), 0)", w->whole) : NULL;
  if (left) code = ask(r, &s->left, result, left);
  sqlite3_free(left);
  return code;
}

static const char *base_of(const char *path) { return path && strrchr(path, '/') ? strrchr(path, '/') + 1 : path; }

/* Parts are written beside OUT, which is printed as the user wrote it; a format that names its files writes them into OUT. */
static char *parts_written(const rocpd_target *t, const said_result *s) {
  int folder = (int)(base_of(t->path) - t->path);
  const char *many = strcmp(s->parts, "1") ? "s" : "";
  if (rocpd_format_has(t->format, "name")) return sqlite3_mprintf("wrote %s part%s in %s", s->parts, many, t->path);
  if (!*many) return sqlite3_mprintf("wrote %.*s%s", folder, t->path, base_of(s->first));
  return sqlite3_mprintf("wrote %s parts, %.*s%s to %s", s->parts, folder, t->path, base_of(s->first), base_of(s->last));
}

/* Returns "wrote FOLDER/NAME_*.csv". */
static char *files_written(const rocpd_target *t, const rocpd_writing *w) {
  size_t n = strlen(t->path);
  bool here = !strcmp(t->path, "."), slash = n && t->path[n - 1] == '/';
  if (w->object && !t->name) return sqlite3_mprintf("wrote files in %s", t->path); /* the JSON options may contain a name */
  return sqlite3_mprintf("wrote %s%s%s_*.%s", here ? "" : t->path, here || slash ? "" : "/", t->name ? t->name : "out", rocpd_format_suffix(t->format));
}

/* Returns "wrote FILE" or "wrote 3 parts, FILE to FILE"; the caller frees it. */
static char *what_was_written(const rocpd_target *t, const rocpd_writing *w, const said_result *s) {
  if (w->to_stdout) return sqlite3_mprintf("wrote %s to stdout", rocpd_format_name(t->format));
  if (s->parts && s->first && s->last) return parts_written(t, s);
  if (rocpd_format_has(t->format, "name")) return files_written(t, w);
  return sqlite3_mprintf("wrote %s", t->path);
}

static int say_line(rocpd_run *r, const rocpd_writing *w, const rocpd_target *t, const char *result) {
  said_result s = {0};
  int code = read_result(r, w, result, &s);
  char *what = code == ROCPD_DONE ? what_was_written(t, w, &s) : NULL, *size = s.bytes ? rocpd_shown_value(s.bytes, ROCPD_AS_SIZE) : NULL;
  if (code == ROCPD_DONE)
    code = what && size ?
             rocpd_say_failure(ROCPD_DONE, "%s: %s event%s, %s%s%s%s", what, s.events ? s.events : "0", s.events && !strcmp(s.events, "1") ? "" : "s", size,
                               s.left ? " (" : "", s.left ? s.left : "", s.left ? " left out)" : "") :
             rocpd_say_no_memory();
  sqlite3_free(what), sqlite3_free(size), sqlite3_free(s.bytes), sqlite3_free(s.parts), sqlite3_free(s.first), sqlite3_free(s.last), sqlite3_free(s.events);
  sqlite3_free(s.left);
  return code;
}

/* Prints the export's warnings, one per line. */
static int say_warnings(rocpd_run *r, const char *result) {
  sqlite3_stmt *q = NULL;
  int rc = sqlite3_prepare_v2(r->db, "SELECT value FROM json_each(?, '$.warnings')", -1, &q, NULL);
  if (!rc) rc = sqlite3_bind_text(q, 1, result, -1, SQLITE_STATIC);
  while (!rc && (rc = sqlite3_step(q)) == SQLITE_ROW) rocpd_say_failure(ROCPD_DONE, "%s", (const char *)sqlite3_column_text(q, 0)), rc = SQLITE_OK;
  sqlite3_finalize(q);
  return rc == SQLITE_DONE ? ROCPD_DONE : rocpd_run_failed(r, sqlite3_errmsg(r->db));
}

/* Prints what AMD's merge prints, since scripts may look for it. */
static void print_as_amd(const rocpd_writing *w, const rocpd_target *t) {
  if (w->s.input && !strcmp(w->command, "merge")) printf("Merge completed successfully! Output saved to: %s\n", t->path);
}

int rocpd_write_say(rocpd_run *r, const rocpd_writing *w, const rocpd_target *t, const char *result) {
  if (!w->json && !w->as_function) {
    int code = say_line(r, w, t, result);
    if (code == ROCPD_DONE) code = say_warnings(r, result);
    if (code == ROCPD_DONE) print_as_amd(w, t);
    return code;
  }
  char *json = NULL;
  int code = w->to_stdout ? rocpd_run_text(r, &json, "SELECT json_set(%Q, '$.path', '-')", result) : ROCPD_DONE;
  if (code == ROCPD_DONE) fprintf(w->to_stdout ? stderr : stdout, "%s\n", json ? json : result);
  sqlite3_free(json);
  return code;
}
