/* See rocz_plan.h. */
#include "rocz_plan.h"
#include "choice.h"
#include "derive.h"
#include "export.h"

#define CHUNK_TEXT ((size_t)4 << 20) /* maximum size of the texts in a chunk of strings, unless a single text is longer */
#define ENOUGH_ROWS 4096             /* rows of another lane begin a new chunk, if the current one has at least this number of rows */
#define GROUP_CHUNKS 4               /* number of chunks of a kind that share transforms */
#define AHEAD 8                      /* pieces decoded at once, for each thread */

/* ---- rows */

static int group_of(rocpd_rocz_plan *plan, size_t at) {
  rocpd_rocz_piece *p = &plan->piece[at];
  size_t *open = &plan->open_group[p->kind];
  if (!*open || plan->group[*open - 1].pieces == GROUP_CHUNKS) {
    if (rocpd_array_reserve(&plan->group, &plan->group_capacity, plan->groups + 1, sizeof *plan->group)) return SQLITE_NOMEM;
    rocpd_rocz_group *g = &plan->group[plan->groups++];
    memset(g, 0, sizeof *g);
    g->kind = p->kind;
    g->sample = at;
    *open = plan->groups;
    for (unsigned c = 0; c < rocpd_rocz_stored(p->kind); c++) {
      const rocpd_column_def *def = &rocpd_kinds[p->kind].column[c];
      g->column[c] = (rocz_column_def){def->name, rocpd_rocz_type(def->type), ROCZ_T_DELTA, 0};
    }
  }
  rocpd_rocz_group *g = &plan->group[*open - 1];
  p->group = *open - 1;
  g->pieces++;
  if (p->rows > plan->piece[g->sample].rows) g->sample = at;
  return SQLITE_OK;
}

/* Adds a batch's rows to the current piece, or to new ones. */
static int plan_rows(rocpd_rocz_plan *plan, uint32_t set, int kind, rocpd_batch *b, uint32_t first, uint32_t rows) {
  while (rows) {
    rocpd_rocz_piece *p = plan->pieces ? &plan->piece[plan->pieces - 1] : NULL;
    bool fits = p && p->set == set && p->kind == kind && p->rows < ROCZ_MAX_ROWS &&
                (p->rows < ENOUGH_ROWS || plan->part[plan->parts - 1].batch->lane == b->lane);
    if (!fits) {
      uint64_t before = p && p->set == set && p->kind == kind ? p->first_row + p->rows : 0;
      if (rocpd_array_reserve(&plan->piece, &plan->piece_capacity, plan->pieces + 1, sizeof *plan->piece)) return SQLITE_NOMEM;
      p = &plan->piece[plan->pieces++];
      *p = (rocpd_rocz_piece){.set = set, .kind = (uint16_t)kind, .first_part = plan->parts, .first_row = before};
    }
    if (rocpd_array_reserve(&plan->part, &plan->part_capacity, plan->parts + 1, sizeof *plan->part)) return SQLITE_NOMEM;
    uint32_t n = rows < ROCZ_MAX_ROWS - p->rows ? rows : ROCZ_MAX_ROWS - p->rows;
    plan->part[plan->parts++] = (rocpd_rocz_part){b, first, n};
    p->parts++;
    p->rows += n;
    first += n;
    rows -= n;
  }
  return SQLITE_OK;
}

/* Adds the chosen rows of a batch, as runs of neighbouring rows. */
static int plan_batch(rocpd_rocz_plan *plan, uint32_t set, int kind, const rocpd_choice *choice, rocpd_batch *b, rocpd_error *err) {
  const rocpd_column *c;
  uint8_t keep[ROCPD_BATCH_ROWS];
  bool all;
  if (!b->rows) { /* damaged: reading it reports why */
    int rc = rocpd_batch_column(b, 0, &c, err);
    return rc ? rc : rocpd_fail(err, SQLITE_CORRUPT, "%s: damaged", b->source->path);
  }
  int rc = rocpd_choice_rows(choice, b, keep, &all, err);
  for (uint32_t first = 0, end; !rc && first < b->rows; first = end) {
    bool kept = all || keep[first];
    for (end = all ? b->rows : first + 1; end < b->rows && keep[end] == keep[first]; end++) {
    }
    if (!kept) continue;
    plan->rows += end - first;
    plan->rows_of[kind] += end - first;
    if (plan_rows(plan, set, kind, b, first, end - first)) rc = rocpd_no_memory(err);
  }
  return rc;
}

