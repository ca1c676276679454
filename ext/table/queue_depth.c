/* queue_depth: the number of dispatches that were enqueued and had not ended, for each queue over time. There may be many rows. Queues, in parallel, first
** count their rows, then write them to their places. With 'change', only the columns that are read are written. Columns that describe the queue are
** dictionaries over its number. */
#include <errno.h>
#include <stdlib.h>
#include "depth.h"
#include "rows.h"
#include "timeline.h"

#define COLUMN_LIST(C, H) \
  C(AGENT, agent_id, INTEGER) C(QUEUE, queue_id, INTEGER) C(START, start, BIGINT) C(END, end, BIGINT) C(DEPTH, depth, INTEGER) \
  C(MEAN_DEPTH, mean_depth, REAL) \
  ROCPD_IDENTITY_COLUMNS(H)
ROCPD_COLUMNS(COLUMN_LIST);

/* The values stored for each row; NUMBER is the queue's. With 'change', MEAN is not stored: it is a dictionary over depths. */
enum { ROW_NUMBER, ROW_START, ROW_END, ROW_DEPTH, ROW_MEAN, ROW_PARTS };

typedef struct depth_rows {
  rocpd_session *session;
  rocpd_depths depths;
  int64_t width;      /* of steps; 0: one row for each change, -1: for each queue */
  int64_t base, last; /* the first and the last time of all queues */
  uint64_t *first;    /* [queues + 1] number of each queue's first row */
  size_t *most;       /* [queues] largest depth, with 'change' */
  void *part[ROW_PARTS]; /* NULL: not yet */
  uint8_t bytes[ROW_PARTS]; /* of each value */
  int64_t *mean;      /* [depths] with 'change': */
  uint32_t depths_known;
  int64_t *of_queue[COLUMNS];
} depth_rows;

/* Finds the time for which the queue has rows. */
static void span_of(const depth_rows *r, const rocpd_depth_queue *q, int64_t *from, int64_t *to) {
  *from = r->width < 0 ? q->from[0] : r->base, *to = r->width < 0 ? q->to[q->n - 1] : r->last;
}

static uint64_t steps_between(int64_t from, int64_t to, int64_t width) { return from == to ? 0 : (uint64_t)(to - from - 1) / (uint64_t)width + 1; }

static int count_rows(void *arg, size_t i, rocpd_error *err) {
  depth_rows *r = arg;
  const rocpd_depth_queue *q = &r->depths.queue[i];
  rocpd_depth_step s = {0};
  int64_t from, to;
  span_of(r, q, &from, &to);
  uint64_t rows = 0;
  size_t most = 0; /* in a local variable, since other threads write to neighbouring memory */
  if (r->width) rows = r->width < 0 ? from != to : steps_between(from, to, r->width);
  else for (; rocpd_depth_next(q, &s); rows++) most = s.depth > most ? s.depth : most;
  r->first[i + 1] = rows, r->most[i] = most;
  return SQLITE_OK;
}

static inline void put(const depth_rows *r, int part, uint64_t row, int64_t value) {
  if (r->bytes[part] == 1) ((uint8_t *)r->part[part])[row] = (uint8_t)value;
  else if (r->bytes[part] == 2) ((uint16_t *)r->part[part])[row] = (uint16_t)value;
  else if (r->bytes[part] == 4) ((uint32_t *)r->part[part])[row] = (uint32_t)value;
  else ((int64_t *)r->part[part])[row] = value;
}

static void write_steps(const depth_rows *r, size_t queue) {
  const rocpd_depth_queue *q = &r->depths.queue[queue];
  rocpd_depth_step s = {0};
  bool more = rocpd_depth_next(q, &s);
  int64_t start, last, end;
  span_of(r, q, &start, &last);
  for (uint64_t row = r->first[queue]; row < r->first[queue + 1]; row++, start = end) {
    rocpd_sum area = 0;
    size_t most = 0;
    end = r->width > 0 && last - start > r->width ? start + r->width : last;
    while (more && s.start < end) {
      int64_t from = s.start > start ? s.start : start, to = s.end < end ? s.end : end;
      if (to > from) area += (rocpd_sum)(to - from) * s.depth, most = s.depth > most ? s.depth : most;
      if (s.end > end) break;
      more = rocpd_depth_next(q, &s);
    }
    put(r, ROW_START, row, start), put(r, ROW_END, row, end), put(r, ROW_DEPTH, row, (int64_t)most);
    put(r, ROW_MEAN, row, rocpd_real_bits((double)area / (double)(end - start)));
  }
}

typedef struct depth_writing {
  const depth_rows *rows;
  int part; /* of changes */
} depth_writing;

