/* A listing of all events in order of start, one line each: see line.h.
**
** Batches are merged. A batch is opened, and its rows sorted, when the listing reaches the batch's first time; it is closed after its last event. So only
** batches that overlap are held, with their columns. While some lines are formatted and written, another thread finds the next ones. */
#include "export.h"
#include "format.h"
#include "heap.h"
#include "line.h"
#include "listed_gaps.h"
#include "parallel.h"
#include "profile.h"
#include <stdlib.h>

typedef struct piece { /* rows of a batch that belong to one track */
  uint32_t track, first, rows;
} piece;

typedef struct held { /* an event that is still to come */
  uint32_t row, track;
} held;

enum { AHEAD = 64 }; /* number of events of a batch whose columns are read together */

typedef struct opened {
  uint32_t batch, n, next;
  uint32_t read, reads;      /* of the events read ahead: the next one, and their number */
  held *event;
  int64_t *start;            /* start of each event, if the column does not have all of them */
  const rocpd_column *size;  /* bytes; NULL: the events have no size */
  rocpd_line line[AHEAD];
} opened;

typedef struct next_line { /* the next event of a batch */
  int64_t start, end;
  uint32_t batch;
  opened *of;
} next_line;

enum { TURN_LINES = 16384 };

typedef struct found_line {
  size_t place;
  rocpd_line line;
} found_line;

typedef struct listing {
  rocpd_writer *w;     /* of the thread that finds lines */
  piece *piece;        /* in order of batches */
  size_t *first_piece; /* [batches + 1] */
  struct coming { int64_t from; uint32_t batch; } *coming; /* batches in order of `from`; none of a batch's events starts earlier */
  next_line *heap;     /* the open batches, the one with the next event on top */
  size_t heaped, heap_capacity;
  uint32_t *track_of;  /* for each row of the batch being opened */
  size_t next;         /* index in `coming` */
  found_line *line[2]; /* [TURN_LINES] the lines being written, and the next ones */
  size_t found[2];
  int turn;            /* index of those being written */
  rocpd_lines lines;
  rocpd_listed_gaps gaps;
} listing;

/* ---- rows by batch */

static int list_pieces(listing *l, rocpd_error *err) {
  rocpd_export_layout *a = &l->w->x->layout;
  size_t ranges = 0;
  for (size_t i = 0; i < a->tracks; i++) ranges += a->track[i].ranges;
  l->piece = sqlite3_malloc64((ranges + 1) * sizeof *l->piece);
  l->first_piece = rocpd_zeroed((a->batches + 2) * sizeof *l->first_piece);
  if (!l->piece || !l->first_piece) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu pieces of tracks", ranges);
  for (size_t i = 0; i < a->tracks; i++)
    for (size_t k = 0; k < a->track[i].ranges; k++) l->first_piece[a->track[i].range[k].batch + 2]++;
  for (size_t i = 2; i < a->batches + 2; i++) l->first_piece[i] += l->first_piece[i - 1];
  for (size_t i = 0; i < a->tracks; i++) {
    for (size_t k = 0; k < a->track[i].ranges; k++) {
      const rocpd_row_range *r = &a->track[i].range[k];
      l->piece[l->first_piece[r->batch + 1]++] = (piece){(uint32_t)i, r->first, r->rows};
    }
    rocpd_track_keep_ranges(&a->track[i], 0); /* the pieces have them now */
  }
  return SQLITE_OK;
}

/* Events that never started may be at any time. */
static int64_t bound(const rocpd_export_batch *v) {
  return v->unstarted || v->batch->min_time > v->batch->max_time ? INT64_MIN : v->batch->min_time;
}

static int compare_coming(const void *a, const void *b) {
  const struct coming *x = a, *y = b;
  return ROCPD_ORDER(x->from, y->from) ?: ROCPD_ORDER(x->batch, y->batch);
}

static int list_batches(listing *l, rocpd_error *err) {
  const rocpd_export_layout *a = &l->w->x->layout;
  if (!(l->coming = sqlite3_malloc64((a->batches + 1) * sizeof *l->coming))) return rocpd_no_memory(err);
  for (size_t i = 0; i < a->batches; i++) l->coming[i] = (struct coming){bound(&a->batch[i]), (uint32_t)i};
  qsort(l->coming, a->batches, sizeof *l->coming, compare_coming);
  return SQLITE_OK;
}

/* ---- opening a batch */

/* The values of some rows, which are mostly close to each other. */
static void read_column(const rocpd_column *c, const opened *o, uint32_t n, int64_t *out) {
  const held *e = o->event + o->next;
  uint32_t low = e[0].row, high = low;
  int64_t near[2 * AHEAD];
  for (uint32_t i = 1; i < n; i++) low = e[i].row < low ? e[i].row : low, high = e[i].row > high ? e[i].row : high;
  if (high - low < 2 * AHEAD) {
    rocpd_column_get(c, low, high - low + 1, near);
    for (uint32_t i = 0; i < n; i++) out[i] = near[e[i].row - low];
  } else
    for (uint32_t i = 0; i < n; i++) out[i] = rocpd_column_at(c, e[i].row);
}

