/* See chosen_rows.h. */
#include "chosen_rows.h"
#include "map.h"
#include "row_filter.h"

/* Ids of kernels and of copies that have one guid. */
typedef struct ids_of_guid {
  int64_t guid;
  rocpd_map ids[2];
} ids_of_guid;

struct rocpd_chosen_rows {
  rocpd_map rowids[2]; /* of kernels, of copies */
  ids_of_guid *of;
  size_t n;
};

static const char owner;
static const int kinds[2] = {ROCPD_KIND_KERNEL, ROCPD_KIND_COPY};
static const int id_column[2] = {ROCPD_KERNEL_id, ROCPD_COPY_id}, guid_column[2] = {ROCPD_KERNEL_guid, ROCPD_COPY_guid};

static void free_chosen(void *data) {
  rocpd_chosen_rows *c = data;
  for (int k = 0; k < 2; k++) rocpd_map_free(&c->rowids[k]);
  for (size_t i = 0; i < c->n; i++) rocpd_map_free(&c->of[i].ids[0]), rocpd_map_free(&c->of[i].ids[1]);
  sqlite3_free(c->of), sqlite3_free(c);
}

static const ids_of_guid *find(const rocpd_chosen_rows *c, int64_t guid) {
  for (size_t i = c->n; i-- > 0;)
    if (c->of[i].guid == guid) return &c->of[i];
  return NULL;
}

/* The place of the guid's ids, new if need be. SQLITE_NOMEM. */
static int ids_of(rocpd_chosen_rows *c, int64_t guid, size_t *place) {
  const ids_of_guid *known = find(c, guid);
  *place = known ? (size_t)(known - c->of) : c->n;
  if (known) return SQLITE_OK;
  int rc = rocpd_array_push_reserve(&c->of, c->n, sizeof *c->of);
  if (rc == SQLITE_OK) c->of[c->n++] = (ids_of_guid){.guid = guid};
  return rc;
}

static int add_batch(rocpd_chosen_rows *c, int k, rocpd_batch *b, rocpd_error *err) {
  const rocpd_column *id, *guid;
  int64_t of = ROCPD_NULL;
  size_t place = 0;
  int rc = rocpd_batch_column(b, id_column[k], &id, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, guid_column[k], &guid, err);
  if (rc != SQLITE_OK) return rc;
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->rows; i++) {
    int64_t now = rocpd_column_at(guid, i), number = rocpd_column_at(id, i);
    if (!i || now != of) rc = ids_of(c, of = now, &place);
    if (rc == SQLITE_OK) rc = rocpd_map_set(&c->rowids[k], rocpd_batch_rowid(b, i), 1);
    if (rc == SQLITE_OK && number != ROCPD_NULL) rc = rocpd_map_set(&c->of[place].ids[k], (uint64_t)number, 1);
  }
  return rocpd_fail_code(err, rc);
}

static int add_kind(rocpd_chosen_rows *c, rocpd_snapshot *s, int k, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  int rc = rocpd_snapshot_batches_all(s, &kinds[k], 1, true, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++)
    if (batch[i]->rows) rc = add_batch(c, k, batch[i], err);
  sqlite3_free(batch);
  return rc;
}

static int64_t map_bytes(const rocpd_map *m) { return m->entry ? (int64_t)sqlite3_msize(m->entry) : 0; }

static int64_t bytes_of(const rocpd_chosen_rows *c) {
  int64_t bytes = (int64_t)(c->n * sizeof *c->of);
  for (int k = 0; k < 2; k++) bytes += map_bytes(&c->rowids[k]);
  for (size_t i = 0; i < c->n; i++) bytes += map_bytes(&c->of[i].ids[0]) + map_bytes(&c->of[i].ids[1]);
  return bytes;
}

static int make(rocpd_snapshot *s, unsigned by, rocpd_chosen_rows **out, rocpd_error *err) {
  rocpd_chosen_rows *c = *out = rocpd_zeroed(sizeof *c);
  int rc = c ? SQLITE_OK : rocpd_no_memory(err);
  for (int k = 0; rc == SQLITE_OK && k < 2; k++)
    if (!(by & ~rocpd_row_filter_keys_of(kinds[k]))) rc = add_kind(c, s, k, err);
  if (rc == SQLITE_OK) {
    rocpd_keeping how = {.owner = &owner, .data = c, .bytes = bytes_of(c), .free_data = free_chosen, .until = ROCPD_KEPT_IN_STATEMENT};
    rc = rocpd_snapshot_keep(s, &how) ? SQLITE_OK : rocpd_no_memory(err);
  } else if (c) {
    free_chosen(c);
  }
  if (rc != SQLITE_OK) *out = NULL;
  return rc;
}

int rocpd_chosen_rows_of(rocpd_snapshot *s, const rocpd_chosen_rows **out, rocpd_error *err) {
  unsigned by = rocpd_snapshot_filter(s);
  *out = NULL;
  if (!by) return SQLITE_OK;
  rocpd_chosen_rows *c = rocpd_snapshot_kept(s, &owner, 0);
  int rc = c ? SQLITE_OK : make(s, by, &c, err);
  *out = c;
  return rc;
}

bool rocpd_row_is_chosen(const rocpd_chosen_rows *c, const rocpd_batch *b, uint32_t row) {
  if (!c) return true;
  return (b->kind == kinds[0] || b->kind == kinds[1]) && rocpd_map_get(&c->rowids[b->kind == kinds[1]], rocpd_batch_rowid(b, row), 0);
}

bool rocpd_id_is_chosen(const rocpd_chosen_rows *c, int kind, int64_t guid, int64_t id) {
  if (!c) return true;
  const ids_of_guid *known = kind == kinds[0] || kind == kinds[1] ? find(c, guid) : NULL;
  return known && id != ROCPD_NULL && rocpd_map_get(&known->ids[kind == kinds[1]], (uint64_t)id, 0);
}
