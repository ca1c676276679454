/* See summed.h. */
#include "summed.h"
#include <math.h>
#include "frame_tree.h"
#include "intern.h"
#include "marker.h"

/* ---- rows of `aggregated` */

typedef struct summed_batch {
  rocpd_batch *batch;
  const rocpd_column *column[ROCPD_AGGREGATE_COLUMNS]; /* those that were asked for */
} summed_batch;

static int64_t at(const summed_batch *b, int column, uint32_t row) { return rocpd_column_at(b->column[column], row); }

static int open_columns(summed_batch *b, const int *column, int n, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < n; i++) rc = rocpd_batch_column(b->batch, column[i], &b->column[column[i]], err);
  return rc;
}

/* Can durations with this number, sum, minimum and maximum have these squares? They are at least those of equal durations, and at most those of durations
** that are all either the minimum or the maximum. Rounding is allowed for. */
static bool squares_agree(const rocpd_stat_slot *s) {
  if (rocpd_squares_overflow(s)) return true; /* they are not used */
  long double n = (long double)s->ended, sum = (long double)s->sum, squares = (long double)s->squares, min = (long double)s->min, max = (long double)s->max;
  long double slack = n * fmaxl(min * min, max * max) * 1e-15L;
  return squares >= sum * sum / n - slack && squares <= (min + max) * sum - n * min * max + slack;
}

/* The sums of a row; false: they contradict themselves. */
static bool read_sums(const summed_batch *b, uint32_t row, rocpd_stat_slot *s) {
  int64_t calls = at(b, ROCPD_AGGREGATE_calls, row), ended = at(b, ROCPD_AGGREGATE_ended, row);
  int64_t high = at(b, ROCPD_AGGREGATE_squares_high, row), low = at(b, ROCPD_AGGREGATE_squares_low, row);
  rocpd_statistics_class.init(s, 1, NULL);
  if (calls < 0 || ended < 0 || ended > calls) return false;
  s->rows = (uint64_t)calls, s->ended = (uint64_t)ended;
  if (!ended) return true;
  s->sum = at(b, ROCPD_AGGREGATE_sum_ns, row), s->min = at(b, ROCPD_AGGREGATE_min_ns, row), s->max = at(b, ROCPD_AGGREGATE_max_ns, row);
  s->squares = (rocpd_squares128)(uint64_t)high << 64 | (uint64_t)low; /* INT64_MIN, which reads as NULL, is a number here */
  return s->min != ROCPD_NULL && s->min <= s->max && s->sum >= (rocpd_sum128)s->min * ended && s->sum <= (rocpd_sum128)s->max * ended && squares_agree(s);
}

static const char *name_of(const rocpd_summed_row *x) {
  return x->name == ROCPD_NULL ? "(no name)" : rocpd_string(x->batch->source->session, x->name, NULL);
}

int rocpd_summed_contradicts(const rocpd_summed_row *x, rocpd_error *err) {
  return rocpd_fail(err, SQLITE_CORRUPT, "%s: row %u of aggregated contradicts itself ('%s'): counts, sums and extremes do not agree", x->batch->source->path,
                    x->row + 1, name_of(x));
}

int rocpd_summed_lacks(const rocpd_summed_row *x, const char *table, const char *column, rocpd_error *err) {
  return rocpd_fail(err, ROCPD_ERROR_SUMS, "%s: %llu events '%s' are known as sums only (table aggregated), without their %s", table,
                    (unsigned long long)x->sums.rows, name_of(x), column);
}

int rocpd_summed_divided(const rocpd_summed_row *x, const char *table, rocpd_error *err) {
  return rocpd_fail(err, ROCPD_ERROR_SUMS, "%s: %llu events '%s' are known as a sum only (table aggregated), which the time window would divide", table,
                    (unsigned long long)x->sums.rows, name_of(x));
}

