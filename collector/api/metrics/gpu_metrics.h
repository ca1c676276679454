/* What amdgpu's file gpu_metrics says, in any of its layouts. It touches no file and nothing of the collector: tests/fuzz gives it any bytes. */
#ifndef COLLECT_GPU_METRICS_H
#define COLLECT_GPU_METRICS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum gpu_value {
  GPU_GFX_BUSY, GPU_MEMORY_BUSY, GPU_MEDIA_BUSY,        /* % */
  GPU_EDGE, GPU_HOTSPOT, GPU_MEMORY_TEMPERATURE,        /* degrees Celsius */
  GPU_POWER,                                            /* W */
  GPU_ENERGY,                                           /* J, a total */
  GPU_GFX_CLOCK, GPU_MEMORY_CLOCK,                      /* MHz; of several graphics engines, the first */
  GPU_FAN,                                              /* turns a minute */
  GPU_VCN_0, GPU_VCN_1, GPU_VCN_2, GPU_VCN_3,           /* %: each decoder */
  GPU_VALUES
};
typedef struct gpu_metrics { uint32_t known; double value[GPU_VALUES]; } gpu_metrics; /* known: bit i is set if value i is there */
static inline bool gpu_metrics_has(const gpu_metrics *m, int i) { return m->known >> i & 1; }

#define GPU_METRICS_MOST 4096 /* no layout has more bytes */
/* Reads the values of a layout that is known and whole. False: it is not. */
bool gpu_metrics_read(const uint8_t *bytes, size_t n, gpu_metrics *out);

#endif
