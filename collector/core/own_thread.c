/* Threads of ours: detached, with all signals blocked but SIGBUS, and counted. */
#include "core.h"
#include <string.h>

/* The C library's own function: no other library is to see the thread. (A sanitizer would, and TSan ends a forked child that
** starts threads.) NULL: there is none. Ours (sample/birth.c) is for threads of the program. */
typedef int create_fn(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
static create_fn *libc_create(void) {
  static const char *const sonames[] = {"libc.so.6", "libpthread.so.0", NULL};
  create_fn *create = NULL;
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__) /* a sanitizer is to check our own code */
  create = (create_fn *)collect_next_in("pthread_create", sonames);
#endif
  return create ? create : (create_fn *)collect_next("pthread_create", sonames);
}

static _Atomic uint32_t threads, running;
uint32_t collect_threads(void) { return atomic_load(&threads); }
uint32_t collect_threads_running(void) { return atomic_load(&running); }

static _Atomic pid_t tids[16]; /* of our threads; 0: free */

/* Changes the first place that holds `was` to `is`. */
static void tid_change(pid_t was, pid_t is) {
  for (size_t i = 0; i < sizeof tids / sizeof *tids; i++)
    if (atomic_compare_exchange_strong(&tids[i], &(pid_t){was}, is))
      return;
}
bool collect_thread_is_ours(pid_t tid) {
  for (size_t i = 0; i < sizeof tids / sizeof *tids; i++)
    if (atomic_load_explicit(&tids[i], memory_order_relaxed) == tid)
      return true;
  return false;
}

static void *thread_main(void *arg) {
  void *(*run)(void *) = NULL;
  pid_t tid = (pid_t)syscall(SYS_gettid);
  memcpy(&run, &arg, sizeof run);
  tid_change(0, tid);
  atomic_fetch_add(&running, 1);
  run(NULL);
  tid_change(tid, 0);
  atomic_fetch_sub(&running, 1);
  atomic_fetch_sub(&threads, 1);
  return NULL;
}

bool collect_thread_create(void *(*run)(void *), size_t stack_bytes) {
  create_fn *create = libc_create();
  pthread_attr_t attr;
  pthread_t thread;
  if (!create || pthread_attr_init(&attr))
    return false;
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  if (stack_bytes)
    pthread_attr_setstacksize(&attr, stack_bytes);
  collect_signals signals;
  collect_signals_hold(&signals); /* the thread inherits the mask */
  void *arg = NULL;
  memcpy(&arg, &run, sizeof arg);
  atomic_fetch_add(&threads, 1);
  int rc = create(&thread, &attr, thread_main, arg);
  if (rc) { /* the program has much thread-local storage, which the stack must hold, too */
    pthread_attr_destroy(&attr);
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    rc = create(&thread, &attr, thread_main, arg);
  }
  collect_signals_restore(&signals);
  pthread_attr_destroy(&attr);
  if (rc)
    atomic_fetch_sub(&threads, 1);
  return rc == 0;
}

static void threads_forked(void) {
  atomic_store(&threads, 0);
  atomic_store(&running, 0);
  for (size_t i = 0; i < sizeof tids / sizeof *tids; i++)
    atomic_store(&tids[i], 0);
}
COLLECT_MODULE(own_threads) = {.name = "own_threads", .forked = threads_forked};
