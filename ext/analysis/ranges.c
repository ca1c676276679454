/* See ranges.h. Messages are in JSON, {"message":"..."}: of the texts there few differ, so each is looked into once. */
#include "ranges.h"
#include "json.h"
#include "marker.h"
#include "parallel.h"

enum { BLOCK = 512 };

/* ---- which rows are markers */

typedef struct marking {
  rocpd_ranges *ranges;
  rocpd_batch **batch;
  uint8_t **keep; /* [batches] */
} marking;

/* Texts are numbered as they are met, so that they have the same numbers every time: batch after batch, not in parallel. */
static int read_texts(marking *m, size_t n, rocpd_error *err) {
  const rocpd_column *c;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    rc = rocpd_batch_column(m->batch[i], ROCPD_REGION_category, &c, err);
    if (rc == SQLITE_OK) rc = rocpd_batch_column(m->batch[i], ROCPD_REGION_name, &c, err);
  }
  return rc;
}

/* Categories by their ids, once the columns that bring them have been read. */
static int find_categories(rocpd_ranges *r, rocpd_session *session, rocpd_error *err) {
  r->texts = (size_t)rocpd_string_count(session);
  if (!(r->marker = sqlite3_malloc64(r->texts + 1))) return rocpd_no_memory(err);
  for (size_t id = 0; id < r->texts; id++) r->marker[id] = rocpd_is_marker_category(rocpd_string(session, (int64_t)id, NULL));
  return SQLITE_OK;
}

static bool is_marker(const rocpd_ranges *r, int64_t category) { return category >= 0 && (size_t)category < r->texts && r->marker[category]; }

/* The message in a text; ROCPD_NULL none. Where SQLite has no JSON functions there are none. */
static int find_message(rocpd_ranges *r, rocpd_session *session, int64_t text, int64_t *message, rocpd_error *err) {
  rocpd_error why = {0};
  *message = ROCPD_NULL;
  if (text == ROCPD_NULL) return SQLITE_OK;
  uint64_t known = rocpd_map_get(&r->message, (uint64_t)text, UINT64_MAX);
  if (known != UINT64_MAX) return *message = (int64_t)known - 1 < 0 ? ROCPD_NULL : (int64_t)known - 1, SQLITE_OK;
  int rc = strstr(rocpd_string(session, text, NULL), "\"message\"") ? rocpd_json_value(session, text, "$.message", ROCPD_TEXT, message, &why) : SQLITE_OK;
  if (rc != SQLITE_OK && rc != SQLITE_ERROR) return rocpd_fail_for(err, rc, &why);
  rocpd_error_clear(&why);
  if (rc == SQLITE_ERROR) *message = ROCPD_NULL;
  return rocpd_fail_code(err, rocpd_map_set(&r->message, (uint64_t)text, *message == ROCPD_NULL ? 0 : (uint64_t)*message + 1));
}

static int mark_batch(marking *m, size_t i, rocpd_error *err) {
  rocpd_batch *b = m->batch[i];
  const rocpd_column *category = b->column[ROCPD_REGION_category], *extdata = NULL;
  int64_t v[BLOCK], message;
  int rc = SQLITE_OK;
  if (!b->rows || (rocpd_column_is_constant(category) && !is_marker(m->ranges, rocpd_column_at(category, 0)))) return SQLITE_OK;
  for (uint32_t first = 0; rc == SQLITE_OK && first < b->rows; first += BLOCK) {
    uint32_t n = b->rows - first < BLOCK ? b->rows - first : BLOCK;
    rocpd_column_get(category, first, n, v);
    for (uint32_t k = 0; rc == SQLITE_OK && k < n; k++) {
      if (!is_marker(m->ranges, v[k])) continue;
      if (!extdata) rc = rocpd_batch_column(b, ROCPD_REGION_extdata, &extdata, err);
      if (rc == SQLITE_OK) rc = find_message(m->ranges, b->source->session, rocpd_column_at(extdata, first + k), &message, err);
      if (rc != SQLITE_OK || message == ROCPD_NULL) continue;
      m->ranges->marked[i] = true;
      if (!m->keep[i]) {
        if (!(m->keep[i] = sqlite3_malloc64(b->rows))) return rocpd_no_memory(err);
        memset(m->keep[i], 0, b->rows);
      }
      m->keep[i][first + k] = 1;
    }
  }
  return rc;
}

