/* Breaks the invariants of rings on purpose: checks CASE. test_checks.sh looks at the result. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "core.h"
#include "traced.h"

FUNCTION(called);

WRAPPER(call, called, COLLECT_HIP, 0)

#define RECORDS 8

static atomic_int runs;
static uint64_t forget(rocz_segment *s, uint64_t tail, uint64_t pos, bool all) {
  (void)tail, (void)all;
  atomic_store(&s->tail, pos);
  return 0;
}
static const char *wrong(const rocz_segment *s, uint64_t tail, uint64_t pos) {
  return pos - tail <= RECORDS && pos != tail && s->data[tail % RECORDS * 128] == 'x' ? "a record with an x" : NULL;
}
static const collect_ring ring = {.name = "test", .kind = ROCZ_SEG_COPIES, .drain = forget, .wrong = wrong};
static uint64_t drain(enum collect_drain how) {
  uint64_t rows = collect_ring_drain(&ring, how);
  atomic_fetch_add(&runs, 1);
  return rows;
}
COLLECT_MODULE(test) = {.name = "test", .order = 25, .drain = drain};

static void wait_run(void) {
  for (int before = atomic_load(&runs); atomic_load(&runs) < before + 2; usleep(200))
    collect_wake_writer();
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  for (int i = 0; i < 1000; i++) call(i);
  rocz_segment *s = collect_segment_new(&ring, 0, RECORDS * 128);
  if (!s) return 1;
  atomic_store(&s->pos, 4), wait_run();
  if (!strcmp(what, "overfull")) atomic_store(&s->pos, 4 + RECORDS + 1);
  else if (!strcmp(what, "ahead")) atomic_store(&s->tail, 6);
  else if (!strcmp(what, "back")) atomic_store(&s->tail, 2);
  else if (!strcmp(what, "kind")) s->kind = ROCZ_SEG_META;
  else if (!strcmp(what, "record")) s->data[4 * 128] = 'x', atomic_store(&s->pos, 5);
#ifdef COLLECT_DEBUG
  else if (!strcmp(what, "order")) {
    static collect_lock outer = COLLECT_LOCK(STRINGS), inner = COLLECT_LOCK(LIVE);
    collect_lock_take(&outer), collect_lock_take(&inner);
  }
#endif
  wait_run();
  s->kind = ROCZ_SEG_COPIES;
  atomic_store(&s->pos, 64), atomic_store(&s->tail, 64);
  return 0;
}
