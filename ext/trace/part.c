/* See part.h. Rows name their process by the number of its machine and its pid. */
#include "part.h"
#include "bisect.h"
#include "overlay.h"
#include <stdlib.h>

typedef struct source_part {
  int64_t nid, pid; /* ROCPD_NULL: the part with the rows of no listed process */
  int64_t id;       /* of the process's row */
  int64_t default_stream; /* id of the default stream */
  rocpd_snapshot *snapshot; /* NULL: the part has no rows */
} source_part;

/* The parts of a source, kept with the snapshot. */
typedef struct source_parts {
  source_part *part; /* in order of machine and pid; the last one has the remaining rows */
  size_t n;
} source_parts;

static const char parts_owner;
static const int part_kinds[] = {ROCPD_KIND_REGION, ROCPD_KIND_KERNEL, ROCPD_KIND_COPY};
enum { PART_KINDS = sizeof part_kinds / sizeof *part_kinds };

static void parts_free(void *data) {
  source_parts *p = data;
  for (size_t i = 0; i < p->n; i++)
    if (p->part[i].snapshot) rocpd_snapshot_part_free(p->part[i].snapshot);
  sqlite3_free(p->part), sqlite3_free(p);
}

static void parts_moved(void *data, rocpd_snapshot *to) {
  source_parts *p = data;
  for (size_t i = 0; i < p->n; i++)
    if (p->part[i].snapshot) rocpd_snapshot_part_moved(p->part[i].snapshot, to);
}

/* ---- processes */

static int compare_parts(const void *a, const void *b) {
  const source_part *x = a, *y = b;
  return ROCPD_ORDER(x->nid, y->nid) ?: ROCPD_ORDER(x->pid, y->pid) ?: ROCPD_ORDER(x->id, y->id);
}

static int add_process(source_parts *p, rocpd_batch *b, uint32_t row, rocpd_error *err) {
  static const int column[] = {ROCPD_RAW_PROCESS_nid, ROCPD_RAW_PROCESS_pid, ROCPD_RAW_PROCESS_id};
  int64_t value[3];
  int rc = rocpd_batch_values(b, column, 3, row, 1, value, 1, err);
  if (rc != SQLITE_OK || value[1] == ROCPD_NULL) return rc;
  return rocpd_fail_code(err, ROCPD_PUSH(p->part, p->n, (source_part){.nid = value[0], .pid = value[1], .id = value[2]}));
}

static int list_processes(rocpd_snapshot *s, rocpd_source *source, source_parts *p, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n, left = 0;
  int rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_RAW_PROCESS, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++)
    for (uint32_t row = 0; rc == SQLITE_OK && row < batch[i]->rows; row++) rc = add_process(p, batch[i], row, err);
  if (rc != SQLITE_OK) return rc;
  if (p->n) qsort(p->part, p->n, sizeof *p->part, compare_parts);
  for (size_t i = 0; i < p->n; i++) /* of several with one number, the first */
    if (!left || p->part[i].nid != p->part[left - 1].nid || p->part[i].pid != p->part[left - 1].pid) p->part[left++] = p->part[i];
  p->n = left;
  return rocpd_fail_code(err, ROCPD_PUSH(p->part, p->n, (source_part){.nid = ROCPD_NULL, .pid = ROCPD_NULL, .id = ROCPD_NULL}));
}

