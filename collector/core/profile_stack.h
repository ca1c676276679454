/* The calls in progress of one lane, as the batch that is walked changes them: a copy of the lane's stack, which takes its place in
** collect_walk_end() once all sinks keep the batch. The walk (profile_walk.c) and the ends of lanes (profile_settle.c) use it, one batch
** at a time; the writer thread only. What each call costs the walk is inline here.
**
** Functions that return false had no memory or no room (errno); the batch is to be dropped then. */
#ifndef COLLECT_PROFILE_STACK_H
#define COLLECT_PROFILE_STACK_H
#include "profile_lane.h"

typedef struct collect_walking_stack {
  uint32_t lane, depth;
  int64_t now;              /* own time is counted up to here */
  collect_open_call *stack; /* outermost first, in order of starts */
  size_t stack_bytes;
  uint64_t last_sequence, last_parent; /* of the last row, for collect_walk_end() */
  bool changed;             /* collect_walk_end() has a stack to keep */
  uint32_t left;            /* how many calls of the lane will not end */
} collect_walking_stack;
extern __attribute__((visibility("hidden"))) collect_walking_stack collect_walking;

/* Begins with the lane's stack as the last batch left it. */
bool collect_walking_begin(const collect_walk_lane *l);
/* The place of a call on the stack, where numbers grow. -1: it is not there. */
int collect_walking_place(uint64_t sequence);
/* The frame that something which began at this time is in: of the last call on the stack that was open then. 0: none was. */
uint32_t collect_walking_frame(int64_t time);
/* The row of the call at place `i` has come, with times that are known better now: what came before its start is its parent's. */
bool collect_walking_moved(uint32_t i, int64_t start);
/* Takes the call at place `i` off the stack. It has no row, and never will: its own time counts as its parent's. */
bool collect_walking_vanish(uint32_t i);
/* Makes room for the stack in the lane, so that collect_walk_end() cannot fail. */
bool collect_walking_room(collect_walk_lane *l);

/* Puts a call on top of the stack. */
static inline bool collect_walking_push(const collect_open_call *o) {
  if (!collect_memory_reserve(&collect_walking.stack, &collect_walking.stack_bytes, (collect_walking.depth + 1) * sizeof *collect_walking.stack)) {
    errno = ENOMEM;
    return false;
  }
  collect_walking.stack[collect_walking.depth++] = *o;
  return true;
}

/* Adds own time to a call. */
static inline bool collect_walking_own(collect_open_call *o, int64_t ns) {
  collect_sum *s = collect_sum_add(o->record);
  if (!s)
    return false;
  s->own_ns += ns;
  o->own_ns += ns;
  return true;
}

/* Counts a call as open (1), or no longer (-1). `start`: INT64_MAX if it says nothing of the sum's start. */
static inline bool collect_walking_open(rocz_sum_record *r, int64_t start, int32_t open) {
  collect_sum *s = collect_sum_add(r);
  if (s && start < s->start)
    s->start = start;
  if (s)
    s->open += open;
  return s;
}

/* Takes off what has ended by this time. */
static inline bool collect_walking_close(int64_t time) {
  while (collect_walking.depth && collect_walking.stack[collect_walking.depth - 1].end <= time) {
    collect_open_call *o = &collect_walking.stack[collect_walking.depth - 1];
    if (o->end > collect_walking.now) {
      if (!collect_walking_own(o, o->end - collect_walking.now))
        return false;
      collect_walking.now = o->end;
    }
    collect_walking.depth--;
  }
  return true;
}

/* Counts own time up to this time for the call on top. */
static inline bool collect_walking_until(int64_t time) {
  if (time <= collect_walking.now)
    return true;
  if (collect_walking.depth && collect_walking.now != INT64_MIN &&
      !collect_walking_own(&collect_walking.stack[collect_walking.depth - 1], time - collect_walking.now))
    return false;
  collect_walking.now = time;
  return true;
}

#endif
