/* See rocz_scratch.h. */
#include "rocz_scratch.h"
#include <pthread.h>

typedef struct scratch_pool {
  pthread_mutex_t mutex;     /* guards the list */
  rocpd_rocz_scratch *first; /* not in use now */
} scratch_pool;

static void pool_init(void *data) { pthread_mutex_init(&((scratch_pool *)data)->mutex, NULL); }

static void pool_free(void *data) {
  scratch_pool *p = data;
  for (rocpd_rocz_scratch *s; (s = p->first); sqlite3_free(s)) {
    p->first = s->next;
    sqlite3_free(s->bytes);
  }
  pthread_mutex_destroy(&p->mutex);
}

static const rocpd_slot_class pool_class = {.size = sizeof(scratch_pool), .init = pool_init, .free = pool_free};

static bool holds(const rocpd_rocz_scratch *s, uint32_t source, uint64_t offset) {
  return source && s->source == source && s->body.chunk.offset == offset;
}

static rocpd_rocz_scratch *scratch_new(void) {
  const size_t align = 16;
  rocpd_rocz_scratch *s = sqlite3_malloc64(sizeof(*s) + align + ROCZ_DECODER_SIZE);
  if (!s) return NULL;
  s->next = NULL;
  s->source = 0;
  s->bytes = NULL;
  s->capacity = 0;
  uintptr_t memory = ((uintptr_t)(s + 1) + align - 1) & ~(uintptr_t)(align - 1);
  s->decoder = rocz_decoder_init((void *)memory, ROCZ_DECODER_SIZE);
  if (s->decoder) return s;
  sqlite3_free(s);
  return NULL;
}

rocpd_rocz_scratch *rocpd_rocz_scratch_take(rocpd_session *session, uint32_t source, uint64_t offset) {
  scratch_pool *p = rocpd_session_slot(session, &pool_class);
  if (!p) return NULL;
  pthread_mutex_lock(&p->mutex);
  rocpd_rocz_scratch **best = &p->first;
  for (rocpd_rocz_scratch **at = &p->first; *at; at = &(*at)->next)
    if (holds(*at, source, offset)) {
      best = at;
      break;
    }
  rocpd_rocz_scratch *s = *best;
  if (s) *best = s->next;
  pthread_mutex_unlock(&p->mutex);
  return s ? s : scratch_new();
}

void rocpd_rocz_scratch_give(rocpd_session *session, rocpd_rocz_scratch *s) {
  scratch_pool *p = rocpd_session_slot(session, &pool_class);
  pthread_mutex_lock(&p->mutex);
  s->next = p->first;
  p->first = s;
  pthread_mutex_unlock(&p->mutex);
}

int rocpd_rocz_scratch_reserve(rocpd_rocz_scratch *s, size_t size) {
  s->source = 0;
  if (size <= s->capacity) return SQLITE_OK;
  sqlite3_free(s->bytes);
  s->capacity = 0;
  s->bytes = sqlite3_malloc64(size);
  if (!s->bytes) return SQLITE_NOMEM;
  s->capacity = size;
  return SQLITE_OK;
}
