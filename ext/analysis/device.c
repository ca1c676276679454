/* The bus address is in the agents' extdata, where rocprofv3 and the collector store what KFD's topology says: `domain`, and `location_id` with partition,
** bus, device and function in 4 (from bit 28 on), 8, 5 and 3 bits. If a file has no address, an agent is identified by its node if the machine is known;
** else it is a device of its file. */
#include "device.h"
#include <stdlib.h>
#include "bisect.h"
#include "json.h"
#include "link.h"
#include "map.h"
#include "owner.h"

/* Agents with equal keys are one device. Devices of a type are numbered in order of keys: by KFD's node, which is HIP's order if a process sees all GPUs;
** and by address if processes number their nodes differently, as in containers. */
enum { MACHINE, TYPE, NO_ADDRESS, FIRST_NODE, DOMAIN, BUS, PARTITION, NODE, PROCESS, AGENT, KEYS };

typedef struct seen_agent {
  rocpd_device d;
  int64_t key[KEYS];
  int64_t host, own;  /* own: the agent's number among the GPUs in the file */
  int64_t pid;        /* pid, in a merged file with several processes */
  int64_t first_node;      /* the smallest node that any file has for the device */
} seen_agent;

typedef struct agent_key {
  int64_t guid, id;
  const rocpd_device *device;
} agent_key;

typedef struct device_list {
  rocpd_device *device; /* by source and id */
  agent_key *by_agent, *by_node; /* in order of guid and id or absolute index */
  rocpd_map identity;   /* identity -> index of one of its agents */
  size_t n;
} device_list;

/* ---- what files say */

/* Reads a number from extdata; ROCPD_NULL also if SQLite has no JSON functions, in which case everything else is still known. */
static int number_in(rocpd_session *session, int64_t extdata, const char *path, int64_t *out, rocpd_error *err) {
  rocpd_error why = {0};
  int rc = rocpd_json_value(session, extdata, path, ROCPD_INT, out, &why);
  if (rc != SQLITE_ERROR) return rocpd_fail_for(err, rc, &why);
  *out = ROCPD_NULL;
  rocpd_error_clear(&why);
  return SQLITE_OK;
}

static int take_address(rocpd_session *session, seen_agent *a, int64_t extdata, rocpd_error *err) {
  int64_t domain = ROCPD_NULL, location = ROCPD_NULL;
  int rc = extdata == ROCPD_NULL ? SQLITE_OK : number_in(session, extdata, "$.domain", &domain, err);
  if (rc == SQLITE_OK && domain >= 0) rc = number_in(session, extdata, "$.location_id", &location, err);
  a->key[NO_ADDRESS] = domain < 0 || location <= 0;
  if (rc != SQLITE_OK || a->key[NO_ADDRESS]) return rc;
  a->key[DOMAIN] = domain, a->key[BUS] = location & 0xffff, a->key[PARTITION] = location >> 28 & 0xf;
  return SQLITE_OK;
}

static int take_agent(rocpd_snapshot *s, seen_agent *a, int64_t extdata, rocpd_error *err) {
  rocpd_origin origin;
  int rc = rocpd_origin_of_agent(s, a->d.source, a->d.agent, &origin, err);
  if (rc == SQLITE_OK) rc = take_address(rocpd_snapshot_session(s), a, extdata, err);
  if (rc != SQLITE_OK) return rc;
  a->host = origin.host;
  a->key[MACHINE] = a->host != ROCPD_NULL ? a->host : -1 - (int64_t)a->d.source->number;
  a->key[TYPE] = a->d.type;
  if (!a->key[NO_ADDRESS]) return SQLITE_OK;
  a->key[NODE] = a->d.node != ROCPD_NULL ? a->d.node : a->own;
  if (a->host == ROCPD_NULL) a->key[PROCESS] = a->pid; /* the numbers may be the process's own */
  return SQLITE_OK;
}

/* Finds the process of an agent, which names it by the id of its row. */
static int take_process(rocpd_snapshot *s, seen_agent *a, rocpd_error *err) {
  rocpd_links *links;
  a->d.pid = a->pid;
  if (!a->d.source->info.multi_process) return SQLITE_OK;
  int rc = rocpd_links_of(s, a->d.source, &links, err);
  return rc == SQLITE_OK ? rocpd_link_map(links, ROCPD_LINK_PROCESS, ROCPD_RAW_PROCESS_pid, &a->d.pid, 1, err) : rc;
}

