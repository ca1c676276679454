/* Base tables of what the program did, derived from regions, samples and arguments; and rocpd_event, which has a row for each of these and for each thing
** that devices did. */
#include "map.h"
#include "view.h"

/* ---- rocpd_event: one part for each kind that has events */

#define E(column) [ROCPD_RAW_EVENT_##column]
#define EVENT_OF(kind, corr)                                                                                     \
  E(id) = SAME(ROCPD_##kind##_event_id), E(guid) = SAME(ROCPD_##kind##_guid),                                    \
  E(stack_id) = SAME(ROCPD_##kind##_stack_id), E(parent_stack_id) = SAME(ROCPD_##kind##_parent_stack_id),        \
  E(correlation_id) = SAME(ROCPD_##kind##_##corr)
#define CATEGORY_OF(kind) E(category_id) = STRING_ID(ROCPD_##kind##_category)
#define DETAILS_OF(kind)                                                                                         \
  E(extdata) = SAME(ROCPD_##kind##_extdata), E(call_stack) = SAME(ROCPD_##kind##_call_stack),                    \
  E(line_info) = SAME(ROCPD_##kind##_line_info)
#define NO_DETAILS E(extdata) = JSON_NOTHING, E(call_stack) = JSON_NOTHING, E(line_info) = JSON_NOTHING

static const rocpd_view_column of_regions[ROCPD_RAW_EVENT_COLUMNS] = {EVENT_OF(REGION, corr_id), CATEGORY_OF(REGION), DETAILS_OF(REGION)};
static const rocpd_view_column of_kernels[ROCPD_RAW_EVENT_COLUMNS] = {EVENT_OF(KERNEL, corr_id), CATEGORY_OF(KERNEL), NO_DETAILS};
static const rocpd_view_column of_copies[ROCPD_RAW_EVENT_COLUMNS] = {EVENT_OF(COPY, corr_id), CATEGORY_OF(COPY), NO_DETAILS};
static const rocpd_view_column of_allocations[ROCPD_RAW_EVENT_COLUMNS] = {EVENT_OF(ALLOCATION, corr_id), CATEGORY_OF(ALLOCATION), NO_DETAILS};
static const rocpd_view_column of_samples[ROCPD_RAW_EVENT_COLUMNS] = {EVENT_OF(SAMPLE, corr_id), CATEGORY_OF(SAMPLE), DETAILS_OF(SAMPLE)};
static const rocpd_view_column of_hip_events[ROCPD_RAW_EVENT_COLUMNS] = {EVENT_OF(HIP_EVENT, corr_id), CATEGORY_OF(HIP_EVENT), NO_DETAILS};
static const rocpd_view_column of_graphs[ROCPD_RAW_EVENT_COLUMNS] = {EVENT_OF(GRAPH_LAUNCH, corr_id), E(category_id) = STRING_ID(ROCPD_GRAPH_LAUNCH_name),
                                                                     NO_DETAILS}; /* no category of its own */

#define PART(kind_of, columns, number) \
  {.kind = ROCPD_KIND_RAW_EVENT, .parent = ROCPD_KIND_##kind_of, .column = columns, .part = number}
static const rocpd_view event_part[] = {
    PART(REGION, of_regions, 0), PART(KERNEL, of_kernels, 1), PART(COPY, of_copies, 2), PART(ALLOCATION, of_allocations, 3),
    PART(SAMPLE, of_samples, 4), PART(HIP_EVENT, of_hip_events, 5), PART(GRAPH_LAUNCH, of_graphs, 6)};
enum { EVENT_PARTS = sizeof event_part / sizeof *event_part };
_Static_assert(EVENT_PARTS <= 1 << (ROCPD_ROWID_SHIFT - ROCPD_ROWID_PART_SHIFT), "row ids of each part");

static int make_events(rocpd_snapshot *s, rocpd_source *source, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  return rocpd_view_make_parts(event_part, EVENT_PARTS, s, source, out, n, err);
}
ROCPD_DERIVER(rocpd_event) = {.kind = ROCPD_KIND_RAW_EVENT, .needs = ROCPD_KIND_BIT(ROCPD_KIND_REGION), .view = event_part, .views = EVENT_PARTS,
                              .make = make_events};

/* ---- rocpd_region */

#define R(column) [ROCPD_RAW_REGION_##column]
#define R_SAME(column) R(column) = SAME(ROCPD_REGION_##column)
static const rocpd_view_column regions[ROCPD_RAW_REGION_COLUMNS] = {
    R_SAME(id), R_SAME(guid), R_SAME(nid), R_SAME(pid), R_SAME(tid), R_SAME(start), R_SAME(end), R_SAME(event_id),
    R(name_id) = STRING_ID(ROCPD_REGION_name), R(extdata) = JSON_NOTHING};
ROCPD_VIEW(rocpd_region, RAW_REGION, REGION, .column = regions);

/* ---- rocpd_sample, rocpd_track */

/* A track is a name on a thread. Its id is computed from both, so that samples know it without reading other rows. 0: neither is known. */
static int track_ids(rocpd_batch *sample, int64_t *out, rocpd_error *err) {
  const rocpd_column *name, *tid;
  int rc = rocpd_batch_column(sample, ROCPD_SAMPLE_name, &name, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(sample, ROCPD_SAMPLE_tid, &tid, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < sample->rows; i++) {
    int64_t text = rocpd_column_at(name, i), thread = rocpd_column_at(tid, i);
    uint64_t high = text == ROCPD_NULL ? 0 : (uint64_t)rocpd_string_id(text), low = thread == ROCPD_NULL ? 0 : (uint32_t)thread;
    out[i] = (int64_t)(high << 32 | low);
  }
  return rc;
}

#define S(column) [ROCPD_RAW_SAMPLE_##column]
#define S_SAME(column) S(column) = SAME(ROCPD_SAMPLE_##column)
static const rocpd_view_column samples[ROCPD_RAW_SAMPLE_COLUMNS] = {
    S_SAME(id), S_SAME(guid), S_SAME(timestamp), S_SAME(event_id), S(track_id) = COMPUTED(track_ids), S(extdata) = JSON_NOTHING};
ROCPD_VIEW(rocpd_sample, RAW_SAMPLE, SAMPLE, .column = samples);

/* A track is described by the first of its samples. */
#define T(column) [ROCPD_RAW_TRACK_##column]
#define T_SAME(column) T(column) = SAME(ROCPD_SAMPLE_##column)
static const rocpd_view_column tracks[ROCPD_RAW_TRACK_COLUMNS] = {
    T(id) = COMPUTED(track_ids), T_SAME(guid), T_SAME(nid), T_SAME(pid), T_SAME(tid), T(name_id) = STRING_ID(ROCPD_SAMPLE_name),
    T(extdata) = JSON_NOTHING};
static const rocpd_view track_view = {.kind = ROCPD_KIND_RAW_TRACK, .parent = ROCPD_KIND_SAMPLE, .column = tracks};

/* The rows of a batch whose track was not seen before; their number is *rows. */
static int new_tracks(rocpd_batch *sample, rocpd_map *seen, uint32_t **pick, uint32_t *rows, rocpd_error *err) {
  int64_t *id = sqlite3_malloc64((uint64_t)sample->rows * sizeof(*id) + 1);
  *pick = sqlite3_malloc64((uint64_t)sample->rows * sizeof(**pick) + 1);
  *rows = 0;
  int rc = id && *pick ? track_ids(sample, id, err) : SQLITE_NOMEM;
  for (uint32_t i = 0; rc == SQLITE_OK && i < sample->rows; i++) {
    if (rocpd_map_get(seen, (uint64_t)id[i], 1) == 0) continue;
    rc = rocpd_map_set(seen, (uint64_t)id[i], 0);
    (*pick)[(*rows)++] = i;
  }
  sqlite3_free(id);
  if (rc == SQLITE_OK) return rc;
  sqlite3_free(*pick);
  *pick = NULL;
  return rc;
}

static int make_tracks(rocpd_snapshot *s, rocpd_source *source, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  rocpd_batch **sample;
  rocpd_links *links;
  rocpd_map seen = {0};
  size_t samples_n;
  int rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_SAMPLE, &sample, &samples_n, err);
  if (rc == SQLITE_OK) rc = rocpd_links_of(s, source, &links, err);
  if (rc == SQLITE_OK && !(*out = sqlite3_malloc64((samples_n + 1) * sizeof(**out)))) rc = SQLITE_NOMEM;
  for (size_t i = 0; rc == SQLITE_OK && i < samples_n; i++) {
    uint32_t *pick, rows;
    rc = new_tracks(sample[i], &seen, &pick, &rows, err);
    if (rc != SQLITE_OK) break;
    if (!rows && sample[i]->rows) {
      sqlite3_free(pick);
      continue;
    }
    rocpd_view_batch *b = rocpd_view_batch_new(&track_view, links, sample[i], pick, rows, NULL);
    if (b) (*out)[(*n)++] = &b->base;
    else rc = SQLITE_NOMEM;
  }
  rocpd_map_free(&seen);
  return rc;
}
ROCPD_DERIVER(rocpd_track) = {.kind = ROCPD_KIND_RAW_TRACK, .needs = ROCPD_KIND_BIT(ROCPD_KIND_SAMPLE), .view = &track_view, .views = 1,
                              .make = make_tracks};

/* ---- rocpd_arg */

/* Arguments have no id: it is their place among those of the source. */
static int arg_ids(rocpd_batch *arg, int64_t *out, rocpd_error *err) {
  int64_t first = arg->first_rowid & (((int64_t)1 << ROCPD_ROWID_SHIFT) - 1);
  for (uint32_t i = 0; i < arg->rows; i++) out[i] = first + (arg->row ? arg->row[i] : i);
  return SQLITE_OK;
}

#define A(column) [ROCPD_RAW_ARG_##column]
#define A_SAME(column) A(column) = SAME(ROCPD_ARG_##column)
static const rocpd_view_column args[ROCPD_RAW_ARG_COLUMNS] = {
    A(id) = COMPUTED(arg_ids), A_SAME(guid), A_SAME(event_id), A_SAME(position), A_SAME(type), A_SAME(name), A_SAME(value),
    A(extdata) = JSON_NOTHING};
ROCPD_VIEW(rocpd_arg, RAW_ARG, ARG, .column = args);

/* ---- events_args, for sources whose arguments are those of calls */

#define V(column) [ROCPD_EVENT_ARG_##column]
#define CALL(column) LINK(ROCPD_ARG_event_id, CALL_OF_EVENT, ROCPD_REGION_##column)
static const rocpd_view_column event_args[ROCPD_EVENT_ARG_COLUMNS] = {
    V(event_id) = SAME(ROCPD_ARG_event_id), V(category) = CALL(category), V(stack_id) = CALL(stack_id),
    V(parent_stack_id) = CALL(parent_stack_id), V(correlation_id) = CALL(corr_id), V(arg_position) = SAME(ROCPD_ARG_position),
    V(arg_type) = SAME(ROCPD_ARG_type), V(arg_name) = SAME(ROCPD_ARG_name), V(arg_value) = SAME(ROCPD_ARG_value),
    V(call_stack) = CALL(call_stack), V(line_info) = CALL(line_info), V(extdata) = JSON_NOTHING, V(guid) = SAME(ROCPD_ARG_guid)};
ROCPD_VIEW(events_args_of_region_args, EVENT_ARG, ARG, .column = event_args);
