/* Frames in progress, and the slow paths in and out: see frame.h. */
#include "frame.h"
#include "sink.h"
#include "work.h"

#define FIRST_FRAMES 1600 /* more than Python's default recursion limit */
#define GROW_FACTOR 4

__thread collect_frame_stack collect_frames __attribute__((tls_model("initial-exec")));

/* ---- the segment ---- */

/* Writes the frames in progress as rows of kind OPEN_CALL: they will not end. Writer only. */
static void open_rows(rocz_segment *s, const collect_ring *ring, void *arg) {
  enum { ROWS = 256 };
  (void)ring, (void)arg;
  static int64_t start[ROWS], function[ROWS], sequence[ROWS], parent[ROWS], message[ROWS];
  const int64_t *column[] = {start, function, sequence, parent, message};
  const rocz_open_frame *frame = (const rocz_open_frame *)(const void *)collect_data_of(s);
  uint32_t depth = atomic_load_explicit(&s->depth, memory_order_acquire), rows;
  for (uint32_t at = 0; at < depth && at < s->capacity / sizeof *frame; at += rows) {
    for (rows = 0; rows < ROWS && at + rows < depth; rows++) {
      const rocz_open_frame *o = &frame[at + rows];
      start[rows] = collect_ticks_to_ns(o->start);
      function[rows] = o->function;
      sequence[rows] = (int64_t)o->sequence;
      parent[rows] = o->parent ? (int64_t)collect_number_near(o->sequence, o->parent) : 0;
      message[rows] = o->message;
    }
    if (!collect_sink_rows(&(rocz_rows){.kind = ROCZ_OPEN_CALL, .lane = s->lane, .rows = rows, .column = column, .min_time = start[0], .max_time = start[rows - 1]}))
      collect_count(ROCZ_N_ROWS_LOST, rows);
  }
  atomic_store_explicit(&s->depth, 0, memory_order_relaxed); /* so that they are written once */
}

static void lane_ended(rocz_segment *s) { open_rows(s, NULL, NULL); }

static const collect_ring ring = {.name = "frames", .kind = ROCZ_SEG_FRAMES, .ended = lane_ended};

/* Moves the thread's frames to a larger segment. False: there is no room for one. */
static bool frames_grow(const rocz_segment *t) {
  collect_frame_stack *s = &collect_frames, old = *s;
  uint32_t room = old.room ? old.room * GROW_FACTOR : FIRST_FRAMES;
  rocz_segment *n = old.room > UINT32_MAX / GROW_FACTOR ? NULL : collect_segment_new(&ring, t->lane, (uint64_t)room * sizeof(rocz_open_frame));
  if (!n)
    return false;
  *s = (collect_frame_stack){.segment = n, .frame = (rocz_open_frame *)(void *)collect_data_of(n), .n = old.n, .room = room};
  if (!old.segment)
    return true;
  memcpy(s->frame, old.frame, old.n * sizeof *old.frame);
  atomic_store_explicit(&n->depth, old.n, memory_order_release);
  atomic_store_explicit(&old.segment->depth, 0, memory_order_release);
  collect_segment_retire(old.segment);
  return true;
}

/* ---- in and out ---- */

void collect_frame_enter_slow(collect_function *f, uint64_t key, uint32_t text) {
  collect_work w = work_begin(f, NULL, __builtin_dwarf_cfa(), __builtin_return_address(0));
  bool room = w.t && (collect_frames.n < collect_frames.room || frames_grow(w.t));
  if (room)
    frame_push(w.t, f, key, text, depth_of(w.t), parent_at(w.t, depth_of(w.t)), collect_ticks());
  else if (w.t || w.turned_away)
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
  if (w.t)
    work_end(&w);
}

/* Ends frame i. Its record is written if there is room. */
static void frame_over(collect_work *w, uint32_t i, int64_t end) {
  collect_frame_stack *s = &collect_frames;
  bool room;
  w->t = collect_thread_room(&room);
  if (room)
    frame_commit(w->t, &s->frame[i], end_in_order(w->t, end));
  else
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
  /* If it is not the innermost: while the others move, a reader may see one twice, or miss it. */
  memmove(&s->frame[i], &s->frame[i + 1], (s->n - i - 1) * sizeof *s->frame);
  atomic_store_explicit(&s->segment->depth, --s->n, memory_order_release);
  frame_now(s, s->n);
}

uint32_t collect_frame_place(uint64_t key) {
  uint32_t i = collect_frames.n;
  while (i && collect_frames.frame[i - 1].key != key)
    i--;
  return i;
}

void collect_frame_leave_slow(uint64_t key) {
  int64_t end = collect_ticks();
  uint32_t i = collect_frame_place(key);
  if (!i)
    return;
  collect_work w = work_begin(NULL, NULL, __builtin_dwarf_cfa(), __builtin_return_address(0));
  if (!w.t)
    return; /* turned away: the frame stays open */
  frame_over(&w, i - 1, end);
  work_end(&w);
}

void collect_frames_end(void) {
  if (!collect_frames.n)
    return;
  collect_work w = work_begin(NULL, NULL, __builtin_dwarf_cfa(), __builtin_return_address(0));
  while (w.t && collect_frames.n)
    frame_over(&w, collect_frames.n - 1, collect_ticks());
  if (w.t)
    work_end(&w);
}

/* ---- lives ---- */

static void frames_forget(void) {
  collect_frames = (collect_frame_stack){0};
  collect_frame = (collect_frame_now){0};
}

/* The thread's frames stay open for ever. */
static void frames_leave(void) {
  if (collect_frames.segment && atomic_load(&collect_gate.generation))
    collect_segment_retire(collect_frames.segment);
  frames_forget();
}

static uint64_t frames_drain(enum collect_drain how) {
  if (how == COLLECT_DRAIN_FINAL)
    collect_segments_each(&ring, open_rows, NULL);
  return 0;
}

/* After the calls. */
COLLECT_MODULE(frames) = {.name = "frames", .order = 11, .drain = frames_drain, .forked = frames_forget, .thread_ended = frames_leave};
