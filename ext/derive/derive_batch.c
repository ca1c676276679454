/* Batches of views and their columns: see view.h.
**
** If all rows of the parent count, a column is mostly the parent's own, or has the parent's data with another dictionary; neither takes memory for each row.
** Otherwise values are computed one by one and packed. */
#include "view.h"
#include "json.h"
#include "scratch.h"

#define LANE_PART_SHIFT 28 /* a source has fewer lanes of a kind */
#define FEW_VALUES 256 /* if the ids of a batch span no more than this, they get a dictionary of their own */

static int constant(int64_t value, rocpd_column **out, rocpd_error *err) {
  *out = rocpd_column_constant(value);
  return *out ? SQLITE_OK : rocpd_no_memory(err);
}

static rocpd_scratch *take(const rocpd_view_batch *b) { return rocpd_scratch_take(b->base.source->session); }
static void give(const rocpd_view_batch *b, rocpd_scratch *s) { rocpd_scratch_give(b->base.source->session, s); }

/* ---- values of the parent */

/* The values that column c of the parent has in the rows of b. */
static void parent_values(const rocpd_view_batch *b, const rocpd_column *c, int64_t *out) {
  const uint32_t *row = b->pick;
  if (!row) rocpd_column_get(c, 0, b->base.rows, out);
  else
    for (uint32_t i = 0; i < b->base.rows; i++) out[i] = rocpd_column_at(c, row[i]);
}

static int share(const rocpd_column *c, rocpd_column **out, rocpd_error *err) {
  *out = rocpd_column_copy(c);
  return *out ? SQLITE_OK : rocpd_no_memory(err);
}

static int pack(const int64_t *value, uint32_t rows, rocpd_column **out, rocpd_error *err) {
  *out = rocpd_column_packed(value, rows);
  return *out ? SQLITE_OK : rocpd_no_memory(err);
}

static int decode_same(rocpd_view_batch *b, const rocpd_view_column *v, rocpd_column **out, rocpd_error *err) {
  const rocpd_column *c;
  int rc = rocpd_batch_column(b->parent, v->column, &c, err);
  if (rc != SQLITE_OK) return rc;
  if (!b->pick) return share(c, out, err);
  if (rocpd_column_is_constant(c)) return constant(rocpd_column_at(c, 0), out, err);
  rocpd_scratch *s = take(b);
  if (!s) return rocpd_no_memory(err);
  parent_values(b, c, s->values);
  rc = pack(s->values, b->base.rows, out, err);
  give(b, s);
  return rc;
}

/* ---- links */

static int follow(const rocpd_view_batch *b, const rocpd_view_column *v, int64_t *id, uint32_t n, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < v->hops; i++) rc = rocpd_link_map(b->links, v->hop[i].link, v->hop[i].column, id, n, err);
  return rc;
}

/* The data of the ids with a dictionary for this batch: one entry for each value of their own dictionary, or for each id from the least on. */
static int decode_few(const rocpd_view_batch *b, const rocpd_view_column *v, const rocpd_column *ids, rocpd_column **out, rocpd_error *err) {
  uint32_t n = ids->dict ? ids->ndict : (uint32_t)(ids->max - ids->min + 1);
  rocpd_column *c = sqlite3_malloc64(sizeof(*c) + n * sizeof(int64_t));
  if (!c) return rocpd_no_memory(err);
  int64_t *value = (int64_t *)(c + 1);
  for (uint32_t i = 0; i < n; i++) value[i] = ids->dict ? ids->dict[i] : ids->min + i;
  int rc = follow(b, v, value, n, err);
  if (rc != SQLITE_OK) {
    sqlite3_free(c);
    return rc;
  }
  *c = *ids;
  if (!ids->dict) c->base = (int64_t)((uint64_t)ids->base - (uint64_t)ids->min);
  c->dict = value;
  c->ndict = n;
  c->min = INT64_MAX;
  c->max = INT64_MIN;
  for (uint32_t i = 0; i < n; i++) {
    if (value[i] == ROCPD_NULL) continue;
    if (value[i] < c->min) c->min = value[i];
    if (value[i] > c->max) c->max = value[i];
  }
  *out = c;
  return SQLITE_OK;
}

