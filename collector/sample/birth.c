/* pthread_create: a new thread notes where its stack is, before it runs the program's function. The sampler does not signal threads that have not, so no
** thread gets a signal before it is complete. */
#include "birth.h"
#include "core.h"
#include "sample.h"
#include <pthread.h>

typedef int create_fn(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *arg);

/* ---- stacks of threads, by tid ---- */

#define BIRTHS 16384 /* a power of two. A thread whose place another one has taken counts as not known */
static struct birth { _Atomic pid_t tid; _Atomic uintptr_t low, high; } births[BIRTHS];

static void born(uintptr_t low, uintptr_t high) {
  pid_t tid = (pid_t)syscall(SYS_gettid);
  struct birth *b = &births[tid % BIRTHS];
  atomic_store(&b->tid, 0);
  atomic_store(&b->low, low);
  atomic_store(&b->high, high);
  atomic_store(&b->tid, tid);
}

bool sample_birth(pid_t tid, uintptr_t *low, uintptr_t *high) {
  struct birth *b = &births[tid % BIRTHS];
  if (atomic_load(&b->tid) != tid)
    return false;
  *low = atomic_load(&b->low);
  *high = atomic_load(&b->high);
  return atomic_load(&b->tid) == tid && *low < *high;
}

/* ---- on the way to the new thread ---- */

#define STARTS 1024 /* threads that were made and have not begun; others are not known */
static struct start { _Atomic bool taken; void *(*start)(void *); void *arg; size_t stack_bytes; } starts[STARTS];

static struct start *start_take(void) {
  static _Atomic unsigned next;
  unsigned first = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
  for (unsigned i = 0; i < STARTS; i++) {
    struct start *s = &starts[(first + i) % STARTS];
    if (!atomic_load_explicit(&s->taken, memory_order_relaxed) && !atomic_exchange(&s->taken, true))
      return s;
  }
  return NULL;
}

static __thread uintptr_t own_low __attribute__((tls_model("initial-exec"))); /* of the stack of a thread that began here */

static void *thread_begin(void *arg) {
  struct start *s = arg;
  void *(*start)(void *) = s->start;
  void *of_start = s->arg;
  uintptr_t top = (uintptr_t)pthread_self();
  own_low = top - s->stack_bytes;
  born(own_low, top);
  atomic_store_explicit(&s->taken, false, memory_order_release);
  return start(of_start);
}

/* The size of the stack that a thread with these attributes will have; 0: unknown. */
static size_t stack_bytes_of(const pthread_attr_t *attr) {
  pthread_attr_t standard;
  size_t bytes = 0;
  if (attr)
    return pthread_attr_getstacksize(attr, &bytes) ? 0 : bytes;
  if (pthread_attr_init(&standard))
    return 0;
  if (pthread_attr_getstacksize(&standard, &bytes))
    bytes = 0;
  pthread_attr_destroy(&standard);
  return bytes;
}

COLLECT_EXPORT create_fn pthread_create;
COLLECT_EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *arg) {
  create_fn *next = COLLECT_NEXT(create_fn, "pthread_create", NULL);
  bool wanted = collect_wanted(&collect_domain_samples);
  if (wanted && !atomic_load_explicit(&collect_gate.generation, memory_order_relaxed) && !collect_process_over())
    collect_process_ready(); /* a forked child: one that starts threads is not about to execute another program */
  struct start *s = wanted ? start_take() : NULL;
  if (!s)
    return next(thread, attr, start, arg);
  s->start = start;
  s->arg = arg;
  s->stack_bytes = stack_bytes_of(attr);
  int result = next(thread, attr, thread_begin, s);
  if (result)
    atomic_store_explicit(&s->taken, false, memory_order_release);
  return result;
}

static void births_forked(void) {
  if (!collect_wanted(&collect_domain_samples))
    return;
  if (own_low) /* the child's main thread is on the stack of a thread of the parent */
    born(own_low, (uintptr_t)pthread_self());
  for (unsigned i = 0; i < STARTS; i++) /* threads that only the parent has */
    atomic_store(&starts[i].taken, false);
}

COLLECT_MODULE(births) = {.name = "births", .order = -1, .forked = births_forked};
