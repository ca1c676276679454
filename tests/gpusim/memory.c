/* Memory that the driver allocates, and memory that the program pins.
**
** Device memory is host memory, which takes space only once it is touched. Pinned memory of the program keeps its host address
** and gets another one on the GPU, as with the real driver (the runtime relies on the difference). Nothing is mapped at the GPU
** address: the simulator translates it by gpusim_memory_host. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "gpusim.h"

#define VRAM_BYTES (64ull << 30)
#define PAGE 4096ull
#define MAX_NODES (GPUSIM_MAX_GPUS + 1)

typedef struct range {
  uint64_t gpu;        /* address on the GPU, which is the key */
  uint64_t host;       /* address on the host */
  uint64_t map, map_bytes; /* for munmap */
  uint64_t size_bytes;
  HsaMemFlags flags;
  uint32_t node;
  uint32_t pins;       /* number of times that the range is pinned; 0: the driver allocated it */
  uint32_t mapped;
  uint32_t mapped_node[MAX_NODES];
  void *user_data;
} range;

/* Sorted by GPU address. The entries are pointers, since the runtime keeps the node list of hsaKmtQueryPointerInfo as long as the
** range exists. */
static range **ranges;
static size_t count, capacity;
static uint64_t vram_used[GPUSIM_MAX_GPUS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_uint gpusim_memory_code_generation;
static atomic_size_t pinned_count;

void gpusim_memory_lock(void) { pthread_mutex_lock(&lock); }
void gpusim_memory_unlock(void) { pthread_mutex_unlock(&lock); }
uint64_t gpusim_memory_vram_bytes(void) { return VRAM_BYTES; }

/* The index of the first range that begins after the address. */
static size_t after(uint64_t gpu) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t mid = (low + high) / 2;
    if (ranges[mid]->gpu <= gpu)
      low = mid + 1;
    else
      high = mid;
  }
  return low;
}

static range *at_gpu(uint64_t address) {
  size_t i = after(address);
  return i && address - ranges[i - 1]->gpu < ranges[i - 1]->size_bytes ? ranges[i - 1] : NULL;
}

/* The pinned range that contains a host address. Ranges may lie in each other: the smallest one wins. Few are pinned at a time. */
static range *pinned_at(uint64_t host) {
  range *best = NULL;
  for (size_t i = 0; atomic_load(&pinned_count) && i < count; i++) {
    range *r = ranges[i];
    if (r->pins && host - r->host < r->size_bytes && (!best || r->size_bytes < best->size_bytes))
      best = r;
  }
  return best;
}

/* A range is known by the host address of pinned memory, and by its GPU address. */
static range *find(const void *address) {
  range *r = at_gpu((uintptr_t)address);
  return r ? r : pinned_at((uintptr_t)address);
}

static bool insert(range *r) {
  if (count == capacity) {
    size_t larger = capacity ? capacity * 2 : 256;
    range **p = realloc(ranges, larger * sizeof *p);
    if (!p)
      return false;
    ranges = p;
    capacity = larger;
  }
  size_t i = after(r->gpu);
  memmove(ranges + i + 1, ranges + i, (count - i) * sizeof *ranges);
  ranges[i] = r;
  count++;
  return true;
}

static void take_out(range *r) {
  size_t i = after(r->gpu) - 1;
  memmove(ranges + i, ranges + i + 1, (count - i - 1) * sizeof *ranges);
  count--;
}

static uint64_t pages(uint64_t size_bytes) { return (size_bytes + PAGE - 1) & ~(PAGE - 1); }

