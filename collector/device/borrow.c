/* Times of work that carries the program's own completion signal: packets of hipExtLaunchKernel with events, packets of profiled
** queues, and all asynchronous copies.
**
** The signal is not changed. A loan notes it before the packet or copy is submitted. The time stamps are read when a sweep finds
** that the signal has fired, or when the program is about to change or destroy it, whichever comes first. (HIP resets its pooled
** signals with a silent store once it has waited for them.) So nothing is delayed, and the program reads correct values from its
** signal.
**
** A signal has fired if its value is below what it was and its time stamps have changed. The host may lower a value too (HIP's
** callbacks do), but only the device writes stamps. Several loans may share a signal: they fire in order, each lowers the value
** by one, and each overwrites the stamps of the one before.
**
** Loans lie in shards, by their signal. There is no lock, so nobody waits for a thread that lost the processor. A loan's state is
** one word: free, lent or owned, and above that a count of its changes. What was read of a loan is valid if the state is the same
** afterwards. Whoever changes the state owns the loan. While a sweep asks the runtime for a copy's time, it announces which
** signal it reads; a thread that destroys that signal meanwhile leaves the destruction to the sweep. */
#include "device.h"
#include <string.h>

enum { FREE, OWNED, LENT, STATE = 3, CHANGE = 4 };

typedef struct loan {
  _Atomic uint64_t state;
  _Atomic uint64_t signal;
  _Atomic int64_t armed;   /* fired when the value is below this */
  _Atomic uint64_t end;    /* the end stamp before */
  _Atomic bool shared;
  collect_queue *_Atomic queue;
  void *_Atomic record;
  collect_borrow_read *_Atomic read;
  collect_borrow_done *_Atomic done;
} loan;

#define LOANS 56
typedef struct chunk { /* never freed */
  struct chunk *_Atomic next;
  loan loan[LOANS];
} chunk;

#define RUNNING_MAX 64 /* loans that have not fired: a sweep looks at no more than this many in a shard */

_Atomic uint32_t collect_borrow_count[COLLECT_BORROW_SHARDS];
static _Atomic uint32_t all; /* number of loans in all shards */
static chunk *_Atomic shards[COLLECT_BORROW_SHARDS];

#define SHARD_EACH(l, shard) \
  for (chunk *c = atomic_load(&shards[shard]); c; c = atomic_load(&c->next)) \
    for (loan *l = c->loan; l < c->loan + LOANS; l++)

/* ---- readers of signals that others may destroy ---- */

#define READERS 64
#define RESTS 1           /* the reader reads no signal now */
#define TO_BE_DESTROYED 1 /* added to the handle */
static _Atomic uint64_t readers[READERS]; /* the signal that each reads; 0: unused */
static _Atomic uint32_t reading;          /* number of readers */

/* NULL: there are too many readers. */
static _Atomic uint64_t *reader_begin(void) {
  atomic_fetch_add(&reading, 1);
  for (_Atomic uint64_t *r = readers; r < readers + READERS; r++) {
    uint64_t nobody = 0;
    if (!atomic_load_explicit(r, memory_order_relaxed) && atomic_compare_exchange_strong(r, &nobody, RESTS))
      return r;
  }
  atomic_fetch_sub(&reading, 1);
  return NULL;
}

static bool left_to_reader(uint64_t signal) {
  for (_Atomic uint64_t *r = readers; atomic_load(&reading) && r < readers + READERS; r++) {
    uint64_t there = signal;
    if (atomic_load(r) == signal && atomic_compare_exchange_strong(r, &there, signal | TO_BE_DESTROYED))
      return true;
  }
  return false;
}

static void reader_rest(_Atomic uint64_t *r) {
  uint64_t signal = atomic_exchange(r, RESTS);
  if (signal > RESTS && (signal & TO_BE_DESTROYED) && !left_to_reader(signal - TO_BE_DESTROYED))
    HSA_NEXT(hsa_signal_destroy)((hsa_signal_t){signal - TO_BE_DESTROYED});
}

