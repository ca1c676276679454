/* States of the collector that a program reaches once in a million times, made on
** purpose: cases NAME. The file is looked at by test_inside.sh. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "device.h"
#include "hsa.h"
#include "module.h"
#include "traced.h"
#include "wake.h"

FUNCTION(called);

static __attribute__((noinline)) int call(int x) {
  collect_call c = collect_begin(&called, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(&called, COLLECT_HIP, c)) collect_word(c, 0, (uint64_t)x), collect_word(c, 1, 0);
  int result = ((int (*)(int))called.next)(x);
  collect_end(&called, COLLECT_HIP, c, result);
  return result;
}

static void calls(int n) { for (int i = 0; i < n; i++) call(i); }

static void is(const char *what, bool good) { printf("%s %s\n", good ? "ok" : "not ok", what); }

/* ---- a hand on the writer ---- */

static atomic_int writer_held, writer_runs;

static uint64_t gate(enum collect_drain how) {
  atomic_fetch_add(&writer_runs, 1);
  while (how != COLLECT_DRAIN_FINAL && atomic_load(&writer_held)) usleep(100);
  return 0;
}
COLLECT_MODULE(gate) = {.name = "gate", .order = 5, .drain = gate};

static void wait_runs(int n) {
  for (int before = atomic_load(&writer_runs); atomic_load(&writer_runs) < before + n;) {
    collect_wake_writer();
    usleep(100);
  }
}

/* The writer stands still from now on, before it looks at calls. */
static void writer_hold(void) {
  atomic_store(&writer_held, 1);
  wait_runs(1);
}
static void writer_go(void) { atomic_store(&writer_held, 0), wait_runs(2); }

/* ---- threads that do one step after another ---- */

typedef struct stepper { pthread_t thread; pthread_barrier_t step; int calls; } stepper;

static void *stepper_main(void *arg) {
  stepper *s = arg;
  for (;;) {
    pthread_barrier_wait(&s->step);
    if (s->calls < 0) return NULL;
    calls(s->calls);
    pthread_barrier_wait(&s->step);
  }
}

static void step(stepper *s, int n) {
  s->calls = n;
  pthread_barrier_wait(&s->step);
  if (n >= 0) pthread_barrier_wait(&s->step);
  else pthread_join(s->thread, NULL);
}

static void stepper_start(stepper *s) {
  pthread_barrier_init(&s->step, NULL, 2);
  pthread_create(&s->thread, NULL, stepper_main, s);
}

#define SMALL_RING 2048   /* calls that a thread's first ring holds */
#define LARGE_RING 16384  /* ... and its second */

/* A thread's second ring is one that another thread had before, and stands before its
** first one in the writer's list. Both hold calls when the writer comes. */
static void rings(void) {
  stepper a, b, c;
  calls(1);
  stepper_start(&a), stepper_start(&b), stepper_start(&c);
  writer_hold();
  step(&a, SMALL_RING + 10);
  writer_go();
  step(&c, 1); /* takes a's first ring */
  step(&b, 1);
  step(&a, -1);
  writer_go();
  writer_hold();
  step(&b, SMALL_RING + LARGE_RING / 2 + 500);
  writer_go();
  step(&b, -1), step(&c, -1);
  printf("calls %d\n", 1 + SMALL_RING + 10 + 1 + 1 + SMALL_RING + LARGE_RING / 2 + 500);
}

/* ---- a stream's handle is given out again before hipStreamDestroy has come back ---- */

static void stream(void) {
  static char first, second;
  void *handle = &first, *other = &second;
  calls(1);
  collect_stream_created(handle, 0, 0, 0);
  uint32_t old = collect_stream_id(handle);
  uint32_t before = collect_stream_known(handle);
  collect_stream_created(handle, 0, 0, 0);
  uint32_t new = collect_stream_id(handle);
  collect_stream_destroyed(handle, before);
  is("a handle that is used again is another stream", old && new && new != old);
  is("the destruction of the old one leaves it alone", collect_stream_id(handle) == new);
  collect_stream_destroyed(handle, collect_stream_known(handle));
  collect_stream_created(other, 0, 0, 0);
  is("a destroyed stream's number is not given again", collect_stream_id(other) > new && collect_stream_id(handle) > new);
}

