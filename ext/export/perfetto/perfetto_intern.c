/* Texts to which events refer by number. Each packet sequence defines them once; see perfetto.h. */
#include "decimal.h"
#include "escape.h"
#include "perfetto.h"
#include "slots.h"

/* Bytes needed for a length of up to n. */
static int width_of(size_t n) { return n < 128 ? 1 : n < 16384 ? 2 : 4; }

uint8_t *rocpd_perfetto_interned(const rocpd_perfetto *f, uint8_t *p, int width, uint8_t **data) {
  memcpy(p, f->sequence.head, sizeof f->sequence.head);
  p = put_int(p + f->sequence.head_size, PACKET_FLAGS, STATE_NEEDED);
  return *data = open_message(p, PACKET_INTERNED, width);
}

uint8_t *rocpd_perfetto_entry(uint8_t *p, int list, uint32_t iid, const char *text, size_t size) {
  uint8_t *body, *inner;
  int width = width_of(size * 6 + 18); /* bytes that are not UTF-8 take more room */
  p = body = open_message(p, list, width);
  p = put_int(p, ENTRY_IID, iid);
  p = inner = open_message(p, ENTRY_TEXT, width);
  p = (uint8_t *)rocpd_utf8_clean((char *)p, text, size);
  close_message(inner, p, width);
  if (list == INTERNED_SPECIFICATION) { /* viewers show this one */
    p = inner = open_message(p, SPECIFICATION_TEXT, width);
    p = (uint8_t *)rocpd_utf8_clean((char *)p, text, size);
    close_message(inner, p, width);
  }
  close_message(body, p, width);
  return p;
}

static uint8_t *labels_of(uint8_t *p, int list, int class) {
  static const char *const shared[ROCPD_EVENT_CLASSES] = {[ROCPD_EVENT_KERNEL] = "launch", [ROCPD_EVENT_COPY] = "copy",
                                                          [ROCPD_EVENT_ALLOCATION] = "memory", [ROCPD_EVENT_SCRATCH] = "memory"};
  const rocpd_event_kind *kind = &rocpd_event_kinds[class];
  for (int i = 0; i < kind->fields; i++)
    if (!kind->field[i].signature && !kind->field[i].few)
      p = rocpd_perfetto_entry(p, list, (uint32_t)rocpd_perfetto_label(kind, i), kind->field[i].label, strlen(kind->field[i].label));
  return shared[class] ? rocpd_perfetto_entry(p, list, LABEL_SHARED + (uint32_t)class, shared[class], strlen(shared[class])) : p;
}

uint8_t *rocpd_perfetto_labels(uint8_t *p, int list) {
  for (int class = 0; class < ROCPD_EVENT_CLASSES; class++) p = labels_of(p, list, class);
  p = rocpd_perfetto_entry(p, list, LABEL_ARGUMENTS, "arguments", strlen("arguments"));
  return rocpd_perfetto_entry(p, list, LABEL_NEVER_STARTED, "never_started", strlen("never_started"));
}

static int write_text(rocpd_writer *w, int list, uint32_t iid, const char *text, size_t size, rocpd_error *err) {
  const rocpd_perfetto *f = w->state;
  uint8_t *p = rocpd_buffer_reserve(&w->out, 64 + size * 6, err), *packet, *data;
  if (!p) return err->rc;
  int width = width_of(size * 6 + 48);
  p = packet = open_message(p, TRACE_PACKET, width);
  p = rocpd_perfetto_interned(f, p, width, &data);
  p = rocpd_perfetto_entry(p, list, iid, text, size);
  close_message(data, p, width);
  close_message(packet, p, width);
  rocpd_buffer_commit(&w->out, p);
  return SQLITE_OK;
}

