/* copy_cost: copies that could take less time, added up by reason, direction and call. For each reason, its copies are taken in order of time; overlapping
** time counts once, for the first copy. For pageable memory, the same is done with the calls that started the copies. */
#define _GNU_SOURCE /* qsort_r */
#include <stdlib.h>
#include "copies.h"
#include "cover.h"
#include "groups.h"
#include "once.h"
#include "parallel.h"
#include "rows.h"
#include "sum.h"

#define COLUMN_LIST(C, H) \
  C(REASON, reason, TEXT) C(DIRECTION, direction, TEXT) C(CALL, call, TEXT) C(COPIES, copies, INTEGER) C(BYTES, total_bytes, INTEGER) \
  C(EXPOSED, exposed_ns, INTEGER) C(GAIN, gain_ns, INTEGER) C(CALL_TIME, call_ns, INTEGER) \
  H(AGENT, agent_id, INTEGER) H(GUID, guid, TEXT)
ROCPD_COLUMNS(COLUMN_LIST);

enum { OF_GUID = CALL + 1, OF_AGENT, KEYS, BLOCK = 512 };

enum reason { PAGEABLE, SMALL, REASONS };

typedef struct cost_group {
  uint64_t copies;
  rocpd_sum128 bytes, exposed, calls, exposed_calls; /* calls, exposed_calls: time of the calls, and the part in which no kernel computed */
  bool any_bytes, any_exposed, any_calls;            /* is any known? */
  double gain;
} cost_group;

typedef struct costing {
  rocpd_session *session;
  rocpd_snapshot *snapshot;
  rocpd_copies copies;
  bool by_agent;
  int64_t reason[REASONS], d2h, pageable; /* texts */
  rocpd_groups groups; /* by reason, direction, call, guid and agent; the last two are NULL without by_agent */
  cost_group *group;
  rocpd_groups lanes;  /* by guid and agent */
  enum reason now;
  rocpd_once_row *row; /* of this reason: */
  size_t n, room;
  rocpd_cover_reader cover;
} costing;

static int64_t value_of(const costing *m, enum rocpd_copies_value value, uint32_t row) { return rocpd_column_at(m->copies.value[value], row); }

/* ---- rows of a reason */

static int64_t agent_of(const costing *m, uint32_t row) {
  bool to_host = value_of(m, ROCPD_COPIES_DIRECTION, row) == m->d2h;
  return value_of(m, to_host ? ROCPD_COPIES_SRC_AGENT : ROCPD_COPIES_DST_AGENT, row);
}

static int add_copy(costing *m, uint32_t row, rocpd_error *err) {
  const int64_t key[] = {value_of(m, ROCPD_COPIES_GUID, row), agent_of(m, row)};
  int64_t lane;
  if (rocpd_array_reserve(&m->row, &m->room, m->n + 1, sizeof *m->row) != SQLITE_OK) return rocpd_no_memory(err);
  int rc = rocpd_group_add(&m->lanes, key, &lane, err);
  if (rc == SQLITE_OK)
    m->row[m->n++] =
      (rocpd_once_row){value_of(m, ROCPD_COPIES_START, row), value_of(m, ROCPD_COPIES_END, row), value_of(m, ROCPD_COPIES_ID, row), (uint32_t)lane, row};
  return rc;
}

static int find_copies(costing *m, enum reason reason, rocpd_error *err) {
  const rocpd_column *column = m->copies.value[reason == PAGEABLE ? ROCPD_COPIES_MEMORY : ROCPD_COPIES_RUN_LENGTH];
  uint32_t rows = (uint32_t)m->copies.rows.rows;
  int64_t v[BLOCK];
  int rc = SQLITE_OK;
  m->n = 0;
  for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, rows, BLOCK)) > 0; first += n) {
    rocpd_column_get(column, first, n, v);
    for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++)
      if (reason == PAGEABLE ? v[i] == m->pageable : v[i] > 1) rc = add_copy(m, first + i, err);
    if (rc == SQLITE_OK && rocpd_interrupted(m->session)) rc = rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
  }
  return rc;
}

