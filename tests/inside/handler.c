/* handler CASE: rows that signal handlers write (row_handler.h), in each state in which a handler may find a thread or the process.
** Prints which rows were written, and how many were refused; test_handler.sh compares that with the file.
**
** The handler writes a number, the address of a text, and the call in progress. A second table has raw words, of which the writer
** makes one column. */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include "core.h"
#include "hand.h"
#include "region.h"
#include "row_handler.h"
#include "step.h"
#include "traced.h"

enum { OUTER = COLLECT_HIP, INNER = COLLECT_HSA, RANGES = 1 << 6 };
FUNCTION(outer);
FUNCTION(inner);
FUNCTION(range);
WRAPPER(call_outer, outer, OUTER, (uint64_t)x)
WRAPPER(call_inner, inner, INNER, (uint64_t)x)

static const collect_api row_api = {.rows = true};
static const collect_parameter of_sample[] = {COLLECT_PARAMETER_AT(0, ROCZ_F_INT), COLLECT_PARAMETER_AT(1, ROCZ_F_STRING), COLLECT_PARAMETER_AT(2, ROCZ_F_INT)};
static collect_function samples = {.generation = COLLECT_NEVER, .name = "samples", .api = &row_api, .parameter = of_sample, .texts = "n\0\0name\0\0call\0\0", .parameters = 3, .words = 3};

/* Of a row of n words, the first is a column, and the writer makes another one of the rest: their sum. */
static bool sum_up(const collect_function *f, const uint64_t *raw, unsigned count, uint64_t *words) {
  (void)f;
  words[0] = raw[0], words[1] = 0;
  for (unsigned i = 1; i < count; i++) words[1] += raw[i];
  return true;
}
static const collect_api stack_api = {.rows = true, .intern = sum_up, .plain = 1};
static const collect_parameter of_stack[] = {COLLECT_PARAMETER_AT(0, ROCZ_F_INT), COLLECT_PARAMETER_AT(1, ROCZ_F_INT)};
static collect_function stacks = {.generation = COLLECT_NEVER, .name = "stacks", .api = &stack_api, .parameter = of_stack, .texts = "n\0\0sum\0\0", .parameters = 2, .words = 2};

/* ---- what was written ---- */

/* In shared memory, so that the last handler of a process that ends is in it, too. */
enum { NUMBERS = 60000 };
static struct told { atomic_ulong written, refused, number, calls, bad; char is_written[NUMBERS]; } *told;

static __attribute__((noinline)) bool put(void) {
  unsigned long n = 1 + atomic_fetch_add(&told->number, 1);
  collect_origin at;
  collect_current(&at);
  int saved = errno;
  errno = 77;
  bool good = collect_handler_write(&samples, 0, (uint64_t[]){n, (uintptr_t)(n % 2 ? "odd" : "even"), at.stack_id}, 3);
  if (errno != 77) atomic_fetch_add(&told->bad, 1);
  errno = saved;
  if (good) atomic_fetch_add(&told->written, 1), told->is_written[n % NUMBERS] = 1;
  else atomic_fetch_add(&told->refused, 1);
  return good;
}
static void handler(int sig) { (void)sig, put(); }
static void handle(int sig, void (*what)(int), int flags) {
  struct sigaction a = {.sa_handler = what, .sa_flags = flags};
  sigaction(sig, &a, NULL);
}
static void calls(int n) {
  for (int i = 0; i < n; i++) call_outer(i);
  atomic_fetch_add(&told->calls, (unsigned long)n);
}
static void is(const char *what, bool good) { printf("%s %s\n", good ? "ok" : "not ok", what); }
static void start(void) {
  calls(1);
  call_inner(0);
  is("ready", collect_handler_ready(&samples) && collect_handler_ready(&stacks));
}

/* ---- at each instruction ---- */

