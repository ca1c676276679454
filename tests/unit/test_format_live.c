/* The live file: what the reader must find in one that does not change, what it must refuse, and what it may find in one that is
** being written. */
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include "test.h"
#include "live.h"
#include "segment.h"

#define CAPACITY 4096u
#define SEGMENTS 4
#define SEGMENT_BYTES (ROCZ_PAGE + CAPACITY)
#define FILE_BYTES (ROCZ_PAGE + SEGMENTS * SEGMENT_BYTES)

static _Alignas(4096) uint8_t file[FILE_BYTES];
static _Alignas(16) uint8_t memory[2 * CAPACITY];

static size_t read_memory(void *arg, uint64_t offset, void *out, size_t size) {
  uint64_t file_size = *(uint64_t *)arg;
  if (offset >= file_size) return 0;
  if (size > file_size - offset) size = (size_t)(file_size - offset);
  memcpy(out, file + offset, size);
  return size;
}

static rocz_live *control(void) { return (rocz_live *)(void *)file; }
static rocz_segment *segment(int i) { return (rocz_segment *)(void *)(file + ROCZ_PAGE + (size_t)i * SEGMENT_BYTES); }
static uint8_t *data_of(int i) { return (uint8_t *)segment(i) + ROCZ_PAGE; }

static void begin_file(void) {
  memset(file, 0, sizeof(file));
  rocz_live *l = control();
  memcpy(l->magic, ROCZ_LIVE_MAGIC, 8);
  l->version = ROCZ_VERSION;
  l->pid = 77;
  l->tsc_hz = 1000000000;
  l->used_bytes = FILE_BYTES;
  l->segments = SEGMENTS;
  static const uint16_t kinds[SEGMENTS] = {ROCZ_SEG_CALLS, ROCZ_SEG_DISPATCHES, ROCZ_SEG_COPIES, ROCZ_SEG_META};
  for (int i = 0; i < SEGMENTS; i++) {
    rocz_segment *s = segment(i);
    s->magic = ROCZ_SEGMENT_MAGIC;
    s->kind = kinds[i];
    s->lane = (uint32_t)i + 1;
    s->capacity = CAPACITY;
    s->mask = CAPACITY - 1;
    s->data_offset = (uint64_t)(data_of(i) - file);
    s->file_next = i + 1 < SEGMENTS ? (uint64_t)((uint8_t *)segment(i + 1) - file) : 0;
    s->fast_until = UINT64_MAX;
    s->next_sequence = 1;
  }
}

static void put_call(rocz_segment *s, uint8_t *data, uint8_t units, int64_t start, int64_t end, uint32_t parent) {
  rocz_call_record r = {.start = start, .end = end, .sequence = (uint32_t)s->next_sequence, .function = 5, .argument_blocks = units, .flags = ROCZ_CALL_DONE, .result = -7, .parent = parent};
  s->next_sequence++;
  memcpy(data + (s->pos & s->mask), &r, 32);
  for (uint64_t u = 1; u <= units; u++)
    for (uint64_t w = 0; w < 4; w++) {
      uint64_t word = r.sequence * 1000u + (u - 1) * 4 + w;
      memcpy(data + ((s->pos + 32 * u + 8 * w) & s->mask), &word, 8);
    }
  s->pos += 32 + 32u * units;
}

/* What was copied, laid out as the only segment of a live file, reads as before. */
typedef struct laid_file { uint8_t *bytes; uint64_t size; } laid_file;
static size_t read_laid(void *arg, uint64_t offset, void *out, size_t size) {
  const laid_file *f = arg;
  if (offset + size > f->size) return 0;
  memcpy(out, f->bytes + offset, size);
  return size;
}
static void layout_reads_the_same(const rocz_live_segment_view *s) {
  static _Alignas(4096) uint8_t laid[ROCZ_PAGE + SEGMENT_BYTES + 2 * CAPACITY];
  static _Alignas(16) uint8_t again[4 * CAPACITY];
  rocz_live_view live;
  rocz_live_segment_view v;
  laid_file f = {laid, ROCZ_PAGE + rocz_live_layout_size(s)};
  uint64_t unit = rocz_segment_record_bytes(s->kind) ? rocz_segment_record_bytes(s->kind) : 1;
  CHECK_INT(f.size == ROCZ_PAGE, s->pos == s->tail && !s->open_calls && !s->frames);
  if (f.size == ROCZ_PAGE) return;
  CHECK(f.size <= sizeof(laid));
  memset(laid, 0xcc, sizeof(laid));
  memcpy(laid, file, ROCZ_PAGE);
  ((rocz_live *)(void *)laid)->segments = 1;
  rocz_live_layout(s, ROCZ_PAGE, laid + ROCZ_PAGE);
  CHECK_INT(rocz_live_open(&live, read_laid, &f, f.size, NULL), ROCZ_OK);
  CHECK_INT(rocz_live_segment(&live, rocz_live_first(&live), &v, NULL), ROCZ_OK);
  CHECK(v.memory_size <= sizeof(again));
  CHECK_INT(rocz_live_copy(&live, &v, again, NULL), ROCZ_OK);
  CHECK(v.pos == s->pos && v.tail == s->tail && v.kind == s->kind && v.lane == s->lane && v.tid == s->tid && !v.next);
  CHECK(v.sums_only == s->sums_only && v.next_sequence == s->next_sequence);
  CHECK(s->pos == s->tail || !memcmp(v.data + (v.tail - v.first) * unit, s->data + (s->tail - s->first) * unit, (s->pos - s->tail) * unit));
  CHECK_INT(v.open_calls, s->open_calls);
  CHECK(!memcmp(v.open_call, s->open_call, s->open_calls * sizeof(s->open_call[0])));
  CHECK_INT(v.frames, s->frames);
  CHECK(!s->frames || !memcmp(v.frame, s->frame, s->frames * sizeof(s->frame[0])));
}