HSAKMT_STATUS hsaKmtAllocMemory(HSAuint32 node, HSAuint64 size_bytes, HsaMemFlags flags, void **address) {
  if (!gpusim_driver_open())
    return HSAKMT_STATUS_KERNEL_IO_CHANNEL_NOT_OPENED;
  int gpu = gpusim_topology_gpu(node);
  if (!size_bytes || !address)
    return HSAKMT_STATUS_INVALID_PARAMETER;
  bool vram = gpu >= 0 && !flags.ui32.Scratch;
  if (vram && gpusim_setting_fails(GPUSIM_FAIL_MEMORY))
    return HSAKMT_STATUS_NO_MEMORY;
  int protection = flags.ui32.Scratch ? PROT_NONE : PROT_READ | PROT_WRITE;
  int mapping = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (flags.ui32.FixedAddress ? MAP_FIXED_NOREPLACE : 0);
  range *r = calloc(1, sizeof *r);
  if (!r)
    return HSAKMT_STATUS_NO_MEMORY;
  pthread_mutex_lock(&lock);
  HSAKMT_STATUS status = HSAKMT_STATUS_NO_MEMORY;
  if (vram && (size_bytes > VRAM_BYTES || vram_used[gpu] > VRAM_BYTES - size_bytes))
    goto fail;
  void *p = mmap(flags.ui32.FixedAddress ? *address : NULL, pages(size_bytes), protection, mapping, -1, 0);
  if (p == MAP_FAILED)
    goto fail;
  r->gpu = r->host = r->map = (uintptr_t)p;
  r->size_bytes = size_bytes;
  r->map_bytes = pages(size_bytes);
  r->flags = flags;
  r->node = node;
  if (!insert(r)) {
    munmap(p, r->map_bytes);
    goto fail;
  }
  if (vram)
    vram_used[gpu] += size_bytes;
  *address = p;
  pthread_mutex_unlock(&lock);
  return HSAKMT_STATUS_SUCCESS;
fail:
  pthread_mutex_unlock(&lock);
  free(r);
  return status;
}

