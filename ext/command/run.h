/* A connection to an in-memory database with the extension loaded and the user's trace attached. */
#ifndef ROCPD_RUN_H
#define ROCPD_RUN_H
#include "option.h"
#include <sqlite3.h>

typedef struct rocpd_run {
  sqlite3 *db;
  char **path; /* the attached paths: those given, or the newest folder, or the files of an index.yaml */
  size_t paths;
  bool losses_asked; /* rocpd_run_say_losses() was called, or must print nothing */
  bool writes;       /* the command writes files; after an interrupt it says that none was written */
  bool to_stdout;    /* the statement writes to stdout; if its reader has gone away, the command ends without a message */
  /* Tables to use instead of `losses` and `sources` (of which source, rows, same_as and rows_twice are needed). NULL: use these two. */
  const char *losses, *sources;
} rocpd_run;

/* Opens the connection. With `attach`, also finds the files (the newest folder if no PATH was given, the folder NAME for NAME.db, the files of an
** index.yaml), attaches them, applies --last-run, and sets the window. ROCPD_DONE, or an exit code after saying what is wrong. Call rocpd_run_close() also
** after a failure. */
int rocpd_run_open(rocpd_run *r, const rocpd_settings *s, bool attach);
void rocpd_run_close(rocpd_run *r);
/* SQL for the time at which the trace begins, independent of the window. */
const char *rocpd_run_begin_sql(const rocpd_settings *s);
enum { ROCPD_ALL_FILTERS = ~0 };
/* Sets the filter of these settings, by those of its keys that `keys` has (bits 1 << ROCPD_FILTER_RANK and so on); none: removes it. If the settings are others
** than those that rocpd_run_open() was called with, call it before setting their window. */
int rocpd_run_set_filter(rocpd_run *r, const rocpd_settings *s, unsigned keys);
/* Sets the window of other settings than those that rocpd_run_open() was called with. */
int rocpd_run_set_window(rocpd_run *r, const rocpd_settings *s);

/* Run SQL and ignore its rows, or return the first value (NULL if there is no row, or it is NULL; the caller frees it by sqlite3_free()). Exit code, after
** saying what is wrong. */
int rocpd_run_sql(rocpd_run *r, const char *format, ...);
int rocpd_run_text(rocpd_run *r, char **out, const char *format, ...);
/* Reports that a statement failed, and what the trace lacks, which may be the cause. Returns ROCPD_NO_ANSWER, or 128 plus the number of a signal that was
** caught. */
int rocpd_run_failed(rocpd_run *r, const char *message);
/* Says once, on stderr, what the trace lacks and which rows several files hold. ROCPD_NO_ANSWER if nothing could be read, else ROCPD_DONE. */
int rocpd_run_say_losses(rocpd_run *r);

/* Finds the paths to attach for a path that the user gave, and appends them to *found with *n elements. Exit code, after saying what is wrong. Call
** rocpd_paths_free() also after a failure. */
int rocpd_paths_find(const char *path, char ***found, size_t *n);
/* Finds the folder that was recorded last. */
int rocpd_paths_newest(char ***found, size_t *n);
void rocpd_paths_free(char **path, size_t n);
/* Creates a folder and its parents, like mkdir -p. False: see errno. */
bool rocpd_make_folders(const char *path);
/* The current folder, for messages. Static buffer. */
const char *rocpd_paths_here(void);

/* rocpd_catch_signals() makes signals that end the program interrupt the running statement and waits. rocpd_caught() returns the signal, 0 if none has come;
** the exit code is then 128 plus its number. */
int rocpd_caught(void);
void rocpd_catch_signals(void);

/* Between these calls, on a terminal, a line on stderr says what is being done once it takes longer than a second. The line is removed before
** rocpd_doing_end() returns; rocpd_say_failure() calls it, too. (Exports report their own progress: rocpd_progress of ext/export.) */
void rocpd_doing_begin(const char *doing);
void rocpd_doing_end(void);

#endif
