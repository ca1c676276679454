/* See live.h. Reads one state of a segment: first its control page, then the records,
** then the control page again. Records before the second tail may have been overwritten,
** and are in chunks. What both pages show as in progress was in progress all the time. */
#include "live.h"
#include "bytes.h"
#include "segment.h"

#define TRIES 64
#define UNIT sizeof(rocz_call_record) /* of rings of calls */
#define MAX_RING ((uint64_t)1 << 31)
#define FENCE() atomic_thread_fence(memory_order_acquire)

static int fail(rocz_error *err, const char *what, uint64_t offset, uint64_t expected, uint64_t found) {
  return rocz_fail(err, ROCZ_DAMAGED, what, offset, expected, found);
}

static bool read_all(const rocz_live_view *live, uint64_t offset, void *out, size_t size) {
  return size == 0 || live->read(live->arg, offset, out, size) == size;
}

static int read_or_fail(const rocz_live_view *live, uint64_t offset, void *out, size_t size, rocz_error *err) {
  if (read_all(live, offset, out, size)) return ROCZ_OK;
  return rocz_fail(err, ROCZ_CUT, "size of the live file", offset, offset + size, live->size);
}

/* ---- the control page of the file */

/* Keeps the anchors that cannot have been overwritten while the page was copied. */
static void take_anchors(rocz_live_view *live, const rocz_live *page, uint64_t count_before, uint64_t count_after) {
  uint64_t first = count_after > ROCZ_ANCHORS - 1 ? count_after - (ROCZ_ANCHORS - 1) : 0;
  live->anchors = 0;
  for (uint64_t n = first; n < count_before && live->anchors < ROCZ_ANCHORS; n++) live->anchor[live->anchors++] = page->anchor[n % ROCZ_ANCHORS];
}

int rocz_live_open(rocz_live_view *live, rocz_read read, void *arg, uint64_t size, rocz_error *err) {
  rocz_live page;
  memset(live, 0, sizeof(*live));
  live->read = read;
  live->arg = arg;
  live->size = size;
  int rc = read_or_fail(live, 0, &page, sizeof(page), err);
  if (rc) return rc;
  if (memcmp(page.magic, ROCZ_LIVE_MAGIC, 8) != 0)
    return rocz_fail(err, ROCZ_FOREIGN, "not a .live file (wrong magic number)", 0, rocz_get64((const uint8_t *)ROCZ_LIVE_MAGIC),
                     rocz_get64((const uint8_t *)page.magic));
  if (page.version > ROCZ_VERSION)
    return rocz_fail(err, ROCZ_NEWER, "version of the live file", offsetof(rocz_live, version), ROCZ_VERSION, page.version);
  if (page.version < 1) return fail(err, "version of the live file", offsetof(rocz_live, version), ROCZ_VERSION, page.version);
  memcpy(live->file_id, page.file_id, 16);
  live->pid = page.pid;
  live->closed = atomic_load_explicit(&page.closed, memory_order_relaxed) != 0;
  uint8_t left = 0;
  rc = read_or_fail(live, ROCZ_CONTROL + offsetof(rocz_control, left), &left, 1, err);
  if (rc) return rc;
  live->left = left != 0;
  live->segments = atomic_load_explicit(&page.segments, memory_order_relaxed);
  live->tsc_hz = page.tsc_hz;
  for (int i = 0; i < ROCZ_COUNTERS; i++) live->counter[i] = atomic_load_explicit(&page.counter[i], memory_order_relaxed);

  /* Reads the count, the anchors, and the count again: the first count tells which anchors were written, the second which may have been replaced. */
  uint64_t before, after;
  rc = read_or_fail(live, offsetof(rocz_live, anchor_count), &before, 8, err);
  FENCE();
  if (!rc) rc = read_or_fail(live, offsetof(rocz_live, anchor), page.anchor, sizeof(page.anchor), err);
  FENCE();
  if (!rc) rc = read_or_fail(live, offsetof(rocz_live, anchor_count), &after, 8, err);
  if (rc) return rc;
  if (after < before || after > (uint64_t)1 << 48) return fail(err, "number of anchors", offsetof(rocz_live, anchor_count), before, after);
  take_anchors(live, &page, before, after);
  return ROCZ_OK;
}