static uint64_t file_size = FILE_BYTES;
static int copy_segment(int i, rocz_live_segment_view *s, rocz_error *err) {
  rocz_live_view live;
  memset(memory, 0xcc, sizeof(memory));
  int rc = rocz_live_open(&live, read_memory, &file_size, file_size, err);
  if (rc) return rc;
  uint64_t offset = rocz_live_first(&live);
  for (int k = 0; k <= i; k++) {
    rc = rocz_live_segment(&live, offset, s, err);
    if (rc) return rc;
    offset = s->next;
  }
  CHECK(s->memory_size <= sizeof(memory));
  rc = rocz_live_copy(&live, s, memory, err);
  if (!rc) layout_reads_the_same(s);
  return rc;
}

static void calls_across_the_end_of_the_ring(void) {
  begin_file();
  rocz_segment *s = segment(0);
  rocz_live_segment_view v;
  rocz_live_call_view c;
  rocz_error err = {0};
  uint64_t first = 0;
  for (int round = 0; round < 1000; round++) {
    put_call(s, data_of(0), (uint8_t)(round % 3), round * 100, round * 100 + 50, 0);
    while (s->pos - s->tail > CAPACITY) { /* like the writer: whole records */
      rocz_call_record old;
      memcpy(&old, data_of(0) + (s->tail & s->mask), 32);
      uint64_t n = 32 + 32u * (first % 3);
      s->tail += n;
      first++;
    }
    if (round % 7) continue;
    CHECK_INT(copy_segment(0, &v, &err), ROCZ_OK);
    CHECK_INT(v.open_calls, 0);
    uint64_t at = v.tail, sequence = first + 1;
    while (rocz_live_call(&v, &at, &c, &err) == ROCZ_OK) {
      CHECK_INT(c.sequence, sequence);
      CHECK_INT(c.start, (int64_t)(sequence - 1) * 100);
      CHECK_INT(c.end, c.start + 50);
      CHECK_INT(c.words, (sequence - 1) % 3 * 4);
      CHECK_INT(c.result, -7);
      CHECK_INT(c.position, at);
      for (uint32_t w = 0; w < c.words; w++) {
        uint64_t word;
        memcpy(&word, c.word + 8 * w, 8);
        CHECK_INT(word, sequence * 1000 + w);
      }
      sequence++;
    }
    CHECK_INT(err.code, ROCZ_CUT);
    CHECK_INT(sequence, round + 2);
  }
}

