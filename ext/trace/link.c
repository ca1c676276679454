/* See link.h.
**
** A lookup finds the batch, then the row. If the ids ascend through all rows, as the ids of a primary key do, both are binary searches, which mostly end at
** the row after the last one found. Otherwise there is an index (link_index.h). */
#include "link.h"
#include "bisect.h"
#include "link_index.h"
#include <pthread.h>

#define MANY_ROWS (1u << 20)   /* tables of more rows get no dictionary */
#define FEW_IDS 2048           /* up to this number of ids is looked up in a large table without listing all its rows */
#define FEW_SPAN 16384
#define SPARSE_ROOM 1024       /* dictionaries and indexes may have at least this number of ids without a row */
#define BLOCK 512              /* rows processed at a time */

#define NOBODY(name) (ROCPD_LINK_##name == ROCPD_LINK_CALL_OF_STACK ? 0 : ROCPD_NULL) /* stack_id is 0 if no call made the row */
#define LINK_TARGET(name, k, c, many) {ROCPD_KIND_##k, ROCPD_##k##_##c, many, NOBODY(name)},
static const struct link_target {
  int kind, id;
  bool many;
  int64_t nobody; /* id that refers to no row */
} targets[ROCPD_LINK_COUNT] = {ROCPD_LINKS(LINK_TARGET)};

enum { FORM_UNKNOWN, FORM_ASCENDS, FORM_INDEXED };

typedef struct target_batch {
  int64_t low, high; /* ids; low > high: there are none */
  bool checked;      /* ids are known to ascend; atomic */
} target_batch;

/* State of one link. It is made under links.mutex; setting `form` publishes it. */
typedef struct link_state {
  uint8_t form; /* atomic: FORM_* */
  rocpd_batch **batch;
  size_t batches;
  uint64_t rows;
  target_batch *range; /* [batches] */
  rocpd_link_index index; /* FORM_INDEXED */
  /* The dictionaries by column of the kind: atomic, NULL until made. */
  rocpd_attributes **attributes;
} link_state;

struct rocpd_links {
  rocpd_snapshot *snapshot;
  rocpd_source *source;
  pthread_mutex_t mutex; /* recursive: making one index may show that another is needed */
  link_state link[ROCPD_LINK_COUNT];
  /* Links to large tables when only a few rows have been looked up (LIMIT 10 of a table of millions): like `link`, but only for ids from few_low to
  ** few_high. */
  struct few_rows {
    link_state state;
    rocpd_batch *batch;
    target_batch range;
    int64_t low, high;
  } few[ROCPD_LINK_COUNT];
};

/* Place of a row: batch << 16 | row. Batches have at most 64 Ki rows. */
typedef uint64_t row_place;

/* ---- life */

