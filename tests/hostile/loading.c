/* loading PLUGIN: loads a library whose constructor waits for a thread that makes its first traced call. So that call is made
** while the loader's lock is held. Then does the same once more, with a thread that the constructor itself starts. */
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
