/* The cache of rows, one for the process: which row belongs to an address.
**
** An entry is one word, so it is never seen half written. The word holds 32 bits of the address; the other 15 of its 47 bits say where the entry is.
** (The multiplication is one to one, so no two addresses share an entry's place and bits.) Rows that 32 bits cannot hold are rare, and are
** not kept.
**
** When the list of objects changes, all entries are removed. A walk may still add a row that it found in the former list: it looks at the
** generation again after it has added an entry, and takes the entry back if the generation is a new one. */
#ifndef COLLECT_ROW_CACHE_H
#define COLLECT_ROW_CACHE_H
#include "eh.h"
#include <stdatomic.h>

enum { COLLECT_ROW_SLOT_BITS = 15, COLLECT_ROW_ADDRESS_BITS = 47 };

typedef struct collect_row_cache_state {
  _Atomic uint64_t *slot; /* NULL: there is no cache, yet */
  _Atomic uint32_t generation;
} collect_row_cache_state;
extern collect_row_cache_state collect_row_cache;

/* Makes the cache, if it is not there. False: no memory. One thread at a time. */
bool collect_row_cache_make(void);
/* Begins a new generation, and removes all entries. One thread at a time. */
void collect_row_cache_clear(void);
/* Adds a row that was found in this generation. */
void collect_row_cache_add(uintptr_t address, collect_eh_row row, uint32_t generation);

/* Bits of an entry: the address's, 4 of the kind, 8 of the frame pointer, 20 of the CFA in words. */
enum { COLLECT_ROW_AT_SP_8 = COLLECT_EH_KINDS, COLLECT_ROW_AT_BP_8 }; /* kinds with add == 8 */
enum { COLLECT_ROW_BP_SAME = 0, COLLECT_ROW_BP_AT_BP = 254, COLLECT_ROW_BP_LOST = 255 }; /* otherwise: words below the CFA */

static inline uint64_t collect_row_mix(uintptr_t address) { return (address * 0x9E3779B97F4A7C15u) & (((uint64_t)1 << COLLECT_ROW_ADDRESS_BITS) - 1); }

static inline collect_eh_row collect_row_unpack(uint32_t word) {
  collect_eh_row row = {.kind = word & 15, .cfa = ((int32_t)word >> 12) * 8};
  uint8_t bp = word >> 4 & 0xff;
  if (row.kind == COLLECT_EH_END)
    row.cfa /= 8;
  if (row.kind >= COLLECT_EH_KINDS) {
    row.kind = row.kind == COLLECT_ROW_AT_SP_8 ? COLLECT_EH_AT_SP : COLLECT_EH_AT_BP;
    row.add = 8;
  }
  row.bp_kind = bp == COLLECT_ROW_BP_SAME ? COLLECT_EH_BP_SAME : bp == COLLECT_ROW_BP_LOST ? COLLECT_EH_BP_LOST :
                bp == COLLECT_ROW_BP_AT_BP ? COLLECT_EH_BP_BP : COLLECT_EH_BP_CFA;
  row.bp = row.bp_kind == COLLECT_EH_BP_CFA ? -8 * bp : 0;
  return row;
}

/* The row of an address. False: it is not in the cache. */
static inline bool collect_row_cache_get(uintptr_t address, collect_eh_row *row) {
  const _Atomic uint64_t *slot = collect_row_cache.slot;
  uint64_t mixed = collect_row_mix(address);
  if (!slot)
    return false;
  uint64_t word = atomic_load_explicit(&slot[mixed >> 32], memory_order_relaxed);
  if (word >> 32 != (uint32_t)mixed || !(uint32_t)word)
    return false;
  *row = collect_row_unpack((uint32_t)word);
  return true;
}

#endif
