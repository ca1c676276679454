/* See origins.h. Most rows name their process (pid, an id of rocpd_info_process). Samples and counters refer to rows that name it, and events belong to rows
** that do. */
#include "origins.h"
#include "link.h"
#include "map.h"
#include "reference.h"
#include "scratch.h"
#include <pthread.h>

/* ---- the origins of a source's processes */

struct rocpd_origins {
  rocpd_snapshot *snapshot;
  rocpd_source *source;
  rocpd_links *links;
  pthread_mutex_t mutex; /* held while the origins are read */
  bool read;             /* atomic */
  rocpd_map place;       /* id of a process -> place */
  rocpd_origin *origin;
  size_t origins;
};

static const char origins_owner;

static void origins_free(void *data) {
  rocpd_origins *o = data;
  rocpd_map_free(&o->place);
  sqlite3_free(o->origin);
  pthread_mutex_destroy(&o->mutex);
  sqlite3_free(o);
}

static void origins_moved(void *data, rocpd_snapshot *to) { ((rocpd_origins *)data)->snapshot = to; }

/* A process has the host name of its node unless its own row says otherwise. */
static int read_process(rocpd_origins *o, rocpd_batch *b, uint32_t row, rocpd_error *err) {
  static const int column[] = {ROCPD_RAW_PROCESS_id, ROCPD_RAW_PROCESS_nid, ROCPD_RAW_PROCESS_environment, ROCPD_RAW_PROCESS_extdata};
  int64_t value[4];
  int rc = rocpd_batch_values(b, column, 4, row, 1, value, 1, err);
  if (rc != SQLITE_OK || value[0] == ROCPD_NULL) return rc;
  if (rocpd_array_push_reserve(&o->origin, o->origins, sizeof(*o->origin)) != SQLITE_OK) return SQLITE_NOMEM;
  rocpd_origin *origin = &o->origin[o->origins];
  rc = rocpd_origin_read(o->source->session, value[2], value[3], origin, err);
  if (rc == SQLITE_OK && origin->host == ROCPD_NULL) {
    rc = rocpd_link_map(o->links, ROCPD_LINK_NODE, ROCPD_RAW_NODE_hostname, &value[1], 1, err);
    origin->host = value[1];
  }
  return rc == SQLITE_OK ? rocpd_map_set(&o->place, (uint64_t)value[0], o->origins++) : rc;
}

static int read_all(rocpd_origins *o, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  o->origins = 0;
  rocpd_map_free(&o->place);
  o->place = (rocpd_map){0};
  int rc = rocpd_snapshot_batches_of(o->snapshot, o->source, ROCPD_KIND_RAW_PROCESS, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++)
    for (uint32_t row = 0; rc == SQLITE_OK && row < batch[i]->rows; row++) rc = read_process(o, batch[i], row, err);
  return rocpd_fail_code(err, rc);
}

static int read_once(rocpd_origins *o, rocpd_error *err) {
  if (__atomic_load_n(&o->read, __ATOMIC_ACQUIRE)) return SQLITE_OK;
  pthread_mutex_lock(&o->mutex);
  int rc = o->read ? SQLITE_OK : read_all(o, err);
  if (rc == SQLITE_OK) __atomic_store_n(&o->read, true, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&o->mutex);
  return rc;
}

/* ---- the process of a row */

/* How ids of a column become ids of processes: by up to two links. */
typedef struct way {
  int column, hops;
  struct {
    int link, column;
  } hop[2];
} way;

/* The process that rows of a base table name, or that rows they refer to name. */
static bool find_way(int kind, way *w) {
  *w = (way){.column = kind == ROCPD_KIND_RAW_PROCESS ? ROCPD_RAW_PROCESS_id : rocpd_reference_column(kind, ROCPD_KIND_RAW_PROCESS)};
  for (int i = 0; w->column < 0 && i < ROCPD_REFERENCE_COUNT; i++) {
    const rocpd_reference *r = &rocpd_references[i];
    int pid = r->kind == kind ? rocpd_reference_column(r->to, ROCPD_KIND_RAW_PROCESS) : -1;
    if (pid >= 0) *w = (way){.column = r->column, .hops = 1, .hop = {{rocpd_link_to(r->to, 0), pid}}};
  }
  return w->column >= 0;
}