HSAKMT_STATUS hsaKmtFreeMemory(void *address, HSAuint64 size_bytes) {
  pthread_mutex_lock(&lock);
  range *r = at_gpu((uintptr_t)address);
  if (!r || r->gpu != (uintptr_t)address || r->pins) {
    pthread_mutex_unlock(&lock);
    return HSAKMT_STATUS_MEMORY_NOT_REGISTERED;
  }
  take_out(r);
  int gpu = gpusim_topology_gpu(r->node);
  if (gpu >= 0 && !r->flags.ui32.Scratch)
    vram_used[gpu] -= r->size_bytes;
  if (r->flags.ui32.ExecuteAccess)
    atomic_fetch_add(&gpusim_memory_code_generation, 1);
  pthread_mutex_unlock(&lock);
  munmap((void *)(uintptr_t)r->map, r->map_bytes);
  free(r);
  return HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS hsaKmtRegisterMemoryWithFlags(void *address, HSAuint64 size_bytes, HsaMemFlags flags) {
  if (!gpusim_driver_open())
    return HSAKMT_STATUS_KERNEL_IO_CHANNEL_NOT_OPENED;
  if (!address || !size_bytes)
    return HSAKMT_STATUS_INVALID_PARAMETER;
  uint64_t host = (uintptr_t)address;
  uint64_t offset = host & (PAGE - 1);
  uint64_t map_bytes = pages(offset + size_bytes);
  pthread_mutex_lock(&lock);
  range *r = pinned_at(host);
  HSAKMT_STATUS status = HSAKMT_STATUS_SUCCESS;
  if (r && r->host == host && r->size_bytes == size_bytes) {
    r->pins++;
    goto done;
  }
  if (at_gpu(host)) /* we allocated this memory, so the GPU sees it already */
    goto done;
  status = HSAKMT_STATUS_NO_MEMORY;
  r = calloc(1, sizeof *r);
  void *p = r ? mmap(NULL, map_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) : MAP_FAILED;
  if (p == MAP_FAILED) {
    free(r);
    goto done;
  }
  r->map = (uintptr_t)p;
  r->map_bytes = map_bytes;
  r->gpu = r->map + offset;
  r->host = host;
  r->size_bytes = size_bytes;
  r->flags = flags;
  r->node = 0;
  r->pins = 1;
  if (!insert(r)) {
    munmap(p, map_bytes);
    free(r);
    goto done;
  }
  atomic_fetch_add(&pinned_count, 1);
  status = HSAKMT_STATUS_SUCCESS;
done:
  pthread_mutex_unlock(&lock);
  return status;
}

HSAKMT_STATUS hsaKmtDeregisterMemory(void *address) {
  pthread_mutex_lock(&lock);
  range *r = find(address);
  if (!r) {
    pthread_mutex_unlock(&lock);
    return HSAKMT_STATUS_MEMORY_NOT_REGISTERED;
  }
  bool last = r->pins == 1;
  if (last) {
    take_out(r);
    atomic_fetch_sub(&pinned_count, 1);
  } else if (r->pins)
    r->pins--;
  pthread_mutex_unlock(&lock);
  if (last) {
    munmap((void *)(uintptr_t)r->map, r->map_bytes);
    free(r);
  }
  return HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS hsaKmtMapMemoryToGPUNodes(void *address, HSAuint64 size_bytes, HSAuint64 *gpu_address,
                                        HsaMemMapFlags flags, HSAuint64 nodes, HSAuint32 *node) {
  if (nodes > MAX_NODES)
    return HSAKMT_STATUS_INVALID_PARAMETER;
  pthread_mutex_lock(&lock);
  range *r = find(address);
  if (r) {
    r->mapped = (uint32_t)nodes;
    memcpy(r->mapped_node, node, nodes * sizeof *node);
    /* Memory that the driver allocated has the same address everywhere, so no alternate one. */
    if (gpu_address)
      *gpu_address = r->pins ? r->gpu + ((uintptr_t)address == r->gpu ? 0 : (uintptr_t)address - r->host) : 0;
  }
  pthread_mutex_unlock(&lock);
  return r ? HSAKMT_STATUS_SUCCESS : HSAKMT_STATUS_MEMORY_NOT_REGISTERED;
}

/* Scratch memory is mapped in parts, for which nothing needs to be done. */
HSAKMT_STATUS hsaKmtMapMemoryToGPU(void *address, HSAuint64 size_bytes, HSAuint64 *gpu_address) {
  if (gpu_address)
    *gpu_address = 0;
  return HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS hsaKmtUnmapMemoryToGPU(void *address) {
  pthread_mutex_lock(&lock);
  range *r = find(address);
  if (r)
    r->mapped = 0;
  pthread_mutex_unlock(&lock);
  return HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS hsaKmtQueryPointerInfo(const void *pointer, HsaPointerInfo *info) {
  memset(info, 0, sizeof *info);
  pthread_mutex_lock(&lock);
  range *r = find(pointer);
  if (r && r->flags.ui32.Scratch)
    r = NULL;
  if (r) {
    info->Type = r->pins ? HSA_POINTER_REGISTERED_USER : HSA_POINTER_ALLOCATED;
    info->Node = r->node;
    info->MemFlags = r->flags;
    info->CPUAddress = r->pins || r->flags.ui32.HostAccess ? (void *)(uintptr_t)r->host : NULL;
    info->GPUAddress = r->gpu;
    info->SizeInBytes = r->size_bytes;
    info->NRegisteredNodes = r->pins ? r->mapped : 0;
    info->NMappedNodes = r->mapped;
    info->RegisteredNodes = r->mapped_node;
    info->MappedNodes = r->mapped_node;
    info->UserData = r->user_data;
  }
  pthread_mutex_unlock(&lock);
  return r ? HSAKMT_STATUS_SUCCESS : HSAKMT_STATUS_ERROR;
}

HSAKMT_STATUS hsaKmtSetMemoryUserData(const void *pointer, void *data) {
  pthread_mutex_lock(&lock);
  range *r = find(pointer);
  if (r)
    r->user_data = data;
  pthread_mutex_unlock(&lock);
  return r ? HSAKMT_STATUS_SUCCESS : HSAKMT_STATUS_INVALID_PARAMETER;
}

void *gpusim_memory_host(uint64_t gpu_address) {
  uint64_t host = gpu_address;
  if (atomic_load_explicit(&pinned_count, memory_order_relaxed)) {
    pthread_mutex_lock(&lock);
    range *r = at_gpu(gpu_address);
    if (r)
      host = r->host + (gpu_address - r->gpu);
    pthread_mutex_unlock(&lock);
  }
  return (void *)(uintptr_t)host;
}

/* For host functions that stand in for kernels: converts a pointer argument to a host address. */
__attribute__((visibility("default"))) void *gpusim_host_address(void *gpu_address);
void *gpusim_host_address(void *gpu_address) { return gpusim_memory_host((uintptr_t)gpu_address); }

bool gpusim_memory_find(uint64_t gpu_address, uint64_t *base, uint64_t *size_bytes) {
  pthread_mutex_lock(&lock);
  range *r = at_gpu(gpu_address);
  if (r) {
    *base = r->host;
    *size_bytes = r->size_bytes;
  }
  pthread_mutex_unlock(&lock);
  return r != NULL;
}
