/* One message after the other: of each stream its begin, packets of events, its end. A stream begins with its first event, and all end together. */
#include "component.h"

enum { PACKET_EVENTS = 4096, BLOCK = 16 };

typedef struct stream_state {
  rocpd_component_stream of; /* its stream NULL: it has not begun */
  bt_packet *packet;         /* NULL: none has begun */
  uint32_t events;           /* in it; of a stream of a loss the messages of its begin that were given */
} stream_state;

/* Values of a batch, for some neighbouring rows at a time. */
typedef struct batch_values {
  rocpd_ctf_text text[CTF_TEXTS]; /* of an event; those that are the same in all rows are found once */
  uint64_t forgotten;       /* of the reader, when that was */
  uint32_t block_plus_1;    /* of rows; 0: none yet */
  uint32_t row_plus_1;      /* whose changing texts are there; 0: none are */
  int64_t row[];            /* [BLOCK] integers, then the ids of changing texts */
} batch_values;

/* The fields of a payload that libbabeltrace2 gave. It gives an event again once nobody has it any more, with the same fields, and those stay as long as their
** class does: to ask for each of them costs as much as to set it. */
enum { PAYLOAD_BITS = 6 };
typedef struct payload_fields {
  bt_field *payload, *member[1 + CTF_FIELDS]; /* payload NULL: none yet */
  int members;
} payload_fields;

typedef struct message_iterator {
  bt_self_message_iterator *self;
  rocpd_component *component;
  rocpd_order order;
  rocpd_order_moment moment; /* the next, once `has` */
  bool has, ended;
  int64_t now; /* of the last message */
  size_t arguments; /* cursor, as of rocpd_arguments_find() */
  batch_values **values; /* by batch, which is open; NULL: none of its rows has been met */
  size_t slice;          /* of the order's: values of batches that were over before are gone */
  stream_state *state; /* by the reader's numbers */
  size_t states, closed;
  payload_fields known[1 << PAYLOAD_BITS]; /* that were met last */
} message_iterator;

/* ---- events ---- */

/* Of the moment's row, by its number in the layout. */
static uint32_t process_of(const message_iterator *it) {
  const rocpd_reader *r = &it->component->reader;
  return r->stream[it->moment.stream].owner.track->process;
}

static int integers_of(const rocpd_reader *r, int kind) { return r->shared.fields[kind] - r->shared.texts[kind]; }

static int find_texts(rocpd_reader *r, const rocpd_ctf_batch *b, batch_values *m, rocpd_error *err) {
  int integers = integers_of(r, b->kind), rc = SQLITE_OK;
  for (int i = 0; !rc && i < r->shared.texts[b->kind]; i++)
    if (b->field[integers + i]) rc = rocpd_reader_text(r, rocpd_column_at(b->field[integers + i], 0), &m->text[i], err);
  m->forgotten = r->forgotten, m->row_plus_1 = 0;
  return rc;
}

/* The batch is open from now on. */
static int begin_values(message_iterator *it, const rocpd_ctf_batch *b, batch_values **out, rocpd_error *err) {
  rocpd_reader *r = &it->component->reader;
  rocpd_export_batch *v = &r->x.layout.batch[it->moment.batch];
  int rc = rocpd_view_open(&r->x, v, err);
  if (!rc) rc = rocpd_ctf_plan_batch(&r->x, &r->shared, it->moment.batch, err);
  batch_values *m = rc ? NULL : sqlite3_malloc64(sizeof *m + sizeof(int64_t) * BLOCK * (uint64_t)(integers_of(r, b->kind) + b->changing_texts));
  if (!m) {
    rocpd_view_close(&r->x, v);
    return rc ? rc : rocpd_no_memory(err);
  }
  m->block_plus_1 = 0;
  for (int f = 0; f < integers_of(r, b->kind); f++) /* those that are the same in all rows stay */
    for (uint32_t k = 0, all = (uint32_t)(integers_of(r, b->kind) + b->changing_texts); k < BLOCK; k++) {
      int64_t value = rocpd_column_at(b->field[f], 0);
      m->row[k * all + (uint32_t)f] = value == ROCPD_NULL ? -1 : value;
    }
  *out = it->values[it->moment.batch] = m;
  return find_texts(r, b, m, err);
}

