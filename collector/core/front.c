/* Signals that we see before the program does: our handler calls the program's handler as the kernel would, or ends the program
** as the kernel would.
**
** The program still sees its own handler: sigaction and signal report and change the one behind ours. (Ignored signals stay
** ignored over exec. A program that asks for that gets it, and we no longer see the signal.) */
#include "front.h"
#include "core.h"
#include <string.h>

typedef int action_fn(int sig, const struct sigaction *action, struct sigaction *old);

static collect_front *_Atomic fronts;

static action_fn *next_sigaction(void) { return COLLECT_NEXT(action_fn, "sigaction", NULL); }

static collect_front *front_of(int sig) {
  collect_front *f = atomic_load_explicit(&fronts, memory_order_acquire);
  while (f && f->sig != sig)
    f = f->next;
  return f;
}

static struct sigaction *theirs_of(collect_front *f) { return &f->theirs[atomic_load_explicit(&f->theirs_now, memory_order_acquire)]; }

static void theirs_set(collect_front *f, const struct sigaction *action) {
  int other = !atomic_load_explicit(&f->theirs_now, memory_order_relaxed);
  f->theirs[other] = *action;
  atomic_store_explicit(&f->theirs_now, other, memory_order_release);
}

static bool is_plain(const struct sigaction *a, void (*handler)(int)) { return !(a->sa_flags & SA_SIGINFO) && a->sa_handler == handler; }

/* ---- what handlers on an alternate stack do not get */

static _Atomic uint64_t kept_off;      /* signals */
static _Atomic uint64_t kept_of[_NSIG]; /* those of them that an action's mask has from us, not from the program */

static uint64_t mask_word(const sigset_t *set) {
  uint64_t word;
  memcpy(&word, set, sizeof word);
  return word;
}
static void mask_word_set(sigset_t *set, uint64_t word) { memcpy(set, &word, sizeof word); }

/* Adds the signals to the action's mask, if its handler runs on the alternate stack. Returns what was not in it. */
static uint64_t keep_off(struct sigaction *a) {
  uint64_t word = mask_word(&a->sa_mask), more = atomic_load(&kept_off) & ~word;
  if (!more || !(a->sa_flags & SA_ONSTACK) || is_plain(a, SIG_DFL) || is_plain(a, SIG_IGN))
    return 0;
  mask_word_set(&a->sa_mask, word | more);
  return more;
}

/* sigaction for a signal that we have no handler for. */
static int action_set(int sig, const struct sigaction *action, struct sigaction *old) {
  struct sigaction with;
  if (sig < 1 || sig >= _NSIG || !atomic_load_explicit(&kept_off, memory_order_relaxed))
    return next_sigaction()(sig, action, old);
  uint64_t before = atomic_load(&kept_of[sig]), now = 0;
  if (action) {
    with = *action;
    now = keep_off(&with);
  }
  int rc = next_sigaction()(sig, action ? &with : NULL, old);
  if (!rc && old)
    mask_word_set(&old->sa_mask, mask_word(&old->sa_mask) & ~before);
  if (!rc && action)
    atomic_store(&kept_of[sig], now);
  return rc;
}

/* ---- when the signal comes ---- */

/* Calls the program's handler as the kernel would: with its mask and flags. */
static void program_handles(collect_front *f, int sig, siginfo_t *info, void *context) {
  struct sigaction a = *theirs_of(f);
  if (a.sa_flags & SA_RESETHAND)
    theirs_set(f, &(struct sigaction){.sa_handler = SIG_DFL});
  if (!(a.sa_flags & SA_NODEFER))
    sigaddset(&a.sa_mask, sig);
  else
    sigdelset(&a.sa_mask, sig);
  keep_off(&a);
  sigset_t before, *interrupted = &((ucontext_t *)context)->uc_sigmask;
  sigorset(&a.sa_mask, &a.sa_mask, interrupted);
  pthread_sigmask(SIG_SETMASK, &a.sa_mask, &before);
  if (a.sa_flags & SA_SIGINFO)
    a.sa_sigaction(sig, info, context);
  else
    a.sa_handler(sig);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Whether the kernel does nothing when the signal comes and there is no handler. */
static bool is_harmless(int sig) { return sig == SIGURG || sig == SIGWINCH || sig == SIGCHLD || sig == SIGCONT; }

/* Raises the signal again, with no handler: the faulting instruction faults again, or the signal is sent again. */
static void program_dies(int sig, const siginfo_t *info) {
  struct sigaction none = {.sa_handler = SIG_DFL};
  next_sigaction()(sig, &none, NULL);
  if (info->si_code <= 0)
    syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), sig, info);
}

