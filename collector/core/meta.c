/* Rows of info kinds: functions, threads, kernels, ... Any thread may add one. Rows pass through a META segment of the live file,
** so a kill loses none. The writer turns them into chunks before anything that refers to them.
**
** A full segment is followed by a larger one; the writer empties them in order. */
#include "core.h"
#include "profile.h"
#include "region.h"
#include <stdarg.h>
#include <string.h>

#define META_FIRST (256u << 10)
#define META_LAST (64u << 20)
#define KINDS 64 /* all info kinds have smaller numbers */
_Static_assert(ROCZ_PLACE < KINDS, "an info kind beyond those that have a stage");

static collect_lock lock = COLLECT_LOCK(META);
static rocz_segment *current;     /* the segment to which rows are added */
static uint64_t rows_added[KINDS]; /* number of rows of each kind so far, which is the next row's number */

static uint64_t rows_write(rocz_segment *s, uint64_t tail, uint64_t pos, bool all);
static const char *rows_wrong(const rocz_segment *s, uint64_t tail, uint64_t pos);
static const collect_ring ring = {.name = "info rows", .kind = ROCZ_SEG_META, .wakes_half_full = true, .drain = rows_write, .wrong = rows_wrong};

static void put(rocz_segment *s, uint64_t *at, const void *p, size_t size) {
  const uint8_t *from = p;
  while (size) {
    uint64_t i = *at & s->mask, n = s->capacity - i < size ? s->capacity - i : size;
    if (!n)
      return; /* the file was cut: see fault.c */
    memcpy(collect_data_of(s) + i, from, n);
    from += n;
    size -= n;
    *at += n;
  }
}

static void put_integer(rocz_segment *s, uint64_t *at, int64_t v) { put(s, at, &v, 8); }

static void put_string(rocz_segment *s, uint64_t *at, const char *text, size_t size) {
  static const uint8_t zeros[8];
  uint32_t length = text ? (uint32_t)size : UINT32_MAX;
  if (!text)
    size = 0;
  put(s, at, &length, 4);
  put(s, at, text, size);
  put(s, at, zeros, (8 - (4 + size) % 8) % 8);
}

static size_t string_bytes(const char *text, size_t size) { return (4 + (text ? size : 0) + 7) & ~(size_t)7; }

/* A segment with room for `size` bytes, or NULL. The caller holds the lock. */
static rocz_segment *segment_for(size_t size) {
  uint64_t capacity = META_FIRST;
  if (current) {
    uint64_t used = atomic_load_explicit(&current->pos, memory_order_relaxed) - atomic_load_explicit(&current->tail, memory_order_acquire);
    if (used + size > current->capacity / 2)
      collect_wake_writer();
    if (used + size <= current->capacity)
      return current;
    capacity = current->capacity ? current->capacity * 4 : META_FIRST;
  }
  while (capacity < size)
    capacity *= 2;
  if (capacity > META_LAST)
    return NULL;
  rocz_segment *s = collect_segment_new(&ring, 0, capacity);
  if (s) {
    if (current)
      collect_segment_retire(current);
    current = s;
  }
  return s;
}

static void head_put(rocz_segment *s, uint64_t *at, size_t size, int kind, uint64_t row) {
  rocz_meta_head head = {.size = (uint32_t)size, .kind = (uint16_t)kind, .row = row};
  put(s, at, &head, sizeof head);
}

static size_t row_bytes(const rocz_kind *k, va_list args) {
  size_t size = sizeof(rocz_meta_head);
  for (int c = 0; c < k->columns; c++) {
    if (k->column[c].type == ROCZ_STRING_ID) {
      const char *string = va_arg(args, const char *);
      size += string_bytes(string, string ? strlen(string) : 0);
    } else {
      (void)va_arg(args, int64_t);
      size += 8;
    }
  }
  return size;
}

int64_t collect_meta(int kind, ...) {
  const rocz_kind *k = rocz_kind_find((uint16_t)kind);
  COLLECT_ASSERT(k && kind < KINDS);
  if (!k || kind >= KINDS) {
    collect_count(ROCZ_N_META_DROPPED, 1);
    return -1;
  }
  COLLECT_SECTION_BEGIN(section);
  va_list args, copy;
  va_start(args, kind);
  va_copy(copy, args);
  size_t size = row_bytes(k, copy);
  va_end(copy);
  int64_t row = -1;
  collect_lock_take(&lock);
  rocz_segment *s = segment_for(size);
  if (s) {
    uint64_t at = atomic_load_explicit(&s->pos, memory_order_relaxed);
    row = (int64_t)rows_added[kind]++;
    head_put(s, &at, size, kind, (uint64_t)row);
    for (int c = 0; c < k->columns; c++) {
      if (k->column[c].type == ROCZ_STRING_ID) {
        const char *string = va_arg(args, const char *);
        put_string(s, &at, string, string ? strlen(string) : 0);
      } else {
        put_integer(s, &at, va_arg(args, int64_t));
      }
    }
    atomic_store_explicit(&s->pos, at, memory_order_release);
  } else {
    collect_count(ROCZ_N_META_DROPPED, 1);
  }
  collect_lock_release(&lock);
  va_end(args);
  collect_section_end(&section);
  return row;
}

