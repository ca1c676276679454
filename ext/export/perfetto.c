/* rocpd_export_perfetto(path [, options]): a trace for ui.perfetto.dev and
** trace_processor, written as protocol buffers by hand.
**
** Each lane is a packet sequence of its own: its first packet makes the lane's
** track and an incremental clock the default, so that a slice is a begin and an
** end packet of some 30 bytes together. Names, categories and annotation labels are
** interned when the lane first uses them.
**
** Field numbers are those of Perfetto's published schema (trace_packet.proto,
** track_event.proto, track_descriptor.proto, interned_data.proto, ...). */
#include "export.h"

/* ---- protocol buffers ---- */

enum { VARINT = 0, FIXED64 = 1, BYTES = 2 };
#define TAG(field, type) ((uint32_t)(field) << 3 | (type))

/* Writes up to 10 bytes. The groups of 7 bits are spread over the bytes of a word in
** three steps, without branches on the value's size, which is hard to predict. */
static inline uint8_t *put_varint(uint8_t *p, uint64_t v) {
  if (v < 0x80) {
    *p = (uint8_t)v;
    return p + 1;
  }
  if (v < 1ULL << 56) {
    v = (v & 0xfffffff) | (v & 0xfffffff0000000) << 4;
    v = (v & 0x3fff00003fff) | (v & 0xfffc0000fffc000) << 2;
    v = (v & 0x7f007f007f007f) | (v & 0x3f803f803f803f80) << 1;
    int last = (63 - __builtin_clzll(v)) & ~7; /* bits before the last byte */
    v |= 0x8080808080808080u & ((1ULL << last) - 1);
    memcpy(p, &v, 8);
    return p + last / 8 + 1;
  }
  while (v >= 0x80) {
    *p++ = (uint8_t)(v | 0x80);
    v >>= 7;
  }
  *p++ = (uint8_t)v;
  return p;
}

static inline uint8_t *put_int(uint8_t *p, int field, uint64_t v) { return put_varint(put_varint(p, TAG(field, VARINT)), v); }

static inline uint8_t *put_fixed64(uint8_t *p, int field, uint64_t v) {
  p = put_varint(p, TAG(field, FIXED64));
  memcpy(p, &v, 8); /* little-endian, as all machines with AMD GPUs */
  return p + 8;
}

static uint8_t *put_text(uint8_t *p, int field, const char *text, size_t size) {
  p = put_varint(put_varint(p, TAG(field, BYTES)), size);
  memcpy(p, text, size);
  return p + size;
}

/* A nested message whose size is not known yet: its length is written in 1, 2 or 4
** bytes (the last ones redundant, which is valid) when it ends. */
static inline uint8_t *open_message(uint8_t *p, int field, int width) { return put_varint(p, TAG(field, BYTES)) + width; }
static inline void close_message(uint8_t *body, const uint8_t *end, int width) {
  uint32_t size = (uint32_t)(end - body);
  uint8_t *length = body - width;
  for (int i = 0; i < width - 1; i++, size >>= 7) *length++ = (uint8_t)(size | 0x80);
  *length = (uint8_t)(size & 0x7f);
}

