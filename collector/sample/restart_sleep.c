/* Sleeps, and waits for any signal (restart.h). They go on in restart_sleep(), and a program's signal ends that as it would have ended them. */
#include "restart_call.h"

#define next collect_restart_next

/* Goes on with a sleep. 0: it is over. -1: a signal of the program came, and `left`, if it is not NULL, says what is left. */
RESTART_ON int sleep_on_until(const restart_call *c, const restart_until *until, struct timespec *left) {
  sigset_t mask = restart_mask(c);
  int result = restart_sleep(c, until, &mask);
  if (result < 0 && until->ns != RESTART_NEVER) {
    struct timespec t;
    if (!restart_left_ns(until))
      result = 0;
    else if (restart_left(until, &t) && left)
      *left = t;
  }
  return restart_leave(c, result);
}

RESTART_ON int sleep_on(const restart_call *c, int64_t begun, int64_t ns, struct timespec *left) {
  restart_until until = restart_until_after(begun, ns);
  return sleep_on_until(c, &until, left);
}

/* Programs often pass one variable for both, which an interrupted call overwrites. */
static inline const struct timespec *asked_for(const struct timespec *time, const struct timespec *left, struct timespec *copy) {
  if (time != left || !time)
    return time;
  *copy = *time;
  return copy;
}

#define SLEEPS(name) \
  int collect_restart_##name(const struct timespec *time, struct timespec *left) { \
    RESTART_UNWOUND \
    restart_call c; \
    struct timespec copy; \
    const struct timespec *asked = asked_for(time, left, &copy); \
    int64_t begun = restart_stamp(); \
    restart_begin(&c); \
    int result = next.name(time, left); \
    return restart_end(&c) ? sleep_on(&c, begun, restart_ns(asked), left) : result; \
  }
SLEEPS(nanosleep)
SLEEPS(thrd_sleep)

int collect_restart_usleep(useconds_t us) {
  RESTART_UNWOUND
  restart_call c;
  int64_t begun = restart_stamp();
  restart_begin(&c);
  int result = next.usleep(us);
  return restart_end(&c) ? sleep_on(&c, begun, us * 1000ll, NULL) : result;
}

unsigned collect_restart_sleep(unsigned seconds) {
  RESTART_UNWOUND
  restart_call c;
  struct timespec left = {0};
  int64_t begun = restart_stamp();
  restart_begin(&c);
  unsigned result = next.sleep(seconds);
  return restart_end(&c) ? (sleep_on(&c, begun, seconds * 1000000000ll, &left), (unsigned)left.tv_sec) : result;
}

/* ---- by any clock; the result is an error, and errno stays as it is */

static bool is_cpu_clock(clockid_t clock) { return clock < 0 || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID; }

RESTART_ON int clock_on(const restart_call *c, clockid_t clock, int64_t begun, int64_t absolute_ns, int64_t ns, struct timespec *left) {
  restart_until until = {clock, absolute_ns};
  if (absolute_ns == RESTART_NEVER) /* a relative time by REALTIME is not changed by setting that clock, so it is MONOTONIC's */
    until = restart_until_after(begun, ns);
  int result = sleep_on_until(c, &until, left) ? EINTR : 0;
  errno = c->saved_errno;
  return result;
}

int collect_restart_clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left) {
  RESTART_UNWOUND
  restart_call c;
  struct timespec copy, rest;
  bool absolute = flags & TIMER_ABSTIME, cpu = is_cpu_clock(clock);
  const struct timespec *asked = absolute ? time : asked_for(time, left, &copy);
  int64_t begun = absolute ? 0 : restart_stamp();
  for (struct timespec *to = cpu && !left ? &rest : left;;) {
    restart_begin(&c);
    int result = next.clock_nanosleep(clock, flags, time, to);
    if (!restart_end(&c))
      return result;
    if (!cpu)
      return clock_on(&c, clock, begun, absolute ? restart_ns(asked) : RESTART_NEVER, restart_ns(asked), left);
    bool again = restart_again(&c);
    errno = c.saved_errno;
    if (!again)
      return result;
    if (!absolute) { /* CPU time has stood still since the kernel computed what is left */
      rest = *to;
      time = &rest;
    }
  }
}

/* ---- until a signal */

RESTART_ON int pause_on(const restart_call *c) {
  restart_until until = {CLOCK_MONOTONIC, RESTART_NEVER};
  return sleep_on_until(c, &until, NULL);
}

int collect_restart_pause(void) {
  RESTART_UNWOUND
  restart_call c;
  restart_begin(&c);
  int result = next.pause();
  return restart_end(&c) ? pause_on(&c) : result;
}

RESTART_ON int suspend_on(const restart_call *c, const sigset_t *mask) {
  RESTART_UNWOUND
  return restart_leave(c, RESTART_REPEAT(c, next.sigsuspend(mask)));
}

int collect_restart_sigsuspend(const sigset_t *mask) {
  RESTART_UNWOUND
  restart_call c;
  restart_begin(&c);
  int result = next.sigsuspend(mask);
  return restart_end(&c) ? suspend_on(&c, mask) : result;
}