static int add_batch(rocpd_snapshot *s, rocpd_batch *b, seen_agent **list, size_t *n, rocpd_error *err) {
  enum { OF_ID, OF_GUID, OF_NID, OF_PID, OF_TYPE, OF_NODE, OF_NUMBER, OF_NAME, OF_EXTDATA, OF };
  static const int wanted[OF] = {ROCPD_AGENT_id, ROCPD_AGENT_guid, ROCPD_AGENT_nid, ROCPD_AGENT_pid, ROCPD_AGENT_type, ROCPD_AGENT_absolute_index,
                                 ROCPD_AGENT_type_index, ROCPD_AGENT_name, ROCPD_AGENT_extdata};
  const rocpd_column *c[OF];
  int64_t path;
  int rc = rocpd_fail_code(err, rocpd_intern(rocpd_snapshot_session(s), b->source->path, -1, &path));
  if (rc == SQLITE_OK) rc = rocpd_batch_columns(b, wanted, OF, c, err);
  for (uint32_t row = 0; rc == SQLITE_OK && row < b->rows; row++) {
    if (rocpd_array_push_reserve(list, *n, sizeof **list) != SQLITE_OK) return rocpd_no_memory(err);
    seen_agent *a = &(*list)[*n];
    *a = (seen_agent){.d = {.source = b->source, .agent = rocpd_column_at(c[OF_ID], row), .guid = rocpd_column_at(c[OF_GUID], row), .path = path,
                            .nid = rocpd_column_at(c[OF_NID], row),
                            .type = rocpd_column_at(c[OF_TYPE], row), .model = rocpd_column_at(c[OF_NAME], row), .address = ROCPD_NULL,
                            .node = rocpd_column_at(c[OF_NODE], row)},
                      .own = rocpd_column_at(c[OF_NUMBER], row), .pid = rocpd_column_at(c[OF_PID], row)};
    rc = take_agent(s, a, rocpd_column_at(c[OF_EXTDATA], row), err);
    if (rc == SQLITE_OK) rc = take_process(s, a, err);
    if (rc == SQLITE_OK) ++*n;
  }
  return rc;
}

/* ---- which are one */

static int compare_keys(const seen_agent *x, const seen_agent *y, int keys) {
  for (int k = 0; k < keys; k++)
    if (x->key[k] != y->key[k]) return x->key[k] < y->key[k] ? -1 : 1;
  return 0;
}

static int compare_agents(const rocpd_device *x, const rocpd_device *y) { return rocpd_agent_order(x->source, x->agent, y->source, y->agent); }

static int compare_seen(const void *a, const void *b) {
  const seen_agent *x = a, *y = b;
  return compare_keys(x, y, KEYS) ?: compare_agents(&x->d, &y->d);
}

/* Finds the first agent after i that differs in the first `keys` keys. */
static size_t end_of(const seen_agent *a, size_t n, size_t i, int keys) {
  size_t end = i + 1;
  while (end < n && !compare_keys(&a[i], &a[end], keys)) end++;
  return end;
}

static void sort(seen_agent *a, size_t n) {
  if (n) qsort(a, n, sizeof *a, compare_seen);
}

/* Agents of one process are never the same device: if their keys are equal, this key distinguishes them. */
static void tell_apart(seen_agent *a, size_t n, int key) {
  for (size_t i = 0, end; i < n; i = end) {
    bool parts = false;
    end = end_of(a, n, i, KEYS);
    for (size_t k = i + 1; k < end; k++) parts |= a[k].d.source == a[k - 1].d.source && a[k].d.guid == a[k - 1].d.guid && a[k].pid == a[k - 1].pid;
    for (size_t k = i; parts && k < end; k++) a[k].key[key] = key == NODE ? a[k].d.node : 1 + a[k].d.agent;
  }
  sort(a, n);
}

static void find_first_nodes(seen_agent *a, size_t n) {
  for (size_t i = 0, end; i < n; i = end) {
    int64_t least = INT64_MAX;
    end = end_of(a, n, i, KEYS);
    for (size_t k = i; k < end; k++)
      if (a[k].d.node != ROCPD_NULL && a[k].d.node < least) least = a[k].d.node;
    for (size_t k = i; k < end; k++) a[k].first_node = least;
  }
  for (size_t i = 0; i < n; i++) a[i].key[FIRST_NODE] = a[i].first_node;
  sort(a, n);
}

