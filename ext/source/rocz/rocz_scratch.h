/* Memory for decoding chunks: a decoder, the body of the chunk that was read last, and room for
** two columns of plain values. As many are made as threads decode at once; they are kept for the
** life of the session. */
#ifndef ROCPD_ROCZ_SCRATCH_H
#define ROCPD_ROCZ_SCRATCH_H
#include "decode.h"
#include "pool.h"
#include "session.h"

typedef struct rocpd_rocz_scratch {
  rocpd_pooled pooled; /* must be first */
  rocz_decoder *decoder;
  /* The body in memory, already checked: columns of one chunk are mostly wanted one
  ** after the other. */
  uint32_t source; /* number of the source, 0: none */
  rocz_body body;
  uint8_t *bytes; /* the chunk, header included */
  size_t capacity;
  int64_t values[ROCZ_MAX_ROWS], more[ROCZ_MAX_ROWS]; /* free for use by the current holder */
} rocpd_rocz_scratch;

/* One for the calling thread alone, preferably one that holds the chunk at `offset` of the
** source; NULL when out of memory. Give it back. Thread safe. */
rocpd_rocz_scratch *rocpd_rocz_scratch_take(rocpd_session *session, uint32_t source, uint64_t offset);
void rocpd_rocz_scratch_give(rocpd_session *session, rocpd_rocz_scratch *s);
/* At least `size` bytes at s->bytes; what was there is forgotten. */
int rocpd_rocz_scratch_reserve(rocpd_rocz_scratch *s, size_t size);

#endif
