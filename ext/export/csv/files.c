/* rocprofv3's files with its columns in its order. Columns that it does not have follow at the end. */
#include "csv.h"

const rocpd_csv_file rocpd_csv_files[ROCPD_CSV_FILES] = {
    [ROCPD_CSV_KERNEL] = {"kernel_trace", "kernel_stats", rocz_category_kernels},
#define GROUP(id, paradigm, title, file, label, ...) [ROCPD_CSV_CALLS + ROCZ_GROUP_##id] = {file "_trace", file "_stats", label},
#include "domains.def"
    [ROCPD_CSV_COPY] = {"memory_copy_trace", "memory_copy_stats", rocz_category_copies},
    [ROCPD_CSV_ALLOCATION] = {"memory_allocation_trace", "memory_allocation_stats", rocz_category_allocations},
    [ROCPD_CSV_SCRATCH] = {"scratch_memory_trace", "scratch_memory_stats", rocz_category_scratch},
    [ROCPD_CSV_COUNTER] = {"counter_collection", NULL, NULL},
    [ROCPD_CSV_SPM] = {"spm_counter_collection_trace", NULL, NULL},
    [ROCPD_CSV_HIP_EVENT] = {"hip_event_trace", NULL, NULL},
    [ROCPD_CSV_GRAPH] = {"graph_launch_trace", NULL, NULL},
};

