/* Ways to make the interpreter report calls. Each has a cost, and things that it cannot do; python.c chooses one. All functions
** are called with the interpreter's lock. */
#ifndef COLLECT_PYTHON_HOOK_H
#define COLLECT_PYTHON_HOOK_H
#include "cpython.h"

typedef struct python_hook {
  /* Begins in the calling thread's interpreter, seen for the first time. False: it is not possible. */
  bool (*begin)(void);
  /* NULL, here and below: nothing to do. Called when the program is about to set a profile function of its own (`mine`), or when
  ** there may be new threads, or the program has none any more. */
  void (*changed)(bool mine);
  /* Called when it may have changed what is left out. */
  void (*filtered)(void);
} python_hook;

/* The interpreter's profile function (PyEval_SetProfile). Each thread has one. Used for 3.8, and for functions in C and arguments. */
extern const python_hook python_profile_hook;
/* The function that the interpreter calls to run a frame (PEP 523): for 3.9 to 3.11. */
extern const python_hook python_eval_hook;
/* sys.monitoring (PEP 669), with callbacks in C: for 3.12 and later. */
extern const python_hook python_monitor_hook;
/* The hook in use. */
extern const python_hook *python_hook_used;

#endif
