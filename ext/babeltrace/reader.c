/* See reader.h. */
#include "reader.h"
#include "format.h"
#include <stdlib.h>

int sqlite3_rocpd_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);

static const rocpd_export_format format = {
  .function = "source.rocpd.trace", .needs = ROCPD_NEEDS_UNSTARTED | ROCPD_NEEDS_OWN_COLUMNS, .options = ROCPD_O_AGENTS | ROCPD_O_CHANNELS};

/* ---- opening ---- */

static int open_connection(rocpd_reader *r, rocpd_error *err) {
  char *message = NULL;
  int rc = sqlite3_open(":memory:", &r->db);
  if (!rc) rc = sqlite3_rocpd_init(r->db, &message, sqlite3_api);
  if (rc == SQLITE_OK_LOAD_PERMANENTLY) rc = SQLITE_OK;
  if (rc) rocpd_fail(err, rc, "%s", message ? message : sqlite3_errmsg(r->db));
  sqlite3_free(message);
  return rc;
}

static int attach(rocpd_trace *t, const char *path, rocpd_error *err) {
  int64_t files = 0;
  int rc = rocpd_trace_attach(t, path, &(rocpd_open_options){0}, &files, err);
  return rc || files ? rc : rocpd_fail(err, SQLITE_CANTOPEN, "%s: no trace is there", path);
}

/* The options as SQL has them. */
static int begin(rocpd_reader *r, rocpd_trace *t, const char *options, rocpd_error *err) {
  sqlite3_stmt *one = NULL;
  int rc = sqlite3_prepare_v2(r->db, "SELECT ?1", -1, &one, NULL);
  if (!rc) rc = sqlite3_bind_text(one, 1, options, -1, SQLITE_STATIC);
  if (!rc && sqlite3_step(one) != SQLITE_ROW) rc = SQLITE_NOMEM;
  if (rc) rocpd_fail(err, rc, "%s", sqlite3_errmsg(r->db));
  else r->begun = true, rc = rocpd_export_begin(&r->x, &format, t, sqlite3_column_value(one, 0), err);
  sqlite3_finalize(one);
  return rc;
}

int rocpd_reader_knows(const char *path, bool *known, rocpd_error *err) {
  rocpd_reader r = {0};
  int rc = rocpd_fail_code(err, rocpd_file_may_be_trace(path, known));
  if (rc || !*known) return rc;
  rc = open_connection(&r, err);
  rocpd_trace *t = rc ? NULL : rocpd_trace_of(r.db);
  if (!rc && !t) rc = rocpd_no_memory(err);
  if (!rc) rc = attach(t, path, err);
  sqlite3_close(r.db);
  *known = !rc;
  if (rc == SQLITE_NOMEM || rc == SQLITE_IOERR_NOMEM) return rc;
  rocpd_error_clear(err);
  return SQLITE_OK;
}

/* ---- slices ---- */

static int compare_times(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return ROCPD_ORDER(x, y);
}

/* What begins in a slice is sorted at once. Where they begin and end is found from some of the rows. */
static int find_borders(rocpd_reader *r, rocpd_error *err) {
  enum { EACH = 64, ROWS = 1 << 20 };
  rocpd_export_layout *l = &r->x.layout;
  size_t n = 0;
  r->border = sqlite3_malloc64((l->rows / EACH + l->batches + 1) * sizeof *r->border);
  if (!r->border) return rocpd_no_memory(err);
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < l->batches; i++) {
    rc = rocpd_view_open(&r->x, &l->batch[i], err);
    for (uint32_t row = 0; !rc && row < l->batch[i].batch->rows; row += EACH)
      if ((r->border[n] = rocpd_column_at(l->batch[i].start, row)) != ROCPD_NULL) r->border[n++] += rocpd_reader_ahead(r, (uint32_t)i);
    rocpd_view_close(&r->x, &l->batch[i]);
  }
  if (rc) return rc;
  qsort(r->border, n, sizeof *r->border, compare_times);
  for (size_t i = ROWS / EACH; i < n; i += ROWS / EACH)
    if (!r->borders || r->border[i] > r->border[r->borders - 1]) r->border[r->borders++] = r->border[i];
  return SQLITE_OK;
}

int rocpd_reader_open(rocpd_reader *r, const char *const *path, size_t paths, const char *options, rocpd_error *err) {
  *r = (rocpd_reader){0};
  int rc = open_connection(r, err);
  rocpd_trace *t = rc ? NULL : rocpd_trace_of(r->db);
  if (!rc && !t) rc = rocpd_no_memory(err);
  for (size_t i = 0; !rc && i < paths; i++) rc = attach(t, path[i], err);
  if (!rc) rc = begin(r, t, options, err);
  if (!rc) rc = rocpd_export_layout_make(&r->x, err);
  if (!rc) rc = rocpd_export_warn_of_times(&r->x, err);
  if (!rc) rc = rocpd_export_warn_of_none(&r->x, r->x.layout.rows, err);
  if (!rc && r->x.option.args) rc = rocpd_arguments_make(&r->x, err);
  if (!rc) rc = rocpd_ctf_plan(&r->x, &r->shared, err);
  r->x.views.columns = ROCPD_VIEW_TIMES; /* and those that the plan names */
  return rc ? rc : find_borders(r, err);
}