/* Field numbers. */
enum {
  TRACE_PACKET = 1,
  PACKET_CLOCK_SNAPSHOT = 6, PACKET_TIMESTAMP = 8, PACKET_SEQUENCE = 10, PACKET_TRACK_EVENT = 11, PACKET_INTERNED = 12, PACKET_FLAGS = 13,
  PACKET_CLOCK_ID = 58, PACKET_DEFAULTS = 59, PACKET_TRACK = 60, PACKET_FIRST = 87,
  DEFAULTS_TRACK_EVENT = 11, DEFAULTS_CLOCK_ID = 58,
  SNAPSHOT_CLOCK = 1, SNAPSHOT_PRIMARY = 2, CLOCK_ID = 1, CLOCK_TIME = 2, CLOCK_INCREMENTAL = 3,
  EVENT_CATEGORY = 3, EVENT_ANNOTATION = 4, EVENT_TYPE = 9, EVENT_NAME = 10, EVENT_TRACK = 11,
  EVENT_FLOW = 47, EVENT_FLOW_END = 48, EVENT_CORRELATION = 52,
  ANNOTATION_NAME_IID = 1, ANNOTATION_INT = 4, ANNOTATION_STRING = 6, ANNOTATION_NAME = 10, ANNOTATION_ENTRY = 11, ANNOTATION_ELEMENT = 12,
  INTERNED_CATEGORY = 1, INTERNED_NAME = 2, INTERNED_LABEL = 3, ENTRY_IID = 1, ENTRY_TEXT = 2,
  TRACK_UUID = 1, TRACK_NAME = 2, TRACK_PROCESS = 3, TRACK_THREAD = 4, TRACK_PARENT = 5, TRACK_ORDERING = 11, TRACK_RANK = 12, TRACK_MERGE = 15,
  PROCESS_PID = 1, PROCESS_COMMAND = 2, PROCESS_NAME = 6, PROCESS_START = 7, PROCESS_LABEL = 8,
  THREAD_PID = 1, THREAD_TID = 2, THREAD_NAME = 5,
};
enum { SLICE_BEGIN = 1, SLICE_END = 2, STATE_CLEARED = 1, STATE_NEEDED = 2, ORDER_EXPLICIT = 3, MERGE_NONE = 2 };
enum { CLOCK_REAL = 1, CLOCK_BOOT = 6, CLOCK_LANE = 64 };

/* ---- state ---- */

typedef struct interned {
  uint32_t lane, iid; /* iid holds in that lane */
} interned;

typedef struct blob { /* encoded annotations of one launch signature */
  size_t offset;
  uint32_t size;
  bool made;
} blob;

/* uuids are the numbers of processes, groups and lanes, in this order, from 1;
** sequence 1 is that of the descriptors, a lane's is its number + 2. */
typedef struct perfetto {
  uint32_t sequence; /* of the lane that is written */
  uint8_t lane_head[8]; /* sequence id and flags, the same in all packets of a lane */
  int lane_head_size;
  interned *name, *category; /* by string id */
  size_t names, categories;
  uint32_t next_name, next_category;
  blob *signature;
  size_t signatures;
  uint8_t *bytes; /* of the blobs */
  size_t bytes_used, bytes_capacity;
} perfetto;

/* Room for an event without flows and arguments. */
enum { EVENT_ROOM = 1024 };
/* Interned labels of a kind's fields: field i has iid i + 1; after them the dictionary of arguments. */
#define LABEL_ARGUMENTS "arguments"

/* ---- descriptors ---- */

static uint8_t *begin_packet(uint8_t *p, uint8_t **body) { return *body = open_message(p, TRACE_PACKET, 4); }

static uint8_t *end_packet(uint8_t *body, uint8_t *p) {
  close_message(body, p, 4);
  return p;
}

/* A packet with one track descriptor: fill(p, arg) adds to it. */
typedef struct descriptor {
  uint64_t uuid, parent;
  const char *name;
  int64_t rank; /* -1 none */
  bool no_merge, ordered;
  const rocpd_export_process *process; /* not NULL: the process's own track, or thread's */
  const char *thread;
  int64_t tid;
} descriptor;