/* The column with ids of events, for rows that name no process; -1: none. */
static int event_column(int kind) { return kind == ROCPD_KIND_RAW_EVENT ? ROCPD_RAW_EVENT_id : rocpd_reference_column(kind, ROCPD_KIND_RAW_EVENT); }

/* The way from the id of an event to its process, through the rows of `kind` that belong to events. */
static bool find_event_way(int kind, way *w) {
  way own;
  int event = rocpd_reference_column(kind, ROCPD_KIND_RAW_EVENT), link = event < 0 ? ROCPD_LINK_COUNT : rocpd_link_to(kind, event);
  if (link == ROCPD_LINK_COUNT || !find_way(kind, &own)) return false;
  *w = (way){.hops = 1 + own.hops, .hop = {{link, own.column}, own.hop[0]}};
  return true;
}

static int go(rocpd_links *l, const way *w, int64_t *id, uint32_t n, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < w->hops; i++) rc = rocpd_link_map(l, w->hop[i].link, w->hop[i].column, id, n, err);
  return rc;
}

/* Replaces ids of events by those of processes; `other` has room for as many. */
static int go_from_events(rocpd_links *l, int64_t *id, int64_t *other, uint32_t n, rocpd_error *err) {
  int64_t *event = sqlite3_malloc64((uint64_t)n * sizeof(*event) + 1);
  if (!event) return rocpd_no_memory(err);
  memcpy(event, id, n * sizeof(*event));
  for (uint32_t i = 0; i < n; i++) id[i] = ROCPD_NULL;
  int rc = SQLITE_OK;
  uint32_t left = n;
  for (int kind = 0; rc == SQLITE_OK && left && kind < ROCPD_KIND_COUNT; kind++) {
    way w;
    if (!find_event_way(kind, &w)) continue;
    memcpy(other, event, n * sizeof(*event));
    rc = go(l, &w, other, n, err);
    left = 0;
    for (uint32_t i = 0; i < n; i++) {
      if (event[i] != ROCPD_NULL && other[i] != ROCPD_NULL) id[i] = other[i], event[i] = ROCPD_NULL;
      left += event[i] != ROCPD_NULL;
    }
  }
  sqlite3_free(event);
  return rc;
}

/* Whether each row of the kind belongs to one process. */
static bool is_owned(int kind) {
  way w;
  return find_way(kind, &w) || event_column(kind) >= 0;
}

static int find_processes(rocpd_origins *o, rocpd_batch *b, int64_t *id, int64_t *other, rocpd_error *err) {
  way w;
  const rocpd_column *c;
  bool own = find_way(b->kind, &w);
  int rc = rocpd_batch_column(b, own ? w.column : event_column(b->kind), &c, err);
  if (rc != SQLITE_OK) return rc;
  rocpd_column_get(c, 0, b->rows, id);
  return own ? go(o->links, &w, id, b->rows, err) : go_from_events(o->links, id, other, b->rows, err);
}

/* ---- batches */

typedef struct origin_batch {
  rocpd_batch base; /* must be first */
  rocpd_batch *parent; /* with a reference */
  rocpd_origins *origins;
} origin_batch;

/* Which property a common column shows: run, host, rank, or the offset for wall_ns; -1: another column. */
enum { OF_RUN, OF_HOST, OF_RANK, OF_WALL };
static int field_of(int kind, int index) {
  const rocpd_kind *k = &rocpd_kinds[kind];
  if (index == k->wall) return OF_WALL;
  switch (index - (k->columns - ROCPD_COMMON_COLUMNS)) {
    case ROCPD_COMMON_run: return OF_RUN;
    case ROCPD_COMMON_host: return OF_HOST;
    case ROCPD_COMMON_rank: return OF_RANK;
  }
  return -1;
}

static int64_t field_at(const rocpd_origin *o, int field) {
  return field == OF_RUN ? o->run : field == OF_HOST ? o->host : field == OF_RANK ? o->rank : o->wall_offset_ns;
}

