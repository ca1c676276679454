/* Constraints with their values: SQL's comparison rules, decided once for a value
** and then applied to columns of integers.
**
** What decides (sqlite.org/datatype3.html, sections 4.2 and 4.3):
**   - nothing compares with NULL; INTEGER and REAL < TEXT < BLOB
**   - an INTEGER column turns text that looks like a number into one
**   - a TEXT column against a number: the number becomes text, unless it comes from
**     a numeric column; then the text becomes a number. xFilter does not learn
**     where a value comes from, so that case is left to SQLite (TEST_ALWAYS)
**   - a column without a type against text: text, if it comes from a TEXT column,
**     makes the number text. Left to SQLite too. */
#include "bisect.h"
#include "module.h"
#include "newer.h"
#include <math.h>
#include <stdlib.h>

static void set_range(rocpd_table_filter *f, int64_t lo, int64_t hi) {
  if (lo == ROCPD_NULL) lo++; /* no value: stands for NULL */
  f->test = lo <= hi ? TEST_RANGE : TEST_NEVER;
  f->lo = lo;
  f->hi = hi;
}

static void set_not_null(rocpd_table_filter *f) { set_range(f, INT64_MIN, INT64_MAX); }

static void set_null(rocpd_table_filter *f) {
  f->test = TEST_RANGE;
  f->lo = f->hi = ROCPD_NULL;
}

/* Compiles a comparison if no value of the column can equal the right side; IS NOT is then true for all rows. */
static void compare_unequal(rocpd_table_filter *f, plan_op op) {
  if (op == PLAN_NE) set_not_null(f);
  else f->test = op == PLAN_IS_NOT ? TEST_ALWAYS : TEST_NEVER;
}

/* The right side is greater than every value of the column. */
static void compare_above(rocpd_table_filter *f, plan_op op) {
  if (op == PLAN_LT || op == PLAN_LE) set_not_null(f);
  else compare_unequal(f, op);
}

static void compare_int(rocpd_table_filter *f, plan_op op, int64_t x) {
  switch (op) {
    case PLAN_EQ: case PLAN_IS: set_range(f, x, x); break;
    case PLAN_LT: if (x == INT64_MIN) f->test = TEST_NEVER; else set_range(f, INT64_MIN, x - 1); break;
    case PLAN_LE: set_range(f, INT64_MIN, x); break;
    case PLAN_GT: if (x == INT64_MAX) f->test = TEST_NEVER; else set_range(f, x + 1, INT64_MAX); break;
    case PLAN_GE: set_range(f, x, INT64_MAX); break;
    /* INT64_MIN itself is no value of a column. */
    case PLAN_NE: if (x == INT64_MIN) set_not_null(f); else f->test = TEST_NOT_EQUAL, f->lo = x; break;
    case PLAN_IS_NOT: if (x == INT64_MIN) f->test = TEST_ALWAYS; else f->test = TEST_IS_NOT, f->lo = x; break;
    default: f->test = TEST_ALWAYS;
  }
}

#define TWO_63 9223372036854775808.0

static void compare_real(rocpd_table_filter *f, plan_op op, double x) {
  if (x >= TWO_63) {
    if (op == PLAN_LT || op == PLAN_LE) set_not_null(f);
    else if (op == PLAN_GT || op == PLAN_GE) f->test = TEST_NEVER;
    else compare_unequal(f, op);
  } else if (x < -TWO_63) {
    if (op == PLAN_GT || op == PLAN_GE) set_not_null(f);
    else if (op == PLAN_LT || op == PLAN_LE) f->test = TEST_NEVER;
    else compare_unequal(f, op);
  } else if (x == floor(x)) {
    compare_int(f, op, (int64_t)x);
  } else if (op == PLAN_LT || op == PLAN_LE) {
    compare_int(f, PLAN_LE, (int64_t)floor(x));
  } else if (op == PLAN_GT || op == PLAN_GE) {
    compare_int(f, PLAN_GT, (int64_t)floor(x));
  } else {
    compare_unequal(f, op);
  }
}

/* Text that looks like a number is one for an INTEGER column. The conversion is in
** place, which changes no result: what SQLite compares the value with converts it
** likewise. (A duplicate would not do: it crashes SQLite 3.53.) */
static void compare_numeric_text(rocpd_table_filter *f, plan_op op, sqlite3_value *value) {
  switch (sqlite3_value_numeric_type(value)) {
    case SQLITE_INTEGER: compare_int(f, op, sqlite3_value_int64(value)); break;
    case SQLITE_FLOAT: compare_real(f, op, sqlite3_value_double(value)); break;
    default: compare_above(f, op);
  }
}

