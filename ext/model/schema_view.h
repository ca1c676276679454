/* The record kinds behind the views of rocpd schema 3: see schema.h. Columns, names,
** order and declared types are those of 3.0.0's views (hip_events: 3.0.4's,
** graph_launches: 3.0.2's, spm_counters: 3.0.3's); then, hidden, those of later
** versions and ours:
** agent_id  id of the agent (rocpd_info_agent), where the view has its index only */
#ifndef ROCPD_SCHEMA_VIEW_H
#define ROCPD_SCHEMA_VIEW_H

/* graph_exec_id, graph_node_id: 0 when the dispatch is not of a graph. */
#define ROCPD_KERNELS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, tid, "INTEGER", INT, 0) C(K, category, "TEXT", TEXT, G) \
  C(K, region, "TEXT", TEXT, 0) C(K, name, "TEXT", TEXT, N) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, agent_abs_index, "INTEGER", INT, A) C(K, agent_log_index, "INTEGER", INT, 0) C(K, agent_type_index, "INTEGER", INT, 0) \
  C(K, agent_type, "TEXT", TEXT, 0) C(K, code_object_id, "INTEGER", INT, 0) C(K, kernel_id, "INTEGER", INT, 0) \
  C(K, dispatch_id, "INTEGER", INT, I) C(K, stream_id, "INTEGER", INT, 0) C(K, queue_id, "INTEGER", INT, 0) \
  C(K, queue, "TEXT", TEXT, 0) C(K, stream, "TEXT", TEXT, 0) C(K, start, "BIGINT", INT, S) C(K, end, "BIGINT", INT, E) \
  C(K, duration, "", INT, 0) C(K, grid_x, "INTEGER", INT, 0) C(K, grid_y, "INTEGER", INT, 0) C(K, grid_z, "INTEGER", INT, 0) \
  C(K, workgroup_x, "INTEGER", INT, 0) C(K, workgroup_y, "INTEGER", INT, 0) C(K, workgroup_z, "INTEGER", INT, 0) \
  C(K, lds_size, "INTEGER", INT, 0) C(K, scratch_size, "INTEGER", INT, 0) C(K, vgpr_count, "INTEGER", INT, 0) \
  C(K, accum_vgpr_count, "INTEGER", INT, 0) C(K, sgpr_count, "INTEGER", INT, 0) C(K, static_lds_size, "INTEGER", INT, 0) \
  C(K, static_scratch_size, "INTEGER", INT, 0) C(K, stack_id, "INTEGER", INT, I) C(K, parent_stack_id, "INTEGER", INT, I) \
  C(K, corr_id, "INTEGER", INT, 0) \
  C(K, graph_exec_id, "INTEGER", INT, H) C(K, graph_node_id, "INTEGER", INT, H) C(K, event_id, "INTEGER", INT, I | H) \
  C(K, agent_id, "INTEGER", INT, H) ROCPD_TIMED(C, K)

/* result: the call's return value (a hipError_t for HIP), NULL where not known. */
#define ROCPD_REGIONS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, category, "TEXT", TEXT, G) C(K, name, "TEXT", TEXT, N) \
  C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) C(K, tid, "INTEGER", INT, 0) C(K, start, "BIGINT", INT, S) \
  C(K, end, "BIGINT", INT, E) C(K, duration, "", INT, 0) C(K, event_id, "INTEGER", INT, I) C(K, stack_id, "INTEGER", INT, I) \
  C(K, parent_stack_id, "INTEGER", INT, I) C(K, corr_id, "INTEGER", INT, 0) C(K, extdata, "JSONB", TEXT, 0) \
  C(K, call_stack, "JSONB", TEXT, 0) C(K, line_info, "JSONB", TEXT, 0) \
  C(K, result, "INTEGER", INT, H) ROCPD_TIMED(C, K)

/* id: the region's. position: 0 for the first argument. */
#define ROCPD_ARGS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, type, "TEXT", TEXT, 0) C(K, name, "TEXT", TEXT, 0) C(K, value, "TEXT", TEXT, 0) \
  C(K, position, "INTEGER", INT, H) C(K, event_id, "INTEGER", INT, I | H) ROCPD_COMMON(C, K)

