/* Makes rows of the copies of a live file that are not in chunks, and finds out whether rows that were shown before are missing: see rocz_live.c. */
#include "rocz_look.h"
#include <stdlib.h>

/* ---- rows */

static int compare_anchors(const void *a, const void *b) {
  const rocz_anchor *x = a, *y = b;
  return ROCPD_ORDER(x->tsc, y->tsc);
}

/* Makes the clock from all anchors: those of the header, of chunks, and of the live file. */
static int make_clock(const rocpd_rocz_file *f, rocz_look *k) {
  const rocpd_rocz_info *info = &f->info[ROCZ_ANCHOR];
  size_t n = 0;
  k->anchor = sqlite3_malloc64((1 + info->rows + k->live.anchors) * sizeof(*k->anchor));
  if (!k->anchor) return SQLITE_NOMEM;
  k->anchor[n++] = f->header.anchor;
  for (uint64_t i = 0; i < info->rows; i++) {
    int64_t row[ROCPD_ROCZ_INFO_COLUMNS];
    rocpd_rocz_info_get(info, i, row);
    k->anchor[n++] = (rocz_anchor){row[0], row[1], row[2], row[3]};
  }
  for (size_t i = 0; i < k->live.anchors; i++) k->anchor[n++] = k->live.anchor[i];
  qsort(k->anchor, n, sizeof(*k->anchor), compare_anchors);
  rocz_clock_init(&k->clock, k->anchor, n, f->header.tsc_hz);
  return SQLITE_OK;
}

/* Returns the position up to which a lane's records are in chunks. */
static uint64_t taken_to(const rocpd_rocz_file *f, uint16_t kind, uint32_t lane) {
  const rocpd_rocz_lane *l = rocpd_rocz_lane_find(f, kind, lane);
  return l ? l->position : 0;
}

static int put_call(rocz_look *k, uint32_t lane, const rocz_live_call_view *c) {
  int64_t start = rocz_clock_ns(&k->clock, c->start), end = rocz_clock_ns(&k->clock, c->end);
  if (c->instant) {
    int64_t mark[] = {start, c->function, (int64_t)c->sequence, (int64_t)c->parent, (uint32_t)c->result};
    return rocpd_rocz_put_row(k, ROCZ_MARK, lane, mark);
  }
  int64_t row[] = {end - start, start, c->function, (int64_t)c->sequence, (int64_t)c->parent, c->result};
  return rocpd_rocz_put_row(k, ROCZ_CALL, lane, row);
}

static int put_words(rocz_look *k, uint32_t lane, const rocz_live_call_view *c) {
  int rc = SQLITE_OK;
  for (uint32_t w = 0; rc == SQLITE_OK && w < c->words; w++) {
    int64_t row[3] = {(int64_t)c->sequence, (int64_t)c->function * 64 + w, 0};
    memcpy(&row[2], c->word + 8 * (size_t)w, 8);
    rc = rocpd_rocz_put_row(k, ROCZ_ARGUMENT, lane, row);
  }
  return rc;
}

/* Takes a record that is a row of a declared kind with `columns` columns (see rocz.h). `raw`: a signal handler wrote it. */
static int put_declared(const rocpd_rocz_file *f, rocz_look *k, uint32_t lane, const rocz_live_call_view *c, unsigned columns, bool raw) {
  int64_t row[ROCZ_MAX_COLUMNS], end = rocz_clock_ns(&k->clock, c->end), stack = (int64_t)lane << ROCZ_STACK_SHIFT;
  uint16_t kind = (uint16_t)(ROCZ_DECLARED + c->function);
  uint32_t words = raw && (uint32_t)c->result >> 16 < c->words ? (uint32_t)c->result >> 16 : c->words;
  if (c->position <= taken_to(f, kind, lane)) return SQLITE_OK;
  row[0] = rocz_clock_ns(&k->clock, c->start);
  row[1] = end - row[0];
  row[2] = stack | (int64_t)c->sequence;
  row[3] = c->parent ? stack | (int64_t)c->parent : 0;
  for (unsigned i = 4; i < columns; i++)
    if (i - 4 < words && !(raw && rocpd_rocz_declared_is_string(f, kind, i))) memcpy(&row[i], c->word + 8 * (size_t)(i - 4), 8);
    else row[i] = ROCPD_NULL;
  return rocpd_rocz_put_row_of(k, kind, columns, lane, row);
}

