/* See link.h. What is known of a link: where its ids are, and dictionaries of attributes. link_lookup.c looks ids up. */
#include "link_state.h"

#define MANY_ROWS (1u << 20)   /* tables of more rows get no dictionary */
#define FEW_IDS 2048           /* up to this number of ids is looked up in a large table without listing all its rows */
#define FEW_SPAN 16384
#define SPARSE_ROOM 1024       /* dictionaries and indexes may have at least this number of ids without a row */
#define BLOCK 512              /* rows processed at a time */

#define NOBODY(name) (ROCPD_LINK_##name == ROCPD_LINK_CALL_OF_STACK ? 0 : ROCPD_NULL) /* stack_id is 0 if no call made the row */
#define LINK_TARGET(name, k, c, many) {ROCPD_KIND_##k, ROCPD_##k##_##c, many, NOBODY(name)},
const link_target rocpd_link_target[ROCPD_LINK_COUNT] = {ROCPD_LINKS(LINK_TARGET)};

rocpd_batch *rocpd_link_batch(rocpd_links *l, int link, int64_t place) { return l->link[link].batch[rocpd_place_batch(place)]; }

int rocpd_link_to(int kind, int column) {
  int link = 0;
  while (link < ROCPD_LINK_COUNT && (rocpd_link_target[link].kind != kind || rocpd_link_target[link].id != column)) link++;
  return link;
}

int rocpd_link_kind(int link) { return rocpd_link_target[link].kind; }

/* ---- life */

static void links_free(void *data) {
  rocpd_links *l = data;
  for (int i = 0; i < ROCPD_LINK_COUNT; i++) {
    link_state *k = &l->link[i];
    for (int c = 0; k->attributes && c < rocpd_kinds[rocpd_link_target[i].kind].columns; c++) sqlite3_free(k->attributes[c]);
    sqlite3_free(k->attributes);
    sqlite3_free(k->range);
    rocpd_link_index_free(&k->index);
    rocpd_link_index_free(&l->few[i].state.index);
    if (l->few[i].batch) rocpd_batch_unref(l->few[i].batch);
  }
  pthread_mutex_destroy(&l->mutex);
  sqlite3_free(l);
}

/* Gives the snapshot the batches of all linked kinds. Only the connection's thread may do that, so it is done before worker threads start. */
static int load_early(rocpd_snapshot *s, rocpd_source *source, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  int rc = SQLITE_OK, links = source->info.multi_process ? ROCPD_LINK_COUNT : ROCPD_LINK_COPY_OF_EVENT; /* the links from there on belong to origins.c */
  for (int i = 0; rc == SQLITE_OK && i < links; i++)
    if (source->info.native & ROCPD_KIND_BIT(rocpd_link_target[i].kind)) rc = rocpd_snapshot_batches_of(s, source, rocpd_link_target[i].kind, &batch, &n, err);
  return rc;
}

static void links_moved(void *data, rocpd_snapshot *to) { ((rocpd_links *)data)->snapshot = to; }

static const char links_owner;

int rocpd_links_of(rocpd_snapshot *s, rocpd_source *source, rocpd_links **out, rocpd_error *err) {
  *out = rocpd_snapshot_kept(s, &links_owner, source->number);
  if (*out) return SQLITE_OK;
  int rc = source->info.connection_thread_only ? load_early(s, source, err) : SQLITE_OK;
  if (rc != SQLITE_OK) return rc;
  rocpd_links *l = rocpd_zeroed(sizeof(*l));
  if (!l) return rocpd_no_memory(err);
  l->snapshot = s;
  l->source = source;
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&l->mutex, &recursive);
  pthread_mutexattr_destroy(&recursive);
  const rocpd_keeping keeping = {.owner = &links_owner, .key = source->number, .data = l, .free_data = links_free, .source = source, .moved = links_moved};
  rocpd_kept *kept = rocpd_snapshot_keep(s, &keeping);
  if (!kept) return rocpd_no_memory(err);
  l->kept = kept;
  *out = l;
  return SQLITE_OK;
}

/* ---- where ids are */

int rocpd_link_id_column(const link_state *k, const link_target *to, size_t batch, const rocpd_column **c, rocpd_error *err) {
  return rocpd_batch_column(k->batch[batch], to->id, c, err);
}

/* The ids of each batch, from zones if these are known: then nothing is decoded. */
static int find_ranges(link_state *k, const link_target *to, rocpd_error *err) {
  for (size_t i = 0; i < k->batches; i++) {
    target_batch *r = &k->range[i];
    k->rows += k->batch[i]->rows;
    if (rocpd_batch_zone(k->batch[i], to->id, &r->low, &r->high)) continue;
    const rocpd_column *c;
    int rc = rocpd_link_id_column(k, to, i, &c, err);
    if (rc != SQLITE_OK) return rc;
    r->low = c->min;
    r->high = c->max;
  }
  return SQLITE_OK;
}

/* Bounds may be wider than the ids. If the bounds of two batches touch, only an index can tell which has the id. */
static bool ranges_ascend(const link_state *k) {
  for (size_t i = 0; i < k->batches; i++)
    if (k->range[i].low > k->range[i].high || (i && k->range[i].low <= k->range[i - 1].high)) return false;
  return true;
}

