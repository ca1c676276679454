/* A program that states markers and ranges by ROCTx, linked to it or by dlopen: roctx_user CASE. It calls through pointers, to
** the functions of the program's own symbols or of a library (ROCTX, looked up there by dlsym, as Python's ctypes and
** RTLD_DEEPBIND do). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef LINKED
void roctxMarkA(const char *);
int roctxRangePushA(const char *), roctxRangePop(void);
uint64_t roctxRangeStartA(const char *);
void roctxRangeStop(uint64_t);
#endif
int hipSetDevice(int);

static void (*mark)(const char *);
static int (*push)(const char *), (*pop)(void);
static uint64_t (*start)(const char *);
static void (*stop)(uint64_t);
static void *library;

static void find(void) {
  const char *name = getenv("ROCTX");
  library = name ? dlopen(name, RTLD_NOW | RTLD_LOCAL) : RTLD_DEFAULT;
  if (name && !library) fprintf(stderr, "%s\n", dlerror()), exit(2);
#ifdef LINKED
  if (!name) {
    mark = roctxMarkA, push = roctxRangePushA, pop = roctxRangePop, start = roctxRangeStartA, stop = roctxRangeStop;
    return;
  }
#endif
  mark = dlsym(library, "roctxMarkA"), push = dlsym(library, "roctxRangePushA"), pop = dlsym(library, "roctxRangePop");
  start = dlsym(library, "roctxRangeStartA"), stop = dlsym(library, "roctxRangeStop");
}

static double nanoseconds(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return (double)t.tv_sec * 1e9 + (double)t.tv_nsec; }
static void must(int yes, const char *what) { if (!yes) printf("not ok the program: %s\n", what), fflush(stdout), exit(3); }

static void *stop_it(void *id) { return stop((uint64_t)(uintptr_t)id), NULL; }
static void in_thread(void *(*fn)(void *), void *arg) { pthread_t t; pthread_create(&t, NULL, fn, arg), pthread_join(t, NULL); }

static void work(void) {
  must(push("step") == 0, "push is 0");
  must(push("inner") == 1, "push is 1");
  mark("here");
  must(pop() == 1, "pop is 1");
  must(pop() == 0, "pop is 0");
  must(pop() == -1, "nothing to pop");
  must(pop() == -1, "nothing to pop again");
  push("after"), pop();
}

/* Ranges that overlap, that end in other threads, twice, or never. */
static void starts(void) {
  uint64_t a = start("a"), b = start("b"), c = start("c");
  stop(a), stop(a), stop(4711);
  in_thread(stop_it, (void *)(uintptr_t)b);
  start("open");
  stop(c);
}

static void *begin_and_end(void *arg) { return (void)arg, (void *)(uintptr_t)start("of a thread that ended"); }
static void *push_and_end(void *arg) { return push("left by its thread"), hipSetDevice(0), arg; }
static void threads(void) {
  void *id;
  pthread_t t;
  pthread_create(&t, NULL, begin_and_end, NULL), pthread_join(t, &id);
  in_thread(push_and_end, NULL);
  usleep(300000);
  in_thread(stop_it, id);
}

static void deep(int levels) {
  char text[32];
  for (int i = 0; i < levels; i++) snprintf(text, sizeof text, "level %d", i), must(push(text) == i, "depth of a push");
  hipSetDevice(0);
  for (int i = levels; i-- > 0;) must(pop() == i, "depth of a pop");
  push("after"), pop();
}

static void *storm_of_one(void *arg) {
  char text[32];
  for (int i = 0; i < 2000; i++) {
    snprintf(text, sizeof text, "%s %d", (char *)arg, i % 7);
    push(text);
    uint64_t id = start("span");
    if (i % 10 == 0) mark("mark");
    hipSetDevice(i);
    stop(id);
    pop();
  }
  return NULL;
}
static void storm(void) {
  pthread_t t[8];
  for (int i = 0; i < 8; i++) pthread_create(&t[i], NULL, storm_of_one, "step");
  for (int i = 0; i < 8; i++) pthread_join(t[i], NULL);
}

/* A signal handler makes pairs at any time. */
static volatile int handled;
static void on_alarm(int sig) { (void)sig, push("in a handler"), pop(), mark("in a handler"), stop(start("in a handler")), handled++; }
static void signals(void) {
  signal(SIGALRM, on_alarm);
  ualarm(200, 200);
  int loops = 0;
  for (double until = nanoseconds() + 1e9; nanoseconds() < until; loops++) push("outer"), push("inner"), hipSetDevice(0), pop(), pop(), stop(start("outer"));
  ualarm(0, 0);
  printf("%d %d\n", loops, handled);
}

