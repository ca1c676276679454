/* Times of what carries the program's own completion signal: packets of
** hipExtLaunchKernel with events or of profiled queues, and all asynchronous copies.
**
** The signal is left alone. An entry notes it before the packet or copy is
** submitted; the time stamps are read when a sweep finds that it has fired, or when
** the program is about to change or destroy it, whichever comes first (HIP resets
** its pooled signals with a silent store once it has waited for them). So nothing is
** delayed, and what the program reads from its signal stays true.
**
** Fired means: the value is below what it was, and the time stamps have changed. The
** host may lower a value too (HIP's callbacks do); only the device writes stamps.
** Several entries may share a signal: they fire in order, each lowers the value by
** one, and each overwrites the stamps of the one before.
**
** Entries lie in shards by their signal, each with a lock, which is held while `read` is called: that
** asks the runtime for a copy's time (a leaf function there), and the signal must not go away
** meanwhile. */
#include "device.h"
#include <string.h>

typedef struct loan {
  uint64_t signal;
  int64_t armed;   /* fired: the value is below */
  uint64_t end;    /* the stamp before */
  bool shared;
  collect_borrower who;
} loan;

typedef struct shard {
  _Alignas(64) collect_lock lock;
  uint32_t count;
  loan *loan;              /* in the order in which they came */
  size_t bytes;
} shard;

#define RUNNING_MAX 64 /* how many that have not fired a sweep looks at in a shard: the first come first */

_Atomic uint64_t collect_borrow_bits;
static shard shards[COLLECT_BORROW_SHARDS] = {[0 ... COLLECT_BORROW_SHARDS - 1] = {.lock = COLLECT_LOCK(BORROW)}};

static inline amd_signal_t *signal_of(const loan *e) { return (amd_signal_t *)(uintptr_t)e->signal; }

/* ---- a shard, under its lock ---- */

/* Reads an entry if it has fired. */
static bool entry_harvest(const loan *e) {
  const amd_signal_t *signal = signal_of(e);
  int64_t value = collect_signal_value(signal);
  uint64_t start = 0, end = 0;
  /* Copies of the host's engine have no stamps of a device: the value must do. */
  if (value >= e->armed || (e->who.queue && signal->end_ts == e->end))
    return false;
  if (!e->shared || value == e->armed - 1)
    e->who.read(signal, &start, &end);
  e->who.done(&e->who, start, end);
  return true;
}

/* Takes out the entries that GO. The shard's bit is last: while it is not there the program
** changes and destroys its signals without asking us. */
enum { STAYS, GOES, ENOUGH /* this one stays, and so do all behind it */ };
typedef int look_fn(loan *e, void *arg);
static void shard_sift(shard *s, look_fn *look, void *arg) {
  uint32_t i = 0, left = 0;
  for (int what = STAYS; i < s->count && what != ENOUGH; i++) {
    what = look(&s->loan[i], arg);
    if (what != GOES && left++ != i)
      s->loan[left - 1] = s->loan[i];
  }
  if (left == i)
    return;
  memmove(s->loan + left, s->loan + i, (s->count - i) * sizeof *s->loan);
  s->count -= i - left;
  if (!s->count)
    atomic_fetch_and(&collect_borrow_bits, ~collect_borrow_bit(s - shards));
}

static int give_up(loan *e, void *arg) {
  if (arg && e->who.queue != arg)
    return STAYS;
  e->who.done(&e->who, 0, 0);
  return GOES;
}

/* ---- what comes and goes ---- */

