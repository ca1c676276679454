/* Calls of Python functions, reported by the hooks, become levels of the thread (nest.h). */
#ifndef COLLECT_PYTHON_CALL_H
#define COLLECT_PYTHON_CALL_H
#include "chain.h"
#include "choice.h"
#include "code.h"
#include "nest.h"

enum { PYTHON_LAYER = 1 << COLLECT_LAYER_NUMBER_python };

/* State of the calling thread's calls. */
typedef struct python_calls {
  uint32_t recording; /* value of the gate in the recording in which the outer frames are known; COLLECT_NEVER: in none */
  uint32_t epoch;     /* value of python_epoch when `unwanted` was computed; 0 at first: then `recording` is not set either */
  bool unwanted;
  bool raised;        /* an exception of the program is set since the last call began: the hook passes it on */
  int32_t wish;       /* the thread's own wish: above 0 record its calls, below 0 do not, whatever holds for the process; 0: no wish */
  uintptr_t skipped;  /* nothing is recorded inside this frame; 0: none */
} python_calls;
extern __thread python_calls python_now __attribute__((tls_model("initial-exec")));
/* Grows whenever it changes which calls are wanted, for all threads, or which are filtered out. */
extern _Atomic uint32_t python_epoch;

/* Called before a call of `f` is entered if python_calls_known() is false. At a thread's first recorded call since the recording
** began or continued, enters the frames around it. `frame`: the call's own; NULL: it has none (a function in C). Returns whether calls
** are wanted. */
bool python_calls_ready(python_function *f, const py_frame *frame);
/* Enters a call whose function is not known in this recording yet, or has a label for each call. */
bool python_enter_slow(python_function *f, const py_frame *frame);
/* Called after python_left() returned false: leaves the frame if its function is recorded. */
void python_leave_other(py_object *code, const py_frame *frame);
/* A function in C begins, and ends. `definition` is its PyMethodDef. */
void python_enter_c(const void *definition, py_object *callable);
void python_leave_c(const void *definition);
/* Ends the thread's open frames, since their ends will not be reported. */
void python_calls_end(void);
/* Adds a wish (1) for the calls of all threads, or of this one, or removes one (-1). At first there is one wish for all, unless
** COLLECT_PYTHON_WAIT. */
void python_wish_all(int more);
void python_wish_thread(int more);
/* Called in a forked child. */
void python_calls_forked(void);

/* Whether the outer frames of the thread are known in this recording, and which calls are wanted. */
static inline __attribute__((always_inline)) bool python_calls_known(void) {
  return python_now.recording == atomic_load_explicit(&collect_gate.recording, memory_order_relaxed) &&
         python_now.epoch == atomic_load_explicit(&python_epoch, memory_order_relaxed);
}

/* The frame begins, or goes on. True: it is recorded. */
static inline __attribute__((always_inline)) bool python_enter(python_function *f, const py_frame *frame) {
  python_calls *now = &python_now;
  if (COLLECT_UNLIKELY(!python_calls_known()) && !python_calls_ready(f, frame))
    return false;
  if (COLLECT_UNLIKELY(!f || now->unwanted || now->skipped))
    return false;
  if (f->verdict != PYTHON_RECORDED) {
    if (f->verdict == PYTHON_EXCLUDED_INSIDE)
      now->skipped = (uintptr_t)frame;
    return false;
  }
  if (COLLECT_UNLIKELY(!collect_region_known(&f->function) || f->function.form == ROCZ_FORM_MESSAGE))
    return python_enter_slow(f, frame);
  collect_nest_begin(&f->function, PYTHON_LAYER, (uintptr_t)frame, 0);
  return true;
}

/* The frame has ended, or is suspended. False: it is neither the innermost recorded frame nor `skipped`; the caller decides whether it
** may be recorded. */
static inline __attribute__((always_inline)) bool python_left(const py_frame *frame) {
  const collect_nest *s = &collect_nested;
  if (COLLECT_LIKELY(s->n && s->level[s->n - 1].key == collect_nest_key(PYTHON_LAYER, (uintptr_t)frame)))
    collect_nest_end(PYTHON_LAYER, (uintptr_t)frame);
  else if (python_now.skipped == (uintptr_t)frame)
    python_now.skipped = 0;
  else
    return false;
  return true;
}

#endif