/* ---- segments */

/* What copying differs in, by form. */
typedef struct copying copying;
static const struct form {
  bool bytes; /* positions are bytes of a ring whose size is a power of 2 */
  /* Bytes of memory for the most that a segment can hold. */
  uint64_t (*memory)(const rocz_segment_kind *kind, uint64_t capacity);
  /* Copies the records between two readings of the control page. */
  int (*read)(copying *c, rocz_error *err);
  /* Completes the copy, once both pages are known. *again: it changed meanwhile. */
  int (*complete)(copying *c, bool *again, rocz_error *err);
} forms[ROCZ_SEGMENT_FORMS];

static bool is_capacity(const rocz_segment_kind *kind, uint64_t capacity) {
  if (forms[kind->form].bytes) return capacity >= 64 && (capacity & (capacity - 1)) == 0;
  return capacity >= kind->unit && capacity % kind->unit == 0;
}

/* Checks the fields that do not change while a segment has one producer. */
static int check_layout(const rocz_live_view *live, uint64_t offset, const rocz_segment *page, rocz_error *err) {
  if (page->magic == 0) return rocz_fail(err, ROCZ_CUT, "magic number of a segment", offset + offsetof(rocz_segment, magic), ROCZ_SEGMENT_MAGIC, 0);
  if (page->magic != ROCZ_SEGMENT_MAGIC)
    return fail(err, "magic number of a segment", offset + offsetof(rocz_segment, magic), ROCZ_SEGMENT_MAGIC, page->magic);
  if (page->data_offset < offset + ROCZ_PAGE || page->data_offset > live->size)
    return fail(err, "place of a segment's data", offset + offsetof(rocz_segment, data_offset), offset + ROCZ_PAGE, page->data_offset);
  if (page->capacity > live->size - page->data_offset || page->capacity > MAX_RING)
    return fail(err, "capacity of a segment", offset + offsetof(rocz_segment, capacity), live->size - page->data_offset, page->capacity);
  const rocz_segment_kind *kind = rocz_segment_kind_of(page->kind);
  if (kind && !is_capacity(kind, page->capacity)) return fail(err, "capacity of a segment", offset + offsetof(rocz_segment, capacity), 64, page->capacity);
  if (page->file_next && (page->file_next <= offset || page->file_next % ROCZ_PAGE))
    return fail(err, "place of the next segment", offset + offsetof(rocz_segment, file_next), offset + ROCZ_PAGE, page->file_next);
  return ROCZ_OK;
}

/* Reads a control page; false: the segment is just given to another producer. */
static int read_page(const rocz_live_view *live, uint64_t offset, rocz_segment *page, bool *stable, rocz_error *err) {
  uint32_t before, after;
  const uint64_t epoch = offset + offsetof(rocz_segment, epoch);
  int rc = read_or_fail(live, epoch, &before, 4, err);
  FENCE();
  if (!rc) rc = read_or_fail(live, offset, page, sizeof(*page), err);
  FENCE();
  if (!rc) rc = read_or_fail(live, epoch, &after, 4, err);
  *stable = !rc && before == after && before % 2 == 0;
  atomic_store_explicit(&page->epoch, before, memory_order_relaxed);
  return rc;
}

static int read_stable_page(const rocz_live_view *live, uint64_t offset, rocz_segment *page, rocz_error *err) {
  for (int i = 0; i < TRIES; i++) {
    bool stable;
    int rc = read_page(live, offset, page, &stable, err);
    if (rc) return rc;
    if (stable) return check_layout(live, offset, page, err);
  }
  return rocz_fail(err, ROCZ_CUT, "epoch of a segment", offset + offsetof(rocz_segment, epoch), 0, 1);
}

static uint64_t load(const _Atomic uint64_t *p) { return atomic_load_explicit(p, memory_order_relaxed); }

static uint64_t memory_size(const rocz_segment *page) {
  const rocz_segment_kind *kind = rocz_segment_kind_of(page->kind);
  return kind ? forms[kind->form].memory(kind, page->capacity) : 0;
}

