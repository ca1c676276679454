/* Calls the exports, and finds the part of a trace that fits a given size. The size of a part is not known before it is written, so parts are written beside
** the target and removed, until one has nearly that size. */
#include "writing.h"
#include "temporary.h"
#include <stdlib.h>
#include <unistd.h>

/* Rewrites a message of the library so that it names the option of the command line. The caller frees it. */
static char *as_option(const rocpd_writing *w, const char *message) {
  static const char begin[] = "nothing is written: ", option[] = "the option {\"allow_empty\":true}";
  const char *from = w->as_function ? NULL : strstr(message, begin), *at = from ? strstr(from, option) : NULL;
  return at ? sqlite3_mprintf("%.*s--allow-empty%s", (int)(at - from), from, at + sizeof option - 1) : sqlite3_mprintf("%s", message);
}

int rocpd_write_call(rocpd_run *r, const rocpd_writing *w, const rocpd_export_format *f, const char *path, const char *json, char **result) {
  sqlite3_stmt *q = NULL;
  char *sql = sqlite3_mprintf("SELECT rocpd_export_%s(%Q, %Q)", rocpd_format_name(f), path, json);
  *result = NULL;
  int rc = !sql ? SQLITE_NOMEM : rocpd_caught() ? SQLITE_INTERRUPT : sqlite3_prepare_v2(r->db, sql, -1, &q, NULL);
  sqlite3_free(sql);
  if (!rc && (rc = sqlite3_step(q)) == SQLITE_ROW)
    *result = sqlite3_mprintf("%s", (const char *)sqlite3_column_text(q, 0)), rc = *result ? SQLITE_OK : SQLITE_NOMEM;
  int ended = sqlite3_finalize(q);
  if (!rc) rc = ended;
  if (!rc) return ROCPD_DONE;
  if (rc == SQLITE_NOMEM) return rocpd_say_no_memory();
  r->to_stdout = w->to_stdout;
  char *said = as_option(w, sqlite3_errmsg(r->db));
  int code = said ? rocpd_run_failed(r, said) : rocpd_say_no_memory();
  sqlite3_free(said);
  return code;
}

typedef struct fitting {
  rocpd_run *run;
  const rocpd_writing *w;
  const rocpd_target *target;
  char *trial; /* path of the trial file */
  int64_t first, last;           /* first and last time of the trace */
  int64_t good, bad;             /* cut times with which the part fits, and does not fit */
  int64_t good_bytes, bad_bytes;
  bool fits; /* a part that fits was found */
} fitting;

/* Adds the option that selects one side of a time. */
static int choose_side(const rocpd_writing *w, rocpd_write_keys *k, int64_t ns) {
  return rocpd_write_choose(k, w->from_start ? "end" : "start", sqlite3_mprintf("'%lld'", (long long)ns));
}

/* Measures the bytes of the whole trace (ns NULL), or of one side of a time. */
static int measure(fitting *f, const int64_t *ns, int64_t *bytes) {
  rocpd_write_keys part = {0};
  char *json = NULL, *result = NULL, *text = NULL;
  int code = rocpd_write_choose(&part, "allow_empty", sqlite3_mprintf("'true'"));
  if (code == ROCPD_DONE && ns) code = choose_side(f->w, &part, *ns);
  if (code == ROCPD_DONE) code = rocpd_write_json(f->run, f->w, f->target, &part, &json);
  if (code == ROCPD_DONE) code = rocpd_write_call(f->run, f->w, f->target->format, f->trial, json, &result);
  rocpd_temporary_remove(f->trial);
  if (code == ROCPD_DONE) code = rocpd_run_text(f->run, &text, "SELECT json_extract(%Q, '$.bytes')", result);
  if (code == ROCPD_DONE && (!text || !rocpd_number(text, bytes)))
    code = rocpd_say_failure(ROCPD_NO_ANSWER, "%s says no size", rocpd_format_name(f->target->format));
  for (size_t i = 0; i < part.n; i++) sqlite3_free(part.key[i].json);
  sqlite3_free(part.key), sqlite3_free(json), sqlite3_free(result), sqlite3_free(text);
  return code;
}

