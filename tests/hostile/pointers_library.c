/* The library of pointers.c. */
#include <dlfcn.h>
#include "pointers.h"

int (*hipSetDevice)(int), (*hipMemcpy)(void *, const void *, unsigned long, int);

int pointers_load(void) {
  void *hip = dlopen("libamdhip64.so.5", RTLD_NOW | RTLD_LOCAL);
  if (hipSetDevice || hipMemcpy || !hip)
    return 0;
  *(void **)&hipSetDevice = dlsym(hip, "hipSetDevice");
  *(void **)&hipMemcpy = dlsym(hip, "hipMemcpy");
  return hipSetDevice && hipMemcpy && dlsym(RTLD_DEFAULT, "hipDeviceReset") == 0;
}

void pointers_work(int calls) {
  char byte[2];
  for (int i = 0; i < calls; i++)
    hipMemcpy(byte, byte + 1, 1, 1);
}
