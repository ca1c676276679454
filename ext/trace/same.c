/* See same.h. The rows of all sources that share a process are hashed, and for each hash the number of sources that hold it is counted. Then the sources are
** tried in turn: one is left out if each of its rows is held by two or more of the remaining sources. So a row is read only a few times, however many
** sources there are. Parts are tried first (they have fewer rows of a process than another source), then incomplete sources, and of equal ones the one
** attached last. So the whole trace stays, and of equal sources the one attached first.
**
** Times of a process are compared as they are in its files: a user may have moved one file, and an export keeps times as they were shown then. If the offset
** to UTC is known for all files, times in UTC are compared, which are the same in all of them. */
#include "same.h"
#include "map.h"
#include "origin.h"
#include "parallel.h"
#include "snapshot_state.h"
#define XXH_INLINE_ALL
#include <xxhash.h>

/* A process of a source. */
typedef struct process_part {
  size_t source;        /* the source's place */
  uint64_t process;     /* hash of what identifies the process: process_of() */
  int64_t nid, pid;     /* identify it within its source */
  int64_t wall_ns;      /* offset from times of the file to UTC; ROCPD_NULL: unknown */
  bool elsewhere;       /* another source has this process, too */
  int64_t rows;         /* number of rows */
} process_part;

typedef struct holders { /* sources of one process */
  size_t sources, last; /* number of sources that remain; the one seen last */
  bool by_wall;         /* compare times in UTC */
  int64_t rows;         /* of the source that has most of them */
} holders;

/* A source that shares processes with others. */
typedef struct compared {
  rocpd_source *source;
  size_t place;      /* its place among all sources */
  process_part *part;
  size_t parts;
  rocpd_map place_of; /* (nid, pid) -> part, if there are several */
  bool unreadable;   /* atomic */
  int turn;          /* sources with a lower turn are tried first */
  bool left_out;
  rocpd_same twice; /* about its rows that others hold, too */
} compared;

typedef struct comparison {
  rocpd_trace *trace;
  rocpd_session *session;
  process_part *part; /* by source */
  size_t parts;
  rocpd_map place; /* process -> its place in holder */
  holders *holder;
  size_t processes;
  compared *one;
  size_t n;
  rocpd_snapshot *snapshot; /* of the compared sources */
  rocpd_map rows;           /* hash of a row -> number of sources that hold it, and the stamp of the one that counted it last */
  uint32_t stamp;
  rocpd_map first_holder;   /* hash of a row that several hold -> 1 + place in `one` of the first of them */
} comparison;

/* What is kept with the snapshot: freed with the references to the sources that are left out. */
typedef struct same_list {
  rocpd_same *same;
  size_t n;
} same_list;

static holders *holders_with(const comparison *c, uint64_t process) { return &c->holder[rocpd_map_get(&c->place, process, 0)]; }

/* ---- processes: which sources have one in common */

/* Identifies a process by the guid of its file and its host (interned, or ROCPD_NULL). If a file does not say which file its rows come from, node and pid
** are included. */
static uint64_t process_of(int64_t guid, int64_t host, int64_t nid, int64_t pid) {
  const int64_t key[] = {guid, host, nid, pid};
  return XXH3_64bits(key, sizeof(key));
}

static int add_part(comparison *c, const process_part *p) {
  if (ROCPD_PUSH(c->part, c->parts, *p) != SQLITE_OK) return SQLITE_NOMEM;
  uint64_t place = rocpd_map_get(&c->place, p->process, UINT64_MAX);
  if (place == UINT64_MAX) {
    if (rocpd_array_push_reserve(&c->holder, c->processes, sizeof(*c->holder)) != SQLITE_OK) return SQLITE_NOMEM;
    c->holder[place = c->processes++] = (holders){.last = SIZE_MAX, .by_wall = true};
    if (rocpd_map_set(&c->place, p->process, place) != SQLITE_OK) return SQLITE_NOMEM;
  }
  holders *h = &c->holder[place];
  h->sources += h->last != p->source;
  h->last = p->source;
  h->by_wall &= p->wall_ns != ROCPD_NULL;
  return SQLITE_OK;
}

