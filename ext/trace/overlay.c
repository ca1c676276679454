/* See overlay.h. */
#include "overlay.h"

typedef struct select_batch {
  rocpd_batch base; /* must be first */
  rocpd_batch *parent; /* with a reference */
  rocpd_overlay_spec of;
} select_batch;

/* ---- rows */

/* Consecutive rows share the parent's data, from the first row on. */
static rocpd_column *slice(const rocpd_column *c, uint32_t first) {
  rocpd_column *out = rocpd_column_copy(c);
  if (!out) return NULL;
  if (c->width) out->data = (const uint8_t *)c->data + (size_t)first * c->width;
  out->base = (int64_t)((uint64_t)c->base + (uint64_t)first * (uint64_t)c->step);
  return out;
}

static rocpd_column *gather(const rocpd_column *c, const uint32_t *pick, uint32_t rows) {
  int64_t *code = sqlite3_malloc64((uint64_t)rows * sizeof(*code) + 1);
  if (!code) return NULL;
  for (uint32_t i = 0; i < rows; i++) code[i] = rocpd_column_code(c, pick[i]);
  rocpd_column *out = rocpd_column_of(code, rows);
  sqlite3_free(code);
  if (out && c->dict) {
    out->dict = c->dict;
    out->ndict = c->ndict;
    out->low = c->low;
    out->min = c->min;
    out->max = c->max;
  }
  return out;
}

static rocpd_column *selected(const select_batch *b, const rocpd_column *c) {
  const uint32_t *pick = b->of.pick;
  uint32_t rows = b->base.rows;
  if (!pick || !rows) return slice(c, 0);
  if (pick[rows - 1] - pick[0] == rows - 1) return slice(c, pick[0]);
  return gather(c, pick, rows);
}

/* ---- times */

/* NULL if the moved time would exceed the limits of all times (see source.h). */
static int64_t moved(int64_t t, int64_t add) {
  int64_t sum;
  if (t == ROCPD_NULL || !add) return t;
  return __builtin_add_overflow(t, add, &sum) || !rocpd_is_time(sum) ? ROCPD_NULL : sum;
}

static int64_t brought_in(int64_t t, int64_t from, int64_t to) { return t < from ? from : t > to ? to : t; }

/* The values of a time, which is usually no dictionary column. Their bounds are exact: a slice of a column would have the bounds of the whole. */
static rocpd_column *times(const select_batch *b, const rocpd_column *c, bool cut) {
  const rocpd_overlay_spec *s = &b->of;
  uint32_t rows = b->base.rows;
  int64_t *v = sqlite3_malloc64((uint64_t)rows * sizeof(*v) + 1);
  if (!v) return NULL;
  if (s->pick)
    for (uint32_t i = 0; i < rows; i++) v[i] = rocpd_column_at(c, s->pick[i]);
  else
    rocpd_column_get(c, 0, rows, v);
  for (uint32_t i = 0; i < rows; i++) {
    v[i] = moved(v[i], s->add_ns);
    if (cut && v[i] != ROCPD_NULL) v[i] = brought_in(v[i], s->from, s->to);
  }
  rocpd_column *out = rocpd_column_of(v, rows);
  sqlite3_free(v);
  return out;
}

/* A time of all rows that is only moved: usually the parent's data with another base. */
static rocpd_column *rebased(const select_batch *b, const rocpd_column *c) {
  int64_t add = b->of.add_ns;
  bool fits = c->min <= c->max && moved(c->min, add) != ROCPD_NULL && moved(c->max, add) != ROCPD_NULL;
  return fits ? rocpd_column_shifted(c, b->base.rows, add) : times(b, c, false);
}

/* ---- the class */

static bool is_time(const select_batch *b, int index) { return rocpd_kinds[b->base.kind].column[index].flags & ROCPD_C_TIMES; }

static bool is_cut(const select_batch *b, int index) {
  return b->of.cut && (rocpd_kinds[b->base.kind].column[index].flags & (ROCPD_C_START | ROCPD_C_END));
}

static bool is_rank(const select_batch *b, int index) {
  return index == rocpd_kinds[b->base.kind].columns - ROCPD_COMMON_COLUMNS + ROCPD_COMMON_rank;
}

/* The duration of cut rows: NULL if it was NULL. */
static int cut_duration(select_batch *b, const rocpd_column *c, rocpd_column **out, rocpd_error *err) {
  const rocpd_column *start, *end;
  uint32_t rows = b->base.rows;
  int rc = rocpd_batch_times(&b->base, &start, &end, err);
  int64_t *v = rc == SQLITE_OK ? sqlite3_malloc64((uint64_t)rows * sizeof(*v) + 1) : NULL;
  for (uint32_t i = 0; v && i < rows; i++) {
    int64_t from = rocpd_column_at(start, i), to = rocpd_column_at(end, i);
    bool known = from != ROCPD_NULL && to != ROCPD_NULL && rocpd_column_at(c, b->of.pick ? b->of.pick[i] : i) != ROCPD_NULL;
    v[i] = known ? to - from : ROCPD_NULL;
  }
  *out = v ? rocpd_column_of(v, rows) : NULL;
  sqlite3_free(v);
  return rc;
}

static bool is_cut_duration(const select_batch *b, int index) {
  const rocpd_kind *kind = &rocpd_kinds[b->base.kind];
  return b->of.cut && kind->start >= 0 && kind->end >= 0 && kind->start != kind->end && !strcmp(kind->column[index].name, "duration");
}

