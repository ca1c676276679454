/* Host times: ticks become ns by the line through the two anchors around them. This program provides the kernel's clocks itself,
** and changes their rate at each anchor, so that any other line is far off. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "core.h"

#define STEPS 24
#define PROBES 6 /* times checked between two anchors */

static int64_t base_ticks, base_ns;
static double rate = 1;

static int64_t ticks_now(void) { return (int64_t)__builtin_ia32_rdtsc(); }
static int64_t truth(int64_t ticks) { return base_ns + (int64_t)((double)(ticks - base_ticks) * rate); }

int clock_gettime(clockid_t id, struct timespec *t) {
  int64_t ns = truth(ticks_now()) + (id == CLOCK_REALTIME ? 1000000000 : 0);
  *t = (struct timespec){ns / 1000000000, ns % 1000000000};
  return 0;
}

typedef struct probe { int64_t ticks, ns; } probe;
static probe probes[STEPS * PROBES];
static rocz_anchor anchors[STEPS + 1];

static int64_t wait_ticks(int64_t ticks) {
  int64_t until = ticks_now() + ticks;
  while (ticks_now() < until) {}
  return ticks_now();
}

static int failed;
static void is(const char *what, int64_t wrong) {
  failed |= wrong != 0;
  if (wrong) printf("not ok %s: %lld wrong\n", what, (long long)wrong);
  else printf("ok %s\n", what);
}

/* An anchor is only as exact as a system call is fast. The truth is the line between two anchors. */
static void probes_take(void) {
  collect_clock_calibrate(&anchors[0]);
  for (int i = 0; i < STEPS; i++) {
    base_ticks = anchors[i].tsc;
    base_ns = anchors[i].boottime_ns;
    rate = i % 2 ? 0.3 : 0.9;
    for (int k = 0; k < PROBES; k++) probes[i * PROBES + k].ticks = wait_ticks(100000);
    wait_ticks(100000);
    collect_clock_tick(&anchors[i + 1]);
    double slope = (double)(anchors[i + 1].boottime_ns - base_ns) / (double)(anchors[i + 1].tsc - base_ticks);
    for (int k = 0; k < PROBES; k++) {
      probe *p = &probes[i * PROBES + k];
      p->ns = base_ns + (int64_t)((double)(p->ticks - base_ticks) * slope);
    }
  }
}

static bool far(int64_t got, int64_t want) { return llabs(got - want) > 2; }

/* The live file gets the first anchors, then one every half second, in a ring: what a reader needs for a killed process. */
static rocz_live live;
static bool is_last(const rocz_anchor *a) {
  return !memcmp(&live.anchor[(atomic_load(&live.anchor_count) - 1) % ROCZ_ANCHORS], a, sizeof *a);
}
static void live_check(void) {
  enum { TICKS = 300 };
  rocz_anchor last = anchors[STEPS], now;
  int64_t kept_ns = last.boottime_ns;
  int late = 0, early = 0, other = 0, told = 0;
  collect_clock_publish(&live);
  is("live: the first anchor and the last", atomic_load(&live.anchor_count) != 2 || !is_last(&last) || live.anchor[0].tsc >= anchors[0].tsc);
  is("live: the frequency", live.tsc_hz != collect_tsc_hz);
  collect_live = &live;
  for (int i = 0; i < TICKS; i++, last = now) {
    base_ticks = last.tsc;
    base_ns = last.boottime_ns;
    rate = i % 3 ? 1000 : 8000;
    wait_ticks(100000); /* with these rates, a tenth of a second passes, or more than half a second */
    bool kept = collect_clock_tick(&now);
    other += kept && !is_last(&now);
    told += kept != is_last(&now);
    late += !kept && now.boottime_ns - kept_ns >= 500000000;
    early += kept && now.boottime_ns - kept_ns < 500000000;
    kept_ns = kept ? now.boottime_ns : kept_ns;
  }
  is("live: one is kept as soon as half a second has passed", late);
  is("live: ... and no sooner", early);
  is("live: ... as it was read", other);
  is("live: ... and that is told", told);
  is("live: their ring goes round", atomic_load(&live.anchor_count) <= ROCZ_ANCHORS);
}

int main(void) {
  if (!collect_tsc_used) {
    printf("the TSC is not used on this machine\n");
    return 77;
  }
  probes_take();
  int n = STEPS * PROBES, alone = 0, forth = 0, back = 0, mixed = 0, knots = 0, order = 0;
  collect_line line = {.from = 1, .to = 0};
  for (int i = 0; i < n; i++) alone += far(collect_ticks_to_ns(probes[i].ticks), probes[i].ns);
  for (int i = 0; i < n; i++) forth += far(collect_line_follow(&line, probes[i].ticks), probes[i].ns);
  for (int i = n; i--;) back += far(collect_line_follow(&line, probes[i].ticks), probes[i].ns);
  for (int i = 0; i < n; i++) mixed += far(collect_line_follow(&line, probes[i * 37 % n].ticks), probes[i * 37 % n].ns);
  for (int i = 0; i < STEPS; i++) knots += far(collect_ticks_to_ns(anchors[i].tsc), anchors[i].boottime_ns);
  for (int i = 1; i < STEPS; i++) order += collect_ticks_to_ns(anchors[i].tsc - 1) > collect_ticks_to_ns(anchors[i].tsc);
  is("ticks one by one", alone);
  is("ticks in order", forth);
  is("ticks in reverse order", back);
  is("ticks in any order", mixed);
  is("an anchor's own time", knots);
  is("time does not run backwards at an anchor", order);
  /* Beyond the last anchor the line continues. */
  is("after the last anchor", far(collect_ticks_to_ns(anchors[STEPS].tsc), anchors[STEPS].boottime_ns));
  is("... onwards", collect_ticks_to_ns(anchors[STEPS].tsc + 1000000) <= anchors[STEPS].boottime_ns);
  live_check();
  return failed;
}
