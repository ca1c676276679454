/* Declared kinds and sets of a chunk file (see rocz.h): makes batches of rows of any table, and sources of further sets in the file.
**
** The first source is the file's own; the others are its siblings. They read the file through the first one, which lives at least as long as they do. */
#include <stdlib.h>
#include "bisect.h"
#include "rocz_file.h"

typedef struct rocz_set {
  rocpd_source base; /* must be first */
  rocpd_rocz_file *file;
  uint32_t lane;
  rocpd_rocz_common common;
  char *origin;
  rocpd_rocz_batches kind[ROCPD_KIND_COUNT];
} rocz_set;

/* Columns of kind SET. */
enum { S_SET, S_GUID, S_RUN, S_HOST, S_RANK, S_PID, S_PPID, S_NID, S_START, S_END, S_WALL, S_COMPLETE, S_COMMAND, S_KINDS, S_FORMAT, S_PATH };

/* ---- what the file declares */

static int kind_of_name(const char *name) {
  for (int k = 0; k < ROCPD_KIND_COUNT; k++)
    if (strcmp(rocpd_kinds[k].name, name) == 0) return k;
  return -1;
}

static bool type_fits(uint8_t type, int64_t stored) {
  switch (type) {
    case ROCPD_TEXT: return stored == ROCZ_STRING_ID;
    case ROCPD_REAL: return stored == ROCZ_REAL;
    default: return stored == ROCZ_INT || stored == ROCZ_TIME;
  }
}

/* Columns that the schema lacks, or has with another type, are left out. */
static void declare_column(rocpd_rocz_declared *d, const char *name, const int64_t *row) {
  if (row[1] < 0 || row[1] >= ROCZ_MAX_COLUMNS) return;
  if (row[1] >= d->columns) d->columns = (int8_t)(row[1] + 1);
  if (row[3] == ROCZ_STRING_ID) d->strings |= (uint64_t)1 << row[1];
  if (d->kind < 0) return;
  const rocpd_kind *kind = &rocpd_kinds[d->kind];
  for (int c = 0; c < kind->columns; c++) {
    if (strcmp(kind->column[c].name, name) || !type_fits(kind->column[c].type, row[3])) continue;
    d->place[c] = (int8_t)row[1];
    d->less[c] = row[4] < 0 || row[4] >= ROCZ_MAX_COLUMNS ? -1 : (int8_t)row[4];
  }
}

int rocpd_rocz_declared_load(rocpd_rocz_file *f) {
  const rocpd_rocz_info *kinds = &f->info[ROCZ_DECLARED_KIND], *columns = &f->info[ROCZ_DECLARED_COLUMN];
  for (; f->declareds < kinds->rows; f->declareds++) {
    int64_t row[ROCPD_ROCZ_INFO_COLUMNS];
    rocpd_rocz_info_get(kinds, f->declareds, row);
    if (rocpd_array_push_reserve(&f->declared, f->declareds, sizeof(*f->declared)) != SQLITE_OK) return SQLITE_NOMEM;
    rocpd_rocz_declared *d = &f->declared[f->declareds];
    memset(d, -1, sizeof(*d));
    d->columns = 0;
    d->strings = 0;
    d->id = row[0] >= ROCZ_DECLARED && row[0] < ROCZ_FOOTER ? (uint16_t)row[0] : 0;
    d->kind = row[1] == ROCPD_NULL ? -1 : (int16_t)kind_of_name(rocpd_string(f->base.session, row[1], NULL));
  }
  for (; f->declared_columns < columns->rows; f->declared_columns++) {
    int64_t row[ROCPD_ROCZ_INFO_COLUMNS];
    rocpd_rocz_info_get(columns, f->declared_columns, row);
    for (size_t i = 0; i < f->declareds && row[2] != ROCPD_NULL; i++)
      if (f->declared[i].id == row[0]) declare_column(&f->declared[i], rocpd_string(f->base.session, row[2], NULL), row);
  }
  return SQLITE_OK;
}

static const rocpd_rocz_declared *declared_of(const rocpd_rocz_file *f, uint16_t kind) {
  for (size_t i = 0; i < f->declareds; i++)
    if (f->declared[i].id == kind) return &f->declared[i];
  return NULL;
}

int rocpd_rocz_declared_kind(const rocpd_rocz_file *f, uint16_t kind) {
  const rocpd_rocz_declared *d = declared_of(f, kind);
  return d ? d->kind : -1;
}

