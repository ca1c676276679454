/* Generates realistic traces: what a training loop of several threads on a few GPU queues would leave, as a complete .rocz file.
** The same rows are in memory, so that a reader's result can be compared with them.
**
** Each thread repeats a step of (by default) 600 API calls: 46 % of them launch a kernel, 5 % copy, and the last waits for the
** device. Gaps and durations are log-normal. Kernels of a queue run one after the other, and are linked to the calls that
** launched them. The same seed gives the same trace on every machine, since libm is not used. */
#ifndef TRACEGEN_H
#define TRACEGEN_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "rocz.h"

typedef struct tracegen_options {
  uint64_t events;          /* calls, kernels and copies together, approximately */
  uint64_t seed;
  uint32_t threads, queues; /* thread i uses queue i % queues; lanes are numbered from 1 */
  uint32_t agents;          /* number of GPUs; queue q is on GPU q % agents */
  uint32_t names;           /* number of different kernel names */
  uint32_t nested_permille; /* calls, per thousand, that make an HSA call inside */
  uint32_t graph_permille;  /* launches, per thousand, that are graphs of 8 kernels */
  uint32_t chunk_rows;      /* rows of a full chunk */
  uint32_t step_ops;        /* calls of a step, at most 600; fewer make a smaller file */
  uint32_t tick_ns;         /* tick of the GPU's clock */
  uint32_t kernel_ns;       /* median; short kernels wait for the host */
  bool arguments;           /* writes ARGUMENT rows for every call */
  bool python;              /* gives all calls the category of Python functions */
  bool open;                /* the last call of thread 1 and the last kernel of queue 1 never end */
  bool no_footer;           /* leaves out the end rows and the footer, as a kill does */
  uint32_t lost_calls, lost_kernels; /* counts to write of calls and kernels that were dropped because buffers were full */
  uint32_t pid;             /* together with the seed it determines the file id */
  int64_t start_ns;         /* start of the process, BOOTTIME */
  int64_t boot_ns;          /* start of the machine, UTC */
  const char *host, *command; /* NULL: a default */
  uint8_t run_id[16];
} tracegen_options;

/* The options for the trace of performance.md: 8 threads, 4 queues, 197 names, ticks of 1 ns. */
tracegen_options tracegen_defaults(uint64_t events);

/* All rows of one kind in one lane. String columns hold ids: see tracegen_string. */
typedef struct tracegen_lane {
  uint16_t kind;
  uint32_t lane;
  uint64_t rows, capacity;
  int64_t *column[ROCZ_MAX_COLUMNS]; /* [rows] each, in the order of the kind's columns */
} tracegen_lane;

typedef struct tracegen_trace {
  tracegen_options options;
  uint8_t file_id[16];
  int64_t tsc_hz, end_ns;
  uint64_t calls, kernels, copies; /* numbers of rows, open ones included */
  tracegen_lane *lane;             /* in the order of the file: info kinds first */
  size_t lanes;
  char **string;                   /* the string with id i is string[i - 1] */
  uint32_t strings;
} tracegen_trace;

/* NULL: there is no memory. */
tracegen_trace *tracegen_make(const tracegen_options *options);
void tracegen_free(tracegen_trace *t);
/* The rows of a kind and lane. NULL: there are none. */
const tracegen_lane *tracegen_find(const tracegen_trace *t, uint16_t kind, uint32_t lane);
static inline const char *tracegen_string(const tracegen_trace *t, int64_t id) { return id > 0 ? t->string[id - 1] : NULL; }

/* Write the trace as a .rocz file, or by tracegen_encode to memory, which the caller frees. Return an error text, or NULL on success. */
const char *tracegen_write_trace(const tracegen_trace *t, const char *path);
const char *tracegen_encode(const tracegen_trace *t, uint8_t **bytes, size_t *size);
/* Makes a trace, writes it, and frees it. */
const char *tracegen_write(const char *path, const tracegen_options *options);

/* For traces made by hand: adds a row, with values in the order of the kind's columns, and a string. */
void tracegen_add(tracegen_trace *t, uint16_t kind, uint32_t lane, const int64_t *values);
int64_t tracegen_intern(tracegen_trace *t, const char *text);

#endif
