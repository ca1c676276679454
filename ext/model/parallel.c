/* Parallel loops over all cores. Threads exist only during rocpd_parallel(), so there are none when the program forks or closes the connection. */
#define _GNU_SOURCE
#include "parallel.h"
#include "newer.h"
#include "session_state.h"
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>

#define MAX_THREADS 64
/* How often a loop checks whether the connection was interrupted. */
#define INTERRUPT_EVERY_NS 20000000

typedef struct parallel_loop {
  rocpd_session *session;
  size_t n;
  size_t next; /* atomic */
  int (*fn)(void *arg, size_t i, rocpd_error *err);
  int (*own)(void *arg, rocpd_error *err); /* what the calling thread does before it joins the loop; NULL: nothing */
  void *arg;
  bool stop; /* atomic */
  pthread_mutex_t mutex; /* guards error */
  rocpd_error error;
} parallel_loop;

static void loop_fail(parallel_loop *loop, int rc, rocpd_error *err) {
  rocpd_fail_code(err, rc); /* sets a message unless there is one */
  pthread_mutex_lock(&loop->mutex);
  /* A thread that stopped because another one failed may get here first; its SQLITE_INTERRUPT is replaced. */
  if (loop->error.rc == SQLITE_OK || (loop->error.rc == SQLITE_INTERRUPT && rc != SQLITE_INTERRUPT)) {
    rocpd_error_clear(&loop->error);
    loop->error.rc = rc;
    loop->error.message = err->message;
    err->message = NULL;
  }
  pthread_mutex_unlock(&loop->mutex);
  rocpd_error_clear(err);
  __atomic_store_n(&loop->stop, true, __ATOMIC_RELAXED);
}

static void loop_do_own(parallel_loop *loop) {
  rocpd_error err = {0};
  int rc = loop->own(loop->arg, &err);
  if (rc != SQLITE_OK) loop_fail(loop, rc, &err);
}

static void loop_take_part(parallel_loop *loop, bool owner) {
  rocpd_error err = {0};
  while (!__atomic_load_n(&loop->stop, __ATOMIC_RELAXED)) {
    size_t i = __atomic_fetch_add(&loop->next, 1, __ATOMIC_RELAXED);
    if (i >= loop->n) return;
    int rc = loop->fn(loop->arg, i, &err);
    if (rc == SQLITE_OK && owner && rocpd_interrupted(loop->session)) rc = SQLITE_INTERRUPT;
    if (rc != SQLITE_OK) loop_fail(loop, rc, &err);
  }
}

static void *loop_thread(void *arg) {
  parallel_loop *loop = arg;
  loop_take_part(loop, false);
  __atomic_fetch_sub(&loop->session->helpers, 1, __ATOMIC_RELAXED);
  return NULL;
}

int rocpd_parallel_threads(rocpd_session *session) {
  if (session->threads) return session->threads;
  cpu_set_t cpus;
  int n = sched_getaffinity(0, sizeof(cpus), &cpus) == 0 ? CPU_COUNT(&cpus) : 1;
  /* If SQLite is configured without mutexes, its allocator is not thread-safe. That shows in that it returns the same dummy for every mutex. */
  sqlite3_mutex *a = sqlite3_mutex_alloc(SQLITE_MUTEX_FAST), *b = sqlite3_mutex_alloc(SQLITE_MUTEX_FAST);
  if (!sqlite3_threadsafe() || a == b) n = 1;
  sqlite3_mutex_free(a);
  if (b != a) sqlite3_mutex_free(b);
  session->threads = n < 1 ? 1 : n > MAX_THREADS ? MAX_THREADS : n;
  return session->threads;
}

/* Starts up to `wanted` helper threads; returns how many were started. All signals are blocked in them, so that the program's handlers run in its own
** threads. */
static int helpers_start(parallel_loop *loop, int wanted, pthread_t *thread) {
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  int n = 0;
  __atomic_fetch_add(&loop->session->helpers, wanted, __ATOMIC_RELAXED);
  while (n < wanted && pthread_create(&thread[n], NULL, loop_thread, loop) == 0) n++;
  __atomic_fetch_sub(&loop->session->helpers, wanted - n, __ATOMIC_RELAXED);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  return n;
}

