/* ways WAY [PLUGIN]: reaches HIP (or HSA) at run time in one way, makes calls, and prints their number. Links neither. Functions
** that do not exist must not seem to exist. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed;
static void wants(int holds, const char *what) {
  if (!holds) {
    fprintf(stderr, "not so: %s\n", what);
    failed = 1;
  }
}

typedef void *find_fn(const char *name);
static void *handle;
static find_fn *find;
static void *by_handle(const char *name) { return dlsym(handle, name); }
static void *by_version(const char *name) { return dlvsym(handle, name, "hip_4.2"); }
static void *by_default(const char *name) { return dlsym(RTLD_DEFAULT, name); }

static void use(void) {
  int (*get_device)(int *) = (int (*)(int *))find("hipGetDevice");
  int (*set)(void *, int, size_t) = (int (*)(void *, int, size_t))find("hipMemset"); /* the stand-in does not have it */
  int device;
  wants(get_device != NULL, "hipGetDevice is there");
  wants(find("hipNoSuchFunction") == NULL, "what HIP has not is absent");
  wants(dlerror() != NULL && dlerror() == NULL, "dlerror says so once");
  if (!get_device)
    return;
  wants(find("hipGetDevice") == get_device, "it is the same again");
  wants(dlerror() == NULL, "no error is left");
  for (int i = 0; i < 100; i++)
    get_device(&device);
  printf("expect hipGetDevice 100\n");
  if (set) {
    int (*allocate)(void **, size_t) = (int (*)(void **, size_t))find("hipMalloc");
    int (*release)(void *) = (int (*)(void *))find("hipFree");
    int (*wait)(void) = (int (*)(void))find("hipDeviceSynchronize");
    void *p = NULL;
    wants(!allocate(&p, 1 << 20) && !set(p, 1, 1 << 20) && !wait() && !release(p), "a kernel runs");
    printf("expect hipMalloc 1\nexpect hipMemset 1\nexpect hipDeviceSynchronize 1\nexpect hipFree 1\nkernels 1\n");
  }
}

static void use_hsa(void) {
  int (*init)(void) = (int (*)(void))dlsym(handle, "hsa_init"), (*end)(void) = (int (*)(void))dlsym(handle, "hsa_shut_down");
  int (*info)(int, void *) = (int (*)(int, void *))dlsym(handle, "hsa_system_get_info");
  unsigned long value;
  wants(init && end && info, "HSA is there");
  init();
  for (int i = 0; i < 100; i++)
    info(2 /* the time */, &value);
  end();
  printf("expect hsa_system_get_info 100\n");
}

int main(int argc, char **argv) {
  const char *way = argv[1];
  find = by_handle;
  if (!strcmp(way, "absent")) {
    find = by_default;
    wants(!find("hipGetDevice") && !find("hsa_init") && !dlvsym(RTLD_DEFAULT, "hipGetDevice", "hip_4.2") && !dlsym(RTLD_NEXT, "hipGetDevice"),
          "without a runtime there is nothing");
    handle = dlopen(NULL, RTLD_NOW);
    wants(!by_handle("hipGetDevice") && !by_version("hipGetDevice") && !dlvsym(handle, "hsa_init", "ROCR_1"), "nor in the program");
  } else if (!strcmp(way, "hsa") || !strcmp(way, "hsa_deepbind")) {
    handle = dlopen("libhsa-runtime64.so.1", RTLD_NOW | (strcmp(way, "hsa") ? RTLD_DEEPBIND : 0));
    use_hsa();
  } else if (!strcmp(way, "namespace")) {
    handle = dlmopen(LM_ID_NEWLM, "libamdhip64.so.5", RTLD_NOW);
    if (handle) {
      int (*get_device)(int *) = (int (*)(int *))dlsym(handle, "hipGetDevice"), device;
      wants(get_device != NULL, "hipGetDevice is there");
      get_device(&device);
    }
  } else if (!strncmp(way, "plugin", 6)) {
    handle = dlopen(argv[2], RTLD_NOW | (strstr(way, "global") ? RTLD_GLOBAL : 0) | (strstr(way, "deepbind") ? RTLD_DEEPBIND : 0));
    if (!handle)
      fprintf(stderr, "%s\n", dlerror());
    int (*plugin)(const char *way) = (int (*)(const char *))dlsym(handle, "plugin");
    wants(plugin(way) == 0, "the plugin works");
    for (int i = 0; i < 3 && strstr(way, "again"); i++) { /* perhaps at another address */
      dlclose(handle);
      handle = dlopen(argv[2], RTLD_NOW | RTLD_DEEPBIND);
      plugin = (int (*)(const char *))dlsym(handle, "plugin");
      wants(plugin(way) == 0, "the plugin works");
    }
  } else {
    handle = dlopen("libamdhip64.so.5", RTLD_NOW | (strstr(way, "deepbind") ? RTLD_DEEPBIND : 0) | (strstr(way, "default") ? RTLD_GLOBAL : 0));
    wants(handle != NULL, "HIP can be loaded");
    find = strstr(way, "version") ? by_version : strstr(way, "default") ? by_default : by_handle;
    if (find == by_version)
      wants(!dlvsym(handle, "hipGetDevice", "hip_9.9"), "another version is absent");
    if (find != by_default)
      wants(!dlsym(RTLD_DEFAULT, "hipGetDevice"), "what was loaded locally is not seen");
    dlerror();
    use();
  }
  return failed ? 1 : 3;
}
