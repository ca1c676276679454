/* See group_pass.h. Each worker has its own table. Rows are processed a few at a time, so that their columns stay in the first-level cache. */
#include "group_pass.h"
#include "pool.h"

typedef struct pass {
  const rocpd_group_input *input;
  int inputs;
  rocpd_batch **batch; /* of all inputs' kinds */
  rocpd_keys keys;
  const rocpd_group_class *class;
  void *arg;
  rocpd_pool tables;
  const rocpd_groups *known; /* not NULL: a second pass, with */
  int (*fn)(void *arg, const rocpd_grouped *rows, rocpd_error *err);
} pass;

typedef struct worker_table {
  rocpd_pooled pooled; /* must be first */
  rocpd_group_table t;
} worker_table;

void rocpd_group_table_free(rocpd_group_table *t) {
  rocpd_groups_free(&t->groups);
  sqlite3_free(t->slot);
  memset(t, 0, sizeof *t);
}

void rocpd_group_table_drop(rocpd_group_table *t, const rocpd_group_class *class) {
  for (size_t i = 0; class->drop && i < t->room; i++) class->drop(t->slot + i * class->size);
  rocpd_group_table_free(t);
}

static void free_worker(void *one) {
  rocpd_group_table_free(&((worker_table *)one)->t);
  sqlite3_free(one);
}

static bool by_text(const pass *p) {
  for (int i = 0; i < p->inputs; i++)
    if (p->keys.n != 1 || p->input[i].key[0] < 0 || !rocpd_key_is_text(&p->input[i], 0)) return false;
  return true;
}

static int make_slots(rocpd_group_table *t, const rocpd_group_class *class, const void *arg, rocpd_error *err) {
  if (t->groups.n <= t->room) return SQLITE_OK;
  size_t room = t->groups.n < 2 * t->room ? 2 * t->room : t->groups.n, size = class->size;
  char *slot = sqlite3_realloc64(t->slot, room * size);
  if (!slot) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu groups", room);
  class->init(slot + t->room * size, room - t->room, arg);
  t->slot = slot, t->room = room;
  return SQLITE_OK;
}

/* ---- the groups of a block's rows */

#define MEMO 1024
#define MEMO_KEYS 3

/* A batch that is being processed. Mostly few of its keys vary, with few values, so look-ups are remembered. Several keys may be dictionaries over the same
** codes (name, grid and registers of a kernel all follow from its launch signature): the code then stands for all of them. */
typedef struct batch_work {
  const pass *p;
  rocpd_group_table *table; /* of the worker; NULL: groups are known */
  rocpd_key_reader reader;
  int varying[ROCPD_KEYS], n_varying; /* keys that are read for each row */
  int coded[ROCPD_KEYS], n_coded;     /* keys that are dictionaries over the codes */
  rocpd_column codes;                 /* the codes: the column of any of these keys without its dictionary */
  int64_t key[ROCPD_KEYS][ROCPD_BLOCK]; /* keys that do not vary are filled in at the beginning */
  int64_t code[ROCPD_BLOCK];
  bool skip[ROCPD_BLOCK];
  size_t number; /* of the batch */
  int64_t *dict; /* if nothing else varies: the group of each code, or ROCPD_UNGROUPED if no row has had it yet. NULL: not used */
  struct { int64_t key[MEMO_KEYS], group; } memo[MEMO];
} batch_work;

/* Finds the group of row i of the block that begins at `first`. */
static int find_row(batch_work *w, uint32_t first, uint32_t i, int64_t *group, rocpd_error *err) {
  int64_t row[ROCPD_KEYS];
  for (int k = 0; k < w->p->keys.n; k++) row[k] = w->key[k][i];
  for (int k = 0; k < w->n_coded; k++) row[w->coded[k]] = rocpd_column_at(w->reader.column[w->coded[k]], first + i);
  if (w->table) return rocpd_group_add(&w->table->groups, row, group, err);
  *group = rocpd_group_find(w->p->known, row);
  return SQLITE_OK;
}

