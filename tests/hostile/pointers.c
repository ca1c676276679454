/* pointers [LIBRARY]: calls HIP through variables that have the names of its functions. The variables are in a linked library, in
** the program itself (WITH_LIBRARY), or in LIBRARY. */
#include <dlfcn.h>
#include <stdio.h>
#ifdef WITH_LIBRARY
#include "pointers_library.c"
#else
#include "pointers.h"
#endif

int main(int argc, char **argv) {
  int (*load)(void);
  void (*work)(int);
#ifdef LOADED
  void *library = dlopen(argv[1], RTLD_NOW | (argc > 2 ? RTLD_GLOBAL : RTLD_LOCAL));
  load = (int (*)(void))dlsym(library, "pointers_load");
  work = (void (*)(int))dlsym(library, "pointers_work");
  int (**set_device)(int) = (int (**)(int))dlsym(library, "hipSetDevice");
#else
  int (**set_device)(int) = &hipSetDevice;
  load = pointers_load;
  work = pointers_work;
#endif
  if (*set_device || !load())
    return 1;
  work(100);
  (*set_device)(0);
  printf("expect hipMemcpy 100\nexpect hipSetDevice 1\n");
  return 3;
}
