/* Pieces of JSON text that many events share: names, categories, launch signatures. See json_write.h. */
#include "json_write.h"

char *rocpd_json_begin_text(rocpd_json_state *f, rocpd_json_piece *c, size_t room) {
  if (rocpd_array_reserve(&f->pool, &f->pool_capacity, f->pool_used + room + ROCPD_STEP, 1)) return NULL;
  c->offset = f->pool_used;
  return f->pool + f->pool_used;
}

char *rocpd_json_begin_piece(rocpd_json_state *f, rocpd_json_pieces *all, uint64_t number, size_t room, rocpd_json_piece **out) {
  if (number >= all->n) {
    size_t old = all->n;
    if (rocpd_array_reserve(&all->piece, &all->n, (size_t)number + 1, sizeof *all->piece)) return NULL;
    memset(all->piece + old, 0, (all->n - old) * sizeof *all->piece);
  }
  *out = all->piece + number;
  return rocpd_json_begin_text(f, *out, room);
}

void rocpd_json_end_piece(rocpd_json_state *f, rocpd_json_piece *c, const char *end) {
  c->size = (uint32_t)(end - (f->pool + c->offset));
  c->made = true;
  f->pool_used = c->offset + c->size;
  memset(f->pool + f->pool_used, ' ', ROCPD_STEP);
}

/* The group whose process has events of the category, with "arrange":"domain". */
static uint8_t group_of(const char *category) {
  enum rocz_group_id g = rocpd_group_of(category);
  return (uint8_t)(rocz_groups[g].title ? g : ROCZ_GROUP_OTHER);
}

int rocpd_json_make_name(rocpd_writer *w, rocpd_json_name *at, int64_t name, int64_t category, rocpd_json_piece **out, rocpd_error *err) {
  rocpd_json_state *f = w->state;
  int64_t size = 0, more = 0;
  const char *text = name == ROCPD_NULL ? "" : rocpd_string(w->x->session, name, &size),
             *cat = category == ROCPD_NULL ? "" : rocpd_string(w->x->session, category, &more);
  at[1] = at[0];
  at[0] = (rocpd_json_name){.name = name, .category = category};
  char *p = rocpd_json_begin_text(f, &at->piece, 32 + ((size_t)size + (size_t)more) * 6);
  if (!p) return rocpd_no_memory(err);
  p = put_quoted(PUT(p, ",\"name\":"), text, (size_t)size);
  p = put_quoted(PUT(p, ",\"cat\":"), cat, (size_t)more);
  rocpd_json_end_piece(f, &at->piece, p);
  at->piece.group = group_of(cat);
  *out = &at->piece;
  return SQLITE_OK;
}

/* `"label":value,` for a field of the signature; nothing for NULL, or for a count of 0. */
static char *put_signature_field(char *p, const char *label, const int64_t *value, int count) {
  char *begin = p, list = count > 1;
  bool any = false;
  if (!list && !*value) return p;
  *p++ = '"';
  p = put_bytes(p, label, strlen(label));
  p = PUT(p, "\":");
  if (list) *p++ = '[';
  for (int i = 0; i < count; i++) {
    if (value[i] == ROCPD_NULL) continue;
    if (any) *p++ = ',';
    any = true;
    p = put_int(p, value[i]);
  }
  if (list) *p++ = ']';
  *p++ = ',';
  return any ? p : begin;
}

int rocpd_json_signature(rocpd_writer *w, uint32_t number, rocpd_json_piece **out, rocpd_error *err) {
  rocpd_json_state *f = w->state;
  if (number < f->signature.n && f->signature.piece[number].made) return *out = &f->signature.piece[number], SQLITE_OK;
  char *p = rocpd_json_begin_piece(f, &f->signature, number, JSON_EVENT_ROOM, out);
  if (!p) return rocpd_no_memory(err);
  const rocpd_event_kind *kind = &rocpd_event_kinds[ROCPD_EVENT_KERNEL];
  const int64_t *value = rocpd_signature_values(&w->signatures, number);
  for (int i = 0; i < kind->fields; i++) {
    if (!kind->field[i].signature) continue;
    p = put_signature_field(p, kind->field[i].label, value, kind->field[i].count);
    value += kind->field[i].count;
  }
  rocpd_json_end_piece(f, *out, p);
  return SQLITE_OK;
}

void rocpd_json_forget_pieces(rocpd_json_state *f) {
  memset(f->name, 0, sizeof f->name);
  if (f->signature.n) memset(f->signature.piece, 0, f->signature.n * sizeof *f->signature.piece);
  f->pool_used = 0;
}

void rocpd_json_forget(rocpd_json_state *f) {
  if (!f) return;
  sqlite3_free(f->signature.piece);
  sqlite3_free(f->counter.piece), sqlite3_free(f->pool);
  rocpd_map_free(&f->counter_names);
}
