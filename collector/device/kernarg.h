/* The arguments of kernels, on demand: COLLECT_KERNEL_ARGS. */
#ifndef COLLECT_KERNARG_H
#define COLLECT_KERNARG_H
#include "device.h"

extern bool collect_kernargs_wanted; /* valid once the settings are read */
extern bool collect_dispatch_more;   /* arguments are wanted, or something else must be done for each dispatch (dispatch.c) */

/* Records the arguments of a packet of this kernel, with the number of the dispatch. Call it before the GPU gets the packet. */
void collect_kernarg_note(uint32_t kernel_id, const hsa_kernel_dispatch_packet_t *packet, uint64_t dispatch_id);

#endif
