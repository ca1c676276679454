/* launch MODE [copies]: at each instruction of a doorbell's store, a signal handler
**
**   nested  launches into the same queue
**   jumps   jumps away
**   both    launches, and jumps away
**   ends    ends the thread
**   cancel  finds that the thread is cancelled, which may happen at any instruction
**
** Then two more launches are made and waited for. test_launch.sh checks that all of them end, and that each kernel is in the file
** once, with its times. With `copies` it is a kernel that HIP copies with; then each copy is in the file as well. */
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
static long launches;
static bool nests, jumps, ends, cancels;
static sigjmp_buf away;

static void launch(void) {
  hsa_dispatch(q, OBJECT, HSA_NO_SIGNAL);
  launches++;
}

#if defined(STEPS)
static bool interrupt(ucontext_t *interrupted) {
  (void)interrupted;
  if (collect_own_work_depth) /* in our own work, no handler runs */
    return false;
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
  return true;
}

/* The packet is written first; the store to the doorbell is single-stepped. */
static __attribute__((noinline)) void stepped(void) {
  uint64_t i = hsa_reserve(q);
  hsa_packet_write(q, i, OBJECT);
  launches++;
  if (sigsetjmp(away, 1))
    return;
  STEP(HSA(hsa_signal_store_screlease)(q->doorbell_signal, (hsa_signal_value_t)i));
}

/* The same on a thread of its own. */
static void *stepped_there(void *unused) {
  stepped();
  return unused;
}
static void stepped_thread(void) {
  pthread_t t;
  pthread_create(&t, NULL, stepped_there, NULL);
  pthread_join(t, NULL);
}
#endif

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  ends = !strcmp(argv[1], "ends");
  cancels = !strcmp(argv[1], "cancel");
  nests = !strcmp(argv[1], "nested") || !strcmp(argv[1], "both");
  jumps = !strcmp(argv[1], "jumps") || !strcmp(argv[1], "both");
  hsa_begin();
  if (argc > 2) { /* in units of 16 bytes: source, destination, offsets, number of units, bytes of a unit */
    hsa_kernarg_bytes = 48;
    hsa_kernarg[0] = 0x1000, hsa_kernarg[1] = 0x2000, hsa_kernarg[4] = 4, hsa_kernarg[5] = 16;
    hsa_load("__amd_rocclr_copyBufferAligned", OBJECT);
  }
  q = hsa_queue(256);
  launch();
  long instructions = 0, stride = 0;
#if defined(STEPS)
  step_for(interrupt, argc > 3 ? atol(argv[3]) : 1);
  while (step_next()) {
    if (ends || cancels)
      stepped_thread();
    else
      stepped();
    launch();
    launch();
    hsa_drain(q);
  }
  instructions = step.known;
  stride = step.stride;
#endif
  HSA(hsa_queue_destroy)(q);
  hsa_end();
  printf("launches %ld\ninstructions %ld\nstride %ld\n", launches, instructions, stride);
  return 0;
}
