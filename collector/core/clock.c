/* Time: TSC ticks on the event path, turned into BOOTTIME ns by anchors.
**
** An anchor is one reading of TSC, BOOTTIME, MONOTONIC and REALTIME. All anchors go into `anchors`, by which rows in chunks are
** converted. The live file keeps the first anchors, and then one at least every half second, for its readers. Between two anchors
** time is a straight line, so it is continuous and never runs backwards.
**
** The TSC is used only if it is the kernel's own clock source and this process may read it (prctl(PR_SET_TSC) and seccomp's
** strict mode forbid it). Otherwise ticks are BOOTTIME ns. */
#include "core.h"
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#define ANCHORS 16384 /* a power of two: half a minute in a flood of calls, which is drained every 2 ms */
#define KEEP_NS 500000000
/* While a process is young, the lines through its anchors are short and differ from reading to reading. So the live file keeps
** all anchors at first. Otherwise a call in a chunk, and the work it started that was still in a buffer when the process was
** killed, would be microseconds apart. */
#define KEEP_FIRST (ROCZ_ANCHORS / 2)

bool collect_tsc_used;
int64_t collect_tsc_hz;

static rocz_anchor *anchors;            /* ring */
static _Atomic uint64_t anchor_count;   /* released after the entry is written */
static int64_t kept_ns;                 /* BOOTTIME of the last anchor in the live file */
static rocz_anchor first;
static bool started;

/* Reading the TSC would end the thread. The C library's clock_gettime reads it too, so clock_ns() asks the kernel. */
static bool tsc_forbidden;

