/* See json.h. SQLite's JSON functions run on a private in-memory connection: worker threads must not use the user's connection, which may be in the middle
** of a statement. */
#include "json.h"
#include "intern.h"
#include "source.h"
#include <pthread.h>

typedef struct rocpd_json { /* one per session */
  pthread_mutex_t mutex; /* guards this, and the sources' counts of malformed JSON */
  sqlite3 *db;           /* NULL until needed */
  sqlite3_stmt *extract; /* json_extract(text, path) */
  sqlite3_stmt *set;     /* json_set(text, path, value) */
} rocpd_json;

int rocpd_json_prepare(sqlite3 *db, const char *what, const char *sql, sqlite3_stmt **out, rocpd_error *err) {
  int rc = sqlite3_prepare_v2(db, sql, -1, out, NULL);
  if (rc == SQLITE_OK || rc == SQLITE_NOMEM) return rc;
  /* "no such function: json_extract", "no such table: json_each" */
  if (strstr(sqlite3_errmsg(db), ": json_"))
    return rocpd_fail(err, rc, "%s: this SQLite (%s) was built without JSON functions (SQLITE_ENABLE_JSON1), which that takes", what,
                      sqlite3_libversion());
  return rocpd_fail(err, rc, "%s: %s", what, sqlite3_errmsg(db));
}

static void json_init(void *data) { pthread_mutex_init(&((rocpd_json *)data)->mutex, NULL); }

static void json_close(rocpd_json *j) {
  sqlite3_finalize(j->extract);
  sqlite3_finalize(j->set);
  sqlite3_close(j->db);
  j->db = NULL;
  j->extract = j->set = NULL;
}

static void json_free(void *data) {
  rocpd_json *j = data;
  json_close(j);
  pthread_mutex_destroy(&j->mutex);
}

static const rocpd_slot_class json_class = {.size = sizeof(rocpd_json), .init = json_init, .free = json_free};

static int json_open(rocpd_json *j, rocpd_error *err) {
  if (j->db) return SQLITE_OK;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;
  int rc = sqlite3_open_v2(":memory:", &j->db, flags, NULL);
  if (rc == SQLITE_OK) sqlite3_limit(j->db, SQLITE_LIMIT_LENGTH, ROCPD_JSON_BYTES);
  if (rc == SQLITE_OK) rc = rocpd_json_prepare(j->db, "a value in a JSON text", "SELECT json_extract(?1, ?2)", &j->extract, err);
  if (rc == SQLITE_OK) rc = rocpd_json_prepare(j->db, "a value in a JSON text", "SELECT json_set(?1, ?2, ?3)", &j->set, err);
  if (rc == SQLITE_OK) return rc;
  if (rc != SQLITE_NOMEM) rocpd_fail(err, rc, "a database in memory: %s", j->db ? sqlite3_errmsg(j->db) : sqlite3_errstr(rc));
  json_close(j);
  return rc;
}

/* Locks and returns the session's rocpd_json. NULL: out of memory, or SQLite has no JSON functions; *rc says which. */
static rocpd_json *json_lock(rocpd_session *session, int *rc, rocpd_error *err) {
  rocpd_json *j = rocpd_session_slot(session, &json_class);
  *rc = SQLITE_NOMEM;
  if (!j) return NULL;
  pthread_mutex_lock(&j->mutex);
  *rc = json_open(j, err);
  if (*rc == SQLITE_OK) return j;
  pthread_mutex_unlock(&j->mutex);
  return NULL;
}

static int value_of(rocpd_session *session, sqlite3_stmt *stmt, int type, int64_t *value) {
  int is = sqlite3_column_type(stmt, 0);
  *value = ROCPD_NULL;
  if (is == SQLITE_NULL) return SQLITE_OK;
  if (type == ROCPD_TEXT) {
    const char *text = (const char *)sqlite3_column_text(stmt, 0);
    return text ? rocpd_intern(session, text, sqlite3_column_bytes(stmt, 0), value) : SQLITE_NOMEM;
  }
  if (is == SQLITE_INTEGER) {
    *value = sqlite3_column_int64(stmt, 0);
  } else if (is == SQLITE_FLOAT) {
    double real = sqlite3_column_double(stmt, 0);
    if (real >= -0x1p63 && real < 0x1p63 && real == (double)(int64_t)real) *value = (int64_t)real;
  }
  return SQLITE_OK;
}