/* Number of columns if the record is a row of a declared kind; 0: it is a call. */
static unsigned row_columns(const rocpd_rocz_file *f, const rocz_live_call_view *c) {
  bool may = f->declareds && c->function < ROCZ_FOOTER - ROCZ_DECLARED;
  unsigned columns = may ? rocpd_rocz_declared_columns(f, (uint16_t)(ROCZ_DECLARED + c->function)) : 0;
  return columns >= 4 ? columns : 0;
}

/* Calls that contain other calls and have not been found yet. They come after these, so in a complete copy only calls in progress are left. */
typedef struct parents {
  uint64_t sequence[2 * ROCZ_SPILL_DEPTH];
  unsigned n;
} parents;

static void parents_meet(parents *p, const rocz_live_call_view *c) {
  unsigned kept = 0;
  bool known = c->parent == 0;
  for (unsigned i = 0; i < p->n; i++) {
    if (p->sequence[i] == c->sequence) continue;
    known |= p->sequence[i] == c->parent;
    p->sequence[kept++] = p->sequence[i];
  }
  p->n = kept;
  if (!known && p->n < 2 * ROCZ_SPILL_DEPTH) p->sequence[p->n++] = c->parent;
}

static bool parents_found(const parents *p, const rocz_live_segment_view *s) {
  for (unsigned i = 0; i < p->n; i++) {
    bool found = false;
    for (unsigned j = 0; j < s->open_calls; j++) found |= s->open_call[j].sequence == (uint32_t)p->sequence[i];
    if (!found) return false;
  }
  return true;
}

/* True if the record is no row, since the process only adds it up. */
static bool is_summed(const rocpd_rocz_file *f, const rocz_live_call_view *c, unsigned columns) {
  int kind = columns ? rocpd_rocz_declared_kind(f, (uint16_t)(ROCZ_DECLARED + c->function)) : ROCPD_KIND_REGION;
  return kind == ROCPD_KIND_REGION || kind == ROCPD_KIND_ALLOCATION || kind == ROCPD_KIND_STACK;
}

static int calls_of(rocpd_rocz_file *f, rocz_look *k, const rocz_look_segment *segment, size_t segments, rocpd_error *err) {
  const rocz_live_segment_view *s = &segment->view;
  rocz_live_call_view call;
  rocz_error e = {0};
  uint64_t calls_to = taken_to(f, ROCZ_CALL, s->lane), words_to = taken_to(f, ROCZ_ARGUMENT, s->lane), marks_to = taken_to(f, ROCZ_MARK, s->lane);
  if (words_to < calls_to) words_to = calls_to;
  uint64_t at = s->tail > calls_to ? s->tail : calls_to;
  int rc = SQLITE_OK, code = ROCZ_CUT;
  parents p = {.n = 0};
  while (rc == SQLITE_OK && at < s->pos && (code = rocz_live_call(s, &at, &call, &e)) == ROCZ_OK) {
    unsigned columns = row_columns(f, &call);
    parents_meet(&p, &call);
    if (k->sums_only && is_summed(f, &call, columns)) continue;
    if (columns) rc = put_declared(f, k, s->lane, &call, columns, false);
    else if (!call.instant || call.position > marks_to) rc = put_call(k, s->lane, &call);
    if (rc == SQLITE_OK && !columns && call.words && call.position > words_to) rc = put_words(k, s->lane, &call);
  }
  if (rc == SQLITE_OK && code == ROCZ_DAMAGED) rc = rocpd_rocz_live_damage_of(f, k, &e);
  if (k->sums_only) return rc;
  /* Some frames of an interpreter are always newer than the copy of their segment. */
  if (!parents_found(&p, s) && !rocpd_rocz_has_frames(k, s->lane)) k->missing = true;
  if (rocpd_rocz_has_rows(f, ROCZ_OPEN_CALL, s->lane)) return rc; /* the process is closing the file: all of them are in chunks */
  for (unsigned i = 0; rc == SQLITE_OK && i < s->open_calls; i++) {
    const rocz_open_call *o = &s->open_call[i];
    uint64_t sequence = rocz_live_sequence(s, o->sequence);
    /* It may have ended after the copy, and be in a chunk that was listed since. */
    bool ended = false;
    if (calls_to > s->pos) rc = rocpd_rocz_ended_in_chunks(f, s->lane, f->seen_chunks, sequence, &ended, err);
    int64_t row[] = {rocz_clock_ns(&k->clock, o->start), o->function, (int64_t)sequence, o->parent ? (int64_t)rocz_live_sequence(s, o->parent) : 0, o->message};
    if (rc == SQLITE_OK && !ended) rc = rocpd_rocz_put_row(k, ROCZ_OPEN_CALL, s->lane, row);
  }
  return rc;
}

