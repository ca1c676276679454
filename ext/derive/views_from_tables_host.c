/* What the program did: regions, samples, and their arguments. */
#include "view.h"

#define STRING_OF(id) LINK(id, STRING, ROCPD_RAW_STRING_string)
#define EVENT(of, event) \
  [ROCPD_##of##_category] = LINK2(event, EVENT, ROCPD_RAW_EVENT_category_id, STRING, ROCPD_RAW_STRING_string), \
  [ROCPD_##of##_stack_id] = LINK(event, EVENT, ROCPD_RAW_EVENT_stack_id), \
  [ROCPD_##of##_parent_stack_id] = LINK(event, EVENT, ROCPD_RAW_EVENT_parent_stack_id), \
  [ROCPD_##of##_call_stack] = LINK(event, EVENT, ROCPD_RAW_EVENT_call_stack), \
  [ROCPD_##of##_line_info] = LINK(event, EVENT, ROCPD_RAW_EVENT_line_info)

#define G(column) [ROCPD_REGION_##column]
#define R(column) ROCPD_RAW_REGION_##column
static const rocpd_view_column regions[ROCPD_REGION_COLUMNS] = {
    EVENT(REGION, R(event_id)), G(id) = SAME(R(id)), G(guid) = SAME(R(guid)), G(name) = STRING_OF(R(name_id)), G(nid) = SAME(R(nid)),
    G(pid) = LINK(R(pid), PROCESS, ROCPD_RAW_PROCESS_pid), G(tid) = LINK(R(tid), THREAD, ROCPD_RAW_THREAD_tid),
    G(start) = SAME(R(start)), G(end) = SAME(R(end)), G(duration) = DIFFERENCE(ROCPD_REGION_end, ROCPD_REGION_start),
    G(event_id) = SAME(R(event_id)),
    G(corr_id) = LINK(R(event_id), EVENT, ROCPD_RAW_EVENT_correlation_id),
    G(extdata) = LINK(R(event_id), EVENT, ROCPD_RAW_EVENT_extdata)};
ROCPD_VIEW(regions, REGION, RAW_REGION, .column = regions);

#define S(column) [ROCPD_SAMPLE_##column]
#define P(column) ROCPD_RAW_SAMPLE_##column
#define TRACK(column) ROCPD_RAW_TRACK_##column
static const rocpd_view_column name_of_track = LINK2(P(track_id), TRACK, TRACK(name_id), STRING, ROCPD_RAW_STRING_string);
static const rocpd_view_column samples[ROCPD_SAMPLE_COLUMNS] = {
    EVENT(SAMPLE, P(event_id)), S(id) = SAME(P(id)), S(guid) = SAME(P(guid)), S(timestamp) = SAME(P(timestamp)),
    S(name) = LINK_OR(P(name_id), STRING, ROCPD_RAW_STRING_string, &name_of_track),
    S(nid) = LINK(P(track_id), TRACK, TRACK(nid)),
    S(pid) = LINK2(P(track_id), TRACK, TRACK(pid), PROCESS, ROCPD_RAW_PROCESS_pid),
    S(tid) = LINK2(P(track_id), TRACK, TRACK(tid), THREAD, ROCPD_RAW_THREAD_tid),
    S(event_id) = SAME(P(event_id)), S(corr_id) = LINK(P(event_id), EVENT, ROCPD_RAW_EVENT_correlation_id),
    S(extdata) = LINK(P(event_id), EVENT, ROCPD_RAW_EVENT_extdata)};
ROCPD_VIEW(samples, SAMPLE, RAW_SAMPLE, .column = samples);

/* Samples in the form of regions, for all sources with samples. */
#define SAMPLE_SAME(column) [ROCPD_SAMPLE_REGION_##column] = SAME(ROCPD_SAMPLE_##column)
static const rocpd_view_column sample_regions[ROCPD_SAMPLE_REGION_COLUMNS] = {
    SAMPLE_SAME(id), SAMPLE_SAME(guid), SAMPLE_SAME(category), SAMPLE_SAME(name), SAMPLE_SAME(nid), SAMPLE_SAME(pid), SAMPLE_SAME(tid),
    SAMPLE_SAME(event_id), SAMPLE_SAME(stack_id), SAMPLE_SAME(parent_stack_id), SAMPLE_SAME(corr_id), SAMPLE_SAME(extdata),
    SAMPLE_SAME(call_stack), SAMPLE_SAME(line_info),
    [ROCPD_SAMPLE_REGION_start] = SAME(ROCPD_SAMPLE_timestamp), [ROCPD_SAMPLE_REGION_END] = SAME(ROCPD_SAMPLE_timestamp),
    [ROCPD_SAMPLE_REGION_duration] = DIFFERENCE(ROCPD_SAMPLE_REGION_END, ROCPD_SAMPLE_REGION_start)};
ROCPD_VIEW_FOR(sample_regions, SAMPLE_REGION, SAMPLE, 0, .column = sample_regions);

/* ---- arguments */

#define A(column) ROCPD_RAW_ARG_##column
#define REGION_OF(column) LINK(A(event_id), REGION_OF_EVENT, R(column))
static const rocpd_view_column region_args[ROCPD_ARG_COLUMNS] = {
    [ROCPD_ARG_id] = REGION_OF(id), [ROCPD_ARG_guid] = SAME(A(guid)), [ROCPD_ARG_nid] = REGION_OF(nid),
    [ROCPD_ARG_pid] = LINK2(A(event_id), REGION_OF_EVENT, R(pid), PROCESS, ROCPD_RAW_PROCESS_pid),
    [ROCPD_ARG_type] = SAME(A(type)), [ROCPD_ARG_name] = SAME(A(name)), [ROCPD_ARG_value] = SAME(A(value)),
    [ROCPD_ARG_position] = SAME(A(position)), [ROCPD_ARG_event_id] = SAME(A(event_id))};

/* Keeps arguments of events that are regions. */
static int keep_of_regions(rocpd_links *l, rocpd_batch *parent, uint8_t *keep, rocpd_error *err) {
  return rocpd_view_keep_linked(l, parent, A(event_id), ROCPD_LINK_REGION_OF_EVENT, keep, err);
}
ROCPD_VIEW(region_args, ARG, RAW_ARG, .column = region_args, .select = keep_of_regions);

#define E(column) [ROCPD_EVENT_ARG_##column]
#define EVENT_OF(column) LINK(A(event_id), EVENT, ROCPD_RAW_EVENT_##column)
static const rocpd_view_column event_args[ROCPD_EVENT_ARG_COLUMNS] = {
    EVENT(EVENT_ARG, A(event_id)), E(event_id) = SAME(A(event_id)), E(correlation_id) = EVENT_OF(correlation_id),
    E(arg_position) = SAME(A(position)), E(arg_type) = SAME(A(type)), E(arg_name) = SAME(A(name)), E(arg_value) = SAME(A(value)),
    E(extdata) = SAME(A(extdata)), E(guid) = SAME(A(guid))};
ROCPD_VIEW(events_args, EVENT_ARG, RAW_ARG, .column = event_args);

/* Arguments named `stream` whose extdata says which stream. */
#define T(column) [ROCPD_STREAM_ARG_##column]
#define OF_STREAM(column) LINK_OWN(ROCPD_STREAM_ARG_stream_id, STREAM, ROCPD_STREAM_##column)
static const rocpd_view_column stream_args[ROCPD_STREAM_ARG_COLUMNS] = {
    T(argument_id) = SAME(A(id)), T(event_id) = SAME(A(event_id)), T(arg_position) = SAME(A(position)), T(arg_type) = SAME(A(type)),
    T(arg_value) = SAME(A(value)), T(stream_id) = JSON(A(extdata), "$.stream_id"), T(nid) = OF_STREAM(nid),
    T(pid) = LINK2_OWN(ROCPD_STREAM_ARG_stream_id, STREAM, ROCPD_STREAM_pid, PROCESS, ROCPD_RAW_PROCESS_pid),
    T(stream_name) = OF_STREAM(name), T(extdata) = OF_STREAM(extdata), T(guid) = SAME(A(guid))};

static int keep_streams(rocpd_links *l, rocpd_batch *parent, uint8_t *keep, rocpd_error *err) {
  int rc = rocpd_view_keep_text(parent, A(name), "stream", keep, err);
  return rc == SQLITE_OK ? rocpd_view_keep_json(parent, A(extdata), "$.stream_id", keep, err) : rc;
}
ROCPD_VIEW(stream_args, STREAM_ARG, RAW_ARG, .column = stream_args, .select = keep_streams);
