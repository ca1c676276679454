/* ROCTx: markers and ranges that a program states. There are two libraries: libroctx64 of roctracer; and
** librocprofiler-sdk-roctx, which gives its dispatch tables to librocprofiler-register.
**
** Rows are like rocprofv3's. A mark is an instant roctxMarkA, a pushed and popped range is a roctxThreadRangeA, a started and
** stopped range is a roctxProcessRangeA, each with its message. The other functions are calls. All are recorded even if no
** library is loaded (for programs with weak references, or that found our functions by dlsym), with the results that ROCTx would
** return. A program may use both libraries: PyTorch links one, and the program opens the other by ctypes.
**
** Names, signatures and positions in the tables are from roctx.h of roctracer 4.1 (ROCm 2 to 7), and from roctx.h and api_trace.h
** of rocprofiler-sdk (ROCm 6.2 on; tables of major 0, step 0). */
#include "control.h"
#include "device.h"
#include "export.h"
#include "region.h"
#include "selected.h"
#include "table.h"
#include "wrapper.h"

COLLECT_LAYER(markers);
COLLECT_DOMAIN(markers, .layer = COLLECT_LAYER_markers);

static const char *const sonames[] = {
  "libroctx64.so.4", "libroctx64.so", "librocprofiler-sdk-roctx.so.1", "librocprofiler-sdk-roctx.so.0", "librocprofiler-sdk-roctx.so", NULL};
#define RANGES (.api = &ranges, .form = ROCZ_FORM_MESSAGE)
static const collect_api ranges = {.domain = &collect_domain_markers};
COLLECT_FUNCTION(roctxMarkA, RANGES)
COLLECT_FUNCTION(roctxThreadRangeA, RANGES)
COLLECT_FUNCTION(roctxProcessRangeA, RANGES)

/* number of ranges that the thread is in, recorded or not; the same while libraries are absent */
static __thread uint32_t nest __attribute__((tls_model("initial-exec")));
static __thread int absent_nest __attribute__((tls_model("initial-exec")));

/* ---- while no library is loaded ---- */

static void absent_mark(const char *message) { (void)message; }
static int absent_push(const char *message) { return (void)message, absent_nest++; }
static int absent_pop(void) { return absent_nest ? --absent_nest : -1; }
static uint64_t absent_start(const char *message) {
  static _Atomic uint64_t last = (uint64_t)1 << 63; /* ids that no library returns */
  (void)message;
  return atomic_fetch_add(&last, 1);
}
static void absent_stop(uint64_t id) { (void)id; }

/* ---- one call that reaches us twice ---- */

/* A call by symbol is being passed on, and nobody has recorded it yet. If the library continues through its table, it reaches us
** again, and that call is the one that is recorded. */
static __thread bool pending __attribute__((tls_model("initial-exec")));

/* The library's function, or the stand-in. */
#define NEXT(f, absent) ({ \
    __typeof__(&absent) found = COLLECT_NEXT(__typeof__(absent), #f, sonames); \
    found ? found : absent; \
  })
/* Passes the call on. The value says whether the caller must record it. */
#define ONWARD(call) ({ \
    bool outer = pending, own; \
    pending = true; \
    collect_signal_fence(); \
    call; \
    collect_signal_fence(); \
    own = pending; \
    pending = outer; /* a handler's call may have interrupted one */ \
    own; \
  })

/* The functions that were in the tables, and those of a second library. */
#define OTHERS(f) \
  static collect_function function_table_##f = {.api = &ranges, .name = #f}; \
  static collect_function function_second_##f = {.api = &ranges, .name = #f};
OTHERS(roctxMarkA)
OTHERS(roctxRangePushA)
OTHERS(roctxRangePop)
OTHERS(roctxRangeStartA)
OTHERS(roctxRangeStop)
#define TABLE_NEXT(f) ((__typeof__(&symbol_##f))function_table_##f.next)
#define SECOND_NEXT(f) ((__typeof__(&symbol_##f))function_second_##f.next)

/* ---- recording ---- */

