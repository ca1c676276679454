/* Hooks over HIP's functions that launch kernels, fills, copies and graphs. Most serve the mode in which another thread submits:
** see launch.h and link.c. */
#include <hip/hip_runtime_api.h>
#include <hip/hiprtc.h>
#include "detour.h"
#include "device.h"
#include "hip.h"
#include "launch.h"

/* ---- asking HIP, without a row ---- */

/* HIP's functions. All of them exist when a hook runs. */
#define HIP(type, f, ...) COLLECT_NEXT(type(__VA_ARGS__), #f, collect_hip_sonames)

/* What a stream gets while it is captured runs later, as a graph. */
static _Atomic int captures;
static bool is_captured(hipStream_t stream) {
  if (!atomic_load_explicit(&captures, memory_order_relaxed)) return false;
  hipStreamCaptureStatus status = hipStreamCaptureStatusNone;
  hipError_t (*get)(hipStream_t, hipStreamCaptureStatus *) =
      HIP(hipError_t, hipStreamIsCapturing, hipStream_t, hipStreamCaptureStatus *);
  return get && get(stream, &status) == hipSuccess && status != hipStreamCaptureStatusNone;
}

/* The current device; the first one if HIP does not say. */
static int used_device(void) {
  int device = collect_hip_device();
  return device < 0 ? 0 : device;
}

static uint64_t push(hipStream_t stream, const collect_launch *what) {
  COLLECT_BRIEF_BEGIN(brief);
  uint64_t ticket = is_captured(stream) ? 0 : collect_link_push(stream, stream ? 0 : used_device(), what);
  collect_brief_end(&brief);
  return ticket;
}

static hipError_t finish(uint64_t ticket, hipError_t result) {
  if (ticket && result != hipSuccess) collect_link_drop(ticket);
  return result;
}

/* ---- kernels ---- */

static uint64_t hash_of_host_function(const void *function, hipStream_t stream) {
  const char *(*name)(const void *, hipStream_t) = HIP(const char *, hipKernelNameRefByPtr, const void *, hipStream_t);
  const char *text = name ? name(function, stream) : NULL;
  return text ? collect_kernel_hash(text) : 0;
}
static uint64_t hash_of_function(hipFunction_t function) {
  const char *(*name)(hipFunction_t) = HIP(const char *, hipKernelNameRef, hipFunction_t);
  const char *text = name && function ? name(function) : NULL;
  return text ? collect_kernel_hash(text) : 0;
}

static uint64_t push_groups(hipStream_t stream, uint64_t hash, dim3 groups, dim3 group, bool cooperative) {
  return push(stream, &(collect_launch){.kind = COLLECT_LINK_KERNEL,
                                        .name_hash = hash,
                                        .cooperative = cooperative,
                                        .grid = {groups.x * group.x, groups.y * group.y, groups.z * group.z},
                                        .workgroup = {group.x, group.y, group.z}});
}
static uint64_t push_host(hipStream_t stream, const void *function, dim3 groups, dim3 group, bool cooperative) {
  COLLECT_BRIEF_BEGIN(brief);
  uint64_t hash = hash_of_host_function(function, stream);
  collect_brief_end(&brief);
  return push_groups(stream, hash, groups, group, cooperative);
}
static uint64_t push_module(hipStream_t stream, hipFunction_t function, dim3 groups, dim3 group, bool cooperative) {
  COLLECT_BRIEF_BEGIN(brief);
  uint64_t hash = hash_of_function(function);
  collect_brief_end(&brief);
  return push_groups(stream, hash, groups, group, cooperative);
}

