/* GPU work as Perfetto's own packets: one for each kernel or copy, on a queue of a GPU, with arguments that queries and viewers know by name. A call says
** what it launched. These packets come before the lanes of their track. */
#define _GNU_SOURCE /* qsort_r */
#include "perfetto.h"
#include <stdlib.h>

/* ---- GPUs ---- */

static const char *host_of(const rocpd_export_layout *l, uint32_t group) {
  const char *host = l->process[l->group[group].process].host;
  return host ? host : "";
}

/* By host and agent, since processes share GPUs. */
static int compare_gpus(const rocpd_export_layout *l, uint32_t x, uint32_t y) {
  return strcmp(host_of(l, x), host_of(l, y)) ?: ROCPD_ORDER(l->group[x].agent, l->group[y].agent);
}
static int compare_groups(const void *a, const void *b, void *layout) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return compare_gpus(layout, x, y) ?: ROCPD_ORDER(x, y);
}

/* Names the GPUs; a GPU's number is its place. `order`: groups, with those of one GPU next to each other. */
static int write_gpus(rocpd_writer *w, const uint32_t *order, rocpd_error *err) {
  const rocpd_export_layout *l = &w->x->layout;
  size_t room = 128;
  for (size_t i = 0; i < l->groups; i++) room += 32 + strlen(l->group[i].name);
  uint8_t *p = rocpd_buffer_reserve(&w->out, room, err), *packet, *all, *one;
  if (!p) return err->rc;
  p = begin_packet(p, &packet);
  p = put_int(p, PACKET_SEQUENCE, 1);
  p = all = open_message(p, PACKET_GPUS, 4);
  for (size_t i = 0; i < l->groups; i++) {
    if (i && !compare_gpus(l, order[i - 1], order[i])) continue;
    p = one = open_message(p, GPU, 4);
    p = put_text(p, GPU_NAME, l->group[order[i]].name, strlen(l->group[order[i]].name));
    close_message(one, p, 4);
  }
  close_message(all, p, 4);
  rocpd_buffer_commit(&w->out, end_packet(packet, p));
  return SQLITE_OK;
}

int rocpd_perfetto_gpus(rocpd_writer *w, rocpd_error *err) {
  rocpd_export_layout *l = &w->x->layout;
  rocpd_perfetto *f = w->state;
  uint32_t gpus = 0, *order = sqlite3_malloc64((l->groups + 1) * sizeof *order);
  f->gpu = sqlite3_malloc64((l->groups + 1) * sizeof *f->gpu);
  int rc = order && f->gpu ? SQLITE_OK : rocpd_no_memory(err);
  for (uint32_t i = 0; !rc && i < l->groups; i++) order[i] = i;
  if (!rc) qsort_r(order, l->groups, sizeof *order, compare_groups, l);
  for (size_t i = 0; !rc && i < l->groups; i++) {
    gpus += i && compare_gpus(l, order[i - 1], order[i]);
    f->gpu[order[i]] = gpus;
  }
  if (!rc) rc = write_gpus(w, order, err);
  sqlite3_free(order);
  return rc;
}

/* ---- packets ---- */

/* Describes the track's queue and its owner. The queue has the track's number. */
static int begin_queue(rocpd_writer *w, const rocpd_track *t, uint64_t queue, rocpd_error *err) {
  const rocpd_perfetto *f = w->state;
  size_t size = strlen(t->name);
  uint8_t *p = rocpd_buffer_reserve(&w->out, 256 + size * 6, err), *packet, *data, *context;
  if (!p) return err->rc;
  p = begin_packet(p, &packet);
  p = rocpd_perfetto_interned(f, p, 4, &data);
  p = rocpd_perfetto_entry(p, INTERNED_SPECIFICATION, (uint32_t)queue, t->name, size);
  p = context = open_message(p, INTERNED_CONTEXT, 1);
  p = put_int(p, ENTRY_IID, t->process + 1);
  p = put_int(p, CONTEXT_PID, (uint64_t)w->x->layout.process[t->process].shown_pid);
  p = put_int(p, CONTEXT_API, API_HIP);
  close_message(context, p, 1);
  close_message(data, p, 4);
  rocpd_buffer_commit(&w->out, end_packet(packet, p));
  return SQLITE_OK;
}

/* The first three values that are not NULL, as x, y and z. */
static uint8_t *put_sizes(uint8_t *p, int field, const int64_t *value) {
  uint8_t *sizes;
  p = sizes = open_message(p, field, 1);
  for (int i = 0; i < 3; i++)
    if (value[i] != ROCPD_NULL) p = put_int(p, i + 1, (uint64_t)value[i]);
  close_message(sizes, p, 1);
  return p;
}

