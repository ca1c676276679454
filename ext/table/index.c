/* Hash indexes on id columns, and row ids.
**
** An index belongs to a snapshot. It is made once a column has been looked up several times: a single lookup is cheaper by scanning the blocks whose bounds
** contain the id. Its key is the id, or id and guid (ids are unique within a file only).
**
** Layout: `start` has for each hash bucket where its entries begin, `entry` the rows bucket by bucket: a lookup touches one line of each, then the row
** itself. An entry has 16 bits of the hash, so that rows with other keys need not be read. */
#include "bisect.h"
#include "module.h"
#include <stdlib.h>

#define LOOKUPS_BEFORE_INDEX 3

typedef struct index_entry {
  uint32_t block;
  uint16_t row; /* batches have up to 64 Ki rows */
  uint16_t tag;
} index_entry;

typedef struct table_index {
  uint32_t mask; /* buckets - 1 */
  uint32_t *start; /* [buckets + 1] */
  index_entry *entry;
} table_index;

static void index_free(void *index) {
  table_index *x = index;
  sqlite3_free(x->start);
  sqlite3_free(x->entry);
  sqlite3_free(x);
}

/* Joins look up ids in ascending order. So 2^8 ids that follow each other (a stretch) share a hash and take neighbouring buckets: a join then walks through
** memory instead of missing the cache and the TLB for each row, and is 4 times as fast. */
#define STRETCH_BITS 8

static inline uint64_t hash_of(int64_t value, int64_t guid) {
  uint64_t h = ((uint64_t)value >> STRETCH_BITS) * 0x9e3779b97f4a7c15u ^ (uint64_t)guid * 0xc2b2ae3d27d4eb4fu;
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93u;
  return h ^ h >> 32;
}

static inline uint32_t bucket_of(const table_index *x, uint64_t hash, int64_t value) {
  return ((uint32_t)hash + ((uint32_t)value & ((1u << STRETCH_BITS) - 1))) & x->mask;
}

static inline uint16_t tag_of(uint64_t hash) { return (uint16_t)(hash >> 48); }

/* ---- building ---- */

typedef struct index_build {
  rocpd_table_cursor *cur;
  int column, guid; /* guid -1: not part of the key */
  table_index *index;
  bool fill; /* else count */
} index_build;

/* Columns are decoded on all cores. The rest is limited by memory, not by the processor, and stays on one. */
static int decode_block(void *arg, size_t block, rocpd_error *err) {
  const index_build *build = arg;
  const rocpd_column *c;
  int rc = rocpd_table_block_column(build->cur, block, build->column, &c, err);
  if (rc == SQLITE_OK && build->guid >= 0) rc = rocpd_table_block_column(build->cur, block, build->guid, &c, err);
  return rc;
}

/* Count or enter rows first..first+n-1. When counting, start[b + 1] is the number
** of entries of bucket b; when filling, where the next one goes. */
static void add_step(index_build *build, size_t block, uint32_t first, uint32_t n) {
  int64_t value[TABLE_STEP_ROWS], guid[TABLE_STEP_ROWS];
  table_index *x = build->index;
  rocpd_column_get(block_column(build->cur, block, build->column), first, n, value);
  if (build->guid >= 0) rocpd_column_get(block_column(build->cur, block, build->guid), first, n, guid);
  for (uint32_t i = 0; i < n; i++) {
    if (value[i] == ROCPD_NULL) continue; /* equals nothing */
    uint64_t h = hash_of(value[i], build->guid >= 0 ? guid[i] : 0);
    uint32_t bucket = bucket_of(x, h, value[i]);
    if (build->fill) x->entry[x->start[bucket]++] = (index_entry){(uint32_t)block, (uint16_t)(first + i), tag_of(h)};
    else x->start[bucket + 1]++;
  }
}

static int add_all(index_build *build) {
  const rocpd_table_cursor *cur = build->cur;
  for (size_t block = 0; block < cur->blocks; block++) {
    if (rocpd_interrupted(vtab_of(cur)->session)) return SQLITE_INTERRUPT;
    uint32_t rows = (uint32_t)block_rows(cur, block);
    for (uint32_t first = 0; first < rows; first += TABLE_STEP_ROWS)
      add_step(build, block, first, rows - first < TABLE_STEP_ROWS ? rows - first : TABLE_STEP_ROWS);
  }
  return SQLITE_OK;
}

