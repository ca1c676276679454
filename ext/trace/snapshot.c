/* Snapshots: one state of all sources for everything that a statement reads.
**
** Time is cut into epochs. In one epoch files are looked at once; a new one
** begins when nothing that used the last is left: no statement still runs of those
** that were running when a snapshot was asked for, and no cursor holds one. So a
** statement sees one state however often its tables are opened, and later
** statements never see less. Without changes the same snapshot serves the next
** epochs too, and what is kept with it (indexes). */
#include "cache.h"
#include "derive.h"
#include "map.h"
#include "origins.h"
#include "overlay.h"
#include "same.h"
#include "trace_state.h"
#include <pthread.h>

#define PATH_SETS 16 /* unused sets of tables with a path that stay open */

typedef struct kept_data {
  const void *owner;
  int64_t key;
  void *data;
  void (*free_data)(void *);
  const rocpd_source *source; /* goes over to the next snapshot with this source's batches; or NULL */
  void (*moved)(void *data, rocpd_snapshot *to);
} kept_data;

/* What {"damaged":"skip"} has left out of one thing that is attached. */
typedef struct left_out {
  int64_t files;
  char *why; /* of the first */
} left_out;

/* Batches of one kind (of one source, or in the time window), with a reference each. */
typedef struct batch_list {
  rocpd_batch **batch;
  size_t n;
  bool loaded; /* atomic */
  bool partial; /* what the source delivers is there, what is made of others is being made */
} batch_list;

struct rocpd_snapshot {
  rocpd_trace *trace;
  int refs; /* the set's included */
  rocpd_source **source;
  size_t sources;
  char *path; /* what it is of; NULL: what is attached to the connection */
  left_out *left_out;
  size_t left_outs;
  struct {
    bool loaded;
    rocpd_batch **batch; /* of all sources, without references of its own */
    size_t batches;
    batch_list *of; /* [sources]; atomic, NULL until one is asked for */
  } kind[ROCPD_KIND_COUNT];
  pthread_mutex_t mutex; /* guards the making of `of` and of lists of native kinds */
  kept_data *kept;
  size_t kepts;
  /* With a time window: what is in it of the rows of another one. Only these lists and
  ** what is kept with them are its own. */
  rocpd_snapshot *whole; /* NULL: no window */
  rocpd_window window;
  batch_list *within, *cut; /* [ROCPD_KIND_COUNT] */
  rocpd_snapshot *part_of; /* whose lists it has of kinds that it has none of; NULL: it is no part */
  int64_t default_stream; /* its id */
};

/* ---- epochs ---- */

/* An execution of a statement: sqlite3_step until its end or reset. */
typedef struct execution {
  sqlite3_stmt *stmt;
  int number;
} execution;

static int execution_of(sqlite3_stmt *stmt) {
  return sqlite3_stmt_status(stmt, SQLITE_STMTSTATUS_RUN, 0);
}

/* Does a statement of the list still run? Statements may have been finalized:
** only pointers are compared until one is found among the living. */
static bool any_running(const rocpd_trace *t) {
  for (sqlite3_stmt *stmt = sqlite3_next_stmt(t->db, NULL); stmt; stmt = sqlite3_next_stmt(t->db, stmt)) {
    if (!sqlite3_stmt_busy(stmt)) continue;
    for (size_t i = 0; i < t->executions; i++)
      if (t->execution[i].stmt == stmt && t->execution[i].number == execution_of(stmt)) return true;
  }
  return false;
}

/* Add the statements that run now: one of them is asking. */
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

/* Columns of batches that others were made of can only go with these. */
static void cache_trim(rocpd_trace *t) {
  if (rocpd_cache_bytes(t->session) <= rocpd_cache_limit(t->session)) return;
  rocpd_trace_forget(t);
  rocpd_cache_trim(t->session);
}

static int epoch_enter(rocpd_trace *t) {
  if (!t->open_snapshots && !any_running(t)) {
    rocpd_session_next_epoch(t->session);
    t->executions = 0;
    t->taken = 0;
    cache_trim(t);
  }
  return note_running(t);
}