/* Returns the next time to try between good and bad: alternately by linear interpolation of the size, and the middle. */
static int64_t between(const fitting *f, bool line) {
  double span = (double)(f->bad - f->good), least = span < 0 ? -1 : 1;
  double by =
    span * (line && f->bad_bytes > f->good_bytes ? ((double)f->w->size * 0.98 - (double)f->good_bytes) / (double)(f->bad_bytes - f->good_bytes) : 0.5);
  if (by / least < 1) by = least;
  if (by / span > 0.999) by = span / 2;
  return f->good + (int64_t)(by + least / 2);
}

static bool is_near(const fitting *f) { return f->fits && f->good_bytes >= f->w->size - f->w->size / 25; }

/* Finds the part; the whole trace takes bad_bytes, which is too much. */
static int find_part(fitting *f) {
  enum { MOST_TRIES = 40 };
  int code = ROCPD_DONE;
  f->good = f->w->from_start ? f->first : f->last, f->bad = f->w->from_start ? f->last : f->first;
  for (int tries = 1; tries <= MOST_TRIES && code == ROCPD_DONE && f->good - f->bad != 1 && f->bad - f->good != 1 && !is_near(f); tries++) {
    int64_t at = between(f, tries % 2), bytes;
    code = measure(f, &at, &bytes);
    if (code != ROCPD_DONE) break;
    if (bytes <= f->w->size) f->good = at, f->good_bytes = bytes, f->fits = true;
    else f->bad = at, f->bad_bytes = bytes;
  }
  if (code == ROCPD_DONE && !f->fits)
    code = rocpd_say_failure(ROCPD_NO_ANSWER, "no part of it fits into %lld bytes: the least takes %lld", (long long)f->w->size, (long long)f->bad_bytes);
  return code;
}

/* Finds the first and last time of the exported events. */
static int find_bounds(fitting *f) {
  static const char sql[] =
    "SELECT %s FROM (SELECT start, \"end\" FROM regions_and_samples UNION ALL SELECT start, \"end\" FROM kernels UNION ALL SELECT start, \"end\" FROM memory_copies UNION ALL "
    "SELECT start, \"end\" FROM memory_allocations UNION ALL SELECT start, \"end\" FROM scratch_memory) WHERE start IS NOT NULL";
  char *first = NULL, *last = NULL;
  int code = rocpd_run_text(f->run, &first, sql, "min(start)");
  if (code == ROCPD_DONE) code = rocpd_run_text(f->run, &last, sql, "max(ifnull(\"end\", start))");
  if (code == ROCPD_DONE && (!first || !last)) {
    rocpd_run_say_losses(f->run);
    code = rocpd_say_failure(ROCPD_NO_ANSWER, "no event in it has a time");
  } else if (code == ROCPD_DONE) f->first = strtoll(first, NULL, 10), f->last = strtoll(last, NULL, 10);
  sqlite3_free(first), sqlite3_free(last);
  return code;
}

int rocpd_write_fit(rocpd_run *r, const rocpd_writing *w, const rocpd_target *t, rocpd_write_keys *part) {
  const char *slash = strrchr(t->path, '/');
  if (!w->size) return ROCPD_DONE;
  fitting f = {.run = r, .w = w, .target = t};
  f.trial = sqlite3_mprintf("%.*s.rocpd-export-trial-%d.tmp", slash && !w->to_stdout ? (int)(slash - t->path) + 1 : 0, t->path, (int)getpid());
  int code = f.trial ? find_bounds(&f) : rocpd_say_no_memory();
  rocpd_doing_end(); /* exports print their own progress */
  if (code == ROCPD_DONE) code = measure(&f, NULL, &f.bad_bytes);
  if (code == ROCPD_DONE && f.bad_bytes > w->size) {
    code = find_part(&f);
    if (code == ROCPD_DONE) code = choose_side(w, part, f.good);
  }
  sqlite3_free(f.trial);
  return code;
}
