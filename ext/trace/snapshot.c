/* Snapshots: how long one lives, what others keep with it, and in which epoch it is the current one. lists.c has its rows. See snapshot.h and
** snapshot_state.h. */
#include "snapshot_state.h"

/* ---- what others keep with a snapshot ----
**
** Indexes, links, answers. Each owner has a key of its own, the address of a variable, and says how its data are freed. Data about one source pass to the
** next snapshot if the source has not changed. Connection's thread. */

static rocpd_kept *find_kept(const rocpd_snapshot *s, const void *owner, int64_t key) {
  rocpd_kept *k = s->kept;
  while (k && (k->of.owner != owner || k->of.key != key)) k = k->next;
  if (k) rocpd_keep_touch(&k->keep);
  return k;
}

void *rocpd_snapshot_kept(rocpd_snapshot *s, const void *owner, int64_t key) {
  const rocpd_kept *k = find_kept(s, owner, key);
  return k ? k->of.data : NULL;
}

static void link_to(rocpd_snapshot *s, rocpd_kept *k) {
  k->snapshot = s;
  k->next = s->kept;
  s->kept = k;
}

static void drop_kept(rocpd_keep *keep) {
  rocpd_kept *k = (rocpd_kept *)keep, **at = k->snapshot ? &k->snapshot->kept : NULL;
  while (at && *at != k) at = &(*at)->next;
  if (at) *at = k->next;
  rocpd_keep_leave(keep);
  k->of.free_data(k->of.data);
  sqlite3_free(k);
}

rocpd_kept *rocpd_snapshot_keep(rocpd_snapshot *s, const rocpd_keeping *of) {
  rocpd_kept *k = sqlite3_malloc64(sizeof(*k));
  if (!k) return of->free_data(of->data), NULL;
  bool in_use = of->until == ROCPD_KEPT_IN_USE;
  *k = (rocpd_kept){.of = *of};
  link_to(s, k);
  rocpd_keep_enter(s->trace->session, &k->keep, in_use ? ROCPD_KEEP_ANSWERS : ROCPD_KEEP_INDEXES, of->until == ROCPD_KEPT_FOR_GOOD ? NULL : drop_kept);
  rocpd_keep_count(&k->keep, (int64_t)sqlite3_msize(of->data) + of->bytes);
  rocpd_keep_touch(&k->keep);
  k->keep.users = in_use;
  return k;
}

void rocpd_kept_count(rocpd_kept *k, int64_t bytes) { rocpd_keep_count(&k->keep, bytes); }

rocpd_kept *rocpd_snapshot_use(rocpd_snapshot *s, const void *owner, int64_t key) {
  rocpd_kept *k = find_kept(s, owner, key);
  if (k) k->keep.users++;
  return k;
}

void *rocpd_kept_data(const rocpd_kept *k) { return k->of.data; }

void rocpd_kept_release(rocpd_kept *k) {
  if (k) rocpd_keep_release(&k->keep);
}

void rocpd_snapshot_show_by(rocpd_snapshot *s, const rocpd_source *source, const void *owner, rocpd_kind_set kinds,
                            rocpd_batch *(*show)(void *data, rocpd_batch *b)) {
  for (rocpd_kept *k = s->kept; k; k = k->next)
    if (k->of.owner == owner && k->of.source == source) k->show = show, k->shows = kinds;
  s->shows |= kinds;
}

rocpd_batch *rocpd_kept_show(const rocpd_snapshot *s, rocpd_batch *b) {
  rocpd_kind_set kind = ROCPD_KIND_BIT(b->kind);
  rocpd_batch *shown = b;
  shown->refs++;
  for (const rocpd_kept *k = s->shows & kind ? s->kept : NULL; shown && k; k = k->next) {
    if (!(k->shows & kind) || k->of.source != b->source) continue;
    rocpd_batch *next = k->show(k->of.data, shown);
    rocpd_batch_unref(shown);
    shown = next;
  }
  return shown;
}

/* Answers that are in use outlive the snapshot: the last user frees them. */
static void kept_free(rocpd_snapshot *s) {
  for (rocpd_kept *k; (k = s->kept);) {
    s->kept = k->next;
    k->snapshot = NULL;
    if (k->keep.users) rocpd_keep_leave(&k->keep);
    else drop_kept(&k->keep);
  }
}

void rocpd_kept_move(rocpd_snapshot *s, rocpd_snapshot *old, const rocpd_source *source) {
  for (rocpd_kept **at = &old->kept, *k; (k = *at);) {
    if (k->of.source != source) {
      at = &k->next;
      continue;
    }
    if (k->of.moved) k->of.moved(k->of.data, s);
    *at = k->next;
    link_to(s, k);
    s->shows |= k->shows;
  }
}

/* ---- life ---- */