/* Merging files renumbers streams, so the default stream may have another id. */
static int find_default_streams(rocpd_snapshot *s, rocpd_source *source, source_parts *p, rocpd_error *err) {
  static const int column[] = {ROCPD_STREAM_pid, ROCPD_STREAM_name, ROCPD_STREAM_id};
  const rocpd_column *c[3];
  rocpd_batch **batch;
  size_t n;
  int64_t name;
  int rc = rocpd_intern(source->session, "Default Stream", -1, &name) == SQLITE_OK ? SQLITE_OK : rocpd_no_memory(err);
  if (rc == SQLITE_OK) rc = rocpd_snapshot_batches_of(s, source, ROCPD_KIND_STREAM, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    rc = rocpd_batch_columns(batch[i], column, 3, c, err);
    for (uint32_t row = 0; rc == SQLITE_OK && row < batch[i]->rows; row++) {
      if (rocpd_column_at(c[1], row) != name) continue;
      for (size_t k = 0; k + 1 < p->n; k++)
        if (p->part[k].id == rocpd_column_at(c[0], row)) p->part[k].default_stream = rocpd_column_at(c[2], row);
    }
  }
  return rc;
}

static size_t part_of(const source_parts *p, int64_t nid, int64_t pid, size_t last) {
  if (p->part[last].nid == nid && p->part[last].pid == pid) return last;
  size_t rest = p->n - 1, at = ROCPD_FIRST(i, 0, rest, p->part[i].nid != nid ? p->part[i].nid > nid : p->part[i].pid >= pid);
  return at < rest && p->part[at].nid == nid && p->part[at].pid == pid ? at : rest;
}

/* ---- rows of the parts */

/* The rows of a batch by part: those of part i are row[first[i]] to row[first[i + 1] - 1], ascending. */
typedef struct parted_rows {
  uint32_t *row, *first;
} parted_rows;

static int part_rows(const source_parts *p, rocpd_batch *b, parted_rows *out, rocpd_error *err) {
  const rocpd_column *nid, *pid;
  uint32_t *of = sqlite3_malloc64((uint64_t)b->rows * sizeof *of + 1);
  out->row = sqlite3_malloc64((uint64_t)b->rows * sizeof *out->row + 1);
  out->first = rocpd_zeroed((p->n + 2) * sizeof *out->first);
  int rc = of && out->row && out->first ? SQLITE_OK : rocpd_no_memory(err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, rocpd_kind_column(b->kind, "nid"), &nid, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, rocpd_kind_column(b->kind, "pid"), &pid, err);
  size_t last = p->n - 1;
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->rows; i++) {
    of[i] = (uint32_t)(last = part_of(p, rocpd_column_at(nid, i), rocpd_column_at(pid, i), last));
    out->first[last + 2]++;
  }
  /* first[k + 1] moves from the begin of part k to its end. */
  for (size_t k = 0; rc == SQLITE_OK && k < p->n; k++) out->first[k + 2] += out->first[k + 1];
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->rows; i++) out->row[out->first[of[i] + 1]++] = i;
  sqlite3_free(of);
  return rc;
}

/* A batch with the rows that belong to a part; takes a reference. NULL: out of memory. */
static rocpd_batch *some_of(rocpd_batch *b, const uint32_t *row, uint32_t n) {
  if (n == b->rows) return b->refs++, b;
  uint32_t *pick = sqlite3_malloc64((uint64_t)n * sizeof *pick + 1);
  if (!pick) return NULL;
  memcpy(pick, row, (size_t)n * sizeof *pick);
  return rocpd_overlay(b, &(rocpd_overlay_spec){.pick = pick, .rows = n});
}

static int add_rows(rocpd_snapshot *s, rocpd_source *source, source_part *part, rocpd_batch *b, const uint32_t *row, uint32_t n, rocpd_error *err) {
  if (!part->snapshot) {
    rocpd_kind_set kinds = 0;
    for (int k = 0; k < PART_KINDS; k++) kinds |= ROCPD_KIND_BIT(part_kinds[k]);
    if (!(part->snapshot = rocpd_snapshot_part(s, source, kinds, part->default_stream))) return rocpd_no_memory(err);
  }
  rocpd_batch *some = some_of(b, row, n);
  if (!some) return rocpd_no_memory(err);
  return rocpd_fail_code(err, rocpd_snapshot_part_add(part->snapshot, some));
}

