/* Times of what carries the program's own completion signal: packets of
** hipExtLaunchKernel with events or of profiled queues, and all asynchronous copies.
**
** The signal is left alone. A loan notes it before the packet or copy is
** submitted; the time stamps are read when a sweep finds that it has fired, or when
** the program is about to change or destroy it, whichever comes first (HIP resets
** its pooled signals with a silent store once it has waited for them). So nothing is
** delayed, and what the program reads from its signal stays true.
**
** Fired means: the value is below what it was, and the time stamps have changed. The
** host may lower a value too (HIP's callbacks do); only the device writes stamps.
** Several loans may share a signal: they fire in order, each lowers the value by
** one, and each overwrites the stamps of the one before.
**
** Loans lie in shards by their signal. There is no lock: nobody waits for a thread that was put off the
** processor. A loan's state is a word, free, lent or somebody's, with a count of its changes above; what was read of a
** loan counts if the state is still the same after that, and whoever changes the state has the loan. A sweep says which
** signal it reads, by asking the runtime for a copy's time; who destroys that one meanwhile leaves
** its destruction to the sweep. */
#include "device.h"
#include <string.h>

enum { FREE, OWNED, LENT, STATE = 3, CHANGE = 4 };

typedef struct loan {
  _Atomic uint64_t state;
  _Atomic uint64_t signal;
  _Atomic int64_t armed;   /* fired: the value is below */
  _Atomic uint64_t end;    /* the stamp before */
  _Atomic bool shared;
  collect_queue *_Atomic queue;
  void *_Atomic record;
  collect_borrow_read *_Atomic read;
  collect_borrow_done *_Atomic done;
} loan;

#define LOANS 56
typedef struct chunk { /* never given back */
  struct chunk *_Atomic next;
  loan loan[LOANS];
} chunk;

#define RUNNING_MAX 64 /* how many that have not fired a sweep looks at in a shard */

_Atomic uint32_t collect_borrow_count[COLLECT_BORROW_SHARDS];
static _Atomic uint32_t all; /* in all shards */
static chunk *_Atomic shards[COLLECT_BORROW_SHARDS];

#define SHARD_EACH(l, shard) \
  for (chunk *c = atomic_load(&shards[shard]); c; c = atomic_load(&c->next)) \
    for (loan *l = c->loan; l < c->loan + LOANS; l++)

/* ---- who reads signals that others may destroy ---- */

#define READERS 64
#define RESTS 1           /* a reader that reads none */
#define TO_BE_DESTROYED 1 /* beside the handle */
static _Atomic uint64_t readers[READERS]; /* what they read; 0: nobody's */
static _Atomic uint32_t reading;          /* how many there are */

/* NULL: there are too many. */
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

/* By its owner. */
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
  /* Copies of the host's engine have no stamps of a device: the value must do. */
  return value < atomic_load_explicit(&l->armed, memory_order_relaxed) &&
         (!atomic_load_explicit(&l->queue, memory_order_relaxed) || __atomic_load_n(&signal->end_ts, __ATOMIC_RELAXED) != atomic_load_explicit(&l->end, memory_order_relaxed));
}

/* Reads it if it has fired. True: it is lent no more, or was changed meanwhile. */
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

/* Nobody knows its times. */
static bool loan_give_up(loan *l, unsigned shard, uint64_t state) {
  if (!loan_take(l, state))
    return false;
  collect_borrower who = borrower_of(l);
  who.done(&who, 0, 0);
  loan_free(l, shard);
  return true;
}

/* ---- what comes and goes ---- */

/* One that is free, and now ours; NULL: no memory. */
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

/* Those that have the same signal as `mine`: all of them share it from now on, and it fires after all that were there
** before. True: one has the same record, since a handler jumped away right after that. */
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
  collect_brief brief;
  collect_brief_begin(&brief);
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
  collect_brief brief;
  collect_brief_begin(&brief);
  SHARD_EACH(l, shard) {
    uint64_t state = atomic_load(&l->state);
    if (kind_of(state) == LENT && atomic_load_explicit(&l->record, memory_order_relaxed) == who->record && loan_take(l, state))
      loan_free(l, shard);
  }
  collect_brief_end(&brief);
}

/* False: it was changed meanwhile. */
static bool loan_changes(loan *l, unsigned shard, uint64_t state, bool over) {
  if (loan_harvest(l, shard, state, NULL))
    return kind_of(atomic_load(&l->state)) != LENT;
  if (over)
    return loan_give_up(l, shard, state);
  if (!loan_take(l, state))
    return false;
  /* Not over, and the value says nothing any more: a dispatch is told by its
  ** stamps alone, a copy not at all. */
  atomic_store_explicit(&l->armed, atomic_load_explicit(&l->queue, memory_order_relaxed) ? INT64_MAX : INT64_MIN, memory_order_relaxed);
  loan_give(l, LENT);
  return true;
}

void collect_borrow_changed(hsa_signal_t signal, bool over) {
  unsigned shard = collect_borrow_shard(signal);
  collect_brief brief;
  collect_brief_begin(&brief);
  SHARD_EACH(l, shard)
    for (bool settled = false; !settled;) {
      uint64_t state = atomic_load(&l->state);
      settled = kind_of(state) != LENT || atomic_load_explicit(&l->signal, memory_order_relaxed) != signal.handle ||
                loan_changes(l, shard, state, over);
    }
  collect_brief_end(&brief);
}

bool collect_borrow_destroys(hsa_signal_t signal) { return left_to_reader(signal.handle); }

/* ---- all of them ---- */

/* Somebody has read its times, and is about to write them down. He does so within microseconds, unless he is put
** off the processor. */
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
  collect_brief brief;
  collect_brief_begin(&brief);
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

/* Those of a queue, or all for NULL: there are none any more on return, nor is anybody about to write down what he has read. */
static void all_end(const collect_queue *q, bool gone) {
  collect_brief brief;
  collect_brief_begin(&brief);
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

/* hsa_shut_down: what is left was not destroyed, and is not there any more. */
static void borrow_end(int how) { all_end(NULL, how == COLLECT_GONE); }

COLLECT_MODULE(borrow) = {.name = "borrow", .order = 21, .forked = borrow_forked, .end = borrow_end};
