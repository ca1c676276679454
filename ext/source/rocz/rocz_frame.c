/* Frames of an interpreter that are in progress (segments of kind FRAMES), as rows of open calls. They are copied before the calls of their lane, so that
** each frame is found, in progress or ended; frames that ended in between are among the calls. */
#include "bisect.h"
#include "rocz_look.h"
#include <stdlib.h>

/* ---- which have ended */

/* Numbers of calls that may have ended, sorted. */
typedef struct maybe_ended {
  const uint64_t *sequence;
  bool *ended;
  size_t n, left; /* left: number of those that have not */
} maybe_ended;

static void see_ended(maybe_ended *m, uint64_t sequence) {
  size_t at = ROCPD_FIRST(i, 0, m->n, m->sequence[i] >= sequence);
  if (at == m->n || m->sequence[at] != sequence || m->ended[at]) return;
  m->ended[at] = true;
  m->left--;
}

/* Marks those that are among the lane's rows in chunks from `first` on, or in its last chunk. */
static int see_chunks(const rocpd_rocz_file *f, uint32_t lane, size_t first, maybe_ended *m, rocpd_error *err) {
  rocpd_session *session = f->base.session;
  int rc = SQLITE_OK;
  bool last = false;
  for (size_t i = f->chunks; rc == SQLITE_OK && m->left && i-- > 0 && (i >= first || !last);) {
    const rocz_chunk *c = &f->chunk[i];
    if (c->kind != ROCZ_CALL || c->lane != lane) continue;
    last = true;
    rocpd_rocz_scratch *s = rocpd_rocz_scratch_take(session, f->base.number, c->offset);
    if (!s) return SQLITE_NOMEM;
    rocz_error e = {0};
    rc = rocpd_rocz_load(f, c, s, err);
    if (rc == SQLITE_OK && rocz_decode_column(s->decoder, &s->body, (unsigned)rocpd_rocz_place(ROCZ_CALL, L_SEQUENCE), NULL, s->values, &e))
      rc = rocpd_rocz_fail_text(f->base.path, &e, err);
    for (uint32_t j = 0; rc == SQLITE_OK && j < c->rows; j++) see_ended(m, (uint64_t)s->values[j]);
    rocpd_rocz_scratch_give(session, s);
  }
  return rc;
}

/* Sets *found if a call with this number is among the lane's rows in chunks from `first` on. */
int rocpd_rocz_ended_in_chunks(const rocpd_rocz_file *f, uint32_t lane, size_t first, uint64_t sequence, bool *found, rocpd_error *err) {
  *found = false;
  maybe_ended m = {.sequence = &sequence, .ended = found, .n = 1, .left = 1};
  return see_chunks(f, lane, first, &m, err);
}

/* ---- which there are */

bool rocpd_rocz_has_frames(const rocz_look *k, uint32_t lane) {
  for (size_t i = 0; i < k->segments; i++)
    if (k->segment[i].view.kind == ROCZ_SEG_FRAMES && k->segment[i].view.lane == lane) return true;
  return false;
}

static int compare_frames(const void *a, const void *b) {
  uint64_t x = ((const rocz_open_frame *)a)->sequence, y = ((const rocz_open_frame *)b)->sequence;
  return ROCPD_ORDER(x, y);
}

/* Gathers the frames of a lane from n segments, in order, each once. */
static int gather_frames(const rocz_look_segment *s, size_t n, rocz_open_frame **out, size_t *count) {
  size_t all = 0, kept = 0;
  for (size_t i = 0; i < n; i++) all += s[i].view.frames;
  rocz_open_frame *frame = *out = sqlite3_malloc64(all * sizeof(*frame) + 1);
  if (!frame) return SQLITE_NOMEM;
  for (size_t i = 0, at = 0; i < n; at += s[i++].view.frames)
    if (s[i].view.frames) memcpy(&frame[at], s[i].view.frame, s[i].view.frames * sizeof(*frame));
  qsort(frame, all, sizeof(*frame), compare_frames);
  for (size_t i = 0; i < all; i++)
    if (!kept || frame[kept - 1].sequence != frame[i].sequence) frame[kept++] = frame[i];
  *count = kept;
  return SQLITE_OK;
}

/* Finds frames that have ended since they were copied. */
static int frames_ended(const rocpd_rocz_file *f, const rocz_look *k, uint32_t lane, maybe_ended *m, rocpd_error *err) {
  int column = rocpd_rocz_place(ROCZ_CALL, L_SEQUENCE);
  for (size_t i = 0; i < k->row_sets; i++) {
    const rocpd_rocz_live_rows *p = k->rows[i];
    for (uint32_t j = 0; p->kind == ROCZ_CALL && p->lane == lane && j < p->rows; j++) see_ended(m, (uint64_t)p->column[column][j]);
  }
  return see_chunks(f, lane, k->chunks, m, err);
}

static int put_frames(const rocpd_rocz_file *f, rocz_look *k, uint32_t lane, const rocz_open_frame *frame, size_t n, rocpd_error *err) {
  uint64_t *sequence = sqlite3_malloc64(n * (sizeof(*sequence) + 1) + 1);
  if (!sequence) return SQLITE_NOMEM;
  bool *ended = (bool *)(sequence + n);
  maybe_ended m = {.sequence = sequence, .ended = ended, .n = n, .left = n};
  for (size_t i = 0; i < n; i++) sequence[i] = frame[i].sequence, ended[i] = false;
  int rc = frames_ended(f, k, lane, &m, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    const rocz_open_frame *o = &frame[i];
    uint64_t parent = o->sequence - (uint32_t)((uint32_t)o->sequence - o->parent);
    int64_t row[] = {rocz_clock_ns(&k->clock, o->start), o->function, (int64_t)o->sequence, o->parent ? (int64_t)parent : 0, o->message};
    if (!ended[i]) rc = rocpd_rocz_put_row(k, ROCZ_OPEN_CALL, lane, row);
  }
  sqlite3_free(sequence);
  return rc;
}

/* Makes rows of the frames of n segments of one lane. Rows of the lane's calls must have been made. */
int rocpd_rocz_frames_of(rocpd_rocz_file *f, rocz_look *k, const rocz_look_segment *s, size_t n, rocpd_error *err) {
  rocz_open_frame *frame = NULL;
  size_t count = 0;
  if (rocpd_rocz_has_rows(f, ROCZ_OPEN_CALL, s->view.lane)) return SQLITE_OK; /* the process is closing the file: all of them are in chunks */
  int rc = gather_frames(s, n, &frame, &count);
  if (rc == SQLITE_OK) rc = put_frames(f, k, s->view.lane, frame, count, err);
  sqlite3_free(frame);
  return rc;
}
