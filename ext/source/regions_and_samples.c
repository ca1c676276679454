/* The rows of regions_and_samples: those of regions, then those of sample_regions. */
#include "derive.h"

static int make(rocpd_snapshot *s, rocpd_source *source, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  static const rocpd_derivation part[] = {{ROCPD_KIND_REGION_AND_SAMPLE, ROCPD_KIND_REGION, NULL, 0},
                                          {ROCPD_KIND_REGION_AND_SAMPLE, ROCPD_KIND_SAMPLE_REGION, NULL, 1}};
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < 2; i++) rc = rocpd_derive(s, source, &part[i], out, n, err);
  return rc;
}

ROCPD_MAKER(regions_and_samples) = {.kind = ROCPD_KIND_REGION_AND_SAMPLE, .make = make};
_Static_assert((int)ROCPD_REGION_COLUMNS == (int)ROCPD_SAMPLE_REGION_COLUMNS && (int)ROCPD_REGION_result == (int)ROCPD_SAMPLE_REGION_result,
               "the same columns");
