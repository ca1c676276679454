/* SIGBUS in the live file's memory: the recording ends there, and the program goes on.
**
** A handler of ours puts private memory in the place of all of the live file's, so that the
** store which faulted, and all after it, succeed. Any other SIGBUS is the program's: its
** handler is called as the kernel would have, or it dies as it would have.
**
** That handler stays the program's as far as it can see: sigaction and signal for SIGBUS tell
** and change what is behind ours. (Signals that are ignored are ignored over exec: who wants
** that gets it, and no guard. Nor have threads one that block SIGBUS: the kernel then ends the
** program without asking anybody.) */
#include "fault.h"
#include "core.h"
#include <string.h>

typedef int action_fn(int sig, const struct sigaction *action, struct sigaction *old);

/* The program's: one of two, so that the handler never sees half of one. */
static struct sigaction theirs[2];
static _Atomic int theirs_now;
static _Atomic pid_t guarded; /* the process that has our handler; 0: none */

static action_fn *next_sigaction(void) { return COLLECT_NEXT(action_fn, "sigaction", NULL); }

static struct sigaction *program_action(void) { return &theirs[atomic_load_explicit(&theirs_now, memory_order_acquire)]; }

static void program_action_set(const struct sigaction *action) {
  int other = !atomic_load_explicit(&theirs_now, memory_order_relaxed);
  theirs[other] = *action;
  atomic_store_explicit(&theirs_now, other, memory_order_release);
}

/* ---- when it comes */

/* As the kernel would: with the handler's mask and flags. */
static void program_handles(int sig, siginfo_t *info, void *context) {
  struct sigaction a = *program_action();
  if (a.sa_flags & SA_RESETHAND)
    program_action_set(&(struct sigaction){.sa_handler = SIG_DFL});
  if (!(a.sa_flags & SA_NODEFER))
    sigaddset(&a.sa_mask, sig);
  else
    sigdelset(&a.sa_mask, sig);
  sigset_t before, *interrupted = &((ucontext_t *)context)->uc_sigmask;
  sigorset(&a.sa_mask, &a.sa_mask, interrupted);
  pthread_sigmask(SIG_SETMASK, &a.sa_mask, &before);
  if (a.sa_flags & SA_SIGINFO)
    a.sa_sigaction(sig, info, context);
  else
    a.sa_handler(sig);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* The instruction faults again, or the signal comes again: with nobody to catch it. */
static void program_dies(int sig, const siginfo_t *info) {
  struct sigaction none = {.sa_handler = SIG_DFL};
  next_sigaction()(sig, &none, NULL);
  if (info->si_code <= 0)
    syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), sig, info);
}

static void on_fault(int sig, siginfo_t *info, void *context) {
  int saved = errno;
  bool ours = info->si_code > 0 && collect_live_replace(info->si_addr);
  if (!ours) {
    const struct sigaction *a = program_action();
    if (!(a->sa_flags & SA_SIGINFO) && a->sa_handler == SIG_DFL)
      program_dies(sig, info);
    else
      program_handles(sig, info, context);
  }
  errno = saved;
}

void collect_fault_guard(void) {
  struct sigaction old, guard = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
  sigemptyset(&guard.sa_mask);
  action_fn *real = next_sigaction();
  if (!real || real(SIGBUS, NULL, &old) || (!(old.sa_flags & SA_SIGINFO) && old.sa_handler == SIG_IGN))
    return;
  if (old.sa_sigaction != on_fault) /* a forked child has it */
    program_action_set(&old);
  if (!real(SIGBUS, &guard, NULL))
    atomic_store(&guarded, getpid());
}

/* ---- what the program sees of it */

/* Not in a vfork child, whose memory is its parent's. */
static bool is_guarded(int sig) { return sig == SIGBUS && atomic_load_explicit(&guarded, memory_order_relaxed) == getpid(); }

static int program_sigaction(const struct sigaction *action, struct sigaction *old) {
  struct sigaction before = *program_action();
  if (action && !(action->sa_flags & SA_SIGINFO) && action->sa_handler == SIG_IGN) {
    int rc = next_sigaction()(SIGBUS, action, NULL);
    if (rc)
      return rc;
    atomic_store(&guarded, 0);
  } else if (action) {
    program_action_set(action);
  }
  if (old)
    *old = before;
  return 0;
}

COLLECT_EXPORT int sigaction(int sig, const struct sigaction *restrict action, struct sigaction *restrict old) {
  return is_guarded(sig) ? program_sigaction(action, old) : next_sigaction()(sig, action, old);
}

typedef void handler_fn(int);
typedef handler_fn *signal_fn(int sig, handler_fn *handler);
COLLECT_EXPORT handler_fn *signal(int sig, handler_fn *handler) {
  if (is_guarded(sig)) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, old;
    sigemptyset(&action.sa_mask);
    return program_sigaction(&action, &old) ? SIG_ERR : old.sa_handler;
  }
  return COLLECT_NEXT(signal_fn, "signal", NULL)(sig, handler);
}