/* Rows that signal handlers wrote. */
static int handler_rows_of(rocpd_rocz_file *f, rocz_look *k, const rocz_look_segment *segment, size_t segments, rocpd_error *err) {
  const rocz_live_segment_view *s = &segment->view;
  rocz_live_call_view row;
  rocz_error e = {0};
  int rc = SQLITE_OK, code = ROCZ_CUT;
  for (uint64_t at = s->tail; rc == SQLITE_OK && at < s->pos && (code = rocz_live_call(s, &at, &row, &e)) == ROCZ_OK;) {
    unsigned columns = row_columns(f, &row);
    if (columns) rc = put_declared(f, k, s->lane, &row, columns, true);
  }
  return rc == SQLITE_OK && code == ROCZ_DAMAGED ? rocpd_rocz_live_damage_of(f, k, &e) : rc;
}

/* ---- the device */

/* Gets the times of a finished device record; as in chunks, they are not before the launching call. False: it has none, and counts as not ended. */
static bool device_times(rocz_look *k, uint32_t state, int64_t launch, int64_t *start, int64_t *end) {
  if ((state != ROCZ_DONE && state != ROCZ_TIMED) || !rocz_is_time(*start) || !rocz_is_time(*end)) return false;
  int64_t earliest = rocz_clock_ns(&k->clock, launch), length = *end - *start;
  if (!launch || *start >= earliest) return true;
  *start = earliest;
  return !__builtin_add_overflow(earliest, length, end) && rocz_is_time(*end);
}

static int put_dispatch(rocpd_rocz_file *f, rocz_look *k, uint32_t queue, const rocz_dispatch_record *r) {
  uint32_t state = atomic_load_explicit(&r->state, memory_order_relaxed);
  if (state == ROCZ_SKIP) return SQLITE_OK;
  int64_t kernel = r->kernel_id, launch;
  int rc = kernel ? SQLITE_OK : rocpd_rocz_kernel_of_object(f, r->kernel_object, &kernel);
  if (rc != SQLITE_OK) return rc;
  const int64_t signature[] = {0, kernel, r->grid[0], r->grid[1], r->grid[2], r->workgroup[0], r->workgroup[1], r->workgroup[2],
                               r->group_size, r->private_size};
  rc = rocpd_rocz_live_launch(f, signature, &launch);
  if (rc != SQLITE_OK) return rc;
  int64_t start = r->start_ns, end = r->end_ns;
  if (!device_times(k, state, r->launch, &start, &end)) {
    int64_t row[] = {launch, rocz_clock_ns(&k->clock, r->submit), (int64_t)r->dispatch_id, (int64_t)r->stack_id, r->stream, r->thread,
                     (int64_t)r->graph_exec, (int64_t)r->graph_node};
    return rocpd_rocz_put_row(k, ROCZ_OPEN_DISPATCH, queue, row);
  }
  int64_t row[] = {launch, end - start, start, (int64_t)r->dispatch_id, (int64_t)r->stack_id, r->stream, r->thread,
                   (int64_t)r->graph_exec, (int64_t)r->graph_node};
  return rocpd_rocz_put_row(k, ROCZ_DISPATCH, queue, row);
}