bool collect_borrow_add(hsa_signal_t signal, const collect_borrower *who) {
  shard *s = &shards[collect_borrow_shard(signal)];
  loan e = {.signal = signal.handle, .who = *who};
  collect_brief brief;
  collect_brief_begin(&brief);
  collect_lock_take(&s->lock);
  bool added = collect_memory_reserve(&s->loan, &s->bytes, (s->count + 1) * sizeof *s->loan);
  if (added) {
    e.armed = collect_signal_value(signal_of(&e));
    e.end = signal_of(&e)->end_ts;
    bool known = false; /* a handler jumped away right after that */
    for (uint32_t i = 0; i < s->count; i++)
      if (s->loan[i].who.record == who->record) {
        known = true;
      } else if (s->loan[i].signal == signal.handle) {
        s->loan[i].shared = e.shared = true;
        if (s->loan[i].armed <= e.armed)
          e.armed = s->loan[i].armed - 1;
      }
    if (!known)
      s->loan[s->count++] = e;
    if (s->count == 1)
      atomic_fetch_or(&collect_borrow_bits, collect_borrow_bit(s - shards));
  }
  collect_lock_release(&s->lock);
  collect_brief_end(&brief);
  return added;
}

typedef struct named { uint64_t signal; const void *record; bool destroyed; } named;

static void named_sift(look_fn *look, named n) {
  shard *s = &shards[collect_borrow_shard((hsa_signal_t){n.signal})];
  collect_brief brief;
  collect_brief_begin(&brief);
  collect_lock_take(&s->lock);
  shard_sift(s, look, &n);
  collect_lock_release(&s->lock);
  collect_brief_end(&brief);
}

static int cancelled(loan *e, void *arg) {
  const named *n = arg;
  return e->who.record == n->record ? GOES : STAYS;
}

void collect_borrow_cancel(hsa_signal_t signal, const collect_borrower *who) {
  named_sift(cancelled, (named){.signal = signal.handle, .record = who->record});
}

static int changes(loan *e, void *arg) {
  const named *n = arg;
  if (e->signal != n->signal)
    return STAYS;
  if (entry_harvest(e))
    return GOES;
  if (n->destroyed)
    return give_up(e, NULL);
  /* Not over, and the value says nothing any more: a dispatch is told by its
  ** stamps alone, a copy not at all. */
  e->armed = e->who.queue ? INT64_MAX : INT64_MIN;
  return STAYS;
}

void collect_borrow_changed(hsa_signal_t signal, bool destroyed) {
  named_sift(changes, (named){.signal = signal.handle, .destroyed = destroyed});
}

/* ---- all of them ---- */

static int ended(loan *e, void *arg) {
  unsigned *running = arg;
  if (entry_harvest(e))
    return GOES;
  return ++*running == RUNNING_MAX ? ENOUGH : STAYS;
}

void collect_borrow_sweep(void) {
  uint64_t some = atomic_load_explicit(&collect_borrow_bits, memory_order_acquire);
  collect_brief brief;
  if (!some)
    return;
  collect_brief_begin(&brief);
  for (; some; some &= some - 1) {
    shard *s = &shards[__builtin_ctzll(some)];
    unsigned running = 0;
    collect_lock_take(&s->lock);
    shard_sift(s, ended, &running);
    collect_lock_release(&s->lock);
  }
  collect_brief_end(&brief);
}

static int queue_ends(loan *e, void *arg) {
  return arg && e->who.queue != arg ? STAYS : entry_harvest(e) ? GOES : give_up(e, NULL);
}

static void all_end(look_fn *look, void *arg) {
  collect_brief brief;
  collect_brief_begin(&brief);
  for (shard *s = shards; s < shards + COLLECT_BORROW_SHARDS; s++) {
    collect_lock_take(&s->lock);
    shard_sift(s, look, arg);
    collect_lock_release(&s->lock);
  }
  collect_brief_end(&brief);
}

void collect_borrow_queue_end(collect_queue *q) { all_end(queue_ends, q); }

static void borrow_forked(void) {
  memset(shards, 0, sizeof shards);
  for (shard *s = shards; s < shards + COLLECT_BORROW_SHARDS; s++)
    s->lock = (collect_lock)COLLECT_LOCK(BORROW);
  atomic_store(&collect_borrow_bits, 0);
}

/* hsa_shut_down: what is left was not destroyed, and is not there any more. */
static void borrow_end(int how) { all_end(how == COLLECT_GONE ? give_up : queue_ends, NULL); }

COLLECT_MODULE(borrow) = {.name = "borrow", .order = 21, .forked = borrow_forked, .end = borrow_end};