static void forks(void) {
  push("parent's");
  uint64_t id = start("parent's span");
  pid_t child = fork();
  if (!child) {
    pop();
    push("child's"), pop();
    stop(id), stop(start("child's span"));
    mark("child's");
    exit(0);
  }
  waitpid(child, NULL, 0);
  pop(), stop(id);
}

/* A handler jumps away, also out of the library's own function. */
static jmp_buf out;
static void on_jump(int sig) { (void)sig, longjmp(out, 1); }
static void jumps(void) {
  signal(SIGALRM, on_jump);
  push("first"), pop();
  for (volatile int i = 0; i < 300; i++)
    if (!setjmp(out)) {
      ualarm(50 + (unsigned)i % 50, 0);
      for (;;) push("jumped out of"), pop();
    } else {
      sigset_t set;
      sigemptyset(&set), sigaddset(&set, SIGALRM), sigprocmask(SIG_UNBLOCK, &set, NULL);
    }
  for (int i = 0; i < 1000; i++) push("afterwards"), pop();
}

static void paused(void) {
  int (*pause_it)(uint64_t) = dlsym(library, "roctxProfilerPause"), (*resume)(uint64_t) = dlsym(library, "roctxProfilerResume");
  push("around"), pause_it(0);
  push("unseen"), hipSetDevice(0), mark("unseen"), stop(start("unseen"));
  resume(0), push("seen"), hipSetDevice(1), pop();
  pop(), pop();
}

static void rest(void) {
  uint64_t tid = 0;
  int (*thread_id)(uint64_t *) = dlsym(library, "roctxGetThreadId"), (*pause_it)(uint64_t) = dlsym(library, "roctxProfilerPause"),
                            (*resume)(uint64_t) = dlsym(library, "roctxProfilerResume");
  int (*os_thread)(const char *) = dlsym(library, "roctxNameOsThread"), (*agent)(const char *, void *) = dlsym(library, "roctxNameHsaAgent");
  int (*device)(const char *, int) = dlsym(library, "roctxNameHipDevice"), (*stream)(const char *, void *) = dlsym(library, "roctxNameHipStream");
  must(thread_id(&tid) == 0 && tid == (uint64_t)gettid(), "its thread id");
  must(os_thread("worker") == 0 && agent("an agent", &tid) == 0 && device("a device", 0) == 0 && stream("a stream", NULL) == 0, "names");
  must(pause_it(0) == 0 && resume(0) == 0, "pause and resume");
}

/* The time of a pair in ns. */
static void cost(void) {
  double best[2] = {1e9, 1e9};
  void *plain = dlopen(getenv("PLAIN_ROCTX"), RTLD_NOW | RTLD_LOCAL);
  int (*plain_push)(const char *) = dlsym(plain, "roctxRangePushA"), (*plain_pop)(void) = dlsym(plain, "roctxRangePop");
  push("first"), pop();
  for (int round = 0; round < 400; round++)
    for (int v = 0; v < 2; v++) {
      int (*a)(const char *) = v ? push : plain_push, (*b)(void) = v ? pop : plain_pop;
      for (int i = 0; i < 20; i++) a("training step 17"), b();
      double before = nanoseconds();
      for (int i = 0; i < 500; i++) a("training step 17"), b();
      double each = (nanoseconds() - before) / 500;
      if (each < best[v]) best[v] = each;
      if (v) usleep(500);
    }
  printf("a pair: library %.1f ns, traced %.1f ns, added %.1f ns\n", best[0], best[1], best[1] - best[0]);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "work";
  find();
  if (!strcmp(what, "work")) work();
  else if (!strcmp(what, "late")) hipSetDevice(0), work(), hipSetDevice(1);
  else if (!strcmp(what, "starts")) starts();
  else if (!strcmp(what, "threads")) threads();
  else if (!strcmp(what, "deep")) deep(atoi(argv[2]));
  else if (!strcmp(what, "storm")) storm();
  else if (!strcmp(what, "signals")) signals();
  else if (!strcmp(what, "forks")) forks();
  else if (!strcmp(what, "jumps")) jumps();
  else if (!strcmp(what, "rest")) rest();
  else if (!strcmp(what, "paused")) paused();
  else if (!strcmp(what, "cost")) cost();
  else if (!strcmp(what, "tool")) {
    ((void (*)(void))dlsym(library, "roctx_tool"))();
    for (int i = 0; i < 3; i++) push("with a tool"), pop();
    must(*(int *)dlsym(library, "roctx_tool_pushes") == 3, "the tool sees each push once");
  } else if (!strcmp(what, "kill")) {
    push("outer"), push("inner"), start("a span"), mark("a mark");
    for (int i = 0; i < 20; i++) push("deeper");
    raise(SIGKILL);
  } else return 2;
  int (*called)(void) = dlsym(library, "roctx_called");
  if (called && !strcmp(what, "work")) must(called() == 9, "each call arrives once");
  return 0;
}
