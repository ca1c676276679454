/* rocpd_export_rocz(path [, options]): any trace as one chunk file (see export.h and options.h).
**
** Each source becomes a set of declared kinds (see rocz.h), with the kinds that it delivers itself; readers derive the others again. Rows are taken batch by
** batch in three passes; rocz_plan.c has the first two (rocz_said.c has what the file states about itself):
**
** 1 plan: which rows of which batches make which chunk
**
** 2 strings: the texts in order of their first row, so that similar rows have similar ids
**
** 3 encode: all chunks in parallel, with transforms chosen on samples
**
** Then the file is read back (rocz_verify.c), before it gets its name. */
#include "choice.h"
#include "choose.h"
#include "export.h"
#include "format.h"
#include "rocz_plan.h"
#include "rocz_said.h"
#include "rocz_verify.h"

#define ROUND_CHUNKS 8 /* chunks in memory for each thread */

/* The state of one thread. */
typedef struct worker {
  void *memory;
  rocz_encoder *encoder;
  int64_t *value[ROCZ_MAX_COLUMNS];
  uint8_t *sample; /* output of trial encodings */
} worker;

typedef struct encoded {
  uint8_t *bytes;
  size_t size;
} encoded;

typedef struct rocz_job {
  rocpd_export *x;
  rocpd_rocz_plan plan;
  worker *worker;
  int workers;
  int *idle, idle_workers; /* guarded by mutex */
  pthread_mutex_t mutex;
  /* The file */
  rocpd_buffer out;
  uint64_t offset;
  uint8_t *index;
  size_t chunks, index_capacity;
  encoded *round; /* of the chunks being encoded */
  size_t round_first;
} rocz_job;

/* ---- workers */

static int make_workers(rocz_job *j, rocpd_error *err) {
  int n = rocpd_parallel_threads(j->x->session);
  j->worker = rocpd_zeroed((uint64_t)n * (sizeof *j->worker + sizeof *j->idle));
  if (!j->worker) return rocpd_no_memory(err);
  j->idle = (int *)(j->worker + n);
  for (; j->workers < n; j->workers++) {
    worker *w = &j->worker[j->workers];
    w->memory = sqlite3_malloc64(ROCZ_ENCODER_SIZE + 16);
    if (!w->memory) return rocpd_no_memory(err);
    w->encoder = rocz_encoder_init((void *)(((uintptr_t)w->memory + 15) & ~(uintptr_t)15), ROCZ_ENCODER_SIZE);
    j->idle[j->idle_workers++] = j->workers;
  }
  return SQLITE_OK;
}

static void free_workers(rocz_job *j) {
  for (int i = 0; i < j->workers; i++) {
    for (int c = 0; c < ROCZ_MAX_COLUMNS; c++) sqlite3_free(j->worker[i].value[c]);
    sqlite3_free(j->worker[i].sample);
    sqlite3_free(j->worker[i].memory);
  }
  sqlite3_free(j->worker);
}

/* There are as many workers as rocpd_parallel() has threads, so one is always idle. */
static worker *take_worker(rocz_job *j) {
  pthread_mutex_lock(&j->mutex);
  worker *w = &j->worker[j->idle[--j->idle_workers]];
  pthread_mutex_unlock(&j->mutex);
  return w;
}

static void give_worker(rocz_job *j, worker *w) {
  pthread_mutex_lock(&j->mutex);
  j->idle[j->idle_workers++] = (int)(w - j->worker);
  pthread_mutex_unlock(&j->mutex);
}

/* Room for one column of plain values. */
static int64_t *values_of(worker *w, unsigned column) {
  if (!w->value[column]) w->value[column] = sqlite3_malloc64(ROCZ_MAX_ROWS * sizeof(int64_t));
  return w->value[column];
}

/* ---- encoding */

/* Declares a kind in the file, with the transforms of a group of pieces. */
static rocz_kind declaration(const rocpd_rocz_group *g) {
  return (rocz_kind){(uint16_t)(ROCZ_DECLARED + g->kind), (uint8_t)rocpd_rocz_stored(g->kind), rocpd_kinds[g->kind].name, g->column};
}