/* Replaces ids of processes by a property of them, or by `otherwise`. */
static void look_up(const rocpd_origins *o, int field, int64_t otherwise, int64_t *id, uint32_t n) {
  int64_t last = ROCPD_NULL, value = otherwise;
  for (uint32_t i = 0; i < n; i++) {
    if (id[i] != last) {
      uint64_t place = rocpd_map_get(&o->place, (uint64_t)id[i], UINT64_MAX);
      last = id[i];
      value = place == UINT64_MAX || last == ROCPD_NULL ? ROCPD_NULL : field_at(&o->origin[place], field);
      if (value == ROCPD_NULL) value = otherwise;
    }
    id[i] = value;
  }
}

/* Turns offsets into times. The batch's times may be moved from those of the file. */
static int add_starts(rocpd_batch *b, int64_t *value, int64_t *start, rocpd_error *err) {
  const rocpd_column *c;
  int rc = rocpd_batch_column(b, rocpd_kinds[b->kind].start, &c, err);
  if (rc != SQLITE_OK) return rc;
  rocpd_column_get(c, 0, b->rows, start);
  for (uint32_t i = 0; i < b->rows; i++) {
    bool none = value[i] == ROCPD_NULL || start[i] == ROCPD_NULL || __builtin_sub_overflow(value[i], b->source->said.offset_ns, &value[i]) ||
                __builtin_add_overflow(value[i], start[i], &value[i]);
    if (none) value[i] = ROCPD_NULL;
  }
  return SQLITE_OK;
}

static int decode_field(origin_batch *b, int field, int64_t otherwise, rocpd_scratch *s, rocpd_column **out, rocpd_error *err) {
  int rc = read_once(b->origins, err);
  if (rc == SQLITE_OK) rc = find_processes(b->origins, b->parent, s->values, s->more, err);
  if (rc != SQLITE_OK) return rc;
  look_up(b->origins, field, otherwise, s->values, b->base.rows);
  if (field == OF_WALL) rc = add_starts(b->parent, s->values, s->more, err);
  if (rc != SQLITE_OK) return rc;
  *out = rocpd_column_of(s->values, b->base.rows);
  return *out ? SQLITE_OK : rocpd_no_memory(err);
}

static int origin_decode(rocpd_batch *base, int index, rocpd_column **out, rocpd_error *err) {
  origin_batch *b = (origin_batch *)base;
  int field = field_of(base->kind, index);
  const rocpd_column *c;
  int rc = rocpd_batch_column(b->parent, base->kind == ROCPD_KIND_RAW_NODE && field == OF_HOST ? ROCPD_RAW_NODE_hostname : index, &c, err);
  if (rc != SQLITE_OK) return rc;
  if (field < 0 || !base->rows || !is_owned(base->kind)) {
    *out = rocpd_column_copy(c);
    return *out ? SQLITE_OK : rocpd_no_memory(err);
  }
  rocpd_scratch *s = rocpd_scratch_take(base->source->session);
  if (!s) return rocpd_no_memory(err);
  /* What is known of the whole file (such as a rank from its path) holds for processes without a value of their own. */
  rc = decode_field(b, field, field == OF_WALL ? base->source->info.wall_offset_ns : rocpd_column_at(c, 0), s, out, err);
  rocpd_scratch_give(base->source->session, s);
  return rc;
}

static bool origin_zone(rocpd_batch *base, int index, int64_t *min, int64_t *max) {
  return field_of(base->kind, index) < 0 && rocpd_batch_zone(((origin_batch *)base)->parent, index, min, max);
}

static void origin_free(rocpd_batch *base) { rocpd_batch_unref(((origin_batch *)base)->parent); }

static const rocpd_batch_class origin_class = {.decode = origin_decode, .zone = origin_zone, .free = origin_free};