unsigned rocpd_rocz_declared_columns(const rocpd_rocz_file *f, uint16_t kind) {
  const rocpd_rocz_declared *d = declared_of(f, kind);
  return d ? (unsigned)d->columns : 0;
}

bool rocpd_rocz_declared_is_string(const rocpd_rocz_file *f, uint16_t kind, unsigned column) {
  const rocpd_rocz_declared *d = declared_of(f, kind);
  return d && column < ROCZ_MAX_COLUMNS && d->strings >> column & 1;
}

bool rocpd_rocz_is_own(const rocpd_rocz_file *f, uint32_t lane) {
  return lane == 0 || rocpd_rocz_info_find(&f->info[ROCZ_SET], ROCZ_SET, lane) == UINT64_MAX;
}

void rocpd_rocz_declared_times(rocpd_rocz_batch *b) {
  const rocpd_rocz_declared *d = declared_of(b->file, b->kind);
  const int column[] = {rocpd_kinds[b->base.kind].start, rocpd_kinds[b->base.kind].end};
  for (int c = 0; c < 2; c++) {
    if (column[c] < 0 || d->place[column[c]] < 0) continue;
    const int64_t *v = b->live->column[d->place[column[c]]], *less = d->less[column[c]] < 0 ? NULL : b->live->column[d->less[column[c]]];
    for (uint32_t i = 0; i < b->live->rows; i++) {
      int64_t time;
      if (v[i] == ROCPD_NULL || __builtin_add_overflow(v[i], less ? less[i] : 0, &time) || !rocpd_is_time(time)) continue;
      if (time < b->base.min_time) b->base.min_time = time;
      if (time > b->base.max_time) b->base.max_time = time;
    }
  }
}

/* ---- batches */

static int set_decode(rocpd_batch *base, int index, rocpd_column **out, rocpd_error *err);

static bool set_zone(rocpd_batch *base, int index, int64_t *min, int64_t *max) {
  const rocpd_rocz_batch *b = (const rocpd_rocz_batch *)base;
  const rocpd_kind *kind = &rocpd_kinds[base->kind];
  if (b->broken || (index != kind->start && index != kind->end)) return false;
  bool known = declared_of(b->file, b->kind)->place[index] >= 0;
  *min = known ? base->min_time : INT64_MAX;
  *max = known ? base->max_time : INT64_MIN;
  return true;
}

#define SET_BATCH {.decode = set_decode, .zone = set_zone, .free = rocpd_rocz_batch_free, .forget = rocpd_rocz_forget}
static const rocpd_batch_class set_batch_class = SET_BATCH;

void rocpd_rocz_set_batch(rocpd_rocz_batch *b, rocpd_source *source, const rocpd_rocz_common *common) {
  b->base.source = source;
  b->base.class = &set_batch_class;
  b->common = common;
}

/* Replaces string ids of the file by interned ids. */
static int map_strings(const rocpd_rocz_file *f, int64_t *v, uint32_t rows) {
  int64_t last = 0, id = ROCPD_NULL;
  for (uint32_t i = 0; i < rows; i++) {
    if (v[i] != last) {
      last = v[i];
      int rc = rocpd_rocz_string(f, last, &id);
      if (rc != SQLITE_OK) return rc;
    }
    v[i] = id;
  }
  return SQLITE_OK;
}

/* Decodes a column of the chunk in memory. SQLITE_CORRUPT: see e. */
static int decode_loaded(rocpd_rocz_batch *b, int index, const rocpd_rocz_declared *d, rocpd_rocz_scratch *s, rocpd_column **out, rocz_error *e) {
  bool text = rocpd_kinds[b->base.kind].column[index].type == ROCPD_TEXT;
  uint32_t rows = b->chunk.rows;
  if (!text && d->less[index] < 0) return rocpd_rocz_narrow(s, (unsigned)d->place[index], NULL, out, e);
  if (rocz_decode_column(s->decoder, &s->body, (unsigned)d->place[index], NULL, s->values, e)) return SQLITE_CORRUPT;
  if (d->less[index] >= 0) {
    if (rocz_decode_column(s->decoder, &s->body, (unsigned)d->less[index], NULL, s->more, e)) return SQLITE_CORRUPT;
    for (uint32_t i = 0; i < rows; i++) s->values[i] = (int64_t)((uint64_t)s->values[i] + (uint64_t)s->more[i]);
  }
  int rc = text ? map_strings(b->file, s->values, rows) : SQLITE_OK;
  if (rc == SQLITE_OK) *out = rocpd_column_of(s->values, rows);
  return rc != SQLITE_OK ? rc : *out ? SQLITE_OK : SQLITE_NOMEM;
}

