/* launch MODE: at each instruction of a doorbell's store, a signal handler
**
**   nested  launches into the same queue
**   jumps   jumps away
**   both    launches, and jumps away
**   ends    ends the thread
**   cancel  finds that the thread is cancelled, which may be so anywhere
**
** and then two more launches are made and waited for. All end, and each kernel is there once, with its
** times: looked at by test_launch.sh. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "device.h"
#include "fake_hsa.h"
#include "step.h"

#define OBJECT 0x7000000
static hsa_queue_t *q;
static long steps, target, launches;
static bool nests, jumps, ends, cancels, stepping;
static sigjmp_buf away;

static void launch(void) {
  hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
  launches++;
}

#if defined(STEPS)
static void step(ucontext_t *interrupted) {
  if (!stepping || ++steps < target || collect_own_work_depth)
    return;
  stepping = false;
  trap_end(interrupted);
  if (nests)
    launch();
  if (ends)
    pthread_exit(NULL);
  if (cancels) {
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    pthread_cancel(pthread_self());
  }
  if (jumps)
    siglongjmp(away, 1);
}

/* A packet is written; the doorbell's store is stepped. */
static __attribute__((noinline)) void stepped(void) {
  uint64_t i = hsa_reserve(q);
  hsa_packet_write(q, i, OBJECT);
  launches++;
  steps = 0;
  if (sigsetjmp(away, 1))
    return;
  stepping = true;
  STEP(HSA(hsa_signal_store_screlease)(q->doorbell_signal, (hsa_signal_value_t)i));
  stepping = false;
}

/* In a thread of its own. */
static void *stepped_there(void *unused) {
  stepped();
  return unused;
}
static void stepped_thread(void) {
  pthread_t t;
  pthread_create(&t, NULL, stepped_there, NULL);
  pthread_join(t, NULL);
  stepping = false;
}
#endif

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  ends = !strcmp(argv[1], "ends");
  cancels = !strcmp(argv[1], "cancel");
  nests = !strcmp(argv[1], "nested") || !strcmp(argv[1], "both");
  jumps = !strcmp(argv[1], "jumps") || !strcmp(argv[1], "both");
  hsa_begin();
  q = hsa_queue(256);
  launch();
#if defined(STEPS)
  on_step(step);
  do {
    target++;
    if (ends || cancels)
      stepped_thread();
    else
      stepped();
    launch();
    launch();
    hsa_drain(q);
  } while (steps >= target);
#endif
  HSA(hsa_queue_destroy)(q);
  hsa_end();
  printf("launches %ld\ninstructions %ld\n", launches, target - 1);
  return 0;
}
