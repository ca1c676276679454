/* How many waves of a kernel a SIMD can hold at once, by the registers and memory that it asks for. */
#ifndef ROCPD_OCCUPANCY_H
#define ROCPD_OCCUPANCY_H
#include "column.h"

/* What a kernel asks for; ROCPD_NULL not known. */
typedef struct rocpd_kernel_needs {
  int64_t workgroup; /* work items */
  int64_t vgprs, accum_vgprs, sgprs;
  int64_t lds; /* bytes of a workgroup */
} rocpd_kernel_needs;

typedef struct rocpd_occupancy {
  int64_t wave_size, most_waves; /* of a SIMD */
  /* Waves of a SIMD that each of them leaves room for, ROCPD_NULL not known. */
  int64_t by_vgprs, by_sgprs, by_lds, by_workgroup;
  int64_t waves; /* the least of them */
} rocpd_occupancy;

/* False: the target ("gfx90a", also with features behind a colon) is not known. */
bool rocpd_occupancy_of(const char *gfx, const rocpd_kernel_needs *needs, rocpd_occupancy *out);

#endif
