/* leap PATH HOW [STRIDE]: a thread is single-stepped through PATH. A signal handler runs at each STRIDEth instruction in turn at
** which signals are not blocked.
**
**   PATH  call; nested (a call in a call); under (a call leaves a region open, which is left after it); region (a range around a call);
**         first (a thread's first call); function (a function's first call); full (the ring is full); grow (a larger ring replaces the
**         present one); row; left (a call that finds two others left by a jump); again (a call that finds a slow path left by a jump)
**
**   HOW   jump (the handler jumps to where the path began), call (it makes a call of another layer, and returns), leave (it makes a call,
**         jumps out of it, makes another, and returns), exit (it ends the thread by pthread_exit)
**
** Afterwards the thread makes four calls, at another depth of its stack. They must become rows, and the thread must be as before:
** its calls are fast, none is in progress, no signal is blocked. It prints how many calls returned, and how many were left. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core.h"
#include "hand.h"
#include "region.h"
#include "stack.h"
#include "step.h"
#include "traced.h"

enum { OUTER = COLLECT_HIP, INNER = 1 << 5, RANGES = 1 << 6, HANDLER = 1 << 7 };
FUNCTION(outer);
FUNCTION(inner);
FUNCTION(late);
FUNCTION(range);
FUNCTION(handler);
WRAPPER(call_outer, outer, OUTER, (uint64_t)x)
WRAPPER(call_inner, inner, INNER, (uint64_t)x)
WRAPPER(call_late, late, OUTER, (uint64_t)x)
WRAPPER(call_handler, handler, HANDLER, (uint64_t)x)
static const collect_api row_api = {.rows = true};
static const collect_parameter of_allocation[] = {COLLECT_PARAMETER_AT(0, ROCZ_F_UINT)};
static collect_function memory_allocations = {
  .generation = COLLECT_NEVER, .name = "memory_allocations", .api = &row_api, .parameter = of_allocation, .texts = "size\0\0", .parameters = 1, .words = 1};

static long returned, left, made; /* numbers of calls and regions: returned; left by the handler, or perhaps left; made by the handler */
static sigjmp_buf base;

/* ---- paths ---- */

static int through_inner(int x) { return call_inner(x); }
static int through_region(int x) {
  collect_region_enter(&range, RANGES, 0, "open", (uint64_t[]){1, 0});
  return x;
}
static int through_jump(int x) { siglongjmp(base, x); }
static void path_call(void) { call_outer(1); }
static void path_under(void) {
  call_outer(1);
  collect_region_leave(RANGES, 0);
}
static void path_region(void) {
  collect_region_enter(&range, RANGES, 0, "a range", (uint64_t[]){1, 0});
  call_inner(1);
  collect_region_leave(RANGES, 0);
}
static void path_function(void) { call_late(1); }
static void path_row(void) { collect_region_write(&memory_allocations, collect_ticks(), (uint64_t[]){1}); }

/* ---- what is before each ---- */

static void before_nested(void) { outer.next = (void *)through_inner; }
static void before_under(void) { outer.next = (void *)through_region; }
static void before_function(void) { atomic_store(&late.generation, COLLECT_NEVER); }
static void before_full(void) { *collect_next_fast_until(collect_thread) = 0, atomic_store(&collect_thread->fast_until, 1); }
static void before_grow(void) {
  collect_private_of(collect_thread)->born_pos -= 4 * collect_thread->capacity;
  *collect_next_fast_until(collect_thread) = 1;
  atomic_store(&collect_thread->fast_until, 1); /* makes the next call take the slow path */
}
static int through_inner_jump(int x) {
  inner.next = (void *)through_jump;
  return call_inner(x);
}
static void before_left(void) {
  outer.next = (void *)through_inner_jump;
  if (!sigsetjmp(base, 1)) call_outer(1);
  outer.next = inner.next = (void *)plain;
  left += 2;
}
static __attribute__((noinline)) void be_busy(void) {
  collect_busy_begin(__builtin_dwarf_cfa(), __builtin_return_address(0));
  slot_spill(collect_thread);
}
static int through_busy_jump(int x) {
  be_busy(); /* the handler interrupts the moving of a call to the spill array, and leaves it */
  siglongjmp(base, x);
}
static void before_again(void) {
  outer.next = (void *)through_busy_jump;
  if (!sigsetjmp(base, 1)) call_outer(1);
  outer.next = (void *)plain;
  left++;
}

static const struct { const char *name; void (*run)(void), (*before)(void); int calls; bool threads, varies; } paths[] = {
    {"call", path_call, NULL, 1, false, false}, {"nested", path_call, before_nested, 2, false, false}, {"under", path_under, before_under, 2, false, false},
    {"region", path_region, NULL, 2, false, false}, {"first", path_call, NULL, 1, true, true}, {"function", path_function, before_function, 1, false, true},
    {"full", path_call, before_full, 1, false, false}, {"grow", path_call, before_grow, 1, true, true}, {"row", path_row, NULL, 0, false, false},
    {"left", path_call, before_left, 1, false, false}, {"again", path_call, before_again, 1, false, false}};
