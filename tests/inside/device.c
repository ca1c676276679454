/* Everything that the collector does about devices, at the same time, for ThreadSanitizer. Threads launch into shared queues,
** with and without completion signals of their own, or reserve far ahead; copies are made and refused; queues, kernels and
** streams come and go. Prints what must be in the file. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "device.h"
#include "fake_hsa.h"
#include "traced.h"

#define LAUNCHERS 3
#define OBJECT 0x7000000

FUNCTION(launch);

static int rounds = 400;
static hsa_queue_t *shared[2];
static atomic_int dispatched, copied;

/* A traced call that launches a kernel. */
static __attribute__((noinline)) void dispatch(hsa_queue_t *q, uint64_t object, hsa_signal_t s, void *stream) {
  collect_call c = collect_begin(&launch, COLLECT_HIP, stream);
  if (collect_wants_args(&launch, COLLECT_HIP, c)) collect_word(c, 0, 0), collect_word(c, 1, 0), collect_busy_end();
  hsa_dispatch(q, object, s);
  collect_end(&launch, COLLECT_HIP, c, 0);
  atomic_fetch_add(&dispatched, 1);
}

/* Uses one signal again and again, armed in different ways. */
static void arm(hsa_signal_t s, int way) {
  switch (way % 5) {
    case 0: HSA(hsa_signal_store_relaxed)(s, 1); break;
    case 1: HSA(hsa_signal_silent_store_relaxed)(s, 1); break;
    case 2: HSA(hsa_signal_add_scacq_screl)(s, 1); break;
    case 3: HSA(hsa_signal_exchange_scacq_screl)(s, 1); break;
    default: HSA(hsa_signal_destroy)(s); return;
  }
}

static void *launcher(void *arg) {
  int me = (int)(intptr_t)arg;
  hsa_signal_t own = hsa_signal(1);
  for (int i = 0; i < rounds; i++) {
    hsa_queue_t *q = shared[(me + i) % 2];
    void *stream = (void *)(uintptr_t)(4096 + (me + i) % 5);
    for (int k = 0; k < 6; k++) dispatch(q, OBJECT + 64 * (unsigned)(i % 3), HSA_NO_SIGNAL, stream);
    dispatch(q, OBJECT, own, stream);
    hsa_wait(own);
    arm(own, i);
    if (i % 5 == 4) own = hsa_signal(1);
  }
  HSA(hsa_signal_destroy)(own);
  return NULL;
}

/* Threads reserve more packets than the queue has room for before they write them. Each is linked to its own call. They work in
** rounds, so that there are never more than can be noted, and never more than can wait for the writer. */
enum { RESERVERS = 3, AHEAD = 40, FIRST = 30 };
static hsa_queue_t *far;
static pthread_barrier_t far_round;
static __attribute__((noinline)) uint64_t reserve(void) {
  collect_call c = collect_begin(&launch, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(&launch, COLLECT_HIP, c)) collect_word(c, 0, 0), collect_word(c, 1, 0), collect_busy_end();
  uint64_t index = hsa_reserve(far);
  collect_end(&launch, COLLECT_HIP, c, 0);
  return index;
}
static void *reserver(void *unused) {
  for (int i = 0; i < rounds / 10; i++) {
    uint64_t index[AHEAD];
    pthread_barrier_wait(&far_round);
    for (int k = 0; k < FIRST; k++) index[k] = reserve();
    for (int k = 0; k < AHEAD; k++) {
      hsa_dispatch_at(far, index[k], OBJECT, HSA_NO_SIGNAL);
      if (k < AHEAD - FIRST) index[FIRST + k] = reserve();
    }
    atomic_fetch_add(&dispatched, AHEAD);
  }
  return unused;
}

static void *copier(void *unused) {
  static char from[256], to[256];
  hsa_signal_t s = hsa_signal(1);
  for (int i = 0; i < rounds; i++) {
    if (i % 7 == 0) {
      atomic_store(&hsa_copies_fail, 1);
      if (HSA(hsa_amd_memory_async_copy)(to, hsa_gpu, from, hsa_cpu, 8, 0, NULL, s) == HSA_STATUS_SUCCESS) abort();
    }
    if (HSA(hsa_amd_memory_async_copy)(to, hsa_gpu, from, hsa_cpu, sizeof to, 0, NULL, s) != HSA_STATUS_SUCCESS) abort();
    atomic_fetch_add(&copied, 1);
    hsa_wait(s);
    arm(s, i);
    if (i % 5 == 4) s = hsa_signal(1);
  }
  HSA(hsa_signal_destroy)(s);
  return unused;
}

