/* Compares hip.def with HIP's installed headers. It is compiled, but not run. */
#include <hip/hip_runtime_api.h>
#include <hip/hiprtc.h>
template <int, class... A> void pArgs(A &...); /* hip_ext.h needs it from the compiler's headers */
#include <hip/hip_ext.h>
#include <hip/amd_detail/amd_hip_runtime_pt_api.h>
#include "hip_later.h"
#include "def_headers.h"

TAG(Stream, (std::is_same<T, hipStream_t>::value));
TAG(Dim3, (std::is_same<T, dim3>::value));
using RETURNS_hipError_t = hipError_t;
using RETURNS_hiprtcResult = hiprtcResult;
using RETURNS_hipChannelFormatDesc = hipChannelFormatDesc;
using RETURNS_text = const char *;
using RETURNS_void = void;

/* No header declares it: the type is that of its symbol, with pointers in place of references. */
void hipLaunchKernelGGLImpl(uintptr_t, const dim3 *, const dim3 *, uint32_t, hipStream_t, void **);

#define HIP SAME_FUNCTION
#define HIP_CXX(returns, f, symbol, ...) SAME_FUNCTION(returns, f, ##__VA_ARGS__)
#define HIP_COMPILER(...) /* no header declares these */
#define HIP_ENUM SAME_ENUM
#define HIP_STRUCT(type, element, words) static_assert(sizeof(type) == words * sizeof(element), #type);
#define HIP_TYPE(type, same_as) static_assert(std::is_same<type, same_as>::value, #type);
#include "hip.def"
#define HIP_FIELDS(type, bytes, text) static_assert(sizeof(type) == bytes, #type);
#define HIP_FIELDS_WAS(type, bytes, was, text) static_assert(sizeof(type) <= bytes, #type);
#include "hip_fields.def"
static_assert(hipErrorNotInitialized == 3 && HIPRTC_ERROR_INTERNAL_ERROR == 11, "what a wrapper returns without the library");
