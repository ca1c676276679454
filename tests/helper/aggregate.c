/* See aggregate.h. Rows come sorted by what they must agree in, so a sum ends where that changes. */
#include "aggregate.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "db.h"
#include "nesting.h"

/* What a row must agree in, in the order of the columns of `aggregated`; then start, end, duration, own time, weight. */
enum { KEYS = 21, START = KEYS, END, DURATION, OWN, WEIGHT };

static const char create[] =
  "CREATE TABLE sums.aggregated(guid, source, run, host, rank, nid, pid, tid, rows_of, category, name, message, agent_id, agent_type, src_agent_id, "
  "src_agent_type, queue_id, queue_name, stream_id, stream_name, frame_id, start, \"end\", calls, ended, sum_ns, min_ns, max_ns, squares_high, squares_low, "
  "own_ns, longest_start, has_rows, weight, id INTEGER PRIMARY KEY)";

#define WHOSE "guid, source, run, host, rank, nid, pid"
#define STREAMS(queue, stream) "queue_id, " queue ", stream_id, " stream
#define LAUNCHED " LEFT JOIN (SELECT guid, id AS stack_id, frame_id FROM temp.nesting) USING (guid, stack_id)"
#define LAUNCHER "CASE WHEN frame_id IS NOT NULL THEN tid END"
static const char *const rows[] = {
  "SELECT " WHOSE ", " LAUNCHER ", 'kernels', category, name, NULL, agent_id, agent_type, NULL, NULL, " STREAMS("queue", "stream") ", frame_id, start, \"end\", duration, NULL, NULL FROM kernels" LAUNCHED,
  "SELECT " WHOSE ", " LAUNCHER ", 'memory_copies', category, name, NULL, dst_agent_id, dst_agent_type, src_agent_id, src_agent_type, " STREAMS("queue_name", "stream_name")
  ", frame_id, start, \"end\", duration, NULL, size FROM memory_copies" LAUNCHED,
  "SELECT " WHOSE ", tid, 'regions', category, name, CASE WHEN category LIKE 'MARKER%' THEN extdata ->> '$.message' END, NULL, NULL, NULL, NULL, NULL, NULL, NULL, "
  "NULL, frame_id, start, \"end\", duration, own_ns, NULL FROM regions LEFT JOIN temp.nesting USING (guid, id)",
  "SELECT " WHOSE ", NULL, 'memory_allocations', category, type, NULL, agent_id, agent_type, NULL, NULL, " STREAMS("queue_name", "stream_name")
  ", NULL, start, \"end\", duration, NULL, size FROM memory_allocations",
};

static const char allocations[] =
  "INSERT INTO sums.aggregated(" WHOSE ", rows_of, category, name, start, \"end\", calls, ended, sum_ns, min_ns, max_ns, squares_high, squares_low, weight) SELECT " WHOSE
  ", 'memory_allocations', 'MEMORY_ALLOCATION', 'ALLOC', start, start + 100, 3, 3, 60, 20, 20, 0, 1200, 4096 FROM regions WHERE start IS NOT NULL LIMIT 1";

typedef struct adding {
  sqlite3_stmt *row, *insert;
  const aggregate_options *options;
  int64_t bin, start, end, calls, ended, min, max, longest, own, weight;
  int own_known, weighed;
  __int128 sum;
  unsigned __int128 squares;
} adding;

static int64_t bin_of(int64_t ns) {
  static const int step[] = {1, 2, 5};
  int64_t at = 0;
  for (int64_t unit = 1; unit <= ns; unit *= 10)
    for (int i = 0; i < 3; i++)
      if (unit * step[i] <= ns) at = unit * step[i];
  return at;
}

static int is_null(const adding *a, int c) { return sqlite3_column_type(a->row, c) == SQLITE_NULL; }

static int put(adding *a) {
  const int64_t value[] = {a->start, a->end, a->calls, a->ended, (int64_t)a->sum, a->min, a->max, (int64_t)(a->squares >> 64), (int64_t)a->squares, a->own, a->longest};
  for (int i = 0; i < 11; i++) {
    int none = (i < 2 && value[i] == INT64_MIN) || (!a->ended && i > 3 && (i < 7 || i == 10)) || (i == 9 && !a->own_known);
    if (none) sqlite3_bind_null(a->insert, KEYS + 1 + i);
    else sqlite3_bind_int64(a->insert, KEYS + 1 + i, value[i]);
  }
  sqlite3_bind_int(a->insert, KEYS + 12, a->options->has_rows);
  if (a->weighed) sqlite3_bind_int64(a->insert, KEYS + 13, a->weight);
  else sqlite3_bind_null(a->insert, KEYS + 13);
  int rc = sqlite3_step(a->insert);
  sqlite3_reset(a->insert);
  return rc != SQLITE_DONE;
}