static int plan_source(rocpd_rocz_plan *plan, uint32_t set, const rocpd_choice *choice, rocpd_error *err) {
  rocpd_source *source = plan->source[set];
  int rc = SQLITE_OK;
  for (int k = 0; !rc && k < ROCPD_KIND_COUNT; k++) {
    rocpd_batch **batch;
    size_t n;
    if (!(source->info.native & ROCPD_KIND_BIT(k))) continue;
    bool some_are_made = rocpd_derives_beside(source, k); /* readers derive these rows again */
    rc = rocpd_snapshot_batches_of(plan->x->snapshot, source, k, &batch, &n, err);
    for (size_t i = 0; !rc && i < n; i++)
      if (!some_are_made || !rocpd_batch_is_made(batch[i])) rc = plan_batch(plan, set, k, choice, batch[i], err);
  }
  return rc;
}

int rocpd_rocz_plan_rows(rocpd_rocz_plan *plan, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t s = 0; !rc && s < plan->sources; s++) {
    rocpd_choice *choice;
    rc = rocpd_choice_make(plan->x, plan->source[s], &choice, err);
    if (!rc) rc = plan_source(plan, (uint32_t)s, choice, err);
    rocpd_choice_free(choice);
  }
  for (size_t i = 0; !rc && i < plan->pieces; i++)
    if (group_of(plan, i)) rc = rocpd_no_memory(err);
  return rc;
}

/* ---- strings */

/* The file's id for one of our strings; a new one if it has none yet. */
static int string_id(rocpd_rocz_plan *plan, int64_t id, int64_t *out) {
  *out = 0;
  if (id == ROCPD_NULL) return SQLITE_OK;
  size_t known = plan->file_id_capacity;
  if ((uint64_t)id >= known) {
    if (rocpd_array_reserve(&plan->file_id, &plan->file_id_capacity, (size_t)id + 1, sizeof *plan->file_id)) return SQLITE_NOMEM;
    memset(plan->file_id + known, 0, (plan->file_id_capacity - known) * sizeof *plan->file_id);
  }
  if (!plan->file_id[id]) {
    if (plan->strings == UINT32_MAX) return SQLITE_TOOBIG;
    if (ROCPD_APPEND(plan->string, plan->strings, plan->string_capacity, id) != SQLITE_OK) return SQLITE_NOMEM;
    plan->file_id[id] = (uint32_t)plan->strings;
  }
  *out = plan->file_id[id];
  return SQLITE_OK;
}

int rocpd_rocz_text_id(rocpd_rocz_plan *plan, const char *text, int64_t *out) {
  int64_t id = ROCPD_NULL;
  int rc = text ? rocpd_intern(plan->x->session, text, -1, &id) : SQLITE_OK;
  return rc ? rc : string_id(plan, id, out);
}

/* The columns of pieces from `first` on are decoded together. */
typedef struct decoding {
  const rocpd_rocz_plan *plan;
  size_t first;
} decoding;

/* They stay decoded until they are encoded, if there is room for all. */
static int decode_piece(void *arg, size_t i, rocpd_error *err) {
  const decoding *d = arg;
  const rocpd_rocz_piece *p = &d->plan->piece[d->first + i];
  const rocpd_column *c;
  int rc = SQLITE_OK;
  for (size_t k = 0; k < p->parts; k++)
    for (unsigned column = 0; !rc && column < rocpd_rocz_stored(p->kind); column++)
      rc = rocpd_batch_column(d->plan->part[p->first_part + k].batch, (int)column, &c, err);
  return rc;
}

