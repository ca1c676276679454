/* The frames of an interpreter in a stack: see interpreter.h. */
#include "interpreter.h"

collect_interpreter collect_interpreter_now;
_Atomic bool collect_interpreter_wanted;

unsigned collect_interpreter_merge(const uint64_t *native, unsigned natives, const uint64_t *interpreted, unsigned interpreteds, uint64_t *out, unsigned max) {
  const collect_interpreter *now = &collect_interpreter_now;
  uintptr_t low = atomic_load_explicit(&now->low, memory_order_relaxed), high = atomic_load_explicit(&now->high, memory_order_relaxed);
  unsigned n = 0, k = 0;
  for (unsigned i = 0; i < natives && n < max; i++) {
    uint64_t address = collect_walk_lookup(native[i]);
    if (address < low || address >= high || k == interpreteds) {
      out[n++] = native[i];
      continue;
    }
    for (bool last = false; !last && k < interpreteds && n < max; k++) {
      last = interpreted[k] & COLLECT_INTERPRETER_LAST;
      if ((interpreted[k] & COLLECT_INTERPRETER_NUMBER) != COLLECT_INTERPRETER_NONE)
        out[n++] = interpreted[k] & ~COLLECT_INTERPRETER_LAST;
    }
  }
  return n;
}
