/* Measured values: counters of kernels (counters_collection), what was sampled while they ran (spm_counters), and what samples, calls and
** the program itself state (pmc_events), and metrics. Each is a counter of its agent, or of its process if it has no agent. */
#ifndef ROCPD_MEASURED_H
#define ROCPD_MEASURED_H
#include "counter.h"

/* All of them, as rocpd_export_counters(): `real` says that the value is `number`. A kernel's value lasts as long as the kernel, those of several are added
** up, and it is 0 between them; any other lasts until the next one. */
int rocpd_export_measured(rocpd_writer *w, rocpd_counter_write *write, rocpd_error *err);
/* The same for some owners. Groups, processes and nobody are numbered in this order. */
static inline uint32_t rocpd_measured_owner(const rocpd_export_layout *l, uint32_t group, uint32_t process) {
  return group == ROCPD_NO_GROUP ? (uint32_t)l->groups + process : group;
}
typedef struct rocpd_measured_owners {
  uint32_t first, end;
} rocpd_measured_owners;
int rocpd_export_measured_of(rocpd_writer *w, rocpd_measured_owners of, rocpd_counter_write *write, rocpd_error *err);

#endif