int rocpd_perfetto_intern(rocpd_writer *w, int list, int64_t id, rocpd_interned_table *table, rocpd_error *err) {
  const rocpd_perfetto *f = w->state;
  if ((uint64_t)id >= table->size) {
    size_t old = table->size;
    if (rocpd_array_reserve(&table->entry, &table->size, (size_t)id + 1, sizeof *table->entry)) return rocpd_no_memory(err);
    memset(table->entry + old, 0, (table->size - old) * sizeof *table->entry);
  }
  int64_t length;
  const char *text = rocpd_string(w->x->session, id, &length);
  table->entry[id] = (rocpd_interned){f->sequence.id, ++table->next};
  return write_text(w, list, table->next, text, (size_t)length, err);
}

/* ---- values that events share ---- */

enum { MOST_SHARED = 1 << 17 };

static uint64_t hash_of(const int64_t *value) {
  uint64_t h = 0, odd = 0x9e3779b97f4a7c15u; /* independent products, which run in parallel */
  for (int i = 0; i < ROCPD_SHARED_VALUES; i++, odd *= 0xbf58476d1ce4e5b9u) h += (uint64_t)value[i] * odd;
  return h ^ h >> 32;
}

static rocpd_shared *slot_of(const rocpd_shared_table *t, const int64_t *value) {
  const rocpd_shared *s = t->entry;
  return &t->entry[ROCPD_SLOT(i, hash_of(value), t->slots - 1, !s[i].iid || !memcmp(s[i].value, value, sizeof s[i].value))];
}

static int grow(rocpd_shared_table *t) { return ROCPD_SLOTS_GROW(t->entry, t->slots, 256, e, e->iid, hash_of(e->value)); }

/* Room for a field of the text without its label: brackets, quotes, and up to three numbers. */
enum { FIELD_ROOM = 8 + 3 * ROCPD_DECIMAL_ROOM };

static char *put_label(char *p, const char *begin, const rocpd_export_field *field) {
  size_t size = strlen(field->label);
  if (p > begin + 1) *p++ = ',';
  *p++ = '"';
  memcpy(p, field->label, size);
  memcpy(p + size, "\":", 2);
  return p + size + 2;
}

static char *put_field(char *p, const char *begin, const rocpd_export_field *field, const int64_t *value) {
  int n = 0;
  for (int i = 0; i < field->count; i++) n += value[i] != ROCPD_NULL;
  if (!n || (field->not_zero && !*value)) return p;
  p = put_label(p, begin, field);
  if (field->count > 1) *p++ = '[';
  for (int i = 0, k = 0; i < field->count; i++) {
    if (value[i] == ROCPD_NULL) continue;
    if (k++) *p++ = ',';
    p = rocpd_put_signed(p, value[i]);
  }
  if (field->count > 1) *p++ = ']';
  return p;
}

static char *put_string(rocpd_writer *w, char *p, const char *begin, const rocpd_export_field *field, int64_t id) {
  int64_t size;
  if (id == ROCPD_NULL) return p;
  const char *text = rocpd_string(w->x->session, id, &size);
  p = put_label(p, begin, field);
  *p++ = '"';
  p = rocpd_json_escape(p, text, (size_t)size);
  *p++ = '"';
  return p;
}

/* The most bytes of the text for what event k shares. */
static size_t shared_room(rocpd_writer *w, const rocpd_block *b, uint32_t k) {
  const rocpd_perfetto *f = w->state;
  const rocpd_event_kind *kind = b->batch->event;
  size_t room = ROCPD_DECIMAL_ROOM;
  for (int i = 0; i < kind->fields; i++) room += kind->field[i].signature || kind->field[i].few ? strlen(kind->field[i].label) + FIELD_ROOM : 0;
  for (int i = 0; i < f->now->few.n; i++) {
    int64_t size = 0, v = b->field[f->now->few.place[i]][k];
    if (kind->field[b->batch->own[f->now->few.place[i]]].text && v != ROCPD_NULL) rocpd_string(w->x->session, v, &size);
    room += (size_t)size * 6;
  }
  return room;
}

/* As an argument of GPU packets. */
static uint8_t *put_argument(uint8_t *p, const char *label, int64_t value) {
  uint8_t *argument;
  p = argument = open_message(p, KERNEL_ARGUMENT, 1);
  p = put_text(p, ARGUMENT_NAME, label, strlen(label));
  p = put_int(p, ARGUMENT_INT, (uint64_t)value);
  close_message(argument, p, 1);
  return p;
}

