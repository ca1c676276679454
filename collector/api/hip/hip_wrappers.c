/* Wrappers of HIP's functions: hip.def, line by line (see wrapper.h). */
#include "export.h"
#include "hip.h"
#include "wrapper.h"
#include <string.h>

/* What a function of hip.def returns: the type here, what is recorded of it, what
** stands in for the function while HIP's library is absent. */
#define RETURNS_hipError_t           int,                  NUMBER,  COLLECT_HIP_ERROR
#define RETURNS_hiprtcResult         int,                  NUMBER,  COLLECT_HIP_RTC
#define RETURNS_text                 const char *,         VALUE,   COLLECT_HIP_TEXT
#define RETURNS_address              void *,               VALUE,   COLLECT_HIP_NOTHING
#define RETURNS_hipChannelFormatDesc hipChannelFormatDesc, VALUE,   COLLECT_HIP_STRUCT
#define RETURNS_void                 void,                 NOTHING, COLLECT_HIP_NOTHING

/* Where the stream is not an argument like others. hipLaunchConfig_t and HIP_LAUNCH_CONFIG
** have it after 32 bytes. */
static inline void *spt_stream(void *stream) { return stream && stream != COLLECT_NO_STREAM ? stream : COLLECT_HIP_THREAD_STREAM; }
static inline void *config_stream(const void *config) {
  void *stream = COLLECT_NO_STREAM;
  if (config)
    memcpy(&stream, (const char *)config + 32, sizeof stream);
  return stream;
}

/* function_ID and the function c_name, where these are not the name. */
#define WRAPPER(...) WRAPPER_(__VA_ARGS__)
#define WRAPPER_(type, result, absent, stream, id, name, c_name, more, before, after, ...) \
  COLLECT_FUNCTION_CALLED(id, name, (.api = &collect_hip_api[absent], COLLECT_FIELDS more), ##__VA_ARGS__) \
  type c_name(COLLECT_PARAMETERS(__VA_ARGS__)); \
  COLLECT_WRAPPER_FOR(stream, COLLECT_HIP, type, result, id, c_name, before, after, ##__VA_ARGS__)
#define AMONG(...) COLLECT_STREAM_AMONG(__VA_ARGS__)
#define EXPORTED(f) COLLECT_EXPORT_AS(f, #f, HIP_SYMBOL_VERSION)

#define RUNTIME .category = "HIP_RUNTIME_API_EXT"
#define COMPILER .category = "HIP_COMPILER_API_EXT"

#define HIP_STRUCT(type, word_type, words) typedef struct type { word_type word[words]; } type;
#define HIP_TYPE(type, same_as) typedef same_as type;
#define HIP_ENUM COLLECT_ENUM
#define HIP_TABLE(returns, f, ...) WRAPPER(RETURNS_##returns, AMONG(__VA_ARGS__), f, #f, f, (RUNTIME), , , ##__VA_ARGS__)
#define HIP(returns, f, ...) HIP_TABLE(returns, f, ##__VA_ARGS__) EXPORTED(f)
#define HIP_SPT(returns, f, ...) WRAPPER(RETURNS_##returns, spt_stream(AMONG(__VA_ARGS__)), f, #f, f, (RUNTIME), , , ##__VA_ARGS__) EXPORTED(f)
#define HIP_CONFIG(returns, f, ...) WRAPPER(RETURNS_##returns, config_stream(config), f, #f, f, (RUNTIME), , , ##__VA_ARGS__) EXPORTED(f)
#define HIP_COMPILER(returns, f, ...) WRAPPER(RETURNS_##returns, AMONG(__VA_ARGS__), f, #f, f, (COMPILER), , , ##__VA_ARGS__) EXPORTED(f)
#define HIP_CXX(returns, f, mangled, ...) \
  WRAPPER(RETURNS_##returns, AMONG(__VA_ARGS__), cxx_##f, #f, collect_cxx_##f, (RUNTIME, .symbol = #mangled), , , ##__VA_ARGS__) \
  COLLECT_EXPORT_AS(collect_cxx_##f, #mangled, HIP_SYMBOL_VERSION)
#define HIP_CXX_5(returns, f, mangled, ...) \
  HIP_CXX(returns, f, mangled, ##__VA_ARGS__) \
  HIP(returns, f, ##__VA_ARGS__)
#define HIP_AFTER(returns, f, ...) \
  WRAPPER(RETURNS_##returns, AMONG(__VA_ARGS__), f, #f, f, (RUNTIME), , collect_after_##f(result, COLLECT_NAMES(__VA_ARGS__));, ##__VA_ARGS__) EXPORTED(f)
#define HIP_AROUND(returns, f, ...) \
  WRAPPER(RETURNS_##returns, AMONG(__VA_ARGS__), f, #f, f, (RUNTIME), uint64_t before = collect_before_##f(COLLECT_NAMES(__VA_ARGS__));, \
          collect_after_##f(result, before, COLLECT_NAMES(__VA_ARGS__));, ##__VA_ARGS__) EXPORTED(f)
#include "hip.def"

static const collect_export exports[] = {
#define HIP(returns, f, ...) {#f, (void *)f, &function_##f, NULL},
#define HIP_TABLE(...)
#define HIP_CXX(returns, f, mangled, ...) {#mangled, (void *)collect_cxx_##f, &function_cxx_##f, NULL},
#define HIP_CXX_5(returns, f, mangled, ...) HIP_CXX(returns, f, mangled) HIP(returns, f)
#include "hip.def"
};
COLLECT_EXPORTS(hip) = {exports, sizeof exports / sizeof *exports};
