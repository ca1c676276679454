/* Locks that the whole process has one of: nobody holds them while it forks, so a child whose other threads are gone finds them free, and what they guard whole.
**
** What is a connection's is not of these: SQLite's connections are not for children. Nor are SQLite's own locks: a child that is forked while another thread
** uses SQLite may wait for ever in its allocator, whose figures have a lock (SQLITE_CONFIG_MEMSTATUS), unless it executes another program first. */
#ifndef ROCPD_FORK_LOCK_H
#define ROCPD_FORK_LOCK_H
#include <pthread.h>

/* A lock of a file's own. Who has one asks for no other of these. */
#define ROCPD_FORK_LOCK(name) \
  static pthread_mutex_t name = PTHREAD_MUTEX_INITIALIZER; \
  __attribute__((used, section("rocpd_fork_locks"))) static pthread_mutex_t *const rocpd_##name##_at_fork = &name

#endif
