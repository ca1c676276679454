/* The list of threads, and what is known of their stacks: see watch.h.
**
** A thread's stack must hold the frame that the kernel makes for a signal (3 to 11 kB) and the handler. Where a running thread's stack pointer is, no
** one can see. So a thread is signalled only if its stack is known, not small, and if the stack pointer was not near the end when it was last seen.
** Threads made by pthread_create tell where their stack is (birth.c); the main thread's is a mapping with a name; other threads' is the mapping that
** holds the stack pointer, once they were seen blocked. */
#include "watch.h"
#include "birth.h"
#include "core.h"
#include "chosen.h"
#include <string.h>
#include <sys/resource.h>

#define SMALL_BYTES (32u << 10)
#define NEAR_BYTES (16u << 10)

static sample_watch **watch; /* sorted by tid */
static size_t watch_bytes;
static uint32_t watches, numbers, searches, count_before;
static sample_watch *spare; /* of threads that have ended, linked by their first words */
static bool main_known;
static uintptr_t main_low, main_high;

uint32_t sample_watches(void) { return watches; }
sample_watch *sample_watch_at(uint32_t i) { return watch[i]; }

bool sample_watches_begin(void) {
  watch = NULL; /* in a forked child the parent's sampler may have been changing the list */
  watch_bytes = 0;
  watches = numbers = searches = count_before = 0;
  spare = NULL;
  main_known = false;
  return sample_tasks_open() && collect_memory_reserve(&watch, &watch_bytes, sizeof *watch);
}

/* ---- the list ---- */

static sample_watch *watch_new(void) {
  enum { AT_A_TIME = 32 };
  if (!spare) {
    sample_watch *more = collect_memory_grow(NULL, 0, AT_A_TIME * sizeof *more);
    for (int i = 0; more && i < AT_A_TIME; i++, more++) {
      memcpy(more, &spare, sizeof spare);
      spare = more;
    }
  }
  sample_watch *w = spare;
  if (w) {
    memcpy(&spare, w, sizeof spare);
    memset(w, 0, sizeof *w);
  }
  return w;
}

static void watch_forget(sample_watch *w) {
  sample_ring_close(&w->ring);
  sample_files_close(&w->files);
  if (w->slot)
    sample_slot_free(w->slot);
  memcpy(w, &spare, sizeof spare);
  spare = w;
}

/* The first place whose thread is not below. */
static uint32_t place_of(pid_t tid) {
  uint32_t low = 0, high = watches;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (watch[middle]->tid < tid)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void found(pid_t tid, void *arg) {
  (void)arg;
  uint32_t at = place_of(tid);
  if (at < watches && watch[at]->tid == tid) {
    watch[at]->seen = searches;
    return;
  }
  if (collect_thread_is_ours(tid) || !collect_memory_reserve(&watch, &watch_bytes, (watches + 1) * sizeof *watch))
    return;
  sample_watch *w = watch_new();
  if (!w)
    return;
  w->tid = tid;
  w->seen = searches;
  w->files = (sample_files)SAMPLE_FILES_NONE;
  w->number = tid == getpid() ? 0 : ++numbers;
  w->slot = sample_slot_new();
  w->wanted = sample_thread_chosen(tid, w->number);
  memmove(watch + at + 1, watch + at, (watches - at) * sizeof *watch);
  watch[at] = w;
  watches++;
}

void sample_watches_find(bool all, void (*ended)(sample_watch *w)) {
  uint32_t count = sample_tasks_count(), kept = 0;
  if (!all && count == count_before)
    return;
  count_before = count;
  searches++;
  sample_tasks_each(found, NULL);
  for (uint32_t i = 0; i < watches; i++) {
    sample_watch *w = watch[i];
    if (w->seen == searches && !collect_thread_is_ours(w->tid)) {
      if (all && sample_threads_named()) /* it may have been named since */
        w->wanted = sample_thread_chosen(w->tid, w->number);
      watch[kept++] = w;
      continue;
    }
    ended(w);
    watch_forget(w);
  }
  watches = kept;
}

/* ---- stacks ---- */

/* The main thread's stack grows, up to a limit, and not into what is mapped below it: the limit may have been raised since the program began. Its end
** is the mapping's, and the thread uses it as long as it lives. */
static bool main_stack(uintptr_t *low, uintptr_t *high) {
  struct rlimit limit;
  uintptr_t mapped, below;
  if (!main_known && sample_mapping_find(0, "[stack]", &below, &mapped, &main_high)) {
    bool limited = !getrlimit(RLIMIT_STACK, &limit) && limit.rlim_cur < main_high;
    main_low = limited ? main_high - limit.rlim_cur : mapped;
    main_low = main_low > below ? main_low : below;
    main_known = true;
  }
  *low = main_low;
  *high = main_high;
  return main_known;
}

static void stack_find(sample_watch *w) {
  sample_slot *s = w->slot;
  uintptr_t low = 0, high = 0, below;
  if (sample_birth(w->tid, &low, &high) || (w->tid == getpid() && main_stack(&low, &high)))
    s->is_own = true;
  else if (w->sp && sample_mapping_find(w->sp, NULL, &below, &low, &high))
    s->is_own = false; /* the memory above the thread's stack may belong to others */
  s->low = low;
  s->high = high;
}

/* Many threads block signals for a moment (each, while it does slow work of ours), few for ever. So a thread that blocks them is asked again soon, and then
** less and less often. That goes by its CPU time: on a busy machine such a moment may be long. */
enum { LEAST_NS = 1000000, MOST_NS = 1000000000 };

static int64_t mask_wait_ns(const sample_watch *w) {
  int64_t twice = 2 * w->mask_wait_ns;
  return !w->masked || !twice ? LEAST_NS : twice < MOST_NS ? twice : MOST_NS;
}

static bool mask_is_old(const sample_watch *w, int64_t now, uint64_t cpu_ns) {
  return !w->mask_ns || (w->masked && (cpu_ns - w->mask_cpu_ns >= (uint64_t)w->mask_wait_ns || now - w->mask_ns >= MOST_NS));
}

int sample_watch_may(sample_watch *w, int64_t now, uint64_t cpu_ns) {
  sample_slot *s = w->slot;
  if (!s || !sample_signal())
    return SIGNAL_NONE;
  if (s->low == s->high)
    stack_find(w);
  if (s->low == s->high)
    return SIGNAL_STACK_UNKNOWN;
  if (s->high - s->low < SMALL_BYTES)
    return SIGNAL_SMALL_STACK;
  if (w->sp >= s->low && w->sp < s->high && w->sp - s->low < NEAR_BYTES)
    return SIGNAL_NEAR_END;
  if (mask_is_old(w, now, cpu_ns)) {
    bool all;
    w->mask_wait_ns = mask_wait_ns(w);
    w->masked = sample_signal_blocked(w->tid, sample_signal(), &all);
    w->mask_ns = now;
    w->mask_cpu_ns = cpu_ns;
    if (w->masked && !all && sample_signal_avoid()) { /* this signal has a meaning for the program */
      w->mask_ns = 0;
      return sample_signal_choose() ? SIGNAL_BLOCKED : SIGNAL_NONE;
    }
  }
  return w->masked ? SIGNAL_BLOCKED : SIGNAL_GOOD;
}
