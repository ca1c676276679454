/* hostile CASE: programs that a sampler by signals breaks. Each ends with exit code 0 and prints "ok CASE" if nothing was different than without one.
** Each uses some hundred ms of CPU time, so that it gets some hundred signals at 997 Hz. */
#include <dlfcn.h>
#include <errno.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

static volatile long sink;
static char *self;
static long now(clockid_t c) {
  struct timespec t;
  clock_gettime(c, &t);
  return t.tv_sec * 1000000000 + t.tv_nsec;
}
static __attribute__((noinline)) void burn(int ms) {
  long end = now(CLOCK_THREAD_CPUTIME_ID) + ms * 1000000L;
  do
    for (int i = 0; i < 20000; i++) sink++;
  while (now(CLOCK_THREAD_CPUTIME_ID) < end);
}
static void need(int good, const char *what) {
  if (good) return;
  printf("not ok: %s\n", what);
  fflush(stdout);
  _exit(3);
}
static void run(void *(*f)(void *), pthread_attr_t *attr) {
  pthread_t t;
  need(!pthread_create(&t, attr, f, NULL), "a thread starts");
  pthread_join(t, NULL);
}
static void *burner(void *ms) { burn((int)(long)ms); return NULL; }
static void *for_ever(void *unused) { for (;;) burn(10); }

/* ---- stacks ---- */

static __attribute__((noinline)) void deep(int bytes) {
  volatile char b[512];
  b[0] = 1;
  if (bytes > 600) deep(bytes - 600);
  else burn(200);
  sink += b[0];
}
static void *near_end(void *unused) { deep(9000); return NULL; }
static void small(void) {
  pthread_attr_t a;
  pthread_attr_init(&a);
  pthread_attr_setstacksize(&a, 16384);
  run(near_end, &a);
}
/* Goes down to where a signal has hardly room, blocks there, so that it is seen, and computes. */
static __attribute__((noinline)) void down_to(char *low) {
  volatile char b[512];
  b[0] = 1;
  if ((char *)b - low > 10000) {
    down_to(low);
  } else {
    usleep(100000);
    burn(150);
  }
  sink += b[0];
}
static void *goes_down(void *unused) {
  pthread_attr_t a;
  void *low;
  size_t bytes;
  pthread_getattr_np(pthread_self(), &a);
  pthread_attr_getstack(&a, &low, &bytes);
  pthread_attr_destroy(&a);
  down_to(low);
  return NULL;
}
static void near(void) {
  pthread_attr_t a;
  pthread_attr_init(&a);
  pthread_attr_setstacksize(&a, 65536);
  run(goes_down, &a);
}
static ucontext_t back, other;
static void in_context(void) {
  for (int i = 0; i < 20; i++) {
    burn(10);
    swapcontext(&other, &back);
  }
}
static void contexts(void) {
  getcontext(&other);
  other.uc_stack.ss_size = 65536;
  other.uc_stack.ss_sp = malloc(65536);
  other.uc_link = &back;
  makecontext(&other, in_context, 0);
  for (int i = 0; i < 20; i++) {
    burn(2);
    swapcontext(&back, &other);
  }
}
static volatile int handled;
static void burns(int sig) { handled++; burn(20); }
static void altstack(void) {
  static char memory[65536];
  stack_t s = {.ss_sp = memory, .ss_size = sizeof memory}, is;
  struct sigaction a = {.sa_handler = burns, .sa_flags = SA_ONSTACK};
  need(!sigaltstack(NULL, &is) && is.ss_flags & SS_DISABLE, "there is no alternate stack");
  sigaltstack(&s, NULL);
  sigaction(SIGUSR1, &a, NULL);
  for (int i = 0; i < 10; i++) raise(SIGUSR1);
  need(handled == 10, "each signal is handled");
  need(!sigaltstack(NULL, &is) && is.ss_sp == memory && is.ss_size == sizeof memory, "the alternate stack is the program's");
}

