/* Memory that HSA's runtime allocates for the program and frees: each call that succeeds is a row of memory_allocations, in the
** table's words. The type is ALLOC or FREE (a FREE has size 0 and no agent, as in rocprofv3), the level is REAL. Memory without
** an address of its own (virtual memory management) is of level VIRTUAL, and its handle stands for the address. */
#include "device.h"
#include "allocation.h"
#include "region.h"
#include "wrapper.h"

COLLECT_DOMAIN(allocations, .library = "hsa");

static const collect_api rows = {.domain = &collect_domain_allocations, .rows = true};
COLLECT_FUNCTION(memory_allocations, (.api = &rows), STR(const char *, category), STR(const char *, type), STR(const char *, level),
                 INT(int64_t, agent_id), PTR(void *, address), UINT(size_t, size), INT(int64_t, stream_id), STR(const char *, extdata))
_Static_assert(sizeof(struct words_memory_allocations) == sizeof(uint64_t[8]), "as note() fills them");

/* ---- texts: their ids in this file ---- */

static const char *const texts[] = {rocz_category_allocations, "ALLOC", "FREE", "REAL", "VIRTUAL", "{}", "{\"pool\":true}"};
enum { CATEGORY, ALLOC, FREE, REAL, VIRTUAL, PLAIN, POOL, TEXTS };
static collect_texts known_texts = COLLECT_TEXT_IDS(texts);
static uint64_t text(int i) { return collect_text_id(&known_texts, i); }

/* ---- whose memory a pool or region is ---- */

#define POOLS_MAX 1024

static struct { _Atomic uint64_t handle; uint32_t agent; } pools[POOLS_MAX]; /* an entry with handle 0 ends the list */
static uint32_t pool_count;
static collect_lock lock = COLLECT_LOCK(POOLS);
static _Atomic bool pools_known;

static void pool_add(uint64_t handle, const uint32_t *agent) {
  if (pool_count == POOLS_MAX - 1)
    return;
  pools[pool_count].agent = *agent;
  atomic_store_explicit(&pools[pool_count++].handle, handle, memory_order_release);
}
static hsa_status_t pool_met(hsa_amd_memory_pool_t pool, void *agent) { return pool_add(pool.handle, agent), HSA_STATUS_SUCCESS; }
static hsa_status_t region_met(hsa_region_t region, void *agent) { return pool_add(region.handle, agent), HSA_STATUS_SUCCESS; }

static void pools_find(void) {
  COLLECT_SECTION_BEGIN(section);
  collect_agents_ready();
  collect_lock_take(&lock);
  for (collect_agent *a = NULL; !atomic_load(&pools_known) && (a = collect_agent_next(a));) {
    uint32_t id = collect_agent_id(a);
    if (HSA_HAS(hsa_amd_agent_iterate_memory_pools))
      HSA_NEXT(hsa_amd_agent_iterate_memory_pools)(collect_agent_handle(a), pool_met, &id);
    if (HSA_HAS(hsa_agent_iterate_regions))
      HSA_NEXT(hsa_agent_iterate_regions)(collect_agent_handle(a), region_met, &id);
  }
  atomic_store_explicit(&pools_known, true, memory_order_release);
  collect_lock_release(&lock);
  collect_section_end(&section);
}

static int64_t agent_of(uint64_t pool) {
  if (!atomic_load_explicit(&pools_known, memory_order_acquire))
    pools_find();
  uint64_t handle;
  for (uint32_t i = 0; (handle = atomic_load_explicit(&pools[i].handle, memory_order_acquire)); i++)
    if (handle == pool)
      return pools[i].agent;
  return ROCZ_NULL;
}

static void pools_end(int how) {
  (void)how;
  for (uint32_t i = 0; i < pool_count; i++)
    atomic_store(&pools[i].handle, 0);
  pool_count = 0;
  atomic_store(&pools_known, false);
}
static void pools_forked(void) {
  atomic_store(&known_texts.generation, 0);
  atomic_store(&lock.word, 0);
}
COLLECT_MODULE(allocations) = {.name = "allocations", .order = 23, .forked = pools_forked, .end = pools_end};

/* ---- rows ---- */

static bool watched(void) { return collect_wanted(&collect_domain_allocations); }

typedef struct memory {
  int type, level;  /* indexes of texts; level 0: none */
  uint64_t pool;    /* 0: none */
  const void *address;
  uint64_t size;
  int64_t stream;
  int extra;        /* index of a text */
} memory;

