/* See live_writer.h. */
#include "live_writer.h"
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "encode.h"

#define RING 8192
#define DISPATCHES 64
#define META_RING 16384
#define COPIES 64
#define FILE_BYTES (ROCZ_PAGE * (1 + LIVE_LANES + 3) + RING * LIVE_LANES + (DISPATCHES + COPIES) * 128 + META_RING)
#define CHUNK_ROWS 4096

struct live_writer {
  char path[512], live_path[520];
  uint8_t *map;
  rocz_live *live;
  rocz_segment *calls[LIVE_LANES + 1], *dispatches, *copies, *meta;
  uint64_t meta_rows[64];
  uint64_t submitted, completed;
  /* State of the drainer. */
  int fd;
  uint64_t size;
  rocz_encoder *encoder;
  void *encoder_memory;
  uint8_t *out, *index;
  uint64_t chunks;
  uint64_t rows[64][LIVE_LANES + 1];
  uint64_t meta_position, meta_rows_written[64];
  bool launches_written;
  int64_t *column[ROCZ_MAX_COLUMNS], *words[3];
};

#define RELEASE memory_order_release
#define ACQUIRE memory_order_acquire
#define RELAXED memory_order_relaxed

/* ---- the live file */

static rocz_segment *add_segment(live_writer *w, uint64_t *at, uint16_t kind, uint32_t lane, uint64_t capacity, bool last) {
  rocz_segment *s = (rocz_segment *)(void *)(w->map + *at);
  s->magic = ROCZ_SEGMENT_MAGIC;
  s->kind = kind;
  s->lane = lane;
  s->data_offset = *at + ROCZ_PAGE;
  s->capacity = capacity;
  s->mask = capacity - 1;
  s->data = w->map + s->data_offset;
  s->next_sequence = 1;
  s->tid = 1000 + lane;
  atomic_store_explicit(&s->fast_until, capacity, RELAXED);
  *at += ROCZ_PAGE + capacity;
  s->file_next = last ? 0 : *at;
  return s;
}

static void meta_text(uint8_t *row, size_t *size, const char *text) {
  uint32_t length = text ? (uint32_t)strlen(text) : UINT32_MAX;
  size_t n = text ? length : 0;
  memcpy(row + *size, &length, 4);
  if (n) memcpy(row + *size + 4, text, n);
  memset(row + *size + 4 + n, 0, 8);
  *size += (4 + n + 7) & ~(size_t)7;
}

/* Writes a row of an info kind: numbers, and texts for the kinds that have them. */
static void meta(live_writer *w, uint16_t kind, const int64_t *number, const char *const *text) {
  uint8_t row[512];
  size_t size = sizeof(rocz_meta_head);
  const rocz_kind *k = rocz_kind_find(kind);
  for (unsigned c = 0; c < k->columns; c++) {
    if (k->column[c].type == ROCZ_STRING_ID) {
      meta_text(row, &size, text[c]);
    } else {
      memcpy(row + size, &number[c], 8);
      size += 8;
    }
  }
  rocz_meta_head head = {.size = (uint32_t)size, .kind = kind, .row = w->meta_rows[kind]++};
  memcpy(row, &head, sizeof(head));
  rocz_segment *s = w->meta;
  uint64_t pos = atomic_load_explicit(&s->pos, RELAXED);
  for (size_t i = 0; i < size; i++) s->data[(pos + i) & s->mask] = row[i];
  atomic_store_explicit(&s->pos, pos + size, RELEASE);
}

static void put_info(live_writer *w) {
  for (int f = 1; f <= 3; f++) {
    char name[16];
    snprintf(name, sizeof(name), "function%d", f);
    meta(w, ROCZ_FUNCTION, (int64_t[]){f, 0, 0, ROCZ_FORM_RESULT}, (const char *const[]){NULL, "LIVE_API", name});
    for (int p = 0; p < 2; p++)
      meta(w, ROCZ_PARAMETER, (int64_t[]){f, p, 0, 0, ROCZ_F_INT, p, 0, 1},
           (const char *const[]){NULL, NULL, p ? "lane" : "number", "int", NULL, NULL, NULL, NULL});
  }
  for (int l = 1; l <= LIVE_LANES; l++) meta(w, ROCZ_THREAD, (int64_t[]){l, 1000 + l, 0, LIVE_BASE, ROCZ_NULL}, (const char *const[]){NULL, NULL, "worker"});
  meta(w, ROCZ_AGENT, (int64_t[]){1, 0, 0, 0, 7}, (const char *const[]){NULL, "GPU", NULL, NULL, NULL, "gfx90a", NULL, NULL, NULL, NULL});
  meta(w, ROCZ_QUEUE, (int64_t[]){1, 0x1000, 1, 64, LIVE_BASE}, NULL);
  for (int k = 1; k <= 2; k++)
    meta(w, ROCZ_KERNEL, (int64_t[]){k, 1, 0, 0x7000 + k, 0, 0, 64, 0, 16, 32, 0, 256, 128}, (const char *const[]){NULL, NULL, k == 1 ? "_Z3onei" : "two"});
}