/* The values of the rows [first, first + rows) of a piece, as they are stored. */
static int take_column(const rocz_job *j, worker *w, const rocpd_rocz_piece *p, unsigned column, uint32_t first, uint32_t rows, rocpd_error *err) {
  int64_t *v = values_of(w, column);
  if (!v) return rocpd_no_memory(err);
  uint32_t at = 0, skip = first;
  for (size_t k = 0; at < rows; k++) {
    const rocpd_rocz_part *one = &j->plan.part[p->first_part + k];
    if (skip >= one->rows) {
      skip -= one->rows;
      continue;
    }
    const rocpd_column *c;
    int rc = rocpd_batch_column(one->batch, (int)column, &c, err);
    if (rc) return rc;
    uint32_t n = one->rows - skip < rows - at ? one->rows - skip : rows - at;
    rocpd_column_get(c, one->first + skip, n, v + at);
    at += n;
    skip = 0;
  }
  if (rocpd_kinds[p->kind].column[column].type != ROCPD_TEXT) return SQLITE_OK;
  for (uint32_t i = 0; i < rows; i++) v[i] = v[i] == ROCPD_NULL ? 0 : j->plan.file_id[v[i]];
  return SQLITE_OK;
}

static void add_range(const int64_t *v, uint32_t rows, rocz_rows *r) {
  for (uint32_t i = 0; i < rows; i++) {
    if (v[i] == ROCPD_NULL) continue;
    if (v[i] < r->min_time) r->min_time = v[i];
    if (v[i] > r->max_time) r->max_time = v[i];
  }
}

static int take_rows(const rocz_job *j, worker *w, const rocpd_rocz_piece *p, uint32_t first, uint32_t rows, rocz_rows *r, rocpd_error *err) {
  const rocpd_kind *kind = &rocpd_kinds[p->kind];
  int rc = SQLITE_OK;
  for (unsigned c = 0; !rc && c < rocpd_rocz_stored(p->kind); c++) rc = take_column(j, w, p, c, first, rows, err);
  if (rc) return rc;
  *r = (rocz_rows){.kind = (uint16_t)(ROCZ_DECLARED + p->kind), .lane = p->set, .rows = rows, .column = (const int64_t *const *)w->value,
                   .first_row = p->first_row, .min_time = INT64_MAX, .max_time = INT64_MIN};
  if (kind->start >= 0) add_range(w->value[kind->start], rows, r);
  if (!rocpd_rocz_has_length(p->kind)) return SQLITE_OK;
  int64_t *start = w->value[kind->start], *end = w->value[kind->end];
  add_range(end, rows, r);
  for (uint32_t i = 0; i < rows; i++) end[i] = (int64_t)((uint64_t)end[i] - (uint64_t)start[i]);
  return SQLITE_OK;
}

static int choose_one(void *arg, size_t i, rocpd_error *err) {
  rocz_job *j = arg;
  rocpd_rocz_group *g = &j->plan.group[j->round_first + i];
  const rocpd_rocz_piece *p = &j->plan.piece[g->sample];
  if (p->rows < ROCZ_SAMPLE_LEAST) return SQLITE_OK;
  worker *w = take_worker(j);
  uint32_t rows = p->rows < ROCZ_SAMPLE_ROWS ? p->rows : ROCZ_SAMPLE_ROWS;
  rocz_kind declared = declaration(g);
  rocz_rows sample;
  if (!w->sample) w->sample = sqlite3_malloc64(ROCZ_CHUNK_SIZE + ROCZ_SAMPLE_ROWS * 8 + 1024);
  int rc = w->sample ? take_rows(j, w, p, (p->rows - rows) / 2, rows, &sample, err) : rocpd_no_memory(err);
  if (!rc) {
    sample.declared = &declared;
    rocz_choose(w->encoder, &sample, g->column, w->sample);
  }
  give_worker(j, w);
  return rc;
}

