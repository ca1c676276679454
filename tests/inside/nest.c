/* nest CASE: levels (nest.h): nested without limit, ended in any order, left by jumps. test_nest.sh looks at the file. Two layers have
** levels of the same ids, as OpenMP and an interpreter may. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include "core.h"
#include "hand.h"
#include "nest.h"
#include "profile_open.h"
#include "step.h"
#include "traced.h"

enum { ONE = 1 << 6, TWO = 1 << 7 };
FUNCTION(called);
FUNCTION(one);
FUNCTION(two);
FUNCTION(handled);
WRAPPER(call, called, COLLECT_HIP, (uint64_t)x)
WRAPPER(call_handled, handled, COLLECT_HSA, (uint64_t)x)

static void is(const char *what, bool good) { printf("%s %s\n", good ? "ok" : "not ok", what); }
static void begin1(uint64_t id) { collect_nest_begin(&one, ONE, id, 0); }
static void end1(uint64_t id) { collect_nest_end(ONE, id); }
static void close1(uint64_t id) { collect_nest_close(ONE, id); }
static void begin2(uint64_t id) { collect_nest_begin(&two, TWO, id, 0); }
static void end2(uint64_t id) { collect_nest_end(TWO, id); }

/* ---- depth, order ---- */

enum { DEEP = 30000 };
static void deep_once(void) {
  for (uint64_t i = 1; i <= DEEP; i++) {
    begin1(i);
    if (i % 1000 == 0) call((int)i);
  }
  for (uint64_t i = DEEP; i; i--) {
    end1(i);
    if (i % 8192 == 0) wait_runs(1); /* what is recorded at such a speed would not fit */
  }
}
static void deep(void) {
  deep_once();
  is("none is open", !collect_nested.n && !collect_innermost.number);
}

/* ---- no room ---- */

enum { ROOM = 102400, LOST = 50000 }; /* levels that fit into the segment when the disk becomes full; levels that begin after that */
static double cpu_s(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}
static void full(void) {
  struct rlimit old, less;
  signal(SIGXFSZ, SIG_IGN);
  for (uint64_t i = 1; i <= ROOM; i++) begin1(i);
  getrlimit(RLIMIT_FSIZE, &old);
  less = (struct rlimit){1, old.rlim_max};
  setrlimit(RLIMIT_FSIZE, &less);
  double before = cpu_s();
  for (uint64_t i = 1; i <= LOST; i++) begin1(ROOM + i);
  is("what finds no room is lost", collect_nested.n == ROOM && collect_nested.lost == LOST);
  end1(5);
  is("one far out ends meanwhile", collect_nested.n == ROOM - 1 && !collect_nest_place(ONE, 5) && collect_nested.lost == LOST);
  begin1(ROOM + LOST), end1(ROOM + LOST); /* there is room again */
  is("of two with one id, the one with room is further in", collect_nested.n == ROOM - 1 && collect_nested.lost == LOST);
  begin2(ROOM + LOST), end1(ROOM + LOST);
  is("the other layer's is another", collect_nested.n == ROOM && collect_nested.lost == LOST - 1);
  end2(ROOM + LOST), begin1(5);
  for (uint64_t i = LOST - 1; i; i--) end1(ROOM + i);
  printf("# %d levels without room: %.2f s\n", LOST, cpu_s() - before);
  is("quickly", cpu_s() - before < 2);
  is("all others are left", collect_nested.n == ROOM && !collect_nested.lost);
  end1(ROOM / 2);
  is("then each can end", collect_nested.n == ROOM - 1 && !collect_nest_place(ONE, ROOM / 2));
  begin1(ROOM / 2);
  begin1(ROOM + 1); /* lost */
  end1(ROOM);
  is("also the innermost ones, while one is lost", collect_nested.n == ROOM - 1);
  begin1(ROOM);
  close1(ROOM - 5000);
  is("and what a jump left", collect_nested.n == ROOM - 5003 && !collect_nested.lost);
  setrlimit(RLIMIT_FSIZE, &old);
}

