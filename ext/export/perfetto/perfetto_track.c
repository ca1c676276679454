/* The head of a Perfetto trace: clocks, attributes, and the descriptors of tracks. They are in sequence 1. */
#include "escape.h"
#include "perfetto.h"

/* ---- attributes and clocks ---- */

static int write_attribute(rocpd_writer *w, const char *key, int64_t number, const char *text, rocpd_error *err) {
  size_t size = text ? strlen(text) : 0;
  uint8_t *p = rocpd_buffer_reserve(&w->out, 128 + strlen(key) + size * 3, err), *packet, *all, *one, *inner;
  if (!p) return err->rc;
  p = begin_packet(p, &packet);
  p = put_int(p, PACKET_SEQUENCE, 1);
  p = all = open_message(p, PACKET_ATTRIBUTES, 4);
  p = one = open_message(p, ATTRIBUTE, 4);
  p = put_text(p, ATTRIBUTE_KEY, key, strlen(key));
  if (text) {
    p = inner = open_message(p, ATTRIBUTE_TEXT, 4);
    p = (uint8_t *)rocpd_utf8_clean((char *)p, text, size);
    close_message(inner, p, 4);
  } else {
    p = put_int(p, ATTRIBUTE_NUMBER, (uint64_t)number);
  }
  close_message(one, p, 4);
  close_message(all, p, 4);
  rocpd_buffer_commit(&w->out, end_packet(packet, p));
  return SQLITE_OK;
}

/* Attributes of the trace: its sources. */
static int write_attributes(rocpd_writer *w, rocpd_error *err) {
  size_t sources;
  rocpd_source **source = rocpd_snapshot_sources(w->x->snapshot, &sources);
  int rc = write_attribute(w, "rocpd.version", 0, ROCPD_VERSION, err);
  for (size_t i = 0; !rc && i < sources; i++) {
    char key[64];
#define KEY(what) (sqlite3_snprintf(sizeof key, key, "source.%llu." what, (sqlite3_uint64)i), key)
    rc = write_attribute(w, KEY("path"), 0, source[i]->path, err);
    if (!rc && source[i]->info.host) rc = write_attribute(w, KEY("host"), 0, source[i]->info.host, err);
    if (!rc && rocpd_source_wall_offset_ns(source[i]) != ROCPD_NULL)
      rc = write_attribute(w, KEY("wall_offset_ns"), rocpd_source_wall_offset_ns(source[i]), NULL, err);
#undef KEY
  }
  for (uint32_t i = 0; !rc && i < w->x->layout.processes; i++) {
    const rocpd_export_process *one = &w->x->layout.process[i];
    char key[64];
    if (*one->command) rc = write_attribute(w, sqlite3_snprintf(sizeof key, key, "process.%d.command", one->shown_pid), 0, one->command, err);
  }
  return rc;
}

uint8_t *rocpd_perfetto_clock(uint8_t *p, int id, int64_t time, bool incremental) {
  uint8_t *body;
  p = body = open_message(p, SNAPSHOT_CLOCK, 1);
  p = put_int(p, CLOCK_ID, (uint64_t)id);
  p = put_int(p, CLOCK_TIME, (uint64_t)time);
  if (incremental) p = put_int(p, CLOCK_INCREMENTAL, 1);
  close_message(body, p, 1);
  return p;
}

static int write_clocks(rocpd_writer *w, rocpd_error *err) {
  uint8_t *p = rocpd_buffer_reserve(&w->out, 256, err), *packet, *snapshot;
  if (!p) return err->rc;
  int64_t shift = rocpd_export_shift(w->x), now = rocpd_export_first_time(w->x) + shift, wall = rocpd_export_wall_offset(w->x);
  p = begin_packet(p, &packet);
  p = put_int(p, PACKET_SEQUENCE, 1);
  p = put_int(p, PACKET_FLAGS, STATE_CLEARED);
  p = put_int(p, PACKET_FIRST, 1);
  p = put_int(p, PACKET_TIMESTAMP, (uint64_t)now);
  p = put_int(p, PACKET_CLOCK_ID, CLOCK_BOOT);
  p = snapshot = open_message(p, PACKET_CLOCK_SNAPSHOT, 1);
  p = rocpd_perfetto_clock(p, CLOCK_BOOT, now, false);
  if (wall != ROCPD_NULL && now - shift + wall >= 0) p = rocpd_perfetto_clock(p, CLOCK_REAL, now - shift + wall, false);
  p = put_int(p, SNAPSHOT_PRIMARY, CLOCK_BOOT);
  close_message(snapshot, p, 1);
  rocpd_buffer_commit(&w->out, end_packet(packet, p));
  if (!shift) return SQLITE_OK;
  int rc = write_attribute(w, "rocpd.time_shift_ns", shift, NULL, err);
  return rc ? rc : rocpd_export_warn(w->x, err, "times begin before 0, where readers drop them: %lld ns were added to all", (long long)shift);
}

