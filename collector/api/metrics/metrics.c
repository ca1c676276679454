/* When the writer makes a round of metrics: see metrics.h. */
#include "metrics.h"
#include "core.h"
#include <stdio.h>

#define SECOND_NS 1000000000
#define SOON_NS 2000000

COLLECT_SETTING(metrics_hz) = {.name = "COLLECT_METRICS_HZ", .type = COLLECT_NUMBER, .fallback = "10", .least = 1, .most = 1000, .order = 24,
                               .help = "values a second of each metric (domain metrics)"};
static int64_t period_ns(void) { return SECOND_NS / collect_number(&collect_metrics_hz_setting); }

/* ---- parts ---- */

extern const metrics_part *const __start_metrics_parts[] __attribute__((visibility("hidden")));
extern const metrics_part *const __stop_metrics_parts[] __attribute__((visibility("hidden")));
static bool before(const metrics_part *a, const metrics_part *b) { return a->order < b->order; }
static const metrics_part *part_next(const metrics_part *p) { return COLLECT_NEXT_OF(metrics_parts, p, before); }

/* ---- rounds ---- */

static bool started, was_recording;
static int64_t began_ns, next_ns, second_ns, told_ns;
static uint64_t rounds, cpu_ns;

static int64_t own_cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * (int64_t)SECOND_NS + t.tv_nsec;
}

static void round_make(int64_t now, bool last) {
  int64_t from = own_cpu_ns();
  bool second = last || now - second_ns >= SECOND_NS;
  if (second)
    second_ns = now;
  for (const metrics_part *p = NULL; (p = part_next(p));)
    p->round(now, second);
  rounds++;
  cpu_ns += (uint64_t)(own_cpu_ns() - from);
}

void metrics_health(const char *name, uint64_t value, const char *detail) { collect_meta(ROCZ_COUNTER, name, (int64_t)value, detail); }

static void health_tell(int64_t now) {
  const char *folder, *name;
  char path[512];
  told_ns = now;
  metrics_health("metrics: rounds", rounds, NULL);
  metrics_health("metrics: cpu ns", cpu_ns, NULL);
  uint64_t refused = metrics_files_refused(&folder, &name);
  if (refused) {
    snprintf(path, sizeof path, "no descriptor or memory for %s/%s", folder, name);
    metrics_health("metrics: files not opened", refused, path);
  }
  for (const metrics_part *p = NULL; (p = part_next(p));)
    if (p->health)
      p->health();
}

static void metrics_start(void) {
  started = collect_wanted(&collect_domain_metrics);
  next_ns = second_ns = told_ns = 0;
  began_ns = collect_boottime_ns();
}

/* The writer may look before the recording has begun, and a program may end within a period. */
static int64_t wait_ns(int64_t now, bool recording) { return recording || now - began_ns > period_ns() ? period_ns() : SOON_NS; }

/* Before the drain of calls, which takes the rows. The last round is made once the gate is closed, into the same file. */
static uint64_t metrics_drain(enum collect_drain how) {
  int64_t now = collect_boottime_ns();
  bool final = how == COLLECT_DRAIN_FINAL;
  if (!started || (!final && now < next_ns))
    return 0;
  bool recording = collect_recording() && metrics_rows_ready();
  if (recording || (final && was_recording))
    round_make(now, final);
  was_recording = recording;
  if (rounds && (final || now - told_ns >= 10 * (int64_t)SECOND_NS))
    health_tell(now);
  next_ns += wait_ns(now, recording);
  if (next_ns < now) /* the machine is busy: rounds that were missed are not made up for */
    next_ns = now + wait_ns(now, recording);
  return 0; /* what was written is counted by the drain of calls */
}

static int64_t metrics_sleep_ns(int64_t now) { return started ? next_ns - now : INT64_MAX; }

static void metrics_forked(void) {
  started = was_recording = false;
  rounds = cpu_ns = 0;
  metrics_files_forked();
  for (const metrics_part *p = NULL; (p = part_next(p));)
    p->forked();
}
COLLECT_MODULE(metrics) = {.name = "metrics", .order = 9, .start = metrics_start, .drain = metrics_drain, .sleep_ns = metrics_sleep_ns, .forked = metrics_forked};

/* ---- processes ---- */

static void program_begins(void) { collect_process_ready(); }
static void process_begins(void) { collect_process_ready_later(period_ns()); }
COLLECT_BEGIN(metrics, program_begins, process_begins);
