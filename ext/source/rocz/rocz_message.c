/* Messages of markers. If a function has the form ROCZ_FORM_MESSAGE, its rows have the string id of their message instead of the return value (chunks of
** calls), or in a separate column (marks, and rows that have not ended). As in rocprofv3, it is shown as {"message": "..."}. */
#include "json.h"
#include "rocz_file.h"

/* Sets *none if no row of the batch belongs to a function with messages. */
static int has_none(rocpd_rocz_batch *b, bool *none, rocpd_error *err) {
  rocpd_rocz_file *f = (rocpd_rocz_file *)b->base.source;
  const rocpd_rocz_info *info = &f->info[ROCZ_FUNCTION];
  const rocpd_column *function;
  int rc = rocpd_rocz_raw(b, rocpd_rocz_place(b->kind, L_FUNCTION), &function, err);
  *none = true;
  for (uint64_t i = 0; rc == SQLITE_OK && *none && i < info->rows; i++) {
    int64_t id = rocpd_rocz_info_value(info, i, 0);
    *none = rocpd_rocz_info_value(info, i, 3) != ROCZ_FORM_MESSAGE || id < function->min || id > function->max;
  }
  return rc;
}

static int form_of(rocpd_rocz_file *f, int64_t function, int64_t *form) {
  int rc = rocpd_rocz_attribute(f, D_FUNCTION_FORM, function, form);
  if (rc == SQLITE_OK && *form == ROCPD_NULL) *form = ROCZ_FORM_RESULT;
  return rc;
}

/* Makes the text for the message with a string id; *out is unchanged if there is none. */
static int show(rocpd_rocz_file *f, rocpd_map *shown, int64_t id, int64_t *out) {
  if (id == ROCPD_NULL || id == 0) return SQLITE_OK;
  int64_t string, size = 0, known = (int64_t)rocpd_map_get(shown, (uint64_t)id, 0);
  if (known) {
    *out = known;
    return SQLITE_OK;
  }
  int rc = rocpd_rocz_string(f, id, &string);
  const char *message = rc == SQLITE_OK && string != ROCPD_NULL ? rocpd_string(f->base.session, string, &size) : NULL;
  if (message) rc = rocpd_json_intern(f->base.session, "message", message, (size_t)size, out);
  return message && rc == SQLITE_OK ? rocpd_map_set(shown, (uint64_t)id, (uint64_t)*out) : rc;
}

/* Makes a column: for rows whose function has this form, the value of column `place` of the chunk, or the text of the message; for others `other`. */
static int make_values(rocpd_rocz_batch *b, int place, int64_t form, int64_t other, bool text, int64_t *out, rocpd_error *err) {
  rocpd_rocz_file *f = (rocpd_rocz_file *)b->base.source;
  const rocpd_column *function, *value;
  int64_t last = ROCPD_NULL, last_form = ROCPD_NULL;
  rocpd_map shown = {0}; /* string id -> text */
  int rc = rocpd_rocz_raw(b, rocpd_rocz_place(b->kind, L_FUNCTION), &function, err);
  if (rc == SQLITE_OK) rc = rocpd_rocz_raw(b, place, &value, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->base.rows; i++) {
    int64_t id = rocpd_column_at(function, i), v = rocpd_column_at(value, i);
    if (id != last || !i) rc = form_of(f, last = id, &last_form);
    bool has = rc == SQLITE_OK && last_form == form;
    out[i] = has && !text ? v : other;
    if (has && text) rc = show(f, &shown, v, &out[i]);
  }
  rocpd_map_free(&shown);
  return rocpd_rocz_failed(f, rc, err);
}

/* The column in which a kind has its messages. */
static int place_of(const rocpd_rocz_batch *b) { return rocpd_rocz_place(b->kind, b->kind == ROCZ_CALL ? L_RESULT : L_MESSAGE); }

static int make(rocpd_rocz_batch *b, int place, int64_t form, int64_t other, bool text, rocpd_column **out, rocpd_error *err) {
  int64_t *v = sqlite3_malloc64((uint64_t)b->base.rows * sizeof(*v));
  if (!v) return rocpd_no_memory(err);
  int rc = make_values(b, place, form, other, text, v, err);
  *out = rc == SQLITE_OK ? rocpd_column_of(v, b->base.rows) : NULL;
  sqlite3_free(v);
  return *out ? SQLITE_OK : rc == SQLITE_OK ? rocpd_no_memory(err) : rc;
}

int rocpd_rocz_messages(rocpd_rocz_batch *b, rocpd_column **out, rocpd_error *err) {
  const rocpd_rocz_file *f = (const rocpd_rocz_file *)b->base.source;
  bool none;
  int rc = has_none(b, &none, err);
  if (rc != SQLITE_OK) return rc;
  if (!none) return make(b, place_of(b), ROCZ_FORM_MESSAGE, f->empty_json, true, out, err);
  *out = rocpd_column_constant(f->empty_json);
  return *out ? SQLITE_OK : rocpd_no_memory(err);
}

int rocpd_rocz_results(rocpd_rocz_batch *b, rocpd_column **out, rocpd_error *err) {
  bool none;
  int place = rocpd_rocz_place(b->kind, L_RESULT);
  int rc = place < 0 ? SQLITE_OK : has_none(b, &none, err);
  if (rc != SQLITE_OK) return rc;
  if (place >= 0 && !none) return make(b, place, ROCZ_FORM_RESULT, ROCPD_NULL, false, out, err);
  const rocpd_column *raw = NULL;
  if (place >= 0) rc = rocpd_rocz_raw(b, place, &raw, err);
  if (rc != SQLITE_OK) return rc;
  *out = raw ? rocpd_column_copy(raw) : rocpd_column_constant(ROCPD_NULL);
  return *out ? SQLITE_OK : rocpd_no_memory(err);
}
