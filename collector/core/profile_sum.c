/* Sums: see profile.h.
**
** A sum is a record of the live file. The writer finds it by its key in a hash table, and adds to it only once rows are kept; until
** then what is added is in a list (struct collect_sum). A record is changed in place, under a rule that lets a reader of a copy
** put a half-changed one right (rocz.h, ROCZ_SEG_SUMS). Frames are numbered as they are met: a frame is its parent's number and
** its name. */
#include "file.h"
#include "profile.h"
#include "room.h"
#include "sum_row.h"
#include <string.h>

#define FIRST_BYTES 4096
#define MOST_RECORDS 6500 /* of a segment */

static const collect_ring rings[2] = {{.name = "sums", .kind = ROCZ_SEG_SUMS}, {.name = "wide sums", .kind = ROCZ_SEG_WIDE_SUMS}};

static bool sums_only, is_wide; /* is_wide: records are rocz_wide_sum_record */

static size_t record_bytes(void) { return is_wide ? sizeof(rocz_wide_sum_record) : sizeof(rocz_sum_record); }
static rocz_wide_sum_record *wide_of(rocz_sum_record *r) { return (rocz_wide_sum_record *)(void *)r; }

/* ---- segments ---- */

static rocz_segment **segment; /* in order; a record's place is its segment's number << 16 | its number in there */
static size_t segment_bytes;
static uint32_t segments, records; /* records: that were given out */
static uint32_t free_records;      /* given back: places, linked through producer_words[1], 1 + each; 0: none */
static uint32_t given_back, free_count;

static rocz_sum_record *record_at(uint32_t place) {
  return (rocz_sum_record *)(void *)(collect_data_of(segment[place >> 16]) + (place & 0xffff) * record_bytes());
}

static uint32_t record_room(const rocz_segment *s) { return (uint32_t)(s->capacity / record_bytes()); }

static void grown(rocz_segment *s) { __atomic_store_n(&s->next_sequence, s->next_sequence + 1, __ATOMIC_RELEASE); }

static bool segment_more(void) {
  uint32_t first = FIRST_BYTES / (uint32_t)record_bytes(), n = records / 16 < first ? first : records / 16 > MOST_RECORDS ? MOST_RECORDS : records / 16; /* little is unused */
  if (segments >= UINT16_MAX || !collect_memory_reserve(&segment, &segment_bytes, (segments + 1) * sizeof *segment)) {
    errno = ENOMEM;
    return false;
  }
  rocz_segment *s = collect_segment_new(&rings[is_wide], 0, n * record_bytes());
  if (!s) {
    errno = ENOSPC;
    return false;
  }
  s->sequence_high = sums_only;
  segment[segments++] = s;
  if (segments > 1)
    grown(segment[segments - 2]);
  return true;
}

/* A record that is not in use: its place. UINT32_MAX: there is no room. */
static uint32_t record_take(void) {
  if (free_records) {
    uint32_t place = free_records - 1;
    free_records = record_at(place)->producer_words[1];
    free_count--;
    return place;
  }
  rocz_segment *s = segments ? segment[segments - 1] : NULL;
  if ((!s || atomic_load_explicit(&s->pos, memory_order_relaxed) >= record_room(s)) && !segment_more())
    return UINT32_MAX;
  s = segment[segments - 1];
  records++;
  return (segments - 1) << 16 | (uint32_t)atomic_load_explicit(&s->pos, memory_order_relaxed);
}

/* ---- changes ---- */

typedef struct change { rocz_segment *segment; } change;

static change change_begin(uint32_t place) {
  rocz_segment *s = segment[place >> 16];
  grown(s);
  memcpy(s->spill, record_at(place), record_bytes());
  atomic_store_explicit(&s->depth, 1 + (place & 0xffff), memory_order_release);
  collect_signal_fence(); /* the processor keeps the order of stores; elsewhere: */
  atomic_thread_fence(memory_order_release);
  return (change){s};
}
static void change_end(change c) {
  atomic_store_explicit(&c.segment->depth, 0, memory_order_release);
  grown(c.segment);
}

/* ---- frames ---- */

typedef struct frame { uint32_t parent, name; } frame;
static frame *frames; /* frame number ROCZ_OWN_FRAMES_FROM + n is frames[n] */
static size_t frames_bytes;
static uint32_t frame_count, frames_written;
static uint32_t *frame_slot, frame_slots; /* a hash table of their places, 1 + each; 0: free */

static uint32_t hash_words(const uint32_t *word, int n) {
  uint64_t h = 0x9e3779b97f4a7c15u;
  for (int i = 0; i < n; i++)
    h = (h ^ word[i]) * 0xff51afd7ed558ccdu, h ^= h >> 32;
  return (uint32_t)h;
}

