/* Shared by the commands that write a trace to files: convert, merge, trim, report, export. writing_option.c reads their command lines, writing_target.c
** finds formats and file names, writing_part.c finds the part of a trace that has a given size, writing_said.c reports what was written; convert.c and
** page.c are the commands. Functions return exit codes, and have said what is wrong. */
#ifndef ROCPD_WRITING_H
#define ROCPD_WRITING_H
#include "formats.h"
#include "run.h"

/* An option of rocpd_export_FORMAT(). */
typedef struct rocpd_write_key {
  const char *key;
  char *json; /* SQL expression whose value is a JSON text; owned */
} rocpd_write_key;
typedef struct rocpd_write_keys {
  rocpd_write_key *key;
  size_t n, capacity;
} rocpd_write_keys;

/* One format to write. */
typedef struct rocpd_target {
  const rocpd_export_format *format;
  char *path; /* the path argument of rocpd_export_FORMAT() */
  char *name; /* prefix of file names in the folder `path`, or NULL */
} rocpd_target;

typedef struct rocpd_writing {
  const char *command; /* "convert", ... */
  rocpd_settings s;
  rocpd_write_keys chosen;  /* options that all formats have: which events, and how they are split */
  rocpd_write_keys shown;   /* options about presentation; a format without such an option ignores it */
  rocpd_write_keys pattern; /* the patterns of all --name options */
  const char *object;       /* --options */
  char *to;                 /* formats, separated by commas; NULL: given by the ending of OUT */
  const char *split;
  int64_t size, most_bytes; /* --size, --max-bytes; 0: not given */
  bool from_start, allow_empty, list_formats, open, compares;
  bool json;        /* JSON says what was written */
  bool as_function; /* rocpd export: options are JSON, and the result is printed as JSON */
  char *whole;      /* number of events of the whole trace, for messages; NULL: not needed */
  char *out;        /* OUT; NULL: not given */
  bool to_stdout, named; /* named: OUT is the prefix of file names */
  rocpd_target *target;
  size_t targets, target_capacity;
} rocpd_writing;
/* Frees all members. */
void rocpd_writing_free(rocpd_writing *w);

/* ---- writing_option.c ---- */

/* Options of convert, merge and trim, and options of report. */
extern const struct rocpd_command_option rocpd_write_options[], rocpd_page_options[];
enum { ROCPD_WRITE_GROUPS = ROCPD_G_TRACE | ROCPD_G_WINDOW | ROCPD_G_WRITE | ROCPD_G_FILTERS };
/* Adds an option; takes ownership of `json`. Exit code. */
int rocpd_write_choose(rocpd_write_keys *k, const char *key, char *json);
/* Refuses combinations of options that make no sense. */
int rocpd_write_check(const rocpd_writing *w);
/* Makes the JSON object with the options of an export; the caller frees it by sqlite3_free(). `more`: options that override all others, or NULL. Exit code. */
int rocpd_write_json(rocpd_run *r, const rocpd_writing *w, const rocpd_target *t, const rocpd_write_keys *more, char **json);

/* ---- writing_target.c ---- */

/* The names of the formats that a command writes, by `between`. sqlite3_malloc'd; NULL when out of memory. */
char *rocpd_format_names(const char *command, const char *between);
/* Finds formats and files; sets w->out and w->target. */
int rocpd_write_targets(rocpd_writing *w);
/* Creates the parent folders of OUT. */
int rocpd_write_make_folders(const rocpd_writing *w);
/* Refuses to replace an existing file, unless the user asked for it. */
int rocpd_write_is_free(const rocpd_writing *w, const rocpd_target *t);

/* ---- writing_part.c ---- */

/* Calls rocpd_export_FORMAT(); *result is the JSON that it returns, which the caller frees by sqlite3_free(). */
int rocpd_write_call(rocpd_run *r, const rocpd_writing *w, const rocpd_export_format *f, const char *path, const char *json, char **result);
/* With --size: adds to `part` the times for which the target is at most that large. */
int rocpd_write_fit(rocpd_run *r, const rocpd_writing *w, const rocpd_target *t, rocpd_write_keys *part);

/* ---- writing_said.c ---- */

/* Reports what was written, on stderr, or with --json as JSON on stdout. */
int rocpd_write_say(rocpd_run *r, const rocpd_writing *w, const rocpd_target *t, const char *result);

/* ---- convert.c ---- */

/* Opens the trace, writes all targets, and reports what was written. Exit code. */
int rocpd_write_all(rocpd_writing *w);
/* Runs a command from its command line on. to: the format, or NULL. The caller frees w. */
int rocpd_write_command(const char *command, const struct rocpd_command_option *options, const char *to, int argc, char **argv, rocpd_writing *w);

#endif
