/* Formats rows as text. Text that is the same in all rows of a batch is made once; for each row only varying fields are formatted. */
#include "csv.h"
#include "export.h"
#include "real.h"
#include "steps.h"

/* ---- fields */

enum { NUMBER_ROOM = 400 }; /* length of the longest double with six decimals */

/* Six decimals as in rocprofv3, or more if the number would change. */
static char *put_real(char *p, int64_t bits) {
  double v = rocpd_real_of(bits);
  if (v > -1e15 && v < 1e15 && v == (double)(int64_t)v) {
    p = rocpd_put_signed(p, (int64_t)v);
    memcpy(p, ".000000", 7);
    return p + 7;
  }
  char *end = p + rocpd_print_real(p, NUMBER_ROOM, "%.6f", v);
  return rocpd_read_real(p, NULL) == v ? end : p + rocpd_print_real(p, NUMBER_ROOM, "%.17g", v);
}

static char *put_address(char *p, int64_t v) {
  static const char hex[] = "0123456789abcdef";
  memcpy(p, "\"0x", 3);
  for (int i = 0; i < 16; i++) p[3 + i] = hex[(uint64_t)v >> (60 - 4 * i) & 15];
  p[19] = '"';
  return p + 20;
}

/* Number as requested by the options, absolute index, type. */
static int put_agent(rocpd_csv_writer *w, rocpd_csv_text *out, const int64_t *value) {
  int64_t number = value[0] == ROCPD_NULL ? value[1] : value[0];
  if (number == ROCPD_NULL) return rocpd_csv_put(out, "\"\"", 2);
  bool typed = w->x->option.agent_index == ROCPD_AGENT_TYPE_RELATIVE && value[0] != ROCPD_NULL && value[2] != ROCPD_NULL;
  int rc = typed ? rocpd_csv_quote(out, w->x->session, &w->plain, value[2]) : rocpd_csv_put(out, "\"Agent\"", 7);
  char *p = rc ? NULL : rocpd_csv_room(out, ROCPD_DECIMAL_ROOM + 2);
  if (!p) return SQLITE_NOMEM;
  p[-1] = ' ';
  p = rocpd_put_signed(p, number);
  *p++ = '"';
  out->used = (size_t)(p - out->at);
  return SQLITE_OK;
}

static int put_field(rocpd_csv_writer *w, rocpd_csv_text *out, const rocpd_csv_field *f, const int64_t *value) {
  if (f->form == ROCPD_CSV_AGENT) return put_agent(w, out, value);
  if (f->form == ROCPD_CSV_KIND) return f->text ? rocpd_csv_quote_bytes(out, f->text, strlen(f->text)) : SQLITE_OK;
  if (*value == ROCPD_NULL) return SQLITE_OK;
  if (f->form == ROCPD_CSV_TEXT || f->form == ROCPD_CSV_NAME) return rocpd_csv_quote(out, w->x->session, &w->plain, *value);
  char *p = rocpd_csv_room(out, f->form == ROCPD_CSV_REAL ? NUMBER_ROOM : ROCPD_DECIMAL_ROOM);
  if (!p) return SQLITE_NOMEM;
  switch (f->form) {
    case ROCPD_CSV_INT: p = rocpd_put_signed(p, *value); break;
    case ROCPD_CSV_REAL: p = put_real(p, *value); break;
    case ROCPD_CSV_ADDRESS: p = put_address(p, *value); break;
    default: *p++ = '0';
  }
  out->used = (size_t)(p - out->at);
  return SQLITE_OK;
}

/* ---- rows */

static inline char *put_number(char *p, int64_t v, rocpd_decimal_front *front) {
  if (v >= 0) return rocpd_put_near(p, (uint64_t)v, front);
  return v == ROCPD_NULL ? p : rocpd_put_signed(p, v);
}

