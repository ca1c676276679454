/* Wakes the writer, which waits on a word. See wake.h. */
#include "wake.h"
#include "lock.h"

/* A handler may jump out of a wake-up at any instruction. So WAKING stays until the system call is done: who finds it calls again. */
enum { AWAKE, SLEEPS, WAKING, WOKEN /* it has not run yet */ };
static _Atomic uint32_t sleeping;
static _Atomic uint32_t asked; /* a full pass was requested: the writer must not sleep */
static _Atomic bool muted;     /* full rings do not wake the writer, which could not empty them */

static void wake(uint32_t state) {
  if ((state != SLEEPS && state != WAKING) || !atomic_compare_exchange_strong(&sleeping, &state, WAKING))
    return;
  int saved = errno;
  collect_futex_wake(&sleeping, 1);
  errno = saved;
  state = WAKING;
  atomic_compare_exchange_strong(&sleeping, &state, WOKEN);
}

/* A read-modify-write, like the writer's before its last look at pos: one of the two comes second, and sees what the other did before. */
void collect_wake_writer(void) {
  if (!atomic_load_explicit(&muted, memory_order_relaxed))
    wake(atomic_fetch_or(&sleeping, 0));
}

void collect_wake_again(void) {
  if (!atomic_load_explicit(&muted, memory_order_relaxed))
    wake(atomic_load_explicit(&sleeping, memory_order_relaxed));
}

void collect_wake_mute(bool mute) { atomic_store_explicit(&muted, mute, memory_order_relaxed); }
bool collect_wake_is_muted(void) { return atomic_load_explicit(&muted, memory_order_relaxed); }

void collect_sleep_announce(void) { atomic_exchange(&sleeping, SLEEPS); /* pairs with collect_wake_writer */ }

void collect_wake_ask(void) {
  atomic_store(&asked, 1);
  wake(atomic_fetch_or(&sleeping, 0));
}

void collect_sleep_wait(int64_t ns) {
  if (atomic_exchange(&asked, 0))
    return;
  struct timespec t = {ns / 1000000000, ns % 1000000000};
  collect_futex_wait(&sleeping, SLEEPS, &t);
}

void collect_sleep_end(void) { atomic_store(&sleeping, AWAKE); }
