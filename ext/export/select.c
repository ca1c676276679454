/* Which rows the options choose, by time, name, category and length. (Agents and processes are chosen as whole tracks.) */
#include "export.h"
#include "format.h"
#include "sum.h"

static bool is_in_window(const rocpd_export_options *o, int64_t first, int64_t last) { return rocpd_overlaps_window(first, last, o->start.ns, o->end.ns); }

int rocpd_export_may_select(const rocpd_export_options *o, rocpd_batch *b, int end, bool *may, rocpd_error *err) {
  const rocpd_column *c;
  if (rocpd_export_is_part(o) && b->min_time <= b->max_time && (b->min_time >= o->to || b->max_time < o->from)) return *may = o->from == INT64_MIN, SQLITE_OK;
  *may = b->min_time > b->max_time || is_in_window(o, b->min_time, b->max_time);
  if (*may || !is_in_window(o, b->min_time, INT64_MAX)) return SQLITE_OK;
  int rc = rocpd_batch_column(b, end, &c, err);
  *may = !rc && rocpd_column_may_be_null(c);
  return rc;
}

static int matches(rocpd_writer *w, const rocpd_export_batch *v, uint32_t row, bool *yes) {
  const rocpd_export_options *o = &w->x->option;
  int rc = rocpd_patterns_match(&o->names, &w->names, w->x->session, rocpd_column_at(v->name, row), yes);
  return rc || !*yes ? rc : rocpd_patterns_match(&o->categories, &w->categories, w->x->session, rocpd_column_at(v->category, row), yes);
}

int rocpd_writer_count(rocpd_writer *w, int64_t category, uint64_t n) {
  uint64_t key = category == ROCPD_NULL ? 0 : (uint64_t)category + 1;
  return n && !w->again ? rocpd_map_set(&w->by_category, key, rocpd_add_counts(rocpd_map_get(&w->by_category, key, 0), n)) : SQLITE_OK;
}

/* For a small dictionary: counts each code. */
static int count_codes(rocpd_writer *w, const rocpd_column *category, const uint32_t *row, uint32_t n) {
  const uint8_t *code = category->data;
  uint32_t count[2][UINT8_MAX + 1] = {{0}}; /* alternates between two counters: incrementing one repeatedly is slow */
  uint32_t i = 0;
  int rc = SQLITE_OK;
  for (; i + 2 <= n; i += 2) count[0][code[row[i]]]++, count[1][code[row[i + 1]]]++;
  if (i < n) count[0][code[row[i]]]++;
  for (uint32_t k = 0; !rc && k <= UINT8_MAX; k++) {
    uint32_t events = count[0][k] + count[1][k];
    bool none = category->nulls && k == UINT8_MAX;
    if (events) rc = rocpd_writer_count(w, none ? ROCPD_NULL : category->dict[category->base + (int64_t)k], events);
  }
  return rc;
}

/* Counts chosen rows by category, which seldom changes. */
static int count_all(rocpd_writer *w, const rocpd_column *category, const uint32_t *row, uint32_t n) {
  if (rocpd_column_is_constant(category)) return n ? rocpd_writer_count(w, rocpd_column_at(category, row[0]), n) : SQLITE_OK;
  if (category->width == 1 && category->dict && !category->low) return count_codes(w, category, row, n);
  int64_t value[ROCPD_SELECT];
  uint32_t begun = 0;
  int rc = SQLITE_OK;
  rocpd_column_pick(category, row, n, value);
  for (uint32_t i = 1; !rc && i < n; i++)
    if (value[i] != value[i - 1]) rc = rocpd_writer_count(w, value[i - 1], i - begun), begun = i;
  return rc || !n ? rc : rocpd_writer_count(w, value[n - 1], n - begun);
}