live_writer *live_writer_open(const char *path, uint32_t pid) {
  live_writer *w = calloc(1, sizeof(*w));
  char host[256] = "", props[512];
  gethostname(host, sizeof(host) - 1);
  snprintf(w->path, sizeof(w->path), "%s", path);
  snprintf(w->live_path, sizeof(w->live_path), "%s.live", path);
  unlink(w->path);
  unlink(w->live_path);
  int n = snprintf(props, sizeof(props), "host=%s", host) + 1;
  rocz_header h = {.pid = pid, .ppid = 1, .start_ns = INT64_MAX / 2, .props = props, .props_size = (uint32_t)n};
  for (int i = 0; i < 16; i++) h.file_id[i] = (uint8_t)(i + 1);
  h.anchor = (rocz_anchor){0, LIVE_BASE, LIVE_BASE, LIVE_BASE + 1000};
  uint8_t header[1024];
  w->size = rocz_encode_header(&h, header, sizeof(header));
  w->fd = open(w->path, O_WRONLY | O_CREAT | O_APPEND, 0600);
  int live = open(w->live_path, O_RDWR | O_CREAT, 0600);
  if (w->fd < 0 || live < 0 || write(w->fd, header, w->size) != (ssize_t)w->size || ftruncate(live, FILE_BYTES)) return NULL;
  w->map = mmap(NULL, FILE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, live, 0);
  close(live);
  if (w->map == MAP_FAILED) return NULL;
  w->live = (rocz_live *)(void *)w->map;
  memcpy(w->live->magic, ROCZ_LIVE_MAGIC, 8);
  w->live->version = ROCZ_VERSION;
  w->live->pid = pid;
  memcpy(w->live->file_id, h.file_id, 16);
  uint64_t at = ROCZ_PAGE;
  for (uint32_t l = 1; l <= LIVE_LANES; l++) w->calls[l] = add_segment(w, &at, ROCZ_SEG_CALLS, l, RING, false);
  w->dispatches = add_segment(w, &at, ROCZ_SEG_DISPATCHES, 1, DISPATCHES * 128, false);
  w->copies = add_segment(w, &at, ROCZ_SEG_COPIES, 0, COPIES * 128, false);
  w->meta = add_segment(w, &at, ROCZ_SEG_META, 0, META_RING, true);
  atomic_store_explicit(&w->live->used_bytes, at, RELAXED);
  put_info(w);
  atomic_store_explicit(&w->live->segments, LIVE_LANES + 3, RELEASE);
  w->encoder_memory = aligned_alloc(16, ROCZ_ENCODER_SIZE);
  w->encoder = rocz_encoder_init(w->encoder_memory, ROCZ_ENCODER_SIZE);
  w->out = malloc(rocz_chunk_bound(ROCZ_DISPATCH, CHUNK_ROWS, 65536));
  for (int c = 0; c < ROCZ_MAX_COLUMNS; c++) w->column[c] = malloc(CHUNK_ROWS * 8);
  for (int c = 0; c < 3; c++) w->words[c] = malloc(CHUNK_ROWS * 8);
  return w;
}

/* ---- calls. Words of a segment's first lines are written by one thread; the reader
** is another process in life, so plain stores are made as there: relaxed, and a
** release to commit. */

static rocz_call_record *slot(rocz_segment *s, uint64_t pos) { return (rocz_call_record *)(void *)(s->data + (pos & s->mask)); }

static int64_t start_of(uint64_t sequence) { return LIVE_BASE + (int64_t)sequence * 1000; }