/* The same as a GPU packet's specification of a kernel, except for grid and workgroup, which each packet has itself. Kernels and copies share no texts. */
static int write_kernel(rocpd_writer *w, const rocpd_block *b, uint32_t k, uint32_t iid, rocpd_error *err) {
  const rocpd_perfetto *f = w->state;
  const rocpd_event_kind *kind = b->batch->event;
  bool named = kind->kind == ROCPD_KIND_KERNEL && b->name[k] != ROCPD_NULL;
  int64_t size = 0;
  const char *name = named ? rocpd_string(w->x->session, b->name[k], &size) : NULL;
  uint8_t *p = rocpd_buffer_reserve(&w->out, 256 + 64 * ROCPD_MAX_FIELDS + (size_t)size * 3, err), *packet, *data, *kernel, *inner;
  if (!p) return err->rc;
  p = begin_packet(p, &packet);
  p = rocpd_perfetto_interned(f, p, 4, &data);
  p = kernel = open_message(p, INTERNED_KERNEL, 4);
  p = put_int(p, ENTRY_IID, iid);
  if (named) {
    p = inner = open_message(p, KERNEL_NAME, 4);
    p = (uint8_t *)rocpd_utf8_clean((char *)p, name, (size_t)size);
    close_message(inner, p, 4);
  }
  const int64_t *value = kind->signatures ? rocpd_signature_values(&w->signatures, b->signature[k]) : NULL;
  for (int i = 0; value && i < kind->fields; i++) {
    if (!kind->field[i].signature) continue;
    if (kind->field[i].count == 1 && *value != ROCPD_NULL) p = put_argument(p, kind->field[i].label, *value);
    value += kind->field[i].count;
  }
  for (int i = 0; i < f->now->few.n; i++) {
    const rocpd_export_field *field = &kind->field[b->batch->own[f->now->few.place[i]]];
    int64_t v = b->field[f->now->few.place[i]][k];
    if (v != ROCPD_NULL && (v || !field->not_zero)) p = put_argument(p, field->label, v);
  }
  close_message(kernel, p, 4);
  close_message(data, p, 4);
  rocpd_buffer_commit(&w->out, end_packet(packet, p));
  return SQLITE_OK;
}

/* {"grid":[64,1,1],"workgroup":[256,1,1],...,"tid":4242} */
static char *put_shared(rocpd_writer *w, char *begin, const rocpd_block *b, uint32_t k) {
  const rocpd_perfetto *f = w->state;
  const rocpd_event_kind *kind = b->batch->event;
  const int64_t *value = kind->signatures ? rocpd_signature_values(&w->signatures, b->signature[k]) : NULL;
  char *p = begin;
  *p++ = '{';
  for (int i = 0; value && i < kind->fields; i++) {
    if (!kind->field[i].signature) continue;
    p = put_field(p, begin, &kind->field[i], value);
    value += kind->field[i].count;
  }
  for (int i = 0; i < f->now->few.n; i++) {
    const rocpd_export_field *field = &kind->field[b->batch->own[f->now->few.place[i]]];
    int64_t v = b->field[f->now->few.place[i]][k];
    p = field->text ? put_string(w, p, begin, field, v) : put_field(p, begin, field, &v);
  }
  *p++ = '}';
  return p;
}

/* As interned text. */
static int write_shared(rocpd_writer *w, const rocpd_block *b, uint32_t k, uint32_t iid, rocpd_error *err) {
  const rocpd_perfetto *f = w->state;
  size_t room = shared_room(w, b, k);
  uint8_t *p = rocpd_buffer_reserve(&w->out, room + 128, err), *packet, *data, *entry, *text;
  if (!p) return err->rc;
  int width = width_of(room + 48);
  p = packet = open_message(p, TRACE_PACKET, width);
  p = rocpd_perfetto_interned(f, p, width, &data);
  p = entry = open_message(p, INTERNED_TEXT, width);
  p = put_int(p, ENTRY_IID, iid);
  p = text = open_message(p, ENTRY_TEXT, width);
  p = (uint8_t *)put_shared(w, (char *)p, b, k);
  close_message(text, p, width);
  close_message(entry, p, width);
  close_message(data, p, width);
  close_message(packet, p, width);
  rocpd_buffer_commit(&w->out, p);
  return SQLITE_OK;
}

