/* See rocz_said.h. */
#include "rocz_said.h"
#include "known_time.h"

static int declare_kind(rocpd_rocz_plan *plan, rocpd_rocz_said *s, int k) {
  int64_t name = 0;
  int rc = rocpd_rocz_text_id(plan, rocpd_kinds[k].name, &name);
  int64_t *row = s->kind + s->kinds++ * ROCPD_ROCZ_DECLARED_KIND_WIDTH;
  row[0] = ROCZ_DECLARED + k;
  row[1] = name;
  for (unsigned c = 0; !rc && c < rocpd_rocz_stored(k); c++) {
    const rocpd_column_def *def = &rocpd_kinds[k].column[c];
    row = s->column + s->columns++ * ROCPD_ROCZ_DECLARED_COLUMN_WIDTH;
    rc = rocpd_rocz_text_id(plan, def->name, &name);
    row[0] = ROCZ_DECLARED + k;
    row[1] = c;
    row[2] = name;
    row[3] = rocpd_rocz_type(def->type);
    row[4] = rocpd_rocz_has_length(k) && (int)c == rocpd_kinds[k].end ? rocpd_kinds[k].start : ROCZ_NULL;
  }
  return rc;
}

static char *kinds_text(rocpd_kind_set set) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  for (int k = 0; k < ROCPD_KIND_COUNT; k++)
    if (set & ROCPD_KIND_BIT(k)) sqlite3_str_appendf(text, "%s%s", sqlite3_str_length(text) ? "," : "", rocpd_kinds[k].name);
  if (!sqlite3_str_length(text)) sqlite3_str_appendall(text, ",");
  return sqlite3_str_finish(text);
}

static int describe_set(rocpd_rocz_plan *plan, const rocpd_source *s, size_t number, int64_t *row) {
  char *kinds = kinds_text(s->info.native);
  if (!kinds) return SQLITE_NOMEM;
  int64_t plain[ROCPD_ROCZ_SET_WIDTH] = {[0] = (int64_t)number, [4] = rocpd_source_rank(s), [5] = s->info.pid, [6] = s->info.ppid, [7] = s->info.nid,
                              [8] = rocpd_rocz_time(rocpd_source_start_ns(s)), [9] = rocpd_rocz_time(rocpd_source_end_ns(s)),
                              [10] = rocpd_source_wall_offset_ns(s), [11] = rocpd_source_is_whole(s)};
  memcpy(row, plain, sizeof plain);
  const struct { int column; const char *text; } texts[] = {
      {1, s->info.guid}, {2, *s->info.run_id ? s->info.run_id : NULL}, {3, s->info.host}, {12, s->info.command}, {13, kinds},
      {14, s->class->name}, {15, s->path}};
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < sizeof texts / sizeof *texts; i++) rc = rocpd_rocz_text_id(plan, texts[i].text, &row[texts[i].column]);
  sqlite3_free(kinds);
  return rc;
}

int rocpd_rocz_say(rocpd_rocz_plan *plan, rocpd_rocz_said *s, rocpd_error *err) {
  size_t columns = 0;
  for (int k = 0; k < ROCPD_KIND_COUNT; k++) columns += rocpd_rocz_stored(k);
  s->kind = sqlite3_malloc64(ROCPD_KIND_COUNT * ROCPD_ROCZ_DECLARED_KIND_WIDTH * sizeof(int64_t));
  s->column = sqlite3_malloc64(columns * ROCPD_ROCZ_DECLARED_COLUMN_WIDTH * sizeof(int64_t));
  s->set = sqlite3_malloc64((plan->sources + 1) * ROCPD_ROCZ_SET_WIDTH * sizeof(int64_t));
  int rc = s->kind && s->column && s->set ? SQLITE_OK : SQLITE_NOMEM;
  for (int k = 0; !rc && k < ROCPD_KIND_COUNT; k++)
    if (plan->rows_of[k]) rc = declare_kind(plan, s, k);
  for (; !rc && s->sets < plan->sources; s->sets++) rc = describe_set(plan, plan->source[s->sets], s->sets, s->set + s->sets * ROCPD_ROCZ_SET_WIDTH);
  if (!rc && !s->sets) { /* a file without sources still has a set, without kinds */
    for (int c = 0; c < ROCPD_ROCZ_SET_WIDTH; c++) s->set[c] = 0;
    s->sets = 1;
  }
  return rocpd_fail_code(err, rc);
}

