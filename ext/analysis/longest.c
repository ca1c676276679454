/* See longest.h. A second pass: the longest duration of each group is known, so times of few rows are read. */
#include "longest.h"
#include "summed.h"
#include <pthread.h>

typedef struct looking {
  const rocpd_statistics *st;
  int64_t *max_ns; /* of each group */
  rocpd_longest_row *out;
  pthread_mutex_t mutex; /* guards the rows of `out` */
} looking;

static void note(looking *l, int64_t group, rocpd_longest_row row) {
  rocpd_longest_row *to = &l->out[l->st->place[group]];
  int64_t known = __atomic_load_n(&to->start, __ATOMIC_RELAXED);
  if (row.start == ROCPD_NULL || (known != ROCPD_NULL && known < row.start)) return; /* mostly true if many rows are equally long */
  pthread_mutex_lock(&l->mutex);
  if (rocpd_is_earlier(&row, to)) to->end = row.end, __atomic_store_n(&to->start, row.start, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&l->mutex);
}

static int look(void *arg, const rocpd_grouped *rows, rocpd_error *err) {
  looking *l = arg;
  const rocpd_kind *kind = &rocpd_kinds[rows->batch->kind];
  const rocpd_column *start = NULL, *end = NULL;
  int rc = SQLITE_OK;
  for (uint32_t i = 0; i < rows->n; i++) {
    if (rows->duration[i] != l->max_ns[rows->group[i]] || rows->duration[i] == ROCPD_NULL) continue;
    if (!start) rc = rocpd_batch_column(rows->batch, kind->start, &start, err);
    if (!end && rc == SQLITE_OK) rc = rocpd_batch_column(rows->batch, kind->end, &end, err);
    if (rc != SQLITE_OK) return rc;
    uint32_t row = rows->first + (rows->row ? rows->row[i] : i);
    note(l, rows->group[i], (rocpd_longest_row){rocpd_column_at(start, row), rocpd_column_at(end, row)});
  }
  return SQLITE_OK;
}

/* Events that are known as sums only may have been the longest. */
static int note_sums(void *arg, const int64_t *key, const rocpd_summed_row *x, rocpd_error *err) {
  looking *l = arg;
  int64_t group = rocpd_group_find(&l->st->table.groups, key);
  if (group != ROCPD_UNGROUPED && x->sums.ended && x->sums.max == l->max_ns[group] && x->longest_start != ROCPD_NULL)
    note(l, group, (rocpd_longest_row){x->longest_start, rocpd_add(x->longest_start, x->sums.max)});
  return SQLITE_OK;
}

int rocpd_longest_rows(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, const rocpd_statistics *st, rocpd_longest_row *out, rocpd_error *err) {
  looking l = {.st = st, .out = out, .max_ns = sqlite3_malloc64((st->table.groups.n + 1) * sizeof *l.max_ns)};
  if (!l.max_ns) return rocpd_no_memory(err);
  for (size_t i = 0; i < st->n; i++) l.max_ns[st->stat[i].group] = st->stat[i].max_ns, out[i] = (rocpd_longest_row){ROCPD_NULL, ROCPD_NULL};
  pthread_mutex_init(&l.mutex, NULL);
  int rc = st->n ? rocpd_group_again(s, input, inputs, &st->table.groups, look, &l, err) : SQLITE_OK;
  if (rc == SQLITE_OK && st->summed) rc = rocpd_summed_groups(s, "top", input, inputs, st->table.groups.keys, note_sums, &l, err);
  pthread_mutex_destroy(&l.mutex);
  sqlite3_free(l.max_ns);
  return rc;
}
