/* The batches of a snapshot. Each kind has one list for each source, which is loaded when it is first asked for: the source delivers the batches, or they
** are derived from those of other kinds (derive.h). The list of all sources is put together from these. With a filter of rows, each kind has one more list,
** with the rows that it accepts; with a time window it has two, with the rows in the window. A part (part.h) has its own lists of some kinds, and borrows
** the others.
**
** Lists are owned by the snapshot and stay as long as it does. Worker threads may ask for lists of one source of native kinds; all others are made on the
** connection's thread. */
#include "derive.h"
#include "overlay.h"
#include "snapshot_state.h"

/* The lists of a kind, one for each source. */
static int kind_lists(rocpd_snapshot *s, int kind, rocpd_batch_list **out) {
  *out = __atomic_load_n(&s->kind[kind].of, __ATOMIC_ACQUIRE);
  if (*out) return SQLITE_OK;
  pthread_mutex_lock(&s->mutex);
  rocpd_batch_list *of = s->kind[kind].of;
  if (!of) {
    of = rocpd_zeroed((s->sources + 1) * sizeof(*of));
    __atomic_store_n(&s->kind[kind].of, of, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&s->mutex);
  *out = of;
  return of ? SQLITE_OK : SQLITE_NOMEM;
}

bool rocpd_lists_reserve(rocpd_snapshot *s, const rocpd_snapshot *old) {
  rocpd_batch_list *of;
  for (int k = 0; k < ROCPD_KIND_COUNT; k++)
    if (old->kind[k].of && kind_lists(s, k, &of) != SQLITE_OK) return false;
  return true;
}

void rocpd_lists_move(rocpd_snapshot *s, size_t to, rocpd_snapshot *old, size_t from) {
  for (int k = 0; k < ROCPD_KIND_COUNT; k++) {
    if (!old->kind[k].of) continue;
    s->kind[k].of[to] = old->kind[k].of[from];
    old->kind[k].of[from] = (rocpd_batch_list){0};
  }
}

bool rocpd_lists_have(rocpd_snapshot *s, size_t source, int kind) { return s->kind[kind].of && s->kind[kind].of[source].loaded; }

int rocpd_lists_put(rocpd_snapshot *s, size_t source, int kind, rocpd_batch **batch, size_t n) {
  rocpd_batch_list list = {.batch = batch, .n = n}, *of;
  if (kind_lists(s, kind, &of) != SQLITE_OK) return rocpd_batch_list_clear(&list), SQLITE_NOMEM;
  of[source] = list;
  __atomic_store_n(&of[source].loaded, true, __ATOMIC_RELEASE);
  return SQLITE_OK;
}

/* ---- parts ---- */

rocpd_snapshot *rocpd_snapshot_part(rocpd_snapshot *whole, rocpd_source *source, rocpd_kind_set kinds, int64_t default_stream) {
  rocpd_snapshot *s;
  if (rocpd_snapshot_of_sources(whole->trace, &source, 1, &s) != SQLITE_OK) return NULL;
  s->part_of = whole;
  s->default_stream = default_stream;
  for (int k = 0; k < ROCPD_KIND_COUNT; k++) {
    rocpd_batch_list *of;
    if (!(kinds & ROCPD_KIND_BIT(k))) continue;
    if (kind_lists(s, k, &of) != SQLITE_OK) {
      rocpd_snapshot_drop(s);
      return NULL;
    }
    of->loaded = true;
  }
  return s;
}

int rocpd_snapshot_part_add(rocpd_snapshot *part, rocpd_batch *b) {
  rocpd_batch_list *list = part->kind[b->kind].of;
  if (ROCPD_PUSH(list->batch, list->n, b) != SQLITE_OK) return rocpd_batch_unref(b), SQLITE_NOMEM;
  return SQLITE_OK;
}

void rocpd_snapshot_part_moved(rocpd_snapshot *part, rocpd_snapshot *to) { part->part_of = to; }
void rocpd_snapshot_part_free(rocpd_snapshot *part) { rocpd_snapshot_drop(part); }

/* ---- batches made from those of other kinds (derive.h) ---- */

extern const rocpd_deriver *const __start_rocpd_derivers[] __attribute__((weak, visibility("hidden")));
extern const rocpd_deriver *const __stop_rocpd_derivers[] __attribute__((weak, visibility("hidden")));

const rocpd_deriver *const *rocpd_all_derivers(size_t *n) {
  *n = (size_t)(__stop_rocpd_derivers - __start_rocpd_derivers);
  return __start_rocpd_derivers;
}

bool rocpd_derives_beside(const rocpd_source *source, int kind) {
  for (const rocpd_deriver *const *m = __start_rocpd_derivers; m < __stop_rocpd_derivers; m++)
    if ((*m)->beside && (*m)->kind == kind && !((*m)->needs & ~source->info.native)) return true;
  return false;
}

/* The batches of a kind that the source does not deliver itself; as rocpd_deriver.make. */
static int derive_batches(rocpd_snapshot *s, rocpd_source *source, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  const rocpd_deriver *const *m = __start_rocpd_derivers;
  *out = NULL, *n = 0;
  while (m < __stop_rocpd_derivers && ((*m)->kind != kind || ((*m)->needs & ~source->info.native))) m++;
  int rc = m < __stop_rocpd_derivers ? (*m)->make(s, source, out, n, err) : SQLITE_OK;
  if (rc == SQLITE_OK) return rc;
  for (size_t i = 0; i < *n; i++) rocpd_batch_unref((*out)[i]);
  sqlite3_free(*out);
  *out = NULL, *n = 0;
  return rc;
}

/* ---- lists of one source ---- */

rocpd_batch *rocpd_snapshot_show(rocpd_snapshot *s, rocpd_batch *b) {
  rocpd_batch *said = rocpd_overlay_as_said(b), *shown = said ? rocpd_kept_show(s->part_of ? s->part_of : s, said) : NULL;
  if (said) rocpd_batch_unref(said);
  return shown;
}

/* The batches that a source itself delivers. */
static int native_batches(rocpd_snapshot *s, rocpd_source *source, int kind, rocpd_batch_list *list, rocpd_error *err) {
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
    rocpd_batch_list_clear(list);
    return SQLITE_NOMEM;
  }
  return SQLITE_OK;
}

