/* Where this program and the collector's library are, and running other programs for their answers. */
#include "command.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ANSWER_MOST (1 << 20)

const char *collect_here(void) {
  static char here[4096];
  if (!here[0]) {
    ssize_t n = readlink("/proc/self/exe", here, sizeof here - 1);
    here[n > 0 ? n : 0] = 0;
    char *slash = strrchr(here, '/');
    if (!slash)
      strcpy(here, ".");
    else
      slash[slash == here] = 0;
  }
  return here;
}

bool collect_is_this_program(const char *path) {
  struct stat its, ours;
  return !stat(path, &its) && !stat("/proc/self/exe", &ours) && its.st_dev == ours.st_dev && its.st_ino == ours.st_ino;
}

char *collect_rocpd(void) {
  char *path = collect_printed("%s/rocpd", collect_here());
  if (!access(path, X_OK) && !collect_is_this_program(path))
    return path;
  free(path);
  return NULL;
}

static bool is_file(const char *path) {
  struct stat st;
  return !stat(path, &st) && S_ISREG(st.st_mode);
}

/* The folder of the library if `make install` did not put it into ../lib: a file written by `make install` names it. */
static char *installed_to(void) {
  char *path = collect_printed("%s/../share/rocpd/libdir", collect_here());
  char *text = collect_file_read(path, 4096);
  if (text)
    text[strcspn(text, "\n")] = 0;
  free(path);
  return text;
}

/* Looks in ROCPD_LIBDIR, in this installation, and in the tree that this was built in. */
const char *collect_library_path(void) {
  static char *found;
  const char *named = getenv("ROCPD_LIBDIR");
  char *installed = found ? NULL : installed_to();
  char *candidate[] = {
    collect_printed("%s/libcollect.so", named && *named ? named : "/nowhere"),
    collect_printed("%s/libcollect.so", installed && *installed ? installed : "/nowhere"),
    collect_printed("%s/../lib/libcollect.so", collect_here()),
    collect_printed("%s/../lib64/libcollect.so", collect_here()),
    collect_printed("%s/libcollect.so", collect_here()),
  };
  for (size_t i = 0; i < sizeof candidate / sizeof *candidate; i++) {
    if (!found && is_file(candidate[i]))
      found = realpath(candidate[i], NULL);
    free(candidate[i]);
  }
  free(installed);
  return found ? found : "libcollect.so";
}

char **collect_environment(char *const *changes) {
  extern char **environ;
  size_t n = 0, used = 0;
  for (char **e = environ; *e; e++)
    n++;
  for (char *const *c = changes; *c; c++)
    n++;
  char **made = malloc((n + 1) * sizeof *made);
  for (char **e = environ; made && *e; e++) {
    bool changed = false;
    for (char *const *c = changes; *c && !changed; c++) {
      size_t name = strcspn(*c, "=") + 1;
      changed = !strncmp(*e, *c, name);
    }
    if (!changed)
      made[used++] = *e;
  }
  for (char *const *c = changes; made && *c; c++)
    made[used++] = *c;
  if (!made)
    exit(collect_fail(COLLECT_FAILED, "out of memory"));
  made[used] = NULL;
  return made;
}

/* ---- asking other programs ---- */

static _Noreturn void asked_run(const char *path, char *const *argv, char *const *environment, bool of_stderr, int answers) {
  extern char **environ;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, 0);
  dup2(of_stderr ? nothing : answers, 1);
  dup2(of_stderr ? answers : nothing, 2);
  if (nothing > 2)
    close(nothing);
  execve(path, argv, environment ? environment : environ);
  _exit(COLLECT_NOT_FOUND);
}

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Reads until all writers have closed the pipe. False: time ran out. */
static bool answer_read(int fd, int64_t until_ms, collect_text_buffer *output) {
  char part[4096];
  for (;;) {
    int64_t left = until_ms - now_ms();
    struct pollfd p = {.fd = fd, .events = POLLIN};
    int ready = left > 0 ? poll(&p, 1, (int)left) : 0;
    if (ready < 0 && errno == EINTR)
      continue;
    ssize_t n = ready > 0 ? read(fd, part, sizeof part) : 0;
    if (n <= 0)
      return ready > 0;
    if (output->size + (size_t)n <= ANSWER_MOST)
      collect_add_bytes(output, part, (size_t)n);
  }
}

int collect_ask(const char *path, char *const *argv, char *const *environment, bool of_stderr, int seconds, collect_text_buffer *output) {
  int ends[2], status = -1;
  if (pipe2(ends, O_CLOEXEC))
    return -1;
  for (int i = 0; i < 2; i++) /* 0, 1 and 2 may be closed, and must stay so */
    if (ends[i] <= 2) {
      int moved = fcntl(ends[i], F_DUPFD_CLOEXEC, 3);
      close(ends[i]);
      ends[i] = moved;
    }
  pid_t pid = fork();
  if (!pid)
    asked_run(path, argv, environment, of_stderr, ends[1]);
  close(ends[1]);
  bool done = pid > 0 && answer_read(ends[0], now_ms() + seconds * 1000LL, output);
  close(ends[0]);
  if (pid > 0 && !done)
    kill(pid, SIGKILL);
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
    ;
  return done ? status : -1;
}
