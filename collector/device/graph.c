/* Executable graphs: their numbers, how many kernels each has, and which kernel a packet is.
**
** A handle is looked up at each launch of a graph, without a lock: slots are only ever added, and a handle that is reused keeps
** its slot, with another number. A larger table replaces a full one; the old one stays mapped for readers that still use it. */
#include "device.h"
#include "launch.h"

typedef struct graph {
  const void *_Atomic exec; /* NULL: free */
  _Atomic uint32_t number, kernels;
} graph;
typedef struct graph_table {
  uint64_t mask;
  graph slot[];
} graph_table;

#define FIRST 256 /* slots */
static graph_table *_Atomic table_now;
static collect_lock lock = COLLECT_LOCK(GRAPHS); /* held for all but lookups */
static uint64_t used;
static uint32_t numbers;
__thread uint32_t collect_graph_now __attribute__((tls_model("initial-exec")));

/* The handle's slot, or the free slot where it belongs. */
static graph *slot_of(graph_table *t, const void *exec) {
  for (uint64_t i = ((uintptr_t)exec >> 4) * 0x9e3779b97f4a7c15u >> 32;; i++) {
    graph *g = &t->slot[i & t->mask];
    /* Acquire: whoever finds the handle finds its number. */
    const void *there = atomic_load_explicit(&g->exec, memory_order_acquire);
    if (there == exec || !there)
      return g;
  }
}

static graph *graph_find(const void *exec) {
  graph_table *t = atomic_load_explicit(&table_now, memory_order_acquire);
  graph *g = t && exec ? slot_of(t, exec) : NULL;
  return g && atomic_load_explicit(&g->exec, memory_order_relaxed) ? g : NULL;
}

static void graph_put(graph_table *t, const void *exec, uint32_t number, uint32_t kernels) {
  graph *g = slot_of(t, exec);
  atomic_store_explicit(&g->number, number, memory_order_relaxed);
  atomic_store_explicit(&g->kernels, kernels, memory_order_relaxed);
  atomic_store_explicit(&g->exec, exec, memory_order_release);
}

/* Makes room for one more entry; the table stays at most half full. NULL: no memory. */
static graph_table *table_reserve(void) {
  graph_table *t = atomic_load_explicit(&table_now, memory_order_relaxed);
  if (t && (used + 1) * 2 <= t->mask + 1)
    return t;
  uint64_t slots = t ? (t->mask + 1) * 4 : FIRST;
  graph_table *n = collect_memory_grow(NULL, 0, sizeof *n + slots * sizeof n->slot[0]);
  if (!n)
    return NULL;
  n->mask = slots - 1;
  for (uint64_t i = 0; t && i <= t->mask; i++)
    if (t->slot[i].exec)
      graph_put(n, t->slot[i].exec, t->slot[i].number, t->slot[i].kernels);
  atomic_store_explicit(&table_now, n, memory_order_release);
  return n;
}

/* The graph's number: a new one if the graph was just `made` or is not known. 0: no memory. */
static uint32_t graph_add(const void *exec, uint32_t kernels, bool made) {
  COLLECT_BRIEF_BEGIN(brief);
  collect_lock_take(&lock);
  graph *known = graph_find(exec);
  graph_table *t = known ? atomic_load_explicit(&table_now, memory_order_relaxed) : table_reserve();
  uint32_t number = known && !made ? atomic_load_explicit(&known->number, memory_order_relaxed) : 0;
  if (exec && t && !number) {
    graph_put(t, exec, number = ++numbers, kernels);
    used += !known;
  }
  collect_lock_release(&lock);
  collect_brief_end(&brief);
  return number;
}

void collect_graph_made(const void *exec, uint32_t kernels) { graph_add(exec, kernels, true); }

uint32_t collect_graph_number(const void *exec) {
  const graph *g = graph_find(exec);
  return COLLECT_LIKELY(g != NULL) ? atomic_load_explicit(&g->number, memory_order_relaxed) : graph_add(exec, 0, false);
}

uint32_t collect_graph_kernels(const void *exec) {
  const graph *g = graph_find(exec);
  return g ? atomic_load_explicit(&g->kernels, memory_order_relaxed) : 0;
}

/* ---- nodes ---- */

/* A kernel's number is its place among the kernels of its launch: HIP submits a graph's commands in one order, with waits in
** between. A packet is written after it was reserved, so it is looked at when the next one is reserved. By then the device may
** have consumed it, header included, but not the rest: only a kernel's packet has a workgroup size there. */
static __thread struct {
  const hsa_kernel_dispatch_packet_t *ring;
  uint64_t first, count; /* packets reserved last */
  uint32_t size, kernels; /* number of kernels before those */
} launching __attribute__((tls_model("initial-exec")));

void collect_graph_begin(uint32_t number) {
  collect_graph_now = number;
  launching.count = launching.kernels = 0;
}

uint32_t collect_graph_nodes(const hsa_kernel_dispatch_packet_t *ring, uint32_t size, uint64_t first, uint64_t count) {
  for (uint64_t i = 0; i < launching.count; i++)
    launching.kernels += launching.ring[(launching.first + i) & (launching.size - 1)].workgroup_size_x != 0;
  launching.ring = ring;
  launching.size = size;
  launching.first = first;
  launching.count = count;
  return launching.kernels + 1;
}

static void graphs_forked(void) {
  atomic_store(&lock.word, 0);
  atomic_store(&table_now, NULL);
  used = numbers = 0;
}

COLLECT_MODULE(graphs) = {.name = "graphs", .order = 20, .forked = graphs_forked};
