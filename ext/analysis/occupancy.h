/* How many waves of a kernel a SIMD can hold at once, by the registers and memory that it asks for. */
#ifndef ROCPD_OCCUPANCY_H
#define ROCPD_OCCUPANCY_H
#include "column.h"

/* The resources that a kernel needs; ROCPD_NULL: unknown. */
typedef struct rocpd_kernel_needs {
  int64_t workgroup; /* work items */
  int64_t vgprs, accum_vgprs, sgprs;
  int64_t lds; /* bytes per workgroup */
} rocpd_kernel_needs;

typedef struct rocpd_occupancy {
  int64_t wave_size, most_waves; /* of a SIMD */
  /* Number of waves of a SIMD that each resource allows; ROCPD_NULL: unknown. */
  int64_t by_vgprs, by_sgprs, by_lds, by_workgroup;
  int64_t waves; /* the smallest of these */
} rocpd_occupancy;

/* Computes the occupancy; false: the target ("gfx90a", possibly followed by a colon and features) is unknown. */
bool rocpd_occupancy_of(const char *gfx, const rocpd_kernel_needs *needs, rocpd_occupancy *out);

#endif
