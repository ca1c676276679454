/* HIP's calls for events, which are recorded and awaited by barrier packets: rows of hip_events (device/barrier.c). */
#include <hip/hip_runtime_api.h>
#include "barrier.h"
#include "detour.h"
#include "launch.h"

/* HOOK(function, (parameters), (arguments), COLLECT_EVENT_RECORD or COLLECT_EVENT_WAIT) */
#define HOOK(f, parameters, arguments, what) \
  static hipError_t (*next_##f) parameters; \
  static hipError_t hook_##f parameters { \
    if (!collect_wanted(&collect_domain_hip_events)) return next_##f arguments; \
    uint32_t before = collect_graph_now; \
    collect_event_now = event; \
    collect_graph_now = what; \
    collect_event_call *call = collect_event_call_begin(); \
    hipError_t result = next_##f arguments; \
    collect_event_call_end(call); \
    collect_graph_now = before; \
    return result; \
  } \
  COLLECT_HOOK(f, COLLECT_HOOK_ALWAYS)

HOOK(hipEventRecord, (hipEvent_t event, hipStream_t stream), (event, stream), COLLECT_EVENT_RECORD);
HOOK(hipEventRecord_spt, (hipEvent_t event, hipStream_t stream), (event, stream), COLLECT_EVENT_RECORD);
HOOK(hipEventRecordWithFlags, (hipEvent_t event, hipStream_t stream, unsigned flags), (event, stream, flags), COLLECT_EVENT_RECORD);
HOOK(hipStreamWaitEvent, (hipStream_t stream, hipEvent_t event, unsigned flags), (stream, event, flags), COLLECT_EVENT_WAIT);
HOOK(hipStreamWaitEvent_spt, (hipStream_t stream, hipEvent_t event, unsigned flags), (stream, event, flags), COLLECT_EVENT_WAIT);
