/* The background thread: runs the drains, in order, and sleeps between.
**
** It sleeps a second when nothing happens, a tenth when something does, and is
** woken when a buffer is half full. All signals but SIGBUS are blocked, and its own calls are
** never traced. The program never waits for it, except at exit, for a bounded time:
** the last drain is the writer's too, on its own stack, since a program may exit on
** whatever is left of a small one.
**
** It has a table of descriptors of its own (where the kernel allows), so that the
** file and the folder that it has open cannot be seen by the program. The start of a recording
** waits until they are open, for a bounded time. */
#include "core.h"
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
#define FINISH_MS 5000

/* The writer's life, a word to wait on: who exits asks for the end, and waits for it. */
enum { ABSENT, RUNNING, ASKED, ENDED };
static _Atomic uint32_t life;
static __thread bool is_writer __attribute__((tls_model("initial-exec")));
static int64_t flushed_ns;

#define SETTLED_MS 2000 /* a machine that is full of work lets a new thread wait */
static _Atomic uint32_t settled; /* it has its descriptors */

/* ---- one pass ---- */

static void drains_start(void) {
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

/* How long the writer may sleep for all modules to be in time. */
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

/* Info rows: what is known of threads that have ended, and of the clock. */
static void info_add(const rocz_anchor *now, bool kept, uint64_t rows) {
  static int64_t anchored_rows;
  static bool anchor_due;
  collect_segments_free_drained();
  anchored_rows += (int64_t)rows;
  anchor_due |= kept;
  if (anchor_due && anchored_rows) {
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
  info_add(&now, kept, rows);
  if (final)
    collect_chunk_ending();
  /* Rows that refer to info rows are written by now: the rest of these. */
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

static void sum_pos(rocz_segment *s, const collect_ring *ring, void *arg) { (void)ring, *(uint64_t *)arg += atomic_load_explicit(&s->pos, memory_order_relaxed); }

static void sleep_ns(int64_t ns) {
  collect_sleep_announce();
  bool work_left = atomic_load(&life) != RUNNING;
  if (!collect_wake_is_muted())
    collect_segments_each(NULL, half_full, &work_left);
  if (!work_left)
    collect_sleep_wait(ns);
  collect_sleep_end();
}

static void cpu_time_count(void) {
  static int64_t counted;
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  int64_t now = t.tv_sec * 1000000000LL + t.tv_nsec;
  if (now < counted)
    counted = 0; /* another thread, after fork */
  collect_count(ROCZ_N_WRITER_CPU_NS, (uint64_t)(now - counted));
  counted = now;
}

/* A process ends when its last thread does, if the main thread has left: the writer must not be the thread that keeps it, where nobody
** else of ours sees to that (last.c). True when only it is left. */
static bool alone(bool *leader_left) {
  *leader_left = !collect_last_is_kept() && collect_last_is_near();
  return *leader_left && collect_last_is_here();
}

#define NICE (-19)

/* Woken, the thread then runs soon, also on a busy machine: in short slices (kernels before 6.12
** ignore that), and before others where the user may ask for it (root, CAP_SYS_NICE). It has little
** to do, but all cores may be full of threads that fill its rings. */
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

/* Events first: rows that they refer to are info rows. */
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

/* Everything that is left, and the end of the file. */
static void last_run(void) {
  run_drains(COLLECT_DRAIN_FINAL);
  /* No call begins any more, but each thread may have ended one since. */
  bool left = rows_left();
  for (int i = 0; left && i < LAST_LOOKS && !collect_live_needed; i++, left = rows_left())
    drain_rest();
  /* If anything could not be written the live file still has it. */
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
  prctl(PR_SET_NAME, "collect", 0, 0, 0);
  collect_thread_urgent();
  /* stderr stays where something is to be said on it. */
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
    if (alone(&leader_left))
      break; /* the C library now calls exit(0), as it would have without us, here */
    sleep_ns(period_left(leader_left ? LEAVING_NS : rows || activity != seen ? BUSY_NS : IDLE_NS));
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
  /* Paths hold as long as this call has not returned; the program may change its root right after it. */
  const struct timespec most = {SETTLED_MS / 1000, 0};
  if (!atomic_load(&settled))
    collect_futex_wait(&settled, 0, &most);
  return true;
}

void collect_writer_flush(void) { flushed_ns = 0; }

bool collect_writer_close(void) {
  if (is_writer) { /* the last thread: the C library exits here */
    last_run();
    return true;
  }
  uint32_t running = RUNNING;
  if (!atomic_compare_exchange_strong(&life, &running, ASKED) && running != ASKED)
    return running == ENDED;
  collect_wake_ask();
  /* As long as its file grows it may go on; a disk that hangs does not hold up the
  ** program's exit for ever. */
  const struct timespec step = {0, FINISH_MS / 50 * 1000000};
  uint64_t before = collect_chunk_count();
  for (int steps = 0; atomic_load(&life) == ASKED && steps < 50; steps++) {
    collect_futex_wait(&life, ASKED, &step);
    uint64_t now = collect_chunk_count();
    if (now != before)
      steps = 0;
    before = now;
  }
  return atomic_load(&life) == ENDED;
}

static void writer_forked(void) {
  collect_sleep_end();
  atomic_store(&life, ABSENT);
  atomic_store(&settled, 0);
  is_writer = false; /* it may fork only by the C library's exit, in a handler of the program's */
}

COLLECT_MODULE(writer) = {.name = "writer", .forked = writer_forked};