#if defined(STEPS)
static int how; /* 0: the handler writes, and returns; 1: it writes, then jumps */
static sigjmp_buf base;
static bool interrupt(ucontext_t *interrupted) {
  if (sigismember(&interrupted->uc_sigmask, SIGUSR1)) return false;
  put();
  if (how) siglongjmp(base, 1);
  return true;
}
static void path_call(void) { call_outer(1), atomic_fetch_add(&told->calls, 1); }
static void path_region(void) {
  collect_region_enter(&range, RANGES, 0, "a range", (uint64_t[]){1, 0});
  call_inner(1);
  collect_region_leave(RANGES, 0);
}
static void path_write(void) { put(); }
static int through_inner(int x) { return call_inner(x); }

static void (*path)(void);
static __attribute__((noinline)) void one(void) {
  if (!sigsetjmp(base, 1)) STEP(path());
  else step_end();
  put();
}
static void *one_thread(void *unused) {
  one();
  return unused;
}
/* Jumps may leave segments taken until the thread has ended. */
static void stepped(void (*what)(void), bool jumps) {
  path = what, how = jumps;
  step.varies = jumps;
  step_for(interrupt, 1);
  while (step_next()) {
    pthread_t t;
    if (!jumps) one();
    else if (!pthread_create(&t, NULL, one_thread, NULL)) pthread_join(t, NULL);
    if (jumps && step.target > 0 && step.target / step.stride % 4 == 0) wait_runs(3);
  }
  printf("instructions %ld\nstride %ld\n", step.known, step.stride);
}
static void in_call(void) { stepped(path_call, false); }
static void in_calls(void) { outer.next = (void *)through_inner, stepped(path_call, false); }
static void in_region(void) { stepped(path_region, false); }
static void nested(void) { stepped(path_write, false); }
static void jumps(void) { stepped(path_write, true); }
#endif

/* ---- threads ---- */

static atomic_int ends, waits;
static void *bare(void *unused) { /* never calls anything of ours */
  atomic_fetch_add(&waits, 1);
  while (!atomic_load(&ends)) sched_yield();
  return unused;
}
static int cloned(void *unused) {
  syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGUSR1);
  return unused != NULL;
}
/* A thread without our state; and one that even shares another's thread-local variables. */
static void threads(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, bare, NULL);
  while (atomic_load(&waits) < 3) sched_yield();
  for (int i = 0; i < 300; i++) pthread_kill(t[i % 3], SIGUSR1);
  while (atomic_load(&told->number) < 3) sched_yield();
  atomic_store(&ends, 1);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  is("bare threads wrote rows", atomic_load(&told->written) >= 3);
  char *stack = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  unsigned long before = atomic_load(&told->written);
  pid_t tid = 0;
  clone(cloned, stack + (1 << 20), CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID, NULL, &tid, NULL, &tid);
  for (int now; (now = *(volatile int *)&tid);) sched_yield();
  is("a thread by clone wrote its row", atomic_load(&told->written) == before + 1);
}

/* Threads that call, add strings and come and go, all of them interrupted all the time, with handlers that interrupt handlers. */
enum { STORM_THREADS = 4, STORM_ROWS = 300 };
static atomic_int storm_over;
static void handler_twice(int sig) {
  put();
  if (sig == SIGUSR2) raise(SIGUSR1);
  put();
}
static void *storm_thread(void *arg) {
  for (int i = 0; !atomic_load(&storm_over); i++) {
    char text[32];
    snprintf(text, sizeof text, "%d of %d", i % 5000, (int)(intptr_t)arg);
    collect_string_word(text);
    if (i < 5000 || i % 256 == 0) calls(1); /* so that there are not millions */
  }
  return NULL;
}
static void storm(void) {
  pthread_t t[STORM_THREADS];
  handle(SIGUSR1, handler_twice, 0), handle(SIGUSR2, handler_twice, 0);
  for (intptr_t i = 0; i < STORM_THREADS; i++) pthread_create(&t[i], NULL, storm_thread, (void *)i);
  for (int i = 0; atomic_load(&told->number) < STORM_ROWS; i++) {
    pthread_kill(t[i % STORM_THREADS], i % 3 ? SIGUSR1 : SIGUSR2);
    sched_yield();
  }
  atomic_store(&storm_over, 1);
  for (int i = 0; i < STORM_THREADS; i++) pthread_join(t[i], NULL);
}

