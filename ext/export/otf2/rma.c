/* Writes the bytes that copies move as remote memory accesses: the location of a copy gets bytes from the source, or puts them to the destination. Each
** process has a window with ends: its host has rank 0, its GPUs the ranks after it. One location represents each end; the other locations with copies come
** last. */
#include "otf2.h"

int rocpd_otf2_begin_rma(rocpd_writer *w, rocpd_error *err) {
  rocpd_otf2_shared *s = rocpd_otf2_all(w);
  size_t n = w->x->layout.processes + 1;
  s->gpu = rocpd_intern_find(w->x->session, "GPU", 3);
  if (!(s->ranks = rocpd_zeroed(n * 2 * sizeof *s->ranks))) return rocpd_no_memory(err);
  s->window_of = s->ranks + n;
  return SQLITE_OK;
}

/* Adds the window of a process; windows are numbered in order of first use. */
static int window_new(rocpd_otf2_shared *s, uint32_t process, uint32_t *window) {
  if (!s->window_of[process]) {
    if (rocpd_array_push_reserve(&s->window, s->windows, sizeof *s->window)) return SQLITE_NOMEM;
    s->window[s->windows++].process = process;
    s->window_of[process] = (uint32_t)s->windows;
  }
  *window = s->window_of[process] - 1;
  return SQLITE_OK;
}

static int end_new(rocpd_otf2_shared *s, uint32_t process, int64_t agent, uint64_t key, uint32_t *rank) {
  uint64_t at = rocpd_map_get(&s->end_of, key, s->ends);
  if (at == s->ends) {
    if (rocpd_array_push_reserve(&s->end, s->ends, sizeof *s->end) || rocpd_map_set(&s->end_of, key, s->ends)) return SQLITE_NOMEM;
    s->end[s->ends++] = (rocpd_otf2_end){process, ++s->ranks[process], agent};
  }
  *rank = s->end[at].rank;
  return SQLITE_OK;
}

/* Finds the window of a process, and the rank in it of a GPU or of the host. (An invalid agent number also means the host.) */
static int find_end(rocpd_writer *w, uint32_t process, int64_t gpu, rocpd_otf2_move *m, rocpd_error *err) {
  rocpd_otf2_shared *s = rocpd_otf2_all(w);
  pthread_mutex_lock(&w->x->mutex);
  int rc = window_new(s, process, &m->window);
  m->rank = 0;
  if (!rc && gpu >= 0 && gpu <= INT32_MAX) rc = end_new(s, process, gpu, (uint64_t)process << 32 | (uint64_t)gpu, &m->rank);
  pthread_mutex_unlock(&w->x->mutex);
  return rc ? rocpd_no_memory(err) : SQLITE_OK;
}

int rocpd_otf2_move_of(rocpd_writer *w, const rocpd_track *t, const rocpd_export_batch *v, uint32_t row, bool *moves, rocpd_otf2_move *out, rocpd_error *err) {
  static const int index[] = {ROCPD_COPY_size, ROCPD_COPY_src_agent_abs_index, ROCPD_COPY_src_agent_type, ROCPD_COPY_dst_agent_type};
  const int64_t gpu = rocpd_otf2_all(w)->gpu;
  int64_t value[4];
  *moves = false;
  if (rocpd_batch_values(v->batch, index, 4, row, 1, value, 1, err)) return err->rc;
  if (value[0] < 0 || rocpd_never_started(v, row)) return SQLITE_OK;
  bool from = value[2] == gpu, to = value[3] == gpu;
  *moves = true;
  *out = (rocpd_otf2_move){.get = to || !from, .bytes = (uint64_t)value[0]};
  return find_end(w, t->process, from && to ? value[1] : -1, out, err); /* the location belongs to the destination */
}

/* ---- windows, when all tracks are written */

static int add_member(rocpd_otf2_shared *s, uint32_t number, rocpd_error *err) {
  return rocpd_fail_code(err, ROCPD_PUSH(s->moved, s->all_moved, number));
}