int rocz_live_segment(const rocz_live_view *live, uint64_t offset, rocz_live_segment_view *s, rocz_error *err) {
  rocz_segment page;
  memset(s, 0, sizeof(*s));
  s->offset = offset;
  int rc = read_stable_page(live, offset, &page, err);
  if (rc) return rc;
  s->next = page.file_next;
  s->kind = page.kind;
  s->lane = page.lane;
  s->tid = page.tid;
  s->memory_size = memory_size(&page);
  s->data_offset = page.data_offset;
  s->capacity = page.capacity;
  s->next_sequence = page.next_sequence;
  s->sums_only = rocz_segment_has_sums(page.kind) && page.sequence_high;
  return ROCZ_OK;
}

/* Copies bytes [from, from + size) of a ring, size <= capacity, end to end to `out`. */
static int read_ring(const rocz_live_view *live, const rocz_live_segment_view *s, uint64_t from, uint64_t size, uint8_t *out, rocz_error *err) {
  uint64_t at = from % s->capacity, part = size < s->capacity - at ? size : s->capacity - at;
  int rc = read_or_fail(live, s->data_offset + at, out, part, err);
  return rc ? rc : read_or_fail(live, s->data_offset, out + part, size - part, err);
}

struct copying {
  const rocz_live_view *live;
  rocz_live_segment_view *s;
  const rocz_segment_kind *kind;
  uint8_t *memory;
  rocz_segment before, after; /* the control page */
  uint64_t tail, pos;         /* of the copied records */
};

static bool same_epoch(const rocz_segment *a, const rocz_segment *b) {
  return atomic_load_explicit(&a->epoch, memory_order_relaxed) == atomic_load_explicit(&b->epoch, memory_order_relaxed);
}

/* ---- rings of bytes */

static uint64_t bytes_memory(const rocz_segment_kind *kind, uint64_t capacity) { return capacity; }
static int bytes_read(copying *c, rocz_error *err) { return read_ring(c->live, c->s, c->tail, c->pos - c->tail, c->memory, err); }

/* ---- rings of records */

/* The records, and their states. */
static uint64_t records_memory(const rocz_segment_kind *kind, uint64_t capacity) { return capacity + capacity / kind->unit * sizeof(uint32_t); }

/* The producer completes records in place, and sets `state` last. Copying guarantees no order, so the states are read first: a record whose state was DONE
** then has its times when it is copied. */
static int records_read(copying *c, rocz_error *err) {
  const uint64_t unit = c->kind->unit, count = c->pos - c->tail, from = c->tail % (c->s->capacity / unit) * unit;
  uint8_t *state = c->memory + c->kind->state_at, *kept = c->memory + c->s->capacity;
  int rc = read_ring(c->live, c->s, from, count * unit, c->memory, err);
  if (rc) return rc;
  for (uint64_t i = 0; i < count; i++) memcpy(kept + i * 4, state + i * unit, 4);
  FENCE();
  rc = read_ring(c->live, c->s, from, count * unit, c->memory, err);
  for (uint64_t i = 0; i < count; i++) memcpy(state + i * unit, kept + i * 4, 4);
  return rc;
}

static void take_records(copying *c) {
  c->s->next_sequence = c->after.next_sequence; /* CALLS: it is larger than that of any record */
  c->s->data = c->memory;
  c->s->first = c->tail;
  c->s->pos = c->pos;
  c->s->tail = load(&c->after.tail) < c->pos ? load(&c->after.tail) : c->pos;
}
static int records_complete(copying *c, bool *again, rocz_error *err) {
  take_records(c);
  return ROCZ_OK;
}

/* ---- lists of records, which change in place */

static int list_read(copying *c, rocz_error *err) {
  if (c->pos > c->s->capacity / c->kind->unit) return fail(err, "records of a segment", c->s->offset, c->s->capacity / c->kind->unit, c->pos);
  return read_or_fail(c->live, c->s->data_offset + c->tail * c->kind->unit, c->memory, (c->pos - c->tail) * c->kind->unit, err);
}