/* Threads end inside their handlers. */
static void handler_exits(int sig) { (void)sig, put(), pthread_exit(NULL); }
static void ended(void) {
  handle(SIGUSR1, handler_exits, 0);
  for (int i = 0; i < 200; i++) {
    pthread_t t;
    pthread_create(&t, NULL, storm_thread, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
  }
}

/* ---- forks ---- */

static void early(void) { raise(SIGUSR1); } /* in the child, before our own handler of forks has run */

static void child_of_fork(void) {
  unsigned long before = atomic_load(&told->written);
  raise(SIGUSR1);
  is("a forked child that is not ready writes nothing", atomic_load(&told->written) == before);
  is("a forked child gets ready", collect_handler_ready(&samples));
  for (int i = 0; i < 5; i++) raise(SIGUSR1);
  is("... and writes", atomic_load(&told->written) == before + 5);
  is("... but not to a table that its file does not know yet", !collect_handler_write(&stacks, 0, (uint64_t[]){1, 2}, 2) && collect_handler_ready(&stacks) && collect_handler_write(&stacks, 0, (uint64_t[]){1, 2}, 2));
  fflush(stdout);
}
static void forks(void) {
  unsigned long refused = atomic_load(&told->refused);
  for (int i = 0; i < 10; i++) raise(SIGUSR1);
  fflush(stdout);
  if (!fork()) child_of_fork(), exit(0);
  wait(NULL);
  if (!vfork()) syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGUSR1), _exit(0); /* it shares the memory: its row is the parent's */
  if (!syscall(SYS_fork)) {
    for (int i = 0; i < 5; i++) syscall(SYS_tgkill, syscall(SYS_getpid), syscall(SYS_gettid), SIGUSR1);
    _exit(0);
  }
  wait(NULL), wait(NULL);
  for (int i = 0; i < 10; i++) raise(SIGUSR1);
  is("refused: in the early handler, before the child was ready, in the raw fork", atomic_load(&told->refused) == refused + 7);
}

/* ---- the end ---- */

static timer_t timer;
static bool is_last;
static void storm_on(void) {
  struct sigevent e = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
  struct itimerspec t = {.it_interval = {.tv_nsec = 20000}, .it_value = {.tv_nsec = 20000}};
  timer_create(CLOCK_MONOTONIC, &e, &timer);
  timer_settime(timer, 0, &t, NULL);
}
static void at_end(void) {
  calls(1000);
  raise(SIGUSR1);
}
static void exits(void) {
  storm_on();
  is_last = true;
  calls(5000);
}

static void killed(void) {
  for (int i = 0; i < 2000; i++) raise(SIGUSR1);
  for (unsigned n = 2; n < 200; n++) collect_handler_write(&stacks, 0, (uint64_t[200]){n, 1, 2, 3}, n);
  writer_hold(), writer_go();
  collect_wake_ask(), wait_runs(2);
  writer_hold();
  for (int i = 0; i < 700; i++) raise(SIGUSR1);
  collect_handler_write(&stacks, 0, (uint64_t[]){777, 1, 2, 3}, 4);
  kill(getpid(), SIGKILL);
}

/* ---- full, small stacks, stopped ---- */

static void full(void) {
  writer_hold();
  for (int i = 0; i < 6000; i++) raise(SIGUSR1);
  is("some were refused", atomic_load(&told->refused) > 0);
  writer_go();
  wait_runs(2);
  unsigned long before = atomic_load(&told->refused);
  for (int i = 0; i < 3000; i++) raise(SIGUSR1);
  is("then there is room again", atomic_load(&told->refused) == before);
}

