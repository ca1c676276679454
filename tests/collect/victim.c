/* Programs that a collector could easily disturb, by name: victim CASE [arguments]. They run on fake_hip.c, under libcollect.so.
** The tests look at the files afterwards. Lines "expect NAME COUNT" on stdout say what the files must contain. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include "rocz.h"

int hipSetDevice(int), hipDeviceSynchronize(void), hipGetDevice(int *), hipModuleLoad(void **, const char *), hipStreamSynchronize(void *);
int hipMemcpyAsync(void *, const void *, size_t, int, void *), hipMemcpy(void *, const void *, size_t, int);
int hipStreamAddCallback(void *, void (*)(void *, int, void *), void *, unsigned), hipStreamCreate(void **), hipStreamDestroy(void *);

static int listen_(void), toggle(const char *how);
static char memory[64];
static void calls(int n) { for (int i = 0; i < n; i++) hipSetDevice(i & 7); }

/* ---- ends ---- */

static void end_by(const char *how) {
  if (!strcmp(how, "exit")) exit(3);
  if (!strcmp(how, "_exit")) _exit(3);
  if (!strcmp(how, "quick_exit")) quick_exit(3);
  if (!strcmp(how, "abort")) abort();
  if (!strcmp(how, "kill")) kill(getpid(), SIGKILL);
  if (!strcmp(how, "term")) kill(getpid(), SIGTERM);
  if (!strcmp(how, "segv")) *(volatile int *)8 = 0;
  if (!strcmp(how, "exec")) { execl("/bin/sh", "sh", "-c", "exit 3", NULL); _exit(9); }
  if (!strcmp(how, "pthread_exit")) pthread_exit(NULL);
}
static void *forever(void *arg) { (void)arg; calls(10); for (;;) pause(); }
static void *end_thread(void *how) { calls(10); end_by(how); return NULL; }

/* ---- signals ---- */

static volatile sig_atomic_t handled;
static void on_alarm(int sig) { (void)sig; handled++; hipDeviceSynchronize(); }
static volatile pid_t handler_tid;
static void on_signal(int sig) { (void)sig; handler_tid = (pid_t)syscall(SYS_gettid); }
static void on_alarm_leave(int sig);
static sigjmp_buf out;
static volatile sig_atomic_t armed;
static void on_alarm_leave(int sig) { (void)sig; handled++; if (armed) siglongjmp(out, 1); }
static void timer(int us, void (*handler)(int), int flags) {
  struct sigaction a = {.sa_handler = handler, .sa_flags = SA_RESTART | flags};
  sigaction(SIGALRM, &a, NULL);
  struct itimerval t = {{0, us}, {0, us}};
  setitimer(ITIMER_REAL, &t, NULL);
}

/* ---- calls within calls ---- */

static jmp_buf left;
static void leave(void *s, int e, void *a) { (void)s; (void)e; (void)a; longjmp(left, 1); }
static void inner(void *s, int e, void *a) { (void)s; (void)e; calls(*(int *)a); }
static void do_fork(void *s, int e, void *a) {
  (void)s; (void)e;
  pid_t p = *(int *)a ? (pid_t)syscall(SYS_fork) : fork();
  if (!p) { *(int *)a = -1; calls(5); return; }
  int status;
  waitpid(p, &status, 0);
}

static void *short_thread(void *arg) { calls((int)(intptr_t)arg); return NULL; }
static void *long_thread(void *arg) { for (int i = 0; i < (int)(intptr_t)arg; i++) hipMemcpyAsync(memory, memory, (size_t)i, 1, NULL); return NULL; }

/* Finds the largest CALLS segment of this process in the mappings of the live file. */
static rocz_segment *own_segment(void) {
  FILE *f = fopen("/proc/self/maps", "r");
  char line[5000];
  rocz_segment *found = NULL;
  while (f && fgets(line, sizeof line, f)) {
    unsigned long at;
    if (!strstr(line, ".live") || sscanf(line, "%lx", &at) != 1) continue;
    rocz_segment *s = (rocz_segment *)at;
    if (s->magic == ROCZ_SEGMENT_MAGIC && s->kind == ROCZ_SEG_CALLS && (!found || s->capacity > found->capacity)) found = s;
  }
  if (f) fclose(f);
  return found;
}