int rocpd_ranges_make(rocpd_snapshot *s, bool all, rocpd_ranges *out, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  marking m = {.ranges = out};
  size_t n = 0;
  memset(out, 0, sizeof *out);
  out->all = all;
  int rc = rocpd_snapshot_batches(rocpd_snapshot_whole(s), ROCPD_KIND_REGION, &m.batch, &n, err);
  if (rc == SQLITE_OK) rc = read_texts(&m, n, err);
  if (rc == SQLITE_OK) rc = find_categories(out, session, err);
  if (rc == SQLITE_OK && !(m.keep = sqlite3_malloc64((n + 1) * sizeof *m.keep))) rc = rocpd_no_memory(err);
  if (rc == SQLITE_OK && !(out->marked = sqlite3_malloc64(n + 1))) rc = rocpd_no_memory(err);
  if (out->marked) memset(out->marked, 0, n + 1);
  if (m.keep) memset(m.keep, 0, (n + 1) * sizeof *m.keep);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++)
    rc = rocpd_interrupted(session) ? rocpd_fail(err, SQLITE_INTERRUPT, "interrupted") : mark_batch(&m, i, err);
  if (rc == SQLITE_OK) rc = rocpd_calls_make(s, all ? NULL : (const uint8_t *const *)m.keep, &out->calls, err);
  for (size_t i = 0; m.keep && i < n; i++) sqlite3_free(m.keep[i]);
  sqlite3_free(m.keep);
  if (rc != SQLITE_OK) rocpd_ranges_drop(out);
  return rc;
}

void rocpd_ranges_drop(rocpd_ranges *r) {
  rocpd_calls_drop(&r->calls);
  rocpd_map_free(&r->message);
  sqlite3_free(r->marker), sqlite3_free(r->marked);
  memset(r, 0, sizeof *r);
}

/* ---- what ranges are called */

int rocpd_range_name(const rocpd_ranges *r, uint32_t range, int64_t *out, rocpd_error *err) {
  int64_t category, text;
  int rc = rocpd_call_value(&r->calls, range, ROCPD_REGION_category, &category, err);
  if (rc == SQLITE_OK && is_marker(r, category)) {
    rc = rocpd_call_value(&r->calls, range, ROCPD_REGION_extdata, &text, err);
    uint64_t message = rc != SQLITE_OK || text == ROCPD_NULL ? 0 : rocpd_map_get(&r->message, (uint64_t)text, 0);
    if (message) return *out = (int64_t)message - 1, SQLITE_OK;
  }
  return rc == SQLITE_OK ? rocpd_call_value(&r->calls, range, ROCPD_REGION_name, out, err) : rc;
}

bool rocpd_range_is_marker(const rocpd_ranges *r, uint32_t range) {
  int64_t category;
  return r->marked[rocpd_place_batch(r->calls.place[range])] && rocpd_call_value(&r->calls, range, ROCPD_REGION_category, &category, NULL) == SQLITE_OK && is_marker(r, category);
}

/* Merge sort of ranges by start; those of a thread are in order already. */
static void sort_ranges(const int64_t *start, uint32_t *order, uint32_t *spare, uint32_t n) {
  if (n < 2) return;
  uint32_t half = n / 2, x = 0, y = half, k = 0;
  sort_ranges(start, order, spare, half);
  sort_ranges(start, order + half, spare + half, n - half);
  if (start[order[half - 1]] <= start[order[half]]) return;
  while (x < half || y < n) {
    bool left = y >= n || (x < half && start[order[x]] <= start[order[y]]);
    spare[k++] = order[left ? x++ : y++];
  }
  memcpy(order, spare, n * sizeof *order);
}

typedef struct name_counts { /* how often names came */
  rocpd_map slot;
  struct { uint64_t process; int64_t times; } *count;
} name_counts;

static int count_name(name_counts *c, uint64_t process, int64_t name, int64_t *times) {
  uint64_t slot = rocpd_map_get(&c->slot, (uint64_t)name, UINT64_MAX);
  if (slot == UINT64_MAX) {
    slot = c->slot.count;
    if (rocpd_array_push_reserve(&c->count, slot, sizeof *c->count) != SQLITE_OK || rocpd_map_set(&c->slot, (uint64_t)name, slot) != SQLITE_OK) return SQLITE_NOMEM;
    c->count[slot].process = 0;
  }
  if (c->count[slot].process != process) c->count[slot].process = process, c->count[slot].times = 0;
  *times = ++c->count[slot].times;
  return SQLITE_OK;
}