static int encode_one(void *arg, size_t i, rocpd_error *err) {
  rocz_job *j = arg;
  const rocpd_rocz_piece *p = &j->plan.piece[j->round_first + i];
  rocz_kind declared = declaration(&j->plan.group[p->group]);
  encoded *out = &j->round[i];
  rocz_rows r;
  worker *w = take_worker(j);
  int rc = take_rows(j, w, p, 0, p->rows, &r, err);
  if (!rc) {
    size_t capacity = rocz_chunk_bound_of(&declared, p->rows, 0);
    r.declared = &declared;
    out->bytes = sqlite3_malloc64(capacity);
    if (out->bytes) out->size = rocz_encode_chunk(w->encoder, &r, out->bytes, capacity);
    if (!out->size) rc = rocpd_no_memory(err);
  }
  if (!rc && rocpd_export_poll(j->x, p->rows, err)) rc = err->rc;
  give_worker(j, w);
  return rc;
}

/* Encodes texts [first, end) of the file. */
static int encode_texts(void *arg, size_t i, rocpd_error *err) {
  rocz_job *j = arg;
  size_t chunk = j->round_first + i, first = chunk ? j->plan.string_end[chunk - 1] : 0, end = j->plan.string_end[chunk], total = 0;
  encoded *out = &j->round[i];
  worker *w = take_worker(j);
  int64_t *length = values_of(w, 0), size;
  for (size_t k = first; length && k < end; k++) {
    rocpd_string(j->x->session, j->plan.string[k], &size);
    length[k - first] = size;
    total += (size_t)size;
  }
  char *text = length ? sqlite3_malloc64(total + 1) : NULL, *to = text;
  for (size_t k = first; text && k < end; k++) {
    memcpy(to, rocpd_string(j->x->session, j->plan.string[k], NULL), (size_t)length[k - first]);
    to += length[k - first];
  }
  if (text) {
    rocz_rows r = {.kind = ROCZ_STRING, .rows = (uint32_t)(end - first), .column = (const int64_t *const *)w->value, .text = text,
                   .first_row = first, .min_time = INT64_MAX, .max_time = INT64_MIN};
    size_t capacity = rocz_chunk_bound(ROCZ_STRING, r.rows, total);
    out->bytes = sqlite3_malloc64(capacity);
    if (out->bytes) out->size = rocz_encode_chunk(w->encoder, &r, out->bytes, capacity);
  }
  sqlite3_free(text);
  give_worker(j, w);
  return out->size ? SQLITE_OK : rocpd_no_memory(err);
}

/* ---- the file */

static int put_chunk(rocz_job *j, const uint8_t *bytes, size_t size, rocpd_error *err) {
  if (rocpd_array_reserve(&j->index, &j->index_capacity, (j->chunks + 1) * ROCZ_INDEX_SIZE, 1)) return rocpd_no_memory(err);
  rocz_encode_index(bytes, j->offset, j->index + j->chunks++ * ROCZ_INDEX_SIZE);
  j->offset += size;
  return rocpd_buffer_add(&j->out, bytes, size, err);
}

/* Calls `one` for 0..n-1, a round of them at a time and in parallel, and `after` each round for its items in order. */
static int do_rounds(rocz_job *j, size_t n, int (*one)(void *, size_t, rocpd_error *), int (*after)(rocz_job *, size_t, rocpd_error *), rocpd_error *err) {
  size_t step = (size_t)j->workers * ROUND_CHUNKS;
  int rc = SQLITE_OK;
  for (j->round_first = 0; !rc && j->round_first < n; j->round_first += step) {
    size_t count = n - j->round_first < step ? n - j->round_first : step;
    rc = rocpd_parallel(j->x->session, count, one, j, err);
    for (size_t i = 0; !rc && i < count; i++) rc = after(j, i, err);
    for (size_t i = 0; i < count; i++) sqlite3_free(j->round[i].bytes), j->round[i] = (encoded){0};
  }
  return rc;
}

static int put_encoded(rocz_job *j, size_t i, rocpd_error *err) { return put_chunk(j, j->round[i].bytes, j->round[i].size, err); }

