/* HIP's own kernels that copy: their arguments tell what they move.
**
** In all releases these arguments are at the same places: source, destination, then
**   copyBuffer            up to HIP 5: offsets in both, in bytes; number of 4-byte words + 1; number of bytes behind the words.
**                         Later: bytes; how many of these follow the last unit; bytes of a unit; address of the end of the units
**   copyBufferAligned     the offsets and the number, in units; bytes of a unit
**   copyBufferRect, copyBufferRectAligned
**                         {row, slice, start} of each side, then {x, y, z, bytes of a unit}, in units
** Kernels that copy images are recorded as kernels only. */
#include "device.h"
#include <string.h>

enum { NONE, BUFFER, ALIGNED, RECT };

uint8_t collect_blit_of(const char *name) {
  static const struct { const char *name; uint8_t blit; } kernels[] = {{"__amd_rocclr_copyBuffer", BUFFER},
                                                                       {"__amd_rocclr_copyBufferAligned", ALIGNED},
                                                                       {"__amd_rocclr_copyBufferRect", RECT},
                                                                       {"__amd_rocclr_copyBufferRectAligned", RECT}};
  for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
    if (!strcmp(name, kernels[i].name))
      return kernels[i].blit;
  return NONE;
}

static uint64_t u64(const char *arguments, size_t offset) {
  uint64_t v;
  memcpy(&v, arguments + offset, sizeof v);
  return v;
}
static uint32_t u32(const char *arguments, size_t offset) {
  uint32_t v;
  memcpy(&v, arguments + offset, sizeof v);
  return v;
}

static collect_move buffer_move(const char *a) {
  uint64_t src = u64(a, 0), dst = u64(a, 8), bytes = u64(a, 16);
  uint32_t behind = u32(a, 24), unit = u32(a, 28);
  if ((unit == 4 || unit == 16) && behind < unit && u64(a, 32) == dst + bytes - behind)
    return (collect_move){src, dst, bytes};
  return (collect_move){src + u64(a, 16), dst + u64(a, 24), (u64(a, 32) - 1) * 4 + u32(a, 40)};
}

static collect_move aligned_move(const char *a) {
  uint64_t unit = u32(a, 40);
  return (collect_move){u64(a, 0) + u64(a, 16) * unit, u64(a, 8) + u64(a, 24) * unit, u64(a, 32) * unit};
}

static collect_move rect_move(const char *a) {
  uint64_t unit = u64(a, 120);
  return (collect_move){u64(a, 0) + u64(a, 48) * unit, u64(a, 8) + u64(a, 80) * unit, u64(a, 96) * u64(a, 104) * u64(a, 112) * unit};
}

bool collect_blit_move(const collect_kernel *k, const hsa_kernel_dispatch_packet_t *packet, collect_move *out) {
  static const uint8_t needed[] = {[BUFFER] = 44, [ALIGNED] = 44, [RECT] = 128};
  const char *a = packet->kernarg_address;
  if (!k->blit || k->kernarg_bytes < needed[k->blit] || !a)
    return false;
  *out = k->blit == BUFFER ? buffer_move(a) : k->blit == ALIGNED ? aligned_move(a) : rect_move(a);
  return true;
}
