/* Remembers for each completion signal which packet or copy was last submitted with it, if barriers are watched. The runtime
** reuses handles often: work that waits for a signal waits for the last work that was submitted with it.
**
** Places are grouped in sets, by the signal's hash. A ninth signal of a set takes the place of another, which is then not known
** any more (of 400 signals none, of 4,000 hardly any). Threads that submit write, threads that wait read, without a lock: a
** writer takes the place first, and what a reader read is valid if the signal is the same before and after. Handles are
** addresses, so none equals TAKEN. */
#include "device.h"

#define SETS 2048
#define PLACES 8
#define TAKEN 1
static struct {
  _Alignas(64) _Atomic uint64_t signal[PLACES];
  _Atomic int64_t event[PLACES];
  _Atomic uint32_t lane[PLACES], next; /* next: the place that the next new signal takes */
} sets[SETS];
static unsigned set_of(uint64_t signal) { return (unsigned)((signal >> 6) * 0x9e3779b97f4a7c15u >> 53); }
_Static_assert(SETS == 1 << (64 - 53), "as set_of() has it");

/* The place of the signal, or -1. */
static int place_of(unsigned set, uint64_t signal) {
  for (int i = 0; i < PLACES; i++)
    if (atomic_load(&sets[set].signal[i]) == signal)
      return i;
  return -1;
}

/* Takes the signal's own place, or an empty one, or another signal's: marks it TAKEN. -1: all are being written. */
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

/* If nothing changes, the place is not taken: that would hide it from readers for a moment. */
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
