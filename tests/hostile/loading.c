/* loading PLUGIN: loads a library whose constructor waits for a thread that makes its first
** traced call, as it is: the loader's lock is held meanwhile. Then once more, from a
** constructor's own thread. */
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
  alarm(20);
  void *plugin = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!plugin) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  ((void (*)(void))dlsym(plugin, "work"))();
  printf("expect hipSetDevice 2\nexpect hipGetDevice 1\nexpect hipMemcpy 1\n");
  fflush(stdout);
  dlclose(plugin);
  return 3;
}
