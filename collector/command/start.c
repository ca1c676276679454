/* The program to run: finds its file as exec and shells do. */
#include "command.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_program(const char *path) {
  struct stat st;
  return !stat(path, &st) && S_ISREG(st.st_mode) && !access(path, X_OK);
}

/* The first program of this name in PATH. */
static char *path_search(const char *name) {
  const char *folder = getenv("PATH");
  if (!folder)
    folder = "/bin:/usr/bin";
  for (;; folder++) {
    size_t n = strcspn(folder, ":");
    char *path = n ? collect_printed("%.*s/%s", (int)n, folder, name) : collect_printed("./%s", name);
    if (is_program(path))
      return path;
    free(path);
    folder += n;
    if (!*folder)
      return NULL;
  }
}

char *collect_program_find(const char *name, int *code) {
  struct stat st;
  char *path = strchr(name, '/') ? collect_printed("%s", name) : *name ? path_search(name) : NULL;
  *code = 0;
  if (!path || stat(path, &st)) {
    *code = collect_fail(COLLECT_NOT_FOUND, "%s: no such program", name);
  } else if (!is_program(path)) {
    *code = collect_fail(COLLECT_NOT_EXECUTABLE, S_ISREG(st.st_mode) ? "%s: the file is not executable (chmod +x)" : "%s: not a file, so not a program", name);
  }
  if (*code) {
    free(path);
    return NULL;
  }
  return path;
}

/* A text file without #! is run by the shell, as execvp does. */
int collect_program_exec(const char *path, char **argv, char **environment) {
  execve(path, argv, environment);
  int why = errno;
  if (why == ENOEXEC) {
    size_t n = 0;
    while (argv[n])
      n++;
    char **shell = malloc((n + 2) * sizeof *shell);
    if (!shell)
      return ENOMEM;
    shell[0] = "sh";
    shell[1] = (char *)path;
    memcpy(shell + 2, argv + 1, n * sizeof *shell); /* including the final NULL */
    execve("/bin/sh", shell, environment);
    why = errno;
    free(shell);
  }
  return why;
}