/* dispatch_id: the kernel that made the copy, NULL: an engine did. */
#define ROCPD_COPIES(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, category, "TEXT", TEXT, G) C(K, nid, "INTEGER", INT, 0) \
  C(K, pid, "INTEGER", INT, 0) C(K, tid, "INTEGER", INT, 0) C(K, start, "BIGINT", INT, S) C(K, end, "BIGINT", INT, E) \
  C(K, duration, "", INT, 0) C(K, name, "TEXT", TEXT, N) C(K, region_name, "TEXT", TEXT, 0) C(K, stream_id, "INTEGER", INT, 0) \
  C(K, queue_id, "INTEGER", INT, 0) C(K, stream_name, "TEXT", TEXT, 0) C(K, queue_name, "TEXT", TEXT, 0) \
  C(K, size, "INTEGER", INT, 0) C(K, dst_device, "TEXT", TEXT, 0) C(K, dst_agent_abs_index, "INTEGER", INT, A) \
  C(K, dst_agent_log_index, "INTEGER", INT, 0) C(K, dst_agent_type_index, "INTEGER", INT, 0) C(K, dst_agent_type, "TEXT", TEXT, 0) \
  C(K, dst_address, "INTEGER", INT, 0) C(K, src_device, "TEXT", TEXT, 0) C(K, src_agent_abs_index, "INTEGER", INT, A) \
  C(K, src_agent_log_index, "INTEGER", INT, 0) C(K, src_agent_type_index, "INTEGER", INT, 0) C(K, src_agent_type, "TEXT", TEXT, 0) \
  C(K, src_address, "INTEGER", INT, 0) C(K, stack_id, "INTEGER", INT, I) C(K, parent_stack_id, "INTEGER", INT, I) \
  C(K, corr_id, "INTEGER", INT, 0) \
  C(K, graph_exec_id, "INTEGER", INT, H) C(K, graph_node_id, "INTEGER", INT, H) C(K, event_id, "INTEGER", INT, I | H) \
  C(K, dst_agent_id, "INTEGER", INT, H) C(K, src_agent_id, "INTEGER", INT, H) C(K, dispatch_id, "INTEGER", INT, I | H) \
  C(K, extdata, "JSONB", TEXT, H) ROCPD_TIMED(C, K)

#define ROCPD_PROCESSES(C, K) \
  C(K, nid, "INTEGER", INT, 0) C(K, machine_id, "TEXT", TEXT, 0) C(K, system_name, "TEXT", TEXT, 0) C(K, hostname, "TEXT", TEXT, 0) \
  C(K, system_release, "TEXT", TEXT, 0) C(K, system_version, "TEXT", TEXT, 0) C(K, guid, "TEXT", TEXT, I) C(K, ppid, "INTEGER", INT, 0) \
  C(K, pid, "INTEGER", INT, I) C(K, init, "BIGINT", INT, T) C(K, start, "BIGINT", INT, S) C(K, end, "BIGINT", INT, E) \
  C(K, fini, "BIGINT", INT, T) C(K, command, "TEXT", TEXT, 0) C(K, environment, "JSONB", TEXT, H) ROCPD_TIMED(C, K)

#define ROCPD_THREADS(C, K) \
  C(K, nid, "INTEGER", INT, 0) C(K, machine_id, "TEXT", TEXT, 0) C(K, system_name, "TEXT", TEXT, 0) C(K, hostname, "TEXT", TEXT, 0) \
  C(K, system_release, "TEXT", TEXT, 0) C(K, system_version, "TEXT", TEXT, 0) C(K, guid, "TEXT", TEXT, I) C(K, ppid, "INTEGER", INT, 0) \
  C(K, pid, "INTEGER", INT, 0) C(K, tid, "INTEGER", INT, I) C(K, start, "BIGINT", INT, S) C(K, end, "BIGINT", INT, E) \
  C(K, name, "TEXT", TEXT, 0) ROCPD_TIMED(C, K)

