/* Converts host times from ticks to ns, by the straight line through the two clock anchors around a tick (see HOST TIMES in rocz.h). */
#ifndef ROCZ_CLOCK_H
#define ROCZ_CLOCK_H
#include "rocz.h"

typedef struct rocz_clock {
  const rocz_anchor *anchor; /* usable anchors in order of their ticks; the caller owns them */
  size_t anchors;
  int64_t tsc_hz;
  /* The line of the last conversion: valid for low <= tick < high. */
  int64_t low, high;
  int64_t tick, ns;
  int64_t ns_per_tick; /* fixed point, ROCZ_CLOCK_BITS after the point */
} rocz_clock;
#define ROCZ_CLOCK_BITS 44

/* Moves the usable ones of `count` anchors, in which both clocks go forward, to the
** front of `anchor`. The clock refers to `anchor`, which must live as long. `tsc_hz` 0:
** ticks are already ns. */
void rocz_clock_init(rocz_clock *c, rocz_anchor *anchor, size_t count, int64_t tsc_hz);
/* Finds the line for a tick; rocz_clock_ns() calls it. */
void rocz_clock_seek(rocz_clock *c, int64_t tick);

/* Returns the BOOTTIME of a tick in ns, rounded. It grows with the ticks as long as anchors are less than hours apart, and always satisfies rocz_is_time(). */
static inline int64_t rocz_clock_ns(rocz_clock *c, int64_t tick) {
  if (__builtin_expect(tick < c->low || tick >= c->high, 0)) rocz_clock_seek(c, tick);
  int64_t since;
  if (__builtin_sub_overflow(tick, c->tick, &since)) since = tick < 0 ? INT64_MIN : INT64_MAX;
  __int128 ns = c->ns + (((__int128)since * c->ns_per_tick + ((int64_t)1 << (ROCZ_CLOCK_BITS - 1))) >> ROCZ_CLOCK_BITS);
  if (__builtin_expect(ns <= -ROCZ_MAX_TIME || ns >= ROCZ_MAX_TIME, 0)) return ns < 0 ? 1 - ROCZ_MAX_TIME : ROCZ_MAX_TIME - 1;
  return (int64_t)ns;
}

#endif
