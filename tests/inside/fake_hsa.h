/* A stand-in for HSA's runtime, for test programs that contain the collector, so that all of it can be instrumented and put into
** any state. How the collector works with the real runtime is tested on the software GPU (tests/gpusim).
**
** There is one GPU, run by a thread. Packets take no time, but get time stamps of its clock, which has 100 MHz and an epoch of
** its own. Functions are called through the table, as a program's calls are. */
#ifndef INSIDE_FAKE_HSA_H
#define INSIDE_FAKE_HSA_H
#include <stdatomic.h>
#include <hsa/amd_hsa_queue.h>
#include <hsa/amd_hsa_signal.h>
#include "hsa_table.h"
#pragma GCC visibility push(default)

/* Gives the table to the collector, as hsa_init does, and starts the GPU. */
void hsa_begin(void);
/* Shuts the runtime down, as hsa_shut_down does. */
void hsa_end(void);

extern collect_hsa_root_6 hsa_root;
extern const void *_Atomic hsa_pinned; /* memory that the runtime has pinned; all other memory is pageable */
extern uint32_t hsa_kernarg_bytes;  /* bytes of arguments of kernels that are loaded from now on */
extern uint64_t hsa_kernarg[16];    /* and their values */
extern bool hsa_without_tools;      /* the runtime is older than 6.1 */
static inline void **hsa_slot(enum collect_hsa_id id) {
  return id < COLLECT_HSA_CORE_END ? &hsa_root.root.core->function[id] : &hsa_root.root.amd_ext->function[id - COLLECT_HSA_AMD_BEGIN];
}
#define HSA(f) ((__typeof__(f) *)*hsa_slot(COLLECT_ID_##f))

extern const hsa_agent_t hsa_gpu, hsa_cpu;
extern const char *hsa_gpu_name;    /* the target, for example "gfx90a" */
extern atomic_int hsa_held;         /* while set, the GPU does nothing */
extern atomic_int hsa_steps;        /* except this number of packets and copies */
#define HSA_STUCK 0x6660000         /* a kernel that never ends, though kernels behind it do */
#define HSA_UNSEEN 0x6670000        /* a kernel whose doorbell is rung without HSA's functions */
extern atomic_int hsa_unstamped;    /* the GPU writes no times */
extern atomic_int hsa_early_ns;     /* the GPU's times are too early by this */
extern atomic_int hsa_kernel_ns;    /* length of a kernel by the GPU's clock; 0: as long as it takes */
extern atomic_int hsa_tick_ppm;     /* the runtime takes the GPU's ticks to be longer by this */
extern atomic_int hsa_back_ns;      /* and earlier by this each time that it is asked */
extern atomic_int hsa_signals;      /* number of signals that exist */
extern atomic_int hsa_copies_fail;  /* number of copies that will be refused */
extern atomic_int hsa_times_slow;   /* asking for a copy's times takes long */
extern _Atomic uint64_t hsa_timing; /* the signal of the copy whose times somebody is asking for */
extern atomic_int hsa_doorbells_slow; /* a store to a doorbell takes long */
extern atomic_int hsa_misused;      /* number of signals and queues that were destroyed while they were in use */

/* Report a change of a queue's scratch memory as the runtime does: its allocation (0), freeing (1) or reclaiming (2) begins, and
** has ended. */
void hsa_scratch_begins(int what, const hsa_queue_t *q, int flags);
void hsa_scratch_ended(int what, const hsa_queue_t *q, int flags, size_t size);

/* Loads and freezes an executable with one kernel at this address. */
hsa_executable_t hsa_load(const char *kernel, uint64_t object);
/* The same with this number of code objects, each with one kernel NAME_0, NAME_1, ... of 64 bytes, one behind the other from this
** address on. */
hsa_executable_t hsa_load_many(const char *name, uint64_t object, unsigned kernels);
void hsa_unload(hsa_executable_t executable);

hsa_queue_t *hsa_queue(uint32_t size);
hsa_signal_t hsa_signal(hsa_signal_value_t value);
/* Reserves and writes a packet, and rings for it. */
void hsa_dispatch(hsa_queue_t *q, uint64_t object, hsa_signal_t completion);
/* The same in two steps: hsa_reserve, hsa_dispatch_at. */
uint64_t hsa_reserve(hsa_queue_t *q);
/* Writes the packet without ringing. */
void hsa_packet_write(hsa_queue_t *q, uint64_t index, uint64_t object);
void hsa_dispatch_at(hsa_queue_t *q, uint64_t index, uint64_t object, hsa_signal_t completion);
/* Wait until everything in the queue is over; until the signal is below 1. */
void hsa_drain(hsa_queue_t *q);
void hsa_wait(hsa_signal_t s);
#define HSA_NO_SIGNAL ((hsa_signal_t){0})
#pragma GCC visibility pop

#endif