/* ---- lanes in order: in which one parts of ns are added up shows in the last digit */

typedef struct lane_order {
  const rocpd_groups *lanes;
  const uint32_t *position; /* of texts, in their order */
  size_t positions;
} lane_order;

static int64_t position_of(const lane_order *o, int64_t text) { return text >= 0 && (uint64_t)text < o->positions ? o->position[text] : text; }

static int compare_lanes(const void *a, const void *b, void *arg) {
  const lane_order *o = arg;
  const int64_t *x = &o->lanes->key[2 * (size_t)*(const uint32_t *)a], *y = &o->lanes->key[2 * (size_t)*(const uint32_t *)b];
  int64_t i = position_of(o, x[0]), j = position_of(o, y[0]);
  return ROCPD_ORDER(i, j) ?: ROCPD_ORDER(x[1], y[1]);
}

static int number_lanes(costing *m, rocpd_error *err) {
  uint32_t n = (uint32_t)m->lanes.n, *order = sqlite3_malloc64((2 * (uint64_t)n + 1) * sizeof *order);
  lane_order o = {.lanes = &m->lanes};
  int rc = order ? rocpd_string_positions(m->session, &o.position, &o.positions) : SQLITE_NOMEM;
  if (rc == SQLITE_OK) {
    uint32_t *number = order + n;
    for (uint32_t i = 0; i < n; i++) order[i] = i;
    qsort_r(order, n, sizeof *order, compare_lanes, &o);
    for (uint32_t i = 0; i < n; i++) number[order[i]] = i;
    for (size_t i = 0; i < m->n; i++) m->row[i].lane = number[m->row[i].lane];
  }
  sqlite3_free(order);
  return rocpd_fail_code(err, rc);
}

/* ---- adding up */

static int find_group(costing *m, uint32_t row, cost_group **out, rocpd_error *err) {
  const int64_t key[KEYS] = {m->reason[m->now], value_of(m, ROCPD_COPIES_DIRECTION, row), value_of(m, ROCPD_COPIES_CALL, row),
                             m->by_agent ? value_of(m, ROCPD_COPIES_GUID, row) : ROCPD_NULL, m->by_agent ? agent_of(m, row) : ROCPD_NULL};
  size_t known = m->groups.n;
  int64_t group;
  int rc = rocpd_group_add(&m->groups, key, &group, err);
  if (rc != SQLITE_OK) return rc;
  if (m->groups.n > known) {
    if (rocpd_array_push_reserve(&m->group, known, sizeof *m->group) != SQLITE_OK) return rocpd_no_memory(err);
    m->group[known] = (cost_group){0};
  }
  *out = &m->group[group];
  return SQLITE_OK;
}

/* Adds a copy. `once` is the part of its time that no earlier copy covers. If n copies could be one, all but one n-th of their time would be saved. */
static int add_copy_time(void *arg, const rocpd_once_row *x, int64_t once, rocpd_error *err) {
  costing *m = arg;
  uint32_t row = x->row;
  int64_t duration = value_of(m, ROCPD_COPIES_DURATION, row), hidden = value_of(m, ROCPD_COPIES_HIDDEN, row), size = value_of(m, ROCPD_COPIES_SIZE, row);
  cost_group *g = NULL;
  int rc = find_group(m, row, &g, err);
  if (rc != SQLITE_OK) return rc;
  g->copies++;
  if (size != ROCPD_NULL) g->bytes += size, g->any_bytes = true;
  if (once == ROCPD_NULL || hidden == ROCPD_NULL) return SQLITE_OK;
  int64_t exposed = rocpd_earlier(once, (duration > 0 ? duration : 0) - hidden);
  g->exposed += exposed, g->any_exposed = true;
  if (m->now == SMALL) {
    double together = (double)value_of(m, ROCPD_COPIES_RUN_LENGTH, row);
    g->gain += (double)exposed * (together - 1) / together;
  }
  return SQLITE_OK;
}