static void drop_values(message_iterator *it, size_t batch) {
  if (!it->values[batch]) return;
  sqlite3_free(it->values[batch]);
  it->values[batch] = NULL;
  rocpd_reader *r = &it->component->reader;
  rocpd_view_close(&r->x, &r->x.layout.batch[batch]);
}

/* Of batches that were over before the order's slice nothing comes any more. */
static void drop_old_values(message_iterator *it) {
  const rocpd_reader *r = &it->component->reader;
  it->slice = it->order.next_slice;
  for (size_t i = 0; i < r->x.layout.batches; i++) {
    const rocpd_batch *b = r->x.layout.batch[i].batch;
    if (it->order.slice.from == INT64_MIN || b->min_time > b->max_time) continue;
    if (b->max_time + rocpd_reader_ahead(r, (uint32_t)i) < it->order.slice.from) drop_values(it, i);
  }
}

static int find_values(message_iterator *it, const rocpd_ctf_batch *b, batch_values **out, rocpd_error *err) {
  rocpd_reader *r = &it->component->reader;
  if (it->slice != it->order.next_slice) drop_old_values(it);
  batch_values *m = *out = it->values[it->moment.batch];
  rocpd_reader_forget(r);
  if (!m) return begin_values(it, b, out, err);
  return m->forgotten == r->forgotten ? SQLITE_OK : find_texts(r, b, m, err);
}

static void put_values(const int64_t *value, uint32_t n, uint32_t all, int64_t null, int64_t *to) {
  for (uint32_t k = 0; k < n; k++) to[k * all] = value[k] == ROCPD_NULL ? null : value[k];
}

static void read_block(const rocpd_reader *r, const rocpd_ctf_batch *b, uint32_t rows, uint32_t block, batch_values *m) {
  int integers = integers_of(r, b->kind);
  uint32_t all = (uint32_t)(integers + b->changing_texts), first = block * BLOCK, n = rows - first < BLOCK ? rows - first : BLOCK;
  int64_t value[BLOCK];
  for (int i = 0; i < b->changings; i++) {
    if (!b->again[i]) rocpd_column_get(b->field[b->changing[i]], first, n, value);
    put_values(value, n, all, -1, m->row + b->changing[i]);
  }
  for (int i = 0; i < b->changing_texts; i++) { /* arguments are found by the call's id */
    const rocpd_column *c = b->field[integers + b->changing_text[i]];
    rocpd_column_get(c ? c : b->field[CTF_ID], first, n, value);
    put_values(value, n, all, ROCPD_NULL, m->row + integers + i);
  }
  m->block_plus_1 = block + 1;
}

/* The integers of the moment's row; its texts are in *values. */
static int read_values(message_iterator *it, const rocpd_ctf_batch *b, batch_values **values, const int64_t **integer, rocpd_error *err) {
  rocpd_reader *r = &it->component->reader;
  int integers = integers_of(r, b->kind);
  int rc = find_values(it, b, values, err);
  if (rc) return rc;
  batch_values *m = *values;
  uint32_t block = it->moment.row / BLOCK;
  if (m->block_plus_1 != block + 1) read_block(r, b, r->x.layout.batch[it->moment.batch].batch->rows, block, m);
  *integer = m->row + it->moment.row % BLOCK * (uint32_t)(integers + b->changing_texts);
  if (m->row_plus_1 == it->moment.row + 1) return SQLITE_OK; /* an end right after its begin */
  m->row_plus_1 = 0;
  for (int i = 0; !rc && i < b->changing_texts; i++) {
    int text = b->changing_text[i];
    int64_t id = (*integer)[integers + i];
    rc = b->field[integers + text] ? rocpd_reader_text(r, id, &m->text[text], err)
                                   : rocpd_ctf_find_arguments(&r->x, &it->arguments, &r->texts, process_of(it), id, &m->text[text], err);
  }
  if (!rc) m->row_plus_1 = it->moment.row + 1;
  return rc;
}

static bt_field *member_of(bt_field *structure, int i) { return bt_field_structure_borrow_member_field_by_index(structure, (uint64_t)i); }

/* All members of a payload of so many. */
static bt_field *const *find_fields(message_iterator *it, bt_field *payload, int members) {
  payload_fields *k = &it->known[((uintptr_t)payload >> 4) * 0x9e3779b97f4a7c15u >> (64 - PAYLOAD_BITS)];
  if (k->payload == payload && k->members == members && k->member[members - 1] == member_of(payload, members - 1)) return k->member;
  k->payload = payload, k->members = members;
  for (int i = 0; i < members; i++) k->member[i] = member_of(payload, i);
  return k->member;
}

