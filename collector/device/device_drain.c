/* Turns dispatches and copies into rows for the sinks: finished records become columns.
**
** A ring is drained when it holds enough for a good chunk, or is a quarter full, or when everything is flushed. A lane may
** continue in further rings, which are drained in order. Records leave a ring in order, and the first that is not finished stops
** it. At the end records that are not finished become OPEN_ rows, and so do those that finished without times.
**
** Starts are corrected here, where host times are known best. No kernel or copy starts before the call that launched it: it is
** moved, with its length kept, and counted. And work that followed other work in its queue still follows it. */
#include "device.h"
#include "sink.h"

#define CHUNK_ROWS 16384 /* rows of a good chunk */

enum { D_LAUNCH, D_DURATION, D_START, D_ID, D_STACK, D_STREAM, D_THREAD, D_EXEC, D_NODE, D_COLUMNS };
enum { O_LAUNCH, O_SUBMIT, O_ID, O_STACK, O_STREAM, O_THREAD, O_EXEC, O_NODE, O_COLUMNS };
enum {
  C_DIRECTION,
  C_DURATION,
  C_START,
  C_SIZE,
  C_DST_AGENT,
  C_SRC_AGENT,
  C_DST,
  C_SRC,
  C_STACK,
  C_STREAM,
  C_THREAD,
  C_HOW,
  C_DISPATCH,
  C_COLUMNS
};
enum {
  OC_DIRECTION,
  OC_SUBMIT,
  OC_SIZE,
  OC_DST_AGENT,
  OC_SRC_AGENT,
  OC_DST,
  OC_SRC,
  OC_STACK,
  OC_STREAM,
  OC_THREAD,
  OC_HOW,
  OC_DISPATCH,
  OC_COLUMNS
};
#define MAX_COLUMNS 13

static int64_t *column[MAX_COLUMNS]; /* ROCZ_MAX_ROWS each */

static bool buffers_make(void) {
  static bool made;
  if (made)
    return true;
  int64_t *p = collect_memory_grow(NULL, 0, MAX_COLUMNS * (size_t)ROCZ_MAX_ROWS * 8);
  if (!p)
    return false;
  for (int c = 0; c < MAX_COLUMNS; c++, p += ROCZ_MAX_ROWS)
    column[c] = p;
  return made = true;
}

/* ---- launch signatures ---- */

typedef struct signature {
  uint32_t kernel_id, grid[3], workgroup[3], group_size, private_size;
  uint32_t launch; /* 1 + its number; 0: free */
} signature;

static signature *signatures;
static uint32_t signature_capacity, signature_count, signature_generation;

/* The kernel of each number. */
static uint32_t *launch_kernels;
static size_t launch_kernels_bytes;

uint32_t collect_launch_kernel(int64_t launch) {
  return launch >= 0 && (uint64_t)launch < signature_count && launch_kernels ? launch_kernels[launch] : 0;
}

static uint32_t signature_home(const signature *s) {
  uint64_t h = 0;
  const uint32_t *word = &s->kernel_id;
  for (int i = 0; i < 9; i++)
    h = (h ^ word[i]) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
  return (uint32_t)(h >> 32) & (signature_capacity - 1);
}

static bool signature_equal(const signature *a, const signature *b) {
  const uint32_t *x = &a->kernel_id, *y = &b->kernel_id;
  uint32_t different = 0;
  for (int i = 0; i < 9; i++)
    different |= x[i] ^ y[i];
  return !different;
}

static signature *signature_slot(const signature *s) {
  uint32_t i = signature_home(s);
  while (signatures[i].launch && !signature_equal(&signatures[i], s))
    i = (i + 1) & (signature_capacity - 1);
  return &signatures[i];
}

static bool signatures_reserve(void) {
  uint32_t generation = atomic_load(&collect_gate.generation);
  if (generation && signature_generation != generation) { /* it is another file */
    for (uint32_t i = 0; i < signature_capacity; i++)
      signatures[i].launch = 0;
    signature_count = 0;
    signature_generation = generation;
  }
  if (signature_count * 2 < signature_capacity)
    return true;
  uint32_t old_capacity = signature_capacity, capacity = old_capacity ? old_capacity * 2 : 1024;
  signature *old = signatures, *fresh = collect_memory_grow(NULL, 0, capacity * sizeof *fresh);
  if (!fresh)
    return signature_count + 1 < old_capacity;
  signatures = fresh;
  signature_capacity = capacity;
  for (uint32_t i = 0; i < old_capacity; i++)
    if (old[i].launch)
      *signature_slot(&old[i]) = old[i];
  return true; /* the old table is small, and is not freed */
}

