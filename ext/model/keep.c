/* See keep.h. */
#include "keep.h"
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

int64_t rocpd_keep_default_limit(void) {
  int64_t pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE), container = container_limit();
  int64_t memory = pages > 0 && size > 0 ? pages * size : (int64_t)4 << 30;
  return (memory < container ? memory : container) / 4;
}

int64_t rocpd_keep_limit(const rocpd_session *session) { return session->keep_limit; }
void rocpd_keep_set_limit(rocpd_session *session, int64_t bytes) { session->keep_limit = bytes; }

/* ---- what counts */

void rocpd_keep_enter(rocpd_session *session, rocpd_keep *k, enum rocpd_keep_kind kind, void (*drop)(rocpd_keep *k)) {
  *k = (rocpd_keep){.session = session, .drop = drop, .kind = kind};
  pthread_mutex_lock(&session->keep_mutex);
  k->next = session->keep[kind];
  if (k->next) k->next->previous = k;
  session->keep[kind] = k;
  pthread_mutex_unlock(&session->keep_mutex);
}

void rocpd_keep_leave(rocpd_keep *k) {
  rocpd_session *session = k->session;
  if (!session) return;
  if (k->listed) *k->listed = NULL;
  rocpd_keep_count(k, -k->bytes);
  pthread_mutex_lock(&session->keep_mutex);
  if (k->next) k->next->previous = k->previous;
  *(k->previous ? &k->previous->next : &session->keep[k->kind]) = k->next;
  pthread_mutex_unlock(&session->keep_mutex);
  k->session = NULL;
}

void rocpd_keep_count(rocpd_keep *k, int64_t bytes) {
  __atomic_fetch_add(&k->bytes, bytes, __ATOMIC_RELAXED);
  __atomic_fetch_add(&k->session->keep_bytes[k->kind], bytes, __ATOMIC_RELAXED);
}

void rocpd_keep_touch(rocpd_keep *k) { k->used = k->session->epoch << 32 | ++k->session->keep_uses; }

int64_t rocpd_keep_bytes(const rocpd_session *session, enum rocpd_keep_kind kind) { return __atomic_load_n(&session->keep_bytes[kind], __ATOMIC_RELAXED); }

int64_t rocpd_keep_all_bytes(const rocpd_session *session) {
  int64_t bytes = 0;
  for (int kind = 0; kind < ROCPD_KEEP_KINDS; kind++) bytes += rocpd_keep_bytes(session, kind);
  return bytes;
}

/* ---- the limit */

static rocpd_keep *oldest_unused_answer(const rocpd_session *session) {
  rocpd_keep *oldest = NULL;
  for (rocpd_keep *k = session->keep[ROCPD_KEEP_ANSWERS]; k; k = k->next)
    if (!k->users && (!oldest || k->used < oldest->used)) oldest = k;
  return oldest;
}

void rocpd_keep_release(rocpd_keep *k) {
  const rocpd_session *session = k->session;
  if (--k->users) return;
  if (!session) k->drop(k);
  while (session && rocpd_keep_bytes(session, ROCPD_KEEP_ANSWERS) > session->keep_limit && (k = oldest_unused_answer(session))) k->drop(k);
}

/* Sets are dropped after all that was used last in the same epoch: what is kept with their snapshots goes with them. */
static int compare_used(const void *a, const void *b) {
  const rocpd_keep *x = *(rocpd_keep *const *)a, *y = *(rocpd_keep *const *)b;
  uint64_t of_x = x->used >> 32, of_y = y->used >> 32;
  if (of_x != of_y) return of_x < of_y ? -1 : 1;
  if (x->kind != y->kind) return x->kind - y->kind;
  if (x->depth != y->depth) return y->depth - x->depth;
  return x->used < y->used ? -1 : x->used > y->used;
}

/* Lists what may be dropped, the least recently used first: an array of *n, which the caller frees. NULL: no memory. */
static rocpd_keep **list_unused(const rocpd_session *session, size_t *n) {
  *n = 0;
  for (int kind = 0; kind < ROCPD_KEEP_KINDS; kind++)
    for (const rocpd_keep *k = session->keep[kind]; k; k = k->next) ++*n;
  rocpd_keep **list = sqlite3_malloc64((*n + 1) * sizeof(*list));
  *n = 0;
  for (int kind = 0; list && kind < ROCPD_KEEP_KINDS; kind++)
    for (rocpd_keep *k = session->keep[kind]; k; k = k->next)
      if (k->drop && !k->users) list[(*n)++] = k;
  if (list) qsort(list, *n, sizeof(*list), compare_used);
  return list;
}

void rocpd_keep_drop_all(rocpd_session *session) { session->keep_nothing = true; }

/* Three quarters, so that not every statement has to drop something. */
static bool is_enough(const rocpd_session *session) { return !session->keep_nothing && rocpd_keep_all_bytes(session) <= session->keep_limit / 4 * 3; }

/* Files that are read as a whole are freed last: reading one again takes longer than decoding. */
static void forget_sources(rocpd_session *session) {
  for (rocpd_source *s = session->source; s && !is_enough(session); s = s->next)
    if (s->class->forget && s->cached_bytes && !s->info.connection_thread_only) s->class->forget(s);
}

/* A set takes others of the list with it; they take themselves off the list. */
void rocpd_keep_trim(rocpd_session *session) {
  if (rocpd_keep_all_bytes(session) <= session->keep_limit && !session->keep_nothing) return;
  size_t n;
  rocpd_keep **list = list_unused(session, &n);
  if (!list) return; /* the next statement tries again */
  for (size_t i = 0; i < n; i++) list[i]->listed = &list[i];
  for (size_t i = 0; i < n; i++) {
    rocpd_keep *k = list[i];
    if (!k) continue;
    k->listed = NULL;
    if (!is_enough(session)) k->drop(k);
  }
  sqlite3_free(list);
  forget_sources(session);
  session->keep_nothing = false;
}