static int write_descriptor(rocpd_writer *w, const descriptor *d, rocpd_error *err) {
  size_t room = 512 + (d->name ? strlen(d->name) : 0) + (d->thread ? strlen(d->thread) : 0);
  const rocpd_export_process *process = d->process;
  if (process) room += strlen(process->name) + strlen(process->command) + (process->label ? strlen(process->label) : 0);
  uint8_t *p = rocpd_buffer_reserve(&w->out, room, err), *packet, *track, *inner;
  if (!p) return err->rc;
  p = begin_packet(p, &packet);
  p = put_int(p, PACKET_SEQUENCE, 1);
  p = track = open_message(p, PACKET_TRACK, 4);
  p = put_int(p, TRACK_UUID, d->uuid);
  if (d->parent) p = put_int(p, TRACK_PARENT, d->parent);
  if (d->name) p = put_text(p, TRACK_NAME, d->name, strlen(d->name));
  if (d->rank >= 0) p = put_int(p, TRACK_RANK, (uint64_t)d->rank);
  if (d->ordered) p = put_int(p, TRACK_ORDERING, ORDER_EXPLICIT);
  if (d->no_merge) p = put_int(p, TRACK_MERGE, MERGE_NONE);
  if (d->thread) {
    p = inner = open_message(p, TRACK_THREAD, 4);
    p = put_int(p, THREAD_PID, (uint64_t)process->shown_pid);
    p = put_int(p, THREAD_TID, (uint64_t)d->tid);
    p = put_text(p, THREAD_NAME, d->thread, strlen(d->thread));
    close_message(inner, p, 4);
  } else if (process) {
    p = inner = open_message(p, TRACK_PROCESS, 4);
    p = put_int(p, PROCESS_PID, (uint64_t)process->shown_pid);
    if (*process->command) p = put_text(p, PROCESS_COMMAND, process->command, strlen(process->command));
    p = put_text(p, PROCESS_NAME, process->name, strlen(process->name));
    if (process->start_ns != ROCPD_NULL && process->start_ns >= 0) p = put_int(p, PROCESS_START, (uint64_t)process->start_ns);
    if (process->label) p = put_text(p, PROCESS_LABEL, process->label, strlen(process->label));
    close_message(inner, p, 4);
  }
  close_message(track, p, 4);
  rocpd_buffer_commit(&w->out, end_packet(packet, p));
  return SQLITE_OK;
}

static uint8_t *put_clock(uint8_t *p, int id, int64_t time, bool incremental) {
  uint8_t *body;
  p = body = open_message(p, SNAPSHOT_CLOCK, 1);
  p = put_int(p, CLOCK_ID, (uint64_t)id);
  p = put_int(p, CLOCK_TIME, (uint64_t)time);
  if (incremental) p = put_int(p, CLOCK_INCREMENTAL, 1);
  close_message(body, p, 1);
  return p;
}

static uint64_t process_uuid(uint32_t process) { return 1 + process; }
static uint64_t group_uuid(const rocpd_export_layout *l, uint32_t group) { return 1 + l->processes + group; }

static int begin_trace(rocpd_writer *w, rocpd_error *err) {
  const rocpd_export_layout *l = &w->x->layout;
  uint8_t *p = rocpd_buffer_reserve(&w->out, 256, err), *packet, *snapshot;
  if (!p) return err->rc;
  /* Wall-clock time of the first source that knows it; the times are BOOTTIME. */
  size_t sources;
  rocpd_source **source = rocpd_snapshot_sources(w->x->snapshot, &sources);
  int64_t now = l->min_time <= l->max_time ? l->min_time : 0;
  p = begin_packet(p, &packet);
  p = put_int(p, PACKET_SEQUENCE, 1);
  p = put_int(p, PACKET_FLAGS, STATE_CLEARED);
  p = put_int(p, PACKET_FIRST, 1);
  p = put_int(p, PACKET_TIMESTAMP, (uint64_t)now);
  p = put_int(p, PACKET_CLOCK_ID, CLOCK_BOOT);
  p = snapshot = open_message(p, PACKET_CLOCK_SNAPSHOT, 1);
  p = put_clock(p, CLOCK_BOOT, now, false);
  for (size_t i = 0; i < sources; i++) {
    if (rocpd_source_wall_offset_ns(source[i]) == ROCPD_NULL) continue;
    p = put_clock(p, CLOCK_REAL, now + rocpd_source_wall_offset_ns(source[i]), false);
    break;
  }
  p = put_int(p, SNAPSHOT_PRIMARY, CLOCK_BOOT);
  close_message(snapshot, p, 1);
  rocpd_buffer_commit(&w->out, end_packet(packet, p));

  int rc = SQLITE_OK;
  for (uint32_t i = 0; i < l->processes && !rc; i++)
    rc = write_descriptor(w, &(descriptor){.uuid = process_uuid(i), .rank = -1, .process = &l->process[i]}, err);
  for (uint32_t i = 0; i < l->groups && !rc; i++)
    rc = write_descriptor(w, &(descriptor){.uuid = group_uuid(l, i), .parent = process_uuid(l->group[i].process), .name = l->group[i].name,
                                           .rank = -1, .ordered = true, .no_merge = true}, err);
  return rc;
}

