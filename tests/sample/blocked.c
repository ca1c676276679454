/* A program whose threads are always in blocking calls, each kind in threads of its own, and which looks at what comes back. It knows nothing of the
** signal that somebody else sends it meanwhile.
**
**   blocked last N    N of each call come back neither early nor late nor with EINTR, with the right results
**   blocked slow N    the same with longer times
**   blocked events N  N times what each call waits for happens, and it returns that
**   blocked own N     N times each call is interrupted by a signal of this program (SIGUSR1, with and without SA_RESTART), and says EINTR
**   blocked cancel N  threads are cancelled in each call
**   blocked jump N    a handler jumps out of each call
**   blocked left      a handler jumps out of a call, and SIGPROF comes at the end of later ones (restart.c handles it)
**   blocked forks N   children of fork and vfork make calls
**   blocked raw N     system calls that no function of the C library makes; prints how many were interrupted
**   blocked cost N    prints what calls cost that do not wait, in ns
**
** The calls, and what ends them, are in blocked_waits.h and blocked_events.h. Built as a program, or with -Dmain=blocked_main as a library. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "blocked_events.h"
#include "blocked_waits.h"

static void check(bool ok, const char *what, const char *more, long n) {
  static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&one);
  printf("%s %s: %s", ok ? "ok" : "not ok", what, more);
  if (!ok) printf(" (%ld)", n);
  puts("");
  fflush(stdout);
  pthread_mutex_unlock(&one);
}

/* ---- last */

static long times;
static int64_t lasting_ns = 3000000;
static int compare(const void *a, const void *b) { int64_t x = *(const int64_t *)a, y = *(const int64_t *)b; return (x > y) - (x < y); }

static void *lasts(void *arg) {
  const struct wait *w = arg;
  place p;
  place_make(&p);
  /* Sleeps that count in seconds take too long for many. */
  long n = w->flags & SECONDS ? 2 : times, early = 0, wrong = 0, kept = 0;
  int64_t *late = calloc((size_t)n, sizeof *late), ns = w->flags & SECONDS ? 1000000000 : lasting_ns;
  for (long i = 0; i < n; i++) {
    int64_t begin = now();
    errno = 12345;
    int result = w->wait(&p, ns);
    kept += errno == 12345;
    late[i] = now() - begin - ns;
    /* A clock is read before the sleep, so it may end that much earlier by another clock. Socket time-outs count ticks. */
    early += late[i] < (w->wait == w_clock_realtime || w->wait == w_clock_boottime ? -100000 : 0);
    wrong += result != 0;
    if (result) printf("# %s: %s\n", w->name, strerror(result));
  }
  qsort(late, (size_t)n, sizeof *late, compare);
  check(!wrong, w->name, "the time is over each time", wrong);
  for (long i = 0; i < n; i++) if (late[i] < 0) printf("# early %ld\n", (long)late[i]);
  check(!early, w->name, "never early", early);
  /* Sockets' time-outs end with a tick of the kernel, up to 8 ms later. If a call counted its time from a signal on, it would end that much later. */
  check(late[(n - 1) / 2] < (w->flags & TICKS ? 13000000 : 5000000), w->name, "not late, half the time", (long)(late[(n - 1) / 2] / 1000));
  printf("# %s: late by %ld us, median, %ld at most\n", w->name, (long)(late[n / 2] / 1000), (long)(late[n - 1] / 1000));
  place_end(&p);
  free(late);
  return NULL;
}

/* ---- bytes: calls that must not come back short */

