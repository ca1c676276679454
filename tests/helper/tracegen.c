/* See tracegen.h: the simulation. Writing is in tracegen_write.c. */
#include "tracegen.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEP_OPS 600
#define MAX_THREADS 64
#define MAX_QUEUES 64
#define LATENCY_NS 4000 /* from submission to the start of a kernel on an idle queue */

/* ---- random numbers: xorshift64*, a normal distribution by adding up, powers of two
** by a polynomial. Exactly the same on every machine. */

typedef struct random_state {
  uint64_t s;
} random_state;

static uint64_t next_random(random_state *r) {
  r->s ^= r->s >> 12;
  r->s ^= r->s << 25;
  r->s ^= r->s >> 27;
  return r->s * 0x2545f4914f6cdd1du;
}

/* A random number of mean 0 and deviation 1, made from eight uniform 16-bit numbers. */
static double next_normal(random_state *r) {
  uint64_t a = next_random(r), b = next_random(r);
  uint64_t sum = 0;
  for (int i = 0; i < 64; i += 16) sum += (a >> i & 0xffff) + (b >> i & 0xffff);
  return ((double)sum - 4.0 * 65535.0) / 53510.0;
}

static double power_of_two(double x) {
  int whole = (int)x - (x < 0);
  double f = x - whole, p = 1.0;
  double y = 1.0 + f * (0.6931471805599453 + f * (0.2402265069591007 + f * (0.05550410866482158 + f * (0.009618129107628477 + f * 0.0013333558146428443))));
  for (; whole > 0; whole--) p *= 2.0;
  for (; whole < 0; whole++) p *= 0.5;
  return y * p;
}

/* A log-normal random number with this median; sigma is in units of log2. */
static int64_t log_normal(random_state *r, double median, double sigma) {
  double v = median * power_of_two(sigma * next_normal(r));
  return v < 1.0 ? 1 : (int64_t)v;
}

static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/* ---- rows and strings */

static void *must(void *p) {
  if (p) return p;
  fprintf(stderr, "tracegen: out of memory\n");
  exit(1);
}

static tracegen_lane *lane_of(tracegen_trace *t, uint16_t kind, uint32_t lane) {
  for (size_t i = 0; i < t->lanes; i++)
    if (t->lane[i].kind == kind && t->lane[i].lane == lane) return &t->lane[i];
  t->lane = must(realloc(t->lane, (t->lanes + 1) * sizeof(*t->lane)));
  tracegen_lane *l = &t->lane[t->lanes++];
  *l = (tracegen_lane){.kind = kind, .lane = lane};
  return l;
}

static void lane_add(tracegen_lane *l, const int64_t *values) {
  unsigned columns = rocz_kind_find(l->kind)->columns;
  if (l->rows == l->capacity) {
    l->capacity = l->capacity ? l->capacity * 2 : 16;
    for (unsigned c = 0; c < columns; c++) l->column[c] = must(realloc(l->column[c], l->capacity * sizeof(int64_t)));
  }
  for (unsigned c = 0; c < columns; c++) l->column[c][l->rows] = values[c];
  l->rows++;
}

void tracegen_add(tracegen_trace *t, uint16_t kind, uint32_t lane, const int64_t *values) { lane_add(lane_of(t, kind, lane), values); }
#define ADD(t, kind, lane, ...) tracegen_add(t, kind, lane, (const int64_t[ROCZ_MAX_COLUMNS]){__VA_ARGS__})

int64_t tracegen_intern(tracegen_trace *t, const char *text) {
  if (!text) return 0;
  for (uint32_t i = 0; i < t->strings; i++)
    if (strcmp(t->string[i], text) == 0) return i + 1;
  t->string = must(realloc(t->string, (t->strings + 1) * sizeof(*t->string)));
  t->string[t->strings] = must(strdup(text));
  return ++t->strings;
}

const tracegen_lane *tracegen_find(const tracegen_trace *t, uint16_t kind, uint32_t lane) {
  for (size_t i = 0; i < t->lanes; i++)
    if (t->lane[i].kind == kind && t->lane[i].lane == lane) return &t->lane[i];
  return NULL;
}

void tracegen_free(tracegen_trace *t) {
  if (!t) return;
  for (size_t i = 0; i < t->lanes; i++)
    for (int c = 0; c < ROCZ_MAX_COLUMNS; c++) free(t->lane[i].column[c]);
  for (uint32_t i = 0; i < t->strings; i++) free(t->string[i]);
  free(t->lane);
  free(t->string);
  free(t);
}