/* HOOK(function, (parameters), (arguments), the ticket of what is pushed) */
#define HOOK(f, parameters, arguments, pushed)                                                                         \
  static hipError_t (*next_##f) parameters;                                                                            \
  static hipError_t hook_##f parameters {                                                                              \
    uint64_t ticket = pushed;                                                                                          \
    return finish(ticket, next_##f arguments);                                                                         \
  }                                                                                                                    \
  COLLECT_HOOK(f, COLLECT_HOOK_LINKS);
/* The same for a function that returns when the work is done. */
#define WAITING_HOOK(f, parameters, arguments, pushed)                                                                 \
  static hipError_t (*next_##f) parameters;                                                                            \
  static hipError_t hook_##f parameters {                                                                              \
    uint64_t ticket = pushed;                                                                                          \
    hipError_t result = next_##f arguments;                                                                            \
    collect_link_drop(ticket);                                                                                         \
    return result;                                                                                                     \
  }                                                                                                                    \
  COLLECT_HOOK(f, COLLECT_HOOK_LINKS);

HOOK(hipLaunchKernel, (const void *f, dim3 groups, dim3 group, void **args, size_t lds, hipStream_t stream),
     (f, groups, group, args, lds, stream), push_host(stream, f, groups, group, false))
HOOK(hipLaunchKernel_spt, (const void *f, dim3 groups, dim3 group, void **args, size_t lds, hipStream_t stream),
     (f, groups, group, args, lds, stream), push_host(stream ? stream : hipStreamPerThread, f, groups, group, false))
HOOK(hipExtLaunchKernel,
     (const void *f, dim3 groups, dim3 group, void **args, size_t lds, hipStream_t stream, hipEvent_t start,
      hipEvent_t stop, int flags),
     (f, groups, group, args, lds, stream, start, stop, flags), push_host(stream, f, groups, group, false))
HOOK(hipLaunchCooperativeKernel,
     (const void *f, dim3 groups, dim3 group, void **args, unsigned lds, hipStream_t stream),
     (f, groups, group, args, lds, stream), push_host(stream, f, groups, group, true))
HOOK(hipLaunchCooperativeKernel_spt,
     (const void *f, dim3 groups, dim3 group, void **args, uint32_t lds, hipStream_t stream),
     (f, groups, group, args, lds, stream), push_host(stream ? stream : hipStreamPerThread, f, groups, group, true))
HOOK(hipModuleLaunchKernel,
     (hipFunction_t f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned lds,
      hipStream_t stream, void **args, void **extra),
     (f, gx, gy, gz, bx, by, bz, lds, stream, args, extra),
     push_module(stream, f, (dim3){gx, gy, gz}, (dim3){bx, by, bz}, false))

/* These functions count work-items, not groups. */
static uint64_t push_items(hipStream_t stream, hipFunction_t f, const uint32_t grid[3], const uint32_t group[3]) {
  COLLECT_BRIEF_BEGIN(brief);
  uint64_t hash = hash_of_function(f);
  collect_brief_end(&brief);
  return push(stream, &(collect_launch){.kind = COLLECT_LINK_KERNEL,
                                        .name_hash = hash,
                                        .grid = {grid[0], grid[1], grid[2]},
                                        .workgroup = {group[0], group[1], group[2]}});
}
HOOK(hipExtModuleLaunchKernel,
     (hipFunction_t f, uint32_t gx, uint32_t gy, uint32_t gz, uint32_t bx, uint32_t by, uint32_t bz, size_t lds,
      hipStream_t stream, void **args, void **extra, hipEvent_t start, hipEvent_t stop, uint32_t flags),
     (f, gx, gy, gz, bx, by, bz, lds, stream, args, extra, start, stop, flags),
     push_items(stream, f, (uint32_t[3]){gx, gy, gz}, (uint32_t[3]){bx, by, bz}))
HOOK(hipHccModuleLaunchKernel,
     (hipFunction_t f, uint32_t gx, uint32_t gy, uint32_t gz, uint32_t bx, uint32_t by, uint32_t bz, size_t lds,
      hipStream_t stream, void **args, void **extra, hipEvent_t start, hipEvent_t stop),
     (f, gx, gy, gz, bx, by, bz, lds, stream, args, extra, start, stop),
     push_items(stream, f, (uint32_t[3]){gx, gy, gz}, (uint32_t[3]){bx, by, bz}))

HOOK(hipModuleLaunchCooperativeKernel,
     (hipFunction_t f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned lds,
      hipStream_t stream, void **args),
     (f, gx, gy, gz, bx, by, bz, lds, stream, args),
     push_module(stream, f, (dim3){gx, gy, gz}, (dim3){bx, by, bz}, true))

/* HIP 7's; hipLaunchConfig_t and HIP_LAUNCH_CONFIG begin alike. */
typedef struct launch_config { dim3 groups, group; size_t lds; hipStream_t stream; } launch_config;
HOOK(hipLaunchKernelExC, (const launch_config *c, const void *f, void **args), (c, f, args),
     c ? push_host(c->stream, f, c->groups, c->group, false) : 0)
HOOK(hipDrvLaunchKernelEx, (const launch_config *c, hipFunction_t f, void **args, void **extra), (c, f, args, extra),
     c ? push_module(c->stream, f, c->groups, c->group, false) : 0)

/* One launch on each device. */
static void push_all(const hipLaunchParams *list, int count) {
  for (int i = 0; list && i < count; i++)
    push_host(list[i].stream, list[i].func, list[i].gridDim, list[i].blockDim, true);
}
HOOK(hipLaunchCooperativeKernelMultiDevice, (hipLaunchParams * list, int count, unsigned flags), (list, count, flags),
     (push_all(list, count), 0))
HOOK(hipExtLaunchMultiKernelMultiDevice, (hipLaunchParams * list, int count, unsigned flags), (list, count, flags),
     (push_all(list, count), 0))

/* ---- fills and copies ---- */

#define OF_THREAD(stream) ((stream) ? (stream) : hipStreamPerThread)
#define FILL(to_stream, to, bytes)                                                                                     \
  push(to_stream, &(collect_launch){.kind = COLLECT_LINK_FILL, .dst = (const void *)(to), .dst_size = (bytes)})
#define COPY_LAUNCH(to, to_bytes, from, from_bytes, moved)                                                             \
  &(collect_launch){.kind = COLLECT_LINK_COPY,                                                                         \
                    .dst = (const void *)(to),                                                                         \
                    .dst_size = (to_bytes),                                                                            \
                    .src = (const void *)(from),                                                                       \
                    .src_size = (from_bytes),                                                                          \
                    .bytes = (moved)}
#define COPY_AREA(to_stream, kind, to, to_bytes, from, from_bytes, moved)                                              \
  push_copy(to_stream, kind, COPY_LAUNCH(to, to_bytes, from, from_bytes, moved))
#define COPY(to_stream, kind, to, to_bytes, from, from_bytes)                                                          \
  COPY_AREA(to_stream, kind, to, to_bytes, from, from_bytes, (to_bytes) ? (to_bytes) : (from_bytes))
#define COPY_BETWEEN_DEVICES(to_stream, to, to_bytes, from, from_bytes)                                                \
  push(to_stream, COPY_LAUNCH(to, to_bytes, from, from_bytes, to_bytes))

/* Notes the kind of the host's memory, if the call says which side is the host's. Asking takes the runtime some time. */
static uint64_t push_copy(hipStream_t stream, hipMemcpyKind kind, collect_launch *what) {
  if (kind != hipMemcpyDeviceToDevice)
    collect_host_memory_now = what->host_memory =
      collect_host_memory_of(kind == hipMemcpyHostToDevice ? NULL : what->dst, kind == hipMemcpyDeviceToHost ? NULL : what->src);
  return collect_link_wanted() ? push(stream, what) : 0;
}

/* Hooks of copies that may use host memory, if copies are recorded: they ask for the kind of memory first. */
#define COPY_HOOK_THEN(f, parameters, arguments, pushed, then)                                                         \
  static hipError_t (*next_##f) parameters;                                                                            \
  static hipError_t hook_##f parameters {                                                                              \
    uint32_t before = collect_host_memory_now;                                                                         \
    uint64_t ticket = pushed;                                                                                          \
    hipError_t result = next_##f arguments;                                                                            \
    collect_host_memory_now = before;                                                                                  \
    then;                                                                                                              \
    return result;                                                                                                     \
  }                                                                                                                    \
  COLLECT_HOOK(f, COLLECT_HOOK_COPIES);
#define COPY_HOOK(f, parameters, arguments, pushed) COPY_HOOK_THEN(f, parameters, arguments, pushed, finish(ticket, result))
#define WAITING_COPY_HOOK(f, parameters, arguments, pushed) COPY_HOOK_THEN(f, parameters, arguments, pushed, if (ticket) collect_link_drop(ticket))

HOOK(hipMemset, (void *dst, int value, size_t n), (dst, value, n), FILL(NULL, dst, n))
HOOK(hipMemset_spt, (void *dst, int value, size_t n), (dst, value, n), FILL(hipStreamPerThread, dst, n))
HOOK(hipMemsetAsync, (void *dst, int value, size_t n, hipStream_t stream), (dst, value, n, stream),
     FILL(stream, dst, n))
HOOK(hipMemsetD8, (hipDeviceptr_t dst, unsigned char value, size_t n), (dst, value, n), FILL(NULL, dst, n))
HOOK(hipMemsetD8Async, (hipDeviceptr_t dst, unsigned char value, size_t n, hipStream_t stream), (dst, value, n, stream),
     FILL(stream, dst, n))
HOOK(hipMemsetD16, (hipDeviceptr_t dst, unsigned short value, size_t n), (dst, value, n), FILL(NULL, dst, 2 * n))
HOOK(hipMemsetD16Async, (hipDeviceptr_t dst, unsigned short value, size_t n, hipStream_t stream),
     (dst, value, n, stream), FILL(stream, dst, 2 * n))
HOOK(hipMemsetD32, (hipDeviceptr_t dst, int value, size_t n), (dst, value, n), FILL(NULL, dst, 4 * n))
HOOK(hipMemsetD32Async, (hipDeviceptr_t dst, int value, size_t n, hipStream_t stream), (dst, value, n, stream),
     FILL(stream, dst, 4 * n))
HOOK(hipMemsetAsync_spt, (void *dst, int value, size_t n, hipStream_t stream), (dst, value, n, stream),
     FILL(OF_THREAD(stream), dst, n))
HOOK(hipMemset2D, (void *dst, size_t pitch, int value, size_t width, size_t height), (dst, pitch, value, width, height),
     FILL(NULL, dst, pitch *height))
HOOK(hipMemset2DAsync, (void *dst, size_t pitch, int value, size_t width, size_t height, hipStream_t stream),
     (dst, pitch, value, width, height, stream), FILL(stream, dst, pitch *height))
HOOK(hipMemset2DAsync_spt, (void *dst, size_t pitch, int value, size_t width, size_t height, hipStream_t stream),
     (dst, pitch, value, width, height, stream), FILL(OF_THREAD(stream), dst, pitch *height))
HOOK(hipMemset3D, (hipPitchedPtr dst, int value, hipExtent e), (dst, value, e),
     FILL(NULL, dst.ptr, dst.pitch *e.height *e.depth))
HOOK(hipMemset3DAsync, (hipPitchedPtr dst, int value, hipExtent e, hipStream_t stream), (dst, value, e, stream),
     FILL(stream, dst.ptr, dst.pitch *e.height *e.depth))
HOOK(hipMemset3DAsync_spt, (hipPitchedPtr dst, int value, hipExtent e, hipStream_t stream), (dst, value, e, stream),
     FILL(OF_THREAD(stream), dst.ptr, dst.pitch *e.height *e.depth))
#define FILL_2D(bits, type)                                                                                            \
  HOOK(hipMemsetD2D##bits, (hipDeviceptr_t dst, size_t pitch, type value, size_t width, size_t height),                \
       (dst, pitch, value, width, height), FILL(NULL, dst, pitch *height))                                             \
  HOOK(hipMemsetD2D##bits##Async,                                                                                      \
       (hipDeviceptr_t dst, size_t pitch, type value, size_t width, size_t height, hipStream_t stream),                \
       (dst, pitch, value, width, height, stream), FILL(stream, dst, pitch *height))
FILL_2D(8, unsigned char)
FILL_2D(16, unsigned short)
FILL_2D(32, unsigned)

WAITING_COPY_HOOK(hipMemcpy, (void *dst, const void *src, size_t n, hipMemcpyKind kind), (dst, src, n, kind),
                  COPY(NULL, kind, dst, n, src, n))
WAITING_COPY_HOOK(hipMemcpy_spt, (void *dst, const void *src, size_t n, hipMemcpyKind kind), (dst, src, n, kind),
                  COPY(hipStreamPerThread, kind, dst, n, src, n))
COPY_HOOK(hipMemcpyAsync, (void *dst, const void *src, size_t n, hipMemcpyKind kind, hipStream_t stream),
          (dst, src, n, kind, stream), COPY(stream, kind, dst, n, src, n))
COPY_HOOK(hipMemcpyAsync_spt, (void *dst, const void *src, size_t n, hipMemcpyKind kind, hipStream_t stream),
          (dst, src, n, kind, stream), COPY(OF_THREAD(stream), kind, dst, n, src, n))
WAITING_COPY_HOOK(hipMemcpyWithStream, (void *dst, const void *src, size_t n, hipMemcpyKind kind, hipStream_t stream),
                  (dst, src, n, kind, stream), COPY(stream, kind, dst, n, src, n))
WAITING_COPY_HOOK(hipMemcpyHtoD, (hipDeviceptr_t dst, void *src, size_t n), (dst, src, n), COPY(NULL, hipMemcpyHostToDevice, dst, n, src, n))
WAITING_COPY_HOOK(hipMemcpyDtoH, (void *dst, hipDeviceptr_t src, size_t n), (dst, src, n), COPY(NULL, hipMemcpyDeviceToHost, dst, n, src, n))
WAITING_HOOK(hipMemcpyDtoD, (hipDeviceptr_t dst, hipDeviceptr_t src, size_t n), (dst, src, n),
             COPY_BETWEEN_DEVICES(NULL, dst, n, src, n))
COPY_HOOK(hipMemcpyHtoDAsync, (hipDeviceptr_t dst, void *src, size_t n, hipStream_t stream), (dst, src, n, stream),
          COPY(stream, hipMemcpyHostToDevice, dst, n, src, n))
COPY_HOOK(hipMemcpyDtoHAsync, (void *dst, hipDeviceptr_t src, size_t n, hipStream_t stream), (dst, src, n, stream),
          COPY(stream, hipMemcpyDeviceToHost, dst, n, src, n))
HOOK(hipMemcpyDtoDAsync, (hipDeviceptr_t dst, hipDeviceptr_t src, size_t n, hipStream_t stream), (dst, src, n, stream),
     COPY_BETWEEN_DEVICES(stream, dst, n, src, n))
WAITING_HOOK(hipMemcpyPeer, (void *dst, int to, const void *src, int from, size_t n), (dst, to, src, from, n),
             COPY_BETWEEN_DEVICES(NULL, dst, n, src, n))
HOOK(hipMemcpyPeerAsync, (void *dst, int to, const void *src, int from, size_t n, hipStream_t stream),
     (dst, to, src, from, n, stream), COPY_BETWEEN_DEVICES(stream, dst, n, src, n))
WAITING_COPY_HOOK(hipMemcpyToSymbol, (const void *symbol, const void *src, size_t n, size_t offset, hipMemcpyKind kind),
                  (symbol, src, n, offset, kind), COPY(NULL, kind, NULL, 0, src, n))
COPY_HOOK(hipMemcpyToSymbolAsync,
          (const void *symbol, const void *src, size_t n, size_t offset, hipMemcpyKind kind, hipStream_t stream),
          (symbol, src, n, offset, kind, stream), COPY(stream, kind, NULL, 0, src, n))
WAITING_COPY_HOOK(hipMemcpyFromSymbol, (void *dst, const void *symbol, size_t n, size_t offset, hipMemcpyKind kind),
                  (dst, symbol, n, offset, kind), COPY(NULL, kind, dst, n, NULL, 0))
COPY_HOOK(hipMemcpyFromSymbolAsync,
          (void *dst, const void *symbol, size_t n, size_t offset, hipMemcpyKind kind, hipStream_t stream),
          (dst, symbol, n, offset, kind, stream), COPY(stream, kind, dst, n, NULL, 0))
WAITING_COPY_HOOK(hipMemcpy2D,
                  (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                   hipMemcpyKind kind),
                  (dst, dpitch, src, spitch, width, height, kind),
                  COPY_AREA(NULL, kind, dst, dpitch *height, src, spitch *height, width *height))
COPY_HOOK(hipMemcpy2DAsync,
          (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind,
           hipStream_t stream),
          (dst, dpitch, src, spitch, width, height, kind, stream),
          COPY_AREA(stream, kind, dst, dpitch *height, src, spitch *height, width *height))
COPY_HOOK(hipMemcpy2DAsync_spt,
          (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind,
           hipStream_t stream),
          (dst, dpitch, src, spitch, width, height, kind, stream),
          COPY_AREA(OF_THREAD(stream), kind, dst, dpitch *height, src, spitch *height, width *height))
/* The program's pointer may be invalid, which the runtime would report, or not notice. */
static uint64_t push_3d(hipStream_t stream, const hipMemcpy3DParms *given) {
  hipMemcpy3DParms copy, *p = &copy;
  if (collect_read(p, given, sizeof copy) < sizeof copy)
    return 0;
  return COPY_AREA(stream, p->kind, p->dstPtr.ptr, p->dstPtr.pitch * p->dstPtr.ysize * p->extent.depth, p->srcPtr.ptr,
                   p->srcPtr.pitch * p->srcPtr.ysize * p->extent.depth, p->extent.width * p->extent.height * p->extent.depth);
}
WAITING_COPY_HOOK(hipMemcpy3D, (const hipMemcpy3DParms *p), (p), push_3d(NULL, p))
COPY_HOOK(hipMemcpy3DAsync, (const hipMemcpy3DParms *p, hipStream_t stream), (p, stream), push_3d(stream, p))

/* ---- streams ---- */

#define CREATES_STREAM(f, parameters, arguments)                                                                       \
  static hipError_t (*next_##f) parameters;                                                                            \
  static hipError_t hook_##f parameters {                                                                              \
    hipError_t result = next_##f arguments;                                                                            \
    if (result == hipSuccess && stream) collect_link_stream(*stream);                                                  \
    return result;                                                                                                     \
  }                                                                                                                    \
  COLLECT_HOOK(f, COLLECT_HOOK_LINKS);

CREATES_STREAM(hipStreamCreate, (hipStream_t * stream), (stream))
CREATES_STREAM(hipStreamCreateWithFlags, (hipStream_t * stream, unsigned flags), (stream, flags))
CREATES_STREAM(hipStreamCreateWithPriority, (hipStream_t * stream, unsigned flags, int priority),
               (stream, flags, priority))
CREATES_STREAM(hipExtStreamCreateWithCUMask, (hipStream_t * stream, uint32_t count, const uint32_t *mask),
               (stream, count, mask))

/* Counts the streams that are being captured: one more, or one less. */
#define CAPTURE_HOOK(f, parameters, arguments, more)                                                                   \
  static hipError_t (*next_##f) parameters;                                                                            \
  static hipError_t hook_##f parameters {                                                                              \
    hipError_t result = next_##f arguments;                                                                            \
    if (result == hipSuccess) atomic_fetch_add(&captures, more);                                                       \
    return result;                                                                                                     \
  }                                                                                                                    \
  COLLECT_HOOK(f, COLLECT_HOOK_LINKS);

CAPTURE_HOOK(hipStreamBeginCapture, (hipStream_t stream, hipStreamCaptureMode mode), (stream, mode), 1)
CAPTURE_HOOK(hipStreamBeginCapture_spt, (hipStream_t stream, hipStreamCaptureMode mode), (stream, mode), 1)
CAPTURE_HOOK(hipStreamBeginCaptureToGraph,
             (hipStream_t stream, hipGraph_t graph, const hipGraphNode_t *after, const void *edges, size_t n,
              hipStreamCaptureMode mode),
             (stream, graph, after, edges, n, mode), 1)
CAPTURE_HOOK(hipStreamEndCapture, (hipStream_t stream, hipGraph_t *out), (stream, out), -1)
CAPTURE_HOOK(hipStreamEndCapture_spt, (hipStream_t stream, hipGraph_t *out), (stream, out), -1)

/* ---- graphs ---- */

/* HIP's numbers for types of nodes changed in 5.3. */
typedef struct node_types { int kernel, graph; } node_types;
static node_types node_types_now(void) { return collect_hip_version() < 50300000 ? (node_types){1, 5} : (node_types){0, 4}; }

/* The number of kernels in a graph, those of its child graphs included. */
static uint32_t kernels_of(hipGraph_t g, node_types is, int depth) {
  hipError_t (*nodes_of)(hipGraph_t, hipGraphNode_t *, size_t *) =
      HIP(hipError_t, hipGraphGetNodes, hipGraph_t, hipGraphNode_t *, size_t *);
  hipError_t (*type_of)(hipGraphNode_t, hipGraphNodeType *) =
      HIP(hipError_t, hipGraphNodeGetType, hipGraphNode_t, hipGraphNodeType *);
  hipError_t (*child_of)(hipGraphNode_t, hipGraph_t *) =
      HIP(hipError_t, hipGraphChildGraphNodeGetGraph, hipGraphNode_t, hipGraph_t *);
  size_t n = 0;
  uint32_t kernels = 0;
  if (!nodes_of || !type_of || depth > 16 || nodes_of(g, NULL, &n) != hipSuccess || !n) return 0;
  hipGraphNode_t *node = collect_memory_grow(NULL, 0, n * sizeof *node);
  if (!node || nodes_of(g, node, &n) != hipSuccess) n = 0;
  for (size_t i = 0; i < n; i++) {
    hipGraphNodeType type;
    hipGraph_t child;
    if (type_of(node[i], &type) != hipSuccess) continue;
    kernels += (int)type == is.kernel;
    if ((int)type == is.graph && child_of && child_of(node[i], &child) == hipSuccess)
      kernels += kernels_of(child, is, depth + 1);
  }
  if (node) collect_memory_free(node, n * sizeof *node);
  return kernels;
}

static hipError_t instantiated(hipError_t result, hipGraphExec_t *exec, hipGraph_t g) {
  if (result == hipSuccess && exec) {
    COLLECT_BRIEF_BEGIN(brief);
    collect_graph_made(*exec, collect_link_wanted() ? kernels_of(g, node_types_now(), 0) : 0);
    if (collect_link_wanted())
      collect_link_graph(*exec);
    collect_brief_end(&brief);
  }
  return result;
}

static hipError_t (*next_hipGraphInstantiate)(hipGraphExec_t *, hipGraph_t, hipGraphNode_t *, char *, size_t);
static hipError_t hook_hipGraphInstantiate(hipGraphExec_t *exec, hipGraph_t g, hipGraphNode_t *node, char *log,
                                           size_t size) {
  return instantiated(next_hipGraphInstantiate(exec, g, node, log, size), exec, g);
}
COLLECT_HOOK(hipGraphInstantiate, COLLECT_HOOK_ALWAYS);

static hipError_t (*next_hipGraphInstantiateWithFlags)(hipGraphExec_t *, hipGraph_t, unsigned long long);
static hipError_t hook_hipGraphInstantiateWithFlags(hipGraphExec_t *exec, hipGraph_t g, unsigned long long flags) {
  return instantiated(next_hipGraphInstantiateWithFlags(exec, g, flags), exec, g);
}
COLLECT_HOOK(hipGraphInstantiateWithFlags, COLLECT_HOOK_ALWAYS);

static hipError_t (*next_hipGraphInstantiateWithParams)(hipGraphExec_t *, hipGraph_t, void *);
static hipError_t hook_hipGraphInstantiateWithParams(hipGraphExec_t *exec, hipGraph_t g, void *params) {
  return instantiated(next_hipGraphInstantiateWithParams(exec, g, params), exec, g);
}
COLLECT_HOOK(hipGraphInstantiateWithParams, COLLECT_HOOK_ALWAYS);

static hipError_t graph_launched(hipError_t (*next)(hipGraphExec_t, hipStream_t), hipGraphExec_t exec, hipStream_t stream,
                                 hipStream_t runs_in) {
  int saved = errno;
  uint32_t before = collect_graph_now;
  collect_graph_begin(collect_graph_number(exec));
  errno = saved;
  uint64_t ticket =
      collect_link_wanted() ? push(runs_in, &(collect_launch){.kind = COLLECT_LINK_GRAPH, .exec = exec}) : 0;
  hipError_t result = finish(ticket, next(exec, stream));
  collect_graph_begin(before);
  return result;
}

static hipError_t (*next_hipGraphLaunch)(hipGraphExec_t, hipStream_t);
static hipError_t hook_hipGraphLaunch(hipGraphExec_t exec, hipStream_t stream) {
  return graph_launched(next_hipGraphLaunch, exec, stream, stream);
}
COLLECT_HOOK(hipGraphLaunch, COLLECT_HOOK_ALWAYS);

static hipError_t (*next_hipGraphLaunch_spt)(hipGraphExec_t, hipStream_t);
static hipError_t hook_hipGraphLaunch_spt(hipGraphExec_t exec, hipStream_t stream) {
  return graph_launched(next_hipGraphLaunch_spt, exec, stream, OF_THREAD(stream));
}
COLLECT_HOOK(hipGraphLaunch_spt, COLLECT_HOOK_ALWAYS);