/* The data of the ids with the dictionary that all batches share. */
static int decode_shared(const rocpd_attributes *a, const rocpd_column *ids, rocpd_column **out, rocpd_error *err) {
  int rc = share(ids, out, err);
  if (rc != SQLITE_OK) return rc;
  rocpd_column *c = *out;
  c->base = (int64_t)((uint64_t)ids->base - (uint64_t)a->low);
  c->dict = a->value;
  c->ndict = a->n;
  c->min = a->min;
  c->max = a->max;
  return SQLITE_OK;
}

static int decode_each(rocpd_view_batch *b, const rocpd_view_column *v, const rocpd_column *ids, rocpd_column **out, rocpd_error *err) {
  rocpd_scratch *s = take(b);
  if (!s) return rocpd_no_memory(err);
  if (v->form == ROCPD_VIEW_LINK) parent_values(b, ids, s->values);
  else rocpd_column_get(ids, 0, b->base.rows, s->values);
  int rc = follow(b, v, s->values, b->base.rows, err);
  if (rc == SQLITE_OK) rc = pack(s->values, b->base.rows, out, err);
  give(b, s);
  return rc;
}

static int decode_linked(rocpd_view_batch *b, const rocpd_view_column *v, rocpd_column **out, rocpd_error *err) {
  const rocpd_column *ids;
  const rocpd_attributes *a;
  bool own = v->form == ROCPD_VIEW_LINK_OWN;
  int rc = rocpd_batch_column(own ? &b->base : b->parent, v->column, &ids, err);
  if (rc != SQLITE_OK) return rc;
  if (rocpd_column_only_nulls(ids)) return constant(ROCPD_NULL, out, err);
  if (rocpd_column_is_constant(ids)) {
    int64_t value = rocpd_column_at(ids, 0);
    rc = follow(b, v, &value, 1, err);
    return rc == SQLITE_OK ? constant(value, out, err) : rc;
  }
  /* With a dictionary, the code of NULL must stay the same. */
  bool whole = own || !b->pick, shares = ids->width && rocpd_column_has_base(ids) && whole;
  if (whole && ids->dict && !ids->low && ids->ndict <= FEW_VALUES) return decode_few(b, v, ids, out, err);
  if (shares && (uint64_t)ids->max - (uint64_t)ids->min < FEW_VALUES) return decode_few(b, v, ids, out, err);
  if (shares && v->hops == 1) {
    rc = rocpd_link_attributes(b->links, v->hop[0].link, v->hop[0].column, &a, err);
    if (rc != SQLITE_OK) return rc;
    if (a && ids->min >= a->low && (uint64_t)ids->max - (uint64_t)a->low < a->n) return decode_shared(a, ids, out, err);
  }
  return decode_each(b, v, ids, out, err);
}

/* Fills values that are NULL in *out with those of another link. */
static int fill_in(rocpd_view_batch *b, const rocpd_view_column *otherwise, rocpd_column **out, rocpd_error *err) {
  rocpd_column *own = *out, *other;
  int rc = decode_linked(b, otherwise, &other, err);
  if (rc != SQLITE_OK || rocpd_column_only_nulls(own)) {
    *out = rc == SQLITE_OK ? other : NULL;
    sqlite3_free(own);
    return rc;
  }
  rocpd_scratch *s = take(b);
  *out = NULL;
  if (s) {
    rocpd_column_get(own, 0, b->base.rows, s->values);
    rocpd_column_get(other, 0, b->base.rows, s->more);
    for (uint32_t i = 0; i < b->base.rows; i++)
      if (s->values[i] == ROCPD_NULL) s->values[i] = s->more[i];
    *out = rocpd_column_of(s->values, b->base.rows);
    give(b, s);
  }
  sqlite3_free(own);
  sqlite3_free(other);
  return *out ? SQLITE_OK : rocpd_no_memory(err);
}

