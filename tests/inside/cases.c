/* Makes states of the collector on purpose that a program reaches once in a million times: cases NAME. test_cases.sh looks at the
** file.
**
** Here are cases of threads, calls and information; cases_gpu.c has those of the GPU, and cases_signals.c those of its signals
** and times. */
#include "case.h"

/* A module is drained no more often than its period, however often the writer wakes up. */
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
  is("once an hour", atomic_load(&rarely_runs) <= 1); /* not at all if the machine has just started */
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

#define SMALL_RING 2048   /* calls for which a thread's first ring has room */
#define LARGE_RING 16384  /* and its second ring */

/* A thread's second ring belonged to another thread before, and stands before the first ring in the writer's list. Both contain
** calls when the writer comes. */
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

/* A ring that another thread gets has a new epoch, which is even again. */
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
      wait_runs(2); /* until the ring is free */
    }
    collect_segment_new(&collect_ring_calls, 1000, 65536); /* it must not be shown: only rings in use are */
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
  for (int i = 0; i < 5; i++) call_above(3); /* the two inner calls are the runtime's own */
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

/* Threads end inside calls. */
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
/* The writer does not come, and one buffer follows another. One of them is larger than usual, to hold a single long row. */
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

/* Of a text longer than 4096 bytes the beginning is kept, and each cut is counted. */
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

/* Waits until the writer has slept long twice, and has begun a third sleep: it would wake up by itself after 0.9 s. */
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
/* Whether it has run long before that. */
static bool woken(void) {
  while (atomic_load(&writer_runs) == idle_runs && collect_boottime_ns() - idle_ns < 600000000) usleep(1000);
  return atomic_load(&writer_runs) != idle_runs;
}
static void wake(void) {
  hsa_begin();
  hsa_queue_t *q = hsa_queue(1024); /* its ring has 8192 records */
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

int main(int argc, char **argv) {
  static const struct test_case known[] = {
      {"period", period}, {"rings", rings}, {"owners", owners}, {"stream", stream}, {"layers", layers}, {"arguments", arguments},
      {"left", left}, {"ended", ended}, {"info", info}, {"info_held", info_held}, {"texts", texts}, {"long_texts", long_texts},
      {"wake", wake},
  };
  return case_run(argc, argv, known, sizeof known / sizeof *known);
}
