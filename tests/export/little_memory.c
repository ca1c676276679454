/* To be preloaded: a machine with a page of memory, so that no decoded column stays that nobody reads. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

long sysconf(int name) {
  long (*next)(int) = (long (*)(int))dlsym(RTLD_NEXT, "sysconf");
  return name == _SC_PHYS_PAGES ? 1 : next(name);
}
