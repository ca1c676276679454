/* Call stacks of this process: see walk.h. */
#include "image.h"
#include "row_cache.h"
#include "walk_by.h"

/* The row of an address that is not in the cache. */
static __attribute__((noinline)) collect_eh_row row_add(uintptr_t address) {
  uint32_t generation = atomic_load(&collect_row_cache.generation);
  collect_eh_row row = collect_image_row(address);
  collect_row_cache_add(address, row, generation);
  return row;
}

static inline __attribute__((always_inline)) collect_eh_row row_of_address(void *arg, uintptr_t address) {
  (void)arg;
  collect_eh_row row;
  return __builtin_expect(collect_row_cache_get(address, &row), true) ? row : row_add(address);
}

static enum collect_eh_bp saved_at_address(void *arg, uintptr_t address, uint8_t reg, int32_t *offset) {
  (void)arg;
  return collect_image_saved(address, reg, offset);
}

unsigned collect_walk(const collect_walk_from *from, uint64_t *frames, unsigned max, uint8_t *why) {
  static const collect_walk_rows rows = {row_of_address, saved_at_address, NULL};
  return collect_walk_by(from, frames, max, why, &rows);
}

const char *collect_walk_end_text(unsigned why) {
  static const char *const texts[COLLECT_WALK_ENDS] = {"complete", "no table", "damaged table", "frame out of order", "beyond the stack", "unknown expression",
    "frame pointer unknown", "too deep", "table not readable", "objects changing"};
  return why < COLLECT_WALK_ENDS ? texts[why] : "?";
}