/* Returns how many helper threads a loop gets. A loop inside another loop gets none, since all cores are busy. But if it runs in own() of the outer loop, it
** gets the threads that the outer loop no longer needs. */
static int helpers_for(const parallel_loop *loop, bool outermost, bool beside) {
  int free = outermost || beside ? rocpd_parallel_threads(loop->session) - 1 - __atomic_load_n(&loop->session->helpers, __ATOMIC_RELAXED) : 0;
  size_t most = loop->n - (loop->n && !loop->own);
  return free < 0 ? 0 : (size_t)free < most ? free : (int)most;
}

static int run_loop(parallel_loop *loop, rocpd_error *err) {
  rocpd_session *session = loop->session;
  pthread_mutex_init(&loop->mutex, NULL);
  pthread_t thread[MAX_THREADS];
  bool outermost = !__atomic_exchange_n(&session->in_parallel, true, __ATOMIC_ACQ_REL);
  if (outermost) {
    session->owner = pthread_self();
    session->changes = sqlite3_total_changes(session->db);
  }
  bool owner = outermost || pthread_equal(session->owner, pthread_self()), beside = owner && session->beside;
  int helpers = helpers_for(loop, outermost, beside);
  if (helpers) helpers = helpers_start(loop, helpers, thread);
  if (owner) session->beside = outermost && loop->own;
  if (loop->own) loop_do_own(loop);
  if (owner) session->beside = false;
  loop_take_part(loop, owner);
  for (int i = 0; i < helpers; i++) pthread_join(thread[i], NULL);
  if (owner) session->beside = beside;
  if (outermost) __atomic_store_n(&session->in_parallel, false, __ATOMIC_RELEASE);
  pthread_mutex_destroy(&loop->mutex);
  int rc = loop->error.rc;
  if (rc == SQLITE_OK) return rc;
  if (err && err->rc == SQLITE_OK) *err = loop->error;
  else rocpd_error_clear(&loop->error);
  return rc;
}

int rocpd_parallel(rocpd_session *session, size_t n, int (*fn)(void *arg, size_t i, rocpd_error *err), void *arg, rocpd_error *err) {
  return run_loop(&(parallel_loop){.session = session, .n = n, .fn = fn, .arg = arg}, err);
}

int rocpd_parallel_beside(rocpd_session *session, size_t n, int (*fn)(void *arg, size_t i, rocpd_error *err), int (*own)(void *arg, rocpd_error *err),
                          void *arg, rocpd_error *err) {
  return run_loop(&(parallel_loop){.session = session, .n = n, .fn = fn, .own = own, .arg = arg}, err);
}

/* Did a loop start the calling thread? */
static bool is_worker(const rocpd_session *session) {
  return __atomic_load_n(&session->in_parallel, __ATOMIC_ACQUIRE) && !pthread_equal(session->owner, pthread_self());
}

int64_t rocpd_connection_changes(rocpd_session *session) { return is_worker(session) ? session->changes : sqlite3_total_changes(session->db); }

static int64_t now_ns(void) {
  struct timespec ts;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &ts);
  return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

/* Since 3.41 SQLite has a function for this. With older versions a nested statement tells, since it fails on an interrupted connection; as that takes
** microseconds, it is run rarely. */
bool rocpd_interrupted(rocpd_session *session) {
  if (is_worker(session)) return false;
  int known = rocpd_is_interrupted(session->db);
  if (known >= 0) return known;
  int64_t now = now_ns();
  if (now - session->interrupt_asked_ns < INTERRUPT_EVERY_NS) return false;
  session->interrupt_asked_ns = now;
  return sqlite3_exec(session->db, "SELECT 1", NULL, NULL, NULL) == SQLITE_INTERRUPT;
}
