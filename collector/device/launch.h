/* What the HIP layer tells the device layer: which call launches what (link.c).
**
** With AMD_DIRECT_DISPATCH=0 another thread submits the packets: HIP has a worker thread for each stream, and its packets must be
** traced back to the call that asked for them. So hooks over HIP's functions note what a call launches before HIP sees the call.
** collect_current() names the call meanwhile. */
#ifndef COLLECT_LAUNCH_H
#define COLLECT_LAUNCH_H
#include "collect.h"
#include <hsa/hsa.h>

/* Whether another thread submits the packets. */
bool collect_link_wanted(void);

enum { COLLECT_LINK_KERNEL, COLLECT_LINK_GRAPH, COLLECT_LINK_FILL, COLLECT_LINK_COPY };
typedef struct collect_launch { /* what a call will have submitted */
  int kind;
  /* of KERNEL: */
  uint64_t name_hash; /* collect_kernel_hash */
  uint32_t grid[3], workgroup[3];
  bool cooperative;   /* HIP prepares it by a kernel of its own */
  /* of GRAPH: */
  const void *exec;
  /* of FILL and COPY; size 0: not known */
  const void *dst, *src;
  size_t dst_size, src_size;
  size_t bytes;       /* bytes to be moved, 0: not known */
  uint32_t host_memory; /* of COPY: as returned by collect_host_memory_of() */
} collect_launch;

/* The kind of host memory in a copy between these addresses (ROCZ_HOST_*; 0: not known, or no host memory), from the program's
** point of view: ask before HIP sees the call. Pass NULL for an address that does not count. */
uint32_t collect_host_memory_of(const void *dst, const void *src);
/* The same for the call that this thread is in. */
extern __thread uint32_t collect_host_memory_now __attribute__((tls_model("initial-exec")));

/* Notes that this thread's traced call will submit `what` to `stream`. The null stream is a different one on each device. Returns
** a ticket, 0: none. */
uint64_t collect_link_push(void *stream, int device, const collect_launch *what);
/* Nothing more will be submitted for the ticket: the call failed, or has waited for the end. */
void collect_link_drop(uint64_t ticket);
/* Notes that this thread's traced call has created a thread (a pthread_t). */
void collect_link_thread(uint64_t thread);
/* Notes that the threads which this thread's call created work for this stream. */
void collect_link_stream(void *stream);

/* Notes that this thread's call has made an executable graph: the threads that the call created run its branches. */
void collect_link_graph(const void *exec);

/* ---- graph.c ---- */

/* Notes that an executable graph with this number of kernels was created. */
void collect_graph_made(const void *exec, uint32_t kernels);
uint32_t collect_graph_kernels(const void *exec);
/* The graph's number, from 1 in order of creation or first use. A handle that is reused stands for another graph. */
uint32_t collect_graph_number(const void *exec);
/* Number of the graph that this thread is launching, 0 none. */
extern __thread uint32_t collect_graph_now __attribute__((tls_model("initial-exec")));
/* Notes that this thread launches the graph from now on. Call it again with the previous number (0: none) afterwards. */
void collect_graph_begin(uint32_t number);
/* Notes that this thread has reserved these packets of a ring for the graph. Returns the kernel number in the graph of the first
** packet, if it is a kernel; the following packets have the following numbers. */
uint32_t collect_graph_nodes(const hsa_kernel_dispatch_packet_t *ring, uint32_t size, uint64_t first, uint64_t count);

#endif
