/* Checks the software GPU itself, at the level of HSA: times, order, concurrency and the rules of its packet processor. Prints
** "ok" and "not ok" lines. hiprtc compiles the kernels, so it runs on any GPU that the simulator can be.
**
**   hsa_times times | concurrent | overlap | polite | copies | signals | idle
**
** Each mode sets the variables that it needs. */
#include <hip/hiprtc.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static int failures;
static void check(int good, const char *what, long long got, long long want) {
  if (good)
    return;
  failures++;
  printf("not ok %s: %lld, expected %lld\n", what, got, want);
}
#define EQUAL(got, want) check((long long)(got) == (long long)(want), #got, (long long)(got), (long long)(want))
#define LESS(a, b) check((long long)(a) < (long long)(b), #a " < " #b, (long long)(a), (long long)(b))
#define AT_MOST(a, b) check((long long)(a) <= (long long)(b), #a " <= " #b, (long long)(a), (long long)(b))

static void must(int status, const char *what) {
  if (status == 0)
    return;
  printf("not ok %s: status %d\n", what, status);
  exit(1);
}
#define MUST(call) must((int)(call), #call)

/* ---- set up ---- */

static hsa_agent_t gpu, cpu;
static hsa_amd_memory_pool_t gpu_pool, cpu_pool, kernarg_pool;
static uint64_t short_kernel, long_kernel, slow_kernel;
static void *kernarg;

static hsa_status_t on_agent(hsa_agent_t agent, void *unused) {
  hsa_device_type_t type;
  MUST(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
  if (type == HSA_DEVICE_TYPE_GPU && !gpu.handle)
    gpu = agent;
  if (type == HSA_DEVICE_TYPE_CPU && !cpu.handle)
    cpu = agent;
  return HSA_STATUS_SUCCESS;
}

static hsa_status_t on_pool(hsa_amd_memory_pool_t pool, void *out) {
  hsa_amd_segment_t segment;
  uint32_t flags = 0;
  MUST(hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_SEGMENT, &segment));
  if (segment != HSA_AMD_SEGMENT_GLOBAL)
    return HSA_STATUS_SUCCESS;
  MUST(hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS, &flags));
  if (out == &cpu_pool && flags & HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_KERNARG_INIT)
    kernarg_pool = pool;
  else if (!((hsa_amd_memory_pool_t *)out)->handle)
    *(hsa_amd_memory_pool_t *)out = pool;
  return HSA_STATUS_SUCCESS;
}

static uint64_t kernel_object(hsa_executable_t executable, const char *name) {
  hsa_executable_symbol_t symbol;
  uint64_t object;
  MUST(hsa_executable_get_symbol_by_name(executable, name, &gpu, &symbol));
  MUST(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &object));
  return object;
}

static void load_kernels(void) {
  char name[64], option[128];
  MUST(hsa_agent_get_info(gpu, HSA_AGENT_INFO_NAME, name));
  snprintf(option, sizeof option, "--offload-arch=%s", name);
  const char *options = option;
  hiprtcProgram program;
  size_t size;
  MUST(hiprtcCreateProgram(&program, "extern \"C\" __global__ void k_short() {}\nextern \"C\" __global__ void k_long() {}\n"
                           "extern \"C\" __global__ void k_slow() {}\n", "k.cu", 0, NULL, NULL));
  MUST(hiprtcCompileProgram(program, 1, &options));
  MUST(hiprtcGetCodeSize(program, &size));
  char *code = malloc(size);
  MUST(hiprtcGetCode(program, code));
  hsa_code_object_reader_t reader;
  hsa_executable_t executable;
  MUST(hsa_code_object_reader_create_from_memory(code, size, &reader));
  MUST(hsa_executable_create_alt(HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL, &executable));
  MUST(hsa_executable_load_agent_code_object(executable, gpu, reader, NULL, NULL));
  MUST(hsa_executable_freeze(executable, NULL));
  short_kernel = kernel_object(executable, "k_short.kd");
  long_kernel = kernel_object(executable, "k_long.kd");
  slow_kernel = kernel_object(executable, "k_slow.kd");
}

