/* Threads of ours: detached, with all signals blocked but SIGBUS, and counted. */
#include "core.h"
#include <string.h>

/* The C library's own function: no other library is to see the thread. (A sanitizer would, and TSan ends a forked child that
** starts threads.) */
typedef int create_fn(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
static create_fn *libc_create(void) {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__) /* here the sanitizer is to check our own code */
  return pthread_create;
#endif
  static const char *const sonames[] = {"libc.so.6", "libpthread.so.0", NULL};
  create_fn *create = (create_fn *)collect_next_in("pthread_create", sonames);
  return create ? create : pthread_create;
}

static _Atomic uint32_t threads, running;
uint32_t collect_threads(void) { return atomic_load(&threads); }
uint32_t collect_threads_running(void) { return atomic_load(&running); }

static void *thread_main(void *arg) {
  void *(*run)(void *) = NULL;
  memcpy(&run, &arg, sizeof run);
  atomic_fetch_add(&running, 1);
  run(NULL);
  atomic_fetch_sub(&running, 1);
  atomic_fetch_sub(&threads, 1);
  return NULL;
}

bool collect_thread_create(void *(*run)(void *), size_t stack_bytes) {
  create_fn *create = libc_create();
  pthread_attr_t attr;
  pthread_t thread;
  if (pthread_attr_init(&attr))
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
}
COLLECT_MODULE(own_threads) = {.name = "own_threads", .forked = threads_forked};
