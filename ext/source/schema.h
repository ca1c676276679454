/* Record kinds: the columns that a source delivers. They are those of rocpd
** schema 3's views with the same declared types (an empty type for what the view
** computes: it decides SQL's comparison rules), then our HIDDEN ones.
**
** C(KIND, name, declared type, value type, flags). Flags:
**   I  identifier: equality and IN go through an index built on first use
**   S  start of the interval   E  its end   H  hidden
** A new kind: one list here, one row in ROCPD_KINDS, one file in ext/table/. */
#ifndef ROCPD_SCHEMA_H
#define ROCPD_SCHEMA_H
#include <stdint.h>

enum { ROCPD_C_ID = 1, ROCPD_C_START = 2, ROCPD_C_END = 4, ROCPD_C_HIDDEN = 8 };

/* On every kind, after its own columns (all hidden):
** source  file that the row comes from (its path)
** run     run id: equal in all processes of one run
** host    host name     rank  rank from the launcher's variables, or NULL */
#define ROCPD_COMMON(C, K) \
  C(K, source, "TEXT", TEXT, H) C(K, run, "TEXT", TEXT, H) C(K, host, "TEXT", TEXT, H) C(K, rank, "INTEGER", INT, H)

/* wall_ns: start as UTC ns since 1970, NULL where the file has no anchor.
** graph_exec_id, graph_node_id: 0 when the dispatch is not of a graph. */
#define ROCPD_KERNELS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, tid, "INTEGER", INT, 0) C(K, category, "TEXT", TEXT, 0) \
  C(K, region, "TEXT", TEXT, 0) C(K, name, "TEXT", TEXT, 0) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, agent_abs_index, "INTEGER", INT, 0) C(K, agent_log_index, "INTEGER", INT, 0) C(K, agent_type_index, "INTEGER", INT, 0) \
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
  C(K, wall_ns, "INTEGER", INT, H) ROCPD_COMMON(C, K)

/* result: the call's return value (a hipError_t for HIP), NULL where not known. */
#define ROCPD_REGIONS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, category, "TEXT", TEXT, 0) C(K, name, "TEXT", TEXT, 0) \
  C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) C(K, tid, "INTEGER", INT, 0) C(K, start, "BIGINT", INT, S) \
  C(K, end, "BIGINT", INT, E) C(K, duration, "", INT, 0) C(K, event_id, "INTEGER", INT, I) C(K, stack_id, "INTEGER", INT, I) \
  C(K, parent_stack_id, "INTEGER", INT, I) C(K, corr_id, "INTEGER", INT, 0) C(K, extdata, "JSONB", TEXT, 0) \
  C(K, call_stack, "JSONB", TEXT, 0) C(K, line_info, "JSONB", TEXT, 0) \
  C(K, result, "INTEGER", INT, H) C(K, wall_ns, "INTEGER", INT, H) ROCPD_COMMON(C, K)

/* id: the region's. position: 0 for the first argument. */
#define ROCPD_ARGS(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, nid, "INTEGER", INT, 0) C(K, pid, "INTEGER", INT, 0) \
  C(K, type, "TEXT", TEXT, 0) C(K, name, "TEXT", TEXT, 0) C(K, value, "TEXT", TEXT, 0) \
  C(K, position, "INTEGER", INT, H) ROCPD_COMMON(C, K)

#define ROCPD_COPIES(C, K) \
  C(K, id, "INTEGER", INT, I) C(K, guid, "TEXT", TEXT, I) C(K, category, "TEXT", TEXT, 0) C(K, nid, "INTEGER", INT, 0) \
  C(K, pid, "INTEGER", INT, 0) C(K, tid, "INTEGER", INT, 0) C(K, start, "BIGINT", INT, S) C(K, end, "BIGINT", INT, E) \
  C(K, duration, "", INT, 0) C(K, name, "TEXT", TEXT, 0) C(K, region_name, "TEXT", TEXT, 0) C(K, stream_id, "INTEGER", INT, 0) \
  C(K, queue_id, "INTEGER", INT, 0) C(K, stream_name, "TEXT", TEXT, 0) C(K, queue_name, "TEXT", TEXT, 0) \
  C(K, size, "INTEGER", INT, 0) C(K, dst_device, "TEXT", TEXT, 0) C(K, dst_agent_abs_index, "INTEGER", INT, 0) \
  C(K, dst_agent_log_index, "INTEGER", INT, 0) C(K, dst_agent_type_index, "INTEGER", INT, 0) C(K, dst_agent_type, "TEXT", TEXT, 0) \
  C(K, dst_address, "INTEGER", INT, 0) C(K, src_device, "TEXT", TEXT, 0) C(K, src_agent_abs_index, "INTEGER", INT, 0) \
  C(K, src_agent_log_index, "INTEGER", INT, 0) C(K, src_agent_type_index, "INTEGER", INT, 0) C(K, src_agent_type, "TEXT", TEXT, 0) \
  C(K, src_address, "INTEGER", INT, 0) C(K, stack_id, "INTEGER", INT, I) C(K, parent_stack_id, "INTEGER", INT, I) \
  C(K, corr_id, "INTEGER", INT, 0) \
  C(K, graph_exec_id, "INTEGER", INT, H) C(K, graph_node_id, "INTEGER", INT, H) C(K, event_id, "INTEGER", INT, I | H) \
  C(K, wall_ns, "INTEGER", INT, H) ROCPD_COMMON(C, K)