/* Finds the location that represents an end: the first of its group among [first, end), or a new one. No location is used twice. */
static int add_end(rocpd_writer *w, size_t first, size_t end, uint32_t group, const char *name, rocpd_error *err) {
  rocpd_otf2_shared *s = rocpd_otf2_all(w);
  size_t i = first;
  while (i < end && s->place[i].group != group) i++;
  if (i < end) return s->place[i].copies = false, add_member(s, s->place[i].number, err);
  rocpd_otf2_place p = {.name = name, .order = {s->place[first].order[0], UINT32_MAX}, .group = group,
                        .type = group < w->x->layout.processes ? ROCPD_OTF2_CPU_THREAD : ROCPD_OTF2_STREAM};
  struct OTF2_EvtWriter_struct *out;
  int rc = rocpd_otf2_begin_place(w, 0, &p, &out, err);
  if (!rc) rc = rocpd_otf2_end_place(w, out, &p, err);
  return rc ? rc : add_member(s, p.number, err);
}

static uint32_t group_of(const rocpd_export_layout *l, uint32_t process, int64_t agent) {
  for (uint32_t g = 0; g < l->groups; g++)
    if (l->group[g].process == process && l->group[g].agent == agent) return rocpd_otf2_group(l, process, g);
  return process;
}

/* Fills the window of a process, whose locations are [first, end). */
static int fill_window(rocpd_writer *w, uint32_t process, size_t first, size_t end, rocpd_error *err) {
  rocpd_otf2_shared *s = rocpd_otf2_all(w);
  rocpd_otf2_window *window = &s->window[s->window_of[process] - 1];
  window->first = (uint32_t)s->all_moved;
  int rc = add_end(w, first, end, process, "host", err);
  for (size_t i = 0; i < s->ends && !rc; i++) {
    if (s->end[i].process != process) continue;
    uint32_t group = group_of(&w->x->layout, process, s->end[i].agent);
    rc = add_end(w, group == process ? end : first, end, group, "memory", err);
  }
  for (size_t i = first; i < end && !rc; i++)
    if (s->place[i].copies) rc = add_member(s, s->place[i].number, err);
  window->n = (uint32_t)s->all_moved - window->first;
  return rc;
}

int rocpd_otf2_end_rma(rocpd_writer *w, rocpd_error *err) {
  rocpd_otf2_shared *s = rocpd_otf2_all(w);
  const rocpd_export_layout *l = &w->x->layout;
  size_t places = s->places;
  int rc = SQLITE_OK;
  rocpd_otf2_order_places(s);
  for (size_t first = 0, end; first < places && s->place[first].order[0] < l->tracks && !rc; first = end) {
    uint32_t process = l->track[s->place[first].order[0]].process;
    for (end = first; end < places && s->place[end].order[0] < l->tracks && l->track[s->place[end].order[0]].process == process;) end++;
    if (s->window_of[process]) rc = fill_window(w, process, first, end, err);
  }
  rocpd_otf2_order_places(s);
  return rc;
}

/* Members of a communicator's group are indexes in the group of all locations. */
void rocpd_otf2_define_windows(rocpd_otf2_definitions *d) {
  const rocpd_otf2_shared *s = d->s;
  if (!s->windows) return;
  uint64_t *number = sqlite3_malloc64((s->all_moved + 1) * sizeof *number);
  if (!number) {
    if (!d->err->rc) rocpd_no_memory(d->err);
    return;
  }
  for (size_t i = 0; i < s->all_moved; i++) number[i] = i;
  uint32_t name = rocpd_otf2_define_text(d, "memory copies");
  ROCPD_OTF2_DEFINE(d, Group, 0, d->none, ROCPD_OTF2_COMM_LOCATIONS, ROCPD_OTF2_HIP, 0, (uint32_t)s->all_moved, s->moved);
  for (uint32_t i = 0; i < s->windows; i++) {
    ROCPD_OTF2_DEFINE(d, Group, i + 1, name, ROCPD_OTF2_COMM_GROUP, ROCPD_OTF2_HIP, 0, s->window[i].n, number + s->window[i].first);
    ROCPD_OTF2_DEFINE(d, Comm, i, name, i + 1, ROCPD_OTF2_NONE, 0);
    ROCPD_OTF2_DEFINE(d, RmaWin, i, name, i, 0);
  }
  sqlite3_free(number);
}
