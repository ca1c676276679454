/* Decoded columns stay in memory for the next query, up to a limit: beyond it those of
** the batches that were not used for longest are dropped, between statements, and decoded
** again when they are wanted. */
#ifndef ROCPD_CACHE_H
#define ROCPD_CACHE_H
#include "batch.h"

/* A quarter of the memory that the process may have. */
int64_t rocpd_cache_default_limit(void);

/* Put a decoded column into its place, which is the batch's; the first of two threads
** wins. Returns the one that is there. Thread safe. */
rocpd_column *rocpd_cache_put(rocpd_batch *b, rocpd_column **place, rocpd_column *c);
/* Free the column that is in a place. */
void rocpd_cache_drop(rocpd_batch *b, rocpd_column **place);

/* A batch begins and ends to be: for rocpd_batch_new() and rocpd_batch_unref(). */
void rocpd_cache_enter(rocpd_batch *b);
void rocpd_cache_leave(rocpd_batch *b);
/* The batch is read now. Thread safe. */
void rocpd_cache_touch(rocpd_batch *b);

/* Drop a batch's columns, which nobody reads, nor any other batch's that share data with them: false, they stay, if there are such batches. They are
** decoded again when they are wanted. Thread safe for different batches. */
bool rocpd_cache_forget(rocpd_batch *b);

/* Bytes of decoded columns of all sources. */
int64_t rocpd_cache_bytes(const rocpd_session *session);
/* How many may stay between statements. */
int64_t rocpd_cache_limit(const rocpd_session *session);
void rocpd_cache_set_limit(rocpd_session *session, int64_t bytes);
/* Bring them below the limit. Between statements, while nobody holds a snapshot. */
void rocpd_cache_trim(rocpd_session *session);

#endif
