/* The rows of regions_and_samples: those of regions, then those of sample_regions, for all sources. */
#include "view.h"

#define FROM(c, kind) [ROCPD_REGION_AND_SAMPLE_##c] = SAME(ROCPD_##kind##_##c)
#define BOTH(kind)                                                                                                  \
  FROM(id, kind), FROM(guid, kind), FROM(category, kind), FROM(name, kind), FROM(nid, kind), FROM(pid, kind),       \
  FROM(tid, kind), FROM(start, kind), FROM(duration, kind), FROM(event_id, kind), FROM(stack_id, kind),             \
  FROM(parent_stack_id, kind), FROM(corr_id, kind), FROM(extdata, kind), FROM(call_stack, kind),                    \
  FROM(line_info, kind), FROM(result, kind)

static const rocpd_view_column of_regions[ROCPD_REGION_AND_SAMPLE_COLUMNS] = {
    BOTH(REGION), [ROCPD_REGION_AND_SAMPLE_end] = SAME(ROCPD_REGION_end)};
static const rocpd_view_column of_samples[ROCPD_REGION_AND_SAMPLE_COLUMNS] = {
    BOTH(SAMPLE_REGION), [ROCPD_REGION_AND_SAMPLE_end] = SAME(ROCPD_SAMPLE_REGION_END)};

static const rocpd_view part[] = {
    {.kind = ROCPD_KIND_REGION_AND_SAMPLE, .parent = ROCPD_KIND_REGION, .column = of_regions, .part = 0},
    {.kind = ROCPD_KIND_REGION_AND_SAMPLE, .parent = ROCPD_KIND_SAMPLE_REGION, .column = of_samples, .part = 1}};

static int make(rocpd_snapshot *s, rocpd_source *source, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  return rocpd_view_make_parts(part, 2, s, source, out, n, err);
}
ROCPD_DERIVER(regions_and_samples) = {.kind = ROCPD_KIND_REGION_AND_SAMPLE, .make = make};
