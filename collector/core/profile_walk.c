/* The paths of calls, and their own times: see profile.h.
**
** Rows of a lane come in the order of their ends, so a call comes after the calls inside it, and one that runs for hours comes last.
** But it is known all the time: once it is around a row, it is in the segment of its thread's calls or levels in progress, or its
** record follows in the ring. So before a batch is added up, the numbers of parents are followed from its last row outwards; calls
** met on the way that are not over are looked up there (profile_open.h). What is open at the end of a batch stays on the lane's stack
** for the next one (profile_stack.h), or until the lane ends (profile_settle.c).
** Nothing is kept of calls that are over.
**
** Then the calls are walked in the order of their starts, as ext/analysis/calls.h does with all calls of a trace: the parent of a call
** is the last call before it that is still open, and time counts as own time of the last call that has begun and is still open. So both
** say the same to the nanosecond. Lanes of spans (region.h) do not nest: each span there is an outermost call.
**
** A call that an exception or jump has left has no row. Once that shows, its own time counts as its parent's. */
#include "profile_walk.h"
#include "profile_open.h"
#include "profile_stack.h"
#include <string.h>

/* ---- sums of calls ---- */

static uint32_t regions_text, samples_text;

typedef struct recent { uint32_t tid, parent_frame, message, function, generation; rocz_sum_record *record; } recent;
static recent recents[1024];

/* The sum of a call of this function at this place. */
static rocz_sum_record *record_of(const collect_walk_lane *l, const collect_walked *w, uint32_t parent_frame) {
  const collect_function_text *t = collect_function_text_of(w->function);
  if (!t)
    return NULL;
  uint32_t message = t->has_message ? w->message : 0, mix = (l->tid * 31 + parent_frame) * 0x9E3779B1u ^ (w->function * 31u + message) * 0x85EBCA77u;
  recent *r = &recents[(mix >> 16 ^ mix) & 1023];
  if (r->record && r->tid == l->tid && r->parent_frame == parent_frame && r->message == message && r->function == w->function + (w->instant ? 1u << 16 : 0) &&
      r->generation == collect_sums_generation())
    return r->record;
  collect_sum_key k = COLLECT_SUM_KEY;
  k.rows_of = w->instant ? samples_text : regions_text;
  k.tid = l->tid;
  k.category = t->category;
  k.name = t->name;
  k.message = message;
  k.parent_frame = parent_frame;
  k.frame_name = message ? message : t->name;
  k.has_own = !w->instant;
  rocz_sum_record *found = collect_sum_find(&k);
  if (found)
    *r = (recent){l->tid, parent_frame, message, w->function + (w->instant ? 1u << 16 : 0), collect_sums_generation(), found};
  return found;
}

/* Counts a row that is over. */
static bool count(rocz_sum_record *r, const collect_walked *w) {
  collect_sum *s = collect_sum_add(r);
  if (s)
    collect_sum_count(s, w->start, w->instant ? ROCZ_NULL : w->end);
  return s;
}
/* ---- rows of a batch by number ---- */

static struct {
  collect_walked *row;
  uint32_t rows;
  uint64_t least, width; /* numbers from least on; width 0: they are far apart, and there is no table */
  uint32_t *at;          /* 1 + the row's place; 0: no row has this number */
  size_t at_bytes;
} numbered;

static bool numbered_make(collect_walked *row, uint32_t rows) {
  uint64_t least = UINT64_MAX, most = 0;
  for (uint32_t i = 0; i < rows; i++) {
    least = row[i].sequence < least ? row[i].sequence : least;
    most = row[i].sequence > most ? row[i].sequence : most;
  }
  numbered.row = row;
  numbered.rows = rows;
  numbered.least = least;
  numbered.width = rows && most - least < 8 * (uint64_t)rows + 1024 ? most - least + 1 : 0;
  if (!numbered.width)
    return true;
  if (!collect_memory_reserve(&numbered.at, &numbered.at_bytes, numbered.width * sizeof *numbered.at))
    return false;
  memset(numbered.at, 0, numbered.width * sizeof *numbered.at);
  for (uint32_t i = 0; i < rows; i++)
    numbered.at[row[i].sequence - least] = i + 1;
  return true;
}

