/* health: facts about the quality of each file, one fact a row.
**
**    SELECT * FROM health WHERE value <> 0;
**
** source  the file; NULL for the connection
** name    what was counted or found, e.g. 'calls dropped'
** value   how many, or how much (the name says the unit)
** detail  text, where there is more to say
**
** Facts of files of any kind: "damaged" counts damaged parts that were left out ({"damaged":"skip"}), or is 1 if reading failed; detail describes the first.
** "malformed JSON" counts values that are NULL because extdata is not valid JSON, or has more than 16 MB. "left out" counts the rows of a file that other
** files hold, "rows counted twice" the rows that another file which counts also holds, "same guid" the other files with the same guid that count (parts of
** one trace: joins by guid multiply). Facts of databases: "missing tables" counts the base tables that they lack; "dangling kernel_id" and the like count
** the rows of a table whose id refers to no row (values that depend on it are NULL). To find these, a query of health reads all columns with ids. The other
** names belong to one kind of file. Facts of the connection: the time window (rocpd_window); "unreadable" counts files and folders that could not be opened
** and were skipped; "not aligned" counts the hosts, if there are several and their clocks were not compared; "bytes kept" is the memory of what is kept for
** the next query (keep.h), after this one has read what it needs. Rows that cannot be right (quality.h: "kernels
** without launch", ...) are counted if there are any, in files of any kind.
**
** Without any source, one row says which folder was searched. With a path, as in health('runs/42'), the facts are about its files. */
#include "dangling.h"
#include "frame_names.h"
#include "hosts.h"
#include "known_time.h"
#include "map.h"
#include "quality.h"
#include "queue_overlap.h"
#include "rows.h"
#include "same.h"
#include "statistics.h"
#include "summed.h"
#include "trace.h"

#define COLUMN_LIST(C, H) \
  C(SOURCE, source, TEXT) C(NAME, name, TEXT) C(VALUE, value, INTEGER) C(DETAIL, detail, TEXT)
ROCPD_COLUMNS(COLUMN_LIST);

typedef struct facts {
  const rocpd_trace *trace;
  rocpd_session *session;
  rocpd_row_builder rows;
  const char *source;
} facts;

static int add_fact(void *arg, const char *name, int64_t value, const char *detail) {
  facts *f = arg;
  int rc = SQLITE_OK;
  const int64_t row[COLUMNS] = {
    [SOURCE] = rocpd_rows_text(f->session, f->source, &rc),
    [NAME] = rocpd_rows_text(f->session, name, &rc),
    [VALUE] = value,
    [DETAIL] = rocpd_rows_text(f->session, detail, &rc),
  };
  return rc == SQLITE_OK ? rocpd_rows_add(&f->rows, row) : rc;
}

/* Adds the number of values that are NULL because their JSON is malformed. */
static int add_malformed(facts *f, const rocpd_source *s) {
  if (!s->faults.malformed_json) return SQLITE_OK;
  const rocpd_kind *kind = &rocpd_kinds[s->faults.malformed_kind];
  char *detail = sqlite3_mprintf("first: %s.%s, rowid %lld", kind->name, kind->column[s->faults.malformed_column].name,
                                 (long long)s->faults.malformed_rowid);
  int rc = detail ? add_fact(f, "malformed JSON", (int64_t)s->faults.malformed_json, detail) : SQLITE_NOMEM;
  sqlite3_free(detail);
  return rc;
}

/* Called after the class's health(), which may read the file and meet damage. */
static int add_damage(facts *f, rocpd_source *s) {
  int64_t n = __atomic_load_n(&s->faults.damages, __ATOMIC_RELAXED);
  return n ? add_fact(f, "damaged", n, __atomic_load_n(&s->faults.damage, __ATOMIC_ACQUIRE)) : SQLITE_OK;
}

/* ---- sources that have something in common */

typedef struct same { /* the sources with one guid */
  size_t n, first, second;
} same;

typedef struct same_guids {
  rocpd_map map; /* id of the guid -> place in same */
  same *same;
  size_t n;
} same_guids;

/* NULL: it has no guid. */
static int same_of(facts *f, const same_guids *g, const rocpd_source *s, int64_t *id, same **out) {
  int rc = rocpd_intern_or_null(f->session, s->info.guid, id);
  uint64_t place = rc == SQLITE_OK && *id != ROCPD_NULL ? rocpd_map_get(&g->map, (uint64_t)*id, UINT64_MAX) : UINT64_MAX;
  *out = place == UINT64_MAX ? NULL : &g->same[place];
  return rc;
}