/* Puts the bytes of a record that was changing back. */
static int list_complete(copying *c, bool *again, rocz_error *err) {
  uint64_t now; /* the second page may have been read while a record began to change */
  int rc = read_or_fail(c->live, c->s->offset + offsetof(rocz_segment, next_sequence), &now, 8, err);
  if (rc) return rc;
  *again = c->before.next_sequence != now || c->after.next_sequence != now;
  if (*again) return rocz_fail(err, ROCZ_CUT, "changes of a segment", c->s->offset + offsetof(rocz_segment, next_sequence), c->before.next_sequence, now);
  take_records(c);
  uint64_t changing = atomic_load_explicit(&c->after.depth, memory_order_relaxed), unit = c->kind->unit;
  if (changing > c->tail && changing <= c->pos) memcpy(c->memory + (changing - 1 - c->tail) * unit, c->after.spill, unit);
  return ROCZ_OK;
}

/* ---- rings of calls */

/* The calls, and the one in progress. If the ring is full, its slot may overlap the first record; so it is read separately. */
static uint64_t calls_memory(const rocz_segment_kind *kind, uint64_t capacity) { return capacity + kind->unit; }
static int calls_read(copying *c, rocz_error *err) {
  int rc = bytes_read(c, err);
  return rc ? rc : read_ring(c->live, c->s, c->pos, c->kind->unit, c->memory + (c->pos - c->tail), err);
}

static bool same_open_call(const rocz_open_call *a, const rocz_open_call *b) {
  return a->start == b->start && a->sequence == b->sequence && a->function == b->function && a->parent == b->parent;
}

/* Removes calls that have ended from those in progress: a thread may have committed a
** call, but not yet removed it from its stack. Returns the last committed end; 0: the
** copy has no record. */
static int64_t drop_ended(rocz_live_segment_view *s) {
  rocz_live_call_view call;
  int64_t end = 0;
  for (uint64_t at = s->tail; rocz_live_call(s, &at, &call, NULL) == ROCZ_OK;) {
    end = call.end;
    /* Removes only this call: ranges inside a call may outlast it, and spans end in any order. (Calls inside an ended call ended before it.) */
    for (unsigned i = 0; i < s->open_calls; i++)
      if (s->open_call[i].sequence == (uint32_t)call.sequence) {
        memmove(&s->open_call[i], &s->open_call[i + 1], (--s->open_calls - i) * sizeof(s->open_call[0]));
        break;
      }
  }
  return end;
}

/* Takes the calls in progress: those that both pages have at the same level, then the one in the slot at pos, if the thread made no progress in between. */
static void take_open_calls(rocz_live_segment_view *s, const rocz_segment *before, const rocz_segment *after, const uint8_t *slot) {
  uint32_t depth = atomic_load_explicit(&before->depth, memory_order_relaxed);
  uint32_t depth_after = atomic_load_explicit(&after->depth, memory_order_relaxed);
  if (depth > ROCZ_SPILL_DEPTH) depth = ROCZ_SPILL_DEPTH;
  s->open_calls = 0;
  for (uint32_t i = 0; i < depth && i < depth_after; i++) {
    if (!same_open_call(&before->spill[i], &after->spill[i])) break;
    s->open_call[s->open_calls++] = before->spill[i];
  }
  int64_t last_end = drop_ended(s);
  if (load(&before->pos) != load(&after->pos) || load(&before->fast_until) || load(&after->fast_until)) return;
  if (before->next_sequence != after->next_sequence || depth != depth_after || s->open_calls != depth) return;
  rocz_call_record r;
  memcpy(&r, slot, sizeof(r));
  if (r.flags & ROCZ_CALL_DONE || r.sequence != (uint32_t)(before->next_sequence - 1) || r.start <= last_end) return;
  uint32_t parent = depth ? before->spill[depth - 1].sequence : 0;
  if (depth && r.sequence == parent) return; /* this call has just been moved to the stack */
  s->open_call[s->open_calls++] = (rocz_open_call){.start = r.start, .sequence = r.sequence, .function = r.function, .parent = parent};
}

