/* Which calls end a thread that was cancelled? Only those where the runtime itself has a cancellation point.
**
**   cancelled list first|warm     calls each function in a thread of its own that was cancelled: as its first call, or after others.
**                                 Prints a line for each: "NAME came back" or "NAME ended the thread".
**   cancelled mutex ROUNDS        a thread locks a mutex, makes a call, unlocks, again and again, and is cancelled at some time. Prints
**                                 how often the mutex was left locked. */
#include "check.h"
#include <dlfcn.h>
#include <functional>
#include <thread>

static void *memory;
static char host[4096];
static hipStream_t stream;
static hipEvent_t event;
static __global__ void work(int *p) { if (p) p[threadIdx.x] = 1; }

static const struct { const char *name; std::function<void()> call; } calls[] = {
  {"hipGetDevice", [] { int d; (void)hipGetDevice(&d); }},
  {"hipSetDevice", [] { (void)hipSetDevice(0); }},
  {"hipMalloc", [] { void *p; (void)hipMalloc(&p, 4096); }},
  {"hipFree", [] { (void)hipFree(nullptr); }},
  {"hipLaunchKernel in a stream", [] { work<<<1, 64, 0, stream>>>(nullptr); }},
  {"hipLaunchKernel", [] { work<<<1, 64>>>(nullptr); }},
  {"hipMemcpy", [] { (void)hipMemcpy(host, memory, 64, hipMemcpyDeviceToHost); }},
  {"hipMemcpyAsync", [] { (void)hipMemcpyAsync(memory, host, 64, hipMemcpyHostToDevice, stream); }},
  {"hipMemset", [] { (void)hipMemset(memory, 1, 64); }},
  {"hipStreamCreate", [] { hipStream_t s; (void)hipStreamCreate(&s); }},
  {"hipStreamQuery", [] { (void)hipStreamQuery(stream); }},
  {"hipStreamSynchronize", [] { (void)hipStreamSynchronize(stream); }},
  {"hipDeviceSynchronize", [] { (void)hipDeviceSynchronize(); }},
  {"hipEventRecord", [] { (void)hipEventRecord(event, stream); }},
  {"hipEventQuery", [] { (void)hipEventQuery(event); }},
  {"hipEventSynchronize", [] { (void)hipEventSynchronize(event); }},
  {"hipGetDeviceProperties", [] { hipDeviceProp_t p; (void)hipGetDeviceProperties(&p, 0); }},
  {"hipModuleLoad", [] { hipModule_t m; (void)hipModuleLoad(&m, "/nowhere"); }},
  {"dlsym", [] { (void)dlsym(RTLD_DEFAULT, "hipMalloc"); }},
  {"dlopen", [] { if (void *l = dlopen("libm.so.6", RTLD_NOW)) dlclose(l); }},
};

static volatile bool came_back;
static bool warm;
static void *one(void *call) {
  int device;
  if (warm)
    (void)hipGetDevice(&device);
  pthread_cancel(pthread_self());
  (*(const std::function<void()> *)call)();
  came_back = true;
  pthread_testcancel();
  return nullptr;
}

static void list() {
  for (auto &c : calls) {
    pthread_t t;
    void *end;
    came_back = false;
    REQUIRE(pthread_create(&t, nullptr, one, (void *)&c.call) == 0 && pthread_join(t, &end) == 0);
    printf("%s %s%s\n", c.name, came_back ? "came back" : "ended the thread", end == PTHREAD_CANCELED ? "" : ", and is not cancelled");
  }
}

static pthread_mutex_t mutex;
static void *locks(void *) {
  int device;
  for (;;) {
    pthread_mutex_lock(&mutex);
    (void)hipGetDevice(&device);
    (void)hipStreamQuery(stream);
    pthread_mutex_unlock(&mutex);
    pthread_testcancel();
  }
}

static int left_locked(int rounds) {
  int left = 0;
  for (int i = 0; i < rounds; i++) {
    pthread_t t;
    pthread_mutex_init(&mutex, nullptr);
    REQUIRE(pthread_create(&t, nullptr, locks, nullptr) == 0);
    for (volatile int w = 0; w < i % 61 * 2000; w = w + 1) {}
    pthread_cancel(t);
    pthread_join(t, nullptr);
    left += pthread_mutex_trylock(&mutex) != 0;
  }
  return left;
}

int main(int argc, char **argv) {
  REQUIRE(argc == 3);
  warm = !strcmp(argv[2], "warm");
  CHECK(hipMalloc(&memory, 4096));
  CHECK(hipStreamCreate(&stream));
  CHECK(hipEventCreate(&event));
  work<<<1, 64, 0, stream>>>(nullptr);
  work<<<1, 64>>>(nullptr);
  CHECK(hipEventRecord(event, stream));
  CHECK(hipDeviceSynchronize());
  if (!strcmp(argv[1], "list"))
    list();
  else
    printf("left locked %d\n", left_locked(atoi(argv[2])));
  return 0;
}
