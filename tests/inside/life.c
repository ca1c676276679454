/* Critical moments in the life of a process: life CASE. test_life.sh looks at the result. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "device.h"
#include "traced.h"

FUNCTION(called);

WRAPPER(call, called, COLLECT_HIP, 0)
static void calls(int n) { for (int i = 0; i < n; i++) call(i); }

/* ---- a second thread's first call comes while the process is being opened ---- */

/* The gate has a page of its own, which is protected here, so nobody can open it before we allow it. The other thread makes a
** call at that moment. Its call must wait until the gate is open; otherwise it would be lost. */
static atomic_int opening, second_over;
static void on_gate(int sig) {
  (void)sig;
  atomic_store(&opening, 1);
  for (int ms = 0; ms < 300 && !atomic_load(&second_over); ms++) usleep(1000);
  mprotect(&collect_gate, sizeof collect_gate, PROT_READ | PROT_WRITE);
}
static void *second_thread(void *unused) {
  while (!atomic_load(&opening)) {}
  call(1);
  atomic_store(&second_over, 1);
  return unused;
}
/* The collector blocks all signals meanwhile, except this one. */
int sigfillset(sigset_t *set) {
  memset(set, 0xff, sizeof *set);
  return sigdelset(set, SIGSEGV);
}
static void first(void) {
  pthread_t t;
  struct sigaction a = {.sa_handler = on_gate};
  sigaction(SIGSEGV, &a, NULL);
  pthread_create(&t, NULL, second_thread, NULL);
  mprotect(&collect_gate, sizeof collect_gate, PROT_READ);
  call(1);
  pthread_join(t, NULL);
  printf("%s it was seen\n", atomic_load(&opening) ? "ok" : "not ok");
}

/* ---- forks: by the C library, and without its knowledge ---- */

static pid_t fork_(int raw) {
  fflush(stdout);
  pid_t child = raw ? (pid_t)syscall(SYS_fork) : fork();
  if (child) {
    printf("child %d\n", (int)child);
    waitpid(child, NULL, 0);
  }
  return child;
}

/* A call that is open across the fork belongs to the parent only. The child returns from it, too, after it has recorded calls of
** that function itself. */
static __attribute__((noinline)) pid_t forking_call(int raw) {
  collect_call c = collect_begin(&called, COLLECT_HIP, COLLECT_NO_STREAM);
  pid_t child = fork_(raw);
  if (!child) calls(5);
  collect_end(&called, COLLECT_HIP, c, child ? 1000 : 2000);
  return child;
}
static void forking(int raw) {
  calls(3);
  if (!forking_call(raw)) {
    calls(2);
    exit(0);
  }
  calls(4);
}
static void inside(void) { forking(0); }
static void inside_raw(void) { forking(1); }

/* The child numbers its streams anew, and writes rows for them into its file. */
#define PER_THREAD ((void *)2) /* hipStreamPerThread */
static void streams(void) {
  static char a, b, c;
  calls(1);
  for (int i = 0; i < 3; i++) collect_stream_created((void *[]){&a, &b, &c}[i], i, 0, 0);
  uint32_t mine = collect_stream_id(PER_THREAD);
  if (fork_(0)) {
    printf("%s the parent's streams keep their numbers\n", collect_stream_id(&b) == 2 && collect_stream_id(PER_THREAD) == mine ? "ok" : "not ok");
    return;
  }
  calls(1);
  uint32_t id[3] = {collect_stream_id(&c), collect_stream_id(PER_THREAD), collect_stream_id(&b)};
  printf("%s the child's are numbered as they come\n", id[0] == 1 && id[1] == 2 && id[2] == 3 ? "ok" : "not ok");
  exit(0);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(void);
  } known[] = {{"first", first}, {"inside", inside}, {"inside_raw", inside_raw}, {"streams", streams}};
  for (size_t i = 0; argc > 1 && i < sizeof known / sizeof *known; i++)
    if (!strcmp(argv[1], known[i].name)) {
      known[i].run();
      return 0;
    }
  return 2;
}
