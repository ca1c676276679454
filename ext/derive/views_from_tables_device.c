/* What devices did: kernels, copies, allocations, scratch, graph launches, HIP events. */
#include "view.h"

#define EVENT(of, event) \
  [ROCPD_##of##_category] = LINK2(event, EVENT, ROCPD_RAW_EVENT_category_id, STRING, ROCPD_RAW_STRING_string), \
  [ROCPD_##of##_stack_id] = LINK(event, EVENT, ROCPD_RAW_EVENT_stack_id), \
  [ROCPD_##of##_parent_stack_id] = LINK(event, EVENT, ROCPD_RAW_EVENT_parent_stack_id), \
  [ROCPD_##of##_corr_id] = LINK(event, EVENT, ROCPD_RAW_EVENT_correlation_id)
#define TIMES(of, from) \
  [ROCPD_##of##_start] = SAME(ROCPD_##from##_start), [ROCPD_##of##_end] = SAME(ROCPD_##from##_end), \
  [ROCPD_##of##_duration] = DIFFERENCE(ROCPD_##of##_end, ROCPD_##of##_start)
#define OWNER(of, from) OWNER_WITH(of, from, LINK(ROCPD_##from##_pid, PROCESS, ROCPD_RAW_PROCESS_pid))
#define OWNER_WITH(of, from, process) \
  [ROCPD_##of##_id] = SAME(ROCPD_##from##_id), [ROCPD_##of##_guid] = SAME(ROCPD_##from##_guid), \
  [ROCPD_##of##_nid] = SAME(ROCPD_##from##_nid), [ROCPD_##of##_pid] = process, \
  [ROCPD_##of##_tid] = LINK(ROCPD_##from##_tid, THREAD, ROCPD_RAW_THREAD_tid)
/* prefix: dst_ or src_, or nothing. */
#define AGENT(of, id, prefix) \
  [ROCPD_##of##_##prefix##agent_abs_index] = LINK(id, AGENT, ROCPD_AGENT_absolute_index), \
  [ROCPD_##of##_##prefix##agent_log_index] = LINK(id, AGENT, ROCPD_AGENT_logical_index), \
  [ROCPD_##of##_##prefix##agent_type_index] = LINK(id, AGENT, ROCPD_AGENT_type_index), \
  [ROCPD_##of##_##prefix##agent_type] = LINK(id, AGENT, ROCPD_AGENT_type)
#define STRING_OF(id) LINK(id, STRING, ROCPD_RAW_STRING_string)

#define K(column) [ROCPD_KERNEL_##column]
#define D(column) ROCPD_RAW_DISPATCH_##column
#define SYMBOL(column) LINK(D(kernel_id), SYMBOL, ROCPD_RAW_KERNEL_SYMBOL_##column)
/* Upstream has only this one. */
static const rocpd_view_column process_of_queue = LINK2(D(queue_id), QUEUE, ROCPD_QUEUE_pid, PROCESS, ROCPD_RAW_PROCESS_pid);
static const rocpd_view_column kernels[ROCPD_KERNEL_COLUMNS] = {
    OWNER_WITH(KERNEL, RAW_DISPATCH, LINK_OR(D(pid), PROCESS, ROCPD_RAW_PROCESS_pid, &process_of_queue)),
    TIMES(KERNEL, RAW_DISPATCH), EVENT(KERNEL, D(event_id)), AGENT(KERNEL, D(agent_id), ),
    K(event_id) = SAME(D(event_id)), K(agent_id) = SAME(D(agent_id)), K(kernel_id) = SAME(D(kernel_id)),
    K(dispatch_id) = SAME(D(dispatch_id)), K(stream_id) = SAME(D(stream_id)), K(queue_id) = SAME(D(queue_id)),
    K(queue) = LINK(D(queue_id), QUEUE, ROCPD_QUEUE_name), K(stream) = LINK(D(stream_id), STREAM, ROCPD_STREAM_name),
    K(region) = STRING_OF(D(region_name_id)), K(name) = SYMBOL(display_name), K(code_object_id) = SYMBOL(code_object_id),
    K(vgpr_count) = SYMBOL(arch_vgpr_count), K(accum_vgpr_count) = SYMBOL(accum_vgpr_count), K(sgpr_count) = SYMBOL(sgpr_count),
    K(static_lds_size) = SYMBOL(group_segment_size), K(static_scratch_size) = SYMBOL(private_segment_size),
    K(lds_size) = SAME(D(group_segment_size)), K(scratch_size) = SAME(D(private_segment_size)),
    K(grid_x) = SAME(D(grid_size_x)), K(grid_y) = SAME(D(grid_size_y)), K(grid_z) = SAME(D(grid_size_z)),
    K(workgroup_x) = SAME(D(workgroup_size_x)), K(workgroup_y) = SAME(D(workgroup_size_y)), K(workgroup_z) = SAME(D(workgroup_size_z)),
    K(graph_exec_id) = SAME(D(graph_exec_id)), K(graph_node_id) = SAME(D(graph_node_id))};
ROCPD_VIEW(kernels, KERNEL, RAW_DISPATCH, .column = kernels);

#define C(column) [ROCPD_COPY_##column]
#define M(column) ROCPD_RAW_COPY_##column
static const rocpd_view_column copies[ROCPD_COPY_COLUMNS] = {
    OWNER(COPY, RAW_COPY), TIMES(COPY, RAW_COPY), EVENT(COPY, M(event_id)), AGENT(COPY, M(dst_agent_id), dst_),
    AGENT(COPY, M(src_agent_id), src_),
    C(event_id) = SAME(M(event_id)), C(name) = STRING_OF(M(name_id)), C(region_name) = STRING_OF(M(region_name_id)),
    C(stream_id) = SAME(M(stream_id)), C(queue_id) = SAME(M(queue_id)), C(size) = SAME(M(size)),
    C(stream_name) = LINK(M(stream_id), STREAM, ROCPD_STREAM_name), C(queue_name) = LINK(M(queue_id), QUEUE, ROCPD_QUEUE_name),
    C(dst_device) = LINK(M(dst_agent_id), AGENT, ROCPD_AGENT_name), C(dst_agent_id) = SAME(M(dst_agent_id)),
    C(dst_address) = SAME(M(dst_address)),
    C(src_device) = LINK(M(src_agent_id), AGENT, ROCPD_AGENT_name), C(src_agent_id) = SAME(M(src_agent_id)),
    C(src_address) = SAME(M(src_address)),
    C(graph_exec_id) = SAME(M(graph_exec_id)), C(graph_node_id) = SAME(M(graph_node_id)), C(extdata) = SAME(M(extdata))};
ROCPD_VIEW(memory_copies, COPY, RAW_COPY, .column = copies);

#define A(column) [ROCPD_ALLOCATION_##column]
#define R(column) ROCPD_RAW_ALLOCATE_##column
static const rocpd_view_column allocations[ROCPD_ALLOCATION_COLUMNS] = {
    OWNER(ALLOCATION, RAW_ALLOCATE), TIMES(ALLOCATION, RAW_ALLOCATE), EVENT(ALLOCATION, R(event_id)), AGENT(ALLOCATION, R(agent_id), ),
    A(type) = SAME(R(type)), A(level) = SAME(R(level)), A(address) = SAME(R(address)), A(size) = SAME(R(size)),
    A(agent_name) = LINK(R(agent_id), AGENT, ROCPD_AGENT_name), A(agent_id) = SAME(R(agent_id)),
    A(queue_id) = SAME(R(queue_id)), A(queue_name) = LINK(R(queue_id), QUEUE, ROCPD_QUEUE_name),
    A(stream_id) = SAME(R(stream_id)), A(stream_name) = LINK(R(stream_id), STREAM, ROCPD_STREAM_name),
    A(event_id) = SAME(R(event_id)), A(extdata) = SAME(R(extdata))};
ROCPD_VIEW(memory_allocations, ALLOCATION, RAW_ALLOCATE, .column = allocations);

/* Scratch memory: allocations of level SCRATCH. */
#define S(column) [ROCPD_SCRATCH_##column]
static const rocpd_view_column scratches[ROCPD_SCRATCH_COLUMNS] = {
    OWNER(SCRATCH, RAW_ALLOCATE), TIMES(SCRATCH, RAW_ALLOCATE), EVENT(SCRATCH, R(event_id)), AGENT(SCRATCH, R(agent_id), ),
    S(operation) = SAME(R(type)), S(address) = SAME(R(address)), S(size) = SAME(R(size)), S(queue_id) = SAME(R(queue_id)),
    S(agent_name) = LINK(R(agent_id), AGENT, ROCPD_AGENT_name), S(agent_id) = SAME(R(agent_id)), S(event_id) = SAME(R(event_id)),
    S(alloc_flags) = JSON(R(extdata), "$.flags"),
    S(correlation_id) = LINK(R(event_id), EVENT, ROCPD_RAW_EVENT_correlation_id),
    S(event_extdata) = LINK(R(event_id), EVENT, ROCPD_RAW_EVENT_extdata)};

static int keep_scratch(rocpd_links *l, rocpd_batch *parent, uint8_t *keep, rocpd_error *err) {
  return rocpd_view_keep_text(parent, R(level), "SCRATCH", keep, err);
}
ROCPD_VIEW(scratch_memory, SCRATCH, RAW_ALLOCATE, .column = scratches, .select = keep_scratch);

#define G(column) [ROCPD_GRAPH_LAUNCH_##column]
#define L(column) ROCPD_RAW_GRAPH_LAUNCH_##column
#define LAUNCH_EVENT(column) LINK(L(event_id), EVENT, ROCPD_RAW_EVENT_##column)
static const rocpd_view_column launches[ROCPD_GRAPH_LAUNCH_COLUMNS] = {
    OWNER(GRAPH_LAUNCH, RAW_GRAPH_LAUNCH), TIMES(GRAPH_LAUNCH, RAW_GRAPH_LAUNCH), AGENT(GRAPH_LAUNCH, L(agent_id), ),
    G(agent_id) = SAME(L(agent_id)), G(queue_id) = SAME(L(queue_id)), G(queue) = LINK(L(queue_id), QUEUE, ROCPD_QUEUE_name),
    G(name) = TEXT("Graph Execution"), G(graph_exec_id) = SAME(L(graph_exec_id)),
    G(kernel_dispatch_count) = SAME(L(kernel_dispatch_count)), G(event_id) = SAME(L(event_id)), G(stack_id) = LAUNCH_EVENT(stack_id),
    G(parent_stack_id) = LAUNCH_EVENT(parent_stack_id), G(corr_id) = LAUNCH_EVENT(correlation_id)};
ROCPD_VIEW(graph_launches, GRAPH_LAUNCH, RAW_GRAPH_LAUNCH, .column = launches);

#define H(column) [ROCPD_HIP_EVENT_##column]
#define E(column) ROCPD_RAW_HIP_EVENT_##column
static const rocpd_view_column hip_events[ROCPD_HIP_EVENT_COLUMNS] = {
    OWNER(HIP_EVENT, RAW_HIP_EVENT), TIMES(HIP_EVENT, RAW_HIP_EVENT), EVENT(HIP_EVENT, E(event_id)), AGENT(HIP_EVENT, E(agent_id), ),
    H(name) = STRING_OF(E(name_id)), H(device) = LINK(E(agent_id), AGENT, ROCPD_AGENT_name), H(stream_id) = SAME(E(stream_id)),
    H(stream_name) = LINK(E(stream_id), STREAM, ROCPD_STREAM_name), H(queue_id) = SAME(E(queue_id)),
    H(queue_name) = LINK(E(queue_id), QUEUE, ROCPD_QUEUE_name), H(hip_event_handle) = SAME(E(hip_event_handle)),
    H(source_queue_id) = SAME(E(source_queue_id)), H(event_id) = SAME(E(event_id))};
ROCPD_VIEW(hip_events, HIP_EVENT, RAW_HIP_EVENT, .column = hip_events);
