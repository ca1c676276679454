/* occupancy.h, compared with what LLVM's own tests state for its backend (llvm/test/CodeGen/AMDGPU/occupancy-levels.ll), and
** extreme arguments. tests/sql/test_occupancy.sh compares with a compiler. */
#include "occupancy.h"
#include "test.h"

static rocpd_occupancy of(const char *gfx, int64_t workgroup, int64_t vgprs, int64_t sgprs, int64_t lds) {
  rocpd_occupancy o = {0};
  CHECK(rocpd_occupancy_of(gfx, &(rocpd_kernel_needs){workgroup, vgprs, 0, sgprs, lds}, &o));
  return o;
}

static void vgprs(void) {
  static const int count[] = {24, 28, 32, 36, 44, 56, 64, 72, 84, 96, 100, 128, 168, 200, 256};
  static const struct { const char *gfx; int waves[15]; } wanted[] = {
    {"gfx900", {10, 9, 8, 7, 5, 4, 4, 3, 3, 2, 2, 2, 1, 1, 1}},
    {"gfx950", {8, 8, 8, 8, 8, 8, 8, 7, 5, 5, 4, 4, 3, 2, 2}},
    {"gfx942", {8, 8, 8, 8, 8, 8, 8, 7, 5, 5, 4, 4, 3, 2, 2}},
    {"gfx1010", {20, 20, 20, 20, 20, 18, 16, 14, 11, 10, 9, 8, 6, 5, 4}},
    {"gfx1030", {16, 16, 16, 16, 16, 16, 16, 12, 10, 10, 9, 8, 5, 4, 4}},
    {"gfx1100", {16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 12, 10, 9, 7, 5}},
    {"gfx1200", {16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 12, 10, 9, 7, 5}},
    {"gfx1102", {16, 16, 16, 16, 16, 16, 16, 12, 10, 10, 9, 8, 5, 4, 4}},
    {"gfx1250", {16, 16, 16, 16, 16, 16, 16, 12, 10, 10, 9, 8, 5, 4, 4}}};
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
    for (int k = 0; k < 15; k++) CHECK_INT(of(wanted[i].gfx, 32, count[k], 0, 0).by_vgprs, wanted[i].waves[k]);
}

static void memory(void) {
  static const struct { const char *gfx; int workgroup, waves; } wanted[] = {
    {"gfx900", 64, 2}, {"gfx950", 64, 5}, {"gfx1030", 64, 8}, {"gfx1100", 64, 8}, {"gfx1250", 64, 8},
    {"gfx900", 96, 4}, {"gfx950", 96, 8}, {"gfx1030", 96, 12}, {"gfx1100", 96, 12}, {"gfx1250", 96, 12},
    {"gfx900", 128, 4}, {"gfx950", 128, 8}, {"gfx1030", 128, 15}, {"gfx1100", 128, 15}, {"gfx1250", 128, 16}};
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    rocpd_occupancy o = of(wanted[i].gfx, wanted[i].workgroup, 8, 16, 8252);
    CHECK_INT(o.waves, wanted[i].waves);
  }
}

static void registers(void) {
  CHECK_INT(of("gfx900", 64, 8, 86, 0).by_sgprs, 7); /* 80 SGPRs that the program uses, and 6 implied ones; with the trap handler 16 more */
  CHECK_INT(of("gfx900", 64, 8, 106, 0).by_sgprs, 6);
  CHECK_INT(of("gfx900", 64, 8, 64, 0).by_sgprs, 10);
  CHECK_INT(of("gfx1030", 64, 8, 106, 0).by_sgprs, 16);
  rocpd_occupancy o;
  CHECK(rocpd_occupancy_of("gfx90a:sramecc+:xnack-", &(rocpd_kernel_needs){256, 60, 64, 32, 0}, &o) && o.by_vgprs == 4); /* one file: 124, up to 128 of 512 */
  CHECK(rocpd_occupancy_of("gfx908", &(rocpd_kernel_needs){256, 60, 64, 32, 0}, &o) && o.by_vgprs == 4); /* two register files: the fuller one, 64 of 256 */
}

static void limits(void) {
  rocpd_occupancy o;
  rocpd_kernel_needs needs = {256, 8, 0, 16, 0};
  CHECK(!rocpd_occupancy_of("gfx700", &needs, &o) && !rocpd_occupancy_of("AMD EPYC", &needs, &o) && !rocpd_occupancy_of("", &needs, &o));
  CHECK(!rocpd_occupancy_of("gfx90", &needs, &o) && !rocpd_occupancy_of("gfx9000", &needs, &o) && !rocpd_occupancy_of("gfx101", &needs, &o));
  CHECK_INT(of("gfx90a", 1024, 512, 16, 65536).waves, 4); /* a kernel that ran must have had room for one workgroup */
  CHECK_INT(of("gfx90a", 1024, 8, 16, 70000).by_lds, 4);
  CHECK_INT(of("gfx1030", 33, 8, 16, 0).by_workgroup, 16); /* workgroups of two waves, 32 of them on four SIMDs */
  const int64_t odd[] = {ROCPD_NULL, -1, 0, INT32_MAX, (int64_t)INT32_MAX + 1, INT64_MAX};
  for (size_t i = 0; i < 6; i++) {
    CHECK(rocpd_occupancy_of("gfx942", &(rocpd_kernel_needs){odd[i], 8, 0, 16, 0}, &o) && (o.waves == ROCPD_NULL || (o.waves >= 1 && o.waves <= 8)));
    CHECK(rocpd_occupancy_of("gfx942", &(rocpd_kernel_needs){64, odd[i], odd[i], 16, 0}, &o) && (o.waves == ROCPD_NULL || (o.waves >= 1 && o.waves <= 8)));
    CHECK(rocpd_occupancy_of("gfx942", &(rocpd_kernel_needs){64, 8, 0, odd[i], odd[i]}, &o) && (o.waves == ROCPD_NULL || (o.waves >= 1 && o.waves <= 8)));
  }
  CHECK_INT(of("gfx942", ROCPD_NULL, 8, 16, 0).waves, ROCPD_NULL);
}

int main(void) {
  RUN(vgprs);
  RUN(memory);
  RUN(registers);
  RUN(limits);
  return test_result();
}
