/* All batches are read in parallel. If the rows of a batch are sorted and all belong to one timeline, the batch is used as it is; else rows are listed by
** timeline and class, in order. */
#include "piece.h"
#include <stdlib.h>
#include "category.h"
#include "device.h"
#include "hosts.h"
#include "owner.h"

typedef struct part { /* the pieces of one batch */
  rocpd_piece *piece;
  int n;
} part;

typedef struct piece_work {
  rocpd_batch **batch;
  part *part;
  size_t n;
  enum rocpd_timeline_level level;
  bool parts, computing;
  int64_t gpu, collective, copy; /* interned */
  rocpd_categories *category; /* needed with `parts`, or if only computing kernels are wanted */
  uint8_t *known; /* [names] enum work of each name. Atomic */
  size_t names;   /* number of names at the beginning */
} piece_work;

/* ---- kernels that communicate, or copy ---- */

enum work { NOT_KNOWN, COMPUTES, COMMUNICATES, COPIES };

static int work_of(piece_work *w, int64_t name, enum work *work, rocpd_error *err) {
  bool has_place = name != ROCPD_NULL && (size_t)name < w->names;
  *work = has_place ? (enum work)__atomic_load_n(&w->known[name], __ATOMIC_RELAXED) : NOT_KNOWN;
  int64_t category;
  if (*work != NOT_KNOWN) return SQLITE_OK;
  int rc = rocpd_category_of(w->category, name, &category, err);
  if (rc != SQLITE_OK) return rc;
  *work = category == w->collective ? COMMUNICATES : category == w->copy ? COPIES : COMPUTES;
  if (has_place) __atomic_store_n(&w->known[name], (uint8_t)*work, __ATOMIC_RELAXED);
  return SQLITE_OK;
}

/* True if this kind of work is distinguished from other kernels. Copies made by kernels are not, unless only computing kernels are wanted. */
static bool is_apart(const piece_work *w, enum work work) { return work == COMMUNICATES || (work == COPIES && w->computing); }

/* Finds out whether some kernels of a batch may have to be distinguished. */
static int has_apart(piece_work *w, const rocpd_column *name, uint32_t rows, bool *some, rocpd_error *err) {
  uint32_t n = name->dict ? name->ndict : rows;
  enum work work;
  int rc = SQLITE_OK;
  *some = false;
  for (uint32_t i = 0; rc == SQLITE_OK && i < n && !*some; i++) {
    rc = work_of(w, name->dict ? name->dict[i] : rocpd_column_at(name, i), &work, err);
    *some = rc == SQLITE_OK && is_apart(w, work);
  }
  return rc;
}

static int begin_categories(piece_work *w, rocpd_session *session, rocpd_error *err) {
  int rc = rocpd_fail_code(err, rocpd_intern(session, ROCPD_CATEGORY_COLLECTIVE, -1, &w->collective));
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_intern(session, ROCPD_CATEGORY_COPY, -1, &w->copy));
  if (rc == SQLITE_OK) rc = rocpd_categories_new(session, &w->category, err);
  if (rc != SQLITE_OK) return rc;
  w->names = (size_t)rocpd_string_count(session);
  w->known = rocpd_zeroed(w->names + 1);
  if (!w->known) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu names", w->names);
  return SQLITE_OK;
}

/* ---- rows listed ---- */

/* Finds the piece; if agents are not distinguished, the first one stands for all. */
static int piece_for(part *p, const rocpd_piece *key, bool apart, rocpd_piece **out, rocpd_error *err) {
  for (int i = p->n - 1; i >= 0; i--) {
    const rocpd_piece *x = &p->piece[i];
    if ((x->agent == key->agent || !apart) && x->part == key->part && x->name == key->name && x->host == key->host && x->stretch.class == key->stretch.class)
      return *out = &p->piece[i], SQLITE_OK;
  }
  if (rocpd_array_push_reserve(&p->piece, (uint64_t)p->n, sizeof *p->piece) != SQLITE_OK) return rocpd_no_memory(err);
  *out = &p->piece[p->n++];
  **out = *key;
  return SQLITE_OK;
}

static int append(rocpd_piece *p, uint32_t row, rocpd_error *err) {
  rocpd_stretch *s = &p->stretch;
  if (s->n == p->room) {
    uint32_t room = p->room ? 4 * p->room : 1024;
    rocpd_row *more = sqlite3_realloc64(s->row, room * sizeof *more);
    if (!more) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u rows", room);
    s->row = more, p->room = room;
  }
  s->row[s->n++] = (rocpd_row)row;
  return SQLITE_OK;
}