int rocpd_perfetto_shared(rocpd_writer *w, const rocpd_block *b, uint32_t k, uint32_t *iid, rocpd_error *err) {
  rocpd_perfetto *f = w->state;
  rocpd_shared_table *t = &f->sequence.shared;
  int64_t value[ROCPD_SHARED_VALUES] = {b->batch->event - rocpd_event_kinds, b->batch->event->signatures ? (int64_t)b->signature[k] : -1, ROCPD_NULL,
    ROCPD_NULL,
                                        ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL};
  *iid = 0;
  if (f->stages) value[0] += ROCPD_EVENT_CLASSES, value[ROCPD_SHARED_VALUES - 1] = b->name[k]; /* for GPU packets these are kernels, with their names */
  if (!f->now->few.n && !b->batch->event->signatures) return SQLITE_OK;
  for (int i = 0; i < f->now->few.n; i++) value[2 + f->now->few.number[i]] = b->field[f->now->few.place[i]][k];
  if (t->n >= MOST_SHARED) memset(t->entry, 0, t->slots * sizeof *t->entry), t->n = 0; /* texts then get a second number, so that memory stays bounded */
  if (t->n * 2 >= t->slots && grow(t)) return rocpd_no_memory(err);
  rocpd_shared *s = slot_of(t, value);
  if (!s->iid) {
    memcpy(s->value, value, sizeof value);
    t->n++;
  } else if (s->sequence == f->sequence.id) {
    return *iid = s->iid, SQLITE_OK;
  }
  s->sequence = f->sequence.id;
  *iid = s->iid = ++t->next;
  return f->stages ? write_kernel(w, b, k, *iid, err) : write_shared(w, b, k, *iid, err);
}

void rocpd_perfetto_forget(rocpd_perfetto_sequence *s) {
  rocpd_interned_table *table[] = {&s->name, &s->category, &s->stage, &s->function, &s->path, &s->source, &s->build_id, &s->mapping, &s->frame, &s->stack};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) sqlite3_free(table[i]->entry);
  sqlite3_free(s->shared.entry);
}

static uint8_t left_out(const rocpd_event_kind *kind, const rocpd_export_field *field) {
  bool parent = kind->kind == ROCPD_KIND_REGION && field->column == ROCPD_REGION_parent_stack_id;
  return (field->not_zero ? WITHOUT_ZERO : 0) | (parent ? WITHOUT_AROUND : 0) | (field->of_call ? WITHOUT_LAUNCHED : 0) | (field->row_id ? WITHOUT_ALONE : 0);
}

void rocpd_perfetto_sort_fields(rocpd_perfetto_open *o, const rocpd_export_batch *v) {
  o->alone.n = o->few.n = 0;
  o->few.what = (uint32_t)(v->event - rocpd_event_kinds);
  o->sorted = v;
  for (int i = 0; i < v->owns; i++) {
    const rocpd_export_field *field = &v->event->field[v->own[i]];
    int number = 0;
    if (!field->few) {
      o->alone.place[o->alone.n] = (uint8_t)i;
      o->alone.without[o->alone.n] = left_out(v->event, field);
      o->alone.number[o->alone.n++] = (uint8_t)rocpd_perfetto_label(v->event, v->own[i]);
      continue;
    }
    for (int k = 0; k < v->own[i]; k++) number += v->event->field[k].few;
    o->few.place[o->few.n] = (uint8_t)i;
    o->few.number[o->few.n++] = (uint8_t)number;
    o->few.what += ROCPD_EVENT_CLASSES << number;
  }
}
