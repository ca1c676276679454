/* Recording inside of named ranges only: the recording goes on while any thread is in one, or one
** of the process is open.
**
** A thread's ranges are told apart by how deep they are nested, a bit each; deeper ones than bits
** select nothing, and that is said. Names are compared in the program's threads: so they
** are no regular expressions (which allocate), but may have stars. */
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

static _Atomic uint64_t inside; /* ranges that are open */
static _Atomic uint64_t process_range[PROCESS_RANGES]; /* their ids + 1, 0: free */
static _Atomic bool told;
static __thread uint64_t selected __attribute__((tls_model("initial-exec")));

/* A star stands for any characters. The pattern ends at a comma. What came before the last star fits
** as it is: only that one may have to take more. */
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

/* Whoever changed `inside` last leaves the recording as that says. */
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
    collect_say("COLLECT_RANGES: too many ranges are open: '%.100s' selects nothing", message);
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

/* The ranges of this thread, and of the process: the others' threads are not here. */
static void selected_forked(void) {
  uint64_t open = (uint64_t)__builtin_popcountll(selected);
  for (int i = 0; i < PROCESS_RANGES; i++)
    open += atomic_load(&process_range[i]) != 0;
  if (open != atomic_exchange(&inside, open))
    settle();
}
COLLECT_MODULE(selected) = {.name = "selected", .forked = selected_forked};