static int value_of(rocpd_batch *b, int column, uint32_t row, int64_t *out, rocpd_error *err) {
  const rocpd_column *c;
  int rc = rocpd_batch_column(b, column, &c, err);
  if (rc == SQLITE_OK) *out = rocpd_column_at(c, row);
  return rc;
}

/* Adds a process as described by its row in a database: exports keep the guid of the original file. */
static int add_said(comparison *c, const rocpd_source *s, int64_t guid, int64_t host, rocpd_batch *b, uint32_t row, process_part p, rocpd_error *err) {
  int64_t extdata = ROCPD_NULL;
  rocpd_origin o;
  int rc = value_of(b, ROCPD_RAW_PROCESS_nid, row, &p.nid, err);
  if (rc == SQLITE_OK) rc = value_of(b, ROCPD_RAW_PROCESS_pid, row, &p.pid, err);
  if (rc == SQLITE_OK) rc = value_of(b, ROCPD_RAW_PROCESS_extdata, row, &extdata, err);
  if (rc == SQLITE_OK) rc = rocpd_origin_read(c->session, ROCPD_NULL, extdata, &o, err);
  if (rc != SQLITE_OK) return rc;
  if (o.guid != ROCPD_NULL) p.wall_ns = o.wall_offset_ns;
  if (o.guid != ROCPD_NULL) p.process = process_of(o.guid, o.host, ROCPD_NULL, ROCPD_NULL);
  else if (s->info.multi_process) p.process = process_of(guid, host, p.nid, p.pid);
  return add_part(c, &p);
}

/* Adds the processes of a source that has them as rows. If they cannot be read, the source is not compared. */
static int add_rows(comparison *c, rocpd_source *s, int64_t guid, int64_t host, const process_part *p) {
  rocpd_batch **batch = NULL;
  size_t n = 0;
  rocpd_error err = {0};
  int rc = s->class->batches(s, ROCPD_KIND_RAW_PROCESS, &batch, &n, &err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++)
    for (uint32_t row = 0; rc == SQLITE_OK && row < batch[i]->rows; row++) rc = add_said(c, s, guid, host, batch[i], row, *p, &err);
  rocpd_error_clear(&err);
  return rocpd_is_stop(rc) ? rc : SQLITE_OK;
}

/* Adds the processes of source number `place` to c->part. SQLITE_OK, or an error that ends the statement. */
static int add_source(comparison *c, rocpd_source *s, size_t place) {
  int64_t guid, host;
  size_t before = c->parts;
  int rc = rocpd_intern_or_null(c->session, *s->info.process ? s->info.process : s->info.guid, &guid);
  if (rc == SQLITE_OK) rc = rocpd_intern_or_null(c->session, s->info.host, &host);
  if (rc != SQLITE_OK || guid == ROCPD_NULL) return rc;
  process_part p = {.source = place, .nid = ROCPD_NULL, .pid = ROCPD_NULL, .wall_ns = s->info.wall_offset_ns};
  p.process = process_of(guid, host, ROCPD_NULL, ROCPD_NULL);
  if (s->info.process_rows) rc = add_rows(c, s, guid, host, &p);
  return rc == SQLITE_OK && c->parts == before ? add_part(c, &p) : rc;
}

/* Lists the sources that share a process with others: c->one. */
static int list_compared(comparison *c, rocpd_source *const *source) {
  size_t i = 0;
  for (size_t end; i < c->parts; i = end) {
    bool any = false;
    for (end = i; end < c->parts && c->part[end].source == c->part[i].source; end++) {
      process_part *p = &c->part[end];
      any |= p->elsewhere = holders_with(c, p->process)->sources > 1;
    }
    if (!any) continue;
    if (rocpd_array_push_reserve(&c->one, c->n, sizeof(*c->one)) != SQLITE_OK) return SQLITE_NOMEM;
    c->one[c->n++] = (compared){.source = source[c->part[i].source], .place = c->part[i].source, .part = &c->part[i], .parts = end - i,
                                .twice = {.first = ROCPD_NULL, .last = ROCPD_NULL}};
  }
  return SQLITE_OK;
}