/* Reads records that were committed while [tail, pos) was read. The call that was in progress at first is among them, or still in progress; so it is never
** missed. */
static int read_newer_calls(copying *c, bool *again, rocz_error *err) {
  uint64_t end = load(&c->after.pos);
  if (end <= c->pos) return ROCZ_OK;
  const rocz_segment page = c->after;
  *again = end - c->tail > c->s->capacity || end % c->kind->unit;
  if (*again) return rocz_fail(err, ROCZ_CUT, "records of a segment", c->s->offset, c->s->capacity, end - c->tail);
  int rc = read_ring(c->live, c->s, c->pos, end - c->pos, c->memory + (c->pos - c->tail), err);
  FENCE();
  bool stable = false;
  if (!rc) rc = read_page(c->live, c->s->offset, &c->after, &stable, err);
  if (rc) return rc;
  c->pos = end;
  *again = !stable || !same_epoch(&c->after, &page) || load(&c->after.tail) < c->tail;
  return *again ? rocz_fail(err, ROCZ_CUT, "epoch of a segment", c->s->offset + offsetof(rocz_segment, epoch), 0, 1) : ROCZ_OK;
}

static int calls_complete(copying *c, bool *again, rocz_error *err) {
  const uint8_t *slot = c->memory + (c->pos - c->tail); /* not used if there are newer calls, which are copied over it */
  int rc = read_newer_calls(c, again, err);
  if (rc) return rc;
  if (c->after.next_sequence < 1 || c->after.next_sequence > (uint64_t)1 << ROCZ_STACK_SHIFT)
    return fail(err, "number of the next call", c->s->offset + offsetof(rocz_segment, next_sequence), (uint64_t)1 << ROCZ_STACK_SHIFT, c->after.next_sequence);
  take_records(c);
  take_open_calls(c->s, &c->before, &c->after, slot);
  return ROCZ_OK;
}

/* Refuses impossible positions. A page is no snapshot, so its tail may be newer than its pos. As both only grow, positions that are unchanged at a second
** reading existed at one time, and are damage. */
static int refuse_positions(const rocz_live_view *live, uint64_t offset, const rocz_segment *page, bool *again, rocz_error *err) {
  rocz_segment now;
  int rc = read_stable_page(live, offset, &now, err);
  if (rc) return rc;
  *again = load(&now.pos) != load(&page->pos) || load(&now.tail) != load(&page->tail) || !same_epoch(&now, page);
  return rocz_fail(err, *again ? ROCZ_CUT : ROCZ_DAMAGED, "records of a segment", offset, page->capacity, load(&page->pos) - load(&page->tail));
}

/* Takes what the control page says before the records are read. */
static int take_page(copying *c, bool *again, rocz_error *err) {
  rocz_live_segment_view *s = c->s;
  int rc = read_stable_page(c->live, s->offset, &c->before, err);
  if (rc) return rc;
  if (memory_size(&c->before) > s->memory_size || c->before.kind != s->kind)
    return fail(err, "capacity of a segment", s->offset + offsetof(rocz_segment, capacity), s->memory_size, memory_size(&c->before));
  s->data_offset = c->before.data_offset;
  s->capacity = c->before.capacity;
  s->next = c->before.file_next;
  s->lane = c->before.lane;
  s->tid = c->before.tid;
  c->tail = load(&c->before.tail), c->pos = load(&c->before.pos);
  bool bytes = forms[c->kind->form].bytes;
  if (c->pos < c->tail || c->pos - c->tail > (bytes ? s->capacity : s->capacity / c->kind->unit)) return refuse_positions(c->live, s->offset, &c->before, again, err);
  if (bytes && (c->tail % c->kind->unit || c->pos % c->kind->unit)) return fail(err, "position of a segment", s->offset, 0, c->pos % c->kind->unit);
  return ROCZ_OK;
}

/* Reads the records [tail, pos) of a page once. *again: they changed meanwhile. */
static int try_copy(copying *c, bool *again, rocz_error *err) {
  bool stable = false;
  int rc = take_page(c, again, err);
  if (rc) return rc;
  FENCE();
  rc = forms[c->kind->form].read(c, err);
  FENCE();
  if (!rc) rc = read_page(c->live, c->s->offset, &c->after, &stable, err);
  if (rc) return rc;
  *again = !stable || !same_epoch(&c->after, &c->before) || load(&c->after.tail) < c->tail;
  if (*again) return rocz_fail(err, ROCZ_CUT, "epoch of a segment", c->s->offset + offsetof(rocz_segment, epoch), 0, 1);
  return forms[c->kind->form].complete(c, again, err);
}