static uint32_t frame_home(frame f) { return hash_words((uint32_t[]){f.parent, f.name}, 2) & (frame_slots - 1); }

/* A larger hash table of the entries of an old one, if `used` fill three quarters. Returns false if there is no memory for one more. */
static bool table_grow(uint32_t **slot, uint32_t *slots, uint32_t used, uint32_t (*home)(uint32_t entry)) {
  if (used + 1 <= *slots / 4 * 3)
    return true;
  uint32_t old_slots = *slots, n = old_slots ? 2 * old_slots : 1024, *old = *slot, *fresh = collect_memory_grow(NULL, 0, (size_t)n * sizeof *fresh);
  if (!fresh)
    return used + 1 < old_slots;
  *slot = fresh;
  *slots = n;
  for (uint32_t i = 0; i < old_slots; i++) {
    if (!old[i])
      continue;
    uint32_t at = home(old[i]);
    while (fresh[at])
      at = (at + 1) & (n - 1);
    fresh[at] = old[i];
  }
  if (old)
    collect_memory_free(old, (size_t)old_slots * sizeof *old);
  return true;
}
static uint32_t frame_home_of(uint32_t number) { return frame_home(frames[number - 1]); }

uint32_t collect_sums_frame(uint32_t parent, uint32_t name) {
  if (frame_count >= ROCZ_OWN_FRAMES_FROM || !table_grow(&frame_slot, &frame_slots, frame_count, frame_home_of) ||
      !collect_memory_reserve(&frames, &frames_bytes, (frame_count + 1) * sizeof *frames))
    return 0;
  uint32_t at = frame_home((frame){parent, name});
  for (; frame_slot[at]; at = (at + 1) & (frame_slots - 1)) {
    const frame *f = &frames[frame_slot[at] - 1];
    if (f->parent == parent && f->name == name)
      return ROCZ_OWN_FRAMES_FROM + frame_slot[at] - 1;
  }
  frames[frame_count++] = (frame){parent, name};
  frame_slot[at] = frame_count;
  return ROCZ_OWN_FRAMES_FROM + frame_count - 1;
}

/* ---- finding ---- */

static uint32_t *slot, slots, used; /* a hash table of places, 1 + each; 0: free */

static uint32_t syscall_of(rocz_sum_record *r) { return is_wide ? wide_of(r)->syscall : ROCZ_SUM_NO_ID; }

static uint32_t key_hash(const rocz_sum_record *r, uint32_t syscall) {
  return hash_words((uint32_t[]){r->rows_of, r->tid, r->parent_frame, r->category, r->name, r->message, r->agent, r->src_agent, r->queue, r->stream, syscall}, 11);
}
static uint32_t home_of(uint32_t entry) { return key_hash(record_at(entry - 1), syscall_of(record_at(entry - 1))) & (slots - 1); }

static bool is_of(rocz_sum_record *r, const rocz_sum_record *k, uint32_t syscall) {
  return r->rows_of == k->rows_of && r->tid == k->tid && r->parent_frame == k->parent_frame && r->category == k->category && r->name == k->name &&
         r->message == k->message && r->agent == k->agent && r->src_agent == k->src_agent && r->queue == k->queue && r->stream == k->stream &&
         syscall_of(r) == syscall;
}

static void record_clear(rocz_sum_record *r) {
  for (int i = 0; is_wide && i < ROCZ_WIDE_VALUES; i++)
    wide_of(r)->value[i] = ROCZ_NULL;
  r->flushed = r->open = 0;
  r->start = r->min_ns = INT64_MAX;
  r->end = r->max_ns = INT64_MIN;
  r->calls = r->ended = r->sum_ns = r->squares_high = r->squares_low = 0;
  r->longest_start = 0;
  r->own_ns = r->own_ns == ROCZ_NULL ? ROCZ_NULL : 0;
  r->weight = ROCZ_NULL;
}

static rocz_sum_record *record_make(const rocz_sum_record *key, const collect_sum_key *k, uint32_t at) {
  uint32_t frame_name = k->frame_name;
  uint32_t in = frame_name ? collect_sums_frame(key->parent_frame, frame_name) : 0, place = in || !frame_name ? record_take() : UINT32_MAX;
  if (place == UINT32_MAX)
    return NULL;
  rocz_segment *s = segment[place >> 16];
  uint64_t number = place & 0xffff;
  grown(s);
  rocz_sum_record *r = record_at(place);
  *r = *key;
  r->frame = frame_name ? in : key->parent_frame;
  r->frame_name = frame_name;
  r->own_ns = k->has_own ? 0 : ROCZ_NULL;
  if (is_wide)
    wide_of(r)->syscall = k->syscall, wide_of(r)->reserved = 0;
  record_clear(r);
  if (number >= atomic_load_explicit(&s->pos, memory_order_relaxed))
    atomic_store_explicit(&s->pos, number + 1, memory_order_release);
  grown(s);
  slot[at] = place + 1;
  used++;
  return r;
}