static void reader_end(_Atomic uint64_t *r) {
  atomic_store(r, 0);
  atomic_fetch_sub(&reading, 1);
}

/* ---- one loan ---- */

static inline unsigned kind_of(uint64_t state) { return state & STATE; }

static bool loan_take(loan *l, uint64_t state) { return atomic_compare_exchange_strong(&l->state, &state, (state & ~(uint64_t)STATE) | OWNED); }

/* Ends the ownership. Only by the owner. */
static void loan_give(loan *l, unsigned kind) {
  uint64_t state = atomic_load_explicit(&l->state, memory_order_relaxed);
  atomic_store(&l->state, ((state & ~(uint64_t)STATE) + CHANGE) | kind);
}

static void loan_free(loan *l, unsigned shard) {
  loan_give(l, FREE);
  atomic_fetch_sub(&collect_borrow_count[shard], 1);
  atomic_fetch_sub(&all, 1);
}

static inline collect_borrower borrower_of(const loan *l) {
  return (collect_borrower){.queue = atomic_load_explicit(&l->queue, memory_order_relaxed),
                            .record = atomic_load_explicit(&l->record, memory_order_relaxed),
                            .read = atomic_load_explicit(&l->read, memory_order_relaxed),
                            .done = atomic_load_explicit(&l->done, memory_order_relaxed)};
}

static inline bool has_fired(const loan *l, const amd_signal_t *signal, int64_t value) {
  /* Copies by the host's engine have no stamps of a device, so the value alone decides. */
  return value < atomic_load_explicit(&l->armed, memory_order_relaxed) &&
         (!atomic_load_explicit(&l->queue, memory_order_relaxed) ||
          __atomic_load_n(&signal->end_ts, __ATOMIC_RELAXED) != atomic_load_explicit(&l->end, memory_order_relaxed));
}

/* Reads a loan if it has fired. True: it is no longer lent, or was changed meanwhile. */
static bool loan_harvest(loan *l, unsigned shard, uint64_t state, _Atomic uint64_t *reader) {
  collect_borrower who = borrower_of(l);
  uint64_t handle = atomic_load_explicit(&l->signal, memory_order_relaxed), start = 0, end = 0;
  if (reader)
    atomic_store(reader, handle);
  bool same = atomic_load(&l->state) == state, fired = false;
  if (same) {
    const amd_signal_t *signal = collect_signal_of((hsa_signal_t){handle});
    int64_t value = collect_signal_value(signal);
    fired = has_fired(l, signal, value);
    if (fired && (!atomic_load_explicit(&l->shared, memory_order_relaxed) || value == atomic_load_explicit(&l->armed, memory_order_relaxed) - 1))
      who.read(signal, &start, &end);
  }
  if (reader)
    reader_rest(reader);
  if (fired && loan_take(l, state)) {
    who.done(&who, start, end);
    loan_free(l, shard);
  }
  return fired || !same;
}

/* Ends a loan whose times nobody knows. False: it was changed meanwhile. */
static bool loan_give_up(loan *l, unsigned shard, uint64_t state) {
  if (!loan_take(l, state))
    return false;
  collect_borrower who = borrower_of(l);
  who.done(&who, 0, 0);
  loan_free(l, shard);
  return true;
}

/* ---- beginning and ending loans ---- */

/* Takes a free loan, which the caller then owns. NULL: no memory. */
static loan *loan_new(unsigned shard) {
  chunk *_Atomic *at = &shards[shard];
  for (;;) {
    chunk *c = atomic_load(at);
    if (!c) {
      chunk *none = NULL, *fresh = collect_memory_grow(NULL, 0, sizeof *fresh);
      if (!fresh)
        return NULL;
      if (atomic_compare_exchange_strong(at, &none, fresh))
        c = fresh;
      else
        collect_memory_free(fresh, sizeof *fresh), c = none;
    }
    for (loan *l = c->loan; l < c->loan + LOANS; l++) {
      uint64_t state = atomic_load_explicit(&l->state, memory_order_relaxed);
      if (kind_of(state) == FREE && loan_take(l, state))
        return l;
    }
    at = &c->next;
  }
}

