/* Events: a host thread sleeps on one until the GPU interrupts it.
**
** Raising an event wakes all threads that wait for it at that moment, as the kernel's driver does (a signal's owner and the
** runtime's event thread may wait for the same event). If nobody waits, the event stays raised; a wait takes that back, unless
** the event is reset by hand. Each event counts its waiters, so raising an event that nobody waits for (the runtime spins first)
** costs two memory accesses and no system call. */
#include <linux/futex.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "gpusim.h"

/* The real driver allows one process this many signal events. */
#define MAX_EVENTS 4096

typedef struct slot {
  atomic_bool used;
  bool manual;
  atomic_uint signaled;
  atomic_uint waiters;
  atomic_uint raises; /* number of raises that found waiters */
  _Atomic uint64_t mailbox;
} slot;

static slot slots[MAX_EVENTS + 1]; /* id 0 means none */
static atomic_uint next_free = 1;
/* Changes with each raise that found a waiter: waiters sleep on it. */
static atomic_uint generation;

static slot *slot_of(uint32_t id) {
  return id && id <= MAX_EVENTS && atomic_load(&slots[id].used) ? &slots[id] : NULL;
}

void gpusim_event_raise(uint32_t id) {
  slot *s = slot_of(id);
  if (!s)
    return;
  if (s->manual || !atomic_load(&s->waiters))
    atomic_store(&s->signaled, 1);
  /* A waiter that comes between these two lines finds the event signaled. */
  if (!atomic_load(&s->waiters))
    return;
  atomic_fetch_add(&s->raises, 1);
  atomic_fetch_add(&generation, 1);
  syscall(SYS_futex, &generation, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
}

HSAKMT_STATUS hsaKmtCreateEvent(HsaEventDescriptor *descriptor, bool manual_reset, bool is_signaled, HsaEvent **event) {
  if (!gpusim_driver_open())
    return HSAKMT_STATUS_KERNEL_IO_CHANNEL_NOT_OPENED;
  if (gpusim_setting_fails(GPUSIM_FAIL_EVENT))
    return HSAKMT_STATUS_NO_MEMORY;
  HsaEvent *e = calloc(1, sizeof *e);
  if (!e)
    return HSAKMT_STATUS_NO_MEMORY;
  unsigned from = atomic_load(&next_free);
  for (unsigned i = 0; i < MAX_EVENTS; i++) {
    unsigned id = (from - 1 + i) % MAX_EVENTS + 1;
    bool free_slot = false;
    if (!atomic_compare_exchange_strong(&slots[id].used, &free_slot, true))
      continue;
    atomic_store(&next_free, id % MAX_EVENTS + 1);
    slots[id].manual = manual_reset;
    atomic_store(&slots[id].signaled, is_signaled);
    e->EventId = id;
    e->EventData.EventType = descriptor->EventType;
    e->EventData.EventData.SyncVar = descriptor->SyncVar;
    e->EventData.HWData1 = id;
    e->EventData.HWData2 = (uint64_t)(uintptr_t)&slots[id].mailbox;
    e->EventData.HWData3 = id;
    *event = e;
    return HSAKMT_STATUS_SUCCESS;
  }
  free(e);
  return HSAKMT_STATUS_NO_MEMORY;
}

HSAKMT_STATUS hsaKmtDestroyEvent(HsaEvent *event) {
  slot *s = event ? slot_of(event->EventId) : NULL;
  if (!s)
    return HSAKMT_STATUS_INVALID_HANDLE;
  atomic_store(&s->used, false);
  free(event);
  return HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS hsaKmtSetEvent(HsaEvent *event) {
  if (!event || !slot_of(event->EventId))
    return HSAKMT_STATUS_INVALID_HANDLE;
  gpusim_event_raise(event->EventId);
  return HSAKMT_STATUS_SUCCESS;
}

static bool take(slot *s) {
  return s->manual ? atomic_load(&s->signaled) != 0 : atomic_exchange(&s->signaled, 0) != 0;
}

/* Whether the wait is over. Without `all` it takes the first signaled event; with it, all of them once all are signaled. `before`
** has each event's number of raises from the beginning of the wait. */
static bool satisfied(HsaEvent *const *events, const unsigned *before, uint32_t n, bool all) {
  for (uint32_t i = 0; i < n; i++) {
    slot *s = slot_of(events[i]->EventId);
    bool raised = s && atomic_load(&s->raises) != before[i];
    if (all ? !raised && (!s || !atomic_load(&s->signaled)) : raised || (s && take(s)))
      return !all;
  }
  for (uint32_t i = 0; all && i < n; i++)
    take(slot_of(events[i]->EventId));
  return all;
}

static int64_t monotonic_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static bool wait_until(HsaEvent *const *events, const unsigned *before, uint32_t n, bool all, int64_t deadline_ns) {
  for (;;) {
    unsigned seen = atomic_load(&generation);
    if (satisfied(events, before, n, all))
      return true;
    int64_t left_ns = INT64_MAX;
    struct timespec t;
    if (deadline_ns != INT64_MAX) {
      left_ns = deadline_ns - monotonic_ns();
      if (left_ns <= 0)
        return false;
      t.tv_sec = left_ns / 1000000000;
      t.tv_nsec = left_ns % 1000000000;
    }
    gpusim_engine_kick();
    syscall(SYS_futex, &generation, FUTEX_WAIT_PRIVATE, seen, left_ns == INT64_MAX ? NULL : &t, NULL, 0);
  }
}

HSAKMT_STATUS hsaKmtWaitOnMultipleEvents(HsaEvent *events[], HSAuint32 n, bool all, HSAuint32 milliseconds) {
  if (!gpusim_driver_open())
    return HSAKMT_STATUS_KERNEL_IO_CHANNEL_NOT_OPENED;
  for (uint32_t i = 0; i < n; i++)
    if (!events[i])
      return HSAKMT_STATUS_INVALID_HANDLE;
  /* The runtime's "for ever" is the largest or the second largest value. */
  int64_t deadline_ns = milliseconds >= 0xfffffffe ? INT64_MAX : monotonic_ns() + milliseconds * 1000000ll;
  unsigned before[n + 1];
  for (uint32_t i = 0; i < n; i++) {
    slot *s = &slots[events[i]->EventId % (MAX_EVENTS + 1)];
    before[i] = atomic_load(&s->raises); /* read before we count as a waiter, so that no raise is missed */
    atomic_fetch_add(&s->waiters, 1);
  }
  bool done = wait_until(events, before, n, all, deadline_ns);
  for (uint32_t i = 0; i < n; i++)
    atomic_fetch_sub(&slots[events[i]->EventId % (MAX_EVENTS + 1)].waiters, 1);
  return done ? HSAKMT_STATUS_SUCCESS : HSAKMT_STATUS_WAIT_TIMEOUT;
}

HSAKMT_STATUS hsaKmtWaitOnEvent(HsaEvent *event, HSAuint32 milliseconds) {
  return hsaKmtWaitOnMultipleEvents(&event, 1, true, milliseconds);
}