/* ---- numbers */

typedef struct device_numbers {
  rocpd_map taken;
  int64_t next; /* all numbers below it are taken */
} device_numbers;

static bool is_taken(const device_numbers *m, int64_t number) { return rocpd_map_get(&m->taken, (uint64_t)number, 0); }

static int give(device_numbers *m, seen_agent *a, size_t n, int64_t number) {
  for (size_t i = 0; i < n; i++) a[i].d.number = number;
  return rocpd_map_set(&m->taken, (uint64_t)number, 1);
}

/* The smallest number that the files have for a device. */
static int64_t own_number(const seen_agent *a, size_t n) {
  int64_t least = INT64_MAX;
  for (size_t i = 0; i < n; i++)
    if (a[i].own >= 0 && a[i].own < least) least = a[i].own;
  return least;
}

static int give_next(device_numbers *m, seen_agent *a, size_t n) {
  while (is_taken(m, m->next)) m->next++;
  return give(m, a, n, m->next);
}

/* Numbers the devices of one machine and type: those with an address in order; the others keep the numbers of their files, if these are free. */
static int number_devices(seen_agent *a, size_t n) {
  device_numbers m = {0};
  int rc = SQLITE_OK;
  for (size_t i = 0, end; rc == SQLITE_OK && i < n; i = end) {
    end = end_of(a, n, i, KEYS);
    int64_t own = a[i].key[NO_ADDRESS] ? own_number(a + i, end - i) : INT64_MAX;
    if (!a[i].key[NO_ADDRESS]) rc = give_next(&m, a + i, end - i);
    else if (own != INT64_MAX && !is_taken(&m, own)) rc = give(&m, a + i, end - i, own);
    else a[i].d.number = -1;
  }
  for (size_t i = 0, end; rc == SQLITE_OK && i < n; i = end) {
    end = end_of(a, n, i, KEYS);
    if (a[i].d.number < 0) rc = give_next(&m, a + i, end - i);
  }
  rocpd_map_free(&m.taken);
  return rc;
}

/* ---- texts */

static const char *file_of(const seen_agent *a) {
  const char *slash = strrchr(a->d.source->path, '/');
  return slash && slash[1] ? slash + 1 : a->d.source->path;
}

static const char *text_of(rocpd_session *session, int64_t id) { return id == ROCPD_NULL ? NULL : rocpd_string(session, id, NULL); }

static const char *type_of(rocpd_session *session, const seen_agent *a) {
  const char *type = text_of(session, a->d.type);
  return type && *type ? type : "agent";
}

static int name_address(rocpd_session *session, seen_agent *a) {
  char partition[32] = "", node[32] = "";
  if (a->key[NO_ADDRESS]) return SQLITE_OK;
  if (a->key[PARTITION]) sqlite3_snprintf(sizeof partition, partition, " partition %lld", a->key[PARTITION]);
  if (a->key[NODE]) sqlite3_snprintf(sizeof node, node, " node %lld", a->key[NODE]);
  return rocpd_intern_format(session, &a->d.address, "%04llx:%02x:%02x.%x%s%s", a->key[DOMAIN], (unsigned)(a->key[BUS] >> 8),
                             (unsigned)(a->key[BUS] >> 3 & 0x1f),
                             (unsigned)(a->key[BUS] & 7), partition, node);
}

static int name_identity(rocpd_session *session, seen_agent *a) {
  const char *machine = a->host != ROCPD_NULL ? text_of(session, a->host) : a->d.source->path, *address = text_of(session, a->d.address);
  bool node = a->host != ROCPD_NULL && a->d.node != ROCPD_NULL;
  char process[32] = "", agent[32] = "";
  if (a->key[PROCESS] > 0) sqlite3_snprintf(sizeof process, process, " process %lld", a->key[PROCESS]);
  if (a->key[AGENT]) sqlite3_snprintf(sizeof agent, agent, " agent %lld", a->d.agent);
  if (address) return rocpd_intern_format(session, &a->d.device, "%s %s%s", machine, address, agent);
  return rocpd_intern_format(session, &a->d.device, "%s%s %s %s%lld%s", machine, process, type_of(session, a), node ? "node " : "",
                             a->key[NODE] == ROCPD_NULL ? a->d.agent : a->key[NODE], agent);
}