void rocpd_reader_close(rocpd_reader *r) {
  for (int i = 0; i < CTF_CHANNELS; i++) rocpd_map_free(&r->channel[i]);
  rocpd_map_free(&r->channel_of_track), rocpd_map_free(&r->number);
  sqlite3_free(r->border), sqlite3_free(r->stream);
  rocpd_ctf_texts_free(&r->texts);
  rocpd_ctf_plan_free(&r->shared);
  if (r->begun) rocpd_export_end(&r->x);
  sqlite3_close(r->db);
  *r = (rocpd_reader){0};
}

/* ---- streams ---- */

/* The number that a key has, *next if it is new. */
static int number_of(rocpd_map *m, uint64_t key, uint64_t next, uint64_t *out) {
  *out = rocpd_map_get(m, key, UINT64_MAX);
  return *out == UINT64_MAX ? rocpd_map_set(m, key, *out = next) : SQLITE_OK;
}

/* The stream of a key, which is added if it is new. */
static int find_stream(rocpd_reader *r, uint64_t key, const rocpd_ctf_owner *o, uint32_t clock, uint32_t *stream, rocpd_error *err) {
  uint64_t known = rocpd_map_get(&r->number, key, UINT64_MAX);
  if (known != UINT64_MAX) return *stream = (uint32_t)known, SQLITE_OK;
  if (rocpd_array_reserve(&r->stream, &r->stream_capacity, r->streams + 1, sizeof *r->stream)) return rocpd_no_memory(err);
  *stream = (uint32_t)r->streams;
  r->stream[r->streams].owner = *o;
  int rc = rocpd_ctf_find_class(&r->x, &r->shared, o->kind, clock, o->category, &r->stream[r->streams].class, err);
  if (!rc) rc = rocpd_fail_code(err, rocpd_map_set(&r->number, key, r->streams));
  if (!rc) r->streams++;
  return rc;
}

/* No stream of events has such a key. */
int rocpd_reader_find_loss(rocpd_reader *r, size_t loss, uint32_t *stream, rocpd_error *err) {
  const rocpd_ctf_owner o = rocpd_ctf_owner_of_loss(&r->shared.loss[loss]);
  return find_stream(r, UINT64_MAX - loss, &o, r->shared.loss[loss].clock, stream, err);
}

static int number_stream(rocpd_reader *r, uint32_t track, const rocpd_ctf_batch *b, int64_t category, const rocpd_ctf_channel *c, uint32_t *out,
                         rocpd_error *err) {
  uint64_t channel = 0, of_track;
  int rc = c->id == ROCPD_NULL ? SQLITE_OK : number_of(&r->channel[c->source], (uint64_t)c->id, r->channel[c->source].count + 1, &channel);
  if (!rc) rc = number_of(&r->channel_of_track, (uint64_t)track << 32 | channel << 1 | (unsigned)c->source, r->channel_of_track.count, &of_track);
  if (rc) return rocpd_fail_code(err, rc);
  const rocpd_ctf_owner o = {&r->x.layout.track[track], NULL, b->kind, category, *c};
  return find_stream(r, ((category == ROCPD_NULL ? 0 : (uint64_t)category + 1) * CTF_KINDS + b->kind) << 28 | of_track, &o, b->clock, out, err);
}

/* Of a row that is of no stream that was found last. */
static int find_other(rocpd_reader *r, uint32_t track, const rocpd_ctf_batch *b, uint32_t row, int64_t category, uint32_t *stream, rocpd_error *err) {
  rocpd_ctf_channel c = rocpd_ctf_channel_of(b, row);
  /* Mostly one that was just met. */
  uint64_t mixed = (((uint64_t)track * 31 + (uint64_t)category) * 31 + (uint64_t)c.id + b->kind) * 0x9e3779b97f4a7c15u;
  struct rocpd_reader_recent *recent = &r->recent[mixed >> (64 - READER_RECENT_BITS)];
  if (recent->stream_plus_1 && recent->track == track && recent->kind == b->kind && recent->source == c.source && recent->category == category &&
      recent->channel == c.id)
    return *stream = recent->stream_plus_1 - 1, SQLITE_OK;
  int rc = number_stream(r, track, b, category, &c, stream, err);
  if (!rc) *recent = (struct rocpd_reader_recent){track, *stream + 1, b->kind, (uint8_t)c.source, category, c.id};
  return rc;
}

/* Do all rows of a track have one channel? Those of a stream do, and a thread's calls and samples. */
static bool is_one_channel(const rocpd_track *t, const rocpd_ctf_batch *b) {
  return b->one_channel || t->class == ROCPD_EVENT_REGION || (t->stream && b->first_channel == 0);
}

int rocpd_reader_find_stream(rocpd_reader *r, uint32_t track, uint32_t batch, uint32_t row, uint32_t *stream, rocpd_error *err) {
  struct rocpd_reader_met *met = &r->met[((uint64_t)batch << 32 | track) * 0x9e3779b97f4a7c15u >> (64 - READER_RECENT_BITS)];
  bool known = met->stream_plus_1 && met->track == track && met->batch == batch && met->one_channel;
  if (known && met->one_category) return *stream = met->stream_plus_1 - 1, SQLITE_OK;
  const rocpd_ctf_batch *b = &r->shared.batch[batch];
  int64_t category = rocpd_column_at(b->category, row);
  if (known && met->category == category) return *stream = met->stream_plus_1 - 1, SQLITE_OK;
  int rc = find_other(r, track, b, row, category, stream, err);
  if (!rc)
    *met = (struct rocpd_reader_met){track, batch, *stream + 1, is_one_channel(&r->x.layout.track[track], b), rocpd_column_is_constant(b->category), category};
  return rc;
}
