/* A stand-in for librccl.so.1, made from rccl.def. Its functions do nothing, except that collectives call HIP. With -DFUNCTIONS=N
** it registers a dispatch table of N functions at the first call, and calls through it, like RCCL of ROCm 6.2 and later.
** Otherwise it is an older library. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include "wrapper.h"

typedef struct ncclUniqueId { char internal[128]; } ncclUniqueId;
static const char enum_ncclDataType_t[1], enum_ncclRedOp_t[1], enum_ncclScalarResidence_t[1], enum_ncclCommMemStat_t[1];
int hipSetDevice(int);

struct comm { int rank, ranks; };
static struct comm known[16];
static int comms, calls;
static int made(void *at, int rank, int ranks) { *(void **)at = &known[comms]; known[comms++] = (struct comm){rank, ranks}; return 0; }
static int after_ncclCommInitRank(void *newcomm, int nranks, ncclUniqueId id, int rank) { return id.internal[127] == 'x' ? made(newcomm, rank, nranks) : 4; }
static int after_ncclCommInitRankConfig(void *comm, int nranks, ncclUniqueId id, int rank, void *config) { return made(comm, rank, nranks); }
static int after_ncclCommInitRankMulti(void *comm, int nranks, ncclUniqueId id, int rank, int virtual_id) { return made(comm, rank, nranks); }
static int after_ncclCommInitRankScalable(void *comm, int nranks, int rank, int n, void *ids, void *config) { return made(comm, rank, nranks); }
static int after_ncclCommInitAll(void *all, int ndev, void *list) { for (int i = 0; i < ndev; i++) made((void **)all + i, i, ndev); return 0; }
static int after_ncclCommSplit(void *comm, int color, int key, void *newcomm, void *config) { return made(newcomm, key, 2); }
static int after_ncclCommShrink(void *comm, void *list, int n, void *newcomm, void *config, int flags) { return made(newcomm, 0, 1); }
static int after_ncclCommGrow(void *comm, int nranks, void *id, int rank, void *newcomm, void *config) { return made(newcomm, 5, nranks); }
static int after_ncclCommUserRank(void *comm, void *rank) { *(int *)rank = ((struct comm *)comm)->rank; return 0; }
static int after_ncclCommDestroy(void *comm) { return (void)comm, 0; }
static int after_ncclCommAbort(void *comm) { return (void)comm, 0; }


#define LAST PTR
#define LAST_STREAM STREAM
#define RCCL(position, f, ...) static int impl_##f(COLLECT_PARAMETERS(__VA_ARGS__)) { return calls++, 0; }
#define RCCL_TEXT(position, f, ...) static const char *impl_##f(COLLECT_PARAMETERS(__VA_ARGS__)) { return calls++, "a text"; }
#define RCCL_AFTER(position, f, ...) static int impl_##f(COLLECT_PARAMETERS(__VA_ARGS__)) { return calls++, after_##f(COLLECT_NAMES(__VA_ARGS__)); }
#define RCCL_DATA(position, elements, f, ...) static int impl_##f(COLLECT_PARAMETERS(__VA_ARGS__)) { return calls++, hipSetDevice(0); }
#include "rccl.def"

enum { NONE = 50 };
static struct { uint64_t size; void *at[NONE + 1]; } functions = {
  (FUNCTIONS + 1) * 8, {
#define RCCL(position, f, ...) [position] = (void *)impl_##f,
#define RCCL_TEXT RCCL
#define RCCL_AFTER RCCL
#define RCCL_DATA(position, elements, f, ...) RCCL(position, f)
#include "rccl.def"
}};

static void registered(void) {
  static int done;
  if (!FUNCTIONS || done++) return;
  if (FUNCTIONS == 40) for (int i = 39; i > 36; i--) functions.at[i] = functions.at[i - 2]; /* a build that has further functions in the middle */
  int (*reg)(const char *, void *, uint32_t, void **, uint64_t, void *) =
    (int (*)(const char *, void *, uint32_t, void **, uint64_t, void *))dlsym(RTLD_DEFAULT, "rocprofiler_register_library_api_table");
  void *tables[] = {&functions};
  uint64_t id;
  if (reg) reg("rccl", NULL, 22000, tables, 1, &id);
}

#define PLACED(position, f) (registered(), position < (FUNCTIONS == 40 ? 37 : FUNCTIONS) ? (__typeof__(&impl_##f))functions.at[position] : impl_##f)
#define RCCL(position, f, ...) int f(COLLECT_PARAMETERS(__VA_ARGS__)) { return PLACED(position, f)(COLLECT_NAMES(__VA_ARGS__)); }
#define RCCL_TEXT(position, f, ...) const char *f(COLLECT_PARAMETERS(__VA_ARGS__)) { return PLACED(position, f)(COLLECT_NAMES(__VA_ARGS__)); }
#define RCCL_AFTER RCCL
#define RCCL_DATA(position, elements, f, ...) RCCL(position, f, __VA_ARGS__)
#include "rccl.def"
int rccl_called(void) { return calls; }
