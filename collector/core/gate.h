/* The gate: tells a wrapper, in a few loads, whether and where it records. The lowest file of the collector: it uses the file
** format and locks, and nothing else of ours.
**
**   collect_gate      the generation of the recording, and whether it is running; cleared in a forked child
**   collect_live      the live file's control page, for counters
**   collect_thread    this thread's CALLS segment, and what the wrapper keeps in it
**   own work          while it lasts, wrappers of this thread only forward
**   section           own work with signals blocked, around locks and files */
#ifndef COLLECT_GATE_H
#define COLLECT_GATE_H
#include "lock.h"
#include "rocz.h"

#define COLLECT_LIKELY(x) __builtin_expect(!!(x), 1)
#define COLLECT_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* The compiler may not move memory accesses across this. A handler runs on the same thread, so the processor needs no fence. */
#define collect_signal_fence() atomic_signal_fence(memory_order_seq_cst)

/* ---- the process ---- */

typedef struct collect_gate_page {
  /* What calls and dispatches compare: the generation, and in the bits above it the reasons why nothing is recorded now. */
  _Alignas(4096) _Atomic uint32_t recording;
  _Atomic uint32_t generation; /* 0: no recording (before, after, forked) */
  uint32_t opened; /* 1 once this process has begun to record, closed or not; 0 in a forked child */
  uint8_t fill[4084];
} collect_gate_page;
extern collect_gate_page collect_gate;

void collect_gate_open(uint32_t generation);
void collect_gate_close(void);

/* Generations are smaller than this. Other values that a function's generation may have: */
#define COLLECT_STOPPED (1u << 24)
#define COLLECT_NEVER UINT32_MAX         /* the function is not set up */
#define COLLECT_FORWARD (UINT32_MAX - 1) /* the function is not recorded, and its `next` is set */

/* Change the set of reasons (bits, see control.h) for which nothing is recorded. Async-signal-safe. Each returns the previous set. */
uint32_t collect_gate_stop(uint32_t reasons);
uint32_t collect_gate_start(uint32_t reasons);
uint32_t collect_gate_toggle(uint32_t reasons);
uint32_t collect_stopped_by(void);

static inline bool collect_is_stopped(void) { return atomic_load_explicit(&collect_gate.recording, memory_order_relaxed) >= COLLECT_STOPPED; }
static inline bool collect_recording(void) {
  uint32_t recording = atomic_load_explicit(&collect_gate.recording, memory_order_relaxed);
  return recording && recording < COLLECT_STOPPED;
}
/* Whether a call of a function of this generation is only forwarded, and nothing must be set up first. */
static inline bool collect_forwards(uint32_t generation, uint32_t recording) {
  return generation == COLLECT_FORWARD || (recording >= COLLECT_STOPPED && generation != COLLECT_NEVER);
}

/* The live file's control page. NULL before the first event. */
extern rocz_live *collect_live;

static inline void collect_count(enum rocz_counter_id id, uint64_t n) {
  if (collect_live)
    atomic_fetch_add_explicit(&collect_live->counter[id], n, memory_order_relaxed);
}

/* Counts a handler's call that could not be recorded because of what it interrupted. During the process's first call there is no
** live file to count in yet; those calls are added later. */
extern _Atomic uint64_t collect_turned_away_early;
static inline void collect_turned_away_count(void) {
  if (collect_live)
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
  else
    atomic_fetch_add_explicit(&collect_turned_away_early, 1, memory_order_relaxed);
}
static inline void collect_turned_away_add(void) { collect_count(ROCZ_N_CALLS_DROPPED, atomic_exchange(&collect_turned_away_early, 0)); }

/* ---- the thread ---- */

/* This thread's CALLS segment. A thread without one points to the dummy, whose `fast_until` and open layers are always 0. */
extern __thread rocz_segment *collect_thread __attribute__((tls_model("initial-exec")));
extern rocz_segment collect_dummy_thread;

/* The innermost level that the thread is in (nest.h: a frame of an interpreter, ...): the low half of its number, 0 if there is none, and the
** number of levels of calls in progress around it. */
typedef struct collect_nest_top { uint32_t number, depth; } collect_nest_top;
extern __thread collect_nest_top collect_innermost __attribute__((tls_model("initial-exec")));

