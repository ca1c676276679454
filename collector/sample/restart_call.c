/* What all wrappers need: see restart.h and restart_call.h. */
#include "restart_call.h"
#include "restart.h"
#include "core.h"
#include "walk.h"
#include <string.h>
#include <sys/syscall.h>

restart_next collect_restart_next;
__thread restart_thread collect_restart_thread __attribute__((tls_model("initial-exec")));

/* ---- signal masks: the first word of a set is the kernel's */

enum { MASK_BYTES = (_NSIG - 1) / 8 };
#define BIT(sig) (1ull << ((sig) - 1))
/* Not blocked: what an instruction causes, and two signals by which the C library waits for other threads (to cancel them, to set their user). */
#define LEFT_ALONE (BIT(SIGSEGV) | BIT(SIGBUS) | BIT(SIGFPE) | BIT(SIGILL) | BIT(SIGTRAP) | BIT(SIGSYS) | BIT(32) | BIT(33))

static _Atomic uint64_t our_signal; /* its bit */

static void mask_set(uint64_t mask) { syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, NULL, MASK_BYTES); }

static bool is_ignored(int sig) {
  struct sigaction a;
  if (sigaction(sig, NULL, &a) || a.sa_handler == SIG_IGN)
    return true;
  return a.sa_handler == SIG_DFL && (sig == SIGCHLD || sig == SIGURG || sig == SIGWINCH || sig == SIGCONT);
}

/* Whether a signal of the program is pending that this mask does not block. (An ignored one is pending only as long as it is blocked.) */
static bool program_has_pending(uint64_t mask) {
  uint64_t pending = 0;
  syscall(SYS_rt_sigpending, &pending, MASK_BYTES);
  pending &= ~(mask | atomic_load_explicit(&our_signal, memory_order_relaxed));
  for (; pending; pending &= pending - 1)
    if (!is_ignored(__builtin_ctzll(pending) + 1))
      return true;
  return false;
}

/* ---- what our handler finds */

#if defined(__x86_64__)
#define PC(u) ((uintptr_t)(u)->uc_mcontext.gregs[REG_RIP])
#define SP(u) ((uintptr_t)(u)->uc_mcontext.gregs[REG_RSP])
#define RESULT(u) ((int64_t)(u)->uc_mcontext.gregs[REG_RAX])
#define BACK(u) ((uintptr_t)0) /* it is on the stack */
enum { CALL_BYTES = 2 };
static const uint8_t call_code[CALL_BYTES] = {0x0f, 0x05}; /* syscall */
#elif defined(__aarch64__)
#define PC(u) ((uintptr_t)(u)->uc_mcontext.pc)
#define SP(u) ((uintptr_t)(u)->uc_mcontext.sp)
#define RESULT(u) ((int64_t)(u)->uc_mcontext.regs[0])
#define BACK(u) ((uintptr_t)(u)->uc_mcontext.regs[30])
enum { CALL_BYTES = 4 };
static const uint8_t call_code[CALL_BYTES] = {0x01, 0x00, 0x00, 0xd4}; /* svc #0 */
#endif

void restart_count(void) { collect_count(ROCZ_N_CALLS_RESTARTED, 1); }

/* Whether a system call has just returned. (What is before the first bytes of a page may not be readable, and is no function's middle.) */
static bool is_behind_call(uintptr_t pc) {
  return (pc & 4095) >= CALL_BYTES && collect_unwind_holds(pc) && !memcmp((const void *)(pc - CALL_BYTES), call_code, CALL_BYTES);
}

