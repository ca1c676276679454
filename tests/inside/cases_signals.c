/* Rare states, see cases.c: signals of kernels, the threads that read them, and their times. */
#include "case.h"

/* ---- signals ---- */

static void until(hsa_signal_t s, hsa_signal_value_t value) {
  while (HSA(hsa_signal_load_scacquire)(s) != value) usleep(10);
}

/* The program switches timing of its queue and its copies off. The collector still times them. */
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

/* A signal of ours is reused: the times of the dispatch before are not taken for its own. */
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

/* Queues are destroyed while packets wait: our signals are freed with them, and those packets never get an end. */
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

/* A thread that waited for a packet destroys its queue, while the store to the doorbell that made the packet run is not over. */
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

/* Two packets share a signal that counts them. Both are read in time. */
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

/* Two copies share a signal: each is over when the value has been lowered for it. */
static void counting_copies(void) {
  static char from[64], to[64];
  hsa_begin();
  hsa_signal_t s = hsa_signal(2);
  atomic_store(&hsa_held, 1);
  for (int i = 0; i < 2; i++) HSA(hsa_amd_memory_async_copy)(to, hsa_gpu, from, hsa_cpu, 8, 0, NULL, s);
  for (int i = 0; i < 2; i++) {
    atomic_store(&hsa_steps, 1);
    until(s, 1 - i);
    collect_device_harvest();
    usleep(2000);
  }
  atomic_store(&hsa_held, 0);
  HSA(hsa_signal_destroy)(s);
  hsa_end();
}

/* Each packet has a signal of the program's own, and all are under way at once. */
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

/* Somebody else ends a loan while its times are read, as a thread does that is about to change the signal: its end is told once. */
static hsa_signal_t lent;
static int lent_reads, lent_ends;
static void lent_read(const amd_signal_t *signal, uint64_t *start, uint64_t *end) {
  *start = signal->start_ts, *end = signal->end_ts;
  if (!lent_reads++) collect_borrow_changed(lent, false);
}
static void lent_done(const collect_borrower *who, uint64_t start, uint64_t end) { lent_ends++; }
static void read_twice(void) {
  static rocz_copy_record record;
  hsa_begin();
  lent = hsa_signal(1);
  is("it is lent", collect_borrow_add(lent, &(collect_borrower){.record = &record, .read = lent_read, .done = lent_done}) && collect_borrowed(lent));
  __atomic_store_n(&((amd_signal_t *)(uintptr_t)lent.handle)->value, 0, __ATOMIC_RELEASE); /* as the device does */
  collect_borrow_sweep();
  is("its times were read by both", lent_reads == 2);
  is("its end is told once", lent_ends == 1);
  is("nothing is lent any more", !collect_borrowed(lent));
  HSA(hsa_signal_destroy)(lent);
  hsa_end();
}

/* A doorbell goes past us: the packet is found, and is not held up for long. */
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

/* Times of work that has ended behind unfinished work are known, however the process ends. */
static void behind(void) {
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  hsa_dispatch(q, HSA_STUCK, HSA_NO_SIGNAL);
  for (int i = 0; i < 10; i++) hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
  hsa_drain(q);
  collect_device_harvest();
  kill(getpid(), SIGKILL);
}

/* A thread that has waited finds the times written, even while another thread stands still in the middle of a harvest. */
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

/* A forked child does not touch the signals of its parent's work: it may not have their memory. */
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

/* A doorbell rings while another thread stands still in the middle of serving the queue. Nobody waits for that thread, and the
** packets run once it goes on. */
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
  hsa_drain(q);
  HSA(hsa_queue_destroy)(q);
  hsa_end();
}

/* A doorbell is left to the serving thread, which has just looked for the last time. The writer is awake, but has already passed
** the queues: it must not go to sleep without looking again. */
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

/* The writer has begun to serve a queue at the moment when it was destroyed, and stands still. The next queue, in the same
** memory, must not be served by two threads then. */
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

/* Threads that write times without the lock stand still for long. Nothing that they may still write to is reused meanwhile, and
** everything goes on afterwards. */
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

/* The program changes a signal's value while the packet that will lower it waits. */
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

/* The GPU's times are too early by more than a kernel takes. Kernels are moved to their launch, and still follow each other. */
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

/* The runtime's length of a tick varies by parts in a million; the lengths of kernels do not. */
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

/* The runtime's clock goes back a little at each reading, while kernels follow each other without a gap. They still follow each
** other in the file. */
static void overlapping(void) {
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  hsa_signal_t s = hsa_signal(1);
  atomic_store(&hsa_kernel_ns, 300000000); /* longer than a clock's line is trusted */
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

int main(int argc, char **argv) {
  static const struct test_case known[] = {
      {"unwanted", unwanted}, {"unstamped", unstamped}, {"pending", pending}, {"closing", closing}, {"counting", counting},
      {"counting_copies", counting_copies},
      {"borrowed", borrowed}, {"read_twice", read_twice}, {"unseen", unseen}, {"behind", behind}, {"held", held}, {"child", child}, {"left_to", left_to},
      {"rung_late", rung_late}, {"memory_again", memory_again}, {"helped", helped}, {"changed", changed}, {"early", early},
      {"slope", slope}, {"overlapping", overlapping},
  };
  return case_run(argc, argv, known, sizeof known / sizeof *known);
}
