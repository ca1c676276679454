/* Levels in progress, and the slow paths in and out: see nest.h. */
#include "nest.h"
#include "sink.h"
#include "work.h"

#define FIRST_LEVELS 1600 /* more than Python's default recursion limit */
#define GROW_FACTOR 4

__thread collect_nest collect_nested __attribute__((tls_model("initial-exec")));

/* ---- the segment ---- */

/* Writes the levels in progress as rows of kind OPEN_CALL: they will not end. Writer only. */
static void open_rows(rocz_segment *s, const collect_ring *ring, void *arg) {
  enum { ROWS = 256 };
  (void)ring, (void)arg;
  static int64_t start[ROWS], function[ROWS], sequence[ROWS], parent[ROWS], message[ROWS];
  const int64_t *column[] = {start, function, sequence, parent, message};
  const rocz_open_frame *level = (const rocz_open_frame *)(const void *)collect_data_of(s);
  uint32_t depth = atomic_load_explicit(&s->depth, memory_order_acquire), rows;
  if (depth) /* the levels began before the new anchor, so calls that are not written yet are converted by the same line (calls.c) */
    collect_clock_renew();
  for (uint32_t at = 0; at < depth && at < s->capacity / sizeof *level; at += rows) {
    for (rows = 0; rows < ROWS && at + rows < depth; rows++) {
      const rocz_open_frame *o = &level[at + rows];
      start[rows] = collect_ticks_to_ns(o->start);
      function[rows] = o->function;
      sequence[rows] = (int64_t)o->sequence;
      parent[rows] = o->parent ? (int64_t)collect_number_near(o->sequence, o->parent) : 0;
      message[rows] = o->message;
    }
    if (!collect_sink_rows(
          &(rocz_rows){.kind = ROCZ_OPEN_CALL, .lane = s->lane, .rows = rows, .column = column, .min_time = start[0], .max_time = start[rows - 1]}))
      collect_count(ROCZ_N_ROWS_LOST, rows);
  }
  atomic_store_explicit(&s->depth, 0, memory_order_relaxed); /* so that they are written once */
}

static void lane_ended(rocz_segment *s) { open_rows(s, NULL, NULL); }

static const collect_ring ring = {.name = "levels", .kind = ROCZ_SEG_FRAMES, .ended = lane_ended};

static uint32_t room_next(uint32_t room) { return room ? room * GROW_FACTOR : FIRST_LEVELS; }

/* Moves the thread's levels to a larger segment. False: there is no room for one. In a section, since a handler might jump away. */
static bool levels_move(const rocz_segment *t) {
  collect_nest *s = &collect_nested, old = *s;
  uint32_t room = room_next(old.room);
  rocz_segment *n = collect_segment_new(&ring, t->lane, (uint64_t)room * sizeof(rocz_open_frame));
  if (!n)
    return false;
  *s = (collect_nest){.segment = n, .level = (rocz_open_frame *)(void *)collect_data_of(n), .n = old.n, .room = room};
  if (!old.segment)
    return true;
  memcpy(s->level, old.level, old.n * sizeof *old.level);
  atomic_store_explicit(&n->depth, old.n, memory_order_release);
  atomic_store_explicit(&old.segment->depth, 0, memory_order_release);
  collect_segment_retire(old.segment);
  return true;
}

static bool levels_grow(const rocz_segment *t) {
  uint32_t room = collect_nested.room;
  if (room > UINT32_MAX / GROW_FACTOR || collect_segment_refused((uint64_t)room_next(room) * sizeof(rocz_open_frame)))
    return false;
  collect_section section;
  collect_section_begin(&section);
  bool moved = levels_move(t);
  collect_section_end(&section);
  return moved;
}

/* ---- levels without room ----
**
** They are remembered by their keys, in memory of the thread's own, so that each end is taken for its own level's. There are
** collect_nested.lost of them, in the order in which they began. Usually the last ends first. */

typedef struct lost_level {
  uint64_t key;
  uint64_t next; /* number of the next level or call of the thread when it began: levels from this number on are inside */
} lost_level;
static __thread struct { lost_level *level; size_t bytes; } lost;

