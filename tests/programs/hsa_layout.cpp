/* Compares the collector's layout of HSA's tables (hsa_table.h) with the header of the installed ROCm (5.2), and its positions
** for ROCm 6 with known numbers. */
#include <cstddef>
#include <cstdio>
#include "hsa_api_trace.h"
#include "hsa_table.h"

static int failed, checked;

static void same(const char *what, size_t got, size_t want) {
  checked++;
  if (got == want)
    return;
  failed++;
  printf("not ok %s is at %zu, not %zu\n", what, got, want);
}

#define AT(position) (sizeof(ApiTableVersion) + (size_t)(position) * sizeof(void *))
#define HSA_CORE(returns, f, ...) same(#f, AT(COLLECT_ID_##f), offsetof(CoreApiTable, f##_fn));
#define HSA_AMD(returns, f, ...) same(#f, AT(COLLECT_AMD_1_##f), offsetof(AmdExtTable, f##_fn));
#define HSA_FINALIZER(returns, f, ...) same(#f, AT(COLLECT_ID_##f - COLLECT_HSA_AMD_END), offsetof(FinalizerExtTable, f##_fn));
#define HSA_IMAGE_6(...) /* this release does not have them */
#define HSA_IMAGE(returns, f, ...) same(#f, AT(COLLECT_ID_##f - COLLECT_HSA_FINALIZER_END), offsetof(ImageExtTable, f##_fn));
/* Positions in the amd_ext table of ROCm 6, from 0. */
#define AMD_2(f, position) same(#f " of ROCm 6", COLLECT_ID_##f - COLLECT_HSA_AMD_BEGIN, position);

int main() {
#include "hsa.def"
  same("the end of core", AT(COLLECT_HSA_CORE_END), sizeof(CoreApiTable));
  same("the end of amd_ext", AT(COLLECT_HSA_AMD_1_END), sizeof(AmdExtTable));
  same("the end of finalizer_ext", AT(COLLECT_HSA_FINALIZER_END - COLLECT_HSA_AMD_END), sizeof(FinalizerExtTable));
  same("the end of image_ext", AT(COLLECT_ID_hsa_ext_sampler_create_v2 - COLLECT_HSA_FINALIZER_END), sizeof(ImageExtTable));
  same("the end of image_ext of ROCm 6.2", AT(COLLECT_HSA_FUNCTIONS - COLLECT_HSA_FINALIZER_END), 128);
  same("version", sizeof(collect_hsa_version), sizeof(ApiTableVersion));
  same("minor_id", offsetof(collect_hsa_version, minor_id), offsetof(ApiTableVersion, minor_id));
  same("core", offsetof(collect_hsa_root, core), offsetof(HsaApiTable, core_));
  same("amd_ext", offsetof(collect_hsa_root, amd_ext), offsetof(HsaApiTable, amd_ext_));
  same("finalizer_ext", offsetof(collect_hsa_root, finalizer_ext), offsetof(HsaApiTable, finalizer_ext_));
  same("image_ext", offsetof(collect_hsa_root, image_ext), offsetof(HsaApiTable, image_ext_));
  AMD_2(hsa_amd_memory_async_copy, 15)
  AMD_2(hsa_amd_memory_async_copy_on_engine, 16)
  AMD_2(hsa_amd_agent_memory_pool_get_info, 18)
  AMD_2(hsa_amd_signal_create, 33)
  AMD_2(hsa_amd_queue_intercept_create, 37)
  AMD_2(hsa_amd_queue_intercept_register, 38)
  AMD_2(hsa_amd_memory_async_copy_rect, 40)
  AMD_2(hsa_amd_svm_prefetch_async, 48)
  AMD_2(hsa_amd_queue_cu_get_mask, 52)
  AMD_2(hsa_amd_vmem_get_alloc_properties_from_handle, 66)
  AMD_2(hsa_amd_agent_set_async_scratch_limit, 67)
  AMD_2(hsa_amd_vmem_address_reserve_align, 69)
  AMD_2(hsa_amd_enable_logging, 70)
  same("the end of amd_ext of ROCm 6.0", AT(COLLECT_ID_hsa_amd_agent_set_async_scratch_limit - COLLECT_HSA_AMD_BEGIN), 552);
  same("the end of amd_ext of ROCm 6.2", AT(COLLECT_ID_hsa_amd_enable_logging - COLLECT_HSA_AMD_BEGIN), 576);
  same("the end of amd_ext of ROCm 7.0", AT(COLLECT_HSA_AMD_END - COLLECT_HSA_AMD_BEGIN), 608);
  same("core of all releases", AT(COLLECT_HSA_CORE_END), 1016);
  if (!failed)
    printf("ok %d positions in HSA's tables\n", checked);
  return failed > 0;
}