/* Full segments are used again, even when there are as many as there may be. */
static void refilled(void) {
  uint64_t words[200] = {1};
  unsigned long rows = 0, refused = 0;
  for (int i = 0; i < 7; i++, refused++) {
    writer_hold();
    while (collect_handler_write(&stacks, 0, words, 200)) rows++;
    writer_go();
    wait_runs(2);
  }
  printf("rows %lu\nfull %lu\n", rows, refused);
}

static char own_stack[64 << 10] __attribute__((aligned(4096)));
static volatile uintptr_t deepest;
static void handler_deep(int sig) {
  (void)sig;
  uintptr_t here = (uintptr_t)__builtin_frame_address(0), at = (uintptr_t)own_stack;
  put();
  while (at < here && *(volatile uint8_t *)at == 0xa5) at++;
  deepest = here - at;
}
/* On an alternate stack, of which it uses little. */
static void small(void) {
  stack_t alternate = {.ss_sp = own_stack, .ss_size = sizeof own_stack};
  sigaltstack(&alternate, NULL);
  handle(SIGUSR1, handler_deep, SA_ONSTACK);
  raise(SIGUSR1);
  memset(own_stack, 0xa5, sizeof own_stack);
  for (int i = 0; i < 100; i++) raise(SIGUSR1);
  memset(own_stack, 0xa5, sizeof own_stack);
  raise(SIGUSR1);
  printf("stack %lu\n", (unsigned long)deepest);
}

static void stopped(void) {
  raise(SIGUSR1);
  collect_gate_stop(1);
  unsigned long before = atomic_load(&told->written);
  for (int i = 0; i < 10; i++) raise(SIGUSR1);
  is("nothing while the recording is stopped", atomic_load(&told->written) == before);
  collect_gate_start(1);
  raise(SIGUSR1);
}

static void interned(void) {
  for (unsigned n = 2; n <= COLLECT_HANDLER_WORDS; n += 7) {
    uint64_t words[COLLECT_HANDLER_WORDS] = {n};
    for (unsigned i = 1; i < n; i++) words[i] = i;
    if (!collect_handler_write(&stacks, collect_ticks() - 1000, words, n)) is("written", false);
    if (n % 70 == 2) wait_runs(1);
  }
  uint64_t many[COLLECT_HANDLER_WORDS + 1] = {0};
  is("too many words are counted", !collect_handler_write(&stacks, 0, many, COLLECT_HANDLER_WORDS + 1));
}

int main(int argc, char **argv) {
  static const struct { const char *name; void (*run)(void); } known[] = {
#if defined(STEPS)
      {"in_call", in_call}, {"in_calls", in_calls}, {"in_region", in_region}, {"nested", nested}, {"jumps", jumps},
#endif
      {"threads", threads}, {"storm", storm}, {"ended", ended}, {"forks", forks}, {"exits", exits}, {"killed", killed}, {"full", full}, {"refilled", refilled}, {"small", small}, {"stopped", stopped}, {"interned", interned}};
  told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  const char *name = argc > 1 ? argv[1] : "";
  bool end = !strcmp(name, "exits");
  handle(SIGUSR1, handler, 0);
  pid_t child = end || !strcmp(name, "killed") ? fork() : 0; /* then the parent tells what the child has written */
  for (size_t i = 0; !child && i < sizeof known / sizeof *known; i++)
    if (!strcmp(name, known[i].name)) {
      if (!strcmp(name, "forks")) pthread_atfork(NULL, NULL, early);
      if (end) atexit(at_end);
      raise(SIGUSR1); /* before there is a file: it writes nothing */
      start();
      known[i].run();
      if (end) exit(0);
    }
  if (child > 0) waitpid(child, NULL, 0);
  printf("written %lu\nrefused %lu\nof_calls %lu\n", atomic_load(&told->written), atomic_load(&told->refused), atomic_load(&told->calls));
  is("errno is kept", !atomic_load(&told->bad));
  for (unsigned i = 0; i < NUMBERS; i++)
    if (told->is_written[i]) printf("wrote %u\n", i);
  return 0;
}

/* After the file is closed. */
__attribute__((destructor(101))) static void after(void) {
  if (is_last) raise(SIGUSR1);
}
