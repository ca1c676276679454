/* A small trace with some rows of every kind: nested calls, graphs, arguments, calls and kernels that never ended, several
** threads, queues and GPUs. */
#ifndef SMALL_H
#define SMALL_H
#include "tracegen.h"

/* Writes it. Returns NULL, or what went wrong. */
const char *small_trace(const char *path, uint64_t events, uint64_t seed);
tracegen_options small_options(uint64_t events, uint64_t seed);

#endif