#if defined(__x86_64__)
/* Whether the walk from the interrupted code up to the wrapper's frame finds code of ours. Also true if the walk fails before it gets there: nobody knows. */
static bool may_return_to_us(const ucontext_t *u, uintptr_t call) {
  enum { MOST_FRAMES = 32 };
  const greg_t *reg = u->uc_mcontext.gregs;
  uintptr_t sp = SP(u);
  collect_walk_from from = {.pc = PC(u), .sp = sp, .bp = (uintptr_t)reg[REG_RBP], .bp_known = true, .low = sp, .high = call, .copy = (const char *)sp,
                            .registers = reg};
  uint64_t frame[MOST_FRAMES];
  uint8_t why = COLLECT_WALK_OUTERMOST;
  unsigned n = collect_walk(&from, frame, MOST_FRAMES, &why);
  for (unsigned i = 1; i < n; i++)
    if (collect_is_own((const void *)(uintptr_t)collect_walk_lookup(frame[i])))
      return true;
  return why != COLLECT_WALK_OUT_OF_STACK && why != COLLECT_WALK_OUTERMOST;
}
#else
static bool may_return_to_us(const ucontext_t *u, uintptr_t call) { return (void)u, (void)call, true; }
#endif

/* Whether the interrupted code is what a wrapper has called: it uses little of the stack below the wrapper's frame (a program's handler would come
** after a signal's frame, of more than that), and will return to us. A wrapper that was left by a jump may have left its return address on the stack,
** where the frames of later calls do not overwrite it. So an address that is found there does not suffice: it must be that of a frame. */
static bool is_called_from(const ucontext_t *u, uintptr_t call) {
  enum { MOST_BYTES = 1024 };
  uintptr_t sp = SP(u);
  if (sp >= call || call - sp > MOST_BYTES || sp % sizeof(uintptr_t))
    return false;
  if (BACK(u) && collect_is_own((void *)BACK(u)))
    return true;
  for (const uintptr_t *word = (const uintptr_t *)sp; word < (const uintptr_t *)call; word++)
    if (collect_is_own((void *)*word))
      return may_return_to_us(u, call);
  return false;
}

void collect_restart_interrupted(ucontext_t *u) {
  restart_thread *t = &collect_restart_thread;
  uintptr_t call = t->inside & ~(uintptr_t)RESTART_BITS;
  int64_t result = RESULT(u);
  bool is_short = (result >= 0 || result == -EAGAIN || result == -EINPROGRESS) && t->inside & RESTART_SHORT;
  uint64_t *mask = (uint64_t *)(void *)&u->uc_sigmask; /* the kernel's, of one word */
  if ((result != -EINTR && !is_short) || !is_behind_call(PC(u)))
    return;
  if (call && is_called_from(u, call)) {
    if (t->handled != t->handled_before)
      return; /* that handler interrupted it */
    if (!is_short)
      restart_count();
    t->interrupted = call;
    t->saved_errno = errno; /* the C library has not changed it yet */
    if (!(t->inside & RESTART_REPEATED))
      t->mask = *mask;
    *mask |= ~LEFT_ALONE;
  } else if (!is_short) {
    int saved = errno;
    bool handled = !call && t->handled != t->handled_before; /* that handler may have interrupted it */
    if (handled)
      t->handled_before = t->handled;
    if (!handled && !program_has_pending(*mask))
      collect_count(ROCZ_N_CALLS_INTERRUPTED, 1);
    errno = saved;
  }
}

/* The unwinder calls this for each frame of a RESTART_UNWOUND function. */
int collect_restart_unwound(int version, int actions, uint64_t class, void *exception, void *context) __attribute__((visibility("hidden"), used));
int collect_restart_unwound(int version, int actions, uint64_t class, void *exception, void *context) {
  enum { CLEANUP_PHASE = 2, CONTINUE_UNWIND = 8 };
  (void)version, (void)class, (void)exception, (void)context;
  if (actions & CLEANUP_PHASE) {
    bool blocked = collect_restart_thread.interrupted || collect_restart_thread.inside & RESTART_REPEATED;
    restart_inside(0);
    collect_restart_thread.interrupted = 0;
    if (blocked)
      mask_set(collect_restart_thread.mask);
  }
  return CONTINUE_UNWIND;
}

/* ---- going on */

void collect_restart_signal(int sig) { atomic_store(&our_signal, BIT(sig)); }

