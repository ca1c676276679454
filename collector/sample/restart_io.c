/* Sockets, pipes and devices (restart.h): what our signal interrupts, and what it cuts short.
**
** A call on a socket with a time-out (SO_RCVTIMEO, SO_SNDTIMEO) is interrupted. It goes on by ppoll, then the call is made again. Other calls restart by
** themselves as long as no byte was moved. After that, they end with the bytes so far, which a program that has no signals need not expect of a
** blocking write, of MSG_WAITALL, of random bytes. They go on with the bytes that are missing. */
#include "restart_call.h"
#include "core.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#define next collect_restart_next
#define PLAIN(...) __VA_ARGS__

enum io { READS, WRITES, CONNECTS };

/* ---- time-outs */

static _Atomic bool timed; /* the program has set a time-out, so calls take stamps */

int collect_restart_setsockopt(int fd, int level, int option, const void *value, socklen_t size) {
  if (level == SOL_SOCKET && (option == SO_RCVTIMEO || option == SO_SNDTIMEO))
    atomic_store_explicit(&timed, true, memory_order_relaxed);
  return next.setsockopt(fd, level, option, value, size);
}

static inline int64_t stamp(void) { return COLLECT_UNLIKELY(atomic_load_explicit(&timed, memory_order_relaxed)) ? restart_stamp() : 0; }

static bool option_of(int fd, int option, void *value, socklen_t size) { return !getsockopt(fd, SOL_SOCKET, option, value, &size); }

/* The socket's time-out for such calls. False: it has none, or is no socket. (A stamp of 0 is none: the time-out began at an unknown time.) */
static bool until_of(int fd, enum io kind, int64_t begun, restart_until *until) {
  struct timeval timeout;
  if (!option_of(fd, kind == READS ? SO_RCVTIMEO : SO_SNDTIMEO, &timeout, sizeof timeout) || (!timeout.tv_sec && !timeout.tv_usec))
    return false;
  *until = restart_until_after(begun ? begun : restart_stamp(), restart_ns_of(&timeout));
  return true;
}

static bool waits(int fd) {
  int flags = (int)syscall(SYS_fcntl, fd, F_GETFL);
  return flags >= 0 && !(flags & O_NONBLOCK);
}

/* Whether a call that failed with this error, and has such flags, would have gone on waiting. */
static bool is_early(int fd, int flags, int error) {
  return error == EINTR || ((error == EAGAIN || error == EINPROGRESS) && !(flags & MSG_DONTWAIT) && waits(fd));
}

/* After an interruption: waits until the call can be made again. False: errno says how it ends. */
RESTART_ON bool io_again(const restart_call *c, int fd, enum io kind, int flags, int64_t begun) {
  restart_until until;
  int error = errno;
  bool early = is_early(fd, flags, error), limited = early && until_of(fd, kind, begun, &until);
  if (!limited && error == EINTR)
    return restart_again(c);
  if (!limited)
    return restart_fail(c, error), false;
  sigset_t mask = restart_mask(c);
  struct pollfd ready = {fd, kind == READS ? POLLIN : POLLOUT, 0};
  int n = restart_wait(c, &ready, 1, &until, &mask);
  if (n)
    return restart_leave(c, n) > 0;
  return restart_fail(c, EAGAIN), false;
}

/* ---- what was cut short */

/* Whether a call that moved only some bytes would have moved all without a signal. A regular file's disk is full in that case. */
static bool is_cut(int fd, enum io kind, int flags) {
  struct stat st;
  if (kind == READS && flags & MSG_WAITALL)
    return !(flags & (MSG_DONTWAIT | MSG_PEEK)) && waits(fd);
  if (fstat(fd, &st))
    return false;
  if (kind == READS)
    return S_ISCHR(st.st_mode) && major(st.st_rdev) == 1; /* /dev/zero, /dev/urandom */
  return (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode) || S_ISCHR(st.st_mode)) && !(flags & MSG_DONTWAIT) && waits(fd);
}

