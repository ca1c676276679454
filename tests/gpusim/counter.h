/* Commands by which the software GPU counts. A packet with an indirect buffer (vendor-specific, format 1: a command of four
** words, where the second and third are the buffer's address) may lead to them. Real GPUs have PM4 commands there. The stand-in
** for hsa-amd-aqlprofile (tests/programs/plugin/aqlprofile.c) writes these instead.
**
** Counters count all kernels that run on their GPU from start to stop, whichever process or queue they are from. Blocks have the
** numbers of hsa_ven_amd_aqlprofile.h: 3 GRBM, 6 SQ (a value for each of 8 shader engines), 12 TCC (4 instances). A kernel with
** `waves` waves (of 64 work-items) adds:
**     SQ     event 4: the waves, spread evenly over the shader engines, the remainder to the first ones; other events: waves * event on each
**     TCC    waves * event + instance
**     GRBM   its time in ticks */
#ifndef GPUSIM_COUNTER_H
#define GPUSIM_COUNTER_H
#include <stdint.h>

#define GPUSIM_COMMAND_MAGIC 0x31434d4455504733u
#define GPUSIM_COUNTERS 256
#define GPUSIM_ENGINES 8
enum { GPUSIM_COUNT_START = 1, GPUSIM_COUNT_READ, GPUSIM_COUNT_STOP };
enum { GPUSIM_BLOCK_GRBM = 3, GPUSIM_BLOCK_SQ = 6, GPUSIM_BLOCK_TCC = 12 };

typedef struct gpusim_event { uint32_t block, instance, event; } gpusim_event;
typedef struct gpusim_command {
  uint64_t magic;
  uint32_t operation, events;
  uint64_t output; /* READ: address of 64-bit values, in the order of events, 8 for each SQ event */
  gpusim_event event[GPUSIM_COUNTERS]; /* START */
} gpusim_command;

#endif
