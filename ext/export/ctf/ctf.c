/* The tracks of an export in CTF; see ctf.h. A track is read in order of time; its streams are numbered in order of first use. If there are more streams
** than can be open, the track is read again for the others. */
#include "ctf.h"
#include "format.h"
#include "moment.h"

/* Finds the chunk with an item's payload. If an event ends long after its chunk, the payload is made again. */
static rocpd_ctf_chunk *find_chunk(rocpd_writer *w, const rocpd_track *t, const rocpd_moment *m, rocpd_error *err) {
  rocpd_ctf_writer *f = w->state;
  rocpd_ctf_chunk *c = &f->chunk[m->lane < f->chunks ? m->lane : m->lane % f->chunks];
  if (m->item - c->first < c->n) return c;
  if (m->end) c = &f->late;
  int rc = m->item - c->first < c->n ? SQLITE_OK : rocpd_ctf_make_payloads(w, c, t, m->item, t->lane_end[m->lane] - m->item, err);
  return rc ? NULL : c;
}

/* first: number of the first stream of this pass. */
static int write_moment(rocpd_writer *w, const rocpd_track *t, const rocpd_moment *m, uint32_t first, rocpd_error *err) {
  rocpd_ctf_writer *f = w->state;
  const rocpd_item *it = &t->item[m->item];
  const rocpd_ctf_chunk *c = find_chunk(w, t, m, err);
  if (!c) return err->rc;
  const rocpd_ctf_payload *p = &c->payload[m->item - c->first];
  if (p->stream < first || p->stream - first >= CTF_OPEN || (m->end && p->alone)) return SQLITE_OK;
  rocpd_ctf_stream *stream = &f->stream[p->stream - first];
  int rc = stream->file.open ? SQLITE_OK : rocpd_ctf_stream_open(w, stream, t, it, err);
  if (rc) return rc;
  bool endless = it->end == INT64_MAX || (p->alone && !p->point);
  return rocpd_ctf_stream_event(stream, m->end ? CTF_END : CTF_START, m->time - rocpd_ctf_shared_of(w->x)->base, c->bytes, p,
                                m->end ? it->end - it->start : endless ? -1 : 0, err);
}

/* ---- tracks ---- */

/* Each lane has a chunk of its own, if there is room for enough payloads. */
static void begin_pass(rocpd_ctf_writer *f, size_t lanes) {
  f->chunks = lanes < CTF_CHUNK ? lanes : CTF_CHUNK;
  f->model.of = 0;
  uint32_t most = (uint32_t)(CTF_CHUNK / f->chunks);
  for (size_t i = 0; i < f->chunks; i++) f->chunk[i].payload = f->payload + i * most, f->chunk[i].most = most, f->chunk[i].n = 0;
  f->late.payload = f->payload + CTF_CHUNK, f->late.most = 1, f->late.n = 0;
}

static int write_pass(rocpd_writer *w, const rocpd_track *t, uint32_t first, rocpd_error *err) {
  enum { SOME = 1024 };
  rocpd_ctf_writer *f = w->state;
  rocpd_moments all;
  rocpd_moment m;
  uint32_t rows = 0;
  int rc = rocpd_moments_open(t, &all, err);
  begin_pass(f, t->lanes);
  while (!rc && rocpd_moments_next(&all, &m)) {
    rc = write_moment(w, t, &m, first, err);
    if (!m.end && !rc && ++rows % SOME == 0) rc = rocpd_writer_poll(w, first ? 0 : SOME, err);
  }
  rocpd_moments_close(&all);
  for (int i = 0; i < CTF_OPEN && !rc; i++)
    if (f->stream[i].file.open) rc = rocpd_ctf_stream_finish(&f->stream[i], err);
  return rc ? rc : rocpd_writer_poll(w, first ? 0 : rows % SOME, err);
}

static int write_track(rocpd_writer *w, const rocpd_track *t, rocpd_error *err) {
  rocpd_ctf_writer *f = w->state;
  int rc = rocpd_ctf_plan_track(w->x, rocpd_ctf_shared_of(w->x), t, err);
  rocpd_ctf_forget_streams(f);
  for (uint32_t first = 0; !rc && (!first || first < f->number.count); first += CTF_OPEN) rc = write_pass(w, t, first, err);
  return rc;
}

/* ---- the whole ---- */

static int begin_trace(rocpd_writer *w, rocpd_error *err) {
  rocpd_ctf_writer *f = w->state;
  f->shared = rocpd_zeroed(sizeof *f->shared);
  if (!f->shared) return rocpd_no_memory(err);
  return rocpd_ctf_plan(w->x, f->shared, err);
}

static int end_trace(rocpd_writer *w, rocpd_error *err) {
  enum { MANY = 900 }; /* number of streams from which readers may exceed their limit of open files, mostly 1024 */
  rocpd_ctf_writer *f = w->state;
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < f->shared->losses; i++) rc = rocpd_ctf_stream_loss(w, &f->stream[0], &f->shared->loss[i], err);
  if (!rc) rc = rocpd_ctf_write_metadata(w->x, f->shared, err);
  if (rc || w->x->run.lanes <= MANY) return rc;
  return rocpd_export_warn(w->x, err, "%u streams, each a file that babeltrace2 keeps open: it may need ulimit -n %u", w->x->run.lanes, w->x->run.lanes + 100);
}

static void release(rocpd_writer *w) {
  rocpd_ctf_writer *f = w->state;
  for (int i = 0; i < CTF_OPEN; i++) rocpd_ctf_stream_free(&f->stream[i]);
  if (f->shared) rocpd_ctf_plan_free(f->shared);
  sqlite3_free(f->shared);
  for (int i = 0; i < CTF_CHUNK; i++) sqlite3_free(f->chunk[i].bytes);
  sqlite3_free(f->late.bytes);
  rocpd_ctf_texts_free(&f->texts);
  rocpd_ctf_forget_streams(f);
}

ROCPD_EXPORT_FORMAT(ctf) = {
  .function = "rocpd_export_ctf",
  .needs = ROCPD_NEEDS_FOLDER | ROCPD_NEEDS_UNSTARTED | ROCPD_NEEDS_OWN_COLUMNS,
  .options = ROCPD_O_AGENTS | ROCPD_O_CHANNELS,
  .marker = "metadata", .state_size = sizeof(rocpd_ctf_writer),
  .begin = begin_trace, .end = end_trace, .track = write_track, .release = release};