/* The row with this number. NULL: there is none. */
static const collect_walked *numbered_find(uint64_t sequence) {
  if (numbered.width) {
    uint32_t at = sequence - numbered.least < numbered.width ? numbered.at[sequence - numbered.least] : 0;
    return at ? &numbered.row[at - 1] : NULL;
  }
  for (uint32_t i = 0; i < numbered.rows; i++)
    if (numbered.row[i].sequence == sequence)
      return &numbered.row[i];
  return NULL;
}

/* ---- calls that were open ---- */

/* Finds rows of calls on the stack: these are counted here. */
static bool stack_ends(collect_walked *row, uint32_t rows) {
  uint64_t newest = collect_walking.depth ? collect_walking.stack[collect_walking.depth - 1].sequence : 0;
  for (uint32_t i = 0; i < rows; i++) {
    int place = row[i].sequence > newest ? -1 : collect_walking_place(row[i].sequence);
    if (place < 0 || collect_walking.stack[place].end != COLLECT_NOT_ENDED)
      continue;
    row[i].done = true;
    rocz_sum_record *r = collect_walking.stack[place].record;
    if (!collect_walking_moved((uint32_t)place, row[i].start) || !collect_walking_open(r, row[i].start, -1) || !count(r, &row[i]))
      return false;
    collect_walking.stack[place].end = row[i].end;
  }
  return true;
}

static collect_walked *opened; /* calls that are met for the first time, and not over */
static size_t opened_bytes;
static uint32_t opened_count;

/* Follows the calls around the last row outwards. A handler that jumps out of the end of a call or level leaves it in progress for a
** moment, though its record is there already: the record before the next one. */
static bool chain_follow(const collect_walk_lane *l, uint64_t parent) {
  opened_count = 0;
  while (parent) {
    const collect_walked *over = numbered_find(parent);
    if (over || parent == l->last_sequence) {
      parent = over ? over->parent : l->last_parent;
      continue;
    }
    int place = collect_walking_place(parent);
    if (place >= 0) {
      for (bool known = true; known && place >= 0; place--) {
        collect_walking.stack[place].met = true;
        known = place && collect_walking.stack[place].parent == collect_walking.stack[place - 1].sequence;
        parent = collect_walking.stack[place].parent;
      }
      if (collect_walking_place(parent) >= 0)
        continue;
      return true;
    }
    collect_walked *w = collect_open_find(parent);
    if (!w)
      return true;
    w->done = true;
    if (!collect_memory_reserve(&opened, &opened_bytes, (opened_count + 1) * sizeof *opened)) {
      errno = ENOMEM;
      return false;
    }
    opened[opened_count] = *w;
    opened[opened_count++].done = false;
    parent = w->parent < parent ? w->parent : 0;
  }
  return true;
}

/* Levels need not end in the reverse order of their beginnings, so some that are not around the last row may be open, too. */
static bool others_open(int64_t time) {
  uint32_t n;
  const collect_walked *all = collect_open_all(&n);
  for (uint32_t i = 0; i < n; i++) {
    const collect_walked *w = &all[i];
    if (w->done || w->start >= time || collect_walking_place(w->sequence) >= 0 || numbered_find(w->sequence))
      continue;
    if (!collect_memory_reserve(&opened, &opened_bytes, (opened_count + 1) * sizeof *opened)) {
      errno = ENOMEM;
      return false;
    }
    opened[opened_count++] = *w;
  }
  return true;
}

static bool is_known(const collect_open_call *o) { return o->end != COLLECT_NOT_ENDED || o->met || o->confirmed || collect_open_find(o->sequence); }

