/* Calls each function of HIP's dispatch table that fake_rocm.c has, in one of several ways:
**
**   dispatch_user WAY TIMES RUNTIME ENTRIES [compiler]
**
** WAY is symbol, handle or default (dlsym), proc (hipGetProcAddress), or a plugin's path, perhaps with local: or deepbind: before
** it. The way `again` calls one function, and unloads the runtime each time. Prints what the runtime has seen: how many of its
** exported functions were called, and how often the least called one. It is compiled in several forms. PLUGIN: the plugin, which
** calls by symbol. STATIC: the runtime is linked into the program. LOADER: the program is linked to no runtime. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long any_fn(void *, void *, void *, void *, void *, void *);
static char zeros[4096];

static void call(any_fn *f) {
  if (f)
    f(zeros, zeros, zeros, zeros, zeros, zeros);
}
enum {
#define HIP_SLOT(f) AT_##f,
#define HIP_SLOT_OUT HIP_SLOT
#include "hip_table.def"
};
#define HIP_SLOT(f) extern any_fn f;
#define HIP_SLOT_OUT HIP_SLOT
#define HIP_COMPILER_SLOT HIP_SLOT
#include "hip_table.def"

/* These are in the table, and no library exports them. */
static int entries;
#define EXPORTED(at) ((at) < ENTRIES && (at) != AT_hipExtHostAlloc && (at) != AT_hipExternalMemoryGetMappedMipmappedArray)

#ifndef LOADER
static void by_symbol(int times) {
  for (int i = 0; i < times; i++) {
#define HIP_SLOT(f) if (EXPORTED(AT_##f)) call(f);
#define HIP_SLOT_OUT HIP_SLOT
#include "hip_table.def"
  }
}
static void compiler(int times) {
  for (int i = 0; i < times; i++) {
#define HIP_COMPILER_SLOT(f) call(f);
#include "hip_table.def"
  }
}

#else
static void by_symbol(int times) {}
static void compiler(int times) {}
#endif

#ifdef PLUGIN
void plugin_run(int times) { by_symbol(times); }
#else
static const char *const names[] = {
#define HIP_SLOT(f) #f,
#define HIP_SLOT_OUT HIP_SLOT
#include "hip_table.def"
};

static void by_dlsym(void *handle, int times) {
  for (int i = 0; i < times; i++)
    for (int n = 0; n < entries; n++)
      call((any_fn *)dlsym(handle, names[n]));
}
static void by_proc(void *handle, int times) {
  int (*get)(const char *, void **, int, uint64_t, int *) = dlsym(handle, "hipGetProcAddress");
  for (int i = 0; i < times; i++)
    for (int n = 0; n < entries; n++) {
      void *f = NULL;
      int status;
      size_t size = strlen(names[n]);
      int spt = n % 2 && size > 4 && !strcmp(names[n] + size - 4, "_spt");
      char name[96];
      snprintf(name, sizeof name, "%.*s", (int)(size - (spt ? 4 : 0)), names[n]);
      if (!EXPORTED(n))
        continue;
      if (get(name, &f, 60200000, spt ? 2 : 0, &status))
        printf("no %s\n", name);
      if (n != AT_hipGetProcAddress)
        call((any_fn *)f);
    }
}

/* Makes calls whose rows show what depends on the version, or on the kind of function. */
static int shown(void) {
#if !defined LOADER && ENTRIES > 475
  static char stream, config[64];
  int value = 0;
  *(void **)(void *)(config + 32) = &stream;
  ((int (*)(int *, int, int))hipDeviceGetAttribute)(&value, 64, 0);
  ((int (*)(void *, const void *, size_t, int))hipMemcpy_spt)(zeros, zeros, 8, 1024);
  ((int (*)(void *, int, size_t, void *))hipMemsetAsync_spt)(zeros, 0, 8, NULL);
  ((int (*)(void *, int, size_t, void *))hipMemsetAsync_spt)(zeros, 0, 8, &stream);
  ((int (*)(const void *, const void *, void **))hipLaunchKernelExC)(config, zeros, NULL);
#endif
  return 0;
}

extern long fake_calls[], fake_compiler_calls[];
int main(int argc, char **argv) {
  const char *way = argv[1];
  int times = atoi(argv[2]);
  const char *runtime = argv[3];
  void *handle = NULL;
  entries = atoi(argv[4]);
  if (argc > 5)
    compiler(times);
  if (!strcmp(way, "again")) { /* unloads the runtime in between, as far as that is possible */
    for (int i = 0; i < times; i++) {
      void *h = dlopen(runtime, RTLD_NOW);
      call((any_fn *)dlsym(h, "hipGetLastError"));
      dlclose(h);
    }
  }
  if (!strcmp(way, "shown"))
    return shown();
#ifdef STATIC
  by_symbol(times);
#else
  if (!strcmp(way, "symbol"))
    by_symbol(times);
  else if (!strcmp(way, "default"))
    by_dlsym(RTLD_DEFAULT, times);
  else if (!strcmp(way, "handle"))
    by_dlsym(dlopen(runtime, RTLD_NOW), times);
  else if (!strcmp(way, "again"))
    ;
  else if (!strcmp(way, "proc"))
    by_proc(dlopen(runtime, RTLD_NOW), times);
  else {
    int flags = strncmp(way, "deepbind:", 9) ? RTLD_LOCAL : RTLD_LOCAL | RTLD_DEEPBIND;
    handle = dlopen(strchr(way, ':') + 1, RTLD_NOW | flags);
    void (*run)(int) = handle ? (void (*)(int))dlsym(handle, "plugin_run") : NULL;
    if (!run)
      return printf("%s\n", dlerror()), 1;
    run(times);
  }
#endif
  long *seen = dlsym(RTLD_DEFAULT, "fake_calls");
#ifdef STATIC
  seen = fake_calls;
#endif
  if (!seen)
    seen = dlsym(dlopen(runtime, RTLD_NOW), "fake_calls");
  long n = 0, least = seen[0];
  for (int i = 0; i < entries; i++) {
    if (i == AT_hipExtHostAlloc || i == AT_hipExternalMemoryGetMappedMipmappedArray)
      continue;
    n += i == AT_hipGetDevice ? times : seen[i]; /* the collector calls it, too */
    least = seen[i] < least ? seen[i] : least;
  }
  printf("runtime %ld %ld\n", n, least);
  return 0;
}
#endif
