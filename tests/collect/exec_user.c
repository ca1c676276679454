/* exec_user WAY: makes 5 traced calls, and executes /bin/true in this way. If that fails, it makes 3 more, and ends with 3. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int hipSetDevice(int);
extern char **environ;
static char *argv_true[] = {"true", NULL};
static void calls(int n) { for (int i = 0; i < n; i++) hipSetDevice(0); }
static void *waits(void *unused) { for (;;) pause(); }
static void handler(int sig) { execv("/bin/true", argv_true); }
static void need(int good, const char *what) { if (!good) printf("not ok %s\n", what); }

int main(int argc, char **argv) {
  const char *way = argv[1];
  pthread_t t;
  calls(5);
  errno = 0;
  if (!strcmp(way, "execve")) execve("/bin/true", argv_true, environ);
  if (!strcmp(way, "execv")) execv("/bin/true", argv_true);
  if (!strcmp(way, "execvp")) execvp("true", argv_true);
  if (!strcmp(way, "execvpe")) execvpe("true", argv_true, environ);
  if (!strcmp(way, "execl")) execl("/bin/sh", "sh", "-c", "test $# = 9", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", NULL);
  if (!strcmp(way, "execlp")) execlp("true", "true", "1", NULL);
  if (!strcmp(way, "execle")) execle("/bin/sh", "sh", "-c", "test \"$GIVEN\" = 7", NULL, (char *[]){"GIVEN=7", NULL});
  if (!strcmp(way, "fexecve")) fexecve(open("/bin/true", O_RDONLY), argv_true, environ);
  if (!strcmp(way, "execveat")) execveat(open("/bin", O_PATH), "true", argv_true, environ, 0);
  if (!strcmp(way, "empty_path")) execveat(open("/bin/true", O_PATH), "", argv_true, environ, 0x1000 /* AT_EMPTY_PATH */);
  if (!strcmp(way, "handler")) { signal(SIGUSR1, handler); raise(SIGUSR1); }
  if (!strcmp(way, "closed")) { for (int i = 3; i < 1000; i++) close(i); execv("/bin/true", argv_true); }
  if (!strcmp(way, "thread")) { pthread_create(&t, NULL, waits, NULL); execv("/bin/true", argv_true); }
  if (!strcmp(way, "vfork")) {
    for (int i = 0; i < 3; i++) {
      int status, p = vfork();
      if (!p) { i == 1 ? execvp("no such program", argv_true) : i ? execl("/bin/true", "true", NULL) : execv("/etc/passwd", argv_true); _exit(4); }
      need(waitpid(p, &status, 0) == p && WEXITSTATUS(status) == (i < 2 ? 4 : 0), "vfork");
    }
    return calls(3), 3;
  }
  if (!strcmp(way, "fork")) {
    int status, p = fork();
    if (!p) { execvp("true", argv_true); _exit(4); }
    need(waitpid(p, &status, 0) == p && !status, "fork");
    return calls(3), 3;
  }
  if (!strcmp(way, "absent")) for (int i = 0; i < 100; i++) need(execvp("no such program", argv_true) == -1 && errno == ENOENT, "ENOENT");
  if (!strcmp(way, "pointer")) for (int i = 0; i < 2; i++) need(execve(i ? (char *)8 : NULL, argv_true, environ) == -1 && errno == EFAULT, "EFAULT");
  if (!strcmp(way, "denied")) need(execv("/etc/passwd", argv_true) == -1 && errno == EACCES, "EACCES");
  if (!strcmp(way, "bad")) for (int i = 0; i < 2; i++) { need(execv(argv[2], argv_true) == -1 && errno == ENOEXEC, "ENOEXEC"); calls(2); }
  calls(3);
  if (!strcmp(way, "thread")) _exit(3);
  return 3;
}
