/* Which rows are written, and in what order: file by file; in a file by guid, then by start, then by end in descending order. Each batch is sorted by
** itself. Rows of all batches that are close in time form slices, which are then merged and written, several at a time. */
#include "csv.h"
#include "order.h"
#include "bisect.h"
#include "export.h"
#include <stdlib.h>

enum { SLICE_ROWS = 3072, SAMPLE = 256 /* slices may end at every SAMPLE-th row */ };

/* A batch of rows. */
typedef struct rocpd_csv_batch {
  const rocpd_csv_kind *kind;
  rocpd_export_batch *view;
  rocpd_csv_plan plan;
  rocpd_column *operation; /* NULL, or the names to write */
  uint16_t *row;    /* the chosen rows in order; NULL: rows [first, first + rows) */
  uint32_t first, rows;
  struct cut { uint64_t group; uint32_t rows; } *cut; /* the groups of these rows, in order */
  size_t cuts;
} rocpd_csv_batch;

typedef struct csv_ordering {
  rocpd_export *x;
  rocpd_csv_order *o;
  const uint32_t *position; /* of texts in their order */
  size_t positions;
} csv_ordering;

/* ---- choosing rows of a batch */

/* The chosen rows of one batch, while they are collected. */
typedef struct csv_chosen {
  uint32_t rows;
  uint16_t row[ROCPD_BATCH_ROWS];
  int64_t start[ROCPD_BATCH_ROWS], until[ROCPD_BATCH_ROWS]; /* by row; until: the negated end, so that ascending order puts later ends first */
  int64_t group[ROCPD_BATCH_ROWS];
} csv_chosen;

static const rocpd_column no_values = {.base = ROCPD_NULL, .min = INT64_MAX, .max = INT64_MIN};

static int column_or_none(rocpd_batch *b, uint8_t index, const rocpd_column **out, rocpd_error *err) {
  *out = &no_values;
  return index ? rocpd_batch_column(b, index, out, err) : SQLITE_OK;
}

/* Whether the options may leave out rows by process, rank or agent. */
static bool leaves_out(const csv_ordering *g, const rocpd_csv_batch *c) {
  const rocpd_export_options *o = &g->x->option;
  return o->processes.n || o->ranks.n || (o->agents.n && c->kind->agent);
}

/* Leaves these rows out, and counts the others. */
static int leave_out(const csv_ordering *g, rocpd_writer *w, const rocpd_csv_batch *c, csv_chosen *h, rocpd_error *err) {
  const rocpd_export_options *o = &g->x->option;
  const rocpd_csv_kind *k = c->kind;
  const rocpd_column *pid, *rank, *agent, *other;
  rocpd_batch *b = c->view->batch;
  int rc = rocpd_batch_column(b, k->pid, &pid, err);
  if (!rc) rc = rocpd_batch_column(b, k->rank, &rank, err);
  if (!rc) rc = column_or_none(b, k->agent, &agent, err);
  if (!rc) rc = column_or_none(b, k->other_agent, &other, err);
  uint32_t n = 0;
  for (uint32_t i = 0; !rc && i < h->rows; i++) {
    uint32_t row = h->row[i];
    bool yes = rocpd_numbers_match(&o->processes, rocpd_column_at(pid, row)) && rocpd_numbers_match(&o->ranks, rocpd_column_at(rank, row));
    if (k->agent)
      yes &= rocpd_numbers_match(&o->agents, rocpd_column_at(agent, row)) || (k->other_agent && rocpd_numbers_match(&o->agents, rocpd_column_at(other, row)));
    h->row[n] = (uint16_t)row;
    n += yes;
    if (yes) rc = rocpd_fail_code(err, rocpd_writer_count(w, rocpd_column_at(c->view->category, row), 1));
  }
  h->rows = n;
  return rc;
}

