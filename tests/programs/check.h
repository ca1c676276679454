/* What the HIP test programs share: checked calls, counted calls, host functions
** that stand in for kernels on the software GPU (tests/gpusim). */
#ifndef CHECK_H
#define CHECK_H
#include <hip/hip_runtime.h>
#include <hip/hip_ext.h>
#include <hsa/hsa.h>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>

/* A HIP call that must succeed; otherwise the program ends with 3. */
#define CHECK(call) check_hip((call), #call, __FILE__, __LINE__)
static inline void check_hip(hipError_t e, const char *call, const char *file, int line) {
  if (e == hipSuccess)
    return;
  fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, hipGetErrorName(e));
  exit(3);
}

/* A condition that must hold; otherwise the program ends with 4. */
#define REQUIRE(condition) \
  do { if (!(condition)) { fprintf(stderr, "%s:%d: wrong: %s\n", __FILE__, __LINE__, #condition); exit(4); } } while (0)

/* Sets a variable of the software GPU, unless the user has set it. Call it before the first HIP call. */
static inline void gpusim_default(const char *variable, const char *value) { setenv(variable, value, 0); }

/* Declares a host function that does a kernel's work on the software GPU; its name contains the kernel's mangled name. `args`
** points to the kernel's arguments. */
#define STAND_IN(mangled, type)                                                                    \
  static void stand_in_##mangled(const hsa_kernel_dispatch_packet_t *packet, const type &args);    \
  extern "C" __attribute__((used, visibility("default"))) void gpusim_kernel_##mangled(            \
      const hsa_kernel_dispatch_packet_t *packet) {                                                \
    stand_in_##mangled(packet, *static_cast<const type *>(packet->kernarg_address));               \
  }                                                                                                \
  static void stand_in_##mangled(const hsa_kernel_dispatch_packet_t *packet, const type &args)

static inline int my_tid() { return (int)syscall(SYS_gettid); }

#endif
