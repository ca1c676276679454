/* Reads the command line. The options that a command takes are a table; any other option is refused by name. */
#ifndef ROCPD_OPTION_H
#define ROCPD_OPTION_H
#include "command.h"
#include "filter_keys.h"

/* Groups of options that several commands take; rocpd_command.groups names them. */
enum {
  ROCPD_G_TRACE = 1,   /* PATH..., -i, -a */
  ROCPD_G_WINDOW = 2,  /* --window, --range, --start, --end, --inclusive, --last-run */
  ROCPD_G_ROWS = 8,    /* -n, --names, --sort, --columns, --absolute */
  ROCPD_G_FORMAT = 16, /* --csv, --json, --markdown, --html, -f, -o of reports and query */
  ROCPD_G_WRITE = 32,  /* -o, -d, --overwrite of commands that write files */
  ROCPD_G_PROCESS = 64, /* --rank, --pid */
  ROCPD_G_GPU = 128,    /* --gpu */
  ROCPD_G_KERNEL = 256, /* --kernel */
  ROCPD_G_STREAM = 512, /* --stream */
  ROCPD_G_FILTERS = ROCPD_G_PROCESS | ROCPD_G_GPU | ROCPD_G_KERNEL | ROCPD_G_STREAM,
  /* The groups that every report takes; rocpd_report_groups() adds those that a report names. */
  ROCPD_REPORT_GROUPS = ROCPD_G_TRACE | ROCPD_G_WINDOW | ROCPD_G_ROWS | ROCPD_G_FORMAT | ROCPD_G_PROCESS,
};

/* The values of these options. Texts point into the command line, or are freed by rocpd_settings_free(). */
typedef struct rocpd_settings {
  const char **path; /* paths as given; run.h finds their files */
  size_t paths, path_capacity;
  bool input; /* -i was used: files are named and overwritten as by AMD's rocpd */
  const char *attach; /* JSON, options of rocpd_attach; NULL: none */
  /* Each is a time as SQL: a number of ns, or a quoted text. NULL: not given. See rocpd_time_sql(). */
  char *start, *end;
  const char *range; /* NAME[/N] */
  bool has_window;   /* start and end were given by --window */
  const char *inclusive; /* NULL: not given; else "0" or "1" */
  char *filter[ROCPD_FILTERS]; /* values as SQL, separated by commas: "1, 2"; NULL: not given */
  bool filter_may_be_empty; /* values may match nothing */
  bool writes;       /* the command writes files (ROCPD_G_WRITE) */
  bool whole_rows;   /* query: without --inclusive, a window contains only rows that lie entirely in it; other commands also take rows that cross its bounds */
  bool last_run, absolute;
  int64_t limit;     /* -1: all */
  bool has_limit;
  const char *names; /* "short" or "full"; NULL: not given */
  const char *sort, *columns;
  const char *format; /* "table", "csv", "json", "markdown", "html"; NULL: not given */
  const char *to;     /* -f as given; several formats separated by commas */
  const char *out, *folder; /* -o, -d */
  bool overwrite;
} rocpd_settings;
void rocpd_settings_free(rocpd_settings *s);
/* Adds a path. Exit code. */
int rocpd_settings_add_path(rocpd_settings *s, const char *path);

/* Adds values of a filter (ROCPD_FILTER_*), separated by commas, as `option` was given. Exit code. */
int rocpd_settings_add_filter(rocpd_settings *s, int key, const char *option, const char *values);

/* An option of one command. */
typedef struct rocpd_command_option {
  const char *names; /* "-c --consolidate": its spellings, separated by blanks; messages use the last one */
  const char *value; /* the name of its value in help; NULL: it takes none */
  /* Takes the option. argv[0] is its value, or the next word if it takes none. To take further words, argv[1], argv[2], ... up to NULL (AMD's lists), add
  ** their number to *more. `option` is the spelling that was used. Returns ROCPD_DONE, or an exit code after saying what is wrong. */
  int (*take)(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more);
  const char *help; /* what it does, in one or two lines. NULL: not shown in help (spellings of AMD's rocpd) */
} rocpd_command_option;

/* Functions for rocpd_command_option.take. These two are the options -n and --names of reports. */
int rocpd_take_limit(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more);
int rocpd_take_names(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more);
/* These two are the options -d and -f of query and summary, with the meaning that they have in AMD's rocpd. */
int rocpd_take_amd_folder(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more);
int rocpd_take_amd_format(void *command, rocpd_settings *s, const char *option, char *const *argv, int *more);

/* Reads the command line into s and, by the options' take(), into `command`. `own` may be NULL, else it ends with names NULL; its options take precedence
** over those of groups. Returns ROCPD_DONE, or an exit code after saying what is wrong and what was probably meant. *help: -h or --help was given. Call
** rocpd_settings_free() also after a failure. */
int rocpd_read_options(int argc, char **argv, unsigned groups, const rocpd_command_option *own, void *command, rocpd_settings *s, bool *help);
/* Returns the text about options that --help prints: those of the command and of its groups, as wide as the terminal. The caller frees it by sqlite3_free();
** NULL: out of memory. */
char *rocpd_options_help(unsigned groups, const rocpd_command_option *own);
/* True if a command takes an option of this name ("--by"). */
bool rocpd_options_have(unsigned groups, const rocpd_command_option *own, const char *name);
/* Prints the names of a command's options for completion, one a line. */
void rocpd_options_print(unsigned groups, const rocpd_command_option *own);

/* Appends a text wrapped to `width` columns. Its first line begins at column `column`, the others at `indent`. A longer word is not broken. */
void rocpd_wrap(sqlite3_str *out, const char *text, int size, int column, int indent, int width);

/* Converts a time to SQL for rocpd_window(): ns, "12%", a marker's name, 10ms or 1.2s from the beginning of the trace, 12:30:05.2 (UTC). The caller frees it
** by sqlite3_free(); NULL: out of memory. */
char *rocpd_time_sql(const char *text);
/* Read a whole number, and a number of bytes with an optional K, M or G; false: the text is neither. */
bool rocpd_number(const char *text, int64_t *out);
bool rocpd_bytes(const char *text, int64_t *out);
/* Fills in %pid%, %ppid%, %hostname% and %rank% in a file name, as AMD's rocpd does. The caller frees it by sqlite3_free(); NULL: out of memory. */
char *rocpd_filled_name(const char *text);
/* Returns the folder that AMD's rocpd would write to: -d, else ROCPD_OUTPUT_PATH, else ./rocpd-output-data, filled in as above. The caller frees it by
** sqlite3_free(); NULL: out of memory. */
char *rocpd_output_folder(const rocpd_settings *s);

#endif