/* ---- descriptors ---- */

/* A packet with one track descriptor. */
typedef struct descriptor {
  uint64_t uuid, parent;
  const char *name;
  int64_t rank; /* -1: none */
  bool no_merge, ordered;
  bool counter;
  int unit;  /* for a counter: UNIT_*; */
  const char *unit_name; /* or another one; NULL: none */
  bool root; /* tells viewers that processes and threads are in the order of their ranks */
  const rocpd_export_process *process; /* not NULL: the track is the process's own or a thread's */
  const char *thread;
  int64_t tid;
} descriptor;

static int write_descriptor(rocpd_writer *w, const descriptor *d, rocpd_error *err) {
  size_t name_size = d->name ? strlen(d->name) : 0, room = 512 + name_size * 3 + (d->thread ? strlen(d->thread) : 0);
  const rocpd_export_process *process = d->process;
  if (process) room += strlen(process->name) + strlen(process->command) + (process->label ? strlen(process->label) : 0);
  size_t unit_size = d->unit_name ? strlen(d->unit_name) : 0;
  room += 3 * unit_size;
  int64_t shift = rocpd_export_shift(w->x);
  uint8_t *p = rocpd_buffer_reserve(&w->out, room, err), *packet, *track, *inner;
  if (!p) return err->rc;
  p = begin_packet(p, &packet);
  p = put_int(p, PACKET_SEQUENCE, 1);
  p = track = open_message(p, PACKET_TRACK, 4);
  p = put_int(p, TRACK_UUID, d->uuid);
  if (d->parent) p = put_int(p, TRACK_PARENT, d->parent);
  if (d->name) {
    p = inner = open_message(p, TRACK_NAME, 4);
    p = (uint8_t *)rocpd_utf8_clean((char *)p, d->name, name_size);
    close_message(inner, p, 4);
  }
  if (d->rank >= 0) p = put_int(p, TRACK_RANK, (uint64_t)d->rank);
  if (d->ordered) p = put_int(p, TRACK_ORDERING, ORDER_EXPLICIT);
  if (d->no_merge) p = put_int(p, TRACK_MERGE, MERGE_NONE);
  if (d->counter) {
    int width = d->unit_name ? 4 : 1;
    uint8_t *unit;
    p = inner = open_message(p, TRACK_COUNTER, width);
    if (d->unit) p = put_int(p, COUNTER_UNIT, (uint64_t)d->unit);
    if (d->unit_name) {
      p = unit = open_message(p, COUNTER_UNIT_NAME, 4);
      p = (uint8_t *)rocpd_utf8_clean((char *)p, d->unit_name, unit_size);
      close_message(unit, p, 4);
    }
    close_message(inner, p, width);
  }
  if (d->root) p = put_int(put_int(p, TRACK_PROCESSES, ROOT_EXPLICIT), TRACK_THREADS, ROOT_EXPLICIT);
  if (d->thread) {
    p = inner = open_message(p, TRACK_THREAD, 4);
    p = put_int(p, THREAD_PID, (uint64_t)process->shown_pid);
    p = put_int(p, THREAD_TID, (uint64_t)d->tid);
    if (*d->thread) p = put_text(p, THREAD_NAME, d->thread, strlen(d->thread));
    close_message(inner, p, 4);
  } else if (process) {
    p = inner = open_message(p, TRACK_PROCESS, 4);
    p = put_int(p, PROCESS_PID, (uint64_t)process->shown_pid);
    if (*process->command) p = put_text(p, PROCESS_COMMAND, process->command, strlen(process->command));
    p = put_text(p, PROCESS_NAME, process->name, strlen(process->name));
    if (process->start_ns != ROCPD_NULL && process->start_ns >= -shift) p = put_int(p, PROCESS_START, (uint64_t)(process->start_ns + shift));
    if (process->label) p = put_text(p, PROCESS_LABEL, process->label, strlen(process->label));
    close_message(inner, p, 4);
  }
  close_message(track, p, 4);
  rocpd_buffer_commit(&w->out, end_packet(packet, p));
  return SQLITE_OK;
}

