/* main() of rocpd: finds the command and runs it. */
#include "answer.h"
#include "api.h"
#include "complete.h"
#include "usage.h"
#include "run.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* ---- which command ---- */

static bool is_beside(const char *name) {
  size_t i = 0;
  while (rocpd_beside_at(i) && strcmp(rocpd_beside_at(i), name) != 0) i++;
  return rocpd_beside_at(i) != NULL;
}

static int run_beside(const char *name, char **argv) {
  char *path;
  if (!rocpd_beside(name, &path)) return path ? rocpd_wrong("it comes with the collector, which is not installed (make install)") : rocpd_say_no_memory();
  argv[-1] = path;
  execv(path, argv - 1);
  return rocpd_say_failure(ROCPD_NO_ANSWER, "%s: %s", path, strerror(errno));
}

/* Sets the name with which messages begin. */
static void say_as(const char *program, const char *name) {
  char *said = sqlite3_mprintf("%s %s", program, name);
  if (said) rocpd_said_by = said; /* never freed */
}

static int run_named(const char *name, int argc, char **argv, bool *known) {
  const rocpd_command *c = rocpd_command_find(name);
  *known = true;
  if (is_beside(name)) return say_as("rocpd", name), run_beside(name, argv);
  if (c) return say_as("rocpd", name), c->run(argc, argv);
  if (rocpd_report_sql(name)) return say_as("rocpd", name), rocpd_answer_report(name, argc, argv);
  *known = false;
  return ROCPD_WRONG_USE;
}

static int unknown(const char *word) {
  const char *names[256], *report, *sql;
  int n = 0;
  const rocpd_command *c;
  for (size_t i = 0; n < 100 && (c = rocpd_command_at(i)); i++) names[n++] = c->name;
  for (int i = 0; n < 200 && rocpd_report_at(i, &report, &sql); i++) names[n++] = report;
  for (size_t i = 0; rocpd_beside_at(i); i++) names[n++] = rocpd_beside_at(i);
  names[n] = NULL;
  if (strcmp(word, "trace") == 0) return rocpd_wrong("there is no trace in %s (rocpd record PROGRAM makes one)", rocpd_paths_here());
  return rocpd_wrong("%s: no such command, and no such file%s (rocpd --help lists the commands)", word, rocpd_suggestion(word, names));
}

/* Runs the command that the first word names; rocpd PATH... prints the summary. */
static int run_command(int argc, char **argv) {
  bool known;
  const char *first = argv[0];
  if (!first) return rocpd_usage(stderr), ROCPD_WRONG_USE;
  if (strcmp(first, "-h") == 0 || strcmp(first, "--help") == 0) return rocpd_usage(stdout);
  if (strcmp(first, "-v") == 0 || strcmp(first, "-V") == 0 || strcmp(first, "--version") == 0 || strcmp(first, "version") == 0)
    return puts("rocpd " ROCPD_VERSION), ROCPD_DONE;
  if (strcmp(first, "--complete") == 0) return rocpd_complete(argc - 1, argv + 1);
  int code = run_named(first, argc - 1, argv + 1, &known);
  if (known) return code;
  if (*first && *first != '-' && !strpbrk(first, "/.*?[") && access(first, F_OK) != 0) return unknown(first);
  return run_named("summary", argc, argv, &known);
}

/* Runs the command for the name of the program: called as rocpd-query it is the command shell, and so on. */
static int run_as(const char *program, int argc, char **argv) {
  const char *name = strncmp(program, "rocpd-", 6) == 0 ? program + 6 : "";
  const rocpd_command *c = rocpd_command_find(strcmp(name, "query") == 0 ? "shell" : name);
  if (!c) return run_command(argc, argv);
  rocpd_said_by = program;
  return c->run(argc, argv);
}

/* Opens /dev/null for closed standard descriptors, so that no file that is opened later becomes stdin, stdout or stderr. */
static int check_descriptors(const char *command) {
  bool closed = fcntl(STDOUT_FILENO, F_GETFD) < 0;
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd ? O_WRONLY : O_RDONLY) != fd) return ROCPD_NO_ANSWER;
  if (!closed) return ROCPD_DONE;
  if (command) say_as("rocpd", command);
  return rocpd_say_failure(ROCPD_NO_ANSWER, "stdout is closed");
}

/* Writes what stdio still buffers. If the reader of stdout is gone, the program ends without a message. */
static int finish(int code) {
  if (!fflush(stdout) && !ferror(stdout)) return code;
  if (code != ROCPD_DONE) return code;
  return errno == EPIPE ? 141 : rocpd_say_failure(ROCPD_NO_ANSWER, "stdout: %s", strerror(errno));
}

int main(int argc, char **argv) {
  const char *slash = argc ? strrchr(argv[0], '/') : NULL, *program = slash ? slash + 1 : argc ? argv[0] : "rocpd";
  bool known;
  if (!rocpd_api_begin()) return fputs("rocpd: SQLite does not start\n", stderr), ROCPD_NO_ANSWER;
  /* A recorded program inherits the descriptors unchanged, closed ones as well; so this comes before check_descriptors(). */
  if (argc > 1 && strcmp(program, "rocpd") == 0 && is_beside(argv[1])) return run_named(argv[1], argc - 2, argv + 2, &known);
  if (!argc || check_descriptors(argv[1]) != ROCPD_DONE) return ROCPD_NO_ANSWER;
  return finish(run_as(program, argc - 1, argv + 1));
}
