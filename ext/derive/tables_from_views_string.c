/* rocpd_string of a source that has no such table: the texts to whose ids its derived base tables refer. Ids are those of the interned strings + 1
** (rocpd_string_id). */
#include "row_list.h"
#include "view.h"

/* A set of interned ids. */
typedef struct id_set {
  uint64_t *bit;
  size_t words;
} id_set;

static int set_add(id_set *set, int64_t id) {
  if (id == ROCPD_NULL) return SQLITE_OK;
  size_t word = (size_t)id / 64;
  if (word >= set->words) {
    size_t words = (word + 1) * 2;
    uint64_t *bit = sqlite3_realloc64(set->bit, words * sizeof(*bit));
    if (!bit) return SQLITE_NOMEM;
    memset(bit + set->words, 0, (words - set->words) * sizeof(*bit));
    set->bit = bit;
    set->words = words;
  }
  set->bit[word] |= (uint64_t)1 << (id % 64);
  return SQLITE_OK;
}

/* Adds all values of a column; its dictionary may have more than its rows use. *dict is the dictionary added last: batches share it. */
static int add_column(id_set *set, const rocpd_column *c, uint32_t rows, const int64_t **dict) {
  int rc = SQLITE_OK;
  if (c->dict && c->ndict <= rows) {
    if (c->dict == *dict) return rc;
    for (uint32_t i = 0; rc == SQLITE_OK && i < c->ndict; i++) rc = set_add(set, c->dict[i]);
    *dict = c->dict;
    return rc;
  }
  if (c->min >= c->max) return c->min == c->max ? set_add(set, c->min) : rc;
  for (uint32_t i = 0; rc == SQLITE_OK && i < rows; i++) rc = set_add(set, rocpd_column_at(c, i));
  return rc;
}

typedef struct string_reading {
  rocpd_batch **batch;
  int column;
} string_reading;

static int read_column(void *arg, size_t i, rocpd_error *err) {
  const string_reading *r = arg;
  const rocpd_column *c;
  return !r->batch[i]->rows ? SQLITE_OK : rocpd_batch_column(r->batch[i], r->column, &c, err);
}

/* *broken: a batch that cannot be read, if there is one. */
static int add_kind(rocpd_snapshot *s, rocpd_source *source, int kind, int column, id_set *set, rocpd_batch **broken, rocpd_error *err) {
  string_reading r = {.column = column};
  size_t n;
  const int64_t *dict = NULL;
  int rc = rocpd_snapshot_batches_of(s, source, kind, &r.batch, &n, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(source->session, n, read_column, &r, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    const rocpd_column *c;
    if (!r.batch[i]->rows) {
      *broken = r.batch[i];
      continue;
    }
    rc = rocpd_batch_column(r.batch[i], column, &c, err);
    if (rc == SQLITE_OK) rc = add_column(set, c, r.batch[i]->rows, &dict);
  }
  return rc;
}

static int list_strings(rocpd_row_list *l, const id_set *set) {
  for (size_t word = 0; word < set->words; word++)
    for (uint64_t bits = set->bit[word]; bits; bits &= bits - 1) {
      int64_t *row = rocpd_row_list_add(l), id = (int64_t)(word * 64) + __builtin_ctzll(bits);
      if (!row) return SQLITE_NOMEM;
      row[ROCPD_RAW_STRING_id] = rocpd_string_id(id);
      row[ROCPD_RAW_STRING_string] = id;
    }
  return SQLITE_OK;
}

/* Adds the broken batch, so that a query that reads all strings learns that some are missing. */
static int add_broken(rocpd_snapshot *s, rocpd_batch *broken, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  static const rocpd_view_column none[ROCPD_RAW_STRING_COLUMNS];
  static const rocpd_view view = {.kind = ROCPD_KIND_RAW_STRING, .parent = -1, .column = none};
  rocpd_links *links;
  int rc = rocpd_links_of(s, broken->source, &links, err);
  rocpd_batch **all = rc == SQLITE_OK ? sqlite3_realloc64(*out, (*n + 1) * sizeof(*all)) : NULL;
  if (!all) return rc == SQLITE_OK ? SQLITE_NOMEM : rc;
  *out = all;
  rocpd_view_batch *b = rocpd_view_batch_new(&view, links, broken, NULL, 0, NULL);
  if (!b) return SQLITE_NOMEM;
  all[(*n)++] = &b->base;
  return SQLITE_OK;
}

/* Adds the texts whose ids a view has in one of its tables. */
static int add_view(rocpd_snapshot *s, rocpd_source *source, const rocpd_view *view, id_set *set, rocpd_batch **broken, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (int c = 0; rc == SQLITE_OK && c < rocpd_kinds[view->kind].columns; c++)
    if (view->column[c].form == ROCPD_VIEW_STRING_ID) rc = add_kind(s, source, view->parent, view->column[c].column, set, broken, err);
  return rc;
}

static int make_strings(rocpd_snapshot *s, rocpd_source *source, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  rocpd_row_list l = {0};
  id_set set = {0};
  rocpd_batch *broken = NULL;
  int rc = SQLITE_OK;
  size_t derivers;
  const rocpd_deriver *const *deriver = rocpd_all_derivers(&derivers);
  for (size_t i = 0; i < derivers; i++)
    for (int k = 0; rc == SQLITE_OK && k < deriver[i]->views; k++) rc = add_view(s, source, &deriver[i]->view[k], &set, &broken, err);
  if (rc == SQLITE_OK) rc = rocpd_row_list_begin(&l, source, ROCPD_KIND_RAW_STRING);
  if (rc == SQLITE_OK) rc = list_strings(&l, &set);
  if (rc == SQLITE_OK) rc = rocpd_row_list_batches(&l, out, n);
  if (rc == SQLITE_OK && broken) rc = add_broken(s, broken, out, n, err);
  sqlite3_free(set.bit);
  rocpd_row_list_end(&l);
  return rocpd_fail_code(err, rc);
}
ROCPD_DERIVER(rocpd_string) = {.kind = ROCPD_KIND_RAW_STRING, .needs = ROCPD_KIND_BIT(ROCPD_KIND_REGION), .make = make_strings};