sigset_t restart_mask(const restart_call *c) {
  sigset_t set;
  sigemptyset(&set);
  memcpy(&set, &c->mask, MASK_BYTES);
  return set;
}

int restart_leave(const restart_call *c, int result) {
  int error = errno;
  mask_set(c->mask);
  errno = result == -1 ? error : c->saved_errno;
  return result;
}

bool restart_again(const restart_call *c) {
  bool pending = program_has_pending(c->mask);
  mask_set(c->mask);
  errno = pending ? EINTR : c->saved_errno;
  return !pending;
}

/* ---- times */

static int64_t clock_ns(clockid_t clock) {
  struct timespec t = {0};
  clock_gettime(clock, &t);
  return restart_ns(&t);
}

int64_t restart_ns(const struct timespec *t) {
  return t && t->tv_sec < RESTART_NEVER / 1000000000 - 1 ? t->tv_sec * 1000000000ll + t->tv_nsec : RESTART_NEVER;
}
int64_t restart_ns_of(const struct timeval *t) {
  return t && t->tv_sec < RESTART_NEVER / 1000000000 - 1 && t->tv_usec / 1000000 < 1000000000 ? t->tv_sec * 1000000000ll + t->tv_usec * 1000ll : RESTART_NEVER;
}

/* A moment in ticks and by the clock, from long before. A second one, from now, makes a line for the stamps in between. */
static int64_t first_ticks, first_ns;

void collect_restart_clock(void) {
  first_ticks = collect_ticks();
  first_ns = clock_ns(CLOCK_MONOTONIC);
}

restart_until restart_until_after(int64_t stamp, int64_t timeout_ns) {
  restart_until until = {CLOCK_MONOTONIC, RESTART_NEVER};
  int64_t ticks = collect_ticks(), now = clock_ns(CLOCK_MONOTONIC);
  if (timeout_ns < 0 || timeout_ns == RESTART_NEVER)
    return until;
  int64_t passed = ticks > first_ticks ? (int64_t)((double)(ticks - stamp) * ((double)(now - first_ns) / (double)(ticks - first_ticks))) : 0;
  if (__builtin_add_overflow(now - passed, timeout_ns, &until.ns))
    until.ns = RESTART_NEVER;
  return until;
}

int64_t restart_left_ns(const restart_until *until) {
  int64_t left = until->ns == RESTART_NEVER ? RESTART_NEVER : until->ns - clock_ns(until->clock);
  return left > 0 ? left : 0;
}

struct timespec *restart_left(const restart_until *until, struct timespec *left) {
  int64_t ns = restart_left_ns(until);
  *left = (struct timespec){ns / 1000000000, ns % 1000000000};
  return ns == RESTART_NEVER ? NULL : left;
}

/* ---- waiting */

int restart_wait(const restart_call *c, struct pollfd *fds, nfds_t n, const restart_until *until, const sigset_t *mask) {
  RESTART_UNWOUND
  struct timespec left;
  return RESTART_REPEAT(c, collect_restart_next.ppoll(fds, n, restart_left(until, &left), mask));
}

/* ppoll is late by up to a thousandth of its time, 0.1 s at most, so a long sleep approaches its end in steps. It counts MONOTONIC time, so sleeps by
** other clocks look at their clock each second. */
int restart_sleep(const restart_call *c, const restart_until *until, const sigset_t *mask) {
  enum { EXACT_NS = 50000000, LOOK_NS = 1000000000 };
  for (;;) {
    int64_t left = restart_left_ns(until);
    if (!left)
      return 0;
    restart_until step = {CLOCK_MONOTONIC, RESTART_NEVER};
    if (left != RESTART_NEVER) {
      int64_t ns = left <= EXACT_NS ? left : left - left / 256;
      step.ns = clock_ns(CLOCK_MONOTONIC) + (until->clock != CLOCK_MONOTONIC && ns > LOOK_NS ? LOOK_NS : ns);
    }
    if (restart_wait(c, NULL, 0, &step, mask) < 0)
      return -1;
  }
}