static void marked(const char *message) { collect_region_mark(&function_roctxMarkA, message, NULL); }
static void pushed(const char *message) {
  if (collect_selecting)
    collect_selected_push(message, nest);
  uint32_t outer = nest++;
  if (!collect_region_forwards(&function_roctxThreadRangeA))
    collect_region_enter(&function_roctxThreadRangeA, COLLECT_LAYER_markers, outer, message, NULL);
}
/* Popping without an open range does nothing. */
static void popped(void) {
  if (!nest)
    return;
  collect_region_leave(COLLECT_LAYER_markers, --nest);
  if (collect_selecting)
    collect_selected_pop(nest);
}
static void started(uint64_t id, const char *message) {
  if (collect_selecting)
    collect_selected_start(id, message);
  collect_span_begin(&function_roctxProcessRangeA, COLLECT_LAYER_markers, id, message);
}
static void stopped(uint64_t id) {
  collect_span_end(COLLECT_LAYER_markers, id);
  if (collect_selecting)
    collect_selected_stop(id);
}

/* ---- by symbol ---- */

#define MARK(c_name, next) \
  static void c_name(const char *message) { \
    if (ONWARD(next(message))) \
      marked(message); \
  }
#define PUSH(c_name, next) \
  static int c_name(const char *message) { \
    int result; \
    if (ONWARD(result = next(message))) \
      pushed(message); \
    return result; \
  }
#define POP(c_name, next) \
  static int c_name(void) { \
    int result; \
    if (ONWARD(result = next())) \
      popped(); \
    return result; \
  }
#define START(c_name, next) \
  static uint64_t c_name(const char *message) { \
    uint64_t id; \
    if (ONWARD(id = next(message))) \
      started(id, message); \
    return id; \
  }
#define STOP(c_name, next) \
  static void c_name(uint64_t id) { \
    if (ONWARD(next(id))) \
      stopped(id); \
  }
