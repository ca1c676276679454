/* The background thread: runs the drains, in order, and sleeps in between.
**
** It sleeps for a second when nothing happens, for a tenth when something does, and is woken when a buffer is half full. All
** signals but SIGBUS are blocked, and its own calls are never traced. The program never waits for it, except at exit, for a
** bounded time: the writer also does the last drain, on its own stack, since a program may exit with little of its stack left.
**
** It has its own descriptor table (if the kernel allows), so the program cannot see the file and the folder that it holds open.
** The start of a recording waits until they are open, for a bounded time. */
#include "core.h"
#include "profile.h"
#include "room.h"
#include <limits.h>
#include <linux/close_range.h>
#include <string.h>
#include <sys/prctl.h>

#define STACK_BYTES (256 << 10)
#define BUSY_NS 100000000
#define LEAVING_NS 10000000
#define IDLE_NS 900000000
#define FLUSH_NS 10000000000
#define LOOK_MS 100

/* The writer's state, a word to wait on. The thread that exits asks for the end and waits for it. */
enum { ABSENT, RUNNING, ASKED, ENDED };
static _Atomic uint32_t life;
static __thread bool is_writer __attribute__((tls_model("initial-exec")));
static int64_t flushed_ns;

#define SETTLED_MS 2000 /* on a busy machine a new thread may have to wait */
static _Atomic uint32_t settled; /* the writer has its own descriptors */

/* ---- one pass ---- */

static void drains_start(void) {
  collect_modules_order();
  for (const collect_module *m = NULL; (m = collect_module_next(m));)
    if (m->start)
      m->start();
}

static uint64_t module_drain(const collect_module *m, enum collect_drain how, int64_t now) {
  COLLECT_ASSERT(!m->period_ns || m->drained_ns);
  if (m->period_ns && how != COLLECT_DRAIN_FINAL && now - *m->drained_ns < m->period_ns)
    return 0;
  if (m->period_ns)
    *m->drained_ns = now;
  uint64_t rows = m->drain(how);
  if (rows)
    collect_tell("%s: %llu rows in %lld us", m->name, (unsigned long long)rows, (long long)(collect_boottime_ns() - now) / 1000);
  return rows;
}

/* How long the writer may sleep so that no module is late: at most `ns`. */
static int64_t period_left(int64_t ns) {
  int64_t now = collect_boottime_ns();
  for (const collect_module *m = NULL; (m = collect_module_next(m));) {
    int64_t left = m->period_ns ? *m->drained_ns + m->period_ns - now : ns;
    ns = left < ns ? left : ns;
    left = m->sleep_ns ? m->sleep_ns(now) : ns;
    ns = left < ns ? left : ns;
  }
  return ns > 0 ? ns : 1;
}

/* Writes info rows about threads that have ended and about the clock. */
static void info_add(const rocz_anchor *now, bool kept, uint64_t rows, bool final) {
  static int64_t anchored_rows, anchored_ns;
  static bool anchor_due;
  collect_segments_free_drained();
  anchored_rows += (int64_t)rows;
  anchor_due |= kept;
  /* In a profile, rows are drained every second, but times are only those of sums. The live file has all anchors. */
  bool soon = collect_profile_only() && !final && now->boottime_ns - anchored_ns < FLUSH_NS;
  if (anchor_due && anchored_rows && !soon) {
    anchored_ns = now->boottime_ns;
    collect_meta(ROCZ_ANCHOR, now->tsc, now->boottime_ns, now->monotonic_ns, now->realtime_ns);
    anchored_rows = 0;
    anchor_due = false;
  }
}

static uint64_t run_drains(enum collect_drain how) {
  rocz_anchor now;
  bool kept = collect_clock_tick(&now);
  bool final = how == COLLECT_DRAIN_FINAL;
  if (final)
    collect_writing_last();
  if (now.boottime_ns - flushed_ns >= FLUSH_NS) {
    flushed_ns = now.boottime_ns;
    how = final ? how : COLLECT_DRAIN_FLUSH;
  }
  uint64_t rows = 0;
  for (const collect_module *m = NULL; (m = collect_module_next(m));)
    if (m->drain && (m->order > 0 || !final))
      rows += module_drain(m, how, now.boottime_ns);
  info_add(&now, kept, rows, final);
  if (final)
    collect_chunk_ending();
  /* All rows that refer to info rows are written by now: write the remaining info rows. */
  for (const collect_module *m = NULL; final && (m = collect_module_next(m));)
    if (m->drain && m->order <= 0)
      rows += module_drain(m, how, now.boottime_ns);
  collect_chunk_end();
  return rows;
}

