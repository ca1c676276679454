/* See summed_calls.h. */
#include "summed_calls.h"
#include <stdlib.h>
#include "link.h"
#include "map.h"
#include "node.h"
#include "summed.h"

typedef struct placing {
  rocpd_snapshot *snapshot;
  const char *table;
  int kind; /* of the events */
  rocpd_summed_calls *out;
  rocpd_source *source; /* that `place` and `links` are of */
  rocpd_links *links;
  rocpd_map place;      /* id of a frame -> its place */
  int64_t *above;       /* frames without a place yet, the inner ones first */
  size_t depth, room;
} placing;

/* ---- frames */

static int enter_source(placing *p, rocpd_source *source, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  if (p->source == source) return SQLITE_OK;
  rocpd_map_free(&p->place);
  p->place = (rocpd_map){0}, p->source = source;
  int rc = rocpd_snapshot_batches_of(p->snapshot, source, ROCPD_KIND_FRAME, &batch, &n, err);
  return rc == SQLITE_OK ? rocpd_links_of(p->snapshot, source, &p->links, err) : rc;
}

static int read_frame(const placing *p, int64_t id, int column, int64_t *out, rocpd_error *err) {
  *out = id;
  return rocpd_link_map(p->links, ROCPD_LINK_FRAME, column, out, 1, err);
}

static int expect_frame(const placing *p, int64_t id, int64_t inner, rocpd_error *err) {
  int64_t exists = id;
  int rc = rocpd_link_exists(p->links, ROCPD_LINK_FRAME, &exists, 1, err);
  if (rc != SQLITE_OK || exists) return rc;
  if (inner == ROCPD_NULL)
    return rocpd_fail(err, SQLITE_CORRUPT, "%s: aggregated has calls in frame %lld, which does not exist", p->source->path, (long long)id);
  return rocpd_fail(err, SQLITE_CORRUPT, "%s: frame %lld has parent %lld, which does not exist", p->source->path, (long long)inner, (long long)id);
}

/* Lists a frame and those around it, up to one that has a place already: *place, or ROCPD_NO_PLACE. */
static int list_frames(placing *p, int64_t frame, uint32_t *place, rocpd_error *err) {
  int64_t inner = ROCPD_NULL;
  int rc = SQLITE_OK;
  p->depth = 0, *place = ROCPD_NO_PLACE;
  while (rc == SQLITE_OK && frame != ROCPD_NULL) {
    *place = (uint32_t)rocpd_map_get(&p->place, (uint64_t)frame, ROCPD_NO_PLACE);
    if (*place != ROCPD_NO_PLACE) return SQLITE_OK;
    if (inner != ROCPD_NULL && frame >= inner) /* or this might never end */
      return rocpd_fail(err, SQLITE_CORRUPT, "%s: frame %lld has parent %lld, which should be less", p->source->path, (long long)inner, (long long)frame);
    rc = expect_frame(p, frame, inner, err);
    if (rc == SQLITE_OK) rc = rocpd_fail_code(err, ROCPD_APPEND(p->above, p->depth, p->room, frame));
    if (rc == SQLITE_OK) rc = read_frame(p, inner = frame, ROCPD_FRAME_parent_frame_id, &frame, err);
  }
  return rc;
}

static int place_of(placing *p, int64_t frame, uint32_t *place, rocpd_error *err) {
  rocpd_summed_calls *out = p->out;
  int rc = list_frames(p, frame, place, err);
  while (rc == SQLITE_OK && p->depth) {
    rocpd_summed_place one = {.parent = *place};
    int64_t id = p->above[--p->depth];
    if (out->places == ROCPD_NO_PLACE) return rocpd_fail(err, SQLITE_TOOBIG, "%u frames are too many", out->places);
    rc = read_frame(p, id, ROCPD_FRAME_function, &one.name, err);
    if (rc == SQLITE_OK) rc = rocpd_fail_code(err, ROCPD_PUSH(out->place, out->places, one));
    if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_map_set(&p->place, (uint64_t)id, *place = out->places - 1));
  }
  return rc;
}

/* ---- calls */

static const int columns[] = {ROCPD_AGGREGATE_nid, ROCPD_AGGREGATE_pid, ROCPD_AGGREGATE_tid, ROCPD_AGGREGATE_guid, ROCPD_AGGREGATE_run, ROCPD_AGGREGATE_host,
  ROCPD_AGGREGATE_rank, ROCPD_AGGREGATE_category, ROCPD_AGGREGATE_start, ROCPD_AGGREGATE_end, ROCPD_AGGREGATE_frame_id, ROCPD_AGGREGATE_own_ns};
enum { NID, PID, TID, GUID, RUN, HOST, RANK, CATEGORY, START, END, FRAME, OWN, COLUMNS };

/* Own times are part of the sum, if all calls have ended and none before its start. */
static bool owns_too_much(const rocpd_stat_slot *s, int64_t own) {
  return own < 0 || (s->rows == s->ended && own > s->sum && (!s->ended || s->min >= 0));
}

