/* The fields that are written for each kind of row: those of babeltrace2's ROCpd plugin, with its names, and further columns of the tables. */
#include "ctf.h"

#define F(name, K, column) {name, ROCPD_##K##_##column}
#define SAME(K, column) {#column, ROCPD_##K##_##column}
#define PLACE(K) SAME(K, nid), SAME(K, pid), SAME(K, tid)
#define CALL(K) SAME(K, stack_id), SAME(K, parent_stack_id), F("correlation_id", K, corr_id)
#define AGENT(K) SAME(K, agent_abs_index), SAME(K, agent_log_index), SAME(K, agent_type_index)

const char *const rocpd_ctf_heads[CTF_HEADS] = {"guid", "category", "channel", "process", "agent"};

const rocpd_ctf_kind rocpd_ctf_kinds[CTF_KINDS] = {
  {ROCPD_KIND_REGION, false, "region_event", {{"thread", ROCPD_REGION_tid}, {"thread", ROCPD_REGION_tid}}, false,
   {F("region_id", REGION, id), PLACE(REGION), SAME(REGION, event_id), CALL(REGION), SAME(REGION, result),
    SAME(REGION, name), SAME(REGION, extdata), SAME(REGION, call_stack), SAME(REGION, line_info), {"args", CTF_ARGS}}},
  {ROCPD_KIND_KERNEL, false, "kernel_dispatch_event", {[CTF_STREAM] = {"stream", ROCPD_KERNEL_stream_id}, [CTF_QUEUE] = {"queue", ROCPD_KERNEL_queue_id}}, true,
   {SAME(KERNEL, id), SAME(KERNEL, kernel_id), PLACE(KERNEL), AGENT(KERNEL), SAME(KERNEL, code_object_id), SAME(KERNEL, dispatch_id),
    SAME(KERNEL, stream_id), SAME(KERNEL, queue_id), F("grid_size_x", KERNEL, grid_x), F("grid_size_y", KERNEL, grid_y),
    F("grid_size_z", KERNEL, grid_z), F("workgroup_size_x", KERNEL, workgroup_x), F("workgroup_size_y", KERNEL, workgroup_y),
    F("workgroup_size_z", KERNEL, workgroup_z), SAME(KERNEL, lds_size), SAME(KERNEL, scratch_size), SAME(KERNEL, static_lds_size),
    SAME(KERNEL, static_scratch_size), SAME(KERNEL, vgpr_count), SAME(KERNEL, accum_vgpr_count), SAME(KERNEL, sgpr_count),
    SAME(KERNEL, graph_exec_id), SAME(KERNEL, graph_node_id), CALL(KERNEL), SAME(KERNEL, name), SAME(KERNEL, region),
    SAME(KERNEL, agent_type), F("queue_name", KERNEL, queue), F("stream_name", KERNEL, stream)}},
  {ROCPD_KIND_COPY, false, "memory_copy_event", {{"stream", ROCPD_COPY_stream_id}, {"queue", ROCPD_COPY_queue_id}}, false,
   {F("copy_id", COPY, id), PLACE(COPY), SAME(COPY, stream_id), SAME(COPY, queue_id), SAME(COPY, size), SAME(COPY, dst_agent_abs_index),
    SAME(COPY, dst_agent_log_index), SAME(COPY, dst_agent_type_index), SAME(COPY, dst_address), SAME(COPY, src_agent_abs_index),
    SAME(COPY, src_agent_log_index), SAME(COPY, src_agent_type_index), SAME(COPY, src_address), SAME(COPY, graph_exec_id),
    SAME(COPY, graph_node_id), CALL(COPY), SAME(COPY, name), SAME(COPY, region_name), SAME(COPY, stream_name), SAME(COPY, queue_name),
    SAME(COPY, dst_device), SAME(COPY, dst_agent_type), SAME(COPY, src_device), SAME(COPY, src_agent_type)}},
  {ROCPD_KIND_ALLOCATION, false, "memory_allocation_event", {{"thread", ROCPD_ALLOCATION_tid}, {"stream", ROCPD_ALLOCATION_stream_id}}, false,
   {F("allocation_id", ALLOCATION, id), PLACE(ALLOCATION), AGENT(ALLOCATION), SAME(ALLOCATION, address), SAME(ALLOCATION, size),
    SAME(ALLOCATION, queue_id), SAME(ALLOCATION, stream_id), CALL(ALLOCATION), SAME(ALLOCATION, type), SAME(ALLOCATION, level),
    SAME(ALLOCATION, agent_name), SAME(ALLOCATION, agent_type), SAME(ALLOCATION, queue_name), SAME(ALLOCATION, stream_name)}},
  {ROCPD_KIND_SCRATCH, false, "scratch_memory_event", {{"queue", ROCPD_SCRATCH_queue_id}, {"thread", ROCPD_SCRATCH_tid}}, false,
   {F("scratch_id", SCRATCH, id), PLACE(SCRATCH), AGENT(SCRATCH), SAME(SCRATCH, address), SAME(SCRATCH, size), SAME(SCRATCH, queue_id),
    CALL(SCRATCH), SAME(SCRATCH, operation), SAME(SCRATCH, agent_name), SAME(SCRATCH, agent_type), SAME(SCRATCH, alloc_flags)}},
  {ROCPD_KIND_SAMPLE, true, "sample_event", {{"thread", ROCPD_SAMPLE_tid}, {"thread", ROCPD_SAMPLE_tid}}, false,
   {F("sample_id", SAMPLE, id), PLACE(SAMPLE), SAME(SAMPLE, event_id), CALL(SAMPLE), SAME(SAMPLE, name), SAME(SAMPLE, extdata),
    SAME(SAMPLE, call_stack), SAME(SAMPLE, line_info)}},
};
