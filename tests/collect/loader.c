/* Ways to reach a runtime that the program does not link: loader PLUGIN loads a plugin
** with RTLD_LOCAL, uses it, unloads it and loads it again; loader absent calls a
** wrapper while no runtime is there. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "absent")) {
    int (*set_device)(int) = (int (*)(int))dlsym(RTLD_DEFAULT, "hipSetDevice");
    const char *(*error_name)(int) = (const char *(*)(int))dlsym(RTLD_DEFAULT, "hipGetErrorName");
    if (!set_device || !error_name) return 1;
    printf("%d '%s'\n", set_device(0), error_name(0));
    return 3;
  }
  for (int i = 0; i < 3; i++) {
    void *plugin = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!plugin) { fprintf(stderr, "%s\n", dlerror()); return 1; }
    ((void (*)(void))dlsym(plugin, "work"))();
    dlclose(plugin);
  }
  return 3;
}
