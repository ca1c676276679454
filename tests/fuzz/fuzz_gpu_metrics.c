/* The reader of amdgpu's gpu_metrics (collector/api/metrics/gpu_metrics.c): whatever the bytes are, it reads none beyond their end, and takes nothing from
** what is cut. The corpus has recorded and made files: those of tests/metrics/cards.py. */
#include "gpu_metrics.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  gpu_metrics m, cut;
  uint8_t *bytes = malloc(size + !size); /* so that a sanitizer sees what is read beyond the end */
  if (!bytes)
    return 0;
  memcpy(bytes, data, size);
  bool good = gpu_metrics_read(bytes, size, &m);
  if (m.known >> GPU_VALUES || (m.known && !good))
    abort();
  for (int i = 0; i < GPU_VALUES; i++)
    if (gpu_metrics_has(&m, i) && !(fabs(m.value[i]) < 1e25)) /* 1.9 may have numbers below 0 */
      abort();
  for (int i = 0; i < m.engines; i++) {
    int partition, number;
    if (m.engine[i].slot >= GPU_ENGINES || gpu_engine_of(m.engine[i].slot, &partition, &number) >= GPU_ENGINE_KINDS || partition >= GPU_PARTITIONS || !good)
      abort();
  }
  size_t said = size < 2 ? 0 : bytes[0] | (size_t)bytes[1] << 8;
  if (good && (said > size || gpu_metrics_read(bytes, said - 1, &cut) || cut.known || cut.engines))
    abort();
  free(bytes);
  return 0;
}
