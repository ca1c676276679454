/* See rocz_scratch.h. */
#include "rocz_scratch.h"

static void scratch_free(void *one) {
  sqlite3_free(((rocpd_rocz_scratch *)one)->bytes);
  sqlite3_free(one);
}

static void pool_init(void *data) { rocpd_pool_init(data); }
static void pool_free(void *data) { rocpd_pool_free(data, scratch_free); }
static const rocpd_slot_class pool_class = {.size = sizeof(rocpd_pool), .init = pool_init, .free = pool_free};

typedef struct wanted_chunk {
  uint32_t source;
  uint64_t offset;
} wanted_chunk;

static bool holds(const rocpd_pooled *one, const void *arg) {
  const rocpd_rocz_scratch *s = (const rocpd_rocz_scratch *)one;
  const wanted_chunk *wanted = arg;
  return wanted->source && s->source == wanted->source && s->body.chunk.offset == wanted->offset;
}

static rocpd_rocz_scratch *scratch_new(void) {
  rocpd_rocz_scratch *s = sqlite3_malloc64(sizeof(*s) + ROCZ_DECODER_SIZE);
  if (!s) return NULL;
  s->source = 0;
  s->bytes = NULL;
  s->capacity = 0;
  s->decoder = rocz_decoder_init(s + 1, ROCZ_DECODER_SIZE);
  if (s->decoder) return s;
  sqlite3_free(s);
  return NULL;
}

rocpd_rocz_scratch *rocpd_rocz_scratch_take(rocpd_session *session, uint32_t source, uint64_t offset) {
  rocpd_pool *p = rocpd_session_slot(session, &pool_class);
  if (!p) return NULL;
  rocpd_rocz_scratch *s = rocpd_pool_take(p, holds, &(wanted_chunk){source, offset});
  return s ? s : scratch_new();
}

void rocpd_rocz_scratch_give(rocpd_session *session, rocpd_rocz_scratch *s) { rocpd_pool_give(rocpd_session_slot(session, &pool_class), s); }

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
