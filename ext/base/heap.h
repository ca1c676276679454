/* A heap of entries of any size with any order. The caller provides the array, with room for all entries; an entry passed as argument must not lie in it.
** The kind is a constant, so the compiler specializes these functions for it. */
#ifndef ROCPD_HEAP_H
#define ROCPD_HEAP_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct rocpd_heap_kind {
  size_t size; /* of an entry, bytes */
  bool (*before)(const void *a, const void *b);
} rocpd_heap_kind;

#define ROCPD_HEAP static inline __attribute__((always_inline))

ROCPD_HEAP void rocpd_heap_push(const rocpd_heap_kind *kind, void *heap, size_t *n, const void *entry) {
  char *at = heap;
  size_t i = (*n)++, size = kind->size;
  for (; i && kind->before(entry, at + (i - 1) / 2 * size); i = (i - 1) / 2) memcpy(at + i * size, at + (i - 1) / 2 * size, size);
  memcpy(at + i * size, entry, size);
}

/* Replaces the top by another entry. The heap has n entries, at least 1. */
ROCPD_HEAP void rocpd_heap_replace(const rocpd_heap_kind *kind, void *heap, size_t n, const void *entry) {
  char *at = heap;
  size_t i = 0, size = kind->size;
  for (size_t child; (child = 2 * i + 1) < n; i = child) {
    child += child + 1 < n && kind->before(at + (child + 1) * size, at + child * size);
    if (!kind->before(at + child * size, entry)) break;
    memcpy(at + i * size, at + child * size, size);
  }
  memcpy(at + i * size, entry, size);
}

/* Removes the top. The heap has *n entries, at least 1. */
ROCPD_HEAP void rocpd_heap_pop(const rocpd_heap_kind *kind, void *heap, size_t *n) {
  if (--*n) rocpd_heap_replace(kind, heap, *n, (char *)heap + *n * kind->size);
}

/* ---- numbers by a key, the least first ---- */

typedef struct rocpd_heap_entry {
  int64_t key;
  size_t number;
} rocpd_heap_entry;

static inline bool rocpd_key_before(const void *a, const void *b) { return ((const rocpd_heap_entry *)a)->key < ((const rocpd_heap_entry *)b)->key; }

static const rocpd_heap_kind rocpd_by_key = {sizeof(rocpd_heap_entry), rocpd_key_before};

#endif
