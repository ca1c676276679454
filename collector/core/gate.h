/* The gate: what tells a wrapper, in a few loads, whether and where it records. The
** leaf of the collector: uses the file format and locks, nothing else of ours.
**
**   collect_gate      the generation of the recording, and whether it goes on: wiped in a forked child
**   collect_live      the live file's control page, for counters
**   collect_thread    this thread's CALLS segment, and what the wrapper keeps in it
**   own work          wrappers of this thread only forward meanwhile
**   section           own work with signals held off, around locks and files */
#ifndef COLLECT_GATE_H
#define COLLECT_GATE_H
#include "lock.h"
#include "rocz.h"

#define COLLECT_LIKELY(x) __builtin_expect(!!(x), 1)
#define COLLECT_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* The compiler may not move memory accesses across; a handler runs on the same
** thread, so the processor needs no fence. */
#define collect_signal_fence() atomic_signal_fence(memory_order_seq_cst)

/* ---- the process ---- */

typedef struct collect_gate_page {
  /* What calls and dispatches compare: the generation, and above it why nothing is recorded for now. */
  _Alignas(4096) _Atomic uint32_t recording;
  _Atomic uint32_t generation; /* 0: no recording (before, after, forked) */
  uint32_t opened; /* 1 once this process records, closed or not; 0 in a forked child */
  uint8_t fill[4084];
} collect_gate_page;
extern collect_gate_page collect_gate;

void collect_gate_open(uint32_t generation);
void collect_gate_close(void);

/* Generations are smaller. What a function's can be besides: */
#define COLLECT_STOPPED (1u << 24)
#define COLLECT_NEVER UINT32_MAX         /* it is not set up */
#define COLLECT_FORWARD (UINT32_MAX - 1) /* it is not to be recorded, and has its `next` */

/* Reasons for which nothing is recorded, bits: see control.h. For signal handlers too. Each returns
** those there were. */
uint32_t collect_gate_stop(uint32_t reasons);
uint32_t collect_gate_start(uint32_t reasons);
uint32_t collect_gate_toggle(uint32_t reasons);
uint32_t collect_stopped_by(void);

static inline bool collect_is_stopped(void) { return atomic_load_explicit(&collect_gate.recording, memory_order_relaxed) >= COLLECT_STOPPED; }
static inline bool collect_recording(void) {
  uint32_t recording = atomic_load_explicit(&collect_gate.recording, memory_order_relaxed);
  return recording && recording < COLLECT_STOPPED;
}
/* Is a call of a function of this generation only forwarded, with nothing to be set up before? */
static inline bool collect_forwards(uint32_t generation, uint32_t recording) {
  return generation == COLLECT_FORWARD || (recording >= COLLECT_STOPPED && generation != COLLECT_NEVER);
}

/* The live file's control page, NULL before the first event. */
extern rocz_live *collect_live;

static inline void collect_count(enum rocz_counter_id id, uint64_t n) {
  if (collect_live)
    atomic_fetch_add_explicit(&collect_live->counter[id], n, memory_order_relaxed);
}

/* A handler's call that was turned away for what it interrupts. Where that is the process's first call there is nothing to count in
** yet: those are added later. */
extern _Atomic uint64_t collect_turned_away_early;
static inline void collect_turned_away_count(void) {
  if (collect_live)
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
  else
    atomic_fetch_add_explicit(&collect_turned_away_early, 1, memory_order_relaxed);
}
static inline void collect_turned_away_add(void) { collect_count(ROCZ_N_CALLS_DROPPED, atomic_exchange(&collect_turned_away_early, 0)); }

/* ---- the thread ---- */

/* This thread's CALLS segment, or the dummy: what an unknown thread's pointer leads to,
** whose `fast_until` and open layers are always 0. */
extern __thread rocz_segment *collect_thread __attribute__((tls_model("initial-exec")));
extern rocz_segment collect_dummy_thread;

/* The innermost frame of an interpreter that the thread is in (frame.h): the low half of its number,
** 0 none, and how many levels of calls in progress stand around it. */
typedef struct collect_frame_now { uint32_t number, depth; } collect_frame_now;
extern __thread collect_frame_now collect_frame __attribute__((tls_model("initial-exec")));

/* The three words of a segment's first line that the format leaves to us: the frame
** address of the wrapper in progress, which finds calls left by longjmp; its stream
** argument; layers in progress, COLLECT_SLOW, depth << 32, 0 between calls. */
static inline uint64_t *collect_frame_of(rocz_segment *t) { return &t->producer_words[0]; }
static inline uint64_t *collect_stream_of(rocz_segment *t) { return &t->producer_words[1]; }
static inline uint64_t *collect_open_layers(rocz_segment *t) { return &t->producer_words[2]; }
#define COLLECT_SLOW 0x80000000u

/* The ring itself. Not by the pointer in the segment: that is the live file's memory, which may
** turn into zeros when somebody cuts the file (fault.c). */
static inline uint8_t *collect_data_of(const rocz_segment *t) { return (uint8_t *)(uintptr_t)t + ROCZ_PAGE; }

/* In producer_private, first: the `fast_until` to go back to after a call (0 where calls
** always go the slow way), and the return address of the wrapper in progress. */
static inline uint64_t *collect_next_fast_until(rocz_segment *t) { return (uint64_t *)(void *)t->producer_private; }
static inline uint64_t *collect_back_of(rocz_segment *t) { return (uint64_t *)(void *)t->producer_private + 1; }

/* ---- own work ---- */

/* Where a wrapper stands on the stack and what it returns to. */
typedef struct collect_place { void *frame, *back; } collect_place;
/* Who is in the middle of what a handler's call may not disturb (a slow path, arguments):
** such calls are only forwarded, and counted, until it is done or was left by a jump. */
extern __thread collect_place collect_busy __attribute__((tls_model("initial-exec")));
/* From here on it is us. A handler's call in the middle of this finds half of it, takes us for left, and has its own way: then once more. */
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

/* How deep this thread is in the collector's own work. */
extern __thread int collect_own_work_depth __attribute__((tls_model("initial-exec")));

/* The guard of our own work, calls into traced libraries among it: wrappers of this thread only forward, and nobody can cancel it: it
** would leave locks behind, and what is half made. Nests. Signals are held off meanwhile, so that a handler that jumps away leaves neither a
** lock behind nor the guard: it is begun and ended by sections only. */
void collect_own_work_begin(void);
void collect_own_work_leave(void);
/* After that, with the thread's signals: ends a thread that may be cancelled anywhere, and was meanwhile (the C library looks at that
** only where it is cancelled). */
void collect_cancel_act(void);

/* Around everything that takes a lock, or calls a runtime. Keeps errno. */
typedef struct collect_section { collect_signals signals; int saved_errno; } collect_section;
static inline void collect_section_begin(collect_section *s) {
  s->saved_errno = errno;
  collect_signals_hold(&s->signals);
  collect_own_work_begin();
}
static inline void collect_section_end(collect_section *s) {
  collect_own_work_leave();
  collect_signals_restore(&s->signals);
  errno = s->saved_errno;
  collect_cancel_act();
}

/* The same where no file is touched: two system calls instead of four. */
typedef struct collect_brief { sigset_t signals; int saved_errno; } collect_brief;
static inline void collect_brief_begin(collect_brief *b) {
  b->saved_errno = errno;
  collect_signals_block(&b->signals);
  collect_own_work_begin();
}
static inline void collect_brief_end(const collect_brief *b) {
  collect_own_work_leave();
  pthread_sigmask(SIG_SETMASK, &b->signals, NULL);
  errno = b->saved_errno;
  collect_cancel_act();
}

#endif
