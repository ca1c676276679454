/* RCCL: calls of its functions (rccl.def), by symbol and by its dispatch table (ROCm 6.2 and later). Arguments are always
** recorded. What HIP does for a call has it as parent.
**
** RCCL's symbols have no versions: callers are redirected to us after they were bound (export.h), or reach us by dlsym. The table
** that arrives during a call is placed in the middle of it. */
#include "comm.h"
#include "export.h"
#include "table.h"
#include "wrapper.h"

COLLECT_LAYER(rccl);
COLLECT_DOMAIN(rccl, .layer = COLLECT_LAYER_rccl);

static int system_error(void) { return 2; /* ncclSystemError */ }
static const char *no_text(void) { return ""; }
static void *absent_error(const collect_function *f) { return (void)f, (void *)system_error; }
static void *absent_text(const collect_function *f) { return (void)f, (void *)no_text; }
static const collect_api errors = {.sonames = collect_rccl_sonames, .absent = absent_error, .domain = &collect_domain_rccl, .always_arguments = true};
static const collect_api texts = {.sonames = collect_rccl_sonames, .absent = absent_text, .domain = &collect_domain_rccl, .always_arguments = true};

typedef struct ncclUniqueId { char internal[128]; } ncclUniqueId;
COLLECT_FIELDS_OF(ncclUniqueId, 128, "internal:x0.128")
COLLECT_ENUM(ncclDataType_t,
  V(ncclInt8,0) V(ncclUint8,1) V(ncclInt32,2) V(ncclUint32,3) V(ncclInt64,4) V(ncclUint64,5) V(ncclFloat16,6) V(ncclFloat32,7) V(ncclFloat64,8)
  V(ncclBfloat16,9) V(ncclFloat8e4m3,10) V(ncclFloat8e5m2,11))
COLLECT_ENUM(ncclRedOp_t, V(ncclSum,0) V(ncclProd,1) V(ncclMax,2) V(ncclMin,3) V(ncclAvg,4))
COLLECT_ENUM(ncclScalarResidence_t, V(ncclScalarDevice,0) V(ncclScalarHostImmediate,1))
COLLECT_ENUM(ncclCommMemStat_t, V(ncclStatGpuMemSuspend,0) V(ncclStatGpuMemSuspended,1) V(ncclStatGpuMemPersist,2) V(ncclStatGpuMemTotal,3))

/* ---- bytes and rank ---- */

static int64_t bytes_of(uint64_t count, int datatype) {
  static const uint8_t size[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};
  return datatype >= 0 && (size_t)datatype < sizeof size ? (int64_t)(count * size[datatype]) : -1;
}

static uint64_t sum_of(const void *counts, void *comm) {
  uint64_t sum = 0;
  for (int i = 0; counts && i < collect_rccl_ranks(comm); i++)
    sum += ((const size_t *)counts)[i];
  return sum;
}

/* Stores the last argument's word, and the two words behind it. */
static inline void words_of(collect_call call, unsigned word, uint64_t value, int64_t bytes, int rank) {
  collect_word(call, word, value);
  collect_word(call, word + 1, (uint64_t)bytes);
  collect_word(call, word + 2, (uint64_t)(int64_t)rank);
}
#define LAST(type, name)        (void *, name, #type, ROCZ_F_POINTER, NULL, NO,  COLLECT_VALUE, words_of, (uintptr_t)name, bytes, rank)
#define LAST_STREAM(type, name) (void *, name, #type, ROCZ_F_POINTER, NULL, YES, COLLECT_VALUE, words_of, (uintptr_t)name, bytes, rank)

/* ---- wrappers ---- */

