/* States of the collector that a program reaches once in a million times, made on
** purpose: cases NAME. The file is looked at by test_inside.sh. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "device.h"
#include "fake_hsa.h"
#include "core.h"
#include "hand.h"
#include "launch.h"
#include "module.h"
#include "traced.h"
#include "wake.h"

FUNCTION(called);

WRAPPER(call, called, COLLECT_HIP, 0)

static void calls(int n) { for (int i = 0; i < n; i++) call(i); }

static void is(const char *what, bool good) { printf("%s %s\n", good ? "ok" : "not ok", what); }

/* A module is drained no more often than it says, however often the writer is awake. */
static atomic_int rarely_runs;
static int64_t rarely_ns;
static uint64_t rarely(enum collect_drain how) {
  atomic_fetch_add(&rarely_runs, how != COLLECT_DRAIN_FINAL);
  return 0;
}
COLLECT_MODULE(rarely) = {.name = "rarely", .order = 6, .drain = rarely, .period_ns = 3600000000000, .drained_ns = &rarely_ns};
static void period(void) {
  calls(1);
  wait_runs(100);
  is("once an hour", atomic_load(&rarely_runs) <= 1); /* not even that when the machine has just started */
}

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

/* A ring that is given to another thread says so: its epoch is even, and another one. */
typedef struct epochs { uint32_t lanes, odd; uint64_t sum; } epochs;
static void epoch_add(rocz_segment *s, const collect_ring *ring, void *arg) {
  epochs *e = arg;
  uint64_t epoch = atomic_load(&s->epoch);
  e->lanes++;
  e->odd += epoch % 2;
  e->sum += epoch;
}
static void *ten_calls(void *unused) {
  calls(10);
  return unused;
}
static void owners(void) {
  enum { OWNERS = 20 };
  epochs e[2] = {{0}};
  calls(1);
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < OWNERS / 2; i++) {
      pthread_t t;
      pthread_create(&t, NULL, ten_calls, NULL);
      pthread_join(t, NULL);
      wait_runs(2); /* the ring is free */
    }
    collect_segment_new(&collect_ring_calls, 1000, 65536); /* free ones are not shown */
    collect_segments_each(&collect_ring_calls, epoch_add, &e[k]);
  }
  is("rings are used again", e[1].lanes == 3);
  is("... with an even epoch", e[0].odd + e[1].odd == 0);
  is("... and another one", e[1].sum > e[0].sum);
}

/* ---- a stream's handle is given out again before hipStreamDestroy has come back ---- */

#define PER_THREAD ((void *)2) /* hipStreamPerThread */
static void *stream_of_thread(void *id) {
  *(uint32_t *)id = collect_stream_id(PER_THREAD);
  return NULL;
}
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
  pthread_t t;
  uint32_t mine = collect_stream_id(PER_THREAD), others = 0;
  pthread_create(&t, NULL, stream_of_thread, &others);
  pthread_join(t, NULL);
  is("the stream of each thread is its own", mine && others && mine != others && collect_stream_id(PER_THREAD) == mine);
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

/* Thousands of kernels, of which one goes. */
#define KERNELS 5000
static void kernels(void) {
  static hsa_executable_t e[KERNELS];
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  for (unsigned i = 0; i < KERNELS; i++) {
    char name[32];
    snprintf(name, sizeof name, "kernel_%u", i);
    e[i] = hsa_load(name, OBJECT + 64 * i);
  }
  hsa_unload(e[7]);
  for (unsigned i = 0; i < KERNELS; i += i < 10 ? 1 : 1000) hsa_dispatch(q, OBJECT + 64 * i, HSA_NO_SIGNAL);
  hsa_drain(q);
  HSA(hsa_queue_destroy)(q);
  hsa_end();
}

/* An executable of many code objects: each kernel is its own one's. */
static void objects(void) {
  enum { OBJECTS = 300 };
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  hsa_executable_t few = hsa_load("alone", OBJECT), many = hsa_load_many("one_of_many", OBJECT + 64, OBJECTS);
  hsa_unload(many), hsa_unload(few);
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
  HSA(hsa_amd_memory_async_copy)(from, hsa_cpu, to, hsa_gpu, sizeof to / 2, 0, NULL, s);
  hsa_wait(s);
  HSA(hsa_signal_destroy)(s);
  hsa_end();
  printf("from %llu\nto %llu\n", (unsigned long long)(uintptr_t)from, (unsigned long long)(uintptr_t)to);
}