/* ---- the GPU ---- */

#define OBJECT 0x7000000

/* A kernel is that which is loaded at its address when it is dispatched, if one is. */
static void unloaded(void) {
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  hsa_executable_t e = hsa_load("first", OBJECT);
  hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
  hsa_unload(e);
  hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
  e = hsa_load("second", OBJECT);
  hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
  hsa_drain(q);
  hsa_unload(e);
  HSA(hsa_queue_destroy)(q);
  hsa_end();
}

/* More queues than there is room for at a time, one after another. */
#define MANY 5000
static void queues(void) {
  hsa_begin();
  for (int i = 0; i < MANY; i++) {
    hsa_queue_t *q = hsa_queue(64);
    hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
    hsa_drain(q);
    HSA(hsa_queue_destroy)(q);
  }
  hsa_end();
  printf("dispatches %d\n", MANY);
}

/* Copies that are refused, and then made with the same signal. */
static void copies(void) {
  static char from[64], to[64];
  hsa_begin();
  hsa_signal_t s = hsa_signal(1);
  for (int i = 0; i < 3; i++) {
    atomic_store(&hsa_copies_fail, 1);
    is("a copy is refused", HSA(hsa_amd_memory_async_copy)(to, hsa_gpu, from, hsa_cpu, 8, 0, NULL, s) != HSA_STATUS_SUCCESS);
    is("... and then made", HSA(hsa_amd_memory_async_copy)(to, hsa_gpu, from, hsa_cpu, sizeof to, 0, NULL, s) == HSA_STATUS_SUCCESS);
    hsa_wait(s);
    HSA(hsa_signal_store_relaxed)(s, 1);
  }
  HSA(hsa_signal_destroy)(s);
  hsa_end();
}

/* The program destroys the signal of its only copy while the writer reads the copy's times. */
static void destroyed(void) {
  static char from[64], to[64];
  hsa_begin();
  hsa_signal_t s = hsa_signal(1);
  atomic_store(&hsa_times_slow, 1);
  HSA(hsa_amd_memory_async_copy)(to, hsa_gpu, from, hsa_cpu, sizeof to, 0, NULL, s);
  hsa_wait(s);
  while (!atomic_load(&hsa_timing)) {
    collect_wake_writer();
    usleep(100);
  }
  HSA(hsa_signal_destroy)(s);
  is("a signal lives while its times are read", !atomic_load(&hsa_misused));
  hsa_end();
}

/* More packets are reserved than the queue has room for, before the first is written: each
** is its own call's. */
static hsa_queue_t *reserved_on;
static __attribute__((noinline)) uint64_t reserving_call(void) {
  collect_call c = collect_begin(&called, COLLECT_HIP, COLLECT_NO_STREAM);
  uint64_t index = hsa_reserve(reserved_on);
  collect_end(&called, COLLECT_HIP, c, 0);
  return index;
}
static void reserved(void) {
  enum { AHEAD = 64 + 50, ROUNDS = 4 };
  uint64_t index[AHEAD];
  hsa_begin();
  reserved_on = hsa_queue(64);
  for (int k = 0; k < ROUNDS; k++) {
    for (int i = 0; i < AHEAD; i++) index[i] = reserving_call();
    for (int i = 0; i < AHEAD; i++) hsa_dispatch_at(reserved_on, index[i], OBJECT, HSA_NO_SIGNAL);
    hsa_drain(reserved_on);
  }
  HSA(hsa_queue_destroy)(reserved_on);
  hsa_end();
  printf("dispatches %d\n", AHEAD * ROUNDS);
}

int main(int argc, char **argv) {
  static const struct { const char *name; void (*run)(void); } known[] = {
      {"rings", rings}, {"stream", stream}, {"unloaded", unloaded}, {"queues", queues}, {"copies", copies}, {"destroyed", destroyed}, {"reserved", reserved}};
  for (size_t i = 0; argc > 1 && i < sizeof known / sizeof *known; i++)
    if (!strcmp(argv[1], known[i].name)) {
      known[i].run();
      return 0;
    }
  return 2;
}
