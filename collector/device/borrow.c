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
** The lock is held while `done` is called, which takes a queue's harvest lock, or asks
** the runtime for a copy's time: that is a leaf function there, and the signal must not
** go away meanwhile. */
#include "device.h"
#include <string.h>

typedef struct loan {
  uint64_t signal; /* 0: free */
  int64_t armed;   /* fired: the value is below */
  uint64_t end;    /* the stamp before */
  bool shared;
  collect_borrower who;
} loan;

#define FIRST 1024
#define SWEEP_STEP 256

_Atomic uint32_t collect_borrowed;

static collect_lock lock = COLLECT_LOCK(BORROW);
static loan *table;
static uint32_t capacity; /* a power of two */

static inline uint32_t home(uint64_t signal) {
  return (uint32_t)((signal >> 6) * 0x9e3779b97f4a7c15u >> 32) & (capacity - 1);
}

/* ---- the table: open addressing, no gaps within a chain ---- */

static void table_put(const loan *e) {
  uint32_t i = home(e->signal);
  while (table[i].signal)
    i = (i + 1) & (capacity - 1);
  table[i] = *e;
}

static void table_remove(uint32_t i) {
  for (uint32_t j = i;;) {
    table[i].signal = 0;
    for (;;) {
      j = (j + 1) & (capacity - 1);
      if (!table[j].signal)
        goto done;
      uint32_t h = home(table[j].signal);
      /* Entry j may move to i if its home is not in (i, j]. */
      if (i <= j ? (h <= i || h > j) : (h <= i && h > j))
        break;
    }
    table[i] = table[j];
    i = j;
  }
done:
  atomic_fetch_sub_explicit(&collect_borrowed, 1, memory_order_release);
}

static bool table_reserve(void) {
  uint32_t used = atomic_load_explicit(&collect_borrowed, memory_order_relaxed);
  if (used < capacity / 2)
    return true;
  uint32_t old_capacity = capacity, n = capacity ? capacity * 2 : FIRST;
  loan *old = table,
        *fresh = collect_memory_grow(NULL, 0, n * sizeof *fresh);
  if (!fresh)
    return used + 1 < capacity;
  table = fresh;
  capacity = n;
  for (uint32_t i = 0; i < old_capacity; i++)
    if (old[i].signal)
      table_put(&old[i]);
  if (old)
    collect_memory_free(old, old_capacity * sizeof *old); /* nobody reads it without the lock */
  return true;
}

/* ---- what has ended ---- */

static inline amd_signal_t *signal_of(const loan *e) { return (amd_signal_t *)(uintptr_t)e->signal; }

/* Reads entry i if it has fired. It is gone then; not before, for while no entry is left
** the program changes and destroys its signals without waiting for us. */
static bool entry_harvest(uint32_t i) {
  loan e = table[i];
  int64_t value = collect_signal_value(signal_of(&e));
  /* Copies of the host's engine have no stamps of a device: the value must do. */
  if (value >= e.armed || (e.who.queue && signal_of(&e)->end_ts == e.end))
    return false;
  e.who.done(&e.who, signal_of(&e), !e.shared || value == e.armed - 1);
  table_remove(i);
  return true;
}

/* The next entry of this signal from slot i on; capacity: none. */
static uint32_t entry_next(uint64_t signal, uint32_t i) {
  for (; table[i].signal; i = (i + 1) & (capacity - 1))
    if (table[i].signal == signal)
      return i;
  return capacity;
}

bool collect_borrow_add(hsa_signal_t signal, const collect_borrower *who) {
  loan e = {.signal = signal.handle, .who = *who};
  collect_own_work_begin();
  collect_lock_take(&lock);
  bool reserved = table_reserve();
  if (reserved) {
    e.armed = collect_signal_value(signal_of(&e));
    e.end = signal_of(&e)->end_ts;
    for (uint32_t i = entry_next(signal.handle, home(signal.handle)); i < capacity;
         i = entry_next(signal.handle, (i + 1) & (capacity - 1))) {
      table[i].shared = e.shared = true;
      if (table[i].armed <= e.armed)
        e.armed = table[i].armed - 1;
    }
    table_put(&e);
    atomic_fetch_add_explicit(&collect_borrowed, 1, memory_order_release);
  }
  collect_lock_release(&lock);
  collect_own_work_end();
  return reserved;
}

void collect_borrow_cancel(hsa_signal_t signal, const collect_borrower *who) {
  collect_lock_take(&lock);
  for (uint32_t i = entry_next(signal.handle, home(signal.handle)); i < capacity;
       i = entry_next(signal.handle, (i + 1) & (capacity - 1)))
    if (table[i].who.record == who->record) {
      table_remove(i);
      break;
    }
  collect_lock_release(&lock);
}

/* Entry i goes without times. */
static void entry_give_up(uint32_t i) {
  loan e = table[i];
  e.who.done(&e.who, signal_of(&e), false);
  table_remove(i);
}

void collect_borrow_changed(hsa_signal_t signal, bool destroyed) {
  int saved = errno;
  collect_own_work_begin();
  collect_lock_take(&lock);
  uint32_t start = capacity ? home(signal.handle) : 0, i = capacity ? entry_next(signal.handle, start) : 0;
  while (i < capacity) {
    if (entry_harvest(i)) {
      i = entry_next(signal.handle, start); /* the chain has moved */
    } else if (destroyed) {
      entry_give_up(i);
      i = entry_next(signal.handle, start);
    } else {
      /* Not over, and the value says nothing any more: a dispatch is told by its
      ** stamps alone, a copy not at all. */
      table[i].armed = table[i].who.queue ? INT64_MAX : INT64_MIN;
      i = entry_next(signal.handle, (i + 1) & (capacity - 1));
    }
  }
  collect_lock_release(&lock);
  collect_own_work_end();
  errno = saved;
}

void collect_borrow_sweep(void) {
  for (uint32_t at = 0; atomic_load_explicit(&collect_borrowed, memory_order_acquire);) {
    collect_lock_take(&lock);
    uint32_t n = capacity, end = at + SWEEP_STEP < n ? at + SWEEP_STEP : n;
    while (at < end)
      if (!table[at].signal || !entry_harvest(at)) /* a removal may bring another here */
        at++;
    collect_lock_release(&lock);
    if (at >= n)
      break;
  }
}

void collect_borrow_queue_end(collect_queue *q) {
  collect_lock_take(&lock);
  for (uint32_t i = 0; i < capacity;) {
    if (!table[i].signal || table[i].who.queue != q) {
      i++;
    } else if (!entry_harvest(i)) {
      entry_give_up(i);
    }
  }
  collect_lock_release(&lock);
}

static void borrow_forked(void) {
  atomic_store(&lock.word, 0);
  table = NULL;
  capacity = 0;
  atomic_store(&collect_borrowed, 0);
}

/* hsa_shut_down: what is left was not destroyed, and is not there any more. */
static void borrow_end(int how) {
  if (how != COLLECT_GONE)
    collect_borrow_sweep();
  collect_lock_take(&lock);
  for (uint32_t i = 0; i < capacity;) {
    if (table[i].signal)
      entry_give_up(i);
    else
      i++;
  }
  collect_lock_release(&lock);
}

COLLECT_MODULE(borrow) = {.name = "borrow", .order = 21, .forked = borrow_forked, .end = borrow_end};
