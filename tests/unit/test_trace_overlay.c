/* Batches that show some rows of another batch (overlay.h), compared with plain arrays: picked rows, times that are cut and
** moved, ranks; over columns in every form that column.h allows. */
#include "memory.h"
#include "overlay.h"
#include "test.h"

#define KIND ROCPD_KIND_PROCESS /* it has a start, an end, other times, and integers */
enum { COLUMNS = ROCPD_PROCESS_COLUMNS, MOST_ROWS = 700, RANK = COLUMNS - ROCPD_COMMON_COLUMNS + ROCPD_COMMON_rank };

static rocpd_session *session;
static rocpd_source *source;

/* ---- a batch of given values */

typedef struct given_batch {
  rocpd_batch base;
  int64_t value[COLUMNS][MOST_ROWS];
  rocpd_column *column[COLUMNS]; /* the form in which it gives them */
} given_batch;

static int given_decode(rocpd_batch *base, int c, rocpd_column **out, rocpd_error *err) {
  *out = rocpd_column_copy(((given_batch *)base)->column[c]);
  return *out ? SQLITE_OK : rocpd_no_memory(err);
}
static bool given_zone(rocpd_batch *base, int c, int64_t *min, int64_t *max) {
  const rocpd_column *column = ((given_batch *)base)->column[c];
  *min = column->min;
  *max = column->max;
  return true;
}
static void given_free(rocpd_batch *base) {
  for (int c = 0; c < COLUMNS; c++) sqlite3_free(((given_batch *)base)->column[c]);
}
static void given_close(rocpd_source *s) { rocpd_source_free(s); }
static const rocpd_source_class given = {.name = "given", .close = given_close, .batch = {.decode = given_decode, .zone = given_zone, .free = given_free}};

/* Values one after the other in memory, as column_of makes them, or as steps or a dictionary. */
static rocpd_column *steps(int64_t base, int64_t step, uint32_t rows) {
  rocpd_column *c = sqlite3_malloc64(sizeof(*c));
  int64_t end = base + step * ((int64_t)rows - 1);
  *c = (rocpd_column){.base = base, .step = step, .min = step < 0 ? end : base, .max = step < 0 ? base : end};
  return c;
}

static int64_t drawn(int mode) {
  switch (mode) {
    case 0: return 1000 + test_draw(200);
    case 1: return test_draw(60000) - 30000;
    case 2: return test_draw(INT32_MAX) - 5;
    case 3: return (int64_t)(test_random() >> 3) - (INT64_C(1) << 60);
    case 4: return test_draw(2) ? ROCPD_MAX_TIME - 1 - test_draw(50) : -ROCPD_MAX_TIME + 1 + test_draw(50);
    default: return test_draw(4) ? drawn(test_draw(3) ? mode - 5 : 0) : ROCPD_NULL;
  }
}

static rocpd_column *dictionary(int mode, uint32_t rows) {
  uint32_t n = 1 + (uint32_t)test_draw(20);
  bool nulls = test_draw(2);
  rocpd_column *c = sqlite3_malloc64(sizeof(*c) + n * 8 + rows);
  int64_t *dict = (int64_t *)(c + 1);
  uint8_t *code = (uint8_t *)(dict + n);
  *c = (rocpd_column){.width = 1, .nulls = nulls, .data = code, .dict = dict, .ndict = n, .min = INT64_MAX, .max = INT64_MIN};
  for (uint32_t i = 0; i < n; i++) {
    dict[i] = drawn(mode);
    if (dict[i] == ROCPD_NULL) continue;
    if (dict[i] < c->min) c->min = dict[i];
    if (dict[i] > c->max) c->max = dict[i];
  }
  for (uint32_t i = 0; i < rows; i++) code[i] = nulls && !test_draw(5) ? UINT8_MAX : (uint8_t)test_draw(n);
  return c;
}

static rocpd_column *some_column(uint32_t rows) {
  int64_t v[MOST_ROWS];
  int form = (int)test_draw(16);
  if (form < 2) return steps(drawn((int)test_draw(3)), test_draw(2000) - 1000, rows);
  if (form < 6) return dictionary((int)test_draw(10), rows);
  for (uint32_t i = 0; i < rows; i++) v[i] = drawn(form < 15 ? form - 6 : 9);
  return rocpd_column_of(v, rows);
}

