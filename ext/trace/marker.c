/* See marker.h. A marker's message is in its event's extdata, {"message":"..."}. There are few different texts, so each is examined once. */
#include "marker.h"
#include <stdlib.h>
#include "json.h"

int rocpd_marker_message(rocpd_session *session, rocpd_map *known, int64_t extdata, int64_t *message, rocpd_error *err) {
  rocpd_error why = {0};
  *message = ROCPD_NULL;
  if (extdata == ROCPD_NULL) return SQLITE_OK;
  uint64_t answer = rocpd_map_get(known, (uint64_t)extdata, UINT64_MAX);
  if (answer != UINT64_MAX) return *message = answer ? (int64_t)answer - 1 : ROCPD_NULL, SQLITE_OK;
  int rc = strstr(rocpd_string(session, extdata, NULL), "\"message\"") ? rocpd_json_value(session, extdata, "$.message", ROCPD_TEXT, message, &why) : SQLITE_OK;
  if (rc != SQLITE_OK && rc != SQLITE_ERROR) return rocpd_fail_for(err, rc, &why);
  rocpd_error_clear(&why);
  if (rc == SQLITE_ERROR) *message = ROCPD_NULL;
  return rocpd_fail_code(err, rocpd_map_set(known, (uint64_t)extdata, *message == ROCPD_NULL ? 0 : (uint64_t)*message + 1));
}

typedef struct found_list {
  rocpd_occurrence *item;
  size_t n;
} found_list;

typedef struct marker_search {
  const char *name;
  sqlite3_stmt *says;  /* does the JSON text ?1 have the message ?2? */
  rocpd_map answer;    /* texts that were examined: 0 or 1 */
  found_list message, named;
} marker_search;

static int add(found_list *l, rocpd_source *source, int64_t start, int64_t end) {
  return ROCPD_PUSH(l->item, l->n, (rocpd_occurrence){source, start, end});
}

/* Whether the name is the message of this text. Texts that do not contain the name are not parsed. */
static int has_message(marker_search *m, rocpd_session *session, int64_t text, bool *yes) {
  uint64_t known = rocpd_map_get(&m->answer, (uint64_t)text, 2);
  if (known < 2) return *yes = known, SQLITE_OK;
  int64_t size;
  const char *json = rocpd_string(session, text, &size);
  *yes = false;
  if (size <= ROCPD_JSON_BYTES && strstr(json, "\"message\"")) {
    sqlite3_bind_text64(m->says, 1, json, (uint64_t)size, SQLITE_STATIC, SQLITE_UTF8);
    *yes = sqlite3_step(m->says) == SQLITE_ROW && sqlite3_column_int(m->says, 0);
    int rc = sqlite3_reset(m->says);
    if (rc != SQLITE_OK) return rc;
  }
  return rocpd_map_set(&m->answer, (uint64_t)text, *yes);
}

/* Which columns of a kind are examined. */
typedef struct marker_kind {
  int kind, name, extdata; /* extdata: -1 if there is none */
} marker_kind;

static int search_batch(marker_search *m, rocpd_batch *b, const marker_kind *k, rocpd_error *err) {
  const rocpd_column *name, *start, *end, *extdata = NULL;
  int rc = rocpd_batch_column(b, k->name, &name, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_times(b, &start, &end, err);
  if (rc == SQLITE_OK && k->extdata >= 0) rc = rocpd_batch_column(b, k->extdata, &extdata, err);
  if (rc != SQLITE_OK) return rc;
  int64_t wanted = rocpd_intern_find(b->source->session, m->name, -1); /* after decoding, which may intern the name; -1: unknown */
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->rows; i++) {
    int64_t text = extdata ? rocpd_column_at(extdata, i) : ROCPD_NULL;
    bool yes = false;
    if (text != ROCPD_NULL) rc = has_message(m, b->source->session, text, &yes);
    if (rc == SQLITE_OK && yes) rc = add(&m->message, b->source, rocpd_column_at(start, i), rocpd_column_at(end, i));
    if (rc == SQLITE_OK && rocpd_column_at(name, i) == wanted) rc = add(&m->named, b->source, rocpd_column_at(start, i), rocpd_column_at(end, i));
  }
  return rocpd_fail_code(err, rc);
}

