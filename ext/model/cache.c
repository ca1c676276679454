/* See cache.h. A column whose data others share must not be freed alone: first everything that was made from the sources' own batches is freed, with the
** snapshots that nobody holds; then the columns of these batches, all of a batch together. */
#include "cache.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "session_state.h"
#include "source.h"

/* Memory limit of the container in bytes; INT64_MAX: there is none, or it cannot be read. */
static int64_t container_limit(void) {
  static const char *const files[] = {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"};
  for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
    long long limit = 0;
    FILE *f = fopen(files[i], "re");
    int got = f ? fscanf(f, "%lld", &limit) : 0;
    if (f) fclose(f);
    if (got == 1 && limit > 0) return limit;
  }
  return INT64_MAX;
}

int64_t rocpd_cache_default_limit(void) {
  int64_t pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE), container = container_limit();
  int64_t memory = pages > 0 && size > 0 ? pages * size : (int64_t)4 << 30;
  return (memory < container ? memory : container) / 4;
}

/* ---- columns */

static void count(rocpd_batch *b, int64_t bytes) {
  __atomic_fetch_add(&b->source->cached_bytes, bytes, __ATOMIC_RELAXED);
  __atomic_fetch_add(&b->source->session->cached_bytes, bytes, __ATOMIC_RELAXED);
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

/* ---- batches */

void rocpd_cache_enter(rocpd_batch *b) {
  rocpd_session *session = b->source->session;
  pthread_mutex_lock(&session->cache_mutex);
  b->next = session->batches;
  if (b->next) b->next->previous = b;
  session->batches = b;
  pthread_mutex_unlock(&session->cache_mutex);
}

void rocpd_cache_leave(rocpd_batch *b) {
  rocpd_session *session = b->source->session;
  pthread_mutex_lock(&session->cache_mutex);
  if (b->next) b->next->previous = b->previous;
  *(b->previous ? &b->previous->next : &session->batches) = b->next;
  pthread_mutex_unlock(&session->cache_mutex);
}

void rocpd_cache_touch(rocpd_batch *b) {
  uint64_t now = b->source->session->epoch;
  for (; b; b = b->shares)
    if (__atomic_load_n(&b->used, __ATOMIC_RELAXED) != now) __atomic_store_n(&b->used, now, __ATOMIC_RELAXED);
}

/* ---- the limit */

int64_t rocpd_cache_bytes(const rocpd_session *session) { return __atomic_load_n(&session->cached_bytes, __ATOMIC_RELAXED); }
int64_t rocpd_cache_limit(const rocpd_session *session) { return session->cache_limit; }
void rocpd_cache_set_limit(rocpd_session *session, int64_t bytes) { session->cache_limit = bytes; }

static int compare_used(const void *a, const void *b) {
  uint64_t x = (*(rocpd_batch *const *)a)->used, y = (*(rocpd_batch *const *)b)->used;
  return ROCPD_ORDER(x, y);
}

/* Frees the columns of a batch; returns how many bytes that freed. */
static int64_t forget_columns(rocpd_batch *b) {
  int64_t before = __atomic_load_n(&b->source->cached_bytes, __ATOMIC_RELAXED);
  for (int i = 0; i < rocpd_kinds[b->kind].columns; i++) rocpd_cache_drop(b, &b->column[i]);
  if (b->class->forget) b->class->forget(b);
  return before - __atomic_load_n(&b->source->cached_bytes, __ATOMIC_RELAXED);
}

/* A batch has two references: from its source (or the batch made from it), and from one snapshot. With more, somebody else uses it. */
bool rocpd_cache_forget(rocpd_batch *b) {
  for (const rocpd_batch *of = b; of; of = of->shares)
    if (of->refs > 2 || of->source->info.connection_thread_only) return false;
  for (; b; b = b->shares) forget_columns(b);
  return true;
}

/* Lists the batches that can be decoded again at any time: an array of *n, which the caller frees. NULL: no memory. */
static rocpd_batch **list_batches(const rocpd_session *session, size_t *n) {
  *n = 0;
  for (const rocpd_batch *b = session->batches; b; b = b->next) ++*n;
  rocpd_batch **list = sqlite3_malloc64((*n + 1) * sizeof(*list));
  *n = 0;
  for (rocpd_batch *b = session->batches; list && b; b = b->next)
    if (!b->source->info.connection_thread_only) list[(*n)++] = b;
  return list;
}

/* Files that are read as a whole are freed last: reading one again takes longer than decoding. */
static void forget_sources(rocpd_session *session) {
  for (rocpd_source *s = session->source; s && rocpd_cache_bytes(session) > session->cache_limit / 4 * 3; s = s->next)
    if (s->class->forget && s->cached_bytes && !s->info.connection_thread_only) s->class->forget(s);
}

void rocpd_cache_trim(rocpd_session *session) {
  if (rocpd_cache_bytes(session) <= session->cache_limit) return;
  size_t n;
  rocpd_batch **list = list_batches(session, &n);
  if (!list) return; /* the next statement tries again */
  qsort(list, n, sizeof(*list), compare_used);
  /* Frees down to 3/4 of the limit, so that not every statement has to. */
  int64_t bytes = rocpd_cache_bytes(session);
  for (size_t i = 0; i < n && bytes > session->cache_limit / 4 * 3; i++) bytes -= forget_columns(list[i]);
  sqlite3_free(list);
  forget_sources(session);
}
