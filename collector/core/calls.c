/* Turns the records of CALLS segments into rows for the sinks: the records of a lane become columns.
**
** A ring is drained when it is half full, and every ten seconds. Until then its records are safe in the live file, and a larger
** chunk takes fewer bytes per row. `tail` moves only once the sinks keep the rows. */
#include "core.h"
#include "room.h"
#include "sink.h"
#include <string.h>

/* Rows of a chunk. A larger chunk would hardly take fewer bytes per row, and columns of this size stay in the cache until they
** are encoded. */
#define BATCH_ROWS 16384

uint8_t collect_function_words[UINT16_MAX + 1];

enum { DURATION, START, FUNCTION, SEQUENCE, PARENT, RESULT, COLUMNS };
enum { A_SEQUENCE, A_KEY, A_VALUE, A_COLUMNS };
enum { M_START, M_FUNCTION, M_SEQUENCE, M_PARENT, M_MESSAGE, M_COLUMNS };

static int64_t *columns[COLUMNS]; /* BATCH_ROWS each */
#define ARGUMENT_ROWS ROCZ_MAX_ROWS
static int64_t *arguments[A_COLUMNS];
static int64_t *marks[M_COLUMNS]; /* BATCH_ROWS each */

static bool buffers_make(int64_t **column, int n, size_t rows) {
  if (column[0])
    return true;
  int64_t *p = collect_memory_grow(NULL, 0, (size_t)n * rows * 8);
  for (int c = 0; p && c < n; c++, p += rows)
    column[c] = p;
  return p;
}
/* Columns for arguments are allocated when the first arguments arrive. */
static bool calls_make(void) { return buffers_make(columns, COLUMNS, BATCH_ROWS) && buffers_make(marks, M_COLUMNS, BATCH_ROWS); }
static bool arguments_make(void) { return COLLECT_LIKELY(arguments[0]) || buffers_make(arguments, A_COLUMNS, ARGUMENT_ROWS); }

/* A batch that is being filled from one lane. */
typedef struct call_batch {
  uint32_t rows, argument_rows, marks;
  int64_t min_time, max_time;
  uint64_t position;  /* after the last record taken */
  uint64_t sequence;  /* full number of the last record */
  uint64_t row_kinds; /* bits: kinds of the records that are rows of other tables (row.c) */
  collect_line line;
} call_batch;

static void arguments_copy(call_batch *b, const rocz_segment *s, uint64_t pos, const rocz_call_record *r, uint64_t sequence) {
  /* The last block may not be full. */
  uint32_t words = collect_function_words[r->function] < 4u * r->argument_blocks ? collect_function_words[r->function] : 4u * r->argument_blocks;
  for (uint32_t word = 0; word < words; word++) {
    uint32_t i = b->argument_rows++;
    arguments[A_SEQUENCE][i] = (int64_t)sequence;
    arguments[A_KEY][i] = (int64_t)r->function * 64 + word;
    memcpy(&arguments[A_VALUE][i], collect_data_of(s) + ((pos + 32 + 8 * word) & s->mask), 8);
  }
}

/* Takes an instant, which becomes a row of kind MARK. */
static void mark_take(call_batch *b, const rocz_call_record *r, int64_t start, uint64_t sequence) {
  uint32_t i = b->marks++;
  marks[M_START][i] = start;
  marks[M_FUNCTION][i] = r->function;
  marks[M_SEQUENCE][i] = (int64_t)sequence;
  marks[M_PARENT][i] = r->parent ? (int64_t)collect_number_near(sequence, r->parent) : 0;
  marks[M_MESSAGE][i] = (uint32_t)r->result;
}

/* Calls that end after this tick wait for the next pass. Otherwise the next anchor would change the line that converts the call around them, which is written
** later: the inner call could begin some ns before the outer one. */
static int64_t until = INT64_MAX;