/* Copies by what makes them; their sizes are what the test knows them by. */
static void engines(void) {
  static char from[64], to[64];
  hsa_begin();
  atomic_store(&hsa_pinned, to);
  hsa_signal_t s = hsa_signal(100);
  const struct { size_t size; hsa_agent_t dst, src; uint32_t engine; bool forced; } made[] = {
    {1, hsa_gpu, hsa_cpu, 1, false}, {2, hsa_cpu, hsa_gpu, 4, false}, {3, hsa_gpu, hsa_gpu, 4, false}, {4, hsa_gpu, hsa_gpu, 4, true},
    {5, hsa_cpu, hsa_cpu, 0, false}, {6, hsa_gpu, hsa_cpu, 0x80000000, false}, {7, hsa_gpu, hsa_cpu, 3, false}};
  for (size_t i = 0; i < sizeof made / sizeof *made; i++)
    HSA(hsa_amd_memory_async_copy_on_engine)(to, made[i].dst, from, made[i].src, made[i].size, 0, NULL, s, made[i].engine, made[i].forced);
  HSA(hsa_amd_memory_async_copy)(to, hsa_gpu, from, hsa_cpu, 8, 0, NULL, s);
  HSA(hsa_amd_memory_async_copy)(to, hsa_gpu, from, hsa_gpu, 9, 0, NULL, s);
  while (HSA(hsa_signal_load_scacquire)(s) > 100 - 9)
    usleep(100);
  HSA(hsa_signal_destroy)(s);
  hsa_end();
}

/* Who waits for whom: a kernel, a barrier of each type, a copy; signals that nobody has signalled, or another has since. */
static void packet_of(hsa_queue_t *q, const void *packet) {
  uint64_t i = hsa_reserve(q);
  char *at = (char *)q->base_address + 64 * (i & (q->size - 1));
  uint32_t header;
  memcpy(at + 4, (const char *)packet + 4, 60);
  memcpy(&header, packet, 4);
  __atomic_store_n((uint32_t *)(void *)at, header, __ATOMIC_RELEASE);
  HSA(hsa_signal_store_screlease)(q->doorbell_signal, (hsa_signal_value_t)i);
}
static void awaited(void) {
  static char from[64], to[64];
  enum { SIGNALS = 8 };
  hsa_signal_t s[SIGNALS];
  hsa_begin();
  hsa_load("named", OBJECT);
  hsa_queue_t *a = hsa_queue(64), *b = hsa_queue(64);
  for (int i = 0; i < SIGNALS; i++) s[i] = hsa_signal(1);
  hsa_dispatch(a, OBJECT, HSA_NO_SIGNAL);
  hsa_dispatch(a, OBJECT, s[0]); /* dispatch 2 */
  packet_of(b, &(hsa_barrier_and_packet_t){.header = HSA_PACKET_TYPE_BARRIER_AND, .dep_signal = {s[7], s[0]}, .completion_signal = s[1]});
  packet_of(a, &(hsa_amd_barrier_value_packet_t){.header = {.header = HSA_PACKET_TYPE_VENDOR_SPECIFIC, .AmdFormat = HSA_AMD_PACKET_TYPE_BARRIER_VALUE},
                                                 .signal = s[1], .value = (hsa_signal_value_t)s[0].handle, .mask = (hsa_signal_value_t)s[0].handle, .completion_signal = s[2]});
  collect_call call = collect_begin(&called, COLLECT_HIP, COLLECT_NO_STREAM);
  HSA(hsa_amd_memory_async_copy)(to, hsa_gpu, from, hsa_cpu, 64, 6, (hsa_signal_t[]){s[7], s[6], s[5], s[2], s[0], s[1]}, s[3]);
  collect_end(&called, COLLECT_HIP, call, 0);
  packet_of(b, &(hsa_barrier_or_packet_t){.header = HSA_PACKET_TYPE_BARRIER_OR, .dep_signal = {s[0], s[1], s[2], s[3], s[4]}});
  hsa_drain(a), hsa_drain(b);
  hsa_wait(s[3]);
  HSA(hsa_signal_store_relaxed)(s[0], 1);
  hsa_dispatch(b, OBJECT, s[0]); /* dispatch 3, with the first one's signal */
  packet_of(a, &(hsa_barrier_and_packet_t){.header = HSA_PACKET_TYPE_BARRIER_AND, .dep_signal = {s[0]}});
  hsa_drain(b), hsa_drain(a);
  for (int i = 0; i < SIGNALS; i++) HSA(hsa_signal_destroy)(s[i]);
  HSA(hsa_queue_destroy)(a), HSA(hsa_queue_destroy)(b);
  hsa_end();
}

/* Scratch memory: what the runtime tells in a thread of its own, one change within another; of a queue that is not watched; and
** where it ends a change whose beginning was not told. */
static hsa_queue_t *scratch_queue;
static void *scratch_thread(void *unused) {
  (void)unused;
  hsa_scratch_begins(0, scratch_queue, 0);
  hsa_scratch_begins(2, scratch_queue, 2);
  usleep(1000);
  hsa_scratch_ended(2, scratch_queue, 2, 0);
  hsa_scratch_ended(0, scratch_queue, 1, 123456);
  hsa_scratch_begins(1, scratch_queue, 1);
  hsa_scratch_ended(1, scratch_queue, 1, 0);
  return NULL;
}
static void scratch(void) {
  hsa_queue_t unknown = {.size = 64};
  pthread_t t;
  hsa_begin();
  scratch_queue = hsa_queue(64);
  hsa_scratch_ended(0, scratch_queue, 0, 777);
  pthread_create(&t, NULL, scratch_thread, NULL);
  pthread_join(t, NULL);
  hsa_scratch_begins(0, &unknown, 0);
  hsa_scratch_ended(0, &unknown, 0, 42);
  HSA(hsa_queue_destroy)(scratch_queue);
  hsa_end();
}
/* A runtime that does not tell of it. */
static void no_scratch(void) {
  hsa_without_tools = true;
  hsa_begin();
  hsa_dispatch(hsa_queue(64), OBJECT, HSA_NO_SIGNAL);
  hsa_end();
}

