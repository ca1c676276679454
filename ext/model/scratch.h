/* Memory for decoding: a decoder, the body of the chunk that was read last, and room
** for two columns of plain values. As many are made as threads decode at once; they are
** kept for the life of the connection. */
#ifndef ROCPD_SCRATCH_H
#define ROCPD_SCRATCH_H
#include "source.h"
#include "decode.h"

typedef struct rocpd_scratch {
  struct rocpd_scratch *next;
  rocz_decoder *decoder;
  /* The body in memory, already checked: columns of one chunk are mostly wanted one
  ** after the other. */
  uint32_t source; /* number of the source, 0: none */
  rocz_body body;
  uint8_t *bytes; /* the chunk, header included */
  size_t capacity;
  int64_t values[ROCZ_MAX_ROWS], more[ROCZ_MAX_ROWS]; /* for whoever has it */
} rocpd_scratch;

/* A scratch for the calling thread alone, preferably one that holds the chunk at
** `offset` of the source; NULL when out of memory. Give it back. Thread safe. */
rocpd_scratch *rocpd_scratch_take(rocpd_trace *t, uint32_t source, uint64_t offset);
void rocpd_scratch_give(rocpd_trace *t, rocpd_scratch *s);
/* At least `size` bytes at s->bytes; what was there is forgotten. */
int rocpd_scratch_room(rocpd_scratch *s, size_t size);
/* Free all that were given back. */
void rocpd_scratch_free_all(rocpd_trace *t);

#endif