static int find_same_guids(facts *f, rocpd_source **source, size_t n, same_guids *g) {
  for (size_t i = 0; i < n; i++) {
    int64_t id;
    same *one;
    int rc = same_of(f, g, source[i], &id, &one);
    if (rc == SQLITE_OK && one && one->n++ == 1) one->second = i;
    if (rc == SQLITE_OK && (one || id == ROCPD_NULL)) continue;
    if (rc == SQLITE_OK) rc = rocpd_array_push_reserve(&g->same, g->n, sizeof(*g->same));
    if (rc == SQLITE_OK) rc = rocpd_map_set(&g->map, (uint64_t)id, g->n);
    if (rc != SQLITE_OK) return rc;
    g->same[g->n++] = (same){.n = 1, .first = i};
  }
  return SQLITE_OK;
}

/* Adds a fact if other sources have the guid of source[i]. */
static int add_same_guid(facts *f, const same_guids *g, rocpd_source **source, size_t i) {
  int64_t id;
  same *all;
  int rc = same_of(f, g, source[i], &id, &all);
  if (rc != SQLITE_OK || !all || all->n < 2) return rc;
  return add_fact(f, "same guid", (int64_t)all->n - 1, source[i == all->first ? all->second : all->first]->path);
}

/* Describes rows that are in several files: their kinds, their times, and the effect on sums. The caller frees the text. */
static char *twice_detail(const rocpd_same *x) {
  sqlite3_str *s = sqlite3_str_new(NULL);
  if (x->other) sqlite3_str_appendf(s, "rows that %s has, too:", x->other->path);
  else sqlite3_str_appendall(s, "rows that other files of its process have, too:");
  const char *comma = "";
  for (int k = 0; k < ROCPD_KIND_COUNT; k++)
    if (x->of_kind[k]) sqlite3_str_appendf(s, "%s %lld %s", comma, (long long)x->of_kind[k], rocpd_kinds[k].name), comma = ",";
  sqlite3_str_appendf(s, ", with starts from %lld to %lld; sums count %lld of them once too often", (long long)x->first, (long long)x->last, (long long)x->surplus);
  return sqlite3_str_finish(s);
}

static int add_same(facts *f, const rocpd_same *x) {
  f->source = x->source->path;
  char *detail = x->left_out ? sqlite3_mprintf("all rows of the file are in others, too, as in %s: it does not count", x->other->path) : twice_detail(x);
  int rc = detail ? add_fact(f, x->left_out ? "left out" : "rows counted twice", x->rows, detail) : SQLITE_NOMEM;
  sqlite3_free(detail);
  f->source = NULL;
  return rc;
}

static int add_unreadable(void *arg, int64_t files, const char *why) { return add_fact(arg, "unreadable", files, why); }

static int add_not_aligned(facts *f, rocpd_source **source, size_t n) {
  int64_t hosts, merged = 0;
  int rc = rocpd_hosts_apart(f->session, source, n, &hosts, NULL);
  for (size_t i = 0; rc == SQLITE_OK && hosts && !merged && i < n; i++) rc = rocpd_source_clocks_apart(source[i], &merged);
  if (rc != SQLITE_OK || !hosts) return rc;
  return add_fact(f, "not aligned", hosts, merged ? "hosts, each with times of its own clock; those in a merged file cannot be aligned: attach the files that it was made of"
                                                  : "hosts, each with times of its own clock; rocpd_align() puts them on one time line");
}

static int add_no_source(facts *f, const char *path) {
  const char *folder = rocpd_trace_looked_in(f->trace);
  char *detail = path     ? sqlite3_mprintf("nothing is in %s yet", path)
                 : folder ? sqlite3_mprintf("no .rocz file in %s (the folder beside the main database); rocpd_attach(path) adds others", folder)
                          : sqlite3_mprintf("the main database is no NAME.db with a folder NAME beside it; rocpd_attach(path) adds files");
  int rc = detail ? add_fact(f, "no source", 0, detail) : SQLITE_NOMEM;
  sqlite3_free(detail);
  return rc;
}