static void the_call_that_hangs(void) {
  begin_file();
  rocz_segment *s = segment(0);
  rocz_live_segment_view v;
  rocz_error err = {0};
  for (int i = 0; i < 200; i++) put_call(s, data_of(0), 0, 1000 + i * 10, 1005 + i * 10, 0);
  s->tail = s->pos - 640;
  CHECK_INT(copy_segment(0, &v, &err), ROCZ_OK);
  CHECK_INT(v.open_calls, 0); /* no call is in progress: the slot contains an old record */
  s->fast_until = 0;
  CHECK_INT(copy_segment(0, &v, &err), ROCZ_OK);
  CHECK_INT(v.open_calls, 0); /* fast_until is 0, but the slot contains an old record */
  rocz_call_record head = {.start = 5000, .sequence = (uint32_t)s->next_sequence++, .function = 9};
  memcpy(data_of(0) + (s->pos & s->mask), &head, 32);
  CHECK_INT(copy_segment(0, &v, &err), ROCZ_OK);
  CHECK_INT(v.open_calls, 1);
  CHECK(v.open_call[0].start == 5000 && v.open_call[0].sequence == 201 && v.open_call[0].function == 9 && v.open_call[0].parent == 0);
  CHECK_INT((int)((v.pos - v.tail) / 32), 20);
  /* Outer calls are on the stack, the innermost call is in the slot. */
  s->depth = 1;
  s->spill[0] = (rocz_open_call){.start = 4000, .sequence = 200, .function = 3};
  head.sequence = 202;
  s->next_sequence = 203;
  memcpy(data_of(0) + (s->pos & s->mask), &head, 32);
  s->spill[0].sequence = 201;
  CHECK_INT(copy_segment(0, &v, &err), ROCZ_OK);
  CHECK_INT(v.open_calls, 2);
  CHECK(v.open_call[0].sequence == 201 && v.open_call[1].sequence == 202 && v.open_call[1].parent == 201);
  /* The outer call was committed, and is still on the stack. */
  s->next_sequence = 201;
  put_call(s, data_of(0), 0, 4000, 6000, 0);
  s->next_sequence = 203;
  CHECK_INT(copy_segment(0, &v, &err), ROCZ_OK);
  CHECK_INT(v.open_calls, 0);
  /* The ring is full: the slot overlaps the oldest record, which is read all the same. */
  s->depth = 0;
  s->tail = s->pos - CAPACITY;
  CHECK_INT(copy_segment(0, &v, &err), ROCZ_OK);
}

static void more_calls_in_progress_than_a_page_holds(void) {
  begin_file();
  rocz_segment *s = segment(0);
  rocz_live_segment_view v;
  rocz_error err = {0};
  for (int i = 0; i < 3; i++) put_call(s, data_of(0), 1, 10 * i, 10 * i + 5, 0);
  for (unsigned i = 0; i < ROCZ_SPILL_DEPTH; i++)
    s->spill[i] = (rocz_open_call){.start = 100 + i, .sequence = (uint32_t)s->next_sequence++, .function = 3, .message = i};
  s->depth = ROCZ_SPILL_DEPTH;
  CHECK_INT(copy_segment(0, &v, &err), ROCZ_OK);
  CHECK_INT(v.open_calls, ROCZ_SPILL_DEPTH); /* ranges, with no call inside */
  rocz_call_record head = {.start = 5000, .sequence = (uint32_t)s->next_sequence++, .function = 9};
  memcpy(data_of(0) + (s->pos & s->mask), &head, 32);
  s->fast_until = 0;
  CHECK_INT(copy_segment(0, &v, &err), ROCZ_OK);
  CHECK_INT(v.open_calls, ROCZ_SPILL_DEPTH + 1);
}

static void frames_in_progress(void) {
  begin_file();
  rocz_segment *s = segment(0);
  rocz_live_segment_view v;
  rocz_error err = {0};
  s->kind = ROCZ_SEG_FRAMES;
  s->capacity = CAPACITY / sizeof(rocz_open_frame) * sizeof(rocz_open_frame);
  for (unsigned i = 0; i < 60; i++)
    memcpy(data_of(0) + i * sizeof(rocz_open_frame), &(rocz_open_frame){.start = i, .sequence = i + 1, .parent = i, .function = 2}, sizeof(rocz_open_frame));
  s->depth = 60;
  CHECK_INT(copy_segment(0, &v, &err), ROCZ_OK);
  CHECK_INT(v.frames, 60);
}

static void sequence_numbers_beyond_32_bits(void) {
  begin_file();
  rocz_segment *s = segment(0);
  rocz_live_segment_view v;
  rocz_live_call_view c;
  rocz_error err = {0};
  s->next_sequence = 0xfffffffe;
  for (int i = 0; i < 5; i++) put_call(s, data_of(0), 0, i, i, 0xfffffff0);
  CHECK_INT(copy_segment(0, &v, &err), ROCZ_OK);
  uint64_t at = v.tail;
  for (uint64_t i = 0; i < 5; i++) {
    CHECK_INT(rocz_live_call(&v, &at, &c, &err), ROCZ_OK);
    CHECK_INT(c.sequence, 0xfffffffe + i);
    CHECK_INT(c.parent, 0xfffffff0);
  }
}

