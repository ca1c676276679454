/* What HIP's wrappers report about streams created and destroyed (device/stream.c), and about waits that are over (device/harvest.c). */
#include "device.h"
#include "hip.h"

static void created(int result, void **stream, int64_t flags, int64_t priority) {
  if (result || !stream || !*stream || !atomic_load_explicit(&collect_gate.generation, memory_order_relaxed))
    return;
  COLLECT_SECTION_BEGIN(section);
  int device = collect_hip_device();
  collect_stream_created(*stream, device < 0 ? ROCZ_NULL : device, flags, priority);
  collect_section_end(&section);
}

void collect_after_hipStreamCreate(int result, void **stream) { created(result, stream, 0, 0); }
void collect_after_hipStreamCreateWithFlags(int result, void **stream, uint32_t flags) { created(result, stream, flags, 0); }
void collect_after_hipStreamCreateWithPriority(int result, void **stream, uint32_t flags, int32_t priority) { created(result, stream, flags, priority); }
void collect_after_hipExtStreamCreateWithCUMask(int result, void **stream, uint32_t words, void *mask) {
  (void)words;
  (void)mask;
  created(result, stream, 0, 0);
}

/* Another thread may get the same handle before we return, so only the id from before is removed. */
uint64_t collect_before_hipStreamDestroy(void *stream) { return collect_stream_known(stream); }
void collect_after_hipStreamDestroy(int result, uint64_t before, void *stream) {
  if (!result)
    collect_stream_destroyed(stream, (uint32_t)before);
  collect_after_wait(result);
}

void collect_after_wait(int result) {
  if (result != 600 /* hipErrorNotReady */)
    collect_device_waited();
}
