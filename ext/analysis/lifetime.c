/* See lifetime.h. An allocation counts from the return of its call, and a free from the beginning of its call. So whatever threads do, the free of a block
** comes after its allocation, and before the next allocation of the address. */
#include "lifetime.h"
#include <stdlib.h>
#include "groups.h"
#include "json.h"
#include "map.h"

typedef struct memory_event {
  int64_t lane; /* process and level: other lanes have other addresses */
  int64_t address, time, size, level;
  size_t number; /* in order of rows */
  rocpd_memory_row at;
  bool frees;
} memory_event;

typedef struct pairing {
  rocpd_session *session;
  int64_t free, reclaim, scratch, pool; /* interned */
  rocpd_snapshot *snapshot;
  bool windowed;
  struct {
    int64_t text, level;
  } said; /* the last extdata, and the level that it means */
  rocpd_map inside; /* rowids of the time window's rows */
  rocpd_groups lanes;
  memory_event *event;
  size_t events;
  rocpd_lifetime *life;
  size_t *number; /* number by which each lifetime is sorted */
  size_t lives;
} pairing;

int rocpd_memory_value(const rocpd_memory_row *at, int column, int64_t *out, rocpd_error *err) {
  const rocpd_column *c;
  *out = ROCPD_NULL;
  if (!at->batch) return SQLITE_OK;
  int rc = rocpd_batch_column(at->batch, column, &c, err);
  if (rc == SQLITE_OK) *out = rocpd_column_at(c, at->row);
  return rc;
}

/* ---- reading */

static int read_window(pairing *p, rocpd_snapshot *s, rocpd_error *err) {
  rocpd_batch **batch;
  size_t n;
  rocpd_snapshot *in_time;
  p->windowed = rocpd_snapshot_window(s);
  int rc = rocpd_snapshot_in_time(s, &in_time, err);
  if (rc != SQLITE_OK || !p->windowed) return rc;
  rc = rocpd_snapshot_batches(in_time, ROCPD_KIND_ALLOCATION, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++)
    for (uint32_t row = 0; rc == SQLITE_OK && row < batch[i]->rows; row++)
      rc = rocpd_fail_code(err, rocpd_map_set(&p->inside, rocpd_batch_rowid(batch[i], row), 1));
  return rc;
}

enum { GUID, SOURCE, NID, PID, TYPE, LEVEL, ADDRESS, SIZE, START, END, EXTDATA, READ };
static const int columns[READ] = {ROCPD_ALLOCATION_guid,  ROCPD_ALLOCATION_source, ROCPD_ALLOCATION_nid,     ROCPD_ALLOCATION_pid,
                                  ROCPD_ALLOCATION_type,  ROCPD_ALLOCATION_level,  ROCPD_ALLOCATION_address, ROCPD_ALLOCATION_size,
                                  ROCPD_ALLOCATION_start, ROCPD_ALLOCATION_end,    ROCPD_ALLOCATION_extdata};

/* Memory of a pool has no level, and {"pool":true} in its extdata. Few texts occur, and equal ones follow each other. */
static int level_of(pairing *p, const int64_t *v, int64_t *level, rocpd_error *err) {
  int64_t pool;
  *level = v[LEVEL];
  if (v[LEVEL] != ROCPD_NULL || v[EXTDATA] == ROCPD_NULL) return SQLITE_OK;
  int rc = v[EXTDATA] == p->said.text ? SQLITE_OK : rocpd_json_value(p->session, v[EXTDATA], "$.pool", ROCPD_INT, &pool, err);
  if (rc == SQLITE_OK && v[EXTDATA] != p->said.text) p->said.text = v[EXTDATA], p->said.level = pool == 1 ? p->pool : ROCPD_NULL;
  *level = p->said.level;
  return rc;
}

