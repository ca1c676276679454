/* Names of processes, agents and tracks, from the tables that have them, and their order. */
#include <stdarg.h>
#include <stdlib.h>
#include "device.h"
#include "escape.h"
#include "export.h"
#include "layout_state.h"
#include "link.h"
#include "node.h"

/* sqlite3_mprintf with the result made valid UTF-8. */
static char *clean_printf(const char *format, ...) {
  va_list args;
  va_start(args, format);
  char *raw = sqlite3_vmprintf(format, args);
  va_end(args);
  if (!raw) return NULL;
  size_t size = strlen(raw);
  char *out = sqlite3_malloc64(size * 3 + 1);
  if (out) *rocpd_utf8_clean(out, raw, size) = 0;
  sqlite3_free(raw);
  return out;
}

static const char *text_at(rocpd_session *session, const rocpd_column *c, uint32_t row) {
  int64_t id = rocpd_column_at(c, row);
  return id == ROCPD_NULL ? NULL : rocpd_string(session, id, NULL);
}

static int name_process(rocpd_export_process *p, const char *command, const char *host, int64_t rank, bool hosts) {
  const char *end = command ? strchr(command, ' ') : NULL;
  size_t size = !command ? 0 : end ? (size_t)(end - command) : strlen(command);
  const char *base = command;
  for (const char *c = command; c && c < command + size; c++)
    if (*c == '/' && c + 1 < command + size) base = c + 1;
  size -= (size_t)(base - command);
  p->name = size ? clean_printf("%.*s", (int)size, base) : clean_printf("process %lld", p->pid == ROCPD_NULL ? 0 : p->pid);
  p->command = clean_printf("%s", command ? command : "");
  char *label = sqlite3_mprintf("");
  if (label && rank != ROCPD_NULL && rank >= 0) label = sqlite3_mprintf("%zrank %lld", label, rank);
  if (label && hosts && host) label = sqlite3_mprintf("%z%son %s", label, *label ? " " : "", host);
  if (label && p->shown_pid != p->pid && p->pid != ROCPD_NULL) label = sqlite3_mprintf("%z%spid %lld", label, *label ? ", " : "", p->pid);
  if (label && *label) p->label = clean_printf("%s", label);
  bool ok = p->name && p->command && label && (!*label || p->label);
  sqlite3_free(label);
  return ok ? SQLITE_OK : SQLITE_NOMEM;
}

/* Whether processes run on hosts with different names. */
static int find_hosts(rocpd_batch **batch, size_t batches, bool *several, rocpd_error *err) {
  int64_t host = ROCPD_NULL;
  *several = false;
  for (size_t i = 0; i < batches; i++) {
    const rocpd_column *c;
    int rc = rocpd_batch_column(batch[i], ROCPD_PROCESS_hostname, &c, err);
    if (rc) return rc;
    if (rocpd_column_only_nulls(c)) continue;
    *several |= c->min != c->max || (host != ROCPD_NULL && host != c->min);
    host = c->min;
  }
  return SQLITE_OK;
}