/* Queues are destroyed with packets under way: our signals are freed with them. */
static void *queue_maker(void *unused) {
  for (int i = 0; i < rounds / 4; i++) {
    hsa_queue_t *q = hsa_queue(64u << i % 2);
    for (int k = 0; k < 10; k++) dispatch(q, OBJECT, HSA_NO_SIGNAL, NULL);
    if (i % 2) dispatch(q, OBJECT + 64, HSA_NO_SIGNAL, NULL);
    hsa_drain(q);
    HSA(hsa_queue_destroy)(q);
  }
  return unused;
}

/* A thread that waits for a packet destroys its queue, while the thread that rang for it has not returned yet. */
typedef struct last_packet { hsa_queue_t *queue; hsa_signal_t signal; } last_packet;
static void *last_launcher(void *arg) {
  last_packet *last = arg;
  dispatch(last->queue, OBJECT, last->signal, NULL);
  return NULL;
}
static void *queue_ender(void *unused) {
  for (int i = 0; i < rounds / 4; i++) {
    pthread_t t;
    last_packet last = {hsa_queue(64), hsa_signal(1)};
    for (int k = 0; k < 64; k++) dispatch(last.queue, OBJECT, HSA_NO_SIGNAL, NULL);
    pthread_create(&t, NULL, last_launcher, &last);
    hsa_wait(last.signal);
    HSA(hsa_queue_destroy)(last.queue);
    HSA(hsa_signal_destroy)(last.signal);
    pthread_join(t, NULL);
  }
  return unused;
}

static void *loader(void *unused) {
  for (int i = 0; i < rounds / 2; i++) {
    hsa_executable_t e = hsa_load("comes_and_goes", OBJECT + 64);
    usleep(100);
    hsa_unload(e);
  }
  return unused;
}

static void *streams(void *unused) {
  for (int i = 0; i < rounds; i++) {
    void *s = (void *)(uintptr_t)(4096 + i % 5);
    collect_stream_created(s, 0, 0, 0);
    usleep(20);
    collect_stream_destroyed(s, collect_stream_known(s));
  }
  return unused;
}

/* Reads times as the writer does now and then. Nothing but the signals' values orders this after the GPU's stamps. */
static atomic_int harvest_over;
static void *harvester(void *unused) {
  while (!atomic_load_explicit(&harvest_over, memory_order_relaxed)) collect_device_harvest();
  return unused;
}

int main(int argc, char **argv) {
  static void *(*const others[])(void *) = {copier, reserver, reserver, reserver, queue_maker, queue_ender, loader, streams};
  enum { OTHERS = sizeof others / sizeof *others };
  pthread_t t[LAUNCHERS + OTHERS], harvest;
  if (argc > 1) rounds = atoi(argv[1]);
  hsa_begin();
  hsa_executable_t e = hsa_load("work", OBJECT);
  for (int i = 0; i < 2; i++) shared[i] = hsa_queue(64);
  far = hsa_queue(64);
  pthread_barrier_init(&far_round, NULL, RESERVERS);
  for (int i = 0; i < LAUNCHERS; i++) pthread_create(&t[i], NULL, launcher, (void *)(intptr_t)i);
  for (int i = 0; i < OTHERS; i++) pthread_create(&t[LAUNCHERS + i], NULL, others[i], NULL);
  pthread_create(&harvest, NULL, harvester, NULL);
  for (int i = 0; i < LAUNCHERS + OTHERS; i++) pthread_join(t[i], NULL);
  atomic_store(&harvest_over, 1);
  pthread_join(harvest, NULL);
  for (int i = 0; i < 2; i++) hsa_drain(shared[i]);
  hsa_drain(far);
  HSA(hsa_queue_destroy)(far);
  HSA(hsa_queue_destroy)(shared[0]); /* the other one stays until the end */
  hsa_unload(e);
  hsa_end();
  printf("dispatches %d\ncopies %d\n", atomic_load(&dispatched), atomic_load(&copied));
  return 0;
}
