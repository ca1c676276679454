/* What the HIP layer tells the device layer: which call launches what (link.c).
**
** Where another thread submits the packets (AMD_DIRECT_DISPATCH=0), HIP has a worker
** thread for each stream, and what it submits must be traced back to the call that asked
** for it. So hooks over HIP's functions note what each call launches before HIP gets it.
** collect_current() names the call meanwhile. */
#ifndef COLLECT_LAUNCH_H
#define COLLECT_LAUNCH_H
#include "collect.h"
#include <hsa/hsa.h>

/* Another thread submits the packets. */
bool collect_link_wanted(void);

enum { COLLECT_LINK_KERNEL, COLLECT_LINK_GRAPH, COLLECT_LINK_FILL, COLLECT_LINK_COPY };
typedef struct collect_launch { /* what a call will submit */
  int kind;
  /* KERNEL */
  uint64_t name_hash; /* collect_kernel_hash */
  uint32_t grid[3], workgroup[3];
  bool cooperative;   /* HIP prepares it by a kernel of its own */
  /* GRAPH */
  const void *exec;
  /* FILL, COPY; a size of 0: not known */
  const void *dst, *src;
  size_t dst_size, src_size;
  size_t bytes;       /* to be moved, 0 unknown */
  uint32_t host_memory; /* COPY: as collect_host_memory_of() said */
} collect_launch;

/* Of what kind the host's memory is in a copy between these (ROCZ_HOST_*, 0: not known, or there is none), as the program sees it:
** asked before HIP has it. NULL: something else. */
uint32_t collect_host_memory_of(const void *dst, const void *src);
/* That of the call that this thread is in. */
extern __thread uint32_t collect_host_memory_now __attribute__((tls_model("initial-exec")));

/* The traced call that this thread is in is about to submit this into `stream`. The
** null stream is another one on each device. Returns a ticket, 0: none. */
uint64_t collect_link_push(void *stream, int device, const collect_launch *what);
/* Nothing more of it will be submitted: it failed, or has waited for its end. */
void collect_link_drop(uint64_t ticket);
/* The present traced call has created this thread (a pthread_t). */
void collect_link_thread(uint64_t thread);
/* The threads that the present call created work for this stream. */
void collect_link_stream(void *stream);

/* An executable graph was made by the present call: the threads that the call created run its branches. */
void collect_link_graph(const void *exec);

/* ---- graph.c ---- */

/* An executable graph with `kernels` kernels was created. */
void collect_graph_made(const void *exec, uint32_t kernels);
uint32_t collect_graph_kernels(const void *exec);
/* Its number, from 1 in order of creation, or of first use; a handle that is used
** again is another graph. */
uint32_t collect_graph_number(const void *exec);
/* Number of the graph that this thread is launching, 0 none. */
extern __thread uint32_t collect_graph_now __attribute__((tls_model("initial-exec")));
/* This thread launches the graph from now on, until it says that it goes on with what it launched before (0 none). */
void collect_graph_begin(uint32_t number);
/* The thread has reserved these packets of a ring for the graph: which of the graph's kernels the first is, if they are
** kernels; the next of them are the next. */
uint32_t collect_graph_nodes(const hsa_kernel_dispatch_packet_t *ring, uint32_t size, uint64_t first, uint64_t count);

#endif
