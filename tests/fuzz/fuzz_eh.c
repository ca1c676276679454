/* The reader of unwind tables (collector/unwind/eh.c): whatever the tables are, it reads nothing beyond their segment, and finds the same rows whether it
** reads them directly, by pieces, or from its copy.
**
** The input is a segment: two bytes that say where .eh_frame_hdr is, then its bytes. The corpus is made by tests/fuzz/make_eh.py. */
#include "eh.h"
#include "walk.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uintptr_t low, high;

static bool read_checked(void *arg, uintptr_t address, void *to, size_t size) {
  (void)arg;
  if (address < low || address > high || size > high - address)
    abort();
  memcpy(to, (const void *)address, size);
  return true;
}

static bool same(collect_eh_row a, collect_eh_row b) {
  return a.kind == b.kind && a.bp_kind == b.bp_kind && a.add == b.add && a.cfa == b.cfa && a.bp == b.bp;
}

static void look(collect_eh_table *direct, collect_eh_table *by_pieces, collect_eh_table *copied, bool kept, uintptr_t address) {
  collect_eh_row row = collect_eh_find(direct, address);
  if (!row.kind || row.kind >= COLLECT_EH_KINDS || (row.kind == COLLECT_EH_END && (row.cfa <= 0 || row.cfa >= COLLECT_WALK_ENDS)))
    abort();
  if (!same(row, collect_eh_find(by_pieces, address)))
    abort();
  /* The copy is .eh_frame only, and entries outside are not in it. */
  collect_eh_row from_copy = kept ? collect_eh_find(copied, address) : row;
  if (!same(row, from_copy) && !(from_copy.kind == COLLECT_EH_END && from_copy.cfa == COLLECT_WALK_BAD_TABLE))
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 6)
    return 0;
  uint16_t header;
  memcpy(&header, data, 2);
  size -= 2;
  char *memory = malloc(size); /* of exactly this size, and aligned */
  memcpy(memory, data + 2, size);
  low = (uintptr_t)memory, high = low + size;
  const collect_eh_segment segment = {low, high};
  collect_eh_table direct = {.read = NULL}, by_pieces = {.read = read_checked}, copied = {.read = NULL};
  collect_eh_open(&direct, low + header % size, &segment, 1);
  collect_eh_open(&by_pieces, low + header % size, &segment, 1);
  collect_eh_open(&copied, low + header % size, &segment, 1);
  bool kept = collect_eh_keep(&copied, 1 << 20) > 0;
  if (direct.count != by_pieces.count || (direct.own == NULL) != (by_pieces.own == NULL))
    abort();
  const int32_t *pairs = direct.own ? direct.own : (const int32_t *)direct.entries;
  for (uint32_t i = 0; i < direct.count && i < 64; i++)
    for (int k = -1; k < 40; k++)
      look(&direct, &by_pieces, &copied, kept, direct.origin + (uintptr_t)(intptr_t)pairs[2 * i] + (uintptr_t)(intptr_t)k);
  for (unsigned i = 0; i < 16; i++)
    look(&direct, &by_pieces, &copied, kept, low + (uintptr_t)(data[i % size] * 37u * i));
  look(&direct, &by_pieces, &copied, kept, 0);
  look(&direct, &by_pieces, &copied, kept, UINTPTR_MAX);
  collect_eh_close(&direct);
  collect_eh_close(&by_pieces);
  collect_eh_close(&copied);
  free(memory);
  return 0;
}