static int write_queue(void *arg, size_t i, rocpd_error *err) {
  const depth_writing *w = arg;
  const depth_rows *r = w->rows;
  rocpd_depth_step s = {0};
  if (w->part == ROW_NUMBER) {
    for (uint64_t row = r->first[i]; row < r->first[i + 1]; row++) put(r, ROW_NUMBER, row, (int64_t)i);
  } else if (r->width) {
    write_steps(r, i);
  } else {
    for (uint64_t row = r->first[i]; row < r->first[i + 1] && rocpd_depth_next(&r->depths.queue[i], &s); row++)
      put(r, w->part, row, w->part == ROW_START ? s.start : w->part == ROW_END ? s.end : (int64_t)s.depth);
  }
  return SQLITE_OK;
}

static int make_part(depth_rows *r, int part, rocpd_error *err) {
  uint64_t rows = r->first[r->depths.queues];
  bool steps = r->width && part != ROW_NUMBER; /* all parts but the number are made together */
  for (int k = steps ? ROW_START : part; k <= (steps ? ROW_MEAN : part); k++)
    if (!r->part[k] && !(r->part[k] = sqlite3_malloc64((rows + 1) * r->bytes[k])))
      return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu rows", (unsigned long long)rows);
  int rc = rocpd_parallel(r->session, r->depths.queues, write_queue, &(depth_writing){r, part}, err);
  for (int k = 0; rc != SQLITE_OK && k < ROW_PARTS; k++)
    if (k == part || (steps && k != ROW_NUMBER)) sqlite3_free(r->part[k]), r->part[k] = NULL;
  return rc;
}

/* Computes the first row of each queue, and the width of values. */
static int place_rows(depth_rows *r, rocpd_error *err) {
  size_t most = 0;
  for (size_t i = 0; i < r->depths.queues; i++) {
    r->first[i + 1] += r->first[i];
    if (r->most[i] > most) most = r->most[i];
  }
  r->bytes[ROW_START] = r->bytes[ROW_END] = r->bytes[ROW_MEAN] = 8;
  r->bytes[ROW_NUMBER] = rocpd_column_width(0, (int64_t)r->depths.queues, false);
  r->bytes[ROW_DEPTH] = r->width ? 8 : rocpd_column_width(0, (int64_t)most + 1, false);
  if (r->width) return make_part(r, ROW_START, err);
  r->mean = sqlite3_malloc64((most + 1) * sizeof *r->mean);
  if (!r->mean) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu depths", most);
  r->depths_known = (uint32_t)most + 1;
  for (size_t i = 0; i <= most; i++) r->mean[i] = rocpd_real_bits((double)i);
  return SQLITE_OK;
}

static int read_by(const char *by, int64_t *width, rocpd_error *err) {
  if (!by || !strcmp(by, "change")) return *width = 0, SQLITE_OK;
  if (!strcmp(by, "queue")) return *width = -1, SQLITE_OK;
  char *end;
  errno = 0;
  long long ns = strtoll(by, &end, 10);
  if (*by < '0' || *by > '9' || *end || errno || ns < 1 || ns > ROCPD_MAX_TIME)
    return rocpd_fail(err, SQLITE_ERROR, "queue_depth: by is '%s', expected 'change', 'queue' or a width in ns", by);
  *width = ns;
  return SQLITE_OK;
}

static int check_steps(depth_rows *r, rocpd_error *err) {
  r->base = INT64_MAX, r->last = INT64_MIN;
  for (size_t i = 0; i < r->depths.queues; i++) {
    const rocpd_depth_queue *q = &r->depths.queue[i];
    if (q->from[0] < r->base) r->base = q->from[0];
    if (q->to[q->n - 1] > r->last) r->last = q->to[q->n - 1];
  }
  if (r->width <= 0 || r->base > r->last) return SQLITE_OK;
  uint64_t steps = steps_between(r->base, r->last, r->width);
  if (steps <= ROCPD_MOST_BUCKETS / r->depths.queues) return SQLITE_OK;
  return rocpd_fail(err, SQLITE_ERROR, "queue_depth: a width of %lld ns gives %llu rows for each of %zu queues, expected at most %d in all",
                    (long long)r->width,
                    (unsigned long long)steps, r->depths.queues, ROCPD_MOST_BUCKETS);
}

