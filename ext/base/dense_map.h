/* A map like rocpd_map for keys that mostly follow each other, as the ids of a table do:
** those of a stretch stand side by side, so that reading in order stays in the cache. */
#ifndef ROCPD_DENSE_MAP_H
#define ROCPD_DENSE_MAP_H
#include "map.h"

#define ROCPD_STRETCH_SHIFT 5 /* 32 keys: one that stands alone costs 256 bytes */

typedef struct rocpd_dense_map { /* zeroed: empty */
  rocpd_map place;  /* key >> ROCPD_STRETCH_SHIFT -> number of its stretch */
  uint64_t *value;  /* stretch by stretch: value + 1, 0: none */
  uint64_t stretches;
  uint64_t key, stretch; /* looked up last, when there are stretches */
} rocpd_dense_map;

int rocpd_dense_map_set(rocpd_dense_map *m, uint64_t key, uint64_t value); /* less than 2^64 - 1 */
void rocpd_dense_map_free(rocpd_dense_map *m);

/* The value of a key, or `otherwise`. One thread at a time. */
static inline uint64_t rocpd_dense_map_get(rocpd_dense_map *m, uint64_t key, uint64_t otherwise) {
  if (!m->stretches) return otherwise;
  if (m->key != key >> ROCPD_STRETCH_SHIFT) {
    uint64_t stretch = rocpd_map_get(&m->place, key >> ROCPD_STRETCH_SHIFT, UINT64_MAX);
    if (stretch == UINT64_MAX) return otherwise;
    m->key = key >> ROCPD_STRETCH_SHIFT;
    m->stretch = stretch;
  }
  uint64_t v = m->value[m->stretch << ROCPD_STRETCH_SHIFT | (key & ((1 << ROCPD_STRETCH_SHIFT) - 1))];
  return v ? v - 1 : otherwise;
}

#endif
