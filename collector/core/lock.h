/* A small lock for the collector's slow paths, and blocking of signals during file work. A thread never takes a lock twice: the
** guard of own work turns its nested traced calls away. README.md lists what each lock protects, and the few that are held over
** calls of a runtime.
**
** Each lock has a rank. A thread that holds locks takes only locks of a greater rank. Debug builds check that; trying a lock is
** exempt. */
#ifndef COLLECT_LOCK_H
#define COLLECT_LOCK_H
#include "debug.h"
#include "system.h"
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

enum {
  COLLECT_RANK_PROCESS = 1, /* the start of a recording */
  COLLECT_RANK_RELAYS,     /* the relayed queues, while packets are passed on */
  COLLECT_RANK_COUNTERS,   /* of an agent, while they are created */
  COLLECT_RANK_QUEUES,     /* the table of queues */
  COLLECT_RANK_CLOCK,      /* of an agent */
  COLLECT_RANK_LINK,
  COLLECT_RANK_GRAPHS,
  COLLECT_RANK_COPIES,
  COLLECT_RANK_KERNELS,
  COLLECT_RANK_KERNARGS,
  COLLECT_RANK_CODE,       /* sizes of functions */
  COLLECT_RANK_AGENTS,
  COLLECT_RANK_POOLS,      /* of memory */
  COLLECT_RANK_FUNCTIONS,
  COLLECT_RANK_SPANS,
  COLLECT_RANK_TEXTS,      /* buffer for texts of arguments */
  COLLECT_RANK_MARKS,      /* of barriers */
  COLLECT_RANK_ROWS,       /* that no thread did, or signal handlers write */
  COLLECT_RANK_META,       /* info rows */
  COLLECT_RANK_LIVE,       /* segments */
  COLLECT_RANK_STRINGS,
  COLLECT_RANK_PYTHON,     /* code objects */
  COLLECT_RANK_TOOLS,      /* the value of HSA_TOOLS_LIB that HSA reads */
  COLLECT_RANK_UNWIND,     /* the list of loaded objects */
};

/* word: 0 free, 1 held, 2 held with threads waiting. */
typedef struct collect_lock { _Atomic uint32_t word; uint32_t rank; } collect_lock;
#define COLLECT_LOCK(name) {0, COLLECT_RANK_##name}

#ifdef COLLECT_DEBUG
extern __thread uint32_t collect_ranks_held __attribute__((tls_model("initial-exec"))); /* bits */
static inline void collect_rank_check(const collect_lock *l) { COLLECT_ASSERT(l->rank && !(collect_ranks_held >> l->rank)); }
static inline void collect_rank_mark(const collect_lock *l) { collect_ranks_held |= 1u << l->rank; }
static inline void collect_rank_clear(const collect_lock *l) {
  COLLECT_ASSERT(collect_ranks_held >> l->rank & 1);
  collect_ranks_held &= ~(1u << l->rank);
}
#else
static inline void collect_rank_check(const collect_lock *l) { (void)l; }
static inline void collect_rank_mark(const collect_lock *l) { (void)l; }
static inline void collect_rank_clear(const collect_lock *l) { (void)l; }
#endif

static inline long collect_futex_wait(_Atomic uint32_t *word, uint32_t value, const struct timespec *timeout) {
  return syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, timeout, NULL, 0);
}
static inline void collect_futex_wake(_Atomic uint32_t *word, int threads) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, threads, NULL, NULL, 0);
}

static inline bool collect_lock_try(collect_lock *l) {
  uint32_t expected = 0;
  if (!atomic_compare_exchange_strong_explicit(&l->word, &expected, 1, memory_order_acquire, memory_order_relaxed))
    return false;
  collect_rank_mark(l);
  return true;
}
static inline void collect_lock_take(collect_lock *l) {
  collect_rank_check(l);
  if (collect_lock_try(l))
    return;
  while (atomic_exchange_explicit(&l->word, 2, memory_order_acquire))
    collect_futex_wait(&l->word, 2, NULL);
  collect_rank_mark(l);
}
static inline void collect_lock_release(collect_lock *l) {
  collect_rank_clear(l);
  if (atomic_exchange_explicit(&l->word, 0, memory_order_release) == 2)
    collect_futex_wake(&l->word, 1);
}

/* Waits one turn for another thread to finish, in rare cases. Spins at first, then sleeps, since that thread may need this processor. */
static inline void collect_wait_turn(unsigned turn) {
  static _Atomic uint32_t never;
  if (turn < 100)
    __builtin_ia32_pause();
  else
    collect_futex_wait(&never, 0, &(struct timespec){.tv_nsec = 50000});
}

/* Blocks all signals but SIGBUS, which must be caught wherever it comes (fault.c). */
static inline void collect_signals_block(sigset_t *old) {
  sigset_t all;
  sigfillset(&all);
  sigdelset(&all, SIGBUS);
  pthread_sigmask(SIG_SETMASK, &all, old);
}

/* The same for file work. A write beyond RLIMIT_FSIZE raises SIGXFSZ for the calling thread. That signal is ours, so it is taken
** away before signals are unblocked. */
typedef struct collect_signals { sigset_t old; bool had_xfsz; } collect_signals;

static inline void collect_signals_hold(collect_signals *s) {
  sigset_t pending;
  collect_signals_block(&s->old);
  s->had_xfsz = sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ);
}
static inline void collect_signals_restore(const collect_signals *s) {
  while (!s->had_xfsz && collect_sys_signal_take(SIGXFSZ)) {}
  pthread_sigmask(SIG_SETMASK, &s->old, NULL);
}

#endif
