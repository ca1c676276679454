/* Domains, groups and events of categories (model/domain.h), as domains.def and the formats' descriptions have them. */
#include "domain.h"
#include "test.h"

static const char *domain_of(const char *category) {
  const rocz_domain *d = rocpd_domain_of(category);
  return d ? d->name : "none";
}

static void domains(void) {
  static const char *const is[][2] = {
    {"HIP_RUNTIME_API_EXT", "hip"}, {"HIP_RUNTIME_API", "hip"}, {"hip_runtime_api", "hip"}, {"rocm_hip_api", "hip"}, {"ROCM_HIP_API", "none"},
    {"HIP_COMPILER_API", "hip_compiler"},
    {"HIP_STREAM", "none"}, {"HSA_CORE_API", "hsa"}, {"HSA_AMD_EXT_API", "hsa"}, {"rocm_hsa_api", "hsa"}, {"MARKER_CORE_API", "markers"},
    {"MARKER_CORE_RANGE_API", "markers"},
    {"MARKER", "markers"}, {"MARKE", "none"}, {"rocm_marker_api", "markers"}, {"RCCL_API", "rccl"}, {"ROCDECODE_API_EXT", "rocdecode"},
    {"ROCJPEG_API", "rocjpeg"},
    {"PYTHON", "python"}, {"python", "python"}, {"Python", "none"}, {"KERNEL_ARGUMENTS", "kernel arguments"}, {"KERNEL_DISPATCH", "kernels"},
    {"MEMORY_COPY", "copies"},
    {"MEMORY_ALLOCATION", "allocations"}, {"SCRATCH_MEMORY", "scratch"}, {"HIP_EVENT", "hip_events"}, {"BARRIER_PACKET", "barriers"}, {"RPD_API", "none"},
    {"", "none"}, {"pthread", "none"}};
  for (size_t i = 0; i < sizeof is / sizeof *is; i++) CHECK_TEXT(domain_of(is[i][0]), is[i][1]);
  CHECK(rocpd_domain_named("kernel arguments") == &rocz_domains[ROCZ_DOMAIN_kernel_arguments]);
  CHECK(!rocpd_domain_named("HIP") && !rocpd_domain_named(""));
}

static void sorts(void) {
  CHECK(rocpd_is_marker_category("MARKER_CORE_API") && rocpd_is_marker_category("rocm_marker_api") && !rocpd_is_marker_category("PYTHON"));
  CHECK(rocpd_is_program_category("MARKER_CORE_API") && rocpd_is_program_category("PYTHON") && rocpd_is_program_category("python"));
  CHECK(!rocpd_is_program_category("HIP_RUNTIME_API_EXT") && !rocpd_is_program_category("other"));
}

static void groups(void) {
  static const struct { const char *category; enum rocz_group_id group; enum rocz_paradigm paradigm; } is[] = {
    {"HIP_RUNTIME_API", ROCZ_GROUP_HIP, ROCZ_HIP}, {"HIP_STREAM", ROCZ_GROUP_HIP, ROCZ_HIP}, {"rocm_hip_stream", ROCZ_GROUP_HIP, ROCZ_HIP},
    {"HSA_AMD_EXT_API", ROCZ_GROUP_HSA, ROCZ_HIP},
    {"marker", ROCZ_GROUP_MARKER, ROCZ_USER}, {"rocm_marker_api", ROCZ_GROUP_MARKER, ROCZ_USER}, {"RCCL_API", ROCZ_GROUP_RCCL, ROCZ_HIP},
    {"rocm_rocjpeg_api", ROCZ_GROUP_ROCJPEG, ROCZ_HIP},
    {"OMP_TARGET", ROCZ_GROUP_OPENMP, ROCZ_OPENMP}, {"OpenMP", ROCZ_GROUP_OPENMP, ROCZ_OPENMP}, {"mpi", ROCZ_GROUP_MPI, ROCZ_MPI},
    {"PYTHON", ROCZ_GROUP_OTHER, ROCZ_HIP},
    {"HIP", ROCZ_GROUP_OTHER, ROCZ_HIP}, {"", ROCZ_GROUP_OTHER, ROCZ_HIP}};
  for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
    CHECK_INT(rocpd_group_of(is[i].category), is[i].group);
    CHECK_INT(rocz_groups[is[i].group].paradigm, is[i].paradigm);
  }
}

/* The classes of the plugin for CTF. */
static void events(void) {
  CHECK_TEXT(rocpd_domain_event("HIP_RUNTIME_API"), "hip_runtime");
  CHECK_TEXT(rocpd_domain_event("HIP_RUNTIME_API_EXT"), "hip_runtime");
  CHECK_TEXT(rocpd_domain_event("HIP_COMPILER_API_EXT"), "hip_compiler");
  CHECK_TEXT(rocpd_domain_event("HSA_CORE_API"), "hsa_core");
  CHECK_TEXT(rocpd_domain_event("HSA_AMD_EXT_API"), "hsa_amd_ext");
  CHECK_TEXT(rocpd_domain_event("MARKER_CORE_API"), "marker_core");
  CHECK(!rocpd_domain_event("MARKER_CORE_RANGE_API") && !rocpd_domain_event("HSA_IMAGE_EXT_API") && !rocpd_domain_event("RCCL_API") && !rocpd_domain_event(""));
}

static const char *category_of(const char *function) {
  const char *category = rocpd_category_of_function(function, strlen(function));
  return category ? category : "none";
}

static void functions(void) {
  CHECK_TEXT(category_of("hipMalloc"), "HIP_RUNTIME_API_EXT");
  CHECK_TEXT(category_of("__hipPushCallConfiguration"), "HIP_COMPILER_API_EXT");
  CHECK_TEXT(category_of("hsa_init"), "HSA_CORE_API");
  CHECK_TEXT(category_of("hsa_amd_memory_pool_allocate"), "HSA_AMD_EXT_API");
  CHECK_TEXT(category_of("hsa_ext_image_create"), "HSA_IMAGE_EXT_API");
  CHECK_TEXT(category_of("hsa_ext_sampler_create"), "HSA_IMAGE_EXT_API");
  CHECK_TEXT(category_of("hsa_ext_program_create"), "HSA_FINALIZE_EXT_API");
  CHECK_TEXT(category_of("hsa_ext_other"), "HSA_CORE_API");
  CHECK_TEXT(category_of("_hip"), "none");
  CHECK_TEXT(category_of(""), "none");
  CHECK(!rocpd_category_of_function("hipMalloc", 2)); /* the text is longer than the name */
}

int main(void) {
  RUN(domains);
  RUN(sorts);
  RUN(groups);
  RUN(events);
  RUN(functions);
  return test_result();
}
