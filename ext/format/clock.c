/* See clock.h. The slope is a fixed-point number of 44 bits after the point: with an hour between two anchors, its rounding error is less than half a
** nanosecond. */
#include "clock.h"

/* Real clocks have slopes of 0.1 to 100 ns per tick. The bound keeps (2^63 ticks) * slope within 127 bits, whatever a file says. */
#define MAX_SLOPE ((int64_t)1 << 62)

static int64_t slope(uint64_t ns, uint64_t ticks) {
  unsigned __int128 s = (((unsigned __int128)ns << ROCZ_CLOCK_BITS) + ticks / 2) / ticks;
  return s > MAX_SLOPE ? MAX_SLOPE : (int64_t)s;
}

void rocz_clock_init(rocz_clock *c, rocz_anchor *anchor, size_t count, int64_t tsc_hz) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    if (kept == 0 || (anchor[i].tsc > anchor[kept - 1].tsc && anchor[i].boottime_ns > anchor[kept - 1].boottime_ns)) anchor[kept++] = anchor[i];
  *c = (rocz_clock){.anchor = anchor, .anchors = kept, .tsc_hz = tsc_hz};
  /* low == high: the first conversion seeks. */
}

void rocz_clock_seek(rocz_clock *c, int64_t tick) {
  c->low = INT64_MIN;
  c->high = INT64_MAX; /* the largest tick seeks each time, which does no harm */
  c->tick = c->ns = 0;
  c->ns_per_tick = (int64_t)1 << ROCZ_CLOCK_BITS;
  if (c->tsc_hz <= 0 || c->anchors == 0) return;
  if (c->anchors == 1) {
    c->tick = c->anchor[0].tsc;
    c->ns = c->anchor[0].boottime_ns;
    c->ns_per_tick = slope(1000000000, (uint64_t)c->tsc_hz);
    return;
  }
  /* The segment from the last anchor at or before the tick. */
  size_t first = 0, last = c->anchors - 2;
  while (first < last) {
    size_t middle = first + (last - first + 1) / 2;
    if (c->anchor[middle].tsc <= tick) first = middle;
    else last = middle - 1;
  }
  const rocz_anchor *a = &c->anchor[first];
  if (first > 0) c->low = a->tsc;
  if (first < c->anchors - 2) c->high = a[1].tsc;
  c->tick = a->tsc;
  c->ns = a->boottime_ns;
  c->ns_per_tick = slope((uint64_t)a[1].boottime_ns - (uint64_t)a->boottime_ns, (uint64_t)a[1].tsc - (uint64_t)a->tsc);
}