/* ---- the calls that started them */

static bool comes_first(const costing *m, uint32_t a, uint32_t b) {
  static const enum rocpd_copies_value order[] = {ROCPD_COPIES_START, ROCPD_COPIES_END, ROCPD_COPIES_ID};
  int k = 0;
  while (k < 2 && value_of(m, order[k], a) == value_of(m, order[k], b)) k++;
  return value_of(m, order[k], a) < value_of(m, order[k], b);
}

/* Replaces the copies by the calls that started them, each with its first copy. */
static int find_calls(costing *m, rocpd_error *err) {
  rocpd_groups calls = {.keys = 3}, processes = {.keys = 2};
  size_t copies = m->n;
  int rc = SQLITE_OK;
  m->n = 0;
  for (size_t i = 0; rc == SQLITE_OK && i < copies; i++) {
    uint32_t row = m->row[i].row;
    int64_t guid = value_of(m, ROCPD_COPIES_GUID, row), stack = value_of(m, ROCPD_COPIES_STACK, row), start = value_of(m, ROCPD_COPIES_CALL_START, row);
    int64_t known = (int64_t)calls.n, call, process;
    if (start == ROCPD_NULL) continue;
    rc = rocpd_group_add(&calls, (int64_t[]){guid, value_of(m, ROCPD_COPIES_SOURCE, row), stack}, &call, err);
    if (rc == SQLITE_OK && call < known && comes_first(m, row, m->row[call].row)) m->row[call].row = row, m->row[call].id = value_of(m, ROCPD_COPIES_ID, row);
    if (rc != SQLITE_OK || call < known) continue;
    rc = rocpd_group_add(&processes, (int64_t[]){guid, value_of(m, ROCPD_COPIES_PID, row)}, &process, err);
    m->row[m->n++] = (rocpd_once_row){start, value_of(m, ROCPD_COPIES_CALL_END, row), value_of(m, ROCPD_COPIES_ID, row), (uint32_t)process, row};
  }
  rocpd_groups_free(&calls), rocpd_groups_free(&processes);
  return rc;
}

static int add_call_time(void *arg, const rocpd_once_row *x, int64_t once, rocpd_error *err) {
  costing *m = arg;
  uint32_t row = x->row;
  cost_group *g;
  int64_t covered;
  int rc = find_group(m, row, &g, err);
  if (rc != SQLITE_OK || once == ROCPD_NULL) return rc;
  rc = rocpd_cover_ns(&m->cover, value_of(m, ROCPD_COPIES_GUID, row), value_of(m, ROCPD_COPIES_SOURCE, row), value_of(m, ROCPD_COPIES_SRC_AGENT, row),
                      value_of(m, ROCPD_COPIES_DST_AGENT, row), x->end - once, x->end, &covered, err);
  if (rc == SQLITE_OK) g->calls += once, g->exposed_calls += once - covered, g->any_calls = true;
  return rc;
}

static int add_calls(costing *m, rocpd_error *err) {
  int rc = find_calls(m, err);
  if (rc != SQLITE_OK || !m->n) return rc;
  rc = rocpd_cover_new(rocpd_snapshot_whole(m->snapshot), &m->cover.cover, err);
  if (rc == SQLITE_OK) rc = rocpd_once_each(m->session, m->row, m->n, add_call_time, m, err);
  rocpd_cover_free(m->cover.cover);
  return rc;
}

static int add_reason(costing *m, enum reason reason, rocpd_error *err) {
  m->now = reason;
  int rc = find_copies(m, reason, err);
  if (rc == SQLITE_OK) rc = number_lanes(m, err);
  if (rc == SQLITE_OK) rc = rocpd_once_each(m->session, m->row, m->n, add_copy_time, m, err);
  return rc == SQLITE_OK && reason == PAGEABLE ? add_calls(m, err) : rc;
}

/* ---- rows */