#define BLOCK 256

/* Some rows of the columns that determine owners. */
typedef struct block {
  int64_t start[BLOCK], agent[BLOCK], type[BLOCK], part[BLOCK], run[BLOCK], host[BLOCK], other[BLOCK], other_type[BLOCK], name[BLOCK];
} block;

static void gather_rows(const rocpd_owner_columns *c, const rocpd_column *name, uint32_t first, uint32_t n, block *b) {
  const struct { const rocpd_column *from; int64_t *to; } list[] = {{c->start, b->start}, {c->agent, b->agent},
    {c->type, b->type}, {c->part, b->part}, {c->run, b->run}, {c->host, b->host}, {c->other, b->other}, {c->other_type, b->other_type}, {name, b->name}};
  for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
    if (list[k].from) rocpd_column_get(list[k].from, first, n, list[k].to);
    else for (uint32_t i = 0; first == 0 && i < BLOCK; i++) list[k].to[i] = ROCPD_NULL;
  }
}

/* The class of a copy between agents, from the view of one of them. */
static uint8_t class_of_copy(int64_t whose, int64_t to, int64_t from) {
  if (from == ROCPD_NULL || whose != from) return ROCPD_COPY_IN;
  return whose == to ? ROCPD_COPY_WITHIN : ROCPD_COPY_OUT;
}

/* The values that determine the owners of a row, and the pieces that it belongs to. Rows are often like one shortly before. */
typedef struct likeness {
  int64_t agent, type, part, run, host, other, other_type, class;
  int piece[2], pieces; /* pieces 0: unused */
} likeness;
#define LIKENESSES 16

static inline bool alike(const likeness *a, const likeness *b) {
  return !((a->agent ^ b->agent) | (a->type ^ b->type) | (a->part ^ b->part) | (a->run ^ b->run) | (a->host ^ b->host) | (a->other ^ b->other) | (a->other_type ^ b->other_type) |
           (a->class ^ b->class));
}

static inline likeness *place_of(likeness *memo, const likeness *p) {
  return &memo[((uint64_t)p->agent + 3 * (uint64_t)p->other + 5 * (uint64_t)p->part + 7 * (uint64_t)p->class) % LIKENESSES];
}

static int find_pieces(part *p, const rocpd_piece *like, const piece_work *w, bool copies, likeness *to, rocpd_error *err) {
  rocpd_owner owner[2];
  rocpd_piece key = *like, *piece;
  int rc = SQLITE_OK, owners = rocpd_owners((rocpd_owner){to->agent, to->type}, (rocpd_owner){to->other, to->other_type}, w->gpu, owner);
  bool apart = rocpd_level_of_agents(w->level);
  key.part = to->part, key.name = to->run, key.host = to->host, key.stretch.class = (uint8_t)to->class;
  for (int k = 0; rc == SQLITE_OK && k < (apart ? owners : 1); k++) {
    key.agent = owner[k].agent, key.agent_type = owner[k].type;
    if (copies && w->parts) key.stretch.class = !apart && owners == 2 ? ROCPD_COPY_WITHIN : class_of_copy(owner[k].agent, to->agent, to->other);
    rc = piece_for(p, &key, apart, &piece, err);
    if (rc == SQLITE_OK) to->piece[k] = (int)(piece - p->piece), to->pieces = k + 1;
  }
  return rc;
}

/* Lists a row. It reads the column of names if kernels may have to be distinguished, and the owners of copies. */
static int list_row(part *p, const rocpd_piece *like, piece_work *w, const block *b, bool copies, uint32_t first, uint32_t i, likeness *memo,
                    rocpd_error *err) {
  if (b->start[i] == ROCPD_NULL) return SQLITE_OK;
  likeness new = {b->agent[i], b->type[i], b->part[i], b->run[i], b->host[i], b->other[i], b->other_type[i], copies ? ROCPD_COPY_IN : ROCPD_COMPUTE, {0}, 0};
  if (!copies && b->name[i] != ROCPD_NULL) {
    enum work work;
    int rc = work_of(w, b->name[i], &work, err);
    if (rc != SQLITE_OK || (w->computing && work != COMPUTES)) return rc;
    if (work == COMMUNICATES) new.class = ROCPD_COMMUNICATION;
  }
  likeness *known = place_of(memo, &new);
  if (!known->pieces || !alike(known, &new)) {
    int rc = find_pieces(p, like, w, copies, &new, err);
    if (rc != SQLITE_OK) return rc;
    *known = new;
  }
  int rc = append(&p->piece[known->piece[0]], first + i, err);
  return rc == SQLITE_OK && known->pieces == 2 ? append(&p->piece[known->piece[1]], first + i, err) : rc;
}

