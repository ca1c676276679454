/* The file of a process with threads that executes another program: see away.h. */
#include "away.h"
#include "control.h"
#include "core.h"
#include "live.h"
#include "room.h"
#include <limits.h>

#define UNDER_WAY_NS 2000000000 /* exec takes longer only if a file system hangs, or if a handler has jumped out of it */
#define STEP_NS 50000000
#define COPY_TRIES 8

static _Atomic uint32_t asked, done; /* numbers of requests. A thread waits until `done` has reached its own */
static _Atomic uint32_t back;        /* exec of this request has failed, and those before it do not count */
static _Atomic uint32_t returned;    /* the request after which the process records as before */

/* ---- a copy of the live file ---- */

typedef struct compact {
  unsigned place; /* of the kinds of segments that are copied now */
  uint64_t last;  /* offset of the last segment in the copy */
  bool good;
} compact;

static uint8_t *copy, *records;
static size_t copy_room, records_room;
static uint64_t copy_bytes;

static rocz_live *copy_page(void) { return (rocz_live *)(void *)copy; }

/* Copies memory that other threads write. */
__attribute__((no_sanitize("thread"))) static void read_shared(const void *from, void *out, size_t size) {
  const volatile uint8_t *p = from;
  uint8_t *to = out;
  size_t i = 0;
  for (; !((uintptr_t)p & 7) && i + 8 <= size; i += 8) {
    uint64_t word = *(const volatile uint64_t *)(const volatile void *)(p + i);
    __builtin_memcpy(to + i, &word, 8);
  }
  for (; !((uintptr_t)p & 3) && i + 4 <= size; i += 4) {
    uint32_t word = *(const volatile uint32_t *)(const volatile void *)(p + i);
    __builtin_memcpy(to + i, &word, 4);
  }
  for (; i < size; i++)
    to[i] = p[i];
}

/* Reads a segment in memory as readers read it in the file. It may be in no file: then it gets an offset here. */
static size_t read_segment(void *arg, uint64_t offset, void *out, size_t size) {
  read_shared((const uint8_t *)arg + (offset - ROCZ_PAGE), out, size);
  if (offset == ROCZ_PAGE && size >= sizeof(rocz_segment)) {
    ((rocz_segment *)out)->data_offset = 2 * ROCZ_PAGE;
    ((rocz_segment *)out)->file_next = 0;
  }
  return size;
}

static bool segment_view(rocz_segment *s, const rocz_live_view *live, rocz_live_segment_view *v) {
  int rc = ROCZ_CUT;
  for (int i = 0; rc == ROCZ_CUT && i < COPY_TRIES; i++) {
    rc = rocz_live_segment(live, ROCZ_PAGE, v, NULL);
    if (!rc && !collect_memory_reserve(&records, &records_room, v->memory_size))
      return false;
    rc = rc ? rc : rocz_live_copy(live, v, records, NULL);
  }
  return !rc && s->magic == ROCZ_SEGMENT_MAGIC;
}

static void segment_add(rocz_segment *s, const collect_ring *ring, void *arg) {
  compact *c = arg;
  rocz_live_segment_view v;
  rocz_live_view live = {.read = read_segment, .arg = s, .size = 2 * ROCZ_PAGE + s->capacity};
  if (!c->good || rocz_segment_kind_of(ring->kind)->place != c->place)
    return;
  c->good = segment_view(s, &live, &v);
  uint64_t size = c->good ? rocz_live_layout_size(&v) : 0;
  if (!size)
    return;
  c->good = collect_memory_reserve(&copy, &copy_room, copy_bytes + size);
  if (!c->good)
    return;
  rocz_live_layout(&v, copy_bytes, copy + copy_bytes);
  if (c->last)
    ((rocz_segment *)(void *)(copy + c->last))->file_next = copy_bytes;
  c->last = copy_bytes;
  copy_bytes += size;
  atomic_fetch_add_explicit(&copy_page()->segments, 1, memory_order_relaxed);
}

/* In the order in which readers copy them (rocz_live.c): what a row refers to is copied after it. */
static bool compact_make(void) {
  compact c = {.good = collect_memory_reserve(&copy, &copy_room, ROCZ_PAGE)};
  if (!c.good)
    return false;
  read_shared(collect_live, copy, ROCZ_PAGE);
  atomic_store(&copy_page()->segments, 0);
  copy_bytes = ROCZ_PAGE;
  for (c.place = 1; c.good && c.place < ROCZ_SEGMENT_KINDS; c.place++)
    collect_segments_each(NULL, segment_add, &c);
  atomic_store(&copy_page()->used_bytes, copy_bytes);
  collect_control_left(copy_page());
  return c.good;
}