/* Names the processes: from the table processes if it has them. */
static int name_processes(rocpd_export *x, rocpd_error *err) {
  rocpd_export_layout *l = &x->layout;
  rocpd_batch **batch;
  size_t batches;
  bool hosts;
  int rc = rocpd_snapshot_batches(x->snapshot, ROCPD_KIND_PROCESS, &batch, &batches, err);
  if (!rc) rc = find_hosts(batch, batches, &hosts, err);
  if (rc) return rc;
  static const int index[] = {ROCPD_PROCESS_guid, ROCPD_PROCESS_pid, ROCPD_PROCESS_command,
                              ROCPD_PROCESS_hostname, ROCPD_PROCESS_rank, ROCPD_PROCESS_start, ROCPD_PROCESS_nid};
  for (size_t i = 0; i < batches; i++) {
    const rocpd_column *c[7];
    rc = rocpd_batch_columns(batch[i], index, 7, c, err);
    if (rc) return rc;
    for (uint32_t row = 0; row < batch[i]->rows; row++) {
      struct rocpd_key *k;
      int64_t whose;
      rc = rocpd_process_key(l, rocpd_column_at(c[0], row), rocpd_node_at(batch[i]->source, c[6], row), rocpd_column_at(c[1], row), &k, &whose);
      if (rc) return rocpd_fail_code(err, rc);
      if (!k->what || l->process[k->number].name) continue; /* has no events, or occurs twice */
      rocpd_export_process *p = &l->process[k->number];
      p->start_ns = rocpd_column_at(c[5], row), p->rank = rocpd_column_at(c[4], row), p->host = text_at(x->session, c[3], row);
      rc = name_process(p, text_at(x->session, c[2], row), p->host, p->rank, hosts);
      if (rc) return rocpd_fail_code(err, rc);
    }
  }
  for (size_t i = 0; i < l->processes; i++)
    if (!l->process[i].name && name_process(&l->process[i], NULL, NULL, ROCPD_NULL, false)) return rocpd_no_memory(err);
  for (size_t i = 0; i < l->processes; i++)
    l->process[i].left_out = !rocpd_numbers_match(&x->option.processes, l->process[i].pid) || !rocpd_numbers_match(&x->option.ranks, l->process[i].rank);
  return SQLITE_OK;
}

/* ---- agents ---- */

static const char *text_of(rocpd_session *session, int64_t id) { return id == ROCPD_NULL ? "" : rocpd_string(session, id, NULL); }

/* The usual name or, with the option agent_index, the one by rocprofv3's numbers: "Agent 4 gfx90a". */
static char *agent_name(const rocpd_export *x, const rocpd_device *d, int64_t relative) {
  if (x->option.agent_index == ROCPD_AGENT_TYPE_RELATIVE) return clean_printf("%s", text_of(x->session, d->name));
  const char *model = text_of(x->session, d->model);
  return clean_printf("Agent %lld%s%s", x->option.agent_index == ROCPD_AGENT_ABSOLUTE || relative == ROCPD_NULL ? d->node : relative, *model ? " " : "", model);
}

static char *about_agent(rocpd_session *session, const rocpd_device *d) {
  const char *model = text_of(session, d->model), *address = text_of(session, d->address);
  return clean_printf("%s%s%s", model, *model && *address ? " at " : "", address);
}

/* Names the groups of one agent, one for each process of its source. */
static int name_groups_of(rocpd_export *x, const rocpd_device *d, int64_t relative) {
  rocpd_export_layout *l = &x->layout;
  for (size_t g = 0; d && g < l->groups; g++) {
    rocpd_export_group *group = &l->group[g];
    const rocpd_export_process *p = &l->process[group->process];
    if (group->name || group->agent != d->node || p->guid != d->guid || (d->source->info.multi_process && (p->nid != d->nid || p->pid != d->pid))) continue;
    group->gpu = !strcmp(text_of(x->session, d->type), "GPU");
    group->number = d->number;
    group->name = agent_name(x, d, relative), group->about = about_agent(x->session, d);
    if (!group->name || !group->about) return SQLITE_NOMEM;
  }
  return SQLITE_OK;
}

static int name_groups(rocpd_export *x, rocpd_error *err) {
  rocpd_export_layout *l = &x->layout;
  rocpd_batch **batch;
  const rocpd_device *device;
  size_t batches, devices;
  int rc = rocpd_snapshot_batches(x->snapshot, ROCPD_KIND_AGENT, &batch, &batches, err);
  if (!rc) rc = rocpd_devices(x->snapshot, &device, &devices, err);
  static const int index[] = {ROCPD_AGENT_id, ROCPD_AGENT_logical_index};
  for (size_t i = 0; !rc && i < batches; i++) {
    const rocpd_column *c[2];
    rc = rocpd_batch_columns(batch[i], index, 2, c, err);
    for (uint32_t row = 0; !rc && row < batch[i]->rows; row++)
      rc = rocpd_fail_code(err, name_groups_of(x, rocpd_device_of(device, devices, batch[i]->source, rocpd_column_at(c[0], row)), rocpd_column_at(c[1], row)));
  }
  for (size_t g = 0; !rc && g < l->groups; g++) {
    rocpd_export_group *group = &l->group[g];
    if (rocpd_choose_pid(l, ROCPD_NULL, &group->shown_pid)) return rocpd_no_memory(err);
    if (group->name) continue;
    group->number = group->agent == ROCPD_NULL ? INT64_MAX : group->agent;
    group->name = group->agent == ROCPD_NULL ? clean_printf("unknown agent") : clean_printf("agent %lld", group->agent);
    group->about = sqlite3_mprintf("");
    if (!group->name || !group->about) return rocpd_no_memory(err);
  }
  return rc;
}

