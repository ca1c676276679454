/* A small lock for the collector's slow paths, and signals held off during file
** work. The holder never calls into the program or a runtime, and a thread never
** takes a lock twice: own_work turns its nested traced calls away. */
#ifndef COLLECT_LOCK_H
#define COLLECT_LOCK_H
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* 0 free, 1 held, 2 held and waited for. */
typedef struct collect_lock { _Atomic uint32_t word; } collect_lock;

static inline long collect_futex_wait(_Atomic uint32_t *word, uint32_t value, const struct timespec *timeout) {
  return syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, timeout, NULL, 0);
}
static inline void collect_futex_wake(_Atomic uint32_t *word, int threads) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, threads, NULL, NULL, 0);
}

static inline bool collect_lock_try(collect_lock *l) {
  uint32_t expected = 0;
  return atomic_compare_exchange_strong_explicit(&l->word, &expected, 1, memory_order_acquire, memory_order_relaxed);
}
static inline void collect_lock_take(collect_lock *l) {
  if (collect_lock_try(l))
    return;
  while (atomic_exchange_explicit(&l->word, 2, memory_order_acquire))
    collect_futex_wait(&l->word, 2, NULL);
}
/* Gives up after about `milliseconds`. */
static inline bool collect_lock_take_for(collect_lock *l, int milliseconds) {
  for (int i = 0; i < milliseconds; i++) {
    if (collect_lock_try(l))
      return true;
    struct timespec pause = {0, 1000000};
    nanosleep(&pause, NULL);
  }
  return collect_lock_try(l);
}
static inline void collect_lock_release(collect_lock *l) {
  if (atomic_exchange_explicit(&l->word, 0, memory_order_release) == 2)
    collect_futex_wake(&l->word, 1);
}

/* File work with all signals held off. A write beyond RLIMIT_FSIZE raises SIGXFSZ
** for the calling thread: it is ours, so it is taken away before signals return. */
typedef struct collect_signals { sigset_t old; bool had_xfsz; } collect_signals;

static inline void collect_signals_hold(collect_signals *s) {
  sigset_t all, pending;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &s->old);
  s->had_xfsz = sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ);
}
static inline void collect_signals_restore(const collect_signals *s) {
  if (!s->had_xfsz) {
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, SIGXFSZ);
    struct timespec none = {0, 0};
    while (sigtimedwait(&only, NULL, &none) > 0) {}
  }
  pthread_sigmask(SIG_SETMASK, &s->old, NULL);
}

#endif
