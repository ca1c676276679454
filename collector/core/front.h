/* A handler of ours before the program's for a signal: see front.c. */
#ifndef COLLECT_FRONT_H
#define COLLECT_FRONT_H
#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/* What becomes of a signal: it was ours alone; the program has it, handler or end; its handler
** is called, where it has one. */
enum collect_taken { COLLECT_OURS, COLLECT_THEIRS, COLLECT_SHARED };

typedef struct collect_front {
  int sig;
  enum collect_taken (*take)(const siginfo_t *info);
  bool follows; /* with the program's mask and flags: it must not see a difference in its system calls, and on its stack */
  /* front.c's: the program's own, one of two, so that the handler never sees half of one; the process
  ** that has our handler, 0: none. */
  struct sigaction theirs[2];
  _Atomic int theirs_now;
  _Atomic pid_t placed;
  struct collect_front *next;
} collect_front;

/* Places it, or in a forked child makes it this process's. Not over a signal that is ignored: that
** is inherited by what the program executes. */
void collect_front_place(collect_front *f);

#endif