/* ---- the traced program's functions */

enum role { OTHER, LAUNCH, GRAPH, COPY, WAIT, INNER };
typedef struct parameter { const char *type, *name; uint8_t format, words; } parameter;
typedef struct function {
  const char *name;
  int role;
  double median_ns, sigma;
  parameter parameter[6];
} function;

static const function functions[] = {
    {"hipLaunchKernel", LAUNCH, 2600, 0.6,
     {{"const void *", "function_address", ROCZ_F_POINTER, 1}, {"dim3", "numBlocks", ROCZ_F_DIM3, 2}, {"dim3", "dimBlocks", ROCZ_F_DIM3, 2},
      {"void **", "args", ROCZ_F_POINTER, 1}, {"size_t", "sharedMemBytes", ROCZ_F_UINT, 1}, {"hipStream_t", "stream", ROCZ_F_POINTER, 1}}},
    {"hipModuleLaunchKernel", LAUNCH, 2900, 0.6, {{"hipFunction_t", "f", ROCZ_F_POINTER, 1}, {"unsigned int", "gridDimX", ROCZ_F_UINT, 1}}},
    {"hipGraphLaunch", GRAPH, 9000, 0.5, {{"hipGraphExec_t", "graphExec", ROCZ_F_POINTER, 1}, {"hipStream_t", "stream", ROCZ_F_POINTER, 1}}},
    {"hipMemcpyAsync", COPY, 3400, 0.6,
     {{"void *", "dst", ROCZ_F_POINTER, 1}, {"const void *", "src", ROCZ_F_POINTER, 1}, {"size_t", "sizeBytes", ROCZ_F_UINT, 1},
      {"hipMemcpyKind", "kind", ROCZ_F_ENUM, 1}, {"hipStream_t", "stream", ROCZ_F_POINTER, 1}}},
    {"hipStreamSynchronize", WAIT, 1500, 0.5, {{"hipStream_t", "stream", ROCZ_F_POINTER, 1}}},
    {"hipGetDevice", OTHER, 90, 0.3, {{"int *", "deviceId", ROCZ_F_POINTER, 1}}},
    {"hipGetLastError", OTHER, 60, 0.3, {{0}}},
    {"hipSetDevice", OTHER, 140, 0.4, {{"int", "deviceId", ROCZ_F_INT, 1}}},
    {"hipEventRecord", OTHER, 1100, 0.5, {{"hipEvent_t", "event", ROCZ_F_POINTER, 1}, {"hipStream_t", "stream", ROCZ_F_POINTER, 1}}},
    {"hipEventQuery", OTHER, 300, 0.4, {{"hipEvent_t", "event", ROCZ_F_POINTER, 1}}},
    {"hipPointerGetAttributes", OTHER, 420, 0.4, {{"hipPointerAttribute_t *", "attributes", ROCZ_F_POINTER, 1}, {"const void *", "ptr", ROCZ_F_POINTER, 1}}},
    {"hipMalloc", OTHER, 9500, 0.7, {{"void **", "ptr", ROCZ_F_POINTER, 1}, {"size_t", "size", ROCZ_F_UINT, 1}}},
    {"hipFree", OTHER, 7000, 0.7, {{"void *", "ptr", ROCZ_F_POINTER, 1}}},
    {"hsa_signal_wait_scacquire", INNER, 700, 0.6, {{"hsa_signal_t", "signal", ROCZ_F_UINT, 1}}},
};
#define FUNCTIONS (sizeof(functions) / sizeof(functions[0]))
#define PARAMETERS 6

static const char copy_kinds[] = "hipMemcpyHostToHost=0,hipMemcpyHostToDevice=1,hipMemcpyDeviceToHost=2,hipMemcpyDeviceToDevice=3,hipMemcpyDefault=4";

static void add_functions(tracegen_trace *t) {
  for (size_t f = 0; f < FUNCTIONS; f++) {
    const char *category = t->options.python ? "PYTHON" : functions[f].role == INNER ? "HSA_CORE_API" : "HIP_RUNTIME_API_EXT";
    ADD(t, ROCZ_FUNCTION, 0, (int64_t)f + 1, tracegen_intern(t, category), tracegen_intern(t, functions[f].name));
    int64_t word = 0;
    for (int p = 0; p < PARAMETERS && functions[f].parameter[p].name; p++) {
      const parameter *a = &functions[f].parameter[p];
      ADD(t, ROCZ_PARAMETER, 0, (int64_t)f + 1, p, tracegen_intern(t, a->name), tracegen_intern(t, a->type), a->format, word,
          tracegen_intern(t, a->format == ROCZ_F_ENUM ? copy_kinds : NULL), a->words);
      word += a->words;
    }
  }
}