enum { MUCH = 1 << 20 };
static char bytes[MUCH];
typedef struct slow { int fd; bool writes; } slow;
/* Reads or writes some kB at a time, slower than the other side. */
static void *slowly(void *arg) {
  slow *s = arg;
  static char all[65536];
  for (size_t done = 0; done < MUCH;) {
    ssize_t n = s->writes ? write(s->fd, all, 30000 < MUCH - done ? 30000 : MUCH - done) : read(s->fd, all, sizeof all);
    if (n <= 0) break;
    done += (size_t)n;
    for (volatile int i = 0; i < 100000; i++) {}
  }
  return NULL;
}
static ssize_t m_write(int fd) { return write(fd, bytes, MUCH); }
static ssize_t m_send(int fd) { return send(fd, bytes, MUCH, 0); }
static ssize_t m_recv(int fd) { return recv(fd, bytes, MUCH, MSG_WAITALL); }
static struct iovec parts[] = {{bytes, 3}, {bytes, 0}, {bytes, 400000}, {bytes, MUCH - 400004}, {bytes, 1}};
static ssize_t m_writev(int fd) { return writev(fd, parts, 5); }
static ssize_t m_sendmsg(int fd) { struct msghdr m = {.msg_iov = parts, .msg_iovlen = 5}; return sendmsg(fd, &m, 0); }
static ssize_t m_recvmsg(int fd) { struct msghdr m = {.msg_iov = parts, .msg_iovlen = 5}; return recvmsg(fd, &m, MSG_WAITALL); }
static ssize_t m_random(int fd) { return getrandom(bytes, MUCH, 0); }
static ssize_t m_device(int fd) { return read(fd, bytes, MUCH); }
static const struct bulk { const char *name; ssize_t (*move)(int fd); char way; } bulks[] = {
  {"write to a pipe", m_write, 'p'}, {"write to a socket", m_write, 's'}, {"send", m_send, 's'}, {"writev to a pipe", m_writev, 'p'},
  {"sendmsg", m_sendmsg, 's'},
  {"recv MSG_WAITALL", m_recv, 'r'}, {"recvmsg MSG_WAITALL", m_recvmsg, 'r'}, {"getrandom", m_random, 0},
  {"read of /dev/urandom", m_device, 'u'}, {"read of /dev/zero", m_device, 'z'},
};
enum { BULKS = sizeof bulks / sizeof *bulks };

static void *moves(void *arg) {
  const struct bulk *b = arg;
  long cut = 0;
  for (long i = 0; i < times / 10 + 1; i++) {
    int fd[2] = {-1, -1};
    pthread_t peer;
    slow s;
    if (b->way == 'p') { if (pipe(fd)) abort(); s = (slow){fd[0], false}, fd[0] = fd[1], fd[1] = s.fd; }
    if (b->way == 's' || b->way == 'r') { if (socketpair(AF_UNIX, SOCK_STREAM, 0, fd)) abort(); s = (slow){fd[1], b->way == 'r'}; }
    if (b->way == 'u' || b->way == 'z') fd[0] = open(b->way == 'u' ? "/dev/urandom" : "/dev/zero", O_RDONLY);
    if (fd[1] >= 0) pthread_create(&peer, NULL, slowly, &s);
    ssize_t n = b->move(fd[0]);
    cut += n != MUCH;
    if (n != MUCH) printf("# %s: %zd\n", b->name, n);
    if (n != MUCH && fd[0] >= 0) shutdown(fd[0], SHUT_RDWR), close(fd[0]), fd[0] = -1;
    if (fd[1] >= 0) pthread_join(peer, NULL), close(fd[1]);
    if (fd[0] >= 0) close(fd[0]);
  }
  check(!cut, b->name, "all bytes each time", cut);
  return NULL;
}

static int last(void) {
  pthread_t thread[WAITS + BULKS];
  int n = 0;
  for (int i = 0; i < WAITS; i++)
    if (waits[i].flags & TIMED) pthread_create(&thread[n++], NULL, lasts, (void *)&waits[i]);
  for (int i = 0; i < n; i++) pthread_join(thread[i], NULL);
  for (int i = n = 0; i < BULKS; i++) pthread_create(&thread[n++], NULL, moves, (void *)&bulks[i]);
  for (int i = 0; i < n; i++) pthread_join(thread[i], NULL);
  return 0;
}

/* ---- own: signals of this program */

static __thread volatile sig_atomic_t handled;
static __thread sigjmp_buf *volatile out;
static void *is_interrupted(void *arg);
static _Atomic long not_walked;
/* Whether the stack can be walked from a handler to the thread's function, which calls what was interrupted. */
static bool is_walked(void) {
  void *frame[64];
  int n = backtrace(frame, 64), i = 0;
  while (i < n && ((char *)frame[i] < (char *)is_interrupted || (char *)frame[i] > (char *)is_interrupted + 1000)) i++;
  return i < n;
}
static void handler(int sig) {
  static __thread unsigned all;
  handled++;
  if (!out && all % 8 == 1) not_walked += !is_walked();
  if (all++ % 8 == 0) poll(NULL, 0, 1); /* a call within the call that it interrupts */
  if (out) siglongjmp(*out, 1);
}