static void device_records(void) {
  begin_file();
  rocz_segment *s = segment(1);
  rocz_live_segment_view v;
  rocz_error err = {0};
  for (uint64_t n = 0; n < 100; n++) {
    rocz_dispatch_record r = {.dispatch_id = n + 1, .state = n % 2 ? ROCZ_DONE : ROCZ_SUBMITTED, .start_ns = (int64_t)n * 10, .end_ns = (int64_t)n * 10 + 5};
    memcpy(data_of(1) + n % (CAPACITY / 128) * 128, &r, 128);
  }
  s->pos = 100;
  s->tail = 75;
  CHECK_INT(copy_segment(1, &v, &err), ROCZ_OK);
  CHECK(v.tail == 75 && v.pos == 100);
  for (uint64_t n = v.tail; n < v.pos; n++) {
    const rocz_dispatch_record *r = rocz_live_dispatch(&v, n);
    CHECK(r->dispatch_id == n + 1 && r->start_ns == (int64_t)n * 10 && r->state == (n % 2 ? ROCZ_DONE : ROCZ_SUBMITTED));
  }
  s->tail = 60; /* more than fits into the ring */
  CHECK_INT(copy_segment(1, &v, &err), ROCZ_DAMAGED);
  s = segment(2);
  rocz_copy_record c = {.size_bytes = 4096, .state = ROCZ_DONE};
  memcpy(data_of(2), &c, 128);
  s->pos = 1;
  CHECK_INT(copy_segment(2, &v, &err), ROCZ_OK);
  CHECK(rocz_live_copy_record(&v, 0)->size_bytes == 4096 && rocz_live_copy_record(&v, 0)->state == ROCZ_DONE);
}

/* What a reader of sums meets between two readings of a page: a function that changes the file. */
static int sum_changes_left;
static size_t read_while_sums_change(void *arg, uint64_t offset, void *out, size_t size) {
  rocz_segment *s = segment(1);
  if (offset >= (uint64_t)(data_of(1) - file) && sum_changes_left > 0) {
    sum_changes_left--;
    s->next_sequence++;
  }
  return read_memory(arg, offset, out, size);
}

static void sums(void) {
  begin_file();
  rocz_segment *s = segment(1);
  rocz_sum_record *r = (rocz_sum_record *)(void *)data_of(1);
  s->kind = ROCZ_SEG_SUMS;
  s->capacity = 25 * sizeof(*r);
  for (uint32_t i = 0; i < 20; i++) r[i] = (rocz_sum_record){.rows_of = 1, .frame = i + 1, .calls = 100 + i};
  s->pos = 20;
  s->next_sequence = 7;
  rocz_live_segment_view v;
  rocz_error err = {0};
  CHECK_INT(copy_segment(1, &v, &err), ROCZ_OK);
  CHECK(v.tail == 0 && v.pos == 20 && v.next_sequence == 7 && !v.sums_only);
  for (uint32_t i = 0; i < 20; i++) CHECK_INT(rocz_live_sum(&v, i)->calls, 100 + i);
  /* Half-changed: the bytes from before are put back. */
  memcpy(s->spill, &r[5], sizeof(*r));
  s->depth = 6;
  r[5].calls = 999;
  s->sequence_high = 1;
  CHECK_INT(copy_segment(1, &v, &err), ROCZ_OK);
  CHECK(v.sums_only && rocz_live_sum(&v, 5)->calls == 105 && rocz_live_sum(&v, 6)->calls == 106);
  s->depth = 21; /* a record that is not in use yet */
  CHECK_INT(copy_segment(1, &v, &err), ROCZ_OK);
  CHECK_INT(rocz_live_sum(&v, 5)->calls, 999);
  s->depth = 0;
  s->tail = 20; /* all are in chunks */
  CHECK_INT(copy_segment(1, &v, &err), ROCZ_OK);
  CHECK(v.tail == 20 && v.pos == 20);
  s->tail = 0;
  /* It changes while it is read: again, until it does not. */
  uint64_t size = FILE_BYTES;
  rocz_live_view live;
  CHECK_INT(rocz_live_open(&live, read_while_sums_change, &size, size, &err), ROCZ_OK);
  CHECK_INT(rocz_live_segment(&live, (uint64_t)((uint8_t *)s - file), &v, &err), ROCZ_OK);
  sum_changes_left = 3;
  CHECK_INT(rocz_live_copy(&live, &v, memory, &err), ROCZ_OK);
  CHECK(sum_changes_left == 0 && v.next_sequence == s->next_sequence);
  sum_changes_left = 1 << 30;
  CHECK_INT(rocz_live_copy(&live, &v, memory, &err), ROCZ_CUT);
  /* Damage. */
  s->pos = 26;
  CHECK_INT(copy_segment(1, &v, &err), ROCZ_DAMAGED);
  s->tail = s->pos = 26; /* they do not come round again, as in a ring */
  CHECK_INT(copy_segment(1, &v, &err), ROCZ_DAMAGED);
}

static void put_meta(rocz_segment *s, uint8_t *data, const void *p, size_t size) {
  for (size_t i = 0; i < size; i++) data[(s->pos + i) & s->mask] = ((const uint8_t *)p)[i];
  s->pos += size;
}