static int keep_text(rocpd_table_filter *f, const char *text, int64_t size) {
  if (size > f->text_capacity) {
    char *room = sqlite3_realloc64(f->text, (uint64_t)size);
    if (!room) return SQLITE_NOMEM;
    f->text = room;
    f->text_capacity = size;
  }
  if (size) memcpy(f->text, text, (size_t)size);
  f->text_size = size;
  f->text_id = -1;
  return SQLITE_OK;
}

/* SQLite checks LIKE and GLOB again; the filter only leaves out rows that certainly do not match. Another extension may have replaced LIKE by one that knows
** more than ASCII, so text that is not ASCII always passes. */
static bool is_ascii(const char *text, int64_t size) {
  for (int64_t i = 0; i < size; i++)
    if (text[i] & 0x80) return false;
  return true;
}

static int compile_pattern(rocpd_table_filter *f, plan_op op, sqlite3_value *value) {
  f->test = sqlite3_value_type(value) == SQLITE_NULL ? TEST_NEVER : TEST_ALWAYS;
  if (sqlite3_value_type(value) != SQLITE_TEXT) return SQLITE_OK;
  const char *text = (const char *)sqlite3_value_text(value);
  int64_t size = sqlite3_value_bytes(value);
  if (!text) return SQLITE_NOMEM;
  if (!is_ascii(text, size)) return SQLITE_OK;
  f->test = TEST_TEXT;
  f->op = op;
  return keep_text(f, text, size + 1); /* with its NUL */
}

static int compare_text(const rocpd_table_vtab *v, rocpd_table_filter *f, plan_op op, sqlite3_value *value) {
  const char *text = (const char *)sqlite3_value_text(value);
  int64_t size = sqlite3_value_bytes(value);
  if (!text) return SQLITE_NOMEM;
  if (op == PLAN_LT || op == PLAN_LE || op == PLAN_GT || op == PLAN_GE) {
    f->test = TEST_TEXT;
    f->op = op;
    return keep_text(f, text, size);
  }
  /* Interned strings hold no NUL. */
  if (memchr(text, 0, (size_t)size)) {
    compare_unequal(f, op);
    return SQLITE_OK;
  }
  /* In a join this is often the same text as the last time. */
  if (f->text && f->text_id >= 0 && size == f->text_size && memcmp(text, f->text, (size_t)size) == 0) {
    compare_int(f, op, f->text_id);
    return SQLITE_OK;
  }
  int rc = keep_text(f, text, size);
  if (rc != SQLITE_OK) return rc;
  f->op = op;
  f->text_id = rocpd_intern_find(v->session, text, size);
  f->late = f->text_id < 0;
  compare_int(f, op, f->text_id);
  return SQLITE_OK;
}

static int compare(const rocpd_table_vtab *v, const plan_term *term, plan_op op, sqlite3_value *value, rocpd_table_filter *f) {
  bool text_column = term->column >= 0 && v->def[term->column].type == ROCPD_TEXT;
  bool typed = term->column < 0 || v->def[term->column].declared[0];
  int type = sqlite3_value_type(value);
  if (type == SQLITE_NULL) {
    if (op == PLAN_IS) set_null(f);
    else if (op == PLAN_IS_NOT) set_not_null(f);
    else f->test = TEST_NEVER;
  } else if (type == SQLITE_BLOB) {
    compare_above(f, op);
  } else if (text_column) {
    if (type == SQLITE_TEXT) return compare_text(v, f, op, value);
    f->test = TEST_ALWAYS;
  } else if (type == SQLITE_INTEGER) {
    compare_int(f, op, sqlite3_value_int64(value));
  } else if (type == SQLITE_FLOAT) {
    compare_real(f, op, sqlite3_value_double(value));
  } else if (typed) {
    compare_numeric_text(f, op, value);
  } else {
    f->test = TEST_ALWAYS;
  }
  return SQLITE_OK;
}

static int compare_int64(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return ROCPD_ORDER(x, y);
}

static int set_add(rocpd_table_filter *f, int64_t value) {
  return ROCPD_APPEND(f->set, f->sets, f->set_capacity, value);
}

static const char *text_of(const rocpd_table_filter *f) { return f->text ? f->text : ""; }

/* Adds the current value of IN to the set. */
static int add_member(rocpd_table_filter *f) {
  int64_t id;
  if (f->test != TEST_RANGE) return SQLITE_OK;
  if (!f->late) return set_add(f, f->lo);
  int rc = f->wanted ? SQLITE_OK : rocpd_strings_new(&f->wanted);
  return rc == SQLITE_OK ? rocpd_strings_add(f->wanted, text_of(f), f->text_size, &id) : rc;
}

static void set_sort(rocpd_table_filter *f) {
  size_t kept = 0;
  qsort(f->set, f->sets, sizeof(*f->set), compare_int64);
  for (size_t i = 0; i < f->sets; i++)
    if (!kept || f->set[i] != f->set[kept - 1]) f->set[kept++] = f->set[i];
  f->sets = kept;
}