static bool stack_check(void) {
  for (uint32_t i = collect_walking.depth; i-- > 0;)
    if (!is_known(&collect_walking.stack[i]) && !collect_walking_vanish(i))
      return false;
  return true;
}

/* ---- the order of starts ---- */

static const collect_walked **order;
static size_t order_bytes;

static bool comes_before(const collect_walked *a, const collect_walked *b) {
  return a->start != b->start ? a->start < b->start : a->end != b->end ? a->end > b->end : a->sequence < b->sequence;
}

/* Puts a row into its place among the first n. Rows are numbered in the order of their starts but for rare ones. */
static void order_add(const collect_walked *w, uint32_t n) {
  for (; n && comes_before(w, order[n - 1]); n--)
    order[n] = order[n - 1];
  order[n] = w;
}

/* Puts rows that are not done, and calls that were met, into order. */
static bool order_make(uint32_t *n) {
  *n = 0;
  if (!collect_memory_reserve(&order, &order_bytes, (numbered.rows + opened_count + 1) * sizeof *order))
    return false;
  for (uint64_t k = 0; k < numbered.width; k++)
    if (numbered.at[k] && !numbered.row[numbered.at[k] - 1].done)
      order_add(&numbered.row[numbered.at[k] - 1], *n), ++*n;
  for (uint32_t i = 0; !numbered.width && i < numbered.rows; i++)
    if (!numbered.row[i].done)
      order_add(&numbered.row[i], *n), ++*n;
  for (uint32_t i = 0; i < opened_count; i++)
    order_add(&opened[i], *n), ++*n;
  return true;
}

/* ---- the walk ---- */

static bool call_begins(const collect_walk_lane *l, const collect_walked *w) {
  bool late = w->start < collect_walking.now;
  if (!collect_walking_close(w->start) || (!w->instant && !collect_walking_until(w->start)))
    return false;
  uint32_t parent = l->flat ? 0 : late ? collect_walking_frame(w->start) : collect_walking.depth ? collect_walking.stack[collect_walking.depth - 1].frame : 0;
  rocz_sum_record *r = record_of(l, w, parent);
  bool is_open = w->end == COLLECT_NOT_ENDED;
  if (!r || !(is_open ? collect_walking_open(r, w->start, 1) : count(r, w)))
    return false;
  if (!w->instant)
    collect_launch_walked(l, w->sequence, r->frame);
  if (w->instant || (late && !is_open))
    return true;
  collect_open_call o = {.sequence = w->sequence, .parent = w->parent, .start = w->start, .end = w->end, .record = r, .frame = r->frame, .met = true};
  if (!late && !l->flat)
    return collect_walking_push(&o);
  if (l->flat) /* alone on its lane: all of its time is its own */
    return is_open || collect_walking_own(&o, w->end - w->start);
  if (!collect_walking_push(&o))
    return false;
  uint32_t at = collect_walking.depth - 1;
  for (; at && collect_walking.stack[at - 1].start > o.start; at--)
    collect_walking.stack[at] = collect_walking.stack[at - 1];
  collect_walking.stack[at] = o;
  return true;
}

bool collect_walk_undone(const collect_walk_lane *l) {
  uint32_t n;
  if (!order_make(&n)) {
    errno = ENOMEM;
    return false;
  }
  for (uint32_t i = 0; i < n; i++)
    if (!call_begins(l, order[i]))
      return false;
  return true;
}

collect_walk_lane *collect_walk_begin(uint32_t number, collect_walked *row, uint32_t rows, uint64_t position) {
  collect_walk_lane *l = collect_lane_of(number);
  if (!l || !collect_walking_begin(l))
    return NULL;
  if (!numbered_make(row, rows)) {
    errno = ENOMEM;
    return NULL;
  }
  if (!regions_text) {
    regions_text = collect_text_of("regions");
    samples_text = collect_text_of("samples");
  }
  opened_count = 0;
  collect_open_begin(number, rows ? row[rows - 1].sequence : 0, position);
  return l;
}