static int list_rows(rocpd_batch *batch, const rocpd_owner_columns *c, const rocpd_column *name, part *p, piece_work *w, const rocpd_piece *like,
                     rocpd_error *err) {
  block b;
  likeness memo[LIKENESSES] = {{0}};
  for (uint32_t first = 0, n; (n = rocpd_rows_from(first, batch->rows, BLOCK)) > 0; first += n) {
    gather_rows(c, name, first, n, &b);
    for (uint32_t i = 0; i < n; i++) {
      int rc = list_row(p, like, w, &b, batch->kind != ROCPD_KIND_KERNEL, first, i, memo, err);
      if (rc != SQLITE_OK) return rc;
    }
  }
  return SQLITE_OK;
}

static bool constant(const rocpd_column *c) { return !c || rocpd_column_is_constant(c); }
static int64_t first_of(const rocpd_column *c) { return c ? rocpd_column_at(c, 0) : ROCPD_NULL; }

/* Sorts lists by start; if all rows of a batch are sorted, no list is needed. */
static int finish_lists(rocpd_batch *b, const rocpd_column *start, bool in_order, part *p, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (int k = 0; !in_order && rc == SQLITE_OK && k < p->n; k++) rc = rocpd_sort_by_start(start, p->piece[k].stretch.row, p->piece[k].stretch.n, err);
  if (!in_order || p->n != 1 || p->piece[0].stretch.n != b->rows) return rc;
  sqlite3_free(p->piece[0].stretch.row);
  p->piece[0].stretch.row = NULL;
  return rc;
}

