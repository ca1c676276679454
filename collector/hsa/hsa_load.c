/* How the collector gets HSA's API table.
**
** Up to ROCm 6.0, and later if no tool registers, the runtime loads the libraries named in HSA_TOOLS_LIB at the end of hsa_init,
** and calls their OnLoad with its table. hsa_tools.c makes it find us there. Since 5.3 the runtime also finds us by
** HSA_AMD_TOOL_PRIORITY. Since 6.1 it gives its table to librocprofiler-register first; if a tool answers there, nobody else gets
** it (table.h).
**
** However the table comes, and however often, it is taken once until the runtime ends (table.h). */
#include "hsa.h"
#include "table.h"
#include <string.h>

void *collect_hsa_next[COLLECT_HSA_FUNCTIONS];
static _Atomic bool active;

bool collect_hsa_active(void) { return atomic_load_explicit(&active, memory_order_acquire); }

/* ---- the table ---- */

bool collect_hsa_wanted(bool hooks) {
  collect_settings_read();
  for (collect_domain *d = NULL; (d = collect_domain_next(d));)
    if (d->wanted && d->library && !strcmp(d->library, "hsa") && !(hooks && d->layer))
      return true;
  return false;
}

static const uint8_t amd_1_position[COLLECT_HSA_AMD_END - COLLECT_HSA_AMD_BEGIN] = {
#define HSA_AMD(returns, f, ...) [COLLECT_ID_##f - COLLECT_HSA_AMD_BEGIN] = COLLECT_AMD_1_##f + 1,
#include "hsa.def"
};
#define AMD_1_BYTES (sizeof(collect_hsa_version) + COLLECT_HSA_AMD_1_END * sizeof(void *))

/* The pointer at `position` of a table, NULL if the table is shorter. */
static void **slot_at(collect_hsa_table *table, uint32_t position) {
  size_t end = sizeof(collect_hsa_version) + (position + 1) * sizeof(void *);
  return end <= table->version.minor_id ? &table->function[position] : NULL;
}

static void **amd_slot(collect_hsa_table *table, uint32_t index) {
  if (table->version.major_id == 2)
    return slot_at(table, index);
  uint32_t position = amd_1_position[index];
  /* In other sizes of major 1, only the beginning is known to be as in 5.2. */
  if (table->version.major_id != 1 || !position ||
      (table->version.minor_id != AMD_1_BYTES && position - 1 > COLLECT_AMD_1_hsa_amd_memory_async_copy))
    return NULL;
  return slot_at(table, position - 1);
}

void **collect_hsa_slot(const collect_hsa_root *root, enum collect_hsa_id id) {
  if (root->version.major_id < 1 || root->version.major_id > 3 || root->version.minor_id < sizeof *root)
    return NULL;
  if (id < COLLECT_HSA_CORE_END) {
    collect_hsa_table *core = root->core;
    return core && (core->version.major_id == 1 || core->version.major_id == 2) ? slot_at(core, id) : NULL;
  }
  if (id < COLLECT_HSA_AMD_END)
    return root->amd_ext ? amd_slot(root->amd_ext, id - COLLECT_HSA_AMD_BEGIN) : NULL;
  collect_hsa_table *table = id < COLLECT_HSA_FINALIZER_END ? root->finalizer_ext : root->image_ext;
  uint32_t begin = id < COLLECT_HSA_FINALIZER_END ? COLLECT_HSA_AMD_END : COLLECT_HSA_FINALIZER_END;
  return table && (table->version.major_id == 1 || table->version.major_id == 2) ? slot_at(table, id - begin) : NULL;
}

/* Without these functions nothing can be timed, so the table is left unchanged. */
static const uint16_t needed[] = {
    COLLECT_ID_hsa_queue_create,
    COLLECT_ID_hsa_queue_destroy,
    COLLECT_ID_hsa_queue_add_write_index_screlease,
    COLLECT_ID_hsa_queue_store_write_index_screlease,
    COLLECT_ID_hsa_signal_store_screlease,
    COLLECT_ID_hsa_signal_destroy,
    COLLECT_ID_hsa_iterate_agents,
    COLLECT_ID_hsa_agent_get_info,
    COLLECT_ID_hsa_system_get_info,
    COLLECT_ID_hsa_amd_profiling_set_profiler_enabled,
    COLLECT_ID_hsa_amd_profiling_convert_tick_to_system_domain,
};

extern const collect_hsa_hook *const __start_collect_hsa_hooks[] __attribute__((visibility("hidden"))),
    *const __stop_collect_hsa_hooks[] __attribute__((visibility("hidden")));

static void hooks_place(void **tables, uint64_t count) {
  const collect_hsa_root *root = tables[0];
  if (!collect_hsa_wanted(false))
    return;
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
    void **slot = collect_hsa_slot(root, needed[i]);
    if (!slot || !*slot)
      return;
  }
  for (uint32_t id = 0; id < COLLECT_HSA_FUNCTIONS; id++) {
    void **slot = collect_hsa_slot(root, id);
    collect_hsa_next[id] = slot ? *slot : NULL;
  }
  for (const collect_hsa_hook *const *h = __start_collect_hsa_hooks; h < __stop_collect_hsa_hooks; h++) {
    void **slot = collect_hsa_slot(root, (*h)->id);
    if (slot && *slot && (!(*h)->wanted || (*h)->wanted()) && (collect_hsa_wanted(true) || (*h)->id == COLLECT_ID_hsa_shut_down)) /* the hook of the runtime's
                                                                                                                                  ** end is always placed */
      *slot = (*h)->function;
  }
  atomic_store_explicit(&active, true, memory_order_release);
  collect_tell("HSA's table is there, hooks are %s", collect_hsa_wanted(true) ? "placed" : "not wanted");
}
COLLECT_TABLE(hsa_hooks) = {.library = "hsa", .order = 0, .place = hooks_place};

/* ---- what the runtime looks for ---- */

/* A loaded library that has this data symbol is a tool since ROCm 5.3. The number is small, so that tools with larger ones are
** placed over us. */
COLLECT_EXPORT extern const uint32_t HSA_AMD_TOOL_PRIORITY;
COLLECT_EXPORT const uint32_t HSA_AMD_TOOL_PRIORITY = 10;

COLLECT_EXPORT bool OnLoad(void *table, uint64_t version, uint64_t failed_tools, const char *const *failed_names);
COLLECT_EXPORT bool OnLoad(void *table, uint64_t version, uint64_t failed_tools, const char *const *failed_names) {
  (void)version, (void)failed_tools, (void)failed_names;
  int saved = errno;
  collect_tables_place("hsa", 0, &table, 1);
  errno = saved;
  return true; /* false would unload us */
}

void collect_hsa_end(int how) {
  if (!atomic_exchange(&active, false))
    return;
  collect_tell("HSA's runtime %s", how == COLLECT_GONE ? "is gone" : "shuts down");
  collect_tables_gone("hsa");
  COLLECT_BRIEF_BEGIN(brief);
  collect_modules_end(how);
  collect_brief_end(&brief);
}

COLLECT_EXPORT void OnUnload(void);
COLLECT_EXPORT void OnUnload(void) {
  collect_hsa_end(COLLECT_SHUT_DOWN);
}