static int put_piece(rocz_job *j, size_t i, rocpd_error *err) {
  rocpd_rocz_let_go(&j->plan, &j->plan.piece[j->round_first + i]);
  return put_encoded(j, i, err);
}

static int end_choice(rocz_job *j, size_t i, rocpd_error *err) {
  rocpd_rocz_let_go(&j->plan, &j->plan.piece[j->plan.group[j->round_first + i].sample]);
  return SQLITE_OK;
}

/* Writes rows of an info kind: `row` has the values of `rows` rows, one row after the other. */
static int put_info(rocz_job *j, uint16_t kind, const int64_t *row, size_t rows, rocpd_error *err) {
  unsigned columns = rocz_kind_find(kind)->columns;
  worker *w = &j->worker[0];
  int rc = SQLITE_OK;
  for (size_t first = 0; !rc && first < rows; first += ROCZ_MAX_ROWS) {
    uint32_t n = rows - first < ROCZ_MAX_ROWS ? (uint32_t)(rows - first) : ROCZ_MAX_ROWS;
    for (unsigned c = 0; c < columns; c++) {
      int64_t *v = values_of(w, c);
      if (!v) return rocpd_no_memory(err);
      for (uint32_t i = 0; i < n; i++) v[i] = row[(first + i) * columns + c];
    }
    rocz_rows r = {.kind = kind, .rows = n, .column = (const int64_t *const *)w->value, .first_row = first,
                   .min_time = INT64_MAX, .max_time = INT64_MIN};
    size_t capacity = rocz_chunk_bound(kind, n, 0);
    uint8_t *bytes = sqlite3_malloc64(capacity);
    size_t size = bytes ? rocz_encode_chunk(w->encoder, &r, bytes, capacity) : 0;
    rc = size ? put_chunk(j, bytes, size, err) : rocpd_no_memory(err);
    sqlite3_free(bytes);
  }
  return rc;
}

/* ---- what the file states about itself */

static void uuid_bytes(const char *text, uint8_t out[16]) {
  unsigned digits = 0;
  for (; *text && digits < 32; text++) {
    const char *hex = "0123456789abcdef", *at = *text == '-' ? NULL : strchr(hex, *text | 0x20);
    if (!at) continue;
    out[digits / 2] = (uint8_t)(out[digits / 2] << 4 | (at - hex));
    digits++;
  }
}

/* The file gets an identity of its own; the rest of the header describes the first source. */
static int put_header(rocz_job *j, rocpd_error *err) {
  static const char empty[1] = "";
  const rocpd_source *s = j->plan.sources ? j->plan.source[0] : NULL;
  rocz_header h = {.props = empty};
  if (s) h.start_ns = rocpd_rocz_time(rocpd_source_start_ns(s)), h.pid = (uint32_t)s->info.pid, h.ppid = (uint32_t)s->info.ppid;
  sqlite3_randomness(sizeof h.file_id, h.file_id);
  h.file_id[6] = (uint8_t)(0x40 | (h.file_id[6] & 0x0f));
  h.file_id[8] = (uint8_t)(0x80 | (h.file_id[8] & 0x3f));
  if (s) uuid_bytes(s->info.run_id, h.run_id);
  uint8_t bytes[ROCZ_HEADER_SIZE];
  j->offset = rocz_encode_header(&h, bytes, sizeof bytes);
  return rocpd_buffer_add(&j->out, bytes, j->offset, err);
}

static int put_footer(rocz_job *j, rocpd_error *err) {
  size_t capacity = rocz_footer_size(j->chunks);
  uint8_t *bytes = sqlite3_malloc64(capacity);
  size_t size = bytes ? rocz_encode_footer(j->index, j->chunks, j->offset, bytes, capacity) : 0;
  int rc = size ? rocpd_buffer_add(&j->out, bytes, size, err) : rocpd_no_memory(err);
  sqlite3_free(bytes);
  return rc;
}

/* ---- the whole file */

