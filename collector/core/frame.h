/* Frames of an interpreter: regions that are many, short, and nested without limit.
**
** One thread enters and leaves a frame. The frame is the parent of what is traced inside it. While it is in progress, it stands
** in a segment of the live file that belongs to the thread (ROCZ_SEG_FRAMES) and grows as needed. Once it has ended, it is a
** record among the thread's calls. Those are in the order in which they ended. A signal handler finds the thread busy during both
** steps, as it does in calls.
**
** `message` is the word of a text (collect_string_word) that the frame is shown by, if its function has messages
** (ROCZ_FORM_MESSAGE); 0: none.
**
** The caller enters with a key, and leaves with the same key. Frames need not end in the reverse order of their beginnings
** (generators, greenlets). Leaving a frame that was never entered here does nothing.
**
** A collect_function describes each frame. The caller must have made it known (collect_function_known). */
#ifndef COLLECT_FRAME_H
#define COLLECT_FRAME_H
#include "region.h"

/* A thread's frames in progress. */
typedef struct collect_frame_stack {
  rocz_segment *segment;
  rocz_open_frame *frame;
  uint32_t n, room;
} collect_frame_stack;
extern __thread collect_frame_stack collect_frames __attribute__((tls_model("initial-exec")));

/* The depth of the innermost frame with this key, from 1. 0: the thread is in none. */
uint32_t collect_frame_place(uint64_t key);
void collect_frame_enter_slow(collect_function *f, uint64_t key, uint32_t message);
void collect_frame_leave_slow(uint64_t key);
/* Ends all open frames of the thread now, since their real ends will not be reported. */
void collect_frames_end(void);

/* Between these two, a handler's call must not see what is done to the thread's segment. */
static inline __attribute__((always_inline)) void frame_busy(rocz_segment *t) {
  collect_busy_begin(__builtin_dwarf_cfa(), __builtin_return_address(0));
  atomic_store_explicit(&t->fast_until, 0, memory_order_relaxed);
  collect_signal_fence();
}
static inline __attribute__((always_inline)) void frame_idle(rocz_segment *t) {
  collect_signal_fence();
  atomic_store_explicit(&t->fast_until, *collect_next_fast_until(t), memory_order_relaxed);
  collect_busy_end();
}

/* Adds a frame in progress. The caller has made sure that there is room. */
static inline __attribute__((always_inline)) void frame_push(rocz_segment *t, const collect_function *f, uint64_t key, uint32_t message, uint32_t depth, uint32_t parent, int64_t start) {
  collect_frame_stack *s = &collect_frames;
  rocz_open_frame *o = &s->frame[s->n];
  uint64_t sequence = t->next_sequence++;
  o->key = key;
  o->sequence = sequence;
  o->parent = parent;
  o->function = (uint16_t)f->head;
  o->depth = depth;
  o->message = message;
  o->start = start;
  /* Release: a reader finds the frame complete. */
  atomic_store_explicit(&s->segment->depth, ++s->n, memory_order_release);
  collect_frame = (collect_frame_now){(uint32_t)sequence, depth};
}

static inline void frame_now(const collect_frame_stack *s, uint32_t n) {
  collect_frame = n ? (collect_frame_now){(uint32_t)s->frame[n - 1].sequence, s->frame[n - 1].depth} : (collect_frame_now){0, 0};
}

static inline __attribute__((always_inline)) void collect_frame_enter(collect_function *f, uint64_t key, uint32_t message) {
  uint32_t recording = atomic_load_explicit(&collect_gate.recording, memory_order_relaxed);
  rocz_segment *t = collect_thread;
  if (COLLECT_UNLIKELY(atomic_load_explicit(&f->generation, memory_order_relaxed) != recording || collect_frames.n >= collect_frames.room ||
                       !atomic_load_explicit(&t->fast_until, memory_order_relaxed))) {
    if (!collect_region_forwards(f))
      collect_frame_enter_slow(f, key, message);
    return;
  }
  frame_busy(t);
  frame_push(t, f, key, message, 0, collect_frame.number, collect_stamp());
  frame_idle(t);
}

/* Writes the record of a frame. The caller has made sure that there is room. The frame stays in progress until the caller removes
** it; a reader that finds both knows them by their number. */
static inline __attribute__((always_inline)) void frame_commit(rocz_segment *t, const rocz_open_frame *o, int64_t end) {
  uint64_t pos = atomic_load_explicit(&t->pos, memory_order_relaxed), tail = o->message | (uint64_t)o->parent << 32;
  uint64_t head = (uint32_t)o->sequence | (uint64_t)o->function << 32 | (uint64_t)ROCZ_CALL_DONE << 56;
  rocz_call_record *record = (rocz_call_record *)(void *)(collect_data_of(t) + (pos & t->mask));
  /* First: what an earlier lap left here must not look like a call in progress. */
  __builtin_memcpy(&record->sequence, &head, 8);
  collect_signal_fence();
  record->start = o->start;
  record->end = end;
  __builtin_memcpy(&record->result, &tail, 8);
  atomic_store_explicit(&t->pos, pos + 32, memory_order_release);
}

static inline __attribute__((always_inline)) void collect_frame_leave(uint64_t key) {
  collect_frame_stack *s = &collect_frames;
  rocz_segment *t = collect_thread;
  uint32_t n = s->n - 1;
  if (!s->n)
    return;
  if (COLLECT_UNLIKELY(s->frame[n].key != key || !collect_recording() ||
                       atomic_load_explicit(&t->pos, memory_order_relaxed) >= atomic_load_explicit(&t->fast_until, memory_order_relaxed))) {
    collect_frame_leave_slow(key);
    return;
  }
  int64_t end = collect_stamp();
  frame_busy(t);
  frame_commit(t, &s->frame[n], end);
  s->n = n;
  atomic_store_explicit(&s->segment->depth, n, memory_order_release);
  frame_now(s, n);
  frame_idle(t);
}

#endif