static int bind(rocpd_session *session, sqlite3_stmt *stmt, int64_t text, const char *path) {
  int64_t size;
  const char *json = rocpd_string(session, text, &size);
  int rc = sqlite3_bind_text64(stmt, 1, json, (sqlite3_uint64)size, SQLITE_STATIC, SQLITE_UTF8);
  return rc == SQLITE_OK ? sqlite3_bind_text(stmt, 2, path, -1, SQLITE_STATIC) : rc;
}

/* Reads a value at a path. *malformed: the text is not JSON, or is too long. */
static int extract(rocpd_session *session, rocpd_json *j, int64_t text, const char *path, int type, int64_t *value, bool *malformed) {
  int rc = bind(session, j->extract, text, path);
  if (rc == SQLITE_OK) rc = sqlite3_step(j->extract) == SQLITE_ROW ? value_of(session, j->extract, type, value) : sqlite3_errcode(j->db);
  sqlite3_reset(j->extract);
  *malformed = rc != SQLITE_OK && rc != SQLITE_NOMEM;
  if (*malformed) *value = ROCPD_NULL;
  return *malformed ? SQLITE_OK : rc;
}

/* Counts malformed JSON; the caller holds the mutex. */
static void note_malformed(rocpd_batch *b, int index, uint32_t row) {
  rocpd_source *s = b->source;
  if (s->faults.malformed_json++) return;
  s->faults.malformed_kind = b->kind;
  s->faults.malformed_column = (uint16_t)index;
  s->faults.malformed_rowid = (int64_t)rocpd_batch_rowid(b, row);
}

int rocpd_json_values(rocpd_batch *b, int index, const uint32_t *pick, int64_t *text, uint32_t n, const char *path, int type, rocpd_error *err) {
  rocpd_session *session = b->source->session;
  int64_t last = ROCPD_NULL, value = ROCPD_NULL; /* remembers the last text, since equal texts often follow each other */
  bool malformed = false;
  int rc;
  rocpd_json *j = json_lock(session, &rc, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
    if (text[i] == ROCPD_NULL) continue;
    if (text[i] != last) {
      last = text[i];
      rc = extract(session, j, last, path, type, &value, &malformed);
    }
    if (malformed) note_malformed(b, index, pick ? pick[i] : i);
    text[i] = value;
  }
  if (j) pthread_mutex_unlock(&j->mutex);
  return rocpd_fail_code(err, rc);
}

int rocpd_json_value(rocpd_session *session, int64_t text, const char *path, int type, int64_t *out, rocpd_error *err) {
  bool malformed;
  int rc;
  *out = ROCPD_NULL;
  rocpd_json *j = json_lock(session, &rc, err);
  if (rc == SQLITE_OK) rc = extract(session, j, text, path, type, out, &malformed);
  if (j) pthread_mutex_unlock(&j->mutex);
  return rocpd_fail_code(err, rc);
}

int rocpd_json_set(rocpd_session *session, int64_t text, const char *path, int64_t value, int64_t *out) {
  int rc;
  rocpd_json *j = json_lock(session, &rc, NULL);
  if (rc == SQLITE_OK) rc = bind(session, j->set, text, path);
  if (rc == SQLITE_OK) rc = value == ROCPD_NULL ? sqlite3_bind_null(j->set, 3) : sqlite3_bind_int64(j->set, 3, value);
  if (rc == SQLITE_OK) rc = sqlite3_step(j->set) == SQLITE_ROW ? value_of(session, j->set, ROCPD_TEXT, out) : sqlite3_errcode(j->db);
  if (!j) return rc;
  sqlite3_reset(j->set);
  pthread_mutex_unlock(&j->mutex);
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

int rocpd_json_intern(rocpd_session *session, const char *key, const char *text, size_t size, int64_t *id) {
  sqlite3_str *s = sqlite3_str_new(NULL);
  sqlite3_str_appendf(s, "{\"%s\": ", key);
  rocpd_json_append(s, text, size);
  sqlite3_str_appendall(s, "}");
  return rocpd_intern_str(session, s, id);
}
