/* Semaphores, message queues, waits for signals, asynchronous I/O (restart.h). The kernel has no forms of these that set the signal mask, so they are
** called again as they are, unless a signal of the program is pending. */
#include "restart_call.h"

#define next collect_restart_next

/* Defines a wrapper whose call does not depend on how long it has been waiting. */
#define AGAIN(type, name, parameters, arguments) \
  type collect_restart_##name parameters { \
    RESTART_UNWOUND \
    restart_call c; \
    type result; \
    do { \
      restart_begin(&c); \
      result = next.name arguments; \
    } while (restart_end(&c) && restart_again(&c)); \
    return result; \
  }

/* The same for a call with a time-out, the last parameter. */
#define AGAIN_TIMED(type, name, parameters, arguments) \
  type collect_restart_##name parameters { \
    RESTART_UNWOUND \
    restart_call c; \
    struct timespec left; \
    const struct timespec *const asked = timeout; \
    int64_t begun = timeout && (timeout->tv_sec || timeout->tv_nsec) ? restart_stamp() : 0; \
    for (;;) { \
      restart_begin(&c); \
      type result = next.name arguments; \
      if (!restart_end(&c) || !restart_again(&c)) \
        return result; \
      timeout = left_of(asked, begun, &left); \
    } \
  }

RESTART_ON struct timespec *left_of(const struct timespec *asked, int64_t begun, struct timespec *left) {
  restart_until until = restart_until_after(begun, restart_ns(asked));
  return restart_left(&until, left);
}

AGAIN(int, sem_timedwait, (sem_t *restrict semaphore, const struct timespec *restrict until), (semaphore, until))
AGAIN(int, sem_clockwait, (sem_t *semaphore, clockid_t clock, const struct timespec *until), (semaphore, clock, until))
AGAIN(int, semop, (int id, struct sembuf *operations, size_t n), (id, operations, n))
AGAIN(ssize_t, msgrcv, (int id, void *to, size_t size, long type, int flags), (id, to, size, type, flags))
AGAIN(int, msgsnd, (int id, const void *from, size_t size, int flags), (id, from, size, flags))
AGAIN(int, sigwaitinfo, (const sigset_t *restrict set, siginfo_t *restrict info), (set, info))
AGAIN_TIMED(int, semtimedop, (int id, struct sembuf *operations, size_t n, const struct timespec *timeout), (id, operations, n, timeout))
AGAIN_TIMED(int, sigtimedwait, (const sigset_t *restrict set, siginfo_t *restrict info, const struct timespec *restrict timeout), (set, info, timeout))
AGAIN_TIMED(int, aio_suspend, (const struct aiocb *const *list, int n, const struct timespec *restrict timeout), (list, n, timeout))
AGAIN_TIMED(int, aio_suspend64, (const struct aiocb64 *const *list, int n, const struct timespec *restrict timeout), (list, n, timeout))
