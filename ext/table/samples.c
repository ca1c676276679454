/* samples, sample_regions, regions_and_samples: what happened at one point in time.
**
**    SELECT category, name, count(*) FROM samples GROUP BY 1, 2;
**    SELECT name, start, duration FROM regions_and_samples WHERE category = 'MARKER_CORE_API';
**
** samples: the 15 columns of rocpd 3.0.0's view; timestamp is ns.
** sample_regions: the same rows with the 17 columns of regions. start and END (sic) are
** the timestamp, duration is 0.
** regions_and_samples: the rows of regions and of sample_regions together.
** Hidden: result, wall_ns, source, run, host, rank. */
#include "table.h"

ROCPD_TABLE(samples) = {.name = "samples", .kind = ROCPD_KIND_SAMPLE};
ROCPD_TABLE(sample_regions) = {.name = "sample_regions", .kind = ROCPD_KIND_SAMPLE_REGION};
ROCPD_TABLE(regions_and_samples) = {.name = "regions_and_samples", .kind = ROCPD_KIND_REGION_AND_SAMPLE};
