/* The record kinds behind the base tables of rocpd schema 3 (rocpd_region, ...): see
** schema.h. Columns are those of 3.0.0, with hidden ones of later versions behind:
** graph_exec_id and graph_node_id are 3.0.2's, sample_id to instance and spm_support
** 3.0.3's, shader_array, wgp and replay_pass 3.0.5's; a sample's name_id is in drafts of
** 4.1. rocpd_info_agent, _queue and
** _stream are AGENT, QUEUE and STREAM of schema_view.h.
**
** An id is unique together with guid only. name_id, category_id and region_name_id are
** ids of rocpd_string. */
#ifndef ROCPD_SCHEMA_RAW_H
#define ROCPD_SCHEMA_RAW_H

/* rocpd_metadata */
#define ROCPD_RAW_METADATAS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, tag, "TEXT", TEXT, 0) C(K, value, "TEXT", TEXT, 0) C(K, guid, "TEXT", TEXT, I | H) \
  ROCPD_COMMON(C, K)

/* rocpd_string */
#define ROCPD_RAW_STRINGS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, string, "TEXT", TEXT, 0) ROCPD_COMMON(C, K)

/* rocpd_info_node */
#define ROCPD_RAW_NODES(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, hash, "BIGINT", INT, 0) C(K, machine_id, "TEXT", TEXT, 0) \
  C(K, system_name, "TEXT", TEXT, 0) C(K, hostname, "TEXT", TEXT, 0) C(K, release, "TEXT", TEXT, 0) C(K, version, "TEXT", TEXT, 0) \
  C(K, hardware_name, "TEXT", TEXT, 0) C(K, domain_name, "TEXT", TEXT, 0) ROCPD_COMMON(C, K)

/* rocpd_info_process */
#define ROCPD_RAW_PROCESSES(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, ppid, "INTEGER", INT, 0) \
  C(K, pid, "INTEGER", INT, 0) C(K, init, "BIGINT", INT, T) C(K, fini, "BIGINT", INT, T) C(K, start, "BIGINT", INT, S) \
  C(K, end, "BIGINT", INT, E) C(K, command, "TEXT", TEXT, 0) C(K, environment, "JSONB", TEXT, 0) C(K, extdata, "JSONB", TEXT, 0) \
  ROCPD_TIMED(C, K)

/* rocpd_info_thread */
#define ROCPD_RAW_THREADS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, ppid, "INTEGER", INT, 0) \
  C(K, pid, "INTEGER", INT, 0) C(K, tid, "INTEGER", INT, 0) C(K, name, "TEXT", TEXT, 0) C(K, start, "BIGINT", INT, S) \
  C(K, end, "BIGINT", INT, E) C(K, extdata, "JSONB", TEXT, 0) ROCPD_TIMED(C, K)

/* rocpd_info_pmc */
#define ROCPD_RAW_PMCS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, agent_id, "INTEGER", INT, 0) C(K, target_arch, "TEXT", TEXT, 0) C(K, event_code, "INT", INT, 0) \
  C(K, instance_id, "INTEGER", INT, 0) C(K, name, "TEXT", TEXT, 0) C(K, symbol, "TEXT", TEXT, 0) \
  C(K, description, "TEXT", TEXT, 0) C(K, long_description, "TEXT", TEXT, 0) C(K, component, "TEXT", TEXT, 0) \
  C(K, units, "TEXT", TEXT, 0) C(K, value_type, "TEXT", TEXT, 0) C(K, block, "TEXT", TEXT, 0) C(K, expression, "TEXT", TEXT, 0) \
  C(K, is_constant, "INTEGER", INT, 0) C(K, is_derived, "INTEGER", INT, 0) C(K, extdata, "JSONB", TEXT, 0) \
  C(K, spm_support, "INTEGER", INT, H) ROCPD_COMMON(C, K)

/* rocpd_info_code_object */
#define ROCPD_RAW_CODE_OBJECTS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, agent_id, "INTEGER", INT, 0) C(K, uri, "TEXT", TEXT, 0) C(K, load_base, "BIGINT", INT, 0) C(K, load_size, "BIGINT", INT, 0) \
  C(K, load_delta, "BIGINT", INT, 0) C(K, storage_type, "TEXT", TEXT, 0) C(K, extdata, "JSONB", TEXT, 0) ROCPD_COMMON(C, K)