static given_batch *some_batch(uint32_t rows, uint32_t *row) {
  given_batch *b = (given_batch *)rocpd_batch_new(source, KIND, sizeof(*b));
  const rocpd_kind *k = &rocpd_kinds[KIND];
  b->base.rows = rows;
  b->base.lane = 3;
  b->base.first_rowid = 5000;
  b->base.row = row;
  b->base.min_time = INT64_MAX;
  b->base.max_time = INT64_MIN;
  for (int c = 0; c < COLUMNS; c++) {
    b->column[c] = some_column(rows);
    rocpd_column_get(b->column[c], 0, rows, b->value[c]);
    if (c != k->start && c != k->end) continue;
    if (b->column[c]->min < b->base.min_time) b->base.min_time = b->column[c]->min;
    if (b->column[c]->max > b->base.max_time) b->base.max_time = b->column[c]->max;
  }
  return b;
}

/* ---- what should be shown */

static int64_t shown(const given_batch *b, const rocpd_overlay_spec *s, const uint32_t *pick, int c, uint32_t i) {
  const rocpd_kind *k = &rocpd_kinds[KIND];
  int64_t v = b->value[c][pick ? pick[i] : i];
  if (s->has_rank && c == RANK) return s->rank;
  if (!(k->column[c].flags & ROCPD_C_TIMES) || v == ROCPD_NULL) return v;
  __int128 t = (__int128)v + s->add_ns;
  if (s->add_ns && (t <= -ROCPD_MAX_TIME || t >= ROCPD_MAX_TIME)) return ROCPD_NULL;
  if (s->cut && (c == k->start || c == k->end)) return t < s->from ? s->from : t > s->to ? s->to : (int64_t)t;
  return (int64_t)t;
}

static void check_column(rocpd_batch *o, const given_batch *b, const rocpd_overlay_spec *s, const uint32_t *pick, int c) {
  const rocpd_column *column;
  int64_t low, high, wrong = 0, least = INT64_MAX, most = INT64_MIN;
  bool zone = rocpd_batch_zone(o, c, &low, &high);
  CHECK_INT(rocpd_batch_column(o, c, &column, NULL), SQLITE_OK);
  for (uint32_t i = 0; i < o->rows; i++) {
    int64_t want = shown(b, s, pick, c, i);
    wrong += rocpd_column_at(column, i) != want;
    if (want == ROCPD_NULL) continue;
    if (want < least) least = want;
    if (want > most) most = want;
  }
  if (wrong)
    printf("# column %d (%s): %lld rows of %u, first %lld not %lld\n", c, rocpd_kinds[KIND].column[c].name, (long long)wrong, o->rows,
           (long long)rocpd_column_at(column, 0), (long long)shown(b, s, pick, c, 0));
  CHECK_INT(wrong, 0);
  if (rocpd_kinds[KIND].column[c].type == ROCPD_TEXT) return;
  CHECK(least > most || (column->min <= least && column->max >= most));
  if (zone) CHECK(least > most || (low <= least && high >= most));
  /* Times that are picked or cut have no wider bounds than necessary. */
  const rocpd_kind *k = &rocpd_kinds[KIND];
  if ((k->column[c].flags & ROCPD_C_TIMES) && (pick || (s->cut && (c == k->start || c == k->end)))) CHECK(column->min == least && column->max == most);
}

static void check(rocpd_batch *o, const given_batch *b, const rocpd_overlay_spec *s, const uint32_t *pick) {
  CHECK(o->rows == s->rows && o->kind == KIND && o->lane == 3 && o->source == source && o->refs == 1);
  for (uint32_t i = 0; i < o->rows; i++) {
    uint32_t at = pick ? pick[i] : i;
    int64_t rowid = 5000 + (b->base.row ? b->base.row[at] : at);
    if (o->first_rowid + (o->row ? o->row[i] : i) != rowid) CHECK_INT(o->first_rowid + (o->row ? o->row[i] : i), rowid);
  }
  for (int c = 0; c < COLUMNS; c++) check_column(o, b, s, pick, c);
  const rocpd_kind *k = &rocpd_kinds[KIND];
  for (uint32_t i = 0; i < o->rows; i++) {
    int64_t t = shown(b, s, pick, k->start, i), u = shown(b, s, pick, k->end, i);
    if ((t != ROCPD_NULL && (t < o->min_time || t > o->max_time)) || (u != ROCPD_NULL && (u < o->min_time || u > o->max_time)))
      CHECK(!"times are within the batch's");
  }
}