static void wait_for_room(rocz_segment *s, uint64_t pos) {
  while (pos - atomic_load_explicit(&s->tail, ACQUIRE) > s->capacity - 128) sched_yield();
}

void live_writer_begin(live_writer *w, uint32_t lane) {
  rocz_segment *s = w->calls[lane];
  uint64_t pos = atomic_load_explicit(&s->pos, RELAXED), outer = s->producer_words[0];
  uint32_t depth = atomic_load_explicit(&s->depth, RELAXED);
  wait_for_room(s, pos);
  atomic_store_explicit(&s->fast_until, 0, RELAXED);
  if (outer) { /* the call in the slot moves to the stack */
    s->spill[depth] = (rocz_open_call){.start = slot(s, pos)->start, .sequence = (uint32_t)outer, .function = slot(s, pos)->function};
    atomic_store_explicit(&s->depth, ++depth, RELEASE);
  }
  uint64_t sequence = s->next_sequence++;
  rocz_call_record *r = slot(s, pos);
  r->flags = 0;
  r->argument_blocks = sequence % 4 == 0;
  r->function = (uint16_t)(1 + sequence % 3);
  r->sequence = (uint32_t)sequence;
  atomic_signal_fence(memory_order_seq_cst);
  r->start = start_of(sequence);
  s->producer_words[0] = sequence;
}

void live_writer_end(live_writer *w, uint32_t lane) {
  rocz_segment *s = w->calls[lane];
  uint64_t pos = atomic_load_explicit(&s->pos, RELAXED), sequence = s->producer_words[0];
  uint32_t depth = atomic_load_explicit(&s->depth, RELAXED);
  rocz_call_record *r = slot(s, pos);
  bool spilled = sequence == 0;
  if (spilled) { /* the innermost call is on the stack */
    wait_for_room(s, pos);
    const rocz_open_call *o = &s->spill[depth - 1];
    sequence = o->sequence;
    *r = (rocz_call_record){.start = o->start, .sequence = o->sequence, .function = o->function, .argument_blocks = sequence % 4 == 0};
  }
  int64_t words[4] = {(int64_t)sequence, lane, 0, 0};
  if (r->argument_blocks) memcpy(s->data + ((pos + 32) & s->mask), words, 32);
  r->end = spilled ? start_of(sequence + 1) + 700 : start_of(sequence) + 500;
  r->result = (int32_t)sequence;
  r->parent = depth && !spilled ? s->spill[depth - 1].sequence : 0;
  r->flags = ROCZ_CALL_DONE;
  atomic_store_explicit(&s->pos, pos + 32 + 32 * (uint64_t)r->argument_blocks, RELEASE);
  if (spilled) atomic_store_explicit(&s->depth, depth - 1, RELEASE);
  s->producer_words[0] = 0;
  if (depth - (uint32_t)spilled == 0) atomic_store_explicit(&s->fast_until, s->capacity, RELAXED);
}

void live_writer_call(live_writer *w, uint32_t lane) {
  bool nested = w->calls[lane]->next_sequence % 5 == 0;
  live_writer_begin(w, lane);
  if (nested) {
    live_writer_begin(w, lane);
    live_writer_end(w, lane);
  }
  live_writer_end(w, lane);
}

/* ---- dispatches */

static rocz_dispatch_record *dispatch(live_writer *w, uint64_t n) { return (rocz_dispatch_record *)(void *)(w->dispatches->data + n % DISPATCHES * 128); }

void live_writer_dispatch(live_writer *w, unsigned left) {
  rocz_segment *s = w->dispatches;
  if (w->submitted - atomic_load_explicit(&s->tail, ACQUIRE) < DISPATCHES) {
    rocz_dispatch_record *r = dispatch(w, w->submitted);
    int64_t d = (int64_t)w->submitted + 1;
    r->kernel_object = 0x7000 + 1 + (uint64_t)d % 2;
    r->kernel_id = d % 3 ? 1 + (uint32_t)(d % 2) : 0; /* 0: readers must find the kernel by its object */
    r->grid[0] = (uint32_t)(d % 5 + 1), r->grid[1] = r->grid[2] = 1;
    r->workgroup[0] = 64, r->workgroup[1] = r->workgroup[2] = 1;
    r->group_size = 128, r->private_size = 0;
    r->thread = 1, r->stream = 0;
    r->stack_id = (UINT64_C(1) << ROCZ_STACK_SHIFT) + (uint64_t)d;
    r->submit = LIVE_BASE + d * 1000 - 100, r->launch = 0;
    r->dispatch_id = (uint64_t)d;
    atomic_store_explicit(&r->state, ROCZ_SUBMITTED, RELAXED);
    atomic_store_explicit(&s->pos, ++w->submitted, RELEASE);
  }
  while (w->submitted - w->completed > left) {
    rocz_dispatch_record *r = dispatch(w, w->completed);
    int64_t d = (int64_t)++w->completed;
    r->start_ns = LIVE_BASE + d * 1000;
    r->end_ns = r->start_ns + 250;
    atomic_store_explicit(&r->state, ROCZ_DONE, RELEASE);
  }
}

