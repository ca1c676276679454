/* rocpd_export_csv(folder [, options]): the files that rocprofv3 writes as CSV, with its columns.
**
** Tables are written one after the other. The rows of each are sorted (order.c) and cut into slices. Several threads format slices, each into its own
** memory; these are appended to the file in their order. */
#include "csv.h"
#include "export.h"
#include "format.h"

typedef struct writing {
  rocpd_export *x;
  const rocpd_csv_order *o;
  rocpd_output *file;   /* [ROCPD_CSV_FILES] */
  pthread_mutex_t mutex;
  pthread_cond_t turned;
  size_t turn;          /* number of the slice that may be written now. Guarded by mutex */
  rocpd_error failed;   /* error of another thread. Guarded by mutex */
} writing;

/* ---- files */

/* Opens a file and writes its header line. */
static int begin_file(rocpd_export *x, unsigned number, const rocpd_csv_field *field, rocpd_output *file, rocpd_error *err) {
  rocpd_csv_text text = {0};
  int rc = rocpd_csv_open_file(x, rocpd_csv_files[number].name, file, err);
  for (const rocpd_csv_field *f = field; !rc && f->form; f++) {
    rc = rocpd_fail_code(err, rocpd_csv_quote_bytes(&text, f->header, strlen(f->header)));
    if (!rc) rc = rocpd_fail_code(err, rocpd_csv_put(&text, f[1].form ? "," : "\n", 1));
  }
  if (!rc) rc = rocpd_csv_write_text(file, &text, err);
  sqlite3_free(text.at);
  return rc;
}

/* ---- the rows of a slice */

enum { BLOCK = 256 };

/* Some rows of a part, which are mostly close to each other: their columns are read fastest together. */
typedef struct near_rows {
  uint32_t n, low, span;
  uint32_t row[BLOCK];
} near_rows;

static void find_block(const rocpd_csv_part *p, uint32_t first, uint32_t n, near_rows *b) {
  uint32_t high = 0;
  b->n = n, b->low = UINT32_MAX;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t row = b->row[i] = p->pick ? p->pick[first + i] : p->first + first + i;
    if (row < b->low) b->low = row;
    if (row > high) high = row;
  }
  b->span = high - b->low + 1;
}

static void read_column(const rocpd_csv_part *p, const near_rows *b, const rocpd_column *c, int64_t *out) {
  int64_t near[2 * BLOCK];
  if (!p->pick) rocpd_column_get(c, b->low, b->n, out);
  else if (b->span <= 2 * BLOCK) {
    rocpd_column_get(c, b->low, b->span, near);
    for (uint32_t i = 0; i < b->n; i++) out[i] = near[b->row[i] - b->low];
  } else
    for (uint32_t i = 0; i < b->n; i++) out[i] = rocpd_column_at(c, b->row[i]);
}

/* Keys and values of rows [first, first + n) of a part. `at`: index of the first value in the slice's values. */
static void read_rows(const rocpd_csv_part *p, uint32_t part, uint32_t first, uint32_t n, rocpd_csv_key *key, int64_t *value, size_t at) {
  size_t columns = p->plan->columns;
  for (uint32_t done = 0; done < n; done += BLOCK) {
    int64_t one[BLOCK], other[BLOCK];
    near_rows b;
    find_block(p, first + done, n - done < BLOCK ? n - done : BLOCK, &b);
    read_column(p, &b, p->start, one);
    read_column(p, &b, p->end, other);
    for (uint32_t i = 0; i < b.n; i++) key[done + i] = rocpd_csv_key_at(one[i], other[i], part, (uint32_t)(at + (done + i) * columns));
    for (size_t c = 0; c < columns; c++) {
      read_column(p, &b, p->plan->column[c], one);
      for (uint32_t i = 0; i < b.n; i++) value[at + (done + i) * columns + c] = one[i];
    }
  }
}

/* Merges sorted runs; run i ends at end[i]. Each pass moves the keys between `from` and `to`. Returns where the result is. */
static rocpd_csv_key *merge_runs(rocpd_csv_key *from, rocpd_csv_key *to, size_t *end, size_t runs) {
  for (; runs > 1; runs = (runs + 1) / 2) {
    for (size_t i = 0, begin = 0; i < runs; i += 2) {
      size_t a = begin, middle = end[i], last = i + 1 < runs ? end[i + 1] : middle, b = middle, k = begin;
      while (a < middle && b < last) { /* no branch on the order, since it is unpredictable (except for equal starts) */
        bool other = from[b].start == from[a].start ? rocpd_csv_before(&from[b], &from[a]) : from[b].start < from[a].start;
        to[k++] = from[other ? b : a];
        b += other, a += !other;
      }
      memcpy(to + k, from + a, (middle - a) * sizeof *to);
      memcpy(to + k + (middle - a), from + b, (last - b) * sizeof *to);
      end[i / 2] = begin = last;
    }
    rocpd_csv_key *other = from;
    from = to, to = other;
  }
  return from;
}

