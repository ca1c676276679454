/* Blocking calls that our signal interrupts go on.
**
** SA_RESTART does not restart all system calls: a sleep, a poll, a receive with a time-out come back with EINTR whatever the handler's flags are
** (signal(7)), and a write to a pipe comes back short. Programs that never get signals need not look for that. So while the sampler sends its signal,
** the program's calls of these functions of the C library go through wrappers (restart.def lists them). A wrapper whose call was interrupted by our
** signal calls again, with the time that is left. A program's own signal interrupts the call as before.
**
** What tells the two apart: our handler asks collect_restart_interrupted(), which sees a system call that has just returned. If a program's handler
** came first, it sees that handler's code, or learns from restart_handled.c that the handler has run. A program's signal that comes a moment
** later must interrupt the repeated call, but its handler could already be over when that call begins. So our handler leaves the thread with the
** program's signals blocked, and the wrapper repeats the call by a function that sets the signal mask atomically: ppoll, pselect, epoll_pwait,
** sigsuspend. Sleeps and socket calls wait by ppoll as well. Where the kernel has no such function (semaphores, message queues, sigtimedwait,
** aio_suspend, sleeps by CPU time, connect of AF_UNIX), the wrapper looks for pending signals right before it calls again. There a program's
** signal that comes within that last microsecond does not interrupt the call.
**
** The wrappers have no symbols, and nothing leads to them before collect_restart_begin(): it redirects the references of all objects (reach.c),
** and dlsym finds the wrappers from then on. System calls that do not go through these functions come back to the program; they are counted. */
#ifndef COLLECT_RESTART_H
#define COLLECT_RESTART_H
#include <stdbool.h>
#include <ucontext.h>

/* Makes the program call the wrappers from now on. Call it before the program begins if possible: calls in progress go on without a wrapper.
** Takes the loader's lock for a moment. */
void collect_restart_begin(void);
/* `sig` is our signal from now on, and its handler is set. */
void collect_restart_by(int sig);
/* Whether this signal may be ours. If there are small alternate stacks, a handler of the program may be running on one, and only the signal that was ours
** when it began waits for its end (0: whether there are none). */
bool collect_restart_allows(int sig);
/* For the handler of our signal, which blocks all signals, when that signal was ours: call it with errno as the handler found it. It may change
** the mask that the kernel restores from `context`. It walks the stack, so collect_unwind_begin() (walk.h) comes before. Async-signal-safe; errno
** stays as it is. */
void collect_restart_interrupted(ucontext_t *context);

#endif
