/* A stand-in for ROCTx's libraries: libroctx64.so.4 (-DPLAIN), or librocprofiler-sdk-roctx.so.1, which registers three tables at
** the first call of any function, and calls through them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static __thread int nest;
static _Atomic uint64_t ids = 1;
static int calls; /* number of calls that reached this library */
int roctx_called(void) { return calls; }
static void mark(const char *m) { (void)m, calls++; }
static int push(const char *m) { return (void)m, calls++, nest++; }
static int pop(void) { return calls++, nest ? --nest : -1; }
static uint64_t start(const char *m) { return (void)m, calls++, ids++; }
static void stop(uint64_t id) { (void)id, calls++; }
static int thread_id(uint64_t *tid) { return *tid = (uint64_t)syscall(SYS_gettid), 0; }
static int control(uint64_t tid) { return (int)tid; }
static int name_thread(const char *n) { return (void)n, 0; }
static int name_other(const char *n, void *what) { return (void)n, (void)what, 0; }
static int name_device(const char *n, int device) { return (void)n, device; }

#ifdef PLAIN
static void *const functions[] = {mark, push, pop, start, stop};
#define CALL(table, position, type) ((__typeof__(type) *)functions[position])
uint32_t roctx_version_major(void) { return 4; }
#else
static struct { uint64_t size; void *f[6]; } core = {sizeof core, {mark, push, pop, start, stop, thread_id}};
static struct { uint64_t size; void *f[2]; } controls = {sizeof controls, {control, control}};
static struct { uint64_t size; void *f[4]; } names = {sizeof names, {name_thread, name_other, name_device, name_other}};
int rocprofiler_register_library_api_table(const char *, void *, uint32_t, void **, uint64_t, void *) __attribute__((weak));
static void registered(void) {
  static int done;
  if (done++) return;
  int (*reg)(const char *, void *, uint32_t, void **, uint64_t, void *) =
    (int (*)(const char *, void *, uint32_t, void **, uint64_t, void *))dlsym(RTLD_DEFAULT, "rocprofiler_register_library_api_table");
  void *tables[] = {&core, &controls, &names};
  uint64_t id;
  if (reg) reg("roctx", NULL, 1000, tables, 3, &id);
}
/* Acts as a tool that gets the table after us: it is placed over the functions that it finds. */
static int (*under_push)(const char *);
int roctx_tool_pushes;
static int tool_push(const char *m) { return roctx_tool_pushes++, under_push(m); }
void roctx_tool(void) { registered(), under_push = core.f[1], core.f[1] = tool_push; }
#define CALL(table, position, type) (registered(), (__typeof__(type) *)(table == 0 ? core.f : table == 1 ? controls.f : names.f)[position])
int roctxGetThreadId(uint64_t *tid) { return CALL(0, 5, int(uint64_t *))(tid); }
int roctxProfilerPause(uint64_t tid) { return CALL(1, 0, int(uint64_t))(tid); }
int roctxProfilerResume(uint64_t tid) { return CALL(1, 1, int(uint64_t))(tid); }
int roctxNameOsThread(const char *n) { return CALL(2, 0, int(const char *))(n); }
int roctxNameHsaAgent(const char *n, void *agent) { return CALL(2, 1, int(const char *, void *))(n, agent); }
int roctxNameHipDevice(const char *n, int device) { return CALL(2, 2, int(const char *, int))(n, device); }
int roctxNameHipStream(const char *n, void *stream) { return CALL(2, 3, int(const char *, void *))(n, stream); }
#endif
void roctxMarkA(const char *m) { CALL(0, 0, void(const char *))(m); }
int roctxRangePushA(const char *m) { return CALL(0, 1, int(const char *))(m); }
int roctxRangePop(void) { return CALL(0, 2, int(void))(); }
uint64_t roctxRangeStartA(const char *m) { return CALL(0, 3, uint64_t(const char *))(m); }
void roctxRangeStop(uint64_t id) { CALL(0, 4, void(uint64_t))(id); }
