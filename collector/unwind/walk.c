/* Call stacks of this process: see walk.h. */
#include "image.h"
#include "row_cache.h"
#include "walk_by.h"

static collect_eh_row row_of_address(void *arg, uintptr_t address) {
  (void)arg;
  collect_eh_row row;
  if (collect_row_cache_get(address, &row))
    return row;
  uint32_t generation = atomic_load(&collect_row_cache.generation);
  row = collect_image_row(address);
  collect_row_cache_add(address, row, generation);
  return row;
}

unsigned collect_walk(const collect_walk_from *from, uint64_t *frames, unsigned max, uint8_t *why) {
  return collect_walk_by(from, frames, max, why, row_of_address, NULL);
}

const char *collect_walk_end_text(unsigned why) {
  static const char *const texts[COLLECT_WALK_ENDS] = {"complete", "no table", "damaged table", "frame out of order", "beyond the stack", "unknown expression",
    "frame pointer unknown", "too deep", "table not readable", "objects changing"};
  return why < COLLECT_WALK_ENDS ? texts[why] : "?";
}