static void victim_begins(victim *v) {
  static __thread char other[65536];
  stack_t stack = {.ss_sp = other, .ss_size = sizeof other};
  sigset_t mine;
  sigaltstack(&stack, NULL);
  place_make(&v->place);
  sigemptyset(&mine), sigaddset(&mine, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &mine, NULL);
  v->tid = (int)syscall(SYS_gettid);
}

static void *is_interrupted(void *arg) {
  victim *v = arg;
  victim_begins(v);
  for (long i = 0; i < times; i++) {
    int result;
    left_ns = -1;
    handled = 0;
    v->round++;
    result = v->w->wait(&v->place, 20000000000);
    v->round++;
    v->wrong += result != EINTR || !handled;
    if (result != EINTR) printf("# %s: %d %s\n", v->w->name, result, strerror(result));
    bool wrong = v->w->flags & LEFT && (left_ns <= 0 || left_ns > 20001000000);
    if (wrong) printf("# %s: %ld ns left\n", v->w->name, (long)left_ns);
    v->left_wrong += wrong;
  }
  v->tid = -1;
  place_end(&v->place);
  return NULL;
}

/* ---- events */

static void *is_served(void *arg) {
  victim *v = arg;
  victim_begins(v);
  for (long i = 0; i < times; i++) {
    v->round++;
    errno = 12345;
    int result = v->e->wait(&v->place);
    if (result || errno != 12345) v->wrong++, printf("# %s: %d %s\n", v->e->name, result, strerror(errno));
    v->round++;
  }
  v->tid = -1;
  place_end(&v->place);
  return NULL;
}

static void send_to(int tid) { syscall(SYS_tgkill, getpid(), tid, SIGUSR1); }

/* Whether the thread sleeps in the kernel. */
static bool sleeps(int tid) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", tid);
  int fd = open(path, O_RDONLY);
  ssize_t n = read(fd, line, sizeof line - 1);
  close(fd);
  line[n > 0 ? n : 0] = 0;
  const char *state = strrchr(line, ')');
  return state && state[2] == 'S';
}

static void *serves(void *arg) {
  victim *v = arg;
  while (!v->tid) sched_yield();
  for (long round = 1;; round += 2) {
    while (v->tid > 0 && v->round < round) sched_yield();
    if (v->tid < 0) return NULL;
    while (v->round == round && !sleeps(v->tid)) sched_yield();
    v->e->happen(v);
    while (v->round == round) sched_yield();
  }
}

static void served(void) {
  static victim v[EVENTS];
  for (int first = 0, n; first < EVENTS; first += n) {
    pthread_t server[6];
    n = EVENTS - first < 6 ? EVENTS - first : 6;
    for (int i = 0; i < n; i++) {
      v[first + i].e = &events[first + i];
      pthread_create(&v[first + i].thread, NULL, is_served, &v[first + i]);
      pthread_create(&server[i], NULL, serves, &v[first + i]);
    }
    for (int i = 0; i < n; i++) pthread_join(v[first + i].thread, NULL), pthread_join(server[i], NULL);
  }
  for (int i = 0; i < EVENTS; i++) check(!v[i].wrong, events[i].name, "returns what has happened, and leaves errno", v[i].wrong);
}

/* Sends one signal for each call, once it waits. A call that does not end within a second, gets another. */
static void *interrupts(void *arg) {
  victim *v = arg;
  unsigned spin = 0;
  while (!v->tid) sched_yield();
  for (long round = 1;; round += 2) {
    while (v->tid > 0 && v->round < round) sched_yield();
    if (v->tid < 0) return NULL;
    while (v->round == round && !sleeps(v->tid)) sched_yield();
    for (volatile unsigned i = 0; i < (spin = spin * 1103515245 + 12345) >> 16 & 1023; i++) {}
    for (int64_t sent = 0; v->round == round;) {
      if (now() - sent > 1000000000) {
        v->sent_again += sent != 0;
        send_to(v->tid);
        sent = now();
      }
      sched_yield();
    }
  }
}

