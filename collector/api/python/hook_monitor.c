/* sys.monitoring (PEP 669), from 3.12 on: callbacks of ours, in C, for all threads of an interpreter. Code that is left out is
** reported once; after that the interpreter runs it at full speed.
**
** The interpreter has six places for tools. Profilers and debuggers have their own places, and do not disturb each other. */
#include "call.h"
#include "hook.h"

enum { FASTCALL = 0x80 };
typedef py_object *callback_fn(py_object *self, py_object *const *arguments, intptr_t n);
typedef struct py_method_fast { const char *name; callback_fn *function; int flags; const char *help; } py_method_fast; /* PyMethodDef */

/* Immortal, and the same in all interpreters; the first one sets them. */
static py_object *none, *disable;

/* NULL: the code is not left out for good. (A later choice may still change that.) */
static const python_function *left_out(py_object *code) {
  const python_function *f = python_function_of(code);
  return f && f->verdict == PYTHON_EXCLUDED ? f : NULL;
}

/* PY_START, PY_RESUME */
static py_object *started(py_object *self, py_object *const *arguments, intptr_t n) {
  (void)self, (void)n;
  py_object *code = arguments[0];
  const py_frame *frame = python_frame_now(cpython_thread());
  bool entered = frame && python_enter(python_function_of(code), frame);
  if (COLLECT_UNLIKELY(python_now.raised))
    return python_now.raised = false, NULL;
  return COLLECT_LIKELY(entered) || !left_out(code) ? none : disable;
}
/* PY_THROW: an exception is thrown into a generator. It cannot be disabled. */
static py_object *thrown(py_object *self, py_object *const *arguments, intptr_t n) {
  return started(self, arguments, n) ? none : NULL;
}
/* PY_RETURN, PY_YIELD */
static py_object *returned(py_object *self, py_object *const *arguments, intptr_t n) {
  (void)self, (void)n;
  const py_frame *frame = python_frame_now(cpython_thread());
  if (COLLECT_LIKELY(frame && python_left(frame)))
    return none;
  if (frame)
    python_leave_other(arguments[0], frame);
  const python_function *f = left_out(arguments[0]);
  return f && !f->was_recorded ? disable : none;
}
/* PY_UNWIND: an exception leaves the function. It cannot be disabled. */
static py_object *unwound(py_object *self, py_object *const *arguments, intptr_t n) {
  returned(self, arguments, n);
  return none;
}

/* ---- functions in C ---- */

static uintptr_t function_type, descriptor_type;

/* The definition of a callable that is a function in C; NULL: it is not one. */
static const void *definition_of(const py_object *callable) {
  uintptr_t type = py_word(callable, 8);
  /* PyCFunctionObject.m_ml, PyMethodDescrObject.d_method */
  return type == function_type ? (const void *)py_word(callable, 16) : type == descriptor_type ? (const void *)py_word(callable, 40) : NULL;
}
/* CALL: code, offset, callable, first argument */
static py_object *c_called(py_object *self, py_object *const *arguments, intptr_t n) {
  (void)self;
  const void *definition = n > 2 ? definition_of(arguments[2]) : NULL;
  if (definition)
    python_enter_c(definition, arguments[2]);
  return none;
}
/* C_RETURN, C_RAISE */
static py_object *c_returned(py_object *self, py_object *const *arguments, intptr_t n) {
  (void)self;
  const void *definition = n > 2 ? definition_of(arguments[2]) : NULL;
  if (definition)
    python_leave_c(definition);
  return none;
}

/* ---- the hook ---- */

static struct { const char *event; py_method_fast method; bool of_c; } events[] = {
  {"PY_START", {"started", started, FASTCALL, NULL}, false},   {"PY_RESUME", {"started", started, FASTCALL, NULL}, false},
  {"PY_THROW", {"thrown", thrown, FASTCALL, NULL}, false},     {"PY_RETURN", {"returned", returned, FASTCALL, NULL}, false},
  {"PY_YIELD", {"returned", returned, FASTCALL, NULL}, false}, {"PY_UNWIND", {"unwound", unwound, FASTCALL, NULL}, false},
  {"CALL", {"c_called", c_called, FASTCALL, NULL}, true},      {"C_RETURN", {"c_returned", c_returned, FASTCALL, NULL}, true},
  {"C_RAISE", {"c_returned", c_returned, FASTCALL, NULL}, true},
};
enum { EVENTS = sizeof events / sizeof *events };

/* Whether the call worked; the result is not needed. */
static bool done(py_object *result) {
  if (result)
    py.Py_DecRef(result);
  py.PyErr_Clear();
  return result;
}

/* Takes a free place of the six, among those without a set meaning. -1: there is none. */
static int place_take(py_object *monitoring) {
  static const int free_ones[] = {4, 3};
  for (int i = 0; i < 2; i++)
    if (done(py.PyObject_CallMethod(monitoring, "use_tool_id", "is", free_ones[i], "rocpd")))
      return free_ones[i];
  return -1;
}

static bool event_register(py_object *monitoring, py_object *numbers, int place, int i, int *mask) {
  int number = (int)cpython_number(numbers, events[i].event);
  py_object *function = py.PyCFunction_NewEx(&events[i].method, NULL, NULL);
  py_object *before = function ? py.PyObject_CallMethod(monitoring, "register_callback", "iiO", place, number, function) : NULL;
  if (before && !none)
    none = before; /* no callback was there before */
  if (function && events[i].of_c && !function_type)
    function_type = py_word(function, 8);
  *mask |= number;
  return done(function) && before;
}

/* Finds the type of methods of types in C. */
static void descriptor_find(void) {
  py_object *path = py.PySys_GetObject("path"), *type = path ? py.PyObject_GetAttrString(path, "__class__") : NULL; /* list */
  py_object *method = type ? py.PyObject_GetAttrString(type, "append") : NULL;
  if (method)
    descriptor_type = py_word(method, 8);
  done(type), done(method);
}

static bool monitor_begin(void) {
  py_object *monitoring = py.PySys_GetObject("monitoring"); /* a borrowed reference */
  py_object *numbers = monitoring ? py.PyObject_GetAttrString(monitoring, "events") : NULL;
  int place = numbers ? place_take(monitoring) : -1, mask = 0;
  py_object *disabled = place >= 0 ? py.PyObject_GetAttrString(monitoring, "DISABLE") : NULL;
  bool good = disabled;
  if (!disable)
    disable = disabled;
  for (int i = 0; i < EVENTS && good; i++)
    if (!events[i].of_c || python_traces_c())
      good = event_register(monitoring, numbers, place, i, &mask);
  if (good && python_traces_c() && !descriptor_type)
    descriptor_find();
  good = good && done(py.PyObject_CallMethod(monitoring, "set_events", "ii", place, mask));
  if (numbers)
    py.Py_DecRef(numbers);
  py.PyErr_Clear();
  return good;
}

/* Code that was left out is reported again, once. */
static void monitor_filtered(void) {
  py_object *monitoring = py.PySys_GetObject("monitoring");
  if (monitoring)
    done(py.PyObject_CallMethod(monitoring, "restart_events", NULL));
}

const python_hook python_monitor_hook = {.begin = monitor_begin, .filtered = monitor_filtered};
