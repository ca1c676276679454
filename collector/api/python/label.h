/* How a call is called: rocprof-sys-python's labels. function; with arguments function(a=1); of a file [function(a=1)][file:line], of a line alone function:line. */
#ifndef COLLECT_PYTHON_LABEL_H
#define COLLECT_PYTHON_LABEL_H
#include "chain.h"
#include "choice.h"
#include "code.h"

/* A text that grows; NULL: nothing yet, or there was no memory. */
typedef struct py_text { char *text; size_t size, room; } py_text;
void python_text_add(py_text *t, const char *part);
void python_text_free(py_text *t);

/* The label of a function; `arguments` NULL or in parentheses. */
void python_label(py_text *t, python_shown shown, const char *name, const char *arguments, const char *file, uint32_t line);
/* The word of the label of a call that begins, by its arguments: their repr() runs. 0: there is none. *raised: a handler of a signal ran meanwhile, and
** raised an exception, which is set, and is the program's. */
uint64_t python_label_of_call(const python_function *f, const py_frame *frame, bool *raised);

#endif