/* A run of a slice: its rows in one part. */
typedef struct run {
  uint32_t part, first, rows;
} run;

static void find_runs(const rocpd_csv_order *o, const rocpd_csv_slice *s, run *r, size_t *runs, size_t *rows, size_t *values) {
  *runs = *rows = *values = 0;
  for (size_t i = 0; i < s->parts; i++) {
    uint32_t part = (uint32_t)(s->first_part + i), first = rocpd_csv_find(o, part, &s->from), last = rocpd_csv_find(o, part, &s->to);
    if (first == last) continue;
    r[(*runs)++] = (run){part, first, last - first};
    *rows += last - first;
    *values += (size_t)(last - first) * o->part[part].plan->columns;
  }
}

/* The sorted keys of the rows; a key's index says where the row's values are in w->value. */
static int read_slice(const rocpd_csv_order *o, rocpd_csv_writer *w, const run *r, size_t runs, size_t rows, size_t values, size_t *end, rocpd_csv_key **out,
                      rocpd_error *err) {
  if (rocpd_array_reserve(&w->key, &w->key_room, rows * 2, sizeof *w->key)) return rocpd_no_memory(err);
  if (rocpd_array_reserve(&w->value, &w->value_room, values, sizeof *w->value)) return rocpd_no_memory(err);
  size_t n = 0, at = 0;
  for (size_t i = 0; i < runs; i++) {
    const rocpd_csv_part *p = &o->part[r[i].part];
    read_rows(p, r[i].part, r[i].first, r[i].rows, w->key + n, w->value, at);
    at += (size_t)r[i].rows * p->plan->columns;
    end[i] = n += r[i].rows;
  }
  *out = merge_runs(w->key, w->key + rows, end, runs);
  return SQLITE_OK;
}

/* ---- in order of slices */

/* Waits until all slices before this one are written. */
static int wait_for_turn(writing *g, size_t slice, rocpd_error *err) {
  pthread_mutex_lock(&g->mutex);
  while (g->turn != slice && !g->failed.rc) pthread_cond_wait(&g->turned, &g->mutex);
  int rc = g->failed.rc ? rocpd_fail(err, g->failed.rc, "%s", g->failed.message ? g->failed.message : sqlite3_errstr(g->failed.rc)) : SQLITE_OK;
  pthread_mutex_unlock(&g->mutex);
  return rc;
}

static void end_turn(writing *g, int rc, const rocpd_error *err) {
  pthread_mutex_lock(&g->mutex);
  if (rc) rocpd_fail(&g->failed, rc, "%s", err && err->message ? err->message : sqlite3_errstr(rc));
  else g->turn++;
  pthread_cond_broadcast(&g->turned);
  pthread_mutex_unlock(&g->mutex);
}

static int write_rows(writing *g, rocpd_writer *w, size_t slice, const rocpd_csv_key *key, size_t rows, rocpd_error *err) {
  enum { MOST_BYTES = 8 << 20 }; /* bytes that are kept while waiting for the slice's turn */
  rocpd_csv_writer *c = w->state;
  bool mine = false;
  int rc = SQLITE_OK;
  uint64_t group = g->o->part[g->o->slice[slice].first_part].group;
  unsigned file = rocpd_csv_file_of(group);
  bool stats = g->x->option.stats && rocpd_csv_files[file].stats;
  c->out.used = 0;
  for (size_t i = 0; !rc && i < rows; i++) {
    const rocpd_csv_key *k = &key[i];
    const int64_t *value = c->value + k->index;
    bool ended = k->start != ROCPD_NULL && k->end != INT64_MAX;
    if (rocpd_csv_row(c, g->o->part[k->part].plan, value)) rc = rocpd_no_memory(err);
    if (!rc && stats && rocpd_csv_stats_add(&c->stats, file, *value, ended ? k->end - k->start : ROCPD_NULL)) rc = rocpd_no_memory(err);
    if (rc || (c->out.used < MOST_BYTES && i + 1 < rows)) continue;
    if (!mine) rc = wait_for_turn(g, slice, err), mine = !rc;
    if (!rc) rc = rocpd_csv_write_text(&g->file[file], &c->out, err);
    c->out.used = 0;
  }
  return rc ? rc : rocpd_writer_poll(w, rows, err);
}