/* ---- string arguments ---- */

#define ARGUMENT_MAX 4096 /* bytes of an argument that are kept: some arguments are whole programs. `rocpd help settings` states it */

/* Adds the row of a string whose id is about to stand in a record, so that a kill does not lose it. */
static void string_row(int64_t id, const char *text, size_t size) {
  size_t bytes = sizeof(rocz_meta_head) + string_bytes(text, size);
  collect_lock_take(&lock);
  rocz_segment *s = segment_for(bytes);
  if (s) {
    uint64_t at = atomic_load_explicit(&s->pos, memory_order_relaxed);
    head_put(s, &at, bytes, ROCZ_STRING, (uint64_t)id - 1);
    put_string(s, &at, text, size);
    atomic_store_explicit(&s->pos, at, memory_order_release);
  } else {
    collect_count(ROCZ_N_META_DROPPED, 1);
  }
  collect_lock_release(&lock);
}

/* The number of bytes that are kept; does not split a UTF-8 character. */
static size_t argument_size(const char *s) {
  size_t size = strnlen(s, ARGUMENT_MAX);
  if (size < ARGUMENT_MAX || !s[size])
    return size;
  collect_count(ROCZ_N_ARGUMENTS_CUT, 1);
  while (size > ARGUMENT_MAX - 4 && (s[size] & 0xc0) == 0x80)
    size--;
  return size;
}

uint64_t collect_string_word(const char *s) { return s ? collect_bytes_word(s, argument_size(s)) : 0; }

void collect_texts_intern(collect_texts *t, uint32_t generation) {
  for (uint32_t i = 0; i < t->count; i++)
    atomic_store_explicit(&t->id[i], collect_string_word(t->text[i]), memory_order_relaxed);
  atomic_store_explicit(&t->generation, generation, memory_order_release);
}

uint64_t collect_bytes_word(const char *s, size_t size) {
  int64_t id = collect_string_known(s, size);
  if (id)
    return (uint64_t)id;
  COLLECT_SECTION_BEGIN(section);
  bool fresh;
  id = collect_string_id(s, size, &fresh);
  if (fresh)
    string_row(id, s, size);
  if (id <= 0)
    collect_count(ROCZ_N_NAMES_DROPPED, 1);
  collect_section_end(&section);
  return id > 0 ? (uint64_t)id : 0;
}

/* ---- the writer's side ---- */

#define STAGE_ROWS 4096

/* Rows of one kind on their way to a chunk. They stay here if a write fails: rows are numbered within their kind, so none may be
** left out. */
typedef struct stage {
  int64_t *column[ROCZ_MAX_COLUMNS];
  uint32_t rows;
  int64_t min_time, max_time;
} stage;
static stage stages[KINDS];
static uint64_t staged_pos; /* position in the segment that is being emptied: rows before it are in stages */

static bool stage_make(stage *g, const rocz_kind *k) {
  if (g->column[0])
    return true;
  int64_t *p = collect_memory_grow(NULL, 0, (size_t)k->columns * STAGE_ROWS * 8);
  for (int c = 0; p && c < k->columns; c++, p += STAGE_ROWS)
    g->column[c] = p;
  return g->column[0] != NULL;
}

static bool stage_write(int kind) {
  stage *g = &stages[kind];
  if (!g->rows)
    return true;
  if (!collect_chunk_info(kind, g->rows, (const int64_t *const *)g->column, g->min_time, g->max_time))
    return false;
  g->rows = 0;
  return true;
}

static void get(const rocz_segment *s, uint64_t *at, void *p, size_t size) {
  uint8_t *to = p;
  while (size) {
    uint64_t i = *at & s->mask, n = s->capacity - i < size ? s->capacity - i : size;
    if (!n) {
      memset(to, 0, size);
      return;
    }
    memcpy(to, collect_data_of(s) + i, n);
    to += n;
    size -= n;
    *at += n;
  }
}

