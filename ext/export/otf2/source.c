/* Finds the place of calls and samples in the program's source, from line_info and call_stack. These are objects of rocprofiler-systems, in which an inlined
** function is the innermost, or lists of frames, innermost first: "work (train.py:42)". Text that is not JSON is ignored. */
#define _GNU_SOURCE /* memrchr() */
#include "json.h"
#include "otf2.h"

enum { STACK, LINES };

int rocpd_otf2_find_where(rocpd_writer *w, const rocpd_export_batch *v, rocpd_otf2_where *out, rocpd_error *err) {
  bool call = v->event->kind == ROCPD_KIND_REGION;
  const int column[] = {call ? ROCPD_REGION_call_stack : ROCPD_SAMPLE_call_stack, call ? ROCPD_REGION_line_info : ROCPD_SAMPLE_line_info};
  bool any = false;
  *out = (rocpd_otf2_where){{NULL}};
  if (!call && v->event->kind != ROCPD_KIND_SAMPLE) return SQLITE_OK;
  for (int i = 0; i < 2; i++) {
    int64_t size = 0;
    if (rocpd_batch_column(v->batch, column[i], &out->column[i], err)) return err->rc;
    int64_t id = v->batch->rows ? rocpd_column_at(out->column[i], 0) : ROCPD_NULL;
    if (id != ROCPD_NULL) rocpd_string(w->x->session, id, &size);
    any |= !rocpd_column_is_constant(out->column[i]) || size > 2; /* "{}", "[]" */
  }
  if (!any) *out = (rocpd_otf2_where){{NULL}};
  return SQLITE_OK;
}

/* ---- one text */

typedef struct found_source {
  int64_t file; /* string id, or ROCPD_NULL */
  uint32_t line; /* 0: unknown */
} found_source;

static uint32_t line_of(const char *digits, size_t n) {
  uint64_t line = 0;
  for (size_t i = 0; i < n && line <= UINT32_MAX; i++) {
    if (digits[i] < '0' || digits[i] > '9') return 0;
    line = line * 10 + (uint64_t)(digits[i] - '0');
  }
  return line > UINT32_MAX ? 0 : (uint32_t)line;
}

/* Parses "train.py:42" or "work (train.py:42)": a file and a line. A text without a line may be anything; `named` says that it is a file. */
static int parse_place(rocpd_session *session, int64_t text, bool named, found_source *s, rocpd_error *err) {
  int64_t size = 0;
  const char *from = rocpd_string(session, text, &size);
  size_t n = (size_t)size, digits = 0;
  const char *bracket = n && from[n - 1] == ')' ? memrchr(from, '(', n) : NULL;
  if (bracket && !named) n = (size_t)(from + n - 1 - (bracket + 1)), from = bracket + 1;
  while (digits < n && from[n - 1 - digits] >= '0' && from[n - 1 - digits] <= '9') digits++;
  bool has_line = digits && digits + 1 < n && from[n - 1 - digits] == ':';
  if (!n || (!has_line && !named)) return SQLITE_OK;
  if (has_line) s->line = line_of(from + n - digits, digits);
  return rocpd_fail_code(err, rocpd_intern(session, from, (int)(has_line ? n - digits - 1 : n), &s->file));
}

/* Reads the values at these paths; if `line` is NULL, the line is part of the file's text. */
static int look(rocpd_session *session, int64_t text, const char *file, const char *line, bool named, found_source *s, rocpd_error *err) {
  int64_t where = ROCPD_NULL, digits = ROCPD_NULL;
  int rc = s->file == ROCPD_NULL && file ? rocpd_json_value(session, text, file, ROCPD_TEXT, &where, err) : SQLITE_OK;
  if (!rc && where != ROCPD_NULL) rc = parse_place(session, where, named, s, err);
  if (!rc && line && !s->line) rc = rocpd_json_value(session, text, line, ROCPD_TEXT, &digits, err);
  if (rc || digits == ROCPD_NULL) return rc;
  int64_t size = 0;
  const char *at = rocpd_string(session, digits, &size);
  s->line = line_of(at, (size_t)size);
  return SQLITE_OK;
}

