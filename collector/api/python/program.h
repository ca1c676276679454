/* What the program says itself, by package rocpdsys or another that finds these functions (ctypes.PyDLL: with the interpreter's lock). */
#ifndef COLLECT_PYTHON_PROGRAM_H
#define COLLECT_PYTHON_PROGRAM_H
#include "event.h"

/* Calls are recorded from now on, until no more: in all threads (from COLLECT_PYTHON_WAIT, or after a stop), or in this one whatever is said of all.
** They nest: the last one's opposite counts. 0; -1: there is no interpreter whose calls can be recorded. */
COLLECT_EXPORT int rocpd_python_start(void);
COLLECT_EXPORT int rocpd_python_stop(void);
COLLECT_EXPORT int rocpd_python_start_thread(void);
COLLECT_EXPORT int rocpd_python_stop_thread(void);
/* The names of the functions that the calling thread is in, from the inside, as many as there is room for; NULL where one was not met yet. Returns how
** many frames there are, 0 where no hook is. For a handler of a signal, whoever has the interpreter's lock. Names stay. */
COLLECT_EXPORT size_t rocpd_python_stack(const char **name, size_t room);
/* A setting COLLECT_PYTHON_<name>, or package: the folder of rocpdsys, whose own functions are left out; from now on, in functions that were met as well. -1: there is none of this name, or the value is not
** understood. trace_c and label_args: only before the first call. */
COLLECT_EXPORT int rocpd_python_set(const char *name, const char *value);

#endif