/* ---- calls one after the other ---- */

/* Whether none of the rows is in another, and all are in the same call, which is known. Most batches of threads that call nothing nested are such. */
static bool is_sequence(const collect_walk_lane *l, const collect_walked *row, uint32_t rows) {
  const collect_open_call *in = l->depth ? &l->stack[l->depth - 1] : NULL;
  uint64_t parent = in ? in->sequence : 0;
  int64_t now = l->now;
  bool good = !l->levels && !l->flat && (!in || in->end == COLLECT_NOT_ENDED);
  for (uint32_t i = 0; good && i < rows; i++) {
    good = !row[i].instant && row[i].start >= now && row[i].parent == parent;
    now = row[i].end;
  }
  return good;
}

/* All time of such calls is their own; the rest is that of the call around them. */
static bool sequence_walk(const collect_walk_lane *l, const collect_walked *row, uint32_t rows) {
  uint32_t frame = collect_walking.depth ? collect_walking.stack[collect_walking.depth - 1].frame : 0, function = 0, message = 0, place = 0;
  int64_t own = 0;
  collect_sum *s = NULL;
  for (uint32_t i = 0; i < rows; i++) {
    const collect_walked *w = &row[i];
    if (!s || w->function != function || w->message != message) { /* of most functions it is a result, and mostly the same */
      rocz_sum_record *r = record_of(l, w, frame);
      s = r ? collect_sum_add(r) : NULL;
      place = r ? r->frame : 0;
      function = w->function;
      message = w->message;
    }
    if (!s)
      return false;
    collect_launch_walked(l, w->sequence, place);
    collect_sum_count(s, w->start, w->end);
    s->own_ns += w->end - w->start;
    own += w->end - w->start;
  }
  int64_t end = row[rows - 1].end;
  if (collect_walking.depth && !collect_walking_own(&collect_walking.stack[collect_walking.depth - 1], end - collect_walking.now - own))
    return false;
  collect_walking.now = end;
  return true;
}

bool collect_walk_rows(uint32_t number, collect_walked *row, uint32_t rows, uint64_t position) {
  const collect_walked *last = &row[rows - 1];
  collect_walk_lane *known = collect_lane_find(number);
  if (known && known->now != INT64_MIN && is_sequence(known, row, rows)) {
    if (!collect_walking_begin(known) || !sequence_walk(known, row, rows))
      return false;
    collect_walking.last_sequence = last->sequence;
    collect_walking.last_parent = last->parent;
    return collect_walking_room(known);
  }
  collect_walk_lane *l = collect_walk_begin(number, row, rows, position);
  if (!l || !stack_ends(row, rows))
    return false;
  int64_t end = collect_walking.now;
  for (uint32_t i = 0; i < rows; i++)
    if (!row[i].instant && row[i].end > end)
      end = row[i].end;
  if (!l->flat && (!chain_follow(l, last->parent) || !stack_check()))
    return false;
  l->levels |= collect_open_has_levels(l->levels);
  if (l->levels && !others_open(end))
    return false;
  if (collect_open_incomplete()) {
    errno = ENOMEM;
    return false;
  }
  if (!collect_walk_undone(l))
    return false;
  collect_walking.last_sequence = last->sequence;
  collect_walking.last_parent = last->parent;
  return collect_walking_close(end) && collect_walking_until(end) && collect_walking_room(l);
}

static void walk_forked(void) {
  opened = NULL;
  order = NULL;
  numbered.at = NULL;
  opened_bytes = order_bytes = numbered.at_bytes = 0;
  regions_text = samples_text = 0;
  memset(recents, 0, sizeof recents);
}
COLLECT_MODULE(profile_walk) = {.name = "profile_walk", .forked = walk_forked};