/* Decodes a column of rows of a live buffer. */
static int decode_live(rocpd_rocz_batch *b, int index, const rocpd_rocz_declared *d, rocpd_column **out) {
  /* Columns that were declared later are absent. */
  const int64_t *less = d->less[index] >= 0 && d->less[index] < b->live->columns ? b->live->column[d->less[index]] : NULL;
  const int64_t *from = d->place[index] < b->live->columns ? b->live->column[d->place[index]] : NULL;
  int64_t *v = sqlite3_malloc64(b->base.rows * sizeof(*v));
  if (!v) return SQLITE_NOMEM;
  for (uint32_t i = 0; i < b->base.rows; i++) v[i] = from ? (int64_t)((uint64_t)from[i] + (less ? (uint64_t)less[i] : 0)) : ROCPD_NULL;
  int rc = rocpd_kinds[b->base.kind].column[index].type == ROCPD_TEXT ? map_strings(b->file, v, b->base.rows) : SQLITE_OK;
  *out = rc == SQLITE_OK ? rocpd_column_of(v, b->base.rows) : NULL;
  sqlite3_free(v);
  return rc != SQLITE_OK ? rc : *out ? SQLITE_OK : SQLITE_NOMEM;
}

/* Readers skip chunks by their times, so the times of rows must lie within them. */
static int check_times(const rocpd_rocz_batch *b, int index, const rocpd_column *c, rocz_error *e) {
  const rocpd_kind *kind = &rocpd_kinds[b->base.kind];
  if ((index != kind->start && index != kind->end) || rocpd_column_only_nulls(c)) return SQLITE_OK;
  if (c->min >= b->chunk.min_time && c->max <= b->chunk.max_time) return SQLITE_OK;
  bool low = c->min < b->chunk.min_time;
  rocz_fail(e, ROCZ_DAMAGED, "time of a row and times of its chunk", b->chunk.offset, (uint64_t)(low ? b->chunk.min_time : b->chunk.max_time),
            (uint64_t)(low ? c->min : c->max));
  return SQLITE_CORRUPT;
}

static int set_decode(rocpd_batch *base, int index, rocpd_column **out, rocpd_error *err) {
  rocpd_rocz_batch *b = (rocpd_rocz_batch *)base;
  const rocpd_rocz_file *f = b->file;
  if (b->broken) return rocpd_fail(err, SQLITE_CORRUPT, "%s", b->broken);
  const rocpd_rocz_declared *d = declared_of(f, b->kind);
  if (index == rocpd_kinds[base->kind].wall) return rocpd_decode_wall(base, base->source->info.wall_offset_ns, out, err);
  int common = index - (rocpd_kinds[base->kind].columns - ROCPD_ROCZ_COMMON);
  *out = NULL;
  if (common < 0 && d->place[index] < 0 && !f->info[ROCZ_SET].rows) return rocpd_rocz_own_decode(b, index, out, err);
  if (common >= 0 || d->place[index] < 0) {
    *out = rocpd_column_constant(common >= 0 ? b->common->value[common] : ROCPD_NULL);
    return *out ? SQLITE_OK : rocpd_no_memory(err);
  }
  bool names = base->kind == ROCPD_KIND_AGGREGATE && index == ROCPD_AGGREGATE_name && !f->info[ROCZ_SET].rows;
  if (b->live) {
    int rc = rocpd_rocz_failed(f, decode_live(b, index, d, out), err);
    return rc == SQLITE_OK && names ? rocpd_rocz_own_names(b, out, err) : rc;
  }
  rocpd_rocz_scratch *s = rocpd_rocz_scratch_take(f->base.session, f->base.number, b->chunk.offset);
  if (!s) return rocpd_no_memory(err);
  rocz_error e = {0};
  int rc = rocpd_rocz_load(f, &b->chunk, s, err);
  bool loaded = rc == SQLITE_OK;
  if (loaded) rc = decode_loaded(b, index, d, s, out, &e);
  if (rc == SQLITE_OK) rc = check_times(b, index, *out, &e);
  rocpd_rocz_scratch_give(f->base.session, s);
  if (rc == SQLITE_OK) return names ? rocpd_rocz_own_names(b, out, err) : rc;
  sqlite3_free(*out);
  if (!loaded) return rc;
  return rc == SQLITE_CORRUPT ? rocpd_rocz_fail_text(f->base.path, &e, err) : rocpd_rocz_failed(f, rc, err);
}