#define ROCPD_CODE_OBJECTS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, agent_abs_index, "INTEGER", INT, 0) C(K, uri, "TEXT", TEXT, 0) C(K, load_base, "BIGINT", INT, 0) C(K, load_size, "BIGINT", INT, 0) \
  C(K, load_delta, "BIGINT", INT, 0) C(K, storage_type_str, "TEXT", TEXT, 0) C(K, code_object_size, "", INT, 0) \
  C(K, storage_type, "", INT, 0) C(K, memory_base, "", INT, 0) C(K, memory_size, "", INT, 0) ROCPD_COMMON(C, K)

#define ROCPD_KERNEL_SYMBOLS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, code_object_id, "INTEGER", INT, I) C(K, kernel_name, "TEXT", TEXT, 0) C(K, display_name, "TEXT", TEXT, 0) \
  C(K, kernel_object, "INTEGER", INT, 0) C(K, kernarg_segment_size, "INTEGER", INT, 0) C(K, kernarg_segment_alignment, "INTEGER", INT, 0) \
  C(K, group_segment_size, "INTEGER", INT, 0) C(K, private_segment_size, "INTEGER", INT, 0) C(K, sgpr_count, "INTEGER", INT, 0) \
  C(K, arch_vgpr_count, "INTEGER", INT, 0) C(K, accum_vgpr_count, "INTEGER", INT, 0) C(K, kernel_symbol_size, "", INT, 0) \
  C(K, kernel_id, "", INT, I) C(K, kernel_code_entry_byte_offset, "", INT, 0) C(K, formatted_kernel_name, "", TEXT, 0) \
  C(K, demangled_kernel_name, "", TEXT, 0) C(K, truncated_kernel_name, "", TEXT, 0) C(K, kernel_address, "", INT, 0) ROCPD_COMMON(C, K)

#define ROCPD_AGENTS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) C(K, type, "TEXT", TEXT, 0) \
  C(K, absolute_index, "INTEGER", INT, 0) C(K, logical_index, "INTEGER", INT, 0) C(K, type_index, "INTEGER", INT, 0) C(K, uuid, "INTEGER", INT, 0) \
  C(K, name, "TEXT", TEXT, 0) C(K, model_name, "TEXT", TEXT, 0) C(K, vendor_name, "TEXT", TEXT, 0) C(K, product_name, "TEXT", TEXT, 0) \
  C(K, user_name, "TEXT", TEXT, 0) C(K, extdata, "JSONB", TEXT, 0) ROCPD_COMMON(C, K)

#define ROCPD_HANDLES(C, K) /* queues and streams */ \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) C(K, name, "TEXT", TEXT, 0) \
  C(K, extdata, "JSONB", TEXT, 0) ROCPD_COMMON(C, K)

/* memory_allocations */
#define ROCPD_ALLOCATIONS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, category, "TEXT", TEXT, G) C(K, nid, "INTEGER", INT, 0) \
  C(K, pid, "INTEGER", INT, 0) C(K, tid, "INTEGER", INT, 0) C(K, start, "BIGINT", INT, S) C(K, end, "BIGINT", INT, E) \
  C(K, duration, "", INT, 0) C(K, type, "TEXT", TEXT, N) C(K, level, "TEXT", TEXT, 0) C(K, agent_name, "TEXT", TEXT, 0) \
  C(K, agent_abs_index, "INTEGER", INT, A) C(K, agent_log_index, "INTEGER", INT, 0) C(K, agent_type_index, "INTEGER", INT, 0) \
  C(K, agent_type, "TEXT", TEXT, 0) C(K, address, "INTEGER", INT, 0) C(K, size, "INTEGER", INT, 0) \
  C(K, queue_id, "INTEGER", INT, 0) C(K, queue_name, "TEXT", TEXT, 0) C(K, stream_id, "INTEGER", INT, 0) \
  C(K, stream_name, "TEXT", TEXT, 0) C(K, stack_id, "INTEGER", INT, I) C(K, parent_stack_id, "INTEGER", INT, I) \
  C(K, corr_id, "INTEGER", INT, 0) C(K, agent_id, "INTEGER", INT, H) C(K, event_id, "INTEGER", INT, I | H) \
  C(K, extdata, "JSONB", TEXT, H) ROCPD_TIMED(C, K)