static int choose_rows(csv_ordering *g, rocpd_writer *w, rocpd_csv_batch *c, csv_chosen *h, rocpd_error *err) {
  uint32_t rows = c->view->batch->rows, row[ROCPD_SELECT];
  int64_t start[ROCPD_SELECT], end[ROCPD_SELECT];
  bool some = leaves_out(g, c);
  h->rows = 0;
  w->again = some; /* these are counted later */
  for (uint32_t first = 0; first < rows; first += ROCPD_SELECT) {
    int n = rocpd_export_select(w, c->view, first, rows - first < ROCPD_SELECT ? rows - first : ROCPD_SELECT, row, start, end);
    if (n < 0) return rocpd_no_memory(err);
    for (int i = 0; i < n; i++) {
      h->row[h->rows++] = (uint16_t)row[i];
      h->start[row[i]] = start[i], h->until[row[i]] = end[i] == ROCPD_NULL ? -INT64_MAX : -end[i];
    }
    int rc = rocpd_writer_poll(w, (uint64_t)n, err);
    if (rc) return rc;
  }
  w->again = false;
  return some ? leave_out(g, w, c, h, err) : SQLITE_OK;
}

/* ---- the file of a row */

static unsigned file_of_category(const rocpd_session *session, int64_t category) {
  enum rocz_group_id group = rocpd_group_of(category == ROCPD_NULL ? "" : rocpd_string(session, category, NULL));
  return ROCPD_CSV_CALLS + (unsigned)(*rocz_groups[group].file ? group : ROCZ_GROUP_OTHER);
}

/* ROCPD_CSV_NONE: scratch memory, which has its own table. */
static unsigned file_of_level(const rocpd_session *session, int64_t level) {
  return level != ROCPD_NULL && !strcmp(rocpd_string(session, level, NULL), "SCRATCH") ? ROCPD_CSV_NONE : ROCPD_CSV_ALLOCATION;
}

static int find_groups(const csv_ordering *g, const rocpd_csv_batch *c, csv_chosen *h, rocpd_error *err) {
  const rocpd_csv_kind *k = c->kind;
  const rocpd_column *guid, *by;
  int rc = rocpd_batch_column(c->view->batch, k->guid, &guid, err);
  if (!rc) rc = column_or_none(c->view->batch, k->level ? k->level : k->category, &by, err);
  int64_t last = ROCPD_NULL;
  unsigned file = k->file != ROCPD_CSV_NONE ? k->file : k->level ? file_of_level(g->x->session, last) : file_of_category(g->x->session, last);
  uint32_t n = 0;
  for (uint32_t i = 0; !rc && i < h->rows; i++) {
    uint32_t row = h->row[i];
    int64_t id = rocpd_column_at(guid, row), next = k->file == ROCPD_CSV_NONE ? rocpd_column_at(by, row) : last;
    if (next != last) file = k->level ? file_of_level(g->x->session, next) : file_of_category(g->x->session, next), last = next;
    uint64_t place = id == ROCPD_NULL || (size_t)id >= g->positions ? 0 : g->position[id] + (uint64_t)1;
    h->group[row] = (int64_t)((uint64_t)file << 56 | place);
    h->row[n] = (uint16_t)row;
    n += file != ROCPD_CSV_NONE;
  }
  h->rows = n;
  return rc;
}

/* ---- sorting */

static bool in_order(const csv_chosen *h) {
  bool yes = true;
  for (uint32_t i = 1; yes && i < h->rows; i++) {
    uint32_t a = h->row[i - 1], b = h->row[i];
    yes = h->start[a] < h->start[b] || (h->start[a] == h->start[b] && h->until[a] <= h->until[b]);
  }
  return yes;
}

static bool is_one_group(const csv_chosen *h) {
  bool yes = true;
  for (uint32_t i = 1; yes && i < h->rows; i++) yes = h->group[h->row[i]] == h->group[h->row[0]];
  return yes;
}

