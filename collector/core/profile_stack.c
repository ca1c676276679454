/* The stack of the lane whose batch is walked: see profile_stack.h. */
#include "profile_stack.h"
#include <string.h>

collect_walking_stack collect_walking;

bool collect_walking_begin(const collect_walk_lane *l) {
  collect_walking.lane = l->number;
  collect_walking.now = l->now;
  collect_walking.last_sequence = l->last_sequence;
  collect_walking.last_parent = l->last_parent;
  collect_walking.depth = 0;
  collect_walking.changed = true;
  if (l->depth && !collect_memory_reserve(&collect_walking.stack, &collect_walking.stack_bytes, l->depth * sizeof *collect_walking.stack)) {
    errno = ENOMEM;
    return false;
  }
  if (l->depth)
    memcpy(collect_walking.stack, l->stack, l->depth * sizeof *collect_walking.stack);
  collect_walking.depth = l->depth;
  for (uint32_t i = 0; i < collect_walking.depth; i++)
    collect_walking.stack[i].met = false;
  return true;
}

int collect_walking_place(uint64_t sequence) {
  uint32_t low = 0, high = collect_walking.depth;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (collect_walking.stack[middle].sequence < sequence)
      low = middle + 1;
    else
      high = middle;
  }
  return low < collect_walking.depth && collect_walking.stack[low].sequence == sequence ? (int)low : -1;
}

uint32_t collect_walking_frame(int64_t time) {
  uint32_t i = collect_walking.depth;
  while (i && (collect_walking.stack[i - 1].start > time || collect_walking.stack[i - 1].end <= time))
    i--;
  return i ? collect_walking.stack[i - 1].frame : 0;
}

bool collect_walking_moved(uint32_t i, int64_t start) {
  collect_open_call *o = &collect_walking.stack[i];
  int64_t later = start - o->start;
  collect_sum *s = later ? collect_sum_add(o->record) : NULL;
  if (!later)
    return true;
  if (!s || !collect_walking_own(o, -later) || (i && !collect_walking_own(&collect_walking.stack[i - 1], later)))
    return false;
  s = collect_sum_add(o->record);
  s->moved_from = o->start;
  s->moved_to = start;
  o->start = start;
  return true;
}

bool collect_walking_vanish(uint32_t i) {
  collect_open_call *o = &collect_walking.stack[i];
  int64_t own = o->own_ns;
  if (!collect_walking_open(o->record, INT64_MAX, -1) || !collect_walking_own(o, -own) || (i && !collect_walking_own(&collect_walking.stack[i - 1], own)))
    return false;
  memmove(o, o + 1, (collect_walking.depth - i - 1) * sizeof *o);
  collect_walking.depth--;
  return true;
}

bool collect_walking_room(collect_walk_lane *l) {
  bool room = !collect_walking.depth || collect_memory_reserve(&l->stack, &l->stack_bytes, collect_walking.depth * sizeof *l->stack);
  errno = room ? errno : ENOMEM;
  return room;
}

void collect_walk_end(bool keep) {
  bool changed = collect_walking.changed;
  uint32_t left = collect_walking.left;
  collect_walking.changed = false;
  collect_walking.left = 0;
  collect_walk_lane *l = (changed || left) && keep ? collect_lane_of(collect_walking.lane) : NULL;
  if (l)
    l->lefts += left;
  if (!l || !changed)
    return;
  if (collect_walking.depth)
    memcpy(l->stack, collect_walking.stack, collect_walking.depth * sizeof *l->stack);
  l->depth = collect_walking.depth;
  l->now = collect_walking.now;
  l->last_sequence = collect_walking.last_sequence;
  l->last_parent = collect_walking.last_parent;
}

static void stack_forked(void) {
  collect_walking.stack = NULL;
  collect_walking.stack_bytes = 0;
  collect_walking.changed = false;
  collect_walking.left = 0;
}
COLLECT_MODULE(profile_stack) = {.name = "profile_stack", .forked = stack_forked};