/* Room for all texts and numbers of a row is reserved at once. */
int rocpd_csv_row(rocpd_csv_writer *w, const rocpd_csv_plan *plan, const int64_t *value) {
  const struct rocpd_csv_piece *x = plan->piece, *end = x + plan->pieces;
  char *p = rocpd_csv_room(&w->out, plan->most);
  if (!p) return SQLITE_NOMEM;
  for (; x < end; x++) {
    if (x->n) p = rocpd_copy_steps(p, plan->text.at + x->from, x->n);
    const int64_t *v = value + x->value;
    if (x->is_coded) {
      const uint32_t *entry = plan->entry + x->first + (*v == ROCPD_NULL ? x->codes - 1 : (uint32_t)(*v - x->base));
      p = rocpd_copy_steps(p, plan->coded.at + entry[0], entry[1] - entry[0]);
    } else if (x->form == ROCPD_CSV_INT) {
      p = put_number(p, *v, w->front);
    } else {
      w->out.used = (size_t)(p - w->out.at);
      if (put_field(w, &w->out, x->field, v) || !(p = rocpd_csv_room(&w->out, plan->most))) return SQLITE_NOMEM;
    }
  }
  p = rocpd_copy_steps(p, plan->text.at + x->from, x->n);
  w->out.used = (size_t)(p - w->out.at);
  return SQLITE_OK;
}

/* ---- what varies in a batch */

/* A field, its columns, and how its value varies. */
typedef struct varying {
  const rocpd_csv_field *field;
  const rocpd_column *column[ROCPD_CSV_VALUES];
  int columns;
  bool constant[ROCPD_CSV_VALUES]; /* for each column */
  bool same;                       /* all columns are constant */
  const rocpd_column *code;        /* NULL, or a column whose codes determine the field */
} varying;

/* The columns from which a field is made. */
static int columns_of(rocpd_csv_writer *w, const rocpd_csv_field *f, rocpd_batch *b, const rocpd_column *name, varying *out, rocpd_error *err) {
  static const uint8_t number[] = {[ROCPD_AGENT_ABSOLUTE] = 0, [ROCPD_AGENT_RELATIVE] = 1, [ROCPD_AGENT_TYPE_RELATIVE] = 2};
  bool agent = f->form == ROCPD_CSV_AGENT;
  *out = (varying){.field = f, .columns = f->form == ROCPD_CSV_KIND ? 0 : agent ? 3 : 1, .same = true};
  int rc = SQLITE_OK;
  if (f->form == ROCPD_CSV_NAME) out->column[0] = name;
  else if (out->columns) rc = rocpd_batch_column(b, f->column + (agent ? number[w->x->option.agent_index] : 0), &out->column[0], err);
  if (!rc && agent) rc = rocpd_batch_column(b, f->column, &out->column[1], err);
  if (!rc && agent) rc = rocpd_batch_column(b, f->column + 3, &out->column[2], err);
  return rc;
}

enum { MOST_CODES = 4096, MOST_CODED = 1 << 16 /* bytes of a batch's texts */ };

/* Number of codes that represent the values; 0: there are none, or too many. */
static uint32_t codes_of(const rocpd_column *c) {
  uint64_t n = c->low ? 0 : c->dict ? c->ndict : c->width == 1 || c->width == 2 ? (uint64_t)c->max - (uint64_t)c->min + 1 : 0;
  return n <= MOST_CODES ? (uint32_t)n : 0;
}

static bool equal_codes(const rocpd_column *a, const rocpd_column *b) {
  return !a->dict == !b->dict && codes_of(a) == codes_of(b) && a->data == b->data && a->width == b->width && a->base == b->base && a->step == b->step &&
         a->nulls == b->nulls;
}

/* Finds the common code of all columns that are not constant. */
static void find_code(varying *v, uint32_t rows) {
  bool one = true;
  for (int i = 0; i < v->columns; i++) {
    const rocpd_column *c = v->column[i];
    if ((v->constant[i] = rocpd_column_is_constant(c))) continue;
    v->same = false;
    if (!codes_of(c) || codes_of(c) > rows / 8 || (v->code && !equal_codes(v->code, c))) one = false;
    v->code = c;
  }
  if (!one) v->code = NULL;
}

/* The values of a field for a code; code codes - 1 is NULL. */
static void values_of(const varying *v, uint32_t code, uint32_t codes, int64_t *value) {
  for (int i = 0; i < v->columns; i++) {
    const rocpd_column *c = v->column[i];
    value[i] = v->constant[i] ? rocpd_column_at(c, 0) : code == codes - 1 ? ROCPD_NULL : c->dict ? c->dict[code] : c->min + (int64_t)code;
  }
}