static void set_up(void) {
  MUST(hsa_init());
  MUST(hsa_iterate_agents(on_agent, NULL));
  MUST(hsa_amd_agent_iterate_memory_pools(gpu, on_pool, &gpu_pool));
  MUST(hsa_amd_agent_iterate_memory_pools(cpu, on_pool, &cpu_pool));
  MUST(hsa_amd_memory_pool_allocate(kernarg_pool, 4096, 0, &kernarg));
  load_kernels();
}

static hsa_queue_t *make_queue(int profiling) {
  hsa_queue_t *q;
  MUST(hsa_queue_create(gpu, 256, HSA_QUEUE_TYPE_MULTI, NULL, NULL, UINT32_MAX, UINT32_MAX, &q));
  MUST(hsa_amd_profiling_set_profiler_enabled(q, profiling));
  return q;
}

static hsa_signal_t make_signal(int64_t value) {
  hsa_signal_t s;
  MUST(hsa_signal_create(value, 0, NULL, &s));
  return s;
}

/* ---- packets ---- */

#define BARRIER_BIT (1 << HSA_PACKET_HEADER_BARRIER)

static hsa_kernel_dispatch_packet_t *slot(hsa_queue_t *q, uint64_t index) {
  return (hsa_kernel_dispatch_packet_t *)q->base_address + index % q->size;
}

static void publish(void *packet, uint16_t header, uint16_t rest) {
  __atomic_store_n((uint32_t *)packet, header | (uint32_t)rest << 16, __ATOMIC_RELEASE);
}

/* Writes a valid kernel packet into slot `index`, without moving an index or ringing the doorbell. */
static void write_kernel(hsa_queue_t *q, uint64_t index, uint64_t object, hsa_signal_t done, int barrier) {
  hsa_kernel_dispatch_packet_t *p = slot(q, index);
  p->workgroup_size_x = 64;
  p->workgroup_size_y = p->workgroup_size_z = 1;
  p->grid_size_x = 64;
  p->grid_size_y = p->grid_size_z = 1;
  p->kernel_object = object;
  p->kernarg_address = kernarg;
  p->completion_signal = done;
  publish(p, HSA_PACKET_TYPE_KERNEL_DISPATCH << HSA_PACKET_HEADER_TYPE | (barrier ? BARRIER_BIT : 0), 1);
}

static void write_barrier(hsa_queue_t *q, uint64_t index, hsa_signal_t wait, hsa_signal_t done) {
  hsa_barrier_and_packet_t *p = (hsa_barrier_and_packet_t *)slot(q, index);
  memset((char *)p + 4, 0, sizeof *p - 4);
  p->dep_signal[0] = wait;
  p->completion_signal = done;
  publish(p, HSA_PACKET_TYPE_BARRIER_AND << HSA_PACKET_HEADER_TYPE | BARRIER_BIT, 0);
}

static void ring(hsa_queue_t *q, uint64_t index) { hsa_signal_store_screlease(q->doorbell_signal, (int64_t)index); }

static void wait_for(hsa_signal_t s, int64_t value) {
  while (hsa_signal_wait_scacquire(s, HSA_SIGNAL_CONDITION_EQ, value, UINT64_MAX, HSA_WAIT_STATE_BLOCKED) != value)
    ;
}

static hsa_amd_profiling_dispatch_time_t time_of(hsa_signal_t s) {
  hsa_amd_profiling_dispatch_time_t t = {0, 0};
  MUST(hsa_amd_profiling_get_dispatch_time(gpu, s, &t));
  return t;
}

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_BOOTTIME, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static uint64_t ns_to_ms_ago(int64_t since) { return (uint64_t)(now_ns() - since) / 1000000; }

/* ---- modes ---- */

#define SHORT_NS 12340
#define LONG_NS 3000050
#define SLOW_NS 300000010 /* longer than a busy machine delays a thread */