/* The size in bytes of this process's trace file. */
static long long own_file_bytes(void) {
  char path[600], mark[32];
  long long bytes = 0;
  struct stat st;
  DIR *d = opendir(getenv("COLLECT_OUTPUT"));
  snprintf(mark, sizeof mark, "-%d-", (int)getpid());
  for (struct dirent *e; d && (e = readdir(d));) {
    snprintf(path, sizeof path, "%s/%s", getenv("COLLECT_OUTPUT"), e->d_name);
    if (strstr(e->d_name, mark) && !strstr(e->d_name, ".live") && !stat(path, &st)) bytes = st.st_size;
  }
  if (d) closedir(d);
  return bytes;
}

/* Makes calls until the file has grown, for a second at most. Returns their number. */
static int calls_until_written(void) {
  int n = 0;
  for (long long before = own_file_bytes(); n < 100 && own_file_bytes() == before; n++) {
    calls(2000);
    usleep(10000);
  }
  return n * 2000;
}

static int run(int argc, char **argv) {
  const char *name = argv[1];
  int n = argc > 2 ? atoi(argv[2]) : 0;
  if (!strcmp(name, "none")) return 3;
  if (!strcmp(name, "end")) {
    calls(10);
    end_by(argv[2]);
    return 3;
  }
  if (!strcmp(name, "end_in_thread")) {
    pthread_t t;
    pthread_create(&t, NULL, end_thread, argv[2]);
    pthread_join(t, NULL);
    return 3;
  }
  if (!strcmp(name, "thread_forever")) {
    pthread_t t;
    pthread_create(&t, NULL, forever, NULL);
    usleep(50000);
    return 3;
  }
  if (!strcmp(name, "hang")) { /* the test kills it */
    calls(7);
    printf("hanging\n");
    fflush(stdout);
    hipStreamSynchronize(NULL);
  }
  if (!strcmp(name, "flood")) { /* writes the number of calls that have returned to the file argv[2]; the test kills it */
    int fd = open(argv[2], O_RDWR | O_CREAT, 0666);
    if (ftruncate(fd, 4096)) return 1;
    volatile uint64_t *returned = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    for (uint64_t i = 0;; i++) {
      hipSetDevice(0);
      *returned = i + 1;
      if (argc > 3) for (volatile int w = 0; w < atoi(argv[3]); w++) {}
    }
  }
  if (!strcmp(name, "errno")) {
    for (int i = 0; i < 3; i++) {
      errno = 77;
      hipSetDevice(0);
      hipMemcpy(memory, memory, 1, 1);
      if (errno != 77) printf("errno is %d\n", errno);
    }
    return 3;
  }
  if (!strcmp(name, "nested")) { /* calls of the runtime to itself are no rows */
    for (int i = 0; i < n; i++) hipMemcpy(memory, memory, 1, 1);
    int few = 5;
    hipStreamAddCallback(NULL, inner, &few, 0);
    printf("expect hipMemcpy %d\nexpect hipStreamAddCallback 1\nexpect hipMemcpyAsync 0\nexpect hipSetDevice 0\n", n);
    return 3;
  }
  if (!strcmp(name, "signal")) { /* handlers call traced functions at any instruction */
    timer(100, on_alarm, 0);
    int made = 0;
    while (handled < n) { calls(1000); made += 1000; usleep(100); }
    timer(0, on_alarm, 0);
    printf("expect hipSetDevice %d\nat_most hipDeviceSynchronize %d\n", made, (int)handled);
    return 3;
  }
  if (!strcmp(name, "blocked")) { /* our threads do not take signals that the program blocks */
    calls(10);
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    struct sigaction a = {.sa_handler = on_signal};
    sigaction(SIGUSR1, &a, NULL);
    kill(getpid(), SIGUSR1);
    usleep(50000);
    printf("%d\n", (int)handler_tid);
    return 3;
  }
  if (!strcmp(name, "longjmp")) { /* calls that never return do not end the recording */
    int ok = 0;
    for (int i = 0; i < n; i++) {
      if (!setjmp(left)) hipStreamAddCallback(NULL, leave, NULL, 0);
      calls(3);
      ok += 3;
    }
    printf("expect hipSetDevice %d\nexpect hipStreamAddCallback 0\n", ok);
    return 3;
  }
  if (!strcmp(name, "siglongjmp")) { /* calls are left at any instruction, also on an alternative stack */
    static char stack[65536];
    stack_t s = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&s, NULL);
    timer(200, on_alarm_leave, SA_ONSTACK);
    while (handled < n) {
      if (!sigsetjmp(out, 1)) {
        armed = 1;
        calls(100000);
      }
      armed = 0;
    }
    timer(0, on_alarm_leave, SA_ONSTACK);
    const rocz_segment *ring = own_segment();
    while (ring && ring->pos - ring->tail > ring->capacity / 2) usleep(1000); /* on a busy machine, the ring may be full at this moment */
    for (int i = 0; i < 1000; i++) hipGetDevice(&n);
    printf("expect hipGetDevice 1000\n");
    return 3;
  }
  if (!strcmp(name, "fork")) { /* n: 0 fork, 1 the system call itself */
    calls(10);
    pid_t p = n ? (pid_t)syscall(SYS_fork) : fork();
    if (!p) { calls(20); exit(0); }
    calls(10);
    waitpid(p, NULL, 0);
    calls(10);
    return 3;
  }
  if (!strcmp(name, "fork_late")) { /* the same once the parent's file has strings */
    void *m;
    char text[32];
    for (int i = 0; i < 300; i++) {
      snprintf(text, sizeof text, "of-the-parent-%d", i);
      hipModuleLoad(&m, text);
    }
    printf("expect hipSetDevice %d\n", calls_until_written() + 20);
    fflush(stdout);
    pid_t p = n ? (pid_t)syscall(SYS_fork) : fork();
    if (!p) {
      calls(20);
      for (int i = 0; i < 5; i++) hipModuleLoad(&m, "of-the-child");
      end_by(argc > 3 ? argv[3] : "exit");
    }
    waitpid(p, NULL, 0);
    printf("expect hipModuleLoad %d\n", 305);
    return 3;
  }
  if (!strcmp(name, "full_disk")) { /* a write is cut short; later there is room again */
    int made = calls_until_written();
    struct rlimit old, r;
    getrlimit(RLIMIT_FSIZE, &old);
    r = old;
    r.rlim_cur = (rlim_t)own_file_bytes() + 300;
    setrlimit(RLIMIT_FSIZE, &r);
    for (int i = 0; i < 40; i++) {
      calls(1000);
      usleep(10000);
    }
    setrlimit(RLIMIT_FSIZE, &old);
    made += 40000 + calls_until_written();
    printf("made %d\n", made);
    return 3;
  }
  if (!strcmp(name, "fork_inside")) { /* the fork happens inside a traced call */
    int how = n;
    calls(10);
    hipStreamAddCallback(NULL, do_fork, &how, 0);
    if (how < 0) { calls(20); exit(0); }
    calls(10);
    return 3;
  }
  if (!strcmp(name, "fork_idle")) { /* a child that calls nothing leaves no file, and does not touch its parent's */
    calls(10);
    if (!(n ? (pid_t)syscall(SYS_fork) : fork())) exit(0);
    wait(NULL);
    calls(10);
    return 3;
  }
  if (!strcmp(name, "vfork")) {
    calls(10);
    pid_t p = vfork();
    if (!p) { execl("/bin/true", "true", NULL); _exit(1); }
    waitpid(p, NULL, 0);
    calls(10);
    return 3;
  }
  if (!strcmp(name, "short_threads")) {
    for (int i = 0; i < n; i++) {
      pthread_t t[8];
      for (int j = 0; j < 8; j++) pthread_create(&t[j], NULL, short_thread, (void *)5);
      for (int j = 0; j < 8; j++) pthread_join(t[j], NULL);
      if (i % 16 == 15) usleep(2000);
    }
    printf("expect hipSetDevice %d\n", n * 40);
    return 3;
  }
  if (!strcmp(name, "threads")) {
    pthread_t t[8];
    for (int j = 0; j < 8; j++) pthread_create(&t[j], NULL, long_thread, (void *)(intptr_t)n);
    for (int j = 0; j < 8; j++) pthread_join(t[j], NULL);
    printf("expect hipMemcpyAsync %d\n", n * 8);
    return 3;
  }
  if (!strcmp(name, "close_all")) { /* the collector takes none of the program's descriptors */
    for (int i = 0; i < 200; i++) {
      for (int fd = 3; fd < 64; fd++) close(fd);
      calls(500);
      int fd = open("/dev/null", O_RDONLY);
      if (fd != 3) printf("descriptor %d\n", fd);
      usleep(500);
    }
    close(0), close(1), close(2);
    calls(500);
    return 3;
  }
  if (!strcmp(name, "writer")) { /* does our thread share a descriptor of the program? what is the nice value of each? */
    calls(10);
    usleep(200000);
    int fd = open("/dev/null", O_RDONLY), found = 0, shared = 0, nice = 0;
    DIR *d = opendir("/proc/self/task");
    for (struct dirent *e; d && (e = readdir(d));) {
      char path[300], comm[32] = "";
      snprintf(path, sizeof path, "/proc/self/task/%s/comm", e->d_name);
      FILE *f = fopen(path, "r");
      if (!f || !fgets(comm, sizeof comm, f) || strcmp(comm, "collect\n")) continue;
      snprintf(path, sizeof path, "/proc/self/task/%s/fd/%d", e->d_name, fd);
      found++;
      shared += !access(path, F_OK);
      nice = getpriority(PRIO_PROCESS, (id_t)atoi(e->d_name));
    }
    printf("%d %d %d %d\n", found, shared, nice, getpriority(PRIO_PROCESS, 0));
    return 3;
  }
  if (!strcmp(name, "wrap")) { /* call numbers beyond 32 bits */
    calls(1);
    for (uint64_t next = 0x70000000u; next < 0x100000000u; next += 0x70000000u) {
      own_segment()->next_sequence = next;
      calls(1);
    }
    own_segment()->next_sequence = 0xfffffff0u;
    calls(100);
    printf("expect hipSetDevice 103\n");
    return 3;
  }
  if (!strcmp(name, "strings")) {
    void *m;
    for (int i = 0; i < n; i++) {
      char text[32];
      snprintf(text, sizeof text, "module-%d", i % 3);
      hipModuleLoad(&m, text);
    }
    hipModuleLoad(&m, NULL);
    printf("expect hipModuleLoad %d\n", n + 1);
    return 3;
  }
  if (!strcmp(name, "clock")) { /* prints the kernel's time around each call */
    for (int i = 0; i < n; i++) {
      struct timespec a, b;
      clock_gettime(CLOCK_BOOTTIME, &a);
      hipSetDevice(0);
      clock_gettime(CLOCK_BOOTTIME, &b);
      printf("%lld%09ld %lld%09ld\n", (long long)a.tv_sec, a.tv_nsec, (long long)b.tv_sec, b.tv_nsec);
      usleep(7000);
    }
    return 3;
  }
  if (!strcmp(name, "exit_busy")) { /* the process ends while other threads make calls */
    pthread_t t;
    calls(1); /* so that there is a file */
    for (int j = 0; j < 4; j++) pthread_create(&t, NULL, long_thread, (void *)(intptr_t)2000000000);
    usleep(20000);
    exit(3);
  }
  if (!strcmp(name, "exit_opening")) { /* the process ends while another thread makes the first call: opens.c says when it makes the folder */
    pthread_t t;
    pthread_create(&t, NULL, long_thread, (void *)(intptr_t)2000000000);
    while (access(argv[2], F_OK)) usleep(1000);
    exit(3);
  }
  if (!strcmp(name, "streams")) { /* the stand-in returns two handles in turn */
    void *s[3];
    for (int i = 0; i < 2; i++) hipStreamCreate(&s[i]);
    for (int i = 0; i < 2; i++) hipStreamDestroy(s[i]);
    hipStreamCreate(&s[2]);
    return 3;
  }
  if (!strcmp(name, "listen")) return listen_();
  if (!strcmp(name, "toggle")) return toggle(argv[2]);
  fprintf(stderr, "no case %s\n", name);
  return 2;
}