static int name_agent(rocpd_session *session, seen_agent *a, bool machines, bool whole_path) {
  const char *machine = a->host != ROCPD_NULL ? text_of(session, a->host) : whole_path ? a->d.source->path : file_of(a);
  int rc = name_address(session, a);
  if (rc == SQLITE_OK) rc = name_identity(session, a);
  return rc == SQLITE_OK ?
           rocpd_intern_format(session, &a->d.name, "%s%s%s %lld", machines ? machine : "", machines ? " " : "", type_of(session, a), a->d.number) :
           rc;
}

/* Finds out whether two files without a host have the same name. */
static int find_namesakes(rocpd_session *session, const seen_agent *a, size_t n, bool *out) {
  rocpd_map first = {0};
  int rc = SQLITE_OK;
  *out = false;
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    int64_t name;
    if (a[i].host != ROCPD_NULL) continue;
    rc = rocpd_intern(session, file_of(&a[i]), -1, &name);
    if (rc == SQLITE_OK) *out |= rocpd_map_get(&first, (uint64_t)name, a[i].d.source->number) != a[i].d.source->number;
    if (rc == SQLITE_OK) rc = rocpd_map_set(&first, (uint64_t)name, a[i].d.source->number);
  }
  rocpd_map_free(&first);
  return rc;
}

static int name_agents(rocpd_session *session, seen_agent *a, size_t n) {
  bool machines = false, namesakes = false;
  int rc = SQLITE_OK;
  for (size_t i = 1; i < n; i++) machines |= a[i].key[MACHINE] != a[0].key[MACHINE];
  for (size_t i = 0, end; rc == SQLITE_OK && i < n; i = end) {
    end = end_of(a, n, i, TYPE + 1);
    rc = number_devices(a + i, end - i);
  }
  if (rc == SQLITE_OK) rc = find_namesakes(session, a, n, &namesakes);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = name_agent(session, &a[i], machines, namesakes);
  return rc;
}

/* ---- the list */

static int compare(const void *a, const void *b) { return compare_agents(a, b); }

static int compare_keyed(const void *a, const void *b) {
  const agent_key *x = a, *y = b;
  return ROCPD_ORDER(x->guid, y->guid) ?: ROCPD_ORDER(x->id, y->id) ?: compare_agents(x->device, y->device);
}

static void free_list(void *data) {
  device_list *l = data;
  sqlite3_free(l->device), sqlite3_free(l->by_agent), sqlite3_free(l->by_node);
  rocpd_map_free(&l->identity);
  sqlite3_free(l);
}

static int fill_list(device_list *l, const seen_agent *a, size_t n) {
  l->device = sqlite3_malloc64((n + 1) * sizeof *l->device);
  l->by_agent = sqlite3_malloc64((n + 1) * sizeof *l->by_agent), l->by_node = sqlite3_malloc64((n + 1) * sizeof *l->by_node);
  int rc = l->device && l->by_agent && l->by_node ? SQLITE_OK : SQLITE_NOMEM;
  if (rc != SQLITE_OK || !n) return rc;
  l->n = n;
  for (size_t i = 0; i < n; i++) l->device[i] = a[i].d;
  qsort(l->device, n, sizeof *l->device, compare);
  for (size_t i = 0; i < n && rc == SQLITE_OK; i++) {
    const rocpd_device *d = &l->device[i];
    l->by_agent[i] = (agent_key){d->guid, d->agent, d}, l->by_node[i] = (agent_key){d->guid, d->node, d};
    rc = rocpd_map_set(&l->identity, (uint64_t)d->device, i);
  }
  if (rc != SQLITE_OK) return rc; /* not all agents have been read */
  qsort(l->by_agent, n, sizeof *l->by_agent, compare_keyed), qsort(l->by_node, n, sizeof *l->by_node, compare_keyed);
  return SQLITE_OK;
}

static int make_list(rocpd_snapshot *s, device_list *l, rocpd_error *err) {
  rocpd_batch **batch;
  seen_agent *a = NULL;
  size_t batches, n = 0;
  int rc = rocpd_snapshot_batches(s, ROCPD_KIND_AGENT, &batch, &batches, err);
  for (size_t i = 0; rc == SQLITE_OK && i < batches; i++) rc = add_batch(s, batch[i], &a, &n, err);
  if (rc == SQLITE_OK) {
    sort(a, n);
    tell_apart(a, n, NODE);
    tell_apart(a, n, AGENT);
    find_first_nodes(a, n);
    rc = rocpd_fail_code(err, name_agents(rocpd_snapshot_session(s), a, n));
  }
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, fill_list(l, a, n));
  sqlite3_free(a);
  return rc;
}

