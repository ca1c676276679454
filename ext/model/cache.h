/* Decoded columns, which stay with their batch for the next query, as far as the limit allows (keep.h). */
#ifndef ROCPD_CACHE_H
#define ROCPD_CACHE_H
#include "batch.h"

/* Stores a decoded column in its place in the batch. If another thread was first, frees c. Returns the column that is in the place. Thread safe. */
rocpd_column *rocpd_cache_put(rocpd_batch *b, rocpd_column **place, rocpd_column *c);
/* Frees the column in a place. */
void rocpd_cache_drop(rocpd_batch *b, rocpd_column **place);
/* Notes that the batch is being read. Thread safe. */
void rocpd_cache_touch(rocpd_batch *b);

/* Drops the columns of a batch that is not being read. If other batches share data with them, nothing is dropped, and it returns false. Columns are decoded
** again when needed. Thread safe for different batches. */
bool rocpd_cache_forget(rocpd_batch *b);
/* The same as rocpd_keep.drop of a batch: whatever shares data with the columns has been dropped before. Connection's thread. */
void rocpd_cache_forget_columns(rocpd_keep *k);

#endif
