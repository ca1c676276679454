/* Eight threads allocate and free memory of the stand-in for HSA, before and after the runtime is shut down. test_memory.sh looks
** at the result. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include "core.h"
#include "fake_hsa.h"

enum { THREADS = 8, ROUNDS = 500 };
static hsa_amd_memory_pool_t pool[2];
static hsa_region_t region[2];

static hsa_status_t pool_met(hsa_amd_memory_pool_t p, void *out) { return *(hsa_amd_memory_pool_t *)out = p, HSA_STATUS_SUCCESS; }
static hsa_status_t region_met(hsa_region_t r, void *out) { return *(hsa_region_t *)out = r, HSA_STATUS_SUCCESS; }

static void must(hsa_status_t status) {
  if (status != HSA_STATUS_SUCCESS) exit(3);
}

static void *work(void *arg) {
  for (int i = 0; i < ROUNDS; i++) {
    int agent = i % 2;
    void *p, *q;
    hsa_amd_vmem_alloc_handle_t handle;
    must(HSA(hsa_amd_memory_pool_allocate)(pool[agent], 1000, 0, &p));
    must(HSA(hsa_memory_allocate)(region[agent], 24, &q));
    must(HSA(hsa_amd_vmem_handle_create)(pool[agent], 1 << 21, 0, 0, &handle));
    must(HSA(hsa_amd_vmem_handle_release)(handle));
    must(HSA(hsa_memory_free)(q));
    must(HSA(hsa_amd_memory_pool_free)(p));
    must(HSA(hsa_amd_memory_pool_free)(NULL));
    if (HSA(hsa_amd_memory_pool_allocate)(pool[agent], (size_t)1 << 40, 0, &p) == HSA_STATUS_SUCCESS) exit(4);
    if (HSA(hsa_amd_vmem_handle_release)((hsa_amd_vmem_alloc_handle_t){1}) == HSA_STATUS_SUCCESS) exit(4);
  }
  return arg;
}

int main(void) {
  hsa_begin();
  HSA(hsa_amd_agent_iterate_memory_pools)(hsa_cpu, pool_met, &pool[0]);
  HSA(hsa_amd_agent_iterate_memory_pools)(hsa_gpu, pool_met, &pool[1]);
  HSA(hsa_agent_iterate_regions)(hsa_cpu, region_met, &region[0]);
  HSA(hsa_agent_iterate_regions)(hsa_gpu, region_met, &region[1]);
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  hsa_end();
  work(NULL); /* not watched */
  printf("rounds %d\n", THREADS * ROUNDS);
}
