/* A map like rocpd_map for keys that mostly follow each other, as the ids of a table do:
** those of a run stand side by side, so that reading in order stays in the cache. */
#ifndef ROCPD_RUNS_H
#define ROCPD_RUNS_H
#include "map.h"

#define ROCPD_RUN_SHIFT 5 /* 32 keys: one that stands alone costs 256 bytes */

typedef struct rocpd_runs { /* zeroed: empty */
  rocpd_map place;  /* key >> ROCPD_RUN_SHIFT -> number of its run */
  uint64_t *value;  /* run by run: value + 1, 0: none */
  uint64_t runs;
  uint64_t key, run; /* looked up last, when there are runs */
} rocpd_runs;

int rocpd_runs_set(rocpd_runs *m, uint64_t key, uint64_t value); /* less than 2^64 - 1 */
void rocpd_runs_free(rocpd_runs *m);

/* The value of a key, or `otherwise`. One thread at a time. */
static inline uint64_t rocpd_runs_get(rocpd_runs *m, uint64_t key, uint64_t otherwise) {
  if (!m->runs) return otherwise;
  if (m->key != key >> ROCPD_RUN_SHIFT) {
    uint64_t run = rocpd_map_get(&m->place, key >> ROCPD_RUN_SHIFT, UINT64_MAX);
    if (run == UINT64_MAX) return otherwise;
    m->key = key >> ROCPD_RUN_SHIFT;
    m->run = run;
  }
  uint64_t v = m->value[m->run << ROCPD_RUN_SHIFT | (key & ((1 << ROCPD_RUN_SHIFT) - 1))];
  return v ? v - 1 : otherwise;
}

#endif