static void info_rows(void) {
  begin_file();
  rocz_segment *s = segment(3);
  rocz_live_segment_view v;
  rocz_live_row row;
  rocz_error err = {0};
  s->pos = s->tail = CAPACITY - 24; /* across the end of the ring */
  struct { rocz_meta_head head; int64_t function; uint32_t category_size; char category[4]; uint32_t name_size; char name[12]; } f = {
      {48, ROCZ_FUNCTION, 0, 6}, 7, UINT32_MAX, "", 9, "hipMalloc"};
  put_meta(s, data_of(3), &f, 48);
  struct { rocz_meta_head head; uint32_t size; char text[4]; } string = {{24, ROCZ_STRING, 0, 0}, 3, "abc"};
  put_meta(s, data_of(3), &string, 24);
  struct { rocz_meta_head head; int64_t later; } unknown = {{24, 31, 0, 0}, 1};
  put_meta(s, data_of(3), &unknown, 24);
  struct { rocz_meta_head head; int64_t lane, tid; } shorter = {{32, ROCZ_THREAD, 0, 1}, 1, 2}; /* a row of an older writer */
  put_meta(s, data_of(3), &shorter, 32);
  CHECK_INT(copy_segment(3, &v, &err), ROCZ_OK);
  uint64_t at = v.tail;
  CHECK_INT(rocz_live_meta(&v, &at, &row, &err), ROCZ_OK);
  CHECK(row.kind && row.kind->id == ROCZ_FUNCTION && row.row == 6 && row.columns == 3 && row.value[0] == 7 && row.text[1] == NULL && row.value[1] == ROCZ_NULL);
  CHECK(row.value[2] == 9 && memcmp(row.text[2], "hipMalloc", 9) == 0);
  CHECK_INT(rocz_live_meta(&v, &at, &row, &err), ROCZ_OK);
  CHECK(row.kind->id == ROCZ_STRING && row.value[0] == 3 && memcmp(row.text[0], "abc", 3) == 0);
  CHECK_INT(rocz_live_meta(&v, &at, &row, &err), ROCZ_OK);
  CHECK(row.kind == NULL);
  CHECK_INT(rocz_live_meta(&v, &at, &row, &err), ROCZ_OK);
  CHECK(row.columns == 2 && row.value[1] == 2 && row.value[3] == ROCZ_NULL && row.text[2] == NULL);
  CHECK_INT(rocz_live_meta(&v, &at, &row, &err), ROCZ_CUT);
  /* Impossible lengths. */
  uint32_t huge = 1000;
  s->pos = s->tail = 0;
  string.size = huge;
  put_meta(s, data_of(3), &string, 24);
  CHECK_INT(copy_segment(3, &v, &err), ROCZ_OK);
  at = v.tail;
  CHECK_INT(rocz_live_meta(&v, &at, &row, &err), ROCZ_DAMAGED);
  CHECK_INT(at, v.tail);
}

static void anchors_and_counters(void) {
  begin_file();
  rocz_live_view live;
  rocz_error err = {0};
  rocz_live *l = control();
  l->counter[ROCZ_N_CALLS_DROPPED] = 12;
  for (uint64_t n = 0; n < 200; n++) {
    l->anchor[n % ROCZ_ANCHORS] = (rocz_anchor){(int64_t)n, (int64_t)n * 2, 0, 0};
    l->anchor_count = n + 1;
    CHECK_INT(rocz_live_open(&live, read_memory, &file_size, file_size, &err), ROCZ_OK);
    CHECK_INT(live.anchors, n + 1 < ROCZ_ANCHORS ? n + 1 : ROCZ_ANCHORS - 1);
    CHECK_INT(live.anchor[live.anchors - 1].tsc, n);
    CHECK_INT(live.anchor[0].tsc, n + 1 - live.anchors);
  }
  CHECK(live.counter[ROCZ_N_CALLS_DROPPED] == 12 && live.pid == 77 && live.tsc_hz == 1000000000 && !live.closed);
}

/* Walks through everything, as a reader does. */
static void walk(void) {
  static _Alignas(16) uint8_t big[1 << 20];
  rocz_live_view live;
  rocz_error err = {0};
  if (rocz_live_open(&live, read_memory, &file_size, file_size, &err)) return;
  rocz_live_segment_view s;
  int count = 0;
  for (uint64_t offset = rocz_live_first(&live); offset; offset = s.next) {
    CHECK(++count < 100);
    if (rocz_live_segment(&live, offset, &s, &err)) return;
    if (s.memory_size > sizeof(big) || rocz_live_copy(&live, &s, big, &err)) continue;
    uint64_t at = s.tail, sum = 0;
    rocz_live_call_view c;
    rocz_live_row row;
    if (rocz_segment_kinds[s.kind].form == ROCZ_RING_OF_CALLS)
      while (rocz_live_call(&s, &at, &c, &err) == ROCZ_OK)
        for (uint32_t w = 0; w < c.words * 8; w++) sum += c.word[w];
    else if (s.kind == ROCZ_SEG_META)
      while (rocz_live_meta(&s, &at, &row, &err) == ROCZ_OK)
        for (unsigned i = 0; row.kind && i < row.kind->columns; i++) sum += row.text[i] && row.value[i] ? (uint64_t)row.text[i][row.value[i] - 1] : 0;
    else
      for (uint64_t n = s.tail; n < s.pos; n++) sum += rocz_live_dispatch(&s, n)->dispatch_id;
    __asm__ volatile("" : : "r"(sum));
  }
}

