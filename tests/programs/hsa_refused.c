/* What a driver may refuse. Run it with
**
**   GPUSIM_FAIL=queue=3-4,copy_queue=1-1     (the first queue is the runtime's own)
**
** The program's second queue is refused. So is its first copy, since there is neither a copy engine nor a queue for a copy
** kernel. The next copies, with the same signal, are made. Prints what a trace must show (expect.h's lines). */
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUIRE(c) do { if (!(c)) { fprintf(stderr, "%s:%d: wrong: %s\n", __FILE__, __LINE__, #c); exit(4); } } while (0)
#define OK(call) REQUIRE((call) == HSA_STATUS_SUCCESS)
#define BYTES 4096
#define COPIES 5

static hsa_agent_t gpu, cpu;
static hsa_amd_memory_pool_t pool;

static hsa_status_t take_agent(hsa_agent_t agent, void *unused) {
  (void)unused;
  hsa_device_type_t type;
  OK(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
  *(type == HSA_DEVICE_TYPE_GPU ? &gpu : &cpu) = agent;
  return HSA_STATUS_SUCCESS;
}

static hsa_status_t take_pool(hsa_amd_memory_pool_t found, void *unused) {
  (void)unused;
  bool allocates = false;
  OK(hsa_amd_memory_pool_get_info(found, HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALLOWED, &allocates));
  if (allocates && !pool.handle)
    pool = found;
  return HSA_STATUS_SUCCESS;
}

static hsa_status_t make_queue(hsa_queue_t **q) {
  *q = NULL;
  return hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, q);
}

/* Waits for a barrier packet, which shows that the queue works. */
static void use_queue(hsa_queue_t *q) {
  hsa_signal_t s;
  OK(hsa_signal_create(1, 0, NULL, &s));
  uint64_t i = hsa_queue_add_write_index_relaxed(q, 1);
  hsa_barrier_and_packet_t *p = (hsa_barrier_and_packet_t *)q->base_address + (i & (q->size - 1));
  memset((char *)p + 4, 0, sizeof *p - 4);
  p->completion_signal = s;
  __atomic_store_n((uint32_t *)(void *)p, (uint32_t)(HSA_PACKET_TYPE_BARRIER_AND | 1 << HSA_PACKET_HEADER_BARRIER), __ATOMIC_RELEASE);
  hsa_signal_store_screlease(q->doorbell_signal, (hsa_signal_value_t)i);
  REQUIRE(hsa_signal_wait_scacquire(s, HSA_SIGNAL_CONDITION_LT, 1, 20000000000u, HSA_WAIT_STATE_BLOCKED) == 0);
  OK(hsa_signal_destroy(s));
}

int main(void) {
  static char host[BYTES];
  void *locked, *device;
  hsa_queue_t *q, *refused;
  hsa_signal_t s;
  OK(hsa_init());
  OK(hsa_iterate_agents(take_agent, NULL));
  OK(hsa_amd_agent_iterate_memory_pools(gpu, take_pool, NULL));
  OK(hsa_amd_memory_pool_allocate(pool, BYTES, 0, &device));
  OK(hsa_amd_memory_lock(host, BYTES, &gpu, 1, &locked));
  OK(make_queue(&q));
  use_queue(q);
  REQUIRE(make_queue(&refused) != HSA_STATUS_SUCCESS);

  OK(hsa_signal_create(1, 0, NULL, &s));
  REQUIRE(hsa_amd_memory_async_copy(device, gpu, locked, cpu, 64, 0, NULL, s) != HSA_STATUS_SUCCESS);
  REQUIRE(hsa_signal_load_relaxed(s) == 1);
  for (int i = 0; i < COPIES; i++) {
    OK(hsa_amd_memory_async_copy(device, gpu, locked, cpu, BYTES, 0, NULL, s));
    REQUIRE(hsa_signal_wait_scacquire(s, HSA_SIGNAL_CONDITION_LT, 1, 20000000000u, HSA_WAIT_STATE_BLOCKED) == 0);
    hsa_signal_store_relaxed(s, 1);
  }
  use_queue(q);
  printf("{\"kind\":\"copy\",\"direction\":\"HOST_TO_DEVICE\",\"api\":null,\"tid\":0,\"device\":0,\"stream\":0,\"bytes\":%d,\"count\":%d}\n", BYTES, COPIES);
  OK(hsa_signal_destroy(s));
  OK(hsa_queue_destroy(q));
  OK(hsa_amd_memory_unlock(host));
  OK(hsa_amd_memory_pool_free(device));
  OK(hsa_shut_down());
  return 0;
}