/* The number of the record's launch signature. Writes its row if it is new. */
static int64_t launch_of(const rocz_dispatch_record *r) {
  signature key = {.kernel_id = r->kernel_id,
                   .grid = {r->grid[0], r->grid[1], r->grid[2]},
                   .workgroup = {r->workgroup[0], r->workgroup[1], r->workgroup[2]},
                   .group_size = r->group_size,
                   .private_size = r->private_size};
  static signature last; /* mostly the same one comes again */
  if (COLLECT_LIKELY(last.launch && signature_equal(&key, &last) &&
                     signature_generation == atomic_load_explicit(&collect_gate.generation, memory_order_relaxed)))
    return last.launch - 1;
  if (!signatures_reserve())
    return ROCZ_NULL;
  signature *s = signature_slot(&key);
  if (!s->launch && !collect_memory_reserve(&launch_kernels, &launch_kernels_bytes, (signature_count + 1) * sizeof *launch_kernels))
    return ROCZ_NULL;
  if (!s->launch) {
    launch_kernels[signature_count] = key.kernel_id;
    key.launch = ++signature_count;
    *s = key;
    collect_meta(ROCZ_LAUNCH, (int64_t)key.launch - 1, (int64_t)key.kernel_id, (int64_t)key.grid[0],
                 (int64_t)key.grid[1], (int64_t)key.grid[2], (int64_t)key.workgroup[0], (int64_t)key.workgroup[1],
                 (int64_t)key.workgroup[2], (int64_t)key.group_size, (int64_t)key.private_size);
  }
  last = *s;
  return s->launch - 1;
}

/* ---- times ---- */

typedef struct device_batch {
  uint32_t rows;
  int64_t min, max;
  collect_line line;
  int64_t last_end, last_raw_end; /* of the row before: as written, and as measured */
  uint32_t adjusted;
} device_batch;

/* The start to write for work that was measured from start to end. */
static inline int64_t start_of(device_batch *b, int64_t start, int64_t end, int64_t launch_ticks) {
  int64_t at = start;
  if (launch_ticks) {
    int64_t launch = collect_line_follow(&b->line, launch_ticks);
    if (COLLECT_UNLIKELY(at < launch)) {
      at = launch;
      b->adjusted++;
    }
  }
  if (start >= b->last_raw_end && at < b->last_end)
    at = b->last_end;
  b->last_raw_end = end;
  b->last_end = at + (end - start);
  b->min = at < b->min ? at : b->min;
  b->max = b->last_end > b->max ? b->last_end : b->max;
  return at;
}

static inline int64_t submit_of(device_batch *b, int64_t ticks) {
  int64_t at = collect_line_follow(&b->line, ticks);
  b->min = at < b->min ? at : b->min;
  b->max = at > b->max ? at : b->max;
  return at;
}

/* ---- one ring ---- */

#define UNTIMED 100 /* a state in addition to ROCZ_SUBMITTED, ...: finished, without times */

typedef struct row_plan {
  uint16_t done_kind, open_kind;
  void (*done_row)(device_batch *b, const void *record);
  void (*open_row)(device_batch *b, const void *record);
  uint32_t (*state)(const void *record);
} row_plan;

static void dispatch_done(device_batch *b, const void *record) {
  const rocz_dispatch_record *r = record;
  uint32_t i = b->rows++;
  column[D_LAUNCH][i] = launch_of(r);
  column[D_DURATION][i] = r->end_ns - r->start_ns;
  column[D_START][i] = start_of(b, r->start_ns, r->end_ns, r->launch);
  column[D_ID][i] = (int64_t)r->dispatch_id;
  column[D_STACK][i] = (int64_t)r->stack_id;
  column[D_STREAM][i] = r->stream;
  column[D_THREAD][i] = r->thread;
  column[D_EXEC][i] = (int64_t)r->graph_exec;
  column[D_NODE][i] = (int64_t)r->graph_node;
}

static void dispatch_open(device_batch *b, const void *record) {
  const rocz_dispatch_record *r = record;
  uint32_t i = b->rows++;
  column[O_LAUNCH][i] = launch_of(r);
  column[O_SUBMIT][i] = submit_of(b, r->submit);
  column[O_ID][i] = (int64_t)r->dispatch_id;
  column[O_STACK][i] = (int64_t)r->stack_id;
  column[O_STREAM][i] = r->stream;
  column[O_THREAD][i] = r->thread;
  column[O_EXEC][i] = (int64_t)r->graph_exec;
  column[O_NODE][i] = (int64_t)r->graph_node;
}