/* ---- stacks of records: frames in progress, read twice */

static uint64_t stack_memory(const rocz_segment_kind *kind, uint64_t capacity) { return 2 * capacity; }

static bool same_frame(const rocz_open_frame *a, const rocz_open_frame *b) {
  return a->start == b->start && a->sequence == b->sequence && a->function == b->function && a->parent == b->parent;
}

/* Takes the frames that two readings find equal: each was in progress at some time between them. */
static int try_frames(const rocz_live_view *live, rocz_live_segment_view *s, rocz_open_frame *frame, rocz_open_frame *again, uint32_t room, bool *stable,
                      rocz_error *err) {
  rocz_segment before, after;
  int rc = read_stable_page(live, s->offset, &before, err);
  if (rc) return rc;
  uint32_t depth = atomic_load_explicit(&before.depth, memory_order_relaxed), kept = 0;
  if (depth > room || depth > before.capacity / sizeof(*frame))
    return fail(err, "frames of a segment", s->offset + offsetof(rocz_segment, depth), before.capacity / sizeof(*frame), depth);
  s->lane = before.lane;
  FENCE();
  rc = read_or_fail(live, before.data_offset, frame, depth * sizeof(*frame), err);
  FENCE();
  if (!rc) rc = read_page(live, s->offset, &after, stable, err);
  FENCE();
  if (!rc) rc = read_or_fail(live, before.data_offset, again, depth * sizeof(*again), err);
  if (rc) return rc;
  *stable &= same_epoch(&after, &before);
  uint32_t depth_after = atomic_load_explicit(&after.depth, memory_order_relaxed);
  for (uint32_t i = 0; i < depth && i < depth_after; i++)
    if (same_frame(&frame[i], &again[i])) frame[kept++] = frame[i];
  s->frame = frame;
  s->frames = kept;
  return ROCZ_OK;
}

static int copy_frames(const rocz_live_view *live, rocz_live_segment_view *s, void *memory, rocz_error *err) {
  uint32_t room = (uint32_t)(s->capacity / sizeof(rocz_open_frame));
  rocz_open_frame *frame = memory;
  bool stable = false;
  for (int i = 0; !stable && i < TRIES; i++) {
    int rc = try_frames(live, s, frame, frame + room, room, &stable, err);
    if (rc) return rc;
  }
  return stable ? ROCZ_OK : rocz_fail(err, ROCZ_CUT, "epoch of a segment", s->offset + offsetof(rocz_segment, epoch), 0, 1);
}

/* ---- all forms */

static const struct form forms[ROCZ_SEGMENT_FORMS] = {
  [ROCZ_RING_OF_CALLS] = {.bytes = true, .memory = calls_memory, .read = calls_read, .complete = calls_complete},
  [ROCZ_RING_OF_BYTES] = {.bytes = true, .memory = bytes_memory, .read = bytes_read, .complete = records_complete},
  [ROCZ_RING_OF_RECORDS] = {.memory = records_memory, .read = records_read, .complete = records_complete},
  [ROCZ_LIST_OF_RECORDS] = {.memory = bytes_memory, .read = list_read, .complete = list_complete},
  [ROCZ_STACK_OF_RECORDS] = {.memory = stack_memory}};

int rocz_live_copy(const rocz_live_view *live, rocz_live_segment_view *s, void *memory, rocz_error *err) {
  copying c = {.live = live, .s = s, .kind = rocz_segment_kind_of(s->kind), .memory = memory};
  int rc = ROCZ_CUT;
  bool again = true;
  if (!c.kind) return fail(err, "kind of a segment", s->offset + offsetof(rocz_segment, kind), ROCZ_SEGMENT_KINDS - 1, s->kind);
  if (!forms[c.kind->form].read) return copy_frames(live, s, memory, err);
  for (int i = 0; again && i < TRIES; i++) {
    again = false;
    rc = try_copy(&c, &again, err);
  }
  return rc;
}

/* ---- records */

/* Returns the offset in the file for a byte position of a ring. */
static uint64_t place_of(const rocz_live_segment_view *s, uint64_t position) { return s->data_offset + position % s->capacity; }

