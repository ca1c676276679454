/* Keeps decoded columns in memory for the next query, up to a limit. Beyond it, columns of the least recently used batches are dropped between statements,
** and decoded again when needed. */
#ifndef ROCPD_CACHE_H
#define ROCPD_CACHE_H
#include "batch.h"

/* The default limit in bytes: a quarter of the memory that the process may use. */
int64_t rocpd_cache_default_limit(void);

/* Stores a decoded column in its place in the batch. If another thread was first, frees c. Returns the column that is in the place. Thread safe. */
rocpd_column *rocpd_cache_put(rocpd_batch *b, rocpd_column **place, rocpd_column *c);
/* Frees the column in a place. */
void rocpd_cache_drop(rocpd_batch *b, rocpd_column **place);

/* Adds a new batch to the session's list, and removes it. Called by rocpd_batch_new() and rocpd_batch_unref(). */
void rocpd_cache_enter(rocpd_batch *b);
void rocpd_cache_leave(rocpd_batch *b);
/* Notes that the batch is being read. Thread safe. */
void rocpd_cache_touch(rocpd_batch *b);

/* Drops the columns of a batch that is not being read. If other batches share data with them, nothing is dropped, and it returns false. Columns are decoded
** again when needed. Thread safe for different batches. */
bool rocpd_cache_forget(rocpd_batch *b);

/* Number of bytes of decoded columns of all sources. */
int64_t rocpd_cache_bytes(const rocpd_session *session);
/* Number of bytes that may stay between statements. */
int64_t rocpd_cache_limit(const rocpd_session *session);
void rocpd_cache_set_limit(rocpd_session *session, int64_t bytes);
/* Drops columns until the rest is below the limit. Call it between statements, while no snapshot is held. */
void rocpd_cache_trim(rocpd_session *session);

#endif