static int look_at_batch(void *arg, size_t i, rocpd_error *err) {
  piece_work *w = arg;
  rocpd_batch *b = w->batch[i];
  part *p = &w->part[i];
  rocpd_owner_columns c;
  const rocpd_column *name = NULL;
  bool in_order, apart = false, copies = b->kind != ROCPD_KIND_KERNEL;
  if (copies && w->computing) return SQLITE_OK;
  int rc = rocpd_owner_columns_load(b, w->level, &c, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_in_order(b, &in_order, err);
  if (rc == SQLITE_OK && (w->parts || w->computing) && !copies) rc = rocpd_batch_column(b, ROCPD_KERNEL_name, &name, err);
  if (rc == SQLITE_OK && name) rc = has_apart(w, name, b->rows, &apart, err);
  if (rc != SQLITE_OK || !b->rows) return rc;
  rocpd_piece key = {.source = b->source, .agent = ROCPD_NULL, .agent_type = ROCPD_NULL, .part = ROCPD_NULL, .name = ROCPD_NULL, .host = ROCPD_NULL,
                     .stretch = {.start = c.start, .end = c.end, .lane = (uint64_t)b->source->number << 32 | b->lane, .batch = b,
                                 .class = copies ? ROCPD_COPY_IN : ROCPD_COMPUTE}};
  if (in_order && !copies && !apart && (constant(c.agent) || !rocpd_level_of_agents(w->level)) && constant(c.part) && constant(c.run) && constant(c.host)) {
    rocpd_piece *whole;
    key.agent = first_of(c.agent), key.agent_type = first_of(c.type), key.part = first_of(c.part), key.name = first_of(c.run), key.host = first_of(c.host);
    key.stretch.n = b->rows;
    return piece_for(p, &key, true, &whole, err);
  }
  rc = list_rows(b, &c, apart ? name : NULL, p, w, &key, err);
  return rc == SQLITE_OK ? finish_lists(b, c.start, in_order, p, err) : rc;
}

static int all_batches(rocpd_snapshot *s, piece_work *w, rocpd_error *err) {
  int rc = rocpd_owner_batches(s, w->level, &w->batch, &w->n, err);
  if (rc != SQLITE_OK) return rc;
  w->part = rocpd_zeroed((w->n + 1) * sizeof *w->part);
  if (!w->part) return rocpd_no_memory(err);
  return SQLITE_OK;
}

/* ---- those of each timeline ---- */

static int64_t number(const rocpd_source *s) { return s ? (int64_t)s->number : -1; }

int rocpd_piece_compare(const rocpd_piece *a, const rocpd_piece *b) {
  return ROCPD_ORDER(number(a->whose), number(b->whose)) ?: ROCPD_ORDER(a->owner, b->owner) ?: ROCPD_ORDER(a->name, b->name) ?: ROCPD_ORDER(a->part, b->part);
}

static int compare_pieces(const void *a, const void *b) {
  const rocpd_piece *x = a, *y = b;
  return rocpd_piece_compare(x, y) ?: rocpd_agent_order(x->source, x->agent, y->source, y->agent);
}

static void find_key(rocpd_piece *p, enum rocpd_timeline_level level, const rocpd_device *device, size_t devices) {
  const rocpd_device *d = level == ROCPD_LEVEL_DEVICE ? rocpd_device_of(device, devices, p->source, p->agent) : NULL;
  if (d) p->name = d->device;
  bool device_known = level == ROCPD_LEVEL_DEVICE && p->name != ROCPD_NULL;
  p->whose = level == ROCPD_LEVEL_RANK || device_known ? NULL : p->source;
  p->owner = rocpd_level_of_agents(level) && !device_known ? p->agent : ROCPD_NULL;
}

/* Divides ranks by host if clocks were not compared, since their times have no common axis: processes without a rank, and ranks of one number on several
** machines. Rows of a file with several processes have their host already. */
static int divide_hosts(rocpd_snapshot *s, rocpd_pieces *p, rocpd_error *err) {
  size_t n;
  int64_t hosts;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  int rc = rocpd_hosts_apart(rocpd_snapshot_session(s), source, n, &hosts, err);
  for (rocpd_piece *x = p->piece; rc == SQLITE_OK && x < p->piece + p->n; x++) {
    if (x->host == ROCPD_NULL) rc = rocpd_fail_code(err, rocpd_intern_or_null(rocpd_snapshot_session(s), x->source->info.host, &x->host));
    if (hosts) x->owner = x->host != ROCPD_NULL ? x->host : -1 - (int64_t)x->source->number;
  }
  return rc;
}

/* Gathers the pieces of all parts, which are empty afterwards. */
static int gather_pieces(piece_work *w, const rocpd_device *device, size_t devices, rocpd_pieces *out, rocpd_error *err) {
  size_t total = 0;
  for (size_t i = 0; i < w->n; i++) total += (size_t)w->part[i].n;
  out->piece = sqlite3_malloc64((total + 1) * sizeof *out->piece);
  if (!out->piece) return rocpd_no_memory(err);
  for (size_t i = 0; i < w->n; i++) {
    for (int k = 0; k < w->part[i].n; k++) {
      out->piece[out->n] = w->part[i].piece[k];
      find_key(&out->piece[out->n++], w->level, device, devices);
    }
    w->part[i].n = 0;
  }
  return SQLITE_OK;
}

int rocpd_pieces_make(rocpd_snapshot *s, const rocpd_timeline_wish *wish, const rocpd_device *device, size_t devices, rocpd_pieces *out, rocpd_error *err) {
  piece_work w = {.level = wish->level, .parts = wish->parts, .computing = wish->computing};
  memset(out, 0, sizeof *out);
  int rc = rocpd_fail_code(err, rocpd_intern(rocpd_snapshot_session(s), "GPU", 3, &w.gpu));
  if (rc == SQLITE_OK) rc = all_batches(s, &w, err);
  if (rc == SQLITE_OK && (w.parts || w.computing)) rc = begin_categories(&w, rocpd_snapshot_session(s), err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(rocpd_snapshot_session(s), w.n, look_at_batch, &w, err);
  if (rc == SQLITE_OK) rc = gather_pieces(&w, device, devices, out, err);
  if (rc == SQLITE_OK && w.level == ROCPD_LEVEL_RANK) rc = divide_hosts(s, out, err);
  if (rc == SQLITE_OK && out->n) qsort(out->piece, out->n, sizeof *out->piece, compare_pieces);
  for (size_t i = 0; w.part && i < w.n; i++) {
    for (int k = 0; k < w.part[i].n; k++) sqlite3_free(w.part[i].piece[k].stretch.row);
    sqlite3_free(w.part[i].piece);
  }
  rocpd_categories_free(w.category);
  sqlite3_free(w.known), sqlite3_free(w.part), sqlite3_free(w.batch);
  return rc;
}

void rocpd_pieces_drop(rocpd_pieces *p) {
  for (size_t i = 0; i < p->n; i++) sqlite3_free(p->piece[i].stretch.row);
  sqlite3_free(p->piece);
  memset(p, 0, sizeof *p);
}