char *rocpd_process_text(const rocpd_export_process *p) {
  char pid[32] = "";
  if (p->pid != ROCPD_NULL) sqlite3_snprintf(sizeof pid, pid, " %lld", p->pid);
  size_t name = strlen(p->name), number = strlen(pid);
  bool numbered = name > number && !strcmp(p->name + name - number, pid);
  return sqlite3_mprintf("%s%s%s%s%s", p->name, numbered ? "" : pid, p->label ? " (" : "", p->label ? p->label : "", p->label ? ")" : "");
}

/* ---- tracks ---- */

static int name_threads(rocpd_export *x, rocpd_error *err) {
  rocpd_export_layout *l = &x->layout;
  rocpd_batch **batch;
  size_t batches;
  int rc = rocpd_snapshot_batches(x->snapshot, ROCPD_KIND_THREAD, &batch, &batches, err);
  if (rc) return rc;
  static const int index[] = {ROCPD_THREAD_guid, ROCPD_THREAD_pid, ROCPD_THREAD_tid, ROCPD_THREAD_name, ROCPD_THREAD_nid};
  for (size_t i = 0; i < batches; i++) {
    const rocpd_column *c[5];
    rc = rocpd_batch_columns(batch[i], index, 5, c, err);
    if (rc) return rc;
    for (uint32_t row = 0; row < batch[i]->rows; row++) {
      const char *name = text_at(x->session, c[3], row);
      struct rocpd_key *k;
      int64_t whose;
      rc = rocpd_process_key(l, rocpd_column_at(c[0], row), rocpd_node_at(batch[i]->source, c[4], row), rocpd_column_at(c[1], row), &k, &whose);
      if (!rc && k->what) rc = rocpd_key_find(l, KEY_TRACK + ROCPD_EVENT_REGION, k->number, rocpd_column_at(c[2], row), &k);
      if (rc) return rocpd_fail_code(err, rc);
      if (!k->what || !name || !*name || l->track[k->number].name) continue;
      l->track[k->number].name = clean_printf("%s", name);
      if (!l->track[k->number].name) return rocpd_no_memory(err);
    }
  }
  return SQLITE_OK;
}

/* The process of a queue or stream, found by the id of its row. */
static int process_of_handle(rocpd_export *x, rocpd_batch *b, const rocpd_column *const *c, uint32_t row, struct rocpd_key **out, rocpd_error *err) {
  int64_t pid = rocpd_column_at(c[1], row), whose;
  rocpd_links *links;
  int rc = SQLITE_OK;
  if (b->source->info.multi_process) {
    rc = rocpd_links_of(x->snapshot, b->source, &links, err);
    if (!rc) rc = rocpd_link_map(links, ROCPD_LINK_PROCESS, ROCPD_RAW_PROCESS_pid, &pid, 1, err);
  }
  return rc ? rc : rocpd_fail_code(err, rocpd_process_key(&x->layout, rocpd_column_at(c[0], row), rocpd_node_at(b->source, c[4], row), pid, out, &whose));
}