static int add_event(pairing *p, rocpd_batch *b, uint32_t row, const int64_t *v, rocpd_error *err) {
  memory_event e = {.address = v[ADDRESS], .size = v[SIZE], .number = p->events, .at = {b, row, false}, .frees = v[TYPE] == p->free};
  e.time = e.frees || v[END] == ROCPD_NULL ? v[START] : v[END];
  if (e.address == ROCPD_NULL || e.time == ROCPD_NULL || v[LEVEL] == p->scratch || v[TYPE] == p->reclaim) return SQLITE_OK;
  e.at.outside = p->windowed && !rocpd_map_get(&p->inside, rocpd_batch_rowid(b, row), 0);
  int rc = level_of(p, v, &e.level, err);
  if (rc != SQLITE_OK) return rc;
  const int64_t key[] = {v[GUID], v[SOURCE], v[NID], v[PID], e.level};
  rc = rocpd_group_add(&p->lanes, key, &e.lane, err);
  if (rc == SQLITE_OK && rocpd_array_push_reserve(&p->event, p->events, sizeof e) != SQLITE_OK) rc = rocpd_no_memory(err);
  if (rc == SQLITE_OK) p->event[p->events++] = e;
  return rc;
}

static int add_batch(pairing *p, rocpd_batch *b, rocpd_error *err) {
  const rocpd_column *c[READ];
  int rc = rocpd_batch_columns(b, columns, READ, c, err);
  for (uint32_t row = 0; rc == SQLITE_OK && row < b->rows; row++) {
    int64_t v[READ];
    for (int i = 0; i < READ; i++) v[i] = rocpd_column_at(c[i], row);
    rc = add_event(p, b, row, v, err);
  }
  return rc;
}

/* ---- pairing */

/* Sorts events by address, then by time; at one time allocations come first. */
static int compare_events(const void *a, const void *b) {
  const memory_event *x = a, *y = b;
  return ROCPD_ORDER(x->lane, y->lane) ?: ROCPD_ORDER(x->address, y->address) ?: ROCPD_ORDER(x->time, y->time) ?: ROCPD_ORDER(x->frees, y->frees) ?:
         ROCPD_ORDER(x->number, y->number);
}

static void give(pairing *p, const memory_event *e, rocpd_lifetime **live) {
  if (*live) (*live)->state = ROCPD_MEMORY_REPLACED, (*live)->freed = e->time, (*live)->taken.outside = e->at.outside;
  *live = &p->life[p->lives];
  p->number[p->lives++] = e->number;
  **live = (rocpd_lifetime){.given = e->at, .level = e->level, .address = e->address, .size = e->size, .allocated = e->time, .freed = ROCPD_NULL,
                            .state = ROCPD_MEMORY_LIVE};
}

static void take(pairing *p, const memory_event *e, rocpd_lifetime **live) {
  if (!*live) {
    p->number[p->lives] = e->number;
    p->life[p->lives++] = (rocpd_lifetime){.taken = e->at, .level = e->level, .address = e->address, .size = ROCPD_NULL, .allocated = ROCPD_NULL,
                                           .freed = e->time, .state = ROCPD_MEMORY_FOREIGN};
    return;
  }
  (*live)->taken = e->at, (*live)->freed = e->time, (*live)->state = ROCPD_MEMORY_FREED;
  *live = NULL;
}

/* Pairs the events of one address at one time: live memory is freed before the address is allocated again. */
static void pair_together(pairing *p, const memory_event *e, size_t n, rocpd_lifetime **live) {
  size_t given = 0, gives = 0;
  while (gives < n && !e[gives].frees) gives++;
  for (size_t taken = gives; given < gives || taken < n;) {
    if (taken < n && (*live || given == gives)) take(p, &e[taken++], live);
    else give(p, &e[given++], live);
  }
}

static bool same_address(const memory_event *a, const memory_event *b) { return a->lane == b->lane && a->address == b->address; }