/* A sum of p->kind, without a place. */
static int read_call(placing *p, const rocpd_summed_row *x, int64_t v[COLUMNS], rocpd_summed_call *out, rocpd_error *err) {
  rocpd_batch *b = x->batch;
  const rocpd_stat_slot *sums = &x->sums;
  int rc = rocpd_batch_values(b, columns, COLUMNS, x->row, 1, v, 1, err);
  if (rc == SQLITE_OK) rc = enter_source(p, b->source, err);
  if (rc != SQLITE_OK) return rc;
  *out = (rocpd_summed_call){.source = b->source, .nid = b->source->info.multi_process ? v[NID] : 0, .pid = v[PID], .tid = v[TID], .guid = v[GUID],
    .run = v[RUN], .host = v[HOST], .rank = v[RANK], .category = v[CATEGORY], .start = v[START], .end = v[END], .place = ROCPD_NO_PLACE, .kind = p->kind,
    .launched_name = ROCPD_NULL, .calls = sums->rows, .ended = sums->ended, .sum_ns = rocpd_saturated(sums->sum), .min_ns = sums->min, .max_ns = sums->max,
    .mean = rocpd_stat_mean(sums), .squares = rocpd_stat_deviation(sums)};
  return SQLITE_OK;
}

static int add_call(void *arg, const rocpd_summed_row *x, rocpd_error *err) {
  placing *p = arg;
  rocpd_summed_call call;
  int64_t v[COLUMNS];
  int rc = read_call(p, x, v, &call, err);
  if (rc != SQLITE_OK) return rc;
  if (v[FRAME] == ROCPD_NULL) return rocpd_summed_lacks(x, p->table, "frame_id", err);
  if (v[OWN] == ROCPD_NULL) return rocpd_summed_lacks(x, p->table, "own_ns", err);
  if (x->unended && v[OWN]) return rocpd_summed_divided(x, p->table, err); /* part of the own time may be theirs */
  if (owns_too_much(&x->sums, v[OWN])) return rocpd_summed_contradicts(x, err);
  call.own_ns = v[OWN];
  rc = place_of(p, v[FRAME], &call.place, err);
  return rc == SQLITE_OK ? rocpd_fail_code(err, ROCPD_PUSH(p->out->call, p->out->n, call)) : rc;
}

static int add_launched(void *arg, const rocpd_summed_row *x, rocpd_error *err) {
  placing *p = arg;
  rocpd_summed_call call;
  int64_t v[COLUMNS];
  int rc = read_call(p, x, v, &call, err);
  if (rc != SQLITE_OK) return rc;
  call.launched_name = x->name;
  if (v[FRAME] == ROCPD_NULL) call.tid = ROCPD_NULL;
  else rc = place_of(p, v[FRAME], &call.place, err);
  return rc == SQLITE_OK ? rocpd_fail_code(err, ROCPD_PUSH(p->out->launched, p->out->launches, call)) : rc;
}

static int compare(const void *a, const void *b) {
  const rocpd_summed_call *x = a, *y = b;
  return ROCPD_ORDER(x->source->number, y->source->number) ?: ROCPD_ORDER(x->nid, y->nid) ?: ROCPD_ORDER(x->pid, y->pid) ?: ROCPD_ORDER(x->tid,
      y->tid) ?: ROCPD_ORDER(x->place, y->place);
}

/* Sums of p->kind, if there are any. */
static int add_kind(placing *p, rocpd_snapshot *s, int kind, int (*add)(void *arg, const rocpd_summed_row *x, rocpd_error *err), rocpd_error *err) {
  int64_t events;
  int rc = rocpd_summed_events(s, p->kind = kind, &events, err);
  return rc == SQLITE_OK && events ? rocpd_summed_each(s, p->table, kind, add, p, err) : rc;
}

int rocpd_summed_calls_make(rocpd_snapshot *s, const char *table, bool gpu, rocpd_summed_calls *out, rocpd_error *err) {
  placing p = {.snapshot = rocpd_snapshot_whole(s), .table = table, .out = out};
  *out = (rocpd_summed_calls){0};
  int rc = add_kind(&p, s, ROCPD_KIND_REGION, add_call, err);
  if (rc == SQLITE_OK && gpu) rc = add_kind(&p, s, ROCPD_KIND_KERNEL, add_launched, err);
  if (rc == SQLITE_OK && gpu) rc = add_kind(&p, s, ROCPD_KIND_COPY, add_launched, err);
  if (out->n) qsort(out->call, out->n, sizeof *out->call, compare);
  if (out->launches) qsort(out->launched, out->launches, sizeof *out->launched, compare);
  rocpd_map_free(&p.place);
  sqlite3_free(p.above);
  return rc;
}

void rocpd_summed_calls_drop(rocpd_summed_calls *c) {
  sqlite3_free(c->call), sqlite3_free(c->launched), sqlite3_free(c->place);
  *c = (rocpd_summed_calls){0};
}
