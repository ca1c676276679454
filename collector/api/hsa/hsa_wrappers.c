/* Wrappers of HSA's functions, made from hsa.def line by line (see wrapper.h). They are placed in the runtime's table, over our hooks. */
#include "hsa_api.h"
#include "wrapper.h"

/* What a function of hsa.def returns: the type used here, and whether it is recorded. */
#define RETURNS_hsa_status_t       int,                NUMBER
#define RETURNS_hsa_signal_value_t hsa_signal_value_t, NUMBER
#define RETURNS_uint32_t           uint32_t,           NUMBER
#define RETURNS_uint64_t           uint64_t,           NUMBER
#define RETURNS_void               void,               NOTHING

#define WRAPPER(...) WRAPPER_(__VA_ARGS__)
#define WRAPPER_(type, result, f, table, ...) \
  COLLECT_FUNCTION(f, (.category = table, .api = &collect_hsa_api), ##__VA_ARGS__) \
  static COLLECT_WRAPPER(COLLECT_HSA, type, result, f, wrap_##f, , , ##__VA_ARGS__)

#define HSA_FIELDS COLLECT_FIELDS_OF
#include "hsa_fields.def"
#define HSA_ENUM COLLECT_ENUM
#define HSA_CORE(returns, f, ...) WRAPPER(RETURNS_##returns, f, rocz_category_hsa, ##__VA_ARGS__)
#define HSA_AMD(returns, f, ...) WRAPPER(RETURNS_##returns, f, rocz_category_hsa_amd, ##__VA_ARGS__)
#define HSA_AMD_6 HSA_AMD
#define HSA_FINALIZER(returns, f, ...) WRAPPER(RETURNS_##returns, f, rocz_category_hsa_finalizer, ##__VA_ARGS__)
#define HSA_IMAGE(returns, f, ...) WRAPPER(RETURNS_##returns, f, rocz_category_hsa_image, ##__VA_ARGS__)
#include "hsa.def"

const collect_hsa_wrapper collect_hsa_wrappers[] = {
#define HSA(returns, f, ...) {COLLECT_ID_##f, (void *)wrap_##f, &function_##f},
#include "hsa.def"
};
const unsigned collect_hsa_wrapper_count = sizeof collect_hsa_wrappers / sizeof *collect_hsa_wrappers;