/* ---- rows: what is read of them */

static bool is_compared(int kind) { return rocpd_kinds[kind].flags & ROCPD_K_COUNTED; }

/* -1: the kind has none. */
static int name_column(int kind) {
  int c = rocpd_kinds[kind].columns - 1;
  while (c >= 0 && !(rocpd_kinds[kind].column[c].flags & ROCPD_C_NAME)) c--;
  return c;
}

/* The column that, with the start, identifies a row. A call may not have ended yet, so its thread is used. A metric has no thread. */
static int second_column(int kind) {
  if (kind == ROCPD_KIND_KERNEL || kind == ROCPD_KIND_COPY) return rocpd_kinds[kind].end;
  int tid = rocpd_kind_column(kind, "tid");
  return tid < 0 ? rocpd_kind_column(kind, "track") : tid;
}

/* The columns that are read of a kind. Names are read of rows without a start, and to find out whether the source can be read. */
enum { START, SECOND, NID, PID, READ, NAME = READ };
static void columns_of(int kind, int column[READ + 1]) {
  column[START] = rocpd_kinds[kind].start;
  column[SECOND] = second_column(kind);
  column[NID] = rocpd_kind_column(kind, "nid");
  column[PID] = rocpd_kind_column(kind, "pid");
  column[NAME] = name_column(kind);
}

typedef struct same_reading {
  comparison *c;
  rocpd_batch **batch;
  size_t *of; /* batch[i] belongs to c->one[of[i]] */
  size_t n;
} same_reading;

static int read_batch(void *arg, size_t i, rocpd_error *err) {
  const same_reading *r = arg;
  compared *one = &r->c->one[r->of[i]];
  int column[READ + 1], rc = SQLITE_OK;
  rocpd_error why = {0};
  const rocpd_column *c;
  columns_of(r->batch[i]->kind, column);
  for (int k = 0; rc == SQLITE_OK && k < (one->parts > 1 ? READ : NID); k++) rc = rocpd_batch_column(r->batch[i], column[k], &c, &why);
  if (rc != SQLITE_OK) __atomic_store_n(&one->unreadable, true, __ATOMIC_RELAXED);
  bool begins = !i || r->of[i - 1] != r->of[i] || r->batch[i - 1]->kind != r->batch[i]->kind;
  if (rc == SQLITE_OK && begins && column[NAME] >= 0) rc = rocpd_batch_column(r->batch[i], column[NAME], &c, &why);
  if (rocpd_is_stop(rc)) return rocpd_fail_for(err, rc, &why);
  rocpd_error_clear(&why);
  return SQLITE_OK;
}

static int list_batches(same_reading *r, size_t one, int kind) {
  rocpd_batch **batch;
  size_t n;
  rocpd_error why = {0};
  int rc = rocpd_snapshot_batches_of(r->c->snapshot, r->c->one[one].source, kind, &batch, &n, &why);
  rocpd_error_clear(&why);
  if (rc != SQLITE_OK && !rocpd_is_stop(rc)) return r->c->one[one].unreadable = true, SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    if (rocpd_array_push_reserve(&r->batch, r->n, sizeof(*r->batch)) != SQLITE_OK) return SQLITE_NOMEM;
    if (rocpd_array_push_reserve(&r->of, r->n, sizeof(*r->of)) != SQLITE_OK) return SQLITE_NOMEM;
    r->batch[r->n] = batch[i];
    r->of[r->n++] = one;
  }
  return rc;
}