/* Leaves out what is not in the time window: events that have not ended are in none. */
static int take_window(rocpd_snapshot *s, const char *table, rocpd_summed_row *x, int64_t start, int64_t end, bool *inside, rocpd_error *err) {
  const rocpd_window *w = rocpd_snapshot_window(s);
  *inside = !w || x->sums.ended;
  if (!w || !x->sums.ended) return SQLITE_OK;
  bool known = start != ROCPD_NULL && end != ROCPD_NULL;
  *inside = known && start >= w->start && end <= w->end;
  if (!*inside) return known && !rocpd_overlaps_window(start, end, w->start, w->end) ? SQLITE_OK : rocpd_summed_divided(x, table, err);
  x->unended = x->sums.rows - x->sums.ended, x->sums.rows = x->sums.ended;
  return SQLITE_OK;
}

static int expect_no_filter(rocpd_snapshot *s, const char *table, rocpd_error *err) {
  if (!rocpd_snapshot_filter(s)) return SQLITE_OK;
  return rocpd_fail(err, ROCPD_ERROR_SUMS, "%s: events are known as sums only (table aggregated), among which rocpd_filter() cannot choose", table);
}

static const int sum_columns[] = {ROCPD_AGGREGATE_rows_of, ROCPD_AGGREGATE_category, ROCPD_AGGREGATE_has_rows, ROCPD_AGGREGATE_calls, ROCPD_AGGREGATE_name,
  ROCPD_AGGREGATE_ended, ROCPD_AGGREGATE_sum_ns, ROCPD_AGGREGATE_min_ns, ROCPD_AGGREGATE_max_ns, ROCPD_AGGREGATE_squares_high, ROCPD_AGGREGATE_squares_low, ROCPD_AGGREGATE_start,
  ROCPD_AGGREGATE_end, ROCPD_AGGREGATE_longest_start};
enum { COUNTING_COLUMNS = 4 }; /* of these, those that say how many events there are */

static bool stands_alone(const summed_batch *b, uint32_t row) {
  int64_t has_rows = at(b, ROCPD_AGGREGATE_has_rows, row);
  return has_rows == ROCPD_NULL || has_rows == 0;
}

/* The kinds that rows of `aggregated` can stand for; rows that name other tables are nobody's. */
static const int summed_kinds[] = {ROCPD_KIND_KERNEL, ROCPD_KIND_COPY, ROCPD_KIND_REGION, ROCPD_KIND_SAMPLE, ROCPD_KIND_ALLOCATION};
enum { KINDS = sizeof summed_kinds / sizeof *summed_kinds };

static int intern_name(rocpd_session *session, int kind, int64_t *name, rocpd_error *err) {
  return rocpd_fail_code(err, rocpd_intern(session, rocpd_kinds[kind].name, -1, name));
}

typedef struct counting {
  int64_t rows_of[KINDS];
  int kinds;
  bool (*is)(const void *arg, const char *category); /* NULL: of any category */
  const void *arg;
} counting;

static bool counts(const counting *c, const summed_batch *b, uint32_t row) {
  int64_t rows_of = at(b, ROCPD_AGGREGATE_rows_of, row);
  bool of_kind = false;
  for (int k = 0; k < c->kinds; k++) of_kind |= rows_of == c->rows_of[k];
  if (!of_kind || !stands_alone(b, row)) return false;
  int64_t category = at(b, ROCPD_AGGREGATE_category, row);
  return !c->is || c->is(c->arg, category == ROCPD_NULL ? NULL : rocpd_string(b->batch->source->session, category, NULL));
}

static int count_events(rocpd_session *session, rocpd_batch *const *batch, size_t n, int kind, counting *c, int64_t *events, rocpd_error *err) {
  int rc = SQLITE_OK;
  *events = 0;
  if (!n) return rc;
  c->kinds = kind == ROCPD_KIND_NONE ? KINDS : 1;
  for (int k = 0; rc == SQLITE_OK && k < c->kinds; k++) rc = intern_name(session, c->kinds > 1 ? summed_kinds[k] : kind, &c->rows_of[k], err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    summed_batch b = {.batch = batch[i]};
    rc = open_columns(&b, sum_columns, COUNTING_COLUMNS, err);
    for (uint32_t r = 0; rc == SQLITE_OK && r < batch[i]->rows; r++) {
      int64_t calls = at(&b, ROCPD_AGGREGATE_calls, r);
      if (calls > 0 && counts(c, &b, r)) *events = rocpd_add(*events, calls);
    }
  }
  return rc;
}

