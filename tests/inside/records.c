/* records CASE [N]: launches into a queue while the writer does not take its records:
**
**   held    the writer stands still, and comes later
**   shared  the same, and buffers may take only COLLECT_BUFFERS_MB
**   killed  the same, and the process is killed
**   stuck   the writer finds a kernel before them that never ends
**   again   the writer stands still and comes, several times, each time with a new queue: buffers are reused
**
** Prints the number of dispatches: each must be a row, or be counted as dropped (test_records.sh). */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "device.h"
#include "fake_hsa.h"
#include "hand.h"

#define OBJECT 0x7000000
static long launches;

/* Some packets have a signal of their own. */
static void launch(hsa_queue_t *q, long n) {
  hsa_signal_t own = hsa_signal(1);
  for (long i = 0; i < n; i++, launches++) {
    bool signalled = i % 1000 == 7;
    hsa_dispatch(q, OBJECT, signalled ? own : HSA_NO_SIGNAL);
    if (signalled) {
      hsa_wait(own);
      HSA(hsa_signal_silent_store_relaxed)(own, 1);
    } else if (i % 100 == 0)
      hsa_drain(q);
  }
  hsa_drain(q);
  HSA(hsa_signal_destroy)(own);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  long n = argc > 2 ? atol(argv[2]) : 40000;
  hsa_begin();
  hsa_load("kernel", OBJECT);
  hsa_queue_t *q = hsa_queue(256);
  if (!strcmp(what, "stuck")) {
    hsa_dispatch(q, HSA_STUCK, HSA_NO_SIGNAL);
    for (long i = 0; i < n; i++, launches++) {
      hsa_signal_t own = i % 100 ? HSA_NO_SIGNAL : hsa_signal(1);
      hsa_dispatch(q, OBJECT, own);
      if (own.handle) hsa_wait(own), HSA(hsa_signal_destroy)(own);
    }
    wait_runs(2);
  } else if (!strcmp(what, "again")) {
    uint64_t grown = 0;
    for (int round = 0; round < 4; round++) {
      writer_hold();
      launch(q, n);
      writer_go();
      wait_runs(2);
      if (round == 1) HSA(hsa_queue_destroy)(q), q = hsa_queue(256), wait_runs(2);
      if (!round) grown = collect_live_bytes();
    }
    printf("grown %ld\n", (long)(collect_live_bytes() - grown));
  } else {
    writer_hold();
    launch(q, n);
    printf("launches %ld\n", launches), fflush(stdout);
    if (!strcmp(what, "killed")) kill(getpid(), SIGKILL);
    writer_go();
  }
  HSA(hsa_queue_destroy)(q);
  hsa_end();
  printf("launches %ld\n", launches);
  return 0;
}