static int add_window(facts *f) {
  const rocpd_window *w = rocpd_trace_window(f->trace);
  const char *rows = w && w->overlap ? "rows that overlap the window count" : "rows that the window contains count";
  int rc = w ? add_fact(f, "window start", w->start, rows) : SQLITE_OK;
  return w && rc == SQLITE_OK ? add_fact(f, "window end", w->end, rows) : rc;
}

/* Finds ids in a source's rows that refer to no row. Damage is reported by other facts. */
static int find_dangling(facts *f, rocpd_snapshot *s, rocpd_source *source) {
  rocpd_error err = {0};
  int rc = rocpd_dangling_find(s, source, &err);
  if (rc != SQLITE_OK && !rocpd_is_stop(rc))
    rc = __atomic_load_n(&source->faults.damages, __ATOMIC_RELAXED) ? SQLITE_OK : add_fact(f, "unreadable", 1, err.message);
  rocpd_error_clear(&err);
  return rc;
}

/* Modules of sampled frames whose names cannot be looked up. Damage is reported by other facts. */
static int add_symbols(facts *f, rocpd_snapshot *s, rocpd_source *source) {
  int64_t n;
  char *why;
  rocpd_error err = {0};
  int rc = rocpd_frame_names_missing(s, source, &n, &why, &err);
  rocpd_error_clear(&err);
  if (rc == SQLITE_OK && n) rc = add_fact(f, "modules without symbols", n, why);
  sqlite3_free(why);
  return rc == SQLITE_OK || rocpd_is_stop(rc) ? rc : SQLITE_OK;
}

/* Adds counts of rows that cannot be right. Damage is reported by other facts. */
static int add_quality(facts *f, rocpd_snapshot *s, rocpd_source *source) {
#define QUALITY(id, name, text) {name, text},
  static const struct { const char *name, *text; } what[] = {ROCPD_QUALITIES(QUALITY)};
  const rocpd_quality *q;
  rocpd_error err = {0};
  int rc = rocpd_quality_find(s, source, &q, &err);
  rocpd_error_clear(&err);
  if (rc != SQLITE_OK) return rocpd_is_stop(rc) ? rc : SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < ROCPD_QUALITY_COUNT; i++)
    if (q->rows[i]) rc = add_fact(f, what[i].name, q->rows[i], what[i].text);
  return rc;
}

static int read_batch_times(void *arg, size_t i, rocpd_error *err) {
  rocpd_batch *b = ((rocpd_batch **)arg)[i];
  const rocpd_column *c;
  int rc = SQLITE_OK;
  for (int k = 0; rc == SQLITE_OK && k < rocpd_kinds[b->kind].columns; k++)
    if (rocpd_kinds[b->kind].column[k].flags & ROCPD_C_TIMES) rc = rocpd_batch_column(b, k, &c, err);
  return rc;
}

/* Reads all times of a source, since unknown ones are counted when they are read. Damage is reported by other facts. */
static int read_times(rocpd_snapshot *s, rocpd_source *source) {
  int rc = SQLITE_OK;
  for (int k = 0; !rocpd_is_stop(rc) && k < ROCPD_KIND_COUNT; k++) {
    const rocpd_kind *kind = &rocpd_kinds[k];
    if (kind->start < 0 || kind->flags & ROCPD_K_LIFETIME || !(source->info.native & ROCPD_KIND_BIT(k))) continue;
    rocpd_error err = {0};
    rocpd_batch **batch;
    size_t n = 0;
    rc = rocpd_snapshot_batches_of(s, source, k, &batch, &n, &err);
    if (rc == SQLITE_OK) rc = rocpd_parallel(rocpd_snapshot_session(s), n, read_batch_times, batch, &err);
    rocpd_error_clear(&err);
  }
  return rocpd_is_stop(rc) ? rc : SQLITE_OK;
}

/* Adds the number of events of a source that have no rows. */
static int add_sums(facts *f, rocpd_snapshot *s, rocpd_source *source) {
  rocpd_error err = {0};
  int64_t all = 0;
  int rc = rocpd_summed_of(s, source, ROCPD_KIND_NONE, NULL, NULL, &all, &err);
  rocpd_error_clear(&err); /* damage is reported by other facts */
  if (rc != SQLITE_OK) return rocpd_is_stop(rc) ? rc : SQLITE_OK;
  return all ? add_fact(f, "events known as sums", all, "they have no rows (table aggregated): top, top_kernels, top_by, histogram, calls, api_overhead and "
                        "diff include them, tables that need the times of each event are refused (rocpd_tables.needs_rows)")
             : SQLITE_OK;
}

