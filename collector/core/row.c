/* Records of a thread's ring that are rows of another table (of a declared kind, see rocz.h) and not calls: allocations, ... The
** function's name is the table's, and its parameters are the columns. Producers write them as regions (region.h), or, if no
** thread did the work, into one shared ring (row_ring.c). Here the writer takes them out of the rings. */
#include "core.h"
#include "file.h"
#include "row_handler.h"
#include "sink.h"
#include <string.h>

#define KINDS 64
#define COLUMNS 32
#define BATCH_ROWS 4096

enum { START, DURATION, NUMBER, PARENT, WORDS };

/* Describes the chunks of one such table. */
typedef struct row_kind {
  rocz_kind kind;
  bool declared; /* the file's chunks declare it */
  int8_t start, end; /* argument words with these times; -1: those of the record are used */
  int8_t end_after;  /* the word that is to be added to the end; -1: none */
  const collect_function *function;
  rocz_column_def column[COLUMNS];
} row_kind;

uint8_t collect_function_row[UINT16_MAX + 1];
static row_kind kinds[KINDS]; /* of this file; number 0 is not used */
static uint32_t kind_count;

/* ---- what the file says of the tables ---- */

static bool is_time(const collect_function *f, int i) { return !strcmp(collect_parameter_name(f, i), "start") || !strcmp(collect_parameter_name(f, i), "end"); }
static uint8_t type_of(const collect_function *f, int i) {
  uint8_t format = f->parameter[i].format;
  return is_time(f, i) ? ROCZ_TIME : format == ROCZ_F_STRING ? ROCZ_STRING_ID : format == ROCZ_F_DOUBLE ? ROCZ_REAL : ROCZ_INT;
}

static bool column_row(int64_t kind, int64_t column, const char *name, int64_t type, int64_t less) {
  return collect_meta(ROCZ_DECLARED_COLUMN, kind, column, name, type, less) >= 0;
}

static collect_stored stored_of(const collect_function *f, int i) { return f->api->stored ? f->api->stored[i] : (collect_stored){0}; }

/* The word of the parameter with this name. -1: there is none. */
static int8_t word_named(const collect_function *f, const char *name) {
  for (int i = 0; i < f->parameters; i++)
    if (!strcmp(collect_parameter_name(f, i), name))
      return (int8_t)f->parameter[i].word;
  return -1;
}

static bool columns_declare(const collect_function *f, int64_t kind) {
  static const struct { uint8_t column, type; const char *name; int64_t less; } fixed[] = {
      {DURATION, ROCZ_TIME, "end", START},       {START, ROCZ_TIME, "start", ROCZ_NULL},      {START, ROCZ_TIME, "timestamp", ROCZ_NULL},
      {NUMBER, ROCZ_INT, "id", ROCZ_NULL},       {NUMBER, ROCZ_INT, "event_id", ROCZ_NULL},   {NUMBER, ROCZ_INT, "stack_id", ROCZ_NULL},
      {PARENT, ROCZ_INT, "parent_stack_id", ROCZ_NULL}}; /* each table shows some of these; a parameter of the same name takes the place of a fixed column */
  bool good = true;
  for (size_t i = 0; good && i < sizeof fixed / sizeof *fixed; i++)
    if (word_named(f, fixed[i].name) < 0)
      good = column_row(kind, fixed[i].column, fixed[i].name, fixed[i].type, fixed[i].less);
  for (int i = 0; good && i < f->parameters; i++)
    good = column_row(kind, WORDS + f->parameter[i].word, collect_parameter_name(f, i), type_of(f, i), stored_of(f, i).after ? WORDS + stored_of(f, i).after - 1 : ROCZ_NULL);
  return good;
}

void collect_rows_begin(void) {
  kind_count = 0;
  collect_info_kinds_none();
}

bool collect_row_describe(const collect_function *f, uint32_t id) {
  COLLECT_ASSERT(kind_count + 1 < KINDS && WORDS + f->words <= COLUMNS);
  if (kind_count + 1 >= KINDS || WORDS + f->words > COLUMNS)
    return false;
  int64_t number = ROCZ_DECLARED + (int64_t)id;
  if (collect_meta(ROCZ_DECLARED_KIND, number, f->name) < 0 || !columns_declare(f, number))
    return false;
  row_kind *k = &kinds[++kind_count];
  k->end_after = -1;
  /* The file has the names that readers use; these here only help in a debugger. */
  k->column[START] = (rocz_column_def){"start", ROCZ_TIME, ROCZ_T_DELTA, 0};
  k->column[DURATION] = (rocz_column_def){"duration", ROCZ_INT, ROCZ_T_NONE, 0};
  k->column[NUMBER] = (rocz_column_def){"number", ROCZ_INT, ROCZ_T_DELTA, 0};
  k->column[PARENT] = (rocz_column_def){"parent", ROCZ_INT, ROCZ_T_DELTA, 0};
  for (int i = 0; i < f->parameters; i++) {
    const collect_parameter *p = &f->parameter[i];
    collect_stored s = stored_of(f, i);
    uint8_t by = s.by ? (uint8_t)(s.by - 1) : is_time(f, i) || p->format == ROCZ_F_POINTER ? ROCZ_T_DELTA : ROCZ_T_NONE;
    k->column[WORDS + p->word] = (rocz_column_def){collect_parameter_name(f, i), type_of(f, i), by, s.other ? (uint8_t)(WORDS + s.other - 1) : 0};
    if (s.after && !strcmp(collect_parameter_name(f, i), "end"))
      k->end_after = (int8_t)(s.after - 1);
  }
  k->function = f;
  k->start = word_named(f, "start");
  k->end = word_named(f, "end");
  k->declared = false;
  if (f->api->info)
    collect_info_kind((uint16_t)number);
  k->kind = (rocz_kind){(uint16_t)number, (uint8_t)(WORDS + f->words), f->name, k->column};
  collect_function_row[id] = (uint8_t)kind_count;
  return true;
}

