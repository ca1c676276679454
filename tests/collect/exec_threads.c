/* exec_threads WAY [ARGUMENT]: three threads make traced calls all the time, and count them. "made N" on stdout: calls that had returned. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int hipSetDevice(int), hipStreamSynchronize(void *);
extern char **environ;
typedef struct count { _Atomic long at_exec, made; char fill[48]; } count;
static count own, *counts = &own; /* of this process image */
static _Atomic int stop, rest, resting;
static char *argv_true[] = {"true", NULL};
static void *calls_on(void *unused) {
  for (int i = 0; !stop; i++) {
    if (rest)
      for (resting++;;) pause();
    hipSetDevice(0), atomic_fetch_add(&counts->made, 1);
    if (!getenv("SOAK") && i % 50 == 49) usleep(200);
  }
  return unused;
}
static void *hangs(void *unused) { hipStreamSynchronize(NULL); return unused; }
static void *waits(void *unused) { for (;;) pause(); return unused; }
static pthread_t thread[3];
static void begin(int n) {
  sigset_t alarm, before;
  sigemptyset(&alarm), sigaddset(&alarm, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &alarm, &before); /* the main thread's */
  for (int i = 0; i < n; i++) pthread_create(&thread[i], NULL, calls_on, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}
static void more(void) { for (long from = counts->made; counts->made < from + 500;) usleep(100); }
static void need(int good, const char *what) { if (!good) printf("not ok %s: %s\n", what, strerror(errno)); }
static sigjmp_buf away;
static void jump(int sig) { (void)sig; siglongjmp(away, 1); }
static void *executes(void *unused) { execv("/bin/true", argv_true); return unused; }

static void fails(const char *path, int error) {
  static char *big[4096], word[100000];
  memset(word, 'x', sizeof word - 1);
  for (int i = 0; i < 4095; i++) big[i] = word;
  for (int i = 0; i < 10; i++) {
    need(execv(path, error == E2BIG ? big : argv_true) == -1 && errno == error, path);
    more();
  }
}

int main(int n, char **argument) {
  const char *way = argument[1];
  char text[40];
  if (!strcmp(way, "chain")) { /* FILE N [I]: image I of N executes itself; the file has the counts of all images */
    int i = n > 4 ? atoi(argument[4]) : 0, fd = open(argument[2], O_RDWR);
    count *all = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    counts = &all[i];
    close(fd);
    if (i == atoi(argument[3])) {
      long least = 0, most = 3 * i; /* calls that had returned are not counted yet */
      for (int k = 0; k < i; k++) least += all[k].at_exec, most += all[k].made;
      printf("made %ld %ld\n", least, most);
      return 3;
    }
    begin(3);
    more();
    snprintf(text, sizeof text, "%d", i + 1);
    counts->at_exec = counts->made;
    execl("/proc/self/exe", argument[0], "chain", argument[2], argument[3], text, NULL);
    return 9;
  }
  if (!strcmp(way, "hangs")) { /* a call is in progress */
    pthread_create(&thread[0], NULL, hangs, NULL);
    for (int i = 0; i < 5; i++) hipSetDevice(0), usleep(1000);
    execv("/bin/true", argv_true);
  }
  hipSetDevice(0), counts->made++;
  begin(3);
  if (!strcmp(way, "fails")) { /* FILE: no program, and open for writing */
    int fd = open(argument[2], O_RDWR);
    fails("/bin/true", E2BIG), fails(argument[2], ETXTBSY);
    close(fd);
    fails(argument[2], ENOEXEC), fails("/no/such", ENOENT);
    execvp("no such program", argv_true);
  }
  if (!strcmp(way, "jump")) { /* a handler jumps out of exec */
    signal(SIGALRM, jump);
    for (volatile int i = 0; i < 20; i++) {
      if (!sigsetjmp(away, 1)) ualarm(1000 + 200 * i, 0), fails("/bin/true", E2BIG);
      ualarm(0, 0);
      more();
    }
  }
  if (!strcmp(way, "spawns")) /* others execute programs in this one's name */
    for (int i = 0; i < 40; i++) {
      int status;
      pid_t p;
      if (i % 2 ? posix_spawn(&p, i % 4 == 1 ? "/bin/true" : "/no/such", NULL, NULL, argv_true, environ) : !(p = vfork()) ? execv(i % 4 ? "/no/such" : "/bin/true", argv_true), _exit(4), 1 : 0) continue;
      waitpid(p, &status, 0);
      more();
    }
  if (!strcmp(way, "two")) { /* two threads execute at the same time */
    pthread_t t;
    more();
    pthread_create(&t, NULL, executes, NULL);
    executes(NULL);
  }
  if (!strcmp(way, "goes_on")) { /* until the test kills it */
    fails("/bin/true", E2BIG), more();
    for (rest = 1; resting < 3;) usleep(100);
    hipSetDevice(0), counts->made++; /* too little to be written soon */
    printf("made %ld\n", counts->made);
    fflush(stdout);
    for (;;) pause();
  }
  more();
  stop = 1;
  for (int i = 0; i < 3; i++) pthread_join(thread[i], NULL);
  for (int i = 0; i < 3; i++) hipSetDevice(0);
  printf("made %ld\n", counts->made + 3);
  return 3;
}
