/* See events.h: the kinds of events, and the span of their times. */
#include "export.h"
#include "format.h"
#include "time_spec.h"

/* Kinds of fields: */
#define OWN(label, column) {label, column, 1, false, false, false, false, false, false}
#define ROW_ID(label, column) {label, column, 1, false, false, false, false, true, false}
#define OF_CALL(label, column) {label, column, 1, false, false, false, false, false, true}
#define NOT_ZERO(label, column) {label, column, 1, false, true, false, false, false, false}
#define FEW(label, column) {label, column, 1, false, false, true, false, false, false}
#define TEXT(label, column) {label, column, 1, false, false, true, true, false, false}
#define SIGNATURE(label, column, count) {label, column, count, true, false, false, false, false, false}

const rocpd_event_kind rocpd_event_kinds[ROCPD_EVENT_CLASSES] = {
    [ROCPD_EVENT_REGION] = {ROCPD_KIND_REGION, ROCPD_REGION_guid, ROCPD_REGION_pid, ROCPD_REGION_start, ROCPD_REGION_end,
                            ROCPD_REGION_name, ROCPD_REGION_category, ROCPD_REGION_stack_id, false, 3,
                            {OWN("stack_id", ROCPD_REGION_stack_id), NOT_ZERO("parent_stack_id", ROCPD_REGION_parent_stack_id),
                             NOT_ZERO("result", ROCPD_REGION_result)}},
    [ROCPD_EVENT_KERNEL] = {ROCPD_KIND_KERNEL, ROCPD_KERNEL_guid, ROCPD_KERNEL_pid, ROCPD_KERNEL_start, ROCPD_KERNEL_end,
                            ROCPD_KERNEL_name, ROCPD_KERNEL_category, ROCPD_KERNEL_stack_id, true, 15,
                            {SIGNATURE("grid", ROCPD_KERNEL_grid_x, 3), SIGNATURE("workgroup", ROCPD_KERNEL_workgroup_x, 3),
                             SIGNATURE("lds_size", ROCPD_KERNEL_lds_size, 1), SIGNATURE("scratch_size", ROCPD_KERNEL_scratch_size, 1),
                             SIGNATURE("vgprs", ROCPD_KERNEL_vgpr_count, 1), SIGNATURE("accum_vgprs", ROCPD_KERNEL_accum_vgpr_count, 1),
                             SIGNATURE("sgprs", ROCPD_KERNEL_sgpr_count, 1),
                             ROW_ID("dispatch_id", ROCPD_KERNEL_dispatch_id), FEW("kernel_id", ROCPD_KERNEL_kernel_id),
                             FEW("agent", ROCPD_KERNEL_agent_abs_index),
                             FEW("queue_id", ROCPD_KERNEL_queue_id), FEW("stream_id", ROCPD_KERNEL_stream_id), OF_CALL("tid", ROCPD_KERNEL_tid),
                             OF_CALL("stack_id", ROCPD_KERNEL_stack_id), NOT_ZERO("graph_exec_id", ROCPD_KERNEL_graph_exec_id)}},
    [ROCPD_EVENT_COPY] = {ROCPD_KIND_COPY, ROCPD_COPY_guid, ROCPD_COPY_pid, ROCPD_COPY_start, ROCPD_COPY_end,
                          ROCPD_COPY_name, ROCPD_COPY_category, ROCPD_COPY_stack_id, false, 7,
                          {OWN("size", ROCPD_COPY_size), FEW("src_agent", ROCPD_COPY_src_agent_abs_index), FEW("dst_agent", ROCPD_COPY_dst_agent_abs_index),
                           FEW("queue_id", ROCPD_COPY_queue_id), FEW("stream_id", ROCPD_COPY_stream_id), OF_CALL("tid", ROCPD_COPY_tid),
                           OF_CALL("stack_id", ROCPD_COPY_stack_id)}},
    [ROCPD_EVENT_ALLOCATION] = {ROCPD_KIND_ALLOCATION, ROCPD_ALLOCATION_guid, ROCPD_ALLOCATION_pid, ROCPD_ALLOCATION_start, ROCPD_ALLOCATION_end,
                                ROCPD_ALLOCATION_type, ROCPD_ALLOCATION_category, ROCPD_ALLOCATION_stack_id, false, 8,
                                {OWN("size", ROCPD_ALLOCATION_size), OWN("address", ROCPD_ALLOCATION_address), TEXT("level", ROCPD_ALLOCATION_level),
                                 FEW("agent", ROCPD_ALLOCATION_agent_abs_index), FEW("queue_id", ROCPD_ALLOCATION_queue_id),
                                 FEW("stream_id", ROCPD_ALLOCATION_stream_id), FEW("tid", ROCPD_ALLOCATION_tid), OWN("stack_id", ROCPD_ALLOCATION_stack_id)}},
    [ROCPD_EVENT_SCRATCH] = {ROCPD_KIND_SCRATCH, ROCPD_SCRATCH_guid, ROCPD_SCRATCH_pid, ROCPD_SCRATCH_start, ROCPD_SCRATCH_end,
                             ROCPD_SCRATCH_operation, ROCPD_SCRATCH_category, ROCPD_SCRATCH_stack_id, false, 7,
                             {OWN("size", ROCPD_SCRATCH_size), OWN("address", ROCPD_SCRATCH_address), TEXT("flags", ROCPD_SCRATCH_alloc_flags),
                              FEW("agent", ROCPD_SCRATCH_agent_abs_index), FEW("queue_id", ROCPD_SCRATCH_queue_id), FEW("tid", ROCPD_SCRATCH_tid),
                              OWN("stack_id", ROCPD_SCRATCH_stack_id)}},
    [ROCPD_EVENT_SAMPLE] = {ROCPD_KIND_SAMPLE, ROCPD_SAMPLE_guid, ROCPD_SAMPLE_pid, ROCPD_SAMPLE_timestamp, ROCPD_SAMPLE_timestamp,
                            ROCPD_SAMPLE_name, ROCPD_SAMPLE_category, ROCPD_SAMPLE_stack_id, false, 1, {OWN("stack_id", ROCPD_SAMPLE_stack_id)}},
    [ROCPD_EVENT_STACK] = {ROCPD_KIND_STACK, ROCPD_STACK_guid, ROCPD_STACK_pid, ROCPD_STACK_start, ROCPD_STACK_end, ROCPD_STACK_state,
                           ROCPD_STACK_category, ROCPD_STACK_stack_id, false, 6,
                           {OWN("frame_id", ROCPD_STACK_frame_id), OWN("samples", ROCPD_STACK_weight), OWN("syscall", ROCPD_STACK_syscall),
                            OWN("cpu_ns", ROCPD_STACK_cpu_ns), OWN("wait_ns", ROCPD_STACK_wait_ns), NOT_ZERO("stack_id", ROCPD_STACK_stack_id)}},
};