static inline int set_text(message_iterator *it, bt_field *field, const rocpd_ctf_text *text, rocpd_error *err) {
  bt_field_string_clear(field);
  return bt_field_string_append_with_length(field, it->component->reader.texts.pool + text->offset, text->size - 1) ? rocpd_no_memory(err) : SQLITE_OK;
}

/* All fields have to be set: events are used again, with others' values in them. */
static int set_fields(message_iterator *it, bt_field *payload, rocpd_error *err) {
  const rocpd_reader *r = &it->component->reader;
  const rocpd_ctf_batch *b = &r->shared.batch[it->moment.batch];
  int integers = integers_of(r, b->kind);
  batch_values *m;
  const int64_t *value;
  int rc = read_values(it, b, &m, &value, err);
  if (rc) return rc;
  bt_field *const *field = find_fields(it, payload, 1 + r->shared.fields[b->kind]);
  bt_field_integer_signed_set_value(*field++, it->moment.duration);
  for (int f = 0; f < integers; f++) bt_field_integer_signed_set_value(*field++, value[f]);
  for (int i = 0; !rc && i < r->shared.texts[b->kind]; i++) rc = set_text(it, *field++, &m->text[i], err);
  return rc;
}

/* A time of the order's, by the clock of the moment's stream. */
static uint64_t clock_value(const message_iterator *it, const stream_state *s, int64_t time) {
  return (uint64_t)(time - s->of.ahead - it->component->reader.shared.base);
}

static int event_message(message_iterator *it, stream_state *s, bt_message **out, rocpd_error *err) {
  *out = bt_message_event_create_with_packet_and_default_clock_snapshot(it->self, s->of.event[it->moment.id], s->packet, clock_value(it, s, it->now));
  if (!*out) return rocpd_no_memory(err);
  s->events++, it->has = false;
  return set_fields(it, bt_event_borrow_payload_field(bt_message_event_borrow_event(*out)), err);
}

/* ---- packets ---- */

/* What rocpd_ctf_heads says. */
static int set_context(message_iterator *it, const rocpd_ctf_owner *owner, bt_packet *packet, rocpd_error *err) {
  char *text[CTF_HEADS];
  bt_field *context = bt_packet_borrow_context_field(packet);
  int rc = rocpd_ctf_make_heads(&it->component->reader.x, owner, text, err);
  for (int i = 0; !rc && i < CTF_HEADS; i++)
    if (bt_field_string_set_value(bt_field_structure_borrow_member_field_by_index(context, (uint64_t)i), text[i])) rc = rocpd_no_memory(err);
  rocpd_ctf_free_heads(text);
  return rc;
}

static int begin_packet(message_iterator *it, stream_state *s, bt_message **out, rocpd_error *err) {
  s->packet = bt_packet_create(s->of.stream);
  int rc = s->packet ? set_context(it, &it->component->reader.stream[it->moment.stream].owner, s->packet, err) : rocpd_no_memory(err);
  if (!rc && !(*out = bt_message_packet_beginning_create_with_default_clock_snapshot(it->self, s->packet, clock_value(it, s, it->now))))
    rc = rocpd_no_memory(err);
  return rc;
}

static int end_packet(message_iterator *it, stream_state *s, bt_message **out, rocpd_error *err) {
  *out = bt_message_packet_end_create_with_default_clock_snapshot(it->self, s->packet, clock_value(it, s, it->now));
  BT_PACKET_PUT_REF_AND_RESET(s->packet);
  return *out ? SQLITE_OK : rocpd_no_memory(err);
}

/* ---- streams ---- */

static int find_state(message_iterator *it, stream_state **out, rocpd_error *err) {
  size_t old = it->states, number = it->moment.stream;
  if (number >= old) {
    if (rocpd_array_reserve(&it->state, &it->states, number + 1, sizeof *it->state)) return rocpd_no_memory(err);
    memset(it->state + old, 0, (it->states - old) * sizeof *it->state);
  }
  *out = &it->state[number];
  return SQLITE_OK;
}

static int begin_stream(message_iterator *it, stream_state *s, bt_message **out, rocpd_error *err) {
  int rc = rocpd_component_stream_of(it->component, it->moment.stream, &s->of, err);
  if (!rc && !(*out = bt_message_stream_beginning_create(it->self, s->of.stream))) rc = rocpd_no_memory(err);
  return rc;
}

