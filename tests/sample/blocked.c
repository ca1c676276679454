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
** Built as a program, or with -Dmain=blocked_main as a library. */
#define _GNU_SOURCE
#include <aio.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/msg.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static int64_t clock_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}
static int64_t now(void) { return clock_of(CLOCK_MONOTONIC); }
static struct timespec spec(int64_t ns) { return (struct timespec){ns / 1000000000, ns % 1000000000}; }
static struct timeval val(int64_t ns) { return (struct timeval){ns / 1000000000, ns % 1000000000 / 1000}; }
static struct timespec in(clockid_t clock, int64_t ns) { return spec(clock_of(clock) + ns); }

/* ---- calls that wait for a time: each returns 0 if the time is over, errno if it was interrupted, else -1. `ns` is a multiple of 1 ms. */

typedef struct place { /* what a thread waits for */
  int pipe[2], pair[2], epoll, listener, filler[3], semaphores, messages;
  struct sockaddr_in full;
  sem_t sem;
} place;
static __thread int64_t left_ns; /* what the call said is left; -1: it says nothing */

static void place_make(place *p) {
  if (pipe(p->pipe) || socketpair(AF_UNIX, SOCK_STREAM, 0, p->pair)) abort();
  p->epoll = epoll_create1(0);
  struct epoll_event e = {.events = EPOLLIN};
  epoll_ctl(p->epoll, EPOLL_CTL_ADD, p->pipe[0], &e);
  p->semaphores = semget(IPC_PRIVATE, 1, 0600);
  p->messages = msgget(IPC_PRIVATE, 0600);
  sem_init(&p->sem, 0, 0);
  /* Nobody accepts, and the queue of connections is full: the next ones wait. */
  socklen_t size = sizeof p->full;
  p->full = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  p->listener = socket(AF_INET, SOCK_STREAM, 0);
  bind(p->listener, (struct sockaddr *)&p->full, size);
  getsockname(p->listener, (struct sockaddr *)&p->full, &size);
  memset(p->filler, -1, sizeof p->filler);
}
static void place_fill(place *p) {
  listen(p->listener, 0);
  for (int i = 0; i < 3 && p->filler[2] < 0; i++) {
    p->filler[i] = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    connect(p->filler[i], (struct sockaddr *)&p->full, sizeof p->full);
  }
}
static void place_end(place *p) {
  semctl(p->semaphores, 0, IPC_RMID);
  msgctl(p->messages, IPC_RMID, NULL);
  const int fds[] = {p->pipe[0], p->pipe[1], p->pair[0], p->pair[1], p->epoll, p->listener, p->filler[0], p->filler[1], p->filler[2]};
  for (size_t i = 0; i < sizeof fds / sizeof *fds; i++)
    if (fds[i] >= 0) close(fds[i]);
}

static int said(long result, int expected) { return result == -1 ? (errno == expected ? 0 : errno) : -1; }
static int ended(long result) { return result == 0 ? 0 : result == -1 ? errno : -1; }
static void left_is(const struct timespec *t) { left_ns = t->tv_sec * 1000000000ll + t->tv_nsec; }