/* ---- kernels: half of the names are C++ templates, half long generated names */

static void kernel_name(uint32_t k, char *out, size_t size) {
  static const char *const word[] = {"gemm", "add", "softmax", "layer_norm", "gelu", "transpose", "reduce", "scatter", "gather", "dropout", "adam", "embed"};
  const char *w = word[k % 12];
  if (k % 2)
    snprintf(out, size, "_ZN5train6kernelINS_%zu%sILi%uEEENS_6tensorI6__halfEEEEvT_T0_PKfi", strlen(w), w, k);
  else
    snprintf(out, size, "Mt_%s_tile%ux%ux%u_half_in_float_out_unroll%u_prefetch%u_vector%u_lds%u_split%u_order%u_wave64", w, 16u << k % 4, 16u << k / 4 % 4,
             8u << k % 3, k % 16, k % 2 + 1,
             1u << k % 4, k % 3, k % 7, k);
}

static void add_kernels(tracegen_trace *t) {
  const tracegen_options *o = &t->options;
  for (uint32_t a = 0; a <= o->agents; a++) {
    bool gpu = a > 0;
    ADD(t, ROCZ_AGENT, 0, a, tracegen_intern(t, gpu ? "GPU" : "CPU"), a, gpu ? a - 1 : 0, gpu ? (int64_t)(0x5eed0000 + a) : 0,
        tracegen_intern(t, gpu ? "gfx90a" : "Test CPU"), tracegen_intern(t, gpu ? "aldebaran" : ""), tracegen_intern(t, gpu ? "AMD" : "CPU"),
        tracegen_intern(t, gpu ? "Test GPU" : "Test CPU"), tracegen_intern(t, "{}"));
  }
  for (uint32_t a = 1; a <= o->agents; a++)
    ADD(t, ROCZ_CODE_OBJECT, 0, a, a, tracegen_intern(t, "file:///opt/train/train#offset=8192&size=123456"), 0x7f0000000000 + a * 0x1000000ll, 0x200000,
        0x7f0000000000 + a * 0x1000000ll,
        tracegen_intern(t, "FILE"), 0, 0);
  for (uint32_t k = 0; k < o->names; k++) {
    char name[256];
    kernel_name(k, name, sizeof(name));
    ADD(t, ROCZ_KERNEL, 0, k + 1, k % o->agents + 1, tracegen_intern(t, name), 0x7f0000100000 + k * 64ll, 64 + k % 8 * 8, 8, k % 5 * 1024, 0, 32 + k % 64,
        24 + k % 8 * 8, k % 3 * 16, 4096 + k * 256ll, k % 7 ? 256 + k % 11 * 4 : ROCZ_NULL);
  }
  for (uint32_t q = 0; q < o->queues; q++) ADD(t, ROCZ_QUEUE, 0, q + 1, 0x7f1000000000 + q * 65536ll, q % o->agents + 1, 16384, o->start_ns + 1000000 + q);
  for (uint32_t s = 0; s < o->threads; s++) ADD(t, ROCZ_STREAM, 0, s + 1, 0x55550000 + s * 512ll, s % o->queues % o->agents, 0, 0, o->start_ns + 2000000 + s);
}

/* ---- the simulation */

typedef struct op { /* one call of a thread's step */
  uint8_t function, inner;
  uint32_t first_launch, launches; /* its launch signatures; each launch has one of them */
  double kernel_ns;
  int64_t copy_bytes, dst, src;
  int copy_kind;
  double gap_ns;
} op;

typedef struct thread {
  random_state random;
  op *step;
  unsigned at;
  uint64_t bucket; /* this step's variant, which chooses the signature */
  int64_t now;
  int64_t sequence;
} thread;

typedef struct simulation {
  tracegen_trace *trace;
  thread thread[MAX_THREADS];
  int64_t queue_free[MAX_QUEUES];
  int64_t copy_free;
  int64_t dispatches;
  uint32_t launches;
} simulation;

