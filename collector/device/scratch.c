/* Scratch memory, into which kernels spill registers: a queue gets more when a kernel needs more than it has. The runtime (6.1
** and later) tells tools when it begins to change scratch memory and when it has done so. Each change becomes a row of
** memory_allocations, of level SCRATCH, in rocprofv3's words; it is a row of scratch_memory, too.
**
** The runtime mostly calls on a thread of its own, and may report one change within another. */
#include "device.h"
#include "queue_map.h"
#include "region.h"
#include "table.h"
#include "wrapper.h"
#include <stdio.h>
#include <string.h>

COLLECT_DOMAIN(scratch, .library = "hsa");

static const collect_api rows = {.domain = &collect_domain_scratch, .rows = true};
COLLECT_FUNCTION(memory_allocations, (.api = &rows), STR(const char *, category), STR(const char *, type), STR(const char *, level),
                 INT(int64_t, agent_id), INT(int64_t, address), UINT(size_t, size), INT(int64_t, queue_id), INT(int64_t, stream_id),
                 STR(const char *, extdata))
_Static_assert(sizeof(struct words_memory_allocations) == sizeof(uint64_t[9]), "as note() fills them");

static const char *const texts[] = {"ALLOC", "FREE", "RECLAIM", rocz_category_scratch, "SCRATCH"};
enum { ALLOC, FREE, RECLAIM, CATEGORY, LEVEL, KINDS = CATEGORY };
static collect_texts known_texts = COLLECT_TEXT_IDS(texts);
static uint64_t text(int i) { return collect_text_id(&known_texts, i); }

/* ---- rows ---- */

static void note(int kind, int64_t start, const collect_scratch_event *e) {
  char flags[32];
  int saved = errno;
  if (collect_process_ready()) {
    const collect_queue *q = collect_queue_find(e->queue);
    snprintf(flags, sizeof flags, "{\"flags\":\"%d\"}", e->flags);
    const uint64_t words[] = {text(CATEGORY), text(kind), text(LEVEL), (uint64_t)(q ? collect_agent_id(q->agent) : ROCZ_NULL), (uint64_t)ROCZ_NULL,
                              kind == ALLOC ? e->size : 0, (uint64_t)(q ? q->lane : ROCZ_NULL), (uint64_t)ROCZ_NULL, collect_string_word(flags)};
    collect_region_write(&function_memory_allocations, start, words);
  }
  errno = saved;
}

/* ---- what the runtime calls ---- */

static bool watched(void) { return collect_wanted(&collect_domain_scratch) && collect_hsa_active(); }

static __thread int64_t began[KINDS] __attribute__((tls_model("initial-exec"))); /* when such a change began, ticks; 0: none is under way */
static collect_scratch_told *next_told[2 * KINDS]; /* functions of the table before ours, or NULL */

static hsa_status_t pass(int i, const collect_scratch_event *e) { return next_told[i] ? next_told[i](e) : HSA_STATUS_SUCCESS; }

static hsa_status_t begins(int kind, const collect_scratch_event *e) {
  began[kind] = watched() ? collect_ticks() : 0;
  return pass(2 * kind, e);
}

static hsa_status_t ended(int kind, const collect_scratch_event *e) {
  if (began[kind] && watched())
    note(kind, began[kind], e);
  began[kind] = 0;
  return pass(2 * kind + 1, e);
}

#define TOLD(name, kind) \
  static hsa_status_t name##_begins(const collect_scratch_event *e) { return begins(kind, e); } \
  static hsa_status_t name##_ended(const collect_scratch_event *e) { return ended(kind, e); }
TOLD(alloc, ALLOC)
TOLD(free, FREE)
TOLD(reclaim, RECLAIM)

static collect_scratch_told *const told[2 * KINDS] = {alloc_begins, alloc_ended, free_begins, free_ended, reclaim_begins, reclaim_ended};

/* ---- the table ---- */

static _Atomic bool untold;      /* the runtime has no such table */
static _Atomic bool untold_said; /* the file says so */

static collect_hsa_tools *tools_of(const collect_hsa_root *root) {
  const collect_hsa_root_6 *r = (const collect_hsa_root_6 *)root;
  bool there = r->root.version.major_id == 3 && r->root.version.minor_id >= sizeof *r && r->tools && r->tools->version.major_id == 1 &&
               r->tools->version.minor_id >= sizeof *r->tools;
  return there ? r->tools : NULL;
}

static void scratch_place(void **tables, uint64_t count) {
  if (!watched())
    return;
  collect_hsa_tools *t = tools_of(tables[0]);
  atomic_store(&untold, !t);
  if (!t && strstr(collect_text(&collect_domains_setting), "scratch")) /* not for users who asked for all domains */
    collect_say("COLLECT_DOMAINS: scratch: this runtime does not report scratch memory (ROCm 6.1 and later do)");
  for (int i = 0; t && i < 2 * KINDS; i++) {
    next_told[i] = t->told[i];
    t->told[i] = told[i];
  }
}
COLLECT_TABLE(scratch) = {.library = "hsa", .order = 5, .place = scratch_place};

/* Writes to the file, for `health`, that the runtime does not report this. */
static uint64_t untold_write(enum collect_drain how) {
  if (atomic_load(&untold) && !atomic_exchange(&untold_said, true))
    collect_meta(ROCZ_COUNTER, "scratch memory not told", (int64_t)1, "this runtime does not report scratch memory (ROCm 6.1 and later do)");
  return 0;
}

static void scratch_forked(void) {
  atomic_store(&known_texts.generation, 0);
  memset(began, 0, sizeof began);
  atomic_store(&untold_said, false);
}
COLLECT_MODULE(scratch) = {.name = "scratch", .order = 23, .drain = untold_write, .forked = scratch_forked};