/* The descriptor of one lane. Further lanes of a track have its name, by which
** viewers show them as one. */
static int describe_lane(rocpd_writer *w, const rocpd_track *t, size_t lane, uint64_t uuid, rocpd_error *err) {
  const rocpd_export_layout *l = &w->x->layout;
  descriptor d = {.uuid = uuid, .rank = -1};
  if (t->group != ROCPD_NO_GROUP) {
    d.parent = group_uuid(l, t->group);
    d.name = t->name;
    d.rank = t - l->track;
    d.no_merge = t->lanes == 1;
  } else {
    d.parent = process_uuid(t->process);
    if (lane == 0 && t->key > 0 && t->key <= INT32_MAX) { /* others are no tid: an ordinary track */
      d.thread = t->name;
      d.tid = t->key;
      d.process = &w->x->layout.process[t->process];
    } else {
      d.name = t->name;
    }
  }
  return write_descriptor(w, &d, err);
}

/* ---- interning ---- */

static uint8_t *put_entry(uint8_t *p, int list, uint32_t iid, const char *text, size_t size, bool clean) {
  uint8_t *body;
  p = body = open_message(p, list, 4);
  p = put_int(p, ENTRY_IID, iid);
  uint8_t *inner;
  p = inner = open_message(p, ENTRY_TEXT, 4);
  if (clean) p = (uint8_t *)rocpd_utf8_clean((char *)p, text, size);
  else memcpy(p, text, size), p += size;
  close_message(inner, p, 4);
  close_message(body, p, 4);
  return p;
}

/* A packet that gives a string its iid in this lane. */
static int intern(rocpd_writer *w, int list, int64_t id, interned **table, size_t *size, uint32_t *next, rocpd_error *err) {
  perfetto *f = w->state;
  if ((uint64_t)id >= *size) {
    size_t old = *size;
    if (rocpd_array_reserve(table, size, (size_t)id + 1, sizeof **table)) return rocpd_no_memory(err);
    memset(*table + old, 0, (*size - old) * sizeof **table);
  }
  int64_t length;
  const char *text = rocpd_string(w->x->session, id, &length);
  uint8_t *p = rocpd_buffer_reserve(&w->out, 64 + (size_t)length * 3, err), *packet, *data;
  if (!p) return err->rc;
  (*table)[id] = (interned){f->sequence, ++*next};
  p = begin_packet(p, &packet);
  memcpy(p, f->lane_head, (size_t)f->lane_head_size);
  p += f->lane_head_size;
  p = data = open_message(p, PACKET_INTERNED, 4);
  p = put_entry(p, list, *next, text, (size_t)length, true);
  close_message(data, p, 4);
  rocpd_buffer_commit(&w->out, end_packet(packet, p));
  return SQLITE_OK;
}

/* iid of a name or category in this lane; 0 for NULL. */
static inline int name_iid(rocpd_writer *w, int64_t id, uint32_t *iid, rocpd_error *err) {
  perfetto *f = w->state;
  if (id == ROCPD_NULL) return *iid = 0, SQLITE_OK;
  int rc = (uint64_t)id < f->names && f->name[id].lane == f->sequence
               ? SQLITE_OK : intern(w, INTERNED_NAME, id, &f->name, &f->names, &f->next_name, err);
  if (!rc) *iid = f->name[id].iid;
  return rc;
}

