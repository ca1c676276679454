/* Writes a track's lanes: events in chunks, statistics of chunks, and the pyramid. */
#include "html.h"

/* The events that are open in a lane. */
typedef struct nest {
  int64_t start[ROCPD_MAX_DEPTH + 1], end[ROCPD_MAX_DEPTH + 1];
  uint32_t head[ROCPD_MAX_DEPTH + 1], depth;
} nest;

typedef struct lane_writer {
  rocpd_writer *w;
  rocpd_html_lane *lane;
  rocpd_html_chunk *chunk;
  struct rocpd_html_pyramid *pyramid; /* NULL: the lane is short */
  uint32_t process;
  nest open;
  rocpd_html_numbers heads, head, events, sum, shortest, longest, least, most; /* columns of the blob `stats` */
} lane_writer;

static int begin_chunk(lane_writer *l, int64_t start) {
  rocpd_html_chunk *c = l->chunk;
  rocpd_html_chunk_begin(c);
  int rc = SQLITE_OK;
  for (uint32_t d = 0; d < l->open.depth && !rc; d++) {
    int64_t end = l->open.end[d];
    if (end <= start) break;
    rc = rocpd_html_push(&c->around, l->open.start[d] - c->base);
    if (!rc) rc = rocpd_html_push(&c->around, end == INT64_MAX ? ROCPD_NULL : end - l->open.start[d]);
    if (!rc) rc = rocpd_html_push(&c->around, l->open.head[d]);
  }
  return rc;
}

static int push_stats(lane_writer *l) {
  const rocpd_html_chunk *c = l->chunk;
  int rc = rocpd_html_push(&l->heads, (int64_t)c->sums);
  for (size_t i = 0; i < c->sums && !rc; i++) {
    const rocpd_html_head_sum *s = &c->sum[i];
    bool ended = s->shortest != INT64_MAX;
    rc = rocpd_html_push(&l->head, s->head);
    if (!rc) rc = rocpd_html_push(&l->events, s->events);
    if (!rc) rc = rocpd_html_push(&l->sum, s->sum);
    if (!rc) rc = rocpd_html_push(&l->shortest, ended ? s->shortest : ROCPD_NULL);
    if (!rc) rc = rocpd_html_push(&l->longest, ended ? s->longest : ROCPD_NULL);
  }
  if (!rc) rc = rocpd_html_push(&l->least, c->most_stack < c->least_stack ? ROCPD_NULL : c->least_stack);
  return rc ? rc : rocpd_html_push(&l->most, c->most_stack < c->least_stack ? ROCPD_NULL : c->most_stack);
}

static int end_chunk(lane_writer *l, rocpd_error *err) {
  rocpd_html_chunk *c = l->chunk;
  rocpd_html_chunk_blobs blobs = {0};
  int64_t n = c->n, first = c->start[0], latest = c->latest == INT64_MAX ? ROCPD_NULL : c->latest - c->base;
  int rc = rocpd_html_chunk_write(l->w, c, &blobs, err);
  if (!rc) rc = rocpd_fail_code(err, push_stats(l));
  const int64_t about[] = {n, first, latest, blobs.times, blobs.fields, blobs.arguments};
  for (int i = 0; i < 6 && !rc; i++) rc = rocpd_fail_code(err, rocpd_html_push(&l->lane->chunks, about[i]));
  return rc;
}

static int add_arguments(lane_writer *l, const rocpd_export_batch *v, const rocpd_block_rows *r, rocpd_error *err) {
  size_t first, count;
  int rc = SQLITE_OK;
  if (!rocpd_arguments_any(&l->w->x->arguments) || v->event != &rocpd_event_kinds[ROCPD_EVENT_REGION]) return SQLITE_OK;
  for (uint32_t i = 0; i < r->n && !rc; i++) {
    rc = rocpd_arguments_take(l->w, v, l->process, r->row[i], &first, &count, err);
    if (!rc && count) rc = rocpd_html_chunk_arguments(l->w, l->chunk, l->chunk->n + i, first, count, err);
  }
  return rc;
}

/* Finds the depth of each event. */
static int nest_events(lane_writer *l, const rocpd_item *item, const uint32_t *head, uint32_t n) {
  nest *open = &l->open;
  uint32_t depth = open->depth, deepest = l->lane->depth, at[ROCPD_BLOCK_EVENTS];
  int64_t last = l->lane->last;
  for (uint32_t i = 0; i < n; i++) {
    int64_t start = item[i].start, end = item[i].end;
    while (depth && open->end[depth - 1] <= start) depth--;
    at[i] = depth;
    open->start[depth] = start, open->end[depth] = end, open->head[depth] = head[i];
    deepest = depth + 1 > deepest ? depth + 1 : deepest;
    depth += end > start;
    last = rocpd_later(last, end == INT64_MAX ? last : end);
  }
  open->depth = depth, l->lane->depth = deepest, l->lane->last = last;
  return l->pyramid ? rocpd_html_pyramid_add(l->pyramid, item, at, head, n) : SQLITE_OK;
}

