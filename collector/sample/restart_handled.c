/* Tells that a handler of the program has run (restart.h).
**
** A handler of the program interrupts a call, and our signal comes while that handler returns. Our handler then sees the end of the call, with EINTR, as
** if our signal had interrupted it. So we must know that the other handler has run. The program's handlers are called as ever. They return to the kernel
** by a piece of code of ours (sa_restorer), which counts, and then does what the C library's would do. This holds for handlers that the program had at
** the beginning, and for those that it sets by sigaction or signal. */
#include "restart_call.h"
#include "core.h"
#include "front.h"
#include "restart.h"
#include <stddef.h>
#include <sys/syscall.h>

static _Atomic int our_signal;

/* ---- handlers on alternate stacks. A small one has room for one handler, and not for the frame of another signal: ours must not interrupt that. */

static _Atomic bool alternate_is_small;
static _Atomic int kept_off; /* the signal that handlers on alternate stacks do not get; 0: none yet */

void collect_restart_alternate(const stack_t *stack) {
  enum { SMALL_BYTES = 32 << 10 };
  if (stack->ss_flags & SS_DISABLE || stack->ss_size >= SMALL_BYTES)
    return;
  int none = 0, now = atomic_load(&our_signal);
  if (now && atomic_compare_exchange_strong(&kept_off, &none, now))
    collect_front_keep_off(now);
  atomic_store(&alternate_is_small, true);
}

int collect_restart_sigaltstack(const stack_t *restrict stack, stack_t *restrict old) {
  if (stack)
    collect_restart_alternate(stack);
  return collect_restart_next.sigaltstack(stack, old);
}

bool collect_restart_allows(int sig) { return !atomic_load(&alternate_is_small) || sig == atomic_load(&kept_off); }

/* ---- that a handler has run */

#if defined(__x86_64__)

/* The kernel's. */
typedef struct action {
  void *handler;
  unsigned long flags;
  const void *restorer;
  uint64_t mask;
} action;
enum { HAS_RESTORER = 0x04000000 };

/* Unwinders look at the address before the one that a handler returns to, and read the interrupted registers from the signal's frame: its ucontext is at rsp.
** (DW_CFA_def_cfa_expression: rsp at 160; DW_CFA_expression: a register at its place, whose offset takes one or two bytes.) */
#define AT(offset) #offset " & 0x7f | 0x80, " #offset " >> 7"
#define SAVED(number, offset) ".cfi_escape 0x10, " #number ", 3, 0x77, " AT(offset) "\n"
__asm__(
  ".text\n.balign 16\n"
  ".cfi_startproc simple\n.cfi_signal_frame\n"
  ".cfi_escape 0x0f, 4, 0x77, " AT(160) ", 0x06\n"
  SAVED(8, 40) SAVED(9, 48) SAVED(10, 56) SAVED(11, 64) SAVED(12, 72) SAVED(13, 80) SAVED(14, 88) SAVED(15, 96)
  SAVED(5, 104) SAVED(4, 112) SAVED(6, 120) SAVED(3, 128) SAVED(1, 136) SAVED(0, 144) SAVED(2, 152) SAVED(7, 160) SAVED(16, 168)
  "nop\n"
  ".type collect_restart_return,@function\n.hidden collect_restart_return\n.globl collect_restart_return\n"
  "collect_restart_return:\n"
  "mov collect_restart_thread@gottpoff(%rip), %rax\n"
  "incq %fs:32(%rax)\n"
  "mov $15, %eax\n" /* rt_sigreturn */
  "syscall\n"
  "hlt\n"
  ".cfi_endproc\n.size collect_restart_return,.-collect_restart_return\n");
_Static_assert(offsetof(restart_thread, handled) == 32, "the offset in the code above");
extern const char collect_restart_return[] __attribute__((visibility("hidden")));

static long action_of(int sig, const action *set, action *now) { return syscall(SYS_rt_sigaction, sig, set, now, sizeof now->mask); }

static void returns_to_us(int sig) {
  action a;
  if (sig == atomic_load(&our_signal) || action_of(sig, NULL, &a) || a.handler == (void *)SIG_DFL || a.handler == (void *)SIG_IGN)
    return;
  if (!(a.flags & HAS_RESTORER) || a.restorer == collect_restart_return)
    return;
  a.restorer = collect_restart_return;
  action_of(sig, &a, NULL);
}

static void changed(int sig) {
  int saved = errno;
  returns_to_us(sig);
  errno = saved;
}

/* The C library's sigaction leaves two signals out of every mask. One of them cancels threads: it would unwind from our handler, with all others
** blocked. */
static void blocks_all(int sig) {
  action a;
  if (action_of(sig, NULL, &a) || a.handler == (void *)SIG_DFL || a.handler == (void *)SIG_IGN)
    return;
  a.mask |= 3ull << 31; /* 32 and 33 */
  action_of(sig, &a, NULL);
}

void collect_restart_handled(int sig) {
  atomic_store(&our_signal, sig);
  blocks_all(sig);
  for (int i = 1; i < _NSIG; i++)
    returns_to_us(i);
  atomic_store(&collect_action_changed, changed);
}

#else
void collect_restart_handled(int sig) { atomic_store(&our_signal, sig); } /* other processors return through the vDSO */
#endif