/* After a call that moved `moved` of `wanted` bytes, with our signal at its end. True: go on with the rest. */
RESTART_ON bool goes_on(const restart_call *c, int fd, enum io kind, int flags, size_t moved, size_t wanted) {
  bool cut = moved && moved < wanted && is_cut(fd, kind, flags);
  if (!cut)
    return restart_leave(c, 0), false;
  restart_count();
  bool again = restart_again(c);
  errno = c->saved_errno;
  return again;
}

/* ---- one buffer */

/* An error after some bytes is not reported; the next call meets it again. */
static inline ssize_t moved(const restart_call *c, size_t bytes) {
  errno = c->saved_errno;
  return (ssize_t)bytes;
}

/* The peer may have gone away in the middle; without the interruption, that would have ended the call without SIGPIPE. */
#define REST(flags) ((flags) | (done ? MSG_NOSIGNAL : 0))

/* Defines a wrapper that makes the call, and leaves the rest to name##_on() if our signal came. */
#define FIRST(type, name, parameters, names) \
  type collect_restart_##name parameters { \
    RESTART_UNWOUND \
    restart_call c; \
    int64_t begun = stamp(); \
    restart_begin_also(&c, RESTART_SHORT); \
    type result = next.name names; \
    return restart_end(&c) ? name##_on(&c, result, begun, PLAIN names) : result; \
  }

/* Defines a wrapper that moves `n` bytes of a buffer; `arguments` are those of the call that moves the n - done bytes from the buffer's byte `done` on. */
#define MOVES(kind, name, parameters, names, flags, arguments) \
  RESTART_ON ssize_t name##_on(restart_call *c, ssize_t result, int64_t begun, PLAIN parameters) { \
    RESTART_UNWOUND \
    for (size_t done = 0;;) { \
      done += result > 0 ? (size_t)result : 0; \
      if (result < 0 ? !io_again(c, fd, kind, flags, begun) : !goes_on(c, fd, kind, flags, done, n)) \
        return done ? moved(c, done) : result; \
      restart_begin_also(c, RESTART_SHORT); \
      result = next.name arguments; \
      if (!restart_end(c)) \
        return done ? moved(c, done + (result > 0 ? (size_t)result : 0)) : result; \
    } \
  } \
  FIRST(ssize_t, name, parameters, names)

MOVES(READS, read, (int fd, void *to, size_t n), (fd, to, n), 0, (fd, (char *)to + done, n - done))
MOVES(WRITES, write, (int fd, const void *from, size_t n), (fd, from, n), 0, (fd, (const char *)from + done, n - done))
MOVES(READS, recv, (int fd, void *to, size_t n, int flags), (fd, to, n, flags), flags, (fd, (char *)to + done, n - done, flags))
MOVES(WRITES, send, (int fd, const void *from, size_t n, int flags), (fd, from, n, flags), flags, (fd, (const char *)from + done, n - done, REST(flags)))
MOVES(READS, recvfrom, (int fd, void *restrict to, size_t n, int flags, struct sockaddr *restrict from, socklen_t *restrict length),
      (fd, to, n, flags, from, length), flags, (fd, (char *)to + done, n - done, flags, from, length))
MOVES(WRITES, sendto, (int fd, const void *from, size_t n, int flags, const struct sockaddr *to, socklen_t length), (fd, from, n, flags, to, length),
      flags, (fd, (const char *)from + done, n - done, REST(flags), to, length))

/* Of _FORTIFY_SOURCE: the C library ends the process if the buffer is too small. */
ssize_t collect_restart___read_chk(int fd, void *to, size_t n, size_t size) {
  return n > size ? next.__read_chk(fd, to, n, size) : collect_restart_read(fd, to, n);
}
ssize_t collect_restart___recv_chk(int fd, void *to, size_t n, size_t size, int flags) {
  return n > size ? next.__recv_chk(fd, to, n, size, flags) : collect_restart_recv(fd, to, n, flags);
}
ssize_t collect_restart___recvfrom_chk(int fd, void *restrict to, size_t n, size_t size, int flags, struct sockaddr *restrict from,
                                       socklen_t *restrict length) {
  return n > size ? next.__recvfrom_chk(fd, to, n, size, flags, from, length) : collect_restart_recvfrom(fd, to, n, flags, from, length);
}