/* The one that runs now is among those that are busy. */
bool rocpd_trace_is_read(const rocpd_trace *t) {
  int busy = 0;
  for (sqlite3_stmt *stmt = sqlite3_next_stmt(t->db, NULL); stmt && t->open_snapshots; stmt = sqlite3_next_stmt(t->db, stmt))
    busy += sqlite3_stmt_busy(stmt) != 0;
  return busy > 1;
}

bool rocpd_snapshot_is_alone(const rocpd_snapshot *s, const rocpd_snapshot *other) { return s->trace->open_snapshots == 1 + (other != NULL); }

bool rocpd_snapshot_begin_again(rocpd_trace *t, bool has_one) {
  if (t->taken != has_one || t->open_snapshots != has_one) return false;
  t->executions = 0;
  return true;
}

/* ---- snapshots ---- */

static void list_clear(batch_list *list) {
  for (size_t i = 0; i < list->n; i++) rocpd_batch_unref(list->batch[i]);
  sqlite3_free(list->batch);
  list->batch = NULL;
  list->n = 0;
}

static void snapshot_free(rocpd_snapshot *s) {
  for (size_t i = 0; i < s->kepts; i++) s->kept[i].free_data(s->kept[i].data);
  sqlite3_free(s->kept);
  for (int k = 0; s->whole && k < 2 * ROCPD_KIND_COUNT; k++) list_clear(&s->within[k]); /* s->cut too: one block */
  sqlite3_free(s->within);
  if (s->whole) rocpd_snapshot_drop(s->whole);
  for (int k = 0; k < ROCPD_KIND_COUNT; k++) {
    for (size_t i = 0; s->kind[k].of && i < s->sources; i++) list_clear(&s->kind[k].of[i]);
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

static void forget_windowed(rocpd_set *set) {
  if (set->windowed) rocpd_snapshot_drop(set->windowed);
  set->windowed = NULL;
}

void rocpd_set_forget(rocpd_set *set) {
  forget_windowed(set);
  if (set->snapshot) rocpd_snapshot_drop(set->snapshot);
  set->snapshot = NULL;
}

/* The rows of `whole` that are in a window. */
static int snapshot_limit(rocpd_snapshot *whole, const rocpd_window *window, rocpd_snapshot **out) {
  rocpd_snapshot *s = sqlite3_malloc64(sizeof(*s));
  batch_list *list = sqlite3_malloc64(2 * ROCPD_KIND_COUNT * sizeof(*list));
  if (!s || !list) {
    sqlite3_free(s);
    sqlite3_free(list);
    return SQLITE_NOMEM;
  }
  memset(s, 0, sizeof(*s));
  memset(list, 0, 2 * ROCPD_KIND_COUNT * sizeof(*list));
  s->trace = whole->trace;
  s->refs = 1;
  s->window = *window;
  s->within = list;
  s->cut = list + ROCPD_KIND_COUNT;
  s->whole = whole;
  pthread_mutex_init(&s->mutex, NULL);
  whole->refs++;
  *out = s;
  return SQLITE_OK;
}

/* The set's snapshot under the connection's window, if it has one. */
static int set_window(rocpd_trace *t, rocpd_set *set, rocpd_snapshot **out) {
  const rocpd_window *w = set->window ? set->window : t->window;
  rocpd_snapshot *s = set->windowed;
  *out = set->snapshot;
  bool good = s && w && s->whole == set->snapshot && s->window.start == w->start && s->window.end == w->end && s->window.overlap == w->overlap;
  if (s && !good) {
    rocpd_snapshot_drop(s);
    set->windowed = NULL;
  }
  if (!w) return SQLITE_OK;
  int rc = good ? SQLITE_OK : snapshot_limit(set->snapshot, w, &set->windowed);
  if (rc == SQLITE_OK) *out = set->windowed;
  return rc;
}

/* The set's sources, with a reference each, and which of them are to be kept, whatever others hold. Mounts may share a file, and links lead to
** one: each is listed once. */
static int list_sources(rocpd_snapshot *s, const rocpd_set *set, bool *keep) {
  rocpd_map seen = {0}; /* numbers of sources -> their places */
  int rc = SQLITE_OK;
  for (size_t i = 0; i < set->mounts; i++)
    for (size_t j = 0; rc == SQLITE_OK && j < set->mount[i].sources; j++) {
      rocpd_source *one = set->mount[i].source[j];
      uint64_t place = rocpd_map_get(&seen, one->number, s->sources);
      keep[place] |= set->mount[i].options.keep_same;
      if (place < s->sources) continue;
      rocpd_source_ref(one);
      s->source[s->sources++] = one;
      rc = rocpd_map_set(&seen, one->number, place);
    }
  rocpd_map_free(&seen);
  return rc;
}

/* What several hold counts once. */
static int leave_out_same(rocpd_snapshot *s, const bool *keep, rocpd_error *err) {
  rocpd_same_list *same;
  int rc = rocpd_same_find(s->trace, s->source, keep, &s->sources, &same, err);
  return rc == SQLITE_OK ? rocpd_same_keep(s, same) : rc;
}

/* What is known of the set beside its sources. */
static int note_set(rocpd_snapshot *s, const rocpd_set *set) {
  if (set != &s->trace->main && !(s->path = sqlite3_mprintf("%s", set->mount[0].path))) return SQLITE_NOMEM;
  for (size_t i = 0; i < set->mounts; i++) {
    const rocpd_listing *l = &set->mount[i].listing;
    if (!l->unreadable) continue;
    if (rocpd_array_push_reserve(&s->left_out, s->left_outs, sizeof(*s->left_out)) != SQLITE_OK) return SQLITE_NOMEM;
    left_out *out = &s->left_out[s->left_outs++];
    *out = (left_out){l->unreadable, sqlite3_mprintf("%s", l->why)};
    if (!out->why) return SQLITE_NOMEM;
  }
  return SQLITE_OK;
}

/* Without sources, but room for n. */
static rocpd_snapshot *snapshot_new(rocpd_trace *t, size_t n) {
  rocpd_snapshot *s = sqlite3_malloc64(sizeof(*s));
  rocpd_source **source = sqlite3_malloc64((n + 1) * sizeof(*source));
  if (!s || !source) {
    sqlite3_free(s);
    sqlite3_free(source);
    return NULL;
  }
  memset(s, 0, sizeof(*s));
  s->trace = t;
  s->refs = 1;
  s->source = source;
  pthread_mutex_init(&s->mutex, NULL);
  return s;
}

int rocpd_snapshot_of_sources(rocpd_trace *t, rocpd_source *const *source, size_t n, rocpd_snapshot **out) {
  *out = snapshot_new(t, n);
  if (!*out) return SQLITE_NOMEM;
  for (; (*out)->sources < n; (*out)->sources++) rocpd_source_ref((*out)->source[(*out)->sources] = source[(*out)->sources]);
  return SQLITE_OK;
}

static int snapshot_of_set(rocpd_trace *t, const rocpd_set *set, rocpd_snapshot **out, rocpd_error *err) {
  size_t n = 0;
  for (size_t i = 0; i < set->mounts; i++) n += set->mount[i].sources;
  bool *keep = sqlite3_malloc64(n + 1);
  rocpd_snapshot *s = keep ? snapshot_new(t, n) : NULL;
  int rc = SQLITE_NOMEM;
  if (s) {
    memset(keep, 0, n + 1);
    rc = list_sources(s, set, keep);
    if (rc == SQLITE_OK) rc = note_set(s, set);
    if (rc == SQLITE_OK) rc = leave_out_same(s, keep, err);
  }
  sqlite3_free(keep);
  if (rc == SQLITE_OK) *out = s;
  else if (s) snapshot_free(s);
  return rocpd_fail_code(err, rc);
}

/* The lists of a kind, one for each source. */
static int kind_lists(rocpd_snapshot *s, int kind, batch_list **out) {
  *out = __atomic_load_n(&s->kind[kind].of, __ATOMIC_ACQUIRE);
  if (*out) return SQLITE_OK;
  pthread_mutex_lock(&s->mutex);
  batch_list *of = s->kind[kind].of;
  if (!of) {
    size_t size = (s->sources + 1) * sizeof(*of);
    of = sqlite3_malloc64(size);
    if (of) memset(of, 0, size);
    __atomic_store_n(&s->kind[kind].of, of, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&s->mutex);
  *out = of;
  return of ? SQLITE_OK : SQLITE_NOMEM;
}

/* Room in s for whatever inherit() moves. */
static bool can_inherit(rocpd_snapshot *s, const rocpd_snapshot *old) {
  batch_list *of;
  for (int k = 0; k < ROCPD_KIND_COUNT; k++)
    if (old->kind[k].of && kind_lists(s, k, &of) != SQLITE_OK) return false;
  kept_data *kept = sqlite3_realloc64(s->kept, (s->kepts + old->kepts + 1) * sizeof(*kept));
  if (kept) s->kept = kept;
  return kept != NULL;
}

static void inherit_source(rocpd_snapshot *s, size_t to, rocpd_snapshot *old, size_t from) {
  for (int k = 0; k < ROCPD_KIND_COUNT; k++) {
    if (!old->kind[k].of) continue;
    s->kind[k].of[to] = old->kind[k].of[from];
    old->kind[k].of[from] = (batch_list){0};
  }
  size_t left = 0;
  for (size_t i = 0; i < old->kepts; i++) {
    kept_data *kept = &old->kept[i];
    if (kept->source == old->source[from]) {
      kept->moved(kept->data, s);
      s->kept[s->kepts++] = *kept;
    } else {
      old->kept[left++] = *kept;
    }
  }
  old->kepts = left;
}

/* What was made of sources that have not changed goes over from the set's snapshot, which
** nobody else has, to the next one. */
static void inherit(rocpd_snapshot *s, const rocpd_set *set) {
  rocpd_snapshot *old = set->snapshot;
  if (!old || old->refs > 1 || !can_inherit(s, old)) return;
  size_t from = 0; /* the order is mostly the same */
  for (size_t i = 0; i < s->sources; i++) {
    for (size_t tried = 0; tried < old->sources && old->source[from % old->sources] != s->source[i]; tried++) from++;
    if (!old->sources || old->source[from %= old->sources] != s->source[i]) continue;
    if (s->source[i]->state.changed_epoch <= set->built_epoch) inherit_source(s, i, old, from);
  }
}

static int set_snapshot(rocpd_trace *t, rocpd_set *set, rocpd_snapshot **out, rocpd_error *err) {
  int rc = epoch_enter(t);
  if (rc != SQLITE_OK) return rocpd_fail_code(err, rc);
  bool changed = false;
  if (!set->snapshot || set->changed || set->epoch != rocpd_session_epoch(t->session)) {
    rc = rocpd_set_update(t, set, &changed, err);
    if (rc != SQLITE_OK && !t->open_snapshots) rocpd_session_idle(t->session);
    if (rc != SQLITE_OK) return rc;
  }
  if (changed || !set->snapshot) {
    rocpd_snapshot *s = NULL;
    rc = snapshot_of_set(t, set, &s, err);
    if (rc != SQLITE_OK) {
      set->changed = true;
      if (!t->open_snapshots) rocpd_session_idle(t->session);
      return rc;
    }
    forget_windowed(set);
    inherit(s, set);
    rocpd_set_forget(set);
    set->snapshot = s;
    set->built_epoch = rocpd_session_epoch(t->session);
  }
  for (size_t i = 0; i < set->snapshot->sources; i++) {
    rocpd_source *source = set->snapshot->source[i];
    rc = source->info.multi_process ? rocpd_origins_make(set->snapshot, source, err) : SQLITE_OK;
    if (rc != SQLITE_OK) return rc;
  }
  rc = set_window(t, set, out);
  if (rc != SQLITE_OK) return rocpd_fail_code(err, rc);
  (*out)->refs++;
  t->open_snapshots++;
  t->taken++;
  return SQLITE_OK;
}

int rocpd_trace_snapshot(rocpd_trace *t, rocpd_snapshot **out, rocpd_error *err) {
  return set_snapshot(t, &t->main, out, err);
}

/* ---- tables with a path ---- */

static bool is_held(const rocpd_set *set) {
  int own = 1 + (set->windowed && set->windowed->whole == set->snapshot); /* references of the set's */
  return (set->snapshot && set->snapshot->refs > own) || (set->windowed && set->windowed->refs > 1);
}

/* Close the least recently used sets beyond the limit that nobody reads. */
static void sets_trim(rocpd_trace *t) {
  for (;;) {
    size_t n = 0;
    rocpd_set **oldest = NULL;
    for (rocpd_set **p = &t->paths; *p; p = &(*p)->next) {
      if (is_held(*p)) continue;
      n++;
      if (!oldest || (*p)->used < (*oldest)->used) oldest = p;
    }
    if (n <= PATH_SETS) return;
    rocpd_set *set = *oldest;
    *oldest = set->next;
    rocpd_set_clear(t, set);
    sqlite3_free(set);
  }
}

static int set_of_path(rocpd_trace *t, const char *path, rocpd_set **out) {
  size_t literal;
  char *absolute = rocpd_absolute(path, &literal);
  if (!absolute) return SQLITE_NOMEM;
  rocpd_set *set = t->paths;
  while (set && (strcmp(set->mount[0].path, absolute) || set->mount[0].literal != literal)) set = set->next;
  if (!set) {
    set = sqlite3_malloc64(sizeof(*set));
    rocpd_mount *mount = sqlite3_malloc64(sizeof(*mount));
    if (!set || !mount) {
      sqlite3_free(set);
      sqlite3_free(mount);
      sqlite3_free(absolute);
      return SQLITE_NOMEM;
    }
    memset(set, 0, sizeof(*set));
    memset(mount, 0, sizeof(*mount));
    mount->path = absolute;
    mount->literal = literal;
    set->mount = mount;
    set->mounts = 1;
    set->next = t->paths;
    t->paths = set;
  } else {
    sqlite3_free(absolute);
  }
  set->used = ++t->path_uses;
  *out = set;
  return SQLITE_OK;
}

int rocpd_trace_set_window_of(rocpd_trace *t, const char *path, const rocpd_window *window) {
  rocpd_set *set;
  int rc = set_of_path(t, path, &set);
  return rc == SQLITE_OK ? rocpd_window_set(&set->window, window) : rc;
}

int rocpd_trace_snapshot_of(rocpd_trace *t, const char *path, rocpd_snapshot **out, rocpd_error *err) {
  if (!path || !*path) return rocpd_trace_snapshot(t, out, err);
  rocpd_set *set;
  int rc = set_of_path(t, path, &set);
  if (rc != SQLITE_OK) return rocpd_fail_code(err, rc);
  rc = set_snapshot(t, set, out, err);
  if (rc == SQLITE_OK && !set->mount[0].sources) {
    rc = rocpd_listing_expect(&set->mount[0].listing, set->mount[0].path, err);
    if (rc != SQLITE_OK) {
      rocpd_snapshot_release(*out);
      set->mount[0].listed = false;
    }
  }
  sets_trim(t);
  return rc;
}

/* ---- parts ---- */

rocpd_snapshot *rocpd_snapshot_part(rocpd_snapshot *whole, rocpd_source *source, rocpd_kind_set kinds, int64_t default_stream) {
  rocpd_snapshot *s = sqlite3_malloc64(sizeof(*s));
  rocpd_source **list = sqlite3_malloc64(sizeof(*list));
  if (!s || !list) {
    sqlite3_free(s);
    sqlite3_free(list);
    return NULL;
  }
  memset(s, 0, sizeof(*s));
  s->trace = whole->trace;
  s->refs = 1;
  s->source = list;
  s->source[s->sources++] = source;
  s->part_of = whole;
  s->default_stream = default_stream;
  rocpd_source_ref(source);
  pthread_mutex_init(&s->mutex, NULL);
  for (int k = 0; k < ROCPD_KIND_COUNT; k++) {
    batch_list *of;
    if (!(kinds & ROCPD_KIND_BIT(k))) continue;
    if (kind_lists(s, k, &of) != SQLITE_OK) {
      snapshot_free(s);
      return NULL;
    }
    of->loaded = true;
  }
  return s;
}

int rocpd_snapshot_part_add(rocpd_snapshot *part, rocpd_batch *b) {
  batch_list *list = part->kind[b->kind].of;
  if (rocpd_array_push_reserve(&list->batch, list->n, sizeof(*list->batch)) != SQLITE_OK) return rocpd_batch_unref(b), SQLITE_NOMEM;
  list->batch[list->n++] = b;
  return SQLITE_OK;
}

void rocpd_snapshot_part_moved(rocpd_snapshot *part, rocpd_snapshot *to) { part->part_of = to; }
void rocpd_snapshot_part_free(rocpd_snapshot *part) { rocpd_snapshot_drop(part); }
int64_t rocpd_snapshot_default_stream(const rocpd_snapshot *s) { return s->default_stream; }

/* ---- what is in a snapshot ---- */

rocpd_batch *rocpd_snapshot_show(rocpd_snapshot *s, rocpd_batch *b) {
  rocpd_batch *said = rocpd_overlay_as_said(b), *shown = said ? rocpd_origins_show(s->part_of ? s->part_of : s, said) : NULL;
  if (said) rocpd_batch_unref(said);
  return shown;
}

/* What a source itself delivers. */
static int native_batches(rocpd_snapshot *s, rocpd_source *source, int kind, batch_list *list, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n = 0;
  int rc = source->class->batches(source, kind, &batch, &n, err);
  if (rc != SQLITE_OK) rocpd_source_failed(source, rc, err);
  if (rc != SQLITE_OK || !n) return rc;
  list->batch = sqlite3_malloc64(n * sizeof(*list->batch));
  if (!list->batch) return SQLITE_NOMEM;
  for (; list->n < n; list->n++) {
    list->batch[list->n] = rocpd_snapshot_show(s, batch[list->n]);
    if (list->batch[list->n]) continue;
    list_clear(list);
    return SQLITE_NOMEM;
  }
  return SQLITE_OK;
}

/* What it delivers, and behind that what is made of others, which may in turn have rows made of these. */
static int native_and_made(rocpd_snapshot *s, rocpd_source *source, int kind, batch_list *list, rocpd_error *err) {
  rocpd_batch **made = NULL;
  size_t n = 0;
  int rc = native_batches(s, source, kind, list, err);
  list->partial = true;
  if (rc == SQLITE_OK) rc = rocpd_derive_batches(s, source, kind, &made, &n, err);
  list->partial = false;
  rocpd_batch **all = rc == SQLITE_OK ? sqlite3_realloc64(list->batch, (list->n + n + 1) * sizeof(*all)) : NULL;
  if (!all) {
    for (size_t i = 0; i < n; i++) rocpd_batch_unref(made[i]);
    sqlite3_free(made);
    list_clear(list);
    return rc == SQLITE_OK ? SQLITE_NOMEM : rc;
  }
  if (n) memcpy(all + list->n, made, n * sizeof(*all));
  sqlite3_free(made);
  list->batch = all;
  list->n += n;
  list->loaded = true;
  return SQLITE_OK;
}

/* That of the snapshot that s is a part of. */
static int borrowed_list(rocpd_snapshot *s, int kind, batch_list *list, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  int rc = rocpd_snapshot_batches_of(s->part_of, s->source[0], kind, &batch, &n, err);
  if (rc != SQLITE_OK) return rc;
  pthread_mutex_lock(&s->mutex);
  if (!list->loaded && !(list->batch = sqlite3_malloc64((n + 1) * sizeof *list->batch))) rc = SQLITE_NOMEM;
  for (; rc == SQLITE_OK && !list->loaded && list->n < n; list->n++) list->batch[list->n] = batch[list->n], batch[list->n]->refs++;
  if (rc == SQLITE_OK) __atomic_store_n(&list->loaded, true, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&s->mutex);
  return rocpd_fail_code(err, rc);
}

/* The list of one source. Native kinds may be asked for by any thread (but those with more beside them); others are made
** on the connection's, without the lock: their makers run loops of threads that ask
** for native ones. */
static int source_list(rocpd_snapshot *s, size_t i, int kind, batch_list **out, rocpd_error *err) {
  batch_list *of;
  int rc = kind_lists(s, kind, &of);
  if (rc != SQLITE_OK) return rocpd_fail_code(err, rc);
  batch_list *list = *out = &of[i];
  if (__atomic_load_n(&list->loaded, __ATOMIC_ACQUIRE) || list->partial) return SQLITE_OK;
  if (s->part_of) return borrowed_list(s, kind, list, err);
  bool native = s->source[i]->info.native & ROCPD_KIND_BIT(kind);
  if (native && rocpd_derives_beside(s->source[i], kind)) {
    rc = native_and_made(s, s->source[i], kind, list, err);
  } else if (native) {
    pthread_mutex_lock(&s->mutex);
    if (!list->loaded) rc = native_batches(s, s->source[i], kind, list, err);
    if (rc == SQLITE_OK) __atomic_store_n(&list->loaded, true, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&s->mutex);
  } else {
    rc = rocpd_derive_batches(s, s->source[i], kind, &list->batch, &list->n, err);
    if (rc == SQLITE_OK) list->loaded = true;
  }
  return rocpd_fail_code(err, rc);
}

/* Concatenate what the sources have of a kind. */
static int load_kind(rocpd_snapshot *s, int kind, rocpd_error *err) {
  batch_list *list;
  size_t n = 0;
  for (size_t i = 0; i < s->sources; i++) {
    int rc = source_list(s, i, kind, &list, err);
    if (rc != SQLITE_OK) return rc;
    n += list->n;
  }
  rocpd_batch **all = sqlite3_malloc64((n + 1) * sizeof(*all));
  if (!all) return rocpd_no_memory(err);
  n = 0;
  for (size_t i = 0; i < s->sources; i++) {
    list = &s->kind[kind].of[i];
    if (list->n) memcpy(all + n, list->batch, list->n * sizeof(*all));
    n += list->n;
  }
  s->kind[kind].batch = all;
  s->kind[kind].batches = n;
  s->kind[kind].loaded = true;
  return SQLITE_OK;
}

static int all_batches(rocpd_snapshot *s, int kind, rocpd_batch ***batches, size_t *n, rocpd_error *err) {
  if (!s->kind[kind].loaded) {
    int rc = load_kind(s, kind, err);
    if (rc != SQLITE_OK) return rc;
  }
  *batches = s->kind[kind].batch;
  *n = s->kind[kind].batches;
  return SQLITE_OK;
}

static int batches_in_window(rocpd_snapshot *s, bool cut, int kind, rocpd_batch ***batches, size_t *n, rocpd_error *err) {
  if (!s->whole || !rocpd_window_limits(kind)) return all_batches(rocpd_snapshot_whole(s), kind, batches, n, err);
  batch_list *list = cut ? &s->cut[kind] : &s->within[kind];
  if (!list->loaded) {
    int rc = all_batches(s->whole, kind, batches, n, err);
    if (rc == SQLITE_OK) rc = rocpd_window_batches(s, &s->window, cut, kind, *batches, *n, &list->batch, &list->n, err);
    if (rc != SQLITE_OK) return rc;
    list->loaded = true;
  }
  *batches = list->batch;
  *n = list->n;
  return SQLITE_OK;
}

int rocpd_snapshot_batches(rocpd_snapshot *s, int kind, rocpd_batch ***batches, size_t *n, rocpd_error *err) {
  return batches_in_window(s, false, kind, batches, n, err);
}

bool rocpd_snapshot_sums_parts(const rocpd_snapshot *s) { return s->whole && s->window.overlap; }

int rocpd_snapshot_batches_to_sum(rocpd_snapshot *s, int kind, rocpd_batch ***batches, size_t *n, rocpd_error *err) {
  return batches_in_window(s, rocpd_snapshot_sums_parts(s), kind, batches, n, err);
}

int rocpd_snapshot_batches_all(rocpd_snapshot *s, const int *kind, int kinds, bool cut, rocpd_batch ***batches, size_t *n, rocpd_error *err) {
  rocpd_batch **all = NULL;
  *batches = NULL;
  *n = 0;
  for (int k = 0; k < kinds; k++) {
    rocpd_batch **batch;
    size_t count;
    int rc = batches_in_window(s, cut, kind[k], &batch, &count, err);
    rocpd_batch **more = rc == SQLITE_OK ? sqlite3_realloc64(all, (*n + count + 1) * sizeof(*all)) : NULL;
    if (!more) {
      sqlite3_free(all);
      *n = 0;
      return rc == SQLITE_OK ? rocpd_no_memory(err) : rc;
    }
    all = more;
    if (count) memcpy(all + *n, batch, count * sizeof(*all));
    *n += count;
  }
  *batches = all;
  return SQLITE_OK;
}

/* In a window they stand together in the list of all. */
static int batches_in_window_of(rocpd_snapshot *s, const rocpd_source *source, int kind, rocpd_batch ***batches, size_t *n, rocpd_error *err) {
  size_t all, first = 0;
  int rc = rocpd_snapshot_batches(s, kind, batches, &all, err);
  if (rc != SQLITE_OK) return rc;
  while (first < all && (*batches)[first]->source != source) first++;
  *batches += first;
  *n = 0;
  while (first + *n < all && (*batches)[*n]->source == source) ++*n;
  return SQLITE_OK;
}

int rocpd_snapshot_batches_of(rocpd_snapshot *s, const rocpd_source *source, int kind, rocpd_batch ***batches, size_t *n, rocpd_error *err) {
  if (s->whole) return batches_in_window_of(s, source, kind, batches, n, err);
  batch_list *list = NULL;
  size_t i = 0;
  while (i < s->sources && s->source[i] != source) i++;
  int rc = i < s->sources ? source_list(s, i, kind, &list, err) : SQLITE_OK;
  *batches = list && rc == SQLITE_OK ? list->batch : NULL;
  *n = *batches ? list->n : 0;
  return rc;
}

bool rocpd_snapshot_is_at_hand(rocpd_snapshot *s, const rocpd_source *source, int kind) {
  size_t i = 0;
  s = rocpd_snapshot_whole(s);
  if (s->part_of && !(s->kind[kind].of && s->kind[kind].of->loaded)) return rocpd_snapshot_is_at_hand(s->part_of, source, kind);
  while (i < s->sources && s->source[i] != source) i++;
  return source->info.native & ROCPD_KIND_BIT(kind) || (i < s->sources && s->kind[kind].of && s->kind[kind].of[i].loaded);
}

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

const struct rocpd_window *rocpd_snapshot_window(const rocpd_snapshot *s) { return s->whole ? &s->window : NULL; }

rocpd_snapshot *rocpd_snapshot_whole(rocpd_snapshot *s) { return s->whole ? s->whole : s; }

rocpd_trace *rocpd_snapshot_trace(const rocpd_snapshot *s) { return s->trace; }
rocpd_session *rocpd_snapshot_session(const rocpd_snapshot *s) { return s->trace->session; }

void *rocpd_snapshot_kept(rocpd_snapshot *s, const void *owner, int64_t key) {
  for (size_t i = 0; i < s->kepts; i++)
    if (s->kept[i].owner == owner && s->kept[i].key == key) return s->kept[i].data;
  return NULL;
}

int rocpd_snapshot_keep(rocpd_snapshot *s, const void *owner, int64_t key, void *data, void (*free_data)(void *)) {
  kept_data *kept = sqlite3_realloc64(s->kept, (s->kepts + 1) * sizeof(*kept));
  if (!kept) {
    free_data(data);
    return SQLITE_NOMEM;
  }
  s->kept = kept;
  kept[s->kepts++] = (kept_data){.owner = owner, .key = key, .data = data, .free_data = free_data};
  return SQLITE_OK;
}

int rocpd_snapshot_own(rocpd_snapshot *s, const void *owner, size_t size, void (*free_data)(void *), void **out, rocpd_error *err) {
  if ((*out = rocpd_snapshot_kept(s, owner, 0))) return SQLITE_OK;
  void *own = *out = sqlite3_malloc64(size);
  if (!own) return rocpd_no_memory(err);
  memset(own, 0, size);
  return rocpd_snapshot_keep(s, owner, 0, own, free_data) == SQLITE_OK ? SQLITE_OK : rocpd_no_memory(err);
}

int rocpd_snapshot_keep_of(rocpd_snapshot *s, const rocpd_source *source, const void *owner, void *data, void (*free_data)(void *),
                           void (*moved)(void *data, rocpd_snapshot *to)) {
  int rc = rocpd_snapshot_keep(s, owner, source->number, data, free_data);
  if (rc != SQLITE_OK) return rc;
  s->kept[s->kepts - 1].source = source;
  s->kept[s->kepts - 1].moved = moved;
  return SQLITE_OK;
}
