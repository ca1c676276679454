/* Chooses the rows of a parent that count, for views with a condition. */
#include "view.h"
#include "json.h"

/* Column `index` as plain values, in new memory. */
static int values_of(rocpd_batch *b, int index, int64_t **out, rocpd_error *err) {
  const rocpd_column *c;
  int rc = rocpd_batch_column(b, index, &c, err);
  if (rc != SQLITE_OK) return rc;
  *out = sqlite3_malloc64(((uint64_t)b->rows + 1) * sizeof(**out));
  if (!*out) return rocpd_no_memory(err);
  rocpd_column_get(c, 0, b->rows, *out);
  return SQLITE_OK;
}

int rocpd_view_keep_text(rocpd_batch *parent, int index, const char *text, uint8_t *keep, rocpd_error *err) {
  int64_t *value, id;
  int rc = values_of(parent, index, &value, err);
  if (rc != SQLITE_OK) return rc;
  id = rocpd_intern_find(parent->source->session, text, -1); /* looked up after the column is decoded, since that may intern the text; -1: no id */
  for (uint32_t i = 0; i < parent->rows; i++) keep[i] = id >= 0 && value[i] == id;
  sqlite3_free(value);
  return SQLITE_OK;
}

int rocpd_view_keep_present(rocpd_batch *parent, int index, uint8_t *keep, rocpd_error *err) {
  int64_t *value;
  int rc = values_of(parent, index, &value, err);
  if (rc != SQLITE_OK) return rc;
  for (uint32_t i = 0; i < parent->rows; i++) keep[i] = value[i] != ROCPD_NULL;
  sqlite3_free(value);
  return SQLITE_OK;
}

int rocpd_view_keep_delivered(rocpd_links *l, rocpd_batch *parent, uint8_t *keep, rocpd_error *err) {
  (void)l, (void)err;
  memset(keep, !rocpd_batch_is_made(parent), parent->rows);
  return SQLITE_OK;
}

int rocpd_view_keep_linked(rocpd_links *l, rocpd_batch *parent, int index, int link, uint8_t *keep, rocpd_error *err) {
  int64_t *value;
  int rc = values_of(parent, index, &value, err);
  if (rc != SQLITE_OK) return rc;
  rc = rocpd_link_exists(l, link, value, parent->rows, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < parent->rows; i++) keep[i] = value[i] != 0;
  sqlite3_free(value);
  return rc;
}

int rocpd_view_keep_json(rocpd_batch *parent, int index, const char *path, uint8_t *keep, rocpd_error *err) {
  int64_t *value;
  int rc = values_of(parent, index, &value, err);
  if (rc != SQLITE_OK) return rc;
  for (uint32_t i = 0; i < parent->rows; i++)
    if (!keep[i]) value[i] = ROCPD_NULL;
  rc = rocpd_json_values(parent, index, NULL, value, parent->rows, path, ROCPD_INT, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < parent->rows; i++) keep[i] = keep[i] && value[i] != ROCPD_NULL;
  sqlite3_free(value);
  return rc;
}
