/* The command rocpd: one program over SQLite, with the extension inside.
**
** A command (convert, package, ...) is a rocpd_command that ROCPD_COMMAND() registers. A report is a file of ext/command/report and needs no rocpd_command.
** What commands share: option.h reads the command line, run.h opens the trace that it names, report.h runs the SQL of a report or a query, print.h writes
** rows in a format, terminal.h knows the terminal. All run on the main thread. */
#ifndef ROCPD_COMMAND_H
#define ROCPD_COMMAND_H
#include "base.h"

/* Exit codes. After a signal the exit code is 128 plus its number, as in a shell. */
enum {
  ROCPD_DONE = 0,
  ROCPD_NO_ANSWER = 1, /* the trace or the query is at fault: the trace is missing or damaged, or the SQL is wrong */
  ROCPD_WRONG_USE = 2, /* options or arguments are wrong */
  ROCPD_FOUND = 3,     /* diff --fail-over: something became slower */
};

struct rocpd_command_option; /* option.h */
typedef struct rocpd_command {
  const char *name;
  const char *about; /* one line of `rocpd --help`, the arguments first */
  int (*run)(int argc, char **argv); /* argv[0] is the first word after the command's name; argv[argc] is NULL. Returns the exit code */
  const char *(*help)(void);         /* the text that `rocpd NAME --help` prints before the options. NULL: the help of the report of this name */
  /* The options that it takes, for help, completion and messages of other commands. */
  unsigned groups;
  const struct rocpd_command_option *options; /* its own; ends with names NULL. May be NULL */
} rocpd_command;
#define ROCPD_COMMAND(c) static const rocpd_command *const c##_listed __attribute__((used, section("rocpd_commands"))) = &c
/* Finds a command by name; NULL: there is none. */
const rocpd_command *rocpd_command_find(const char *name);
/* The i-th command, in no order; NULL: there are fewer. */
const rocpd_command *rocpd_command_at(size_t i);

/* Beginning of messages: "rocpd top", or the name that the program was called by (rocpd-query). main.c sets it once. */
extern const char *rocpd_said_by;
/* Prints "rocpd COMMAND: TEXT" on stderr. Returns the code, so that a caller can return it. Control characters, which texts of a trace may have, are
** printed as '?'. */
int rocpd_say_failure(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define rocpd_wrong(...) rocpd_say_failure(ROCPD_WRONG_USE, __VA_ARGS__)
int rocpd_say_no_memory(void); /* "out of memory"; ROCPD_NO_ANSWER */

/* Returns the name that is closest to `given` among `names` (ended by NULL); NULL if none is close. */
const char *rocpd_suggest(const char *given, const char *const *names);
/* Returns "; did you mean NAME?" for the end of a message, or "". Static buffer, valid until the next call. */
const char *rocpd_suggestion(const char *given, const char *const *names);

#endif