static int w_nanosleep(place *p, int64_t ns) {
  struct timespec t = spec(ns);
  int result = ended(nanosleep(&t, &t));
  left_is(&t);
  return result;
}
static int w_nanosleep_alone(place *p, int64_t ns) { struct timespec t = spec(ns); return ended(nanosleep(&t, NULL)); }
static int w_clock_relative(place *p, int64_t ns) {
  struct timespec t = spec(ns), left;
  int result = clock_nanosleep(CLOCK_REALTIME, 0, &t, &left);
  left_is(&left);
  return result;
}
static int sleep_until(clockid_t clock, int64_t ns) { struct timespec t = in(clock, ns); return clock_nanosleep(clock, TIMER_ABSTIME, &t, NULL); }
static int w_clock_boottime(place *p, int64_t ns) { return sleep_until(CLOCK_BOOTTIME, ns); }
static int w_clock_absolute(place *p, int64_t ns) { return sleep_until(CLOCK_MONOTONIC, ns); }
static int w_clock_realtime(place *p, int64_t ns) { return sleep_until(CLOCK_REALTIME, ns); }
static int w_usleep(place *p, int64_t ns) { return ended(usleep((useconds_t)(ns / 1000))); }
static int w_thrd_sleep(place *p, int64_t ns) {
  struct timespec t = spec(ns), left = {0};
  int result = thrd_sleep(&t, &left);
  left_is(&left);
  return result == -1 ? EINTR : result;
}
static int w_sleep(place *p, int64_t ns) {
  errno = 0;
  unsigned left = sleep((unsigned)((ns + 999999999) / 1000000000));
  left_ns = left * 1000000000ll;
  return errno;
}
static int w_poll(place *p, int64_t ns) {
  struct pollfd f[2] = {{p->pipe[0], POLLIN, 77}, {p->pair[0], POLLIN, 77}};
  int result = ended(poll(f, 2, (int)(ns / 1000000)));
  return !result && (f[0].revents || f[1].revents) ? -1 : result;
}
static int w_ppoll(place *p, int64_t ns) { struct timespec t = spec(ns); struct pollfd f = {p->pipe[0], POLLIN, 0}; return ended(ppoll(&f, 1, &t, NULL)); }
static int w_ppoll_mask(place *p, int64_t ns) {
  sigset_t block, before, mask;
  sigemptyset(&block), sigaddset(&block, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &block, &before);
  mask = before, sigdelset(&mask, SIGUSR1);
  struct timespec t = spec(ns);
  int result = ended(ppoll(NULL, 0, &t, &mask));
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return result;
}
static int w_select(place *p, int64_t ns) {
  fd_set set;
  FD_ZERO(&set);
  FD_SET(p->pipe[0], &set);
  struct timeval t = val(ns);
  int result = ended(select(p->pipe[0] + 1, &set, NULL, NULL, &t));
  left_ns = t.tv_sec * 1000000000ll + t.tv_usec * 1000ll;
  return FD_ISSET(p->pipe[0], &set) == (result == 0) ? -1 : result; /* the set is changed by a result, and by nothing else */
}
static int w_pselect(place *p, int64_t ns) { struct timespec t = spec(ns); return ended(pselect(0, NULL, NULL, NULL, &t, NULL)); }
static int w_epoll_wait(place *p, int64_t ns) { struct epoll_event e; return ended(epoll_wait(p->epoll, &e, 1, (int)(ns / 1000000))); }
static int w_epoll_pwait(place *p, int64_t ns) { struct epoll_event e; return ended(epoll_pwait(p->epoll, &e, 1, (int)(ns / 1000000), NULL)); }
static int w_recv(place *p, int64_t ns) {
  struct timeval t = val(ns);
  char c;
  setsockopt(p->pair[0], SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t);
  return said(recv(p->pair[0], &c, 1, 0), EAGAIN);
}
static int w_read(place *p, int64_t ns) {
  struct timeval t = val(ns);
  char c;
  setsockopt(p->pair[0], SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t);
  return said(read(p->pair[0], &c, 1), EAGAIN);
}
static int w_recvmsg(place *p, int64_t ns) {
  struct timeval t = val(ns);
  char c;
  struct iovec v = {&c, 1};
  struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};
  setsockopt(p->pair[0], SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t);
  return said(recvmsg(p->pair[0], &m, 0), EAGAIN);
}
static int w_send(place *p, int64_t ns) {
  static const char much[4096];
  struct timeval t = val(ns);
  setsockopt(p->pair[0], SOL_SOCKET, SO_SNDTIMEO, &t, sizeof t);
  while (send(p->pair[0], much, sizeof much, MSG_DONTWAIT) > 0) {}
  return said(send(p->pair[0], much, sizeof much, 0), EAGAIN);
}
static int w_accept(place *p, int64_t ns) {
  struct timeval t = val(ns);
  listen(p->listener, 0);
  setsockopt(p->listener, SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t);
  return said(accept(p->listener, NULL, NULL), EAGAIN);
}
static int w_connect(place *p, int64_t ns) {
  struct timeval t = val(ns);
  place_fill(p);
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &t, sizeof t);
  int result = said(connect(fd, (struct sockaddr *)&p->full, sizeof p->full), EINPROGRESS);
  close(fd);
  return result;
}
static int w_sem(place *p, int64_t ns) { struct timespec t = in(CLOCK_REALTIME, ns); return said(sem_timedwait(&p->sem, &t), ETIMEDOUT); }
static int w_semtimedop(place *p, int64_t ns) {
  struct timespec t = spec(ns);
  struct sembuf b = {0, -1, 0};
  return said(semtimedop(p->semaphores, &b, 1, &t), EAGAIN);
}
static int w_sigtimedwait(place *p, int64_t ns) {
  struct timespec t = spec(ns);
  sigset_t set;
  sigemptyset(&set), sigaddset(&set, SIGUSR2);
  return said(sigtimedwait(&set, NULL, &t), EAGAIN);
}
static int w_aio(place *p, int64_t ns) {
  static struct aiocb never;
  static char c;
  static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&once);
  if (!never.aio_buf) {
    int fd[2];
    if (pipe(fd)) abort();
    never = (struct aiocb){.aio_fildes = fd[0], .aio_buf = &c, .aio_nbytes = 1};
    aio_read(&never);
  }
  pthread_mutex_unlock(&once);
  const struct aiocb *list[] = {&never};
  struct timespec t = spec(ns);
  return said(aio_suspend(list, 1, &t), EAGAIN);
}
/* These have no time-out. */
static int w_pause(place *p, int64_t ns) { return ended(pause()); }
static int w_sigsuspend(place *p, int64_t ns) { sigset_t none; sigemptyset(&none); return ended(sigsuspend(&none)); }
static int w_semop(place *p, int64_t ns) { struct sembuf b = {0, -1, 0}; return ended(semop(p->semaphores, &b, 1)); }
static int w_msgrcv(place *p, int64_t ns) { struct { long type; char c; } m; return ended(msgrcv(p->messages, &m, 1, 0, 0)); }
static int w_sigwaitinfo(place *p, int64_t ns) { sigset_t set; sigemptyset(&set), sigaddset(&set, SIGUSR2); return ended(sigwaitinfo(&set, NULL)); }