static inline int category_iid(rocpd_writer *w, int64_t id, uint32_t *iid, rocpd_error *err) {
  perfetto *f = w->state;
  if (id == ROCPD_NULL) return *iid = 0, SQLITE_OK;
  int rc = (uint64_t)id < f->categories && f->category[id].lane == f->sequence
               ? SQLITE_OK : intern(w, INTERNED_CATEGORY, id, &f->category, &f->categories, &f->next_category, err);
  if (!rc) *iid = f->category[id].iid;
  return rc;
}

/* The first packet of a lane: defaults, clock and the labels of its annotations. */
static int begin_lane(rocpd_writer *w, const rocpd_track *t, size_t lane, int64_t start, rocpd_error *err) {
  perfetto *f = w->state;
  uint32_t number = rocpd_lane_number(w);
  uint64_t uuid = group_uuid(&w->x->layout, (uint32_t)w->x->layout.groups) + number;
  int rc = describe_lane(w, t, lane, uuid, err);
  if (rc) return rc;
  f->sequence = number + 2;
  f->next_name = f->next_category = 0;
  uint8_t *h = put_int(f->lane_head, PACKET_SEQUENCE, f->sequence);
  h = put_int(h, PACKET_FLAGS, STATE_NEEDED);
  f->lane_head_size = (int)(h - f->lane_head);

  uint8_t *p = rocpd_buffer_reserve(&w->out, 1024, err), *packet, *part, *inner;
  if (!p) return err->rc;
  p = begin_packet(p, &packet);
  p = put_int(p, PACKET_SEQUENCE, f->sequence);
  p = put_int(p, PACKET_FLAGS, STATE_CLEARED);
  p = put_int(p, PACKET_FIRST, 1);
  p = put_int(p, PACKET_TIMESTAMP, (uint64_t)start);
  p = put_int(p, PACKET_CLOCK_ID, CLOCK_BOOT);
  p = part = open_message(p, PACKET_DEFAULTS, 1);
  p = put_int(p, DEFAULTS_CLOCK_ID, CLOCK_LANE);
  p = inner = open_message(p, DEFAULTS_TRACK_EVENT, 1);
  p = put_int(p, EVENT_TRACK, uuid);
  close_message(inner, p, 1);
  close_message(part, p, 1);
  p = part = open_message(p, PACKET_CLOCK_SNAPSHOT, 1);
  p = put_clock(p, CLOCK_LANE, start, true);
  p = put_clock(p, CLOCK_BOOT, start, false);
  close_message(part, p, 1);
  p = part = open_message(p, PACKET_INTERNED, 4);
  const rocpd_event_kind *kind = &rocpd_event_kinds[t->class];
  for (int i = 0; i < kind->fields; i++)
    p = put_entry(p, INTERNED_LABEL, (uint32_t)i + 1, kind->field[i].label, strlen(kind->field[i].label), false);
  if (t->class == ROCPD_EVENT_REGION) p = put_entry(p, INTERNED_LABEL, kind->fields + 1u, LABEL_ARGUMENTS, strlen(LABEL_ARGUMENTS), false);
  close_message(part, p, 4);
  rocpd_buffer_commit(&w->out, end_packet(packet, p));
  return SQLITE_OK;
}

/* ---- events ---- */

static inline uint8_t *put_annotation(uint8_t *p, int label, int64_t value) {
  *p = TAG(EVENT_ANNOTATION, BYTES);
  uint8_t *body = p + 2;
  body[0] = TAG(ANNOTATION_NAME_IID, VARINT);
  body[1] = (uint8_t)label;
  body[2] = TAG(ANNOTATION_INT, VARINT);
  uint8_t *end = put_varint(body + 3, (uint64_t)value);
  p[1] = (uint8_t)(end - body);
  return end;
}

