/* Stacks of blocked threads: see outside.h. */
#include "outside.h"
#include "walk.h"

enum { FIRST = 8192, MOST = 262144 };

unsigned sample_outside_walk(const sample_place *at, uint64_t *frames, unsigned max, uint8_t *why) {
  static _Alignas(16) char copy[MOST];
  unsigned n = 0;
  /* Most stacks are shallow, so a part is copied first. */
  for (size_t size = FIRST; size <= MOST; size *= 4) {
    size_t copied = sample_memory_copy(at->sp, copy, size);
    if (!copied)
      return 0;
    collect_walk_from from = {.pc = at->pc, .sp = at->sp, .low = at->sp, .high = at->sp + copied, .copy = copy};
    n = collect_walk(&from, frames, max, why);
    if (*why != COLLECT_WALK_OUT_OF_STACK || copied < size)
      break;
  }
  return n;
}