static void links_free(void *data) {
  rocpd_links *l = data;
  for (int i = 0; i < ROCPD_LINK_COUNT; i++) {
    link_state *k = &l->link[i];
    for (int c = 0; k->attributes && c < rocpd_kinds[targets[i].kind].columns; c++) sqlite3_free(k->attributes[c]);
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
    if (source->info.native & ROCPD_KIND_BIT(targets[i].kind)) rc = rocpd_snapshot_batches_of(s, source, targets[i].kind, &batch, &n, err);
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
  if (rocpd_snapshot_keep_of(s, source, &links_owner, l, links_free, links_moved) != SQLITE_OK) return rocpd_no_memory(err);
  *out = l;
  return SQLITE_OK;
}

/* ---- where ids are */

static int id_column(const link_state *k, const struct link_target *to, size_t batch, const rocpd_column **c, rocpd_error *err) {
  return rocpd_batch_column(k->batch[batch], to->id, c, err);
}

/* The ids of each batch, from zones if these are known: then nothing is decoded. */
static int find_ranges(link_state *k, const struct link_target *to, rocpd_error *err) {
  for (size_t i = 0; i < k->batches; i++) {
    target_batch *r = &k->range[i];
    k->rows += k->batch[i]->rows;
    if (rocpd_batch_zone(k->batch[i], to->id, &r->low, &r->high)) continue;
    const rocpd_column *c;
    int rc = id_column(k, to, i, &c, err);
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
static int each_ids(link_state *k, const struct link_target *to, int (*fn)(rocpd_link_index *x, const int64_t *id, uint32_t n, row_place place), rocpd_error *err) {
  int64_t id[BLOCK];
  const rocpd_column *c;
  int rc = SQLITE_OK;
  for (size_t batch = 0; rc == SQLITE_OK && batch < k->batches; batch++) {
    rc = id_column(k, to, batch, &c, err);
    uint32_t rows = k->batch[batch]->rows;
    for (uint32_t first = 0; rc == SQLITE_OK && first < rows; first += BLOCK) {
      uint32_t n = rows - first < BLOCK ? rows - first : BLOCK;
      rocpd_column_get(c, first, n, id);
      rc = fn(&k->index, id, n, (row_place)batch << 16 | first);
    }
  }
  return rc;
}

static int add_stretches(rocpd_link_index *x, const int64_t *id, uint32_t n, row_place place) { return rocpd_link_index_stretches(x, id, n); }

static int make_index(rocpd_links *l, link_state *k, const struct link_target *to, rocpd_error *err) {
  int64_t low, high;
  if (__atomic_load_n(&k->form, __ATOMIC_RELAXED) == FORM_INDEXED) return SQLITE_OK;
  bool any = all_ids(k, &low, &high), numbers = any && k->batches < UINT32_MAX >> 16, close = numbers && close_together(k, low, high);
  k->index.room = k->rows * 4 + SPARSE_ROOM;
  int rc = numbers && !close ? each_ids(k, to, add_stretches, err) : SQLITE_DONE;
  if (rc == SQLITE_OK || rc == SQLITE_DONE) rc = rocpd_link_index_begin(&k->index, rc == SQLITE_OK, close, low, high);
  if (rc == SQLITE_OK && any) rc = each_ids(k, to, rocpd_link_index_add, err);
  if (rc == SQLITE_OK) {
    __atomic_store_n(&k->form, FORM_INDEXED, __ATOMIC_RELEASE);
  } else { /* the next lookup tries again */
    rocpd_link_index_free(&k->index);
  }
  return rc;
}

/* Makes the list of batches and chooses the form of lookups; does nothing if the link is ready. */
static int make_state(rocpd_links *l, link_state *k, const struct link_target *to, rocpd_error *err) {
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
  if (!ranges_ascend(k)) return make_index(l, k, to, err);
  __atomic_store_n(&k->form, FORM_ASCENDS, __ATOMIC_RELEASE);
  return SQLITE_OK;
}

static int state_of(rocpd_links *l, int link, link_state **out, rocpd_error *err) {
  link_state *k = *out = &l->link[link];
  if (__atomic_load_n(&k->form, __ATOMIC_ACQUIRE) != FORM_UNKNOWN) return SQLITE_OK;
  pthread_mutex_lock(&l->mutex);
  int rc = k->form == FORM_UNKNOWN ? make_state(l, k, &targets[link], err) : SQLITE_OK;
  pthread_mutex_unlock(&l->mutex);
  return rocpd_fail_code(err, rc);
}

/* ---- a few rows of a large table */

/* The state of a link for these ids alone; *out is NULL if it does not cover them. It is made for the first few ids that are looked up; ids outside this
** range use the link to all rows. */
static int state_of_few(rocpd_links *l, int link, const int64_t *id, uint32_t n, link_state **out, rocpd_error *err) {
  const struct link_target *to = &targets[link];
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

/* ---- lookups */

/* A lookup remembers the batch of the last id, and the row after it. */
typedef struct lookup {
  rocpd_links *links;
  link_state *state;
  const struct link_target *to;
  bool indexed;
  size_t batch; /* the batch that `ids` is from; `batches`: none yet */
  const rocpd_column *ids;
  uint32_t row;
  rocpd_link_page page; /* a page of the index */
} lookup;

static int lookup_begin(lookup *u, rocpd_links *l, int link, const int64_t *id, uint32_t n, rocpd_error *err) {
  *u = (lookup){.links = l, .to = &targets[link]};
  int rc = state_of_few(l, link, id, n, &u->state, err);
  if (rc == SQLITE_OK && !u->state) rc = state_of(l, link, &u->state, err);
  if (rc != SQLITE_OK) return rc;
  u->indexed = __atomic_load_n(&u->state->form, __ATOMIC_ACQUIRE) == FORM_INDEXED;
  u->batch = u->state->batches;
  return SQLITE_OK;
}

/* Moves to a batch. If its ids turn out not to ascend, makes an index. */
static int enter_batch(lookup *u, size_t batch, rocpd_error *err) {
  target_batch *r = &u->state->range[batch];
  int rc = id_column(u->state, u->to, batch, &u->ids, err);
  if (rc != SQLITE_OK) return rc;
  u->batch = batch;
  u->row = 0;
  if (__atomic_load_n(&r->checked, __ATOMIC_RELAXED)) return SQLITE_OK;
  if (rocpd_column_ascends(u->ids, u->state->batch[batch]->rows)) {
    __atomic_store_n(&r->checked, true, __ATOMIC_RELAXED); /* threads may do this at the same time, with the same result */
    return SQLITE_OK;
  }
  pthread_mutex_lock(&u->links->mutex);
  rc = make_index(u->links, u->state, u->to, err);
  pthread_mutex_unlock(&u->links->mutex);
  u->indexed = rc == SQLITE_OK;
  return rocpd_fail_code(err, rc);
}

/* The first batch with an id that is not less than `id`. */
static size_t batch_for(const link_state *k, int64_t id) { return ROCPD_FIRST(i, 0, k->batches, k->range[i].high >= id); }

/* The first row of the current batch whose id is not less than `id`. The search starts at the row after the last one found and takes growing steps, since
** ids that are looked up in turn mostly ascend. */
static uint32_t row_for(const lookup *u, int64_t id) {
  const rocpd_column *c = u->ids;
  uint32_t rows = u->state->batch[u->batch]->rows;
  if (c->width == 0 && c->step == 1 && !c->dict) {
    uint64_t row = (uint64_t)id - (uint64_t)c->base;
    return row < rows ? (uint32_t)row : rows;
  }
  return ROCPD_FIRST_NEAR(row, u->row, 0, rows, rocpd_column_at(c, row) >= id);
}

/* *found: `id` has a row, the one before u->row of u->batch. If it turns out that an index is needed, the caller looks again. */
static int find(lookup *u, int64_t id, bool *found, rocpd_error *err) {
  const link_state *k = u->state;
  *found = false;
  if (id == ROCPD_NULL || id == u->to->nobody) return SQLITE_OK;
  if (u->batch == k->batches || id < k->range[u->batch].low || id > k->range[u->batch].high) {
    size_t batch = batch_for(k, id);
    if (batch == k->batches || id < k->range[batch].low) return SQLITE_OK;
    int rc = enter_batch(u, batch, err);
    if (rc != SQLITE_OK || u->indexed) return rc;
  }
  uint32_t rows = k->batch[u->batch]->rows;
  /* Consecutive ids are the common case. */
  if (!(u->row && u->row < rows && rocpd_column_at(u->ids, u->row) == id && rocpd_column_at(u->ids, u->row - 1) < id)) u->row = row_for(u, id);
  if (u->row >= rows || rocpd_column_at(u->ids, u->row) != id) return SQLITE_OK;
  *found = true;
  u->row++;
  return SQLITE_OK;
}

/* Number of ids in id[0..n-1] that are consecutive both in value and in row, beginning at u->row - 1, where id[0] was found. Only for ids that are numbered
** without gaps. */
static uint32_t run_length(const lookup *u, const int64_t *id, uint32_t n) {
  if (u->indexed || u->ids->width || u->ids->step != 1 || u->ids->dict) return 1;
  uint32_t room = u->state->batch[u->batch]->rows - (u->row - 1), run = 1;
  if (n > room) n = room;
  while (run < n && id[run] == id[0] + run) run++;
  return run;
}

#define AHEAD 32 /* distance in rows at which values are prefetched */

/* Columns of the batches read last. Rows that are found in turn mostly alternate between a few batches, so each batch has a fixed place in this table, which
** it shares with others. */
#define BATCHES_MET 8
typedef struct column_met {
  int64_t batch; /* -1: none yet */
  const rocpd_column *column;
} column_met;

static inline void fetch_ahead(const column_met *met, int64_t place) {
  const column_met *m = &met[(uint64_t)place >> 16 & (BATCHES_MET - 1)];
  if (place != ROCPD_NULL && m->batch == place >> 16) rocpd_column_prefetch(m->column, rocpd_place_row(place));
}

/* `out` and `place` may be the same array. */
static int read_column(const link_state *k, const int64_t *place, uint32_t n, int column, int64_t *out, rocpd_error *err) {
  column_met met[BATCHES_MET];
  for (int i = 0; i < BATCHES_MET; i++) met[i].batch = -1;
  for (uint32_t i = 0; i < n; i++) {
    int64_t at = place[i], batch = at >> 16;
    if (i + AHEAD < n) fetch_ahead(met, place[i + AHEAD]);
    if (at == ROCPD_NULL) {
      out[i] = ROCPD_NULL;
      continue;
    }
    column_met *m = &met[batch & (BATCHES_MET - 1)];
    if (m->batch != batch) {
      int rc = rocpd_batch_column(k->batch[batch], column, &m->column, err);
      if (rc != SQLITE_OK) return rc;
      m->batch = batch;
    }
    out[i] = rocpd_column_at(m->column, rocpd_place_row(at));
  }
  return SQLITE_OK;
}

int rocpd_link_values(rocpd_links *l, int link, const int64_t *place, uint32_t n, int column, int64_t *out, rocpd_error *err) {
  return read_column(&l->link[link], place, n, column, out, err);
}

int rocpd_link_map(rocpd_links *l, int link, int column, int64_t *id, uint32_t n, rocpd_error *err) {
  lookup u;
  const rocpd_column *c = NULL;
  size_t batch = SIZE_MAX; /* the batch of c */
  uint32_t i = 0;
  int rc = lookup_begin(&u, l, link, id, n, err);
  while (rc == SQLITE_OK && !u.indexed && i < n) {
    bool found;
    rc = find(&u, id[i], &found, err);
    if (rc != SQLITE_OK || u.indexed) break;
    if (!found) {
      id[i++] = ROCPD_NULL;
      continue;
    }
    if (u.batch != batch) {
      batch = u.batch;
      rc = rocpd_batch_column(u.state->batch[batch], column, &c, err);
      if (rc != SQLITE_OK) break;
    }
    uint32_t run = run_length(&u, id + i, n - i), row = u.row - 1;
    if (run == 1) id[i] = rocpd_column_at(c, row);
    else rocpd_column_get(c, row, run, id + i);
    u.row += run - 1;
    i += run;
  }
  for (uint32_t some; rc == SQLITE_OK && i < n; i += some) {
    some = n - i < BLOCK ? n - i : BLOCK;
    rocpd_link_index_find(&u.state->index, &u.page, u.to->nobody, id + i, some);
    rc = read_column(u.state, id + i, some, column, id + i, err);
  }
  return rc;
}

/* Replaces ids by places. */
static int find_all(lookup *u, int64_t *id, uint32_t n, rocpd_error *err) {
  uint32_t i = 0;
  for (; !u->indexed && i < n; i++) {
    bool found;
    int rc = find(u, id[i], &found, err);
    if (rc != SQLITE_OK) return rc;
    if (u->indexed) break;
    id[i] = found ? (int64_t)((row_place)u->batch << 16 | (u->row - 1)) : ROCPD_NULL;
  }
  if (i < n) rocpd_link_index_find(&u->state->index, &u->page, u->to->nobody, id + i, n - i);
  return SQLITE_OK;
}

int rocpd_link_find(rocpd_links *l, int link, int64_t *id, uint32_t n, rocpd_error *err) {
  lookup u;
  int rc = lookup_begin(&u, l, link, NULL, 0, err);
  return rc == SQLITE_OK ? find_all(&u, id, n, err) : rc;
}

struct rocpd_link_reader {
  lookup u;
  int column;
  int64_t batch; /* the batch of `values`; -1: none yet */
  const rocpd_column *values;
};

int rocpd_link_reader_open(rocpd_links *l, int link, int column, rocpd_link_reader **out, rocpd_error *err) {
  rocpd_link_reader *r = *out = sqlite3_malloc64(sizeof *r);
  if (!r) return rocpd_no_memory(err);
  *r = (rocpd_link_reader){.column = column, .batch = -1};
  return lookup_begin(&r->u, l, link, NULL, 0, err);
}

int rocpd_link_read(rocpd_link_reader *r, int64_t id, int64_t *out, rocpd_error *err) {
  int rc = find_all(&r->u, &id, 1, err);
  *out = ROCPD_NULL;
  if (rc != SQLITE_OK || id == ROCPD_NULL) return rc;
  if (id >> 16 != r->batch) {
    rc = rocpd_batch_column(r->u.state->batch[id >> 16], r->column, &r->values, err);
    r->batch = rc == SQLITE_OK ? id >> 16 : -1;
  }
  if (rc == SQLITE_OK) *out = rocpd_column_at(r->values, rocpd_place_row(id));
  return rc;
}

void rocpd_link_reader_close(rocpd_link_reader *r) { sqlite3_free(r); }

rocpd_batch *rocpd_link_batch(rocpd_links *l, int link, int64_t place) { return l->link[link].batch[rocpd_place_batch(place)]; }

int rocpd_link_to(int kind, int column) {
  int link = 0;
  while (link < ROCPD_LINK_COUNT && (targets[link].kind != kind || targets[link].id != column)) link++;
  return link;
}

int rocpd_link_kind(int link) { return targets[link].kind; }

int rocpd_link_exists(rocpd_links *l, int link, int64_t *id, uint32_t n, rocpd_error *err) {
  lookup u;
  int rc = lookup_begin(&u, l, link, id, n, err);
  if (rc == SQLITE_OK) rc = find_all(&u, id, n, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) id[i] = id[i] != ROCPD_NULL;
  return rc;
}

/* ---- dictionaries */

static int fill_attributes(const link_state *k, const struct link_target *to, int column, rocpd_attributes *a, int64_t *value, rocpd_error *err) {
  for (size_t b = k->batches; b-- > 0;) { /* backwards, so that of several rows with one id the first one stays */
    const rocpd_column *ids, *values;
    int rc = id_column(k, to, b, &ids, err);
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

static int make_attributes(link_state *k, const struct link_target *to, int column, rocpd_attributes **out, rocpd_error *err) {
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
  if (targets[link].many) return SQLITE_OK;
  int rc = state_of(l, link, &k, err);
  if (rc != SQLITE_OK || __atomic_load_n(&k->form, __ATOMIC_ACQUIRE) == FORM_UNKNOWN) return rc;
  rocpd_attributes *a = __atomic_load_n(&k->attributes[column], __ATOMIC_ACQUIRE);
  if (!a) {
    pthread_mutex_lock(&l->mutex);
    a = k->attributes[column];
    if (!a) {
      rc = make_attributes(k, &targets[link], column, &a, err);
      if (a) __atomic_store_n(&k->attributes[column], a, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&l->mutex);
  }
  *out = a;
  return rocpd_fail_code(err, rc);
}
