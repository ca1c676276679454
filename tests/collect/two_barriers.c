/* For LD_PRELOAD, above the collector. Each hipEventRecord makes two barrier packets with signals, as HIP's does when something
** must be waited for before the event's own barrier. The first is over before the second is made. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <hsa/hsa.h>
#include <unistd.h>

#define NEXT(f) ((__typeof__(&f))dlsym(RTLD_NEXT, #f))
static __thread int recording;

int hipEventRecord(void *event, void *stream) {
  recording = 1;
  int result = ((int (*)(void *, void *))dlsym(RTLD_NEXT, "hipEventRecord"))(event, stream);
  recording = 0;
  return result;
}

static void barrier(const hsa_queue_t *queue, uint64_t index) {
  hsa_signal_t done;
  hsa_signal_create(1, 0, NULL, &done);
  hsa_barrier_and_packet_t *packet = (hsa_barrier_and_packet_t *)queue->base_address + index % queue->size;
  *packet = (hsa_barrier_and_packet_t){.header = HSA_PACKET_TYPE_INVALID, .completion_signal = done};
  __atomic_store_n(&packet->header, HSA_PACKET_TYPE_BARRIER_AND << HSA_PACKET_HEADER_TYPE | 1 << HSA_PACKET_HEADER_BARRIER, __ATOMIC_RELEASE);
  hsa_signal_store_screlease(queue->doorbell_signal, (hsa_signal_value_t)index);
  hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX, HSA_WAIT_STATE_BLOCKED);
  usleep(3000); /* gives others time to find what is over */
}

#define ADD(f) \
  uint64_t f(const hsa_queue_t *queue, uint64_t count) { \
    if (recording) \
      barrier(queue, NEXT(f)(queue, 1)); \
    return NEXT(f)(queue, count); \
  }
ADD(hsa_queue_add_write_index_relaxed)
ADD(hsa_queue_add_write_index_scacq_screl)
ADD(hsa_queue_add_write_index_screlease)
ADD(hsa_queue_add_write_index_scacquire)