/* ---- lists of the siblings' batches */

static uint64_t place_key(uint32_t lane, uint16_t kind) { return (uint64_t)lane << 16 | kind; }

static int compare_places(const void *a, const void *b) {
  const rocpd_rocz_spot *x = a, *y = b;
  return ROCPD_ORDER(x->key, y->key) ?: ROCPD_ORDER(x->chunk, y->chunk);
}

/* Sorts the chunks of declared kinds by lane and kind. */
static int sort_places(rocpd_rocz_file *f) {
  if (f->place && f->placed_chunks == f->chunks) return SQLITE_OK;
  rocpd_rocz_spot *more = sqlite3_realloc64(f->place, (f->chunks + 1) * sizeof(*more));
  if (!more) return SQLITE_NOMEM;
  f->place = more;
  f->places = 0;
  for (size_t i = 0; i < f->chunks; i++)
    if (f->chunk[i].kind >= ROCZ_DECLARED) more[f->places++] = (rocpd_rocz_spot){place_key(f->chunk[i].lane, f->chunk[i].kind), i};
  qsort(more, f->places, sizeof(*more), compare_places);
  f->placed_chunks = f->chunks;
  return SQLITE_OK;
}

static int add_batch(rocz_set *set, int kind, const rocz_chunk *c) {
  rocpd_rocz_batch *b = rocpd_rocz_batch_new(set->file, kind, c ? c->kind : 0, 0);
  if (!b) return SQLITE_NOMEM;
  rocpd_rocz_set_batch(b, &set->base, &set->common);
  b->final = true;
  b->base.first_rowid = rocpd_first_rowid(set->base.number);
  if (c) {
    b->chunk = *c;
    b->base.rows = c->rows;
    b->base.min_time = c->min_time;
    b->base.max_time = c->max_time;
    b->base.first_rowid += (int64_t)c->first_row;
  } else if (!(b->broken = sqlite3_mprintf("%s", set->file->damage))) {
    rocpd_batch_unref(&b->base);
    return SQLITE_NOMEM;
  }
  return rocpd_rocz_batches_add(&set->kind[kind], b);
}

static int list_batches(rocz_set *set, int kind) {
  rocpd_rocz_file *f = set->file;
  int rc = sort_places(f);
  for (size_t i = 0; i < f->declareds && rc == SQLITE_OK; i++) {
    if (f->declared[i].kind != kind) continue;
    uint64_t key = place_key(set->lane, f->declared[i].id);
    size_t at = ROCPD_FIRST(place, 0, f->places, f->place[place].key >= key);
    for (; rc == SQLITE_OK && at < f->places && f->place[at].key == key; at++) rc = add_batch(set, kind, &f->chunk[f->place[at].chunk]);
  }
  if (rc == SQLITE_OK && f->damage && !f->skip) rc = add_batch(set, kind, NULL);
  return rc;
}

static void drop_batches(rocpd_rocz_batches *l) {
  for (size_t i = 0; i < l->batches; i++) rocpd_batch_unref(l->batch[i]);
  sqlite3_free(l->batch);
  memset(l, 0, sizeof(*l));
}

static int set_batches(rocpd_source *s, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  rocz_set *set = (rocz_set *)s;
  rocpd_rocz_batches *l = &set->kind[kind];
  if (l->generation != set->file->generation) {
    drop_batches(l);
    int rc = list_batches(set, kind);
    if (rc != SQLITE_OK) {
      drop_batches(l);
      return rocpd_no_memory(err);
    }
    l->generation = set->file->generation;
  }
  *out = l->batch;
  *n = l->batches;
  return SQLITE_OK;
}

/* ---- identity */

static const char *text_of(const rocpd_rocz_file *f, int64_t id) { return id == ROCPD_NULL ? NULL : rocpd_string(f->base.session, id, NULL); }
static int64_t or_else(int64_t v, int64_t otherwise) { return v == ROCPD_NULL ? otherwise : v; }

static int copy_text(const char *text, char **out) {
  sqlite3_free(*out);
  *out = text ? sqlite3_mprintf("%s", text) : NULL;
  return text && !*out ? SQLITE_NOMEM : SQLITE_OK;
}