bool rocpd_export_shows(const rocpd_export *x, int class) {
  return class != ROCPD_EVENT_STACK || rocpd_format_needs(x->format, ROCPD_NEEDS_STACKS) || x->option.value >= ROCPD_VALUE_WALL;
}

int rocpd_export_find_span(rocpd_export *x, const uint8_t *kind, size_t kinds, rocpd_error *err) {
  rocpd_export_layout *l = &x->layout;
  l->min_time = INT64_MAX, l->max_time = INT64_MIN;
  l->rows = 0;
  int rc = SQLITE_OK;
  for (size_t k = 0; !rc && k < kinds; k++) {
    rocpd_batch **batch;
    size_t batches;
    rc = rocpd_snapshot_batches(x->snapshot, kind[k], &batch, &batches, err);
    if (!rc) rc = rocpd_batches_span(x->session, batch, batches, &l->min_time, &l->max_time, err);
    for (size_t i = 0; !rc && i < batches; i++) l->rows += batch[i]->rows;
  }
  return rc;
}

int rocpd_export_find_events_span(rocpd_export *x, rocpd_error *err) {
  uint8_t kind[ROCPD_EVENT_CLASSES + 2];
  size_t n = 0;
  for (int class = 0; class < ROCPD_EVENT_CLASSES; class++)
    if (rocpd_export_shows(x, class)) kind[n++] = rocpd_event_kinds[class].kind;
  if (x->option.counters || rocpd_format_needs(x->format, ROCPD_NEEDS_MEASURES)) kind[n++] = ROCPD_KIND_COUNTER, kind[n++] = ROCPD_KIND_SPM_COUNTER;
  int rc = rocpd_export_find_span(x, kind, n, err);
  x->layout.rows = 0;
  return rc;
}
