#include "event.h"
static bool on(void) { return collect_setting()->hip; }
static const char *const so[] = {"libamdhip64.so.5", NULL};
static int gone(void) { return 3; }
static void *absent(const collect_function *f) { return (void *)gone; }
static const collect_api api = {so, absent, on};
#define F(n, w) static collect_function f_##n = {.generation = COLLECT_NEVER, .name = #n, .category = "HIP_RUNTIME_API_EXT", .api = &api, .words = w}
F(hipMalloc, 2); F(hipFree, 1); F(hipSetDevice, 1); F(hipDeviceSynchronize, 0);
COLLECT_EXPORT int hipMalloc(void **p, size_t n);
int hipMalloc(void **p, size_t n) {
  collect_call c = collect_begin(&f_hipMalloc, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(&f_hipMalloc, COLLECT_HIP, c)) { collect_word(c, 0, (uint64_t)p); collect_word(c, 1, n); }
  int r = ((int (*)(void **, size_t))f_hipMalloc.next)(p, n);
  collect_end(&f_hipMalloc, COLLECT_HIP, c, r);
  return r;
}
COLLECT_EXPORT int hipFree(void *p);
int hipFree(void *p) {
  collect_call c = collect_begin(&f_hipFree, COLLECT_HIP, COLLECT_NO_STREAM);
  int r = ((int (*)(void *))f_hipFree.next)(p);
  collect_end(&f_hipFree, COLLECT_HIP, c, r);
  return r;
}
COLLECT_EXPORT int hipSetDevice(int p);
int hipSetDevice(int p) {
  collect_call c = collect_begin(&f_hipSetDevice, COLLECT_HIP, COLLECT_NO_STREAM);
  int r = ((int (*)(int))f_hipSetDevice.next)(p);
  collect_end(&f_hipSetDevice, COLLECT_HIP, c, r);
  return r;
}
COLLECT_EXPORT int hipDeviceSynchronize(void);
int hipDeviceSynchronize(void) {
  collect_call c = collect_begin(&f_hipDeviceSynchronize, COLLECT_HIP, COLLECT_NO_STREAM);
  int r = ((int (*)(void))f_hipDeviceSynchronize.next)();
  collect_end(&f_hipDeviceSynchronize, COLLECT_HIP, c, r);
  return r;
}