/* An alternate stack of 8 kB, as SIGSTKSZ was, has room for one handler and not for another signal's frame. */
static void burns_deep(int sig) {
  volatile char b[2000];
  b[0] = 1;
  burn(15);
  sink += b[0];
}
static void small_altstack(void) {
  char *memory = mmap(NULL, 12288, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack_t s = {.ss_sp = memory + 4096, .ss_size = 8192};
  struct sigaction a = {.sa_handler = burns_deep, .sa_flags = SA_ONSTACK}, is;
  mprotect(memory, 4096, PROT_NONE);
  sigaction(SIGUSR1, &a, NULL);
  need(!sigaltstack(&s, NULL), "the alternate stack is set");
  sigaction(SIGUSR2, &a, NULL);
  for (int i = 0; i < 10; i++) raise(i % 2 ? SIGUSR1 : SIGUSR2), burn(5);
  for (int sig = 1; sig < 65; sig++)
    need(!sigaction(SIGUSR1, NULL, &is) && sigismember(&is.sa_mask, sig) <= 0 && !sigaction(SIGUSR2, NULL, &is) && sigismember(&is.sa_mask, sig) <= 0,
         "the program's masks are as it set them");
}
/* Code that a program has made, without tables. With pages of its own: it may be executable only, where the processor can do that. */
typedef void made_code(long n, char *stack, char *frame);
static made_code *make(int protection) {
  static const unsigned char code[] = {0x55, 0x49, 0x89, 0xe2, 0x48, 0x89, 0xf4, 0x48, 0x89, 0xd5, /* push rbp; mov r10, rsp; mov rsp, rsi; mov rbp, rdx */
                                       0x48, 0xff, 0xcf, 0x75, 0xfb, 0x4c, 0x89, 0xd4, 0x5d, 0xc3}; /* l: dec rdi; jnz l; mov rsp, r10; pop rbp; ret */
  char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(page + 16, code, sizeof code);
  need(!mprotect(page, 4096, protection), "code is made");
  return (made_code *)(page + 16);
}
static void execute_only(void) {
  char *stack = malloc(65536);
  make(PROT_EXEC)(200000000, stack + 65520, NULL);
}
/* The limit of the main thread's stack says nothing about what is mapped below it: a stack there ends where its mapping does. */
static void raised_limit(void) {
  struct rlimit limit;
  getrlimit(RLIMIT_STACK, &limit);
  limit.rlim_cur = limit.rlim_max < 1ul << 40 ? limit.rlim_max : 1ul << 40;
  need(!setrlimit(RLIMIT_STACK, &limit), "the limit is raised");
  char *stack = mmap(NULL, 262144, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(stack + 131072, 131072);
  make(PROT_READ | PROT_EXEC)(200000000, stack + 65536, stack + 131072 + 32768); /* rbp is where nothing is */
}

/* ---- signals ---- */

static void *all_blocked(void *unused) {
  sigset_t all, pending;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  burn(150);
  sigpending(&pending);
  for (int s = 1; s < 65; s++) need(sigismember(&pending, s) <= 0, "no signal is pending in a thread that blocks all");
  burn(100);
  return NULL;
}
static void masked(void) { run(all_blocked, NULL); }
/* Blocks signals only when it was signalled already. */
static void *later_blocked(void *unused) {
  sigset_t all;
  burn(100);
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  burn(100);
  pthread_sigmask(SIG_UNBLOCK, &all, NULL);
  burn(100);
  return NULL;
}
/* Blocks signals when it begins, and no longer than that. */
static void *first_blocked(void *unused) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  burn(20);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  burn(200);
  return NULL;
}
static void masked_first(void) { run(first_blocked, NULL); }
static void masked_later(void) { run(later_blocked, NULL); }
static void count(int sig) { handled++; }
static void handlers(void) {
  static const int sigs[] = {SIGURG, SIGWINCH, SIGPROF};
  struct sigaction a = {.sa_handler = count, .sa_flags = SA_RESTART}, old;
  for (int i = 0; i < 3; i++) {
    need(!sigaction(sigs[i], NULL, &old) && old.sa_handler == SIG_DFL, "the program sees no handler of ours");
    burn(30);
    sigaction(sigs[i], &a, &old);
    need(old.sa_handler == SIG_DFL, "nor when it sets its own");
    for (int k = 0; k < 10000; k++) raise(sigs[i]), sink++;
    need(!sigaction(sigs[i], NULL, &old) && old.sa_handler == count, "the program sees its handler");
    burn(30);
  }
  need(handled == 30000, "the program's handler gets the program's signals, and no others");
  struct itimerval t = {{0, 5000}, {0, 5000}};
  setitimer(ITIMER_PROF, &t, NULL);
  burn(200);
  need(handled > 310, "ITIMER_PROF ticks");
  memset(&t, 0, sizeof t);
  setitimer(ITIMER_PROF, &t, NULL);
}
/* What is sent and has no handler is ignored, or ends the process, as ever. */
static void defaults(void) {
  int status;
  burn(50);
  raise(SIGURG), raise(SIGWINCH), kill(getpid(), SIGURG);
  burn(50);
  if (!fork()) {
    burn(5);
    raise(SIGPROF);
    _exit(9);
  }
  wait(&status);
  need(WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF, "SIGPROF ends a process");
}
static void sleeps(void) {
  for (int i = 0; i < 300; i++) {
    sink++;
    need(!nanosleep(&(struct timespec){0, 500000}, NULL), "a sleep is not interrupted");
  }
  burn(50);
}
static sigjmp_buf base;
static void jump(int sig) { siglongjmp(base, 1); }
static __attribute__((noinline)) void dive(int n) { if (n) dive(n - 1), sink++; else burn(1), siglongjmp(base, 1); }
static void jumps(void) {
  struct sigaction a = {.sa_handler = jump};
  struct itimerval t = {{0, 3000}, {0, 3000}};
  volatile int n = 0;
  sigaction(SIGVTALRM, &a, NULL);
  for (volatile int i = 0; i < 100; i++)
    if (!sigsetjmp(base, 1)) dive(20);
  setitimer(ITIMER_VIRTUAL, &t, NULL);
  while (n < 30)
    if (sigsetjmp(base, 1)) n++;
    else burn(100);
  memset(&t, 0, sizeof t);
  setitimer(ITIMER_VIRTUAL, &t, NULL);
}

/* ---- threads and processes ---- */

static void *cancelled(void *unused) {
  int old;
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
  return for_ever(NULL);
}
static void cancel(void) {
  for (int i = 0; i < 40; i++) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, i % 2 ? cancelled : for_ever, NULL);
    if (i % 2 == 0) pthread_detach(t);
    burn(4);
    if (i % 2) {
      pthread_cancel(t);
      pthread_join(t, &result);
      need(result == PTHREAD_CANCELED, "a thread is cancelled");
    }
    if (i > 3) i++;
  }
}
static void many(void) {
  pthread_t t[100];
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 100; i++) pthread_create(&t[i], NULL, burner, (void *)1L);
    for (int i = 0; i < 100; i++) pthread_join(t[i], NULL);
  }
}
static int raw_thread(void *over) {
  struct timespec t = {0, 30000000};
  syscall(SYS_nanosleep, &t, NULL); /* its stack is seen once it is blocked */
  for (int i = 0; i < 100; i++)
    for (int k = 0; k < 2000000; k++) sink++;
  *(volatile int *)over = 1;
  syscall(SYS_exit, 0);
  return 0;
}
static void cloned(void) {
  static volatile int over;
  char *stack = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  need(clone(raw_thread, stack + (1 << 20), CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM, (void *)&over) > 0,
       "a thread starts");
  while (!over) usleep(1000);
}
static void forks(void) {
  char *large = malloc(64 << 20); /* a fork takes longer than a tick */
  memset(large, 1, 64 << 20);
  pthread_t t;
  pthread_create(&t, NULL, for_ever, NULL);
  for (int i = 0; i < 60; i++) {
    int status = 0, pid = fork();
    if (!pid) {
      if (i % 3 == 0) burn(3);
      if (i % 3 == 1) execl("/bin/true", "true", NULL);
      _exit(i % 3 == 0 ? 7 : 0);
    }
    need(pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == (i % 3 == 0 ? 7 : 0), "a child ends as it should");
  }
}
static void vforks(void) {
  pthread_t t;
  pthread_create(&t, NULL, for_ever, NULL);
  for (int i = 0; i < 60; i++) {
    char *arguments[] = {"true", NULL}, *none[] = {NULL};
    int status = 0, pid;
    if (i % 3 == 0) {
      need(!posix_spawn(&pid, "/bin/true", NULL, NULL, arguments, none), "posix_spawn");
    } else if (!(pid = vfork())) {
      if (i % 3 == 1) execve("/bin/true", arguments, none);
      _exit(0);
    }
    need(waitpid(pid, &status, 0) == pid && WIFEXITED(status) && !WEXITSTATUS(status), "a child ends as it should");
  }
}
/* Becomes itself again, with threads that run, and a signal on its way now and then. */
static void execs(const char *left) {
  pthread_t t;
  char n[16];
  snprintf(n, sizeof n, "%d", (left ? atoi(left) : 40) - 1);
  if (atoi(n) <= 0) return;
  pthread_create(&t, NULL, for_ever, NULL);
  burn(3);
  execl(self, self, "execs", n, NULL);
  need(0, "exec");
}
/* A library comes and goes while threads are in its function, and below it. */
static volatile int loads_over;
static int below(int ms) { burn(ms); return ms; }
static void *loads(void *once) {
  for (int i = 0; i < 40 || (once && !loads_over); i++) {
    void *library = dlopen("./unloads.so", RTLD_NOW | RTLD_LOCAL);
    int (*through)(int (*)(int), int) = library ? (int (*)(int (*)(int), int))dlsym(library, "through") : NULL;
    need(through && through(below, 2) == 3, "a library is loaded");
    dlclose(library);
  }
  return NULL;
}
static void unloads(void) {
  pthread_t t[3];
  loads_over = 0;
  for (long i = 0; i < 3; i++) pthread_create(&t[i], NULL, loads, (void *)i);
  pthread_join(t[0], NULL);
  loads_over = 1;
  for (int i = 1; i < 3; i++) pthread_join(t[i], NULL);
}
/* The C library sets user ids in all threads, by a signal of its own, and aborts if they differ. */
static void *sleeper(void *over) {
  while (!*(volatile int *)over) usleep(300);
  return NULL;
}
static void setxid(void) {
  static volatile int over;
  pthread_t t[3];
  uid_t others[2] = {getuid() ? getuid() : 65534, getuid()};
  over = 0;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, sleeper, (void *)&over);
  pthread_create(&t[2], NULL, cancelled, NULL);
  for (int i = 0; i < 400; i++) {
    need(!seteuid(others[i % 2]) && geteuid() == others[i % 2], "the user changes");
    if (i % 20 == 0) burn(5);
    if (i % 20 == 1) run(burner, NULL);
  }
  over = 1;
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  pthread_cancel(t[2]);
  pthread_join(t[2], NULL);
}
/* Strict: a thread may read, write, return from handlers and end, and the TSC is not to be read. */
static int over_pipe[2];
static void *in_strict_mode(void *unused) {
  need(!prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT), "strict mode");
  for (int i = 0; i < 200; i++)
    for (int k = 0; k < 1000000; k++) sink++;
  syscall(SYS_write, over_pipe[1], "over", 4);
  syscall(SYS_exit, 7);
  return NULL;
}
static void in_strict(const char *who) {
  char text[8];
  need(read(over_pipe[0], text, 4) == 4, who);
}
static void strict(void) {
  int status;
  need(!pipe(over_pipe), "a pipe");
  pid_t child = fork();
  if (!child) {
    burn(30);
    in_strict_mode(NULL);
  }
  close(over_pipe[1]); /* so that the read ends if the child does */
  in_strict("a child in strict mode works to its end");
  need(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7, "and ends as it wants");
  pthread_t t;
  need(!pipe(over_pipe), "a pipe");
  pthread_create(&t, NULL, in_strict_mode, NULL);
  in_strict("a thread in strict mode works to its end");
  burn(50);
}
static void no_tsc(void) {
  need(!prctl(PR_SET_TSC, PR_TSC_SIGSEGV), "the TSC is forbidden");
  for (int i = 0; i < 200; i++)
    for (int k = 0; k < 1000000; k++) sink++;
  need(!prctl(PR_SET_TSC, PR_TSC_ENABLE), "and allowed");
}
/* A process that began as root and works for somebody else: /proc does not tell it where its threads are blocked. */
static void *napper(void *ms) {
  usleep((useconds_t)(long)ms * 1000);
  return NULL;
}
static void privileges(void) {
  pthread_t t[2];
  need(!setresgid(65534, 65534, 65534) && !setresuid(65534, 65534, 65534), "the user changes");
  pthread_create(&t[0], NULL, burner, (void *)300L);
  pthread_create(&t[1], NULL, napper, (void *)400L);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
}
static void killed(void) {
  burn(300);
  printf("ready\n");
  fflush(stdout);
  for (;;) burn(10);
}

int main(int n, char **argument) {
  static const struct { const char *name; void (*f)(void);
  } cases[] = {{"small", small}, {"near", near}, {"contexts", contexts}, {"altstack", altstack}, {"small_altstack", small_altstack}, {"execute_only", execute_only},
    {"raised_limit", raised_limit}, {"masked", masked}, {"masked_first", masked_first}, {"masked_later", masked_later}, {"handlers", handlers},
    {"defaults", defaults}, {"sleeps", sleeps}, {"jumps", jumps}, {"cancel", cancel}, {"many", many}, {"cloned", cloned}, {"forks", forks},
    {"vforks", vforks}, {"unloads", unloads}, {"setxid", setxid}, {"privileges", privileges}, {"strict", strict}, {"no_tsc", no_tsc}, {"killed", killed}};
  char path[4096] = "";
  readlink("/proc/self/exe", path, sizeof path - 1);
  self = path;
  if (!strcmp(argument[1], "execs")) execs(argument[2]);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (!strcmp(cases[i].name, argument[1])) cases[i].f();
  printf("ok %s\n", argument[1]);
  return 0;
}
