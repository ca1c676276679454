/* Preparing the unwind tables of an object: see eh.h. */
#include "eh_entry.h"
#include <sys/mman.h>

static void *memory_take(collect_eh_table *t, size_t size) {
  void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED)
    return NULL;
  t->memory = p;
  t->memory_size = size;
  return p;
}

/* Notes the first entry of each block. False: the entries are not sorted, or not readable. */
static bool blocks_fill(collect_eh_table *t, int32_t *blocks) {
  uint8_t window[COLLECT_EH_WINDOW];
  collect_eh_cursor c;
  uintptr_t entries = t->own ? (uintptr_t)t->own : t->entries;
  collect_eh_begin(&c, t, window, entries, entries, entries + 8 * (uintptr_t)t->count);
  if (t->own)
    c = (collect_eh_cursor){.p = (const uint8_t *)t->own, .end = (const uint8_t *)(t->own + 2 * (size_t)t->count)};
  int32_t before = INT32_MIN;
  for (uint32_t i = 0; i < t->count; i++) {
    int32_t start = (int32_t)collect_eh_take_uint32_t(&c);
    (void)collect_eh_take_uint32_t(&c);
    if (start < before || c.fault)
      return false;
    before = start;
    if (i % COLLECT_EH_BLOCK == 0)
      blocks[i / COLLECT_EH_BLOCK] = start;
  }
  t->blocks = blocks;
  return true;
}

/* Calls for each FDE, from the first entry at `frames` on, until the terminator or what is no entry. Returns their number; stores pairs in `out`, if
** that is not NULL, up to `room`. */
static uint32_t frames_scan(const collect_eh_table *t, uintptr_t frames, int32_t *out, uint32_t room) {
  uint8_t window[COLLECT_EH_WINDOW], common_window[COLLECT_EH_WINDOW];
  uint32_t count = 0;
  for (uintptr_t address = frames, next; count < UINT32_MAX; address = next) {
    collect_eh_cursor c;
    uint64_t id;
    uintptr_t id_at, start, size;
    if (!collect_eh_entry(&c, t, window, address, &id, &id_at))
      break;
    next = c.limit;
    collect_eh_common k;
    if (!id || collect_eh_function(&c, &k, t, window, common_window, address, &start, &size))
      continue;
    int64_t key = (int64_t)(start - t->origin), entry = (int64_t)(address - t->origin);
    if (!size || key != (int32_t)key || entry != (int32_t)entry)
      continue;
    if (out && count < room) {
      out[2 * (size_t)count] = (int32_t)key;
      out[2 * (size_t)count + 1] = (int32_t)entry;
    }
    count++;
  }
  return out && count > room ? room : count;
}

typedef struct pair { int32_t start, entry; } pair;

static void sift(pair *p, uint32_t i, uint32_t count) {
  for (uint64_t child; (child = 2 * (uint64_t)i + 1) < count; i = (uint32_t)child) {
    child += child + 1 < count && p[child].start < p[child + 1].start;
    if (p[i].start >= p[child].start)
      return;
    pair swap = p[i];
    p[i] = p[child];
    p[child] = swap;
  }
}

/* Sorts in place, without memory and without recursion. */
static void pairs_sort(pair *p, uint32_t count) {
  for (uint32_t i = count / 2; i-- > 0;)
    sift(p, i, count);
  for (uint32_t n = count; n-- > 1;) {
    pair swap = p[0];
    p[0] = p[n];
    p[n] = swap;
    sift(p, 0, n);
  }
}

static uint32_t blocks_of(uint32_t count) { return (count + COLLECT_EH_BLOCK - 1) / COLLECT_EH_BLOCK; }

/* Makes a table of our own from .eh_frame. */
static void table_make(collect_eh_table *t, uintptr_t frames) {
  uint32_t count = frames_scan(t, frames, NULL, 0);
  int32_t *memory = count ? memory_take(t, 8 * (size_t)count + 4 * (size_t)blocks_of(count)) : NULL;
  if (!memory)
    return;
  t->count = frames_scan(t, frames, memory, count);
  pairs_sort((pair *)(void *)memory, t->count);
  t->own = memory;
  blocks_fill(t, memory + 2 * (size_t)count);
}