static int find_remembered(batch_work *w, uint32_t first, uint32_t i, int64_t *group, rocpd_error *err) {
  int64_t key[MEMO_KEYS] = {0};
  uint64_t hash = 0;
  int n = 0;
  if (w->n_coded) key[n++] = w->code[i];
  for (int k = 0; k < w->n_varying; k++) key[n++] = w->key[w->varying[k]][i];
  for (int k = 0; k < n; k++) hash = (hash ^ (uint64_t)key[k]) * 0x9e3779b97f4a7c15u;
  size_t at = hash >> 54; /* MEMO */
  *group = w->memo[at].group;
  if (*group != ROCPD_UNGROUPED && w->memo[at].key[0] == key[0] && w->memo[at].key[1] == key[1] && w->memo[at].key[2] == key[2]) return SQLITE_OK;
  int rc = find_row(w, first, i, group, err);
  memcpy(w->memo[at].key, key, sizeof key);
  w->memo[at].group = *group;
  return rc;
}

/* Finds groups by codes; each code is looked up once. */
static int find_by_code(batch_work *w, uint32_t first, uint32_t n, int64_t *group, rocpd_error *err) {
  rocpd_column groups = w->codes;
  groups.dict = w->dict;
  rocpd_column_get(&groups, first, n, group);
  int64_t least = 0;
  for (uint32_t i = 0; i < n; i++) least |= group[i];
  for (uint32_t i = 0; least < 0 && i < n; i++) { /* a negative value means that some row has no group yet */
    if (group[i] != ROCPD_UNGROUPED) continue;
    int64_t code = rocpd_column_code(&w->codes, first + i);
    if (code != ROCPD_NULL) group[i] = w->dict[code]; /* an earlier row may have added it */
    int rc = group[i] == ROCPD_UNGROUPED ? find_row(w, first, i, &group[i], err) : SQLITE_OK;
    if (rc != SQLITE_OK) return rc;
    if (code != ROCPD_NULL) w->dict[code] = group[i];
  }
  return SQLITE_OK;
}

static int find_groups(batch_work *w, uint32_t first, uint32_t n, int64_t *group, rocpd_error *err) {
  const rocpd_groups *g = w->table ? &w->table->groups : w->p->known;
  bool skips = w->reader.skips, remembers = (w->n_coded > 0) + w->n_varying <= MEMO_KEYS;
  int rc = SQLITE_OK;
  if (w->dict) return find_by_code(w, first, n, group, err);
  if (!w->n_varying && !w->n_coded && !skips) { /* all rows are in the same group */
    rc = find_row(w, first, 0, &group[0], err);
    for (uint32_t i = 1; i < n; i++) group[i] = group[0];
    return rc;
  }
  if (g->by_text) {
    bool all = rocpd_groups_of_texts(g, w->key[0], n, group);
    for (uint32_t i = 0; !all && rc == SQLITE_OK && i < n; i++)
      if (group[i] == ROCPD_UNGROUPED) rc = find_row(w, first, i, &group[i], err);
    return rc;
  }
  if (w->n_coded) rocpd_column_get(&w->codes, first, n, w->code);
  for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
    group[i] = ROCPD_UNGROUPED;
    if (!(skips && w->skip[i])) rc = remembers ? find_remembered(w, first, i, &group[i], err) : find_row(w, first, i, &group[i], err);
  }
  return rc;
}

static bool same_codes(const rocpd_column *a, const rocpd_column *b) {
  return a->data == b->data && a->width == b->width && a->nulls == b->nulls && a->base == b->base && a->step == b->step && a->ndict == b->ndict;
}

/* Chooses the codes over which most of the varying keys are dictionaries, if there are fewer codes than rows. */
static void choose_codes(batch_work *w, const rocpd_batch *b) {
  const rocpd_column *best = NULL;
  int most = 0, kept = 0;
  for (int i = 0; i < w->n_varying; i++) {
    const rocpd_column *c = w->reader.column[w->varying[i]], *other;
    int followers = 0;
    if (!c || !c->dict || c->low || c->ndict > b->rows) continue;
    for (int k = i; k < w->n_varying; k++) followers += (other = w->reader.column[w->varying[k]]) && other->dict && !other->low && same_codes(c, other);
    if (followers > most) most = followers, best = c;
  }
  if (!best) return;
  for (int i = 0; i < w->n_varying; i++) {
    const rocpd_column *c = w->reader.column[w->varying[i]];
    if (c && c->dict && !c->low && same_codes(best, c)) w->coded[w->n_coded++] = w->varying[i];
    else w->varying[kept++] = w->varying[i];
  }
  w->n_varying = kept;
  w->codes = *best, w->codes.dict = NULL;
}

