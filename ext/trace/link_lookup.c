/* Looks up ids (link.h).
**
** A lookup finds the batch, then the row. If the ids ascend through all rows, as the ids of a primary key do, both are binary searches, which mostly end at
** the row after the last one found. Otherwise there is an index (link_index.h). */
#include "link_state.h"
#include "bisect.h"

#define BLOCK 512 /* rows processed at a time */

/* A lookup remembers the batch of the last id, and the row after it. */
typedef struct lookup {
  rocpd_links *links;
  link_state *state;
  const link_target *to;
  bool indexed;
  size_t batch; /* the batch that `ids` is from; `batches`: none yet */
  const rocpd_column *ids;
  uint32_t row;
  rocpd_link_page page; /* a page of the index */
} lookup;

static int lookup_begin(lookup *u, rocpd_links *l, int link, const int64_t *id, uint32_t n, rocpd_error *err) {
  *u = (lookup){.links = l, .to = &rocpd_link_target[link]};
  int rc = rocpd_link_state_of_few(l, link, id, n, &u->state, err);
  if (rc == SQLITE_OK && !u->state) rc = rocpd_link_state_of(l, link, &u->state, err);
  if (rc != SQLITE_OK) return rc;
  u->indexed = __atomic_load_n(&u->state->form, __ATOMIC_ACQUIRE) == FORM_INDEXED;
  u->batch = u->state->batches;
  return SQLITE_OK;
}

/* Moves to a batch. If its ids turn out not to ascend, makes an index. */
static int enter_batch(lookup *u, size_t batch, rocpd_error *err) {
  target_batch *r = &u->state->range[batch];
  int rc = rocpd_link_id_column(u->state, u->to, batch, &u->ids, err);
  if (rc != SQLITE_OK) return rc;
  u->batch = batch;
  u->row = 0;
  if (__atomic_load_n(&r->checked, __ATOMIC_RELAXED)) return SQLITE_OK;
  if (rocpd_column_ascends(u->ids, u->state->batch[batch]->rows)) {
    __atomic_store_n(&r->checked, true, __ATOMIC_RELAXED); /* threads may do this at the same time, with the same result */
    return SQLITE_OK;
  }
  pthread_mutex_lock(&u->links->mutex);
  rc = rocpd_link_make_index(u->links, u->state, u->to, err);
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

int rocpd_link_exists(rocpd_links *l, int link, int64_t *id, uint32_t n, rocpd_error *err) {
  lookup u;
  int rc = lookup_begin(&u, l, link, id, n, err);
  if (rc == SQLITE_OK) rc = find_all(&u, id, n, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) id[i] = id[i] != ROCPD_NULL;
  return rc;
}
