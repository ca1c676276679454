/* See given.h: the source. */
#include "given.h"
#include <stdlib.h>
#include "db.h"
#include "held_batches.h"
#include "registry.h"
#include "../test.h"

given_trace given[GIVEN_SOURCES];

void given_forget(void) {
  for (int s = 0; s < GIVEN_SOURCES; s++) {
    for (int i = 0; i < given[s].lanes; i++) free(given[s].lane[i].row);
    memset(&given[s], 0, sizeof given[s]);
  }
}

given_lane *given_lane_add(given_trace *s, int kind, enum given_style style) {
  given_lane *l = &s->lane[s->lanes++];
  *l = (given_lane){.kind = kind, .style = style};
  return l;
}

int64_t *given_row_add(given_trace *s, given_lane *l) {
  if (l->rows == l->capacity) {
    l->capacity = l->capacity ? l->capacity * 2 : 64;
    l->row = realloc(l->row, l->capacity * sizeof *l->row);
  }
  int64_t *r = l->row[l->rows++];
  for (int c = 0; c < rocpd_kinds[l->kind].columns; c++) r[c] = rocpd_kinds[l->kind].column[c].type == ROCPD_TEXT ? 0 : ROCPD_NULL;
  return r;
}

typedef struct given_batch {
  rocpd_batch b;
  given_lane *lane;
  uint16_t *code; /* code of the kernel's signature for each row */
  uint32_t *first_row; /* for each code: a row that has it */
  uint32_t codes;
} given_batch;

typedef struct given_source {
  rocpd_source s;
  rocpd_batch **batch[ROCPD_KIND_COUNT];
  size_t batches[ROCPD_KIND_COUNT];
} given_source;

static const int signature[] = {ROCPD_KERNEL_grid_x, ROCPD_KERNEL_grid_y, ROCPD_KERNEL_grid_z, ROCPD_KERNEL_workgroup_x, ROCPD_KERNEL_workgroup_y,
                                ROCPD_KERNEL_workgroup_z, ROCPD_KERNEL_lds_size, ROCPD_KERNEL_scratch_size};

static int in_signature(int column) {
  for (int i = 0; i < 8; i++)
    if (signature[i] == column) return 1;
  return 0;
}

static void number_signatures(given_batch *f) {
  f->code = malloc(f->lane->rows * sizeof *f->code);
  f->first_row = malloc(f->lane->rows * sizeof *f->first_row);
  for (uint32_t r = 0; r < f->lane->rows; r++) {
    uint32_t k;
    for (k = 0; k < f->codes; k++) {
      int same = 1;
      for (int i = 0; i < 8; i++) same &= f->lane->row[r][signature[i]] == f->lane->row[f->first_row[k]][signature[i]];
      if (same) break;
    }
    if (k == f->codes) f->first_row[f->codes++] = r;
    f->code[r] = (uint16_t)k;
  }
}

static int source_probe(const char *path, const uint8_t *head, size_t n) { return n >= 6 && !memcmp(head, "GIVEN ", 6); }

static int source_open(const rocpd_source_class *class, rocpd_session *session, const char *path, const rocpd_open_options *options,
                     rocpd_source **out, rocpd_error *err) {
  FILE *file = fopen(path, "r");
  int number = 0;
  if (!file || fscanf(file, "GIVEN %d", &number) != 1) return rocpd_fail(err, SQLITE_CORRUPT, "%s: no number", path);
  fclose(file);
  given_source *s = (given_source *)rocpd_source_new(session, class, path, sizeof *s);
  s->s.info.native = ROCPD_KIND_BIT(ROCPD_KIND_STREAM + 1) - 1;
  given_trace *g = &given[number];
  snprintf(s->s.info.guid, sizeof s->s.info.guid, "%s", g->guid);
  s->s.info.host = sqlite3_mprintf("%s", g->host);
  s->s.info.wall_offset_ns = 1700000000000000000;
  int64_t rowid = (int64_t)number << 40;
  for (int i = 0; i < g->lanes; i++) {
    given_lane *l = &g->lane[i];
    if (!l->rows) continue;
    const rocpd_kind *kind = &rocpd_kinds[l->kind];
    given_batch *f = (given_batch *)rocpd_batch_new(&s->s, l->kind, sizeof *f);
    f->lane = l;
    f->b.rows = l->rows;
    f->b.lane = (uint32_t)i;
    f->b.first_rowid = rowid;
    rowid += l->rows;
    f->b.min_time = INT64_MAX, f->b.max_time = INT64_MIN;
    for (uint32_t r = 0; r < l->rows && kind->start >= 0; r++)
      for (int end = 0; end < 2; end++) {
        int64_t v = l->row[r][end ? kind->end : kind->start];
        if (v == ROCPD_NULL) continue;
        if (v < f->b.min_time) f->b.min_time = v;
        if (v > f->b.max_time) f->b.max_time = v;
      }
    if (l->style == GIVEN_SIGNATURES) number_signatures(f);
    s->batch[l->kind] = sqlite3_realloc64(s->batch[l->kind], (s->batches[l->kind] + 1) * sizeof(rocpd_batch *));
    s->batch[l->kind][s->batches[l->kind]++] = &f->b;
  }
  *out = &s->s;
  return SQLITE_OK;
}

