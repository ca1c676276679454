// Allocations of all kinds of HIP. Prints each on stdout: "given CALL ADDRESS BYTES" and "taken
// CALL ADDRESS". With an argument it kills itself at the end.
#include <csignal>
#include <cstdio>
#include <cstring>
#include <thread>
#include <unistd.h>
#include <hip/hip_runtime.h>
#include "check.h"

static void given(const char *call, void *p, size_t bytes) { printf("given %s %llu %zu\n", call, (unsigned long long)(uintptr_t)p, bytes); }
static void taken(const char *call, void *p) { printf("taken %s %llu\n", call, (unsigned long long)(uintptr_t)p); }

static void plain(size_t bytes) {
  void *p;
  CHECK(hipMalloc(&p, bytes));
  given("hipMalloc", p, bytes);
  taken("hipFree", p);
  CHECK(hipFree(p));
}

int main(int argc, char **argv) {
  void *p, *q;
  for (int i = 0; i < 50; i++) plain(100000 + 4096 * (size_t)i);
  CHECK(hipHostMalloc(&p, 3 << 20, 0));
  given("hipHostMalloc", p, 3 << 20);
  taken("hipHostFree", p);
  CHECK(hipHostFree(p));
  std::thread threads[4];
  for (auto &t : threads) t = std::thread([] { for (int i = 0; i < 20; i++) plain(5 << 20); });
  for (auto &t : threads) t.join();
  hipStream_t stream;
  CHECK(hipStreamCreate(&stream));
  if (hipMallocAsync(&q, 1234567, stream) == hipSuccess) {
    given("hipMallocAsync", q, 1234567);
    taken("hipFreeAsync", q);
    CHECK(hipFreeAsync(q, stream));
    CHECK(hipStreamSynchronize(stream));
  }
  if (hipMalloc(&p, (size_t)1 << 60) == hipSuccess) return 3; // refused: no row
  fflush(stdout);
  if (argc > 1) kill(getpid(), SIGKILL);
}
