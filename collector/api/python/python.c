/* Python: each call of a function, and each time that a generator goes on, is a level (nest.h) of category PYTHON. Name, file
** and line are the code object's. For CPython from 3.8 on, in the program or in a library, started by it or embedded.
**
** An audit hook (PEP 578) can be added from outside before the interpreter starts. It tells us when the program proper begins, in
** each interpreter, and when the program sets a profile function. A hook reports the calls (hook.h).
**
** All functions but the search for the interpreter run with its lock held. */
#include "python.h"
#include "audit.h"
#include "call.h"
#include "choice.h"
#include "code.h"
#include "core.h"
#include "frames.h"
#include "hook.h"
#include "interpreter.h"
#include "profile.h"

/* ---- interpreters ----
**
** From 3.12 on interpreters may have locks of their own, so several can begin and end at once. Each one's state is read and
** changed with its own lock held. */

enum { BEGUN_PLACES = 64 };
typedef struct begun_block {
  _Atomic(py_interpreter *) place[BEGUN_PLACES]; /* interpreters that have the hook; NULL: free */
  _Atomic(struct begun_block *) next;
} begun_block;
static begun_block begun;

/* Changes the first place that holds `was` to `is`. False: there is none. */
static bool begun_change(py_interpreter *was, py_interpreter *is) {
  for (begun_block *b = &begun; b; b = atomic_load(&b->next))
    for (size_t k = 0; k < BEGUN_PLACES; k++) {
      py_interpreter *there = was;
      if (atomic_load(&b->place[k]) == was && atomic_compare_exchange_strong(&b->place[k], &there, is))
        return true;
    }
  return false;
}

static bool interpreter_is_begun(const py_interpreter *i) {
  for (begun_block *b = &begun; b; b = atomic_load_explicit(&b->next, memory_order_acquire))
    for (size_t k = 0; k < BEGUN_PLACES; k++)
      if (atomic_load_explicit(&b->place[k], memory_order_relaxed) == i)
        return true;
  return false;
}

static void interpreter_forget(py_interpreter *i) {
  if (interpreter_is_begun(i))
    begun_change(i, NULL);
}

static bool interpreter_add(py_interpreter *i) {
  while (!begun_change(NULL, i)) {
    begun_block *last = &begun, *none = NULL, *more = collect_memory_grow(NULL, 0, sizeof *more);
    if (!more)
      return false;
    for (begun_block *b; (b = atomic_load(&last->next));)
      last = b;
    if (!atomic_compare_exchange_strong(&last->next, &none, more))
      collect_memory_free(more, sizeof *more);
  }
  return true;
}

/* All interpreters have ended. */
static void interpreters_forget(void) {
  for (begun_block *b = &begun; b; b = atomic_load(&b->next))
    for (size_t k = 0; k < BEGUN_PLACES; k++)
      atomic_store(&b->place[k], NULL);
}

/* ---- events of the interpreter ---- */

/* Whether the program proper begins, in the interpreter of this thread. */
static bool begins(const char *event) {
  if (!strncmp(event, "cpython.run_", 12))
    return true;
  /* Embedded, or another interpreter: ignores what the interpreter imports and executes for itself. */
  bool exec = !strcmp(event, "exec"), import = !strcmp(event, "import");
  return (exec || (import && py.PyDict_GetItemString(py.PyImport_GetModuleDict(), "site"))) && !py.PyEval_GetFrame();
}

static const python_hook *hook_choose(void) {
  if (py.minor >= 12)
    return &python_monitor_hook;
  return py.minor >= 9 && !python_traces_c() && !python_shows().arguments ? &python_eval_hook : &python_profile_hook;
}

/* Whether this version is known and a hook was chosen: the first interpreter finds out. */
static _Atomic enum { UNKNOWN, LOOKING, KNOWN, REFUSED } known;

/* Returns the state now. LOOKING: another thread is finding out. */
static int find_known(void) {
  int was = UNKNOWN;
  if (!atomic_compare_exchange_strong(&known, &was, LOOKING))
    return was;
  bool good = cpython_known() && python_chain_check();
  if (good && collect_wanted(&collect_domain_python))
    python_hook_used = hook_choose(), python_libc_begin();
  else if (!good)
    collect_say("Python functions are not recorded: Python %.64s is not supported", py.Py_GetVersion());
  atomic_store(&known, good ? KNOWN : REFUSED);
  return good ? KNOWN : REFUSED;
}

/* Begins in the calling thread's interpreter. */
static void begin(py_interpreter *now) {
  static __thread bool beginning __attribute__((tls_model("initial-exec"))); /* our own work causes events, too */
  if (beginning || !interpreter_add(now))
    return;
  beginning = true;
  int is = find_known();
  if (is == KNOWN && collect_interpreter_wanted)
    python_frames_begin();
  if (is == LOOKING)
    interpreter_forget(now); /* tries again at the next event */
  else if (is == KNOWN && python_hook_used && !python_hook_used->begin())
    collect_say("Python functions are not recorded: the interpreter has no free place for a profiler");
  beginning = false;
}

/* Runs on the main thread, between two instructions of the interpreter. */
static int look_later(void *arg) {
  (void)arg;
  if (python_hook_used->changed)
    python_hook_used->changed(false);
  return 0;
}

static int audited(const char *event, py_object *arguments, void *user) {
  (void)arguments, (void)user;
  if (python_audit_ends(event)) {
    interpreters_forget();
    python_frames_end();
    python_functions_forget(); /* another interpreter may begin, with other code at the same addresses */
  }
  if (atomic_load_explicit(&known, memory_order_acquire) == REFUSED || !py.Py_IsInitialized() || !cpython_thread())
    return 0;
  py_interpreter *now = cpython_interpreter();
  if (!strcmp(event, "cpython.PyInterpreterState_Clear")) {
    interpreter_forget(now);
  } else if (!interpreter_is_begun(now)) {
    if (begins(event))
      begin(now);
  } else if (python_hook_used && python_hook_used->changed && !strcmp(event, "sys.setprofile")) { /* the program is about to set a profile function */
    python_hook_used->changed(true);
    py.Py_AddPendingCall(look_later, NULL);
  }
  return 0;
}

/* ---- finding the interpreter ---- */

static void libraries_loaded(void) {
  static bool found;
  bool calls = collect_wanted(&collect_domain_python);
  if (!found && (calls || collect_interpreter_wanted) && cpython_find()) {
    found = true;
    if (!py.Py_IsInitialized() || cpython_thread())
      python_audit_begin(audited);
    else
      collect_say("Python functions are not recorded: the interpreter started before the collector could watch it");
  }
  if (found && calls)
    collect_objects_each(python_profile_redirect, NULL), collect_objects_each(python_libc_redirect, NULL);
}

COLLECT_MODULE(python) = {.name = "python", .forked = python_calls_forked, .loaded = libraries_loaded};
