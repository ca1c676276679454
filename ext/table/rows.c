/* Rows of small computed tables; see rows.h. */
#include "rows.h"

#define FIRST_ROWS 64

int rocpd_rows_begin(rocpd_row_builder *b, int columns) {
  b->columns = columns;
  b->value = sqlite3_malloc64((uint64_t)columns * sizeof(*b->value));
  if (!b->value) return SQLITE_NOMEM;
  memset(b->value, 0, (size_t)columns * sizeof(*b->value));
  return SQLITE_OK;
}

static int rows_grow(rocpd_row_builder *b) {
  uint64_t capacity = b->capacity ? b->capacity * 2 : FIRST_ROWS;
  for (int c = 0; c < b->columns; c++) {
    int64_t *value = sqlite3_realloc64(b->value[c], capacity * sizeof(*value));
    if (!value) return SQLITE_NOMEM;
    b->value[c] = value;
  }
  b->capacity = capacity;
  return SQLITE_OK;
}

int rocpd_rows_add(rocpd_row_builder *b, const int64_t *value) {
  if (b->rows == b->capacity) {
    int rc = rows_grow(b);
    if (rc != SQLITE_OK) return rc;
  }
  for (int c = 0; c < b->columns; c++) b->value[c][b->rows] = value[c];
  b->rows++;
  return SQLITE_OK;
}

void rocpd_rows_drop(rocpd_row_builder *b) {
  for (int c = 0; b->value && c < b->columns; c++) sqlite3_free(b->value[c]);
  sqlite3_free(b->value);
  memset(b, 0, sizeof(*b));
}

static void rows_free(rocpd_rows *r) {
  rocpd_rows_drop(r->data);
  sqlite3_free(r->data);
  sqlite3_free(r->column);
}

static void set_range(rocpd_column *c, uint64_t rows) {
  const int64_t *v = c->data;
  c->min = INT64_MAX;
  c->max = INT64_MIN;
  for (uint64_t i = 0; i < rows; i++) {
    if (v[i] == ROCPD_NULL) continue;
    if (v[i] < c->min) c->min = v[i];
    if (v[i] > c->max) c->max = v[i];
  }
}

int rocpd_rows_finish(rocpd_row_builder *b, rocpd_rows *out) {
  memset(out, 0, sizeof(*out));
  rocpd_row_builder *kept = sqlite3_malloc64(sizeof(*kept));
  rocpd_column *column = sqlite3_malloc64((uint64_t)b->columns * sizeof(*column));
  if (!kept || !column) {
    sqlite3_free(kept);
    sqlite3_free(column);
    rocpd_rows_drop(b);
    return SQLITE_NOMEM;
  }
  memset(column, 0, (size_t)b->columns * sizeof(*column));
  for (int c = 0; c < b->columns; c++) {
    column[c] = (rocpd_column){.width = 8, .nulls = true, .data = b->value[c]};
    set_range(&column[c], b->rows);
  }
  *kept = *b;
  memset(b, 0, sizeof(*b));
  out->rows = kept->rows;
  out->column = column;
  out->ordered_by = -1;
  out->free_rows = rows_free;
  out->data = kept;
  return SQLITE_OK;
}

int64_t rocpd_rows_text(rocpd_session *session, const char *text, int *rc) {
  int64_t id;
  if (!text) return ROCPD_NULL;
  int failed = rocpd_intern(session, text, -1, &id);
  if (failed == SQLITE_OK) return id;
  *rc = failed;
  return ROCPD_NULL;
}

int rocpd_identify(rocpd_identity *i, rocpd_snapshot *s, rocpd_source *source, int64_t agent, rocpd_error *err) {
  if (i->source == source && i->agent == agent) return SQLITE_OK;
  rocpd_identity new = {.source = source, .agent = agent};
  int rc = rocpd_origin_of_agent(s, source, agent, &new.origin, err);
  if (rc != SQLITE_OK) return rc;
  new.guid = rocpd_rows_text(source->session, *source->info.guid ? source->info.guid : NULL, &rc);
  new.path = rocpd_rows_text(source->session, source->path, &rc);
  if (rc == SQLITE_OK) *i = new;
  return rocpd_fail_code(err, rc);
}
