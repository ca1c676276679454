/* Controls the writer: a test can stop it, let it run, and give it something to do. */
#ifndef INSIDE_HAND_H
#define INSIDE_HAND_H
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "module.h"
#include "wake.h"

static atomic_int writer_held, writer_stands, writer_runs;
static void (*_Atomic writer_errand)(void); /* what the stopped writer is to do next */
static atomic_int writer_busy;               /* 1 until it has done that */

/* Threads hand over by a futex. They do not poll, since on a busy machine a poll costs a time slice. Async-signal-safe. */
static void wait_while(atomic_int *word, int value) {
  while (atomic_load(word) == value) syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}
static void hand_over(atomic_int *word, int value) {
  atomic_store(word, value);
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 9, NULL, NULL, 0);
}

static uint64_t gate(enum collect_drain how) {
  atomic_fetch_add(&writer_runs, 1);
  while (how != COLLECT_DRAIN_FINAL && atomic_load(&writer_held)) {
    atomic_store(&writer_stands, 1);
    void (*errand)(void) = atomic_load(&writer_errand);
    if (errand) {
      atomic_store(&writer_errand, NULL);
      errand();
      hand_over(&writer_busy, 0);
    } else if (!atomic_load(&writer_busy)) {
      struct timespec ms = {.tv_nsec = 1000000};
      syscall(SYS_futex, &writer_busy, FUTEX_WAIT_PRIVATE, 0, &ms, NULL, 0);
    }
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

/* Stops the writer before it looks at calls. */
static __attribute__((unused)) void writer_hold(void) {
  atomic_store(&writer_held, 1);
  /* Waits for its next run, or its present one if it has stopped in that. */
  for (int before = atomic_load(&writer_runs); atomic_load(&writer_runs) == before && !atomic_load(&writer_stands);) {
    collect_wake_writer();
    usleep(100);
  }
}
static __attribute__((unused)) void writer_go(void) { atomic_store(&writer_held, 0), wait_runs(2); }

/* Runs this on the writer's thread while it is stopped. Only that thread has the file's descriptors. */
static __attribute__((unused)) void writer_do(void (*errand)(void)) {
  atomic_store(&writer_errand, errand);
  hand_over(&writer_busy, 1);
  wait_while(&writer_busy, 1);
}

#endif