/* Kernels that are queued together have exact times, follow each other directly, and lie within the host's times. */
static void times(void) {
  enum { N = 100 };
  hsa_queue_t *q = make_queue(1);
  hsa_signal_t done[N];
  for (int round = 0; round < 20; round++) {
    uint64_t first = hsa_queue_add_write_index_scacq_screl(q, N);
    for (int i = 0; i < N; i++) {
      done[i] = make_signal(1);
      write_kernel(q, first + (uint64_t)i, i % 10 == 9 ? long_kernel : short_kernel, done[i], 1);
    }
    int64_t before = now_ns(), last_end = 0;
    ring(q, first + N - 1);
    wait_for(done[N - 1], 0);
    int64_t after = now_ns();
    for (int i = 0; i < N; i++) {
      hsa_amd_profiling_dispatch_time_t t = time_of(done[i]);
      EQUAL(t.end - t.start, i % 10 == 9 ? LONG_NS : SHORT_NS);
      if (i)
        EQUAL(t.start - last_end, 100);
      else
        AT_MOST(before, t.start);
      last_end = (int64_t)t.end;
      MUST(hsa_signal_destroy(done[i]));
    }
    AT_MOST(last_end, after);
  }
  MUST(hsa_queue_destroy(q));
}

/* Two queues run at the same time; one waits for the other if a barrier says so. */
static void concurrent(void) {
  hsa_queue_t *a = make_queue(1), *b = make_queue(1);
  for (int round = 0; round < 3; round++) {
    hsa_signal_t in_a = make_signal(1), in_b = make_signal(1), after = make_signal(1), none = {0};
    uint64_t i = hsa_queue_add_write_index_relaxed(a, 1), j = hsa_queue_add_write_index_relaxed(b, 3);
    write_kernel(a, i, slow_kernel, in_a, 1);
    write_kernel(b, j, slow_kernel, in_b, 1);
    write_barrier(b, j + 1, in_a, none);
    write_kernel(b, j + 2, short_kernel, after, 1);
    ring(b, j + 2);
    ring(a, i);
    wait_for(after, 0);
    hsa_amd_profiling_dispatch_time_t ta = time_of(in_a), tb = time_of(in_b), tc = time_of(after);
    EQUAL(ta.end - ta.start, SLOW_NS);
    EQUAL(tb.end - tb.start, SLOW_NS);
    LESS(ta.start, tb.end);
    LESS(tb.start, ta.end);
    AT_MOST(ta.end, tc.start);
    AT_MOST(tb.end, tc.start);
    MUST(hsa_signal_destroy(in_a));
    MUST(hsa_signal_destroy(in_b));
    MUST(hsa_signal_destroy(after));
  }
  MUST(hsa_queue_destroy(a));
  MUST(hsa_queue_destroy(b));
}

/* With overlap on, kernels without the barrier bit run side by side, and those with it wait. With overlap off, all run in order. */
static void overlap(int on) {
  hsa_queue_t *q = make_queue(1);
  hsa_signal_t done[4];
  uint64_t first = hsa_queue_add_write_index_relaxed(q, 4);
  for (int i = 0; i < 4; i++) {
    done[i] = make_signal(1);
    write_kernel(q, first + (uint64_t)i, i == 1 ? short_kernel : long_kernel, done[i], i == 3);
  }
  ring(q, first + 3);
  wait_for(done[3], 0);
  hsa_amd_profiling_dispatch_time_t t[4];
  for (int i = 0; i < 4; i++)
    t[i] = time_of(done[i]);
  EQUAL(t[1].end - t[1].start, SHORT_NS);
  if (on) {
    LESS(t[1].end, t[0].end);
    LESS(t[2].start, t[0].end);
  } else {
    LESS(t[0].end, t[1].start);
    LESS(t[1].end, t[2].start);
  }
  LESS(t[0].end, t[3].start);
  LESS(t[2].end, t[3].start);
  MUST(hsa_queue_destroy(q));
}

/* Returns once the engine has looked at every doorbell that has rung, however busy the machine is: two kernels of another queue
** have then run, one after the other. */
static void look_at_bells(hsa_queue_t *other) {
  hsa_signal_t done = make_signal(2);
  for (int left = 1; left >= 0; left--) {
    uint64_t i = hsa_queue_add_write_index_relaxed(other, 1);
    write_kernel(other, i, short_kernel, done, 1);
    ring(other, i);
    wait_for(done, left);
  }
  MUST(hsa_signal_destroy(done));
}

