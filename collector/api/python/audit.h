/* The audit hook (PEP 578): added before the interpreter starts, it stays as long as the process, however often the interpreter ends and starts. */
#ifndef COLLECT_PYTHON_AUDIT_H
#define COLLECT_PYTHON_AUDIT_H
#include "cpython.h"

/* `hook` is called with every event, `user` NULL. */
void python_audit_begin(py_audit_fn *hook);
/* To be called with each event first. True: the interpreter ends with it. */
bool python_audit_ends(const char *event);
/* Has the interpreter ended, by another thread, and not been started again? */
bool python_audit_ended(void);

#endif
