/* See gpu_metrics.h. The layouts are those of the kernel's kgd_pp_interface.h: a head of 4 bytes (size u16, format u8, content u8), then numbers, least byte
** first. All bits set: the GPU does not have it. A layout counts if its size is exactly the one of its revision.
**
** 1.x: GPUs; temperatures in degrees, power in W. 2.x and 3.x: APUs; hundredths of a degree, mW. 1.0 and 2.0 have the time before everything else. */
#include "gpu_metrics.h"

#define J 0x1p-16 /* the unit of energy, in joules */

typedef struct field { uint8_t value, bytes; uint16_t at; double scale; } field; /* bytes 0: the end */
typedef struct layout { uint8_t format, content; uint16_t size; const field *field; } layout;

#define OLD_TEMPERATURES(at) {GPU_EDGE, 2, at, 1}, {GPU_HOTSPOT, 2, (at) + 2, 1}, {GPU_MEMORY_TEMPERATURE, 2, (at) + 4, 1}
#define OLD_BUSY(at) {GPU_GFX_BUSY, 2, at, 1}, {GPU_MEMORY_BUSY, 2, (at) + 2, 1}, {GPU_MEDIA_BUSY, 2, (at) + 4, 1}
#define OLD_CLOCKS {GPU_GFX_CLOCK, 2, 54, 1}, {GPU_MEMORY_CLOCK, 2, 58, 1}, {GPU_FAN, 2, 72, 1}
static const field v1_0[] = {OLD_TEMPERATURES(16), OLD_BUSY(28), {GPU_POWER, 2, 34, 1}, OLD_CLOCKS, {0}};
static const field v1_1[] = {OLD_TEMPERATURES(4), OLD_BUSY(16), {GPU_POWER, 2, 22, 1}, {GPU_ENERGY, 8, 24, J}, OLD_CLOCKS, {0}};

#define NEW_HEAD {GPU_HOTSPOT, 2, 4, 1}, {GPU_MEMORY_TEMPERATURE, 2, 6, 1}, {GPU_POWER, 2, 10, 1}, {GPU_GFX_BUSY, 2, 12, 1}, {GPU_MEMORY_BUSY, 2, 14, 1}
#define VCN(at) {GPU_VCN_0, 2, at, 1}, {GPU_VCN_1, 2, (at) + 2, 1}, {GPU_VCN_2, 2, (at) + 4, 1}, {GPU_VCN_3, 2, (at) + 6, 1}
#define NEW(energy, gfx, memory) NEW_HEAD, {GPU_ENERGY, 8, energy, J}, {GPU_GFX_CLOCK, 2, gfx, 1}, {GPU_MEMORY_CLOCK, 2, memory, 1}
static const field v1_4[] = {NEW(24, 240, 280), VCN(16), {0}}, v1_5[] = {NEW(88, 312, 352), VCN(16), {0}};
static const field v1_6[] = {NEW(16, 264, 304), {0}}, v1_7[] = {NEW(24, 296, 336), {0}};

#define APU(temperature, busy, power, clock) {GPU_EDGE, 2, temperature, 0.01}, {GPU_GFX_BUSY, 2, busy, 1}, {GPU_MEDIA_BUSY, 2, (busy) + 2, 1}, \
  {GPU_POWER, 2, power, 1e-3}, {GPU_GFX_CLOCK, 2, clock, 1}, {GPU_MEMORY_CLOCK, 2, (clock) + 4, 1}
static const field v2_0[] = {APU(16, 40, 44, 80), {0}}, v2_1[] = {APU(4, 28, 40, 76), {0}};
static const field v3_0[] = {{GPU_EDGE, 2, 4, 0.01}, {GPU_GFX_BUSY, 2, 42, 1}, {GPU_MEDIA_BUSY, 2, 44, 1}, {GPU_POWER, 4, 112, 1e-3},
                             {GPU_GFX_CLOCK, 2, 174, 1}, {GPU_MEMORY_CLOCK, 2, 186, 1}, {0}};

static const layout layouts[] = {{1, 0, 80, v1_0}, {1, 1, 96, v1_1}, {1, 2, 104, v1_1}, {1, 3, 120, v1_1}, {1, 4, 288, v1_4}, {1, 5, 360, v1_5}, {1, 6, 1664, v1_6},
                                 {1, 7, 2208, v1_7}, {1, 8, 3872, v1_7}, {2, 0, 120, v2_0}, {2, 1, 120, v2_1}, {2, 2, 128, v2_1}, {2, 3, 152, v2_1}, {2, 4, 168, v2_1},
                                 {3, 0, 264, v3_0}};

static uint64_t number_at(const uint8_t *bytes, unsigned n) {
  uint64_t v = 0;
  for (unsigned i = 0; i < n; i++)
    v |= (uint64_t)bytes[i] << 8 * i;
  return v;
}

/* Of the older GPUs, only those with stacked memory are known to count energy in this unit; they alone tell the temperature of each stack. */
enum { STACK_TEMPERATURE = 88 };
static bool energy_counts(const layout *l, const uint8_t *bytes) { return l->content > 3 || number_at(bytes + STACK_TEMPERATURE, 2) != 0xffff; }

bool gpu_metrics_read(const uint8_t *bytes, size_t n, gpu_metrics *out) {
  *out = (gpu_metrics){.known = 0};
  const layout *l = NULL;
  for (size_t i = 0; n >= 4 && i < sizeof layouts / sizeof *layouts; i++)
    if (layouts[i].format == bytes[2] && layouts[i].content == bytes[3] && layouts[i].size == number_at(bytes, 2) && layouts[i].size <= n)
      l = &layouts[i];
  for (const field *f = l ? l->field : NULL; f && f->bytes; f++) {
    uint64_t v = number_at(bytes + f->at, f->bytes);
    if (v == UINT64_MAX >> (64 - 8 * f->bytes) || (f->value == GPU_ENERGY && !energy_counts(l, bytes)))
      continue;
    out->known |= 1u << f->value;
    out->value[f->value] = (double)v * f->scale;
  }
  return l;
}