static int pair(pairing *p, rocpd_error *err) {
  p->life = sqlite3_malloc64((p->events + 1) * sizeof *p->life);
  p->number = sqlite3_malloc64((p->events + 1) * sizeof *p->number);
  if (!p->life || !p->number) return rocpd_no_memory(err);
  if (p->events) qsort(p->event, p->events, sizeof *p->event, compare_events);
  rocpd_lifetime *live = NULL;
  for (size_t i = 0, n; i < p->events; i += n) {
    const memory_event *e = &p->event[i];
    for (n = 1; i + n < p->events && same_address(e, &e[n]) && e[n].time == e->time;) n++;
    if (i && !same_address(&e[-1], e)) live = NULL;
    pair_together(p, e, n, &live);
  }
  return SQLITE_OK;
}

/* ---- */

/* A free often does not name the GPU; it is that of the allocation. */
static int is_chosen(const pairing *p, const rocpd_lifetime *x, bool *yes, rocpd_error *err) {
  const rocpd_memory_row *at = x->given.batch ? &x->given : &x->taken;
  int64_t agent;
  *yes = true;
  if (!rocpd_snapshot_filter(p->snapshot)) return SQLITE_OK;
  int rc = rocpd_memory_value(at, ROCPD_ALLOCATION_agent_id, &agent, err);
  *yes = rc == SQLITE_OK && rocpd_snapshot_takes(p->snapshot, at->batch->source, agent);
  return rc;
}

/* Sorts by counting, since all numbers differ. */
static int order(pairing *p, rocpd_lifetime **out, rocpd_error *err) {
  size_t *place = sqlite3_malloc64((p->events + 1) * sizeof *place), n = 0;
  rocpd_lifetime *life = sqlite3_malloc64((p->lives + 1) * sizeof *life);
  for (size_t i = 0; place && i < p->events; i++) place[i] = SIZE_MAX;
  for (size_t i = 0; place && i < p->lives; i++) place[p->number[i]] = i;
  int rc = place && life ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < p->events; i++) {
    bool yes = false;
    if (place[i] != SIZE_MAX) rc = is_chosen(p, &p->life[place[i]], &yes, err);
    if (yes) life[n++] = p->life[place[i]];
  }
  sqlite3_free(place);
  if (rc == SQLITE_OK) *out = life, p->lives = n;
  else sqlite3_free(life);
  return rc;
}

static int intern_words(pairing *p, rocpd_error *err) {
  const struct { const char *text; int64_t *id; } words[] = {{"FREE", &p->free}, {"RECLAIM", &p->reclaim}, {"SCRATCH", &p->scratch}, {"POOL", &p->pool}};
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < sizeof words / sizeof *words; i++) rc = rocpd_intern(p->session, words[i].text, -1, words[i].id);
  return rocpd_fail_code(err, rc);
}

int rocpd_lifetimes(rocpd_snapshot *s, rocpd_lifetime **out, size_t *n, rocpd_error *err) {
  pairing p = {.session = rocpd_snapshot_session(s), .snapshot = s, .lanes = {.keys = 5}, .said = {ROCPD_NULL, ROCPD_NULL}};
  rocpd_batch **batch;
  size_t batches = 0;
  *out = NULL, *n = 0;
  int rc = intern_words(&p, err);
  if (rc == SQLITE_OK) rc = read_window(&p, s, err);
  if (rc == SQLITE_OK) rc = rocpd_snapshot_batches(rocpd_snapshot_whole(s), ROCPD_KIND_ALLOCATION, &batch, &batches, err);
  for (size_t i = 0; rc == SQLITE_OK && i < batches; i++) {
    rc = add_batch(&p, batch[i], err);
    if (rc == SQLITE_OK && rocpd_interrupted(p.session)) rc = rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
  }
  if (rc == SQLITE_OK) rc = pair(&p, err);
  if (rc == SQLITE_OK) rc = order(&p, out, err);
  if (rc == SQLITE_OK) *n = p.lives;
  rocpd_groups_free(&p.lanes), rocpd_map_free(&p.inside);
  sqlite3_free(p.event), sqlite3_free(p.life), sqlite3_free(p.number);
  return rc;
}
