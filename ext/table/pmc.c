/* pmc_info, pmc_events, counters_collection, spm_counters: hardware counters and their values.
**
**    SELECT name, block, description FROM pmc_info;
**    SELECT dispatch_id, counter_name, sum(counter_value) FROM pmc_events GROUP BY 1, 2;
**    SELECT kernel_name, counter_name, avg(value) FROM counters_collection GROUP BY 1, 2;
**    SELECT timestamp, counter_name, xcc, shader_engine, instance, value FROM spm_counters;
**
** pmc_info: the 11 columns of rocpd 3.0.0's view, one row for each counter of an agent.
** pmc_events: its 14 columns, one row for each value that belongs to a kernel: a counter
** has one for each instance (XCC, shader engine), which counters_collection adds up.
** counters_collection: the 49 columns of 3.0.0's view, one row for each counter and
** dispatch; value is the sum over its instances, id the least of theirs. Values that were
** read while the kernel ran are not in it.
** spm_counters: the 50 columns of 3.0.3's view, one row for each value read while a
** kernel ran; empty for files of earlier versions. Hidden: source, run, host, rank. */
#include "table.h"

ROCPD_TABLE(pmc_info) = {.name = "pmc_info", .kind = ROCPD_KIND_PMC_INFO};
ROCPD_TABLE(pmc_events) = {.name = "pmc_events", .kind = ROCPD_KIND_PMC_EVENT};
ROCPD_TABLE(counters_collection) = {.name = "counters_collection", .kind = ROCPD_KIND_COUNTER};
ROCPD_TABLE(spm_counters) = {.name = "spm_counters", .kind = ROCPD_KIND_SPM_COUNTER};