/* Decodes all compared columns, so that nothing fails later. A source that cannot be read is marked. */
static int read_all(comparison *c, rocpd_error *err) {
  same_reading r = {.c = c};
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < c->n; i++)
    for (int kind = 0; rc == SQLITE_OK && kind < ROCPD_KIND_COUNT; kind++)
      if (is_compared(kind)) rc = list_batches(&r, i, kind);
  if (rc == SQLITE_OK) rc = rocpd_parallel(c->session, r.n, read_batch, &r, err);
  sqlite3_free(r.batch);
  sqlite3_free(r.of);
  return rocpd_fail_code(err, rc);
}

/* ---- rows: going through those of one source by their hashes */

typedef struct row_loop {
  comparison *c;
  compared *one;
  process_part *part;   /* process of the row */
  int kind;
  int64_t start;        /* as shown; ROCPD_NULL: unknown */
  rocpd_map untimed;    /* hash of a process, kind and name -> number of rows without a start so far */
  bool (*row)(struct row_loop *l, uint64_t hash); /* false ends the loop */
  int rc;
  int64_t rows; /* for row() to use */
  bool alone;   /* a row belongs to a process that no other source has */
} row_loop;

/* The key of a process in place_of. */
static uint64_t key_of(int64_t nid, int64_t pid) {
  const int64_t both[] = {nid, pid};
  return XXH3_64bits(both, sizeof(both));
}

/* The process of a row. Consecutive rows mostly have the same. NULL: not a process of the source. */
static process_part *part_of(const compared *one, process_part *last, int64_t nid, int64_t pid) {
  if (one->parts == 1 || (last && last->nid == nid && last->pid == pid)) return last ? last : one->part;
  uint64_t i = rocpd_map_get(&one->place_of, key_of(nid, pid), UINT64_MAX);
  return i == UINT64_MAX ? NULL : &one->part[i];
}

static uint64_t hash_of(const comparison *c, const compared *one, const process_part *p, int kind, int64_t start, int64_t second) {
  const holders *h = holders_with(c, p->process);
  uint64_t offset = (h->by_wall ? (uint64_t)p->wall_ns : 0) - (uint64_t)one->source->said.offset_ns;
  uint64_t tells = second == ROCPD_NULL ? 0 : second_column(kind) == rocpd_kinds[kind].end ? (uint64_t)second - (uint64_t)start : (uint64_t)second;
  const uint64_t key[] = {p->process, (uint64_t)kind, (uint64_t)start + offset, tells};
  return XXH3_64bits(key, sizeof(key));
}

/* Hashes the name of a row without a start, and the number of such rows of its kind and name before it. False: l->rc says why. */
static bool untimed_hash(row_loop *l, rocpd_batch *b, uint32_t row, uint64_t *hash) {
  int column = name_column(b->kind);
  int64_t name = ROCPD_NULL;
  const rocpd_column *c;
  l->rc = column < 0 ? SQLITE_OK : rocpd_batch_column(b, column, &c, NULL);
  if (l->rc == SQLITE_OK && column >= 0) name = rocpd_column_at(c, row);
  const uint64_t key[] = {l->part->process, (uint64_t)b->kind, (uint64_t)name};
  uint64_t alike = XXH3_64bits(key, sizeof(key)), before = rocpd_map_get(&l->untimed, alike, 0);
  const uint64_t own[] = {alike, before};
  *hash = XXH3_64bits(own, sizeof(own));
  if (l->rc == SQLITE_OK) l->rc = rocpd_map_set(&l->untimed, alike, before + 1);
  return l->rc == SQLITE_OK;
}