/* Which of the rows in the ranges are chosen; start and end hold the times of rows from `first` on. */
static int take_chosen(rocpd_writer *w, const rocpd_export_batch *v, const rocpd_row_range *range, size_t ranges, uint32_t *row, int64_t *start, int64_t *end) {
  const rocpd_export_options *o = &w->x->option;
  uint32_t taken = 0, first = range[0].first;
  for (size_t k = 0; k < ranges; k++)
    for (uint32_t at = range[k].first; at < range[k].first + range[k].rows; at++) {
      int64_t s = start[at - first], e = end[at - first];
      bool yes = true, unfinished = e == ROCPD_NULL, reversed = !unfinished && e < s;
      if ((o->names.n || o->categories.n) && matches(w, v, at, &yes)) return -1;
      if (!yes) continue;
      if (s == ROCPD_NULL) { /* it has no time and no length */
        if (o->from != INT64_MIN) continue; /* it is in the first part */
        w->count.without_start++;
        if (!rocpd_format_needs(w->x->format, ROCPD_NEEDS_UNSTARTED) || rocpd_export_by_time(o) || o->min_duration_ns) continue;
        row[taken] = at, start[taken] = s, end[taken++] = e;
        continue;
      }
      if (!rocpd_export_in_time(o, s, e)) continue;
      e = unfinished ? INT64_MAX : reversed ? s : e;
      if (o->min_duration_ns && (uint64_t)e - (uint64_t)s < (uint64_t)o->min_duration_ns) continue;
      w->count.unfinished += unfinished, w->count.ends_before_start += reversed;
      row[taken] = at, start[taken] = s, end[taken++] = e;
    }
  return (int)taken;
}

/* Whether all rows have an end that is not before their start. (Negative times are tested more closely.) */
static bool all_end(const int64_t *start, const int64_t *end, uint32_t n) {
  uint64_t odd = 0;
  for (uint32_t i = 0; i < n; i++) odd |= (uint64_t)end[i] | ((uint64_t)end[i] - (uint64_t)start[i]);
  return !(odd >> 63);
}

/* The same if all are chosen and all have a start. */
static uint32_t take_all(rocpd_writer *w, const rocpd_row_range *range, size_t ranges, uint32_t *row, int64_t *start, int64_t *end) {
  uint32_t taken = 0, first = range[0].first, unfinished = 0, reversed = 0;
  if (ranges == 1 && all_end(start, end, range->rows)) {
    for (; taken < range->rows; taken++) row[taken] = first + taken;
    return taken;
  }
  for (size_t k = 0; k < ranges; k++)
    for (uint32_t at = range[k].first; at < range[k].first + range[k].rows; at++, taken++) {
      int64_t s = start[at - first], e = end[at - first];
      bool none = e == ROCPD_NULL, before = e < s;
      unfinished += none, reversed += before & !none;
      row[taken] = at, start[taken] = s, end[taken] = none ? INT64_MAX : before ? s : e;
    }
  w->count.unfinished += unfinished, w->count.ends_before_start += reversed;
  return taken;
}

int rocpd_export_select_ranges(rocpd_writer *w, const rocpd_export_batch *v, const rocpd_row_range *range, size_t ranges, uint32_t *row, int64_t *start,
                               int64_t *end) {
  const rocpd_export_options *o = &w->x->option;
  uint32_t first = range[0].first, n = range[ranges - 1].first + range[ranges - 1].rows - first;
  bool chooses =
    o->names.n || o->categories.n || rocpd_export_by_time(o) || rocpd_export_is_part(o) || o->min_duration_ns || rocpd_column_may_be_null(v->start);
  rocpd_column_get(v->start, first, n, start);
  rocpd_column_get(v->end, first, n, end);
  int taken = chooses ? take_chosen(w, v, range, ranges, row, start, end) : (int)take_all(w, range, ranges, row, start, end);
  return taken < 0 || count_all(w, v->category, row, (uint32_t)taken) ? -1 : taken;
}

int rocpd_export_select(rocpd_writer *w, const rocpd_export_batch *v, uint32_t first, uint32_t n, uint32_t *row, int64_t *start, int64_t *end) {
  return rocpd_export_select_ranges(w, v, &(rocpd_row_range){.first = first, .rows = n}, 1, row, start, end);
}