/* rocpd_info_kernel_symbol */
#define ROCPD_RAW_KERNEL_SYMBOLS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, code_object_id, "INTEGER", INT, 0) C(K, kernel_name, "TEXT", TEXT, 0) C(K, display_name, "TEXT", TEXT, 0) \
  C(K, kernel_object, "INTEGER", INT, 0) C(K, kernarg_segment_size, "INTEGER", INT, 0) \
  C(K, kernarg_segment_alignment, "INTEGER", INT, 0) C(K, group_segment_size, "INTEGER", INT, 0) \
  C(K, private_segment_size, "INTEGER", INT, 0) C(K, sgpr_count, "INTEGER", INT, 0) C(K, arch_vgpr_count, "INTEGER", INT, 0) \
  C(K, accum_vgpr_count, "INTEGER", INT, 0) C(K, extdata, "JSONB", TEXT, 0) ROCPD_COMMON(C, K)

/* rocpd_track */
#define ROCPD_RAW_TRACKS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, tid, "INTEGER", INT, 0) C(K, name_id, "INTEGER", INT, 0) C(K, extdata, "JSONB", TEXT, 0) ROCPD_COMMON(C, K)

/* rocpd_event */
#define ROCPD_RAW_EVENTS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, category_id, "INTEGER", INT, 0) C(K, stack_id, "INTEGER", INT, I) \
  C(K, parent_stack_id, "INTEGER", INT, I) C(K, correlation_id, "INTEGER", INT, 0) C(K, call_stack, "JSONB", TEXT, 0) \
  C(K, line_info, "JSONB", TEXT, 0) C(K, extdata, "JSONB", TEXT, 0) ROCPD_COMMON(C, K)

/* rocpd_arg */
#define ROCPD_RAW_ARGS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, event_id, "INTEGER", INT, I) C(K, position, "INTEGER", INT, 0) \
  C(K, type, "TEXT", TEXT, 0) C(K, name, "TEXT", TEXT, 0) C(K, value, "TEXT", TEXT, 0) C(K, extdata, "JSONB", TEXT, 0) \
  ROCPD_COMMON(C, K)

/* rocpd_pmc_event */
#define ROCPD_RAW_PMC_EVENTS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, event_id, "INTEGER", INT, I) C(K, pmc_id, "INTEGER", INT, I) \
  C(K, value, "REAL", REAL, 0) C(K, extdata, "JSONB", TEXT, 0) C(K, sample_id, "INTEGER", INT, I | H) C(K, xcc, "INTEGER", INT, H) \
  C(K, shader_engine, "INTEGER", INT, H) C(K, instance, "INTEGER", INT, H) C(K, shader_array, "INTEGER", INT, H) \
  C(K, wgp, "INTEGER", INT, H) ROCPD_COMMON(C, K)

/* rocpd_region */
#define ROCPD_RAW_REGIONS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, tid, "INTEGER", INT, 0) C(K, start, "BIGINT", INT, S) C(K, end, "BIGINT", INT, E) C(K, name_id, "INTEGER", INT, 0) \
  C(K, event_id, "INTEGER", INT, I) C(K, extdata, "JSONB", TEXT, 0) ROCPD_TIMED(C, K)

/* rocpd_sample */
#define ROCPD_RAW_SAMPLES(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, track_id, "INTEGER", INT, I) C(K, timestamp, "BIGINT", INT, S | E) \
  C(K, event_id, "INTEGER", INT, I) C(K, extdata, "JSONB", TEXT, 0) C(K, name_id, "INTEGER", INT, H) ROCPD_TIMED(C, K)

