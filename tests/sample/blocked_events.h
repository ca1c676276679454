/* Calls that block, for blocked.c: waits of 20 s, which return 0 if what happened is what they say, and what makes it happen. */
#ifndef TEST_BLOCKED_EVENTS_H
#define TEST_BLOCKED_EVENTS_H
#include <dlfcn.h>
#include <sys/syscall.h>
#include "blocked_waits.h"

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

#endif
