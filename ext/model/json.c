/* See json.h. The functions run on a private connection in memory: the user's is
** not for worker threads, and may be in the middle of a statement. */
#include "json.h"
#include "trace.h"

struct rocpd_json {
  sqlite3 *db;
  sqlite3_stmt *extract; /* json_extract(text, path) */
  sqlite3_stmt *set;     /* json_set(text, path, value) */
};

void rocpd_json_free(rocpd_json *j) {
  if (!j) return;
  sqlite3_finalize(j->extract);
  sqlite3_finalize(j->set);
  sqlite3_close(j->db);
  sqlite3_free(j);
}

/* The trace's, made at first use. Under json_mutex. */
static int json_get(rocpd_trace *t, rocpd_json **out, rocpd_error *err) {
  *out = t->json;
  if (*out) return SQLITE_OK;
  rocpd_json *j = sqlite3_malloc64(sizeof(*j));
  if (!j) return SQLITE_NOMEM;
  memset(j, 0, sizeof(*j));
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;
  int rc = sqlite3_open_v2(":memory:", &j->db, flags, NULL);
  if (rc == SQLITE_OK) sqlite3_limit(j->db, SQLITE_LIMIT_LENGTH, ROCPD_JSON_BYTES);
  if (rc == SQLITE_OK) rc = sqlite3_prepare_v2(j->db, "SELECT json_extract(?1, ?2)", -1, &j->extract, NULL);
  if (rc == SQLITE_OK) rc = sqlite3_prepare_v2(j->db, "SELECT json_set(?1, ?2, ?3)", -1, &j->set, NULL);
  if (rc == SQLITE_OK) {
    *out = t->json = j;
    return rc;
  }
  if (rc != SQLITE_NOMEM) rocpd_fail(err, rc, "the JSON functions of this SQLite: %s", j->db ? sqlite3_errmsg(j->db) : sqlite3_errstr(rc));
  rocpd_json_free(j);
  return rc;
}

static int value_of(rocpd_trace *t, sqlite3_stmt *stmt, int type, int64_t *value) {
  int is = sqlite3_column_type(stmt, 0);
  *value = ROCPD_NULL;
  if (is == SQLITE_NULL) return SQLITE_OK;
  if (type == ROCPD_TEXT) {
    const char *text = (const char *)sqlite3_column_text(stmt, 0);
    return text ? rocpd_intern(t, text, sqlite3_column_bytes(stmt, 0), value) : SQLITE_NOMEM;
  }
  if (is == SQLITE_INTEGER) {
    *value = sqlite3_column_int64(stmt, 0);
  } else if (is == SQLITE_FLOAT) {
    double real = sqlite3_column_double(stmt, 0);
    if (real >= -0x1p63 && real < 0x1p63 && real == (double)(int64_t)real) *value = (int64_t)real;
  }
  return SQLITE_OK;
}

static int bind(rocpd_trace *t, sqlite3_stmt *stmt, int64_t text, const char *path) {
  int64_t size;
  const char *json = rocpd_string(t, text, &size);
  int rc = sqlite3_bind_text64(stmt, 1, json, (sqlite3_uint64)size, SQLITE_STATIC, SQLITE_UTF8);
  return rc == SQLITE_OK ? sqlite3_bind_text(stmt, 2, path, -1, SQLITE_STATIC) : rc;
}

/* *malformed: the text is no JSON, or too long. */
static int extract(rocpd_trace *t, rocpd_json *j, int64_t text, const char *path, int type, int64_t *value, bool *malformed) {
  int rc = bind(t, j->extract, text, path);
  if (rc == SQLITE_OK) rc = sqlite3_step(j->extract) == SQLITE_ROW ? value_of(t, j->extract, type, value) : sqlite3_errcode(j->db);
  sqlite3_reset(j->extract);
  *malformed = rc != SQLITE_OK && rc != SQLITE_NOMEM;
  if (*malformed) *value = ROCPD_NULL;
  return *malformed ? SQLITE_OK : rc;
}

/* Under json_mutex. */
static void note_malformed(rocpd_batch *b, int index, uint32_t row) {
  rocpd_source *s = b->source;
  if (s->malformed_json++) return;
  s->malformed_kind = b->kind;
  s->malformed_column = (uint16_t)index;
  s->malformed_rowid = b->first_rowid + (b->row ? b->row[row] : row);
}

int rocpd_json_values(rocpd_batch *b, int index, const uint32_t *pick, int64_t *text, uint32_t n, const char *path, int type, rocpd_error *err) {
  rocpd_trace *t = b->source->trace;
  rocpd_json *j = NULL;
  int64_t last = ROCPD_NULL, value = ROCPD_NULL; /* equal texts follow each other */
  bool malformed = false;
  pthread_mutex_lock(&t->json_mutex);
  int rc = json_get(t, &j, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
    if (text[i] == ROCPD_NULL) continue;
    if (text[i] != last) {
      last = text[i];
      rc = extract(t, j, last, path, type, &value, &malformed);
    }
    if (malformed) note_malformed(b, index, pick ? pick[i] : i);
    text[i] = value;
  }
  pthread_mutex_unlock(&t->json_mutex);
  return rc == SQLITE_OK ? rc : rocpd_fail(err, rc, "out of memory");
}

int rocpd_json_value(rocpd_trace *t, int64_t text, const char *path, int type, int64_t *out, rocpd_error *err) {
  rocpd_json *j;
  bool malformed;
  *out = ROCPD_NULL;
  pthread_mutex_lock(&t->json_mutex);
  int rc = json_get(t, &j, err);
  if (rc == SQLITE_OK) rc = extract(t, j, text, path, type, out, &malformed);
  pthread_mutex_unlock(&t->json_mutex);
  return rc == SQLITE_OK ? rc : rocpd_fail(err, rc, "out of memory");
}

int rocpd_json_set(rocpd_trace *t, int64_t text, const char *path, int64_t value, int64_t *out) {
  rocpd_json *j = NULL;
  pthread_mutex_lock(&t->json_mutex);
  int rc = json_get(t, &j, NULL);
  if (rc == SQLITE_OK) rc = bind(t, j->set, text, path);
  if (rc == SQLITE_OK) rc = value == ROCPD_NULL ? sqlite3_bind_null(j->set, 3) : sqlite3_bind_int64(j->set, 3, value);
  if (rc == SQLITE_OK) rc = sqlite3_step(j->set) == SQLITE_ROW ? value_of(t, j->set, ROCPD_TEXT, out) : sqlite3_errcode(j->db);
  if (j) sqlite3_reset(j->set);
  pthread_mutex_unlock(&t->json_mutex);
  return rc;
}

void rocpd_json_append(sqlite3_str *out, const char *text, size_t size) {
  sqlite3_str_appendchar(out, 1, '"');
  for (size_t i = 0; i < size; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c == '"' || c == '\\') sqlite3_str_appendf(out, "\\%c", c);
    else if (c < 0x20) sqlite3_str_appendf(out, "\\u%04x", c);
    else sqlite3_str_appendchar(out, 1, (char)c);
  }
  sqlite3_str_appendchar(out, 1, '"');
}

int rocpd_json_intern(rocpd_trace *t, const char *key, const char *text, size_t size, int64_t *id) {
  sqlite3_str *s = sqlite3_str_new(NULL);
  sqlite3_str_appendf(s, "{\"%s\": ", key);
  rocpd_json_append(s, text, size);
  sqlite3_str_appendall(s, "}");
  return rocpd_intern_str(t, s, id);
}
