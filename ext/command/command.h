/* The command rocpd: one program over SQLite, with the extension inside.
**
** A command (top, convert, package, ...) is a rocpd_command that ROCPD_COMMAND() lists; a report is a file of ext/command/report and needs none.
** What commands share: option.h reads the command line, run.h opens the trace that it names, report.h runs the SQL of a report or a query,
** print.h writes rows in a format, terminal.h knows the terminal. All run on the main thread. */
#ifndef ROCPD_COMMAND_H
#define ROCPD_COMMAND_H
#include "base.h"

/* Exit codes. Ends by a signal are 128 and its number, as a shell has it. */
enum {
  ROCPD_DONE = 0,
  ROCPD_NO_ANSWER = 1, /* the trace or the query is at fault: nothing is there, it is damaged, the SQL is wrong */
  ROCPD_WRONG_USE = 2, /* options or arguments are wrong */
  ROCPD_FOUND = 3,     /* the answer was asked to be a failure: diff --fail-over */
};

struct rocpd_command_option; /* option.h */
typedef struct rocpd_command {
  const char *name;
  const char *about; /* one line of `rocpd --help`, the arguments first */
  int (*run)(int argc, char **argv); /* argv[0] is the first word behind the command's name, argv[argc] NULL. Returns the exit code */
  const char *(*help)(void);         /* what it does, and examples: what `rocpd NAME --help` prints before the options. NULL: of the report of its name */
  /* What it takes, for help, completion and messages of other commands. */
  unsigned groups;
  const struct rocpd_command_option *options; /* its own; ends with names NULL. May be NULL */
} rocpd_command;
#define ROCPD_COMMAND(c) static const rocpd_command *const c##_listed __attribute__((used, section("rocpd_commands"))) = &c
/* The command of a name; NULL: there is none. */
const rocpd_command *rocpd_command_find(const char *name);
/* The i-th command, in no order; NULL: there are fewer. */
const rocpd_command *rocpd_command_at(size_t i);

/* Messages begin with this: "rocpd top", or what it was called as (rocpd-query). Set once by main.c. */
extern const char *rocpd_said_by;
/* Prints "rocpd COMMAND: TEXT" on stderr. Returns the code, so that a caller can return it. Control characters, which texts of a trace may have, are
** printed as '?'. */
int rocpd_say_failure(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define rocpd_wrong(...) rocpd_say_failure(ROCPD_WRONG_USE, __VA_ARGS__)
int rocpd_say_no_memory(void); /* "out of memory"; ROCPD_NO_ANSWER */

/* What the user most likely meant by `given`: the closest of the names (ended by NULL), NULL when none is close. */
const char *rocpd_suggest(const char *given, const char *const *names);
/* The same, as the end of a message: "; did you mean NAME?", or "". In a buffer of its own until the next call. */
const char *rocpd_suggestion(const char *given, const char *const *names);

#endif