/* Appends to w->out the text of fields for a code, after the constant text before them. */
static int put_entry(rocpd_csv_writer *w, const rocpd_csv_plan *plan, const struct rocpd_csv_piece *x, const varying *v, size_t fields, uint32_t code) {
  int rc = rocpd_csv_put(&w->out, plan->text.at + x->from, x->n);
  for (size_t i = 0; !rc && i < fields; i++) {
    int64_t value[ROCPD_CSV_VALUES];
    values_of(&v[i], code, x->codes, value);
    if (i) rc = rocpd_csv_put(&w->out, ",", 1);
    if (!rc) rc = put_field(w, &w->out, v[i].field, value);
  }
  return rc;
}

/* Makes one piece from fields that v->code determines; *made is false if its texts would be too long. */
static int add_coded(rocpd_csv_writer *w, rocpd_csv_plan *plan, struct rocpd_csv_piece *x, const varying *v, size_t fields, bool *made) {
  size_t before = plan->coded.used, entries = plan->entries, longest = 0;
  x->codes = codes_of(v->code) + 1, x->first = (uint32_t)entries;
  x->base = v->code->dict ? 0 : v->code->min;
  uint32_t *entry = sqlite3_realloc64(plan->entry, (entries + x->codes + 1) * sizeof *entry);
  if (!entry) return SQLITE_NOMEM;
  plan->entry = entry;
  int rc = SQLITE_OK;
  w->out.used = 0;
  for (uint32_t code = 0; !rc && code < x->codes && before + w->out.used <= MOST_CODED; code++) {
    size_t from = w->out.used;
    entry[entries++] = (uint32_t)(before + from);
    rc = put_entry(w, plan, x, v, fields, code);
    if (w->out.used - from > longest) longest = w->out.used - from;
  }
  entry[entries++] = (uint32_t)(before + w->out.used);
  *made = !rc && before + w->out.used <= MOST_CODED;
  if (!*made) return rc;
  plan->entries = entries, plan->most += longest + ROCPD_STEP;
  return rocpd_csv_put(&plan->coded, w->out.at, w->out.used);
}

/* Number of fields from v on that form one piece: they are determined by the same code, or constant. */
static size_t count_alike(const varying *v, size_t n) {
  size_t alike = 0;
  for (size_t i = 0; v->code && i < n && (v[i].same || (v[i].code && equal_codes(v->code, v[i].code))); i++)
    if (!v[i].same) alike = i + 1;
  return alike;
}

/* Makes a piece from the fields from v on, at most n. *fields: their number. */
static int add_piece(rocpd_csv_writer *w, rocpd_csv_plan *plan, const varying *v, size_t n, size_t *fields) {
  uint32_t from = plan->pieces ? plan->piece[plan->pieces - 1].from + plan->piece[plan->pieces - 1].n : 0;
  struct rocpd_csv_piece *x = &plan->piece[plan->pieces];
  *x = (struct rocpd_csv_piece){.form = v->field->form, .value = plan->columns, .from = from, .n = (uint32_t)plan->text.used - from, .field = v->field};
  *fields = count_alike(v, n);
  int rc = *fields ? add_coded(w, plan, x, v, *fields, &x->is_coded) : SQLITE_OK;
  if (x->is_coded) {
    rocpd_column *code = &plan->code[plan->pieces];
    *code = *v->code, code->dict = NULL;
    plan->column[plan->columns++] = code;
    x->from += x->n, x->n = 0; /* each of the piece's texts includes it */
  } else {
    *fields = 1;
    for (int i = 0; i < v->columns; i++) plan->column[plan->columns++] = v->column[i];
    plan->most += x->n + ROCPD_DECIMAL_ROOM + ROCPD_STEP;
  }
  plan->pieces++;
  return rc;
}