static uint32_t dispatch_state(const void *record) {
  const rocz_dispatch_record *r = record;
  uint32_t state = atomic_load_explicit(&r->state, memory_order_acquire);
  return state == ROCZ_DONE && r->start_ns == ROCZ_NULL ? UNTIMED : state;
}

static void copy_done(device_batch *b, const void *record) {
  const rocz_copy_record *r = record;
  uint32_t i = b->rows++;
  b->last_raw_end = INT64_MAX; /* copies may overlap */
  column[C_DIRECTION][i] = r->direction;
  column[C_DURATION][i] = r->end_ns - r->start_ns;
  column[C_START][i] = start_of(b, r->start_ns, r->end_ns, r->launch);
  column[C_SIZE][i] = (int64_t)r->size_bytes;
  column[C_DST_AGENT][i] = r->dst_agent;
  column[C_SRC_AGENT][i] = r->src_agent;
  column[C_DST][i] = (int64_t)r->dst_address;
  column[C_SRC][i] = (int64_t)r->src_address;
  column[C_STACK][i] = (int64_t)r->stack_id;
  column[C_STREAM][i] = r->stream;
  column[C_THREAD][i] = r->thread;
  column[C_HOW][i] = r->how;
  column[C_DISPATCH][i] = (int64_t)r->dispatch_id;
}

static void copy_open(device_batch *b, const void *record) {
  const rocz_copy_record *r = record;
  uint32_t i = b->rows++;
  column[OC_DIRECTION][i] = r->direction;
  column[OC_SUBMIT][i] = submit_of(b, r->submit);
  column[OC_SIZE][i] = (int64_t)r->size_bytes;
  column[OC_DST_AGENT][i] = r->dst_agent;
  column[OC_SRC_AGENT][i] = r->src_agent;
  column[OC_DST][i] = (int64_t)r->dst_address;
  column[OC_SRC][i] = (int64_t)r->src_address;
  column[OC_STACK][i] = (int64_t)r->stack_id;
  column[OC_STREAM][i] = r->stream;
  column[OC_THREAD][i] = r->thread;
  column[OC_HOW][i] = r->how;
  column[OC_DISPATCH][i] = (int64_t)r->dispatch_id;
}

static uint32_t copy_state(const void *record) {
  const rocz_copy_record *r = record;
  uint32_t state = atomic_load_explicit(&r->state, memory_order_acquire);
  return state == ROCZ_DONE && r->start_ns == ROCZ_NULL ? UNTIMED : state;
}

static const row_plan dispatches = {ROCZ_DISPATCH, ROCZ_OPEN_DISPATCH, dispatch_done, dispatch_open, dispatch_state};
static const row_plan copies = {ROCZ_COPY, ROCZ_OPEN_COPY, copy_done, copy_open, copy_state};

static inline const void *record_at(const rocz_segment *s, uint64_t n) {
  uint64_t records = s->capacity / sizeof(rocz_dispatch_record); /* a copy's record has the same size */
  return collect_data_of(s) + n % (records ? records : 1) * sizeof(rocz_dispatch_record);
}

#define AHEAD 16 /* records to prefetch: they are in the producer's cache */

/* Writes records of [tail, pos) up to the first that is not finished; `all`: that one and those behind it, too. All records of a
** chunk are finished, or all are open. So a chunk's position tells for sure what is not in the ring any more. */
static uint64_t records_write(rocz_segment *s, const row_plan *plan, uint64_t tail, uint64_t pos, bool all) {
  collect_private *p = collect_private_of(s);
  uint64_t rows = 0;
  if (!buffers_make())
    return 0;
  for (bool stop = false; tail < pos && !stop;) {
    device_batch b = {.min = INT64_MAX, .max = INT64_MIN, .line = {.from = 1, .to = 0}};
    b.last_end = p->last_end_ns;
    b.last_raw_end = p->last_raw_end_ns;
    bool are_open = false;
    for (; tail < pos && b.rows < ROCZ_MAX_ROWS; tail++) {
      const char *ahead = record_at(s, tail + AHEAD);
      __builtin_prefetch(ahead);
      __builtin_prefetch(ahead + 64);
      const void *r = record_at(s, tail);
      uint32_t state = plan->state(r);
      if (state == ROCZ_SKIP)
        continue;
      bool open = state != ROCZ_DONE && state != ROCZ_TIMED;
      /* A record that is TIMED may still be written to, so its place cannot be reused yet. */
      if ((stop = !all && (state == ROCZ_SUBMITTED || state == ROCZ_TIMED)) || (b.rows && are_open != open))
        break;
      are_open = open;
      (are_open ? plan->open_row : plan->done_row)(&b, r);
    }
    if (!collect_sink_rows(&(rocz_rows){.kind = are_open ? plan->open_kind : plan->done_kind, .lane = s->lane, .rows = b.rows,
                                        .column = (const int64_t *const *)column,
                                        .position = tail, .min_time = b.min, .max_time = b.max}))
      break;
    p->last_end_ns = b.last_end;
    p->last_raw_end_ns = b.last_raw_end;
    collect_count(ROCZ_N_TIMES_ADJUSTED, b.adjusted);
    /* Release: the producer may now overwrite the records before `tail`. */
    atomic_store_explicit(&s->tail, tail, memory_order_release);
    rows += b.rows;
  }
  return rows;
}

