/* Rows that signal handlers write, and how they leave their segments: see row_handler.h. */
#include "row_handler.h"
#include "sink.h"
#include "stack.h"

#define SEGMENT_BYTES (64u << 10)
#define FIRST 4  /* segments at the start: as many handlers can be at it at the same time */
#define MOST 64

/* A segment that handlers take. Not in the live file: what a forked child finds there is its parent's. */
typedef struct holder {
  _Alignas(64) _Atomic uint32_t owner; /* the thread that has taken it; 0: nobody */
  uint32_t seen;                       /* writer: the owner when it looked last */
  rocz_segment *segment;
} holder;
static holder holders[MOST];
static _Atomic uint32_t count;      /* of holders with a segment */
static _Atomic uint32_t generation; /* the file that they belong to */
static _Atomic bool lacking;        /* a handler found none */
static collect_lock lock = COLLECT_LOCK(ROWS);

/* ---- in a handler ---- */

/* The thread's number. (A thread that shares another's memory and thread-local variables, a vfork child, has that one's.) */
static uint32_t thread_number(void) {
  static __thread uint32_t number __attribute__((tls_model("initial-exec")));
  static __thread uint32_t number_of __attribute__((tls_model("initial-exec")));
  uint32_t now = atomic_load_explicit(&generation, memory_order_relaxed);
  if (COLLECT_UNLIKELY(number_of != now)) { /* in a forked child, the thread has another one */
    number = (uint32_t)syscall(SYS_gettid);
    number_of = now;
  }
  return number;
}

static bool has_room(rocz_segment *s, uint64_t bytes) {
  /* Acquire: the writer has finished with what lies before tail. */
  return atomic_load_explicit(&s->pos, memory_order_relaxed) + bytes <= atomic_load_explicit(&s->tail, memory_order_acquire) + s->capacity;
}

/* Takes a segment with room for a row: the thread's own, so to say, or another one. NULL: there is none. */
static holder *holder_take(uint64_t bytes) {
  uint32_t n = atomic_load_explicit(&count, memory_order_acquire), thread = thread_number();
  for (uint32_t i = 0; i < n; i++) {
    holder *h = &holders[(thread + i) % n];
    uint32_t nobody = 0;
    if (atomic_load_explicit(&h->owner, memory_order_relaxed) ||
        !atomic_compare_exchange_strong_explicit(&h->owner, &nobody, thread, memory_order_acquire, memory_order_relaxed))
      continue;
    if (has_room(h->segment, bytes))
      return h;
    atomic_store_explicit(&h->owner, 0, memory_order_release);
  }
  return NULL;
}

/* Appends a row. If a handler jumps out before `pos` is moved, nothing has happened but that a number is left out. */
static void row_append(rocz_segment *s, const collect_function *f, int64_t start, const uint64_t *words, unsigned n, uint32_t blocks) {
  uint64_t pos = atomic_load_explicit(&s->pos, memory_order_relaxed), used = pos - atomic_load_explicit(&s->tail, memory_order_relaxed);
  uint64_t next = pos + 32 + 32 * (uint64_t)blocks;
  int64_t end = end_in_order(s, collect_ticks());
  record_words_write(s, pos, blocks, n, words);
  slot_write(s, &(rocz_call_record){.start = start && start < end ? start : end, .sequence = (uint32_t)s->next_sequence++, .function = (uint16_t)f->head,
                                    .argument_blocks = (uint8_t)blocks, .flags = ROCZ_CALL_DONE, .end = end,
                                    .result = (int32_t)(n | (uint32_t)(f->api->intern ? f->api->plain : f->words) << 16)});
  /* Release: whoever sees the new `pos` finds the row complete. */
  atomic_store_explicit(&s->pos, next, memory_order_release);
  if (used < s->capacity / 2 && used + (next - pos) >= s->capacity / 2)
    collect_wake_writer();
}

bool collect_handler_write(const collect_function *f, int64_t start, const uint64_t *words, unsigned n) {
  uint32_t recording = atomic_load_explicit(&collect_gate.recording, memory_order_relaxed), blocks = (n + 3) / 4;
  if (!collect_recording() || atomic_load_explicit(&f->generation, memory_order_acquire) != recording ||
      atomic_load_explicit(&generation, memory_order_relaxed) != recording)
    return false;
  int saved = errno;
  COLLECT_ASSERT(n >= f->words);
  holder *h = n <= COLLECT_HANDLER_WORDS && n >= f->words ? holder_take(32 + 32 * (uint64_t)blocks) : NULL;
  if (h) {
    row_append(h->segment, f, start, words, n, blocks);
    atomic_store_explicit(&h->owner, 0, memory_order_release);
  } else {
    atomic_store_explicit(&lacking, true, memory_order_relaxed);
    collect_count(ROCZ_N_HANDLER_ROWS_DROPPED, 1);
    collect_wake_again();
  }
  errno = saved;
  return h;
}