/* Finds loans with the same signal as `mine`. All of them share it from now on, and `mine` fires after those that were there
** before. True: one has the same record, since a handler jumped away right after adding it. */
static bool loan_share(unsigned shard, loan *mine, int64_t armed) {
  uint64_t signal = atomic_load_explicit(&mine->signal, memory_order_relaxed);
  bool shared = false;
  SHARD_EACH(l, shard) {
    unsigned kind = kind_of(atomic_load(&l->state));
    if (l == mine || kind == FREE)
      continue;
    if (kind == LENT && atomic_load_explicit(&l->record, memory_order_relaxed) == atomic_load_explicit(&mine->record, memory_order_relaxed))
      return true;
    if (atomic_load(&l->signal) != signal)
      continue;
    int64_t before = atomic_load_explicit(&l->armed, memory_order_relaxed);
    if (kind == LENT && before <= armed)
      armed = before - 1;
    atomic_store_explicit(&l->shared, true, memory_order_relaxed);
    shared = true;
  }
  if (shared)
    atomic_store_explicit(&mine->shared, true, memory_order_relaxed);
  atomic_store_explicit(&mine->armed, armed, memory_order_relaxed);
  return false;
}

bool collect_borrow_add(hsa_signal_t signal, const collect_borrower *who) {
  unsigned shard = collect_borrow_shard(signal);
  COLLECT_BRIEF_BEGIN(brief);
  loan *l = loan_new(shard);
  if (l) {
    atomic_fetch_add(&all, 1);
    atomic_fetch_add(&collect_borrow_count[shard], 1);
    atomic_store_explicit(&l->shared, false, memory_order_relaxed);
    atomic_store_explicit(&l->end, __atomic_load_n(&collect_signal_of(signal)->end_ts, __ATOMIC_RELAXED), memory_order_relaxed);
    atomic_store_explicit(&l->queue, who->queue, memory_order_relaxed);
    atomic_store_explicit(&l->record, who->record, memory_order_relaxed);
    atomic_store_explicit(&l->read, who->read, memory_order_relaxed);
    atomic_store_explicit(&l->done, who->done, memory_order_relaxed);
    atomic_store(&l->signal, signal.handle);
    if (loan_share(shard, l, collect_signal_value(collect_signal_of(signal))))
      loan_free(l, shard);
    else
      loan_give(l, LENT);
  }
  collect_brief_end(&brief);
  return l != NULL;
}

void collect_borrow_cancel(hsa_signal_t signal, const collect_borrower *who) {
  unsigned shard = collect_borrow_shard(signal);
  COLLECT_BRIEF_BEGIN(brief);
  SHARD_EACH(l, shard) {
    uint64_t state = atomic_load(&l->state);
    if (kind_of(state) == LENT && atomic_load_explicit(&l->record, memory_order_relaxed) == who->record && loan_take(l, state))
      loan_free(l, shard);
  }
  collect_brief_end(&brief);
}

/* Settles a loan whose signal is about to change. False: the loan was changed meanwhile. */
static bool loan_changes(loan *l, unsigned shard, uint64_t state, bool over) {
  if (loan_harvest(l, shard, state, NULL))
    return kind_of(atomic_load(&l->state)) != LENT;
  if (over)
    return loan_give_up(l, shard, state);
  if (!loan_take(l, state))
    return false;
  /* It is not over, and the value tells nothing from now on: a dispatch is recognized by its stamps alone, a copy not at all. */
  atomic_store_explicit(&l->armed, atomic_load_explicit(&l->queue, memory_order_relaxed) ? INT64_MAX : INT64_MIN, memory_order_relaxed);
  loan_give(l, LENT);
  return true;
}

