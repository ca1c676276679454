/* grow CASE: a thread's ring is replaced by larger ones while calls are in progress and the writer does not come. test_grow.sh
** checks that each call is a row, with its parent and its arguments. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core.h"
#include "hand.h"
#include "region.h"
#include "traced.h"

enum { OUTER = COLLECT_HIP, MIDDLE = 1 << 5, INNER = 1 << 6, RANGES = 1 << 7, INNER_CALLS = 30000, MOST_CALLS = 90000 };
/* Records of 64 bytes: the ring is replaced three times, up to 4 MiB; in the case `nested` also by the largest one. */
static int inner_calls = INNER_CALLS;
FUNCTION(outer);
FUNCTION(middle);
FUNCTION(inner);
FUNCTION(range);
WRAPPER(call_outer, outer, OUTER, (uint64_t)x)
WRAPPER(call_middle, middle, MIDDLE, (uint64_t)x)
WRAPPER(call_inner, inner, INNER, (uint64_t)x)

static int many(int x) {
  for (int i = 0; i < inner_calls; i++) call_inner(i);
  return x + 1;
}
static int through_middle(int x) { return call_middle(x) + 0; }

/* Calls are in progress, and the innermost makes many. */
static void nested(void) {
  outer.next = (void *)through_middle;
  middle.next = (void *)many;
  inner_calls = MOST_CALLS;
  writer_hold();
  call_outer(7);
  writer_go();
}

/* The same, and the process is killed then. */
static int many_then_killed(int x) { return many(x) + kill(getpid(), SIGKILL); }
static void killed(void) {
  outer.next = (void *)through_middle;
  middle.next = (void *)many_then_killed;
  writer_hold();
  call_outer(7);
}

/* Ranges, each inside the one before. */
static void ranges(void) {
  writer_hold();
  for (int i = 0; i < 3; i++) collect_region_enter(&range, RANGES, (uint32_t)i, NULL, (uint64_t[]){(uint64_t)i, 0});
  many(0);
  for (int i = 0; i < INNER_CALLS / 10; i++) collect_region_enter(&range, RANGES, 3, NULL, (uint64_t[]){(uint64_t)i, 0}), collect_region_leave(RANGES, 3);
  for (int i = 2; i >= 0; i--) collect_region_leave(RANGES, (uint32_t)i);
  writer_go();
}

/* A signal handler makes many calls while a call is in progress. That call's own record comes after them. */
static void on_signal(int sig) { many(sig); }
static int signalled(int x) { return raise(SIGUSR1) + x + 1; }
static void handler(void) {
  signal(SIGUSR1, on_signal);
  outer.next = (void *)signalled;
  writer_hold();
  for (int i = 0; i < 3; i++) call_outer(i), writer_go(), writer_hold();
  writer_go();
}

/* Calls and ranges that began in the ring find it full when they end. */
static int at_end(int x) { return many(x); }
static void ends(void) {
  outer.next = (void *)at_end;
  for (int i = 0; i < 3; i++) {
    writer_hold();
    call_outer(i);
    writer_go();
  }
}

/* Rings of ended threads are given to the next ones, once the writer has run. */
static void *one(void *arg) { return call_inner(1), arg; }
static void threads(void) {
  uint64_t first = 0;
  for (int round = 0; round < 5; round++) {
    pthread_t t[20];
    writer_hold();
    for (int i = 0; i < 20; i++) pthread_create(&t[i], NULL, one, NULL);
    for (int i = 0; i < 20; i++) pthread_join(t[i], NULL);
    if (!round) printf("ended %lld\n", (long long)collect_boottime_ns()), usleep(1000);
    writer_go();
    if (!round) first = collect_live_bytes();
  }
  printf("grown %ld\n", (long)(collect_live_bytes() - first));
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(void);
  } known[] = {{"nested", nested}, {"killed", killed}, {"ranges", ranges}, {"handler", handler}, {"ends", ends}, {"threads", threads}};
  for (size_t i = 0; argc > 1 && i < sizeof known / sizeof *known; i++)
    if (!strcmp(argv[1], known[i].name)) {
      call_inner(-1); /* until the writer has started */
      known[i].run();
      return 0;
    }
  return 2;
}
