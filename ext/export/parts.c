/* See parts.h. Parts are written one after the other into a folder beside the target, and get their names together at the end. Each is first written into a
** folder within that one, which is removed if the part becomes too large. The part is then cut at the time before which about half of its rows begin. */
#include "parts.h"
#include "bisect.h"
#include "export.h"
#include "format.h"
#include "temporary.h"
#include "time_spec.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { MOST_PARTS = 10000, MOST_CUTS = 64 };

typedef struct part_span { /* a span of time: events that begin in [from, to) */
  int64_t from, to;
} part_span;

typedef struct rows_span { /* first and last start of a batch's rows */
  int64_t first, last;
  double rows;
} rows_span;

typedef struct parts_job {
  rocpd_export *x; /* the whole export; its folder gets the parts */
  char *head, *tail; /* names of parts: the text before and after the number */
  char *within;    /* the folder in which a part is being written */
  int digits;
  uint64_t n;      /* number of parts so far */
  sqlite3_str *results;
  rows_span *span; /* for each batch of events */
  size_t spans;
  part_span *piece;    /* spans that are still to be written; the last one is next */
  size_t pieces, piece_capacity;
} parts_job;

/* ---- names */

/* "x.json.gz" is cut before ".json.gz", "x" at its end. */
static int cut_name(parts_job *j, const char *path, rocpd_error *err) {
  const char *base = strrchr(path, '/') + 1, *end = base + strlen(base), *dot = end;
  bool gzip = end - base > 3 && !strcmp(end - 3, ".gz");
  for (const char *p = base + 1; p < end - (gzip ? 3 : 0); p++)
    if (*p == '.') dot = p;
  if (gzip && dot == end) dot = end - 3;
  bool named = j->x->format->options & ROCPD_O_FILES;
  j->head = named ? sqlite3_mprintf("%s", j->x->option.name ? j->x->option.name : "out") : sqlite3_mprintf("%.*s", (int)(dot - base), base);
  j->tail = sqlite3_mprintf("%s", named ? "" : dot);
  return j->head && j->tail ? SQLITE_OK : rocpd_no_memory(err);
}

/* ---- one part */

/* Its file is within/NAME until it is renamed to FOLDER/NAME, the name that messages use. */
static int open_part(parts_job *j, rocpd_export *y, const char *name, rocpd_error *err) {
  const rocpd_export_format *format = y->format;
  const char *folder = j->x->folder.path;
  if (mkdir(j->within, 0777)) return rocpd_fail(err, SQLITE_CANTOPEN, "%s: cannot create a folder for its part: %s", folder, strerror(errno));
  rocpd_progress_begin_within(&y->progress, &j->x->progress);
  y->progress.limit = (uint64_t)y->option.max_bytes;
  if (format->options & ROCPD_O_FILES) return rocpd_folder_stage(&y->folder, j->within, folder, NULL, NULL, NULL, err);
  if (rocpd_format_needs(format, ROCPD_NEEDS_FOLDER)) return rocpd_folder_stage(&y->folder, j->within, folder, name, format->marker, format->ending, err);
  char *temp = sqlite3_mprintf("%s/%s", j->within, name), *path = sqlite3_mprintf("%s/%s", strcmp(folder, "/") ? folder : "", name);
  int rc = rocpd_output_stage(&y->file, &y->progress, temp, path, err);
  return !rc && rocpd_format_needs(format, ROCPD_NEEDS_GZIP) && !sqlite3_strglob("*.gz", name) ? rocpd_output_compress(&y->file, err) : rc;
}

static uint64_t bytes_of(const rocpd_export *y) { return y->file.path ? y->file.written : y->progress.written; }

/* Adds the part to the whole. */
static int take_part(parts_job *j, rocpd_export *y, rocpd_error *err) {
  char *text = rocpd_export_result(y);
  if (!text) return rocpd_no_memory(err);
  sqlite3_str_appendf(j->results, "%s%s", j->n ? "," : "", text);
  sqlite3_free(text);
  j->n++;
  __atomic_fetch_add(&j->x->progress.written, bytes_of(y), __ATOMIC_RELAXED);
  int rc = rocpd_export_add(j->x, y, err);
  if (!rc && y->file.path) rc = rocpd_output_finish(&y->file, err);
  if (!rc) rc = rocpd_folder_take(&j->x->folder, j->within, err);
  return rc;
}