/* ---- out of the ring ---- */

static int64_t *columns; /* COLUMNS columns of BATCH_ROWS each */

typedef struct row_batch { uint32_t rows; int64_t min_time, max_time; uint64_t sequence; collect_line line; } row_batch;

static int64_t *column_of(unsigned c) { return columns + (size_t)c * BATCH_ROWS; }

static int64_t stack_id(const rocz_segment *s, uint64_t near, uint32_t low) {
  return (int64_t)((uint64_t)s->lane << ROCZ_STACK_SHIFT | collect_number_near(near, low));
}

/* Reads the row's words. A handler's row has raw words, from which this makes the columns. False: there is no memory now. */
static bool words_take(const row_kind *k, const rocz_segment *s, uint64_t at, const rocz_call_record *r, uint64_t *words) {
  uint64_t raw[COLLECT_HANDLER_WORDS];
  const collect_function *f = k->function;
  unsigned blocks = r->argument_blocks, count = (uint32_t)r->result & 0xffff;
  bool is_raw = s->kind == ROCZ_SEG_ROWS;
  for (unsigned w = 0; w < (is_raw ? 4 * blocks : f->words); w++)
    memcpy(is_raw ? &raw[w] : &words[w], collect_data_of(s) + ((at + 32 + 8 * w) & s->mask), 8);
  if (!is_raw)
    return true;
  if (f->api->intern)
    return f->api->intern(f, raw, count < 4 * blocks ? count : 4 * blocks, words);
  memcpy(words, raw, 8 * (size_t)f->words);
  for (int i = 0; i < f->parameters; i++)
    if (f->parameter[i].format == ROCZ_F_STRING)
      words[f->parameter[i].word] = collect_text_word((const char *)(uintptr_t)words[f->parameter[i].word]);
  return true;
}

static void row_add(row_batch *b, const row_kind *k, const rocz_segment *s, uint64_t at, const rocz_call_record *r) {
  uint32_t i = b->rows++;
  int64_t start = collect_line_follow(&b->line, r->start), end = collect_line_follow(&b->line, r->end);
  bool bare = k->function->api->bare;
  column_of(START)[i] = bare ? 0 : start;
  column_of(DURATION)[i] = bare ? 0 : end - start;
  column_of(NUMBER)[i] = bare && k->function->api->info ? 0 : stack_id(s, b->sequence, r->sequence);
  column_of(PARENT)[i] = r->parent && !bare ? stack_id(s, b->sequence, r->parent) : 0;
  uint64_t words[COLUMNS];
  if (!words_take(k, s, at, r, words))
    collect_sink_spoil(ENOMEM);
  for (unsigned w = 0; w < k->kind.columns - (unsigned)WORDS; w++)
    column_of(WORDS + w)[i] = (int64_t)words[w];
  if (k->start >= 0)
    start = column_of(WORDS + (unsigned)k->start)[i], end = column_of(WORDS + (unsigned)k->end)[i];
  if (k->end_after >= 0)
    end += column_of(WORDS + (unsigned)k->end_after)[i];
  if (start == ROCZ_NULL)
    return;
  b->min_time = start < b->min_time ? start : b->min_time;
  b->max_time = end > b->max_time ? end : b->max_time;
}

static void batch_write(row_batch *b, const row_kind *k, const rocz_segment *s, uint64_t position) {
  const int64_t *column[COLUMNS];
  for (unsigned c = 0; c < COLUMNS; c++)
    column[c] = column_of(c);
  collect_sink_rows(&(rocz_rows){.kind = k->kind.id, .declared = &k->kind, .lane = s->lane, .rows = b->rows, .column = column,
                                 .position = position, .min_time = b->min_time, .max_time = b->max_time});
  *b = (row_batch){.min_time = INT64_MAX, .max_time = INT64_MIN, .sequence = b->sequence, .line = b->line};
}

static uint64_t kind_write(const rocz_segment *s, uint64_t at, uint64_t to, uint8_t number, uint64_t sequence) {
  row_batch b = {.min_time = INT64_MAX, .max_time = INT64_MIN, .sequence = sequence, .line = {.from = 1, .to = 0}};
  row_kind *k = &kinds[number];
  uint64_t rows = 0;
  if (!k->declared) /* readers skip chunks of kinds that they do not know, so the declaration comes first */
    collect_meta_flush();
  k->declared = true;
  while (at < to) {
    const rocz_call_record *r = (const rocz_call_record *)(const void *)(collect_data_of(s) + (at & s->mask));
    if (collect_function_row[r->function] == number) {
      row_add(&b, k, s, at, r);
      rows++;
    }
    at += 32 + 32 * (uint64_t)r->argument_blocks;
    if (b.rows == BATCH_ROWS)
      batch_write(&b, k, s, at);
  }
  if (b.rows)
    batch_write(&b, k, s, to);
  return rows;
}

uint64_t collect_rows_write(const rocz_segment *s, uint64_t from, uint64_t to, uint64_t numbers, uint64_t sequence) {
  if (!columns && !(columns = collect_memory_grow(NULL, 0, (size_t)COLUMNS * BATCH_ROWS * 8))) {
    collect_sink_spoil(ENOMEM);
    return 0;
  }
  uint64_t rows = 0;
  for (uint8_t n = 1; n < KINDS; n++)
    if (numbers >> n & 1)
      rows += kind_write(s, from, to, n, sequence);
  return rows;
}

static void rows_forked(void) { columns = NULL; } /* the parent's writer may have been using it at the fork */
COLLECT_MODULE(rows) = {.name = "rows", .forked = rows_forked};
