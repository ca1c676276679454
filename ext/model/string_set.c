/* See string_set.h.
**
** Readers take no lock: an entry never moves, and a thread gets an id only after its entry was written. Writers hold the mutex. */
#define _GNU_SOURCE
#include "string_set.h"
#include "slots.h"
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t rocpd_text_hash(const char *text, size_t size) { return XXH3_64bits(text, size); }

/* Segment s holds FIRST << s entries, so entries do not move when the set grows. */
#define FIRST_SHIFT 8
#define SEGMENTS 24
#define MAX_STRINGS (UINT32_MAX - (1u << FIRST_SHIFT))
#define ARENA_BYTES 65536

typedef struct string_entry {
  const char *text;
  int64_t size;
} string_entry;

typedef struct string_slot {
  uint32_t hash;
  uint32_t id_plus_1; /* 0: empty */
} string_slot;

typedef struct arena_block {
  struct arena_block *next;
  char bytes[];
} arena_block;

struct rocpd_strings {
  pthread_mutex_t mutex; /* guards all but the reading of entries */
  string_entry *segment[SEGMENTS];
  uint32_t count;
  string_slot *slot;
  uint32_t mask; /* slots - 1 */
  arena_block *arena;
  char *free_bytes; /* in the newest shared arena block */
  size_t free_size;
  uint32_t *position; /* positions, in sorted order, of the first `positioned` strings */
  uint32_t positioned;
};

static string_entry *entry_of(const rocpd_strings *s, uint32_t id) {
  uint32_t n = id + (1u << FIRST_SHIFT);
  int top = 31 - __builtin_clz(n);
  string_entry *segment = __atomic_load_n(&s->segment[top - FIRST_SHIFT], __ATOMIC_ACQUIRE);
  return segment + (n - (1u << top));
}

int rocpd_strings_new(rocpd_strings **out) {
  rocpd_strings *s = rocpd_zeroed(sizeof(*s));
  if (!s) return SQLITE_NOMEM;
  s->mask = 255;
  s->slot = rocpd_zeroed((s->mask + 1) * sizeof(*s->slot));
  if (!s->slot) {
    sqlite3_free(s);
    return SQLITE_NOMEM;
  }
  pthread_mutex_init(&s->mutex, NULL);
  *out = s;
  return SQLITE_OK;
}

void rocpd_strings_free(rocpd_strings *s) {
  if (!s) return;
  for (int i = 0; i < SEGMENTS; i++) sqlite3_free(s->segment[i]);
  while (s->arena) {
    arena_block *next = s->arena->next;
    sqlite3_free(s->arena);
    s->arena = next;
  }
  sqlite3_free(s->slot);
  sqlite3_free(s->position);
  pthread_mutex_destroy(&s->mutex);
  sqlite3_free(s);
}

static bool is_text(const rocpd_strings *s, uint32_t id, const char *text, int64_t size) {
  const string_entry *e = entry_of(s, id);
  return e->size == size && memcmp(e->text, text, (size_t)size) == 0;
}

/* Returns the slot of the text, or the empty slot where it belongs. */
static string_slot *slot_of(const rocpd_strings *s, uint32_t hash, const char *text, int64_t size) {
  const string_slot *slot = s->slot;
  return &s->slot[ROCPD_SLOT(i, hash, s->mask, !slot[i].id_plus_1 || (slot[i].hash == hash && is_text(s, slot[i].id_plus_1 - 1, text, size)))];
}

static int slots_grow(rocpd_strings *s) {
  uint32_t mask = s->mask * 2 + 1;
  string_slot *slot = rocpd_zeroed(((uint64_t)mask + 1) * sizeof(*slot));
  if (!slot) return SQLITE_NOMEM;
  for (uint32_t i = 0; i <= s->mask; i++) {
    if (!s->slot[i].id_plus_1) continue;
    slot[ROCPD_SLOT(j, s->slot[i].hash, mask, !slot[j].id_plus_1)] = s->slot[i];
  }
  sqlite3_free(s->slot);
  s->slot = slot;
  s->mask = mask;
  return SQLITE_OK;
}

/* Returns `size` bytes that live as long as the set; NULL: no memory. */
static char *arena_take(rocpd_strings *s, size_t size) {
  if (size > s->free_size) {
    bool shared = size <= ARENA_BYTES / 4;
    arena_block *b = sqlite3_malloc64(sizeof(*b) + (shared ? ARENA_BYTES : size));
    if (!b) return NULL;
    b->next = s->arena;
    s->arena = b;
    if (!shared) return b->bytes;
    s->free_bytes = b->bytes;
    s->free_size = ARENA_BYTES;
  }
  char *p = s->free_bytes;
  s->free_bytes += size;
  s->free_size -= size;
  return p;
}

