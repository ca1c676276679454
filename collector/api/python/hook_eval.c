/* The interpreter's frame evaluation function (PEP 523). It works in all threads, and beside others: torch.compile's, for
** example, calls the one that it finds.
**
** Calls from Python to Python now use the C stack, which 3.11 would not use (3.10 and older always do, and now need a fifth more
** of it). A call costs 10 ns; with a profile function it is 60 to 100. A program may recurse deeper than the C stack allows. When
** half of it is used (3.11), or all but an eighth (up to 3.10), this hook is given up for the profile function, which needs no
** stack. */
#include "call.h"
#include "hook.h"
#include <pthread.h>

typedef py_object *eval_fn(py_thread *thread, py_frame *frame, int throwing);

/* below this address the hook is given up; 0: not computed yet */
static __thread uintptr_t stack_least __attribute__((tls_model("initial-exec")));
static eval_fn *next; /* the function that ran frames before ours */
static bool given_up;

static py_object *evaluate(py_thread *thread, py_frame *frame, int throwing);

/* If another function stands before ours, ours is still called, and passes on. */
static void give_up(void) {
  given_up = true;
  for (py_interpreter *i = py.PyInterpreterState_Head(); i; i = py.PyInterpreterState_Next(i))
    if (py._PyInterpreterState_GetEvalFrameFunc(i) == (void *)evaluate)
      py._PyInterpreterState_SetEvalFrameFunc(i, (void *)next);
  python_hook_used = &python_profile_hook;
  python_profile_hook.begin();
}

static uintptr_t stack_least_find(void) {
  pthread_attr_t attributes;
  void *lowest = NULL;
  size_t size = 0;
  int saved = errno;
  if (!pthread_getattr_np(pthread_self(), &attributes)) {
    pthread_attr_getstack(&attributes, &lowest, &size);
    pthread_attr_destroy(&attributes);
  }
  errno = saved;
  return (uintptr_t)lowest + (py.minor >= 11 ? size / 2 : size - size / 8);
}

/* Whether a profiler would see this as a call. */
static inline bool is_call(const py_thread *thread, const python_function *f, const py_frame *frame) {
  enum { BY_THREAD = 0 }; /* FRAME_OWNED_BY_THREAD */
  int32_t recursion, tracing;
  memcpy(&tracing, (const char *)thread + python_chain.tracing, sizeof tracing);
  if (COLLECT_UNLIKELY(tracing && python_chain.tracing))
    return false; /* the program's tracer runs */
  if (py.minor >= 11 && f && f->suspends && ((const char *)frame)[python_chain.owner_of_generator] == BY_THREAD)
    return false; /* this only makes the generator */
  if (!python_chain.recursion)
    return true;
  memcpy(&recursion, (const char *)thread + python_chain.recursion, sizeof recursion);
  if (py.minor >= 11)
    return recursion > 0; /* otherwise the interpreter goes no deeper */
  return COLLECT_LIKELY(recursion < 16) || recursion < py.Py_GetRecursionLimit();
}

static py_object *evaluate(py_thread *thread, py_frame *frame, int throwing) {
  py_object *code = python_frame_code(frame);
  if (COLLECT_UNLIKELY((uintptr_t)__builtin_frame_address(0) < stack_least) && !given_up)
    give_up();
  if (COLLECT_UNLIKELY(!stack_least))
    stack_least = stack_least_find();
  python_function *f = python_function_of(code);
  bool entered = is_call(thread, f, frame) && !given_up && python_enter(f, frame);
  py_object *result = next(thread, frame, throwing);
  /* The frame may not exist any more. */
  if (COLLECT_UNLIKELY(!python_left(frame) && entered))
    collect_nest_end(PYTHON_LAYER, (uintptr_t)frame);
  return result;
}

static bool eval_begin(void) {
  if (!python_chain.known || !py._PyInterpreterState_SetEvalFrameFunc || !py._PyInterpreterState_GetEvalFrameFunc || !cpython_interpreter())
    return false;
  py_interpreter *now = cpython_interpreter();
  eval_fn *has = (eval_fn *)py._PyInterpreterState_GetEvalFrameFunc(now);
  if (has != evaluate && (!next || next == has)) {
    next = has;
    py._PyInterpreterState_SetEvalFrameFunc(now, (void *)evaluate);
  }
  return true;
}

/* Something is wanted that this hook cannot report. */
static void eval_filtered(void) {
  if (!given_up && (python_traces_c() || python_shows().arguments))
    give_up();
}
const python_hook python_eval_hook = {.begin = eval_begin, .filtered = eval_filtered};