/* The packet processor takes nothing early: not before the doorbell rings, not beyond the write index, not from an empty slot. It
** gives slots back in order. */
static void polite(void) {
  hsa_queue_t *q = make_queue(0), *other = make_queue(0);
  hsa_signal_t done = make_signal(3);

  uint64_t i = hsa_queue_add_write_index_relaxed(q, 1);
  write_kernel(q, i, short_kernel, done, 1);
  usleep(20000);
  EQUAL(hsa_queue_load_read_index_scacquire(q), i); /* valid, but the doorbell has not rung */
  ring(q, i);
  wait_for(done, 2);
  EQUAL(hsa_queue_load_read_index_scacquire(q), i + 1);
  EQUAL(slot(q, i)->header & 0xff, HSA_PACKET_TYPE_INVALID);

  write_kernel(q, i + 1, short_kernel, done, 1);
  ring(q, i + 1);
  look_at_bells(other);
  EQUAL(hsa_signal_load_scacquire(done), 2); /* valid and rung for, but beyond the write index */
  EQUAL(hsa_queue_load_read_index_scacquire(q), i + 1);
  hsa_queue_store_write_index_screlease(q, i + 2);
  ring(q, i + 1);
  wait_for(done, 1);

  /* The doorbell of a later packet rings while an earlier slot is empty. That packet is then written in place, with a header of 0
  ** in between, and gets its own doorbell. */
  i = hsa_queue_add_write_index_relaxed(q, 2);
  write_kernel(q, i + 1, short_kernel, done, 1);
  ring(q, i + 1);
  look_at_bells(other);
  publish(slot(q, i), 0, 0);
  look_at_bells(other);
  EQUAL(hsa_signal_load_scacquire(done), 1);
  hsa_signal_t first = make_signal(1);
  write_kernel(q, i, long_kernel, first, 1);
  look_at_bells(other);
  EQUAL(hsa_signal_load_scacquire(first), 1);
  ring(q, i);
  wait_for(done, 0);
  EQUAL(hsa_signal_load_scacquire(first), 0);

  /* The slot is free while the kernel runs. */
  i = hsa_queue_add_write_index_relaxed(q, 1);
  hsa_signal_store_relaxed(done, 1);
  write_kernel(q, i, slow_kernel, done, 1);
  int64_t start = now_ns();
  ring(q, i);
  while (hsa_queue_load_read_index_scacquire(q) == i && ns_to_ms_ago(start) < 10000)
    ;
  EQUAL(hsa_signal_load_scacquire(done), 1);
  wait_for(done, 0);
  hsa_amd_profiling_dispatch_time_t t = {0, 0};
  (void)hsa_amd_profiling_get_dispatch_time(gpu, done, &t);
  EQUAL(t.end - t.start, 0); /* profiling is off, so no times were written */
  MUST(hsa_queue_destroy(q));
  MUST(hsa_queue_destroy(other));
}

/* Copies move data, and take their time: at 10 GB/s a byte takes 0.1 ns. */
static void copies(void) {
  static const size_t sizes[] = {1 << 20, 65536 + 12, 9 << 20};
  MUST(hsa_amd_profiling_async_copy_enable(true));
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    size_t n = sizes[k];
    unsigned char *host, *device, *back;
    MUST(hsa_amd_memory_pool_allocate(cpu_pool, n, 0, (void **)&host));
    MUST(hsa_amd_memory_pool_allocate(cpu_pool, n, 0, (void **)&back));
    MUST(hsa_amd_memory_pool_allocate(gpu_pool, n, 0, (void **)&device));
    MUST(hsa_amd_agents_allow_access(1, &gpu, NULL, host));
    MUST(hsa_amd_agents_allow_access(1, &gpu, NULL, back));
    for (size_t i = 0; i < n; i++)
      host[i] = (unsigned char)(i * 13 + i / 251);
    memset(back, 0, n);
    hsa_signal_t up = make_signal(1), down = make_signal(1);
    int64_t before = now_ns();
    MUST(hsa_amd_memory_async_copy(device, gpu, host, cpu, n, 0, NULL, up));
    MUST(hsa_amd_memory_async_copy(back, cpu, device, gpu, n, 1, &up, down));
    wait_for(down, 0);
    int64_t after = now_ns();
    EQUAL(memcmp(host, back, n), 0);
    hsa_amd_profiling_async_copy_time_t u, d;
    MUST(hsa_amd_profiling_get_async_copy_time(up, &u));
    MUST(hsa_amd_profiling_get_async_copy_time(down, &d));
    int64_t want_ns = (int64_t)n / 10;
    AT_MOST(llabs((int64_t)(u.end - u.start) - want_ns), 30); /* each part of a large copy may differ by a tick */
    AT_MOST(llabs((int64_t)(d.end - d.start) - want_ns), 30);
    AT_MOST(u.end, d.start);
    AT_MOST(before, u.start);
    AT_MOST(d.end, after);
    MUST(hsa_amd_memory_fill(device, 0x01020304, n / 4));
    MUST(hsa_memory_copy(back, device, n / 4 * 4));
    for (size_t i = 0; i < n / 4; i += 997)
      EQUAL(((uint32_t *)(void *)back)[i], 0x01020304);
    MUST(hsa_amd_memory_pool_free(host));
    MUST(hsa_amd_memory_pool_free(back));
    MUST(hsa_amd_memory_pool_free(device));
  }
}

