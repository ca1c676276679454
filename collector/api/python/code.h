/* Code objects as functions of ours: which one a frame runs, and what is recorded of it. */
#ifndef COLLECT_PYTHON_CODE_H
#define COLLECT_PYTHON_CODE_H
#include "cpython.h"
#include "event.h"

/* The function that calls of the frame's code are recorded as; NULL: they are not. Decided once for each code object; the same
** name, file and line are one function, however often they were compiled. With the interpreter's lock, in its
** profile function. */
collect_function *python_function_of(py_object *frame);
/* The frame's code without a reference to it; NULL: not to be had. */
py_object *python_code_of(py_object *frame);
/* The frame's caller, a new reference; NULL: it has none. */
py_object *python_back_of(py_object *frame);

#endif