/* ---- the thread ---- */

static void half_full(rocz_segment *s, const collect_ring *ring, void *arg) {
  if (ring->wakes_half_full) {
    uint64_t used = atomic_load_explicit(&s->pos, memory_order_acquire) - atomic_load_explicit(&s->tail, memory_order_relaxed);
    if (used >= s->capacity / 2)
      *(bool *)arg = true;
  }
}

static void sum_pos(rocz_segment *s, const collect_ring *ring, void *arg) {
  (void)ring, *(uint64_t *)arg += atomic_load_explicit(&s->pos, memory_order_relaxed);
}

static bool work_waits(void) {
  bool waits = atomic_load(&life) != RUNNING;
  if (!collect_wake_is_muted())
    collect_segments_each(NULL, half_full, &waits);
  return waits;
}

bool collect_writer_runs(void) { return atomic_load(&life) == RUNNING; }

bool collect_writer_rest(int64_t ns) {
  collect_sleep_announce();
  if (!work_waits())
    collect_sleep_wait(ns);
  collect_sleep_end();
  return !work_waits();
}

static void cpu_time_count(void) {
  static int64_t counted;
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  int64_t now = t.tv_sec * 1000000000LL + t.tv_nsec;
  if (now < counted)
    counted = 0; /* another thread, after a fork */
  collect_count(ROCZ_N_WRITER_CPU_NS, (uint64_t)(now - counted));
  counted = now;
}

/* If the main thread has left, a process ends with its last thread. The writer must not keep it alive, unless another thread of
** ours takes care of the end (last.c). True when only the writer is left. */
static bool alone(bool *leader_left) {
  *leader_left = !collect_last_is_kept() && collect_last_is_near();
  return *leader_left && collect_last_is_here();
}

#define NICE (-19)

/* Makes the thread run soon once woken, even on a busy machine: by short time slices (kernels before 6.12 ignore that), and by
** priority if the user may have it (root, CAP_SYS_NICE). The writer has little to do, but all cores may be busy with threads that
** fill its rings. */
void collect_thread_urgent(void) {
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
    uint32_t util_min, util_max;
  } attr = {.size = 0};
  if (syscall(SYS_sched_getattr, 0, &attr, sizeof attr, 0) || attr.policy)
    return;
  int32_t nice = attr.nice;
  attr.flags = 0;
  attr.runtime = 100000;
  attr.nice = nice < NICE ? nice : NICE;
  if (syscall(SYS_sched_setattr, 0, &attr, 0)) {
    attr.nice = nice;
    syscall(SYS_sched_setattr, 0, &attr, 0);
  }
}

static void look_for_rows(rocz_segment *s, const collect_ring *ring, void *arg) {
  (void)ring;
  if (!collect_segment_in_memory(s) && atomic_load_explicit(&s->pos, memory_order_acquire) != atomic_load_explicit(&s->tail, memory_order_relaxed))
    *(bool *)arg = true;
}

static bool rows_left(void) {
  bool left = false;
  collect_segments_each(NULL, look_for_rows, &left);
  return left;
}

/* Events first: the info rows that they refer to are written with them. */
static void drain_rest(void) {
  rocz_anchor now;
  collect_clock_tick(&now);
  for (int info = 0; info < 2; info++)
    for (const collect_module *m = NULL; (m = collect_module_next(m));)
      if (m->drain && (m->order <= 0) == info)
        module_drain(m, COLLECT_DRAIN_FLUSH, now.boottime_ns);
  collect_chunk_end();
}

#define LAST_LOOKS 8