/* Takes records of [position, pos) until the batch is full. */
static void batch_fill(call_batch *b, const rocz_segment *s, uint64_t pos) {
  uint64_t at = b->position;
  uint64_t sequence = b->sequence;
  int64_t min_time = INT64_MAX, max_time = INT64_MIN;
  uint32_t row = 0;
  collect_line line = b->line;
  int64_t *restrict duration = columns[DURATION], *restrict starts = columns[START], *restrict function = columns[FUNCTION];
  int64_t *restrict numbers = columns[SEQUENCE], *restrict parent = columns[PARENT], *restrict results = columns[RESULT];
  const uint8_t *data = collect_data_of(s);
  const uint64_t mask = s->mask;
  while (at < pos && row + b->marks < BATCH_ROWS) {
    const rocz_call_record *r = (const rocz_call_record *)(const void *)(data + (at & mask));
    /* The producer's core has the lines: ask for them well ahead. */
    __builtin_prefetch(data + ((at + 2048) & mask));
    uint64_t end_at = at + 32;
    if (COLLECT_UNLIKELY(r->argument_blocks)) {
      end_at += 32 * (uint64_t)r->argument_blocks;
      __asm__ volatile(""); /* a branch, not arithmetic: the next record need not wait for this one */
      if (collect_function_row[r->function] && end_at <= pos) {
        b->row_kinds |= (uint64_t)1 << collect_function_row[r->function];
        at = end_at;
        continue;
      }
    }
    if (COLLECT_UNLIKELY(r->end > until || end_at > pos))
      break;
    if (COLLECT_UNLIKELY(r->argument_blocks && (b->argument_rows + 4u * r->argument_blocks > ARGUMENT_ROWS || !arguments_make())))
      break;
    int64_t start = collect_line_follow(&line, r->start), end = collect_line_follow(&line, r->end);
    sequence = collect_number_near(sequence, r->sequence);
    if (COLLECT_UNLIKELY(r->argument_blocks))
      arguments_copy(b, s, at, r, sequence);
    at = end_at;
    if (COLLECT_UNLIKELY(r->flags & ROCZ_CALL_INSTANT)) {
      mark_take(b, r, start, sequence);
      continue;
    }
    duration[row] = end - start;
    starts[row] = start;
    function[row] = r->function;
    numbers[row] = (int64_t)sequence;
    parent[row] = r->parent ? (int64_t)collect_number_near(sequence, r->parent) : 0;
    results[row] = r->result;
    min_time = start < min_time ? start : min_time;
    max_time = end > max_time ? end : max_time;
    row++;
  }
  b->line = line;
  b->position = at;
  b->sequence = sequence;
  b->rows = row;
  b->min_time = min_time;
  b->max_time = max_time;
}

/* Gives calls, their arguments, marks and rows of other tables to the sinks, together: all or none. Arguments and marks come first, so that a
** call in the file has its arguments. */
static bool batch_write(const rocz_segment *s, uint64_t tail, const call_batch *b, uint64_t *rows) {
  collect_sink_begin();
  if (b->row_kinds)
    *rows += collect_rows_write(s, tail, b->position, b->row_kinds, b->sequence);
  collect_sink_rows(&(rocz_rows){.kind = ROCZ_ARGUMENT, .lane = s->lane, .rows = b->argument_rows, .column = (const int64_t *const *)arguments,
                                 .position = b->position, .min_time = 1, .max_time = 0});
  if (b->marks) /* they are in order of time */
    collect_sink_rows(&(rocz_rows){.kind = ROCZ_MARK, .lane = s->lane, .rows = b->marks, .column = (const int64_t *const *)marks,
                                   .position = b->position, .min_time = marks[M_START][0], .max_time = marks[M_START][b->marks - 1]});
  collect_sink_rows(&(rocz_rows){.kind = ROCZ_CALL, .lane = s->lane, .rows = b->rows, .column = (const int64_t *const *)columns,
                                 .position = b->position, .min_time = b->min_time, .max_time = b->max_time});
  *rows += b->rows + b->marks;
  return collect_sink_commit();
}

