/* Wrappers of HIP's functions: hip.def, line by line (see wrapper.h). */
#include "export.h"
#include "hip.h"
#include "wrapper.h"

/* What a function of hip.def returns: the type here, what is recorded of it, what
** stands in for the function while HIP's library is absent. */
#define RETURNS_hipError_t           int,                  NUMBER,  COLLECT_HIP_ERROR
#define RETURNS_hiprtcResult         int,                  NUMBER,  COLLECT_HIP_RTC
#define RETURNS_text                 const char *,         VALUE,   COLLECT_HIP_TEXT
#define RETURNS_address              void *,               VALUE,   COLLECT_HIP_NOTHING
#define RETURNS_hipChannelFormatDesc hipChannelFormatDesc, VALUE,   COLLECT_HIP_STRUCT
#define RETURNS_void                 void,                 NOTHING, COLLECT_HIP_NOTHING

/* c_name is the function's name in C, where that is not its symbol. */
#define WRAPPER(...) WRAPPER_(__VA_ARGS__)
#define WRAPPER_(type, result, absent, f, c_name, symbol, more, before, after, ...) \
  COLLECT_FUNCTION(f, (.api = &collect_hip_api[absent], COLLECT_FIELDS more), ##__VA_ARGS__) \
  type c_name(COLLECT_PARAMETERS(__VA_ARGS__)); \
  COLLECT_WRAPPER(COLLECT_HIP, type, result, f, c_name, before, after, ##__VA_ARGS__) \
  COLLECT_EXPORT_AS(c_name, symbol, HIP_SYMBOL_VERSION)

#define RUNTIME .category = "HIP_RUNTIME_API_EXT"
#define COMPILER .category = "HIP_COMPILER_API_EXT"

#define HIP_STRUCT(type, word_type, words) typedef struct type { word_type word[words]; } type;
#define HIP_TYPE(type, same_as) typedef same_as type;
#define HIP_ENUM COLLECT_ENUM
#define HIP(returns, f, ...) WRAPPER(RETURNS_##returns, f, f, #f, (RUNTIME), , , ##__VA_ARGS__)
#define HIP_COMPILER(returns, f, ...) WRAPPER(RETURNS_##returns, f, f, #f, (COMPILER), , , ##__VA_ARGS__)
#define HIP_CXX(returns, f, mangled, ...) \
  WRAPPER(RETURNS_##returns, f, collect_cxx_##f, #mangled, (RUNTIME, .symbol = #mangled), , , ##__VA_ARGS__)
#define HIP_AFTER(returns, f, ...) \
  WRAPPER(RETURNS_##returns, f, f, #f, (RUNTIME), , collect_after_##f(result, COLLECT_NAMES(__VA_ARGS__));, ##__VA_ARGS__)
#define HIP_AROUND(returns, f, ...) \
  WRAPPER(RETURNS_##returns, f, f, #f, (RUNTIME), uint64_t before = collect_before_##f(COLLECT_NAMES(__VA_ARGS__));, \
          collect_after_##f(result, before, COLLECT_NAMES(__VA_ARGS__));, ##__VA_ARGS__)
#include "hip.def"

static const collect_export exports[] = {
#define HIP(returns, f, ...) {#f, (void *)f, &function_##f, NULL},
#define HIP_CXX(returns, f, mangled, ...) {#mangled, (void *)collect_cxx_##f, &function_##f, NULL},
#include "hip.def"
};
COLLECT_EXPORTS(hip) = {exports, sizeof exports / sizeof *exports};