/* Returns the greatest number below next_sequence with these low bits; that is right because calls in a ring are recent. */
uint64_t rocz_live_sequence(const rocz_live_segment_view *s, uint32_t low) {
  uint64_t last = s->next_sequence - 1, full = (last & ~(uint64_t)UINT32_MAX) | low;
  return full > last && full > UINT32_MAX ? full - ((uint64_t)UINT32_MAX + 1) : full;
}

int rocz_live_call(const rocz_live_segment_view *s, uint64_t *at, rocz_live_call_view *call, rocz_error *err) {
  if (*at >= s->pos || *at < s->tail) return rocz_fail(err, ROCZ_CUT, "records of a segment", s->offset, s->pos, *at);
  rocz_call_record r;
  if (*at % UNIT) return fail(err, "position of a call", place_of(s, *at), 0, *at % UNIT);
  const uint8_t *p = s->data + (*at - s->first);
  memcpy(&r, p, sizeof(r));
  uint64_t size = UNIT * (1 + (uint64_t)r.argument_blocks);
  if (size > s->pos - *at) return fail(err, "size of a call", place_of(s, *at), s->pos - *at, size);
  if (!(r.flags & ROCZ_CALL_DONE)) return fail(err, "flags of a committed call", place_of(s, *at), ROCZ_CALL_DONE, r.flags);
  *at += size;
  *call = (rocz_live_call_view){.start = r.start, .end = r.end, .sequence = rocz_live_sequence(s, r.sequence), .function = r.function,
                                .instant = (r.flags & ROCZ_CALL_INSTANT) != 0, .parent = r.parent ? rocz_live_sequence(s, r.parent) : 0, .result = r.result,
                                .words = 4u * r.argument_blocks, .word = p + UNIT, .position = *at};
  return ROCZ_OK;
}

static int meta_column(const rocz_column_def *def, const uint8_t *p, uint32_t left, uint32_t *used, int64_t *value, const char **text) {
  *text = NULL;
  if (def->type != ROCZ_STRING_ID && def->type != ROCZ_TEXT) {
    if (left < 8) return ROCZ_DAMAGED;
    *value = rocz_get64s(p);
    *used = 8;
    return ROCZ_OK;
  }
  if (left < 8) return ROCZ_DAMAGED;
  uint32_t length = rocz_get32(p);
  *used = 8;
  *value = ROCZ_NULL;
  if (length == UINT32_MAX) return ROCZ_OK;
  if (length > left - 4) return ROCZ_DAMAGED;
  *used = (uint32_t)rocz_round8(4 + (size_t)length);
  *value = length;
  *text = (const char *)p + 4;
  return memchr(p + 4, 0, length) ? ROCZ_DAMAGED : ROCZ_OK;
}

int rocz_live_meta(const rocz_live_segment_view *s, uint64_t *at, rocz_live_row *row, rocz_error *err) {
  if (*at >= s->pos || *at < s->tail) return rocz_fail(err, ROCZ_CUT, "records of a segment", s->offset, s->pos, *at);
  if (*at % 8) return fail(err, "position of a row", place_of(s, *at), 0, *at % 8);
  rocz_meta_head head;
  const uint8_t *p = s->data + (*at - s->first);
  uint64_t left = s->pos - *at;
  if (left < sizeof(head)) return fail(err, "size of a row", place_of(s, *at), sizeof(head), left);
  memcpy(&head, p, sizeof(head));
  if (head.size < sizeof(head) || head.size % 8 || head.size > left) return fail(err, "size of a row", place_of(s, *at), left, head.size);
  row->kind = rocz_kind_find(head.kind);
  row->row = head.row;
  row->columns = 0;
  uint32_t used = sizeof(head);
  for (unsigned c = 0; row->kind && c < row->kind->columns; c++) {
    row->value[c] = ROCZ_NULL;
    row->text[c] = NULL;
    if (used == head.size) continue; /* the row was written by a version without this column */
    uint32_t size = 0;
    if (meta_column(&row->kind->column[c], p + used, head.size - used, &size, &row->value[c], &row->text[c]))
      return fail(err, "column of a row", place_of(s, *at + used), head.size - used, size);
    used += size;
    row->columns++;
  }
  *at += head.size;
  return ROCZ_OK;
}
