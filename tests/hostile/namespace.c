/* namespace DEPTH CALLS: the first process of a PID namespace clones, by the system call itself, the first process of another
** one. Both have the number 1. Each makes CALLS calls before and after. */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int hipSetDevice(int);

static void calls(int n) { for (int i = 0; i < n; i++) hipSetDevice(i); }

/* What a child of a new namespace does. Returns its exit code; 77: there can be no such namespace. */
static int nest(int depth, int n) {
  calls(n);
  if (!depth) return 0;
  long child = syscall(SYS_clone, CLONE_NEWPID | SIGCHLD, 0L, 0L, 0L, 0L);
  if (child < 0) return 77;
  if (!child) {
    int rc = getpid() == 1 ? nest(depth - 1, n) : 3;
    if (depth % 2) exit(rc); /* our destructor runs in every second process */
    _exit(rc);
  }
  int status;
  if (waitpid((pid_t)child, &status, 0) != child || !WIFEXITED(status)) return 4;
  calls(n);
  return WEXITSTATUS(status);
}

int main(int argc, char **argv) { return argc < 3 ? 2 : nest(atoi(argv[1]), atoi(argv[2])); }