enum { TIMED = 1, SECONDS = 2, INEXACT = 4, LEFT = 8, KEPT = 16, TICKS = 32 };
/* INEXACT: the kernel has no form of the call that sets the signal mask, so a signal within the last microsecond before it is called again is
** missed. KEPT: no cancellation point. TICKS: the time-out counts ticks of the kernel. */
static const struct wait { const char *name; int (*wait)(place *p, int64_t ns); int flags; } waits[] = {
  {"nanosleep", w_nanosleep, TIMED | LEFT}, {"nanosleep without rem", w_nanosleep_alone, TIMED},
  {"clock_nanosleep REALTIME", w_clock_relative, TIMED | LEFT},
  {"clock_nanosleep MONOTONIC ABSTIME", w_clock_absolute, TIMED}, {"clock_nanosleep REALTIME ABSTIME", w_clock_realtime, TIMED},
  {"clock_nanosleep BOOTTIME ABSTIME", w_clock_boottime, TIMED}, {"usleep", w_usleep, TIMED}, {"thrd_sleep", w_thrd_sleep, TIMED | LEFT},
  {"sleep", w_sleep, TIMED | SECONDS}, {"poll", w_poll, TIMED}, {"ppoll", w_ppoll, TIMED}, {"ppoll with a mask", w_ppoll_mask, TIMED},
  {"select", w_select, TIMED | LEFT}, {"pselect", w_pselect, TIMED}, {"epoll_wait", w_epoll_wait, TIMED}, {"epoll_pwait", w_epoll_pwait, TIMED},
  {"recv", w_recv, TIMED | TICKS}, {"read of a socket", w_read, TIMED | TICKS}, {"recvmsg", w_recvmsg, TIMED | TICKS},
  {"send", w_send, TIMED | TICKS}, {"accept", w_accept, TIMED | TICKS},
  {"connect", w_connect, TIMED | TICKS}, {"sem_timedwait", w_sem, TIMED | INEXACT}, {"semtimedop", w_semtimedop, TIMED | INEXACT | KEPT},
  {"sigtimedwait", w_sigtimedwait, TIMED | INEXACT}, {"aio_suspend", w_aio, TIMED | INEXACT}, {"pause", w_pause, 0}, {"sigsuspend", w_sigsuspend, 0},
  {"semop", w_semop, INEXACT | KEPT}, {"msgrcv", w_msgrcv, INEXACT}, {"sigwaitinfo", w_sigwaitinfo, INEXACT},
};
enum { WAITS = sizeof waits / sizeof *waits };

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