static int search_source(marker_search *m, rocpd_snapshot *s, rocpd_source *source, bool kernels, rocpd_error *err) {
  static const marker_kind kinds[] = {{ROCPD_KIND_REGION, ROCPD_REGION_name, ROCPD_REGION_extdata},
                                      {ROCPD_KIND_SAMPLE, ROCPD_SAMPLE_name, ROCPD_SAMPLE_extdata},
                                      {ROCPD_KIND_KERNEL, ROCPD_KERNEL_name, -1}};
  int rc = SQLITE_OK;
  for (int k = 0; rc == SQLITE_OK && k < 2 + kernels; k++) {
    rocpd_batch **batch;
    size_t n = 0;
    rc = rocpd_snapshot_batches_of(s, source, kinds[k].kind, &batch, &n, err);
    for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
      rc = rocpd_interrupted(rocpd_snapshot_session(s)) ? rocpd_fail(err, SQLITE_INTERRUPT, "interrupted")
                                                        : search_batch(m, batch[i], &kinds[k], err);
    }
  }
  return rc;
}

int rocpd_marker_find(rocpd_snapshot *s, const char *name, bool kernels, rocpd_occurrence **out, size_t *n, bool *by_message, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  marker_search m = {.name = name};
  size_t sources;
  rocpd_source **source = rocpd_snapshot_sources(s, &sources);
  int rc = rocpd_json_prepare(rocpd_session_db(session), "markers", "SELECT json_extract(?1, '$.message') = ?2 WHERE json_valid(?1)", &m.says, err);
  if (rc == SQLITE_OK) rc = sqlite3_bind_text(m.says, 2, name, -1, SQLITE_STATIC);
  if (rc != SQLITE_OK) rocpd_fail(err, rc, "%s", sqlite3_errmsg(rocpd_session_db(session)));
  for (size_t i = 0; rc == SQLITE_OK && i < sources; i++) rc = search_source(&m, s, source[i], kernels, err);
  sqlite3_finalize(m.says);
  rocpd_map_free(&m.answer);
  *by_message = m.message.n > 0;
  found_list *use = *by_message ? &m.message : &m.named, *leave = *by_message ? &m.named : &m.message;
  sqlite3_free(leave->item);
  if (rc != SQLITE_OK) {
    sqlite3_free(use->item);
    return rocpd_fail_code(err, rc);
  }
  *out = use->item;
  *n = use->n;
  return SQLITE_OK;
}

/* ---- names as users write them */

static int compare(const void *a, const void *b) {
  const rocpd_occurrence *x = a, *y = b;
  return ROCPD_ORDER(x->start, y->start) ?: ROCPD_ORDER(x->end, y->end) ?: ROCPD_ORDER(x->source->number, y->source->number);
}

static int find_in_order(rocpd_snapshot *s, const char *name, rocpd_occurrence **out, size_t *n, bool *by_message, rocpd_error *err) {
  size_t all, kept = 0;
  int rc = rocpd_marker_find(s, name, false, out, &all, by_message, err);
  *n = 0;
  if (rc != SQLITE_OK) return *out = NULL, rc;
  for (size_t i = 0; i < all; i++)
    if ((*out)[i].start != ROCPD_NULL) (*out)[kept++] = (*out)[i];
  if (kept) qsort(*out, kept, sizeof **out, compare);
  *n = kept;
  return SQLITE_OK;
}

/* The number after the last slash; 0: there is none. */
static int64_t occurrence_of(const char *text, size_t *name_size) {
  const char *slash = strrchr(text, '/');
  if (!slash || slash == text || !slash[1] || strlen(slash) > 19 || slash[1 + strspn(slash + 1, "0123456789")]) return 0;
  *name_size = (size_t)(slash - text);
  return strtoll(slash + 1, NULL, 10);
}

int rocpd_marker_named(rocpd_snapshot *s, const char *text, const char *or_else, rocpd_occurrence **out, size_t *n, bool *by_message, rocpd_error *err) {
  size_t size;
  int rc = find_in_order(s, text, out, n, by_message, err);
  int64_t k = rc == SQLITE_OK && !*n ? occurrence_of(text, &size) : 0;
  if (k) {
    char *name = sqlite3_mprintf("%.*s", (int)size, text);
    sqlite3_free(*out);
    rc = name ? find_in_order(s, name, out, n, by_message, err) : (*out = NULL, rocpd_no_memory(err));
    sqlite3_free(name);
  }
  if (rc == SQLITE_OK && !*n)
    rc = rocpd_fail(err, SQLITE_ERROR, "'%s': expected %sthe name of a marker; no region or sample has this message or name", text, or_else);
  if (rc == SQLITE_OK && k > (int64_t)*n)
    rc = rocpd_fail(err, SQLITE_ERROR, "'%s': the trace has only %zu with this %s", text, *n, *by_message ? "message" : "name");
  if (rc == SQLITE_OK && k) (*out)[0] = (*out)[k - 1], *n = 1;
  if (rc != SQLITE_OK) sqlite3_free(*out), *out = NULL;
  return rc;
}