/* IN: the values that the column can equal. */
static int compile_set(const rocpd_table_vtab *v, const plan_term *term, sqlite3_value *list, rocpd_table_filter *f) {
  f->sets = 0;
  bool undecided = false;
  sqlite3_value *value;
  int rc = rocpd_vtab_in_first(list, &value);
  for (; rc == SQLITE_OK && value; rc = rocpd_vtab_in_next(list, &value)) {
    f->late = false;
    rc = compare(v, term, PLAN_EQ, value, f);
    if (rc == SQLITE_OK) rc = add_member(f);
    if (f->test == TEST_ALWAYS) undecided = true;
    if (rc != SQLITE_OK) break;
  }
  if (rc != SQLITE_OK && rc != SQLITE_DONE) return rc;
  f->late = f->wanted != NULL;
  f->test = undecided ? TEST_ALWAYS : f->sets || f->late ? TEST_SET : TEST_NEVER;
  if (f->sets && f->test == TEST_SET) set_sort(f);
  return SQLITE_OK;
}

int rocpd_table_filter_compile(const rocpd_table_vtab *v, const plan_term *term, sqlite3_value *value, rocpd_table_filter *f) {
  f->column = term->column;
  f->memo_dict = NULL;
  f->late = false;
  f->strings = rocpd_string_count(v->session);
  rocpd_strings_free(f->wanted);
  f->wanted = NULL;
  if (term->op == PLAN_LIKE || term->op == PLAN_GLOB) return compile_pattern(f, term->op, value);
  int rc = SQLITE_OK;
  if (term->op == PLAN_NULL) set_null(f);
  else if (term->op == PLAN_NOT_NULL) set_not_null(f);
  else if (term->op == PLAN_IN) rc = compile_set(v, term, value, f);
  else rc = compare(v, term, term->op, value, f);
  /* NULL passes only IS NOT, also where SQLite decides the rest. (Up to 3.31 SQLite lets NULL pass if it calls xFilter for each value of IN.) */
  if (rc == SQLITE_OK && f->test == TEST_ALWAYS && term->op != PLAN_IS_NOT) set_not_null(f);
  return rc;
}

/* Adds those strings from `first` to before `end` that IN names. */
static int renew_set(rocpd_table_filter *f, rocpd_session *session, int64_t first, int64_t end) {
  int rc = SQLITE_OK;
  for (int64_t id = first; rc == SQLITE_OK && id < end; id++) {
    int64_t size;
    const char *text = rocpd_string(session, id, &size);
    if (rocpd_strings_find(f->wanted, text, size) >= 0) rc = set_add(f, id);
  }
  if (f->sets) set_sort(f);
  return rc;
}

int rocpd_table_filter_renew(rocpd_table_filter *f, rocpd_session *session) {
  int64_t strings = f->late ? rocpd_string_count(session) : f->strings, first = f->strings;
  if (strings == first) return SQLITE_OK;
  f->memo_dict = NULL;
  if (f->wanted) {
    int rc = renew_set(f, session, first, strings);
    if (rc == SQLITE_OK) f->strings = strings;
    return rc;
  }
  f->strings = strings;
  f->text_id = rocpd_intern_find(session, text_of(f), f->text_size);
  f->late = f->text_id < 0;
  compare_int(f, f->op, f->text_id);
  return SQLITE_OK;
}

void rocpd_table_filter_free(rocpd_table_filter *f) {
  rocpd_strings_free(f->wanted);
  sqlite3_free(f->set);
  sqlite3_free(f->text);
  sqlite3_free(f->memo);
  memset(f, 0, sizeof(*f));
}

/* ---- applying ---- */

/* The first element >= value. */
static size_t set_lower(const rocpd_table_filter *f, int64_t value) { return ROCPD_FIRST(i, 0, f->sets, f->set[i] >= value); }

bool rocpd_table_filter_zone(const rocpd_table_filter *f, int64_t min, int64_t max) {
  switch (f->test) {
    case TEST_NEVER: return false;
    case TEST_RANGE: return f->lo == ROCPD_NULL || (min <= max && min <= f->hi && max >= f->lo);
    case TEST_NOT_EQUAL: return min <= max && !(min == max && min == f->lo);
    case TEST_SET: {
      size_t i = set_lower(f, min);
      return min <= max && i < f->sets && f->set[i] <= max;
    }
    case TEST_TEXT: return min <= max;
    default: return true;
  }
}