static hsa_status_t handled_status;
static atomic_int handled;
static bool on_signal(hsa_signal_value_t value, void *unused) {
  handled_status = value == 0 ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR;
  atomic_fetch_add(&handled, 1);
  return false;
}

/* Interrupts wake blocked waiters and handlers, also after seconds of idle time. */
static void signals(void) {
  hsa_queue_t *q = make_queue(1);
  for (int round = 0; round < 30; round++) {
    hsa_signal_t done = make_signal(1);
    MUST(hsa_amd_signal_async_handler(done, HSA_SIGNAL_CONDITION_LT, 1, on_signal, NULL));
    uint64_t i = hsa_queue_add_write_index_relaxed(q, 1);
    write_kernel(q, i, long_kernel, done, 1);
    int64_t start = now_ns();
    ring(q, i);
    wait_for(done, 0);
    AT_MOST(ns_to_ms_ago(start), 10000);
    while (atomic_load(&handled) <= round && ns_to_ms_ago(start) < 10000)
      usleep(100);
    EQUAL(handled, round + 1);
    EQUAL(handled_status, HSA_STATUS_SUCCESS);
    MUST(hsa_signal_destroy(done));
    if (round % 10 == 9)
      usleep(1100000);
  }
  MUST(hsa_queue_destroy(q));
}

/* An idle GPU costs the host next to nothing. */
static void idle(void) {
  hsa_queue_t *q = make_queue(1);
  hsa_signal_t done = make_signal(1);
  struct rusage before, after;
  ring(q, hsa_queue_add_write_index_relaxed(q, 0));
  write_kernel(q, hsa_queue_add_write_index_relaxed(q, 1), short_kernel, done, 1);
  ring(q, 0);
  wait_for(done, 0);
  usleep(1000000);
  getrusage(RUSAGE_SELF, &before);
  usleep(3000000);
  getrusage(RUSAGE_SELF, &after);
  long long used_us = (after.ru_utime.tv_sec - before.ru_utime.tv_sec + after.ru_stime.tv_sec - before.ru_stime.tv_sec) * 1000000ll +
                      after.ru_utime.tv_usec - before.ru_utime.tv_usec + after.ru_stime.tv_usec - before.ru_stime.tv_usec;
  printf("# idle: %.2f %% of a core\n", (double)used_us / 3e4);
  AT_MOST(used_us, 3000000 * 4 / 100);
  MUST(hsa_queue_destroy(q));
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "";
  setenv("GPUSIM_KERNELS", "k_short=12340,k_long=3000050,k_slow=300000010", 1);
  setenv("GPUSIM_COPY_GBPS", "10", 1);
  set_up();
  if (!strcmp(mode, "times"))
    times();
  else if (!strcmp(mode, "concurrent"))
    concurrent();
  else if (!strcmp(mode, "overlap")) {
    const char *on = getenv("GPUSIM_OVERLAP");
    overlap(on && *on == '1');
  } else if (!strcmp(mode, "polite"))
    polite();
  else if (!strcmp(mode, "copies"))
    copies();
  else if (!strcmp(mode, "signals"))
    signals();
  else if (!strcmp(mode, "idle"))
    idle();
  else {
    printf("not ok hsa_times: unknown mode '%s'\n", mode);
    return 2;
  }
  if (!failures)
    printf("ok hsa_times %s\n", mode);
  MUST(hsa_shut_down());
  return failures != 0;
}