int rocpd_ranges_number(const rocpd_ranges *r, rocpd_session *session, int64_t *number, rocpd_error *err) {
  const rocpd_calls *c = &r->calls;
  name_counts names = {0};
  rocpd_call_reader function = {.calls = c, .column = ROCPD_REGION_name};
  uint32_t *order = sqlite3_malloc64(((uint64_t)c->n * 2 + 1) * sizeof *order);
  int rc = order ? SQLITE_OK : rocpd_no_memory(err);
  for (uint32_t i = 0; order && i < c->n; i++) order[i] = i;
  for (size_t t = 0, end; rc == SQLITE_OK && t < c->threads; t = end) {
    uint32_t first = c->thread[t].first, n = 0;
    for (end = t; end < c->threads && c->thread[end].source == c->thread[t].source && c->thread[end].pid == c->thread[t].pid; end++) n += c->thread[end].n;
    if (end > t + 1) sort_ranges(c->start, order + first, order + c->n, n);
    for (uint32_t i = first; rc == SQLITE_OK && i < first + n; i++) {
      int64_t name;
      if (!(i & 0xffff) && rocpd_interrupted(session)) rc = rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
      if (rc == SQLITE_OK) rc = rocpd_range_read(r, &function, order[i], &name, err);
      if (rc == SQLITE_OK) rc = rocpd_fail_code(err, count_name(&names, t + 1, name, &number[order[i]]));
    }
  }
  rocpd_map_free(&names.slot);
  sqlite3_free(names.count), sqlite3_free(order);
  return rc;
}

void rocpd_ranges_depth(const rocpd_ranges *r, int64_t *depth) {
  for (uint32_t i = 0; i < r->calls.n; i++) depth[i] = r->calls.parent[i] == ROCPD_NO_CALL ? 0 : depth[r->calls.parent[i]] + 1;
}

/* ---- whose a kernel is */

static int by_time(const rocpd_ranges *r, rocpd_links *links, rocpd_batch *b, uint32_t first, uint32_t n, uint32_t *out, int64_t *launched, rocpd_error *err) {
  static const int column[] = {ROCPD_REGION_pid, ROCPD_REGION_tid, ROCPD_REGION_start};
  int64_t place[BLOCK];
  const rocpd_call_thread *t = NULL;
  int64_t last[2] = {ROCPD_NULL, ROCPD_NULL};
  bool any = false;
  int rc = rocpd_launch_places(links, b, first, n, place, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
    int64_t v[3] = {0};
    out[i] = ROCPD_NO_CALL;
    if (place[i] == ROCPD_NULL) continue;
    rocpd_batch *call = rocpd_link_batch(links, ROCPD_LINK_CALL_OF_STACK, place[i]);
    for (int k = 0; rc == SQLITE_OK && k < 3; k++) {
      const rocpd_column *c;
      rc = rocpd_batch_column(call, column[k], &c, err);
      if (rc == SQLITE_OK) v[k] = rocpd_column_at(c, rocpd_place_row(place[i]));
    }
    if (rc != SQLITE_OK || v[2] == ROCPD_NULL) continue;
    if (!any || v[0] != last[0] || v[1] != last[1]) t = rocpd_calls_thread(&r->calls, b->source, v[0], v[1]), any = true, last[0] = v[0], last[1] = v[1];
    if (t) out[i] = rocpd_call_at(&r->calls, t, v[2]);
    if (launched) launched[i] = v[2];
  }
  return rc;
}

int rocpd_ranges_of(const rocpd_ranges *r, rocpd_links *links, rocpd_batch *b, uint32_t first, uint32_t n, uint32_t *out, int64_t *launched, rocpd_error *err) {
  int rc = r->all ? rocpd_calls_launching(&r->calls, links, b, first, n, out, err) : SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && r->all && launched && i < n; i++)
    if (out[i] != ROCPD_NO_CALL) launched[i] = r->calls.start[out[i]];
  for (uint32_t done = 0; rc == SQLITE_OK && !r->all && done < n; done += BLOCK)
    rc = by_time(r, links, b, first + done, n - done < BLOCK ? n - done : BLOCK, out + done, launched ? launched + done : NULL, err);
  return rc;
}