/* Reads the set of kinds that a comma-separated list names. */
static rocpd_kind_set kinds_named(const char *list) {
  rocpd_kind_set set = 0;
  while (list && *list) {
    size_t n = strcspn(list, ",");
    for (int k = 0; k < ROCPD_KIND_COUNT; k++)
      if (strlen(rocpd_kinds[k].name) == n && memcmp(rocpd_kinds[k].name, list, n) == 0) set |= ROCPD_KIND_BIT(k);
    list += n + (list[n] == ',');
  }
  return set;
}

/* True if several processes share the base tables of a set. */
static bool has_several(const rocpd_rocz_file *f, int64_t set) {
  uint64_t rows = 0;
  for (size_t i = 0; i < f->chunks; i++)
    if (f->chunk[i].lane == set && f->chunk[i].kind >= ROCZ_DECLARED &&
        rocpd_rocz_declared_kind(f, f->chunk[i].kind) == ROCPD_KIND_RAW_PROCESS)
      rows += f->chunk[i].rows;
  return rows > 1;
}

/* Sets a source's info from a SET row. */
static int describe(rocpd_rocz_file *f, const int64_t *row, rocpd_source *s, rocpd_rocz_common *common) {
  const char *guid = text_of(f, row[S_GUID]), *run = text_of(f, row[S_RUN]);
  int64_t path;
  sqlite3_snprintf(sizeof(s->info.guid), s->info.guid, "%s", guid ? guid : "");
  sqlite3_snprintf(sizeof(s->info.run_id), s->info.run_id, "%s", run ? run : "");
  s->info.rank = or_else(row[S_RANK], -1);
  s->info.pid = or_else(row[S_PID], 0);
  s->info.ppid = or_else(row[S_PPID], 0);
  s->info.nid = or_else(row[S_NID], 0);
  s->info.start_ns = or_else(row[S_START], 0);
  s->info.end_ns = or_else(row[S_END], 0);
  s->info.wall_offset_ns = row[S_WALL];
  s->info.multi_process = has_several(f, row[S_SET]);
  bool whole = f->base.info.complete; /* copied first, since s may be this source */
  s->info.complete = whole && row[S_COMPLETE] == 1;
  s->info.lack = whole ? ROCPD_LACK_EXPORTED : ROCPD_LACK_CUT;
  s->info.native = kinds_named(text_of(f, row[S_KINDS]));
  s->info.process_rows = s->info.native & ROCPD_KIND_BIT(ROCPD_KIND_RAW_PROCESS);
  int rc = copy_text(text_of(f, row[S_HOST]), &s->info.host);
  if (rc == SQLITE_OK) rc = copy_text(text_of(f, row[S_COMMAND]), &s->info.command);
  if (rc == SQLITE_OK) rc = rocpd_intern(s->session, s->path, -1, &path);
  if (rc == SQLITE_OK) *common = (rocpd_rocz_common){{path, row[S_RUN], row[S_HOST], row[S_RANK]}};
  return rc;
}

const char *rocpd_rocz_origin(const rocpd_rocz_file *f) {
  int64_t row[ROCPD_ROCZ_INFO_COLUMNS];
  return f->own_set && rocpd_rocz_info_row(f, ROCZ_SET, 0, row) ? text_of(f, row[S_PATH]) : NULL;
}

static int set_health(rocpd_source *s, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg) {
  rocz_set *set = (rocz_set *)s;
  bool whole = rocpd_source_is_whole(s);
  int rc = emit(arg, "complete", whole, whole ? NULL : rocpd_lack_text(rocpd_source_lack(s)));
  if (rc == SQLITE_OK && set->origin) rc = emit(arg, "exported from", 1, set->origin);
  return rc == SQLITE_OK ? rocpd_rocz_said_facts(set->file, set->lane, emit, arg) : rc;
}

static int set_domains(rocpd_source *s, int (*emit)(void *arg, const char *domain, bool recorded, const char *more), void *arg, rocpd_error *err) {
  rocz_set *set = (rocz_set *)s;
  return rocpd_rocz_said_domains(set->file, set->lane, emit, arg, err);
}

static void set_close(rocpd_source *s) {
  rocz_set *set = (rocz_set *)s;
  rocpd_source *file = &set->file->base;
  for (int k = 0; k < ROCPD_KIND_COUNT; k++) drop_batches(&set->kind[k]);
  sqlite3_free(set->origin);
  rocpd_source_free(s);
  rocpd_source_unref(file);
}

