/* Wrappers of HIP's functions: hip.def, line by line (see wrapper.h). */
#include "export.h"
#include "hip.h"
#include "table.h"
#include "wrapper.h"
#include <string.h>

/* What a function of hip.def returns: the type used here, whether it is recorded, and what stands in while HIP's library is absent. */
#define RETURNS_hipError_t           int,                  NUMBER,  COLLECT_HIP_ERROR
#define RETURNS_hiprtcResult         int,                  NUMBER,  COLLECT_HIP_RTC
#define RETURNS_text                 const char *,         VALUE,   COLLECT_HIP_TEXT
#define RETURNS_address              void *,               VALUE,   COLLECT_HIP_NOTHING
#define RETURNS_hipChannelFormatDesc hipChannelFormatDesc, VALUE,   COLLECT_HIP_STRUCT
#define RETURNS_void                 void,                 NOTHING, COLLECT_HIP_NOTHING

/* The stream, if it is not passed like others. hipLaunchConfig_t and HIP_LAUNCH_CONFIG have it at byte 32. */
static inline void *spt_stream(void *stream) { return stream && stream != COLLECT_NO_STREAM ? stream : COLLECT_HIP_THREAD_STREAM; }
static inline void *config_stream(const void *config) {
  void *stream = COLLECT_NO_STREAM;
  if (config)
    memcpy(&stream, (const char *)config + 32, sizeof stream);
  return stream;
}

/* A traced function has three parts: jump_ID, which callers by symbol reach; wrap_ID, the wrapper, which records; function_ID,
** its description. Tables also have functions that no library exports. */
#define WRAPPER(...) WRAPPER_(__VA_ARGS__)
#define WRAPPER_(type, result, absent, apis, stream, id, name, mangled, before, after, ...) \
  COLLECT_NAMED static type wrap_##id(COLLECT_PARAMETERS(__VA_ARGS__)); \
  COLLECT_FUNCTION_CALLED(id, name, (.api = &apis[absent], .symbol = mangled), ##__VA_ARGS__) \
  COLLECT_WRAPPER_FOR(stream, COLLECT_HIP, type, result, id, wrap_##id, before, after, ##__VA_ARGS__) \
  COLLECT_NAMED static COLLECT_ENTRY(type, id, jump_##id, ##__VA_ARGS__)
#define AMONG(...) COLLECT_STREAM_AMONG(__VA_ARGS__)
#define EXPORTED(f) COLLECT_EXPORT_AS(jump_##f, #f, HIP_SYMBOL_VERSION)
/* A function f of the usual kind. */
#define COMMON(returns, stream, f, before, after, ...) WRAPPER(RETURNS_##returns, collect_hip_api, stream, f, #f, NULL, before, after, ##__VA_ARGS__)

#define HIP_FIELDS COLLECT_FIELDS_OF
#include "hip_fields.def"
#define HIP_STRUCT(type, word_type, words) typedef struct type { word_type word[words]; } type;
#define HIP_TYPE(type, same_as) typedef same_as type;
#define HIP_ENUM COLLECT_ENUM
#define HIP_TABLE(returns, f, ...) COMMON(returns, AMONG(__VA_ARGS__), f, , , ##__VA_ARGS__)
#define HIP(returns, f, ...) HIP_TABLE(returns, f, ##__VA_ARGS__) EXPORTED(f)
#define HIP_SPT(returns, f, ...) COMMON(returns, spt_stream(AMONG(__VA_ARGS__)), f, , , ##__VA_ARGS__) EXPORTED(f)
#define HIP_CONFIG(returns, f, ...) COMMON(returns, config_stream(config), f, , , ##__VA_ARGS__) EXPORTED(f)
#define HIP_AFTER(returns, f, ...) COMMON(returns, AMONG(__VA_ARGS__), f, , collect_after_##f(result, COLLECT_NAMES(__VA_ARGS__));, ##__VA_ARGS__) EXPORTED(f)
#define HIP_WAITS(returns, f, ...) COMMON(returns, AMONG(__VA_ARGS__), f, , collect_after_wait(result);, ##__VA_ARGS__) EXPORTED(f)
#define HIP_SPT_WAITS(returns, f, ...) COMMON(returns, spt_stream(AMONG(__VA_ARGS__)), f, , collect_after_wait(result);, ##__VA_ARGS__) EXPORTED(f)
#define HIP_AROUND(returns, f, ...) \
  COMMON(returns, AMONG(__VA_ARGS__), f, uint64_t before = collect_before_##f(COLLECT_NAMES(__VA_ARGS__));, \
         collect_after_##f(result, before, COLLECT_NAMES(__VA_ARGS__));, ##__VA_ARGS__) EXPORTED(f)
#define HIP_COMPILER(returns, f, ...) \
  WRAPPER(RETURNS_##returns, collect_hip_compiler_api, AMONG(__VA_ARGS__), f, #f, NULL, , , ##__VA_ARGS__) EXPORTED(f)
#define HIP_CXX(returns, f, mangled, ...) \
  WRAPPER(RETURNS_##returns, collect_hip_api, AMONG(__VA_ARGS__), cxx_##f, #f, #mangled, , , ##__VA_ARGS__) \
  COLLECT_EXPORT_AS(jump_cxx_##f, #mangled, HIP_SYMBOL_VERSION)
#define HIP_CXX_5(returns, f, mangled, ...) \
  HIP_CXX(returns, f, mangled, ##__VA_ARGS__) \
  HIP(returns, f, ##__VA_ARGS__)
#include "hip.def"

#define HIP(returns, f, ...) COLLECT_NEAR(collect_hip_exports, jump_##f, function_##f)
#define HIP_TABLE(...)
#define HIP_CXX(returns, f, mangled, ...) COLLECT_NEAR(collect_hip_exports, jump_cxx_##f, function_cxx_##f)
#define HIP_CXX_5(returns, f, mangled, ...) HIP_CXX(returns, f, mangled) HIP(returns, f)
#include "hip.def"
COLLECT_NEAR_TABLE(collect_hip_exports)
COLLECT_EXPORTS(hip) = {.near = __start_collect_hip_exports, .near_end = __stop_collect_hip_exports, .witness = "hipGetDevice"};

/* ---- HIP's dispatch tables ---- */

/* A function's position is the number of its line. */
#define HIP_SLOT(f) COLLECT_NEAR(collect_hip_slots, wrap_##f, function_##f)
#define HIP_SLOT_OUT(f) COLLECT_NEAR_NONE(collect_hip_slots)
#include "hip_table.def"
COLLECT_NEAR_TABLE(collect_hip_slots)
#define HIP_COMPILER_SLOT(f) COLLECT_NEAR(collect_hip_compiler_slots, wrap_##f, function_##f)
#include "hip_table.def"
COLLECT_NEAR_TABLE(collect_hip_compiler_slots)
/* Placed even if calls are not recorded: wrappers report streams, graphs and memory to other parts. */
COLLECT_TABLE(hip) = {.library = "hip", .near = __start_collect_hip_slots, .near_end = __stop_collect_hip_slots, .symbols_lead_here = true,
                      .from = 60100, .before = 80000};
COLLECT_TABLE(hip_compiler) = {.library = "hip_compiler", .near = __start_collect_hip_compiler_slots, .near_end = __stop_collect_hip_compiler_slots,
                               .symbols_lead_here = true, .from = 60100, .before = 80000};