static void on_signal(int sig, siginfo_t *info, void *context) {
  int saved = errno;
  collect_front *f = front_of(sig);
  enum collect_taken taken = f->take(info, context);
  bool none = is_plain(theirs_of(f), SIG_DFL);
  errno = saved;
  if (taken == COLLECT_THEIRS && none && !is_harmless(sig))
    program_dies(sig, info);
  else if (taken != COLLECT_OURS && !none)
    program_handles(f, sig, info, context);
}

/* ---- placing it */

static int front_set(collect_front *f) {
  const struct sigaction *theirs = theirs_of(f);
  struct sigaction front = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
  sigemptyset(&front.sa_mask);
  if (f->alone) {
    sigfillset(&front.sa_mask);
    sigdelset(&front.sa_mask, SIGBUS);
  }
  if (f->follows && !is_plain(theirs, SIG_DFL)) {
    front.sa_flags = SA_SIGINFO | (theirs->sa_flags & (SA_ONSTACK | SA_RESTART | SA_NODEFER));
    front.sa_mask = theirs->sa_mask;
  }
  keep_off(&front);
  return next_sigaction()(f->sig, &front, NULL);
}

static void front_add(collect_front *f) {
  f->next = atomic_load(&fronts);
  while (!atomic_compare_exchange_weak(&fronts, &f->next, f)) {}
}

void collect_front_place(collect_front *f) {
  struct sigaction old;
  action_fn *real = next_sigaction();
  if (!real || real(f->sig, NULL, &old) || is_plain(&old, SIG_IGN))
    return;
  if (old.sa_sigaction != on_signal) /* in a forked child it is ours already */
    theirs_set(f, &old);
  if (!front_of(f->sig))
    front_add(f);
  if (!front_set(f))
    atomic_store(&f->placed, getpid());
}

bool collect_front_is_theirs(collect_front *f) { return !is_plain(theirs_of(f), SIG_DFL); }

bool collect_front_is_free(collect_front *f) {
  struct sigaction now;
  return atomic_load(&f->placed) == getpid() && is_plain(theirs_of(f), SIG_DFL) && !next_sigaction()(f->sig, NULL, &now) && now.sa_sigaction == on_signal;
}

/* ---- what the program sees ---- */

/* The front that this process has placed. Not in a vfork child, which shares its parent's memory. */
static collect_front *placed_front(int sig) {
  collect_front *f = front_of(sig);
  return f && atomic_load_explicit(&f->placed, memory_order_relaxed) == getpid() ? f : NULL;
}

static int program_sigaction(collect_front *f, const struct sigaction *action, struct sigaction *old) {
  struct sigaction before = *theirs_of(f);
  int rc = 0;
  if (action && is_plain(action, SIG_IGN)) {
    rc = next_sigaction()(f->sig, action, NULL);
    atomic_store(&f->placed, rc ? getpid() : 0);
  } else if (action) {
    theirs_set(f, action);
    rc = f->follows ? front_set(f) : 0;
  }
  if (old && !rc)
    *old = before;
  return rc;
}

collect_action_changed_fn *_Atomic collect_action_changed;

static void changed(int sig) {
  collect_action_changed_fn *tell = atomic_load_explicit(&collect_action_changed, memory_order_acquire);
  if (tell)
    tell(sig);
}

COLLECT_EXPORT int sigaction(int sig, const struct sigaction *restrict action, struct sigaction *restrict old) {
  collect_front *f = placed_front(sig);
  int rc = f ? program_sigaction(f, action, old) : action_set(sig, action, old);
  if (action && !rc)
    changed(sig);
  return rc;
}

void collect_front_keep_off(int sig) {
  uint64_t bit = (uint64_t)1 << (sig - 1);
  if (atomic_fetch_or(&kept_off, bit) & bit)
    return;
  for (int i = 1; i < _NSIG; i++) {
    collect_front *f = placed_front(i);
    struct sigaction now;
    if (f)
      front_set(f);
    else if (!next_sigaction()(i, NULL, &now) && now.sa_flags & SA_ONSTACK && !is_plain(&now, SIG_DFL))
      sigaction(i, &now, NULL);
  }
}

typedef void handler_fn(int);
typedef handler_fn *signal_fn(int sig, handler_fn *handler);
COLLECT_EXPORT handler_fn *signal(int sig, handler_fn *handler) {
  collect_front *f = placed_front(sig);
  if (f) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, old;
    sigemptyset(&action.sa_mask);
    return program_sigaction(f, &action, &old) ? SIG_ERR : old.sa_handler;
  }
  handler_fn *before = COLLECT_NEXT(signal_fn, "signal", NULL)(sig, handler);
  if (before != SIG_ERR) {
    atomic_store(&kept_of[sig], 0);
    changed(sig);
  }
  return before;
}