/* The values that a packet does not share with others: sizes, and its own numbers. */
static uint8_t *put_launch(uint8_t *p, const rocpd_writer *w, const rocpd_block *b, uint32_t k) {
  const rocpd_perfetto *f = w->state;
  const rocpd_event_kind *kind = b->batch->event;
  uint8_t *launch, *argument;
  p = launch = open_message(p, STAGE_LAUNCH, 2);
  if (kind->signatures) { /* these are the first of the values */
    const int64_t *value = rocpd_signature_values(&w->signatures, b->signature[k]);
    p = put_sizes(put_sizes(p, LAUNCH_GRID, value), LAUNCH_WORKGROUP, value + 3);
  }
  for (int i = 0; i < f->now->alone.n; i++) {
    int64_t value = b->field[f->now->alone.place[i]][k];
    if (value == ROCPD_NULL || (!value && kind->field[b->batch->own[f->now->alone.place[i]]].not_zero)) continue;
    p = argument = open_message(p, LAUNCH_ARGUMENT, 1);
    p = put_int(p, ARGUMENT_NAME_IID, f->now->alone.number[i]);
    p = put_int(p, ARGUMENT_INT, (uint64_t)value);
    close_message(argument, p, 1);
  }
  close_message(launch, p, 2);
  return p;
}

static int write_stage(rocpd_writer *w, const rocpd_track *t, const rocpd_block *b, uint32_t k, size_t item, uint64_t queue, rocpd_error *err) {
  rocpd_perfetto *f = w->state;
  const rocpd_perfetto *first = w->x->writers.at[0].state;
  const rocpd_item *it = &t->item[item];
  uint32_t name, stage, shared;
  int rc = rocpd_perfetto_iid(w, INTERNED_NAME, b->name[k], &f->sequence.name, &name, err);
  if (!rc) rc = rocpd_perfetto_iid(w, INTERNED_SPECIFICATION, b->category[k], &f->sequence.stage, &stage, err);
  if (!rc) rc = rocpd_perfetto_shared(w, b, k, &shared, err);
  uint8_t *p = rc ? NULL : rocpd_buffer_reserve(&w->out, 256 + 32 * ROCPD_MAX_FIELDS, err), *packet, *body;
  if (!p) return err->rc;
  p = packet = open_message(p, TRACE_PACKET, 2);
  p = rocpd_perfetto_event_head(p, &f->sequence, it->start + rocpd_export_shift(w->x));
  p = body = open_message(p, PACKET_STAGE, 2);
  p = put_int(p, STAGE_EVENT_ID, t->first_item + item + 1);
  p = put_int(p, STAGE_DURATION, (uint64_t)(it->end - it->start));
  p = put_int(p, STAGE_CONTEXT, t->process + 1);
  p = put_int(p, STAGE_GPU, first->gpu[t->group]);
  p = put_int(p, STAGE_QUEUE, queue);
  if (stage) p = put_int(p, STAGE_STAGE, stage);
  if (name) p = put_int(p, STAGE_NAME, name);
  if (shared) p = put_int(p, STAGE_KERNEL, shared);
  p = put_launch(p, w, b, k);
  close_message(body, p, 2);
  close_message(packet, p, 2);
  rocpd_buffer_commit(&w->out, p);
  return SQLITE_OK;
}

int rocpd_perfetto_stages(rocpd_writer *w, const rocpd_track *t, size_t *n, rocpd_error *err) {
  rocpd_perfetto *f = w->state;
  uint64_t queue = (uint64_t)(t - w->x->layout.track) + 1;
  rocpd_perfetto_open *o = f->now = &f->open[0];
  const rocpd_block *b = &o->block;
  int rc = SQLITE_OK;
  f->stages = true, o->sorted = NULL, *n = 0;
  for (size_t i = 0; i < t->items && !rc; i += b->n) {
    if (rocpd_block_read(w, &t->item[i], t->items - i, &o->block)) return rocpd_no_memory(err);
    if (o->sorted != b->batch) rocpd_perfetto_sort_fields(o, b->batch);
    for (uint32_t k = 0; k < b->n && !rc; k++) {
      if (!rocpd_perfetto_is_stage(w->x, t, &t->item[i + k])) continue;
      if (!*n) rc = begin_queue(w, t, queue, err);
      if (!rc) rc = write_stage(w, t, b, k, i + k, queue, err);
      ++*n;
    }
    if (!rc) rc = rocpd_writer_poll(w, b->n, err);
  }
  f->stages = false;
  if (*n) rocpd_lane_number(w);
  return rc;
}
