/* Turns: the kernels of relayed queues run one at a time on an agent, so that counters count only one.
**
** The program must not stand still because of that: a kernel may wait for another one, in another queue, which would wait for its
** turn for ever. So a wait has a limit (COLLECT_COUNTERS_WAIT_MS). After it kernels start beside the one that has the turn, until
** that is over; neither they nor it are counted. */
#include "turn.h"

COLLECT_SETTING(counters_wait) = {.name = "COLLECT_COUNTERS_WAIT_MS", .type = COLLECT_NUMBER, .fallback = "10000", .least = 1, .most = 1 << 30, .order = 20,
                                  .expected = "a number of milliseconds, 1 or more",
                                  .help = "how long a kernel waits for one that is counted; then it runs beside it, and neither is counted"};

struct collect_turn {
  collect_agent *agent;
  collect_counting *counting;
  _Atomic uint32_t running; /* number of kernels that run */
  _Atomic bool alone;       /* none of them ran beside another */
  int64_t wanted_ns;        /* since when somebody waits; 0: nobody does */
  struct collect_turn *next;
};

static collect_turn *_Atomic turns;
static _Atomic uint32_t loading;
static _Atomic int64_t loading_since_ns;
#define LOADING_WAIT_NS 200000000 /* how long loading waits for kernels */
#define LOADING_NS 1000000000     /* loading that takes longer than this is ignored */

collect_turn *collect_turn_of(collect_agent *agent) {
  collect_turn *t = atomic_load(&turns);
  while (t && t->agent != agent)
    t = t->next;
  if (t)
    return t;
  collect_counting *counting = collect_counting_of(agent);
  t = counting ? collect_memory_grow(NULL, 0, sizeof *t) : NULL;
  if (!t)
    return NULL;
  t->agent = agent;
  t->counting = counting;
  t->next = atomic_load(&turns);
  atomic_store(&turns, t);
  return t;
}

collect_counting *collect_turn_counting(const collect_turn *t) { return t->counting; }

bool collect_turn_is_over(collect_turn *t) {
  int64_t now = collect_boottime_ns();
  if (!t->wanted_ns)
    t->wanted_ns = now;
  return now - t->wanted_ns >= collect_number(&collect_counters_wait_setting) * 1000000;
}

static bool code_is_loaded(void) { return atomic_load(&loading) && collect_boottime_ns() - atomic_load(&loading_since_ns) < LOADING_NS; }

/* We count the kernel before we look whether code is loaded, and loading announces itself before it looks at kernels. */
int collect_turn_begin(collect_turn *t) {
  bool busy = atomic_load(&t->running) || code_is_loaded();
  if (busy && !collect_turn_is_over(t))
    return COLLECT_TURN_WAIT;
  atomic_store(&t->alone, !busy);
  atomic_fetch_add(&t->running, 1);
  if (busy)
    return COLLECT_TURN_BESIDE;
  if (code_is_loaded())
    return atomic_fetch_sub(&t->running, 1), COLLECT_TURN_WAIT;
  t->wanted_ns = 0;
  return COLLECT_TURN_ALONE;
}

/* A thread that waits now waits for the next turn. */
bool collect_turn_end(collect_turn *t, int began) {
  uint32_t left = atomic_fetch_sub(&t->running, 1) - 1;
  if (began == COLLECT_TURN_ALONE || !left)
    t->wanted_ns = 0;
  return began == COLLECT_TURN_ALONE && atomic_load(&t->alone);
}

/* ---- loading code ---- */

static bool nothing_runs(void) {
  bool runs = false;
  for (const collect_turn *t = atomic_load(&turns); t; t = t->next)
    runs |= atomic_load(&t->running) != 0;
  return !runs;
}

void collect_turns_loading(bool begins) {
  if (!begins) {
    atomic_fetch_sub(&loading, 1);
    return;
  }
  int64_t since = collect_boottime_ns();
  atomic_store(&loading_since_ns, since);
  atomic_fetch_add(&loading, 1);
  COLLECT_SECTION_BEGIN(section);
  while (!nothing_runs() && collect_boottime_ns() - since < LOADING_WAIT_NS)
    collect_sys_sleep(100000);
  for (collect_turn *t = atomic_load(&turns); t; t = t->next) /* kernels that still run are not alone */
    atomic_store(&t->alone, false);
  collect_section_end(&section);
}

/* If the runtime is started again, agents are new. Queues have ended before. */
static void turns_end(int how) { (void)how, atomic_store(&turns, NULL); }
static void turns_forked(void) {
  atomic_store(&turns, NULL);
  atomic_store(&loading, 0);
}
COLLECT_MODULE(turns) = {.name = "turns", .order = 24, .forked = turns_forked, .end = turns_end};
