/* The clocks: the GPU's counters and the time that copies take. */
#include <time.h>
#include "gpusim.h"

int64_t gpusim_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_BOOTTIME, &t);
  return t.tv_sec * (int64_t)GPUSIM_TICKS_PER_SECOND + t.tv_nsec / GPUSIM_TICK_NS;
}

static int64_t began;

void gpusim_clock_start(void) { began = gpusim_clock(); }

/* How far each GPU's clock is ahead of the system's. */
static int64_t error_at(int64_t ticks) {
  int64_t error = (int64_t)((double)(ticks - began) * gpusim_setting.clock_ppm / 1e6);
  for (int i = 0; i < gpusim_setting.steps; i++)
    if (ticks - began >= gpusim_setting.step[i].at_ticks)
      error += gpusim_setting.step[i].by_ticks;
  return error;
}

/* Counters of real GPUs are independent of the system's clock and of each other. So each one here starts at its own epoch: a tool
** that forgets to convert is noticed at once. */
uint64_t gpusim_clock_gpu(int gpu, int64_t ticks) {
  return (uint64_t)(ticks + error_at(ticks)) + 7000000000ull * (uint64_t)(gpu + 1);
}

int64_t gpusim_clock_copy(uint64_t size_bytes) {
  if (gpusim_setting.copy_gbps <= 0)
    return 0;
  return (int64_t)((double)size_bytes / gpusim_setting.copy_gbps / GPUSIM_TICK_NS + 0.5);
}

/* The runtime converts GPU ticks by interpolation between two of these pairs. System time is rounded to a tick, so the ratio is
** exactly 10 (while the clock runs right), and durations survive the conversion exactly. */
HSAKMT_STATUS hsaKmtGetClockCounters(HSAuint32 node, HsaClockCounters *counters) {
  int gpu = gpusim_topology_gpu(node);
  int64_t ticks = gpusim_clock();
  counters->GPUClockCounter = gpusim_clock_gpu(gpu < 0 ? 0 : gpu, ticks);
  counters->CPUClockCounter = (uint64_t)ticks * GPUSIM_TICK_NS;
  counters->SystemClockCounter = (uint64_t)ticks * GPUSIM_TICK_NS;
  counters->SystemClockFrequencyHz = 1000000000;
  return HSAKMT_STATUS_SUCCESS;
}
