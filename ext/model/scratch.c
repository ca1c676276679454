/* See scratch.h. */
#include "scratch.h"
#include "trace.h"

static bool holds(const rocpd_scratch *s, uint32_t source, uint64_t offset) {
  return source && s->source == source && s->body.chunk.offset == offset;
}

static rocpd_scratch *scratch_new(void) {
  const size_t align = 16;
  rocpd_scratch *s = sqlite3_malloc64(sizeof(*s) + align + ROCZ_DECODER_SIZE);
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

rocpd_scratch *rocpd_scratch_take(rocpd_trace *t, uint32_t source, uint64_t offset) {
  pthread_mutex_lock(&t->scratch_mutex);
  rocpd_scratch **best = &t->scratch;
  for (rocpd_scratch **p = &t->scratch; *p; p = &(*p)->next)
    if (holds(*p, source, offset)) {
      best = p;
      break;
    }
  rocpd_scratch *s = *best;
  if (s) *best = s->next;
  pthread_mutex_unlock(&t->scratch_mutex);
  return s ? s : scratch_new();
}

void rocpd_scratch_give(rocpd_trace *t, rocpd_scratch *s) {
  pthread_mutex_lock(&t->scratch_mutex);
  s->next = t->scratch;
  t->scratch = s;
  pthread_mutex_unlock(&t->scratch_mutex);
}

int rocpd_scratch_room(rocpd_scratch *s, size_t size) {
  s->source = 0;
  if (size <= s->capacity) return SQLITE_OK;
  sqlite3_free(s->bytes);
  s->capacity = 0;
  s->bytes = sqlite3_malloc64(size);
  if (!s->bytes) return SQLITE_NOMEM;
  s->capacity = size;
  return SQLITE_OK;
}

void rocpd_scratch_free_all(rocpd_trace *t) {
  while (t->scratch) {
    rocpd_scratch *next = t->scratch->next;
    sqlite3_free(t->scratch->bytes);
    sqlite3_free(t->scratch);
    t->scratch = next;
  }
}
