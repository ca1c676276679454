/* How the interpreter is made to tell of calls. Each has its price, and what it cannot do; python.c chooses.
**
** All with the interpreter's lock. */
#ifndef COLLECT_PYTHON_HOOK_H
#define COLLECT_PYTHON_HOOK_H
#include "cpython.h"

typedef struct python_hook {
  /* In the calling thread's interpreter, which is there for the first time. False: it cannot be. */
  bool (*begin)(void);
  /* NULL, as the next: nothing is to be done. The program is about to set a profiler of its own (`mine`), or there may be threads, or none of its any more. */
  void (*changed)(bool mine);
  /* What is left out may be another now. */
  void (*filtered)(void);
} python_hook;

/* The interpreter's profile function (PyEval_SetProfile): of one thread, which has one: 3.8, and for C functions and arguments. */
extern const python_hook python_profile_hook;
/* What the interpreter calls to run a frame (PEP 523): 3.9 to 3.11. */
extern const python_hook python_eval_hook;
/* sys.monitoring (PEP 669), with callbacks in C: from 3.12 on. */
extern const python_hook python_monitor_hook;
/* The one that is in use. */
extern const python_hook *python_hook_used;

#endif