/* The program destroys the signal of its only copy while the writer reads the copy's times. */
static void destroyed(void) {
  static char from[64], to[64];
  hsa_begin();
  hsa_signal_t s = hsa_signal(1);
  atomic_store(&hsa_times_slow, 1);
  HSA(hsa_amd_memory_async_copy)(to, hsa_gpu, from, hsa_cpu, sizeof to, 0, NULL, s);
  while (!atomic_load(&hsa_timing)) { /* not by waiting: that reads them */
    collect_wake_writer();
    usleep(100);
  }
  HSA(hsa_signal_destroy)(s);
  is("a signal lives while its times are read", !atomic_load(&hsa_misused));
  hsa_end();
}

/* ---- layers: a call inside of another layer's call is a row with a parent, inside of its own none ---- */

FUNCTION(below);
static __attribute__((noinline)) int call_below(int depth);
static __attribute__((noinline)) int call_above(int depth) {
  collect_call c = collect_begin(&called, COLLECT_HIP, COLLECT_NO_STREAM);
  if (depth) call_below(depth - 1);
  collect_end(&called, COLLECT_HIP, c, 100 + depth);
  return 100 + depth;
}
static int call_below(int depth) {
  collect_call c = collect_begin(&below, COLLECT_HSA, COLLECT_NO_STREAM);
  if (depth) call_above(depth - 1);
  collect_end(&below, COLLECT_HSA, c, 100 + depth);
  return 100 + depth;
}
static void layers(void) {
  calls(3);
  for (int i = 0; i < 5; i++) call_above(3); /* of which the inner two are the runtime's own */
  for (int i = 0; i < 5; i++) call_below(1);
}

/* ---- arguments, also of calls with another layer's call inside: run with COLLECT_ARGS=1 ---- */

static __attribute__((noinline)) void call_around(int x) {
  collect_call c = collect_begin(&called, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(&called, COLLECT_HIP, c)) collect_word(c, 0, (uint64_t)x), collect_word(c, 1, 0), collect_busy_end();
  call_below(0);
  collect_end(&called, COLLECT_HIP, c, 0);
}
static void arguments(void) {
  calls(100);
  for (int i = 0; i < 20; i++) call_around(1000 + i);
}

/* ---- calls that are left ---- */

static jmp_buf back;
static __attribute__((noinline)) void leaving_call(void) {
  (void)collect_begin(&below, COLLECT_HSA, COLLECT_NO_STREAM);
  longjmp(back, 1);
}
static __attribute__((noinline)) void stay(void) {
  if (!setjmp(back)) leaving_call();
}
static __attribute__((noinline)) void left_call(void) {
  collect_call c = collect_begin(&called, COLLECT_HIP, COLLECT_NO_STREAM);
  stay();
  collect_end(&called, COLLECT_HIP, c, 0);
}
static void left(void) {
  for (int i = 0; i < 7; i++) left_call();
}

/* Threads that end inside of calls. */
static __attribute__((noinline)) void ending_call(void) {
  (void)collect_begin(&below, COLLECT_HSA, COLLECT_NO_STREAM);
  pthread_exit(NULL);
}
static __attribute__((noinline)) void ending_outer(void) {
  (void)collect_begin(&called, COLLECT_HIP, COLLECT_NO_STREAM);
  ending_call();
}
static void *ending_thread(void *outer) {
  calls(2);
  if (outer) ending_outer();
  ending_call();
  return NULL;
}
static void ended(void) {
  for (intptr_t i = 0; i < 4; i++) {
    pthread_t t;
    pthread_create(&t, NULL, ending_thread, (void *)(i % 2));
    pthread_join(t, NULL);
  }
}

/* ---- info rows, so many that their buffer goes round ---- */

#define INFO_ROWS 30000
static void info_row(int i) {
  static const char dots[] = "........................................";
  char text[64];
  snprintf(text, sizeof text, "row-%d-%.*s", i, i * 7 % 40, dots);
  collect_meta(ROCZ_COUNTER, text, (int64_t)i, i % 3 ? dots + i % 29 : NULL);
}
static void info(void) {
  calls(1);
  for (int i = 0; i < INFO_ROWS; i++) {
    info_row(i);
    if (i % 1000 == 0) wait_runs(1);
  }
}
/* ... and so many, while the writer does not come, that a buffer follows another; one is larger
** than the next one would be, for the sake of one row. */
static void info_held(void) {
  enum { LONG = 3 << 19 };
  char *text = malloc(LONG + 1);
  memset(text, 'x', LONG);
  text[LONG] = 0;
  calls(1);
  writer_hold();
  for (int i = 0; i < INFO_ROWS; i++) {
    if (i == 10) collect_meta(ROCZ_FUNCTION, (int64_t)60000, "LONG", text, (int64_t)ROCZ_FORM_RESULT);
    info_row(i);
  }
  writer_go();
  free(text);
}

/* ---- so many texts that their table grows ---- */

