/* Finding CPython in the process: see cpython.h. */
#include "cpython.h"
#include "object.h"
#include <stdlib.h>
#include <string.h>

cpython py;

static const char *const required[] = {
#define PY_NAME(name, result, arguments) #name,
  PY_FUNCTIONS(PY_NAME)
};
static const char *const optional[] = {
  PY_OPTIONAL_FUNCTIONS(PY_NAME)
};
enum { REQUIRED = sizeof required / sizeof *required, OPTIONAL = sizeof optional / sizeof *optional };

/* 3.13 has the unchecked function under another name. */
static bool may_lack(const char *name) { return !strcmp(name, "_PyThreadState_UncheckedGet"); }

/* True: this object is the interpreter. */
static bool object_look(const collect_object *o, void *arg) {
  void **to = (void **)(void *)&py;
  bool *found = arg;
  if (!collect_object_function(o, "PySys_AddAuditHook"))
    return false;
  *found = true;
  for (int i = 0; i < REQUIRED + OPTIONAL; i++) {
    const char *name = i < REQUIRED ? required[i] : optional[i - REQUIRED];
    to[i] = collect_object_function(o, name);
    *found &= to[i] || i >= REQUIRED || may_lack(name);
  }
  return *found &= py._PyThreadState_UncheckedGet || py.PyThreadState_GetUnchecked;
}

bool cpython_find(void) {
  bool found = false;
  collect_objects_each(object_look, &found);
  return found;
}

py_thread *cpython_thread(void) { return py.PyThreadState_GetUnchecked ? py.PyThreadState_GetUnchecked() : py._PyThreadState_UncheckedGet(); }

py_interpreter *cpython_interpreter(void) {
  return py.PyInterpreterState_Get ? py.PyInterpreterState_Get() : py._PyInterpreterState_Get ? py._PyInterpreterState_Get() : NULL;
}

long cpython_number(py_object *object, const char *attribute) {
  py_object *number = py.PyObject_GetAttrString(object, attribute);
  long n = number ? py.PyLong_AsLong(number) : 0;
  if (number)
    py.Py_DecRef(number);
  bool none = n == -1;
  py.PyErr_Clear();
  return none ? 0 : n;
}

bool cpython_known(void) {
  const char *version = py.Py_GetVersion();
  if (strncmp(version, "3.", 2) || strstr(version, "free-threading"))
    return false;
  py.minor = atoi(version + 2);
  return py.minor >= 8;
}
