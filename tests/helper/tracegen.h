/* Generator of realistic traces: what a training loop of several threads on a few
** GPU queues leaves, as a complete .rocz file, and the same rows in memory, for
** comparing what a reader says with the truth.
**
** Each thread repeats a step of (by default) 600 API calls; 46 % of them launch a kernel, 5 % copy,
** the last waits for the device. Gaps and durations are log-normal. Kernels run on
** their queue one after the other, linked to the call that launched them. The same
** seed gives the same trace, everywhere: no libm is used. */
#ifndef TRACEGEN_H
#define TRACEGEN_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "rocz.h"

typedef struct tracegen_options {
  uint64_t events;          /* calls, kernels and copies together, about */
  uint64_t seed;
  uint32_t threads, queues; /* thread i uses queue i % queues; lanes from 1 */
  uint32_t agents;          /* GPUs; queue q is on GPU q % agents */
  uint32_t names;           /* distinct kernel names */
  uint32_t nested_permille; /* calls that make an HSA call inside */
  uint32_t graph_permille;  /* launches that are graphs of 8 kernels */
  uint32_t chunk_rows;      /* rows of a full chunk */
  uint32_t step_ops;        /* calls of a step, at most 600: fewer make a small file */
  uint32_t tick_ns;         /* of the GPU's clock */
  uint32_t kernel_ns;       /* median: short ones wait for the host */
  bool arguments;           /* ARGUMENT rows for every call */
  bool python;              /* all calls are Python functions, by their category */
  bool open;                /* the last call of thread 1 and the last kernel of queue 1 never end */
  bool no_footer;           /* as if killed: neither end rows nor footer */
  uint32_t lost_calls, lost_kernels; /* as counted: dropped when buffers were full */
  uint32_t pid;             /* with the seed it makes the file id */
  int64_t start_ns;         /* of the process, BOOTTIME */
  int64_t boot_ns;          /* when the machine started, UTC */
  const char *host, *command; /* NULL: some */
  uint8_t run_id[16];
} tracegen_options;

/* The trace of performance.md: 8 threads, 4 queues, 197 names, ticks of 1 ns. */
tracegen_options tracegen_defaults(uint64_t events);

/* All rows of one kind of one lane. String columns hold ids, see tracegen_string. */
typedef struct tracegen_lane {
  uint16_t kind;
  uint32_t lane;
  uint64_t rows, capacity;
  int64_t *column[ROCZ_MAX_COLUMNS]; /* of the kind, in its order; [rows] each */
} tracegen_lane;

typedef struct tracegen_trace {
  tracegen_options options;
  uint8_t file_id[16];
  int64_t tsc_hz, end_ns;
  uint64_t calls, kernels, copies; /* rows, open ones included */
  tracegen_lane *lane;             /* in the order of the file: info kinds first */
  size_t lanes;
  char **string;                   /* string id i is string[i - 1] */
  uint32_t strings;
} tracegen_trace;

/* NULL when out of memory. */
tracegen_trace *tracegen_make(const tracegen_options *options);
void tracegen_free(tracegen_trace *t);
/* The rows of a kind and lane, NULL when there are none. */
const tracegen_lane *tracegen_find(const tracegen_trace *t, uint16_t kind, uint32_t lane);
static inline const char *tracegen_string(const tracegen_trace *t, int64_t id) { return id > 0 ? t->string[id - 1] : NULL; }

/* Write the trace as a .rocz file; tracegen_encode: to memory (free() it). Errors
** are texts, NULL is success. */
const char *tracegen_write_trace(const tracegen_trace *t, const char *path);
const char *tracegen_encode(const tracegen_trace *t, uint8_t **bytes, size_t *size);
/* Make, write, free. */
const char *tracegen_write(const char *path, const tracegen_options *options);

/* For building traces by hand: a row of values in the kind's order, and a string. */
void tracegen_add(tracegen_trace *t, uint16_t kind, uint32_t lane, const int64_t *values);
int64_t tracegen_intern(tracegen_trace *t, const char *text);

#endif
