/* Tests what the collector remembers of signals: all signals that a program has at a time, wherever the runtime put them. A
** signal that was pushed out must be unknown, never mistaken for another. test_signalled.sh runs it. */
#include "../../collector/device/signalled.c"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 1;
static uint64_t any(void) { return (seed = seed * 6364136223846793005u + 1442695040888963407u) >> 16; }

/* The lane and event that belong to this signal, computed from the signal. */
static uint32_t lane_of(uint64_t signal) { return (uint32_t)(signal >> 6) * 2654435761u; }
static int64_t event_of(uint64_t signal) { return (int64_t)(signal ^ signal << 9); }
static void submit(uint64_t signal) { collect_signalled_by(signal, lane_of(signal), event_of(signal)); }
/* 1: known; 0: not known; -1: mistaken for another. */
static int known(uint64_t signal) {
  uint32_t lane;
  int64_t event;
  return !collect_signalled(signal, &lane, &event) ? 0 : lane == lane_of(signal) && event == event_of(signal) ? 1 : -1;
}
static void forget(void) { memset(sets, 0, sizeof sets); }

static int failed;
static void is(const char *what, long got, long wanted) {
  if (got == wanted) printf("ok %s\n", what);
  else printf("not ok %s: %ld, not %ld\n", what, got, wanted), failed = 1;
}

/* Submits n signals, which lie together or in several pieces of memory. Returns how many are known afterwards. A wrong one ends
** the test. */
static long remembered(int n, uint64_t apart, int pieces) {
  uint64_t base[16];
  long sum = 0;
  forget();
  for (int i = 0; i < pieces; i++) base[i] = (0x7f0000000000 + any() % (1ull << 38)) & ~(uint64_t)63;
  for (int i = 0; i < n; i++) submit(base[i % pieces] + (uint64_t)(i / pieces) * apart);
  for (int i = 0; i < n; i++) {
    int k = known(base[i % pieces] + (uint64_t)(i / pieces) * apart);
    if (k < 0) is("another's", 1, 0), exit(1);
    sum += k;
  }
  return sum;
}

enum { WRITERS = 4, EACH = 300 };
static _Atomic bool over;
static uint64_t of_thread(long thread, long i) { return 0x7f1234560000 + (uint64_t)(thread * EACH + i) * 128; }
static void *writer(void *arg) {
  for (long round = 0; round < 300; round++)
    for (long i = 0; i < EACH; i++) submit(of_thread((long)arg, i));
  return NULL;
}
/* One packet has one signal: a barrier is noted ahead, and again when it is submitted. */
static void *repeater(void *signal) {
  while (!atomic_load(&over)) submit((uint64_t)(uintptr_t)signal);
  return NULL;
}
static long unknown_meanwhile(uint64_t signal, int times) {
  pthread_t thread;
  long unknown = 0;
  submit(signal);
  pthread_create(&thread, NULL, repeater, (void *)(uintptr_t)signal);
  for (int i = 0; i < times; i++) unknown += !known(signal);
  atomic_store(&over, true);
  pthread_join(thread, NULL);
  atomic_store(&over, false);
  return unknown;
}

static void *reader(void *arg) {
  long wrong = 0;
  while (!atomic_load(&over))
    for (long i = 0; i < EACH; i++) wrong += known(of_thread((long)arg, i)) < 0;
  return (void *)wrong;
}

int main(void) {
  long few = 0, many = 0, rows = 0;
  for (int i = 0; i < 200; i++) few += remembered(400, 64 << any() % 4, 1 + (int)(any() % 16));
  is("400 signals, 200 times: all known", few, 200 * 400);
  for (int i = 0; i < 50; i++) rows += remembered(4000, 64, 1);
  is("4,000 in a row", rows, 50 * 4000);
  for (int i = 0; i < 50; i++) many += remembered(4000, 64 << any() % 4, 1 + (int)(any() % 16));
  is("4,000 anywhere: of 1,000 not one is forgotten", many > 50 * 3996, 1);
  long most = remembered(100000, 128, 3);
  is("100,000: the places are full", most > 15000 && most <= SETS * PLACES, 1);
  forget();
  submit(0x7f0000000040), collect_signalled_by(0x7f0000000040, 3, 5);
  uint32_t lane = 0;
  int64_t event = 0;
  is("again: the last that was submitted", collect_signalled(0x7f0000000040, &lane, &event) && lane == 3 && event == 5, 1);
  collect_signalled_by(0, 1, 1);
  is("no signal", collect_signalled(0, &lane, &event), 0);
  is("the same again and again: known all the time", unknown_meanwhile(0x7f0000000040, 20000000), 0);

  forget();
  pthread_t writers[WRITERS], readers[2];
  for (long i = 0; i < WRITERS; i++) pthread_create(&writers[i], NULL, writer, (void *)i);
  for (long i = 0; i < 2; i++) pthread_create(&readers[i], NULL, reader, (void *)i);
  for (int i = 0; i < WRITERS; i++) pthread_join(writers[i], NULL);
  atomic_store(&over, true);
  long wrong = 0, all = 0;
  for (int i = 0; i < 2; i++) {
    void *of;
    pthread_join(readers[i], &of);
    wrong += (long)of;
  }
  for (long i = 0; i < WRITERS * EACH; i++) all += known(of_thread(i / EACH, i % EACH)) == 1;
  is("several threads: none is another's", wrong, 0);
  is("several threads: all are known", all, WRITERS * EACH);
  return failed;
}
