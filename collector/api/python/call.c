/* The slow paths: a thread's first call, and other rare ones. See call.h. */
#include "call.h"
#include "choice.h"
#include "core.h"
#include "label.h"

COLLECT_LAYER(python); /* of its levels; it has no calls */

__thread python_calls python_now __attribute__((tls_model("initial-exec")));
_Atomic uint32_t python_epoch = 1;

/* ---- whose calls are wanted ---- */

static _Atomic int32_t wishes; /* for all threads, without the first one, which COLLECT_PYTHON_WAIT decides */

static bool is_wanted(void) {
  return python_now.wish ? python_now.wish > 0 : atomic_load_explicit(&wishes, memory_order_relaxed) + !python_waits() > 0;
}
void python_wish_all(int more) { atomic_fetch_add_explicit(&wishes, more, memory_order_relaxed); }
void python_wish_thread(int more) { python_now.wish += more; }

/* ---- calls ---- */

bool python_enter_slow(python_function *f, const py_frame *frame) {
  if (!collect_function_known(&f->function))
    return false;
  uint32_t message = f->function.form == ROCZ_FORM_MESSAGE ? (uint32_t)python_label_of_call(f, frame, &python_now.raised) : 0;
  collect_nest_begin(&f->function, PYTHON_LAYER, (uintptr_t)frame, message);
  return true;
}

/* Enters the outer frames, from the outermost. Frames inside one that is left out with what it calls are left out as well. */
static void around_enter(const py_frame *const *frame, size_t n) {
  for (size_t i = n; i-- && !python_now.skipped;) {
    python_function *f = python_function_of(python_frame_code(frame[i]));
    if (f && f->verdict == PYTHON_EXCLUDED_INSIDE)
      python_now.skipped = (uintptr_t)frame[i];
    else if (f && f->verdict == PYTHON_RECORDED && !collect_nest_place(PYTHON_LAYER, (uintptr_t)frame[i]) && collect_function_known(&f->function))
      collect_nest_begin(&f->function, PYTHON_LAYER, (uintptr_t)frame[i], 0);
  }
}

/* Enters the frames around one that the thread is about to enter, or is in. NULL: all that it is in. */
static void around_begin(const py_frame *frame) {
  const py_frame *first = python_frame_now(cpython_thread()), *at;
  if (first == frame)
    first = python_frame_back(frame);
  size_t n = 0, room = 0;
  for (at = first; at; at = python_frame_back(at))
    room++;
  const py_frame **around = room ? collect_memory_grow(NULL, 0, room * sizeof *around) : NULL;
  if (!around)
    return;
  for (at = first; at; at = python_frame_back(at))
    around[n++] = at;
  around_enter(around, n);
  collect_memory_free(around, room * sizeof *around);
}

bool python_calls_ready(python_function *f, const py_frame *frame) {
  python_calls *now = &python_now;
  uint32_t epoch = atomic_load_explicit(&python_epoch, memory_order_acquire);
  if (now->epoch != epoch) {
    now->epoch = epoch;
    now->unwanted = !is_wanted();
    now->recording = COLLECT_NEVER;
  }
  if (now->unwanted || !f || f->verdict == PYTHON_EXCLUDED)
    return !now->unwanted; /* the outer frames are entered once a call is recorded */
  now->recording = COLLECT_NEVER;
  if (collect_is_stopped() || (f->verdict == PYTHON_RECORDED && !collect_function_known(&f->function)))
    return false;
  now->recording = atomic_load_explicit(&collect_gate.recording, memory_order_relaxed);
  now->skipped = 0;
  around_begin(frame);
  return true;
}

/* Does not search for calls that are not recorded: they are many. */
void python_leave_other(py_object *code, const py_frame *frame) {
  const python_function *f = collect_nested.n ? python_function_of(code) : NULL;
  if (f && (f->verdict == PYTHON_RECORDED || f->was_recorded))
    collect_nest_end(PYTHON_LAYER, (uintptr_t)frame);
}

/* A key that is never a frame's address. Of several calls of one function the innermost ends first. */
static uint64_t key_of(const void *definition) { return (uintptr_t)definition | 1; }

void python_enter_c(const void *definition, py_object *callable) {
  const python_calls *now = &python_now;
  bool known = python_calls_known();
  if (known && (now->unwanted || now->skipped))
    return;
  python_function *f = python_function_of_c(definition, callable);
  if ((!known && !python_calls_ready(f, NULL)) || now->unwanted || now->skipped)
    return;
  if (f && f->verdict == PYTHON_RECORDED && collect_function_known(&f->function))
    collect_nest_begin(&f->function, PYTHON_LAYER, key_of(definition), 0);
}

void python_leave_c(const void *definition) {
  if (collect_nested.n)
    collect_nest_end(PYTHON_LAYER, key_of(definition));
}

void python_calls_end(void) {
  collect_nest_end_all(PYTHON_LAYER);
  python_now.recording = COLLECT_NEVER;
}

void python_calls_forked(void) { python_now.recording = COLLECT_NEVER; }