/* ---- the writer ---- */

/* Writes the rows [tail, pos) of a segment. */
static uint64_t rows_write(rocz_segment *s, uint64_t tail, uint64_t pos, bool all) {
  (void)all;
  collect_private *p = collect_private_of(s);
  uint64_t kinds = 0, sequence = p->last_sequence;
  for (uint64_t at = tail; at < pos;) {
    const rocz_call_record *r = (const rocz_call_record *)(const void *)(collect_data_of(s) + (at & s->mask));
    kinds |= (uint64_t)1 << collect_function_row[r->function];
    sequence = collect_number_near(sequence, r->sequence);
    at += 32 + 32 * (uint64_t)r->argument_blocks;
  }
  collect_sink_begin();
  uint64_t rows = collect_rows_write(s, tail, pos, kinds, p->last_sequence);
  if (!collect_sink_commit())
    return 0;
  p->last_sequence = sequence;
  /* Release: handlers may now overwrite the records before `pos`. */
  atomic_store_explicit(&s->tail, pos, memory_order_release);
  return rows;
}

static const char *rows_wrong(const rocz_segment *s, uint64_t tail, uint64_t pos) {
  for (uint64_t at = tail; at < pos;) {
    const rocz_call_record *r = (const rocz_call_record *)(const void *)(collect_data_of(s) + (at & s->mask));
    at += 32 + 32 * (uint64_t)r->argument_blocks;
    if (at > pos)
      return "a record ends beyond pos";
    if (!(r->flags & ROCZ_CALL_DONE) || !collect_function_row[r->function])
      return "a record that is no row";
  }
  return NULL;
}

static const collect_ring ring = {.name = "handler rows", .kind = ROCZ_SEG_ROWS, .wakes_half_full = true, .drain = rows_write, .wrong = rows_wrong};

/* Adds segments, up to `wanted` in all. */
static void holders_add(uint32_t wanted) {
  uint32_t n = atomic_load(&count);
  for (rocz_segment *s; n < wanted && n < MOST && (s = collect_segment_more(&ring, collect_lane_new(), SEGMENT_BYTES)); n++) {
    atomic_store_explicit(&s->fast_until, 1, memory_order_relaxed); /* tells readers that no call is in its slot */
    holders[n].seen = 0;
    holders[n].segment = s;
    atomic_store(&holders[n].owner, 0);
    /* Release: a handler finds the segment. */
    atomic_store_explicit(&count, n + 1, memory_order_release);
  }
}

/* Gives back segments whose thread ended in the middle. */
static void holders_look(void) {
  for (uint32_t i = 0; i < atomic_load(&count); i++) {
    uint32_t owner = atomic_load(&holders[i].owner);
    if (owner && owner == holders[i].seen && syscall(SYS_tgkill, getpid(), owner, 0) && errno == ESRCH)
      atomic_compare_exchange_strong(&holders[i].owner, &owner, 0);
    holders[i].seen = owner;
  }
}

static uint64_t rows_drain(enum collect_drain how) {
  if (!atomic_load(&count))
    return 0;
  holders_look();
  if (atomic_exchange(&lacking, false)) {
    collect_lock_take(&lock);
    holders_add(2 * atomic_load(&count));
    collect_lock_release(&lock);
  }
  return collect_ring_drain(&ring, how);
}

/* ---- lives ---- */

bool collect_handler_ready(collect_function *f) {
  COLLECT_ASSERT(f->api->rows);
  if (!collect_function_known(f) || !collect_recording())
    return false;
  uint32_t now = atomic_load_explicit(&f->generation, memory_order_relaxed);
  if (atomic_load_explicit(&generation, memory_order_acquire) == now)
    return true;
  collect_section section;
  collect_section_begin(&section);
  collect_lock_take(&lock);
  if (atomic_load(&generation) != now)
    holders_add(FIRST);
  bool made = atomic_load(&count);
  if (made)
    atomic_store_explicit(&generation, now, memory_order_release);
  collect_lock_release(&lock);
  collect_section_end(&section);
  return made;
}

static void forked(void) {
  atomic_store(&generation, 0);
  atomic_store(&count, 0);
  atomic_store(&lacking, false);
  atomic_store(&lock.word, 0);
}

/* After the calls. */
COLLECT_MODULE(row_handler) = {.name = "row_handler", .order = 12, .drain = rows_drain, .forked = forked};
