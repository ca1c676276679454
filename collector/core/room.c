/* Calls that cannot be recorded: see room.h. */
#include "room.h"
#include "core.h"

#define ROOM_ASKED_AGAIN_NS 1000000000
#define STRIPES 16
#define SETTLED_AFTER 1024 /* calls of a stripe, a power of two: what a kill may lose of the count */
#define ASKED_AFTER 65536  /* and where there is no writer to look at the clock */

_Atomic bool collect_room_is_refused;
static _Atomic int64_t refused_ns;

/* A line of the cache each. */
typedef struct stripe { _Alignas(64) _Atomic uint64_t calls; uint8_t fill[56]; } stripe;
static stripe stripes[STRIPES];
static _Atomic uint32_t stripes_given;
static __thread uint32_t mine __attribute__((tls_model("initial-exec"))); /* 1 + which; 0: none yet */

void collect_room_refuse(void) {
  atomic_store_explicit(&refused_ns, collect_boottime_ns(), memory_order_relaxed);
  atomic_store_explicit(&collect_room_is_refused, true, memory_order_relaxed);
}

static void settle(stripe *s) { collect_count(ROCZ_N_CALLS_UNTRACKED, atomic_exchange_explicit(&s->calls, 0, memory_order_relaxed)); }

/* The count is not lost to a kill, and somebody looks whether there is room now. */
static __attribute__((noinline, cold)) void many(stripe *s) {
  static _Atomic uint32_t times;
  settle(s);
  if (atomic_fetch_add_explicit(&times, 1, memory_order_relaxed) % (ASKED_AFTER / SETTLED_AFTER) == ASKED_AFTER / SETTLED_AFTER - 1)
    atomic_store_explicit(&collect_room_is_refused, false, memory_order_relaxed);
}

void collect_untracked(void) {
  if (COLLECT_UNLIKELY(!mine))
    mine = 1 + atomic_fetch_add_explicit(&stripes_given, 1, memory_order_relaxed) % STRIPES;
  stripe *s = &stripes[mine - 1];
  if (COLLECT_UNLIKELY(atomic_fetch_add_explicit(&s->calls, 1, memory_order_relaxed) % SETTLED_AFTER == SETTLED_AFTER - 1))
    many(s);
}

void collect_untracked_settle(void) {
  for (stripe *s = stripes; s < stripes + STRIPES; s++)
    if (atomic_load_explicit(&s->calls, memory_order_relaxed))
      settle(s);
}

/* ---- the writer ---- */

static int64_t left_ns(int64_t now) {
  return collect_no_room() ? atomic_load_explicit(&refused_ns, memory_order_relaxed) + ROOM_ASKED_AGAIN_NS - now : INT64_MAX;
}

static uint64_t room_look(enum collect_drain how) {
  (void)how;
  if (left_ns(collect_boottime_ns()) <= 0)
    atomic_store_explicit(&collect_room_is_refused, false, memory_order_relaxed);
  collect_untracked_settle();
  return 0;
}

/* Another thread of the parent's may have been counting. */
static void room_forked(void) {
  for (stripe *s = stripes; s < stripes + STRIPES; s++)
    atomic_store_explicit(&s->calls, 0, memory_order_relaxed);
  atomic_store_explicit(&collect_room_is_refused, false, memory_order_relaxed);
}

/* Before the counts are written. */
COLLECT_MODULE(room) = {.name = "room", .order = 2, .drain = room_look, .sleep_ns = left_ns, .forked = room_forked};