static uint64_t process_uuid(uint32_t process) { return 1 + process; }
static uint64_t group_uuid(const rocpd_export_layout *l, uint32_t group) { return 1 + l->processes + group; }
uint64_t rocpd_perfetto_uuid(const rocpd_export_layout *l, const rocpd_track *t) { return 1 + l->processes + l->groups + (uint64_t)(t - l->track); }

int rocpd_perfetto_head(rocpd_writer *w, rocpd_error *err) {
  const rocpd_export_layout *l = &w->x->layout;
  int rc = write_clocks(w, err);
  if (!rc) rc = write_attributes(w, err);
  if (!rc) rc = write_descriptor(w, &(descriptor){.root = true, .rank = -1}, err);
  for (uint32_t i = 0; i < l->processes && !rc; i++)
    rc = write_descriptor(w, &(descriptor){.uuid = process_uuid(i), .rank = i, .ordered = true, .process = &l->process[i]}, err);
  for (uint32_t i = 0; i < l->groups && !rc; i++)
    rc = write_descriptor(w, &(descriptor){.uuid = group_uuid(l, i), .parent = process_uuid(l->group[i].process), .name = l->group[i].name,
                                           .rank = i, .ordered = true, .no_merge = true}, err);
  return rc;
}

int rocpd_perfetto_describe_counter(rocpd_writer *w, const rocpd_counter *c, rocpd_error *err) {
  const rocpd_export_layout *l = &w->x->layout;
  descriptor d = {.uuid = c->id, .name = c->name, .rank = (int64_t)l->tracks + c->rank, .counter = true, .no_merge = true};
  d.unit_name = c->unit;
  d.unit = c->bytes ? UNIT_BYTES : c->real ? UNIT_NONE : UNIT_COUNT;
  if (c->group != ROCPD_NO_GROUP) d.parent = group_uuid(l, c->group);
  else if (c->process < l->processes) d.parent = process_uuid(c->process);
  return write_descriptor(w, &d, err);
}

/* Describes one lane. Further lanes of a track have the same name, so viewers show them as one. Those of a thread are children of its track, so that they
** belong to no other track of this name. */
int rocpd_perfetto_describe(rocpd_writer *w, const rocpd_track *t, size_t lane, uint64_t uuid, rocpd_error *err) {
  const rocpd_export_layout *l = &w->x->layout;
  descriptor d = {.uuid = uuid, .rank = -1};
  if (t->group != ROCPD_NO_GROUP) {
    d.parent = group_uuid(l, t->group);
    d.name = t->name;
    d.rank = t - l->track;
    d.no_merge = t->lanes == 1;
  } else if (t->class == ROCPD_EVENT_STACK) { /* below the thread's track, which has a descriptor in any case then */
    d.parent = rocpd_perfetto_uuid(l, t - 1);
    d.name = t->name;
    d.rank = t - l->track;
    d.no_merge = t->lanes == 1;
    int rc = lane ? SQLITE_OK : rocpd_perfetto_describe(w, t - 1, 0, d.parent, err);
    if (rc) return rc;
  } else {
    d.parent = lane == 0 ? process_uuid(t->process) : rocpd_perfetto_uuid(l, t);
    d.rank = t - l->track;
    if (lane == 0 && t->key > 0 && t->key <= INT32_MAX) { /* other keys are no tids: an ordinary track */
      d.thread = t->nameless ? "" : t->name; /* viewers show the tid after the name */
      d.tid = t->key;
      d.process = &w->x->layout.process[t->process];
    } else {
      d.name = t->name;
    }
  }
  return write_descriptor(w, &d, err);
}
