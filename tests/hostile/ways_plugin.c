/* For ways.c: a library that is linked to HIP, and calls it or looks up its functions. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int hipGetDevice(int *);

int plugin(const char *way) {
  int device;
  int (*get_device)(int *) = hipGetDevice;
  if (strstr(way, "default"))
    get_device = (int (*)(int *))dlsym(RTLD_DEFAULT, "hipGetDevice");
  if (!get_device)
    return 1;
  for (int i = 0; i < 100; i++)
    get_device(&device);
  if (!strstr(way, "default"))
    hipGetDevice(&device);
  printf("expect hipGetDevice %d\n", (strstr(way, "default") ? 100 : 101) * (strstr(way, "again") ? 4 : 1));
  return 0;
}
