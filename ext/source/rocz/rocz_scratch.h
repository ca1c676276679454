/* Memory for decoding chunks: a decoder, the body of the chunk that was read last, and room for two columns of plain values. There are as many as threads
** decode at the same time; they live as long as the session. */
#ifndef ROCPD_ROCZ_SCRATCH_H
#define ROCPD_ROCZ_SCRATCH_H
#include "decode.h"
#include "pool.h"
#include "session.h"

typedef struct rocpd_rocz_scratch {
  rocpd_pooled pooled; /* must be first */
  rocz_decoder *decoder;
  /* The body in memory, already checked; columns of one chunk are mostly decoded one after the other. */
  uint32_t source; /* number of the source, 0: none */
  rocz_body body;
  uint8_t *bytes; /* the chunk, header included */
  size_t capacity;
  int64_t values[ROCZ_MAX_ROWS], more[ROCZ_MAX_ROWS]; /* free for use by the current holder */
} rocpd_rocz_scratch;

/* Takes one for the calling thread, preferably one that holds the chunk at `offset` of the source; NULL: out of memory. Return it by
** rocpd_rocz_scratch_give(). Thread safe. */
rocpd_rocz_scratch *rocpd_rocz_scratch_take(rocpd_session *session, uint32_t source, uint64_t offset);
void rocpd_rocz_scratch_give(rocpd_session *session, rocpd_rocz_scratch *s);
/* Makes room for `size` bytes at s->bytes; the chunk that was there is forgotten. */
int rocpd_rocz_scratch_reserve(rocpd_rocz_scratch *s, size_t size);

#endif
