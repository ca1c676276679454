/* Base tables of what devices did, derived from kernels, copies, allocations, ... */
#include "view.h"

/* rocpd_kernel_dispatch */
#define K(column) [ROCPD_RAW_DISPATCH_##column]
#define K_IS(column, of) K(column) = SAME(ROCPD_KERNEL_##of)
#define K_SAME(column) K_IS(column, column)
static const rocpd_view_column dispatches[ROCPD_RAW_DISPATCH_COLUMNS] = {
    K_SAME(id), K_SAME(guid), K_SAME(nid), K_SAME(pid), K_SAME(tid), K_SAME(agent_id), K_SAME(kernel_id), K_SAME(dispatch_id),
    K_SAME(queue_id), K_SAME(stream_id), K_SAME(start), K_SAME(end), K_IS(private_segment_size, scratch_size),
    K_IS(group_segment_size, lds_size), K_IS(workgroup_size_x, workgroup_x), K_IS(workgroup_size_y, workgroup_y),
    K_IS(workgroup_size_z, workgroup_z), K_IS(grid_size_x, grid_x), K_IS(grid_size_y, grid_y), K_IS(grid_size_z, grid_z),
    K(region_name_id) = STRING_ID(ROCPD_KERNEL_region), K_SAME(event_id), K(extdata) = JSON_NOTHING, K_SAME(graph_exec_id),
    K_SAME(graph_node_id)};
ROCPD_VIEW(rocpd_kernel_dispatch, RAW_DISPATCH, KERNEL, .column = dispatches);

/* rocpd_memory_copy */
#define C(column) [ROCPD_RAW_COPY_##column]
#define C_SAME(column) C(column) = SAME(ROCPD_COPY_##column)
static const rocpd_view_column copies[ROCPD_RAW_COPY_COLUMNS] = {
    C_SAME(id), C_SAME(guid), C_SAME(nid), C_SAME(pid), C_SAME(tid), C_SAME(start), C_SAME(end), C(name_id) = STRING_ID(ROCPD_COPY_name),
    C_SAME(dst_agent_id), C_SAME(dst_address), C_SAME(src_agent_id), C_SAME(src_address), C_SAME(size), C_SAME(queue_id),
    C_SAME(stream_id), C(region_name_id) = STRING_ID(ROCPD_COPY_region_name), C_SAME(event_id), C_SAME(extdata),
    C_SAME(graph_exec_id), C_SAME(graph_node_id)};
ROCPD_VIEW(rocpd_memory_copy, RAW_COPY, COPY, .column = copies);

/* rocpd_memory_allocate: scratch memory is among memory_allocations */
#define M(column) [ROCPD_RAW_ALLOCATE_##column]
#define M_SAME(column) M(column) = SAME(ROCPD_ALLOCATION_##column)
static const rocpd_view_column allocations[ROCPD_RAW_ALLOCATE_COLUMNS] = {
    M_SAME(id), M_SAME(guid), M_SAME(nid), M_SAME(pid), M_SAME(tid), M_SAME(agent_id), M_SAME(type), M_SAME(level), M_SAME(start),
    M_SAME(end), M_SAME(address), M_SAME(size), M_SAME(queue_id), M_SAME(stream_id), M_SAME(event_id), M_SAME(extdata)};
ROCPD_VIEW(rocpd_memory_allocate, RAW_ALLOCATE, ALLOCATION, .column = allocations);

/* scratch_memory of a source that only has the view memory_allocations: its rows of level SCRATCH */
#define S(column) [ROCPD_SCRATCH_##column]
#define S_IS(column, of) S(column) = SAME(ROCPD_ALLOCATION_##of)
#define S_SAME(column) S_IS(column, column)
static const rocpd_view_column scratches[ROCPD_SCRATCH_COLUMNS] = {
    S_SAME(id), S_SAME(guid), S_SAME(nid), S_SAME(pid), S_IS(operation, type), S_SAME(agent_name), S_SAME(agent_abs_index), S_SAME(agent_log_index),
    S_SAME(agent_type_index), S_SAME(agent_type), S_SAME(queue_id), S_SAME(tid), S(alloc_flags) = JSON(ROCPD_ALLOCATION_extdata, "$.flags"),
    S_SAME(start), S_SAME(end), S_SAME(duration), S_SAME(size), S_SAME(address), S_IS(correlation_id, corr_id), S_SAME(stack_id),
    S_SAME(parent_stack_id), S_SAME(corr_id), S_SAME(category), S(event_extdata) = JSON_NOTHING, S_SAME(agent_id), S_SAME(event_id)};