/* The next message that ends what has begun; none: NULL. */
static int close_stream(message_iterator *it, bt_message **out, rocpd_error *err) {
  while (it->closed < it->states && !it->state[it->closed].of.stream) it->closed++;
  if (it->closed == it->states) return SQLITE_OK;
  stream_state *s = &it->state[it->closed];
  if (s->packet) return end_packet(it, s, out, err);
  *out = bt_message_stream_end_create(it->self, s->of.stream);
  it->closed++;
  return *out ? SQLITE_OK : rocpd_no_memory(err);
}

/* ---- losses ---- */

static int discarded_message(message_iterator *it, stream_state *s, bt_message **out, rocpd_error *err) {
  const rocpd_order_moment *m = &it->moment;
  const rocpd_ctf_loss *l = &it->component->reader.shared.loss[m->row];
  uint64_t begin = clock_value(it, s, m->time), end = clock_value(it, s, m->time + m->duration);
  *out = bt_message_discarded_events_create_with_default_clock_snapshots(it->self, s->of.stream, begin, end);
  if (!*out) return rocpd_no_memory(err);
  if (m->duration == l->last - l->first) bt_message_discarded_events_set_count(*out, l->rows); /* of a part of the time nobody knows how many */
  return SQLITE_OK;
}

/* As babeltrace2 reads it in CTF: an empty packet, what was lost, and the packet that lasts as long as that. */
static int loss_message(message_iterator *it, stream_state *s, bt_message **out, rocpd_error *err) {
  bool ends = it->moment.id == ROCPD_LOSS_END;
  it->has = !ends && s->events < 3;
  if (ends) return end_packet(it, s, out, err);
  switch (s->events++) {
    case 1: return end_packet(it, s, out, err);
    case 2: return discarded_message(it, s, out, err);
    default: return begin_packet(it, s, out, err);
  }
}

/* ---- messages ---- */

static int next_message(message_iterator *it, bt_message **out, rocpd_error *err) {
  *out = NULL;
  if (!it->has && !it->ended) {
    int rc = rocpd_order_next(&it->order, &it->moment, &it->has, err);
    if (rc) return rc;
    if (it->has) it->now = it->moment.time;
    else it->ended = true;
  }
  if (it->ended) return close_stream(it, out, err);
  stream_state *s = NULL;
  int rc = find_state(it, &s, err);
  if (rc) return rc;
  if (!s->of.stream) return begin_stream(it, s, out, err);
  if (it->moment.id >= ROCPD_LOSS_BEGIN) return loss_message(it, s, out, err);
  if (!s->packet) return s->events = 0, begin_packet(it, s, out, err);
  return s->events == PACKET_EVENTS ? end_packet(it, s, out, err) : event_message(it, s, out, err);
}

/* Says what was wrong, and whether it was memory. */
static bool report(const message_iterator *it, int rc, rocpd_error *err) {
  BT_CURRENT_THREAD_ERROR_APPEND_CAUSE_FROM_MESSAGE_ITERATOR(it->self, "%s", rocpd_error_text(rc, err));
  rocpd_error_clear(err);
  return rocpd_is_no_memory(rc);
}

bt_message_iterator_class_next_method_status rocpd_iterator_next(bt_self_message_iterator *self, bt_message_array_const messages, uint64_t capacity,
                                                                 uint64_t *count) {
  message_iterator *it = bt_self_message_iterator_get_data(self);
  rocpd_error err = {0};
  uint64_t n = 0;
  int rc = SQLITE_OK;
  for (bt_message *m = NULL; n < capacity; n++) {
    rc = next_message(it, &m, &err);
    if (!m) break;
    messages[n] = m;
    if (rc) n++;
    if (rc) break;
  }
  if (rc) {
    while (n) bt_message_put_ref(messages[--n]);
    return report(it, rc, &err) ? BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_MEMORY_ERROR : BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_ERROR;
  }
  *count = n;
  return n ? BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_OK : BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_END;
}

/* ---- the iterator ---- */

static void forget_streams(message_iterator *it) {
  for (size_t i = 0; i < it->states; i++) bt_packet_put_ref(it->state[i].packet);
  sqlite3_free(it->state);
  it->state = NULL, it->states = it->closed = 0;
  it->has = it->ended = false;
}

