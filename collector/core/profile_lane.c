/* What a profile keeps of each lane: see profile_lane.h. */
#include "profile_lane.h"

static collect_walk_lane *lanes; /* a hash table */
static uint32_t lane_slots, lane_count;

static uint32_t lane_home(uint32_t number) { return (uint32_t)(number * 0x9E3779B97F4A7C15u >> 32) & (lane_slots - 1); }

static collect_walk_lane *lane_slot(uint32_t number) {
  uint32_t at = lane_home(number);
  while (lanes[at].number && lanes[at].number != number)
    at = (at + 1) & (lane_slots - 1);
  return &lanes[at];
}

static bool lanes_grow(void) {
  uint32_t old_slots = lane_slots;
  collect_walk_lane *old = lanes, *fresh = collect_memory_grow(NULL, 0, (old_slots ? 2 * old_slots : 64) * sizeof *fresh);
  if (!fresh)
    return false;
  lanes = fresh;
  lane_slots = old_slots ? 2 * old_slots : 64;
  for (uint32_t i = 0; i < old_slots; i++)
    if (old[i].number)
      *lane_slot(old[i].number) = old[i];
  if (old)
    collect_memory_free(old, old_slots * sizeof *old);
  return true;
}

static void lane_look(rocz_segment *s, const collect_ring *r, void *arg) {
  collect_walk_lane *l = arg;
  if (s->lane != l->number || (r != &collect_ring_calls && r != &collect_ring_spans && r != &collect_ring_late))
    return;
  l->tid = s->tid;
  l->flat = r != &collect_ring_calls;
}

collect_walk_lane *collect_lane_of(uint32_t number) {
  collect_walk_lane *l = lane_slots ? lane_slot(number) : NULL;
  if (l && l->number)
    return l;
  if (2 * (lane_count + 1) > lane_slots && !lanes_grow()) {
    errno = ENOMEM;
    return NULL;
  }
  l = lane_slot(number);
  *l = (collect_walk_lane){.number = number, .now = INT64_MIN, .recent = collect_memory_grow(NULL, 0, COLLECT_RECENT * sizeof *l->recent)};
  lane_count++;
  collect_segments_each(NULL, lane_look, l);
  return l;
}

void collect_lane_free(collect_walk_lane *l) {
  if (l->stack)
    collect_memory_free(l->stack, l->stack_bytes);
  if (l->left)
    collect_memory_free(l->left, l->left_bytes);
  if (l->recent)
    collect_memory_free(l->recent, COLLECT_RECENT * sizeof *l->recent);
  uint32_t at = (uint32_t)(l - lanes);
  for (uint32_t next = (at + 1) & (lane_slots - 1); lanes[next].number; next = (next + 1) & (lane_slots - 1)) {
    if (((next - lane_home(lanes[next].number)) & (lane_slots - 1)) < ((next - at) & (lane_slots - 1)))
      continue;
    lanes[at] = lanes[next];
    at = next;
  }
  lanes[at] = (collect_walk_lane){.number = 0};
  lane_count--;
}

collect_walk_lane *collect_lane_find(uint32_t number) {
  collect_walk_lane *l = lane_slots ? lane_slot(number) : NULL;
  return l && l->number ? l : NULL;
}

collect_walk_lane *collect_lane_at(uint32_t place) { return place < lane_slots ? &lanes[place] : NULL; }

static void lane_forked(void) {
  lanes = NULL;
  lane_slots = lane_count = 0;
}
COLLECT_MODULE(profile_lane) = {.name = "profile_lane", .forked = lane_forked};