/* ---- SIGUSR2 toggles the recording, and is the program's all the same ---- */

static void check(const char *what, int good) { printf("%s %s\n", good ? "ok" : "not ok", what); }
static volatile sig_atomic_t own_handled, own_good;
static void own_handler(int sig, siginfo_t *info, void *context) {
  sigset_t mask;
  (void)context;
  pthread_sigmask(SIG_SETMASK, NULL, &mask);
  own_good += sig == SIGUSR2 && info->si_signo == sig && info->si_pid == getpid() && sigismember(&mask, SIGUSR1) && sigismember(&mask, SIGUSR2) &&
              !sigismember(&mask, SIGHUP);
  own_handled++;
}
static void other_handler(int sig) { (void)sig; own_handled += 100; }
static void own_action(int flags) {
  struct sigaction a = {.sa_sigaction = own_handler, .sa_flags = SA_SIGINFO | flags}, old = {.sa_handler = other_handler};
  sigaddset(&a.sa_mask, SIGUSR1);
  check("sigaction", !sigaction(SIGUSR2, &a, &old) && old.sa_handler == SIG_DFL && !(old.sa_flags & SA_SIGINFO));
}
static int pipe_[2];
static void *send_later(void *thread) {
  usleep(100000);
  pthread_kill(*(pthread_t *)thread, SIGUSR2);
  usleep(100000);
  if (write(pipe_[1], "x", 1) != 1) puts("not ok write");
  return NULL;
}
/* A signal comes during a read: was the read interrupted? */
static int interrupted(void) {
  pthread_t self = pthread_self(), t;
  char c;
  pthread_create(&t, NULL, send_later, &self);
  int was = read(pipe_[0], &c, 1) < 0 && errno == EINTR;
  pthread_join(t, NULL);
  if (was && read(pipe_[0], &c, 1) != 1) puts("not ok read");
  return was;
}
static atomic_int storm_over;
static void *storm_calls(void *arg) { while (!storm_over) calls(50), usleep(200); return arg; }