static int open_codes(batch_work *w, const rocpd_batch *b, rocpd_error *err) {
  choose_codes(w, b);
  if (!w->n_coded || w->n_varying || w->reader.skips) return SQLITE_OK;
  w->dict = sqlite3_malloc64((w->codes.ndict + 1) * sizeof *w->dict);
  if (!w->dict) return rocpd_no_memory(err);
  for (uint32_t i = 0; i < w->codes.ndict; i++) w->dict[i] = ROCPD_UNGROUPED;
  return SQLITE_OK;
}

static int open_batch(batch_work *w, rocpd_batch *b, const rocpd_group_input *input, rocpd_error *err) {
  const pass *p = w->p;
  int rc = rocpd_key_reader_open(&w->reader, &p->keys, input, b, err);
  if (rc != SQLITE_OK) return rc;
  w->n_varying = w->n_coded = 0;
  for (int i = 0; i < MEMO; i++) w->memo[i].group = ROCPD_UNGROUPED;
  for (int k = 0; k < p->keys.n; k++) {
    const rocpd_column *c = w->reader.column[k];
    bool same = c ? rocpd_column_is_constant(c) : input->key[k] == ROCPD_KEY_NONE;
    if (!same) w->varying[w->n_varying++] = k;
    for (uint32_t i = 0; same && i < ROCPD_BLOCK; i++) w->key[k][i] = c ? rocpd_column_at(c, 0) : ROCPD_NULL;
  }
  /* Texts are looked up in an array, which needs room for all ids. */
  if (by_text(p) && w->table) rc = rocpd_groups_reserve(&w->table->groups, w->reader.column[0]->max, err);
  return rc == SQLITE_OK ? open_codes(w, b, err) : rc;
}

/* ---- a block */

/* Removes rows that belong to no group. */
static uint32_t leave_out(int64_t *group, int64_t *duration, uint16_t *row, uint32_t n) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (group[i] == ROCPD_UNGROUPED) continue;
    group[kept] = group[i], row[kept] = (uint16_t)i, duration[kept++] = duration[i];
  }
  return kept;
}

static int add_block(batch_work *w, uint32_t first, uint32_t n, rocpd_error *err) {
  const pass *p = w->p;
  int64_t duration[ROCPD_BLOCK];
  int64_t group[ROCPD_BLOCK];
  uint16_t row[ROCPD_BLOCK];
  int rc = rocpd_keys_read(&w->reader, first, n, w->varying, w->n_varying, w->key, w->skip, err);
  if (rc == SQLITE_OK) rc = find_groups(w, first, n, group, err);
  if (rc != SQLITE_OK) return rc;
  if (w->reader.duration) rocpd_column_get(w->reader.duration, first, n, duration);
  else memset(duration, 0, n * sizeof *duration);
  if (w->reader.skips) n = leave_out(group, duration, row, n);
  if (!w->table) return p->fn(p->arg, &(rocpd_grouped){w->reader.batch, w->number, first, n, w->reader.skips ? row : NULL, group, duration}, err);
  rc = make_slots(w->table, p->class, p->arg, err);
  if (rc == SQLITE_OK) p->class->add(w->table->slot, group, duration, n, p->arg);
  return rc;
}

/* ---- all rows */

static int work_input(pass *p, rocpd_group_table *t, size_t i, const rocpd_group_input *input, rocpd_error *err) {
  batch_work w;
  w.p = p, w.table = t, w.dict = NULL, w.number = i;
  rocpd_batch *b = p->batch[i];
  int rc = open_batch(&w, b, input, err);
  for (uint32_t first = 0; rc == SQLITE_OK && first < b->rows; first += ROCPD_BLOCK)
    rc = add_block(&w, first, b->rows - first < ROCPD_BLOCK ? b->rows - first : ROCPD_BLOCK, err);
  sqlite3_free(w.dict);
  return rc;
}