static void texts(void) {
  enum { TEXTS = 40000 };
  static uint64_t id[TEXTS];
  int again = 0, new = 0;
  calls(1);
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < TEXTS; i++) {
      char text[32];
      snprintf(text, sizeof text, "text %d", i);
      uint64_t got = collect_string_word(text);
      if (round) again += got == id[i];
      else new += got > (i ? id[i - 1] : 0), id[i] = got;
    }
  is("each text has a number of its own", new == TEXTS);
  is("... and keeps it", again == TEXTS);
}

/* Of a text that is longer than 4096 bytes the beginning is kept, and that is counted each time. */
static void long_texts(void) {
  enum { KEPT = 4096 };
  static char text[KEPT + 2];
  uint64_t id[3];
  calls(1);
  for (int more = -1; more <= 1; more++) {
    memset(text, 'x', KEPT + 1);
    text[KEPT + more] = 0;
    id[more + 1] = collect_string_word(text);
  }
  is("one that fits is itself", id[0] && id[1] && id[0] != id[1]);
  is("one that is longer is its beginning", id[2] == id[1]);
  text[KEPT] = 'y';
  is("... whatever follows", collect_string_word(text) == id[1]);
  memcpy(text + KEPT - 1, "\xc3\xa9", 2); /* a character of two bytes */
  is("... but for half a character", collect_string_word(text) == id[0]);
}

/* ---- the writer is asleep, and is woken when a buffer is half full ---- */

/* It has slept long, twice, and will again: the next time it looks by itself is in 0.9 s. */
static int64_t idle_ns;
static int idle_runs;
static void wait_idle(void) {
  for (int long_ones = 0; long_ones < 2;) {
    int64_t began_ns = collect_boottime_ns();
    for (idle_runs = atomic_load(&writer_runs); atomic_load(&writer_runs) == idle_runs;) usleep(1000);
    long_ones = collect_boottime_ns() - began_ns > 600000000 ? long_ones + 1 : 0;
  }
  usleep(5000);
  idle_runs = atomic_load(&writer_runs);
  idle_ns = collect_boottime_ns();
}
/* Has it run well before that? */
static bool woken(void) {
  while (atomic_load(&writer_runs) == idle_runs && collect_boottime_ns() - idle_ns < 600000000) usleep(1000);
  return atomic_load(&writer_runs) != idle_runs;
}
static void wake(void) {
  hsa_begin();
  hsa_queue_t *q = hsa_queue(1024); /* of 8192 records */
  hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
  calls(10);
  wait_idle();
  calls(SMALL_RING / 2 + 500);
  is("by calls", woken());
  wait_idle();
  for (int i = 0; i < 3000; i++) collect_meta(ROCZ_COUNTER, "a row of some length that fills the buffer of such rows", (int64_t)i, NULL);
  is("by info rows", woken());
  wait_idle();
  for (int i = 0; i < 8192 * 3 / 4; i++) hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
  is("by dispatches", woken());
  hsa_drain(q);
  HSA(hsa_queue_destroy)(q);
  hsa_end();
}

/* ---- signals ---- */

static void until(hsa_signal_t s, hsa_signal_value_t value) {
  while (HSA(hsa_signal_load_scacquire)(s) != value) usleep(10);
}

/* The program wants no times of its queue and its copies. We do. */
static void unwanted(void) {
  static char from[8], to[8];
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  HSA(hsa_amd_profiling_set_profiler_enabled)(q, 0);
  HSA(hsa_amd_profiling_async_copy_enable)(false);
  hsa_signal_t s = hsa_signal(1);
  hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
  HSA(hsa_amd_memory_async_copy)(to, hsa_gpu, from, hsa_cpu, sizeof to, 0, NULL, s);
  hsa_wait(s);
  hsa_drain(q);
  HSA(hsa_signal_destroy)(s);
  HSA(hsa_queue_destroy)(q);
  hsa_end();
}

/* A signal of ours that is used again: the times of the dispatch before are not its own. */
static void unstamped(void) {
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  for (int i = 0; i < 100; i++) {
    atomic_store(&hsa_unstamped, i >= 50);
    hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
    hsa_drain(q);
    collect_device_harvest();
  }
  HSA(hsa_queue_destroy)(q);
  hsa_end();
}

/* Queues that are destroyed while packets wait: our signals end with them, and those packets
** never have an end. */
static void pending(void) {
  hsa_begin();
  for (int k = 0; k < 5; k++) {
    hsa_queue_t *q = hsa_queue(64);
    for (int i = 0; i < 10; i++) hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
    hsa_drain(q);
    atomic_store(&hsa_held, 1);
    for (int i = 0; i < 20; i++) hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
    HSA(hsa_queue_destroy)(q);
    atomic_store(&hsa_held, 0);
  }
  hsa_end();
  is("no signal is left", atomic_load(&hsa_signals) == 0);
}

