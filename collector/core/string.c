/* The dictionary of the file's strings: one id for each text, from 1.
**
** Ids are given by program threads (string arguments) and by the writer (strings of
** info rows), under one lock. Texts lie end to end in order of their ids, so that
** what no chunk has yet is one range of them. */
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "core.h"
#include <string.h>

#define TEXT_MAX (256u << 20) /* beyond, strings become NULL, and are counted: a bound on memory */

static collect_lock lock = COLLECT_LOCK(STRINGS);
static char *text;          /* all texts */
static size_t text_size, text_capacity;
static int64_t *length;     /* of each string */
static uint64_t *offset;    /* in text */
static size_t count, capacity;
static uint32_t *slot;      /* hash table of ids, 0 free; a power of two */
static size_t slots;
static size_t written;      /* strings that are in chunks */

static bool slots_grow(void) {
  size_t n = slots ? slots * 2 : 16384;
  uint32_t *fresh = collect_memory_grow(NULL, 0, n * sizeof *fresh);
  if (!fresh)
    return false;
  for (size_t i = 0; i < count; i++) {
    size_t at = XXH3_64bits(text + offset[i], (size_t)length[i]) & (n - 1);
    while (fresh[at])
      at = (at + 1) & (n - 1);
    fresh[at] = (uint32_t)i + 1;
  }
  slot = fresh; /* the old table stays mapped: a quarter of the memory at most, and simple */
  slots = n;
  return true;
}

static bool dictionary_reserve(size_t size) {
  if (text_size + size > TEXT_MAX || count >= UINT32_MAX - 1)
    return false;
  if (count * 2 >= slots && !slots_grow())
    return false;
  if (!collect_memory_reserve(&text, &text_capacity, text_size + size))
    return false;
  if (count == capacity) {
    size_t lengths = capacity * sizeof *length, offsets = capacity * sizeof *offset;
    if (!collect_memory_reserve(&length, &lengths, (count + 1) * sizeof *length) || !collect_memory_reserve(&offset, &offsets, lengths))
      return false;
    capacity = lengths / sizeof *length;
  }
  return true;
}

int64_t collect_string_id(const char *s, size_t size, bool *fresh) {
  int64_t id = 0;
  *fresh = false;
  collect_lock_take(&lock);
  if (dictionary_reserve(size)) {
    size_t at = XXH3_64bits(s, size) & (slots - 1);
    for (; (id = slot[at]); at = (at + 1) & (slots - 1))
      if ((size_t)length[id - 1] == size && !memcmp(text + offset[id - 1], s, size))
        break;
    if (!id) {
      memcpy(text + text_size, s, size);
      offset[count] = text_size;
      length[count] = (int64_t)size;
      text_size += size;
      id = slot[at] = (uint32_t)++count;
      *fresh = true;
    }
  }
  collect_lock_release(&lock);
  if (!id)
    collect_count(ROCZ_N_META_DROPPED, 1);
  return id;
}

/* The writer's copy of what is pending. */
static int64_t *length_copy;
static char *text_copy;
static size_t length_bytes, text_bytes;

uint32_t collect_strings_pending(const int64_t **lengths, const char **texts, size_t *texts_size, uint64_t *first) {
  uint32_t rows = 0;
  collect_lock_take(&lock);
  size_t n = count - written > ROCZ_MAX_ROWS ? ROCZ_MAX_ROWS : count - written;
  if (n) {
    size_t begin = offset[written], end = offset[written + n - 1] + (size_t)length[written + n - 1];
    if (collect_memory_reserve(&length_copy, &length_bytes, n * sizeof *length) && collect_memory_reserve(&text_copy, &text_bytes, end - begin + 1)) {
      memcpy(length_copy, length + written, n * sizeof *length);
      memcpy(text_copy, text + begin, end - begin);
      *lengths = length_copy;
      *texts = text_copy;
      *texts_size = end - begin;
      *first = written;
      rows = (uint32_t)n;
    }
  }
  collect_lock_release(&lock);
  return rows;
}

void collect_strings_written(uint32_t rows) {
  collect_lock_take(&lock);
  written += rows;
  collect_lock_release(&lock);
}

static void strings_forked(void) {
  atomic_store(&lock.word, 0);
  /* Another thread may have been moving these at the fork: new memory for all. */
  text = text_copy = NULL;
  length = length_copy = NULL;
  offset = NULL;
  slot = NULL;
  text_size = text_capacity = count = capacity = slots = written = length_bytes = text_bytes = 0;
}

COLLECT_MODULE(strings) = {.name = "strings", .forked = strings_forked};