/* The batches that a source delivers, followed by those made from other kinds. Rows of other kinds may in turn be made from these. */
static int native_and_made(rocpd_snapshot *s, rocpd_source *source, int kind, rocpd_batch_list *list, rocpd_error *err) {
  rocpd_batch **made = NULL;
  size_t n = 0;
  int rc = native_batches(s, source, kind, list, err);
  list->partial = true;
  if (rc == SQLITE_OK) rc = derive_batches(s, source, kind, &made, &n, err);
  list->partial = false;
  rocpd_batch **all = rc == SQLITE_OK ? sqlite3_realloc64(list->batch, (list->n + n + 1) * sizeof(*all)) : NULL;
  if (!all) {
    for (size_t i = 0; i < n; i++) rocpd_batch_unref(made[i]);
    sqlite3_free(made);
    rocpd_batch_list_clear(list);
    return rc == SQLITE_OK ? SQLITE_NOMEM : rc;
  }
  if (n) memcpy(all + list->n, made, n * sizeof(*all));
  sqlite3_free(made);
  list->batch = all;
  list->n += n;
  list->loaded = true;
  return SQLITE_OK;
}

/* The list of the snapshot that s is a part of. */
static int borrowed_list(rocpd_snapshot *s, int kind, rocpd_batch_list *list, rocpd_error *err) {
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

/* The list of one source. Any thread may ask for native kinds, unless derived rows follow them. Others are made on the connection's thread without the lock:
** making them runs loops of threads that ask for native kinds. */
static int source_list(rocpd_snapshot *s, size_t i, int kind, rocpd_batch_list **out, rocpd_error *err) {
  rocpd_batch_list *of;
  int rc = kind_lists(s, kind, &of);
  if (rc != SQLITE_OK) return rocpd_fail_code(err, rc);
  rocpd_batch_list *list = *out = &of[i];
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
    rc = derive_batches(s, s->source[i], kind, &list->batch, &list->n, err);
    if (rc == SQLITE_OK) list->loaded = true;
  }
  return rocpd_fail_code(err, rc);
}

