/* Levels: regions that are many, short, and nested without limit. Frames of an interpreter are such, parallel regions, functions.
**
** One thread begins and ends a level, without a lock. The level is the parent of what is traced inside it; calls keep their fast
** path. While it is in progress, it stands in a segment of the live file that belongs to the thread (ROCZ_SEG_FRAMES) and grows as
** needed. Once it has ended, it is a record among the thread's calls. Those are in the order in which they ended. A signal handler
** finds the thread busy during both steps, as it does in calls. (A region of region.h costs more, may have arguments, and takes a
** lock beyond a dozen nested ones.)
**
** The caller begins a level with an id of its choice, and ends it with the same id: an address, or any number below 2^56. Levels of
** different layers (domain.h) may have the same ids. Of several levels with one id the innermost ends first.
**
** - Levels need not end in the reverse order of their beginnings (generators, greenlets): collect_nest_end() ends this one.
** - Where they must, a jump or an exception may have left levels that are further in: collect_nest_close() ends them as well, those of
**   its layer, at the same time.
** - A level that never ends stays open, until its thread ends. Ending a level that never began here does nothing: it began while
**   nothing was recorded, or before a fork.
** - If there is no room for more (the disk is full), further levels are dropped and counted. Their ids are remembered until they
**   end, so that their ends are not taken for those of other levels.
** - If a handler jumps out of one of these functions, the level is begun or not, ended or not; never half of it, and no other level
**   suffers.
**
** `message` is the word of a text (collect_string_word) that the level is shown by, if its function has messages
** (ROCZ_FORM_MESSAGE); 0: none.
**
** A collect_function describes each level. The caller must have made it known (collect_function_known). */
#ifndef COLLECT_NEST_H
#define COLLECT_NEST_H
#include "region.h"

/* A thread's levels in progress. */
typedef struct collect_nest {
  rocz_segment *segment;
  rocz_open_frame *level;
  uint32_t n, room;
  uint32_t lost; /* how many found no room, are remembered, and have not ended since */
} collect_nest;
extern __thread collect_nest collect_nested __attribute__((tls_model("initial-exec")));

/* How often levels were moved within their segment, twice each: the number is odd while they move. */
static inline _Atomic uint64_t *collect_moves_of(const rocz_segment *levels) { return (_Atomic uint64_t *)&((rocz_segment *)(uintptr_t)levels)->producer_words[0]; }

/* The key of a level in its record: the layer's number in the uppermost 8 bits. */
#define COLLECT_NEST_ID_BITS 56
static inline __attribute__((always_inline)) uint64_t collect_nest_key(uint32_t layer, uint64_t id) {
  return id ^ (uint64_t)(1 + __builtin_ctz(layer)) << COLLECT_NEST_ID_BITS;
}

/* The depth of the innermost level with this id, from 1. 0: the thread is in none. */
uint32_t collect_nest_place(uint32_t layer, uint64_t id);
/* Ends all open levels of this layer now, since their real ends will not be reported. */
void collect_nest_end_all(uint32_t layer);

void collect_nest_begin_slow(collect_function *f, uint64_t key, uint32_t message);
void collect_nest_end_slow(uint64_t key, bool inner);

/* Between these two, a handler's call must not see what is done to the thread's segment. */
static inline __attribute__((always_inline)) void nest_busy(rocz_segment *t) {
  collect_busy_begin(__builtin_dwarf_cfa(), __builtin_return_address(0));
  atomic_store_explicit(&t->fast_until, 0, memory_order_relaxed);
  collect_signal_fence();
}
static inline __attribute__((always_inline)) void nest_idle(rocz_segment *t) {
  collect_signal_fence();
  atomic_store_explicit(&t->fast_until, *collect_next_fast_until(t), memory_order_relaxed);
  collect_busy_end();
}

static inline void nest_top(const collect_nest *s, uint32_t n) {
  collect_innermost = n ? (collect_nest_top){(uint32_t)s->level[n - 1].sequence, s->level[n - 1].depth} : (collect_nest_top){0, 0};
}