static int64_t clock_ns(clockid_t id) {
  struct timespec t = {0};
  if (COLLECT_UNLIKELY(tsc_forbidden))
    syscall(SYS_clock_gettime, id, &t);
  else
    clock_gettime(id, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int64_t collect_boottime_ns(void) { return clock_ns(CLOCK_BOOTTIME); }
int64_t collect_realtime_ns(void) { return clock_ns(CLOCK_REALTIME); }

static bool kernel_uses_tsc(void) {
#if defined(__x86_64__)
  char text[16] = "";
  int fd = collect_sys_open("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC, 0);
  if (fd < 0)
    return false;
  ssize_t n = collect_sys_read(fd, text, sizeof text - 1);
  collect_sys_close(fd);
  return n >= 3 && !memcmp(text, "tsc", 3) && (n == 3 || text[3] == '\n');
#else
  return false;
#endif
}

/* Reads the clocks a few times, and keeps the reading whose two surrounding TSC reads are closest together. */
static void anchor_read(rocz_anchor *a, bool with_tsc) {
  int64_t best = INT64_MAX;
  for (int i = 0; i < 5; i++) {
    int64_t before = with_tsc ? collect_stamp() : 0;
    int64_t boottime = clock_ns(CLOCK_BOOTTIME);
    int64_t after = with_tsc ? collect_stamp() : 0;
    if (after - before >= best)
      continue;
    best = after - before;
    a->tsc = with_tsc ? before + best / 2 : boottime;
    a->boottime_ns = boottime;
    if (!with_tsc)
      break;
  }
  /* The other clocks differ from BOOTTIME by constants, apart from slewing. */
  int64_t now = clock_ns(CLOCK_BOOTTIME);
  a->monotonic_ns = clock_ns(CLOCK_MONOTONIC) - (now - a->boottime_ns);
  a->realtime_ns = clock_ns(CLOCK_REALTIME) - (now - a->boottime_ns);
}

static void anchor_add(const rocz_anchor *a) {
  if (!anchors)
    return;
  uint64_t n = atomic_load_explicit(&anchor_count, memory_order_relaxed);
  anchors[n % ANCHORS] = *a;
  /* Pairs with the acquire in collect_line_at. */
  atomic_store_explicit(&anchor_count, n + 1, memory_order_release);
}

static void live_add(rocz_live *live, const rocz_anchor *a) {
  uint64_t n = atomic_load_explicit(&live->anchor_count, memory_order_relaxed);
  live->anchor[n % ROCZ_ANCHORS] = *a;
  atomic_store_explicit(&live->anchor_count, n + 1, memory_order_release);
}

/* Does not look up the kernel's clock source yet: most processes never need it. */
void collect_clock_start(void) {
  int allowed = PR_TSC_ENABLE;
  tsc_forbidden = !collect_sys_prctl(PR_GET_TSC, (uintptr_t)&allowed) && allowed != PR_TSC_ENABLE;
  if (!started)
    anchor_read(&first, !tsc_forbidden);
  started = true;
}

static void source_find(void) {
  collect_clock_start();
  collect_tsc_used = !tsc_forbidden && kernel_uses_tsc();
  if (!collect_tsc_used)
    first.tsc = first.boottime_ns;
}

void collect_clock_calibrate(rocz_anchor *now) {
  if (!anchors) {
    source_find();
    anchors = collect_memory_grow(NULL, 0, ANCHORS * sizeof *anchors);
    anchor_add(&first);
  }
  do
    anchor_read(now, collect_tsc_used);
  while (now->boottime_ns - first.boottime_ns < 500000);
  anchor_add(now);
  if (collect_tsc_used)
    collect_tsc_hz = (int64_t)((__int128)(now->tsc - first.tsc) * 1000000000 / (now->boottime_ns - first.boottime_ns));
}

void collect_clock_publish(rocz_live *live) {
  uint64_t count = atomic_load_explicit(&anchor_count, memory_order_relaxed);
  live->tsc_hz = collect_tsc_hz;
  live_add(live, &first);
  if (count && anchors) {
    live_add(live, &anchors[(count - 1) % ANCHORS]);
    kept_ns = anchors[(count - 1) % ANCHORS].boottime_ns;
  }
}

bool collect_clock_tick(rocz_anchor *now) {
  anchor_read(now, collect_tsc_used);
  anchor_add(now);
  rocz_live *live = collect_live;
  if (!live || (now->boottime_ns - kept_ns < KEEP_NS && atomic_load_explicit(&live->anchor_count, memory_order_relaxed) >= KEEP_FIRST))
    return false;
  kept_ns = now->boottime_ns;
  live_add(live, now);
  return true;
}

int64_t collect_clock_last(void) {
  uint64_t count = atomic_load_explicit(&anchor_count, memory_order_acquire);
  return collect_tsc_used && anchors && count ? anchors[(count - 1) % ANCHORS].tsc : INT64_MAX;
}

/* The line through the anchors a and b, valid from a on. */
static void line_through(const rocz_anchor *a, const rocz_anchor *b, collect_line *line) {
  int64_t ticks = b->tsc - a->tsc;
  line->from = a->tsc;
  line->ns = a->boottime_ns;
  line->slope = ticks > 0 ? (uint64_t)(((unsigned __int128)(b->boottime_ns - a->boottime_ns) << 32) / (uint64_t)ticks) : (uint64_t)1 << 32;
}

void collect_line_at(int64_t ticks, collect_line *line) {
  uint64_t count = atomic_load_explicit(&anchor_count, memory_order_acquire);
  if (!collect_tsc_used || !anchors || count < 2) {
    line->from = ticks;
    line->to = INT64_MAX;
    line->ns = ticks;
    line->slope = (uint64_t)1 << 32;
    if (collect_tsc_used) {
      line->from = first.tsc;
      line->ns = first.boottime_ns;
      line->slope = collect_tsc_hz ? (uint64_t)(((unsigned __int128)1000000000 << 32) / (uint64_t)collect_tsc_hz) : (uint64_t)1 << 32;
    }
    return;
  }
  /* Anchors [low, high) of the ring. The oldest entry is left out, since it may be overwritten meanwhile. */
  uint64_t low = count > ANCHORS - 1 ? count - (ANCHORS - 1) : 0, high = count;
  while (high - low > 1) {
    uint64_t middle = low + (high - low) / 2;
    if (anchors[middle % ANCHORS].tsc <= ticks) low = middle;
    else high = middle;
  }
  if (low + 1 < count) {
    line_through(&anchors[low % ANCHORS], &anchors[(low + 1) % ANCHORS], line);
    line->to = anchors[(low + 1) % ANCHORS].tsc;
    return;
  }
  /* After the last anchor: continue from it with the slope of the last second. */
  uint64_t back = count - 1;
  const rocz_anchor *last = &anchors[(count - 1) % ANCHORS];
  uint64_t oldest = count > ANCHORS - 1 ? count - (ANCHORS - 1) : 0;
  do
    back--;
  while (back > oldest && last->boottime_ns - anchors[back % ANCHORS].boottime_ns < 1000000000);
  line_through(&anchors[back % ANCHORS], last, line);
  line->from = last->tsc;
  line->ns = last->boottime_ns;
  line->to = INT64_MAX;
}

int64_t collect_ticks_to_ns(int64_t ticks) {
  collect_line line;
  collect_line_at(ticks, &line);
  return collect_line_ns(&line, ticks);
}