static uint32_t new_signatures(simulation *s, random_state *r, uint32_t count) {
  uint32_t first = s->launches;
  int64_t kernel = (int64_t)(next_random(r) % s->trace->options.names) + 1;
  for (uint32_t i = 0; i < count; i++) {
    int64_t wg = 64ll << next_random(r) % 4, blocks = (int64_t)(next_random(r) % 4000) + 1;
    ADD(s->trace, ROCZ_LAUNCH, 0, s->launches++, kernel, blocks * wg, (int64_t)(next_random(r) % 4 == 0 ? 8 : 1), 1, wg, 1, 1,
        (int64_t)(next_random(r) % 3 * 4096), 0);
  }
  return first;
}

/* 46 % launches and 5 % copies, as in the trace of performance.md. The last call waits. */
static void make_step(simulation *s, thread *th) {
  const tracegen_options *o = &s->trace->options;
  th->step = must(calloc(o->step_ops, sizeof(op)));
  for (unsigned i = 0; i < o->step_ops; i++) {
    random_state *r = &th->random;
    op *p = &th->step[i];
    uint64_t dice = next_random(r) % 1000;
    p->gap_ns = (double)log_normal(r, 1400, 0.8);
    p->inner = next_random(r) % 1000 < o->nested_permille;
    if (i == o->step_ops - 1) {
      p->function = 4;
      p->inner = false;
    } else if (dice < 457) {
      bool graph = next_random(r) % 1000 < o->graph_permille;
      p->function = graph ? 2 : next_random(r) % 8 == 0;
      p->launches = graph ? 8 : (uint32_t)(next_random(r) % 10 < 3 ? 1 : next_random(r) % 3 + 1);
      p->first_launch = new_signatures(s, r, p->launches);
      p->kernel_ns = (double)log_normal(r, o->kernel_ns, 1.2);
    } else if (dice < 508) {
      p->function = 3;
      p->copy_kind = (int)(next_random(r) % 3) + ROCZ_COPY_H2D;
      p->copy_bytes = (int64_t)(next_random(r) % 65536 + 1) << (next_random(r) % 8);
      p->dst = 0x7e0000000000 + (int64_t)(next_random(r) % 4096) * 65536;
      p->src = 0x7d0000000000 + (int64_t)(next_random(r) % 4096) * 65536;
    } else {
      p->function = (uint8_t)(5 + next_random(r) % 8);
    }
  }
}

static int64_t tick(const simulation *s, int64_t ns) { return ns / s->trace->options.tick_ns * s->trace->options.tick_ns; }

static void run_kernel(simulation *s, uint32_t lane, const op *p, int64_t launch, int64_t submit, int64_t stack_id, int64_t graph, int64_t node) {
  random_state *r = &s->thread[lane - 1].random;
  uint32_t q = (lane - 1) % s->trace->options.queues;
  int64_t start = submit + log_normal(r, LATENCY_NS, 0.5);
  int64_t after = s->queue_free[q] + log_normal(r, 900, 0.5);
  start = tick(s, start > after ? start : after);
  /* Launches of the same kernel with the same shape take about the same time. */
  double median = p->kernel_ns * (0.7 + (double)(mix((uint64_t)launch) & 1023) / 1023.0);
  int64_t duration = tick(s, log_normal(r, median, 0.12) + s->trace->options.tick_ns);
  ADD(s->trace, ROCZ_DISPATCH, q + 1, launch, duration, start, ++s->dispatches, stack_id, lane, lane, graph, node);
  s->queue_free[q] = start + duration;
  s->trace->kernels++;
}

static void run_copy(simulation *s, uint32_t lane, const op *p, int64_t submit, int64_t stack_id) {
  random_state *r = &s->thread[lane - 1].random;
  uint32_t agent = (lane - 1) % s->trace->options.queues % s->trace->options.agents + 1;
  int64_t start = submit + log_normal(r, LATENCY_NS, 0.5), after = s->copy_free + 300;
  start = tick(s, start > after ? start : after);
  int64_t duration = tick(s, log_normal(r, 1500.0 + (double)p->copy_bytes / 25.0, 0.2) + s->trace->options.tick_ns);
  ADD(s->trace, ROCZ_COPY, 0, p->copy_kind, duration, start, p->copy_bytes, p->copy_kind == ROCZ_COPY_D2H ? 0 : agent,
      p->copy_kind == ROCZ_COPY_H2D ? 0 : agent, p->dst, p->src, stack_id, lane, lane);
  s->copy_free = start + duration;
  s->trace->copies++;
}

