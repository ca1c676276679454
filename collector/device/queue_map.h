/* Finds a queue by the program's handle, in a hash that is read without a lock at each reservation and doorbell. */
#ifndef COLLECT_QUEUE_MAP_H
#define COLLECT_QUEUE_MAP_H
#include "device.h"

#define COLLECT_QUEUE_SLOTS 4096
typedef struct collect_queue_slot { hsa_queue_t *_Atomic key; collect_queue *_Atomic queue; } collect_queue_slot;
extern collect_queue_slot collect_queue_slots[COLLECT_QUEUE_SLOTS];

static inline uint32_t collect_queue_slot_of(const hsa_queue_t *key) {
  return (uint32_t)(((uintptr_t)key >> 6) * 0x9e3779b97f4a7c15u >> 52);
}

/* The queue with this handle. NULL: it is not watched. */
static inline collect_queue *collect_queue_find(const void *key) {
  for (uint32_t i = collect_queue_slot_of(key);; i = (i + 1) % COLLECT_QUEUE_SLOTS) {
    hsa_queue_t *found = atomic_load_explicit(&collect_queue_slots[i].key, memory_order_acquire);
    if (!found)
      return NULL;
    if (COLLECT_LIKELY(found == key))
      return atomic_load_explicit(&collect_queue_slots[i].queue, memory_order_acquire);
  }
}

/* These change the hash; the caller holds the lock (queue_life.c). enter() returns false if there is no room. */
bool collect_queue_enter(collect_queue *q);
void collect_queue_leave(const hsa_queue_t *key);
/* Appends a new queue to the list. */
void collect_queue_append(collect_queue *q);

/* Whether we hold the program's write index in this mode. */
static inline bool collect_queue_holds(int mode) { return (unsigned)mode - COLLECT_QUEUE_VIRTUAL <= COLLECT_QUEUE_IN_PLACE - COLLECT_QUEUE_VIRTUAL; }
/* The thread that reserved a packet; NULL: unknown. Called once for each packet, by the thread that serves the queue. */
const collect_origin_slot *collect_queue_origin(collect_queue *q, uint64_t index);
/* Notes a packet that is not a kernel and is about to be submitted. Called by the thread that serves the queue. */
void collect_queue_other(collect_queue *q, const void *packet, unsigned type, uint64_t index);

#endif
