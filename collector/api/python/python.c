/* Python: each call of a function, also where a generator goes on, as a frame (frame.h) of category PYTHON: name, file and line are
** the code object's. CPython from 3.8 on, in the program or in a library, started by it or embedded.
**
** An audit hook (PEP 578) may be added before the interpreter starts, from the outside: it tells when the program proper begins, in
** each interpreter, and when the program profiles itself. How calls are told of is a hook's (hook.h).
**
** All but the search for the interpreter runs with its lock held. */
#include "python.h"
#include "audit.h"
#include "call.h"
#include "choice.h"
#include "code.h"
#include "core.h"
#include "hook.h"
#include "profile.h"

static bool refused;

/* ---- interpreters ---- */

static py_interpreter **begun; /* those that have the hook */
static size_t begun_n, begun_room;

static bool interpreter_is_begun(const py_interpreter *i) {
  for (size_t k = 0; k < begun_n; k++)
    if (begun[k] == i)
      return true;
  return false;
}

static void interpreter_forget(const py_interpreter *i) {
  for (size_t k = 0; k < begun_n; k++)
    if (begun[k] == i) {
      begun[k] = begun[--begun_n];
      return;
    }
}

static bool interpreter_add(py_interpreter *i) {
  if (begun_n == begun_room) {
    py_interpreter **larger = collect_memory_grow(begun, begun_room * sizeof *begun, (begun_room + 64) * sizeof *begun);
    if (!larger)
      return false;
    begun = larger, begun_room += 64;
  }
  begun[begun_n++] = i;
  return true;
}

/* ---- what the interpreter tells ---- */

/* Does the program proper begin, in the interpreter that the thread is in? */
static bool begins(const char *event) {
  if (!strncmp(event, "cpython.run_", 12))
    return true;
  /* Embedded, or another interpreter: not what the interpreter imports and executes of itself. */
  bool exec = !strcmp(event, "exec"), import = !strcmp(event, "import");
  return (exec || (import && py.PyDict_GetItemString(py.PyImport_GetModuleDict(), "site"))) && !py.PyEval_GetFrame();
}

static const python_hook *hook_choose(void) {
  if (py.minor >= 12)
    return &python_monitor_hook;
  return py.minor >= 9 && !python_traces_c() && !python_shows().arguments ? &python_eval_hook : &python_profile_hook;
}

static void begin(void) {
  refused = !cpython_known() || !python_chain_check();
  if (refused) {
    collect_say("Python functions are not recorded: Python %.64s is not known to us", py.Py_GetVersion());
    return;
  }
  if (!python_hook_used)
    python_hook_used = hook_choose();
  if (!python_hook_used->begin())
    collect_say("Python functions are not recorded: the interpreter has no place left for who asks for them");
}

/* On the main thread, between two instructions of its. */
static int look_later(void *arg) {
  (void)arg;
  if (python_hook_used->changed)
    python_hook_used->changed(false);
  return 0;
}

static int audited(const char *event, py_object *arguments, void *user) {
  static bool beginning;
  (void)arguments, (void)user;
  if (python_audit_ends(event)) {
    begun_n = 0;
    python_functions_forget(); /* another one may begin, with other code at their addresses */
  }
  if (refused || beginning || !py.Py_IsInitialized() || !cpython_thread())
    return 0;
  py_interpreter *now = cpython_interpreter();
  if (!strcmp(event, "cpython.PyInterpreterState_Clear")) {
    interpreter_forget(now);
  } else if (!interpreter_is_begun(now)) {
    if (begins(event) && interpreter_add(now))
      beginning = true, begin(), beginning = false;
  } else if (python_hook_used && python_hook_used->changed && !strcmp(event, "sys.setprofile")) { /* it is about to be */
    python_hook_used->changed(true);
    py.Py_AddPendingCall(look_later, NULL);
  }
  return 0;
}

/* ---- is there an interpreter? ---- */

static void libraries_loaded(void) {
  static bool found;
  if (!found && collect_wanted(&collect_domain_python) && cpython_find()) {
    found = true;
    if (!py.Py_IsInitialized() || cpython_thread())
      python_audit_begin(audited);
    else
      collect_say("Python functions are not recorded: the interpreter was started before it could be seen");
  }
  if (found)
    collect_objects_each(python_profile_redirect, NULL);
}

COLLECT_MODULE(python) = {.name = "python", .forked = python_calls_forked, .loaded = libraries_loaded};
