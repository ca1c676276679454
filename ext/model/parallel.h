/* Loops on all cores, and a test whether the query was interrupted. */
#ifndef ROCPD_PARALLEL_H
#define ROCPD_PARALLEL_H
#include "session.h"

/* Calls fn(arg, i) for i < n on up to one thread per core, the caller's included. Stops early if a call does not return SQLITE_OK, or if the query is
** interrupted. All threads have ended when it returns. fn must report errors through the err that it is given. */
int rocpd_parallel(rocpd_session *session, size_t n, int (*fn)(void *arg, size_t i, rocpd_error *err), void *arg, rocpd_error *err);
/* The same, but the caller's thread first runs own(arg), which may use the connection and run loops itself; then it takes part in the loop. Must not be
** called inside a loop. */
int rocpd_parallel_beside(rocpd_session *session, size_t n, int (*fn)(void *arg, size_t i, rocpd_error *err), int (*own)(void *arg, rocpd_error *err),
                          void *arg, rocpd_error *err);
/* The maximum number of threads of a loop, the caller's included. */
int rocpd_parallel_threads(rocpd_session *session);
/* True if sqlite3_interrupt() was called on the connection. It is cheap; long loops should call it. In worker threads it is always false: rocpd_parallel()
** tests for them. */
bool rocpd_interrupted(rocpd_session *session);
/* Number of rows that the connection has changed (sqlite3_total_changes). In worker threads it is the number at the beginning of the loop: they must not
** wait for the connection's mutex, whose holder waits for them. */
int64_t rocpd_connection_changes(rocpd_session *session);

#endif