/* Goes through the rows of one batch; false: the loop has ended. */
static bool each_of_batch(row_loop *l, rocpd_batch *b) {
  enum { BLOCK = 512 };
  int64_t value[READ][BLOCK] = {{0}};
  const rocpd_column *column[READ];
  int index[READ + 1], reads = l->one->parts > 1 ? READ : NID;
  process_part *p = NULL;
  columns_of(b->kind, index);
  for (int k = 0; k < reads; k++)
    if ((l->rc = rocpd_batch_column(b, index[k], &column[k], NULL)) != SQLITE_OK) return false;
  for (uint32_t first = 0, n; (n = rocpd_rows_from(first, b->rows, BLOCK)) > 0; first += n) {
    for (int k = 0; k < reads; k++) rocpd_column_get(column[k], first, n, value[k]);
    for (uint32_t i = 0; i < n; i++) {
      uint64_t hash;
      p = l->part = part_of(l->one, p, value[NID][i], value[PID][i]);
      l->kind = b->kind, l->start = value[START][i];
      if (!p || !p->elsewhere) {
        l->alone = true;
        continue;
      }
      if (l->start != ROCPD_NULL) hash = hash_of(l->c, l->one, p, b->kind, l->start, value[SECOND][i]);
      else if (!untimed_hash(l, b, first + i, &hash)) return false;
      if (!l->row(l, hash)) return false;
    }
  }
  return true;
}

static int each_row_of_kinds(row_loop *l) {
  for (int kind = 0; kind < ROCPD_KIND_COUNT; kind++) {
    rocpd_batch **batch;
    size_t n;
    if (!is_compared(kind)) continue;
    int rc = rocpd_snapshot_batches_of(l->c->snapshot, l->one->source, kind, &batch, &n, NULL);
    if (rc != SQLITE_OK) return rc;
    for (size_t i = 0; i < n; i++)
      if (!each_of_batch(l, batch[i])) return l->rc;
    if (rocpd_interrupted(l->c->session)) return SQLITE_INTERRUPT;
  }
  return SQLITE_OK;
}

/* Calls l->row() for each row that other sources may hold, too. */
static int each_row(row_loop *l) {
  l->c->stamp++;
  int rc = each_row_of_kinds(l);
  rocpd_map_free(&l->untimed);
  return rc;
}

/* ---- which sources are left out */

/* A value in `rows` has two parts: the number of sources that hold the row, and in the low bits the stamp of the one counted last. */
#define HOLDER ((uint64_t)1 << 32)
static uint64_t holders_of(const comparison *c, uint64_t hash) { return rocpd_map_get(&c->rows, hash, 0) / HOLDER; }

/* A source that has two rows with one hash counts once. */
static bool change_row(row_loop *l, uint64_t hash, uint64_t by) {
  uint64_t held = rocpd_map_get(&l->c->rows, hash, 0);
  if (held % HOLDER == l->c->stamp) return true;
  l->rc = rocpd_map_set(&l->c->rows, hash, (held / HOLDER + by) * HOLDER + l->c->stamp);
  return l->rc == SQLITE_OK;
}

static bool count_row(row_loop *l, uint64_t hash) { return l->part->rows++, change_row(l, hash, 1); }
static bool release_row(row_loop *l, uint64_t hash) { return l->rows++, change_row(l, hash, (uint64_t)-1); }
static bool is_elsewhere(row_loop *l, uint64_t hash) { return !(l->alone |= holders_of(l->c, hash) < 2); }

static bool count_twice(row_loop *l, uint64_t hash) {
  rocpd_same *t = &l->one->twice;
  if (holders_of(l->c, hash) < 2) return true;
  uint64_t own = (uint64_t)(l->one - l->c->one) + 1, first = rocpd_map_get(&l->c->first_holder, hash, 0);
  l->rows++;
  if (l->start != ROCPD_NULL) {
    t->first = t->first == ROCPD_NULL ? l->start : rocpd_earlier(t->first, l->start);
    t->last = t->last == ROCPD_NULL ? l->start : rocpd_later(t->last, l->start);
  }
  t->of_kind[l->kind]++;
  t->surplus += first && first != own;
  if (!first) l->rc = rocpd_map_set(&l->c->first_holder, hash, own);
  return l->rc == SQLITE_OK;
}

/* Whether each process of a source is also in another source that remains. */
static bool has_others(const comparison *c, const compared *one) {
  for (size_t i = 0; i < one->parts; i++)
    if (holders_with(c, one->part[i].process)->sources < 2) return false;
  return true;
}