static void add_arguments(simulation *s, uint32_t lane, const op *p, unsigned f, int64_t sequence) {
  unsigned word = 0;
  for (int i = 0; i < PARAMETERS && functions[f].parameter[i].name; i++) {
    const parameter *a = &functions[f].parameter[i];
    for (unsigned w = 0; w < a->words; w++, word++) {
      int64_t value = (int64_t)(mix(p->first_launch * 64u + f * 8u + word) & 0xffff) << (a->format == ROCZ_F_POINTER ? 12 : 0);
      if (a->format == ROCZ_F_ENUM) value = p->copy_kind - ROCZ_COPY_H2H;
      if (strcmp(a->name, "sizeBytes") == 0) value = p->copy_bytes;
      if (strcmp(a->name, "stream") == 0) value = 0x55550000 + (lane - 1) * 512ll;
      ADD(s->trace, ROCZ_ARGUMENT, lane, sequence, (int64_t)(f + 1) * 64 + word, value);
    }
  }
}

static void add_call(simulation *s, uint32_t lane, const op *p, unsigned f, int64_t start, int64_t end, int64_t sequence, int64_t parent) {
  thread *th = &s->thread[lane - 1];
  int64_t result = functions[f].role == OTHER && next_random(&th->random) % 500 == 0 ? 600 : 0;
  if (s->trace->options.arguments) add_arguments(s, lane, p, f, sequence);
  ADD(s->trace, ROCZ_CALL, lane, end - start, start, (int64_t)f + 1, sequence, parent, result);
  s->trace->calls++;
}

/* Makes one call of a thread, and the work that it starts on the device. */
static void run_op(simulation *s, uint32_t lane) {
  thread *th = &s->thread[lane - 1];
  const op *p = &th->step[th->at];
  const function *f = &functions[p->function];
  int64_t start = th->now + log_normal(&th->random, p->gap_ns, 0.5), end = start + log_normal(&th->random, f->median_ns, f->sigma);
  int64_t sequence = ++th->sequence, stack_id = (int64_t)((uint64_t)lane << ROCZ_STACK_SHIFT) | sequence;
  uint32_t q = (lane - 1) % s->trace->options.queues;
  int64_t submit = start + (end - start) / 2;
  if (f->role == WAIT && s->queue_free[q] > end) end = s->queue_free[q] + log_normal(&th->random, 3000, 0.4);
  if (p->inner) {
    int64_t inner_start = start + (end - start) / 4, inner_end = end - (end - start) / 4;
    add_call(s, lane, p, FUNCTIONS - 1, inner_start, inner_end > inner_start ? inner_end : inner_start, ++th->sequence, sequence);
  }
  if (f->role == LAUNCH) {
    uint64_t pick = next_random(&th->random) % 50 ? th->bucket : next_random(&th->random);
    run_kernel(s, lane, p, p->first_launch + (int64_t)(pick % p->launches), submit, stack_id, 0, 0);
  } else if (f->role == GRAPH) {
    for (uint32_t i = 0; i < p->launches; i++) run_kernel(s, lane, p, p->first_launch + i, submit, stack_id, (int64_t)p->first_launch + 1, i + 1);
  } else if (f->role == COPY) {
    run_copy(s, lane, p, submit, stack_id);
  }
  add_call(s, lane, p, p->function, start, end, sequence, 0);
  th->now = end;
  if (++th->at == s->trace->options.step_ops) {
    th->at = 0;
    th->bucket = next_random(&th->random);
  }
}

static void add_anchors(tracegen_trace *t, int64_t from, int64_t to) {
  for (int64_t ns = from; ns < to + 1000000000; ns += 1000000000)
    ADD(t, ROCZ_ANCHOR, 0, (ns - from) / 10 * (t->tsc_hz / 100000000), ns, ns - 5000000000, ns + 1700000000000000000);
}