static void order(void) {
  begin1(7), begin2(7), begin1(8);
  end1(7); /* the outermost: the others stay */
  is("two are left", collect_nested.n == 2 && collect_nest_place(TWO, 7) == 1 && collect_nest_place(ONE, 8) == 2 && !collect_nest_place(ONE, 7));
  call(1);          /* in 8 */
  end1(99), end2(8); /* never began */
  end1(8);
  call(2);          /* in 7 of the other layer */
  end2(7);
  call(3);          /* in none */
  begin1(1), begin2(2), begin1(3), begin2(4), begin1(5);
  close1(1);        /* with 3 and 5, not with the other layer's */
  is("the other layer's are left", collect_nested.n == 2 && collect_nest_place(TWO, 2) == 1 && collect_nest_place(TWO, 4) == 2);
  collect_nest_end_all(TWO);
  is("none is left", !collect_nested.n && !collect_innermost.number);
  begin1(5), begin1(5), end1(5); /* one id twice: the innermost ends */
  is("the outer one of two is left", collect_nested.n == 1 && collect_nest_place(ONE, 5) == 1);
  end1(5);
}

/* ---- jumps ---- */

static jmp_buf base;
static __attribute__((noinline)) void down(uint64_t id, uint64_t to) {
  begin1(id);
  if (id == to) longjmp(base, 1);
  if (id < to) down(id + 1, to);
  end1(id);
}
static void jumps(void) {
  for (volatile uint64_t i = 0; i < 100; i++) {
    begin1(1);
    if (!setjmp(base)) down(2, 2 + i % 7);
    close1(1);
    call((int)i);
  }
  is("none is open", !collect_nested.n && !collect_innermost.number);
}

/* ---- others ---- */

static void *thread(void *arg) {
  for (uint64_t i = 0; i < 3000; i++) {
    begin1(1), begin2(1);
    if (i % 4 == 0) call((int)i);
    begin1(2), end1(2), end2(1), end1(1);
    if (i % 500 == 0) usleep(1000);
  }
  begin1(1), begin2(2);
  return arg; /* they stay open */
}
static void threads(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, thread, NULL);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
}

/* ---- what the writer sees of levels in progress (profile_open.h) ---- */

static rocz_segment *looked_at;
static _Atomic uint64_t around; /* numbers of levels that stay open: from this one, LASTING. 0: they are about to end */
enum { LASTING = 300, LOOKS = 3000, ROUNDS = 30, BELOW = 300 };
static uint32_t found, twice, missed;
static atomic_int looking, rounds; /* looking: 1: levels move, 2: no longer */

static void found_count(void) {
  uint32_t n;
  const collect_walked *all = collect_open_all(&n);
  uint64_t first = atomic_load(&around);
  uint8_t times[LASTING] = {0};
  found = twice = 0;
  for (uint32_t i = 0; i < n; i++)
    if (all[i].sequence - first < LASTING) found += !times[all[i].sequence - first], twice += times[all[i].sequence - first]++ == 1;
}
static void look_begin(void) {
  collect_open_begin(looked_at->lane, around, atomic_load(&looked_at->pos));
  collect_open_find(around);
}
static void look_often(void) {
  for (int i = 0; i < LOOKS || atomic_load(&rounds) < ROUNDS;) {
    uint64_t before = atomic_load(&around);
    look_begin();
    found_count();
    if (!before || atomic_load(&around) != before) continue;
    missed += LASTING - found;
    i++;
  }
}
static void lasting_begin(void) {
  looked_at = collect_thread;
  uint64_t first = looked_at->next_sequence;
  for (uint64_t i = 0; i < LASTING; i++) begin1(BELOW + 1 + i);
  atomic_store(&around, first);
}

/* Levels that began before the lasting ones end one by one: each end moves all of those. */
static void *moving(void *unused) {
  while (atomic_load(&looking) < 2) {
    for (uint64_t i = 1; i <= BELOW; i++) begin1(i);
    lasting_begin();
    int none = 0;
    if (atomic_compare_exchange_strong(&looking, &none, 1)) hand_over(&looking, 1);
    for (uint64_t i = 1; i <= BELOW; i++) end1(i);
    atomic_store(&around, 0);
    atomic_fetch_add(&rounds, 1);
    for (uint64_t i = 1; i <= LASTING; i++) end1(BELOW + i);
  }
  return unused;
}

