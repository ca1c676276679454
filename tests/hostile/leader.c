/* leader WHO HOW: the main thread leaves the process to a worker that ends later. The C library then calls exit(0): buffers, an
** exit handler and a destructor write to stdout, and the handler makes calls.
**
**   WHO  main (the main thread makes calls, too), worker (only the worker does, once the main thread has left),
**        fork (all that in a child)
**   HOW  exit (pthread_exit), cancel */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int hipSetDevice(int);
static pthread_t leader;

static void calls(int n) {
  for (int i = 0; i < n; i++) hipSetDevice(i);
}

static int leader_is_gone(void) {
  char text[512] = "";
  FILE *f = fopen("/proc/self/stat", "r");
  fread(text, 1, sizeof text - 1, f);
  fclose(f);
  return strrchr(text, ')')[2] == 'Z';
}

static void *worker(void *how) {
  if (!strcmp(how, "cancel")) pthread_cancel(leader);
  while (!leader_is_gone()) usleep(1000);
  calls(100);
  printf("expect hipSetDevice %s\n", getenv("WANTED"));
  return NULL;
}

static void at_exit(void) {
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, NULL, &mask);
  printf("at exit: SIGUSR1 %d, SIGUSR2 %d\n", sigismember(&mask, SIGUSR1), sigismember(&mask, SIGUSR2));
  calls(10);
}
__attribute__((destructor)) static void at_end(void) {
  const char text[] = "destructor\n";
  fflush(stdout);
  if (write(1, text, sizeof text - 1) != (ssize_t)sizeof text - 1) _exit(9);
}

int main(int argc, char **argv) {
  const char *who = argv[1], *how = argv[2];
  pthread_t t;
  sigset_t mask;
  alarm(30);
  leader = pthread_self();
  if (!strcmp(who, "fork")) {
    calls(1); /* so that the parent records, too */
    pid_t child = fork();
    int status;
    if (child) _exit(waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : 8);
  }
  atexit(at_exit);
  sigemptyset(&mask);
  sigaddset(&mask, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &mask, NULL);
  if (!strcmp(who, "main")) calls(1000);
  pthread_create(&t, NULL, worker, (void *)how);
  if (!strcmp(how, "exit")) pthread_exit(NULL);
  for (;;) pause();
}
