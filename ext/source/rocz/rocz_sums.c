/* Sums that a process adds up, of its live file (segments of sums): rows of `aggregated`, and of `frames`, which their records
** name. Chunks have those of records that were flushed, and the first frames. */
#include "rocz_look.h"
#include "sum_row.h"
#include <stdlib.h>

typedef struct frame { uint32_t id, parent, name; } frame;
typedef struct frames { frame *at; size_t n; } frames;

static int compare_ids(const void *a, const void *b) { return ROCPD_ORDER(((const frame *)a)->id, ((const frame *)b)->id); }

/* Gathers the frames of all records, in order, each once. */
static int gather(const rocz_look_segment *s, size_t n, frames *out) {
  uint64_t most = 0;
  for (size_t i = 0; i < n; i++) most += s[i].view.pos - s[i].view.tail;
  out->at = sqlite3_malloc64((most + 1) * sizeof(*out->at));
  if (!out->at) return SQLITE_NOMEM;
  for (size_t i = 0; i < n; i++)
    for (uint64_t j = s[i].view.tail; j < s[i].view.pos; j++) {
      const rocz_sum_record *r = rocz_live_sum(&s[i].view, j);
      if (r->rows_of && r->frame_name) out->at[out->n++] = (frame){r->frame, r->parent_frame, r->frame_name};
    }
  qsort(out->at, out->n, sizeof(*out->at), compare_ids);
  size_t kept = 0;
  for (size_t i = 0; i < out->n; i++)
    if (!kept || out->at[kept - 1].id != out->at[i].id) out->at[kept++] = out->at[i];
  out->n = kept;
  return SQLITE_OK;
}

static uint64_t position_of(const rocpd_rocz_file *f, uint16_t kind) {
  const rocpd_rocz_lane *l = rocpd_rocz_lane_find(f, kind, 0);
  return l ? l->position : 0;
}

/* A copy that was made in pieces may lack a frame around another. */
static bool is_there(const frames *fs, uint32_t id) { return bsearch(&(frame){.id = id}, fs->at, fs->n, sizeof(*fs->at), compare_ids) != NULL; }

static int put_frames(const rocpd_rocz_file *f, rocz_look *k, const frames *fs) {
  uint64_t in_chunks = position_of(f, ROCZ_OWN_FRAMES); /* frames with smaller numbers are */
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < fs->n; i++) {
    const frame *x = &fs->at[i];
    bool has_parent = x->parent && x->parent < x->id && (x->parent < in_chunks || is_there(fs, x->parent));
    int64_t row[ROCZ_FRAME_COLUMNS] = {x->id, has_parent ? x->parent : ROCPD_NULL, x->name};
    if (x->id >= in_chunks) rc = rocpd_rocz_put_row_of(k, ROCZ_OWN_FRAMES, ROCZ_FRAME_COLUMNS, 0, row);
  }
  return rc;
}

int rocpd_rocz_sums_of(rocpd_rocz_file *f, rocz_look *k, const rocz_look_segment *s, size_t n, rocpd_error *err) {
  frames fs = {0};
  uint64_t flushed = position_of(f, ROCZ_OWN_SUMS);
  int rc = gather(s, n, &fs);
  if (rc == SQLITE_OK) rc = put_frames(f, k, &fs);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++)
    for (uint64_t j = s[i].view.tail; rc == SQLITE_OK && j < s[i].view.pos; j++) {
      const rocz_sum_record *r = rocz_live_sum(&s[i].view, j);
      int64_t row[ROCZ_SUM_COLUMNS];
      if ((r->flushed && r->flushed <= flushed) || !rocz_sum_row(r, s[i].view.kind == ROCZ_SEG_WIDE_SUMS, !s[i].view.sums_only, row)) continue;
      rc = rocpd_rocz_put_row_of(k, ROCZ_OWN_SUMS, ROCZ_SUM_COLUMNS, 0, row);
    }
  sqlite3_free(fs.at);
  return rc;
}

bool rocpd_rocz_sums_only(const rocz_look *k) {
  for (size_t i = 0; i < k->segments; i++)
    if (rocz_segment_has_sums(k->segment[i].view.kind) && k->segment[i].view.sums_only) return true;
  return false;
}
