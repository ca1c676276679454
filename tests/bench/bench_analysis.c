/* top, busy and gaps on 5 million events: cold (a new connection: open, decode,
** answer) and warm (columns cached, the answer computed anew), beside the least that
** an answer can cost: a loop over two plain arrays. Minimum of interleaved rounds.
** Usage: bench_analysis [EVENTS] */
#include <sqlite3.h>
#include <time.h>
#include <unistd.h>
#include "db.h"
#include "test.h"
#include "tracegen.h"

#define ROUNDS 7

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static const struct query { const char *name, *sql; } query[] = {
  {"top", "SELECT * FROM top LIMIT 10"},
  {"top_kernels", "SELECT * FROM top_kernels LIMIT 10"},
  {"busy", "SELECT * FROM busy"},
  {"gaps", "SELECT * FROM gaps LIMIT 10"},
  {"gaps, all counted", "SELECT count(*) FROM gaps"},
};
#define QUERIES (sizeof query / sizeof *query)

static char *attach_sql;
static char *warm_up_sql = "SELECT (SELECT count(*) FROM top), (SELECT count(*) FROM busy), (SELECT count(*) FROM gaps)";

static double cold(const char *sql) {
  double start = now();
  sqlite3 *db = db_open(":memory:");
  db_run(db, attach_sql);
  db_run(db, sql);
  double end = now();
  sqlite3_close(db);
  return end - start;
}

static double warm(sqlite3 *db, const char *sql) {
  double start = now();
  db_run(db, sql);
  return now() - start;
}

/* Names and durations added up by name: what `top` cannot do without. */
static double floor_loop(uint64_t events) {
  uint16_t *name = malloc(events * sizeof *name);
  uint32_t *duration = malloc(events * sizeof *duration);
  static uint64_t sum[65536], count[65536];
  for (uint64_t i = 0; i < events; i++) name[i] = (uint16_t)(i * 2654435761u >> 20) % 300, duration[i] = (uint32_t)i & 0xffff;
  double start = now();
  for (uint64_t i = 0; i < events; i++) sum[name[i]] += duration[i], count[name[i]]++;
  double end = now();
  volatile uint64_t keep = sum[7] + count[9];
  (void)keep;
  free(name), free(duration);
  return end - start;
}

int main(int argc, char **argv) {
  uint64_t events = argc > 1 ? strtoull(argv[1], NULL, 10) : 5000000;
  char path[4096];
  snprintf(path, sizeof path, "%s/bench_analysis.%d.rocz", test_tmp(), (int)getpid());
  tracegen_options o = tracegen_defaults(events);
  const char *failed = tracegen_write(path, &o);
  if (failed) { printf("%s: %s\n", path, failed); return 1; }
  attach_sql = sqlite3_mprintf("SELECT rocpd_attach(%Q)", path);
  double best[QUERIES][2], least = 1e30;
  for (size_t i = 0; i < QUERIES; i++) best[i][0] = best[i][1] = 1e30;
  sqlite3 *db = db_open(":memory:");
  db_run(db, attach_sql);
  db_run(db, warm_up_sql);
  for (int round = 0; round < ROUNDS; round++) {
    double t = floor_loop(events);
    if (t < least) least = t;
    for (size_t i = 0; i < QUERIES; i++) {
      if ((t = cold(query[i].sql)) < best[i][0]) best[i][0] = t;
      if ((t = warm(db, query[i].sql)) < best[i][1]) best[i][1] = t;
    }
  }
  printf("%llu events, ns per event (minimum of %d rounds), floor: adding up two arrays %.2f\n", (unsigned long long)events, ROUNDS, least / (double)events);
  printf("%-20s %8s %8s\n", "", "cold", "warm");
  for (size_t i = 0; i < QUERIES; i++) printf("%-20s %8.2f %8.2f\n", query[i].name, best[i][0] / (double)events, best[i][1] / (double)events);
  sqlite3_close(db), sqlite3_free(attach_sql);
  unlink(path);
  return 0;
}