static void source_close(rocpd_source *source) {
  const given_source *s = (const given_source *)source;
  held_batches_close(source, s->batch, s->batches);
}

static int source_refresh(rocpd_source *s, bool *changed, rocpd_error *err) {
  *changed = false;
  return SQLITE_OK;
}

static int source_batches(rocpd_source *source, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  given_source *s = (given_source *)source;
  *out = s->batch[kind];
  *n = s->batches[kind];
  return SQLITE_OK;
}

static int64_t value_of(rocpd_session *session, const given_lane *l, uint32_t row, int column) {
  int64_t v = l->row[row][column];
  if (rocpd_kinds[l->kind].column[column].type != ROCPD_TEXT) return v;
  if (!v) return ROCPD_NULL;
  int64_t id = -1;
  rocpd_intern(session, (const char *)(intptr_t)v, -1, &id);
  return id;
}

static int batch_decode(rocpd_batch *b, int index, rocpd_column **out, rocpd_error *err) {
  given_batch *f = (given_batch *)b;
  rocpd_session *session = b->source->session;
  const given_lane *l = f->lane;
  rocpd_column *c = sqlite3_malloc64(sizeof *c + 8 * (uint64_t)b->rows);
  int64_t *value = (int64_t *)(c + 1);
  memset(c, 0, sizeof *c);
  c->min = INT64_MAX, c->max = INT64_MIN;
  int nulls = 0, constant = 1;
  for (uint32_t i = 0; i < b->rows; i++) {
    value[i] = value_of(session, l, i, index);
    constant &= value[i] == value[0];
    if (value[i] == ROCPD_NULL) { nulls = 1; continue; }
    if (value[i] < c->min) c->min = value[i];
    if (value[i] > c->max) c->max = value[i];
  }
  *out = c;
  c->width = 8;
  c->nulls = nulls;
  c->data = value;
  if (constant && l->style != GIVEN_WIDE) {
    c->width = 0;
    c->nulls = false;
    c->base = value[0];
  } else if (l->style == GIVEN_SIGNATURES && l->kind == ROCPD_KIND_KERNEL && in_signature(index)) {
    for (uint32_t k = 0; k < f->codes; k++) value[k] = l->row[f->first_row[k]][index];
    c->width = 2;
    c->nulls = false;
    c->data = f->code;
    c->dict = value;
    c->ndict = f->codes;
  } else if (l->style != GIVEN_WIDE && c->min <= c->max && (uint64_t)c->max - (uint64_t)c->min < UINT32_MAX) {
    uint64_t range = (uint64_t)c->max - (uint64_t)c->min;
    c->base = c->min;
    c->width = range < UINT8_MAX ? 1 : range < UINT16_MAX ? 2 : 4;
    for (uint32_t i = 0; i < b->rows; i++) { /* in place: a narrow element never lies behind the value it is made from */
      uint64_t u = value[i] == ROCPD_NULL ? UINT64_MAX : (uint64_t)value[i] - (uint64_t)c->base;
      memcpy((uint8_t *)value + (size_t)i * c->width, &u, c->width);
    }
  }
  return SQLITE_OK;
}

static void batch_free(rocpd_batch *b) {
  given_batch *f = (given_batch *)b;
  free(f->code);
  free(f->first_row);
}

static int source_health(rocpd_source *s, int (*emit)(void *, const char *, int64_t, const char *), void *arg) { return SQLITE_OK; }

ROCPD_SOURCE_CLASS(given) = {.name = "given", .probe = source_probe, .open = source_open, .close = source_close, .refresh = source_refresh,
                             .batches = source_batches,
                            .health = source_health, .batch = {.decode = batch_decode, .free = batch_free}};

/* ---- a connection to it */

char *given_path(const char *name) { return sqlite3_mprintf("%s/%s", test_tmp(), name); }

sqlite3 *given_open(void) {
  static int times;
  sqlite3 *db = db_open(":memory:");
  if (times++ & 1 && db_run(db, "SELECT rocpd_config('cache_mb', 0)")) abort();
  for (int i = 0; i < GIVEN_SOURCES; i++) {
    if (!given[i].guid) continue;
    char *path = sqlite3_mprintf("%s/%d.given", test_tmp(), i);
    FILE *file = fopen(path, "w");
    fprintf(file, "GIVEN %d\n", i);
    fclose(file);
    if (db_attach(db, path)) abort();
    sqlite3_free(path);
  }
  return db;
}