/* Adds the names of queues or streams to the keys, by process and id. */
static int read_handles(rocpd_export *x, int kind, uint32_t what, rocpd_error *err) {
  rocpd_export_layout *l = &x->layout;
  rocpd_batch **batch;
  size_t batches;
  int rc = rocpd_snapshot_batches(x->snapshot, kind, &batch, &batches, err);
  /* Queues and streams have the same columns. */
  static const int index[] = {ROCPD_QUEUE_guid, ROCPD_QUEUE_pid, ROCPD_QUEUE_id, ROCPD_QUEUE_name, ROCPD_QUEUE_nid};
  for (size_t i = 0; !rc && i < batches; i++) {
    const rocpd_column *c[5];
    rc = rocpd_batch_columns(batch[i], index, 5, c, err);
    for (uint32_t row = 0; !rc && row < batch[i]->rows; row++) {
      int64_t id = rocpd_column_at(c[2], row), name = rocpd_column_at(c[3], row), process;
      struct rocpd_key *k;
      rc = process_of_handle(x, batch[i], c, row, &k, err);
      if (rc || !k->what || name == ROCPD_NULL || !*rocpd_string(x->session, name, NULL)) continue;
      process = k->number;
      rc = rocpd_fail_code(err, rocpd_key_find(l, what, process, id, &k));
      if (!rc && !k->what) rocpd_key_fill(l, k, what, process, id, (size_t)name);
    }
  }
  return rc;
}

/* The name of a process's queue or stream: from its table, or by its number. */
static char *handle_name(rocpd_export *x, bool stream, uint32_t process, int64_t id) {
  struct rocpd_key *k;
  const char *what = stream ? "stream" : "queue";
  if (id == ROCPD_NULL) return clean_printf("unknown %s", what);
  if (rocpd_key_find(&x->layout, stream ? KEY_STREAM_NAME : KEY_QUEUE_NAME, process, id, &k)) return NULL;
  return k->what ? clean_printf("%s", rocpd_string(x->session, k->number, NULL)) : clean_printf("%s %lld", what, id);
}

/* "MEMORY_COPY_HOST_TO_DEVICE" becomes "copies HOST_TO_DEVICE", "copy" becomes "copies". */
static char *copies_name(rocpd_session *session, int64_t id) {
  static const char prefix[] = "MEMORY_COPY_";
  const char *name = id == ROCPD_NULL ? "" : rocpd_string(session, id, NULL);
  if (!strncmp(name, prefix, sizeof prefix - 1)) name += sizeof prefix - 1;
  return *name && sqlite3_stricmp(name, "copy") ? clean_printf("copies %s", name) : clean_printf("copies");
}

static char *track_name(rocpd_export *x, rocpd_track *t) {
  const rocpd_export_process *p = &x->layout.process[t->process];
  struct rocpd_key *k;
  char *queue, *out;
  switch (t->class) {
    case ROCPD_EVENT_KERNEL: return handle_name(x, t->stream, t->process, t->key);
    case ROCPD_EVENT_COPY: return copies_name(x->session, t->key);
    case ROCPD_EVENT_ALLOCATION:
      return t->key == ROCPD_NULL ? clean_printf("allocations") : clean_printf("allocations %s", rocpd_string(x->session, t->key, NULL));
    case ROCPD_EVENT_SCRATCH:
      queue = handle_name(x, false, t->process, t->key);
      out = queue ? clean_printf("scratch memory of %s", queue) : NULL;
      sqlite3_free(queue);
      return out;
    case ROCPD_EVENT_STACK:
      if (rocpd_key_find(&x->layout, KEY_TRACK + ROCPD_EVENT_REGION, t->process, t->key, &k)) return NULL;
      return clean_printf("samples of %s", x->layout.track[k->number].name);
    default:
      if (t->key == p->pid && t->key != ROCPD_NULL) return clean_printf("%s", p->name); /* the main thread */
      t->nameless = true;
      return t->key == ROCPD_NULL ? clean_printf("unknown thread") : clean_printf("thread %lld", t->key);
  }
}