void collect_records_follow(rocz_segment *s, rocz_segment *before, uint64_t from) {
  atomic_fetch_add(&s->epoch, 1); /* an odd epoch tells readers to copy again */
  collect_private_of(s)->previous = before;
  atomic_store_explicit(&s->tail, from, memory_order_relaxed);
  /* Release: whoever finds records in this segment also finds what it follows. */
  atomic_store_explicit(&s->pos, from, memory_order_release);
  atomic_fetch_add(&s->epoch, 1);
}

/* Writes what is in the lane's rings before this one, the oldest first, and retires them. False: one of them has an unfinished record. */
static bool previous_write(rocz_segment *s, const row_plan *plan, bool all, uint64_t *rows) {
  while (collect_private_of(s)->previous) {
    rocz_segment *oldest = s, *next = NULL;
    for (rocz_segment *before; (before = collect_private_of(oldest)->previous); oldest = before)
      next = oldest;
    uint64_t pos = atomic_load_explicit(&oldest->pos, memory_order_acquire);
    *rows += records_write(oldest, plan, atomic_load_explicit(&oldest->tail, memory_order_relaxed), pos, all);
    if (atomic_load_explicit(&oldest->tail, memory_order_relaxed) != pos)
      return false;
    collect_private *p = collect_private_of(next);
    p->last_end_ns = collect_private_of(oldest)->last_end_ns;
    p->last_raw_end_ns = collect_private_of(oldest)->last_raw_end_ns;
    p->previous = NULL;
    collect_segment_retire(oldest);
  }
  return true;
}

static uint64_t lane_write(rocz_segment *s, const row_plan *plan, uint64_t tail, uint64_t pos, bool all) {
  uint64_t rows = 0;
  return previous_write(s, plan, all, &rows) ? rows + records_write(s, plan, tail, pos, all) : rows;
}

/* Whether a chunk is worth writing: the record in the middle of a good chunk is finished. */
static bool enough_finished(const rocz_segment *s, const row_plan *plan, uint64_t tail, uint64_t pos) {
  uint64_t capacity = s->capacity / s->record_bytes, enough = capacity / 4 < CHUNK_ROWS ? capacity / 4 : CHUNK_ROWS;
  if (collect_private_of((rocz_segment *)s)->previous)
    return true;
  return pos - tail >= enough && plan->state(record_at(s, tail + enough / 2)) != ROCZ_SUBMITTED;
}

static const char *states_wrong(const rocz_segment *s, const row_plan *plan, uint64_t tail, uint64_t pos) {
  for (uint64_t n = tail; n < pos; n++) {
    uint32_t state = plan->state(record_at(s, n));
    if (state != ROCZ_SUBMITTED && state != ROCZ_DONE && state != ROCZ_SKIP && state != UNTIMED && state != ROCZ_TIMED)
      return "a record in no known state";
  }
  return NULL;
}

#define RING(plan, label, segment_kind)                                                                                            \
  static uint64_t plan##_write(rocz_segment *s, uint64_t tail, uint64_t pos, bool all) { return lane_write(s, &plan, tail, pos, all); } \
  static bool plan##_due(const rocz_segment *s, uint64_t tail, uint64_t pos) { return enough_finished(s, &plan, tail, pos); }      \
  static const char *plan##_wrong(const rocz_segment *s, uint64_t tail, uint64_t pos) { return states_wrong(s, &plan, tail, pos); } \
  const collect_ring collect_ring_##plan = {.name = label, .kind = segment_kind,                                                     \
                                            .due = plan##_due, .drain = plan##_write, .wrong = plan##_wrong};
RING(dispatches, "dispatches", ROCZ_SEG_DISPATCHES)
RING(copies, "copies", ROCZ_SEG_COPIES)

#define RECORDS_LEAST 128

rocz_segment *collect_records_new(const collect_ring *ring, uint32_t lane, uint64_t *records) {
  rocz_segment *s;
  while (!(s = collect_segment_new(ring, lane, *records * collect_ring_record_bytes(ring))) && *records / 4 >= RECORDS_LEAST)
    *records /= 4;
  return s;
}
