/* Arguments of calls. The file has a row for each word of an argument; the table has one for each argument, with its value as text. Rows of kind PARAMETER
** state what the words mean, so arguments of unknown functions are shown, too. */
#include "rocz_file.h"

enum { SEQUENCE, KEY, VALUE };
enum { P_FUNCTION, P_POSITION, P_NAME, P_TYPE, P_FORMAT, P_WORD, P_ENUMERATORS, P_WORDS };

/* Parameter of words of a function without PARAMETER rows: this + number of the word. */
#define UNKNOWN 0x80000000u

/* Finds the row of a parameter; false: it is unknown. */
static bool parameter_row(const rocpd_rocz_file *f, uint32_t parameter, int64_t *row) {
  if (parameter < UNKNOWN) rocpd_rocz_info_get(&f->info[ROCZ_PARAMETER], parameter, row);
  return parameter < UNKNOWN;
}

/* Finds the parameter that begins with a word; false: the word continues one, or is padding. */
static bool parameter_at(const rocpd_rocz_file *f, int64_t key, uint32_t *parameter) {
  const rocpd_rocz_info *info = &f->info[ROCZ_PARAMETER];
  uint64_t i = rocpd_rocz_info_find(info, ROCZ_PARAMETER, (uint64_t)key);
  *parameter = (uint32_t)i;
  if (i != UINT64_MAX) return true;
  *parameter = UNKNOWN + (uint32_t)(key & 63);
  return rocpd_rocz_info_find(info, ROCZ_PARAMETER, (uint64_t)key & ~(uint64_t)63) == UINT64_MAX;
}

/* The largest number of words of an argument. */
static uint32_t most_words(const rocpd_rocz_file *f, uint32_t parameter) {
  int64_t p[ROCPD_ROCZ_INFO_COLUMNS];
  return parameter_row(f, parameter, p) && p[P_WORDS] > 0 && p[P_WORDS] < 64 ? (uint32_t)p[P_WORDS] : 64;
}

static uint32_t find(const rocpd_rocz_file *f, const int64_t *sequence, const int64_t *key, uint32_t rows, rocpd_rocz_arg *arg) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < rows; i++) {
    uint32_t parameter;
    bool follows = n > 0 && i > 0 && sequence[i] == sequence[i - 1] && key[i] == key[i - 1] + 1;
    if (parameter_at(f, key[i], &parameter)) arg[n++] = (rocpd_rocz_arg){parameter, (uint16_t)i, 1};
    else if (follows && arg[n - 1].words < most_words(f, arg[n - 1].parameter)) arg[n - 1].words++;
  }
  return n;
}

int rocpd_rocz_args_find(rocpd_rocz_batch *b, rocpd_error *err) {
  const rocpd_rocz_file *f = (const rocpd_rocz_file *)b->base.source;
  const rocpd_column *sequence, *key;
  uint32_t rows = rocpd_rocz_raw_rows(b);
  int rc = rocpd_rocz_raw(b, SEQUENCE, &sequence, err);
  if (rc == SQLITE_OK) rc = rocpd_rocz_raw(b, KEY, &key, err);
  if (rc != SQLITE_OK) return rc;
  int64_t *v = sqlite3_malloc64((uint64_t)rows * 2 * sizeof(*v));
  rocpd_rocz_arg *arg = sqlite3_malloc64((uint64_t)rows * sizeof(*arg));
  if (v && arg) {
    rocpd_column_get(sequence, 0, rows, v);
    rocpd_column_get(key, 0, rows, v + rows);
    b->base.rows = find(f, v, v + rows, rows, arg);
    b->arg = arg;
    rocpd_rocz_arg *less = sqlite3_realloc64(arg, (uint64_t)b->base.rows * sizeof(*arg) + 1);
    if (less) b->arg = less;
  } else {
    sqlite3_free(arg);
    rc = rocpd_no_memory(err);
  }
  sqlite3_free(v);
  return rc;
}

/* ---- columns */

/* Makes the text of an argument's value; *id: interned. */
static int value_id(const rocpd_rocz_file *f, const rocpd_rocz_arg *arg, const int64_t *word, int64_t *id) {
  int64_t row[ROCPD_ROCZ_INFO_COLUMNS];
  rocpd_rocz_value v = {.format = ROCZ_F_POINTER, .meaning = ROCPD_NULL, .word = word, .words = arg->words};
  if (parameter_row(f, arg->parameter, row)) v.format = row[P_FORMAT], v.meaning = row[P_ENUMERATORS];
  return rocpd_rocz_value_text(f, &v, id);
}