#define SYMBOL(type, f, ...) static COLLECT_ENTRY(type, f, jump_##f, ##__VA_ARGS__) COLLECT_EXPORT_AS(jump_##f, #f, "rccl")
#define RCCL(position, f, ...) COLLECT_WRAPPED(COLLECT_LAYER_rccl, int, NUMBER, f, (.api = &errors), , , ##__VA_ARGS__) SYMBOL(int, f, ##__VA_ARGS__)
#define RCCL_TEXT(position, f, ...) \
  COLLECT_WRAPPED(COLLECT_LAYER_rccl, const char *, VALUE, f, (.api = &texts), , , ##__VA_ARGS__) SYMBOL(const char *, f, ##__VA_ARGS__)
#define RCCL_AFTER(position, f, ...) \
  COLLECT_WRAPPED(COLLECT_LAYER_rccl, int, NUMBER, f, (.api = &errors), , after_##f(result, COLLECT_NAMES(__VA_ARGS__));, ##__VA_ARGS__) \
  SYMBOL(int, f, ##__VA_ARGS__)
#define RCCL_DATA(position, elements, f, ...) \
  COLLECT_WRAP_DECLARE(int, f, __VA_ARGS__) \
  COLLECT_WRAP_DESCRIBE(f, (.api = &errors), __VA_ARGS__, INT(int64_t, bytes), INT(int, rank)) \
  COLLECT_WRAPPER(COLLECT_LAYER_rccl, int, NUMBER, f, wrap_##f, int64_t bytes = bytes_of(elements, datatype); int rank = collect_rccl_rank(comm);, , __VA_ARGS__) \
  SYMBOL(int, f, __VA_ARGS__)

static void after_ncclCommInitRank(int result, void *newcomm, int nranks, ncclUniqueId commId, int myrank) {
  (void)commId, collect_rccl_made(result, newcomm, myrank, nranks);
}
static void after_ncclCommInitRankConfig(int result, void *comm, int nranks, ncclUniqueId commId, int myrank, void *config) {
  (void)commId, (void)config, collect_rccl_made(result, comm, myrank, nranks);
}
static void after_ncclCommInitRankMulti(int result, void *comm, int nranks, ncclUniqueId commId, int myrank, int virtualId) {
  (void)commId, (void)virtualId, collect_rccl_made(result, comm, myrank, nranks);
}
static void after_ncclCommInitRankScalable(int result, void *newcomm, int nranks, int myrank, int nId, void *commIds, void *config) {
  (void)nId, (void)commIds, (void)config, collect_rccl_made(result, newcomm, myrank, nranks);
}
static void after_ncclCommInitAll(int result, void *comms, int ndev, void *devlist) {
  (void)devlist;
  for (int i = 0; comms && i < ndev; i++)
    collect_rccl_made(result, (void **)comms + i, i, ndev);
}
static void after_ncclCommSplit(int result, void *comm, int color, int key, void *newcomm, void *config) {
  (void)comm, (void)color, (void)key, (void)config, collect_rccl_asked(result, newcomm);
}
static void after_ncclCommShrink(int result, void *comm, void *list, int count, void *newcomm, void *config, int flags) {
  (void)comm, (void)list, (void)count, (void)config, (void)flags, collect_rccl_asked(result, newcomm);
}
static void after_ncclCommGrow(int result, void *comm, int nRanks, const void *uniqueId, int myrank, void *newcomm, void *config) {
  (void)comm, (void)nRanks, (void)uniqueId, (void)myrank, (void)config, collect_rccl_asked(result, newcomm);
}
static void after_ncclCommUserRank(int result, void *comm, void *rank) {
  if (!result && rank)
    collect_rccl_made(0, &comm, *(int *)rank, collect_rccl_ranks(comm));
}
static void after_ncclCommDestroy(int result, void *comm) { (void)result, collect_rccl_gone(comm); }
static void after_ncclCommAbort(int result, void *comm) { (void)result, collect_rccl_gone(comm); }

#include "rccl.def"

static const collect_export exports[] = {
#define RCCL(position, f, ...) {#f, (void *)jump_##f, &function_##f, NULL},
#define RCCL_TEXT RCCL
#define RCCL_AFTER RCCL
#define RCCL_DATA(position, elements, f, ...) RCCL(position, f)
#include "rccl.def"
};
COLLECT_EXPORTS(rccl) = {.list = exports, .count = sizeof exports / sizeof *exports, .witness = "ncclGetUniqueId"};

/* ---- the table ---- */

enum { NONE = COLLECT_NOWHERE };
static const collect_slot slots[] = {
#define RCCL(position, f, ...) COLLECT_WRAP_SLOT(0, position, f)
#define RCCL_TEXT RCCL
#define RCCL_AFTER RCCL
#define RCCL_DATA(position, elements, f, ...) RCCL(position, f)
#include "rccl.def"
};

static bool has(size_t functions, uint16_t position) {
  enum { SURE = 37 }; /* every build has these */
  return position < SURE || (functions != 39 && functions != 40);
}
COLLECT_TABLE(rccl) = {.library = "rccl", .domain = &collect_domain_rccl, .slot = slots, .slots = sizeof slots / sizeof *slots, .symbols_lead_here = true,
                       .has = has};
