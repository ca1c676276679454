/* Waits for descriptors (restart.h). They go on as ppoll, pselect and epoll_pwait, which set the signal mask for the time of the wait. */
#include "restart_call.h"

#define next collect_restart_next

/* What comes back at once, or only when something happens, needs no stamp. */
static inline int64_t stamp_for_ms(int timeout) { return timeout > 0 ? restart_stamp() : 0; }
static inline int64_t stamp_for(const struct timespec *t) { return t && (t->tv_sec || t->tv_nsec) ? restart_stamp() : 0; }
static inline int64_t ms_ns(int timeout) { return timeout < 0 ? RESTART_NEVER : timeout * 1000000ll; }

/* ---- poll */

RESTART_ON int poll_on(const restart_call *c, struct pollfd *fds, nfds_t n, int64_t begun, int64_t timeout_ns, const sigset_t *mask) {
  sigset_t own = restart_mask(c);
  restart_until until = restart_until_after(begun, timeout_ns);
  return restart_leave(c, restart_wait(c, fds, n, &until, mask ? mask : &own));
}

int collect_restart_poll(struct pollfd *fds, nfds_t n, int timeout) {
  RESTART_UNWOUND
  restart_call c;
  int64_t begun = stamp_for_ms(timeout);
  restart_begin(&c);
  int result = next.poll(fds, n, timeout);
  return restart_end(&c) ? poll_on(&c, fds, n, begun, ms_ns(timeout), NULL) : result;
}

int collect_restart_ppoll(struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask) {
  RESTART_UNWOUND
  restart_call c;
  int64_t begun = stamp_for(timeout);
  restart_begin(&c);
  int result = next.ppoll(fds, n, timeout, mask);
  return restart_end(&c) ? poll_on(&c, fds, n, begun, restart_ns(timeout), mask) : result;
}

/* Of _FORTIFY_SOURCE: the C library ends the process if the array is too small. */
int collect_restart___poll_chk(struct pollfd *fds, nfds_t n, int timeout, size_t size) {
  return size / sizeof *fds < n ? next.__poll_chk(fds, n, timeout, size) : collect_restart_poll(fds, n, timeout);
}
int collect_restart___ppoll_chk(struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask, size_t size) {
  return size / sizeof *fds < n ? next.__ppoll_chk(fds, n, timeout, mask, size) : collect_restart_ppoll(fds, n, timeout, mask);
}

/* ---- select */

typedef struct sets { fd_set *read, *write, *except; } sets;

RESTART_ON int select_on(const restart_call *c, int n, sets s, const restart_until *until, const sigset_t *mask) {
  RESTART_UNWOUND
  sigset_t own = restart_mask(c);
  struct timespec left;
  return restart_leave(c, RESTART_REPEAT(c, next.pselect(n, s.read, s.write, s.except, restart_left(until, &left), mask ? mask : &own)));
}

/* Linux says in `timeout` what is left. */
RESTART_ON int select_on_timed(const restart_call *c, int n, sets s, int64_t begun, int64_t ns, struct timeval *timeout) {
  restart_until until = restart_until_after(begun, ns);
  int result = select_on(c, n, s, &until, NULL), error = errno;
  if (timeout) {
    int64_t left = result ? restart_left_ns(&until) : 0;
    *timeout = (struct timeval){left / 1000000000, left % 1000000000 / 1000};
  }
  errno = error;
  return result;
}

int collect_restart_select(int n, fd_set *restrict read, fd_set *restrict write, fd_set *restrict except, struct timeval *restrict timeout) {
  RESTART_UNWOUND
  restart_call c;
  int64_t ns = restart_ns_of(timeout), begun = timeout && ns ? restart_stamp() : 0;
  restart_begin(&c);
  int result = next.select(n, read, write, except, timeout);
  return restart_end(&c) ? select_on_timed(&c, n, (sets){read, write, except}, begun, ns, timeout) : result;
}

RESTART_ON int pselect_on(const restart_call *c, int n, sets s, int64_t begun, int64_t ns, const sigset_t *mask) {
  restart_until until = restart_until_after(begun, ns);
  return select_on(c, n, s, &until, mask);
}

int collect_restart_pselect(int n, fd_set *restrict read, fd_set *restrict write, fd_set *restrict except, const struct timespec *restrict timeout,
                            const sigset_t *restrict mask) {
  RESTART_UNWOUND
  restart_call c;
  int64_t begun = stamp_for(timeout);
  restart_begin(&c);
  int result = next.pselect(n, read, write, except, timeout, mask);
  return restart_end(&c) ? pselect_on(&c, n, (sets){read, write, except}, begun, restart_ns(timeout), mask) : result;
}

/* ---- epoll */

typedef struct events {
  int fd;
  struct epoll_event *at;
  int max;
} events;

/* epoll_pwait2 has ns, if the C library and the kernel have it (glibc 2.35, Linux 5.11); else the time-out is rounded up to ms. */
static int events_wait(const events *e, const restart_until *until, const sigset_t *mask) {
  RESTART_UNWOUND
  static _Atomic bool absent;
  struct timespec left;
  if (next.epoll_pwait2 && !atomic_load_explicit(&absent, memory_order_relaxed)) {
    int result = next.epoll_pwait2(e->fd, e->at, e->max, restart_left(until, &left), mask);
    if (result >= 0 || errno != ENOSYS)
      return result;
    atomic_store_explicit(&absent, true, memory_order_relaxed);
  }
  int64_t ns = restart_left_ns(until), ms = ns == RESTART_NEVER ? -1 : (ns + 999999) / 1000000;
  return next.epoll_pwait(e->fd, e->at, e->max, ms > INT32_MAX ? INT32_MAX : (int)ms, mask);
}

RESTART_ON int epoll_on(const restart_call *c, events e, int64_t begun, int64_t timeout_ns, const sigset_t *mask) {
  sigset_t own = restart_mask(c);
  restart_until until = restart_until_after(begun, timeout_ns);
  return restart_leave(c, RESTART_REPEAT(c, events_wait(&e, &until, mask ? mask : &own)));
}

int collect_restart_epoll_wait(int fd, struct epoll_event *at, int max, int timeout) {
  RESTART_UNWOUND
  restart_call c;
  int64_t begun = stamp_for_ms(timeout);
  restart_begin(&c);
  int result = next.epoll_wait(fd, at, max, timeout);
  return restart_end(&c) ? epoll_on(&c, (events){fd, at, max}, begun, ms_ns(timeout), NULL) : result;
}

int collect_restart_epoll_pwait(int fd, struct epoll_event *at, int max, int timeout, const sigset_t *mask) {
  RESTART_UNWOUND
  restart_call c;
  int64_t begun = stamp_for_ms(timeout);
  restart_begin(&c);
  int result = next.epoll_pwait(fd, at, max, timeout, mask);
  return restart_end(&c) ? epoll_on(&c, (events){fd, at, max}, begun, ms_ns(timeout), mask) : result;
}

int collect_restart_epoll_pwait2(int fd, struct epoll_event *at, int max, const struct timespec *timeout, const sigset_t *mask) {
  RESTART_UNWOUND
  restart_call c;
  int64_t begun = stamp_for(timeout);
  restart_begin(&c);
  int result = next.epoll_pwait2(fd, at, max, timeout, mask);
  return restart_end(&c) ? epoll_on(&c, (events){fd, at, max}, begun, restart_ns(timeout), mask) : result;
}
