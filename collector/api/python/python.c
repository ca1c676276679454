/* Python: each call of a function, also where a generator goes on, as a frame (frame.h) of category PYTHON: name, file and line are
** the code object's. CPython from 3.8 on, in the program or in a library, started by it or embedded.
**
** An audit hook (PEP 578) may be added before the interpreter starts, from the outside: it tells when the program proper begins, when
** threads begin, and when the program profiles itself. In each thread the interpreter's profile function is ours, but where
** the program has its own: then ours steps back until that is gone.
**
** All but the search for the interpreter runs with its lock held. */
#include "code.h"
#include "core.h"
#include "frame.h"
#include "object.h"
#include <string.h>

extern collect_domain collect_domain_python;

/* ---- calls ---- */

/* The recording in which the frames around this thread's are known, as the gate has it; 0: in none. */
static __thread uint32_t synced __attribute__((tls_model("initial-exec")));
/* Threads may have begun since we looked. */
static bool threads_changed;
static void threads_look(void);

static bool is_entered(const py_object *frame) {
  uint32_t i = collect_frames.n;
  while (i && collect_frames.frame[i - 1].key != (uintptr_t)frame)
    i--;
  return i;
}

static void enter(py_object *frame) {
  collect_function *f = python_function_of(frame);
  if (COLLECT_LIKELY(f && (collect_region_known(f) || collect_function_known(f))))
    collect_frame_enter(f, (uintptr_t)frame);
}

/* Calls fn for the frames around this one, from the inside. The interpreter has references as long as they run. */
static void around_each(py_object *frame, void (*fn)(py_object *frame, void *arg), void *arg) {
  py_object *at = python_back_of(frame);
  while (at) {
    fn(at, arg);
    py_object *back = python_back_of(at);
    py.Py_DecRef(at);
    at = back;
  }
}

typedef struct around { py_object **frame; size_t n; } around;
static void around_count(py_object *frame, void *arg) {
  (void)frame;
  ((around *)arg)->n++;
}
static void around_take(py_object *frame, void *arg) {
  around *a = arg;
  a->frame[--a->n] = frame;
}

/* A thread's first call since the recording began, or goes on: the frames around it begin now. False: nothing is recorded. */
static bool known_around(py_object *frame) {
  collect_function *f = python_function_of(frame);
  synced = 0;
  if (collect_is_stopped() || !f || !collect_function_known(f))
    return false;
  synced = atomic_load_explicit(&collect_gate.recording, memory_order_relaxed);
  around a = {NULL, 0};
  around_each(frame, around_count, &a);
  size_t n = a.n;
  a.frame = n ? collect_memory_grow(NULL, 0, n * sizeof *a.frame) : NULL;
  if (!a.frame)
    return true;
  around_each(frame, around_take, &a);
  for (size_t i = 0; i < n; i++)
    if (!is_entered(a.frame[i]))
      enter(a.frame[i]);
  collect_memory_free(a.frame, n * sizeof *a.frame);
  return true;
}

/* One that is not the innermost, or not recorded: those are many, and are not looked for. */
static void leave_other(py_object *frame) {
  const collect_function *f = python_function_of(frame);
  if (f && atomic_load_explicit(&f->generation, memory_order_relaxed) != COLLECT_FORWARD)
    collect_frame_leave((uintptr_t)frame);
}

/* The definitions (PyCFunctionObject.m_ml) of those functions of module _thread that start one: it has its state when they return, and waits
** for the lock, which we hold. */
static const void *starters[2];

static const void *definition_of(const py_object *function) {
  const void *definition;
  memcpy(&definition, (const char *)function + 16, sizeof definition);
  return definition;
}
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

static int profile(py_object *self, py_object *frame, int what, py_object *argument) {
  (void)self;
  if (what == PY_CALL) {
    if (COLLECT_LIKELY(synced == atomic_load_explicit(&collect_gate.recording, memory_order_relaxed)) || known_around(frame))
      enter(frame);
  } else if (what == PY_RETURN) {
    const collect_frame_stack *s = &collect_frames;
    if (COLLECT_LIKELY(s->n && s->frame[s->n - 1].key == (uintptr_t)frame))
      collect_frame_leave((uintptr_t)frame);
    else if (s->n)
      leave_other(frame);
  }
  if (what == PY_C_RETURN && COLLECT_UNLIKELY(starts_threads(argument)))
    threads_changed = true;
  if (COLLECT_UNLIKELY(threads_changed))
    threads_look();
  return 0;
}

/* ---- threads ---- */

