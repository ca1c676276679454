/* Finds out whose memory an address is, as far as the runtime knows. */
#include "device.h"

const collect_agent *collect_agent_host(void) {
  collect_agent *a = collect_agent_next(NULL);
  while (a && collect_agent_is_gpu(a))
    a = collect_agent_next(a);
  return a;
}

collect_address collect_address_of(const void *address) {
  hsa_amd_pointer_info_t info = {.size = sizeof info};
  if (!address || !HSA_HAS(hsa_amd_pointer_info) ||
      HSA_NEXT(hsa_amd_pointer_info)((void *)(uintptr_t)address, &info, NULL, NULL, NULL) != HSA_STATUS_SUCCESS)
    return (collect_address){NULL, 0};
  if (info.type == HSA_EXT_POINTER_TYPE_UNKNOWN) /* the program has not told the runtime of this memory */
    return (collect_address){collect_agent_host(), ROCZ_HOST_PAGEABLE};
  const collect_agent *owner = collect_agent_find(info.agentOwner);
  bool host = info.type == HSA_EXT_POINTER_TYPE_LOCKED || (info.type == HSA_EXT_POINTER_TYPE_HSA && owner && !collect_agent_is_gpu(owner));
  return (collect_address){owner, host ? ROCZ_HOST_PINNED : 0};
}