static int add_source(facts *f, rocpd_snapshot *s, rocpd_source *source) {
  f->source = source->path;
  int rc = find_dangling(f, s, source); /* first, since its reading makes later facts complete */
  if (rc == SQLITE_OK) rc = read_times(s, source);
  if (rc == SQLITE_OK) rc = rocpd_source_health(source, add_fact, f);
  if (rc == SQLITE_OK) rc = rocpd_dangling_each(s, source, add_fact, f);
  if (rc == SQLITE_OK) rc = add_symbols(f, s, source);
  if (rc == SQLITE_OK) rc = add_quality(f, s, source);
  if (rc == SQLITE_OK) rc = add_sums(f, s, source);
  if (rc == SQLITE_OK) rc = add_damage(f, source);
  return rc == SQLITE_OK ? add_malformed(f, source) : rc;
}

static int add_saturated(facts *f, rocpd_snapshot *s) {
  int64_t names = rocpd_statistics_saturated(s);
  if (!names) return SQLITE_OK;
  return add_fact(f, "sums saturated", names,
                  "names whose durations add up to more than top holds: total_ns is the greatest number, stddev_ns NULL");
}

static int add_overlap(void *arg, rocpd_source *source, int64_t kernels) {
  facts *f = arg;
  f->source = source->path;
  return add_fact(f, "kernels overlapping in a queue", kernels, "they start more than 1 us before the one in front of them ends, for which HIP has each wait: "
                  "the clocks do not agree");
}

static int add_bytes_kept(facts *f) {
  const rocpd_session *s = f->session;
  char *detail = sqlite3_mprintf("columns %lld, indexes and links %lld, computed rows and orders of calls %lld; at most %lld stay between statements "
                                 "(rocpd_config)",
                                 (long long)rocpd_keep_bytes(s, ROCPD_KEEP_COLUMNS), (long long)rocpd_keep_bytes(s, ROCPD_KEEP_INDEXES),
                                 (long long)rocpd_keep_bytes(s, ROCPD_KEEP_ANSWERS), (long long)rocpd_keep_limit(s));
  int rc = detail ? add_fact(f, "bytes kept", rocpd_keep_all_bytes(s), detail) : SQLITE_NOMEM;
  sqlite3_free(detail);
  return rc;
}

/* Damage is said by others. */
static int add_overlaps(facts *f, rocpd_snapshot *s) {
  rocpd_error err = {0};
  int rc = rocpd_queue_overlaps(s, add_overlap, f, &err);
  rocpd_error_clear(&err);
  f->source = NULL;
  return rocpd_is_stop(rc) ? rc : SQLITE_OK;
}

static int health_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  size_t n, in_common;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  const rocpd_same *common = rocpd_snapshot_same(s, &in_common);
  facts f = {.trace = rocpd_snapshot_trace(s), .session = session, .rows.columns = COLUMNS};
  same_guids guids = {0};
  int rc = add_window(&f);
  if (rc == SQLITE_OK) rc = add_saturated(&f, s);
  if (rc == SQLITE_OK) rc = rocpd_snapshot_left_out(s, add_unreadable, &f);
  if (rc == SQLITE_OK) rc = add_not_aligned(&f, source, n);
  if (rc == SQLITE_OK && !n) rc = add_no_source(&f, rocpd_snapshot_path(s));
  for (size_t i = 0; rc == SQLITE_OK && i < in_common; i++) rc = add_same(&f, &common[i]);
  if (rc == SQLITE_OK) rc = find_same_guids(&f, source, n, &guids);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    rc = add_source(&f, s, source[i]);
    if (rc == SQLITE_OK) rc = add_same_guid(&f, &guids, source, i);
  }
  if (rc == SQLITE_OK) rc = add_overlaps(&f, s);
  if (rc == SQLITE_OK) rc = add_bytes_kept(&f);
  rocpd_map_free(&guids.map);
  sqlite3_free(guids.same);
  return rocpd_rows_end(&f.rows, rc, out, err);
}

ROCPD_TABLE(health) = {.name = "health", .kind = -1, .column = columns, .columns = COLUMNS, .takes_sums = true, .ignores = ROCPD_TAKES_ROWS, .rows = health_rows};