/* A queue is destroyed by who waited for its packet, while the doorbell's store that made the
** packet run is not over. */
typedef struct ring { hsa_queue_t *queue; hsa_signal_t signal; } ring;
static void *ringer(void *arg) {
  ring *r = arg;
  hsa_dispatch(r->queue, OBJECT, r->signal);
  return NULL;
}
static void closing(void) {
  hsa_begin();
  for (int i = 0; i < 5; i++) {
    pthread_t t;
    ring r = {hsa_queue(64), hsa_signal(1)};
    atomic_store(&hsa_doorbells_slow, 1);
    pthread_create(&t, NULL, ringer, &r);
    hsa_wait(r.signal);
    HSA(hsa_queue_destroy)(r.queue);
    atomic_store(&hsa_doorbells_slow, 0);
    pthread_join(t, NULL);
    HSA(hsa_signal_destroy)(r.signal);
  }
  is("a queue lives while a doorbell rings", atomic_load(&hsa_misused) == 0);
  hsa_end();
}

/* Two packets with one signal that counts them. Both are read in time. */
static void counting(void) {
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  hsa_signal_t s = hsa_signal(2);
  atomic_store(&hsa_held, 1);
  for (int i = 0; i < 2; i++) hsa_dispatch(q, OBJECT, s);
  for (int i = 0; i < 2; i++) {
    atomic_store(&hsa_steps, 1);
    until(s, 1 - i);
    collect_device_harvest();
    usleep(2000);
  }
  atomic_store(&hsa_held, 0);
  HSA(hsa_signal_destroy)(s);
  HSA(hsa_queue_destroy)(q);
  hsa_end();
}

/* As many signals of the program's as packets, all of them waited for at once. */
#define BORROWED 1500
static void borrowed(void) {
  static hsa_signal_t s[BORROWED];
  hsa_begin();
  hsa_queue_t *q = hsa_queue(2048);
  atomic_store(&hsa_held, 1);
  for (int i = 0; i < BORROWED; i++) hsa_dispatch(q, OBJECT, s[i] = hsa_signal(1));
  atomic_store(&hsa_held, 0);
  for (int i = 0; i < BORROWED; i++) {
    hsa_wait(s[i]);
    HSA(hsa_signal_destroy)(s[i]);
  }
  HSA(hsa_queue_destroy)(q);
  hsa_end();
  is("no signal is left", atomic_load(&hsa_signals) == 0);
}

/* A doorbell that we do not see: the packet is found, and is not held up for long. */
static void unseen(void) {
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  hsa_signal_t s = hsa_signal(1);
  hsa_dispatch(q, HSA_UNSEEN, s);
  int ms = 0;
  for (; ms < 5000 && HSA(hsa_signal_load_scacquire)(s) >= 1; ms++) usleep(1000);
  is("it runs", ms < 5000);
  HSA(hsa_signal_destroy)(s);
  HSA(hsa_queue_destroy)(q);
  hsa_end();
}

/* What has ended behind a kernel that has not is known, however the process ends. */
static void behind(void) {
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  hsa_dispatch(q, HSA_STUCK, HSA_NO_SIGNAL);
  for (int i = 0; i < 10; i++) hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
  hsa_drain(q);
  collect_device_harvest();
  kill(getpid(), SIGKILL);
}

/* Who has waited has the times on return, also while another thread, put off the processor, is in the
** middle of a harvest. */
static void held(void) {
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
  hsa_drain(q);
  uintptr_t nobody = 0;
  is("nobody harvests", atomic_compare_exchange_strong(&collect_queue_first()->harvesting, &nobody, 1));
  for (int i = 0; i < 20; i++) hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
  hsa_drain(q);
  kill(getpid(), SIGKILL);
}

/* A forked child leaves the signals of what its parent has under way alone: it may not have their memory. */
static int child_touches(const collect_queue *q, hsa_signal_t over) {
  int touched = 0;
  uint64_t from = atomic_load(&q->pending_pos) - 20;
  for (uint64_t i = from; i < from + 20; i++) __atomic_store_n(&q->pending[i & (q->pool_size - 1)].signal->value, 0, __ATOMIC_RELAXED);
  HSA(hsa_signal_load_scacquire)(over);
  collect_device_harvest();
  for (uint64_t i = from; i < from + 20; i++) touched += q->pending[i & (q->pool_size - 1)].signal->value != 0;
  return touched;
}
static void child(void) {
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  atomic_store(&hsa_held, 1);
  for (int i = 0; i < 20; i++) hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
  hsa_signal_t over = hsa_signal(0);
  pid_t pid = fork();
  int status = -1;
  if (!pid) _exit(child_touches(collect_queue_first(), over));
  is("a child touches no signal", waitpid(pid, &status, 0) == pid && status == 0);
  atomic_store(&hsa_held, 0);
  hsa_drain(q);
  HSA(hsa_signal_destroy)(over);
  HSA(hsa_queue_destroy)(q);
  hsa_end();
}

/* A doorbell is rung while another thread, put off the processor, serves the queue: nobody waits for
** that one, and what was rung for runs once it is done. */
static void left_to(void) {
  enum { LAUNCHES = 20 };
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  collect_queue *ours = collect_queue_first();
  struct timespec began, ended;
  hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
  hsa_drain(q);
  for (int k = 0; k < 5; k++) {
    uintptr_t nobody = 0;
    while (!atomic_compare_exchange_strong(&ours->serving, &nobody, 1)) nobody = 0;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &began);
    for (int i = 0; i < LAUNCHES; i++) hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ended);
    is("nobody waits", (ended.tv_sec - began.tv_sec) * 1000000000 + ended.tv_nsec - began.tv_nsec < 20000000);
    is("nothing runs yet", atomic_load(&ours->submitted) != atomic_load(&ours->index));
    atomic_store(&ours->serving, 0);
    int ms = 0;
    for (; ms < 5000 && atomic_load(&ours->submitted) != atomic_load(&ours->index); ms++) usleep(1000);
    is("all run after that", ms < 5000);
  }
  HSA(hsa_queue_destroy)(q);
  hsa_end();
}

