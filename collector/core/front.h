/* A signal handler of ours that runs before the program's: see front.c. */
#ifndef COLLECT_FRONT_H
#define COLLECT_FRONT_H
#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/* Who a signal was for: us alone; the program alone, which has its handler called or ends; or both, in which case the program's
** handler is called if it has one. */
enum collect_taken { COLLECT_OURS, COLLECT_THEIRS, COLLECT_SHARED };

typedef struct collect_front {
  int sig;
  enum collect_taken (*take)(const siginfo_t *info, void *context);
  bool follows; /* uses the program's mask and flags: the program must see no difference in its system calls and on its stack */
  bool alone;   /* `take` runs with all signals blocked, but SIGBUS (not if the program has a handler and this follows it) */
  /* Used by front.c only. `theirs` is the program's action: one of the two is current, so that the handler never sees half of one.
  ** `placed` is the process that has our handler, 0: none. */
  struct sigaction theirs[2];
  _Atomic int theirs_now;
  _Atomic pid_t placed;
  struct collect_front *next;
} collect_front;

/* Places the handler; in a forked child, notes that this process has it. Does not replace an ignored signal, since programs that
** this one executes inherit that. */
void collect_front_place(collect_front *f);
/* Whether our handler is there, the program has none of its own behind it, and does not ignore the signal. (A program that asks the
** kernel directly may have replaced ours.) Takes a system call. */
bool collect_front_is_free(collect_front *f);
/* Whether the program has set an action of its own for the signal, as far as we know without a system call. */
bool collect_front_is_theirs(collect_front *f);

/* From now on, no handler of the program that runs on an alternate stack gets this signal: it comes when the handler returns. (That stack may have no room
** for the frame of another signal.) The program does not see this in its actions. The signal must be none that it uses. Async-signal-safe. */
void collect_front_keep_off(int sig);

/* Called after the program has changed its action for a signal, if set. */
typedef void collect_action_changed_fn(int sig);
extern collect_action_changed_fn *_Atomic collect_action_changed;

#endif
