/* Each lane has a next moment: the end of its innermost open event, or the begin of its next event. A heap finds the lane whose moment is first. */
#include "moment.h"
#include "heap.h"
#include "writer.h"

typedef struct rocpd_moment_lane {
  size_t next, end; /* items that have not begun */
  size_t *open;     /* [ROCPD_MAX_DEPTH], or one if nothing nests */
  size_t depth, number;
  rocpd_moment moment; /* the lane's next moment */
} lane;

/* The lane's next moment; false when there is none. */
static bool find_moment(const rocpd_track *t, lane *l) {
  while (l->depth && t->item[l->open[l->depth - 1]].end == INT64_MAX && l->next == l->end) l->depth--;
  bool open = l->depth > 0;
  int64_t end = open ? t->item[l->open[l->depth - 1]].end : INT64_MAX;
  if (l->next < l->end && (!open || end > t->item[l->next].start)) {
    l->moment = (rocpd_moment){t->item[l->next].start, l->next, l->number, false};
    return true;
  }
  if (open) l->moment = (rocpd_moment){end, l->open[l->depth - 1], l->number, true};
  return open;
}

static void pass(lane *l) {
  if (l->moment.end) l->depth--;
  else l->open[l->depth++] = l->next++;
}

static bool before(const void *a, const void *b) {
  const lane *x = *(lane *const *)a, *y = *(lane *const *)b;
  if (x->moment.time != y->moment.time) return x->moment.time < y->moment.time;
  return x->moment.end != y->moment.end ? x->moment.end : x->number < y->number;
}
static const rocpd_heap_kind by_moment = {sizeof(lane *), before};

int rocpd_moments_open(const rocpd_track *t, rocpd_moments *m, rocpd_error *err) {
  size_t deep = t->class == ROCPD_EVENT_REGION ? ROCPD_MAX_DEPTH : 1; /* maximum depth of open events in a lane */
  *m = (rocpd_moments){.track = t};
  m->lane = sqlite3_malloc64(t->lanes * (sizeof *m->lane + deep * sizeof(size_t)) + 1);
  m->heap = sqlite3_malloc64((t->lanes + 1) * sizeof *m->heap);
  if (!m->lane || !m->heap) {
    rocpd_moments_close(m);
    return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu lanes of %s", t->lanes, t->name);
  }
  size_t *open = (size_t *)(m->lane + t->lanes);
  for (size_t i = 0; i < t->lanes; i++) {
    m->lane[i] = (lane){.next = i ? t->lane_end[i - 1] : 0, .end = t->lane_end[i], .open = open + i * deep, .number = i};
    if (find_moment(t, &m->lane[i])) rocpd_heap_push(&by_moment, m->heap, &m->lanes, &(lane *){&m->lane[i]});
  }
  return SQLITE_OK;
}

bool rocpd_moments_next(rocpd_moments *m, rocpd_moment *out) {
  if (!m->lanes) return false;
  lane *l = m->heap[0];
  *out = l->moment;
  pass(l);
  if (find_moment(m->track, l)) rocpd_heap_replace(&by_moment, m->heap, m->lanes, &l);
  else rocpd_heap_pop(&by_moment, m->heap, &m->lanes);
  return true;
}

void rocpd_moments_close(rocpd_moments *m) {
  sqlite3_free(m->lane), sqlite3_free(m->heap);
  *m = (rocpd_moments){0};
}
