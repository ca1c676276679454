/* Memory of HIP's pools, which HIP allocates and frees in stream order, unseen by HSA. Each becomes a row of memory_allocations
** (device/allocation.c), in addition to the rows of the pools' own memory. */
#include <hip/hip_runtime_api.h>
#include "allocation.h"
#include "detour.h"
#include "hip.h"

static int64_t begin(void) { return collect_wanted(&collect_domain_allocations) ? collect_ticks() : 0; }

static hipError_t given(int64_t start, hipError_t result, void *const *address, size_t size, hipStream_t stream) {
  if (start && result == hipSuccess && address && *address)
    collect_allocation_of_pool(start, *address, size, stream, true);
  return result;
}

static hipError_t (*next_hipMallocAsync)(void **, size_t, hipStream_t);
static hipError_t hook_hipMallocAsync(void **address, size_t size, hipStream_t stream) {
  int64_t start = begin();
  return given(start, next_hipMallocAsync(address, size, stream), address, size, stream);
}
COLLECT_HOOK(hipMallocAsync, COLLECT_HOOK_ALWAYS);

static hipError_t (*next_hipMallocFromPoolAsync)(void **, size_t, hipMemPool_t, hipStream_t);
static hipError_t hook_hipMallocFromPoolAsync(void **address, size_t size, hipMemPool_t pool, hipStream_t stream) {
  int64_t start = begin();
  return given(start, next_hipMallocFromPoolAsync(address, size, pool, stream), address, size, stream);
}
COLLECT_HOOK(hipMallocFromPoolAsync, COLLECT_HOOK_ALWAYS);

static hipError_t (*next_hipFreeAsync)(void *, hipStream_t);
static hipError_t hook_hipFreeAsync(void *address, hipStream_t stream) {
  int64_t start = begin();
  hipError_t result = next_hipFreeAsync(address, stream);
  if (start && result == hipSuccess && address)
    collect_allocation_of_pool(start, address, 0, stream, false);
  return result;
}
COLLECT_HOOK(hipFreeAsync, COLLECT_HOOK_ALWAYS);