static int find_source(rocpd_session *session, const int64_t *text, found_source *s, rocpd_error *err) {
  static const struct { int in; const char *file, *line; bool named; } place[] = {
    {LINES, "$.inlined.location", "$.inlined.line", true}, {LINES, "$.inlined.file", NULL, true}, {LINES, "$.location", "$.line", true},
    {LINES, "$.file", NULL, true},
    {STACK, "$.file", "$.line", true}, {STACK, "$[0].file", "$[0].line", true}, {STACK, "$[0]", NULL, false}};
  *s = (found_source){ROCPD_NULL, 0};
  int rc = SQLITE_OK;
  for (size_t i = 0; i < sizeof place / sizeof *place && !rc && (s->file == ROCPD_NULL || !s->line); i++) {
    int64_t size = 0;
    if (text[place[i].in] != ROCPD_NULL) rocpd_string(session, text[place[i].in], &size);
    if (size > 2) rc = look(session, text[place[i].in], place[i].file, place[i].line, place[i].named, s, err);
  }
  return rc;
}

/* ---- events */

/* Merges the places of a region: different files become ROCPD_OTF2_SEVERAL_SOURCES, different lines of one file become line 0. */
static uint64_t merged(uint64_t known, uint64_t key) {
  if (!known || known == key) return key;
  if (rocpd_otf2_source_file(known) != rocpd_otf2_source_file(key)) return ROCPD_OTF2_SEVERAL_SOURCES;
  return rocpd_otf2_source_file(key) << 32;
}

static int add_to_region(rocpd_otf2_shared *s, uint32_t region, uint64_t key) {
  size_t old = s->region_sources;
  if (region >= old) {
    if (rocpd_array_reserve(&s->region_source, &s->region_sources, (size_t)region + 1, sizeof *s->region_source)) return SQLITE_NOMEM;
    memset(s->region_source + old, 0, (s->region_sources - old) * sizeof *s->region_source);
  }
  s->region_source[region] = merged(s->region_source[region], key);
  return SQLITE_OK;
}

int rocpd_otf2_source(rocpd_writer *w, const rocpd_otf2_where *where, uint32_t row, uint32_t region, bool *has, uint32_t *number, rocpd_error *err) {
  rocpd_otf2_shared *s = rocpd_otf2_all(w);
  const int64_t text[] = {rocpd_column_at(where->column[STACK], row), rocpd_column_at(where->column[LINES], row)};
  uint64_t both = rocpd_otf2_string_key(text[STACK]) << 32 | rocpd_otf2_string_key(text[LINES]);
  pthread_mutex_lock(&w->x->mutex);
  uint64_t known = rocpd_map_get(&s->source_of, both, UINT64_MAX);
  pthread_mutex_unlock(&w->x->mutex);
  int rc = SQLITE_OK;
  if (known == UINT64_MAX) {
    found_source found;
    rc = find_source(w->x->session, text, &found, err);
    if (rc) return rc;
    known = found.file == ROCPD_NULL ? 0 : (rocpd_otf2_string_key(found.file) << 32 | found.line) + 1;
    pthread_mutex_lock(&w->x->mutex);
    rc = rocpd_map_set(&s->source_of, both, known);
    pthread_mutex_unlock(&w->x->mutex);
  }
  *has = known > 0;
  if (rc || !*has) return rc ? rocpd_no_memory(err) : SQLITE_OK;
  pthread_mutex_lock(&w->x->mutex);
  rc = add_to_region(s, region, known - 1);
  pthread_mutex_unlock(&w->x->mutex);
  return rc ? rocpd_no_memory(err) : rocpd_otf2_number(w, ROCPD_OTF2_SOURCES, known - 1, number, err);
}
