/* Rows of info kinds (functions, threads, kernels, ...) and strings: there are few,
** so all of them are kept in memory.
**
** If a chunk of them is damaged, columns that refer to its rows fail when they are read; with {"damaged":"skip"} they are NULL. If the chunk held
** declarations, nothing behind it can be read: the file ends there. No rows refer to rows of other kinds: with {"damaged":"skip"}, only the damaged chunk of
** these is left out. */
#include "rocz_file.h"

typedef struct text_block {
  struct text_block *next;
  char bytes[];
} text_block;

/* Strings of a file are numbered without holes, except for those that are still being written. */
#define MAX_HOLE (1u << 20)

/* ---- strings */

/* Sets string number `row` (from 0), unless it is known. */
static int string_set(rocpd_rocz_file *f, uint64_t row, const char *text, uint32_t size) {
  if (row >= f->strings) {
    if (row - f->strings > MAX_HOLE) return SQLITE_OK;
    if (rocpd_array_reserve(&f->string, &f->string_capacity, row + 1, sizeof(*f->string)) != SQLITE_OK) return SQLITE_NOMEM;
    memset(f->string + f->strings, 0, (row + 1 - f->strings) * sizeof(*f->string));
    f->strings = row + 1;
  }
  if (!f->string[row].text) f->string[row] = (rocpd_rocz_text){text, size, 0};
  return SQLITE_OK;
}

static char *text_room(rocpd_rocz_file *f, size_t size) {
  text_block *b = sqlite3_malloc64(sizeof(*b) + size + 1);
  if (!b) return NULL;
  b->next = f->text_block;
  f->text_block = b;
  return b->bytes;
}

static int load_strings(rocpd_rocz_file *f, rocpd_rocz_scratch *s, rocz_error *e) {
  const rocz_chunk *c = &s->body.chunk;
  uint32_t *length = (uint32_t *)s->values;
  size_t total;
  if (rocz_decode_lengths(s->decoder, &s->body, 0, length, &total, e)) return SQLITE_CORRUPT;
  char *text = text_room(f, total);
  if (!text) return SQLITE_NOMEM;
  if (rocz_decode_text(s->decoder, &s->body, 0, total, text, e)) return SQLITE_CORRUPT;
  if (c->first_row > f->strings) {
    rocz_fail(e, ROCZ_DAMAGED, "first row of a chunk of strings", c->offset + 16, f->strings, c->first_row);
    return SQLITE_CORRUPT;
  }
  for (uint32_t i = 0; i < c->rows; i++) {
    if (string_set(f, c->first_row + i, text, length[i]) != SQLITE_OK) return SQLITE_NOMEM;
    text += length[i];
  }
  return SQLITE_OK;
}

int rocpd_rocz_failed(const rocpd_rocz_file *f, int rc, rocpd_error *err) {
  return rc == ROCPD_ROCZ_LOST ? rocpd_fail(err, SQLITE_CORRUPT, "%s", f->lost) : rocpd_fail_code(err, rc);
}

int rocpd_rocz_found(const rocpd_rocz_file *f, int kind, bool found) { return found || f->skip || !f->info[kind].lost ? SQLITE_OK : ROCPD_ROCZ_LOST; }

static bool is_known(const rocpd_rocz_file *f, int64_t string) { return (uint64_t)string <= f->strings && f->string[string - 1].text; }

int rocpd_rocz_string(const rocpd_rocz_file *f, int64_t string, int64_t *id) {
  *id = ROCPD_NULL;
  if (string <= 0) return SQLITE_OK;
  if (!is_known(f, string)) return rocpd_rocz_found(f, ROCZ_STRING, false);
  rocpd_rocz_text *s = &f->string[string - 1];
  uint32_t known = __atomic_load_n(&s->id_plus_1, __ATOMIC_RELAXED);
  if (!known) {
    int rc = rocpd_intern(f->base.session, s->text, s->size, id);
    if (rc != SQLITE_OK) return rc;
    /* If two threads do this, they get the same id. */
    known = (uint32_t)*id + 1;
    __atomic_store_n(&s->id_plus_1, known, __ATOMIC_RELAXED);
  }
  *id = (int64_t)known - 1;
  return SQLITE_OK;
}

