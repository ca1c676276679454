/* A hash map from 64-bit integers to 64-bit integers, such as from a file's ids to indexes of
** an array. Entries are never removed. Threads may look up together, while no thread sets a value. */
#ifndef ROCPD_MAP_H
#define ROCPD_MAP_H
#include "slots.h"

typedef struct rocpd_map_entry {
  uint64_t key;
  uint64_t value_plus_1; /* 0: free */
} rocpd_map_entry;

typedef struct rocpd_map { /* zeroed: empty */
  rocpd_map_entry *entry;
  uint64_t mask, count;
} rocpd_map;

/* The slot at which the search for a key begins. The highest bits of the product depend on all bits of the key, which may consist of two numbers. */
static inline uint64_t rocpd_map_first_slot(const rocpd_map *m, uint64_t key) { return key * 0x9e3779b97f4a7c15u >> __builtin_clzll(m->mask); }

/* Returns the slot of a key, or the free slot for it. Keys come from files. If a file chooses keys that collide, lookups get slow, but nothing else happens. */
static inline uint64_t rocpd_map_slot(const rocpd_map *m, uint64_t key) {
  return ROCPD_SLOT(i, rocpd_map_first_slot(m, key), m->mask, !m->entry[i].value_plus_1 || m->entry[i].key == key);
}

/* Has the processor fetch the entry of a key that is looked up soon. */
static inline void rocpd_map_prefetch(const rocpd_map *m, uint64_t key) {
  if (m->entry) __builtin_prefetch(&m->entry[rocpd_map_first_slot(m, key)], 1);
}

/* Returns the value of a key, or `otherwise`. */
static inline uint64_t rocpd_map_get(const rocpd_map *m, uint64_t key, uint64_t otherwise) {
  if (!m->count) return otherwise;
  const rocpd_map_entry *e = &m->entry[rocpd_map_slot(m, key)];
  return e->value_plus_1 ? e->value_plus_1 - 1 : otherwise;
}

/* Sets a key's value (less than 2^64 - 1). SQLITE_NOMEM leaves the map unchanged. */
int rocpd_map_set(rocpd_map *m, uint64_t key, uint64_t value);
void rocpd_map_free(rocpd_map *m);

#endif