RESTART_ON ssize_t getrandom_on(restart_call *c, ssize_t result, char *to, size_t n, unsigned flags) {
  RESTART_UNWOUND
  for (size_t done = 0;;) {
    done += result > 0 ? (size_t)result : 0;
    if (result == -1 && errno != EINTR) /* there is no randomness yet, and it is not to be waited for */
      return restart_fail(c, errno);
    if (done >= n)
      return restart_leave(c, 0), moved(c, done);
    if (!restart_again(c))
      return done ? moved(c, done) : -1;
    restart_begin_also(c, RESTART_SHORT);
    result = next.getrandom(to + done, n - done, flags);
    if (!restart_end(c))
      return done ? moved(c, done + (result > 0 ? (size_t)result : 0)) : result;
    restart_count();
  }
}

ssize_t collect_restart_getrandom(void *to, size_t n, unsigned flags) {
  RESTART_UNWOUND
  restart_call c;
  restart_begin_also(&c, RESTART_SHORT);
  ssize_t result = next.getrandom(to, n, flags);
  return restart_end(&c) ? getrandom_on(&c, result, to, n, flags) : result;
}

/* ---- several buffers */

static size_t bytes_of(const struct iovec *v, size_t count) {
  size_t bytes = 0;
  for (size_t i = 0; i < count; i++)
    bytes += v[i].iov_len;
  return bytes;
}

typedef ssize_t move_fn(int fd, void *at, size_t n, int flags);
static ssize_t read_one(int fd, void *at, size_t n, int flags) { return (void)flags, collect_restart_read(fd, at, n); }
static ssize_t write_one(int fd, void *at, size_t n, int flags) { return (void)flags, collect_restart_write(fd, at, n); }
static ssize_t receive_one(int fd, void *at, size_t n, int flags) { return collect_restart_recv(fd, at, n, flags); }
static ssize_t send_one(int fd, void *at, size_t n, int flags) { return collect_restart_send(fd, at, n, flags | MSG_NOSIGNAL); }

/* Moves what is behind the first `done` bytes, one buffer after the other. Returns the number of all bytes. */
RESTART_ON ssize_t rest_moved(const restart_call *c, int fd, const struct iovec *v, size_t count, size_t done, int flags, move_fn *move) {
  size_t skip = done;
  for (size_t i = 0; i < count; i++) {
    size_t at = skip < v[i].iov_len ? skip : v[i].iov_len, n = v[i].iov_len - at;
    skip -= at;
    ssize_t result = n ? move(fd, (char *)v[i].iov_base + at, n, flags) : 0;
    done += result > 0 ? (size_t)result : 0;
    if (result != (ssize_t)n)
      break;
  }
  return moved(c, done);
}

#define MOVES_ALL(kind, name, parameters, flags, v, count, arguments, move) \
  ssize_t collect_restart_##name parameters { \
    RESTART_UNWOUND \
    restart_call c; \
    ssize_t result; \
    int64_t begun = stamp(); \
    do { \
      restart_begin_also(&c, RESTART_SHORT); \
      result = next.name arguments; \
      if (!restart_end(&c)) \
        return result; \
    } while (result < 0 && io_again(&c, fd, kind, flags, begun)); \
    if (result >= 0 && goes_on(&c, fd, kind, flags, (size_t)result, bytes_of(v, count))) \
      return rest_moved(&c, fd, v, count, (size_t)result, flags, move); \
    return result; \
  }

MOVES_ALL(READS, readv, (int fd, const struct iovec *v, int count), 0, v, (size_t)count, (fd, v, count), read_one)
MOVES_ALL(WRITES, writev, (int fd, const struct iovec *v, int count), 0, v, (size_t)count, (fd, v, count), write_one)
MOVES_ALL(READS, recvmsg, (int fd, struct msghdr *m, int flags), flags, m->msg_iov, m->msg_iovlen, (fd, m, flags), receive_one)
MOVES_ALL(WRITES, sendmsg, (int fd, const struct msghdr *m, int flags), flags, m->msg_iov, m->msg_iovlen, (fd, m, flags), send_one)

/* ---- several messages */