static int index_fill(index_build *build) {
  table_index *x = build->index;
  int rc = add_all(build);
  if (rc != SQLITE_OK) return rc;
  for (uint32_t b = 0; b <= x->mask; b++) x->start[b + 1] += x->start[b];
  uint32_t entries = x->start[x->mask + 1];
  x->entry = sqlite3_malloc64((entries + 1) * sizeof(*x->entry));
  if (!x->entry) return SQLITE_NOMEM;
  build->fill = true;
  rc = add_all(build);
  /* Filling moved every start to its end, which is the next one's start. */
  memmove(x->start + 1, x->start, ((size_t)x->mask + 1) * sizeof(*x->start));
  x->start[0] = 0;
  return rc;
}

static int index_make(rocpd_table_cursor *cur, int column, int guid, table_index **out, rocpd_error *err) {
  uint64_t rows = 0, buckets = 16;
  for (size_t i = 0; i < cur->blocks; i++) rows += block_rows(cur, i);
  while (buckets < rows) buckets *= 2;
  *out = NULL;
  if (rows >= UINT32_MAX / 2) return SQLITE_OK; /* too many for 32-bit places: scan */
  index_build build = {.cur = cur, .column = column, .guid = guid};
  int rc = rocpd_parallel(vtab_of(cur)->session, cur->blocks, decode_block, &build, err);
  if (rc != SQLITE_OK) return rc;
  table_index *x = rocpd_zeroed(sizeof(*x));
  if (!x) return SQLITE_NOMEM;
  x->mask = (uint32_t)buckets - 1;
  x->start = rocpd_zeroed((buckets + 1) * sizeof(*x->start));
  build.index = x;
  rc = x->start ? index_fill(&build) : SQLITE_NOMEM;
  if (rc != SQLITE_OK) {
    index_free(x);
    return rc;
  }
  *out = x;
  return SQLITE_OK;
}

/* ---- looking up ---- */

int rocpd_table_list_add(rocpd_table_cursor *cur, rocpd_table_place place) {
  return ROCPD_APPEND(cur->list, cur->listed, cur->list_capacity, place);
}