static int find_strings(rocpd_rocz_plan *plan, const rocpd_rocz_part *at, int column, rocpd_error *err) {
  const rocpd_column *c;
  int64_t value[1024], last = ROCPD_NULL, id;
  int rc = rocpd_batch_column(at->batch, column, &c, err);
  if (rc || rocpd_column_only_nulls(c)) return rc;
  bool same = rocpd_column_is_constant(c);
  if (same) rc = string_id(plan, rocpd_column_at(c, 0), &id);
  for (uint32_t first = 0, n; !same && !rc && (n = rocpd_rows_from(first, at->rows, 1024)) > 0; first += n) {
    rocpd_column_get(c, at->first + first, n, value);
    for (uint32_t i = 0; !rc && i < n; i++)
      if (value[i] != last) rc = string_id(plan, last = value[i], &id);
  }
  return rc == SQLITE_TOOBIG ? rocpd_fail(err, rc, "more than %u different texts", UINT32_MAX) : rocpd_fail_code(err, rc);
}

void rocpd_rocz_let_go(const rocpd_rocz_plan *plan, const rocpd_rocz_piece *p) {
  for (size_t k = 0; k < p->parts; k++) rocpd_export_let_go(plan->x, plan->part[p->first_part + k].batch);
}

int rocpd_rocz_plan_strings(rocpd_rocz_plan *plan, rocpd_error *err) {
  plan->own_strings = plan->strings;
  size_t step = (size_t)rocpd_parallel_threads(plan->x->session) * AHEAD;
  int rc = SQLITE_OK;
  for (size_t first = 0; !rc && first < plan->pieces; first += step) {
    size_t n = plan->pieces - first < step ? plan->pieces - first : step;
    decoding d = {plan, first};
    rc = rocpd_parallel(plan->x->session, n, decode_piece, &d, err);
    for (size_t i = first; !rc && i < first + n; i++) {
      const rocpd_rocz_piece *p = &plan->piece[i];
      for (unsigned c = 0; !rc && c < rocpd_rocz_stored(p->kind); c++)
        for (size_t k = 0; !rc && rocpd_kinds[p->kind].column[c].type == ROCPD_TEXT && k < p->parts; k++)
          rc = find_strings(plan, &plan->part[p->first_part + k], (int)c, err);
      if (!rc) rc = rocpd_export_poll(plan->x, p->rows, err);
    }
    for (size_t i = first; i < first + n; i++) rocpd_rocz_let_go(plan, &plan->piece[i]);
  }
  return rc;
}

int rocpd_rocz_plan_chunks(rocpd_rocz_plan *plan, rocpd_error *err) {
  size_t bytes = 0, first = 0;
  for (size_t i = 0; i <= plan->strings; i++) {
    int64_t size = 0;
    const char *text = i < plan->strings ? rocpd_string(plan->x->session, plan->string[i], &size) : NULL;
    if (size > (int64_t)ROCZ_MAX_TEXT)
      return rocpd_fail(err, SQLITE_TOOBIG, "a text of %lld bytes: a chunk file holds texts of up to %u bytes (it begins with \"%.40s\")",
                        (long long)size, ROCZ_MAX_TEXT, text);
    bool ends = i == plan->strings || i == plan->own_strings || i - first == ROCZ_MAX_ROWS || bytes + (size_t)size > CHUNK_TEXT;
    if (i > first && ends) {
      if (rocpd_array_reserve(&plan->string_end, &plan->string_chunk_capacity, plan->string_chunks + 1, sizeof *plan->string_end))
        return rocpd_no_memory(err);
      plan->string_end[plan->string_chunks++] = i;
      first = i;
      bytes = 0;
    }
    bytes += (size_t)size;
  }
  return SQLITE_OK;
}

void rocpd_rocz_plan_free(rocpd_rocz_plan *plan) {
  sqlite3_free(plan->part);
  sqlite3_free(plan->piece);
  sqlite3_free(plan->group);
  sqlite3_free(plan->file_id);
  sqlite3_free(plan->string);
  sqlite3_free(plan->string_end);
}
