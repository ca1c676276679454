/* One call of a wrapper (restart.h): whether our signal interrupted it, and what it takes to go on. Only restart*.c use this.
**
**     int collect_restart_pause(void) {
**       restart_call c;
**       restart_begin(&c);
**       int result = collect_restart_next.pause();
**       return restart_end(&c) ? pause_on(&c) : result;
**     }
**
** If restart_end() says so, our signal interrupted the call, and the program's signals are blocked since then. The wrapper then ends with restart_leave(),
** or repeats the call after restart_again() or restart_io_again(), which unblock them. */
#ifndef COLLECT_RESTART_CALL_H
#define COLLECT_RESTART_CALL_H
#include <aio.h>
#include <errno.h>
#include <poll.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/msg.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include "collect.h"

/* What older headers do not declare, or only for their own use. */
extern int epoll_pwait2(int fd, struct epoll_event *events, int max, const struct timespec *timeout, const sigset_t *mask);
extern int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until);
extern int __poll_chk(struct pollfd *fds, nfds_t n, int timeout, size_t size);
extern int __ppoll_chk(struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask, size_t size);
extern ssize_t __read_chk(int fd, void *to, size_t n, size_t size);
extern ssize_t __recv_chk(int fd, void *to, size_t n, size_t size, int flags);
extern ssize_t __recvfrom_chk(int fd, void *to, size_t n, size_t size, int flags, struct sockaddr *from, socklen_t *length);

/* The C library's functions; NULL: it has none of the name. And our wrappers. */
typedef struct restart_next {
#define RESTART(name) __typeof__(&name) name;
#include "restart.def"
} restart_next;
extern restart_next collect_restart_next;
#define RESTART(name) extern __typeof__(name) collect_restart_##name;
#include "restart.def"

/* ---- one call */

/* The address of this, in a wrapper's frame, names the call. What it holds is set if the call is interrupted, as of before it. */
typedef struct restart_call {
  uint64_t mask; /* signals that were blocked */
  int saved_errno;
} restart_call;

typedef struct restart_thread {
  uintptr_t inside;      /* the call in progress, and RESTART_* in the lowest bits; 0: none */
  uintptr_t interrupted; /* the call that our signal has interrupted, and that has not ended since; 0: none */
  uint64_t mask;         /* before that, or of the call that is repeated: signals that were blocked */
  int saved_errno;
  uint64_t handled;      /* handlers of the program that have run in this thread (restart_handled.c) */
  uint64_t handled_before; /* the same when the call began */
} restart_thread;
extern __thread restart_thread collect_restart_thread __attribute__((tls_model("initial-exec")));

enum {
  /* Also counts as interrupted if it has already moved some bytes, or says that its time is over: the kernel counts ticks, and rounds
  ** what is left down when a signal comes. */
  RESTART_SHORT = 1,
  /* The program's signals have been blocked since the call was interrupted. */
  RESTART_REPEATED = 2,
  RESTART_BITS = 3,
};

static inline void restart_inside(uintptr_t call) {
  collect_signal_fence();
  collect_restart_thread.handled_before = collect_restart_thread.handled;
  collect_restart_thread.inside = call;
  collect_signal_fence();
}
static inline void restart_begin_also(const restart_call *c, unsigned also) { restart_inside((uintptr_t)c | also); }
static inline void restart_begin(const restart_call *c) { restart_begin_also(c, 0); }
/* Ends the call. True: our signal interrupted it, and the program's signals are blocked. */
static inline bool restart_end(restart_call *c) {
  collect_signal_fence();
  collect_restart_thread.inside = 0; /* not what was there before: a handler may have jumped out of that */
  collect_signal_fence();
  if (COLLECT_LIKELY(collect_restart_thread.interrupted != (uintptr_t)c))
    return false;
  collect_restart_thread.interrupted = 0;
  c->mask = collect_restart_thread.mask;
  c->saved_errno = collect_restart_thread.saved_errno;
  return true;
}

/* The program has set this alternate stack, or is about to. */
void collect_restart_alternate(const stack_t *stack);

/* Of a call that was interrupted: the mask to wait with, which is the program's. */
sigset_t restart_mask(const restart_call *c);
/* Unblocks the program's signals, sets errno as it is after a call with this result (-1: it stays as it is), and returns the result. */
int restart_leave(const restart_call *c, int result);
/* Unblocks the program's signals. True: call again. False: a signal of the program was pending, and errno is EINTR. */
bool restart_again(const restart_call *c);

/* The same for a call that ends with this error. */
static inline int restart_fail(const restart_call *c, int error) { return errno = error, restart_leave(c, -1); }

/* Repeats a call that takes the mask itself, with the program's signals blocked, until something else than our signal ends it. */
#define RESTART_REPEAT(c, call) ({ \
    __typeof__(call) restart_result; \
    restart_call restart_repeated; \
    do { \
      collect_restart_thread.mask = (c)->mask; \
      restart_begin_also(&restart_repeated, RESTART_REPEATED); \
      restart_result = (call); \
    } while (restart_end(&restart_repeated)); \
    restart_result; \
  })
/* Counts a call that goes on, for one that was not interrupted but cut short. */
void restart_count(void);

/* If the thread is cancelled, or an exception passes, while the program's signals are blocked, they are unblocked. In each function that calls
** collect_restart_next. (A personality routine, since there is nothing to land on, and a handler may jump out of what pthread_cleanup_push begins.) */
#define RESTART_UNWOUND __asm__ volatile(".cfi_personality 0x1b, collect_restart_unwound");
/* For code that runs after an interruption. */
#define RESTART_ON static __attribute__((noinline, cold))

/* ---- times */

#define RESTART_NEVER INT64_MAX
/* When a call is over: a time of this clock. */
typedef struct restart_until { clockid_t clock; int64_t ns; } restart_until;

/* What a call with a time-out notes as it begins. */
static inline int64_t restart_stamp(void) { return collect_ticks(); }
/* The time this long after the stamp. A negative time-out is endless. */
restart_until restart_until_after(int64_t stamp, int64_t timeout_ns);
/* ns; RESTART_NEVER if there is none, or too many. */
int64_t restart_ns(const struct timespec *t);
int64_t restart_ns_of(const struct timeval *t);
/* ns from now, at least 0. */
int64_t restart_left_ns(const restart_until *until);
/* The same as a timespec. NULL: endless. */
struct timespec *restart_left(const restart_until *until, struct timespec *left);

/* ---- waiting, with the program's signals blocked except in the wait */

/* As ppoll, for this interrupted call. */
int restart_wait(const restart_call *c, struct pollfd *fds, nfds_t n, const restart_until *until, const sigset_t *mask);
/* Sleeps. 0: the time is over. -1: a signal of the program came. */
int restart_sleep(const restart_call *c, const restart_until *until, const sigset_t *mask);

/* ---- for restart.c */

void collect_restart_signal(int sig);
void collect_restart_clock(void); /* from now on there are stamps */
void collect_restart_handled(int sig);

#endif