/* Writes everything that is left, and the end of the file. */
static void last_run(void) {
  run_drains(COLLECT_DRAIN_FINAL);
  /* No call begins any more, but calls in progress may have ended since. */
  bool left = rows_left();
  for (int i = 0; left && i < LAST_LOOKS && !collect_live_needed; i++, left = rows_left())
    drain_rest();
  /* If something could not be written, the live file still has it. */
  collect_live_needed |= left;
  if (!collect_live_needed && collect_chunk_close())
    collect_live_remove();
  atomic_store(&life, ENDED);
  collect_futex_wake(&life, INT_MAX);
}

static void *writer_main(void *arg) {
  (void)arg;
  is_writer = true;
  collect_own_work_depth = 1;
  collect_sys_prctl(PR_SET_NAME, (uintptr_t)"collect");
  collect_thread_urgent();
  /* stderr stays open if something may be printed on it. */
  bool says = collect_flag(&collect_check_setting) || collect_flag(&collect_verbose_setting);
  if (syscall(SYS_close_range, says ? 3u : 0u, ~0u, CLOSE_RANGE_UNSHARE) == 0) {
    if (says)
      syscall(SYS_close_range, 0u, 1u, 0);
    collect_chunk_reserve();
  }
  atomic_store(&settled, 1);
  collect_futex_wake(&settled, INT_MAX);
  uint64_t seen = 0;
  drains_start();
  while (atomic_load(&life) == RUNNING) {
    uint64_t rows = run_drains(COLLECT_DRAIN_DUE), activity = 0;
    cpu_time_count();
    collect_segments_each(NULL, sum_pos, &activity);
    bool leader_left;
    bool is_last = alone(&leader_left);
    if (is_last && collect_last_is_raw()) {
      last_run();
      collect_last_end();
    }
    if (is_last)
      break; /* the C library now calls exit(0) on this thread, as it would on the last thread without us */
    collect_writer_rest(period_left(leader_left ? LEAVING_NS : rows || activity != seen ? BUSY_NS : IDLE_NS));
    seen = activity;
  }
  if (atomic_load(&life) == ASKED)
    last_run();
  return NULL;
}

bool collect_writer_start(void) {
  flushed_ns = collect_boottime_ns();
  atomic_store(&life, RUNNING);
  if (!collect_thread_create(writer_main, STACK_BYTES)) {
    atomic_store(&life, ABSENT);
    return false;
  }
  /* Paths are valid until this call returns; the program may change its root right afterwards. */
  const struct timespec most = {SETTLED_MS / 1000, 0};
  if (!atomic_load(&settled))
    collect_futex_wait(&settled, 0, &most);
  return true;
}

void collect_writer_flush(void) { flushed_ns = 0; }

/* It may go on as long as its file grows; a disk that hangs must not hold up the program for ever. (No clock: it goes on while the machine is
** suspended.) */
bool collect_writer_wait(_Atomic uint32_t *word, uint32_t least, int quiet_ms, int most_ms) {
  const struct timespec step = {0, LOOK_MS * 1000000};
  uint64_t before = collect_chunk_count();
  uint32_t value;
  for (int quiet = 0, all = 0; (value = atomic_load(word)) < least && quiet < quiet_ms && (!most_ms || all < most_ms); quiet += LOOK_MS, all += LOOK_MS) {
    collect_futex_wait(word, value, &step);
    uint64_t now = collect_chunk_count();
    if (now != before)
      quiet = 0;
    before = now;
  }
  return atomic_load(word) >= least;
}

bool collect_writer_close(int quiet_ms, int most_ms) {
  if (is_writer) { /* it is the last thread, on which the C library calls exit */
    last_run();
    return true;
  }
  uint32_t running = RUNNING;
  if (!atomic_compare_exchange_strong(&life, &running, ASKED) && running != ASKED)
    return running == ENDED;
  collect_wake_ask();
  return collect_writer_wait(&life, ENDED, quiet_ms, most_ms);
}

static void writer_forked(void) {
  collect_sleep_end();
  atomic_store(&life, ABSENT);
  atomic_store(&settled, 0);
  is_writer = false; /* it forks only if the C library calls exit on it and an exit handler of the program forks */
}

COLLECT_MODULE(writer) = {.name = "writer", .forked = writer_forked};