static void looks(void) {
  lasting_begin();
  writer_hold();
  writer_do(look_begin);
  for (uint64_t i = LASTING; i > LASTING / 2; i--) end1(BELOW + i);
  writer_do(found_count);
  is("a level that ends during a look is seen, once", found == LASTING && !twice);
  for (uint64_t i = 1; i <= LASTING / 2; i++) end1(BELOW + i);
  for (uint64_t i = 1; i <= 1600; i++) begin1(i); /* all places of the first segment */
  looked_at = collect_thread; /* it may have got a larger ring */
  atomic_store(&around, looked_at->next_sequence - LASTING);
  begin1(1601);
  writer_do(look_begin), writer_do(found_count);
  is("levels that move to a larger segment are seen, once", found == LASTING && !twice);
  pthread_t other;
  atomic_store(&around, 0);
  pthread_create(&other, NULL, moving, NULL);
  wait_while(&looking, 0);
  writer_do(look_often);
  hand_over(&looking, 2);
  pthread_join(other, NULL);
  if (missed) printf("# %u missed in %d rounds\n", missed, atomic_load(&rounds));
  is("levels that move within their segment are not missed", !missed);
  writer_go();
}

static void killed(void) {
  for (uint64_t i = 1; i <= 5000; i++) begin1(i);
  for (uint64_t i = 5000; i > 4000; i--) end1(i);
  call(1);
  kill(getpid(), SIGKILL);
}

static void forks(void) {
  begin1(1);
  if (!fork()) {
    end1(1);
    is("a child has none", !collect_nested.n);
    call(1);
    begin1(1), call(2), end1(1);
    fflush(stdout);
    exit(0);
  }
  wait(NULL);
  end1(1);
}

static void stops(void) {
  begin1(1);
  collect_gate_stop(1);
  begin1(2), end1(2);
  end1(1);
  is("it ended while the recording was stopped", !collect_nested.n);
  begin1(3);
  collect_gate_start(1);
  end1(3);
  begin1(4), end1(4);
}

/* ---- at each instruction ---- */

#if defined(STEPS)
static bool jumping;
static sigjmp_buf back;
static long handled_calls;
static bool interrupt(ucontext_t *interrupted) {
  if (sigismember(&interrupted->uc_sigmask, SIGUSR1)) return false;
  if (jumping) siglongjmp(back, 1);
  call_handled((int)++handled_calls);
  return true;
}
static long bad;
static void wrong(const char *what) {
  if (bad++ < 5) printf("# instruction %ld: %s\n", step.target, what);
}
static void path_begin(void) { begin1(2); }
static void path_end(void) { end1(2); }
static void path_close(void) { close1(2); }
static void path_grow(void) { begin1(2); }

static void (*path)(void);
static __attribute__((noinline)) void one_step(void) {
  begin1(1);
  if (path != path_begin) begin1(2);
  if (path == path_close) begin1(3), begin1(4);
  if (path == path_end) begin2(3);
  if (!sigsetjmp(back, 1)) STEP(path());
  else step_end();
  end2(3);
  close1(1);
  call(0);
  if (collect_nested.n || collect_innermost.number || atomic_load(&collect_nested.segment->depth)) wrong("a level is open");
  if (!atomic_load(&collect_thread->fast_until)) wrong("its calls are slow");
  if (collect_busy.frame || collect_own_work_depth) wrong("it is busy");
}
/* A thread whose levels have no room left. (There are few, since a copy of many would be many steps.) */
static void *one_growing(void *unused) {
  begin1(1);
  begin1(100);
  collect_nested.room = collect_nested.n;
  if (!sigsetjmp(back, 1)) STEP(path());
  else step_end();
  close1(1);
  call(0);
  if (collect_nested.n || collect_innermost.number) wrong("a level is open");
  return unused;
}
static void stepped(void (*what)(void), bool jump, bool grows) {
  path = what, jumping = jump;
  step.varies = grows;
  step_for(interrupt, grows ? 5 : 1);
  while (step_next()) {
    pthread_t t;
    if (!grows) one_step();
    else if (!pthread_create(&t, NULL, one_growing, NULL)) pthread_join(t, NULL);
    if (grows) wait_runs(2);
  }
  printf("bad %ld\nhandled %ld\ninstructions %ld\nstride %ld\n", bad, handled_calls, step.known, step.stride);
}
static void jump_begin(void) { stepped(path_begin, true, false); }
static void jump_end(void) { stepped(path_end, true, false); }
static void jump_close(void) { stepped(path_close, true, false); }
static void jump_grow(void) { stepped(path_grow, true, true); }
static void call_begin(void) { stepped(path_begin, false, false); }
static void call_end(void) { stepped(path_end, false, false); }