/* Adds to the chunk as many of n events as are in one batch and fit. */
static int add_events(lane_writer *l, const rocpd_item *item, size_t n, uint32_t *added, rocpd_error *err) {
  rocpd_html_chunk *c = l->chunk;
  size_t room = ROCPD_HTML_CHUNK - c->n;
  uint32_t head[ROCPD_BLOCK_EVENTS];
  const rocpd_block_rows r = rocpd_block_rows_of(item, n < room ? n : room);
  const rocpd_export_batch *v = &l->w->x->layout.batch[item->batch];
  int rc = c->n ? SQLITE_OK : rocpd_fail_code(err, begin_chunk(l, item->start));
  if (!rc) rc = rocpd_html_block_heads(l->w, c, v, &r, head, err);
  if (!rc) rc = add_arguments(l, v, &r, err);
  if (!rc) rc = rocpd_fail_code(err, rocpd_html_chunk_add(l->w, c, v, &r));
  if (!rc) rc = rocpd_fail_code(err, nest_events(l, item, head, r.n));
  if (!rc && c->n == ROCPD_HTML_CHUNK) rc = end_chunk(l, err);
  *added = r.n;
  return rc;
}

static int write_stats(lane_writer *l, rocpd_error *err) {
  const rocpd_html_numbers *column[] = {&l->heads, &l->head, &l->events, &l->sum, &l->shortest, &l->longest, &l->least, &l->most};
  rocpd_html_bytes *bytes = &((rocpd_html *)l->w->state)->bytes;
  int rc = SQLITE_OK;
  for (size_t i = 0; i < sizeof column / sizeof *column && !rc; i++) rc = rocpd_fail_code(err, rocpd_html_column(bytes, column[i]->number, column[i]->n));
  return rc ? rc : rocpd_html_blob(l->w, bytes, &l->lane->stats, err);
}

static int write_pyramid(lane_writer *l, rocpd_error *err) {
  rocpd_html_bytes *bytes = &((rocpd_html *)l->w->state)->bytes;
  l->lane->pyramid = -1;
  if (!l->pyramid) return SQLITE_OK;
  int rc = rocpd_fail_code(err, rocpd_html_pyramid_end(l->pyramid, bytes));
  return rc ? rc : rocpd_html_blob(l->w, bytes, &l->lane->pyramid, err);
}

static int write_lane(lane_writer *l, const rocpd_item *item, size_t n, rocpd_error *err) {
  rocpd_writer *w = l->w;
  int64_t last = w->x->layout.max_time > item[0].start ? w->x->layout.max_time : item[0].start;
  int rc = n > ROCPD_HTML_LONG_LANE ? rocpd_html_pyramid_begin(&l->pyramid, item[0].start, last, n) : SQLITE_OK;
  rc = rocpd_fail_code(err, rc);
  l->chunk->n = 0, l->chunk->base = rocpd_html_of(w->x)->base;
  *l->lane = (rocpd_html_lane){.events = n, .first = item[0].start, .last = item[0].start};
  rocpd_lane_number(w);
  uint32_t some = 0;
  for (size_t i = 0; i < n && !rc; i += some) {
    rc = add_events(l, &item[i], n - i, &some, err);
    if (!rc) rc = rocpd_writer_poll(w, some, err);
  }
  if (!rc && l->chunk->n) rc = end_chunk(l, err);
  if (!rc) rc = write_stats(l, err);
  return rc ? rc : write_pyramid(l, err);
}

static void lane_writer_free(lane_writer *l) {
  rocpd_html_pyramid_free(l->pyramid);
  sqlite3_free(l->heads.number), sqlite3_free(l->head.number), sqlite3_free(l->events.number), sqlite3_free(l->sum.number);
  sqlite3_free(l->shortest.number), sqlite3_free(l->longest.number), sqlite3_free(l->least.number), sqlite3_free(l->most.number);
}

static int make_chunk(rocpd_html *f) {
  if (f->chunk) return SQLITE_OK;
  f->chunk = rocpd_zeroed(sizeof *f->chunk);
  return f->chunk ? SQLITE_OK : SQLITE_NOMEM;
}

int rocpd_html_track_write(rocpd_writer *w, const rocpd_track *t, rocpd_error *err) {
  rocpd_html *f = w->state;
  rocpd_html_track *out = &rocpd_html_of(w->x)->track[t - w->x->layout.track];
  int rc = make_chunk(f);
  if (!rc) rc = rocpd_array_reserve(&out->lane, &out->capacity, t->lanes, sizeof *out->lane);
  rc = rocpd_fail_code(err, rc);
  for (size_t lane = 0, first = 0; lane < t->lanes && !rc; first = t->lane_end[lane++]) {
    if (t->lane_end[lane] == first) continue;
    lane_writer l = {.w = w, .process = t->process, .lane = &out->lane[out->lanes++], .chunk = f->chunk};
    rc = write_lane(&l, &t->item[first], t->lane_end[lane] - first, err);
    lane_writer_free(&l);
  }
  return rc;
}

int rocpd_html_begin(rocpd_writer *w, rocpd_error *err) {
  rocpd_html *all = rocpd_html_of(w->x);
  size_t tracks = w->x->layout.tracks;
  all->track = rocpd_zeroed((tracks + 1) * sizeof *all->track);
  if (!all->track) return rocpd_no_memory(err);
  return w->x->option.counters ? rocpd_html_counters(w, err) : SQLITE_OK;
}
