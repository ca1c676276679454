/* Finds the stream of its track that a row belongs to. Streams are numbered in order of first use. */
#include "ctf.h"

/* Numbers a channel from 1; 0: the channel is unknown. */
static int number_channel(rocpd_ctf_writer *f, const rocpd_ctf_channel *c, uint64_t *number) {
  *number = c->id == ROCPD_NULL ? 0 : rocpd_map_get(&f->channel[c->source], (uint64_t)c->id, 0);
  if (*number || c->id == ROCPD_NULL) return SQLITE_OK;
  return rocpd_map_set(&f->channel[c->source], (uint64_t)c->id, *number = ++f->channels);
}

static int find_stream(rocpd_ctf_writer *f, const rocpd_ctf_batch *b, uint32_t row, int64_t category, uint32_t *number) {
  rocpd_ctf_channel c = rocpd_ctf_channel_of(b, row);
  /* Mostly it is the same stream again. */
  if (f->last.category == category && f->last.channel == c.id && f->last.kind == b->kind && f->last.source == c.source)
    return *number = f->last.number, SQLITE_OK;
  uint64_t channel;
  if (number_channel(f, &c, &channel)) return SQLITE_NOMEM;
  uint64_t key = ((category == ROCPD_NULL ? 0 : (uint64_t)category + 1) * CTF_KINDS + b->kind) << 28 | channel;
  uint64_t known = rocpd_map_get(&f->number, key, UINT64_MAX);
  if (known == UINT64_MAX) {
    known = f->number.count;
    if (rocpd_map_set(&f->number, key, known)) return SQLITE_NOMEM;
  }
  *number = f->last.number = (uint32_t)known;
  f->last.category = category, f->last.channel = c.id, f->last.kind = b->kind, f->last.source = c.source;
  return SQLITE_OK;
}

int rocpd_ctf_find_streams(rocpd_ctf_writer *f, const rocpd_ctf_batch *b, const rocpd_block_rows *r, rocpd_ctf_payload *out, rocpd_error *err) {
  int64_t category[ROCPD_BLOCK_EVENTS];
  rocpd_block_rows_get(r, b->category, category);
  for (uint32_t i = 0; i < r->n; i++) {
    if (i && b->one_channel && category[i] == category[i - 1]) out[i].stream = out[i - 1].stream;
    else if (find_stream(f, b, r->item[i].row, category[i], &out[i].stream)) return rocpd_no_memory(err);
  }
  return SQLITE_OK;
}

void rocpd_ctf_forget_streams(rocpd_ctf_writer *f) {
  for (int i = 0; i < CTF_CHANNELS; i++) rocpd_map_free(&f->channel[i]), f->channel[i] = (rocpd_map){0};
  rocpd_map_free(&f->number);
  f->number = (rocpd_map){0}, f->channels = 0, f->last.kind = CTF_KINDS;
}
