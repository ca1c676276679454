/* See derive.h. */
#include "derive.h"

#define LANE_PART_SHIFT 28 /* lanes of a source and kind are fewer */

typedef struct derived_batch {
  rocpd_batch base; /* must be first */
  rocpd_batch *parent; /* with a reference */
  const rocpd_derivation *derivation;
} derived_batch;

static const rocpd_derived_column *rule_of(const derived_batch *b, int index) {
  static const rocpd_derived_column null;
  return b->derivation->column ? &b->derivation->column[index] : &null;
}

/* The parent's column that is this one, or -1. */
static int same_as(const derived_batch *b, int index) {
  if (!b->derivation->column) return index;
  const rocpd_derived_column *rule = rule_of(b, index);
  return rule->how == ROCPD_BE_SAME ? rule->from : -1;
}

/* A column of its own over the data of another, which the parent keeps. */
static rocpd_column *share(const rocpd_column *c) {
  rocpd_column *copy = sqlite3_malloc64(sizeof(*copy));
  if (copy) *copy = *c;
  return copy;
}

/* ids of rocpd_string are those of interned strings + 1: none is 0. */
static rocpd_column *plus_one(const rocpd_column *c, uint32_t rows) {
  bool shifts = !c->dict && !(c->nulls && (c->width == 8 || c->width == 0));
  if (c->dict) {
    rocpd_column *copy = sqlite3_malloc64(sizeof(*copy) + (uint64_t)c->ndict * sizeof(int64_t));
    if (!copy) return NULL;
    *copy = *c;
    int64_t *dict = (int64_t *)(copy + 1);
    for (uint32_t i = 0; i < c->ndict; i++) dict[i] = c->dict[i] == ROCPD_NULL ? ROCPD_NULL : c->dict[i] + 1;
    copy->dict = dict;
    if (copy->min <= copy->max) copy->min++, copy->max++;
    return copy;
  }
  if (shifts) {
    rocpd_column *copy = share(c);
    if (copy) copy->base++, copy->min++, copy->max++;
    return copy;
  }
  if (c->width == 0) return share(c); /* all NULL */
  int64_t *value = sqlite3_malloc64((uint64_t)rows * sizeof(*value) + 1);
  if (!value) return NULL;
  rocpd_column_get(c, 0, rows, value);
  for (uint32_t i = 0; i < rows; i++) value[i] += value[i] != ROCPD_NULL;
  rocpd_column *made = rocpd_column_of(value, rows);
  sqlite3_free(value);
  return made;
}

static int compute(const derived_batch *b, const rocpd_derived_column *rule, rocpd_column **out, rocpd_error *err) {
  int64_t *value = sqlite3_malloc64((uint64_t)b->base.rows * sizeof(*value) + 1);
  if (!value) return SQLITE_NOMEM;
  int rc = rule->compute(b->parent, value, err);
  *out = rc == SQLITE_OK ? rocpd_column_of(value, b->base.rows) : NULL;
  sqlite3_free(value);
  return rc;
}

static int derived_decode(rocpd_batch *base, int index, rocpd_column **out, rocpd_error *err) {
  derived_batch *b = (derived_batch *)base;
  const rocpd_derived_column *rule = rule_of(b, index);
  const rocpd_column *c = NULL;
  int64_t text;
  int rc = SQLITE_OK, same = same_as(b, index);
  /* Where the parent cannot be read (no rows), reading any column says why. */
  if (same >= 0 || rule->how == ROCPD_BE_STRING_ID || !base->rows)
    rc = rocpd_batch_column(b->parent, same >= 0 ? same : rule->from, &c, err);
  if (rc != SQLITE_OK) return rc;
  *out = NULL;
  if (same >= 0) *out = share(c);
  else if (rule->how == ROCPD_BE_STRING_ID) *out = plus_one(c, base->rows);
  else if (rule->how == ROCPD_BE_COMPUTED) rc = compute(b, rule, out, err);
  else if (rule->how == ROCPD_BE_NULL) *out = rocpd_column_constant(ROCPD_NULL);
  else if ((rc = rocpd_intern(base->source->trace, rule->text, -1, &text)) == SQLITE_OK) *out = rocpd_column_constant(text);
  if (rc == SQLITE_OK && !*out) rc = SQLITE_NOMEM;
  return rc == SQLITE_OK ? rc : rocpd_fail(err, rc, "out of memory");
}

static bool derived_zone(rocpd_batch *base, int index, int64_t *min, int64_t *max) {
  derived_batch *b = (derived_batch *)base;
  int same = same_as(b, index);
  return same >= 0 && rocpd_batch_zone(b->parent, same, min, max);
}

static void derived_free(rocpd_batch *base) { rocpd_batch_unref(((derived_batch *)base)->parent); }

static const rocpd_batch_class derived_class = {derived_decode, derived_zone, derived_free};

static rocpd_batch *derived_new(rocpd_batch *parent, const rocpd_derivation *d) {
  derived_batch *b = (derived_batch *)rocpd_batch_new(parent->source, d->kind, sizeof(*b));
  if (!b) return NULL;
  b->base.class = &derived_class;
  b->base.rows = parent->rows;
  b->base.lane = parent->lane + ((uint32_t)d->part << LANE_PART_SHIFT);
  b->base.min_time = parent->min_time;
  b->base.max_time = parent->max_time;
  b->base.first_rowid = parent->first_rowid + ((int64_t)d->part << ROCPD_ROWID_PART_SHIFT);
  b->base.row = parent->row;
  b->derivation = d;
  b->parent = parent;
  parent->refs++;
  return &b->base;
}

int rocpd_derive(rocpd_snapshot *s, rocpd_source *source, const rocpd_derivation *d, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  rocpd_batch **parent;
  size_t parents;
  int rc = rocpd_snapshot_batches_of(s, source, d->parent, &parent, &parents, err);
  if (rc != SQLITE_OK || !parents) return rc;
  rocpd_batch **all = sqlite3_realloc64(*out, (*n + parents) * sizeof(*all));
  if (!all) return SQLITE_NOMEM;
  *out = all;
  for (size_t i = 0; i < parents; i++) {
    rocpd_batch *b = derived_new(parent[i], d);
    if (!b) return SQLITE_NOMEM;
    all[(*n)++] = b;
  }
  return SQLITE_OK;
}
