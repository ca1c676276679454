/* See cache.h. A column whose data others share must not be freed alone: what shares them was made of this batch, directly or not, so it is deeper, and it is
** read no later. That is the order in which columns are dropped. */
#include "cache.h"
#include "session_state.h"
#include "source.h"

static void count(rocpd_batch *b, int64_t bytes) {
  __atomic_fetch_add(&b->source->cached_bytes, bytes, __ATOMIC_RELAXED);
  rocpd_keep_count(&b->keep, bytes);
}

/* This release pairs with the acquire of threads that find the column here. */
rocpd_column *rocpd_cache_put(rocpd_batch *b, rocpd_column **place, rocpd_column *c) {
  rocpd_column *first = NULL;
  if (__atomic_compare_exchange_n(place, &first, c, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    count(b, (int64_t)sqlite3_msize(c));
    return c;
  }
  if (first != c) sqlite3_free(c);
  return first;
}

void rocpd_cache_drop(rocpd_batch *b, rocpd_column **place) {
  if (!*place) return;
  count(b, -(int64_t)sqlite3_msize(*place));
  sqlite3_free(*place);
  *place = NULL;
}

void rocpd_cache_touch(rocpd_batch *b) {
  uint64_t now = b->source->session->epoch << 32;
  for (; b; b = b->shares)
    if (__atomic_load_n(&b->keep.used, __ATOMIC_RELAXED) != now) __atomic_store_n(&b->keep.used, now, __ATOMIC_RELAXED);
}

static void forget_columns(rocpd_batch *b) {
  for (int i = 0; i < rocpd_kinds[b->kind].columns; i++) rocpd_cache_drop(b, &b->column[i]);
  if (b->class->forget) b->class->forget(b);
}

/* A batch has two references: from its source (or the batch made from it), and from one snapshot. With more, somebody else uses it. */
bool rocpd_cache_forget(rocpd_batch *b) {
  for (const rocpd_batch *of = b; of; of = of->shares)
    if (of->refs > 2 || of->source->info.connection_thread_only) return false;
  for (; b; b = b->shares) forget_columns(b);
  return true;
}

/* What only the connection's thread can read stays, since other threads may ask for it at any time. */
void rocpd_cache_forget_columns(rocpd_keep *k) {
  rocpd_batch *b = (rocpd_batch *)((char *)k - offsetof(rocpd_batch, keep));
  if (!b->source->info.connection_thread_only) forget_columns(b);
}