static int toggle(const char *how) {
  if (pipe(pipe_)) return 9;
  if (!strcmp(how, "plain")) {
    raise(SIGUSR2);
    calls(100);
    raise(SIGUSR2);
    calls(10);
    raise(SIGUSR2);
    calls(100);
    check("a system call goes on", !interrupted());
    calls(5);
  }
  if (!strcmp(how, "own") || !strcmp(how, "restart")) {
    struct sigaction now;
    int restart = how[0] == 'r';
    calls(1);
    own_action(restart ? SA_RESTART : 0);
    raise(SIGUSR2);
    calls(100);
    check("its handler is called, as it wants to be", own_handled == 1 && own_good == 1);
    check("... and is what it sees",
          !sigaction(SIGUSR2, NULL, &now) && now.sa_sigaction == own_handler && now.sa_flags & SA_SIGINFO && sigismember(&now.sa_mask, SIGUSR1));
    check(restart ? "a system call goes on" : "a system call is interrupted", interrupted() == !restart);
    calls(5);
    check("signal() knows it", (void *)signal(SIGUSR2, other_handler) == (void *)own_handler && signal(SIGUSR2, other_handler) == other_handler);
    raise(SIGUSR2);
    check("another handler", own_handled == 102);
    calls(100);
  }
  if (!strcmp(how, "ignored")) {
    calls(3);
    check("signal", signal(SIGUSR2, SIG_IGN) == SIG_DFL);
    raise(SIGUSR2);
    calls(3);
    fflush(stdout);
    execl("/bin/sh", "sh", "-c", "kill -USR2 $$; exit 3", NULL);
  }
  if (!strcmp(how, "once")) {
    calls(1);
    struct sigaction a = {.sa_handler = other_handler, .sa_flags = SA_RESETHAND}, now;
    sigaction(SIGUSR2, &a, NULL);
    raise(SIGUSR2);
    check("a handler for one time", own_handled == 100 && !sigaction(SIGUSR2, NULL, &now) && now.sa_handler == SIG_DFL);
    raise(SIGUSR2);
    check("... is called once", own_handled == 100);
    calls(2);
  }
  if (!strcmp(how, "fork")) {
    calls(1);
    own_action(0);
    pid_t child = fork();
    raise(SIGUSR2);
    check("in both", own_handled == 1);
    calls(100);
    raise(SIGUSR2);
    calls(child ? 2 : 3);
    fflush(stdout);
    if (!child) exit(3);
    waitpid(child, NULL, 0);
  }
  if (!strcmp(how, "storm")) {
    pthread_t t[4];
    calls(1);
    own_action(SA_RESTART);
    for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, storm_calls, NULL);
    for (int i = 0; i < 400; i++) {
      pthread_kill(t[i % 4], SIGUSR2);
      while (own_handled <= i) sched_yield();
    }
    storm_over = 1;
    for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
    check("each reached its handler", own_handled == 400 && own_good == 400);
  }
  return 3;
}