/* The least and greatest id; false if there is none. */
static bool all_ids(const link_state *k, int64_t *low, int64_t *high) {
  *low = INT64_MAX;
  *high = INT64_MIN;
  for (size_t i = 0; i < k->batches; i++) {
    if (k->range[i].low < *low) *low = k->range[i].low;
    if (k->range[i].high > *high) *high = k->range[i].high;
  }
  return *low <= *high;
}

static bool close_together(const link_state *k, int64_t low, int64_t high) {
  return (uint64_t)high - (uint64_t)low < k->rows * 4 + SPARSE_ROOM;
}

/* Calls fn for the ids of all batches, a block at a time; the first id of a block is at `place`. */
static int each_ids(link_state *k, const link_target *to, int (*fn)(rocpd_link_index *x, const int64_t *id, uint32_t n, row_place place), rocpd_error *err) {
  int64_t id[BLOCK];
  const rocpd_column *c;
  int rc = SQLITE_OK;
  for (size_t batch = 0; rc == SQLITE_OK && batch < k->batches; batch++) {
    rc = rocpd_link_id_column(k, to, batch, &c, err);
    uint32_t rows = k->batch[batch]->rows;
    for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, rows, BLOCK)) > 0; first += n) {
      rocpd_column_get(c, first, n, id);
      rc = fn(&k->index, id, n, (row_place)batch << 16 | first);
    }
  }
  return rc;
}

static int add_stretches(rocpd_link_index *x, const int64_t *id, uint32_t n, row_place place) { return rocpd_link_index_stretches(x, id, n); }

int rocpd_link_make_index(rocpd_links *l, link_state *k, const link_target *to, rocpd_error *err) {
  int64_t low, high;
  if (__atomic_load_n(&k->form, __ATOMIC_RELAXED) == FORM_INDEXED) return SQLITE_OK;
  bool any = all_ids(k, &low, &high), numbers = any && k->batches < UINT32_MAX >> 16, close = numbers && close_together(k, low, high);
  k->index.room = k->rows * 4 + SPARSE_ROOM;
  int rc = numbers && !close ? each_ids(k, to, add_stretches, err) : SQLITE_DONE;
  if (rc == SQLITE_OK || rc == SQLITE_DONE) rc = rocpd_link_index_begin(&k->index, rc == SQLITE_OK, close, low, high);
  if (rc == SQLITE_OK && any) rc = each_ids(k, to, rocpd_link_index_add, err);
  if (rc == SQLITE_OK) {
    rocpd_kept_count(l->kept, rocpd_link_index_bytes(&k->index));
    __atomic_store_n(&k->form, FORM_INDEXED, __ATOMIC_RELEASE);
  } else { /* the next lookup tries again */
    rocpd_link_index_free(&k->index);
  }
  return rc;
}

/* Makes the list of batches and chooses the form of lookups; does nothing if the link is ready. */
static int make_state(rocpd_links *l, link_state *k, const link_target *to, rocpd_error *err) {
  rocpd_batch **batch = NULL;
  size_t n = 0;
  int rc = SQLITE_OK;
  bool there = rocpd_snapshot_is_at_hand(l->snapshot, l->source, to->kind);
  if (there) rc = rocpd_snapshot_batches_of(l->snapshot, l->source, to->kind, &batch, &n, err);
  if (rc != SQLITE_OK) return rc;
  if (!there) return SQLITE_OK; /* there may be such batches later */
  if (!k->range) k->range = rocpd_zeroed((n + 1) * sizeof(*k->range));
  if (!k->attributes) k->attributes = rocpd_zeroed((size_t)rocpd_kinds[to->kind].columns * sizeof(*k->attributes));
  if (!k->range || !k->attributes) return SQLITE_NOMEM;
  k->batch = batch;
  k->batches = n;
  k->rows = 0;
  rc = find_ranges(k, to, err);
  if (rc != SQLITE_OK) return rc;
  if (!ranges_ascend(k)) return rocpd_link_make_index(l, k, to, err);
  __atomic_store_n(&k->form, FORM_ASCENDS, __ATOMIC_RELEASE);
  return SQLITE_OK;
}

int rocpd_link_state_of(rocpd_links *l, int link, link_state **out, rocpd_error *err) {
  link_state *k = *out = &l->link[link];
  if (__atomic_load_n(&k->form, __ATOMIC_ACQUIRE) != FORM_UNKNOWN) return SQLITE_OK;
  pthread_mutex_lock(&l->mutex);
  int rc = k->form == FORM_UNKNOWN ? make_state(l, k, &rocpd_link_target[link], err) : SQLITE_OK;
  pthread_mutex_unlock(&l->mutex);
  return rocpd_fail_code(err, rc);
}

/* ---- a few rows of a large table */