/* The three words of a segment's first line that the format leaves to us: the frame address of the wrapper in progress, by which
** calls left by longjmp are found; its stream argument; and the open layers: a bit for each layer in progress, COLLECT_SLOW, and
** depth << 32. The last is 0 between calls. */
static inline uint64_t *collect_frame_of(rocz_segment *t) { return &t->producer_words[0]; }
static inline uint64_t *collect_stream_of(rocz_segment *t) { return &t->producer_words[1]; }
static inline uint64_t *collect_open_layers(rocz_segment *t) { return &t->producer_words[2]; }
#define COLLECT_SLOW 0x80000000u

/* The ring itself. Does not use the pointer in the segment: the live file's memory may turn into zeros when somebody cuts the
** file (fault.c). */
static inline uint8_t *collect_data_of(const rocz_segment *t) { return (uint8_t *)(uintptr_t)t + ROCZ_PAGE; }

/* The first words of producer_private: the `fast_until` to restore after a call (0 if all calls take the slow path), and the
** return address of the wrapper in progress. */
static inline uint64_t *collect_next_fast_until(rocz_segment *t) { return (uint64_t *)(void *)t->producer_private; }
static inline uint64_t *collect_back_of(rocz_segment *t) { return (uint64_t *)(void *)t->producer_private + 1; }

/* ---- own work ---- */

/* A wrapper's frame on the stack, and its return address. */
typedef struct collect_place { void *frame, *back; } collect_place;
/* The place of a function that a handler's call must not disturb (a slow path, storing arguments). Until that function is done or
** was left by a jump, such calls are only forwarded, and counted. */
extern __thread collect_place collect_busy __attribute__((tls_model("initial-exec")));
/* Sets that place. A handler's call in the middle of this finds half a place, concludes that the function was left, and sets its
** own place; in that case set it again. */
static inline __attribute__((always_inline)) void collect_busy_begin(void *frame, void *back) {
  volatile collect_place *busy = &collect_busy;
  do {
    busy->back = back;
    busy->frame = frame;
  } while (COLLECT_UNLIKELY(busy->back != back || busy->frame != frame));
  collect_signal_fence();
}
static inline void collect_busy_end(void) {
  collect_signal_fence();
  collect_busy.frame = NULL;
}

/* Nesting depth of the collector's own work on this thread. */
extern __thread int collect_own_work_depth __attribute__((tls_model("initial-exec")));

/* The guard of our own work, which includes our calls into traced libraries. Meanwhile wrappers of this thread only forward, and
** nobody can cancel the thread, which would leave locks and half-done changes behind. Nests. Only sections begin and end it, with
** signals blocked, so that a handler that jumps away leaves neither a lock nor the guard behind. */
void collect_own_work_begin(void);
void collect_own_work_leave(void);
/* Call this afterwards, with the thread's own signal mask restored. If the thread may be cancelled at any instruction and was
** cancelled meanwhile, this ends it (the C library checks only at the moment of cancellation). */
void collect_cancel_act(void);

/* Use a section around everything that takes a lock or calls a runtime: COLLECT_SECTION_BEGIN(section) declares and begins it. Keeps errno. */
typedef struct collect_section { collect_signals signals; int saved_errno; } collect_section;
static inline void collect_section_begin(collect_section *s) {
  s->saved_errno = errno;
  collect_signals_hold(&s->signals);
  collect_own_work_begin();
}
#define COLLECT_SECTION_BEGIN(name) collect_section name; collect_section_begin(&name)
static inline void collect_section_end(collect_section *s) {
  collect_own_work_leave();
  collect_signals_restore(&s->signals);
  errno = s->saved_errno;
  collect_cancel_act();
}

/* The same where no file is touched. It takes two system calls instead of four. */
typedef struct collect_brief { sigset_t signals; int saved_errno; } collect_brief;
static inline void collect_brief_begin(collect_brief *b) {
  b->saved_errno = errno;
  collect_signals_block(&b->signals);
  collect_own_work_begin();
}
#define COLLECT_BRIEF_BEGIN(name) collect_brief name; collect_brief_begin(&name)
static inline void collect_brief_end(const collect_brief *b) {
  collect_own_work_leave();
  pthread_sigmask(SIG_SETMASK, &b->signals, NULL);
  errno = b->saved_errno;
  collect_cancel_act();
}

#endif
