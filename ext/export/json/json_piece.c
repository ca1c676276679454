/* Pieces of JSON text that many events have: names, categories, launch signatures. See json_write.h. */
#include "json_write.h"

char *rocpd_json_begin_piece(rocpd_json_state *f, rocpd_json_pieces *all, uint64_t number, size_t room, rocpd_json_piece **out) {
  if (number >= all->n) {
    size_t old = all->n;
    if (rocpd_array_reserve(&all->piece, &all->n, (size_t)number + 1, sizeof *all->piece)) return NULL;
    memset(all->piece + old, 0, (all->n - old) * sizeof *all->piece);
  }
  if (rocpd_array_reserve(&f->pool, &f->pool_capacity, f->pool_used + room + JSON_STEP, 1)) return NULL;
  *out = all->piece + number;
  (*out)->offset = f->pool_used;
  return f->pool + f->pool_used;
}

void rocpd_json_end_piece(rocpd_json_state *f, rocpd_json_piece *c, const char *end) {
  c->size = (uint32_t)(end - (f->pool + c->offset));
  c->made = true;
  f->pool_used = c->offset + c->size;
  memset(f->pool + f->pool_used, ' ', JSON_STEP);
}

static uint8_t domain_of(const char *category) {
  static const char *const prefix[JSON_DOMAINS] = {[JSON_HSA] = "HSA_", [JSON_HIP] = "HIP_", [JSON_MARKER] = "MARKER_", [JSON_OTHER] = ""};
  uint8_t d = JSON_GPU + 1;
  while (strncmp(category, prefix[d], strlen(prefix[d]))) d++;
  return d;
}

int rocpd_json_make_text(rocpd_writer *w, const char *key, int64_t id, rocpd_json_pieces *all, rocpd_json_piece **out, rocpd_error *err) {
  rocpd_json_state *f = w->state;
  int64_t length = 0;
  const char *text = id == ROCPD_NULL ? "" : rocpd_string(w->x->session, id, &length);
  char *p = rocpd_json_begin_piece(f, all, id == ROCPD_NULL ? 0 : (uint64_t)id + 1, strlen(key) + 6 + (size_t)length * 6, out);
  if (!p) return rocpd_no_memory(err);
  p = PUT(p, ",\"");
  p = put_bytes(p, key, strlen(key));
  p = PUT(p, "\":");
  p = put_quoted(p, text, (size_t)length);
  rocpd_json_end_piece(f, *out, p);
  (*out)->domain = domain_of(text);
  return SQLITE_OK;
}

/* `"label":value,` of a field of the signature; nothing for NULL. */
static char *put_signature_field(char *p, const char *label, const int64_t *value, int count) {
  char *begin = p, list = count > 1;
  bool any = false;
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
  const int64_t *value = w->signatures.value[number];
  for (int i = 0; i < kind->fields; i++) {
    if (!kind->field[i].signature) continue;
    p = put_signature_field(p, kind->field[i].label, value, kind->field[i].count);
    value += kind->field[i].count;
  }
  rocpd_json_end_piece(f, *out, p);
  return SQLITE_OK;
}

void rocpd_json_forget(rocpd_json_state *f) {
  if (!f) return;
  sqlite3_free(f->name.piece), sqlite3_free(f->category.piece), sqlite3_free(f->signature.piece);
  sqlite3_free(f->counter.piece), sqlite3_free(f->pool);
  rocpd_map_free(&f->counter_names);
}