/* *beyond: the part is larger than allowed; *bytes: its size if it was written completely, else 0. */
static int write_part(parts_job *j, rocpd_export *y, const char *suffix, bool *beyond, uint64_t *bytes, rocpd_error *err) {
  bool named = j->x->format->options & ROCPD_O_FILES;
  char *name = sqlite3_mprintf("%s-%s%s", j->head, suffix, j->tail);
  if (named) y->option.name = name;
  int rc = name ? rocpd_export_begin_part(y, j->x, err) : rocpd_no_memory(err);
  if (!rc) rc = open_part(j, y, name, err);
  if (!rc) rc = rocpd_export_write(y, err);
  *bytes = rc ? 0 : bytes_of(y);
  *beyond = y->progress.beyond || (!rc && y->progress.limit && *bytes > y->progress.limit);
  if (!rc && !*beyond) rc = take_part(j, y, err);
  rocpd_export_end_part(y);
  if (rc || *beyond) rocpd_temporary_remove(j->within);
  if (*beyond && rc) rocpd_error_clear(err), rc = SQLITE_OK;
  sqlite3_free(name);
  return rc;
}

static int too_many(rocpd_error *err) { return rocpd_fail(err, SQLITE_TOOBIG, "this would be more than %d parts", MOST_PARTS); }

/* ---- parts of time */

static int find_spans(parts_job *j, rocpd_error *err) {
  size_t capacity = 0;
  int rc = SQLITE_OK;
  for (int class = 0; !rc && class < ROCPD_EVENT_CLASSES; class++) {
    if (!rocpd_export_shows(j->x, class)) continue;
    rocpd_batch **batch;
    size_t n;
    rc = rocpd_snapshot_batches(j->x->snapshot, rocpd_event_kinds[class].kind, &batch, &n, err);
    for (size_t i = 0; !rc && i < n; i++) {
      rows_span s = {INT64_MAX, INT64_MIN, batch[i]->rows};
      rc = rocpd_batches_span(j->x->session, &batch[i], 1, &s.first, &s.last, err);
      if (!rc) rc = rocpd_fail_code(err, rocpd_array_reserve(&j->span, &capacity, j->spans + 1, sizeof *j->span));
      if (!rc && s.first <= s.last) j->span[j->spans++] = s;
    }
  }
  return rc;
}

/* Number of rows that begin before t, if those of each batch are evenly distributed. */
static double rows_before(const parts_job *j, int64_t t) {
  double n = 0;
  for (size_t i = 0; i < j->spans; i++) {
    const rows_span *s = &j->span[i];
    if (t > s->last) n += s->rows;
    else if (t > s->first) n += s->rows * ((double)(t - s->first) / ((double)(s->last - s->first) + 1));
  }
  return n;
}

/* The time strictly between `from` and `to` before which this share of their rows begins. */
static int64_t cut_at(const parts_job *j, int64_t from, int64_t to, double share) {
  double before = rows_before(j, from), want = before + share * (rows_before(j, to) - before);
  return ROCPD_FIRST(time, from + 1, to - 1, rows_before(j, time) >= want);
}

static int push_piece(parts_job *j, int64_t from, int64_t to, rocpd_error *err) {
  return rocpd_fail_code(err, ROCPD_APPEND(j->piece, j->pieces, j->piece_capacity, (part_span){from, to}));
}

/* The first and last possible start of events in the piece. */
static void bounds_of(const parts_job *j, const part_span *p, int64_t *from, int64_t *to) {
  const rocpd_export_layout *l = &j->x->layout;
  *from = p->from == INT64_MIN ? l->min_time : p->from;
  *to = p->to == INT64_MAX ? (l->max_time == INT64_MAX ? INT64_MAX : l->max_time + 1) : p->to;
}