/* ---- told what to do: a line on stdin, "done" on stdout ---- */

static atomic_int inside, may_leave;
static void until_told(void *stream, int status, void *arg) {
  (void)stream, (void)status, (void)arg;
  inside++;
  while (!may_leave) usleep(1000);
}
static void *in_a_call(void *arg) { hipStreamAddCallback(NULL, until_told, NULL, 0); return arg; }

static void *calls_thread(void *n) { calls((int)(intptr_t)n); return NULL; }

__attribute__((weak)) int roctxRangePushA(const char *), roctxRangePop(void), roctxProfilerPause(uint64_t), roctxProfilerResume(uint64_t);
__attribute__((weak)) uint64_t roctxRangeStartA(const char *);
__attribute__((weak)) void roctxRangeStop(uint64_t);
static void *range_thread(void *name) { roctxRangePushA(name); calls(1000); return NULL; } /* and ends inside it */

static int listen_(void) {
  char line[64], word[16], name[48];
  uint64_t range = 0;
  pthread_t t;
  while (fgets(line, sizeof line, stdin)) {
    int n = 0;
    sscanf(line, "%15s %d", word, &n);
    sscanf(line, "%15s %47[^\n]", word, name);
    if (!strcmp(word, "push")) roctxRangePushA(name);
    if (!strcmp(word, "pop")) roctxRangePop();
    if (!strcmp(word, "range")) range = roctxRangeStartA(name);
    if (!strcmp(word, "end")) roctxRangeStop(range);
    if (!strcmp(word, "within")) { pthread_create(&t, NULL, range_thread, name); pthread_join(t, NULL); }
    if (!strcmp(word, "pause")) roctxProfilerPause(0);
    if (!strcmp(word, "resume")) roctxProfilerResume(0);
    if (!strcmp(word, "calls")) calls(n);
    if (!strcmp(word, "get")) for (int device; n--;) hipGetDevice(&device);
    if (!strcmp(word, "enter")) { inside = may_leave = 0; pthread_create(&t, NULL, in_a_call, NULL); while (!inside) usleep(1000); }
    if (!strcmp(word, "leave")) { may_leave = 1; pthread_join(t, NULL); }
    if (!strcmp(word, "thread")) { pthread_create(&t, NULL, calls_thread, (void *)(intptr_t)n); pthread_join(t, NULL); }
    if (!strcmp(word, "fork") || !strcmp(word, "clone")) {
      pid_t child = word[0] == 'f' ? fork() : (pid_t)syscall(SYS_fork);
      if (!child) { calls(n); exit(3); }
      waitpid(child, NULL, 0);
    }
    if (!strcmp(word, "raise")) raise(n);
    if (!strcmp(word, "exec")) { execl("/proc/self/exe", "victim", "end", "exit", NULL); return 9; }
    if (!strcmp(word, "sleep")) usleep((useconds_t)n * 1000);
    if (!strcmp(word, "kill")) kill(getpid(), SIGKILL);
    puts("done");
    fflush(stdout);
  }
  return 3;
}

int main(int argc, char **argv) { return argc > 1 ? run(argc, argv) : 2; }
