/* A program that gets the collector in other ways than by LD_PRELOAD.
**
**     loaded                  is linked with it: ten calls
**     loaded closed LIBRARY   opens it, makes calls, closes it, makes calls from another thread, and exits
**
** Prints whether the program has rights that its caller lacks. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>

int hipSetDevice(int);

static void *calls(void *how_many) {
  for (int i = 0; i < *(int *)how_many; i++)
    hipSetDevice(i);
  return NULL;
}

int main(int argc, char **argv) {
  int n = 10;
  pthread_t t;
  if (argc > 2 && !strcmp(argv[1], "closed")) {
    void *library = dlopen(argv[2], RTLD_NOW | RTLD_GLOBAL);
    int (*traced)(int) = library ? (int (*)(int))dlvsym(library, "hipSetDevice", "hip_4.2") : NULL;
    if (!traced || traced(1) || dlclose(library))
      return fprintf(stderr, "%s\n", dlerror()), 1;
    traced(2); /* the library is still there */
  }
  if (pthread_create(&t, NULL, calls, &n) || pthread_join(t, NULL))
    return 1;
  printf("secure %d\n", getauxval(AT_SECURE) != 0);
  return 0;
}