rocz_sum_record *collect_sum_find(const collect_sum_key *k) {
  const rocz_sum_record key = {.rows_of = k->rows_of, .tid = k->tid, .parent_frame = k->parent_frame, .category = k->category, .name = k->name,
                               .message = k->message, .agent = k->agent, .src_agent = k->src_agent, .queue = k->queue, .stream = k->stream};
  if (!table_grow(&slot, &slots, used, home_of)) {
    errno = ENOMEM;
    return NULL;
  }
  uint32_t syscall = is_wide ? k->syscall : ROCZ_SUM_NO_ID, at = key_hash(&key, syscall) & (slots - 1);
  for (; slot[at]; at = (at + 1) & (slots - 1)) {
    rocz_sum_record *r = record_at(slot[at] - 1);
    if (is_of(r, &key, syscall))
      return r;
  }
  return record_make(&key, k, at);
}

/* ---- adding ---- */

static collect_sum *added;
static size_t added_bytes;
static uint32_t additions;

collect_sum *collect_sum_add(rocz_sum_record *r) {
  uint32_t i = r->producer_words[0];
  if (COLLECT_LIKELY(i && i <= additions && added[i - 1].record == r))
    return &added[i - 1];
  if (!collect_memory_reserve(&added, &added_bytes, (additions + 1) * sizeof *added)) {
    errno = ENOMEM;
    return NULL;
  }
  added[additions] = (collect_sum){.record = r, .start = INT64_MAX, .end = INT64_MIN, .min_ns = INT64_MAX, .max_ns = INT64_MIN, .moved_from = ROCZ_NULL};
  for (int v = 0; is_wide && v < ROCZ_WIDE_VALUES; v++)
    added[additions].value[v] = ROCZ_NULL;
  r->producer_words[0] = ++additions;
  return &added[additions - 1];
}

void collect_sum_count(collect_sum *s, int64_t start, int64_t end) {
  s->calls++;
  if (start != ROCZ_NULL && start < s->start)
    s->start = start;
  if (end == ROCZ_NULL || start == ROCZ_NULL)
    return;
  int64_t ns = end - start;
  s->ended++;
  s->sum_ns += (uint64_t)ns;
  s->squares += (unsigned __int128)((__int128)ns * ns);
  s->end = end > s->end ? end : s->end;
  s->min_ns = ns < s->min_ns ? ns : s->min_ns;
  if (ns > s->max_ns || (ns == s->max_ns && start < s->longest_start)) {
    s->max_ns = ns;
    s->longest_start = start;
  }
}

void collect_sum_value(int64_t *sum, int64_t value) {
  if (value != ROCZ_NULL)
    *sum = (*sum == ROCZ_NULL ? 0 : *sum) + value;
}

static void merge(rocz_sum_record *r, const collect_sum *s) {
  unsigned __int128 squares = ((unsigned __int128)r->squares_high << 64 | r->squares_low) + s->squares;
  if (s->moved_from != ROCZ_NULL && r->start == s->moved_from)
    r->start = s->moved_to;
  r->calls += s->calls;
  r->ended += s->ended;
  r->sum_ns += s->sum_ns;
  r->open += (uint32_t)s->open;
  r->squares_high = (uint64_t)(squares >> 64);
  r->squares_low = (uint64_t)squares;
  r->start = s->start < r->start ? s->start : r->start;
  r->end = s->end > r->end ? s->end : r->end;
  r->min_ns = s->min_ns < r->min_ns ? s->min_ns : r->min_ns;
  if (s->max_ns > r->max_ns || (s->max_ns == r->max_ns && s->longest_start < r->longest_start))
    r->longest_start = s->longest_start;
  r->max_ns = s->max_ns > r->max_ns ? s->max_ns : r->max_ns;
  if (r->own_ns != ROCZ_NULL)
    r->own_ns += s->own_ns;
  if (s->weight)
    r->weight = (r->weight == ROCZ_NULL ? 0 : r->weight) + s->weight;
  for (int i = 0; is_wide && i < ROCZ_WIDE_VALUES; i++)
    collect_sum_value(&wide_of(r)->value[i], s->value[i]);
}