static void drop(message_iterator *it) {
  forget_streams(it);
  for (size_t i = 0; it->values && i < it->component->reader.x.layout.batches; i++) drop_values(it, i);
  sqlite3_free(it->values);
  rocpd_order_close(&it->order);
  sqlite3_free(it);
}

bt_message_iterator_class_initialize_method_status rocpd_iterator_init(bt_self_message_iterator *self, bt_self_message_iterator_configuration *configuration,
                                                                        bt_self_component_port_output *port) {
  message_iterator *it = sqlite3_malloc64(sizeof *it);
  if (!it) return BT_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD_STATUS_MEMORY_ERROR;
  *it = (message_iterator){.self = self, .component = bt_self_component_get_data(bt_self_message_iterator_borrow_component(self))};
  rocpd_error err = {0};
  it->values = rocpd_zeroed(it->component->reader.x.layout.batches * sizeof *it->values + 1);
  int rc = it->values ? rocpd_order_open(&it->component->reader, &it->order, &err) : rocpd_no_memory(&err);
  if (rc) {
    report(it, rc, &err);
    drop(it);
    return BT_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD_STATUS_MEMORY_ERROR;
  }
  bt_self_message_iterator_configuration_set_can_seek_forward(configuration, BT_TRUE);
  bt_self_message_iterator_set_data(self, it);
  return BT_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD_STATUS_OK;
}

void rocpd_iterator_finalize(bt_self_message_iterator *self) { drop(bt_self_message_iterator_get_data(self)); }

/* ---- seeking ---- */

static int seek(message_iterator *it, int64_t time, rocpd_error *err) {
  forget_streams(it);
  for (size_t i = 0; i < it->component->reader.x.layout.batches; i++) drop_values(it, i);
  return rocpd_order_seek(&it->order, time, err);
}

bt_message_iterator_class_seek_beginning_method_status rocpd_iterator_seek_beginning(bt_self_message_iterator *self) {
  message_iterator *it = bt_self_message_iterator_get_data(self);
  rocpd_error err = {0};
  int rc = seek(it, INT64_MIN, &err);
  if (!rc) return BT_MESSAGE_ITERATOR_CLASS_SEEK_BEGINNING_METHOD_STATUS_OK;
  return report(it, rc, &err) ? BT_MESSAGE_ITERATOR_CLASS_SEEK_BEGINNING_METHOD_STATUS_MEMORY_ERROR :
                                BT_MESSAGE_ITERATOR_CLASS_SEEK_BEGINNING_METHOD_STATUS_ERROR;
}

bt_message_iterator_class_can_seek_beginning_method_status rocpd_iterator_can_seek_beginning(bt_self_message_iterator *self, bt_bool *can) {
  *can = BT_TRUE;
  return BT_MESSAGE_ITERATOR_CLASS_CAN_SEEK_BEGINNING_METHOD_STATUS_OK;
}

bt_message_iterator_class_seek_ns_from_origin_method_status rocpd_iterator_seek_ns(bt_self_message_iterator *self, int64_t ns) {
  message_iterator *it = bt_self_message_iterator_get_data(self);
  rocpd_error err = {0};
  int64_t time;
  /* before all, or after */
  if (__builtin_sub_overflow(ns, rocpd_ctf_clock_origin(&it->component->clock, &it->component->reader.shared), &time)) time = ns < 0 ? INT64_MIN : INT64_MAX;
  int rc = seek(it, time, &err);
  if (!rc) return BT_MESSAGE_ITERATOR_CLASS_SEEK_NS_FROM_ORIGIN_METHOD_STATUS_OK;
  return report(it, rc, &err) ? BT_MESSAGE_ITERATOR_CLASS_SEEK_NS_FROM_ORIGIN_METHOD_STATUS_MEMORY_ERROR
                              : BT_MESSAGE_ITERATOR_CLASS_SEEK_NS_FROM_ORIGIN_METHOD_STATUS_ERROR;
}

bt_message_iterator_class_can_seek_ns_from_origin_method_status rocpd_iterator_can_seek_ns(bt_self_message_iterator *self, int64_t ns, bt_bool *can) {
  *can = BT_TRUE;
  return BT_MESSAGE_ITERATOR_CLASS_CAN_SEEK_NS_FROM_ORIGIN_METHOD_STATUS_OK;
}