/* Whether the rest of them is to be moved. (The kernel looks at the time-out of recvmmsg only after a message, and says there what is left.) */
RESTART_ON bool more_messages(const restart_call *c, int fd, int flags, unsigned rest, const struct timespec *timeout) {
  bool cut = rest && !(flags & (MSG_DONTWAIT | MSG_WAITFORONE)) && (!timeout || timeout->tv_sec || timeout->tv_nsec) && waits(fd);
  if (!cut)
    return restart_leave(c, 0), false;
  restart_count();
  bool again = restart_again(c);
  errno = c->saved_errno;
  return again;
}

#define MESSAGES(kind, name, parameters, names, timeout, arguments) \
  RESTART_ON int name##_on(restart_call *c, int result, int64_t begun, PLAIN parameters) { \
    RESTART_UNWOUND \
    for (unsigned done = 0;;) { \
      done += result > 0 ? (unsigned)result : 0; \
      if (result < 0 ? !io_again(c, fd, kind, flags, begun) : !more_messages(c, fd, flags, n - done, timeout)) \
        return done ? (int)moved(c, done) : result; \
      restart_begin_also(c, RESTART_SHORT); \
      result = next.name arguments; \
      if (!restart_end(c)) \
        return done ? (int)moved(c, done + (result > 0 ? (unsigned)result : 0)) : result; \
    } \
  } \
  FIRST(int, name, parameters, names)

MESSAGES(READS, recvmmsg, (int fd, struct mmsghdr *m, unsigned n, int flags, struct timespec *timeout), (fd, m, n, flags, timeout), timeout,
         (fd, m + done, n - done, flags, timeout))
MESSAGES(WRITES, sendmmsg, (int fd, struct mmsghdr *m, unsigned n, int flags), (fd, m, n, flags), (const struct timespec *)NULL,
         (fd, m + done, n - done, flags))

/* ---- connections */

#define ACCEPTS(name, parameters, arguments) \
  int collect_restart_##name parameters { \
    RESTART_UNWOUND \
    restart_call c; \
    int result; \
    int64_t begun = stamp(); \
    do { \
      restart_begin(&c); \
      result = next.name arguments; \
    } while (restart_end(&c) && io_again(&c, fd, READS, 0, begun)); \
    return result; \
  }

ACCEPTS(accept, (int fd, struct sockaddr *restrict from, socklen_t *restrict length), (fd, from, length))
ACCEPTS(accept4, (int fd, struct sockaddr *restrict from, socklen_t *restrict length, int flags), (fd, from, length, flags))

/* An internet connection is being made although the call was interrupted, and a second call would fail. The others are given up. */
RESTART_ON int connect_on(restart_call *c, int fd, const struct sockaddr *to, socklen_t length, int64_t begun, int result) {
  RESTART_UNWOUND
  if (result >= 0)
    return restart_leave(c, result);
  int domain = 0, error = errno;
  restart_until until;
  if (!is_early(fd, 0, error))
    return restart_fail(c, error);
  error = EINPROGRESS;
  if (option_of(fd, SO_DOMAIN, &domain, sizeof domain) && (domain == AF_INET || domain == AF_INET6) && until_of(fd, CONNECTS, begun, &until)) {
    sigset_t mask = restart_mask(c);
    struct pollfd ready = {fd, POLLOUT, 0};
    int n = restart_wait(c, &ready, 1, &until, &mask);
    if (n < 0)
      return restart_leave(c, n);
    if (n > 0)
      option_of(fd, SO_ERROR, &error, sizeof error);
    return error ? restart_fail(c, error) : restart_leave(c, 0);
  }
  do {
    if (!restart_again(c))
      return -1;
    restart_begin(c);
    result = next.connect(fd, to, length);
  } while (restart_end(c));
  return result;
}

int collect_restart_connect(int fd, const struct sockaddr *to, socklen_t length) {
  RESTART_UNWOUND
  restart_call c;
  int64_t begun = stamp();
  restart_begin_also(&c, RESTART_SHORT);
  int result = next.connect(fd, to, length);
  return restart_end(&c) ? connect_on(&c, fd, to, length, begun, result) : result;
}
