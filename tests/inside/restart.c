/* restart MODE N LIBRARY: a stand-in for the sampler. It sends its signal all the time to all threads of this process, blocked or not, while a library
** (tests/sample/blocked.c) makes blocking calls. The sampler itself sends it to running threads only, so that few calls are interrupted. */
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "restart.h"
#include "traced.h"
#include "walk.h"

FUNCTION(first);
WRAPPER(call, first, COLLECT_HIP, 0)

static _Atomic long signals;

static void on_signal(int sig, siginfo_t *info, void *context) {
  (void)sig, (void)info;
  atomic_fetch_add(&signals, 1);
  for (volatile int i = 0; i < 500; i++) {} /* a walk takes a microsecond */
  collect_restart_interrupted(context);
}

static int64_t pause_ns; /* between two signals for the same thread */
static void *sends(void *unused) {
  int own = (int)syscall(SYS_gettid);
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  for (;;) {
    char names[8192];
    int fd = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/task", O_RDONLY | O_DIRECTORY);
    long n = syscall(SYS_getdents64, fd, names, sizeof names);
    syscall(SYS_close, fd);
    for (int pass = 0; pass < 10; pass++) {
      for (long at = 0; at < n; at += *(unsigned short *)(names + at + 16)) {
        int tid = atoi(names + at + 19);
        if (tid > 0 && tid != own)
          syscall(SYS_tgkill, getpid(), tid, SIGPROF);
      }
      struct timespec t = {0, pause_ns};
      if (pause_ns) syscall(SYS_nanosleep, &t, NULL);
    }
  }
  return unused;
}

int main(int argc, char **argv) {
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART};
  pthread_t thread;
  if (argc < 4) return 2;
  call(1);
  sigfillset(&action.sa_mask);
  sigaction(SIGPROF, &action, NULL);
  collect_unwind_begin();
  collect_restart_begin();
  collect_restart_by(SIGPROF);
  void *library = dlopen(argv[3], RTLD_LAZY);
  int (*run)(int, char **) = library ? (int (*)(int, char **))dlsym(library, "blocked_main") : NULL;
  if (!run) return fprintf(stderr, "%s\n", dlerror()), 2;
  collect_unwind_changed();
  pause_ns = !strcmp(argv[1], "own") ? 0 : !strcmp(argv[1], "slow") ? 25000000 : 100000;
  if (strcmp(argv[1], "cost") && strcmp(argv[1], "left")) pthread_create(&thread, NULL, sends, NULL);
  int result = run(argc - 1, argv);
  printf("signals %ld\n", signals);
  fflush(stdout);
  return result;
}