/* scratch_memory */
#define ROCPD_SCRATCHES(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, operation, "TEXT", TEXT, 0) C(K, agent_name, "TEXT", TEXT, 0) C(K, agent_abs_index, "INTEGER", INT, 0) \
  C(K, agent_log_index, "INTEGER", INT, 0) C(K, agent_type_index, "INTEGER", INT, 0) C(K, agent_type, "TEXT", TEXT, 0) \
  C(K, queue_id, "INTEGER", INT, 0) C(K, tid, "INTEGER", INT, 0) C(K, alloc_flags, "", TEXT, 0) C(K, start, "BIGINT", INT, S) \
  C(K, end, "BIGINT", INT, E) C(K, duration, "", INT, 0) C(K, size, "INTEGER", INT, 0) C(K, address, "INTEGER", INT, 0) \
  C(K, correlation_id, "INTEGER", INT, 0) C(K, stack_id, "INTEGER", INT, I) C(K, parent_stack_id, "INTEGER", INT, I) \
  C(K, corr_id, "INTEGER", INT, 0) C(K, category, "TEXT", TEXT, 0) C(K, event_extdata, "JSONB", TEXT, 0) \
  C(K, agent_id, "INTEGER", INT, H) C(K, event_id, "INTEGER", INT, I | H) ROCPD_TIMED(C, K)

/* samples */
#define ROCPD_SAMPLES(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, category, "TEXT", TEXT, G) C(K, name, "TEXT", TEXT, N) \
  C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) C(K, tid, "INTEGER", INT, 0) C(K, timestamp, "BIGINT", INT, S | E) \
  C(K, event_id, "INTEGER", INT, I) C(K, stack_id, "INTEGER", INT, I) C(K, parent_stack_id, "INTEGER", INT, I) \
  C(K, corr_id, "INTEGER", INT, 0) C(K, extdata, "JSONB", TEXT, 0) C(K, call_stack, "JSONB", TEXT, 0) \
  C(K, line_info, "JSONB", TEXT, 0) ROCPD_TIMED(C, K)

/* sample_regions */
#define ROCPD_SAMPLE_REGIONS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, category, "TEXT", TEXT, 0) C(K, name, "TEXT", TEXT, 0) \
  C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) C(K, tid, "INTEGER", INT, 0) C(K, start, "BIGINT", INT, S) \
  C(K, END, "BIGINT", INT, E) C(K, duration, "", INT, 0) C(K, event_id, "INTEGER", INT, I) C(K, stack_id, "INTEGER", INT, I) \
  C(K, parent_stack_id, "INTEGER", INT, I) C(K, corr_id, "INTEGER", INT, 0) C(K, extdata, "JSONB", TEXT, 0) \
  C(K, call_stack, "JSONB", TEXT, 0) C(K, line_info, "JSONB", TEXT, 0) C(K, result, "INTEGER", INT, H) \
  ROCPD_TIMED(C, K)

/* events_args */
#define ROCPD_EVENT_ARGS(C, K) \
  C(K, event_id, "INTEGER", INT, I) C(K, category, "TEXT", TEXT, 0) C(K, stack_id, "INTEGER", INT, I) \
  C(K, parent_stack_id, "INTEGER", INT, I) C(K, correlation_id, "INTEGER", INT, 0) C(K, arg_position, "INTEGER", INT, 0) \
  C(K, arg_type, "TEXT", TEXT, 0) C(K, arg_name, "TEXT", TEXT, 0) C(K, arg_value, "TEXT", TEXT, 0) \
  C(K, call_stack, "JSONB", TEXT, 0) C(K, line_info, "JSONB", TEXT, 0) C(K, extdata, "JSONB", TEXT, 0) \
  C(K, guid, "TEXT", TEXT, I | H) ROCPD_COMMON(C, K)