static bool text_matches(const rocpd_table_filter *f, rocpd_session *session, int64_t id) {
  int64_t size;
  const char *text = rocpd_string(session, id, &size);
  if (f->op == PLAN_LIKE) return sqlite3_strlike(f->text, text, 0) == 0 || !is_ascii(text, size);
  if (f->op == PLAN_GLOB) return sqlite3_strglob(f->text, text) == 0 || !is_ascii(text, size);
  int c = memcmp(text, text_of(f), (size_t)(size < f->text_size ? size : f->text_size));
  if (!c) c = size < f->text_size ? -1 : size > f->text_size;
  switch (f->op) {
    case PLAN_LT: return c < 0;
    case PLAN_LE: return c <= 0;
    case PLAN_GT: return c > 0;
    default: return c >= 0;
  }
}

bool rocpd_table_filter_value(const rocpd_table_filter *f, rocpd_session *session, int64_t value) {
  switch (f->test) {
    case TEST_NEVER: return false;
    case TEST_RANGE: return value >= f->lo && value <= f->hi;
    case TEST_NOT_EQUAL: return value != f->lo && value != ROCPD_NULL;
    case TEST_IS_NOT: return value != f->lo;
    case TEST_SET: {
      size_t i = set_lower(f, value);
      return i < f->sets && f->set[i] == value;
    }
    case TEST_TEXT: return value != ROCPD_NULL && text_matches(f, session, value);
    default: return true;
  }
}

bool rocpd_table_filter_all(const rocpd_table_filter *f, const rocpd_column *c) {
  if (f->test == TEST_ALWAYS) return true;
  if (f->test != TEST_RANGE || f->lo == ROCPD_NULL || c->min < f->lo || c->max > f->hi) return false;
  return !rocpd_column_may_be_null(c);
}

/* Tests each entry of a dictionary once, if that is less work than testing each row. */
static int memo_make(rocpd_table_filter *f, rocpd_session *session, const rocpd_column *c) {
  if (f->memo_dict == c->dict && f->memo_entries == c->ndict) return SQLITE_OK;
  if (c->ndict > f->memo_capacity) {
    uint8_t *memo = sqlite3_realloc64(f->memo, c->ndict);
    if (!memo) return SQLITE_NOMEM;
    f->memo = memo;
    f->memo_capacity = c->ndict;
  }
  for (uint32_t i = 0; i < c->ndict; i++) f->memo[i] = rocpd_table_filter_value(f, session, c->dict[i]);
  f->memo_dict = c->dict;
  f->memo_entries = c->ndict;
  return SQLITE_OK;
}

/* Leaf loops without branches: sel is written always and kept when it counts. */
static uint32_t keep_range(const int64_t *value, uint32_t n, int64_t lo, int64_t hi, uint16_t *sel) {
  uint64_t span = (uint64_t)hi - (uint64_t)lo;
  uint32_t k = 0;
  for (uint32_t i = 0; i < n; i++) {
    sel[k] = (uint16_t)i;
    k += (uint64_t)value[i] - (uint64_t)lo <= span;
  }
  return k;
}

static uint32_t keep_memo(const int64_t *code, uint32_t n, const uint8_t *memo, uint8_t null_passes, uint16_t *sel) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < n; i++) {
    sel[k] = (uint16_t)i;
    k += code[i] == ROCPD_NULL ? null_passes : memo[code[i]];
  }
  return k;
}

static uint32_t keep_values(const rocpd_table_filter *f, rocpd_session *session, const int64_t *value, uint32_t n, uint16_t *sel) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < n; i++) {
    sel[k] = (uint16_t)i;
    k += rocpd_table_filter_value(f, session, value[i]);
  }
  return k;
}

int rocpd_table_filter_rows(rocpd_table_filter *f, rocpd_session *session, const rocpd_column *c, uint32_t first, uint32_t n, bool chosen, uint16_t *sel,
                      uint32_t *kept) {
  if (chosen) { /* few rows are left: one by one */
    uint32_t k = 0;
    for (uint32_t i = 0; i < n; i++) {
      uint16_t row = sel[i];
      sel[k] = row;
      k += rocpd_table_filter_value(f, session, rocpd_column_at(c, first + row));
    }
    *kept = k;
    return SQLITE_OK;
  }
  int64_t value[TABLE_STEP_ROWS];
  if (c->dict && !c->low && c->ndict <= ROCPD_BATCH_ROWS) {
    int rc = memo_make(f, session, c);
    if (rc != SQLITE_OK) return rc;
    rocpd_column codes = *c;
    codes.dict = NULL;
    rocpd_column_get(&codes, first, n, value);
    *kept = keep_memo(value, n, f->memo, rocpd_table_filter_value(f, session, ROCPD_NULL), sel);
    return SQLITE_OK;
  }
  rocpd_column_get(c, first, n, value);
  *kept = f->test == TEST_RANGE ? keep_range(value, n, f->lo, f->hi, sel) : keep_values(f, session, value, n, sel);
  return SQLITE_OK;
}
