/* GPU counters of kernels (COLLECT_COUNTERS): what these files offer each other, and relay.c.
**
**   counter         which counters are wanted: names, sets, raw BLOCK:EVENT
**   counter_agent   the packets that count on an agent, made by hsa-amd-aqlprofile; the values
**   counter_row     rows of rocpd_info_pmc and rocpd_pmc_event
**   relay           puts the packets around each kernel
**   turn            lets one kernel of an agent run at a time */
#ifndef COLLECT_COUNTER_H
#define COLLECT_COUNTER_H
#include "device.h"

/* An AQL packet that runs commands of the GPU. */
typedef struct collect_counter_packet {
  uint16_t header, command[27];
  hsa_signal_t completion_signal;
} collect_counter_packet;

#define COLLECT_COUNTERS_MAX 64 /* in one set */

/* A wanted counter, on one architecture. */
typedef struct collect_counter {
  char name[64], block[16];
  uint32_t event;
} collect_counter;

/* A value that was read: which counter of the set, which part of the GPU. */
typedef struct collect_counter_value {
  uint32_t counter, xcc, shader_engine, instance;
  uint64_t value;
} collect_counter_value;

/* ---- counter.c ---- */

bool collect_counters_wanted(void);
/* Fills in the counters that this run counts on an agent of this name (gfx90a), and returns their number. 0: there are none, or
** one is not known for this agent, which a message says. */
uint32_t collect_counters_of(const char *gfx, collect_counter list[COLLECT_COUNTERS_MAX]);

/* ---- counter_agent.c ---- */

typedef struct collect_counting collect_counting;
/* How to count on an agent; made at first use. NULL: counting is not possible, and a message said why. Calls the runtime. */
collect_counting *collect_counting_of(collect_agent *agent);
/* The packets to put before and after a kernel, without headers and completion signals. */
void collect_counting_packets(const collect_counting *c, collect_counter_packet *start, collect_counter_packet *read, collect_counter_packet *stop);
/* Writes the values of the kernel that was counted last as rows. Call it once the last packet is over, before the next kernel. */
void collect_counting_write(collect_counting *c, uint64_t dispatch_id);

/* ---- counter_row.c ---- */

void collect_counter_describe(int64_t id, const collect_agent *agent, const collect_counter *counter);
void collect_counter_write(int64_t id, uint64_t dispatch_id, const collect_counter_value *value);

#endif
