/* See fork_lock.h. */
#include "fork_lock.h"
#include "base.h"
#include <time.h>

extern pthread_mutex_t *const __start_rocpd_fork_locks[] __attribute__((weak, visibility("hidden")));
extern pthread_mutex_t *const __stop_rocpd_fork_locks[] __attribute__((weak, visibility("hidden")));

/* ---- SQLite's static mutexes, which are not recursive: the child may release them. Those for the program's own use are left to it. */

static const int sqlite_locks[] = {SQLITE_MUTEX_STATIC_MASTER, SQLITE_MUTEX_STATIC_MEM, SQLITE_MUTEX_STATIC_OPEN, SQLITE_MUTEX_STATIC_PRNG,
  SQLITE_MUTEX_STATIC_LRU, SQLITE_MUTEX_STATIC_PMEM, SQLITE_MUTEX_STATIC_VFS1, SQLITE_MUTEX_STATIC_VFS2, SQLITE_MUTEX_STATIC_VFS3};
enum { SQLITE_LOCKS = sizeof sqlite_locks / sizeof *sqlite_locks };
static sqlite3_mutex *taken[SQLITE_LOCKS];
static int all_taken; /* how many are */

static void give_sqlite(void) {
  while (all_taken) sqlite3_mutex_leave(taken[--all_taken]);
}

/* False if a lock is busy. */
static bool try_sqlite(void) {
  for (int i = 0; i < SQLITE_LOCKS; i++) {
    sqlite3_mutex *m = sqlite3_mutex_alloc(sqlite_locks[i]);
    if (!m || sqlite3_mutex_try(m) != SQLITE_OK) return false;
    taken[all_taken++] = m;
  }
  return true;
}

/* Nothing is held while it waits for a lock, so the order of the locks does not matter. A callback of SQLite's may fork while its own thread has a lock; then
** the fork must not wait for it forever. */
static void take_sqlite(void) {
  enum { MOST_NS = 200000000, PAUSE_NS = 20000 };
#ifndef SQLITE_CORE
  if (!sqlite3_api) return; /* no connection has loaded the extension yet */
#endif
  if (!sqlite3_threadsafe()) return;
  for (int64_t begin = rocpd_monotonic_ns(); !try_sqlite(); nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL)) {
    give_sqlite();
    if (rocpd_monotonic_ns() - begin > MOST_NS) return;
  }
}

/* ---- all */

/* A thread with a lock of ours may wait for one of SQLite's, but not the other way round. */
static void take_all(void) {
  for (pthread_mutex_t *const *m = __start_rocpd_fork_locks; m < __stop_rocpd_fork_locks; m++) pthread_mutex_lock(*m);
  take_sqlite();
}

static void give_all(void) {
  give_sqlite();
  for (pthread_mutex_t *const *m = __start_rocpd_fork_locks; m < __stop_rocpd_fork_locks; m++) pthread_mutex_unlock(*m);
}

/* glibc removes the handlers when the library is unloaded. */
__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(take_all, give_all, give_all); }