static int make_values(rocpd_rocz_batch *b, int64_t *out, rocpd_error *err) {
  const rocpd_rocz_file *f = (const rocpd_rocz_file *)b->base.source;
  const rocpd_column *value;
  int rc = rocpd_rocz_raw(b, VALUE, &value, err);
  if (rc != SQLITE_OK) return rc;
  uint32_t rows = rocpd_rocz_raw_rows(b);
  int64_t *word = sqlite3_malloc64((uint64_t)rows * sizeof(*word));
  if (!word) return SQLITE_NOMEM;
  rocpd_column_get(value, 0, rows, word);
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->base.rows; i++) rc = value_id(f, &b->arg[i], word + b->arg[i].row, &out[i]);
  sqlite3_free(word);
  return rc;
}

/* Computes the ids of the calls. */
static int make_ids(rocpd_rocz_batch *b, int64_t *out, rocpd_error *err) {
  const rocpd_column *sequence;
  int rc = rocpd_rocz_raw(b, SEQUENCE, &sequence, err);
  if (rc != SQLITE_OK) return rc;
  uint64_t lane = (uint64_t)b->base.lane << ROCZ_STACK_SHIFT;
  for (uint32_t i = 0; i < b->base.rows; i++) {
    int64_t v = rocpd_column_at(sequence, b->arg[i].row);
    out[i] = v == ROCPD_NULL ? v : (int64_t)(lane + (uint64_t)v);
  }
  return SQLITE_OK;
}

static int describe(const rocpd_rocz_file *f, int64_t id, int64_t *out) {
  *out = id;
  return rocpd_rocz_found(f, ROCZ_PARAMETER, id != ROCPD_NULL);
}

static int make_descriptions(rocpd_rocz_batch *b, int index, int64_t *out) {
  const rocpd_rocz_file *f = (const rocpd_rocz_file *)b->base.source;
  for (uint32_t i = 0; i < b->base.rows; i++) {
    int64_t row[ROCPD_ROCZ_INFO_COLUMNS], *p = parameter_row(f, b->arg[i].parameter, row) ? row : NULL;
    uint32_t word = b->arg[i].parameter - UNKNOWN;
    char name[24];
    int rc = SQLITE_OK;
    if (index == ROCPD_ARG_position) {
      out[i] = p ? p[P_POSITION] : word;
    } else if (index == ROCPD_ARG_type) {
      if (p) rc = describe(f, p[P_TYPE], &out[i]);
      else rc = rocpd_intern(f->base.session, "uint64_t", -1, &out[i]);
    } else if (p) {
      rc = describe(f, p[P_NAME], &out[i]);
    } else {
      sqlite3_snprintf(sizeof(name), name, "word%u", word);
      rc = rocpd_intern(f->base.session, name, -1, &out[i]);
    }
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

int rocpd_rocz_args_decode(rocpd_rocz_batch *b, int index, rocpd_column **out, rocpd_error *err) {
  int64_t value = ROCPD_NULL, *v = NULL;
  int rc = SQLITE_OK;
  if (rocpd_rocz_common_value((const rocpd_rocz_file *)b->base.source, ROCPD_KIND_ARG, index, &value)) {
    *out = rocpd_column_constant(value);
  } else {
    v = sqlite3_malloc64((uint64_t)b->base.rows * sizeof(*v));
    if (!v) rc = SQLITE_NOMEM;
    else if (index == ROCPD_ARG_id || index == ROCPD_ARG_event_id) rc = make_ids(b, v, err);
    else if (index == ROCPD_ARG_value) rc = make_values(b, v, err);
    else rc = make_descriptions(b, index, v);
    *out = rc == SQLITE_OK ? rocpd_column_of(v, b->base.rows) : NULL;
    sqlite3_free(v);
  }
  if (*out) return SQLITE_OK;
  return rocpd_rocz_failed((const rocpd_rocz_file *)b->base.source, rc == SQLITE_OK ? SQLITE_NOMEM : rc, err);
}