/* If there is no memory, it is not remembered: its end then searches through all levels, and finds none. */
static void lost_add(uint64_t key, uint64_t next) {
  size_t want = (collect_nested.lost + (size_t)1) * sizeof *lost.level;
  bool room = want <= lost.bytes;
  if (!room) {
    collect_section section;
    collect_section_begin(&section);
    room = collect_memory_reserve(&lost.level, &lost.bytes, want);
    collect_section_end(&section);
  }
  if (!room)
    return;
  lost.level[collect_nested.lost] = (lost_level){key, next};
  collect_nested.lost++;
}

/* The place of the innermost one with this key, from 1. 0: there is none. */
static uint32_t lost_place(uint64_t key) {
  uint32_t i = collect_nested.lost;
  while (i && lost.level[i - 1].key != key)
    i--;
  return i;
}

static void lost_remove(uint32_t i) {
  collect_brief brief;
  bool moves = i + 1 < collect_nested.lost;
  if (moves) {
    collect_brief_begin(&brief);
    memmove(&lost.level[i], &lost.level[i + 1], (collect_nested.lost - i - 1) * sizeof *lost.level);
  }
  collect_nested.lost--;
  if (moves)
    collect_brief_end(&brief);
}

/* ---- in and out ---- */

/* Takes level i away. If it is not the innermost, the others move: the writer waits for that (profile_open.c); another process that
** looks at the file may see one twice, or miss it. */
static void level_take(uint32_t i) {
  collect_nest *s = &collect_nested;
  collect_brief brief;
  bool moves = i + 1 < s->n;
  if (moves) {
    collect_brief_begin(&brief);
    atomic_fetch_add_explicit(collect_moves_of(s->segment), 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    memmove(&s->level[i], &s->level[i + 1], (s->n - i - 1) * sizeof *s->level);
  }
  atomic_store_explicit(&s->segment->depth, --s->n, memory_order_release);
  if (moves)
    atomic_fetch_add_explicit(collect_moves_of(s->segment), 1, memory_order_release);
  nest_top(s, s->n);
  if (moves)
    collect_brief_end(&brief);
}

/* A handler has jumped out of our work. Each level is whole at each instruction, but one that is a row already may still be in
** progress: then its record is the last one, since nothing was recorded after it. */
static void nest_repair(rocz_segment *t) {
  collect_nest *s = &collect_nested;
  uint64_t pos = atomic_load_explicit(&t->pos, memory_order_relaxed);
  const rocz_call_record *last = (const rocz_call_record *)(const void *)(collect_data_of(t) + ((pos - 32) & t->mask));
  if (!s->segment)
    return;
  for (uint32_t i = s->n; pos && i-- > 0;)
    if ((uint32_t)s->level[i].sequence == last->sequence && s->level[i].start == last->start && s->level[i].function == last->function) {
      level_take(i);
      break;
    }
  atomic_store_explicit(&s->segment->depth, s->n, memory_order_release);
  nest_top(s, s->n);
}

void collect_nest_begin_slow(collect_function *f, uint64_t key, uint32_t text) {
  atomic_store_explicit(&collect_left_also, nest_repair, memory_order_relaxed);
  collect_work w = work_begin(f, NULL, __builtin_dwarf_cfa(), __builtin_return_address(0));
  bool room = w.t && (collect_nested.n < collect_nested.room || levels_grow(w.t));
  if (room)
    nest_push(w.t, f, key, text, depth_of(w.t), parent_at(w.t, depth_of(w.t)), collect_ticks());
  else if (w.t || w.turned_away)
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
  if (!collect_nested.n)
    collect_nested.lost = 0; /* with none in progress, no end is taken for another's */
  else if (w.t && !room)
    lost_add(key, w.t->next_sequence);
  if (w.t)
    work_end(&w);
}

/* Ends level i. Its record is written if there is room. */
static void level_over(collect_work *w, uint32_t i, int64_t end) {
  bool room;
  w->t = collect_thread_room(&room);
  if (room)
    nest_commit(w->t, &collect_nested.level[i], end_in_order(w->t, end));
  else
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
  level_take(i);
}

static uint64_t owner_of(uint64_t key) { return key >> COLLECT_NEST_ID_BITS; }

/* Ends the layer's levels from the innermost down to level `first`, and those without room down to `first_lost` (both from 0). */
static void levels_over(collect_work *w, uint64_t owner, uint32_t first, uint32_t first_lost, int64_t end) {
  for (uint32_t i = collect_nested.n; i-- > first;)
    if (owner_of(collect_nested.level[i].key) == owner)
      level_over(w, i, end);
  for (uint32_t i = collect_nested.lost; i-- > first_lost;)
    if (owner_of(lost.level[i].key) == owner)
      lost_remove(i);
}

/* How many levels began before the one of this number; how many without room did. */
static uint32_t levels_before(uint64_t sequence) {
  uint32_t i = collect_nested.n;
  while (i && collect_nested.level[i - 1].sequence >= sequence)
    i--;
  return i;
}
static uint32_t lost_before(uint64_t sequence) {
  uint32_t i = collect_nested.lost;
  while (i && lost.level[i - 1].next > sequence)
    i--;
  return i;
}

/* The place of the innermost level with this key, from 1. 0: there is none, or that level has no room: then *without is its place. */
static uint32_t place_of(uint64_t key, uint32_t *without) {
  const collect_nest *s = &collect_nested;
  uint32_t i = s->n, least = (*without = lost_place(key)) ? levels_before(lost.level[*without - 1].next) : 0;
  while (i > least && s->level[i - 1].key != key)
    i--;
  if (i > least)
    *without = 0;
  return i > least ? i : 0;
}
uint32_t collect_nest_place(uint32_t layer, uint64_t id) {
  const collect_nest *s = &collect_nested;
  uint32_t i = s->n;
  while (i && s->level[i - 1].key != collect_nest_key(layer, id))
    i--;
  return i;
}

void collect_nest_end_slow(uint64_t key, bool inner) {
  uint32_t without, place = place_of(key, &without);
  if (!place && !without)
    return;
  collect_work w = work_begin(NULL, NULL, __builtin_dwarf_cfa(), __builtin_return_address(0));
  if (!w.t)
    return; /* turned away: the level stays open */
  int64_t end = collect_ticks(); /* not read earlier: see nest_pop */
  place = place_of(key, &without); /* again: what a jump left behind is repaired now */
  if (place && inner)
    levels_over(&w, owner_of(key), place - 1, lost_before(collect_nested.level[place - 1].sequence), end);
  else if (place)
    level_over(&w, place - 1, end);
  else if (without && inner)
    levels_over(&w, owner_of(key), levels_before(lost.level[without - 1].next), without - 1, end);
  else if (without)
    lost_remove(without - 1);
  work_end(&w);
}

void collect_nest_end_all(uint32_t layer) {
  if (!collect_nested.n)
    return;
  collect_work w = work_begin(NULL, NULL, __builtin_dwarf_cfa(), __builtin_return_address(0));
  if (!w.t)
    return;
  levels_over(&w, owner_of(collect_nest_key(layer, 0)), 0, 0, collect_ticks());
  work_end(&w);
}

/* ---- lives ---- */

static void nest_forget(void) {
  if (lost.level)
    collect_memory_free(lost.level, lost.bytes);
  lost.level = NULL, lost.bytes = 0;
  collect_nested = (collect_nest){0};
  collect_innermost = (collect_nest_top){0};
}

/* The thread's levels stay open for ever. */
static void nest_leave(void) {
  if (collect_nested.segment && atomic_load(&collect_gate.generation))
    collect_segment_retire(collect_nested.segment);
  nest_forget();
}

static uint64_t nest_drain(enum collect_drain how) {
  if (how == COLLECT_DRAIN_FINAL)
    collect_segments_each(&ring, open_rows, NULL);
  return 0;
}

/* After the calls. */
COLLECT_MODULE(nest) = {.name = "nest", .order = 11, .drain = nest_drain, .forked = nest_forget, .thread_ended = nest_leave};
