/* See occupancy.h. The limits are those that LLVM's AMDGPU backend computes with (llvm/lib/Target/AMDGPU/Utils/AMDGPUBaseInfo.cpp, namespace IsaInfo, and
** getLdsDwGranularity(); which targets have one and a half times the registers: test/CodeGen/AMDGPU/occupancy-levels.ll), read in versions of 2022 to 2026;
** its "; Occupancy:" is the number of waves here. For facts that a trace does not record, the compiler's defaults are assumed: waves of 32 and workgroups on
** a WGP (two CUs) for gfx10 and later, and on gfx8 and 9 the trap handler, which takes 16 SGPRs of each wave. */
#include "occupancy.h"
#include <string.h>

typedef struct gfx_limits {
  const char *gfx; /* name of a target, or of a family without the last character */
  int wave, simds; /* simds: number of SIMDs over which a workgroup's waves are spread, of a CU or WGP */
  int most_waves;  /* of a SIMD */
  int vgprs, vgpr_granule, sgprs; /* of a SIMD; sgprs 0: they limit nothing */
  int lds, lds_granule;           /* bytes of the CU or WGP */
  int barriers;                   /* of the CU or WGP: maximum number of workgroups with more than one wave */
  enum { NO_ACCUM, BESIDE, UNIFIED } accum; /* accumulation registers: none, a file of their own, or part of the same */
} gfx_limits;

#define GFX9 64, 4, 10, 256, 4, 800, 65536, 512, 16
#define CDNA2(lds, granule) 64, 4, 8, 512, 8, 800, lds, granule, 16, UNIFIED
#define RDNA(waves, vgprs, granule) 32, 4, waves, vgprs, granule, 0, 131072, 512, 32, NO_ACCUM

static const gfx_limits known[] = {
  {"gfx900", GFX9, NO_ACCUM}, {"gfx902", GFX9, NO_ACCUM}, {"gfx904", GFX9, NO_ACCUM}, {"gfx906", GFX9, NO_ACCUM}, {"gfx909", GFX9, NO_ACCUM},
  {"gfx90c", GFX9, NO_ACCUM}, {"gfx908", GFX9, BESIDE},
  {"gfx90a", CDNA2(65536, 512)}, {"gfx940", CDNA2(65536, 512)}, {"gfx941", CDNA2(65536, 512)}, {"gfx942", CDNA2(65536, 512)}, {"gfx950", CDNA2(163840, 1280)},
  {"gfx101", RDNA(20, 1024, 8)}, {"gfx103", RDNA(16, 1024, 16)},
  {"gfx1100", RDNA(16, 1536, 24)}, {"gfx1101", RDNA(16, 1536, 24)}, {"gfx1151", RDNA(16, 1536, 24)},
  {"gfx1102", RDNA(16, 1024, 16)}, {"gfx1103", RDNA(16, 1024, 16)}, {"gfx1150", RDNA(16, 1024, 16)},
  {"gfx1152", RDNA(16, 1024, 16)}, {"gfx1153", RDNA(16, 1024, 16)},
  {"gfx1200", RDNA(16, 1536, 24)}, {"gfx1201", RDNA(16, 1536, 24)},
  {"gfx1250", 32, 4, 16, 1024, 16, 0, 327680, 2048, 16, NO_ACCUM},
};

static const gfx_limits *find(const char *gfx) {
  size_t size = strcspn(gfx, ":");
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    size_t begins = strlen(known[i].gfx);
    bool family = !strcmp(known[i].gfx, "gfx101") || !strcmp(known[i].gfx, "gfx103"); /* gfx1010 to 1013, 1030 to 1036 */
    if (size == begins + family && !strncmp(gfx, known[i].gfx, begins)) return &known[i];
  }
  return NULL;
}

static int64_t round_up(int64_t n, int64_t to) { return n > INT64_MAX - to ? n : (n + to - 1) / to * to; }
static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; } /* ROCPD_NULL is less than any number */

/* A kernel that ran had room for a workgroup, whatever is computed from its needs. */
static int64_t limit(const gfx_limits *x, int64_t waves, int64_t of_workgroup) {
  int64_t one = of_workgroup == ROCPD_NULL ? 1 : (of_workgroup + x->simds - 1) / x->simds;
  if (waves < one) waves = one;
  return waves < x->most_waves ? waves : x->most_waves;
}

static int64_t vgprs_of(const gfx_limits *x, const rocpd_kernel_needs *n) {
  int64_t accum = n->accum_vgprs == ROCPD_NULL ? 0 : n->accum_vgprs;
  if (x->accum == UNIFIED) return round_up(n->vgprs, 4) + accum;
  return x->accum == BESIDE && accum > n->vgprs ? accum : n->vgprs;
}

static bool is_count(int64_t n) { return n >= 0 && n <= INT32_MAX; } /* ROCPD_NULL is not a count */

/* Converts workgroups to waves of a SIMD; some SIMDs may have one more than others. */
static int64_t spread(const gfx_limits *x, int64_t workgroups, int64_t waves) { return (workgroups * waves + x->simds - 1) / x->simds; }

bool rocpd_occupancy_of(const char *gfx, const rocpd_kernel_needs *n, rocpd_occupancy *out) {
  const gfx_limits *x = find(gfx);
  if (!x) return false;
  *out = (rocpd_occupancy){x->wave, x->most_waves, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL};
  int64_t waves = is_count(n->workgroup) && n->workgroup ? (n->workgroup + x->wave - 1) / x->wave : ROCPD_NULL;
  int64_t vgprs = is_count(n->vgprs) ? vgprs_of(x, n) : ROCPD_NULL;
  if (is_count(vgprs)) out->by_vgprs = limit(x, vgprs ? x->vgprs / round_up(vgprs, x->vgpr_granule) : x->most_waves, waves);
  if (!x->sgprs) out->by_sgprs = x->most_waves;
  else if (is_count(n->sgprs)) out->by_sgprs = limit(x, x->sgprs / (round_up(n->sgprs, 16) + 16), waves);
  if (waves != ROCPD_NULL && is_count(n->lds))
    out->by_lds = limit(x, n->lds ? spread(x, x->lds / round_up(n->lds, x->lds_granule), waves) : x->most_waves, waves);
  if (waves != ROCPD_NULL) {
    int64_t workgroups = x->most_waves * x->simds / waves;
    if (waves > 1 && workgroups > x->barriers) workgroups = x->barriers;
    out->by_workgroup = limit(x, spread(x, workgroups, waves), waves);
  }
  out->waves = least(least(out->by_vgprs, out->by_sgprs), least(out->by_lds, out->by_workgroup));
  return true;
}
