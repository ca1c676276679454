/* Loops over all cores, and whether the query was interrupted. */
#ifndef ROCPD_PARALLEL_H
#define ROCPD_PARALLEL_H
#include "session.h"

/* Run fn(arg, i) for i < n on up to one thread per core (the caller's included);
** stops early when one returns not SQLITE_OK, or when the query is interrupted.
** Threads end before it returns. fn must report through its own error slot. */
int rocpd_parallel(rocpd_session *session, size_t n, int (*fn)(void *arg, size_t i, rocpd_error *err), void *arg, rocpd_error *err);
/* The same, while the caller's thread does own(arg), which may use the connection and have loops of its own; then it takes part. Called outside of all loops. */
int rocpd_parallel_beside(rocpd_session *session, size_t n, int (*fn)(void *arg, size_t i, rocpd_error *err), int (*own)(void *arg, rocpd_error *err), void *arg, rocpd_error *err);
/* How many threads that uses at most, the caller's included. */
int rocpd_parallel_threads(rocpd_session *session);
/* True when sqlite3_interrupt() was called on the connection: long loops ask. It
** is cheap. In worker threads always false: rocpd_parallel() asks for them. */
bool rocpd_interrupted(rocpd_session *session);
/* How many rows the connection has changed (sqlite3_total_changes): in worker threads as of the
** beginning of the loop, since they must not wait for the connection, which waits for them. */
int64_t rocpd_connection_changes(rocpd_session *session);

#endif