int rocpd_summed_events(rocpd_snapshot *s, int kind, int64_t *events, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  int rc = rocpd_snapshot_batches(s, ROCPD_KIND_AGGREGATE, &batch, &n, err);
  *events = 0;
  return rc == SQLITE_OK ? count_events(rocpd_snapshot_session(s), batch, n, kind, &(counting){.is = NULL}, events, err) : rc;
}

int rocpd_summed_of(rocpd_snapshot *s, rocpd_source *source, int kind, bool (*is)(const void *arg, const char *category), const void *arg, int64_t *events,
                    rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  int rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_AGGREGATE, &batch, &n, err);
  *events = 0;
  return rc == SQLITE_OK ? count_events(rocpd_snapshot_session(s), batch, n, kind, &(counting){.is = is, .arg = arg}, events, err) : rc;
}

static int each_row(rocpd_snapshot *s, const char *table, int kind, const summed_batch *b, uint32_t row,
                    int (*fn)(void *arg, const rocpd_summed_row *x, rocpd_error *err), void *arg, rocpd_error *err) {
  rocpd_summed_row x = {.batch = b->batch, .row = row, .name = at(b, ROCPD_AGGREGATE_name, row), .longest_start = at(b, ROCPD_AGGREGATE_longest_start, row)};
  bool inside = false;
  int rc = read_sums(b, row, &x.sums) ? (kind == ROCPD_KIND_STACK ? SQLITE_OK : expect_no_filter(s, table, err)) : rocpd_summed_contradicts(&x, err);
  if (rc == SQLITE_OK) rc = take_window(s, table, &x, at(b, ROCPD_AGGREGATE_start, row), at(b, ROCPD_AGGREGATE_end, row), &inside, err);
  return rc == SQLITE_OK && inside ? fn(arg, &x, err) : rc;
}

static int each_of(rocpd_snapshot *s, rocpd_batch **batch, size_t n, const char *table, int kind,
                   int (*fn)(void *arg, const rocpd_summed_row *x, rocpd_error *err), void *arg, rocpd_error *err) {
  int64_t rows_of = ROCPD_NULL;
  int rc = SQLITE_OK;
  if (n) rc = intern_name(rocpd_snapshot_session(s), kind, &rows_of, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    summed_batch b = {.batch = batch[i]};
    rc = open_columns(&b, sum_columns, (int)(sizeof sum_columns / sizeof *sum_columns), err);
    for (uint32_t r = 0; rc == SQLITE_OK && r < batch[i]->rows; r++)
      if (at(&b, ROCPD_AGGREGATE_rows_of, r) == rows_of && stands_alone(&b, r)) rc = each_row(s, table, kind, &b, r, fn, arg, err);
  }
  return rc;
}

int rocpd_summed_each(rocpd_snapshot *s, const char *table, int kind, int (*fn)(void *arg, const rocpd_summed_row *x, rocpd_error *err), void *arg,
                      rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  int rc = rocpd_snapshot_batches(s, ROCPD_KIND_AGGREGATE, &batch, &n, err);
  return rc == SQLITE_OK ? each_of(s, batch, n, table, kind, fn, arg, err) : rc;
}

int rocpd_summed_each_of(rocpd_snapshot *s, rocpd_source *source, const char *table, int kind,
                         int (*fn)(void *arg, const rocpd_summed_row *x, rocpd_error *err), void *arg, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  int rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_AGGREGATE, &batch, &n, err);
  return rc == SQLITE_OK ? each_of(s, batch, n, table, kind, fn, arg, err) : rc;
}

/* ---- keys */