#define ROCPD_PROCESSES(C, K) \
  C(K, nid, "INTEGER", INT, 0) C(K, machine_id, "TEXT", TEXT, 0) C(K, system_name, "TEXT", TEXT, 0) C(K, hostname, "TEXT", TEXT, 0) \
  C(K, system_release, "TEXT", TEXT, 0) C(K, system_version, "TEXT", TEXT, 0) C(K, guid, "TEXT", TEXT, I) C(K, ppid, "INTEGER", INT, 0) \
  C(K, pid, "INTEGER", INT, I) C(K, init, "BIGINT", INT, 0) C(K, start, "BIGINT", INT, S) C(K, end, "BIGINT", INT, E) \
  C(K, fini, "BIGINT", INT, 0) C(K, command, "TEXT", TEXT, 0) ROCPD_COMMON(C, K)

#define ROCPD_THREADS(C, K) \
  C(K, nid, "INTEGER", INT, 0) C(K, machine_id, "TEXT", TEXT, 0) C(K, system_name, "TEXT", TEXT, 0) C(K, hostname, "TEXT", TEXT, 0) \
  C(K, system_release, "TEXT", TEXT, 0) C(K, system_version, "TEXT", TEXT, 0) C(K, guid, "TEXT", TEXT, I) C(K, ppid, "INTEGER", INT, 0) \
  C(K, pid, "INTEGER", INT, 0) C(K, tid, "INTEGER", INT, I) C(K, start, "BIGINT", INT, S) C(K, end, "BIGINT", INT, E) \
  C(K, name, "TEXT", TEXT, 0) ROCPD_COMMON(C, K)

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

/* Kinds: K(enum suffix, list) */
#define ROCPD_KINDS(K) \
  K(KERNEL, ROCPD_KERNELS) K(REGION, ROCPD_REGIONS) K(ARG, ROCPD_ARGS) K(COPY, ROCPD_COPIES) K(PROCESS, ROCPD_PROCESSES) \
  K(THREAD, ROCPD_THREADS) K(CODE_OBJECT, ROCPD_CODE_OBJECTS) K(KERNEL_SYMBOL, ROCPD_KERNEL_SYMBOLS) K(AGENT, ROCPD_AGENTS) \
  K(QUEUE, ROCPD_HANDLES) K(STREAM, ROCPD_HANDLES)

#define ROCPD_KIND_ENUM(k, list) ROCPD_KIND_##k,
enum rocpd_kind_id { ROCPD_KINDS(ROCPD_KIND_ENUM) ROCPD_KIND_COUNT };

/* Column numbers: ROCPD_KERNEL_name, ROCPD_REGION_start, ... */
#define ROCPD_COLUMN_ENUM(k, name, decl, type, flags) ROCPD_##k##_##name,
#define ROCPD_KIND_COLUMNS(k, list) enum { list(ROCPD_COLUMN_ENUM, k) ROCPD_##k##_COLUMNS };
ROCPD_KINDS(ROCPD_KIND_COLUMNS)

typedef struct rocpd_column_def {
  const char *name;
  const char *declared; /* SQL type, may be empty */
  uint8_t type;         /* enum rocpd_type */
  uint8_t flags;        /* ROCPD_C_* */
} rocpd_column_def;

typedef struct rocpd_kind {
  const char *name;
  const rocpd_column_def *column;
  int columns;
  int start, end; /* column numbers of start and end, -1 if none */
} rocpd_kind;

extern const rocpd_kind rocpd_kinds[ROCPD_KIND_COUNT];

#endif