static size_t profile_at;    /* where a thread's state has its profile function; 0: not known */
static bool setting;         /* it is we who set it */
static bool told;

enum { THREAD_WORDS = 64 }; /* of a thread's state that are looked through; the smallest, of 3.8, has more */

static void *word_of(const py_thread *thread, size_t at) {
  void *word;
  memcpy(&word, (const char *)thread + at, sizeof word);
  return word;
}

/* In the state of the thread that runs stands now what did not before. */
static void profile_place(const py_thread *thread, const bool before[THREAD_WORDS]) {
  for (size_t i = 1; i < THREAD_WORDS && !profile_at; i++)
    if (!before[i] && word_of(thread, i * sizeof(void *)) == (void *)profile)
      profile_at = i * sizeof(void *);
}

static void profile_set(py_thread *thread) {
  py_thread *now = cpython_thread();
  bool before[THREAD_WORDS];
  for (size_t i = 0; i < THREAD_WORDS; i++)
    before[i] = word_of(thread, i * sizeof(void *)) == (void *)profile;
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
  void *has = profile_at ? word_of(thread, profile_at) : NULL;
  if (!has)
    profile_set(thread);
  else if (has != (void *)profile && !told) {
    told = true;
    collect_say("the program has a Python profile function of its own: in its threads Python functions are not recorded until it is gone");
  }
}

/* Ours is everybody's who has none. */
static void threads_look(void) {
  threads_changed = false;
  thread_look(cpython_thread()); /* first: by it the others are known */
  for (py_interpreter *i = py.PyInterpreterState_Head(); profile_at && i; i = py.PyInterpreterState_Next(i))
    for (py_thread *t = py.PyInterpreterState_ThreadHead(i); t; t = py.PyThreadState_Next(t))
      thread_look(t);
}

/* On the main thread, between two instructions of its. */
static int look_later(void *arg) {
  (void)arg;
  threads_look();
  return 0;
}

/* ---- what the interpreter tells ---- */

static enum { BEFORE, DURING, NEVER } state;

static bool begins(const char *event) {
  if (!py.Py_IsInitialized() || !cpython_thread())
    return false;
  if (!strncmp(event, "cpython.run_", 12))
    return true;
  /* Embedded: not what the interpreter imports and executes of itself. */
  bool exec = !strcmp(event, "exec"), import = !strcmp(event, "import");
  return (exec || (import && py.PyDict_GetItemString(py.PyImport_GetModuleDict(), "site"))) && !py.PyEval_GetFrame();
}

static void begin(void) {
  state = cpython_known() ? DURING : NEVER;
  if (state == NEVER)
    collect_say("Python functions are not recorded: Python %.64s is not known to us", py.Py_GetVersion());
  else
    starters_find(), threads_look();
}

static int audited(const char *event, py_object *arguments, void *user) {
  (void)arguments, (void)user;
  if (state == BEFORE && begins(event)) {
    begin();
  } else if (state == DURING && !setting) {
    bool set = !strcmp(event, "sys.setprofile");
    if (set) { /* it is about to be */
      collect_frames_end();
      synced = 0;
    }
    if (set || !strcmp(event, "cpython.PyInterpreterState_New")) {
      threads_changed = true;
      py.Py_AddPendingCall(look_later, NULL);
    }
  }
  return 0;
}

/* ---- threads of other libraries ---- */

/* A thread that no Python has started has a state from its first call of this on, perhaps only until it is done. */
static int ensured(void) {
  int before = py.PyGILState_Ensure();
  py_thread *thread = cpython_thread();
  if (state == DURING && profile_at && !word_of(thread, profile_at))
    profile_set(thread);
  return before;
}

static bool object_redirect(const collect_object *o, void *arg) {
  (void)arg;
  if (o->base != collect_object_own()->base)
    collect_object_redirect(o, "PyGILState_Ensure", (const void *)ensured);
  return false;
}

/* ---- is there an interpreter? ---- */

static void libraries_loaded(void) {
  static bool found;
  if (!found && collect_wanted(&collect_domain_python) && cpython_find()) {
    found = true;
    if (!py.Py_IsInitialized() || cpython_thread())
      py.PySys_AddAuditHook(audited, NULL);
    else
      collect_say("Python functions are not recorded: the interpreter was started before it could be seen");
  }
  if (found)
    collect_objects_each(object_redirect, NULL);
}

static void python_forked(void) { synced = 0; }
COLLECT_MODULE(python) = {.name = "python", .forked = python_forked, .loaded = libraries_loaded};
