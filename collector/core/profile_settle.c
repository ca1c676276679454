/* What becomes of the calls in progress of lanes that have given all their rows: see profile.h.
**
** The sink (profile.c) says that a lane has ended, and gives its calls that will not end, some of them before the lane's last rows. So a
** lane waits until the next time before it is settled: these calls are added up then, and others on its stack were left without a row.
** Ids of threads whose last lane was settled are kept until the sink has written their sums. All of this is for the writer thread only. */
#include "profile_walk.h"
#include "profile_stack.h"
#include <string.h>

/* ---- calls that will not end ---- */

bool collect_walk_open_rows(uint32_t number, const collect_walked *row, uint32_t rows) {
  collect_walk_lane *l = collect_lane_of(number);
  if (!l || !collect_memory_reserve(&l->left, &l->left_bytes, (l->lefts + rows) * sizeof *l->left)) {
    errno = ENOMEM;
    return false;
  }
  memcpy(l->left + l->lefts, row, rows * sizeof *row);
  collect_walking.lane = number;
  collect_walking.left = rows;
  return true;
}

/* The call is on the stack: then it is counted as open already. */
static bool left_confirm(collect_walked *w) {
  int place = collect_walking_place(w->sequence);
  if (place < 0 || collect_walking.stack[place].end != COLLECT_NOT_ENDED)
    return true;
  w->done = collect_walking.stack[place].confirmed = true;
  return collect_walking_moved((uint32_t)place, w->start);
}

/* Adds up the calls that will not end, and takes the others off the stack. */
static bool left_walk(collect_walk_lane *l) {
  for (uint32_t i = 0; i < l->lefts; i++) {
    l->left[i].done = false;
    if (!left_confirm(&l->left[i]))
      return false;
  }
  for (uint32_t i = collect_walking.depth; i-- > 0;)
    if (collect_walking.stack[i].end == COLLECT_NOT_ENDED && !collect_walking.stack[i].confirmed && !collect_walking_vanish(i))
      return false;
  if (!collect_walk_undone(l))
    return false;
  for (uint32_t i = 0; i < collect_walking.depth; i++)
    collect_walking.stack[i].confirmed = true;
  return collect_walking_room(l);
}

/* ---- threads that are over ---- */

static uint32_t ended[COLLECT_ENDED], ended_count; /* in order */

static uint32_t ended_place(uint32_t tid) {
  uint32_t i = ended_count;
  while (i && ended[i - 1] >= tid)
    i--;
  return i;
}

static void ended_add(uint32_t tid) {
  uint32_t at = ended_place(tid);
  if (!tid || ended_count == COLLECT_ENDED || (at < ended_count && ended[at] == tid))
    return;
  memmove(&ended[at + 1], &ended[at], (ended_count - at) * sizeof *ended);
  ended[at] = tid;
  ended_count++;
}

const uint32_t *collect_walk_ended(uint32_t *n) {
  const collect_walk_lane *l;
  for (uint32_t i = 0; (l = collect_lane_at(i)); i++) {
    uint32_t at = l->number ? ended_place(l->tid) : ended_count;
    if (at < ended_count && ended[at] == l->tid) /* another thread has its id now, or one of its spans goes on */
      memmove(&ended[at], &ended[at + 1], (--ended_count - at) * sizeof *ended);
  }
  *n = ended_count;
  return ended;
}

void collect_walk_ended_taken(void) { ended_count = 0; }

/* ---- ends of lanes ---- */

void collect_walk_lane_ended(uint32_t number) {
  collect_walk_lane *l = collect_lane_find(number);
  if (l)
    l->ended = 1;
}

static bool lane_settle(collect_walk_lane *l) {
  bool good = (!l->depth && !l->lefts) || (collect_walk_begin(l->number, l->left, l->lefts, UINT64_MAX) && left_walk(l));
  collect_sums_end(good);
  collect_walk_end(good);
  l->lefts = good ? 0 : l->lefts;
  return good;
}

bool collect_walk_settle(bool all) {
  bool good = true;
  collect_walk_lane *l;
  for (uint32_t i = 0; (l = collect_lane_at(i)); i++)
    if (l->number && (all || l->ended == 2))
      good = lane_settle(l) && good;
  for (uint32_t i = 0; good && (l = collect_lane_at(i));)
    if (l->number && l->ended == 2) {
      ended_add(l->tid);
      collect_lane_free(l);
    } else {
      i++;
    }
  for (uint32_t i = 0; (l = collect_lane_at(i)); i++)
    l->ended = l->ended ? 2 : 0;
  return good;
}

static void settle_forked(void) { ended_count = 0; }
COLLECT_MODULE(profile_settle) = {.name = "profile_settle", .forked = settle_forked};