/* Ids of texts belong to a file, so none is asked for before there is one. */
static void note(int64_t start, const memory *m) {
  int saved = errno;
  if (collect_region_known(&function_memory_allocations) || collect_process_ready()) {
    const uint64_t words[] = {text(CATEGORY), text(m->type), m->level ? text(m->level) : 0, (uint64_t)(m->pool ? agent_of(m->pool) : ROCZ_NULL),
                              (uintptr_t)m->address, m->size, (uint64_t)m->stream, text(m->extra)};
    collect_region_write(&function_memory_allocations, start, words);
  }
  errno = saved;
}

static hsa_status_t given(int64_t start, hsa_status_t status, int level, uint64_t pool, const void *address, size_t size) {
  if (start && status == HSA_STATUS_SUCCESS)
    note(start, &(memory){ALLOC, level, pool, address, size, ROCZ_NULL, PLAIN});
  return status;
}
static hsa_status_t taken(int64_t start, hsa_status_t status, int level, const void *address) {
  if (start && status == HSA_STATUS_SUCCESS && address)
    note(start, &(memory){FREE, level, 0, address, 0, ROCZ_NULL, PLAIN});
  return status;
}

void collect_allocation_of_pool(int64_t start, const void *address, uint64_t size, void *stream, bool is_given) {
  if (collect_process_ready()) /* this must be called before the stream gets its row */
    note(start, &(memory){is_given ? ALLOC : FREE, 0, 0, address, is_given ? size : 0, collect_stream_id(stream), POOL});
}

/* ---- hooks ---- */

static int64_t begin(void) {
  const collect_function *f = &function_memory_allocations;
  bool wanted = collect_region_known(f) || (!collect_region_forwards(f) && !collect_is_stopped() && watched());
  return wanted && collect_hsa_active() ? collect_ticks() : 0;
}

static hsa_status_t hook_pool_allocate(hsa_amd_memory_pool_t pool, size_t size, uint32_t flags, void **ptr) {
  int64_t start = begin();
  hsa_status_t status = HSA_NEXT(hsa_amd_memory_pool_allocate)(pool, size, flags, ptr);
  return given(start, status, REAL, pool.handle, status == HSA_STATUS_SUCCESS ? *ptr : NULL, size);
}
COLLECT_HSA_HOOK(hsa_amd_memory_pool_allocate, hook_pool_allocate);

static hsa_status_t hook_allocate(hsa_region_t region, size_t size, void **ptr) {
  int64_t start = begin();
  hsa_status_t status = HSA_NEXT(hsa_memory_allocate)(region, size, ptr);
  return given(start, status, REAL, region.handle, status == HSA_STATUS_SUCCESS ? *ptr : NULL, size);
}
COLLECT_HSA_HOOK(hsa_memory_allocate, hook_allocate);

static hsa_status_t hook_pool_free(void *ptr) {
  int64_t start = begin();
  return taken(start, HSA_NEXT(hsa_amd_memory_pool_free)(ptr), REAL, ptr);
}
COLLECT_HSA_HOOK(hsa_amd_memory_pool_free, hook_pool_free);

static hsa_status_t hook_free(void *ptr) {
  int64_t start = begin();
  return taken(start, HSA_NEXT(hsa_memory_free)(ptr), REAL, ptr);
}
COLLECT_HSA_HOOK(hsa_memory_free, hook_free);

static void *address_of(hsa_amd_vmem_alloc_handle_t handle) { return (void *)(uintptr_t)handle.handle; }

static hsa_status_t hook_handle_create(hsa_amd_memory_pool_t pool, size_t size, hsa_amd_memory_type_t type, uint64_t flags,
                                       hsa_amd_vmem_alloc_handle_t *handle) {
  int64_t start = begin();
  hsa_status_t status = HSA_NEXT(hsa_amd_vmem_handle_create)(pool, size, type, flags, handle);
  return given(start, status, VIRTUAL, pool.handle, status == HSA_STATUS_SUCCESS ? address_of(*handle) : NULL, size);
}
COLLECT_HSA_HOOK(hsa_amd_vmem_handle_create, hook_handle_create);

static hsa_status_t hook_handle_release(hsa_amd_vmem_alloc_handle_t handle) {
  int64_t start = begin();
  return taken(start, HSA_NEXT(hsa_amd_vmem_handle_release)(handle), VIRTUAL, address_of(handle));
}
COLLECT_HSA_HOOK(hsa_amd_vmem_handle_release, hook_handle_release);