static void own(int flags, const char *how) {
  static victim v[WAITS];
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
  memset(v, 0, sizeof v);
  sigaction(SIGUSR1, &action, NULL);
  is_walked(); /* loads what it needs */
  for (int first = 0, n; first < WAITS; first += n) {
    pthread_t sender[8];
    n = WAITS - first < 8 ? WAITS - first : 8;
    for (int i = 0; i < n; i++) {
      v[first + i].w = &waits[first + i];
      pthread_create(&v[first + i].thread, NULL, is_interrupted, &v[first + i]);
      pthread_create(&sender[i], NULL, interrupts, &v[first + i]);
    }
    for (int i = 0; i < n; i++) pthread_join(v[first + i].thread, NULL), pthread_join(sender[i], NULL);
  }
  check(!not_walked, how, "stacks are walked from the handler", not_walked);
  for (int i = 0; i < WAITS; i++) {
    char what[100];
    snprintf(what, sizeof what, "%s, %s", waits[i].name, how);
    check(!v[i].wrong, what, "EINTR, and the handler ran", v[i].wrong);
    check(v[i].sent_again <= (waits[i].flags & INEXACT ? times / 20 : 0), what, "by the first signal", v[i].sent_again);
    if (v[i].sent_again) printf("# %s: %ld of %ld signals came right before the call was repeated\n", what, v[i].sent_again, times);
    if (waits[i].flags & LEFT) check(!v[i].left_wrong, what, "says how much is left", v[i].left_wrong);
  }
}

/* ---- cancel, jump */

static __thread victim *cancelled;
static bool is_unblocked(void) {
  sigset_t s;
  pthread_sigmask(SIG_SETMASK, NULL, &s);
  return !sigismember(&s, SIGUSR1) && !sigismember(&s, SIGTERM) && sigismember(&s, SIGUSR2);
}
static void cleaned(void *unused) { cancelled->unblocked += is_unblocked(); }
static void *is_cancelled(void *arg) {
  cancelled = arg;
  victim_begins(cancelled);
  pthread_cleanup_push(cleaned, NULL);
  cancelled->w->wait(&cancelled->place, 20000000000);
  pthread_cleanup_pop(0);
  return NULL;
}

static void cancel(void) {
  for (int i = 0; i < WAITS; i++) {
    if (waits[i].flags & KEPT) continue;
    long wrong = 0, unblocked = 0;
    for (long n = 0; n < times; n++) {
      victim v = {.w = &waits[i]};
      void *result;
      pthread_create(&v.thread, NULL, is_cancelled, &v);
      while (!v.tid || !sleeps(v.tid)) sched_yield();
      pthread_cancel(v.thread);
      pthread_join(v.thread, &result);
      place_end(&v.place);
      wrong += result != PTHREAD_CANCELED;
      unblocked += v.unblocked;
    }
    check(!wrong, waits[i].name, "cancelled", wrong);
    /* ppoll_mask blocks SIGUSR1 itself. */
    if (waits[i].wait != w_ppoll_mask && waits[i].wait != w_sigsuspend)
      check(unblocked == times, waits[i].name, "no signals are blocked in a cancelled thread", times - unblocked);
  }
}

static void *is_left(void *arg) {
  victim *v = arg;
  victim_begins(v);
  for (volatile long i = 0; i < times; i++) {
    sigjmp_buf base;
    v->round++;
    if (!sigsetjmp(base, 1)) {
      out = &base;
      v->w->wait(&v->place, 20000000000);
      v->wrong++;
    }
    out = NULL;
    v->round++;
    v->unblocked += is_unblocked();
    /* The next system calls are none of a wrapper's. */
    struct timespec t = {0, 100000};
    syscall(SYS_nanosleep, &t, NULL);
    v->unblocked += is_unblocked();
    v->left_wrong += w_usleep(NULL, 1000000) != 0;
  }
  v->tid = -1;
  place_end(&v->place);
  return NULL;
}

static void jump(void) {
  struct sigaction action = {.sa_handler = handler};
  sigaction(SIGUSR1, &action, NULL);
  for (int i = 0; i < WAITS; i++) {
    victim v = {.w = &waits[i]};
    pthread_t sender;
    pthread_create(&v.thread, NULL, is_left, &v);
    pthread_create(&sender, NULL, interrupts, &v);
    pthread_join(v.thread, NULL), pthread_join(sender, NULL);
    check(!v.wrong && !v.left_wrong, waits[i].name, "left by a jump, and later calls last", v.wrong + v.left_wrong);
    check(v.unblocked == 2 * times, waits[i].name, "no signals are blocked after a jump", 2 * times - v.unblocked);
  }
}