/* ---- rows */

static int add_rows(rocpd_rocz_file *f, int kind, const int64_t *value, uint64_t rows) {
  int rc = rocpd_rocz_info_add(&f->info[kind], kind, value, rows);
  if (rc == SQLITE_OK) f->info_generation++;
  return rc;
}

/* True for kinds that declare kinds and sources. */
static bool is_declaring(uint16_t kind) { return kind == ROCZ_DECLARED_KIND || kind == ROCZ_DECLARED_COLUMN || kind == ROCZ_SET; }

/* Gets a text of a row of the kind. */
static int load_text(rocpd_rocz_file *f, uint16_t kind, int64_t string, int64_t *id) {
  if (string <= 0 || !f->info[ROCZ_STRING].lost || is_known(f, string)) return rocpd_rocz_string(f, string, id);
  *id = ROCPD_NULL;
  f->info[kind].lost = true;
  return is_declaring(kind) ? ROCPD_ROCZ_LOST : SQLITE_OK;
}

static int decode_rows(rocpd_rocz_file *f, rocpd_rocz_scratch *s, uint64_t skip, uint32_t rows, int64_t *to, rocz_error *e) {
  const rocz_kind *kind = rocz_kind_find(s->body.chunk.kind);
  for (unsigned column = 0; column < kind->columns; column++) {
    if (rocz_decode_column(s->decoder, &s->body, column, NULL, s->values, e)) return SQLITE_CORRUPT;
    bool text = kind->column[column].type == ROCZ_STRING_ID;
    for (uint32_t i = 0; i < rows; i++) {
      int64_t v = s->values[skip + i];
      int rc = text ? load_text(f, kind->id, v, &v) : SQLITE_OK;
      if (rc != SQLITE_OK) return rc;
      to[(uint64_t)i * kind->columns + column] = v;
    }
  }
  return SQLITE_OK;
}

static int load_rows(rocpd_rocz_file *f, rocpd_rocz_scratch *s, rocz_error *e) {
  const rocz_chunk *c = &s->body.chunk;
  const rocz_kind *kind = rocz_kind_find(c->kind);
  rocpd_rocz_info *info = &f->info[c->kind];
  info->columns = (uint16_t)kind->columns;
  /* Skip rows that were read from the live file already. */
  uint64_t skip = info->next > c->first_row ? info->next - c->first_row : 0;
  if (skip >= c->rows) return SQLITE_OK;
  uint32_t rows = c->rows - (uint32_t)skip;
  int64_t *value = sqlite3_malloc64((uint64_t)rows * kind->columns * sizeof(*value));
  int rc = value ? decode_rows(f, s, skip, rows, value, e) : SQLITE_NOMEM;
  if (rc == SQLITE_OK) rc = add_rows(f, c->kind, value, rows);
  if (rc == SQLITE_OK) info->next = c->first_row + c->rows;
  sqlite3_free(value);
  return rc;
}

static int load_chunk(rocpd_rocz_file *f, const rocz_chunk *c, rocpd_rocz_scratch *s, rocpd_error *err) {
  rocz_error e = {0};
  int rc = rocpd_rocz_load(f, c, s, err);
  if (rc != SQLITE_OK) return rc;
  rc = c->kind == ROCZ_STRING ? load_strings(f, s, &e) : load_rows(f, s, &e);
  if (rc == SQLITE_CORRUPT) return rocpd_rocz_fail_text(f->base.path, &e, err);
  return rc == ROCPD_ROCZ_LOST ? rc : rocpd_fail_code(err, rc);
}

/* True for damage, or a feature of a later version, as opposed to failures of memory or disk. */
static bool is_damage(int rc, const rocpd_error *why) { return (rc == SQLITE_CORRUPT || rc == SQLITE_ERROR) && why->message; }

static bool is_info(const rocz_chunk *c) { return c->kind < ROCPD_ROCZ_INFO_KINDS && rocz_kind_find(c->kind); }