/* The place of a record. */
static uint32_t place_of(const rocz_sum_record *r) {
  uint32_t i = segments;
  while (i-- > 0) {
    uint64_t at = (uint64_t)((const uint8_t *)r - collect_data_of(segment[i]));
    if (at < segment[i]->capacity)
      return i << 16 | (uint32_t)(at / record_bytes());
  }
  return 0;
}

static void sums_dirty(void);

void collect_sums_end(bool keep) {
  if (keep && additions)
    sums_dirty();
  for (uint32_t i = 0; i < additions; i++) {
    rocz_sum_record *r = added[i].record;
    r->producer_words[0] = 0;
    if (!keep)
      continue;
    change c = change_begin(place_of(r));
    merge(r, &added[i]);
    change_end(c);
  }
  additions = 0;
}

/* ---- to chunks ---- */

#define BATCH_ROWS 1024
static int64_t *columns; /* BATCH_ROWS each, of whichever kind has more */
static uint32_t flushes;
static uint32_t *flushing; /* places of the records of a batch */

static bool columns_make(void) {
  if (!columns)
    columns = collect_memory_grow(NULL, 0, (size_t)(ROCZ_SUM_COLUMNS + 1) * BATCH_ROWS * 8);
  flushing = columns ? (uint32_t *)(void *)(columns + (size_t)ROCZ_SUM_COLUMNS * BATCH_ROWS) : NULL;
  return columns;
}

static bool columns_write(uint16_t kind, uint32_t rows, uint64_t position, int64_t min_time, int64_t max_time) {
  const rocz_kind *k = rocz_own_kind(kind);
  const int64_t *column[ROCZ_SUM_COLUMNS];
  for (unsigned c = 0; c < k->columns; c++)
    column[c] = columns + (size_t)c * BATCH_ROWS;
  return collect_sink_rows(&(rocz_rows){.kind = kind, .declared = k, .rows = rows, .column = column, .position = position,
                                        .min_time = min_time, .max_time = max_time});
}

static bool frames_write(void) {
  while (frames_written < frame_count) {
    uint32_t rows = 0;
    for (; rows < BATCH_ROWS && frames_written + rows < frame_count; rows++) {
      const frame *f = &frames[frames_written + rows];
      const int64_t row[ROCZ_FRAME_COLUMNS] = {(int64_t)ROCZ_OWN_FRAMES_FROM + frames_written + rows, f->parent ? f->parent : ROCZ_NULL, f->name};
      for (int c = 0; c < ROCZ_FRAME_COLUMNS; c++)
        columns[(size_t)c * BATCH_ROWS + rows] = row[c];
    }
    if (!columns_write(ROCZ_OWN_FRAMES, rows, (uint64_t)ROCZ_OWN_FRAMES_FROM + frames_written + rows, 1, 0))
      return false;
    frames_written += rows;
  }
  return true;
}

static void flushing_set(uint32_t n, uint32_t flush) {
  for (uint32_t i = 0; i < n; i++) {
    change c = change_begin(flushing[i]);
    record_at(flushing[i])->flushed = flush;
    change_end(c);
  }
}

static void flushing_clear(uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    change c = change_begin(flushing[i]);
    record_clear(record_at(flushing[i]));
    change_end(c);
  }
}

/* Writes the records of one batch. */
static bool batch_write(uint32_t rows, int64_t min_time, int64_t max_time) {
  uint32_t flush = ++flushes;
  flushing_set(rows, flush);
  bool written = columns_write(ROCZ_OWN_SUMS, rows, flush, min_time, max_time);
  if (written)
    flushing_clear(rows);
  else
    flushing_set(rows, 0);
  return written;
}

static bool is_wanted(const rocz_sum_record *r, const uint32_t *tid, uint32_t tids) {
  uint32_t low = 0, high = tids;
  if (!r->rows_of || !tid)
    return r->rows_of;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (tid[middle] < r->tid)
      low = middle + 1;
    else
      high = middle;
  }
  return low < tids && tid[low] == r->tid;
}