static void release_parts(const comparison *c, const compared *one) {
  for (size_t i = 0; i < one->parts; i++) {
    holders *h = holders_with(c, one->part[i].process);
    h->sources -= h->last != one->place; /* counts once if it has a process twice */
    h->last = one->place;
  }
}

static int try_to_leave_out(comparison *c, compared *one) {
  if (one->unreadable || !has_others(c, one)) return SQLITE_OK;
  row_loop l = {.c = c, .one = one, .row = is_elsewhere};
  int rc = each_row(&l);
  if (rc != SQLITE_OK || l.alone) return rc;
  l = (row_loop){.c = c, .one = one, .row = release_row};
  rc = each_row(&l);
  if (rc != SQLITE_OK) return rc;
  one->left_out = true;
  one->twice.rows = l.rows;
  release_parts(c, one);
  return SQLITE_OK;
}

static int for_all(comparison *c, bool (*row)(row_loop *l, uint64_t hash)) {
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < c->n; i++) {
    compared *one = &c->one[i];
    row_loop l = {.c = c, .one = one, .row = row};
    if (one->unreadable || one->left_out) continue;
    rc = each_row(&l);
    one->twice.rows = l.rows;
  }
  return rc;
}

/* A source that cannot be read does not count as holding rows of others. */
static void forget_unreadable(const comparison *c) {
  for (size_t i = 0; i < c->processes; i++) c->holder[i].last = SIZE_MAX;
  for (size_t i = 0; i < c->n; i++)
    if (c->one[i].unreadable) release_parts(c, &c->one[i]);
}

enum { PARTS, NOT_WHOLE, WHOLE, TURNS };
static void find_turns(const comparison *c) {
  for (size_t i = 0; i < c->parts; i++) {
    holders *h = holders_with(c, c->part[i].process);
    if (c->part[i].rows > h->rows) h->rows = c->part[i].rows;
  }
  for (size_t i = 0; i < c->n; i++) {
    compared *one = &c->one[i];
    one->turn = rocpd_source_is_whole(one->source) ? WHOLE : NOT_WHOLE;
    for (size_t k = 0; k < one->parts; k++)
      if (one->part[k].rows < holders_with(c, one->part[k].process)->rows) one->turn = PARTS;
  }
}

static int decide(comparison *c) {
  forget_unreadable(c);
  int rc = for_all(c, count_row);
  find_turns(c);
  for (int turn = 0; turn < TURNS; turn++)
    for (size_t i = c->n; rc == SQLITE_OK && i-- > 0;)
      if (c->one[i].turn == turn) rc = try_to_leave_out(c, &c->one[i]);
  return rc == SQLITE_OK ? for_all(c, count_twice) : rc;
}

/* ---- the answer */

static bool have_common(const comparison *c, const compared *a, const compared *b) {
  for (size_t i = 0; i < a->parts; i++)
    for (size_t k = 0; k < b->parts; k++)
      if (a->part[i].process == b->part[k].process) return true;
  return false;
}

/* The first source that counts and shares a process with this one; NULL: none or, with `only`, several. */
static const rocpd_source *find_other(const comparison *c, const compared *one, bool only) {
  const rocpd_source *found = NULL;
  for (size_t i = 0; i < c->n; i++) {
    const compared *other = &c->one[i];
    if (other == one || other->left_out || other->unreadable || !have_common(c, one, other)) continue;
    if (found) return NULL;
    found = other->source;
    if (!only) break;
  }
  return found;
}

static int make_list(const comparison *c, same_list **out) {
  same_list *list = sqlite3_malloc64(sizeof(*list) + c->n * sizeof(*list->same));
  if (!list) return SQLITE_NOMEM;
  *list = (same_list){.same = (rocpd_same *)(list + 1)};
  for (int left_out = 1; left_out >= 0; left_out--)
    for (size_t i = 0; i < c->n; i++) {
      const compared *one = &c->one[i];
      if (one->left_out != left_out || (!left_out && !one->twice.rows)) continue;
      rocpd_same *same = &list->same[list->n++];
      *same = one->twice;
      same->source = one->source, same->other = find_other(c, one, !left_out), same->left_out = left_out;
    }
  *out = list;
  return SQLITE_OK;
}

