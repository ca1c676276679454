/* Commands that write files of a trace: convert, merge, trim, report, export. writing_option.c reads their command lines, writing_target.c says which formats go
** where, writing_part.c finds the part of a trace that has a given size, writing_said.c says what was written; convert.c and page.c are the commands. */
#ifndef ROCPD_WRITING_H
#define ROCPD_WRITING_H
#include "formats.h"
#include "run.h"

/* An option of rocpd_export_FORMAT(). */
typedef struct rocpd_write_key {
  const char *key;
  char *json; /* SQL of an expression that is a JSON text */
} rocpd_write_key;
typedef struct rocpd_write_keys {
  rocpd_write_key *key;
  size_t n, capacity;
} rocpd_write_keys;

/* What one format writes. */
typedef struct rocpd_target {
  const rocpd_export_format *format;
  char *path; /* as rocpd_export_FORMAT() takes it */
  char *name; /* NULL, or the beginning of names of files in the folder `path` */
} rocpd_target;

typedef struct rocpd_writing {
  const char *command; /* "convert", ... */
  rocpd_settings s;
  rocpd_write_keys chosen;  /* which events, how they are parted: all formats have these options */
  rocpd_write_keys shown;   /* how they are shown: formats that have no such option are written without it */
  rocpd_write_keys pattern; /* of --name, all together */
  const char *object;       /* --options */
  char *to;                 /* formats, by commas; NULL: OUT's ending says it */
  const char *split;
  int64_t size, most_bytes; /* --size, --max-bytes; 0: not said */
  bool from_start, allow_empty, list_formats, open, compares;
  bool json;        /* JSON says what was written */
  bool as_function; /* rocpd export: JSON says what was written, and options are JSON */
  char *whole;      /* how many events the trace has; NULL: nobody asks */
  char *out;        /* OUT, NULL: not said */
  bool to_stdout, named; /* named: OUT is what names of files begin with */
  rocpd_target *target;
  size_t targets, target_capacity;
} rocpd_writing;
/* Everything of it is freed. */
void rocpd_writing_free(rocpd_writing *w);

/* ---- writing_option.c ---- */

/* Options of convert, merge and trim, and those of report. */
extern const struct rocpd_command_option rocpd_write_options[], rocpd_page_options[];
enum { ROCPD_WRITE_GROUPS = ROCPD_G_TRACE | ROCPD_G_WINDOW | ROCPD_G_WRITE };
/* Adds an option; json: SQL of a JSON text, which is taken. Exit code. */
int rocpd_write_choose(rocpd_write_keys *k, const char *key, char *json);
/* Combinations that make no sense. */
int rocpd_write_check(const rocpd_writing *w);
/* The options of an export as a JSON object; `more` may be NULL: options that win over all others. Exit code. */
int rocpd_write_json(rocpd_run *r, const rocpd_writing *w, const rocpd_target *t, const rocpd_write_keys *more, char **json);

/* ---- writing_target.c ---- */

/* The names of the formats that a command writes, by `between`. sqlite3_malloc'd; NULL when out of memory. */
char *rocpd_format_names(const char *command, const char *between);
/* Finds formats and files: w->out, w->target. */
int rocpd_write_targets(rocpd_writing *w);
/* Makes the folders that OUT is in. */
int rocpd_write_make_folders(const rocpd_writing *w);
/* Would a file that the user did not want to replace be replaced? Says it. */
int rocpd_write_is_free(const rocpd_writing *w, const rocpd_target *t);

/* ---- writing_part.c ---- */

/* Calls rocpd_export_FORMAT(): *result is its JSON. */
int rocpd_write_call(rocpd_run *r, const rocpd_writing *w, const rocpd_export_format *f, const char *path, const char *json, char **result);
/* With --size: adds to `part` the time by which the target has no more bytes. */
int rocpd_write_fit(rocpd_run *r, const rocpd_writing *w, const rocpd_target *t, rocpd_write_keys *part);

/* ---- writing_said.c ---- */

/* Says on stderr, or with --json in JSON on stdout, what was written. */
int rocpd_write_say(rocpd_run *r, const rocpd_writing *w, const rocpd_target *t, const char *result);

/* ---- convert.c ---- */

/* Writes everything: opens the trace, all targets, what is said. Exit code. */
int rocpd_write_all(rocpd_writing *w);
/* The command from its command line on; to: NULL, or the format. Frees nothing of w. */
int rocpd_write_command(const char *command, const struct rocpd_command_option *options, const char *to, int argc, char **argv, rocpd_writing *w);

#endif