/* Values of a field of the signature; NULLs are left out. */
static uint8_t *put_signature_field(uint8_t *p, int label, const int64_t *value, int count) {
  if (count == 1) return *value == ROCPD_NULL ? p : put_annotation(p, label, *value);
  uint8_t *body = open_message(p, EVENT_ANNOTATION, 1), *q = put_int(body, ANNOTATION_NAME_IID, (uint64_t)label);
  bool any = false;
  for (int i = 0; i < count; i++) {
    if (value[i] == ROCPD_NULL) continue;
    uint8_t *element;
    q = element = open_message(q, ANNOTATION_ELEMENT, 1);
    q = put_int(q, ANNOTATION_INT, (uint64_t)value[i]);
    close_message(element, q, 1);
    any = true;
  }
  close_message(body, q, 1);
  return any ? q : p;
}

/* The annotations that follow from the launch signature, encoded once. */
static int encode_signature(rocpd_writer *w, uint32_t number, rocpd_error *err) {
  perfetto *f = w->state;
  size_t old = f->signatures;
  if (rocpd_array_reserve(&f->signature, &f->signatures, number + 1u, sizeof *f->signature)) return rocpd_no_memory(err);
  memset(f->signature + old, 0, (f->signatures - old) * sizeof *f->signature);
  if (rocpd_array_reserve(&f->bytes, &f->bytes_capacity, f->bytes_used + EVENT_ROOM, 1)) return rocpd_no_memory(err);
  uint8_t *begin = f->bytes + f->bytes_used, *end = begin;
  const int64_t *value = w->signatures.value[number];
  const rocpd_event_kind *kind = &rocpd_event_kinds[ROCPD_EVENT_KERNEL];
  for (int i = 0; i < kind->fields; i++) {
    if (!kind->field[i].signature) continue;
    end = put_signature_field(end, i + 1, value, kind->field[i].count);
    value += kind->field[i].count;
  }
  f->signature[number] = (blob){f->bytes_used, (uint32_t)(end - begin), true};
  f->bytes_used += (size_t)(end - begin);
  return SQLITE_OK;
}

/* One annotation "arguments", a dictionary of texts. */
static int put_arguments(rocpd_writer *w, const rocpd_export_batch *v, size_t first, size_t count, uint8_t **at, rocpd_error *err) {
  uint8_t *whole, *p = *at;
  p = whole = open_message(p, EVENT_ANNOTATION, 4);
  p = put_int(p, ANNOTATION_NAME_IID, v->event->fields + 1u);
  for (size_t i = first; i < first + count; i++) {
    rocpd_argument_texts a;
    int rc = rocpd_argument_text(w->x, i, &a, err);
    if (rc) return rc;
    if (!a.value) continue;
    uint8_t *entry, *inner;
    p = entry = open_message(p, ANNOTATION_ENTRY, 4);
    p = inner = open_message(p, ANNOTATION_NAME, 4);
    p = (uint8_t *)rocpd_utf8_clean((char *)p, a.name, (size_t)a.name_size);
    close_message(inner, p, 4);
    p = inner = open_message(p, ANNOTATION_STRING, 4);
    p = (uint8_t *)rocpd_utf8_clean((char *)p, a.value, (size_t)a.value_size);
    close_message(inner, p, 4);
    close_message(entry, p, 4);
  }
  close_message(whole, p, 4);
  *at = p;
  return SQLITE_OK;
}

static inline uint8_t *put_lane_head(uint8_t *p, const perfetto *f) {
  memcpy(p, f->lane_head, sizeof f->lane_head); /* room is there; only lane_head_size counts */
  return p + f->lane_head_size;
}

static inline uint8_t *put_timestamp(uint8_t *p, int64_t time, int64_t *clock) {
  *p++ = TAG(PACKET_TIMESTAMP, VARINT);
  p = put_varint(p, (uint64_t)(time - *clock));
  *clock = time;
  return p;
}