static int string_add(rocpd_strings *s, string_slot *slot, uint32_t hash, const char *text, int64_t size) {
  if (s->count >= MAX_STRINGS) return SQLITE_FULL;
  uint32_t n = s->count + (1u << FIRST_SHIFT);
  int top = 31 - __builtin_clz(n);
  if (!s->segment[top - FIRST_SHIFT]) {
    string_entry *segment = sqlite3_malloc64(sizeof(*segment) << top);
    if (!segment) return SQLITE_NOMEM;
    __atomic_store_n(&s->segment[top - FIRST_SHIFT], segment, __ATOMIC_RELEASE);
  }
  char *copy = arena_take(s, (size_t)size + 1);
  if (!copy) return SQLITE_NOMEM;
  memcpy(copy, text, (size_t)size);
  copy[size] = 0;
  string_entry *e = entry_of(s, s->count);
  e->text = copy;
  e->size = size;
  slot->hash = hash;
  slot->id_plus_1 = s->count + 1;
  __atomic_store_n(&s->count, s->count + 1, __ATOMIC_RELEASE);
  return SQLITE_OK;
}

static int64_t text_size(const char *text, int64_t size) {
  return size < 0 ? (int64_t)strlen(text) : size;
}

int rocpd_strings_add(rocpd_strings *s, const char *text, int64_t size, int64_t *id) {
  size = text_size(text, size);
  uint32_t hash = (uint32_t)XXH3_64bits(text, (size_t)size);
  int rc = SQLITE_OK;
  pthread_mutex_lock(&s->mutex);
  string_slot *slot = slot_of(s, hash, text, size);
  if (!slot->id_plus_1) {
    if (s->count >= s->mask / 4 * 3) {
      rc = slots_grow(s);
      slot = slot_of(s, hash, text, size);
    }
    if (rc == SQLITE_OK) rc = string_add(s, slot, hash, text, size);
  }
  if (rc == SQLITE_OK) *id = (int64_t)slot->id_plus_1 - 1;
  pthread_mutex_unlock(&s->mutex);
  return rc;
}

int64_t rocpd_strings_find(rocpd_strings *s, const char *text, int64_t size) {
  size = text_size(text, size);
  uint32_t hash = (uint32_t)rocpd_text_hash(text, (size_t)size);
  pthread_mutex_lock(&s->mutex);
  int64_t id = (int64_t)slot_of(s, hash, text, size)->id_plus_1 - 1;
  pthread_mutex_unlock(&s->mutex);
  return id;
}

/* This acquire pairs with the release of the thread that adds a string: all entries below the count can be read. */
int64_t rocpd_strings_count(const rocpd_strings *s) { return __atomic_load_n(&s->count, __ATOMIC_ACQUIRE); }

const char *rocpd_strings_text(const rocpd_strings *s, int64_t id, int64_t *size) {
  const string_entry *e = entry_of(s, (uint32_t)id);
  if (size) *size = e->size;
  return e->text;
}

/* ---- positions ---- */

typedef struct placed_string {
  uint64_t prefix; /* first 8 bytes, big-endian; they decide most comparisons */
  uint32_t id;
} placed_string;

static int compare_placed(const void *a, const void *b, void *strings) {
  const placed_string *x = a, *y = b;
  if (x->prefix != y->prefix) return x->prefix < y->prefix ? -1 : 1;
  const string_entry *p = entry_of(strings, x->id), *q = entry_of(strings, y->id);
  size_t n = (size_t)(p->size < q->size ? p->size : q->size);
  return memcmp(p->text, q->text, n) ?: ROCPD_ORDER(p->size, q->size);
}

static uint64_t text_prefix(const string_entry *e) {
  uint8_t bytes[8] = {0};
  memcpy(bytes, e->text, e->size < 8 ? (size_t)e->size : 8);
  uint64_t prefix;
  memcpy(&prefix, bytes, 8);
  return __builtin_bswap64(prefix);
}

int rocpd_strings_positions(rocpd_strings *s, const uint32_t **position, size_t *n) {
  uint32_t count = s->count;
  if (!s->position || s->positioned != count) {
    placed_string *order = sqlite3_malloc64(count * sizeof(*order) + 1);
    uint32_t *positions = sqlite3_malloc64(count * sizeof(*positions) + 1);
    if (!order || !positions) {
      sqlite3_free(order);
      sqlite3_free(positions);
      return SQLITE_NOMEM;
    }
    for (uint32_t i = 0; i < count; i++) order[i] = (placed_string){text_prefix(entry_of(s, i)), i};
    qsort_r(order, count, sizeof(*order), compare_placed, s);
    for (uint32_t i = 0; i < count; i++) positions[order[i].id] = i;
    sqlite3_free(order);
    sqlite3_free(s->position);
    s->position = positions;
    s->positioned = count;
  }
  *position = s->position;
  *n = s->positioned;
  return SQLITE_OK;
}
