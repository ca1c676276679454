/* HSA's functions as traced calls: their wrappers (hsa_wrappers.c) are placed in the
** runtime's table, over the hooks that watch devices. */
#include "hsa_api.h"
#include "table.h"

static void wrappers_place(void **tables, uint64_t count) {
  const collect_hsa_root *root = tables[0];
  if (!collect_wanted(collect_hsa_api.domain) || !collect_hsa_active())
    return;
  for (unsigned i = 0; i < collect_hsa_wrapper_count; i++) {
    const collect_hsa_wrapper *w = &collect_hsa_wrappers[i];
    void **slot = collect_hsa_slot(root, w->id);
    if (!slot || !*slot)
      continue;
    w->function->next = *slot;
    *slot = w->wrapper;
  }
}
COLLECT_TABLE(hsa_calls) = {.library = "hsa", .order = 10, .place = wrappers_place};
