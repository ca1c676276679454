/* Which call launched what another thread submits. */
#include "device.h"
#include "launch.h"

uint32_t collect_link_lane(void) {
  if (collect_thread == &collect_dummy_thread && !collect_quiet_depth && collect_process_ready()) {
    collect_quiet_begin();
    collect_thread_start();
    collect_quiet_end();
  }
  return collect_thread->lane;
}
uint64_t collect_link_worker(void) { return (uint64_t)(uintptr_t)&collect_quiet_depth; }
bool collect_link_kernel(uint64_t worker, uint32_t kernel_id, const hsa_kernel_dispatch_packet_t *packet, collect_origin *out) { return false; }
bool collect_link_copy(uint64_t worker, const void *dst, const void *src, size_t size, collect_origin *out) { return false; }
void collect_link_created(void *s) { (void)s; }