static void end_process(simulation *s) {
  tracegen_trace *t = s->trace;
  const tracegen_options *o = &t->options;
  for (uint32_t lane = 1; lane <= o->threads; lane++)
    if (t->end_ns < s->thread[lane - 1].now) t->end_ns = s->thread[lane - 1].now;
  for (uint32_t q = 0; q < o->queues; q++)
    if (t->end_ns < s->queue_free[q]) t->end_ns = s->queue_free[q];
  t->end_ns += 1000000;
  if (o->open) {
    int64_t at = t->end_ns - 500000;
    ADD(t, ROCZ_OPEN_CALL, 1, at, 5, ++s->thread[0].sequence, 0);
    ADD(t, ROCZ_OPEN_DISPATCH, 1, 0, at, ++s->dispatches, ((int64_t)1 << ROCZ_STACK_SHIFT) | (s->thread[0].sequence - 1), 1, 1, 0, 0);
    t->calls++;
    t->kernels++;
  }
  for (uint32_t lane = 1; lane <= o->threads; lane++) {
    char name[16];
    snprintf(name, sizeof(name), lane == 1 ? "train" : "worker-%u", lane);
    ADD(t, ROCZ_THREAD, 0, lane, o->pid + lane - 1, tracegen_intern(t, name), o->start_ns + lane * 1000ll, o->no_footer ? ROCZ_NULL : t->end_ns);
  }
  add_anchors(t, o->start_ns, t->end_ns);
  if (o->no_footer) return;
  ADD(t, ROCZ_COUNTER, 0, tracegen_intern(t, "calls dropped"), o->lost_calls, 0);
  if (o->lost_kernels) ADD(t, ROCZ_COUNTER, 0, tracegen_intern(t, "dispatches dropped"), o->lost_kernels, 0);
  ADD(t, ROCZ_PROCESS_END, 0, t->end_ns);
}

/* Orders lanes as in the file: by kind, with those at the end that end the file. */
static int by_kind(const void *a, const void *b) {
  const tracegen_lane *x = a, *y = b;
  if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
  return x->lane < y->lane ? -1 : x->lane > y->lane;
}

tracegen_options tracegen_defaults(uint64_t events) {
  return (tracegen_options){.events = events, .seed = 1, .threads = 8, .queues = 4, .agents = 1, .names = 197, .nested_permille = 5, .graph_permille = 0,
                            .chunk_rows = ROCZ_MAX_ROWS, .step_ops = STEP_OPS, .tick_ns = 1, .kernel_ns = 4200, .pid = 4242, .start_ns = 1000000000000,
                            .boot_ns = 1700000000000000000};
}

tracegen_trace *tracegen_make(const tracegen_options *options) {
  tracegen_trace *t = calloc(1, sizeof(*t));
  simulation *s = calloc(1, sizeof(*s));
  if (!t || !s) {
    free(t);
    free(s);
    return NULL;
  }
  t->options = *options;
  tracegen_options *o = &t->options;
  if (o->threads < 1) o->threads = 1;
  if (o->threads > MAX_THREADS) o->threads = MAX_THREADS;
  if (o->queues < 1) o->queues = 1;
  if (o->queues > MAX_QUEUES) o->queues = MAX_QUEUES;
  if (o->agents < 1) o->agents = 1;
  if (o->names < 1) o->names = 1;
  if (o->step_ops < 1 || o->step_ops > STEP_OPS) o->step_ops = STEP_OPS;
  if (o->tick_ns < 1) o->tick_ns = 1;
  if (o->kernel_ns < 1) o->kernel_ns = 1;
  if (o->chunk_rows < 1 || o->chunk_rows > ROCZ_MAX_ROWS) o->chunk_rows = ROCZ_MAX_ROWS;
  t->tsc_hz = 2300000000;
  for (int i = 0; i < 16; i++) t->file_id[i] = (uint8_t)(mix(mix(o->seed * 16 + (uint64_t)i) + o->events) ^ (uint64_t)o->pid << i % 3);
  s->trace = t;
  add_functions(t);
  add_kernels(t);
  for (uint32_t i = 0; i < o->threads; i++) {
    thread *th = &s->thread[i];
    th->random.s = mix(o->seed * 1000 + i + 1) | 1;
    th->now = o->start_ns + 5000000 + i * 100000ll;
    make_step(s, th);
  }
  while (t->calls + t->kernels + t->copies < o->events) {
    uint32_t first = 0; /* chooses the thread that is furthest behind */
    for (uint32_t i = 1; i < o->threads; i++)
      if (s->thread[i].now < s->thread[first].now) first = i;
    run_op(s, first + 1);
  }
  end_process(s);
  qsort(t->lane, t->lanes, sizeof(*t->lane), by_kind);
  for (uint32_t i = 0; i < o->threads; i++) free(s->thread[i].step);
  free(s);
  return t;
}
