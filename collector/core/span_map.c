/* Finds an open span by its id: a hash table by layer and id. An id that is given twice (by two libraries of one API) stands for
** two spans. The caller holds the lock. */
#include "core.h"
#include <string.h>

static collect_span *spans; /* [slots]; free where segment is NULL */
static size_t slots, used;  /* `used` is at most half of `slots`, a power of two */

static size_t home_of(const collect_span *s) {
  uint64_t hash = (s->id ^ (uint64_t)s->layer << 32) * 0x9e3779b97f4a7c15u;
  return (hash >> 32) & (slots - 1);
}

static void put(const collect_span *s) {
  size_t i = home_of(s);
  while (spans[i].segment)
    i = (i + 1) & (slots - 1);
  spans[i] = *s;
  used++;
}

static bool grow(void) {
  collect_span *old = spans;
  size_t n = slots, more = n ? n * 2 : 256;
  collect_span *fresh = collect_memory_grow(NULL, 0, more * sizeof *fresh);
  if (!fresh)
    return false;
  spans = fresh;
  slots = more;
  used = 0;
  for (size_t i = 0; i < n; i++)
    if (old[i].segment)
      put(&old[i]);
  if (old)
    collect_memory_free(old, n * sizeof *old);
  return true;
}

bool collect_span_map_put(const collect_span *s) {
  if (used * 2 >= slots && !grow())
    return false;
  put(s);
  return true;
}

/* Moves later entries into the gap, as long as an entry may stand there, so that no search ends too early. */
static void take_out(size_t i) {
  for (size_t j = (i + 1) & (slots - 1); spans[j].segment; j = (j + 1) & (slots - 1))
    if (((j - home_of(&spans[j])) & (slots - 1)) >= ((j - i) & (slots - 1))) {
      spans[i] = spans[j];
      i = j;
    }
  spans[i].segment = NULL;
  used--;
}

bool collect_span_map_take(uint32_t layer, uint64_t id, collect_span *out) {
  *out = (collect_span){.id = id, .layer = layer};
  if (!used)
    return false;
  for (size_t i = home_of(out); spans[i].segment; i = (i + 1) & (slots - 1))
    if (spans[i].id == id && spans[i].layer == layer) {
      *out = spans[i];
      take_out(i);
      return true;
    }
  return false;
}

void collect_span_map_forget(void) {
  spans = NULL; /* not unmapped: this is rare */
  slots = used = 0;
}