static int work_batch(void *arg, size_t i, rocpd_error *err) {
  pass *p = arg;
  worker_table *w = rocpd_pool_take(&p->tables, NULL, NULL);
  if (!w) {
    if (!(w = sqlite3_malloc64(sizeof *w))) return rocpd_no_memory(err);
    *w = (worker_table){.t.groups = {.keys = p->keys.n, .by_text = by_text(p)}};
  }
  int rc = SQLITE_OK;
  for (int k = 0; rc == SQLITE_OK && k < p->inputs; k++)
    if (p->input[k].kind == p->batch[i]->kind) rc = work_input(p, p->known ? NULL : &w->t, i, &p->input[k], err);
  rocpd_pool_give(&p->tables, w);
  return rc;
}

int rocpd_group_table_add(rocpd_group_table *t, const rocpd_group_class *class, const void *arg, const int64_t *key, int64_t *group, rocpd_error *err) {
  int rc = rocpd_group_add(&t->groups, key, group, err);
  return rc == SQLITE_OK ? make_slots(t, class, arg, err) : rc;
}

int rocpd_group_table_merge(rocpd_group_table *to, const rocpd_group_table *from, const rocpd_group_class *class, const void *arg, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < from->groups.n; i++) {
    int64_t group;
    rc = rocpd_group_table_add(to, class, arg, &from->groups.key[i * (size_t)from->groups.keys], &group, err);
    if (rc == SQLITE_OK) rc = rocpd_fail_code(err, class->merge(to->slot + (size_t)group * class->size, from->slot + i * class->size, arg));
  }
  return rc;
}

/* Merges the tables of all workers. */
static int merge_all(pass *p, rocpd_group_table *out, rocpd_error *err) {
  int rc = SQLITE_OK;
  *out = (rocpd_group_table){.groups = {.keys = p->keys.n, .by_text = by_text(p)}};
  for (worker_table *w; (w = rocpd_pool_take(&p->tables, NULL, NULL)); free_worker(w)) {
    if (rc != SQLITE_OK) continue;
    if (out->slot) rc = rocpd_group_table_merge(out, &w->t, p->class, p->arg, err);
    else if (w->t.groups.n) {
      rocpd_group_table_free(out);
      *out = w->t;
      memset(&w->t, 0, sizeof w->t);
    }
  }
  if (rc != SQLITE_OK) rocpd_group_table_free(out);
  return rc;
}

static int run(pass *p, rocpd_snapshot *s, int keys, rocpd_group_table *out, rocpd_error *err) {
  int kind[ROCPD_KIND_COUNT], kinds = 0;
  size_t batches;
  for (int i = 0, k; i < p->inputs; i++) {
    for (k = 0; k < kinds && kind[k] != p->input[i].kind;) k++;
    if (k == kinds) kind[kinds++] = p->input[i].kind;
  }
  rocpd_pool_init(&p->tables);
  int rc = rocpd_keys_open(&p->keys, s, p->input, p->inputs, keys, err);
  if (rc == SQLITE_OK) rc = rocpd_snapshot_batches_all(s, kind, kinds, rocpd_snapshot_sums_parts(s), &p->batch, &batches, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(rocpd_snapshot_session(s), batches, work_batch, p, err);
  if (rc == SQLITE_OK && out) rc = merge_all(p, out, err);
  rocpd_pool_free(&p->tables, free_worker);
  sqlite3_free(p->batch);
  return rc;
}

int rocpd_group_pass(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, int keys, const rocpd_group_class *class, const void *arg,
                     rocpd_group_table *out, rocpd_error *err) {
  pass p = {.input = input, .inputs = inputs, .class = class, .arg = (void *)arg};
  memset(out, 0, sizeof *out);
  return run(&p, s, keys, out, err);
}

int rocpd_group_again(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, const rocpd_groups *groups,
                      int (*fn)(void *arg, const rocpd_grouped *rows, rocpd_error *err), void *arg, rocpd_error *err) {
  pass p = {.input = input, .inputs = inputs, .known = groups, .fn = fn, .arg = arg};
  return run(&p, s, groups->keys, NULL, err);
}