/* Cuts a piece whose size is `bytes`, or unknown (0). The first part of it becomes the next piece. */
static int cut_piece(parts_job *j, part_span p, uint64_t bytes, rocpd_error *err) {
  uint64_t most = (uint64_t)j->x->option.max_bytes;
  int64_t from, to, cut[MOST_CUTS + 1];
  bounds_of(j, &p, &from, &to);
  if (to - from <= 1)
    return rocpd_fail(err, SQLITE_TOOBIG, "option max_bytes: a part with the events that begin in one moment, at %lld ns, takes more than %llu bytes",
                      (long long)from, (unsigned long long)most);
  double wanted = (double)bytes / (double)most * 1.1 + 1;
  int n = wanted < 2 ? 2 : wanted > MOST_CUTS ? MOST_CUTS : (int)wanted, cuts = 0;
  for (int k = 1; k < n; k++) {
    int64_t at = cut_at(j, from, to, (double)k / n);
    if (!cuts || at > cut[cuts - 1]) cut[cuts++] = at;
  }
  int rc = SQLITE_OK;
  for (int k = cuts; !rc && k >= 0; k--) rc = push_piece(j, k ? cut[k - 1] : p.from, k < cuts ? cut[k] : p.to, err);
  return rc;
}

static int write_pieces(parts_job *j, rocpd_error *err) {
  int rc = SQLITE_OK;
  while (!rc && j->pieces) {
    part_span p = j->piece[--j->pieces];
    rocpd_export y = {.option = j->x->option};
    char number[16];
    bool beyond;
    uint64_t bytes;
    if (j->n == MOST_PARTS) return too_many(err);
    y.option.from = p.from, y.option.to = p.to;
    sqlite3_snprintf(sizeof number, number, "%0*d", j->digits, (int)j->n + 1);
    rc = write_part(j, &y, number, &beyond, &bytes, err);
    if (!rc && beyond) rc = cut_piece(j, p, bytes, err);
  }
  return rc;
}

static int find_bounds(parts_job *j, rocpd_error *err) {
  rocpd_export_layout *l = &j->x->layout;
  const rocpd_export_options *o = &j->x->option;
  int rc = rocpd_export_find_events_span(j->x, err);
  if (!rc && l->min_time > l->max_time) rc = rocpd_fail(err, SQLITE_ERROR, "option split: no event has a time");
  if (rc) return rc;
  if (o->start.ns > l->min_time) l->min_time = o->start.ns < l->max_time ? o->start.ns : l->max_time;
  if (o->end.ns < l->max_time) l->max_time = o->end.ns > l->min_time ? o->end.ns : l->min_time;
  return SQLITE_OK;
}

/* Parts of equal time. */
static int split_time(parts_job *j, rocpd_error *err) {
  int64_t n = j->x->option.split.n;
  uint64_t first = (uint64_t)j->x->layout.min_time, span = (uint64_t)j->x->layout.max_time - first;
  int rc = SQLITE_OK;
  for (int64_t k = n; !rc && k > 0; k--) {
    int64_t cut[2];
    for (int i = 0; i < 2; i++)
      cut[i] = (int64_t)(first + span / (uint64_t)n * (uint64_t)(k - 1 + i) + span % (uint64_t)n * (uint64_t)(k - 1 + i) / (uint64_t)n);
    rc = push_piece(j, k == 1 ? INT64_MIN : cut[0], k == n ? INT64_MAX : cut[1], err);
  }
  for (int64_t most = 1000; n >= most; most *= 10) j->digits++;
  return rc ? rc : write_pieces(j, err);
}

/* ---- parts of processes, or ranks */

typedef struct numbers_found {
  rocpd_numbers all;
  rocpd_map known;
  const rocpd_numbers *chosen;
  const char *what;
} numbers_found;

static int add_number(numbers_found *f, int64_t number, rocpd_error *err) {
  if (number < 0) return rocpd_fail(err, SQLITE_ERROR, "option split: the %s of some events is unknown", f->what);
  if (!rocpd_numbers_match(f->chosen, number) || rocpd_map_get(&f->known, (uint64_t)number, 0)) return SQLITE_OK;
  if (f->all.n == MOST_PARTS) return too_many(err);
  int rc = rocpd_map_set(&f->known, (uint64_t)number, 1);
  if (!rc) rc = rocpd_array_push_reserve(&f->all.number, f->all.n, sizeof *f->all.number);
  if (!rc) f->all.number[f->all.n++] = number;
  return rocpd_fail_code(err, rc);
}

static int add_numbers(rocpd_export *x, numbers_found *f, int kind, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  int column = rocpd_kind_column(kind, f->what), rc = rocpd_snapshot_batches(x->snapshot, kind, &batch, &n, err);
  for (size_t i = 0; !rc && column >= 0 && i < n; i++) {
    const rocpd_column *c;
    rc = rocpd_batch_column(batch[i], column, &c, err);
    uint32_t rows = !rc && batch[i]->rows && rocpd_column_is_constant(c) ? 1 : batch[i]->rows;
    for (uint32_t row = 0; !rc && row < rows; row++) rc = add_number(f, rocpd_column_at(c, row), err);
    rocpd_export_let_go(x, batch[i]);
  }
  return rc;
}