static int put_copy(rocz_look *k, uint32_t lane, const rocz_copy_record *r) {
  uint32_t state = atomic_load_explicit(&r->state, memory_order_relaxed);
  if (state == ROCZ_SKIP) return SQLITE_OK;
  int64_t start = r->start_ns, end = r->end_ns;
  if (!device_times(k, state, r->launch, &start, &end)) {
    int64_t row[] = {r->direction, rocz_clock_ns(&k->clock, r->submit), (int64_t)r->size_bytes, r->dst_agent, r->src_agent,
                     (int64_t)r->dst_address, (int64_t)r->src_address, (int64_t)r->stack_id, r->stream, r->thread, r->how, (int64_t)r->dispatch_id};
    return rocpd_rocz_put_row(k, ROCZ_OPEN_COPY, lane, row);
  }
  int64_t row[] = {r->direction, end - start, start, (int64_t)r->size_bytes, r->dst_agent, r->src_agent,
                   (int64_t)r->dst_address, (int64_t)r->src_address, (int64_t)r->stack_id, r->stream, r->thread, r->how, (int64_t)r->dispatch_id};
  return rocpd_rocz_put_row(k, ROCZ_COPY, lane, row);
}

/* Finds the first record that is not in a chunk; at the end if the process is closing the file: rows that have not ended are in chunks, too. */
static uint64_t first_record(rocpd_rocz_file *f, const rocz_live_segment_view *s) {
  const rocz_segment_kind *kind = rocz_segment_kind_of(s->kind);
  uint64_t n = taken_to(f, kind->rows[0], s->lane);
  if (rocpd_rocz_has_rows(f, kind->open_rows, s->lane)) return s->pos;
  return n > s->tail ? n : s->tail;
}
static int dispatches_of(rocpd_rocz_file *f, rocz_look *k, const rocz_look_segment *segment, size_t segments, rocpd_error *err) {
  const rocz_live_segment_view *s = &segment->view;
  int rc = SQLITE_OK;
  for (uint64_t n = first_record(f, s); rc == SQLITE_OK && n < s->pos; n++) rc = put_dispatch(f, k, s->lane, rocz_live_dispatch(s, n));
  return rc;
}
static int copies_of(rocpd_rocz_file *f, rocz_look *k, const rocz_look_segment *segment, size_t segments, rocpd_error *err) {
  const rocz_live_segment_view *s = &segment->view;
  int rc = SQLITE_OK;
  for (uint64_t n = first_record(f, s); rc == SQLITE_OK && n < s->pos; n++) rc = put_copy(k, s->lane, rocz_live_copy_record(s, n));
  return rc;
}

static int info_of(rocpd_rocz_file *f, rocz_look *k, const rocz_look_segment *segment, size_t segments, rocpd_error *err) {
  const rocz_live_segment_view *s = &segment->view;
  rocz_live_row row;
  rocz_error e = {0};
  int rc = SQLITE_OK, code = ROCZ_CUT;
  uint64_t at = s->tail;
  while (rc == SQLITE_OK && at < s->pos && (code = rocz_live_meta(s, &at, &row, &e)) == ROCZ_OK) rc = rocpd_rocz_info_add_live(f, &row);
  return rc == SQLITE_OK && code == ROCZ_DAMAGED ? rocpd_rocz_live_damage_of(f, k, &e) : rc;
}

/* How rows are made of the segments of each kind. */
static const struct parser {
  int (*rows)(rocpd_rocz_file *f, rocz_look *k, const rocz_look_segment *segment, size_t segments, rocpd_error *err);
  bool lane;  /* all segments of a lane together; else each by itself */
  bool summed; /* no rows if the process only adds them up */
  bool first; /* before all others, which need its rows; and in the order of the file, since its segments have no order of records */
} parsers[ROCZ_SEGMENT_KINDS] = {[ROCZ_SEG_CALLS] = {.rows = calls_of},
                                 [ROCZ_SEG_ROWS] = {.rows = handler_rows_of},
                                 [ROCZ_SEG_DISPATCHES] = {.rows = dispatches_of, .summed = true},
                                 [ROCZ_SEG_COPIES] = {.rows = copies_of, .summed = true},
                                 [ROCZ_SEG_META] = {.rows = info_of, .first = true},
                                 [ROCZ_SEG_SUMS] = {.rows = rocpd_rocz_sums_of, .lane = true},
                                 [ROCZ_SEG_WIDE_SUMS] = {.rows = rocpd_rocz_sums_of, .lane = true},
                                 [ROCZ_SEG_FRAMES] = {.rows = rocpd_rocz_frames_of, .lane = true, .summed = true}};

