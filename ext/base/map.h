/* A hash map from 64-bit integers to 64-bit integers: ids of a file to places in
** our arrays. Entries are never removed. */
#ifndef ROCPD_MAP_H
#define ROCPD_MAP_H
#include "base.h"

typedef struct rocpd_map_entry {
  uint64_t key;
  uint64_t value_plus_1; /* 0: free */
} rocpd_map_entry;

typedef struct rocpd_map { /* zeroed: empty */
  rocpd_map_entry *entry;
  uint64_t mask, count;
} rocpd_map;

/* Keys come from files: the multiplication spreads what a file chooses well enough
** for speed, and nothing else depends on it. All bits of a key, which may be made of
** two numbers, are in the highest of the product. */
static inline uint64_t rocpd_map_slot(const rocpd_map *m, uint64_t key) {
  uint64_t i = key * 0x9e3779b97f4a7c15u >> __builtin_clzll(m->mask);
  while (m->entry[i].value_plus_1 && m->entry[i].key != key) i = (i + 1) & m->mask;
  return i;
}

/* The value of a key, or `otherwise`. */
static inline uint64_t rocpd_map_get(const rocpd_map *m, uint64_t key, uint64_t otherwise) {
  if (!m->count) return otherwise;
  const rocpd_map_entry *e = &m->entry[rocpd_map_slot(m, key)];
  return e->value_plus_1 ? e->value_plus_1 - 1 : otherwise;
}

/* Set a key's value (less than 2^64 - 1). */
int rocpd_map_set(rocpd_map *m, uint64_t key, uint64_t value);
void rocpd_map_free(rocpd_map *m);

#endif