static void hostile_files(void) {
  uint64_t seed = 5;
  for (int round = 0; round < (test_soak() ? 300000 : 20000); round++) {
    begin_file();
    for (int i = 0; i < 10; i++) put_call(segment(0), data_of(0), (uint8_t)(i % 3), i, i + 1, 0);
    segment(1)->pos = segment(2)->pos = 5;
    struct { rocz_meta_head head; uint32_t size; char text[4]; } string = {{24, ROCZ_STRING, 0, 0}, 3, "abc"};
    for (int i = 0; i < 5; i++) put_meta(segment(3), data_of(3), &string, 24);
    for (int changes = 0; changes < 1 + round % 4; changes++) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      size_t page = (seed >> 33) % (1 + SEGMENTS), place = page ? ROCZ_PAGE + (page - 1) * SEGMENT_BYTES : 0;
      place += (seed >> 50 & 3) == 0 && page ? ROCZ_PAGE + (seed >> 20) % 128 : (seed >> 20) % 640;
      file[place] = (seed >> 60) == 0 ? 0xff : (uint8_t)(seed >> 40);
    }
    file_size = (seed >> 8 & 31) == 0 ? (seed >> 14) % FILE_BYTES : FILE_BYTES;
    walk();
  }
  file_size = FILE_BYTES;
}

/* ---- while it is written */

/* Like read_memory, but some pages (*arg of them) show a later tail, as if the copying was interrupted after pos was read. */
static size_t read_torn(void *arg, uint64_t offset, void *out, size_t size) {
  int *torn = arg;
  uint64_t whole = FILE_BYTES;
  size_t n = read_memory(&whole, offset, out, size);
  if (size != sizeof(rocz_segment) || *torn <= 0) return n;
  --*torn;
  put_call(segment(0), data_of(0), 0, 100, 150, 0);
  segment(0)->tail = segment(0)->pos;
  ((rocz_segment *)out)->tail = segment(0)->pos;
  return n;
}

/* A file that changes is not damaged, however long it changes. One that does not change and contradicts itself is. */
static void a_tail_newer_than_the_position(void) {
  for (int torn = 0; torn < 100000; torn = torn * 2 + 1) {
    begin_file();
    rocz_segment *s = segment(0);
    rocz_live_view live;
    rocz_live_segment_view v;
    rocz_error err = {0};
    put_call(s, data_of(0), 0, 100, 150, 0);
    int left = 0;
    CHECK_INT(rocz_live_open(&live, read_torn, &left, FILE_BYTES, &err), ROCZ_OK);
    CHECK_INT(rocz_live_segment(&live, rocz_live_first(&live), &v, &err), ROCZ_OK);
    left = torn;
    int rc = rocz_live_copy(&live, &v, memory, &err);
    CHECK_INT(rc, torn < 32 ? ROCZ_OK : torn > 1000 ? ROCZ_CUT : rc);
    CHECK(rc == ROCZ_OK || rc == ROCZ_CUT);
    left = 0;
    s->tail = s->pos + 32;
    CHECK_INT(rocz_live_copy(&live, &v, memory, &err), ROCZ_DAMAGED);
    CHECK_TEXT(err.what, "records of a segment");
    s->tail = s->pos;
    s->pos += CAPACITY + 32;
    CHECK_INT(rocz_live_copy(&live, &v, memory, &err), ROCZ_DAMAGED);
  }
}

typedef struct shared {
  uint8_t *map;
  int fd;
  _Atomic int stop;
} shared;

static size_t read_fd(void *arg, uint64_t offset, void *out, size_t size) {
  ssize_t n = pread(((shared *)arg)->fd, out, size, (off_t)offset);
  return n < 0 ? 0 : (size_t)n;
}

