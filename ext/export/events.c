/* See events.h and writer.h: the kinds of events, the span of their times, and which of them the options choose. */
#include "export.h"
#include "format.h"
#include "sum.h"
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
                           ROCPD_STACK_category, ROCPD_STACK_stack_id, false, 7,
                           {OWN("frame_id", ROCPD_STACK_frame_id), OWN("samples", ROCPD_STACK_weight), OWN("syscall", ROCPD_STACK_syscall),
                            OWN("cpu_ns", ROCPD_STACK_cpu_ns), OWN("wait_ns", ROCPD_STACK_wait_ns), NOT_ZERO("stack_id", ROCPD_STACK_stack_id),
                            TEXT("state", ROCPD_STACK_state)}},
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

/* ---- which rows the options choose, by time, name, category and length (agents and processes are chosen as whole tracks) ---- */

static bool is_in_window(const rocpd_export_options *o, int64_t first, int64_t last) { return rocpd_overlaps_window(first, last, o->start.ns, o->end.ns); }

int rocpd_export_may_select(const rocpd_export_options *o, rocpd_batch *b, int end, bool *may, rocpd_error *err) {
  const rocpd_column *c;
  if (rocpd_export_is_part(o) && b->min_time <= b->max_time && (b->min_time >= o->to || b->max_time < o->from)) return *may = o->from == INT64_MIN, SQLITE_OK;
  *may = b->min_time > b->max_time || is_in_window(o, b->min_time, b->max_time);
  if (*may || !is_in_window(o, b->min_time, INT64_MAX)) return SQLITE_OK;
  int rc = rocpd_batch_column(b, end, &c, err);
  *may = !rc && rocpd_column_may_be_null(c);
  return rc;
}

static int matches(rocpd_writer *w, const rocpd_export_batch *v, uint32_t row, bool *yes) {
  const rocpd_export_options *o = &w->x->option;
  int rc = rocpd_patterns_match(&o->names, &w->names, w->x->session, rocpd_column_at(v->name, row), yes);
  return rc || !*yes ? rc : rocpd_patterns_match(&o->categories, &w->categories, w->x->session, rocpd_column_at(v->category, row), yes);
}

int rocpd_writer_count(rocpd_writer *w, int64_t category, uint64_t n) {
  uint64_t key = category == ROCPD_NULL ? 0 : (uint64_t)category + 1;
  return n && !w->again ? rocpd_map_set(&w->by_category, key, rocpd_add_counts(rocpd_map_get(&w->by_category, key, 0), n)) : SQLITE_OK;
}

/* For a small dictionary: counts each code. */
static int count_codes(rocpd_writer *w, const rocpd_column *category, const uint32_t *row, uint32_t n) {
  const uint8_t *code = category->data;
  uint32_t count[2][UINT8_MAX + 1] = {{0}}; /* alternates between two counters: incrementing one repeatedly is slow */
  uint32_t i = 0;
  int rc = SQLITE_OK;
  for (; i + 2 <= n; i += 2) count[0][code[row[i]]]++, count[1][code[row[i + 1]]]++;
  if (i < n) count[0][code[row[i]]]++;
  for (uint32_t k = 0; !rc && k <= UINT8_MAX; k++) {
    uint32_t events = count[0][k] + count[1][k];
    bool none = category->nulls && k == UINT8_MAX;
    if (events) rc = rocpd_writer_count(w, none ? ROCPD_NULL : category->dict[category->base + (int64_t)k], events);
  }
  return rc;
}

/* Counts chosen rows by category, which seldom changes. */
static int count_all(rocpd_writer *w, const rocpd_column *category, const uint32_t *row, uint32_t n) {
  if (rocpd_column_is_constant(category)) return n ? rocpd_writer_count(w, rocpd_column_at(category, row[0]), n) : SQLITE_OK;
  if (category->width == 1 && category->dict && !category->low) return count_codes(w, category, row, n);
  int64_t value[ROCPD_SELECT];
  uint32_t begun = 0;
  int rc = SQLITE_OK;
  rocpd_column_pick(category, row, n, value);
  for (uint32_t i = 1; !rc && i < n; i++)
    if (value[i] != value[i - 1]) rc = rocpd_writer_count(w, value[i - 1], i - begun), begun = i;
  return rc || !n ? rc : rocpd_writer_count(w, value[n - 1], n - begun);
}