/* The end packet of the innermost open slice. */
static inline uint8_t *put_end(uint8_t *p, const perfetto *f, int64_t time, int64_t *clock) {
  uint8_t *body;
  p = body = open_message(p, TRACE_PACKET, 1);
  p = put_timestamp(p, time, clock);
  p = put_lane_head(p, f);
  static const uint8_t event[] = {TAG(PACKET_TRACK_EVENT, BYTES), 2, TAG(EVENT_TYPE, VARINT), SLICE_END};
  memcpy(p, event, sizeof event);
  p += sizeof event;
  close_message(body, p, 1);
  return p;
}

/* What is the same in all begin packets: type, name, category, and annotations of
** the row's own. */
static inline uint8_t *put_event(uint8_t *p, const rocpd_block *b, uint32_t k, uint32_t name, uint32_t category) {
  *p++ = TAG(EVENT_TYPE, VARINT);
  *p++ = SLICE_BEGIN;
  if (name) p = put_int(p, EVENT_NAME, name);
  if (category) p = put_int(p, EVENT_CATEGORY, category);
  const rocpd_export_batch *v = b->batch;
  for (int i = 0; i < v->owns; i++) {
    int64_t value = b->field[i][k];
    if (value == ROCPD_NULL || (!value && v->event->field[v->own[i]].not_zero)) continue;
    p = put_annotation(p, v->own[i] + 1, value);
  }
  return p;
}

/* A call with flows or arguments: its packet has any size. */
static int put_large_call(rocpd_writer *w, const rocpd_track *t, const rocpd_block *b, uint32_t k, int64_t time, uint32_t name, uint32_t category,
                          size_t first_flow, size_t flows, int64_t *clock, rocpd_error *err) {
  perfetto *f = w->state;
  size_t arguments = 0, first_argument = 0, room = 0;
  int rc = SQLITE_OK;
  if (w->x->arguments.n) {
    rocpd_arguments_find(&w->x->arguments, &w->argument_cursor, t->process, b->stack_id[k], &first_argument, &arguments);
    rc = rocpd_arguments_size(w->x, first_argument, arguments, &room, err);
    if (rc) return rc;
    if (arguments) room = room * 3 + arguments * 32 + 64;
  }
  room += flows * 10;
  int width = room <= 40 ? 1 : room < 8192 ? 2 : 4;
  uint8_t *p = rocpd_buffer_reserve(&w->out, EVENT_ROOM + room, err), *packet, *event;
  if (!p) return err->rc;
  p = packet = open_message(p, TRACE_PACKET, width);
  p = put_timestamp(p, time, clock);
  p = put_lane_head(p, f);
  p = event = open_message(p, PACKET_TRACK_EVENT, width);
  p = put_event(p, b, k, name, category);
  if (arguments) rc = put_arguments(w, b->batch, first_argument, arguments, &p, err);
  if (rc) return rc;
  for (size_t i = 0; i < flows; i++) p = put_fixed64(p, EVENT_FLOW, first_flow + i + 1);
  if (flows) p = put_int(p, EVENT_CORRELATION, first_flow + 1);
  close_message(event, p, width);
  close_message(packet, p, width);
  rocpd_buffer_commit(&w->out, p);
  return SQLITE_OK;
}

