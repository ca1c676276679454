/* For sources in tests that keep their batches in memory, by kind. */
#ifndef HELD_BATCHES_H
#define HELD_BATCHES_H
#include "source.h"

/* The close() of such a source whose arrays of batches were allocated by sqlite3_malloc(). */
static inline void held_batches_close(rocpd_source *base, rocpd_batch **const *batch, const size_t *n) {
  for (int kind = 0; kind < ROCPD_KIND_COUNT; kind++) {
    for (size_t i = 0; i < n[kind]; i++) rocpd_batch_unref(batch[kind][i]);
    sqlite3_free(batch[kind]);
  }
  rocpd_source_free(base);
}

#endif