int rocpd_link_state_of_few(rocpd_links *l, int link, const int64_t *id, uint32_t n, link_state **out, rocpd_error *err) {
  const link_target *to = &rocpd_link_target[link];
  struct few_rows *few = &l->few[link];
  int64_t low = INT64_MAX, high = INT64_MIN;
  *out = NULL;
  if (!to->many || n > FEW_IDS || !l->source->class->range || strcmp(rocpd_kinds[to->kind].column[to->id].name, "id")) return SQLITE_OK;
  if (!(l->source->info.native & ROCPD_KIND_BIT(to->kind)) ||
      __atomic_load_n(&l->link[link].form, __ATOMIC_ACQUIRE) != FORM_UNKNOWN)
    return SQLITE_OK;
  for (uint32_t i = 0; i < n; i++) {
    if (id[i] == ROCPD_NULL) continue;
    if (id[i] < low) low = id[i];
    if (id[i] > high) high = id[i];
  }
  if (low > high || (uint64_t)high - (uint64_t)low > FEW_SPAN) return SQLITE_OK;
  int rc = SQLITE_OK;
  pthread_mutex_lock(&l->mutex);
  if (!few->batch) {
    rocpd_batch *own = NULL;
    rc = l->source->class->range(l->source, to->kind, low, high, &own, err);
    if (rc == SQLITE_OK && own && !(few->batch = rocpd_snapshot_show(l->snapshot, own))) rc = rocpd_no_memory(err);
    if (own) rocpd_batch_unref(own);
    if (rc == SQLITE_OK && few->batch) {
      few->low = low;
      few->high = high;
      few->state = (link_state){.form = FORM_ASCENDS, .batch = &few->batch, .batches = 1, .range = &few->range};
      rc = find_ranges(&few->state, to, err);
    }
    if (rc != SQLITE_OK && few->batch) { /* the next lookup tries again */
      rocpd_batch_unref(few->batch);
      few->batch = NULL;
    }
  }
  if (rc == SQLITE_OK && few->batch && low >= few->low && high <= few->high) *out = &few->state;
  pthread_mutex_unlock(&l->mutex);
  return rc;
}

/* ---- dictionaries */

static int fill_attributes(const link_state *k, const link_target *to, int column, rocpd_attributes *a, int64_t *value, rocpd_error *err) {
  for (size_t b = k->batches; b-- > 0;) { /* backwards, so that of several rows with one id the first one stays */
    const rocpd_column *ids, *values;
    int rc = rocpd_link_id_column(k, to, b, &ids, err);
    if (rc == SQLITE_OK) rc = rocpd_batch_column(k->batch[b], column, &values, err);
    if (rc != SQLITE_OK) return rc;
    for (uint32_t i = k->batch[b]->rows; i-- > 0;) {
      int64_t id = rocpd_column_at(ids, i);
      uint64_t place = (uint64_t)id - (uint64_t)a->low;
      if (id != ROCPD_NULL && place < a->n) value[place] = rocpd_column_at(values, i);
    }
  }
  a->min = INT64_MAX;
  a->max = INT64_MIN;
  for (uint32_t i = 0; i < a->n; i++) {
    if (value[i] == ROCPD_NULL) continue;
    if (value[i] < a->min) a->min = value[i];
    if (value[i] > a->max) a->max = value[i];
  }
  return SQLITE_OK;
}

static int make_attributes(link_state *k, const link_target *to, int column, rocpd_attributes **out, rocpd_error *err) {
  int64_t low, high;
  *out = NULL;
  if (!all_ids(k, &low, &high)) low = 0, high = -1;
  if (k->rows > MANY_ROWS || (low <= high && !close_together(k, low, high))) return SQLITE_OK;
  uint64_t n = (uint64_t)high - (uint64_t)low + 1;
  rocpd_attributes *a = sqlite3_malloc64(sizeof(*a) + n * sizeof(*a->value));
  if (!a) return SQLITE_NOMEM;
  int64_t *value = (int64_t *)(a + 1);
  *a = (rocpd_attributes){.low = low, .n = (uint32_t)n, .value = value};
  for (uint64_t i = 0; i < n; i++) value[i] = ROCPD_NULL;
  int rc = fill_attributes(k, to, column, a, value, err);
  if (rc == SQLITE_OK) *out = a;
  else sqlite3_free(a);
  return rc;
}

int rocpd_link_attributes(rocpd_links *l, int link, int column, const rocpd_attributes **out, rocpd_error *err) {
  link_state *k;
  *out = NULL;
  if (rocpd_link_target[link].many) return SQLITE_OK;
  int rc = rocpd_link_state_of(l, link, &k, err);
  if (rc != SQLITE_OK || __atomic_load_n(&k->form, __ATOMIC_ACQUIRE) == FORM_UNKNOWN) return rc;
  rocpd_attributes *a = __atomic_load_n(&k->attributes[column], __ATOMIC_ACQUIRE);
  if (!a) {
    pthread_mutex_lock(&l->mutex);
    a = k->attributes[column];
    if (!a) {
      rc = make_attributes(k, &rocpd_link_target[link], column, &a, err);
      if (a) rocpd_kept_count(l->kept, (int64_t)sqlite3_msize(a)), __atomic_store_n(&k->attributes[column], a, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&l->mutex);
  }
  *out = a;
  return rocpd_fail_code(err, rc);
}