/* stream_args */
#define ROCPD_STREAM_ARGS(C, K) \
  C(K, argument_id, "INTEGER", INT, I) C(K, event_id, "INTEGER", INT, I) C(K, arg_position, "INTEGER", INT, 0) \
  C(K, arg_type, "TEXT", TEXT, 0) C(K, arg_value, "TEXT", TEXT, 0) C(K, stream_id, "", INT, 0) C(K, nid, "INTEGER", INT, 0) \
  C(K, pid, "INTEGER", INT, 0) C(K, stream_name, "TEXT", TEXT, 0) C(K, extdata, "JSONB", TEXT, 0) C(K, guid, "TEXT", TEXT, I | H) \
  ROCPD_COMMON(C, K)

/* pmc_info */
#define ROCPD_PMC_INFOS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, agent_abs_index, "INTEGER", INT, 0) C(K, is_constant, "INTEGER", INT, 0) C(K, is_derived, "INTEGER", INT, 0) \
  C(K, name, "TEXT", TEXT, 0) C(K, description, "TEXT", TEXT, 0) C(K, block, "TEXT", TEXT, 0) C(K, expression, "TEXT", TEXT, 0) \
  ROCPD_COMMON(C, K)

/* pmc_events */
#define ROCPD_PMC_EVENTS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, pmc_id, "INTEGER", INT, I) C(K, event_id, "INTEGER", INT, I) \
  C(K, category, "TEXT", TEXT, 0) C(K, name, "TEXT", TEXT, 0) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, dispatch_id, "INTEGER", INT, I) C(K, start, "BIGINT", INT, S) C(K, end, "BIGINT", INT, E) C(K, duration, "", INT, 0) \
  C(K, counter_name, "TEXT", TEXT, 0) C(K, counter_value, "REAL", REAL, 0) ROCPD_TIMED(C, K)

/* A counter's value and the dispatch that it is of: what both tables of them begin with. */
#define ROCPD_COUNTER_OF_DISPATCH(C, K) \
  C(K, id, "", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, dispatch_id, "INTEGER", INT, I) C(K, kernel_id, "INTEGER", INT, 0) \
  C(K, event_id, "INTEGER", INT, I) C(K, correlation_id, "INTEGER", INT, 0) C(K, stack_id, "INTEGER", INT, I) \
  C(K, parent_stack_id, "INTEGER", INT, I) C(K, pid, "INTEGER", INT, 0) C(K, tid, "INTEGER", INT, 0) \
  C(K, agent_id, "INTEGER", INT, 0) C(K, agent_abs_index, "INTEGER", INT, 0) C(K, agent_log_index, "INTEGER", INT, 0) \
  C(K, agent_type_index, "INTEGER", INT, 0) C(K, agent_type, "TEXT", TEXT, 0) C(K, queue_id, "INTEGER", INT, 0) \
  C(K, grid_size_x, "INTEGER", INT, 0) C(K, grid_size_y, "INTEGER", INT, 0) C(K, grid_size_z, "INTEGER", INT, 0) \
  C(K, grid_size, "", INT, 0) C(K, kernel_name, "TEXT", TEXT, 0) C(K, kernel_region, "TEXT", TEXT, 0) \
  C(K, workgroup_size_x, "INTEGER", INT, 0) C(K, workgroup_size_y, "INTEGER", INT, 0) C(K, workgroup_size_z, "INTEGER", INT, 0) \
  C(K, workgroup_size, "", INT, 0) C(K, lds_block_size, "INTEGER", INT, 0) C(K, scratch_size, "INTEGER", INT, 0) \
  C(K, vgpr_count, "INTEGER", INT, 0) C(K, accum_vgpr_count, "INTEGER", INT, 0) C(K, sgpr_count, "INTEGER", INT, 0) \
  C(K, counter_name, "TEXT", TEXT, 0) C(K, counter_symbol, "TEXT", TEXT, 0) C(K, component, "TEXT", TEXT, 0) \
  C(K, description, "TEXT", TEXT, 0) C(K, block, "TEXT", TEXT, 0) C(K, expression, "TEXT", TEXT, 0) \
  C(K, value_type, "TEXT", TEXT, 0) C(K, counter_id, "INTEGER", INT, I)

