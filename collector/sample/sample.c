/* The thread "collect sampler": ticks, looks at threads in turn, and its life. See sample.h.
**
** It starts with the recording, on the writer, and ends before the writer's last pass. A process starts to record for its sake before the program
** begins, a forked child after a tick. */
#include "sample.h"
#include "core.h"
#include "interpreter.h"
#include "look.h"
#include "name.h"
#include "profile.h"
#include "queue.h"
#include "restart.h"
#include "walk.h"
#include <limits.h>
#include <linux/close_range.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>

#define STACK_BYTES (256 << 10)
#define SECOND_NS 1000000000
#define ROWS_NS SECOND_NS     /* rows wait for so long */
#define SUMMED_NS (SECOND_NS / 10) /* and if they are only added up, where it does not matter in how many rows */
#define STOPPED_NS 20000000 /* how often it looks while recording is stopped */
#define FINISH_NS SECOND_NS

enum { ABSENT, RUNNING, ASKED, ENDED };
static _Atomic uint32_t life;

/* ---- time ---- */

/* Intervals vary from half to one and a half of the period, so that nothing in the program keeps step with them. */
static int64_t interval_ns(void) {
  static uint64_t random = 0x9e3779b97f4a7c15u;
  random ^= random << 13, random ^= random >> 7, random ^= random << 17;
  int64_t period = (int64_t)sample_period_ns();
  return period / 2 + (int64_t)(random % (uint64_t)period);
}

/* Waits until then, or until the sampler is asked to end. */
static void wait_until(int64_t ns) {
  int64_t left = ns - collect_boottime_ns();
  const struct timespec t = {left / SECOND_NS, left % SECOND_NS};
  if (left > 0)
    collect_futex_wait(&life, RUNNING, &t);
}

static int64_t own_cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * (int64_t)SECOND_NS + t.tv_nsec;
}

/* ---- ticks ---- */

/* With many threads, each tick looks at some of them: the more often it ticks, the fewer. */
static uint32_t most_at_a_tick(void) {
  enum { LEAST = 8, MOST = 64 };
  int64_t most = MOST * 99 * (int64_t)sample_period_ns() / SECOND_NS;
  return most < LEAST ? LEAST : most > MOST ? MOST : (uint32_t)most;
}

static void tick(int64_t now) {
  static uint32_t turn;
  uint32_t all = sample_watches(), most = most_at_a_tick();
  for (uint32_t i = 0; i < all && i < most; i++)
    sample_look(sample_watch_at((turn + i) % all), now);
  turn = all > most ? (turn + most) % all : 0;
}

static void watch_ended(sample_watch *w) {
  sample_look_last(w);
  sample_name_ended(w);
}

static void names_look(void) {
  for (uint32_t i = 0; i < sample_watches(); i++)
    sample_name_look(sample_watch_at(i));
}

static void each_second(void) {
  sample_watches_find(true, watch_ended);
  if (!sample_signal_stands())
    sample_signal_choose();
}

/* Objects that the program has loaded since the last look: before threads are asked for stacks in them. While it loads some, before each tick; but
** reading the loader's list keeps the program from loading more, so that takes at most a fiftieth of the time. */
static void objects_look(int64_t now) {
  static int64_t next, in_any_case, loading_until;
  static unsigned loads;
  if (collect_loads() != loads) {
    loads = collect_loads();
    loading_until = now + SECOND_NS;
  }
  if (now < (now < loading_until ? next : in_any_case))
    return;
  int64_t before = own_cpu_ns();
  collect_unwind_changed();
  sample_trie_objects_changed();
  next = now + 50 * (own_cpu_ns() - before);
  in_any_case = now + SECOND_NS;
}

static void rows_write(void) {
  for (uint32_t i = 0; i < sample_watches(); i++)
    sample_row_flush(sample_watch_at(i));
  sample_queue_write_all();
}

static void all_pause(void) {
  for (uint32_t i = 0; i < sample_watches(); i++)
    sample_look_pause(sample_watch_at(i));
}