static int find_key(rocpd_table_cursor *cur, const table_index *x, int column, int64_t value, int guid, int64_t guid_value) {
  uint64_t h = hash_of(value, guid >= 0 ? guid_value : 0);
  uint32_t bucket = bucket_of(x, h, value);
  for (uint32_t i = x->start[bucket]; i < x->start[bucket + 1]; i++) {
    const index_entry *e = &x->entry[i];
    if (e->tag != tag_of(h)) continue;
    rocpd_table_place place = place_at(e->block, e->row);
    if (rocpd_table_value(cur, place, column) != value) continue;
    if (guid >= 0 && rocpd_table_value(cur, place, guid) != guid_value) continue;
    int rc = rocpd_table_list_add(cur, place);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

/* The first filter that compares a column for equality, or -1. */
static int equality_on(const rocpd_table_cursor *cur, int column, bool single) {
  for (int i = 0; i < cur->plan.terms; i++) {
    const rocpd_table_filter *f = &cur->filter[i];
    if (f->column != column) continue;
    if (f->test == TEST_RANGE && f->lo == f->hi && f->lo != ROCPD_NULL) return i;
    if (f->test == TEST_SET && !single) return i;
  }
  return -1;
}

/* Keeps the listed places that pass all filters. */
static int keep_passing(rocpd_table_cursor *cur, rocpd_error *err) {
  size_t kept = 0;
  for (size_t i = 0; i < cur->listed; i++) {
    bool passes;
    int rc = rocpd_table_scan_test(cur, cur->list[i], &passes, err);
    if (rc != SQLITE_OK) return rc;
    if (passes) cur->list[kept++] = cur->list[i];
  }
  cur->listed = kept;
  return SQLITE_OK;
}

/* The address of this variable identifies the indexes among the data that a snapshot keeps for others. */
static const char index_owner;

/* Returns the index on (column, guid); makes it if the column was looked up often enough, else returns NULL. */
static int index_get(rocpd_table_cursor *cur, int column, int guid, table_index **out, rocpd_error *err) {
  const rocpd_table_vtab *v = vtab_of(cur);
  int64_t key = ((int64_t)v->table->kind << 32) | (int64_t)column << 1 | (guid >= 0);
  *out = rocpd_snapshot_kept(cur->snapshot, &index_owner, key);
  if (*out || ++v->lookups[column] < LOOKUPS_BEFORE_INDEX) return SQLITE_OK;
  int rc = index_make(cur, column, guid, out, err);
  if (rc != SQLITE_OK || !*out) return rc;
  int64_t bytes = (int64_t)(sqlite3_msize((*out)->start) + sqlite3_msize((*out)->entry));
  const rocpd_keeping keeping = {.owner = &index_owner, .key = key, .data = *out, .bytes = bytes, .free_data = index_free, .until = ROCPD_KEPT_IN_STATEMENT};
  return rocpd_snapshot_keep(cur->snapshot, &keeping) ? SQLITE_OK : (*out = NULL, SQLITE_NOMEM);
}

int rocpd_table_index_lookup(rocpd_table_cursor *cur, bool *done, rocpd_error *err) {
  const rocpd_table_vtab *v = vtab_of(cur);
  *done = false;
  int by = cur->computed ? -1 : equality_on(cur, cur->plan.index, false);
  if (by < 0) return SQLITE_OK;
  int guid_by = cur->plan.index_guid ? equality_on(cur, v->guid, true) : -1;
  int guid = guid_by >= 0 ? v->guid : -1;
  table_index *x;
  int rc = index_get(cur, cur->plan.index, guid, &x, err);
  if (rc != SQLITE_OK || !x) return rc;
  const rocpd_table_filter *f = &cur->filter[by];
  if (guid_by >= 0) rc = rocpd_table_filter_renew(&cur->filter[guid_by], v->session); /* the index has decoded its column */
  int64_t guid_value = guid_by >= 0 ? cur->filter[guid_by].lo : 0;
  *done = true;
  cur->listed = 0;
  if (rc == SQLITE_OK && f->test == TEST_RANGE) rc = find_key(cur, x, f->column, f->lo, guid, guid_value);
  for (size_t i = 0; f->test == TEST_SET && i < f->sets && rc == SQLITE_OK; i++)
    rc = find_key(cur, x, f->column, f->set[i], guid, guid_value);
  return rc == SQLITE_OK ? keep_passing(cur, err) : rc;
}

/* ---- row ids ---- */

/* Blocks in order of their first row id. */
typedef struct rowid_index {
  size_t blocks;
  struct rowid_block {
    int64_t first;
    size_t block;
  } block[];
} rowid_index;

static int compare_rowids(const void *a, const void *b) {
  const struct rowid_block *x = a, *y = b;
  return ROCPD_ORDER(x->first, y->first);
}

static int rowid_index_get(rocpd_table_cursor *cur, const rowid_index **out) {
  int64_t key = (int64_t)vtab_of(cur)->table->kind << 32 | UINT32_MAX;
  rowid_index *x = rocpd_snapshot_kept(cur->snapshot, &index_owner, key);
  if (!x) {
    x = sqlite3_malloc64(sizeof(*x) + cur->blocks * sizeof(x->block[0]));
    if (!x) return SQLITE_NOMEM;
    x->blocks = 0;
    for (size_t i = 0; i < cur->blocks; i++)
      if (block_rows(cur, i)) x->block[x->blocks++] = (struct rowid_block){cur->batch[i]->first_rowid, i};
    qsort(x->block, x->blocks, sizeof(x->block[0]), compare_rowids);
    const rocpd_keeping keeping = {.owner = &index_owner, .key = key, .data = x, .free_data = sqlite3_free, .until = ROCPD_KEPT_IN_STATEMENT};
    if (!rocpd_snapshot_keep(cur->snapshot, &keeping)) return SQLITE_NOMEM;
  }
  *out = x;
  return SQLITE_OK;
}

static int find_rowid(rocpd_table_cursor *cur, const rowid_index *x, int64_t rowid) {
  size_t later = ROCPD_FIRST(i, 0, x->blocks, x->block[i].first > rowid);
  if (!later) return SQLITE_OK;
  const struct rowid_block *b = &x->block[later - 1];
  const uint32_t *listed = cur->batch[b->block]->row;
  uint64_t row = (uint64_t)rowid - (uint64_t)b->first, rows = block_rows(cur, b->block);
  if (listed) { /* row ids are first + listed[...], ascending */
    uint64_t wanted = row;
    row = ROCPD_FIRST(i, 0, rows, listed[i] >= wanted);
    if (row < rows && listed[row] != wanted) return SQLITE_OK;
  }
  return row < rows ? rocpd_table_list_add(cur, place_at(b->block, row)) : SQLITE_OK;
}

int rocpd_table_rowid_lookup(rocpd_table_cursor *cur, bool *done, rocpd_error *err) {
  *done = false;
  int by = cur->computed ? -1 : equality_on(cur, TABLE_ROWID, false);
  if (by < 0) return SQLITE_OK;
  const rowid_index *x;
  int rc = rowid_index_get(cur, &x);
  if (rc != SQLITE_OK) return rc;
  const rocpd_table_filter *f = &cur->filter[by];
  *done = true;
  cur->listed = 0;
  if (f->test == TEST_RANGE) rc = find_rowid(cur, x, f->lo);
  for (size_t i = 0; f->test == TEST_SET && i < f->sets && rc == SQLITE_OK; i++) rc = find_rowid(cur, x, f->set[i]);
  return rc == SQLITE_OK ? keep_passing(cur, err) : rc;
}
