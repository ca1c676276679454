/* Which packet or copy signals what, as far as they are waited for: the last one with each completion signal. Handles are the
** runtime's, and many times used again; so what waits for one waits for the last that was submitted with it.
**
** A place for each signal by its hash, where another may push it out: it is not known then. Whoever submits writes, whoever waits reads,
** without a lock: what was read counts if the signal is the same before and after. */
#include "device.h"

#define SIGNALS 16384
static struct { _Atomic uint64_t signal; _Atomic int64_t event; _Atomic uint32_t lane; } signalled[SIGNALS];
static unsigned place_of(uint64_t signal) { return (unsigned)((signal >> 6) * 0x9e3779b97f4a7c15u >> 50); }

void collect_signalled_by(uint64_t signal, uint32_t lane, int64_t event) {
  unsigned i = place_of(signal);
  atomic_store(&signalled[i].signal, 0);
  atomic_store(&signalled[i].lane, lane);
  atomic_store(&signalled[i].event, event);
  atomic_store(&signalled[i].signal, signal);
}

bool collect_signalled(uint64_t signal, uint32_t *lane, int64_t *event) {
  unsigned i = place_of(signal);
  if (!signal || atomic_load(&signalled[i].signal) != signal)
    return false;
  *lane = atomic_load(&signalled[i].lane);
  *event = atomic_load(&signalled[i].event);
  return atomic_load(&signalled[i].signal) == signal;
}