static int write_file(rocz_job *j, const rocpd_rocz_said *s, rocpd_error *err) {
  int rc = put_header(j, err);
  if (!rc) rc = do_rounds(j, j->plan.string_chunks, encode_texts, put_encoded, err);
  if (!rc) rc = put_info(j, ROCZ_DECLARED_KIND, s->kind, s->kinds, err);
  if (!rc) rc = put_info(j, ROCZ_DECLARED_COLUMN, s->column, s->columns, err);
  if (!rc) rc = put_info(j, ROCZ_SET, s->set, s->sets, err);
  if (!rc) rc = put_info(j, ROCZ_COUNTER, s->counter[0], s->counters, err);
  if (!rc && s->saids) rc = put_info(j, ROCZ_SAID, s->said[0], s->saids, err);
  if (!rc) rc = do_rounds(j, j->plan.groups, choose_one, end_choice, err);
  if (!rc) rc = do_rounds(j, j->plan.pieces, encode_one, put_piece, err);
  if (!rc) rc = put_footer(j, err);
  return rc ? rc : rocpd_buffer_flush(&j->out, err);
}

static int rocz_write(rocpd_export *x, rocpd_error *err) {
  rocz_job j = {.x = x, .plan = {.x = x}, .out = {.file = &x->file}};
  rocpd_rocz_said s = {0};
  pthread_mutex_init(&j.mutex, NULL);
  int rc = rocpd_choice_sources(x, &j.plan.source, &j.plan.sources, err);
  if (!rc) rc = make_workers(&j, err);
  if (!rc) rc = rocpd_rocz_plan_rows(&j.plan, err);
  x->layout.rows = j.plan.rows;
  x->result.uncategorized = j.plan.rows_of[ROCPD_KIND_AGGREGATE] + j.plan.rows_of[ROCPD_KIND_METRIC] + j.plan.rows_of[ROCPD_KIND_STACK];
  j.round = rc ? NULL : rocpd_zeroed((uint64_t)j.workers * ROUND_CHUNKS * sizeof *j.round);
  if (!rc && !j.round) rc = rocpd_no_memory(err);
  if (!rc) rc = rocpd_rocz_say(&j.plan, &s, err);
  if (!rc) rc = rocpd_rocz_plan_strings(&j.plan, err);
  if (!rc) rc = rocpd_rocz_say_nulls(&j.plan, &s, err);
  if (!rc) rc = rocpd_rocz_say_facts(&j.plan, &s, err);
  if (!rc) rc = rocpd_rocz_plan_chunks(&j.plan, err);
  if (!rc) rc = write_file(&j, &s, err);
  if (!rc) rc = rocpd_rocz_verify(x->session, &x->file, err);
  char *counts = rc ? NULL : rocpd_export_counts(x);
  if (counts)
    x->result.summary = sqlite3_mprintf("%s,\"sources\":%llu,\"rows\":%llu,\"strings\":%llu,\"chunks\":%llu,\"wrong_type\":%lld,\"unknown_times\":%lld", counts,
                                        (sqlite3_uint64)j.plan.sources, (sqlite3_uint64)j.plan.rows, (sqlite3_uint64)j.plan.strings, (sqlite3_uint64)j.chunks,
                                        (sqlite3_int64)s.nulls[0], (sqlite3_int64)s.nulls[1]);
  sqlite3_free(counts);
  free_workers(&j);
  pthread_mutex_destroy(&j.mutex);
  rocpd_rocz_said_free(&s);
  rocpd_rocz_plan_free(&j.plan);
  void *memory[] = {j.plan.source, j.out.bytes, j.index, j.round};
  for (size_t i = 0; i < sizeof memory / sizeof *memory; i++) sqlite3_free(memory[i]);
  return rc || x->result.summary ? rc : rocpd_no_memory(err);
}

ROCPD_EXPORT_FORMAT(rocz) = {.function = "rocpd_export_rocz", .needs = ROCPD_NEEDS_UNSTARTED | ROCPD_NEEDS_ROWS | ROCPD_NEEDS_SUMS, .write = rocz_write};