/* A doorbell is left to who serves, and he has looked a last time just before; the writer is at work, but has been past queues:
** it does not sleep on that. */
static atomic_int end_held;
static uint64_t end_gate(enum collect_drain how) {
  for (int held = 1; how != COLLECT_DRAIN_FINAL && atomic_load(&end_held); held = 1) atomic_compare_exchange_strong(&end_held, &held, 2), usleep(100);
  return 0;
}
COLLECT_MODULE(end_gate) = {.name = "end_gate", .order = 29, .drain = end_gate};
static void rung_late(void) {
  enum { TRIES = 5 };
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  collect_queue *ours = collect_queue_first();
  double least = 1e9;
  for (int k = 0; k < TRIES; k++) {
    atomic_store(&end_held, 1);
    while (atomic_load(&end_held) != 2) collect_wake_writer(), usleep(100);
    atomic_store(&ours->serving, 1);
    hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
    atomic_store(&ours->serving, 0);
    struct timespec from, now;
    clock_gettime(CLOCK_MONOTONIC, &from);
    atomic_store(&end_held, 0);
    while (atomic_load(&ours->submitted) != atomic_load(&ours->index)) usleep(100);
    clock_gettime(CLOCK_MONOTONIC, &now);
    double ms = (double)(now.tv_sec - from.tv_sec) * 1e3 + (double)(now.tv_nsec - from.tv_nsec) / 1e6;
    least = ms < least ? ms : least;
  }
  is("it runs at once", least < 50);
  hsa_drain(q);
  HSA(hsa_queue_destroy)(q);
  hsa_end();
}

/* The writer has begun to serve a queue that was destroyed in that moment, and is put off the processor: the next queue,
** in the same memory, is not served by two then. */
static void memory_again(void) {
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  collect_queue *ours = collect_queue_first();
  hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
  hsa_drain(q);
  HSA(hsa_queue_destroy)(q);
  atomic_store(&ours->serving, 1);
  q = hsa_queue(64);
  is("the memory is used again", ours->queue == q);
  hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
  is("it is served by one", atomic_load(&ours->serving) == 1 && atomic_load(&ours->submitted) == 0);
  atomic_store(&ours->serving, 0);
  hsa_drain(q);
  HSA(hsa_queue_destroy)(q);
  hsa_end();
}

/* Threads that write times without the lock, and are put off the processor for long: nothing that they
** may still write to is used again meanwhile, and all goes on after that. */
static void helped(void) {
  enum { ROUNDS = 30, EACH = 1000 };
  hsa_begin();
  hsa_queue_t *q = hsa_queue(1024);
  collect_queue *ours = collect_queue_first();
  int wrong = 0;
  for (int k = 0; k < ROUNDS; k++) {
    bool stays = k % 3 == 1;
    uint64_t tail = atomic_load(&ours->pending_tail), drained = atomic_load(&ours->segment->tail);
    if (stays) atomic_fetch_add(&ours->helpers, 1);
    for (int i = 0; i < EACH; i++) hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
    hsa_drain(q);
    wait_runs(2);
    wrong += stays && (atomic_load(&ours->pending_tail) != tail || atomic_load(&ours->segment->tail) > drained + EACH);
    if (stays) atomic_fetch_sub(&ours->helpers, 1);
    collect_device_harvest();
    wrong += atomic_load(&ours->pending_tail) != atomic_load(&ours->pending_pos);
  }
  is("what may be written to is not used again", !wrong);
  HSA(hsa_queue_destroy)(q);
  hsa_end();
  is("no signal is left", atomic_load(&hsa_signals) == 0);
}

/* The program gives a signal another value while the packet that will lower it waits. */
static void changed(void) {
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  hsa_signal_t s = hsa_signal(1);
  for (int i = 0; i < 10; i++) {
    atomic_store(&hsa_held, 1);
    HSA(hsa_signal_store_relaxed)(s, 1);
    hsa_dispatch(q, OBJECT, s);
    HSA(hsa_signal_store_relaxed)(s, i % 2 ? 5 : 1000);
    atomic_store(&hsa_held, 0);
    until(s, i % 2 ? 4 : 999);
    if (i % 3) collect_device_harvest();
  }
  HSA(hsa_signal_destroy)(s);
  HSA(hsa_queue_destroy)(q);
  hsa_end();
}

/* ---- times ---- */

