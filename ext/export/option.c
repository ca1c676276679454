/* The options of an export: a JSON object, read by SQLite's own JSON functions. */
#include "bound.h"
#include "export.h"

static const char known[] = "known are start, end, categories, names, agents, args, flows";

static int add_pattern(rocpd_patterns *p, const char *text, rocpd_error *err) {
  int rc = rocpd_one_more(&p->pattern, p->n, sizeof *p->pattern);
  char *copy = rc ? NULL : sqlite3_mprintf("%s", text);
  if (!copy) return rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  p->pattern[p->n++] = copy;
  return SQLITE_OK;
}

/* A JSON string, or an array of them. Columns of the row: type, value. */
static int read_patterns(sqlite3 *db, const char *key, sqlite3_stmt *row, rocpd_patterns *p, rocpd_error *err) {
  const char *type = (const char *)sqlite3_column_text(row, 1), *value = (const char *)sqlite3_column_text(row, 2);
  if (!type || !value)
    return rocpd_fail(err, type && strcmp(type, "null") ? SQLITE_NOMEM : SQLITE_ERROR,
                      "option %s: expected text or an array of text, found null", key);
  if (!strcmp(type, "text")) return add_pattern(p, value, err);
  if (strcmp(type, "array")) return rocpd_fail(err, SQLITE_ERROR, "option %s: expected text or an array of text, found %s", key, type);
  sqlite3_stmt *each = NULL;
  int rc = sqlite3_prepare_v2(db, "SELECT type, value FROM json_each(?1)", -1, &each, NULL);
  if (!rc) rc = sqlite3_bind_text(each, 1, value, -1, SQLITE_TRANSIENT);
  while (!rc && (rc = sqlite3_step(each)) == SQLITE_ROW) {
    const char *element = (const char *)sqlite3_column_text(each, 0);
    const char *text = (const char *)sqlite3_column_text(each, 1);
    if (element && !strcmp(element, "text") && text)
      rc = add_pattern(p, text, err);
    else
      rc = rocpd_fail(err, element ? SQLITE_ERROR : SQLITE_NOMEM, "option %s: expected text in the array, found %s", key,
                      element ? element : "");
  }
  if (rc != SQLITE_DONE) rocpd_fail(err, rc, "option %s: %s", key, sqlite3_errmsg(db));
  sqlite3_finalize(each);
  if (rc == SQLITE_DONE && p->n == 0) /* an empty list chooses nothing */
    return add_pattern(p, "", err);
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* ns, or what rocpd_time_of() knows: the snapshot will tell. */
static int read_time(const char *key, sqlite3_stmt *row, int64_t *ns, char **text, rocpd_error *err) {
  const char *type = (const char *)sqlite3_column_text(row, 1), *value = (const char *)sqlite3_column_text(row, 2);
  if (type && !strcmp(type, "integer")) {
    *ns = sqlite3_column_int64(row, 2);
    return SQLITE_OK;
  }
  if (!type || strcmp(type, "text"))
    return rocpd_fail(err, type ? SQLITE_ERROR : SQLITE_NOMEM, "option %s: expected ns as an integer, or text: \"10%%\" or the name of a marker; found %s", key,
                      value ? value : "null");
  sqlite3_free(*text);
  *text = value ? sqlite3_mprintf("%s", value) : NULL;
  return *text ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory");
}

static int resolve(rocpd_snapshot *s, const char *key, const char *text, enum rocpd_time_end end, int64_t *ns, rocpd_error *err) {
  rocpd_error why = {0};
  int rc = text ? rocpd_time_of(s, text, end, ns, &why) : SQLITE_OK;
  if (rc) rocpd_fail(err, rc, "option %s: %s", key, why.message ? why.message : "out of memory");
  rocpd_error_clear(&why);
  return rc;
}

int rocpd_export_options_resolve(rocpd_export_options *o, rocpd_snapshot *s, rocpd_error *err) {
  int64_t first, last;
  int rc = resolve(s, "start", o->start_text, ROCPD_START, &o->start_ns, err);
  if (!rc) rc = resolve(s, "end", o->end_text, ROCPD_END, &o->end_ns, err);
  if (rc || !o->end_text) return rc;
  /* What begins at the end is not in it, but for the end of all. */
  rc = rocpd_time_span(s, &first, &last, err);
  if (!rc && o->end_ns == last && last < INT64_MAX) o->end_ns++;
  return rc;
}

/* An array of integers. */
static int read_agents(sqlite3 *db, const char *key, sqlite3_stmt *row, rocpd_agents *a, rocpd_error *err) {
  const char *type = (const char *)sqlite3_column_text(row, 1), *value = (const char *)sqlite3_column_text(row, 2);
  if (!type || !value || strcmp(type, "array"))
    return rocpd_fail(err, type ? SQLITE_ERROR : SQLITE_NOMEM, "option %s: expected an array of absolute indexes, found %s", key, value ? value : "null");
  sqlite3_stmt *each = NULL;
  size_t capacity = 0;
  int rc = sqlite3_prepare_v2(db, "SELECT type, value FROM json_each(?1)", -1, &each, NULL);
  if (!rc) rc = sqlite3_bind_text(each, 1, value, -1, SQLITE_TRANSIENT);
  while (!rc && (rc = sqlite3_step(each)) == SQLITE_ROW) {
    const char *element = (const char *)sqlite3_column_text(each, 0);
    rc = !element || rocpd_grow(&a->agent, &capacity, a->n + 1, sizeof *a->agent) ? SQLITE_NOMEM : SQLITE_OK;
    if (!rc && strcmp(element, "integer")) rc = rocpd_fail(err, SQLITE_ERROR, "option %s: expected integers in the array, found %s", key, element);
    if (!rc) a->agent[a->n++] = sqlite3_column_int64(each, 1);
  }
  if (rc != SQLITE_DONE) rocpd_fail(err, rc, "option %s: %s", key, sqlite3_errmsg(db));
  sqlite3_finalize(each);
  if (rc == SQLITE_DONE && !a->n) return rocpd_fail(err, SQLITE_ERROR, "option %s: the array is empty", key);
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static int read_bool(const char *key, sqlite3_stmt *row, bool *out, rocpd_error *err) {
  const char *type = (const char *)sqlite3_column_text(row, 1), *value = (const char *)sqlite3_column_text(row, 2);
  if (type && (!strcmp(type, "true") || !strcmp(type, "false"))) {
    *out = !strcmp(type, "true");
    return SQLITE_OK;
  }
  return rocpd_fail(err, type ? SQLITE_ERROR : SQLITE_NOMEM, "option %s: expected true or false, found %s", key, value ? value : "null");
}

static int read_option(sqlite3 *db, sqlite3_stmt *row, rocpd_export_options *o, rocpd_error *err) {
  const char *key = (const char *)sqlite3_column_text(row, 0);
  if (!key) return rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  if (!strcmp(key, "start")) return read_time(key, row, &o->start_ns, &o->start_text, err);
  if (!strcmp(key, "end")) return read_time(key, row, &o->end_ns, &o->end_text, err);
  if (!strcmp(key, "categories")) return read_patterns(db, key, row, &o->categories, err);
  if (!strcmp(key, "names")) return read_patterns(db, key, row, &o->names, err);
  if (!strcmp(key, "agents")) return read_agents(db, key, row, &o->agents, err);
  if (!strcmp(key, "args")) return read_bool(key, row, &o->args, err);
  if (!strcmp(key, "flows")) return read_bool(key, row, &o->flows, err);
  return rocpd_fail(err, SQLITE_ERROR, "unknown option %s; %s", key, known);
}

int rocpd_export_options_parse(sqlite3 *db, const char *json, rocpd_export_options *o, rocpd_error *err) {
  memset(o, 0, sizeof *o);
  o->start_ns = INT64_MIN;
  o->end_ns = INT64_MAX;
  o->flows = true;
  if (!json) return SQLITE_OK;
  sqlite3_stmt *row = NULL;
  int rc = sqlite3_prepare_v2(db,
                              "SELECT key, type, value, json_type(?1) FROM json_each(CASE WHEN json_type(?1) = 'object' THEN ?1"
                              " ELSE json_object('', json_type(?1)) END)",
                              -1, &row, NULL);
  if (!rc) rc = sqlite3_bind_text(row, 1, json, -1, SQLITE_TRANSIENT);
  while (!rc && (rc = sqlite3_step(row)) == SQLITE_ROW) {
    const char *whole = (const char *)sqlite3_column_text(row, 3);
    if (whole && strcmp(whole, "object"))
      rc = rocpd_fail(err, SQLITE_ERROR, "options: expected a JSON object, found %s; %s", whole, known);
    else
      rc = read_option(db, row, o, err);
  }
  if (rc != SQLITE_DONE) rocpd_fail(err, rc, "options: %s", sqlite3_errmsg(db));
  sqlite3_finalize(row);
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static void free_patterns(rocpd_patterns *p) {
  for (size_t i = 0; i < p->n; i++) sqlite3_free(p->pattern[i]);
  sqlite3_free(p->pattern);
}

void rocpd_export_options_free(rocpd_export_options *o) {
  free_patterns(&o->categories);
  free_patterns(&o->names);
  sqlite3_free(o->agents.agent);
  sqlite3_free(o->start_text);
  sqlite3_free(o->end_text);
}

int rocpd_patterns_match(const rocpd_patterns *p, rocpd_memo *memo, rocpd_trace *t, int64_t id, bool *yes) {
  *yes = p->n == 0;
  if (p->n == 0 || id == ROCPD_NULL) return SQLITE_OK;
  if ((uint64_t)id >= memo->size) {
    size_t old = memo->size;
    int rc = rocpd_grow(&memo->answer, &memo->size, (size_t)id + 1, 1);
    if (rc) return rc;
    memset(memo->answer + old, 0, memo->size - old);
  }
  if (!memo->answer[id]) {
    const char *text = rocpd_string(t, id, NULL);
    memo->answer[id] = 1;
    for (size_t i = 0; i < p->n && memo->answer[id] == 1; i++)
      if (!sqlite3_strglob(p->pattern[i], text)) memo->answer[id] = 2;
  }
  *yes = memo->answer[id] == 2;
  return SQLITE_OK;
}
