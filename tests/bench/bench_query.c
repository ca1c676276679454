/* SQL that users write, on 5 million events: CPU time of the process for each row
** (the machine may be busy), cold (a new connection: open, decode) and warm. Minimum
** of interleaved rounds. What SQLite itself takes for a row of a native table with
** the same four columns stands beside. Then: how much of a file a window of 1 % of
** its time reads. Usage: bench_query [EVENTS] */
#include <stdio.h>
#include <string.h>
#include "bench.h"
#include "db.h"
#include "trace.h"

#define ROUNDS 3

enum { PER_REGION, PER_KERNEL };

static const struct query { const char *name, *sql; int per;
} query[] = {
  {"scan of 4 columns", "SELECT name, start, end, stack_id FROM regions", PER_REGION},
  {"same, native table", "SELECT name, start, end, stack_id FROM native", PER_REGION},
  {"GROUP BY name", "SELECT name, count(*), sum(end - start) FROM regions GROUP BY name ORDER BY 3 DESC", PER_REGION},
  {"same, native table", "SELECT name, count(*), sum(end - start) FROM native GROUP BY name ORDER BY 3 DESC", PER_REGION},
  {"count(*)", "SELECT count(*) FROM regions", PER_REGION},
  {"WHERE name = one", "SELECT count(*) FROM regions WHERE name = 'hipMemcpyAsync'", PER_REGION},
  {"WHERE name LIKE", "SELECT count(*) FROM kernels WHERE name LIKE '%gemm%'", PER_KERNEL},
  {"ORDER BY duration, first 10", "SELECT * FROM kernels ORDER BY duration DESC LIMIT 10", PER_KERNEL},
  {"ORDER BY start, all", "SELECT start FROM kernels ORDER BY start", PER_KERNEL},
  {"DISTINCT name, queue_id", "SELECT DISTINCT name, queue_id FROM kernels", PER_KERNEL},
  {"kernels joined to regions", "SELECT count(*), sum(k.start - r.start) FROM kernels k JOIN regions r ON r.stack_id = k.stack_id AND r.guid = k.guid",
   PER_KERNEL},
};
#define QUERIES (sizeof query / sizeof *query)

/* Step through all rows, as a program does that reads them. */
static double run(sqlite3 *db, const char *sql) {
  sqlite3_stmt *s = NULL;
  bench_span start = bench_now();
  if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) != SQLITE_OK) printf("%s: %s\n", sql, sqlite3_errmsg(db));
  while (sqlite3_step(s) == SQLITE_ROW) continue;
  if (sqlite3_finalize(s) != SQLITE_OK) printf("%s: %s\n", sql, sqlite3_errmsg(db));
  return bench_since(start).cpu;
}

static double cold(const char *sql) {
  bench_span start = bench_now();
  sqlite3 *db = bench_open();
  run(db, sql);
  double t = bench_since(start).cpu;
  sqlite3_close(db);
  return t;
}

/* Batches of kernels whose column was decoded. */
static size_t decoded(sqlite3 *db, int column, size_t *all, size_t *lanes) {
  rocpd_snapshot *s;
  rocpd_batch **batch;
  size_t n = 0, read = 0;
  *all = *lanes = 0;
  if (rocpd_trace_snapshot(rocpd_trace_of(db), &s, NULL) != SQLITE_OK) return 0;
  rocpd_snapshot_batches(s, ROCPD_KIND_KERNEL, &batch, &n, NULL);
  for (size_t i = 0; i < n; i++) {
    read += batch[i]->column[column] != NULL;
    *lanes += i == 0 || batch[i]->lane != batch[i - 1]->lane;
  }
  rocpd_snapshot_release(s);
  *all = n;
  return read;
}

static void window(void) {
  sqlite3 *db = bench_open();
  sqlite3_int64 first = db_int(db, "SELECT min(start) FROM kernels"), last = db_int(db, "SELECT max(end) FROM kernels");
  sqlite3_close(db);
  db = bench_open();
  sqlite3_int64 from = first + (last - first) / 2, to = from + (last - first) / 100;
  char *sql = sqlite3_mprintf("SELECT count(*) FROM kernels WHERE start >= %lld AND start < %lld", from, to);
  bench_span start = bench_now();
  sqlite3_int64 rows = db_int(db, sql);
  double t = bench_since(start).cpu;
  size_t all = 0, lanes = 0, read = decoded(db, ROCPD_KERNEL_start, &all, &lanes);
  printf("window of 1 %% of the time: %lld kernels, %zu of %zu chunks read (allowed %.1f: 1 %% + 2 for each of %zu lanes), %.2f ms\n", rows, read, all,
         (double)all / 100 + 2 * (double)lanes, lanes, t / 1e6);
  sqlite3_free(sql);
  sqlite3_close(db);
}

int main(int argc, char **argv) {
  uint64_t events = bench_begin(argc, argv);
  sqlite3 *db = bench_open();
  double rows[] = {(double)db_int(db, "SELECT count(*) FROM regions"), (double)db_int(db, "SELECT count(*) FROM kernels")};
  db_run(db, "CREATE TABLE native AS SELECT name, start, end, stack_id FROM regions");
  double best[QUERIES][2];
  for (size_t i = 0; i < QUERIES; i++) best[i][0] = best[i][1] = 1e30;
  for (int round = 0; round < ROUNDS; round++)
    for (size_t i = 0; i < QUERIES; i++) {
      bool native = strstr(query[i].sql, "native") != NULL;
      double t = native ? 0 : cold(query[i].sql);
      if (t < best[i][0]) best[i][0] = t;
      if (round == 0) run(db, query[i].sql);
      if ((t = run(db, query[i].sql)) < best[i][1]) best[i][1] = t;
    }
  printf("%llu events, CPU ns per row (minimum of %d rounds)\n%-28s %8s %8s\n", (unsigned long long)events, ROUNDS, "", "cold", "warm");
  for (size_t i = 0; i < QUERIES; i++)
    printf("%-28s %8.1f %8.1f per %s\n", query[i].name, best[i][0] / rows[query[i].per], best[i][1] / rows[query[i].per],
           query[i].per == PER_KERNEL ? "kernel" : "region");
  sqlite3_close(db);
  window();
  bench_end();
  return 0;
}