/* A thread makes calls, some of them with arguments and some nested, and moves the tail like a writer. The start and end of a
** call follow from its number. It pauses now and then: otherwise a slow reader would never see a consistent ring. */
static void *make_calls(void *arg) {
  shared *sh = arg;
  rocz_segment *s = (rocz_segment *)(void *)(sh->map + ROCZ_PAGE);
  uint8_t *data = sh->map + 2 * ROCZ_PAGE;
  uint64_t lengths[CAPACITY / 32], written = 0, drained = 0;
  for (uint64_t n = 1; !atomic_load(&sh->stop); n++) {
    uint8_t units = (uint8_t)(n % 3);
    if (n % 4096 == 0) nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
    while (s->pos + 32 + 32u * units > s->tail + CAPACITY - 64) {
      atomic_store_explicit(&s->tail, s->tail + lengths[drained++ % (CAPACITY / 32)], memory_order_release);
    }
    uint64_t pos = s->pos;
    atomic_store_explicit(&s->fast_until, 0, memory_order_release);
    rocz_call_record *r = (rocz_call_record *)(void *)(data + (pos & s->mask));
    s->next_sequence = n + 1;
    atomic_signal_fence(memory_order_seq_cst);
    uint64_t head = (uint32_t)n | (uint64_t)7 << 32 | (uint64_t)units << 48;
    memcpy(&r->sequence, &head, 8);
    atomic_signal_fence(memory_order_seq_cst);
    r->start = (int64_t)n * 100;
    for (uint64_t u = 1; u <= units; u++)
      for (uint64_t w = 0; w < 4; w++) {
        uint64_t word = n * 16 + (u - 1) * 4 + w;
        memcpy(data + ((pos + 32 * u + 8 * w) & s->mask), &word, 8);
      }
    r->end = (int64_t)n * 100 + 50;
    r->result = 0;
    r->parent = 0;
    r->flags = ROCZ_CALL_DONE;
    lengths[written++ % (CAPACITY / 32)] = 32 + 32u * units;
    atomic_store_explicit(&s->pos, pos + 32 + 32u * units, memory_order_release);
    atomic_store_explicit(&s->fast_until, UINT64_MAX, memory_order_release);
  }
  return NULL;
}

static void a_file_that_is_being_written(void) {
  shared sh = {0};
  char path[4096];
  snprintf(path, sizeof(path), "%s/live", test_tmp());
  sh.fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
  CHECK(sh.fd >= 0 && ftruncate(sh.fd, 2 * ROCZ_PAGE + CAPACITY) == 0);
  sh.map = mmap(NULL, 2 * ROCZ_PAGE + CAPACITY, PROT_READ | PROT_WRITE, MAP_SHARED, sh.fd, 0);
  begin_file();
  control()->segments = 1;
  segment(0)->file_next = 0;
  memcpy(sh.map, file, 2 * ROCZ_PAGE);
  pthread_t thread;
  pthread_create(&thread, NULL, make_calls, &sh);
  uint64_t last_seen = 0, copies = 0, open_calls = 0;
  for (int round = 0; round < (test_soak() ? 500000 : 20000); round++) {
    rocz_live_view live;
    rocz_live_segment_view s;
    rocz_live_call_view c;
    rocz_error err = {0};
    CHECK_INT(rocz_live_open(&live, read_fd, &sh, 2 * ROCZ_PAGE + CAPACITY, &err), ROCZ_OK);
    CHECK_INT(rocz_live_segment(&live, ROCZ_PAGE, &s, &err), ROCZ_OK);
    int rc = rocz_live_copy(&live, &s, memory, &err);
    if (rc == ROCZ_DAMAGED) { CHECK_INT(rc, ROCZ_OK); break; }
    if (rc) continue;
    copies++;
    uint64_t at = s.tail, sequence = 0;
    while ((rc = rocz_live_call(&s, &at, &c, &err)) == ROCZ_OK) {
      bool good = (sequence == 0 || c.sequence == sequence + 1) && c.start == (int64_t)c.sequence * 100 && c.end == c.start + 50 && c.words == c.sequence % 3 * 4 && c.function == 7;
      for (uint32_t w = 0; w < c.words; w++) {
        uint64_t word;
        memcpy(&word, c.word + 8 * w, 8);
        good = good && word == c.sequence * 16 + w;
      }
      if (!good) { CHECK(!"a committed record that is not whole"); round = 1 << 30; break; }
      sequence = c.sequence;
    }
    CHECK_INT(rc, ROCZ_CUT);
    if (sequence) {
      CHECK(sequence >= last_seen); /* the number never decreases */
      last_seen = sequence;
      open_calls += s.open_calls;
      for (unsigned i = 0; i < s.open_calls; i++) CHECK_INT(s.open_call[i].sequence, sequence + 1);
    }
  }
  atomic_store(&sh.stop, 1);
  pthread_join(thread, NULL);
  CHECK(copies > 10 && last_seen > 100);
  munmap(sh.map, 2 * ROCZ_PAGE + CAPACITY);
  close(sh.fd);
  unlink(path);
}