static int list_of(rocpd_snapshot *s, device_list **out, rocpd_error *err) {
  static const char owner;
  s = rocpd_snapshot_whole(s);
  if ((*out = rocpd_snapshot_kept(s, &owner, 0))) return SQLITE_OK;
  device_list *l = *out = sqlite3_malloc64(sizeof *l);
  if (!l) return rocpd_no_memory(err);
  *l = (device_list){0};
  int rc = make_list(s, l, err);
  if (rc != SQLITE_OK) return free_list(l), rc;
  return rocpd_snapshot_keep(s, &(rocpd_keeping){.owner = &owner, .data = l, .free_data = free_list}) ? SQLITE_OK : rocpd_no_memory(err);
}

int rocpd_devices(rocpd_snapshot *s, const rocpd_device **out, size_t *n, rocpd_error *err) {
  device_list *l;
  *out = NULL, *n = 0;
  int rc = list_of(s, &l, err);
  if (rc == SQLITE_OK) *out = l->device, *n = l->n;
  return rc;
}

const rocpd_device *rocpd_device_of(const rocpd_device *d, size_t n, const rocpd_source *source, int64_t agent) {
  rocpd_device key = {.source = (rocpd_source *)source, .agent = agent};
  return n ? bsearch(&key, d, n, sizeof *d, compare) : NULL;
}

/* True if a row states this value, or none. */
static bool agrees(int64_t said, int64_t is) { return said == ROCPD_NULL || said == is; }

/* Rates how well a device fits what a row states: the file counts most, then the machine, then the process. */
static int fit_of(const rocpd_device *d, const rocpd_device *like) {
  return 4 * agrees(like->path, d->path) + 2 * agrees(like->nid, d->nid) + agrees(like->pid, d->pid);
}

/* Finds the device that fits best; the first among equals. */
static const rocpd_device *find(const agent_key *key, size_t n, int64_t guid, int64_t id, const rocpd_device *like) {
  size_t low = ROCPD_FIRST(i, 0, n, key[i].guid != guid ? key[i].guid > guid : key[i].id >= id);
  const rocpd_device *best = NULL;
  for (; low < n && key[low].guid == guid && key[low].id == id; low++)
    if (!best || fit_of(key[low].device, like) > fit_of(best, like)) best = key[low].device;
  return best;
}

int rocpd_device_by_agent(rocpd_snapshot *s, int64_t path, int64_t guid, int64_t agent, const rocpd_device **out, rocpd_error *err) {
  device_list *l;
  int rc = list_of(s, &l, err);
  *out = rc == SQLITE_OK ? find(l->by_agent, l->n, guid, agent, &(rocpd_device){.path = path, .nid = ROCPD_NULL, .pid = ROCPD_NULL}) : NULL;
  return rc;
}

int rocpd_device_by_node(rocpd_snapshot *s, int64_t path, int64_t guid, int64_t nid, int64_t pid, int64_t node, const rocpd_device **out, rocpd_error *err) {
  device_list *l;
  int rc = list_of(s, &l, err);
  *out = rc == SQLITE_OK ? find(l->by_node, l->n, guid, node, &(rocpd_device){.path = path, .nid = nid, .pid = pid}) : NULL;
  return rc;
}

int rocpd_device_by_identity(rocpd_snapshot *s, int64_t device, const rocpd_device **out, rocpd_error *err) {
  device_list *l;
  int rc = list_of(s, &l, err);
  uint64_t place = rc == SQLITE_OK ? rocpd_map_get(&l->identity, (uint64_t)device, UINT64_MAX) : UINT64_MAX;
  *out = place == UINT64_MAX ? NULL : &l->device[place];
  return rc;
}

int rocpd_device_text(rocpd_session *session, const rocpd_device *d, int64_t agent, int64_t *out) {
  *out = d ? d->name : ROCPD_NULL;
  return d || agent == ROCPD_NULL ? SQLITE_OK : rocpd_intern_format(session, out, "agent %lld", agent);
}