static uint64_t lane_write(rocz_segment *s) {
  collect_private *p = collect_private_of(s);
  uint64_t rows = 0;
  for (;;) {
    /* Acquire: pairs with the commit in collect_end. */
    uint64_t pos = atomic_load_explicit(&s->pos, memory_order_acquire);
    uint64_t tail = atomic_load_explicit(&s->tail, memory_order_relaxed);
    if (pos == tail)
      break;
    call_batch b = {.position = tail, .sequence = p->last_sequence, .line = {.from = 1, .to = 0}};
    batch_fill(&b, s, pos);
    if (b.position == tail)
      break;
    uint64_t written = 0;
    if (!batch_write(s, tail, &b, &written))
      break;
    p->last_sequence = b.sequence;
    /* Release: the producer may now overwrite the records before `position`. */
    atomic_store_explicit(&s->tail, b.position, memory_order_release);
    rows += written;
    if (b.position == pos)
      break;
  }
  return rows;
}

/* Drains the lane's previous ring first. The state is read before the lane: a segment that was freed may be becoming another
** thread's, while a retired one belongs to the writer alone. */
static uint64_t calls_write(rocz_segment *s, uint64_t tail, uint64_t pos, bool all) {
  rocz_segment *previous = collect_private_of(s)->previous;
  uint64_t rows = 0;
  if (previous && atomic_load(&collect_private_of(previous)->state) == COLLECT_SEG_RETIRED && previous->lane == s->lane) {
    rows = calls_write(previous, tail, pos, all); /* recursion is shallow: a ring grows three times at most */
    if (atomic_load_explicit(&previous->tail, memory_order_relaxed) != atomic_load_explicit(&previous->pos, memory_order_relaxed))
      return rows; /* the previous ring cannot be written now */
  }
  collect_private_of(s)->previous = NULL;
  return rows + lane_write(s); /* up to the current `pos`, which may have moved */
}

/* ---- calls that have not returned at the end ---- */

/* Appends the arguments of an open call. `block`: the first of its blocks in `kept`. Returns the next free row. */
static uint32_t open_arguments(const collect_private *p, const rocz_open_call *o, uint32_t blocks, uint32_t block, int64_t sequence, uint32_t row) {
  for (uint32_t word = 0; word < 4 * blocks && word < collect_function_words[o->function]; word++, row++) {
    arguments[A_SEQUENCE][row] = sequence;
    arguments[A_KEY][row] = (int64_t)o->function * 64 + word;
    arguments[A_VALUE][row] = (int64_t)p->kept[4 * block + word];
  }
  return row;
}

void collect_open_rows(rocz_segment *s, const collect_ring *ring, void *arg) {
  (void)ring, (void)arg;
  const collect_private *p = collect_private_of(s);
  if (p->continued)
    return;
  int64_t start[ROCZ_SPILL_DEPTH + 1], function[ROCZ_SPILL_DEPTH + 1], sequence[ROCZ_SPILL_DEPTH + 1], parent[ROCZ_SPILL_DEPTH + 1],
    message[ROCZ_SPILL_DEPTH + 1];
  uint32_t rows = 0, blocks = 0, words = 0, depth = atomic_load_explicit(&s->depth, memory_order_acquire);
  for (uint32_t i = 0; i < depth && i < ROCZ_SPILL_DEPTH; i++, rows++) {
    const rocz_open_call *o = &s->spill[i];
    start[rows] = collect_ticks_to_ns(o->start);
    function[rows] = o->function;
    sequence[rows] = (int64_t)collect_number_near(p->last_sequence, o->sequence);
    parent[rows] = o->parent ? (int64_t)collect_number_near(p->last_sequence, o->parent) : 0;
    message[rows] = o->message;
    if (p->level[i].argument_blocks && arguments_make())
      words = open_arguments(p, o, p->level[i].argument_blocks, blocks, sequence[rows], words);
    blocks += p->level[i].argument_blocks;
  }
  /* The call in progress is in the slot at pos: see rocz.h. */
  uint64_t pos = atomic_load_explicit(&s->pos, memory_order_acquire);
  const rocz_call_record *r = (const rocz_call_record *)(const void *)(collect_data_of(s) + (pos & s->mask));
  if (collect_slot_taken(s) && !(r->flags & ROCZ_CALL_DONE) && r->start) {
    start[rows] = collect_ticks_to_ns(r->start);
    function[rows] = r->function;
    sequence[rows] = (int64_t)collect_number_near(p->last_sequence, r->sequence);
    parent[rows] = rows ? sequence[rows - 1] : 0;
    message[rows] = 0;
    rows++;
  }
  if (!rows)
    return;
  const int64_t *column[] = {start, function, sequence, parent, message};
  int64_t first = start[0], last = start[0]; /* spans begin and end in any order */
  for (uint32_t i = 1; i < rows; i++) {
    first = start[i] < first ? start[i] : first;
    last = start[i] > last ? start[i] : last;
  }
  collect_sink_begin();
  collect_sink_rows(&(rocz_rows){
    .kind = ROCZ_ARGUMENT, .lane = s->lane, .rows = words, .column = (const int64_t *const *)arguments, .position = pos, .min_time = 1, .max_time = 0});
  collect_sink_rows(&(rocz_rows){.kind = ROCZ_OPEN_CALL, .lane = s->lane, .rows = rows, .column = column, .min_time = first, .max_time = last});
  bool written = collect_sink_commit(), retired = atomic_load(&p->state) == COLLECT_SEG_RETIRED;
  if (retired) /* so that they are written once */
    atomic_store(&s->depth, 0);
  if (!written && retired)
    collect_count(ROCZ_N_ROWS_LOST, rows);
  else if (!written) /* the live file still has them */
    collect_live_needed = true;
}