void live_writer_copies(live_writer *w, unsigned n, unsigned done) {
  rocz_segment *s = w->copies;
  for (unsigned i = 0; i < n && i < COPIES; i++) {
    rocz_copy_record *r = (rocz_copy_record *)(void *)(s->data + i * 128);
    *r = (rocz_copy_record){.size_bytes = 100 + i, .dst_agent = 1, .direction = ROCZ_COPY_H2D, .thread = 1, .submit = LIVE_BASE + i * 1000,
                            .start_ns = LIVE_BASE + i * 1000, .end_ns = LIVE_BASE + i * 1000 + 250};
    atomic_store_explicit(&r->state, i >= done ? ROCZ_SUBMITTED : i ? ROCZ_DONE : ROCZ_TIMED, RELAXED);
    atomic_store_explicit(&s->pos, i + 1, RELEASE);
  }
}

/* ---- chunks */

static void append(live_writer *w, const uint8_t *bytes, size_t size) {
  if (write(w->fd, bytes, size) != (ssize_t)size) abort();
  w->size += size;
}

static void chunk(live_writer *w, uint16_t kind, uint32_t lane, uint32_t rows, int64_t *const *column, uint64_t position, const char *text, size_t text_size) {
  const int64_t *c[ROCZ_MAX_COLUMNS] = {0};
  const rocz_kind *k = rocz_kind_find(kind);
  rocz_rows r = {.kind = kind, .lane = lane, .rows = rows, .column = c, .text = text, .first_row = w->rows[kind][lane], .position = position,
                 .min_time = INT64_MAX, .max_time = INT64_MIN};
  for (unsigned i = 0; i < k->columns; i++) {
    c[i] = column[i];
    for (uint32_t j = 0; k->column[i].type == ROCZ_TIME && j < rows; j++) {
      int64_t start = column[i][j], end = start + (k->column[i].transform == ROCZ_T_GAP ? column[k->column[i].other][j] : 0);
      if (start != ROCZ_NULL && start < r.min_time) r.min_time = start;
      if (start != ROCZ_NULL && end > r.max_time) r.max_time = end;
    }
  }
  w->rows[kind][lane] += rows;
  size_t size = rocz_encode_chunk(w->encoder, &r, w->out, rocz_chunk_bound(kind, rows, text_size));
  if (!size) abort();
  w->index = realloc(w->index, (w->chunks + 1) * ROCZ_INDEX_SIZE);
  rocz_encode_index(w->out, w->size, w->index + w->chunks++ * ROCZ_INDEX_SIZE);
  append(w, w->out, size);
}

/* Writes one info row a chunk: there are few, and strings must come before them. */
static void drain_meta(live_writer *w) {
  rocz_segment *s = w->meta;
  uint64_t pos = atomic_load_explicit(&s->pos, ACQUIRE), at = atomic_load_explicit(&s->tail, RELAXED);
  while (at < pos) {
    uint8_t row[512];
    rocz_meta_head head;
    for (size_t i = 0; i < sizeof(head); i++) row[i] = s->data[(at + i) & s->mask];
    memcpy(&head, row, sizeof(head));
    for (size_t i = 0; i < head.size; i++) row[i] = s->data[(at + i) & s->mask];
    const rocz_kind *k = rocz_kind_find(head.kind);
    size_t from = sizeof(head);
    for (unsigned c = 0; c < k->columns; c++) {
      memcpy(&w->column[c][0], row + from, 8);
      if (k->column[c].type != ROCZ_STRING_ID) { from += 8; continue; }
      uint32_t length;
      memcpy(&length, row + from, 4);
      w->column[c][0] = 0;
      int64_t size = length, *only = &size;
      if (length != UINT32_MAX) {
        chunk(w, ROCZ_STRING, 0, 1, &only, 0, (char *)row + from + 4, length);
        w->column[c][0] = (int64_t)w->rows[ROCZ_STRING][0];
      }
      from += (4 + (length == UINT32_MAX ? 0 : length) + 7) & ~(size_t)7;
    }
    chunk(w, head.kind, 0, 1, w->column, at + head.size, NULL, 0);
    at += head.size;
    atomic_store_explicit(&s->tail, at, RELEASE);
  }
}

