/* The built-in kernels: copies and fills that the runtimes launch themselves. They really move data. The layouts of arguments are
** those of HIP 5.2 (blit kernels, known by name) and of the HSA runtime's shaders (which have no names, and are known by their
** length). */
#include <string.h>
#include "gpusim.h"

static uint64_t arg64(const hsa_kernel_dispatch_packet_t *p, size_t offset) {
  uint64_t v;
  memcpy(&v, (const char *)p->kernarg_address + offset, sizeof v);
  return v;
}

static uint32_t arg32(const hsa_kernel_dispatch_packet_t *p, size_t offset) {
  uint32_t v;
  memcpy(&v, (const char *)p->kernarg_address + offset, sizeof v);
  return v;
}

static char *arg_pointer(const hsa_kernel_dispatch_packet_t *p, size_t offset) {
  return gpusim_memory_host(arg64(p, offset));
}

/* ---- HIP's kernels ---- */

/* copyBuffer(src, dst, src offset, dst offset, dwords + 1, bytes beyond) */
static int64_t copy_buffer(const hsa_kernel_dispatch_packet_t *p) {
  uint64_t bytes = (arg64(p, 32) - 1) * 4 + arg32(p, 40);
  memmove(arg_pointer(p, 8) + arg64(p, 24), arg_pointer(p, 0) + arg64(p, 16), bytes);
  return (int64_t)bytes;
}

/* The same in units: offsets and size count elements, whose size is the last argument. */
static int64_t copy_buffer_aligned(const hsa_kernel_dispatch_packet_t *p) {
  uint64_t unit = arg32(p, 40), bytes = arg64(p, 32) * unit;
  memmove(arg_pointer(p, 8) + arg64(p, 24) * unit, arg_pointer(p, 0) + arg64(p, 16) * unit, bytes);
  return (int64_t)bytes;
}

/* copyBufferRect(src, dst, src{row, slice, start}, dst{...}, size{x, y, z, unit}), all in units; the vectors are aligned to 32 bytes. */
static int64_t copy_rect(const hsa_kernel_dispatch_packet_t *p) {
  uint64_t unit = arg64(p, 120), x = arg64(p, 96), y = arg64(p, 104), z = arg64(p, 112);
  const char *src = arg_pointer(p, 0) + arg64(p, 48) * unit;
  char *dst = arg_pointer(p, 8) + arg64(p, 80) * unit;
  for (uint64_t k = 0; k < z; k++)
    for (uint64_t j = 0; j < y; j++)
      memmove(dst + (k * arg64(p, 72) + j * arg64(p, 64)) * unit,
              src + (k * arg64(p, 40) + j * arg64(p, 32)) * unit, x * unit);
  return (int64_t)(x * y * z * unit);
}

/* A fill has four destination pointers, for elements of 1, 2, 4 and 8 bytes. The one that is set determines the element size. */
static char *fill_target(const hsa_kernel_dispatch_packet_t *p, uint64_t *unit) {
  for (size_t i = 0; i < 4; i++)
    if (arg64(p, i * 8)) {
      *unit = 1ull << i;
      return arg_pointer(p, i * 8);
    }
  return NULL;
}

/* fillBufferAligned(1, 2, 4, 8, pattern, elements in it, offset, number of patterns) */
static int64_t fill_buffer(const hsa_kernel_dispatch_packet_t *p) {
  uint64_t unit;
  char *dst = fill_target(p, &unit);
  if (!dst)
    return 0;
  uint64_t pattern_bytes = arg32(p, 40) * unit, n = arg64(p, 56);
  const char *pattern = arg_pointer(p, 32);
  dst += arg64(p, 48) * unit;
  for (uint64_t i = 0; i < n; i++)
    memcpy(dst + i * pattern_bytes, pattern, pattern_bytes);
  return (int64_t)(n * pattern_bytes);
}

/* fillBufferAligned2D(..., pattern, elements, offset, width, height, pitch) */
static int64_t fill_buffer_2d(const hsa_kernel_dispatch_packet_t *p) {
  uint64_t unit;
  char *dst = fill_target(p, &unit);
  if (!dst)
    return 0;
  uint64_t pattern_bytes = arg32(p, 40) * unit, width = arg64(p, 56), height = arg64(p, 64), pitch = arg64(p, 72);
  const char *pattern = arg_pointer(p, 32);
  dst += arg64(p, 48) * unit;
  for (uint64_t j = 0; j < height; j++)
    for (uint64_t i = 0; i < width; i++)
      memcpy(dst + (j * pitch + i) * unit, pattern, pattern_bytes);
  return (int64_t)(width * height * pattern_bytes);
}