static int decode_link(rocpd_view_batch *b, const rocpd_view_column *v, rocpd_column **out, rocpd_error *err) {
  int rc = decode_linked(b, v, out, err);
  return rc == SQLITE_OK && v->otherwise && rocpd_column_may_be_null(*out) ? fill_in(b, v->otherwise, out, err) : rc;
}

/* ---- computed columns */

static int decode_difference(rocpd_view_batch *b, const rocpd_view_column *v, rocpd_column **out, rocpd_error *err) {
  const rocpd_column *x, *y;
  int rc = rocpd_batch_column(&b->base, v->column, &x, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(&b->base, v->other, &y, err);
  if (rc != SQLITE_OK) return rc;
  rocpd_scratch *s = take(b);
  if (!s) return rocpd_no_memory(err);
  rocpd_column_get(x, 0, b->base.rows, s->values);
  rocpd_column_get(y, 0, b->base.rows, s->more);
  for (uint32_t i = 0; i < b->base.rows; i++) {
    int64_t d;
    bool none = s->values[i] == ROCPD_NULL || s->more[i] == ROCPD_NULL || __builtin_sub_overflow(s->values[i], s->more[i], &d);
    s->values[i] = none ? ROCPD_NULL : d;
  }
  rc = pack(s->values, b->base.rows, out, err);
  give(b, s);
  return rc;
}

static void multiply(int64_t *x, const int64_t *y, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (x[i] == ROCPD_NULL || y[i] == ROCPD_NULL || __builtin_mul_overflow(x[i], y[i], &x[i])) x[i] = ROCPD_NULL;
}

static int decode_product(rocpd_view_batch *b, const rocpd_view_column *v, rocpd_column **out, rocpd_error *err) {
  const rocpd_column *c[3];
  int rc = rocpd_batch_column(&b->base, v->column, &c[0], err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(&b->base, v->other, &c[1], err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(&b->base, v->third, &c[2], err);
  if (rc != SQLITE_OK) return rc;
  rocpd_scratch *s = take(b);
  if (!s) return rocpd_no_memory(err);
  rocpd_column_get(c[0], 0, b->base.rows, s->values);
  for (int k = 1; k < 3; k++) {
    rocpd_column_get(c[k], 0, b->base.rows, s->more);
    multiply(s->values, s->more, b->base.rows);
  }
  rc = pack(s->values, b->base.rows, out, err);
  give(b, s);
  return rc;
}

/* wall_ns is taken from the row that the start is taken from. */
static rocpd_view_column wall_of(const rocpd_view *view) {
  rocpd_view_column v = view->column[rocpd_kinds[view->kind].start];
  if (v.form == ROCPD_VIEW_SAME) v.column = (uint8_t)rocpd_kinds[view->parent].wall;
  else if (v.hops) v.hop[v.hops - 1].column = (uint8_t)rocpd_kinds[rocpd_link_kind(v.hop[v.hops - 1].link)].wall;
  return v;
}

/* How a column is made. Columns whose values differ between processes in one file are the parent's. */
static rocpd_view_column column_of(const rocpd_view_batch *b, int index) {
  const rocpd_kind *kind = &rocpd_kinds[b->base.kind], *parent = &rocpd_kinds[b->parent->kind];
  int common = index - (kind->columns - ROCPD_COMMON_COLUMNS);
  if (index == kind->wall) return wall_of(b->view);
  if (b->base.source->info.multi_process && common >= 0) return (rocpd_view_column)SAME((uint8_t)(parent->columns - ROCPD_COMMON_COLUMNS + common));
  return b->view->column[index];
}

static int decode_json(rocpd_view_batch *b, int index, const rocpd_view_column *v, rocpd_column **out, rocpd_error *err) {
  const rocpd_column *c;
  int rc = rocpd_batch_column(b->parent, v->column, &c, err);
  if (rc != SQLITE_OK) return rc;
  if (rocpd_column_only_nulls(c)) return constant(ROCPD_NULL, out, err);
  rocpd_scratch *s = take(b);
  if (!s) return rocpd_no_memory(err);
  parent_values(b, c, s->values);
  rc = rocpd_json_values(b->parent, v->column, b->pick, s->values, b->base.rows, v->text, rocpd_kinds[b->base.kind].column[index].type, err);
  if (rc == SQLITE_OK) rc = pack(s->values, b->base.rows, out, err);
  give(b, s);
  return rc;
}

/* ---- constants */

static int decode_constant(rocpd_view_batch *b, int index, const rocpd_view_column *v, rocpd_column **out, rocpd_error *err) {
  int64_t value;
  int rc = v->form == ROCPD_VIEW_TEXT ? rocpd_intern_or_null(b->base.source->session, v->text, &value)
                                      : rocpd_common_value(b->base.source, b->base.kind, index, &value);
  return rc == SQLITE_OK ? constant(value, out, err) : rocpd_fail_code(err, rc);
}

static int decode_string_id(rocpd_view_batch *b, const rocpd_view_column *v, rocpd_column **out, rocpd_error *err) {
  const rocpd_column *text;
  int rc = rocpd_batch_column(b->parent, v->column, &text, err);
  if (rc != SQLITE_OK) return rc;
  if (!b->pick) {
    *out = rocpd_column_shifted(text, b->base.rows, rocpd_string_id(0));
    return *out ? SQLITE_OK : rocpd_no_memory(err);
  }
  rocpd_scratch *s = take(b);
  if (!s) return rocpd_no_memory(err);
  parent_values(b, text, s->values);
  for (uint32_t i = 0; i < b->base.rows; i++)
    if (s->values[i] != ROCPD_NULL) s->values[i] = rocpd_string_id(s->values[i]);
  rc = pack(s->values, b->base.rows, out, err);
  give(b, s);
  return rc;
}

static int decode_computed(rocpd_view_batch *b, const rocpd_view_column *v, rocpd_column **out, rocpd_error *err) {
  rocpd_scratch *s = take(b);
  if (!s) return rocpd_no_memory(err);
  bool own = v->form == ROCPD_VIEW_COMPUTED_OWN;
  int rc = v->compute(own ? &b->base : b->parent, s->values, err);
  for (uint32_t i = 0; rc == SQLITE_OK && !own && b->pick && i < b->base.rows; i++) s->values[i] = s->values[b->pick[i]];
  if (rc == SQLITE_OK) rc = pack(s->values, b->base.rows, out, err);
  give(b, s);
  return rc;
}

/* ---- the class */

static int view_decode(rocpd_batch *base, int index, rocpd_column **out, rocpd_error *err) {
  rocpd_view_batch *b = (rocpd_view_batch *)base;
  const rocpd_view_column column = column_of(b, index), *v = &column;
  if (!b->parent->rows) { /* the parent cannot be read, and says why */
    const rocpd_column *c;
    int rc = rocpd_batch_column(b->parent, 0, &c, err);
    if (rc != SQLITE_OK) return rc;
  }
  switch (v->form) {
    case ROCPD_VIEW_SAME: return decode_same(b, v, out, err);
    case ROCPD_VIEW_LINK: case ROCPD_VIEW_LINK_OWN: return decode_link(b, v, out, err);
    case ROCPD_VIEW_DIFFERENCE: return decode_difference(b, v, out, err);
    case ROCPD_VIEW_PRODUCT: return decode_product(b, v, out, err);
    case ROCPD_VIEW_JSON: return decode_json(b, index, v, out, err);
    case ROCPD_VIEW_STRING_ID: return decode_string_id(b, v, out, err);
    case ROCPD_VIEW_COMPUTED: case ROCPD_VIEW_COMPUTED_OWN: return decode_computed(b, v, out, err);
    case ROCPD_VIEW_GIVEN: return pack(b->given, base->rows, out, err);
    default: return decode_constant(b, index, v, out, err);
  }
}

/* For columns that are the parent's own, and for those that are the same in all rows. */
static bool view_zone(rocpd_batch *base, int index, int64_t *min, int64_t *max) {
  rocpd_view_batch *b = (rocpd_view_batch *)base;
  const rocpd_view_column column = column_of(b, index), *v = &column;
  if (v->form == ROCPD_VIEW_SAME) return rocpd_batch_zone(b->parent, v->column, min, max);
  if (v->form != ROCPD_VIEW_NULL || rocpd_common_value(base->source, base->kind, index, min) != SQLITE_OK) return false;
  *max = *min;
  if (*min == ROCPD_NULL) *min = INT64_MAX, *max = INT64_MIN;
  return true;
}

static void view_free(rocpd_batch *base) {
  rocpd_view_batch *b = (rocpd_view_batch *)base;
  if (base->row != b->pick && base->row != b->parent->row) sqlite3_free((uint32_t *)base->row);
  sqlite3_free(b->pick);
  sqlite3_free(b->given);
  rocpd_batch_unref(b->parent);
}

static const rocpd_batch_class view_class = {.decode = view_decode, .zone = view_zone, .free = view_free};

/* ---- making */

/* The parent's times if the view has the same; otherwise the bounds are unknown. */
static void set_times(rocpd_view_batch *b) {
  const rocpd_kind *kind = &rocpd_kinds[b->base.kind], *parent = &rocpd_kinds[b->parent->kind];
  const rocpd_view_column *start = kind->start >= 0 ? &b->view->column[kind->start] : NULL;
  b->base.min_time = INT64_MAX;
  b->base.max_time = INT64_MIN;
  if (!start) return;
  bool same = start->form == ROCPD_VIEW_SAME && start->column == parent->start;
  b->base.min_time = same ? b->parent->min_time : INT64_MIN;
  b->base.max_time = same ? b->parent->max_time : INT64_MAX;
}

/* Rowids are the parent's. If the parent's batch is itself picked from another, its row numbers are used. */
static int number_rows(rocpd_view_batch *b) {
  const uint32_t *row = b->parent->row;
  b->base.row = row ? row : b->pick;
  if (!row || !b->pick) return SQLITE_OK;
  uint32_t *both = sqlite3_malloc64(b->base.rows * sizeof(*both));
  if (!both) return SQLITE_NOMEM;
  for (uint32_t i = 0; i < b->base.rows; i++) both[i] = row[b->pick[i]];
  b->base.row = both;
  return SQLITE_OK;
}

rocpd_view_batch *rocpd_view_batch_new(const rocpd_view *view, rocpd_links *l, rocpd_batch *parent, uint32_t *pick, uint32_t rows, int64_t *given) {
  rocpd_view_batch *b = (rocpd_view_batch *)rocpd_batch_over(parent, view->kind, &view_class, rows, sizeof(*b));
  if (!b) {
    sqlite3_free(pick);
    sqlite3_free(given);
    return NULL;
  }
  b->base.lane += (uint32_t)view->part << LANE_PART_SHIFT;
  b->base.first_rowid += (int64_t)view->part << ROCPD_ROWID_PART_SHIFT;
  b->view = view;
  b->parent = parent;
  b->links = l;
  b->pick = pick;
  b->given = given;
  set_times(b);
  rocpd_keep_count(&b->base.keep, (int64_t)(sqlite3_msize(pick) + sqlite3_msize(given)));
  if (number_rows(b) == SQLITE_OK) return b;
  rocpd_batch_unref(&b->base);
  return NULL;
}

typedef struct view_selection {
  const rocpd_view *view;
  rocpd_links *links;
  rocpd_batch **parent;
  struct chosen {
    uint32_t rows;
    uint32_t *pick; /* NULL: all rows */
  } chosen[];
} view_selection;

static int choose(void *arg, size_t i, rocpd_error *err) {
  view_selection *s = arg;
  rocpd_batch *parent = s->parent[i];
  struct chosen *c = &s->chosen[i];
  uint8_t *keep = sqlite3_malloc64((uint64_t)parent->rows + 1);
  if (!keep) return rocpd_no_memory(err);
  int rc = s->view->select(s->links, parent, keep, err);
  for (uint32_t r = 0; rc == SQLITE_OK && r < parent->rows; r++) c->rows += keep[r] != 0;
  if (rc == SQLITE_OK && c->rows && c->rows < parent->rows) {
    c->pick = sqlite3_malloc64((uint64_t)c->rows * sizeof(*c->pick));
    if (!c->pick) rc = rocpd_no_memory(err);
    for (uint32_t r = 0, n = 0; c->pick && r < parent->rows; r++)
      if (keep[r]) c->pick[n++] = r;
  }
  sqlite3_free(keep);
  return rc;
}

static int select_rows(view_selection *s, size_t n, rocpd_session *session, rocpd_error *err) {
  if (s->view->select) return rocpd_parallel(session, n, choose, s, err);
  for (size_t i = 0; i < n; i++) s->chosen[i].rows = s->parent[i]->rows;
  return SQLITE_OK;
}

/* Makes one batch for each of the parent's batches that has rows, or that cannot be read. */
static int make_list(view_selection *s, size_t parents, rocpd_batch **list, size_t *n) {
  for (size_t i = 0; i < parents; i++) {
    struct chosen *c = &s->chosen[i];
    if (!c->rows && s->parent[i]->rows) continue;
    rocpd_view_batch *b = rocpd_view_batch_new(s->view, s->links, s->parent[i], c->pick, c->rows, NULL);
    c->pick = NULL;
    if (!b) return SQLITE_NOMEM;
    list[(*n)++] = &b->base;
  }
  return SQLITE_OK;
}

int rocpd_view_make(const rocpd_view *view, rocpd_snapshot *s, rocpd_source *source, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  rocpd_batch **parent;
  rocpd_links *links;
  size_t parents, made = 0;
  int rc = rocpd_snapshot_batches_of(s, source, view->parent, &parent, &parents, err);
  if (rc != SQLITE_OK || !parents) return rc;
  rc = rocpd_links_of(s, source, &links, err);
  if (rc != SQLITE_OK) return rc;
  view_selection *x = rocpd_zeroed(sizeof(view_selection) + parents * sizeof(struct chosen));
  rocpd_batch **list = sqlite3_malloc64(parents * sizeof(*list));
  if (x && list) {
    x->view = view, x->links = links, x->parent = parent;
    rc = select_rows(x, parents, source->session, err);
    if (rc == SQLITE_OK) rc = make_list(x, parents, list, &made);
  } else {
    rc = SQLITE_NOMEM;
  }
  for (size_t i = 0; x && i < parents; i++) sqlite3_free(x->chosen[i].pick);
  sqlite3_free(x);
  if (rc == SQLITE_OK) {
    *out = list, *n = made;
    return rc;
  }
  for (size_t i = 0; i < made; i++) rocpd_batch_unref(list[i]);
  sqlite3_free(list);
  return rocpd_fail_code(err, rc);
}

int rocpd_view_make_parts(const rocpd_view *part, int parts, rocpd_snapshot *s, rocpd_source *source, rocpd_batch ***out, size_t *n,
                          rocpd_error *err) {
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < parts; i++) {
    rocpd_batch **list = NULL, **all = *out;
    size_t made = 0;
    rc = rocpd_view_make(&part[i], s, source, &list, &made, err);
    if (rc == SQLITE_OK && made && !(all = sqlite3_realloc64(*out, (*n + made) * sizeof(*all)))) {
      for (size_t k = 0; k < made; k++) rocpd_batch_unref(list[k]);
      rc = rocpd_no_memory(err);
    } else if (rc == SQLITE_OK && made) {
      memcpy(all + *n, list, made * sizeof(*all));
      *out = all, *n += made;
    }
    sqlite3_free(list);
  }
  return rc;
}
