/* The counters of each GPU: see counter.h. */
#include <string.h>
#include "counter.h"
#include "gpusim.h"

static struct {
  bool counting;
  uint32_t events;
  gpusim_event event[GPUSIM_COUNTERS];
  uint64_t value[GPUSIM_COUNTERS][GPUSIM_ENGINES];
} gpus[GPUSIM_MAX_GPUS];

static uint64_t waves_of(const hsa_kernel_dispatch_packet_t *p) {
  uint64_t size = (uint64_t)p->workgroup_size_x * p->workgroup_size_y * p->workgroup_size_z, groups = 1;
  const uint32_t grid[] = {p->grid_size_x, p->grid_size_y, p->grid_size_z}, group[] = {p->workgroup_size_x, p->workgroup_size_y, p->workgroup_size_z};
  for (int i = 0; i < 3; i++)
    groups *= group[i] ? (grid[i] + group[i] - 1) / group[i] : 1;
  return groups * ((size + 63) / 64);
}

static uint64_t counted(const gpusim_event *e, uint64_t engine, uint64_t waves, int64_t ticks) {
  switch (e->block) {
    case GPUSIM_BLOCK_SQ: return e->event == 4 ? waves / GPUSIM_ENGINES + (engine < waves % GPUSIM_ENGINES) : waves * e->event;
    case GPUSIM_BLOCK_TCC: return engine ? 0 : waves * e->event + e->instance;
    default: return engine ? 0 : (uint64_t)ticks;
  }
}

void gpusim_counter_kernel(int gpu, const hsa_kernel_dispatch_packet_t *p, int64_t ticks) {
  for (uint32_t i = 0; gpus[gpu].counting && i < gpus[gpu].events; i++)
    for (uint64_t engine = 0; engine < GPUSIM_ENGINES; engine++)
      gpus[gpu].value[i][engine] += counted(&gpus[gpu].event[i], engine, waves_of(p), ticks);
}

static void start(int gpu, const gpusim_command *c) {
  gpus[gpu].counting = true;
  gpus[gpu].events = c->events < GPUSIM_COUNTERS ? c->events : GPUSIM_COUNTERS;
  memcpy(gpus[gpu].event, c->event, gpus[gpu].events * sizeof *c->event);
  memset(gpus[gpu].value, 0, sizeof gpus[gpu].value);
}

static void store(int gpu, uint64_t *out) {
  for (uint32_t i = 0; i < gpus[gpu].events; i++)
    for (int engine = 0; engine < (gpus[gpu].event[i].block == GPUSIM_BLOCK_SQ ? GPUSIM_ENGINES : 1); engine++)
      *out++ = gpus[gpu].value[i][engine];
}

void gpusim_counter_command(int gpu, uint64_t address) {
  const gpusim_command *c = gpusim_memory_host(address);
  if (!c || c->magic != GPUSIM_COMMAND_MAGIC)
    return;
  if (c->operation == GPUSIM_COUNT_START)
    start(gpu, c);
  else if (c->operation == GPUSIM_COUNT_READ)
    store(gpu, gpusim_memory_host(c->output));
  else
    gpus[gpu].counting = false;
}