/* spm_counters */
#define ROCPD_SPM_COUNTERS(C, K) \
  ROCPD_COUNTER_OF_DISPATCH(C, K) C(K, xcc, "INTEGER", INT, 0) \
  C(K, shader_engine, "INTEGER", INT, 0) C(K, instance, "INTEGER", INT, 0) C(K, value, "REAL", REAL, 0) \
  C(K, timestamp, "BIGINT", INT, S | E) C(K, is_constant, "INTEGER", INT, 0) C(K, is_derived, "INTEGER", INT, 0) \
  C(K, category, "TEXT", TEXT, 0) C(K, nid, "INTEGER", INT, 0) C(K, extdata, "JSONB", TEXT, 0) \
  C(K, code_object_id, "INTEGER", INT, 0) ROCPD_TIMED(C, K)

/* counters_collection: the values of a counter for a dispatch, added up over its instances. */
#define ROCPD_COUNTERS(C, K) \
  ROCPD_COUNTER_OF_DISPATCH(C, K) C(K, value, "", REAL, 0) C(K, start, "BIGINT", INT, S) \
  C(K, end, "BIGINT", INT, E) C(K, is_constant, "INTEGER", INT, 0) C(K, is_derived, "INTEGER", INT, 0) C(K, duration, "", INT, 0) \
  C(K, category, "TEXT", TEXT, 0) C(K, nid, "INTEGER", INT, 0) C(K, extdata, "JSONB", TEXT, 0) \
  C(K, code_object_id, "INTEGER", INT, 0) ROCPD_TIMED(C, K)

/* hip_events */
#define ROCPD_HIP_EVENTS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, category, "TEXT", TEXT, G) C(K, nid, "INTEGER", INT, 0) \
  C(K, pid, "INTEGER", INT, 0) C(K, tid, "INTEGER", INT, 0) C(K, start, "BIGINT", INT, S) C(K, end, "BIGINT", INT, E) \
  C(K, duration, "", INT, 0) C(K, name, "TEXT", TEXT, N) C(K, stream_id, "INTEGER", INT, 0) C(K, queue_id, "INTEGER", INT, 0) \
  C(K, stream_name, "TEXT", TEXT, 0) C(K, queue_name, "TEXT", TEXT, 0) C(K, device, "TEXT", TEXT, 0) \
  C(K, agent_abs_index, "INTEGER", INT, A) C(K, agent_log_index, "INTEGER", INT, 0) C(K, agent_type_index, "INTEGER", INT, 0) \
  C(K, agent_type, "TEXT", TEXT, 0) C(K, hip_event_handle, "BIGINT", INT, 0) C(K, source_queue_id, "INTEGER", INT, 0) \
  C(K, stack_id, "INTEGER", INT, I) C(K, parent_stack_id, "INTEGER", INT, I) C(K, corr_id, "INTEGER", INT, 0) \
  C(K, event_id, "INTEGER", INT, I | H) ROCPD_TIMED(C, K)

/* graph_launches */
#define ROCPD_GRAPH_LAUNCHES(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, tid, "INTEGER", INT, 0) C(K, agent_id, "INTEGER", INT, 0) C(K, agent_abs_index, "INTEGER", INT, A) \
  C(K, agent_log_index, "INTEGER", INT, 0) C(K, agent_type_index, "INTEGER", INT, 0) C(K, agent_type, "TEXT", TEXT, 0) \
  C(K, queue_id, "INTEGER", INT, 0) C(K, queue, "TEXT", TEXT, 0) C(K, name, "", TEXT, N) C(K, start, "BIGINT", INT, S) \
  C(K, end, "BIGINT", INT, E) C(K, duration, "", INT, 0) C(K, graph_exec_id, "INTEGER", INT, 0) \
  C(K, kernel_dispatch_count, "INTEGER", INT, 0) C(K, event_id, "INTEGER", INT, I) C(K, stack_id, "INTEGER", INT, I) \
  C(K, parent_stack_id, "INTEGER", INT, I) C(K, corr_id, "INTEGER", INT, 0) ROCPD_TIMED(C, K)

