/* Begins and ends in order of time, compared with a sort of all: lanes of nested events and of events one after the other, with
** ties, empty events, and some that never end. */
#include "moment.h"
#include "test.h"

enum { MOST = 400 };
static rocpd_item item[MOST];
static size_t lane_end[MOST];

/* Nested events from `start` to `end` at most. Nothing follows an event that never ends. */
static void nest(rocpd_track *t, int64_t *start, int64_t end, int depth) {
  while (t->items < MOST - 10 && *start < end && test_draw(4)) {
    int64_t begin = *start + test_draw(3), stop = begin + test_draw(20);
    if (stop > end) stop = end;
    if (begin > end) begin = end;
    if (stop < begin) stop = begin;
    bool for_ever = end == INT64_MAX && !test_draw(8);
    item[t->items++] = (rocpd_item){begin, for_ever ? INT64_MAX : stop, 0, 0};
    *start = begin;
    if (depth < 5 && test_draw(2)) nest(t, start, for_ever ? INT64_MAX : stop, depth + 1);
    if (for_ever) {
      *start = INT64_MAX;
      return;
    }
    *start = stop;
  }
}

static void flat(rocpd_track *t) {
  for (int64_t start = test_draw(10); t->items < MOST - 10 && test_draw(20);) {
    int64_t end = test_draw(30) ? start + test_draw(5) : INT64_MAX;
    item[t->items++] = (rocpd_item){start, end, 0, 0};
    if (end == INT64_MAX) return;
    start = end + test_draw(3);
  }
}

static void make(rocpd_track *t, bool nested) {
  *t = (rocpd_track){.class = nested ? ROCPD_EVENT_REGION : ROCPD_EVENT_KERNEL, .item = item, .lane_end = lane_end, .name = (char *)"t"};
  for (int64_t lanes = test_draw(6); lanes > 0; lanes--) {
    int64_t start = test_draw(10);
    if (nested) nest(t, &start, INT64_MAX, 0);
    else flat(t);
    lane_end[t->lanes++] = t->items;
  }
}

static void compare(bool nested) {
  rocpd_track t;
  rocpd_moments m;
  rocpd_moment x, last = {.time = INT64_MIN, .end = true};
  rocpd_error err = {0};
  bool begun[MOST] = {0}, ended[MOST] = {0};
  size_t wrong = 0, moments = 0, expected = 0, lane_of[MOST], open[MOST][MOST], depth[MOST] = {0};
  make(&t, nested);
  for (size_t k = 0, i = 0; k < t.lanes; k++)
    for (; i < lane_end[k]; i++) lane_of[i] = k;
  CHECK_INT(rocpd_moments_open(&t, &m, &err), SQLITE_OK);
  for (; rocpd_moments_next(&m, &x); moments++, last = x) {
    const rocpd_item *it = &item[x.item];
    size_t k = lane_of[x.item];
    wrong += x.time != (x.end ? it->end : it->start) || x.time < last.time || (x.end ? !begun[x.item] || ended[x.item] : begun[x.item]);
    (x.end ? ended : begun)[x.item] = true;
    wrong += x.lane != k;
    if (x.end) wrong += !depth[k] || open[k][--depth[k]] != x.item; /* the innermost ends first */
    else open[k][depth[k]++] = x.item;
    /* An end that follows a begin of the same time belongs to an empty event, or to one around it in its lane. */
    if (x.end && !last.end && last.time == x.time) wrong += it->start != x.time && lane_of[last.item] != k;
  }
  rocpd_moments_close(&m);
  for (size_t i = 0; i < t.items; i++) expected += 1 + (item[i].end != INT64_MAX), wrong += !begun[i] || ended[i] != (item[i].end != INT64_MAX);
  CHECK_INT(moments, expected);
  CHECK_INT(wrong, 0);
}

static void nested_lanes(void) { for (int i = 0; i < 5000; i++) compare(true); }
static void flat_lanes(void) { for (int i = 0; i < 5000; i++) compare(false); }

int main(void) {
  RUN(nested_lanes);
  RUN(flat_lanes);
  return test_result();
}