typedef struct grouping {
  rocpd_snapshot *snapshot;
  const char *table;
  const rocpd_group_input *input;
  rocpd_keys keys;
  rocpd_frame_tree frames; /* of: */
  rocpd_source *source;
  int column[ROCPD_KEYS]; /* of `aggregated`, for keys that are columns; -1: it has none */
  int64_t key[ROCPD_KEYS];
  int (*fn)(void *arg, const int64_t *key, const rocpd_summed_row *x, rocpd_error *err);
  void *arg;
} grouping;

/* The column of `aggregated` that is a column of the kind's rows. */
static int column_like(int kind, int column) {
  static const char *const other[][2] = {{"queue", "queue_name"}, {"stream", "stream_name"}};
  const char *name = rocpd_kinds[kind].column[column].name;
  for (size_t i = 0; i < sizeof other / sizeof *other; i++)
    if (!strcmp(name, other[i][0])) name = other[i][1];
  return rocpd_kind_column(ROCPD_KIND_AGGREGATE, name);
}

static int value_of(const rocpd_summed_row *x, int column, int64_t *out, rocpd_error *err) {
  const rocpd_column *c;
  int rc = rocpd_batch_column(x->batch, column, &c, err);
  if (rc == SQLITE_OK) *out = rocpd_column_at(c, x->row);
  return rc;
}

/* Finds the agent that the events count for. *skip is set if they do not count for this side. */
static int agent_of(const grouping *g, const rocpd_summed_row *x, int64_t *agent, bool *skip, rocpd_error *err) {
  bool copies = g->input->kind == ROCPD_KIND_COPY;
  rocpd_owner own, other = {ROCPD_NULL, ROCPD_NULL}, owner[2];
  int rc = value_of(x, ROCPD_AGGREGATE_agent_id, &own.agent, err);
  if (rc == SQLITE_OK) rc = value_of(x, ROCPD_AGGREGATE_agent_type, &own.type, err);
  if (rc == SQLITE_OK && copies) rc = value_of(x, ROCPD_AGGREGATE_src_agent_id, &other.agent, err);
  if (rc == SQLITE_OK && copies) rc = value_of(x, ROCPD_AGGREGATE_src_agent_type, &other.type, err);
  if (rc != SQLITE_OK) return rc;
  int owners = rocpd_owners(own, other, g->keys.gpu, owner);
  if (g->input->side) *skip |= g->input->side > owners;
  *agent = owner[g->input->side == 2].agent;
  return SQLITE_OK;
}

static int message_of(const grouping *g, const rocpd_summed_row *x, int64_t *message, bool *skip, rocpd_error *err) {
  int64_t category;
  int rc = value_of(x, ROCPD_AGGREGATE_category, &category, err);
  if (rc == SQLITE_OK) rc = value_of(x, ROCPD_AGGREGATE_message, message, err);
  if (rc != SQLITE_OK) return rc;
  *skip |= *message == ROCPD_NULL || category == ROCPD_NULL || !rocpd_is_marker_category(rocpd_string(g->keys.session, category, NULL));
  return SQLITE_OK;
}

static int path_of(grouping *g, const rocpd_summed_row *x, int64_t *path, rocpd_error *err) {
  int64_t frame;
  int rc = value_of(x, ROCPD_AGGREGATE_frame_id, &frame, err);
  if (rc == SQLITE_OK && x->batch->source != g->source) {
    rocpd_frame_tree_free(&g->frames);
    rc = rocpd_frame_tree_make(g->snapshot, g->source = x->batch->source, &g->frames, err);
  }
  return rc == SQLITE_OK ? rocpd_fail_code(err, rocpd_frame_tree_path(&g->frames, g->keys.session, frame, path)) : rc;
}

