/* Functions that a Python program calls to control recording, through the package rocpdsys or directly (ctypes.PyDLL). The caller holds the interpreter's
** lock. */
#ifndef COLLECT_PYTHON_PROGRAM_H
#define COLLECT_PYTHON_PROGRAM_H
#include "event.h"

/* Start and stop recording calls: of all threads (useful with COLLECT_PYTHON_WAIT, or after a stop), or of the calling thread, whatever holds for all.
** They nest: a call undoes the last opposite one. Return 0, or -1 if there is no interpreter whose calls can be recorded. */
COLLECT_EXPORT int rocpd_python_start(void);
COLLECT_EXPORT int rocpd_python_stop(void);
COLLECT_EXPORT int rocpd_python_start_thread(void);
COLLECT_EXPORT int rocpd_python_stop_thread(void);
/* Stores the names of the functions that the calling thread is in, innermost first, up to `room`; NULL for a function not seen yet. Returns the number of
** frames, 0 if there is no hook. May be called in a signal handler, whichever thread holds the interpreter's lock. Names stay valid. */
COLLECT_EXPORT size_t rocpd_python_stack(const char **name, size_t room);
/* Changes the setting COLLECT_PYTHON_<name> from now on, also for functions seen before. The name `package` sets the folder of rocpdsys, whose own functions
** are left out. trace_c and label_args can be set only before the first call. Returns -1 if the name is unknown or the value is invalid. */
COLLECT_EXPORT int rocpd_python_set(const char *name, const char *value);

#endif