/* streamOpsWrite(dword, qword, value, bytes): one of the pointers is set. */
static int64_t stream_write(const hsa_kernel_dispatch_packet_t *p) {
  uint64_t value = arg64(p, 16);
  if (arg64(p, 0))
    __atomic_store_n((uint32_t *)(void *)arg_pointer(p, 0), (uint32_t)value, __ATOMIC_RELEASE);
  else if (arg64(p, 8))
    __atomic_store_n((uint64_t *)(void *)arg_pointer(p, 8), value, __ATOMIC_RELEASE);
  return 0;
}

/* streamOpsWait(dword, qword, value, condition, mask) */
static int64_t stream_wait(const hsa_kernel_dispatch_packet_t *p) {
  bool narrow = arg64(p, 0) != 0;
  uint64_t value = narrow ? arg32(p, 16) : arg64(p, 16);
  uint64_t mask = narrow ? arg32(p, 32) : arg64(p, 32);
  uint64_t now = narrow ? __atomic_load_n((uint32_t *)(void *)arg_pointer(p, 0), __ATOMIC_ACQUIRE)
                        : __atomic_load_n((uint64_t *)(void *)arg_pointer(p, 8), __ATOMIC_ACQUIRE);
  now &= mask;
  bool met = true;
  switch (arg32(p, 24)) {
    case 0: met = narrow ? (int32_t)(uint32_t)(now - value) >= 0 : (int64_t)(now - value) >= 0; break;
    case 1: met = now == value; break;
    case 2: met = (now & value) != 0; break;
    case 3: met = ~(now | value) & mask; break;
    default: break;
  }
  return met ? 0 : -1;
}

static int64_t nothing(const hsa_kernel_dispatch_packet_t *p) { return 0; }

gpusim_blit gpusim_blit_by_name(const char *name) {
  static const char prefix[] = "__amd_rocclr_";
  static const struct { const char *name; gpusim_blit blit; } known[] = {
    {"copyBuffer", copy_buffer}, {"copyBufferAligned", copy_buffer_aligned}, {"copyBufferRect", copy_rect},
    {"copyBufferRectAligned", copy_rect}, {"fillBufferAligned", fill_buffer}, {"fillBufferAligned2D", fill_buffer_2d},
    {"streamOpsWrite", stream_write}, {"streamOpsWait", stream_wait}, {"gwsInit", nothing}};
  if (strncmp(name, prefix, sizeof prefix - 1))
    return NULL;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(name + sizeof prefix - 1, known[i].name))
      return known[i].blit;
  return NULL;
}

/* ---- the HSA runtime's shaders ---- */

/* Copies in four phases (bytes, blocks, dwords, bytes), one after the other in source and destination: from the first start to
** the last end. */
static int64_t shader_copy_aligned(const hsa_kernel_dispatch_packet_t *p) {
  uint64_t bytes = arg64(p, 64) - arg64(p, 0);
  memmove(arg_pointer(p, 8), arg_pointer(p, 0), bytes);
  return (int64_t)bytes;
}

/* Two phases. */
static int64_t shader_copy_misaligned(const hsa_kernel_dispatch_packet_t *p) {
  uint64_t bytes = arg64(p, 32) - arg64(p, 0);
  memmove(arg_pointer(p, 8), arg_pointer(p, 0), bytes);
  return (int64_t)bytes;
}

/* Two phases: start, start of the second, end, the dword. */
static int64_t shader_fill(const hsa_kernel_dispatch_packet_t *p) {
  uint64_t bytes = arg64(p, 16) - arg64(p, 0);
  uint32_t value = arg32(p, 24);
  char *dst = arg_pointer(p, 0);
  for (uint64_t i = 0; i < bytes; i += sizeof value)
    memcpy(dst + i, &value, sizeof value);
  return (int64_t)bytes;
}

/* A shader follows a header of 256 bytes, in pages of its own that are zero behind it. Its length identifies it. */
gpusim_blit gpusim_blit_by_code(const void *object, const char **name) {
  static const struct { size_t dwords9, dwords10; gpusim_blit blit; const char *name; } known[] = {
    {124, 125, shader_copy_aligned, "CopyAligned"}, {103, 104, shader_copy_misaligned, "CopyMisaligned"}, {47, 48, shader_fill, "Fill"}};
  uint64_t base, size_bytes, entry_offset;
  if (!gpusim_memory_find((uintptr_t)object, &base, &size_bytes) || base != (uintptr_t)object || size_bytes < 4096)
    return NULL;
  memcpy(&entry_offset, (const char *)object + 16, sizeof entry_offset);
  if (entry_offset != 256)
    return NULL;
  const uint32_t *code = (const uint32_t *)(const void *)((const char *)object + entry_offset);
  size_t n = (4096 - 256) / sizeof *code;
  while (n && !code[n - 1])
    n--;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (n == (gpusim_setting.gfx_major >= 10 ? known[i].dwords10 : known[i].dwords9)) {
      *name = known[i].name;
      return known[i].blit;
    }
  return NULL;
}