/* Few rows have the same start, so ends are seldom compared. */
static int put_in_order(csv_chosen *h, rocpd_error *err) {
  int rc = in_order(h) ? SQLITE_OK : rocpd_sort_by_key(h->start, h->row, h->rows, err);
  if (!rc && !in_order(h)) {
    rc = rocpd_sort_by_key(h->until, h->row, h->rows, err);
    if (!rc) rc = rocpd_sort_by_key(h->start, h->row, h->rows, err);
  }
  return rc || is_one_group(h) ? rc : rocpd_sort_by_key(h->group, h->row, h->rows, err);
}

static int cut_groups(rocpd_csv_batch *c, const csv_chosen *h) {
  for (uint32_t i = 0, begun = 0; i < h->rows; i++) {
    if (i + 1 < h->rows && h->group[h->row[i]] == h->group[h->row[i + 1]]) continue;
    if (ROCPD_PUSH(c->cut, c->cuts, (struct cut){(uint64_t)h->group[h->row[i]], i + 1 - begun}) != SQLITE_OK) return SQLITE_NOMEM;
    begun = i + 1;
  }
  return SQLITE_OK;
}

static int keep_rows(rocpd_csv_batch *c, const csv_chosen *h) {
  c->rows = h->rows, c->first = h->rows ? h->row[0] : 0;
  bool neighbours = true;
  for (uint32_t i = 0; i < h->rows; i++) neighbours &= h->row[i] == c->first + i;
  if (cut_groups(c, h)) return SQLITE_NOMEM;
  if (neighbours) return SQLITE_OK;
  c->row = sqlite3_malloc64(h->rows * sizeof *c->row);
  if (c->row) memcpy(c->row, h->row, h->rows * sizeof *c->row);
  return c->row ? SQLITE_OK : SQLITE_NOMEM;
}

static int read_view(void *arg, size_t i, rocpd_error *err) {
  csv_ordering *g = arg;
  rocpd_csv_batch *c = &g->o->batch[i];
  rocpd_batch *b = c->view->batch;
  int rc = rocpd_batch_column(b, c->kind->start, &c->view->start, err);
  if (!rc) rc = rocpd_batch_column(b, c->kind->end, &c->view->end, err);
  if (!rc) rc = rocpd_batch_column(b, c->kind->name, &c->view->name, err);
  return rc ? rc : column_or_none(b, c->kind->category, &c->view->category, err);
}

/* Counts the rows, unless they are no events of their own. */
static int choose(csv_ordering *g, rocpd_writer *w, rocpd_csv_batch *c, csv_chosen *h, rocpd_error *err) {
  bool counts = rocpd_kinds[c->kind->kind].flags & ROCPD_K_EVENT;
  rocpd_counts count = w->count;
  rocpd_map by_category = w->by_category;
  if (!counts) w->by_category = (rocpd_map){0};
  int rc = choose_rows(g, w, c, h, err);
  if (!counts) {
    rocpd_map_free(&w->by_category);
    w->count = count, w->by_category = by_category;
  }
  return rc;
}

static int do_batch(void *arg, size_t i, rocpd_error *err) {
  csv_ordering *g = arg;
  rocpd_csv_batch *c = &g->o->batch[i];
  csv_chosen *h = sqlite3_malloc64(sizeof *h);
  if (!h) return rocpd_no_memory(err);
  rocpd_writer *w = rocpd_writer_take(g->x);
  bool may;
  int rc = rocpd_export_may_select(&g->x->option, c->view->batch, c->kind->end, &may, err);
  h->rows = 0;
  if (!rc && may) rc = choose(g, w, c, h, err);
  if (!rc) rc = find_groups(g, c, h, err);
  if (!rc) rc = put_in_order(h, err);
  for (int class = 0; class < ROCPD_EVENT_CLASSES; class++)
    if (rocpd_event_kinds[class].kind == c->kind->kind) w->count.events[class] += h->rows;
  if (!rc) rc = rocpd_fail_code(err, keep_rows(c, h));
  if (!rc && c->rows) rc = rocpd_csv_operations(c->kind, c->view->batch, &c->operation, err);
  if (!rc && c->rows) rc = rocpd_csv_plan_make(w->state, c->kind, c->view->batch, c->operation ? c->operation : c->view->name, &c->plan, err);
  rocpd_writer_give(w);
  sqlite3_free(h);
  return rc;
}

