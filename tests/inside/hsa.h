/* A stand-in for HSA's runtime, inside of the test program together with the collector,
** so that all of it can be instrumented and put into any state. What the real runtime
** makes of the collector is tested on the software GPU (tests/gpusim).
**
** One GPU, run by a thread: packets take no time but are stamped by its clock of 100 MHz
** with an epoch of its own. Functions are called as a program's are, through the table. */
#ifndef INSIDE_HSA_H
#define INSIDE_HSA_H
#include <stdatomic.h>
#include <hsa/amd_hsa_queue.h>
#include <hsa/amd_hsa_signal.h>
#include "hsa_table.h"

/* Gives the table to the collector, as hsa_init does, and starts the GPU. */
void hsa_begin(void);
/* As hsa_shut_down. */
void hsa_end(void);

extern collect_hsa_root hsa_root;
#define HSA(f) ((__typeof__(f) *)*collect_hsa_slot(&hsa_root, COLLECT_ID_##f))

extern const hsa_agent_t hsa_gpu, hsa_cpu;
extern atomic_int hsa_held;         /* the GPU does nothing meanwhile */
extern atomic_int hsa_copies_fail;  /* so many copies are refused */

/* An executable with one kernel at this address, frozen. */
hsa_executable_t hsa_load(const char *kernel, uint64_t object);
void hsa_unload(hsa_executable_t executable);

hsa_queue_t *hsa_queue(uint32_t size);
hsa_signal_t hsa_signal(hsa_signal_value_t value);
/* One packet, reserved, written and rung for. */
void hsa_dispatch(hsa_queue_t *q, uint64_t object, hsa_signal_t completion);
/* Waits until everything in the queue is over, or the signal below 1. */
void hsa_drain(hsa_queue_t *q);
void hsa_wait(hsa_signal_t s);
#define HSA_NO_SIGNAL ((hsa_signal_t){0})

#endif
