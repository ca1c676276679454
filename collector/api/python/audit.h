/* The audit hook (PEP 578). It is added before the interpreter starts, and stays as long as the process, however often the
** interpreter ends and starts again. */
#ifndef COLLECT_PYTHON_AUDIT_H
#define COLLECT_PYTHON_AUDIT_H
#include "cpython.h"

/* From now on `hook` is called with every event, with `user` NULL. */
void python_audit_begin(py_audit_fn *hook);
/* The hook calls this first with each event. True: the interpreter ends with this event. */
bool python_audit_ends(const char *event);
/* Whether another thread has ended the interpreter, and it was not started again. */
bool python_audit_ended(void);

#endif