/* ---- parts */

static int compare_parts(const void *a, const void *b) {
  const rocpd_csv_part *x = a, *y = b;
  return ROCPD_ORDER(x->group, y->group) ?: ROCPD_ORDER(x->number, y->number);
}

static int make_parts(rocpd_csv_order *o) {
  for (size_t i = 0; i < o->batches; i++) {
    const rocpd_csv_batch *c = &o->batch[i];
    uint32_t done = 0;
    for (size_t k = 0; k < c->cuts; k++) {
      if (rocpd_array_reserve(&o->part, &o->part_capacity, o->parts + 1, sizeof *o->part)) return SQLITE_NOMEM;
      o->part[o->parts++] = (rocpd_csv_part){.batch = c->view->batch, .plan = &c->plan, .start = c->view->start, .end = c->view->end, .group = c->cut[k].group,
                                             .rows = c->cut[k].rows, .first = c->first + done, .pick = c->row ? c->row + done : NULL, .number = i};
      done += c->cut[k].rows;
      o->rows[rocpd_csv_file_of(c->cut[k].group)] += c->cut[k].rows;
    }
  }
  if (o->parts) qsort(o->part, o->parts, sizeof *o->part, compare_parts);
  for (uint32_t i = 0; i < o->parts; i++) o->part[i].low = rocpd_csv_key_of(o, i, 0), o->part[i].high = rocpd_csv_key_of(o, i, o->part[i].rows - 1);
  return SQLITE_OK;
}

rocpd_csv_key rocpd_csv_key_of(const rocpd_csv_order *o, uint32_t part, uint32_t index) {
  const rocpd_csv_part *p = &o->part[part];
  uint32_t row = p->pick ? p->pick[index] : p->first + index;
  return rocpd_csv_key_at(rocpd_column_at(p->start, row), rocpd_column_at(p->end, row), part, index);
}

uint32_t rocpd_csv_find(const rocpd_csv_order *o, uint32_t part, const rocpd_csv_key *key) {
  uint32_t rows = o->part[part].rows;
  rocpd_csv_key at;
  if (!rocpd_csv_before(&o->part[part].low, key)) return 0;
  if (rocpd_csv_before(&o->part[part].high, key)) return rows;
  return ROCPD_FIRST(i, 0, rows, (at = rocpd_csv_key_of(o, part, i), !rocpd_csv_before(&at, key)));
}

/* ---- slices */

static int compare_keys(const void *a, const void *b) { return rocpd_csv_before(a, b) ? -1 : rocpd_csv_before(b, a); }

static int add_slice(rocpd_csv_order *o, size_t first, size_t parts, const rocpd_csv_key *from, const rocpd_csv_key *to) {
  static const rocpd_csv_key begin = {INT64_MIN, INT64_MAX, 0, 0}, end = {INT64_MAX, INT64_MIN, UINT32_MAX, 0};
  return ROCPD_APPEND(o->slice, o->slices, o->slice_capacity, (rocpd_csv_slice){first, parts, from ? *from : begin, to ? *to : end});
}