/* rocpd_kernel_dispatch */
#define ROCPD_RAW_DISPATCHES(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, tid, "INTEGER", INT, 0) C(K, agent_id, "INTEGER", INT, 0) C(K, kernel_id, "INTEGER", INT, 0) \
  C(K, dispatch_id, "INTEGER", INT, I) C(K, queue_id, "INTEGER", INT, 0) C(K, stream_id, "INTEGER", INT, 0) \
  C(K, start, "BIGINT", INT, S) C(K, end, "BIGINT", INT, E) C(K, private_segment_size, "INTEGER", INT, 0) \
  C(K, group_segment_size, "INTEGER", INT, 0) C(K, workgroup_size_x, "INTEGER", INT, 0) C(K, workgroup_size_y, "INTEGER", INT, 0) \
  C(K, workgroup_size_z, "INTEGER", INT, 0) C(K, grid_size_x, "INTEGER", INT, 0) C(K, grid_size_y, "INTEGER", INT, 0) \
  C(K, grid_size_z, "INTEGER", INT, 0) C(K, region_name_id, "INTEGER", INT, 0) C(K, event_id, "INTEGER", INT, I) \
  C(K, extdata, "JSONB", TEXT, 0) C(K, graph_exec_id, "INTEGER", INT, H) C(K, graph_node_id, "INTEGER", INT, H) \
  C(K, replay_pass, "INTEGER", INT, H) ROCPD_TIMED(C, K)

/* rocpd_memory_copy */
#define ROCPD_RAW_COPIES(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, tid, "INTEGER", INT, 0) C(K, start, "BIGINT", INT, S) C(K, end, "BIGINT", INT, E) C(K, name_id, "INTEGER", INT, 0) \
  C(K, dst_agent_id, "INTEGER", INT, 0) C(K, dst_address, "INTEGER", INT, 0) C(K, src_agent_id, "INTEGER", INT, 0) \
  C(K, src_address, "INTEGER", INT, 0) C(K, size, "INTEGER", INT, 0) C(K, queue_id, "INTEGER", INT, 0) \
  C(K, stream_id, "INTEGER", INT, 0) C(K, region_name_id, "INTEGER", INT, 0) C(K, event_id, "INTEGER", INT, I) \
  C(K, extdata, "JSONB", TEXT, 0) C(K, graph_exec_id, "INTEGER", INT, H) C(K, graph_node_id, "INTEGER", INT, H) ROCPD_TIMED(C, K)

/* rocpd_memory_allocate */
#define ROCPD_RAW_ALLOCATES(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, tid, "INTEGER", INT, 0) C(K, agent_id, "INTEGER", INT, 0) C(K, type, "TEXT", TEXT, 0) C(K, level, "TEXT", TEXT, 0) \
  C(K, start, "BIGINT", INT, S) C(K, end, "BIGINT", INT, E) C(K, address, "INTEGER", INT, 0) C(K, size, "INTEGER", INT, 0) \
  C(K, queue_id, "INTEGER", INT, 0) C(K, stream_id, "INTEGER", INT, 0) C(K, event_id, "INTEGER", INT, I) \
  C(K, extdata, "JSONB", TEXT, 0) ROCPD_TIMED(C, K)

/* rocpd_graph_launch (3.0.2) */
#define ROCPD_RAW_GRAPH_LAUNCHES(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, tid, "INTEGER", INT, 0) C(K, agent_id, "INTEGER", INT, 0) C(K, queue_id, "INTEGER", INT, 0) C(K, start, "BIGINT", INT, S) \
  C(K, end, "BIGINT", INT, E) C(K, graph_exec_id, "INTEGER", INT, 0) C(K, kernel_dispatch_count, "INTEGER", INT, 0) \
  C(K, event_id, "INTEGER", INT, I) C(K, extdata, "JSONB", TEXT, 0) ROCPD_TIMED(C, K)

/* rocpd_hip_event (3.0.4) */
#define ROCPD_RAW_HIP_EVENTS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, tid, "INTEGER", INT, 0) C(K, start, "BIGINT", INT, S) C(K, end, "BIGINT", INT, E) C(K, name_id, "INTEGER", INT, 0) \
  C(K, agent_id, "INTEGER", INT, 0) C(K, queue_id, "INTEGER", INT, 0) C(K, stream_id, "INTEGER", INT, 0) \
  C(K, hip_event_handle, "BIGINT", INT, 0) C(K, source_queue_id, "INTEGER", INT, 0) C(K, event_id, "INTEGER", INT, I) \
  C(K, extdata, "JSONB", TEXT, 0) ROCPD_TIMED(C, K)

#endif