/* Buffer through which the strings of a ring pass on their way to the dictionary. */
static char *text;
static size_t text_capacity;

/* Reads the next string, and returns its id in the file. 0: NULL. -1: there is no memory for it now. */
static int64_t get_string(const rocz_segment *s, uint64_t *at) {
  uint32_t length;
  get(s, at, &length, 4);
  if (length == UINT32_MAX) {
    *at += 4;
    return 0;
  }
  if (!collect_memory_reserve(&text, &text_capacity, length))
    return -1;
  get(s, at, text, length);
  *at += string_bytes("", length) - 4 - length;
  return collect_write_string(text, length);
}

bool collect_meta_reserve(void) { return collect_memory_reserve(&text, &text_capacity, 1); }

/* Stages one row. False: its kind's stage is full and cannot be written, or there is no memory for a text. */
static bool row_stage(const rocz_segment *s, uint64_t *at) {
  rocz_meta_head head;
  uint64_t i = *at;
  get(s, &i, &head, sizeof head);
  const rocz_kind *k = rocz_kind_find(head.kind);
  if (k && head.kind < KINDS && head.kind != ROCZ_STRING) { /* a STRING row's text is in the dictionary already */
    stage *g = &stages[head.kind];
    if (!stage_make(g, k) || (g->rows == STAGE_ROWS && !stage_write(head.kind)))
      return false;
    uint32_t row = g->rows;
    if (!row) {
      g->min_time = INT64_MAX;
      g->max_time = INT64_MIN;
    }
    for (int c = 0; c < k->columns; c++) {
      int64_t v;
      if (k->column[c].type == ROCZ_STRING_ID)
        v = get_string(s, &i);
      else
        get(s, &i, &v, 8);
      if (k->column[c].type == ROCZ_STRING_ID && v < 0)
        return false;
      g->column[c][row] = v;
      if (k->column[c].type == ROCZ_TIME && v != ROCZ_NULL) {
        g->min_time = v < g->min_time ? v : g->min_time;
        g->max_time = v > g->max_time ? v : g->max_time;
      }
    }
    g->rows++;
  }
  *at += head.size;
  return head.size > 0; /* otherwise the live file's memory is gone */
}

static bool stopped; /* a chunk could not be written: the segments behind it wait, to keep the order */

static uint64_t rows_write(rocz_segment *s, uint64_t tail, uint64_t pos, bool all) {
  (void)all;
  uint64_t rows = 0;
  if (stopped)
    return 0;
  if (staged_pos < tail)
    staged_pos = tail;
  for (; staged_pos < pos && row_stage(s, &staged_pos); rows++) {}
  bool written = staged_pos == pos;
  for (int kind = 0; kind < KINDS; kind++)
    written = stage_write(kind) && written;
  stopped = !written;
  if (written) {
    atomic_store_explicit(&s->tail, pos, memory_order_release);
    staged_pos = 0;
  }
  return rows;
}

/* Checks that rows follow each other up to pos. */
static const char *rows_wrong(const rocz_segment *s, uint64_t tail, uint64_t pos) {
  for (uint64_t at = tail; at < pos;) {
    rocz_meta_head head;
    uint64_t i = at;
    get(s, &i, &head, sizeof head);
    if (head.size < sizeof head || head.size % 8 || head.size > pos - at)
      return "a row of another size";
    if (!rocz_kind_find(head.kind))
      return "a row of no kind";
    at += head.size;
  }
  return NULL;
}

static uint64_t rows_drain(enum collect_drain how) {
  stopped = false;
  return collect_ring_drain(&ring, how);
}

/* A profile is flushed every second, for its sums. Info rows wait in the live file for a chunk that refers to them, or for the end. */
static uint64_t meta_drain(enum collect_drain how) {
  return rows_drain(how == COLLECT_DRAIN_FLUSH && collect_profile_only() ? COLLECT_DRAIN_DUE : how);
}

bool collect_meta_flush(void) {
  rows_drain(COLLECT_DRAIN_FLUSH);
  return !stopped;
}

static void meta_start(void) { collect_chunk_info_by(collect_meta_flush); }

static void meta_forked(void) {
  atomic_store(&lock.word, 0);
  current = NULL;
  memset(rows_added, 0, sizeof rows_added);
  for (int kind = 0; kind < KINDS; kind++)
    stages[kind].rows = 0;
  staged_pos = 0;
  text = NULL;
  text_capacity = 0;
}

COLLECT_MODULE(meta) = {.name = "meta", .order = 0, .start = meta_start, .drain = meta_drain, .forked = meta_forked};
