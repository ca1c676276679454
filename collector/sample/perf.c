/* Performance events: see perf.h. */
#include "perf.h"
#include "core.h"
#include "walk.h"
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

static bool event_good(const char *text);
COLLECT_SETTING(sample_source) = {.name = "COLLECT_SAMPLE_SOURCE", .type = COLLECT_CHOICE, .fallback = "auto", .expected = "auto, signal or perf", .order = 22,
                                  .help = "how running threads are sampled: signal, perf (perf_event_open, if the kernel allows it), or auto: perf only for COLLECT_SAMPLE_EVENT"};
COLLECT_SETTING(sample_event) = {.name = "COLLECT_SAMPLE_EVENT", .fallback = "", .order = 22, .parse = event_good, .expected = "an event and its period, like cycles:1000000",
                                 .help = "sample running threads each time that they have counted so many events, like cycles:1000000; rHEX: a raw event"};
enum { AUTO, SIGNAL, PERF };

/* ---- which event */

static const struct { const char *name; uint32_t type; uint64_t config; } events[] = {
  {"task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK}, {"cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK},
  {"page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS}, {"minor-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN},
  {"major-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ}, {"context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
  {"cpu-migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS}, {"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
  {"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS}, {"cache-references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES},
  {"cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES}, {"branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
  {"branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES}, {"stalled-cycles-frontend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND},
  {"stalled-cycles-backend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND}};

/* Reads "NAME:PERIOD". False: it is none. */
static bool event_read(const char *text, struct perf_event_attr *a) {
  size_t n = strcspn(text, ":");
  char *end;
  if (text[n] != ':' || text[n + 1] < '0' || text[n + 1] > '9')
    return false;
  a->sample_period = strtoull(text + n + 1, &end, 10);
  if (*end || !a->sample_period)
    return false;
  for (size_t i = 0; i < sizeof events / sizeof *events; i++)
    if (strlen(events[i].name) == n && !memcmp(events[i].name, text, n)) {
      a->type = events[i].type;
      a->config = events[i].config;
      return true;
    }
  a->type = PERF_TYPE_RAW;
  a->config = strtoull(text + 1, &end, 16);
  return *text == 'r' && n > 1 && end == text + n;
}
static bool event_good(const char *text) { return event_read(text, &(struct perf_event_attr){.size = 0}); }

bool sample_perf_wanted(void) {
  int64_t source = collect_number(&collect_sample_source_setting);
  return source == PERF || (source == AUTO && *collect_text(&collect_sample_event_setting));
}

const char *sample_perf_why(void) {
  static const char *const why[] = {[SIGNAL] = "COLLECT_SAMPLE_SOURCE=signal", [PERF] = "COLLECT_SAMPLE_SOURCE=perf"};
  int64_t source = collect_number(&collect_sample_source_setting);
  if (source != AUTO)
    return why[source];
  return *collect_text(&collect_sample_event_setting) ? "COLLECT_SAMPLE_EVENT is set" : "COLLECT_SAMPLE_EVENT is not set";
}

const char *sample_perf_name(void) {
  const char *event = collect_text(&collect_sample_event_setting);
  return *event ? event : "task-clock";
}

/* ---- the ring */

enum { STACK_BYTES = 8192, PAGES_MOST = 16, PAGES_LEAST = 4, PAGE = 4096 };
/* The kernel numbers registers so (asm/perf_regs.h); it writes them in this order. */
enum { REG_BP = 6, REG_SP = 7, REG_IP = 8 };

bool sample_ring_open(sample_ring *r, pid_t tid, uint64_t period_ns) {
  struct perf_event_attr a = {.size = sizeof a, .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_TASK_CLOCK, .sample_period = period_ns,
                              .sample_type = PERF_SAMPLE_TIME | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER,
                              .sample_regs_user = 1 << REG_BP | 1 << REG_SP | 1 << REG_IP, .sample_stack_user = STACK_BYTES, .exclude_hv = 1, .exclude_guest = 1,
                              .context_switch = 1, .sample_id_all = 1, .use_clockid = 1, .clockid = CLOCK_BOOTTIME};
  const char *event = collect_text(&collect_sample_event_setting);
  if (*event)
    event_read(event, &a);
  int fd = (int)syscall(SYS_perf_event_open, &a, tid, -1, -1, PERF_FLAG_FD_CLOEXEC);
  if (fd < 0 && (errno == EACCES || errno == EPERM)) {
    a.exclude_kernel = 1;
    fd = (int)syscall(SYS_perf_event_open, &a, tid, -1, -1, PERF_FLAG_FD_CLOEXEC);
  }
  if (fd < 0)
    return false;
  void *map = MAP_FAILED;
  uint32_t pages = PAGES_MOST;
  for (; map == MAP_FAILED && pages >= PAGES_LEAST; pages /= 4) /* the system limits how much memory a user may lock */
    map = mmap(NULL, (1 + pages) * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (map == MAP_FAILED) {
    collect_sys_close(fd);
    return false;
  }
  *r = (sample_ring){.map = map, .fd = fd, .bytes = pages * 4 * PAGE, .kernel = !a.exclude_kernel};
  return true;
}

void sample_ring_close(sample_ring *r) {
  if (!r->map)
    return;
  munmap(r->map, PAGE + r->bytes);
  collect_sys_close(r->fd);
  r->map = NULL;
}

/* Copies bytes of the ring, which may go around its end. */
static void ring_get(const sample_ring *r, uint64_t at, void *to, size_t size) {
  const char *data = (const char *)r->map + PAGE;
  size_t first = r->bytes - at % r->bytes;
  first = first < size ? first : size;
  memcpy(to, data + at % r->bytes, first);
  memcpy((char *)to + first, data, size - first);
}

/* Walks the stack of a sample, whose record begins at `at`. False: it has no registers of a program. */
static bool event_take(const sample_ring *r, uint64_t at, const struct perf_event_header *head, sample_event *e) {
  static uint64_t frames[SAMPLE_FRAMES];
  static _Alignas(16) char stack[STACK_BYTES];
  struct { uint64_t time, abi, bp, sp, ip, size; } s;
  uint64_t size = 0, end = at + head->size;
  ring_get(r, at + sizeof *head, &s, sizeof s);
  if (s.abi != PERF_SAMPLE_REGS_ABI_64)
    return false;
  at += sizeof *head + sizeof s;
  if (s.size && s.size <= STACK_BYTES && at + s.size + 8 <= end)
    ring_get(r, at + s.size, &size, 8); /* how much of it is there */
  size = size < s.size ? size : s.size;
  ring_get(r, at, stack, size);
  collect_walk_from from = {.pc = s.ip, .sp = s.sp, .bp = s.bp, .bp_known = true, .low = s.sp, .high = s.sp + size, .copy = stack};
  *e = (sample_event){.ns = (int64_t)s.time, .in_kernel = (head->misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL, .frame = frames, .sp = s.sp};
  e->frames = collect_walk(&from, frames, SAMPLE_FRAMES, &e->why);
  return true;
}

/* The thread was given a CPU, or lost it. */
static void switch_take(sample_ring *r, uint64_t at, const struct perf_event_header *head) {
  if (head->size < sizeof *head + 8)
    return;
  ring_get(r, at + sizeof *head, &r->since_ns, 8);
  r->is = !(head->misc & PERF_RECORD_MISC_SWITCH_OUT) ? RING_ON_CPU : head->misc & PERF_RECORD_MISC_SWITCH_OUT_PREEMPT ? RING_PREEMPTED : RING_LEFT;
}

bool sample_ring_has(const sample_ring *r) {
  const struct perf_event_mmap_page *page = r->map;
  return __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE) != page->data_tail;
}

bool sample_ring_next(sample_ring *r, sample_event *e, uint64_t *lost) {
  struct perf_event_mmap_page *page = r->map;
  uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE), tail = page->data_tail;
  bool taken = false;
  while (tail < head && !taken) {
    struct perf_event_header record;
    ring_get(r, tail, &record, sizeof record);
    if (record.size < sizeof record) { /* cannot be */
      tail = head;
      break;
    }
    if (record.type == PERF_RECORD_SAMPLE) {
      taken = event_take(r, tail, &record, e);
    } else if (record.type == PERF_RECORD_SWITCH) {
      switch_take(r, tail, &record);
    } else if (record.type == PERF_RECORD_LOST) {
      uint64_t n;
      ring_get(r, tail + sizeof record + 8, &n, 8);
      *lost += n;
    }
    tail += record.size;
  }
  __atomic_store_n(&page->data_tail, tail, __ATOMIC_RELEASE);
  return taken;
}
