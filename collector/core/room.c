/* Calls that cannot be recorded, chunks that cannot be written: see room.h. */
#include "room.h"
#include "core.h"

#define ROOM_ASKED_AGAIN_NS 1000000000
#define STRIPES 16
#define SETTLED_AFTER 1024 /* calls of one stripe, a power of two: the most that a kill may lose of a count */
#define ASKED_AFTER 65536  /* calls after which one may ask for room again, where no writer looks at the clock */

_Atomic bool collect_room_is_refused;
static _Atomic int64_t refused_ns;
static _Atomic int refused_error;
static _Atomic bool refusal_told;

/* A cache line each. */
typedef struct stripe { _Alignas(64) _Atomic uint64_t untracked, dropped; uint8_t fill[48]; } stripe;
static stripe stripes[STRIPES];
static _Atomic uint32_t stripes_given;
static __thread uint32_t mine __attribute__((tls_model("initial-exec"))); /* 1 + the thread's stripe; 0: none yet */

void collect_room_reason(int error) { atomic_store_explicit(&refused_error, error, memory_order_relaxed); }

/* Not strerror, which may load a translation: this may run in a signal handler. */
static const char *reason(int error) {
  switch (error) {
  case ENOSPC: return "the disk is full";
  case EDQUOT: return "the user's quota is used up";
  case EFBIG: return "the file has reached the size limit";
  case ENOENT: return "the file was removed";
  case ESTALE: return "another program changed the file";
  case ENOMEM: return "out of memory";
  default: return "disk error";
  }
}

void collect_room_refuse(const char *path) {
  atomic_store_explicit(&refused_ns, collect_boottime_ns(), memory_order_relaxed);
  atomic_store_explicit(&collect_room_is_refused, true, memory_order_relaxed);
  if (!atomic_exchange(&refusal_told, true))
    collect_say("no room for a buffer in %.300s.live: %s; calls without a buffer are counted, not recorded", path,
                reason(atomic_load_explicit(&refused_error, memory_order_relaxed)));
}

static void settle(stripe *s) {
  collect_count(ROCZ_N_CALLS_UNTRACKED, atomic_exchange_explicit(&s->untracked, 0, memory_order_relaxed));
  collect_count(ROCZ_N_CALLS_DROPPED, atomic_exchange_explicit(&s->dropped, 0, memory_order_relaxed));
}

/* Saves the counts from a kill, and now and then allows the next call to ask for room again. */
static __attribute__((noinline, cold)) void many(stripe *s) {
  static _Atomic uint32_t times;
  settle(s);
  if (atomic_fetch_add_explicit(&times, 1, memory_order_relaxed) % (ASKED_AFTER / SETTLED_AFTER) == ASKED_AFTER / SETTLED_AFTER - 1)
    atomic_store_explicit(&collect_room_is_refused, false, memory_order_relaxed);
}

static inline stripe *own_stripe(void) {
  if (COLLECT_UNLIKELY(!mine))
    mine = 1 + atomic_fetch_add_explicit(&stripes_given, 1, memory_order_relaxed) % STRIPES;
  return &stripes[mine - 1];
}

static inline void count(stripe *s, _Atomic uint64_t *calls) {
  if (COLLECT_UNLIKELY(atomic_fetch_add_explicit(calls, 1, memory_order_relaxed) % SETTLED_AFTER == SETTLED_AFTER - 1))
    many(s);
}

void collect_untracked(void) {
  stripe *s = own_stripe();
  count(s, &s->untracked);
}

void collect_dropped(void) {
  stripe *s = own_stripe();
  count(s, &s->dropped);
}

void collect_untracked_settle(void) {
  for (stripe *s = stripes; s < stripes + STRIPES; s++)
    settle(s);
}

/* ---- writing ---- */

#define WAIT_FIRST_NS 20000000
#define WAIT_MOST_NS 1000000000

_Atomic int collect_writing_error;
static int64_t failing_ns; /* while writing fails: the time up to which that is counted */
static int64_t wait_ns, again_ns;
_Atomic bool collect_writing_told;

static void failing_count(int64_t now) {
  collect_count(ROCZ_N_NO_ROOM_NS, (uint64_t)(now - failing_ns));
  failing_ns = now;
}

void collect_writing_failed(int error) {
  int64_t now = collect_boottime_ns();
  if (!collect_writing_fails()) {
    failing_ns = now;
    wait_ns = WAIT_FIRST_NS / 2;
  }
  failing_count(now);
  wait_ns = wait_ns < WAIT_MOST_NS / 2 ? 2 * wait_ns : WAIT_MOST_NS;
  again_ns = now + wait_ns;
  atomic_store_explicit(&collect_writing_error, error ? error : EIO, memory_order_relaxed);
  collect_wake_mute(true);
}

void collect_writing_went(void) {
  if (!collect_writing_fails())
    return;
  failing_count(collect_boottime_ns());
  atomic_store_explicit(&collect_writing_error, 0, memory_order_relaxed);
  collect_wake_mute(false);
}

bool collect_writing_waits(void) { return collect_writing_fails() && collect_boottime_ns() < again_ns; }

void collect_writing_last(void) { again_ns = 0; }

void collect_writing_tell(const char *path) {
  int error = atomic_load_explicit(&collect_writing_error, memory_order_relaxed);
  if (!error || atomic_exchange(&collect_writing_told, true))
    return;
  COLLECT_SECTION_BEGIN(section);
  collect_say("cannot write %.300s: %s; rows that do not fit in memory are dropped and counted", path, reason(error));
  collect_section_end(&section);
}

/* ---- the writer ---- */

static int64_t asked_again_ns(void) { return collect_no_room() ? atomic_load_explicit(&refused_ns, memory_order_relaxed) + ROOM_ASKED_AGAIN_NS : INT64_MAX; }

static int64_t left_ns(int64_t now) {
  int64_t at = asked_again_ns();
  at = collect_writing_fails() && again_ns < at ? again_ns : at;
  return at < INT64_MAX ? at - now : at;
}

static uint64_t room_look(enum collect_drain how) {
  (void)how;
  if (asked_again_ns() <= collect_boottime_ns())
    atomic_store_explicit(&collect_room_is_refused, false, memory_order_relaxed);
  collect_untracked_settle();
  return 0;
}

/* Another thread of the parent may have been counting at the fork. */
static void room_forked(void) {
  for (stripe *s = stripes; s < stripes + STRIPES; s++)
    atomic_store_explicit(&s->untracked, 0, memory_order_relaxed), atomic_store_explicit(&s->dropped, 0, memory_order_relaxed);
  atomic_store_explicit(&collect_room_is_refused, false, memory_order_relaxed);
  atomic_store(&collect_writing_error, 0);
  atomic_store(&collect_writing_told, false);
  atomic_store(&refusal_told, false);
  collect_wake_mute(false);
}

/* Runs before the counts are written. */
COLLECT_MODULE(room) = {.name = "room", .order = 2, .drain = room_look, .sleep_ns = left_ns, .forked = room_forked};
