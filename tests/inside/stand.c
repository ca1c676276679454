/* stand WHAT [STRIDE]: at each STRIDEth of our instructions (2) in turn a thread loses the processor, in the middle of
**
**   copy    an asynchronous copy
**   far     a reservation beyond the queue's size
**   own     a launch with a signal of the program's own
**   read    reading the times of work that has ended
**   arm     using such a signal for something else
**   end     reading times, while the other thread destroys a signal that is being read, too
**
** and another thread does the same meanwhile: it must not wait. test_stand.sh looks at the recorded rows. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "device.h"
#include "fake_hsa.h"
#include "hand.h"
#include "step.h"
#include "traced.h"

#define OBJECT 0x7000000
#define PATIENCE_MS 500
enum { STANDS, RUNS, BOTH };
FUNCTION(called);
static long waits, dispatches, copies;

/* ---- what they do: before and after it, in peace ---- */

static hsa_queue_t *q;
static uint64_t place[64 + BOTH];
static hsa_signal_t own[BOTH];
static char from[8], to[8];

/* Both lie beside each other in the collector. */
static void signals_make(void) {
  hsa_signal_t other[1000];
  int n = 0;
  for (int i = 0; i < BOTH; i++)
    for (own[i] = hsa_signal(1); collect_borrow_shard(own[i]) != collect_borrow_shard(own[0]); own[i] = hsa_signal(1))
      other[n++] = own[i];
  while (n)
    HSA(hsa_signal_destroy)(other[--n]);
}
static void launch(int who) {
  hsa_dispatch(q, OBJECT, own[who]);
}
static void launched(void) {
  for (int i = 0; i < BOTH; i++) {
    hsa_wait(own[i]);
    HSA(hsa_signal_destroy)(own[i]);
  }
  dispatches += BOTH;
}
static __attribute__((noinline)) void call_launch(int who) {
  collect_call c = collect_begin(&called, COLLECT_HIP, COLLECT_NO_STREAM);
  launch(who);
  collect_end(&called, COLLECT_HIP, c, 0);
}
/* Everything is over, but nobody has looked yet. */
static void launch_both(void) {
  signals_make();
  for (int i = 0; i < BOTH; i++)
    call_launch(i);
  for (int i = 0; i < BOTH; i++)
    while (collect_signal_value(collect_signal_of(own[i])) >= 1)
      usleep(10);
}
static void read_one(int who) { HSA(hsa_signal_load_scacquire)(own[who]); }
static void arm(int who) { HSA(hsa_signal_store_relaxed)(own[who], 0); }
static void end(int who) {
  if (who == STANDS)
    read_one(STANDS);
  else
    HSA(hsa_signal_destroy)(own[RUNS]);
}
static void ended(void) {
  HSA(hsa_signal_destroy)(own[STANDS]);
  dispatches += BOTH;
}
static void copy(int who) { HSA(hsa_amd_memory_async_copy)(to, hsa_gpu, from, hsa_cpu, sizeof to, 0, NULL, own[who]); }
static void copied(void) {
  for (int i = 0; i < BOTH; i++) {
    hsa_wait(own[i]);
    HSA(hsa_signal_destroy)(own[i]);
  }
  copies += BOTH;
}

static __attribute__((noinline)) uint64_t call_reserve(void) {
  collect_call c = collect_begin(&called, COLLECT_HIP, COLLECT_NO_STREAM);
  uint64_t index = hsa_reserve(q);
  collect_end(&called, COLLECT_HIP, c, 0);
  return index;
}
static void reserve_all(void) {
  for (int i = 0; i < 64; i++)
    place[BOTH + i] = call_reserve();
}
static void reserve(int who) { place[who] = hsa_reserve(q); }
static void write_all(void) {
  for (int i = 0; i < 64; i++)
    hsa_dispatch_at(q, place[BOTH + i], OBJECT, HSA_NO_SIGNAL);
  for (int i = 0; i < BOTH; i++) /* in order, since each waits for room */
    hsa_dispatch_at(q, place[(place[STANDS] > place[RUNS]) ^ i], OBJECT, HSA_NO_SIGNAL);
  hsa_drain(q);
  wait_runs(1); /* makes room for that many */
  dispatches += 64 + BOTH;
}

typedef struct what { const char *name; void (*before)(void), (*run)(int who), (*after)(void); } what;
static const what known[] = {{"copy", signals_make, copy, copied}, {"far", reserve_all, reserve, write_all}, {"own", signals_make, launch, launched},
                             {"read", launch_both, read_one, launched}, {"arm", launch_both, arm, launched}, {"end", launch_both, end, ended}};
static const what *w;

/* Inside a traced call. */
static __attribute__((noinline)) void run(int who) {
  collect_call c = collect_begin(&called, COLLECT_HIP, COLLECT_NO_STREAM);
  w->run(who);
  collect_end(&called, COLLECT_HIP, c, 0);
}

/* ---- the two ---- */

static atomic_int asked, done, over;
static void *runner(void *unused) {
  while (!atomic_load(&over))
    if (atomic_load(&asked) > atomic_load(&done)) {
      run(RUNS);
      atomic_fetch_add(&done, 1);
    } else {
      usleep(20);
    }
  return unused;
}

static void other_runs(void) {
  atomic_fetch_add(&asked, 1);
  for (int i = 0; i < PATIENCE_MS * 20 && atomic_load(&done) < atomic_load(&asked); i++)
    usleep(50);
  waits += atomic_load(&done) < atomic_load(&asked);
}

#if defined(STEPS)
static bool stopped(ucontext_t *interrupted) {
  (void)interrupted;
  other_runs();
  return true;
}
static __attribute__((noinline)) void stand(void) { STEP(run(STANDS)); }
#endif

int main(int argc, char **argv) {
  for (size_t i = 0; argc > 1 && i < sizeof known / sizeof *known; i++)
    if (!strcmp(argv[1], known[i].name))
      w = &known[i];
  if (!w)
    return 2;
  hsa_begin();
  hsa_executable_t e = hsa_load("work", OBJECT);
  q = hsa_queue(64);
  pthread_t t;
  pthread_create(&t, NULL, runner, NULL);
  long instructions = 0, stride = 0;
#if defined(STEPS)
  step.ours_only = true; /* a library may hold a lock that is not ours */
  step_for(stopped, argc > 2 ? atol(argv[2]) : 2);
  while (waits < 10 && step_next()) {
    w->before();
    stand();
    if (!step.reached) /* it has not stood still */
      other_runs();
    while (atomic_load(&done) < atomic_load(&asked))
      usleep(50);
    w->after();
  }
  instructions = step.known;
  stride = step.stride;
#endif
  atomic_store(&over, 1);
  pthread_join(t, NULL);
  HSA(hsa_queue_destroy)(q);
  hsa_unload(e);
  hsa_end();
  printf("dispatches %ld\ncopies %ld\ninstructions %ld\nstride %ld\nwaits %ld\nsignals %d\n", dispatches, copies, instructions, stride, waits,
         atomic_load(&hsa_signals));
  return 0;
}
