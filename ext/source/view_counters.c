/* Counters: values read for dispatches. */
#include "view.h"

#define P(column) ROCPD_RAW_PMC_EVENT_##column
#define DISPATCH(column) ROCPD_RAW_DISPATCH_##column
#define OF_DISPATCH(column) LINK(P(event_id), DISPATCH_OF_EVENT, DISPATCH(column))
#define BEYOND_DISPATCH(id, to, attribute) LINK2(P(event_id), DISPATCH_OF_EVENT, DISPATCH(id), to, attribute)
#define OF_SYMBOL(column) BEYOND_DISPATCH(kernel_id, SYMBOL, ROCPD_RAW_KERNEL_SYMBOL_##column)
#define OF_AGENT(column) BEYOND_DISPATCH(agent_id, AGENT, ROCPD_AGENT_##column)
#define OF_EVENT(column) LINK(P(event_id), EVENT, ROCPD_RAW_EVENT_##column)
#define OF_PMC(column) LINK(P(pmc_id), PMC, ROCPD_RAW_PMC_##column)
#define CATEGORY LINK2(P(event_id), EVENT, ROCPD_RAW_EVENT_category_id, STRING, ROCPD_RAW_STRING_string)

#define E(column) [ROCPD_PMC_EVENT_##column]
static const rocpd_view_column pmc_events[ROCPD_PMC_EVENT_COLUMNS] = {
    E(id) = SAME(P(id)), E(guid) = SAME(P(guid)), E(pmc_id) = SAME(P(pmc_id)), E(event_id) = SAME(P(event_id)), E(category) = CATEGORY,
    E(name) = OF_SYMBOL(display_name), E(nid) = OF_DISPATCH(nid), E(pid) = BEYOND_DISPATCH(pid, PROCESS, ROCPD_RAW_PROCESS_pid),
    E(dispatch_id) = OF_DISPATCH(dispatch_id), E(start) = OF_DISPATCH(start), E(end) = OF_DISPATCH(end),
    E(duration) = DIFFERENCE(ROCPD_PMC_EVENT_end, ROCPD_PMC_EVENT_start), E(counter_name) = OF_PMC(name), E(counter_value) = SAME(P(value))};
ROCPD_VIEW(pmc_events, PMC_EVENT, RAW_PMC_EVENT, .column = pmc_events);

/* What spm_counters and counters_collection have in common. */
#define COUNTER(K) \
    [ROCPD_##K##_id] = SAME(P(id)), [ROCPD_##K##_guid] = SAME(P(guid)), [ROCPD_##K##_dispatch_id] = OF_DISPATCH(dispatch_id), \
    [ROCPD_##K##_kernel_id] = OF_DISPATCH(kernel_id), [ROCPD_##K##_event_id] = SAME(P(event_id)), \
    [ROCPD_##K##_correlation_id] = OF_EVENT(correlation_id), [ROCPD_##K##_stack_id] = OF_EVENT(stack_id), \
    [ROCPD_##K##_parent_stack_id] = OF_EVENT(parent_stack_id), [ROCPD_##K##_pid] = BEYOND_DISPATCH(pid, PROCESS, ROCPD_RAW_PROCESS_pid), \
    [ROCPD_##K##_tid] = BEYOND_DISPATCH(tid, THREAD, ROCPD_RAW_THREAD_tid), [ROCPD_##K##_agent_id] = OF_DISPATCH(agent_id), \
    [ROCPD_##K##_agent_abs_index] = OF_AGENT(absolute_index), [ROCPD_##K##_agent_log_index] = OF_AGENT(logical_index), \
    [ROCPD_##K##_agent_type_index] = OF_AGENT(type_index), [ROCPD_##K##_agent_type] = OF_AGENT(type), \
    [ROCPD_##K##_queue_id] = OF_DISPATCH(queue_id), [ROCPD_##K##_grid_size_x] = OF_DISPATCH(grid_size_x), \
    [ROCPD_##K##_grid_size_y] = OF_DISPATCH(grid_size_y), [ROCPD_##K##_grid_size_z] = OF_DISPATCH(grid_size_z), \
    [ROCPD_##K##_grid_size] = PRODUCT(ROCPD_##K##_grid_size_x, ROCPD_##K##_grid_size_y, ROCPD_##K##_grid_size_z), \
    [ROCPD_##K##_kernel_name] = OF_SYMBOL(display_name), \
    [ROCPD_##K##_kernel_region] = BEYOND_DISPATCH(region_name_id, STRING, ROCPD_RAW_STRING_string), \
    [ROCPD_##K##_workgroup_size_x] = OF_DISPATCH(workgroup_size_x), [ROCPD_##K##_workgroup_size_y] = OF_DISPATCH(workgroup_size_y), \
    [ROCPD_##K##_workgroup_size_z] = OF_DISPATCH(workgroup_size_z), \
    [ROCPD_##K##_workgroup_size] = PRODUCT(ROCPD_##K##_workgroup_size_x, ROCPD_##K##_workgroup_size_y, ROCPD_##K##_workgroup_size_z), \
    [ROCPD_##K##_lds_block_size] = OF_DISPATCH(group_segment_size), [ROCPD_##K##_scratch_size] = OF_DISPATCH(private_segment_size), \
    [ROCPD_##K##_vgpr_count] = OF_SYMBOL(arch_vgpr_count), [ROCPD_##K##_accum_vgpr_count] = OF_SYMBOL(accum_vgpr_count), \
    [ROCPD_##K##_sgpr_count] = OF_SYMBOL(sgpr_count), [ROCPD_##K##_counter_name] = OF_PMC(name), \
    [ROCPD_##K##_counter_symbol] = OF_PMC(symbol), [ROCPD_##K##_component] = OF_PMC(component), \
    [ROCPD_##K##_description] = OF_PMC(description), [ROCPD_##K##_block] = OF_PMC(block), [ROCPD_##K##_expression] = OF_PMC(expression), \
    [ROCPD_##K##_value_type] = OF_PMC(value_type), [ROCPD_##K##_counter_id] = SAME(P(pmc_id)), \
    [ROCPD_##K##_is_constant] = OF_PMC(is_constant), [ROCPD_##K##_is_derived] = OF_PMC(is_derived), [ROCPD_##K##_category] = CATEGORY, \
    [ROCPD_##K##_nid] = OF_DISPATCH(nid), [ROCPD_##K##_extdata] = OF_EVENT(extdata), [ROCPD_##K##_code_object_id] = OF_SYMBOL(code_object_id)

/* Values with a sample: those that were read while the kernel ran. */
#define S(column) [ROCPD_SPM_COUNTER_##column]
static const rocpd_view_column spm_counters[ROCPD_SPM_COUNTER_COLUMNS] = {
    COUNTER(SPM_COUNTER), S(xcc) = SAME(P(xcc)), S(shader_engine) = SAME(P(shader_engine)), S(instance) = SAME(P(instance)),
    S(value) = SAME(P(value)), S(timestamp) = LINK(P(sample_id), SAMPLE, ROCPD_RAW_SAMPLE_timestamp)};

static int keep_sampled(rocpd_links *l, rocpd_batch *parent, uint8_t *keep, rocpd_error *err) {
  return rocpd_view_keep_present(parent, P(sample_id), keep, err);
}
ROCPD_VIEW(spm_counters, SPM_COUNTER, RAW_PMC_EVENT, .column = spm_counters, .select = keep_sampled);
