/* A stand-in for HSA's runtime, for test programs with the collector inside, so that all of
** it can be instrumented and put into any state. What the real runtime
** makes of the collector is tested on the software GPU (tests/gpusim).
**
** One GPU, run by a thread: packets take no time but are stamped by its clock of 100 MHz
** with an epoch of its own. Functions are called as a program's are, through the table. */
#ifndef INSIDE_FAKE_HSA_H
#define INSIDE_FAKE_HSA_H
#include <stdatomic.h>
#include <hsa/amd_hsa_queue.h>
#include <hsa/amd_hsa_signal.h>
#include "hsa_table.h"
#pragma GCC visibility push(default)

/* Gives the table to the collector, as hsa_init does, and starts the GPU. */
void hsa_begin(void);
/* As hsa_shut_down. */
void hsa_end(void);

extern collect_hsa_root_6 hsa_root;
extern const void *_Atomic hsa_pinned; /* memory that the runtime knows; all other is pageable */
extern uint32_t hsa_kernarg_bytes;  /* kernels loaded from now on have so many bytes of arguments, */
extern uint64_t hsa_kernarg[16];    /* these */
extern bool hsa_without_tools;      /* a runtime before 6.1 */
static inline void **hsa_slot(enum collect_hsa_id id) {
  return id < COLLECT_HSA_CORE_END ? &hsa_root.root.core->function[id] : &hsa_root.root.amd_ext->function[id - COLLECT_HSA_AMD_BEGIN];
}
#define HSA(f) ((__typeof__(f) *)*hsa_slot(COLLECT_ID_##f))

extern const hsa_agent_t hsa_gpu, hsa_cpu;
extern const char *hsa_gpu_name;    /* the target; "gfx90a" */
extern atomic_int hsa_held;         /* the GPU does nothing meanwhile */
extern atomic_int hsa_steps;        /* ... but these packets and copies */
#define HSA_STUCK 0x6660000         /* a kernel that never ends; those after it do */
#define HSA_UNSEEN 0x6670000        /* a kernel whose doorbell is rung without HSA's functions */
extern atomic_int hsa_unstamped;    /* it writes no times */
extern atomic_int hsa_early_ns;     /* its clock is read so late that its times are too early */
extern atomic_int hsa_kernel_ns;    /* what a kernel takes by its clock; 0: what it does take */
extern atomic_int hsa_tick_ppm;     /* the runtime takes its ticks for so much longer */
extern atomic_int hsa_back_ns;      /* ... and for earlier by so much */
extern atomic_int hsa_signals;      /* that are not destroyed */
extern atomic_int hsa_copies_fail;  /* so many copies are refused */
extern atomic_int hsa_times_slow;   /* asking for the times of a copy takes a while */
extern _Atomic uint64_t hsa_timing; /* the signal whose copy's times somebody is asking for */
extern atomic_int hsa_doorbells_slow; /* it takes a while until a doorbell's store is over */
extern atomic_int hsa_misused;      /* signals and queues that were destroyed meanwhile */

/* What the runtime tells of a queue's scratch memory: its allocation (0), freeing (1) or reclaiming (2) begins, and has ended. */
void hsa_scratch_begins(int what, const hsa_queue_t *q, int flags);
void hsa_scratch_ended(int what, const hsa_queue_t *q, int flags, size_t size);

/* An executable with one kernel at this address, frozen. */
hsa_executable_t hsa_load(const char *kernel, uint64_t object);
/* ... with so many code objects, each with one kernel NAME_0, ... of 64 bytes, one behind the
** other from this address on. */
hsa_executable_t hsa_load_many(const char *name, uint64_t object, unsigned kernels);
void hsa_unload(hsa_executable_t executable);

hsa_queue_t *hsa_queue(uint32_t size);
hsa_signal_t hsa_signal(hsa_signal_value_t value);
/* One packet, reserved, written and rung for. */
void hsa_dispatch(hsa_queue_t *q, uint64_t object, hsa_signal_t completion);
/* ... in two steps. */
uint64_t hsa_reserve(hsa_queue_t *q);
/* ... and without the doorbell. */
void hsa_packet_write(hsa_queue_t *q, uint64_t index, uint64_t object);
void hsa_dispatch_at(hsa_queue_t *q, uint64_t index, uint64_t object, hsa_signal_t completion);
/* Waits until everything in the queue is over, or the signal below 1. */
void hsa_drain(hsa_queue_t *q);
void hsa_wait(hsa_signal_t s);
#define HSA_NO_SIGNAL ((hsa_signal_t){0})
#pragma GCC visibility pop

#endif