/* Which of the rows in the ranges are chosen; start and end hold the times of rows from `first` on. */
static int take_chosen(rocpd_writer *w, const rocpd_export_batch *v, const rocpd_row_range *range, size_t ranges, uint32_t *row, int64_t *start, int64_t *end) {
  const rocpd_export_options *o = &w->x->option;
  uint32_t taken = 0, first = range[0].first;
  for (size_t k = 0; k < ranges; k++)
    for (uint32_t at = range[k].first; at < range[k].first + range[k].rows; at++) {
      int64_t s = start[at - first], e = end[at - first];
      bool yes = true, unfinished = e == ROCPD_NULL, reversed = !unfinished && e < s;
      if ((o->names.n || o->categories.n) && matches(w, v, at, &yes)) return -1;
      if (!yes) continue;
      if (s == ROCPD_NULL) { /* it has no time and no length */
        if (o->from != INT64_MIN) continue; /* it is in the first part */
        w->count.without_start++;
        if (!rocpd_format_needs(w->x->format, ROCPD_NEEDS_UNSTARTED) || rocpd_export_by_time(o) || o->min_duration_ns) continue;
        row[taken] = at, start[taken] = s, end[taken++] = e;
        continue;
      }
      if (!rocpd_export_in_time(o, s, e)) continue;
      e = unfinished ? INT64_MAX : reversed ? s : e;
      if (o->min_duration_ns && (uint64_t)e - (uint64_t)s < (uint64_t)o->min_duration_ns) continue;
      w->count.unfinished += unfinished, w->count.ends_before_start += reversed;
      row[taken] = at, start[taken] = s, end[taken++] = e;
    }
  return (int)taken;
}

/* Whether all rows have an end that is not before their start. (Negative times are tested more closely.) */
static bool all_end(const int64_t *start, const int64_t *end, uint32_t n) {
  uint64_t odd = 0;
  for (uint32_t i = 0; i < n; i++) odd |= (uint64_t)end[i] | ((uint64_t)end[i] - (uint64_t)start[i]);
  return !(odd >> 63);
}

/* The same if all are chosen and all have a start. */
static uint32_t take_all(rocpd_writer *w, const rocpd_row_range *range, size_t ranges, uint32_t *row, int64_t *start, int64_t *end) {
  uint32_t taken = 0, first = range[0].first, unfinished = 0, reversed = 0;
  if (ranges == 1 && all_end(start, end, range->rows)) {
    for (; taken < range->rows; taken++) row[taken] = first + taken;
    return taken;
  }
  for (size_t k = 0; k < ranges; k++)
    for (uint32_t at = range[k].first; at < range[k].first + range[k].rows; at++, taken++) {
      int64_t s = start[at - first], e = end[at - first];
      bool none = e == ROCPD_NULL, before = e < s;
      unfinished += none, reversed += before & !none;
      row[taken] = at, start[taken] = s, end[taken] = none ? INT64_MAX : before ? s : e;
    }
  w->count.unfinished += unfinished, w->count.ends_before_start += reversed;
  return taken;
}

int rocpd_export_select_ranges(rocpd_writer *w, const rocpd_export_batch *v, const rocpd_row_range *range, size_t ranges, uint32_t *row, int64_t *start,
                               int64_t *end) {
  const rocpd_export_options *o = &w->x->option;
  uint32_t first = range[0].first, n = range[ranges - 1].first + range[ranges - 1].rows - first;
  bool chooses =
    o->names.n || o->categories.n || rocpd_export_by_time(o) || rocpd_export_is_part(o) || o->min_duration_ns || rocpd_column_may_be_null(v->start);
  rocpd_column_get(v->start, first, n, start);
  rocpd_column_get(v->end, first, n, end);
  int taken = chooses ? take_chosen(w, v, range, ranges, row, start, end) : (int)take_all(w, range, ranges, row, start, end);
  return taken < 0 || count_all(w, v->category, row, (uint32_t)taken) ? -1 : taken;
}

int rocpd_export_select(rocpd_writer *w, const rocpd_export_batch *v, uint32_t first, uint32_t n, uint32_t *row, int64_t *start, int64_t *end) {
  return rocpd_export_select_ranges(w, v, &(rocpd_row_range){.first = first, .rows = n}, 1, row, start, end);
}
