/* The interpreter's profile function. Each thread has one. If the program sets its own, ours steps back until that is gone. It
** reports functions in C, too, and costs 60 to 100 ns a call by itself. */
#include "call.h"
#include "core.h"
#include "hook.h"
#include "object.h"
#include "profile.h"

/* threads may have begun since we looked */
static bool threads_changed;
static void threads_look(void);

/* The definitions (PyCFunctionObject.m_ml) of the functions of module _thread that start a thread. When they return, the new
** thread has its state, and waits for the lock, which we hold. */
static const void *starters[2];

static const void *definition_of(const py_object *function) { return (const void *)py_word(function, 16); }
static inline bool starts_threads(const py_object *function) {
  const void *definition = definition_of(function);
  return definition && (definition == starters[0] || definition == starters[1]);
}
static void starters_find(void) {
  static const char *const names[] = {"start_new_thread", "start_joinable_thread"};
  py_object *module = py.PyDict_GetItemString(py.PyImport_GetModuleDict(), "_thread");
  for (int i = 0; module && i < 2; i++) {
    py_object *function = py.PyObject_GetAttrString(module, names[i]);
    py.PyErr_Clear();
    starters[i] = function ? definition_of(function) : NULL;
    if (function)
      py.Py_DecRef(function);
  }
}

static int profile(py_object *self, py_object *object, int what, py_object *argument) {
  (void)self;
  if (what == PY_CALL) {
    const py_frame *frame = python_frame_of(object);
    python_enter(python_function_of(python_frame_code(frame)), frame);
    if (COLLECT_UNLIKELY(python_now.raised))
      return python_now.raised = false, python_left(frame), -1; /* the function does not run */
  } else if (what == PY_RETURN) {
    const py_frame *frame = python_frame_of(object);
    if (!python_left(frame))
      python_leave_other(python_frame_code(frame), frame);
  } else if (python_traces_c() && what == PY_C_CALL) {
    python_enter_c(definition_of(argument), argument);
  } else if (python_traces_c() && (what == PY_C_RETURN || what == PY_C_EXCEPTION)) {
    python_leave_c(definition_of(argument));
  }
  if (what == PY_C_RETURN && COLLECT_UNLIKELY(starts_threads(argument)))
    threads_changed = true;
  if (COLLECT_UNLIKELY(threads_changed))
    threads_look();
  return 0;
}

/* ---- threads ---- */

static size_t profile_at;    /* offset of the profile function in a thread's state; 0: not known */
static bool setting;         /* we are setting it ourselves */
static bool told;

enum { THREAD_WORDS = 16 }; /* words of a thread's state that are searched: in 3.8 to 3.11 it is among the first ten */

/* Finds the word of the running thread's state that has changed to our function. */
static void profile_place(const py_thread *thread, const bool before[THREAD_WORDS]) {
  for (size_t i = 1; i < THREAD_WORDS && !profile_at; i++)
    if (!before[i] && py_word(thread, i * sizeof(void *)) == (uintptr_t)profile)
      profile_at = i * sizeof(void *);
}

static void profile_set(py_thread *thread) {
  py_thread *now = cpython_thread();
  bool before[THREAD_WORDS];
  for (size_t i = 0; i < THREAD_WORDS; i++)
    before[i] = py_word(thread, i * sizeof(void *)) == (uintptr_t)profile;
  setting = true;
  if (thread == now) {
    py.PyEval_SetProfile(profile, NULL);
  } else if (py._PyEval_SetProfile) {
    py._PyEval_SetProfile(thread, profile, NULL);
  } else {
    py.PyThreadState_Swap(thread);
    py.PyEval_SetProfile(profile, NULL);
    py.PyThreadState_Swap(now);
  }
  setting = false;
  if (!profile_at)
    profile_place(thread, before);
}

static void thread_look(py_thread *thread) {
  uintptr_t has = profile_at ? py_word(thread, profile_at) : 0;
  if (!has)
    profile_set(thread);
  else if (has != (uintptr_t)profile && !told) {
    told = true;
    collect_say("the program has set a Python profile function: until it removes it, Python functions are not recorded in those threads");
  }
}

/* Sets our function in all threads that have none. */
static void threads_look(void) {
  threads_changed = false;
  thread_look(cpython_thread()); /* first, since this tells where the function is in the state of the others */
  for (py_interpreter *i = py.PyInterpreterState_Head(); profile_at && i; i = py.PyInterpreterState_Next(i))
    for (py_thread *t = py.PyInterpreterState_ThreadHead(i); t; t = py.PyThreadState_Next(t))
      thread_look(t);
}

/* ---- the program's own profile function ----
**
** While ours is in place, the interpreter reports the call of sys.setprofile to ours, and its return to the function that was
** set. Normally a function that is being set does not see that return. So another function of ours comes in between once, and
** keeps it from the program's. (3.8 to 3.11. It gets the object that belongs to the program's function.) */

static py_object *(*setprofile)(py_object *module, py_object *function); /* sys.setprofile */
static const void *setprofile_definition;
static py_trace_fn *own; /* the program's: a function of the interpreter, which calls what sys.setprofile was given */

static void profile_put(py_thread *thread, py_trace_fn *function) { memcpy((char *)thread + profile_at, &function, sizeof function); }

static int own_begins(py_object *self, py_object *frame, int what, py_object *argument) {
  profile_put(cpython_thread(), own);
  return what == PY_C_RETURN && definition_of(argument) == setprofile_definition ? 0 : own(self, frame, what, argument);
}

static py_object *setprofile_ours(py_object *module, py_object *function) {
  bool ours = profile_at && py_word(cpython_thread(), profile_at) == (uintptr_t)profile;
  py_object *result = setprofile(module, function);
  py_thread *thread = cpython_thread();
  uintptr_t has = ours && result ? py_word(thread, profile_at) : 0;
  if (has && has != (uintptr_t)profile) {
    own = (py_trace_fn *)has;
    profile_put(thread, own_begins);
  }
  return result;
}

static void setprofile_find(void) {
  enum { ONE_ARGUMENT = 8 }; /* METH_O */
  py_object *function = py.minor < 12 ? py.PySys_GetObject("setprofile") : NULL; /* a borrowed reference */
  py_method *definition = function ? (py_method *)definition_of(function) : NULL;
  if (!definition || setprofile || definition->flags != ONE_ARGUMENT || strcmp(definition->name, "setprofile"))
    return;
  setprofile = definition->function, setprofile_definition = definition;
  definition->function = setprofile_ours;
}

/* ---- threads of other libraries ---- */

/* A thread that Python did not start gets a state at its first call of this function, perhaps only until the matching release. */
static int ensured(void) {
  int before = py.PyGILState_Ensure();
  py_thread *thread = cpython_thread();
  if (python_hook_used == &python_profile_hook && profile_at && !py_word(thread, profile_at))
    profile_set(thread);
  return before;
}

bool python_profile_redirect(const collect_object *o, void *arg) {
  (void)arg;
  if (o->base != collect_object_own()->base)
    collect_object_redirect(o, "PyGILState_Ensure", (const void *)ensured);
  return false;
}

/* ---- the hook ---- */

static bool profile_begin(void) {
  starters_find(), setprofile_find(), threads_look();
  return true;
}

static void profile_changed(bool mine) {
  if (setting)
    return;
  if (mine)
    python_calls_end();
  threads_changed = true;
  if (!mine)
    threads_look();
}

const python_hook python_profile_hook = {.begin = profile_begin, .changed = profile_changed};