/* The stack still has what the call that was left had there. Calls that begin a little deeper each time do not overwrite it. */
static sigjmp_buf alarmed;
static void on_alarm(int sig) { (void)sig, siglongjmp(alarmed, 1); }
static __attribute__((noinline)) long send_deeper(size_t bytes) {
  volatile char *below = __builtin_alloca(bytes + 1);
  *below = 0; /* else the compiler leaves it out */
  return syscall(SYS_tgkill, getpid(), (int)syscall(SYS_gettid), SIGPROF);
}
static __attribute__((noinline)) void read_left(place *p) {
  struct itimerval soon = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
  if (!sigsetjmp(alarmed, 1)) {
    setitimer(ITIMER_REAL, &soon, NULL);
    w_read(p, 20000000000);
  }
  setitimer(ITIMER_REAL, &never, NULL);
}

static void left(void) {
  static place p;
  struct sigaction action = {.sa_handler = on_alarm};
  long blocked = 0;
  place_make(&p);
  sigaction(SIGALRM, &action, NULL);
  for (volatile size_t bytes = 0; bytes < 1024; bytes += 16) {
    sigset_t s;
    read_left(&p);
    send_deeper(bytes);
    pthread_sigmask(SIG_SETMASK, NULL, &s);
    blocked += sigismember(&s, SIGUSR1);
    sigemptyset(&s);
    pthread_sigmask(SIG_SETMASK, &s, NULL);
  }
  place_end(&p);
  check(!blocked, "read", "no signals are blocked by a signal after a jump", blocked);
}

static void forks(void) {
  long wrong = 0;
  for (volatile long i = 0; i < times; i++) {
    int status;
    pid_t child = i % 2 ? fork() : vfork();
    if (!child) {
      struct pollfd f = {-1, 0, 0};
      _exit(usleep(2000) || poll(&f, 1, 1) ? 1 : 0);
    }
    wrong += waitpid(child, &status, 0) != child || status || usleep(1000);
  }
  check(!wrong, "forks", "calls of children and of their parents last", wrong);
}

/* ns a call, in the fastest of many runs of 100. */
#define COST(name, call) { \
    int64_t best = INT64_MAX; \
    for (long i = 0; i < times; i++) { \
      int64_t begin = now(); \
      for (int k = 0; k < 100; k++) (void)call; \
      int64_t taken = now() - begin; \
      best = taken < best ? taken : best; \
    } \
    printf("%s %.1f\n", name, (double)best / 100); \
  }

static void *idles(void *unused) { return pause(), unused; }
static void cost(void) {
  char c;
  pthread_t other; /* the C library's calls cost more in a process with threads */
  pthread_create(&other, NULL, idles, NULL);
  int fd = open("/dev/zero", O_RDONLY);
  struct pollfd ready = {fd, POLLIN, 0};
  COST("poll", poll(&ready, 1, 10))
  COST("poll_endless", poll(&ready, 1, -1))
  COST("read", read(fd, &c, 1))
}

static void raw(void) {
  long interrupted = 0;
  for (long i = 0; i < times; i++) {
    struct timespec t = {0, 3000000};
    interrupted += syscall(SYS_nanosleep, &t, NULL) && errno == EINTR;
  }
  printf("raw %ld\n", interrupted);
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "last";
  times = argc > 2 ? atol(argv[2]) : 100;
  if (!strcmp(mode, "last")) last();
  if (!strcmp(mode, "slow")) lasting_ns = 30000000, last();
  if (!strcmp(mode, "events")) served();
  if (!strcmp(mode, "own")) own(0, "plain handler"), own(SA_RESTART | SA_ONSTACK, "handler with SA_RESTART on a stack of its own");
  if (!strcmp(mode, "cancel")) cancel();
  if (!strcmp(mode, "jump")) jump();
  if (!strcmp(mode, "left")) left();
  if (!strcmp(mode, "forks")) forks();
  if (!strcmp(mode, "raw")) raw();
  if (!strcmp(mode, "cost")) cost();
  check(dlsym(RTLD_DEFAULT, "poll") == (void *)poll, "dlsym", "finds what the program calls", 0);
  return 0;
}
