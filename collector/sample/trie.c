/* The tree of frames: see trie.h. A node is found by its parent and its place: which object, where in it, and how to look it up.
** Addresses become places by a cache, which is cleared when objects come or go. */
#include "trie.h"
#include "core.h"
#include "interpreter.h"
#include "row.h"
#include "walk.h"
#include <string.h>

#define NODES_MAX (1u << 22) /* 64 MB; a program that has more different frames is rather generating code */
typedef struct node { uint64_t place; uint32_t parent, id; } node;
static node *table;      /* open addressing; id 0: free */
static uint32_t capacity, nodes;

#define CACHE 8192
static struct { uint64_t frame, place; } cache[CACHE];
static uint32_t objects_seen;

static uint64_t *written; /* bits: modules whose row is written */
static size_t written_bytes;

/* A place: object number + 1 (0: none holds the address), whether the address is a return address, and the offset in the object. */
enum { OBJECT_SHIFT = 48, RETURN_SHIFT = 47 };
#define INTERPRETED 0xffffu /* in place of the object: a function of an interpreter, with its number as offset */
static uint64_t place_of(uint64_t frame) {
  if (!(frame & COLLECT_WALK_EXACT) && frame & COLLECT_WALK_INTERPRETED)
    return (uint64_t)INTERPRETED << OBJECT_SHIFT | (frame & (((uint64_t)1 << RETURN_SHIFT) - 1));
  uint32_t number;
  uint64_t offset, address = frame & COLLECT_WALK_ADDRESS, lookup = collect_walk_lookup(frame);
  uint64_t is_return = frame & COLLECT_WALK_EXACT ? 0 : (uint64_t)1 << RETURN_SHIFT;
  collect_unwind_about about;
  if (!collect_unwind_module(lookup, &number, &offset) || number + 1 >= INTERPRETED || !collect_unwind_module_about(number, &about))
    return is_return | (address & (((uint64_t)1 << RETURN_SHIFT) - 1));
  return (uint64_t)(number + 1) << OBJECT_SHIFT | is_return | ((address - about.low) & (((uint64_t)1 << RETURN_SHIFT) - 1));
}

static uint64_t place_known(uint64_t frame) {
  uint64_t hash = frame * 0x9e3779b97f4a7c15u >> 51;
  if (cache[hash].frame != frame) {
    cache[hash].place = place_of(frame);
    cache[hash].frame = frame;
  }
  return cache[hash].place;
}

void sample_trie_objects_changed(void) {
  uint32_t now = collect_unwind_modules();
  if (now != objects_seen)
    memset(cache, 0, sizeof cache);
  objects_seen = now;
}

static bool module_write(uint32_t number) {
  size_t bytes = ((size_t)number / 64 + 1) * 8;
  if (!collect_memory_reserve(&written, &written_bytes, bytes))
    return false;
  uint64_t bit = (uint64_t)1 << number % 64;
  if (!(written[number / 64] & bit) && sample_module_write(number))
    written[number / 64] |= bit;
  return written[number / 64] & bit;
}

/* The module first, then the frame: whoever reads a row finds what it refers to. */
static bool node_write(const node *n) {
  uint32_t object = (uint32_t)(n->place >> OBJECT_SHIFT);
  if (object == INTERPRETED)
    return sample_interpreted_write(n->id, n->parent, n->place & (((uint64_t)1 << RETURN_SHIFT) - 1));
  return (!object || module_write(object - 1)) &&
         sample_frame_write(n->id, n->parent, object, n->place & (((uint64_t)1 << RETURN_SHIFT) - 1), n->place >> RETURN_SHIFT & 1);
}

static node *node_at(node *in, uint32_t size, uint64_t place, uint32_t parent) {
  uint64_t h = (place ^ (uint64_t)parent << 32 ^ parent) * 0x9e3779b97f4a7c15u;
  uint32_t i = (uint32_t)(h >> 32) & (size - 1);
  while (in[i].id && (in[i].place != place || in[i].parent != parent))
    i = (i + 1) & (size - 1);
  return &in[i];
}

static bool table_grow(void) {
  uint32_t more = capacity ? capacity * 2 : 4096;
  node *fresh = collect_memory_grow(NULL, 0, more * sizeof *fresh);
  if (!fresh)
    return false;
  for (uint32_t i = 0; i < capacity; i++)
    if (table[i].id)
      *node_at(fresh, more, table[i].place, table[i].parent) = table[i];
  if (capacity)
    collect_memory_free(table, capacity * sizeof *table);
  table = fresh;
  capacity = more;
  return true;
}

uint32_t sample_trie_stack(const uint64_t *frames, unsigned n) {
  uint32_t id = 0;
  while (n--) {
    uint64_t place = place_known(frames[n]);
    node *at = node_at(table, capacity, place, id);
    if (!at->id) {
      node made = {.place = place, .parent = id, .id = nodes + 1};
      if (nodes == NODES_MAX || (nodes >= capacity / 2 && !table_grow()) || !node_write(&made))
        return 0;
      *node_at(table, capacity, place, id) = made;
      nodes++;
      id = made.id;
    } else {
      id = at->id;
    }
  }
  return id;
}

uint32_t sample_trie_size(void) { return nodes; }

bool sample_trie_begin(void) {
  table = NULL; /* in a forked child the parent's sampler may have been changing it */
  capacity = nodes = 0;
  written = NULL;
  written_bytes = 0;
  memset(cache, 0, sizeof cache);
  objects_seen = 0;
  return table_grow();
}