/* ---- going, and coming back ---- */

/* What is at the live file's name: itself, a copy; or nothing, as the file is closed. */
static enum { HERE, COPIED, CLOSED } where;

/* Runs again while exec takes its time and rows come. */
static void go(void) {
  if (collect_live_lost() || collect_live_needed || collect_writing_fails() || (where == HERE && !collect_live_is_here()) || !compact_make())
    return;
  if (!atomic_load(&copy_page()->segments) && collect_end_rows() && collect_chunk_close()) {
    where = CLOSED;
    collect_live_leave(NULL, 0);
  } else if (collect_live_leave(copy, copy_bytes))
    where = COPIED;
  collect_tell("exec: %s", where == HERE ? "the live file stays" : where == CLOSED ? "the file is closed" : "a copy is in the live file's place");
}

/* Chunks can follow. The copy has no segments. */
static void reopen(void) {
  if (where != CLOSED)
    return;
  collect_live_leave(copy, ROCZ_PAGE);
  collect_chunk_reopen();
  where = COPIED;
}

static void come_back(void) {
  reopen();
  if (where == HERE)
    return;
  collect_live_return();
  where = HERE;
  collect_tell("exec: the file goes on");
}

static uint32_t turn; /* of the latest exec that is under way; 0: none is */
static uint32_t flushed; /* that for which this pass writes all that is finished */
static int64_t until_ns;

static bool is_under_way(void) { return where != HERE && atomic_load(&back) < turn && collect_boottime_ns() < until_ns; }

static void tell(_Atomic uint32_t *word) {
  atomic_store(word, turn);
  collect_futex_wake(word, INT_MAX);
}

static uint64_t away_drain(enum collect_drain how) {
  uint32_t latest = atomic_load(&asked);
  if (how == COLLECT_DRAIN_FINAL || (!turn && latest == atomic_load(&returned)))
    return 0;
  if (turn != latest)
    until_ns = collect_boottime_ns() + UNDER_WAY_NS;
  turn = latest;
  if (flushed == turn) {
    go();
    tell(&done);
    while (is_under_way() && atomic_load(&asked) == turn && collect_writer_rest(STEP_NS)) {}
    reopen(); /* rings fill up, or something else is to be done */
    if (!is_under_way()) {
      come_back();
      tell(&returned);
      turn = 0;
    }
  }
  flushed = turn;
  if (turn)
    collect_writer_flush();
  return 0;
}

static int64_t away_sleep(int64_t now) {
  (void)now;
  return turn ? 0 : INT64_MAX;
}

static void away_forked(void) {
  atomic_store(&asked, 0);
  atomic_store(&done, 0);
  atomic_store(&back, 0);
  atomic_store(&returned, 0);
  where = HERE;
  turn = flushed = 0;
  copy = records = NULL; /* the parent's writer may have been changing them */
  copy_room = records_room = 0;
}

/* After all drains of events. */
COLLECT_MODULE(away) = {.name = "away", .order = 950, .drain = away_drain, .sleep_ns = away_sleep, .forked = away_forked};

/* ---- threads of the program ---- */

uint32_t collect_away_go(void) {
  if (!collect_writer_runs())
    return UINT32_MAX;
  COLLECT_SECTION_BEGIN(section);
  uint32_t number = atomic_fetch_add(&asked, 1) + 1;
  collect_wake_ask();
  collect_writer_wait(&done, number, COLLECT_LEAVE_QUIET_MS, COLLECT_LEAVE_MOST_MS);
  collect_section_end(&section);
  return number;
}

void collect_away_back(uint32_t number) {
  if (number == UINT32_MAX)
    return;
  COLLECT_SECTION_BEGIN(section);
  uint32_t before = atomic_load(&back);
  while (before < number && !atomic_compare_exchange_weak(&back, &before, number)) {}
  collect_wake_ask();
  collect_writer_wait(&returned, number, COLLECT_LEAVE_QUIET_MS, COLLECT_LEAVE_MOST_MS);
  collect_section_end(&section);
}
