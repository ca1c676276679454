/* The dictionary of the file's strings: one id for each text, from 1.
**
** Threads of the program give ids (string arguments, messages), and so does the writer (strings of info rows), all under one
** lock. Texts never move, so a lookup of a known one takes no lock: a marker's message costs a hash and a comparison. Texts stand
** in order of their ids, so those that are in no chunk yet form one range. */
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "core.h"
#include <string.h>

#define TEXT_MAX (256u << 20) /* bytes of all texts; beyond, strings become NULL and are counted */
#define BLOCK_BYTES (256u << 10)

typedef struct text_entry {
  uint32_t id, size;
  char text[];
} text_entry;

/* A block of entries, one after the other. */
typedef struct text_block {
  struct text_block *next;
  size_t used, capacity; /* bytes of entries */
  _Alignas(8) char bytes[];
} text_block;

typedef struct text_table { /* hash table, at most half full */
  size_t slots; /* a power of two */
  text_entry *_Atomic slot[];
} text_table;

static collect_lock lock = COLLECT_LOCK(STRINGS);
static text_table *_Atomic known;
static text_block *first, *last;
static size_t count, text_bytes;
static text_block *unwritten;      /* place of the first string that is in no chunk */
static size_t unwritten_at;
static size_t written;        /* number of strings in chunks */

static size_t entry_bytes(size_t size) { return (sizeof(text_entry) + size + 7) & ~(size_t)7; }

/* Finds the entry of a text. NULL: there is none, and it belongs at `slot`. */
static text_entry *entry_find(text_table *t, const char *text, size_t size, text_entry *_Atomic **slot) {
  size_t at = XXH3_64bits(text, size) & (t->slots - 1);
  text_entry *e;
  /* Acquire: pairs with the release of string_add. */
  for (; (e = atomic_load_explicit(&t->slot[at], memory_order_acquire)); at = (at + 1) & (t->slots - 1))
    if (e->size == size && !memcmp(e->text, text, size))
      break;
  *slot = &t->slot[at];
  return e;
}

static void entry_put(text_table *t, text_entry *e) {
  text_entry *_Atomic *slot;
  entry_find(t, e->text, e->size, &slot);
  atomic_store_explicit(slot, e, memory_order_release);
}

/* The old table stays mapped, since a lookup may be using it. */
static bool table_grow(void) {
  text_table *old = atomic_load(&known);
  size_t slots = old ? old->slots * 2 : 16384;
  text_table *t = collect_memory_grow(NULL, 0, sizeof *t + slots * sizeof *t->slot);
  if (!t)
    return false;
  t->slots = slots;
  for (size_t i = 0; old && i < old->slots; i++) {
    text_entry *e = atomic_load_explicit(&old->slot[i], memory_order_relaxed);
    if (e)
      entry_put(t, e);
  }
  atomic_store_explicit(&known, t, memory_order_release);
  return true;
}

/* Makes room for this many bytes in the last block. False: there is no memory. */
static bool block_reserve(size_t bytes) {
  if (last && last->capacity - last->used >= bytes)
    return true;
  size_t capacity = bytes > BLOCK_BYTES - sizeof(text_block) ? bytes : BLOCK_BYTES - sizeof(text_block);
  text_block *b = collect_memory_grow(NULL, 0, sizeof *b + capacity);
  if (!b)
    return false;
  b->capacity = capacity;
  *(last ? &last->next : &first) = b;
  last = b;
  return true;
}

static bool is_full(size_t size) { return size > ROCZ_MAX_TEXT || text_bytes + size > TEXT_MAX || count >= UINT32_MAX / 2; }

static bool table_reserve(void) {
  text_table *t = atomic_load(&known);
  return (t && count * 2 < t->slots) || table_grow();
}

/* Adds a text. NULL: there is no memory for it. */
static text_entry *string_add(const char *text, size_t size) {
  if (!table_reserve() || !block_reserve(entry_bytes(size)))
    return NULL;
  text_entry *e = (text_entry *)(void *)(last->bytes + last->used);
  e->id = (uint32_t)++count;
  e->size = (uint32_t)size;
  memcpy(e->text, text, size);
  last->used += entry_bytes(size);
  text_bytes += size;
  entry_put(atomic_load(&known), e);
  return e;
}

int64_t collect_string_known(const char *text, size_t size) {
  text_table *t = atomic_load_explicit(&known, memory_order_acquire);
  text_entry *_Atomic *slot;
  text_entry *e = t ? entry_find(t, text, size, &slot) : NULL;
  return e ? e->id : 0;
}

int64_t collect_string_id(const char *text, size_t size, bool *fresh) {
  collect_lock_take(&lock);
  int64_t id = collect_string_known(text, size);
  *fresh = false;
  if (!id && !is_full(size)) {
    text_entry *e = string_add(text, size);
    id = e ? (int64_t)e->id : -1;
    *fresh = e != NULL;
  }
  collect_lock_release(&lock);
  return id;
}

/* ---- the writer ---- */

/* The entry at this place, which moves to the next. NULL: there is none yet. */
static const text_entry *entry_next(text_block **b, size_t *at) {
  if (!*b)
    *b = first;
  while (*b && *at == (*b)->used && (*b)->next) {
    *b = (*b)->next;
    *at = 0;
  }
  if (!*b || *at == (*b)->used)
    return NULL;
  const text_entry *e = (const text_entry *)(const void *)((*b)->bytes + *at);
  *at += entry_bytes(e->size);
  return e;
}

/* The writer's copy of the strings to be written. */
static int64_t *length_copy;
static char *text_copy;
static size_t length_capacity, text_capacity;

static bool copy_reserve(uint32_t rows, size_t size) {
  return collect_memory_reserve(&length_copy, &length_capacity, rows * sizeof *length_copy) && collect_memory_reserve(&text_copy, &text_capacity, size);
}

bool collect_strings_reserve(void) { return table_reserve() && block_reserve(1) && copy_reserve(1, 1); }

bool collect_strings_pending(uint32_t *count_of, const int64_t **lengths, const char **texts, size_t *texts_size, uint64_t *first_number) {
  uint32_t rows = 0;
  size_t size = 0;
  collect_lock_take(&lock);
  text_block *b = unwritten;
  size_t at = unwritten_at;
  const text_entry *e = NULL;
  for (; rows < ROCZ_MAX_ROWS && (e = entry_next(&b, &at)) && size + e->size <= ROCZ_MAX_TEXT && copy_reserve(rows + 1, size + e->size + 1);
       rows++, size += e->size) {
    length_copy[rows] = e->size;
    memcpy(text_copy + size, e->text, e->size);
  }
  *count_of = rows;
  *lengths = length_copy;
  *texts = text_copy;
  *texts_size = size;
  *first_number = written;
  collect_lock_release(&lock);
  return rows || !e;
}

void collect_strings_written(uint32_t rows) {
  collect_lock_take(&lock);
  written += rows;
  while (rows--)
    entry_next(&unwritten, &unwritten_at);
  collect_lock_release(&lock);
}

static void strings_forked(void) {
  atomic_store(&lock.word, 0);
  /* Another thread may have been adding a string at the fork, so all memory is allocated anew. */
  atomic_store(&known, NULL);
  first = last = unwritten = NULL;
  text_copy = NULL;
  length_copy = NULL;
  count = text_bytes = written = unwritten_at = length_capacity = text_capacity = 0;
}

COLLECT_MODULE(strings) = {.name = "strings", .forked = strings_forked};