/* LIVE_SEEDS=FOLDER writes files like those of these tests: seeds for tests/fuzz/fuzz_live.c. */
static void write_seed(const char *name) {
  char path[4096];
  const char *folder = getenv("LIVE_SEEDS");
  if (!folder) return;
  snprintf(path, sizeof(path), "%s/%s", folder, name);
  FILE *f = fopen(path, "wb");
  CHECK(f && fwrite(file, 1, sizeof(file), f) == sizeof(file));
  if (f) fclose(f);
}

/* What rocz.h says of each kind of segment. */
static void kinds(void) {
  CHECK(!rocz_segment_kind_of(0) && !rocz_segment_kind_of(ROCZ_SEG_WIDE_SUMS + 1) && !rocz_segment_kind_of(UINT32_MAX));
  CHECK_INT(rocz_segment_record_bytes(ROCZ_SEG_CALLS), 0);
  CHECK_INT(rocz_segment_record_bytes(ROCZ_SEG_META), 0);
  CHECK_INT(rocz_segment_record_bytes(ROCZ_SEG_DISPATCHES), 128);
  CHECK_INT(rocz_segment_record_bytes(ROCZ_SEG_COPIES), 128);
  CHECK_INT(rocz_segment_record_bytes(ROCZ_SEG_FRAMES), 40);
  CHECK(rocz_segments_make(ROCZ_CALL) && rocz_segment_makes(ROCZ_SEG_CALLS, ROCZ_CALL));
  CHECK(rocz_segments_make(ROCZ_MARK) && rocz_segment_makes(ROCZ_SEG_CALLS, ROCZ_MARK));
  CHECK(rocz_segments_make(ROCZ_ARGUMENT) && rocz_segment_makes(ROCZ_SEG_CALLS, ROCZ_ARGUMENT));
  CHECK(rocz_segments_make(ROCZ_DECLARED + 3) && rocz_segment_makes(ROCZ_SEG_CALLS, ROCZ_DECLARED + 3));
  CHECK(rocz_segments_make(ROCZ_DISPATCH) && rocz_segment_makes(ROCZ_SEG_DISPATCHES, ROCZ_DISPATCH));
  CHECK(rocz_segments_make(ROCZ_COPY) && rocz_segment_makes(ROCZ_SEG_COPIES, ROCZ_COPY));
  CHECK(rocz_segment_makes(ROCZ_SEG_ROWS, ROCZ_DECLARED + 3) && !rocz_segment_makes(ROCZ_SEG_ROWS, ROCZ_CALL) && !rocz_segment_makes(ROCZ_SEG_CALLS, ROCZ_COPY));
  CHECK_INT(rocz_segment_record_bytes(ROCZ_SEG_SUMS), 160);
  CHECK_INT(rocz_segment_record_bytes(ROCZ_SEG_WIDE_SUMS), sizeof(rocz_wide_sum_record));
  CHECK(rocz_segment_makes(ROCZ_SEG_WIDE_SUMS, ROCZ_OWN_SUMS) && rocz_segment_makes(ROCZ_SEG_WIDE_SUMS, ROCZ_OWN_FRAMES));
  CHECK(rocz_segment_makes(ROCZ_SEG_SUMS, ROCZ_OWN_SUMS) && rocz_segment_makes(ROCZ_SEG_SUMS, ROCZ_OWN_FRAMES) && !rocz_segment_makes(ROCZ_SEG_SUMS, ROCZ_CALL));
  CHECK(!rocz_segments_make(ROCZ_OPEN_COPY));
  CHECK(!rocz_segments_make(ROCZ_DOMAIN));
  CHECK(!rocz_segments_make(0));
  /* Each has its place in the order of copies. */
  static const unsigned order[] = {ROCZ_SEG_FRAMES, ROCZ_SEG_DISPATCHES, ROCZ_SEG_COPIES, ROCZ_SEG_ROWS, ROCZ_SEG_CALLS, ROCZ_SEG_SUMS, ROCZ_SEG_WIDE_SUMS, ROCZ_SEG_META};
  for (unsigned i = 0; i < sizeof order / sizeof *order; i++) CHECK_INT(rocz_segment_kind_of(order[i])->place, i + 1);
}

int main(void) {
  RUN(kinds);
  RUN(calls_across_the_end_of_the_ring);
  RUN(the_call_that_hangs);
  write_seed("hang.live");
  RUN(more_calls_in_progress_than_a_page_holds);
  RUN(frames_in_progress);
  RUN(sequence_numbers_beyond_32_bits);
  RUN(device_records);
  RUN(sums);
  write_seed("device.live");
  RUN(info_rows);
  write_seed("info.live");
  RUN(anchors_and_counters);
  write_seed("anchors.live");
  RUN(hostile_files);
  RUN(a_tail_newer_than_the_position);
  RUN(a_file_that_is_being_written);
  return test_result();
}
