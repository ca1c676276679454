/* The parts of CPython's C API that are used here. They are found by name in the process's interpreter, of any version from 3.8
** on, and called with its lock held. Nothing of it is linked, and no header of it is needed: names and signatures are from the
** documentation ("Python/C API Reference Manual") and from Include/ in CPython 3.8 to 3.13. */
#ifndef COLLECT_CPYTHON_H
#define COLLECT_CPYTHON_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct py_object py_object; /* PyObject, and all objects that begin with one */
typedef struct py_thread py_thread; /* PyThreadState */
typedef struct py_interpreter py_interpreter; /* PyInterpreterState */
/* Py_tracefunc */
typedef int py_trace_fn(py_object *self, py_object *frame, int what, py_object *argument);
enum { PY_CALL = 0, PY_RETURN = 3, PY_C_CALL = 4, PY_C_EXCEPTION = 5, PY_C_RETURN = 6 };
/* Py_AuditHookFunction */
typedef int py_audit_fn(const char *event, py_object *arguments, void *user);

typedef struct py_method { const char *name; py_object *(*function)(py_object *, py_object *); int flags; const char *help; } py_method; /* PyMethodDef */
/* PyMemAllocatorEx */
typedef struct py_allocator {
  void *user;
  void *(*malloc)(void *user, size_t size);
  void *(*calloc)(void *user, size_t n, size_t size);
  void *(*realloc)(void *user, void *from, size_t size);
  void (*free)(void *user, void *block);
} py_allocator;

/* NAME, result, arguments: functions that every version has. */
#define PY_FUNCTIONS(F) \
  F(Py_IsInitialized, int, (void)) \
  F(Py_GetVersion, const char *, (void)) \
  F(PySys_AddAuditHook, int, (py_audit_fn *hook, void *user)) \
  F(PyEval_SetProfile, void, (py_trace_fn *function, py_object *argument)) \
  F(PyEval_GetFrame, py_object *, (void)) \
  F(_PyThreadState_UncheckedGet, py_thread *, (void)) \
  F(PyGILState_Ensure, int, (void)) \
  F(PyGILState_GetThisThreadState, py_thread *, (void)) \
  F(PyThreadState_Swap, py_thread *, (py_thread *to)) \
  F(PyThreadState_Next, py_thread *, (py_thread *of)) \
  F(PyInterpreterState_Head, py_interpreter *, (void)) \
  F(PyInterpreterState_Next, py_interpreter *, (py_interpreter *of)) \
  F(PyInterpreterState_ThreadHead, py_thread *, (py_interpreter *of)) \
  F(Py_AddPendingCall, int, (int (*call)(void *), void *argument)) \
  F(PyImport_GetModuleDict, py_object *, (void)) \
  F(PyDict_GetItemString, py_object *, (py_object *dict, const char *key)) \
  F(PyObject_GetAttrString, py_object *, (py_object *of, const char *name)) \
  F(PyUnicode_AsUTF8AndSize, const char *, (py_object *text, intptr_t *size)) \
  F(PyUnicode_AsEncodedString, py_object *, (py_object *text, const char *encoding, const char *errors)) \
  F(PyBytes_AsString, char *, (py_object *bytes)) \
  F(PyBytes_Size, intptr_t, (py_object *bytes)) \
  F(PyLong_AsLong, long, (py_object *number)) \
  F(PyObject_GetItem, py_object *, (py_object *of, py_object *key)) \
  F(PyObject_Repr, py_object *, (py_object *object)) \
  F(PyTuple_GetItem, py_object *, (py_object *tuple, intptr_t i)) \
  F(PyDict_New, py_object *, (void)) \
  F(PyDict_SetItemString, int, (py_object *dict, const char *key, py_object *value)) \
  F(PyEval_EvalCode, py_object *, (py_object *code, py_object *globals, py_object *locals)) \
  F(PyObject_CallMethod, py_object *, (py_object *of, const char *name, const char *format, ...)) \
  F(PySys_GetObject, py_object *, (const char *name)) \
  F(Py_GetRecursionLimit, int, (void)) \
  F(PyMem_GetAllocator, void, (int domain, py_allocator *to)) \
  F(PyMem_SetAllocator, void, (int domain, py_allocator *to)) \
  F(PyLong_FromVoidPtr, py_object *, (void *address)) \
  F(PyLong_AsVoidPtr, void *, (py_object *number)) \
  F(PyWeakref_NewRef, py_object *, (py_object *of, py_object *callback)) \
  F(PyErr_Fetch, void, (py_object **type, py_object **value, py_object **traceback)) \
  F(PyErr_Restore, void, (py_object *type, py_object *value, py_object *traceback)) \
  F(PyErr_Clear, void, (void)) \
  F(Py_IncRef, void, (py_object *object)) \
  F(Py_DecRef, void, (py_object *object))
/* Functions that some versions do not have, or have under another name. */
#define PY_OPTIONAL_FUNCTIONS(F) \
  F(PyThreadState_GetUnchecked, py_thread *, (void)) \
  F(PyInterpreterState_Get, py_interpreter *, (void)) \
  F(_PyInterpreterState_Get, py_interpreter *, (void)) \
  F(PyFrame_GetCode, py_object *, (py_object *frame)) \
  F(PyObject_GC_UnTrack, void, (py_object *object)) \
  F(Py_CompileString, py_object *, (const char *text, const char *file, int start)) \
  F(PyCFunction_NewEx, py_object *, (void *method, py_object *self, py_object *module)) \
  F(_PyInterpreterState_GetEvalFrameFunc, void *, (py_interpreter *of)) \
  F(_PyInterpreterState_SetEvalFrameFunc, void, (py_interpreter *of, void *function)) \
  F(_PyEval_SetProfile, int, (py_thread *thread, py_trace_fn *function, py_object *argument))

typedef struct cpython {
#define PY_MEMBER(name, result, arguments) result (*name) arguments;
  PY_FUNCTIONS(PY_MEMBER)
  PY_OPTIONAL_FUNCTIONS(PY_MEMBER)
#undef PY_MEMBER
  int minor; /* of 3.minor */
} cpython;

/* The process's interpreter, once found: all required functions are set. */
extern cpython py;
/* Looks for an interpreter among the loaded objects. True: there is one, with all required functions. */
bool cpython_find(void);
/* The state of the calling thread. NULL: it has none. */
py_thread *cpython_thread(void);
/* The calling thread's interpreter. NULL: this version cannot tell. */
py_interpreter *cpython_interpreter(void);
/* A number that is the object's attribute; 0: it has no such attribute. */
long cpython_number(py_object *object, const char *attribute);
/* Finds out the version once the interpreter runs. False: it has no lock (free-threading), or is older than 3.8. */
bool cpython_known(void);

#endif
