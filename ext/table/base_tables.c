/* rocpd_*: the base tables of rocpd schema 3 without their suffix, over all sources.
**
**    SELECT s.string, count(*) FROM rocpd_region r
**      JOIN rocpd_string s ON s.id = r.name_id AND s.guid = r.guid GROUP BY 1;
**
** Columns are those of 3.0.0, in its order and units: times are ns, sizes bytes. id is
** unique together with guid only; ids that name rows of other tables go with guid too.
** Files that have no such tables (chunk files, ...) show what follows from their own
** rows. Hidden: columns of later schema versions, source, run, host, rank; guid of
** rocpd_metadata. */
#include "table.h"

/* What a file says of itself: schema_version, uuid, guid.
**    SELECT value FROM rocpd_metadata WHERE tag = 'schema_version'; */
ROCPD_TABLE(rocpd_metadata) = {.name = "rocpd_metadata", .kind = ROCPD_KIND_RAW_METADATA};

/* Texts that others name by id (name_id, category_id, region_name_id).
**    SELECT id FROM rocpd_string WHERE string = 'hipMemcpy'; */
ROCPD_TABLE(rocpd_string) = {.name = "rocpd_string", .kind = ROCPD_KIND_RAW_STRING};

/* Machines.
**    SELECT hostname, release FROM rocpd_info_node; */
ROCPD_TABLE(rocpd_info_node) = {.name = "rocpd_info_node", .kind = ROCPD_KIND_RAW_NODE};

/* Processes with their environment; NULL where it was not recorded.
**    SELECT pid, json_extract(environment, '$.ROCR_VISIBLE_DEVICES') FROM rocpd_info_process; */
ROCPD_TABLE(rocpd_info_process) = {.name = "rocpd_info_process", .kind = ROCPD_KIND_RAW_PROCESS};

/* Threads; pid is rocpd_info_process.id.
**    SELECT tid, name FROM rocpd_info_thread WHERE name <> ''; */
ROCPD_TABLE(rocpd_info_thread) = {.name = "rocpd_info_thread", .kind = ROCPD_KIND_RAW_THREAD};

/* CPUs and GPUs.
**    SELECT id, type, name, product_name FROM rocpd_info_agent WHERE type = 'GPU'; */
ROCPD_TABLE(rocpd_info_agent) = {.name = "rocpd_info_agent", .kind = ROCPD_KIND_AGENT};

/* HSA queues; id is what kernels.queue_id says.
**    SELECT q.name, count(*) FROM kernels k
**      JOIN rocpd_info_queue q ON q.id = k.queue_id AND q.guid = k.guid GROUP BY 1; */
ROCPD_TABLE(rocpd_info_queue) = {.name = "rocpd_info_queue", .kind = ROCPD_KIND_QUEUE};

/* HIP streams; id is what kernels.stream_id says, 0 the default stream.
**    SELECT id, name FROM rocpd_info_stream; */
ROCPD_TABLE(rocpd_info_stream) = {.name = "rocpd_info_stream", .kind = ROCPD_KIND_STREAM};

/* Hardware counters of the agents.
**    SELECT name, units, expression FROM rocpd_info_pmc; */
ROCPD_TABLE(rocpd_info_pmc) = {.name = "rocpd_info_pmc", .kind = ROCPD_KIND_RAW_PMC};

/* Code objects that were loaded.
**    SELECT uri, load_size FROM rocpd_info_code_object ORDER BY load_size DESC; */
ROCPD_TABLE(rocpd_info_code_object) = {.name = "rocpd_info_code_object", .kind = ROCPD_KIND_RAW_CODE_OBJECT};

/* Kernels in code objects; id is what rocpd_kernel_dispatch.kernel_id says.
**    SELECT kernel_name, arch_vgpr_count FROM rocpd_info_kernel_symbol; */
ROCPD_TABLE(rocpd_info_kernel_symbol) = {.name = "rocpd_info_kernel_symbol", .kind = ROCPD_KIND_RAW_KERNEL_SYMBOL};

/* Where samples come from: a thread, process or machine, and a name.
**    SELECT s.string, t.tid FROM rocpd_track t
**      JOIN rocpd_string s ON s.id = t.name_id AND s.guid = t.guid; */
ROCPD_TABLE(rocpd_track) = {.name = "rocpd_track", .kind = ROCPD_KIND_RAW_TRACK};

/* What regions, dispatches, copies, allocations and samples have in common: category,
** call stack, correlation.
**    SELECT category_id, count(*) FROM rocpd_event GROUP BY 1; */
ROCPD_TABLE(rocpd_event) = {.name = "rocpd_event", .kind = ROCPD_KIND_RAW_EVENT};

/* Arguments of calls.
**    SELECT name, value FROM rocpd_arg WHERE event_id = 1 ORDER BY position; */
ROCPD_TABLE(rocpd_arg) = {.name = "rocpd_arg", .kind = ROCPD_KIND_RAW_ARG};

/* Values of hardware counters.
**    SELECT pmc_id, sum(value) FROM rocpd_pmc_event GROUP BY 1; */
ROCPD_TABLE(rocpd_pmc_event) = {.name = "rocpd_pmc_event", .kind = ROCPD_KIND_RAW_PMC_EVENT};

/* Calls and marker ranges.
**    SELECT tid, sum(end - start) AS ns FROM rocpd_region GROUP BY 1; */
ROCPD_TABLE(rocpd_region) = {.name = "rocpd_region", .kind = ROCPD_KIND_RAW_REGION};

/* Points in time on a track.
**    SELECT track_id, count(*) FROM rocpd_sample GROUP BY 1; */
ROCPD_TABLE(rocpd_sample) = {.name = "rocpd_sample", .kind = ROCPD_KIND_RAW_SAMPLE};

/* Kernels that ran; grid sizes are work-items.
**    SELECT agent_id, queue_id, count(*) FROM rocpd_kernel_dispatch GROUP BY 1, 2; */
ROCPD_TABLE(rocpd_kernel_dispatch) = {.name = "rocpd_kernel_dispatch", .kind = ROCPD_KIND_RAW_DISPATCH};

/* Copies; size is bytes.
**    SELECT src_agent_id, dst_agent_id, sum(size) FROM rocpd_memory_copy GROUP BY 1, 2; */
ROCPD_TABLE(rocpd_memory_copy) = {.name = "rocpd_memory_copy", .kind = ROCPD_KIND_RAW_COPY};

/* Allocations, freeings and scratch memory.
**    SELECT level, type, count(*) FROM rocpd_memory_allocate GROUP BY 1, 2; */
ROCPD_TABLE(rocpd_memory_allocate) = {.name = "rocpd_memory_allocate", .kind = ROCPD_KIND_RAW_ALLOCATE};

/* Runs of HIP graphs (3.0.2).
**    SELECT graph_exec_id, count(*) FROM rocpd_graph_launch GROUP BY 1; */
ROCPD_TABLE(rocpd_graph_launch) = {.name = "rocpd_graph_launch", .kind = ROCPD_KIND_RAW_GRAPH_LAUNCH};

/* Records of and waits for HIP events (3.0.4).
**    SELECT hip_event_handle, count(*) FROM rocpd_hip_event GROUP BY 1; */
ROCPD_TABLE(rocpd_hip_event) = {.name = "rocpd_hip_event", .kind = ROCPD_KIND_RAW_HIP_EVENT};
