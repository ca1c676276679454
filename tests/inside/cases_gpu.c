/* Rare states, see cases.c: code objects, queues, copies, graphs, and buffers that are full. */
#include "case.h"

/* ---- the GPU ---- */

FUNCTION(below);

/* A dispatch belongs to the kernel that is loaded at its address at that moment, if there is one. */
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

/* Thousands of kernels are loaded, and one is unloaded. */
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

/* Numbers of registers, which depend on the target. */
static void registers(void) {
  hsa_gpu_name = getenv("TARGET");
  hsa_begin();
  hsa_load("kernel", OBJECT);
  hsa_end();
}

/* An executable has many code objects: each kernel belongs to its own one. */
static void objects(void) {
  enum { OBJECTS = 300 };
  hsa_begin();
  hsa_queue_t *q = hsa_queue(64);
  hsa_executable_t few = hsa_load("alone", OBJECT), many = hsa_load_many("one_of_many", OBJECT + 64, OBJECTS);
  hsa_unload(many), hsa_unload(few);
  HSA(hsa_queue_destroy)(q);
  hsa_end();
}

/* Makes more queues than there is room for at a time, one after another, for longer than the distance between two clock anchors. */
#define MANY 5000
static void queues(void) {
  hsa_begin();
  for (int i = 0; i < MANY; i++) {
    if (i == MANY - 1) usleep(600000);
    hsa_queue_t *q = hsa_queue(64);
    hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
    hsa_drain(q);
    HSA(hsa_queue_destroy)(q);
  }
  hsa_end();
  printf("dispatches %d\n", MANY);
}

/* Copies are refused, and then made with the same signal. */
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

/* Copies made by different engines. The test tells them apart by their sizes. */
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
  const hsa_pitched_ptr_t box[] = {{.base = to, .pitch = 4, .slice = 16}, {.base = from, .pitch = 4, .slice = 16}};
  const hsa_dim3_t origin = {0, 0, 0}, range = {2, 3, 5};
  HSA(hsa_amd_memory_async_copy_rect)(&box[0], &origin, &box[1], &origin, &range, hsa_gpu, hsaHostToDevice, 0, NULL, s);
  while (HSA(hsa_signal_load_scacquire)(s) > 100 - 10)
    usleep(100);
  HSA(hsa_signal_destroy)(s);
  hsa_end();
}

/* Which work waits for which: a kernel, a barrier of each type, a copy; for signals that nothing has signalled, or that something
** else has since. */
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
                                                 .signal = s[1],
                                                 .value = (hsa_signal_value_t)s[0].handle,
                                                 .mask = (hsa_signal_value_t)s[0].handle,
                                                 .completion_signal = s[2]});
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

/* Scratch memory: the runtime reports on a thread of its own, one change within another; for a queue that is not watched; and the
** end of a change whose beginning it did not report. */
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
/* A runtime that does not report scratch memory. */
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
  while (!atomic_load(&hsa_timing)) { /* does not wait for the signal, since that would read the times */
    collect_wake_writer();
    usleep(100);
  }
  HSA(hsa_signal_destroy)(s);
  is("a signal lives while its times are read", !atomic_load(&hsa_misused));
  hsa_end();
}

/* ---- buffers that are full: a queue's grow (see records.c), of copies the rest is dropped and counted ---- */

#define RECORDS 8192 /* dispatches of a small queue that can wait for the writer */
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
  printf("dispatches %d\ncopies %d\ndropped %d\n", RECORDS + BEYOND, COPY_RECORDS, BEYOND);
}

/* The disk has room for a quarter of the rings. They are made smaller, and at a moderate pace nothing is lost. */
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

/* One graph among many is found at once. Each has its own number, and a handle that is reused stands for another graph. */
static void graphs(void) {
  enum { GRAPHS = 50000, LOOKS = 20000 };
  int wrong = 0;
  calls(1);
  for (uint32_t i = 1; i <= GRAPHS; i++) collect_graph_made((void *)(uintptr_t)(0x10000 + 80 * i), i % 7);
  for (uint32_t i = 1; i <= GRAPHS; i++)
    wrong += collect_graph_number((void *)(uintptr_t)(0x10000 + 80 * i)) != i || collect_graph_kernels((void *)(uintptr_t)(0x10000 + 80 * i)) != i % 7;
  is("50,000 graphs have their numbers", !wrong);
  const void *last = (void *)(uintptr_t)(0x10000 + 80 * GRAPHS);
  clock_t began = clock();
  for (int i = 0; i < LOOKS; i++) wrong += collect_graph_number(last) != GRAPHS;
  is("a look takes no search", (clock() - began) * 1000000 / CLOCKS_PER_SEC < LOOKS && !wrong); /* 1 us for each lookup */
  collect_graph_made(last, 3);
  is("a handle that is used again", collect_graph_number(last) == GRAPHS + 1 && collect_graph_kernels(last) == 3);
  is("one that was made unseen", collect_graph_number(&wrong) == GRAPHS + 2 && collect_graph_number(&wrong) == GRAPHS + 2 && !collect_graph_kernels(&wrong));
}

/* More packets are reserved than the queue has room for before the first is written. Each is linked to its own call. */
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

/* AMD_DIRECT_DISPATCH=0, as in HIP 6: the launching call submits a graph's kernels, and another thread submits what follows. */
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

/* A thread that has made nearly 2^32 calls launches. The number of the launching call is right, also if only the call inside it,
** which rings for the packet, has a number beyond 2^32. */
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
    collect_thread->next_sequence = next; /* a record states the difference from the number before */
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
  static const struct test_case known[] = {
      {"unloaded", unloaded}, {"kernels", kernels}, {"objects", objects}, {"queues", queues}, {"copies", copies}, {"engines", engines},
      {"registers", registers}, {"awaited", awaited}, {"scratch", scratch}, {"no_scratch", no_scratch}, {"destroyed", destroyed}, {"full", full},
      {"small_disk", small_disk}, {"graphs", graphs}, {"reserved", reserved}, {"graph_direct", graph_direct}, {"wrap", wrap},
  };
  return case_run(argc, argv, known, sizeof known / sizeof *known);
}