/* Does the row agree with the sum? */
static int agrees(adding *a, sqlite3_value **key) {
  for (int c = 0; c < KEYS; c++) {
    sqlite3_value *v = sqlite3_column_value(a->row, c);
    const char *x = (const char *)sqlite3_value_text(v), *y = (const char *)sqlite3_value_text(key[c]);
    if (!x != !y || (x && strcmp(x, y))) return 0;
  }
  return a->bin == (is_null(a, DURATION) || !a->options->bins ? -1 : bin_of(sqlite3_column_int64(a->row, DURATION)));
}

static void begin(adding *a, sqlite3_value **key) {
  for (int c = 0; c < KEYS; c++) {
    sqlite3_value_free(key[c]);
    key[c] = sqlite3_value_dup(sqlite3_column_value(a->row, c));
    sqlite3_value_text(key[c]);
    sqlite3_bind_value(a->insert, c + 1, sqlite3_column_value(a->row, c));
  }
  sqlite3_stmt *row = a->row, *insert = a->insert;
  *a = (adding){.row = row, .insert = insert, .options = a->options, .start = INT64_MIN, .end = INT64_MIN, .min = INT64_MAX, .max = INT64_MIN, .bin = -1};
  if (a->options->bins && !is_null(a, DURATION)) a->bin = bin_of(sqlite3_column_int64(a->row, DURATION));
}

static void add(adding *a) {
  int64_t start = sqlite3_column_int64(a->row, START), end = sqlite3_column_int64(a->row, END), d = sqlite3_column_int64(a->row, DURATION);
  a->calls++;
  if (!is_null(a, WEIGHT)) a->weighed = 1, a->weight += sqlite3_column_int64(a->row, WEIGHT);
  if (!is_null(a, START) && (a->start == INT64_MIN || start < a->start)) a->start = start;
  if (!is_null(a, END) && end > a->end) a->end = end;
  if (!is_null(a, OWN)) a->own_known = 1, a->own += sqlite3_column_int64(a->row, OWN);
  if (is_null(a, DURATION)) return;
  a->ended++;
  a->sum += d;
  a->squares += (unsigned __int128)((__int128)d * d);
  if (d > a->max || (d == a->max && start < a->longest)) a->longest = start;
  if (d < a->min) a->min = d;
  if (d > a->max) a->max = d;
}

static int add_table(sqlite3 *db, const char *sql, const aggregate_options *options) {
  adding a = {.options = options};
  sqlite3_value *key[KEYS + 1] = {0};
  char order[200] = "ORDER BY 1", *sorted;
  for (int i = 2; i <= KEYS; i++) sprintf(order + strlen(order), ", %d", i);
  sorted = sqlite3_mprintf("%s %s, %d, %d", sql, order, DURATION + 1, START + 1);
  int failed = sqlite3_prepare_v2(db, sorted, -1, &a.row, NULL) != SQLITE_OK ||
    sqlite3_prepare_v2(db, "INSERT INTO sums.aggregated VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19,?20,?21,?22,?23,?24,?25,?26,?27,?28,?29,?30,"
                           "?31,?32,?33,?34,NULL)", -1, &a.insert, NULL) != SQLITE_OK;
  if (failed) printf("# %s\n", sqlite3_errmsg(db));
  while (!failed && sqlite3_step(a.row) == SQLITE_ROW) {
    if (a.calls && !agrees(&a, key)) failed = put(&a), a.calls = 0;
    if (!a.calls) begin(&a, key);
    add(&a);
  }
  if (!failed && a.calls) failed = put(&a);
  for (int c = 0; c < KEYS; c++) sqlite3_value_free(key[c]);
  sqlite3_finalize(a.row), sqlite3_finalize(a.insert);
  sqlite3_free(sorted);
  return failed;
}

int aggregate_write(sqlite3 *db, const char *path, const aggregate_options *options) {
  remove(path);
  char *attach = sqlite3_mprintf("ATTACH %Q AS sums", path);
  int failed = db_run(db, attach) || db_run(db, create) || db_run(db, "CREATE TABLE sums.rocpd_info_agent AS SELECT * FROM rocpd_info_agent") || nesting_make(db) ||
    db_run(db, "CREATE TABLE sums.frames AS SELECT * FROM temp.frames; CREATE TABLE sums.processes AS SELECT *, source, run, host, rank FROM processes; "
               "CREATE TABLE sums.threads AS SELECT *, source, run, host, rank FROM threads") || db_run(db, "BEGIN");
  for (size_t i = 0; !failed && i < sizeof rows / sizeof *rows; i++) failed = add_table(db, rows[i], options);
  if (!failed && options->allocations) failed = db_run(db, allocations);
  if (!failed) failed = db_run(db, "COMMIT");
  sqlite3_free(attach);
  return failed | db_run(db, "DETACH sums");
}
