/* Calls HIP before and after main: from a constructor function, from the constructor and destructor of a C++ static, and from an
** atexit handler that was registered before the runtime was used. */
#include <hip/hip_runtime_api.h>
#include <cstdio>
#include <cstdlib>

static void report(const char *when) {
  int device = -1;
  hipError_t e = hipGetDevice(&device);
  void *p = nullptr;
  hipError_t m = hipMalloc(&p, 4096);
  hipError_t s = hipMemset(p, 0, 4096);
  hipError_t f = hipFree(p);
  printf("%s: %s %d, %s, %s, %s\n", when, hipGetErrorName(e), device, hipGetErrorName(m), hipGetErrorName(s), hipGetErrorName(f));
  fflush(stdout);
}

/* It runs after the static's destructor, which is registered later. */
static void at_exit() { report("atexit"); }

__attribute__((constructor(101))) static void first() {
  atexit(at_exit);
  report("constructor");
}

struct user {
  user() { report("static constructor"); }
  ~user() { report("static destructor"); }
};
static user the_user;

int main() {
  report("main");
  return 0;
}