static void drain_calls(live_writer *w, uint32_t lane) {
  rocz_segment *s = w->calls[lane];
  uint64_t pos = atomic_load_explicit(&s->pos, ACQUIRE), at = atomic_load_explicit(&s->tail, RELAXED);
  uint32_t rows = 0, words = 0;
  while (at < pos) {
    const rocz_call_record *r = slot(s, at);
    int64_t v[] = {r->end - r->start, r->start, r->function, r->sequence, r->parent, r->result};
    for (int c = 0; c < 6; c++) w->column[c][rows] = v[c];
    for (uint32_t i = 0; i < 4u * r->argument_blocks; i++, words++) {
      w->words[0][words] = r->sequence;
      w->words[1][words] = r->function * 64 + i;
      memcpy(&w->words[2][words], s->data + ((at + 32 + 8 * i) & s->mask), 8);
    }
    rows++;
    at += 32 + 32 * (uint64_t)r->argument_blocks;
  }
  if (words) chunk(w, ROCZ_ARGUMENT, lane, words, w->words, at, NULL, 0);
  if (rows) chunk(w, ROCZ_CALL, lane, rows, w->column, at, NULL, 0);
  atomic_store_explicit(&s->tail, at, RELEASE);
}

static void drain_dispatches(live_writer *w) {
  rocz_segment *s = w->dispatches;
  uint64_t pos = atomic_load_explicit(&s->pos, ACQUIRE), n = atomic_load_explicit(&s->tail, RELAXED);
  uint32_t rows = 0;
  if (!w->launches_written) /* launch = kernel * 8 + grid_x */
    for (int64_t launch = 0; launch < 24; launch++) {
      int64_t v[] = {launch, launch / 8, launch % 8, 1, 1, 64, 1, 1, 128, 0};
      for (int c = 0; c < 10; c++) w->column[c][launch] = v[c];
      if (launch == 23) chunk(w, ROCZ_LAUNCH, 0, 24, w->column, 0, NULL, 0);
    }
  w->launches_written = true;
  for (; n < pos; n++, rows++) {
    rocz_dispatch_record *r = dispatch(w, n);
    if (atomic_load_explicit(&r->state, ACQUIRE) != ROCZ_DONE) break;
    int64_t v[] = {(int64_t)(1 + r->dispatch_id % 2) * 8 + r->grid[0], r->end_ns - r->start_ns, r->start_ns, (int64_t)r->dispatch_id, (int64_t)r->stack_id,
                   r->stream, r->thread, 0, 0};
    for (int c = 0; c < 9; c++) w->column[c][rows] = v[c];
  }
  if (rows) chunk(w, ROCZ_DISPATCH, 1, rows, w->column, n, NULL, 0);
  atomic_store_explicit(&s->tail, n, RELEASE);
}

void live_writer_drain(live_writer *w, bool final) {
  drain_meta(w);
  for (uint32_t l = 1; l <= LIVE_LANES; l++) drain_calls(w, l);
  drain_dispatches(w);
  if (!final) return;
  size_t size = rocz_footer_size(w->chunks);
  uint8_t *footer = malloc(size);
  append(w, footer, rocz_encode_footer(w->index, w->chunks, w->size, footer, size));
  free(footer);
  atomic_store_explicit(&w->live->closed, 1, RELEASE);
  unlink(w->live_path);
  live_writer_drop(w);
}

void live_writer_drop(live_writer *w) {
  close(w->fd);
  munmap(w->map, FILE_BYTES);
  for (int c = 0; c < ROCZ_MAX_COLUMNS; c++) free(w->column[c]);
  for (int c = 0; c < 3; c++) free(w->words[c]);
  free(w->encoder_memory);
  free(w->out);
  free(w->index);
  free(w);
}
