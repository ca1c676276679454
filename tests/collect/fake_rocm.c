/* A stand-in for libamdhip64.so.6 and .7. At the first call of one of its functions it gives the tables "hip" and "hip_compiler"
** to librocprofiler-register. Like the real ones, every exported function calls through them. The table has the first ENTRIES
** entries of hip_table.def, as some release has, or FAKE_ENTRIES of the environment; nobody may touch what is behind them. MAJOR
** is the runtime's version. The functions count their calls and return 0, with a few exceptions below. It must be compiled with
** optimization: otherwise it would refer to functions that do not exist. */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int rocprofiler_register_library_api_table(const char *name, void *import, uint32_t version, void **tables, uint64_t count, uint64_t *id);
uint32_t rocprofiler_register_import_hip(void) { return MAJOR * 10000 + 200; }

enum {
#define HIP_SLOT(f) AT_##f,
#define HIP_SLOT_OUT HIP_SLOT
#include "hip_table.def"
};
enum {
#define HIP_COMPILER_SLOT(f) AT_##f,
#include "hip_table.def"
  COMPILER_ENTRIES
};

/* ---- what the functions do ---- */

long fake_calls[ENTRIES], fake_compiler_calls[COMPILER_ENTRIES];
#define HIP_SLOT(f) static long in_##f(void) { if (AT_##f < ENTRIES) fake_calls[AT_##f]++; return 0; }
#define HIP_SLOT_OUT HIP_SLOT
#include "hip_table.def"
#define HIP_COMPILER_SLOT(f) static long in_##f(void) { fake_compiler_calls[AT_##f]++; return 0; }
#include "hip_table.def"

static int get_version(int *version) { return fake_calls[AT_hipRuntimeGetVersion]++, *version = MAJOR * 10000000 + 200000, 0; }
static void *find(const char *name);
static int get_proc_address(const char *name, void **function, int version, uint64_t flags, int *status) {
  (void)version;
#if ENTRIES > 442
  fake_calls[AT_hipGetProcAddress]++;
#endif
  char spt[96];
  strcat(strcpy(spt, name), flags & 2 ? "_spt" : "");
  *function = find(spt);
  if (status)
    *status = !*function;
  return *function ? 0 : 500;
}
/* In HIP 6 this calls HIP's own function to wait for the device. */
extern char hipDeviceSynchronize[];
static void unregister(void **modules) {
  (void)modules;
  fake_compiler_calls[AT___hipUnregisterFatBinary]++;
  ((int (*)(void))hipDeviceSynchronize)();
}

/* ---- the tables ---- */

struct fake_table { size_t size; void *entry[ENTRIES]; } fake_table;
struct { size_t size; void *entry[COMPILER_ENTRIES]; } fake_compiler_table;
static pthread_once_t once = PTHREAD_ONCE_INIT, compiler_once = PTHREAD_ONCE_INIT;

static void give(const char *name, void *table) {
  void *tables[1] = {table};
  uint64_t id = 0;
  if (!getenv("FAKE_NO_REGISTER"))
    rocprofiler_register_library_api_table(name, (void *)rocprofiler_register_import_hip, MAJOR * 10000 + 200, tables, 1, &id);
}
#define SET(f, to) if (AT_##f < ENTRIES) fake_table.entry[AT_##f] = (void *)(to);
static void make(void) {
  const char *s = getenv("FAKE_ENTRIES");
  int entries = s ? atoi(s) : ENTRIES;
  fake_table.size = sizeof(size_t) + entries * sizeof(void *);
#define HIP_SLOT(f) SET(f, in_##f)
#define HIP_SLOT_OUT HIP_SLOT
#include "hip_table.def"
  SET(hipRuntimeGetVersion, get_version)
  SET(hipGetProcAddress, get_proc_address)
  struct fake_table before = fake_table;
  give("hip", &fake_table);
  for (int i = entries; i < ENTRIES; i++)
    if (fake_table.entry[i] != before.entry[i])
      abort();
}
static void make_compiler(void) {
  fake_compiler_table.size = sizeof fake_compiler_table;
#define HIP_COMPILER_SLOT(f) fake_compiler_table.entry[AT_##f] = (void *)in_##f;
#include "hip_table.def"
  fake_compiler_table.entry[AT___hipUnregisterFatBinary] = (void *)unregister;
  give("hip_compiler", &fake_compiler_table);
}
__attribute__((used, visibility("hidden"))) void fake_table_make(void) { pthread_once(&once, make); }
__attribute__((used, visibility("hidden"))) void fake_compiler_table_make(void) { pthread_once(&compiler_once, make_compiler); }

/* ---- what is exported: any arguments, straight through the table ---- */

#define TEXT(x) TEXT_(x)
#define TEXT_(x) #x
#define EXPORTED(f, table, make) \
  ".if %c[" #f "_at] < %c[" #f "_end]\n" \
  ".globl " #f "\n.type " #f ", @function\n" #f ":\n" \
  "push %%rdi\npush %%rsi\npush %%rdx\npush %%rcx\npush %%r8\npush %%r9\nsub $8, %%rsp\ncall " #make "\nadd $8, %%rsp\n" \
  "pop %%r9\npop %%r8\npop %%rcx\npop %%rdx\npop %%rsi\npop %%rdi\n" \
  "mov " #table "@GOTPCREL(%%rip), %%rax\njmp *8+8*%c[" #f "_at](%%rax)\n.size " #f ", . - " #f "\n.endif\n"
#define HIP_SLOT(f) \
  extern char f[]; \
  __attribute__((used)) static void export_##f(void) { \
    __asm__ volatile(".pushsection .text.exports, \"ax\"\n" EXPORTED(f, fake_table, fake_table_make) ".popsection" ::[f##_at] "i"(AT_##f), [f##_end] "i"(ENTRIES)); \
  }
#define HIP_SLOT_OUT HIP_SLOT
#define HIP_COMPILER_SLOT(f) \
  __attribute__((used)) static void export_##f(void) { \
    __asm__ volatile(".pushsection .text.exports, \"ax\"\n" EXPORTED(f, fake_compiler_table, fake_compiler_table_make) ".popsection" ::[f##_at] "i"(AT_##f), [f##_end] "i"(COMPILER_ENTRIES)); \
  }
#include "hip_table.def"

#define EXPORTED(at) ((at) < ENTRIES && (at) != AT_hipExtHostAlloc && (at) != AT_hipExternalMemoryGetMappedMipmappedArray)
static void *find(const char *name) {
#define HIP_SLOT(f) if (EXPORTED(AT_##f) && !strcmp(name, #f)) return f;
#include "hip_table.def"
  return NULL;
}