static void run(void) {
  int64_t next = 0, second = 0, counted = 0, written = 0, wait = collect_profile_only() ? SUMMED_NS : ROWS_NS;
  bool ready = false;
  while (atomic_load(&life) == RUNNING) {
    int64_t now = collect_boottime_ns();
    bool recording = collect_recording() && (ready || (ready = sample_rows_ready()));
    if (recording) {
      sample_watches_find(false, watch_ended);
      objects_look(now);
      tick(now);
    } else {
      all_pause();
    }
    if (ready && now - second >= SECOND_NS) {
      each_second();
      second = now;
    }
    if (ready && now - written >= wait) {
      rows_write();
      written = now;
    }
    if (ready && now - counted >= 10 * (int64_t)SECOND_NS) {
      sample_counters_write((uint64_t)own_cpu_ns());
      counted = now;
    }
    next += recording ? interval_ns() : STOPPED_NS;
    if (next < now) /* the machine is busy: ticks that were missed are not made up for */
      next = now + (recording ? interval_ns() : STOPPED_NS);
    wait_until(next);
  }
  if (!ready)
    return;
  for (uint32_t i = 0; i < sample_watches(); i++)
    sample_look_last(sample_watch_at(i));
  names_look();
  sample_counters_write((uint64_t)own_cpu_ns());
}

/* ---- life ---- */

/* A descriptor table of its own: the program sees none of its descriptors, and the sampler keeps none of the program's. */
static void descriptors_leave(void) {
  bool says = collect_flag(&collect_verbose_setting);
  if (!syscall(SYS_close_range, says ? 3u : 0u, ~0u, CLOSE_RANGE_UNSHARE))
    return;
  enum { MOST = 65536 };
  if (!syscall(SYS_unshare, CLONE_FILES))
    for (int fd = says ? 3 : 0; fd < MOST; fd++)
      collect_sys_close(fd);
}

/* The sampler must get a CPU at once. A kernel that preempts lazily gives it one when the thread that runs there returns from a system call: that thread would
** be sampled at system calls only. A real-time priority helps, if the user may have one; the sampler runs for some microseconds a tick. */
static void priority_take(void) {
  const struct sched_param least = {.sched_priority = 1};
  if (sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &least))
    collect_thread_urgent();
}

static void *sampler_main(void *arg) {
  (void)arg;
  collect_own_work_depth = 1;
  collect_sys_prctl(PR_SET_NAME, (uintptr_t)"collect sampler");
  collect_sys_prctl(PR_SET_TIMERSLACK, 1ul);
  priority_take();
  descriptors_leave();
  if (collect_unwind_begin() && sample_trie_begin() && sample_watches_begin() && sample_queue_begin()) {
    sample_look_begin();
    sample_signal_choose();
    run();
  } else {
    collect_tell("nothing is sampled: no memory, or no /proc");
  }
  atomic_store(&life, ENDED);
  collect_futex_wake(&life, INT_MAX);
  return NULL;
}

/* A process that the program forks must not be interrupted while the kernel copies it: it would begin anew at each signal. */
static void fork_prepare(void) { collect_sample_hold(); }
static void fork_parent(void) { collect_sample_release(); }

/* On the writer, before its first drain. */
static void sampler_start(void) {
  if (!collect_wanted(&collect_domain_samples))
    return;
  atomic_store(&life, RUNNING);
  if (!collect_thread_create(sampler_main, STACK_BYTES)) {
    collect_tell("nothing is sampled: no thread can be started");
    atomic_store(&life, ABSENT);
  }
}

/* Before the writer's last pass over the rings. */
static uint64_t sampler_drain(enum collect_drain how) {
  uint32_t running = RUNNING;
  if (how != COLLECT_DRAIN_FINAL || !atomic_compare_exchange_strong(&life, &running, ASKED))
    return 0;
  collect_futex_wake(&life, INT_MAX);
  const struct timespec step = {.tv_nsec = 10000000};
  for (int64_t until = collect_boottime_ns() + FINISH_NS; atomic_load(&life) == ASKED && collect_boottime_ns() < until;)
    collect_futex_wait(&life, ASKED, &step);
  return 0;
}

/* Before modules look at libraries: from now on they look for interpreters. */
static void program_begins(void) {
  atomic_store(&collect_interpreter_wanted, true);
  pthread_atfork(fork_prepare, fork_parent, NULL);
  sample_signal_choose(); /* before the program can set an alternate stack */
  collect_process_ready();
  collect_restart_begin();
}

/* A forked child is sampled once it has lived for a tick. */
static void process_begins(void) { collect_process_ready_later((int64_t)sample_period_ns()); }
COLLECT_BEGIN(samples, program_begins, process_begins);

static void sampler_forked(void) {
  atomic_store(&life, ABSENT);
  if (collect_wanted(&collect_domain_samples))
    sample_slots_forked();
}
COLLECT_MODULE(sampler) = {.name = "sampler", .order = 2, .start = sampler_start, .drain = sampler_drain, .forked = sampler_forked};