static int compare_numbers(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return ROCPD_ORDER(x, y);
}

static int write_numbers(parts_job *j, numbers_found *f, rocpd_error *err) {
  bool ranks = j->x->option.split.by == ROCPD_SPLIT_RANK, beyond;
  int rc = SQLITE_OK;
  if (!f->all.n) return rocpd_fail(err, SQLITE_ERROR, "option split: the options select no %s", ranks ? "rank" : "process");
  qsort(f->all.number, f->all.n, sizeof *f->all.number, compare_numbers);
  for (size_t i = 0; !rc && i < f->all.n; i++) {
    rocpd_export y = {.option = j->x->option};
    rocpd_numbers one = {&f->all.number[i], 1};
    char suffix[48];
    uint64_t bytes;
    if (ranks) y.option.ranks = one;
    else y.option.processes = one;
    sqlite3_snprintf(sizeof suffix, suffix, "%s-%lld", ranks ? "rank" : "process", (long long)one.number[0]);
    rc = write_part(j, &y, suffix, &beyond, &bytes, err);
  }
  return rc;
}

static int split_processes(parts_job *j, rocpd_error *err) {
  bool ranks = j->x->option.split.by == ROCPD_SPLIT_RANK;
  numbers_found f = {.chosen = ranks ? &j->x->option.ranks : &j->x->option.processes, .what = ranks ? "rank" : "pid"};
  int rc = add_numbers(j->x, &f, ROCPD_KIND_PROCESS, err);
  for (int class = 0; !rc && class < ROCPD_EVENT_CLASSES; class++)
    if (rocpd_export_shows(j->x, class)) rc = add_numbers(j->x, &f, rocpd_event_kinds[class].kind, err);
  if (!rc) rc = write_numbers(j, &f, err);
  rocpd_map_free(&f.known);
  sqlite3_free(f.all.number);
  return rc;
}

/* ---- everything */

static int write_parts(parts_job *j, rocpd_error *err) {
  if (j->x->option.split.by == ROCPD_SPLIT_PROCESS || j->x->option.split.by == ROCPD_SPLIT_RANK) return split_processes(j, err);
  int rc = find_bounds(j, err);
  if (!rc && j->x->option.split.by == ROCPD_SPLIT_TIME) return split_time(j, err);
  if (!rc) rc = find_spans(j, err);
  if (!rc) rc = cut_piece(j, (part_span){INT64_MIN, INT64_MAX}, 0, err); /* the whole is too large */
  return rc ? rc : write_pieces(j, err);
}

int rocpd_export_parts(rocpd_export *x, const char *path, rocpd_error *err) {
  const rocpd_export_format *format = x->format;
  parts_job j = {.x = x, .digits = 3, .results = sqlite3_str_new(NULL)};
  bool named = format->options & ROCPD_O_FILES;
  int rc = named ? rocpd_folder_open(&x->folder, path, NULL, NULL, &x->rule, err)
                 : rocpd_folder_open_parts(&x->folder, path, rocpd_format_needs(format, ROCPD_NEEDS_FOLDER), format->marker, format->ending, &x->rule, err);
  if (!rc) rc = cut_name(&j, named ? x->folder.path : x->folder.whole, err);
  if (!rc && !(j.within = sqlite3_mprintf("%s/part", x->folder.temp))) rc = rocpd_no_memory(err);
  if (!rc) rc = write_parts(&j, err);
  int no_memory = sqlite3_str_errcode(j.results);
  char *counts = rc ? NULL : rocpd_export_counts(x), *results = sqlite3_str_finish(j.results); /* NULL: there are no parts, or memory */
  if (counts && !no_memory) x->result.summary = sqlite3_mprintf("%s,\"parts\":[%s]", counts, results ? results : "");
  if (!rc && !x->result.summary) rc = rocpd_no_memory(err);
  sqlite3_free(counts), sqlite3_free(results);
  sqlite3_free(j.head), sqlite3_free(j.tail), sqlite3_free(j.within), sqlite3_free(j.span), sqlite3_free(j.piece);
  return rc;
}
