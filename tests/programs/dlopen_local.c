/* Uses a HIP that is not linked: loaded with RTLD_LOCAL, called through dlsym, and through a plugin library that is linked to it.
**
**   dlopen_local dlsym | plugin | deepbind | close */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *open_library(const char *path, int flags) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | flags);
  if (!handle) {
    fprintf(stderr, "dlopen_local: %s\n", dlerror());
    exit(3);
  }
  return handle;
}

static void by_dlsym(void) {
  void *hip = open_library("libamdhip64.so.5", 0);
  int (*count)(int *) = (int (*)(int *))dlsym(hip, "hipGetDeviceCount");
  int (*allocate)(void **, size_t) = (int (*)(void **, size_t))dlsym(hip, "hipMalloc");
  int (*set)(void *, int, size_t) = (int (*)(void *, int, size_t))dlsym(hip, "hipMemset");
  int (*release)(void *) = (int (*)(void *))dlsym(hip, "hipFree");
  int n = 0;
  void *p = NULL;
  int a = count(&n), b = allocate(&p, 4096), c = set(p, 0, 4096), d = release(p);
  printf("dlsym: %d %d %d %d, GPUs %d\n", a, b, c, d, n > 0);
}

static void by_plugin(int flags, int close) {
  char path[4096];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 32);
  if (n < 0)
    exit(3);
  path[n] = 0;
  strcpy(strrchr(path, '/') + 1, "libhip_plugin.so");
  void *plugin = open_library(path, flags);
  int (*use)(void) = (int (*)(void))dlsym(plugin, "plugin_use");
  printf("plugin: %d\n", use());
  if (close)
    printf("closed: %d\n", dlclose(plugin));
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "";
  if (!strcmp(mode, "dlsym"))
    by_dlsym();
  else if (!strcmp(mode, "plugin"))
    by_plugin(0, 0);
  else if (!strcmp(mode, "deepbind"))
    by_plugin(RTLD_DEEPBIND, 0);
  else if (!strcmp(mode, "close"))
    by_plugin(0, 1);
  else {
    fprintf(stderr, "dlopen_local: expected dlsym, plugin, deepbind or close\n");
    return 2;
  }
  return 0;
}