int rocpd_name_layout(rocpd_export *x, rocpd_error *err) {
  int rc = name_processes(x, err);
  if (!rc) rc = name_groups(x, err);
  if (!rc) rc = name_threads(x, err);
  if (!rc) rc = read_handles(x, ROCPD_KIND_QUEUE, KEY_QUEUE_NAME, err);
  if (!rc) rc = read_handles(x, ROCPD_KIND_STREAM, KEY_STREAM_NAME, err);
  for (int stacks = 0; stacks < 2; stacks++) /* these have the names of others */
    for (size_t i = 0; !rc && i < x->layout.tracks; i++) {
      rocpd_track *t = &x->layout.track[i];
      if (!t->name && (t->class == ROCPD_EVENT_STACK) == stacks && !(t->name = track_name(x, t))) rc = rocpd_no_memory(err);
    }
  return rc;
}

/* ---- order ---- */

/* By rank, processes without a rank last (unsigned, NULL and -1 are large); then by host and pid. */
static int compare_processes(const void *a, const void *b) {
  const rocpd_export_process *x = *(rocpd_export_process *const *)a, *y = *(rocpd_export_process *const *)b;
  return ROCPD_ORDER((uint64_t)x->rank, (uint64_t)y->rank) ?: strcmp(x->host ? x->host : "", y->host ? y->host : "") ?: ROCPD_ORDER(x->pid, y->pid) ?:
         ROCPD_ORDER(x, y);
}

static int compare_groups(const void *a, const void *b) {
  const rocpd_export_group *x = *(rocpd_export_group *const *)a, *y = *(rocpd_export_group *const *)b;
  return ROCPD_ORDER(x->process, y->process) ?: ROCPD_ORDER(!x->gpu, !y->gpu) ?: ROCPD_ORDER(x->number, y->number) ?: ROCPD_ORDER(x->agent, y->agent);
}

/* Threads come before GPU tracks (ROCPD_NO_GROUP + 1 is 0), by start, each with its samples behind it; an agent's tracks: streams, then queues, ... */
static int compare_tracks(const void *a, const void *b) {
  const rocpd_track *x = a, *y = b;
  return ROCPD_ORDER(x->process, y->process) ?: ROCPD_ORDER(x->group + 1, y->group + 1) ?: (x->group == ROCPD_NO_GROUP ? ROCPD_ORDER(x->start, y->start) : 0) ?:
         (x->group == ROCPD_NO_GROUP ? ROCPD_ORDER(x->key, y->key) : 0) ?: ROCPD_ORDER(x->class, y->class) ?: ROCPD_ORDER(!x->stream, !y->stream) ?: ROCPD_ORDER(x->key, y->key);
}

/* Sorts n items of `size` bytes, and returns the new place of each. NULL: out of memory. */
static uint32_t *sorted(void *item, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  char *from = item, *copy = sqlite3_malloc64(n * size + 1), **order = sqlite3_malloc64((n + 1) * sizeof *order);
  uint32_t *place = copy && order ? sqlite3_malloc64((n + 1) * sizeof *place) : NULL;
  for (size_t i = 0; place && i < n; i++) order[i] = from + i * size;
  if (place) {
    qsort(order, n, sizeof *order, compare);
    for (size_t i = 0; i < n; i++) {
      memcpy(copy + i * size, order[i], size);
      place[(size_t)(order[i] - from) / size] = (uint32_t)i;
    }
    if (n) memcpy(item, copy, n * size);
  }
  sqlite3_free(copy), sqlite3_free(order);
  return place;
}

int rocpd_order_layout(rocpd_export *x, rocpd_error *err) {
  rocpd_export_layout *l = &x->layout;
  uint32_t *process = sorted(l->process, l->processes, sizeof *l->process, compare_processes), *group = NULL;
  for (size_t i = 0; process && i < l->groups; i++) l->group[i].process = process[l->group[i].process];
  if (process) group = sorted(l->group, l->groups, sizeof *l->group, compare_groups);
  for (size_t i = 0; group && i < l->tracks; i++) {
    l->track[i].process = process[l->track[i].process];
    if (l->track[i].group != ROCPD_NO_GROUP) l->track[i].group = group[l->track[i].group];
  }
  if (group && l->tracks) qsort(l->track, l->tracks, sizeof *l->track, compare_tracks);
  int rc = group ? SQLITE_OK : rocpd_no_memory(err);
  sqlite3_free(process), sqlite3_free(group);
  return rc;
}