static const rocpd_source_class set_class = {
  .name = "rocz", .close = set_close, .batches = set_batches, .batch = SET_BATCH, .health = set_health, .domains = set_domains};

static int set_open(rocpd_rocz_file *f, const int64_t *row, rocpd_source **out) {
  rocz_set *set = (rocz_set *)rocpd_source_new(f->base.session, &set_class, f->base.path, sizeof(*set));
  if (!set) return SQLITE_NOMEM;
  set->file = f;
  set->lane = (uint32_t)row[S_SET];
  rocpd_source_ref(&f->base);
  int rc = describe(f, row, &set->base, &set->common);
  if (f->base.faults.damages) rocpd_source_failed(&set->base, SQLITE_CORRUPT, &(rocpd_error){.message = f->base.faults.damage});
  if (rc == SQLITE_OK) rc = copy_text(text_of(f, row[S_PATH]), &set->origin);
  if (rc != SQLITE_OK) set_close(&set->base);
  else *out = &set->base;
  return rc;
}

/* Sets the file's own kinds, and its identity if a SET row states it. */
static int take_own(rocpd_rocz_file *f) {
  int64_t row[ROCPD_ROCZ_INFO_COLUMNS];
  f->own_set = rocpd_rocz_info_row(f, ROCZ_SET, 0, row);
  if (f->own_set) return describe(f, row, &f->base, &f->common);
  f->common = (rocpd_rocz_common){{f->path, f->run, f->host, rocpd_rank_or_null(f->base.info.rank)}};
  for (size_t i = 0; i < f->chunks; i++) {
    int kind = f->chunk[i].kind < ROCZ_DECLARED || !rocpd_rocz_is_own(f, f->chunk[i].lane) ? -1 : rocpd_rocz_declared_kind(f, f->chunk[i].kind);
    if (kind >= 0) f->base.info.native |= ROCPD_KIND_BIT(kind);
  }
  for (size_t i = 0; i < f->declareds && !f->info[ROCZ_SET].rows; i++)
    if (f->declared[i].kind >= 0) f->base.info.native |= ROCPD_KIND_BIT(f->declared[i].kind);
  return SQLITE_OK;
}

static bool any_declared(const rocpd_rocz_file *f) {
  if (f->lives && f->declareds) return true; /* there may be some in the live file */
  for (size_t i = f->declared_chunk; i < f->chunks; i++)
    if (f->chunk[i].kind == ROCZ_DECLARED_KIND || f->chunk[i].kind == ROCZ_SET || f->chunk[i].kind >= ROCZ_DECLARED) return true;
  return false;
}

int rocpd_rocz_sets_look(rocpd_rocz_file *f, rocpd_error *err) {
  if (!any_declared(f)) {
    f->declared_chunk = f->chunks;
    return SQLITE_OK;
  }
  int rc = rocpd_rocz_info_load(f, err);
  if (rc == SQLITE_OK) rc = rocpd_rocz_declared_load(f);
  if (rc == SQLITE_OK) rc = take_own(f);
  if (rc == SQLITE_OK) f->declared_chunk = f->chunks;
  return rocpd_fail_code(err, rc);
}

/* Creates the siblings in the order of their SET rows; a set that occurs twice is one source. */
int rocpd_rocz_sets_open(rocpd_rocz_file *f, rocpd_error *err) {
  const rocpd_rocz_info *info = &f->info[ROCZ_SET];
  rocpd_source **link = &f->base.sibling;
  int rc = SQLITE_OK;
  for (uint64_t i = 0; rc == SQLITE_OK && i < info->rows; i++) {
    int64_t row[ROCPD_ROCZ_INFO_COLUMNS];
    rocpd_rocz_info_get(info, i, row);
    if (row[S_SET] <= 0 || row[S_SET] > UINT32_MAX || rocpd_rocz_info_find(info, ROCZ_SET, (uint64_t)row[S_SET]) != i) continue;
    rc = set_open(f, row, link);
    if (rc == SQLITE_OK) link = &(*link)->sibling;
  }
  return rc == SQLITE_OK ? rc : rocpd_no_memory(err);
}

void rocpd_rocz_sets_free(rocpd_rocz_file *f) {
  sqlite3_free(f->declared);
  sqlite3_free(f->place);
}
