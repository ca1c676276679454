/* Calls that block, for blocked.c: places where threads wait, the calls that wait there for a time, and threads in them. */
#ifndef TEST_BLOCKED_WAITS_H
#define TEST_BLOCKED_WAITS_H
#include <aio.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
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

/* A thread in such calls, or in those of blocked_events.h. */
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

#endif