/* ---- the ring ---- */

/* Checks that complete records of known functions follow each other up to pos, in order of their ends. */
static const char *calls_wrong(const rocz_segment *s, uint64_t tail, uint64_t pos) {
  int64_t last_end = INT64_MIN;
  for (uint64_t at = tail; at < pos;) {
    const rocz_call_record *r = (const rocz_call_record *)(const void *)(collect_data_of(s) + (at & s->mask));
    at += 32 + 32 * (uint64_t)r->argument_blocks;
    if (at > pos)
      return "a record ends beyond pos";
    if (!(r->flags & ROCZ_CALL_DONE) || !r->function)
      return "a record that is not complete";
    if (r->end < r->start || r->end < last_end)
      return "a record out of order";
    last_end = r->end;
  }
  return NULL;
}

/* The thread has ended, so its open regions will never end. */
static void lane_ended(rocz_segment *s) {
  collect_open_rows(s, &collect_ring_calls, NULL);
  if (!collect_private_of(s)->continued)
    collect_sink_lane_ended(s->lane);
  collect_thread_ended(s);
}
static void span_lane_ended(rocz_segment *s) { collect_sink_lane_ended(s->lane); }

const collect_ring collect_ring_calls = {.name = "calls", .kind = ROCZ_SEG_CALLS, .wakes_half_full = true,
                                         .drain = calls_write, .ended = lane_ended, .wrong = calls_wrong};

const collect_ring collect_ring_spans = {
  .name = "spans", .kind = ROCZ_SEG_CALLS, .wakes_half_full = true, .drain = calls_write, .ended = span_lane_ended, .wrong = calls_wrong};

const collect_ring collect_ring_late = {
  .name = "late rows", .kind = ROCZ_SEG_CALLS, .late = true, .wakes_half_full = true, .drain = calls_write, .ended = span_lane_ended, .wrong = calls_wrong};

static uint64_t calls_drain(enum collect_drain how) {
  if (!calls_make()) {
    collect_writing_failed(ENOMEM);
    return 0;
  }
  until = collect_clock_last();
  if (how == COLLECT_DRAIN_FINAL) { /* nothing may be left, so the anchor must be new */
    collect_clock_renew();
    until = INT64_MAX;
  }
  uint64_t rows = collect_ring_drain(&collect_ring_late, how) + collect_ring_drain(&collect_ring_calls, how) + collect_ring_drain(&collect_ring_spans, how);
  if (how == COLLECT_DRAIN_FINAL) {
    collect_segments_each(&collect_ring_calls, collect_open_rows, NULL);
    collect_segments_each(&collect_ring_spans, collect_open_rows, NULL);
  }
  return rows;
}

COLLECT_MODULE(calls) = {.name = "calls", .order = 10, .drain = calls_drain};
