/* See small.h. */
#include "small.h"

tracegen_options small_options(uint64_t events, uint64_t seed) {
  tracegen_options o = tracegen_defaults(events);
  o.seed = seed;
  o.threads = 3, o.queues = 2, o.agents = 2, o.names = 12;
  o.nested_permille = 100, o.graph_permille = 50;
  o.chunk_rows = 100; /* makes many chunks */
  o.arguments = true, o.open = true;
  return o;
}

const char *small_trace(const char *path, uint64_t events, uint64_t seed) {
  tracegen_options o = small_options(events, seed);
  return tracegen_write(path, &o);
}
