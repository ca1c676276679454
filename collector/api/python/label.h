/* The labels of calls, as rocprof-sys-python writes them: function; with arguments function(a=1); with the file
** [function(a=1)][file:line]; with the line alone function:line. */
#ifndef COLLECT_PYTHON_LABEL_H
#define COLLECT_PYTHON_LABEL_H
#include "chain.h"
#include "choice.h"
#include "code.h"

/* A text that grows. NULL: nothing yet, or no memory. */
typedef struct py_text { char *text; size_t size, room; } py_text;
void python_text_add(py_text *t, const char *part);
void python_text_free(py_text *t);

/* Writes the label of a function; `arguments` is NULL, or in parentheses. */
void python_label(py_text *t, python_shown shown, const char *name, const char *arguments, const char *file, uint32_t line);
/* The word for the label of a call that begins, with its arguments: runs their repr(). 0: there is no label. *raised: a signal
** handler ran meanwhile and raised an exception of the program, which is now set. */
uint64_t python_label_of_call(const python_function *f, const py_frame *frame, bool *raised);

#endif