/* Ends the file before chunk i. Takes the text of `why`; NULL: the reason is the earlier loss. */
static int end_at(rocpd_rocz_file *f, size_t i, rocpd_error *why) {
  int rc = why ? rocpd_rocz_file_ends(f, why) : SQLITE_OK;
  if (!why) {
    sqlite3_free(f->damage); /* the earlier loss is the better reason */
    f->damage = sqlite3_mprintf("%s", f->lost);
    if (!f->damage) rc = SQLITE_NOMEM;
  }
  if (rc != SQLITE_OK) return rc;
  for (size_t k = i; f->skip && k < f->chunks; k++)
    if (!is_info(&f->chunk[k]) && f->chunk[k].kind != ROCPD_ROCZ_LEFT_OUT) f->rows_left_out += f->chunk[k].rows;
  f->chunks = i;
  f->ended = true;
  return SQLITE_OK;
}

static void leave_out(rocpd_rocz_file *f, rocz_chunk *c) {
  f->rows_left_out += c->rows;
  c->kind = ROCPD_ROCZ_LEFT_OUT;
}

/* Notes that chunk i, to which other rows refer, cannot be read. Strings after it keep their numbers. Takes the text of err. */
static int lose(rocpd_rocz_file *f, size_t i, rocpd_error *err) {
  const rocz_chunk *c = &f->chunk[i];
  rocpd_rocz_info *info = &f->info[c->kind];
  if (!f->lost && !(f->lost = sqlite3_mprintf("%s", err->message))) return SQLITE_NOMEM;
  bool follows = c->kind == ROCZ_STRING && c->first_row <= f->strings + ROCZ_MAX_ROWS;
  if (follows && string_set(f, c->first_row + c->rows - 1, NULL, 0) != SQLITE_OK) return SQLITE_NOMEM;
  if (c->kind == ROCZ_PARAMETER && !f->args_end) f->args_end = i + 1;
  if (info->next < c->first_row + c->rows) info->next = c->first_row + c->rows;
  info->lost = true;
  f->names_lost += c->rows;
  f->info_generation++;
  rocpd_source_damaged(&f->base, err);
  return SQLITE_OK;
}

/* With {"damaged":"skip"}, every chunk is checked before its rows are shown. */
static int look_at_chunk(rocpd_rocz_file *f, size_t i, rocpd_rocz_scratch *s, rocpd_error *err) {
  rocz_chunk *c = &f->chunk[i];
  rocpd_error why = {0};
  if (!is_info(c) && !f->skip) return SQLITE_OK;
  int rc = is_info(c) ? load_chunk(f, c, s, &why) : rocpd_rocz_load(f, c, s, &why);
  if (rc == ROCPD_ROCZ_LOST) return end_at(f, i, NULL);
  if (is_damage(rc, &why)) {
    rc = is_info(c) ? is_declaring(c->kind) ? end_at(f, i, &why) : lose(f, i, &why) : SQLITE_OK;
    if (rc == SQLITE_OK && !is_info(c)) rocpd_source_damaged(&f->base, &why), leave_out(f, c);
    rocpd_error_clear(&why);
    return rc;
  }
  if (rc == SQLITE_OK && c->kind == ROCZ_ARGUMENT && f->args_end) leave_out(f, c);
  if (rc != SQLITE_OK && err->rc == SQLITE_OK) *err = why;
  else rocpd_error_clear(&why);
  return rc;
}

static int load_chunks(rocpd_rocz_file *f, rocpd_rocz_scratch *s, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (; rc == SQLITE_OK && f->info_chunk < f->chunks; f->info_chunk += rc == SQLITE_OK) rc = look_at_chunk(f, f->info_chunk, s, err);
  return rc;
}

static void free_texts(rocpd_rocz_file *f) {
  for (text_block *b = f->text_block, *next; b; b = next) {
    next = b->next;
    sqlite3_free(b);
  }
  f->text_block = NULL;
}

/* Strings that are interned need no text here, nor room for more where none will come. For
** want of memory they stay as they are. */
static void shrink_strings(rocpd_rocz_file *f) {
  size_t size = 0;
  for (size_t i = 0; i < f->strings; i++)
    if (!f->string[i].id_plus_1) size += f->string[i].size;
  text_block *b = f->strings ? sqlite3_malloc64(sizeof(*b) + size + 1) : NULL;
  if (!b) return;
  char *to = b->bytes;
  for (size_t i = 0; i < f->strings; i++) {
    rocpd_rocz_text *s = &f->string[i];
    if (!s->text) continue;
    if (!s->id_plus_1) memcpy(to, s->text, s->size);
    s->text = to;
    if (!s->id_plus_1) to += s->size;
  }
  free_texts(f);
  b->next = NULL;
  f->text_block = b;
  rocpd_rocz_text *less = sqlite3_realloc64(f->string, f->strings * sizeof(*less));
  if (!less) return;
  f->string = less;
  f->string_capacity = f->strings;
}