/* Reads the next events of a batch; there is at least one. */
static void read_ahead(const listing *l, opened *o) {
  const rocpd_export_batch *v = &l->w->x->layout.batch[o->batch];
  uint32_t n = o->n - o->next < AHEAD ? o->n - o->next : AHEAD;
  int64_t start[AHEAD], end[AHEAD], name[AHEAD], category[AHEAD], bytes[AHEAD];
  read_column(v->start, o, n, start), read_column(v->end, o, n, end);
  read_column(v->name, o, n, name), read_column(v->category, o, n, category);
  if (o->size) read_column(o->size, o, n, bytes);
  for (uint32_t i = 0; i < n; i++) {
    bool never = v->unstarted && start[i] == ROCPD_NULL;
    int64_t from = o->start ? o->start[o->next + i] : start[i], to = never ? from : end[i];
    o->line[i] = (rocpd_line){.start = from, .end = to == ROCPD_NULL ? INT64_MAX : to < from ? from : to, .never_started = never, .category = category[i],
                              .bytes = o->size ? bytes[i] : ROCPD_NULL, .name = name[i]};
  }
  o->read = 0, o->reads = n;
}

static int keep_order(listing *l, opened *o, const rocpd_track *t, rocpd_error *err) {
  const rocpd_export_batch *v = &l->w->x->layout.batch[o->batch];
  int rc = SQLITE_OK;
  o->n = (uint32_t)t->items;
  o->event = sqlite3_malloc64(t->items * sizeof *o->event);
  o->start = v->unstarted ? sqlite3_malloc64(t->items * sizeof *o->start) : NULL;
  if (!o->event || (v->unstarted && !o->start)) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u events of a batch", o->n);
  for (uint32_t i = 0; i < o->n; i++) {
    o->event[i] = (held){t->item[i].row, l->track_of[t->item[i].row]};
    if (o->start) o->start[i] = t->item[i].start;
  }
  for (int f = 0; !rc && f < v->event->fields; f++)
    if (!strcmp(v->event->field[f].label, "size")) rc = rocpd_batch_column(v->batch, v->event->field[f].column, &o->size, err);
  return rc;
}

/* Sorts the rows that the options choose; o->n is 0 if there are none. */
static int open_batch(listing *l, opened *o, rocpd_error *err) {
  rocpd_export *x = l->w->x;
  const piece *p = l->piece + l->first_piece[o->batch], *end = l->piece + l->first_piece[o->batch + 1];
  size_t ranges = 0;
  rocpd_row_range *range = sqlite3_malloc64((size_t)(end - p + 1) * sizeof *range);
  int rc = rocpd_view_open(x, &x->layout.batch[o->batch], err);
  if (!range && !rc) rc = rocpd_no_memory(err);
  for (; !rc && p < end; p++) {
    if (!rocpd_export_takes(x, &x->layout.track[p->track])) continue;
    range[ranges++] = (rocpd_row_range){o->batch, p->first, p->rows};
    for (uint32_t i = 0; i < p->rows; i++) l->track_of[p->first + i] = p->track;
  }
  rocpd_track rows = {.range = range, .ranges = ranges, .name = "a batch"};
  if (!rc && ranges) rc = rocpd_track_sort(l->w, &rows, true, NULL, err);
  if (!rc && rows.items) rc = keep_order(l, o, &rows, err);
  if (ranges) rocpd_track_leave(l->w, &rows, ROCPD_KEEP_ROWS);
  sqlite3_free(range);
  if (!rc && o->n) read_ahead(l, o);
  return rc;
}

static void close_batch(const listing *l, opened *o) {
  rocpd_view_close(l->w->x, &l->w->x->layout.batch[o->batch]);
  sqlite3_free(o->event), sqlite3_free(o->start);
  sqlite3_free(o);
}

/* ---- the next event */

static bool before(const void *a, const void *b) {
  const next_line *x = a, *y = b;
  if (x->start != y->start) return x->start < y->start;
  return x->end != y->end ? x->end > y->end : x->batch < y->batch;
}
static const rocpd_heap_kind by_start = {sizeof(next_line), before};

static next_line next_of(opened *o) { return (next_line){o->line[o->read].start, o->line[o->read].end, o->batch, o}; }

static int add_batch(listing *l, uint32_t batch, rocpd_error *err) {
  int rc = rocpd_fail_code(err, rocpd_array_reserve(&l->heap, &l->heap_capacity, l->heaped + 1, sizeof *l->heap));
  opened *o = rc ? NULL : rocpd_zeroed(sizeof *o);
  if (!o) return rc ? rc : rocpd_no_memory(err);
  o->batch = batch;
  rc = open_batch(l, o, err);
  if (rc || !o->n) return close_batch(l, o), rc;
  next_line first = next_of(o);
  rocpd_heap_push(&by_start, l->heap, &l->heaped, &first);
  return SQLITE_OK;
}

