/* rows CASE: records that are rows of other tables, between calls. test_rows.sh looks at the result. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include "core.h"
#include "hand.h"
#include "region.h"
#include "traced.h"

enum { LAYER = COLLECT_HIP, ROWS = 20000, THREADS = 3 };
FUNCTION(called);
WRAPPER(call, called, LAYER, (uint64_t)x)

static const collect_api row_api = {.rows = true};
static const collect_parameter of_allocation[] = {COLLECT_PARAMETER_AT(0, ROCZ_F_UINT), COLLECT_PARAMETER_AT(1, ROCZ_F_STRING),
                                                  COLLECT_PARAMETER_AT(2, ROCZ_F_POINTER), COLLECT_PARAMETER_AT(3, ROCZ_F_INT),
                                                  COLLECT_PARAMETER_AT(4, ROCZ_F_INT)};
static collect_function memory_allocations = {.generation = COLLECT_NEVER, .name = "memory_allocations", .api = &row_api, .parameter = of_allocation,
  .texts = "size\0\0type\0\0address\0\0agent_id\0\0no_such_column\0\0", .parameters = 5, .words = 5};
static const collect_parameter of_sample[] = {COLLECT_PARAMETER_AT(0, ROCZ_F_STRING)};
static collect_function samples = {
  .generation = COLLECT_NEVER, .name = "samples", .api = &row_api, .parameter = of_sample, .texts = "name\0\0", .parameters = 1, .words = 1};
/* A table that readers do not know. */
static const collect_parameter of_unknown[] = {COLLECT_PARAMETER_AT(0, ROCZ_F_INT)};
static collect_function unknown = {
  .generation = COLLECT_NEVER, .name = "of_the_future", .api = &row_api, .parameter = of_unknown, .texts = "x\0\0", .parameters = 1, .words = 1};

static void allocation(int64_t i) {
  collect_region_write(&memory_allocations, collect_ticks() - 1000,
                       (uint64_t[]){(uint64_t)i, collect_string_word(i % 2 ? "ALLOC" : "FREE"), (uint64_t)(i * 4096), (uint64_t)ROCZ_NULL, 1});
}

/* A row inside a call, which is its parent. */
static int in_call(int x) {
  allocation(x);
  return x + 1;
}

static void *work(void *arg) {
  int64_t first = (int64_t)(intptr_t)arg * ROWS;
  for (int64_t i = first; i < first + ROWS; i++) {
    if (i % 4) allocation(i);
    else call((int)i); /* a call with a row inside */
    if (i % 10 == 0) collect_region_write(&samples, 0, (uint64_t[]){collect_string_word("sampled")});
    if (i % 100 == 0) collect_region_write(&unknown, 0, (uint64_t[]){(uint64_t)i});
  }
  return NULL;
}

static void threads(void) {
  pthread_t t[THREADS];
  for (intptr_t i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
}

/* The writer is stopped: one batch contains more rows than one chunk of such a table. */
static void held(void) {
  writer_hold();
  work(NULL);
  writer_go();
}

static void killed(void) {
  work(NULL);
  kill(getpid(), SIGKILL);
}

/* Some rows are in chunks, others are not yet. */
static void killed_later(void) {
  work(NULL);
  writer_go(); /* so that it has run in any case */
  writer_hold();
  work((void *)1);
  kill(getpid(), SIGKILL);
}

/* A forked child declares its own kinds, in another order. */
static void forked(void) {
  allocation(1);
  if (!fork()) {
    collect_region_write(&samples, 0, (uint64_t[]){collect_string_word("child")});
    for (int i = 0; i < 10; i++) allocation(i);
    exit(0);
  }
  wait(NULL);
  allocation(2);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(void);
  } known[] = {{"threads", threads}, {"held", held}, {"killed", killed}, {"killed_later", killed_later}, {"forked", forked}};
  called.next = (void *)in_call;
  for (size_t i = 0; argc > 1 && i < sizeof known / sizeof *known; i++)
    if (!strcmp(argv[1], known[i].name)) {
      if (strcmp(argv[1], "forked")) call(-1); /* until the writer has started */
      known[i].run();
      return 0;
    }
  return 2;
}
