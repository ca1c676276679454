/* Which packet or copy signals what, as far as they are waited for: the last one with each completion signal. Handles are the
** runtime's, and many times used again; so what waits for one waits for the last that was submitted with it.
**
** Places in sets, by the signal's hash; a ninth signal of a set takes the place of another, which is then not known (of 4,000 signals
** next to none, of 400 none). Whoever submits writes, whoever waits reads, without a lock: who writes takes the place first, and what was
** read counts if the signal is the same before and after. Handles are addresses, so that none is TAKEN. */
#include "device.h"

#define SETS 2048
#define PLACES 8
#define TAKEN 1
static struct {
  _Alignas(64) _Atomic uint64_t signal[PLACES];
  _Atomic int64_t event[PLACES];
  _Atomic uint32_t lane[PLACES], next; /* next: whose place the next one takes */
} sets[SETS];
static unsigned set_of(uint64_t signal) { return (unsigned)((signal >> 6) * 0x9e3779b97f4a7c15u >> 53); }
_Static_assert(SETS == 1 << (64 - 53), "as set_of() has it");

/* The place of it, or -1. */
static int place_of(unsigned set, uint64_t signal) {
  for (int i = 0; i < PLACES; i++)
    if (atomic_load(&sets[set].signal[i]) == signal)
      return i;
  return -1;
}

/* The signal's own place, or an empty one, or another's: TAKEN. -1 when all are being written. */
static int place_take(unsigned set, uint64_t signal) {
  for (int try = 0; try < 2 * PLACES; try++) {
    int i = place_of(set, signal);
    if (i < 0)
      i = place_of(set, 0);
    if (i < 0)
      i = (int)(atomic_fetch_add(&sets[set].next, 1) % PLACES);
    uint64_t was = atomic_load(&sets[set].signal[i]);
    if (was != TAKEN && atomic_compare_exchange_strong(&sets[set].signal[i], &was, TAKEN))
      return i;
  }
  return -1;
}

/* The same again changes nothing: to take the place would for a moment hide from readers what they know. */
void collect_signalled_by(uint64_t signal, uint32_t lane, int64_t event) {
  uint32_t known_lane;
  int64_t known_event;
  if (collect_signalled(signal, &known_lane, &known_event) && known_lane == lane && known_event == event)
    return;
  unsigned set = set_of(signal);
  int i = signal ? place_take(set, signal) : -1;
  if (i < 0)
    return;
  atomic_store(&sets[set].lane[i], lane);
  atomic_store(&sets[set].event[i], event);
  atomic_store(&sets[set].signal[i], signal);
}

bool collect_signalled(uint64_t signal, uint32_t *lane, int64_t *event) {
  unsigned set = set_of(signal);
  int i = signal ? place_of(set, signal) : -1;
  if (i < 0)
    return false;
  *lane = atomic_load(&sets[set].lane[i]);
  *event = atomic_load(&sets[set].event[i]);
  return atomic_load(&sets[set].signal[i]) == signal;
}
