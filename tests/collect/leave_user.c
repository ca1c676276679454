/* leave_user WAY: makes 5 traced calls, and ends with 3 by _exit or quick_exit, in this way. "made N" on stdout: calls that had returned by then. */
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

int hipSetDevice(int), hipStreamAddCallback(void *, void (*)(void *, int, void *), void *, unsigned);
static _Atomic long made, atexit_ran;
static void calls(int n) { for (int i = 0; i < n; i++) hipSetDevice(0), atomic_fetch_add(&made, 1); }
static void say(const char *what, long n) { dprintf(1, "%s %ld\n", what, n); }
static void leaves(int sig) { (void)sig; say("made", made); _exit(3); }
static void *calls_on(void *unused) { for (;;) calls(1); return unused; }
static void *waits(void *unused) { for (;;) pause(); return unused; }
static void *allocates(void *unused) { for (;;) free(malloc(5000 + rand() % 5000)); return unused; }
static void thread(void *(*run)(void *)) { pthread_t t; pthread_create(&t, NULL, run, NULL); }
static void wrong(void) { say("an exit handler ran", 1); }
static void quick(void) { calls(3), say("made", made); }
static void in_call(void *s, int e, void *a) { (void)s, (void)e, (void)a; leaves(0); }
static int shares(void *unused) { (void)unused; _exit(7); }
static _Atomic int begun;
static void *cancelled(void *unused) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  atomic_store(&begun, 1);
  while (atomic_load(&begun) == 1) {}
  _exit(3);
  return unused;
}
static int child_of(pid_t p) { int status; return waitpid(p, &status, 0) == p && WIFEXITED(status) ? WEXITSTATUS(status) : -1; }
static void segv(void) { *(volatile int *)8 = 0; }

/* A child stops the writer for ever: 1. 0: it may not. */
static int writer_stops(void) {
  char path[300], name[20];
  pid_t writer = 0;
  int tell[2], stopped = 0;
  DIR *d = opendir("/proc/self/task");
  for (struct dirent *e; (e = readdir(d));) {
    snprintf(path, sizeof path, "/proc/self/task/%s/comm", e->d_name);
    FILE *f = fopen(path, "r");
    if (f && fgets(name, sizeof name, f) && !strcmp(name, "collect\n")) writer = atoi(e->d_name);
    if (f) fclose(f);
  }
  closedir(d);
  pipe(tell);
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
  pid_t parent = getpid();
  if (!fork()) {
    close(1), close(2);
    stopped = !ptrace(PTRACE_SEIZE, writer, 0, 0) && !ptrace(PTRACE_INTERRUPT, writer, 0, 0) && waitpid(writer, NULL, __WALL) == writer;
    write(tell[1], &stopped, sizeof stopped);
    while (getppid() == parent) usleep(10000);
    syscall(SYS_exit_group, 0);
  }
  read(tell[0], &stopped, sizeof stopped);
  return stopped;
}

int main(int n, char **argument) {
  const char *way = argument[1];
  pthread_t t;
  atexit(wrong);
  calls(5);
  if (!strcmp(way, "_exit")) leaves(0);
  if (!strcmp(way, "_Exit")) say("made", made), _Exit(3);
  if (!strcmp(way, "quick_exit")) at_quick_exit(quick), quick_exit(3);
  if (!strcmp(way, "thread")) thread(waits), leaves(0);
  if (!strcmp(way, "busy")) { for (int i = 0; i < 3; i++) thread(calls_on); while (made < 20000) sched_yield(); leaves(0); }
  if (!strcmp(way, "together")) { /* two threads at once, and exit on a third */
    thread((void *(*)(void *))(void *)leaves), thread((void *(*)(void *))(void *)leaves);
    _exit(3);
  }
  if (!strcmp(way, "stuck")) { if (!writer_stops()) say("no ptrace", 0); leaves(0); }
  if (!strcmp(way, "segv")) signal(SIGSEGV, leaves), segv();
  if (!strcmp(way, "small_stack")) { /* the handler's */
    static char stack[8192] __attribute__((aligned(4096)));
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    sigaction(SIGSEGV, &(struct sigaction){.sa_handler = leaves, .sa_flags = SA_ONSTACK}, NULL);
    segv();
  }
  if (!strcmp(way, "malloc")) { /* the handler interrupts malloc, with its lock */
    thread(allocates);
    signal(SIGALRM, leaves);
    setitimer(ITIMER_REAL, &(struct itimerval){.it_value = {0, 2000 + getpid() % 500}}, NULL);
    allocates(NULL);
  }
  if (!strcmp(way, "loader")) signal(SIGSEGV, leaves), dlopen(argument[2], RTLD_NOW); /* its constructor raises it: the loader has its lock */
  if (!strcmp(way, "in_call")) hipStreamAddCallback(NULL, in_call, NULL, 0);
  if (!strcmp(way, "cancelled")) {
    pthread_create(&t, NULL, cancelled, NULL);
    while (!begun) sched_yield();
    pthread_cancel(t);
    say("made", made);
    begun = 2;
    pthread_join(t, NULL);
    say("the thread went on", 0);
  }
  if (!strcmp(way, "children")) { /* whatever ends in a child's name leaves the parent's file alone */
    thread(calls_on);
    while (made < 1000) sched_yield();
    static char stack[65536];
    for (int i = 0; i < 5; i++) {
      pid_t p = vfork();
      if (!p) _exit(7);
      int got = child_of(p);
      if (!(p = fork())) _exit(7);
      got += child_of(p);
      if (!(p = (pid_t)syscall(SYS_fork))) _exit(7);
      got += child_of(p);
      got += child_of(clone(shares, stack + sizeof stack, CLONE_VM | SIGCHLD, NULL));
      if (got != 28) say("not ok: children", got);
    }
    leaves(0);
  }
  if (!strcmp(way, "recording_child")) { /* a forked child of a process with threads, with a file of its own */
    thread(allocates), thread(waits);
    pid_t p = fork();
    if (!p) made = 0, calls(7), _exit(7);
    if (child_of(p) != 7) say("not ok: child", 0);
    made += 7;
    leaves(0);
  }
  return 9;
}
