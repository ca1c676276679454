/* Code objects as functions of ours: which one a frame runs, and what is recorded of it. */
#ifndef COLLECT_PYTHON_CODE_H
#define COLLECT_PYTHON_CODE_H
#include "cpython.h"
#include "event.h"

/* What all calls of a code object have alike, where that is shown (python_shown.facts); PYTHON_NO_FACT: it is not. */
enum { PYTHON_NO_FACT = INT32_MIN };
typedef struct python_facts { int32_t lasti, argcount, nlocals, stacksize; } python_facts;

/* Lives as long as the process. */
typedef struct python_function {
  collect_function function; /* by its label */
  struct python_function *next; /* of the same place in the map */
  uint64_t hash;
  uint32_t line;
  python_facts facts;
  uint8_t verdict; /* enum python_verdict */
  bool suspends;   /* a generator's, coroutine's */
  bool was_recorded; /* before it was left out: some thread may be in a call that is */
  const char *name, *file;
} python_function;

/* Calls of this code; NULL: there is no memory. Decided once for each code object; the same name, file and line are one
** function, however often they were compiled. With the interpreter's lock. */
python_function *python_function_of(py_object *code);
/* The same of code that was met, NULL: it was not. For handlers of signals. */
const python_function *python_function_find(py_object *code);
/* Of a function in C, by its definition (PyMethodDef): its name, and that of its module or type. */
python_function *python_function_of_c(const void *definition, py_object *callable);
/* All is to be decided again, when it is met. */
void python_functions_forget(void);

#endif