/* Adds a level in progress. The caller has made sure that there is room. */
static inline __attribute__((always_inline)) void nest_push(rocz_segment *t, const collect_function *f, uint64_t key, uint32_t message, uint32_t depth,
                                                            uint32_t parent, int64_t start) {
  collect_nest *s = &collect_nested;
  rocz_open_frame *o = &s->level[s->n];
  uint64_t sequence = t->next_sequence++;
  o->key = key;
  o->sequence = sequence;
  atomic_thread_fence(memory_order_release); /* the writer that reads this number twice has what belongs to it (profile_open.c) */
  o->parent = parent;
  o->function = (uint16_t)f->head;
  o->depth = depth;
  o->message = message;
  o->start = start;
  collect_signal_fence(); /* if a handler jumps away from here on, the level is there (nest_repair) */
  /* Release: a reader finds the level complete. */
  atomic_store_explicit(&s->segment->depth, ++s->n, memory_order_release);
  collect_innermost = (collect_nest_top){(uint32_t)sequence, depth};
}

static inline __attribute__((always_inline)) void collect_nest_begin(collect_function *f, uint32_t layer, uint64_t id, uint32_t message) {
  uint32_t recording = atomic_load_explicit(&collect_gate.recording, memory_order_relaxed);
  rocz_segment *t = collect_thread;
  if (COLLECT_UNLIKELY(atomic_load_explicit(&f->generation, memory_order_relaxed) != recording || collect_nested.n >= collect_nested.room ||
                       !atomic_load_explicit(&t->fast_until, memory_order_relaxed))) {
    if (!collect_region_forwards(f))
      collect_nest_begin_slow(f, collect_nest_key(layer, id), message);
    return;
  }
  nest_busy(t);
  nest_push(t, f, collect_nest_key(layer, id), message, 0, collect_innermost.number, collect_stamp());
  nest_idle(t);
}

/* Writes the record of a level. The caller has made sure that there is room. The level stays in progress until the caller removes
** it; a reader that finds both knows them by their number. */
static inline __attribute__((always_inline)) void nest_commit(rocz_segment *t, const rocz_open_frame *o, int64_t end) {
  uint64_t pos = atomic_load_explicit(&t->pos, memory_order_relaxed), tail = o->message | (uint64_t)o->parent << 32;
  uint64_t head = (uint32_t)o->sequence | (uint64_t)o->function << 32 | (uint64_t)ROCZ_CALL_DONE << 56;
  rocz_call_record *record = (rocz_call_record *)(void *)(collect_data_of(t) + (pos & t->mask));
  /* First: what an earlier lap left here must not look like a call in progress. */
  __builtin_memcpy(&record->sequence, &head, 8);
  collect_signal_fence();
  record->start = o->start;
  record->end = end;
  __builtin_memcpy(&record->result, &tail, 8);
  atomic_store_explicit(&t->pos, pos + 32, memory_order_release);
  collect_signal_fence();
}

static inline __attribute__((always_inline)) void nest_pop(uint64_t key, bool inner) {
  collect_nest *s = &collect_nested;
  rocz_segment *t = collect_thread;
  uint32_t n = s->n - 1;
  if (!s->n)
    return;
  if (COLLECT_UNLIKELY(s->level[n].key != key || !collect_recording() ||
                       atomic_load_explicit(&t->pos, memory_order_relaxed) >= atomic_load_explicit(&t->fast_until, memory_order_relaxed))) {
    collect_nest_end_slow(key, inner);
    return;
  }
  nest_busy(t);
  nest_commit(t, &s->level[n], collect_stamp()); /* not read earlier: a handler's call in between would end later, and stand before it */
  s->n = n;
  atomic_store_explicit(&s->segment->depth, n, memory_order_release);
  nest_top(s, n);
  nest_idle(t);
}
static inline __attribute__((always_inline)) void collect_nest_end(uint32_t layer, uint64_t id) { nest_pop(collect_nest_key(layer, id), false); }
static inline __attribute__((always_inline)) void collect_nest_close(uint32_t layer, uint64_t id) { nest_pop(collect_nest_key(layer, id), true); }

#endif
