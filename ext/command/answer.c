/* See answer.h. */
#include "answer.h"
#include "usage.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the format ---- */

static const char *const words[] = {"console", "csv", "html", "json", "markdown", "md", NULL};

static const char *of_ending(const char *file) {
  const char *dot = strrchr(file, '.');
  for (int i = 1; dot && words[i]; i++)
    if (sqlite3_stricmp(dot + 1, words[i]) == 0) return words[i];
  return "console";
}

static const char *known(const char *word) {
  for (int i = 0; words[i]; i++)
    if (strcmp(word, words[i]) == 0) return i == 0 ? "table" : strcmp(word, "md") == 0 ? "markdown" : words[i];
  return NULL;
}

int rocpd_answer_format(rocpd_settings *s) {
  if (s->format && s->to) return rocpd_wrong("give only one of --%s and -f %s", s->format, s->to);
  if (!s->to && s->format) return ROCPD_DONE;
  const char *word = s->to ? s->to : s->out ? of_ending(s->out) : "console";
  s->format = known(word);
  if (!s->format) return rocpd_wrong("%s is not a format: console, csv, html, json or md%s", word, rocpd_suggestion(word, words));
  return ROCPD_DONE;
}

/* ---- where it goes ---- */

/* Returns the path to write to. A device or pipe is written directly. A file is written under a temporary name beside it, and renamed when it is complete. */
static char *name_beside(const char *path) {
  struct stat st;
  if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) return sqlite3_mprintf("%s", path);
  return sqlite3_mprintf("%s.%d.tmp", path, (int)getpid());
}

static int not_written(const char *path, int error) { return rocpd_say_failure(ROCPD_NO_ANSWER, "%s: cannot be written: %s", path, strerror(error)); }

static int answer_to_file(rocpd_run *r, const rocpd_settings *s, const char *sql, bool raw, const rocpd_filling *fill) {
  char *resolved = realpath(s->out, NULL), *beside = name_beside(resolved ? resolved : s->out); /* the file that a symbolic link points to */
  const char *path = resolved ? resolved : s->out;
  if (!beside) return free(resolved), rocpd_say_no_memory();
  FILE *out = fopen(beside, "we");
  int code = out ? rocpd_report_run(r, s, sql, raw, fill, out) : not_written(s->out, errno);
  bool is_beside = strcmp(beside, path) != 0;
  if (out && fclose(out) && code == ROCPD_DONE) code = not_written(s->out, errno);
  if (code == ROCPD_DONE && is_beside && rename(beside, path)) code = not_written(s->out, errno);
  if (code != ROCPD_DONE && is_beside) unlink(beside);
  sqlite3_free(beside);
  free(resolved);
  return code;
}

int rocpd_answer(rocpd_run *r, const rocpd_settings *s, const char *sql, bool raw, const rocpd_filling *fill) {
  if (s->out && strcmp(s->out, "-") != 0) return answer_to_file(r, s, sql, raw, fill);
  return rocpd_report_run(r, s, sql, raw, fill, stdout);
}

/* ---- reports ---- */

int rocpd_answer_trace(const char *name, rocpd_settings *s) {
  rocpd_run r = {0};
  int code = rocpd_answer_format(s);
  if (code == ROCPD_DONE) code = rocpd_run_open(&r, s, true);
  if (code == ROCPD_DONE) code = rocpd_answer(&r, s, rocpd_report_sql(name), false, NULL);
  rocpd_run_close(&r);
  return code;
}

int rocpd_answer_report(const char *name, int argc, char **argv) {
  rocpd_settings s;
  bool help;
  int code = rocpd_read_options(argc, argv, rocpd_report_groups(name), NULL, NULL, &s, &help);
  if (code == ROCPD_DONE) code = help ? rocpd_help_of(name) : rocpd_answer_trace(name, &s);
  rocpd_settings_free(&s);
  return code;
}
