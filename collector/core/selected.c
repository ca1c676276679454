/* Recording inside named ranges only (COLLECT_RANGES): the process records while any thread is in such a range, or such a range
** of the process is open.
**
** The ranges of a thread are told apart by their depth of nesting, one bit each. Ranges deeper than that select nothing, and a
** message says so. Names are compared on the program's threads, so they may contain stars, but are no regular expressions, which
** would allocate. */
#include "selected.h"
#include "control.h"
#include "core.h"
#include <string.h>

#define DEPTH 64
#define PROCESS_RANGES 1024

bool collect_selecting;

static void ranges_settle(void);
COLLECT_SETTING(ranges) = {.name = "COLLECT_RANGES", .fallback = "", .order = 44, .settled = ranges_settle,
                           .help = "record only inside ROCTx ranges with these names: name,epoch*,..."};

static _Atomic uint64_t inside; /* number of selected ranges that are open */
static _Atomic uint64_t process_range[PROCESS_RANGES]; /* their ids + 1, 0: free */
static _Atomic bool told;
static __thread uint64_t selected __attribute__((tls_model("initial-exec")));

/* A star stands for any characters. The pattern ends at a comma. On a mismatch only the last star has to take more: what came
** before it fits already. */
static bool name_matches(const char *pattern, const char *name) {
  const char *star = NULL, *taken = NULL;
  for (;;) {
    bool ends = !*pattern || *pattern == ',';
    if (ends && !*name)
      return true;
    if (!ends && *pattern == '*') {
      star = pattern++;
      taken = name;
    } else if (!ends && *name && *pattern == *name) {
      pattern++, name++;
    } else if (star && *taken) {
      pattern = star + 1;
      name = ++taken;
    } else {
      return false;
    }
  }
}

static bool is_selected(const char *message) {
  for (const char *p = collect_ranges_setting.text; message && *p; p += strcspn(p, ","), p += *p == ',')
    if (name_matches(p, message))
      return true;
  return false;
}

/* Starts or stops recording to match `inside`. Whoever changed it last leaves the recording in that state. */
static void settle(void) {
  bool within;
  do {
    within = atomic_load(&inside);
    if (within)
      collect_start(ROCZ_STOPPED_RANGE);
    else
      collect_stop(ROCZ_STOPPED_RANGE);
  } while (within != (atomic_load(&inside) != 0));
}

static void entered(void) {
  if (!atomic_fetch_add(&inside, 1))
    settle();
}

static void left(void) {
  if (atomic_fetch_sub(&inside, 1) == 1)
    settle();
}

static void too_many(const char *message) {
  if (!atomic_exchange(&told, true))
    collect_say("COLLECT_RANGES: too many ranges are open: '%.100s' is ignored", message);
}

static void ranges_settle(void) {
  collect_selecting = *collect_ranges_setting.text;
  if (collect_selecting)
    settle();
}

void collect_selected_push(const char *message, uint32_t nest) {
  if (!is_selected(message))
    return;
  if (nest >= DEPTH) {
    too_many(message);
    return;
  }
  selected |= (uint64_t)1 << nest;
  entered();
}

void collect_selected_pop(uint32_t nest) {
  uint64_t bit = nest < DEPTH ? (uint64_t)1 << nest : 0;
  if (!(selected & bit))
    return;
  selected &= ~bit;
  left();
}

void collect_selected_start(uint64_t id, const char *message) {
  if (!is_selected(message))
    return;
  for (int i = 0; i < PROCESS_RANGES; i++) {
    uint64_t none = 0;
    if (atomic_compare_exchange_strong(&process_range[i], &none, id + 1)) {
      entered();
      return;
    }
  }
  too_many(message);
}

void collect_selected_stop(uint64_t id) {
  for (int i = 0; i < PROCESS_RANGES; i++) {
    uint64_t this = id + 1;
    if (atomic_compare_exchange_strong(&process_range[i], &this, 0)) {
      left();
      return;
    }
  }
}

void collect_selected_thread_end(void) {
  for (; selected; selected &= selected - 1)
    left();
}

/* Only this thread's ranges and the process's are left: the other threads do not exist here. */
static void selected_forked(void) {
  uint64_t open = (uint64_t)__builtin_popcountll(selected);
  for (int i = 0; i < PROCESS_RANGES; i++)
    open += atomic_load(&process_range[i]) != 0;
  if (open != atomic_exchange(&inside, open))
    settle();
}
COLLECT_MODULE(selected) = {.name = "selected", .forked = selected_forked};