/* barriers: ours, and no events: not exported. packet: its number in the queue, from 0. signal and dependencies are handles, 0 none.
** awaited_1 to _5: what signals the dependencies: event_id of a kernel or barrier, or stack_id of a copy's call; NULL where it is not known. */
#define ROCPD_BARRIERS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, tid, "INTEGER", INT, 0) C(K, start, "BIGINT", INT, S) C(K, end, "BIGINT", INT, E) C(K, duration, "", INT, 0) \
  C(K, name, "TEXT", TEXT, 0) C(K, stream_id, "INTEGER", INT, 0) C(K, queue_id, "INTEGER", INT, 0) C(K, stream_name, "TEXT", TEXT, 0) \
  C(K, queue_name, "TEXT", TEXT, 0) C(K, agent_abs_index, "INTEGER", INT, 0) C(K, agent_log_index, "INTEGER", INT, 0) \
  C(K, agent_type_index, "INTEGER", INT, 0) C(K, agent_type, "TEXT", TEXT, 0) C(K, packet, "INTEGER", INT, 0) C(K, signal, "BIGINT", INT, 0) \
  C(K, dependency_1, "BIGINT", INT, 0) C(K, dependency_2, "BIGINT", INT, 0) C(K, dependency_3, "BIGINT", INT, 0) \
  C(K, dependency_4, "BIGINT", INT, 0) C(K, dependency_5, "BIGINT", INT, 0) C(K, stack_id, "INTEGER", INT, I) \
  C(K, parent_stack_id, "INTEGER", INT, I) C(K, event_id, "INTEGER", INT, I | H) C(K, awaited_1, "INTEGER", INT, H) \
  C(K, awaited_2, "INTEGER", INT, H) C(K, awaited_3, "INTEGER", INT, H) C(K, awaited_4, "INTEGER", INT, H) C(K, awaited_5, "INTEGER", INT, H) \
  ROCPD_TIMED(C, K)

/* launches: ours, one row a kernel with the call that launched it. */
#define ROCPD_LAUNCHES(C, K) \
  C(K, guid, "TEXT", TEXT, I) C(K, pid, "INTEGER", INT, 0) C(K, tid, "INTEGER", INT, 0) C(K, dispatch_id, "INTEGER", INT, I) \
  C(K, stack_id, "INTEGER", INT, I) C(K, call, "TEXT", TEXT, 0) C(K, kernel, "TEXT", TEXT, 0) C(K, agent_abs_index, "INTEGER", INT, 0) \
  C(K, queue_id, "INTEGER", INT, 0) C(K, stream_id, "INTEGER", INT, 0) C(K, call_start, "BIGINT", INT, T) C(K, call_end, "BIGINT", INT, T) \
  C(K, kernel_start, "BIGINT", INT, S) C(K, kernel_end, "BIGINT", INT, E) C(K, latency_ns, "", INT, 0) C(K, call_ns, "", INT, 0) \
  C(K, kernel_ns, "", INT, 0) C(K, queue_ns, "", INT, 0) C(K, total_ns, "", INT, 0) C(K, class, "TEXT", TEXT, 0) \
  C(K, id, "INTEGER", INT, I | H) C(K, agent_id, "INTEGER", INT, H) ROCPD_TIMED(C, K)

