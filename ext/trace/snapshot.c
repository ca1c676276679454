/* Snapshots: their life, and what is known about them besides their rows. See snapshot.h and snapshot_state.h. */
#include "snapshot_state.h"

/* ---- life ---- */

void rocpd_batch_list_clear(rocpd_batch_list *list) {
  for (size_t i = 0; i < list->n; i++) rocpd_batch_unref(list->batch[i]);
  sqlite3_free(list->batch);
  list->batch = NULL;
  list->n = 0;
}

enum { LISTS = 3 }; /* a snapshot with a window or a filter has this number of lists for each kind */

static void snapshot_free(rocpd_snapshot *s) {
  rocpd_kept_free(s);
  for (int k = 0; s->whole && k < LISTS * ROCPD_KIND_COUNT; k++) rocpd_batch_list_clear(&s->chosen[k]); /* frees the other lists too: they are one block */
  sqlite3_free(s->chosen);
  rocpd_row_filter_free(s->filter);
  sqlite3_free(s->window);
  for (int k = 0; k <= ROCPD_TAKES_ROWS; k++)
    if (s->by[k]) rocpd_snapshot_drop(s->by[k]);
  if (s->whole) rocpd_snapshot_drop(s->whole);
  for (int k = 0; k < ROCPD_KIND_COUNT; k++) {
    for (size_t i = 0; s->kind[k].of && i < s->sources; i++) rocpd_batch_list_clear(&s->kind[k].of[i]);
    sqlite3_free(s->kind[k].of);
    sqlite3_free(s->kind[k].batch);
  }
  pthread_mutex_destroy(&s->mutex);
  for (size_t i = 0; i < s->sources; i++) rocpd_source_unref(s->source[i]);
  sqlite3_free(s->source);
  for (size_t i = 0; i < s->left_outs; i++) sqlite3_free(s->left_out[i].why);
  sqlite3_free(s->left_out);
  sqlite3_free(s->path);
  sqlite3_free(s);
}

void rocpd_snapshot_drop(rocpd_snapshot *s) {
  if (--s->refs == 0) snapshot_free(s);
}

void rocpd_snapshot_release(rocpd_snapshot *s) {
  if (!s) return;
  rocpd_trace *t = s->trace;
  rocpd_snapshot_drop(s);
  if (--t->open_snapshots == 0) rocpd_session_idle(t->session);
}

rocpd_snapshot *rocpd_snapshot_new(rocpd_trace *t, size_t n) {
  rocpd_snapshot *s = rocpd_zeroed(sizeof(*s));
  rocpd_source **source = sqlite3_malloc64((n + 1) * sizeof(*source));
  if (!s || !source) {
    sqlite3_free(s);
    sqlite3_free(source);
    return NULL;
  }
  s->trace = t;
  s->refs = 1;
  s->source = source;
  pthread_mutex_init(&s->mutex, NULL);
  return s;
}

int rocpd_snapshot_of_sources(rocpd_trace *t, rocpd_source *const *source, size_t n, rocpd_snapshot **out) {
  *out = rocpd_snapshot_new(t, n);
  if (!*out) return SQLITE_NOMEM;
  for (; (*out)->sources < n; (*out)->sources++) rocpd_source_ref((*out)->source[(*out)->sources] = source[(*out)->sources]);
  return SQLITE_OK;
}

int rocpd_snapshot_limit(rocpd_snapshot *whole, const rocpd_window *window, rocpd_filter *filter, unsigned keys, rocpd_snapshot **out, rocpd_error *err) {
  rocpd_batch_list *list = rocpd_zeroed(LISTS * ROCPD_KIND_COUNT * sizeof(*list));
  rocpd_snapshot *s = list ? rocpd_snapshot_new(whole->trace, 0) : NULL;
  if (!s) {
    sqlite3_free(list);
    return rocpd_no_memory(err);
  }
  s->chosen = list, s->within = list + ROCPD_KIND_COUNT, s->cut = list + 2 * ROCPD_KIND_COUNT;
  s->whole = whole;
  whole->refs++;
  int rc = rocpd_fail_code(err, rocpd_window_set(&s->window, window));
  if (rc == SQLITE_OK && keys & rocpd_filter_rows(filter)) rc = rocpd_row_filter_new(whole->trace->session, whole, filter, keys, &s->filter, err);
  if (rc == SQLITE_OK) *out = s;
  else rocpd_snapshot_drop(s);
  return rc;
}

int rocpd_snapshot_by(rocpd_snapshot *s, unsigned keys, rocpd_snapshot **out, rocpd_error *err) {
  unsigned has = rocpd_snapshot_filter(s);
  keys &= has;
  *out = keys == has ? s : !keys && !s->window ? s->whole : s->by[keys];
  if (*out) return SQLITE_OK;
  int rc = rocpd_snapshot_limit(s->whole, s->window, rocpd_row_filter_of(s->filter), keys, &s->by[keys], err);
  *out = s->by[keys];
  return rc;
}

int rocpd_snapshot_in_time(rocpd_snapshot *s, rocpd_snapshot **out, rocpd_error *err) { return rocpd_snapshot_by(s, 0, out, err); }

/* ---- properties ---- */

rocpd_source **rocpd_snapshot_sources(rocpd_snapshot *s, size_t *n) {
  s = rocpd_snapshot_whole(s);
  *n = s->sources;
  return s->source;
}

const char *rocpd_snapshot_path(rocpd_snapshot *s) { return rocpd_snapshot_whole(s)->path; }

int rocpd_snapshot_left_out(rocpd_snapshot *s, int (*fn)(void *arg, int64_t files, const char *why), void *arg) {
  int rc = SQLITE_OK;
  s = rocpd_snapshot_whole(s);
  for (size_t i = 0; rc == SQLITE_OK && i < s->left_outs; i++) rc = fn(arg, s->left_out[i].files, s->left_out[i].why);
  return rc;
}

const struct rocpd_window *rocpd_snapshot_window(const rocpd_snapshot *s) { return s->window; }
unsigned rocpd_snapshot_filter(const rocpd_snapshot *s) { return rocpd_row_filter_keys(s->filter); }
bool rocpd_snapshot_takes(const rocpd_snapshot *s, const rocpd_source *source, int64_t agent) { return rocpd_row_filter_takes(s->filter, source, agent); }

rocpd_snapshot *rocpd_snapshot_whole(rocpd_snapshot *s) { return s->whole ? s->whole : s; }

rocpd_trace *rocpd_snapshot_trace(const rocpd_snapshot *s) { return s->trace; }
rocpd_session *rocpd_snapshot_session(const rocpd_snapshot *s) { return s->trace->session; }
int64_t rocpd_snapshot_default_stream(const rocpd_snapshot *s) { return s->default_stream; }
bool rocpd_snapshot_sums_parts(const rocpd_snapshot *s) { return s->window && s->window->overlap; }