void collect_borrow_changed(hsa_signal_t signal, bool over) {
  unsigned shard = collect_borrow_shard(signal);
  COLLECT_BRIEF_BEGIN(brief);
  SHARD_EACH(l, shard)
    for (bool settled = false; !settled;) {
      uint64_t state = atomic_load(&l->state);
      settled = kind_of(state) != LENT || atomic_load_explicit(&l->signal, memory_order_relaxed) != signal.handle ||
                loan_changes(l, shard, state, over);
    }
  collect_brief_end(&brief);
}

bool collect_borrow_destroys(hsa_signal_t signal) { return left_to_reader(signal.handle); }

/* ---- all loans ---- */

/* Another thread has read the times and is about to write them down. That takes microseconds, unless it lost the processor. */
static void owner_let_finish(const loan *l) {
  for (int i = 0; i < 1000 && kind_of(atomic_load_explicit(&l->state, memory_order_acquire)) == OWNED; i++)
    __builtin_ia32_pause();
}

static void shard_sweep(unsigned shard, _Atomic uint64_t *reader) {
  uint32_t seen = 0, running = 0, count = atomic_load(&collect_borrow_count[shard]);
  SHARD_EACH(l, shard) {
    uint64_t state = atomic_load(&l->state);
    if (kind_of(state) == FREE)
      continue;
    if (kind_of(state) == OWNED)
      owner_let_finish(l);
    else if (!loan_harvest(l, shard, state, reader) && ++running == RUNNING_MAX)
      return;
    if (++seen == count)
      return;
  }
}

static __attribute__((noinline)) void sweep(void) {
  COLLECT_BRIEF_BEGIN(brief);
  _Atomic uint64_t *reader = reader_begin();
  for (unsigned shard = 0; reader && shard < COLLECT_BORROW_SHARDS; shard++)
    if (atomic_load(&collect_borrow_count[shard]))
      shard_sweep(shard, reader);
  if (reader)
    reader_end(reader);
  collect_brief_end(&brief);
}

void collect_borrow_sweep(void) {
  if (atomic_load_explicit(&all, memory_order_acquire))
    sweep();
}

/* Ends all loans of a queue, or all for NULL. On return there are none, and no thread is still writing down what it has read. */
static void all_end(const collect_queue *q, bool gone) {
  COLLECT_BRIEF_BEGIN(brief);
  _Atomic uint64_t *reader = NULL;
  for (unsigned turn = 0; !(reader = reader_begin()); turn++)
    collect_wait_turn(turn);
  for (unsigned shard = 0; shard < COLLECT_BORROW_SHARDS; shard++)
    SHARD_EACH(l, shard)
      for (unsigned turn = 0;;) {
        uint64_t state = atomic_load(&l->state);
        if (kind_of(state) == OWNED)
          collect_wait_turn(turn++);
        else if (kind_of(state) == FREE || (q && atomic_load_explicit(&l->queue, memory_order_relaxed) != q))
          break;
        else if (gone || !loan_harvest(l, shard, state, reader))
          loan_give_up(l, shard, state);
      }
  reader_end(reader);
  for (unsigned turn = 0; gone && atomic_load(&reading); turn++)
    collect_wait_turn(turn);
  collect_brief_end(&brief);
}

void collect_borrow_queue_end(collect_queue *q) { all_end(q, false); }

static void borrow_forked(void) {
  for (unsigned shard = 0; shard < COLLECT_BORROW_SHARDS; shard++) {
    SHARD_EACH(l, shard)
      loan_give(l, FREE);
    atomic_store(&collect_borrow_count[shard], 0);
  }
  atomic_store(&all, 0);
  for (unsigned i = 0; i < READERS; i++)
    atomic_store(&readers[i], 0);
  atomic_store(&reading, 0);
}

/* hsa_shut_down: signals that are left were never destroyed, and do not exist any more. */
static void borrow_end(int how) { all_end(NULL, how == COLLECT_GONE); }

COLLECT_MODULE(borrow) = {.name = "borrow", .order = 21, .forked = borrow_forked, .end = borrow_end};