/* The index of a kind's id column stands for "no column". */
#define NONE ROCPD_CSV_NONE
#define F(form, header, column) {header, ROCPD_CSV_##form, column, NULL}
/* Columns that several files have. */
#define TIMES(K) F(INT, "Start_Timestamp", ROCPD_##K##_start), F(INT, "End_Timestamp", ROCPD_##K##_end)
#define ORIGIN(K) F(TEXT, "Guid", ROCPD_##K##_guid), F(INT, "Process_Id", ROCPD_##K##_pid)
#define XYZ(K, header, column) \
  F(INT, header "_X", ROCPD_##K##_##column##_x), F(INT, header "_Y", ROCPD_##K##_##column##_y), F(INT, header "_Z", ROCPD_##K##_##column##_z)
/* for regions and samples */
#define CALL(K, from, to) \
  F(TEXT, "Domain", ROCPD_##K##_category), F(NAME, "Function", ROCPD_##K##_name), F(INT, "Process_Id", ROCPD_##K##_pid), \
    F(INT, "Thread_Id", ROCPD_##K##_tid), F(INT, "Correlation_Id", ROCPD_##K##_stack_id), F(INT, "Start_Timestamp", ROCPD_##K##_##from), \
    F(INT, "End_Timestamp", ROCPD_##K##_##to), F(TEXT, "Guid", ROCPD_##K##_guid)
/* for counters_collection and spm_counters */
#define COUNTER_OF(K) \
  F(INT, "Correlation_Id", ROCPD_##K##_stack_id), F(INT, "Dispatch_Id", ROCPD_##K##_dispatch_id), F(AGENT, "Agent_Id", ROCPD_##K##_agent_abs_index), \
    F(INT, "Queue_Id", ROCPD_##K##_queue_id), F(INT, "Process_Id", ROCPD_##K##_pid), F(INT, "Thread_Id", ROCPD_##K##_tid), \
    F(INT, "Grid_Size", ROCPD_##K##_grid_size), F(INT, "Kernel_Id", ROCPD_##K##_kernel_id), F(NAME, "Kernel_Name", ROCPD_##K##_kernel_name), \
    F(INT, "Workgroup_Size", ROCPD_##K##_workgroup_size), F(INT, "LDS_Block_Size", ROCPD_##K##_lds_block_size), \
    F(INT, "Scratch_Size", ROCPD_##K##_scratch_size), F(INT, "VGPR_Count", ROCPD_##K##_vgpr_count), \
    F(INT, "Accum_VGPR_Count", ROCPD_##K##_accum_vgpr_count), F(INT, "SGPR_Count", ROCPD_##K##_sgpr_count), \
    F(TEXT, "Counter_Name", ROCPD_##K##_counter_name), F(REAL, "Counter_Value", ROCPD_##K##_value)

#define KIND(K, to, from_column, to_column, name_column) \
  .kind = ROCPD_KIND_##K, .file = to, .guid = ROCPD_##K##_guid, .pid = ROCPD_##K##_pid, .rank = ROCPD_##K##_rank, .start = ROCPD_##K##_##from_column, \
  .end = ROCPD_##K##_##to_column, .name = ROCPD_##K##_##name_column

const rocpd_csv_kind rocpd_csv_kinds[ROCPD_CSV_KINDS] = {
    {KIND(KERNEL, ROCPD_CSV_KERNEL, start, end, name), .category = ROCPD_KERNEL_category, .agent = ROCPD_KERNEL_agent_abs_index,
     .field = {F(TEXT, "Kind", ROCPD_KERNEL_category), F(AGENT, "Agent_Id", ROCPD_KERNEL_agent_abs_index), F(INT, "Queue_Id", ROCPD_KERNEL_queue_id),
               F(INT, "Stream_Id", ROCPD_KERNEL_stream_id), F(INT, "Thread_Id", ROCPD_KERNEL_tid), F(INT, "Dispatch_Id", ROCPD_KERNEL_dispatch_id),
               F(INT, "Kernel_Id", ROCPD_KERNEL_kernel_id), F(NAME, "Kernel_Name", ROCPD_KERNEL_name), F(INT, "Correlation_Id", ROCPD_KERNEL_stack_id),
               TIMES(KERNEL), F(INT, "LDS_Block_Size", ROCPD_KERNEL_lds_size), F(INT, "Scratch_Size", ROCPD_KERNEL_scratch_size),
               F(INT, "VGPR_Count", ROCPD_KERNEL_vgpr_count), F(INT, "Accum_VGPR_Count", ROCPD_KERNEL_accum_vgpr_count),
               F(INT, "SGPR_Count", ROCPD_KERNEL_sgpr_count), XYZ(KERNEL, "Workgroup_Size", workgroup), XYZ(KERNEL, "Grid_Size", grid), ORIGIN(KERNEL),
               F(INT, "Duration", ROCPD_KERNEL_duration), F(INT, "Graph_Exec_Id", ROCPD_KERNEL_graph_exec_id),
               F(INT, "Graph_Node_Id", ROCPD_KERNEL_graph_node_id)}},
    {KIND(REGION, NONE, start, end, name), .category = ROCPD_REGION_category,
     .field = {CALL(REGION, start, end), F(INT, "Duration", ROCPD_REGION_duration), F(INT, "Result", ROCPD_REGION_result)}},
    {KIND(SAMPLE, NONE, timestamp, timestamp, name), .category = ROCPD_SAMPLE_category,
     .field = {CALL(SAMPLE, timestamp, timestamp), F(ZERO, "Duration", ROCPD_SAMPLE_timestamp), {"Result", ROCPD_CSV_KIND, 0, NULL}}},
    {KIND(COPY, ROCPD_CSV_COPY, start, end, name), .category = ROCPD_COPY_category, .agent = ROCPD_COPY_dst_agent_abs_index,
     .other_agent = ROCPD_COPY_src_agent_abs_index,
     .field = {F(TEXT, "Kind", ROCPD_COPY_category), F(NAME, "Direction", ROCPD_COPY_name), F(INT, "Stream_Id", ROCPD_COPY_stream_id),
               F(AGENT, "Source_Agent_Id", ROCPD_COPY_src_agent_abs_index), F(AGENT, "Destination_Agent_Id", ROCPD_COPY_dst_agent_abs_index),
               F(INT, "Correlation_Id", ROCPD_COPY_stack_id), TIMES(COPY), ORIGIN(COPY), F(INT, "Thread_Id", ROCPD_COPY_tid),
               F(INT, "Queue_Id", ROCPD_COPY_queue_id), F(INT, "Duration", ROCPD_COPY_duration), F(INT, "Bytes", ROCPD_COPY_size),
               F(ADDRESS, "Source_Address", ROCPD_COPY_src_address), F(ADDRESS, "Destination_Address", ROCPD_COPY_dst_address),
               F(INT, "Graph_Exec_Id", ROCPD_COPY_graph_exec_id), F(INT, "Graph_Node_Id", ROCPD_COPY_graph_node_id)}},
    {KIND(ALLOCATION, NONE, start, end, type), .category = ROCPD_ALLOCATION_category, .level = ROCPD_ALLOCATION_level,
     .agent = ROCPD_ALLOCATION_agent_abs_index,
     .field = {F(TEXT, "Kind", ROCPD_ALLOCATION_category), F(NAME, "Operation", ROCPD_ALLOCATION_type),
               F(AGENT, "Agent_Id", ROCPD_ALLOCATION_agent_abs_index), F(INT, "Allocation_Size", ROCPD_ALLOCATION_size),
               F(ADDRESS, "Address", ROCPD_ALLOCATION_address), F(INT, "Correlation_Id", ROCPD_ALLOCATION_stack_id), TIMES(ALLOCATION), ORIGIN(ALLOCATION),
               F(INT, "Thread_Id", ROCPD_ALLOCATION_tid), F(INT, "Queue_Id", ROCPD_ALLOCATION_queue_id), F(INT, "Stream_Id", ROCPD_ALLOCATION_stream_id),
               F(INT, "Duration", ROCPD_ALLOCATION_duration)}},
    {KIND(SCRATCH, ROCPD_CSV_SCRATCH, start, end, operation), .category = ROCPD_SCRATCH_category, .agent = ROCPD_SCRATCH_agent_abs_index,
     .field = {F(TEXT, "Kind", ROCPD_SCRATCH_category), F(NAME, "Operation", ROCPD_SCRATCH_operation),
               F(AGENT, "Agent_Id", ROCPD_SCRATCH_agent_abs_index), F(INT, "Queue_Id", ROCPD_SCRATCH_queue_id), F(INT, "Thread_Id", ROCPD_SCRATCH_tid),
               F(TEXT, "Alloc_Flags", ROCPD_SCRATCH_alloc_flags), TIMES(SCRATCH), ORIGIN(SCRATCH), F(INT, "Allocation_Size", ROCPD_SCRATCH_size),
               F(ADDRESS, "Address", ROCPD_SCRATCH_address), F(INT, "Correlation_Id", ROCPD_SCRATCH_stack_id),
               F(INT, "Duration", ROCPD_SCRATCH_duration)}},
    {KIND(COUNTER, ROCPD_CSV_COUNTER, start, end, kernel_name), .category = ROCPD_COUNTER_category, .agent = ROCPD_COUNTER_agent_abs_index,
     .field = {COUNTER_OF(COUNTER), TIMES(COUNTER), F(TEXT, "Guid", ROCPD_COUNTER_guid), F(INT, "Duration", ROCPD_COUNTER_duration)}},
    {KIND(SPM_COUNTER, ROCPD_CSV_SPM, timestamp, timestamp, kernel_name), .category = ROCPD_SPM_COUNTER_category,
     .agent = ROCPD_SPM_COUNTER_agent_abs_index,
     .field = {COUNTER_OF(SPM_COUNTER), F(INT, "Timestamp", ROCPD_SPM_COUNTER_timestamp), F(TEXT, "Guid", ROCPD_SPM_COUNTER_guid),
               F(INT, "Xcc", ROCPD_SPM_COUNTER_xcc), F(INT, "Shader_Engine", ROCPD_SPM_COUNTER_shader_engine),
               F(INT, "Instance", ROCPD_SPM_COUNTER_instance)}},
    {KIND(HIP_EVENT, ROCPD_CSV_HIP_EVENT, start, end, name), .category = ROCPD_HIP_EVENT_category, .agent = ROCPD_HIP_EVENT_agent_abs_index,
     .field = {F(TEXT, "Kind", ROCPD_HIP_EVENT_category), F(NAME, "Operation", ROCPD_HIP_EVENT_name),
               F(AGENT, "Agent_Id", ROCPD_HIP_EVENT_agent_abs_index), F(INT, "Queue_Id", ROCPD_HIP_EVENT_queue_id),
               F(INT, "Stream_Id", ROCPD_HIP_EVENT_stream_id), F(INT, "Thread_Id", ROCPD_HIP_EVENT_tid),
               F(INT, "Event_Handle", ROCPD_HIP_EVENT_hip_event_handle), F(INT, "Source_Queue_Id", ROCPD_HIP_EVENT_source_queue_id),
               F(INT, "Correlation_Id", ROCPD_HIP_EVENT_stack_id), TIMES(HIP_EVENT), F(INT, "Duration", ROCPD_HIP_EVENT_duration), ORIGIN(HIP_EVENT)}},
    {KIND(GRAPH_LAUNCH, ROCPD_CSV_GRAPH, start, end, name), .agent = ROCPD_GRAPH_LAUNCH_agent_abs_index,
     .field = {{"Kind", ROCPD_CSV_KIND, 0, "Graph Launch"}, F(AGENT, "Agent_Id", ROCPD_GRAPH_LAUNCH_agent_abs_index),
               F(INT, "Queue_Id", ROCPD_GRAPH_LAUNCH_queue_id), F(INT, "Thread_Id", ROCPD_GRAPH_LAUNCH_tid),
               F(INT, "Correlation_Id", ROCPD_GRAPH_LAUNCH_stack_id), TIMES(GRAPH_LAUNCH), F(INT, "Duration", ROCPD_GRAPH_LAUNCH_duration),
               F(INT, "Graph_Exec_Id", ROCPD_GRAPH_LAUNCH_graph_exec_id), F(INT, "Kernel_Dispatch_Count", ROCPD_GRAPH_LAUNCH_kernel_dispatch_count),
               ORIGIN(GRAPH_LAUNCH)}},
};

const struct rocpd_csv_set rocpd_csv_sets[ROCPD_CSV_SETS] = {{0, 1}, {1, 2}, {3, 1}, {4, 1}, {5, 1}, {6, 1}, {7, 1}, {8, 1}, {9, 1}};
