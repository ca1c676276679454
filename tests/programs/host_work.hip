/* What the host does while the GPU waits for it: each round launches a kernel, waits for it, and then computes, sleeps or waits for a lock for some ms. At the end
** it prints how long each took, in ns: `napping 1234`. Every third round copies, too.
**
**   host_work [ROUNDS=600] */
#include "expect.h"
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#define OWN static __attribute__((noinline))

__global__ void step(int *p) {
  if (p)
    *p = 1;
}

OWN long now_ns() {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000L + t.tv_nsec;
}

static volatile double sum;
OWN void computing(long ns) {
  for (long until = now_ns() + ns; now_ns() < until;)
    for (int i = 0; i < 1000; i++)
      sum = sum * 1.0000001 + 1;
}

OWN void napping(long ns) {
  usleep((useconds_t)(ns / 1000));
  sum = sum + 1; /* or the call would be a jump */
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t wanted, held;
static long held_ns;
static void *hold(void *) {
  for (;;) {
    while (sem_wait(&wanted)) {}
    if (!held_ns)
      return nullptr;
    pthread_mutex_lock(&lock);
    sem_post(&held);
    usleep((useconds_t)(held_ns / 1000));
    pthread_mutex_unlock(&lock);
  }
}

OWN void waiting(long ns) {
  held_ns = ns;
  sem_post(&wanted);
  while (sem_wait(&held)) {}
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  sum = sum + 1;
}

OWN void launching(hipStream_t stream) {
  LAUNCH(step<<<1, 64, 0, stream>>>(nullptr));
  sum = sum + 1;
}

OWN void fetching(void *host, void *device, size_t bytes) {
  CALL(hipMemcpy(host, device, bytes, hipMemcpyDeviceToHost));
  sum = sum + 1;
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 600;
  static const struct { const char *name; void (*work)(long); } kind[] = {{"computing", computing}, {"napping", napping}, {"waiting", waiting}};
  const size_t bytes = 1 << 20;
  long taken[3] = {0};
  unsigned random = 12345;
  void *host, *device;
  hipStream_t stream;
  pthread_t holder;
  sem_init(&wanted, 0, 0);
  sem_init(&held, 0, 0);
  pthread_create(&holder, nullptr, hold, nullptr);
  CALL(hipStreamCreate(&stream));
  CALL(hipHostMalloc(&host, bytes, 0));
  CALL(hipMalloc(&device, bytes));
  for (int i = 0; i < rounds; i++) {
    launching(stream);
    CALL(hipStreamSynchronize(stream));
    random = random * 1664525 + 1013904223;
    long begin = now_ns();
    kind[i % 3].work((1 + (random >> 16) % 8) * 500000L * (i % 3 + 1) / 2);
    taken[i % 3] += now_ns() - begin;
    if (i % 3 == 2)
      fetching(host, device, bytes);
  }
  launching(stream); /* what comes after the last work of the GPU is no pause */
  CALL(hipStreamSynchronize(stream));
  held_ns = 0;
  sem_post(&wanted);
  pthread_join(holder, nullptr);
  for (int k = 0; k < 3; k++)
    printf("%s %ld\n", kind[k].name, taken[k]);
  return 0;
}
