/* The command line: which options a command takes is data, everything else is refused by name. */
#ifndef ROCPD_OPTION_H
#define ROCPD_OPTION_H
#include "command.h"

/* Options that several commands take, in groups that a command names. */
enum {
  ROCPD_G_TRACE = 1,   /* PATH..., -i, -a */
  ROCPD_G_WINDOW = 2,  /* --window, --range, --start, --end, --inclusive, --last-run */
  ROCPD_G_ROWS = 8,    /* -n, --names, --sort, --columns, --absolute */
  ROCPD_G_FORMAT = 16, /* --csv, --json, --markdown, --html, -f, -o of reports and query */
  ROCPD_G_WRITE = 32,  /* -o, -d, --overwrite of commands that write files */
  /* What every report takes. */
  ROCPD_REPORT_GROUPS = ROCPD_G_TRACE | ROCPD_G_WINDOW | ROCPD_G_ROWS | ROCPD_G_FORMAT,
};

/* What these options said. Texts are the command line's or belong to this. */
typedef struct rocpd_settings {
  const char **path; /* as given; run.h makes files of them */
  size_t paths, path_capacity;
  bool input; /* -i was used: AMD's way, with its names of files and overwriting */
  const char *attach; /* JSON, options of rocpd_attach; NULL: none */
  /* SQL of a time each: a number of ns, a quoted text, or NULL for none. See rocpd_time_sql(). */
  char *start, *end;
  const char *range; /* NAME[/N] */
  bool has_window;   /* start and end are of --window */
  const char *inclusive; /* NULL: not said; "0" or "1" */
  bool writes;       /* the command writes files (ROCPD_G_WRITE) */
  bool whole_rows;   /* query: without --inclusive, a window has the rows that lie in it as a whole; other commands take what crosses its edges, too */
  bool last_run, absolute;
  int64_t limit;     /* -1: all */
  bool has_limit;
  const char *names; /* "short" or "full"; NULL: not said */
  const char *sort, *columns;
  const char *format; /* "table", "csv", "json", "markdown", "html"; NULL: not said */
  const char *to;     /* -f, as given; several by commas */
  const char *out, *folder; /* -o, -d */
  bool overwrite;
} rocpd_settings;
void rocpd_settings_free(rocpd_settings *s);
/* A path more; exit code. */
int rocpd_settings_add_path(rocpd_settings *s, const char *path);

/* An option of one command. */
typedef struct rocpd_command_option {
  const char *names; /* "-c --consolidate": the ways to write it, by blanks; the last one is how it is called in messages */
  const char *value; /* NULL: it takes none; else what help calls it */
  /* Takes it. `more` counts the words behind the value that also belong to it (AMD's lists): raise it to take argv[1], argv[2], ...
  ** (NULL-ended; argv[0] is the value, or of an option that takes none the next word). Returns ROCPD_DONE, or the exit code when it has said what is
  ** wrong. `option` is how it was written. */
  int (*take)(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more);
  const char *help; /* what it does: one or two lines. NULL: help does not name it (other ways to write AMD's command lines) */
} rocpd_command_option;

/* The options -d and -f as AMD's rocpd has them, of query and summary: for rocpd_command_option.take. */
int rocpd_take_amd_folder(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more);
int rocpd_take_amd_format(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more);

/* Reads the command line into s and, by the options' take(), into `command`. `own` ends with names NULL, or is NULL; of one name its options come before those
** of groups. ROCPD_DONE, or the exit code when something is wrong: it has been said, with what was probably meant. *help: -h or --help was there.
** rocpd_settings_free() also after a failure. */
int rocpd_read_options(int argc, char **argv, unsigned groups, const rocpd_command_option *own, void *command, rocpd_settings *s, bool *help);
/* What --help prints of the options: those of the command and of its groups, as wide as the terminal. sqlite3_malloc'd; NULL when out of memory. */
char *rocpd_options_help(unsigned groups, const rocpd_command_option *own);
/* Does a command take an option of this name ("--by")? */
bool rocpd_options_have(unsigned groups, const rocpd_command_option *own, const char *name);
/* Its names, one a line, for completion: those that begin with two dashes, and the others. */
void rocpd_options_print(unsigned groups, const rocpd_command_option *own);

/* Appends a text whose lines are no wider than `width`: the first begins at `column`, the others at `indent`. A word that is wider stays whole. */
void rocpd_wrap(sqlite3_str *out, const char *text, int size, int column, int indent, int width);

/* A time as people write it, as SQL for rocpd_window(): ns, "12%", a marker's name, 10ms or 1.2s from the trace's begin, 12:30:05.2 (UTC).
** sqlite3_malloc'd; NULL when out of memory. */
char *rocpd_time_sql(const char *text);
/* A whole number; false: it is none. With K, M or G, bytes. */
bool rocpd_number(const char *text, int64_t *out);
bool rocpd_bytes(const char *text, int64_t *out);
/* A name of AMD's, with %pid%, %ppid%, %hostname%, %rank% filled in. sqlite3_malloc'd; NULL when out of memory. */
char *rocpd_filled_name(const char *text);
/* The folder that AMD's rocpd would write to: -d, else ROCPD_OUTPUT_PATH, else ./rocpd-output-data; filled in. sqlite3_malloc'd; NULL when out of memory. */
char *rocpd_output_folder(const rocpd_settings *s);

#endif