/* Removes the sources that are left out from the array. */
static void take_left_out(const comparison *c, rocpd_source **source, size_t *n) {
  size_t left = 0, k = 0;
  for (size_t i = 0; i < *n; i++) {
    while (k < c->n && c->one[k].place < i) k++;
    if (k < c->n && c->one[k].place == i && c->one[k].left_out) continue;
    source[left++] = source[i];
  }
  *n = left;
}

static int map_parts(comparison *c) {
  int rc = SQLITE_OK;
  for (size_t i = 0; i < c->n; i++)
    for (size_t k = 0; rc == SQLITE_OK && c->one[i].parts > 1 && k < c->one[i].parts; k++)
      rc = rocpd_map_set(&c->one[i].place_of, key_of(c->one[i].part[k].nid, c->one[i].part[k].pid), k);
  return rc;
}

static int compare(comparison *c, rocpd_error *err) {
  rocpd_source **source = sqlite3_malloc64(c->n * sizeof(*source));
  if (!source) return rocpd_no_memory(err);
  for (size_t i = 0; i < c->n; i++) source[i] = c->one[i].source;
  int rc = rocpd_snapshot_of_sources(c->trace, source, c->n, &c->snapshot);
  sqlite3_free(source);
  if (rc == SQLITE_OK) rc = map_parts(c);
  if (rc == SQLITE_OK) rc = read_all(c, err);
  return rocpd_fail_code(err, rc == SQLITE_OK ? decide(c) : rc);
}

static void comparison_free(comparison *c) {
  if (c->snapshot) rocpd_snapshot_drop(c->snapshot);
  for (size_t i = 0; i < c->n; i++) rocpd_map_free(&c->one[i].place_of);
  rocpd_map_free(&c->rows);
  rocpd_map_free(&c->first_holder);
  rocpd_map_free(&c->place);
  sqlite3_free(c->one);
  sqlite3_free(c->holder);
  sqlite3_free(c->part);
}

/* ---- kept with a snapshot */

static const char same_owner;

static void list_free(void *data) {
  same_list *list = data;
  for (size_t i = 0; i < list->n && list->same[i].left_out; i++) rocpd_source_unref(list->same[i].source);
  sqlite3_free(list);
}

static int keep_list(rocpd_snapshot *s, same_list *list) {
  return rocpd_snapshot_keep(s, &(rocpd_keeping){.owner = &same_owner, .data = list, .free_data = list_free}) ? SQLITE_OK : SQLITE_NOMEM;
}

int rocpd_same_leave_out(rocpd_snapshot *s, const bool *keep, rocpd_error *err) {
  comparison c = {.trace = s->trace, .session = s->trace->session};
  same_list *list = NULL;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && s->sources > 1 && i < s->sources; i++)
    if (!keep[i]) rc = add_source(&c, s->source[i], i);
  if (rc == SQLITE_OK && c.processes < c.parts) rc = list_compared(&c, s->source);
  if (rc == SQLITE_OK && c.n) rc = compare(&c, err);
  if (rc == SQLITE_OK && c.n) rc = make_list(&c, &list);
  if (rc == SQLITE_OK && c.n) take_left_out(&c, s->source, &s->sources);
  comparison_free(&c);
  if (rc == SQLITE_OK && list) rc = keep_list(s, list);
  return rocpd_fail_code(err, rc);
}

const rocpd_same *rocpd_snapshot_same(rocpd_snapshot *s, size_t *n) {
  const same_list *list = rocpd_snapshot_kept(rocpd_snapshot_whole(s), &same_owner, 0);
  *n = list ? list->n : 0;
  return list ? list->same : NULL;
}