static int add_batch(rocpd_snapshot *s, rocpd_source *source, source_parts *p, rocpd_batch *b, rocpd_error *err) {
  parted_rows of = {0};
  int rc = part_rows(p, b, &of, err);
  for (size_t k = 0; rc == SQLITE_OK && k < p->n; k++)
    if (of.first[k + 1] > of.first[k]) rc = add_rows(s, source, &p->part[k], b, of.row + of.first[k], of.first[k + 1] - of.first[k], err);
  sqlite3_free(of.row), sqlite3_free(of.first);
  return rc;
}

static int make_parts(rocpd_snapshot *s, rocpd_source *source, source_parts *p, rocpd_error *err) {
  int rc = list_processes(s, source, p, err);
  if (rc == SQLITE_OK) rc = find_default_streams(s, source, p, err);
  for (int k = 0; rc == SQLITE_OK && k < PART_KINDS; k++) {
    rocpd_batch **batch;
    size_t n;
    rc = rocpd_snapshot_batches_of(s, source, part_kinds[k], &batch, &n, err);
    for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_batch(s, source, p, batch[i], err);
  }
  return rc;
}

/* ---- all parts */

static int parts_of(rocpd_snapshot *s, rocpd_source *source, const source_parts **out, rocpd_error *err) {
  if ((*out = rocpd_snapshot_kept(s, &parts_owner, source->number))) return SQLITE_OK;
  source_parts *p = sqlite3_malloc64(sizeof *p);
  if (!p) return rocpd_no_memory(err);
  *p = (source_parts){0};
  int rc = make_parts(s, source, p, err);
  if (rc != SQLITE_OK) return parts_free(p), rc;
  const rocpd_keeping keeping = {.owner = &parts_owner, .key = source->number, .data = p, .free_data = parts_free, .source = source, .moved = parts_moved};
  if (!rocpd_snapshot_keep(s, &keeping)) return rocpd_no_memory(err);
  *out = p;
  return SQLITE_OK;
}

static int add_part(rocpd_part **list, size_t *n, const rocpd_part *part, rocpd_error *err) {
  if (rocpd_array_push_reserve(list, *n, sizeof **list) != SQLITE_OK) return rocpd_no_memory(err);
  (*list)[(*n)++] = *part;
  return SQLITE_OK;
}

static int add_source(rocpd_snapshot *s, rocpd_source *source, rocpd_part **list, size_t *n, rocpd_error *err) {
  const source_parts *parts;
  rocpd_part whole = {.snapshot = s, .source = source, .pid = source->info.pid ? source->info.pid : ROCPD_NULL};
  int rc = source->info.multi_process ? parts_of(s, source, &parts, err) : rocpd_origin_of_agent(s, source, ROCPD_NULL, &whole.origin, err);
  if (!source->info.multi_process) return rc == SQLITE_OK ? add_part(list, n, &whole, err) : rc;
  for (size_t i = 0; rc == SQLITE_OK && i < parts->n; i++) {
    if (!parts->part[i].snapshot) continue;
    rocpd_part part = {.snapshot = parts->part[i].snapshot, .source = source, .of_several = true, .pid = parts->part[i].pid};
    rc = rocpd_origin_of_process(s, source, parts->part[i].id, &part.origin, err);
    if (rc == SQLITE_OK) rc = add_part(list, n, &part, err);
  }
  return rc;
}

int rocpd_parts_list(rocpd_snapshot *s, rocpd_part **out, size_t *n, rocpd_error *err) {
  size_t sources;
  rocpd_source **source = rocpd_snapshot_sources(s, &sources);
  int rc = SQLITE_OK;
  *out = NULL, *n = 0;
  for (size_t i = 0; rc == SQLITE_OK && i < sources; i++) rc = add_source(rocpd_snapshot_whole(s), source[i], out, n, err);
  if (rc != SQLITE_OK) sqlite3_free(*out), *out = NULL, *n = 0;
  return rc;
}