/* The names in health of values that were read as NULL. */
static const char *const null_name[ROCPD_ROCZ_NULLS] = {ROCPD_WRONG_TYPE, ROCPD_UNKNOWN_TIMES};
typedef struct nulls {
  const rocpd_source *source;
  int64_t count[ROCPD_ROCZ_NULLS];
  char *first[ROCPD_ROCZ_NULLS];
} nulls;

static int null_of(const char *name) {
  int i = 0;
  while (i < ROCPD_ROCZ_NULLS && strcmp(name, null_name[i])) i++;
  return i;
}

static int add_nulls(void *arg, const char *name, int64_t value, const char *detail) {
  nulls *w = arg;
  int i = null_of(name);
  if (i == ROCPD_ROCZ_NULLS) return SQLITE_OK;
  w->count[i] += value;
  if (!w->first[i]) w->first[i] = sqlite3_mprintf("%s: %s", w->source->path, detail);
  return w->first[i] ? SQLITE_OK : SQLITE_NOMEM;
}

int rocpd_rocz_say_nulls(rocpd_rocz_plan *plan, rocpd_rocz_said *s, rocpd_error *err) {
  nulls w = {0};
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < plan->sources; i++) {
    w.source = plan->source[i];
    rc = rocpd_source_health(plan->source[i], add_nulls, &w);
  }
  for (int i = 0; i < ROCPD_ROCZ_NULLS; i++) {
    int64_t *row = s->counter[s->counters];
    row[1] = s->nulls[i] = w.count[i];
    if (!rc && w.count[i]) rc = rocpd_rocz_text_id(plan, null_name[i], &row[0]);
    if (!rc && w.count[i]) rc = rocpd_rocz_text_id(plan, w.first[i], &row[2]);
    s->counters += w.count[i] != 0;
    sqlite3_free(w.first[i]);
  }
  return rocpd_fail_code(err, rc);
}

/* ---- what sources state about themselves */

typedef struct said_facts {
  rocpd_rocz_plan *plan;
  rocpd_rocz_said *to;
} said_facts;

static int add_said(const said_facts *f, int of, const char *name, int64_t value, const char *detail) {
  rocpd_rocz_said *s = f->to;
  if (rocpd_array_push_reserve(&s->said, s->saids, sizeof *s->said) != SQLITE_OK) return SQLITE_NOMEM;
  int64_t *row = s->said[s->saids];
  row[1] = of, row[3] = value;
  int rc = rocpd_rocz_text_id(f->plan, name, &row[2]);
  if (!rc) rc = rocpd_rocz_text_id(f->plan, detail, &row[4]);
  s->saids += !rc;
  return rc;
}

/* The set states whether it is complete and from which file it is, so these facts are left out; so are losses of 0. */
static int add_fact(void *arg, const char *name, int64_t value, const char *detail) {
  bool elsewhere = !strcmp(name, "complete") || !strcmp(name, "exported from") || null_of(name) < ROCPD_ROCZ_NULLS;
  return elsewhere || !value ? SQLITE_OK : add_said(arg, ROCZ_SAID_FACT, name, value, detail);
}

static int add_domain(void *arg, const char *domain, bool recorded, const char *more) { return add_said(arg, ROCZ_SAID_DOMAIN, domain, recorded, more); }

int rocpd_rocz_say_facts(rocpd_rocz_plan *plan, rocpd_rocz_said *s, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < plan->sources; i++) {
    rocpd_source *source = plan->source[i];
    size_t first = s->saids;
    rc = rocpd_fail_code(err, rocpd_source_health(source, add_fact, &(said_facts){plan, s}));
    if (!rc && source->class->domains) rc = source->class->domains(source, add_domain, &(said_facts){plan, s}, err);
    for (; first < s->saids; first++) s->said[first][0] = (int64_t)i;
  }
  return rocpd_fail_code(err, rc);
}

void rocpd_rocz_said_free(rocpd_rocz_said *s) { sqlite3_free(s->kind), sqlite3_free(s->column), sqlite3_free(s->set), sqlite3_free(s->said); }