static const collect_eh_segment *segment_of(uintptr_t address, const collect_eh_segment *segment, unsigned segments) {
  for (unsigned i = 0; i < segments; i++)
    if (address >= segment[i].low && address < segment[i].high)
      return &segment[i];
  return NULL;
}

void collect_eh_open(collect_eh_table *t, uintptr_t header, const collect_eh_segment *segment, unsigned segments) {
  *t = (collect_eh_table){.read = t->read, .read_arg = t->read_arg, .origin = header};
  const collect_eh_segment *own = segment_of(header, segment, segments);
  uint8_t window[COLLECT_EH_WINDOW];
  collect_eh_cursor c;
  if (!own)
    return;
  collect_eh_begin(&c, t, window, header, own->low, own->high);
  uint8_t version = collect_eh_take_uint8_t(&c), frames_encoding = collect_eh_take_uint8_t(&c);
  uint8_t count_encoding = collect_eh_take_uint8_t(&c), encoding = collect_eh_take_uint8_t(&c);
  bool fits = true;
  uintptr_t frames = frames_encoding != COLLECT_EH_OMITTED ? collect_eh_take_pointer(&c, frames_encoding, header, &fits) : 0;
  const collect_eh_segment *of_frames = frames ? segment_of(frames, segment, segments) : own;
  if (version != 1 || c.fault || !fits || !of_frames)
    return;
  t->low = of_frames->low;
  t->high = of_frames->high;
  uintptr_t count = count_encoding != COLLECT_EH_OMITTED && encoding != COLLECT_EH_OMITTED ? collect_eh_take_pointer(&c, count_encoding, header, &fits) : 0;
  t->entries = collect_eh_at(&c);
  t->frames = frames;
  if (encoding == (COLLECT_EH_DATA_RELATIVE | COLLECT_EH_SDATA4) && fits && !c.fault && count && t->entries % 4 == 0 && count <= (own->high - t->entries) / 8) {
    int32_t *blocks = memory_take(t, 4 * (size_t)blocks_of((uint32_t)count));
    t->count = (uint32_t)count;
    if (blocks && blocks_fill(t, blocks))
      return;
    collect_eh_close(t);
  }
  if (frames)
    table_make(t, frames);
}

/* The end of .eh_frame; 0: it is not a row of entries that holds all FDEs of the table. */
static uintptr_t frames_end(const collect_eh_table *t) {
  uint8_t window[COLLECT_EH_WINDOW];
  uintptr_t end = t->frames, id_at;
  uint64_t id;
  collect_eh_cursor c;
  while (end && collect_eh_entry(&c, t, window, end, &id, &id_at))
    end = c.limit;
  const int32_t *pairs = t->own ? t->own : (const int32_t *)t->entries;
  for (uint32_t i = 0; i < t->count; i++) {
    uintptr_t entry = t->origin + (uintptr_t)(intptr_t)pairs[2 * (size_t)i + 1];
    if (entry < t->frames || entry >= end)
      return 0;
  }
  return end;
}

size_t collect_eh_keep(collect_eh_table *t, size_t most) {
  uintptr_t end = t->count && !t->read && !t->copy ? frames_end(t) : 0;
  size_t size = end ? end - t->frames : 0, pairs = 8 * (size_t)t->count, blocks = 4 * (size_t)blocks_of(t->count);
  if (!size || size > most || size + pairs + blocks > most)
    return 0;
  collect_eh_table kept = *t;
  int32_t *memory = memory_take(&kept, pairs + blocks + size);
  if (!memory)
    return 0;
  char *to = (char *)memory;
  memcpy(to, t->own ? (const void *)t->own : (const void *)t->entries, pairs);
  memcpy(to + pairs, t->blocks, blocks);
  memcpy(to + pairs + blocks, (const void *)t->frames, size);
  kept.own = memory;
  kept.blocks = memory + 2 * (size_t)t->count;
  kept.low = t->frames;
  kept.high = end;
  kept.copy = (uintptr_t)(to + pairs + blocks) - t->frames;
  collect_eh_close(t);
  *t = kept;
  return kept.memory_size;
}

void collect_eh_close(collect_eh_table *t) {
  if (t->memory)
    munmap(t->memory, t->memory_size);
  t->memory = NULL;
  t->own = t->blocks = NULL;
  t->count = 0;
}
