/* See dangling.h. If a table is missing altogether, ids that refer to it do not count as dangling: health says that it is missing. */
#include "dangling.h"
#include "link.h"
#include "parallel.h"
#include "reference.h"
#include <pthread.h>

enum { BLOCK = 4096 }; /* ids that are looked up at a time */

/* The dangling ids of one reference. */
typedef struct lost {
  int64_t rows;
  size_t batch; /* of the first, */
  int64_t id, row; /* the dangling id, and the id of the row that has it */
} lost;

typedef struct dangling {
  lost of[ROCPD_REFERENCE_COUNT];
} dangling;

/* The batches of one kind. */
typedef struct search {
  rocpd_links *links;
  const rocpd_source *source;
  dangling *found;
  int kind;
  rocpd_batch **batch;
  pthread_mutex_t mutex; /* guards found */
} search;

static const char dangling_owner;

static int add_lost(search *k, size_t batch, int reference, const lost *one, uint32_t row, rocpd_error *err) {
  const rocpd_column *ids;
  int rc = rocpd_batch_column(k->batch[batch], 0, &ids, err);
  if (rc != SQLITE_OK) return rc;
  lost *all = &k->found->of[reference];
  pthread_mutex_lock(&k->mutex);
  if (!all->rows || batch < all->batch) {
    all->batch = batch;
    all->id = one->id;
    all->row = rocpd_column_at(ids, row);
  }
  all->rows += one->rows;
  pthread_mutex_unlock(&k->mutex);
  return SQLITE_OK;
}

static int search_column(search *k, size_t batch, int reference, rocpd_error *err) {
  const rocpd_reference *r = &rocpd_references[reference];
  const rocpd_column *c;
  int64_t id[BLOCK], exists[BLOCK];
  int rc = rocpd_batch_column(k->batch[batch], r->column, &c, err);
  if (rc != SQLITE_OK || rocpd_column_only_nulls(c)) return rc;
  bool is_constant = rocpd_column_is_constant(c);
  uint32_t rows = k->batch[batch]->rows, values = is_constant ? 1 : rows, row = 0;
  lost one = {0};
  for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, values, BLOCK)) > 0; first += n) {
    rocpd_column_get(c, first, n, id);
    memcpy(exists, id, n * sizeof(*id));
    rc = rocpd_link_exists(k->links, rocpd_link_to(r->to, 0), exists, n, err);
    for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
      if (exists[i] || id[i] == ROCPD_NULL) continue;
      if (!one.rows) one.id = id[i], row = first + i;
      one.rows += is_constant ? rows : 1;
    }
  }
  return rc == SQLITE_OK && one.rows ? add_lost(k, batch, reference, &one, row, err) : rc;
}

static int search_batch(void *arg, size_t i, rocpd_error *err) {
  search *k = arg;
  int rc = SQLITE_OK;
  for (int r = 0; rc == SQLITE_OK && r < ROCPD_REFERENCE_COUNT; r++)
    if (rocpd_references[r].kind == k->kind && k->source->info.native & ROCPD_KIND_BIT(rocpd_references[r].to)) rc = search_column(k, i, r, err);
  return rc;
}

/* The kinds of a source that refer to other kinds that it has. */
static rocpd_kind_set referring(const rocpd_source *source) {
  rocpd_kind_set kinds = 0;
  for (int r = 0; r < ROCPD_REFERENCE_COUNT; r++)
    if (source->info.native & ROCPD_KIND_BIT(rocpd_references[r].to)) kinds |= source->info.native & ROCPD_KIND_BIT(rocpd_references[r].kind);
  return kinds;
}

static int search_kind(rocpd_snapshot *s, search *k, rocpd_error *err) {
  size_t n;
  int rc = rocpd_snapshot_batches_of(s, k->source, k->kind, &k->batch, &n, err);
  return rc == SQLITE_OK ? rocpd_parallel(k->source->session, n, search_batch, k, err) : rc;
}


int rocpd_dangling_find(rocpd_snapshot *s, rocpd_source *source, rocpd_error *err) {
  s = rocpd_snapshot_whole(s);
  rocpd_kind_set kinds = referring(source);
  if (!kinds || rocpd_snapshot_kept(s, &dangling_owner, source->number)) return SQLITE_OK;
  search k = {.source = source, .found = rocpd_zeroed(sizeof(*k.found))};
  if (!k.found) return rocpd_no_memory(err);
  pthread_mutex_init(&k.mutex, NULL);
  int rc = rocpd_links_of(s, source, &k.links, err);
  for (; rc == SQLITE_OK && k.kind < ROCPD_KIND_COUNT; k.kind++)
    if (kinds & ROCPD_KIND_BIT(k.kind)) rc = search_kind(s, &k, err);
  pthread_mutex_destroy(&k.mutex);
  const rocpd_keeping keeping = {.owner = &dangling_owner, .key = source->number, .data = k.found, .free_data = sqlite3_free, .source = source};
  if (rc == SQLITE_OK && !rocpd_snapshot_keep(s, &keeping)) return rocpd_no_memory(err);
  if (rc != SQLITE_OK) sqlite3_free(k.found);
  return rc;
}

int rocpd_dangling_each(rocpd_snapshot *s, const rocpd_source *source,
                        int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg) {
  const dangling *found = rocpd_snapshot_kept(rocpd_snapshot_whole(s), &dangling_owner, source->number);
  int rc = SQLITE_OK;
  for (int i = 0; found && rc == SQLITE_OK && i < ROCPD_REFERENCE_COUNT; i++) {
    const rocpd_reference *r = &rocpd_references[i];
    const lost *l = &found->of[i];
    if (!l->rows) continue;
    char *name = sqlite3_mprintf("dangling %s", rocpd_kinds[r->kind].column[r->column].name);
    char *detail = sqlite3_mprintf("%s, first in the row with id %lld: %s has no row %lld", rocpd_kinds[r->kind].name, (long long)l->row,
                                   rocpd_kinds[r->to].name, (long long)l->id);
    rc = name && detail ? emit(arg, name, l->rows, detail) : SQLITE_NOMEM;
    sqlite3_free(name);
    sqlite3_free(detail);
  }
  return rc;
}
