/* Code objects as functions of ours: which function a frame runs, and what is recorded of it. */
#ifndef COLLECT_PYTHON_CODE_H
#define COLLECT_PYTHON_CODE_H
#include "cpython.h"
#include "event.h"

/* Properties that all calls of a code object share, if they are recorded (python_shown.facts). PYTHON_NO_FACT: not known. */
enum { PYTHON_NO_FACT = INT32_MIN };
typedef struct python_facts { int32_t lasti, argcount, nlocals, stacksize; } python_facts;

/* Lives as long as the process. */
typedef struct python_function {
  collect_function function; /* named by its label */
  struct python_function *next; /* next in the same place of the map */
  uint64_t hash;
  uint32_t line;
  python_facts facts;
  uint8_t verdict; /* enum python_verdict */
  bool suspends;   /* it is a generator's or coroutine's */
  bool was_recorded; /* it was recorded before a choice left it out: threads may be in recorded calls of it */
  const char *name, *file;
} python_function;

/* The function for calls of this code object; NULL: no memory. Decided once for each code object. Code objects with the same
** name, file and line share one function, however often they were compiled. Call it with the interpreter's lock. */
python_function *python_function_of(py_object *code);
/* The same for a code object seen before; NULL: it was not. For signal handlers. */
const python_function *python_function_find(py_object *code);
/* The function for a function in C, by its definition (PyMethodDef), named with its module or type. */
python_function *python_function_of_c(const void *definition, py_object *callable);
/* Makes all code objects be decided again when they are next seen. */
void python_functions_forget(void);

#endif
