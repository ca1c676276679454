/* Payloads, which follow the headers of events: integers of few bytes, then texts. Neighbouring events are mostly in one batch. What its rows have in common
** is copied from a template, then the other fields are filled in column by column. */
#include "ctf.h"

enum { MANY_TEXTS = 4 << 20 }; /* maximum size of the pool of texts, bytes */

static bool fits(uint32_t size, uint32_t more) { return (uint64_t)size + more <= INT32_MAX; }
static int too_long(rocpd_error *err) { return rocpd_fail(err, SQLITE_TOOBIG, "the texts of an event are longer than 2 GB"); }

/* ---- what is the same in all events of a batch ---- */

static int make_model(rocpd_writer *w, const rocpd_ctf_shared *s, uint32_t batch, rocpd_error *err) {
  rocpd_ctf_writer *f = w->state;
  const rocpd_ctf_batch *b = &s->batch[batch];
  rocpd_ctf_model *m = &f->model;
  rocpd_ctf_text text[CTF_TEXTS];
  int first = s->fields[b->kind] - s->texts[b->kind], rc = SQLITE_OK;
  *m = (rocpd_ctf_model){.size = s->fixed[b->kind]};
  for (int i = 0, k = 0, begun = 0; !rc && i <= s->texts[b->kind]; i++) {
    bool last = i == s->texts[b->kind], changes = k < b->changing_texts && b->changing_text[k] == i;
    if (!last && !changes) rc = rocpd_ctf_find_text(&f->texts, w->x->session, rocpd_column_at(b->field[first + i], 0), &text[i], err);
    if (rc || (!last && !changes)) continue;
    rc = rocpd_ctf_join_texts(&f->texts, text + begun, i - begun, &m->blob[k], err);
    if (!rc && !fits(m->size, m->blob[k].size)) rc = too_long(err);
    m->size += m->blob[k++].size, begun = i + 1;
  }
  if (!rc) m->of = batch + 1;
  return rc;
}

/* ---- events of one batch ---- */

/* Finds the texts that differ from row to row. If they are long, it shortens r. */
static int find_texts(rocpd_writer *w, const rocpd_ctf_shared *s, const rocpd_ctf_batch *b, uint32_t process, rocpd_block_rows *r, rocpd_ctf_payload *out,
                      rocpd_error *err) {
  rocpd_ctf_writer *f = w->state;
  int64_t id[ROCPD_BLOCK_EVENTS];
  size_t before = f->texts.used;
  int rc = SQLITE_OK;
  for (int k = 0; k < b->changing_texts; k++) {
    const rocpd_column *c = b->field[s->fields[b->kind] - s->texts[b->kind] + b->changing_text[k]];
    rocpd_block_rows_get(r, c ? c : b->field[CTF_ID], id);
    for (uint32_t i = 0; i < r->n; i++) {
      rc = c ? rocpd_ctf_find_text(&f->texts, w->x->session, id[i], &f->text[k][i], err) :
               rocpd_ctf_find_arguments(w->x, &w->argument_cursor, &f->texts, process, id[i], &f->text[k][i], err);
      if (rc) return rc;
      if (!fits(out[i].size, f->text[k][i].size)) return too_long(err);
      out[i].size += f->text[k][i].size;
      if (f->texts.used - before > CTF_CHUNK_BYTES) r->n = i + 1;
    }
  }
  return SQLITE_OK;
}

static void put_column(uint8_t *bytes, const rocpd_ctf_payload *p, uint32_t n, uint16_t offset, uint8_t width, const int64_t *value) {
#define OF(size) case size: for (uint32_t i = 0; i < n; i++) ctf_put_integer(bytes + p[i].offset + offset, size, value[i]); break
  switch (width) { OF(1); OF(2); OF(3); OF(4); OF(5); OF(6); OF(7); OF(8); }
#undef OF
}

static void put_events(const rocpd_ctf_writer *f, const rocpd_ctf_shared *s, const rocpd_ctf_batch *b, const rocpd_block_rows *r, uint8_t *bytes,
                       const rocpd_ctf_payload *p) {
  const rocpd_ctf_model *m = &f->model;
  int64_t value[ROCPD_BLOCK_EVENTS];
  for (uint32_t i = 0; i < r->n; i++) {
    uint8_t *to = rocpd_ctf_copy(bytes + p[i].offset, b->fixed, s->fixed[b->kind]);
    for (int k = 0; k < b->changing_texts; k++) {
      to = rocpd_ctf_copy(to, f->texts.pool + m->blob[k].offset, m->blob[k].size);
      to = rocpd_ctf_copy(to, f->texts.pool + f->text[k][i].offset, f->text[k][i].size);
    }
    rocpd_ctf_copy(to, f->texts.pool + m->blob[b->changing_texts].offset, m->blob[b->changing_texts].size);
  }
  for (int i = 0; i < b->changings; i++) {
    int field = b->changing[i];
    if (!b->again[i]) rocpd_block_rows_get(r, b->field[field], value);
    put_column(bytes, p, r->n, s->offset[b->kind][field], s->width[b->kind][field], value);
  }
}

/* Makes payloads of some of n events, all of one batch. */
static int add_run(rocpd_writer *w, rocpd_ctf_chunk *c, uint32_t process, const rocpd_item *item, size_t n, rocpd_error *err) {
  rocpd_ctf_writer *f = w->state;
  const rocpd_ctf_shared *s = rocpd_ctf_shared_of(w->x);
  const rocpd_ctf_batch *b = &s->batch[item->batch];
  const rocpd_export_batch *v = &w->x->layout.batch[item->batch];
  bool point = rocpd_ctf_kinds[b->kind].point;
  rocpd_block_rows r = rocpd_block_rows_of(item, n);
  rocpd_ctf_payload *p = c->payload + c->n;
  int rc = f->model.of == item->batch + 1 ? SQLITE_OK : make_model(w, s, item->batch, err);
  for (uint32_t i = 0; !rc && i < r.n; i++) {
    bool never = v->unstarted && rocpd_never_started(v, item[i].row);
    p[i] = (rocpd_ctf_payload){.size = f->model.size, .width = s->duration[b->kind], .point = point, .alone = point || never};
  }
  if (!rc) rc = rocpd_ctf_find_streams(f, b, &r, p, err);
  if (!rc) rc = find_texts(w, s, b, process, &r, p, err);
  if (rc) return rc;
  for (uint32_t i = 0; i < r.n; i++) {
    if (i && c->used + p[i].size > 2 * CTF_CHUNK_BYTES) r.n = i; /* few but long texts */
    else p[i].offset = (uint32_t)c->used, c->used += p[i].size;
  }
  if (rocpd_array_reserve(&c->bytes, &c->capacity, c->used + CTF_STEP, 1)) return rocpd_no_memory(err);
  put_events(f, s, b, &r, c->bytes, p);
  c->n += r.n;
  return SQLITE_OK;
}

int rocpd_ctf_make_payloads(rocpd_writer *w, rocpd_ctf_chunk *c, const rocpd_track *t, size_t first, size_t n, rocpd_error *err) {
  rocpd_ctf_writer *f = w->state;
  if (n > c->most) n = c->most;
  if (f->texts.used > MANY_TEXTS) rocpd_ctf_texts_forget(&f->texts), f->model.of = 0;
  c->first = first, c->n = 0, c->used = 0;
  int rc = SQLITE_OK;
  while (!rc && c->n < n && c->used < CTF_CHUNK_BYTES) rc = add_run(w, c, t->process, t->item + first + c->n, n - c->n, err);
  if (rc) c->n = 0;
  return rc;
}