/* Sorts segments by kind and lane, and segments of a lane by their records. */
static int compare_segments(const void *a, const void *b) {
  const rocz_live_segment_view *x = &((const rocz_look_segment *)a)->view, *y = &((const rocz_look_segment *)b)->view;
  return ROCPD_ORDER(x->kind, y->kind) ?: ROCPD_ORDER(x->lane, y->lane) ?: (parsers[x->kind].first ? 0 : ROCPD_ORDER(x->first, y->first)) ?:
         ROCPD_ORDER(x->offset, y->offset);
}

/* Runs the parsers that are first, or the others. */
static int parse(rocpd_rocz_file *f, rocz_look *k, bool first, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = 0, n; rc == SQLITE_OK && i < k->segments; i += n) {
    const rocz_live_segment_view *s = &k->segment[i].view;
    const struct parser *p = &parsers[s->kind];
    for (n = 1; p->lane && i + n < k->segments && k->segment[i + n].view.kind == s->kind && k->segment[i + n].view.lane == s->lane;) n++;
    if (p->first == first && !(p->summed && k->sums_only)) rc = p->rows(f, k, &k->segment[i], n, err);
  }
  return rc;
}

/* Makes rows of the copies that are not in chunks. */
int rocpd_rocz_make_rows(rocpd_rocz_file *f, rocz_look *k, rocpd_error *err) {
  if (k->segments) qsort(k->segment, k->segments, sizeof(*k->segment), compare_segments);
  k->sums_only = rocpd_rocz_sums_only(k);
  int rc = parse(f, k, true, err);
  if (rc == SQLITE_OK) rc = rocpd_rocz_declared_load(f);
  if (rc == SQLITE_OK) rc = make_clock(f, k);
  if (rc == SQLITE_OK) rc = parse(f, k, false, err);
  return rocpd_fail_code(err, rc);
}

/* ---- nothing may vanish */

static bool is_row(const rocz_look *k, uint16_t kind, uint32_t lane, int64_t sequence) {
  int column = rocpd_rocz_place(kind, L_SEQUENCE);
  for (size_t i = 0; i < k->row_sets; i++) {
    const rocpd_rocz_live_rows *p = k->rows[i];
    for (uint32_t j = 0; p->kind == kind && p->lane == lane && j < p->rows; j++)
      if (p->column[column][j] == sequence) return true;
  }
  return false;
}

/* Sets k->missing if calls that were in progress at the last look are no longer there. */
int rocpd_rocz_find_missing(const rocpd_rocz_file *f, rocz_look *k, rocpd_error *err) {
  int rc = SQLITE_OK, column = rocpd_rocz_place(ROCZ_OPEN_CALL, L_SEQUENCE);
  for (size_t i = 0; i < f->lives; i++) {
    const rocpd_rocz_live_rows *p = f->live[i];
    for (uint32_t j = 0; rc == SQLITE_OK && p->kind == ROCZ_OPEN_CALL && j < p->rows; j++) {
      int64_t sequence = p->column[column][j];
      if (rocpd_rocz_has_rows(f, ROCZ_OPEN_CALL, p->lane) || is_row(k, ROCZ_OPEN_CALL, p->lane, sequence)) continue;
      if (is_row(k, ROCZ_CALL, p->lane, sequence)) continue;
      bool ended;
      rc = rocpd_rocz_ended_in_chunks(f, p->lane, f->seen_chunks, sequence, &ended, err);
      if (rc == SQLITE_OK && !ended) k->missing = true;
    }
  }
  return rc;
}