static int read_key(grouping *g, const rocpd_summed_row *x, int k, int64_t *out, bool *skip, rocpd_error *err) {
  int key = g->input->key[k];
  const rocpd_device *d;
  int rc = SQLITE_OK;
  switch (key) {
    case ROCPD_KEY_NONE: *out = ROCPD_NULL; return SQLITE_OK;
    case ROCPD_KEY_AGENT: return agent_of(g, x, out, skip, err);
    case ROCPD_KEY_MESSAGE: return message_of(g, x, out, skip, err);
    case ROCPD_KEY_PATH: return path_of(g, x, out, err);
    case ROCPD_KEY_DEVICE:
      rc = agent_of(g, x, out, skip, err);
      if (rc != SQLITE_OK) return rc;
      d = rocpd_device_of(g->keys.device, g->keys.devices, x->batch->source, *out);
      *out = d ? d->name : ROCPD_NULL;
      return SQLITE_OK;
    default: break;
  }
  if (g->column[k] >= 0) return value_of(x, g->column[k], out, err);
  return rocpd_summed_lacks(x, g->table, rocpd_kinds[g->input->kind].column[key].name, err);
}

static int group_row(void *arg, const rocpd_summed_row *x, rocpd_error *err) {
  grouping *g = arg;
  bool skip = false;
  int rc = SQLITE_OK;
  for (int k = 0; rc == SQLITE_OK && k < g->keys.n; k++) rc = read_key(g, x, k, &g->key[k], &skip, err);
  return rc == SQLITE_OK && !skip ? g->fn(g->arg, g->key, x, err) : rc;
}

int rocpd_summed_groups(rocpd_snapshot *s, const char *table, const rocpd_group_input *input, int inputs, int keys,
                        int (*fn)(void *arg, const int64_t *key, const rocpd_summed_row *x, rocpd_error *err), void *arg, rocpd_error *err) {
  grouping g = {.snapshot = s, .table = table, .fn = fn, .arg = arg};
  int64_t events;
  int rc = rocpd_summed_events(s, ROCPD_KIND_NONE, &events, err);
  if (rc != SQLITE_OK || !events) return rc;
  rc = rocpd_keys_open(&g.keys, s, input, inputs, keys, err);
  for (int i = 0; rc == SQLITE_OK && i < inputs; i++) {
    g.input = &input[i];
    for (int k = 0; k < keys; k++) g.column[k] = input[i].key[k] >= 0 ? column_like(input[i].kind, input[i].key[k]) : -1;
    rc = rocpd_summed_each(s, table, input[i].kind, group_row, &g, err);
  }
  rocpd_frame_tree_free(&g.frames);
  return rc;
}

/* ---- statistics */

static int add_sums(void *arg, const int64_t *key, const rocpd_summed_row *x, rocpd_error *err) {
  rocpd_statistics *st = arg;
  int64_t group;
  size_t before = st->table.room;
  int rc = rocpd_group_table_add(&st->table, &rocpd_statistics_class, NULL, key, &group, err);
  if (rc == SQLITE_OK && (st->table.room > before || !st->summed)) {
    uint64_t *summed = sqlite3_realloc64(st->summed, st->table.room * sizeof *summed);
    if (!summed) return rocpd_no_memory(err);
    size_t known = st->summed ? before : 0;
    memset(summed + known, 0, (st->table.room - known) * sizeof *summed);
    st->summed = summed;
  }
  if (rc != SQLITE_OK) return rc;
  st->summed[group] = rocpd_add_counts(st->summed[group], x->sums.ended);
  return rocpd_statistics_class.merge((rocpd_stat_slot *)st->table.slot + group, &x->sums, NULL);
}

int rocpd_summed_statistics(rocpd_snapshot *s, const char *table, const rocpd_group_input *input, int inputs, int keys, rocpd_statistics *out, rocpd_error *err) {
  int rc = rocpd_statistics_make(s, input, inputs, keys, out, err);
  if (rc != SQLITE_OK) return rc;
  rc = rocpd_summed_groups(s, table, input, inputs, keys, add_sums, out, err);
  if (rc == SQLITE_OK && out->summed) rc = rocpd_statistics_again(s, input, keys, out, err);
  if (rc != SQLITE_OK) rocpd_statistics_free(out);
  return rc;
}