static int keep_scratch(rocpd_links *l, rocpd_batch *parent, uint8_t *keep, rocpd_error *err) {
  (void)l;
  return rocpd_view_keep_text(parent, ROCPD_ALLOCATION_level, "SCRATCH", keep, err);
}
ROCPD_VIEW(scratch_of_allocations, SCRATCH, ALLOCATION, .column = scratches, .select = keep_scratch);

/* rocpd_graph_launch */
#define G(column) [ROCPD_RAW_GRAPH_LAUNCH_##column]
#define G_SAME(column) G(column) = SAME(ROCPD_GRAPH_LAUNCH_##column)
static const rocpd_view_column graph_launches[ROCPD_RAW_GRAPH_LAUNCH_COLUMNS] = {
    G_SAME(id), G_SAME(guid), G_SAME(nid), G_SAME(pid), G_SAME(tid), G_SAME(agent_id), G_SAME(queue_id), G_SAME(start), G_SAME(end),
    G_SAME(graph_exec_id), G_SAME(kernel_dispatch_count), G_SAME(event_id), G(extdata) = JSON_NOTHING};
ROCPD_VIEW(rocpd_graph_launch, RAW_GRAPH_LAUNCH, GRAPH_LAUNCH, .column = graph_launches);

/* rocpd_hip_event: the view only has the agent's index */
#define H(column) [ROCPD_RAW_HIP_EVENT_##column]
#define H_SAME(column) H(column) = SAME(ROCPD_HIP_EVENT_##column)
static const rocpd_view_column hip_events[ROCPD_RAW_HIP_EVENT_COLUMNS] = {
    H_SAME(id), H_SAME(guid), H_SAME(nid), H_SAME(pid), H_SAME(tid), H_SAME(start), H_SAME(end), H(name_id) = STRING_ID(ROCPD_HIP_EVENT_name),
    H(agent_id) = LINK(ROCPD_HIP_EVENT_agent_abs_index, AGENT_OF_INDEX, ROCPD_AGENT_id), H_SAME(queue_id), H_SAME(stream_id),
    H_SAME(hip_event_handle), H_SAME(source_queue_id), H_SAME(event_id), H(extdata) = JSON_NOTHING};
ROCPD_VIEW(rocpd_hip_event, RAW_HIP_EVENT, HIP_EVENT, .column = hip_events);

/* rocpd_info_pmc, in the same way as pmc_info */
#define P(column) [ROCPD_RAW_PMC_##column]
#define P_SAME(column) P(column) = SAME(ROCPD_PMC_INFO_##column)
static const rocpd_view_column pmcs[ROCPD_RAW_PMC_COLUMNS] = {
    P_SAME(id), P_SAME(guid), P_SAME(nid), P_SAME(pid), P(agent_id) = LINK(ROCPD_PMC_INFO_agent_abs_index, AGENT_OF_INDEX, ROCPD_AGENT_id),
    P_SAME(name), P(symbol) = SAME(ROCPD_PMC_INFO_name), P_SAME(description), P_SAME(block), P_SAME(expression), P_SAME(is_constant),
    P_SAME(is_derived), P(extdata) = JSON_NOTHING};
ROCPD_VIEW(rocpd_info_pmc, RAW_PMC, PMC_INFO, .column = pmcs);

/* rocpd_pmc_event */
#define V(column) [ROCPD_RAW_PMC_EVENT_##column]
#define V_SAME(column) V(column) = SAME(ROCPD_PMC_EVENT_##column)
static const rocpd_view_column pmc_events[ROCPD_RAW_PMC_EVENT_COLUMNS] = {
    V_SAME(id), V_SAME(guid), V_SAME(event_id), V_SAME(pmc_id), V(value) = SAME(ROCPD_PMC_EVENT_counter_value), V(extdata) = JSON_NOTHING};

/* Values that a program reports come after those of kernels. */
static const rocpd_view values = {.kind = ROCPD_KIND_RAW_PMC_EVENT, .parent = ROCPD_KIND_PMC_EVENT, .column = pmc_events};
static const rocpd_view values_beside = {.kind = ROCPD_KIND_RAW_PMC_EVENT, .parent = ROCPD_KIND_PMC_EVENT, .column = pmc_events,
                                         .select = rocpd_view_keep_delivered, .part = 1};
static int make_values(rocpd_snapshot *s, rocpd_source *source, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  bool beside = source->info.native & ROCPD_KIND_BIT(ROCPD_KIND_RAW_PMC_EVENT);
  return rocpd_view_make(beside ? &values_beside : &values, s, source, out, n, err);
}
ROCPD_DERIVER(rocpd_pmc_event) = {.kind = ROCPD_KIND_RAW_PMC_EVENT, .needs = ROCPD_KIND_BIT(ROCPD_KIND_PMC_EVENT), .view = &values, .views = 1,
                                  .beside = true, .make = make_values};