/* At each instruction of a look in turn, levels are in the middle of a move: each stands half in its neighbour's place. They stay so for a moment, as if their
** thread had lost its processor. The look finds no such level, and all that there are. */
enum { TORN = 4 };
static rocz_open_frame untorn[TORN];
static atomic_int torn; /* 1: levels are torn; 2: no more will be */
static bool tear(ucontext_t *interrupted) {
  (void)interrupted;
  atomic_fetch_add(collect_moves_of(collect_nested.segment), 1);
  for (int i = 0; i < TORN; i++) collect_nested.level[i].sequence = untorn[(i + 1) % TORN].sequence;
  atomic_store(&torn, 1);
  return true;
}
static void *mend(void *segment_and_levels) {
  void **of = segment_and_levels;
  while (atomic_load(&torn) < 2) {
    usleep(300);
    if (atomic_load(&torn) != 1) continue;
    memcpy(of[1], untorn, sizeof untorn);
    atomic_fetch_add(collect_moves_of(of[0]), 1);
    hand_over(&torn, 0);
  }
  return NULL;
}
static void torn_compare(void) {
  uint32_t n, good = 0;
  const collect_walked *all = collect_open_all(&n);
  for (uint32_t i = 0; i < n; i++)
    for (int k = 0; k < TORN; k++) good += all[i].sequence == untorn[k].sequence && all[i].start == collect_ticks_to_ns(untorn[k].start);
  if (n != TORN || good != TORN) wrong("a level is missing, or one was found that is not there");
}
static __attribute__((noinline)) void look_once(void) { STEP(look_begin()); }
static void torn_looks(void) {
  pthread_t mender;
  for (uint64_t i = 1; i <= TORN; i++) begin1(i), usleep(10);
  looked_at = collect_thread;
  atomic_store(&around, looked_at->next_sequence - TORN);
  memcpy(untorn, collect_nested.level, sizeof untorn);
  writer_hold();
  pthread_create(&mender, NULL, mend, (void *[]){collect_nested.segment, collect_nested.level});
  step.ours_only = true;
  step_for(tear, 1);
  while (step_next()) {
    look_once();
    wait_while(&torn, 1);
    torn_compare();
  }
  atomic_store(&torn, 2);
  pthread_join(mender, NULL);
  writer_go();
  for (uint64_t i = 1; i <= TORN; i++) end1(i);
  printf("bad %ld\ninstructions %ld\nstride %ld\n", bad, step.known, step.stride);
}
#endif

int main(int argc, char **argv) {
  static const struct { const char *name; void (*run)(void); } known[] = {
#if defined(STEPS)
      {"jump_begin", jump_begin}, {"jump_end", jump_end}, {"jump_close", jump_close}, {"jump_grow", jump_grow}, {"call_begin", call_begin},
        {"call_end", call_end}, {"torn", torn_looks},
#endif
      {"deep", deep}, {"full", full}, {"order", order}, {"jumps", jumps}, {"threads", threads}, {"killed", killed}, {"forks", forks}, {"stops", stops}, {"looks", looks}};
  for (size_t i = 0; argc > 1 && i < sizeof known / sizeof *known; i++)
    if (!strcmp(argv[1], known[i].name)) {
      call(-1), call_handled(-1);
      is("known", collect_function_known(&one) && collect_function_known(&two));
      known[i].run();
    }
  return 0;
}