static int select_decode(rocpd_batch *base, int index, rocpd_column **out, rocpd_error *err) {
  select_batch *b = (select_batch *)base;
  const rocpd_column *c;
  int rc = rocpd_batch_column(b->parent, index, &c, err);
  if (rc != SQLITE_OK) return rc;
  *out = NULL;
  if (b->of.has_rank && is_rank(b, index)) *out = rocpd_column_constant(b->of.rank);
  else if (is_cut_duration(b, index)) rc = cut_duration(b, c, out, err);
  else if (!is_time(b, index)) *out = selected(b, c);
  else if (b->of.pick || is_cut(b, index)) *out = times(b, c, is_cut(b, index));
  else *out = rebased(b, c);
  return rc != SQLITE_OK || *out ? rc : rocpd_no_memory(err);
}

/* The parent's bounds also hold for some of its rows. */
static bool select_zone(rocpd_batch *base, int index, int64_t *min, int64_t *max) {
  select_batch *b = (select_batch *)base;
  if (is_time(b, index) && (b->of.cut || b->of.add_ns)) return false; /* min_time and max_time say it */
  if (b->of.has_rank && is_rank(b, index)) return *min = *max = b->of.rank, true;
  return rocpd_batch_zone(b->parent, index, min, max);
}

static void select_free(rocpd_batch *base) {
  select_batch *b = (select_batch *)base;
  for (int i = 0; i < 2; i++) sqlite3_free(base->owner_type[i]);
  if (base->row != b->of.pick && base->row != b->parent->row) sqlite3_free((uint32_t *)base->row);
  sqlite3_free(b->of.pick);
  rocpd_batch_unref(b->parent);
}

static const rocpd_batch_class select_class = {.decode = select_decode, .zone = select_zone, .free = select_free};

/* ---- making */

/* A bound of the parent's times, as the batch shows it. */
static int64_t shown_bound(const rocpd_overlay_spec *s, int64_t t) {
  if (rocpd_is_time(t)) t += s->add_ns; /* else the bound is unknown */
  return s->cut ? brought_in(t, s->from, s->to) : t;
}

static bool number_rows(select_batch *b) {
  const uint32_t *row = b->parent->row, *pick = b->of.pick;
  b->base.row = row && !pick ? row : pick;
  if (!row || !pick) return true;
  uint32_t *both = sqlite3_malloc64((uint64_t)b->base.rows * sizeof(*both) + 1);
  if (!both) return false;
  for (uint32_t i = 0; i < b->base.rows; i++) both[i] = row[pick[i]];
  b->base.row = both;
  return true;
}

rocpd_batch *rocpd_overlay(rocpd_batch *parent, const rocpd_overlay_spec *selection) {
  select_batch *b = (select_batch *)rocpd_batch_over(parent, parent->kind, &select_class, selection->rows, sizeof(*b));
  if (!b) {
    sqlite3_free(selection->pick);
    return NULL;
  }
  b->parent = parent;
  b->of = *selection;
  if (parent->min_time <= parent->max_time) {
    b->base.min_time = shown_bound(selection, parent->min_time);
    b->base.max_time = shown_bound(selection, parent->max_time);
  }
  bool done = number_rows(b);
  rocpd_keep_count(&b->base.keep, (int64_t)sqlite3_msize(b->of.pick));
  for (int i = 0; done && i < 2 && parent->owner_type[i]; i++) done = (b->base.owner_type[i] = selected(b, parent->owner_type[i])) != NULL;
  if (done) return &b->base;
  rocpd_batch_unref(&b->base);
  return NULL;
}

/* If a column cannot be read, the bounds are those of all rows. */
static void find_bounds(rocpd_batch *b) {
  const rocpd_kind *k = &rocpd_kinds[b->kind];
  int64_t min = INT64_MAX, max = INT64_MIN;
  for (int i = 0; i < 2 && k->start >= 0 && k->end >= 0; i++) {
    const rocpd_column *c;
    rocpd_error why = {0};
    int rc = rocpd_batch_column(b, i ? k->end : k->start, &c, &why);
    rocpd_error_clear(&why);
    if (rc != SQLITE_OK) return;
    for (uint32_t row = 0; row < b->rows; row++) {
      int64_t t = rocpd_column_at(c, row);
      if (t == ROCPD_NULL) continue;
      if (t < min) min = t;
      if (t > max) max = t;
    }
  }
  b->min_time = min, b->max_time = max;
}

int rocpd_overlay_kept(rocpd_batch *b, const uint8_t *keep, rocpd_batch **out, rocpd_error *err) {
  uint32_t rows = 0, n = 0;
  *out = NULL;
  for (uint32_t i = 0; keep && i < b->rows; i++) rows += keep[i] != 0;
  if (!keep || rows == b->rows) return b->refs++, *out = b, SQLITE_OK;
  if (!rows) return SQLITE_OK;
  uint32_t *pick = sqlite3_malloc64((uint64_t)rows * sizeof(*pick));
  if (!pick) return rocpd_no_memory(err);
  for (uint32_t i = 0; i < b->rows; i++)
    if (keep[i]) pick[n++] = i;
  if (!(*out = rocpd_overlay(b, &(rocpd_overlay_spec){.pick = pick, .rows = rows}))) return rocpd_no_memory(err);
  find_bounds(*out);
  return SQLITE_OK;
}

rocpd_batch *rocpd_overlay_as_said(rocpd_batch *b) {
  const rocpd_source *source = b->source;
  const rocpd_kind *k = &rocpd_kinds[b->kind];
  bool times = false;
  for (int c = 0; c < k->columns; c++) times |= (k->column[c].flags & ROCPD_C_TIMES) != 0;
  if (!(source->said.offset_ns && times) && !source->said.has_rank) return b->refs++, b;
  return rocpd_overlay(b, &(rocpd_overlay_spec){.rows = b->rows, .add_ns = source->said.offset_ns, .has_rank = source->said.has_rank,
                                                .rank = source->said.rank});
}
