/* Lists of batches of a file, and creation of batches. Shared by all code that makes batches (rocz_batch.c and the files that it calls). */
#include "rocz_file.h"

rocpd_rocz_batch *rocpd_rocz_batch_new(rocpd_rocz_file *f, int kind, uint16_t raw_kind, uint32_t lane) {
  const rocz_kind *raw = raw_kind < ROCZ_DECLARED ? rocz_kind_find(raw_kind) : NULL;
  unsigned raws = raw ? raw->columns : 0;
  rocpd_rocz_batch *b = (rocpd_rocz_batch *)rocpd_batch_new(&f->base, kind, sizeof(rocpd_rocz_batch) + raws * sizeof(b->raw[0]));
  if (!b) return NULL;
  b->raws = raws;
  b->file = f;
  b->kind = raw_kind;
  b->base.lane = lane;
  b->base.min_time = INT64_MAX;
  b->base.max_time = INT64_MIN;
  b->base.first_rowid = rocpd_first_rowid(f->base.number);
  return b;
}

int rocpd_rocz_batches_add(rocpd_rocz_batches *l, rocpd_rocz_batch *b) {
  if (rocpd_array_reserve(&l->batch, &l->capacity, l->batches + 1, sizeof(*l->batch)) != SQLITE_OK) {
    rocpd_batch_unref(&b->base);
    return SQLITE_NOMEM;
  }
  l->batch[l->batches++] = &b->base;
  return SQLITE_OK;
}
