/* A heap of numbers by a key: the least key on top. The caller has room for all entries. */
#ifndef ROCPD_HEAP_H
#define ROCPD_HEAP_H
#include <stddef.h>
#include <stdint.h>

typedef struct rocpd_heap_entry {
  int64_t key;
  size_t number;
} rocpd_heap_entry;

static inline void rocpd_heap_push(rocpd_heap_entry *heap, size_t *n, rocpd_heap_entry e) {
  size_t i = (*n)++;
  for (; i && e.key < heap[(i - 1) / 2].key; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
  heap[i] = e;
}

/* The top gives way to another entry, of n, at least 1. */
static inline void rocpd_heap_replace(rocpd_heap_entry *heap, size_t n, rocpd_heap_entry e) {
  size_t i = 0;
  for (size_t child; (child = 2 * i + 1) < n; i = child) {
    child += child + 1 < n && heap[child + 1].key < heap[child].key;
    if (heap[child].key >= e.key) break;
    heap[i] = heap[child];
  }
  heap[i] = e;
}

static inline rocpd_heap_entry rocpd_heap_pop(rocpd_heap_entry *heap, size_t *n) {
  rocpd_heap_entry top = heap[0];
  --*n;
  rocpd_heap_replace(heap, *n, heap[*n]);
  return top;
}

#endif
