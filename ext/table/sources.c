/* sources: the files of the trace, or sets of tables where a file has several; its columns are in ext/help/tables/sources.md. rows, start and end are
** computed only if a query reads them, since that reads the files. */
#include "hosts.h"
#include "same.h"
#include "time_spec.h"
#include "rows.h"

#define COLUMN_LIST(C, H) \
  C(KIND, kind, TEXT) C(SOURCE, source, TEXT) C(GUID, guid, TEXT) C(RUN, run, TEXT) C(HOST, host, TEXT) C(PID, pid, INTEGER) \
  C(PPID, ppid, INTEGER) C(RANK, rank, INTEGER) C(COMMAND, command, TEXT) C(ROWS, rows, INTEGER) C(START, start, BIGINT) C(END, end, BIGINT) \
  C(OFFSET, offset_ns, INTEGER) C(COMPLETE, complete, INTEGER) C(RECOVERED, recovered, INTEGER) \
  H(NID, nid, INTEGER) H(WALL, wall_offset_ns, INTEGER) H(CACHED, cached_bytes, INTEGER) H(PARENT, parent, TEXT) H(CLOCK, clock, TEXT) \
  H(SAME_AS, same_as, TEXT) H(ROWS_TWICE, rows_twice, INTEGER) H(SURPLUS, rows_surplus, INTEGER) H(TWICE_START, twice_start, BIGINT) \
  H(TWICE_END, twice_end, BIGINT)
ROCPD_COLUMNS(COLUMN_LIST);

/* ---- rows, start and end: found when somebody asks */

typedef struct late_columns {
  rocpd_rows rows; /* as made; also the memory of what is filled in */
  rocpd_session *session;
  rocpd_snapshot *snapshot; /* the cursor's */
  bool filled;
} late_columns;

static int64_t *value_at(const late_columns *l, int column, uint64_t i) { return (int64_t *)l->rows.column[column].data + i; }

/* Adds the rows and times that the source of row i has of a kind. */
static int add_totals(const late_columns *l, uint64_t i, rocpd_source *source, int kind, rocpd_error *err) {
  int64_t *rows = value_at(l, ROWS, i), *start = value_at(l, START, i), *end = value_at(l, END, i);
  rocpd_batch **batch;
  size_t n;
  int rc = rocpd_snapshot_batches_of(l->snapshot, source, kind, &batch, &n, err);
  if (rc != SQLITE_OK) return rc;
  for (size_t k = 0; k < n; k++) *rows += batch[k]->rows;
  int64_t first = *start == ROCPD_NULL ? INT64_MAX : *start, last = *end == ROCPD_NULL ? INT64_MIN : *end;
  rc = rocpd_batches_span(l->session, batch, n, &first, &last, err);
  if (rc == SQLITE_OK && first <= last) *start = first, *end = last;
  return rc;
}

static int fill_late(const rocpd_rows *r, int column, rocpd_error *err) {
  late_columns *l = r->data;
  if (l->filled || (column != ROWS && column != START && column != END)) return SQLITE_OK;
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(l->snapshot, &n);
  for (size_t i = 0; i < n; i++) {
    *value_at(l, ROWS, i) = 0;
    *value_at(l, START, i) = *value_at(l, END, i) = ROCPD_NULL;
    for (int k = 0; k < ROCPD_KIND_COUNT; k++) {
      if (!(rocpd_kinds[k].flags & ROCPD_K_COUNTED)) continue;
      rocpd_error one = {0};
      int rc = add_totals(l, i, source[i], k, &one);
      rocpd_error_clear(&one);
      if (rocpd_is_stop(rc)) return rocpd_fail_code(err, rc);
      /* Damage is reported when rows are read; a damaged file is listed nevertheless. */
    }
    *value_at(l, COMPLETE, i) = rocpd_source_is_whole(source[i]);
  }
  l->filled = true;
  return SQLITE_OK;
}

static void free_late(rocpd_rows *r) {
  late_columns *l = r->data;
  l->rows.free_rows(&l->rows);
  sqlite3_free(l);
}

/* ---- the rest */