static void pass(listing *l) {
  opened *o = l->heap[0].of;
  if (++o->next == o->n) {
    close_batch(l, o);
    rocpd_heap_pop(&by_start, l->heap, &l->heaped);
  } else {
    if (++o->read == o->reads) read_ahead(l, o);
    next_line next = next_of(o);
    rocpd_heap_replace(&by_start, l->heap, l->heaped, &next);
  }
}

/* ---- all of it */

static void add_line(found_line *out, size_t *n, size_t place, const rocpd_line *line) { out[(*n)++] = (found_line){place, *line}; }

/* Finds gaps that begin no later than the next event, or all gaps. */
static void find_gaps(listing *l, found_line *out, size_t *n) {
  rocpd_listed_gaps *g = &l->gaps;
  for (; *n < TURN_LINES && g->next < g->n && (!l->heaped || g->gap[g->next].start <= l->heap[0].start); g->next++) {
    rocpd_line line = rocpd_listed_gap(g, &g->gap[g->next]);
    add_line(out, n, l->w->x->layout.tracks + g->gap[g->next].line, &line);
  }
}

/* Finds the next lines; *n is 0 at the end. */
static int find_lines(listing *l, found_line *out, size_t *n, rocpd_error *err) {
  const rocpd_export_layout *a = &l->w->x->layout;
  int rc = SQLITE_OK;
  for (*n = 0; !rc && *n < TURN_LINES;) {
    while (!rc && l->next < a->batches && (!l->heaped || l->coming[l->next].from <= l->heap[0].start)) rc = add_batch(l, l->coming[l->next++].batch, err);
    if (!rc) find_gaps(l, out, n);
    if (rc || *n == TURN_LINES || !l->heaped) break;
    const opened *o = l->heap[0].of;
    add_line(out, n, o->event[o->next].track, &o->line[o->read]);
    pass(l);
    rc = rocpd_writer_poll(l->w, 1, err);
  }
  return rc;
}

/* One thread writes the lines found before, another finds the next. */
static int take_part(void *arg, size_t part, rocpd_error *err) {
  listing *l = arg;
  int turn = l->turn, rc = SQLITE_OK;
  if (part) return find_lines(l, l->line[!turn], &l->found[!turn], err);
  for (size_t i = 0; !rc && i < l->found[turn]; i++) rc = rocpd_line_write(&l->lines, l->line[turn][i].place, &l->line[turn][i].line, err);
  return rc;
}

static int write_events(listing *l, rocpd_error *err) {
  int rc = find_lines(l, l->line[0], &l->found[0], err);
  for (l->turn = 0; !rc && l->found[l->turn]; l->turn = !l->turn) rc = rocpd_parallel(l->w->x->session, 2, take_part, l, err);
  return rc;
}

static int write_listing(rocpd_writer *w, rocpd_error *err) {
  listing l = {.w = &w->x->writers.at[w->x->writers.n > 1], .track_of = sqlite3_malloc64(ROCPD_BATCH_ROWS * sizeof *l.track_of)};
  for (int i = 0; i < 2; i++) l.line[i] = sqlite3_malloc64(TURN_LINES * sizeof *l.line[i]);
  int rc = l.track_of && l.line[0] && l.line[1] ? list_pieces(&l, err) : rocpd_no_memory(err);
  if (!rc) rc = list_batches(&l, err);
  if (!rc && w->x->option.gaps.shown) rc = rocpd_listed_gaps_make(w->x, &l.gaps, err);
  if (!rc) rc = rocpd_lines_begin(w, l.gaps.process, l.gaps.track, l.gaps.lines, &l.lines, err);
  if (!rc) rc = write_events(&l, err);
  for (size_t i = 0; i < l.heaped; i++) close_batch(&l, l.heap[i].of);
  for (size_t i = 0; l.lines.place && i < w->x->layout.tracks; i++)
    if (l.lines.place[i].text) rocpd_lane_number(w);
  rocpd_lines_drop(&l.lines);
  rocpd_listed_gaps_drop(&l.gaps);
  sqlite3_free(l.piece), sqlite3_free(l.first_piece), sqlite3_free(l.coming), sqlite3_free(l.heap), sqlite3_free(l.track_of);
  sqlite3_free(l.line[0]), sqlite3_free(l.line[1]);
  return rc;
}

static int write_text(rocpd_writer *w, rocpd_error *err) {
  if (w->x->option.form == ROCPD_FORM_LISTING) return write_listing(w, err);
  return w->x->option.gaps.shown ? rocpd_fail(err, SQLITE_ERROR, "option gaps: only a listing has gaps, not a profile") : rocpd_write_profile(w, err);
}

ROCPD_EXPORT_FORMAT(text) = {
  .function = "rocpd_export_text", .alias = "txt", .suffix = "txt",
  .needs = ROCPD_NEEDS_UNSTARTED | ROCPD_NEEDS_OWN_COLUMNS | ROCPD_NEEDS_NO_FIELDS,
  .options = ROCPD_O_FORM,
  .events = write_text};
