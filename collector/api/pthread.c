/* pthread_create: who creates a thread inside a traced call, for link.c. Not a row. */
#include "collect.h"
#include "launch.h"

typedef int create_fn(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

COLLECT_EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *arg) {
  static create_fn *_Atomic next;
  create_fn *real = atomic_load_explicit(&next, memory_order_relaxed);
  if (!real) {
    real = (create_fn *)collect_next("pthread_create", NULL);
    if (!real)
      return EAGAIN;
    atomic_store_explicit(&next, real, memory_order_relaxed);
  }
  int result = real(thread, attr, start, arg);
  if (result == 0)
    collect_link_thread((uint64_t)*thread);
  return result;
}
