/* The queues: a hash by the program's handles, and a list of all, dead ones included. See queue_map.h. */
#include "queue_map.h"

#define SLOTS COLLECT_QUEUE_SLOTS
#define REMOVED ((hsa_queue_t *)1)
collect_queue_slot collect_queue_slots[SLOTS];
static collect_queue_slot *const slots = collect_queue_slots;
static uint32_t slots_used;
static collect_queue *_Atomic queue_first;
static collect_queue *queue_last;

collect_queue *collect_queue_first(void) { return atomic_load_explicit(&queue_first, memory_order_acquire); }

void collect_queue_append(collect_queue *q) {
  if (queue_last)
    __atomic_store_n(&queue_last->next, q, __ATOMIC_RELEASE);
  else
    atomic_store_explicit(&queue_first, q, memory_order_release);
  queue_last = q;
}

bool collect_queue_enter(collect_queue *q) {
  if (slots_used > SLOTS / 2)
    return false;
  uint32_t i = collect_queue_slot_of(q->queue);
  for (;; i = (i + 1) % SLOTS) {
    hsa_queue_t *key = atomic_load_explicit(&slots[i].key, memory_order_relaxed);
    if (!key || key == REMOVED)
      break;
  }
  slots_used++;
  atomic_store_explicit(&slots[i].queue, q, memory_order_release);
  atomic_store_explicit(&slots[i].key, q->queue, memory_order_release);
  return true;
}

void collect_queue_leave(const hsa_queue_t *key) {
  if (!collect_queue_find(key))
    return; /* the hash had no room for it */
  uint32_t i = collect_queue_slot_of(key);
  while (atomic_load_explicit(&slots[i].key, memory_order_relaxed) != key)
    i = (i + 1) % SLOTS;
  slots_used--;
  atomic_store_explicit(&slots[i].key, REMOVED, memory_order_release);
  /* If the chain ends here, removed slots at its end are not needed. */
  while (!atomic_load_explicit(&slots[(i + 1) % SLOTS].key, memory_order_relaxed) &&
         atomic_load_explicit(&slots[i].key, memory_order_relaxed) == REMOVED) {
    atomic_store_explicit(&slots[i].key, NULL, memory_order_release);
    i = (i + SLOTS - 1) % SLOTS;
  }
}