/* ---- selections */

static uint32_t *some_rows(uint32_t of, uint32_t *n) {
  uint32_t *pick = sqlite3_malloc64(of * sizeof(*pick) + 1);
  *n = 0;
  if (test_draw(3) == 0) { /* some consecutive rows */
    uint32_t first = (uint32_t)test_draw(of), last = first + (uint32_t)test_draw(of - first);
    for (uint32_t i = first; i <= last; i++) pick[(*n)++] = i;
  } else {
    int64_t keep = 1 + test_draw(10);
    for (uint32_t i = 0; i < of; i++)
      if (test_draw(10) < keep) pick[(*n)++] = i;
  }
  return pick;
}

static int64_t some_offset(void) {
  static const int64_t odd[] = {
    0, 1, -1, 1000, -70000, 300, INT64_C(1) << 40, -(INT64_C(1) << 61), ROCPD_MAX_TIME - 1, -ROCPD_MAX_TIME + 1, ROCPD_MAX_TIME / 2};
  return odd[test_draw(sizeof(odd) / sizeof(*odd))];
}

static rocpd_overlay_spec some_selection(uint32_t rows) {
  rocpd_overlay_spec s = {.rows = rows, .cut = test_draw(2), .add_ns = test_draw(3) ? some_offset() : 0, .has_rank = test_draw(2)};
  s.from = drawn((int)test_draw(4));
  s.to = s.from + test_draw(1000);
  if (s.has_rank) s.rank = test_draw(4) ? test_draw(100) : ROCPD_NULL;
  if (test_draw(3)) s.pick = some_rows(rows, &s.rows);
  return s;
}

static void selections(void) {
  for (int i = 0; i < 700; i++) {
    uint32_t rows = i % 10 ? 1 + (uint32_t)test_draw(60) : 1 + (uint32_t)test_draw(MOST_ROWS), row[MOST_ROWS], pick[MOST_ROWS];
    for (uint32_t k = 0, at = 0; k < rows; k++) row[k] = at += 1 + (uint32_t)test_draw(3);
    given_batch *b = some_batch(rows, i % 2 ? row : NULL);
    rocpd_overlay_spec s = some_selection(rows);
    if (s.pick) memcpy(pick, s.pick, s.rows * sizeof(*pick));
    rocpd_batch *o = rocpd_overlay(&b->base, &s);
    CHECK_INT(b->base.refs, 2);
    rocpd_batch_unref(&b->base); /* the overlay keeps it */
    check(o, b, &s, s.pick ? pick : NULL);
    rocpd_batch_unref(o);
  }
  CHECK_INT(rocpd_session_sources(session) == source, 1);
}

/* One over another: a window over what rocpd_align has moved. */
static void twice(void) {
  for (int i = 0; i < 100; i++) {
    uint32_t rows = 1 + (uint32_t)test_draw(200);
    given_batch *b = some_batch(rows, NULL);
    rocpd_overlay_spec first = {.rows = rows, .add_ns = some_offset(), .has_rank = true, .rank = 7}, second = {.cut = true, .from = -5000, .to = 5000};
    rocpd_batch *moved = rocpd_overlay(&b->base, &first);
    second.pick = some_rows(rows, &second.rows);
    uint32_t *pick = malloc(rows * sizeof(*pick));
    memcpy(pick, second.pick, second.rows * sizeof(*pick));
    rocpd_batch *o = rocpd_overlay(moved, &second);
    rocpd_batch_unref(moved);
    rocpd_overlay_spec both = second;
    both.add_ns = first.add_ns;
    both.has_rank = true;
    both.rank = 7;
    rocpd_batch_unref(&b->base);
    check(o, b, &both, pick);
    free(pick);
    rocpd_batch_unref(o);
  }
}