/* metrics: ours, a value of a track at a time, which counts until the track's next one. owner: 'process', 'thread', 'agent' or 'host'. owner_id: the tid
** of a thread, the agent_id of an agent, else NULL. agent_id: NULL unless the owner is an agent. */
#define ROCPD_METRICS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, track, "TEXT", TEXT, 0) C(K, unit, "TEXT", TEXT, 0) C(K, owner, "TEXT", TEXT, 0) C(K, owner_id, "INTEGER", INT, 0) \
  C(K, agent_id, "INTEGER", INT, 0) C(K, agent_abs_index, "INTEGER", INT, 0) C(K, timestamp, "BIGINT", INT, S | E) \
  C(K, value, "REAL", REAL, 0) ROCPD_TIMED(C, K)

/* modules, frames, stacks: ours. A frame is a node of a trie: with its parents it is a stack, so that a stack is one number. Each is stored once in its file.
** The parent of a frame has a smaller id, or is NULL. A row of stacks stands for a time of its thread. Names: ext/help/tables/stacks.md, frames.md. */
#define ROCPD_MODULES(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, file_path, "TEXT", TEXT, 0) C(K, build_id, "TEXT", TEXT, 0) C(K, load_base, "BIGINT", INT, 0) C(K, load_size, "BIGINT", INT, 0) \
  ROCPD_COMMON(C, K)
#define ROCPD_FRAMES(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, parent_frame_id, "INTEGER", INT, I) C(K, module_id, "INTEGER", INT, I) C(K, offset, "BIGINT", INT, 0) \
  C(K, function, "TEXT", TEXT, 0) C(K, file, "TEXT", TEXT, 0) C(K, line, "INTEGER", INT, 0) \
  C(K, is_return, "INTEGER", INT, 0) ROCPD_COMMON(C, K)
#define ROCPD_STACKS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, tid, "INTEGER", INT, 0) C(K, category, "TEXT", TEXT, 0) C(K, start, "BIGINT", INT, S) C(K, end, "BIGINT", INT, E) \
  C(K, frame_id, "INTEGER", INT, I) C(K, weight, "INTEGER", INT, 0) C(K, stack_id, "INTEGER", INT, I) C(K, state, "TEXT", TEXT, 0) \
  C(K, syscall, "INTEGER", INT, 0) C(K, cpu_ns, "INTEGER", INT, 0) C(K, wait_ns, "INTEGER", INT, 0) ROCPD_TIMED(C, K)

/* aggregated: ours, a row stands for many rows of another table, all with these values. Names: ext/help/tables/aggregated.md. */
#define ROCPD_AGGREGATES(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, tid, "INTEGER", INT, 0) C(K, rows_of, "TEXT", TEXT, 0) C(K, category, "TEXT", TEXT, 0) C(K, name, "TEXT", TEXT, 0) \
  C(K, message, "TEXT", TEXT, 0) C(K, agent_id, "INTEGER", INT, 0) C(K, agent_type, "TEXT", TEXT, 0) \
  C(K, src_agent_id, "INTEGER", INT, 0) C(K, src_agent_type, "TEXT", TEXT, 0) C(K, queue_id, "INTEGER", INT, 0) \
  C(K, queue_name, "TEXT", TEXT, 0) C(K, stream_id, "INTEGER", INT, 0) C(K, stream_name, "TEXT", TEXT, 0) \
  C(K, frame_id, "INTEGER", INT, I) C(K, start, "BIGINT", INT, S) C(K, end, "BIGINT", INT, E) C(K, calls, "INTEGER", INT, 0) \
  C(K, ended, "INTEGER", INT, 0) C(K, sum_ns, "INTEGER", INT, 0) C(K, min_ns, "INTEGER", INT, 0) C(K, max_ns, "INTEGER", INT, 0) \
  C(K, squares_high, "INTEGER", INT, 0) C(K, squares_low, "INTEGER", INT, 0) C(K, own_ns, "INTEGER", INT, 0) \
  C(K, longest_start, "BIGINT", INT, T) C(K, weight, "INTEGER", INT, 0) C(K, has_rows, "INTEGER", INT, 0) \
  C(K, syscall, "INTEGER", INT, 0) C(K, cpu_ns, "INTEGER", INT, 0) C(K, wait_ns, "INTEGER", INT, 0) ROCPD_TIMED(C, K)

#endif