void rocpd_batch_list_clear(rocpd_batch_list *list) {
  for (size_t i = 0; i < list->n; i++) rocpd_batch_unref(list->batch[i]);
  sqlite3_free(list->batch);
  list->batch = NULL;
  list->n = 0;
}

enum { LISTS = 3 }; /* a snapshot with a window or a filter has this number of lists for each kind */

static void snapshot_free(rocpd_snapshot *s) {
  kept_free(s);
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

/* ---- epochs: what a statement sees ----
**
** Time is cut into epochs. In one epoch files are looked at once. A new one begins when nothing that used the last one is left: none of the statements that
** were running when a snapshot was asked for still runs, and no cursor holds a snapshot. So a statement sees one state however often its tables are opened,
** and later statements never see less. If nothing has changed, the next epochs use the same snapshot, with the indexes that are kept with it.
**
** What decides are the list of running statements and the number of snapshots in use (rocpd_trace). rocpd_trace_forget() drops the snapshots that the sets
** hold for later. All of it is for the connection's thread. */

/* One execution of a statement: from its first sqlite3_step to its end or reset. */
typedef struct execution {
  sqlite3_stmt *stmt;
  int number;
} execution;

static int execution_of(sqlite3_stmt *stmt) {
  return sqlite3_stmt_status(stmt, SQLITE_STMTSTATUS_RUN, 0);
}

/* Whether a statement of the list still runs. Statements of the list may have been finalized, so their pointers are only compared until one is found among
** the connection's statements. */
static bool any_running(const rocpd_trace *t) {
  for (sqlite3_stmt *stmt = sqlite3_next_stmt(t->db, NULL); stmt; stmt = sqlite3_next_stmt(t->db, stmt)) {
    if (!sqlite3_stmt_busy(stmt)) continue;
    for (size_t i = 0; i < t->executions; i++)
      if (t->execution[i].stmt == stmt && t->execution[i].number == execution_of(stmt)) return true;
  }
  return false;
}

/* Adds the statements that run now: the one that asks for the snapshot is among them. */
static int note_running(rocpd_trace *t) {
  for (sqlite3_stmt *stmt = sqlite3_next_stmt(t->db, NULL); stmt; stmt = sqlite3_next_stmt(t->db, stmt)) {
    if (!sqlite3_stmt_busy(stmt)) continue;
    size_t i = 0;
    while (i < t->executions && t->execution[i].stmt != stmt) i++;
    if (i == t->executions) {
      if (rocpd_array_push_reserve(&t->execution, t->executions, sizeof(*t->execution)) != SQLITE_OK) return SQLITE_NOMEM;
      t->executions++;
    }
    t->execution[i] = (execution){stmt, execution_of(stmt)};
  }
  return SQLITE_OK;
}

void rocpd_set_forget(rocpd_set *set) {
  if (set->windowed) rocpd_snapshot_drop(set->windowed);
  if (set->snapshot) rocpd_snapshot_drop(set->snapshot);
  set->windowed = set->snapshot = NULL;
}

static void drop_set(rocpd_keep *k) { rocpd_set_forget((rocpd_set *)((char *)k - offsetof(rocpd_set, keep))); }

void rocpd_set_enter(rocpd_trace *t, rocpd_set *set) { rocpd_keep_enter(t->session, &set->keep, ROCPD_KEEP_SETS, drop_set); }

void rocpd_trace_forget(rocpd_trace *t) {
  rocpd_set_forget(&t->main);
  for (rocpd_set *set = t->paths; set; set = set->next) rocpd_set_forget(set);
}

int rocpd_epoch_enter(rocpd_trace *t) {
  if (!t->open_snapshots && !any_running(t)) {
    rocpd_session_next_epoch(t->session);
    t->executions = 0;
    t->taken = 0;
    rocpd_keep_trim(t->session);
  }
  return note_running(t);
}

/* The statement that calls this is among those that are busy. */
bool rocpd_trace_is_read(const rocpd_trace *t) {
  int busy = 0;
  for (sqlite3_stmt *stmt = sqlite3_next_stmt(t->db, NULL); stmt && t->open_snapshots; stmt = sqlite3_next_stmt(t->db, stmt))
    busy += sqlite3_stmt_busy(stmt) != 0;
  return busy > 1;
}

int rocpd_trace_expect_unread(const rocpd_trace *t, rocpd_error *err) {
  if (!rocpd_trace_is_read(t)) return SQLITE_OK;
  return rocpd_fail(err, SQLITE_BUSY, "another statement that reads the trace is still running: read it to its end or reset it first");
}

bool rocpd_snapshot_is_alone(const rocpd_snapshot *s, const rocpd_snapshot *other) { return s->trace->open_snapshots == 1 + (other != NULL); }

bool rocpd_snapshot_begin_again(rocpd_trace *t, bool has_one) {
  if (t->taken != has_one || t->open_snapshots != has_one) return false;
  t->executions = 0;
  return true;
}
