/* Process-wide locks that are safe across fork. No thread holds one during a fork, so the child finds them free, and the data that they guard consistent.
**
** Data of a connection need none: a child must not use its parent's SQLite connections. The locks that all connections share are SQLite's static mutexes (list
** of VFSs, random numbers, the allocator's statistics, open files and others). The fork waits until these are free, too, at most 0.2 s: longer only if it is
** called while its own thread has one of them, by a function that SQLite calls. */
#ifndef ROCPD_FORK_LOCK_H
#define ROCPD_FORK_LOCK_H
#include <pthread.h>

/* Defines a lock that is private to a source file. A thread that holds one must not take another. */
#define ROCPD_FORK_LOCK(name) \
  static pthread_mutex_t name = PTHREAD_MUTEX_INITIALIZER; \
  __attribute__((used, section("rocpd_fork_locks"))) static pthread_mutex_t *const rocpd_##name##_at_fork = &name

#endif
