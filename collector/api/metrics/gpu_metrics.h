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
  GPU_PCIE_WIDTH, GPU_PCIE_SPEED, GPU_PCIE_BANDWIDTH,   /* lanes, GT/s, GB/s */
  GPU_XGMI_WIDTH, GPU_XGMI_SPEED,                       /* lanes, Gbit/s */
  GPU_XGMI_READ, GPU_XGMI_WRITTEN,                      /* MB: totals of all links */
  GPU_LIMITS,                                           /* what throttles it now: a set of bits, GPU_LIMITED_... */
  GPU_THROTTLE_COUNT,                                   /* how often the firmware has looked whether it throttles, a total; */
  GPU_THROTTLE_PROCHOT, GPU_THROTTLE_POWER, GPU_THROTTLE_SOCKET, GPU_THROTTLE_VR, GPU_THROTTLE_HBM, /* and how often it did, by reason */
  GPU_VALUES
};
/* Bits of GPU_LIMITS, by the groups of the kernel's: these 16, and three times 16 more. */
enum { GPU_LIMITED_POWER = 1, GPU_LIMITED_CURRENT = 2, GPU_LIMITED_TEMPERATURE = 4, GPU_LIMITED_OTHER = 8 };

/* How busy each engine is, in %: of the whole GPU, or of its partitions. */
enum gpu_engine { GPU_GFX_ENGINE, GPU_VCN_ENGINE, GPU_JPEG_ENGINE, GPU_ENGINE_KINDS };
enum { GPU_GFX_ENGINES = 8, GPU_VCN_ENGINES = 4, GPU_JPEG_ENGINES = 40, GPU_PARTITIONS = 8 };
enum { GPU_ENGINES_OF_ONE = GPU_GFX_ENGINES + GPU_VCN_ENGINES + GPU_JPEG_ENGINES, GPU_ENGINES = GPU_ENGINES_OF_ONE * (1 + GPU_PARTITIONS) };
typedef struct gpu_engine_busy {
  uint16_t slot;  /* its number among all engines that a GPU can have */
  float busy;
} gpu_engine_busy;
/* What a slot is; *partition -1: the engine is one of the whole GPU. */
enum gpu_engine gpu_engine_of(int slot, int *partition, int *number);

typedef struct gpu_metrics {
  uint32_t known; /* bit i is set if value i is there */
  double value[GPU_VALUES];
  int engines;    /* number of the elements of `engine` */
  gpu_engine_busy engine[GPU_ENGINES];
} gpu_metrics;
static inline bool gpu_metrics_has(const gpu_metrics *m, int i) { return m->known >> i & 1; }

#define GPU_METRICS_MOST 4096 /* no layout has more bytes */
/* Reads the values of a layout that is known and whole. False: it is not. The array of engines is set up to their number. */
bool gpu_metrics_read(const uint8_t *bytes, size_t n, gpu_metrics *out);

#endif