/* The GPU's times are too early by more than a kernel takes: kernels are moved to their
** launch, and still come one after the other. */
static __attribute__((noinline)) void dispatching_call(hsa_queue_t *q) {
  collect_call c = collect_begin(&called, COLLECT_HIP, COLLECT_NO_STREAM);
  hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
  collect_end(&called, COLLECT_HIP, c, 0);
}
static void early(void) {
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  atomic_store(&hsa_early_ns, 2000000000);
  atomic_store(&hsa_kernel_ns, 500000);
  for (int i = 0; i < 20; i++) dispatching_call(q);
  hsa_drain(q);
  HSA(hsa_queue_destroy)(q);
  hsa_end();
}

/* The runtime's idea of a tick's length wanders by parts in a million: lengths do not. */
static void slope(void) {
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  atomic_store(&hsa_kernel_ns, 100000000);
  for (int i = 0; i < 10; i++) {
    atomic_store(&hsa_tick_ppm, i * 5);
    hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
    hsa_drain(q);
    collect_device_harvest();
  }
  HSA(hsa_queue_destroy)(q);
  hsa_end();
}

/* The runtime's clock goes back a little each time that it is asked, while kernels follow each
** other without a pause: they still do. */
static void overlapping(void) {
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  hsa_signal_t s = hsa_signal(1);
  atomic_store(&hsa_kernel_ns, 300000000); /* more than the line of a clock is trusted for */
  for (int i = 0; i < 10; i++) {
    atomic_store(&hsa_back_ns, i * 50000);
    hsa_dispatch(q, OBJECT, s);
    hsa_wait(s);
    HSA(hsa_signal_store_relaxed)(s, 1);
  }
  HSA(hsa_signal_destroy)(s);
  HSA(hsa_queue_destroy)(q);
  hsa_end();
}

/* ---- buffers that are full: the rest is dropped and counted ---- */

#define RECORDS 8192 /* dispatches that wait for the writer, of a small queue */
#define COPY_RECORDS 16384
#define BEYOND 100
static void full(void) {
  static char from[8], to[8];
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  hsa_signal_t s = hsa_signal(1);
  hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
  hsa_drain(q);
  writer_hold();
  for (int i = 1; i < RECORDS + BEYOND; i++) hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
  for (int i = 0; i < COPY_RECORDS + BEYOND; i++) {
    HSA(hsa_amd_memory_async_copy)(to, hsa_gpu, from, hsa_cpu, sizeof to, 0, NULL, s);
    hsa_wait(s);
    HSA(hsa_signal_store_relaxed)(s, 1);
  }
  writer_go();
  hsa_drain(q);
  HSA(hsa_signal_destroy)(s);
  HSA(hsa_queue_destroy)(q);
  hsa_end();
  printf("dispatches %d\ncopies %d\ndropped %d\n", RECORDS, COPY_RECORDS, 2 * BEYOND);
}

/* On a disk with room for a quarter of the rings: they are smaller, and nothing is lost at a pace. */
static void small_disk(void) {
  static char from[8], to[8];
  hsa_begin();
  hsa_queue_t *q = hsa_queue(16384);
  hsa_signal_t s = hsa_signal(1);
  for (int k = 0; k < 60; k++) {
    for (int i = 0; i < 500; i++) hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
    hsa_drain(q);
    HSA(hsa_amd_memory_async_copy)(to, hsa_gpu, from, hsa_cpu, sizeof to, 0, NULL, s);
    hsa_wait(s);
    HSA(hsa_signal_store_relaxed)(s, 1);
    wait_runs(2);
  }
  HSA(hsa_signal_destroy)(s);
  HSA(hsa_queue_destroy)(q);
  hsa_end();
}