/* Makes the dictionaries that describe the queues. */
static int describe_queues(depth_rows *r, rocpd_snapshot *s, rocpd_error *err) {
  static const int described[] = {AGENT, QUEUE, ROCPD_IDENTITY_COLUMNS(ROCPD_COLUMN_NUMBER)};
  rocpd_identity whose = {0};
  for (size_t k = 0; k < sizeof described / sizeof *described; k++) {
    r->of_queue[described[k]] = sqlite3_malloc64((r->depths.queues + 1) * sizeof(int64_t));
    if (!r->of_queue[described[k]]) return rocpd_no_memory(err);
  }
  for (size_t i = 0; i < r->depths.queues; i++) {
    const rocpd_depth_queue *q = &r->depths.queue[i];
    int rc = rocpd_identify(&whose, s, q->source, q->agent, err);
    if (rc != SQLITE_OK) return rc;
    const int64_t value[COLUMNS] = {[AGENT] = q->agent, [QUEUE] = q->queue, ROCPD_IDENTITY_OF(whose)};
    for (size_t k = 0; k < sizeof described / sizeof *described; k++) r->of_queue[described[k]][i] = value[described[k]];
  }
  return SQLITE_OK;
}

static void free_rows(rocpd_rows *rows) {
  depth_rows *r = rows->data;
  if (r) {
    rocpd_depths_drop(&r->depths);
    for (int c = 0; c < COLUMNS; c++) sqlite3_free(r->of_queue[c]);
    for (int k = 0; k < ROW_PARTS; k++) sqlite3_free(r->part[k]);
    sqlite3_free(r->first), sqlite3_free(r->most), sqlite3_free(r->mean);
  }
  sqlite3_free(r), sqlite3_free(rows->column);
  memset(rows, 0, sizeof *rows);
}

static int part_of(const depth_rows *r, int column) {
  if (column == START || column == END) return column == START ? ROW_START : ROW_END;
  if (column == MEAN_DEPTH && r->width) return ROW_MEAN;
  return column == DEPTH || column == MEAN_DEPTH ? ROW_DEPTH : ROW_NUMBER;
}

static int fill(const rocpd_rows *rows, int column, rocpd_error *err) {
  depth_rows *r = rows->data;
  int part = part_of(r, column);
  int rc = r->part[part] ? SQLITE_OK : make_part(r, part, err);
  if (rc == SQLITE_OK) rows->column[column].data = r->part[part];
  return rc;
}

/* States the widest bounds for min and max, so that values need not be scanned. */
static int show_rows(depth_rows *r, rocpd_rows *out, rocpd_error *err) {
  out->rows = r->first[r->depths.queues], out->ordered_by = -1, out->fill = fill;
  out->column = sqlite3_malloc64(COLUMNS * sizeof *out->column);
  if (!out->column) return rocpd_no_memory(err);
  for (int c = 0; c < COLUMNS; c++) {
    rocpd_column *x = &out->column[c];
    int part = part_of(r, c);
    *x = (rocpd_column){.width = r->bytes[part], .nulls = r->bytes[part] == 8, .min = INT64_MIN + 1, .max = INT64_MAX};
    if (part == ROW_NUMBER) x->dict = r->of_queue[c], x->ndict = (uint32_t)r->depths.queues;
    else if (c == MEAN_DEPTH && !r->width) x->dict = r->mean, x->ndict = r->depths_known;
  }
  return SQLITE_OK;
}

static int make_rows(depth_rows *r, rocpd_snapshot *s, rocpd_error *err) {
  int rc = rocpd_depths_make(s, &r->depths, err);
  size_t n = r->depths.queues;
  if (rc == SQLITE_OK) rc = check_steps(r, err);
  if (rc != SQLITE_OK) return rc;
  r->first = rocpd_zeroed((n + 1) * sizeof *r->first), r->most = rocpd_zeroed((n + 1) * sizeof *r->most);
  if (!r->first || !r->most) return rocpd_no_memory(err);
  rc = describe_queues(r, s, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(r->session, n, count_rows, r, err);
  return rc == SQLITE_OK ? place_rows(r, err) : rc;
}

static int queue_depth_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  int64_t width = 0;
  int rc = read_by(arg[0], &width, err);
  if (rc != SQLITE_OK) return rc;
  depth_rows *r = sqlite3_malloc64(sizeof *r);
  if (!r) return rocpd_no_memory(err);
  *r = (depth_rows){.session = rocpd_snapshot_session(s), .width = width};
  memset(out, 0, sizeof *out);
  out->data = r, out->free_rows = free_rows;
  rc = make_rows(r, s, err);
  if (rc == SQLITE_OK) rc = show_rows(r, out, err);
  if (rc != SQLITE_OK) free_rows(out);
  return rc;
}

static const char *const args[] = {"by", NULL};
ROCPD_TABLE(queue_depth) = {.name = "queue_depth", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .path_last = true, .takes = ROCPD_TAKES_GPU,
                            .rows = queue_depth_rows};
