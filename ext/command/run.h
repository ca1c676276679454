/* A connection in memory with the extension, on which the trace that the user named is attached. */
#ifndef ROCPD_RUN_H
#define ROCPD_RUN_H
#include "option.h"
#include <sqlite3.h>

typedef struct rocpd_run {
  sqlite3 *db;
  char **path; /* what is attached, as rocpd_attach has it: without PATH the newest folder, files of an index.yaml */
  size_t paths;
  bool losses_asked; /* rocpd_run_say_losses() was called, or must say nothing */
  bool writes;       /* it writes files, of which an interrupt leaves none: said */
  /* Tables with the columns of `losses`, and with source, rows, same_as and rows_twice of `sources`. NULL: these tables, of what is attached. */
  const char *losses, *sources;
} rocpd_run;

/* Opens it. With `attach`: finds the files (the newest folder where no PATH was given, NAME.db for the folder NAME, index.yaml), attaches them, keeps the last
** run, sets the window. ROCPD_DONE, or the exit code when it has said what is wrong. rocpd_run_close() also after a failure. */
int rocpd_run_open(rocpd_run *r, const rocpd_settings *s, bool attach);
void rocpd_run_close(rocpd_run *r);
/* SQL of when the trace that these settings opened begins, whatever its window. */
const char *rocpd_run_begin_sql(const rocpd_settings *s);
/* Sets the window that the settings have, which rocpd_run_open() has done with these. */
int rocpd_run_set_window(rocpd_run *r, const rocpd_settings *s);

/* Runs SQL whose rows nobody wants; and SQL with one value (NULL: no row, or NULL; sqlite3_malloc'd). The exit code: what is wrong was said. */
int rocpd_run_sql(rocpd_run *r, const char *format, ...);
int rocpd_run_text(rocpd_run *r, char **out, const char *format, ...);
/* The error of a statement of r as users read it: says it, and what the trace lacks, for that may be why. Returns ROCPD_NO_ANSWER, or 130 and so on after a signal. */
int rocpd_run_failed(rocpd_run *r, const char *message);
/* What the trace lacks, and what several files hold, in lines on stderr, once. ROCPD_NO_ANSWER where nothing of it could be read, else ROCPD_DONE. */
int rocpd_run_say_losses(rocpd_run *r);

/* Of a path that the user named: what rocpd_attach takes for it, *found of n. Exit code; what is wrong was said. rocpd_paths_free() also after a failure. */
int rocpd_paths_find(const char *path, char ***found, size_t *n);
/* The folder that was recorded to last. */
int rocpd_paths_newest(char ***found, size_t *n);
void rocpd_paths_free(char **path, size_t n);
/* Makes a folder and those that it is in, as mkdir -p. False: errno says why not. */
bool rocpd_make_folders(const char *path);
/* The folder that relative paths are in, for messages. In a buffer of its own. */
const char *rocpd_paths_here(void);

/* Signals that end the program: they interrupt the statement that runs on a rocpd_run, and what waits. 0: none has come. Exit code: 128 and this. */
int rocpd_caught(void);
void rocpd_catch_signals(void);

/* On a terminal, what takes longer than a second says so on stderr, until it is done. The line is gone before rocpd_doing_end() returns; rocpd_say_failure()
** calls that, too. (The library has its own words for exports: rocpd_progress of ext/export.) */
void rocpd_doing_begin(const char *doing);
void rocpd_doing_end(void);

#endif