/* Only what is stated of the source makes another batch. */
static void as_said(void) {
  for (int form = 0; form < 4; form++) {
    given_batch *b = some_batch(50, NULL);
    source->said.offset_ns = form & 1 ? 1234 : 0;
    source->said.has_rank = form & 2;
    source->said.rank = 17;
    rocpd_batch *o = rocpd_overlay_as_said(&b->base);
    CHECK(form ? o != &b->base : o == &b->base);
    CHECK_INT(b->base.refs, 2);
    rocpd_overlay_spec s = {.rows = 50, .add_ns = source->said.offset_ns, .has_rank = source->said.has_rank, .rank = 17};
    if (form) check(o, b, &s, NULL);
    rocpd_batch_unref(o);
    CHECK_INT(b->base.refs, 1);
    rocpd_batch_unref(&b->base);
  }
  source->said.offset_ns = 0;
  source->said.has_rank = false;
}

/* Values that are shown unchanged take no memory per row. */
static void shares(void) {
  int64_t v[MOST_ROWS];
  for (int i = 0; i < MOST_ROWS; i++) v[i] = i * 7;
  given_batch *b = some_batch(MOST_ROWS, NULL);
  int start = rocpd_kinds[KIND].start;
  sqlite3_free(b->column[start]), b->column[start] = rocpd_column_of(v, MOST_ROWS);
  sqlite3_free(b->column[ROCPD_PROCESS_pid]), b->column[ROCPD_PROCESS_pid] = rocpd_column_of(v, MOST_ROWS);
  rocpd_overlay_spec s = {.rows = MOST_ROWS, .add_ns = 1000};
  rocpd_batch *o = rocpd_overlay(&b->base, &s);
  const rocpd_column *c;
  CHECK_INT(rocpd_batch_column(o, start, &c, NULL), SQLITE_OK);
  CHECK(c->data == b->column[start]->data && rocpd_column_at(c, 3) == 1021);
  CHECK_INT(rocpd_batch_column(o, ROCPD_PROCESS_pid, &c, NULL), SQLITE_OK);
  CHECK(c->data == b->column[ROCPD_PROCESS_pid]->data);
  rocpd_batch_unref(o);
  rocpd_batch_unref(&b->base);
}

static void out_of_memory(void) {
  int failures = 0;
  for (int i = 0; i < 40; i++) {
    uint32_t row[40];
    for (uint32_t k = 0; k < 40; k++) row[k] = 2 * k;
    given_batch *b = some_batch(40, row);
    for (long nth = 1;; nth++) {
      rocpd_overlay_spec s = {.cut = i & 1, .from = -100, .to = 100, .add_ns = 5};
      s.pick = i & 2 ? some_rows(40, &s.rows) : (s.rows = 40, NULL);
      memory_fail_at(nth);
      rocpd_batch *o = rocpd_overlay(&b->base, &s);
      int rc = o ? SQLITE_OK : SQLITE_NOMEM;
      for (int c = 0; o && rc == SQLITE_OK && c < COLUMNS; c++) {
        const rocpd_column *column;
        rocpd_error err = {0};
        rc = rocpd_batch_column(o, c, &column, &err);
        rocpd_error_clear(&err);
      }
      bool failed = memory_failed();
      CHECK_INT(rc, failed ? SQLITE_NOMEM : SQLITE_OK);
      if (o) rocpd_batch_unref(o);
      CHECK_INT(b->base.refs, 1);
      failures += failed;
      if (!failed) break;
    }
    rocpd_batch_unref(&b->base);
  }
  CHECK(failures > 300);
}

int main(void) {
  memory_begin();
  CHECK_INT(rocpd_session_new(NULL, &session), SQLITE_OK);
  source = rocpd_source_new(session, &given, "given", sizeof(*source));
  RUN(selections);
  RUN(twice);
  RUN(as_said);
  RUN(shares);
  RUN(out_of_memory);
  given_close(source);
  rocpd_session_free(session);
  CHECK_INT(sqlite3_memory_used(), 0);
  return test_result();
}