#define BY_SYMBOL(what, f, absent) \
  what(symbol_##f, NEXT(f, absent)) \
  COLLECT_EXPORT_BARE(symbol_##f, f) \
  what(second_##f, SECOND_NEXT(f))
BY_SYMBOL(MARK, roctxMarkA, absent_mark)
BY_SYMBOL(PUSH, roctxRangePushA, absent_push)
BY_SYMBOL(POP, roctxRangePop, absent_pop)
BY_SYMBOL(START, roctxRangeStartA, absent_start)
BY_SYMBOL(STOP, roctxRangeStop, absent_stop)

/* ---- by table ---- */

static void table_roctxMarkA(const char *message) {
  pending = false;
  TABLE_NEXT(roctxMarkA)(message);
  marked(message);
}

static int table_roctxRangePushA(const char *message) {
  pending = false;
  int result = TABLE_NEXT(roctxRangePushA)(message);
  pushed(message);
  return result;
}

static int table_roctxRangePop(void) {
  pending = false;
  int result = TABLE_NEXT(roctxRangePop)();
  popped();
  return result;
}

static uint64_t table_roctxRangeStartA(const char *message) {
  pending = false;
  uint64_t id = TABLE_NEXT(roctxRangeStartA)(message);
  started(id, message);
  return id;
}

static void table_roctxRangeStop(uint64_t id) {
  pending = false;
  TABLE_NEXT(roctxRangeStop)(id);
  stopped(id);
}

/* ---- the other functions, as calls ---- */

static int nothing(void) { return 0; }
static int thread_id(uint64_t *tid) { return *tid = (uint64_t)syscall(SYS_gettid), 0; }
static void *absent_call(const collect_function *f) { return (void)f, (void *)nothing; }
static void *absent_thread_id(const collect_function *f) { return (void)f, (void *)thread_id; }

static const collect_api calls = {.sonames = sonames, .absent = absent_call, .domain = &collect_domain_markers, .always_arguments = true};
static const collect_api thread_ids = {.sonames = sonames, .absent = absent_thread_id, .domain = &collect_domain_markers, .always_arguments = true};
static const collect_api other_calls = {.domain = &collect_domain_markers, .always_arguments = true};
/* symbol_f and second_f, for callers by symbol, and table_f. Each passes on to the function that it stands in for; these may be
** of different libraries. An inner one of them is only forwarded. */
#define WRAPPED(prefix, f, more, before, after, ...) \
  COLLECT_FUNCTION_CALLED(prefix##f, #f, more, ##__VA_ARGS__) \
  static int prefix##f(COLLECT_PARAMETERS(__VA_ARGS__)); \
  COLLECT_WRAPPER(COLLECT_LAYER_markers, int, NUMBER, prefix##f, prefix##f, before, after, ##__VA_ARGS__)
#define ALL(f, api_of, name, before, after, ...) \
  WRAPPED(symbol_, f, (.api = &api_of, .category = name), before, after, ##__VA_ARGS__) \
  COLLECT_EXPORT_BARE(symbol_##f, f) \
  WRAPPED(second_, f, (.api = &other_calls, .category = name), before, after, ##__VA_ARGS__) \
  WRAPPED(table_, f, (.api = &other_calls, .category = name), before, after, ##__VA_ARGS__)
#define CALL(f, after, ...) ALL(f, calls, rocz_category_marker_name, , after, ##__VA_ARGS__)
#define CONTROL(f, before, after, ...) ALL(f, calls, rocz_category_marker_control, before, after, ##__VA_ARGS__)

ALL(roctxGetThreadId, thread_ids, rocz_category_markers, , , PTR(roctx_thread_id_t*, tid))
CONTROL(roctxProfilerPause, , collect_stop(ROCZ_STOPPED_PROGRAM);, UINT(uint64_t, tid))
CONTROL(roctxProfilerResume, collect_start(ROCZ_STOPPED_PROGRAM);, , UINT(uint64_t, tid))
CALL(roctxNameOsThread, collect_thread_named(name);, STR(const char*, name))
CALL(roctxNameHsaAgent, , STR(const char*, name), PTR(const struct hsa_agent_s*, agent))
CALL(roctxNameHipDevice, , STR(const char*, name), INT(int, device_id))
CALL(roctxNameHipStream, collect_stream_named(stream, name);, STR(const char*, name), PTR(const struct ihipStream_t*, stream))

/* ---- lookups by dlsym ---- */

#define REGIONS(x) x(roctxMarkA) x(roctxRangePushA) x(roctxRangePop) x(roctxRangeStartA) x(roctxRangeStop)
#define CALLS(x) \
  x(roctxGetThreadId) x(roctxProfilerPause) x(roctxProfilerResume) x(roctxNameOsThread) x(roctxNameHsaAgent) x(roctxNameHipDevice) x(roctxNameHipStream)
#define REGION_EXPORT(f) {#f, (void *)symbol_##f, NULL, sonames},
#define CALL_EXPORT(f) {#f, (void *)symbol_##f, &function_symbol_##f, sonames},
#define SECOND_EXPORT(f) {#f, (void *)second_##f, &function_second_##f, sonames},
static const collect_export exports[] = {REGIONS(REGION_EXPORT) CALLS(CALL_EXPORT)}, second_exports[] = {REGIONS(SECOND_EXPORT) CALLS(SECOND_EXPORT)};
COLLECT_EXPORTS(roctx) = {.list = exports, .count = sizeof exports / sizeof *exports, .witness = "roctxMarkA", .second = second_exports};

/* ---- the tables: core, control, name ---- */

static const collect_slot slots[] = {
  COLLECT_SLOT(0, 0, table_roctxMarkA), COLLECT_SLOT(0, 1, table_roctxRangePushA), COLLECT_SLOT(0, 2, table_roctxRangePop),
  COLLECT_SLOT(0, 3, table_roctxRangeStartA), COLLECT_SLOT(0, 4, table_roctxRangeStop), COLLECT_SLOT(0, 5, table_roctxGetThreadId),
  COLLECT_SLOT(1, 0, table_roctxProfilerPause), COLLECT_SLOT(1, 1, table_roctxProfilerResume),
  COLLECT_SLOT(2, 0, table_roctxNameOsThread), COLLECT_SLOT(2, 1, table_roctxNameHsaAgent),
  COLLECT_SLOT(2, 2, table_roctxNameHipDevice), COLLECT_SLOT(2, 3, table_roctxNameHipStream),
};
/* Placed even if the domain is not recorded: ranges may select when other domains are (COLLECT_RANGES). */
COLLECT_TABLE(roctx) = {.library = "roctx", .slot = slots, .slots = sizeof slots / sizeof *slots};
