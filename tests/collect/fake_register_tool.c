/* A librocprofiler-register.so.0 that passes tables on at once to the library that defines rocprofiler_set_api_table, which
** returns 0 to take them. It also does what a program sees of the real library. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
typedef int set_fn(const char *name, uint64_t version, uint64_t instance, void **tables, uint64_t count);
int fake_registered;
int rocprofiler_register_library_api_table(const char *name, void *import, uint32_t version, void **tables, uint64_t count, uint64_t *id) {
  set_fn *set = (set_fn *)dlsym(RTLD_DEFAULT, "rocprofiler_set_api_table");
  *id = (uint64_t)++fake_registered;
  if (!import || version != ((uint32_t (*)(void))import)())
    fprintf(stderr, "register: %s came changed\n", name);
  return set ? set(name, version, 0, tables, count) : 1 /* there is no tool */;
}
