/* The arguments of kernels, on demand: COLLECT_KERNEL_ARGS. */
#ifndef COLLECT_KERNARG_H
#define COLLECT_KERNARG_H
#include "device.h"

extern bool collect_kernargs_wanted; /* once the settings are read */
extern bool collect_dispatch_more;   /* they are, or something else is to be done for each dispatch (dispatch.c) */

/* The packet of this kernel is about to be given to the GPU: its arguments are recorded with the number of the dispatch. */
void collect_kernarg_note(uint32_t kernel_id, const hsa_kernel_dispatch_packet_t *packet, uint64_t dispatch_id);

#endif