/* A batch in which each row has the origin of its own process. If all have the same, it is the parent with one more reference. Any thread. */
static rocpd_batch *show(void *data, rocpd_batch *parent) {
  if (!is_owned(parent->kind) && parent->kind != ROCPD_KIND_RAW_NODE) return parent->refs++, parent;
  origin_batch *b = (origin_batch *)rocpd_batch_over(parent, parent->kind, &origin_class, parent->rows, sizeof(*b));
  if (!b) return NULL;
  b->parent = parent;
  b->origins = data;
  b->base.row = parent->row;
  return &b->base;
}

int rocpd_origins_make(rocpd_snapshot *s, rocpd_source *source, rocpd_error *err) {
  rocpd_origins *o = rocpd_snapshot_kept(s, &origins_owner, source->number);
  if (!o) {
    o = sqlite3_malloc64(sizeof(*o));
    if (!o) return rocpd_no_memory(err);
    *o = (rocpd_origins){.snapshot = s, .source = source};
    pthread_mutex_init(&o->mutex, NULL);
    const rocpd_keeping keeping = {.owner = &origins_owner, .key = source->number, .data = o, .free_data = origins_free, .source = source,
                                   .moved = origins_moved};
    if (!rocpd_snapshot_keep(s, &keeping)) return rocpd_no_memory(err);
    rocpd_snapshot_show_by(s, source, &origins_owner, ~(rocpd_kind_set)0, show);
  }
  /* Making links may make batches, which use the origins kept here. */
  return o->links ? SQLITE_OK : rocpd_links_of(s, source, &o->links, err);
}

/* ---- the origin of an agent */

static int of_source(const rocpd_source *s, rocpd_origin *out) {
  *out = (rocpd_origin){ROCPD_NULL, ROCPD_NULL, rocpd_source_rank(s), rocpd_source_wall_offset_ns(s), ROCPD_NULL};
  int rc = s->info.host && *s->info.host ? rocpd_intern(s->session, s->info.host, -1, &out->host) : SQLITE_OK;
  return rc == SQLITE_OK && *s->info.run_id ? rocpd_intern(s->session, s->info.run_id, -1, &out->run) : rc;
}

/* The origin of an agent, or of a process, by its id. */
static int origin_of(rocpd_snapshot *s, rocpd_source *source, int64_t id, bool is_agent, rocpd_origin *out, rocpd_error *err) {
  rocpd_origins *o = NULL;
  if (source->info.multi_process && id != ROCPD_NULL) o = rocpd_snapshot_kept(rocpd_snapshot_whole(s), &origins_owner, source->number);
  if (of_source(source, out) != SQLITE_OK) return rocpd_no_memory(err);
  int rc = o ? read_once(o, err) : SQLITE_OK;
  if (rc == SQLITE_OK && o && is_agent) rc = rocpd_link_map(o->links, ROCPD_LINK_AGENT, ROCPD_AGENT_pid, &id, 1, err);
  if (rc != SQLITE_OK || !o) return rc;
  int64_t *const field[] = {[OF_RUN] = &out->run, [OF_HOST] = &out->host, [OF_RANK] = &out->rank, [OF_WALL] = &out->wall_offset_ns};
  for (int i = 0; i <= OF_WALL; i++) {
    int64_t value = id;
    look_up(o, i, i == OF_WALL ? source->info.wall_offset_ns : *field[i], &value, 1);
    *field[i] = value;
  }
  if (out->wall_offset_ns != ROCPD_NULL) out->wall_offset_ns -= source->said.offset_ns;
  return rc;
}

int rocpd_origin_of_agent(rocpd_snapshot *s, rocpd_source *source, int64_t agent, rocpd_origin *out, rocpd_error *err) {
  return origin_of(s, source, agent, true, out, err);
}

int rocpd_origin_of_process(rocpd_snapshot *s, rocpd_source *source, int64_t process, rocpd_origin *out, rocpd_error *err) {
  return origin_of(s, source, process, false, out, err);
}

int rocpd_origins_processes(rocpd_snapshot *s, rocpd_batch *b, int64_t *id, int64_t *other, bool *named, rocpd_error *err) {
  rocpd_origins *o = rocpd_snapshot_kept(s, &origins_owner, b->source->number);
  *named = o && is_owned(b->kind);
  return *named ? find_processes(o, b, id, other, err) : SQLITE_OK;
}