int rocpd_rocz_info_load(rocpd_rocz_file *f, rocpd_error *err) {
  if (f->info_chunk >= f->chunks) return SQLITE_OK;
  rocpd_rocz_scratch *s = rocpd_rocz_scratch_take(f->base.session, f->base.number, 0);
  if (!s) return rocpd_no_memory(err);
  int rc = load_chunks(f, s, err);
  if (rc == SQLITE_OK && f->base.info.complete) shrink_strings(f);
  rocpd_rocz_scratch_give(f->base.session, s);
  return rocpd_fail_code(err, rc);
}

static int live_string(rocpd_rocz_file *f, const rocz_live_row *row) {
  if (!row->text[0] || (row->row < f->strings && f->string[row->row].text)) return SQLITE_OK;
  size_t size = (size_t)row->value[0];
  char *text = text_room(f, size);
  if (!text) return SQLITE_NOMEM;
  memcpy(text, row->text[0], size);
  return string_set(f, row->row, text, (uint32_t)size);
}

int rocpd_rocz_info_add_live(rocpd_rocz_file *f, const rocz_live_row *row) {
  if (!row->kind || row->kind->id >= ROCPD_ROCZ_INFO_KINDS) return SQLITE_OK;
  if (row->kind->id == ROCZ_STRING) return live_string(f, row);
  rocpd_rocz_info *info = &f->info[row->kind->id];
  if (row->row < info->next) return SQLITE_OK;
  info->columns = (uint16_t)row->kind->columns;
  int64_t to[ROCPD_ROCZ_INFO_COLUMNS];
  for (unsigned c = 0; c < row->kind->columns; c++) {
    to[c] = row->value[c];
    if (row->kind->column[c].type != ROCZ_STRING_ID) continue;
    to[c] = ROCPD_NULL;
    int rc = row->text[c] ? rocpd_intern(f->base.session, row->text[c], row->value[c], &to[c]) : SQLITE_OK;
    if (rc != SQLITE_OK) return rc;
  }
  int rc = add_rows(f, row->kind->id, to, 1);
  if (rc == SQLITE_OK) info->next = row->row + 1;
  return rc;
}

bool rocpd_rocz_info_row(const rocpd_rocz_file *f, int kind, int64_t id, int64_t row[ROCPD_ROCZ_INFO_COLUMNS]) {
  const rocpd_rocz_info *info = &f->info[kind];
  uint64_t i = rocpd_rocz_info_find(info, kind, (uint64_t)id);
  if (i != UINT64_MAX) rocpd_rocz_info_get(info, i, row);
  return i != UINT64_MAX;
}

int rocpd_rocz_kernel_of_object(rocpd_rocz_file *f, uint64_t object, int64_t *kernel) {
  const rocpd_rocz_info *info = &f->info[ROCZ_KERNEL];
  for (; f->kernels_placed < info->rows; f->kernels_placed++) {
    int rc = rocpd_map_set(&f->kernel_by_object, (uint64_t)rocpd_rocz_info_value(info, f->kernels_placed, 3), f->kernels_placed);
    if (rc != SQLITE_OK) return rc;
  }
  uint64_t i = rocpd_map_get(&f->kernel_by_object, object, UINT64_MAX);
  *kernel = i == UINT64_MAX ? 0 : rocpd_rocz_info_value(info, i, 0);
  return SQLITE_OK;
}

void rocpd_rocz_info_free(rocpd_rocz_file *f) {
  sqlite3_free(f->lost);
  for (int k = 0; k < ROCPD_ROCZ_INFO_KINDS; k++) rocpd_rocz_info_clear(&f->info[k]);
  rocpd_map_free(&f->kernel_by_object);
  sqlite3_free(f->string);
  free_texts(f);
}