/* Cuts the parts of one group into slices. */
static int slice_group(rocpd_csv_order *o, size_t first, size_t parts) {
  uint64_t rows = 0, n = 0, next = SAMPLE / 2, passed = 0;
  for (size_t i = 0; i < parts; i++) rows += o->part[first + i].rows;
  rocpd_csv_key *key = sqlite3_malloc64((rows / SAMPLE + 1) * sizeof *key);
  if (!key) return SQLITE_NOMEM;
  for (size_t i = 0; i < parts; passed += o->part[first + i++].rows)
    for (; next < passed + o->part[first + i].rows; next += SAMPLE) key[n++] = rocpd_csv_key_of(o, (uint32_t)(first + i), (uint32_t)(next - passed));
  qsort(key, n, sizeof *key, compare_keys);
  /* With many parts, slices are longer, since each slice is searched in all of them. */
  uint64_t slices = rows / (SLICE_ROWS + 4 * parts) + 1;
  if (slices > n + 1) slices = n + 1;
  int rc = SQLITE_OK;
  for (uint64_t i = 0; !rc && i < slices; i++)
    rc = add_slice(o, first, parts, i ? &key[i * n / slices] : NULL, i + 1 < slices ? &key[(i + 1) * n / slices] : NULL);
  sqlite3_free(key);
  return rc;
}

static int make_slices(rocpd_csv_order *o) {
  int rc = SQLITE_OK;
  for (size_t i = 0, n; !rc && i < o->parts; i += n) {
    for (n = 1; i + n < o->parts && o->part[i + n].group == o->part[i].group;) n++;
    rc = slice_group(o, i, n);
  }
  return rc;
}

/* ---- */

static int add_kind(csv_ordering *g, const rocpd_csv_kind *kind, size_t *capacity, size_t *view_capacity, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  int rc = rocpd_snapshot_batches(g->x->snapshot, kind->kind, &batch, &n, err);
  for (size_t i = 0; !rc && i < n; i++) {
    const rocpd_column *guid;
    /* Interns texts by which rows are sorted before the order is made; a batch that cannot be read says why. */
    rc = rocpd_batch_column(batch[i], batch[i]->rows ? kind->guid : kind->start, &guid, err);
    if (rc || !batch[i]->rows) continue;
    if (rocpd_array_reserve(&g->o->batch, capacity, g->o->batches + 1, sizeof *g->o->batch)) return rocpd_no_memory(err);
    if (rocpd_array_reserve(&g->o->view, view_capacity, g->o->batches + 1, sizeof *g->o->view)) return rocpd_no_memory(err);
    g->o->view[g->o->batches] = (rocpd_export_batch){.batch = batch[i]};
    g->o->batch[g->o->batches++] = (rocpd_csv_batch){.kind = kind};
  }
  return rc;
}

int rocpd_csv_order_make(rocpd_export *x, const struct rocpd_csv_set *set, rocpd_csv_order *out, rocpd_error *err) {
  csv_ordering g = {.x = x, .o = out};
  size_t capacity = 0, view_capacity = 0;
  int rc = SQLITE_OK;
  for (int i = 0; !rc && i < set->kinds; i++) rc = add_kind(&g, &rocpd_csv_kinds[set->first + i], &capacity, &view_capacity, err);
  for (size_t i = 0; i < out->batches; i++) out->batch[i].view = &out->view[i];
  if (!rc) rc = rocpd_parallel(x->session, out->batches, read_view, &g, err);
  if (!rc) rc = rocpd_show_names(x, out->view, out->batches, err);
  if (!rc) rc = rocpd_fail_code(err, rocpd_string_positions(x->session, &g.position, &g.positions));
  if (!rc) rc = rocpd_parallel(x->session, out->batches, do_batch, &g, err);
  if (!rc) rc = rocpd_fail_code(err, make_parts(out));
  return rc ? rc : rocpd_fail_code(err, make_slices(out));
}

void rocpd_csv_order_free(rocpd_csv_order *o) {
  for (size_t i = 0; i < o->batches; i++) {
    sqlite3_free(o->batch[i].row);
    sqlite3_free(o->batch[i].cut);
    rocpd_csv_plan_drop(&o->batch[i].plan);
    sqlite3_free(o->batch[i].operation);
    sqlite3_free(o->view[i].shown);
  }
  sqlite3_free(o->batch), sqlite3_free(o->view), sqlite3_free(o->part), sqlite3_free(o->slice);
  *o = (rocpd_csv_order){0};
}