/* The begin packet of event k of the block; `number` is its number among GPU events. */
static inline int put_begin(rocpd_writer *w, const rocpd_track *t, const rocpd_block *b, uint32_t k, int64_t time, size_t number, int64_t *clock,
                            rocpd_error *err) {
  perfetto *f = w->state;
  uint32_t name, category;
  int rc = name_iid(w, b->name[k], &name, err);
  if (!rc) rc = category_iid(w, b->category[k], &category, err);
  if (rc) return rc;
  bool region = t->class == ROCPD_EVENT_REGION;
  if (region) {
    size_t flows = 0, first = 0;
    if (w->x->flows.n) rocpd_flows_take(&w->x->flows, &w->flow_cursor, t->process, b->stack_id[k], &first, &flows);
    if (flows || w->x->arguments.n) return put_large_call(w, t, b, k, time, name, category, first, flows, clock, err);
  }
  const blob *signature = NULL;
  if (b->batch->event->signatures) {
    uint32_t s = b->signature[k];
    if (s >= f->signatures || !f->signature[s].made) rc = encode_signature(w, s, err);
    if (rc) return rc;
    signature = &f->signature[s];
  }
  uint8_t *p = rocpd_buffer_reserve(&w->out, EVENT_ROOM, err), *packet, *event;
  if (!p) return err->rc;
  int width = region ? 1 : 2;
  p = packet = open_message(p, TRACE_PACKET, width);
  p = put_timestamp(p, time, clock);
  p = put_lane_head(p, f);
  p = event = open_message(p, PACKET_TRACK_EVENT, width);
  p = put_event(p, b, k, name, category);
  if (signature) {
    memcpy(p, f->bytes + signature->offset, signature->size);
    p += signature->size;
  }
  if (!region && w->x->flows.n && w->x->flows.of_item[number].id) {
    p = put_fixed64(p, EVENT_FLOW_END, w->x->flows.of_item[number].id);
    p = put_int(p, EVENT_CORRELATION, w->x->flows.of_item[number].group);
    w->count.flows++;
  }
  close_message(event, p, width);
  close_message(packet, p, width);
  rocpd_buffer_commit(&w->out, p);
  return SQLITE_OK;
}

static int write_lane(rocpd_writer *w, const rocpd_track *t, size_t lane, size_t first, size_t end, rocpd_error *err) {
  perfetto *f = w->state;
  int64_t open[ROCPD_MAX_DEPTH + 1], clock = t->item[first].start;
  size_t depth = 0;
  uint8_t *p;
  rocpd_block b;
  int rc = begin_lane(w, t, lane, clock, err);
  for (size_t i = first; i < end && !rc; i += b.n) {
    if (rocpd_block_read(w, &t->item[i], end - i, &b)) return rocpd_no_memory(err);
    for (uint32_t k = 0; k < b.n && !rc; k++) {
      const rocpd_item *it = &t->item[i + k];
      if (depth && open[depth - 1] <= it->start) {
        if (!(p = rocpd_buffer_reserve(&w->out, depth * 32, err))) return err->rc;
        do p = put_end(p, f, open[--depth], &clock);
        while (depth && open[depth - 1] <= it->start);
        rocpd_buffer_commit(&w->out, p);
      }
      rc = put_begin(w, t, &b, k, it->start, t->first_item + i + k, &clock, err);
      open[depth++] = it->end;
    }
    if (!rc) rc = rocpd_writer_poll(w, b.n, err);
  }
  if (rc || !(p = rocpd_buffer_reserve(&w->out, (depth + 1) * 32, err))) return err->rc;
  while (depth--) /* what never ended stays open, so do those around it */
    if (open[depth] != INT64_MAX) p = put_end(p, f, open[depth], &clock);
  rocpd_buffer_commit(&w->out, p);
  return SQLITE_OK;
}

static int write_track(rocpd_writer *w, const rocpd_track *t, rocpd_error *err) {
  size_t first = 0;
  int rc = SQLITE_OK;
  for (size_t lane = 0; lane < t->lanes && !rc; lane++) {
    rc = write_lane(w, t, lane, first, t->lane_end[lane], err);
    first = t->lane_end[lane];
  }
  return rc;
}

static int end_trace(rocpd_writer *w, rocpd_error *err) { return SQLITE_OK; }

static void release(rocpd_writer *w) {
  perfetto *f = w->state;
  sqlite3_free(f->name);
  sqlite3_free(f->category);
  sqlite3_free(f->signature);
  sqlite3_free(f->bytes);
}

static const rocpd_export_format format = {"rocpd_export_perfetto", sizeof(perfetto), begin_trace, end_trace, write_track, release, NULL};

static void call(sqlite3_context *ctx, int argc, sqlite3_value **argv) { rocpd_export_call(&format, ctx, argc, argv); }

ROCPD_FUNCTION(export_perfetto) = {.name = "rocpd_export_perfetto", .argc = -1, .flags = SQLITE_UTF8 | SQLITE_DIRECTONLY, .call = call};