static int path;
static bool full, exits;
static const char *how;

/* ---- after each ---- */

static __attribute__((noinline)) void deeper(long n, void (*run)(void)) {
  char far[2000];
  __asm__ volatile("" : : "r"(far) : "memory"); /* makes the array exist, without writing to it */
  if (n)
    deeper(n - 1, run);
  else
    run();
  __asm__ volatile("" : : "r"(far) : "memory");
}
static long bad, bad_at;
static void wrong(const char *what) {
  if (!bad++) bad_at = step.target;
  printf("# instruction %ld: %s\n", step.target, what);
}
static uint64_t pos_now(void) { return atomic_load(&collect_thread->pos); }
/* It becomes a row at once. */
static void row_of(int (*call)(int)) {
  uint64_t before = pos_now();
  call(0);
  returned++;
  if (!full && pos_now() == before) wrong("a call is no row");
}
static void four(void) {
  for (int i = 0; i < 2; i++) row_of(call_outer), row_of(call_inner);
}
static void is_as_it_was(uint64_t dropped) {
  rocz_segment *t = collect_thread;
  int cancel;
  sigset_t mask;
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &cancel);
  pthread_sigmask(SIG_SETMASK, NULL, &mask);
  if (!full && !atomic_load(&t->fast_until)) wrong("its calls are slow");
  if (depth_of(t) || open_layers_of(t)) wrong("a call is in progress");
  if (collect_own_work_depth || cancel != PTHREAD_CANCEL_ENABLE || sigismember(&mask, SIGUSR1)) wrong("own work goes on");
  if (!full && atomic_load(&collect_live->counter[ROCZ_N_CALLS_DROPPED]) > dropped) wrong("calls are dropped");
}

#if defined(STEPS)
static sigjmp_buf within;
static int through_leave(int x) { siglongjmp(within, x); }

static bool interrupt(ucontext_t *interrupted) {
  if (sigismember(&interrupted->uc_sigmask, SIGUSR1)) return false;
  switch (*how) {
    case 'j': siglongjmp(base, 1);
    case 'e': step_end(); left += paths[path].calls; pthread_exit(NULL);
    case 'l':
      handler.next = (void *)through_leave;
      if (!sigsetjmp(within, 1)) call_handler(1);
      handler.next = (void *)plain;
      left++;
  }
  call_handler((int)++made);
  return true;
}

static __attribute__((noinline)) void one(void) {
  if (paths[path].before) paths[path].before();
  if (!sigsetjmp(base, 1)) {
    STEP(paths[path].run());
    returned += paths[path].calls;
  } else {
    step_end();
    left += paths[path].calls;
  }
  outer.next = inner.next = (void *)plain;
  row_of(call_outer);
  if (!strcmp(paths[path].name, "region") || !strcmp(paths[path].name, "under")) path_region(), returned += 2;
  uint64_t dropped = atomic_load(&collect_live->counter[ROCZ_N_CALLS_DROPPED]);
  deeper(step.target > 0 ? step.target % 3 : 0, four);
  is_as_it_was(dropped);
}

static void *one_thread(void *unused) {
  if (paths[path].before || !paths[path].threads) call_outer(0), returned++;
  one();
  return unused;
}
#endif

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  while (strcmp(paths[path].name, argv[1])) path++;
  how = argv[2];
  exits = *how == 'e';
  full = !strcmp(argv[1], "full");
  setvbuf(stdout, NULL, _IOLBF, 0);
  call_outer(0), call_inner(0), call_handler(0), returned += 3;
  path_row(), path_region(), returned += 2;
#if defined(STEPS)
  if (full) {
    writer_hold();
    for (rocz_segment *t; (t = collect_thread), t->capacity < 8 << 20 || atomic_load(&t->pos) < atomic_load(&t->tail) + t->capacity - 2 * COLLECT_RECORD_MAX;)
      call_outer(0), returned++;
  }
  step.varies = paths[path].varies;
  step_for(interrupt, argc > 3 ? atol(argv[3]) : 1);
  while (step_next()) {
    pthread_t thread;
    if (!paths[path].threads && !exits)
      one();
    else if (pthread_create(&thread, NULL, one_thread, NULL) == 0)
      pthread_join(thread, NULL);
    if ((paths[path].threads || exits) && step.target / step.stride % 8 == 0) wait_runs(2); /* gives rings of ended threads to others */
    if (exits) step_end(), outer.next = inner.next = (void *)plain, row_of(call_outer);
  }
  if (full) writer_go();
#endif
  printf("returned %ld\nleft %ld\nbad %ld\nbad_at %ld\ninstructions %ld\nstride %ld\n", returned + made, left, bad, bad_at, step.known, step.stride);
  return 0;
}