/* ---- lists of all sources ---- */

/* Concatenates the lists of all sources for a kind. */
static int load_kind(rocpd_snapshot *s, int kind, rocpd_error *err) {
  rocpd_batch_list *list;
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

/* The rows by which rows of a kind are chosen, in a new array: the chosen rows of an owner, or all rows of kinds of events. */
static int rows_to_choose_by(rocpd_snapshot *s, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err);

/* The rows that the filter accepts, regardless of the window. */
static int chosen_batches(rocpd_snapshot *s, int kind, rocpd_batch ***batches, size_t *n, rocpd_error *err) {
  rocpd_batch_list *list = &s->chosen[kind];
  rocpd_batch **other = NULL;
  size_t others = 0;
  int rc = list->loaded ? SQLITE_OK : all_batches(s->whole, kind, batches, n, err);
  if (!s->filter || !rocpd_row_filter_limits(s->filter, kind)) return rc;
  if (rc == SQLITE_OK && !list->loaded) {
    rc = rows_to_choose_by(s, kind, &other, &others, err);
    if (rc == SQLITE_OK) rc = rocpd_row_filter_batches(s->filter, *batches, *n, other, others, &list->batch, &list->n, err);
    list->loaded = rc == SQLITE_OK;
    sqlite3_free(other);
  }
  *batches = list->batch, *n = list->n;
  return rc;
}

static int rows_to_choose_by(rocpd_snapshot *s, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  int owner = rocpd_row_filter_owner(kind), rc = SQLITE_OK;
  rocpd_kind_set kinds = owner >= 0 ? ROCPD_KIND_BIT(owner) : rocpd_row_filter_events(kind);
  for (int k = 0; rc == SQLITE_OK && k < ROCPD_KIND_COUNT; k++) {
    rocpd_batch **batch;
    size_t some;
    if (!(kinds & ROCPD_KIND_BIT(k))) continue;
    rc = owner >= 0 ? chosen_batches(s, k, &batch, &some, err) : all_batches(s->whole, k, &batch, &some, err);
    rocpd_batch **more = rc == SQLITE_OK ? sqlite3_realloc64(*out, (*n + some + 1) * sizeof(*more)) : NULL;
    if (rc == SQLITE_OK && !more) rc = rocpd_no_memory(err);
    if (rc != SQLITE_OK) break;
    *out = more;
    if (some) memcpy(more + *n, batch, some * sizeof(*more));
    *n += some;
  }
  return rc;
}

static int batches_in_window(rocpd_snapshot *s, bool cut, int kind, rocpd_batch ***batches, size_t *n, rocpd_error *err) {
  if (!s->whole) return all_batches(s, kind, batches, n, err);
  if (!s->window || !rocpd_window_limits(kind)) return chosen_batches(s, kind, batches, n, err);
  rocpd_batch_list *list = cut ? &s->cut[kind] : &s->within[kind];
  if (!list->loaded) {
    rocpd_window_rows owners = {.source = s->whole->source, .sources = s->whole->sources};
    int owned_by = rocpd_window_owners(kind), rc = chosen_batches(s, kind, batches, n, err);
    if (rc == SQLITE_OK && *n && owned_by >= 0) rc = batches_in_window(s, false, owned_by, &owners.batch, &owners.batches, err);
    if (rc == SQLITE_OK) rc = rocpd_window_batches(s->window, cut, *batches, *n, &owners, &list->batch, &list->n, err);
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

/* In a window they are next to each other in the list of all. */
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
  rocpd_batch_list *list = NULL;
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
