/* The rows of compared sources (same_state.h): reading what is compared, and going through the rows of one source by their hashes. */
#include "same_state.h"
#include "parallel.h"
#include "snapshot_state.h"
#define XXH_INLINE_ALL
#include <xxhash.h>

/* ---- columns */

static bool is_compared(int kind) { return rocpd_kinds[kind].flags & ROCPD_K_COUNTED; }

/* -1: the kind has none. */
static int name_column(int kind) {
  int c = rocpd_kinds[kind].columns - 1;
  while (c >= 0 && !(rocpd_kinds[kind].column[c].flags & ROCPD_C_NAME)) c--;
  return c;
}

/* The column that, with the start, identifies a row. A call may not have ended yet, so its thread is used. A metric has no thread. */
static int second_column(int kind) {
  if (kind == ROCPD_KIND_KERNEL || kind == ROCPD_KIND_COPY) return rocpd_kinds[kind].end;
  int tid = rocpd_kind_column(kind, "tid");
  return tid < 0 ? rocpd_kind_column(kind, "track") : tid;
}

/* The columns that are read of a kind. Names are read only to find out whether the source can be read. */
enum { START, SECOND, NID, PID, READ, NAME = READ };
static void columns_of(int kind, int column[READ + 1]) {
  column[START] = rocpd_kinds[kind].start;
  column[SECOND] = second_column(kind);
  column[NID] = rocpd_kind_column(kind, "nid");
  column[PID] = rocpd_kind_column(kind, "pid");
  column[NAME] = name_column(kind);
}

typedef struct same_reading {
  comparison *c;
  rocpd_batch **batch;
  size_t *of; /* batch[i] belongs to c->one[of[i]] */
  size_t n;
} same_reading;

static int read_batch(void *arg, size_t i, rocpd_error *err) {
  const same_reading *r = arg;
  compared *one = &r->c->one[r->of[i]];
  int column[READ + 1], rc = SQLITE_OK;
  rocpd_error why = {0};
  const rocpd_column *c;
  columns_of(r->batch[i]->kind, column);
  for (int k = 0; rc == SQLITE_OK && k < (one->parts > 1 ? READ : NID); k++) rc = rocpd_batch_column(r->batch[i], column[k], &c, &why);
  if (rc != SQLITE_OK) __atomic_store_n(&one->unreadable, true, __ATOMIC_RELAXED);
  bool begins = !i || r->of[i - 1] != r->of[i] || r->batch[i - 1]->kind != r->batch[i]->kind;
  if (rc == SQLITE_OK && begins && column[NAME] >= 0) rc = rocpd_batch_column(r->batch[i], column[NAME], &c, &why);
  if (rocpd_is_stop(rc)) return rocpd_fail_for(err, rc, &why);
  rocpd_error_clear(&why);
  return SQLITE_OK;
}

static int list_batches(same_reading *r, size_t one, int kind) {
  rocpd_batch **batch;
  size_t n;
  rocpd_error why = {0};
  int rc = rocpd_snapshot_batches_of(r->c->snapshot, r->c->one[one].source, kind, &batch, &n, &why);
  rocpd_error_clear(&why);
  if (rc != SQLITE_OK && !rocpd_is_stop(rc)) return r->c->one[one].unreadable = true, SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    if (rocpd_array_push_reserve(&r->batch, r->n, sizeof(*r->batch)) != SQLITE_OK) return SQLITE_NOMEM;
    if (rocpd_array_push_reserve(&r->of, r->n, sizeof(*r->of)) != SQLITE_OK) return SQLITE_NOMEM;
    r->batch[r->n] = batch[i];
    r->of[r->n++] = one;
  }
  return rc;
}

int rocpd_same_read_all(comparison *c, rocpd_error *err) {
  same_reading r = {.c = c};
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < c->n; i++)
    for (int kind = 0; rc == SQLITE_OK && kind < ROCPD_KIND_COUNT; kind++)
      if (is_compared(kind)) rc = list_batches(&r, i, kind);
  if (rc == SQLITE_OK) rc = rocpd_parallel(c->session, r.n, read_batch, &r, err);
  sqlite3_free(r.batch);
  sqlite3_free(r.of);
  return rocpd_fail_code(err, rc);
}

/* ---- going through a source's rows */

uint64_t rocpd_same_key_of(int64_t nid, int64_t pid) {
  const int64_t both[] = {nid, pid};
  return XXH3_64bits(both, sizeof(both));
}

/* The process of a row. Consecutive rows mostly have the same. NULL: not a process of the source. */
static process_part *part_of(const compared *one, process_part *last, int64_t nid, int64_t pid) {
  if (one->parts == 1 || (last && last->nid == nid && last->pid == pid)) return last ? last : one->part;
  uint64_t i = rocpd_map_get(&one->place_of, rocpd_same_key_of(nid, pid), UINT64_MAX);
  return i == UINT64_MAX ? NULL : &one->part[i];
}

static uint64_t hash_of(const comparison *c, const compared *one, const process_part *p, int kind, int64_t start, int64_t second) {
  const holders *h = holders_with(c, p->process);
  uint64_t offset = (h->by_wall ? (uint64_t)p->wall_ns : 0) - (uint64_t)one->source->said.offset_ns;
  uint64_t tells = second == ROCPD_NULL ? 0 : second_column(kind) == rocpd_kinds[kind].end ? (uint64_t)second - (uint64_t)start : (uint64_t)second;
  const uint64_t key[] = {p->process, (uint64_t)kind, (uint64_t)start + offset, tells};
  return XXH3_64bits(key, sizeof(key));
}

/* Goes through the rows of one batch; false: the loop has ended. */
static bool each_of_batch(row_loop *l, rocpd_batch *b) {
  enum { BLOCK = 512 };
  int64_t value[READ][BLOCK] = {{0}};
  const rocpd_column *column[READ];
  int index[READ + 1], reads = l->one->parts > 1 ? READ : NID;
  process_part *p = NULL;
  columns_of(b->kind, index);
  for (int k = 0; k < reads; k++)
    if ((l->rc = rocpd_batch_column(b, index[k], &column[k], NULL)) != SQLITE_OK) return false;
  for (uint32_t first = 0, n; (n = rocpd_rows_from(first, b->rows, BLOCK)) > 0; first += n) {
    for (int k = 0; k < reads; k++) rocpd_column_get(column[k], first, n, value[k]);
    for (uint32_t i = 0; i < n; i++) {
      if (value[START][i] == ROCPD_NULL) continue;
      p = l->part = part_of(l->one, p, value[NID][i], value[PID][i]);
      l->kind = b->kind, l->start = value[START][i];
      if (!p || !p->elsewhere) l->alone = true;
      else if (!l->row(l, hash_of(l->c, l->one, p, b->kind, value[START][i], value[SECOND][i]))) return false;
    }
  }
  return true;
}

int rocpd_same_each_row(row_loop *l) {
  l->c->stamp++;
  for (int kind = 0; kind < ROCPD_KIND_COUNT; kind++) {
    rocpd_batch **batch;
    size_t n;
    if (!is_compared(kind)) continue;
    int rc = rocpd_snapshot_batches_of(l->c->snapshot, l->one->source, kind, &batch, &n, NULL);
    if (rc != SQLITE_OK) return rc;
    for (size_t i = 0; i < n; i++)
      if (!each_of_batch(l, batch[i])) return l->rc;
    if (rocpd_interrupted(l->c->session)) return SQLITE_INTERRUPT;
  }
  return SQLITE_OK;
}