/* The number of one graph among many is found at once; each has its own, and a handle that is used
** again is another graph. */
static void graphs(void) {
  enum { GRAPHS = 50000, LOOKS = 20000 };
  int wrong = 0;
  calls(1);
  for (uint32_t i = 1; i <= GRAPHS; i++) collect_graph_made((void *)(uintptr_t)(0x10000 + 80 * i), i % 7);
  for (uint32_t i = 1; i <= GRAPHS; i++) wrong += collect_graph_number((void *)(uintptr_t)(0x10000 + 80 * i)) != i || collect_graph_kernels((void *)(uintptr_t)(0x10000 + 80 * i)) != i % 7;
  is("50,000 graphs have their numbers", !wrong);
  const void *last = (void *)(uintptr_t)(0x10000 + 80 * GRAPHS);
  clock_t began = clock();
  for (int i = 0; i < LOOKS; i++) wrong += collect_graph_number(last) != GRAPHS;
  is("a look takes no search", (clock() - began) * 1000000 / CLOCKS_PER_SEC < LOOKS && !wrong); /* 1 us each */
  collect_graph_made(last, 3);
  is("a handle that is used again", collect_graph_number(last) == GRAPHS + 1 && collect_graph_kernels(last) == 3);
  is("one that was made unseen", collect_graph_number(&wrong) == GRAPHS + 2 && collect_graph_number(&wrong) == GRAPHS + 2 && !collect_graph_kernels(&wrong));
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

/* AMD_DIRECT_DISPATCH=0, as HIP 6 does it: a graph's kernels are submitted by the launching call, what comes after it by
** another thread. */
static hsa_queue_t *worked_on;
static collect_launch what_launched;
static void *stream_of_worker = (void *)0x9000;
static __attribute__((noinline)) void graph_call(void) {
  collect_call c = collect_begin(&called, COLLECT_HIP, COLLECT_NO_STREAM);
  collect_link_push(stream_of_worker, 0, &what_launched);
  collect_graph_begin(collect_graph_number(what_launched.exec));
  for (int i = 0; i < 3; i++) hsa_dispatch(worked_on, OBJECT, HSA_NO_SIGNAL);
  collect_graph_begin(0);
  collect_end(&called, COLLECT_HIP, c, 0);
}
static __attribute__((noinline)) void kernel_call(void) {
  collect_call c = collect_begin(&below, COLLECT_HIP, COLLECT_NO_STREAM);
  collect_link_push(stream_of_worker, 0, &what_launched);
  collect_end(&below, COLLECT_HIP, c, 0);
}
static atomic_int for_worker, by_worker;
static void *link_worker(void *unused) {
  while (atomic_load(&for_worker) >= 0)
    if (atomic_load(&by_worker) < atomic_load(&for_worker)) hsa_dispatch(worked_on, OBJECT, HSA_NO_SIGNAL), atomic_fetch_add(&by_worker, 1);
    else usleep(50);
  return unused;
}
static void graph_direct(void) {
  enum { LAUNCHES = 50 };
  pthread_t t;
  setenv("AMD_DIRECT_DISPATCH", "0", 1);
  hsa_begin();
  hsa_executable_t e = hsa_load("work", OBJECT);
  worked_on = hsa_queue(64);
  collect_graph_made(&worked_on, 3);
  pthread_create(&t, NULL, link_worker, NULL);
  for (int i = 1; i <= LAUNCHES; i++) {
    what_launched = (collect_launch){.kind = COLLECT_LINK_GRAPH, .exec = &worked_on};
    graph_call();
    what_launched = (collect_launch){.kind = COLLECT_LINK_KERNEL, .name_hash = collect_kernel_hash("work"), .grid = {256, 1, 1}, .workgroup = {64, 1, 1}};
    kernel_call();
    atomic_store(&for_worker, i);
    while (atomic_load(&by_worker) < i) usleep(50);
  }
  atomic_store(&for_worker, -1);
  pthread_join(t, NULL);
  hsa_drain(worked_on);
  HSA(hsa_queue_destroy)(worked_on);
  hsa_unload(e);
  hsa_end();
  printf("dispatches %d\n", 4 * LAUNCHES);
}

/* Launches of a thread that has made some 2^32 calls: the number of the launching call is whole,
** also when only the call inside of it, which rings for the packet, is beyond. */
static __attribute__((noinline)) void ringing_call(hsa_queue_t *q) {
  collect_call c = collect_begin(&below, COLLECT_HSA, COLLECT_NO_STREAM);
  hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
  collect_end(&below, COLLECT_HSA, c, 0);
}
static __attribute__((noinline)) void launching_call(hsa_queue_t *q) {
  collect_call c = collect_begin(&called, COLLECT_HIP, COLLECT_NO_STREAM);
  ringing_call(q);
  collect_end(&called, COLLECT_HIP, c, 0);
}
static void wrap(void) {
  enum { LAUNCHES = 20 };
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  calls(1);
  for (uint64_t next = 0x70000000; next < 0x100000000; next += 0x70000000) {
    collect_thread->next_sequence = next; /* a record tells its number by the distance from the one before */
    calls(1);
  }
  collect_thread->next_sequence = 0xffffffff - LAUNCHES;
  for (int i = 0; i < LAUNCHES; i++) launching_call(q);
  hsa_drain(q);
  HSA(hsa_queue_destroy)(q);
  hsa_end();
  printf("dispatches %d\n", LAUNCHES);
}

int main(int argc, char **argv) {
  static const struct { const char *name; void (*run)(void); } known[] = {
      {"rings", rings}, {"stream", stream}, {"unloaded", unloaded}, {"queues", queues}, {"copies", copies}, {"engines", engines}, {"scratch", scratch}, {"awaited", awaited}, {"no_scratch", no_scratch}, {"destroyed", destroyed}, {"reserved", reserved}, {"wrap", wrap}, {"graph_direct", graph_direct}, {"layers", layers}, {"left", left}, {"arguments", arguments}, {"owners", owners}, {"unwanted", unwanted}, {"closing", closing}, {"ended", ended}, {"info", info}, {"info_held", info_held}, {"texts", texts}, {"long_texts", long_texts}, {"behind", behind}, {"held", held}, {"helped", helped}, {"left_to", left_to}, {"memory_again", memory_again}, {"rung_late", rung_late}, {"child", child}, {"kernels", kernels}, {"objects", objects}, {"borrowed", borrowed}, {"unseen", unseen}, {"slope", slope}, {"overlapping", overlapping},
      {"period", period}, {"wake", wake}, {"unstamped", unstamped}, {"pending", pending}, {"counting", counting}, {"changed", changed}, {"early", early}, {"graphs", graphs}, {"small_disk", small_disk}, {"full", full}};
  for (size_t i = 0; argc > 1 && i < sizeof known / sizeof *known; i++)
    if (!strcmp(argv[1], known[i].name)) {
      known[i].run();
      return 0;
    }
  return 2;
}
