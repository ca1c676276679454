/* A map like rocpd_map for keys that mostly follow each other, as the ids of a table do. The values of
** 32 neighbouring keys (a stretch) are stored side by side, so reading in order stays in the cache. */
#ifndef ROCPD_DENSE_MAP_H
#define ROCPD_DENSE_MAP_H
#include "map.h"

#define ROCPD_STRETCH_SHIFT 5 /* 32 keys; a single key costs 256 bytes */

typedef struct rocpd_dense_map { /* zeroed: empty */
  rocpd_map place;  /* key >> ROCPD_STRETCH_SHIFT -> number of its stretch */
  uint64_t *value;  /* [stretches * 32]: value + 1; 0: none */
  uint64_t stretches;
  uint64_t key, stretch; /* of the last lookup: key >> ROCPD_STRETCH_SHIFT and its stretch; valid if there are stretches */
} rocpd_dense_map;

int rocpd_dense_map_set(rocpd_dense_map *m, uint64_t key, uint64_t value); /* value < 2^64 - 1. SQLITE_NOMEM leaves the map unchanged */
void rocpd_dense_map_free(rocpd_dense_map *m);

/* Returns the value of a key, or `otherwise`. It remembers the last lookup, so only one thread may call it at a time. */
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