static int do_slice(void *arg, size_t i, rocpd_error *err) {
  writing *g = arg;
  const rocpd_csv_slice *s = &g->o->slice[i];
  size_t runs = 0, rows = 0, values = 0;
  size_t *end = sqlite3_malloc64(s->parts * (sizeof *end + sizeof(run)));
  run *r = end ? (run *)(end + s->parts) : NULL;
  rocpd_writer *w = rocpd_writer_take(g->x);
  rocpd_csv_key *key = NULL;
  int rc = end ? SQLITE_OK : rocpd_no_memory(err);
  if (!rc) find_runs(g->o, s, r, &runs, &rows, &values);
  if (!rc && rows) rc = read_slice(g->o, w->state, r, runs, rows, values, end, &key, err);
  if (!rc && rows) rc = write_rows(g, w, i, key, rows, err);
  else if (!rc) rc = wait_for_turn(g, i, err);
  end_turn(g, rc, err);
  rocpd_writer_give(w);
  sqlite3_free(end);
  return rc;
}

/* ---- all files */

static int write_slices(rocpd_export *x, const rocpd_csv_order *o, rocpd_output *file, rocpd_error *err) {
  writing g = {.x = x, .o = o, .file = file};
  pthread_mutex_init(&g.mutex, NULL);
  pthread_cond_init(&g.turned, NULL);
  int rc = rocpd_parallel(x->session, o->slices, do_slice, &g, err);
  rocpd_error_clear(&g.failed);
  pthread_cond_destroy(&g.turned);
  pthread_mutex_destroy(&g.mutex);
  return rc;
}

/* Adds "name":rows of the files to a list. */
static int write_set(rocpd_export *x, const struct rocpd_csv_set *set, char **list, rocpd_error *err) {
  rocpd_csv_order o = {0};
  rocpd_output file[ROCPD_CSV_FILES] = {{0}};
  int rc = rocpd_csv_order_make(x, set, &o, err);
  for (unsigned f = 0; !rc && f < ROCPD_CSV_FILES; f++)
    if (o.rows[f]) rc = begin_file(x, f, rocpd_csv_kinds[set->first].field, &file[f], err);
  if (!rc) rc = write_slices(x, &o, file, err);
  for (unsigned f = 0; !rc && f < ROCPD_CSV_FILES; f++) {
    if (!o.rows[f]) continue;
    rc = rocpd_output_finish(&file[f], err);
    *list = sqlite3_mprintf("%z%s\"%s\":%llu", *list, **list ? "," : "", rocpd_csv_files[f].name, (sqlite3_uint64)o.rows[f]);
    if (!rc && !*list) rc = rocpd_no_memory(err);
  }
  for (unsigned f = 0; f < ROCPD_CSV_FILES; f++) rocpd_output_close(&file[f]);
  rocpd_csv_order_free(&o);
  return rc;
}

/* Counts rows, for progress and warnings. */
static int look_at_rows(rocpd_export *x, rocpd_error *err) {
  uint8_t kind[ROCPD_CSV_KINDS];
  for (int k = 0; k < ROCPD_CSV_KINDS; k++) kind[k] = rocpd_csv_kinds[k].kind;
  return rocpd_export_find_span(x, kind, ROCPD_CSV_KINDS, err);
}

static int write_csv(rocpd_export *x, rocpd_error *err) {
  char *list = sqlite3_mprintf("");
  int rc = list ? look_at_rows(x, err) : rocpd_no_memory(err);
  if (!rc) rc = rocpd_export_warn_of_times(x, err);
  for (int i = 0; i < x->writers.n; i++) ((rocpd_csv_writer *)x->writers.at[i].state)->x = x;
  for (int i = 0; !rc && i < ROCPD_CSV_SETS; i++) rc = write_set(x, &rocpd_csv_sets[i], &list, err);
  if (!rc && x->option.stats) rc = rocpd_csv_stats_write(x, err);
  if (!rc) rc = rocpd_csv_agents_write(x, err);
  char *counts = rc ? NULL : rocpd_export_counts(x);
  if (!rc) x->result.summary = counts ? sqlite3_mprintf("%s,\"files\":{%s}", counts, list) : NULL;
  if (!rc && !x->result.summary) rc = rocpd_no_memory(err);
  sqlite3_free(counts);
  sqlite3_free(list);
  return rc;
}

static void release(rocpd_writer *w) {
  rocpd_csv_writer *c = w->state;
  if (!c) return;
  sqlite3_free(c->out.at), sqlite3_free(c->plain.answer), sqlite3_free(c->key), sqlite3_free(c->value);
  rocpd_csv_stats_free(&c->stats);
}

ROCPD_EXPORT_FORMAT(csv) = {
  .function = "rocpd_export_csv",
  .needs = ROCPD_NEEDS_FOLDER | ROCPD_NEEDS_UNSTARTED,
  .options = ROCPD_O_AGENTS | ROCPD_O_FILES | ROCPD_O_STATS, .state_size = sizeof(rocpd_csv_writer),
  .write = write_csv, .release = release};
