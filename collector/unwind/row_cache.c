/* The cache of rows: see row_cache.h. */
#include "row_cache.h"
#include "core.h"
#include "walk.h"

enum { SLOTS = 1 << COLLECT_ROW_SLOT_BITS };
collect_row_cache_state collect_row_cache;

bool collect_row_cache_make(void) {
  if (!collect_row_cache.slot)
    collect_row_cache.slot = collect_memory_grow(NULL, 0, SLOTS * sizeof *collect_row_cache.slot);
  return collect_row_cache.slot != NULL;
}

void collect_row_cache_clear(void) {
  atomic_fetch_add(&collect_row_cache.generation, 1);
  for (uint32_t i = 0; collect_row_cache.slot && i < SLOTS; i++)
    if (atomic_load_explicit(&collect_row_cache.slot[i], memory_order_relaxed)) /* reading touches no fresh page */
      atomic_store_explicit(&collect_row_cache.slot[i], 0, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
}

/* The row in 32 bits, never 0. False: they cannot hold it. (Those of other registers are rare.) */
static bool pack(const collect_eh_row *row, uint32_t *word) {
  uint32_t kind = row->kind, bp = COLLECT_ROW_BP_LOST;
  if (kind == COLLECT_EH_OTHER)
    return false;
  if (row->add) {
    if (row->add != 8)
      return false;
    kind = kind == COLLECT_EH_AT_SP ? COLLECT_ROW_AT_SP_8 : COLLECT_ROW_AT_BP_8;
  }
  int32_t cfa = row->kind == COLLECT_EH_END ? row->cfa * 8 : row->cfa;
  if (cfa % 8 || cfa / 8 != (int32_t)((uint32_t)(cfa / 8) << 12) >> 12)
    return false;
  if (row->bp_kind == COLLECT_EH_BP_SAME)
    bp = COLLECT_ROW_BP_SAME;
  else if (row->bp_kind == COLLECT_EH_BP_BP) {
    if (row->bp)
      return false;
    bp = COLLECT_ROW_BP_AT_BP;
  } else if (row->bp_kind == COLLECT_EH_BP_CFA) {
    if (row->bp % 8 || row->bp >= 0 || row->bp <= -8 * COLLECT_ROW_BP_AT_BP)
      return false;
    bp = (uint32_t)(-row->bp / 8);
  }
  *word = (uint32_t)(cfa / 8) << 12 | bp << 4 | kind;
  return true;
}

/* Whether this holds for all threads, and until the next generation. */
static bool lasting(const collect_eh_row *row) {
  return row->kind != COLLECT_EH_END || (row->cfa != COLLECT_WALK_UNMAPPED && row->cfa != COLLECT_WALK_CHANGING);
}

void collect_row_cache_add(uintptr_t address, collect_eh_row row, uint32_t generation) {
  uint32_t packed;
  if (!collect_row_cache.slot || address >> COLLECT_ROW_ADDRESS_BITS || !lasting(&row) || !pack(&row, &packed))
    return;
  uint64_t mixed = collect_row_mix(address), word = mixed << 32 | packed;
  _Atomic uint64_t *slot = &collect_row_cache.slot[mixed >> 32];
  atomic_store(slot, word);
  if (atomic_load(&collect_row_cache.generation) != generation)
    atomic_compare_exchange_strong(slot, &word, 0);
}
