/* The tables that the sampler writes: modules, frames and stacks (rocz.h has their columns). The sampler's thread only. */
#ifndef COLLECT_SAMPLE_ROW_H
#define COLLECT_SAMPLE_ROW_H
#include "collect.h"

enum { SAMPLE_RUNNING, SAMPLE_KERNEL, SAMPLE_RUNNABLE, SAMPLE_BLOCKED, SAMPLE_STATES };

/* A row of stacks. */
typedef struct sample_row {
  pid_t tid;
  int64_t start, end; /* BOOTTIME ns */
  uint32_t frame;     /* 0: not known */
  uint8_t state;
  int32_t call;       /* number of the system call, -1: none */
  uint32_t weight;
  uint64_t stack_id, cpu_ns, wait_ns;
} sample_row;

/* Describes the tables in the present file. False: nothing is recorded now. */
bool sample_rows_ready(void);
/* Write a row. False: there is no room now. These may also be called after recording has stopped or ended, once the tables were ready. */
bool sample_module_write(uint32_t number);
bool sample_frame_write(uint32_t id, uint32_t parent, uint32_t module, uint64_t offset, bool is_return);
/* The same for a function of an interpreter, by its number (interpreter.h). */
bool sample_interpreted_write(uint32_t id, uint32_t parent, uint64_t number);
bool sample_row_write(const sample_row *r);
/* Sets a line of `health`. */
void sample_counter_write(const char *name, uint64_t value, const char *detail);

#endif
