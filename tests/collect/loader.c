/* Reaches a runtime that the program does not link. loader PLUGIN loads a plugin with RTLD_LOCAL, uses it, unloads it and loads
** it again; loader absent asks for functions while there is no runtime. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

extern int __attribute__((weak)) hipSetDevice(int device);

int main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "absent")) {
    printf("%p %p", dlsym(RTLD_DEFAULT, "hipSetDevice"), hipSetDevice);
    printf(" %s\n", dlerror());
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
