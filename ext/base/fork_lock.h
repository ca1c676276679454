/* Process-wide locks that are safe across fork. No thread holds one during a fork, so the child finds them free, and the data that they guard consistent.
**
** Data of a connection need none: a child must not use its parent's SQLite connections. SQLite's own locks are not covered: if another thread uses SQLite
** during the fork, the child may wait forever for the lock of the allocator's statistics (SQLITE_CONFIG_MEMSTATUS), unless it executes another program
** first. */
#ifndef ROCPD_FORK_LOCK_H
#define ROCPD_FORK_LOCK_H
#include <pthread.h>

/* Defines a lock that is private to a source file. A thread that holds one must not take another. */
#define ROCPD_FORK_LOCK(name) \
  static pthread_mutex_t name = PTHREAD_MUTEX_INITIALIZER; \
  __attribute__((used, section("rocpd_fork_locks"))) static pthread_mutex_t *const rocpd_##name##_at_fork = &name

#endif
