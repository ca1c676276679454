/* A hand on the writer: a test lets it stand still, and run. */
#ifndef INSIDE_HAND_H
#define INSIDE_HAND_H
#include <stdatomic.h>
#include <unistd.h>
#include "module.h"
#include "wake.h"

static atomic_int writer_held, writer_stands, writer_runs;

static uint64_t gate(enum collect_drain how) {
  atomic_fetch_add(&writer_runs, 1);
  while (how != COLLECT_DRAIN_FINAL && atomic_load(&writer_held)) {
    atomic_store(&writer_stands, 1);
    usleep(100);
  }
  atomic_store(&writer_stands, 0);
  return 0;
}
COLLECT_MODULE(gate) = {.name = "gate", .order = 5, .drain = gate};

static void wait_runs(int n) {
  for (int before = atomic_load(&writer_runs); atomic_load(&writer_runs) < before + n;) {
    collect_wake_writer();
    usleep(100);
  }
}

/* The writer stands still from now on, before it looks at calls. */
static __attribute__((unused)) void writer_hold(void) {
  atomic_store(&writer_held, 1);
  /* Its next run, or the one that it is in, where it stands still already. */
  for (int before = atomic_load(&writer_runs); atomic_load(&writer_runs) == before && !atomic_load(&writer_stands);) {
    collect_wake_writer();
    usleep(100);
  }
}
static __attribute__((unused)) void writer_go(void) { atomic_store(&writer_held, 0), wait_runs(2); }

#endif