typedef struct victim {
  const struct wait *w;
  const struct event *e;
  _Atomic int tid;
  _Atomic long round; /* the call in progress; even: none */
  pthread_t thread;
  long sent_again, more; /* signals that did not end the call; rounds left */
  long wrong, left_wrong, unblocked;
  place place;
} victim;

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

/* ---- events: waits of 20 s, which return 0 if what happened is what they say, and what makes it happen */

static const int64_t long_ns = 20000000000;
static int took(int fd) { char c; return read(fd, &c, 1) == 1 && c == 'x' ? 0 : -1; }
static void into_pipe(victim *v) { write(v->place.pipe[1], "x", 1); }
static void into_pair(victim *v) { write(v->place.pair[1], "x", 1); }
static int e_poll(place *p) {
  struct pollfd f[2] = {{p->pipe[0], POLLIN, 77}, {p->pair[0], POLLIN, 77}};
  return poll(f, 2, 20000) == 1 && f[0].revents == POLLIN && !f[1].revents ? took(p->pipe[0]) : -1;
}
static int e_ppoll(place *p) {
  struct pollfd f[2] = {{p->pipe[0], POLLIN, 77}, {p->pair[0], POLLIN, 77}};
  struct timespec t = spec(long_ns);
  return ppoll(f, 2, &t, NULL) == 1 && !f[0].revents && f[1].revents == POLLIN ? took(p->pair[0]) : -1;
}
static int e_select(place *p) {
  fd_set set;
  struct timeval t = val(long_ns);
  FD_ZERO(&set);
  FD_SET(p->pipe[0], &set);
  FD_SET(p->pair[0], &set);
  int n = select(1024, &set, NULL, NULL, &t);
  return n == 1 && FD_ISSET(p->pipe[0], &set) && !FD_ISSET(p->pair[0], &set) && t.tv_sec >= 10 && t.tv_sec < 20 ? took(p->pipe[0]) : -1;
}
static int e_pselect(place *p) {
  fd_set set;
  struct timespec t = spec(long_ns);
  FD_ZERO(&set);
  FD_SET(p->pipe[0], &set);
  return pselect(p->pipe[0] + 1, &set, NULL, NULL, &t, NULL) == 1 && FD_ISSET(p->pipe[0], &set) && t.tv_sec == 20 ? took(p->pipe[0]) : -1;
}
static int e_epoll(place *p) {
  struct epoll_event e[2];
  return epoll_wait(p->epoll, e, 2, 20000) == 1 && e[0].events == EPOLLIN ? took(p->pipe[0]) : -1;
}
static int e_epoll_pwait2(place *p) {
  struct epoll_event e[2];
  struct timespec t = spec(long_ns);
  int (*wait)() = dlsym(RTLD_DEFAULT, "epoll_pwait2"); /* of glibc 2.35 */
  return (wait ? wait(p->epoll, e, 2, &t, NULL) : epoll_wait(p->epoll, e, 2, 20000)) == 1 && e[0].events == EPOLLIN ? took(p->pipe[0]) : -1;
}
static void limit(int fd, int option) {
  struct timeval t = val(long_ns);
  setsockopt(fd, SOL_SOCKET, option, &t, sizeof t);
}
static int e_recv(place *p) { char c; return limit(p->pair[0], SO_RCVTIMEO), recv(p->pair[0], &c, 1, 0) == 1 && c == 'x' ? 0 : -1; }
static int e_read(place *p) { return limit(p->pair[0], SO_RCVTIMEO), took(p->pair[0]); }
static int e_recvmsg(place *p) {
  char c = 0;
  struct iovec v = {&c, 1};
  struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};
  return limit(p->pair[0], SO_RCVTIMEO), recvmsg(p->pair[0], &m, 0) == 1 && c == 'x' ? 0 : -1;
}
static int e_recvmmsg(place *p) {
  char c[2];
  struct iovec v[2] = {{c, 1}, {c + 1, 1}};
  struct mmsghdr m[2] = {{{.msg_iov = v, .msg_iovlen = 1}}, {{.msg_iov = v + 1, .msg_iovlen = 1}}};
  return limit(p->pair[0], SO_RCVTIMEO), recvmmsg(p->pair[0], m, 2, MSG_WAITFORONE, NULL) == 1 && m[0].msg_len == 1 ? 0 : -1;
}
static int e_accept(place *p) {
  listen(p->listener, 4);
  limit(p->listener, SO_RCVTIMEO);
  int fd = accept(p->listener, NULL, NULL), result = fd < 0 ? -1 : took(fd);
  close(fd);
  return result;
}
static void into_listener(victim *v) {
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  connect(fd, (struct sockaddr *)&v->place.full, sizeof v->place.full);
  write(fd, "x", 1);
  close(fd);
}
static int e_sem(place *p) { struct timespec t = in(CLOCK_REALTIME, long_ns); return sem_timedwait(&p->sem, &t); }
static int e_sem_clock(place *p) {
  struct timespec t = in(CLOCK_MONOTONIC, long_ns);
  int (*wait)() = dlsym(RTLD_DEFAULT, "sem_clockwait"); /* of glibc 2.30 */
  return wait ? wait(&p->sem, CLOCK_MONOTONIC, &t) : e_sem(p);
}
static void posts(victim *v) { sem_post(&v->place.sem); }
static int e_semop(place *p) { struct sembuf b = {0, -1, 0}; return semop(p->semaphores, &b, 1); }
static int e_semtimedop(place *p) { struct sembuf b = {0, -1, 0}; struct timespec t = spec(long_ns); return semtimedop(p->semaphores, &b, 1, &t); }
static void raises(victim *v) { struct sembuf b = {0, 1, 0}; semop(v->place.semaphores, &b, 1); }
static int e_msgrcv(place *p) { struct { long type; char c; } m; return msgrcv(p->messages, &m, 1, 0, 0) == 1 && m.type == 7 && m.c == 'x' ? 0 : -1; }
static void into_messages(victim *v) { struct { long type; char c; } m = {7, 'x'}; msgsnd(v->place.messages, &m, 1, 0); }
static int sigusr2(int sig, const siginfo_t *info) { return sig == SIGUSR2 && info->si_pid == getpid() ? 0 : -1; }
static int e_sigtimedwait(place *p) {
  struct timespec t = spec(long_ns);
  siginfo_t info;
  sigset_t set;
  sigemptyset(&set), sigaddset(&set, SIGUSR2);
  return sigusr2(sigtimedwait(&set, &info, &t), &info);
}
static int e_sigwaitinfo(place *p) {
  siginfo_t info;
  sigset_t set;
  sigemptyset(&set), sigaddset(&set, SIGUSR2);
  return sigusr2(sigwaitinfo(&set, &info), &info);
}
static void sends_usr2(victim *v) { syscall(SYS_tgkill, getpid(), v->tid, SIGUSR2); }

static const struct event { const char *name; int (*wait)(place *p); void (*happen)(victim *v); } events[] = {
  {"poll", e_poll, into_pipe}, {"ppoll", e_ppoll, into_pair}, {"select", e_select, into_pipe}, {"pselect", e_pselect, into_pipe},
  {"epoll_wait", e_epoll, into_pipe},
  {"epoll_pwait2", e_epoll_pwait2, into_pipe}, {"recv", e_recv, into_pair}, {"read of a socket", e_read, into_pair}, {"recvmsg", e_recvmsg, into_pair},
  {"recvmmsg", e_recvmmsg, into_pair}, {"accept", e_accept, into_listener}, {"sem_timedwait", e_sem, posts}, {"sem_clockwait", e_sem_clock, posts},
  {"semop", e_semop, raises}, {"semtimedop", e_semtimedop, raises}, {"msgrcv", e_msgrcv, into_messages}, {"sigtimedwait", e_sigtimedwait, sends_usr2},
  {"sigwaitinfo", e_sigwaitinfo, sends_usr2},
};
enum { EVENTS = sizeof events / sizeof *events };

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