/* Returns the entry about rows that a counted source shares with others; NULL: none. */
static const rocpd_same *same_of(rocpd_snapshot *s, const rocpd_source *source) {
  size_t n;
  const rocpd_same *same = rocpd_snapshot_same(s, &n);
  while (n && same[n - 1].source != source && !same[n - 1].left_out) n--;
  return n && !same[n - 1].left_out ? &same[n - 1] : NULL;
}

/* same: what the source has in common with others, or NULL; apart: the clocks of the machines were not compared. */
static int add_row(rocpd_snapshot *snapshot, rocpd_row_builder *b, rocpd_source *s, const rocpd_same *same, bool apart, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(snapshot);
  bool left_out = same && same->left_out;
  rocpd_identity whose = {0};
  int rc = rocpd_identify(&whose, snapshot, s, ROCPD_NULL, err);
  int64_t machines = ROCPD_NULL, several = 0;
  if (rc == SQLITE_OK && apart) rc = rocpd_fail_code(err, rocpd_source_clocks_apart(s, &several));
  if (rc == SQLITE_OK && several) rc = rocpd_fail_code(err, rocpd_intern_format(session, &machines, "%lld machines", several));
  const int64_t value[COLUMNS] = {
    [KIND] = rocpd_rows_text(session, s->class->name, &rc),
    ROCPD_IDENTITY_OF(whose),
    [PID] = s->info.pid ? s->info.pid : ROCPD_NULL,
    [PPID] = s->info.ppid,
    [COMMAND] = rocpd_rows_text(session, s->info.command, &rc),
    [ROWS] = 0,
    [START] = ROCPD_NULL,
    [END] = ROCPD_NULL,
    [OFFSET] = s->said.offset_ns,
    [COMPLETE] = rocpd_source_is_whole(s),
    [RECOVERED] = s->info.recovered,
    [NID] = s->info.nid,
    [WALL] = rocpd_source_wall_offset_ns(s),
    [CACHED] = __atomic_load_n(&s->cached_bytes, __ATOMIC_RELAXED), /* an export may run */
    [PARENT] = rocpd_rows_text(session, s->info.parent[0] ? s->info.parent : NULL, &rc),
    [SAME_AS] = rocpd_rows_text(session, left_out ? same->other->path : NULL, &rc),
    [ROWS_TWICE] = same && !left_out ? same->rows : 0,
    [SURPLUS] = same && !left_out ? same->surplus : 0,
    [TWICE_START] = same && !left_out ? same->first : ROCPD_NULL,
    [TWICE_END] = same && !left_out ? same->last : ROCPD_NULL,
    [CLOCK] = !apart ? ROCPD_NULL : several ? machines : whose.origin.host != ROCPD_NULL ? whose.origin.host : whose.path,
  };
  return rc == SQLITE_OK ? rocpd_rows_add(b, value) : rc;
}

static int sources_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  size_t n, sames;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  const rocpd_same *same = rocpd_snapshot_same(s, &sames);
  rocpd_row_builder b = {.columns = COLUMNS};
  late_columns *l = sqlite3_malloc64(sizeof(*l));
  int64_t hosts = 0;
  int rc = l ? SQLITE_OK : SQLITE_NOMEM;
  if (rc == SQLITE_OK) rc = rocpd_hosts_apart(session, source, n, &hosts, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_row(s, &b, source[i], same_of(s, source[i]), hosts > 1, err);
  for (size_t i = 0; rc == SQLITE_OK && i < sames && same[i].left_out; i++) rc = add_row(s, &b, same[i].source, &same[i], false, err);
  rc = rocpd_rows_end(&b, rc, out, err);
  if (rc != SQLITE_OK) return sqlite3_free(l), rc;
  *l = (late_columns){.rows = *out, .session = session, .snapshot = s};
  out->fill = fill_late;
  out->free_rows = free_late;
  out->data = l;
  return SQLITE_OK;
}

ROCPD_TABLE(sources) = {
  .name = "sources", .kind = -1, .column = columns, .columns = COLUMNS, .takes_sums = true, .ignores = ROCPD_TAKES_ROWS, .rows = sources_rows};