static bool sums_write(const uint32_t *tid, uint32_t tids, uint64_t *written) {
  uint32_t rows = 0;
  int64_t min_time = INT64_MAX, max_time = INT64_MIN, row[ROCZ_SUM_COLUMNS];
  for (uint32_t i = 0; i < segments; i++)
    for (uint32_t j = 0, n = (uint32_t)atomic_load_explicit(&segment[i]->pos, memory_order_relaxed); j < n; j++) {
      const rocz_sum_record *r = record_at(i << 16 | j);
      if (!is_wanted(r, tid, tids) || !rocz_sum_row(r, is_wide, !sums_only, row))
        continue;
      for (int c = 0; c < ROCZ_SUM_COLUMNS; c++)
        columns[(size_t)c * BATCH_ROWS + rows] = row[c];
      flushing[rows++] = i << 16 | j;
      min_time = r->start < min_time ? r->start : min_time;
      max_time = r->start != INT64_MAX && r->start > max_time ? r->start : max_time;
      max_time = r->end > max_time ? r->end : max_time;
      *written += rows == BATCH_ROWS ? rows : 0;
      if (rows < BATCH_ROWS)
        continue;
      if (!batch_write(rows, min_time, max_time))
        return false;
      rows = 0, min_time = INT64_MAX, max_time = INT64_MIN;
    }
  *written += rows;
  return !rows || batch_write(rows, min_time, max_time);
}

/* Takes a record out of the hash table; what stands behind it moves up. */
static void slot_free(uint32_t at) {
  for (uint32_t next = (at + 1) & (slots - 1); slot[next]; next = (next + 1) & (slots - 1)) {
    uint32_t home = home_of(slot[next]);
    if (((next - home) & (slots - 1)) < ((next - at) & (slots - 1)))
      continue;
    slot[at] = slot[next];
    at = next;
  }
  slot[at] = 0;
}

static void record_give_back(uint32_t place) {
  rocz_sum_record *r = record_at(place);
  uint32_t at = key_hash(r, syscall_of(r)) & (slots - 1);
  while (slot[at] && slot[at] != place + 1)
    at = (at + 1) & (slots - 1);
  if (slot[at])
    slot_free(at);
  change c = change_begin(place);
  r->rows_of = r->frame = 0;
  change_end(c);
  r->producer_words[1] = free_records;
  free_records = place + 1;
  free_count++;
  used--;
  given_back++;
}

static void threads_give_back(const uint32_t *tid, uint32_t tids) {
  for (uint32_t i = 0; i < segments; i++)
    for (uint32_t j = 0, n = (uint32_t)atomic_load_explicit(&segment[i]->pos, memory_order_relaxed); j < n; j++)
      if (is_wanted(record_at(i << 16 | j), tid, tids))
        record_give_back(i << 16 | j);
}

uint32_t collect_sums_used(void) { return used; }
uint32_t collect_sums_generation(void) { return given_back; }

static bool is_last;

/* Tells readers and the writer's last look whether there are records that are in no chunk. */
static void tails_set(bool written) {
  for (uint32_t i = 0; i < segments; i++)
    atomic_store_explicit(&segment[i]->tail, written ? atomic_load_explicit(&segment[i]->pos, memory_order_relaxed) : 0, memory_order_release);
}

static void sums_dirty(void) {
  if (is_last)
    tails_set(false);
}

bool collect_sums_write(const uint32_t *tid, uint32_t tids, bool last, uint64_t *rows) {
  is_last |= last;
  if (!columns_make()) {
    collect_writing_failed(ENOMEM);
    return false;
  }
  if (collect_is_event(ROCZ_OWN_SUMS)) { /* rows of info kinds are in the file whatever COLLECT_MAX_MB says */
    collect_info_kind(ROCZ_OWN_FRAMES);
    collect_info_kind(ROCZ_OWN_SUMS);
  }
  bool written = frames_write() && sums_write(tid, tids, rows);
  if (written && tid)
    threads_give_back(tid, tids);
  if (is_last)
    tails_set(written);
  return written;
}

/* ---- life ---- */

static void declare(uint16_t id) {
  const rocz_kind *k = rocz_own_kind(id);
  collect_meta(ROCZ_DECLARED_KIND, (int64_t)id, k->name);
  for (int64_t c = 0; c < k->columns; c++)
    collect_meta(ROCZ_DECLARED_COLUMN, (int64_t)id, c, k->column[c].name, (int64_t)k->column[c].type, ROCZ_NULL);
}

void collect_sums_begin(bool only, bool wide) {
  sums_only = only;
  is_wide = wide;
  declare(ROCZ_OWN_FRAMES);
  declare(ROCZ_OWN_SUMS);
  segment_more(); /* tells readers from the start how the events are recorded */
}

static void sum_forked(void) {
  /* The parent's writer may have been in the middle of anything, so all memory is allocated anew. */
  segment = NULL;
  frames = NULL;
  frame_slot = slot = NULL;
  added = NULL;
  columns = NULL;
  segment_bytes = frames_bytes = added_bytes = 0;
  segments = records = free_records = free_count = given_back = 0;
  frame_count = frames_written = frame_slots = slots = used = additions = flushes = 0;
  is_last = false;
}
COLLECT_MODULE(profile_sum) = {.name = "profile_sum", .forked = sum_forked};