/* Adds the text after the last piece. */
static int end_plan(rocpd_csv_plan *plan) {
  uint32_t from = plan->pieces ? plan->piece[plan->pieces - 1].from + plan->piece[plan->pieces - 1].n : 0;
  plan->piece[plan->pieces] = (struct rocpd_csv_piece){.from = from, .n = (uint32_t)plan->text.used - from};
  plan->most += plan->text.used - from + 2 * ROCPD_STEP;
  char *end = rocpd_csv_room(&plan->text, ROCPD_STEP), *coded = rocpd_csv_room(&plan->coded, ROCPD_STEP);
  if (!end || !coded) return SQLITE_NOMEM;
  memset(end, 0, ROCPD_STEP), memset(coded, 0, ROCPD_STEP);
  return SQLITE_OK;
}

int rocpd_csv_plan_make(rocpd_csv_writer *w, const rocpd_csv_kind *kind, rocpd_batch *b, const rocpd_column *name, rocpd_csv_plan *out, rocpd_error *err) {
  varying v[ROCPD_CSV_MOST_FIELDS];
  size_t n = 0, taken;
  *out = (rocpd_csv_plan){.kind = kind, .columns = 1, .column = {name}};
  int rc = SQLITE_OK;
  for (; !rc && kind->field[n].form; n++) {
    rc = columns_of(w, &kind->field[n], b, name, &v[n], err);
    if (!rc) find_code(&v[n], b->rows);
  }
  for (size_t i = 0; !rc && i < n; i += taken) {
    int64_t value[ROCPD_CSV_VALUES] = {0};
    taken = 1;
    values_of(&v[i], 0, 0, value);
    rc = v[i].same ? put_field(w, &out->text, v[i].field, value) : add_piece(w, out, &v[i], n - i, &taken);
    if (!rc) rc = rocpd_csv_put(&out->text, i + taken < n ? "," : "\n", 1);
  }
  if (!rc) rc = end_plan(out);
  return rocpd_fail_code(err, rc);
}

void rocpd_csv_plan_drop(rocpd_csv_plan *plan) { sqlite3_free(plan->text.at), sqlite3_free(plan->coded.at), sqlite3_free(plan->entry); }

/* ---- operations */

/* rocprofv3's names of operations. Consecutive ones are mostly equal. */
static int name_operations(const rocpd_csv_kind *kind, rocpd_batch *b, int64_t *name, rocpd_error *err) {
  rocpd_session *session = b->source->session;
  const rocpd_column *type, *level = NULL;
  int64_t last_type = ROCPD_NULL, last_level = ROCPD_NULL, made = ROCPD_NULL;
  int rc = rocpd_batch_column(b, kind->name, &type, err);
  if (!rc && kind->level) rc = rocpd_batch_column(b, kind->level, &level, err);
  for (uint32_t i = 0; !rc && i < b->rows; i++) {
    int64_t is = rocpd_column_at(type, i), at = level ? rocpd_column_at(level, i) : ROCPD_NULL;
    if (is != ROCPD_NULL && (made == ROCPD_NULL || is != last_type || at != last_level)) {
      const char *text = rocpd_string(session, is, NULL), *of = at == ROCPD_NULL ? "" : rocpd_string(session, at, NULL);
      rc = rocpd_intern_format(session, &made, "%s%s%s", level ? "MEMORY_ALLOCATION_" : "SCRATCH_MEMORY_", strcmp(of, "VIRTUAL") ? "" : "VMEM_",
                               level && !strcmp(text, "ALLOC") ? "ALLOCATE" : text);
      last_type = is, last_level = at;
    }
    name[i] = is == ROCPD_NULL ? ROCPD_NULL : made;
  }
  return rocpd_fail_code(err, rc);
}

int rocpd_csv_operations(const rocpd_csv_kind *kind, rocpd_batch *b, rocpd_column **out, rocpd_error *err) {
  *out = NULL;
  if (kind->kind != ROCPD_KIND_ALLOCATION && kind->kind != ROCPD_KIND_SCRATCH) return SQLITE_OK;
  int64_t *name = sqlite3_malloc64(b->rows * sizeof *name);
  int rc = name ? name_operations(kind, b, name, err) : rocpd_no_memory(err);
  if (!rc && !(*out = rocpd_column_of(name, b->rows))) rc = rocpd_no_memory(err);
  sqlite3_free(name);
  return rc;
}