static int64_t gain_of(const cost_group *g, bool small) {
  if (!small && g->any_calls) return rocpd_saturated(g->exposed_calls);
  if (!g->any_exposed) return ROCPD_NULL;
  if (!small) return rocpd_saturated(g->exposed);
  return g->gain < 0x1p63 ? (int64_t)g->gain : INT64_MAX;
}

static int add_rows(const costing *m, rocpd_row_builder *b) {
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < m->groups.n; i++) {
    const cost_group *g = &m->group[i];
    const int64_t *key = &m->groups.key[i * KEYS];
    rc = rocpd_rows_add(b, (const int64_t[COLUMNS]){
      [REASON] = key[REASON], [DIRECTION] = key[DIRECTION], [CALL] = key[CALL], [COPIES] = (int64_t)g->copies,
      [BYTES] = g->any_bytes ? rocpd_saturated(g->bytes) : ROCPD_NULL,
      [EXPOSED] = g->any_exposed ? rocpd_saturated(g->exposed) : ROCPD_NULL, [GAIN] = gain_of(g, key[REASON] == m->reason[SMALL]),
      [CALL_TIME] = g->any_calls ? rocpd_saturated(g->calls) : ROCPD_NULL, [AGENT] = key[OF_AGENT], [GUID] = key[OF_GUID]});
  }
  return rc;
}

static int cost_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  costing m = {.session = rocpd_snapshot_session(s), .snapshot = s, .by_agent = arg[0] && !strcmp(arg[0], "agent"), .groups.keys = KEYS, .lanes.keys = 2};
  rocpd_row_builder b = {.columns = COLUMNS};
  if (arg[0] && !m.by_agent && strcmp(arg[0], "call")) return rocpd_fail(err, SQLITE_ERROR, "copy_cost: by is '%s', expected 'call' or 'agent'", arg[0]);
  int rc = SQLITE_OK;
  m.reason[PAGEABLE] = rocpd_rows_text(m.session, "pageable", &rc), m.reason[SMALL] = rocpd_rows_text(m.session, "small", &rc);
  m.d2h = rocpd_rows_text(m.session, "D2H", &rc), m.pageable = rocpd_rows_text(m.session, "PAGEABLE", &rc);
  rc = rocpd_fail_code(err, rc);
  if (rc == SQLITE_OK) rc = rocpd_copies_open(s, &m.copies, err);
  if (rc == SQLITE_OK)
    rc = rocpd_copies_read(&m.copies,
                           ROCPD_COPIES_OF(DIRECTION) | ROCPD_COPIES_OF(MEMORY) | ROCPD_COPIES_OF(START) | ROCPD_COPIES_OF(END) | ROCPD_COPIES_OF(DURATION) |
                             ROCPD_COPIES_OF(SIZE) | ROCPD_COPIES_OF(HIDDEN) | ROCPD_COPIES_OF(RUN_LENGTH) | ROCPD_COPIES_OF(CALL) |
                             ROCPD_COPIES_OF(CALL_START) | ROCPD_COPIES_OF(CALL_END) | ROCPD_COPIES_OF(STACK) | ROCPD_COPIES_OF(ID) |
                             ROCPD_COPIES_OF(SRC_AGENT) | ROCPD_COPIES_OF(DST_AGENT) | ROCPD_COPIES_OF(PID) | ROCPD_COPIES_OF(GUID) | ROCPD_COPIES_OF(SOURCE),
                           err);
  for (int i = 0; rc == SQLITE_OK && i < REASONS; i++) rc = add_reason(&m, (enum reason)i, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, add_rows(&m, &b));
  rocpd_copies_close(&m.copies);
  rocpd_groups_free(&m.groups), rocpd_groups_free(&m.lanes);
  sqlite3_free(m.group), sqlite3_free(m.row);
  return rocpd_rows_end(&b, rc, out, err);
}

static const char *const args[] = {"by", NULL};
ROCPD_TABLE(copy_cost) = {
  .name = "copy_cost", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .kept = ROCPD_KEPT_BY_CATEGORY, .rows = cost_rows};
